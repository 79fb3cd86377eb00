/* SPDX-License-Identifier: MIT */
#include "rdna/decode.h"

#include "rdna/decode_priv.h"
#include "rdna/tables.h"

/* What a decoder of a form reads and fills in. */
struct decoding {
    const uint32_t *words;
    size_t count;
    enum rdna_isa isa;
    enum rdna_width mask_width;
    bool literal; /* A literal follows the words of the form. */
};

/* Sets the code of an operand from its field; false if no operand of this width has that code. */
static bool
read_code(struct decoding *d, uint32_t code, enum rdna_width width, uint16_t *out)
{
    if (code >= RDNA_VGPR0) {
        static const uint8_t registers[rdna_width_count] = {1, 2, 3, 4, 8, 16};
        *out = (uint16_t)code;
        return code + registers[width] <= RDNA_VGPR0 + 256;
    }
    *out = fits[width][code];
    d->literal |= code == RDNA_LITERAL;
    return *out != 0xffff;
}

static bool
read_vector(struct decoding *d, uint32_t field, enum rdna_width width, uint16_t *out)
{
    return read_code(d, RDNA_VGPR0 + (field & 0xff), width, out);
}

static bool
start(struct rdna_inst *inst, enum rdna_op row, enum rdna_form form, unsigned words)
{
    inst->row = (uint16_t)row;
    inst->form = (uint8_t)form;
    inst->words = (uint8_t)words;
    return row != rdna_op_none;
}

/* Takes in the literal, if there is one. The last step of the forms that may have it. */
static bool
finish(const struct decoding *d, struct rdna_inst *inst)
{
    if (!d->literal)
        return true;
    if (d->count <= inst->words)
        return false;
    inst->literal = d->words[inst->words++];
    return true;
}

/* ---- Scalar forms ---- */

static bool
decode_sop1(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (!start(inst, rows_sop1[d->isa][w >> 8 & 0xff], rdna_form_sop1, 1))
        return false;
    const struct rdna_shape *shape = &shapes[inst->row];
    if (shape->dst_kind && !read_code(d, w >> 16 & 0x7f, shape->dst, &inst->dst))
        return false;
    if (shape->source_count && !read_code(d, w & 0xff, shape->src[0], &inst->src[0]))
        return false;
    return finish(d, inst);
}

static bool
decode_sop2(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (!start(inst, rows_sop2[d->isa][w >> 23 & 0x7f], rdna_form_sop2, 1))
        return false;
    const struct rdna_shape *shape = &shapes[inst->row];
    return read_code(d, w >> 16 & 0x7f, shape->dst, &inst->dst) &&
           read_code(d, w & 0xff, shape->src[0], &inst->src[0]) &&
           read_code(d, w >> 8 & 0xff, shape->src[1], &inst->src[1]) && finish(d, inst);
}

static bool
decode_sopc(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (!start(inst, rows_sopc[d->isa][w >> 16 & 0x7f], rdna_form_sopc, 1))
        return false;
    const struct rdna_shape *shape = &shapes[inst->row];
    return read_code(d, w & 0xff, shape->src[0], &inst->src[0]) &&
           read_code(d, w >> 8 & 0xff, shape->src[1], &inst->src[1]) && finish(d, inst);
}

static bool
decode_sopk(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (!start(inst, rows_sopk[d->isa][w >> 23 & 0x1f], rdna_form_sopk, 1))
        return false;
    const struct rdna_shape *shape = &shapes[inst->row];
    if (shape->dst_kind && !read_code(d, w >> 16 & 0x7f, shape->dst, &inst->dst))
        return false;
    inst->imm = (int16_t)w;
    d->literal |= shape->has_literal;
    return finish(d, inst);
}

static bool
decode_sopp(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (!start(inst, rows_sopp[d->isa][w >> 16 & 0x7f], rdna_form_sopp, 1))
        return false;
    inst->imm = (int16_t)w;
    return !(w & shapes[inst->row].zero[0]);
}

static bool
decode_smem_operand(struct decoding *d, struct rdna_inst *inst, const struct rdna_operand *operand)
{
    const uint32_t w = d->words[0];
    const enum rdna_width wide = operand->type == rdna_type_b128 ? rdna_width_4 : rdna_width_2;

    switch (operand->kind) {
    case rdna_operand_SBASE:
        return read_code(d, (w & 0x3f) << 1, wide, &inst->sbase);
    case rdna_operand_SOFF:
        inst->soffset = (uint16_t)(d->words[1] >> 25);
        return true;
    case rdna_operand_I:
        inst->dst = w >> 6 & 0x7f;
        return true;
    }
    return read_code(d, w >> 6 & 0x7f, shapes[inst->row].dst, &inst->dst);
}

static bool
decode_smem(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (d->count < 2 || !start(inst, rows_smem[d->isa][w >> 18 & 0xff], rdna_form_smem, 2))
        return false;
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    for (unsigned i = 0; i < info->operand_count; i++)
        if (!decode_smem_operand(d, inst, &info->operands[i]))
            return false;
    inst->imm = (int32_t)(d->words[1] << 11) >> 11;
    if (info->effects & (RDNA_LOAD | RDNA_STORE | RDNA_ATOMIC)) {
        inst->dlc = w >> 14 & 1;
        inst->glc = w >> 16 & 1;
    }
    return true;
}

/* ---- VALU forms ---- */

/* The destination of a short form, or of the long one; 8 bits. */
static bool
read_vdst(struct decoding *d, const struct rdna_shape *shape, uint32_t field,
          struct rdna_inst *inst)
{
    switch (shape->dst_kind) {
    case rdna_operand_none:
        return true;
    case rdna_operand_DS:
        return read_code(d, field, shape->dst, &inst->dst);
    case rdna_operand_DM:
        return read_code(d, field, d->mask_width, &inst->sdst);
    }
    return read_vector(d, field, shape->dst, &inst->dst);
}

/* Masks that short forms do not name. */
static void
imply_masks(const struct rdna_shape *shape, struct rdna_inst *inst)
{
    if (shape->has_sdst)
        inst->sdst = RDNA_VCC_LO;
    if (shape->has_mask)
        inst->src[2] = RDNA_VCC_LO;
}

static bool
decode_sdwa(struct decoding *d, struct rdna_inst *inst)
{
    const struct rdna_shape *shape = &shapes[inst->row];
    const uint32_t w = d->words[0], c = d->words[1];
    const bool compares = rdna_op_infos[inst->row].family == rdna_family_vopc;

    if (c & shape->zero_sdwa)
        return false;
    start(inst, inst->row, rdna_form_sdwa, 2);
    inst->control = c;
    imply_masks(shape, inst);
    if (!compares) {
        if (shape->source_count && ((c >> 8 & 7) == 7 || (c >> 11 & 3) == 3))
            return false;
        if (!read_vdst(d, shape, w >> 17 & 0xff, inst))
            return false;
        inst->clamp = c >> 13 & 1;
        inst->omod = c >> 14 & 3;
    } else if (c & 0x8000 && !read_code(d, c >> 8 & 0x7f, d->mask_width, &inst->sdst)) {
        return false;
    }
    for (unsigned i = 0; i < shape->source_count; i++) {
        const uint32_t bits = c >> (16 + 8 * i);
        const uint32_t field = i ? w >> 9 & 0xff : c & 0xff;
        inst->sext |= (uint8_t)((bits >> 3 & 1) << i);
        inst->neg |= (uint8_t)((bits >> 4 & 1) << i);
        inst->abs |= (uint8_t)((bits >> 5 & 1) << i);
        if ((bits & 7) == 7 ||
            !read_code(d, field | (bits & 0x80 ? 0 : RDNA_VGPR0), rdna_width_1, &inst->src[i]))
            return false;
    }
    return !d->literal;
}

static bool
decode_dpp(struct decoding *d, struct rdna_inst *inst, enum rdna_form form)
{
    const struct rdna_shape *shape = &shapes[inst->row];
    const uint32_t w = d->words[0], c = d->words[1];

    start(inst, inst->row, form, 2);
    inst->control = c;
    inst->fetch_inactive = form == rdna_form_dpp8 && (w & 0x1ff) == 0xea;
    imply_masks(shape, inst);
    if (form == rdna_form_dpp16) {
        if (c & shape->zero_dpp)
            return false;
        for (unsigned i = 0; i < shape->source_count; i++) {
            const uint32_t bits = c >> (20 + 2 * i);
            if (shape->mods[i] == rdna_mods_float) {
                inst->neg |= (uint8_t)((bits & 1) << i);
                inst->abs |= (uint8_t)((bits >> 1 & 1) << i);
            } else if (shape->mods[i] == rdna_mods_int) {
                inst->sext |= (uint8_t)((bits & 1) << i);
            }
        }
    }
    return read_vdst(d, shape, w >> 17 & 0xff, inst) &&
           (!shape->source_count || read_vector(d, c, rdna_width_1, &inst->src[0])) &&
           (shape->source_count < 2 || read_vector(d, w >> 9, rdna_width_1, &inst->src[1]));
}

/* The form that src0 chooses, or the plain one. v_nop has no source, so it is whole without the
 * second word: it has one only if that could be its own. */
static enum rdna_form
short_form(const struct decoding *d, const struct rdna_shape *shape, unsigned forms)
{
    const bool optional = !shape->source_count && d->count >= 2;
    const uint32_t word = optional ? d->words[1] : 0;

    if (!shape->source_count && !optional)
        return rdna_form_e32;
    switch (d->words[0] & 0x1ff) {
    case 249:
        return forms & RDNA_FORM_SDWA && !(optional && word & shape->zero_sdwa) ? rdna_form_sdwa
                                                                                : rdna_form_e32;
    case 250:
        return forms & RDNA_FORM_DPP16 && !(optional && word & shape->zero_dpp) ? rdna_form_dpp16
                                                                                : rdna_form_e32;
    case 233:
    case 234:
        return forms & RDNA_FORM_DPP8 && !(optional && word & 0xff) ? rdna_form_dpp8
                                                                    : rdna_form_e32;
    }
    return rdna_form_e32;
}

/* VOP1, VOP2 and VOPC. */
static bool
decode_short(struct decoding *d, struct rdna_inst *inst, enum rdna_op row)
{
    const uint32_t w = d->words[0], src0 = w & 0x1ff;

    if (!start(inst, row, rdna_form_e32, 1))
        return false;
    const struct rdna_shape *shape = &shapes[row];
    const bool compares = rdna_op_infos[row].family == rdna_family_vopc;
    if (src0 >= 233 && src0 <= 250) {
        const enum rdna_form form = short_form(d, shape, rdna_op_infos[row].forms);
        if (form == rdna_form_sdwa)
            return d->count >= 2 && decode_sdwa(d, inst);
        if (form != rdna_form_e32)
            return d->count >= 2 && decode_dpp(d, inst, form);
    }

    imply_masks(shape, inst);
    if (!compares && !read_vdst(d, shape, w >> 17 & 0xff, inst))
        return false;
    if (shape->source_count && !read_code(d, src0, shape->src[0], &inst->src[0]))
        return false;
    if (shape->source_count > 1 && !read_vector(d, w >> 9, shape->src[1], &inst->src[1]))
        return false;
    d->literal |= shape->has_literal;
    return finish(d, inst);
}

static bool
decode_vop1(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];
    const enum rdna_op row = rows_vop1[d->isa][w >> 9 & 0xff];

    return decode_short(d, inst, row) && (rdna_op_infos[row].operand_count || !(w >> 17 & 0xff));
}

static bool
decode_vop2(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];
    const enum rdna_op row = rows_vop2[d->isa][w >> 25 & 0x3f];

    return decode_short(d, inst, row) && (rdna_op_infos[row].operand_count || !w);
}

static bool
decode_vopc(struct decoding *d, struct rdna_inst *inst)
{
    return decode_short(d, inst, rows_vopc[d->isa][d->words[0] >> 17 & 0xff]);
}

/* neg, abs and op_sel of the long form's fields, from field first on. */
static void
read_modifiers(const struct decoding *d, const struct rdna_shape *shape, unsigned first,
               struct rdna_inst *inst)
{
    const uint32_t w = d->words[0], x = d->words[1];

    for (unsigned i = first; i < shape->source_count; i++) {
        const unsigned neg = x >> (29 + i) & 1, abs = w >> (8 + i) & 1;
        if (shape->mods[i] == rdna_mods_float) {
            inst->neg |= (uint8_t)(neg << (i - first));
            if (!shape->has_sdst || shape->dst_kind == rdna_operand_DM)
                inst->abs |= (uint8_t)(abs << (i - first));
        } else if (shape->mods[i] == rdna_mods_int) {
            inst->sext |= (uint8_t)(neg << (i - first));
        }
    }
}

static bool
decode_vop3(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (d->count < 2 || !start(inst, rows_vop3[d->isa][w >> 16 & 0x3ff], rdna_form_e64, 2))
        return false;
    const struct rdna_shape *shape = &shapes[inst->row];
    const uint32_t x = d->words[1];
    if (w & shape->zero[0] || x & shape->zero[1] || !read_vdst(d, shape, w & 0xff, inst))
        return false;
    if (shape->has_sdst && shape->dst_kind != rdna_operand_DM &&
        !read_code(d, w >> 8 & 0x7f, d->mask_width, &inst->sdst))
        return false;

    const unsigned first = shape->has_attr ? 1 : 0;
    for (unsigned i = first; i < shape->source_count; i++)
        if (!read_code(d, x >> 9 * i & 0x1ff, shape->src[i], &inst->src[i - first]))
            return false;
    if (shape->has_mask && !read_code(d, x >> 18 & 0x1ff, d->mask_width, &inst->src[2]))
        return false;
    if (shape->has_attr) {
        inst->attr = x & 0x3f;
        inst->chan = x >> 6 & 3;
        inst->op_sel = x >> 8 & 1;
        inst->imm = (int32_t)(x >> 9 & 0x1ff);
    }
    read_modifiers(d, shape, first, inst);
    if (rdna_op_infos[inst->row].effects & (RDNA_OPSEL | RDNA_HALVES))
        inst->op_sel = w >> 11 & 15;
    inst->clamp = w >> 15 & 1;
    inst->omod = x >> 27 & 3;
    return finish(d, inst);
}

static bool
decode_vop3p(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (d->count < 2 || !start(inst, rows_vop3p[d->isa][w >> 16 & 0x7f], rdna_form_vop3p, 2))
        return false;
    const struct rdna_shape *shape = &shapes[inst->row];
    const uint32_t x = d->words[1];
    if (w & shape->zero[0] || x & shape->zero[1] || !read_vector(d, w, rdna_width_1, &inst->dst))
        return false;
    for (unsigned i = 0; i < shape->source_count; i++)
        if (!read_code(d, x >> 9 * i & 0x1ff, shape->src[i], &inst->src[i]))
            return false;
    const unsigned all = (1u << shape->source_count) - 1;
    inst->neg = (uint8_t)(x >> 29 & all);
    inst->abs = (uint8_t)(w >> 8 & all);
    inst->op_sel = (uint8_t)(w >> 11 & all);
    inst->op_sel_hi = (uint8_t)((x >> 27 & 3) | (w >> 12 & 4)) & (uint8_t)all;
    inst->clamp = w >> 15 & 1;
    return finish(d, inst);
}

static bool
decode_vintrp(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (!start(inst, rows_vintrp[d->isa][w >> 16 & 3], rdna_form_vintrp, 1))
        return false;
    inst->attr = w >> 10 & 0x3f;
    inst->chan = w >> 8 & 3;
    inst->dst = (uint16_t)(RDNA_VGPR0 + (w >> 18 & 0xff));
    /* A register, or the parameter that v_interp_mov takes. */
    inst->src[0] = (uint16_t)(RDNA_VGPR0 + (w & 0xff));
    inst->imm = (int32_t)(w & 0xff);
    return true;
}

/* ---- Memory ---- */

static bool
decode_ds(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (d->count < 2 || !start(inst, rows_ds[d->isa][w >> 18 & 0xff], rdna_form_ds, 2))
        return false;
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const struct rdna_shape *shape = &shapes[inst->row];
    const uint32_t x = d->words[1];
    inst->gds = w >> 17 & 1;
    inst->imm = (int32_t)(w & 0xffff);
    if (w & shape->zero[0] || x & shape->zero[1] || (info->effects & RDNA_GWS && !inst->gds))
        return false;
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct rdna_operand *operand = &info->operands[i];
        const enum rdna_width width = data_widths[operand->type];
        bool good = true;
        if (operand->kind == rdna_operand_ADDR)
            good = read_vector(d, x, rdna_width_1, &inst->vaddr);
        else if (operand->kind == rdna_operand_DATA)
            good = read_vector(d, x >> 8, width, &inst->vdata);
        else if (operand->kind == rdna_operand_DATA1)
            good = read_vector(d, x >> 16, width, &inst->vdata1);
        else
            good = read_vector(d, x >> 24, width, &inst->dst);
        if (!good)
            return false;
    }
    return true;
}

/* What MUBUF and MTBUF share. Registers of the data: by the row, and one more with tfe. */
static bool
decode_buffer(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0], x = d->words[1];
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const struct rdna_shape *shape = &shapes[inst->row];

    if (w & shape->zero[0] || x & shape->zero[1])
        return false;
    inst->imm = (int32_t)(w & 0xfff);
    inst->offen = w >> 12 & 1;
    inst->idxen = w >> 13 & 1;
    inst->glc = w >> 14 & 1;
    inst->dlc = w >> 15 & 1;
    inst->slc = x >> 22 & 1;
    inst->tfe = x >> 23 & 1;
    const unsigned registers = rdna_type_infos[info->operands[0].type].registers + inst->tfe;
    inst->vdata = inst->dst = (uint16_t)(RDNA_VGPR0 + (x >> 8 & 0xff));
    if (!inst->lds && inst->dst + registers > RDNA_VGPR0 + 256)
        return false;
    if ((inst->offen || inst->idxen) &&
        !read_vector(d, x, inst->offen && inst->idxen ? rdna_width_2 : rdna_width_1, &inst->vaddr))
        return false;
    return read_code(d, (x >> 16 & 0x1f) << 2, rdna_width_4, &inst->srsrc) &&
           read_code(d, x >> 24, rdna_width_1, &inst->soffset) && finish(d, inst);
}

static bool
decode_mubuf(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (d->count < 2 || !start(inst, rows_mubuf[d->isa][w >> 18 & 0xff], rdna_form_mubuf, 2))
        return false;
    inst->lds = w >> 16 & 1;
    if (!rdna_op_infos[inst->row].operand_count)
        return !(w & shapes[inst->row].zero[0] || d->words[1] & shapes[inst->row].zero[1]);
    return decode_buffer(d, inst) && !(inst->lds && inst->tfe);
}

static bool
decode_mtbuf(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (d->count < 2)
        return false;
    const uint32_t code = (w >> 16 & 7) | (d->words[1] >> 18 & 8);
    if (!start(inst, rows_mtbuf[d->isa][code], rdna_form_mtbuf, 2))
        return false;
    inst->format = w >> 19 & 0x7f;
    return decode_buffer(d, inst);
}

/* FLAT, GLOBAL and SCRATCH: where the address is. */
static bool
read_address(struct decoding *d, struct rdna_inst *inst, const struct rdna_operand *operand)
{
    const uint32_t x = d->words[1];
    bool wide = true;

    inst->saddr = x >> 16 & 0x7f;
    if (operand->type == rdna_addr_flat)
        return inst->saddr == RDNA_NULL && read_vector(d, x, rdna_width_2, &inst->vaddr);
    if (operand->type == rdna_addr_global)
        wide = inst->saddr == RDNA_NULL;
    else
        wide = false;
    return read_vector(d, x, wide ? rdna_width_2 : rdna_width_1, &inst->vaddr);
}

static bool
read_flat_operand(struct decoding *d, struct rdna_inst *inst, const struct rdna_operand *operand)
{
    const uint32_t x = d->words[1];
    const enum rdna_width width = data_widths[operand->type];

    switch (operand->kind) {
    case rdna_operand_ADDR:
        return read_address(d, inst, operand);
    case rdna_operand_SADDR:
        inst->saddr = x >> 16 & 0x7f;
        return inst->form == rdna_form_scratch ||
               read_code(d, inst->saddr, rdna_width_2, &inst->saddr);
    case rdna_operand_DATA:
        return read_vector(d, x >> 8, width, &inst->vdata);
    case rdna_operand_DR:
        return !inst->glc || read_vector(d, x >> 24, width, &inst->dst);
    }
    return inst->lds || read_vector(d, x >> 24, width, &inst->dst);
}

static bool
decode_flat(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0], code = w >> 18 & 0x7f;
    enum rdna_op row = rdna_op_none;
    enum rdna_form form = rdna_form_flat;

    if (d->count < 2)
        return false;
    switch (w >> 14 & 3) {
    case 0:
        row = rows_flat[d->isa][code];
        break;
    case 1:
        row = rows_scratch[d->isa][code];
        form = rdna_form_scratch;
        break;
    case 2:
        row = rows_global[d->isa][code];
        form = rdna_form_global;
        break;
    }
    if (!start(inst, row, form, 2))
        return false;
    const struct rdna_op_info *info = &rdna_op_infos[row];
    inst->lds = w >> 13 & 1;
    inst->dlc = w >> 12 & 1;
    inst->glc = w >> 16 & 1;
    inst->slc = w >> 17 & 1;
    inst->imm = form == rdna_form_flat ? (int32_t)(w & 0xfff) : (int32_t)(w << 20) >> 20;
    if ((inst->lds && !(info->effects & RDNA_LDS)) || d->words[1] >> 23 & 1)
        return false;
    for (unsigned i = 0; i < info->operand_count; i++)
        if (!read_flat_operand(d, inst, &info->operands[i]))
            return false;
    return true;
}

static bool
decode_mimg(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0], code = (w >> 18 & 0x7f) | (w & 1) << 7;
    const unsigned nsa_words = w >> 1 & 3;

    if (d->count < 2 + nsa_words ||
        !start(inst, rows_mimg[d->isa][code], rdna_form_mimg, 2 + nsa_words))
        return false;
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const uint32_t x = d->words[1];
    inst->dim = w >> 3 & 7;
    inst->dlc = w >> 7 & 1;
    inst->dmask = w >> 8 & 15;
    inst->unorm = w >> 12 & 1;
    inst->glc = w >> 13 & 1;
    inst->r128 = w >> 15 & 1;
    inst->tfe = w >> 16 & 1;
    inst->lwe = w >> 17 & 1;
    inst->slc = w >> 25 & 1;
    inst->a16 = x >> 30 & 1;
    inst->d16 = x >> 31;
    inst->vaddr = (uint16_t)(RDNA_VGPR0 + (x & 0xff));
    inst->vdata = inst->dst = (uint16_t)(RDNA_VGPR0 + (x >> 8 & 0xff));
    inst->nsa_words = (uint8_t)nsa_words;
    for (unsigned i = 0; i < 4 * nsa_words; i++)
        inst->nsa[i] = (uint8_t)(d->words[2 + i / 4] >> 8 * (i % 4));

    const bool sampled = info->operand_count > 3;
    if ((inst->d16 && !(info->effects & RDNA_FORMAT)) || (!sampled && x >> 21 & 0x1f))
        return false;
    if (info->operands[2].type == rdna_type_b128) {
        /* Intersections have no choice of these. */
        if ((w & 0x0203bfb8u) != 0x9f00u)
            return false;
    }
    return read_code(d, (x >> 16 & 0x1f) << 2, data_widths[info->operands[2].type], &inst->srsrc) &&
           (!sampled || read_code(d, (x >> 21 & 0x1f) << 2, rdna_width_4, &inst->ssamp)) &&
           rdna_image_registers(inst, NULL);
}

static bool
decode_exp(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (d->count < 2)
        return false;
    const uint32_t x = d->words[1];
    start(inst, rows_exp[d->isa][0], rdna_form_exp, 2);
    inst->en = w & 15;
    inst->target = w >> 4 & 0x3f;
    inst->compr = w >> 10 & 1;
    inst->done = w >> 11 & 1;
    inst->vm = w >> 12 & 1;
    for (unsigned i = 0; i < 4; i++)
        inst->src[i] = (uint16_t)(RDNA_VGPR0 + (x >> 8 * i & 0xff));
    return true;
}

/* ---- All of them ---- */

static bool
decode_scalar(struct decoding *d, struct rdna_inst *inst)
{
    switch (d->words[0] >> 23 & 0x7f) {
    case 0x7d:
        return decode_sop1(d, inst);
    case 0x7e:
        return decode_sopc(d, inst);
    case 0x7f:
        return decode_sopp(d, inst);
    }
    return d->words[0] >> 28 == 0xb ? decode_sopk(d, inst) : decode_sop2(d, inst);
}

static bool
decode_one(struct decoding *d, struct rdna_inst *inst)
{
    const uint32_t w = d->words[0];

    if (!(w >> 31)) {
        if (w >> 25 == 0x3f)
            return decode_vop1(d, inst);
        return w >> 25 == 0x3e ? decode_vopc(d, inst) : decode_vop2(d, inst);
    }
    if (w >> 30 == 2)
        return decode_scalar(d, inst);
    switch (w >> 26) {
    case 0x32:
        return decode_vintrp(d, inst);
    case 0x33:
        return decode_vop3p(d, inst);
    case 0x35:
        return decode_vop3(d, inst);
    case 0x36:
        return decode_ds(d, inst);
    case 0x37:
        return decode_flat(d, inst);
    case 0x38:
        return decode_mubuf(d, inst);
    case 0x3a:
        return decode_mtbuf(d, inst);
    case 0x3c:
        return decode_mimg(d, inst);
    case 0x3d:
        return decode_smem(d, inst);
    case 0x3e:
        return decode_exp(d, inst);
    }
    return false;
}

bool
rdna_decode(const uint32_t *words, size_t count, enum rdna_isa isa, unsigned wave_size,
            struct rdna_inst *inst)
{
    struct decoding d = {
        .words = words,
        .count = count,
        .isa = isa,
        .mask_width = wave_size == 64 ? rdna_width_2 : rdna_width_1,
    };

    memset(inst, 0, sizeof(*inst));
    if (count && decode_one(&d, inst))
        return true;
    memset(inst, 0, sizeof(*inst));
    inst->words = 1;
    return false;
}
