/* SPDX-License-Identifier: MIT
 *
 * What is changed of a shader before it becomes a module for the host. The scene's shader stays as
 * it is: changes are made to a copy.
 */
#include "vk_priv.h"

bool
vk_has_point_size(const struct ir_shader *shader)
{
    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        if (shader->outputs.data[i].builtin == ir_builtin_point_size)
            return true;
    }
    return false;
}

/* Points without a size are 1 pixel wide; hosts leave that open unless the shader says so. */
static void
add_point_size(struct ir_shader *shader)
{
    const struct ir_io io = {
        .name = "point_size",
        .builtin = ir_builtin_point_size,
        .type = ir_type_f32,
        .components = 1,
    };
    const uint32_t index = ir_add_output(shader, &io);
    const ir_ref one = ir_insert_const(shader, ir_op_const, ir_type_f32, 0x3f800000);
    const ir_ref store = ir_insert_before(shader, ir_next(shader, shader->last_const),
                                          ir_op_store_output, ir_type_void);

    ir_at(shader, store)->arg[0] = one;
    ir_at(shader, store)->arg[2] = ir_io_imm(index, 0);
}

/* A terminate within a loop, from ref on; 0 if there is none. depth counts the loops around ref. */
static ir_ref
find_terminate_in_loop(const struct ir_shader *shader, ir_ref ref, uint32_t *depth)
{
    for (; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if (op == ir_op_loop)
            ++*depth;
        else if (op == ir_op_endloop)
            --*depth;
        else if (op == ir_op_terminate && *depth)
            return ref;
    }
    return 0;
}

/* Terminate as demote and return, which mean the same: the lane is done and its results are
 * dropped. Mesa (seen in 22.3) lets lanes run on in a loop after OpKill and OpTerminateInvocation,
 * with loop variables that are undefined then; some stay undropped, some loops crash it. */
static void
replace_terminates_in_loops(struct ir_shader *shader)
{
    const ir_ref condition = ir_insert_const(shader, ir_op_const, ir_type_bool, 1);
    uint32_t depth = 0;

    for (ir_ref ref = shader->first; (ref = find_terminate_in_loop(shader, ref, &depth));) {
        const ir_ref demote = ir_insert_before(shader, ref, ir_op_demote, ir_type_void);

        ir_at(shader, demote)->arg[0] = condition;
        ir_at(shader, ref)->op = ir_op_return;
    }
}

const struct ir_shader *
vk_fit_shader(struct vk_run *run, const struct ir_shader *shader, bool add_size)
{
    const bool lower_demote = !spirv_target_has_demote(run->device->target);
    uint32_t depth = 0;
    const bool replace = find_terminate_in_loop(shader, shader->first, &depth) != 0;

    if (!add_size && !lower_demote && !replace)
        return shader;
    struct ir_shader *copy = ir_clone(shader, run->diags->arena);
    if (add_size)
        add_point_size(copy);
    if (replace)
        replace_terminates_in_loops(copy);
    if (lower_demote && ir_lower_demote(copy, run->diags) == IR_PASS_FAILED)
        return NULL;
    return copy;
}
