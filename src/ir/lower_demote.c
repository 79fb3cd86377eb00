/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

/* Makes an instruction of one or two operands before at. */
static ir_ref
insert(struct ir_shader *shader, ir_ref at, enum ir_op op, enum ir_type type, ir_ref x, ir_ref y,
       uint32_t imm)
{
    const ir_ref ref = ir_insert_before(shader, at, op, (ir_type_id)type);

    ir_at(shader, ref)->arg[0] = x;
    ir_at(shader, ref)->arg[1] = y;
    ir_at(shader, ref)->arg[2] = imm;
    return ref;
}

struct lowering {
    struct ir_shader *shader;
    uint32_t array; /* One i32: nonzero in lanes that were demoted. */
    ir_ref zero;
    ir_ref ones;
    uint32_t helper; /* Input that says which lanes started as helpers, plus 1; 0: not asked yet. */
};

static ir_ref
insert_load(const struct lowering *l, ir_ref at)
{
    return insert(l->shader, at, ir_op_load_array, ir_type_i32, l->zero, 0, l->array);
}

static void
lower_demote(const struct lowering *l, ir_ref ref)
{
    struct ir_shader *shader = l->shader;
    const ir_ref condition = ir_operand(shader, ref, 0);
    const ir_ref before = insert_load(l, ref);
    const ir_ref after = insert(shader, ref, ir_op_select, ir_type_i32, condition, l->ones, before);

    insert(shader, ref, ir_op_store_array, ir_type_void, l->zero, after, l->array);
    ir_remove(shader, ref);
}

/* A helper's writes have no effect: the op goes into a branch that demoted lanes do not take, and
 * its users see a merge, which is 0 there. */
static void
guard_write(const struct lowering *l, ir_ref ref)
{
    struct ir_shader *shader = l->shader;
    const ir_type_id type = ir_type_of(shader, ref);
    const ir_ref next = ir_next(shader, ref);
    const ir_ref demoted = insert_load(l, ref);
    const ir_ref condition = insert(shader, ref, ir_op_ieq, ir_type_bool, demoted, l->zero, 0);
    const ir_ref begin = insert(shader, ref, ir_op_if, ir_type_void, condition, 0, 0);
    const ir_ref middle = insert(shader, next, ir_op_else, ir_type_void, 0, 0, 0);
    const ir_ref end = insert(shader, next, ir_op_endif, ir_type_void, 0, begin, 0);

    ir_at(shader, begin)->arg[1] = middle;
    ir_at(shader, middle)->arg[1] = end;
    if (type == ir_type_void)
        return;
    /* The op moves to a new instruction, so that its users need no change. */
    const ir_ref moved = ir_insert_before(shader, middle, ir_op_copy, type);
    const ir_ref prev = ir_prev(shader, moved), after = ir_next(shader, moved);
    *ir_at(shader, moved) = *ir_at(shader, ref);
    ir_at(shader, moved)->prev = prev;
    ir_at(shader, moved)->next = after;
    ir_move_before(shader, ref, next);
    *ir_at(shader, ref) = (struct ir_inst){.op = ir_op_merge,
                                           .type = type,
                                           .next = ir_at(shader, ref)->next,
                                           .prev = ir_at(shader, ref)->prev};
    ir_merge_add_edge(shader, ref, middle, moved);
    ir_merge_add_edge(shader, ref, end,
                      ir_insert_const(shader, ir_op_const, ir_type_scalar(type), 0));
}

static uint32_t
find_or_add_helper(struct ir_shader *shader)
{
    const struct ir_io io = {.name = "helper",
                             .builtin = ir_builtin_helper,
                             .type = ir_type_i32,
                             .components = 1,
                             .interp = ir_interp_flat};

    for (uint32_t i = 0; i < shader->inputs.count; i++)
        if (shader->inputs.data[i].builtin == ir_builtin_helper)
            return i;
    return ir_add_input(shader, &io);
}

static void
lower_is_helper(struct lowering *l, ir_ref ref)
{
    struct ir_shader *shader = l->shader;
    if (!l->helper)
        l->helper = find_or_add_helper(shader) + 1;
    const ir_ref demoted = insert_load(l, ref);
    const ir_ref started =
        insert(shader, ref, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(l->helper - 1, 0));
    const ir_ref either = insert(shader, ref, ir_op_ior, ir_type_i32, demoted, started, 0);
    struct ir_inst *inst = ir_at(shader, ref);

    inst->op = ir_op_ine;
    shader->has_op[ir_op_ine] = true;
    inst->arg[0] = either;
    inst->arg[1] = l->zero;
}

/* Ends the demoted lanes before at, which is a return or 0, the end. */
static void
insert_terminate(const struct lowering *l, ir_ref at)
{
    struct ir_shader *shader = l->shader;
    const ir_ref demoted = insert_load(l, at);
    const ir_ref condition = insert(shader, at, ir_op_ine, ir_type_bool, demoted, l->zero, 0);
    const ir_ref begin = insert(shader, at, ir_op_if, ir_type_void, condition, 0, 0);
    insert(shader, at, ir_op_terminate, ir_type_void, 0, 0, 0);
    const ir_ref middle = insert(shader, at, ir_op_else, ir_type_void, 0, 0, 0);
    const ir_ref end = insert(shader, at, ir_op_endif, ir_type_void, 0, begin, 0);

    ir_at(shader, begin)->arg[1] = middle;
    ir_at(shader, middle)->arg[1] = end;
}

/* Needs: nothing. Keeps: values; adds an array and ifs. A demoted lane runs on like any other, so
 * that its quad can read it, but writes no memory, and is terminated only where the shader ends. */
enum ir_pass_result
ir_lower_demote(struct ir_shader *shader, struct base_diags *diags)
{
    const struct ir_array array = {.name = "demoted", .type = ir_type_i32, .count = 1};
    struct lowering l = {.shader = shader};
    bool has_demote = false;
    (void)diags; /* cannot fail */

    for (ir_ref ref = shader->first; ref && !has_demote; ref = ir_next(shader, ref))
        has_demote =
            ir_op_of(shader, ref) == ir_op_demote || ir_op_of(shader, ref) == ir_op_is_helper;
    if (!has_demote)
        return IR_PASS_UNCHANGED;

    const bool end_is_reached = ir_end_is_reached(shader, shader->arena);
    l.array = ir_add_array(shader, &array);
    l.zero = ir_insert_const(shader, ir_op_const, ir_type_i32, 0);
    l.ones = ir_insert_const(shader, ir_op_const, ir_type_i32, UINT32_MAX);
    for (ir_ref ref = shader->first, next; ref; ref = next) {
        const enum ir_op op = ir_op_of(shader, ref);

        next = ir_next(shader, ref);
        if (op == ir_op_demote)
            lower_demote(&l, ref);
        else if (op == ir_op_is_helper)
            lower_is_helper(&l, ref);
        else if (op == ir_op_return)
            insert_terminate(&l, ref);
        else if (ir_op_writes_memory(op))
            guard_write(&l, ref);
    }
    if (end_is_reached)
        insert_terminate(&l, 0);
    return IR_PASS_CHANGED;
}
