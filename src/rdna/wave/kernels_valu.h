/* SPDX-License-Identifier: MIT */
#ifndef RDNA_WAVE_KERNELS_VALU_H
#define RDNA_WAVE_KERNELS_VALU_H

#include "kernels.h"

/* floor(x + more), saturated. The sum is exact wherever its floor depends on it. */
static inline uint32_t
rdna_floor_to_i32(const struct rdna_mode *m, uint32_t x, double more)
{
    const double value = rdna_double_of_f32(rdna_in_f32(m, x)) + more;
    const int64_t whole = rdna_int_of_double(value, INT32_MIN, INT32_MAX);

    return (uint32_t)(whole > INT32_MIN && (double)whole > value ? whole - 1 : whole);
}

/* Sums of the distances of bytes. A zero byte of the reference masks its own. */

static inline uint32_t
rdna_distance(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

static inline uint32_t
rdna_sad_u8(uint32_t a, uint32_t b)
{
    uint32_t sum = 0;

    for (unsigned i = 0; i < 4; i++)
        sum += rdna_distance(rdna_byte(a, i), rdna_byte(b, i));
    return sum;
}

static inline uint32_t
rdna_sad_u16(uint32_t a, uint32_t b)
{
    return rdna_distance(rdna_low_half(a), rdna_low_half(b)) + rdna_distance(a >> 16, b >> 16);
}

static inline uint32_t
rdna_msad_u8(uint32_t a, uint32_t reference)
{
    uint32_t sum = 0;

    for (unsigned i = 0; i < 4; i++)
        if (rdna_byte(reference, i))
            sum += rdna_distance(rdna_byte(a, i), rdna_byte(reference, i));
    return sum;
}

/* Four sums, each of a window that begins a byte further up. */

static inline uint64_t
rdna_qsad_pk_u16_u8(const struct rdna_env *env, bool masked, uint64_t a, uint32_t b, uint64_t c)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < 4; i++) {
        const uint32_t window = (uint32_t)(a >> i * 8);
        const uint32_t sum = masked ? rdna_msad_u8(window, b) : rdna_sad_u8(window, b);
        result |= (uint64_t)rdna_u16_of(env, (int64_t)(c >> i * 16 & 0xffff) + sum) << i * 16;
    }
    return result;
}

static inline struct rdna_b128
rdna_mqsad_u32_u8(const struct rdna_env *env, uint64_t a, uint32_t b, struct rdna_b128 c)
{
    for (unsigned i = 0; i < 4; i++)
        c.v[i] = rdna_u32_of(env, (int64_t)c.v[i] + rdna_msad_u8((uint32_t)(a >> i * 8), b));
    return c;
}

/* Averages of bytes, rounded up where the byte of c is odd. */
static inline uint32_t
rdna_lerp_u8(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 4; i++)
        result |= (rdna_byte(a, i) + rdna_byte(b, i) + (rdna_byte(c, i) & 1)) >> 1 << i * 8;
    return result;
}

/* Each byte of the selector names one of the eight bytes, a sign of theirs, 0 or 0xff. */
static inline uint32_t
rdna_perm_b32(uint32_t high, uint32_t low, uint32_t selectors)
{
    const uint64_t bytes = (uint64_t)high << 32 | low;
    uint32_t result = 0;

    for (unsigned i = 0; i < 4; i++) {
        const uint32_t selector = rdna_byte(selectors, i);
        uint32_t byte = selector == 12 ? 0 : 0xff;

        if (selector < 8)
            byte = rdna_byte(bytes, selector);
        else if (selector < 12) /* The signs of the four halves. */
            byte = bytes >> ((selector - 8) * 16 + 15) & 1 ? 0xff : 0;
        result |= byte << i * 8;
    }
    return result;
}

/* Lanes below this one whose bit is set. */

static inline uint32_t
rdna_mbcnt_lo(uint32_t mask, uint32_t lane)
{
    return rdna_count_ones32(lane < 32 ? mask & ((1u << lane) - 1) : mask);
}

static inline uint32_t
rdna_mbcnt_hi(uint32_t mask, uint32_t lane)
{
    return rdna_count_ones32(lane < 32 ? 0 : mask & ((1u << (lane - 32)) - 1));
}

static inline uint64_t
rdna_mad_u64_u32(const struct rdna_env *env, uint32_t a, uint32_t b, uint64_t c, bool *carry)
{
    const uint64_t sum = (uint64_t)a * b + c;

    *carry = sum < c;
    return env->clamp && *carry ? UINT64_MAX : sum;
}

/* The carry is the sign of the sum that did not wrap. */
static inline uint64_t
rdna_mad_i64_i32(const struct rdna_env *env, uint32_t a, uint32_t b, uint64_t c, bool *carry)
{
    const uint64_t product = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
    const uint64_t sum = product + c;
    const bool wrapped = ((product ^ sum) & (c ^ sum)) >> 63;

    *carry = (sum >> 63 != 0) != wrapped;
    if (env->clamp && wrapped)
        return *carry ? (uint64_t)INT64_MIN : INT64_MAX;
    return sum;
}

/* DX9's rule for lighting: what is not a good factor gives the least number. */
static inline uint32_t
rdna_mullit_f32(const struct rdna_mode *m, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t least = 0xff7fffff;
    const float limit = base_float_of_bits(rdna_in_f32(m, c));

    if (rdna_is_nan_f32(b) || rdna_order_f32(b) <= rdna_order_f32(least) || !(limit > 0.0f))
        return least;
    return rdna_mul_legacy_f32(m, a, b);
}

/* A source of v_fma_mix: op_sel_hi says that it is a half, op_sel which; neg_hi is abs. */
static inline uint32_t
rdna_mix_source(const struct rdna_env *env, unsigned index, uint32_t value)
{
    if (env->op_sel_hi >> index & 1)
        value = rdna_f32_of_f16(&env->mode, env->op_sel >> index & 1 ? value >> 16 : value);
    if (env->neg_hi >> index & 1)
        value = rdna_abs_f32(value);
    return env->neg_lo >> index & 1 ? rdna_neg_f32(value) : value;
}

static inline uint32_t
rdna_fma_mix(const struct rdna_env *env, uint32_t a, uint32_t b, uint32_t c)
{
    return rdna_fma_f32(&env->mode, rdna_mix_source(env, 0, a), rdna_mix_source(env, 1, b),
                        rdna_mix_source(env, 2, c));
}

/* One fma a product, the low one first. */
static inline uint32_t
rdna_dot2_f32_f16(const struct rdna_mode *m, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t low = rdna_fma_f32(m, rdna_f32_of_f16(m, a), rdna_f32_of_f16(m, b), c);

    return rdna_fma_f32(m, rdna_f32_of_f16(m, a >> 16), rdna_f32_of_f16(m, b >> 16), low);
}

/* Sums of products of fields of width bits. */

static inline int64_t
rdna_dot_signed(uint32_t a, uint32_t b, unsigned width)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < 32; i += width)
        sum += (int64_t)(int32_t)rdna_signed_field32(a, i, width) *
               (int32_t)rdna_signed_field32(b, i, width);
    return sum;
}

static inline int64_t
rdna_dot_unsigned(uint32_t a, uint32_t b, unsigned width)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < 32; i += width)
        sum += (int64_t)rdna_field32(a, i, width) * rdna_field32(b, i, width);
    return sum;
}

/* What the rows are written in. */
#define RDNA_F32_RULES rdna_rules_of(m, RDNA_F32)
#define RDNA_F64_RULES rdna_rules_of(m, RDNA_F64)
#define RDNA_F16_RULES rdna_rules_of(m, RDNA_F16)
#define RDNA_I24(x) ((int64_t)rdna_sext24(x))
#define RDNA_U24(x) ((int64_t)((x)&0xffffff))
#define RDNA_I16(x) ((int64_t)rdna_sext16(x))
#define RDNA_U16(x) ((int64_t)rdna_low_half(x))
#define RDNA_I32(x) ((int64_t)(int32_t)(x))
#define RDNA_FLOAT_IN(x) base_float_of_bits(rdna_in_f32(m, x))
#define RDNA_HALF_IN(x) rdna_double_of_f16(rdna_in_f16(m, x))
#define RDNA_DOUBLE_IN(x) base_double_of_bits(rdna_in_f64(m, x))
#define RDNA_PACKED2(row) rdna_pack_halves(row(env, a, b), row(env, a >> 16, b >> 16))
#define RDNA_PACKED3(row) rdna_pack_halves(row(env, a, b, c), row(env, a >> 16, b >> 16, c >> 16))

#define RDNA_KERNEL RDNA_KERNEL_FUNCTION
#define RDNA_KERNEL_OUT RDNA_KERNEL_OUT_FUNCTION
#include "kernels_interp.def"
#include "kernels_valu.def"
#include "kernels_vop3p.def"
#include "kernels_vopc.def"
#undef RDNA_KERNEL
#undef RDNA_KERNEL_OUT

#endif
