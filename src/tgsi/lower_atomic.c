/* SPDX-License-Identifier: MIT
 *
 * Atomics, wherever the memory is. What the IR has no atomic for is a loop that compares and
 * exchanges until nobody came between.
 */
#include "tgsi/tgsi_priv.h"

/* Memory of one invocation: nobody else is there. */
static ir_ref
private_atomic(struct tgsi_lowering *l, const struct tgsi_access *access, enum ir_op op,
               ir_ref value, ir_ref comparator)
{
    struct ir_builder *b = &l->b;
    const ir_ref at = ir_build_ushr(b, access->address, ir_build_i32(b, 2));
    const ir_ref old = ir_build_op(b, ir_op_load_array, ir_type_i32, at, 0, access->index);
    ir_ref result = value;

    if (op == ir_op_select)
        result = ir_build_select(b, ir_build_ieq(b, old, comparator), value, old);
    else if (op != ir_op_copy)
        result = ir_build_alu(b, op, (const ir_ref[]){old, value});
    (void)ir_build_op(b, ir_op_store_array, ir_type_void, at, result, access->index);
    return old;
}

/* Of words as integers; gives the word that was there. */
static ir_ref
build_atomic(struct tgsi_lowering *l, const struct tgsi_access *access, enum ir_op op, ir_ref value,
             ir_ref comparator)
{
    const uint32_t imm = IR_ATOMIC(op);
    const ir_ref shared[] = {access->address, value, comparator};
    const ir_ref buffer[] = {access->address, access->element, value, comparator};
    const uint32_t fewer = comparator ? 0 : 1;

    switch (access->space) {
    case tgsi_space_private:
        return private_atomic(l, access, op, value, comparator);
    case tgsi_space_image:
        return tgsi_lower_image_atomic(l, access, op, value, comparator);
    case tgsi_space_shared:
        return ir_build_list(&l->b, ir_op_atomic_shared, ir_type_i32, shared,
                             BASE_COUNT(shared) - fewer, imm);
    case tgsi_space_buffer:
        break;
    }
    return ir_build_list(&l->b, ir_op_atomic_buffer, ir_type_i32, buffer,
                         BASE_COUNT(buffer) - fewer, imm | access->index | access->bits);
}

/* What the word becomes. */
static ir_ref
next_word(struct tgsi_lowering *l, ir_ref old, ir_ref operand)
{
    struct ir_builder *b = &l->b;
    const ir_ref zero = ir_build_i32(b, 0), one = ir_build_i32(b, 1);

    switch ((unsigned)l->inst->op) {
    case tgsi_op_ATOMINC_WRAP:
        return ir_build_select(b, ir_build_uge(b, old, operand), zero, ir_build_iadd(b, old, one));
    case tgsi_op_ATOMDEC_WRAP: {
        const ir_ref wraps =
            ir_build_ior(b, ir_build_ieq(b, old, zero), ir_build_ult(b, operand, old));

        return ir_build_select(b, wraps, operand, ir_build_isub(b, old, one));
    }
    }
    return ir_build_bitcast(b, ir_type_i32,
                            ir_build_fadd(b, ir_build_bitcast(b, ir_type_f32, old), operand));
}

/* The first guess is 0: whoever gets no say, a helper or an address out of range, is told the same
 * and is done in one round; others have the word from it. */
static ir_ref
build_loop(struct tgsi_lowering *l, const struct tgsi_access *access, ir_ref operand)
{
    struct ir_builder *b = &l->b;

    if (!l->memory->variable)
        l->memory->variable = ir_build_variables(b, 1, 32) + 1;
    const uint32_t guess = l->memory->variable - 1;
    ir_build_write(b, guess, ir_build_i32(b, 0));
    ir_build_loop(b);
    const ir_ref old = ir_build_read(b, guess, ir_type_i32);
    const ir_ref found = build_atomic(l, access, ir_op_select, next_word(l, old, operand), old);
    ir_build_write(b, guess, found);
    ir_build_if(b, ir_build_ieq(b, found, old));
    ir_build_break(b);
    ir_build_endif(b);
    ir_build_endloop(b);
    return ir_build_read(b, guess, ir_type_i32);
}

/* The old word goes to x. Without x in the mask nothing is done at all. */
void
tgsi_lower_atomic(struct tgsi_lowering *l, const struct tgsi_access *access)
{
    const enum tgsi_op op = (enum tgsi_op)l->inst->op;
    ir_ref values[4] = {0};

    l->mask &= 1;
    if (!l->mask)
        return;
    const ir_ref operand = tgsi_lower_src(l, 2, 0);
    if (op == tgsi_op_ATOMCAS)
        values[0] = build_atomic(l, access, ir_op_select, tgsi_lower_src(l, 3, 0), operand);
    else if ((op == tgsi_op_ATOMFADD && !access->is_float) || op == tgsi_op_ATOMINC_WRAP ||
             op == tgsi_op_ATOMDEC_WRAP)
        values[0] = build_loop(l, access, operand);
    else
        values[0] = build_atomic(l, access, (enum ir_op)l->info->ir, operand, 0);
    tgsi_lower_write(l, values);
}
