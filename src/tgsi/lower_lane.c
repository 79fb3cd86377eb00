/* SPDX-License-Identifier: MIT
 *
 * What other lanes have: votes, ballots and reads of another lane.
 */
#include "tgsi/tgsi_priv.h"

/* Bits of any kind, read as words. */
static ir_ref
bits(struct tgsi_lowering *l, ir_ref value)
{
    return ir_build_bitcast(&l->b, ir_type_i32, value);
}

static ir_ref
is_set(struct tgsi_lowering *l, ir_ref value)
{
    return ir_build_ine(&l->b, bits(l, value), ir_build_i32(&l->b, 0));
}

static ir_ref
vote(struct tgsi_lowering *l, enum ir_op op, ir_ref value)
{
    struct ir_builder *b = &l->b;
    const ir_ref answer = ir_build_op(b, op, ir_type_bool, value, 0, 0);

    return ir_build_select(b, answer, ir_build_i32(b, UINT32_MAX), ir_build_i32(b, 0));
}

static ir_ref
lane_component(struct tgsi_lowering *l, const ir_ref *s)
{
    struct ir_builder *b = &l->b;

    switch ((unsigned)l->inst->op) {
    case tgsi_op_VOTE_ALL:
        return vote(l, ir_op_vote_all, is_set(l, s[0]));
    case tgsi_op_VOTE_ANY:
        return vote(l, ir_op_vote_any, is_set(l, s[0]));
    case tgsi_op_VOTE_EQ:
        return vote(l, ir_op_vote_eq, bits(l, s[0]));
    }
    return ir_build_op(b, ir_op_read_first, ir_type_of(l->shader, s[0]), s[0], 0, 0);
}

/* The lanes' low words of the four that the IR has. */
static void
ballot(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref lanes = ir_build_op(b, ir_op_ballot, IR_VEC(ir_type_i32, 4),
                                     is_set(l, tgsi_lower_src(l, 0, 0)), 0, 0);
    const ir_ref low = ir_build_op(b, ir_op_extract, ir_type_i32, lanes, 0, 0);
    const ir_ref high = ir_build_op(b, ir_op_extract, ir_type_i32, lanes, 0, 1);

    l->mask &= 3;
    tgsi_lower_write_pairs(l, (const ir_ref[]){ir_build_join(b, ir_type_i64, low, high), 0});
}

/* The lane is x of the second source for all components. */
static void
read_lane(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref lane = tgsi_lower_src(l, 1, 0);
    ir_ref values[4] = {0};

    for (unsigned c = 0; c < 4; c++)
        if (l->mask & 1u << c)
            values[c] = ir_build_op(b, ir_op_shuffle, ir_type_i32, bits(l, tgsi_lower_src(l, 0, c)),
                                    lane, 0);
    tgsi_lower_write(l, values);
}

void
tgsi_lower_lane(struct tgsi_lowering *l)
{
    switch ((unsigned)l->inst->op) {
    case tgsi_op_BALLOT:
        ballot(l);
        break;
    case tgsi_op_READ_INVOC:
        read_lane(l);
        break;
    default:
        tgsi_lower_each(l, lane_component);
        break;
    }
}
