/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include <inttypes.h>

struct drawing {
    const struct cpu_context *context;
    struct cpu_pipeline pipeline;
    struct cpu_primitives primitives;
    struct cpu_assembly batch;
    uint32_t *words;   /* Of the batch's vertices. */
    uint64_t vertices; /* Of indirect draws so far, and these draws themselves. */
};

static bool
draw_batch(struct drawing *d, struct base_diags *diags)
{
    if (!cpu_vertices_run(&d->pipeline, &d->batch, d->words, diags))
        return false;
    for (uint32_t i = 0; i < d->batch.primitive_count; i++) {
        const struct cpu_assembled *primitive = &d->batch.primitives[i];
        struct cpu_corners vertices = {.id = primitive->id};

        for (uint32_t j = 0; j < 3; j++)
            vertices.corners[j] = d->words + (size_t)primitive->corners[j] * d->pipeline.word_count;
        vertices.provoking = vertices.corners[primitive->provoking];
        if (!cpu_setup_add(&d->primitives, &vertices, diags))
            return false;
    }
    return true;
}

static bool
draw_counts(struct drawing *d, const struct cpu_counts *counts, struct base_diags *diags)
{
    cpu_assembly_init(&d->batch, d->context->memory, d->pipeline.draw, counts);
    while (cpu_assembly_next(&d->batch)) {
        if (!draw_batch(d, diags))
            return false;
    }
    return true;
}

/* The numbers of one of an indirect draw's, as they stand in its buffer. */
static struct cpu_counts
read_counts(const struct drawing *d, uint32_t number)
{
    const struct scene_draw *draw = d->pipeline.draw;
    const struct scene_indirect *indirect = &draw->indirect;
    const uint64_t at = indirect->offset + (uint64_t)number * indirect->stride;
    const bool is_indexed = draw->index != scene_index_none;
    uint32_t words[5];

    cpu_memory_read_words(d->context->memory, indirect->buffer, at, words, is_indexed ? 5 : 4);
    return (struct cpu_counts){.vertex_count = words[0],
                               .instance_count = words[1],
                               .first_vertex = words[2],
                               .vertex_offset = is_indexed ? (int32_t)words[3] : 0,
                               .first_instance = is_indexed ? words[4] : words[3],
                               .draw_index = number};
}

/* What scene_check asks of a draw's own numbers. All of an indirect draw's count together. */
static bool
check_counts(struct drawing *d, const struct cpu_counts *counts, struct base_diags *diags)
{
    d->vertices += (uint64_t)counts->vertex_count * counts->instance_count + 1;
    if (counts->vertex_count <= UINT32_MAX - counts->first_vertex &&
        counts->instance_count <= UINT32_MAX - counts->first_instance &&
        d->vertices <= SCENE_MAX_VERTICES)
        return true;
    base_error(diags, QD_CODE_LIMIT, base_at_nowhere(),
               "found %" PRIu32 " instances from %" PRIu32 " on of %" PRIu32
               " vertices from %" PRIu32 " on in indirect draw %" PRIu32
               ", expected numbers below 2^32 and at most %" PRIu32 " vertices in all",
               counts->instance_count, counts->first_instance, counts->vertex_count,
               counts->first_vertex, counts->draw_index, SCENE_MAX_VERTICES);
    return false;
}

static bool
draw_all(struct drawing *d, struct base_diags *diags)
{
    const struct scene_draw *draw = d->pipeline.draw;
    const struct cpu_counts counts = {.first_vertex = draw->first_vertex,
                                      .vertex_count = draw->vertex_count,
                                      .first_instance = draw->first_instance,
                                      .instance_count = draw->instance_count,
                                      .vertex_offset = draw->vertex_offset};

    if (!draw->indirect.is_used)
        return draw_counts(d, &counts, diags);
    for (uint32_t i = 0; i < draw->indirect.count; i++) {
        const struct cpu_counts read = read_counts(d, i);

        if (!check_counts(d, &read, diags) || !draw_counts(d, &read, diags))
            return false;
    }
    return true;
}

bool
cpu_draw(const struct cpu_context *context, const struct scene_draw *draw, struct base_arena *arena,
         struct base_diags *diags)
{
    struct drawing *d = base_arena_new(arena, struct drawing);

    d->context = context;
    if (!cpu_pipeline_init(&d->pipeline, context, draw, arena, diags))
        return false;
    cpu_primitives_init(&d->primitives, &d->pipeline, arena);
    d->words =
        base_arena_new_array(arena, uint32_t, (size_t)CPU_BATCH_VERTICES * d->pipeline.word_count);
    if (!draw_all(d, diags) || !cpu_primitives_flush(&d->primitives, diags))
        return false;
    for (uint32_t i = 0; i < draw->target_count; i++)
        cpu_colour_resolve(context, &draw->targets[i]);
    return true;
}
