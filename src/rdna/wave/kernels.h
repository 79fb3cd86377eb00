/* SPDX-License-Identifier: MIT */
#ifndef RDNA_WAVE_KERNELS_H
#define RDNA_WAVE_KERNELS_H

#include "number.h"

/*
 * The arithmetic of one lane, or of the scalar unit: one function a row of the instruction table,
 * rdna_k_<name of the row>. The files kernels_*.def hold them, each row with its shape; who
 * includes them with other macros has the list.
 *
 *     RDNA_KERNEL(result, operands, name, value)
 *     RDNA_KERNEL_OUT(result, operands, name, value, second)
 *
 * make a function of (env, operands...) and of (env, operands..., bool *out). In result and
 * operands:
 *
 *     letter  C type                 what
 *     W       uint32_t               all of 32 bits and less, packed halves and bytes
 *     D       uint64_t               pairs of registers
 *     Q       struct rdna_b128       four registers
 *     B       bool                   as a result, what a compare found; as the last operand, the
 *                                    bit that is read: SCC, the lane's bit of VCC or of the mask
 *                                    operand
 *
 * Operands stand in the order of the assembler's text without the destination, literals and simm16
 * (its low 16 bits count) among them. What a row reads besides comes after them, in this order:
 *
 *     the destination's old value       fmac, mac, dot2c, dot4c, pk_fmac; s_cmov, s_cmovk,
 *                                       s_bitset, s_addk, s_mulk
 *     EXEC                              s_*_saveexec, s_*_wrexec; the result is the new EXEC
 *     the lane's number                 mbcnt; 0 to 31 in a wave of 32
 *     B                                 addc, subb, cselect, cmov, cmovk; add_co_ci and its kin,
 *                                       cndmask, div_fmas
 *
 * s_cmpk and s_cmp result in SCC, v_cmp and v_cmpx in the lane's bit. *out is SCC of a scalar row
 * that writes it, and the lane's carry, borrow or VCC bit of a vector row.
 *
 * Interpolation takes (vsrc, P10 or P20, P0 or the old destination), v_interp_mov the parameter
 * that was chosen. In the f16 forms the parameters are single halves, P0 of p1lv included.
 *
 * Operands of 16 bits and less may have anything above; results have zeros there. The caller
 * applies neg, abs and op_sel to operands, halves of packed ones included, omod and clamp to
 * results of float types, and merges 16-bit results. Only env tells a kernel
 *
 *     clamp             saturate an integer result (add, sub, mul, mad, sad, dot)
 *     op_sel ... neg_hi v_fma_mix*, which get their operands as they are in the registers
 */

struct rdna_env {
    struct rdna_mode mode;
    bool clamp;
    uint8_t op_sel; /* One bit a source, the lowest for src0; these four. */
    uint8_t op_sel_hi;
    uint8_t neg_lo;
    uint8_t neg_hi;
};

struct rdna_b128 {
    uint32_t v[4];
};

#define RDNA_TYPE_W uint32_t
#define RDNA_TYPE_D uint64_t
#define RDNA_TYPE_Q struct rdna_b128
#define RDNA_TYPE_B bool

#define RDNA_OPERANDS_W uint32_t a
#define RDNA_OPERANDS_D uint64_t a
#define RDNA_OPERANDS_WW uint32_t a, uint32_t b
#define RDNA_OPERANDS_WD uint32_t a, uint64_t b
#define RDNA_OPERANDS_DW uint64_t a, uint32_t b
#define RDNA_OPERANDS_DD uint64_t a, uint64_t b
#define RDNA_OPERANDS_WWB uint32_t a, uint32_t b, bool bit
#define RDNA_OPERANDS_DDB uint64_t a, uint64_t b, bool bit
#define RDNA_OPERANDS_WWW uint32_t a, uint32_t b, uint32_t c
#define RDNA_OPERANDS_WWD uint32_t a, uint32_t b, uint64_t c
#define RDNA_OPERANDS_DWD uint64_t a, uint32_t b, uint64_t c
#define RDNA_OPERANDS_DWQ uint64_t a, uint32_t b, struct rdna_b128 c
#define RDNA_OPERANDS_DDD uint64_t a, uint64_t b, uint64_t c
#define RDNA_OPERANDS_WWWB uint32_t a, uint32_t b, uint32_t c, bool bit
#define RDNA_OPERANDS_DDDB uint64_t a, uint64_t b, uint64_t c, bool bit

/* A row may look at none of its operands. */
#define RDNA_USE_W (void)a
#define RDNA_USE_D (void)a
#define RDNA_USE_WW (void)a, (void)b
#define RDNA_USE_WD (void)a, (void)b
#define RDNA_USE_DW (void)a, (void)b
#define RDNA_USE_DD (void)a, (void)b
#define RDNA_USE_WWB (void)a, (void)b, (void)bit
#define RDNA_USE_DDB (void)a, (void)b, (void)bit
#define RDNA_USE_WWW (void)a, (void)b, (void)c
#define RDNA_USE_WWD (void)a, (void)b, (void)c
#define RDNA_USE_DWD (void)a, (void)b, (void)c
#define RDNA_USE_DWQ (void)a, (void)b, (void)c
#define RDNA_USE_DDD (void)a, (void)b, (void)c
#define RDNA_USE_WWWB (void)a, (void)b, (void)c, (void)bit
#define RDNA_USE_DDDB (void)a, (void)b, (void)c, (void)bit

/* In the rows, m is the mode and d what the row results in. */
#define RDNA_KERNEL_FUNCTION(result, operands, name, value)                                        \
    static inline RDNA_TYPE_##result rdna_k_##name(const struct rdna_env *env,                     \
                                                   RDNA_OPERANDS_##operands)                       \
    {                                                                                              \
        const struct rdna_mode *m = &env->mode;                                                    \
        (void)m, RDNA_USE_##operands;                                                              \
        return value;                                                                              \
    }
#define RDNA_KERNEL_OUT_FUNCTION(result, operands, name, value, second)                            \
    static inline RDNA_TYPE_##result rdna_k_##name(const struct rdna_env *env,                     \
                                                   RDNA_OPERANDS_##operands, bool *out)            \
    {                                                                                              \
        (void)env, RDNA_USE_##operands;                                                            \
        const RDNA_TYPE_##result d = value;                                                        \
        *out = second;                                                                             \
        return d;                                                                                  \
    }

/* Bits. */

static inline uint32_t
rdna_low_half(uint32_t x)
{
    return x & 0xffff;
}

static inline uint32_t
rdna_pack_halves(uint32_t low, uint32_t high)
{
    return (low & 0xffff) | high << 16;
}

static inline int32_t
rdna_sext8(uint32_t x)
{
    return (int8_t)(x & 0xff);
}

static inline int32_t
rdna_sext16(uint32_t x)
{
    return (int16_t)(x & 0xffff);
}

static inline int32_t
rdna_sext24(uint32_t x)
{
    return (int32_t)(x << 8) >> 8;
}

static inline uint32_t
rdna_byte(uint64_t x, unsigned index)
{
    return (uint32_t)(x >> index * 8) & 0xff;
}

static inline uint32_t
rdna_reverse32(uint32_t x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
    return x >> 16 | x << 16;
}

static inline uint64_t
rdna_reverse64(uint64_t x)
{
    return (uint64_t)rdna_reverse32((uint32_t)x) << 32 | rdna_reverse32((uint32_t)(x >> 32));
}

static inline uint32_t
rdna_count_ones32(uint32_t x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    return x * 0x01010101u >> 24;
}

static inline uint32_t
rdna_count_ones64(uint64_t x)
{
    return rdna_count_ones32((uint32_t)x) + rdna_count_ones32((uint32_t)(x >> 32));
}

/* The place of the first one from the bottom or from the top; all ones if there is none. */
static inline uint32_t
rdna_first_low32(uint32_t x)
{
    return x ? (uint32_t)__builtin_ctz(x) : UINT32_MAX;
}

static inline uint32_t
rdna_first_low64(uint64_t x)
{
    return x ? (uint32_t)__builtin_ctzll(x) : UINT32_MAX;
}

static inline uint32_t
rdna_first_high32(uint32_t x)
{
    return x ? (uint32_t)__builtin_clz(x) : UINT32_MAX;
}

static inline uint32_t
rdna_first_high64(uint64_t x)
{
    return x ? (uint32_t)__builtin_clzll(x) : UINT32_MAX;
}

/* Ones where x differs from its sign. */
static inline uint32_t
rdna_unlike_sign32(uint32_t x)
{
    return x ^ (uint32_t)((int32_t)x >> 31);
}

static inline uint64_t
rdna_unlike_sign64(uint64_t x)
{
    return x ^ (uint64_t)((int64_t)x >> 63);
}

/* width bits from offset up; a field that runs past the end is cut there. */
static inline uint64_t
rdna_field64(uint64_t x, unsigned offset, unsigned width)
{
    x >>= offset;
    return width < 64 ? x & ((UINT64_C(1) << width) - 1) : x;
}

static inline uint32_t
rdna_field32(uint32_t x, unsigned offset, unsigned width)
{
    return (uint32_t)rdna_field64(x, offset, width);
}

static inline int64_t
rdna_signed_field64(uint64_t x, unsigned offset, unsigned width)
{
    if (!width)
        return 0;
    if (width >= 64 - offset)
        return (int64_t)x >> offset;
    return (int64_t)(x << (64 - offset - width)) >> (64 - width);
}

static inline uint32_t
rdna_signed_field32(uint32_t x, unsigned offset, unsigned width)
{
    return (uint32_t)rdna_signed_field64((uint64_t)(int64_t)(int32_t)x, offset,
                                         width < 32 - offset ? width : 32 - offset);
}

/* Every group of four with a one in it, full; and one bit a group. */
static inline uint64_t
rdna_whole_quads(uint64_t x)
{
    x |= x >> 1;
    x |= x >> 2;
    return (x & UINT64_C(0x1111111111111111)) * 15;
}

static inline uint64_t
rdna_quad_mask(uint64_t x)
{
    uint64_t mask = 0;

    for (unsigned quad = 0; quad < 16; quad++)
        mask |= (uint64_t)((x >> quad * 4 & 15) != 0) << quad;
    return mask;
}

static inline uint64_t
rdna_double_bits(uint32_t x)
{
    uint64_t bits = x;

    bits = (bits | bits << 16) & UINT64_C(0x0000ffff0000ffff);
    bits = (bits | bits << 8) & UINT64_C(0x00ff00ff00ff00ff);
    bits = (bits | bits << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    bits = (bits | bits << 2) & UINT64_C(0x3333333333333333);
    bits = (bits | bits << 1) & UINT64_C(0x5555555555555555);
    return bits | bits << 1;
}

/* Exact integer results, cut to a width or, with clamp, saturated. */

static inline uint32_t
rdna_u32_of(const struct rdna_env *env, int64_t value)
{
    if (env->clamp && value != (int64_t)(uint32_t)value)
        return value < 0 ? 0 : UINT32_MAX;
    return (uint32_t)value;
}

static inline uint32_t
rdna_i32_of(const struct rdna_env *env, int64_t value)
{
    if (env->clamp && value != (int32_t)value)
        return value < 0 ? (uint32_t)INT32_MIN : INT32_MAX;
    return (uint32_t)value;
}

static inline uint32_t
rdna_u16_of(const struct rdna_env *env, int64_t value)
{
    if (env->clamp && value != (uint16_t)value)
        return value < 0 ? 0 : UINT16_MAX;
    return (uint32_t)value & 0xffff;
}

static inline uint32_t
rdna_i16_of(const struct rdna_env *env, int64_t value)
{
    if (env->clamp && value != (int16_t)value)
        return value < 0 ? 0x8000 : 0x7fff;
    return (uint32_t)value & 0xffff;
}

/* To a type's range, whatever clamp says. */
static inline uint32_t
rdna_saturate(int64_t value, int64_t least, int64_t most)
{
    return (uint32_t)(value < least ? least : value > most ? most : value);
}

static inline int64_t
rdna_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t
rdna_greatest(int64_t a, int64_t b)
{
    return a < b ? b : a;
}

static inline int64_t
rdna_middle(int64_t a, int64_t b, int64_t c)
{
    return rdna_greatest(rdna_least(a, b), rdna_least(rdna_greatest(a, b), c));
}

#endif
