/* SPDX-License-Identifier: MIT
 *
 * What a colour target holds at the fragment, before it: an input attachment.
 */
#include "tgsi/tgsi_priv.h"

static uint32_t
register_of(const struct tgsi_lowering *l, const struct tgsi_operand *operand)
{
    return operand->flags & TGSI_OPERAND_RELATIVE
               ? (uint32_t)tgsi_relative(l->program, operand)->index
               : operand->index;
}

/* The colour target of an output; TGSI_MAX_TARGETS: it is none. */
static uint32_t
target_of(struct tgsi_lowering *l, const struct tgsi_operand *operand)
{
    const uint32_t reg = register_of(l, operand);
    const uint32_t range =
        tgsi_registers_find(l->registers, tgsi_file_OUT, 0, reg, &l->hints[tgsi_file_OUT]);

    if (range == TGSI_NO_RANGE)
        return TGSI_MAX_TARGETS;
    const struct tgsi_decl *decl =
        &l->program->decls.data[l->registers->files[tgsi_file_OUT].ranges[range].decl];
    return decl->semantic == tgsi_semantic_COLOR ? decl->semantic_index + reg - decl->first
                                                 : TGSI_MAX_TARGETS;
}

void
tgsi_scan_target(struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    const struct tgsi_operand *operand = tgsi_src(l->program, inst, 0);
    const char *name = tgsi_op_infos[inst->op].name;

    if (operand->flags & TGSI_OPERAND_INDIRECT)
        base_error(l->diags, QD_CODE_UNSUPPORTED, tgsi_operand_place(inst, operand),
                   "%s of an output by an address is not supported", name);
    else if (target_of(l, operand) >= TGSI_MAX_TARGETS)
        base_error(l->diags, QD_CODE_TGSI_NOT_READABLE, tgsi_operand_place(inst, operand),
                   "found an output that is no colour target, expected COLOR[0] to COLOR[%d]",
                   TGSI_MAX_TARGETS - 1);
}

/* The IR's image of a colour target. */
static uint32_t
image_of(struct tgsi_lowering *l, uint32_t target)
{
    const uint32_t binding = tgsi_lower_binding(l, TGSI_FIRST_TARGET + target);
    const struct ir_image image = {.name = base_arena_number(l->arena, "target", target),
                                   .kind = ir_image_input,
                                   .set = tgsi_lower_descriptor_set(l),
                                   .binding = binding,
                                   .dim = ir_dim_2d,
                                   .attachment = target,
                                   .count = 1};

    if (!l->targets[target])
        l->targets[target] = ir_add_image(l->shader, &image) + 1;
    return l->targets[target] - 1;
}

void
tgsi_lower_target(struct tgsi_lowering *l)
{
    const uint32_t image = image_of(l, target_of(l, &l->operands[0]));
    const struct tgsi_operand *operand = &l->operands[0];
    const ir_ref texel = ir_build_list(&l->b, ir_op_fetch, IR_VEC(ir_type_f32, 4), NULL, 0, image);
    ir_ref values[4];

    for (unsigned c = 0; c < 4; c++)
        values[c] = tgsi_lower_component(l, texel, tgsi_select(operand, c));
    tgsi_lower_write(l, values);
}
