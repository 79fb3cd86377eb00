/* SPDX-License-Identifier: MIT
 *
 * All that a compute shader names, made up: buffers by the types of its module, images, samplers,
 * push constants; and what of it is looked at afterwards.
 */
#ifndef TEST_RDNA_RADV_INPUTS_H
#define TEST_RDNA_RADV_INPUTS_H

#include "layout.h"
#include "scene/scene.h"

/* What values are like. */
enum inputs_style {
    inputs_small, /* Floats of few digits, whose sums and products are mostly exact; integers that
                   * a loop may count to. */
    inputs_wide,  /* Floats of few digits and many sizes; all bits of integers, and edges. */
    inputs_extremes, /* The same with zeros, infinities, NaNs and small numbers in buffers. */
    inputs_style_count
};

const char *inputs_style_name(enum inputs_style style);

/* Something that the shader may write. */
struct inputs_output {
    bool is_image;
    uint32_t number;          /* Of the scene's buffers or images. */
    uint32_t type;            /* Buffers: of the module; 0: texels. */
    enum scene_format format; /* Of texels. */
};

/* Where the address of a buffer stands. */
struct inputs_address {
    uint32_t at; /* In the push constants. */
    uint32_t buffer;
};

/* A buffer that addresses are of, and the type of what is in it. */
struct inputs_target {
    uint32_t type, buffer;
};

struct inputs {
    struct base_arena *arena;
    const struct layout *layout;
    enum inputs_style style;
    uint64_t state; /* Of the random numbers. */
    BASE_ARRAY(struct scene_buffer) buffers;
    BASE_ARRAY(struct scene_address) addresses;
    BASE_ARRAY(struct scene_image) images;
    BASE_ARRAY(struct scene_view) views;
    BASE_ARRAY(struct scene_sampler) samplers;
    BASE_ARRAY(struct scene_binding) bindings;
    BASE_ARRAY(struct inputs_output) outputs;
    BASE_ARRAY(struct inputs_target) targets;
    BASE_ARRAY(struct inputs_address) push_addresses;
    unsigned char push[SCENE_MAX_PUSH];
    uint32_t push_size;
};

void inputs_make(struct inputs *inputs, struct base_arena *arena, const struct ir_shader *shader,
                 const struct layout *layout, enum inputs_style style);
/* All but the steps. */
struct scene inputs_scene(const struct inputs *inputs);
struct scene_inputs inputs_bound(const struct inputs *inputs);

#endif
