/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

/* A row for each format of scene/formats.def: as images have it, and as the vertex shader reads it.
 * The IR's integers have no sign, so signed ones of 32 bits are read as unsigned. */
#define FORMATS(X)                                                                                 \
    X(r8_unorm, R8_UNORM, R8_UNORM)                                                                \
    X(r8g8_unorm, R8G8_UNORM, R8G8_UNORM)                                                          \
    X(r8g8b8a8_unorm, R8G8B8A8_UNORM, R8G8B8A8_UNORM)                                              \
    X(b8g8r8a8_unorm, B8G8R8A8_UNORM, B8G8R8A8_UNORM)                                              \
    X(r32_sfloat, R32_SFLOAT, R32_SFLOAT)                                                          \
    X(r32g32_sfloat, R32G32_SFLOAT, R32G32_SFLOAT)                                                 \
    X(r32g32b32_sfloat, R32G32B32_SFLOAT, R32G32B32_SFLOAT)                                        \
    X(r32g32b32a32_sfloat, R32G32B32A32_SFLOAT, R32G32B32A32_SFLOAT)                               \
    X(r32_uint, R32_UINT, R32_UINT)                                                                \
    X(r32g32b32a32_uint, R32G32B32A32_UINT, R32G32B32A32_UINT)                                     \
    X(r32_sint, R32_SINT, R32_UINT)                                                                \
    X(r32g32b32a32_sint, R32G32B32A32_SINT, R32G32B32A32_UINT)

/* No format without a row, and no row without a format. */
enum {
#define SCENE_FORMAT(name, components, kind, bits, order, uses) has_##name,
#include "scene/formats.def"
    format_count
};
enum {
#define COUNT_ROW(name, image, attribute) row_##name,
    FORMATS(COUNT_ROW)
#undef COUNT_ROW
        row_count
};
_Static_assert((int)format_count == (int)row_count, "a scene format has no row");

static const struct {
    VkFormat image;
    VkFormat attribute;
} formats[scene_format_count] = {
#define ROW(name, image, attribute)                                                                \
    [scene_format_##name] = {VK_FORMAT_##image, VK_FORMAT_##attribute},
    FORMATS(ROW)
#undef ROW
};

VkFormat
vk_format_of_image(enum scene_format format)
{
    return formats[format].image;
}

VkFormat
vk_format_of_attribute(enum scene_format format)
{
    return formats[format].attribute;
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
