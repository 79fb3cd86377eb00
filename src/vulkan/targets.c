/* SPDX-License-Identifier: MIT
 *
 * Colour targets: cleared before the draws, drawn to in render passes, read back at the end. From
 * the clear to the end they stay in the layout of attachments.
 */
#include "vk_priv.h"

#define ATTACHMENT_ACCESS                                                                          \
    (VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT)

static const struct vk_layout_change to_attachment = {
    .from = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
    .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
    .from_stages = VK_PIPELINE_STAGE_TRANSFER_BIT,
    .to_stages = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
    .from_access = VK_ACCESS_TRANSFER_WRITE_BIT,
    .to_access = ATTACHMENT_ACCESS,
};

static const struct vk_layout_change to_source = {
    .from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
    .to = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
    .from_stages = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
    .to_stages = VK_PIPELINE_STAGE_TRANSFER_BIT,
    .from_access = ATTACHMENT_ACCESS,
    .to_access = VK_ACCESS_TRANSFER_READ_BIT,
};

static void
clear(struct vk_run *run, VkImage image, const float color[4])
{
    const VkClearColorValue value = {.float32 = {color[0], color[1], color[2], color[3]}};
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

    vk_change_layout(run, run->setup, image, &vk_layout_destination);
    run->device->instance.api.vkCmdClearColorImage(
        run->setup, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &value, 1, &all);
    vk_change_layout(run, run->setup, image, &to_attachment);
}

bool
vk_create_targets(struct vk_run *run)
{
    const struct scene *scene = run->scene;
    struct base_arena *arena = run->diags->arena;

    run->targets = base_arena_new_array(arena, struct vk_image, scene->target_count);
    run->readbacks = base_arena_new_array(arena, struct vk_range, scene->target_count);
    for (uint32_t i = 0; i < scene->target_count; i++) {
        const struct scene_target *target = &scene->targets[i];
        const struct vk_image_request request = {
            .dim = ir_dim_2d,
            .format = vk_format_of_image(target->format),
            .width = target->width,
            .height = target->height,
            .levels = 1,
            .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                     VK_IMAGE_USAGE_TRANSFER_DST_BIT,
        };
        const VkDeviceSize size =
            (VkDeviceSize)target->width * target->height * scene_format_infos[target->format].bytes;

        if (!vk_create_image(run, &request, &run->targets[i]) ||
            !vk_take_range(run, vk_pool_readback, size, 16, &run->readbacks[i]))
            return false;
        clear(run, run->targets[i].image, target->clear);
    }
    return true;
}

static bool
create_render_pass(struct vk_run *run, const struct scene_draw *draw, VkRenderPass *handle)
{
    const struct vk_device *device = run->device;
    VkAttachmentDescription attachments[SCENE_MAX_TARGETS];
    VkAttachmentReference references[SCENE_MAX_TARGETS];
    const VkSubpassDescription subpass = {
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
        .colorAttachmentCount = draw->target_count,
        .pColorAttachments = references,
    };
    const VkRenderPassCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
        .attachmentCount = draw->target_count,
        .pAttachments = attachments,
        .subpassCount = 1,
        .pSubpasses = &subpass,
    };

    for (uint32_t i = 0; i < draw->target_count; i++) {
        attachments[i] = (VkAttachmentDescription){
            .format = vk_format_of_image(run->scene->targets[draw->targets[i]].format),
            .samples = VK_SAMPLE_COUNT_1_BIT,
            .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
            .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
            .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
            .initialLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
            .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        };
        references[i].attachment = i;
        references[i].layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    }
    struct vk_object *object = vk_add_object(run, vk_object_render_pass);
    if (!vk_check(run->fault, "vkCreateRenderPass",
                  device->instance.api.vkCreateRenderPass(device->handle, &info, NULL,
                                                          &object->as.render_pass)))
        return false;
    *handle = object->as.render_pass;
    return true;
}

static bool
create_framebuffer(struct vk_run *run, const struct scene_draw *draw, VkRenderPass pass,
                   VkFramebuffer *handle)
{
    const struct vk_device *device = run->device;
    const struct scene_target *first = &run->scene->targets[draw->targets[0]];
    VkImageView views[SCENE_MAX_TARGETS];
    const VkFramebufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .renderPass = pass,
        .attachmentCount = draw->target_count,
        .pAttachments = views,
        .width = first->width,
        .height = first->height,
        .layers = 1,
    };

    for (uint32_t i = 0; i < draw->target_count; i++)
        views[i] = run->targets[draw->targets[i]].view;
    struct vk_object *object = vk_add_object(run, vk_object_framebuffer);
    if (!vk_check(run->fault, "vkCreateFramebuffer",
                  device->instance.api.vkCreateFramebuffer(device->handle, &info, NULL,
                                                           &object->as.framebuffer)))
        return false;
    *handle = object->as.framebuffer;
    return true;
}

/* Draws of a later pass come after those of an earlier one where they share a target. */
static void
order_passes(struct vk_run *run)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = ATTACHMENT_ACCESS,
    };

    run->device->instance.api.vkCmdPipelineBarrier(
        run->draws, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static bool
has_targets(const struct vk_pass *pass, const struct scene_draw *draw)
{
    if (pass->target_count != draw->target_count)
        return false;
    for (uint32_t i = 0; i < draw->target_count; i++) {
        if (pass->targets[i] != draw->targets[i])
            return false;
    }
    return true;
}

bool
vk_begin_pass(struct vk_run *run, const struct scene_draw *draw)
{
    const struct scene_target *first = &run->scene->targets[draw->targets[0]];
    struct vk_pass *pass = &run->pass;
    VkRenderPassBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderArea.extent = {first->width, first->height},
    };

    if (pass->is_open && has_targets(pass, draw))
        return true;
    vk_end_pass(run);
    if (!create_render_pass(run, draw, &info.renderPass) ||
        !create_framebuffer(run, draw, info.renderPass, &info.framebuffer))
        return false;

    order_passes(run);
    run->device->instance.api.vkCmdBeginRenderPass(run->draws, &info, VK_SUBPASS_CONTENTS_INLINE);
    pass->is_open = true;
    pass->target_count = draw->target_count;
    memcpy(pass->targets, draw->targets, sizeof(pass->targets));
    pass->handle = info.renderPass;
    return true;
}

void
vk_end_pass(struct vk_run *run)
{
    if (run->pass.is_open)
        run->device->instance.api.vkCmdEndRenderPass(run->draws);
    run->pass.is_open = false;
}

void
vk_read_targets(struct vk_run *run)
{
    const struct vk_api *api = &run->device->instance.api;
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };

    for (uint32_t i = 0; i < run->scene->target_count; i++) {
        const struct scene_target *target = &run->scene->targets[i];
        const VkBufferImageCopy region = {
            .bufferOffset = run->readbacks[i].offset,
            .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
            .imageExtent = {target->width, target->height, 1},
        };

        vk_change_layout(run, run->draws, run->targets[i].image, &to_source);
        api->vkCmdCopyImageToBuffer(run->draws, run->targets[i].image,
                                    VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, run->readbacks[i].buffer,
                                    1, &region);
    }
    api->vkCmdPipelineBarrier(run->draws, VK_PIPELINE_STAGE_TRANSFER_BIT,
                              VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}
