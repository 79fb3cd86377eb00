/* SPDX-License-Identifier: MIT
 *
 * What Mesa's graw harnesses feed their shaders, as scenes of 256x256 pixels.
 */
#ifndef TESTS_GRAW_HARNESS_H
#define TESTS_GRAW_HARNESS_H

#include "scene/scene.h"

#define GRAW_SIZE 256

struct graw_scene {
    struct scene scene;
    struct scene_step steps[3]; /* Clear, draw, read. */
    struct scene_image target;
    struct scene_view view;
    struct scene_buffer buffers[3];
    struct scene_attribute attributes[3];
    struct scene_binding bindings[2];
};

/* The shader under test with the harness's partner for it; NULL with errors in diags. Point sizes
 * are the harness's. */
struct graw_shaders {
    struct ir_shader *vertex;
    struct ir_shader *fragment;
};

bool graw_read(struct base_arena *arena, const char *text, size_t size,
               struct graw_shaders *shaders, struct base_diags *diags);

/* is_float: the target is RGBA32 float instead of RGBA8 unorm. */
void graw_make_scene(const struct graw_shaders *shaders, bool is_vertex_test, bool is_float,
                     struct graw_scene *scene);

#endif
