/* SPDX-License-Identifier: MIT
 *
 * Small scenes, with shaders from the IR's builder, and a CPU device to draw them.
 */
#ifndef TESTS_CPU_KIT_H
#define TESTS_CPU_KIT_H

#include "cpu/cpu.h"

#define KIT_MAX_DRAWS 16
#define KIT_MAX_TARGETS 8
#define KIT_MAX_BUFFERS 4

struct kit {
    struct base_arena arena;
    struct base_diags diags;
    struct scene scene;
    struct scene_buffer buffers[KIT_MAX_BUFFERS];
    struct scene_image images[KIT_MAX_TARGETS];
    struct scene_view views[KIT_MAX_TARGETS];
    float clears[KIT_MAX_TARGETS][4]; /* What the images start as, through a clear. */
    struct scene_draw draws[KIT_MAX_DRAWS];
    uint32_t draw_count;
    struct scene_attribute attributes[8];
    struct scene_binding bindings[4];
    struct scene_step steps[KIT_MAX_DRAWS + 2 * KIT_MAX_TARGETS + KIT_MAX_BUFFERS];
    struct scene_result result; /* The images, then the buffers. Of multisampled images nothing. */
};

/* Vertices at the corners of a target in the order of a Z, numbered by their value. */
extern const float kit_corners[4][2][4];

/* An empty scene. The arena is the caller's to catch for, and kit_finish frees it. */
void kit_init(struct kit *kit);
void kit_finish(struct kit *kit);

/* Drops images, draws and what is bound to them. */
void kit_restart(struct kit *kit);

/* A shader being built. */
struct kit_shader {
    struct ir_shader *shader;
    struct ir_builder builder;
};

void kit_start(struct kit *kit, struct kit_shader *s, enum ir_stage stage);
/* Adds an input or output of four floats; returns its index. */
uint32_t kit_input(struct kit_shader *s, uint32_t location, enum ir_interp interp);
uint32_t kit_output(struct kit_shader *s, uint32_t location);
/* One of a type of its own. */
uint32_t kit_builtin_input(struct kit_shader *s, enum ir_builtin builtin, enum ir_type type,
                           uint8_t components);
uint32_t kit_builtin_output(struct kit_shader *s, enum ir_builtin builtin, uint8_t components);
ir_ref kit_load(struct kit_shader *s, enum ir_type type, uint32_t input, uint32_t component);
void kit_store(struct kit_shader *s, uint32_t output, uint32_t component, ir_ref value);
/* Copies four floats. */
void kit_copy(struct kit_shader *s, uint32_t output, uint32_t input);
/* The shader, verified. */
const struct ir_shader *kit_end(struct kit *kit, struct kit_shader *s);

/* Attribute 0 is the position; attributes 1 to varyings go to outputs 0 to varyings - 1. */
const struct ir_shader *kit_pass_vertex(struct kit *kit, uint32_t varyings);
/* Input 0 goes to output 0. */
const struct ir_shader *kit_pass_fragment(struct kit *kit, enum ir_interp interp);

/* Adds an image with a view of all of it; returns the number of both. */
uint32_t kit_target(struct kit *kit, enum scene_format format, uint32_t width, uint32_t height);
uint32_t kit_image(struct kit *kit, const struct scene_image *image);
/* Adds a draw to target 0 with kit_pass_vertex and kit_pass_fragment's shape: vertices of a
 * position and one value, four floats each, in buffer 0. */
struct scene_draw *kit_draw(struct kit *kit, const struct ir_shader *vertex,
                            const struct ir_shader *fragment, const float (*vertices)[2][4],
                            uint32_t count);

/* Makes the steps: clears, draws, reads. */
void kit_make_steps(struct kit *kit);
/* Makes and runs the steps on a device of its own; fails the test if that fails. */
void kit_run(struct kit *kit, uint32_t lanes, uint32_t threads);
/* What an image holds after the run; of one with samples nothing. */
const struct scene_bytes *kit_bytes(const struct kit *kit, uint32_t image);
const struct scene_bytes *kit_buffer(const struct kit *kit, uint32_t buffer);
/* A pixel of a 32-bit float target. */
const float *kit_pixel(const struct kit *kit, uint32_t target, uint32_t x, uint32_t y);
/* Fails the test unless the pixel has just these bits. */
void kit_assert_pixel(const struct kit *kit, uint32_t target, uint32_t x, uint32_t y, float r,
                      float g, float b, float a);

/* One triangle over the whole target. Its value is x, y in pixels of a 16 by 16 one, then 7, 1. */
extern const float kit_whole[3][2][4];

#endif
