/* SPDX-License-Identifier: MIT
 *
 * Random words that most often are instructions: the prefix of a family, and fields that are often
 * 0, where many must be.
 */
#ifndef RANDOM_WORDS_H
#define RANDOM_WORDS_H

#include <stdint.h>

struct random_words {
    uint64_t state;
};

/* splitmix64 */
static inline uint64_t
random_bits(struct random_words *random)
{
    uint64_t bits = random->state += 0x9e3779b97f4a7c15;

    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

static inline uint32_t
random_below(struct random_words *random, uint32_t bound)
{
    return (uint32_t)((random_bits(random) >> 32) * bound >> 32);
}

/* Five words, of which the instruction may need fewer. */
void random_instruction(struct random_words *random, uint32_t words[5]);

#endif
