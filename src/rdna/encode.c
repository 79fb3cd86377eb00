/* SPDX-License-Identifier: MIT */
#include "rdna/encode.h"

#include "rdna/decode_priv.h"
#include "rdna/tables.h"

/* What src0 of a short form says when more words follow. */
enum { SRC0_DPP8 = 233, SRC0_DPP8_FETCH = 234, SRC0_SDWA = 249, SRC0_DPP16 = 250 };

enum rdna_source_mods
rdna_source_mods_of(enum rdna_op row, unsigned source)
{
    /* An attribute stands in the first field, where it counts as a source without any. */
    const unsigned field = source + (shapes[row].has_attr ? 1u : 0u);

    if (field >= shapes[row].source_count)
        return rdna_source_mods_none;
    if (shapes[row].mods[field] == rdna_mods_float)
        return rdna_source_mods_float;
    return shapes[row].mods[field] == rdna_mods_int ? rdna_source_mods_int : rdna_source_mods_none;
}

static bool
has_literal(const struct rdna_inst *inst)
{
    const struct rdna_shape *shape = &shapes[inst->row];

    for (unsigned i = 0; i < shape->source_count && i < 3; i++)
        if (inst->src[i] == RDNA_LITERAL)
            return true;
    return shape->has_literal || (shape->has_mask && inst->src[2] == RDNA_LITERAL) ||
           inst->dst == RDNA_LITERAL || inst->sdst == RDNA_LITERAL || inst->soffset == RDNA_LITERAL;
}

static unsigned
with_literal(const struct rdna_inst *inst, uint32_t *words, unsigned count)
{
    if (has_literal(inst))
        words[count++] = inst->literal;
    return count;
}

enum rdna_op
rdna_find_row(const char *name, size_t size)
{
    unsigned low = 0, high = BASE_COUNT(rows_by_name);

    while (low < high) {
        const unsigned middle = (low + high) / 2;
        const char *other = rdna_op_infos[rows_by_name[middle]].name;
        int order = strncmp(name, other, size);

        if (!order && other[size])
            order = -1;
        if (!order)
            return rows_by_name[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return rdna_op_none;
}

/* ---- Scalar forms ---- */

static unsigned
encode_scalar(const struct rdna_inst *inst, uint32_t *words)
{
    const uint32_t code = rdna_op_infos[inst->row].code;
    const uint32_t dst = (inst->dst & 0x7fu) << 16, src0 = inst->src[0] & 0xffu,
                   src1 = (inst->src[1] & 0xffu) << 8, imm = (uint16_t)inst->imm;

    switch (inst->form) {
    case rdna_form_sop1:
        words[0] = 0xbe800000 | dst | code << 8 | src0;
        break;
    case rdna_form_sop2:
        words[0] = 0x80000000 | code << 23 | dst | src1 | src0;
        break;
    case rdna_form_sopc:
        words[0] = 0xbf000000 | code << 16 | src1 | src0;
        break;
    case rdna_form_sopk:
        words[0] = 0xb0000000 | code << 23 | dst | imm;
        break;
    default:
        words[0] = 0xbf800000 | code << 16 | imm;
        return 1;
    }
    return with_literal(inst, words, 1);
}

static unsigned
encode_smem(const struct rdna_inst *inst, uint32_t *words)
{
    const uint32_t code = rdna_op_infos[inst->row].code;

    words[0] = 0xf4000000 | code << 18 | (uint32_t)inst->glc << 16 | (uint32_t)inst->dlc << 14 |
               (inst->dst & 0x7fu) << 6 | (inst->sbase >> 1 & 0x3fu);
    words[1] = (uint32_t)inst->soffset << 25 | ((uint32_t)inst->imm & 0x1fffff);
    return 2;
}

/* ---- VALU forms ---- */

/* The opcode of the row in the long form. */
static uint32_t
long_code(const struct rdna_op_info *info)
{
    switch (info->family) {
    case rdna_family_vop1:
        return info->code + 0x180u;
    case rdna_family_vop2:
        return info->code + 0x100u;
    case rdna_family_vintrp:
        return info->code + 0x200u;
    }
    return info->code;
}

static uint32_t
vdst_of(const struct rdna_inst *inst)
{
    const struct rdna_shape *shape = &shapes[inst->row];

    if (rdna_op_infos[inst->row].family == rdna_family_vopc)
        /* v_cmpx writes EXEC without an operand. */
        return shape->has_sdst ? inst->sdst & 0xffu : RDNA_EXEC_LO;
    return inst->dst & 0xffu;
}

/* The first word of a short form, with what is in the place of src0. */
static uint32_t
short_word(const struct rdna_inst *inst, uint32_t src0)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const uint32_t code = info->code, src1 = (inst->src[1] & 0xffu) << 9;

    if (info->family == rdna_family_vopc)
        return 0x7c000000 | code << 17 | src1 | src0;
    const uint32_t dst = vdst_of(inst) << 17;
    if (info->family == rdna_family_vop1)
        return 0x7e000000 | dst | code << 9 | src0;
    return code << 25 | dst | src1 | src0;
}

static uint32_t
bit(unsigned mask, unsigned index)
{
    return mask >> index & 1;
}

static unsigned
encode_sdwa(const struct rdna_inst *inst, uint32_t *words)
{
    const struct rdna_shape *shape = &shapes[inst->row];
    uint32_t c = inst->control & 0x07071f00;

    words[0] = short_word(inst, SRC0_SDWA);
    c |= inst->src[0] & 0xffu;
    if (rdna_op_infos[inst->row].family == rdna_family_vopc) {
        c &= ~0xff00u;
        /* VCC needs no name. */
        if (shape->has_sdst && (inst->control & 0x8000 || inst->sdst != RDNA_VCC_LO))
            c |= 0x8000 | (inst->sdst & 0x7fu) << 8;
    } else {
        c |= (uint32_t)inst->clamp << 13 | (inst->omod & 3u) << 14;
    }
    for (unsigned i = 0; i < shape->source_count; i++)
        c |= (bit(inst->sext, i) << 3 | bit(inst->neg, i) << 4 | bit(inst->abs, i) << 5 |
              (uint32_t)(inst->src[i] < RDNA_VGPR0) << 7)
             << (16 + 8 * i);
    words[1] = c;
    return 2;
}

static unsigned
encode_dpp(const struct rdna_inst *inst, uint32_t *words)
{
    const struct rdna_shape *shape = &shapes[inst->row];

    if (inst->form == rdna_form_dpp8) {
        words[0] = short_word(inst, inst->fetch_inactive ? SRC0_DPP8_FETCH : SRC0_DPP8);
        words[1] = (inst->control & ~0xffu) | (inst->src[0] & 0xffu);
        return 2;
    }
    words[0] = short_word(inst, SRC0_DPP16);
    words[1] = (inst->control & 0xff0fff00) | (inst->src[0] & 0xffu);
    for (unsigned i = 0; i < shape->source_count && i < 2; i++)
        words[1] |= ((bit(inst->neg, i) | bit(inst->sext, i)) | bit(inst->abs, i) << 1)
                    << (20 + 2 * i);
    return 2;
}

static unsigned
encode_short(const struct rdna_inst *inst, uint32_t *words)
{
    words[0] = short_word(inst, inst->src[0] & 0x1ffu);
    return with_literal(inst, words, 1);
}

static unsigned
encode_long(const struct rdna_inst *inst, uint32_t *words)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const struct rdna_shape *shape = &shapes[inst->row];
    const unsigned first = shape->has_attr ? 1 : 0;
    uint32_t w = 0xd4000000 | long_code(info) << 16 | vdst_of(inst) | (uint32_t)inst->clamp << 15;
    uint32_t x = (inst->omod & 3u) << 27;

    if (shape->has_sdst && shape->dst_kind != rdna_operand_DM)
        w |= (inst->sdst & 0x7fu) << 8;
    if (info->effects & (RDNA_OPSEL | RDNA_HALVES))
        w |= (inst->op_sel & 15u) << 11;
    if (shape->has_attr)
        x |= (inst->attr & 0x3fu) | (inst->chan & 3u) << 6 | (inst->op_sel & 1u) << 8;
    for (unsigned i = first; i < shape->source_count; i++) {
        const unsigned source = i - first;
        x |= (inst->src[source] & 0x1ffu) << 9 * i;
        x |= (bit(inst->neg, source) | bit(inst->sext, source)) << (29 + i);
        w |= bit(inst->abs, source) << (8 + i);
    }
    /* The parameter of v_interp_mov. */
    if (shape->has_attr && shape->source_count <= first)
        x |= ((uint32_t)inst->imm & 0x1ff) << 9;
    if (shape->has_mask)
        x |= (inst->src[2] & 0x1ffu) << 18;
    words[0] = w;
    words[1] = x;
    return with_literal(inst, words, 2);
}

static unsigned
encode_packed(const struct rdna_inst *inst, uint32_t *words)
{
    const struct rdna_shape *shape = &shapes[inst->row];
    /* A source that is not there has its high half selected. */
    const uint32_t high = inst->op_sel_hi | (shape->source_count < 3 ? 4u : 0u);

    words[0] = 0xcc000000 | (uint32_t)rdna_op_infos[inst->row].code << 16 | (inst->dst & 0xffu) |
               (inst->abs & 7u) << 8 | (inst->op_sel & 7u) << 11 | (high >> 2 & 1) << 14 |
               (uint32_t)inst->clamp << 15;
    words[1] = (inst->neg & 7u) << 29 | (high & 3) << 27;
    for (unsigned i = 0; i < shape->source_count; i++)
        words[1] |= (inst->src[i] & 0x1ffu) << 9 * i;
    return with_literal(inst, words, 2);
}

static unsigned
encode_vintrp(const struct rdna_inst *inst, uint32_t *words)
{
    words[0] = 0xc8000000 | (inst->dst & 0xffu) << 18 |
               (uint32_t)rdna_op_infos[inst->row].code << 16 | (inst->attr & 0x3fu) << 10 |
               (inst->chan & 3u) << 8 | (inst->src[0] & 0xffu);
    return 1;
}

/* ---- Memory ---- */

static unsigned
encode_ds(const struct rdna_inst *inst, uint32_t *words)
{
    words[0] = 0xd8000000 | (uint32_t)rdna_op_infos[inst->row].code << 18 |
               (uint32_t)inst->gds << 17 | (uint16_t)inst->imm;
    words[1] = (inst->vaddr & 0xffu) | (inst->vdata & 0xffu) << 8 | (inst->vdata1 & 0xffu) << 16 |
               (inst->dst & 0xffu) << 24;
    return 2;
}

static unsigned
encode_buffer(const struct rdna_inst *inst, uint32_t *words)
{
    const uint32_t code = rdna_op_infos[inst->row].code;
    uint32_t w = ((uint32_t)inst->imm & 0xfff) | (uint32_t)inst->offen << 12 |
                 (uint32_t)inst->idxen << 13 | (uint32_t)inst->glc << 14 |
                 (uint32_t)inst->dlc << 15;
    uint32_t x = (inst->vaddr & 0xffu) | (inst->vdata & 0xffu) << 8 |
                 (inst->srsrc >> 2 & 0x1fu) << 16 | (uint32_t)inst->slc << 22 |
                 (uint32_t)inst->tfe << 23 | (uint32_t)inst->soffset << 24;

    if (inst->form == rdna_form_mubuf) {
        w |= 0xe0000000 | code << 18 | (uint32_t)inst->lds << 16;
    } else {
        w |= 0xe8000000 | (code & 7) << 16 | (inst->format & 0x7fu) << 19;
        x |= code >> 3 << 21;
    }
    words[0] = w;
    words[1] = x;
    return with_literal(inst, words, 2);
}

static unsigned
encode_flat(const struct rdna_inst *inst, uint32_t *words)
{
    const uint32_t segment = inst->form == rdna_form_scratch  ? 1
                             : inst->form == rdna_form_global ? 2
                                                              : 0;

    words[0] = 0xdc000000 | (uint32_t)rdna_op_infos[inst->row].code << 18 | segment << 14 |
               (uint32_t)inst->slc << 17 | (uint32_t)inst->glc << 16 | (uint32_t)inst->lds << 13 |
               (uint32_t)inst->dlc << 12 | ((uint32_t)inst->imm & 0xfff);
    words[1] = (inst->vaddr & 0xffu) | (inst->vdata & 0xffu) << 8 | (inst->saddr & 0x7fu) << 16 |
               (inst->dst & 0xffu) << 24;
    return 2;
}

static unsigned
encode_mimg(const struct rdna_inst *inst, uint32_t *words)
{
    const uint32_t code = rdna_op_infos[inst->row].code;

    words[0] = 0xf0000000 | (code & 0x7f) << 18 | code >> 7 | (inst->nsa_words & 3u) << 1 |
               (inst->dim & 7u) << 3 | (uint32_t)inst->dlc << 7 | (inst->dmask & 15u) << 8 |
               (uint32_t)inst->unorm << 12 | (uint32_t)inst->glc << 13 |
               (uint32_t)inst->r128 << 15 | (uint32_t)inst->tfe << 16 | (uint32_t)inst->lwe << 17 |
               (uint32_t)inst->slc << 25;
    words[1] = (inst->vaddr & 0xffu) | (inst->vdata & 0xffu) << 8 |
               (inst->srsrc >> 2 & 0x1fu) << 16 | (inst->ssamp >> 2 & 0x1fu) << 21 |
               (uint32_t)inst->a16 << 30 | (uint32_t)inst->d16 << 31;
    for (unsigned i = 0; i < (inst->nsa_words & 3u); i++) {
        const uint8_t *nsa = &inst->nsa[4 * i];
        words[2 + i] =
            (uint32_t)nsa[3] << 24 | (uint32_t)nsa[2] << 16 | (uint32_t)nsa[1] << 8 | nsa[0];
    }
    return 2 + (inst->nsa_words & 3u);
}

static unsigned
encode_exp(const struct rdna_inst *inst, uint32_t *words)
{
    words[0] = 0xf8000000 | (inst->en & 15u) | (inst->target & 0x3fu) << 4 |
               (uint32_t)inst->compr << 10 | (uint32_t)inst->done << 11 | (uint32_t)inst->vm << 12;
    words[1] = 0;
    for (unsigned i = 0; i < 4; i++)
        words[1] |= (inst->src[i] & 0xffu) << 8 * i;
    return 2;
}

unsigned
rdna_encode(const struct rdna_inst *inst, enum rdna_isa isa, uint32_t words[RDNA_MAX_WORDS])
{
    if (!(rdna_op_infos[inst->row].isas >> isa & 1))
        return 0;
    switch ((enum rdna_form)inst->form) {
    case rdna_form_none:
        break;
    case rdna_form_e32:
        return encode_short(inst, words);
    case rdna_form_e64:
        return encode_long(inst, words);
    case rdna_form_dpp16:
    case rdna_form_dpp8:
        return encode_dpp(inst, words);
    case rdna_form_sdwa:
        return encode_sdwa(inst, words);
    case rdna_form_vop3p:
        return encode_packed(inst, words);
    case rdna_form_vintrp:
        return encode_vintrp(inst, words);
    case rdna_form_sop1:
    case rdna_form_sop2:
    case rdna_form_sopc:
    case rdna_form_sopk:
    case rdna_form_sopp:
        return encode_scalar(inst, words);
    case rdna_form_smem:
        return encode_smem(inst, words);
    case rdna_form_ds:
        return encode_ds(inst, words);
    case rdna_form_mubuf:
    case rdna_form_mtbuf:
        return encode_buffer(inst, words);
    case rdna_form_mimg:
        return encode_mimg(inst, words);
    case rdna_form_flat:
    case rdna_form_global:
    case rdna_form_scratch:
        return encode_flat(inst, words);
    case rdna_form_exp:
        return encode_exp(inst, words);
    }
    return 0;
}
