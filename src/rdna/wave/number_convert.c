/* SPDX-License-Identifier: MIT */
#include "number.h"

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
