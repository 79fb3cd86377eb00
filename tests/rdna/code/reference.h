/* SPDX-License-Identifier: MIT
 *
 * Made-up programs, and what is to be known of their graphs by going all ways there are: slow, and
 * with nothing of the library.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_NODES = 48, MAX_REGISTERS = 130 };

/* Each instruction is one word. */
struct model {
    uint32_t count;
    uint32_t words[MAX_NODES];
    int next[MAX_NODES];    /* Where it goes on; -1. */
    int target[MAX_NODES];  /* Where it branches to; -1. */
    bool leaves[MAX_NODES]; /* It may go out of the program. */
    bool reads_all[MAX_NODES];
    bool reads[MAX_NODES][MAX_REGISTERS];
    bool writes[MAX_NODES][MAX_REGISTERS];
    bool is_branch[MAX_NODES];
};

/* A program by a seed. */
void model_make(struct model *model, uint64_t seed, unsigned wave_size);

/* Is there a way from a to b, which may be no step long, that does not touch avoided (-1: nothing)
 * and stays within the set (NULL: anywhere)? */
bool model_reaches(const struct model *model, int a, int b, int avoided, const bool *within);
/* Is there a way out of the program? */
bool model_leaves(const struct model *model, int a, int avoided);
/* May the register be read, from a on, before it is written? */
bool model_is_live(const struct model *model, int a, unsigned reg);

#endif
