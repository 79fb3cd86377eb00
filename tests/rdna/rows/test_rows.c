/* SPDX-License-Identifier: MIT
 *
 * Every row of the table of instructions is executed with an expectation by some test: this one,
 * those of the arithmetic and of images, or one that elsewhere.def names.
 */
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>

int
main(void)
{
    static struct rows rows;

    for (unsigned isa = 0; isa < rdna_isa_count; isa++)
        for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
            rows_start(&rows, (enum rdna_isa)isa, lanes);
            rows_of_moves(&rows);
            rows_of_atomics(&rows);
            rows_of_formats(&rows);
            rows_finish(&rows);
        }
    unsigned count = 0;
    for (unsigned i = 0; i < rdna_op_count; i++)
        count += rows.seen[i];
    printf("%u rows, %zu vectors, %zu lanes, %zu failures\n", count, rows.vectors, rows.values,
           rows.failures);
    return rows.failures ? 1 : 0;
}
