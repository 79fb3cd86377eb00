/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

struct marker {
    struct ir_shader *shader;
    uint8_t *is_live;
    BASE_ARRAY(ir_ref) pending;
};

static void
mark_operands(struct marker *m, ir_ref ref, bool is_deep)
{
    const uint32_t count = ir_operand_count(m->shader, ref);

    for (uint32_t i = 0; i < count; i++) {
        const ir_ref operand = ir_operand(m->shader, ref, i);

        if (m->is_live[operand])
            continue;
        m->is_live[operand] = 1;
        if (is_deep)
            base_array_push(m->shader->arena, &m->pending, operand);
    }
}

/* Needs: nothing. Keeps: the control tree. Removes dead cycles through loop merges too. */
enum ir_pass_result
ir_opt_dead_code(struct ir_shader *shader, struct base_diags *diags)
{
    struct marker m = {.shader = shader};
    enum ir_pass_result result = IR_PASS_UNCHANGED;
    (void)diags; /* cannot fail */

    m.is_live = base_arena_new_array(shader->arena, uint8_t, shader->insts.count);

    /* Backwards, operands come after their users, so that marking them is enough. A merge may name
     * what the walk has passed already: from there on operands are followed at once. */
    for (ir_ref ref = shader->last; ref; ref = ir_prev(shader, ref)) {
        if (ir_op_is_removable(ir_op_of(shader, ref)) && !m.is_live[ref])
            continue;
        mark_operands(&m, ref, ir_op_of(shader, ref) == ir_op_merge);
        while (m.pending.count > 0)
            mark_operands(&m, m.pending.data[--m.pending.count], true);
    }
    for (ir_ref ref = shader->first, next; ref; ref = next) {
        next = ir_next(shader, ref);
        if (m.is_live[ref] || !ir_op_is_removable(ir_op_of(shader, ref)))
            continue;
        shader->uses = NULL;
        ir_remove(shader, ref);
        result = IR_PASS_CHANGED;
    }
    return result;
}
