/* SPDX-License-Identifier: MIT */
#include "inst_maker.h"

#include "rdna/encode.h"

#include <string.h>

enum { TRIES = 200 };

static const struct rdna_op_info *
info_of(enum rdna_op row)
{
    return &rdna_op_infos[row];
}

bool
maker_has_operand(enum rdna_op row, enum rdna_operand_kind kind)
{
    const struct rdna_op_info *info = info_of(row);

    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].kind == kind)
            return true;
    return false;
}

bool
maker_is_on_registers(enum rdna_op row)
{
    const struct rdna_op_info *info = info_of(row);
    const uint32_t others =
        RDNA_BRANCH | RDNA_JUMP | RDNA_END | RDNA_BARRIER | RDNA_LOAD | RDNA_STORE | RDNA_ATOMIC;

    switch (info->family) {
    case rdna_family_sop1:
    case rdna_family_sop2:
    case rdna_family_sopc:
    case rdna_family_sopk:
    case rdna_family_vop1:
    case rdna_family_vop2:
    case rdna_family_vopc:
    case rdna_family_vop3:
    case rdna_family_vop3p:
        break;
    default:
        return false;
    }
    return row != rdna_op_v_illegal && !(info->effects & others) &&
           !maker_has_operand(row, rdna_operand_ATTR);
}

/* ---- what a row demands by nature ---- */

static enum rdna_company
company_of(const struct maker *maker, enum rdna_op row)
{
    const struct rdna_op_info *info = info_of(row);
    const bool is_scalar = info->family == rdna_family_sop1;

    if (is_scalar && info->effects & RDNA_REL)
        return rdna_company_subgroup;
    if (is_scalar && info->effects & RDNA_W_EXEC &&
        rdna_type_infos[info->operands[0].type].registers * 32 != maker->wave_size)
        return rdna_company_subgroup;
    switch ((unsigned)row) {
    case rdna_op_v_readfirstlane_b32:
    case rdna_op_v_readlane_b32:
    case rdna_op_v_writelane_b32:
    case rdna_op_v_permlane16_b32:
    case rdna_op_v_permlanex16_b32:
        return rdna_company_subgroup;
    case rdna_op_s_wqm_b32:
    case rdna_op_s_wqm_b64:
        return rdna_company_quad;
    }
    return rdna_company_lane;
}

bool
maker_can(const struct maker *maker, enum rdna_op row)
{
    return info_of(row)->isas >> maker->isa & 1 && company_of(maker, row) <= maker->reach;
}

/* ---- operands ---- */

static uint32_t
below(struct maker *maker, uint32_t bound)
{
    return chance_below(maker->chance, bound);
}

static bool
one_in(struct maker *maker, uint32_t times)
{
    return chance_one_in(maker->chance, times);
}

/* A vector register of so many: one that is only read, or one of the instruction's own. */
static uint16_t
some_vector(struct maker *maker, unsigned count)
{
    if (one_in(maker, 6))
        return (uint16_t)(RDNA_VGPR0 + maker->vdst + below(maker, 5 - count));
    const bool is_wide = one_in(maker, 8) ? count == 1 : count > 1;
    const unsigned first = is_wide ? maker->wide_vectors : maker->vectors;
    const unsigned end = is_wide ? maker->vector_end : maker->wide_vectors;
    if (is_wide && count == 2)
        return (uint16_t)(RDNA_VGPR0 + first + 2 * below(maker, (end - first) / 2));
    return (uint16_t)(RDNA_VGPR0 + first + below(maker, end - first - count + 1));
}

static uint16_t
some_scalar_register(struct maker *maker, unsigned count)
{
    const unsigned step = count > 2 ? 4 : count;
    const unsigned first = count > 1 ? maker->wide_scalars : maker->scalars;

    if (one_in(maker, 8) && count <= 2)
        return one_in(maker, 2) ? RDNA_VCC_LO : RDNA_EXEC_LO;
    if (one_in(maker, 16) && count == 1)
        return one_in(maker, 2) ? RDNA_M0 : RDNA_NULL;
    if (one_in(maker, 6))
        return (uint16_t)(maker->sdst + step * below(maker, 4 / step));
    return (uint16_t)(first + step * below(maker, (maker->scalar_end - first) / step));
}

/* One from which M0 counts on. */
static uint16_t
some_plain_scalar(struct maker *maker, unsigned count)
{
    const unsigned first = count > 1 ? maker->wide_scalars : maker->scalars;

    return (uint16_t)(first + count * below(maker, 4 / count));
}

static uint16_t
some_constant(struct maker *maker, struct rdna_inst *inst, bool has_literal)
{
    if (has_literal && one_in(maker, 3)) {
        inst->literal = chance_word(maker->chance);
        return RDNA_LITERAL;
    }
    if (one_in(maker, 3))
        return (uint16_t)(RDNA_FLOAT_0_5 + below(maker, 9));
    return (uint16_t)(RDNA_INT_0 + below(maker, one_in(maker, 2) ? 81 : 34));
}

static uint16_t
some_scalar(struct maker *maker, struct rdna_inst *inst, unsigned count, bool has_literal)
{
    if (maker->has_specials && one_in(maker, 8)) {
        static const uint16_t specials[] = {RDNA_SCC, RDNA_VCCZ, RDNA_EXECZ};
        return specials[below(maker, maker->reach >= rdna_company_subgroup ? 3 : 1)];
    }
    return one_in(maker, 3) ? some_constant(maker, inst, has_literal)
                            : some_scalar_register(maker, count);
}

static uint16_t
some_scalar_destination(struct maker *maker, unsigned count)
{
    /* Half of EXEC is no mask where a lane has its bit alone. */
    const bool has_exec = maker->reach >= rdna_company_subgroup || count * 32 == maker->wave_size;

    if (maker->writes_special && one_in(maker, 6))
        return count == 1 && one_in(maker, 4) ? RDNA_M0
               : one_in(maker, 2) && has_exec ? RDNA_EXEC_LO
                                              : RDNA_VCC_LO;
    return (uint16_t)(maker->sdst + (count > 1 ? 2 * below(maker, 2) : below(maker, 4)));
}

static uint16_t
some_source(struct maker *maker, struct rdna_inst *inst, const struct rdna_operand *operand,
            unsigned source)
{
    const unsigned count = rdna_type_infos[operand->type].registers;
    const bool is_vector = operand->kind == rdna_operand_V || inst->form == rdna_form_dpp16 ||
                           inst->form == rdna_form_dpp8 ||
                           (inst->form == rdna_form_e32 && source > 0);
    const bool is_relative = info_of((enum rdna_op)inst->row)->effects & RDNA_REL;

    if (operand->kind == rdna_operand_SR ||
        (operand->kind == rdna_operand_SS && inst->row == rdna_op_s_movrelsd_2_b32))
        return is_relative ? some_plain_scalar(maker, count) : some_scalar_register(maker, count);
    if (operand->kind == rdna_operand_SS)
        return some_scalar(maker, inst, count, true);
    if (is_vector || !one_in(maker, 3))
        return some_vector(maker, count);
    if (inst->form == rdna_form_sdwa)
        return one_in(maker, 3) ? some_constant(maker, inst, false)
                                : some_scalar_register(maker, count);
    return some_scalar(maker, inst, count, true);
}

static int32_t
some_number(struct maker *maker, enum rdna_imm kind)
{
    if (kind == rdna_imm_hwreg) {
        const unsigned offset = below(maker, 10), size = below(maker, 10 - offset);
        return (int32_t)(1 | offset << 6 | size << 11);
    }
    return (int16_t)chance_word(maker->chance);
}

static void
fill_operand(struct maker *maker, struct rdna_inst *inst, const struct rdna_operand *operand,
             unsigned *source)
{
    const unsigned count = rdna_type_infos[operand->type].registers;

    switch (operand->kind) {
    case rdna_operand_D:
    case rdna_operand_A:
        inst->dst = (uint16_t)(RDNA_VGPR0 + maker->vdst + below(maker, 5 - count));
        break;
    case rdna_operand_DS:
    case rdna_operand_AS:
        inst->dst = info_of((enum rdna_op)inst->row)->effects & RDNA_REL
                        ? (uint16_t)maker->sdst
                        : some_scalar_destination(maker, count);
        break;
    case rdna_operand_SD:
        inst->dst = some_scalar_register(maker, count);
        break;
    case rdna_operand_DM:
        inst->sdst = inst->form != rdna_form_e64 && inst->form != rdna_form_sdwa ? RDNA_VCC_LO
                     : one_in(maker, 6)                                          ? RDNA_VCC_LO
                                        : (uint16_t)(maker->sdst + 2 * below(maker, 2));
        break;
    case rdna_operand_SM:
        inst->src[2] = inst->form != rdna_form_e64 ? RDNA_VCC_LO
                       : one_in(maker, 8)          ? (uint16_t)(RDNA_INT_0 + 65 * below(maker, 2))
                                          : some_scalar_register(maker, maker->wave_size / 32);
        break;
    case rdna_operand_VA:
        inst->src[(*source)++] = (uint16_t)(RDNA_VGPR0 + maker->vdst + below(maker, 4));
        break;
    case rdna_operand_S:
    case rdna_operand_V:
    case rdna_operand_SS:
    case rdna_operand_SR:
        inst->src[*source] = some_source(maker, inst, operand, *source);
        ++*source;
        break;
    case rdna_operand_K:
        inst->literal = chance_word(maker->chance);
        break;
    case rdna_operand_I:
        inst->imm = some_number(maker, (enum rdna_imm)operand->type);
        break;
    }
}

/* ---- forms ---- */

static bool
choose_form(struct maker *maker, const struct rdna_op_info *info, struct rdna_inst *inst)
{
    static const struct {
        uint8_t bit, form;
    } forms[] = {{RDNA_FORM_E32, rdna_form_e32},
                 {RDNA_FORM_E64, rdna_form_e64},
                 {RDNA_FORM_DPP16, rdna_form_dpp16},
                 {RDNA_FORM_DPP8, rdna_form_dpp8},
                 {RDNA_FORM_SDWA, rdna_form_sdwa}};
    static const uint8_t only[rdna_family_count] = {
        [rdna_family_sop1] = rdna_form_sop1, [rdna_family_sop2] = rdna_form_sop2,
        [rdna_family_sopc] = rdna_form_sopc, [rdna_family_sopk] = rdna_form_sopk,
        [rdna_family_vop3] = rdna_form_e64,  [rdna_family_vop3p] = rdna_form_vop3p,
    };

    if (info->forms == RDNA_FORM_ONE) {
        inst->form = only[info->family];
        return true;
    }
    const uint32_t choice = below(maker, BASE_COUNT(forms));
    inst->form = forms[choice].form;
    const bool is_dpp = inst->form == rdna_form_dpp16 || inst->form == rdna_form_dpp8;
    /* Through M0 with other lanes or parts of registers: refused, nothing writes that. */
    if (info->effects & RDNA_REL && inst->form != rdna_form_e32 && inst->form != rdna_form_e64)
        return false;
    return info->forms & forms[choice].bit && !(is_dpp && maker->reach == rdna_company_lane);
}

static void
fill_dpp16(struct maker *maker, struct rdna_inst *inst)
{
    /* quad_perm, row_shl, row_shr, row_ror, mirrors; row_share and row_xmask. */
    static const uint16_t kinds[][2] = {{0, 256},   {0x101, 15}, {0x111, 15}, {0x121, 15},
                                        {0x140, 2}, {0x150, 16}, {0x160, 16}};
    const uint32_t kind = maker->reach == rdna_company_quad ? 0 : below(maker, BASE_COUNT(kinds));
    const uint32_t control = kinds[kind][0] + below(maker, kinds[kind][1]);
    uint32_t bits = control << 8;

    bits |= below(maker, 4) << 18; /* fi and bound_ctrl */
    bits |= one_in(maker, 2) ? 0xff000000 : chance_bits(maker->chance) & 0xff000000;
    inst->control = bits;
}

static void
fill_dpp8(struct maker *maker, struct rdna_inst *inst)
{
    const bool in_quads = maker->reach == rdna_company_quad;
    const uint32_t quad = chance_bits(maker->chance) & 0xff;

    inst->fetch_inactive = one_in(maker, 2);
    for (unsigned lane = 0; lane < 8; lane++) {
        const uint32_t select =
            in_quads ? (quad >> 2 * (lane & 3) & 3) | (lane & 4) : below(maker, 8);
        inst->control |= select << (8 + 3 * lane);
    }
}

/* Of a float only what a NaN is whole in can be compared, and not what its sign makes. */
static uint32_t
some_sdwa_destination(struct maker *maker, const struct rdna_op_info *info)
{
    const struct rdna_type_info *type = &rdna_type_infos[info->operands[0].type];
    const bool is_float = type->class == rdna_class_flt;
    const uint32_t unused = is_float ? 2 * below(maker, 2) : below(maker, 3);
    uint32_t select = 6;

    if (!is_float)
        select = below(maker, 7);
    else if (type->bits == 16)
        select = 4 + below(maker, 3);
    return select << 8 | unused << 11;
}

static void
fill_sdwa(struct maker *maker, const struct rdna_op_info *info, struct rdna_inst *inst)
{
    if (info->family != rdna_family_vopc)
        inst->control = some_sdwa_destination(maker, info);
    inst->control |= below(maker, 7) << 16;
    inst->control |= below(maker, 7) << 24;
}

/* Of sources, the result and its place in a register. */
static void
fill_modifiers(struct maker *maker, const struct rdna_op_info *info, struct rdna_inst *inst)
{
    const bool is_long = inst->form == rdna_form_e64;
    const bool is_sdwa = inst->form == rdna_form_sdwa;
    /* A mask beside a vector result is written where abs would be. */
    const bool has_abs = !is_long || info->operands[0].kind == rdna_operand_DM ||
                         !maker_has_operand((enum rdna_op)inst->row, rdna_operand_DM);

    if (inst->form == rdna_form_vop3p) {
        inst->op_sel = (uint8_t)below(maker, 8);
        inst->op_sel_hi = one_in(maker, 2) ? 7 : (uint8_t)below(maker, 8);
        inst->neg = one_in(maker, 2) ? 0 : (uint8_t)below(maker, 8);
        inst->abs = one_in(maker, 2) ? 0 : (uint8_t)below(maker, 8);
        inst->clamp = info->effects & RDNA_CLAMP && one_in(maker, 4);
        return;
    }
    for (unsigned i = 0; i < 3 && (is_long || is_sdwa || inst->form == rdna_form_dpp16); i++) {
        const enum rdna_source_mods mods = rdna_source_mods_of((enum rdna_op)inst->row, i);
        if (mods == rdna_source_mods_float) {
            inst->neg |= (uint8_t)(one_in(maker, 4) << i);
            inst->abs |= (uint8_t)((has_abs && one_in(maker, 4)) << i);
        } else if (mods == rdna_source_mods_int && is_sdwa) {
            inst->sext |= (uint8_t)(one_in(maker, 3) << i);
        }
    }
    inst->clamp = (is_long || is_sdwa) && info->effects & RDNA_CLAMP && one_in(maker, 4);
    if ((is_long || is_sdwa) && info->effects & RDNA_OMOD && one_in(maker, 4))
        inst->omod = (uint8_t)below(maker, 4);
    if (is_long && info->effects & (RDNA_OPSEL | RDNA_HALVES) && !one_in(maker, 3))
        inst->op_sel = (uint8_t)below(maker, 16);
}

static void
fill(struct maker *maker, const struct rdna_op_info *info, struct rdna_inst *inst)
{
    unsigned source = 0;

    for (unsigned i = 0; i < info->operand_count; i++)
        fill_operand(maker, inst, &info->operands[i], &source);
    fill_modifiers(maker, info, inst);
    if (inst->form == rdna_form_dpp16)
        fill_dpp16(maker, inst);
    else if (inst->form == rdna_form_dpp8)
        fill_dpp8(maker, inst);
    else if (inst->form == rdna_form_sdwa)
        fill_sdwa(maker, info, inst);
}

bool
maker_make(struct maker *maker, enum rdna_op row, struct rdna_inst *inst,
           uint32_t words[RDNA_MAX_WORDS])
{
    const struct rdna_op_info *info = info_of(row);

    for (unsigned i = 0; i < TRIES; i++) {
        struct rdna_inst wanted = {.row = (uint16_t)row};
        if (!choose_form(maker, info, &wanted))
            continue;
        fill(maker, info, &wanted);
        const unsigned count = rdna_encode(&wanted, maker->isa, words);
        if (count && rdna_decode(words, count, maker->isa, maker->wave_size, inst) &&
            inst->row == wanted.row && inst->form == wanted.form && inst->words == count)
            return true;
    }
    return false;
}
