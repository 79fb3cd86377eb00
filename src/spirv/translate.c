/* SPDX-License-Identifier: MIT */
#include "spirv/spirv.h"

/* What the target may have no word for, as bits. In the order of memory: only whether counts. */
enum { HAS_TERMINATE = 1, HAS_DEMOTE = 2 };

static unsigned
find_kills(const struct ir_shader *shader)
{
    unsigned kills = 0;

    if (shader->stage != ir_stage_fragment ||
        !(shader->has_op[ir_op_terminate] || shader->has_op[ir_op_demote] ||
          shader->has_op[ir_op_is_helper]))
        return 0;
    for (uint32_t i = 1; i < shader->insts.count; i++) {
        const unsigned op = shader->insts.data[i].op;

        kills |= op == ir_op_terminate                         ? HAS_TERMINATE
                 : op == ir_op_demote || op == ir_op_is_helper ? HAS_DEMOTE
                                                               : 0;
    }
    return kills;
}

bool
spirv_translate(const struct ir_shader *shader, const struct spirv_write_options *options,
                struct base_arena *arena, struct spirv_module *module, struct base_diags *diags)
{
    const unsigned kills = find_kills(shader);
    const bool lower_demote = kills && !spirv_target_has_demote(options->target);

    if (!(kills & HAS_TERMINATE) && !lower_demote)
        return spirv_write(shader, options, arena, module, diags);

    struct ir_shader *lowered = ir_clone(shader, arena);
    if (ir_lower_terminate(lowered, diags) == IR_PASS_FAILED)
        return false;
    if (lower_demote && ir_lower_demote(lowered, diags) == IR_PASS_FAILED)
        return false;
    return spirv_write(lowered, options, arena, module, diags);
}
