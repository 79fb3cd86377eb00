/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include "base/bits.h"

struct cpu_vertices {
    const struct cpu_pipeline *pipeline;
    const struct cpu_assembly *batch;
    uint32_t *words;
};

/* An element that does not lie whole in the buffer is zeroes. */
static void
fetch_attribute(const struct cpu_fetch *fetch, const struct cpu_vertices *vertices,
                const struct cpu_vertex *vertex, uint32_t words[8])
{
    static const uint8_t zeroes[32];
    const struct scene_attribute *attribute = fetch->attribute;
    const size_t bytes = scene_format_infos[attribute->format].bytes;
    const uint32_t first = vertices->batch->counts.first_instance;
    const uint32_t divisor = attribute->divisor ? attribute->divisor : 1;
    const uint32_t index = attribute->rate == scene_rate_instance
                               ? first + (vertex->instance - first) / divisor
                               : vertex->vertex;
    const uint64_t start = (uint64_t)index * attribute->stride;
    const uint64_t size = fetch->buffer.size;
    const void *element = zeroes;

    if (start < size && attribute->offset < size - start &&
        size - start - attribute->offset >= bytes)
        element = (const char *)fetch->buffer.data + start + attribute->offset;
    if (fetch->is_wide)
        scene_format_unpack_wide(attribute->format, element, words);
    else
        scene_format_unpack(attribute->format, element, words);
}

static uint32_t
fetch_number(const struct cpu_fetch *fetch, const struct cpu_vertices *vertices,
             const struct cpu_vertex *vertex)
{
    const struct cpu_counts *counts = &vertices->batch->counts;

    switch (fetch->kind) {
    case cpu_fetch_nothing:
    case cpu_fetch_attribute:
        break;
    case cpu_fetch_vertex_index:
        return vertex->vertex;
    case cpu_fetch_instance_index:
        return vertex->instance;
    case cpu_fetch_base_vertex:
        return vertices->batch->draw->index == scene_index_none ? counts->first_vertex
                                                                : (uint32_t)counts->vertex_offset;
    case cpu_fetch_base_instance:
        return counts->first_instance;
    case cpu_fetch_draw_index:
        return counts->draw_index;
    }
    return 0;
}

/* Component by component, since that is how the interpreter takes inputs. */
static void
fetch_input(const struct cpu_vertices *vertices, uint32_t input, uint32_t first, uint32_t count,
            uint32_t *to)
{
    const struct cpu_fetch *fetch = &vertices->pipeline->fetches[input];
    const uint32_t lanes = vertices->pipeline->vertex.lanes;

    for (uint32_t lane = 0; lane < count; lane++) {
        const struct cpu_vertex *vertex = &vertices->batch->vertices[first + lane];
        uint32_t words[8] = {0};

        if (fetch->kind == cpu_fetch_attribute)
            fetch_attribute(fetch, vertices, vertex, words);
        else
            words[0] = fetch_number(fetch, vertices, vertex);
        for (uint32_t c = 0; c < fetch->components; c++)
            to[c * lanes + lane] = fetch->first + c < 8 ? words[fetch->first + c] : 0;
    }
}

static void
store_words(const struct cpu_vertices *vertices, const uint32_t *outputs, uint32_t first,
            uint32_t count)
{
    const struct cpu_pipeline *pipeline = vertices->pipeline;
    const uint32_t lanes = pipeline->vertex.lanes;

    for (uint32_t i = 0; i < pipeline->word_count; i++) {
        const uint32_t source = pipeline->sources[i];
        const uint32_t missing = i == cpu_word_point_size ? base_bits_of_float(1.0f) : 0;
        uint32_t *to = vertices->words + (size_t)first * pipeline->word_count + i;

        for (uint32_t lane = 0; lane < count; lane++, to += pipeline->word_count)
            *to = source == CPU_NONE ? missing : outputs[(size_t)source * lanes + lane];
    }
}

static bool
run_group(void *context, uint32_t thread, uint32_t item)
{
    const struct cpu_vertices *vertices = context;
    const struct cpu_pipeline *pipeline = vertices->pipeline;
    struct cpu_worker *worker = &pipeline->workers[thread];
    const uint32_t lanes = pipeline->vertex.lanes;
    const uint32_t first = item * lanes;
    const uint32_t left = vertices->batch->vertex_count - first;
    const uint32_t count = left < lanes ? left : lanes;
    struct cpu_group group = {.active = UINT64_MAX >> (64 - count)};
    uint64_t live = group.active; /* And stays so: no op of this stage ends a lane. */

    for (uint32_t i = 0; i < pipeline->vertex.shader->inputs.count; i++)
        fetch_input(vertices, i, first, count, worker->inputs + (size_t)i * 4 * lanes);
    if (!cpu_pipeline_run_group(&pipeline->vertex, worker, &group, &live)) {
        worker->failed_item = item;
        return false;
    }
    store_words(vertices, worker->outputs, first, count);
    return true;
}

bool
cpu_vertices_run(const struct cpu_pipeline *pipeline, const struct cpu_assembly *batch,
                 uint32_t *words, struct base_diags *diags)
{
    struct cpu_vertices vertices = {pipeline, batch, words};
    const uint32_t lanes = pipeline->vertex.lanes;
    const uint32_t groups = (batch->vertex_count + lanes - 1) / lanes;

    return cpu_pipeline_run(pipeline, &pipeline->vertex, groups, run_group, &vertices, diags);
}
