/* SPDX-License-Identifier: MIT
 *
 * Rows of opcodes that compute: a formula, written down from the opcode's definition and without a
 * look at the lowering, is fed edge values in several forms of the instruction, with masks,
 * swizzles, modifiers and saturation.
 */
#ifndef TGSI_ROWS_FORMULA_H
#define TGSI_ROWS_FORMULA_H

#include "rows.h"

/* Into d, what it writes for an instruction with this write mask, and which components these are.
 * Sources are as the instruction reads them, swizzles and modifiers applied. */
typedef unsigned rows_expected(const union rows_word (*s)[4], unsigned mask, union rows_word *d);

/* How far off results may be: relative to their size, and beside that. Only for floats of these
 * sizes, and 0; zeroes: all. */
struct rows_bound {
    double relative;
    double absolute;
    double most;
    double least;
};

struct rows_formula {
    rows_expected *expected;
    rows_expected *contracted; /* What a host may compute instead; NULL: nothing. */
    const char *kinds;         /* Of each source: f, i, d, l as enum tgsi_type. */
    struct rows_bound cpu;
    struct rows_bound host; /* What Vulkan allows; beside it denormals may be taken for zeroes. */
    const char *property;   /* Text after the processor; NULL: none. */
};

/* rows_row.data is a struct rows_formula. */
rows_function rows_run_formula;

#endif
