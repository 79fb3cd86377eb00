/* SPDX-License-Identifier: MIT */
#include "exact.h"
#include "wide.h"

#include <math.h>

/* Arithmetic, minima and conversions, from exact values. */

#define EXPECT(name)                                                                               \
    static bool name(const struct rdna_env *env, const struct vector_in *in, struct vector_out *out)

#define A in->v[0]
#define B in->v[1]
#define C in->v[2]
#define MODE &env->mode

static uint64_t
negated(enum rdna_format format, uint64_t bits)
{
    return bits ^ float_zero(format, true);
}

/* f32 denormals flushed whatever MODE says. */
static struct rdna_mode
flushing(const struct rdna_env *env)
{
    struct rdna_mode mode = env->mode;

    mode.denorm32 = 0;
    return mode;
}

static uint64_t
mul_legacy(const struct rdna_mode *mode, uint64_t a, uint64_t b)
{
    if (float_value(RDNA_F32, float_read(RDNA_F32, mode, a)) == 0 ||
        float_value(RDNA_F32, float_read(RDNA_F32, mode, b)) == 0)
        return 0;
    return expect_mul(RDNA_F32, mode, a, b);
}

static uint64_t
mad_of(const struct rdna_env *env, uint64_t a, uint64_t b, uint64_t c)
{
    const struct rdna_mode mode = flushing(env);

    return expect_add(RDNA_F32, &mode, expect_mul(RDNA_F32, &mode, a, b), c);
}

static uint64_t
mad_legacy_of(const struct rdna_env *env, uint64_t a, uint64_t b, uint64_t c)
{
    const struct rdna_mode mode = flushing(env);

    return expect_add(RDNA_F32, &mode, mul_legacy(&mode, a, b), c);
}

static uint64_t
fma_legacy_of(const struct rdna_env *env, uint64_t a, uint64_t b, uint64_t c)
{
    if (!mul_legacy(MODE, a, b) && (float_value(RDNA_F32, float_read(RDNA_F32, MODE, a)) == 0 ||
                                    float_value(RDNA_F32, float_read(RDNA_F32, MODE, b)) == 0))
        return expect_add(RDNA_F32, MODE, 0, c);
    return expect_fma(RDNA_F32, MODE, a, b, c);
}

static bool
is_signalling(enum rdna_format format, uint64_t bits)
{
    return float_is_nan(format, bits) &&
           !(bits & (float_nan(format) ^ float_infinity(format, false)));
}

/* One NaN loses, two are one; with IEEE a signalling one wins. -0 is below +0. */
static uint64_t
extreme(enum rdna_format format, const struct rdna_mode *mode, bool greatest, uint64_t a,
        uint64_t b)
{
    a = float_read(format, mode, a);
    b = float_read(format, mode, b);
    if (mode->ieee && (is_signalling(format, a) || is_signalling(format, b)))
        return float_nan(format);
    if (float_is_nan(format, a))
        return float_write(format, mode, b);
    if (float_is_nan(format, b))
        return float_write(format, mode, a);

    const long double x = float_value(format, a), y = float_value(format, b);
    const bool a_below = x < y || (x == y && float_sign(format, a));
    return float_write(format, mode, a_below != greatest ? a : b);
}

static uint64_t
extreme3(enum rdna_format format, const struct rdna_mode *mode, bool greatest, uint64_t a,
         uint64_t b, uint64_t c)
{
    return extreme(format, mode, greatest, extreme(format, mode, greatest, a, b), c);
}

/* A NaN in operand 2 gives the least in one reading and the greatest in another; which zero is the
 * middle one of zeros is told nowhere. */
static bool
middle(enum rdna_format format, const struct rdna_env *env, const struct vector_in *in,
       struct vector_out *out)
{
    uint64_t v[3];
    int zeros = 0, nans = 0;

    for (int i = 0; i < 3; i++) {
        v[i] = float_read(format, MODE, in->v[i]);
        zeros += float_value(format, v[i]) == 0;
        nans += float_is_nan(format, v[i]);
    }
    if (zeros > 1 || nans > 1 || float_is_nan(format, v[2]) ||
        (nans && (is_signalling(format, v[0]) || is_signalling(format, v[1]))))
        return false;
    if (nans) {
        const uint64_t other = float_is_nan(format, v[0]) ? v[1] : v[0];
        out->value = extreme(format, MODE, false, other, v[2]);
        return true;
    }
    for (int i = 0; i < 3; i++) {
        const long double x = float_value(format, v[i]);
        const long double y = float_value(format, v[(i + 1) % 3]);
        const long double z = float_value(format, v[(i + 2) % 3]);
        if ((y <= x && x <= z) || (z <= x && x <= y))
            out->value = float_write(format, MODE, v[i]);
    }
    return true;
}

#define BINARY(row, format, expression)                                                            \
    EXPECT(row##_expect)                                                                           \
    {                                                                                              \
        const enum rdna_format f = format;                                                         \
        (void)env, (void)f;                                                                        \
        out->value = expression;                                                                   \
        return true;                                                                               \
    }

BINARY(v_add_f16, RDNA_F16, expect_add(f, MODE, A, B))
BINARY(v_add_f32, RDNA_F32, expect_add(f, MODE, A, B))
BINARY(v_add_f64, RDNA_F64, expect_add(f, MODE, A, B))
BINARY(v_sub_f16, RDNA_F16, expect_add(f, MODE, A, negated(f, B)))
BINARY(v_sub_f32, RDNA_F32, expect_add(f, MODE, A, negated(f, B)))
BINARY(v_subrev_f16, RDNA_F16, expect_add(f, MODE, B, negated(f, A)))
BINARY(v_subrev_f32, RDNA_F32, expect_add(f, MODE, B, negated(f, A)))
BINARY(v_mul_f16, RDNA_F16, expect_mul(f, MODE, A, B))
BINARY(v_mul_f32, RDNA_F32, expect_mul(f, MODE, A, B))
BINARY(v_mul_f64, RDNA_F64, expect_mul(f, MODE, A, B))
BINARY(fma_f16, RDNA_F16, expect_fma(f, MODE, A, B, C))
BINARY(fma_f32, RDNA_F32, expect_fma(f, MODE, A, B, C))
BINARY(fma_f64, RDNA_F64, expect_fma(f, MODE, A, B, C))
BINARY(mad_f32, RDNA_F32, mad_of(env, A, B, C))
BINARY(mad_legacy, RDNA_F32, mad_legacy_of(env, A, B, C))
BINARY(fma_legacy, RDNA_F32, fma_legacy_of(env, A, B, C))
BINARY(v_mul_legacy_f32, RDNA_F32, mul_legacy(MODE, A, B))
BINARY(v_min_f16, RDNA_F16, extreme(f, MODE, false, A, B))
BINARY(v_min_f32, RDNA_F32, extreme(f, MODE, false, A, B))
BINARY(v_min_f64, RDNA_F64, extreme(f, MODE, false, A, B))
BINARY(v_max_f16, RDNA_F16, extreme(f, MODE, true, A, B))
BINARY(v_max_f32, RDNA_F32, extreme(f, MODE, true, A, B))
BINARY(v_max_f64, RDNA_F64, extreme(f, MODE, true, A, B))
BINARY(v_min3_f16, RDNA_F16, extreme3(f, MODE, false, A, B, C))
BINARY(v_min3_f32, RDNA_F32, extreme3(f, MODE, false, A, B, C))
BINARY(v_max3_f16, RDNA_F16, extreme3(f, MODE, true, A, B, C))
BINARY(v_max3_f32, RDNA_F32, extreme3(f, MODE, true, A, B, C))

EXPECT(v_med3_f16_expect) { return middle(RDNA_F16, env, in, out); }

EXPECT(v_med3_f32_expect) { return middle(RDNA_F32, env, in, out); }

/* Packed halves: each as the row of one. */
static void
each_half(bool (*one)(const struct rdna_env *, const struct vector_in *, struct vector_out *),
          const struct rdna_env *env, const struct vector_in *in, struct vector_out *out)
{
    struct vector_in half = {{A & 0xffff, B & 0xffff, C & 0xffff}, .bit = false};
    struct vector_out low, high;

    one(env, &half, &low);
    half = (struct vector_in){{A >> 16, B >> 16, C >> 16}, .bit = false};
    one(env, &half, &high);
    out->value = low.value | high.value << 16;
}

#define PACKED(row, one)                                                                           \
    EXPECT(row##_expect)                                                                           \
    {                                                                                              \
        each_half(one##_expect, env, in, out);                                                     \
        return true;                                                                               \
    }

PACKED(pk_fma_f16, fma_f16)
PACKED(v_pk_add_f16, v_add_f16)
PACKED(v_pk_mul_f16, v_mul_f16)
PACKED(v_pk_min_f16, v_min_f16)
PACKED(v_pk_max_f16, v_max_f16)

/* How the two sums of a dot product round is not written: only sums that are exact are. */
EXPECT(dot2_expect)
{
    const unsigned both = RDNA_KEEP_IN | RDNA_KEEP_OUT;
    long double sum = float_value(RDNA_F32, C);

    if (env->mode.denorm32 != both || env->mode.denorm64_16 != both)
        return false;
    for (int i = 0; i < 32; i += 16) {
        const long double product =
            float_value(RDNA_F16, A >> i & 0xffff) * float_value(RDNA_F16, B >> i & 0xffff);
        if (!(fabsl(product) < 0x1p40L) || (long double)(float)(sum + product) != sum + product)
            return false;
        sum += product;
    }
    if (sum == 0)
        return false;
    out->value = float_nearest(RDNA_F32, sum);
    return true;
}

/* Signs, halves and widths as the modifiers choose them. */
static uint64_t
mix_source(const struct rdna_env *env, const struct vector_in *in, int i)
{
    uint64_t value = in->v[i];

    if (env->op_sel_hi & 1 << i)
        value = expect_convert(RDNA_F32, 0, MODE, RDNA_F16,
                               env->op_sel & 1 << i ? value >> 16 : value & 0xffff);
    if (env->neg_hi & 1 << i)
        value &= 0x7fffffff;
    if (env->neg_lo & 1 << i)
        value = negated(RDNA_F32, value);
    return value;
}

EXPECT(v_fma_mix_f32_expect)
{
    out->value = expect_fma(RDNA_F32, MODE, mix_source(env, in, 0), mix_source(env, in, 1),
                            mix_source(env, in, 2));
    return true;
}

EXPECT(mix_f16_expect)
{
    v_fma_mix_f32_expect(env, in, out);
    out->value = expect_convert(RDNA_F16, env->mode.round64_16, MODE, RDNA_F32, out->value);
    return true;
}

/* Interpolation: vsrc, then the parameters. */
BINARY(interp_f32, RDNA_F32, expect_fma(f, MODE, B, A, C))

static uint64_t
widened(const struct rdna_env *env, uint64_t half)
{
    return expect_convert(RDNA_F32, 0, MODE, RDNA_F16, half);
}

BINARY(interp_p1_f16, RDNA_F32, expect_fma(f, MODE, widened(env, B), A, widened(env, C)))
BINARY(v_interp_p2_f16, RDNA_F32,
       expect_convert(RDNA_F16, env->mode.round64_16, MODE, f,
                      expect_fma(f, MODE, widened(env, B), A, C)))

/* Conversions between floats. */
BINARY(v_cvt_f16_f32, RDNA_F32, expect_convert(RDNA_F16, env->mode.round64_16, MODE, f, A))
BINARY(v_cvt_f32_f16, RDNA_F16, expect_convert(RDNA_F32, 0, MODE, f, A))
BINARY(v_cvt_f64_f32, RDNA_F32, expect_convert(RDNA_F64, 0, MODE, f, A))
BINARY(v_cvt_pkrtz_f16_f32, RDNA_F32,
       expect_convert(RDNA_F16, 3, MODE, f, A) | expect_convert(RDNA_F16, 3, MODE, f, B) << 16)

/* Whose rounding mode counts is not written: only where both are one. */
EXPECT(v_cvt_f32_f64_expect)
{
    out->value = expect_convert(RDNA_F32, env->mode.round32, MODE, RDNA_F64, A);
    return env->mode.round32 == env->mode.round64_16;
}

/* From integers. The exact value of an integer is that of its bits as a denormal f64, scaled. */
static uint64_t
float_of_integer(enum rdna_format format, unsigned round, wide value)
{
    struct exact exact = exact_of(RDNA_F64, (uint64_t)(value < 0 ? -value : value));

    exact.sign = value < 0;
    return exact_round(format, round, &exact, 1074);
}

BINARY(v_cvt_f32_i32, RDNA_F32, float_of_integer(f, env->mode.round32, S((wide)A, 32)))
BINARY(v_cvt_f32_u32, RDNA_F32, float_of_integer(f, env->mode.round32, (wide)A))
BINARY(v_cvt_f64_i32, RDNA_F64, float_of_integer(f, 0, S((wide)A, 32)))
BINARY(v_cvt_f64_u32, RDNA_F64, float_of_integer(f, 0, (wide)A))
BINARY(v_cvt_f16_u16, RDNA_F16, float_of_integer(f, env->mode.round64_16, U((wide)A, 16)))
BINARY(v_cvt_f16_i16, RDNA_F16, float_of_integer(f, env->mode.round64_16, S((wide)A, 16)))
BINARY(v_cvt_f32_ubyte0, RDNA_F32, float_of_integer(f, 0, byte_of((wide)A, 0)))
BINARY(v_cvt_f32_ubyte1, RDNA_F32, float_of_integer(f, 0, byte_of((wide)A, 1)))
BINARY(v_cvt_f32_ubyte2, RDNA_F32, float_of_integer(f, 0, byte_of((wide)A, 2)))
BINARY(v_cvt_f32_ubyte3, RDNA_F32, float_of_integer(f, 0, byte_of((wide)A, 3)))
BINARY(v_cvt_off_f32_i4, RDNA_F32, float_nearest(f, (long double)S((wide)A, 4) / 16))

/* To integers: whole is rounded as the row does. */
static uint64_t
integer_of(long double whole, wide least, wide most, int width)
{
    if (whole != whole)
        return 0;
    if (whole < (long double)least)
        return (uint64_t)U(least, width);
    return (uint64_t)U(whole > (long double)most ? most : (wide)whole, width);
}

#define LEAST32 -2147483648LL
#define MOST32 2147483647

BINARY(v_cvt_i32_f32, RDNA_F32, integer_of(truncl(float_value(f, A)), LEAST32, MOST32, 32))
BINARY(v_cvt_u32_f32, RDNA_F32, integer_of(truncl(float_value(f, A)), 0, UINT32_MAX, 32))
BINARY(v_cvt_i32_f64, RDNA_F64, integer_of(truncl(float_value(f, A)), LEAST32, MOST32, 32))
BINARY(v_cvt_u32_f64, RDNA_F64, integer_of(truncl(float_value(f, A)), 0, UINT32_MAX, 32))
BINARY(v_cvt_i16_f16, RDNA_F16, integer_of(truncl(float_value(f, A & 0xffff)), -32768, 32767, 16))
BINARY(v_cvt_u16_f16, RDNA_F16, integer_of(truncl(float_value(f, A & 0xffff)), 0, 65535, 16))
BINARY(v_cvt_flr_i32_f32, RDNA_F32,
       integer_of(floorl(float_value(f, float_read(f, MODE, A))), LEAST32, MOST32, 32))

/* Whether the sum is rounded before its floor is taken is not known: not where it would matter. */
EXPECT(v_cvt_rpi_i32_f32_expect)
{
    const long double value = float_value(RDNA_F32, A);

    (void)env;
    out->value = integer_of(floorl(value + 0.5L), LEAST32, MOST32, 32);
    return out->value ==
           integer_of(floorl((long double)((float)value + 0.5f)), LEAST32, MOST32, 32);
}

/* A fraction is cut off, or rounded to nearest: only where both are one. */
EXPECT(v_cvt_pk_u8_f32_expect)
{
    const long double value = float_value(RDNA_F32, A);
    const uint64_t byte = integer_of(truncl(value), 0, 255, 8);
    const int at = (int)(B % 4) * 8;

    (void)env;
    out->value = (C & ~(UINT64_C(0xff) << at)) | byte << at;
    return byte == integer_of(rintl(value), 0, 255, 8);
}

static uint64_t
snorm(enum rdna_format format, uint64_t bits)
{
    return integer_of(rintl(fmaxl(-1.0L, fminl(1.0L, float_value(format, bits))) * 32767.0L),
                      -32767, 32767, 16) *
           !float_is_nan(format, bits);
}

static uint64_t
unorm(enum rdna_format format, uint64_t bits)
{
    return integer_of(rintl(fmaxl(0.0L, fminl(1.0L, float_value(format, bits))) * 65535.0L), 0,
                      65535, 16) *
           !float_is_nan(format, bits);
}

BINARY(v_cvt_norm_i16_f16, RDNA_F16, snorm(f, A & 0xffff))
BINARY(v_cvt_norm_u16_f16, RDNA_F16, unorm(f, A & 0xffff))
BINARY(v_cvt_pknorm_i16_f16, RDNA_F16, snorm(f, A & 0xffff) | snorm(f, B & 0xffff) << 16)
BINARY(v_cvt_pknorm_u16_f16, RDNA_F16, unorm(f, A & 0xffff) | unorm(f, B & 0xffff) << 16)
BINARY(v_cvt_pknorm_i16_f32, RDNA_F32, snorm(f, A) | snorm(f, B) << 16)
BINARY(v_cvt_pknorm_u16_f32, RDNA_F32, unorm(f, A) | unorm(f, B) << 16)

/* What is not a good factor gives the least number. */
EXPECT(v_mullit_f32_expect)
{
    const long double b = float_value(RDNA_F32, B);
    const long double c = float_value(RDNA_F32, float_read(RDNA_F32, MODE, C));

    out->value = b > -0x1.fffffep127L && c > 0 ? mul_legacy(MODE, A, B) : 0xff7fffff;
    return true;
}

#define ROW(name, expect, values, match, settings)                                                 \
    {                                                                                              \
#name, values, match, settings, expect##_expect                                            \
    }
#define SAME(name, values, match, settings) ROW(name, name, values, match, settings)

static const struct oracle rows[] = {
    SAME(v_add_f16, "ee", MATCH_F16, SET_MODES),
    SAME(v_add_f32, "ff", MATCH_F32, SET_MODES),
    SAME(v_add_f64, "gg", MATCH_F64, SET_MODES),
    SAME(v_sub_f16, "ee", MATCH_F16, SET_MODES),
    SAME(v_sub_f32, "ff", MATCH_F32, SET_MODES),
    SAME(v_subrev_f16, "ee", MATCH_F16, SET_MODES),
    SAME(v_subrev_f32, "ff", MATCH_F32, SET_MODES),
    SAME(v_mul_f16, "ee", MATCH_F16, SET_MODES),
    SAME(v_mul_f32, "ff", MATCH_F32, SET_MODES),
    SAME(v_mul_f64, "gg", MATCH_F64, SET_MODES),
    SAME(v_mul_legacy_f32, "ff", MATCH_F32, SET_MODES),
    ROW(v_fma_f16, fma_f16, "eee", MATCH_F16, SET_MODES),
    ROW(v_fmac_f16, fma_f16, "eee", MATCH_F16, SET_MODES),
    ROW(v_fmamk_f16, fma_f16, "eee", MATCH_F16, SET_MODES),
    ROW(v_fmaak_f16, fma_f16, "eee", MATCH_F16, SET_MODES),
    ROW(v_fma_f32, fma_f32, "fff", MATCH_F32, SET_MODES),
    ROW(v_fmac_f32, fma_f32, "fff", MATCH_F32, SET_MODES),
    ROW(v_fmamk_f32, fma_f32, "fff", MATCH_F32, SET_MODES),
    ROW(v_fmaak_f32, fma_f32, "fff", MATCH_F32, SET_MODES),
    ROW(v_fma_f64, fma_f64, "ggg", MATCH_F64, SET_MODES),
    ROW(v_mad_f32, mad_f32, "fff", MATCH_F32, SET_MODES),
    ROW(v_mac_f32, mad_f32, "fff", MATCH_F32, SET_MODES),
    ROW(v_madmk_f32, mad_f32, "fff", MATCH_F32, SET_MODES),
    ROW(v_madak_f32, mad_f32, "fff", MATCH_F32, SET_MODES),
    ROW(v_mad_legacy_f32, mad_legacy, "fff", MATCH_F32, SET_MODES),
    ROW(v_mac_legacy_f32, mad_legacy, "fff", MATCH_F32, SET_MODES),
    ROW(v_fma_legacy_f32, fma_legacy, "fff", MATCH_F32, SET_MODES),
    ROW(v_fmac_legacy_f32, fma_legacy, "fff", MATCH_F32, SET_MODES),
    SAME(v_mullit_f32, "fff", MATCH_F32, SET_MODES),
    SAME(v_min_f16, "ee", MATCH_F16, SET_IEEE),
    SAME(v_min_f32, "ff", MATCH_F32, SET_IEEE),
    SAME(v_min_f64, "gg", MATCH_F64, SET_IEEE),
    SAME(v_max_f16, "ee", MATCH_F16, SET_IEEE),
    SAME(v_max_f32, "ff", MATCH_F32, SET_IEEE),
    SAME(v_max_f64, "gg", MATCH_F64, SET_IEEE),
    SAME(v_min3_f16, "eee", MATCH_F16, SET_IEEE),
    SAME(v_min3_f32, "fff", MATCH_F32, SET_IEEE),
    SAME(v_max3_f16, "eee", MATCH_F16, SET_IEEE),
    SAME(v_max3_f32, "fff", MATCH_F32, SET_IEEE),
    SAME(v_med3_f16, "eee", MATCH_F16, SET_IEEE),
    SAME(v_med3_f32, "fff", MATCH_F32, SET_IEEE),
    ROW(v_pk_fma_f16, pk_fma_f16, "ppp", MATCH_PK_F16, SET_MODES),
    ROW(v_pk_fmac_f16, pk_fma_f16, "ppp", MATCH_PK_F16, SET_MODES),
    SAME(v_pk_add_f16, "pp", MATCH_PK_F16, SET_MODES),
    SAME(v_pk_mul_f16, "pp", MATCH_PK_F16, SET_MODES),
    SAME(v_pk_min_f16, "pp", MATCH_PK_F16, SET_IEEE),
    SAME(v_pk_max_f16, "pp", MATCH_PK_F16, SET_IEEE),
    ROW(v_dot2_f32_f16, dot2, "ppf", MATCH_F32, SET_ONE),
    ROW(v_dot2c_f32_f16, dot2, "ppf", MATCH_F32, SET_ONE),
    SAME(v_fma_mix_f32, "fff", MATCH_F32, SET_MIX),
    ROW(v_fma_mixlo_f16, mix_f16, "fff", MATCH_F16, SET_MIX),
    ROW(v_fma_mixhi_f16, mix_f16, "fff", MATCH_F16, SET_MIX),
    ROW(v_interp_p1_f32, interp_f32, "fff", MATCH_F32, SET_ONE),
    ROW(v_interp_p2_f32, interp_f32, "fff", MATCH_F32, SET_ONE),
    ROW(v_interp_p1ll_f16, interp_p1_f16, "fee", MATCH_F32, SET_ONE),
    ROW(v_interp_p1lv_f16, interp_p1_f16, "fee", MATCH_F32, SET_ONE),
    SAME(v_interp_p2_f16, "fef", MATCH_F16, SET_ONE),
    SAME(v_cvt_f16_f32, "f", MATCH_F16, SET_MODES),
    SAME(v_cvt_f32_f16, "e", MATCH_F32, SET_MODES),
    SAME(v_cvt_f32_f64, "g", MATCH_F32, SET_MODES),
    SAME(v_cvt_f64_f32, "f", MATCH_F64, SET_MODES),
    SAME(v_cvt_pkrtz_f16_f32, "ff", MATCH_PK_F16, SET_MODES),
    SAME(v_cvt_f32_i32, "w", MATCH_BITS, SET_MODES),
    SAME(v_cvt_f32_u32, "w", MATCH_BITS, SET_MODES),
    SAME(v_cvt_f64_i32, "w", MATCH_BITS, SET_MODES),
    SAME(v_cvt_f64_u32, "w", MATCH_BITS, SET_MODES),
    SAME(v_cvt_f16_u16, "w", MATCH_BITS, SET_MODES),
    SAME(v_cvt_f16_i16, "w", MATCH_BITS, SET_MODES),
    SAME(v_cvt_f32_ubyte0, "c", MATCH_BITS, SET_ONE),
    SAME(v_cvt_f32_ubyte1, "c", MATCH_BITS, SET_ONE),
    SAME(v_cvt_f32_ubyte2, "c", MATCH_BITS, SET_ONE),
    SAME(v_cvt_f32_ubyte3, "c", MATCH_BITS, SET_ONE),
    SAME(v_cvt_off_f32_i4, "w", MATCH_BITS, SET_ONE),
    SAME(v_cvt_i32_f32, "f", MATCH_BITS, SET_DENORM),
    SAME(v_cvt_u32_f32, "f", MATCH_BITS, SET_DENORM),
    SAME(v_cvt_i32_f64, "g", MATCH_BITS, SET_DENORM),
    SAME(v_cvt_u32_f64, "g", MATCH_BITS, SET_DENORM),
    SAME(v_cvt_i16_f16, "e", MATCH_BITS, SET_DENORM),
    SAME(v_cvt_u16_f16, "e", MATCH_BITS, SET_DENORM),
    SAME(v_cvt_flr_i32_f32, "f", MATCH_BITS, SET_DENORM),
    SAME(v_cvt_rpi_i32_f32, "f", MATCH_BITS, SET_DENORM),
    SAME(v_cvt_pk_u8_f32, "fww", MATCH_BITS, SET_ONE),
    SAME(v_cvt_norm_i16_f16, "e", MATCH_BITS, SET_ONE),
    SAME(v_cvt_norm_u16_f16, "e", MATCH_BITS, SET_ONE),
    SAME(v_cvt_pknorm_i16_f16, "ee", MATCH_BITS, SET_ONE),
    SAME(v_cvt_pknorm_u16_f16, "ee", MATCH_BITS, SET_ONE),
    SAME(v_cvt_pknorm_i16_f32, "ff", MATCH_BITS, SET_ONE),
    SAME(v_cvt_pknorm_u16_f32, "ff", MATCH_BITS, SET_ONE),
};

const struct oracle_table oracle_float = {rows, sizeof(rows) / sizeof(rows[0])};
