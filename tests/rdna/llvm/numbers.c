/* SPDX-License-Identifier: MIT
 *
 * Floats: computed in double, then rounded to their format. For sums, products, quotients and roots
 * of f16 and f32 that is the same as rounding once.
 */
#include "eval.h"

#include <math.h>

static const struct format {
    int precision, least; /* Bits of the significand; exponent of the least normal number. */
    int most;
} formats[] = {{11, -14, 15}, {24, -126, 127}, {53, -1022, 1023}};

static const struct format *
format_of(unsigned bits)
{
    return &formats[bits == 16 ? 0 : bits == 32 ? 1 : 2];
}

static double
double_of_half(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    double value;

    if (exponent == 31)
        value = fraction ? (double)NAN : (double)INFINITY;
    else if (exponent)
        value = ldexp(0x400 + fraction, exponent - 25);
    else
        value = ldexp(fraction, -24);
    return bits >> 15 ? -value : value;
}

uint16_t
eval_half_of(double value, bool toward_zero)
{
    const uint16_t sign = signbit(value) ? 0x8000 : 0;
    const double magnitude = fabs(value);
    int exponent;

    if (isnan(value))
        return 0x7e00;
    if (isinf(value))
        return sign | 0x7c00;
    frexp(magnitude, &exponent);
    /* The last bit's weight. */
    const int scale = (exponent - 1 < -14 ? -14 : exponent - 1) - 10;
    const double scaled = ldexp(magnitude, -scale);
    const double rounded = ldexp(toward_zero ? trunc(scaled) : nearbyint(scaled), scale);
    if (rounded > 65504.0)
        return sign | (toward_zero ? 0x7bff : 0x7c00);
    if (rounded < ldexp(1.0, -14))
        return (uint16_t)(sign | (uint16_t)ldexp(rounded, 24));
    const double fraction = frexp(rounded, &exponent); /* 0.5 to 1 */
    return (uint16_t)(sign | (exponent + 14) << 10 | ((int)ldexp(fraction, 11) & 0x3ff));
}

double
eval_double_of(unsigned bits, uint64_t value)
{
    if (bits == 16)
        return double_of_half((uint16_t)value);
    return bits == 32 ? (double)base_float_of_bits((uint32_t)value) : base_double_of_bits(value);
}

uint64_t
eval_bits_of(unsigned bits, double value)
{
    if (bits == 16)
        return eval_half_of(value, false);
    return bits == 32 ? base_bits_of_float((float)value) : base_bits_of_double(value);
}

bool
eval_is_signalling(unsigned bits, uint64_t value)
{
    return isnan(eval_double_of(bits, value)) && !(value >> (format_of(bits)->precision - 2) & 1);
}

double
eval_ulp(unsigned bits, double value)
{
    const struct format *format = format_of(bits);
    int exponent;

    if (!isfinite(value))
        return 0.0;
    frexp(value, &exponent);
    exponent = value == 0.0 || exponent - 1 < format->least ? format->least : exponent - 1;
    return ldexp(1.0, exponent - format->precision + 1);
}

double
eval_fma(unsigned bits, double a, double b, double c)
{
    if (bits == 64)
        return fma(a, b, c);
    if (bits == 32)
        return (double)fmaf((float)a, (float)b, (float)c);

    /* The product is exact. A sum that is not goes to its odd neighbour, which rounds to the
     * format as the exact sum does. */
    const double product = a * b, sum = product + c;
    if (!isfinite(sum))
        return sum;
    const double part = sum - product, rest = (product - (sum - part)) + (c - part);
    if (rest == 0.0 || base_bits_of_double(sum) & 1)
        return sum;
    return nextafter(sum, rest > 0.0 ? (double)INFINITY : -(double)INFINITY);
}

static double
rounded(unsigned bits, double value)
{
    return eval_double_of(bits, eval_bits_of(bits, value));
}

/* The value at the lower or upper end of what the cell may be, or in the middle. */
static double
end_of(unsigned bits, const struct eval_cell *cell, int side)
{
    const double value = eval_double_of(bits, cell->bits);

    if (cell->state == eval_nan)
        return (double)NAN;
    return cell->state == eval_near ? value + side * (double)cell->err : value;
}

static bool
is_any_undefined(const struct eval_cell *in, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (in[i].state == eval_undefined)
            return true;
    return false;
}

static bool
has_near(const struct eval_cell *in, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (in[i].state == eval_near)
            return true;
    return false;
}

struct eval_cell
eval_apply(unsigned bits, eval_function *function, const struct eval_cell *in,
           const uint8_t *in_bits, unsigned count, struct eval_bound bound)
{
    double x[8];

    if (is_any_undefined(in, count))
        return eval_undef();
    for (unsigned i = 0; i < count; i++)
        x[i] = end_of(in_bits[i], &in[i], 0);
    const double exact = function(bits, x), value = rounded(bits, exact);
    const struct eval_cell cell = eval_bits(eval_bits_of(bits, exact));
    const bool is_near = has_near(in, count);

    if (isnan(value) && !is_near)
        return (struct eval_cell){cell.bits, 0.0f, eval_nan};
    if (!is_near && bound.ulps == 0.0f && bound.least == 0.0f)
        return cell;

    double err = (double)bound.ulps * eval_ulp(bits, value) + (double)bound.least;
    if (is_near)
        err += eval_ulp(bits, value);
    for (unsigned i = 0; i < count; i++) {
        const double middle = x[i];
        for (int side = -1; in[i].state == eval_near && side <= 1; side += 2) {
            x[i] = end_of(in_bits[i], &in[i], side);
            const double other = rounded(bits, function(bits, x));
            if (!isfinite(other) || !isfinite(value))
                return other == value ? cell : eval_undef();
            err += fabs(other - value);
        }
        x[i] = middle;
    }
    if (!isfinite(value))
        return cell;
    const float wide = (float)(err * 1.000001);
    return isfinite(wide) ? (struct eval_cell){cell.bits, wide, eval_near} : eval_undef();
}

static bool
holds(unsigned predicate, double a, double b)
{
    const bool unordered = isnan(a) || isnan(b);
    /* LLVM's numbers: bit 0 equal, 1 greater, 2 less, 3 unordered. */
    const unsigned found = unordered ? 8 : a == b ? 1 : a > b ? 2 : 4;

    return predicate & found;
}

struct eval_cell
eval_compare(unsigned bits, unsigned predicate, struct eval_cell a, struct eval_cell b)
{
    if (a.state == eval_undefined || b.state == eval_undefined)
        return eval_undef();
    const bool result = holds(predicate, end_of(bits, &a, 0), end_of(bits, &b, 0));
    for (int i = -1; i <= 1; i += 2)
        for (int j = -1; j <= 1; j += 2)
            if (holds(predicate, end_of(bits, &a, i), end_of(bits, &b, j)) != result)
                return eval_undef();
    return eval_bits(result);
}

struct eval_cell
eval_to_integer(unsigned bits, struct eval_cell in, unsigned out, bool is_signed, bool saturates)
{
    const double limit = ldexp(1.0, (int)out - (is_signed ? 1 : 0));
    const double least = is_signed ? -limit : 0.0;
    uint64_t ends[3];

    if (in.state == eval_undefined)
        return eval_undef();
    for (int side = -1; side <= 1; side++) {
        const double value = trunc(end_of(bits, &in, side));
        uint64_t result;
        if (value >= least && value < limit)
            result = is_signed ? (uint64_t)(int64_t)value : (uint64_t)value;
        else if (!saturates)
            return eval_undef();
        else if (isnan(value))
            result = 0;
        else if (value < least)
            result = is_signed ? UINT64_C(1) << (out - 1) : 0;
        else
            result = eval_ones(out - is_signed);
        ends[side + 1] = result & eval_ones(out);
    }
    return ends[0] == ends[1] && ends[1] == ends[2] ? eval_bits(ends[1]) : eval_undef();
}

bool
eval_matches(unsigned bits, struct eval_cell expected, uint64_t found)
{
    switch ((enum eval_state)expected.state) {
    case eval_exact:
        return expected.bits == found;
    case eval_near:
        return fabs(eval_double_of(bits, expected.bits) - eval_double_of(bits, found)) <=
               (double)expected.err;
    case eval_nan:
        return isnan(eval_double_of(bits, found));
    case eval_undefined:
        break;
    }
    return true;
}
