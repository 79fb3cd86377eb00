/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include <inttypes.h>
#include <math.h>

/* ---- vertex inputs ---- */

static enum cpu_fetch_kind
fetch_kind(enum ir_builtin builtin)
{
    static const struct {
        enum ir_builtin builtin;
        enum cpu_fetch_kind kind;
    } kinds[] = {
        {ir_builtin_vertex_index, cpu_fetch_vertex_index},
        {ir_builtin_instance_index, cpu_fetch_instance_index},
        {ir_builtin_base_vertex, cpu_fetch_base_vertex},
        {ir_builtin_base_instance, cpu_fetch_base_instance},
        {ir_builtin_draw_index, cpu_fetch_draw_index},
    };

    for (size_t i = 0; i < BASE_COUNT(kinds); i++) {
        if (kinds[i].builtin == builtin)
            return kinds[i].kind;
    }
    return cpu_fetch_nothing;
}

/* The attribute of a location. The second half of a 64-bit one is at the location after its own. */
static void
fetch_attribute(const struct cpu_pipeline *pipeline, const struct ir_io *input,
                struct cpu_fetch *fetch)
{
    const struct scene_attribute *attribute = scene_find_attribute(pipeline->draw, input->location);
    uint32_t first = input->component;

    if (!attribute && input->location) {
        attribute = scene_find_attribute(pipeline->draw, input->location - 1);
        if (!attribute || !scene_format_is_wide(attribute->format))
            return;
        first += 4;
    }
    if (!attribute)
        return;
    fetch->kind = cpu_fetch_attribute;
    fetch->attribute = attribute;
    fetch->buffer = pipeline->context->memory->buffers[attribute->buffer];
    fetch->first = first;
    fetch->is_wide = scene_format_is_wide(attribute->format);
}

static void
init_fetches(struct cpu_pipeline *pipeline, struct base_arena *arena)
{
    const struct ir_shader *shader = pipeline->draw->vertex;
    struct cpu_fetch *fetches = base_arena_new_array(arena, struct cpu_fetch, shader->inputs.count);

    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        const struct ir_io *input = &shader->inputs.data[i];

        fetches[i].components = input->components;
        if (input->builtin == ir_builtin_none)
            fetch_attribute(pipeline, input, &fetches[i]);
        else
            fetches[i].kind = fetch_kind(input->builtin);
    }
    pipeline->fetches = fetches;
}

/* ---- from vertices to fragments ---- */

/* The output component that is a built-in's, or has a location. The second source of blending is
 * none of these. */
static uint32_t
find_output(const struct ir_shader *shader, enum ir_builtin builtin, uint32_t location,
            uint32_t component)
{
    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        const struct ir_io *output = &shader->outputs.data[i];

        if (output->builtin != builtin || output->index ||
            (builtin == ir_builtin_none && output->location != location) ||
            component < output->component || component - output->component >= output->components)
            continue;
        return i * 4 + component - output->component;
    }
    return CPU_NONE;
}

/* Up to two built-ins of four distances each. Returns how many distances there are. */
static uint32_t
add_distances(const struct ir_shader *vertex, enum ir_builtin low, enum ir_builtin high,
              uint32_t *sources)
{
    const enum ir_builtin builtins[2] = {low, high};
    uint32_t count = 0;

    for (uint32_t i = 0; i < CPU_MAX_DISTANCES; i++) {
        sources[i] = find_output(vertex, builtins[i / 4], 0, i % 4);
        if (sources[i] != CPU_NONE)
            count = i + 1;
    }
    return count;
}

/* Does a built-in of fragments come from the vertices? The viewport's index does, and that is all
 * that it does: there is one viewport, whatever index a vertex names. */
static bool
is_varying(enum ir_builtin builtin)
{
    return builtin == ir_builtin_none ||
           (ir_builtin_infos[builtin].out_stages & IR_STAGES_VERTEX) != 0;
}

/* Fragment inputs, component by component, and where the vertex shader leaves each. */
static void
add_varyings(struct cpu_pipeline *pipeline, const struct ir_shader *fragment, uint32_t *sources,
             struct base_arena *arena)
{
    const size_t most = (size_t)fragment->inputs.count * 4;
    struct cpu_varying *varyings = base_arena_new_array(arena, struct cpu_varying, most);
    struct cpu_special *specials =
        base_arena_new_array(arena, struct cpu_special, fragment->inputs.count);
    uint32_t count = 0;

    for (uint32_t i = 0; i < fragment->inputs.count; i++) {
        const struct ir_io *input = &fragment->inputs.data[i];

        if (!is_varying(input->builtin)) {
            specials[pipeline->special_count++] = (struct cpu_special){i, input->builtin};
            continue;
        }
        for (uint32_t c = 0; c < input->components; c++) {
            sources[count] = find_output(pipeline->draw->vertex, input->builtin, input->location,
                                         input->component + c);
            varyings[count].input = i * 4 + c;
            varyings[count].interp = input->type == ir_type_f32 ? input->interp : ir_interp_flat;
            varyings[count].sampling = input->sampling;
            varyings[count].wraps = input->wrap >> c & 1;
            count++;
        }
    }
    pipeline->varyings = varyings;
    pipeline->varying_count = count;
    pipeline->specials = specials;
}

static void
init_words(struct cpu_pipeline *pipeline, struct base_arena *arena)
{
    const struct ir_shader *vertex = pipeline->draw->vertex;
    const struct ir_shader *fragment = pipeline->draw->fragment;
    const size_t varyings = fragment ? (size_t)fragment->inputs.count * 4 : 0;
    uint32_t *sources = base_arena_new_array(arena, uint32_t,
                                             cpu_word_distances + 2 * CPU_MAX_DISTANCES + varyings);

    for (uint32_t c = 0; c < 4; c++)
        sources[cpu_word_position + c] = find_output(vertex, ir_builtin_position, 0, c);
    sources[cpu_word_point_size] = find_output(vertex, ir_builtin_point_size, 0, 0);
    sources[cpu_word_layer] = find_output(vertex, ir_builtin_layer, 0, 0);
    pipeline->word_count = cpu_word_distances;
    pipeline->clip_count = add_distances(vertex, ir_builtin_clip_distance0,
                                         ir_builtin_clip_distance1, sources + cpu_word_distances);
    pipeline->word_count += pipeline->clip_count;
    pipeline->cull_count = add_distances(vertex, ir_builtin_cull_distance0,
                                         ir_builtin_cull_distance1, sources + pipeline->word_count);
    pipeline->word_count += pipeline->cull_count;
    pipeline->varyings_at = pipeline->word_count;
    if (fragment)
        add_varyings(pipeline, fragment, sources + pipeline->word_count, arena);
    pipeline->word_count += pipeline->varying_count;
    pipeline->sources = sources;
}

/* ---- fragments ---- */

/* What a fragment shader does besides writing its outputs. */
struct effects {
    bool stores; /* To memory. */
    bool ends;   /* Lanes' results are dropped. */
};

static struct effects
find_effects(const struct ir_shader *shader)
{
    struct effects effects = {false, false};

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        effects.stores |= ir_op_writes_memory(op);
        if (op == ir_op_demote || op == ir_op_terminate)
            effects.ends = true;
    }
    return effects;
}

/* Tests may come first where nobody can tell, and must where the shader says so. */
static bool
is_early(const struct cpu_pipeline *pipeline)
{
    const struct ir_shader *shader = pipeline->draw->fragment;

    if (!shader || shader->early_tests)
        return true;
    const struct effects effects = find_effects(shader);
    if (effects.stores || pipeline->depth_output != CPU_NONE ||
        pipeline->stencil_output != CPU_NONE)
        return false;
    const bool changes_cover = effects.ends || pipeline->mask_output != CPU_NONE ||
                               pipeline->draw->raster.has_alpha_to_coverage;
    return !changes_cover || !pipeline->depth.writes;
}

static bool
is_sample_rate(const struct cpu_pipeline *pipeline)
{
    const struct ir_shader *shader = pipeline->draw->fragment;

    if (pipeline->samples == 1)
        return false;
    if (shader->is_sample_rate ||
        (double)pipeline->draw->raster.min_sample_shading * (double)pipeline->samples > 1)
        return true;
    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        const struct ir_io *input = &shader->inputs.data[i];

        if (input->builtin == ir_builtin_sample_id ||
            input->builtin == ir_builtin_sample_position || input->sampling == ir_sampling_sample)
            return true;
    }
    return false;
}

/* Where the values of a shader that runs once a sample, or of pixels with one sample, are. */
static void
init_samplings(struct cpu_pipeline *pipeline)
{
    pipeline->sampling = pipeline->is_sample_rate ? ir_sampling_sample : ir_sampling_center;
    pipeline->samplings = 1u << pipeline->sampling;
    for (uint32_t i = 0; i < pipeline->varying_count; i++) {
        struct cpu_varying *varying = &pipeline->varyings[i];

        if (pipeline->samples == 1 || varying->sampling == ir_sampling_center)
            varying->sampling = pipeline->sampling;
        pipeline->samplings |= 1u << varying->sampling;
    }
}

static void
init_fragments(struct cpu_pipeline *pipeline)
{
    const struct scene_draw *draw = pipeline->draw;
    const struct ir_shader *shader = draw->fragment;
    const uint32_t absent = UINT32_MAX << pipeline->samples; /* Left alone. */
    const uint32_t mask =
        draw->raster.has_sample_mask ? draw->raster.sample_mask | absent : UINT32_MAX;

    pipeline->depth_output = pipeline->stencil_output = CPU_NONE;
    pipeline->mask_output = pipeline->alpha_output = CPU_NONE;
    for (uint32_t s = 0; s < SCENE_MAX_SAMPLES; s++)
        pipeline->sample_mask |= (mask >> s & 1 ? UINT64_C(15) : 0) << 4 * s;
    cpu_depth_init(&pipeline->depth, pipeline->context->memory, draw);
    if (shader) {
        /* Outputs of what was tested already change nothing. */
        if (!shader->early_tests) {
            pipeline->depth_output = find_output(shader, ir_builtin_frag_depth, 0, 0);
            pipeline->stencil_output = find_output(shader, ir_builtin_frag_stencil, 0, 0);
        }
        pipeline->mask_output = find_output(shader, ir_builtin_sample_mask, 0, 0);
        pipeline->alpha_output = find_output(shader, ir_builtin_none, 0, 3);
        pipeline->is_sample_rate = is_sample_rate(pipeline);
    }
    pipeline->is_early = is_early(pipeline);
}

/* ---- targets ---- */

static void
take_size(struct cpu_pipeline *pipeline, uint32_t view)
{
    const struct cpu_surface surface = cpu_memory_surface(pipeline->context->memory, view, 0);

    pipeline->width = surface.width;
    pipeline->height = surface.height;
    if (surface.layers < pipeline->layers)
        pipeline->layers = surface.layers;
}

static void
init_targets(struct cpu_pipeline *pipeline)
{
    const struct scene_draw *draw = pipeline->draw;

    pipeline->width = draw->width;
    pipeline->height = draw->height;
    pipeline->layers = SCENE_MAX_LAYERS;
    for (uint32_t i = 0; i < draw->target_count; i++) {
        if (draw->targets[i].view != SCENE_NONE)
            take_size(pipeline, draw->targets[i].view);
        if (cpu_colour_init(&pipeline->colours[pipeline->colour_count], pipeline->context->memory,
                            draw, i))
            pipeline->colour_count++;
    }
    if (draw->depth_view != SCENE_NONE)
        take_size(pipeline, draw->depth_view);
}

static void
init_area(struct cpu_pipeline *pipeline)
{
    const struct scene_rect *from = &pipeline->draw->scissor;
    const struct cpu_rect pixels = {0, 0, (int32_t)pipeline->width, (int32_t)pipeline->height};
    const struct cpu_rect scissor = {from->x, from->y, from->x + (int32_t)from->width,
                                     from->y + (int32_t)from->height};

    pipeline->area.pixels =
        from->width || from->height ? cpu_rect_intersect(&pixels, &scissor) : pixels;
    pipeline->area.bounds = pipeline->viewport.bounds;
    pipeline->area.samples = pipeline->samples;
}

/* ---- workers ---- */

static size_t
larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void
init_workers(struct cpu_pipeline *pipeline, struct base_arena *arena)
{
    const struct cpu_stage *stages[2] = {&pipeline->vertex, &pipeline->fragment};
    const uint32_t threads = cpu_pool_threads(pipeline->context->pool);
    size_t inputs = 0, outputs = 0;

    for (int i = 0; i < 2; i++) {
        if (!stages[i]->shader)
            continue;
        inputs = larger(inputs, (size_t)stages[i]->shader->inputs.count * 4 * stages[i]->lanes);
        outputs = larger(outputs, (size_t)stages[i]->shader->outputs.count * 4 * stages[i]->lanes);
    }
    pipeline->workers = base_arena_new_array(arena, struct cpu_worker, threads);
    for (uint32_t i = 0; i < threads; i++) {
        struct cpu_worker *worker = &pipeline->workers[i];

        worker->inputs = base_arena_new_array(arena, uint32_t, inputs);
        worker->outputs = base_arena_new_array(arena, uint32_t, outputs);
        worker->quads = base_arena_new_array(arena, struct cpu_quad, CPU_TILE_QUADS);
        for (int j = 0; j < 2; j++) {
            if (stages[j]->shader)
                worker->scratch[stages[j]->shader->stage] = cpu_stage_scratch(stages[j], 1, arena);
        }
    }
}

bool
cpu_pipeline_init(struct cpu_pipeline *pipeline, const struct cpu_context *context,
                  const struct scene_draw *draw, struct base_arena *arena, struct base_diags *diags)
{
    *pipeline = (struct cpu_pipeline){
        .draw = draw, .context = context, .samples = scene_draw_samples(context->scene, draw)};
    if (!cpu_stage_init(&pipeline->vertex, draw->vertex, &draw->inputs, draw->subgroup_size,
                        context, arena, diags))
        return false;
    if (draw->fragment && !cpu_stage_init(&pipeline->fragment, draw->fragment, &draw->inputs,
                                          draw->subgroup_size, context, arena, diags))
        return false;
    if (draw->fragment)
        cpu_stage_bind_targets(&pipeline->fragment, draw, context, arena);
    init_fetches(pipeline, arena);
    init_words(pipeline, arena);
    init_targets(pipeline);
    init_fragments(pipeline);
    init_samplings(pipeline);
    cpu_viewport_init(&pipeline->viewport, &draw->viewport, draw->raster.has_depth_clamp);
    init_area(pipeline);
    init_workers(pipeline, arena);
    return true;
}

/* ---- running ---- */

bool
cpu_pipeline_run_group(const struct cpu_stage *stage, struct cpu_worker *worker,
                       struct cpu_group *group, uint64_t *live)
{
    const size_t outputs = (size_t)stage->shader->outputs.count * 4 * stage->lanes;

    group->helpers = group->active & ~*live;
    group->inputs = worker->inputs;
    group->outputs = worker->outputs;
    group->resources = &stage->resources;
    group->scratch = worker->scratch[stage->shader->stage];
    group->steps = stage->steps;
    memset(worker->outputs, 0, outputs * sizeof(*worker->outputs));
    if (cpu_program_run(stage->program, group) == cpu_run_out_of_steps) {
        worker->stopped_at = group->stopped_at;
        return false;
    }
    *live = group->active & ~group->helpers & ~group->ended;
    return true;
}

bool
cpu_pipeline_run(const struct cpu_pipeline *pipeline, const struct cpu_stage *stage, uint32_t count,
                 cpu_pool_run_item *run, void *context, struct base_diags *diags)
{
    const uint32_t threads = cpu_pool_threads(pipeline->context->pool);

    for (uint32_t i = 0; i < threads; i++)
        pipeline->workers[i].failed_item = CPU_NONE;
    const uint32_t failed = cpu_pool_run(pipeline->context->pool, count, run, context);
    if (failed == CPU_NONE)
        return true;

    ir_ref stopped_at = 0;
    for (uint32_t i = 0; i < threads; i++) {
        if (pipeline->workers[i].failed_item == failed)
            stopped_at = pipeline->workers[i].stopped_at;
    }
    cpu_stage_report_steps(stage, stopped_at, diags);
    return false;
}
