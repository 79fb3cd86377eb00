/* SPDX-License-Identifier: MIT
 *
 * Programs of the corpus.
 */
#ifndef TEST_RDNA_PROGRAMS_H
#define TEST_RDNA_PROGRAMS_H

#include "base/base.h"

enum { PROGRAM_WORDS = 1024 };

/* The words of NAME.hex; 0 if there is none. */
uint32_t program_read(struct base_arena *arena, const char *root, const char *name,
                      uint32_t words[PROGRAM_WORDS]);

#endif
