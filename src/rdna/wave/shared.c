/* SPDX-License-Identifier: MIT
 *
 * Vector registers that the halves of a wave of 64 share: what one half writes, the other reads.
 */
#include "wave_priv.h"

enum { HALF = RDNA_MAX_LANES / 2 };

struct rdna_shared {
    unsigned first, count;
    uint32_t values[][HALF]; /* Before the instruction. */
};

void
rdna_wave_share(struct rdna_wave *wave, unsigned first, unsigned count)
{
    if (wave->size != RDNA_MAX_LANES || first >= RDNA_VECTOR_COUNT)
        return;
    if (count > RDNA_VECTOR_COUNT - first)
        count = RDNA_VECTOR_COUNT - first;
    wave->shared = base_arena_alloc(wave->group->arena,
                                    sizeof(*wave->shared) + count * sizeof(*wave->shared->values));
    wave->shared->first = first;
    wave->shared->count = count;
    for (unsigned i = 0; i < count; i++) {
        uint32_t *lanes = wave->vectors[first + i];

        memcpy(lanes + HALF, lanes, HALF * sizeof(*lanes));
        memcpy(wave->shared->values[i], lanes, HALF * sizeof(*lanes));
    }
}

/* The upper half is executed last: where both changed a register its value stays. */
void
rdna_share(struct rdna_wave *wave)
{
    struct rdna_shared *shared = wave->shared;

    for (unsigned i = 0; i < shared->count; i++) {
        uint32_t *lanes = wave->vectors[shared->first + i], *before = shared->values[i];

        for (unsigned lane = 0; lane < HALF; lane++) {
            const uint32_t low = lanes[lane], high = lanes[lane + HALF];
            before[lane] = high != before[lane] ? high : low;
        }
        memcpy(lanes, before, sizeof(*shared->values));
        memcpy(lanes + HALF, before, sizeof(*shared->values));
    }
}
