/* SPDX-License-Identifier: MIT
 *
 * Numbers that look random and are the same in every run.
 */
#ifndef TESTS_CPU_RANDOM_H
#define TESTS_CPU_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state; /* Not 0. */
};

/* Xorshift64*. */
static inline uint32_t
random_next(struct random *random)
{
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return (uint32_t)(random->state * UINT64_C(0x2545f4914f6cdd1d) >> 32);
}

/* low to high, both included. */
static inline int32_t
random_int(struct random *random, int32_t low, int32_t high)
{
    return low + (int32_t)(random_next(random) % (uint32_t)(high - low + 1));
}

static inline double
random_double(struct random *random, double low, double high)
{
    return low + (high - low) * (random_next(random) / 4294967295.0);
}

#endif
