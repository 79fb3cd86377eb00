/* SPDX-License-Identifier: MIT */
#include "said.h"

static void
keep_export(struct rdna_inst *inst)
{
    for (unsigned i = 0; i < 4; i++) {
        const bool used = inst->compr ? i < 2 && inst->en >> 2 * i & 3 : inst->en >> i & 1;
        if (!used)
            inst->src[i] = RDNA_VGPR0;
    }
}

static void
keep_image(struct rdna_inst *inst)
{
    struct rdna_image image;

    if (!inst->nsa_words)
        return;
    rdna_image_registers(inst, &image);
    for (unsigned i = image.addresses - 1; i < BASE_COUNT(inst->nsa); i++)
        inst->nsa[i] = 0;
    inst->words = (uint8_t)(inst->words - inst->nsa_words);
    inst->nsa_words = (uint8_t)((image.addresses + 2) / 4);
    inst->words = (uint8_t)(inst->words + inst->nsa_words);
}

static bool
has_offset(const struct rdna_op_info *info)
{
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].kind == rdna_operand_SOFF)
            return true;
    return false;
}

void
keep_said(struct rdna_inst *inst)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];

    switch ((enum rdna_form)inst->form) {
    case rdna_form_dpp16:
        /* Signs are in the record, or count for nothing. */
        inst->control &= 0xff0cff00;
        break;
    case rdna_form_sdwa:
        /* So are signs and scalar destinations, which VCC may be without being named. */
        inst->control &= info->family == rdna_family_vopc ? 0x07070000 : 0x07071f00;
        break;
    case rdna_form_smem:
        if (!has_offset(info))
            inst->soffset = 0, inst->imm = 0;
        break;
    case rdna_form_sopp:
        if (info->operand_count && info->operands[0].type == rdna_imm_waitcnt)
            inst->imm &= ~0x80;
        if (info->operand_count && info->operands[0].type == rdna_imm_sendmsg)
            inst->imm &= 0x37f;
        break;
    case rdna_form_mubuf:
        if (inst->lds)
            inst->dst = inst->vdata = RDNA_VGPR0;
        break;
    case rdna_form_scratch:
        if (inst->saddr != RDNA_NULL)
            inst->vaddr = RDNA_VGPR0;
        break;
    case rdna_form_e64:
        /* Of lane permutations two bits say something. */
        if (info->operand_count && info->operands[info->operand_count - 1].kind == rdna_operand_SS)
            inst->op_sel &= 3;
        if (info->effects & RDNA_HALVES)
            inst->op_sel = 0;
        break;
    case rdna_form_mimg:
        keep_image(inst);
        break;
    case rdna_form_exp:
        keep_export(inst);
        break;
    case rdna_form_none:
    case rdna_form_e32:
    case rdna_form_dpp8:
    case rdna_form_vop3p:
    case rdna_form_vintrp:
    case rdna_form_sop1:
    case rdna_form_sop2:
    case rdna_form_sopc:
    case rdna_form_sopk:
    case rdna_form_ds:
    case rdna_form_mtbuf:
    case rdna_form_flat:
    case rdna_form_global:
        break;
    }
}

bool
is_said_same(const struct rdna_inst *a, const struct rdna_inst *b)
{
    struct rdna_inst x = *a, y = *b;

    keep_said(&x);
    keep_said(&y);
    return !memcmp(&x, &y, sizeof(x));
}

bool
is_cut(const struct rdna_inst *inst)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    unsigned source = 0;

    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct rdna_operand *operand = &info->operands[i];
        if (operand->kind != rdna_operand_S && operand->kind != rdna_operand_SS &&
            operand->kind != rdna_operand_V)
            continue;
        const unsigned code = inst->src[source++];
        const bool real = rdna_type_infos[operand->type].class == rdna_class_flt;
        if (rdna_type_infos[operand->type].bits == 16 && !real && code >= RDNA_FLOAT_0_5 &&
            code <= RDNA_FLOAT_INV_2PI)
            return true;
        if (code == RDNA_LITERAL && inst->literal >> 16 &&
            (rdna_type_infos[operand->type].bits == 16 || operand->type == rdna_type_mix))
            return true;
    }
    return false;
}
