/* SPDX-License-Identifier: MIT
 *
 * Random numbers, and random values of registers: edges of what registers are read as.
 */
#ifndef TESTS_RDNA_LOWER_CHANCE_H
#define TESTS_RDNA_LOWER_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

struct chance {
    uint64_t state;
};

static inline uint64_t
chance_bits64(struct chance *chance)
{
    uint64_t x = chance->state += 0x9e3779b97f4a7c15;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static inline uint32_t
chance_bits(struct chance *chance)
{
    return (uint32_t)(chance_bits64(chance) >> 32);
}

static inline uint32_t
chance_below(struct chance *chance, uint32_t bound)
{
    return (uint32_t)((uint64_t)chance_bits(chance) * bound >> 32);
}

/* Once in so many times. */
static inline bool
chance_one_in(struct chance *chance, uint32_t times)
{
    return chance_below(chance, times) == 0;
}

/* 32 bits as f32, a pair of f16, an integer, a count, or anything. */
uint32_t chance_word(struct chance *chance);
/* 64 bits as f64, an integer, or anything. */
uint64_t chance_pair(struct chance *chance);
/* EXEC: all lanes, none, halves, single ones, anything. */
uint64_t chance_lanes(struct chance *chance, unsigned wave_size);

#endif
