/* SPDX-License-Identifier: MIT
 *
 * Random words that most often are instructions.
 */
#ifndef RANDOM_WORDS_H
#define RANDOM_WORDS_H

#include <stdint.h>

struct random_words {
    uint64_t state;
};

/**
 * One instruction: most often an opcode of the table, of some chip, with random fields, where those
 * that must be 0 are so most of the time; now and then any words of a family, or any words at all.
 *
 * \param words  Five, of which the instruction may need fewer.
 */
void random_instruction(struct random_words *random, uint32_t words[5]);

#endif
