/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#define MAX_PRIMITIVES 2048
#define MAX_COVERS (2 * MAX_PRIMITIVES)
/* Of one primitive: the triangles of a polygon. */
#define COVERS_EACH (CPU_MAX_CORNERS - 2)
/* Few tiles have room for many covers each. */
#define MIN_BINS (UINT32_C(1) << 16)

void
cpu_primitives_init(struct cpu_primitives *primitives, const struct cpu_pipeline *pipeline,
                    struct base_arena *arena)
{
    const uint32_t across = (pipeline->width + CPU_TILE_SIZE - 1) / CPU_TILE_SIZE;
    const uint32_t down = (pipeline->height + CPU_TILE_SIZE - 1) / CPU_TILE_SIZE;
    /* One primitive always fits. */
    const uint32_t bins = across * down * COVERS_EACH;
    const uint32_t bin_room = bins > MIN_BINS ? bins : MIN_BINS;

    *primitives = (struct cpu_primitives){
        .pipeline = pipeline,
        .primitives = base_arena_new_array(arena, struct cpu_primitive, MAX_PRIMITIVES),
        .planes = base_arena_new_array(arena, struct cpu_plane,
                                       (size_t)MAX_PRIMITIVES * pipeline->varying_count),
        .covers = base_arena_new_array(arena, struct cpu_cover, MAX_COVERS),
        .tiles_across = across,
        .tile_count = across * down,
        .tile_starts = base_arena_new_array(arena, uint32_t, (size_t)across * down + 1),
        .bins = base_arena_new_array(arena, uint32_t, bin_room),
        .bin_room = bin_room,
        .tiles_in_use = base_arena_new_array(arena, uint32_t, (size_t)across * down),
    };
}

/* ---- bins ---- */

/* The tiles that a cover's box touches. */
static struct cpu_rect
tiles_of(const struct cpu_cover *cover)
{
    return (struct cpu_rect){cover->box.x0 / CPU_TILE_SIZE, cover->box.y0 / CPU_TILE_SIZE,
                             (cover->box.x1 + CPU_TILE_SIZE - 1) / CPU_TILE_SIZE,
                             (cover->box.y1 + CPU_TILE_SIZE - 1) / CPU_TILE_SIZE};
}

static uint32_t
bins_of(const struct cpu_cover *cover)
{
    const struct cpu_rect tiles = tiles_of(cover);

    return (uint32_t)(tiles.x1 - tiles.x0) * (uint32_t)(tiles.y1 - tiles.y0);
}

static void
count_cover(struct cpu_primitives *p, const struct cpu_cover *cover)
{
    const struct cpu_rect tiles = tiles_of(cover);

    for (int32_t y = tiles.y0; y < tiles.y1; y++) {
        for (int32_t x = tiles.x0; x < tiles.x1; x++)
            p->tile_starts[(uint32_t)y * p->tiles_across + (uint32_t)x]++;
    }
}

static void
bin_cover(struct cpu_primitives *p, uint32_t number)
{
    const struct cpu_rect tiles = tiles_of(&p->covers[number]);

    for (int32_t y = tiles.y0; y < tiles.y1; y++) {
        for (int32_t x = tiles.x0; x < tiles.x1; x++)
            p->bins[--p->tile_starts[(uint32_t)y * p->tiles_across + (uint32_t)x]] = number;
    }
}

/* Counting sort: covers by tile, in order within each tile. */
static void
sort_covers(struct cpu_primitives *p)
{
    memset(p->tile_starts, 0, ((size_t)p->tile_count + 1) * sizeof(*p->tile_starts));
    for (uint32_t i = 0; i < p->cover_count; i++)
        count_cover(p, &p->covers[i]);

    /* Each start is first the tile's end, and comes down while the tile fills from behind. */
    p->tile_use_count = 0;
    for (uint32_t i = 0, sum = 0; i <= p->tile_count; i++) {
        if (p->tile_starts[i])
            p->tiles_in_use[p->tile_use_count++] = i;
        sum += p->tile_starts[i];
        p->tile_starts[i] = sum;
    }
    for (uint32_t i = p->cover_count; i--;)
        bin_cover(p, i);
}

bool
cpu_primitives_flush(struct cpu_primitives *primitives, struct base_diags *diags)
{
    bool ok = true;

    if (primitives->cover_count) {
        sort_covers(primitives);
        ok = cpu_fragments_run(primitives, diags);
    }
    primitives->count = 0;
    primitives->cover_count = 0;
    primitives->bin_count = 0;
    return ok;
}

/* ---- primitives ---- */

/* A primitive before it is kept. */
struct candidate {
    const uint32_t *const *corners;
    struct cpu_polygon polygon;
    struct cpu_window windows[CPU_MAX_CORNERS];
    struct cpu_cover covers[COVERS_EACH];
    uint32_t cover_count;
    uint32_t bin_count;
    bool is_point;
    bool is_front;
};

static bool
is_culled(const struct scene_draw *draw, bool is_front)
{
    return (draw->cull == scene_cull_front && is_front) ||
           (draw->cull == scene_cull_back && !is_front);
}

static void
add_cover(struct candidate *candidate)
{
    candidate->bin_count += bins_of(&candidate->covers[candidate->cover_count]);
    candidate->cover_count++;
}

/* A polygon is covered as a fan of triangles. */
static void
cover_triangle(const struct cpu_pipeline *pipeline, struct candidate *candidate)
{
    const struct cpu_rect inside = cpu_rect_intersect(&pipeline->scissor, &pipeline->viewport.rect);
    const struct cpu_window *windows = candidate->windows;
    const uint32_t count = candidate->polygon.count;
    int64_t area = 0;

    for (uint32_t i = 0; i < count; i++)
        cpu_window_init(&candidate->windows[i], &pipeline->viewport,
                        candidate->polygon.corners[i].clip);
    for (uint32_t i = 1; i + 1 < count; i++)
        area += cpu_triangle_area(&windows[0], &windows[i], &windows[i + 1]);

    /* With y down, positive is clockwise. */
    candidate->is_front = (area > 0) == (pipeline->draw->front == scene_front_clockwise);
    if (!area || is_culled(pipeline->draw, candidate->is_front))
        return;

    /* Snapping may turn over a thin triangle of the fan. Its neighbours then cover it too. */
    for (uint32_t i = 1; i + 1 < count; i++) {
        struct cpu_cover *cover = &candidate->covers[candidate->cover_count];
        const int64_t part = cpu_triangle_area(&windows[0], &windows[i], &windows[i + 1]);

        if ((part > 0) == (area > 0) &&
            cpu_cover_triangle(cover, &inside, &windows[0], &windows[i], &windows[i + 1]))
            add_cover(candidate);
    }
}

static void
cover_point(const struct cpu_pipeline *pipeline, struct candidate *candidate,
            const float position[4], float size)
{
    const double clip[4] = {(double)position[0], (double)position[1], (double)position[2],
                            (double)position[3]};

    candidate->is_front = true;
    if (!cpu_point_is_inside(&pipeline->viewport, position))
        return;
    cpu_window_init(&candidate->windows[0], &pipeline->viewport, clip);
    if (cpu_cover_point(&candidate->covers[0], &pipeline->scissor, &candidate->windows[0], size))
        add_cover(candidate);
}

static void
keep(struct cpu_primitives *p, const struct candidate *candidate)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    struct cpu_primitive *primitive = &p->primitives[p->count];
    struct cpu_plane *planes = p->planes + (size_t)p->count * pipeline->varying_count;

    primitive->is_front = candidate->is_front;
    if (candidate->is_point)
        cpu_basis_init_point(&primitive->basis, &candidate->windows[0]);
    else
        cpu_basis_init(&primitive->basis, &candidate->polygon, candidate->windows);
    for (uint32_t i = 0; i < pipeline->varying_count; i++) {
        const uint32_t word = cpu_word_varyings + i;
        const uint32_t bits[3] = {candidate->corners[0][word], candidate->corners[1][word],
                                  candidate->corners[2][word]};

        cpu_plane_init(&planes[i], pipeline->varyings[i].interp, &primitive->basis,
                       &candidate->polygon, bits);
    }
    for (uint32_t i = 0; i < candidate->cover_count; i++) {
        p->covers[p->cover_count] = candidate->covers[i];
        p->covers[p->cover_count++].primitive = p->count;
    }
    p->bin_count += candidate->bin_count;
    p->count++;
}

bool
cpu_primitives_add(struct cpu_primitives *p, const uint32_t *const corners[3],
                   struct base_diags *diags)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    struct candidate candidate;
    float positions[3][4];
    float size;

    candidate.corners = corners;
    candidate.cover_count = 0;
    candidate.bin_count = 0;
    candidate.is_point = pipeline->draw->topology == scene_topology_points;
    for (int i = 0; i < 3; i++)
        memcpy(positions[i], corners[i] + cpu_word_position, sizeof(positions[i]));
    memcpy(&size, corners[0] + cpu_word_point_size, sizeof(size));

    if (candidate.is_point)
        cover_point(pipeline, &candidate, positions[0], size);
    else if (cpu_clip_triangle(&pipeline->viewport,
                               (const float *const[]){positions[0], positions[1], positions[2]},
                               &candidate.polygon))
        cover_triangle(pipeline, &candidate);
    if (!candidate.cover_count)
        return true;

    if (p->count == MAX_PRIMITIVES || p->cover_count + candidate.cover_count > MAX_COVERS ||
        p->bin_count + candidate.bin_count > p->bin_room) {
        if (!cpu_primitives_flush(p, diags))
            return false;
    }
    keep(p, &candidate);
    return true;
}
