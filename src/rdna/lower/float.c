/* SPDX-License-Identifier: MIT
 *
 * Vector arithmetic on floats.
 */
#include "rdna/lower/arith.h"

#include "base/bits.h"

#include <float.h>
#include <math.h>

/* ---- words of the rows ---- */

enum { ROUND_ZERO = 3 }; /* Of MODE. */

/* Of the type of the first operand. */
static ir_ref
number(struct rdna_lowering *l, double value)
{
    if (ir_type_of(l->shader, A) == ir_type_f64)
        return ir_build_const(&l->b, ir_type_f64, base_bits_of_double(value));
    return ir_build_f32(&l->b, (float)value);
}

#define NUMBER(value) number(l, (double)(value))
#define FLUSH(x) (rdna_push(l, x), rdna_flush(l, rdna_pop(l)))
#define ROUNDED(bits, x) (rdna_check_rounding(l, bits), x)
#define MIN(x, y) (rdna_push(l, x), rdna_push(l, y), pick(l, ir_op_fmin))
#define MAX(x, y) (rdna_push(l, x), rdna_push(l, y), pick(l, ir_op_fmax))

static ir_ref
is_number(struct rdna_lowering *l, ir_ref x)
{
    return FEQ(x, x);
}

static ir_ref
integer_bits(struct rdna_lowering *l, ir_ref x)
{
    return ir_type_of(l->shader, x) == ir_type_f64 ? BITS(i64, x) : BITS(i32, x);
}

/* The half that a source is, as it is in the register. */
static ir_ref
half_bits(struct rdna_lowering *l, ir_ref source)
{
    const ir_ref half = ir_operand(l->shader, source, 0);

    return CONVERT(u2u, i32, BITS(i16, half));
}

/* Denormals of rows of which the table does not say that they obey MODE. */
static ir_ref
under_mode(struct rdna_lowering *l, ir_ref x)
{
    if (l->scan.modes[l->index] == RDNA_MODE_UNKNOWN)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "what MODE is here is not known");
    return rdna_flush_operand(l, x, 32);
}

/* ---- the least, the greatest, the middle ---- */

static bool
is_not_zero(const struct rdna_lowering *l, ir_ref x)
{
    float known;

    return rdna_is_known_float(l, x, &known) && known != 0;
}

static bool
is_plus_zero(const struct rdna_lowering *l, ir_ref x)
{
    float known;

    return rdna_is_known_float(l, x, &known) && base_bits_of_float(known) == 0;
}

/* The source as it is in registers; 0 for what a pick gave, which signals nothing. */
static ir_ref
raw_source(const struct rdna_lowering *l, ir_ref x)
{
    for (unsigned i = 0; i < l->source_count; i++)
        if (l->source[i] == x)
            return l->raw[i];
    return 0;
}

/* With IEEE a signalling NaN wins. */
static ir_ref
is_signalling(struct rdna_lowering *l, ir_ref x)
{
    const ir_ref raw = raw_source(l, x);

    if (!raw)
        return ir_build_bool(&l->b, false);
    if (ir_type_of(l->shader, raw) == ir_type_f64) {
        const ir_ref size = AND(BITS(i64, raw), ir_build_const(&l->b, ir_type_i64, INT64_MAX));
        const ir_ref first = ir_build_const(&l->b, ir_type_i64, UINT64_C(0x7ff0000000000001));
        const ir_ref count = ir_build_const(&l->b, ir_type_i64, UINT64_C(0x7ffffffffffff));
        return ULT(SUB(size, first), count);
    }
    if (ir_op_of(l->shader, raw) == ir_op_f2f)
        return ULT(SUB(AND(half_bits(l, raw), WORD(0x7fff)), WORD(0x7c01)), WORD(0x1ff));
    return ULT(SUB(AND(BITS(i32, raw), WORD(INT32_MAX)), WORD(0x7f800001)), WORD(0x3fffff));
}

/* -0 is below +0, of which fmin and fmax may give either. */
static ir_ref
pick_number(struct rdna_lowering *l, enum ir_op op, ir_ref x, ir_ref y)
{
    const bool is_f64 = ir_type_of(l->shader, x) == ir_type_f64;

    if (x == y)
        return x;
    if (is_plus_zero(l, x) || is_plus_zero(l, y)) {
        const ir_ref zero = is_plus_zero(l, x) ? x : y;
        const ir_ref other = is_plus_zero(l, x) ? y : x;
        return op == ir_op_fmax ? SELECT(FLT(zero, other), other, zero)
                                : SELECT(FGE(zero, other), other, zero);
    }
    const ir_ref picked = ir_build_alu3(&l->b, op, x, y, 0);
    if (is_not_zero(l, x) || is_not_zero(l, y))
        return picked;
    const ir_ref x_bits = integer_bits(l, x);
    const ir_ref y_bits = integer_bits(l, y);
    const ir_ref both = op == ir_op_fmin ? OR(x_bits, y_bits) : AND(x_bits, y_bits);
    const ir_ref same = is_f64 ? BITS(f64, both) : BITS(f32, both);
    return SELECT(FEQ(x, y), same, picked);
}

static ir_ref
pick(struct rdna_lowering *l, enum ir_op op)
{
    const ir_ref y = rdna_pop(l);
    const ir_ref x = rdna_pop(l);
    const ir_ref picked = pick_number(l, op, x, y);

    if (!l->mode.ieee)
        return picked;
    const ir_ref is_either = OR(is_signalling(l, x), is_signalling(l, y));
    return SELECT(is_either, NUMBER(NAN), picked);
}

/* Between two constants: a NaN gives the lower. 0 if that is not what it is, or not so simple. */
static ir_ref
between_constants(struct rdna_lowering *l)
{
    float known[3];
    bool is_known[3];
    unsigned other = 3, low = 3, high = 3;

    for (unsigned i = 0; i < 3; i++) {
        is_known[i] = rdna_is_known_float(l, l->source[i], &known[i]);
        if (!is_known[i])
            other = i;
        else if (low == 3)
            low = i;
        else
            high = i;
    }
    if (other == 3 || high == 3 || l->mode.ieee)
        return 0;
    if (known[high] < known[low]) {
        const unsigned swap = low;
        low = high;
        high = swap;
    }
    if (!(known[low] < known[high]) || known[high] == 0)
        return 0;
    if (is_plus_zero(l, l->source[low]) && known[high] == 1)
        return OP1(fsat, l->source[other]);
    return MIN(MAX(l->source[other], l->source[low]), l->source[high]);
}

/* The greater of the two that are left without the greatest; with a NaN, the least. */
static ir_ref
middle(struct rdna_lowering *l)
{
    const ir_ref between = between_constants(l);

    if (between)
        return between;
    const ir_ref greatest = OP2(fmax, OP2(fmax, A, B), C);
    const ir_ref is_a = FEQ(greatest, A);
    const ir_ref is_b = FEQ(greatest, B);
    const ir_ref first = SELECT(is_a, B, A);
    const ir_ref second = SELECT(OR(is_a, is_b), C, B);
    const ir_ref ordered = pick_number(l, ir_op_fmax, first, second);
    const ir_ref are_numbers = AND(AND(is_number(l, A), is_number(l, B)), is_number(l, C));
    const ir_ref least = MIN(MIN(A, B), C);
    return SELECT(are_numbers, ordered, least);
}

/* ---- products and sums ---- */

static ir_ref
has_zero(struct rdna_lowering *l, ir_ref x, ir_ref y)
{
    return OR(FEQ(x, REAL(0)), FEQ(y, REAL(0)));
}

/* 0 and an addend: no host is asked for a sum with 0, which may leave -0 as it is. */
static ir_ref
fma_legacy(struct rdna_lowering *l, ir_ref addend)
{
    const ir_ref sum = SELECT(FEQ(addend, REAL(0)), REAL(0), addend);

    return SELECT(has_zero(l, A, B), sum, FFMA(A, B, addend));
}

static ir_ref
mad(struct rdna_lowering *l, ir_ref addend, bool is_legacy)
{
    const ir_ref x = rdna_flush(l, A);
    const ir_ref y = rdna_flush(l, B);
    ir_ref product = FLUSH(FMUL(x, y));

    if (is_legacy)
        product = SELECT(has_zero(l, x, y), REAL(0), product);
    return FLUSH(FADD(product, FLUSH(addend)));
}

/* ---- whole numbers and parts ---- */

static ir_ref
below(struct rdna_lowering *l, ir_ref x, double most)
{
    return SELECT(FLT(NUMBER(most), x), NUMBER(most), x);
}

/* The sum with a half is not rounded before its floor. */
static ir_ref
nearest_or_above(struct rdna_lowering *l, ir_ref x)
{
    const ir_ref floor = OP1(ffloor, x);

    return SELECT(FGE(EXACT2(fsub, x, floor), REAL(0.5f)), OP1(fceil, x), floor);
}

/* Of an operand in turns, within half a turn. */
static ir_ref
radians(struct rdna_lowering *l, ir_ref turns)
{
    const ir_ref part = EXACT2(fsub, turns, OP1(fround_even, turns));

    return EXACT2(fmul, part, REAL(0x1.921fb6p2f));
}

/* 2^exponent, of normal numbers of x's type. */
static ir_ref
power_of_two(struct rdna_lowering *l, ir_ref x, ir_ref exponent)
{
    if (ir_type_of(l->shader, x) != ir_type_f64)
        return BITS(f32, SHL(ADD(exponent, WORD(127)), WORD(23)));
    const ir_ref high = SHL(ADD(exponent, WORD(1023)), WORD(20));
    return ir_build_join(&l->b, ir_type_f64, WORD(0), high);
}

/* Hosts need not take exponents past those of normal numbers, so it is done by products. The last
 * alone can round. */
static ir_ref
scale_by_products(struct rdna_lowering *l, ir_ref x, ir_ref exponent)
{
    const bool is_f64 = ir_type_of(l->shader, x) == ir_type_f64;
    /* From the least denormal to infinity, and from the greatest number to 0. */
    const uint32_t limit = is_f64 ? 2099 : 278;
    const uint32_t least = is_f64 ? 1022 : 126;
    const ir_ref all = IMAX(IMIN(exponent, WORD(limit)), WORD(0 - limit));
    const ir_ref last = IMAX(IMIN(all, WORD(least + 1)), WORD(0 - least));
    const ir_ref rest = SUB(all, last);
    const ir_ref second = ISHR(rest, WORD(1));
    const ir_ref first = SUB(rest, second);
    ir_ref product = EXACT2(fmul, x, power_of_two(l, x, first));

    product = EXACT2(fmul, product, power_of_two(l, x, second));
    return EXACT2(fmul, product, power_of_two(l, x, last));
}

static ir_ref
scale(struct rdna_lowering *l, ir_ref x, ir_ref exponent)
{
    rdna_check_rounding(l, ir_type_of(l->shader, x) == ir_type_f64 ? 64 : 32);
    if (ir_op_of(l->shader, exponent) == ir_op_const) {
        const int32_t known = (int32_t)(uint32_t)ir_const_bits(l->shader, exponent);
        if (known >= -126 && known <= 127)
            return EXACT2(fmul, x, NUMBER(ldexp(1, known)));
    }
    return scale_by_products(l, x, exponent);
}

/* Hosts need not take denormals apart: raised, they are none. */
static ir_ref
raise_denormal(struct rdna_lowering *l, ir_ref x, ir_ref *is_raised)
{
    const bool is_f64 = ir_type_of(l->shader, x) == ir_type_f64;
    const ir_ref least = NUMBER(is_f64 ? DBL_MIN : (double)FLT_MIN);

    *is_raised = FLT(FABS(x), least);
    return SELECT(*is_raised, EXACT2(fmul, x, NUMBER(0x1p64)), x);
}

static bool
has_denormals(const struct rdna_lowering *l)
{
    const unsigned bits = rdna_type_infos[l->info->operands[1].type].bits;

    return bits == 32 ? l->mode.denorm32 & 1 : bits == 64 && l->mode.denorm64_16 & 1;
}

static ir_ref
mantissa(struct rdna_lowering *l, ir_ref x)
{
    ir_ref is_raised;

    return OP1(ffrexp_sig, has_denormals(l) ? raise_denormal(l, x, &is_raised) : x);
}

static ir_ref
exponent(struct rdna_lowering *l, ir_ref x)
{
    ir_ref is_raised;

    if (!has_denormals(l))
        return CONVERT(ffrexp_exp, i32, x);
    const ir_ref raised = raise_denormal(l, x, &is_raised);
    const ir_ref found = CONVERT(ffrexp_exp, i32, raised);
    const ir_ref is_lower = AND(is_raised, FNE(x, NUMBER(0)));
    return SELECT(is_lower, SUB(found, WORD(64)), found);
}

/* Past 100 every half has become zero or infinity. */
static ir_ref
scale_half(struct rdna_lowering *l, ir_ref x, ir_ref exponent)
{
    const ir_ref clamped = IMAX(IMIN(exponent, WORD(100)), WORD((uint32_t)-100));

    return EXACT2(fmul, x, BITS(f32, SHL(ADD(clamped, WORD(127)), WORD(23))));
}

/* ---- packing ---- */

/* x times 32767 to the nearest whole number. As x times 32768 is exact, so is telling on which side
 * of a middle the product is. The only middles that it can be on are those of 0.5 and -0.5. */
static ir_ref
snorm16(struct rdna_lowering *l, ir_ref x)
{
    const ir_ref floor = OP1(ffloor, EXACT2(fmul, x, REAL(32767)));
    const ir_ref above = EXACT2(fsub, EXACT2(fmul, x, REAL(32768)), floor);
    const ir_ref is_past = FLT(x, EXACT2(fsub, above, REAL(0.5f)));
    const ir_ref goes_up = OR(is_past, FEQ(x, REAL(0.5f)));
    const ir_ref nearest = SELECT(goes_up, EXACT2(fadd, floor, REAL(1)), floor);

    return IMAX(IMIN(CONVERT(f2i, i32, nearest), WORD(32767)), WORD((uint32_t)-32767));
}

/* x times 65535 likewise. */
static ir_ref
unorm16(struct rdna_lowering *l, ir_ref x)
{
    const ir_ref floor = OP1(ffloor, EXACT2(fmul, x, REAL(65535)));
    const ir_ref above = EXACT2(fsub, EXACT2(fmul, x, REAL(65536)), floor);
    const ir_ref goes_up = FGE(EXACT2(fsub, above, REAL(0.5f)), x);
    const ir_ref nearest = SELECT(goes_up, EXACT2(fadd, floor, REAL(1)), floor);

    return UMIN(CONVERT(f2u, i32, nearest), WORD(65535));
}

/* The bits of a half, towards zero; no host is asked for halves. */
static ir_ref
cut_half(struct rdna_lowering *l, ir_ref x)
{
    const ir_ref bits = BITS(i32, x);
    const ir_ref size = AND(bits, WORD(INT32_MAX));
    const ir_ref normal = USHR(SUB(size, WORD(0x38000000)), WORD(13));
    const ir_ref is_inf = IEQ(size, WORD(0x7f800000));
    const ir_ref special = SELECT(is_inf, WORD(0x7c00), WORD(0x7e00));
    const ir_ref most = SELECT(ULT(size, WORD(0x7f800000)), WORD(0x7bff), special);
    ir_ref small = WORD(0);

    if (l->mode.denorm64_16 & 2) {
        const ir_ref significand = OR(AND(bits, WORD(0x7fffff)), WORD(0x800000));
        const ir_ref places = UMIN(SUB(WORD(126), USHR(size, WORD(23))), WORD(31));
        small = USHR(significand, places);
    }
    const ir_ref is_small = ULT(size, WORD(0x38800000));
    const ir_ref half = SELECT(is_small, small, UMIN(normal, most));
    return OR(half, AND(USHR(bits, WORD(16)), WORD(0x8000)));
}

/* An f32 as a half that travels as one. */
static ir_ref
f32_to_f16(struct rdna_lowering *l)
{
    if (l->mode.round64_16 != ROUND_ZERO)
        return A;
    return CONVERT(f2f, f32, BITS(f16, CONVERT(u2u, i16, cut_half(l, A))));
}

/* What was rounded away from zero goes back by one. */
static ir_ref
f64_to_f32(struct rdna_lowering *l)
{
    const ir_ref nearest = CONVERT(f2f, f32, A);

    if (l->mode.round32 != ROUND_ZERO)
        return ROUNDED(32, nearest);
    const ir_ref is_past = FLT(FABS(A), FABS(CONVERT(f2f, f64, nearest)));
    return BITS(f32, SUB(BITS(i32, nearest), SELECT(is_past, WORD(1), WORD(0))));
}

/* ---- division ---- */

/* What the steps of a division shift numbers by, and where they begin to. */
struct division {
    int32_t scale;
    int32_t near_most; /* Numerator's exponent above the denominator's. */
    int32_t tiny;      /* The numerator's exponent field. */
    int32_t underflow; /* Exponent fields' difference; 0: never. */
    int32_t least;     /* Exponent of the least normal number. */
};

static const struct division divisions[] = {
    {0, 0, 0, 0, -14},
    {64, 96, 23, -150, -126},
    {128, 768, 53, -1075, -1022},
};

static ir_ref
exponent_field(struct rdna_lowering *l, ir_ref size)
{
    if (ir_type_of(l->shader, size) == ir_type_f64)
        return CONVERT(u2u, i32, USHR(BITS(i64, size), ir_build_const(&l->b, ir_type_i64, 52)));
    return USHR(BITS(i32, size), WORD(23));
}

static ir_ref
is_finite(struct rdna_lowering *l, ir_ref size)
{
    return FLT(size, NUMBER(INFINITY));
}

static ir_ref
quiet_nan(struct rdna_lowering *l)
{
    return NUMBER(NAN);
}

/* Numbers of a division, and what decides how they are scaled. */
struct division_scales {
    ir_ref is_far;            /* The quotient is near the greatest number. */
    ir_ref is_small;          /* The denominator is a denormal, */
    ir_ref has_small_rcp;     /* or its reciprocal would be, */
    ir_ref is_quotient_small; /* or the quotient. */
    ir_ref is_tiny;           /* The numerator is. */
};

static struct division_scales
find_scales(struct rdna_lowering *l, const struct division *division, ir_ref d, ir_ref n)
{
    const ir_ref n_field = exponent_field(l, n);
    const ir_ref d_field = exponent_field(l, d);
    const ir_ref raised = EXACT2(fmul, n, NUMBER(ldexp(1, -division->least)));
    struct division_scales scales;

    scales.is_far = IGE(SUB(n_field, d_field), WORD((uint32_t)division->near_most));
    scales.is_small = IEQ(d_field, WORD(0));
    scales.has_small_rcp = FLT(NUMBER(ldexp(1, -division->least)), d);
    scales.is_quotient_small = FLT(raised, d);
    scales.is_tiny = ILT(n_field, WORD((uint32_t)division->tiny + 1));
    return scales;
}

/* What the denominator or the numerator is multiplied by. */
static ir_ref
find_factor(struct rdna_lowering *l, const struct division *division,
            const struct division_scales *s, ir_ref is_denominator)
{
    const ir_ref up = NUMBER(ldexp(1, division->scale));
    const ir_ref down = NUMBER(ldexp(1, -division->scale));
    const ir_ref one = NUMBER(1);
    const ir_ref of_tiny = SELECT(s->is_tiny, up, one);

    const ir_ref d_last = SELECT(s->is_quotient_small, one, of_tiny);
    const ir_ref d_rcp = SELECT(s->has_small_rcp, down, d_last);
    const ir_ref d_factor = SELECT(OR(s->is_far, s->is_small), up, d_rcp);

    const ir_ref n_last = SELECT(s->is_quotient_small, up, of_tiny);
    const ir_ref n_both = SELECT(s->is_quotient_small, one, down);
    const ir_ref n_rcp = SELECT(s->has_small_rcp, n_both, n_last);
    const ir_ref n_small = SELECT(s->is_small, up, n_rcp);
    const ir_ref n_factor = SELECT(s->is_far, one, n_small);

    return SELECT(is_denominator, d_factor, n_factor);
}

static ir_ref
div_scale(struct rdna_lowering *l, const struct division *division)
{
    const unsigned bits = division->scale == 64 ? 32 : 64;
    const ir_ref value = rdna_flush_operand(l, A, bits);
    const ir_ref denominator = rdna_flush_operand(l, B, bits);
    const ir_ref numerator = rdna_flush_operand(l, C, bits);
    const ir_ref d = FABS(denominator);
    const ir_ref n = FABS(numerator);
    const ir_ref is_denominator = IEQ(integer_bits(l, value), integer_bits(l, denominator));
    const struct division_scales scales = find_scales(l, division, d, n);
    const ir_ref factor = find_factor(l, division, &scales, is_denominator);
    const ir_ref are_finite = AND(is_finite(l, d), is_finite(l, n));
    const ir_ref is_zero = OR(FEQ(d, NUMBER(0)), FEQ(n, NUMBER(0)));
    const ir_ref is_good = AND(are_finite, NOT(is_zero));
    const ir_ref scales_back =
        OR(scales.is_far, AND(NOT(scales.is_small), scales.is_quotient_small));
    const ir_ref is_scaled = AND(are_finite, FNE(factor, NUMBER(1)));
    const ir_ref scaled = rdna_flush_result(l, FMUL(value, factor), bits);
    const ir_ref result = SELECT(is_scaled, scaled, value);

    l->found = AND(is_good, scales_back);
    return SELECT(is_zero, quiet_nan(l), result);
}

/* What scaling a sum down, rounded as it was, makes a denormal of is rounded twice. That shows
 * where the second rounding was from a middle that the first had made: there the difference to the
 * exact sum says which way it goes. */
static ir_ref
round_once(struct rdna_lowering *l, const struct division *division, ir_ref sum, ir_ref scaled)
{
    const bool is_f64 = division->scale == 128;
    const double unit = ldexp(1, is_f64 ? -1074 + 128 : -149 + 64);
    const ir_ref back = EXACT2(fmul, scaled, NUMBER(ldexp(1, division->scale)));
    const ir_ref lost = EXACT2(fsub, sum, back);
    /* sum - C is of_product + rest; A * B - of_product - rest is what sum lacks. */
    const ir_ref of_product = EXACT2(fsub, sum, C);
    const ir_ref of_c = EXACT2(fsub, sum, of_product);
    const ir_ref rest =
        EXACT2(fadd, EXACT2(fsub, sum, EXACT2(fadd, of_product, of_c)), EXACT2(fsub, of_c, C));
    const ir_ref residue = EXACT2(fsub, FFMA(A, B, FNEG(of_product)), rest);
    /* A product that left no trace in the sum may be too small for a number: its sign is enough. */
    const ir_ref large = NUMBER(ldexp(1, is_f64 ? 600 : 100));
    const ir_ref product = EXACT2(fmul, EXACT2(fmul, A, large), EXACT2(fmul, B, large));
    const ir_ref zero = NUMBER(0);
    const ir_ref lack = SELECT(FEQ(of_product, zero), product, residue);
    const ir_ref goes_up = AND(FEQ(lost, NUMBER(unit / 2)), FLT(zero, lack));
    const ir_ref goes_down = AND(FEQ(lost, NUMBER(-unit / 2)), FLT(lack, zero));
    const ir_ref step = SELECT(goes_up, NUMBER(unit), NUMBER(-unit));
    const ir_ref other = EXACT2(fmul, EXACT2(fadd, back, step), NUMBER(ldexp(1, -division->scale)));
    return SELECT(OR(goes_up, goes_down), other, scaled);
}

/* The scale goes to a factor where the sum would be too large without it: what is added does not
 * matter there but for its sign. */
static ir_ref
div_fmas(struct rdna_lowering *l, const struct division *division)
{
    const unsigned denorm = division->scale == 64 ? l->mode.denorm32 : l->mode.denorm64_16;
    const ir_ref up = NUMBER(ldexp(1, division->scale));
    const ir_ref down = NUMBER(ldexp(1, -division->scale));
    const ir_ref scale_of_c = SELECT(FGE(FABS(C), NUMBER(2)), up, down);
    const ir_ref factor = SELECT(BIT, scale_of_c, NUMBER(1));
    const ir_ref sum = FFMA(A, B, C);
    ir_ref scaled = EXACT2(fmul, sum, factor);
    const ir_ref of_scaled = FFMA(EXACT2(fmul, A, factor), B, C);
    const ir_ref is_better = AND(is_finite(l, FABS(of_scaled)), NOT(is_finite(l, FABS(sum))));

    if (denorm & 2)
        scaled =
            SELECT(AND(BIT, FLT(FABS(C), NUMBER(2))), round_once(l, division, sum, scaled), scaled);
    return SELECT(is_better, of_scaled, scaled);
}

static ir_ref
div_fixup(struct rdna_lowering *l, const struct division *division)
{
    const ir_ref d = FABS(B);
    const ir_ref n = FABS(C);
    const ir_ref infinity = NUMBER(INFINITY);
    const ir_ref zero = NUMBER(0);
    ir_ref is_zero = OR(FEQ(n, zero), FEQ(d, infinity));
    const ir_ref is_infinite = OR(FEQ(d, zero), FEQ(n, infinity));
    const ir_ref is_invalid = AND(is_zero, is_infinite);
    const ir_ref are_numbers = AND(is_number(l, B), is_number(l, C));
    const ir_ref is_nan = OR(is_invalid, NOT(are_numbers));

    rdna_check_rounding(l, division->scale == 64 ? 32 : 64);
    if (division->underflow) {
        const ir_ref apart = SUB(exponent_field(l, n), exponent_field(l, d));
        is_zero = OR(is_zero, ILT(apart, WORD((uint32_t)division->underflow)));
    }
    /* A NaN's steps overflowed. */
    const ir_ref quotient = SELECT(is_number(l, A), FABS(A), infinity);
    const ir_ref least = SELECT(is_zero, zero, quotient);
    const ir_ref size = SELECT(is_infinite, infinity, least);
    const ir_ref is_negative = XOR(integer_bits(l, B), integer_bits(l, C));
    const bool is_f64 = division->scale == 128;
    const ir_ref sign_bit =
        is_f64 ? ir_build_const(&l->b, ir_type_i64, (uint64_t)1 << 63) : WORD(UINT32_C(1) << 31);
    const ir_ref bits = OR(integer_bits(l, size), AND(is_negative, sign_bit));
    const ir_ref result = is_f64 ? BITS(f64, bits) : BITS(f32, bits);
    return SELECT(is_nan, quiet_nan(l), result);
}

/* ---- 2 / pi ---- */

/* Bits behind the point. */
static const uint64_t two_over_pi[] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046};

static uint32_t
digits_array(struct rdna_lowering *l)
{
    const struct ir_array array = {.name = "two_over_pi",
                                   .type = ir_type_i32,
                                   .count = (uint32_t)BASE_COUNT(two_over_pi),
                                   .init = two_over_pi};

    for (uint32_t i = 0; i < l->shader->arrays.count; i++)
        if (l->shader->arrays.data[i].init == two_over_pi)
            return i;
    return ir_add_array(l->shader, &array);
}

static ir_ref
load_digits(struct rdna_lowering *l, uint32_t array, ir_ref index)
{
    return ir_build_op(&l->b, ir_op_load_array, ir_type_i32, index, 0, array);
}

/* 53 bits from the place on; 0 past the last ones. */
static ir_ref
digits_from(struct rdna_lowering *l, ir_ref place)
{
    const uint32_t array = digits_array(l);
    const ir_ref index = USHR(place, WORD(5));
    const ir_ref within = AND(place, WORD(31));
    const ir_ref first = load_digits(l, array, index);
    const ir_ref second = load_digits(l, array, ADD(index, WORD(1)));
    const ir_ref third = load_digits(l, array, ADD(index, WORD(2)));
    const ir_ref wide = ir_build_join(&l->b, ir_type_i64, second, first);
    const ir_ref shifted = SHL(wide, CONVERT(u2u, i64, within));
    /* In two steps, since within may be 0. */
    const ir_ref rest = USHR(USHR(third, WORD(1)), SUB(WORD(31), within));
    const ir_ref bits = OR(shifted, CONVERT(u2u, i64, rest));
    const ir_ref fraction = CONVERT(u2f, f64, USHR(bits, ir_build_const(&l->b, ir_type_i64, 11)));

    return SELECT(ULT(index, WORD((uint32_t)BASE_COUNT(two_over_pi) - 2)), fraction, NUMBER(0));
}

/* Those that a large value only turns into whole turns are left out. Scaled up where the product
 * with its reduction would be denormal. */
static ir_ref
trig_preop(struct rdna_lowering *l)
{
    const ir_ref field = exponent_field(l, FABS(A));
    const ir_ref skipped = IMAX(SUB(field, WORD(1077)), WORD(0));
    const ir_ref segment = AND(B, WORD(31));
    const ir_ref place = ADD(MUL(segment, WORD(53)), skipped);
    const ir_ref fraction = digits_from(l, place);
    const ir_ref raise = SELECT(ULT(field, WORD(1968)), WORD(53), WORD((uint32_t)(53 - 128)));
    const ir_ref lowered = scale_by_products(l, fraction, SUB(WORD(0), ADD(place, raise)));

    return SELECT(is_number(l, A), lowered, A);
}

/* ---- cubes ---- */

struct cube {
    ir_ref is_z, is_y; /* z wins ties over y, and y over x. */
    ir_ref major;
    ir_ref is_negative;
};

static struct cube
find_face(struct rdna_lowering *l)
{
    const ir_ref x = FABS(A);
    const ir_ref y = FABS(B);
    const ir_ref z = FABS(C);
    struct cube cube;

    cube.is_z = AND(FGE(z, x), FGE(z, y));
    cube.is_y = FGE(y, x);
    cube.major = SELECT(cube.is_z, C, SELECT(cube.is_y, B, A));
    cube.is_negative = FLT(cube.major, REAL(0));
    return cube;
}

static ir_ref
cube_face(struct rdna_lowering *l)
{
    const struct cube cube = find_face(l);
    const ir_ref first = SELECT(cube.is_z, REAL(4), SELECT(cube.is_y, REAL(2), REAL(0)));

    return EXACT2(fadd, first, SELECT(cube.is_negative, REAL(1), REAL(0)));
}

static ir_ref
cube_s(struct rdna_lowering *l)
{
    const struct cube cube = find_face(l);
    const ir_ref of_z = SELECT(cube.is_negative, FNEG(A), A);
    const ir_ref of_x = SELECT(cube.is_negative, C, FNEG(C));

    return SELECT(cube.is_z, of_z, SELECT(cube.is_y, A, of_x));
}

static ir_ref
cube_t(struct rdna_lowering *l)
{
    const struct cube cube = find_face(l);
    const ir_ref of_y = SELECT(cube.is_negative, FNEG(C), C);
    const ir_ref down = FNEG(B);

    return SELECT(cube.is_z, down, SELECT(cube.is_y, of_y, down));
}

static ir_ref
cube_ma(struct rdna_lowering *l)
{
    const struct cube cube = find_face(l);

    return FADD(cube.major, cube.major);
}

/* ---- the table ---- */

#define VALUE(name, flags, expression)                                                             \
    static ir_ref value_##name(struct rdna_lowering *l) { return expression; }
#include "rdna/lower/rows_float.def"

const struct rdna_lower_row rdna_rows_float[rdna_op_count] = {
#define VALUE(name, flags, expression) [rdna_op_##name] = {rdna_lower_vector, value_##name, flags},
#include "rdna/lower/rows_float.def"
};
