/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

/* A value op whose operands are all constants? */
static bool
may_fold(const struct ir_shader *shader, const struct ir_inst *inst)
{
    const struct ir_op_info *info = &ir_op_infos[inst->op];

    if ((info->flags & (IR_OP_PURE | IR_OP_LIST)) != IR_OP_PURE || info->arity == 0 ||
        inst->type >= ir_type_count)
        return false;
    for (uint32_t i = 0; i < info->arity; i++)
        if (ir_op_of(shader, inst->arg[i]) != ir_op_const)
            return false;
    return true;
}

/* The bits of such an op; false if it stays. */
static bool
fold_inst(const struct ir_shader *shader, ir_ref ref, uint64_t *bits)
{
    const enum ir_op op = ir_op_of(shader, ref);
    enum ir_type types[3] = {ir_type_void};
    uint64_t operands[3] = {0};

    for (uint32_t i = 0; i < ir_op_infos[op].arity; i++) {
        const ir_ref operand = ir_operand(shader, ref, i);

        types[i] = ir_type_scalar(ir_type_of(shader, operand));
        operands[i] = ir_const_bits(shader, operand);
    }
    return ir_fold(op, ir_type_scalar(ir_type_of(shader, ref)), types, operands, bits);
}

/* A select that always goes one way becomes a copy. */
static bool
decide_select(struct ir_shader *shader, ir_ref ref)
{
    const ir_ref condition = ir_operand(shader, ref, 0);
    struct ir_inst *inst = ir_at(shader, ref);

    if (ir_op_of(shader, condition) != ir_op_const)
        return false;
    inst->arg[0] = inst->arg[ir_const_bits(shader, condition) ? 1 : 2];
    inst->arg[1] = inst->arg[2] = 0;
    inst->op = ir_op_copy;
    shader->has_op[ir_op_copy] = true;
    inst->flags = 0;
    shader->uses = NULL;
    return true;
}

/* Needs: nothing. Keeps: the control tree. Leaves copies, and constants that nobody uses. */
enum ir_pass_result
ir_opt_constant_folding(struct ir_shader *shader, struct base_diags *diags)
{
    enum ir_pass_result result = IR_PASS_UNCHANGED;
    (void)diags; /* cannot fail */

    if (!shader->may_simplify)
        return IR_PASS_UNCHANGED;
    for (ir_ref ref = shader->first, next; ref; ref = next) {
        uint64_t bits;

        next = ir_next(shader, ref);
        if (may_fold(shader, ir_at(shader, ref)) && fold_inst(shader, ref, &bits)) {
            ir_become_const(shader, ref, bits);
            result = IR_PASS_CHANGED;
        } else if (ir_op_of(shader, ref) == ir_op_select && decide_select(shader, ref)) {
            result = IR_PASS_CHANGED;
        }
    }
    return result;
}
