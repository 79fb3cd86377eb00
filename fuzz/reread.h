/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_REREAD_H
#define FUZZ_REREAD_H

#include "tgsi/program.h"

/* The dialect to ask for when the program's text is read. One of the years between the dialects is
 * a final one that may lack operands, which a reader that is asked for the final dialect wants.
 */
static inline enum tgsi_dialect
fuzz_dialect_to_ask(const struct tgsi_program *program)
{
    for (uint32_t i = 0; i < program->insts.count; i++) {
        const struct tgsi_inst *inst = &program->insts.data[i];
        uint32_t min, max;

        tgsi_op_sources((enum tgsi_op)inst->op, program->dialect, &min, &max);
        if (inst->srcs < min)
            return tgsi_dialect_auto;
    }
    return program->dialect;
}

#endif
