/* SPDX-License-Identifier: MIT */
#include "random_words.h"

#include "rdna/ops.h"

/* How the first word of each family begins, where its opcode is, and its other fields. */
static const struct {
    uint32_t prefix, opcode_shift, fields;
} families[rdna_family_count] = {
    [rdna_family_sop1] = {0xbe800000, 8, 0x007f00ff},
    [rdna_family_sop2] = {0x80000000, 23, 0x007fffff},
    [rdna_family_sopc] = {0xbf000000, 16, 0x0000ffff},
    [rdna_family_sopk] = {0xb0000000, 23, 0x007fffff},
    [rdna_family_sopp] = {0xbf800000, 16, 0x0000ffff},
    [rdna_family_smem] = {0xf4000000, 18, 0x0003ffff},
    [rdna_family_vop1] = {0x7e000000, 9, 0x01fe01ff},
    [rdna_family_vop2] = {0x00000000, 25, 0x01ffffff},
    [rdna_family_vopc] = {0x7c000000, 17, 0x0001ffff},
    [rdna_family_vop3] = {0xd4000000, 16, 0x0000ffff},
    [rdna_family_vop3p] = {0xcc000000, 16, 0x0000ffff},
    [rdna_family_vintrp] = {0xc8000000, 16, 0x03fcffff},
    [rdna_family_ds] = {0xd8000000, 18, 0x0003ffff},
    [rdna_family_mubuf] = {0xe0000000, 18, 0x0003ffff},
    [rdna_family_mtbuf] = {0xe8000000, 16, 0x03f8ffff},
    [rdna_family_mimg] = {0xf0000000, 18, 0x0203fffe},
    [rdna_family_flat] = {0xdc000000, 18, 0x02033fff},
    [rdna_family_global] = {0xdc008000, 18, 0x02033fff},
    [rdna_family_scratch] = {0xdc004000, 18, 0x02033fff},
    [rdna_family_exp] = {0xf8000000, 0, 0x03ffffff},
};

/* splitmix64 */
static uint32_t
bits(struct random_words *random)
{
    uint64_t x = random->state += 0x9e3779b97f4a7c15;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return (uint32_t)((x ^ x >> 31) >> 32);
}

static uint32_t
below(struct random_words *random, uint32_t bound)
{
    return (uint32_t)((uint64_t)bits(random) * bound >> 32);
}

/* Bits of a mask: none, few, half. */
static uint32_t
thin(struct random_words *random, uint32_t mask)
{
    switch (below(random, 4)) {
    case 0:
        return 0;
    case 1:
        return bits(random) & bits(random) & bits(random) & mask;
    case 2:
        return bits(random) & bits(random) & mask;
    }
    return bits(random) & mask;
}

static unsigned
count_kinds(const struct rdna_op_info *info, uint64_t kinds)
{
    unsigned count = 0;

    for (unsigned i = 0; i < info->operand_count; i++)
        count += (unsigned)(kinds >> info->operands[i].kind & 1);
    return count;
}

/* LLVM does not refuse these selectors, and has no text for them. */
static uint32_t
tame_sdwa(uint32_t word)
{
    for (unsigned shift = 8; shift <= 24; shift += 8)
        if ((word >> shift & 7) == 7)
            word &= ~(1u << shift);
    if ((word >> 11 & 3) == 3)
        word &= ~(1u << 11);
    return word;
}

/* The short forms of VALU instructions have a second word where src0 says so. */
static void
choose_form(struct random_words *random, const struct rdna_op_info *info, uint32_t words[5])
{
    static const uint16_t forms[] = {0xf9, 0xfa, 0xe9, 0xea, 0xff};
    static const uint8_t bit[] = {RDNA_FORM_SDWA, RDNA_FORM_DPP16, RDNA_FORM_DPP8, RDNA_FORM_DPP8,
                                  RDNA_FORM_E32};
    const uint32_t choice = below(random, 8);

    if (choice < sizeof(bit) && (info->forms & bit[choice] || !below(random, 8)))
        words[0] = (words[0] & ~0x1ffu) | forms[choice];
    /* Sources that are no code. */
    if ((words[0] & 0x1ff) > 208 && (words[0] & 0x1ff) < 233 && below(random, 8))
        words[0] |= 0x100;
    if ((words[0] & 0x1ff) == 0xfa && below(random, 2))
        words[1] &= 0xff0fffff;
    if ((words[0] & 0x1ff) != 0xf9)
        return;
    words[1] &= ~thin(random, 0xb8b8e000);
    if (below(random, 4) && info->family == rdna_family_vop1)
        words[1] &= 0x40ffffff;
    words[1] = tame_sdwa(words[1]);
}

/* The long form: sources that are not there and modifiers that may not be are most often 0. */
static void
fill_long(struct random_words *random, const struct rdna_op_info *info, uint32_t words[5])
{
    const unsigned sources = count_kinds(
        info, 1ull << rdna_operand_S | 1ull << rdna_operand_V | 1ull << rdna_operand_SS |
                  1ull << rdna_operand_SM | 1ull << rdna_operand_ATTR);

    words[0] &= ~0xff00u | thin(random, 0xff00) | (below(random, 2) ? 0 : 0x8000);
    words[1] &= ~0xf8000000u | thin(random, 0xf8000000);
    for (unsigned i = 0; i < 3; i++) {
        if (i >= sources && below(random, 8))
            words[1] &= ~(0x1ffu << 9 * i);
        else if (below(random, 2))
            words[1] |= 0x100u << 9 * i;
    }
    if (info->family == rdna_family_vop3p && sources < 3 && below(random, 8)) {
        words[0] &= ~0x2400u;
        words[1] &= ~0x80000000u;
    }
    if (!info->operand_count && below(random, 2))
        words[0] &= ~0x87ffu;
}

static void
fill_smem(struct random_words *random, uint32_t words[5])
{
    words[1] &= ~thin(random, 0x001fffff);
    if (!below(random, 3))
        words[1] &= ~0x001fffffu;
    if (below(random, 2))
        words[1] = (words[1] & 0x01ffffff) | 0xfa000000;
}

static void
fill_ds(struct random_words *random, const struct rdna_op_info *info, uint32_t words[5])
{
    static const uint64_t kinds[4] = {1ull << rdna_operand_ADDR, 1ull << rdna_operand_DATA,
                                      1ull << rdna_operand_DATA1,
                                      1ull << rdna_operand_D | 1ull << rdna_operand_A};

    for (unsigned i = 0; i < 4; i++)
        if (!count_kinds(info, kinds[i]) && below(random, 8))
            words[1] &= ~(0xffu << 8 * i);
    words[0] |= info->effects & RDNA_GWS ? 0x20000u : 0;
}

static void
fill_buffer(struct random_words *random, uint32_t words[5])
{
    words[0] &= ~thin(random, 0x18000);
    if (below(random, 4))
        words[1] &= ~0x800000u;
    if (below(random, 2))
        words[1] &= 0x80ffffff;
}

static void
fill_mimg(struct random_words *random, const struct rdna_op_info *info, uint32_t words[5])
{
    if (below(random, 2))
        words[0] &= ~6u;
    if (info->operand_count < 4 && below(random, 8))
        words[1] &= ~0x03e00000u;
    if (!(info->effects & RDNA_FORMAT) && below(random, 8))
        words[1] &= ~0x80000000u;
    /* Intersections have no choice. */
    if (info->operands[1].type & RDNA_IADDR_RAY && below(random, 8)) {
        words[0] = (words[0] & 0xfdfc4047) | 0x9f00;
        if (below(random, 2))
            words[0] |= words[1] >> 30 & 1 ? 4 : 6;
    }
}

static void
fill_flat(struct random_words *random, const struct rdna_op_info *info, uint32_t words[5])
{
    if (below(random, 8)) {
        words[0] &= ~0x2000u;
        words[1] &= ~0x800000u;
    }
    if (below(random, info->family == rdna_family_flat ? 8 : 2))
        words[1] = (words[1] & ~0x7f0000u) | 0x7d0000;
}

static void
fill_memory(struct random_words *random, const struct rdna_op_info *info, uint32_t words[5])
{
    const enum rdna_family family = info->family;

    if (family == rdna_family_smem)
        fill_smem(random, words);
    else if (family == rdna_family_ds)
        fill_ds(random, info, words);
    else if (family == rdna_family_mubuf || family == rdna_family_mtbuf)
        fill_buffer(random, words);
    else if (family == rdna_family_mimg)
        fill_mimg(random, info, words);
    else if (family == rdna_family_flat || family == rdna_family_global ||
             family == rdna_family_scratch)
        fill_flat(random, info, words);
}

/* Any words that begin as a family does. */
static void
any_of_family(struct random_words *random, uint32_t words[5])
{
    const uint32_t family = below(random, rdna_family_count);
    const uint32_t opcode = family == rdna_family_exp ? 0 : bits(random) & bits(random);

    words[0] = families[family].prefix | (words[0] & families[family].fields) |
               ((opcode & 0x7f) << families[family].opcode_shift);
}

/* The family whose encoding the row has here, and its code in that: the long form's at times. */
static enum rdna_family
choose_encoding(struct random_words *random, const struct rdna_op_info *info, uint32_t *code)
{
    *code = info->code;
    if (!(info->forms & RDNA_FORM_E64) || below(random, 2))
        return info->family;
    *code += info->family == rdna_family_vop1   ? 0x180
             : info->family == rdna_family_vop2 ? 0x100
             : info->family == rdna_family_vopc ? 0
                                                : 0x200;
    return rdna_family_vop3;
}

static void
place_opcode(enum rdna_family family, uint32_t code, uint32_t words[5])
{
    uint32_t opcode = code << families[family].opcode_shift;

    /* These have a bit of it elsewhere. */
    if (family == rdna_family_mimg)
        opcode = (code & 0x7f) << 18 | code >> 7;
    if (family == rdna_family_mtbuf) {
        opcode = (code & 7) << 16;
        words[1] = (words[1] & ~0x200000u) | (code >> 3) << 21;
    }
    words[0] = families[family].prefix | opcode | (words[0] & families[family].fields);
}

void
random_instruction(struct random_words *random, uint32_t words[5])
{
    const uint32_t choice = below(random, 16);

    for (unsigned i = 0; i < 5; i++)
        words[i] = bits(random);
    if (choice < 2) {
        if (choice)
            any_of_family(random, words);
        if (!(words[0] >> 31) && (words[0] & 0x1ff) == 0xf9)
            words[1] = tame_sdwa(words[1]);
        return;
    }

    const struct rdna_op_info *info = &rdna_op_infos[1 + below(random, rdna_op_count - 1)];
    uint32_t code;
    const enum rdna_family family = choose_encoding(random, info, &code);
    place_opcode(family, code, words);
    if (!info->operand_count && !(info->effects & RDNA_GWS) && below(random, 2)) {
        words[0] &= ~families[family].fields;
        words[1] = 0;
    }
    if (family == rdna_family_vop3 || family == rdna_family_vop3p)
        fill_long(random, info, words);
    else if (!(words[0] >> 31))
        choose_form(random, info, words);
    else
        fill_memory(random, info, words);
}
