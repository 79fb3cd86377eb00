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

const struct ir_shader *
vk_fit_shader(struct vk_run *run, const struct ir_shader *shader, bool add_size)
{
    if (!add_size && !has_narrow_varyings(shader))
        return shader;
    struct ir_shader *copy = ir_clone(shader, run->diags->arena);
    widen_varyings(copy);
    if (add_size)
        add_point_size(copy);
    return copy;
}
