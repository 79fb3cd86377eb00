/* SPDX-License-Identifier: MIT
 *
 * What goes into images and out of them without a shader. Copies between buffers and images take
 * depth and stencil apart, each with texels of its own; scenes have both in one texel.
 */
#include "vk_priv.h"

/* Every texel's size divides it, and it is a multiple of what copies want. */
#define ALIGNMENT 96

/* ---- how levels lie in copies ---- */

/* Texels of all layers or slices. */
static uint64_t
level_texels(const struct scene_image *image, uint32_t level)
{
    return (uint64_t)scene_level_extent(image->width, level) *
           scene_level_extent(image->height, level) * scene_level_extent(image->depth, level) *
           image->layers;
}

/* Colour lies as scenes have it; levels of depth and stencil begin at multiples of 4. */
static uint64_t
plane_level_size(const struct scene_image *image, const struct vk_plane *plane, uint32_t level)
{
    const uint64_t size = level_texels(image, level) * plane->bytes;

    return plane->aspect == VK_IMAGE_ASPECT_COLOR_BIT ? size : (size + 3) & ~UINT64_C(3);
}

static uint64_t
plane_size(const struct scene_image *image, const struct vk_plane *plane)
{
    uint64_t size = 0;

    for (uint32_t level = 0; level < image->levels; level++)
        size += plane_level_size(image, plane, level);
    return (size + 15) & ~UINT64_C(15);
}

static uint64_t
copy_size(const struct scene_image *image)
{
    struct vk_plane planes[2];
    const uint32_t count = vk_format_planes(image->format, planes);
    uint64_t size = 0;

    for (uint32_t i = 0; i < count; i++)
        size += plane_size(image, &planes[i]);
    return size;
}

/* Copies one plane of all levels, which begins at *at, and steps over it. */
static void
copy_plane(struct vk_run *run, uint32_t index, const struct vk_plane *plane,
           const struct vk_range *range, VkDeviceSize *at, bool to_image)
{
    const struct vk_api *api = &run->device->instance.api;
    const struct scene_image *image = &run->scene->images[index];
    VkDeviceSize offset = *at;

    for (uint32_t level = 0; level < image->levels; level++) {
        const VkBufferImageCopy region = {
            .bufferOffset = range->offset + offset,
            .imageSubresource = {plane->aspect, level, 0, image->layers},
            .imageExtent = {scene_level_extent(image->width, level),
                            scene_level_extent(image->height, level),
                            scene_level_extent(image->depth, level)},
        };

        if (to_image)
            api->vkCmdCopyBufferToImage(run->setup, range->buffer, run->images[index].handle,
                                        VK_IMAGE_LAYOUT_GENERAL, 1, &region);
        else
            api->vkCmdCopyImageToBuffer(run->commands, run->images[index].handle,
                                        VK_IMAGE_LAYOUT_GENERAL, range->buffer, 1, &region);
        offset += plane_level_size(image, plane, level);
    }
    *at += plane_size(image, plane);
}

static void
copy_planes(struct vk_run *run, uint32_t index, const struct vk_range *range, bool to_image)
{
    struct vk_plane planes[2];
    const uint32_t count = vk_format_planes(run->scene->images[index].format, planes);
    VkDeviceSize at = 0;

    for (uint32_t i = 0; i < count; i++)
        copy_plane(run, index, &planes[i], range, &at, to_image);
}

/* Takes the planes of all texels apart, or puts them together. */
static void
move_planes(const struct scene_image *image, char *copy, char *texels, bool to_copy)
{
    const uint32_t bytes = scene_format_infos[image->format].bytes;
    struct vk_plane planes[2];
    const uint32_t count = vk_format_planes(image->format, planes);

    for (uint32_t i = 0; i < count; i++) {
        const struct vk_plane *plane = &planes[i];
        char *from = copy;
        char *texel = texels + plane->at;

        for (uint32_t level = 0; level < image->levels; level++) {
            const uint64_t total = level_texels(image, level);

            for (uint64_t t = 0; t < total; t++, texel += bytes) {
                if (to_copy)
                    memcpy(from + t * plane->bytes, texel, plane->used);
                else
                    memcpy(texel, from + t * plane->bytes, plane->used);
            }
            from += plane_level_size(image, plane, level);
        }
        copy += plane_size(image, plane);
    }
}

/* ---- what images start as ---- */

static void
clear_to_zero(struct vk_run *run, uint32_t index)
{
    const struct vk_api *api = &run->device->instance.api;
    const VkImageAspectFlags aspects = vk_format_aspects(run->scene->images[index].format);
    const VkImageSubresourceRange all = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0,
                                         VK_REMAINING_ARRAY_LAYERS};
    const VkClearColorValue color = {{0}};
    const VkClearDepthStencilValue depth = {0, 0};

    if (aspects == VK_IMAGE_ASPECT_COLOR_BIT)
        api->vkCmdClearColorImage(run->setup, run->images[index].handle, VK_IMAGE_LAYOUT_GENERAL,
                                  &color, 1, &all);
    else
        api->vkCmdClearDepthStencilImage(run->setup, run->images[index].handle,
                                         VK_IMAGE_LAYOUT_GENERAL, &depth, 1, &all);
}

bool
vk_upload_image(struct vk_run *run, uint32_t index)
{
    const struct scene_image *image = &run->scene->images[index];
    struct vk_range range;

    if (!image->data) {
        clear_to_zero(run, index);
        return true;
    }
    if (!vk_take_range(run, vk_pool_upload, copy_size(image), ALIGNMENT, &range))
        return false;
    if (vk_format_aspects(image->format) == VK_IMAGE_ASPECT_COLOR_BIT) {
        memcpy(range.map, image->data, (size_t)scene_image_size(image));
    } else {
        memset(range.map, 0, (size_t)range.size);
        move_planes(image, range.map, (char *)(uintptr_t)image->data, true);
    }
    copy_planes(run, index, &range, true);
    return true;
}

/* ---- clears ---- */

/* By a copy of so many equal texels: exact, for any format, and for some slices of an image. */
static bool
clear_by_copy(struct vk_run *run, const struct scene_view *view, const char *texel)
{
    const struct vk_api *api = &run->device->instance.api;
    const struct scene_image *image = &run->scene->images[view->image];
    const uint32_t bytes = scene_format_infos[image->format].bytes;
    const bool is_3d = image->dim == scene_image_3d;

    for (uint32_t i = 0; i < view->level_count; i++) {
        const uint32_t level = view->first_level + i;
        const uint32_t depth = is_3d && view->dim != ir_dim_3d
                                   ? view->layer_count
                                   : scene_level_extent(image->depth, level);
        VkBufferImageCopy region = {
            .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, is_3d ? 0 : view->first_layer,
                                 is_3d ? 1 : view->layer_count},
            .imageOffset = {0, 0, is_3d && view->dim != ir_dim_3d ? (int32_t)view->first_layer : 0},
            .imageExtent = {scene_level_extent(image->width, level),
                            scene_level_extent(image->height, level), depth},
        };
        const uint64_t texels = (uint64_t)region.imageExtent.width * region.imageExtent.height *
                                depth * region.imageSubresource.layerCount;
        struct vk_range range;

        if (!vk_take_range(run, vk_pool_upload, texels * bytes, ALIGNMENT, &range))
            return false;
        for (uint64_t t = 0; t < texels; t++)
            memcpy((char *)range.map + t * bytes, texel, bytes);
        region.bufferOffset = range.offset;
        api->vkCmdCopyBufferToImage(run->commands, range.buffer, run->images[view->image].handle,
                                    VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    }
    return true;
}

static VkImageSubresourceRange
range_of(const struct scene_view *view, VkImageAspectFlags aspects, bool is_3d)
{
    return (VkImageSubresourceRange){aspects, view->first_level, view->level_count,
                                     is_3d ? 0 : view->first_layer, is_3d ? 1 : view->layer_count};
}

static bool
clear_color(struct vk_run *run, const struct scene_view *view, enum scene_format format,
            const struct scene_clear *clear)
{
    const struct vk_api *api = &run->device->instance.api;
    const struct scene_image *image = &run->scene->images[view->image];
    const bool is_3d = image->dim == scene_image_3d;
    const VkImageSubresourceRange range = range_of(view, VK_IMAGE_ASPECT_COLOR_BIT, is_3d);
    VkClearColorValue value;
    char texel[SCENE_MAX_TEXEL];

    scene_clear_texel(clear, format, texel);
    if (image->samples == 1 && (is_3d || scene_format_is_wide(image->format)))
        return clear_by_copy(run, view, texel);
    /* What the texel holds in the image's own format, so that nothing is left to round. */
    scene_format_unpack(image->format, texel, value.uint32);
    api->vkCmdClearColorImage(run->commands, run->images[view->image].handle,
                              VK_IMAGE_LAYOUT_GENERAL, &value, 1, &range);
    return true;
}

static bool
clear_depth(struct vk_run *run, const struct scene_view *view, const struct scene_clear *clear)
{
    const struct vk_api *api = &run->device->instance.api;
    const struct scene_image *image = &run->scene->images[view->image];
    const VkImageSubresourceRange range = range_of(view, vk_format_aspects(image->format), false);
    VkClearDepthStencilValue value = {.stencil = clear->words[1]};

    memcpy(&value.depth, &clear->words[0], sizeof(value.depth));
    if (scene_format_infos[image->format].has_depth && !(value.depth >= 0 && value.depth <= 1))
        return vk_fail_lacks(run->fault, "depth is cleared to %g; the device takes 0 to 1",
                             (double)value.depth);
    api->vkCmdClearDepthStencilImage(run->commands, run->images[view->image].handle,
                                     VK_IMAGE_LAYOUT_GENERAL, &value, 1, &range);
    return true;
}

bool
vk_clear_view(struct vk_run *run, const struct scene_clear *clear)
{
    const struct scene_view *view = &run->scene->views[clear->view];
    const enum scene_format format = scene_view_format(run->scene, view);

    return vk_format_aspects(format) == VK_IMAGE_ASPECT_COLOR_BIT
               ? clear_color(run, view, format, clear)
               : clear_depth(run, view, clear);
}

/* ---- copies and reads ---- */

bool
vk_copy_image(struct vk_run *run, const struct scene_copy *copy)
{
    const struct vk_api *api = &run->device->instance.api;
    const struct scene_image *image = &run->scene->images[copy->from];
    const VkImageAspectFlags aspects = vk_format_aspects(image->format);

    if (copy->from == copy->to)
        return true;
    for (uint32_t level = 0; level < image->levels; level++) {
        const VkImageCopy region = {
            .srcSubresource = {aspects, level, 0, image->layers},
            .dstSubresource = {aspects, level, 0, image->layers},
            .extent = {scene_level_extent(image->width, level),
                       scene_level_extent(image->height, level),
                       scene_level_extent(image->depth, level)},
        };

        api->vkCmdCopyImage(run->commands, run->images[copy->from].handle, VK_IMAGE_LAYOUT_GENERAL,
                            run->images[copy->to].handle, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    }
    return true;
}

bool
vk_read_image(struct vk_run *run, uint32_t index)
{
    struct vk_read *read = base_array_add(run->diags->arena, &run->reads);

    read->image = index;
    if (!vk_take_range(run, vk_pool_readback, copy_size(&run->scene->images[index]), ALIGNMENT,
                       &read->range))
        return false;
    copy_planes(run, index, &read->range, false);
    return true;
}

void
vk_take_image(const struct vk_run *run, const struct vk_read *read, char *to)
{
    const struct scene_image *image = &run->scene->images[read->image];
    const size_t size = (size_t)scene_image_size(image);

    if (vk_format_aspects(image->format) == VK_IMAGE_ASPECT_COLOR_BIT) {
        memcpy(to, read->range.map, size);
        return;
    }
    memset(to, 0, size);
    move_planes(image, read->range.map, to, false);
}
