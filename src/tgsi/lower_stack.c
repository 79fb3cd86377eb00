/* SPDX-License-Identifier: MIT
 *
 * The stack of addresses, each lane's own: an array of words and how many entries are on it. What
 * is pushed on a full one is dropped, and an empty one gives zeroes: the array does both where the
 * place is outside of it.
 */
#include "tgsi/tgsi_priv.h"

#define STACK_DEPTH 32 /* As far as calls go in the guest's interpreter. */

void
tgsi_lower_stack_begin(struct tgsi_lowering *l)
{
    const struct ir_array array = {"address_stack", ir_type_i32, 4 * STACK_DEPTH, NULL};

    l->stack.array = ir_add_array(l->shader, &array);
    l->stack.depth = ir_build_variables(&l->b, 1, 32);
    ir_build_write(&l->b, l->stack.depth, ir_build_i32(&l->b, 0));
}

static ir_ref
place_of(struct tgsi_lowering *l, ir_ref entry, unsigned c)
{
    struct ir_builder *b = &l->b;

    return ir_build_iadd(b, ir_build_ishl(b, entry, ir_build_i32(b, 2)), ir_build_i32(b, c));
}

static void
push(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref depth = ir_build_read(b, l->stack.depth, ir_type_i32);

    for (unsigned c = 0; c < 4; c++)
        (void)ir_build_op(b, ir_op_store_array, ir_type_void, place_of(l, depth, c),
                          tgsi_lower_src(l, 0, c), l->stack.array);
    ir_build_write(b, l->stack.depth,
                   ir_build_umin(b, ir_build_iadd(b, depth, ir_build_i32(b, 1)),
                                 ir_build_i32(b, STACK_DEPTH)));
}

static void
pop(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref depth = ir_build_read(b, l->stack.depth, ir_type_i32);
    const ir_ref top = ir_build_isub(b, depth, ir_build_i32(b, 1)); /* Outside if there is none. */
    ir_ref values[4];

    for (unsigned c = 0; c < 4; c++)
        values[c] =
            ir_build_op(b, ir_op_load_array, ir_type_i32, place_of(l, top, c), 0, l->stack.array);
    ir_build_write(b, l->stack.depth, ir_build_imax(b, top, ir_build_i32(b, 0)));
    tgsi_lower_write(l, values);
}

void
tgsi_lower_stack(struct tgsi_lowering *l)
{
    if (l->inst->op == tgsi_op_PUSHA)
        push(l);
    else
        pop(l);
}
