/* SPDX-License-Identifier: MIT
 *
 * Control flow by masks. A branch narrows the active lanes to those that take it; where no lane is
 * left, the code up to the end of the region is jumped over. Lanes that left a loop or wait for
 * its next round are kept in the loop's frame, lanes that returned nowhere: no marker brings them
 * back.
 */
#include "cpu/interp/interp_priv.h"

const uint8_t *
interp_active_bytes(struct interp_run *run)
{
    if (run->bytes_mask != run->active) {
        interp_value_of_mask(run->active, run->bytes, run->padded);
        run->bytes_mask = run->active;
    }
    return run->bytes;
}

/* Goes on with the straight code after inst, which inst's b and c are of, if its steps are left. */
static const struct interp_inst *
run_on(const struct interp_inst *inst, struct interp_run *run)
{
    if (run->steps < inst->b) {
        run->group->stopped_at = inst->c;
        run->result = cpu_run_out_of_steps;
        return NULL;
    }
    run->steps -= inst->b;
    return inst + 1;
}

INTERP_HANDLER(interp_end)
{
    (void)inst;
    (void)base;
    (void)run;
    return NULL;
}

INTERP_HANDLER(interp_if)
{
    const uint64_t condition = interp_mask_of_value((void *)(base + inst->a), run->padded);

    (++run->frame)->waiting = run->active & ~condition;
    run->active &= condition;
    return run->active ? run_on(inst, run) : inst + inst->d;
}

INTERP_HANDLER(interp_else)
{
    const uint64_t through = run->active;

    (void)base;
    run->active = run->frame->waiting;
    run->frame->waiting = through;
    return run->active ? run_on(inst, run) : inst + inst->d;
}

INTERP_HANDLER(interp_endif)
{
    (void)base;
    run->active |= (run->frame--)->waiting;
    return run->active ? run_on(inst, run) : inst + inst->d;
}

INTERP_HANDLER(interp_loop)
{
    (void)base;
    *++run->frame = (struct interp_frame){0};
    return inst + 1;
}

INTERP_HANDLER(interp_loop_head)
{
    (void)base;
    return run_on(inst, run);
}

INTERP_HANDLER(interp_endloop)
{
    (void)base;
    run->active |= run->frame->waiting;
    run->frame->waiting = 0;
    if (run->active)
        return inst - inst->a;
    run->active = (run->frame--)->broken;
    return run->active ? run_on(inst, run) : inst + inst->d;
}

INTERP_HANDLER(interp_break)
{
    (void)base;
    (run->frame - inst->a)->broken |= run->active;
    run->active = 0;
    return inst + 1;
}

INTERP_HANDLER(interp_continue)
{
    (void)base;
    (run->frame - inst->a)->waiting |= run->active;
    run->active = 0;
    return inst + 1;
}

INTERP_HANDLER(interp_return)
{
    (void)base;
    run->active = 0;
    return inst + 1;
}

INTERP_HANDLER(interp_terminate)
{
    (void)base;
    run->ended |= run->active;
    run->active = 0;
    return inst + 1;
}

INTERP_HANDLER(interp_demote)
{
    run->helpers |= run->active & interp_mask_of_value((void *)(base + inst->a), run->padded);
    return inst + 1;
}

INTERP_HANDLER(interp_is_helper)
{
    interp_value_of_mask(run->helpers, (void *)(base + inst->d), run->padded);
    return inst + 1;
}
