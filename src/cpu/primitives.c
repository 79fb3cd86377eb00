/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include "base/bits.h"

#define MAX_PRIMITIVES 2048
#define MAX_COVERS (2 * MAX_PRIMITIVES)
/* Few tiles have room for many covers each. */
#define MIN_BINS (UINT32_C(1) << 16)

void
cpu_primitives_init(struct cpu_primitives *primitives, const struct cpu_pipeline *pipeline,
                    struct base_arena *arena)
{
    const uint32_t across = (pipeline->width + CPU_TILE_SIZE - 1) / CPU_TILE_SIZE;
    const uint32_t down = (pipeline->height + CPU_TILE_SIZE - 1) / CPU_TILE_SIZE;
    /* One primitive always fits. */
    const uint32_t bins = across * down * CPU_COVERS_EACH;
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

/* Layers past the last one are the last one. */
static uint32_t
layer_of(const struct cpu_pipeline *pipeline, const struct cpu_candidate *candidate)
{
    const uint32_t layer = candidate->provoking[cpu_word_layer];

    return layer < pipeline->layers ? layer : pipeline->layers - 1;
}

/* Brings the differences of the other corners to the first one into range. */
static void
wrap(uint32_t bits[3])
{
    const float first = base_float_of_bits(bits[0]);

    for (unsigned i = 1; i < 3; i++) {
        const float value = base_float_of_bits(bits[i]);
        const float difference = value - first;

        if (difference > 0.5f)
            bits[i] = base_bits_of_float(value - 1);
        else if (difference < -0.5f)
            bits[i] = base_bits_of_float(value + 1);
    }
}

static void
init_planes(const struct cpu_pipeline *pipeline, const struct cpu_candidate *candidate,
            struct cpu_plane *planes)
{
    for (uint32_t i = 0; i < pipeline->varying_count; i++) {
        const uint32_t word = pipeline->varyings_at + i;
        const enum ir_interp interp = pipeline->varyings[i].interp;
        const uint32_t *first =
            interp == ir_interp_flat ? candidate->provoking : candidate->corners[0];
        uint32_t bits[3] = {first[word], candidate->corners[1][word], candidate->corners[2][word]};

        if (pipeline->varyings[i].wraps)
            wrap(bits);
        cpu_plane_init(&planes[i], interp, &candidate->primitive.basis, &candidate->polygon, bits);
    }
}

static bool
has_room(const struct cpu_primitives *p, const struct cpu_candidate *candidate, uint32_t bins)
{
    return p->count < MAX_PRIMITIVES && p->cover_count + candidate->cover_count <= MAX_COVERS &&
           p->bin_count + bins <= p->bin_room;
}

bool
cpu_primitives_keep(struct cpu_primitives *p, const struct cpu_candidate *candidate,
                    struct base_diags *diags)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    const uint32_t layer = layer_of(pipeline, candidate);
    uint32_t bins = 0;

    for (uint32_t i = 0; i < candidate->cover_count; i++)
        bins += bins_of(&candidate->covers[i]);
    if ((layer != p->layer || !has_room(p, candidate, bins)) && !cpu_primitives_flush(p, diags))
        return false;
    p->layer = layer;
    p->primitives[p->count] = candidate->primitive;
    init_planes(pipeline, candidate, p->planes + (size_t)p->count * pipeline->varying_count);
    for (uint32_t i = 0; i < candidate->cover_count; i++) {
        p->covers[p->cover_count] = candidate->covers[i];
        p->covers[p->cover_count++].primitive = p->count;
    }
    p->bin_count += bins;
    p->count++;
    return true;
}
