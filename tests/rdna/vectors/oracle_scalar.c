/* SPDX-License-Identifier: MIT */
#include "wide.h"

#define ROW ORACLE_ROW
#define ROW_WHERE ORACLE_ROW_WHERE
#define ROW_FREE ORACLE_ROW_FREE
#include "scalar.def"
#undef ROW
#undef ROW_WHERE
#undef ROW_FREE

#define ROW ORACLE_ENTRY
#define ROW_WHERE ORACLE_ENTRY
#define ROW_FREE ORACLE_ENTRY
static const struct oracle rows[] = {
#include "scalar.def"
};

const struct oracle_table oracle_scalar = {rows, sizeof(rows) / sizeof(rows[0])};
