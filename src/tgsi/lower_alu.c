/* SPDX-License-Identifier: MIT
 *
 * The families that work component by component on floats, or with one IR op.
 */
#include "tgsi/tgsi_priv.h"

/* ---- one IR op ---- */

static ir_ref
alu_component(struct tgsi_lowering *l, const ir_ref *s)
{
    return ir_build_alu(&l->b, (enum ir_op)l->info->ir, s);
}

/* ---- products ---- */

static ir_ref
is_any_zero(struct tgsi_lowering *l, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &l->b;
    const ir_ref zero = ir_build_f32(b, 0.0f);
    const ir_ref is_x_zero = ir_build_feq(b, x, zero);

    return x == y ? is_x_zero : ir_build_ior(b, is_x_zero, ir_build_feq(b, y, zero));
}

ir_ref
tgsi_lower_multiply(struct tgsi_lowering *l, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &l->b;
    const ir_ref product = ir_build_fmul(b, x, y);

    if (!l->zero_wins)
        return product;
    return ir_build_select(b, is_any_zero(l, x, y), ir_build_f32(b, 0.0f), product);
}

ir_ref
tgsi_lower_divide(struct tgsi_lowering *l, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &l->b;
    const ir_ref quotient = ir_build_fdiv(b, x, y);

    if (!l->zero_wins)
        return quotient;
    const ir_ref zero = ir_build_f32(b, 0.0f);
    return ir_build_select(b, ir_build_feq(b, x, zero), zero, quotient);
}

static ir_ref
zero_component(struct tgsi_lowering *l, const ir_ref *s)
{
    struct ir_builder *b = &l->b;

    if (l->inst->op == tgsi_op_MUL)
        return tgsi_lower_multiply(l, s[0], s[1]);
    const ir_ref zero = ir_build_f32(b, 0.0f);
    const ir_ref is_zero = is_any_zero(l, s[0], s[1]);
    const ir_ref x = ir_build_select(b, is_zero, zero, s[0]);
    const ir_ref y = ir_build_select(b, is_zero, zero, s[1]);
    return ir_build_ffma(b, x, y, s[2]);
}

/* ---- the early dialect ---- */

/* ROUND takes halves up. TRUNC goes by way of an integer: what does not fit becomes the least one.
 */
static ir_ref
early_component(struct tgsi_lowering *l, const ir_ref *s)
{
    struct ir_builder *b = &l->b;

    if (l->inst->op == tgsi_op_ROUND)
        return ir_build_ffloor(b, ir_build_fadd(b, s[0], ir_build_f32(b, 0.5f)));
    const ir_ref limit = ir_build_f32(b, 0x1p31f);
    const ir_ref whole = ir_build_i2f(b, ir_type_f32, ir_build_f2i(b, ir_type_i32, s[0]));
    const ir_ref fits = ir_build_flt(b, ir_build_fabs(b, s[0]), limit);
    return ir_build_select(b, fits, whole, ir_build_f32(b, -0x1p31f));
}

/* ---- one IR op, with what programs or dialects change ---- */

void
tgsi_lower_alu(struct tgsi_lowering *l)
{
    const bool is_early = l->program->dialect == tgsi_dialect_early;
    tgsi_component *one = alu_component;

    switch ((unsigned)l->inst->op) {
    case tgsi_op_FMA:
    case tgsi_op_MUL:
        one = l->zero_wins ? zero_component : alu_component;
        break;
    case tgsi_op_ROUND:
    case tgsi_op_TRUNC:
        one = is_early ? early_component : alu_component;
        break;
    }
    tgsi_lower_each(l, one);
}

void
tgsi_lower_scalar(struct tgsi_lowering *l)
{
    ir_ref x = tgsi_lower_src(l, 0, 0);

    if (l->inst->op == tgsi_op_RSQ && l->program->dialect == tgsi_dialect_early)
        x = ir_build_fabs(&l->b, x);

    tgsi_lower_write_all(l, alu_component(l, &x));
}

static ir_ref
convert_component(struct tgsi_lowering *l, const ir_ref *s)
{
    const enum ir_type to = l->info->dst == tgsi_type_f ? ir_type_f32 : ir_type_i32;

    return ir_build_convert(&l->b, (enum ir_op)l->info->ir, to, s[0]);
}

void
tgsi_lower_convert(struct tgsi_lowering *l)
{
    tgsi_lower_each(l, convert_component);
}

static ir_ref
derivative_component(struct tgsi_lowering *l, const ir_ref *s)
{
    return ir_build_op(&l->b, (enum ir_op)l->info->ir, ir_type_f32, s[0], 0, 0);
}

void
tgsi_lower_derivative(struct tgsi_lowering *l)
{
    tgsi_lower_each(l, derivative_component);
}

/* ---- one comparison ---- */

static ir_ref
compare(struct tgsi_lowering *l, const ir_ref *s)
{
    const bool is_swapped = (l->info->flags & TGSI_OP_SWAP) != 0;

    return ir_build_alu3(&l->b, (enum ir_op)l->info->ir, s[is_swapped], s[!is_swapped], 0);
}

static ir_ref
set_component(struct tgsi_lowering *l, const ir_ref *s)
{
    return ir_build_select(&l->b, compare(l, s), ir_build_f32(&l->b, 1.0f),
                           ir_build_f32(&l->b, 0.0f));
}

void
tgsi_lower_set(struct tgsi_lowering *l)
{
    tgsi_lower_each(l, set_component);
}

static ir_ref
mask_component(struct tgsi_lowering *l, const ir_ref *s)
{
    return ir_build_select(&l->b, compare(l, s), ir_build_i32(&l->b, UINT32_MAX),
                           ir_build_i32(&l->b, 0));
}

void
tgsi_lower_mask(struct tgsi_lowering *l)
{
    tgsi_lower_each(l, mask_component);
}

/* ---- moves ---- */

static ir_ref
select_bits(struct tgsi_lowering *l, ir_ref condition, ir_ref x, ir_ref y)
{
    if (ir_type_of(l->shader, x) != ir_type_of(l->shader, y)) {
        x = ir_build_bitcast(&l->b, ir_type_i32, x);
        y = ir_build_bitcast(&l->b, ir_type_i32, y);
    }
    return ir_build_select(&l->b, condition, x, y);
}

static ir_ref
move_component(struct tgsi_lowering *l, const ir_ref *s)
{
    struct ir_builder *b = &l->b;

    switch ((unsigned)l->inst->op) {
    case tgsi_op_CMP:
        return select_bits(l, ir_build_flt(b, s[0], ir_build_f32(b, 0.0f)), s[1], s[2]);
    case tgsi_op_UCMP:
        return select_bits(l, ir_build_ine(b, s[0], ir_build_i32(b, 0)), s[1], s[2]);
    }
    return s[0];
}

void
tgsi_lower_move(struct tgsi_lowering *l)
{
    tgsi_lower_each(l, move_component);
}

/* ---- several ops ---- */

static ir_ref
arl(struct tgsi_lowering *l, ir_ref x)
{
    return ir_build_f2i(&l->b, ir_type_i32, ir_build_ffloor(&l->b, x));
}

static ir_ref
arr(struct tgsi_lowering *l, ir_ref x)
{
    return arl(l, ir_build_fadd(&l->b, x, ir_build_f32(&l->b, 0.5f)));
}

ir_ref
tgsi_lower_clamp(struct tgsi_lowering *l, ir_ref x, ir_ref low, ir_ref high)
{
    struct ir_builder *b = &l->b;
    const ir_ref below_high = ir_build_select(b, ir_build_flt(b, high, x), high, x);

    return ir_build_select(b, ir_build_flt(b, x, low), low, below_high);
}

static ir_ref
mad(struct tgsi_lowering *l, ir_ref x, ir_ref y, ir_ref z)
{
    return ir_build_fadd(&l->b, tgsi_lower_multiply(l, x, y), z);
}

static ir_ref
ssg(struct tgsi_lowering *l, ir_ref x)
{
    struct ir_builder *b = &l->b;
    const ir_ref zero = ir_build_f32(b, 0.0f);
    const ir_ref below = ir_build_select(b, ir_build_flt(b, x, zero), ir_build_f32(b, -1.0f), zero);

    return ir_build_select(b, ir_build_flt(b, zero, x), ir_build_f32(b, 1.0f), below);
}

/* The early dialect gives the second where one is a NaN, the final one the other. */
ir_ref
tgsi_lower_extreme(struct tgsi_lowering *l, const ir_ref *s, bool is_greatest)
{
    struct ir_builder *b = &l->b;

    if (l->program->dialect != tgsi_dialect_early)
        return ir_build_alu(b, is_greatest ? ir_op_fmax : ir_op_fmin, s);
    return ir_build_select(b, ir_build_flt(b, s[is_greatest], s[!is_greatest]), s[0], s[1]);
}

static ir_ref
arith_component(struct tgsi_lowering *l, const ir_ref *s)
{
    struct ir_builder *b = &l->b;

    switch ((unsigned)l->inst->op) {
    case tgsi_op_ARL:
        return arl(l, s[0]);
    case tgsi_op_ARR:
        return arr(l, s[0]);
    case tgsi_op_CLAMP:
        return tgsi_lower_clamp(l, s[0], s[1], s[2]);
    case tgsi_op_CND:
        return ir_build_select(b, ir_build_flt(b, ir_build_f32(b, 0.5f), s[2]), s[0], s[1]);
    case tgsi_op_FRC:
        return ir_build_fsub(b, s[0], ir_build_ffloor(b, s[0]));
    case tgsi_op_LDEXP:
        return ir_build_fldexp(b, s[0], ir_build_i2f(b, ir_type_f32, s[1]));
    case tgsi_op_LRP:
        return mad(l, s[0], ir_build_fsub(b, s[1], s[2]), s[2]);
    case tgsi_op_MAD:
        return mad(l, s[0], s[1], s[2]);
    case tgsi_op_MAX:
    case tgsi_op_MIN:
        return tgsi_lower_extreme(l, s, l->inst->op == tgsi_op_MAX);
    case tgsi_op_SSG:
        return ssg(l, s[0]);
    }
    return ir_build_undef(b, ir_type_f32);
}

void
tgsi_lower_arith(struct tgsi_lowering *l)
{
    tgsi_lower_each(l, arith_component);
}
