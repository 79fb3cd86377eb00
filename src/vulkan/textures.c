/* SPDX-License-Identifier: MIT
 *
 * Textures and samplers. Uploads are recorded into the setup commands, which run before the draws.
 */
#include "vk_priv.h"

static const struct vk_layout_change to_shaders = {
    .from = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
    .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
    .from_stages = VK_PIPELINE_STAGE_TRANSFER_BIT,
    .to_stages = VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
    .from_access = VK_ACCESS_TRANSFER_WRITE_BIT,
    .to_access = VK_ACCESS_SHADER_READ_BIT,
};

static void
copy_levels(struct vk_run *run, const struct scene_texture *texture, const struct vk_range *range,
            VkImage image)
{
    const VkDeviceSize bytes = scene_format_infos[texture->format].bytes;
    VkDeviceSize offset = range->offset;

    for (uint32_t level = 0; level < texture->levels; level++) {
        const uint32_t width = texture->width >> level ? texture->width >> level : 1;
        const uint32_t height = texture->height >> level ? texture->height >> level : 1;
        const VkBufferImageCopy region = {
            .bufferOffset = offset,
            .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1},
            .imageExtent = {width, height, 1},
        };

        run->device->instance.api.vkCmdCopyBufferToImage(
            run->setup, range->buffer, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
        offset += bytes * width * height;
    }
}

static bool
upload(struct vk_run *run, const struct scene_texture *texture, struct vk_image *image)
{
    const struct vk_image_request request = {
        .dim = ir_dim_2d,
        .format = vk_format_of_image(texture->format),
        .width = texture->width,
        .height = texture->height,
        .levels = texture->levels,
        .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
    };
    struct vk_range range;

    if (!vk_create_image(run, &request, image) ||
        !vk_take_range(run, vk_pool_upload, texture->size, 16, &range))
        return false;
    memcpy(range.map, texture->data, texture->size);
    vk_change_layout(run, run->setup, image->image, &vk_layout_destination);
    copy_levels(run, texture, &range, image->image);
    vk_change_layout(run, run->setup, image->image, &to_shaders);
    return true;
}

static bool
create_zeroes(struct vk_run *run, enum ir_dim dim, struct vk_image *image)
{
    const struct vk_image_request request = {
        .dim = dim,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .width = 1,
        .height = 1,
        .levels = 1,
        .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
    };
    const VkClearColorValue zero = {{0}};
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                         VK_REMAINING_ARRAY_LAYERS};

    if (!vk_create_image(run, &request, image))
        return false;
    vk_change_layout(run, run->setup, image->image, &vk_layout_destination);
    run->device->instance.api.vkCmdClearColorImage(
        run->setup, image->image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &zero, 1, &all);
    vk_change_layout(run, run->setup, image->image, &to_shaders);
    return true;
}

bool
vk_get_texture(struct vk_run *run, uint32_t index, enum ir_dim dim, VkImageView *view)
{
    struct vk_image image = {VK_NULL_HANDLE, VK_NULL_HANDLE};

    for (uint32_t i = 0; i < run->textures.count; i++) {
        const struct vk_texture *texture = &run->textures.data[i];
        if (texture->texture == index && texture->dim == dim) {
            *view = texture->view;
            return true;
        }
    }
    if (index < run->scene->texture_count ? !upload(run, &run->scene->textures[index], &image)
                                          : !create_zeroes(run, dim, &image))
        return false;

    struct vk_texture *texture = base_array_add(run->diags->arena, &run->textures);
    texture->texture = index;
    texture->dim = dim;
    texture->view = *view = image.view;
    return true;
}

static VkFilter
filter_of(enum scene_filter filter)
{
    return filter == scene_filter_linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
}

static VkSamplerAddressMode
wrap_of(enum scene_wrap wrap)
{
    switch (wrap) {
    case scene_wrap_repeat:
        return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    case scene_wrap_mirrored_repeat:
        return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case scene_wrap_clamp_to_edge:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case scene_wrap_clamp_to_border:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    }
    return VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

/* Infinite levels are fine in a scene, and no host need take them. */
static float
clamp_lod(float lod)
{
    return lod < -VK_LOD_CLAMP_NONE  ? -VK_LOD_CLAMP_NONE
           : lod > VK_LOD_CLAMP_NONE ? VK_LOD_CLAMP_NONE
                                     : lod;
}

bool
vk_get_sampler(struct vk_run *run, uint32_t index, VkSampler *handle)
{
    static const struct scene_sampler plain = {.mag = scene_filter_nearest};
    const struct scene *scene = run->scene;
    const struct vk_device *device = run->device;
    const struct scene_sampler *sampler =
        index < scene->sampler_count ? &scene->samplers[index] : &plain;
    const float limit = device->properties.limits.maxSamplerLodBias;
    const VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .magFilter = filter_of(sampler->mag),
        .minFilter = filter_of(sampler->min),
        .mipmapMode = sampler->mip == scene_filter_linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                          : VK_SAMPLER_MIPMAP_MODE_NEAREST,
        .addressModeU = wrap_of(sampler->wrap_u),
        .addressModeV = wrap_of(sampler->wrap_v),
        .addressModeW = wrap_of(sampler->wrap_u),
        .mipLodBias = sampler->lod_bias,
        .minLod = clamp_lod(sampler->min_lod),
        .maxLod = clamp_lod(sampler->max_lod),
        .borderColor = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK,
    };

    *handle = run->samplers[index];
    if (*handle)
        return true;
    if (!(sampler->lod_bias >= -limit && sampler->lod_bias <= limit))
        return vk_fail_lacks(run->fault, "a sampler's bias is %g; the device takes -%g to %g",
                             (double)sampler->lod_bias, (double)limit, (double)limit);
    struct vk_object *object = vk_add_object(run, vk_object_sampler);
    if (!vk_check(
            run->fault, "vkCreateSampler",
            device->instance.api.vkCreateSampler(device->handle, &info, NULL, &object->as.sampler)))
        return false;
    *handle = run->samplers[index] = object->as.sampler;
    return true;
}
