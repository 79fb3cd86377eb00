/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include "rdna/wave/formats.h"

#include <math.h>

/* ---- formats ---- */

struct place {
    uint8_t at, bits; /* bits 0: there is no such component. */
};

enum shape {
#define SCENE_SHAPE(shape, ...) shape_##shape,
#include "scene/formats.def"
    shape_count
};

#define AT(first, bits)                                                                            \
    {                                                                                              \
        first, bits                                                                                \
    }
#define NONE                                                                                       \
    {                                                                                              \
        0, 0                                                                                       \
    }

static const struct place shapes[shape_count][4] = {
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
        return rdna_texel_srgb;
    }
    return rdna_texel_none;
}

/* The bits of the components from the lowest up, and which of these each component is. */
static void
sort_components(enum scene_format format, uint8_t bits[4], unsigned *dst_sel)
{
    const struct place *places = shapes[shape_of[format]];

    memset(bits, 0, 4);
    *dst_sel = 0;
    for (unsigned c = 0; c < 4; c++) {
        unsigned rank = 0, select = c == 3 ? 1 : 0;

        for (unsigned i = 0; i < 4; i++)
            rank += places[i].bits && places[i].at < places[c].at;
        if (places[c].bits) {
            bits[rank] = places[c].bits;
            select = 4 + rank;
        }
        *dst_sel |= select << 3 * c;
    }
}

unsigned
kit_format(enum scene_format format, unsigned *dst_sel)
{
    uint8_t bits[4];

    sort_components(format, bits, dst_sel);
    for (unsigned number = 1; number < 256; number++) {
        const struct rdna_texel_format *texel = rdna_texel_format(number);

        if (texel && texel->bytes == scene_format_infos[format].bytes &&
            texel->kind == kind_of(format) && memcmp(texel->bits, bits, sizeof(bits)) == 0)
            return number;
    }
    return 0;
}

/* ---- buffers ---- */

/* Bounds of the last word: by index and offset, and by bytes. */
#define OOB_STRUCTURED (UINT32_C(0) << 28)
#define OOB_RAW (UINT32_C(3) << 28)
#define RESOURCE_LEVEL (UINT32_C(1) << 24)
#define FORMAT_32_FLOAT UINT32_C(22)
#define SELECT_XYZW UINT32_C(0xfac)

void
kit_buffer_words(uint64_t address, uint64_t size, uint32_t words[4])
{
    words[0] = (uint32_t)address;
    words[1] = (uint32_t)(address >> 32) & 0xffff;
    words[2] = (uint32_t)size;
    words[3] = SELECT_XYZW | FORMAT_32_FLOAT << 12 | RESOURCE_LEVEL | OOB_RAW;
}

void
kit_texel_words(uint64_t address, uint64_t size, enum scene_format format, uint32_t words[4])
{
    const uint32_t stride = scene_format_infos[format].bytes;
    unsigned dst_sel;
    const unsigned number = kit_format(format, &dst_sel);

    words[0] = (uint32_t)address;
    words[1] = ((uint32_t)(address >> 32) & 0xffff) | stride << 16;
    words[2] = (uint32_t)(size / stride);
    words[3] = dst_sel | number << 12 | RESOURCE_LEVEL | OOB_STRUCTURED;
}

/* ---- images ---- */

static uint32_t
pitch_of(const struct scene_image *image, uint32_t level)
{
    const uint32_t bytes = scene_format_infos[image->format].bytes, step = 256 / bytes;

    return (scene_level_extent(image->width, level) + step - 1) / step * step * bytes;
}

static uint64_t
level_bytes(const struct scene_image *image, uint32_t level)
{
    return (uint64_t)pitch_of(image, level) * scene_level_extent(image->height, level);
}

uint64_t
kit_image_slice(const struct scene_image *image)
{
    uint64_t size = 0;

    for (uint32_t level = 0; level < image->levels; level++)
        size += level_bytes(image, level);
    return size;
}

uint64_t
kit_image_bytes(const struct scene_image *image)
{
    return kit_image_slice(image) * image->samples *
           (image->dim == scene_image_3d ? image->depth : image->layers);
}

/* Of the levels of a slice the smallest comes first. */
uint64_t
kit_image_at(const struct scene_image *image, uint32_t level, uint32_t layer, uint32_t y,
             uint32_t x)
{
    uint64_t at = kit_image_slice(image) * layer * image->samples;

    for (uint32_t smaller = level + 1; smaller < image->levels; smaller++)
        at += level_bytes(image, smaller);
    return at + (uint64_t)y * pitch_of(image, level) +
           (uint64_t)x * scene_format_infos[image->format].bytes;
}

static uint32_t
image_type(const struct scene_image *image, const struct scene_view *view, bool is_storage)
{
    enum { type_1d = 8, type_2d, type_3d, type_cube, type_1d_array, type_2d_array, type_msaa };

    switch (view->dim) {
    case ir_dim_1d:
        return view->is_arrayed ? type_1d_array : type_1d;
    case ir_dim_3d:
        return type_3d;
    case ir_dim_cube:
        return is_storage ? type_2d_array : type_cube;
    case ir_dim_2d:
    case ir_dim_buffer:
    case ir_dim_count:
        break;
    }
    if (image->samples > 1)
        return type_msaa + view->is_arrayed;
    return view->is_arrayed ? type_2d_array : type_2d;
}

/* The view's swizzle of what the format selects. */
static uint32_t
swizzled(const struct scene_view *view, unsigned dst_sel)
{
    uint32_t result = 0;

    for (unsigned c = 0; c < 4; c++) {
        const enum scene_swizzle swizzle = (enum scene_swizzle)view->swizzle[c];
        uint32_t select = dst_sel >> 3 * c & 7;

        if (swizzle == scene_swizzle_zero || swizzle == scene_swizzle_one)
            select = swizzle == scene_swizzle_one;
        else if (swizzle != scene_swizzle_same)
            select = dst_sel >> 3 * (swizzle - scene_swizzle_r) & 7;
        result |= select << 3 * c;
    }
    return result;
}

static uint32_t
log2_of(uint32_t value)
{
    uint32_t result = 0;

    while (value >>= 1)
        result++;
    return result;
}

void
kit_image_words(const struct scene *scene, const struct scene_view *view, uint64_t address,
                bool is_storage, uint32_t words[8])
{
    const struct scene_image *image = &scene->images[view->image];
    const uint32_t width = image->width - 1, height = image->height - 1;
    const uint32_t last_level = view->first_level + view->level_count - 1;
    const bool is_3d = view->dim == ir_dim_3d;
    unsigned dst_sel;
    const unsigned number = kit_format(scene_view_format(scene, view), &dst_sel);

    words[0] = (uint32_t)(address >> 8);
    words[1] = (uint32_t)(address >> 40) | number << 20 | width << 30;
    words[2] = width >> 2 | height << 14 | UINT32_C(1) << 31;
    words[3] = swizzled(view, dst_sel) | image_type(image, view, is_storage) << 28;
    words[3] |= image->samples > 1 ? log2_of(image->samples) << 16
                                   : view->first_level << 12 | last_level << 16;
    words[4] = is_3d ? image->depth - 1
                     : (view->first_layer + view->layer_count - 1) | view->first_layer << 16;
    words[5] = (uint32_t)(is_3d && is_storage) | (image->levels - 1) << 4;
    words[6] = words[7] = 0;
}

/* ---- samplers ---- */

static uint32_t
wrap_code(enum scene_wrap wrap)
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

static uint32_t
fixed(float value, float least, float most)
{
    return (uint32_t)(int32_t)lrintf(fminf(fmaxf(value, least), most) * 256.0f);
}

void
kit_sampler_words(const struct scene_sampler *sampler, uint32_t words[4])
{
    const bool is_aniso = sampler->max_anisotropy > 1;
    const uint32_t more = is_aniso ? 2 : 0;

    words[0] = wrap_code(sampler->wrap_u) | wrap_code(sampler->wrap_v) << 3 |
               wrap_code(sampler->wrap_w) << 6 | (uint32_t)sampler->is_unnormalized << 15;
    if (is_aniso)
        words[0] |= log2_of((uint32_t)fminf(sampler->max_anisotropy, 16.0f)) << 9;
    if (sampler->has_compare)
        words[0] |= (uint32_t)sampler->compare << 12;
    words[1] = fixed(sampler->min_lod, 0, 15.99f) | fixed(sampler->max_lod, 0, 15.99f) << 12;
    words[2] = (fixed(sampler->lod_bias, -16, 15.99f) & 0x3fff) |
               ((uint32_t)sampler->mag | more) << 20 | ((uint32_t)sampler->min | more) << 22 |
               ((uint32_t)sampler->mip + 1) << 26;
    words[3] = (uint32_t)sampler->border << 30;
}
