/* SPDX-License-Identifier: MIT
 *
 * The table of instructions (ops.def) as data, and the words in which its rows are written.
 */
#ifndef RDNA_OPS_H
#define RDNA_OPS_H

#include "base/base.h"

enum rdna_isa { rdna_isa_gfx1010, rdna_isa_gfx1013, rdna_isa_gfx1030, rdna_isa_count };

/* Row 0 is no instruction: words that none of the table matches. */
enum rdna_op {
    rdna_op_none,
#define RDNA_OP(family, code, isas, name, forms, operands, effects) rdna_op_##name,
#include "rdna/ops.def"
    rdna_op_count
};

enum rdna_family {
    rdna_family_sop1,
    rdna_family_sop2,
    rdna_family_sopc,
    rdna_family_sopk,
    rdna_family_sopp,
    rdna_family_smem,
    rdna_family_vop1,
    rdna_family_vop2,
    rdna_family_vopc,
    rdna_family_vop3,
    rdna_family_vop3p,
    rdna_family_vintrp,
    rdna_family_ds,
    rdna_family_mubuf,
    rdna_family_mtbuf,
    rdna_family_mimg,
    rdna_family_flat,
    rdna_family_global,
    rdna_family_scratch,
    rdna_family_exp,
    rdna_family_count
};

/* Bits of the isas column. */
enum {
    RDNA_ISAS_OLD = 1 << rdna_isa_gfx1010 | 1 << rdna_isa_gfx1013,
    RDNA_ISAS_RT = 1 << rdna_isa_gfx1013 | 1 << rdna_isa_gfx1030,
    RDNA_ISAS_NEW = 1 << rdna_isa_gfx1030,
    RDNA_ISAS_ALL = RDNA_ISAS_OLD | RDNA_ISAS_NEW
};

/* Bits of the forms column. */
enum {
    RDNA_FORM_ONE = 0,
    RDNA_FORM_E32 = 1 << 0,
    RDNA_FORM_E64 = 1 << 1,
    RDNA_FORM_DPP16 = 1 << 2,
    RDNA_FORM_DPP8 = 1 << 3,
    RDNA_FORM_SDWA = 1 << 4
};

enum rdna_type {
#define RDNA_TYPE(name, registers, bits, class) rdna_type_##name,
#include "rdna/types.def"
    rdna_type_count
};

enum rdna_class { rdna_class_bits, rdna_class_uint, rdna_class_sint, rdna_class_flt };

struct rdna_type_info {
    const char *name;
    uint8_t registers; /* 32-bit registers of an operand. */
    uint8_t bits;      /* Of one element. */
    uint8_t class;     /* enum rdna_class. */
};

extern const struct rdna_type_info rdna_type_infos[rdna_type_count];

/* What an operand is, and its slot in struct rdna_inst. */
enum rdna_operand_kind {
    rdna_operand_none,
    rdna_operand_D,       /* dst */
    rdna_operand_A,       /* dst, also read */
    rdna_operand_DS,      /* dst */
    rdna_operand_AS,      /* dst, also read */
    rdna_operand_SD,      /* dst, only read */
    rdna_operand_DM,      /* sdst; VCC in the short forms that do not name it */
    rdna_operand_S,       /* src[], in order */
    rdna_operand_V,       /* src[], in order */
    rdna_operand_VA,      /* src[], in order, also written */
    rdna_operand_SS,      /* src[], in order */
    rdna_operand_SR,      /* src[], in order */
    rdna_operand_SM,      /* src[2]; VCC in the short forms */
    rdna_operand_K,       /* literal */
    rdna_operand_I,       /* imm */
    rdna_operand_DATA,    /* vdata */
    rdna_operand_DATA1,   /* vdata1 */
    rdna_operand_X,       /* vdata, and the same in dst */
    rdna_operand_DR,      /* dst */
    rdna_operand_ADDR,    /* vaddr */
    rdna_operand_IADDR,   /* vaddr and nsa[] */
    rdna_operand_SADDR,   /* saddr, RDNA_NULL if off */
    rdna_operand_SBASE,   /* sbase */
    rdna_operand_RSRC,    /* srsrc */
    rdna_operand_SAMP,    /* ssamp */
    rdna_operand_SOFFSET, /* soffset */
    rdna_operand_SOFF,    /* soffset (RDNA_NULL if there is none) and imm */
    rdna_operand_ATTR,    /* attr and chan */
    rdna_operand_FMT,     /* format */
    rdna_operand_TGT      /* target */
};

/* What a number means: I(kind). */
enum rdna_imm {
    rdna_imm_imm16,   /* 16 bits; sign-extended where the operation says so */
    rdna_imm_dec,     /* 16 bits that are written as a decimal number */
    rdna_imm_hex,     /* and as a hexadecimal one */
    rdna_imm_branch,  /* words from the next instruction */
    rdna_imm_hwreg,   /* hardware register, offset and size */
    rdna_imm_sendmsg, /* message, operation, stream */
    rdna_imm_waitcnt, /* counters */
    rdna_imm_depctr,  /* dependency counters */
    rdna_imm_endpgm,  /* written unless 0 */
    rdna_imm_version, /* of the code */
    rdna_imm_param,   /* p10, p20 or p0 */
    rdna_imm_probe    /* what s_atc_probe looks for */
};

/* What an address is made of: ADDR(kind). */
enum rdna_addr {
    rdna_addr_lds,    /* one register */
    rdna_addr_buf,    /* none, an index, an offset, or both: idxen and offen */
    rdna_addr_flat,   /* two registers */
    rdna_addr_global, /* two registers, or one beside a scalar address */
    rdna_addr_scratch /* one register, or none beside a scalar address */
};

/* Components of an image's address: IADDR(what), in this order. */
enum {
    RDNA_IADDR_OFFSET = 1 << 0,
    RDNA_IADDR_BIAS = 1 << 1,
    RDNA_IADDR_COMPARE = 1 << 2,
    RDNA_IADDR_GRAD = 1 << 3,
    RDNA_IADDR_G16 = 1 << 4,
    RDNA_IADDR_COORD = 1 << 5,
    RDNA_IADDR_LOD = 1 << 6,
    RDNA_IADDR_RAY = 1 << 7,
    RDNA_IADDR_RAY64 = RDNA_IADDR_RAY | RDNA_IADDR_COORD
};

struct rdna_operand {
    uint8_t kind; /* enum rdna_operand_kind; none ends the list. */
    uint8_t
        type; /* enum rdna_type; enum rdna_imm for I, rdna_addr for ADDR, RDNA_IADDR_ for IADDR. */
};

/* Bits of the effects column. */
enum rdna_effect {
    RDNA_R_SCC = 1 << 0,
    RDNA_W_SCC = 1 << 1,
    RDNA_R_VCC = 1 << 2,
    RDNA_R_EXEC = 1 << 3,
    RDNA_W_EXEC = 1 << 4,
    RDNA_R_M0 = 1 << 5,
    RDNA_R_MODE = 1 << 6,
    RDNA_W_MODE = 1 << 7,
    RDNA_FLATSCR = 1 << 8,
    RDNA_R_PC = 1 << 9,
    RDNA_BRANCH = 1 << 10,
    RDNA_JUMP = 1 << 11,
    RDNA_COND = 1 << 12,
    RDNA_END = 1 << 13,
    RDNA_BARRIER = 1 << 14,
    RDNA_LOAD = 1 << 15,
    RDNA_STORE = 1 << 16,
    RDNA_ATOMIC = 1 << 17,
    RDNA_FORMAT = 1 << 18,
    RDNA_D16 = 1 << 19,
    RDNA_D16_HI = 1 << 20,
    RDNA_OFFSET2 = 1 << 21,
    RDNA_GWS = 1 << 22,
    RDNA_REL = 1 << 23,
    RDNA_CLAMP = 1 << 24,
    RDNA_OMOD = 1 << 25,
    RDNA_OPSEL = 1 << 26,
    RDNA_LDS = 1 << 27,
    RDNA_NO_GDS = 1 << 28,
    RDNA_SWIZZLE = 1 << 29,
    RDNA_HALVES = 1 << 30 /* Obeys op_sel, of which LLVM's text says nothing. */
};

#define RDNA_MAX_OPERANDS 6

struct rdna_op_info {
    const char *name;
    uint16_t code;
    uint8_t family; /* enum rdna_family */
    uint8_t isas;
    uint8_t forms;
    uint8_t operand_count;
    struct rdna_operand operands[RDNA_MAX_OPERANDS + 1];
    uint32_t effects;
};

extern const struct rdna_op_info rdna_op_infos[rdna_op_count];

/* "gfx1010" and so on. */
extern const char *const rdna_isa_names[rdna_isa_count];

#endif
