/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

/* Rounds over the merges: one round forwards what the one before laid open. More are rare. */
#define MAX_ROUNDS 8

static ir_ref
find(ir_ref *forward, ir_ref ref)
{
    while (forward[ref]) {
        if (forward[forward[ref]])
            forward[ref] = forward[forward[ref]];
        ref = forward[ref];
    }
    return ref;
}

/* The one value that a merge always is; 0 if there are several, or none. */
static ir_ref
only_value(const struct ir_shader *shader, ir_ref merge, ir_ref *forward)
{
    const uint32_t count = ir_operand_count(shader, merge);
    ir_ref value = 0;

    for (uint32_t i = 0; i < count; i++) {
        const ir_ref operand = find(forward, ir_operand(shader, merge, i));

        if (operand == merge || operand == value)
            continue;
        if (value)
            return 0;
        value = operand;
    }
    return value;
}

struct merges {
    struct ir_shader *shader;
    BASE_ARRAY(ir_ref) list;
    ir_ref *forward;
    struct ir_regions regions; /* Found when first needed. */
};

/* In the order that they were made, which is all but program order; removed instructions have no
 * op. */
static void
find_merges(struct merges *m)
{
    struct ir_shader *shader = m->shader;

    if (!shader->has_op[ir_op_merge])
        return;
    for (ir_ref ref = 1; ref < shader->insts.count; ref++)
        if (ir_op_of(shader, ref) == ir_op_merge)
            base_array_push(shader->arena, &m->list, ref);
}

static bool
forward_merges(struct merges *m)
{
    struct ir_shader *shader = m->shader;
    bool is_changed = false;

    for (uint32_t i = 0; i < m->list.count; i++) {
        const ir_ref ref = m->list.data[i];
        const ir_ref value = m->forward[ref] ? 0 : only_value(shader, ref, m->forward);

        if (!value)
            continue;
        if (!m->regions.position)
            ir_regions_find(shader, shader->arena, &m->regions);
        if (ir_regions_is_visible(&m->regions, value, ref)) {
            m->forward[ref] = value;
            is_changed = true;
        }
    }
    return is_changed;
}

static void
apply(struct merges *m)
{
    struct ir_shader *shader = m->shader;

    for (ir_ref ref = shader->first, next; ref; ref = next) {
        const uint32_t count = ir_operand_count(shader, ref);

        next = ir_next(shader, ref);
        for (uint32_t i = 0; i < count; i++)
            ir_set_operand(shader, ref, i, find(m->forward, ir_operand(shader, ref, i)));
        if (m->forward[ref])
            ir_remove(shader, ref);
    }
}

/* Needs: nothing. Keeps: the control tree. */
enum ir_pass_result
ir_opt_trivial_merges(struct ir_shader *shader, struct base_diags *diags)
{
    struct merges m = {.shader = shader};
    unsigned rounds = 0;
    (void)diags; /* cannot fail */

    find_merges(&m);
    if (m.list.count == 0)
        return IR_PASS_UNCHANGED;
    m.forward = base_arena_new_array(shader->arena, ir_ref, shader->insts.count);
    while (rounds < MAX_ROUNDS && forward_merges(&m))
        rounds++;
    if (rounds > 0)
        apply(&m);
    if (m.regions.position)
        ir_regions_free(shader, shader->arena, &m.regions);
    base_arena_free(shader->arena, m.forward, shader->insts.count * sizeof(ir_ref));
    base_arena_free(shader->arena, m.list.data, m.list.capacity * sizeof(ir_ref));
    return rounds > 0 ? IR_PASS_CHANGED : IR_PASS_UNCHANGED;
}
