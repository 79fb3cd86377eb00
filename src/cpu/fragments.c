/* SPDX-License-Identifier: MIT
 *
 * A tile belongs to one thread, which shades its primitives in order. So each pixel sees them in
 * order, and results depend neither on the number of threads nor on that of lanes.
 */
#include "cpu/cpu_priv.h"

#include "base/bits.h"

static void
set_frag_coord(const struct cpu_pipeline *pipeline, struct cpu_worker *worker,
               const struct cpu_primitive *primitive, const struct cpu_quad *quads)
{
    const uint32_t lanes = pipeline->lanes;
    uint32_t *to = worker->inputs + (size_t)pipeline->frag_coord * 4 * lanes;

    for (uint32_t i = 0; i < worker->weights.count; i++) {
        const struct cpu_quad *quad = &quads[i / 4];
        to[i] = base_bits_of_float((float)(quad->x + (i & 1)) + 0.5f);
        to[lanes + i] = base_bits_of_float((float)(quad->y + (i >> 1 & 1)) + 0.5f);
    }
    cpu_depth_evaluate(&primitive->basis, &worker->weights, to + 2 * (size_t)lanes);
    cpu_over_w_evaluate(&worker->weights, to + 3 * (size_t)lanes);
}

static void
set_inputs(const struct cpu_primitives *p, struct cpu_worker *worker, uint32_t number,
           const struct cpu_quad *quads, uint32_t quad_count)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    const struct cpu_primitive *primitive = &p->primitives[number];
    const struct cpu_plane *planes = p->planes + (size_t)number * pipeline->varying_count;
    const uint32_t lanes = pipeline->lanes;

    cpu_weights_init(&worker->weights, &primitive->basis, quads, quad_count);
    for (uint32_t i = 0; i < pipeline->varying_count; i++)
        cpu_plane_evaluate(&planes[i], &worker->weights,
                           worker->inputs + (size_t)pipeline->varyings[i].input * lanes);
    if (pipeline->frag_coord != CPU_NONE)
        set_frag_coord(pipeline, worker, primitive, quads);
    if (pipeline->front_facing != CPU_NONE) {
        uint32_t *to = worker->inputs + (size_t)pipeline->front_facing * 4 * lanes;
        for (uint32_t i = 0; i < worker->weights.count; i++)
            to[i] = primitive->is_front ? UINT32_MAX : 0;
    }
}

/* Components that the shader does not write are 0, 0, 0, 1. */
static void
write_colour(const struct cpu_pipeline *pipeline, const struct cpu_colour *colour,
             const uint32_t *outputs, const struct cpu_quad *quads, uint64_t live)
{
    const uint32_t lanes = pipeline->lanes;
    const uint32_t *from = outputs + (size_t)colour->output * 4 * lanes;
    const size_t bytes = scene_format_infos[colour->format].bytes;
    uint32_t words[4] = {0, 0, 0, base_bits_of_float(1.0f)};

    for (uint32_t i = 0; i < lanes; i++) {
        if (!(live >> i & 1))
            continue;
        const size_t x = quads[i / 4].x + (i & 1);
        const size_t y = quads[i / 4].y + (i >> 1 & 1);
        for (uint32_t c = 0; c < colour->components; c++)
            words[c] = from[c * lanes + i];
        scene_format_pack(colour->format, words, colour->data + (y * pipeline->width + x) * bytes);
    }
}

static bool
shade_group(const struct cpu_primitives *p, struct cpu_worker *worker, uint32_t primitive,
            const struct cpu_quad *quads, uint32_t quad_count)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    const uint64_t active = UINT64_MAX >> (64 - 4 * quad_count);
    uint64_t live = 0;

    for (uint32_t i = 0; i < quad_count; i++)
        live |= (uint64_t)quads[i].mask << 4 * i;
    set_inputs(p, worker, primitive, quads, quad_count);
    if (!cpu_stage_run(pipeline, &pipeline->fragment, worker, active, &live))
        return false;
    for (uint32_t i = 0; i < pipeline->colour_count; i++)
        write_colour(pipeline, &pipeline->colours[i], worker->outputs, quads, live);
    return true;
}

static bool
shade_tile(void *context, uint32_t thread, uint32_t item)
{
    const struct cpu_primitives *p = context;
    struct cpu_worker *worker = &p->pipeline->workers[thread];
    const uint32_t tile = p->tiles_in_use[item];
    const int32_t x = (int32_t)(tile % p->tiles_across * CPU_TILE_SIZE);
    const int32_t y = (int32_t)(tile / p->tiles_across * CPU_TILE_SIZE);
    const uint32_t most = p->pipeline->lanes / 4;

    for (uint32_t i = p->tile_starts[tile]; i < p->tile_starts[tile + 1]; i++) {
        const struct cpu_cover *cover = &p->covers[p->bins[i]];
        const uint32_t count = cpu_cover_tile(cover, x, y, worker->quads);

        for (uint32_t j = 0; j < count; j += most) {
            const uint32_t quads = count - j < most ? count - j : most;
            if (!shade_group(p, worker, cover->primitive, worker->quads + j, quads)) {
                worker->failed_item = item;
                return false;
            }
        }
    }
    return true;
}

bool
cpu_fragments_run(struct cpu_primitives *primitives, struct base_diags *diags)
{
    const struct cpu_pipeline *pipeline = primitives->pipeline;

    return cpu_pipeline_run(pipeline, &pipeline->fragment, primitives->tile_use_count, shade_tile,
                            primitives, diags);
}
