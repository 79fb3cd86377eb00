/* SPDX-License-Identifier: MIT */
#include "rdna/parse_priv.h"

static const struct modifier {
    const char *name;
    bool has_value;
} modifiers[rdna_modifier_count] = {
#define flag false
#define value true
#define RDNA_MODIFIER(id, name, kind) [rdna_modifier_##id] = {name, kind},
#include "rdna/modifiers.def"
#undef flag
#undef value
};

/* Controls of DPP16; those whose name ends with a colon have a number. */
static const struct control {
    uint16_t first, last;
    const char *name;
} controls[] = {
#define RDNA_DPP(first, last, name) {first, last, name},
#include "rdna/names.def"
};

/* ---- Values ---- */

/* [a,b,...]: at most count numbers, none larger than most. */
static bool
parse_list(struct rdna_parser *p, unsigned count, int64_t most, unsigned *numbers, unsigned *given)
{
    int64_t number;

    *given = 0;
    if (!rdna_expect_mark(p, '[', "before the list"))
        return false;
    do {
        if (*given == count)
            return rdna_fail_at(p, QD_CODE_RDNA_ASM_SYNTAX, p->token,
                                "found more than %u numbers in a list", count);
        if (!rdna_parse_range(p, 0, most, "a number", &number))
            return false;
        numbers[(*given)++] = (unsigned)number;
    } while (rdna_skip_mark(p, ','));
    return rdna_expect_mark(p, ']', "at the end of the list");
}

static bool
parse_full_list(struct rdna_parser *p, unsigned count, unsigned bits, uint32_t *packed)
{
    const uint32_t at = p->token;
    unsigned numbers[8], given;

    *packed = 0;
    if (!parse_list(p, count, (1 << bits) - 1, numbers, &given))
        return false;
    if (given != count)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_SYNTAX, at, "found %u numbers, expected %u", given,
                            count);
    for (unsigned i = 0; i < count; i++)
        *packed |= numbers[i] << bits * i;
    return true;
}

/* One bit a source, and where op_sel has it one of the destination, which is bit 3 of the record.
 */
static bool
parse_bits(struct rdna_parser *p, bool with_dst, uint8_t *bits)
{
    unsigned numbers[4], given, sources = 0;

    while (rdna_source_operand(p->info, sources))
        sources++;
    if (!parse_list(p, sources + with_dst < 4 ? sources + with_dst : 4, 1, numbers, &given))
        return false;
    *bits = 0;
    for (unsigned i = 0; i < given; i++)
        *bits |= (uint8_t)(numbers[i] << (i == sources ? 3 : i));
    return true;
}

static bool
parse_control_bits(struct rdna_parser *p, unsigned shift, int64_t most)
{
    int64_t number;

    if (!rdna_parse_range(p, 0, most, "a mask", &number))
        return false;
    p->inst.control |= (uint32_t)number << shift;
    return true;
}

/* A name of a list in names.def, whose place in it is what is encoded. */
static bool
parse_name(struct rdna_parser *p, const char *const *names, unsigned count, const char *what,
           unsigned *number)
{
    for (unsigned i = 0; i < count; i++)
        if (names[i] && rdna_skip_name(p, names[i])) {
            *number = i;
            return true;
        }
    return rdna_fail_found(p, QD_CODE_RDNA_ASM_NAME, what);
}

static bool
parse_sel(struct rdna_parser *p, unsigned shift)
{
    static const char *const names[] = {
#define RDNA_SDWA_SEL(number, name) [number] = name,
#include "rdna/names.def"
    };
    unsigned number = 0;

    if (!parse_name(p, names, BASE_COUNT(names), "a part of a register, such as BYTE_0", &number))
        return false;
    p->inst.control |= number << shift;
    return true;
}

static bool
parse_unused(struct rdna_parser *p)
{
    static const char *const names[] = {
#define RDNA_SDWA_UNUSED(number, name) [number] = name,
#include "rdna/names.def"
    };
    unsigned number = 0;

    if (!parse_name(p, names, BASE_COUNT(names), "what becomes of the rest, such as UNUSED_PAD",
                    &number))
        return false;
    p->inst.control |= number << 11;
    return true;
}

static bool
parse_dim(struct rdna_parser *p)
{
    static const char *const names[8] = {
#define RDNA_DIM(number, name, coords, gradients) [number] = name,
#include "rdna/names.def"
    };
    const struct rdna_token *token = rdna_peek(p);
    static const char prefix[] = "SQ_RSRC_IMG_";
    int64_t number;

    if (token->kind == rdna_token_integer) {
        if (!rdna_parse_range(p, 0, 7, "a dimension", &number))
            return false;
        p->inst.dim = (uint8_t)number;
        return true;
    }
    for (unsigned i = 0; i < BASE_COUNT(names); i++)
        if (rdna_token_is(token, names[i]) || rdna_token_is(token, names[i] + sizeof(prefix) - 1)) {
            p->inst.dim = (uint8_t)i;
            p->token++;
            return true;
        }
    return rdna_fail_found(p, QD_CODE_RDNA_ASM_NAME, "a dimension, such as SQ_RSRC_IMG_2D");
}

static bool
parse_format(struct rdna_parser *p)
{
    static const char *const names[128] = {
#define RDNA_FORMAT(number, name) [number] = name,
#include "rdna/names.def"
    };
    int64_t number;
    unsigned named = 0;

    if (!rdna_skip_mark(p, '[')) {
        if (!rdna_parse_range(p, 0, 127, "a format", &number))
            return false;
        p->inst.format = (uint8_t)number;
        return true;
    }
    if (!parse_name(p, names, BASE_COUNT(names), "a format, such as BUF_FMT_32_FLOAT", &named))
        return false;
    p->inst.format = (uint8_t)named;
    return rdna_expect_mark(p, ']', "behind the format");
}

static bool
parse_scale(struct rdna_parser *p, bool divides)
{
    const uint32_t at = p->token;
    int64_t number;

    if (!rdna_parse_range(p, 1, divides ? 2 : 4, "a factor", &number))
        return false;
    if (number == 3)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_NUMBER, at,
                            "found the factor 3, expected 1, 2 or 4");
    if (divides)
        p->inst.omod = number == 2 ? 3 : 0;
    else
        p->inst.omod = (uint8_t)(number / 2);
    return true;
}

static bool
parse_offset(struct rdna_parser *p)
{
    int64_t number = 0;
    bool good = true;

    switch (p->info->family) {
    case rdna_family_ds:
        good = p->info->effects & RDNA_SWIZZLE
                   ? rdna_parse_swizzle(p, &number)
                   : rdna_parse_range(p, 0, 65535, "an offset", &number);
        break;
    case rdna_family_smem:
        good = rdna_parse_range(p, -0x100000, 0xfffff, "an offset", &number);
        break;
    case rdna_family_global:
    case rdna_family_scratch:
        good = rdna_parse_range(p, -2048, 2047, "an offset", &number);
        break;
    default:
        good = rdna_parse_range(p, 0, 4095, "an offset", &number);
    }
    p->inst.imm = (int32_t)number;
    return good;
}

static bool
parse_half_offset(struct rdna_parser *p, unsigned shift)
{
    int64_t number;

    if (!rdna_parse_range(p, 0, 255, "an offset", &number))
        return false;
    p->inst.imm |= (int32_t)number << shift;
    return true;
}

/* Either number sets the bit: LLVM has always written it so. */
static bool
parse_bound_control(struct rdna_parser *p)
{
    int64_t number;

    p->inst.control |= 1u << 19;
    return rdna_parse_range(p, 0, 1, "0 or 1", &number);
}

static bool
parse_fetch_inactive(struct rdna_parser *p)
{
    int64_t number;

    if (!rdna_parse_range(p, 0, 1, "0 or 1", &number))
        return false;
    /* Where it is depends on the form. */
    p->inst.fetch_inactive = number;
    return true;
}

static bool
parse_dmask(struct rdna_parser *p)
{
    int64_t number;

    if (!rdna_parse_range(p, 0, 15, "a mask", &number))
        return false;
    p->inst.dmask = (uint8_t)number;
    return true;
}

/* ---- One modifier ---- */

static bool
parse_value(struct rdna_parser *p, enum rdna_modifier modifier)
{
    struct rdna_inst *inst = &p->inst;
    uint32_t packed;

    switch (modifier) {
    case rdna_modifier_mul:
    case rdna_modifier_div:
        return parse_scale(p, modifier == rdna_modifier_div);
    case rdna_modifier_op_sel:
        return parse_bits(p, p->info->family != rdna_family_vop3p, &inst->op_sel);
    case rdna_modifier_op_sel_hi:
        return parse_bits(p, false, &inst->op_sel_hi);
    case rdna_modifier_neg_lo:
        return parse_bits(p, false, &inst->neg);
    case rdna_modifier_neg_hi:
        return parse_bits(p, false, &inst->abs);
    case rdna_modifier_dpp:
        if (!parse_full_list(p, 4, 2, &packed))
            return false;
        inst->control |= packed << 8;
        return true;
    case rdna_modifier_dpp8:
        if (!parse_full_list(p, 8, 3, &packed))
            return false;
        inst->control |= packed << 8;
        return true;
    case rdna_modifier_row_mask:
        return parse_control_bits(p, 28, 15);
    case rdna_modifier_bank_mask:
        return parse_control_bits(p, 24, 15);
    case rdna_modifier_bound_ctrl:
        return parse_bound_control(p);
    case rdna_modifier_fi:
        return parse_fetch_inactive(p);
    case rdna_modifier_dst_sel:
        return parse_sel(p, 8);
    case rdna_modifier_dst_unused:
        return parse_unused(p);
    case rdna_modifier_src0_sel:
        return parse_sel(p, 16);
    case rdna_modifier_src1_sel:
        return parse_sel(p, 24);
    case rdna_modifier_offset:
        return parse_offset(p);
    case rdna_modifier_offset0:
        return parse_half_offset(p, 0);
    case rdna_modifier_offset1:
        return parse_half_offset(p, 8);
    case rdna_modifier_format:
        return parse_format(p);
    case rdna_modifier_dmask:
        return parse_dmask(p);
    case rdna_modifier_dim:
        return parse_dim(p);
    default:
        return true;
    }
}

static void
set_flag(struct rdna_inst *inst, enum rdna_modifier modifier)
{
    switch (modifier) {
#define SET(id, member)                                                                            \
    case rdna_modifier_##id:                                                                       \
        inst->member = true;                                                                       \
        break;
        SET(clamp, clamp)
        SET(gds, gds)
        SET(glc, glc)
        SET(slc, slc)
        SET(dlc, dlc)
        SET(tfe, tfe)
        SET(lwe, lwe)
        SET(lds, lds)
        SET(offen, offen)
        SET(idxen, idxen)
        SET(unorm, unorm)
        SET(r128, r128)
        SET(a16, a16)
        SET(d16, d16)
        SET(done, done)
        SET(compr, compr)
        SET(vm, vm)
#undef SET
    case rdna_modifier_high:
        inst->op_sel = 1;
        break;
    default:
        break;
    }
}

static bool
mark_seen(struct rdna_parser *p, enum rdna_modifier modifier)
{
    if (p->seen >> modifier & 1)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_MODIFIER, p->token, "found %s a second time",
                            modifiers[modifier].name);
    p->seen |= UINT64_C(1) << modifier;
    p->seen_at[modifier] = p->token;
    return true;
}

/* row_shl:1 and its like; false without an error if it is none of them. */
static const struct control *
find_control(const struct rdna_parser *p, bool *has_number)
{
    const struct rdna_token *token = rdna_peek(p);

    for (unsigned i = 0; token->kind == rdna_token_name && i < BASE_COUNT(controls); i++) {
        const size_t size = strlen(controls[i].name);
        *has_number = controls[i].name[size - 1] == ':';
        if (token->size == size - *has_number &&
            !memcmp(token->text, controls[i].name, token->size))
            return &controls[i];
    }
    return NULL;
}

static bool
parse_control(struct rdna_parser *p, const struct control *control, bool has_number)
{
    int64_t number;

    if (!mark_seen(p, rdna_modifier_dpp))
        return false;
    p->token++;
    if (!has_number) {
        p->inst.control |= (uint32_t)control->first << 8;
        return true;
    }
    if (!rdna_expect_mark(p, ':', "behind the control") ||
        !rdna_parse_range(p, control->first & 15, control->last & 15, "a number of lanes", &number))
        return false;
    p->inst.control |= ((control->first & ~15u) + (uint32_t)number) << 8;
    return true;
}

bool
rdna_parse_modifier(struct rdna_parser *p)
{
    const struct rdna_token *token = rdna_peek(p);
    bool has_number;
    const struct control *control = find_control(p, &has_number);

    if (control)
        return parse_control(p, control, has_number);
    for (enum rdna_modifier i = 0; i < rdna_modifier_count; i++) {
        if (!rdna_token_is(token, modifiers[i].name))
            continue;
        if (!mark_seen(p, i))
            return false;
        p->token++;
        if (!modifiers[i].has_value) {
            set_flag(&p->inst, i);
            return true;
        }
        return rdna_expect_mark(p, ':', "behind the modifier") && parse_value(p, i);
    }
    return rdna_fail_found(p, QD_CODE_RDNA_ASM_MODIFIER, "a modifier or the end of the line");
}

bool
rdna_parse_modifiers(struct rdna_parser *p)
{
    while (rdna_peek(p)->kind != rdna_token_end) {
        rdna_skip_mark(p, ',');
        if (!rdna_parse_modifier(p))
            return false;
    }
    return true;
}
