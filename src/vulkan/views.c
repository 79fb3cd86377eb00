/* SPDX-License-Identifier: MIT
 *
 * Views of the scene's images, one for each way that they are used, and images of zeroes for what
 * nothing is bound for.
 */
#include "vk_priv.h"

static const struct {
    VkImageType image;
    VkImageViewType view;
    VkImageViewType arrayed;
    uint32_t layers; /* Of the least view. */
} dims[ir_dim_count] = {
    [ir_dim_1d] = {VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D_ARRAY, 1},
    [ir_dim_2d] = {VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY, 1},
    [ir_dim_3d] = {VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D, 1},
    [ir_dim_cube] = {VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, 6},
};

static bool
create_view(struct vk_run *run, VkImageViewCreateInfo *info, VkImageUsageFlags usage,
            VkImageView *handle)
{
    const struct vk_device *device = run->device;
    const VkImageViewUsageCreateInfo used = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = usage,
    };

    info->sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    info->pNext = device->version >= VK_API_VERSION_1_1 ? &used : NULL;
    struct vk_object *object = vk_add_object(run, vk_object_image_view);
    if (!vk_check(run->fault, "vkCreateImageView",
                  device->instance.api.vkCreateImageView(device->handle, info, NULL,
                                                         &object->as.image_view)))
        return false;
    *handle = object->as.image_view;
    return true;
}

bool
vk_create_buffer_view(struct vk_run *run, const VkBufferViewCreateInfo *info, VkBufferView *handle)
{
    const struct vk_device *device = run->device;

    struct vk_object *object = vk_add_object(run, vk_object_buffer_view);
    if (!vk_check(run->fault, "vkCreateBufferView",
                  device->instance.api.vkCreateBufferView(device->handle, info, NULL,
                                                          &object->as.buffer_view)))
        return false;
    *handle = object->as.buffer_view;
    return true;
}

/* ---- the scene's views ---- */

static const VkComponentSwizzle swizzles[] = {
    [scene_swizzle_same] = VK_COMPONENT_SWIZZLE_IDENTITY,
    [scene_swizzle_zero] = VK_COMPONENT_SWIZZLE_ZERO,
    [scene_swizzle_one] = VK_COMPONENT_SWIZZLE_ONE,
    [scene_swizzle_r] = VK_COMPONENT_SWIZZLE_R,
    [scene_swizzle_g] = VK_COMPONENT_SWIZZLE_G,
    [scene_swizzle_b] = VK_COMPONENT_SWIZZLE_B,
    [scene_swizzle_a] = VK_COMPONENT_SWIZZLE_A,
};

/* What a role is in Vulkan, and what the view's format must be good for. */
struct use {
    VkImageUsageFlags usage;
    VkFormatFeatureFlags feature;
    const char *name;
};

static struct use
use_of(enum vk_role role, VkImageAspectFlags aspects)
{
    switch (role) {
    case vk_role_sampled:
        return (struct use){VK_IMAGE_USAGE_SAMPLED_BIT, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT,
                            "be sampled"};
    case vk_role_storage:
        return (struct use){VK_IMAGE_USAGE_STORAGE_BIT, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT,
                            "be read and written by shaders"};
    case vk_role_target:
        break;
    }
    if (aspects == VK_IMAGE_ASPECT_COLOR_BIT)
        return (struct use){VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                            VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT, "be drawn to"};
    return (struct use){VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                        VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT, "hold depth and stencil"};
}

/* Sampling sees one aspect at a time. */
static VkImageAspectFlags
aspects_of(const struct scene_view *view, enum scene_format format, enum vk_role role)
{
    const VkImageAspectFlags all = vk_format_aspects(format);

    if (role != vk_role_sampled || all == VK_IMAGE_ASPECT_COLOR_BIT)
        return all;
    return view->is_stencil || !(all & VK_IMAGE_ASPECT_DEPTH_BIT) ? VK_IMAGE_ASPECT_STENCIL_BIT
                                                                  : VK_IMAGE_ASPECT_DEPTH_BIT;
}

static VkImageViewType
type_of(const struct vk_run *run, const struct scene_view *view, enum vk_role role)
{
    if (role != vk_role_target)
        return view->is_arrayed ? dims[view->dim].arrayed : dims[view->dim].view;
    return run->scene->images[view->image].dim == scene_image_1d ? VK_IMAGE_VIEW_TYPE_1D_ARRAY
                                                                 : VK_IMAGE_VIEW_TYPE_2D_ARRAY;
}

static bool
make_view(struct vk_run *run, uint32_t index, enum vk_role role, VkImageView *handle)
{
    const struct scene_view *view = &run->scene->views[index];
    const struct scene_image *image = &run->scene->images[view->image];
    const enum scene_format format = scene_view_format(run->scene, view);
    const VkImageAspectFlags aspects = aspects_of(view, format, role);
    const struct use use = use_of(role, aspects);
    const bool is_volume = image->dim == scene_image_3d && role != vk_role_target;
    uint32_t size[3];
    VkImageViewCreateInfo info = {
        .image = run->images[view->image].handle,
        .viewType = type_of(run, view, role),
        .format = vk_format_of(format),
        .subresourceRange = {aspects, view->first_level, view->level_count,
                             is_volume ? 0 : view->first_layer, is_volume ? 1 : view->layer_count},
    };

    if (!vk_format_has(run->device, info.format, true, use.feature))
        return vk_fail_lacks(run->fault, "images of format %s cannot %s on the device",
                             scene_format_infos[format].name, use.name);
    if (is_volume && view->dim != ir_dim_3d)
        return vk_fail_lacks(run->fault,
                             "view %u is of slices of a 3D image; the device has them "
                             "as targets alone",
                             index);
    if (info.viewType == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY &&
        !run->device->features.core.imageCubeArray)
        return vk_fail_lacks(run->fault,
                             "view %u is an array of cubes, for which the device lacks "
                             "imageCubeArray",
                             index);
    if (role == vk_role_target) {
        scene_view_size(run->scene, view, size);
        info.subresourceRange.layerCount = size[2]; /* Of 3D images: slices. */
    }
    if (role == vk_role_sampled)
        info.components =
            (VkComponentMapping){swizzles[view->swizzle[0]], swizzles[view->swizzle[1]],
                                 swizzles[view->swizzle[2]], swizzles[view->swizzle[3]]};
    /* Targets may be read, too. */
    const VkImageUsageFlags input =
        run->images[view->image].usage & VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT;
    return create_view(run, &info, use.usage | (role == vk_role_target ? input : 0), handle);
}

bool
vk_get_view(struct vk_run *run, uint32_t index, enum vk_role role, VkImageView *handle)
{
    for (uint32_t i = 0; i < run->views.count; i++) {
        const struct vk_view *view = &run->views.data[i];
        if (view->view == index && view->role == role) {
            *handle = view->handle;
            return true;
        }
    }
    if (!make_view(run, index, role, handle))
        return false;
    struct vk_view *view = base_array_add(run->diags->arena, &run->views);
    view->view = index;
    view->role = role;
    view->handle = *handle;
    return true;
}

/* ---- zeroes ---- */

/* The format of four components that texels of this kind are read by. */
static VkFormat
plain_format(enum ir_texel texel, bool is_storage)
{
    switch (texel) {
    case ir_texel_f32:
        return is_storage ? VK_FORMAT_R32G32B32A32_SFLOAT : VK_FORMAT_R8G8B8A8_UNORM;
    case ir_texel_i32:
        return VK_FORMAT_R32G32B32A32_SINT;
    case ir_texel_u32:
        return VK_FORMAT_R32G32B32A32_UINT;
    case ir_texel_i64:
        return VK_FORMAT_R64_SINT;
    case ir_texel_u64:
    case ir_texel_count:
        break;
    }
    return VK_FORMAT_R64_UINT;
}

static VkFormat
zero_format(const struct vk_slot *slot)
{
    const struct ir_image *image = &slot->image;
    const bool is_storage = image->kind == ir_image_storage;

    if (is_storage && image->format != ir_image_format_unknown)
        return vk_format_of(scene_format_of_image(image->format));
    if (!is_storage && slot->compares)
        return VK_FORMAT_D16_UNORM;
    return plain_format(image->texel, is_storage);
}

static bool
make_zero(struct vk_run *run, struct vk_zero *zero)
{
    const struct vk_api *api = &run->device->instance.api;
    const bool is_depth = zero->format == VK_FORMAT_D16_UNORM;
    const VkImageAspectFlags aspects =
        is_depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
    const VkImageUsageFlags usage =
        zero->is_storage ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT;
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = zero->dim == ir_dim_cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0u,
        .imageType = dims[zero->dim].image,
        .format = zero->format,
        .extent = {1, 1, 1},
        .mipLevels = 1,
        .arrayLayers = dims[zero->dim].layers,
        .samples = zero->is_multisampled ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = usage | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
    };
    VkImageViewCreateInfo view = {
        .viewType = zero->is_arrayed ? dims[zero->dim].arrayed : dims[zero->dim].view,
        .format = zero->format,
        .subresourceRange = {aspects, 0, 1, 0, dims[zero->dim].layers},
    };
    const VkClearColorValue color = {{0}};
    const VkClearDepthStencilValue depth = {0, 0};

    if (!vk_make_image(run, &info, aspects, &view.image))
        return false;
    if (is_depth)
        api->vkCmdClearDepthStencilImage(run->setup, view.image, VK_IMAGE_LAYOUT_GENERAL, &depth, 1,
                                         &view.subresourceRange);
    else
        api->vkCmdClearColorImage(run->setup, view.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1,
                                  &view.subresourceRange);
    return create_view(run, &view, usage, &zero->handle);
}

bool
vk_get_zero_image(struct vk_run *run, const struct vk_slot *slot, VkImageView *handle)
{
    struct vk_zero wanted = {
        .format = zero_format(slot),
        .dim = slot->image.dim,
        .is_arrayed = slot->image.is_arrayed,
        .is_multisampled = slot->image.is_multisampled,
        .is_storage = slot->image.kind == ir_image_storage,
    };

    for (uint32_t i = 0; i < run->zero_images.count; i++) {
        const struct vk_zero *zero = &run->zero_images.data[i];
        if (zero->format == wanted.format && zero->dim == wanted.dim &&
            zero->is_arrayed == wanted.is_arrayed &&
            zero->is_multisampled == wanted.is_multisampled &&
            zero->is_storage == wanted.is_storage) {
            *handle = zero->handle;
            return true;
        }
    }
    if (!make_zero(run, &wanted))
        return false;
    base_array_push(run->diags->arena, &run->zero_images, wanted);
    *handle = wanted.handle;
    return true;
}

bool
vk_get_zero_texels(struct vk_run *run, const struct vk_slot *slot, VkBufferView *handle)
{
    const VkDeviceSize alignment = run->device->properties.limits.minTexelBufferOffsetAlignment;
    const bool is_storage = slot->image.kind == ir_image_storage;
    const VkFormat format = zero_format(slot);
    const VkDeviceSize size = scene_format_infos[format].bytes;
    struct vk_range range;

    /* What is written to it goes there alone. */
    if (is_storage) {
        if (!vk_take_range(run, vk_pool_upload, size, alignment < 16 ? 16 : alignment, &range))
            return false;
        memset(range.map, 0, (size_t)size);
    } else if (!vk_get_zeroes(run, size, &range)) {
        return false;
    }
    const VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = range.buffer,
        .format = format,
        .offset = range.offset,
        .range = size,
    };
    return vk_create_buffer_view(run, &info, handle);
}
