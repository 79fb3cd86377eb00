/* SPDX-License-Identifier: MIT
 *
 * Images: what their descriptors say, where their texels are, and how they are filtered.
 */
#ifndef RDNA_WAVE_IMAGE_H
#define RDNA_WAVE_IMAGE_H

#include "access.h"
#include "formats.h"

/* Types of descriptors; those below are buffers. */
enum rdna_image_type {
    rdna_image_1d = 8,
    rdna_image_2d,
    rdna_image_3d,
    rdna_image_cube,
    rdna_image_1d_array,
    rdna_image_2d_array,
    rdna_image_2d_msaa,
    rdna_image_2d_msaa_array
};

#define RDNA_IMAGE_LEVELS 16

struct rdna_view {
    bool is_null; /* All zeros: reads as 0. */
    uint64_t base;
    const struct rdna_texel_format *format;
    uint32_t size[3]; /* Of level 0, in texels. */
    uint32_t first_layer, layers;
    uint32_t samples;
    unsigned base_level, last_level;
    uint16_t dst_sel;
    uint8_t type;                       /* enum rdna_image_type */
    float min_lod;                      /* Counted from level 0. */
    uint32_t pitch[RDNA_IMAGE_LEVELS];  /* In texels. */
    uint64_t offset[RDNA_IMAGE_LEVELS]; /* In a slice. */
    uint64_t slice;                     /* Bytes of all levels of a layer, or of a plane. */
};

/* From eight scalar registers, or four with r128. false if that was a fault. */
bool rdna_view_of(struct rdna_wave *wave, const struct rdna_inst *inst, struct rdna_view *view);

/* Extents of a level, at least 1 each. */
void rdna_view_size(const struct rdna_view *view, unsigned level, uint32_t size[3]);

/* mimg.c: a register of the address, in a row or scattered. */
uint32_t rdna_image_register(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                             unsigned i);

/* rays.c: rows with RDNA_IADDR_RAY. false if that was a fault. */
bool rdna_exec_ray(struct rdna_wave *wave, const struct rdna_inst *inst);

struct rdna_texel_place {
    unsigned level; /* From 0. */
    uint32_t at[3]; /* at[2] is of a 3D image. */
    uint32_t layer; /* From the first of the view. */
    uint32_t sample;
};

/* false if the view has no such texel. */
bool rdna_view_spot(const struct rdna_view *view, const struct rdna_texel_place *place,
                    struct rdna_spot *spot);

enum rdna_border { rdna_border_clear, rdna_border_black, rdna_border_white, rdna_border_table };

struct rdna_sampler {
    uint8_t clamp[3];
    uint8_t compare;
    uint8_t aniso;  /* The most probes. */
    uint8_t reduce; /* 0 weighted, 1 least, 2 greatest. */
    uint8_t mag, min, mip;
    uint8_t border; /* enum rdna_border */
    bool unnormalized;
    bool no_cube_wrap;
    float min_lod, max_lod, bias;
};

/* From four scalar registers. */
struct rdna_sampler rdna_sampler_of(const struct rdna_wave *wave, unsigned code);

/* What a lane samples. */
struct rdna_sample {
    unsigned axes; /* Of filtering: 1 to 3. */
    bool is_cube;
    float at[3];
    uint32_t layer; /* Of the view; that of a cube is a face. */
    bool compares;
    float reference;
    float gradients[2][3]; /* By x and by y. 0 where there are none. */
    bool has_lod;          /* lod counts, and not the gradients. */
    float lod, bias;
    float least_lod;
    int32_t offset[3];
    int gather;    /* The component of four texels; -1 filters. */
    bool in_a_row; /* The four, and not two by two. */
};

/* Four results, as registers have them. false if that was a fault. */
bool rdna_sample_image(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                       const struct rdna_view *view, const struct rdna_sampler *sampler,
                       const struct rdna_sample *sample, uint32_t values[4]);

/* The level of detail before and after the sampler's and the view's limits, from the base level. */
void rdna_sample_lod(const struct rdna_view *view, const struct rdna_sampler *sampler,
                     const struct rdna_sample *sample, float *raw, float *limited);

#endif
