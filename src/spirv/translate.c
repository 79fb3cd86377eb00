/* SPDX-License-Identifier: MIT */
#include "spirv/spirv.h"

static bool
has_op(const struct ir_shader *shader, enum ir_op a, enum ir_op b)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_of(shader, ref) == a || ir_op_of(shader, ref) == b)
            return true;
    return false;
}

bool
spirv_translate(const struct ir_shader *shader, const struct spirv_write_options *options,
                struct base_arena *arena, struct spirv_module *module, struct base_diags *diags)
{
    const bool has_terminate = has_op(shader, ir_op_terminate, ir_op_terminate);
    const bool lower_demote = !spirv_target_has_demote(options->target) &&
                              (has_terminate || has_op(shader, ir_op_demote, ir_op_is_helper));

    if (!has_terminate && !lower_demote)
        return spirv_write(shader, options, arena, module, diags);

    struct ir_shader *lowered = ir_clone(shader, arena);
    if (ir_lower_terminate(lowered, diags) == IR_PASS_FAILED)
        return false;
    if (lower_demote && ir_lower_demote(lowered, diags) == IR_PASS_FAILED)
        return false;
    return spirv_write(lowered, options, arena, module, diags);
}
