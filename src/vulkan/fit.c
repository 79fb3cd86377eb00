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

static bool
is_narrow(const struct ir_io *io)
{
    return io->builtin == ir_builtin_none && io->components < 4;
}

static bool
has_narrow_varyings(const struct ir_shader *shader)
{
    const bool is_vertex = shader->stage == ir_stage_vertex;
    const struct ir_io *ios = is_vertex ? shader->outputs.data : shader->inputs.data;
    const uint32_t count = is_vertex ? shader->outputs.count : shader->inputs.count;

    for (uint32_t i = 0; i < count; i++) {
        if (is_narrow(&ios[i]))
            return true;
    }
    return false;
}

/* What goes from one stage to the next has four components on both sides, since hosts ask for equal
 * numbers. What the vertex shader does not store is zero. */
static void
widen_varyings(struct ir_shader *shader)
{
    const bool is_vertex = shader->stage == ir_stage_vertex;
    struct ir_io *ios = is_vertex ? shader->outputs.data : shader->inputs.data;
    const uint32_t count = is_vertex ? shader->outputs.count : shader->inputs.count;

    for (uint32_t i = 0; i < count; i++) {
        if (is_narrow(&ios[i]))
            ios[i].components = 4;
    }
}

static bool
has_terminate(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ir_op_of(shader, ref) == ir_op_terminate)
            return true;
    }
    return false;
}

/* Terminate as demote and return, which mean the same: the lane is done and its results are
 * dropped. Compilers of drivers stumble over OpKill and OpTerminateInvocation amid control flow.
 * Mesa's (seen in 22.3) lets lanes run on in a loop, with loop variables that are undefined then:
 * some are not dropped, and some loops crash it. NVIDIA's (seen in 580) fails or crashes on OpKill
 * in branches and loops. */
static void
replace_terminates(struct ir_shader *shader)
{
    const ir_ref condition = ir_insert_const(shader, ir_op_const, ir_type_bool, 1);

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ir_op_of(shader, ref) != ir_op_terminate)
            continue;
        const ir_ref demote = ir_insert_before(shader, ref, ir_op_demote, ir_type_void);
        ir_at(shader, demote)->arg[0] = condition;
        ir_at(shader, ref)->op = ir_op_return;
    }
}

const struct ir_shader *
vk_fit_shader(struct vk_run *run, const struct ir_shader *shader, bool add_size)
{
    const bool lower_demote = !spirv_target_has_demote(run->device->target);
    const bool replace = has_terminate(shader);

    if (!add_size && !lower_demote && !replace && !has_narrow_varyings(shader))
        return shader;
    struct ir_shader *copy = ir_clone(shader, run->diags->arena);
    widen_varyings(copy);
    if (add_size)
        add_point_size(copy);
    if (replace)
        replace_terminates(copy);
    if (lower_demote && ir_lower_demote(copy, run->diags) == IR_PASS_FAILED)
        return NULL;
    return copy;
}
