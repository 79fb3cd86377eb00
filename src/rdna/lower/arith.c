/* SPDX-License-Identifier: MIT
 *
 * What rows are written in, as far as it is more than an op of the IR.
 */
#include "rdna/lower/lower_priv.h"

#include "rdna/lower/arith.h"

#include "base/base.h"
#include "base/bits.h"

#include <float.h>
#include <math.h>

ir_ref
rdna_i32(struct rdna_lowering *l, uint32_t value)
{
    return ir_build_i32(&l->b, value);
}

static ir_ref
integer(struct rdna_lowering *l, ir_ref like, uint64_t bits)
{
    return ir_build_const(&l->b, (enum ir_type)ir_type_of(l->shader, like), bits);
}

ir_ref
rdna_field(struct rdna_lowering *l, ir_ref value, unsigned first, unsigned count, bool sign)
{
    const unsigned size = ir_type_bits(ir_type_of(l->shader, value));
    const unsigned last = first + count < size ? first + count : size;
    const unsigned above = size - last, unused = above + first;

    if (count == 0)
        return integer(l, value, 0);
    if (!sign && first == 0 && above > 0)
        return AND(value, integer(l, value, (UINT64_C(1) << last) - 1));
    if (above > 0)
        value = SHL(value, integer(l, value, above));
    if (unused == 0)
        return value;
    return sign ? ISHR(value, integer(l, value, unused)) : USHR(value, integer(l, value, unused));
}

ir_ref
rdna_fit_u32(struct rdna_lowering *l, ir_ref value)
{
    return LOW(UMIN(value, WORD64(UINT32_MAX)));
}

ir_ref
rdna_fit_i32(struct rdna_lowering *l, ir_ref value)
{
    return LOW(IMAX(IMIN(value, WORD64(INT32_MAX)), WORD64((uint64_t)INT32_MIN)));
}

ir_ref
rdna_f32(struct rdna_lowering *l, float value)
{
    return ir_build_f32(&l->b, value);
}

/* A half that was made an f32. */
static bool
is_known_half(const struct rdna_lowering *l, ir_ref value, float *known)
{
    const struct ir_shader *shader = l->shader;

    if (ir_op_of(shader, value) != ir_op_f2f)
        return false;
    for (unsigned i = 0; i < 3; i++) {
        const enum ir_op op = ir_op_of(shader, value);
        if (op != ir_op_f2f && op != ir_op_bitcast && op != ir_op_u2u)
            return false;
        value = ir_operand(shader, value, 0);
    }
    if (ir_op_of(shader, value) != ir_op_const)
        return false;
    *known = base_half_to_float((uint16_t)ir_const_bits(shader, value));
    return true;
}

bool
rdna_is_known_float(const struct rdna_lowering *l, ir_ref value, float *known)
{
    if (ir_type_of(l->shader, value) != ir_type_f32)
        return false;
    if (ir_op_of(l->shader, value) != ir_op_const)
        return is_known_half(l, value, known);
    *known = base_float_of_bits((uint32_t)ir_const_bits(l->shader, value));
    return true;
}

/* ---- denormals ---- */

/* What no host's result is near a denormal for, whatever the operand. */
static bool
is_away_from_denormals(enum ir_op op)
{
    return op == ir_op_i2f || op == ir_op_u2f || op == ir_op_ffloor || op == ir_op_fceil ||
           op == ir_op_ftrunc || op == ir_op_fround_even || op == ir_op_ffrexp_sig ||
           op == ir_op_fsqrt || op == ir_op_frsqrt || op == ir_op_flog2;
}

/* Values that no denormal can be. */
static bool
is_flushed(const struct rdna_lowering *l, ir_ref value)
{
    const enum ir_op op = ir_op_of(l->shader, value);
    float known;

    if (op == ir_op_fneg || op == ir_op_fabs)
        return is_flushed(l, ir_operand(l->shader, value, 0));
    /* The least of a narrower format is no denormal of a wider one. */
    if (op == ir_op_f2f)
        return ir_type_bits(ir_type_of(l->shader, ir_operand(l->shader, value, 0))) <
               ir_type_bits(ir_type_of(l->shader, value));
    if (rdna_is_known_float(l, value, &known))
        return known == 0 || fabsf(known) >= FLT_MIN;
    return op == ir_op_fflush || is_away_from_denormals(op);
}

/* A half that travels as f32, of a size below limit. Hosts are known that take any number times 0
 * for +0. */
static ir_ref
flush_half(struct rdna_lowering *l, ir_ref value, float limit)
{
    struct ir_builder *b = &l->b;

    if (is_away_from_denormals(ir_op_of(l->shader, value)))
        return value;
    const ir_ref size = ir_build_fabs(b, value);
    const ir_ref is_small = ir_build_flt(b, size, ir_build_f32(b, limit));
    const ir_ref bits = ir_build_bitcast(b, ir_type_i32, value);
    const ir_ref sign = ir_build_iand(b, bits, ir_build_i32(b, UINT32_C(0x80000000)));
    const ir_ref zero = ir_build_bitcast(b, ir_type_f32, sign);

    return ir_build_select(b, is_small, zero, value);
}

ir_ref
rdna_flush_operand(struct rdna_lowering *l, ir_ref value, unsigned bits)
{
    const unsigned denorm = bits == 32 ? l->mode.denorm32 : l->mode.denorm64_16;

    if (denorm & 1)
        return value;
    return bits == 16 ? flush_half(l, value, 0x1p-14f) : rdna_flush(l, value);
}

/* Halves are rounded afterwards: what becomes the least normal one stays. */
ir_ref
rdna_flush_result(struct rdna_lowering *l, ir_ref value, unsigned bits)
{
    const unsigned denorm = bits == 32 ? l->mode.denorm32 : l->mode.denorm64_16;

    if (denorm & 2)
        return value;
    return bits == 16 ? flush_half(l, value, 0x1p-14f - 0x1p-25f) : rdna_flush(l, value);
}

ir_ref
rdna_flush(struct rdna_lowering *l, ir_ref value)
{
    return is_flushed(l, value) ? value : ir_build_fflush(&l->b, value);
}

/* ---- rounding ---- */

void
rdna_check_rounding(struct rdna_lowering *l, unsigned bits)
{
    static const char *const names[] = {"to nearest", "upwards", "downwards", "towards zero"};
    const unsigned round = bits == 32 ? l->mode.round32 : l->mode.round64_16;

    if (round != 0)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "rounding %s is not translated", names[round]);
}

ir_ref
rdna_exact(struct rdna_lowering *l, enum ir_op op, ir_ref a, ir_ref b, ir_ref c)
{
    const ir_ref value = ir_build_alu3(&l->b, op, a, b, c);

    if (ir_op_of(l->shader, value) == op)
        ir_at(l->shader, value)->flags |= IR_PRECISE;
    return value;
}

ir_ref
rdna_precise(struct rdna_lowering *l, enum ir_op op, ir_ref a, ir_ref b, ir_ref c)
{
    if (rdna_type_infos[l->info->operands[0].type].bits != 16)
        rdna_check_rounding(l, ir_type_of(l->shader, a) == ir_type_f64 ? 64 : 32);
    return rdna_exact(l, op, a, b, c);
}

/* With the difference to the exact sum. */
static ir_ref
two_sum(struct rdna_lowering *l, ir_ref a, ir_ref b, ir_ref *error)
{
    const ir_ref sum = rdna_exact(l, ir_op_fadd, a, b, 0);
    const ir_ref of_b = rdna_exact(l, ir_op_fsub, sum, a, 0);
    const ir_ref of_a = rdna_exact(l, ir_op_fsub, sum, of_b, 0);
    const ir_ref error_a = rdna_exact(l, ir_op_fsub, a, of_a, 0);
    const ir_ref error_b = rdna_exact(l, ir_op_fsub, b, of_b, 0);

    *error = rdna_exact(l, ir_op_fadd, error_a, error_b, 0);
    return sum;
}

/* A sum that is not exact becomes the odd one of the two that it lies between. */
static ir_ref
make_odd(struct rdna_lowering *l, ir_ref sum, ir_ref error)
{
    struct ir_builder *b = &l->b;
    const bool is_f64 = ir_type_of(l->shader, sum) == ir_type_f64;
    const enum ir_type type = is_f64 ? ir_type_i64 : ir_type_i32;
    const ir_ref zero = is_f64 ? ir_build_const(b, ir_type_f64, 0) : ir_build_f32(b, 0);
    const ir_ref none = ir_build_const(b, type, 0), one = ir_build_const(b, type, 1);
    const ir_ref signs = rdna_exact(l, ir_op_fmul, sum, error, 0);
    const ir_ref is_beyond = ir_build_flt(b, signs, zero);
    const ir_ref is_inexact = ir_build_flt(b, zero, ir_build_fabs(b, error));
    const ir_ref bits = ir_build_bitcast(b, type, sum);
    const ir_ref step = ir_build_select(b, is_beyond, one, none);
    const ir_ref cut = ir_build_isub(b, bits, step);
    const ir_ref last = ir_build_select(b, is_inexact, one, none);

    return ir_build_bitcast(b, is_f64 ? ir_type_f64 : ir_type_f32, ir_build_ior(b, cut, last));
}

/* As a double the product is exact; the sum is rounded to odd, so that rounding it again is as if
 * once. */
static ir_ref
fma_by_doubles(struct rdna_lowering *l, ir_ref x, ir_ref y, ir_ref z)
{
    struct ir_builder *b = &l->b;
    const ir_ref wide_x = ir_build_f2f(b, ir_type_f64, x);
    const ir_ref wide_y = ir_build_f2f(b, ir_type_f64, y);
    const ir_ref wide_z = ir_build_f2f(b, ir_type_f64, z);
    const ir_ref product = rdna_exact(l, ir_op_fmul, wide_x, wide_y, 0);
    ir_ref error;
    const ir_ref sum = two_sum(l, product, wide_z, &error);

    return ir_build_f2f(b, ir_type_f32, make_odd(l, sum, error));
}

ir_ref
rdna_fma(struct rdna_lowering *l, ir_ref x, ir_ref y, ir_ref z)
{
    if (!l->options->exact_fma)
        return rdna_precise(l, ir_op_ffma, x, y, z);
    if (ir_type_of(l->shader, x) == ir_type_f64)
        rdna_refuse(l, QD_CODE_UNSUPPORTED,
                    "f64 that is multiplied and added, rounded once, needs a host that does it");
    rdna_check_rounding(l, 32);
    return fma_by_doubles(l, x, y, z);
}

/* The product is exact; the sum is rounded to odd, so that rounding it again is as if once. */
ir_ref
rdna_fma_half(struct rdna_lowering *l, ir_ref x, ir_ref y, ir_ref z)
{
    const ir_ref product = rdna_exact(l, ir_op_fmul, x, y, 0);
    ir_ref error;
    const ir_ref sum = two_sum(l, product, z, &error);

    return make_odd(l, sum, error);
}

ir_ref
rdna_to_f16(struct rdna_lowering *l, ir_ref value)
{
    const bool is_f2f = ir_op_of(l->shader, value) == ir_op_f2f;
    const ir_ref from = is_f2f ? ir_operand(l->shader, value, 0) : value;

    if (ir_type_of(l->shader, from) == ir_type_f16)
        return from;
    rdna_check_rounding(l, 16);
    return ir_build_f2f(&l->b, ir_type_f16, value);
}

/* ---- operands of operations ---- */

void
rdna_push(struct rdna_lowering *l, ir_ref value)
{
    l->pushed[l->pushed_count++] = value;
}

ir_ref
rdna_pop(struct rdna_lowering *l)
{
    return l->pushed[--l->pushed_count];
}

ir_ref
rdna_op1(struct rdna_lowering *l, enum ir_op op)
{
    return rdna_fold(l, op, rdna_pop(l), 0, 0);
}

ir_ref
rdna_op2(struct rdna_lowering *l, enum ir_op op)
{
    const ir_ref b = rdna_pop(l);

    return rdna_fold(l, op, rdna_pop(l), b, 0);
}

ir_ref
rdna_op3(struct rdna_lowering *l, enum ir_op op)
{
    const ir_ref c = rdna_pop(l);
    const ir_ref b = rdna_pop(l);

    return rdna_fold(l, op, rdna_pop(l), b, c);
}

ir_ref
rdna_precise2(struct rdna_lowering *l, enum ir_op op)
{
    const ir_ref b = rdna_pop(l);

    return rdna_precise(l, op, rdna_pop(l), b, 0);
}

ir_ref
rdna_exact2(struct rdna_lowering *l, enum ir_op op)
{
    const ir_ref b = rdna_pop(l);

    return rdna_exact(l, op, rdna_pop(l), b, 0);
}

ir_ref
rdna_fma3(struct rdna_lowering *l)
{
    const ir_ref c = rdna_pop(l);
    const ir_ref b = rdna_pop(l);

    return rdna_fma(l, rdna_pop(l), b, c);
}

ir_ref
rdna_fma_half3(struct rdna_lowering *l)
{
    const ir_ref c = rdna_pop(l);
    const ir_ref b = rdna_pop(l);

    return rdna_fma_half(l, rdna_pop(l), b, c);
}

ir_ref
rdna_convert(struct rdna_lowering *l, enum ir_op op, enum ir_type to)
{
    return ir_build_convert(&l->b, op, to, rdna_pop(l));
}

/* ---- sums and differences ---- */

ir_ref
rdna_add_u32(struct rdna_lowering *l)
{
    const ir_ref y = rdna_pop(l);
    const ir_ref x = rdna_pop(l);

    return l->inst->clamp ? ADD(UMIN(x, NOT(y)), y) : ADD(x, y);
}

ir_ref
rdna_sub_u32(struct rdna_lowering *l)
{
    const ir_ref y = rdna_pop(l);
    const ir_ref x = rdna_pop(l);

    return l->inst->clamp ? SUB(UMAX(x, y), y) : SUB(x, y);
}

ir_ref
rdna_add_i32(struct rdna_lowering *l)
{
    const ir_ref y = rdna_pop(l);
    const ir_ref x = rdna_pop(l);

    if (!l->inst->clamp)
        return ADD(x, y);
    const ir_ref most = SUB(WORD(INT32_MAX), IMAX(y, WORD(0)));
    const ir_ref least = SUB(WORD((uint32_t)INT32_MIN), IMIN(y, WORD(0)));
    return ADD(IMAX(IMIN(x, most), least), y);
}

ir_ref
rdna_sub_i32(struct rdna_lowering *l)
{
    const ir_ref y = rdna_pop(l);
    const ir_ref x = rdna_pop(l);

    if (!l->inst->clamp)
        return SUB(x, y);
    const ir_ref most = ADD(WORD(INT32_MAX), IMIN(y, WORD(0)));
    const ir_ref least = ADD(WORD((uint32_t)INT32_MIN), IMAX(y, WORD(0)));
    return SUB(IMAX(IMIN(x, most), least), y);
}
