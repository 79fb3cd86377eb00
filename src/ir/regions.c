/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

void
ir_regions_find(const struct ir_shader *shader, struct base_arena *arena,
                struct ir_regions *regions)
{
    BASE_ARRAY(uint32_t) open = {0}; /* Closing positions of the regions around. */
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

void
ir_regions_free(const struct ir_shader *shader, struct base_arena *arena,
                struct ir_regions *regions)
{
    base_arena_free(arena, regions->position, shader->insts.count * sizeof(uint32_t));
    base_arena_free(arena, regions->end, shader->insts.count * sizeof(uint32_t));
}

struct open_region {
    uint32_t loop; /* The innermost loop's; index + 1, 0 is none. */
    bool is_left;  /* By a break; or the first branch ends without a jump. */
};

bool
ir_end_is_reached(const struct ir_shader *shader, struct base_arena *arena)
{
    BASE_ARRAY(struct open_region) open = {0};
    bool is_live = true;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        struct open_region *top = open.count > 0 ? &open.data[open.count - 1] : NULL;
        const bool is_loop = ir_op_of(shader, ref) == ir_op_loop;
        const struct open_region next = {is_loop ? open.count + 1 : top ? top->loop : 0, false};

        switch ((unsigned)ir_op_of(shader, ref)) {
        case ir_op_if:
        case ir_op_loop:
            base_array_push(arena, &open, next);
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
            open.data[top->loop - 1].is_left = true;
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
