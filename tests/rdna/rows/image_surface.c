/* SPDX-License-Identifier: MIT
 *
 * Images for the vectors: where their texels are, what is in them, and what a descriptor says.
 */
#include "image_rows.h"

#include <math.h>

const struct texel_format texel_formats[] = {
    {1, 1, 1, 8, kind_unorm},    {2, 1, 1, 8, kind_snorm},     {3, 1, 1, 8, kind_uscaled},
    {5, 1, 1, 8, kind_uint},     {6, 1, 1, 8, kind_sint},      {7, 2, 1, 16, kind_unorm},
    {8, 2, 1, 16, kind_snorm},   {10, 2, 1, 16, kind_sscaled}, {11, 2, 1, 16, kind_uint},
    {12, 2, 1, 16, kind_sint},   {13, 2, 1, 16, kind_float},   {14, 2, 2, 8, kind_unorm},
    {18, 2, 2, 8, kind_uint},    {20, 4, 1, 32, kind_uint},    {21, 4, 1, 32, kind_sint},
    {22, 4, 1, 32, kind_float},  {23, 4, 2, 16, kind_unorm},   {28, 4, 2, 16, kind_sint},
    {29, 4, 2, 16, kind_float},  {56, 4, 4, 8, kind_unorm},    {57, 4, 4, 8, kind_snorm},
    {60, 4, 4, 8, kind_uint},    {61, 4, 4, 8, kind_sint},     {62, 8, 2, 32, kind_uint},
    {64, 8, 2, 32, kind_float},  {65, 8, 4, 16, kind_unorm},   {69, 8, 4, 16, kind_uint},
    {71, 8, 4, 16, kind_float},  {75, 16, 4, 32, kind_uint},   {76, 16, 4, 32, kind_sint},
    {77, 16, 4, 32, kind_float},
};
const unsigned texel_format_count = BASE_COUNT(texel_formats);

const struct texel_format *
texel_format_of(unsigned number)
{
    for (unsigned i = 0; i < texel_format_count; i++)
        if (texel_formats[i].number == number)
            return &texel_formats[i];
    fail_msg("format %u", number);
    return NULL;
}

bool
texel_is_integer(const struct texel_format *format)
{
    return format->kind == kind_uint || format->kind == kind_sint;
}

static uint32_t
component_bits(const struct texel_format *format, const uint8_t *texel, unsigned component)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < format->bits / 8u; i++)
        bits |= (uint32_t)texel[component * format->bits / 8 + i] << 8 * i;
    return bits;
}

static int64_t
as_signed(uint32_t bits, unsigned width)
{
    return bits >> (width - 1) ? (int64_t)bits - (INT64_C(1) << width) : (int64_t)bits;
}

uint32_t
texel_decode(const struct texel_format *format, const uint8_t *texel, unsigned component)
{
    if (component >= format->count) {
        if (component < 3)
            return 0;
        return texel_is_integer(format) ? 1 : base_bits_of_float(1.0f);
    }
    const uint32_t bits = component_bits(format, texel, component);
    const int64_t number = as_signed(bits, format->bits);
    const double most = ldexp(1.0, format->bits) - 1, half = ldexp(1.0, format->bits - 1) - 1;
    double value = 0;

    switch ((enum kind)format->kind) {
    case kind_uint:
        return bits;
    case kind_sint:
        return (uint32_t)number;
    case kind_float:
        if (format->bits == 32)
            return bits;
        value = (double)base_half_to_float((uint16_t)bits);
        break;
    case kind_unorm:
        value = bits / most;
        break;
    case kind_snorm:
        value = fmax((double)number / half, -1.0);
        break;
    case kind_uscaled:
        value = bits;
        break;
    case kind_sscaled:
        value = (double)number;
        break;
    }
    return base_bits_of_float((float)value);
}

/* To nearest, and of two that are as near the even one. */
static int64_t
nearest_even(double value)
{
    const double below = floor(value), rest = value - below;
    const int64_t low = (int64_t)below;

    return rest > 0.5 || (rest == 0.5 && low % 2) ? low + 1 : low;
}

static double
limited(double value, double least, double most)
{
    if (value != value)
        return 0;
    return value < least ? least : value > most ? most : value;
}

static uint32_t
encode_component(const struct texel_format *format, uint32_t value)
{
    const double number = (double)base_float_of_bits(value);
    const double most = ldexp(1.0, format->bits) - 1, half = ldexp(1.0, format->bits - 1) - 1;

    switch ((enum kind)format->kind) {
    case kind_uint:
    case kind_sint:
        return value;
    case kind_float:
        return format->bits == 32 ? value : base_half_from_float(base_float_of_bits(value));
    case kind_unorm:
        return (uint32_t)nearest_even(limited(number, 0, 1) * most);
    case kind_snorm:
        return (uint32_t)nearest_even(limited(number, -1, 1) * half);
    case kind_uscaled:
        return (uint32_t)limited(number, 0, most);
    case kind_sscaled:
        return (uint32_t)(int32_t)limited(number, -half - 1, half);
    }
    return 0;
}

void
texel_encode(const struct texel_format *format, const uint32_t values[4], uint8_t *texel)
{
    for (unsigned c = 0; c < format->count; c++) {
        const uint32_t bits = encode_component(format, values[c]);
        for (unsigned i = 0; i < format->bits / 8u; i++)
            texel[c * format->bits / 8 + i] = (uint8_t)(bits >> 8 * i);
    }
}

uint16_t
texel_half(const struct texel_format *format, uint32_t value)
{
    return texel_is_integer(format) ? (uint16_t)value
                                    : base_half_from_float(base_float_of_bits(value));
}

/* ---- Surfaces ---- */

uint32_t
surface_extent(const struct surface *surface, unsigned axis, unsigned level)
{
    const uint32_t depth = surface->dim == dim_3d ? surface->slices : 1;
    const uint32_t size = axis == 0 ? surface->width : axis == 1 ? surface->height : depth;

    return size >> level ? size >> level : 1;
}

static uint64_t
row_bytes(const struct surface *surface, unsigned level)
{
    if (surface->pitch)
        return (uint64_t)surface->pitch * surface->format->bytes;
    const uint64_t bytes = (uint64_t)surface_extent(surface, 0, level) * surface->format->bytes;
    return (bytes + 255) / 256 * 256;
}

/* The smallest level comes first. */
uint64_t
surface_address(const struct surface *surface, uint32_t slice, unsigned level, uint32_t x,
                uint32_t y)
{
    uint64_t bytes = 0, before = 0;

    for (unsigned i = surface->levels; i-- > 0;) {
        if (i == level)
            before = bytes;
        bytes += row_bytes(surface, i) * surface_extent(surface, 1, i);
    }
    return MAPPED + slice * bytes + before + y * row_bytes(surface, level) +
           (uint64_t)x * surface->format->bytes;
}

uint32_t
surface_value(const struct surface *surface, uint32_t slice, unsigned level, uint32_t x, uint32_t y,
              unsigned component)
{
    static const uint16_t factors[4] = {1, 77, 501, 1023}, first[4] = {3, 100, 77, 1999};
    uint32_t texels = 0, before = 0;

    for (unsigned i = 0; i < surface->levels; i++) {
        if (i == level)
            before = texels;
        texels += surface_extent(surface, 0, i) * surface_extent(surface, 1, i);
    }
    const uint32_t number = slice * texels + before + y * surface_extent(surface, 0, level) + x;
    return (number * factors[component] + first[component]) & 2047;
}

/* As it is put into memory: what the format can hold of it. */
static void
make_texel(const struct surface *surface, uint32_t slice, unsigned level, uint32_t x, uint32_t y,
           uint8_t texel[16])
{
    const struct texel_format *format = surface->format;

    for (unsigned c = 0; c < format->count; c++) {
        uint32_t bits = surface_value(surface, slice, level, x, y, c);
        if (format->kind == kind_float && format->bits == 32)
            bits = base_bits_of_float((float)bits);
        else if (format->kind == kind_float)
            bits = base_half_from_float((float)bits);
        else if (format->bits == 16)
            bits *= 32;
        else if (format->bits == 32)
            bits *= 0x200801;
        for (unsigned i = 0; i < format->bits / 8u; i++)
            texel[c * format->bits / 8 + i] = (uint8_t)(bits >> 8 * i);
    }
}

void
surface_fill(struct kit *kit, const struct surface *surface)
{
    for (uint32_t slice = 0; slice < surface->slices * surface->samples; slice++)
        for (unsigned level = 0; level < surface->levels; level++)
            for (uint32_t y = 0; y < surface_extent(surface, 1, level); y++)
                for (uint32_t x = 0; x < surface_extent(surface, 0, level); x++) {
                    uint8_t texel[16];
                    make_texel(surface, slice, level, x, y, texel);
                    kit_put(kit, surface_address(surface, slice, level, x, y), texel,
                            surface->format->bytes);
                }
}

void
surface_describe(const struct surface *surface, uint32_t words[8])
{
    static const uint8_t types[8] = {8, 9, 10, 11, 12, 13, 14, 15};
    const uint64_t base = MAPPED >> 8;
    const uint32_t width = surface->width - 1;
    uint32_t depth = 0, last = surface->last_level;

    if (surface->dim == dim_3d)
        depth = surface->slices - 1;
    else if (surface->dim == dim_1d || surface->dim == dim_2d)
        depth = surface->pitch ? surface->pitch - 1 : 0;
    else
        depth = surface->first_layer + surface->layers - 1;
    while (surface->samples >> last > 1)
        last++; /* The binary logarithm. */
    words[0] = (uint32_t)base;
    words[1] = (uint32_t)(base >> 32) | surface->min_lod << 8 |
               (uint32_t)surface->format->number << 20 | width << 30;
    words[2] = width >> 2 | (surface->height - 1) << 14 | 1u << 31;
    words[3] = surface->dst_sel | surface->base_level << 12 | last << 16 |
               (uint32_t)types[surface->dim] << 28;
    words[4] = depth | surface->first_layer << 16;
    words[5] = (surface->levels - 1) << 4;
    words[6] = words[7] = 0;
}

void
apply_dst_sel(const struct surface *surface, uint32_t values[4])
{
    const uint32_t one = texel_is_integer(surface->format) ? 1 : base_bits_of_float(1.0f);
    uint32_t result[4];

    for (unsigned i = 0; i < 4; i++) {
        const unsigned select = surface->dst_sel >> 3 * i & 7;
        result[i] = select == 0 ? 0 : select == 1 ? one : values[select - 4];
    }
    memcpy(values, result, sizeof(result));
}

void
surface_texel(const struct surface *surface, uint32_t slice, unsigned level, uint32_t x, uint32_t y,
              uint32_t values[4])
{
    uint8_t texel[16];

    make_texel(surface, slice, level, x, y, texel);
    for (unsigned c = 0; c < 4; c++)
        values[c] = texel_decode(surface->format, texel, c);
    apply_dst_sel(surface, values);
}
