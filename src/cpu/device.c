/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define DEFAULT_LANES 32
#define DEFAULT_STEPS (UINT64_C(1) << 28)

struct cpu_device {
    struct scene_device base; /* First, so that it can be told from its base. */
    struct cpu_options options;
    struct cpu_pool *pool;
    struct base_arena memory; /* What a scene needs while it runs, */
    struct base_arena arena;  /* and what a step needs. */
};

/* ---- steps ---- */

static void
read_bytes(const struct scene_bytes *from, struct scene_bytes *to, struct base_arena *arena)
{
    to->data = base_arena_alloc(arena, from->size);
    to->size = from->size;
    memcpy(to->data, from->data, from->size);
}

/* The step's memory goes back when it is done, so that many steps need no more than one. What an
 * earlier step left behind, because the caller's arena ran out, goes back first. */
static bool
run_shaders(struct cpu_device *device, const struct cpu_context *context,
            const struct scene_step *step, size_t limit, struct base_diags *diags)
{
    bool ok;

    base_arena_finish(&device->arena);
    base_arena_init(&device->arena, limit);
    if (!BASE_ARENA_CATCH(&device->arena)) {
        base_arena_finish(&device->arena);
        base_error(diags, QD_CODE_MEMORY_BUDGET, base_at_nowhere(),
                   "found too little memory for a %s by %" PRIu32 " threads, expected enough "
                   "for its shaders' values",
                   step->kind == scene_step_draw ? "draw" : "dispatch",
                   cpu_pool_threads(device->pool));
        return false;
    }
    if (step->kind == scene_step_draw)
        ok = cpu_draw(context, &step->draw, &device->arena, diags);
    else
        ok = cpu_dispatch(context, &step->dispatch, &device->arena, diags);
    base_arena_finish(&device->arena);
    return ok;
}

/* What the caller's arena has left is what the device may take. 0 is no limit. */
static size_t
limit_of(const struct cpu_device *device, const struct base_arena *arena)
{
    const size_t used = arena->used + device->memory.used;

    if (!arena->limit)
        return 0;
    return used < arena->limit ? arena->limit - used : 1;
}

static bool
run_step(struct cpu_device *device, const struct cpu_context *context,
         const struct scene_step *step, struct base_arena *arena, struct scene_result *result,
         struct base_diags *diags)
{
    struct cpu_memory *memory = context->memory;

    switch (step->kind) {
    case scene_step_draw:
    case scene_step_dispatch:
        return run_shaders(device, context, step, limit_of(device, arena), diags);
    case scene_step_clear:
        cpu_memory_clear(memory, &step->clear);
        break;
    case scene_step_copy_buffer:
        cpu_memory_copy_buffer(memory, &step->copy);
        break;
    case scene_step_copy_image:
        cpu_memory_copy_image(memory, &step->copy);
        break;
    case scene_step_read_buffer:
        read_bytes(&memory->buffers[step->read], &result->reads[result->read_count++], arena);
        break;
    case scene_step_read_image:
        read_bytes(&memory->images[step->read], &result->reads[result->read_count++], arena);
        break;
    }
    return true;
}

/* Are there no shaders of stages that the device does not run? */
static bool
check_stages(const struct scene *scene, struct base_diags *diags)
{
    const struct ir_shader *shaders[ir_stage_count];

    for (uint32_t i = 0; i < scene->step_count; i++) {
        if (scene->steps[i].kind != scene_step_draw)
            continue;
        scene_draw_shaders(&scene->steps[i].draw, shaders);
        for (unsigned stage = 0; stage < ir_stage_count; stage++) {
            if (shaders[stage] && !cpu_program_check_stage(shaders[stage], diags))
                return false;
        }
    }
    return true;
}

static uint32_t
count_reads(const struct scene *scene)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < scene->step_count; i++)
        count += scene->steps[i].kind == scene_step_read_buffer ||
                 scene->steps[i].kind == scene_step_read_image;
    return count;
}

/* Memory of the scene's own, for as long as its steps run. NULL with an error if there is too
 * little. */
static struct cpu_memory *
make_memory(struct cpu_device *device, const struct scene *scene, const struct base_arena *arena,
            struct base_diags *diags)
{
    base_arena_finish(&device->memory);
    base_arena_init(&device->memory, 0);
    device->memory.limit = limit_of(device, arena);
    if (!BASE_ARENA_CATCH(&device->memory)) {
        base_arena_finish(&device->memory);
        base_error(diags, QD_CODE_MEMORY_BUDGET, base_at_nowhere(),
                   "found too little memory for a scene, expected enough for its %" PRIu32
                   " buffers and %" PRIu32 " images",
                   scene->buffer_count, scene->image_count);
        return NULL;
    }
    struct cpu_memory *memory = base_arena_new(&device->memory, struct cpu_memory);
    cpu_memory_init(memory, scene, &device->memory);
    return memory;
}

static enum scene_status
run(struct scene_device *base, const struct scene *scene, struct base_arena *arena,
    struct scene_result *result, struct base_diags *diags)
{
    struct cpu_device *device = (struct cpu_device *)base;
    struct scene_result found = {0};
    bool ok = true;

    *result = found;
    if (!scene_check(scene, diags))
        return scene_status_bad;
    if (!check_stages(scene, diags))
        return scene_status_missing;
    struct cpu_context context = {
        .scene = scene,
        .pool = device->pool,
        .lanes = device->options.lanes,
        .steps = device->options.steps,
    };
    context.memory = make_memory(device, scene, arena, diags);
    if (!context.memory)
        return scene_status_bad;
    found.reads = base_arena_new_array(arena, struct scene_bytes, count_reads(scene));
    for (uint32_t i = 0; i < scene->step_count && ok; i++)
        ok = run_step(device, &context, &scene->steps[i], arena, &found, diags);
    base_arena_finish(&device->memory);
    if (!ok)
        return scene_status_bad;
    *result = found;
    return scene_status_ok;
}

/* ---- the device ---- */

static bool
has_feature(struct scene_device *base, const char *name)
{
    (void)base;
    return cpu_has_feature(name);
}

static bool
has_format(struct scene_device *base, enum scene_format format, unsigned uses, uint32_t samples)
{
    (void)base;
    return cpu_has_format(format, uses, samples);
}

static void
destroy(struct scene_device *base)
{
    struct cpu_device *device = (struct cpu_device *)base;

    if (!device)
        return;
    cpu_pool_destroy(device->pool);
    base_arena_finish(&device->memory);
    base_arena_finish(&device->arena);
    free(device);
}

static uint32_t
threads_for(uint32_t threads)
{
    const long processors = threads ? (long)threads : sysconf(_SC_NPROCESSORS_ONLN);

    if (processors < 1)
        return 1;
    return processors < CPU_MAX_THREADS ? (uint32_t)processors : CPU_MAX_THREADS;
}

struct scene_device *
cpu_device_create(const struct cpu_options *options)
{
    struct cpu_device *device = calloc(1, sizeof(*device));

    if (!device)
        return NULL;
    device->options.lanes = options->lanes ? cpu_stage_lanes(options->lanes) : DEFAULT_LANES;
    device->options.threads = threads_for(options->threads);
    device->options.steps = options->steps ? options->steps : DEFAULT_STEPS;
    device->pool = cpu_pool_create(device->options.threads);
    if (!device->pool) {
        free(device);
        return NULL;
    }
    base_arena_init(&device->memory, 0);
    base_arena_init(&device->arena, 0);
    device->base = (struct scene_device){.name = "cpu",
                                         .description = "Interpreter on the CPU",
                                         .run = run,
                                         .has_feature = has_feature,
                                         .has_format = has_format,
                                         .destroy = destroy};
    return &device->base;
}
