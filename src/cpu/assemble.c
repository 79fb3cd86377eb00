/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

/* Which of the vertices since a run began make a primitive. Primitive n of a run is complete with
 * need + n * step vertices; its corners are counted from vertex n * step on. */
struct topology {
    uint8_t corners;
    uint8_t need;
    uint8_t step;
    uint8_t corner[3];
    bool swaps;  /* Every other primitive's second and third corner, so that all turn one way. */
    bool is_fan; /* The third corner is the run's first vertex. */
};

static const struct topology topologies[] = {
    /*                                       corners need step corner   swaps  is_fan */
    [scene_topology_points] = {1, 1, 1, {0}, false, false},
    [scene_topology_lines] = {2, 2, 2, {0, 1}, false, false},
    [scene_topology_line_strip] = {2, 2, 1, {0, 1}, false, false},
    [scene_topology_triangles] = {3, 3, 3, {0, 1, 2}, false, false},
    [scene_topology_triangle_strip] = {3, 3, 1, {0, 1, 2}, true, false},
    [scene_topology_triangle_fan] = {3, 3, 1, {1, 2, 0}, false, true},
    [scene_topology_lines_adjacency] = {2, 4, 4, {1, 2}, false, false},
    [scene_topology_line_strip_adjacency] = {2, 4, 1, {1, 2}, false, false},
    [scene_topology_triangles_adjacency] = {3, 6, 6, {0, 2, 4}, false, false},
    [scene_topology_triangle_strip_adjacency] = {3, 6, 2, {0, 2, 4}, true, false},
    /* Of patches the device makes none. */
    [scene_topology_patches] = {3, UINT8_MAX, 1, {0, 1, 2}, false, false},
};

#define RECENT 6 /* The most vertices that a primitive needs. */

uint32_t
cpu_topology_corners(enum scene_topology topology)
{
    return topologies[topology].corners;
}

static uint32_t
index_bytes(enum scene_index index)
{
    switch (index) {
    case scene_index_none:
        break;
    case scene_index_u8:
        return 1;
    case scene_index_u16:
        return 2;
    case scene_index_u32:
        return 4;
    }
    return 0;
}

void
cpu_assembly_init(struct cpu_assembly *a, const struct cpu_memory *memory,
                  const struct scene_draw *draw, const struct cpu_counts *counts)
{
    a->draw = draw;
    a->counts = *counts;
    a->indices = (struct scene_bytes){NULL, 0};
    if (draw->index != scene_index_none) {
        const struct scene_bytes *buffer = &memory->buffers[draw->index_buffer];

        if (draw->index_offset < buffer->size) {
            a->indices.data = (char *)buffer->data + draw->index_offset;
            a->indices.size = buffer->size - (size_t)draw->index_offset;
        }
    }
    a->instance = 0;
    a->at = 0;
    a->run = 0;
    a->id = 0;
}

/* An index past the buffer's end is 0. */
static uint32_t
read_index(const struct cpu_assembly *a, uint64_t number)
{
    const uint32_t bytes = index_bytes(a->draw->index);
    const uint64_t at = number * bytes;
    const char *from = a->indices.data;
    uint8_t byte;
    uint16_t half;
    uint32_t word;

    if (at >= a->indices.size || a->indices.size - at < bytes)
        return 0;
    switch (bytes) {
    case 1:
        memcpy(&byte, from + at, 1);
        return byte;
    case 2:
        memcpy(&half, from + at, 2);
        return half;
    default:
        memcpy(&word, from + at, 4);
        return word;
    }
}

/* The next vertex of the instance; false if it is a restart. */
static bool
next_vertex(struct cpu_assembly *a, uint32_t *vertex)
{
    const uint32_t at = a->counts.first_vertex + a->at++;

    *vertex = at;
    if (a->draw->index == scene_index_none)
        return true;
    const uint32_t index = read_index(a, at);
    const uint32_t restart = UINT32_MAX >> (32 - 8 * index_bytes(a->draw->index));
    *vertex = index + (uint32_t)a->counts.vertex_offset;
    return !a->draw->has_restart || index != restart;
}

/* The place of a vertex in the batch. */
static uint32_t
place_of(struct cpu_assembly *a, uint32_t vertex)
{
    const uint32_t instance = a->counts.first_instance + a->instance;
    uint32_t slot = (vertex * 2654435761u ^ instance * 2246822519u) >> 19;

    for (;; slot++) {
        slot %= CPU_BATCH_SLOTS;
        if (a->slot_rounds[slot] != a->round)
            break;
        const struct cpu_vertex *known = &a->vertices[a->slots[slot]];
        if (known->vertex == vertex && known->instance == instance)
            return a->slots[slot];
    }
    a->slot_rounds[slot] = a->round;
    a->slots[slot] = a->vertex_count;
    a->vertices[a->vertex_count] = (struct cpu_vertex){vertex, instance};
    return a->vertex_count++;
}

/* The primitive that the run's last vertex completes, if any. */
static void
complete(struct cpu_assembly *a)
{
    const struct topology *topology = &topologies[a->draw->topology];

    if (a->run < topology->need || (a->run - topology->need) % topology->step)
        return;
    const uint32_t first = a->run - topology->need;
    struct cpu_assembled *primitive = &a->primitives[a->primitive_count++];
    primitive->id = a->id++;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t corner = first + topology->corner[i < topology->corners ? i : 0];
        const bool is_first = topology->is_fan && i == 2;

        primitive->corners[i] = place_of(a, is_first ? a->first : a->recent[corner % RECENT]);
    }
    const bool is_swapped = topology->swaps && first / topology->step % 2;
    if (is_swapped) {
        const uint32_t second = primitive->corners[1];

        primitive->corners[1] = primitive->corners[2];
        primitive->corners[2] = second;
    }
    primitive->provoking = !a->draw->raster.is_last_provoking ? 0
                           : is_swapped || topology->is_fan   ? 1
                                                              : topology->corners - 1u;
}

static void
start_instance(struct cpu_assembly *a)
{
    a->instance++;
    a->at = 0;
    a->run = 0;
    a->id = 0;
}

bool
cpu_assembly_next(struct cpu_assembly *a)
{
    a->vertex_count = 0;
    a->primitive_count = 0;
    if (++a->round == 0) { /* The slots of 2^32 rounds ago must not look like new ones. */
        memset(a->slot_rounds, 0, sizeof(a->slot_rounds));
        a->round = 1;
    }
    while (a->instance < a->counts.instance_count && a->counts.vertex_count) {
        uint32_t vertex;

        if (a->vertex_count > CPU_BATCH_VERTICES - 3 || a->primitive_count == CPU_BATCH_VERTICES)
            break;
        if (a->at == a->counts.vertex_count) {
            start_instance(a);
            continue;
        }
        if (!next_vertex(a, &vertex)) {
            a->run = 0;
            continue;
        }
        if (!a->run)
            a->first = vertex;
        a->recent[a->run++ % RECENT] = vertex;
        complete(a);
    }
    return a->primitive_count > 0;
}
