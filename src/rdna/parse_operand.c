/* SPDX-License-Identifier: MIT */
#include "rdna/parse_priv.h"

#include <stdio.h>

static unsigned
registers_of(const struct rdna_operand *operand)
{
    return rdna_type_infos[operand->type].registers;
}

static bool
is_source(const struct rdna_operand *operand)
{
    switch (operand->kind) {
    case rdna_operand_S:
    case rdna_operand_V:
    case rdna_operand_VA:
    case rdna_operand_SS:
    case rdna_operand_SR:
        return true;
    }
    return false;
}

const struct rdna_operand *
rdna_source_operand(const struct rdna_op_info *info, unsigned source)
{
    for (unsigned i = 0; i < info->operand_count; i++)
        if (is_source(&info->operands[i]) && !source--)
            return &info->operands[i];
    return NULL;
}

/* ---- Sources ---- */

/* What an operand that is no vector register may be; NULL if this is one of them. */
static const char *
scalar_misfit(unsigned code, bool constants, bool lds)
{
    if (code >= RDNA_VGPR0)
        return "a scalar source";
    if (code == RDNA_LDS_DIRECT && !lds)
        return "a register of the wave";
    if (!constants &&
        ((code >= RDNA_INT_0 && code <= 208) ||
         (code >= RDNA_FLOAT_0_5 && code <= RDNA_FLOAT_INV_2PI) || code == RDNA_LITERAL))
        return "a scalar register";
    return NULL;
}

/* NULL if the source may have this code; or else what it must be. */
static const char *
source_misfit(const struct rdna_parser *p, const struct rdna_operand *operand, unsigned source,
              unsigned code)
{
    const enum rdna_operand_kind first = p->info->operands[0].kind;

    switch (operand->kind) {
    case rdna_operand_V:
    case rdna_operand_VA:
        if (p->suffix == rdna_suffix_sdwa)
            return NULL;
        /* LLVM takes what is neither a register nor a number for either. */
        if (code >= RDNA_VGPR0 || (code == RDNA_LDS_DIRECT && first == rdna_operand_DS) ||
            code == RDNA_NULL || (code >= RDNA_SHARED_BASE && code <= RDNA_POPS_EXITING_WAVE_ID) ||
            (code >= RDNA_VCCZ && code <= RDNA_SCC))
            return NULL;
        return "a vector register";
    case rdna_operand_SS:
        return scalar_misfit(code, true, source == 0 && first == rdna_operand_A);
    case rdna_operand_SR:
        return scalar_misfit(code, false, false);
    }
    return NULL;
}

static bool
parse_source(struct rdna_parser *p, const struct rdna_operand *operand, unsigned source)
{
    struct rdna_value value;
    uint16_t code;

    p->source_at[source] = p->token;
    if (!rdna_parse_value(p, &value))
        return false;
    if (value.kind == rdna_value_register) {
        if (!rdna_check_count(p, &value, registers_of(operand)))
            return false;
        code = (uint16_t)value.code;
    } else if (!rdna_code_number(p, &value, value.remark ? rdna_type_b32 : operand->type, true,
                                 &code)) {
        return false;
    }
    const char *misfit = value.remark ? NULL : source_misfit(p, operand, source, code);
    if (misfit)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found an operand of another kind, expected %s", misfit);
    p->inst.src[source] = code;
    p->signs |= (unsigned)(value.neg || value.abs) << source;
    p->inst.neg |= (uint8_t)(value.neg << source);
    p->inst.abs |= (uint8_t)(value.abs << source);
    p->inst.sext |= (uint8_t)(value.sext << source);
    return true;
}

/* ---- Registers ---- */

/* A scalar register, by a field of 7 bits. */
static bool
parse_scalar(struct rdna_parser *p, unsigned count, struct rdna_value *value)
{
    *value = (struct rdna_value){.at = p->token};
    if (!rdna_is_register(p))
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND, "a scalar register");
    if (!rdna_parse_register(p, value))
        return false;
    if (value->code > RDNA_EXEC_HI)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value->at,
                            "found another register, expected a scalar register");
    return rdna_check_count(p, value, count);
}

/* A scalar destination of a vector instruction. Its field has room for all that a source may be,
 * and LLVM takes some of it for registers. */
static bool
parse_vector_scalar(struct rdna_parser *p, unsigned count, uint16_t *code)
{
    struct rdna_value value;

    if (!rdna_parse_value(p, &value))
        return false;
    if (value.neg || value.abs || value.sext)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_MODIFIER, value.at,
                            "found a modified operand, expected a scalar register");
    if (value.kind != rdna_value_register) {
        if (value.remark)
            return rdna_code_number(p, &value, rdna_type_b32, true, code);
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found a number, expected a scalar register");
    }
    const char *misfit = value.remark ? NULL : scalar_misfit(value.code, false, false);
    if (misfit || value.code >= RDNA_VGPR0)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found another register, expected a scalar register");
    *code = (uint16_t)value.code;
    return rdna_check_count(p, &value, count);
}

/* What scalar memory reads or writes, and the buffers that it takes, cannot be all of them. */
static bool
parse_memory_scalar(struct rdna_parser *p, unsigned count, uint16_t *code)
{
    struct rdna_value value;

    if (!parse_scalar(p, count, &value))
        return false;
    if (!value.remark &&
        (value.code == RDNA_EXEC_LO || value.code == RDNA_EXEC_HI ||
         (count == 1 && value.code == RDNA_M0) || (count > 2 && value.code == RDNA_VCC_LO)))
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found a register that scalar memory does not take");
    *code = (uint16_t)value.code;
    return true;
}

static bool
parse_any_scalar(struct rdna_parser *p, unsigned count, uint16_t *code)
{
    struct rdna_value value;

    if (!parse_scalar(p, count, &value))
        return false;
    *code = (uint16_t)value.code;
    return true;
}

static unsigned
mask_registers(const struct rdna_parser *p)
{
    return p->wave_size == 64 ? 2 : 1;
}

/* The lane mask that is read. */
static bool
parse_mask_source(struct rdna_parser *p)
{
    struct rdna_value value;

    p->mask_at = p->token;
    if (!rdna_parse_value(p, &value))
        return false;
    if (value.kind != rdna_value_register) {
        if (!value.remark)
            return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                                "found a number, expected a scalar register");
        return rdna_code_number(p, &value, rdna_type_b32, true, &p->inst.src[2]);
    }
    if (!rdna_check_count(p, &value, mask_registers(p)))
        return false;
    const bool good = value.code < RDNA_EXEC_LO || (value.any_count && value.code < RDNA_VGPR0);
    if ((!good && !value.remark) || value.neg || value.abs || value.sext)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found another operand, expected a scalar register besides EXEC");
    p->inst.src[2] = (uint16_t)value.code;
    return true;
}

/* ---- Memory ---- */

/* Vector registers that memory gets or gives; how many is found out later for images. */
static bool
parse_data(struct rdna_parser *p, const struct rdna_operand *operand, uint16_t *code)
{
    struct rdna_value value = {.at = p->token};

    if (p->info->family != rdna_family_mimg) {
        const bool buffer =
            p->info->family == rdna_family_mubuf || p->info->family == rdna_family_mtbuf;
        return rdna_parse_vector(
            p, registers_of(operand) + (buffer && rdna_has_name(p, "tfe") ? 1 : 0), code);
    }
    p->data_at = p->token;
    if (!rdna_is_register(p))
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND, "a vector register");
    if (!rdna_parse_register(p, &value))
        return false;
    p->data_count = value.count;
    *code = (uint16_t)value.code;
    if (value.code < RDNA_VGPR0)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found a scalar register, expected a vector register");
    return true;
}

/* Registers of an address that are listed one by one. */
static bool
parse_scattered(struct rdna_parser *p)
{
    uint16_t code;

    do {
        if (p->address_count == 1 + BASE_COUNT(p->inst.nsa))
            return rdna_fail_at(p, QD_CODE_RDNA_ASM_REGISTER, p->token,
                                "found more than %u registers of an address",
                                1 + (unsigned)BASE_COUNT(p->inst.nsa));
        if (!rdna_parse_vector(p, 1, &code))
            return false;
        if (p->address_count++)
            p->inst.nsa[p->address_count - 2] = (uint8_t)(code - RDNA_VGPR0);
        else
            p->inst.vaddr = code;
    } while (rdna_skip_mark(p, ','));
    p->inst.nsa_words = (uint8_t)((p->address_count + 2) / 4);
    return rdna_expect_mark(p, ']', "at the end of the address");
}

static bool
parse_image_address(struct rdna_parser *p)
{
    struct rdna_value value = {.at = p->token};

    p->address_at = p->token;
    if (rdna_skip_mark(p, '['))
        return parse_scattered(p);
    if (!rdna_is_register(p))
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND, "vector registers");
    if (!rdna_parse_register(p, &value))
        return false;
    if (value.code < RDNA_VGPR0)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found a scalar register, expected a vector register");
    p->address_count = value.count;
    p->inst.vaddr = (uint16_t)value.code;
    return true;
}

/* Two registers, or one beside a scalar address, which comes later. */
static bool
parse_wide_address(struct rdna_parser *p)
{
    struct rdna_value value = {.at = p->token};

    if (!rdna_is_register(p))
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND, "a vector register");
    if (!rdna_parse_register(p, &value))
        return false;
    if (value.code < RDNA_VGPR0)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found a scalar register, expected a vector register");
    p->address_count = value.count;
    p->inst.vaddr = (uint16_t)value.code;
    return true;
}

static bool
parse_address(struct rdna_parser *p, enum rdna_addr kind)
{
    unsigned registers = 1;

    p->address_at = p->token;
    switch (kind) {
    case rdna_addr_lds:
        break;
    case rdna_addr_buf:
        registers = (unsigned)rdna_has_name(p, "offen") + (unsigned)rdna_has_name(p, "idxen");
        break;
    case rdna_addr_flat:
        registers = 2;
        break;
    case rdna_addr_global:
        return parse_wide_address(p);
    case rdna_addr_scratch:
        if (rdna_token_is(rdna_peek(p), "off"))
            registers = 0;
        break;
    }
    p->address_count = registers;
    if (registers)
        return rdna_parse_vector(p, registers, &p->inst.vaddr);
    if (kind == rdna_addr_scratch)
        p->inst.vaddr = RDNA_VGPR0;
    if (!rdna_skip_name(p, "off"))
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND,
                               "'off', as there is neither idxen nor offen");
    return true;
}

/* Off is null; but lane memory with neither has EXEC_HI there. */
static bool
parse_scalar_address(struct rdna_parser *p)
{
    const bool scratch = p->info->family == rdna_family_scratch;
    const bool off = rdna_token_is(rdna_peek(p), "off");
    const uint32_t at = p->token;
    const unsigned registers = off ? 2 : 1;

    if (!scratch && p->address_count && p->address_count != registers)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_REGISTER, p->address_at,
                            "found %u registers, expected %u %s a scalar address", p->address_count,
                            registers, off ? "without" : "beside");
    if (rdna_skip_name(p, "off")) {
        p->inst.saddr = scratch && !p->address_count ? RDNA_EXEC_HI : RDNA_NULL;
        return true;
    }
    if (scratch && p->address_count)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, at,
                            "found a second address, expected 'off'");
    return parse_any_scalar(p, scratch ? 1 : 2, &p->inst.saddr);
}

/* The offset of a buffer: a register, or a number that needs no literal. */
static bool
parse_buffer_offset(struct rdna_parser *p)
{
    struct rdna_value value;

    if (rdna_token_is(rdna_peek(p), "format") &&
        (!rdna_parse_modifier(p) || !rdna_expect_mark(p, ',', "behind the format")))
        return false;
    if (!rdna_parse_value(p, &value))
        return false;
    if (value.neg || value.abs || value.sext)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_MODIFIER, value.at,
                            "found a modified operand, expected an offset");
    if (value.kind != rdna_value_register)
        return rdna_code_number(p, &value, rdna_type_b32, false, &p->inst.soffset);
    const char *misfit = value.remark ? NULL : scalar_misfit(value.code, true, false);
    if (misfit || value.code >= RDNA_VGPR0)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found another register, expected a scalar source");
    p->inst.soffset = (uint16_t)value.code;
    return rdna_check_count(p, &value, 1);
}

/* Of scalar memory: a register, with a number behind it among the modifiers, or a number. */
static bool
parse_memory_offset(struct rdna_parser *p)
{
    int64_t number;

    if (rdna_is_register(p))
        return parse_any_scalar(p, 1, &p->inst.soffset);
    p->inst.soffset = RDNA_NULL;
    if (!rdna_parse_range(p, -0x100000, 0xfffff, "an offset", &number))
        return false;
    p->inst.imm = (int32_t)number;
    return true;
}

/* ---- Interpolation and exports ---- */

static bool
parse_attribute(struct rdna_parser *p)
{
    const struct rdna_token *token = rdna_peek(p);
    unsigned attr = 0;
    size_t at = 4;

    if (token->kind != rdna_token_name || token->size < 7 || memcmp(token->text, "attr", 4) != 0)
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND, "an attribute, such as attr0.x");
    for (; at < token->size && token->text[at] >= '0' && token->text[at] <= '9' && attr < 100; at++)
        attr = attr * 10 + (unsigned)(token->text[at] - '0');
    const char *channel = at + 2 == token->size && token->text[at] == '.' && token->text[at + 1]
                              ? strchr("xyzw", token->text[at + 1])
                              : NULL;
    if (at == 4 || !channel)
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND, "an attribute, such as attr0.x");
    if (attr > 63)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_NUMBER, p->token,
                            "found attribute %u, expected one from 0 to 63", attr);
    p->inst.attr = (uint8_t)attr;
    p->inst.chan = (uint8_t)(*channel == 'w' ? 3 : *channel - 'x');
    p->token++;
    return true;
}

static bool
parse_target(struct rdna_parser *p)
{
    static const struct {
        uint8_t first, last;
        const char *name;
    } targets[] = {
#define RDNA_TARGET(first, last, name) {first, last, name},
#include "rdna/names.def"
    };
    char name[32];

    for (unsigned i = 0; i < BASE_COUNT(targets); i++)
        for (unsigned target = targets[i].first; target <= targets[i].last; target++) {
            if (targets[i].first == targets[i].last)
                snprintf(name, sizeof(name), "%s", targets[i].name);
            else
                snprintf(name, sizeof(name), "%s%u", targets[i].name, target - targets[i].first);
            if (rdna_skip_name(p, name)) {
                p->inst.target = (uint8_t)target;
                return true;
            }
        }
    /* How the disassembler writes the others. */
    for (unsigned target = 0; target < 64; target++) {
        snprintf(name, sizeof(name), "invalid_target_%u", target);
        if (rdna_skip_name(p, name)) {
            p->inst.target = (uint8_t)target;
            return true;
        }
    }
    return rdna_fail_found(p, QD_CODE_RDNA_ASM_NAME, "a target of exports");
}

/* A register, or off. Compressed ones have two registers for four operands. */
static bool
parse_export(struct rdna_parser *p, unsigned source)
{
    const bool compressed = rdna_has_name(p, "compr");
    const unsigned slot = compressed ? source / 2 : source;
    uint16_t code;

    if (rdna_skip_name(p, "off"))
        return true;
    const uint32_t at = p->token;
    if (!rdna_parse_vector(p, 1, &code))
        return false;
    if (compressed && source % 2 && p->inst.en >> (source - 1) & 1 && p->inst.src[slot] != code)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, at,
                            "found another register, expected the one before, as with compr");
    p->inst.src[slot] = code;
    p->inst.en |= (uint8_t)(1 << source);
    return true;
}

/* ---- All of them ---- */

/* Operands that the instruction is written without. */
static bool
is_left_out(const struct rdna_parser *p, const struct rdna_operand *operand)
{
    switch (operand->kind) {
    case rdna_operand_D:
        return p->info->effects & RDNA_LDS && rdna_has_name(p, "lds");
    case rdna_operand_DR:
        return !rdna_has_name(p, "glc");
    case rdna_operand_FMT:
        return true;
    case rdna_operand_I:
        return operand->type == rdna_imm_endpgm && rdna_peek(p)->kind == rdna_token_end;
    }
    return false;
}

static bool
parse_destination(struct rdna_parser *p, const struct rdna_operand *operand)
{
    struct rdna_inst *inst = &p->inst;
    const enum rdna_family family = (enum rdna_family)p->info->family;

    switch (operand->kind) {
    case rdna_operand_DS:
    case rdna_operand_AS:
    case rdna_operand_SD:
        if (family == rdna_family_smem)
            return parse_memory_scalar(p, registers_of(operand), &inst->dst);
        if (family == rdna_family_vop1 || family == rdna_family_vop3)
            return parse_vector_scalar(p, registers_of(operand), &inst->dst);
        return parse_any_scalar(p, registers_of(operand), &inst->dst);
    case rdna_operand_DM:
        p->sdst_at = p->token;
        return family == rdna_family_vopc ? parse_vector_scalar(p, mask_registers(p), &inst->sdst)
                                          : parse_any_scalar(p, mask_registers(p), &inst->sdst);
    }
    if (!parse_data(p, operand, &inst->dst))
        return false;
    /* Buffers and images have one field for what they load and what they store. */
    if (family == rdna_family_mubuf || family == rdna_family_mtbuf || family == rdna_family_mimg)
        inst->vdata = inst->dst;
    return true;
}

static bool
parse_operand(struct rdna_parser *p, const struct rdna_operand *operand, unsigned *sources)
{
    struct rdna_inst *inst = &p->inst;

    switch ((enum rdna_operand_kind)operand->kind) {
    case rdna_operand_none:
    case rdna_operand_FMT:
        break;
    case rdna_operand_D:
    case rdna_operand_A:
    case rdna_operand_DS:
    case rdna_operand_AS:
    case rdna_operand_SD:
    case rdna_operand_DM:
    case rdna_operand_X:
    case rdna_operand_DR:
        return parse_destination(p, operand);
    case rdna_operand_S:
    case rdna_operand_V:
    case rdna_operand_VA:
    case rdna_operand_SS:
    case rdna_operand_SR:
        if (p->info->family == rdna_family_exp)
            return parse_export(p, (*sources)++);
        return parse_source(p, operand, (*sources)++);
    case rdna_operand_SM:
        return parse_mask_source(p);
    case rdna_operand_K:
        return rdna_parse_literal(p, p->info->operands[0].type);
    case rdna_operand_I:
        return rdna_parse_immediate(p, operand->type);
    case rdna_operand_DATA:
        if (!parse_data(p, operand, &inst->vdata))
            return false;
        if (p->info->family == rdna_family_mubuf || p->info->family == rdna_family_mtbuf ||
            p->info->family == rdna_family_mimg)
            inst->dst = inst->vdata;
        return true;
    case rdna_operand_DATA1:
        return rdna_parse_vector(p, registers_of(operand), &inst->vdata1);
    case rdna_operand_ADDR:
        return parse_address(p, operand->type);
    case rdna_operand_IADDR:
        return parse_image_address(p);
    case rdna_operand_SADDR:
        return parse_scalar_address(p);
    case rdna_operand_SBASE:
        return operand->type == rdna_type_b128 ? parse_memory_scalar(p, 4, &inst->sbase)
                                               : parse_any_scalar(p, 2, &inst->sbase);
    case rdna_operand_RSRC:
        return parse_any_scalar(p, registers_of(operand), &inst->srsrc);
    case rdna_operand_SAMP:
        return parse_any_scalar(p, 4, &inst->ssamp);
    case rdna_operand_SOFFSET:
        return parse_buffer_offset(p);
    case rdna_operand_SOFF:
        return parse_memory_offset(p);
    case rdna_operand_ATTR:
        return parse_attribute(p);
    case rdna_operand_TGT:
        return parse_target(p);
    }
    return true;
}

bool
rdna_parse_operands(struct rdna_parser *p)
{
    unsigned sources = 0;
    bool first = true;

    for (unsigned i = 0; i < p->info->operand_count; i++) {
        const struct rdna_operand *operand = &p->info->operands[i];
        if (is_left_out(p, operand))
            continue;
        if (p->info->family == rdna_family_exp && i == 1)
            rdna_skip_mark(p, ',');
        else if (!first && !rdna_expect_mark(p, ',', "before the next operand"))
            return false;
        if (!parse_operand(p, operand, &sources))
            return false;
        first = false;
    }
    return true;
}
