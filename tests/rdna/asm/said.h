/* SPDX-License-Identifier: MIT
 *
 * Instructions as far as their text says them.
 */
#ifndef SAID_H
#define SAID_H

#include "rdna/decode.h"

/* Clears what is in the words of an instruction and not in its text: bits that count for nothing,
 * and registers that are not used. */
void keep_said(struct rdna_inst *inst);

/* Whether two instructions are the same so far. */
bool is_said_same(const struct rdna_inst *a, const struct rdna_inst *b);

/* The text has 16 bits of an integer source or a half, and the words say more: a float that needs
 * no literal is written as its bits, and of a literal the upper half is left out. */
bool is_cut(const struct rdna_inst *inst);

#endif
