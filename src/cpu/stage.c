/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include <inttypes.h>

#define SCRATCH_ALIGNMENT ((uintptr_t)64)

/* Looking up what is bound to a stage. */
struct bind {
    const struct ir_shader *shader;
    const struct scene_inputs *inputs;
    const struct cpu_context *context;
    struct base_arena *arena;
};

/* Descriptors in a row: as many as declared, or as are bound. */
static uint32_t
count_of(const struct bind *bind, uint32_t set, uint32_t binding, uint32_t declared)
{
    const uint32_t bound = scene_count_elements(bind->inputs, set, binding);

    return declared && declared < bound ? declared : bound;
}

/* Where a binding of a buffer lies in it. */
static struct scene_bytes
buffer_of(const struct bind *bind, const struct scene_binding *binding)
{
    const struct scene_bytes *buffer = &bind->context->memory->buffers[binding->buffer];
    struct scene_bytes part = {NULL, 0};

    if (binding->offset > buffer->size)
        return part;
    part.data = (char *)buffer->data + binding->offset;
    part.size = buffer->size - (size_t)binding->offset;
    if (binding->size && binding->size < part.size)
        part.size = (size_t)binding->size;
    return part;
}

/* Rows go through what is bound, backwards, so that of two at one place the first counts: a search
 * for each element would take long where all of a shader's rows share one binding. */
static bool
stands_at(const struct scene_binding *binding, uint32_t set, uint32_t number, uint32_t elements)
{
    return binding->set == set && binding->binding == number && binding->element < elements;
}

static const struct cpu_buffers *
bind_buffers(const struct bind *bind)
{
    const uint32_t count = bind->shader->buffers.count;
    struct cpu_buffers *rows = base_arena_new_array(bind->arena, struct cpu_buffers, count);

    for (uint32_t i = 0; i < count; i++) {
        const struct ir_buffer *buffer = &bind->shader->buffers.data[i];
        const uint32_t elements = count_of(bind, buffer->set, buffer->binding, buffer->count);
        struct cpu_buffer_view *views =
            base_arena_new_array(bind->arena, struct cpu_buffer_view, elements);

        for (uint32_t j = bind->inputs->binding_count; j-- > 0;) {
            const struct scene_binding *binding = &bind->inputs->bindings[j];

            if (!stands_at(binding, buffer->set, buffer->binding, elements))
                continue;
            const struct scene_bytes part = buffer_of(bind, binding);
            views[binding->element] =
                (struct cpu_buffer_view){part.data, part.size, buffer->kind == ir_buffer_storage};
        }
        rows[i] = (struct cpu_buffers){views, elements};
    }
    return rows;
}

static struct cpu_image_view
image_of(const struct bind *bind, const struct scene_binding *binding)
{
    const struct scene *scene = bind->context->scene;

    if (binding->kind == scene_binding_uniform_texel ||
        binding->kind == scene_binding_storage_texel) {
        const struct scene_bytes part = buffer_of(bind, binding);
        return cpu_texel_view_of(binding->format, part.data, part.size);
    }
    const struct scene_view *view = &scene->views[binding->view];
    return cpu_image_view_of(&scene->images[view->image], view,
                             bind->context->memory->images[view->image].data);
}

static const struct cpu_images *
bind_images(const struct bind *bind)
{
    const uint32_t count = bind->shader->images.count;
    struct cpu_images *rows = base_arena_new_array(bind->arena, struct cpu_images, count);

    for (uint32_t i = 0; i < count; i++) {
        const struct ir_image *image = &bind->shader->images.data[i];
        const uint32_t elements = count_of(bind, image->set, image->binding, image->count);
        struct cpu_image_view *views =
            base_arena_new_array(bind->arena, struct cpu_image_view, elements);
        const struct scene_sampler **samplers =
            base_arena_new_array(bind->arena, const struct scene_sampler *, elements);

        for (uint32_t j = bind->inputs->binding_count; j-- > 0;) {
            const struct scene_binding *binding = &bind->inputs->bindings[j];

            if (!stands_at(binding, image->set, image->binding, elements))
                continue;
            views[binding->element] = image_of(bind, binding);
            if (binding->kind == scene_binding_combined)
                samplers[binding->element] = &bind->context->scene->samplers[binding->sampler];
        }
        rows[i] = (struct cpu_images){views, samplers, elements};
    }
    return rows;
}

/* A target as the shader reads it: at the pixel's own place. */
static struct cpu_image_view
target_of(const struct cpu_context *context, const struct scene_target *target)
{
    struct scene_view view = context->scene->views[target->view];

    view.dim = ir_dim_2d;
    view.is_arrayed = true;
    memset(view.swizzle, scene_swizzle_same, sizeof(view.swizzle));
    return cpu_image_view_of(&context->scene->images[view.image], &view,
                             context->memory->images[view.image].data);
}

void
cpu_stage_bind_targets(struct cpu_stage *stage, const struct scene_draw *draw,
                       const struct cpu_context *context, struct base_arena *arena)
{
    const uint32_t count = stage->shader->images.count;
    struct cpu_images *rows = base_arena_new_array(arena, struct cpu_images, count);

    for (uint32_t i = 0; i < count; i++) {
        const struct ir_image *image = &stage->shader->images.data[i];

        rows[i] = stage->resources.images[i];
        if (image->kind != ir_image_input)
            continue;
        struct cpu_image_view *view = base_arena_new(arena, struct cpu_image_view);
        *view = target_of(context, &draw->targets[image->attachment]);
        rows[i] = (struct cpu_images){.views = view, .count = 1};
        stage->reads_targets = true;
    }
    stage->resources.images = rows;
}

static const struct cpu_samplers *
bind_samplers(const struct bind *bind)
{
    const uint32_t count = bind->shader->samplers.count;
    struct cpu_samplers *rows = base_arena_new_array(bind->arena, struct cpu_samplers, count);

    for (uint32_t i = 0; i < count; i++) {
        const struct ir_sampler *sampler = &bind->shader->samplers.data[i];
        const uint32_t elements = count_of(bind, sampler->set, sampler->binding, sampler->count);
        const struct scene_sampler **samplers =
            base_arena_new_array(bind->arena, const struct scene_sampler *, elements);

        for (uint32_t j = bind->inputs->binding_count; j-- > 0;) {
            const struct scene_binding *binding = &bind->inputs->bindings[j];

            if (stands_at(binding, sampler->set, sampler->binding, elements))
                samplers[binding->element] = &bind->context->scene->samplers[binding->sampler];
        }
        rows[i] = (struct cpu_samplers){samplers, elements};
    }
    return rows;
}

uint32_t
cpu_stage_lanes(uint32_t lanes)
{
    uint32_t fit = 4;

    while (fit < lanes && fit < CPU_MAX_LANES)
        fit *= 2;
    return fit;
}

bool
cpu_stage_init(struct cpu_stage *stage, const struct ir_shader *shader,
               const struct scene_inputs *inputs, uint32_t lanes, const struct cpu_context *context,
               struct base_arena *arena, struct base_diags *diags)
{
    const struct bind bind = {shader, inputs, context, arena};

    stage->shader = shader;
    stage->lanes = lanes ? cpu_stage_lanes(lanes) : context->lanes;
    stage->steps = context->steps;
    stage->program = cpu_program_create(shader, stage->lanes, arena, diags);
    if (!stage->program)
        return false;
    stage->resources = (struct cpu_resources){
        .buffers = bind_buffers(&bind),
        .images = bind_images(&bind),
        .samplers = bind_samplers(&bind),
        .push = inputs->push,
        .push_size = inputs->push_size,
        .ranges = context->memory->ranges,
        .range_count = context->memory->range_count,
    };
    return true;
}

void *
cpu_stage_scratch(const struct cpu_stage *stage, uint32_t count, struct base_arena *arena)
{
    const size_t size = cpu_program_scratch_size(stage->program);
    char *memory = base_arena_alloc(arena, count * size + SCRATCH_ALIGNMENT);
    char *scratch = memory + (SCRATCH_ALIGNMENT - (uintptr_t)memory % SCRATCH_ALIGNMENT);

    for (uint32_t i = 0; i < count; i++)
        cpu_program_scratch_init(stage->program, scratch + i * size);
    return scratch;
}

void
cpu_stage_report_steps(const struct cpu_stage *stage, ir_ref stopped_at, struct base_diags *diags)
{
    base_error(diags, QD_CODE_LIMIT, ir_place_of(stage->shader, stopped_at),
               "found no end of the %s shader \"%s\" after %" PRIu64
               " operations, expected every group of %" PRIu32 " lanes to end within them",
               ir_stage_name(stage->shader->stage), stage->shader->name, stage->steps,
               stage->lanes);
}
