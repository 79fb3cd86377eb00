/* SPDX-License-Identifier: MIT
 *
 * Formats by their table, and the conversions of Vulkan's chapter "Fundamentals": fixed-point data,
 * small floats, the shared exponent format; and Khronos's Data Format Specification for sRGB.
 */
#include "scene/scene.h"

#include "base/bits.h"

#include <math.h>

enum kind {
    kind_color,
    kind_depth = 1 << 0,
    kind_stencil = 1 << 1,
    kind_depth_stencil = kind_depth | kind_stencil
};

enum shape_id {
#define SCENE_SHAPE(shape, ...) shape_##shape,
#include "scene/formats.def"
    shape_count
};

struct field {
    uint8_t at; /* The first bit. */
    uint8_t bits;
};

struct shape {
    uint8_t bytes;
    uint8_t unit;
    struct field fields[4];
};

#define AT(first, bits)                                                                            \
    {                                                                                              \
        first, bits                                                                                \
    }
#define NONE                                                                                       \
    {                                                                                              \
        0, 0                                                                                       \
    }

static const struct shape shapes[shape_count] = {
#define SCENE_SHAPE(shape, bytes, unit, kind, first, second, third, fourth)                        \
    [shape_##shape] = {bytes, unit, {first, second, third, fourth}},
#include "scene/formats.def"
};

static const uint8_t shape_of[scene_format_count] = {
#define SCENE_FORMAT(name, shape, ...) [scene_format_##name] = shape_##shape,
#include "scene/formats.def"
};

/* What the table of formats wants to know of a shape, as constants. */
enum {
#undef AT
#undef NONE
#define AT(first, bits) 1
#define NONE 0
#define SCENE_SHAPE(shape, bytes, unit, kind, first, second, third, fourth)                        \
    bytes_of_##shape = (bytes), kind_of_##shape = kind_##kind,                                     \
    components_of_##shape = kind_##kind == kind_color ? first + second + third + fourth : 0,
#include "scene/formats.def"
#undef AT
#undef NONE
};

#define ATTRIBUTE SCENE_FORMAT_ATTRIBUTE
#define IMAGE (SCENE_FORMAT_SAMPLED | SCENE_FORMAT_TARGET)
#define STORAGE (SCENE_FORMAT_STORAGE | SCENE_FORMAT_TEXEL | SCENE_FORMAT_STORAGE_TEXEL)
#define INTEGER (ATTRIBUTE | IMAGE | STORAGE)
#define COLOR (INTEGER | SCENE_FORMAT_LINEAR | SCENE_FORMAT_BLEND)
#define ATOMICS (SCENE_FORMAT_ATOMIC | SCENE_FORMAT_STORAGE_TEXEL_ATOMIC)
#define INTEGER_64 (ATTRIBUTE | SCENE_FORMAT_STORAGE | SCENE_FORMAT_STORAGE_TEXEL | ATOMICS)
#define SRGB (ATTRIBUTE | IMAGE | SCENE_FORMAT_LINEAR | SCENE_FORMAT_BLEND | SCENE_FORMAT_TEXEL)
#define SHARED (SCENE_FORMAT_SAMPLED | SCENE_FORMAT_LINEAR | SCENE_FORMAT_TEXEL)
#define DEPTH (SCENE_FORMAT_SAMPLED | SCENE_FORMAT_LINEAR | SCENE_FORMAT_DEPTH)
#define STENCIL (SCENE_FORMAT_SAMPLED | SCENE_FORMAT_DEPTH)

const struct scene_format_info scene_format_infos[scene_format_count] = {
    [scene_format_none] = {.name = "none"},
#define SCENE_FORMAT(name, shape, numeric, uses)                                                   \
    [scene_format_##name] = {#name,                                                                \
                             bytes_of_##shape,                                                     \
                             components_of_##shape,                                                \
                             scene_numeric_##numeric,                                              \
                             (kind_of_##shape & kind_depth) != 0,                                  \
                             (kind_of_##shape & kind_stencil) != 0,                                \
                             uses},
#include "scene/formats.def"
};

bool
scene_format_is_float(enum scene_format format)
{
    const uint8_t numeric = scene_format_infos[format].numeric;

    return numeric != scene_numeric_uint && numeric != scene_numeric_sint;
}

bool
scene_format_is_wide(enum scene_format format)
{
    const struct scene_format_info *info = &scene_format_infos[format];

    return info->components > 0 && info->bytes == 8 * info->components;
}

/* ---- bits ---- */

static uint64_t
most_of(unsigned bits)
{
    return UINT64_MAX >> (64 - bits);
}

static int64_t
extend(uint64_t value, unsigned bits)
{
    return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

/* The unit, as the host keeps it, that holds a field. */
static uint64_t
read_unit(const uint8_t *unit, unsigned bits)
{
    uint16_t half;
    uint32_t word;
    uint64_t wide;

    switch (bits) {
    case 8:
        return *unit;
    case 16:
        memcpy(&half, unit, sizeof(half));
        return half;
    case 32:
        memcpy(&word, unit, sizeof(word));
        return word;
    }
    memcpy(&wide, unit, sizeof(wide));
    return wide;
}

static void
write_unit(uint8_t *unit, unsigned bits, uint64_t value)
{
    const uint16_t half = (uint16_t)value;
    const uint32_t word = (uint32_t)value;

    switch (bits) {
    case 8:
        *unit = (uint8_t)value;
        return;
    case 16:
        memcpy(unit, &half, sizeof(half));
        return;
    case 32:
        memcpy(unit, &word, sizeof(word));
        return;
    }
    memcpy(unit, &value, sizeof(value));
}

static uint64_t
read_field(const uint8_t *data, const struct shape *shape, struct field field)
{
    const unsigned unit = shape->unit;

    return read_unit(data + field.at / unit * (unit / 8), unit) >> field.at % unit &
           most_of(field.bits);
}

/* Adds to a texel that has zeroes there. */
static void
write_field(uint8_t *data, const struct shape *shape, struct field field, uint64_t value)
{
    const unsigned unit = shape->unit;
    uint8_t *at = data + field.at / unit * (unit / 8);

    write_unit(at, unit, read_unit(at, unit) | value << field.at % unit);
}

/* ---- fixed point ---- */

/* NaN is 0. The product of two floats is exact, so that there is one rounding, ties to even. */
static double
scale(uint32_t word, double least, double factor, double most)
{
    const double value = (double)base_float_of_bits(word) * factor;

    /* A number this large leaves no bits for a fraction. */
    if (value > least)
        return (value < most ? value : most) + 0x1.8p52 - 0x1.8p52;
    return isnan(value) ? 0 : least;
}

/* The codes' values and half of the way between, see srgb.def. */
static const float srgb_steps[511] = {
#include "scene/srgb.def"
};

/* How many half way points are not above the value. NaN is above none. */
static uint8_t
srgb_of(float value)
{
    unsigned from = 0, to = 255;

    while (from < to) {
        const unsigned middle = (from + to) / 2;

        if (value >= srgb_steps[2 * middle + 1])
            from = middle + 1;
        else
            to = middle;
    }
    return (uint8_t)from;
}

/* ---- floats ---- */

/* Unsigned floats of 10 and 11 bits: five are the exponent's, with the bias of halves. */
static float
small_to_float(uint64_t code, unsigned bits)
{
    return base_half_to_float((uint16_t)(code << (15 - bits)));
}

/* Nearest finite value, ties to even; what is below 0 becomes 0, also -inf. */
static uint64_t
small_from_float(float value, unsigned bits)
{
    const unsigned mantissa_bits = bits - 5;
    const uint64_t infinity = UINT64_C(31) << mantissa_bits;
    int exponent;

    if (isnan(value))
        return infinity | 1;
    if (value <= 0)
        return 0;
    if (isinf(value))
        return infinity;
    frexp((double)value, &exponent);
    /* Of the last place: that of denormals at least. */
    const int place = (exponent - 1 > -14 ? exponent - 1 : -14) - (int)mantissa_bits;
    const uint64_t units = (uint64_t)rint(ldexp((double)value, -place));
    const uint64_t code = ((uint64_t)(place + 14 + (int)mantissa_bits) << mantissa_bits) + units;

    return code < infinity ? code : infinity - 1;
}

/* "Shared Exponent to RGB": three mantissas of 9 bits without a hidden one, exponent bias 15. */
static void
shared_to_floats(uint32_t code, uint32_t words[3])
{
    const double unit = ldexp(1, (int)(code >> 27) - 15 - 9);

    for (unsigned c = 0; c < 3; c++)
        words[c] = base_bits_of_float((float)((double)(code >> 9 * c & 511) * unit));
}

/* "RGB to Shared Exponent" */
static uint32_t
shared_from_floats(const uint32_t words[3])
{
    double value[3], most = 0;
    uint32_t code = 0;
    int exponent;

    for (unsigned c = 0; c < 3; c++) {
        value[c] = (double)base_float_of_bits(words[c]);
        value[c] = value[c] > 0 ? (value[c] < 65408 ? value[c] : 65408) : 0;
        most = value[c] > most ? value[c] : most;
    }
    frexp(most, &exponent); /* floor(log2(most)) + 1, which 0 has none of. */
    exponent = most > 0 && exponent > -15 ? exponent : -15;
    if (floor(ldexp(most, 9 - exponent) + 0.5) >= 512)
        exponent++;
    for (unsigned c = 0; c < 3; c++)
        code |= (uint32_t)floor(ldexp(value[c], 9 - exponent) + 0.5) << 9 * c;
    return code | (uint32_t)(exponent + 15) << 27;
}

/* ---- a component ---- */

static uint32_t
decode(enum scene_numeric numeric, uint64_t code, unsigned bits)
{
    const float signed_code = (float)extend(code, bits);
    float value = 0;

    switch (numeric) {
    case scene_numeric_uint:
        return (uint32_t)code;
    case scene_numeric_sint:
        return (uint32_t)extend(code, bits);
    case scene_numeric_unorm:
        value = (float)code / (float)most_of(bits);
        break;
    case scene_numeric_snorm: /* The least code is -1 too. */
        value = signed_code / (float)most_of(bits - 1);
        value = value > -1 ? value : -1;
        break;
    case scene_numeric_uscaled:
        value = (float)code;
        break;
    case scene_numeric_sscaled:
        value = signed_code;
        break;
    case scene_numeric_srgb:
        value = srgb_steps[2 * code];
        break;
    case scene_numeric_ufloat:
        value = small_to_float(code, bits);
        break;
    case scene_numeric_sfloat:
        if (bits == 32)
            return (uint32_t)code;
        value = bits == 16 ? base_half_to_float((uint16_t)code) : (float)base_double_of_bits(code);
        break;
    }
    return base_bits_of_float(value);
}

/* Not masked to the bits. */
static uint64_t
encode(enum scene_numeric numeric, uint32_t word, unsigned bits)
{
    const uint64_t most = most_of(bits);
    const int64_t signed_most = (int64_t)(most >> 1), integer = (int32_t)word;
    const float value = base_float_of_bits(word);

    switch (numeric) {
    case scene_numeric_uint:
        return word < most ? word : most;
    case scene_numeric_sint:
        return (uint64_t)(integer > signed_most        ? signed_most
                          : integer < -signed_most - 1 ? -signed_most - 1
                                                       : integer);
    case scene_numeric_unorm:
        return (uint64_t)scale(word, 0, (double)most, (double)most);
    case scene_numeric_snorm:
        return (uint64_t)(int64_t)scale(word, (double)-signed_most, (double)signed_most,
                                        (double)signed_most);
    case scene_numeric_uscaled:
        return (uint64_t)scale(word, 0, 1, (double)most);
    case scene_numeric_sscaled:
        return (uint64_t)(int64_t)scale(word, (double)(-signed_most - 1), 1, (double)signed_most);
    case scene_numeric_srgb:
        return srgb_of(value);
    case scene_numeric_ufloat:
        return small_from_float(value, bits);
    case scene_numeric_sfloat:
        if (bits == 32)
            return word;
        return bits == 16 ? base_half_from_float(value) : base_bits_of_double((double)value);
    }
    return 0;
}

/* How a component, counted from 0, of the format is read. */
static enum scene_numeric
numeric_of(const struct scene_format_info *info, unsigned c)
{
    if (info->has_stencil && c == 1)
        return scene_numeric_uint;
    if (info->numeric == scene_numeric_srgb && c == 3)
        return scene_numeric_unorm;
    return (enum scene_numeric)info->numeric;
}

/* ---- texels ---- */

/* The most common formats, without a look at every field. False: not one of them. */
static bool
unpack_common(enum scene_format format, const uint8_t *data, uint32_t words[4])
{
    const bool is_bgra =
        format == scene_format_b8g8r8a8_unorm || format == scene_format_b8g8r8a8_srgb;

    switch ((unsigned)format) {
    case scene_format_r8g8b8a8_unorm:
    case scene_format_b8g8r8a8_unorm:
        for (unsigned c = 0; c < 4; c++)
            words[c] = base_bits_of_float((float)data[is_bgra && c < 3 ? 2 - c : c] / 255);
        return true;
    case scene_format_r8g8b8a8_srgb:
    case scene_format_b8g8r8a8_srgb:
        for (unsigned c = 0; c < 3; c++)
            words[c] = base_bits_of_float(srgb_steps[2 * data[is_bgra ? 2 - c : c]]);
        words[3] = base_bits_of_float((float)data[3] / 255);
        return true;
    case scene_format_r32g32b32a32_sfloat:
    case scene_format_r32g32b32a32_uint:
    case scene_format_r32g32b32a32_sint:
        memcpy(words, data, 16);
        return true;
    }
    return false;
}

static bool
pack_common(enum scene_format format, const uint32_t words[4], uint8_t *data)
{
    const bool is_bgra = format == scene_format_b8g8r8a8_unorm;

    switch ((unsigned)format) {
    case scene_format_r8g8b8a8_unorm:
    case scene_format_b8g8r8a8_unorm:
        for (unsigned c = 0; c < 4; c++)
            data[is_bgra && c < 3 ? 2 - c : c] = (uint8_t)scale(words[c], 0, 255, 255);
        return true;
    case scene_format_r32g32b32a32_sfloat:
    case scene_format_r32g32b32a32_uint:
    case scene_format_r32g32b32a32_sint:
        memcpy(data, words, 16);
        return true;
    }
    return false;
}

void
scene_format_unpack(enum scene_format format, const void *data, uint32_t words[4])
{
    const struct scene_format_info *info = &scene_format_infos[format];
    const struct shape *shape = &shapes[shape_of[format]];

    words[0] = words[1] = words[2] = 0;
    words[3] = scene_format_is_float(format) ? base_bits_of_float(1.0f) : 1;
    if (format == scene_format_none || unpack_common(format, data, words))
        return;
    if (format == scene_format_e5b9g9r9_ufloat_pack32) {
        shared_to_floats((uint32_t)read_unit(data, 32), words);
        return;
    }
    for (unsigned c = 0; c < 4; c++) {
        const struct field field = shape->fields[c];

        if (field.bits)
            words[c] = decode(numeric_of(info, c), read_field(data, shape, field), field.bits);
    }
}

void
scene_format_pack(enum scene_format format, const uint32_t words[4], void *data)
{
    const struct scene_format_info *info = &scene_format_infos[format];
    const struct shape *shape = &shapes[shape_of[format]];

    if (format == scene_format_none || pack_common(format, words, data))
        return;
    if (format == scene_format_e5b9g9r9_ufloat_pack32) {
        write_unit(data, 32, shared_from_floats(words));
        return;
    }
    memset(data, 0, info->bytes);
    for (unsigned c = 0; c < 4; c++) {
        const struct field field = shape->fields[c];

        if (field.bits)
            write_field(data, shape, field,
                        encode(numeric_of(info, c), words[c], field.bits) & most_of(field.bits));
    }
}

void
scene_format_unpack_wide(enum scene_format format, const void *data, uint32_t words[8])
{
    const struct scene_format_info *info = &scene_format_infos[format];
    uint64_t values[4] = {0, 0, 0, 1};

    if (scene_format_is_float(format))
        values[3] = base_bits_of_double(1.0);
    if (shapes[shape_of[format]].unit == 64)
        memcpy(values, data, info->bytes);
    for (unsigned c = 0; c < 4; c++) {
        words[2 * c] = (uint32_t)values[c];
        words[2 * c + 1] = (uint32_t)(values[c] >> 32);
    }
}

void
scene_format_pack_wide(enum scene_format format, const uint32_t words[8], void *data)
{
    uint64_t values[4];

    if (shapes[shape_of[format]].unit != 64)
        return;
    for (unsigned c = 0; c < 4; c++)
        values[c] = words[2 * c] | (uint64_t)words[2 * c + 1] << 32;
    memcpy(data, values, scene_format_infos[format].bytes);
}
