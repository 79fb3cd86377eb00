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
    static const uint8_t stages[] = {
        [tgsi_processor_FRAG] = ir_stage_fragment,
        [tgsi_processor_VERT] = ir_stage_vertex,
        [tgsi_processor_GEOM] = ir_stage_geometry,
        [tgsi_processor_TESS_CTRL] = ir_stage_tess_control,
        [tgsi_processor_TESS_EVAL] = ir_stage_tess_eval,
        [tgsi_processor_COMP] = ir_stage_compute,
    };

    return (enum ir_stage)stages[program->processor];
}
