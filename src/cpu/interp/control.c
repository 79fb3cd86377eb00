/* SPDX-License-Identifier: MIT
 *
 * Control flow by masks. A branch narrows the active lanes to those that take it; where no lane is
 * left, the code up to the end of the region is jumped over. Lanes that left a loop or wait for
 * its next round are kept in the loop's frame, lanes that returned nowhere: no marker brings them
 * back.
 */
#include "cpu/interp/interp_priv.h"

#include <time.h>

#include <stdatomic.h>

/* Thread sanitizer does not know fences, and need not: all memory that they order is accessed by
 * atomics. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wtsan"
#endif

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

    *++run->frame = (struct interp_frame){run->active & ~condition, 0, 0};
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
    run->frame->rounds++;
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
    run->returned |= run->active;
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

/* Groups run by other threads see memory in the order that both sides' fences make. */
INTERP_HANDLER(interp_fence)
{
    (void)base;
    (void)run;
    atomic_thread_fence(memory_order_acq_rel);
    return inst + 1;
}

/* Which of its instances a barrier is: the rounds of the loops around it tell. */
static uint64_t
instance_of(const struct interp_run *run, const char *base)
{
    const struct interp_frame *frame = (const void *)(base + run->program->frames_at);
    uint64_t hash = 0;

    while (frame < run->frame) {
        hash = (hash ^ (++frame)->rounds) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash;
}

INTERP_HANDLER(interp_barrier)
{
    run->group->stopped_at = inst->c;
    run->group->waiting = run->active;
    run->group->returned = run->returned;
    run->group->instance = instance_of(run, base);
    run->result = cpu_run_barrier;
    run->next = inst + 1;
    return NULL;
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

/* Nanoseconds, the same for all lanes. */
INTERP_HANDLER(interp_clock)
{
    uint64_t *to = (void *)(base + inst->d);
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    for (size_t i = 0; i < run->padded; i++)
        to[i] = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return inst + 1;
}
