/* SPDX-License-Identifier: MIT
 *
 * Vectors for each row of the family mimg: instructions are made from text, and what they must give
 * is worked out from the row's name and the architecture's rules, without the interpreter's files
 * on images and formats.
 */
#ifndef TEST_RDNA_IMAGE_ROWS_H
#define TEST_RDNA_IMAGE_ROWS_H

#include "rdna/memory/kit.h"

enum {
    dim_1d,
    dim_2d,
    dim_3d,
    dim_cube,
    dim_1d_array,
    dim_2d_array,
    dim_2d_msaa,
    dim_2d_msaa_array
};

/* Coordinates that a dimension has, and those of them that are filtered. */
extern const uint8_t dim_coords[8], dim_axes[8];

/* ---- Formats ---- */

enum kind { kind_float, kind_unorm, kind_snorm, kind_uint, kind_sint, kind_uscaled, kind_sscaled };

/* Components of equal width; x is the lowest. */
struct texel_format {
    uint8_t number, bytes, count, bits, kind;
};

extern const struct texel_format texel_formats[];
extern const unsigned texel_format_count;

const struct texel_format *texel_format_of(unsigned number);
/* A component of a texel as a register has it. */
uint32_t texel_decode(const struct texel_format *format, const uint8_t *texel, unsigned component);
/* Of a register's value. */
void texel_encode(const struct texel_format *format, const uint32_t values[4], uint8_t *texel);
bool texel_is_integer(const struct texel_format *format);
/* What d16 moves for a register's value. */
uint16_t texel_half(const struct texel_format *format, uint32_t value);

/* ---- Surfaces ---- */

/* An image in memory, and the part of it that a descriptor shows. */
struct surface {
    uint8_t dim;
    const struct texel_format *format;
    uint32_t width, height; /* Of level 0. */
    uint32_t slices;        /* Planes of a 3D image, or layers or faces in memory. */
    uint32_t first_layer, layers;
    uint32_t samples; /* 1, or a power of two. */
    uint32_t levels, base_level, last_level;
    uint32_t pitch;   /* Of an image of one level; 0 is what the width asks for. */
    uint32_t min_lod; /* In 256ths, from level 0. */
    uint16_t dst_sel;
};

#define IDENTITY 0xfac

uint32_t surface_extent(const struct surface *surface, unsigned axis, unsigned level);
/* slice counts planes, or layers times samples. */
uint64_t surface_address(const struct surface *surface, uint32_t slice, unsigned level, uint32_t x,
                         uint32_t y);
/* The value that surface_fill gives a component: below 2048, and different for each texel. */
uint32_t surface_value(const struct surface *surface, uint32_t slice, unsigned level, uint32_t x,
                       uint32_t y, unsigned component);
void surface_fill(struct kit *kit, const struct surface *surface);
void surface_describe(const struct surface *surface, uint32_t words[8]);
/* The components of a filled texel as registers have them, through dst_sel. */
void surface_texel(const struct surface *surface, uint32_t slice, unsigned level, uint32_t x,
                   uint32_t y, uint32_t values[4]);
void apply_dst_sel(const struct surface *surface, uint32_t values[4]);

/* ---- One instruction ---- */

struct shot {
    const char *name;
    enum rdna_isa isa;
    unsigned dim, dmask;
    bool a16, d16, tfe, lwe, unorm, glc, r128, scattered, sampled;
    bool no_dim;
    unsigned address_count, data_count; /* Registers. */

    /* What shot_begin picked. */
    uint8_t address[13], data, srsrc, ssamp;
    uint64_t odd_lanes; /* Whose last register is half used. */
    struct rdna_inst inst;
    char text[400];
};

/* Picks registers and assembles. Every vector register gets a random value. */
void shot_begin(struct kit *kit, struct shot *shot);
void shot_set(struct kit *kit, const struct shot *shot, unsigned lane, unsigned i, uint32_t value);
void shot_set_data(struct kit *kit, const struct shot *shot, unsigned lane, unsigned i,
                   uint32_t value);
/* The registers must be as before but for what is expected after this. */
void shot_ready(struct kit *kit);
/* Of the data's registers. */
void shot_expect(const struct shot *shot, unsigned lane, unsigned i, uint32_t value);
/* Results by component, as dmask, d16 and tfe have them. */
void shot_expect_results(struct shot *shot, unsigned lane, const struct texel_format *format,
                         const uint32_t values[4]);
/* Executes and compares all registers. */
void shot_run(struct kit *kit, struct shot *shot);

/* Registers that results take. */
unsigned result_registers(const struct shot *shot, unsigned components);

/* ---- Rows ---- */

void rows_count(const char *name, unsigned vectors);
/* Calls for each row whose name begins like that, with each ISA that has it and both wave sizes. */
void rows_each(const char *prefix,
               void (*test)(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round),
               unsigned rounds);

uint32_t rows_random(void);
uint32_t rows_below(uint32_t count);
/* EXEC: all lanes, or random ones; never none. */
uint64_t rows_exec(const struct kit *kit);

/* ---- Subjects ---- */

void test_sampled_rows(void **state);
void test_sampled_anywhere(void **state);
void test_horizontal_gather(void **state);
void test_comparison_range(void **state);
void test_lod_rows(void **state);
void test_load_rows(void **state);
void test_store_rows(void **state);
void test_bounds(void **state);
void test_atomic_rows(void **state);
void test_info_rows(void **state);
void test_msaa_rows(void **state);
void test_box_rows(void **state);
void test_triangle_rows(void **state);

#endif
