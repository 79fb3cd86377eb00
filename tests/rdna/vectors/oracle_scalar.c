/* SPDX-License-Identifier: MIT */
#include "wide.h"

#define ROW(name, values, settings, result, other) ORACLE_FUNCTION(name, result, other)
#include "scalar.def"
#undef ROW

#define ROW(name, values, settings, result, other)                                                 \
    {#name, values, MATCH_BITS, settings, name##_expect},
static const struct oracle rows[] = {
#include "scalar.def"
};

const struct oracle_table oracle_scalar = {rows, sizeof(rows) / sizeof(rows[0])};
