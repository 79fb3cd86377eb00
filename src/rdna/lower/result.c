/* SPDX-License-Identifier: MIT
 *
 * Destinations, and instructions that are no more than a value of their operands.
 */
#include "rdna/lower/lower_priv.h"

static bool
is_half(enum rdna_type type)
{
    return type == rdna_type_b16 || type == rdna_type_u16 || type == rdna_type_i16 ||
           type == rdna_type_f16;
}

/* ---- floats ---- */

/* Rows that do not read MODE themselves obey it here. */
static void
check_mode(struct rdna_lowering *l)
{
    if ((l->inst->omod || l->inst->clamp) && l->scan.modes[l->index] == RDNA_MODE_UNKNOWN)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "what MODE is here is not known");
}

static bool
has_omod(const struct rdna_lowering *l, unsigned bits)
{
    const unsigned denorm = bits == 32 ? l->mode.denorm32 : l->mode.denorm64_16;

    return l->inst->omod && !(denorm & 2) && !l->mode.ieee;
}

/* Times 2, times 4, or half; nothing where denormals of results are kept, or with IEEE. No -0. */
static ir_ref
apply_omod(struct rdna_lowering *l, ir_ref value, unsigned bits)
{
    static const float factors[4] = {1, 2, 4, 0.5f};
    struct ir_builder *b = &l->b;

    if (!has_omod(l, bits))
        return value;
    const bool is_f64 = ir_type_of(l->shader, value) == ir_type_f64;
    const ir_ref f = ir_build_f32(b, factors[l->inst->omod]);
    const ir_ref factor = is_f64 ? ir_build_f2f(b, ir_type_f64, f) : f;
    const ir_ref zero = is_f64 ? ir_build_const(b, ir_type_f64, 0) : ir_build_f32(b, 0);
    const ir_ref product = rdna_precise(l, ir_op_fmul, value, factor, 0);
    const ir_ref flushed = rdna_flush_result(l, product, bits);
    const ir_ref is_zero = ir_build_feq(b, flushed, zero);
    return ir_build_select(b, is_zero, zero, flushed);
}

/* To 0 to 1; a NaN becomes 0 where MODE says so, else it stays. */
static ir_ref
apply_clamp(struct rdna_lowering *l, ir_ref value)
{
    struct ir_builder *b = &l->b;

    if (!l->inst->clamp)
        return value;
    const ir_ref clamped = ir_build_fsat(b, value);
    if (l->mode.dx10_clamp)
        return clamped;
    const ir_ref is_number = ir_build_feq(b, value, value);
    return ir_build_select(b, is_number, clamped, value);
}

/* ---- parts of registers ---- */

static ir_ref
low_half(struct rdna_lowering *l, ir_ref word)
{
    return ir_build_iand(&l->b, word, ir_build_i32(&l->b, 0xffff));
}

/* An f32 that is rounded to f16, if it is not one already, in the low half of a word. */
static ir_ref
f32_to_half(struct rdna_lowering *l, ir_ref value)
{
    const bool is_half = l->row->flags & RDNA_ROW_PICKS && !has_omod(l, 16);
    const ir_ref half = is_half ? ir_build_f2f(&l->b, ir_type_f16, value) : rdna_to_f16(l, value);
    const ir_ref bits = ir_build_bitcast(&l->b, ir_type_i16, half);

    return ir_build_u2u(&l->b, ir_type_i32, bits);
}

/* The same of two halves of one word. */
static ir_ref
finish_halves(struct rdna_lowering *l, ir_ref word)
{
    struct ir_builder *b = &l->b;
    const ir_ref sixteen = ir_build_i32(b, 16);
    ir_ref halves[2] = {word, word};

    if (!has_omod(l, 16) && !l->inst->clamp)
        return word;
    halves[1] = ir_build_ushr(b, word, sixteen);
    for (unsigned i = 0; i < 2; i++) {
        const ir_ref bits = ir_build_u2u(b, ir_type_i16, halves[i]);
        const ir_ref half = ir_build_bitcast(b, ir_type_f16, bits);
        const ir_ref value = apply_omod(l, ir_build_f2f(b, ir_type_f32, half), 16);
        halves[i] = f32_to_half(l, apply_clamp(l, value));
    }
    return ir_build_ior(b, halves[0], ir_build_ishl(b, halves[1], sixteen));
}

/* The part of a destination that SDWA selects; the rest is zero, the sign, or what it was. */
static ir_ref
insert_sdwa(struct rdna_lowering *l, ir_ref old, ir_ref word)
{
    struct ir_builder *b = &l->b;
    const unsigned select = rdna_sdwa_dst_sel(l->inst), unused = rdna_sdwa_dst_unused(l->inst);

    if (select >= 6)
        return word;
    const unsigned shift = select < 4 ? 8 * select : 16 * (select - 4);
    const uint32_t ones = select < 4 ? 0xff : 0xffff;
    const ir_ref places = ir_build_i32(b, shift);
    if (unused == 1) {
        const ir_ref above = ir_build_i32(b, select < 4 ? 24 : 16);
        const ir_ref up = ir_build_ishl(b, word, above);
        return ir_build_ishl(b, ir_build_ishr(b, up, above), places);
    }
    const ir_ref part = ir_build_iand(b, word, ir_build_i32(b, ones));
    const ir_ref shifted = ir_build_ishl(b, part, places);
    if (unused != 2)
        return shifted;
    const ir_ref rest = ir_build_iand(b, old, ir_build_i32(b, ~(ones << shift)));
    return ir_build_ior(b, rest, shifted);
}

/* A half of the destination; the other stays. */
static ir_ref
insert_half(struct rdna_lowering *l, ir_ref old, ir_ref word)
{
    struct ir_builder *b = &l->b;
    const bool is_high = l->inst->row == rdna_op_v_fma_mixhi_f16 || l->inst->op_sel & 8;
    const ir_ref rest = ir_build_iand(b, old, ir_build_i32(b, is_high ? 0xffff : 0xffff0000));
    const ir_ref part = is_high ? ir_build_ishl(b, word, ir_build_i32(b, 16)) : low_half(l, word);

    return ir_build_ior(b, rest, part);
}

/* ---- results ---- */

/* Whether a denormal may come out that MODE flushes. */
static bool
may_flush(const struct rdna_lowering *l, unsigned bits)
{
    const unsigned denorm = bits == 32 ? l->mode.denorm32 : l->mode.denorm64_16;

    if (!(l->info->effects & RDNA_R_MODE) || l->row->flags & RDNA_ROW_RAW)
        return false;
    return denorm & 1 || !(l->row->flags & RDNA_ROW_PICKS);
}

static ir_ref
finish_float(struct rdna_lowering *l, enum rdna_type type, ir_ref value)
{
    const unsigned bits = rdna_type_infos[type].bits;

    check_mode(l);
    if (may_flush(l, bits))
        value = rdna_flush_result(l, value, bits);
    /* What a half is rounded to is what is multiplied. */
    if (type == rdna_type_f16 && has_omod(l, bits))
        value = ir_build_f2f(&l->b, ir_type_f32, rdna_to_f16(l, value));
    value = apply_omod(l, value, bits);
    return apply_clamp(l, value);
}

void
rdna_write_result(struct rdna_lowering *l, ir_ref value)
{
    const enum rdna_type type = l->info->operands[0].type;
    const unsigned reg = l->inst->dst - RDNA_VGPR0;
    struct ir_builder *b = &l->b;

    if (type == rdna_type_f16 || type == rdna_type_f32 || type == rdna_type_f64)
        value = finish_float(l, type, value);
    else if (type == rdna_type_v2f16)
        value = finish_halves(l, value);
    if (rdna_type_infos[type].registers == 2) {
        ir_ref words[2];
        ir_build_split(b, value, words);
        rdna_set_vector(l, reg, words[0]);
        rdna_set_vector(l, (reg + 1) & 0xff, words[1]);
        return;
    }
    if (type == rdna_type_f16)
        value = f32_to_half(l, value);
    const bool keeps = l->inst->form == rdna_form_sdwa
                           ? rdna_sdwa_dst_sel(l->inst) < 6 && rdna_sdwa_dst_unused(l->inst) == 2
                           : is_half(type);
    const ir_ref old = !keeps               ? 0
                       : l->result_register ? rdna_vector_at(l, l->result_register)
                                            : rdna_vector(l, reg, ir_type_i32);
    if (l->inst->form == rdna_form_sdwa) {
        value = ir_build_bitcast(b, ir_type_i32, value);
        if (is_half(type) && rdna_sdwa_dst_sel(l->inst) >= 6)
            value = low_half(l, value);
        value = insert_sdwa(l, old, value);
    } else if (is_half(type)) {
        value = insert_half(l, old, value);
    }
    if (l->result_register)
        rdna_set_vector_at(l, l->result_register, value);
    else
        rdna_set_vector(l, reg, value);
}

/* ---- vector instructions ---- */

static bool
has_vector_result(const struct rdna_op_info *info)
{
    const enum rdna_operand_kind kind = info->operands[0].kind;

    return kind == rdna_operand_D || kind == rdna_operand_A;
}

/* The register that the row's mask goes to; RDNA_NULL if it has none. */
static unsigned
mask_code(const struct rdna_lowering *l)
{
    if (l->info->effects & RDNA_W_EXEC)
        return RDNA_EXEC_LO;
    for (unsigned i = 0; i < l->info->operand_count; i++)
        if (l->info->operands[i].kind == rdna_operand_DM)
            return l->inst->sdst;
    return RDNA_NULL;
}

/* Lanes that are off have 0; those that DPP left out keep their bit. */
static ir_ref
found_bit(struct rdna_lowering *l, unsigned code, ir_ref exec)
{
    struct ir_builder *b = &l->b;
    const ir_ref found = ir_build_iand(b, l->found, l->writes);

    if (l->writes == exec)
        return found;
    const ir_ref left_out = ir_build_iand(b, exec, ir_build_inot(b, l->writes));
    const ir_ref kept = ir_build_iand(b, rdna_mask_bit(l, code, false), left_out);
    return ir_build_ior(b, found, kept);
}

static void
in_lane(struct rdna_lowering *l)
{
    const unsigned code = mask_code(l);
    const ir_ref exec = l->exec;

    rdna_apply_dpp(l);
    if (l->result_register)
        l->writes = ir_build_iand(&l->b, l->writes, l->has_result);
    rdna_read_sources(l);
    const ir_ref value = l->row->value(l);
    if (code != RDNA_NULL)
        rdna_set_mask(l, code, found_bit(l, code, exec));
    if (has_vector_result(l->info))
        rdna_write_result(l, value);
}

void
rdna_lower_vector(struct rdna_lowering *l)
{
    rdna_stage(l);
    rdna_for_lanes(l, false, in_lane);
    l->is_staged = false;
}
