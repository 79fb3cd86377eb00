/* SPDX-License-Identifier: MIT
 *
 * Before anything is made: what each scalar register can be read as, whether MODE is known, and
 * what every instruction demands of the company.
 *
 * Where a lane has its own bit of a mask alone, a register can be read as a whole number, as a
 * mask, or as both; its views. A branch on a mask goes by a vote of fewer lanes than the wave has,
 * so where its two ways join again, a number that was written on one of them is none that the wave
 * would have, and loses its views; so does a mask whose bit in the lane may not be the one that the
 * wave would have left there. Reading what has no view raises the company.
 */
#include "rdna/lower/scan.h"

#include <string.h>

enum { AS_NUMBER = RDNA_AS_INTEGER, AS_MASK = RDNA_AS_MASK, AS_BOTH = 3 };

/* Behind every branch on a mask its blocks are walked, so hostile code could take for ever. */
#define MAX_VISITS UINT64_C(4000000)

struct views {
    uint8_t of[RDNA_SCALAR_COUNT];
    bool is_reached;
    uint32_t mode;
};

struct scanning {
    struct rdna_lowering *l;
    struct views *in; /* By block. */
    struct views now;
    bool knows_place;             /* A lane knows its place in the wave. */
    bool reports;                 /* The last walk: demands are noted. */
    bool *is_by_mask;             /* By block: it ends with a branch on a mask. */
    bool *is_open;                /* By block: so it does, and which way a lane goes counts. */
    struct rdna_scalars *written; /* By block. */
    /* By block: registers that lose their views as numbers where it begins. */
    struct rdna_scalars *mixed;
    struct rdna_scalars *mixed_masks; /* And as masks. */
    /* For one branch: by block, the first block behind it that led here, plus 1; whether several
     * did; and the walk. Past MAX_VISITS what the branches do is not looked into. */
    uint32_t *labels, *joins;
    struct rdna_walk walk;
    BASE_ARRAY(uint32_t) work;
    const struct rdna_inst *inst;
    uint32_t index;
};

/* ---- demands ---- */

static void
demand(struct scanning *s, enum rdna_company company, const char *why)
{
    struct rdna_lowering *l = s->l;
    const struct rdna_demand demand = {s->inst->offset, s->inst->row, (uint8_t)company, why};

    if (!s->reports)
        return;
    base_array_push(l->arena, &l->report->demands, demand);
    if (l->scan.company < company)
        l->scan.company = company;
}

/* ---- operands ---- */

static const struct rdna_op_info *
info_of(const struct scanning *s)
{
    return &rdna_op_infos[s->inst->row];
}

static bool
is_register(unsigned code)
{
    return code < RDNA_INT_0 && code != RDNA_NULL;
}

/* Do the low bits of a constant, as wide as a mask, have all bits or none? */
static bool
is_plain_constant(const struct scanning *s, unsigned code)
{
    return code == RDNA_NULL || code == RDNA_INT_0 || code == RDNA_INT_MINUS_1 ||
           (code == RDNA_LITERAL && (s->inst->literal == 0 || s->inst->literal == UINT32_MAX) &&
            s->l->wave_size == 32);
}

static uint8_t
views_of(const struct scanning *s, unsigned code, unsigned registers)
{
    if (is_register(code)) {
        uint8_t views = AS_BOTH;
        for (unsigned i = 0; i < registers; i++)
            views &= s->now.of[(code + i) & (RDNA_MASKS - 1)];
        return views;
    }
    if (code == RDNA_SCC)
        return s->now.of[RDNA_SCALAR_SCC] & AS_NUMBER;
    if (code == RDNA_VCCZ || code == RDNA_EXECZ)
        return 0;
    return is_plain_constant(s, code) ? AS_BOTH : AS_NUMBER;
}

static void
set_views(struct scanning *s, unsigned code, unsigned registers, uint8_t views)
{
    for (unsigned i = 0; i < registers && is_register(code); i++)
        s->now.of[(code + i) & (RDNA_MASKS - 1)] = views;
}

static const char *
why_no_number(uint8_t views)
{
    return views & AS_MASK ? "reads a mask of lanes as a whole number"
                           : "reads a number that depends on which lanes came here";
}

static void
read_number(struct scanning *s, unsigned code, unsigned registers)
{
    const uint8_t views = views_of(s, code, registers);

    if (code == RDNA_VCCZ || code == RDNA_EXECZ)
        demand(s, rdna_company_subgroup, "reads whether any lane of the wave is in a mask");
    else if (code == RDNA_SCC && !(views & AS_NUMBER))
        demand(s, rdna_company_subgroup, "reads SCC of a mask of lanes");
    else if (!(views & AS_NUMBER))
        demand(s, rdna_company_subgroup, why_no_number(views));
}

/* Can it be read as a mask? from: the RDNA_FROM_ bit of the operand. */
static bool
can_be_mask(const struct scanning *s, uint8_t views)
{
    return views & AS_MASK || (views & AS_NUMBER && s->knows_place);
}

static void
note_from(struct scanning *s, uint8_t views, uint8_t from)
{
    if (!(views & AS_MASK))
        s->l->scan.from_integer[s->index] |= from;
}

static void
read_mask(struct scanning *s, unsigned code, uint8_t from)
{
    const uint8_t views = views_of(s, code, s->l->wave_size / 32);

    if (can_be_mask(s, views))
        note_from(s, views, from);
    else
        demand(s, rdna_company_subgroup, "takes a whole number as a mask of lanes");
}

/* The lane's own bit of EXEC or VCC. */
static void
read_bit(struct scanning *s, unsigned code)
{
    if (!(views_of(s, code, s->l->wave_size / 32) & AS_MASK))
        demand(s, rdna_company_subgroup, "goes by lanes that depend on which lanes came here");
}

/* 0 of operands whose type says something else. */
static unsigned
registers_of(const struct rdna_operand *operand)
{
    if (operand->type >= rdna_type_count)
        return 0;
    return rdna_type_infos[operand->type].registers;
}

/* ---- scalar arithmetic ---- */

static bool
is_scalar_family(enum rdna_family family)
{
    return family == rdna_family_sop1 || family == rdna_family_sop2 || family == rdna_family_sopc ||
           family == rdna_family_sopk;
}

struct scalar_operands {
    unsigned codes[3];
    unsigned registers[3];
    uint8_t from[3]; /* RDNA_FROM_ bits; 0 for EXEC and the old destination. */
    unsigned count;
    unsigned dst, dst_registers; /* RDNA_NULL: none. */
};

static void
add_operand(struct scalar_operands *o, unsigned code, unsigned registers, uint8_t from)
{
    if (o->count == 3)
        return;
    o->codes[o->count] = code;
    o->registers[o->count] = registers;
    o->from[o->count++] = from;
}

static void
find_operands(const struct scanning *s, struct scalar_operands *o)
{
    const struct rdna_op_info *info = info_of(s);
    unsigned source = 0;

    *o = (struct scalar_operands){.dst = RDNA_NULL};
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct rdna_operand *operand = &info->operands[i];
        const unsigned registers = registers_of(operand);
        switch (operand->kind) {
        case rdna_operand_SS:
        case rdna_operand_SR:
            add_operand(o, s->inst->src[source], registers,
                        source == 0 ? RDNA_FROM_0 : RDNA_FROM_1);
            source++;
            break;
        case rdna_operand_SD:
            add_operand(o, s->inst->dst, registers, 0);
            break;
        case rdna_operand_AS:
            add_operand(o, s->inst->dst, registers, 0);
            o->dst = s->inst->dst;
            o->dst_registers = registers;
            break;
        case rdna_operand_DS:
            o->dst = s->inst->dst;
            o->dst_registers = registers;
            break;
        }
    }
    if (info->effects & RDNA_R_EXEC)
        add_operand(o, RDNA_EXEC_LO, o->dst_registers, 0);
}

static bool
compares_with_zero(const struct scanning *s, const struct scalar_operands *o)
{
    switch ((unsigned)s->inst->row) {
    case rdna_op_s_cmp_eq_i32:
    case rdna_op_s_cmp_eq_u32:
    case rdna_op_s_cmp_lg_i32:
    case rdna_op_s_cmp_lg_u32:
        return s->l->wave_size == 32 && o->codes[1] == RDNA_INT_0;
    case rdna_op_s_cmp_eq_u64:
    case rdna_op_s_cmp_lg_u64:
        return s->l->wave_size == 64 && o->codes[1] == RDNA_INT_0;
    }
    return false;
}

static bool
is_wqm(enum rdna_op row)
{
    return row == rdna_op_s_wqm_b32 || row == rdna_op_s_wqm_b64;
}

static void
read_numbers(struct scanning *s, const struct scalar_operands *o)
{
    for (unsigned i = 0; i < o->count; i++)
        read_number(s, o->codes[i], o->registers[i]);
}

/* A row on whole numbers alone. */
static void
scan_numbers(struct scanning *s, const struct scalar_operands *o)
{
    const uint32_t effects = info_of(s)->effects;

    read_numbers(s, o);
    s->l->scan.as[s->index] = AS_NUMBER;
    set_views(s, o->dst, o->dst_registers, AS_NUMBER);
    if (effects & RDNA_W_SCC)
        s->now.of[RDNA_SCALAR_SCC] = AS_NUMBER;
}

static void
scan_zero_test(struct scanning *s, const struct scalar_operands *o)
{
    const uint8_t views = views_of(s, o->codes[0], o->registers[0]);

    if (views & AS_NUMBER || !(views & AS_MASK)) {
        scan_numbers(s, o);
        return;
    }
    s->l->scan.as[s->index] = AS_MASK;
    s->now.of[RDNA_SCALAR_SCC] = AS_MASK;
}

/* A row that is the same on each bit. */
static void
scan_bitwise(struct scanning *s, const struct scalar_operands *o)
{
    const uint32_t effects = info_of(s)->effects;
    const bool writes_exec = effects & RDNA_W_EXEC || o->dst == RDNA_EXEC_LO;
    const bool is_mask_wide = o->dst_registers * 32 == s->l->wave_size;
    uint8_t all = AS_BOTH;
    bool can = is_mask_wide;

    for (unsigned i = 0; i < o->count; i++) {
        const uint8_t views = views_of(s, o->codes[i], o->registers[i]);
        all &= views;
        /* What the destination was cannot be told from its number. */
        can = can && (o->from[i] ? can_be_mask(s, views) : views & AS_MASK);
    }
    uint8_t as = is_mask_wide ? all : all & AS_NUMBER;
    if (can && (!as || writes_exec))
        as |= AS_MASK;
    if (!as || (writes_exec && !(as & AS_MASK))) {
        demand(s, rdna_company_subgroup,
               !is_mask_wide ? "takes half of a mask of lanes"
               : writes_exec ? "takes a whole number as a mask of lanes"
                             : "mixes a mask of lanes with a whole number");
        as = AS_MASK;
    }
    if (as & AS_MASK)
        for (unsigned i = 0; i < o->count; i++)
            note_from(s, views_of(s, o->codes[i], o->registers[i]), o->from[i]);
    if (effects & RDNA_R_SCC && !(s->now.of[RDNA_SCALAR_SCC] & AS_NUMBER))
        demand(s, rdna_company_subgroup, "chooses by SCC of a mask of lanes");
    if (is_wqm((enum rdna_op)s->inst->row) && as & AS_MASK)
        demand(s, rdna_company_quad, "asks for whole quads");
    s->l->scan.as[s->index] = as;
    set_views(s, o->dst, o->dst_registers, as);
    if (effects & RDNA_W_EXEC)
        set_views(s, RDNA_EXEC_LO, o->dst_registers, as);
    if (effects & RDNA_W_SCC)
        s->now.of[RDNA_SCALAR_SCC] = as & AS_NUMBER ? AS_NUMBER : AS_MASK;
}

static void
scan_scalar(struct scanning *s)
{
    const struct rdna_lower_row *row = rdna_lower_row_of((enum rdna_op)s->inst->row);
    struct scalar_operands o;

    find_operands(s, &o);
    if (info_of(s)->effects & RDNA_R_SCC && !(row && row->flags & RDNA_ROW_BITWISE))
        read_number(s, RDNA_SCC, 1);
    if (row && row->flags & RDNA_ROW_BITWISE)
        scan_bitwise(s, &o);
    else if (compares_with_zero(s, &o))
        scan_zero_test(s, &o);
    else
        scan_numbers(s, &o);
}

/* ---- everything else ---- */

/* What looks at other lanes by nature. */
static void
scan_lanes(struct scanning *s)
{
    uint32_t imm;

    switch ((unsigned)s->inst->row) {
    case rdna_op_v_readfirstlane_b32:
    case rdna_op_v_readlane_b32:
        demand(s, rdna_company_subgroup, "reads a lane of the wave");
        return;
    case rdna_op_v_writelane_b32:
        demand(s, rdna_company_subgroup, "writes a lane of the wave");
        return;
    case rdna_op_v_permlane16_b32:
    case rdna_op_v_permlanex16_b32:
        demand(s, rdna_company_subgroup, "reads lanes of its row and the next");
        return;
    case rdna_op_v_mbcnt_lo_u32_b32:
    case rdna_op_v_mbcnt_hi_u32_b32:
        if (!s->knows_place)
            demand(s, rdna_company_subgroup, "counts lanes of the wave");
        return;
    case rdna_op_ds_swizzle_b32:
        if (rdna_dpp_is_quad(s->inst, &imm))
            demand(s, rdna_company_quad, "reads lanes of its quad");
        else
            demand(s, rdna_company_subgroup, "reads lanes of its 32");
        return;
    case rdna_op_s_movrels_b32:
    case rdna_op_s_movrels_b64:
    case rdna_op_s_movreld_b32:
    case rdna_op_s_movreld_b64:
    case rdna_op_s_movrelsd_2_b32:
        demand(s, rdna_company_subgroup, "names a scalar register through M0");
        return;
    case rdna_op_ds_permute_b32:
    case rdna_op_ds_bpermute_b32:
        demand(s, rdna_company_subgroup, "reads lanes of its 32");
        return;
    case rdna_op_ds_append:
    case rdna_op_ds_consume:
    case rdna_op_ds_ordered_count:
        demand(s, rdna_company_subgroup, "counts lanes of the wave");
        return;
    }
    if (info_of(s)->family == rdna_family_smem && info_of(s)->effects & (RDNA_STORE | RDNA_ATOMIC))
        demand(s, rdna_company_subgroup, "writes memory once for the wave");
    if (s->inst->form != rdna_form_dpp16 && s->inst->form != rdna_form_dpp8)
        return;
    if (!rdna_dpp_is_quad(s->inst, &imm))
        demand(s, rdna_company_subgroup, "reads lanes of its row of 16");
    else
        demand(s, rdna_company_quad, "reads lanes of its quad");
    if (rdna_dpp_is_masked(s->inst) && !s->knows_place)
        demand(s, rdna_company_subgroup, "goes by its place in the wave");
}

static void
scan_destination(struct scanning *s, const struct rdna_operand *operand)
{
    if (operand->kind == rdna_operand_DM)
        set_views(s, s->inst->sdst, s->l->wave_size / 32, AS_MASK);
    else if (operand->kind == rdna_operand_DS || operand->kind == rdna_operand_AS)
        set_views(s, s->inst->dst, registers_of(operand), AS_NUMBER);
}

static void
scan_source(struct scanning *s, const struct rdna_operand *operand, unsigned *source)
{
    const struct rdna_inst *inst = s->inst;
    const unsigned registers = registers_of(operand);

    switch (operand->kind) {
    case rdna_operand_S:
    case rdna_operand_V:
    case rdna_operand_SS:
    case rdna_operand_SR:
        if (inst->src[*source] < RDNA_VGPR0)
            read_number(s, inst->src[*source], registers);
        ++*source;
        break;
    case rdna_operand_SM:
        read_mask(s, inst->src[2], RDNA_FROM_MASK);
        break;
    case rdna_operand_SBASE:
        read_number(s, inst->sbase, registers);
        break;
    case rdna_operand_SADDR:
        if (info_of(s)->family != rdna_family_scratch)
            read_number(s, inst->saddr, 2);
        else if (inst->saddr != RDNA_EXEC_HI) /* There is none. */
            read_number(s, inst->saddr, 1);
        break;
    case rdna_operand_RSRC:
        read_number(s, inst->srsrc, registers);
        break;
    case rdna_operand_SAMP:
        read_number(s, inst->ssamp, registers);
        break;
    case rdna_operand_SOFF:
    case rdna_operand_SOFFSET:
        read_number(s, inst->soffset, 1);
        break;
    }
}

/* MODE and what writes it. */
static void
scan_mode(struct scanning *s)
{
    const struct rdna_inst *inst = s->inst;
    const uint32_t imm = (uint32_t)inst->imm;
    uint32_t *mode = &s->now.mode;

    if (!(info_of(s)->effects & RDNA_W_MODE) || *mode == RDNA_MODE_UNKNOWN)
        return;
    switch ((unsigned)inst->row) {
    case rdna_op_s_round_mode:
        *mode = (*mode & ~15u) | (imm & 15);
        return;
    case rdna_op_s_denorm_mode:
        *mode = (*mode & ~0xf0u) | (imm & 15) << 4;
        return;
    }
    const unsigned id = imm & 63, offset = imm >> 6 & 31, size = (imm >> 11 & 31) + 1;
    const uint32_t ones = (uint32_t)((UINT64_C(1) << size) - 1) << offset;
    if (id != 1 || !(ones & 0x3ff))
        return;
    if (inst->row == rdna_op_s_setreg_imm32_b32)
        *mode = ((*mode & ~ones) | (inst->literal << offset & ones)) & 0x3ff;
    else
        *mode = RDNA_MODE_UNKNOWN;
}

/* Whatever it writes to scalar registers. */
static void
write_numbers(struct scanning *s)
{
    struct rdna_uses uses;

    rdna_inst_uses(s->inst, s->l->wave_size, &uses);
    for (unsigned code = 0; code < RDNA_MASKS; code++)
        if (rdna_scalars_has(&uses.writes, code))
            set_views(s, code, 1, AS_NUMBER);
}

static void
scan_other(struct scanning *s)
{
    const struct rdna_op_info *info = info_of(s);
    unsigned source = 0;

    if (info->effects & RDNA_R_VCC && info->family != rdna_family_sopp)
        read_mask(s, RDNA_VCC_LO, RDNA_FROM_MASK);
    if (info->effects & RDNA_R_EXEC)
        read_bit(s, RDNA_EXEC_LO);
    if (info->effects & RDNA_R_M0 || s->inst->lds)
        read_number(s, RDNA_M0, 1);
    scan_lanes(s);
    for (unsigned i = 0; i < info->operand_count; i++)
        scan_source(s, &info->operands[i], &source);
    for (unsigned i = 0; i < info->operand_count; i++)
        scan_destination(s, &info->operands[i]);
    if (info->effects & RDNA_W_EXEC)
        set_views(s, RDNA_EXEC_LO, s->l->wave_size / 32, AS_MASK);
    if (info->family == rdna_family_smem)
        write_numbers(s);
    scan_mode(s);
}

static void
count_vectors(struct scanning *s)
{
    const struct rdna_op_info *info = info_of(s);
    struct rdna_lowering *l = s->l;
    uint32_t *count = &l->scan.vector_count;
    const struct rdna_inst *inst = s->inst;
    const unsigned codes[] = {inst->dst, inst->src[0], inst->src[1], inst->src[2], inst->src[3]};

    if (info->effects & RDNA_REL && info->family != rdna_family_sop1) {
        l->scan.has_relative = true;
        *count = RDNA_STATE_VECTORS;
    }
    for (unsigned i = 0; i < BASE_COUNT(codes); i++) {
        /* No operand but of images, which have no loops over lanes, has more than four; tfe adds
         * one. */
        const unsigned end = codes[i] - RDNA_VGPR0 + (inst->tfe ? 5 : 4);
        if (codes[i] >= RDNA_VGPR0 && codes[i] < RDNA_VGPR0 + 256 && *count < end)
            *count = end;
    }
    if (*count > 256)
        *count = 256;
}

static void
scan_inst(struct scanning *s, uint32_t index)
{
    s->index = index;
    s->inst = &s->l->cfg->insts[index];
    s->l->scan.from_integer[index] = 0;
    s->l->scan.modes[index] = s->now.mode;
    if (is_scalar_family((enum rdna_family)info_of(s)->family) &&
        !(info_of(s)->effects & (RDNA_W_MODE | RDNA_JUMP | RDNA_BRANCH | RDNA_REL)))
        scan_scalar(s);
    else
        scan_other(s);
}

/* ---- blocks ---- */

static bool
branches_on_mask(struct scanning *s, const struct rdna_inst *inst)
{
    switch ((unsigned)inst->row) {
    case rdna_op_s_cbranch_execz:
    case rdna_op_s_cbranch_execnz:
        return true;
    case rdna_op_s_cbranch_vccz:
    case rdna_op_s_cbranch_vccnz: {
        const uint8_t views = views_of(s, RDNA_VCC_LO, s->l->wave_size / 32);
        s->l->scan.as[s->index] = views & AS_NUMBER ? AS_NUMBER : AS_MASK;
        if (!(views & AS_NUMBER))
            read_bit(s, RDNA_VCC_LO);
        return !(views & AS_NUMBER);
    }
    case rdna_op_s_cbranch_scc0:
    case rdna_op_s_cbranch_scc1:
        if (!s->now.of[RDNA_SCALAR_SCC])
            demand(s, rdna_company_subgroup, why_no_number(0));
        return !(s->now.of[RDNA_SCALAR_SCC] & AS_NUMBER);
    }
    return false;
}

static const struct rdna_block *
block_at(const struct scanning *s, uint32_t block)
{
    return &s->l->cfg->blocks[block];
}

static bool
join(struct scanning *s, uint32_t to)
{
    struct views *in = &s->in[to];
    struct views next = s->now;
    bool changed = false;

    if (to == RDNA_CFG_NONE)
        return false;
    for (unsigned i = 0; i < RDNA_SCALAR_COUNT; i++) {
        if (rdna_scalars_has(&s->mixed[to], i))
            next.of[i] &= (uint8_t)~AS_NUMBER;
        if (rdna_scalars_has(&s->mixed_masks[to], i))
            next.of[i] &= (uint8_t)~AS_MASK;
    }
    /* Nobody knows what a way that was not taken would have made of it. */
    if (rdna_scalars_has(&s->mixed[to], RDNA_SCALAR_SCC))
        next.of[RDNA_SCALAR_SCC] = 0;
    if (!in->is_reached) {
        *in = next;
        in->is_reached = true;
        return true;
    }
    for (unsigned i = 0; i < RDNA_SCALAR_COUNT; i++) {
        changed |= in->of[i] != (in->of[i] & next.of[i]);
        in->of[i] &= next.of[i];
    }
    if (in->mode != next.mode && in->mode != RDNA_MODE_UNKNOWN) {
        in->mode = RDNA_MODE_UNKNOWN;
        changed = true;
    }
    return changed;
}

static bool
scan_block(struct scanning *s, uint32_t index)
{
    const struct rdna_block *block = block_at(s, index);
    bool changed = false;

    s->now = s->in[index];
    for (uint32_t i = 0; i < block->count; i++)
        scan_inst(s, block->first + i);
    const struct rdna_inst *last = &s->l->cfg->insts[block->first + block->count - 1];
    s->is_by_mask[index] = branches_on_mask(s, last);
    if (s->is_by_mask[index] && s->is_open[index])
        demand(s, rdna_company_subgroup, "goes by other lanes' bits of a mask");
    changed |= join(s, block->next);
    changed |= join(s, block->target);
    return changed;
}

/* To a fixed point: views only get fewer. */
static void
scan_blocks(struct scanning *s)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < s->l->cfg->block_count; i++)
            if (s->in[i].is_reached)
                changed |= scan_block(s, i);
        s->walk.visits += s->l->cfg->block_count;
    }
}

/* ---- where the ways of a branch join ---- */

static void
find_written(struct scanning *s)
{
    for (uint32_t i = 0; i < s->l->cfg->block_count; i++) {
        const struct rdna_block *block = block_at(s, i);
        for (uint32_t j = 0; j < block->count; j++) {
            struct rdna_uses uses;
            rdna_inst_uses(&s->l->cfg->insts[block->first + j], s->l->wave_size, &uses);
            for (unsigned word = 0; word < BASE_COUNT(uses.writes.bits); word++)
                s->written[i].bits[word] |= uses.writes.bits[word];
        }
    }
}

static bool
add_all(struct rdna_scalars *to, const struct rdna_scalars *from)
{
    bool changed = false;

    for (unsigned i = 0; i < BASE_COUNT(to->bits); i++) {
        changed |= (to->bits[i] | from->bits[i]) != to->bits[i];
        to->bits[i] |= from->bits[i];
    }
    return changed;
}

/* A block behind the branch is reached by a way that label stands for. True if it is news. */
static bool
reach(struct scanning *s, uint32_t block, uint32_t label)
{
    if (block == RDNA_CFG_NONE)
        return false;
    if (s->walk.stamps[block] != s->walk.stamp) {
        s->walk.stamps[block] = s->walk.stamp;
        s->labels[block] = label;
        base_array_push(s->l->arena, &s->walk.blocks, block);
        return true;
    }
    if (s->labels[block] == label)
        return false;
    /* By both ways: it stands for itself from here on. */
    s->joins[block] = s->walk.stamp;
    if (s->labels[block] == block + 1)
        return false;
    s->labels[block] = block + 1;
    return true;
}

/* Is the block outside of the branch's loop? A lane leaves it when it is done; the numbers that the
 * loop goes on to write are the wave's alone. */
static bool
leaves_loop(const struct scanning *s, uint32_t branch, uint32_t block)
{
    const uint32_t loop = block_at(s, branch)->loop;

    return loop != RDNA_CFG_NONE && !rdna_cfg_is_in_loop(s->l->cfg, block, loop);
}

/* Walks from the branch; between: what is written on the way. */
static void
walk_from(struct scanning *s, uint32_t branch, struct rdna_scalars *between)
{
    const struct rdna_block *block = block_at(s, branch);
    const uint32_t targets[2] = {block->next, block->target};

    s->walk.stamp++;
    s->walk.blocks.count = s->work.count = 0;
    s->walk.end = block->ipdom;
    for (unsigned i = 0; i < 2; i++)
        if (reach(s, targets[i], targets[i] + 1))
            base_array_push(s->l->arena, &s->work, targets[i]);
    while (s->work.count) {
        const uint32_t at = s->work.data[--s->work.count];
        s->walk.visits++;
        if (at == block->ipdom)
            continue;
        add_all(between, &s->written[at]);
        const uint32_t next[2] = {block_at(s, at)->next, block_at(s, at)->target};
        for (unsigned i = 0; i < 2; i++)
            if (reach(s, next[i], s->labels[at]))
                base_array_push(s->l->arena, &s->work, next[i]);
    }
}

static bool
mix_behind(struct scanning *s, uint32_t branch)
{
    struct rdna_scalars between = {{0}};
    bool changed = false, is_by_exec;

    walk_from(s, branch, &between);
    const bool is_closed = rdna_skip_walk(s->l, &s->walk, branch, &is_by_exec);
    /* A fragment goes by its quad's vote: compilers leave a shader there that has no pixel any
     * more. */
    const bool is_vote = !is_by_exec && s->l->options->stage == ir_stage_fragment;
    s->is_open[branch] |= !is_closed && !is_vote;
    for (uint32_t i = 0; i < s->walk.blocks.count; i++) {
        const uint32_t at = s->walk.blocks.data[i];
        const bool is_join = s->joins[at] == s->walk.stamp || at == s->walk.end;
        const bool is_target = at == block_at(s, branch)->next || at == block_at(s, branch)->target;
        if (!is_join && !(is_target && leaves_loop(s, branch, at)))
            continue;
        changed |= add_all(&s->mixed[at], &between);
        if (!is_vote)
            changed |= add_all(&s->mixed_masks[at], &s->walk.changed[i]);
    }
    return changed;
}

static bool
mix(struct scanning *s)
{
    bool changed = false;

    for (uint32_t i = 0; i < s->l->cfg->block_count && s->walk.visits < MAX_VISITS; i++)
        if (s->in[i].is_reached && s->is_by_mask[i])
            changed |= mix_behind(s, i);
    return changed;
}

/* ---- the whole ---- */

static void
begin(struct scanning *s)
{
    const struct rdna_lower_options *options = s->l->options;
    struct views *in = NULL;

    for (uint32_t i = 0; i < s->l->cfg->block_count; i++)
        if (s->l->cfg->blocks[i].is_entry)
            in = &s->in[i];
    for (unsigned i = 0; i < RDNA_SCALAR_COUNT; i++)
        in->of[i] = AS_BOTH;
    in->is_reached = true;
    in->mode = options->mode & 0x3ff;
    if (options->shell == rdna_shell_state)
        return;
    set_views(s, 0, 0, 0);
    for (uint32_t i = 0; i < options->start_count; i++)
        if (options->starts[i].code < RDNA_MASKS)
            in->of[options->starts[i].code] = AS_NUMBER;
    in->of[RDNA_EXEC_LO] = AS_MASK;
    if (s->l->wave_size == 64)
        in->of[RDNA_EXEC_HI] = AS_MASK;
}

static bool
choose(struct rdna_lowering *l)
{
    const struct rdna_lower_options *options = l->options;
    /* One vertex or fragment does not know what the others of its wave begin with. */
    const bool is_alone = options->stage != ir_stage_compute;
    enum rdna_company company = l->scan.company;

    if (company >= rdna_company_subgroup)
        company = options->subgroup_size == l->wave_size ? rdna_company_subgroup
                  : is_alone                             ? rdna_company_subgroup
                                                         : rdna_company_wave;
    if (options->has_company && options->company > company)
        company = options->company;
    l->report->company = l->company = company;
    const bool is_short = options->has_company && options->company < company;
    const bool is_impossible =
        (company == rdna_company_subgroup && options->subgroup_size != l->wave_size) ||
        (company == rdna_company_wave && is_alone);
    if (!is_short && !is_impossible)
        return true;
    for (uint32_t i = 0; i < l->report->demands.count; i++) {
        const struct rdna_demand *demand = &l->report->demands.data[i];
        if (is_short ? demand->company <= options->company
                     : demand->company < rdna_company_subgroup)
            continue;
        base_error(l->diags, QD_CODE_TARGET_LACKS, base_at_word(demand->offset / 4),
                   "%s %s: the company of the %s is not open here", rdna_op_infos[demand->row].name,
                   demand->why, rdna_company_name((enum rdna_company)demand->company));
        if (!is_short && is_alone)
            base_add_note(l->diags, "a %s sees its wave where the host's subgroups have %u lanes%s",
                          ir_stage_name(options->stage), l->wave_size,
                          options->stage == ir_stage_fragment ? " and whole quads" : "");
    }
    if (l->report->demands.count == 0 || !l->diags->error_count)
        base_error(l->diags, QD_CODE_TARGET_LACKS, base_at_nowhere(),
                   "the company of the %s is not open here", rdna_company_name(company));
    return false;
}

bool
rdna_scan(struct rdna_lowering *l)
{
    const uint32_t blocks = l->cfg->block_count, insts = l->cfg->inst_count;
    struct scanning s = {.l = l};

    l->scan.as = base_arena_new_array(l->arena, uint8_t, insts);
    l->scan.from_integer = base_arena_new_array(l->arena, uint8_t, insts);
    l->scan.modes = base_arena_new_array(l->arena, uint32_t, insts);
    s.in = base_arena_new_array(l->arena, struct views, blocks);
    s.is_by_mask = base_arena_new_array(l->arena, bool, blocks);
    s.is_open = base_arena_new_array(l->arena, bool, blocks);
    s.written = base_arena_new_array(l->arena, struct rdna_scalars, blocks);
    s.mixed = base_arena_new_array(l->arena, struct rdna_scalars, blocks);
    s.mixed_masks = base_arena_new_array(l->arena, struct rdna_scalars, blocks);
    s.walk.places = base_arena_new_array(l->arena, uint32_t, blocks);
    s.labels = base_arena_new_array(l->arena, uint32_t, blocks);
    s.walk.stamps = base_arena_new_array(l->arena, uint32_t, blocks);
    s.joins = base_arena_new_array(l->arena, uint32_t, blocks);
    s.knows_place = l->options->stage == ir_stage_compute;
    find_written(&s);
    begin(&s);
    do {
        scan_blocks(&s);
    } while (mix(&s));

    s.reports = true;
    for (uint32_t i = 0; i < blocks; i++)
        if (s.in[i].is_reached)
            scan_block(&s, i);
    for (uint32_t i = 0; i < insts; i++) {
        s.inst = &l->cfg->insts[i];
        count_vectors(&s);
    }
    s.inst = &l->cfg->insts[0];
    if (s.walk.visits >= MAX_VISITS)
        demand(&s, rdna_company_subgroup, "begins code with too many branches to look into");
    for (uint32_t i = 0; i < l->options->start_count; i++) {
        const unsigned code = l->options->starts[i].code;
        if (code >= RDNA_VGPR0 && l->scan.vector_count <= code - RDNA_VGPR0)
            l->scan.vector_count = code - RDNA_VGPR0 + 1;
    }
    return choose(l);
}
