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

static bool
forward_merges(struct ir_shader *shader, const struct ir_regions *regions, ir_ref *forward)
{
    bool is_changed = false;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ir_op_of(shader, ref) != ir_op_merge || forward[ref])
            continue;
        const ir_ref value = only_value(shader, ref, forward);
        if (value && ir_regions_is_visible(regions, value, ref)) {
            forward[ref] = value;
            is_changed = true;
        }
    }
    return is_changed;
}

static bool
has_merges(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_of(shader, ref) == ir_op_merge)
            return true;
    return false;
}

/* Needs: nothing. Keeps: the control tree. */
enum ir_pass_result
ir_opt_trivial_merges(struct ir_shader *shader, struct base_diags *diags)
{
    struct ir_regions regions;
    (void)diags; /* cannot fail */

    if (!has_merges(shader))
        return IR_PASS_UNCHANGED;
    ir_regions_find(shader, shader->arena, &regions);
    ir_ref *forward = base_arena_new_array(shader->arena, ir_ref, shader->insts.count);
    if (!forward_merges(shader, &regions, forward))
        return IR_PASS_UNCHANGED;
    for (unsigned round = 1; round < MAX_ROUNDS; round++)
        if (!forward_merges(shader, &regions, forward))
            break;

    for (ir_ref ref = shader->first, next; ref; ref = next) {
        const uint32_t count = ir_operand_count(shader, ref);

        next = ir_next(shader, ref);
        for (uint32_t i = 0; i < count; i++)
            ir_set_operand(shader, ref, i, find(forward, ir_operand(shader, ref, i)));
        if (forward[ref])
            ir_remove(shader, ref);
    }
    return IR_PASS_CHANGED;
}
