/* SPDX-License-Identifier: MIT
 *
 * A fragment shader drawn with everything that it names made up: two triangles whose edges cut
 * quads, or two points where the shader asks for the place in a point; its targets; and what of
 * all this is read back.
 */
#ifndef TEST_RDNA_RADV_PICTURE_H
#define TEST_RDNA_RADV_PICTURE_H

#include "inputs.h"

enum {
    PICTURE_SIDE = 16,
    PICTURE_PIXELS = PICTURE_SIDE * PICTURE_SIDE,
    PICTURE_VERTICES = 6,
    PICTURE_OUTPUTS = 9
};

struct picture_vertex {
    float x, y, z, w; /* In pixels; depth; w of the clip space. */
};

/* What the shader writes to a colour target. */
struct picture_output {
    uint32_t location, index;
    uint32_t components;        /* Bit 1 << component. */
    enum scene_format hardware; /* That RADV compiled it for. */
    uint32_t image;             /* That the devices draw to: of 32 bits a component. */
    uint32_t view, read;
};

struct picture {
    struct base_arena *arena;
    const struct ir_shader *shader;
    struct inputs inputs;
    bool is_points;
    uint32_t vertex_count;
    const struct picture_vertex *vertices;
    const float *point_sizes;
    /* By input of the shader, vertex and component. */
    uint32_t (*values)[PICTURE_VERTICES][4];
    bool has_scissor;
    uint32_t scissor_x, scissor_y; /* The one pixel that is drawn. */
    bool writes_depth, writes_stencil;

    struct picture_output outputs[PICTURE_OUTPUTS];
    uint32_t output_count;
    uint32_t depth_view, depth_read;
    uint32_t memory_read; /* The first of inputs.outputs; -1: it is what it was. */

    struct scene_inputs bound;
    struct scene scene;
    struct scene_step *steps;
    uint32_t read_count;
};

/* How many pixels of a primitive's kind there are to choose from where only one is drawn. */
#define PICTURE_SHOTS 3

struct picture_options {
    const struct ir_shader *shader;
    const struct layout *layout;
    enum inputs_style style;
    /* By location: the format in the program's header, or none. */
    const enum scene_format *formats;
    /* Draws all, or the one pixel number shot. */
    bool is_one_pixel;
    uint32_t shot;
};

void picture_make(struct picture *picture, struct base_arena *arena,
                  const struct picture_options *options);

/* The components of a pixel that nothing was drawn to. */
uint32_t picture_background(const struct picture *picture, const struct picture_output *output);
/* Was the pixel drawn to? */
bool picture_is_drawn(const struct picture *picture, const struct scene_result *result,
                      uint32_t pixel);

#endif
