/* SPDX-License-Identifier: MIT */
#include "dispatch.h"

static uint32_t
invocations(const struct rdna_dispatch *dispatch)
{
    return dispatch->size[0] * dispatch->size[1] * dispatch->size[2];
}

uint32_t
rdna_dispatch_waves(const struct rdna_dispatch *dispatch)
{
    const uint32_t lanes = dispatch->program->wave_size;

    return (invocations(dispatch) + lanes - 1) / lanes;
}

/* ---- How a wave begins ---- */

static uint32_t
local_id(const struct rdna_dispatch *dispatch, uint32_t index, unsigned axis)
{
    for (unsigned i = 0; i < axis; i++)
        index /= dispatch->size[i];
    return index % dispatch->size[axis];
}

/* For the lane, which scalar registers have no use for. */
static uint32_t
value_of(const struct rdna_dispatch *dispatch, const struct rdna_start *start,
         const struct rdna_wave *wave, unsigned lane)
{
    const uint32_t index = wave->index * wave->size + lane;
    const uint64_t scratch = dispatch->scratch + wave->index * dispatch->scratch_stride;

    switch ((enum rdna_start_kind)start->kind) {
    case rdna_start_value:
        return start->value;
    case rdna_start_group_id:
        return dispatch->id[start->axis];
    case rdna_start_group_count:
        return dispatch->groups[start->axis];
    case rdna_start_group_size:
        return dispatch->size[start->axis];
    case rdna_start_wave:
        return wave->index;
    case rdna_start_scratch:
        return (uint32_t)(scratch >> 32 * start->axis);
    case rdna_start_local_id:
        return local_id(dispatch, index, start->axis);
    case rdna_start_packed_id:
        return local_id(dispatch, index, 0) | local_id(dispatch, index, 1) << 10 |
               local_id(dispatch, index, 2) << 20;
    case rdna_start_local_index:
        return index;
    case rdna_start_lane:
        return lane;
    default: /* Of other stages. */
        return 0;
    }
}

static void
set_register(const struct rdna_dispatch *dispatch, const struct rdna_start *start,
             struct rdna_wave *wave)
{
    if (start->code == RDNA_SCC) {
        wave->scc = value_of(dispatch, start, wave, 0) != 0;
    } else if (start->code < RDNA_VGPR0) {
        wave->scalars[start->code] = value_of(dispatch, start, wave, 0);
    } else {
        for (unsigned lane = 0; lane < wave->size; lane++)
            wave->vectors[start->code - RDNA_VGPR0][lane] = value_of(dispatch, start, wave, lane);
    }
}

static void
start_wave(const struct rdna_dispatch *dispatch, struct rdna_wave *wave)
{
    const uint32_t left = invocations(dispatch) - wave->index * wave->size;
    const uint64_t scratch = dispatch->scratch + wave->index * dispatch->scratch_stride;

    wave->mode = dispatch->mode;
    wave->hwregs[rdna_hwreg_flat_scr_lo] = (uint32_t)scratch;
    wave->hwregs[rdna_hwreg_flat_scr_hi] = (uint32_t)(scratch >> 32);
    for (uint32_t i = 0; i < dispatch->start_count; i++)
        set_register(dispatch, &dispatch->starts[i], wave);
    if (left < wave->size)
        rdna_set_exec(wave, rdna_get_exec(wave) & ((UINT64_C(1) << left) - 1));
}

/* ---- Workgroups ---- */

static enum rdna_group_result
run_group(struct rdna_dispatch *dispatch)
{
    struct rdna_group *group = dispatch->group;
    const uint64_t start = (uint64_t)RDNA_START_STEPS * group->wave_count;

    if (dispatch->budget < start)
        return rdna_group_out_of_steps;
    dispatch->budget -= start;
    rdna_group_restart(group);
    for (uint32_t i = 0; i < group->wave_count; i++)
        start_wave(dispatch, &group->waves[i]);
    const enum rdna_group_result result = rdna_group_run(group, dispatch->budget);
    dispatch->budget -= group->steps;
    return result;
}

enum rdna_group_result
rdna_dispatch_run(struct base_arena *arena, struct rdna_dispatch *dispatch)
{
    const struct rdna_group_options options = {
        .program = dispatch->program,
        .memory = dispatch->memory,
        .wave_count = rdna_dispatch_waves(dispatch),
        .lds_size = dispatch->lds_size,
    };
    const uint32_t *groups = dispatch->groups;
    enum rdna_group_result result = rdna_group_ended;
    uint32_t *id = dispatch->id;

    if (!groups[0] || !groups[1])
        return rdna_group_ended;
    dispatch->group = rdna_group_new(arena, &options);
    dispatch->group->trace = dispatch->trace;
    for (id[2] = 0; id[2] < groups[2]; id[2]++)
        for (id[1] = 0; id[1] < groups[1]; id[1]++)
            for (id[0] = 0; id[0] < groups[0]; id[0]++) {
                result = run_group(dispatch);
                if (result != rdna_group_ended)
                    return result;
            }
    return rdna_group_ended;
}
