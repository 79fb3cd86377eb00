/* SPDX-License-Identifier: MIT */
#include "exact.h"

#include <math.h>
#include <string.h>

static const int mantissas[] = {10, 23, 52};
static const int widths[] = {16, 32, 64};
static const int biases[] = {15, 127, 1023};

static uint64_t
ones(int count)
{
    return count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

static uint64_t
fraction_of(enum rdna_format f, uint64_t bits)
{
    return bits & ones(mantissas[f]);
}

static int
field_of(enum rdna_format f, uint64_t bits)
{
    return (int)(bits >> mantissas[f] & ones(widths[f] - 1 - mantissas[f]));
}

bool
float_is_nan(enum rdna_format f, uint64_t bits)
{
    return field_of(f, bits) == 2 * biases[f] + 1 && fraction_of(f, bits);
}

bool
float_is_infinite(enum rdna_format f, uint64_t bits)
{
    return field_of(f, bits) == 2 * biases[f] + 1 && !fraction_of(f, bits);
}

bool
float_is_zero(enum rdna_format f, uint64_t bits)
{
    return !field_of(f, bits) && !fraction_of(f, bits);
}

bool
float_sign(enum rdna_format f, uint64_t bits)
{
    return bits >> (widths[f] - 1) & 1;
}

uint64_t
float_zero(enum rdna_format f, bool sign)
{
    return (uint64_t)sign << (widths[f] - 1);
}

uint64_t
float_infinity(enum rdna_format f, bool sign)
{
    return float_zero(f, sign) | (uint64_t)(2 * biases[f] + 1) << mantissas[f];
}

uint64_t
float_nan(enum rdna_format f)
{
    return float_infinity(f, false) | UINT64_C(1) << (mantissas[f] - 1);
}

static unsigned
denorm_of(enum rdna_format f, const struct rdna_mode *mode)
{
    return f == RDNA_F32 ? mode->denorm32 : mode->denorm64_16;
}

unsigned
mode_round(enum rdna_format f, const struct rdna_mode *mode)
{
    return f == RDNA_F32 ? mode->round32 : mode->round64_16;
}

uint64_t
float_read(enum rdna_format f, const struct rdna_mode *mode, uint64_t bits)
{
    bits &= ones(widths[f]);
    if (!field_of(f, bits) && !(denorm_of(f, mode) & 1))
        return float_zero(f, float_sign(f, bits));
    return bits;
}

uint64_t
float_write(enum rdna_format f, const struct rdna_mode *mode, uint64_t bits)
{
    if (!field_of(f, bits) && !(denorm_of(f, mode) & 2))
        return float_zero(f, float_sign(f, bits));
    return bits;
}

long double
float_value(enum rdna_format f, uint64_t bits)
{
    const int field = field_of(f, bits);
    long double value = (long double)fraction_of(f, bits);

    if (float_is_nan(f, bits))
        return (long double)NAN;
    if (float_is_infinite(f, bits))
        value = (long double)INFINITY;
    else if (field)
        value = ldexpl(value + ldexpl(1.0L, mantissas[f]), field - biases[f] - mantissas[f]);
    else
        value = ldexpl(value, 1 - biases[f] - mantissas[f]);
    return float_sign(f, bits) ? -value : value;
}

struct exact
exact_of(enum rdna_format f, uint64_t bits)
{
    return exact_product(f, bits, (uint64_t)biases[f] << mantissas[f]);
}

/* As an integer times 2^*exponent. */
static uint64_t
split(enum rdna_format f, uint64_t bits, int *exponent)
{
    const int field = field_of(f, bits);

    *exponent = (field ? field : 1) - biases[f] - mantissas[f];
    return fraction_of(f, bits) + (field ? UINT64_C(1) << mantissas[f] : 0);
}

struct exact
exact_product(enum rdna_format f, uint64_t a, uint64_t b)
{
    struct exact value = {.sign = float_sign(f, a) != float_sign(f, b)};
    int a_exponent, b_exponent;
    const uint64_t x = split(f, a, &a_exponent);
    const uint64_t y = split(f, b, &b_exponent);
    uwide product = (uwide)x * y;

    for (int place = EXACT_POINT + a_exponent + b_exponent; product; place++, product >>= 1)
        value.words[place / 32] |= (uint32_t)(product & 1) << place % 32;
    return value;
}

static int
compare_magnitudes(const struct exact *a, const struct exact *b)
{
    for (int i = EXACT_WORDS - 1; i >= 0; i--)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    return 0;
}

struct exact
exact_sum(const struct exact *a, const struct exact *b)
{
    struct exact sum = {.sign = a->sign};
    int64_t carry = 0;

    if (a->sign != b->sign && compare_magnitudes(a, b) < 0) {
        const struct exact *swap = a;
        a = b;
        b = swap;
        sum.sign = a->sign;
    }
    for (int i = 0; i < EXACT_WORDS; i++) {
        carry += a->words[i];
        carry += a->sign == b->sign ? (int64_t)b->words[i] : -(int64_t)b->words[i];
        sum.words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return sum;
}

bool
exact_is_zero(const struct exact *value)
{
    for (int i = 0; i < EXACT_WORDS; i++)
        if (value->words[i])
            return false;
    return true;
}

static bool
bit_at(const struct exact *value, int place)
{
    if (place < 0 || place >= EXACT_WORDS * 32)
        return false;
    return value->words[place / 32] >> place % 32 & 1;
}

static bool
any_below(const struct exact *value, int place)
{
    for (int i = 0; i < EXACT_WORDS && i * 32 < place; i++) {
        const int left = place - i * 32;
        if (value->words[i] & (left >= 32 ? UINT32_MAX : (1u << left) - 1))
            return true;
    }
    return false;
}

uint64_t
exact_round(enum rdna_format f, unsigned round, const struct exact *value, int scale)
{
    const int least = 1 - biases[f]; /* Exponent of the least normal number. */
    const uint64_t sign = float_zero(f, value->sign);
    int top = EXACT_WORDS * 32 - 1;

    while (top >= 0 && !bit_at(value, top))
        top--;
    if (top < 0)
        return sign;

    int exponent = top - EXACT_POINT + scale;
    if (exponent < least)
        exponent = least;
    const int unit = exponent - mantissas[f] + EXACT_POINT - scale;

    uint64_t whole = 0;
    for (int i = mantissas[f]; i >= 0; i--)
        whole = whole * 2 + bit_at(value, unit + i);

    const bool half = bit_at(value, unit - 1);
    const bool more = any_below(value, unit - 1);
    bool up = false;
    if (round == 0)
        up = half && (more || whole & 1);
    else if (round == 1)
        up = (half || more) && !value->sign;
    else if (round == 2)
        up = (half || more) && value->sign;
    whole += up;

    if (whole >> (mantissas[f] + 1)) {
        whole >>= 1;
        exponent++;
    }
    if (exponent > biases[f]) {
        const bool infinite = round == 0 || round == (value->sign ? 2u : 1u);
        return float_infinity(f, value->sign) - !infinite;
    }
    if (!(whole >> mantissas[f]))
        return sign | whole;
    return sign | (uint64_t)(exponent + biases[f]) << mantissas[f] | fraction_of(f, whole);
}

uint64_t
expect_fma(enum rdna_format f, const struct rdna_mode *mode, uint64_t a, uint64_t b, uint64_t c)
{
    a = float_read(f, mode, a);
    b = float_read(f, mode, b);
    c = float_read(f, mode, c);

    const bool sign = float_sign(f, a) != float_sign(f, b);
    const bool infinite = float_is_infinite(f, a) || float_is_infinite(f, b);

    if (float_is_nan(f, a) || float_is_nan(f, b) || float_is_nan(f, c))
        return float_nan(f);
    if (infinite && (float_is_zero(f, a) || float_is_zero(f, b)))
        return float_nan(f);
    if (infinite && float_is_infinite(f, c) && float_sign(f, c) != sign)
        return float_nan(f);
    if (infinite)
        return float_infinity(f, sign);
    if (float_is_infinite(f, c))
        return c;

    const struct exact product = exact_product(f, a, b);
    const struct exact addend = exact_of(f, c);
    const struct exact sum = exact_sum(&product, &addend);
    if (exact_is_zero(&sum))
        return float_zero(f, sign == float_sign(f, c) ? sign : mode_round(f, mode) == 2);
    return float_write(f, mode, exact_round(f, mode_round(f, mode), &sum, 0));
}

uint64_t
expect_add(enum rdna_format f, const struct rdna_mode *mode, uint64_t a, uint64_t b)
{
    return expect_fma(f, mode, (uint64_t)biases[f] << mantissas[f], a, b);
}

uint64_t
expect_mul(enum rdna_format f, const struct rdna_mode *mode, uint64_t a, uint64_t b)
{
    a = float_read(f, mode, a);
    b = float_read(f, mode, b);
    return expect_fma(f, mode, a, b, float_zero(f, float_sign(f, a) != float_sign(f, b)));
}

uint64_t
expect_convert(enum rdna_format to, unsigned round, const struct rdna_mode *mode,
               enum rdna_format from, uint64_t a)
{
    a = float_read(from, mode, a);
    if (float_is_nan(from, a))
        return float_nan(to);
    if (float_is_infinite(from, a))
        return float_infinity(to, float_sign(from, a));

    const struct exact value = exact_of(from, a);
    return float_write(to, mode, exact_round(to, round, &value, 0));
}

uint64_t
float_nearest(enum rdna_format f, long double value)
{
    int exponent;
    struct exact exact = {.sign = signbit(value) != 0};

    if (isnan(value))
        return float_nan(f);
    const long double mantissa = frexpl(fabsl(value), &exponent);
    if (isinf(value) || exponent > 1200)
        return float_infinity(f, exact.sign);
    if (exponent < -1200)
        return float_zero(f, exact.sign);

    uint64_t bits = (uint64_t)ldexpl(mantissa, 64);
    for (int place = EXACT_POINT + exponent - 64; bits; place++, bits >>= 1)
        exact.words[place / 32] |= (uint32_t)(bits & 1) << place % 32;
    return exact_round(f, 0, &exact, 0);
}
