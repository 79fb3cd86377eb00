/* SPDX-License-Identifier: MIT
 *
 * What the value column of ops.def is written in, and which types each class has. Included by
 * whatever compiles those expressions: folding and the interpreter.
 *
 * IR_EACH_<class>(X, ...) expands X(type name, C type, ...) for each type of the class; IR_TO_*
 * does the same for use inside of that, since a macro does not expand within itself. The C type is
 * what operands a, b and c have. Results are cast back to it; a bool result keeps its lowest bit
 * alone. f16 is computed as double, which has room for every sum and product of halves, so that
 * the result is rounded once.
 */
#ifndef IR_EVAL_H
#define IR_EVAL_H

#include "base/base.h"
#include "base/bits.h"

#include <math.h>

#define IR_EACH_FLOAT(X, ...)                                                                      \
    X(f16, double, __VA_ARGS__) X(f32, float, __VA_ARGS__) X(f64, double, __VA_ARGS__)
#define IR_EACH_UINT(X, ...)                                                                       \
    X(i8, uint8_t, __VA_ARGS__)                                                                    \
    X(i16, uint16_t, __VA_ARGS__) X(i32, uint32_t, __VA_ARGS__) X(i64, uint64_t, __VA_ARGS__)
#define IR_EACH_SINT(X, ...)                                                                       \
    X(i8, int8_t, __VA_ARGS__)                                                                     \
    X(i16, int16_t, __VA_ARGS__) X(i32, int32_t, __VA_ARGS__) X(i64, int64_t, __VA_ARGS__)
#define IR_TO_FLOAT(X, ...)                                                                        \
    X(f16, double, __VA_ARGS__) X(f32, float, __VA_ARGS__) X(f64, double, __VA_ARGS__)
#define IR_TO_UINT(X, ...)                                                                         \
    X(i8, uint8_t, __VA_ARGS__)                                                                    \
    X(i16, uint16_t, __VA_ARGS__) X(i32, uint32_t, __VA_ARGS__) X(i64, uint64_t, __VA_ARGS__)
#define IR_TO_SINT(X, ...)                                                                         \
    X(i8, int8_t, __VA_ARGS__)                                                                     \
    X(i16, int16_t, __VA_ARGS__) X(i32, int32_t, __VA_ARGS__) X(i64, int64_t, __VA_ARGS__)
#define IR_EACH_I32(X, ...) X(i32, uint32_t, __VA_ARGS__)
#define IR_TO_I32(X, ...) X(i32, int32_t, __VA_ARGS__)
#define IR_EACH_BITS(X, ...) X(bool, uint8_t, __VA_ARGS__) IR_EACH_UINT(X, __VA_ARGS__)

#define IR_BY_WIDTH(name, a) _Generic((a), double : name, default : name##f)

#define IR_FABS(a) IR_BY_WIDTH(fabs, a)(a)
/* Of the type in an ALU1 row. Nothing is less than it in size but zeroes and denormals. */
#define IR_LEAST_NORMAL(a)                                                                         \
    _Generic((a), double : IS_HALF ? 0x1p-14 : 0x1p-1022, default : 0x1p-126f)
#define IR_FLUSH(a) (IR_FABS(a) < IR_LEAST_NORMAL(a) ? 0 * (a) : (a))
#define IR_FLOOR(a) IR_BY_WIDTH(floor, a)(a)
#define IR_CEIL(a) IR_BY_WIDTH(ceil, a)(a)
#define IR_TRUNC(a) IR_BY_WIDTH(trunc, a)(a)
#define IR_ROUND_EVEN(a) IR_BY_WIDTH(rint, a)(a)
#define IR_SQRT(a) IR_BY_WIDTH(sqrt, a)(a)
#define IR_EXP2(a) IR_BY_WIDTH(exp2, a)(a)
#define IR_LOG2(a) IR_BY_WIDTH(log2, a)(a)
#define IR_SIN(a) IR_BY_WIDTH(sin, a)(a)
#define IR_COS(a) IR_BY_WIDTH(cos, a)(a)
#define IR_TAN(a) IR_BY_WIDTH(tan, a)(a)
#define IR_ASIN(a) IR_BY_WIDTH(asin, a)(a)
#define IR_ACOS(a) IR_BY_WIDTH(acos, a)(a)
#define IR_ATAN(a) IR_BY_WIDTH(atan, a)(a)
#define IR_SINH(a) IR_BY_WIDTH(sinh, a)(a)
#define IR_COSH(a) IR_BY_WIDTH(cosh, a)(a)
#define IR_TANH(a) IR_BY_WIDTH(tanh, a)(a)
#define IR_ASINH(a) IR_BY_WIDTH(asinh, a)(a)
#define IR_ACOSH(a) IR_BY_WIDTH(acosh, a)(a)
#define IR_ATANH(a) IR_BY_WIDTH(atanh, a)(a)
#define IR_EXP(a) IR_BY_WIDTH(exp, a)(a)
#define IR_LOG(a) IR_BY_WIDTH(log, a)(a)
#define IR_ATAN2(a, b) IR_BY_WIDTH(atan2, a)(a, b)
#define IR_LDEXP(a, b) IR_BY_WIDTH(ldexp, a)(a, ir_eval_exponent((double)(b)))
#define IR_FREXP_SIG(a) IR_BY_WIDTH(frexp, a)(a, &(int){0})
#define IR_FREXP_EXP(a) ir_eval_frexp_exp((double)(a))
#define IR_POW(a, b) IR_BY_WIDTH(pow, a)(a, b)
#define IR_FMA(a, b, c) IR_BY_WIDTH(fma, a)(a, b, c)
/* Of two zeroes either; of a NaN and a number the number. */
#define IR_FMIN(a, b) ((a) < (b) || (b) != (b) ? (a) : (b))
#define IR_FMAX(a, b) ((a) > (b) || (b) != (b) ? (a) : (b))

#define IR_NOT(a) (~(a))
/* 1u keeps narrow operands from becoming int, whose overflow is undefined. */
#define IR_MUL(a, b) (1u * (a) * (b))
#define IR_WIDTH(a) ((unsigned)(8 * sizeof(a)))
#define IR_SMUL_HI(a, b) ir_eval_smul_hi((int64_t)(a), (int64_t)(b), IR_WIDTH(a))
#define IR_UMUL_HI(a, b) ir_eval_umul_hi((uint64_t)(a), (uint64_t)(b), IR_WIDTH(a))
#define IR_SDIV(a, b) ((b) == 0 ? 0 : (b) == -1 ? ir_eval_neg(a) : (int64_t)(a) / (b))
#define IR_SREM(a, b) ((b) == 0 ? -1 : (b) == -1 ? 0 : (a) % (b))
#define IR_UDIV(a, b) ((b) == 0 ? UINT64_MAX : (uint64_t)((a) / (b)))
#define IR_UREM(a, b) ((b) == 0 ? UINT64_MAX : (uint64_t)((a) % (b)))
#define IR_SHL(a, b) ((1u * (a)) << ((b) & (IR_WIDTH(a) - 1)))
#define IR_SSHR(a, b) ((a) >> ((unsigned)(b) & (IR_WIDTH(a) - 1)))
#define IR_USHR(a, b) ((a) >> ((b) & (IR_WIDTH(a) - 1)))

#define IR_BIT_COUNT(a) ((uint32_t)__builtin_popcount(a))
#define IR_BIT_REVERSE(a) ir_eval_bit_reverse(a)
#define IR_FIND_LSB(a) ((a) ? (uint32_t)__builtin_ctz(a) : UINT32_MAX)
#define IR_FIND_UMSB(a) ((a) ? (uint32_t)(31 - __builtin_clz(a)) : UINT32_MAX)
#define IR_FIND_SMSB(a) IR_FIND_UMSB((a) >> 31 ? ~(a) : (a))

#define IR_FLOAT_TO_SINT(to, a) ir_eval_float_to_sint((double)(a), IR_WIDTH(to))
#define IR_FLOAT_TO_UINT(to, a) ir_eval_float_to_uint((double)(a), IR_WIDTH(to))

__extension__ typedef __int128 ir_eval_int128;
__extension__ typedef unsigned __int128 ir_eval_uint128;

/* Halves as they are computed. A NaN goes by its bits: converting would make it quiet. */
static inline double
ir_eval_double_of_half(uint16_t half)
{
    if ((half & 0x7fff) > 0x7c00)
        return base_double_of_bits((uint64_t)(half & 0x8000) << 48 | UINT64_C(0x7ff) << 52 |
                                   (uint64_t)(half & 0x3ff) << 42);
    return (double)base_half_to_float(half);
}

static inline uint16_t
ir_eval_half_of_double(double value)
{
    const uint64_t bits = base_bits_of_double(value);
    const uint64_t payload = bits >> 42 & 0x3ff;

    if (value != value)
        return (uint16_t)((bits >> 48 & 0x8000) | 0x7c00 | (payload ? payload : 0x200));
    return base_half_from_double(value);
}

static inline uint32_t
ir_eval_bit_reverse(uint32_t a)
{
    a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
    a = (a >> 8 & 0x00ff00ff) | (a & 0x00ff00ff) << 8;
    return a >> 16 | a << 16;
}

/* A whole number as an exponent; past these bounds every float has become zero or infinity. */
static inline int
ir_eval_exponent(double b)
{
    return b > 5000 ? 5000 : b > -5000 ? (int)b : b != b ? 0 : -5000;
}

static inline int
ir_eval_frexp_exp(double a)
{
    int exponent = 0;

    if (a - a == 0) /* Neither infinity nor NaN, for which frexp's is unspecified. */
        (void)frexp(a, &exponent);
    return exponent;
}

static inline int64_t
ir_eval_smul_hi(int64_t a, int64_t b, unsigned bits)
{
    if (bits == 64)
        return (int64_t)(((ir_eval_int128)a * b) >> 64);
    if (bits <= 16) /* GCC 12 vectorises the wider form as if it had no sign. */
        return ((int32_t)a * (int32_t)b) >> bits;
    return (a * b) >> bits;
}

static inline uint64_t
ir_eval_umul_hi(uint64_t a, uint64_t b, unsigned bits)
{
    if (bits == 64)
        return (uint64_t)(((ir_eval_uint128)a * b) >> 64);
    return (a * b) >> bits;
}

static inline int64_t
ir_eval_neg(int64_t a)
{
    return (int64_t)(0 - (uint64_t)a);
}

static inline int64_t
ir_eval_float_to_sint(double a, unsigned bits)
{
    const double limit = (double)(UINT64_C(1) << (bits - 1));
    const int64_t most = (int64_t)(UINT64_MAX >> (65 - bits));

    if (a >= limit)
        return most;
    if (a >= -limit)
        return (int64_t)a;
    return a != a ? 0 : -most - 1;
}

static inline uint64_t
ir_eval_float_to_uint(double a, unsigned bits)
{
    const double limit = 2.0 * (double)(UINT64_C(1) << (bits - 1));

    if (a >= limit)
        return UINT64_MAX >> (64 - bits);
    return a > -1 ? (uint64_t)(a > 0 ? a : 0) : 0;
}

#endif
