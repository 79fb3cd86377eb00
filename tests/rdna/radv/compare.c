/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include "base/bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* How far floats may be apart, of the greater one, but of 1 at least. */
static double
bound_of(unsigned bytes)
{
    return bytes == 2 ? 0x1p-8 : bytes == 4 ? 0x1p-18 : 0x1p-40;
}

static bool
is_near(double a, double b, double bound)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return a == b || fabs(a - b) <= bound * fmax(fmax(fabs(a), fabs(b)), 1);
}

static double
float_of(const void *at, unsigned bytes)
{
    uint16_t half;
    float single;
    double value;

    if (bytes == 2) {
        memcpy(&half, at, 2);
        return (double)base_half_to_float(half);
    }
    if (bytes == 4) {
        memcpy(&single, at, 4);
        return (double)single;
    }
    memcpy(&value, at, 8);
    return value;
}

static void
add(struct compare *compare, bool is_near_enough)
{
    compare->near += is_near_enough;
    compare->far += !is_near_enough;
}

static void
compare_typed(struct compare *compare, const struct inputs *inputs, uint32_t output,
              const unsigned char *a, const unsigned char *b)
{
    const struct inputs_output *o = &inputs->outputs.data[output];
    const size_t size = inputs->buffers.data[o->number].size;
    struct layout_scalar scalar;

    for (size_t at = 0; at < size; at += scalar.size) {
        scalar = layout_at(inputs->layout, o->type, at);
        if (at + scalar.size > size)
            break;
        if (scalar.kind == layout_address)
            continue;
        compare->values += scalar.kind != layout_none;
        if (memcmp(a + at, b + at, scalar.size) == 0)
            continue;
        const bool is_float = scalar.kind == layout_float;
        const double x = is_float ? float_of(a + at, scalar.size) : 0;
        const double y = is_float ? float_of(b + at, scalar.size) : 0;
        add(compare, is_float && is_near(x, y, bound_of(scalar.size)));
        if (compare->far == 1 && !compare->text[0]) {
            uint64_t i = 0, j = 0;
            memcpy(&i, a + at, scalar.size);
            memcpy(&j, b + at, scalar.size);
            snprintf(compare->text, sizeof(compare->text),
                     "output %" PRIu32 ", byte %zu: 0x%" PRIx64 " (%g), not 0x%" PRIx64 " (%g)",
                     output, at, i, x, j, y);
        }
    }
}

static double
texel_bound(enum scene_format format)
{
    const struct scene_format_info *info = &scene_format_infos[format];

    if (info->numeric == scene_numeric_unorm || info->numeric == scene_numeric_snorm)
        return info->bytes == info->components ? 1.01 / 255 : 1.01 / 32767;
    return bound_of(info->bytes / info->components);
}

static void
compare_texels(struct compare *compare, const struct inputs *inputs, uint32_t output,
               const unsigned char *a, const unsigned char *b)
{
    const struct inputs_output *o = &inputs->outputs.data[output];
    const enum scene_format format = o->format;
    const size_t bytes = scene_format_infos[format].bytes;
    const size_t size =
        o->is_image ? inputs->images.data[o->number].size : inputs->buffers.data[o->number].size;

    for (size_t at = 0; at + bytes <= size; at += bytes) {
        uint32_t x[4], y[4];

        compare->values += scene_format_infos[format].components;
        if (memcmp(a + at, b + at, bytes) == 0)
            continue;
        if (!scene_format_is_float(format)) {
            add(compare, false);
        } else {
            scene_format_unpack(format, a + at, x);
            scene_format_unpack(format, b + at, y);
            for (unsigned c = 0; c < 4; c++)
                if (x[c] != y[c])
                    add(compare, is_near((double)base_float_of_bits(x[c]),
                                         (double)base_float_of_bits(y[c]), texel_bound(format)));
        }
        if (compare->far && !compare->text[0])
            snprintf(compare->text, sizeof(compare->text),
                     "output %" PRIu32 ", texel %zu: begins %02x%02x%02x%02x, not %02x%02x%02x%02x",
                     output, at / bytes, a[at], a[at + 1], a[at + 2], a[at + 3], b[at], b[at + 1],
                     b[at + 2], b[at + 3]);
    }
}

void
compare_output(struct compare *compare, const struct inputs *inputs, uint32_t output, const void *a,
               const void *b)
{
    if (inputs->outputs.data[output].type)
        compare_typed(compare, inputs, output, a, b);
    else
        compare_texels(compare, inputs, output, a, b);
}

uint64_t
compare_changes(const struct inputs *inputs, uint32_t output, const void *a)
{
    const struct inputs_output *o = &inputs->outputs.data[output];
    struct compare compare = {0};

    compare_output(&compare, inputs, output, a,
                   o->is_image ? inputs->images.data[o->number].data
                               : inputs->buffers.data[o->number].data);
    return compare.near + compare.far;
}
