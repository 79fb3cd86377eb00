/* SPDX-License-Identifier: MIT
 *
 * Code that a lane skips, since it is off, and that its wave may execute all the same: what would
 * that have done to the lane's bits of masks? A lane that is off has no bit in what a compare
 * finds, so most of what compilers write leaves its bits alone, or gives the same on both ways.
 * Where that cannot be shown the mask has no view behind the place where the ways join.
 */
#include "rdna/lower/scan.h"

/* The lane's bit of a register: known, or what it was at the branch, or not known. */
enum { BIT_0, BIT_1, BIT_UNKNOWN, BIT_OF_0 };

struct bits {
    uint32_t of[RDNA_MASKS];
    bool is_reached;
};

struct skipping {
    struct rdna_lowering *l;
    const struct rdna_cfg *cfg;
    struct bits *in; /* By place in the blocks that are walked. */
    struct bits now;
    uint32_t symbol; /* The next name for a bit that is not known; 0: they have none. */
    uint32_t scc;    /* The bit of the mask that SCC is of. */
    bool is_on;      /* A lane that may be on does something. */
};

static uint32_t
unknown(struct skipping *s)
{
    return s->symbol ? s->symbol++ : BIT_UNKNOWN;
}

static bool
is_wide(const struct skipping *s)
{
    return s->l->wave_size == 64;
}

static bool
is_register(unsigned code)
{
    return code < RDNA_INT_0 && code != RDNA_NULL;
}

static uint32_t
read_bit(struct skipping *s, unsigned code)
{
    if (is_register(code)) {
        const uint32_t low = s->now.of[code], high = s->now.of[(code + 1) & (RDNA_MASKS - 1)];
        return is_wide(s) && low != high ? unknown(s) : low;
    }
    if (code == RDNA_NULL || code == RDNA_INT_0)
        return BIT_0;
    return code == RDNA_INT_MINUS_1 ? BIT_1 : unknown(s);
}

static void
write_bit(struct skipping *s, unsigned code, unsigned registers, uint32_t bit)
{
    for (unsigned i = 0; i < registers && is_register(code); i++)
        s->now.of[(code + i) & (RDNA_MASKS - 1)] = bit;
}

static void
write_mask(struct skipping *s, unsigned code, uint32_t bit)
{
    write_bit(s, code, is_wide(s) ? 2 : 1, bit);
}

/* ---- operations on bits ---- */

/* Names of what registers hold are made for pairs, so a half is not its whole. */
static uint32_t
not_of(struct skipping *s, uint32_t a)
{
    return a == BIT_0 ? BIT_1 : a == BIT_1 ? BIT_0 : unknown(s);
}

static uint32_t
and_of(struct skipping *s, uint32_t a, uint32_t b)
{
    if (a == BIT_0 || b == BIT_0)
        return BIT_0;
    if (a == BIT_1)
        return b;
    return b == BIT_1 || (a == b && a != BIT_UNKNOWN) ? a : unknown(s);
}

static uint32_t
or_of(struct skipping *s, uint32_t a, uint32_t b)
{
    if (a == BIT_1 || b == BIT_1)
        return BIT_1;
    if (a == BIT_0)
        return b;
    return b == BIT_0 || (a == b && a != BIT_UNKNOWN) ? a : unknown(s);
}

static uint32_t
xor_of(struct skipping *s, uint32_t a, uint32_t b)
{
    if (a == b && a != BIT_UNKNOWN)
        return BIT_0;
    if (a == BIT_0)
        return b;
    return b == BIT_0 ? a : a == BIT_1 ? not_of(s, b) : b == BIT_1 ? not_of(s, a) : unknown(s);
}

/* What the row makes of its operands. Rows come in twos, of 32 and of 64 bits. */
static uint32_t
combine(struct skipping *s, enum rdna_op row, uint32_t a, uint32_t b)
{
#define ROWS(name)                                                                                 \
    case rdna_op_##name##_b32:                                                                     \
    case rdna_op_##name##_b64
    switch ((unsigned)row) {
        ROWS(s_mov)
            : ROWS(s_wqm)
            : /* The whole quad skips it. */
              return a == BIT_0 ||
                row == rdna_op_s_mov_b32 || row == rdna_op_s_mov_b64
            ? a
            : unknown(s);
        ROWS(s_not) : return not_of(s, a);
        ROWS(s_and) : ROWS(s_and_saveexec) : return and_of(s, a, b);
        ROWS(s_or) : ROWS(s_or_saveexec) : return or_of(s, a, b);
        ROWS(s_xor) : ROWS(s_xor_saveexec) : return xor_of(s, a, b);
        ROWS(s_andn2)
            : ROWS(s_andn2_saveexec) : ROWS(s_andn2_wrexec) : return and_of(s, a, not_of(s, b));
        ROWS(s_andn1_saveexec) : ROWS(s_andn1_wrexec) : return and_of(s, not_of(s, a), b);
        ROWS(s_orn2) : ROWS(s_orn2_saveexec) : return or_of(s, a, not_of(s, b));
        ROWS(s_orn1_saveexec) : return or_of(s, not_of(s, a), b);
        ROWS(s_nand) : ROWS(s_nand_saveexec) : return not_of(s, and_of(s, a, b));
        ROWS(s_nor) : ROWS(s_nor_saveexec) : return not_of(s, or_of(s, a, b));
        ROWS(s_xnor) : ROWS(s_xnor_saveexec) : return not_of(s, xor_of(s, a, b));
        ROWS(s_cselect) : return a == b && a != BIT_UNKNOWN ? a : unknown(s);
    }
#undef ROWS
    return unknown(s);
}

/* ---- instructions ---- */

static bool
is_wrexec(enum rdna_op row)
{
    return row == rdna_op_s_andn1_wrexec_b32 || row == rdna_op_s_andn1_wrexec_b64 ||
           row == rdna_op_s_andn2_wrexec_b32 || row == rdna_op_s_andn2_wrexec_b64;
}

static void
step_bitwise(struct skipping *s, const struct rdna_inst *inst, const struct rdna_lower_row *row)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const unsigned registers = rdna_type_infos[info->operands[0].type].registers;
    const uint32_t exec = read_bit(s, RDNA_EXEC_LO);
    const uint32_t a = read_bit(s, inst->src[0]);
    const bool reads_exec = info->effects & RDNA_R_EXEC;
    const uint32_t b = reads_exec ? exec : info->operand_count > 2 ? read_bit(s, inst->src[1]) : 0;
    const bool is_whole = registers == (is_wide(s) ? 2 : 1);
    const uint32_t result = is_whole ? combine(s, (enum rdna_op)inst->row, a, b) : unknown(s);

    if (!(row->flags & RDNA_ROW_NO_SCC))
        s->scc = result;
    if (!(info->effects & RDNA_W_EXEC)) {
        write_bit(s, inst->dst, registers, result);
        return;
    }
    write_bit(s, inst->dst, registers, is_wrexec((enum rdna_op)inst->row) ? result : exec);
    write_bit(s, RDNA_EXEC_LO, registers, result);
}

/* A mask that lanes that are off have no bit in. */
static uint32_t
found_bit(struct skipping *s)
{
    return read_bit(s, RDNA_EXEC_LO) == BIT_0 ? BIT_0 : unknown(s);
}

static void
step(struct skipping *s, const struct rdna_inst *inst)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const struct rdna_lower_row *row = rdna_lower_row_of((enum rdna_op)inst->row);
    struct rdna_uses uses;

    if (row && row->flags & RDNA_ROW_BITWISE) {
        step_bitwise(s, inst, row);
        return;
    }
    if (info->effects & RDNA_W_SCC) /* Of a mask, if it tests one. */
        s->scc = info->family == rdna_family_sopc ? read_bit(s, inst->src[0]) : unknown(s);
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].kind == rdna_operand_DM) {
            write_mask(s, inst->sdst, found_bit(s));
            return;
        }
    if (info->effects & RDNA_W_EXEC) {
        write_mask(s, RDNA_EXEC_LO, found_bit(s));
        return;
    }
    rdna_inst_uses(inst, s->l->wave_size, &uses);
    for (unsigned code = 0; code < RDNA_MASKS; code++)
        if (rdna_scalars_has(&uses.writes, code))
            write_bit(s, code, 1, unknown(s));
}

/* Does it do something in lanes that are on? */
static bool
acts(const struct rdna_op_info *info)
{
    return info->effects & (RDNA_R_EXEC | RDNA_END) && info->family > rdna_family_sopk;
}

static void
run_block(struct skipping *s, uint32_t index, bool watches)
{
    const struct rdna_block *block = &s->cfg->blocks[index];

    for (uint32_t i = 0; i < block->count; i++) {
        const struct rdna_inst *inst = &s->cfg->insts[block->first + i];
        const struct rdna_op_info *info = &rdna_op_infos[inst->row];
        /* A barrier waits for lanes that are off, too. */
        if (watches &&
            (info->effects & RDNA_BARRIER || (acts(info) && read_bit(s, RDNA_EXEC_LO) != BIT_0)))
            s->is_on = true;
        step(s, inst);
    }
}

/* ---- the walk ---- */

/* The lane's bit of the mask that the branch goes by. */
static uint32_t
decider(struct skipping *s, const struct rdna_inst *branch)
{
    switch ((unsigned)branch->row) {
    case rdna_op_s_cbranch_execz:
    case rdna_op_s_cbranch_execnz:
        return read_bit(s, RDNA_EXEC_LO);
    case rdna_op_s_cbranch_vccz:
    case rdna_op_s_cbranch_vccnz:
        return read_bit(s, RDNA_VCC_LO);
    }
    return s->scc;
}

/* What is known where the branch stands: the mask that it goes by has no bit, nor has any register
 * that is the same by another name. */
static void
begin(struct skipping *s, uint32_t index)
{
    const struct rdna_block *block = &s->cfg->blocks[index];
    bool is_zero[RDNA_MASKS];

    for (unsigned code = 0; code < RDNA_MASKS; code++)
        s->now.of[code] = BIT_OF_0 + (is_wide(s) ? code & ~1u : code);
    s->symbol = BIT_OF_0 + RDNA_MASKS;
    s->scc = unknown(s);
    run_block(s, index, false);
    const uint32_t bit = decider(s, &s->cfg->insts[block->first + block->count - 1]);
    s->symbol = 0;
    for (unsigned code = 0; code < RDNA_MASKS; code++)
        is_zero[code] = s->now.of[code] == bit || s->now.of[code] == BIT_0;
    for (unsigned code = 0; code < RDNA_MASKS; code++)
        s->now.of[code] = is_zero[code] ? BIT_0 : BIT_OF_0 + (is_wide(s) ? code & ~1u : code);
}

static bool
join(struct skipping *s, uint32_t place)
{
    struct bits *in = &s->in[place];
    bool changed = !in->is_reached;

    if (!in->is_reached) {
        *in = s->now;
        in->is_reached = true;
        return true;
    }
    for (unsigned code = 0; code < RDNA_MASKS; code++)
        if (in->of[code] != s->now.of[code] && in->of[code] != BIT_UNKNOWN) {
            in->of[code] = BIT_UNKNOWN;
            changed = true;
        }
    return changed;
}

static bool
join_next(struct skipping *s, const struct rdna_walk *walk, uint32_t block)
{
    return block != RDNA_CFG_NONE && walk->stamps[block] == walk->stamp &&
           join(s, walk->places[block]);
}

static bool
walk_block(struct skipping *s, const struct rdna_walk *walk, uint32_t place)
{
    const uint32_t index = walk->blocks.data[place];
    const struct rdna_block *block = &s->cfg->blocks[index];
    bool changed = false;

    if (!s->in[place].is_reached || index == walk->end)
        return false;
    s->now = s->in[place];
    run_block(s, index, true);
    changed |= join_next(s, walk, block->next);
    changed |= join_next(s, walk, block->target);
    return changed;
}

bool
rdna_skip_walk(struct rdna_lowering *l, struct rdna_walk *walk, uint32_t branch, bool *is_by_exec)
{
    struct skipping s = {.l = l, .cfg = l->cfg};
    const struct rdna_block *block = &l->cfg->blocks[branch];
    bool changed = true;

    s.in = base_arena_new_array(l->arena, struct bits, walk->blocks.count);
    for (uint32_t i = 0; i < walk->blocks.count; i++)
        walk->places[walk->blocks.data[i]] = i;
    begin(&s, branch);
    *is_by_exec = read_bit(&s, RDNA_EXEC_LO) == BIT_0;
    join_next(&s, walk, block->next);
    join_next(&s, walk, block->target);
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < walk->blocks.count; i++)
            changed |= walk_block(&s, walk, i);
        walk->visits += walk->blocks.count;
    }
    walk->changed = base_arena_new_array(l->arena, struct rdna_scalars, walk->blocks.count);
    for (uint32_t i = 0; i < walk->blocks.count; i++)
        for (unsigned code = 0; code < RDNA_MASKS; code++)
            if (s.in[i].is_reached && s.in[i].of[code] == BIT_UNKNOWN)
                rdna_scalars_add(&walk->changed[i], code);
    return !s.is_on;
}
