/* SPDX-License-Identifier: MIT
 *
 * What an atomic does to a place in memory, of 32 or 64 bits: see IR_ATOMIC. Minima, maxima and
 * sums of floats go by the op's own meaning.
 */
#ifndef CPU_ATOMIC_H
#define CPU_ATOMIC_H

#include "ir/ir.h"

#define CPU_ATOMIC(bits)                                                                           \
    /* comparator is heeded by select alone. What was there before. */                             \
    static inline uint##bits##_t cpu_atomic_##bits(uint##bits##_t *place, enum ir_op op,           \
                                                   enum ir_type type, uint##bits##_t value,        \
                                                   uint##bits##_t comparator)                      \
    {                                                                                              \
        const enum ir_type types[2] = {type, type};                                                \
        uint##bits##_t old;                                                                        \
        uint64_t result = 0;                                                                       \
                                                                                                   \
        switch ((unsigned)op) {                                                                    \
        case ir_op_iadd:                                                                           \
            return __atomic_fetch_add(place, value, __ATOMIC_RELAXED);                             \
        case ir_op_iand:                                                                           \
            return __atomic_fetch_and(place, value, __ATOMIC_RELAXED);                             \
        case ir_op_ior:                                                                            \
            return __atomic_fetch_or(place, value, __ATOMIC_RELAXED);                              \
        case ir_op_ixor:                                                                           \
            return __atomic_fetch_xor(place, value, __ATOMIC_RELAXED);                             \
        case ir_op_copy:                                                                           \
            return __atomic_exchange_n(place, value, __ATOMIC_RELAXED);                            \
        case ir_op_select:                                                                         \
            __atomic_compare_exchange_n(place, &comparator, value, false, __ATOMIC_RELAXED,        \
                                        __ATOMIC_RELAXED);                                         \
            return comparator;                                                                     \
        }                                                                                          \
        old = __atomic_load_n(place, __ATOMIC_RELAXED);                                            \
        do {                                                                                       \
            ir_fold(op, type, types, (const uint64_t[]){old, value}, &result);                     \
        } while (!__atomic_compare_exchange_n(place, &old, (uint##bits##_t)result, true,           \
                                              __ATOMIC_RELAXED, __ATOMIC_RELAXED));                \
        return old;                                                                                \
    }
CPU_ATOMIC(32)
CPU_ATOMIC(64)
#undef CPU_ATOMIC

#endif
