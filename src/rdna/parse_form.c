/* SPDX-License-Identifier: MIT
 *
 * Which form an instruction is in. Without a suffix it is the shortest that can say all that is
 * written, as LLVM chooses it.
 */
#include "rdna/parse_priv.h"

#define SEEN_DPP16                                                                                 \
    (RDNA_SEEN(dpp) | RDNA_SEEN(row_mask) | RDNA_SEEN(bank_mask) | RDNA_SEEN(bound_ctrl) |         \
     RDNA_SEEN(fi))
#define SEEN_DPP8 (RDNA_SEEN(dpp8) | RDNA_SEEN(fi))
#define SEEN_SDWA_SOURCES (RDNA_SEEN(src0_sel) | RDNA_SEEN(src1_sel))
#define SEEN_SDWA (RDNA_SEEN(dst_sel) | RDNA_SEEN(dst_unused) | SEEN_SDWA_SOURCES)
#define SEEN_SCALE (RDNA_SEEN(mul) | RDNA_SEEN(div))
#define SEEN_CACHE (RDNA_SEEN(glc) | RDNA_SEEN(slc) | RDNA_SEEN(dlc))

/* ---- Modifiers that a form has ---- */

static bool
has_operand(const struct rdna_op_info *info, enum rdna_operand_kind kind)
{
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].kind == kind)
            return true;
    return false;
}

static bool
writes_float(const struct rdna_op_info *info)
{
    return rdna_type_infos[info->operands[0].type].class == rdna_class_flt;
}

static uint64_t
allowed_long(const struct rdna_op_info *info)
{
    uint64_t allowed = 0;

    if (info->effects & RDNA_CLAMP)
        allowed |= RDNA_SEEN(clamp);
    if (info->effects & RDNA_OMOD)
        allowed |= SEEN_SCALE;
    if (info->effects & RDNA_OPSEL)
        allowed |= RDNA_SEEN(op_sel);
    if (info->family == rdna_family_vop3 && has_operand(info, rdna_operand_ATTR))
        allowed |= RDNA_SEEN(high);
    return allowed;
}

static uint64_t
allowed_sdwa(const struct rdna_op_info *info)
{
    uint64_t allowed = RDNA_SEEN(src0_sel);

    if (rdna_source_operand(info, 1))
        allowed |= RDNA_SEEN(src1_sel);
    if (info->family == rdna_family_vopc)
        return allowed;
    allowed |= RDNA_SEEN(dst_sel) | RDNA_SEEN(dst_unused) | RDNA_SEEN(clamp);
    return info->effects & RDNA_OMOD && writes_float(info) ? allowed | SEEN_SCALE : allowed;
}

static uint64_t
allowed_buffer(const struct rdna_op_info *info)
{
    uint64_t allowed =
        SEEN_CACHE | RDNA_SEEN(offen) | RDNA_SEEN(idxen) | RDNA_SEEN(offset) | RDNA_SEEN(tfe);

    if (!info->operand_count)
        return 0;
    if (info->effects & RDNA_ATOMIC)
        allowed &= ~(RDNA_SEEN(dlc) | RDNA_SEEN(tfe));
    if (info->family == rdna_family_mtbuf)
        allowed = (allowed | RDNA_SEEN(format)) & ~RDNA_SEEN(tfe);
    return info->effects & RDNA_LDS ? allowed | RDNA_SEEN(lds) : allowed;
}

static uint64_t
allowed_ds(const struct rdna_op_info *info)
{
    uint64_t allowed = info->effects & RDNA_NO_GDS ? 0 : RDNA_SEEN(gds);

    if (info->effects & RDNA_OFFSET2)
        return allowed | RDNA_SEEN(offset0) | RDNA_SEEN(offset1);
    return info->operand_count || !(info->effects & RDNA_NO_GDS) ? allowed | RDNA_SEEN(offset)
                                                                 : allowed;
}

static uint64_t
allowed_image(const struct rdna_op_info *info)
{
    if (info->operands[1].type & RDNA_IADDR_RAY)
        return RDNA_SEEN(a16);
    return SEEN_CACHE | RDNA_SEEN(dmask) | RDNA_SEEN(dim) | RDNA_SEEN(unorm) | RDNA_SEEN(r128) |
           RDNA_SEEN(a16) | RDNA_SEEN(tfe) | RDNA_SEEN(lwe) |
           (info->effects & RDNA_FORMAT ? RDNA_SEEN(d16) : 0);
}

static uint64_t
allowed_packed(const struct rdna_op_info *info)
{
    uint64_t allowed = RDNA_SEEN(op_sel) | RDNA_SEEN(op_sel_hi) | RDNA_SEEN(clamp);

    if (info->operands[1].type != rdna_type_mix)
        allowed |= RDNA_SEEN(neg_lo) | RDNA_SEEN(neg_hi);
    return allowed;
}

static uint64_t
allowed_in(const struct rdna_op_info *info, enum rdna_form form)
{
    switch (form) {
    case rdna_form_e64:
        return allowed_long(info);
    case rdna_form_dpp16:
        return SEEN_DPP16;
    case rdna_form_dpp8:
        return SEEN_DPP8;
    case rdna_form_sdwa:
        return allowed_sdwa(info);
    case rdna_form_vop3p:
        return allowed_packed(info);
    case rdna_form_smem:
        return (info->effects & (RDNA_LOAD | RDNA_STORE | RDNA_ATOMIC)
                    ? RDNA_SEEN(glc) | RDNA_SEEN(dlc)
                    : 0) |
               (has_operand(info, rdna_operand_SOFF) ? RDNA_SEEN(offset) : 0);
    case rdna_form_ds:
        return allowed_ds(info);
    case rdna_form_mubuf:
    case rdna_form_mtbuf:
        return allowed_buffer(info);
    case rdna_form_mimg:
        return allowed_image(info);
    case rdna_form_flat:
    case rdna_form_global:
    case rdna_form_scratch:
        return SEEN_CACHE | RDNA_SEEN(offset) | (info->effects & RDNA_LDS ? RDNA_SEEN(lds) : 0);
    case rdna_form_exp:
        return RDNA_SEEN(done) | RDNA_SEEN(compr) | RDNA_SEEN(vm);
    case rdna_form_none:
    case rdna_form_e32:
    case rdna_form_vintrp:
    case rdna_form_sop1:
    case rdna_form_sop2:
    case rdna_form_sopc:
    case rdna_form_sopk:
    case rdna_form_sopp:
        break;
    }
    return 0;
}

/* ---- What a form cannot say ---- */

struct misfit {
    enum qd_code code; /* None if the form can say all. */
    uint32_t at;
    const char *found, *expected;
};

static const struct misfit fitting = {QD_CODE_NONE, 0, NULL, NULL};

static struct misfit
check_modifiers(const struct rdna_parser *p, enum rdna_form form)
{
    const uint64_t misplaced = p->seen & ~allowed_in(p->info, form);
    uint32_t at = UINT32_MAX;

    for (unsigned i = 0; i < rdna_modifier_count; i++)
        if (misplaced >> i & 1 && p->seen_at[i] < at)
            at = p->seen_at[i];
    if (at == UINT32_MAX)
        return fitting;
    return (struct misfit){QD_CODE_RDNA_ASM_MODIFIER, at,
                           "a modifier that the instruction does not have in this form",
                           "another one or none"};
}

static bool
takes_signs(const struct rdna_parser *p, enum rdna_form form, unsigned source)
{
    const struct rdna_operand *operand = rdna_source_operand(p->info, source);
    const bool real = rdna_type_infos[operand->type].class == rdna_class_flt;

    if (form == rdna_form_sdwa)
        return real;
    if (form == rdna_form_vop3p)
        return operand->type == rdna_type_mix;
    return rdna_source_mods_of(p->inst.row, source) == rdna_source_mods_float;
}

static struct misfit
check_source_modifiers(const struct rdna_parser *p, enum rdna_form form, unsigned source)
{
    const struct rdna_inst *inst = &p->inst;
    const struct misfit misfit = {QD_CODE_RDNA_ASM_MODIFIER, p->source_at[source],
                                  "a source with a sign, an absolute value or an extension",
                                  "it as it is, in this form"};
    const bool neg = inst->neg >> source & 1, abs = inst->abs >> source & 1,
               sext = inst->sext >> source & 1;
    /* neg_lo and neg_hi are kept in the same bits. */
    const bool packed =
        form == rdna_form_vop3p && rdna_source_operand(p->info, source)->type != rdna_type_mix;

    if (!sext && ((!neg && !abs) || packed))
        return p->signs >> source & 1 && packed ? misfit : fitting;
    if (form != rdna_form_e64 && form != rdna_form_dpp16 && form != rdna_form_sdwa &&
        form != rdna_form_vop3p)
        return misfit;
    const bool signs = takes_signs(p, form, source);
    const bool extends = form == rdna_form_sdwa
                             ? !signs
                             : rdna_source_mods_of(p->inst.row, source) == rdna_source_mods_int;
    if ((sext && !extends) || ((neg || abs) && !signs))
        return misfit;
    /* The bits of absolute values are where the second destination is. */
    if (abs && form == rdna_form_e64 && p->info->family != rdna_family_vopc &&
        has_operand(p->info, rdna_operand_DM))
        return misfit;
    return fitting;
}

static struct misfit
check_source(const struct rdna_parser *p, enum rdna_form form, unsigned source)
{
    const unsigned code = p->inst.src[source];
    const uint32_t at = p->source_at[source];

    switch (form) {
    case rdna_form_e32:
        if (source == 1 && code < RDNA_VGPR0)
            return (struct misfit){QD_CODE_RDNA_ASM_OPERAND, at, "another operand",
                                   "a vector register as the second source of the short form"};
        break;
    case rdna_form_dpp16:
    case rdna_form_dpp8:
        if (code < RDNA_VGPR0)
            return (struct misfit){QD_CODE_RDNA_ASM_OPERAND, at, "another operand",
                                   "a vector register in DPP"};
        break;
    case rdna_form_sdwa:
        if (code == RDNA_LITERAL)
            return (struct misfit){QD_CODE_RDNA_ASM_LITERAL, at, "a number that needs a literal",
                                   "one that does not, in SDWA"};
        break;
    default:
        break;
    }
    return check_source_modifiers(p, form, source);
}

/* The short forms have VCC for their lane masks; comparisons in SDWA may have another. */
static struct misfit
check_masks(const struct rdna_parser *p, enum rdna_form form)
{
    const bool names_sdst = form == rdna_form_sdwa && p->info->family == rdna_family_vopc;
    struct misfit misfit = {QD_CODE_RDNA_ASM_OPERAND, 0, "another lane mask",
                            "VCC, as this form has no other"};

    if (form == rdna_form_e64)
        return fitting;
    if (has_operand(p->info, rdna_operand_DM) && p->inst.sdst != RDNA_VCC_LO && !names_sdst) {
        misfit.at = p->sdst_at;
        return misfit;
    }
    if (has_operand(p->info, rdna_operand_SM) && p->inst.src[2] != RDNA_VCC_LO) {
        misfit.at = p->mask_at;
        return misfit;
    }
    return fitting;
}

static struct misfit
check_form(const struct rdna_parser *p, enum rdna_form form)
{
    struct misfit misfit = check_modifiers(p, form);

    if (p->info->family == rdna_family_exp)
        return misfit;
    for (unsigned i = 0; !misfit.code && rdna_source_operand(p->info, i); i++)
        misfit = check_source(p, form, i);
    if (!misfit.code)
        misfit = check_masks(p, form);
    if (!misfit.code && (form == rdna_form_dpp16 || form == rdna_form_dpp8) &&
        !(p->seen & (RDNA_SEEN(dpp) | RDNA_SEEN(dpp8))))
        misfit = (struct misfit){QD_CODE_RDNA_ASM_MODIFIER, p->tokens.count - 1, "no control",
                                 "one of DPP, such as quad_perm:[0,1,2,3]"};
    return misfit;
}

/* ---- The choice ---- */

static const char *const form_names[] = {
    [rdna_suffix_e32] = "short",
    [rdna_suffix_e64] = "long",
    [rdna_suffix_dpp] = "DPP",
    [rdna_suffix_sdwa] = "SDWA",
};

static bool
has_form(const struct rdna_op_info *info, enum rdna_form form)
{
    switch (form) {
    case rdna_form_e32:
    case rdna_form_vintrp:
        return info->forms & RDNA_FORM_E32;
    case rdna_form_e64:
        return info->forms & RDNA_FORM_E64 || info->family == rdna_family_vop3;
    case rdna_form_dpp16:
        return info->forms & RDNA_FORM_DPP16;
    case rdna_form_dpp8:
        return info->forms & RDNA_FORM_DPP8;
    case rdna_form_sdwa:
        return info->forms & RDNA_FORM_SDWA;
    default:
        return true;
    }
}

/* Of the families that have one form. */
static enum rdna_form
only_form(enum rdna_family family)
{
    static const uint8_t forms[rdna_family_count] = {
        [rdna_family_sop1] = rdna_form_sop1,       [rdna_family_sop2] = rdna_form_sop2,
        [rdna_family_sopc] = rdna_form_sopc,       [rdna_family_sopk] = rdna_form_sopk,
        [rdna_family_sopp] = rdna_form_sopp,       [rdna_family_smem] = rdna_form_smem,
        [rdna_family_vop3] = rdna_form_e64,        [rdna_family_vop3p] = rdna_form_vop3p,
        [rdna_family_ds] = rdna_form_ds,           [rdna_family_mubuf] = rdna_form_mubuf,
        [rdna_family_mtbuf] = rdna_form_mtbuf,     [rdna_family_mimg] = rdna_form_mimg,
        [rdna_family_flat] = rdna_form_flat,       [rdna_family_global] = rdna_form_global,
        [rdna_family_scratch] = rdna_form_scratch, [rdna_family_exp] = rdna_form_exp,
    };

    return (enum rdna_form)forms[family];
}

static enum rdna_form
wanted_form(const struct rdna_parser *p)
{
    const enum rdna_form shortest =
        p->info->family == rdna_family_vintrp ? rdna_form_vintrp : rdna_form_e32;
    const enum rdna_form only = only_form((enum rdna_family)p->info->family);

    switch (p->suffix) {
    case rdna_suffix_e32:
        return shortest;
    case rdna_suffix_e64:
        return rdna_form_e64;
    case rdna_suffix_dpp:
        return p->seen & RDNA_SEEN(dpp8) ? rdna_form_dpp8 : rdna_form_dpp16;
    case rdna_suffix_sdwa:
        return rdna_form_sdwa;
    case rdna_suffix_none:
        break;
    }
    if (only)
        return only;
    if (p->seen & RDNA_SEEN(dpp8))
        return rdna_form_dpp8;
    if (p->seen & SEEN_DPP16)
        return rdna_form_dpp16;
    if (p->seen & SEEN_SDWA)
        return rdna_form_sdwa;
    if (!has_form(p->info, rdna_form_e64) || !check_form(p, shortest).code)
        return shortest;
    return rdna_form_e64;
}

/* What is meant where nothing is written. */
static void
set_defaults(struct rdna_parser *p)
{
    struct rdna_inst *inst = &p->inst;
    const bool compares = p->info->family == rdna_family_vopc;

    switch ((enum rdna_form)inst->form) {
    case rdna_form_dpp16:
        if (!(p->seen & RDNA_SEEN(row_mask)))
            inst->control |= 0xf0000000;
        if (!(p->seen & RDNA_SEEN(bank_mask)))
            inst->control |= 0x0f000000;
        inst->control |= (uint32_t)inst->fetch_inactive << 18;
        inst->fetch_inactive = false;
        break;
    case rdna_form_sdwa:
        if (!compares && !(p->seen & RDNA_SEEN(dst_sel)))
            inst->control |= 6u << 8;
        if (!compares && !(p->seen & RDNA_SEEN(dst_unused)))
            inst->control |= 2u << 11;
        if (!(p->seen & RDNA_SEEN(src0_sel)))
            inst->control |= 6u << 16;
        if (rdna_source_operand(p->info, 1) && !(p->seen & RDNA_SEEN(src1_sel)))
            inst->control |= 6u << 24;
        break;
    case rdna_form_vop3p:
        if (!(p->seen & RDNA_SEEN(op_sel_hi)) && p->info->operands[1].type != rdna_type_mix)
            inst->op_sel_hi = rdna_source_operand(p->info, 2) ? 7 : 3;
        break;
    case rdna_form_mtbuf:
        if (!(p->seen & RDNA_SEEN(format)))
            inst->format = 1;
        break;
    case rdna_form_vintrp:
        if (inst->src[0] < RDNA_VGPR0)
            inst->src[0] += RDNA_VGPR0; /* The parameter of v_interp_mov. */
        inst->imm = inst->src[0] & 0xff;
        break;
    case rdna_form_e64:
        if (has_operand(p->info, rdna_operand_ATTR))
            inst->imm = inst->src[0];
        if (!rdna_source_operand(p->info, 0))
            inst->src[0] = 0;
        break;
    default:
        break;
    }
}

bool
rdna_choose_form(struct rdna_parser *p)
{
    const enum rdna_form form = wanted_form(p);
    const enum rdna_suffix suffix = p->suffix;

    if ((suffix && only_form((enum rdna_family)p->info->family) && form != rdna_form_e64) ||
        (suffix == rdna_suffix_e64 && p->info->family != rdna_family_vop3 &&
         only_form((enum rdna_family)p->info->family)) ||
        !has_form(p->info, form))
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_FORM, 0, "found the %s form of %s, which has none",
                            suffix                                              ? form_names[suffix]
                            : form == rdna_form_dpp16 || form == rdna_form_dpp8 ? "DPP"
                            : form == rdna_form_sdwa                            ? "SDWA"
                                                                                : "short",
                            p->info->name);
    const struct misfit misfit = check_form(p, form);
    if (misfit.code)
        return rdna_fail_at(p, misfit.code, misfit.at, "found %s, expected %s", misfit.found,
                            misfit.expected);
    p->inst.form = (uint8_t)form;
    set_defaults(p);
    return true;
}
