/* SPDX-License-Identifier: MIT
 *
 * A scene in parts: dispatches of RDNA waves are no steps of it, and stand between two. A part's
 * buffers and images begin as the one before left them. What only copies and reads buffers needs no
 * device.
 */
#include "script/script_priv.h"

#define DEFAULT_STEPS (UINT64_C(1) << 28)

struct parts {
    const struct script_plan *plan;
    struct scene_device *device;
    struct base_arena *arena;
    struct script_verdict *verdict;
    struct script_memory memory;
    struct scene_result *result;
    uint64_t budget;
};

static bool
is_read(const struct scene_step *step)
{
    return step->kind == scene_step_read_buffer || step->kind == scene_step_read_image;
}

/* ---- without a device ---- */

static bool
is_plain(const struct scene_step *steps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!is_read(&steps[i]) && steps[i].kind != scene_step_copy_buffer)
            return false;
    }
    return true;
}

static void
copy(struct parts *p, const struct scene_copy *copy)
{
    unsigned char *to = script_memory_own_buffer(&p->memory, copy->to, p->arena);
    const unsigned char *from = p->memory.buffers[copy->from].data;

    if (copy->size && from)
        memmove(to + copy->to_at, from + copy->from_at, (size_t)copy->size);
    else if (copy->size)
        memset(to + copy->to_at, 0, (size_t)copy->size);
}

static void
add_read(struct parts *p, const void *data, size_t size)
{
    struct scene_bytes *read = &p->result->reads[p->result->read_count++];

    read->data = base_arena_alloc(p->arena, size);
    read->size = size;
    if (data)
        memcpy(read->data, data, size);
}

static void
run_plain(struct parts *p, const struct scene_step *steps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct scene_step *step = &steps[i];

        if (step->kind == scene_step_copy_buffer)
            copy(p, &step->copy);
        else if (step->kind == scene_step_read_buffer)
            add_read(p, p->memory.buffers[step->read].data, p->memory.buffers[step->read].size);
        else
            add_read(p, p->memory.images[step->read].data, p->memory.images[step->read].size);
    }
}

/* ---- on the device ---- */

/* The part's steps, and reads of all that it may have changed behind them. */
static struct scene_step *
steps_of(const struct parts *p, const struct scene_step *steps, uint32_t count, bool is_last)
{
    const struct scene *scene = &p->plan->scene;
    const size_t reads = is_last ? 0 : (size_t)scene->buffer_count + scene->image_count;
    struct scene_step *all = base_arena_new_array(p->arena, struct scene_step, count + reads);

    memcpy(all, steps, count * sizeof(*all));
    for (size_t i = 0; i < reads; i++) {
        const bool is_buffer = i < scene->buffer_count;

        all[count + i].kind = is_buffer ? scene_step_read_buffer : scene_step_read_image;
        all[count + i].read = (uint32_t)(is_buffer ? i : i - scene->buffer_count);
    }
    return all;
}

static void
take(struct parts *p, unsigned char *own, const struct scene_bytes *bytes)
{
    memcpy(own, bytes->data, bytes->size);
    base_arena_free(p->arena, bytes->data, bytes->size);
}

static bool
run_on_device(struct parts *p, const struct scene_step *steps, uint32_t count, bool is_last)
{
    struct scene scene = p->plan->scene;
    struct scene_result result = {0};
    uint32_t done = 0;

    scene.buffers = p->memory.buffers;
    scene.images = p->memory.images;
    scene.steps = steps_of(p, steps, count, is_last);
    scene.step_count = is_last ? count : count + scene.buffer_count + scene.image_count;
    if (!script_run_scene(&scene, p->device, p->arena, &result, p->verdict))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (is_read(&steps[i]))
            p->result->reads[p->result->read_count++] = result.reads[done++];
    }
    for (uint32_t i = 0; i < scene.buffer_count && !is_last; i++)
        take(p, script_memory_own_buffer(&p->memory, i, p->arena), &result.reads[done++]);
    for (uint32_t i = 0; i < scene.image_count && !is_last; i++)
        take(p, script_memory_own_image(&p->memory, i, p->arena), &result.reads[done++]);
    return true;
}

/* ---- all parts ---- */

static bool
run_part(struct parts *p, uint32_t first, uint32_t end)
{
    const struct scene *scene = &p->plan->scene;

    if (!is_plain(scene->steps + first, end - first))
        return run_on_device(p, scene->steps + first, end - first, end == scene->step_count);
    run_plain(p, scene->steps + first, end - first);
    return true;
}

static bool
run_all(struct parts *p)
{
    const struct script_plan *plan = p->plan;
    uint32_t at = 0;

    for (uint32_t i = 0; i < plan->waves.count; i++) {
        const struct script_wave_step *step = &plan->waves.data[i];

        if (!run_part(p, at, step->at) ||
            !script_run_waves(plan, step, &p->memory, &p->budget, p->arena, p->verdict))
            return false;
        at = step->at;
    }
    return run_part(p, at, plan->scene.step_count);
}

/* Several samples cannot be brought from one part to the next. */
static bool
check_images(const struct parts *p)
{
    for (uint32_t i = 0; i < p->plan->scene.image_count; i++) {
        if (p->plan->scene.images[i].samples == 1)
            continue;
        p->verdict->outcome = script_outcome_skip;
        p->verdict->reason = "images of several samples beside RDNA code are not done";
        return false;
    }
    return true;
}

bool
script_run_parts(const struct script_plan *plan, struct scene_device *device,
                 struct base_arena *arena, struct scene_result *result,
                 struct script_verdict *verdict)
{
    const struct scene *scene = &plan->scene;
    struct parts parts = {
        .plan = plan,
        .device = device,
        .arena = arena,
        .verdict = verdict,
        .result = result,
        .budget = plan->options->wave_steps ? plan->options->wave_steps : DEFAULT_STEPS,
    };

    if (!check_images(&parts))
        return false;
    parts.memory.buffers = base_arena_new_array(arena, struct scene_buffer, scene->buffer_count);
    parts.memory.own_buffers = base_arena_new_array(arena, unsigned char *, scene->buffer_count);
    parts.memory.images = base_arena_new_array(arena, struct scene_image, scene->image_count);
    parts.memory.own_images = base_arena_new_array(arena, unsigned char *, scene->image_count);
    result->reads = base_arena_new_array(arena, struct scene_bytes, scene->step_count);
    for (uint32_t i = 0; i < scene->buffer_count; i++)
        parts.memory.buffers[i] = scene->buffers[i];
    for (uint32_t i = 0; i < scene->image_count; i++)
        parts.memory.images[i] = scene->images[i];
    return run_all(&parts);
}
