/* SPDX-License-Identifier: MIT
 *
 * What the rasteriser gives the waves of a pixel program, and running these over a picture.
 */
#ifndef TEST_RDNA_RADV_PIXELS_H
#define TEST_RDNA_RADV_PIXELS_H

#include "kit.h"
#include "picture.h"
#include "start.h"

/* Groups of vector registers at the start, in the order of SPI_PS_INPUT_ENA. */
enum pixels_vectors {
    pixels_persp_sample,
    pixels_persp_center,
    pixels_persp_centroid,
    pixels_persp_pull,
    pixels_linear_sample,
    pixels_linear_center,
    pixels_linear_centroid,
    pixels_line_stipple,
    pixels_pos_x,
    pixels_pos_y,
    pixels_pos_z,
    pixels_pos_w,
    pixels_front_face,
    pixels_ancillary,
    pixels_coverage,
    pixels_vectors_count
};

struct pixels_start {
    struct start scalars;
    uint32_t vectors; /* Bit 1 << enum pixels_vectors. */
};

/* As the driver finds it, by what is left of the shader when nothing dead is in it. NULL, or how it
 * differs from what the program's header says. */
const char *pixels_find_start(struct pixels_start *start, const struct kit_program *program,
                              const struct ir_shader *live, struct base_arena *arena);

/* What was exported. */
struct pixels {
    bool is_drawn[PICTURE_PIXELS];
    /* By output of the picture: the components that were exported, as floats or integers. */
    uint8_t components[PICTURE_OUTPUTS];
    bool is_short[PICTURE_OUTPUTS]; /* In halves of registers. */
    uint32_t colors[PICTURE_OUTPUTS][PICTURE_PIXELS][4];
    bool has_depth, has_stencil;
    uint32_t depths[PICTURE_PIXELS], stencils[PICTURE_PIXELS];
    uint32_t pixel_count; /* That were covered. */
};

struct pixels_run {
    const struct kit_program *program;
    const struct pixels_start *start;
    const struct picture *picture;
    const struct ir_shader *live;
    /* Factors of the weights and of the results that are not exact on any chip (roots, sines,
     * logarithms), to see what hangs on their last bits; 1: as they are. */
    float scales[2], result_scale;
    uint64_t budget; /* Instructions of all waves. */
};

/* NULL, or why it did not end well. */
const char *pixels_run(const struct pixels_run *run, struct kit_memory *memory,
                       struct pixels *pixels);

#endif
