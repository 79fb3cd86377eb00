/* SPDX-License-Identifier: MIT
 *
 * What belongs to a lane alone: inputs, outputs and arrays. Indices come from the shader and may be
 * anything: each is checked where it is used.
 */
#include "cpu/interp/interp_priv.h"

INTERP_HANDLER(interp_copy)
{
    (void)run;
    memcpy(base + inst->d, base + inst->a, inst->b);
    return inst + 1;
}

#define FILL(bits)                                                                                 \
    static INTERP_HANDLER(fill_##bits)                                                             \
    {                                                                                              \
        const uint64_t value = inst->a | (uint64_t)inst->b << 32;                                  \
        uint##bits##_t *d = (void *)(base + inst->d);                                              \
                                                                                                   \
        for (size_t i = 0; i < run->padded; i++)                                                   \
            d[i] = (uint##bits##_t)value;                                                          \
        return inst + 1;                                                                           \
    }
EACH_WIDTH(FILL)
BY_WIDTH(fill)

INTERP_HANDLER(interp_load_input)
{
    memcpy(base + inst->d, run->group->inputs + inst->a, run->lanes * sizeof(uint32_t));
    return inst + 1;
}

INTERP_HANDLER(interp_load_helper)
{
    uint32_t *d = (void *)(base + inst->d);

    for (size_t i = 0; i < run->lanes; i++)
        d[i] = run->group->helpers >> i & 1 ? UINT32_MAX : 0;
    return inst + 1;
}

INTERP_HANDLER(interp_store_output)
{
    const uint32_t *value = (const void *)(base + inst->a);
    uint32_t *output = run->group->outputs + inst->b;

    if (run->active == interp_all_lanes(run->lanes)) {
        memcpy(output, value, run->lanes * sizeof(*output));
        return inst + 1;
    }
    EACH_LANE_OF(i, run->active) { output[i] = value[i]; }
    return inst + 1;
}

/* ---- inputs at another place ---- */

static const struct interp_inst *
interpolate(const struct interp_inst *inst, char *base, const struct interp_run *run,
            const struct cpu_interp_place *place)
{
    const struct cpu_group *group = run->group;
    uint32_t *d = (void *)(base + inst->d);

    if (group->interpolate)
        group->interpolate(group->interpolate_context, inst->c, place, d);
    else
        memset(d, 0, run->lanes * sizeof(*d));
    return inst + 1;
}

INTERP_HANDLER(interp_interp_centroid)
{
    const struct cpu_interp_place place = {.at = cpu_interp_at_centroid};

    return interpolate(inst, base, run, &place);
}

INTERP_HANDLER(interp_interp_sample)
{
    const struct cpu_interp_place place = {.at = cpu_interp_at_sample,
                                           .samples = (const void *)(base + inst->a)};

    return interpolate(inst, base, run, &place);
}

INTERP_HANDLER(interp_interp_offset)
{
    const struct cpu_interp_place place = {.at = cpu_interp_at_offset,
                                           .x = (const void *)(base + inst->a),
                                           .y = (const void *)(base + inst->b)};

    return interpolate(inst, base, run, &place);
}

/* ---- arrays ---- */

static void
mark_dirty(struct interp_dirty *dirty, uint32_t index)
{
    if (dirty->from >= dirty->to) {
        *dirty = (struct interp_dirty){index, index + 1};
        return;
    }
    if (dirty->from > index)
        dirty->from = index;
    if (dirty->to <= index)
        dirty->to = index + 1;
}

#define ARRAYS(bits)                                                                               \
    static INTERP_HANDLER(load_array_##bits)                                                       \
    {                                                                                              \
        const struct interp_array *array = &run->program->arrays[inst->b];                         \
        const uint##bits##_t *elements = array->init ? array->init : (void *)(base + array->at);   \
        const size_t stride = array->init ? 1 : run->lanes, step = array->init ? 0 : 1;            \
        const uint32_t *indices = (const void *)(base + inst->a);                                  \
        uint##bits##_t *d = (void *)(base + inst->d);                                              \
                                                                                                   \
        for (size_t i = 0; i < run->lanes; i++)                                                    \
            d[i] = indices[i] < array->count ? elements[indices[i] * stride + i * step] : 0;       \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(store_array_##bits)                                                      \
    {                                                                                              \
        const struct interp_array *array = &run->program->arrays[inst->b];                         \
        struct interp_dirty *dirty = (void *)(base + run->program->dirty_at);                      \
        const uint32_t *indices = (const void *)(base + inst->a);                                  \
        const uint##bits##_t *value = (const void *)(base + inst->c);                              \
        uint##bits##_t *elements = (void *)(base + array->at);                                     \
                                                                                                   \
        EACH_LANE_OF(i, run->active)                                                               \
        {                                                                                          \
            if (indices[i] >= array->count)                                                        \
                continue;                                                                          \
            mark_dirty(&dirty[inst->b], indices[i]);                                               \
            elements[indices[i] * run->lanes + i] = value[i];                                      \
        }                                                                                          \
        return inst + 1;                                                                           \
    }
EACH_WIDTH(ARRAYS)
BY_WIDTH(load_array)
BY_WIDTH(store_array)
