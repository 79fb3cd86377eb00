/* SPDX-License-Identifier: MIT
 *
 * Everything that a shader names, made up: buffers, images and samplers with contents that follow
 * from a seed, so that any shader can be run by itself, on any device, with the same surroundings.
 */
#ifndef TESTS_CORPUS_SURROUND_H
#define TESTS_CORPUS_SURROUND_H

#include "scene/scene.h"

struct surround {
    struct base_arena *arena;
    uint64_t state; /* Of the random numbers. */
    BASE_ARRAY(struct scene_buffer) buffers;
    BASE_ARRAY(struct scene_image) images;
    BASE_ARRAY(struct scene_view) views;
    BASE_ARRAY(struct scene_sampler) samplers;
    BASE_ARRAY(struct scene_binding) bindings;
    BASE_ARRAY(uint32_t) written_buffers; /* What shaders may write. */
    BASE_ARRAY(uint32_t) written_images;
};

void surround_init(struct surround *s, struct base_arena *arena, uint64_t seed);
/* A word: mostly a float of ordinary size, else a small integer. */
uint32_t surround_word(struct surround *s);
/* What the shader names at its sets and bindings. */
void surround_shader(struct surround *s, const struct ir_shader *shader);
/* A two-dimensional image to draw to and its view's index. */
uint32_t surround_target(struct surround *s, enum scene_format format, uint32_t size);
/* Fills in all but the steps. */
void surround_finish(const struct surround *s, struct scene *scene, struct scene_inputs *inputs);

/* A vertex shader of a triangle over the whole target whose outputs are what the next shader has as
 * inputs, with values of their own at each of the three vertices, after which these come again. */
struct ir_shader *surround_vertex(struct surround *s, const struct ir_shader *next);

/* ---- surround_stages.c: what stands before and behind programs of the other stages ---- */

/* Patches of vertices with what the evaluation shader has as inputs, in a few pieces each. */
struct ir_shader *surround_control(struct surround *s, const struct ir_shader *eval,
                                   uint32_t vertices);
/* Each patch is the whole target and has the sum of what the control shader writes at location
 * 0. */
struct ir_shader *surround_eval(struct surround *s, const struct ir_shader *control);
/* Shows the sum of what the last shader before it writes. */
struct ir_shader *surround_fragment(struct surround *s, const struct ir_shader *last);

#endif
