/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

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
    case scene_wrap_mirror_clamp_to_edge:
        return VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
    }
    return VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

static VkBorderColor
border_of(enum scene_border border, bool is_integer)
{
    switch (border) {
    case scene_border_transparent_black:
        return is_integer ? VK_BORDER_COLOR_INT_TRANSPARENT_BLACK
                          : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    case scene_border_opaque_black:
        return is_integer ? VK_BORDER_COLOR_INT_OPAQUE_BLACK : VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
    case scene_border_opaque_white:
        return is_integer ? VK_BORDER_COLOR_INT_OPAQUE_WHITE : VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
    }
    return VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
}

VkCompareOp
vk_compare_of(enum scene_compare compare)
{
    switch (compare) {
    case scene_compare_never:
        return VK_COMPARE_OP_NEVER;
    case scene_compare_less:
        return VK_COMPARE_OP_LESS;
    case scene_compare_equal:
        return VK_COMPARE_OP_EQUAL;
    case scene_compare_less_or_equal:
        return VK_COMPARE_OP_LESS_OR_EQUAL;
    case scene_compare_greater:
        return VK_COMPARE_OP_GREATER;
    case scene_compare_not_equal:
        return VK_COMPARE_OP_NOT_EQUAL;
    case scene_compare_greater_or_equal:
        return VK_COMPARE_OP_GREATER_OR_EQUAL;
    case scene_compare_always:
        return VK_COMPARE_OP_ALWAYS;
    }
    return VK_COMPARE_OP_NEVER;
}

/* Infinite levels are fine in a scene, and no host need take them. */
static float
clamp_lod(float lod)
{
    return lod < -VK_LOD_CLAMP_NONE  ? -VK_LOD_CLAMP_NONE
           : lod > VK_LOD_CLAMP_NONE ? VK_LOD_CLAMP_NONE
                                     : lod;
}

static bool
check_sampler(const struct vk_run *run, const struct scene_sampler *sampler)
{
    const struct vk_device *device = run->device;
    const VkPhysicalDeviceLimits *limits = &device->properties.limits;
    const bool mirrors = sampler->wrap_u == scene_wrap_mirror_clamp_to_edge ||
                         sampler->wrap_v == scene_wrap_mirror_clamp_to_edge ||
                         sampler->wrap_w == scene_wrap_mirror_clamp_to_edge;

    if (!(sampler->lod_bias >= -limits->maxSamplerLodBias &&
          sampler->lod_bias <= limits->maxSamplerLodBias))
        return vk_fail_lacks(run->fault, "a sampler's bias is %g; the device takes -%g to %g",
                             (double)sampler->lod_bias, (double)limits->maxSamplerLodBias,
                             (double)limits->maxSamplerLodBias);
    if (mirrors && !device->features.core12.samplerMirrorClampToEdge)
        return vk_fail_lacks(run->fault, "a sampler mirrors and clamps, for which the device lacks "
                                         "samplerMirrorClampToEdge");
    if (sampler->max_anisotropy > 1 && !device->features.core.samplerAnisotropy)
        return vk_fail_lacks(run->fault, "a sampler is anisotropic, for which the device lacks "
                                         "samplerAnisotropy");
    return true;
}

static void
make_unnormalized(VkSamplerCreateInfo *info)
{
    info->unnormalizedCoordinates = VK_TRUE;
    info->mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info->minLod = info->maxLod = info->mipLodBias = 0;
    info->anisotropyEnable = VK_FALSE;
}

static bool
make_sampler(struct vk_run *run, const struct scene_sampler *sampler, bool is_integer,
             VkSampler *handle)
{
    const struct vk_device *device = run->device;
    const float most = device->properties.limits.maxSamplerAnisotropy;
    VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .magFilter = filter_of(sampler->mag),
        .minFilter = filter_of(sampler->min),
        .mipmapMode = sampler->mip == scene_filter_linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                          : VK_SAMPLER_MIPMAP_MODE_NEAREST,
        .addressModeU = wrap_of(sampler->wrap_u),
        .addressModeV = wrap_of(sampler->wrap_v),
        .addressModeW = wrap_of(sampler->wrap_w),
        .mipLodBias = sampler->lod_bias,
        .anisotropyEnable = sampler->max_anisotropy > 1,
        .maxAnisotropy = sampler->max_anisotropy < most ? sampler->max_anisotropy : most,
        .compareEnable = sampler->has_compare,
        .compareOp = vk_compare_of(sampler->compare),
        .minLod = clamp_lod(sampler->min_lod),
        .maxLod = clamp_lod(sampler->max_lod),
        .borderColor = border_of(sampler->border, is_integer),
    };

    if (!check_sampler(run, sampler))
        return false;
    if (sampler->is_unnormalized)
        make_unnormalized(&info);
    struct vk_object *object = vk_add_object(run, vk_object_sampler);
    if (!vk_check(
            run->fault, "vkCreateSampler",
            device->instance.api.vkCreateSampler(device->handle, &info, NULL, &object->as.sampler)))
        return false;
    *handle = object->as.sampler;
    return true;
}

bool
vk_get_sampler(struct vk_run *run, uint32_t index, bool is_integer, VkSampler *handle)
{
    /* Comparisons with the second give 0, whatever they compare. */
    static const struct scene_sampler plain[2] = {
        {.mag = scene_filter_nearest},
        {.has_compare = true, .compare = scene_compare_never},
    };
    const struct scene *scene = run->scene;

    for (uint32_t i = 0; i < run->samplers.count; i++) {
        const struct vk_sampler *sampler = &run->samplers.data[i];
        if (sampler->sampler == index && sampler->is_integer == is_integer) {
            *handle = sampler->handle;
            return true;
        }
    }
    if (!make_sampler(run,
                      index < scene->sampler_count ? &scene->samplers[index]
                                                   : &plain[index - scene->sampler_count],
                      is_integer, handle))
        return false;
    struct vk_sampler *sampler = base_array_add(run->diags->arena, &run->samplers);
    sampler->sampler = index;
    sampler->is_integer = is_integer;
    sampler->handle = *handle;
    return true;
}
