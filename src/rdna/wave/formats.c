/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include "base/base.h"
#include "base/bits.h"

#include <math.h>

static const struct rdna_texel_format formats[] = {
#define RDNA_TEXEL(number, bytes, x, y, z, w, kind)                                                \
    [number] = {bytes, {x, y, z, w}, rdna_texel_##kind},
#include "formats.def"
};

const struct rdna_texel_format *
rdna_texel_format(unsigned number)
{
    return number < BASE_COUNT(formats) && formats[number].bytes ? &formats[number] : NULL;
}

/* ---- Parts of an element ---- */

static uint32_t
low_bits(unsigned count)
{
    return count < 32 ? (1u << count) - 1 : UINT32_MAX;
}

static uint32_t
get_bits(const uint8_t *element, unsigned at, unsigned count)
{
    uint64_t bits = 0;

    for (unsigned i = at / 8; i < (at + count + 7) / 8; i++)
        bits |= (uint64_t)element[i] << 8 * (i - at / 8);
    return (uint32_t)(bits >> at % 8) & low_bits(count);
}

/* The element is zeros where nothing was put yet. */
static void
put_bits(uint8_t *element, unsigned at, unsigned count, uint32_t value)
{
    const uint64_t bits = (uint64_t)(value & low_bits(count)) << at % 8;

    for (unsigned i = at / 8; i < (at + count + 7) / 8; i++)
        element[i] |= (uint8_t)(bits >> 8 * (i - at / 8));
}

static int32_t
extend(uint32_t value, unsigned count)
{
    return (int32_t)(value << (32 - count)) >> (32 - count);
}

/* ---- Small floats: five bits of exponent, no sign ---- */

static float
small_float(uint32_t value, unsigned mantissa)
{
    return base_half_to_float((uint16_t)(value << (10 - mantissa)));
}

/* To nearest, ties to even; what is too large becomes the greatest finite one, what is negative 0.
 */
static uint32_t
to_small_float(float value, unsigned mantissa)
{
    const uint32_t infinity = 31u << mantissa;

    if (isnan(value))
        return infinity | 1u << (mantissa - 1);
    if (!(value > 0.0f))
        return 0;
    if (isinf(value))
        return infinity;

    const int exponent = value < 0x1p-14f ? -14 : ilogbf(value);
    const double steps = rint(ldexp((double)value, (int)mantissa - exponent));
    const double bits = steps + (double)(exponent + 14) * (double)(1u << mantissa);
    return bits < (double)infinity ? (uint32_t)bits : infinity - 1;
}

/* ---- Exponents that three components share: bits * 2^(exponent - 24) ---- */

static void
unpack_shared(const uint8_t *element, uint32_t values[4])
{
    const int exponent = (int)get_bits(element, 27, 5) - 24;

    for (unsigned i = 0; i < 3; i++)
        values[i] = base_bits_of_float(ldexpf((float)get_bits(element, 9 * i, 9), exponent));
}

static void
pack_shared(const uint32_t values[4], uint8_t *element)
{
    const float most = 0x1.ffp15f; /* 511 * 2^7 */
    float cut[3], greatest = 0.0f;

    for (unsigned i = 0; i < 3; i++) {
        const float value = base_float_of_bits(values[i]);
        cut[i] = value > 0.0f ? fminf(value, most) : 0.0f; /* 0 of a NaN. */
        greatest = fmaxf(greatest, cut[i]);
    }
    int exponent = greatest < 0x1p-16f ? 0 : ilogbf(greatest) + 16;
    if (rint(ldexp((double)greatest, 24 - exponent)) > 511.0)
        exponent++;
    for (unsigned i = 0; i < 3; i++)
        put_bits(element, 9 * i, 9, (uint32_t)rint(ldexp((double)cut[i], 24 - exponent)));
    put_bits(element, 27, 5, (uint32_t)exponent);
}

/* ---- Components ---- */

static float
from_srgb(float value)
{
    return value <= 0.04045f ? value / 12.92f : (float)pow(((double)value + 0.055) / 1.055, 2.4);
}

static double
to_srgb(double value)
{
    return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055;
}

static uint32_t
unpack_float(uint32_t bits, unsigned count)
{
    if (count == 32)
        return bits;
    if (count == 16)
        return base_bits_of_float(base_half_to_float((uint16_t)bits));
    return base_bits_of_float(small_float(bits, count - 5));
}

static uint32_t
unpack_one(enum rdna_texel_kind kind, uint32_t bits, unsigned count)
{
    float value = 0.0f;

    switch (kind) {
    case rdna_texel_uint:
        return bits;
    case rdna_texel_sint:
        return (uint32_t)extend(bits, count);
    case rdna_texel_flt:
        return unpack_float(bits, count);
    case rdna_texel_unorm:
        value = (float)bits / (float)low_bits(count);
        break;
    case rdna_texel_snorm:
        value = fmaxf((float)extend(bits, count) / (float)low_bits(count - 1), -1.0f);
        break;
    case rdna_texel_uscaled:
        value = (float)bits;
        break;
    case rdna_texel_sscaled:
        value = (float)extend(bits, count);
        break;
    case rdna_texel_srgb:
        value = from_srgb((float)bits / (float)low_bits(count));
        break;
    case rdna_texel_none:
    case rdna_texel_shared:
        break;
    }
    return base_bits_of_float(value);
}

/* least for a NaN too. */
static double
cut(double value, double least, double most)
{
    return value > least ? fmin(value, most) : least;
}

static uint32_t
pack_float(uint32_t value, unsigned count)
{
    if (count == 32)
        return value;
    if (count == 16)
        return base_half_from_float(base_float_of_bits(value));
    return to_small_float(base_float_of_bits(value), count - 5);
}

static uint32_t
pack_one(enum rdna_texel_kind kind, uint32_t bits, unsigned count)
{
    const double most = (double)low_bits(count), half = (double)low_bits(count - 1);
    const float given = base_float_of_bits(bits);
    const double value = isnan(given) ? 0.0 : (double)given;

    switch (kind) {
    case rdna_texel_uint:
    case rdna_texel_sint:
        return bits;
    case rdna_texel_flt:
        return pack_float(bits, count);
    case rdna_texel_unorm:
        return (uint32_t)rint(cut(value, 0, 1) * most);
    case rdna_texel_snorm:
        return (uint32_t)(int32_t)rint(cut(value, -1, 1) * half);
    case rdna_texel_uscaled:
        return (uint32_t)cut(value, 0, most);
    case rdna_texel_sscaled:
        return (uint32_t)(int32_t)cut(value, -half - 1, half);
    case rdna_texel_srgb:
        return (uint32_t)rint(to_srgb(cut(value, 0, 1)) * most);
    case rdna_texel_none:
    case rdna_texel_shared:
        break;
    }
    return 0;
}

/* Of w in an sRGB format; of the others the format's own. */
static enum rdna_texel_kind
kind_of(const struct rdna_texel_format *format, unsigned component)
{
    return format->kind == rdna_texel_srgb && component == 3 ? rdna_texel_unorm
                                                             : (enum rdna_texel_kind)format->kind;
}

static uint32_t
one_of(const struct rdna_texel_format *format)
{
    return rdna_texel_is_integer(format) ? 1 : base_bits_of_float(1.0f);
}

void
rdna_texel_unpack(const struct rdna_texel_format *format, const uint8_t *element,
                  uint32_t values[4])
{
    unsigned at = 0;

    memset(values, 0, 3 * sizeof(*values));
    values[3] = one_of(format);
    if (format->kind == rdna_texel_shared) {
        unpack_shared(element, values);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        const unsigned count = format->bits[i];

        if (count)
            values[i] = unpack_one(kind_of(format, i), get_bits(element, at, count), count);
        at += count;
    }
}

void
rdna_texel_pack(const struct rdna_texel_format *format, const uint32_t values[4], uint8_t *element)
{
    unsigned at = 0;

    memset(element, 0, format->bytes);
    if (format->kind == rdna_texel_shared) {
        pack_shared(values, element);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        const unsigned count = format->bits[i];

        if (count)
            put_bits(element, at, count, pack_one(kind_of(format, i), values[i], count));
        at += count;
    }
}

void
rdna_texel_select(const struct rdna_texel_format *format, unsigned dst_sel, uint32_t values[4])
{
    uint32_t selected[4];

    for (unsigned i = 0; i < 4; i++) {
        const unsigned select = dst_sel >> 3 * i & 7;

        selected[i] = select >= 4 ? values[select - 4] : select == 1 ? one_of(format) : 0;
    }
    memcpy(values, selected, sizeof(selected));
}

void
rdna_texel_unselect(unsigned dst_sel, uint32_t values[4])
{
    uint32_t components[4] = {0};

    for (unsigned i = 4; i-- > 0;) {
        const unsigned select = dst_sel >> 3 * i & 7;

        if (select >= 4)
            components[select - 4] = values[i];
    }
    memcpy(values, components, sizeof(components));
}

uint32_t
rdna_texel_to_d16(const struct rdna_texel_format *format, uint32_t value)
{
    return rdna_texel_is_integer(format) ? value & 0xffff
                                         : base_half_from_float(base_float_of_bits(value));
}

uint32_t
rdna_texel_from_d16(const struct rdna_texel_format *format, uint32_t half)
{
    if (format->kind == rdna_texel_uint)
        return half & 0xffff;
    if (format->kind == rdna_texel_sint)
        return (uint32_t)extend(half & 0xffff, 16);
    return base_bits_of_float(base_half_to_float((uint16_t)half));
}
