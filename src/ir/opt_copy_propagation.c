/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

/* What an instruction's users can use instead of it; itself if nothing. */
static ir_ref
source_of(const struct ir_shader *shader, ir_ref ref)
{
    const ir_ref operand = ir_operand(shader, ref, 0);

    if (ir_op_of(shader, ref) == ir_op_copy)
        return operand;
    if (ir_type_of(shader, operand) == ir_type_of(shader, ref))
        return operand;
    if (ir_op_of(shader, operand) == ir_op_bitcast &&
        ir_type_of(shader, ir_operand(shader, operand, 0)) == ir_type_of(shader, ref))
        return ir_operand(shader, operand, 0);
    return ref;
}

static void
forward_operands(struct ir_shader *shader, ir_ref ref, const ir_ref *forward)
{
    const uint32_t count = ir_operand_count(shader, ref);

    for (uint32_t i = 0; i < count; i++) {
        const ir_ref operand = ir_operand(shader, ref, i);

        if (forward[operand])
            ir_set_operand(shader, ref, i, forward[operand]);
    }
}

/* Is there anything to forward? Asked in the order of memory, which costs next to nothing; removed
 * instructions have no op. */
static bool
has_copies(const struct ir_shader *shader)
{
    if (!shader->may_simplify || (!shader->has_op[ir_op_copy] && !shader->has_op[ir_op_bitcast]))
        return false;
    for (ir_ref ref = 1; ref < shader->insts.count; ref++) {
        const enum ir_op op = ir_op_of(shader, ref);

        if ((op == ir_op_copy || op == ir_op_bitcast) && source_of(shader, ref) != ref)
            return true;
    }
    return false;
}

/* Needs: nothing. Keeps: the control tree. Leaves the bitcasts that nobody uses any more. */
enum ir_pass_result
ir_opt_copy_propagation(struct ir_shader *shader, struct base_diags *diags)
{
    enum ir_pass_result result = IR_PASS_UNCHANGED;
    (void)diags; /* cannot fail */

    if (!has_copies(shader))
        return IR_PASS_UNCHANGED;
    ir_ref *forward = base_arena_new_array(shader->arena, ir_ref, shader->insts.count);
    for (ir_ref ref = shader->first, next; ref; ref = next) {
        const enum ir_op op = ir_op_of(shader, ref);

        next = ir_next(shader, ref);
        if (op == ir_op_merge)
            continue; /* May name what comes later; below. */
        forward_operands(shader, ref, forward);
        if (op != ir_op_copy && op != ir_op_bitcast)
            continue;
        const ir_ref source = source_of(shader, ref);
        if (source == ref)
            continue;
        forward[ref] = source;
        ir_remove(shader, ref);
        result = IR_PASS_CHANGED;
    }
    if (result == IR_PASS_CHANGED)
        for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
            if (ir_op_of(shader, ref) == ir_op_merge)
                forward_operands(shader, ref, forward);
    base_arena_free(shader->arena, forward, shader->insts.count * sizeof(ir_ref));
    return result;
}
