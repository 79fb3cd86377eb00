/* SPDX-License-Identifier: MIT
 *
 * scene/formats.def lists Vulkan's formats in Vulkan's order, so the numbers are the same.
 */
#include "vk_priv.h"

#define CHECK(scene, vulkan)                                                                       \
    _Static_assert((int)scene_format_##scene == (int)VK_FORMAT_##vulkan, "formats.def's order")
CHECK(r4g4_unorm_pack8, R4G4_UNORM_PACK8);
CHECK(r8_unorm, R8_UNORM);
CHECK(r8g8b8a8_unorm, R8G8B8A8_UNORM);
CHECK(a2b10g10r10_sint_pack32, A2B10G10R10_SINT_PACK32);
CHECK(r16_unorm, R16_UNORM);
CHECK(r16g16b16a16_sfloat, R16G16B16A16_SFLOAT);
CHECK(r32_uint, R32_UINT);
CHECK(r32g32b32a32_sfloat, R32G32B32A32_SFLOAT);
CHECK(r64_uint, R64_UINT);
CHECK(e5b9g9r9_ufloat_pack32, E5B9G9R9_UFLOAT_PACK32);
CHECK(d16_unorm, D16_UNORM);
CHECK(d32_sfloat_s8_uint, D32_SFLOAT_S8_UINT);
_Static_assert((int)scene_format_count == (int)VK_FORMAT_D32_SFLOAT_S8_UINT + 1, "no more yet");
#undef CHECK

VkFormat
vk_format_of(enum scene_format format)
{
    return (VkFormat)format;
}

bool
vk_format_has(const struct vk_device *device, VkFormat format, bool in_images,
              VkFormatFeatureFlags features)
{
    VkFormatProperties properties;

    device->instance.api.vkGetPhysicalDeviceFormatProperties(device->physical, format, &properties);
    const VkFormatFeatureFlags has =
        in_images ? properties.optimalTilingFeatures : properties.bufferFeatures;
    return (has & features) == features;
}

/* What the uses are in Vulkan: of images, or else of buffers. */
static VkFormatFeatureFlags
features_of(unsigned uses, bool in_images)
{
    static const struct {
        unsigned use;
        bool in_images;
        VkFormatFeatureFlags feature;
    } rows[] = {
        {SCENE_FORMAT_ATTRIBUTE, false, VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT},
        {SCENE_FORMAT_SAMPLED, true, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT},
        {SCENE_FORMAT_LINEAR, true, VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT},
        {SCENE_FORMAT_TARGET, true, VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT},
        {SCENE_FORMAT_BLEND, true, VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT},
        {SCENE_FORMAT_DEPTH, true, VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT},
        {SCENE_FORMAT_STORAGE, true, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT},
        {SCENE_FORMAT_ATOMIC, true, VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT},
        {SCENE_FORMAT_TEXEL, false, VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT},
        {SCENE_FORMAT_STORAGE_TEXEL, false, VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT},
        {SCENE_FORMAT_STORAGE_TEXEL_ATOMIC, false,
         VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_ATOMIC_BIT},
    };
    VkFormatFeatureFlags features = 0;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].in_images == in_images && uses & rows[i].use)
            features |= rows[i].feature;
    }
    return features;
}

bool
vk_has_format(const struct vk_device *device, enum scene_format format, unsigned uses,
              uint32_t samples)
{
    static const struct {
        unsigned use;
        VkImageUsageFlags usage;
    } usages[] = {
        {SCENE_FORMAT_SAMPLED | SCENE_FORMAT_LINEAR, VK_IMAGE_USAGE_SAMPLED_BIT},
        {SCENE_FORMAT_TARGET | SCENE_FORMAT_BLEND, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT},
        {SCENE_FORMAT_DEPTH, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT},
        {SCENE_FORMAT_STORAGE | SCENE_FORMAT_ATOMIC, VK_IMAGE_USAGE_STORAGE_BIT},
    };
    VkImageUsageFlags usage = 0;
    VkImageFormatProperties properties;

    if (format == scene_format_none ||
        !vk_format_has(device, vk_format_of(format), true, features_of(uses, true)) ||
        !vk_format_has(device, vk_format_of(format), false, features_of(uses, false)))
        return false;
    for (size_t i = 0; i < BASE_COUNT(usages); i++) {
        if (uses & usages[i].use)
            usage |= usages[i].usage;
    }
    if (!usage)
        return samples <= 1;
    return device->instance.api.vkGetPhysicalDeviceImageFormatProperties(
               device->physical, vk_format_of(format), VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
               usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT, 0,
               &properties) == VK_SUCCESS &&
           (properties.sampleCounts & samples) == samples;
}

VkImageAspectFlags
vk_format_aspects(enum scene_format format)
{
    const struct scene_format_info *info = &scene_format_infos[format];

    if (!info->has_depth && !info->has_stencil)
        return VK_IMAGE_ASPECT_COLOR_BIT;
    return (info->has_depth ? VK_IMAGE_ASPECT_DEPTH_BIT : 0u) |
           (info->has_stencil ? VK_IMAGE_ASPECT_STENCIL_BIT : 0u);
}

uint32_t
vk_format_planes(enum scene_format format, struct vk_plane planes[2])
{
    const struct scene_format_info *info = &scene_format_infos[format];
    uint32_t count = 0;
    uint32_t stencil_at = 0;

    if (!info->has_depth && !info->has_stencil) {
        planes[0] = (struct vk_plane){VK_IMAGE_ASPECT_COLOR_BIT, info->bytes, 0, info->bytes};
        return 1;
    }
    if (info->has_depth) {
        const bool is_16 =
            format == scene_format_d16_unorm || format == scene_format_d16_unorm_s8_uint;
        const bool is_24 =
            format == scene_format_x8_d24_unorm_pack32 || format == scene_format_d24_unorm_s8_uint;
        const uint32_t bytes = is_16 ? 2 : 4;

        stencil_at = is_24 ? 3 : bytes;
        planes[count++] = (struct vk_plane){VK_IMAGE_ASPECT_DEPTH_BIT, bytes, 0, stencil_at};
    }
    if (info->has_stencil)
        planes[count++] = (struct vk_plane){VK_IMAGE_ASPECT_STENCIL_BIT, 1, stencil_at, 1};
    return count;
}
