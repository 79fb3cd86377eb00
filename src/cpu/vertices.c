/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include "base/bits.h"

struct cpu_vertices {
    const struct cpu_pipeline *pipeline;
    const struct cpu_assembly *batch;
    uint32_t *words;
};

/* Bytes past the buffer's end are 0. */
static void
fetch_attribute(const struct cpu_fetch *fetch, uint32_t vertex, uint32_t instance,
                uint32_t words[4])
{
    const struct scene_attribute *attribute = fetch->attribute;
    const struct scene_buffer *buffer = fetch->buffer;
    const uint32_t index = attribute->rate == scene_rate_instance ? instance : vertex;
    const uint64_t start = (uint64_t)index * attribute->stride;
    uint8_t element[16] = {0};

    if (start < buffer->size && attribute->offset < buffer->size - start) {
        const size_t at = (size_t)(start + attribute->offset);
        const size_t bytes = scene_format_infos[attribute->format].bytes;
        const size_t left = buffer->size - at;
        memcpy(element, (const char *)buffer->data + at, bytes < left ? bytes : left);
    }
    scene_format_unpack(attribute->format, element, words);
}

/* Component by component, since that is how the interpreter takes inputs. */
static void
fetch_input(const struct cpu_vertices *vertices, uint32_t input, uint32_t first, uint32_t count,
            uint32_t *to)
{
    const struct cpu_fetch *fetch = &vertices->pipeline->fetches[input];
    const uint32_t lanes = vertices->pipeline->lanes;

    for (uint32_t lane = 0; lane < count; lane++) {
        const uint32_t vertex = vertices->batch->vertices[first + lane].vertex;
        const uint32_t instance = vertices->batch->vertices[first + lane].instance;
        uint32_t words[4] = {0};

        switch (fetch->kind) {
        case cpu_fetch_nothing:
            break;
        case cpu_fetch_attribute:
            fetch_attribute(fetch, vertex, instance, words);
            break;
        case cpu_fetch_vertex_index:
            words[0] = vertex;
            break;
        case cpu_fetch_instance_index:
            words[0] = instance;
            break;
        }
        for (uint32_t c = 0; c < 4; c++)
            to[c * lanes + lane] = words[c];
    }
}

static void
store_words(const struct cpu_vertices *vertices, const uint32_t *outputs, uint32_t first,
            uint32_t count)
{
    const struct cpu_pipeline *pipeline = vertices->pipeline;

    for (uint32_t i = 0; i < pipeline->word_count; i++) {
        const uint32_t source = pipeline->sources[i];
        const uint32_t missing = i == cpu_word_point_size ? base_bits_of_float(1.0f) : 0;
        uint32_t *to = vertices->words + (size_t)first * pipeline->word_count + i;

        for (uint32_t lane = 0; lane < count; lane++, to += pipeline->word_count)
            *to = source == CPU_NONE ? missing : outputs[(size_t)source * pipeline->lanes + lane];
    }
}

static bool
run_group(void *context, uint32_t thread, uint32_t item)
{
    const struct cpu_vertices *vertices = context;
    const struct cpu_pipeline *pipeline = vertices->pipeline;
    struct cpu_worker *worker = &pipeline->workers[thread];
    const uint32_t lanes = pipeline->lanes;
    const uint32_t first = item * lanes;
    const uint32_t left = vertices->batch->vertex_count - first;
    const uint32_t count = left < lanes ? left : lanes;
    const uint64_t active = UINT64_MAX >> (64 - count);
    uint64_t live = active; /* And stays so: no op of this stage ends a lane. */

    for (uint32_t i = 0; i < pipeline->vertex.shader->inputs.count; i++)
        fetch_input(vertices, i, first, count, worker->inputs + (size_t)i * 4 * lanes);
    if (!cpu_stage_run(pipeline, &pipeline->vertex, worker, active, &live)) {
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
    const uint32_t groups = (batch->vertex_count + pipeline->lanes - 1) / pipeline->lanes;

    return cpu_pipeline_run(pipeline, &pipeline->vertex, groups, run_group, &vertices, diags);
}
