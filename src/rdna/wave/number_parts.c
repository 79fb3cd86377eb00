/* SPDX-License-Identifier: MIT */
#include "number_priv.h"

#include <math.h>

static const struct rdna_rules exact = {RDNA_ROUND_EVEN, RDNA_KEEP_IN | RDNA_KEEP_OUT};

/* mantissa / 2^l->mantissa * 2^exponent, the mantissa with its leading bit. */
struct parts {
    uint64_t mantissa;
    int32_t exponent;
};

/* Of a finite number that is not zero. */
static struct parts
parts_of(const struct rdna_layout *l, uint64_t bits)
{
    const uint64_t leading = UINT64_C(1) << l->mantissa;
    const int32_t field = (int32_t)((bits & rdna_layout_infinity(l)) >> l->mantissa);
    struct parts p = {(bits & (leading - 1)) | (field ? leading : 0),
                      (field ? field : 1) - rdna_layout_bias(l)};

    while (!(p.mantissa & leading)) {
        p.mantissa <<= 1;
        p.exponent--;
    }
    return p;
}

static bool
is_finite_not_zero(const struct rdna_layout *l, uint64_t bits)
{
    const uint64_t magnitude = rdna_layout_magnitude(l, bits);

    return magnitude && magnitude < rdna_layout_infinity(l);
}

uint64_t
rdna_frexp_mant(enum rdna_format format, uint8_t denorm, uint64_t value)
{
    const struct rdna_layout *l = &rdna_layouts[format];

    value = rdna_layout_read(l, denorm, value);
    if (rdna_layout_is_nan(l, value))
        return value | rdna_layout_quiet(l);
    if (!is_finite_not_zero(l, value))
        return value;

    /* The leading bit adds one to the exponent's field. */
    const uint64_t field = (uint64_t)(rdna_layout_bias(l) - 2) << l->mantissa;
    return (value & rdna_layout_sign(l)) | (field + parts_of(l, value).mantissa);
}

int32_t
rdna_frexp_exp(enum rdna_format format, uint8_t denorm, uint64_t value)
{
    const struct rdna_layout *l = &rdna_layouts[format];

    value = rdna_layout_read(l, denorm, value);
    return is_finite_not_zero(l, value) ? parts_of(l, value).exponent + 1 : 0;
}

uint64_t
rdna_fract(enum rdna_format format, struct rdna_rules rules, uint64_t value)
{
    const struct rdna_layout *l = &rdna_layouts[format];
    const uint64_t one = (uint64_t)rdna_layout_bias(l) << l->mantissa;
    const uint64_t floor = rdna_soft_integral(format, rules.denorm, RDNA_ROUND_DOWN, value);
    const uint64_t fract = rdna_soft_add(format, rules, value, floor ^ rdna_layout_sign(l));

    /* Just below an integer it would round up to one. */
    return fract == one ? one - 1 : fract;
}

/* What the steps of a division shift numbers by, and where they begin to. */
struct division {
    int32_t scale;
    int32_t near_most; /* Numerator's exponent above the denominator's. */
    int32_t tiny;      /* The numerator's exponent field. */
    int32_t underflow; /* Exponent fields' difference. */
};

static const struct division divisions[] = {
    [RDNA_F16] = {0, 0, 0, INT32_MIN},
    [RDNA_F32] = {64, 96, 23, -150},
    [RDNA_F64] = {128, 768, 53, -1075},
};

static int32_t
field_of(const struct rdna_layout *l, uint64_t bits)
{
    return (int32_t)((bits & rdna_layout_infinity(l)) >> l->mantissa);
}

uint64_t
rdna_div_scale(enum rdna_format format, struct rdna_rules rules, uint64_t value,
               uint64_t denominator, uint64_t numerator, bool *scale_back)
{
    const struct rdna_layout *l = &rdna_layouts[format];
    const struct division *division = &divisions[format];
    const int32_t least = 1 - rdna_layout_bias(l);
    int32_t scale = 0;

    *scale_back = false;
    value = rdna_layout_read(l, rules.denorm, value);
    denominator = rdna_layout_read(l, rules.denorm, denominator);
    numerator = rdna_layout_read(l, rules.denorm, numerator);
    if (!rdna_layout_magnitude(l, denominator) || !rdna_layout_magnitude(l, numerator))
        return rdna_layout_infinity(l) | rdna_layout_quiet(l);
    if (!is_finite_not_zero(l, denominator) || !is_finite_not_zero(l, numerator))
        return value;

    const struct parts d = parts_of(l, denominator);
    const struct parts n = parts_of(l, numerator);
    const bool is_denominator = value == denominator;
    const int32_t apart = n.exponent - d.exponent - (n.mantissa < d.mantissa);
    const bool quotient_is_denormal = apart < least;
    const bool reciprocal_is_denormal =
        -d.exponent < least || (-d.exponent == least && d.mantissa > UINT64_C(1) << l->mantissa);

    if (field_of(l, numerator) - field_of(l, denominator) >= division->near_most) {
        *scale_back = true;
        scale = is_denominator ? division->scale : 0;
    } else if (!field_of(l, denominator)) {
        scale = division->scale;
    } else if (reciprocal_is_denormal && quotient_is_denormal) {
        /* Down, or the denominator would overflow: then the quotient comes out too large. */
        *scale_back = true;
        scale = is_denominator ? -division->scale : 0;
    } else if (reciprocal_is_denormal) {
        scale = -division->scale;
    } else if (quotient_is_denormal) {
        *scale_back = true;
        scale = is_denominator ? 0 : division->scale;
    } else if (field_of(l, numerator) <= division->tiny) {
        scale = division->scale;
    }
    return scale ? rdna_soft_scale(format, rules, value, scale) : value;
}

uint64_t
rdna_div_fmas(enum rdna_format format, struct rdna_rules rules, uint64_t a, uint64_t b, uint64_t c,
              bool scale_back)
{
    const struct rdna_layout *l = &rdna_layouts[format];
    int32_t scale = 0;

    /* A scaled denominator left the quotient small only where the whole would be near the most. */
    if (scale_back)
        scale = field_of(l, c) > rdna_layout_bias(l) ? divisions[format].scale
                                                     : -divisions[format].scale;
    return rdna_soft_fma_scaled(format, rules, a, b, c, scale);
}

uint64_t
rdna_div_fixup(enum rdna_format format, struct rdna_rules rules, uint64_t quotient,
               uint64_t denominator, uint64_t numerator)
{
    const struct rdna_layout *l = &rdna_layouts[format];
    const uint64_t infinity = rdna_layout_infinity(l);

    quotient = rdna_layout_read(l, rules.denorm, quotient);
    denominator = rdna_layout_read(l, rules.denorm, denominator);
    numerator = rdna_layout_read(l, rules.denorm, numerator);

    const uint64_t d = rdna_layout_magnitude(l, denominator);
    const uint64_t n = rdna_layout_magnitude(l, numerator);
    const uint64_t sign = (denominator ^ numerator) & rdna_layout_sign(l);

    if (n > infinity)
        return numerator | rdna_layout_quiet(l);
    if (d > infinity)
        return denominator | rdna_layout_quiet(l);
    if ((!d && !n) || (d == infinity && n == infinity))
        return rdna_layout_sign(l) | infinity | rdna_layout_quiet(l);
    if (!d || n == infinity)
        return sign | infinity;
    if (!n || d == infinity)
        return sign;
    if (field_of(l, n) - field_of(l, d) < divisions[format].underflow)
        return rdna_soft_tiny(format, rules, sign != 0);
    /* Its steps overflowed. */
    if (rdna_layout_is_nan(l, quotient))
        return rdna_soft_huge(format, rules, sign != 0);
    return rdna_soft_scale(format, rules, sign | rdna_layout_magnitude(l, quotient), 0);
}

uint64_t
rdna_trig_preop_f64(uint64_t value, uint32_t segment)
{
    /* The bits of 2 / pi behind the point. */
    static const uint32_t digits[] = {
        0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
        0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
        0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b,
        0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7,
        0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1,
        0x1f8d5d08, 0x56033046,
    };
    const struct rdna_layout *l = &rdna_layouts[RDNA_F64];
    const int32_t field = field_of(l, value);

    if (rdna_is_nan_f64(value))
        return rdna_quiet_f64(value);

    /* Bits that a large value only turns into whole turns are left out. */
    const int32_t shift = (int32_t)(segment & 31) * 53 + (field > 1077 ? field - 1077 : 0);
    const uint32_t index = (uint32_t)shift >> 5;
    const uint32_t within = (uint32_t)shift & 31;
    if (index + 2 >= sizeof(digits) / sizeof(digits[0]))
        return 0;

    uint64_t bits = (uint64_t)digits[index] << 32 | digits[index + 1];
    if (within)
        bits = bits << within | digits[index + 2] >> (32 - within);
    bits >>= 11;

    /* Scaled up where the product with a large value's reduction would be denormal. */
    const uint64_t fraction = rdna_soft_from_integer(RDNA_F64, exact, false, bits);
    return rdna_soft_scale(RDNA_F64, exact, fraction, -53 - shift + (field >= 1968 ? 128 : 0));
}

/* The axis, 0 to 2: z wins ties over y, and y over x. */
static unsigned
major_axis(uint32_t x, uint32_t y, uint32_t z)
{
    const float ax = base_float_of_bits(rdna_abs_f32(x));
    const float ay = base_float_of_bits(rdna_abs_f32(y));
    const float az = base_float_of_bits(rdna_abs_f32(z));

    if (az >= ax && az >= ay)
        return 2;
    return ay >= ax ? 1 : 0;
}

unsigned
rdna_cube_face(const struct rdna_mode *mode, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t v[3] = {rdna_in_f32(mode, x), rdna_in_f32(mode, y), rdna_in_f32(mode, z)};
    const unsigned axis = major_axis(v[0], v[1], v[2]);

    return axis * 2 + rdna_less_f32(v[axis], 0);
}

uint32_t
rdna_cube_s(const struct rdna_mode *mode, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t sources[6] = {rdna_neg_f32(z), z, x, x, x, rdna_neg_f32(x)};

    return rdna_out_f32(mode, rdna_in_f32(mode, sources[rdna_cube_face(mode, x, y, z)]));
}

uint32_t
rdna_cube_t(const struct rdna_mode *mode, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t down = rdna_neg_f32(y);
    const uint32_t sources[6] = {down, down, z, rdna_neg_f32(z), down, down};

    return rdna_out_f32(mode, rdna_in_f32(mode, sources[rdna_cube_face(mode, x, y, z)]));
}

uint32_t
rdna_cube_ma(const struct rdna_mode *mode, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t sources[3] = {x, y, z};
    const uint32_t major = sources[rdna_cube_face(mode, x, y, z) / 2];

    return rdna_add_f32(mode, major, major);
}

static uint32_t
to_nearest_16(double value)
{
    return (uint32_t)(int32_t)rint(value) & 0xffff;
}

uint32_t
rdna_snorm16(double value)
{
    if (value != value)
        return 0;
    return to_nearest_16((value < -1.0 ? -1.0 : value > 1.0 ? 1.0 : value) * 32767.0);
}

uint32_t
rdna_unorm16(double value)
{
    if (value != value)
        return 0;
    return to_nearest_16((value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value) * 65535.0);
}
