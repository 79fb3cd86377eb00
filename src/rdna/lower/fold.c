/* SPDX-License-Identifier: MIT
 *
 * Operations on what is known already: descriptors and addresses are often constants, and most of
 * what is done with them need not be done when the program runs.
 */
#include "rdna/lower/lower_priv.h"

bool
rdna_known_bits(const struct rdna_lowering *l, ir_ref value, uint64_t *bits)
{
    if (ir_op_of(l->shader, value) != ir_op_const)
        return false;
    *bits = ir_const_bits(l->shader, value);
    return true;
}

static bool
is_value(const struct rdna_lowering *l, ir_ref value, uint64_t wanted)
{
    uint64_t bits;

    return rdna_known_bits(l, value, &bits) && bits == wanted;
}

static uint64_t
ones_of(ir_type_id type)
{
    const unsigned bits = ir_type_bits(type);

    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static ir_ref
fold_known(struct rdna_lowering *l, enum ir_op op, const ir_ref operands[3])
{
    const struct ir_op_info *info = &ir_op_infos[op];
    enum ir_type types[3] = {ir_type_void};
    uint64_t bits[3] = {0}, result;

    for (unsigned i = 0; i < info->arity; i++) {
        if (!rdna_known_bits(l, operands[i], &bits[i]))
            return 0;
        types[i] = (enum ir_type)ir_type_of(l->shader, operands[i]);
    }
    const enum ir_type type = info->result == ir_class_BOOL ? ir_type_bool
                              : op == ir_op_select          ? types[1]
                                                            : types[0];
    return ir_fold(op, type, types, bits, &result) ? ir_build_const(&l->b, type, result) : 0;
}

/* Of integers: x op y where y is known, or the other way round. 0: nothing is to be left out. */
static ir_ref
leave_out(struct rdna_lowering *l, enum ir_op op, ir_ref x, ir_ref y)
{
    const ir_type_id type = ir_type_of(l->shader, x);
    const bool is_zero = is_value(l, y, 0);

    switch ((unsigned)op) {
    case ir_op_iadd:
    case ir_op_isub:
    case ir_op_ixor:
    case ir_op_ishl:
    case ir_op_ushr:
    case ir_op_ishr:
        return is_zero ? x : 0;
    case ir_op_ior:
        return is_zero ? x : is_value(l, y, ones_of(type)) ? y : 0;
    case ir_op_iand:
        return is_zero ? y : is_value(l, y, ones_of(type)) ? x : 0;
    case ir_op_imul:
        return is_zero ? y : is_value(l, y, 1) ? x : 0;
    case ir_op_umul_hi:
        return is_zero || is_value(l, y, 1) ? ir_build_const(&l->b, (enum ir_type)type, 0) : 0;
    case ir_op_ult:
        return is_zero || x == y ? ir_build_bool(&l->b, false) : 0;
    case ir_op_uge:
        return is_zero || x == y ? ir_build_bool(&l->b, true) : 0;
    }
    return 0;
}

ir_ref
rdna_fold(struct rdna_lowering *l, enum ir_op op, ir_ref x, ir_ref y, ir_ref z)
{
    const ir_ref operands[3] = {x, y, z};
    ir_ref found = fold_known(l, op, operands);

    if (!found && op == ir_op_select)
        found = is_value(l, x, 1) || y == z ? y : is_value(l, x, 0) ? z : 0;
    else if (!found && ir_op_infos[op].arity == 2)
        found = leave_out(l, op, x, y);
    if (!found && ir_op_has(op, IR_OP_COMM) && ir_op_infos[op].arity == 2)
        found = leave_out(l, op, y, x);
    return found ? found : ir_build_alu3(&l->b, op, x, y, z);
}

unsigned
rdna_known_zeros(const struct rdna_lowering *l, ir_ref value, unsigned depth)
{
    const struct ir_shader *shader = l->shader;
    const enum ir_op op = ir_op_of(shader, value);
    uint64_t bits;

    if (rdna_known_bits(l, value, &bits)) {
        unsigned count = 0;
        while (count < 3 && !(bits >> count & 1))
            count++;
        return count;
    }
    if (depth == 0 ||
        (op != ir_op_iadd && op != ir_op_isub && op != ir_op_ior && op != ir_op_iand &&
         op != ir_op_umin && op != ir_op_select && op != ir_op_ishl))
        return 0;
    const ir_ref x = ir_operand(shader, value, op == ir_op_select ? 1 : 0);
    const ir_ref y = ir_operand(shader, value, op == ir_op_select ? 2 : 1);
    const unsigned a = rdna_known_zeros(l, x, depth - 1);
    if (op == ir_op_ishl)
        return rdna_known_bits(l, y, &bits) && a + (bits & 31) < 3 ? a + (unsigned)(bits & 31)
               : rdna_known_bits(l, y, &bits)                      ? 3
                                                                   : a;
    const unsigned b = rdna_known_zeros(l, y, depth - 1);
    if (op == ir_op_iand)
        return a > b ? a : b;
    return a < b ? a : b;
}
