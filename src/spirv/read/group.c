/* SPDX-License-Identifier: MIT
 *
 * Derivatives, and instructions that look at the lanes of a subgroup or a quad. Values of several
 * components are taken component by component.
 */
#include "spirv/read/arithmetic.h"
#include "spirv/read/read_priv.h"

#include <inttypes.h>

/* ---- derivatives ---- */

/* Those that leave the choice to the implementation are fine. */
static const struct {
    SpvOp opcode;
    enum ir_op x; /* ir_op_none: not in this direction. */
    enum ir_op y;
} derivative_rows[] = {
    {SpvOpDPdx, ir_op_ddx_fine, ir_op_none},
    {SpvOpDPdy, ir_op_none, ir_op_ddy_fine},
    {SpvOpFwidth, ir_op_ddx_fine, ir_op_ddy_fine},
    {SpvOpDPdxFine, ir_op_ddx_fine, ir_op_none},
    {SpvOpDPdyFine, ir_op_none, ir_op_ddy_fine},
    {SpvOpFwidthFine, ir_op_ddx_fine, ir_op_ddy_fine},
    {SpvOpDPdxCoarse, ir_op_ddx_coarse, ir_op_none},
    {SpvOpDPdyCoarse, ir_op_none, ir_op_ddy_coarse},
    {SpvOpFwidthCoarse, ir_op_ddx_coarse, ir_op_ddy_coarse},
};

static ir_ref
build_sum_of_sizes(struct ir_builder *b, ir_ref x, ir_ref y)
{
    const ir_ref of_x = ir_build_fabs(b, x);
    const ir_ref of_y = ir_build_fabs(b, y);

    return ir_build_fadd(b, of_x, of_y);
}

static ir_ref
build_derivative(struct ir_builder *b, enum ir_op x, enum ir_op y, ir_ref value)
{
    const ir_type_id type = ir_type_of(b->shader, value);
    const ir_ref dx = x == ir_op_none ? 0 : ir_build_op(b, x, type, value, 0, 0);
    const ir_ref dy = y == ir_op_none ? 0 : ir_build_op(b, y, type, value, 0, 0);

    if (dx && dy)
        return build_sum_of_sizes(b, dx, dy);
    return dx ? dx : dy;
}

bool
read_derivative(struct spirv_reader *r, const struct read_inst *inst)
{
    struct read_numbers x;
    enum ir_type type;
    uint32_t row = 0;

    while (row < BASE_COUNT(derivative_rows) && derivative_rows[row].opcode != inst->op)
        row++;
    if (row == BASE_COUNT(derivative_rows))
        return read_unsupported(r, inst, "it is no derivative that is known");
    if (r->shader->stage != ir_stage_fragment)
        return read_fail(
            r, inst, QD_CODE_UNSUPPORTED,
            "found in a %s shader; derivatives are supported in fragment shaders alone",
            ir_stage_name(r->shader->stage));
    if (!read_get_numbers(r, inst, inst->operands[0], ir_class_FLOAT, 0, &x))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_FLOAT, x.count, &type);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    for (uint32_t i = 0; i < x.count; i++)
        leaves[i] =
            build_derivative(&r->b, derivative_rows[row].x, derivative_rows[row].y, x.leaves[i]);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* ---- lanes ---- */

/* A group instruction that is being read. */
struct group {
    const uint32_t *ids; /* Operands after the scope. */
    uint32_t count;
    enum ir_op op; /* By the row. */
};

/* This lane's index in the subgroup, or how many there are. 0 with an error. */
static ir_ref
get_lane(struct spirv_reader *r, const struct read_inst *inst)
{
    return read_builtin_input(r, inst, ir_builtin_lane, 0);
}

static ir_ref
get_size(struct spirv_reader *r, const struct read_inst *inst)
{
    return read_builtin_input(r, inst, ir_builtin_subgroup_size, 0);
}

/* A lane's index or another small number, as i32. 0 with an error. */
static ir_ref
get_index(struct spirv_reader *r, const struct read_inst *inst, uint32_t id)
{
    struct read_numbers x;

    if (!read_get_numbers(r, inst, id, ir_class_UINT, 1, &x))
        return 0;
    return read_build_resized(&r->b, ir_type_i32, x.leaves[0]);
}

static bool
set_scalar(struct spirv_reader *r, const struct read_inst *inst, enum ir_class class, ir_ref value)
{
    enum ir_type type;
    ir_ref *leaves = read_new_numbers(r, inst, class, 1, &type);

    if (!leaves)
        return false;
    leaves[0] = type == ir_type_bool ? value : read_build_resized(&r->b, type, value);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* Gives inst what op makes of each component of the value; y and imm as the op has them. */
static bool
build_each(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, enum ir_op op,
           ir_ref y, uint32_t imm)
{
    struct read_numbers x;
    enum ir_type type;

    if (!read_get_numbers(r, inst, id, ir_class_ANY, 0, &x))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_ANY, x.count, &type);
    if (!leaves)
        return false;
    for (uint32_t i = 0; i < x.count; i++)
        leaves[i] = ir_build_op(&r->b, op, (ir_type_id)x.type, x.leaves[i], y, imm);
    read_set_leaves(r, inst, leaves);
    return true;
}

static bool
read_elect(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    const ir_ref lane = get_lane(r, inst);
    (void)g;

    if (!lane)
        return false;
    const ir_ref first = ir_build_op(&r->b, ir_op_read_first, ir_type_i32, lane, 0, 0);
    return set_scalar(r, inst, ir_class_BOOL, ir_build_ieq(&r->b, lane, first));
}

static bool
read_vote(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    struct read_numbers x;

    if (!read_get_numbers(r, inst, g->ids[0], ir_class_BOOL, 1, &x))
        return false;
    return set_scalar(r, inst, ir_class_BOOL,
                      ir_build_op(&r->b, g->op, ir_type_bool, x.leaves[0], 0, 0));
}

static bool
read_all_equal(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    struct read_numbers x;
    ir_ref all = 0;

    if (!read_get_numbers(r, inst, g->ids[0], ir_class_ANY, 0, &x))
        return false;
    for (uint32_t i = 0; i < x.count; i++) {
        const ir_ref one = ir_build_op(&r->b, ir_op_vote_eq, ir_type_bool, x.leaves[i], 0, 0);

        all = all ? ir_build_iand(&r->b, all, one) : one;
    }
    return set_scalar(r, inst, ir_class_BOOL, all);
}

static bool
read_broadcast_first(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    return build_each(r, inst, g->ids[0], ir_op_read_first, 0, 0);
}

/* ---- the value of another lane ---- */

static bool
read_of_lane(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    const ir_ref index = get_index(r, inst, g->ids[1]);

    return index && build_each(r, inst, g->ids[0], g->op, index, 0);
}

/* The row's op makes the lane's index of this lane's and the operand. */
static bool
read_relative(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    const ir_ref lane = get_lane(r, inst);
    const ir_ref by = lane ? get_index(r, inst, g->ids[1]) : 0;

    if (!by)
        return false;
    const ir_ref index = ir_build_alu(&r->b, g->op, (const ir_ref[]){lane, by});
    return build_each(r, inst, g->ids[0], ir_op_shuffle, index, 0);
}

/* log2 of a constant cluster size. */
static bool
get_cluster(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, uint32_t *log2)
{
    uint32_t size;

    if (!read_get_constant(r, inst, id, &size))
        return false;
    for (*log2 = 0; *log2 < 8; ++*log2)
        if (size == UINT32_C(1) << *log2)
            return true;
    return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                     "found a cluster of %" PRIu32 " lanes, expected a power of two up to 128",
                     size);
}

static bool
read_rotate(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    struct ir_builder *b = &r->b;
    const ir_ref lane = get_lane(r, inst);
    const ir_ref by = lane ? get_index(r, inst, g->ids[1]) : 0;
    uint32_t log2 = 0;
    ir_ref size;

    if (!by)
        return false;
    if (g->count > 2 && !get_cluster(r, inst, g->ids[2], &log2))
        return false;
    size = g->count > 2 ? ir_build_i32(b, UINT32_C(1) << log2) : get_size(r, inst);
    if (!size)
        return false;
    const ir_ref mask = ir_build_isub(b, size, ir_build_i32(b, 1));
    const ir_ref inside = ir_build_iand(b, ir_build_iadd(b, lane, by), mask);
    const ir_ref cluster = ir_build_iand(b, lane, ir_build_inot(b, mask));
    return build_each(r, inst, g->ids[0], ir_op_shuffle, ir_build_ior(b, cluster, inside), 0);
}

static bool
read_quad_swap(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    /* To each place, that beside, below or above, and across. */
    static const uint32_t places[] = {1 | 0 << 2 | 3 << 4 | 2 << 6, 2 | 3 << 2 | 0 << 4 | 1 << 6,
                                      3 | 2 << 2 | 1 << 4 | 0 << 6};
    uint32_t direction;

    if (!read_get_constant(r, inst, g->ids[1], &direction))
        return false;
    if (direction >= BASE_COUNT(places))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found direction %" PRIu32 ", expected at most 2", direction);
    return build_each(r, inst, g->ids[0], ir_op_quad_perm, 0, places[direction]);
}

/* ---- ballots ---- */

static bool
read_ballot(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    struct read_numbers x;
    enum ir_type type;

    if (!read_get_numbers(r, inst, g->ids[0], ir_class_BOOL, 1, &x))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_I32, 4, &type);
    if (!leaves)
        return false;
    const ir_ref ballot =
        ir_build_op(&r->b, ir_op_ballot, IR_VEC(ir_type_i32, 4), x.leaves[0], 0, 0);
    for (uint32_t i = 0; i < 4; i++)
        leaves[i] = ir_build_op(&r->b, ir_op_extract, ir_type_i32, ballot, 0, i);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* The lowest count bits of word w of a ballot. */
static ir_ref
low_lanes(struct ir_builder *b, ir_ref count, uint32_t w)
{
    const ir_ref one = ir_build_i32(b, 1);
    const ir_ref in_word = ir_build_isub(b, count, ir_build_i32(b, 32 * w));
    const ir_ref some = ir_build_isub(b, ir_build_ishl(b, one, in_word), one);
    const ir_ref is_full = ir_build_ige(b, in_word, ir_build_i32(b, 32));
    const ir_ref is_empty = ir_build_ilt(b, in_word, one);

    return ir_build_select(b, is_empty, ir_build_i32(b, 0),
                           ir_build_select(b, is_full, ir_build_i32(b, UINT32_MAX), some));
}

/* A ballot's words, with the bits of the lanes below count alone. */
static bool
get_low_lanes(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, ir_ref count,
              ir_ref *words)
{
    struct read_numbers x;

    if (!count || !read_get_numbers(r, inst, id, ir_class_I32, 4, &x))
        return false;
    for (uint32_t w = 0; w < 4; w++)
        words[w] = ir_build_iand(&r->b, x.leaves[w], low_lanes(&r->b, count, w));
    return true;
}

/* Bit index of a ballot. Outside of its words: false. */
static bool
build_bit(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, ir_ref index)
{
    struct ir_builder *b = &r->b;
    struct read_numbers x;
    ir_ref word;

    if (!index || !read_get_numbers(r, inst, id, ir_class_I32, 4, &x))
        return false;
    const ir_ref which = ir_build_ushr(b, index, ir_build_i32(b, 5));
    word = ir_build_i32(b, 0);
    for (uint32_t w = 0; w < 4; w++)
        word = ir_build_select(b, ir_build_ieq(b, which, ir_build_i32(b, w)), x.leaves[w], word);
    const ir_ref bit = ir_build_iand(b, ir_build_ushr(b, word, index), ir_build_i32(b, 1));
    return set_scalar(r, inst, ir_class_BOOL, ir_build_ine(b, bit, ir_build_i32(b, 0)));
}

static bool
read_inverse_ballot(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    return build_bit(r, inst, g->ids[0], get_lane(r, inst));
}

static bool
read_ballot_bit(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    return build_bit(r, inst, g->ids[0], get_index(r, inst, g->ids[1]));
}

static bool
read_ballot_count(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    struct ir_builder *b = &r->b;
    ir_ref words[4], count, sum = 0;

    switch (g->ids[0]) {
    case SpvGroupOperationReduce:
        count = get_size(r, inst);
        break;
    case SpvGroupOperationInclusiveScan:
        count = get_lane(r, inst);
        count = count ? ir_build_iadd(b, count, ir_build_i32(b, 1)) : 0;
        break;
    case SpvGroupOperationExclusiveScan:
        count = get_lane(r, inst);
        break;
    default:
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found the group operation %" PRIu32 ", expected a reduction or a scan",
                         g->ids[0]);
    }
    if (!get_low_lanes(r, inst, g->ids[1], count, words))
        return false;
    for (uint32_t w = 0; w < 4; w++) {
        const ir_ref bits = ir_build_bit_count(b, words[w]);

        sum = sum ? ir_build_iadd(b, sum, bits) : bits;
    }
    return set_scalar(r, inst, ir_class_UINT, sum);
}

/* The row's op finds a bit in a word; the words are looked through from that end. */
static bool
read_ballot_find(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    struct ir_builder *b = &r->b;
    const bool is_low = g->op == ir_op_find_lsb;
    ir_ref words[4], found = ir_build_i32(b, UINT32_MAX);

    if (!get_low_lanes(r, inst, g->ids[0], get_size(r, inst), words))
        return false;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t w = is_low ? 3 - i : i;
        const ir_ref bit = ir_build_alu(b, g->op, &words[w]);
        const ir_ref is_there = ir_build_ine(b, words[w], ir_build_i32(b, 0));

        found = ir_build_select(b, is_there, ir_build_iadd(b, bit, ir_build_i32(b, 32 * w)), found);
    }
    return set_scalar(r, inst, ir_class_UINT, found);
}

/* ---- reductions and scans ---- */

static bool
read_reduce(struct spirv_reader *r, const struct read_inst *inst, const struct group *g)
{
    static const enum ir_op ops[] = {[SpvGroupOperationReduce] = ir_op_reduce,
                                     [SpvGroupOperationInclusiveScan] = ir_op_scan_inclusive,
                                     [SpvGroupOperationExclusiveScan] = ir_op_scan_exclusive,
                                     [SpvGroupOperationClusteredReduce] = ir_op_reduce};
    const uint32_t operation = g->ids[0];
    const bool is_clustered = operation == SpvGroupOperationClusteredReduce;
    struct read_numbers x;
    uint32_t log2 = 0;

    if (operation >= BASE_COUNT(ops))
        return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                         "found the group operation %" PRIu32 ", which is not supported",
                         operation);
    if (is_clustered != (g->count > 2))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "expected a cluster size with ClusteredReduce, and there alone");
    if (!read_get_numbers(r, inst, g->ids[1], ir_class_ANY, 0, &x))
        return false;
    if (!ir_group_has(g->op, x.type))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 " of type %s, which it does not take", g->ids[1],
                         ir_type_name(x.type));
    if (is_clustered && !get_cluster(r, inst, g->ids[2], &log2))
        return false;
    /* Alone in its cluster a lane keeps its value: 0 stands for the whole group. */
    return build_each(r, inst, g->ids[1], is_clustered && log2 == 0 ? ir_op_copy : ops[operation],
                      0, is_clustered && log2 == 0 ? 0 : IR_GROUP(g->op, log2));
}

/* ---- the family ---- */

enum group_flags {
    GROUP_NONE = 0,
    GROUP_SCOPED = 1 << 0 /* The first operand is a scope. */
};

static const struct {
    SpvOp opcode;
    unsigned flags;
    enum ir_op op;
    bool (*read)(struct spirv_reader *r, const struct read_inst *inst, const struct group *g);
} rows[] = {
#define SCOPED(opcode, op, read)                                                                   \
    {                                                                                              \
        SpvOpGroupNonUniform##opcode, GROUP_SCOPED, ir_op_##op, read                               \
    }
#define PLAIN(opcode, op, read)                                                                    \
    {                                                                                              \
        SpvOp##opcode, GROUP_NONE, ir_op_##op, read                                                \
    }
    SCOPED(Elect, none, read_elect),
    SCOPED(All, vote_all, read_vote),
    SCOPED(Any, vote_any, read_vote),
    SCOPED(AllEqual, vote_eq, read_all_equal),
    SCOPED(Broadcast, shuffle, read_of_lane),
    SCOPED(BroadcastFirst, read_first, read_broadcast_first),
    SCOPED(Ballot, ballot, read_ballot),
    SCOPED(InverseBallot, none, read_inverse_ballot),
    SCOPED(BallotBitExtract, none, read_ballot_bit),
    SCOPED(BallotBitCount, bit_count, read_ballot_count),
    SCOPED(BallotFindLSB, find_lsb, read_ballot_find),
    SCOPED(BallotFindMSB, find_umsb, read_ballot_find),
    SCOPED(Shuffle, shuffle, read_of_lane),
    SCOPED(ShuffleXor, ixor, read_relative),
    SCOPED(ShuffleUp, isub, read_relative),
    SCOPED(ShuffleDown, iadd, read_relative),
    SCOPED(RotateKHR, none, read_rotate),
    SCOPED(QuadBroadcast, quad_read, read_of_lane),
    SCOPED(QuadSwap, quad_perm, read_quad_swap),
    PLAIN(SubgroupBallotKHR, ballot, read_ballot),
    PLAIN(SubgroupFirstInvocationKHR, read_first, read_broadcast_first),
    PLAIN(SubgroupAllKHR, vote_all, read_vote),
    PLAIN(SubgroupAnyKHR, vote_any, read_vote),
    PLAIN(SubgroupAllEqualKHR, vote_eq, read_all_equal),
    PLAIN(SubgroupReadInvocationKHR, shuffle, read_of_lane),
#define GROUP(op, code) SCOPED(code, op, read_reduce),
#define GROUP_BOOL(op, code) SCOPED(code, op, read_reduce),
#include "spirv/combining.def"
};

static bool
check_scope(struct spirv_reader *r, const struct read_inst *inst)
{
    uint32_t scope;

    if (!read_get_constant(r, inst, inst->operands[0], &scope))
        return false;
    return scope == SpvScopeSubgroup ||
           read_fail(r, inst, QD_CODE_UNSUPPORTED,
                     "found scope %" PRIu32 ", expected Subgroup (%d)", scope, SpvScopeSubgroup);
}

bool
read_group(struct spirv_reader *r, const struct read_inst *inst)
{
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].opcode != inst->op)
            continue;
        const uint32_t scopes = rows[i].flags & GROUP_SCOPED;
        const struct group g = {inst->operands + scopes, inst->count - scopes, rows[i].op};

        return (!scopes || check_scope(r, inst)) && rows[i].read(r, inst, &g);
    }
    return read_unsupported(r, inst, "it is no instruction of groups that is known");
}
