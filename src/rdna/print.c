/* SPDX-License-Identifier: MIT */
#include "rdna/print_priv.h"

/* Only instructions that could be written in another form say which. */
static const char *
suffix(const struct rdna_inst *inst, const struct rdna_op_info *info)
{
    const bool both = info->forms & RDNA_FORM_E64 && info->operand_count;

    switch ((enum rdna_form)inst->form) {
    case rdna_form_e32:
    case rdna_form_vintrp:
        return both ? "_e32" : "";
    case rdna_form_e64:
        return both ? "_e64" : "";
    case rdna_form_dpp16:
    case rdna_form_dpp8:
        return info->operand_count ? "_dpp" : "";
    case rdna_form_sdwa:
        return info->operand_count ? "_sdwa" : "";
    case rdna_form_none:
    case rdna_form_vop3p:
    case rdna_form_sop1:
    case rdna_form_sop2:
    case rdna_form_sopc:
    case rdna_form_sopk:
    case rdna_form_sopp:
    case rdna_form_smem:
    case rdna_form_ds:
    case rdna_form_mubuf:
    case rdna_form_mtbuf:
    case rdna_form_mimg:
    case rdna_form_flat:
    case rdna_form_global:
    case rdna_form_scratch:
    case rdna_form_exp:
        break;
    }
    return "";
}

/* Operands of the row that this instruction is written without. */
static bool
is_left_out(const struct rdna_inst *inst, const struct rdna_operand *operand)
{
    switch (operand->kind) {
    case rdna_operand_D:
        return inst->lds;
    case rdna_operand_DR:
        return !inst->glc;
    case rdna_operand_FMT:
        return true;
    case rdna_operand_I:
        return operand->type == rdna_imm_endpgm && !inst->imm;
    }
    return false;
}

size_t
rdna_print(const struct rdna_inst *inst, enum rdna_isa isa, unsigned wave_size, char *buffer)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    struct rdna_printer p = {buffer, inst, info, isa, wave_size};
    unsigned sources = 0;
    bool first = true;

    rdna_puts(&p, info->name);
    rdna_puts(&p, suffix(inst, info));
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (is_left_out(inst, &info->operands[i]))
            continue;
        /* The target of an export is no operand to LLVM. */
        rdna_puts(&p, first || (info->family == rdna_family_exp && i == 1) ? " " : ", ");
        rdna_put_operand(&p, &info->operands[i], &sources);
        first = false;
    }
    rdna_put_modifiers(&p);
    rdna_put(&p, '\0');
    return (size_t)(p.at - buffer) - 1;
}
