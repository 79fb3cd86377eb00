/* SPDX-License-Identifier: MIT
 *
 * Dispatches. A workgroup belongs to one thread, which runs its subgroups by turns from barrier to
 * barrier, the lowest first. So shaders without races give the same bytes for any number of
 * threads.
 */
#include "cpu/cpu_priv.h"

#include <inttypes.h>
#include <stdio.h>

#define MAX_INVOCATIONS 4096            /* Of a workgroup. */
#define MAX_SCRATCH (UINT64_C(1) << 31) /* Bytes, of all threads. */
#define BATCH 1024                      /* Workgroups between two looks at the steps. */
/* A whole dispatch may take so many times the steps of one group; a group that does next to nothing
 * counts as some steps too. */
#define STEPS_FACTOR 256
#define LEAST_STEPS 64

/* Why a workgroup failed. */
enum fault { fault_steps, fault_barrier };

struct dispatch_worker {
    struct cpu_group *groups; /* One a subgroup, each with inputs of its own. */
    enum cpu_run *results;
    uint64_t *shared;
    uint64_t steps; /* Taken since the batch began. */

    uint32_t failed_item; /* Else CPU_NONE. */
    enum fault fault;
    ir_ref stopped_at;
    uint32_t missing; /* Barrier: the lowest invocation that did not reach it, */
    const char *why;  /* and what it did. */
};

struct dispatch {
    struct cpu_stage stage;
    struct cpu_pool *pool;
    uint32_t base[3];
    uint32_t groups[3];
    uint64_t group_count;
    uint64_t first;       /* Of the batch. */
    uint32_t invocations; /* Of a workgroup. */
    uint32_t subgroups;
    const uint32_t *local_ids; /* Three components, each of the invocations of whole subgroups. */
    size_t shared_size;        /* In whole words of 8 bytes. */
    struct dispatch_worker *workers;
};

/* ---- inputs ---- */

static uint32_t *
input_of(const struct dispatch *d, const struct dispatch_worker *worker, uint32_t subgroup,
         uint32_t input)
{
    /* The worker's own memory, which runs see as constant. */
    return (uint32_t *)(uintptr_t)worker->groups[subgroup].inputs +
           (size_t)input * 4 * d->stage.lanes;
}

static void
fill(uint32_t *to, uint32_t lanes, uint32_t value)
{
    for (uint32_t lane = 0; lane < lanes; lane++)
        to[lane] = value;
}

/* Component c of an invocation's place in its workgroup. */
static uint32_t
local_id(const struct dispatch *d, uint32_t invocation, uint32_t c)
{
    return d->local_ids[(size_t)c * d->subgroups * d->stage.lanes + invocation];
}

static void
init_local_ids(struct dispatch *d, struct base_arena *arena)
{
    const uint32_t *size = d->stage.shader->local_size;
    const uint32_t count = d->subgroups * d->stage.lanes;
    uint32_t *ids = base_arena_new_array(arena, uint32_t, (size_t)3 * count);

    for (uint32_t i = 0; i < count; i++) {
        ids[i] = i % size[0];
        ids[count + i] = i / size[0] % size[1];
        ids[2 * count + i] = i / size[0] / size[1];
    }
    d->local_ids = ids;
}

/* What is the same in all workgroups. */
static void
set_fixed_input(const struct dispatch *d, const struct dispatch_worker *worker, uint32_t subgroup,
                uint32_t input)
{
    const struct ir_shader *shader = d->stage.shader;
    const uint32_t lanes = d->stage.lanes;
    uint32_t *to = input_of(d, worker, subgroup, input);

    switch ((unsigned)shader->inputs.data[input].builtin) {
    case ir_builtin_num_workgroups:
        for (uint32_t c = 0; c < 3; c++)
            fill(to + c * lanes, lanes, d->groups[c]);
        break;
    case ir_builtin_local_id:
        for (uint32_t i = 0; i < 3 * lanes; i++)
            to[i] = local_id(d, subgroup * lanes + i % lanes, i / lanes);
        break;
    case ir_builtin_local_index:
        for (uint32_t lane = 0; lane < lanes; lane++)
            to[lane] = subgroup * lanes + lane;
        break;
    case ir_builtin_subgroup_id:
        fill(to, lanes, subgroup);
        break;
    case ir_builtin_num_subgroups:
        fill(to, lanes, d->subgroups);
        break;
    }
}

static void
set_workgroup_inputs(const struct dispatch *d, const struct dispatch_worker *worker,
                     uint32_t subgroup, const uint32_t workgroup[3])
{
    const struct ir_shader *shader = d->stage.shader;
    const uint32_t lanes = d->stage.lanes;

    for (uint32_t input = 0; input < shader->inputs.count; input++) {
        const enum ir_builtin builtin = shader->inputs.data[input].builtin;
        uint32_t *to = input_of(d, worker, subgroup, input);

        if (builtin != ir_builtin_workgroup_id && builtin != ir_builtin_global_id)
            continue;
        for (uint32_t c = 0; c < 3; c++, to += lanes) {
            fill(to, lanes, workgroup[c]);
            for (uint32_t lane = 0; lane < lanes && builtin == ir_builtin_global_id; lane++)
                to[lane] =
                    workgroup[c] * shader->local_size[c] + local_id(d, subgroup * lanes + lane, c);
        }
    }
}

/* ---- barriers ---- */

/* Do all invocations wait at one instance of one barrier? */
static bool
all_wait(const struct dispatch *d, const struct dispatch_worker *worker)
{
    const struct cpu_group *first = &worker->groups[0];

    for (uint32_t i = 0; i < d->subgroups; i++) {
        const struct cpu_group *group = &worker->groups[i];

        if (worker->results[i] != cpu_run_barrier || group->waiting != group->active ||
            group->stopped_at != first->stopped_at || group->instance != first->instance)
            return false;
    }
    return true;
}

/* What an invocation does that is not among those that wait with the group `at`; NULL: it is. */
static const char *
absence_of(const struct dispatch *d, const struct dispatch_worker *worker,
           const struct cpu_group *at, uint32_t invocation)
{
    const uint32_t subgroup = invocation / d->stage.lanes;
    const struct cpu_group *group = &worker->groups[subgroup];
    const uint64_t lane = UINT64_C(1) << invocation % d->stage.lanes;

    if (worker->results[subgroup] == cpu_run_done || (group->returned & lane))
        return "has returned";
    if (!(group->waiting & lane))
        return "has taken another way";
    if (group->stopped_at != at->stopped_at)
        return "waits at another barrier";
    return group->instance != at->instance ? "waits there in another round of a loop" : NULL;
}

/* Names the barrier where the lowest subgroup waits, and who is missing there. */
static void
find_missing(const struct dispatch *d, struct dispatch_worker *worker)
{
    const struct cpu_group *at = worker->groups;

    while (worker->results[at - worker->groups] != cpu_run_barrier)
        at++;
    worker->fault = fault_barrier;
    worker->stopped_at = at->stopped_at;
    for (uint32_t i = 0; i < d->invocations; i++) {
        worker->missing = i;
        worker->why = absence_of(d, worker, at, i);
        if (worker->why)
            return;
    }
}

/* ---- workgroups ---- */

/* The place of a workgroup, by its number in the dispatch. */
static void
workgroup_at(const struct dispatch *d, uint64_t number, uint32_t id[3])
{
    const uint64_t row = number / d->groups[0];

    id[0] = d->base[0] + (uint32_t)(number % d->groups[0]);
    id[1] = d->base[1] + (uint32_t)(row % d->groups[1]);
    id[2] = d->base[2] + (uint32_t)(row / d->groups[1]);
}

/* Runs a subgroup up to its end or its next barrier. false: out of steps. */
static bool
run_subgroup(const struct dispatch *d, struct dispatch_worker *worker, uint32_t subgroup,
             bool is_first)
{
    struct cpu_group *group = &worker->groups[subgroup];
    enum cpu_run *result = &worker->results[subgroup];
    const uint64_t before = group->steps;

    if (is_first)
        *result = cpu_program_run(d->stage.program, group);
    else
        *result = cpu_program_resume(d->stage.program, group);
    worker->steps += before - group->steps;
    if (*result != cpu_run_out_of_steps)
        return true;
    worker->fault = fault_steps;
    worker->stopped_at = group->stopped_at;
    return false;
}

static bool
run_workgroup(const struct dispatch *d, struct dispatch_worker *worker, uint64_t number)
{
    uint32_t id[3], running = 0;

    workgroup_at(d, number, id);
    memset(worker->shared, 0, d->shared_size);
    for (uint32_t i = 0; i < d->subgroups; i++) {
        set_workgroup_inputs(d, worker, i, id);
        worker->groups[i].steps = d->stage.steps;
        worker->steps += LEAST_STEPS;
        if (!run_subgroup(d, worker, i, true))
            return false;
        running += worker->results[i] == cpu_run_barrier;
    }
    while (running) {
        if (!all_wait(d, worker)) {
            find_missing(d, worker);
            return false;
        }
        running = 0;
        for (uint32_t i = 0; i < d->subgroups; i++) {
            if (!run_subgroup(d, worker, i, false))
                return false;
            running += worker->results[i] == cpu_run_barrier;
        }
    }
    return true;
}

static bool
run_item(void *context, uint32_t thread, uint32_t item)
{
    const struct dispatch *d = context;
    struct dispatch_worker *worker = &d->workers[thread];

    if (run_workgroup(d, worker, d->first + item))
        return true;
    worker->failed_item = item;
    return false;
}

/* ---- the dispatch ---- */

/* How many runs a workgroup has going at once. Without barriers its subgroups run one after the
 * other, and share their scratch. */
static uint32_t
scratch_count(const struct dispatch *d)
{
    return cpu_program_has_barriers(d->stage.program) ? d->subgroups : 1;
}

static void
init_worker(const struct dispatch *d, struct dispatch_worker *worker, struct base_arena *arena)
{
    const struct ir_shader *shader = d->stage.shader;
    const uint32_t lanes = d->stage.lanes;
    const uint32_t runs = scratch_count(d);
    const size_t words = (size_t)4 * lanes * shader->inputs.count;
    uint32_t *inputs = base_arena_alloc_array(arena, d->subgroups, words * sizeof(*inputs));
    char *scratch = cpu_stage_scratch(&d->stage, runs, arena);

    worker->shared = base_arena_alloc(arena, d->shared_size);
    worker->groups = base_arena_new_array(arena, struct cpu_group, d->subgroups);
    worker->results = base_arena_new_array(arena, enum cpu_run, d->subgroups);
    for (uint32_t i = 0; i < d->subgroups; i++) {
        struct cpu_group *group = &worker->groups[i];
        const uint32_t left = d->invocations - i * lanes;

        group->active = UINT64_MAX >> (64 - (left < lanes ? left : lanes));
        group->inputs = inputs + i * words;
        group->resources = &d->stage.resources;
        group->shared = worker->shared;
        group->scratch = scratch;
        if (runs > 1)
            scratch += cpu_program_scratch_size(d->stage.program);
        for (uint32_t input = 0; input < shader->inputs.count; input++)
            set_fixed_input(d, worker, i, input);
    }
}

static bool
init_workers(struct dispatch *d, uint32_t count, struct base_arena *arena, struct base_diags *diags)
{
    const uint64_t size = cpu_program_scratch_size(d->stage.program);

    if (size * scratch_count(d) > MAX_SCRATCH / count) {
        base_error(diags, QD_CODE_LIMIT, base_at_nowhere(),
                   "the shader \"%s\" needs more than %" PRIu64 " MiB of memory for workgroups of "
                   "%" PRIu32 " invocations on %" PRIu32 " threads",
                   d->stage.shader->name, MAX_SCRATCH >> 20, d->invocations, count);
        return false;
    }
    init_local_ids(d, arena);
    d->workers = base_arena_new_array(arena, struct dispatch_worker, count);
    for (uint32_t i = 0; i < count; i++)
        init_worker(d, &d->workers[i], arena);
    return true;
}

static bool
set_counts(struct dispatch *d, const struct cpu_context *context,
           const struct scene_dispatch *dispatch, struct base_diags *diags)
{
    const struct ir_shader *shader = dispatch->shader;
    const uint32_t *local = shader->local_size;
    uint64_t invocations = 1;

    memcpy(d->base, dispatch->base, sizeof(d->base));
    memcpy(d->groups, dispatch->groups, sizeof(d->groups));
    if (dispatch->indirect.is_used)
        cpu_memory_read_words(context->memory, dispatch->indirect.buffer, dispatch->indirect.offset,
                              d->groups, 3);
    if (!d->groups[0] || !d->groups[1] || !d->groups[2])
        return true;
    d->group_count = 1;
    for (uint32_t i = 0; i < 3; i++) {
        if (d->group_count > (UINT64_C(1) << 62) / d->groups[i]) {
            base_error(diags, QD_CODE_LIMIT, base_at_nowhere(),
                       "found %" PRIu32 " by %" PRIu32 " by %" PRIu32 " workgroups, expected no "
                       "more than 2^62 together",
                       d->groups[0], d->groups[1], d->groups[2]);
            return false;
        }
        d->group_count *= d->groups[i];
    }
    for (uint32_t i = 0; i < 3 && invocations <= MAX_INVOCATIONS; i++)
        invocations *= local[i];
    if (invocations > MAX_INVOCATIONS) {
        base_error(diags, QD_CODE_LIMIT, base_at_nowhere(),
                   "found workgroups of %" PRIu32 " by %" PRIu32 " by %" PRIu32
                   " invocations, expected no more than %d together",
                   local[0], local[1], local[2], MAX_INVOCATIONS);
        return false;
    }
    d->invocations = (uint32_t)invocations;
    return true;
}

/* Reports the workgroup that failed. */
static void
report(const struct dispatch *d, uint32_t item, struct base_diags *diags)
{
    const struct ir_shader *shader = d->stage.shader;
    const struct dispatch_worker *worker = d->workers;
    uint32_t id[3];

    while (worker->failed_item != item)
        worker++;
    if (worker->fault == fault_steps) {
        cpu_stage_report_steps(&d->stage, worker->stopped_at, diags);
        return;
    }
    workgroup_at(d, d->first + item, id);
    base_error(diags, QD_CODE_BARRIER_NOT_REACHED, ir_place_of(shader, worker->stopped_at),
               "found a barrier not reached by invocation %" PRIu32 ", %" PRIu32 ", %" PRIu32
               " of workgroup %" PRIu32 ", %" PRIu32 ", %" PRIu32 " of the shader \"%s\", which "
               "%s, expected all %" PRIu32 " to reach it together",
               local_id(d, worker->missing, 0), local_id(d, worker->missing, 1),
               local_id(d, worker->missing, 2), id[0], id[1], id[2], shader->name, worker->why,
               d->invocations);
}

/* Runs all workgroups, batch by batch, so that their number and the steps of all together are
 * bounded whatever the number of threads. */
static bool
run_batches(struct dispatch *d, uint32_t worker_count, struct base_diags *diags)
{
    const uint64_t most =
        d->stage.steps < UINT64_MAX / STEPS_FACTOR ? d->stage.steps * STEPS_FACTOR : UINT64_MAX;
    uint64_t steps = 0;

    for (d->first = 0; d->first < d->group_count; d->first += BATCH) {
        const uint64_t left = d->group_count - d->first;

        for (uint32_t i = 0; i < worker_count; i++) {
            d->workers[i].steps = 0;
            d->workers[i].failed_item = CPU_NONE;
        }
        const uint32_t failed =
            cpu_pool_run(d->pool, left < BATCH ? (uint32_t)left : BATCH, run_item, d);
        if (failed != CPU_NONE) {
            report(d, failed, diags);
            return false;
        }
        for (uint32_t i = 0; i < worker_count; i++)
            steps += d->workers[i].steps;
        if (steps > most && left > BATCH) {
            base_error(diags, QD_CODE_LIMIT, base_at_nowhere(),
                       "found %" PRIu64 " of %" PRIu64 " workgroups done after %" PRIu64
                       " operations, expected all to end within them",
                       d->first + BATCH, d->group_count, most);
            return false;
        }
    }
    return true;
}

bool
cpu_dispatch(const struct cpu_context *context, const struct scene_dispatch *dispatch,
             struct base_arena *arena, struct base_diags *diags)
{
    struct dispatch *d = base_arena_new(arena, struct dispatch);
    const uint32_t threads = cpu_pool_threads(context->pool);

    d->pool = context->pool;
    if (!set_counts(d, context, dispatch, diags))
        return false;
    if (!d->group_count)
        return true;
    if (!cpu_stage_init(&d->stage, dispatch->shader, &dispatch->inputs, dispatch->subgroup_size,
                        context, arena, diags))
        return false;
    d->subgroups = (d->invocations + d->stage.lanes - 1) / d->stage.lanes;
    d->shared_size = ((size_t)dispatch->shader->shared_size + 7) & ~(size_t)7;

    const uint32_t workers = d->group_count < threads ? (uint32_t)d->group_count : threads;
    return init_workers(d, workers, arena, diags) && run_batches(d, workers, diags);
}
