/* SPDX-License-Identifier: MIT
 *
 * Arithmetic, logical, relational and bit instructions.
 */
#include "spirv/read/arithmetic.h"

#include <math.h>

/* ---- division ---- */

/* The remainder with the sign of the divisor. */
static ir_ref
make_smod(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref zero = read_build_int(b, type, 0), rest = ir_build_irem(b, x[0], x[1]);
    const ir_ref is_other = ir_build_ilt(b, ir_build_ixor(b, rest, x[1]), zero);
    const ir_ref is_off = ir_build_iand(b, ir_build_ine(b, rest, zero), is_other);

    return ir_build_select(b, is_off, ir_build_iadd(b, rest, x[1]), rest);
}

/* Both as Vulkan derives them. */
static ir_ref
make_frem(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref whole = ir_build_ftrunc(b, ir_build_fdiv(b, x[0], x[1]));
    (void)type;

    return ir_build_fsub(b, x[0], ir_build_fmul(b, x[1], whole));
}

static ir_ref
make_fmod(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref whole = ir_build_ffloor(b, ir_build_fdiv(b, x[0], x[1]));
    (void)type;

    return ir_build_fsub(b, x[0], ir_build_fmul(b, x[1], whole));
}

/* ---- second results ---- */

static ir_ref
number_of_bool(struct ir_builder *b, enum ir_type type, ir_ref condition)
{
    return ir_build_select(b, condition, read_build_int(b, type, 1), read_build_int(b, type, 0));
}

static ir_ref
make_carry(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return number_of_bool(b, type, ir_build_ult(b, ir_build_iadd(b, x[0], x[1]), x[0]));
}

static ir_ref
make_borrow(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return number_of_bool(b, type, ir_build_ult(b, x[0], x[1]));
}

/* ---- questions of floats ---- */

static ir_ref
infinity(struct ir_builder *b, ir_ref like)
{
    return read_build_float(b, read_type_of(b, like), (double)INFINITY);
}

static ir_ref
make_is_nan(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    (void)type;
    return ir_build_fne(b, x[0], x[0]);
}

static ir_ref
make_is_inf(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    (void)type;
    return ir_build_feq(b, ir_build_fabs(b, x[0]), infinity(b, x[0]));
}

static ir_ref
make_is_finite(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    (void)type;
    return ir_build_flt(b, ir_build_fabs(b, x[0]), infinity(b, x[0]));
}

static ir_ref
make_is_normal(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const enum ir_type of = read_type_of(b, x[0]);
    const int exponent = of == ir_type_f16 ? -14 : of == ir_type_f32 ? -126 : -1022;
    const ir_ref least = read_build_float(b, of, ldexp(1.0, exponent));
    const ir_ref is_finite = make_is_finite(b, type, x);
    const ir_ref is_large = ir_build_fge(b, ir_build_fabs(b, x[0]), least);

    return ir_build_iand(b, is_finite, is_large);
}

static ir_ref
make_sign_bit(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const enum ir_type as = read_int_type(ir_type_bits((ir_type_id)read_type_of(b, x[0])));
    (void)type;

    return ir_build_ilt(b, ir_build_bitcast(b, as, x[0]), read_build_int(b, as, 0));
}

static ir_ref
make_ordered(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref is_first = ir_build_feq(b, x[0], x[0]);
    const ir_ref is_second = ir_build_feq(b, x[1], x[1]);
    (void)type;

    return ir_build_iand(b, is_first, is_second);
}

static ir_ref
make_unordered(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref is_first = ir_build_fne(b, x[0], x[0]);
    const ir_ref is_second = ir_build_fne(b, x[1], x[1]);
    (void)type;

    return ir_build_ior(b, is_first, is_second);
}

static ir_ref
make_ford_ne(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref is_less = ir_build_flt(b, x[0], x[1]);
    const ir_ref is_greater = ir_build_flt(b, x[1], x[0]);
    (void)type;

    return ir_build_ior(b, is_less, is_greater);
}

static ir_ref
make_funord_eq(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return ir_build_inot(b, make_ford_ne(b, type, x));
}

/* ---- shifts and fields ---- */

static ir_ref
make_ushr(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return ir_build_ushr(b, x[0], read_build_resized(b, type, x[1]));
}

static ir_ref
make_ishr(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return ir_build_ishr(b, x[0], read_build_resized(b, type, x[1]));
}

static ir_ref
make_ishl(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return ir_build_ishl(b, x[0], read_build_resized(b, type, x[1]));
}

/* The lowest count bits; a count of the width or more, whose shift would wrap, is all of them. */
static ir_ref
low_bits(struct ir_builder *b, enum ir_type type, ir_ref count)
{
    const ir_ref one = read_build_int(b, type, 1);
    const ir_ref width = read_build_int(b, type, (int64_t)ir_type_bits((ir_type_id)type));
    const ir_ref mask = ir_build_isub(b, ir_build_ishl(b, one, count), one);

    return ir_build_select(b, ir_build_uge(b, count, width), read_build_int(b, type, -1), mask);
}

static ir_ref
make_insert(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref offset = read_build_resized(b, type, x[2]);
    const ir_ref count = read_build_resized(b, type, x[3]);
    const ir_ref mask = ir_build_ishl(b, low_bits(b, type, count), offset);
    const ir_ref put = ir_build_iand(b, ir_build_ishl(b, x[1], offset), mask);

    return ir_build_ior(b, ir_build_iand(b, x[0], ir_build_inot(b, mask)), put);
}

static ir_ref
make_uextract(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref offset = read_build_resized(b, type, x[1]);
    const ir_ref count = read_build_resized(b, type, x[2]);

    const ir_ref moved = ir_build_ushr(b, x[0], offset);
    const ir_ref mask = low_bits(b, type, count);

    return ir_build_iand(b, moved, mask);
}

/* Up until the field's sign is the number's, and down again. */
static ir_ref
make_sextract(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref offset = read_build_resized(b, type, x[1]);
    const ir_ref count = read_build_resized(b, type, x[2]);
    const ir_ref width = read_build_int(b, type, (int64_t)ir_type_bits((ir_type_id)type));
    const ir_ref zero = read_build_int(b, type, 0);
    const ir_ref down = ir_build_isub(b, width, count);
    const ir_ref field =
        ir_build_ishr(b, ir_build_ishl(b, x[0], ir_build_isub(b, down, offset)), down);

    return ir_build_select(b, ir_build_ieq(b, count, zero), zero, field);
}

/* ---- bits of any width, by ops of 32 ---- */

static ir_ref
make_reverse(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const unsigned bits = ir_type_bits((ir_type_id)type);

    if (bits == 64) {
        const ir_ref low = ir_build_bit_reverse(b, read_build_high(b, x[0]));
        const ir_ref high = ir_build_bit_reverse(b, read_build_low(b, x[0]));

        return read_build_whole(b, low, high);
    }
    const ir_ref reversed = ir_build_bit_reverse(b, read_build_resized(b, ir_type_i32, x[0]));
    if (bits == 32)
        return reversed;
    return ir_build_u2u(b, type, ir_build_ushr(b, reversed, ir_build_i32(b, 32 - bits)));
}

static ir_ref
make_count(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    ir_ref count;

    if (read_type_of(b, x[0]) == ir_type_i64) {
        const ir_ref low = ir_build_bit_count(b, read_build_low(b, x[0]));
        const ir_ref high = ir_build_bit_count(b, read_build_high(b, x[0]));

        count = ir_build_iadd(b, low, high);
    } else {
        count = ir_build_bit_count(b, read_build_resized(b, ir_type_i32, x[0]));
    }
    return read_build_resized(b, type, count);
}

/* ---- the family ---- */

static const struct read_row rows[] = {
#define ALU(opcode, op, how) [SpvOp##opcode] = {.first = {ir_op_##op, READ_##how, NULL}},
#define MADE(opcode, to, a, b, c, d, function)                                                     \
    [SpvOp##opcode] = READ_MADE(READ_HAS(b) + READ_HAS(c) + READ_HAS(d), to, a, b, c, d, function),
#define PAIR(opcode, op, made)                                                                     \
    [SpvOp##opcode] = {.first = READ_OP(op), .second_result = ir_class_FIRST, .second = made},
#include "spirv/read/alu.def"
};

static const struct {
    SpvOp opcode;
    enum ir_op op;
} folds[] = {
#define FOLD(opcode, op) {SpvOp##opcode, ir_op_##op},
#include "spirv/read/alu.def"
};

static bool
read_fold(struct spirv_reader *r, const struct read_inst *inst, enum ir_op op)
{
    struct read_numbers x;
    enum ir_type type;

    if (!read_has_operands(r, inst, 1) ||
        !read_get_numbers(r, inst, inst->operands[0], ir_class_BOOL, 0, &x))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_BOOL, 1, &type);
    if (!leaves)
        return false;
    leaves[0] = x.leaves[0];
    for (uint32_t i = 1; i < x.count; i++)
        leaves[0] = ir_build_alu(&r->b, op, (const ir_ref[]){leaves[0], x.leaves[i]});
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_alu(struct spirv_reader *r, const struct read_inst *inst)
{
    if (inst->op == SpvOpSelect)
        return read_select(r, inst);
    if (inst->op == SpvOpDot)
        return read_matrix(r, inst);
    for (uint32_t i = 0; i < BASE_COUNT(folds); i++)
        if (folds[i].opcode == inst->op)
            return read_fold(r, inst, folds[i].op);
    if (inst->op >= BASE_COUNT(rows) ||
        (rows[inst->op].first.op == ir_op_none && !rows[inst->op].first.build))
        return read_unsupported(r, inst, "it is no arithmetic");
    return read_has_operands(r, inst, read_row_operands(&rows[inst->op])) &&
           read_each(r, inst, &rows[inst->op], inst->operands);
}
