/* SPDX-License-Identifier: MIT
 *
 * For rows of memory: compute programs of a few resources that all of them may name, each with
 * contents that tell where a word came from.
 */
#ifndef TGSI_ROWS_MEMORY_KIT_H
#define TGSI_ROWS_MEMORY_KIT_H

#include "rows.h"

#define MEMORY_WORDS 64 /* Of the results. */
#define MEMORY_DATA 16

/* Word i of BUFFER[1], 16 of them; of BUFFER[2], of which three are bound, more lie behind; of
 * CONSTBUF[1], of HWATOMIC[0] and HWATOMIC[1], of MEMORY, GLOBAL and INPUT, 16 each. */
#define MEMORY_BUFFER1(i) (0x1000u + (i))
#define MEMORY_BUFFER2(i) (0x2000u + (i))
#define MEMORY_CONSTBUF(i) (0x3000u + (i))
#define MEMORY_HWATOMIC0(i) (0x4000u + (i))
#define MEMORY_HWATOMIC1(i) (0x5000u + (i))
#define MEMORY_GLOBAL(i) (0x6000u + (i))
#define MEMORY_INPUT(i) (0x7000u + (i))
/* Word of component c of texel x, y, layer or slice z. */
#define MEMORY_TEXEL(x, y, z, c) (0x100u * (z) + 0x40u * (y) + 0x4u * (x) + (c) + 1)

/* Images, all of r32g32b32a32_uint if it does not say otherwise; level of 4 by 3 by 2 texels as far
 * as the dimension has them, or as many layers: arrays of 2, cubes of 6, cube arrays of 12. */
enum memory_image {
    memory_image_2d,
    memory_image_1d,
    memory_image_3d,
    memory_image_cube, /* 3 by 3. */
    memory_image_1d_array,
    memory_image_2d_array,
    memory_image_cube_array,
    memory_image_buffer, /* 4 texels. */
    memory_image_word,   /* 2d, r32_uint. */
    memory_image_word_buffer,
    memory_image_int,   /* 2d, r32_sint. */
    memory_image_unorm, /* 2d, r8g8b8a8_unorm, zeroes. */
    memory_image_snorm, /* 2d, r8g8_snorm, zeroes. */
    memory_image_float, /* 2d, r32_sfloat, zeroes. */
    memory_image_count
};

/* What a program is run with and what it must do. */
struct memory_case {
    const char *name;
    const char *declarations; /* Beside those of every program. */
    const char *code;
    uint32_t expected[8]; /* The first words of BUFFER[0]; the others stay 0. */
    /* Words of BUFFER[1] that are other than before, and those that they become; 0 ends them. */
    struct {
        uint32_t index;
        uint32_t word;
    } changes[5];
};

/* Every program has BUFFER[0..2], TEMP[0..7], ADDR[0..1], SV[0] as BLOCK_ID, and
 * IMM[0] {0, 4, 8, 12}, IMM[1] {16, 20, 24, 28}, IMM[2] {1, 2, 3, 5}, all UINT32. Invocations are
 * groups of one. */
const struct ir_shader *memory_shader(struct rows *r, const char *declarations, const char *code);

struct memory_run {
    uint32_t groups;
    enum memory_image images[4]; /* IMAGE[0] and on. */
    uint32_t image_count;
    const void *data;  /* BUFFER[1], in place of what it else has; */
    size_t data_size;  /* bytes. */
    uint32_t *results; /* BUFFER[0] after it, MEMORY_WORDS or as results_size says, */
    uint32_t *after;   /* BUFFER[1]. */
    size_t results_size;
};

/* Runs it; false, and a fault, if that fails. */
bool memory_run(struct rows *r, const struct ir_shader *shader, struct memory_run *run);

/* Runs a case with these images and compares. */
void memory_check(struct rows *r, const struct memory_case *c, const enum memory_image *images,
                  uint32_t image_count);

#endif
