/* SPDX-License-Identifier: MIT
 *
 * Intrinsics on floats, in each lane by itself. The chip's approximations are told to 1 ulp, and
 * not at all where a denormal f32 comes in or out.
 */
#include "eval.h"

#include <math.h>

#define FUNCTION(name, value)                                                                      \
    static double name(unsigned bits, const double *x)                                             \
    {                                                                                              \
        (void)bits;                                                                                \
        return (value);                                                                            \
    }

static const double pi = 3.14159265358979323846;

/* The rest of a number of turns; exact. */
static double
turn(double x)
{
    return isfinite(x) ? fmod(x, 1.0) : (double)NAN;
}

static double
median(const double *x)
{
    return fmax(fmin(x[0], x[1]), fmin(fmax(x[0], x[1]), x[2]));
}

static double
legacy_product(const double *x)
{
    return x[0] == 0.0 || x[1] == 0.0 ? 0.0 : x[0] * x[1];
}

/* Never 1, though a tiny negative number is as near to it as can be. */
static double
fraction(unsigned bits, const double *x)
{
    const double below_one = 1.0 - ldexp(1.0, bits == 16 ? -11 : bits == 32 ? -24 : -53);
    const double value = x[0] - floor(x[0]);

    return value > below_one ? below_one : value;
}

static double
fused(unsigned bits, const double *x)
{
    return eval_fma(bits, x[0], x[1], x[2]);
}

static double
even(unsigned bits, const double *x)
{
    (void)bits;
    return nearbyint(x[0]);
}

FUNCTION(floor_of, floor(x[0]))
FUNCTION(ceil_of, ceil(x[0]))
FUNCTION(trunc_of, trunc(x[0]))
FUNCTION(round_of, round(x[0]))
FUNCTION(root, sqrt(x[0]))
FUNCTION(reciprocal, 1.0 / x[0])
FUNCTION(reciprocal_root, x[0] < 0.0 ? (double)NAN : 1.0 / sqrt(x[0]))
FUNCTION(sine, sin(x[0]))
FUNCTION(cosine, cos(x[0]))
FUNCTION(sine_of_turns, sin(2.0 * pi * turn(x[0])))
FUNCTION(cosine_of_turns, cos(2.0 * pi * turn(x[0])))
FUNCTION(exponential, exp(x[0]))
FUNCTION(power_of_two, exp2(x[0]))
FUNCTION(power_of_ten, pow(10.0, x[0]))
FUNCTION(logarithm, log(x[0]))
FUNCTION(logarithm_two, log2(x[0]))
FUNCTION(logarithm_ten, log10(x[0]))
FUNCTION(power, pow(x[0], x[1]))
FUNCTION(canonical, x[0])
FUNCTION(median_of, median(x))
FUNCTION(product_legacy, legacy_product(x))
FUNCTION(sum_legacy,
         x[0] == 0.0 || x[1] == 0.0 ? x[2] : (double)fmaf((float)x[0], (float)x[1], (float)x[2]))
FUNCTION(quotient, x[0] / x[1])

enum { careful_denormals = 1, careful_nans = 2, careful_zeros = 4 };

static const struct row {
    const char *name;
    bool amdgcn;
    uint8_t operands;
    uint8_t careful; /* Operands that make the result undefined. */
    eval_function *function;
    struct eval_bound bound;    /* Of f32 and f64, */
    struct eval_bound bound_16; /* and of f16. */
} rows[] = {
    {"floor", false, 1, 0, floor_of, {0, 0}, {0, 0}},
    {"ceil", false, 1, 0, ceil_of, {0, 0}, {0, 0}},
    {"trunc", false, 1, 0, trunc_of, {0, 0}, {0, 0}},
    {"rint", false, 1, 0, even, {0, 0}, {0, 0}},
    {"nearbyint", false, 1, 0, even, {0, 0}, {0, 0}},
    {"roundeven", false, 1, 0, even, {0, 0}, {0, 0}},
    {"round", false, 1, 0, round_of, {0, 0}, {0, 0}},
    {"canonicalize", false, 1, 0, canonical, {0, 0}, {0, 0}},
    {"fma", false, 3, 0, fused, {0, 0}, {0, 0}},
    {"fmuladd", false, 3, 0, fused, {0, 0}, {0, 0}},
    {"sqrt", false, 1, 0, root, {0, 0}, {1, 0}},
    {"sin", false, 1, careful_denormals, sine, {4, 0x1p-20f}, {4, 0x1p-9f}},
    {"cos", false, 1, careful_denormals, cosine, {4, 0x1p-20f}, {4, 0x1p-9f}},
    {"exp", false, 1, careful_denormals, exponential, {4, 0}, {2, 0}},
    {"exp2", false, 1, careful_denormals, power_of_two, {4, 0}, {2, 0}},
    {"exp10", false, 1, careful_denormals, power_of_ten, {8, 0}, {2, 0}},
    {"log", false, 1, careful_denormals, logarithm, {4, 0x1p-22f}, {2, 0x1p-10f}},
    {"log2", false, 1, careful_denormals, logarithm_two, {4, 0x1p-22f}, {2, 0x1p-10f}},
    {"log10", false, 1, careful_denormals, logarithm_ten, {4, 0x1p-22f}, {2, 0x1p-10f}},
    {"pow", false, 2, careful_denormals, power, {64, 0}, {8, 0}},
    {"rcp", true, 1, careful_denormals, reciprocal, {1, 0}, {1, 0}},
    {"rsq", true, 1, careful_denormals, reciprocal_root, {1, 0}, {1, 0}},
    {"sqrt", true, 1, careful_denormals, root, {1, 0}, {1, 0}},
    {"log", true, 1, careful_denormals, logarithm_two, {1, 0x1p-24f}, {1, 0x1p-11f}},
    {"exp2", true, 1, careful_denormals, power_of_two, {1, 0}, {1, 0}},
    {"sin", true, 1, careful_denormals, sine_of_turns, {1, 0x1p-22f}, {1, 0x1p-10f}},
    {"cos", true, 1, careful_denormals, cosine_of_turns, {1, 0x1p-22f}, {1, 0x1p-10f}},
    {"fract", true, 1, 0, fraction, {0, 0}, {0, 0}},
    {"fmed3", true, 3, careful_nans | careful_zeros, median_of, {0, 0}, {0, 0}},
    {"fmul.legacy", true, 2, 0, product_legacy, {0, 0}, {0, 0}},
    {"fma.legacy", true, 3, 0, sum_legacy, {0, 0}, {0, 0}},
    {"fdiv.fast", true, 2, careful_denormals, quotient, {4, 0}, {4, 0}},
};

static bool
is_denormal(unsigned bits, const struct eval_cell *cell)
{
    const double value = eval_double_of(bits, cell->bits);

    return bits == 32 && cell->state != eval_undefined && value != 0.0 &&
           fabs(value) < ldexp(1.0, -126);
}

static bool
is_excluded(unsigned careful, unsigned bits, const struct eval_cell *cell)
{
    const double value = eval_double_of(bits, cell->bits);

    return (careful & careful_denormals && is_denormal(bits, cell)) ||
           (careful & careful_nans && (isnan(value) || cell->state == eval_nan)) ||
           (careful & careful_zeros && value == 0.0);
}

static bool
is_approximate(LLVMValueRef call)
{
    return LLVMGetMetadata(call, LLVMGetMDKindID("fpmath", 6)) ||
           (LLVMCanValueUseFastMathFlags(call) &&
            LLVMGetFastMathFlags(call) & LLVMFastMathApproxFunc);
}

/* A range reduction in the format loses what the number has before the point. */
static struct eval_bound
bound_for(const struct row *row, LLVMValueRef call, unsigned bits, const struct eval_cell *in)
{
    struct eval_bound bound = bits == 16 ? row->bound_16 : row->bound;

    if (is_approximate(call) && row->function != fused) {
        bound.ulps += 4.0f;
        bound.least += bound.least * 3.0f;
    }
    /* Fused or not. */
    if (!strcmp(row->name, "fmuladd")) {
        const double product = eval_double_of(bits, in[0].bits) * eval_double_of(bits, in[1].bits);
        bound.ulps = 1.0f;
        bound.least = isfinite(product) ? (float)eval_ulp(bits, product) : 0.0f;
    }

    if (!row->amdgcn && (row->function == sine || row->function == cosine))
        bound.least += 4.0f * (float)eval_ulp(bits, eval_double_of(bits, in->bits));
    /* exp scales its operand. */
    if (!row->amdgcn && (row->function == exponential || row->function == power_of_ten))
        bound.ulps += (float)(fabs(eval_double_of(bits, in->bits)) < 1000.0
                                  ? fabs(eval_double_of(bits, in->bits)) / 16.0
                                  : 0.0);
    return bound;
}

static void
apply(struct eval *e, const struct eval_call *call, const struct row *row)
{
    struct eval_value *out = call->out;

    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            struct eval_cell in[3];
            uint8_t sizes[3];
            bool excluded = false;
            for (unsigned k = 0; k < row->operands; k++) {
                in[k] = call->in[k]->cells[i][lane];
                sizes[k] = call->in[k]->types[i].bits;
                excluded |= is_excluded(row->careful, sizes[k], &in[k]);
            }
            const unsigned bits = out->types[i].bits;
            struct eval_cell cell = eval_apply(bits, row->function, in, sizes, row->operands,
                                               bound_for(row, call->inst, bits, in));
            excluded |= row->careful & careful_denormals && is_denormal(bits, &cell);
            out->cells[i][lane] = excluded ? eval_undef() : cell;
        }
}

/* ---- Signs, minima, parts ---- */

static void
change_sign(struct eval *e, const struct eval_call *call, bool copies)
{
    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const uint64_t sign = UINT64_C(1) << (call->out->types[i].bits - 1);
            struct eval_cell cell = call->in[0]->cells[i][lane];
            cell.bits &= ~sign;
            if (copies) {
                const struct eval_cell from = call->in[1]->cells[i][lane];
                cell.bits |= from.bits & sign;
                /* The sign of what is near 0, or a NaN, is not known. */
                const double value = eval_double_of(call->in[1]->types[i].bits, from.bits);
                if (from.state == eval_undefined || from.state == eval_nan ||
                    (from.state == eval_near && fabs(value) <= (double)from.err))
                    cell = eval_undef();
            }
            call->out->cells[i][lane] = cell;
        }
}

FUNCTION(least, fmin(x[0], x[1]))
FUNCTION(greatest, fmax(x[0], x[1]))
FUNCTION(least_or_nan, isnan(x[0]) || isnan(x[1]) ? (double)NAN : fmin(x[0], x[1]))
FUNCTION(greatest_or_nan, isnan(x[0]) || isnan(x[1]) ? (double)NAN : fmax(x[0], x[1]))

/* A signalling NaN may win or lose, and zeros of different signs are equal. */
static void
pick(struct eval *e, const struct eval_call *call, eval_function *function, bool ordered_zeros)
{
    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell in[2] = {call->in[0]->cells[i][lane],
                                            call->in[1]->cells[i][lane]};
            const uint8_t bits = call->out->types[i].bits, sizes[2] = {bits, bits};
            const double a = eval_double_of(bits, in[0].bits), b = eval_double_of(bits, in[1].bits);
            struct eval_cell cell =
                eval_apply(bits, function, in, sizes, 2, (struct eval_bound){0});
            const bool zeros = a == 0.0 && b == 0.0 && in[0].bits != in[1].bits;
            if (zeros && ordered_zeros)
                cell = eval_bits((function(bits, (const double[]){-1.0, 1.0}) < 0.0)
                                     ? UINT64_C(1) << (bits - 1)
                                     : 0);
            else if (zeros && cell.state == eval_exact)
                cell.state = eval_near;
            if (eval_is_signalling(bits, in[0].bits) || eval_is_signalling(bits, in[1].bits))
                cell = eval_undef();
            call->out->cells[i][lane] = cell;
        }
}

static int64_t
exponent_of(double value)
{
    int exponent = 0;

    if (isfinite(value) && value != 0.0)
        frexp(value, &exponent);
    return exponent;
}

static double
significand_of(unsigned bits, const double *x)
{
    int exponent;

    (void)bits;
    return isfinite(x[0]) ? frexp(x[0], &exponent) : x[0];
}

/* Into two elements or sets of them, or one of both. */
static void
take_apart(struct eval *e, const struct eval_call *call, bool significand, bool exponent)
{
    const unsigned count = call->in[0]->count;

    for (unsigned i = 0; i < count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell in = call->in[0]->cells[i][lane];
            const uint8_t bits = call->in[0]->types[i].bits;
            const unsigned to = significand ? count + i : i;
            if (significand)
                call->out->cells[i][lane] =
                    eval_apply(bits, significand_of, &in, &bits, 1, (struct eval_bound){0});
            if (!exponent)
                continue;
            const double value = eval_double_of(bits, in.bits);
            /* The generic one leaves infinities and NaNs open. */
            const bool known = in.state == eval_exact && (isfinite(value) || !significand);
            call->out->cells[to][lane] =
                known
                    ? eval_bits((uint64_t)exponent_of(value) & eval_ones(call->out->types[to].bits))
                    : eval_undef();
        }
}

static void
scale(struct eval *e, const struct eval_call *call)
{
    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_value *by = call->in[1];
            const unsigned element = by->count == call->out->count ? i : 0;
            const struct eval_cell in = call->in[0]->cells[i][lane], n = by->cells[element][lane];
            const unsigned bits = call->out->types[i].bits;
            int64_t shift = eval_signed(n.bits, by->types[element].bits);
            shift = shift > 5000 ? 5000 : shift < -5000 ? -5000 : shift;
            const double value = ldexp(eval_double_of(bits, in.bits), (int)shift);
            struct eval_cell cell = eval_bits(eval_bits_of(bits, value));
            if (in.state == eval_undefined || n.state != eval_exact)
                cell = eval_undef();
            else if (isnan(value))
                cell.state = eval_nan;
            else if (in.state == eval_near) {
                cell.state = eval_near;
                cell.err = (float)(ldexp((double)in.err, (int)shift) + eval_ulp(bits, value));
            }
            call->out->cells[i][lane] = cell;
        }
}

/* ---- Classes ---- */

/* The bit of v_cmp_class and of llvm.is.fpclass. */
static unsigned
class_of(unsigned bits, uint64_t value)
{
    const double x = eval_double_of(bits, value);
    const double normal = bits == 16 ? 0x1p-14 : bits == 32 ? 0x1p-126 : 0x1p-1022;
    const bool minus = value >> (bits - 1) & 1;

    if (isnan(x))
        return eval_is_signalling(bits, value) ? 0 : 1;
    if (isinf(x))
        return minus ? 2 : 9;
    if (x == 0.0)
        return minus ? 5 : 6;
    if (fabs(x) < normal)
        return minus ? 4 : 7;
    return minus ? 3 : 8;
}

static void
classify(struct eval *e, const struct eval_call *call)
{
    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell in = call->in[0]->cells[i][lane];
            const struct eval_cell mask = call->in[1]->cells[0][lane];
            const unsigned bit = class_of(call->in[0]->types[i].bits, in.bits);
            call->out->cells[i][lane] = in.state == eval_exact && mask.state == eval_exact
                                            ? eval_bits(mask.bits >> bit & 1)
                                            : eval_undef();
        }
}

/* ---- Packing ---- */

static void
pack_halves(struct eval *e, const struct eval_call *call)
{
    for (unsigned i = 0; i < 2; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell in = call->in[i]->cells[0][lane];
            const double value = eval_double_of(32, in.bits);
            struct eval_cell cell = eval_bits(eval_half_of(value, true));
            if (in.state == eval_nan || (in.state == eval_exact && isnan(value)))
                cell.state = eval_nan;
            else if (in.state == eval_near) {
                cell.state = eval_near;
                cell.err = in.err + (float)eval_ulp(16, value);
            } else if (in.state == eval_undefined)
                cell = eval_undef();
            call->out->cells[i][lane] = cell;
        }
}

/* A float of -1 to 1, or 0 to 1, as an integer of 16 bits. */
static struct eval_cell
normalised(struct eval_cell in, bool is_signed)
{
    const double most = is_signed ? 32767.0 : 65535.0;
    double value = eval_double_of(32, in.bits);

    if (in.state == eval_nan || isnan(value))
        value = 0.0;
    if (in.state == eval_near || in.state == eval_undefined)
        return eval_undef();
    value = fmin(fmax(value, is_signed ? -1.0 : 0.0), 1.0) * most;
    return eval_bits((uint64_t)(int64_t)nearbyint(value) & UINT16_MAX);
}

static void
pack_normalised(struct eval *e, const struct eval_call *call, bool is_signed)
{
    for (unsigned i = 0; i < 2; i++)
        EVAL_EACH_LANE(e, lane)
    call->out->cells[i][lane] = normalised(call->in[i]->cells[0][lane], is_signed);
}

/* Byte n of the third operand becomes the float, cut to 0 to 255. */
static void
pack_byte(struct eval *e, const struct eval_call *call)
{
    EVAL_EACH_LANE(e, lane)
    {
        const struct eval_cell byte =
            eval_to_integer(32, call->in[0]->cells[0][lane], 8, false, true);
        const struct eval_cell n = call->in[1]->cells[0][lane], old = call->in[2]->cells[0][lane];
        const unsigned shift = 8 * (n.bits & 3);
        call->out->cells[0][lane] =
            byte.state == eval_exact && n.state == eval_exact && old.state == eval_exact
                ? eval_bits((old.bits & ~(UINT64_C(0xff) << shift)) | byte.bits << shift)
                : eval_undef();
    }
}

static void
to_integer(struct eval *e, const struct eval_call *call, bool is_signed)
{
    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
    call->out->cells[i][lane] =
        eval_to_integer(call->in[0]->types[i].bits, call->in[0]->cells[i][lane],
                        call->out->types[i].bits, is_signed, true);
}

/* ---- Products of pairs, cubes ---- */

/* Two steps whose roundings nobody tells. */
FUNCTION(pairs, x[0] * x[1] + x[2] * x[3] + x[4])

static void
dot_of_halves(struct eval *e, const struct eval_call *call)
{
    static const uint8_t sizes[5] = {16, 16, 16, 16, 32};

    EVAL_EACH_LANE(e, lane)
    {
        struct eval_cell in[5] = {
            call->in[0]->cells[0][lane], call->in[1]->cells[0][lane], call->in[0]->cells[1][lane],
            call->in[1]->cells[1][lane], call->in[2]->cells[0][lane],
        };
        struct eval_bound bound = {0};
        for (unsigned i = 0; i < 5; i++) {
            double size = fabs(eval_double_of(sizes[i], in[i].bits));
            if (i < 4)
                size *= fabs(eval_double_of(16, in[i ^ 1].bits));
            if (isfinite(size))
                bound.least += (float)eval_ulp(32, size);
        }
        call->out->cells[0][lane] = eval_apply(32, pairs, in, sizes, 5, bound);
        if (call->in[3]->cells[0][0].bits)
            call->out->cells[0][lane] = eval_undef();
    }
}

struct cube {
    double id, s, t, major;
};

static struct cube
cube_of(const double *x)
{
    const double ax = fabs(x[0]), ay = fabs(x[1]), az = fabs(x[2]);

    if (az >= ax && az >= ay)
        return (struct cube){x[2] < 0.0 ? 5.0 : 4.0, x[2] < 0.0 ? -x[0] : x[0], -x[1], 2.0 * x[2]};
    if (ay >= ax)
        return (struct cube){x[1] < 0.0 ? 3.0 : 2.0, x[0], x[1] < 0.0 ? -x[2] : x[2], 2.0 * x[1]};
    return (struct cube){x[0] < 0.0 ? 1.0 : 0.0, x[0] < 0.0 ? x[2] : -x[2], -x[1], 2.0 * x[0]};
}

FUNCTION(cube_id, cube_of(x).id)
FUNCTION(cube_s, cube_of(x).s)
FUNCTION(cube_t, cube_of(x).t)
FUNCTION(cube_major, cube_of(x).major)

static void
cube(struct eval *e, const struct eval_call *call, eval_function *function)
{
    static const uint8_t sizes[3] = {32, 32, 32};

    EVAL_EACH_LANE(e, lane)
    {
        struct eval_cell in[3];
        bool known = true;
        for (unsigned i = 0; i < 3; i++) {
            in[i] = call->in[i]->cells[0][lane];
            known &= in[i].state == eval_exact && !isnan(eval_double_of(32, in[i].bits));
        }
        call->out->cells[0][lane] =
            known ? eval_apply(32, function, in, sizes, 3, (struct eval_bound){0}) : eval_undef();
    }
}

static bool
generic_call(struct eval *e, const struct eval_call *call)
{
    const char *name = call->name;

    if (eval_after(name, "fabs"))
        change_sign(e, call, false);
    else if (eval_after(name, "copysign"))
        change_sign(e, call, true);
    else if (eval_after(name, "minnum"))
        pick(e, call, least, false);
    else if (eval_after(name, "maxnum"))
        pick(e, call, greatest, false);
    else if (eval_after(name, "minimum"))
        pick(e, call, least_or_nan, true);
    else if (eval_after(name, "maximum"))
        pick(e, call, greatest_or_nan, true);
    else if (eval_after(name, "frexp"))
        take_apart(e, call, true, true);
    else if (eval_after(name, "ldexp"))
        scale(e, call);
    else if (eval_after(name, "is.fpclass"))
        classify(e, call);
    else if (eval_after(name, "fptosi.sat"))
        to_integer(e, call, true);
    else if (eval_after(name, "fptoui.sat"))
        to_integer(e, call, false);
    else
        return false;
    return true;
}

static bool
chip_call(struct eval *e, const struct eval_call *call)
{
    const char *name = call->name;

    if (eval_after(name, "frexp.mant"))
        take_apart(e, call, true, false);
    else if (eval_after(name, "frexp.exp"))
        take_apart(e, call, false, true);
    else if (eval_after(name, "ldexp"))
        scale(e, call);
    else if (eval_after(name, "class"))
        classify(e, call);
    else if (eval_after(name, "cvt.pkrtz"))
        pack_halves(e, call);
    else if (eval_after(name, "cvt.pknorm.i16"))
        pack_normalised(e, call, true);
    else if (eval_after(name, "cvt.pknorm.u16"))
        pack_normalised(e, call, false);
    else if (eval_after(name, "cvt.pk.u8.f32"))
        pack_byte(e, call);
    else if (eval_after(name, "fdot2"))
        dot_of_halves(e, call);
    else if (eval_after(name, "cubeid"))
        cube(e, call, cube_id);
    else if (eval_after(name, "cubesc"))
        cube(e, call, cube_s);
    else if (eval_after(name, "cubetc"))
        cube(e, call, cube_t);
    else if (eval_after(name, "cubema"))
        cube(e, call, cube_major);
    else
        return false;
    return true;
}

bool
eval_math_call(struct eval *e, const struct eval_call *call)
{
    if (call->amdgcn ? chip_call(e, call) : generic_call(e, call))
        return true;
    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        if (rows[i].amdgcn == call->amdgcn && eval_after(call->name, rows[i].name)) {
            apply(e, call, &rows[i]);
            return true;
        }
    return false;
}
