/* SPDX-License-Identifier: MIT
 *
 * The families that mix components: one result for all of them, or a formula for each.
 */
#include "tgsi/tgsi_priv.h"

#include "base/bits.h"

enum { X, Y, Z, W };

static ir_ref
number(struct tgsi_lowering *l, float value)
{
    return ir_build_f32(&l->b, value);
}

static bool
writes(const struct tgsi_lowering *l, unsigned c)
{
    return l->mask & 1u << c;
}

/* ---- sums of products ---- */

/* Component c of source i times component d of source j. */
static ir_ref
product(struct tgsi_lowering *l, unsigned i, unsigned c, unsigned j, unsigned d)
{
    const ir_ref x = tgsi_lower_src(l, i, c);
    const ir_ref y = tgsi_lower_src(l, j, d);

    return tgsi_lower_multiply(l, x, y);
}

/* Of the first count components of two sources, from left to right. */
static ir_ref
dot(struct tgsi_lowering *l, unsigned i, unsigned j, unsigned count)
{
    struct ir_builder *b = &l->b;
    ir_ref sum = product(l, i, X, j, X);

    for (unsigned c = 1; c < count; c++)
        sum = ir_build_fadd(b, sum, product(l, i, c, j, c));
    return sum;
}

void
tgsi_lower_dot(struct tgsi_lowering *l)
{
    ir_ref sum = 0;

    switch ((unsigned)l->inst->op) {
    case tgsi_op_DP2:
        sum = dot(l, 0, 1, 2);
        break;
    case tgsi_op_DP2A:
        sum = dot(l, 0, 1, 2);
        sum = ir_build_fadd(&l->b, sum, tgsi_lower_src(l, 2, X));
        break;
    case tgsi_op_DP3:
        sum = dot(l, 0, 1, 3);
        break;
    case tgsi_op_DP4:
        sum = dot(l, 0, 1, 4);
        break;
    case tgsi_op_DPH:
        sum = dot(l, 0, 1, 3);
        sum = ir_build_fadd(&l->b, sum, tgsi_lower_src(l, 1, W));
        break;
    }
    tgsi_lower_write_all(l, sum);
}

/* ---- powers ---- */

/* x to the power y as C has it, of an x that is not negative. Hosts leave open what 0 to the power
 * 0 or less is, and have an infinite or NaN power of 1 go wrong. */
static ir_ref
power(struct tgsi_lowering *l, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &l->b;
    const ir_ref zero = number(l, 0.0f), one = number(l, 1.0f);
    const ir_ref infinity = number(l, base_float_of_bits(0x7f800000));
    const ir_ref not_below = ir_build_select(b, ir_build_flt(b, zero, y), zero, y);
    const ir_ref of_zero = ir_build_select(b, ir_build_flt(b, y, zero), infinity, not_below);
    const ir_ref of_more = ir_build_fpow(b, x, y);
    const ir_ref any = ir_build_select(b, ir_build_feq(b, x, zero), of_zero, of_more);
    const ir_ref is_plain = ir_build_feq(b, y, zero);
    const ir_ref is_one = ir_build_ior(b, is_plain, ir_build_feq(b, x, one));

    return ir_build_select(b, is_one, one, any);
}

/* The same of any x: of a negative one the result takes its sign from an odd y, and is a NaN where
 * y is no integer, but that of minus infinity. */
static ir_ref
signed_power(struct tgsi_lowering *l, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &l->b;
    const ir_ref magnitude = power(l, ir_build_fabs(b, x), y);
    const ir_ref half = ir_build_fmul(b, y, number(l, 0.5f));
    const ir_ref is_integer = ir_build_feq(b, y, ir_build_ftrunc(b, y));
    const ir_ref is_odd =
        ir_build_iand(b, is_integer, ir_build_fne(b, half, ir_build_ftrunc(b, half)));
    const ir_ref has_sign =
        ir_build_ilt(b, ir_build_bitcast(b, ir_type_i32, x), ir_build_i32(b, 0));
    const ir_ref is_finite = ir_build_flt(b, number(l, base_float_of_bits(0xff800000)), x);
    const ir_ref is_below = ir_build_flt(b, x, number(l, 0.0f));
    const ir_ref is_fraction = ir_build_inot(b, is_integer);
    const ir_ref is_nan = ir_build_iand(b, ir_build_iand(b, is_below, is_finite), is_fraction);
    const ir_ref negative = ir_build_fneg(b, magnitude);
    const ir_ref value =
        ir_build_select(b, ir_build_iand(b, has_sign, is_odd), negative, magnitude);

    return ir_build_select(b, is_nan, number(l, base_float_of_bits(0x7fc00000)), value);
}

/* ---- packing ---- */

/* count fields of a word, from the components' values between -1 or 0 and 1, as integers of so many
 * steps from 0 to 1. */
static ir_ref
pack(struct tgsi_lowering *l, unsigned count, float steps, bool is_signed)
{
    struct ir_builder *b = &l->b;
    const unsigned bits = 32 / count;
    ir_ref packed = ir_build_i32(b, 0);

    for (unsigned c = 0; c < count; c++) {
        ir_ref value = tgsi_lower_src(l, 0, c);

        value = is_signed ? tgsi_lower_clamp(l, value, number(l, -1.0f), number(l, 1.0f))
                          : ir_build_fsat(b, value);
        value = ir_build_fround_even(b, ir_build_fmul(b, value, number(l, steps)));
        value = ir_build_iand(b, ir_build_f2i(b, ir_type_i32, value),
                              ir_build_i32(b, (1u << bits) - 1));
        packed = ir_build_ior(b, packed, ir_build_ishl(b, value, ir_build_i32(b, bits * c)));
    }
    return packed;
}

/* The reverse: field c of x's word. */
static ir_ref
unpack(struct tgsi_lowering *l, unsigned c, unsigned count, float steps, bool is_signed)
{
    struct ir_builder *b = &l->b;
    const unsigned bits = 32 / count;
    const ir_ref word =
        ir_build_ishl(b, tgsi_lower_src(l, 0, X), ir_build_i32(b, 32 - bits * (c % count + 1)));
    const ir_ref down = ir_build_i32(b, 32 - bits);

    if (!is_signed)
        return ir_build_fdiv(b, ir_build_u2f(b, ir_type_f32, ir_build_ushr(b, word, down)),
                             number(l, steps));
    const ir_ref value = ir_build_fdiv(
        b, ir_build_i2f(b, ir_type_f32, ir_build_ishr(b, word, down)), number(l, steps));
    return tgsi_lower_clamp(l, value, number(l, -1.0f), number(l, 1.0f));
}

/* A half float's bits, to nearest even. Below the least normal half, adding 0.5 leaves a float
 * whose last place is that of denormal halves; above, carries run into the exponent. */
static ir_ref
half_of_float(struct tgsi_lowering *l, ir_ref value)
{
    struct ir_builder *b = &l->b;
    const ir_ref bits = ir_build_bitcast(b, ir_type_i32, value);
    const ir_ref size = ir_build_iand(b, bits, ir_build_i32(b, 0x7fffffff));
    const ir_ref sign =
        ir_build_iand(b, ir_build_ushr(b, bits, ir_build_i32(b, 16)), ir_build_i32(b, 0x8000));
    const ir_ref is_odd =
        ir_build_iand(b, ir_build_ushr(b, size, ir_build_i32(b, 13)), ir_build_i32(b, 1));
    const ir_ref raised =
        ir_build_iadd(b, ir_build_iadd(b, size, is_odd), ir_build_i32(b, 0xfff - (112u << 23)));
    const ir_ref sum = ir_build_fadd(b, ir_build_bitcast(b, ir_type_f32, size), number(l, 0.5f));
    const ir_ref small =
        ir_build_isub(b, ir_build_bitcast(b, ir_type_i32, sum), ir_build_i32(b, 0x3f000000));
    ir_ref half = ir_build_ushr(b, raised, ir_build_i32(b, 13));

    half = ir_build_select(b, ir_build_ult(b, size, ir_build_i32(b, 113u << 23)), small, half);
    half = ir_build_select(b, ir_build_ult(b, size, ir_build_i32(b, 0x477ff000)), half,
                           ir_build_i32(b, 0x7c00));
    half = ir_build_select(b, ir_build_ult(b, ir_build_i32(b, 0x7f800000), size),
                           ir_build_i32(b, 0x7e00), half);
    return ir_build_ior(b, half, sign);
}

/* The reverse: the exponent's bias changes by 112, that of infinities and NaNs once more. */
static ir_ref
float_of_half(struct tgsi_lowering *l, unsigned c)
{
    struct ir_builder *b = &l->b;
    const ir_ref word = ir_build_ushr(b, tgsi_lower_src(l, 0, X), ir_build_i32(b, 16 * (c & 1)));
    const ir_ref sign =
        ir_build_ishl(b, ir_build_iand(b, word, ir_build_i32(b, 0x8000)), ir_build_i32(b, 16));
    const ir_ref size = ir_build_iand(b, word, ir_build_i32(b, 0x7fff));
    const ir_ref whole =
        ir_build_iadd(b, ir_build_ishl(b, size, ir_build_i32(b, 13)), ir_build_i32(b, 112u << 23));
    const ir_ref special = ir_build_iadd(b, whole, ir_build_i32(b, 112u << 23));
    const ir_ref small = ir_build_bitcast(
        b, ir_type_i32, ir_build_fmul(b, ir_build_u2f(b, ir_type_f32, size), number(l, 0x1p-24f)));
    ir_ref bits = ir_build_select(b, ir_build_ult(b, size, ir_build_i32(b, 0x400)), small, whole);

    bits = ir_build_select(b, ir_build_ult(b, size, ir_build_i32(b, 0x7c00)), bits, special);
    return ir_build_bitcast(b, ir_type_f32, ir_build_ior(b, bits, sign));
}

static ir_ref
pack_halves(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref low = half_of_float(l, tgsi_lower_src(l, 0, X));
    const ir_ref high = half_of_float(l, tgsi_lower_src(l, 0, Y));

    return ir_build_ior(b, low, ir_build_ishl(b, high, ir_build_i32(b, 16)));
}

/* ---- one result for all components ---- */

/* 1 / x, kept away from 0 and from infinity on the side of its sign. */
static ir_ref
rcc(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const float least = 5.42101e-20f, most = 1.884467e+19f;
    const ir_ref r = ir_build_fdiv(b, number(l, 1.0f), tgsi_lower_src(l, 0, X));

    const ir_ref above = tgsi_lower_clamp(l, r, number(l, least), number(l, most));
    const ir_ref below = tgsi_lower_clamp(l, r, number(l, -most), number(l, -least));

    return ir_build_select(b, ir_build_flt(b, number(l, 0.0f), r), above, below);
}

void
tgsi_lower_special(struct tgsi_lowering *l)
{
    ir_ref value = 0;

    switch ((unsigned)l->inst->op) {
    case tgsi_op_PK2H:
        value = pack_halves(l);
        break;
    case tgsi_op_PK2US:
        value = pack(l, 2, 65535.0f, false);
        break;
    case tgsi_op_PK4B:
        value = pack(l, 4, 127.0f, true);
        break;
    case tgsi_op_PK4UB:
        value = pack(l, 4, 255.0f, false);
        break;
    case tgsi_op_POW:
        value = tgsi_lower_src(l, 0, X);
        value = signed_power(l, value, tgsi_lower_src(l, 1, X));
        break;
    case tgsi_op_RCC:
        value = rcc(l);
        break;
    case tgsi_op_RCP:
        value = ir_build_fdiv(&l->b, number(l, 1.0f), tgsi_lower_src(l, 0, X));
        break;
    case tgsi_op_SFL:
        value = number(l, 0.0f);
        break;
    case tgsi_op_STR:
        value = number(l, 1.0f);
        break;
    }
    tgsi_lower_write_all(l, value);
}

/* ---- a formula for each component ---- */

/* x and z receive x + z, y and w receive y + w, of integers. */
static ir_ref
ara(struct tgsi_lowering *l, unsigned c)
{
    const ir_ref own = tgsi_lower_src(l, 0, c);

    return ir_build_iadd(&l->b, own, tgsi_lower_src(l, 0, c ^ 2));
}

static ir_ref
dst(struct tgsi_lowering *l, unsigned c)
{
    switch (c) {
    case Y:
        return product(l, 0, Y, 1, Y);
    case Z:
        return tgsi_lower_src(l, 0, Z);
    case W:
        return tgsi_lower_src(l, 1, W);
    }
    return number(l, 1.0f);
}

static ir_ref
exponential(struct tgsi_lowering *l, unsigned c)
{
    struct ir_builder *b = &l->b;
    const ir_ref x = tgsi_lower_src(l, 0, X);

    switch (c) {
    case X:
        return ir_build_fexp2(b, ir_build_ffloor(b, x));
    case Y:
        return ir_build_fsub(b, x, ir_build_ffloor(b, x));
    case Z:
        return ir_build_fexp2(b, x);
    }
    return number(l, 1.0f);
}

static ir_ref
lit(struct tgsi_lowering *l, unsigned c)
{
    struct ir_builder *b = &l->b;
    const ir_ref zero = number(l, 0.0f);
    const ir_ref x = tgsi_lower_src(l, 0, X), y = tgsi_lower_src(l, 0, Y);

    if (c == Y)
        return ir_build_select(b, ir_build_flt(b, zero, x), x, zero);
    if (c != Z)
        return number(l, 1.0f);
    const ir_ref base = ir_build_select(b, ir_build_flt(b, zero, y), y, zero);
    const ir_ref exponent =
        tgsi_lower_clamp(l, tgsi_lower_src(l, 0, W), number(l, -128.0f), number(l, 128.0f));
    const ir_ref shine = power(l, base, exponent);
    return ir_build_select(b, ir_build_flt(b, zero, x), shine, zero);
}

static ir_ref
logarithm(struct tgsi_lowering *l, unsigned c)
{
    struct ir_builder *b = &l->b;

    if (c == W)
        return number(l, 1.0f);
    const ir_ref x = ir_build_fabs(b, tgsi_lower_src(l, 0, X));
    const ir_ref log = ir_build_flog2(b, x);
    if (c == Z)
        return log;
    const ir_ref whole = ir_build_ffloor(b, log);
    return c == X ? whole : tgsi_lower_divide(l, x, ir_build_fexp2(b, whole));
}

static ir_ref
scs(struct tgsi_lowering *l, unsigned c)
{
    switch (c) {
    case X:
        return ir_build_fcos(&l->b, tgsi_lower_src(l, 0, X));
    case Y:
        return ir_build_fsin(&l->b, tgsi_lower_src(l, 0, X));
    }
    return number(l, c == W ? 1.0f : 0.0f);
}

static ir_ref
x2d(struct tgsi_lowering *l, unsigned c)
{
    struct ir_builder *b = &l->b;
    const unsigned row = c & 1;
    const ir_ref first = product(l, 1, X, 2, 2 * row);
    const ir_ref second = product(l, 1, Y, 2, 2 * row + 1);

    return ir_build_fadd(b, ir_build_fadd(b, tgsi_lower_src(l, 0, row), first), second);
}

static ir_ref
xpd(struct tgsi_lowering *l, unsigned c)
{
    struct ir_builder *b = &l->b;
    const unsigned i = (c + 1) % 3, j = (c + 2) % 3;

    if (c == W)
        return number(l, 1.0f);
    const ir_ref down = product(l, 0, i, 1, j);
    const ir_ref up = product(l, 1, i, 0, j);
    return ir_build_fsub(b, down, up);
}

/* Divides by the length of count components. */
static void
normalize(struct tgsi_lowering *l, unsigned count, ir_ref values[4])
{
    struct ir_builder *b = &l->b;
    const ir_ref length = ir_build_fsqrt(b, dot(l, 0, 0, count));

    for (unsigned c = 0; c < 4; c++)
        values[c] = c < count && writes(l, c)
                        ? tgsi_lower_divide(l, tgsi_lower_src(l, 0, c), length)
                        : number(l, 1.0f);
}

/* The second source mirrored at the plane that the first is normal to. */
static void
reflect(struct tgsi_lowering *l, ir_ref values[4])
{
    struct ir_builder *b = &l->b;
    const ir_ref twice = ir_build_fmul(b, number(l, 2.0f), dot(l, 0, 1, 3));
    const ir_ref factor = tgsi_lower_divide(l, twice, dot(l, 0, 0, 3));

    for (unsigned c = 0; c < W; c++)
        if (writes(l, c)) {
            const ir_ref back = tgsi_lower_multiply(l, factor, tgsi_lower_src(l, 0, c));

            values[c] = ir_build_fsub(b, back, tgsi_lower_src(l, 1, c));
        }
    values[W] = number(l, 1.0f);
}

static ir_ref
vector_component(struct tgsi_lowering *l, unsigned c)
{
    switch ((unsigned)l->inst->op) {
    case tgsi_op_ARA:
        return ara(l, c);
    case tgsi_op_DST:
        return dst(l, c);
    case tgsi_op_EXP:
        return exponential(l, c);
    case tgsi_op_LIT:
        return lit(l, c);
    case tgsi_op_LOG:
        return logarithm(l, c);
    case tgsi_op_SCS:
        return scs(l, c);
    case tgsi_op_UP2H:
        return float_of_half(l, c);
    case tgsi_op_UP2US:
        return unpack(l, c, 2, 65535.0f, false);
    case tgsi_op_UP4B:
        return unpack(l, c, 4, 127.0f, true);
    case tgsi_op_UP4UB:
        return unpack(l, c, 4, 255.0f, false);
    case tgsi_op_X2D:
        return x2d(l, c);
    case tgsi_op_XPD:
        return xpd(l, c);
    }
    return ir_build_undef(&l->b, ir_type_f32);
}

void
tgsi_lower_vector(struct tgsi_lowering *l)
{
    ir_ref values[4] = {0};

    switch ((unsigned)l->inst->op) {
    case tgsi_op_NRM:
        normalize(l, 3, values);
        break;
    case tgsi_op_NRM4:
        normalize(l, 4, values);
        break;
    case tgsi_op_RFL:
        reflect(l, values);
        break;
    default:
        for (unsigned c = 0; c < 4; c++)
            if (writes(l, c))
                values[c] = vector_component(l, c);
        break;
    }
    tgsi_lower_write(l, values);
}
