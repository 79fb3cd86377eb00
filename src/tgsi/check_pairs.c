/* SPDX-License-Identifier: MIT
 *
 * 64-bit values lie in pairs of components, xy and zw. Swizzles move words and masks enable words,
 * so that both can tear a pair apart; what comes of it is defined and hardly meant.
 */
#include "tgsi/tgsi_priv.h"

static bool
is_wide(unsigned type)
{
    return type == tgsi_type_d || type == tgsi_type_l;
}

/* Bit p: pair p of the sources is read. Results of one word a pair come from the pairs in order. */
static unsigned
pairs_read(const struct tgsi_op_info *info, unsigned mask)
{
    const bool has_low = (mask & 3) != 0, has_high = (mask & 12) != 0;
    unsigned words = 0;

    if (info->dsts == 0)
        return 1;
    if (is_wide(info->dst) || info->src[1] != tgsi_type__)
        return (unsigned)has_low | (unsigned)has_high << 1;
    for (unsigned i = 0; i < 4; i++)
        words += mask >> i & 1;
    return words > 1 ? 3 : words;
}

/* Immediates are known, and compilers share their words between values. */
static bool
is_torn(const struct tgsi_operand *src, unsigned pair)
{
    const unsigned low = tgsi_select(src, 2 * pair);

    if (src->file == tgsi_file_IMM)
        return false;
    return low % 2 != 0 || tgsi_select(src, 2 * pair + 1) != low + 1;
}

void
tgsi_check_pairs(struct tgsi_check *c, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const char *name = tgsi_op_name((enum tgsi_op)inst->op);
    const unsigned mask = info->dsts > 0 ? tgsi_dst(c->program, inst, 0)->select : 0;

    if (is_wide(info->dst) && ((mask & 3) % 3 != 0 || (mask >> 2 & 3) % 3 != 0))
        base_warning(c->diags, QD_CODE_TGSI_PAIR,
                     tgsi_operand_place(inst, tgsi_dst(c->program, inst, 0)),
                     "found half of a pair in the write mask of %s, expected xy, zw or both", name);
    for (uint32_t i = 0; i < inst->srcs; i++) {
        const struct tgsi_operand *src = tgsi_src(c->program, inst, i);
        const unsigned pairs = is_wide(info->src[i]) ? pairs_read(info, mask) : 0;

        if ((pairs & 1 && is_torn(src, 0)) || (pairs & 2 && is_torn(src, 1)))
            base_warning(c->diags, QD_CODE_TGSI_PAIR, tgsi_operand_place(inst, src),
                         "found a swizzle that tears a pair of %s apart, expected xy or zw", name);
    }
}
