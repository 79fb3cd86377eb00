/* SPDX-License-Identifier: MIT
 *
 * Inputs, outputs, buffers, arrays and textures. Offsets and indices come from the shader and may
 * be anything: each is checked where it is used.
 */
#include "base/bits.h"
#include "cpu/interp/interp_priv.h"
#include "cpu/sample/sample.h"

/* Calls with each width of elements, X(bits). */
#define EACH_WIDTH(X) X(8) X(16) X(32) X(64)

#define BY_WIDTH(name)                                                                             \
    const interp_handler interp_##name[interp_width_count] = {name##_8, name##_16, name##_32,      \
                                                              name##_64};

/* The least lane of a mask that is not empty. */
static unsigned
first_lane(uint64_t mask)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(mask);
#else
    unsigned lane = 0;

    while (!(mask >> lane & 1))
        lane++;
    return lane;
#endif
}

/* for (lane, each lane of mask). */
#define EACH_ACTIVE(lane, mask)                                                                    \
    for (uint64_t lane##_left = (mask), lane;                                                      \
         lane##_left && (lane = first_lane(lane##_left), true); lane##_left &= lane##_left - 1)

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
    EACH_ACTIVE(i, run->active) { output[i] = value[i]; }
    return inst + 1;
}

/* ---- buffers ---- */

/* The bytes of a buffer that can be read. */
static struct cpu_buffer_view
buffer_of(const struct interp_inst *inst, const struct interp_run *run)
{
    struct cpu_buffer_view view = run->group->buffers[inst->b];
    const size_t declared = run->program->buffer_sizes[inst->b];

    if (!view.data)
        view.size = 0;
    if (view.size > declared)
        view.size = declared;
    return view;
}

/* An element at any alignment; 0 where it does not lie inside as a whole. */
#define LOAD_BUFFER(bits)                                                                          \
    static uint##bits##_t buffer_element_##bits(const struct cpu_buffer_view *view,                \
                                                uint32_t offset)                                   \
    {                                                                                              \
        uint##bits##_t element;                                                                    \
                                                                                                   \
        if (offset > view->size || view->size - offset < sizeof(element))                          \
            return 0;                                                                              \
        memcpy(&element, (const char *)view->data + offset, sizeof(element));                      \
        return element;                                                                            \
    }                                                                                              \
    static INTERP_HANDLER(load_buffer_##bits)                                                      \
    {                                                                                              \
        const struct cpu_buffer_view view = buffer_of(inst, run);                                  \
        const uint32_t *offsets = (const void *)(base + inst->a);                                  \
        uint##bits##_t *d = (void *)(base + inst->d);                                              \
                                                                                                   \
        for (size_t i = 0; i < run->lanes; i++)                                                    \
            d[i] = buffer_element_##bits(&view, offsets[i]);                                       \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(load_buffer_at_##bits)                                                   \
    {                                                                                              \
        const struct cpu_buffer_view view = buffer_of(inst, run);                                  \
        const uint##bits##_t element = buffer_element_##bits(&view, inst->a);                      \
        uint##bits##_t *d = (void *)(base + inst->d);                                              \
                                                                                                   \
        for (size_t i = 0; i < run->padded; i++)                                                   \
            d[i] = element;                                                                        \
        return inst + 1;                                                                           \
    }
EACH_WIDTH(LOAD_BUFFER)
BY_WIDTH(load_buffer)
BY_WIDTH(load_buffer_at)

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
        EACH_ACTIVE(i, run->active)                                                                \
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

/* ---- textures ---- */

/* Where a sample's operands and its result's components lie. */
struct sample {
    const struct cpu_texture_view *view;
    const uint32_t *u;
    const uint32_t *v;
    const uint32_t *level; /* Or bias; NULL if there is none. */
    uint32_t *d;
};

static struct sample
sample_of(const struct interp_inst *inst, char *base, const struct interp_run *run)
{
    const uint32_t *operands = run->program->operands + inst->a;
    const bool has_level = inst->c & (IR_SAMPLE_BIAS | IR_SAMPLE_LOD);

    return (struct sample){
        .view = &run->group->textures[inst->b],
        .u = (const void *)(base + operands[0]),
        .v = (const void *)(base + operands[1]),
        .level = has_level ? (const void *)(base + operands[2]) : NULL,
        .d = (void *)(base + inst->d),
    };
}

static void
sample_lane(const struct sample *s, size_t lane, float level, const struct interp_run *run)
{
    float texel[4] = {0};

    if (s->view->texture && s->view->sampler)
        cpu_sample_2d(s->view->texture, s->view->sampler, base_float_of_bits(s->u[lane]),
                      base_float_of_bits(s->v[lane]), level, texel);
    for (unsigned c = 0; c < 4; c++)
        s->d[c * run->padded + lane] = base_bits_of_float(texel[c]);
}

INTERP_HANDLER(interp_sample)
{
    const struct sample s = sample_of(inst, base, run);

    EACH_ACTIVE(i, run->active)
    {
        sample_lane(&s, i, s.level ? base_float_of_bits(s.level[i]) : 0, run);
    }
    return inst + 1;
}

/* The difference of two places of the quad that starts at lane. */
static float
difference(const uint32_t *value, size_t lane, unsigned place)
{
    return base_float_of_bits(value[lane + place]) - base_float_of_bits(value[lane]);
}

INTERP_HANDLER(interp_sample_quad)
{
    const struct sample s = sample_of(inst, base, run);

    for (size_t quad = 0; quad < run->lanes; quad += 4) {
        const float ddx[2] = {difference(s.u, quad, 1), difference(s.v, quad, 1)};
        const float ddy[2] = {difference(s.u, quad, 2), difference(s.v, quad, 2)};
        float level = 0;

        if (!(run->active >> quad & 15))
            continue;
        if (s.view->texture)
            level = cpu_sample_lod(s.view->texture, ddx, ddy);
        EACH_ACTIVE(i, run->active & UINT64_C(15) << quad)
        {
            sample_lane(&s, i, s.level ? level + base_float_of_bits(s.level[i]) : level, run);
        }
    }
    return inst + 1;
}
