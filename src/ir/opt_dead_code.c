/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

enum { LIVE = 1, PASSED = 2 };

struct marker {
    struct ir_shader *shader;
    uint8_t *marks;
    BASE_ARRAY(ir_ref) pending;
    BASE_ARRAY(ir_ref) doubtful; /* Nothing behind them uses them. */
};

static void
mark(struct marker *m, ir_ref operand)
{
    if (m->marks[operand] == PASSED)
        base_array_push(m->shader->arena, &m->pending, operand);
    m->marks[operand] |= LIVE;
}

/* The walk will come to the operands, but for those that it has passed. */
static void
mark_operands(struct marker *m, ir_ref ref)
{
    const uint32_t count = ir_operand_count(m->shader, ref);

    for (uint32_t i = 0; i < count; i++)
        mark(m, ir_operand(m->shader, ref, i));
}

/* Needs: nothing. Keeps: the control tree. Removes dead cycles through loop merges too. */
enum ir_pass_result
ir_opt_dead_code(struct ir_shader *shader, struct base_diags *diags)
{
    struct marker m = {.shader = shader};
    enum ir_pass_result result = IR_PASS_UNCHANGED;
    const struct ir_inst *insts = shader->insts.data;
    uint8_t *marks = base_arena_new_array(shader->arena, uint8_t, shader->insts.count);
    (void)diags; /* cannot fail */

    m.marks = marks;

    /* Backwards, operands come after their users. Only a merge at the head of a loop names what
     * stands behind it. */
    for (ir_ref ref = shader->last; ref; ref = insts[ref].prev) {
        const struct ir_inst *inst = &insts[ref];
        const enum ir_op op = (enum ir_op)inst->op;

        if (!(marks[ref] & LIVE) && ir_op_is_removable(op)) {
            marks[ref] = PASSED;
            base_array_push(shader->arena, &m.doubtful, ref);
            continue;
        }
        marks[ref] = PASSED | LIVE;
        if (!ir_op_has(op, IR_OP_LIST)) { /* Nothing that it names was passed. */
            for (uint32_t i = 0; i < ir_op_infos[op].arity; i++)
                marks[inst->arg[i]] = LIVE;
            continue;
        }
        mark_operands(&m, ref);
        while (m.pending.count > 0)
            mark_operands(&m, m.pending.data[--m.pending.count]);
    }
    for (uint32_t i = 0; i < m.doubtful.count; i++) {
        if (marks[m.doubtful.data[i]] & LIVE)
            continue;
        shader->uses = NULL;
        ir_remove(shader, m.doubtful.data[i]);
        result = IR_PASS_CHANGED;
    }
    base_arena_free(shader->arena, m.doubtful.data, m.doubtful.capacity * sizeof(ir_ref));
    base_arena_free(shader->arena, marks, shader->insts.count);
    return result;
}
