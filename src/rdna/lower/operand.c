/* SPDX-License-Identifier: MIT
 *
 * Sources. What forms and modifiers do to them is done here, once for all rows.
 */
#include "rdna/lower/lower_priv.h"

/* From RDNA_FLOAT_0_5 up: 0.5 -0.5 1 -1 2 -2 4 -4 1/(2 pi). */
static const uint16_t inline_halves[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                         0xc000, 0x4400, 0xc400, 0x3118};
static const uint32_t inline_floats[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                         0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
static const uint64_t inline_doubles[] = {
    UINT64_C(0x3fe0000000000000), UINT64_C(0xbfe0000000000000), UINT64_C(0x3ff0000000000000),
    UINT64_C(0xbff0000000000000), UINT64_C(0x4000000000000000), UINT64_C(0xc000000000000000),
    UINT64_C(0x4010000000000000), UINT64_C(0xc010000000000000), UINT64_C(0x3fc45f306dc9c882)};

static bool
is_wide(enum rdna_type type)
{
    return rdna_type_infos[type].registers > 1;
}

static bool
is_half(enum rdna_type type)
{
    return type == rdna_type_b16 || type == rdna_type_u16 || type == rdna_type_i16 ||
           type == rdna_type_e16 || type == rdna_type_f16;
}

static bool
is_packed(enum rdna_type type)
{
    return type == rdna_type_v2u16 || type == rdna_type_v2i16 || type == rdna_type_v2f16;
}

/* ---- scalar operands ---- */

static uint64_t
inline_float(unsigned code, enum rdna_type type)
{
    const unsigned index = code - RDNA_FLOAT_0_5;

    if (is_wide(type))
        return inline_doubles[index];
    if (type == rdna_type_f16 || type == rdna_type_e16 || type == rdna_type_v2f16)
        return inline_halves[index];
    return inline_floats[index];
}

/* The high word of a double, the low one of an integer. */
static uint64_t
literal(const struct rdna_inst *inst, enum rdna_type type)
{
    if (type == rdna_type_f64)
        return (uint64_t)inst->literal << 32;
    if (type == rdna_type_i64)
        return (uint64_t)(int64_t)(int32_t)inst->literal;
    return inst->literal;
}

static bool
constant(const struct rdna_inst *inst, unsigned code, enum rdna_type type, uint64_t *value)
{
    if (code < RDNA_INT_0)
        return false;
    if (code < RDNA_INT_MINUS_1)
        *value = code - RDNA_INT_0;
    else if (code < RDNA_SHARED_BASE)
        *value = (uint64_t)(RDNA_INT_MINUS_1 - 1) - code;
    else if (code >= RDNA_FLOAT_0_5 && code <= RDNA_FLOAT_INV_2PI)
        *value = inline_float(code, type);
    else if (code == RDNA_LITERAL)
        *value = literal(inst, type);
    else
        return false;
    return true;
}

static ir_ref
as_word(struct rdna_lowering *l, ir_ref is_set)
{
    const ir_ref one = ir_build_i32(&l->b, 1);

    return ir_build_select(&l->b, is_set, one, ir_build_i32(&l->b, 0));
}

/* vccz, execz, scc and what has no place here yet. */
static ir_ref
special(struct rdna_lowering *l, unsigned code)
{
    switch (code) {
    case RDNA_SCC:
        return as_word(l, rdna_scc(l));
    case RDNA_VCCZ:
        return as_word(l, ir_build_inot(&l->b, rdna_mask_any(l, RDNA_VCC_LO)));
    case RDNA_EXECZ:
        return as_word(l, ir_build_inot(&l->b, rdna_mask_any(l, RDNA_EXEC_LO)));
    case RDNA_LDS_DIRECT:
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "values straight out of LDS are not translated");
        break;
    default:
        rdna_refuse(l, QD_CODE_UNSUPPORTED,
                    "apertures and wave ids as operands are not translated");
    }
    return ir_build_i32(&l->b, 0);
}

ir_ref
rdna_scalar_operand(struct rdna_lowering *l, unsigned code, enum rdna_type type, unsigned word)
{
    uint64_t value;

    if (code == RDNA_NULL)
        return ir_build_i32(&l->b, 0);
    if (code < RDNA_INT_0)
        return rdna_scalar(l, (code + word) & (RDNA_MASKS - 1));
    if (constant(l->inst, code, type, &value))
        return ir_build_i32(&l->b, (uint32_t)(value >> 32 * word));
    return word ? ir_build_i32(&l->b, 0) : special(l, code);
}

/* ---- vector instructions ---- */

ir_ref
rdna_source_word(struct rdna_lowering *l, unsigned index, unsigned word)
{
    const unsigned code = l->inst->src[index];
    enum rdna_type type = rdna_type_b32;

    if (code >= RDNA_VGPR0) {
        if (index == 0 && l->is_staged)
            return rdna_vector(l, RDNA_STAGED, ir_type_i32);
        if (index == 0 && l->source_register)
            return rdna_vector_at(l, l->source_register);
        return rdna_vector(l, (code - RDNA_VGPR0 + word) & 0xff, ir_type_i32);
    }
    for (unsigned i = 0, source = 0; i < l->info->operand_count; i++) {
        const enum rdna_operand_kind kind = l->info->operands[i].kind;
        if (kind != rdna_operand_S && kind != rdna_operand_V && kind != rdna_operand_SS)
            continue;
        if (source++ == index)
            type = l->info->operands[i].type;
    }
    if (type == rdna_type_mix)
        type = l->inst->op_sel_hi >> index & 1 ? rdna_type_f16 : rdna_type_f32;
    return rdna_scalar_operand(l, code, type, word);
}

/* Bits first to first + count of a word, with zeros or the sign above. */
static ir_ref
extract_bits(struct rdna_lowering *l, ir_ref word, unsigned first, unsigned count, bool sign)
{
    struct ir_builder *b = &l->b;

    if (first + count < 32)
        word = ir_build_ishl(b, word, ir_build_i32(b, 32 - first - count));
    if (count == 32)
        return word;
    const ir_ref shift = ir_build_i32(b, 32 - count);
    return sign ? ir_build_ishr(b, word, shift) : ir_build_ushr(b, word, shift);
}

static ir_ref
select_sdwa(struct rdna_lowering *l, ir_ref word, unsigned index)
{
    const unsigned select = rdna_sdwa_src_sel(l->inst, index);
    const bool sign = l->inst->sext >> index & 1;

    if (select < 4)
        return extract_bits(l, word, 8 * select, 8, sign);
    if (select < 6)
        return extract_bits(l, word, 16 * (select - 4), 16, sign);
    return word;
}

static ir_ref
change_sign(struct rdna_lowering *l, ir_ref word, unsigned index, uint32_t sign)
{
    struct ir_builder *b = &l->b;

    if (l->inst->abs >> index & 1)
        word = ir_build_iand(b, word, ir_build_i32(b, ~sign));
    if (l->inst->neg >> index & 1)
        word = ir_build_ixor(b, word, ir_build_i32(b, sign));
    return word;
}

/* A half float in the low bits of a word, as f32. */
static ir_ref
half_to_f32(struct rdna_lowering *l, ir_ref word)
{
    const ir_ref bits = ir_build_u2u(&l->b, ir_type_i16, word);

    return ir_build_f2f(&l->b, ir_type_f32, ir_build_bitcast(&l->b, ir_type_f16, bits));
}

static bool
has_sign(const struct rdna_inst *inst, unsigned index)
{
    return (inst->abs | inst->neg) >> index & 1;
}

static ir_ref
read_half(struct rdna_lowering *l, enum rdna_type type, unsigned index)
{
    ir_ref word = rdna_source_word(l, index, 0);

    if (l->inst->form == rdna_form_sdwa)
        word = select_sdwa(l, word, index);
    const bool is_high = l->inst->form != rdna_form_sdwa && l->inst->op_sel >> index & 1;
    if (type == rdna_type_i16 || type == rdna_type_e16)
        return extract_bits(l, word, is_high ? 16 : 0, 16, true);
    if (type != rdna_type_f16 || is_high)
        word = extract_bits(l, word, is_high ? 16 : 0, 16, false);
    return type == rdna_type_f16 ? half_to_f32(l, change_sign(l, word, index, 0x8000)) : word;
}

ir_ref
rdna_half_bits(struct rdna_lowering *l, unsigned index)
{
    ir_ref word = rdna_source_word(l, index, 0);

    if (l->inst->form == rdna_form_sdwa)
        word = select_sdwa(l, word, index);
    const bool is_high = l->inst->form != rdna_form_sdwa && l->inst->op_sel >> index & 1;
    word = extract_bits(l, word, is_high ? 16 : 0, 16, false);
    return change_sign(l, word, index, 0x8000);
}

/* Signs of floats are changed as floats, which makes shorter modules, but where the row is not
 * about floats at all. */
static ir_ref
read_f32(struct rdna_lowering *l, unsigned index)
{
    struct ir_builder *b = &l->b;
    ir_ref word = rdna_source_word(l, index, 0);

    if (l->inst->form == rdna_form_sdwa)
        word = select_sdwa(l, word, index);
    ir_ref value = ir_build_bitcast(b, ir_type_f32, word);
    if (l->inst->form == rdna_form_vop3p)
        return l->inst->neg >> index & 1 ? ir_build_fneg(b, value) : value;
    if (l->inst->abs >> index & 1)
        value = ir_build_fabs(b, value);
    return l->inst->neg >> index & 1 ? ir_build_fneg(b, value) : value;
}

/* The halves that the low and the high result read, in one word. */
static ir_ref
read_packed(struct rdna_lowering *l, enum rdna_type type, unsigned index)
{
    struct ir_builder *b = &l->b;
    const bool low_is_high = l->inst->op_sel >> index & 1;
    const bool high_is_high = l->inst->op_sel_hi >> index & 1;
    const uint32_t flip = type == rdna_type_v2f16
                              ? (l->inst->neg >> index & 1 ? 0x8000u : 0) |
                                    (l->inst->abs >> index & 1 ? 0x80000000u : 0)
                              : 0;
    ir_ref word = rdna_source_word(l, index, 0);

    if (l->inst->form != rdna_form_vop3p)
        return type == rdna_type_v2f16 ? change_sign(l, word, index, UINT32_C(0x80000000)) : word;
    if (low_is_high || !high_is_high) {
        const ir_ref low = extract_bits(l, word, low_is_high ? 16 : 0, 16, false);
        const ir_ref sixteen = ir_build_i32(b, 16);
        const ir_ref high = high_is_high ? ir_build_iand(b, word, ir_build_i32(b, 0xffff0000))
                                         : ir_build_ishl(b, word, sixteen);
        word = ir_build_ior(b, low, high);
    }
    return flip ? ir_build_ixor(b, word, ir_build_i32(b, flip)) : word;
}

/* Either an f32 or a half of a register; neg_hi is abs. */
static ir_ref
read_mix(struct rdna_lowering *l, unsigned index)
{
    struct ir_builder *b = &l->b;
    const bool is_f16 = l->inst->op_sel_hi >> index & 1;
    ir_ref word = rdna_source_word(l, index, 0);

    if (is_f16)
        word = extract_bits(l, word, l->inst->op_sel >> index & 1 ? 16 : 0, 16, false);
    ir_ref value = is_f16 ? half_to_f32(l, word) : ir_build_bitcast(b, ir_type_f32, word);
    if (l->inst->abs >> index & 1)
        value = ir_build_fabs(b, value);
    return l->inst->neg >> index & 1 ? ir_build_fneg(b, value) : value;
}

static ir_ref
read_wide(struct rdna_lowering *l, enum rdna_type type, unsigned index)
{
    struct ir_builder *b = &l->b;
    const ir_ref low = rdna_source_word(l, index, 0);
    ir_ref high = rdna_source_word(l, index, 1);

    if (type == rdna_type_f64 && has_sign(l->inst, index))
        high = change_sign(l, high, index, UINT32_C(0x80000000));
    return ir_build_join(b, type == rdna_type_f64 ? ir_type_f64 : ir_type_i64, low, high);
}

static ir_ref
read_source(struct rdna_lowering *l, enum rdna_type type, unsigned index)
{
    if (is_half(type))
        return read_half(l, type, index);
    if (is_packed(type))
        return read_packed(l, type, index);
    if (type == rdna_type_mix)
        return read_mix(l, index);
    if (type == rdna_type_f32)
        return read_f32(l, index);
    if (rdna_type_infos[type].registers == 2)
        return read_wide(l, type, index);
    ir_ref word = rdna_source_word(l, index, 0);
    return l->inst->form == rdna_form_sdwa ? select_sdwa(l, word, index) : word;
}

static ir_ref
flush_operand(struct rdna_lowering *l, enum rdna_type type, ir_ref value)
{
    const bool is_flushed = l->info->effects & RDNA_R_MODE && !(l->row->flags & RDNA_ROW_RAW) &&
                            rdna_type_infos[type].class == rdna_class_flt && !is_packed(type);

    return is_flushed ? rdna_flush_operand(l, value, rdna_type_infos[type].bits) : value;
}

static void
add_source(struct rdna_lowering *l, enum rdna_type type, ir_ref value)
{
    l->raw[l->source_count] = value;
    l->source[l->source_count++] = flush_operand(l, type, value);
}

/* What the destination holds, as its type. */
static ir_ref
read_old(struct rdna_lowering *l, enum rdna_type type)
{
    const ir_ref word = rdna_vector(l, l->inst->dst - RDNA_VGPR0, ir_type_i32);

    if (type == rdna_type_f32)
        return ir_build_bitcast(&l->b, ir_type_f32, word);
    return type == rdna_type_f16 ? half_to_f32(l, word) : word;
}

/* A float of the row's type. */
static ir_ref
read_literal(struct rdna_lowering *l, enum rdna_type type)
{
    const ir_ref word = ir_build_i32(&l->b, l->inst->literal);

    return type == rdna_type_f16 ? half_to_f32(l, word)
                                 : ir_build_bitcast(&l->b, ir_type_f32, word);
}

void
rdna_read_sources(struct rdna_lowering *l)
{
    const enum rdna_type own = l->info->operands[0].type;
    unsigned source = 0;

    l->source_count = 0;
    for (unsigned i = 0; i < l->info->operand_count; i++) {
        const struct rdna_operand *operand = &l->info->operands[i];
        const enum rdna_type type = operand->type;
        switch (operand->kind) {
        case rdna_operand_S:
        case rdna_operand_V:
            add_source(l, type,
                       rdna_type_infos[type].registers <= 2 ? read_source(l, type, source) : 0);
            source++;
            break;
        case rdna_operand_K:
            add_source(l, own, read_literal(l, own));
            break;
        case rdna_operand_A:
            l->old = flush_operand(l, type, read_old(l, type));
            break;
        case rdna_operand_SM:
            l->bit =
                rdna_mask_bit(l, l->inst->src[2], l->scan.from_integer[l->index] & RDNA_FROM_MASK);
            break;
        }
    }
    if (l->info->effects & RDNA_R_VCC)
        l->bit = rdna_mask_bit(l, RDNA_VCC_LO, l->scan.from_integer[l->index] & RDNA_FROM_MASK);
}
