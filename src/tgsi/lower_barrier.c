/* SPDX-License-Identifier: MIT
 *
 * BARRIER and MEMBAR.
 */
#include "tgsi/tgsi_priv.h"

/* Bits of MEMBAR's operand. */
enum membar_bits {
    MEMBAR_BUFFER = 1 << 0,
    MEMBAR_COUNTER = 1 << 1,
    MEMBAR_IMAGE = 1 << 2,
    MEMBAR_SHARED = 1 << 3,
    MEMBAR_GROUP = 1 << 4 /* Is for the workgroup alone. */
};

#define MEMBAR_ALL (MEMBAR_BUFFER | MEMBAR_COUNTER | MEMBAR_IMAGE | MEMBAR_SHARED)

static void
build_barrier(struct tgsi_lowering *l, enum ir_scope execution, enum ir_scope memory, uint32_t bits)
{
    (void)ir_build_op(
        &l->b, ir_op_barrier, ir_type_void, 0, 0,
        ir_barrier_imm(execution, memory, bits | IR_BARRIER_ACQUIRE | IR_BARRIER_RELEASE));
}

/* Invocations of a workgroup meet; what each has stored that they share is there for all. */
static void
lower_meeting(struct tgsi_lowering *l)
{
    const bool is_compute = l->program->processor == tgsi_processor_COMP;

    build_barrier(l, ir_scope_workgroup, ir_scope_workgroup,
                  is_compute ? IR_BARRIER_SHARED : IR_BARRIER_OUTPUT);
}

/* An operand that is not known beforehand orders everything. */
static void
lower_membar(struct tgsi_lowering *l)
{
    const ir_ref operand = tgsi_lower_src(l, 0, 0);
    const bool is_compute = l->program->processor == tgsi_processor_COMP;
    uint64_t words = MEMBAR_ALL;
    uint32_t bits = 0;

    if (ir_op_of(l->shader, operand) == ir_op_const)
        words = ir_const_bits(l->shader, operand);
    if (words & (MEMBAR_BUFFER | MEMBAR_COUNTER))
        bits |= IR_BARRIER_BUFFER;
    if (words & MEMBAR_IMAGE)
        bits |= IR_BARRIER_IMAGE;
    if ((words & MEMBAR_SHARED) && is_compute)
        bits |= IR_BARRIER_SHARED;
    if (bits)
        build_barrier(l, ir_scope_none,
                      (words & MEMBAR_GROUP) && is_compute ? ir_scope_workgroup : ir_scope_device,
                      bits);
}

void
tgsi_lower_barrier(struct tgsi_lowering *l)
{
    if (l->inst->op == tgsi_op_BARRIER)
        lower_meeting(l);
    else
        lower_membar(l);
}
