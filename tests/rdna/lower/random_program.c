/* SPDX-License-Identifier: MIT */
#include "random_program.h"

#include "rdna/encode.h"

#include <string.h>

/* Registers by what they are for. */
enum {
    VECTORS = 6,         /* v0 ...: of arithmetic. */
    COUNTER = 7,         /* v7: passes of each lane through loops. */
    LDS_ADDRESS = 8,     /* v8: 16 bytes of its own for each lane, */
    WINDOW_ADDRESS = 10, /* v[10:11]: and in the window. */
    NUMBERS = 4,         /* s0 ... */
    MASKS = 4,           /* s4, s6, s8, VCC. */
    SAVED = 16,          /* s16 ...: EXEC, by depth. */
    COUNTS = 32,         /* s32 ...: of loops, by depth. */
    DONE = 40,           /* s40 ...: lanes that left a loop, by depth. */
    STEPS = 50,          /* s50: jumps back that are left. */
    FOUND = 52,          /* s52: EXEC at the end. */
    DEPTH = 3
};

struct making {
    struct random_program *program;
    struct chance *chance;
    unsigned labels;
    /* Masks and numbers are kept apart, and numbers are not written where lanes go their own ways:
     * the companies that see little take most of these. */
    bool is_tame;
    unsigned depth; /* Of what is being made. */
};

static uint32_t
below(struct making *m, uint32_t bound)
{
    return chance_below(m->chance, bound);
}

static bool
one_in(struct making *m, uint32_t times)
{
    return chance_one_in(m->chance, times);
}

static bool
is_wide(const struct making *m)
{
    return m->program->wave_size == 64;
}

/* ---- items ---- */

static struct random_item *
add_item(struct making *m)
{
    static struct random_item nowhere;

    if (m->program->count == RANDOM_ITEMS)
        return &nowhere;
    struct random_item *item = &m->program->items[m->program->count++];
    *item = (struct random_item){0};
    return item;
}

static enum rdna_form
only_form(enum rdna_op row)
{
    switch ((enum rdna_family)rdna_op_infos[row].family) {
    case rdna_family_sop1:
        return rdna_form_sop1;
    case rdna_family_sop2:
        return rdna_form_sop2;
    case rdna_family_sopc:
        return rdna_form_sopc;
    case rdna_family_sopk:
        return rdna_form_sopk;
    case rdna_family_sopp:
        return rdna_form_sopp;
    case rdna_family_ds:
        return rdna_form_ds;
    case rdna_family_global:
        return rdna_form_global;
    default:
        return rdna_form_e64;
    }
}

/* The only form, or the long one. */
static struct rdna_inst *
add(struct making *m, enum rdna_op row, unsigned dst, unsigned src0, unsigned src1)
{
    struct rdna_inst *inst = &add_item(m)->inst;

    *inst = (struct rdna_inst){.row = (uint16_t)row,
                               .form = (uint8_t)only_form(row),
                               .dst = (uint16_t)dst,
                               .src = {(uint16_t)src0, (uint16_t)src1}};
    return inst;
}

/* Of two rows the one for masks of this wave. */
static enum rdna_op
wide(const struct making *m, enum rdna_op narrow_row, enum rdna_op wide_row)
{
    return is_wide(m) ? wide_row : narrow_row;
}
#define MASK_ROW(name) wide(m, rdna_op_##name##_b32, rdna_op_##name##_b64)

static uint8_t
new_label(struct making *m)
{
    return (uint8_t)(m->labels < RANDOM_LABELS - 1 ? m->labels++ : m->labels);
}

static void
add_label(struct making *m, uint8_t label)
{
    struct random_item *item = add_item(m);

    item->is_label = true;
    item->label = label;
}

static void
add_branch(struct making *m, enum rdna_op row, uint8_t label)
{
    struct random_item *item = add_item(m);

    item->inst = (struct rdna_inst){.row = (uint16_t)row, .form = rdna_form_sopp};
    item->label = label;
}

/* ---- operands ---- */

static uint16_t
vector(struct making *m)
{
    return (uint16_t)(RDNA_VGPR0 + below(m, VECTORS));
}

static uint16_t
mask(struct making *m)
{
    const uint32_t which = below(m, MASKS);

    return (uint16_t)(which == MASKS - 1 ? RDNA_VCC_LO : 4 + 2 * which);
}

static uint16_t
number(struct making *m)
{
    return (uint16_t)below(m, NUMBERS);
}

static uint16_t
number_source(struct making *m, struct rdna_inst *inst, unsigned registers)
{
    if (!m->is_tame && one_in(m, 16))
        return one_in(m, 3) ? RDNA_EXEC_LO : mask(m);
    if (!m->is_tame && one_in(m, 24))
        return RDNA_SCC;
    if (one_in(m, 3))
        return (uint16_t)(RDNA_INT_0 + below(m, 70));
    if (one_in(m, 8)) {
        inst->literal = chance_word(m->chance);
        return RDNA_LITERAL;
    }
    return (uint16_t)(number(m) & ~(registers - 1));
}

static uint16_t
mask_source(struct making *m, struct rdna_inst *inst)
{
    if (!m->is_tame && one_in(m, 16))
        return number_source(m, inst, is_wide(m) ? 2 : 1);
    if (inst->form != rdna_form_e64 && one_in(m, 5))
        return RDNA_EXEC_LO;
    if (one_in(m, 6))
        return one_in(m, 2) ? RDNA_INT_0 : RDNA_INT_MINUS_1;
    return mask(m);
}

static uint16_t
vector_source(struct making *m, struct rdna_inst *inst)
{
    return one_in(m, 3) ? number_source(m, inst, 1) : vector(m);
}

/* ---- instructions in a row ---- */

static const uint16_t vector_rows[] = {
    rdna_op_v_mov_b32,      rdna_op_v_add_nc_u32,       rdna_op_v_sub_nc_u32,
    rdna_op_v_xor_b32,      rdna_op_v_and_b32,          rdna_op_v_or_b32,
    rdna_op_v_lshlrev_b32,  rdna_op_v_lshrrev_b32,      rdna_op_v_min_u32,
    rdna_op_v_max_i32,      rdna_op_v_mbcnt_lo_u32_b32, rdna_op_v_mbcnt_hi_u32_b32,
    rdna_op_v_lshl_add_u32, rdna_op_v_bfe_u32,          rdna_op_v_cvt_f32_i32,
    rdna_op_v_cndmask_b32,  rdna_op_v_cndmask_b32,      rdna_op_v_cndmask_b32,
    rdna_op_v_add_co_u32,   rdna_op_v_add_co_ci_u32,    rdna_op_v_sub_co_ci_u32,
    rdna_op_v_mad_u32_u24};

static const uint16_t compare_rows[] = {
    rdna_op_v_cmp_lt_i32,  rdna_op_v_cmp_eq_u32,  rdna_op_v_cmp_ne_i32,    rdna_op_v_cmp_gt_u32,
    rdna_op_v_cmp_lt_f32,  rdna_op_v_cmp_nlt_f32, rdna_op_v_cmp_class_f32, rdna_op_v_cmp_ge_i32,
    rdna_op_v_cmpx_gt_u32, rdna_op_v_cmpx_lt_i32};

static const uint16_t mask_rows[][2] = {
#define ROW(name)                                                                                  \
    {                                                                                              \
        rdna_op_##name##_b32, rdna_op_##name##_b64                                                 \
    }
    ROW(s_mov),
    ROW(s_not),
    ROW(s_and),
    ROW(s_or),
    ROW(s_xor),
    ROW(s_andn2),
    ROW(s_orn2),
    ROW(s_nand),
    ROW(s_nor),
    ROW(s_xnor),
    ROW(s_cselect),
    ROW(s_cmov),
    ROW(s_and_saveexec),
    ROW(s_or_saveexec),
    ROW(s_xor_saveexec),
    ROW(s_andn2_saveexec),
    ROW(s_orn2_saveexec),
    ROW(s_nand_saveexec),
    ROW(s_nor_saveexec),
    ROW(s_xnor_saveexec),
    ROW(s_andn1_saveexec),
    ROW(s_orn1_saveexec),
    ROW(s_andn1_wrexec),
    ROW(s_andn2_wrexec),
    ROW(s_wqm)};

static const uint16_t number_rows[] = {
    rdna_op_s_add_u32,       rdna_op_s_sub_u32,     rdna_op_s_addc_u32,   rdna_op_s_mul_i32,
    rdna_op_s_lshl_b32,      rdna_op_s_lshr_b32,    rdna_op_s_and_b32,    rdna_op_s_or_b32,
    rdna_op_s_not_b32,       rdna_op_s_min_u32,     rdna_op_s_bfe_u32,    rdna_op_s_cselect_b32,
    rdna_op_s_bcnt1_i32_b32, rdna_op_s_ff1_i32_b32, rdna_op_s_mov_b32,    rdna_op_s_mov_b64,
    rdna_op_s_cmp_eq_i32,    rdna_op_s_cmp_lg_u32,  rdna_op_s_cmp_lt_i32, rdna_op_s_cmp_gt_u32,
    rdna_op_s_cmp_eq_u64,    rdna_op_s_bitcmp1_b32, rdna_op_s_movk_i32,   rdna_op_s_addk_i32,
    rdna_op_s_cmpk_lg_u32,   rdna_op_s_cmov_b32,    rdna_op_s_lshl_b64,   rdna_op_s_brev_b64};

#define ANY_OF(rows) rows[below(m, BASE_COUNT(rows))]

/* Fills the operands of a vector row in the form that it has. */
static void
fill_vector(struct making *m, struct rdna_inst *inst)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const bool is_dpp = inst->form == rdna_form_dpp16 || inst->form == rdna_form_dpp8;
    unsigned source = 0;

    for (unsigned i = 0; i < info->operand_count; i++) {
        switch (info->operands[i].kind) {
        case rdna_operand_D:
        case rdna_operand_A:
            inst->dst = vector(m);
            break;
        case rdna_operand_DM:
            inst->sdst = is_dpp ? RDNA_VCC_LO : mask(m);
            break;
        case rdna_operand_SM:
            inst->src[2] = is_dpp ? RDNA_VCC_LO : mask_source(m, inst);
            break;
        default:
            inst->src[source++] = is_dpp ? vector(m) : vector_source(m, inst);
        }
    }
}

static void
fill_dpp(struct making *m, struct rdna_inst *inst)
{
    static const uint16_t kinds[][2] = {{0, 256},   {0x101, 15}, {0x111, 15}, {0x121, 15},
                                        {0x140, 2}, {0x150, 16}, {0x160, 16}};
    const bool in_quads = m->program->reach == rdna_company_quad;
    const uint32_t kind = in_quads ? 0 : below(m, BASE_COUNT(kinds));

    inst->control = (kinds[kind][0] + below(m, kinds[kind][1])) << 8;
    inst->control |= below(m, 4) << 18;
    inst->control |= one_in(m, 2) ? 0xff000000 : chance_bits(m->chance) & 0xff000000;
}

static void
fill_dpp8(struct making *m, struct rdna_inst *inst)
{
    const bool in_quads = m->program->reach == rdna_company_quad;

    inst->fetch_inactive = one_in(m, 2);
    if (!in_quads) {
        inst->control = chance_bits(m->chance) & 0xffffff00;
        return;
    }
    const uint32_t quad = chance_bits(m->chance);
    for (unsigned lane = 0; lane < 8; lane++)
        inst->control |= ((quad >> 2 * (lane & 3) & 3) | (lane & 4)) << (8 + 3 * lane);
}

static void
add_vector(struct making *m)
{
    struct rdna_inst *inst = add(m, (enum rdna_op)ANY_OF(vector_rows), 0, 0, 0);
    const uint32_t dpp = m->program->reach >= rdna_company_quad ? below(m, 4) : 2;
    const uint8_t forms = rdna_op_infos[inst->row].forms;

    if (dpp == 0 && forms & RDNA_FORM_DPP16)
        inst->form = rdna_form_dpp16;
    else if (dpp == 1 && forms & RDNA_FORM_DPP8)
        inst->form = rdna_form_dpp8;
    fill_vector(m, inst);
    if (inst->form == rdna_form_dpp16)
        fill_dpp(m, inst);
    else if (inst->form == rdna_form_dpp8)
        fill_dpp8(m, inst);
}

static void
add_compare(struct making *m)
{
    fill_vector(m, add(m, (enum rdna_op)ANY_OF(compare_rows), 0, 0, 0));
}

static void
add_mask(struct making *m)
{
    /* The last row asks for quads. */
    const uint32_t count = BASE_COUNT(mask_rows) - (m->program->reach == rdna_company_lane);
    const uint16_t *rows = mask_rows[below(m, count)];
    const bool reads_scc = rdna_op_infos[rows[0]].effects & RDNA_R_SCC;

    if (m->is_tame && reads_scc && m->depth > 0)
        return;
    if (m->is_tame && reads_scc)
        add(m, rdna_op_s_cmp_gt_u32, 0, number(m), number(m));
    struct rdna_inst *inst = add(m, (enum rdna_op)rows[is_wide(m)], 0, 0, 0);
    inst->dst = one_in(m, 6) ? RDNA_EXEC_LO : mask(m);
    inst->src[0] = mask_source(m, inst);
    if (inst->form == rdna_form_sop2)
        inst->src[1] = mask_source(m, inst);
}

static void
add_number(struct making *m)
{
    const enum rdna_op row = (enum rdna_op)ANY_OF(number_rows);
    const struct rdna_op_info *info = &rdna_op_infos[row];
    unsigned source = 0;

    if (m->is_tame && info->effects & RDNA_R_SCC)
        add(m, rdna_op_s_cmp_lt_i32, 0, number(m), number(m));
    struct rdna_inst *inst = add(m, row, 0, 0, 0);
    for (unsigned i = 0; i < info->operand_count; i++) {
        const unsigned registers = rdna_type_infos[info->operands[i].type].registers;
        switch (info->operands[i].kind) {
        case rdna_operand_DS:
        case rdna_operand_AS:
        case rdna_operand_SD:
            inst->dst =
                !m->is_tame && one_in(m, 24) ? mask(m) : (uint16_t)(number(m) & ~(registers - 1));
            break;
        case rdna_operand_I:
            inst->imm = (int16_t)below(m, 9) - 4;
            break;
        default:
            inst->src[source++] = number_source(m, inst, registers);
        }
    }
}

/* Whether any lane has a bit. */
static void
add_zero_test(struct making *m)
{
    static const uint16_t rows[2][2] = {{rdna_op_s_cmp_eq_u32, rdna_op_s_cmp_eq_u64},
                                        {rdna_op_s_cmp_lg_u32, rdna_op_s_cmp_lg_u64}};
    const uint16_t row = rows[below(m, 2)][is_wide(m)];
    const uint16_t source = one_in(m, 4) ? RDNA_EXEC_LO : mask(m);

    add(m, (enum rdna_op)row, 0, source, RDNA_INT_0);
}

/* Instructions that see the wave. */
static void
add_lanes(struct making *m)
{
    struct rdna_inst *inst;

    switch (below(m, 4)) {
    case 0:
        inst = add(m, rdna_op_v_readfirstlane_b32, number(m), vector(m), 0);
        inst->form = rdna_form_e32;
        break;
    case 1:
        inst = add(m, rdna_op_v_readlane_b32, number(m), vector(m), 0);
        inst->src[1] = number_source(m, inst, 1);
        break;
    case 2:
        inst = add(m, rdna_op_v_writelane_b32, vector(m), 0, 0);
        inst->src[0] = number_source(m, inst, 1);
        inst->src[1] = number(m);
        break;
    default:
        inst = add(m, one_in(m, 2) ? rdna_op_v_permlane16_b32 : rdna_op_v_permlanex16_b32,
                   vector(m), vector(m), 0);
        inst->src[1] = number(m);
        inst->src[2] = number(m);
        inst->op_sel = (uint8_t)below(m, 4);
    }
}

/* Each lane has memory of its own. What a load brings is waited for. */
static void
add_memory(struct making *m)
{
    static const uint16_t rows[] = {
        rdna_op_ds_read_b32,       rdna_op_ds_write_b32,       rdna_op_ds_add_u32,
        rdna_op_ds_max_rtn_u32,    rdna_op_global_load_dword,  rdna_op_global_store_dword,
        rdna_op_global_load_ubyte, rdna_op_global_store_short, rdna_op_global_atomic_add};
    struct rdna_inst *inst = add(m, (enum rdna_op)ANY_OF(rows), 0, 0, 0);
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const bool is_lds = inst->form == rdna_form_ds;

    inst->vaddr = (uint16_t)(RDNA_VGPR0 + (is_lds ? LDS_ADDRESS : WINDOW_ADDRESS));
    inst->saddr = RDNA_NULL;
    inst->imm = (int32_t)(4 * below(m, 4));
    inst->glc = info->operands[0].kind == rdna_operand_DR && one_in(m, 2);
    for (unsigned i = 0; i < info->operand_count; i++) {
        const enum rdna_operand_kind kind = info->operands[i].kind;
        if (kind == rdna_operand_D || (kind == rdna_operand_DR && inst->glc))
            inst->dst = vector(m);
        else if (kind == rdna_operand_DATA)
            inst->vdata = vector(m);
    }
    add(m, rdna_op_s_waitcnt, 0, 0, 0);
}

static void
add_simple(struct making *m)
{
    const bool has_numbers = !m->is_tame || m->depth == 0;

    switch (below(m, 12)) {
    case 0:
    case 1:
        add_compare(m);
        return;
    case 2:
    case 3:
        add_mask(m);
        return;
    case 4:
    case 5:
        if (has_numbers)
            add_number(m);
        return;
    case 6:
        add_zero_test(m);
        return;
    case 7:
        add_memory(m);
        return;
    case 8:
        if (m->program->reach >= rdna_company_subgroup) {
            add_lanes(m);
            return;
        }
        break;
    }
    add_vector(m);
}

/* ---- flow as compilers write it ---- */

static void add_code(struct making *m, unsigned depth, unsigned count);

/* A label to jump to, by any condition. */
static uint8_t
any_condition(struct making *m, enum rdna_op *row)
{
    static const uint16_t rows[] = {rdna_op_s_cbranch_scc0,  rdna_op_s_cbranch_scc1,
                                    rdna_op_s_cbranch_vccz,  rdna_op_s_cbranch_vccnz,
                                    rdna_op_s_cbranch_execz, rdna_op_s_cbranch_execnz};

    *row = (enum rdna_op)ANY_OF(rows);
    return new_label(m);
}

/* What a branch goes by. */
static void
add_decision(struct making *m, enum rdna_op *row)
{
    const bool is_vcc = *row == rdna_op_s_cbranch_vccz || *row == rdna_op_s_cbranch_vccnz;
    const bool is_scc = *row == rdna_op_s_cbranch_scc0 || *row == rdna_op_s_cbranch_scc1;

    if (!m->is_tame) {
        if (one_in(m, 2))
            add_number(m);
    } else if (is_vcc) {
        add_compare(m);
        m->program->items[m->program->count - 1].inst.sdst = RDNA_VCC_LO;
    } else if (is_scc && m->depth == 0) {
        add(m, rdna_op_s_cmp_lg_i32, 0, number(m), number(m));
    } else if (is_scc) {
        add_zero_test(m);
    }
}

/* if (mask) ... else ..., by EXEC, with jumps over what no lane does or without. */
static void
add_if(struct making *m, unsigned depth)
{
    const unsigned saved = SAVED + 2 * depth, condition = mask(m);
    const bool jumps = !one_in(m, 3);
    const uint8_t label = new_label(m), end = new_label(m);

    add_compare(m);
    m->program->items[m->program->count - 1].inst.sdst = (uint16_t)condition;
    add(m, MASK_ROW(s_and_saveexec), saved, condition, 0);
    if (jumps)
        add_branch(m, rdna_op_s_cbranch_execz, label);
    add_code(m, depth + 1, 1 + below(m, 4));
    if (one_in(m, 2)) {
        add_label(m, label);
        add(m, MASK_ROW(s_or), RDNA_EXEC_LO, RDNA_EXEC_LO, saved);
        return;
    }
    /* The other lanes: those saved without these. */
    if (one_in(m, 2)) {
        add_label(m, label);
        add(m, MASK_ROW(s_andn2), RDNA_EXEC_LO, saved, condition);
    } else {
        add_label(m, label);
        add(m, MASK_ROW(s_xor), RDNA_EXEC_LO, RDNA_EXEC_LO, saved);
    }
    if (jumps)
        add_branch(m, rdna_op_s_cbranch_execz, end);
    add_code(m, depth + 1, 1 + below(m, 3));
    add_label(m, end);
    if (one_in(m, 2))
        add(m, MASK_ROW(s_mov), RDNA_EXEC_LO, saved, 0);
    else
        add(m, MASK_ROW(s_or), RDNA_EXEC_LO, RDNA_EXEC_LO, saved);
}

/* Lanes leave one by one; each counts its passes. */
static void
add_mask_loop(struct making *m, unsigned depth)
{
    const unsigned done = DONE + 2 * depth, saved = SAVED + 2 * depth;
    const uint8_t head = new_label(m), end = new_label(m);
    struct rdna_inst *compare;

    if (one_in(m, 2))
        add(m, MASK_ROW(s_mov), saved, RDNA_EXEC_LO, 0);
    add(m, MASK_ROW(s_mov), done, RDNA_INT_0, 0);
    add_label(m, head);
    add_code(m, depth + 1, 1 + below(m, 4));
    add(m, rdna_op_v_add_nc_u32, RDNA_VGPR0 + COUNTER, RDNA_INT_0 + 1, RDNA_VGPR0 + COUNTER);
    compare = add(m, rdna_op_v_cmp_lt_u32, 0, RDNA_INT_0 + 2 + below(m, 3), RDNA_VGPR0 + COUNTER);
    compare->sdst = RDNA_VCC_LO;
    if (one_in(m, 3)) {
        compare = add(m, rdna_op_v_cmp_lt_i32, 0, vector(m), vector(m));
        compare->sdst = 4;
        add(m, MASK_ROW(s_or), RDNA_VCC_LO, RDNA_VCC_LO, 4);
    }
    add(m, MASK_ROW(s_or), done, RDNA_VCC_LO, done);
    add(m, MASK_ROW(s_andn2), RDNA_EXEC_LO, RDNA_EXEC_LO, done);
    if (one_in(m, 4)) {
        add_branch(m, rdna_op_s_cbranch_execz, end);
        add_code(m, depth + 1, 1);
        add_branch(m, rdna_op_s_branch, head);
    } else {
        add_branch(m, rdna_op_s_cbranch_execnz, head);
    }
    add_label(m, end);
    add(m, MASK_ROW(s_or), RDNA_EXEC_LO, RDNA_EXEC_LO, done);
}

static void
add_counted_loop(struct making *m, unsigned depth)
{
    const unsigned count = COUNTS + depth;
    const uint8_t head = new_label(m), end = new_label(m);

    add(m, rdna_op_s_movk_i32, count, 0, 0)->imm = (int32_t)(1 + below(m, 4));
    add_label(m, head);
    add_code(m, depth + 1, 1 + below(m, 3));
    if (one_in(m, 3)) {
        add_simple(m);
        add_branch(m, one_in(m, 2) ? rdna_op_s_cbranch_vccz : rdna_op_s_cbranch_scc1, end);
    }
    add(m, rdna_op_s_addk_i32, count, 0, 0)->imm = -1;
    add(m, rdna_op_s_cmp_lg_u32, 0, count, RDNA_INT_0);
    add_branch(m, rdna_op_s_cbranch_scc1, head);
    add_label(m, end);
}

/* Code that is jumped over, or left for good. */
static void
add_branch_over(struct making *m, unsigned depth)
{
    enum rdna_op row;
    const uint8_t end = any_condition(m, &row);

    add_decision(m, &row);
    add_branch(m, row, end);
    add_code(m, depth + 1, 1 + below(m, 3));
    if (one_in(m, 6))
        add(m, rdna_op_s_endpgm, 0, 0, 0);
    else if (one_in(m, 4)) {
        const uint8_t behind = new_label(m);
        add_branch(m, rdna_op_s_branch, behind);
        add_label(m, end);
        add_code(m, depth + 1, 1 + below(m, 2));
        add_label(m, behind);
        return;
    }
    add_label(m, end);
}

static void
add_code(struct making *m, unsigned depth, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        m->depth = depth;
        if (depth >= DEPTH || !one_in(m, 4)) {
            add_simple(m);
            continue;
        }
        switch (below(m, m->is_tame && depth > 0 ? 3 : 6)) {
        case 0:
        case 1:
            add_if(m, depth);
            break;
        case 2:
            add_mask_loop(m, depth);
            break;
        case 3:
            add_counted_loop(m, depth);
            break;
        default:
            add_branch_over(m, depth);
        }
    }
}

/* ---- flow as none writes it ---- */

/* To any place. Back only while there are steps left, or lanes that have not been round often. */
static void
add_jump(struct making *m, const uint8_t *labels, unsigned count, unsigned at)
{
    const unsigned to = below(m, count);
    enum rdna_op row;

    any_condition(m, &row);
    if (to > at) {
        add_decision(m, &row);
        add_branch(m, one_in(m, 8) ? rdna_op_s_branch : row, labels[to]);
    } else if (!m->is_tame && one_in(m, 2)) {
        add(m, rdna_op_s_addk_i32, STEPS, 0, 0)->imm = -1;
        add(m, rdna_op_s_cmp_gt_i32, 0, STEPS, RDNA_INT_0);
        add_branch(m, rdna_op_s_cbranch_scc1, labels[to]);
    } else {
        add(m, rdna_op_v_add_nc_u32, RDNA_VGPR0 + COUNTER, RDNA_INT_0 + 1, RDNA_VGPR0 + COUNTER);
        add(m, rdna_op_v_cmpx_gt_u32, 0, RDNA_INT_0 + 4, RDNA_VGPR0 + COUNTER);
        add_branch(m, rdna_op_s_cbranch_execnz, labels[to]);
    }
}

static void
add_tangle(struct making *m)
{
    uint8_t labels[8];
    const unsigned count = 2 + below(m, 6);

    add(m, rdna_op_s_movk_i32, STEPS, 0, 0)->imm = (int32_t)below(m, 8);
    for (unsigned i = 0; i < count; i++)
        labels[i] = new_label(m);
    for (unsigned i = 0; i < count; i++) {
        add_label(m, labels[i]);
        for (unsigned j = below(m, 3); j-- > 0;)
            add_simple(m);
        add_jump(m, labels, count, i);
    }
}

/* ---- programs ---- */

/* Masks and numbers, where all companies show them. */
static void
add_results(struct making *m)
{
    struct rdna_inst *inst;

    add(m, MASK_ROW(s_mov), FOUND, RDNA_EXEC_LO, 0);
    add(m, MASK_ROW(s_mov), RDNA_EXEC_LO, RDNA_INT_MINUS_1, 0);
    inst = add(m, rdna_op_v_cndmask_b32, RDNA_VGPR0 + 12, RDNA_INT_0, RDNA_INT_0 + 1);
    inst->src[2] = FOUND;
    for (unsigned i = 0; i < 2; i++) {
        inst = add(m, rdna_op_v_cndmask_b32, RDNA_VGPR0 + 13 + i, RDNA_INT_0, RDNA_INT_0 + 1);
        inst->src[2] = mask(m);
    }
    if (one_in(m, 2))
        add(m, rdna_op_v_mov_b32, RDNA_VGPR0 + 15, number(m), 0);
}

void
random_program_make(struct random_program *program, const struct random_options *options,
                    struct chance *chance)
{
    struct making making = {.program = program, .chance = chance};
    struct making *m = &making;

    program->isa = options->isa;
    program->wave_size = options->wave_size;
    program->reach = options->reach;
    program->count = 0;
    m->is_tame = program->reach < rdna_company_subgroup && !one_in(m, 3);
    if (one_in(m, 3)) {
        add_code(m, DEPTH, below(m, 4));
        add_tangle(m);
    } else {
        add_code(m, 0, 3 + below(m, 8));
    }
    if (!one_in(m, 3))
        add_results(m);
    if (program->count == RANDOM_ITEMS)
        program->count--;
    add(m, rdna_op_s_endpgm, 0, 0, 0);
}

/* ---- words ---- */

void
random_program_encode(const struct random_program *program, struct base_arena *arena,
                      struct kit_code *code)
{
    uint32_t *words = base_arena_new_array(arena, uint32_t, RANDOM_ITEMS * RDNA_MAX_WORDS);
    uint32_t places[RANDOM_LABELS] = {0}, count = 0;

    /* Branches have one word wherever they go, so the second time all labels are known. */
    for (unsigned pass = 0; pass < 2; pass++) {
        count = 0;
        for (uint32_t i = 0; i < program->count; i++) {
            const struct random_item *item = &program->items[i];
            struct rdna_inst inst = item->inst;
            if (item->is_label)
                places[item->label] = count;
            if (item->is_label || item->is_left_out)
                continue;
            if (rdna_op_infos[inst.row].effects & RDNA_BRANCH)
                inst.imm = (int32_t)(places[item->label] - count - 1);
            count += rdna_encode(&inst, program->isa, words + count);
        }
    }
    *code = (struct kit_code){.isa = program->isa,
                              .wave_size = program->wave_size,
                              .words = words,
                              .count = count,
                              .mode = RDNA_MODE_START | 0x30,
                              .waves = RANDOM_WAVES,
                              .lds_size = RANDOM_LDS};
}

/* ---- registers ---- */

static void
start_vectors(const struct kit_code *code, const struct kit_data *data, uint32_t wave,
              struct chance *chance)
{
    for (unsigned lane = 0; lane < code->wave_size; lane++) {
        for (unsigned reg = 0; reg < RANDOM_VECTORS; reg++)
            kit_vector(code, data, wave, reg)[lane] =
                chance_below(chance, 2) ? chance_word(chance) : chance_below(chance, 8);
        const uint32_t place = 16 * lane;
        kit_vector(code, data, wave, COUNTER)[lane] = chance_below(chance, 4);
        kit_vector(code, data, wave, LDS_ADDRESS)[lane] = place;
        kit_vector(code, data, wave, WINDOW_ADDRESS)[lane] =
            (uint32_t)KIT_WINDOW + place + 16 * code->wave_size * wave;
        kit_vector(code, data, wave, WINDOW_ADDRESS + 1)[lane] = (uint32_t)(KIT_WINDOW >> 32);
    }
}

struct kit_data
random_program_start(const struct kit_code *code, struct chance *chance, struct base_arena *arena)
{
    const struct kit_data data = kit_data_new(arena, code, RANDOM_WINDOW);

    for (uint32_t i = 0; i < RANDOM_WINDOW; i++)
        data.window[i] = (uint8_t)chance_bits(chance);
    for (uint32_t wave = 0; wave < code->waves; wave++) {
        uint32_t *scalars = kit_scalars(code, &data, wave);
        for (unsigned i = 0; i < 128; i++)
            scalars[i] =
                i < NUMBERS || chance_one_in(chance, 2) ? chance_word(chance) : chance_bits(chance);
        const uint64_t exec = chance_lanes(chance, code->wave_size);
        scalars[RDNA_EXEC_LO] = (uint32_t)exec;
        scalars[RDNA_EXEC_HI] = (uint32_t)(exec >> 32);
        scalars[RDNA_NULL] = 0;
        scalars[RDNA_STATE_SCC] = chance_below(chance, 2);
        start_vectors(code, &data, wave, chance);
    }
    return data;
}
