/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <math.h>

/* Reciprocals, roots, powers and circular functions. Each is taken of a double and rounded once to
 * its format; NaN operands come back quieted. */

#define TURN 6.283185307179586476925286766559

/* sin(2 pi (turns + quarters / 4)). What is left within an eighth of a quarter is exact, so whole
 * quarters give 0, 1 and -1. */
static double
sin_of_turns(double turns, int quarters)
{
    const double part = fmod(turns, 1.0);
    const double nearest = floor(part * 4.0 + 0.5);
    const double angle = TURN * (part - nearest * 0.25);

    if (part != part)
        return part;
    switch (((int)nearest + quarters) & 3) {
    case 0:
        return sin(angle);
    case 1:
        return cos(angle);
    case 2:
        return -sin(angle);
    }
    return -cos(angle);
}

static double
reciprocal(double x)
{
    return 1.0 / x;
}

static double
reciprocal_root(double x)
{
    return 1.0 / sqrt(x);
}

static double
sine(double turns)
{
    return turns == 0.0 ? turns : sin_of_turns(turns, 0);
}

static double
cosine(double turns)
{
    return sin_of_turns(turns, 1);
}

static const struct rdna_mode flushing = {0};

static uint32_t
apply_f32(double (*function)(double), uint32_t value)
{
    const uint32_t x = rdna_in_f32(&flushing, value);
    const float result = (float)function((double)base_float_of_bits(x));

    return result != result ? rdna_nan_f32(x, 0)
                            : rdna_out_f32(&flushing, base_bits_of_float(result));
}

static uint32_t
apply_f16(const struct rdna_mode *mode, double (*function)(double), uint32_t value)
{
    const uint32_t x = rdna_in_f16(mode, value);
    const double result = function(rdna_double_of_f16(x));

    return result != result ? rdna_nan_f16(x, 0) : rdna_out_f16(mode, rdna_half_of_double(result));
}

static uint64_t
apply_f64(const struct rdna_mode *mode, double (*function)(double), uint64_t value)
{
    const uint64_t x = rdna_in_f64(mode, value);
    const double result = function(base_double_of_bits(x));

    return result != result ? rdna_nan_f64(x, 0) : rdna_out_f64(mode, base_bits_of_double(result));
}

#define SPECIAL(name, function)                                                                    \
    uint32_t rdna_##name##_f32(uint32_t value) { return apply_f32(function, value); }              \
    uint32_t rdna_##name##_f16(const struct rdna_mode *mode, uint32_t value)                       \
    {                                                                                              \
        return apply_f16(mode, function, value);                                                   \
    }
#define SPECIAL_F64(name, function)                                                                \
    uint64_t rdna_##name##_f64(const struct rdna_mode *mode, uint64_t value)                       \
    {                                                                                              \
        return apply_f64(mode, function, value);                                                   \
    }

SPECIAL(rcp, reciprocal)
SPECIAL(rsq, reciprocal_root)
SPECIAL(sqrt, sqrt)
SPECIAL(log, log2)
SPECIAL(exp, exp2)
SPECIAL(sin, sine)
SPECIAL(cos, cosine)
SPECIAL_F64(rcp, reciprocal)
SPECIAL_F64(rsq, reciprocal_root)
SPECIAL_F64(sqrt, sqrt)
