/* SPDX-License-Identifier: MIT
 *
 * Loads and stores of what lanes share: buffers, push constants, a workgroup's memory, and memory
 * by address. Offsets, elements and addresses come from the shader and may be anything: each is
 * checked where it is used. Other threads may access the same bytes at the same time, so elements
 * are read and written as relaxed atomics: they do not tear, and a race of the guest's is none of
 * this program's.
 */
#include "cpu/interp/interp_priv.h"

/* ---- which bytes ---- */

struct interp_span
interp_buffer_span(const struct interp_run *run, uint32_t buffer, uint32_t element, bool is_write)
{
    const struct cpu_buffers *bound = &run->group->resources->buffers[buffer & 0xffff];
    const uint64_t limit = run->program->buffers[buffer & 0xffff].size;
    struct interp_span span = {NULL, 0};

    if (element >= bound->count)
        return span;
    const struct cpu_buffer_view *view = &bound->views[element];
    if (!view->data || (is_write && !view->is_writable))
        return span;
    span.data = view->data;
    span.size = view->size < limit ? view->size : (size_t)limit;
    return span;
}

struct interp_span
interp_shared_span(const struct interp_run *run)
{
    return (struct interp_span){run->group->shared,
                                run->group->shared ? run->program->shared_size : 0};
}

/* The bytes of the physical memory that has this address, and where they start; none if no memory
 * has it. */
static struct interp_span
global_span(const struct interp_run *run, uint64_t address, bool is_write, uint64_t *first)
{
    const struct cpu_resources *resources = run->group->resources;
    const struct cpu_range *ranges = resources->ranges;
    uint32_t low = 0, high = resources->range_count;

    /* The last range that starts at the address or before it. */
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (ranges[middle].first <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || address - ranges[low - 1].first >= ranges[low - 1].view.size)
        return (struct interp_span){NULL, 0};
    const struct cpu_buffer_view *view = &ranges[low - 1].view;
    *first = ranges[low - 1].first;
    if (!view->data || (is_write && !view->is_writable))
        return (struct interp_span){NULL, 0};
    return (struct interp_span){view->data, view->size};
}

/* ---- which lanes ---- */

/* Has a value one bit pattern in all lanes, active or not? */
static bool
is_same_everywhere(const uint32_t *values, const struct interp_run *run)
{
    uint32_t differences = 0;

    for (size_t i = 0; i < run->lanes; i++)
        differences |= values[i] ^ values[0];
    return !differences;
}

/* Has it one in the lanes of a mask? */
static bool
is_same_in(const uint32_t *values, uint64_t mask, const struct interp_run *run)
{
    const uint32_t first = values[interp_first_lane(mask)];

    if (mask == interp_all_lanes(run->lanes))
        return is_same_everywhere(values, run);
    EACH_LANE_OF(lane, mask)
    {
        if (values[lane] != first)
            return false;
    }
    return true;
}

uint64_t
interp_lanes_with(const uint32_t *values, uint32_t value, uint64_t mask,
                  const struct interp_run *run)
{
    uint64_t same = 0;

    /* Most often it is all lanes. */
    if (values[0] == value && is_same_everywhere(values, run))
        return mask;
    EACH_LANE_OF(lane, mask) { same |= (uint64_t)(values[lane] == value) << lane; }
    return same;
}

/* ---- elements ---- */

/* Where elements of so many bytes may start: before the result. */
static size_t
starts_of(const struct interp_span *span, size_t bytes)
{
    return span->size >= bytes ? span->size - bytes + 1 : 0;
}

#define ELEMENTS(bits)                                                                             \
    static inline uint##bits##_t *place_##bits(const struct interp_span *span, size_t starts,      \
                                               uint32_t offset)                                    \
    {                                                                                              \
        offset &= ~(uint32_t)((bits) / 8 - 1);                                                     \
        return offset < starts ? (void *)(span->data + offset) : NULL;                             \
    }                                                                                              \
    static inline uint##bits##_t read_##bits(const struct interp_span *span, size_t starts,        \
                                             uint32_t offset)                                      \
    {                                                                                              \
        const uint##bits##_t *place = place_##bits(span, starts, offset);                          \
                                                                                                   \
        return place ? __atomic_load_n(place, __ATOMIC_RELAXED) : 0;                               \
    }                                                                                              \
    static inline void write_##bits(const struct interp_span *span, size_t starts,                 \
                                    uint32_t offset, uint##bits##_t value)                         \
    {                                                                                              \
        uint##bits##_t *place = place_##bits(span, starts, offset);                                \
                                                                                                   \
        if (place)                                                                                 \
            __atomic_store_n(place, value, __ATOMIC_RELAXED);                                      \
    }                                                                                              \
    /* Inactive lanes may get any value, so where all active lanes do, the others may too. */      \
    static void load_##bits(uint##bits##_t *d, const struct interp_span *span,                     \
                            const uint32_t *offsets, uint64_t mask, const struct interp_run *run)  \
    {                                                                                              \
        const size_t starts = starts_of(span, (bits) / 8);                                         \
        const uint32_t first = offsets[interp_first_lane(mask)];                                   \
                                                                                                   \
        if (mask == run->active && is_same_in(offsets, mask, run)) {                               \
            const uint##bits##_t value = read_##bits(span, starts, first);                         \
                                                                                                   \
            for (size_t i = 0; i < run->padded; i++)                                               \
                d[i] = value;                                                                      \
            return;                                                                                \
        }                                                                                          \
        if (mask == interp_all_lanes(run->lanes)) {                                                \
            for (size_t i = 0; i < run->lanes; i++)                                                \
                d[i] = read_##bits(span, starts, offsets[i]);                                      \
            return;                                                                                \
        }                                                                                          \
        EACH_LANE_OF(i, mask) { d[i] = read_##bits(span, starts, offsets[i]); }                    \
    }                                                                                              \
    static void store_##bits(const uint##bits##_t *value, const struct interp_span *span,          \
                             const uint32_t *offsets, uint64_t mask, const struct interp_run *run) \
    {                                                                                              \
        const size_t starts = starts_of(span, (bits) / 8);                                         \
                                                                                                   \
        if (mask == interp_all_lanes(run->lanes)) {                                                \
            for (size_t i = 0; i < run->lanes; i++)                                                \
                write_##bits(span, starts, offsets[i], value[i]);                                  \
            return;                                                                                \
        }                                                                                          \
        EACH_LANE_OF(i, mask) { write_##bits(span, starts, offsets[i], value[i]); }                \
    }
EACH_WIDTH(ELEMENTS)

/* ---- buffers ---- */

/* The element of the least lane of mask; out: the lanes of mask that have the same. */
static uint32_t
element_of(const struct interp_inst *inst, const char *base, const struct interp_run *run,
           uint64_t mask, uint64_t *same)
{
    *same = mask;
    if (inst->b & INTERP_CONST_ELEMENT)
        return inst->c;
    const uint32_t *elements = (const void *)(base + inst->c);
    const uint32_t element = elements[interp_first_lane(mask)];
    *same = interp_lanes_with(elements, element, mask, run);
    return element;
}

#define BUFFERS(bits)                                                                              \
    static INTERP_HANDLER(load_buffer_##bits)                                                      \
    {                                                                                              \
        uint64_t same;                                                                             \
                                                                                                   \
        for (uint64_t mask = run->active; mask; mask &= ~same) {                                   \
            const uint32_t element = element_of(inst, base, run, mask, &same);                     \
            const struct interp_span span = interp_buffer_span(run, inst->b, element, false);      \
                                                                                                   \
            load_##bits((void *)(base + inst->d), &span, (const void *)(base + inst->a), same,     \
                        run);                                                                      \
        }                                                                                          \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(load_buffer_at_##bits)                                                   \
    {                                                                                              \
        const struct interp_span span = interp_buffer_span(run, inst->b, inst->c, false);          \
        const uint##bits##_t element = read_##bits(&span, starts_of(&span, (bits) / 8), inst->a);  \
        uint##bits##_t *d = (void *)(base + inst->d);                                              \
                                                                                                   \
        for (size_t i = 0; i < run->padded; i++)                                                   \
            d[i] = element;                                                                        \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(store_buffer_##bits)                                                     \
    {                                                                                              \
        uint64_t same;                                                                             \
                                                                                                   \
        for (uint64_t mask = interp_writers(run); mask; mask &= ~same) {                           \
            const uint32_t element = element_of(inst, base, run, mask, &same);                     \
            const struct interp_span span = interp_buffer_span(run, inst->b, element, true);       \
                                                                                                   \
            store_##bits((const void *)(base + inst->d), &span, (const void *)(base + inst->a),    \
                         same, run);                                                               \
        }                                                                                          \
        return inst + 1;                                                                           \
    }
EACH_WIDTH(BUFFERS)
BY_WIDTH(load_buffer)
BY_WIDTH(load_buffer_at)
BY_WIDTH(store_buffer)

INTERP_HANDLER(interp_buffer_size)
{
    uint32_t *d = (void *)(base + inst->d);
    uint64_t same;

    for (uint64_t mask = run->active; mask; mask &= ~same) {
        const uint32_t element = element_of(inst, base, run, mask, &same);
        const size_t size = interp_buffer_span(run, inst->b, element, false).size;

        EACH_LANE_OF(i, same) { d[i] = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX; }
    }
    return inst + 1;
}

/* ---- push constants, shared memory ---- */

/* Push constants have any alignment, and nobody writes them. */
#define PUSH(bits)                                                                                 \
    static uint##bits##_t read_push_##bits(const struct interp_run *run, uint32_t offset)          \
    {                                                                                              \
        const struct cpu_resources *resources = run->group->resources;                             \
        const uint32_t limit = run->program->push_size;                                            \
        const struct interp_span span = {NULL, resources->push_size < limit ? resources->push_size \
                                                                            : limit};              \
        uint##bits##_t element = 0;                                                                \
                                                                                                   \
        offset &= ~(uint32_t)((bits) / 8 - 1);                                                     \
        if (interp_has_place(&span, offset, sizeof(element)))                                      \
            memcpy(&element, (const char *)resources->push + offset, sizeof(element));             \
        return element;                                                                            \
    }                                                                                              \
    static INTERP_HANDLER(load_push_##bits)                                                        \
    {                                                                                              \
        const uint32_t *offsets = (const void *)(base + inst->a);                                  \
        uint##bits##_t *d = (void *)(base + inst->d);                                              \
                                                                                                   \
        EACH_LANE_OF(i, run->active) { d[i] = read_push_##bits(run, offsets[i]); }                 \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(load_push_at_##bits)                                                     \
    {                                                                                              \
        const uint##bits##_t element = read_push_##bits(run, inst->a);                             \
        uint##bits##_t *d = (void *)(base + inst->d);                                              \
                                                                                                   \
        for (size_t i = 0; i < run->padded; i++)                                                   \
            d[i] = element;                                                                        \
        return inst + 1;                                                                           \
    }
EACH_WIDTH(PUSH)
BY_WIDTH(load_push)
BY_WIDTH(load_push_at)

#define SHARED(bits)                                                                               \
    static INTERP_HANDLER(load_shared_##bits)                                                      \
    {                                                                                              \
        const struct interp_span span = interp_shared_span(run);                                   \
                                                                                                   \
        load_##bits((void *)(base + inst->d), &span, (const void *)(base + inst->a), run->active,  \
                    run);                                                                          \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(store_shared_##bits)                                                     \
    {                                                                                              \
        const struct interp_span span = interp_shared_span(run);                                   \
                                                                                                   \
        store_##bits((const void *)(base + inst->b), &span, (const void *)(base + inst->a),        \
                     interp_writers(run), run);                                                    \
        return inst + 1;                                                                           \
    }
EACH_WIDTH(SHARED)
BY_WIDTH(load_shared)
BY_WIDTH(store_shared)

/* ---- memory by address ---- */

void *
interp_global_place(const struct interp_run *run, uint64_t address, size_t bytes, bool is_write,
                    struct interp_span *span, uint64_t *first)
{
    address &= ~(uint64_t)(bytes - 1);
    if (address < *first || address - *first >= span->size)
        *span = global_span(run, address, is_write, first);
    return interp_place_in(span, address - *first, bytes);
}

#define GLOBALS(bits)                                                                              \
    static INTERP_HANDLER(load_global_##bits)                                                      \
    {                                                                                              \
        const uint64_t *addresses = (const void *)(base + inst->a);                                \
        uint##bits##_t *d = (void *)(base + inst->d);                                              \
        struct interp_span span = {NULL, 0};                                                       \
        uint64_t first = 0;                                                                        \
                                                                                                   \
        EACH_LANE_OF(i, run->active)                                                               \
        {                                                                                          \
            const uint##bits##_t *place =                                                          \
                interp_global_place(run, addresses[i], (bits) / 8, false, &span, &first);          \
                                                                                                   \
            d[i] = place ? __atomic_load_n(place, __ATOMIC_RELAXED) : 0;                           \
        }                                                                                          \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(store_global_##bits)                                                     \
    {                                                                                              \
        const uint64_t *addresses = (const void *)(base + inst->a);                                \
        const uint##bits##_t *value = (const void *)(base + inst->b);                              \
        struct interp_span span = {NULL, 0};                                                       \
        uint64_t first = 0;                                                                        \
                                                                                                   \
        EACH_LANE_OF(i, interp_writers(run))                                                       \
        {                                                                                          \
            uint##bits##_t *place =                                                                \
                interp_global_place(run, addresses[i], (bits) / 8, true, &span, &first);           \
                                                                                                   \
            if (place)                                                                             \
                __atomic_store_n(place, value[i], __ATOMIC_RELAXED);                               \
        }                                                                                          \
        return inst + 1;                                                                           \
    }
EACH_WIDTH(GLOBALS)
BY_WIDTH(load_global)
BY_WIDTH(store_global)
