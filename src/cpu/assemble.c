/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

/* Vertices that n primitives of one instance take, less n times the vertices that each one adds. */
static uint32_t
shared_vertices(enum scene_topology topology)
{
    return topology == scene_topology_triangle_strip || topology == scene_topology_triangle_fan ? 2
                                                                                                : 0;
}

static uint32_t
vertices_each(enum scene_topology topology)
{
    return topology == scene_topology_triangles ? 3 : 1;
}

void
cpu_assembly_init(struct cpu_assembly *assembly, const struct scene_draw *draw)
{
    const uint32_t shared = shared_vertices(draw->topology);

    assembly->topology = draw->topology;
    assembly->first_vertex = draw->first_vertex;
    assembly->primitives = draw->vertex_count > shared
                               ? (draw->vertex_count - shared) / vertices_each(draw->topology)
                               : 0;
    assembly->instance = draw->first_instance;
    assembly->primitive = 0;
    assembly->instances_left = draw->instance_count;
    assembly->corners_each = draw->topology == scene_topology_points ? 1 : 3;
}

static void
add_vertex(struct cpu_assembly *a, uint32_t vertex)
{
    a->vertices[a->vertex_count].vertex = a->first_vertex + vertex;
    a->vertices[a->vertex_count].instance = a->instance;
    a->vertex_count++;
}

/* first is where in the batch the vertices of primitive number `primitive` start; one is the first
 * primitive of its run, whose vertices start at run. */
static void
add_corners(struct cpu_assembly *a, uint32_t primitive, uint32_t run, uint32_t first)
{
    uint32_t *corners = a->corners[a->primitive_count++];
    const uint32_t odd = primitive % 2;

    switch (a->topology) {
    case scene_topology_points:
        corners[0] = first;
        break;
    case scene_topology_triangles:
        corners[0] = first;
        corners[1] = first + 1;
        corners[2] = first + 2;
        break;
    case scene_topology_triangle_strip:
        corners[0] = first;
        corners[1] = first + 1 + odd;
        corners[2] = first + 2 - odd;
        break;
    case scene_topology_triangle_fan:
        corners[0] = first + 1;
        corners[1] = first + 2;
        corners[2] = run;
        break;
    }
}

/* A run: primitives of one instance, as many as there is room for. */
static void
add_run(struct cpu_assembly *a, uint32_t count)
{
    const uint32_t each = vertices_each(a->topology);
    const uint32_t shared = shared_vertices(a->topology);
    const uint32_t run = a->vertex_count;
    const uint32_t start = a->primitive * each;

    for (uint32_t i = 0; i < count * each + shared; i++)
        add_vertex(a, a->topology == scene_topology_triangle_fan && !i ? 0 : start + i);
    for (uint32_t i = 0; i < count; i++)
        add_corners(a, a->primitive + i, run, run + i * each);

    a->primitive += count;
    if (a->primitive == a->primitives) {
        a->primitive = 0;
        a->instance++;
        a->instances_left--;
    }
}

bool
cpu_assembly_next(struct cpu_assembly *a)
{
    const uint32_t each = vertices_each(a->topology);
    const uint32_t shared = shared_vertices(a->topology);

    a->vertex_count = 0;
    a->primitive_count = 0;
    while (a->primitives && a->instances_left) {
        const uint32_t room = CPU_BATCH_VERTICES - a->vertex_count;
        const uint32_t left = a->primitives - a->primitive;

        if (room < each + shared)
            break;
        const uint32_t fit = (room - shared) / each;
        add_run(a, left < fit ? left : fit);
    }
    return a->primitive_count > 0;
}
