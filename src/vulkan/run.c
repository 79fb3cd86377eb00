/* SPDX-License-Identifier: MIT
 *
 * A scene is recorded into two command buffers, which are submitted together: first all uploads,
 * then the steps, with a barrier for everything between each two.
 */
#include "vk_priv.h"

#include <stdio.h>

struct vk_object *
vk_add_object(struct vk_run *run, enum vk_object_kind kind)
{
    struct vk_object *object = base_array_add(run->diags->arena, &run->objects);

    object->kind = kind;
    return object;
}

/* Nothing is done about an object that was not made after all. */
static void
destroy_object(const struct vk_device *device, const struct vk_object *object)
{
    const struct vk_api *api = &device->instance.api;

    switch (object->kind) {
#define CASE(kind, function)                                                                       \
    case vk_object_##kind:                                                                         \
        api->function(device->handle, object->as.kind, NULL);                                      \
        return
        CASE(buffer, vkDestroyBuffer);
        CASE(buffer_view, vkDestroyBufferView);
        CASE(command_pool, vkDestroyCommandPool);
        CASE(descriptor_pool, vkDestroyDescriptorPool);
        CASE(fence, vkDestroyFence);
        CASE(framebuffer, vkDestroyFramebuffer);
        CASE(image, vkDestroyImage);
        CASE(image_view, vkDestroyImageView);
        CASE(memory, vkFreeMemory);
        CASE(pipeline, vkDestroyPipeline);
        CASE(pipeline_layout, vkDestroyPipelineLayout);
        CASE(render_pass, vkDestroyRenderPass);
        CASE(sampler, vkDestroySampler);
        CASE(set_layout, vkDestroyDescriptorSetLayout);
        CASE(shader_module, vkDestroyShaderModule);
#undef CASE
    }
}

void
vk_run_finish(struct vk_run *run)
{
    /* Buffers and images go before their memory, although it is younger. */
    for (uint32_t i = run->objects.count; i-- > 0;) {
        if (run->objects.data[i].kind != vk_object_memory)
            destroy_object(run->device, &run->objects.data[i]);
    }
    for (uint32_t i = run->objects.count; i-- > 0;) {
        if (run->objects.data[i].kind == vk_object_memory)
            destroy_object(run->device, &run->objects.data[i]);
    }
    run->objects.count = 0;
}

static bool
create_commands(struct vk_run *run)
{
    const struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;
    const VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
        .queueFamilyIndex = device->family,
    };
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 2,
    };
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    VkCommandBuffer buffers[2];

    struct vk_object *object = vk_add_object(run, vk_object_command_pool);
    if (!vk_check(run->fault, "vkCreateCommandPool",
                  api->vkCreateCommandPool(device->handle, &pool, NULL, &object->as.command_pool)))
        return false;
    info.commandPool = object->as.command_pool;
    if (!vk_check(run->fault, "vkAllocateCommandBuffers",
                  api->vkAllocateCommandBuffers(device->handle, &info, buffers)))
        return false;
    run->setup = buffers[0];
    run->commands = buffers[1];
    return vk_check(run->fault, "vkBeginCommandBuffer",
                    api->vkBeginCommandBuffer(run->setup, &begin)) &&
           vk_check(run->fault, "vkBeginCommandBuffer",
                    api->vkBeginCommandBuffer(run->commands, &begin));
}

static bool
create_fence(struct vk_run *run)
{
    const struct vk_device *device = run->device;
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};

    struct vk_object *object = vk_add_object(run, vk_object_fence);
    if (!vk_check(
            run->fault, "vkCreateFence",
            device->instance.api.vkCreateFence(device->handle, &info, NULL, &object->as.fence)))
        return false;
    run->fence = object->as.fence;
    return true;
}

/* Submits and waits. After a time-out the device counts as busy. */
static bool
submit(struct vk_run *run)
{
    struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;
    const VkCommandBuffer buffers[] = {run->setup, run->commands};
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = BASE_COUNT(buffers),
        .pCommandBuffers = buffers,
    };

    if (!vk_check(run->fault, "vkEndCommandBuffer", api->vkEndCommandBuffer(run->setup)) ||
        !vk_check(run->fault, "vkEndCommandBuffer", api->vkEndCommandBuffer(run->commands)) ||
        !vk_check(run->fault, "vkQueueSubmit",
                  api->vkQueueSubmit(device->queue, 1, &info, run->fence)))
        return false;
    const VkResult result =
        api->vkWaitForFences(device->handle, 1, &run->fence, VK_TRUE, device->timeout);
    device->is_busy = result == VK_TIMEOUT;
    if (result == VK_TIMEOUT)
        return vk_fail(run->fault, scene_status_bad, QD_CODE_DEVICE_FAILED,
                       "the device did not finish the scene in %g seconds",
                       (double)device->timeout * 1e-9);
    return vk_check(run->fault, "vkWaitForFences", result);
}

/* ---- steps ---- */

void
vk_barrier(struct vk_run *run, VkCommandBuffer commands)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
    };

    run->device->instance.api.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                                   VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1,
                                                   &barrier, 0, NULL, 0, NULL);
}

static void
end_for_host(struct vk_run *run)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };

    run->device->instance.api.vkCmdPipelineBarrier(
        run->commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
        &barrier, 0, NULL, 0, NULL);
}

static bool
record_step(struct vk_run *run, const struct scene_step *step)
{
    switch (step->kind) {
    case scene_step_draw:
        return vk_draw(run, &step->draw);
    case scene_step_dispatch:
        return vk_dispatch(run, &step->dispatch);
    case scene_step_clear:
        return vk_clear_view(run, &step->clear);
    case scene_step_copy_buffer:
        return vk_copy_buffer(run, &step->copy);
    case scene_step_copy_image:
        return vk_copy_image(run, &step->copy);
    case scene_step_read_buffer:
        return vk_read_buffer(run, step->read);
    case scene_step_read_image:
        return vk_read_image(run, step->read);
    }
    return true;
}

static bool
record_steps(struct vk_run *run)
{
    for (uint32_t i = 0; i < run->scene->step_count; i++) {
        run->step = i;
        run->has_copies = false;
        vk_barrier(run, run->commands);
        if (!record_step(run, &run->scene->steps[i])) {
            vk_fault_add_step(run->fault, i);
            return false;
        }
    }
    end_for_host(run);
    return true;
}

static void
take_reads(const struct vk_run *run, struct scene_bytes *reads)
{
    for (uint32_t i = 0; i < run->reads.count; i++) {
        const struct vk_read *read = &run->reads.data[i];

        if (read->image != SCENE_NONE)
            vk_take_image(run, read, reads[i].data);
        else if (reads[i].size)
            memcpy(reads[i].data, read->range.map, reads[i].size);
    }
}

bool
vk_run_scene(struct vk_run *run, struct scene_bytes *reads)
{
    struct base_arena *arena = run->diags->arena;

    run->buffers = base_arena_new_array(arena, struct vk_buffer, run->scene->buffer_count);
    run->images = base_arena_new_array(arena, struct vk_image, run->scene->image_count);
    vk_scan_uses(run);
    if (!create_commands(run) || !create_fence(run) || !vk_create_buffers(run) ||
        !vk_create_images(run) || !record_steps(run) || !submit(run))
        return false;
    take_reads(run, reads);
    return true;
}
