/* SPDX-License-Identifier: MIT */
#ifndef RDNA_WAVE_NUMBER_H
#define RDNA_WAVE_NUMBER_H

#include "base/bits.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Numbers as the vector unit sees them: bits in, bits out, under the rounding and denormal modes of
 * the MODE register. Results depend on neither the host's rounding mode nor on contraction; the
 * host must round to nearest and keep denormals, which is C's default environment.
 *
 * An f16 travels in the low half of a uint32_t: what stands above is ignored on the way in and 0 on
 * the way out.
 */

enum rdna_format { RDNA_F16, RDNA_F32, RDNA_F64 };

/** As in MODE. */
enum rdna_round { RDNA_ROUND_EVEN, RDNA_ROUND_UP, RDNA_ROUND_DOWN, RDNA_ROUND_ZERO };

/** Bits of the denormal modes: a bit that is off flushes to a zero of the same sign. */
#define RDNA_KEEP_IN 1
#define RDNA_KEEP_OUT 2

/** The fields of MODE that arithmetic obeys. */
struct rdna_mode {
    uint8_t round32;     /**< enum rdna_round. */
    uint8_t round64_16;  /**< For f64 and f16. */
    uint8_t denorm32;    /**< RDNA_KEEP_IN | RDNA_KEEP_OUT. */
    uint8_t denorm64_16; /**< For f64 and f16. */
    bool dx10_clamp;     /**< Clamping makes 0 of a NaN. */
    bool ieee;           /**< min and max let a signalling NaN win, quieted. */
};

/** What floats of one format obey. */
struct rdna_rules {
    uint8_t round;
    uint8_t denorm;
};

static inline struct rdna_rules
rdna_rules_of(const struct rdna_mode *mode, enum rdna_format format)
{
    if (format == RDNA_F32)
        return (struct rdna_rules){mode->round32, mode->denorm32};
    return (struct rdna_rules){mode->round64_16, mode->denorm64_16};
}

/** The mode of what flushes f32 denormals whatever MODE says. */
static inline struct rdna_mode
rdna_mode_flushing_f32(const struct rdna_mode *mode)
{
    struct rdna_mode flushing = *mode;

    flushing.denorm32 = 0;
    return flushing;
}

/* number.c: any format, any rounding; not fast. Operands of rules->denorm's kind are flushed. */

/** a * b + c, rounded once. */
uint64_t rdna_soft_fma(enum rdna_format format, struct rdna_rules rules, uint64_t a, uint64_t b,
                       uint64_t c);
/** (a * b + c) * 2^scale, rounded once. */
uint64_t rdna_soft_fma_scaled(enum rdna_format format, struct rdna_rules rules, uint64_t a,
                              uint64_t b, uint64_t c, int32_t scale);
uint64_t rdna_soft_add(enum rdna_format format, struct rdna_rules rules, uint64_t a, uint64_t b);
uint64_t rdna_soft_mul(enum rdna_format format, struct rdna_rules rules, uint64_t a, uint64_t b);
/** value * 2^exponent. */
uint64_t rdna_soft_scale(enum rdna_format format, struct rdna_rules rules, uint64_t value,
                         int32_t exponent);
/** Reads under from's denormal mode, rounds and writes under to's rules. A NaN gets quiet. */
uint64_t rdna_soft_convert(enum rdna_format to, struct rdna_rules to_rules, enum rdna_format from,
                           uint8_t from_denorm, uint64_t value);
/** magnitude, negative if sign, rounded. */
uint64_t rdna_soft_from_integer(enum rdna_format format, struct rdna_rules rules, bool sign,
                                uint64_t magnitude);
/** To an integer in the same format, as round says. */
uint64_t rdna_soft_integral(enum rdna_format format, uint8_t denorm, enum rdna_round round,
                            uint64_t value);
/** Of the result that is too small for the format to be other than 0 or its least value. */
uint64_t rdna_soft_tiny(enum rdna_format format, struct rdna_rules rules, bool sign);
/** Of the finite result that is too large for the format. */
uint64_t rdna_soft_huge(enum rdna_format format, struct rdna_rules rules, bool sign);

/* What is the same in all formats. U holds the bits, S is U with a sign. */
#define RDNA_FLOAT(F, U, S, FORMAT, DENORM, MASK, SIGN, INF, QUIET, ONE)                           \
    static inline bool rdna_is_nan_##F(U x) { return (x & (MASK ^ SIGN)) > INF; }                  \
    static inline bool rdna_is_snan_##F(U x) { return rdna_is_nan_##F(x) && !(x & QUIET); }        \
    static inline bool rdna_is_inf_##F(U x) { return (x & (MASK ^ SIGN)) == INF; }                 \
    static inline bool rdna_is_zero_##F(U x) { return !(x & (MASK ^ SIGN)); }                      \
    static inline bool rdna_is_denormal_##F(U x) { return !(x & INF) && !rdna_is_zero_##F(x); }    \
    static inline U rdna_quiet_##F(U x) { return (x & MASK) | QUIET; }                             \
    static inline U rdna_abs_##F(U x) { return x & (MASK ^ SIGN); }                                \
    static inline U rdna_neg_##F(U x) { return (x ^ SIGN) & MASK; }                                \
    /* What arithmetic reads for x. */                                                             \
    static inline U rdna_in_##F(const struct rdna_mode *mode, U x)                                 \
    {                                                                                              \
        const U keep = x & INF || mode->DENORM & RDNA_KEEP_IN ? MASK : SIGN;                       \
        return x & keep;                                                                           \
    }                                                                                              \
    /* What arithmetic writes for the rounded result x. */                                         \
    static inline U rdna_out_##F(const struct rdna_mode *mode, U x)                                \
    {                                                                                              \
        const U keep = x & INF || mode->DENORM & RDNA_KEEP_OUT ? MASK : SIGN;                      \
        return x & keep;                                                                           \
    }                                                                                              \
    /* Integers in the order of the numbers, -0 below +0. */                                       \
    static inline S rdna_order_##F(U x)                                                            \
    {                                                                                              \
        return x & SIGN ? ~(S)(x & (MASK ^ SIGN)) : (S)(x & (MASK ^ SIGN));                        \
    }                                                                                              \
    static inline bool rdna_less_##F(U x, U y)                                                     \
    {                                                                                              \
        return rdna_order_##F(x) < rdna_order_##F(y) && !rdna_is_nan_##F(x) &&                     \
               !rdna_is_nan_##F(y) && ((x | y) & (MASK ^ SIGN));                                   \
    }                                                                                              \
    static inline bool rdna_equal_##F(U x, U y)                                                    \
    {                                                                                              \
        return !rdna_is_nan_##F(x) && !rdna_is_nan_##F(y) &&                                       \
               (!((x ^ y) & MASK) || !((x | y) & (MASK ^ SIGN)));                                  \
    }                                                                                              \
    /* A NaN loses unless both are; with IEEE a signalling one wins. */                            \
    static inline U rdna_pick_##F(const struct rdna_mode *mode, U x, U y, U best)                  \
    {                                                                                              \
        U result = rdna_is_nan_##F(y) ? x : best;                                                  \
        result = rdna_is_nan_##F(x) ? y : result;                                                  \
        if (mode->ieee) {                                                                          \
            result = rdna_is_snan_##F(y) ? rdna_quiet_##F(y) : result;                             \
            result = rdna_is_snan_##F(x) ? rdna_quiet_##F(x) : result;                             \
        }                                                                                          \
        return rdna_out_##F(mode, result);                                                         \
    }                                                                                              \
    static inline U rdna_min_##F(const struct rdna_mode *mode, U a, U b)                           \
    {                                                                                              \
        const U x = rdna_in_##F(mode, a);                                                          \
        const U y = rdna_in_##F(mode, b);                                                          \
        return rdna_pick_##F(mode, x, y, rdna_order_##F(x) < rdna_order_##F(y) ? x : y);           \
    }                                                                                              \
    static inline U rdna_max_##F(const struct rdna_mode *mode, U a, U b)                           \
    {                                                                                              \
        const U x = rdna_in_##F(mode, a);                                                          \
        const U y = rdna_in_##F(mode, b);                                                          \
        return rdna_pick_##F(mode, x, y, rdna_order_##F(x) < rdna_order_##F(y) ? y : x);           \
    }                                                                                              \
    static inline U rdna_min3_##F(const struct rdna_mode *mode, U a, U b, U c)                     \
    {                                                                                              \
        return rdna_min_##F(mode, rdna_min_##F(mode, a, b), c);                                    \
    }                                                                                              \
    static inline U rdna_max3_##F(const struct rdna_mode *mode, U a, U b, U c)                     \
    {                                                                                              \
        return rdna_max_##F(mode, rdna_max_##F(mode, a, b), c);                                    \
    }                                                                                              \
    /* The middle one: the greater of the two that are left without the greatest. */               \
    static inline U rdna_med3_##F(const struct rdna_mode *mode, U a, U b, U c)                     \
    {                                                                                              \
        if (rdna_is_nan_##F(a) || rdna_is_nan_##F(b) || rdna_is_nan_##F(c))                        \
            return rdna_min3_##F(mode, a, b, c);                                                   \
        const U x = rdna_in_##F(mode, a);                                                          \
        const U y = rdna_in_##F(mode, b);                                                          \
        const U z = rdna_in_##F(mode, c);                                                          \
        const U more = rdna_order_##F(x) < rdna_order_##F(y) ? y : x;                              \
        const U most = rdna_order_##F(more) < rdna_order_##F(z) ? z : more;                        \
        if (rdna_equal_##F(most, x))                                                               \
            return rdna_max_##F(mode, y, z);                                                       \
        if (rdna_equal_##F(most, y))                                                               \
            return rdna_max_##F(mode, x, z);                                                       \
        return rdna_max_##F(mode, x, y);                                                           \
    }                                                                                              \
    /* The clamp bit: to 0..1. */                                                                  \
    static inline U rdna_clamp_##F(const struct rdna_mode *mode, U x)                              \
    {                                                                                              \
        if (rdna_is_nan_##F(x))                                                                    \
            return mode->dx10_clamp ? 0 : x & MASK;                                                \
        const S order = rdna_order_##F(x);                                                         \
        return order < 0 ? 0 : order > (S)ONE ? (U)ONE : x & MASK;                                 \
    }                                                                                              \
    /* The omod field: 1 is x 2, 2 is x 4, 3 is / 2. */                                            \
    static inline U rdna_omod_##F(const struct rdna_mode *mode, unsigned omod, U x)                \
    {                                                                                              \
        static const int8_t exponents[4] = {0, 1, 2, -1};                                          \
                                                                                                   \
        if (!omod || mode->DENORM & RDNA_KEEP_OUT || mode->ieee)                                   \
            return x & MASK;                                                                       \
        x = (U)rdna_soft_scale(FORMAT, rdna_rules_of(mode, FORMAT), x, exponents[omod & 3]);       \
        return rdna_is_zero_##F(x) ? 0 : x; /* Does not keep -0. */                                \
    }                                                                                              \
    /* The first NaN among the operands, quieted, else the one that invalid operations make. */    \
    static inline U rdna_nan_##F(U x, U y)                                                         \
    {                                                                                              \
        const U second = rdna_is_nan_##F(y) ? rdna_quiet_##F(y) : (U)(INF | QUIET);                \
        return rdna_is_nan_##F(x) ? rdna_quiet_##F(x) : second;                                    \
    }                                                                                              \
    static inline bool rdna_class_##F(U x, uint32_t mask)                                          \
    {                                                                                              \
        const bool sign = (x & SIGN) != 0;                                                         \
        unsigned bit; /* Of the negative class; the positive ones count down from bit 9. */        \
                                                                                                   \
        if (rdna_is_nan_##F(x))                                                                    \
            return mask >> !rdna_is_snan_##F(x) & 1;                                               \
        if (rdna_is_inf_##F(x))                                                                    \
            bit = 2;                                                                               \
        else if (x & INF)                                                                          \
            bit = 3;                                                                               \
        else                                                                                       \
            bit = rdna_is_zero_##F(x) ? 5 : 4;                                                     \
        return mask >> (sign ? bit : 11 - bit) & 1;                                                \
    }

RDNA_FLOAT(f16, uint32_t, int32_t, RDNA_F16, denorm64_16, 0xffffu, 0x8000u, 0x7c00u, 0x200u,
           0x3c00u)
RDNA_FLOAT(f32, uint32_t, int32_t, RDNA_F32, denorm32, 0xffffffffu, 0x80000000u, 0x7f800000u,
           0x400000u, 0x3f800000u)
RDNA_FLOAT(f64, uint64_t, int64_t, RDNA_F64, denorm64_16, UINT64_MAX, UINT64_C(0x8000000000000000),
           UINT64_C(0x7ff0000000000000), UINT64_C(0x8000000000000), UINT64_C(0x3ff0000000000000))
#undef RDNA_FLOAT

/* f32. Rounding to nearest is inline, and free of branches on values, for loops over lanes. */

static inline uint32_t
rdna_add_f32(const struct rdna_mode *mode, uint32_t a, uint32_t b)
{
    if (mode->round32 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_soft_add(RDNA_F32, rdna_rules_of(mode, RDNA_F32), a, b);

    const uint32_t x = rdna_in_f32(mode, a);
    const uint32_t y = rdna_in_f32(mode, b);
    const uint32_t sum = base_bits_of_float(base_float_of_bits(x) + base_float_of_bits(y));
    return rdna_is_nan_f32(sum) ? rdna_nan_f32(x, y) : rdna_out_f32(mode, sum);
}

static inline uint32_t
rdna_sub_f32(const struct rdna_mode *mode, uint32_t a, uint32_t b)
{
    return rdna_add_f32(mode, a, rdna_neg_f32(b));
}

static inline uint32_t
rdna_mul_f32(const struct rdna_mode *mode, uint32_t a, uint32_t b)
{
    if (mode->round32 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_soft_mul(RDNA_F32, rdna_rules_of(mode, RDNA_F32), a, b);

    const uint32_t x = rdna_in_f32(mode, a);
    const uint32_t y = rdna_in_f32(mode, b);
    const uint32_t product = base_bits_of_float(base_float_of_bits(x) * base_float_of_bits(y));
    return rdna_is_nan_f32(product) ? rdna_nan_f32(x, y) : rdna_out_f32(mode, product);
}

/* x * y + z to nearest. The product is exact as a double. Rounding its sum again to float goes
 * wrong only from the middle of two floats, which the first rounding may have made: there the sum
 * is made odd, away from the middle. */
static inline float
rdna_fma_nearest(float x, float y, float z)
{
    const double product = (double)x * (double)y;
    const double addend = (double)z;
    const double sum = product + addend;
    uint64_t bits = base_bits_of_double(sum);

    /* The middles of denormals are elsewhere: 897 is the field of the least normal float. */
    if ((bits & 0x1fffffff) == 0x10000000 || (bits >> 52 & 0x7ff) < 897) {
        const double back = sum - product;
        const double error = (product - (sum - back)) + (addend - back);
        const uint64_t step = (uint64_t)(int64_t)((error > 0.0) - (error < 0.0));

        bits += bits & 1 ? 0 : sum < 0.0 ? 0 - step : step;
    }
    return (float)base_double_of_bits(bits);
}

static inline uint32_t
rdna_fma_f32(const struct rdna_mode *mode, uint32_t a, uint32_t b, uint32_t c)
{
    if (mode->round32 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_soft_fma(RDNA_F32, rdna_rules_of(mode, RDNA_F32), a, b, c);

    const uint32_t x = rdna_in_f32(mode, a);
    const uint32_t y = rdna_in_f32(mode, b);
    const uint32_t z = rdna_in_f32(mode, c);
    const uint32_t result = base_bits_of_float(
        rdna_fma_nearest(base_float_of_bits(x), base_float_of_bits(y), base_float_of_bits(z)));
    if (rdna_is_nan_f32(result))
        return rdna_nan_f32(rdna_is_nan_f32(x) ? x : y, z);
    return rdna_out_f32(mode, result);
}

/* The product is rounded, then the sum; denormals never live. */
static inline uint32_t
rdna_mad_f32(const struct rdna_mode *mode, uint32_t a, uint32_t b, uint32_t c)
{
    const struct rdna_mode flushing = rdna_mode_flushing_f32(mode);

    return rdna_add_f32(&flushing, rdna_mul_f32(&flushing, a, b), c);
}

/* 0 times anything is +0. */
static inline uint32_t
rdna_mul_legacy_f32(const struct rdna_mode *mode, uint32_t a, uint32_t b)
{
    if (rdna_is_zero_f32(rdna_in_f32(mode, a)) || rdna_is_zero_f32(rdna_in_f32(mode, b)))
        return 0;
    return rdna_mul_f32(mode, a, b);
}

static inline uint32_t
rdna_mad_legacy_f32(const struct rdna_mode *mode, uint32_t a, uint32_t b, uint32_t c)
{
    const struct rdna_mode flushing = rdna_mode_flushing_f32(mode);

    return rdna_add_f32(&flushing, rdna_mul_legacy_f32(&flushing, a, b), c);
}

static inline uint32_t
rdna_fma_legacy_f32(const struct rdna_mode *mode, uint32_t a, uint32_t b, uint32_t c)
{
    if (rdna_is_zero_f32(rdna_in_f32(mode, a)) || rdna_is_zero_f32(rdna_in_f32(mode, b)))
        return rdna_add_f32(mode, 0, c);
    return rdna_fma_f32(mode, a, b, c);
}

/* To an integer, as round says. The result has the operand's sign, -0 included. */
static inline uint32_t
rdna_integral_f32(const struct rdna_mode *mode, enum rdna_round round, uint32_t a)
{
    const uint32_t bits = rdna_in_f32(mode, a);
    const uint32_t sign = bits & 0x80000000;
    const float x = base_float_of_bits(bits);
    float whole;

    if (rdna_abs_f32(bits) >= 0x4b000000) /* 2^23: nothing is behind the point. */
        return rdna_is_nan_f32(bits) ? rdna_quiet_f32(bits) : bits;
    if (round == RDNA_ROUND_EVEN) {
        whole = base_float_of_bits(bits ^ sign) + 0x1p23f;
        return base_bits_of_float(whole - 0x1p23f) | sign;
    }
    whole = (float)(int32_t)x;
    if (round == RDNA_ROUND_DOWN)
        whole -= whole > x ? 1.0f : 0.0f;
    else if (round == RDNA_ROUND_UP)
        whole += whole < x ? 1.0f : 0.0f;
    return base_bits_of_float(whole) | sign;
}

/* Below 1 always: just under an integer the difference would round up to it. */
static inline uint32_t
rdna_fract_f32(const struct rdna_mode *mode, uint32_t a)
{
    const uint32_t floor = rdna_integral_f32(mode, RDNA_ROUND_DOWN, a);
    const uint32_t fract = rdna_sub_f32(mode, a, floor);

    return fract == 0x3f800000 ? 0x3f7fffff : fract;
}

/* f64. */

static inline uint64_t
rdna_add_f64(const struct rdna_mode *mode, uint64_t a, uint64_t b)
{
    if (mode->round64_16 != RDNA_ROUND_EVEN)
        return rdna_soft_add(RDNA_F64, rdna_rules_of(mode, RDNA_F64), a, b);

    const uint64_t x = rdna_in_f64(mode, a);
    const uint64_t y = rdna_in_f64(mode, b);
    const uint64_t sum = base_bits_of_double(base_double_of_bits(x) + base_double_of_bits(y));
    return rdna_is_nan_f64(sum) ? rdna_nan_f64(x, y) : rdna_out_f64(mode, sum);
}

static inline uint64_t
rdna_mul_f64(const struct rdna_mode *mode, uint64_t a, uint64_t b)
{
    if (mode->round64_16 != RDNA_ROUND_EVEN)
        return rdna_soft_mul(RDNA_F64, rdna_rules_of(mode, RDNA_F64), a, b);

    const uint64_t x = rdna_in_f64(mode, a);
    const uint64_t y = rdna_in_f64(mode, b);
    const uint64_t product = base_bits_of_double(base_double_of_bits(x) * base_double_of_bits(y));
    return rdna_is_nan_f64(product) ? rdna_nan_f64(x, y) : rdna_out_f64(mode, product);
}

static inline uint64_t
rdna_fma_f64(const struct rdna_mode *mode, uint64_t a, uint64_t b, uint64_t c)
{
    return rdna_soft_fma(RDNA_F64, rdna_rules_of(mode, RDNA_F64), a, b, c);
}

/* f16. Rounding twice, to float and then to half, is rounding once for sums and products of two
 * halves: a float has more than twice a half's bits. For a * b + c it takes a double. */

static inline float
rdna_float_of_half(uint32_t value)
{
    const uint32_t magnitude = value & 0x7fff;
    const float scaled = base_float_of_bits(magnitude << 13) * 0x1p112f;
    const uint32_t bits = base_bits_of_float(scaled) | (magnitude >= 0x7c00 ? 0x7f800000 : 0);

    return base_float_of_bits(bits | (value & 0x8000) << 16);
}

/* To nearest. value is not a NaN. */
static inline uint32_t
rdna_half_of_float(float value)
{
    const uint32_t bits = base_bits_of_float(value);
    const uint32_t magnitude = bits & 0x7fffffff;

    /* Adding 1/2 puts the last bit of the least half at the end of the float. */
    const uint32_t small = base_bits_of_float(base_float_of_bits(magnitude) + 0.5f) - 0x3f000000;
    const uint32_t odd = magnitude >> 13 & 1;
    const uint32_t normal = (magnitude - (112u << 23) + 0xfff + odd) >> 13;
    uint32_t half = magnitude < 0x38800000 ? small : normal;

    half = magnitude >= 0x477ff000 ? 0x7c00 : half; /* From 65520 on. */
    return half | (bits >> 16 & 0x8000);
}

/* To nearest: a float that is odd where it is not exact rounds again as the double would. */
static inline uint32_t
rdna_half_of_double(double value)
{
    const float near = (float)value;
    const double back = (double)near;
    uint32_t bits = base_bits_of_float(near);

    if (back != value) {
        const bool beyond = value < 0.0 ? back < value : back > value;
        bits = (bits - beyond) | 1;
    }
    return rdna_half_of_float(base_float_of_bits(bits));
}

static inline uint32_t
rdna_add_f16(const struct rdna_mode *mode, uint32_t a, uint32_t b)
{
    if (mode->round64_16 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_soft_add(RDNA_F16, rdna_rules_of(mode, RDNA_F16), a, b);

    const uint32_t x = rdna_in_f16(mode, a);
    const uint32_t y = rdna_in_f16(mode, b);
    const float sum = rdna_float_of_half(x) + rdna_float_of_half(y);
    return sum != sum ? rdna_nan_f16(x, y) : rdna_out_f16(mode, rdna_half_of_float(sum));
}

static inline uint32_t
rdna_mul_f16(const struct rdna_mode *mode, uint32_t a, uint32_t b)
{
    if (mode->round64_16 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_soft_mul(RDNA_F16, rdna_rules_of(mode, RDNA_F16), a, b);

    const uint32_t x = rdna_in_f16(mode, a);
    const uint32_t y = rdna_in_f16(mode, b);
    const float product = rdna_float_of_half(x) * rdna_float_of_half(y);
    return product != product ? rdna_nan_f16(x, y)
                              : rdna_out_f16(mode, rdna_half_of_float(product));
}

static inline uint32_t
rdna_fma_f16(const struct rdna_mode *mode, uint32_t a, uint32_t b, uint32_t c)
{
    if (mode->round64_16 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_soft_fma(RDNA_F16, rdna_rules_of(mode, RDNA_F16), a, b, c);

    const uint32_t x = rdna_in_f16(mode, a);
    const uint32_t y = rdna_in_f16(mode, b);
    const uint32_t z = rdna_in_f16(mode, c);
    const double product = (double)(rdna_float_of_half(x) * rdna_float_of_half(y)); /* Exact. */
    const double result = product + (double)rdna_float_of_half(z);
    if (result != result)
        return rdna_nan_f16(rdna_is_nan_f16(x) ? x : y, z);
    return rdna_out_f16(mode, rdna_half_of_double(result));
}

static inline uint32_t
rdna_sub_f16(const struct rdna_mode *mode, uint32_t a, uint32_t b)
{
    return rdna_add_f16(mode, a, rdna_neg_f16(b));
}

/* Conversions between formats, each side under its own rules. */

static inline uint32_t
rdna_f16_of_f32(const struct rdna_mode *mode, uint32_t value)
{
    const uint32_t x = rdna_in_f32(mode, value);

    if (mode->round64_16 != RDNA_ROUND_EVEN || rdna_is_nan_f32(x))
        return (uint32_t)rdna_soft_convert(RDNA_F16, rdna_rules_of(mode, RDNA_F16), RDNA_F32,
                                           mode->denorm32, x);
    return rdna_out_f16(mode, rdna_half_of_float(base_float_of_bits(x)));
}

static inline uint32_t
rdna_f32_of_f16(const struct rdna_mode *mode, uint32_t value)
{
    const float result = rdna_float_of_half(rdna_in_f16(mode, value));
    const uint32_t bits = base_bits_of_float(result);

    return rdna_is_nan_f32(bits) ? rdna_quiet_f32(bits) : bits;
}

/* number_convert.c */
uint32_t rdna_f32_of_f64(const struct rdna_mode *mode, uint64_t value);
uint64_t rdna_f64_of_f32(const struct rdna_mode *mode, uint32_t value);
/** Two halves, rounded toward zero; the first is the low one. */
uint32_t rdna_pkrtz_f16_f32(const struct rdna_mode *mode, uint32_t low, uint32_t high);

/** Of a value with the sign extended to 64 bits. */
static inline uint64_t
rdna_float_of_int(const struct rdna_mode *mode, enum rdna_format format, int64_t value)
{
    const uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    return rdna_soft_from_integer(format, rdna_rules_of(mode, format), value < 0, magnitude);
}

static inline uint32_t
rdna_f32_of_i32(const struct rdna_mode *mode, uint32_t value)
{
    if (mode->round32 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_float_of_int(mode, RDNA_F32, (int32_t)value);
    return base_bits_of_float((float)(int32_t)value);
}

static inline uint32_t
rdna_f32_of_u32(const struct rdna_mode *mode, uint32_t value)
{
    if (mode->round32 != RDNA_ROUND_EVEN)
        return (uint32_t)rdna_float_of_int(mode, RDNA_F32, value);
    return base_bits_of_float((float)value);
}

/** Toward zero, to least..most; 0 for a NaN. Both limits are exact as doubles. */
static inline int64_t
rdna_int_of_double(double value, int64_t least, int64_t most)
{
    if (!(value > (double)least)) /* Also a NaN. */
        return value == value ? least : 0;
    return value < (double)most ? (int64_t)value : most;
}

/* Denormals are no matter: they truncate to 0 either way. */
static inline double
rdna_double_of_f32(uint32_t value)
{
    return (double)base_float_of_bits(value);
}

static inline double
rdna_double_of_f16(uint32_t value)
{
    return (double)rdna_float_of_half(value);
}

/* number_special.c: not bound to the last bit by the architecture; here as near as a double of the
 * host's library gives, rounded to nearest. The f32 ones never see or make a denormal. */
uint32_t rdna_rcp_f32(uint32_t value);
uint32_t rdna_rsq_f32(uint32_t value);
uint32_t rdna_sqrt_f32(uint32_t value);
uint32_t rdna_log_f32(uint32_t value);
uint32_t rdna_exp_f32(uint32_t value);
uint32_t rdna_sin_f32(uint32_t turns);
uint32_t rdna_cos_f32(uint32_t turns);
uint32_t rdna_rcp_f16(const struct rdna_mode *mode, uint32_t value);
uint32_t rdna_rsq_f16(const struct rdna_mode *mode, uint32_t value);
uint32_t rdna_sqrt_f16(const struct rdna_mode *mode, uint32_t value);
uint32_t rdna_log_f16(const struct rdna_mode *mode, uint32_t value);
uint32_t rdna_exp_f16(const struct rdna_mode *mode, uint32_t value);
uint32_t rdna_sin_f16(const struct rdna_mode *mode, uint32_t turns);
uint32_t rdna_cos_f16(const struct rdna_mode *mode, uint32_t turns);
uint64_t rdna_rcp_f64(const struct rdna_mode *mode, uint64_t value);
uint64_t rdna_rsq_f64(const struct rdna_mode *mode, uint64_t value);
uint64_t rdna_sqrt_f64(const struct rdna_mode *mode, uint64_t value);

/* number_parts.c: parts of numbers, division's steps, cube faces, and packing. */
uint64_t rdna_frexp_mant(enum rdna_format format, uint8_t denorm, uint64_t value);
int32_t rdna_frexp_exp(enum rdna_format format, uint8_t denorm, uint64_t value);
uint64_t rdna_fract(enum rdna_format format, struct rdna_rules rules, uint64_t value);
/** *scale_back is the bit that div_fmas wants. value is the denominator or the numerator. */
uint64_t rdna_div_scale(enum rdna_format format, struct rdna_rules rules, uint64_t value,
                        uint64_t denominator, uint64_t numerator, bool *scale_back);
uint64_t rdna_div_fmas(enum rdna_format format, struct rdna_rules rules, uint64_t a, uint64_t b,
                       uint64_t c, bool scale_back);
uint64_t rdna_div_fixup(enum rdna_format format, struct rdna_rules rules, uint64_t quotient,
                        uint64_t denominator, uint64_t numerator);
/** 53 bits of 2 / pi for the reduction of value, the segment-th of them. */
uint64_t rdna_trig_preop_f64(uint64_t value, uint32_t segment);

/** The face, 0 to 5: +x -x +y -y +z -z. */
unsigned rdna_cube_face(const struct rdna_mode *mode, uint32_t x, uint32_t y, uint32_t z);
uint32_t rdna_cube_s(const struct rdna_mode *mode, uint32_t x, uint32_t y, uint32_t z);
uint32_t rdna_cube_t(const struct rdna_mode *mode, uint32_t x, uint32_t y, uint32_t z);
uint32_t rdna_cube_ma(const struct rdna_mode *mode, uint32_t x, uint32_t y, uint32_t z);

/** -1..1 to -32767..32767, and 0..1 to 0..65535, to nearest; 0 for a NaN. */
uint32_t rdna_snorm16(double value);
uint32_t rdna_unorm16(double value);

#endif
