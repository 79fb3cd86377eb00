/* SPDX-License-Identifier: MIT */
#include "cpu/interp/interp_priv.h"

size_t
cpu_program_scratch_size(const struct cpu_program *program)
{
    return program->scratch_size;
}

void
cpu_program_scratch_init(const struct cpu_program *program, void *scratch)
{
    char *base = scratch;
    uint32_t *lane_ids = (void *)(base + program->lane_ids_at);

    memset(base, 0, program->scratch_size);
    for (uint32_t i = 0; i < program->padded; i++)
        lane_ids[i] = i;
    for (uint32_t i = 0; i < program->const_count; i++) {
        const struct interp_const *constant = &program->consts[i];
        const struct interp_inst inst = {NULL, constant->at, (uint32_t)constant->bits,
                                         (uint32_t)(constant->bits >> 32), 0};
        struct interp_run run = {.padded = program->padded};

        interp_fill[constant->width](&inst, base, &run);
    }
}

/* Arrays start as zeroes: what the last run stored is cleared. */
static void
clear_arrays(const struct cpu_program *program, char *base)
{
    struct interp_dirty *dirty = (void *)(base + program->dirty_at);

    for (uint32_t i = 0; i < program->array_count; i++) {
        const struct interp_array *array = &program->arrays[i];
        const size_t stride = (size_t)array->bytes * program->lanes;

        if (dirty[i].from == dirty[i].to)
            continue;
        memset(base + array->at + dirty[i].from * stride, 0,
               (dirty[i].to - dirty[i].from) * stride);
        dirty[i] = (struct interp_dirty){0};
    }
}

/* Runs from inst on until something stops it. What a barrier needs to go on is kept in scratch. */
static enum cpu_run
run_from(const struct interp_inst *inst, struct interp_run *run, char *base)
{
    struct cpu_group *group = run->group;

    while (inst)
        inst = inst->run(inst, base, run);

    group->helpers = run->helpers;
    group->ended = run->ended;
    group->steps = run->steps;
    if (run->result == cpu_run_barrier)
        memcpy(base + run->program->state_at, run, sizeof(*run));
    return run->result;
}

enum cpu_run
cpu_program_run(const struct cpu_program *program, struct cpu_group *group)
{
    char *base = group->scratch;
    const uint64_t start = group->active & interp_all_lanes(program->lanes);
    struct interp_run run = {
        .active = start,
        .start = start,
        .helpers = group->helpers & start,
        .steps = group->steps,
        .frame = (void *)(base + program->frames_at),
        .lanes = program->lanes,
        .padded = program->padded,
        .program = program,
        .group = group,
        .result = cpu_run_done,
    };

    group->ended = 0;
    group->stopped_at = 0;
    if (!start)
        return cpu_run_done;
    if (run.steps < program->first_steps) {
        group->stopped_at = program->first;
        return cpu_run_out_of_steps;
    }
    run.steps -= program->first_steps;
    clear_arrays(program, base);
    if (program->clears_slots)
        memset(base + program->slots_at, 0, program->slots_size);
    return run_from(program->code, &run, base);
}

enum cpu_run
cpu_program_resume(const struct cpu_program *program, struct cpu_group *group)
{
    char *base = group->scratch;
    struct interp_run run;

    memcpy(&run, base + program->state_at, sizeof(run));
    run.group = group;
    run.steps = group->steps;
    run.result = cpu_run_done;
    return run_from(run.next, &run, base);
}

bool
cpu_program_has_barriers(const struct cpu_program *program)
{
    return program->has_barriers;
}
