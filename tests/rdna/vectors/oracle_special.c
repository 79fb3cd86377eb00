/* SPDX-License-Identifier: MIT */
#include "exact.h"
#include "wide.h"

#include <math.h>

/* Whole numbers, parts of numbers, special functions, cube faces and the steps of a division. */

#define EXPECT(name)                                                                               \
    static bool name(const struct rdna_env *env, const struct vector_in *in, struct vector_out *out)

#define A in->v[0]
#define B in->v[1]
#define C in->v[2]
#define MODE &env->mode

#define EXPECT_VALUE(row, format, expression)                                                      \
    EXPECT(row##_expect)                                                                           \
    {                                                                                              \
        const enum rdna_format f = format;                                                         \
        const long double x = float_value(f, float_read(f, MODE, A));                              \
        (void)x;                                                                                   \
        out->value = expression;                                                                   \
        return true;                                                                               \
    }

#define WHOLE(row, function)                                                                       \
    EXPECT_VALUE(v_##row##_f16, RDNA_F16, float_nearest(f, function(x)))                           \
    EXPECT_VALUE(v_##row##_f32, RDNA_F32, float_nearest(f, function(x)))                           \
    EXPECT_VALUE(v_##row##_f64, RDNA_F64, float_nearest(f, function(x)))
WHOLE(trunc, truncl)
WHOLE(floor, floorl)
WHOLE(ceil, ceill)
WHOLE(rndne, rintl)

/* x less its floor, the number below 1 where that rounds to 1. */
static uint64_t
fraction(enum rdna_format f, const struct rdna_mode *mode, uint64_t bits)
{
    const uint64_t one = float_nearest(f, 1.0L);
    const long double x = float_value(f, float_read(f, mode, bits));
    const uint64_t value = expect_add(f, mode, bits, float_nearest(f, -floorl(x)));

    return value == one ? one - 1 : value;
}

EXPECT_VALUE(v_fract_f16, RDNA_F16, fraction(f, MODE, A))
EXPECT_VALUE(v_fract_f32, RDNA_F32, fraction(f, MODE, A))
EXPECT_VALUE(v_fract_f64, RDNA_F64, fraction(f, MODE, A))

/* What these do with flushed denormals is not written: tried where they are kept. */
static long double
mantissa_of(long double x)
{
    int exponent;
    return frexpl(x, &exponent);
}

static uint64_t
exponent_of(long double x, int width)
{
    int exponent = 0;

    if (isfinite(x))
        frexpl(x, &exponent);
    return (uint64_t)U(exponent, width);
}

EXPECT_VALUE(v_frexp_mant_f16, RDNA_F16, float_nearest(f, mantissa_of(x)))
EXPECT_VALUE(v_frexp_mant_f32, RDNA_F32, float_nearest(f, mantissa_of(x)))
EXPECT_VALUE(v_frexp_mant_f64, RDNA_F64, float_nearest(f, mantissa_of(x)))
EXPECT_VALUE(v_frexp_exp_i16_f16, RDNA_F16, exponent_of(x, 16))
EXPECT_VALUE(v_frexp_exp_i32_f32, RDNA_F32, exponent_of(x, 32))
EXPECT_VALUE(v_frexp_exp_i32_f64, RDNA_F64, exponent_of(x, 32))

static uint64_t
scaled(enum rdna_format f, const struct rdna_mode *mode, uint64_t bits, wide exponent)
{
    bits = float_read(f, mode, bits);
    if (float_is_nan(f, bits))
        return float_nan(f);
    if (float_is_infinite(f, bits))
        return bits;

    const struct exact value = exact_of(f, bits);
    const int by = (int)limit(exponent, -6000, 6000);
    return float_write(f, mode, exact_round(f, mode_round(f, mode), &value, by));
}

EXPECT_VALUE(v_ldexp_f16, RDNA_F16, scaled(f, MODE, A, S((wide)B, 16)))
EXPECT_VALUE(v_ldexp_f32, RDNA_F32, scaled(f, MODE, A, S((wide)B, 32)))
EXPECT_VALUE(v_ldexp_f64, RDNA_F64, scaled(f, MODE, A, S((wide)B, 32)))

/* Special functions: within a unit in the last place. The f32 ones flush whatever MODE says. */
static long double
reciprocal(long double x)
{
    return 1.0L / x;
}

static long double
reciprocal_root(long double x)
{
    return 1.0L / sqrtl(x);
}

/* Whole quarters of a turn are exact. */
static long double
circular(long double turns, int quarters)
{
    static const long double exact[] = {0.0L, 1.0L, 0.0L, -1.0L};
    const long double rest = fmodl(turns * 4.0L, 4.0L);
    const long double angle = rest * 1.57079632679489661923132169163975144L;

    if (rest == rintl(rest))
        return exact[((int)rest + quarters) & 3];
    return quarters ? cosl(angle) : sinl(angle);
}

static long double
sine(long double turns)
{
    return circular(turns, 0);
}

static long double
cosine(long double turns)
{
    return circular(turns, 1);
}

static const struct rdna_mode flushing = {0};

static uint64_t
apply(enum rdna_format f, const struct rdna_mode *mode, long double (*function)(long double),
      uint64_t bits)
{
    const long double x = float_value(f, float_read(f, mode, bits));

    return float_write(f, mode, float_nearest(f, function(x)));
}

#define SPECIAL(row, function)                                                                     \
    EXPECT_VALUE(v_##row##_f32, RDNA_F32, apply(f, &flushing, function, A))                        \
    EXPECT_VALUE(v_##row##_f16, RDNA_F16, apply(f, MODE, function, A))
SPECIAL(rcp, reciprocal)
SPECIAL(rsq, reciprocal_root)
SPECIAL(sqrt, sqrtl)
SPECIAL(log, log2l)
SPECIAL(exp, exp2l)
EXPECT_VALUE(v_rcp_f64, RDNA_F64, apply(f, MODE, reciprocal, A))
EXPECT_VALUE(v_rsq_f64, RDNA_F64, apply(f, MODE, reciprocal_root, A))
EXPECT_VALUE(v_sqrt_f64, RDNA_F64, apply(f, MODE, sqrtl, A))

/* Past 256 turns readings differ, but for whole turns: 0 and 1 in both. */
#define CIRCULAR(row, format, mode, function)                                                      \
    EXPECT(row##_expect)                                                                           \
    {                                                                                              \
        const long double x = float_value(format, float_read(format, mode, A));                    \
                                                                                                   \
        (void)env;                                                                                 \
        out->value = apply(format, mode, function, A);                                             \
        return !(fabsl(x) > 256.0L) || isinf(x) || x == rintl(x);                                  \
    }
CIRCULAR(v_sin_f32, RDNA_F32, &flushing, sine)
CIRCULAR(v_cos_f32, RDNA_F32, &flushing, cosine)
CIRCULAR(v_sin_f16, RDNA_F16, MODE, sine)
CIRCULAR(v_cos_f16, RDNA_F16, MODE, cosine)

/* Cube faces: x, y, z by their magnitudes. With a NaN no order is written. */
static bool
cube_axis(const struct vector_in *in, int *axis, bool *negative)
{
    long double v[3];

    for (int i = 0; i < 3; i++) {
        v[i] = float_value(RDNA_F32, in->v[i]);
        if (v[i] != v[i])
            return false;
    }
    *axis = 2;
    for (int i = 1; i >= 0; i--)
        if (fabsl(v[i]) > fabsl(v[*axis]))
            *axis = i;
    *negative = v[*axis] < 0;
    return true;
}

#define CUBE(row, expression)                                                                      \
    EXPECT(row##_expect)                                                                           \
    {                                                                                              \
        const long double x = float_value(RDNA_F32, A);                                            \
        const long double y = float_value(RDNA_F32, B);                                            \
        const long double z = float_value(RDNA_F32, C);                                            \
        const long double v[3] = {x, y, z};                                                        \
        int axis;                                                                                  \
        bool negative;                                                                             \
                                                                                                   \
        (void)env, (void)v;                                                                        \
        if (!cube_axis(in, &axis, &negative))                                                      \
            return false;                                                                          \
        out->value = float_nearest(RDNA_F32, expression);                                          \
        return true;                                                                               \
    }
CUBE(v_cubeid_f32, 2.0L * axis + negative)
CUBE(v_cubema_f32, 2.0L * v[axis])
CUBE(v_cubesc_f32, axis == 0 ? (negative ? z : -z) : axis == 2 && negative ? -x : x)
CUBE(v_cubetc_f32, axis == 1 ? (negative ? -z : z) : -y)

/* Where nothing is near a limit, operands are not scaled. The rest is tried by whole divisions. */
static bool
unscaled(enum rdna_format f, const struct vector_in *in, struct vector_out *out)
{
    const long double d = fabsl(float_value(f, B)), n = fabsl(float_value(f, C));
    const long double least = f == RDNA_F32 ? 0x1p-60L : 0x1p-500L;

    out->value = A;
    out->second = false;
    if (d == 0 || n == 0) {
        out->value = float_nan(f);
        return true;
    }
    return d > least && d < 1 / least && n > least && n < 1 / least && n / d < 0x1p90L;
}

/* The first operand is one of the other two. */
EXPECT(v_div_scale_f32_expect)
{
    (void)env;
    return (A == B || A == C) && unscaled(RDNA_F32, in, out);
}

EXPECT(v_div_scale_f64_expect)
{
    (void)env;
    return (A == B || A == C) && unscaled(RDNA_F64, in, out);
}

EXPECT(v_div_fmas_f32_expect)
{
    out->value = expect_fma(RDNA_F32, MODE, A, B, C);
    return !in->bit;
}

EXPECT(v_div_fmas_f64_expect)
{
    out->value = expect_fma(RDNA_F64, MODE, A, B, C);
    return !in->bit;
}

/* What division of these gives, and else the quotient with the right sign. Quotients far out of
 * range, and quotients that are none, are tried by whole divisions. */
static bool
fixed_up(enum rdna_format f, const struct vector_in *in, struct vector_out *out)
{
    const long double q = float_value(f, A), d = float_value(f, B), n = float_value(f, C);
    const bool sign = signbit(n / d);
    const long double least[] = {0x1p-24L, 0x1p-148L, 0x1p-1073L};

    if (n != n || d != d || n / d != n / d) {
        out->value = float_nan(f);
        return true;
    }
    if (d == 0 || n == 0 || isinf(d) || isinf(n)) {
        out->value = float_nearest(f, n / d);
        return true;
    }
    out->value = float_nearest(f, sign ? -fabsl(q) : fabsl(q));
    return q == q && fabsl(n / d) >= least[f];
}

EXPECT(v_div_fixup_f16_expect)
{
    (void)env;
    const struct vector_in half = {{A & 0xffff, B & 0xffff, C & 0xffff}, .bit = false};
    return fixed_up(RDNA_F16, &half, out);
}

EXPECT(v_div_fixup_f32_expect)
{
    (void)env;
    return fixed_up(RDNA_F32, in, out);
}

EXPECT(v_div_fixup_f64_expect)
{
    (void)env;
    return fixed_up(RDNA_F64, in, out);
}

/* 53 digits of 2 / pi from the segment's first on, those that make whole turns of a large operand
 * left out; nothing where the digits end. */
EXPECT(v_trig_preop_f64_expect)
{
    static const char digits[] =
        "a2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea"
        "09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b"
        "1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f7"
        "8a5292ea6bfb5fb11f8d5d0856033046";
    const int exponent = (int)(A >> 52 & 0x7ff);
    const int first = (int)(B % 32) * 53 + (exponent > 1077 ? exponent - 1077 : 0);
    long double value = 0;

    (void)env;
    if (float_is_nan(RDNA_F64, A)) {
        out->value = float_nan(RDNA_F64);
        return true;
    }
    out->value = 0;
    if (first / 32 + 2 >= 37)
        return true;
    for (int i = first; i < first + 53; i++) {
        const char digit = digits[i / 4];
        const int four = digit <= '9' ? digit - '0' : digit - 'a' + 10;
        value = value * 2 + (four >> (3 - i % 4) & 1);
    }
    out->value = float_nearest(RDNA_F64, ldexpl(value, (exponent >= 1968 ? 128 : 0) - first - 53));
    return true;
}

#define ROW(name, values, match, settings)                                                         \
    {                                                                                              \
#name, values, match, settings, name##_expect                                              \
    }

static const struct oracle rows[] = {
    ROW(v_trunc_f16, "e", MATCH_F16, SET_DENORM),
    ROW(v_trunc_f32, "f", MATCH_F32, SET_DENORM),
    ROW(v_trunc_f64, "g", MATCH_F64, SET_DENORM),
    ROW(v_floor_f16, "e", MATCH_F16, SET_DENORM),
    ROW(v_floor_f32, "f", MATCH_F32, SET_DENORM),
    ROW(v_floor_f64, "g", MATCH_F64, SET_DENORM),
    ROW(v_ceil_f16, "e", MATCH_F16, SET_DENORM),
    ROW(v_ceil_f32, "f", MATCH_F32, SET_DENORM),
    ROW(v_ceil_f64, "g", MATCH_F64, SET_DENORM),
    ROW(v_rndne_f16, "e", MATCH_F16, SET_DENORM),
    ROW(v_rndne_f32, "f", MATCH_F32, SET_DENORM),
    ROW(v_rndne_f64, "g", MATCH_F64, SET_DENORM),
    ROW(v_fract_f16, "e", MATCH_F16, SET_MODES),
    ROW(v_fract_f32, "f", MATCH_F32, SET_MODES),
    ROW(v_fract_f64, "g", MATCH_F64, SET_MODES),
    ROW(v_frexp_mant_f16, "e", MATCH_F16, SET_ONE),
    ROW(v_frexp_mant_f32, "f", MATCH_F32, SET_ONE),
    ROW(v_frexp_mant_f64, "g", MATCH_F64, SET_ONE),
    ROW(v_frexp_exp_i16_f16, "e", MATCH_BITS, SET_ONE),
    ROW(v_frexp_exp_i32_f32, "f", MATCH_BITS, SET_ONE),
    ROW(v_frexp_exp_i32_f64, "g", MATCH_BITS, SET_ONE),
    ROW(v_ldexp_f16, "ex", MATCH_F16, SET_MODES),
    ROW(v_ldexp_f32, "fx", MATCH_F32, SET_MODES),
    ROW(v_ldexp_f64, "gx", MATCH_F64, SET_MODES),
    ROW(v_rcp_f16, "e", MATCH_ULP16, SET_DENORM),
    ROW(v_rcp_f32, "f", MATCH_ULP32, SET_DENORM),
    {"v_rcp_iflag_f32", "f", MATCH_ULP32, SET_DENORM, v_rcp_f32_expect},
    ROW(v_rcp_f64, "g", MATCH_ULP64, SET_DENORM),
    ROW(v_rsq_f16, "e", MATCH_ULP16, SET_DENORM),
    ROW(v_rsq_f32, "f", MATCH_ULP32, SET_DENORM),
    ROW(v_rsq_f64, "g", MATCH_ULP64, SET_DENORM),
    ROW(v_sqrt_f16, "e", MATCH_ULP16, SET_DENORM),
    ROW(v_sqrt_f32, "f", MATCH_ULP32, SET_DENORM),
    ROW(v_sqrt_f64, "g", MATCH_ULP64, SET_DENORM),
    ROW(v_log_f16, "e", MATCH_ULP16, SET_DENORM),
    ROW(v_log_f32, "f", MATCH_ULP32, SET_DENORM),
    ROW(v_exp_f16, "e", MATCH_ULP16, SET_DENORM),
    ROW(v_exp_f32, "f", MATCH_ULP32, SET_DENORM),
    ROW(v_sin_f16, "e", MATCH_ULP16, SET_DENORM),
    ROW(v_sin_f32, "f", MATCH_ULP32, SET_DENORM),
    ROW(v_cos_f16, "e", MATCH_ULP16, SET_DENORM),
    ROW(v_cos_f32, "f", MATCH_ULP32, SET_DENORM),
    ROW(v_cubeid_f32, "fff", MATCH_F32, SET_ONE),
    ROW(v_cubesc_f32, "fff", MATCH_F32, SET_ONE),
    ROW(v_cubetc_f32, "fff", MATCH_F32, SET_ONE),
    ROW(v_cubema_f32, "fff", MATCH_F32, SET_ONE),
    ROW(v_div_scale_f32, "fff", MATCH_F32, SET_ONE),
    ROW(v_div_scale_f64, "ggg", MATCH_F64, SET_ONE),
    ROW(v_div_fmas_f32, "fff", MATCH_F32, SET_MODES),
    ROW(v_div_fmas_f64, "ggg", MATCH_F64, SET_MODES),
    ROW(v_div_fixup_f16, "eee", MATCH_F16, SET_ONE),
    ROW(v_div_fixup_f32, "fff", MATCH_F32, SET_ONE),
    ROW(v_div_fixup_f64, "ggg", MATCH_F64, SET_ONE),
    ROW(v_trig_preop_f64, "gw", MATCH_F64, SET_ONE),
};

const struct oracle_table oracle_special = {rows, sizeof(rows) / sizeof(rows[0])};
