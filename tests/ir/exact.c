/* SPDX-License-Identifier: MIT */
#include "exact.h"

__extension__ typedef unsigned __int128 uwide;

/* ---- numbers: a sum of products, times 2^2240, as two's complement ---- */

#define NUMBER_WORDS 140
#define NUMBER_SCALE 2240

struct number {
    uint32_t words[NUMBER_WORDS];
};

/* Adds or takes away x * y * 2^exponent. */
static void
number_add(struct number *sum, bool is_negative, uint64_t x, uint64_t y, int exponent)
{
    const unsigned shift = (unsigned)(exponent + NUMBER_SCALE);
    uwide product = (uwide)x * y;
    uint64_t carry = 0, rest = 0;

    for (unsigned i = shift / 32; i < NUMBER_WORDS; i++) {
        const uint64_t part = ((uint64_t)(uint32_t)product << shift % 32) | rest;
        const uint64_t word = sum->words[i];
        const uint64_t changed =
            is_negative ? word - (uint32_t)part - carry : word + (uint32_t)part + carry;

        sum->words[i] = (uint32_t)changed;
        carry = changed >> 32 & 1;
        rest = part >> 32;
        product >>= 32;
    }
}

/* -1, 0 or 1. */
static int
number_sign(const struct number *sum)
{
    if (sum->words[NUMBER_WORDS - 1] >> 31)
        return -1;
    for (unsigned i = 0; i < NUMBER_WORDS; i++)
        if (sum->words[i])
            return 1;
    return 0;
}

/* ---- floats, by the definition of IEEE 754, section 3.4 ---- */

static const struct exact_format formats[] = {
    {ir_type_f16, 10, 15},
    {ir_type_f32, 23, 127},
    {ir_type_f64, 52, 1023},
};

const struct exact_format *
exact_format_of(enum ir_type type)
{
    return &formats[type - ir_type_f16];
}

uint64_t
exact_mask(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

uint64_t
exact_sign_bit(const struct exact_format *f)
{
    return UINT64_C(1) << (ir_type_bits((ir_type_id)f->type) - 1);
}

uint64_t
exact_infinity(const struct exact_format *f)
{
    return (uint64_t)(2 * f->bias + 1) << f->mantissa;
}

bool
exact_is_nan(const struct exact_format *f, uint64_t bits)
{
    return (bits & ~exact_sign_bit(f)) > exact_infinity(f);
}

bool
exact_is_infinite(const struct exact_format *f, uint64_t bits)
{
    return (bits & ~exact_sign_bit(f)) == exact_infinity(f);
}

bool
exact_is_zero(const struct exact_format *f, uint64_t bits)
{
    return (bits & ~exact_sign_bit(f)) == 0;
}

bool
exact_is_negative(const struct exact_format *f, uint64_t bits)
{
    return (bits & exact_sign_bit(f)) != 0;
}

struct exact_parts
exact_parts_of(const struct exact_format *f, uint64_t bits)
{
    const int exponent = (int)((bits & ~exact_sign_bit(f)) >> f->mantissa);
    const uint64_t fraction = bits & exact_mask((unsigned)f->mantissa);

    return (struct exact_parts){exact_is_negative(f, bits),
                                exponent ? fraction | UINT64_C(1) << f->mantissa : fraction,
                                (exponent ? exponent : 1) - f->bias - f->mantissa};
}

uint64_t
exact_bits_of(const struct exact_format *f, struct exact_parts parts)
{
    const uint64_t sign = parts.is_negative ? exact_sign_bit(f) : 0;
    const uint64_t one = UINT64_C(1) << f->mantissa;

    if (parts.integer == 0)
        return sign;
    for (; parts.integer < one && parts.exponent > 1 - f->bias - f->mantissa; parts.exponent--)
        parts.integer *= 2;
    for (; parts.integer >= 2 * one; parts.exponent++)
        parts.integer /= 2;
    if (parts.integer < one)
        return sign | parts.integer;
    return sign | (uint64_t)(parts.exponent + f->bias + f->mantissa) << f->mantissa |
           (parts.integer - one);
}

bool
exact_is_same(struct exact_parts a, struct exact_parts b)
{
    struct number difference = {{0}};

    number_add(&difference, a.is_negative, a.integer, 1, a.exponent);
    number_add(&difference, !b.is_negative, b.integer, 1, b.exponent);
    return number_sign(&difference) == 0;
}

/* ---- the nearest float to a real number ---- */

static struct number
sum_of(const struct exact_real *real)
{
    struct number sum = {{0}};

    number_add(&sum, real->a.is_negative != real->b.is_negative, real->a.integer, real->b.integer,
               real->a.exponent + real->b.exponent);
    number_add(&sum, real->c.is_negative, real->c.integer, 1, real->c.exponent);
    return sum;
}

/* Is the number, but for its sign, less than, equal to or more than middle? */
static int
compare_magnitude(const struct exact_real *real, struct exact_parts middle)
{
    struct number difference = {{0}};

    switch (real->kind) {
    case exact_kind_sum:
        difference = sum_of(real);
        if (number_sign(&difference) < 0) {
            number_add(&difference, false, middle.integer, 1, middle.exponent);
            return -number_sign(&difference);
        }
        number_add(&difference, true, middle.integer, 1, middle.exponent);
        break;
    case exact_kind_quotient:
        number_add(&difference, false, real->a.integer, 1, real->a.exponent);
        number_add(&difference, true, middle.integer, real->b.integer,
                   middle.exponent + real->b.exponent);
        break;
    case exact_kind_root:
        number_add(&difference, false, real->a.integer, 1, real->a.exponent);
        number_add(&difference, true, middle.integer, middle.integer, 2 * middle.exponent);
        break;
    }
    return number_sign(&difference);
}

/* Halfway between a float without sign and the next. */
static struct exact_parts
middle_above(const struct exact_format *f, uint64_t magnitude)
{
    const struct exact_parts parts = exact_parts_of(f, magnitude);

    return (struct exact_parts){false, 2 * parts.integer + 1, parts.exponent - 1};
}

/* The sign of a number that is zero comes from its parts: -0 only where all agree. */
static bool
real_is_negative(const struct exact_real *real)
{
    if (real->kind == exact_kind_root)
        return real->a.is_negative;
    const bool of_product = real->a.is_negative != real->b.is_negative;
    if (real->kind == exact_kind_quotient)
        return of_product;
    const struct number sum = sum_of(real);
    const int sign = number_sign(&sum);
    return sign ? sign < 0 : of_product && real->c.is_negative;
}

bool
exact_is_nearest(const struct exact_format *f, const struct exact_real *real, uint64_t bits)
{
    const uint64_t magnitude = bits & ~exact_sign_bit(f);
    const bool is_even = magnitude % 2 == 0;

    if (exact_is_nan(f, bits) || exact_is_negative(f, bits) != real_is_negative(real))
        return false;
    if (magnitude < exact_infinity(f)) {
        const int above = compare_magnitude(real, middle_above(f, magnitude));

        if (above > 0 || (above == 0 && !is_even))
            return false;
    }
    if (magnitude > 0) {
        const int below = compare_magnitude(real, middle_above(f, magnitude - 1));

        if (below < 0 || (below == 0 && !is_even))
            return false;
    }
    return true;
}
