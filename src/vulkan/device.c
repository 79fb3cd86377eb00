/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

#include <stdio.h>
#include <stdlib.h>

static struct vk_device *
device_of(const struct scene_device *device)
{
    _Static_assert(offsetof(struct vk_device, base) == 0, "the two are cast to each other");
    return (struct vk_device *)(uintptr_t)device;
}

static bool
choose_physical(struct vk_device *device, uint32_t index)
{
    const struct vk_api *api = &device->instance.api;
    VkPhysicalDevice devices[VK_MAX_DEVICES];
    uint32_t count = 0;

    if (!vk_instance_devices(&device->instance, devices, &count, &device->fault))
        return false;
    if (index >= count)
        return vk_fail_missing(&device->fault, NULL,
                               "there is no device vulkan:%u: found %u, numbered from 0", index,
                               count);
    device->physical = devices[index];
    api->vkGetPhysicalDeviceProperties(device->physical, &device->properties);
    api->vkGetPhysicalDeviceMemoryProperties(device->physical, &device->memory);
    device->version = vk_version(&device->instance, &device->properties);
    snprintf(device->name, sizeof(device->name), "vulkan:%u", index);
    snprintf(device->description, sizeof(device->description), "%s, Vulkan %u.%u.%u",
             device->properties.deviceName, VK_API_VERSION_MAJOR(device->properties.apiVersion),
             VK_API_VERSION_MINOR(device->properties.apiVersion),
             VK_API_VERSION_PATCH(device->properties.apiVersion));
    return vk_features_get(device);
}

static bool
choose_target(struct vk_device *device, const struct vk_options *options)
{
    const enum spirv_target best = vk_target(device->version);

    device->target = best;
    device->quad = options ? options->quad : spirv_quad_auto;
    if (!options || !options->has_target)
        return true;
    if (options->target > best)
        return vk_fail_missing(&device->fault, NULL, "%s (%s) takes modules for %s, not for %s",
                               device->name, device->properties.deviceName, spirv_target_name(best),
                               spirv_target_name(options->target));
    device->target = options->target;
    return true;
}

/* One that draws and computes, which there is where anything draws; else one that computes. */
static bool
choose_family(struct vk_device *device)
{
    static const VkQueueFlags wanted[] = {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT,
                                          VK_QUEUE_COMPUTE_BIT};
    const struct vk_api *api = &device->instance.api;
    VkQueueFamilyProperties families[16];
    uint32_t count = BASE_COUNT(families);

    api->vkGetPhysicalDeviceQueueFamilyProperties(device->physical, &count, families);
    for (size_t w = 0; w < BASE_COUNT(wanted); w++) {
        for (uint32_t i = 0; i < count; i++) {
            if (families[i].queueCount && (families[i].queueFlags & wanted[w]) == wanted[w]) {
                device->family = i;
                device->can_draw = w == 0;
                return true;
            }
        }
    }
    return vk_fail_missing(&device->fault, NULL,
                           "%s (%s) can neither draw nor compute: it has no queue for that",
                           device->name, device->properties.deviceName);
}

static bool
open_device(struct vk_device *device, uint32_t index, const struct vk_options *options,
            const struct vk_device_options *more)
{
    if (!vk_instance_open(&device->instance, more->loader, more->version,
                          options && options->validate, &device->fault) ||
        !choose_physical(device, index) || !choose_target(device, options) ||
        !choose_family(device) || !vk_features_turn_on(device))
        return false;
    device->instance.api.vkGetDeviceQueue(device->handle, device->family, 0, &device->queue);
    return true;
}

/* A run that did not end in time is given as much time again; what still runs then cannot be
 * destroyed, nor can the device, so they stay. */
static bool
settle(struct vk_device *device)
{
    const struct vk_api *api = &device->instance.api;

    if (!device->is_busy)
        return true;
    if (api->vkWaitForFences(device->handle, 1, &device->run.fence, VK_TRUE,
                             device->timeout > VK_GRACE_NS ? device->timeout : VK_GRACE_NS) ==
        VK_TIMEOUT)
        return false;
    vk_run_finish(&device->run);
    device->is_busy = false;
    return true;
}

uint32_t
vk_device_close(struct scene_device *base)
{
    struct vk_device *device = device_of(base);
    uint32_t messages = 0;

    if (!settle(device)) {
        base_arena_finish(&device->arena);
        return vk_messages_count(&device->instance.messages);
    }
    if (device->handle && device->instance.api.vkDestroyDevice)
        device->instance.api.vkDestroyDevice(device->handle, NULL);
    messages = vk_messages_count(&device->instance.messages);
    vk_instance_close(&device->instance);
    vk_features_finish(&device->features);
    base_arena_finish(&device->arena);
    free(device);
    return messages;
}

static void
destroy(struct scene_device *device)
{
    vk_device_close(device);
}

/* In a frame of its own, which outlives whatever the run allocates. */
static bool
run_caught(struct vk_device *device, struct scene_bytes *reads)
{
    if (BASE_ARENA_CATCH(&device->arena))
        return vk_run_scene(&device->run, reads);
    return false;
}

static void
start_run(struct vk_device *device, const struct scene *scene, const struct base_arena *arena)
{
    /* The run is held to what the caller's arena has left. */
    base_arena_finish(&device->arena);
    base_arena_init(&device->arena, arena->limit ? arena->limit - arena->used + 1 : 0);
    base_diags_init(&device->diags, &device->arena, device->name);
    memset(&device->fault, 0, sizeof(device->fault));
    memset(&device->run, 0, sizeof(device->run));
    device->run.device = device;
    device->run.scene = scene;
    device->run.diags = &device->diags;
    device->run.fault = &device->fault;
}

/* Gives what the run's own diagnostics have to the caller's. */
static enum scene_status
report_diags(const struct base_diags *from, struct base_diags *to)
{
    enum scene_status status = scene_status_bad;

    for (uint32_t i = 0; i < from->list.count; i++) {
        const struct qd_diagnostic *diag = &from->list.data[i];

        base_report(to, diag->severity, diag->code, diag->place, "%s", diag->message);
        if (diag->excerpt)
            base_set_excerpt(to, diag->excerpt);
        if (diag->note)
            base_add_note(to, "%s", diag->note);
        if (diag->code == QD_CODE_TARGET_LACKS)
            status = scene_status_missing;
    }
    return status;
}

static enum scene_status
end_run(struct vk_device *device, struct base_arena *arena, struct base_diags *diags)
{
    if (device->arena.failure != base_arena_ok)
        base_arena_fail(arena, device->arena.failure);
    const enum scene_status status = report_diags(&device->diags, diags);
    vk_fault_report(&device->fault, diags);
    return device->fault.code != QD_CODE_NONE ? device->fault.status : status;
}

/* Room for what the scene's read steps read. */
static struct scene_bytes *
create_reads(const struct scene *scene, struct base_arena *arena, uint32_t *count)
{
    struct scene_bytes *reads = base_arena_new_array(arena, struct scene_bytes, scene->step_count);

    *count = 0;
    for (uint32_t i = 0; i < scene->step_count; i++) {
        const struct scene_step *step = &scene->steps[i];

        if (step->kind == scene_step_read_buffer)
            reads[*count].size = scene->buffers[step->read].size;
        else if (step->kind == scene_step_read_image)
            reads[*count].size = (size_t)scene_image_size(&scene->images[step->read]);
        else
            continue;
        reads[*count].data = base_arena_alloc(arena, reads[*count].size);
        ++*count;
    }
    return reads;
}

static enum scene_status
run(struct scene_device *base, const struct scene *scene, struct base_arena *arena,
    struct scene_result *result, struct base_diags *diags)
{
    struct vk_device *device = device_of(base);
    uint32_t count = 0;

    memset(result, 0, sizeof(*result));
    if (!scene_check(scene, diags))
        return scene_status_bad;
    struct scene_bytes *reads = create_reads(scene, arena, &count);
    if (!settle(device)) {
        base_error(diags, QD_CODE_DEVICE_FAILED, base_at_nowhere(),
                   "%s is still busy with a scene that took too long", device->name);
        return scene_status_bad;
    }

    start_run(device, scene, arena);
    const bool good = run_caught(device, reads);
    if (!device->is_busy)
        vk_run_finish(&device->run);

    /* Nothing is held from here on. */
    const uint32_t messages = vk_messages_count(&device->instance.messages);
    enum scene_status status = good ? scene_status_ok : end_run(device, arena, diags);
    if (messages) {
        vk_messages_report(&device->instance.messages, diags);
        status = status == scene_status_ok ? scene_status_bad : status;
    }
    if (status == scene_status_ok) {
        result->reads = reads;
        result->read_count = count;
    }
    return status;
}

static bool
has_feature(struct scene_device *base, const char *name)
{
    return vk_has_feature(device_of(base), name);
}

static bool
has_format(struct scene_device *base, enum scene_format format, unsigned uses, uint32_t samples)
{
    return vk_has_format(device_of(base), format, uses, samples);
}

struct scene_device *
vk_device_open(uint32_t index, const struct vk_options *options,
               const struct vk_device_options *more, struct base_diags *diags)
{
    struct vk_device *device = calloc(1, sizeof(*device));
    if (!device) {
        base_error(diags, QD_CODE_DEVICE_FAILED, base_at_nowhere(),
                   "no memory is left for a device");
        return NULL;
    }

    base_arena_init(&device->arena, 0);
    device->timeout = more->timeout;
    device->base.name = device->name;
    device->base.description = device->description;
    device->base.run = run;
    device->base.has_feature = has_feature;
    device->base.has_format = has_format;
    device->base.destroy = destroy;
    if (!open_device(device, index, options, more)) {
        const struct vk_fault fault = device->fault;

        vk_device_close(&device->base);
        vk_fault_report(&fault, diags);
        return NULL;
    }
    return &device->base;
}

struct scene_device *
vk_device_create(uint32_t index, const struct vk_options *options, struct base_diags *diags)
{
    const uint64_t given = options ? options->seconds * UINT64_C(1000000000) : 0;
    const struct vk_device_options more = {.loader = VK_LOADER_NAME,
                                           .timeout = given ? given : VK_TIMEOUT_NS};

    return vk_device_open(index, options, &more, diags);
}

bool
vk_device_is_validating(const struct scene_device *device)
{
    return device_of(device)->instance.is_validating;
}
