/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include <inttypes.h>

#define SCRATCH_ALIGNMENT ((uintptr_t)64)

/* ---- what is bound ---- */

static const struct cpu_buffer_view *
make_buffers(const struct cpu_pipeline_options *options, const struct ir_shader *shader,
             struct base_arena *arena)
{
    struct cpu_buffer_view *views =
        base_arena_new_array(arena, struct cpu_buffer_view, shader->buffers.count);

    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];
        const struct scene_binding *binding =
            scene_find_binding(options->draw, buffer->set, buffer->binding);

        if (!binding)
            continue;
        const struct scene_buffer *from = &options->scene->buffers[binding->buffer];
        views[i].data = from->data;
        views[i].size = from->size < buffer->size ? from->size : buffer->size;
    }
    return views;
}

static const struct cpu_texture_view *
make_textures(const struct cpu_pipeline_options *options, const struct ir_shader *shader,
              struct base_arena *arena)
{
    struct cpu_texture_view *views =
        base_arena_new_array(arena, struct cpu_texture_view, shader->textures.count);

    for (uint32_t i = 0; i < shader->textures.count; i++) {
        const struct ir_texture *texture = &shader->textures.data[i];
        const struct scene_binding *binding =
            scene_find_binding(options->draw, texture->set, texture->binding);

        if (!binding)
            continue;
        views[i].texture = &options->scene->textures[binding->texture];
        views[i].sampler = &options->scene->samplers[binding->sampler];
    }
    return views;
}

static bool
init_stage(struct cpu_stage *stage, const struct ir_shader *shader,
           const struct cpu_pipeline_options *options, struct base_arena *arena,
           struct base_diags *diags)
{
    stage->shader = shader;
    stage->program = cpu_program_create(shader, options->lanes, arena, diags);
    if (!stage->program)
        return false;
    stage->buffers = make_buffers(options, shader, arena);
    stage->textures = make_textures(options, shader, arena);
    return true;
}

/* ---- inputs and outputs ---- */

static void
init_fetches(struct cpu_pipeline *pipeline, const struct scene *scene, struct base_arena *arena)
{
    const struct scene_draw *draw = pipeline->draw;
    const struct ir_shader *shader = draw->vertex;
    struct cpu_fetch *fetches = base_arena_new_array(arena, struct cpu_fetch, shader->inputs.count);

    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        const struct ir_io *input = &shader->inputs.data[i];

        if (input->builtin == ir_builtin_vertex_index)
            fetches[i].kind = cpu_fetch_vertex_index;
        else if (input->builtin == ir_builtin_instance_index)
            fetches[i].kind = cpu_fetch_instance_index;
        if (input->builtin != ir_builtin_none)
            continue;
        const struct scene_attribute *attribute = scene_find_attribute(draw, input->location);
        if (!attribute)
            continue;
        fetches[i].kind = cpu_fetch_attribute;
        fetches[i].attribute = attribute;
        fetches[i].buffer = &scene->buffers[attribute->buffer];
    }
    pipeline->fetches = fetches;
}

/* The output component that is a built-in's, or has a location. */
static uint32_t
find_output(const struct ir_shader *shader, enum ir_builtin builtin, uint32_t location,
            uint32_t component)
{
    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        const struct ir_io *output = &shader->outputs.data[i];

        if (output->builtin != builtin)
            continue;
        if (builtin == ir_builtin_none && output->location != location)
            continue;
        return component < output->components ? i * 4 + component : CPU_NONE;
    }
    return CPU_NONE;
}

/* Fragment inputs, component by component, and where the vertex shader leaves each. */
static void
init_varyings(struct cpu_pipeline *pipeline, struct base_arena *arena)
{
    const struct ir_shader *vertex = pipeline->draw->vertex;
    const struct ir_shader *fragment = pipeline->draw->fragment;
    const size_t most = (size_t)fragment->inputs.count * 4;
    struct cpu_varying *varyings = base_arena_new_array(arena, struct cpu_varying, most);
    uint32_t *sources = base_arena_new_array(arena, uint32_t, cpu_word_varyings + most);
    uint32_t count = 0;

    for (uint32_t c = 0; c < 4; c++)
        sources[cpu_word_position + c] = find_output(vertex, ir_builtin_position, 0, c);
    sources[cpu_word_point_size] = find_output(vertex, ir_builtin_point_size, 0, 0);

    pipeline->frag_coord = CPU_NONE;
    pipeline->front_facing = CPU_NONE;
    for (uint32_t i = 0; i < fragment->inputs.count; i++) {
        const struct ir_io *input = &fragment->inputs.data[i];

        if (input->builtin == ir_builtin_frag_coord)
            pipeline->frag_coord = i;
        else if (input->builtin == ir_builtin_front_facing)
            pipeline->front_facing = i;
        if (input->builtin != ir_builtin_none)
            continue;
        for (uint32_t c = 0; c < input->components; c++) {
            sources[cpu_word_varyings + count] =
                find_output(vertex, ir_builtin_none, input->location, c);
            varyings[count].input = i * 4 + c;
            varyings[count].interp = input->type == ir_type_f32 ? input->interp : ir_interp_flat;
            count++;
        }
    }
    pipeline->varyings = varyings;
    pipeline->varying_count = count;
    pipeline->sources = sources;
    pipeline->word_count = cpu_word_varyings + count;
}

static void
init_colours(struct cpu_pipeline *pipeline, const struct scene_image *images)
{
    const struct scene_draw *draw = pipeline->draw;

    for (uint32_t i = 0; i < draw->target_count; i++) {
        const struct scene_image *image = &images[draw->targets[i]];
        struct cpu_colour *colour = &pipeline->colours[pipeline->colour_count];
        const uint32_t output = find_output(draw->fragment, ir_builtin_none, i, 0);

        pipeline->width = image->width;
        pipeline->height = image->height;
        if (output == CPU_NONE)
            continue;
        colour->output = output / 4;
        colour->components = draw->fragment->outputs.data[output / 4].components;
        colour->format = image->format;
        colour->data = image->data;
        pipeline->colour_count++;
    }
}

static void
init_scissor(struct cpu_pipeline *pipeline)
{
    const struct scene_rect *from = &pipeline->draw->scissor;
    const struct cpu_rect area = {0, 0, (int32_t)pipeline->width, (int32_t)pipeline->height};
    const struct cpu_rect scissor = {from->x, from->y, from->x + (int32_t)from->width,
                                     from->y + (int32_t)from->height};

    pipeline->scissor = from->width || from->height ? cpu_rect_intersect(&area, &scissor) : area;
}

/* ---- workers ---- */

static size_t
larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void *
make_scratch(const struct cpu_program *program, struct base_arena *arena)
{
    char *memory = base_arena_alloc(arena, cpu_program_scratch_size(program) + SCRATCH_ALIGNMENT);
    void *scratch = memory + (SCRATCH_ALIGNMENT - (uintptr_t)memory % SCRATCH_ALIGNMENT);

    cpu_program_scratch_init(program, scratch);
    return scratch;
}

static void
init_workers(struct cpu_pipeline *pipeline, struct base_arena *arena)
{
    const struct ir_shader *vertex = pipeline->vertex.shader;
    const struct ir_shader *fragment = pipeline->fragment.shader;
    const uint32_t threads = cpu_pool_threads(pipeline->pool);
    const size_t group = (size_t)4 * pipeline->lanes;
    const size_t inputs = larger(vertex->inputs.count, fragment->inputs.count) * group;
    const size_t outputs = larger(vertex->outputs.count, fragment->outputs.count) * group;

    pipeline->workers = base_arena_new_array(arena, struct cpu_worker, threads);
    for (uint32_t i = 0; i < threads; i++) {
        struct cpu_worker *worker = &pipeline->workers[i];

        worker->inputs = base_arena_new_array(arena, uint32_t, inputs);
        worker->outputs = base_arena_new_array(arena, uint32_t, outputs);
        worker->quads = base_arena_new_array(arena, struct cpu_quad, CPU_TILE_QUADS);
        worker->scratch[ir_stage_vertex] = make_scratch(pipeline->vertex.program, arena);
        worker->scratch[ir_stage_fragment] = make_scratch(pipeline->fragment.program, arena);
    }
}

bool
cpu_pipeline_init(struct cpu_pipeline *pipeline, const struct cpu_pipeline_options *options,
                  struct base_arena *arena, struct base_diags *diags)
{
    *pipeline = (struct cpu_pipeline){.draw = options->draw,
                                      .pool = options->pool,
                                      .lanes = options->lanes,
                                      .steps = options->steps};
    if (!init_stage(&pipeline->vertex, options->draw->vertex, options, arena, diags) ||
        !init_stage(&pipeline->fragment, options->draw->fragment, options, arena, diags))
        return false;
    init_fetches(pipeline, options->scene, arena);
    init_varyings(pipeline, arena);
    init_colours(pipeline, options->images);
    init_scissor(pipeline);
    cpu_viewport_init(&pipeline->viewport, &options->draw->viewport);
    init_workers(pipeline, arena);
    return true;
}

/* ---- running ---- */

bool
cpu_stage_run(const struct cpu_pipeline *pipeline, const struct cpu_stage *stage,
              struct cpu_worker *worker, uint64_t active, uint64_t *live)
{
    struct cpu_group group = {.active = active,
                              .helpers = active & ~*live,
                              .inputs = worker->inputs,
                              .outputs = worker->outputs,
                              .buffers = stage->buffers,
                              .textures = stage->textures,
                              .scratch = worker->scratch[stage->shader->stage],
                              .steps = pipeline->steps};
    const size_t outputs = (size_t)stage->shader->outputs.count * 4 * pipeline->lanes;

    memset(worker->outputs, 0, outputs * sizeof(*worker->outputs));
    if (cpu_program_run(stage->program, &group) == cpu_run_out_of_steps) {
        worker->stopped_at = group.stopped_at;
        return false;
    }
    *live = active & ~group.helpers & ~group.ended;
    return true;
}

bool
cpu_pipeline_run(const struct cpu_pipeline *pipeline, const struct cpu_stage *stage, uint32_t count,
                 cpu_pool_run_item *run, void *context, struct base_diags *diags)
{
    const uint32_t threads = cpu_pool_threads(pipeline->pool);

    for (uint32_t i = 0; i < threads; i++)
        pipeline->workers[i].failed_item = CPU_NONE;
    const uint32_t failed = cpu_pool_run(pipeline->pool, count, run, context);
    if (failed == CPU_NONE)
        return true;

    ir_ref stopped_at = 0;
    for (uint32_t i = 0; i < threads; i++) {
        if (pipeline->workers[i].failed_item == failed)
            stopped_at = pipeline->workers[i].stopped_at;
    }
    base_error(diags, QD_CODE_LIMIT, ir_place_of(stage->shader, stopped_at),
               "found no end of the %s shader \"%s\" after %" PRIu64
               " operations, expected every group of %" PRIu32 " lanes to end within them",
               ir_stage_name(stage->shader->stage), stage->shader->name, pipeline->steps,
               pipeline->lanes);
    return false;
}
