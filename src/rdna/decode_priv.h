/* SPDX-License-Identifier: MIT
 *
 * What make_tables works out from the rows for the decoder.
 */
#ifndef RDNA_DECODE_PRIV_H
#define RDNA_DECODE_PRIV_H

#include "rdna/inst.h"

/* Which modifiers a source takes. */
enum rdna_mods {
    rdna_mods_none,   /* The bits must be 0. */
    rdna_mods_float,  /* neg and abs. */
    rdna_mods_int,    /* sext, in the bit of neg; the bit of abs counts for nothing. */
    rdna_mods_ignored /* The bits count for nothing. */
};

/* Widths of operands, as the decoder tells them apart. */
enum rdna_width {
    rdna_width_1,
    rdna_width_2,
    rdna_width_3,
    rdna_width_4,
    rdna_width_8,
    rdna_width_16,
    rdna_width_count
};

/* What the decoder asks of a row. */
struct rdna_shape {
    uint32_t zero[2];   /* Bits that must be 0 in the only form, or the long one. */
    uint32_t zero_sdwa; /* And in the second words of these. */
    uint32_t zero_dpp;
    uint8_t dst;          /* enum rdna_width */
    uint8_t src[3];       /* enum rdna_width, of the source fields that count. */
    uint8_t source_count; /* Fields from src0 up; an attribute is in the first. */
    uint8_t mods[3];      /* enum rdna_mods, by field. */
    uint8_t dst_kind;     /* enum rdna_operand_kind of what vdst or sdst holds; none for nothing. */
    bool has_sdst : 1, has_mask : 1, has_literal : 1, has_attr : 1;
};

#endif
