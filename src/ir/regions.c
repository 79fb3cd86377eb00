/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

void
ir_regions_find(const struct ir_shader *shader, struct base_arena *arena,
                struct ir_regions *regions)
{
    BASE_ARRAY(ir_ref) open = {0}; /* First instruction of each open region. */
    uint32_t position = 0;

    regions->position = base_arena_new_array(arena, uint32_t, shader->insts.count);
    regions->end = base_arena_new_array(arena, uint32_t, shader->insts.count);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        regions->position[ref] = ++position;

    /* Backwards: the closing position is known before what it closes. */
    uint32_t end = position + 1;
    for (ir_ref ref = shader->last; ref; ref = ir_prev(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if (op == ir_op_if || op == ir_op_else || op == ir_op_loop)
            end = open.count > 0 ? open.data[--open.count] : end;
        regions->end[ref] = end;
        if (op == ir_op_else || op == ir_op_endif || op == ir_op_endloop) {
            base_array_push(arena, &open, end);
            end = regions->position[ref];
        }
    }
}

struct open_region {
    bool is_loop;
    bool is_left; /* By a break; or the first branch ends without a jump. */
};

bool
ir_end_is_reached(const struct ir_shader *shader, struct base_arena *arena)
{
    BASE_ARRAY(struct open_region) open = {0};
    bool is_live = true;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        struct open_region *top = open.count > 0 ? &open.data[open.count - 1] : NULL;

        switch ((unsigned)ir_op_of(shader, ref)) {
        case ir_op_if:
        case ir_op_loop:
            *base_array_add(arena, &open) =
                (struct open_region){ir_op_of(shader, ref) == ir_op_loop, false};
            break;
        case ir_op_else:
            top->is_left = is_live;
            is_live = true;
            break;
        case ir_op_endif:
            is_live = is_live || top->is_left;
            open.count--;
            break;
        case ir_op_endloop:
            is_live = top->is_left;
            open.count--;
            break;
        case ir_op_break:
            for (uint32_t i = open.count; i > 0; i--) {
                if (open.data[i - 1].is_loop) {
                    open.data[i - 1].is_left = true;
                    break;
                }
            }
            is_live = false;
            break;
        case ir_op_continue:
        case ir_op_return:
        case ir_op_terminate:
            is_live = false;
            break;
        }
    }
    return is_live;
}
