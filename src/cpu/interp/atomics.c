/* SPDX-License-Identifier: MIT
 *
 * Atomics of buffers, shared memory and memory by address: lane by lane, the lowest first, so that
 * lanes of a group that meet in one place have an order.
 */
#include "cpu/interp/interp_priv.h"

#include "cpu/atomic.h"

/* What one instruction does, and with what. Values are of 32 or 64 bits. */
struct atomic {
    const char *value;
    const char *comparator;
    char *d;
    enum ir_op op;
    enum ir_type type;
    bool is_wide;
};

static struct atomic
atomic_of(const struct interp_inst *inst, char *base, const struct interp_run *run)
{
    const uint32_t *operands = run->program->operands + inst->a;
    const struct atomic atomic = {
        .value = base + operands[interp_atomic_value],
        .comparator = base + operands[interp_atomic_comparator],
        .d = base + inst->d,
        .op = (enum ir_op)operands[interp_atomic_op],
        .type = (enum ir_type)operands[interp_atomic_type],
        .is_wide = ir_type_bits((ir_type_id)operands[interp_atomic_type]) == 64,
    };

    /* Lanes that do nothing get 0. */
    memset(atomic.d, 0, run->padded << (atomic.is_wide ? 3 : 2));
    return atomic;
}

#define APPLY(bits)                                                                                \
    static uint##bits##_t apply_##bits(uint##bits##_t *place, const struct atomic *atomic,         \
                                       size_t lane)                                                \
    {                                                                                              \
        const uint##bits##_t *value = (const void *)atomic->value;                                 \
        const uint##bits##_t *comparator = (const void *)atomic->comparator;                       \
                                                                                                   \
        return cpu_atomic_##bits(place, atomic->op, atomic->type, value[lane],                     \
                                 atomic->op == ir_op_select ? comparator[lane] : 0);               \
    }
APPLY(32)
APPLY(64)

static void
apply(void *place, const struct atomic *atomic, size_t lane)
{
    if (atomic->is_wide)
        ((uint64_t *)(void *)atomic->d)[lane] = apply_64(place, atomic, lane);
    else
        ((uint32_t *)(void *)atomic->d)[lane] = apply_32(place, atomic, lane);
}

static void
apply_in(const struct interp_span *span, const uint32_t *offsets, const struct atomic *atomic,
         uint64_t mask)
{
    EACH_LANE_OF(i, mask)
    {
        void *place = interp_place_in(span, offsets[i], atomic->is_wide ? 8 : 4);

        if (place)
            apply(place, atomic, i);
    }
}

INTERP_HANDLER(interp_atomic_buffer)
{
    const struct atomic atomic = atomic_of(inst, base, run);
    const uint32_t *operands = run->program->operands + inst->a;
    const uint32_t *offsets = (const void *)(base + operands[interp_atomic_offset]);
    const uint32_t *elements = (const void *)(base + operands[interp_atomic_element]);
    uint64_t same;

    for (uint64_t mask = interp_writers(run); mask; mask &= ~same) {
        const uint32_t element = elements[interp_first_lane(mask)];
        const struct interp_span span = interp_buffer_span(run, inst->b, element, true);

        same = interp_lanes_with(elements, element, mask, run);
        apply_in(&span, offsets, &atomic, same);
    }
    return inst + 1;
}

INTERP_HANDLER(interp_atomic_shared)
{
    const struct atomic atomic = atomic_of(inst, base, run);
    const struct interp_span span = interp_shared_span(run);
    const uint32_t *operands = run->program->operands + inst->a;

    apply_in(&span, (const void *)(base + operands[interp_atomic_offset]), &atomic,
             interp_writers(run));
    return inst + 1;
}

INTERP_HANDLER(interp_atomic_global)
{
    const struct atomic atomic = atomic_of(inst, base, run);
    const uint32_t *operands = run->program->operands + inst->a;
    const uint64_t *addresses = (const void *)(base + operands[interp_atomic_offset]);
    struct interp_span span = {NULL, 0};
    uint64_t first = 0;

    EACH_LANE_OF(i, interp_writers(run))
    {
        void *place =
            interp_global_place(run, addresses[i], atomic.is_wide ? 8 : 4, true, &span, &first);

        if (place)
            apply(place, &atomic, i);
    }
    return inst + 1;
}
