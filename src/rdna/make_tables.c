/* SPDX-License-Identifier: MIT
 *
 * Prints the decoder's tables: the row of each opcode, and what is to be asked of each row, as the
 * table of instructions says. Run when Quadrille is built.
 */
#include "rdna/decode_priv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *name;
    unsigned codes;
} families[rdna_family_count] = {
    [rdna_family_sop1] = {"sop1", 256},       [rdna_family_sop2] = {"sop2", 128},
    [rdna_family_sopc] = {"sopc", 128},       [rdna_family_sopk] = {"sopk", 32},
    [rdna_family_sopp] = {"sopp", 128},       [rdna_family_smem] = {"smem", 256},
    [rdna_family_vop1] = {"vop1", 256},       [rdna_family_vop2] = {"vop2", 64},
    [rdna_family_vopc] = {"vopc", 256},       [rdna_family_vop3] = {"vop3", 1024},
    [rdna_family_vop3p] = {"vop3p", 128},     [rdna_family_vintrp] = {"vintrp", 4},
    [rdna_family_ds] = {"ds", 256},           [rdna_family_mubuf] = {"mubuf", 256},
    [rdna_family_mtbuf] = {"mtbuf", 16},      [rdna_family_mimg] = {"mimg", 256},
    [rdna_family_flat] = {"flat", 128},       [rdna_family_global] = {"global", 128},
    [rdna_family_scratch] = {"scratch", 128}, [rdna_family_exp] = {"exp", 1},
};

/* The opcode of the row's long form in the family vop3, or -1. */
static int
long_code(const struct rdna_op_info *info)
{
    if (info->family == rdna_family_vop3)
        return info->code;
    if (!(info->forms & RDNA_FORM_E64))
        return -1;
    switch ((enum rdna_family)info->family) {
    case rdna_family_vop1:
        return 0x180 + info->code;
    case rdna_family_vop2:
        return 0x100 + info->code;
    case rdna_family_vintrp:
        return 0x200 + info->code;
    case rdna_family_vopc:
        return info->code;
    case rdna_family_sop1:
    case rdna_family_sop2:
    case rdna_family_sopc:
    case rdna_family_sopk:
    case rdna_family_sopp:
    case rdna_family_smem:
    case rdna_family_vop3:
    case rdna_family_vop3p:
    case rdna_family_ds:
    case rdna_family_mubuf:
    case rdna_family_mtbuf:
    case rdna_family_mimg:
    case rdna_family_flat:
    case rdna_family_global:
    case rdna_family_scratch:
    case rdna_family_exp:
    case rdna_family_count:
        break;
    }
    return -1;
}

static unsigned
row_of(enum rdna_family family, enum rdna_isa isa, unsigned code)
{
    for (unsigned row = 1; row < rdna_op_count; row++) {
        const struct rdna_op_info *info = &rdna_op_infos[row];
        if (!(info->isas >> isa & 1))
            continue;
        if (info->family == family && info->code == code)
            return row;
        if (family == rdna_family_vop3 && long_code(info) == (int)code)
            return row;
    }
    return rdna_op_none;
}

static void
print_rows(enum rdna_family family)
{
    const unsigned codes = families[family].codes;

    printf("static const uint16_t rows_%s[rdna_isa_count][%u] = {\n", families[family].name, codes);
    for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++) {
        printf("{");
        for (unsigned code = 0; code < codes; code++)
            printf("%u,%s", row_of(family, isa, code), code % 16 == 15 ? "\n" : "");
        printf("},\n");
    }
    printf("};\n");
}

static enum rdna_width
width_of(enum rdna_type type)
{
    switch (rdna_type_infos[type].registers) {
    case 2:
        return rdna_width_2;
    case 3:
        return rdna_width_3;
    case 4:
        return rdna_width_4;
    case 8:
        return rdna_width_8;
    case 16:
        return rdna_width_16;
    }
    return rdna_width_1;
}

static bool
is_float(const struct rdna_operand *operand)
{
    return rdna_type_infos[operand->type].class == rdna_class_flt;
}

/* Of a source of a VALU row whose first source is first. */
static enum rdna_mods
mods_of(const struct rdna_op_info *info, const struct rdna_operand *first,
        const struct rdna_operand *operand)
{
    if (operand->kind != rdna_operand_S && operand->kind != rdna_operand_V)
        return info->effects & RDNA_OPSEL && operand->kind == rdna_operand_SS ? rdna_mods_ignored
                                                                              : rdna_mods_none;
    if (is_float(operand))
        return rdna_mods_float;
    /* The dot product of bytes has no modifiers, and its DPP form has room for them. */
    if (info->effects & RDNA_OPSEL || rdna_type_infos[operand->type].bits == 8)
        return rdna_mods_ignored;
    return is_float(first) && info->family != rdna_family_vopc ? rdna_mods_int : rdna_mods_none;
}

/* Takes in one operand of a row: where it is found and how wide it is. */
static void
shape_operand(struct rdna_shape *shape, const struct rdna_op_info *info,
              const struct rdna_operand *operand, const struct rdna_operand **first)
{
    switch ((enum rdna_operand_kind)operand->kind) {
    case rdna_operand_D:
    case rdna_operand_A:
    case rdna_operand_DS:
    case rdna_operand_AS:
    case rdna_operand_SD:
    case rdna_operand_DR:
    case rdna_operand_X:
        shape->dst_kind = operand->kind;
        shape->dst = (uint8_t)width_of(operand->type);
        break;
    case rdna_operand_DM:
        if (info->family == rdna_family_vopc)
            shape->dst_kind = operand->kind;
        shape->has_sdst = true;
        break;
    case rdna_operand_S:
    case rdna_operand_V:
    case rdna_operand_VA:
    case rdna_operand_SS:
    case rdna_operand_SR:
        if (!*first)
            *first = operand;
        shape->mods[shape->source_count] = (uint8_t)mods_of(info, *first, operand);
        shape->src[shape->source_count++] = (uint8_t)width_of(operand->type);
        break;
    case rdna_operand_SM:
        shape->has_mask = true;
        break;
    case rdna_operand_K:
        shape->has_literal = true;
        break;
    case rdna_operand_ATTR:
        shape->has_attr = true;
        break;
    case rdna_operand_none:
    case rdna_operand_I:
    case rdna_operand_DATA:
    case rdna_operand_DATA1:
    case rdna_operand_ADDR:
    case rdna_operand_IADDR:
    case rdna_operand_SADDR:
    case rdna_operand_SBASE:
    case rdna_operand_RSRC:
    case rdna_operand_SAMP:
    case rdna_operand_SOFFSET:
    case rdna_operand_SOFF:
    case rdna_operand_FMT:
    case rdna_operand_TGT:
        break;
    }
}

/* An attribute is in the first field of the long form, so the sources move up. */
static void
shape_attribute(struct rdna_shape *shape)
{
    for (unsigned i = 2; i > 0; i--) {
        shape->src[i] = shape->src[i - 1];
        shape->mods[i] = shape->mods[i - 1];
    }
    shape->src[0] = rdna_width_1;
    shape->mods[0] = rdna_mods_none;
    shape->source_count++;
}

static void
shape_long(struct rdna_shape *shape, const struct rdna_op_info *info)
{
    const uint32_t effects = info->effects;
    unsigned fields = shape->source_count + (shape->has_mask ? 1u : 0u);

    /* v_interp_mov has its parameter where the others have their source. */
    if (shape->has_attr && fields < 2)
        fields = 2;
    if (!info->operand_count)
        shape->zero[0] |= 0xff;
    for (unsigned i = 0; i < 3; i++) {
        const enum rdna_mods mods = i < shape->source_count ? shape->mods[i] : rdna_mods_none;
        if (i >= fields)
            shape->zero[1] |= 0x1ffu << 9 * i;
        if (mods == rdna_mods_none) {
            shape->zero[1] |= 1u << (29 + i);
            if (!shape->has_sdst || info->family == rdna_family_vopc)
                shape->zero[0] |= 1u << (8 + i);
        }
        /* The high half of a source that is not there. */
        if (effects & RDNA_OPSEL && i >= fields)
            shape->zero[0] |= 1u << (11 + i);
    }
    if (!(effects & RDNA_CLAMP))
        shape->zero[0] |= 1u << 15;
    if (!(effects & RDNA_OMOD))
        shape->zero[1] |= 3u << 27;
    /* Bit 8 of an attribute is its high half, which 16-bit interpolation alone has. */
    if (shape->has_attr && info->family == rdna_family_vintrp)
        shape->zero[1] |= 1u << 8;
}

static void
shape_short(struct rdna_shape *shape, const struct rdna_op_info *info)
{
    const bool omod = info->effects & RDNA_OMOD &&
                      rdna_type_infos[info->operands[0].type].class == rdna_class_flt;

    for (unsigned i = 0; i < 2; i++) {
        const bool there = i < shape->source_count;
        const enum rdna_mods mods = there ? shape->mods[i] : rdna_mods_none;
        if (mods == rdna_mods_none)
            shape->zero_dpp |= 3u << (20 + 2 * i);
        if (there && mods == rdna_mods_float)
            shape->zero_sdwa |= 0x08u << (16 + 8 * i);
        else
            shape->zero_sdwa |= (there ? 0x30u : 0xbfu) << (16 + 8 * i);
    }
    if (!shape->source_count) {
        shape->zero_dpp |= 0xff;
        shape->zero_sdwa |= 0x20ff;
    }
    if (info->family != rdna_family_vopc)
        shape->zero_sdwa |= omod ? 0 : 3u << 14;
    else if (!shape->has_sdst)
        shape->zero_sdwa |= 1u << 15;
}

static void
shape_packed(struct rdna_shape *shape)
{
    shape->zero[0] |= 7u << 23;
    if (shape->source_count < 3) {
        shape->zero[0] |= 1u << 10 | 1u << 13;
        shape->zero[1] |= 0x1ffu << 18 | 1u << 31;
    }
}

static void
shape_ds(struct rdna_shape *shape, const struct rdna_op_info *info)
{
    shape->zero[1] = 0xffffffff;
    for (unsigned i = 0; i < info->operand_count; i++)
        switch (info->operands[i].kind) {
        case rdna_operand_ADDR:
            shape->zero[1] &= ~0xffu;
            break;
        case rdna_operand_DATA:
            shape->zero[1] &= ~0xff00u;
            break;
        case rdna_operand_DATA1:
            shape->zero[1] &= ~0xff0000u;
            break;
        case rdna_operand_D:
        case rdna_operand_A:
            shape->zero[1] &= ~0xff000000u;
            break;
        }
    if (info->effects & RDNA_NO_GDS)
        shape->zero[0] |= 1u << 17 | (info->operand_count ? 0 : 0xffff);
}

static void
shape_buffer(struct rdna_shape *shape, const struct rdna_op_info *info)
{
    if (!info->operand_count) {
        shape->zero[0] |= 0x1f000;
        shape->zero[1] |= 1u << 23;
    }
    if (info->effects & RDNA_ATOMIC) {
        shape->zero[0] |= 1u << 15;
        shape->zero[1] |= 1u << 23;
    }
    if (info->family == rdna_family_mtbuf)
        shape->zero[1] |= 1u << 23;
    else if (!(info->effects & RDNA_LDS))
        shape->zero[0] |= 1u << 16;
}

static struct rdna_shape
shape_of(const struct rdna_op_info *info)
{
    struct rdna_shape shape = {0};
    const struct rdna_operand *first = NULL;

    if (info->family == rdna_family_mimg || info->family == rdna_family_exp)
        return shape;
    for (unsigned i = 0; i < info->operand_count; i++)
        shape_operand(&shape, info, &info->operands[i], &first);

    switch ((enum rdna_family)info->family) {
    case rdna_family_vop1:
    case rdna_family_vop2:
    case rdna_family_vopc:
        shape_short(&shape, info);
        shape_long(&shape, info);
        break;
    case rdna_family_vop3:
    case rdna_family_vintrp:
        if (shape.has_attr)
            shape_attribute(&shape);
        shape_long(&shape, info);
        break;
    case rdna_family_vop3p:
        shape_packed(&shape);
        break;
    case rdna_family_ds:
        shape_ds(&shape, info);
        break;
    case rdna_family_mubuf:
    case rdna_family_mtbuf:
        shape_buffer(&shape, info);
        break;
    case rdna_family_sopp:
        shape.zero[0] = info->operand_count ? 0 : 0xffff;
        break;
    case rdna_family_sop1:
    case rdna_family_sop2:
    case rdna_family_sopc:
    case rdna_family_sopk:
    case rdna_family_smem:
    case rdna_family_mimg:
    case rdna_family_flat:
    case rdna_family_global:
    case rdna_family_scratch:
    case rdna_family_exp:
    case rdna_family_count:
        break;
    }
    return shape;
}

static void
print_shape(unsigned row)
{
    const struct rdna_shape s = shape_of(&rdna_op_infos[row]);

    printf("{{0x%" PRIx32 ", 0x%" PRIx32 "}, 0x%" PRIx32 ", 0x%" PRIx32
           ", %u, {%u, %u, %u}, %u, {%u, %u, %u}, %u, %u, %u, %u, %u}, /* %s */\n",
           s.zero[0], s.zero[1], s.zero_sdwa, s.zero_dpp, s.dst, s.src[0], s.src[1], s.src[2],
           s.source_count, s.mods[0], s.mods[1], s.mods[2], s.dst_kind, s.has_sdst, s.has_mask,
           s.has_literal, s.has_attr, rdna_op_infos[row].name);
}

/* The code that an operand of so many registers has when its field is code; 0 registers of the
 * general kind are none. Registers are aligned down. */
static int
fit(unsigned code, unsigned registers)
{
    const unsigned align = registers > 2 ? 4 : registers;

    if (registers == 1)
        return (code > 208 && code < 235) || code == 249 || code == 250 ? -1 : (int)code;
    if (code < RDNA_SGPR_COUNT) {
        code = code / align * align;
        return code + registers > RDNA_SGPR_COUNT ? -1 : (int)code;
    }
    if (code >= RDNA_TTMP0 && code < RDNA_M0) {
        code = (code - RDNA_TTMP0) / align * align;
        return code + registers > 16 ? -1 : (int)(code + RDNA_TTMP0);
    }
    if (code == RDNA_VCC_HI || code == RDNA_M0 || code == RDNA_EXEC_HI || code == RDNA_LDS_DIRECT)
        return -1;
    return fit(code, 1);
}

static void
print_fits(void)
{
    static const unsigned registers[rdna_width_count] = {1, 2, 3, 4, 8, 16};

    printf("static const uint16_t fits[rdna_width_count][256] = {\n");
    for (unsigned width = 0; width < rdna_width_count; width++) {
        printf("{");
        for (unsigned code = 0; code < 256; code++) {
            const int fitted = fit(code, registers[width]);
            printf("%u,%s", fitted < 0 ? 0xffffu : (unsigned)fitted, code % 16 == 15 ? "\n" : "");
        }
        printf("},\n");
    }
    printf("};\n");
}

static void
print_widths(void)
{
    printf("static const uint8_t data_widths[rdna_type_count] = {");
    for (enum rdna_type type = 0; type < rdna_type_count; type++)
        printf("%u,", width_of(type));
    printf("};\n");
}

static int
compare_names(const void *a, const void *b)
{
    return strcmp(rdna_op_infos[*(const uint16_t *)a].name,
                  rdna_op_infos[*(const uint16_t *)b].name);
}

static void
print_names(void)
{
    uint16_t rows[rdna_op_count - 1];

    for (unsigned i = 0; i < BASE_COUNT(rows); i++)
        rows[i] = (uint16_t)(i + 1);
    qsort(rows, BASE_COUNT(rows), sizeof(rows[0]), compare_names);
    printf("static const uint16_t rows_by_name[rdna_op_count - 1] = {");
    for (unsigned i = 0; i < BASE_COUNT(rows); i++)
        printf("%u,%s", rows[i], i % 16 == 15 ? "\n" : "");
    printf("};\n");
}

int
main(void)
{
    printf("/* Made by make_tables from ops.def. */\n");
    for (enum rdna_family family = 0; family < rdna_family_count; family++)
        print_rows(family);
    printf("static const struct rdna_shape shapes[rdna_op_count] = {\n");
    for (unsigned row = 0; row < rdna_op_count; row++)
        print_shape(row);
    printf("};\n");
    print_fits();
    print_widths();
    print_names();
    return 0;
}
