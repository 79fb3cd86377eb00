/* SPDX-License-Identifier: MIT */
#include "agree.h"

#include <math.h>
#include <string.h>

struct bound {
    uint16_t ulps;
    double absolute;
};

static const struct bound bounds[rdna_op_count] = {
#define BOUND(row, bits, ulps, absolute) [rdna_op_##row] = {ulps, absolute},
#include "bounds.def"
};

/* A float of so many bits, as its place in the order of all, which NaNs lie outside of. */
struct real {
    int64_t place;
    double value;
    bool is_nan;
};

static double
half_value(uint32_t bits)
{
    const int exponent = (int)(bits >> 10 & 31);
    const double fraction = bits & 0x3ff;
    double size = ldexp(fraction, -24);

    if (exponent == 31)
        size = fraction > 0 ? (double)NAN : (double)INFINITY;
    else if (exponent)
        size = ldexp(fraction + 1024, exponent - 25);
    return bits & 0x8000 ? -size : size;
}

static struct real
read_real(uint64_t bits, unsigned width)
{
    const uint64_t sign = UINT64_C(1) << (width - 1);
    const uint64_t size = bits & (sign - 1);
    struct real real = {.place = bits & sign ? -(int64_t)size : (int64_t)size};

    if (width == 16) {
        real.value = half_value((uint32_t)bits);
    } else if (width == 32) {
        const uint32_t word = (uint32_t)bits;
        float value;
        memcpy(&value, &word, sizeof(value));
        real.value = (double)value;
    } else {
        memcpy(&real.value, &bits, sizeof(real.value));
    }
    real.is_nan = isnan(real.value);
    return real;
}

static bool
reals_agree(enum rdna_op row, uint64_t expected, uint64_t got, unsigned width)
{
    const struct bound *bound = &bounds[row];

    if (expected == got)
        return true;
    const struct real x = read_real(expected, width), y = read_real(got, width);
    if (x.is_nan || y.is_nan)
        return x.is_nan && y.is_nan;
    if (!bound->ulps)
        return false;
    const int64_t distance = x.place > y.place ? x.place - y.place : y.place - x.place;
    return distance <= bound->ulps || fabs(x.value - y.value) <= bound->absolute;
}

bool
agree(const struct rdna_inst *inst, const uint32_t *expected, const uint32_t *got)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const enum rdna_op row = inst->row;
    const enum rdna_type type = info->operands[0].type;
    const bool is_float = rdna_type_infos[type].class == rdna_class_flt;
    bool agrees = expected[0] == got[0];

    if (!is_float)
        return agrees;
    if (type == rdna_type_f64)
        return reals_agree(row, expected[0] | (uint64_t)expected[1] << 32,
                           got[0] | (uint64_t)got[1] << 32, 64);
    if (rdna_type_infos[type].bits == 32)
        return reals_agree(row, expected[0], got[0], 32);
    agrees = true;
    for (unsigned shift = 0; shift < 32; shift += 16)
        agrees &= reals_agree(row, expected[0] >> shift & 0xffff, got[0] >> shift & 0xffff, 16);
    return agrees;
}
