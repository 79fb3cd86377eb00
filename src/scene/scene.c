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
