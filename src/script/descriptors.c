/* SPDX-License-Identifier: MIT
 *
 * RDNA descriptors of buffers (V#), images (T#) and samplers (S#), as gfx10 has them, for the
 * memory of the wave interpreter: images are linear.
 */
#include "rdna/wave/formats.h"
#include "script/script_priv.h"

#include <math.h>

#define MAX_FORMAT 256

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
    if (shape_of[format] == shape_e5b9g9r9)
        return rdna_texel_shared;
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
    return rdna_texel_srgb;
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

/* Depth and stencil stand in images of their own, and are no formats of memory. */
unsigned
script_wave_format(enum scene_format format, bool is_image, unsigned *dst_sel)
{
    const struct scene_format_info *info = &scene_format_infos[format];
    const struct field *fields = shapes[shape_of[format]];
    const enum rdna_texel_kind kind = kind_of(format);
    const unsigned count = is_image ? MAX_FORMAT : RDNA_BUFFER_FORMATS;
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
    for (unsigned number = 1; number < count; number++) {
        if (is_same(rdna_texel_format(number), bits, info->bytes, kind))
            return number;
    }
    return 0;
}

/* ---- buffers ---- */

void
script_make_descriptor(const struct script_descriptor *descriptor, uint32_t words[4])
{
    const uint32_t bytes = descriptor->format ? scene_format_infos[descriptor->format].bytes : 0;
    const uint32_t stride = descriptor->stride ? descriptor->stride : bytes;
    const uint64_t records = stride ? descriptor->size / stride : descriptor->size;
    unsigned select = PLAIN_SELECT, format = PLAIN_FORMAT;

    if (descriptor->format)
        format = script_wave_format(descriptor->format, false, &select);
    words[0] = (uint32_t)descriptor->address;
    words[1] = (uint32_t)(descriptor->address >> 32 & 0xffff) | stride << 16;
    words[2] = (uint32_t)records;
    words[3] = select | format << 12 | RESOURCE_LEVEL |
               (uint32_t)(stride ? OOB_STRUCTURED : OOB_RAW) << 28;
}

/* ---- images ---- */

enum { TYPE_1D = 8, TYPE_2D, TYPE_3D };

/* Components as the view turns them. */
static unsigned
turned(const struct scene_view *view, unsigned dst_sel)
{
    unsigned result = 0;

    for (unsigned i = 0; i < 4; i++) {
        const enum scene_swizzle swizzle = (enum scene_swizzle)view->swizzle[i];
        unsigned select = dst_sel >> 3 * i & 7;

        if (swizzle == scene_swizzle_zero || swizzle == scene_swizzle_one)
            select = swizzle == scene_swizzle_one;
        else if (swizzle != scene_swizzle_same)
            select = dst_sel >> 3 * (swizzle - scene_swizzle_r) & 7;
        result |= select << 3 * i;
    }
    return result;
}

void
script_make_image_descriptor(const struct scene_image *image, const struct scene_view *view,
                             uint64_t address, bool is_storage, uint32_t words[8])
{
    static const unsigned types[] = {
        [scene_image_1d] = TYPE_1D,
        [scene_image_2d] = TYPE_2D,
        [scene_image_3d] = TYPE_3D,
    };
    const uint32_t width = image->width - 1, height = image->height - 1;
    const uint32_t last = view->first_level + view->level_count - 1;
    const bool is_3d = image->dim == scene_image_3d;
    unsigned select;
    const unsigned format = script_wave_format(image->format, true, &select);

    words[0] = (uint32_t)(address >> 8);
    words[1] = (uint32_t)(address >> 40) | format << 20 | width << 30;
    words[2] = width >> 2 | height << 14 | UINT32_C(1) << 31;
    words[3] =
        turned(view, select) | view->first_level << 12 | last << 16 | types[image->dim] << 28;
    words[4] = is_3d ? image->depth - 1 : 0;
    words[5] = (uint32_t)(is_3d && is_storage) | (image->levels - 1) << 4;
    words[6] = words[7] = 0;
}

/* ---- samplers ---- */

static uint32_t
clamp_of(enum scene_wrap wrap)
{
    switch (wrap) {
    case scene_wrap_repeat:
        return 0;
    case scene_wrap_mirrored_repeat:
        return 1;
    case scene_wrap_clamp_to_edge:
        return 2;
    case scene_wrap_mirror_clamp_to_edge:
        return 3;
    case scene_wrap_clamp_to_border:
        break;
    }
    return 6;
}

/* In 256ths. */
static uint32_t
fixed(float value, float least, float most)
{
    return (uint32_t)(int32_t)lrintf(fminf(fmaxf(value, least), most) * 256.0F);
}

void
script_make_sampler_descriptor(const struct scene_sampler *sampler, uint32_t words[4])
{
    words[0] = clamp_of(sampler->wrap_u) | clamp_of(sampler->wrap_v) << 3 |
               clamp_of(sampler->wrap_w) << 6 | (uint32_t)sampler->is_unnormalized << 15;
    if (sampler->has_compare)
        words[0] |= (uint32_t)sampler->compare << 12;
    words[1] = fixed(sampler->min_lod, 0, 15.99F) | fixed(sampler->max_lod, 0, 15.99F) << 12;
    words[2] = (fixed(sampler->lod_bias, -16, 15.99F) & 0x3fff) | (uint32_t)sampler->mag << 20 |
               (uint32_t)sampler->min << 22 | ((uint32_t)sampler->mip + 1) << 26;
    words[3] = (uint32_t)sampler->border << 30;
}

/* ---- sets ---- */

/* An image has room for a second descriptor where it is sampled, and for a sampler behind that
 * where it has one. */
struct script_slot
script_slot_of(enum scene_binding_kind kind)
{
    switch (kind) {
    case scene_binding_uniform:
    case scene_binding_storage:
    case scene_binding_uniform_texel:
    case scene_binding_storage_texel:
    case scene_binding_sampler:
        break;
    case scene_binding_storage_image:
        return (struct script_slot){32, 32};
    case scene_binding_sampled:
        return (struct script_slot){64, 32};
    case scene_binding_combined:
        return (struct script_slot){96, 32};
    }
    return (struct script_slot){16, 16};
}
