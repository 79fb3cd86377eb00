/* SPDX-License-Identifier: MIT
 *
 * Small scenes, with shaders from the IR's builder, and a CPU device to draw them.
 */
#ifndef TESTS_CPU_KIT_H
#define TESTS_CPU_KIT_H

#include "cpu/cpu.h"

#define KIT_MAX_DRAWS 16
#define KIT_MAX_TARGETS 8

struct kit {
    struct base_arena arena;
    struct base_diags diags;
    struct scene scene;
    struct scene_buffer buffers[4];
    struct scene_target targets[KIT_MAX_TARGETS];
    struct scene_draw draws[KIT_MAX_DRAWS];
    struct scene_attribute attributes[8];
    struct scene_binding bindings[4];
    struct scene_result result;
};

/* An empty scene. The arena is the caller's to catch for, and kit_finish frees it. */
void kit_init(struct kit *kit);
void kit_finish(struct kit *kit);

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

/* Adds a target; returns its number. */
uint32_t kit_target(struct kit *kit, enum scene_format format, uint32_t width, uint32_t height);
/* Adds a draw to target 0 with kit_pass_vertex and kit_pass_fragment's shape: vertices of a
 * position and one value, four floats each, in buffer 0. */
struct scene_draw *kit_draw(struct kit *kit, const struct ir_shader *vertex,
                            const struct ir_shader *fragment, const float (*vertices)[2][4],
                            uint32_t count);

/* Draws on a device of its own; fails the test if that fails. */
void kit_run(struct kit *kit, uint32_t lanes, uint32_t threads);
/* A pixel of a 32-bit float target. */
const float *kit_pixel(const struct kit *kit, uint32_t target, uint32_t x, uint32_t y);
/* Fails the test unless the pixel has just these bits. */
void kit_assert_pixel(const struct kit *kit, uint32_t target, uint32_t x, uint32_t y, float r,
                      float g, float b, float a);

/* One triangle over the whole target. Its value is x, y in pixels of a 16 by 16 one, then 7, 1. */
extern const float kit_whole[3][2][4];

#endif
