/* SPDX-License-Identifier: MIT */
#ifndef RDNA_WAVE_ATOMICS_H
#define RDNA_WAVE_ATOMICS_H

#include "number.h"
#include "rdna/ops.h"

enum rdna_atomic {
    rdna_atomic_none,
#define RDNA_ATOMIC(name, value) rdna_atomic_##name,
#define RDNA_ATOMIC_FLOAT(name, value) rdna_atomic_##name,
#include "atomics.def"
    rdna_atomic_count
};

/** What a row does; rdna_atomic_none if it does no arithmetic on memory. Of a row that only moves
 *  between memory, as ds_write_src2 does, swap. */
enum rdna_atomic rdna_atomic_of(enum rdna_op row);

/** The new value of bits bits (32 or 64). */
uint64_t rdna_atomic_apply(enum rdna_atomic atomic, unsigned bits, const struct rdna_mode *mode,
                           uint64_t old, uint64_t data, uint64_t other);

#endif
