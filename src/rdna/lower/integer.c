/* SPDX-License-Identifier: MIT
 *
 * Vector arithmetic on integers and bits.
 */
#include "rdna/lower/arith.h"

#define VALUE(name, flags, expression)                                                             \
    static ir_ref value_##name(struct rdna_lowering *l) { return expression; }
#define WITH_BIT(name, expression, bit)                                                            \
    static ir_ref value_##name(struct rdna_lowering *l)                                            \
    {                                                                                              \
        const ir_ref D = expression;                                                               \
        l->found = bit;                                                                            \
        return D;                                                                                  \
    }
#include "rdna/lower/rows_integer.def"

const struct rdna_lower_row rdna_rows_integer[rdna_op_count] = {
#define VALUE(name, flags, expression) [rdna_op_##name] = {rdna_lower_vector, value_##name, flags},
#define WITH_BIT(name, expression, bit) VALUE(name, 0, expression)
#include "rdna/lower/rows_integer.def"
};
