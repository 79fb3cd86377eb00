/* SPDX-License-Identifier: MIT
 *
 * The triangle and the points are those that Gallium's graw tests feed to their shaders, so that
 * the pictures can be compared. Their points lie 28 bytes apart and colours are read as four floats
 * all the same: w of a colour is x of the next position.
 */
#include "cli/cli.h"

#define POINTS 16 /* Either way. */
#define POINT_FLOATS 7
#define VECTOR_SIZE ((uint32_t)(4 * sizeof(float)))

struct vertex {
    float position[4];
    float colour[4];
    float coordinate[4];
};

/* In the order of a strip, from the top left. */
static const struct vertex quad[] = {
    {{-1, -1, 0, 1}, {1, 0, 0, 1}, {0, 0, 0, 1}},
    {{1, -1, 0, 1}, {0, 1, 0, 1}, {1, 0, 0, 1}},
    {{-1, 1, 0, 1}, {0, 0, 1, 1}, {0, 1, 0, 1}},
    {{1, 1, 0, 1}, {1, 1, 1, 1}, {1, 1, 0, 1}},
};

static const struct vertex triangle[] = {
    {{0.9f, 0.9f, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}},
    {{0.9f, -0.9f, 0, 1}, {1, 0, 0, 1}, {1, -1, 0, 1}},
    {{-0.9f, 0, 0, 1}, {0, 1, 0, 1}, {-1, 0, 0, 1}},
};

static struct scene_attribute
make_attribute(enum cli_attribute location, uint32_t buffer, size_t offset, size_t stride)
{
    return (struct scene_attribute){
        .location = location,
        .format = scene_format_r32g32b32a32_sfloat,
        .buffer = buffer,
        .offset = offset,
        .stride = (uint32_t)stride,
        .rate = scene_rate_vertex,
    };
}

static void
set_attribute(struct cli_mesh_data *mesh, struct scene_attribute attribute)
{
    mesh->attributes[attribute.location] = attribute;
}

static struct cli_mesh_data
make_of_vertices(const struct vertex *vertices, uint32_t count, enum scene_topology topology)
{
    const size_t stride = sizeof(*vertices);
    struct cli_mesh_data mesh = {.vertex_count = count, .topology = topology};

    mesh.buffers[0] = (struct scene_buffer){vertices, count * stride};
    set_attribute(&mesh, make_attribute(cli_attribute_position, 0,
                                        offsetof(struct vertex, position), stride));
    set_attribute(&mesh,
                  make_attribute(cli_attribute_colour, 0, offsetof(struct vertex, colour), stride));
    set_attribute(&mesh, make_attribute(cli_attribute_coordinate, 0,
                                        offsetof(struct vertex, coordinate), stride));
    return mesh;
}

static struct cli_mesh_data
make_points(struct base_arena *arena)
{
    const uint32_t count = POINTS * POINTS;
    const size_t stride = POINT_FLOATS * sizeof(float);
    struct cli_mesh_data mesh = {.vertex_count = count, .topology = scene_topology_points};
    float *vertices = base_arena_new_array(arena, float, (size_t)count *POINT_FLOATS);
    float *coordinates = base_arena_new_array(arena, float, (size_t)count * 4);

    for (uint32_t i = 0; i < count; i++) {
        const float x = (float)(i % POINTS) / POINTS;
        const float y = (float)(i / POINTS) / POINTS;
        const float vertex[POINT_FLOATS] = {2 * x - 1, 2 * y - 1, 0, 1, 0.5f, x, y};
        const float coordinate[4] = {x, y, 0, 1};

        memcpy(vertices + (size_t)i * POINT_FLOATS, vertex, sizeof(vertex));
        memcpy(coordinates + (size_t)i * 4, coordinate, sizeof(coordinate));
    }
    mesh.buffers[0] = (struct scene_buffer){vertices, count * stride};
    mesh.buffers[1] = (struct scene_buffer){coordinates, (size_t)count * VECTOR_SIZE};
    set_attribute(&mesh, make_attribute(cli_attribute_position, 0, 0, stride));
    set_attribute(&mesh, make_attribute(cli_attribute_colour, 0, VECTOR_SIZE, stride));
    set_attribute(&mesh, make_attribute(cli_attribute_coordinate, 1, 0, VECTOR_SIZE));
    return mesh;
}

struct cli_mesh_data
cli_mesh_make(struct base_arena *arena, enum cli_mesh mesh)
{
    switch (mesh) {
    case cli_mesh_quad:
        break;
    case cli_mesh_triangle:
        return make_of_vertices(triangle, BASE_COUNT(triangle), scene_topology_triangles);
    case cli_mesh_points:
        return make_points(arena);
    }
    return make_of_vertices(quad, BASE_COUNT(quad), scene_topology_triangle_strip);
}
