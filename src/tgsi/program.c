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

enum tgsi_op
tgsi_op_of_dialect(enum tgsi_op op, enum tgsi_dialect dialect, enum tgsi_file file)
{
    const bool is_early = dialect == tgsi_dialect_early || file == tgsi_file_RES;

    return op == tgsi_op_LOAD && is_early ? tgsi_op_LOAD_RES : op;
}

enum ir_stage
tgsi_stage(const struct tgsi_program *program)
{
    if (program->processor == tgsi_processor_VERT)
        return ir_stage_vertex;
    return program->processor == tgsi_processor_FRAG ? ir_stage_fragment : ir_stage_count;
}
