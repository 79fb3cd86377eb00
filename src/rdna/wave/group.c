/* SPDX-License-Identifier: MIT
 *
 * A workgroup: its waves take turns, and meet at barriers.
 */
#include "wave_priv.h"

#include "rdna/print.h"

#include <stdio.h>

/* Instructions of a wave before the next one's turn, so that a wave may wait for another in a loop.
 */
#define TURN 1024

/* FLOAT_MODE 0xc0, DX10_CLAMP, no IEEE. */
struct rdna_mode
rdna_mode_start(void)
{
    return (struct rdna_mode){.denorm64_16 = RDNA_KEEP_IN | RDNA_KEEP_OUT, .dx10_clamp = true};
}

static void
start_wave(struct rdna_group *group, uint32_t index)
{
    struct rdna_wave *wave = &group->waves[index];

    wave->group = group;
    wave->index = index;
    wave->size = (uint8_t)group->program->wave_size;
    wave->vector_count = RDNA_VECTOR_COUNT;
    wave->mode = rdna_mode_start();
    rdna_write_mask(wave, RDNA_EXEC_LO, rdna_all_lanes(wave));
}

struct rdna_group *
rdna_group_new(struct base_arena *arena, const struct rdna_group_options *options)
{
    struct rdna_group *group = base_arena_new(arena, struct rdna_group);

    group->arena = arena;
    group->program = options->program;
    group->memory = options->memory;
    group->wave_count = options->wave_count;
    group->waves = base_arena_new_array(arena, struct rdna_wave, options->wave_count);
    group->lds_size = options->lds_size;
    group->lds = base_arena_new_array(arena, uint8_t, options->lds_size);
    group->gds_size = options->gds_size;
    group->gds = base_arena_new_array(arena, uint8_t, options->gds_size);
    for (uint32_t i = 0; i < group->wave_count; i++)
        start_wave(group, i);
    return group;
}

void
rdna_group_restart(struct rdna_group *group)
{
    memset(group->waves, 0, group->wave_count * sizeof(*group->waves));
    memset(group->lds, 0, group->lds_size);
    group->exports.count = 0;
    group->messages.count = 0;
    group->turn = group->turn_left = 0;
    group->steps = 0;
    group->fault = (struct rdna_fault){0};
    for (uint32_t i = 0; i < group->wave_count; i++)
        start_wave(group, i);
}

bool
rdna_fault(struct rdna_wave *wave, const struct rdna_inst *inst, const char *reason, ...)
{
    struct rdna_fault *fault = &wave->group->fault;
    va_list args;

    wave->status = rdna_wave_faulted;
    fault->is_set = true;
    fault->wave = wave->index;
    fault->inst = *inst;
    va_start(args, reason);
    vsnprintf(fault->reason, sizeof(fault->reason), reason, args);
    va_end(args);
    return false;
}

void
rdna_fault_print(const struct rdna_group *group, struct base_text *text)
{
    const struct rdna_fault *fault = &group->fault;
    const struct rdna_program *program = group->program;
    char buffer[RDNA_MAX_TEXT] = "end of the code";

    if (fault->inst.row != rdna_op_none)
        rdna_print(&fault->inst, program->isa, program->wave_size, buffer);
    else if (fault->inst.offset / 4 < program->word_count)
        snprintf(buffer, sizeof(buffer), ".long 0x%08x", program->words[fault->inst.offset / 4]);
    base_text_printf(text, "0x%x: wave %u: %s: %s", fault->inst.offset, fault->wave, buffer,
                     fault->reason);
}

/* The instruction at the wave's pc; NULL, and a fault, if there is none. */
static const struct rdna_inst *
fetch(struct rdna_wave *wave)
{
    const struct rdna_program *program = wave->group->program;

    if (wave->pc >= program->word_count) {
        const struct rdna_inst nowhere = {.offset = wave->pc * 4};
        rdna_fault(wave, &nowhere, "execution went past the last word");
        return NULL;
    }
    const struct rdna_inst *inst = &program->insts[wave->pc];
    if (inst->row == rdna_op_none) {
        rdna_fault(wave, inst, "no instruction of %s", rdna_isa_names[program->isa]);
        return NULL;
    }
    return inst;
}

static bool
step(struct rdna_wave *wave)
{
    const struct rdna_inst *inst = fetch(wave);

    if (!inst)
        return false;
    wave->pc += inst->words;
    const bool goes_on = rdna_executors[inst->row](wave, inst);
    if (wave->shared)
        rdna_share(wave);
    return goes_on;
}

static bool
step_traced(struct rdna_wave *wave)
{
    const struct rdna_inst *inst = fetch(wave);

    if (!inst)
        return false;
    rdna_trace_before(wave, inst);
    wave->pc += inst->words;
    const bool goes_on = rdna_executors[inst->row](wave, inst);
    if (wave->shared)
        rdna_share(wave);
    rdna_trace_after(wave, inst);
    return goes_on;
}

/* Executes at most count instructions; returns how many. */
static uint64_t
run_wave(struct rdna_wave *wave, uint64_t count)
{
    const struct rdna_trace *trace = &wave->group->trace;
    bool (*const one)(struct rdna_wave *) = trace->before || trace->after ? step_traced : step;

    for (uint64_t done = 0; done < count; done++) {
        wave->group->steps++;
        if (!one(wave))
            return done + 1;
    }
    return count;
}

/* No wave runs: those that wait go on together. false if there are none. */
static bool
release_barrier(struct rdna_group *group)
{
    bool any = false;

    for (uint32_t i = 0; i < group->wave_count; i++)
        if (group->waves[i].status == rdna_wave_waiting) {
            group->waves[i].status = rdna_wave_running;
            any = true;
        }
    return any;
}

/* Gives the turn to the next wave that runs; false if all have ended. */
static bool
next_turn(struct rdna_group *group)
{
    do {
        for (uint32_t i = 0; i < group->wave_count; i++) {
            group->turn = group->turn + 1 < group->wave_count ? group->turn + 1 : 0;
            if (group->waves[group->turn].status == rdna_wave_running) {
                group->turn_left = TURN;
                return true;
            }
        }
    } while (release_barrier(group));
    return false;
}

enum rdna_group_result
rdna_group_run(struct rdna_group *group, uint64_t budget)
{
    if (!group->steps)
        group->turn = group->wave_count - 1; /* The first turn is wave 0's. */
    while (!group->fault.is_set) {
        if (!group->turn_left && !next_turn(group))
            return rdna_group_ended;
        if (!budget)
            return rdna_group_out_of_steps;

        struct rdna_wave *wave = &group->waves[group->turn];
        const uint64_t done = run_wave(wave, budget < group->turn_left ? budget : group->turn_left);
        budget -= done;
        group->turn_left -= (uint32_t)done;
        if (wave->status != rdna_wave_running)
            group->turn_left = 0;
    }
    return rdna_group_faulted;
}
