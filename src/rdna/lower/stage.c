/* SPDX-License-Identifier: MIT */
#include "rdna/lower/arith.h"

ir_ref
rdna_stage_value(struct rdna_lowering *l, const struct rdna_start *start)
{
    (void)l, (void)start;
    return 0;
}

bool
rdna_stage_begin(struct rdna_lowering *l)
{
    (void)l;
    return true;
}

void
rdna_stage_end(struct rdna_lowering *l)
{
    (void)l;
}

const struct rdna_lower_row rdna_rows_stage[rdna_op_count] = {{NULL, NULL, 0}};
