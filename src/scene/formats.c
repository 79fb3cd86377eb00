/* SPDX-License-Identifier: MIT */
#include "scene/scene.h"

#include "base/bits.h"

#define ATTRIBUTE SCENE_FORMAT_ATTRIBUTE
#define TEXTURE SCENE_FORMAT_TEXTURE
#define TARGET SCENE_FORMAT_TARGET
#define ORDER_RGBA false
#define ORDER_BGRA true

const struct scene_format_info scene_format_infos[scene_format_count] = {
    [scene_format_none] = {.name = "none"},
#define SCENE_FORMAT(name, components, kind, bits, order, uses)                                    \
    [scene_format_##name] = {#name,         components, scene_format_kind_##kind, bits,            \
                             ORDER_##order, uses,       (components) * (bits) / 8},
#include "scene/formats.def"
};

/* What the conversions below know. */
#define SUPPORTED_UNORM 8
#define SUPPORTED_FLOAT 32
#define SUPPORTED_UINT 32
#define SUPPORTED_SINT 32
#define SCENE_FORMAT(name, components, kind, bits, order, uses)                                    \
    _Static_assert((bits) == SUPPORTED_##kind, "no conversion for " #name);
#include "scene/formats.def"

bool
scene_format_is_float(enum scene_format format)
{
    const uint8_t kind = scene_format_infos[format].kind;

    return kind == scene_format_kind_UNORM || kind == scene_format_kind_FLOAT;
}

/* Where the component that comes c-th in memory stands in red, green, blue, alpha. */
static unsigned
place_of(const struct scene_format_info *info, unsigned c)
{
    return info->is_bgra && c < 3 ? 2 - c : c;
}

void
scene_format_unpack(enum scene_format format, const void *data, uint32_t words[4])
{
    const struct scene_format_info *info = &scene_format_infos[format];
    const uint8_t *bytes = data;

    words[0] = words[1] = words[2] = 0;
    words[3] = scene_format_is_float(format) ? base_bits_of_float(1.0f) : 1;
    for (unsigned c = 0; c < info->components; c++) {
        uint32_t *word = &words[place_of(info, c)];

        if (info->kind == scene_format_kind_UNORM)
            *word = base_bits_of_float((float)bytes[c] / 255.0f);
        else
            memcpy(word, bytes + 4 * (size_t)c, 4);
    }
}

/* To nearest, ties to even: adding 2^23 leaves no bits for a fraction. NaN is not above 0. */
static uint8_t
unorm8(uint32_t word)
{
    const float value = base_float_of_bits(word);
    const float clamped = value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;

    return (uint8_t)base_bits_of_float(clamped * 255.0f + 8388608.0f);
}

void
scene_format_pack(enum scene_format format, const uint32_t words[4], void *data)
{
    const struct scene_format_info *info = &scene_format_infos[format];
    uint8_t *bytes = data;

    for (unsigned c = 0; c < info->components; c++) {
        const uint32_t *word = &words[place_of(info, c)];

        if (info->kind == scene_format_kind_UNORM)
            bytes[c] = unorm8(*word);
        else
            memcpy(bytes + 4 * (size_t)c, word, 4);
    }
}
