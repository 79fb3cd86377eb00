/* SPDX-License-Identifier: MIT */
#include "rdna/lower/arith.h"

const struct rdna_lower_row rdna_rows_float[rdna_op_count] = {{NULL, NULL, 0}};
