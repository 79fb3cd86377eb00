/* SPDX-License-Identifier: MIT */
#include "rdna/print_priv.h"

/* ---- Constants ---- */

static const struct {
    const char *name;
    uint32_t f32;
    uint64_t f64;
    uint16_t f16;
} floats[] = {
    {"0.5", 0x3f000000, 0x3fe0000000000000, 0x3800},
    {"-0.5", 0xbf000000, 0xbfe0000000000000, 0xb800},
    {"1.0", 0x3f800000, 0x3ff0000000000000, 0x3c00},
    {"-1.0", 0xbf800000, 0xbff0000000000000, 0xbc00},
    {"2.0", 0x40000000, 0x4000000000000000, 0x4000},
    {"-2.0", 0xc0000000, 0xc000000000000000, 0xc000},
    {"4.0", 0x40800000, 0x4010000000000000, 0x4400},
    {"-4.0", 0xc0800000, 0xc010000000000000, 0xc400},
    {"0.15915494", 0x3e22f983, 0x3fc45f306dc9c882, 0x3118},
};

static bool
put_small(struct rdna_printer *p, int64_t number)
{
    if (number < -16 || number > 64)
        return false;
    rdna_put_decimal(p, number);
    return true;
}

static bool
put_f32(struct rdna_printer *p, uint32_t bits)
{
    for (unsigned i = 0; i < BASE_COUNT(floats); i++)
        if (floats[i].f32 == bits) {
            rdna_puts(p, floats[i].name);
            return true;
        }
    return false;
}

static bool
put_f16(struct rdna_printer *p, uint32_t bits)
{
    for (unsigned i = 0; i < BASE_COUNT(floats); i++)
        if (floats[i].f16 == bits) {
            rdna_puts(p, floats[i].name);
            return true;
        }
    return false;
}

static void
put_literal32(struct rdna_printer *p, uint32_t bits)
{
    if (!put_small(p, (int32_t)bits) && !put_f32(p, bits))
        rdna_put_hex(p, bits);
}

/* How constants of a type are written. */
enum written {
    written_word,   /* 32 bits */
    written_half,   /* Half float; the low half of a literal counts. */
    written_short,  /* 16-bit integer; floats are halves in hexadecimal. */
    written_halves, /* Two half floats. */
    written_long,   /* 64-bit integer */
    written_double  /* A literal is the high word. */
};

static const uint8_t written_as[rdna_type_count] = {
    [rdna_type_f16] = written_half,     [rdna_type_e16] = written_half,
    [rdna_type_mix] = written_half,     [rdna_type_b16] = written_short,
    [rdna_type_u16] = written_short,    [rdna_type_i16] = written_short,
    [rdna_type_b64] = written_long,     [rdna_type_u64] = written_long,
    [rdna_type_i64] = written_long,     [rdna_type_f64] = written_double,
    [rdna_type_v2f16] = written_halves,
};

static void
put_double_literal(struct rdna_printer *p, uint32_t bits)
{
    for (unsigned i = 0; i < BASE_COUNT(floats); i++)
        if (floats[i].f64 == (uint64_t)bits << 32) {
            rdna_puts(p, floats[i].name);
            return;
        }
    if (bits)
        rdna_put_hex(p, bits);
    else
        rdna_put(p, '0');
}

/* A literal is written as the inline constant that it equals, if there is one. */
static void
put_literal(struct rdna_printer *p, enum rdna_type type)
{
    const uint32_t bits = p->inst->literal;

    switch ((enum written)written_as[type]) {
    case written_word:
        put_literal32(p, bits);
        break;
    case written_half:
        if (!put_small(p, (int16_t)bits) && !put_f16(p, bits & 0xffff))
            rdna_put_hex(p, bits & 0xffff);
        break;
    case written_short:
        if (!put_small(p, (int32_t)bits) && !put_f32(p, bits))
            rdna_put_hex(p, bits & 0xffff);
        break;
    case written_halves:
        if (!put_small(p, (int32_t)bits) && !put_f16(p, bits))
            rdna_put_hex(p, bits);
        break;
    case written_long:
        if (!put_small(p, (int64_t)bits))
            rdna_put_hex(p, bits);
        break;
    case written_double:
        put_double_literal(p, bits);
        break;
    }
}

static void
put_inline_float(struct rdna_printer *p, unsigned index, enum rdna_type type)
{
    const enum written written = written_as[type];
    const bool wide = written == written_long || written == written_double;

    if (written == written_short)
        rdna_put_hex(p, floats[index].f16);
    else
        rdna_puts(p, wide && index == 8 ? "0.15915494309189532" : floats[index].name);
}

/* ---- Registers ---- */

static void
put_range(struct rdna_printer *p, const char *file, unsigned first, unsigned count)
{
    rdna_puts(p, file);
    if (count > 1)
        rdna_put(p, '[');
    rdna_put_decimal(p, first);
    if (count > 1) {
        rdna_put(p, ':');
        rdna_put_decimal(p, first + count - 1);
        rdna_put(p, ']');
    }
}

static const char *const specials[256] = {
#define RDNA_SPECIAL(code, name) [code] = name,
#include "rdna/names.def"
};

void
rdna_put_code(struct rdna_printer *p, unsigned code, enum rdna_type type, unsigned registers)
{
    if (code >= RDNA_VGPR0)
        put_range(p, "v", code - RDNA_VGPR0, registers);
    else if (code < RDNA_SGPR_COUNT)
        put_range(p, "s", code, registers);
    else if (code >= RDNA_TTMP0 && code < RDNA_M0)
        put_range(p, "ttmp", code - RDNA_TTMP0, registers);
    else if (code == RDNA_LITERAL)
        put_literal(p, type);
    else if (registers > 1 && code == RDNA_VCC_LO)
        rdna_puts(p, "vcc");
    else if (registers > 1 && code == RDNA_EXEC_LO)
        rdna_puts(p, "exec");
    else if (code >= RDNA_INT_0 && code < RDNA_INT_MINUS_1)
        rdna_put_decimal(p, (int)code - RDNA_INT_0);
    else if (code >= RDNA_INT_MINUS_1 && code <= 208)
        rdna_put_decimal(p, RDNA_INT_MINUS_1 - 1 - (int)code);
    else if (code >= RDNA_FLOAT_0_5 && code <= RDNA_FLOAT_INV_2PI)
        put_inline_float(p, code - RDNA_FLOAT_0_5, type);
    else
        rdna_puts(p, specials[code]);
}

/* ---- Registers that an operand may not be ---- */

static bool
is_constant(unsigned code)
{
    return (code >= RDNA_INT_0 && code <= 208) ||
           (code >= RDNA_FLOAT_0_5 && code <= RDNA_FLOAT_INV_2PI) || code == RDNA_LITERAL;
}

/* Sources that LLVM takes for constants, which it does not check. */
static bool
is_value(unsigned code)
{
    return (code >= RDNA_SHARED_BASE && code <= RDNA_POPS_EXITING_WAVE_ID) ||
           (code >= RDNA_VCCZ && code <= RDNA_SCC) || code == RDNA_NULL;
}

/* LLVM decodes more registers than some operands may be, and says so in the text. These are its
 * names for what they may be. */
struct allowed {
    const char *name;
    bool vectors : 1, scalars : 1, lds : 1, constants : 1, exec : 1, m0 : 1;
};

static struct allowed
allowed_for(const struct rdna_printer *p, const struct rdna_operand *operand, unsigned source)
{
    static const struct allowed vector = {"VGPR_32", .vectors = true},
                                vector_or_lds = {"VRegOrLds_32", .vectors = true, .lds = true},
                                vectors = {"VReg_128", .vectors = true},
                                scalar = {"SReg_32", .scalars = true, .exec = true, .m0 = true,
                                          .constants = true},
                                scalar_or_lds = {"SRegOrLds_32", .scalars = true,   .exec = true,
                                                 .m0 = true,     .constants = true, .lds = true},
                                mask = {"SReg_1", .scalars = true, .exec = true, .m0 = true},
                                mask_not_exec = {"SReg_1_XEXEC", .scalars = true, .m0 = true},
                                any = {NULL};
    struct allowed result;

    switch (operand->kind) {
    case rdna_operand_V:
    case rdna_operand_VA:
        if (p->inst->form == rdna_form_sdwa)
            return any;
        if (operand->type == rdna_type_b128)
            return vectors;
        return p->info->operands[0].kind == rdna_operand_DS ? vector_or_lds : vector;
    case rdna_operand_SS:
        return source == 0 && p->info->operands[0].kind == rdna_operand_A ? scalar_or_lds : scalar;
    case rdna_operand_SOFFSET:
        return scalar;
    case rdna_operand_SR:
    case rdna_operand_DS:
        result = scalar;
        result.constants = false;
        return result;
    case rdna_operand_DM:
        return mask;
    case rdna_operand_SM:
        return mask_not_exec;
    }
    return any;
}

static void
put_wrong_register(struct rdna_printer *p, const char *allowed)
{
    rdna_puts(p, "/*Invalid register, operand has '");
    rdna_puts(p, allowed);
    rdna_puts(p, "' register class*/");
}

/* A constant where only registers are allowed is written as 32 bits. */
static void
put_wrong_constant(struct rdna_printer *p, unsigned code)
{
    rdna_put_code(p, code, rdna_type_b32, 1);
    rdna_puts(p, "/*Invalid immediate*/");
}

static void
put_checked(struct rdna_printer *p, unsigned code, const struct rdna_operand *operand,
            unsigned registers, unsigned source)
{
    const struct allowed allowed = allowed_for(p, operand, source);
    bool good = true;

    if (!allowed.name) {
        rdna_put_code(p, code, operand->type, registers);
        return;
    }
    if (is_constant(code)) {
        if (allowed.constants)
            rdna_put_code(p, code, operand->type, registers);
        else
            put_wrong_constant(p, code);
        return;
    }
    rdna_put_code(p, code, operand->type, registers);
    if (code >= RDNA_VGPR0)
        good = allowed.vectors;
    else if (code == RDNA_LDS_DIRECT)
        good = allowed.lds;
    else if (code == RDNA_EXEC_LO || code == RDNA_EXEC_HI)
        good = allowed.exec;
    else if (!is_value(code))
        good = allowed.scalars;
    if (!good)
        put_wrong_register(p, allowed.name);
}

/* What scalar memory reads or writes cannot be everything that can be encoded. */
static void
put_scalar_data(struct rdna_printer *p, unsigned code, enum rdna_type type)
{
    static const char *const names[] = {[1] = "SReg_32_XM0_XEXEC",
                                        [2] = "SReg_64_XEXEC",
                                        [4] = "SReg_128",
                                        [8] = "SReg_256",
                                        [16] = "SReg_512"};
    const unsigned registers = rdna_type_infos[type].registers;
    bool good = code != RDNA_EXEC_LO && code != RDNA_EXEC_HI;

    if (registers == 1)
        good = good && code != RDNA_M0;
    if (registers > 2)
        good = good && code != RDNA_VCC_LO;
    rdna_put_code(p, code, type, registers);
    if (!good)
        put_wrong_register(p, names[registers]);
}

/* ---- Sources with modifiers ---- */

static void
put_source(struct rdna_printer *p, const struct rdna_operand *operand, unsigned source)
{
    const struct rdna_inst *inst = p->inst;
    const unsigned code = inst->src[source];
    const unsigned registers = rdna_type_infos[operand->type].registers;
    const bool packed = inst->form == rdna_form_vop3p && operand->type != rdna_type_mix;
    const bool neg = !packed && inst->neg >> source & 1, abs = !packed && inst->abs >> source & 1;
    const bool sext = inst->sext >> source & 1;

    if (sext)
        rdna_puts(p, "sext(");
    /* A minus would be part of a number. */
    if (neg)
        rdna_puts(p, is_constant(code) && !abs ? "neg(" : "-");
    if (abs)
        rdna_put(p, '|');
    put_checked(p, code, operand, registers, source);
    if (abs)
        rdna_put(p, '|');
    if (neg && is_constant(code) && !abs)
        rdna_put(p, ')');
    if (sext)
        rdna_put(p, ')');
}

/* ---- Memory operands ---- */

static void
put_image_address(struct rdna_printer *p)
{
    const struct rdna_inst *inst = p->inst;
    struct rdna_image image;

    rdna_image_registers(inst, &image);
    if (!inst->nsa_words) {
        rdna_put_code(p, inst->vaddr, rdna_type_b32, image.addresses);
        return;
    }
    rdna_put(p, '[');
    rdna_put_code(p, inst->vaddr, rdna_type_b32, 1);
    for (unsigned i = 1; i < image.addresses; i++) {
        rdna_puts(p, ", v");
        rdna_put_decimal(p, inst->nsa[i - 1]);
    }
    rdna_put(p, ']');
}

static void
put_address(struct rdna_printer *p, enum rdna_addr kind)
{
    const struct rdna_inst *inst = p->inst;
    unsigned registers = 1;

    switch (kind) {
    case rdna_addr_buf:
        registers = (unsigned)inst->offen + (unsigned)inst->idxen;
        break;
    case rdna_addr_flat:
        registers = 2;
        break;
    case rdna_addr_global:
        registers = inst->saddr == RDNA_NULL ? 2 : 1;
        break;
    case rdna_addr_scratch:
        registers = inst->saddr == RDNA_NULL ? 1 : 0;
        break;
    case rdna_addr_lds:
        break;
    }
    if (registers)
        rdna_put_code(p, inst->vaddr, rdna_type_b32, registers);
    else
        rdna_puts(p, "off");
}

static void
put_scalar_address(struct rdna_printer *p)
{
    const struct rdna_inst *inst = p->inst;
    const bool neither = inst->form == rdna_form_scratch && inst->saddr == RDNA_EXEC_HI;

    /* Neither address nor register: only the newest chip has that, and loads to LDS. */
    if (inst->saddr == RDNA_NULL || (neither && (p->isa == rdna_isa_gfx1030 || inst->lds))) {
        rdna_puts(p, "off");
        return;
    }
    rdna_put_code(p, inst->saddr, rdna_type_b32, inst->form == rdna_form_scratch ? 1 : 2);
    if (neither)
        put_wrong_register(p, "SReg_32_XEXEC_HI");
}

static void
put_scalar_offset(struct rdna_printer *p)
{
    const struct rdna_inst *inst = p->inst;

    if (inst->soffset != RDNA_NULL || !inst->imm) {
        rdna_put_code(p, inst->soffset, rdna_type_b32, 1);
        if (!inst->imm)
            return;
        rdna_puts(p, " offset:");
    }
    if (inst->imm < 0)
        rdna_put(p, '-');
    rdna_put_hex(p, (uint64_t)(inst->imm < 0 ? -(int64_t)inst->imm : inst->imm));
}

static void
put_data(struct rdna_printer *p, unsigned code, enum rdna_type type)
{
    unsigned registers = rdna_type_infos[type].registers + p->inst->tfe;

    if (p->inst->form == rdna_form_mimg) {
        struct rdna_image image;
        rdna_image_registers(p->inst, &image);
        registers = image.data;
    }
    rdna_put_code(p, code, type, registers);
}

static void
put_target(struct rdna_printer *p)
{
    static const struct {
        uint8_t first, last;
        const char *name;
    } targets[] = {
#define RDNA_TARGET(first, last, name) {first, last, name},
#include "rdna/names.def"
    };
    const unsigned target = p->inst->target;

    for (unsigned i = 0; i < BASE_COUNT(targets); i++)
        if (target >= targets[i].first && target <= targets[i].last) {
            rdna_puts(p, targets[i].name);
            if (targets[i].last > targets[i].first)
                rdna_put_decimal(p, target - targets[i].first);
            return;
        }
    rdna_puts(p, "invalid_target_");
    rdna_put_decimal(p, target);
}

static void
put_attribute(struct rdna_printer *p)
{
    rdna_puts(p, "attr");
    rdna_put_decimal(p, p->inst->attr);
    rdna_put(p, '.');
    rdna_put(p, "xyzw"[p->inst->chan]);
}

static void
put_export(struct rdna_printer *p, unsigned source)
{
    if (p->inst->en >> source & 1)
        rdna_put_code(p, p->inst->src[p->inst->compr ? source / 2 : source], rdna_type_b32, 1);
    else
        rdna_puts(p, "off");
}

void
rdna_put_operand(struct rdna_printer *p, const struct rdna_operand *operand, unsigned *sources)
{
    const struct rdna_inst *inst = p->inst;
    const enum rdna_type type = operand->type;
    const unsigned mask_registers = p->wave_size == 64 ? 2 : 1;

    switch ((enum rdna_operand_kind)operand->kind) {
    case rdna_operand_none:
        break;
    case rdna_operand_DS:
    case rdna_operand_AS:
    case rdna_operand_SD:
        if (inst->form == rdna_form_smem)
            put_scalar_data(p, inst->dst, type);
        else
            put_checked(p, inst->dst, operand, rdna_type_infos[type].registers, 0);
        break;
    case rdna_operand_D:
    case rdna_operand_A:
    case rdna_operand_X:
    case rdna_operand_DR:
        put_data(p, inst->dst, type);
        break;
    case rdna_operand_DM:
        put_checked(p, inst->sdst, operand, mask_registers, 0);
        break;
    case rdna_operand_S:
    case rdna_operand_V:
    case rdna_operand_VA:
    case rdna_operand_SS:
    case rdna_operand_SR:
        if (inst->form == rdna_form_exp)
            put_export(p, *sources);
        else
            put_source(p, operand, *sources);
        ++*sources;
        break;
    case rdna_operand_SM:
        put_checked(p, inst->src[2], operand, mask_registers, 2);
        break;
    case rdna_operand_K:
        if (inst->form == rdna_form_sopk)
            put_literal32(p, inst->literal);
        else
            rdna_put_hex(p, inst->literal);
        break;
    case rdna_operand_I:
        rdna_put_number(p, operand->type);
        break;
    case rdna_operand_DATA:
        put_data(p, inst->vdata, type);
        break;
    case rdna_operand_DATA1:
        rdna_put_code(p, inst->vdata1, type, rdna_type_infos[type].registers);
        break;
    case rdna_operand_ADDR:
        put_address(p, operand->type);
        break;
    case rdna_operand_IADDR:
        put_image_address(p);
        break;
    case rdna_operand_SADDR:
        put_scalar_address(p);
        break;
    case rdna_operand_SBASE:
        if (type == rdna_type_b128)
            put_scalar_data(p, inst->sbase, type);
        else
            rdna_put_code(p, inst->sbase, type, 2);
        break;
    case rdna_operand_RSRC:
        rdna_put_code(p, inst->srsrc, type, rdna_type_infos[type].registers);
        break;
    case rdna_operand_SAMP:
        rdna_put_code(p, inst->ssamp, type, 4);
        break;
    case rdna_operand_SOFFSET:
        put_checked(p, inst->soffset, operand, 1, 0);
        break;
    case rdna_operand_SOFF:
        put_scalar_offset(p);
        break;
    case rdna_operand_ATTR:
        put_attribute(p);
        break;
    case rdna_operand_FMT:
        break;
    case rdna_operand_TGT:
        put_target(p);
        break;
    }
}
