/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

static const struct {
    VkImageType image;
    VkImageViewType view;
    uint32_t layers;
} dims[ir_dim_count] = {
    [ir_dim_1d] = {VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D, 1},
    [ir_dim_2d] = {VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, 1},
    [ir_dim_3d] = {VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D, 1},
    [ir_dim_cube] = {VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE, 6},
};

static bool
check_image(struct vk_run *run, const VkImageCreateInfo *info)
{
    const struct vk_device *device = run->device;
    VkImageFormatProperties limits;

    const VkResult result = device->instance.api.vkGetPhysicalDeviceImageFormatProperties(
        device->physical, info->format, info->imageType, info->tiling, info->usage, info->flags,
        &limits);
    if (result == VK_ERROR_FORMAT_NOT_SUPPORTED)
        return vk_fail_lacks(run->fault, "the device has no images of VkFormat %d for this use",
                             (int)info->format);
    if (!vk_check(run->fault, "vkGetPhysicalDeviceImageFormatProperties", result))
        return false;
    if (info->extent.width > limits.maxExtent.width ||
        info->extent.height > limits.maxExtent.height || info->mipLevels > limits.maxMipLevels)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "an image of %u by %u with %u levels is larger than the device's %u by %u "
                       "with %u",
                       info->extent.width, info->extent.height, info->mipLevels,
                       limits.maxExtent.width, limits.maxExtent.height, limits.maxMipLevels);
    return true;
}

bool
vk_create_image(struct vk_run *run, const struct vk_image_request *request, struct vk_image *image)
{
    const struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = request->dim == ir_dim_cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
        .imageType = dims[request->dim].image,
        .format = request->format,
        .extent = {request->width, request->height, 1},
        .mipLevels = request->levels,
        .arrayLayers = dims[request->dim].layers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = request->usage,
    };
    VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .viewType = dims[request->dim].view,
        .format = request->format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                             VK_REMAINING_ARRAY_LAYERS},
    };

    if (!check_image(run, &info))
        return false;
    struct vk_object *object = vk_add_object(run, vk_object_image);
    if (!vk_check(run->fault, "vkCreateImage",
                  api->vkCreateImage(device->handle, &info, NULL, &object->as.image)))
        return false;
    image->image = view.image = object->as.image;
    if (!vk_bind_image(run, image->image))
        return false;
    object = vk_add_object(run, vk_object_image_view);
    if (!vk_check(run->fault, "vkCreateImageView",
                  api->vkCreateImageView(device->handle, &view, NULL, &object->as.image_view)))
        return false;
    image->view = object->as.image_view;
    return true;
}

const struct vk_layout_change vk_layout_destination = {
    .from = VK_IMAGE_LAYOUT_UNDEFINED,
    .to = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
    .from_stages = VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
    .to_stages = VK_PIPELINE_STAGE_TRANSFER_BIT,
    .to_access = VK_ACCESS_TRANSFER_WRITE_BIT,
};

void
vk_change_layout(struct vk_run *run, VkCommandBuffer commands, VkImage image,
                 const struct vk_layout_change *change)
{
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = change->from_access,
        .dstAccessMask = change->to_access,
        .oldLayout = change->from,
        .newLayout = change->to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                             VK_REMAINING_ARRAY_LAYERS},
    };

    run->device->instance.api.vkCmdPipelineBarrier(commands, change->from_stages, change->to_stages,
                                                   0, 0, NULL, 0, NULL, 1, &barrier);
}
