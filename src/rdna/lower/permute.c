/* SPDX-License-Identifier: MIT
 *
 * Reads of other lanes: DPP, v_permlane, ds_swizzle, ds_bpermute. What they read is put into a
 * register behind all that can be named, before anything is written, and the instruction is
 * translated as though it named that one.
 */
#include "rdna/lower/lower_priv.h"

/* The lane of a row of 16 that the i-th one reads; -1 outside of the row. */
static int
row_source(unsigned control, unsigned i)
{
    const unsigned n = control & 15;

    switch (control >> 4) {
    case 0x10: /* row_shl */
        return i + n > 15 ? -1 : (int)(i + n);
    case 0x11: /* row_shr */
        return i < n ? -1 : (int)(i - n);
    case 0x12: /* row_ror */
        return (int)((i - n) & 15);
    case 0x14: /* row_mirror, row_half_mirror */
        return n ? (int)(i ^ 7) : (int)(15 - i);
    case 0x15: /* row_share */
        return (int)n;
    case 0x16: /* row_xmask */
        return (int)(i ^ n);
    }
    return (int)((i & 12) + (control >> 2 * (i & 3) & 3)); /* quad_perm */
}

bool
rdna_dpp_is_control(unsigned control)
{
    switch (control >> 4) {
    case 0x10:
    case 0x11:
    case 0x12:
        return control & 15;
    case 0x13:
        return false;
    case 0x14:
        return (control & 15) < 2;
    }
    return control < 0x170;
}

enum kind { kind_none, kind_dpp16, kind_dpp8, kind_permlane, kind_swizzle, kind_bpermute };

static enum kind
kind_of(const struct rdna_inst *inst)
{
    if (inst->form == rdna_form_dpp16)
        return kind_dpp16;
    if (inst->form == rdna_form_dpp8)
        return kind_dpp8;
    switch ((unsigned)inst->row) {
    case rdna_op_v_permlane16_b32:
    case rdna_op_v_permlanex16_b32:
        return kind_permlane;
    case rdna_op_ds_swizzle_b32:
        return kind_swizzle;
    case rdna_op_ds_bpermute_b32:
        return kind_bpermute;
    }
    return kind_none;
}

static uint32_t
swizzle_of(const struct rdna_inst *inst)
{
    return (uint32_t)inst->imm & 0xffff;
}

/* The lane of the 32 that the i-th of them reads. */
static unsigned
swizzle_source(uint32_t pattern, unsigned i)
{
    if (pattern & 0x8000)
        return (i & ~3u) | (pattern >> 2 * (i & 3) & 3);
    return (((i & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31)) & 31;
}

/* Of lane i of 16, where it is the same in every row; else -1. */
static int
source_of(const struct rdna_inst *inst, unsigned i)
{
    switch (kind_of(inst)) {
    case kind_dpp16:
        return row_source(rdna_dpp_control(inst), i);
    case kind_dpp8:
        return (int)((i & 8) + rdna_dpp8_select(inst, i & 7));
    case kind_swizzle:
        return swizzle_source(swizzle_of(inst), i) == swizzle_source(swizzle_of(inst), i + 16) - 16
                   ? (int)swizzle_source(swizzle_of(inst), i)
                   : -1;
    default:
        return -1;
    }
}

bool
rdna_dpp_is_masked(const struct rdna_inst *inst)
{
    return inst->form == rdna_form_dpp16 &&
           (rdna_dpp_row_mask(inst) != 15 || rdna_dpp_bank_mask(inst) != 15);
}

bool
rdna_dpp_is_quad(const struct rdna_inst *inst, uint32_t *imm)
{
    uint32_t perm = 0;

    for (unsigned i = 0; i < 16; i++) {
        const int source = source_of(inst, i);
        if (source < 0 || ((unsigned)source & ~3u) != (i & ~3u))
            return false;
        if (i < 4)
            perm |= ((uint32_t)source & 3) << 2 * i;
        else if (((uint32_t)source & 3) != (perm >> 2 * (i & 3) & 3))
            return false;
    }
    *imm = perm;
    return true;
}

/* ---- the lane that a lane reads ---- */

struct fetch {
    ir_ref from;  /* Its number; a lane that there is, also where it is not valid. */
    ir_ref valid; /* 0: always. */
};

static ir_ref
word(struct rdna_lowering *l, uint32_t value)
{
    return ir_build_i32(&l->b, value);
}

/* A table of a number of bits for each lane of some, which are no more than 32 in all. */
static ir_ref
look_up(struct rdna_lowering *l, uint32_t table, ir_ref index, unsigned bits)
{
    struct ir_builder *b = &l->b;
    const ir_ref shift = ir_build_imul(b, index, word(l, bits));
    const ir_ref found = ir_build_ushr(b, word(l, table), shift);

    return ir_build_iand(b, found, word(l, (1u << bits) - 1));
}

static struct fetch
fetch_row(struct rdna_lowering *l, unsigned control)
{
    struct ir_builder *b = &l->b;
    const uint32_t n = control & 15;
    const ir_ref row = ir_build_iand(b, l->lane, word(l, ~15u));
    const ir_ref i = ir_build_iand(b, l->lane, word(l, 15));
    struct fetch fetch = {0, 0};
    ir_ref place;

    switch (control >> 4) {
    case 0x10:
        place = ir_build_iadd(b, i, word(l, n));
        fetch.valid = ir_build_ult(b, place, word(l, 16));
        break;
    case 0x11:
        place = ir_build_isub(b, i, word(l, n));
        fetch.valid = ir_build_uge(b, i, word(l, n));
        break;
    case 0x12:
        place = ir_build_isub(b, i, word(l, n));
        break;
    case 0x14:
        place = ir_build_ixor(b, i, word(l, n ? 7 : 15));
        break;
    case 0x15:
        place = word(l, n);
        break;
    case 0x16:
        place = ir_build_ixor(b, i, word(l, n));
        break;
    default: {
        const ir_ref quad = ir_build_iand(b, i, word(l, 12));
        const ir_ref own = ir_build_iand(b, i, word(l, 3));
        place = ir_build_iadd(b, quad, look_up(l, control, own, 2));
    }
    }
    fetch.from = ir_build_iadd(b, row, ir_build_iand(b, place, word(l, 15)));
    return fetch;
}

static struct fetch
fetch_eight(struct rdna_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref own = ir_build_iand(b, l->lane, word(l, 7));
    const ir_ref group = ir_build_iand(b, l->lane, word(l, ~7u));
    const ir_ref place = look_up(l, l->inst->control >> 8, own, 3);

    return (struct fetch){ir_build_iadd(b, group, place), 0};
}

/* A selector of four bits for each lane of a row, in two scalar operands. */
static struct fetch
fetch_selected(struct rdna_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref low = rdna_source_word(l, 1, 0);
    const ir_ref high = rdna_source_word(l, 2, 0);
    const ir_ref is_low = ir_build_ieq(b, ir_build_iand(b, l->lane, word(l, 8)), word(l, 0));
    const ir_ref selectors = ir_build_select(b, is_low, low, high);
    const ir_ref shift = ir_build_ishl(b, ir_build_iand(b, l->lane, word(l, 7)), word(l, 2));
    const ir_ref place = ir_build_iand(b, ir_build_ushr(b, selectors, shift), word(l, 15));
    ir_ref row = ir_build_iand(b, l->lane, word(l, ~15u));

    if (l->inst->row == rdna_op_v_permlanex16_b32)
        row = ir_build_ixor(b, row, word(l, 16));
    return (struct fetch){ir_build_ior(b, row, place), 0};
}

static struct fetch
fetch_swizzled(struct rdna_lowering *l)
{
    const uint32_t pattern = swizzle_of(l->inst);
    struct ir_builder *b = &l->b;

    if (pattern & 0x8000)
        return fetch_row(l, pattern & 0xff);
    const ir_ref group = ir_build_iand(b, l->lane, word(l, 32));
    const ir_ref kept = ir_build_iand(b, l->lane, word(l, pattern & 31));
    const ir_ref set = ir_build_ior(b, kept, word(l, pattern >> 5 & 31));
    const ir_ref place = ir_build_ixor(b, set, word(l, pattern >> 10 & 31));
    return (struct fetch){ir_build_ior(b, group, place), 0};
}

ir_ref
rdna_addressed_lane(struct rdna_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref own = rdna_vector(l, l->inst->vaddr - RDNA_VGPR0, ir_type_i32);
    const ir_ref address = ir_build_iadd(b, own, word(l, (uint32_t)l->inst->imm));
    const ir_ref place = ir_build_iand(b, ir_build_ushr(b, address, word(l, 2)), word(l, 31));
    const ir_ref half = ir_build_iand(b, l->lane, word(l, 32));

    return ir_build_ior(b, half, place);
}

static struct fetch
fetch_of(struct rdna_lowering *l)
{
    switch (kind_of(l->inst)) {
    case kind_dpp8:
        return fetch_eight(l);
    case kind_permlane:
        return fetch_selected(l);
    case kind_swizzle:
        return fetch_swizzled(l);
    case kind_bpermute:
        return (struct fetch){rdna_addressed_lane(l), 0};
    default:
        return fetch_row(l, rdna_dpp_control(l->inst));
    }
}

/* ---- staging ---- */

static bool
has_bound_control(const struct rdna_inst *inst)
{
    switch (kind_of(inst)) {
    case kind_dpp16:
        return rdna_dpp_bound_control(inst);
    case kind_permlane:
        return inst->op_sel >> 1 & 1;
    default:
        return true;
    }
}

static bool
has_fetch_inactive(const struct rdna_inst *inst)
{
    switch (kind_of(inst)) {
    case kind_dpp16:
    case kind_dpp8:
        return rdna_dpp_fetch_inactive(inst);
    case kind_permlane:
        return inst->op_sel & 1;
    default:
        return false;
    }
}

static unsigned
source_register(const struct rdna_inst *inst)
{
    const enum kind kind = kind_of(inst);

    return (kind == kind_swizzle    ? inst->vaddr
            : kind == kind_bpermute ? inst->vdata
                                    : inst->src[0]) -
           RDNA_VGPR0;
}

static ir_ref
both(struct rdna_lowering *l, ir_ref x, ir_ref y)
{
    return x ? ir_build_iand(&l->b, x, y) : y;
}

/* Reads in the quad: the source lane's bit of EXEC is read as its value is. */
static ir_ref
read_quad(struct rdna_lowering *l, uint32_t imm, unsigned reg, ir_ref *readable)
{
    const ir_ref own = l->source_register ? rdna_vector_at(l, l->source_register)
                                          : rdna_vector(l, reg, ir_type_i32);
    const ir_ref value = ir_build_op(&l->b, ir_op_quad_perm, ir_type_i32, own, 0, imm);
    const ir_ref exec = rdna_mask_bit(l, RDNA_EXEC_LO, false);

    *readable = 0;
    if (!has_fetch_inactive(l->inst))
        *readable = ir_op_of(l->shader, exec) == ir_op_const
                        ? exec
                        : ir_build_op(&l->b, ir_op_quad_perm, ir_type_bool, exec, 0, imm);
    return value;
}

static ir_ref
read_wave(struct rdna_lowering *l, unsigned reg, ir_ref *readable)
{
    const struct fetch fetch = fetch_of(l);
    const ir_ref value = l->source_register ? rdna_vector_at_of(l, l->source_register, fetch.from)
                                            : rdna_vector_of(l, reg, fetch.from);

    *readable = fetch.valid;
    if (!has_fetch_inactive(l->inst))
        *readable = both(l, *readable, rdna_mask_bit_of(l, RDNA_EXEC_LO, fetch.from));
    return value;
}

static void
stage_lane(struct rdna_lowering *l)
{
    const unsigned reg = source_register(l->inst);
    uint32_t imm;
    ir_ref readable;
    ir_ref value = rdna_has_bits_alone(l) && rdna_dpp_is_quad(l->inst, &imm)
                       ? read_quad(l, imm, reg, &readable)
                       : read_wave(l, reg, &readable);

    if (readable)
        value = ir_build_select(&l->b, readable, value, word(l, 0));
    rdna_force_vector(l, RDNA_STAGED, value);
    /* A loop over lanes asks again, in the lane that is written. */
    if (l->company != rdna_company_wave)
        l->readable = readable;
}

void
rdna_stage(struct rdna_lowering *l)
{
    static const struct rdna_lower_row all_lanes = {NULL, NULL, RDNA_ROW_INACTIVE};
    const struct rdna_lower_row *row = l->row;

    if (kind_of(l->inst) == kind_none)
        return;
    l->readable = 0;
    l->row = &all_lanes;
    rdna_for_lanes(l, false, stage_lane);
    l->row = row;
    l->is_staged = true;
}

/* Is the lane's row and bank in the masks? */
static ir_ref
is_in_masks(struct rdna_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref row = ir_build_ushr(b, l->lane, word(l, 4));
    const ir_ref quad = ir_build_ushr(b, l->lane, word(l, 2));
    const ir_ref bank = ir_build_iand(b, quad, word(l, 3));
    const ir_ref in_rows = look_up(l, rdna_dpp_row_mask(l->inst), row, 1);
    const ir_ref in_banks = look_up(l, rdna_dpp_bank_mask(l->inst), bank, 1);
    const ir_ref in_both = ir_build_iand(b, in_rows, in_banks);

    return ir_build_ine(b, in_both, word(l, 0));
}

void
rdna_apply_dpp(struct rdna_lowering *l)
{
    if (!l->is_staged)
        return;
    if (rdna_dpp_is_masked(l->inst))
        l->writes = ir_build_iand(&l->b, l->writes, is_in_masks(l));
    if (has_bound_control(l->inst))
        return;
    ir_ref readable = l->readable;
    if (l->company == rdna_company_wave) {
        const struct fetch fetch = fetch_of(l);
        readable = fetch.valid;
        if (!has_fetch_inactive(l->inst))
            readable = both(l, readable, rdna_mask_bit_of(l, RDNA_EXEC_LO, fetch.from));
    }
    if (readable)
        l->writes = ir_build_iand(&l->b, l->writes, readable);
}
