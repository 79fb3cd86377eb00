/* SPDX-License-Identifier: MIT */
#include "base.h"

#include "bits.h"

#include <math.h>

/* value / 2^shift to nearest, ties to even. 1 <= shift <= 31. */
static uint32_t
round_shift(uint32_t value, uint32_t shift)
{
    const uint32_t quotient = value >> shift;
    const uint32_t rest = value & ((1u << shift) - 1);
    const uint32_t middle = 1u << (shift - 1);

    return quotient + (rest > middle || (rest == middle && (quotient & 1)));
}

uint16_t
base_half_from_float(float value)
{
    const uint32_t bits = base_bits_of_float(value);
    const uint32_t sign = bits >> 16 & 0x8000;
    const uint32_t magnitude = bits & 0x7fffffff;
    uint32_t half;

    if (magnitude > 0x7f800000) {
        /* The payload's upper bits stay; were they all zero, it would be infinity. */
        const uint32_t payload = magnitude >> 13 & 0x3ff;
        half = 0x7c00 | (payload ? payload : 0x200);
    } else if (magnitude >= 0x477ff000) { /* From 65520 on, the nearest is past 65504. */
        half = 0x7c00;
    } else if (magnitude >= 0x38800000) { /* 2^-14, the least normal half. */
        half = round_shift(magnitude - (112u << 23), 13);
    } else if (magnitude >= 0x33000000) { /* 2^-25, half of the least half. */
        half = round_shift((magnitude & 0x7fffff) | 0x800000, 126 - (magnitude >> 23));
    } else {
        half = 0;
    }
    return (uint16_t)(sign | half);
}

uint16_t
base_half_from_double(double value)
{
    float near = (float)value;

    /* Rounded to odd, a float keeps what the second rounding has to know of the bits left out. */
    if ((double)near != value && !isnan(value)) {
        uint32_t bits = base_bits_of_float(near);

        if (fabs((double)near) > fabs(value))
            bits--;
        near = base_float_of_bits(bits | 1);
    }
    return base_half_from_float(near);
}

float
base_half_to_float(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    const uint32_t exponent = half >> 10 & 0x1f;
    const uint32_t mantissa = half & 0x3ff;
    uint32_t bits;

    if (exponent == 0x1f)
        bits = 0x7f800000 | mantissa << 13;
    else if (exponent)
        bits = (exponent + 112) << 23 | mantissa << 13;
    else /* Exact, and a normal float or zero. */
        bits = base_bits_of_float((float)mantissa * 0x1p-24f);
    return base_float_of_bits(sign | bits);
}
