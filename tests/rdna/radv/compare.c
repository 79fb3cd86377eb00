/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include "base/bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum likeness { likeness_same, likeness_near, likeness_far };

/* How far floats may be apart, of the greater one, but of 1 at least. */
static double
bound_of(const struct compare *compare, unsigned bytes)
{
    if (bytes <= 4 && compare->has_halves)
        return 0x1p-7;
    if (bytes == 2)
        return 0x1p-8;
    return bytes == 4 ? 0x1p-16 : 0x1p-40;
}

/* All NaNs are the same. */
static enum likeness
liken(double a, double b, double bound)
{
    if (isnan(a) && isnan(b))
        return likeness_same;
    return a == b || fabs(a - b) <= bound * fmax(fmax(fabs(a), fabs(b)), 1) ? likeness_near
                                                                            : likeness_far;
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

static enum likeness
farther(enum likeness a, enum likeness b)
{
    return a > b ? a : b;
}

static enum likeness
liken_floats(const struct compare *compare, const void *a, const void *b, unsigned bytes)
{
    return liken(float_of(a, bytes), float_of(b, bytes), bound_of(compare, bytes));
}

/* Words that may hold something else than an integer. Of a double's upper word the last bit may
 * differ. */
static enum likeness
liken_words(const struct compare *compare, const unsigned char *a, const unsigned char *b)
{
    enum likeness likeness = likeness_far;
    unsigned char doubles[2][8] = {{0}};

    if (compare->has_halves)
        likeness = farther(memcmp(a, b, 2) ? liken_floats(compare, a, b, 2) : likeness_same,
                           memcmp(a + 2, b + 2, 2) ? liken_floats(compare, a + 2, b + 2, 2)
                                                   : likeness_same);
    if (compare->has_doubles) {
        memcpy(doubles[0] + 4, a, 4);
        memcpy(doubles[1] + 4, b, 4);
        likeness = liken(float_of(doubles[0], 8), float_of(doubles[1], 8), 0x1p-19);
    }
    return likeness;
}

static enum likeness
liken_scalars(const struct compare *compare, struct layout_scalar scalar, const unsigned char *a,
              const unsigned char *b)
{
    if (scalar.kind == layout_float)
        return liken_floats(compare, a, b, scalar.size);
    return scalar.size == 4 ? liken_words(compare, a, b) : likeness_far;
}

static void
add(struct compare *compare, enum likeness likeness)
{
    compare->near += likeness == likeness_near;
    compare->far += likeness == likeness_far;
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
        add(compare, liken_scalars(compare, scalar, a + at, b + at));
        if (compare->far == 1 && !compare->text[0]) {
            uint64_t i = 0, j = 0;
            memcpy(&i, a + at, scalar.size);
            memcpy(&j, b + at, scalar.size);
            snprintf(compare->text, sizeof(compare->text),
                     "output %" PRIu32 ", byte %zu: 0x%" PRIx64 ", not 0x%" PRIx64, output, at, i,
                     j);
        }
    }
}

static double
texel_bound(const struct compare *compare, enum scene_format format)
{
    const struct scene_format_info *info = &scene_format_infos[format];

    if (info->numeric == scene_numeric_unorm || info->numeric == scene_numeric_snorm)
        return info->bytes == info->components ? 1.01 / 255 : 1.01 / 32767;
    return bound_of(compare, info->bytes / info->components);
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
            add(compare, likeness_far);
        } else {
            scene_format_unpack(format, a + at, x);
            scene_format_unpack(format, b + at, y);
            for (unsigned c = 0; c < 4; c++)
                if (x[c] != y[c])
                    add(compare,
                        liken((double)base_float_of_bits(x[c]), (double)base_float_of_bits(y[c]),
                              texel_bound(compare, format)));
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
