/* SPDX-License-Identifier: MIT
 *
 * LLVM's programs of the corpus were printed before their branches had targets: all of these go to
 * the next instruction. The listing beside a program names the labels.
 */
#ifndef TEST_RDNA_RADV_BRANCHES_H
#define TEST_RDNA_RADV_BRANCHES_H

#include "kit.h"

/* Does the program have branches to the next instruction? */
bool branches_are_empty(const struct kit_program *program);
/* Fills in the targets that the listing NAME.s has. False if it is not there, is not of these
 * words, or lacks a label. */
bool branches_fill(struct base_arena *arena, const char *root, struct kit_program *program);

#endif
