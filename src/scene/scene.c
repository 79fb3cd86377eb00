/* SPDX-License-Identifier: MIT */
#include "scene/scene.h"

struct scene_draw
scene_draw_default(uint32_t width, uint32_t height)
{
    return (struct scene_draw){
        .topology = scene_topology_triangles,
        .vertex_count = 3,
        .instance_count = 1,
        .viewport = {.width = (float)width, .height = (float)height, .max_depth = 1.0f},
        .target_count = 1,
    };
}

const struct scene_attribute *
scene_find_attribute(const struct scene_draw *draw, uint32_t location)
{
    for (uint32_t i = 0; i < draw->attribute_count; i++) {
        if (draw->attributes[i].location == location)
            return &draw->attributes[i];
    }
    return NULL;
}

const struct scene_binding *
scene_find_binding(const struct scene_draw *draw, uint32_t set, uint32_t binding)
{
    for (uint32_t i = 0; i < draw->binding_count; i++) {
        if (draw->bindings[i].set == set && draw->bindings[i].binding == binding)
            return &draw->bindings[i];
    }
    return NULL;
}
