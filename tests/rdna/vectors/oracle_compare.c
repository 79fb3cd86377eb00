/* SPDX-License-Identifier: MIT */
#include "exact.h"
#include "wide.h"

/* -1, 0, 1, or 2 where an operand is a NaN; of the values that long doubles have. */
static int
ordered(enum rdna_format format, const struct rdna_env *env, const struct vector_in *in)
{
    const long double x = float_value(format, float_read(format, &env->mode, in->v[0]));
    const long double y = float_value(format, float_read(format, &env->mode, in->v[1]));

    if (x != x || y != y)
        return 2;
    return (x > y) - (x < y);
}

/* The bit of the class that the number is of. Flushing does not hide a denormal; whether it would
 * on hardware is not known, and only tried where nothing is flushed. */
static int
class_of(enum rdna_format format, uint64_t bits)
{
    static const int quiet_bits[] = {9, 22, 51};
    static const long double least[] = {0x1p-14L, 0x1p-126L, 0x1p-1022L};
    const long double x = float_value(format, bits);
    const bool sign = float_sign(format, bits);

    if (x != x)
        return (int)(bits >> quiet_bits[format] & 1);
    if (x == 0)
        return sign ? 5 : 6;
    if (float_is_infinite(format, bits))
        return sign ? 2 : 9;
    if (x < least[format] && x > -least[format])
        return sign ? 4 : 7;
    return sign ? 3 : 8;
}

#define ROW ORACLE_ROW
#define ROW_WHERE ORACLE_ROW_WHERE
#define ROW_FREE ORACLE_ROW_FREE
#include "compare.def"
#undef ROW
#undef ROW_WHERE
#undef ROW_FREE

#define ROW ORACLE_ENTRY
#define ROW_WHERE ORACLE_ENTRY
#define ROW_FREE ORACLE_ENTRY
static const struct oracle rows[] = {
#include "compare.def"
};

const struct oracle_table oracle_compare = {rows, sizeof(rows) / sizeof(rows[0])};
