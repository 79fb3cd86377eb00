/* SPDX-License-Identifier: MIT
 *
 * What rows are written in, as far as it is more than an op of the IR.
 */
#include "rdna/lower/lower_priv.h"

#include "rdna/lower/arith.h"

ir_ref
rdna_i32(struct rdna_lowering *l, uint32_t value)
{
    return ir_build_i32(&l->b, value);
}

ir_ref
rdna_f32(struct rdna_lowering *l, float value)
{
    return ir_build_f32(&l->b, value);
}

/* ---- denormals ---- */

/* Values that no denormal can be. */
static bool
is_flushed(const struct rdna_lowering *l, ir_ref value)
{
    const enum ir_op op = ir_op_of(l->shader, value);

    return op == ir_op_fflush || op == ir_op_i2f || op == ir_op_u2f || op == ir_op_ffloor ||
           op == ir_op_fceil || op == ir_op_ftrunc || op == ir_op_fround_even;
}

static ir_ref
flush(struct rdna_lowering *l, ir_ref value, unsigned bits, unsigned kept)
{
    const unsigned denorm = bits == 32 ? l->mode.denorm32 : l->mode.denorm64_16;
    struct ir_builder *b = &l->b;

    if (denorm & kept || is_flushed(l, value))
        return value;
    if (bits != 16)
        return ir_build_fflush(b, value);
    /* A half that travels as f32: its denormals are below 2^-14. */
    const ir_ref size = ir_build_fabs(b, value);
    const ir_ref is_small = ir_build_flt(b, size, ir_build_f32(b, 0x1p-14f));
    const ir_ref bits32 = ir_build_bitcast(b, ir_type_i32, value);
    const ir_ref sign = ir_build_iand(b, bits32, ir_build_i32(b, UINT32_C(0x80000000)));
    const ir_ref zero = ir_build_bitcast(b, ir_type_f32, sign);
    return ir_build_select(b, is_small, zero, value);
}

ir_ref
rdna_flush_operand(struct rdna_lowering *l, ir_ref value, unsigned bits)
{
    return flush(l, value, bits, 1);
}

ir_ref
rdna_flush_result(struct rdna_lowering *l, ir_ref value, unsigned bits)
{
    return flush(l, value, bits, 2);
}

/* ---- rounding ---- */

static void
check_rounding(struct rdna_lowering *l, unsigned bits)
{
    static const char *const names[] = {"to nearest", "upwards", "downwards", "towards zero"};
    const unsigned round = bits == 32 ? l->mode.round32 : l->mode.round64_16;

    if (round != 0)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "rounding %s is not translated", names[round]);
}

ir_ref
rdna_precise(struct rdna_lowering *l, enum ir_op op, ir_ref a, ir_ref b, ir_ref c)
{
    const bool is_f64 = ir_type_of(l->shader, a) == ir_type_f64;
    const ir_ref value = ir_build_alu3(&l->b, op, a, b, c);

    if (rdna_type_infos[l->info->operands[0].type].bits != 16)
        check_rounding(l, is_f64 ? 64 : 32);
    if (ir_op_of(l->shader, value) == op)
        ir_at(l->shader, value)->flags |= IR_PRECISE;
    return value;
}

ir_ref
rdna_to_f16(struct rdna_lowering *l, ir_ref value)
{
    check_rounding(l, 16);
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
rdna_precise3(struct rdna_lowering *l, enum ir_op op)
{
    const ir_ref c = rdna_pop(l);
    const ir_ref b = rdna_pop(l);

    return rdna_precise(l, op, rdna_pop(l), b, c);
}

ir_ref
rdna_convert(struct rdna_lowering *l, enum ir_op op, enum ir_type to)
{
    return ir_build_convert(&l->b, op, to, rdna_pop(l));
}
