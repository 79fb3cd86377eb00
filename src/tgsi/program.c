/* SPDX-License-Identifier: MIT */
#include "tgsi/program.h"

#include <string.h>

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

/* The early dialect's text has immediates of floats alone, so a whole number will do. */
static uint32_t
label_of_row(const struct tgsi_immediate *immediate, unsigned component)
{
    const uint32_t word = immediate->row.words[component];
    float number;

    if (immediate->type == tgsi_immediate_INT32 || immediate->type == tgsi_immediate_UINT32)
        return word;
    if (immediate->type != tgsi_immediate_FLT32)
        return TGSI_NO_LABEL;
    memcpy(&number, &word, sizeof(number));
    if (!(number >= 0 && number < 16777216) || number != (float)(uint32_t)number)
        return TGSI_NO_LABEL;
    return (uint32_t)number;
}

uint32_t
tgsi_branch_target(const struct tgsi_program *program, const struct tgsi_inst *inst)
{
    const struct tgsi_operand *src = tgsi_src(program, inst, 0);

    if (inst->flags & TGSI_INST_LABEL)
        return tgsi_label(program, inst);
    if (src->file != tgsi_file_IMM || src->flags || src->index >= program->immediates.count)
        return TGSI_NO_LABEL;
    return label_of_row(&program->immediates.data[src->index], tgsi_select(src, 0));
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
