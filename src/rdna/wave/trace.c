/* SPDX-License-Identifier: MIT
 *
 * What an instruction changed: the wave is compared with a copy from before.
 */
#include "wave_priv.h"

struct rdna_snapshot {
    uint32_t scalars[RDNA_SCALAR_COUNT];
    bool scc;
    uint32_t vectors[RDNA_VECTOR_COUNT][RDNA_MAX_LANES];
};

static struct rdna_snapshot *
snapshot_of(struct rdna_group *group)
{
    if (!group->snapshot)
        group->snapshot = base_arena_new(group->arena, struct rdna_snapshot);
    return group->snapshot;
}

void
rdna_trace_before(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const struct rdna_trace *trace = &wave->group->trace;

    if (trace->after) {
        struct rdna_snapshot *snapshot = snapshot_of(wave->group);
        memcpy(snapshot->scalars, wave->scalars, sizeof(snapshot->scalars));
        memcpy(snapshot->vectors, wave->vectors, sizeof(snapshot->vectors));
        snapshot->scc = wave->scc;
    }
    if (trace->before)
        trace->before(trace->user, wave, inst);
}

static uint64_t
changed_lanes(const uint32_t *before, const uint32_t *after)
{
    uint64_t lanes = 0;

    for (unsigned i = 0; i < RDNA_MAX_LANES; i++)
        lanes |= (uint64_t)(before[i] != after[i]) << i;
    return lanes;
}

static uint32_t
compare(const struct rdna_wave *wave, const struct rdna_snapshot *before,
        struct rdna_change *changes)
{
    uint32_t count = 0;

    for (unsigned i = 0; i < RDNA_SCALAR_COUNT; i++)
        if (before->scalars[i] != wave->scalars[i])
            changes[count++] = (struct rdna_change){.code = (uint16_t)i};
    if (before->scc != wave->scc)
        changes[count++] = (struct rdna_change){.code = RDNA_SCC};
    for (unsigned i = 0; i < RDNA_VECTOR_COUNT; i++) {
        const size_t size = sizeof(wave->vectors[i]);
        if (memcmp(before->vectors[i], wave->vectors[i], size))
            changes[count++] =
                (struct rdna_change){.code = (uint16_t)(RDNA_VGPR0 + i),
                                     .lanes = changed_lanes(before->vectors[i], wave->vectors[i])};
    }
    return count;
}

void
rdna_trace_after(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const struct rdna_trace *trace = &wave->group->trace;
    struct rdna_change changes[RDNA_SCALAR_COUNT + 1 + RDNA_VECTOR_COUNT];

    if (!trace->after)
        return;
    const uint32_t count = compare(wave, snapshot_of(wave->group), changes);
    trace->after(trace->user, wave, inst, changes, count);
}
