/* SPDX-License-Identifier: MIT
 *
 * RDNA descriptors of buffers (V#), as gfx10 has them.
 */
#include "rdna/wave/formats.h"
#include "script/script_priv.h"

enum {
    PLAIN_FORMAT = 22, /* 32_FLOAT, at which plain loads and stores do not look. */
    PLAIN_SELECT = 0xfac,
    SELECT_X = 4, /* 0 and 1 are these numbers. */
    RESOURCE_LEVEL = 1 << 24,
    OOB_STRUCTURED = 0, /* Out of range: the index, or the offset in the structure. */
    OOB_RAW = 3         /* The offset. */
};

/* ---- formats ---- */

enum shape_id {
#define SCENE_SHAPE(shape, ...) shape_##shape,
#include "scene/formats.def"
    shape_count
};

struct field {
    uint8_t at; /* The first bit. */
    uint8_t bits;
};

#define AT(first, bits)                                                                            \
    {                                                                                              \
        first, bits                                                                                \
    }
#define NONE                                                                                       \
    {                                                                                              \
        0, 0                                                                                       \
    }

/* Where red, green, blue and alpha lie. */
static const struct field shapes[shape_count][4] = {
#define SCENE_SHAPE(shape, bytes, unit, kind, first, second, third, fourth)                        \
    [shape_##shape] = {first, second, third, fourth},
#include "scene/formats.def"
};

static const uint8_t shape_of[scene_format_count] = {
#define SCENE_FORMAT(name, shape, ...) [scene_format_##name] = shape_##shape,
#include "scene/formats.def"
};

static enum rdna_texel_kind
kind_of(enum scene_format format)
{
    switch ((enum scene_numeric)scene_format_infos[format].numeric) {
    case scene_numeric_unorm:
        return rdna_texel_unorm;
    case scene_numeric_snorm:
        return rdna_texel_snorm;
    case scene_numeric_uscaled:
        return rdna_texel_uscaled;
    case scene_numeric_sscaled:
        return rdna_texel_sscaled;
    case scene_numeric_uint:
        return rdna_texel_uint;
    case scene_numeric_sint:
        return rdna_texel_sint;
    case scene_numeric_ufloat:
    case scene_numeric_sfloat:
        return rdna_texel_flt;
    case scene_numeric_srgb:
        break;
    }
    return rdna_texel_none;
}

/* Which of the components from the lowest bit on this one is. */
static unsigned
rank_of(const struct field fields[4], unsigned component)
{
    unsigned rank = 0;

    for (unsigned i = 0; i < 4; i++)
        rank += fields[i].bits && fields[i].at < fields[component].at;
    return rank;
}

static bool
is_same(const struct rdna_texel_format *texel, const uint8_t bits[4], unsigned bytes,
        enum rdna_texel_kind kind)
{
    return texel && texel->bytes == bytes && texel->kind == kind &&
           memcmp(texel->bits, bits, sizeof(texel->bits)) == 0;
}

unsigned
script_wave_format(enum scene_format format, unsigned *dst_sel)
{
    const struct scene_format_info *info = &scene_format_infos[format];
    const struct field *fields = shapes[shape_of[format]];
    const enum rdna_texel_kind kind = kind_of(format);
    uint8_t bits[4] = {0};

    *dst_sel = 0;
    if (format == scene_format_none || info->has_depth || info->has_stencil)
        return 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned rank = rank_of(fields, i);

        if (fields[i].bits)
            bits[rank] = fields[i].bits;
        /* Without one, alpha is 1. */
        *dst_sel |= (fields[i].bits ? SELECT_X + rank : i == 3) << 3 * i;
    }
    for (unsigned number = 1; number < RDNA_BUFFER_FORMATS; number++) {
        if (is_same(rdna_texel_format(number), bits, info->bytes, kind))
            return number;
    }
    return 0;
}

/* ---- descriptors ---- */

void
script_make_descriptor(const struct script_descriptor *descriptor, uint32_t words[4])
{
    const uint32_t bytes = descriptor->format ? scene_format_infos[descriptor->format].bytes : 0;
    const uint32_t stride = descriptor->stride ? descriptor->stride : bytes;
    const uint64_t records = stride ? descriptor->size / stride : descriptor->size;
    unsigned select = PLAIN_SELECT, format = PLAIN_FORMAT;

    if (descriptor->format)
        format = script_wave_format(descriptor->format, &select);
    words[0] = (uint32_t)descriptor->address;
    words[1] = (uint32_t)(descriptor->address >> 32 & 0xffff) | stride << 16;
    words[2] = (uint32_t)records;
    words[3] = select | format << 12 | RESOURCE_LEVEL |
               (uint32_t)(stride ? OOB_STRUCTURED : OOB_RAW) << 28;
}
