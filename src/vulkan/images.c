/* SPDX-License-Identifier: MIT
 *
 * Images. They are in the layout GENERAL from the first command on, whatever is done with them:
 * any part of one may be drawn to while another is sampled.
 */
#include "vk_priv.h"

static const VkImageType types[] = {
    [scene_image_1d] = VK_IMAGE_TYPE_1D,
    [scene_image_2d] = VK_IMAGE_TYPE_2D,
    [scene_image_3d] = VK_IMAGE_TYPE_3D,
};

static bool
check_image(struct vk_run *run, const VkImageCreateInfo *info)
{
    const struct vk_device *device = run->device;
    const char *name = scene_format_infos[info->format].name;
    VkImageFormatProperties limits;

    const VkResult result = device->instance.api.vkGetPhysicalDeviceImageFormatProperties(
        device->physical, info->format, info->imageType, info->tiling, info->usage, info->flags,
        &limits);
    if (result == VK_ERROR_FORMAT_NOT_SUPPORTED)
        return vk_fail_lacks(run->fault, "the device has no images of format %s for this use",
                             name);
    if (!vk_check(run->fault, "vkGetPhysicalDeviceImageFormatProperties", result))
        return false;
    if (!(limits.sampleCounts & info->samples))
        return vk_fail_lacks(run->fault, "the device has no images of format %s with %u samples",
                             name, (unsigned)info->samples);
    if (info->extent.width > limits.maxExtent.width ||
        info->extent.height > limits.maxExtent.height ||
        info->extent.depth > limits.maxExtent.depth || info->mipLevels > limits.maxMipLevels ||
        info->arrayLayers > limits.maxArrayLayers)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "an image of %u by %u by %u with %u levels and %u layers is larger than "
                       "the device's %u by %u by %u with %u and %u",
                       info->extent.width, info->extent.height, info->extent.depth, info->mipLevels,
                       info->arrayLayers, limits.maxExtent.width, limits.maxExtent.height,
                       limits.maxExtent.depth, limits.maxMipLevels, limits.maxArrayLayers);
    return true;
}

/* Of a new image, whose memory may have been another's. */
static void
enter_general(struct vk_run *run, VkImage image, VkImageAspectFlags aspects)
{
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS},
    };

    run->device->instance.api.vkCmdPipelineBarrier(run->setup, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                                                   VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL,
                                                   0, NULL, 1, &barrier);
}

bool
vk_make_image(struct vk_run *run, const VkImageCreateInfo *info, VkImageAspectFlags aspects,
              VkImage *handle)
{
    const struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;

    if (!check_image(run, info))
        return false;
    struct vk_object *object = vk_add_object(run, vk_object_image);
    if (!vk_check(run->fault, "vkCreateImage",
                  api->vkCreateImage(device->handle, info, NULL, &object->as.image)))
        return false;
    *handle = object->as.image;
    if (!vk_bind_image(run, *handle))
        return false;
    enter_general(run, *handle, aspects);
    return true;
}

static bool
create_image(struct vk_run *run, uint32_t index)
{
    const struct scene_image *image = &run->scene->images[index];
    struct vk_image *made = &run->images[index];
    VkImageCreateFlags flags = made->flags;

    /* So that a view's format counts, and not the image's, for what the view is used for. */
    if (flags & VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT && run->device->version >= VK_API_VERSION_1_1)
        flags |= VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = flags,
        .imageType = types[image->dim],
        .format = vk_format_of(image->format),
        .extent = {image->width, image->height, image->depth},
        .mipLevels = image->levels,
        .arrayLayers = image->layers,
        .samples = (VkSampleCountFlagBits)image->samples,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = made->usage,
    };

    return vk_make_image(run, &info, vk_format_aspects(image->format), &made->handle) &&
           vk_upload_image(run, index);
}

bool
vk_create_images(struct vk_run *run)
{
    for (uint32_t i = 0; i < run->scene->image_count; i++) {
        if (!create_image(run, i))
            return false;
    }
    return true;
}
