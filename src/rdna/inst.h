/* SPDX-License-Identifier: MIT
 *
 * One decoded instruction. Plain data; everything that the words say is in it.
 */
#ifndef RDNA_INST_H
#define RDNA_INST_H

#include "rdna/ops.h"

/* How the words are laid out: one of the forms of a VALU instruction, or the family's only one. */
enum rdna_form {
    rdna_form_none,
    rdna_form_e32,
    rdna_form_e64, /* vop3 */
    rdna_form_dpp16,
    rdna_form_dpp8,
    rdna_form_sdwa,
    rdna_form_vop3p,
    rdna_form_vintrp,
    rdna_form_sop1,
    rdna_form_sop2,
    rdna_form_sopc,
    rdna_form_sopk,
    rdna_form_sopp,
    rdna_form_smem,
    rdna_form_ds,
    rdna_form_mubuf,
    rdna_form_mtbuf,
    rdna_form_mimg,
    rdna_form_flat,
    rdna_form_global,
    rdna_form_scratch,
    rdna_form_exp
};

/* Codes of registers and constants, as the 9-bit source field has them. */
enum {
    RDNA_SGPR_COUNT = 106, /* 0 to 105: s0 to s105 */
    RDNA_VCC_LO = 106,
    RDNA_VCC_HI = 107,
    RDNA_TTMP0 = 108, /* to 123: ttmp15 */
    RDNA_M0 = 124,
    RDNA_NULL = 125,
    RDNA_EXEC_LO = 126,
    RDNA_EXEC_HI = 127,
    RDNA_INT_0 = 128,       /* to 192: 64 */
    RDNA_INT_MINUS_1 = 193, /* to 208: -16 */
    RDNA_SHARED_BASE = 235,
    RDNA_SHARED_LIMIT = 236,
    RDNA_PRIVATE_BASE = 237,
    RDNA_PRIVATE_LIMIT = 238,
    RDNA_POPS_EXITING_WAVE_ID = 239,
    RDNA_FLOAT_0_5 = 240, /* 0.5 -0.5 1 -1 2 -2 4 -4, then 1/(2 pi) */
    RDNA_FLOAT_INV_2PI = 248,
    RDNA_VCCZ = 251,
    RDNA_EXECZ = 252,
    RDNA_SCC = 253,
    RDNA_LDS_DIRECT = 254,
    RDNA_LITERAL = 255,
    RDNA_VGPR0 = 256 /* to 511: v255 */
};

struct rdna_inst {
    uint32_t offset; /* In bytes, from the start of the code; the decoder leaves it 0. */
    uint16_t row;    /* enum rdna_op */
    uint8_t form;    /* enum rdna_form */
    uint8_t words;   /* At least 1; a literal counts. */

    /* Registers and constants, by code. Slots that the row has no operand for are 0. */
    uint16_t dst; /* Of memory too: what a load writes; the old value of an atomic. What
                     s_atc_probe looks for. */
    union {
        uint16_t sdst;
        uint16_t ssamp; /* mimg */
    };
    union {
        uint16_t src[4];
        struct {
            uint16_t vaddr, vdata, vdata1;
        };
    };
    union {
        uint16_t srsrc;
        uint16_t sbase;
        uint16_t saddr; /* RDNA_NULL: off. Of scratch, RDNA_EXEC_HI: no vaddr either. */
    };
    uint16_t soffset;

    uint32_t literal; /* Of RDNA_LITERAL and K. */
    int32_t imm;      /* Number or offset; simm16 and signed offsets are sign-extended. With
                         RDNA_OFFSET2 the second offset is in bits 15:8. */
    uint32_t control; /* The second word of DPP and SDWA forms. rdna_sdwa_ and rdna_dpp_ read it. */

    /* Modifiers. Bit i is of source i. In vop3p, neg is neg_lo and abs is neg_hi. Those of DPP and
     * SDWA forms are here too. Bit 3 of op_sel is of the destination. */
    uint8_t neg, abs, sext, op_sel, op_sel_hi;
    uint8_t omod; /* 0; 1 times 2, 2 times 4, 3 half */
    bool clamp;

    /* Bits of memory instructions. */
    bool glc : 1, slc : 1, dlc : 1, tfe : 1, lwe : 1, lds : 1, gds : 1, offen : 1, idxen : 1;
    bool unorm : 1, r128 : 1, a16 : 1, d16 : 1;
    bool fetch_inactive : 1; /* dpp8 */
    /* And of exports, whose registers are sources. */
    bool compr : 1, done : 1, vm : 1;

    union {
        uint8_t format; /* mtbuf */
        uint8_t target; /* exp */
        uint8_t attr;   /* vintrp */
    };
    union {
        uint8_t dmask; /* mimg */
        uint8_t en;    /* exp */
    };
    union {
        uint8_t dim;  /* mimg: see names.def */
        uint8_t chan; /* vintrp: 0 to 3 for x to w */
    };
    /* mimg */
    uint8_t nsa_words; /* Words of nsa[] that are there; four registers each. */
    uint8_t nsa[12];   /* Vector registers of the address after vaddr. */
};

#endif
