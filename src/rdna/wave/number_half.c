/* SPDX-License-Identifier: MIT */
#include "number.h"

#include "base/base.h"

/* Rounding twice, to float and then to half, is rounding once for sums and products of two halves:
 * a float has more than twice a half's bits. For a * b + c it takes a double. */

double
rdna_double_of_f16(uint32_t value)
{
    return (double)base_half_to_float((uint16_t)value);
}

uint32_t
rdna_add_f16(const struct rdna_mode *mode, uint32_t a, uint32_t b)
{
    if (mode->round64_16 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_soft_add(RDNA_F16, rdna_rules_of(mode, RDNA_F16), a, b);

    const uint32_t x = rdna_in_f16(mode, a);
    const uint32_t y = rdna_in_f16(mode, b);
    const float sum = base_half_to_float((uint16_t)x) + base_half_to_float((uint16_t)y);
    return sum != sum ? rdna_nan_f16(x, y) : rdna_out_f16(mode, base_half_from_float(sum));
}

uint32_t
rdna_mul_f16(const struct rdna_mode *mode, uint32_t a, uint32_t b)
{
    if (mode->round64_16 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_soft_mul(RDNA_F16, rdna_rules_of(mode, RDNA_F16), a, b);

    const uint32_t x = rdna_in_f16(mode, a);
    const uint32_t y = rdna_in_f16(mode, b);
    const float product = base_half_to_float((uint16_t)x) * base_half_to_float((uint16_t)y);
    return product != product ? rdna_nan_f16(x, y)
                              : rdna_out_f16(mode, base_half_from_float(product));
}

uint32_t
rdna_fma_f16(const struct rdna_mode *mode, uint32_t a, uint32_t b, uint32_t c)
{
    if (mode->round64_16 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_soft_fma(RDNA_F16, rdna_rules_of(mode, RDNA_F16), a, b, c);

    const uint32_t x = rdna_in_f16(mode, a);
    const uint32_t y = rdna_in_f16(mode, b);
    const uint32_t z = rdna_in_f16(mode, c);
    const double result = rdna_double_of_f16(x) * rdna_double_of_f16(y) + rdna_double_of_f16(z);
    if (result != result)
        return rdna_nan_f16(rdna_is_nan_f16(x) ? x : y, z);
    return rdna_out_f16(mode, base_half_from_double(result));
}

uint32_t
rdna_f16_of_f32(const struct rdna_mode *mode, uint32_t value)
{
    const uint32_t x = rdna_in_f32(mode, value);

    if (mode->round64_16 != RDNA_ROUND_EVEN || rdna_is_nan_f32(x))
        return (uint32_t)rdna_soft_convert(RDNA_F16, rdna_rules_of(mode, RDNA_F16), RDNA_F32,
                                           mode->denorm32, x);
    return rdna_out_f16(mode, base_half_from_float(base_float_of_bits(x)));
}

uint32_t
rdna_f32_of_f16(const struct rdna_mode *mode, uint32_t value)
{
    const uint32_t x = rdna_in_f16(mode, value);
    const uint32_t bits = base_bits_of_float(base_half_to_float((uint16_t)x));

    return rdna_is_nan_f32(bits) ? rdna_quiet_f32(bits) : bits;
}

uint32_t
rdna_f32_of_f64(const struct rdna_mode *mode, uint64_t value)
{
    const uint64_t x = rdna_in_f64(mode, value);

    if (mode->round32 != RDNA_ROUND_EVEN || rdna_is_nan_f64(x))
        return (uint32_t)rdna_soft_convert(RDNA_F32, rdna_rules_of(mode, RDNA_F32), RDNA_F64,
                                           mode->denorm64_16, x);
    return rdna_out_f32(mode, base_bits_of_float((float)base_double_of_bits(x)));
}

uint64_t
rdna_f64_of_f32(const struct rdna_mode *mode, uint32_t value)
{
    const uint32_t x = rdna_in_f32(mode, value);

    if (rdna_is_nan_f32(x))
        return rdna_soft_convert(RDNA_F64, rdna_rules_of(mode, RDNA_F64), RDNA_F32, mode->denorm32,
                                 x);
    return base_bits_of_double((double)base_float_of_bits(x));
}

uint32_t
rdna_pkrtz_f16_f32(const struct rdna_mode *mode, uint32_t low, uint32_t high)
{
    const struct rdna_rules rules = {RDNA_ROUND_ZERO, mode->denorm64_16};
    const uint64_t first = rdna_soft_convert(RDNA_F16, rules, RDNA_F32, mode->denorm32, low);
    const uint64_t second = rdna_soft_convert(RDNA_F16, rules, RDNA_F32, mode->denorm32, high);

    return (uint32_t)(second << 16 | first);
}
