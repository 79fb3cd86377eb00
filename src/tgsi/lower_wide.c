/* SPDX-License-Identifier: MIT
 *
 * Floats and integers of 64 bits: a register holds two, in xy and in zw, low words first.
 */
#include "tgsi/tgsi_priv.h"

#define ONE UINT64_C(0x3ff0000000000000)
#define MINUS_ONE UINT64_C(0xbff0000000000000)

static bool
is_wide(unsigned type)
{
    return type == tgsi_type_d || type == tgsi_type_l;
}

static enum ir_type
ir_type_of_row(unsigned type)
{
    switch (type) {
    case tgsi_type_d:
        return ir_type_f64;
    case tgsi_type_l:
        return ir_type_i64;
    case tgsi_type_f:
        return ir_type_f32;
    }
    return ir_type_i32;
}

static ir_ref
number(struct tgsi_lowering *l, uint64_t bits)
{
    return ir_build_const(&l->b, ir_type_f64, bits);
}

/* What source i has for a pair. A word that is converted is x for xy and y for zw; a count or an
 * exponent beside a pair is x and z, and becomes what the IR's op takes. */
static ir_ref
read_source(struct tgsi_lowering *l, unsigned i, unsigned pair)
{
    struct ir_builder *b = &l->b;

    if (is_wide(l->info->src[i]))
        return tgsi_lower_src_pair(l, i, pair);
    if (l->inst->srcs == 1)
        return tgsi_lower_src(l, i, pair);
    const ir_ref word = tgsi_lower_src(l, i, 2 * pair);
    return l->info->dst == tgsi_type_d ? ir_build_i2f(b, ir_type_f64, word)
                                       : ir_build_u2u(b, ir_type_i64, word);
}

/* -1, 0 or 1 by x's sign. */
static ir_ref
dssg(struct tgsi_lowering *l, ir_ref x)
{
    struct ir_builder *b = &l->b;
    const ir_ref zero = number(l, 0);
    const ir_ref below = ir_build_select(b, ir_build_flt(b, x, zero), number(l, MINUS_ONE), zero);

    return ir_build_select(b, ir_build_flt(b, zero, x), number(l, ONE), below);
}

static ir_ref
i64ssg(struct tgsi_lowering *l, ir_ref x)
{
    struct ir_builder *b = &l->b;
    const ir_ref least = ir_build_const(b, ir_type_i64, UINT64_MAX);

    return ir_build_imax(b, ir_build_imin(b, x, ir_build_const(b, ir_type_i64, 1)), least);
}

/* Opcodes of several IR ops. */
static ir_ref
compute_several(struct tgsi_lowering *l, const ir_ref *s)
{
    struct ir_builder *b = &l->b;

    switch ((unsigned)l->inst->op) {
    case tgsi_op_DABS:
        return ir_build_select(b, ir_build_fge(b, s[0], number(l, 0)), s[0],
                               ir_build_fneg(b, s[0]));
    case tgsi_op_DFRAC:
        return ir_build_fsub(b, s[0], ir_build_ffloor(b, s[0]));
    case tgsi_op_DMAD:
        return ir_build_fadd(b, ir_build_fmul(b, s[0], s[1]), s[2]);
    case tgsi_op_DMAX:
    case tgsi_op_DMIN:
        return tgsi_lower_extreme(l, s, l->inst->op == tgsi_op_DMAX);
    case tgsi_op_DRCP:
        return ir_build_fdiv(b, number(l, ONE), s[0]);
    case tgsi_op_DRSQ:
        return ir_build_fdiv(b, number(l, ONE), ir_build_fsqrt(b, s[0]));
    case tgsi_op_DSSG:
        return dssg(l, s[0]);
    case tgsi_op_I64ABS:
        return ir_build_imax(b, s[0], ir_build_ineg(b, s[0]));
    case tgsi_op_I64SSG:
        return i64ssg(l, s[0]);
    }
    return ir_build_undef(b, (ir_type_id)ir_type_of_row(l->info->dst));
}

static ir_ref
compute(struct tgsi_lowering *l, unsigned pair)
{
    const enum ir_op op = (enum ir_op)l->info->ir;
    ir_ref s[TGSI_MAX_SRCS];

    for (unsigned i = 0; i < l->inst->srcs; i++)
        s[i] = read_source(l, i, pair);
    if (op == ir_op_none)
        return compute_several(l, s);
    if (l->inst->srcs == 1 && l->info->dst != l->info->src[0])
        return ir_build_convert(&l->b, op, ir_type_of_row(l->info->dst), s[0]);
    return ir_build_alu(&l->b, op, s);
}

/* A pair is made if both of its components are enabled; of opcodes with two sources if either is,
 * and both are written then. */
static void
write_pairs(struct tgsi_lowering *l)
{
    ir_ref pairs[2] = {0};
    unsigned mask = 0;

    for (unsigned p = 0; p < 2; p++) {
        const unsigned enabled = l->mask >> 2 * p & 3;

        if (enabled != 3 && !(enabled && l->inst->srcs == 2))
            continue;
        pairs[p] = compute(l, p);
        mask |= 3u << 2 * p;
    }
    l->mask = mask;
    tgsi_lower_write_pairs(l, pairs);
}

/* A word for each pair, in the first of its enabled components. */
static void
write_comparisons(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref ones = ir_build_i32(b, UINT32_MAX), zero = ir_build_i32(b, 0);
    ir_ref words[4] = {0};
    unsigned mask = 0;

    for (unsigned p = 0; p < 2; p++) {
        const unsigned enabled = l->mask >> 2 * p & 3;
        const unsigned c = 2 * p + !(enabled & 1);

        if (!enabled)
            continue;
        words[c] = ir_build_select(b, compute(l, p), ones, zero);
        mask |= 1u << c;
    }
    l->mask = mask;
    tgsi_lower_write(l, words);
}

/* xy becomes the first enabled component, zw the second. */
static void
write_words(struct tgsi_lowering *l)
{
    ir_ref words[4] = {0};
    unsigned mask = 0, pair = 0;

    for (unsigned c = 0; c < 4 && pair < 2; c++) {
        if (!(l->mask & 1u << c))
            continue;
        words[c] = compute(l, pair++);
        mask |= 1u << c;
    }
    l->mask = mask;
    tgsi_lower_write(l, words);
}

/* Significand and exponent of xy alone; the former in both pairs, the latter in all components. */
static void
write_parts(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref x = tgsi_lower_src_pair(l, 0, 0);
    const ir_ref significand = ir_build_ffrexp_sig(b, x);
    const ir_ref exponent = ir_build_ffrexp_exp(b, ir_type_i32, x);
    unsigned mask = 0;

    for (unsigned p = 0; p < 2; p++)
        if ((l->mask >> 2 * p & 3) == 3)
            mask |= 3u << 2 * p;
    l->mask = mask;
    tgsi_lower_write_pairs(l, (const ir_ref[]){significand, significand});
    tgsi_lower_write_second(l, exponent);
}

void
tgsi_lower_wide(struct tgsi_lowering *l)
{
    if (l->inst->op == tgsi_op_CLOCK) {
        l->mask &= 3;
        tgsi_lower_write_pairs(
            l, (const ir_ref[]){ir_build_op(&l->b, ir_op_clock, ir_type_i64, 0, 0, 0), 0});
    } else if (l->inst->op == tgsi_op_DFRACEXP) {
        write_parts(l);
    } else if (is_wide(l->info->dst)) {
        write_pairs(l);
    } else if (l->inst->srcs == 2) {
        write_comparisons(l);
    } else {
        write_words(l);
    }
}
