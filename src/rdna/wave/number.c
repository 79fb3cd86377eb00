/* SPDX-License-Identifier: MIT */
#include "number_priv.h"

/* Software floats for the modes that C has no arithmetic for. A number is a sign, an exponent and
 * 128 bits of significand: sums and products of two f64 are exact in it but for a last bit that
 * stands for all that was shifted out. */

__extension__ typedef unsigned __int128 wide;

/* significand * 2^exponent; a significand of 0 is zero. */
struct number {
    bool sign;
    int32_t exponent;
    wide significand;
};

static struct number
unpack(const struct rdna_layout *l, uint64_t bits)
{
    const uint64_t mantissa = bits & ((UINT64_C(1) << l->mantissa) - 1);
    const int32_t field = (int32_t)((bits & rdna_layout_infinity(l)) >> l->mantissa);
    struct number n = {.sign = (bits & rdna_layout_sign(l)) != 0};

    n.significand = field ? mantissa | UINT64_C(1) << l->mantissa : mantissa;
    n.exponent = (field ? field : 1) - rdna_layout_bias(l) - (int32_t)l->mantissa;
    return n;
}

/* The place of the highest bit that is set; value is not 0. */
static int32_t
top_bit(wide value)
{
    int32_t top = 0;

    if (value >> 64) {
        top = 64;
        value >>= 64;
    }
    return top + 63 - __builtin_clzll((uint64_t)value);
}

/* Right by shift, with the last bit set if any of those lost was. */
static wide
shift_jamming(wide value, int32_t shift)
{
    if (shift >= 128)
        return value != 0;
    if (shift <= 0)
        return value;
    return value >> shift | ((value & (((wide)1 << shift) - 1)) != 0);
}

/* Whether rounding takes the magnitude up from whole, with rest left out of a unit of 2 * middle.
 */
static bool
rounds_up(uint8_t round, bool sign, bool odd, wide rest, wide middle)
{
    switch ((enum rdna_round)(round & 3)) {
    case RDNA_ROUND_EVEN:
        return rest > middle || (rest == middle && odd);
    case RDNA_ROUND_UP:
        return rest && !sign;
    case RDNA_ROUND_DOWN:
        return rest && sign;
    case RDNA_ROUND_ZERO:
        break;
    }
    return false;
}

static uint64_t
huge(const struct rdna_layout *l, uint8_t round, bool sign)
{
    const bool away = round == RDNA_ROUND_EVEN || round == (sign ? RDNA_ROUND_DOWN : RDNA_ROUND_UP);

    return (sign ? rdna_layout_sign(l) : 0) | (rdna_layout_infinity(l) - !away);
}

static uint64_t
pack(const struct rdna_layout *l, struct rdna_rules rules, struct number n)
{
    const uint64_t sign = n.sign ? rdna_layout_sign(l) : 0;
    const int32_t least = 1 - rdna_layout_bias(l);

    if (!n.significand)
        return sign;

    const int32_t place = n.exponent + top_bit(n.significand);
    const int32_t unit = (place > least ? place : least) - (int32_t)l->mantissa;
    const int32_t shift = unit - n.exponent;
    wide whole;

    if (place > rdna_layout_bias(l))
        return huge(l, rules.round, n.sign);
    if (shift > 0) {
        /* Past 126 bits nothing is left but a rest below the middle. */
        const int32_t cut = shift < 126 ? shift : 126;
        const wide jammed = shift_jamming(n.significand, shift - cut);
        const wide rest = jammed & (((wide)1 << cut) - 1);

        whole = jammed >> cut;
        whole += rounds_up(rules.round, n.sign, whole & 1, rest, (wide)1 << (cut - 1));
    } else {
        whole = n.significand << -shift;
    }

    /* The leading bit of whole adds one to the exponent's field, and so does a carry. */
    const int32_t field = (place > least ? place : least) - least;
    const uint64_t magnitude = ((uint64_t)field << l->mantissa) + (uint64_t)whole;

    if (magnitude >= rdna_layout_infinity(l))
        return huge(l, rules.round, n.sign);
    if (!(magnitude & rdna_layout_infinity(l)) && !(rules.denorm & RDNA_KEEP_OUT))
        return sign;
    return sign | magnitude;
}

/* a + b; an exact zero has the sign that rounding asks for. */
static struct number
sum_of(struct number a, struct number b, uint8_t round)
{
    struct number n;

    if (!a.significand || !b.significand) {
        n = a.significand ? a : b;
        if (!n.significand && a.sign != b.sign)
            n.sign = round == RDNA_ROUND_DOWN;
        return n;
    }

    /* Both with the leading bit at 125, one below the carry's. */
    const int32_t a_up = 125 - top_bit(a.significand);
    const int32_t b_up = 125 - top_bit(b.significand);
    a.significand <<= a_up;
    a.exponent -= a_up;
    b.significand <<= b_up;
    b.exponent -= b_up;

    if (a.exponent < b.exponent) {
        const struct number swap = a;
        a = b;
        b = swap;
    }
    b.significand = shift_jamming(b.significand, a.exponent - b.exponent);

    n = a;
    if (a.sign == b.sign) {
        n.significand += b.significand;
    } else if (a.significand != b.significand) {
        n.sign = a.significand > b.significand ? a.sign : b.sign;
        n.significand = a.significand > b.significand ? a.significand - b.significand
                                                      : b.significand - a.significand;
    } else {
        n = (struct number){.sign = round == RDNA_ROUND_DOWN};
    }
    return n;
}

uint64_t
rdna_soft_fma_scaled(enum rdna_format format, struct rdna_rules rules, uint64_t a, uint64_t b,
                     uint64_t c, int32_t scale)
{
    const struct rdna_layout *l = &rdna_layouts[format];

    a = rdna_layout_read(l, rules.denorm, a);
    b = rdna_layout_read(l, rules.denorm, b);
    c = rdna_layout_read(l, rules.denorm, c);
    if (rdna_layout_is_nan(l, a) || rdna_layout_is_nan(l, b) || rdna_layout_is_nan(l, c))
        return (rdna_layout_is_nan(l, a)   ? a
                : rdna_layout_is_nan(l, b) ? b
                                           : c) |
               rdna_layout_quiet(l);

    const uint64_t sign = (a ^ b) & rdna_layout_sign(l);
    if (rdna_layout_is_infinite(l, a) || rdna_layout_is_infinite(l, b)) {
        const bool invalid = !rdna_layout_magnitude(l, a) || !rdna_layout_magnitude(l, b) ||
                             (rdna_layout_is_infinite(l, c) && (c & rdna_layout_sign(l)) != sign);
        return invalid ? rdna_layout_infinity(l) | rdna_layout_quiet(l)
                       : sign | rdna_layout_infinity(l);
    }
    if (rdna_layout_is_infinite(l, c))
        return c;

    const struct number x = unpack(l, a);
    const struct number y = unpack(l, b);
    const struct number product = {x.sign != y.sign, x.exponent + y.exponent,
                                   x.significand * y.significand};
    struct number sum = sum_of(product, unpack(l, c), rules.round);

    sum.exponent += scale;
    return pack(l, rules, sum);
}

uint64_t
rdna_soft_fma(enum rdna_format format, struct rdna_rules rules, uint64_t a, uint64_t b, uint64_t c)
{
    return rdna_soft_fma_scaled(format, rules, a, b, c, 0);
}

uint64_t
rdna_soft_add(enum rdna_format format, struct rdna_rules rules, uint64_t a, uint64_t b)
{
    const struct rdna_layout *l = &rdna_layouts[format];

    return rdna_soft_fma(format, rules, a, (uint64_t)rdna_layout_bias(l) << l->mantissa, b);
}

uint64_t
rdna_soft_mul(enum rdna_format format, struct rdna_rules rules, uint64_t a, uint64_t b)
{
    /* A zero of the product's sign changes nothing. */
    return rdna_soft_fma(format, rules, a, b, (a ^ b) & rdna_layout_sign(&rdna_layouts[format]));
}

uint64_t
rdna_soft_scale(enum rdna_format format, struct rdna_rules rules, uint64_t value, int32_t exponent)
{
    const struct rdna_layout *l = &rdna_layouts[format];
    const int32_t limit = 5000; /* Past any format's range, and far from overflow. */

    value = rdna_layout_read(l, rules.denorm, value);
    if (rdna_layout_is_nan(l, value))
        return value | rdna_layout_quiet(l);
    if (rdna_layout_is_infinite(l, value))
        return value;

    struct number n = unpack(l, value);
    n.exponent += exponent > limit ? limit : exponent < -limit ? -limit : exponent;
    return pack(l, rules, n);
}

uint64_t
rdna_soft_convert(enum rdna_format to, struct rdna_rules to_rules, enum rdna_format from,
                  uint8_t from_denorm, uint64_t value)
{
    const struct rdna_layout *l = &rdna_layouts[to];
    const struct rdna_layout *f = &rdna_layouts[from];

    value = rdna_layout_read(f, from_denorm, value);

    const uint64_t sign = value & rdna_layout_sign(f) ? rdna_layout_sign(l) : 0;
    if (rdna_layout_is_infinite(f, value))
        return sign | rdna_layout_infinity(l);
    if (rdna_layout_is_nan(f, value)) {
        /* The payload's upper bits stay. */
        const uint64_t payload = value & ((UINT64_C(1) << f->mantissa) - 1);
        return sign | rdna_layout_infinity(l) | rdna_layout_quiet(l) |
               (f->mantissa > l->mantissa ? payload >> (f->mantissa - l->mantissa)
                                          : payload << (l->mantissa - f->mantissa));
    }
    return pack(l, to_rules, unpack(f, value));
}

uint64_t
rdna_soft_from_integer(enum rdna_format format, struct rdna_rules rules, bool sign,
                       uint64_t magnitude)
{
    return pack(&rdna_layouts[format], rules, (struct number){magnitude && sign, 0, magnitude});
}

uint64_t
rdna_soft_integral(enum rdna_format format, uint8_t denorm, enum rdna_round round, uint64_t value)
{
    const struct rdna_layout *l = &rdna_layouts[format];
    const struct rdna_rules exact = {RDNA_ROUND_EVEN, RDNA_KEEP_IN | RDNA_KEEP_OUT};

    value = rdna_layout_read(l, denorm, value);
    if (rdna_layout_is_nan(l, value))
        return value | rdna_layout_quiet(l);
    if (rdna_layout_is_infinite(l, value))
        return value;

    struct number n = unpack(l, value);
    if (n.exponent < 0) {
        const int32_t cut = -n.exponent < 126 ? -n.exponent : 126;
        const wide rest = n.significand & (((wide)1 << cut) - 1);

        n.significand >>= cut;
        n.significand +=
            rounds_up((uint8_t)round, n.sign, n.significand & 1, rest, (wide)1 << (cut - 1));
        n.exponent = 0;
    }
    return pack(l, exact, n);
}

uint64_t
rdna_soft_tiny(enum rdna_format format, struct rdna_rules rules, bool sign)
{
    return pack(&rdna_layouts[format], rules, (struct number){sign, -5000, 1});
}

uint64_t
rdna_soft_huge(enum rdna_format format, struct rdna_rules rules, bool sign)
{
    return huge(&rdna_layouts[format], rules.round, sign);
}
