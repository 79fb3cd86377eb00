/* SPDX-License-Identifier: MIT */
#include "random_words.h"

/* How each family begins: bits that are set, and bits that are free. */
static const struct {
    uint32_t prefix, free;
} families[] = {
    {0xbe800000, 0x007fffff}, /* sop1 */
    {0x80000000, 0x3fffffff}, /* sop2 */
    {0xbf000000, 0x007fffff}, /* sopc */
    {0xb0000000, 0x0fffffff}, /* sopk */
    {0xbf800000, 0x007fffff}, /* sopp */
    {0xf4000000, 0x03ffffff}, /* smem */
    {0x7e000000, 0x01ffffff}, /* vop1 */
    {0x00000000, 0x7fffffff}, /* vop2 */
    {0x7c000000, 0x01ffffff}, /* vopc */
    {0xd4000000, 0x03ffffff}, /* vop3 */
    {0xd4000000, 0x03ffffff}, /* vop3 */
    {0xd4000000, 0x03ffffff}, /* vop3 */
    {0xcc000000, 0x007fffff}, /* vop3p */
    {0xc8000000, 0x03ffffff}, /* vintrp */
    {0xd8000000, 0x03ffffff}, /* ds */
    {0xe0000000, 0x03ffffff}, /* mubuf */
    {0xe8000000, 0x03ffffff}, /* mtbuf */
    {0xf0000000, 0x03ffffff}, /* mimg */
    {0xf0000000, 0x03ffffff}, /* mimg */
    {0xdc000000, 0x03ffffff}, /* flat */
    {0xf8000000, 0x03ffffff}, /* exp */
    {0x00000000, 0xffffffff}, /* anything */
};

/* The first word's fields besides the opcode, by family. */
static const uint32_t fields[] = {
    0x007f00ff, 0x007fffff, 0x0000ffff, 0x007fffff, 0x0000ffff, 0x0003ffff, 0x01fe01ff, 0x01ffffff,
    0x0001ffff, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0x03fcffff, 0x0003ffff, 0x0003ffff,
    0x03f8ffff, 0x0203fffe, 0x0203fffe, 0x02033fff, 0x03ffffff, 0xffffffff,
};

static int
is_mimg(uint32_t word)
{
    return word >> 26 == 0x3c;
}

/* Bits of mask that are all random, sparse, or none. */
static uint32_t
thin(struct random_words *random, uint32_t mask)
{
    const uint32_t a = (uint32_t)random_bits(random), b = (uint32_t)random_bits(random);

    switch (random_below(random, 4)) {
    case 0:
        return 0;
    case 1:
        return a & b & (uint32_t)random_bits(random) & mask;
    case 2:
        return a & b & mask;
    }
    return a & mask;
}

/* The second word of the long form: sources, of which the third may have to be absent, and
 * modifiers, which may have to be. */
static uint32_t
long_word(struct random_words *random)
{
    uint32_t word = (uint32_t)random_bits(random) & 0x3ffff;

    if (random_below(random, 2))
        word |= 0x100;
    if (random_below(random, 2))
        word |= 0x20000;
    if (random_below(random, 2))
        word |= (uint32_t)random_bits(random) & 0x7fc0000;
    if (!random_below(random, 8))
        word &= ~0x3fe00u;
    return word | thin(random, 0xf8000000);
}

/* LLVM has no answer for these selectors: it does not refuse them and cannot write them. */
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

/* The short forms of VALU instructions have more words where src0 says so. */
static void
choose_form(struct random_words *random, uint32_t words[5])
{
    static const uint16_t forms[] = {0xf9, 0xf9, 0xfa, 0xfa, 0xe9, 0xea, 0xff};
    const uint32_t choice = random_below(random, 16);

    if (choice < sizeof(forms) / sizeof(forms[0]))
        words[0] = (words[0] & ~0x1ffu) | forms[choice];
    if ((words[0] & 0x1ff) == 0xf9) {
        words[1] = (uint32_t)random_bits(random);
        if (random_below(random, 2))
            words[1] &= 0x0606ffff;
        if (random_below(random, 2))
            words[1] &= 0xffff07ff;
        words[1] = tame_sdwa(words[1]);
    } else if ((words[0] & 0x1ff) == 0xfa && random_below(random, 2)) {
        words[1] &= 0xff0fffff;
    }
}

void
random_instruction(struct random_words *random, uint32_t words[5])
{
    const uint32_t family =
        random_below(random, (uint32_t)(sizeof(families) / sizeof(families[0])));

    for (unsigned i = 0; i < 5; i++)
        words[i] = (uint32_t)random_bits(random);
    words[0] = families[family].prefix | (words[0] & families[family].free);
    if (random_below(random, 2))
        words[0] &= ~fields[family] | thin(random, fields[family]);

    if (!(words[0] >> 31)) {
        choose_form(random, words);
    } else if (words[0] >> 26 == 0x35 || words[0] >> 26 == 0x33) {
        words[1] = long_word(random);
        if (random_below(random, 2))
            words[0] &= 0xffff78ff;
    } else if (words[0] >> 26 == 0x36) {
        /* Registers of LDS instructions that are not used. */
        for (unsigned shift = 0; shift < 32; shift += 8)
            if (random_below(random, 2))
                words[1] &= ~(0xffu << shift);
    } else if (words[0] >> 26 == 0x37 && random_below(random, 4)) {
        words[0] &= ~0x2000u;
        words[1] &= ~0x800000u;
        if (random_below(random, 2))
            words[1] = (words[1] & ~0x7f0000u) | 0x7d0000;
    } else if (words[0] >> 26 >= 0x38 && words[0] >> 26 <= 0x3a && random_below(random, 4)) {
        words[0] &= ~0x10000u;
        words[1] &= ~0x800000u;
    } else if (is_mimg(words[0])) {
        if (random_below(random, 2))
            words[0] &= ~6u;
        if (random_below(random, 2))
            words[1] &= ~0x83e00000u;
        if (!random_below(random, 16)) {
            /* Intersections, whose other bits are fixed. */
            words[0] = (words[0] & 0xf0004046) | 0x01989f01 | random_below(random, 2) << 18;
            words[1] &= ~0x83e00000u;
        }
    }
}
