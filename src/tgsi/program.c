/* SPDX-License-Identifier: MIT */
#include "tgsi/program.h"

struct qd_place
tgsi_inst_place(const struct tgsi_inst *inst)
{
    return base_at_line(inst->line, inst->column);
}

struct qd_place
tgsi_operand_place(const struct tgsi_inst *inst, const struct tgsi_operand *operand)
{
    if (operand->lines == 255)
        return tgsi_inst_place(inst);
    return base_at_line(inst->line + operand->lines, operand->column);
}

enum ir_stage
tgsi_stage(const struct tgsi_program *program)
{
    if (program->processor == tgsi_processor_VERT)
        return ir_stage_vertex;
    return program->processor == tgsi_processor_FRAG ? ir_stage_fragment : ir_stage_count;
}
