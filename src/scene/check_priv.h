/* SPDX-License-Identifier: MIT */
#ifndef SCENE_CHECK_PRIV_H
#define SCENE_CHECK_PRIV_H

#include "scene/scene.h"

struct scene_check {
    const struct scene *scene;
    struct base_diags *diags;
    const char *what; /* The object at hand, its index, */
    uint32_t index;
    const char *part; /* its part at hand or NULL, and that one's index. */
    uint32_t part_index;
};

BASE_PRINTF(2, 3) void scene_fail(const struct scene_check *check, const char *format, ...);

/* check_shaders.c: shaders with what they meet. Bindings and targets are checked already. */

/* A shader that is there, of this stage, whose interface can be met. */
bool scene_check_shader(const struct scene_check *check, const struct ir_shader *shader,
                        enum ir_stage stage);
void scene_check_shader_bindings(const struct scene_check *check, const struct scene_inputs *inputs,
                                 const struct ir_shader *shader);
void scene_check_vertex_inputs(const struct scene_check *check, const struct scene_draw *draw);
/* The inputs of each stage are outputs of the one before. */
void scene_check_varyings(const struct scene_check *check, const struct scene_draw *draw);
/* Tessellation and geometry shaders, whose stages are checked already, by what they take. */
void scene_check_primitives(const struct scene_check *check, const struct scene_draw *draw);
/* Targets that the fragment shader reads. */
void scene_check_fragment_inputs(const struct scene_check *check, const struct scene_draw *draw);
void scene_check_fragment_outputs(const struct scene_check *check, const struct scene_draw *draw);

#endif
