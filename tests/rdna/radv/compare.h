/* SPDX-License-Identifier: MIT
 *
 * Two runs of a shader, by what is in its outputs.
 */
#ifndef TEST_RDNA_RADV_COMPARE_H
#define TEST_RDNA_RADV_COMPARE_H

#include "inputs.h"

struct compare {
    /* Words may be two halves, or the upper part of a double. */
    bool has_halves, has_doubles;
    uint64_t values; /* All that were compared; */
    uint64_t near;   /* of these, floats that are not the same but near, */
    uint64_t far;    /* and those that are neither. */
    char text[160];  /* The first of these. */
};

/* One output, as two runs left it. */
void compare_output(struct compare *compare, const struct inputs *inputs, uint32_t output,
                    const void *a, const void *b);
/* Counts the values that are not as they began. */
uint64_t compare_changes(const struct inputs *inputs, uint32_t output, const void *a);

#endif
