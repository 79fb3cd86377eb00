/* SPDX-License-Identifier: MIT
 *
 * What two devices may give for the same instruction: the same bits, any NaN where the result is a
 * float and a NaN, and what bounds.def says.
 */
#ifndef TESTS_RDNA_LOWER_AGREE_H
#define TESTS_RDNA_LOWER_AGREE_H

#include "rdna/inst.h"

/* Of a lane: two registers from the instruction's vector destination on. */
bool agree(const struct rdna_inst *inst, const uint32_t *expected, const uint32_t *got);

#endif
