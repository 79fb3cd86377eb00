/* SPDX-License-Identifier: MIT
 *
 * Words to instructions.
 */
#ifndef RDNA_DECODE_H
#define RDNA_DECODE_H

#include "rdna/inst.h"

/* The most words of an instruction. */
#define RDNA_MAX_WORDS 5

/**
 * Decodes the instruction that begins at words[0]; count words are there.
 *
 * \param wave_size  32 or 64: lane masks are one scalar register or two.
 * \return false if there is none, or if it goes on past the last word; inst->row is then
 *         rdna_op_none and inst->words is 1.
 */
bool rdna_decode(const uint32_t *words, size_t count, enum rdna_isa isa, unsigned wave_size,
                 struct rdna_inst *inst);

/* Registers of an image instruction. */
struct rdna_image {
    unsigned data;      /* Of what is loaded, stored or exchanged. */
    unsigned addresses; /* Of the address; they follow vaddr, or are vaddr and then nsa[]. */
    bool narrow; /* The registers are not there: LLVM writes so many and not what it takes. */
};

/**
 * Works out how many registers an image instruction uses.
 *
 * \param image  May be NULL.
 * \return false if it could not be decoded.
 */
bool rdna_image_registers(const struct rdna_inst *inst, struct rdna_image *image);

/* ---- The second word of an SDWA form, and of DPP forms: inst->control ---- */

static inline unsigned
rdna_sdwa_dst_sel(const struct rdna_inst *inst)
{
    return inst->control >> 8 & 7;
}

static inline unsigned
rdna_sdwa_dst_unused(const struct rdna_inst *inst)
{
    return inst->control >> 11 & 3;
}

/* Of source 0 or 1. */
static inline unsigned
rdna_sdwa_src_sel(const struct rdna_inst *inst, unsigned source)
{
    return inst->control >> (16 + 8 * source) & 7;
}

/* How lanes are permuted: 9 bits of DPP16. */
static inline unsigned
rdna_dpp_control(const struct rdna_inst *inst)
{
    return inst->control >> 8 & 0x1ff;
}

/* FETCH_INACTIVE of either DPP form. */
static inline bool
rdna_dpp_fetch_inactive(const struct rdna_inst *inst)
{
    return inst->form == rdna_form_dpp16 ? inst->control >> 18 & 1 : inst->fetch_inactive;
}

static inline bool
rdna_dpp_bound_control(const struct rdna_inst *inst)
{
    return inst->control >> 19 & 1;
}

static inline unsigned
rdna_dpp_bank_mask(const struct rdna_inst *inst)
{
    return inst->control >> 24 & 15;
}

static inline unsigned
rdna_dpp_row_mask(const struct rdna_inst *inst)
{
    return inst->control >> 28;
}

/* The lane of its eight that this lane reads. */
static inline unsigned
rdna_dpp8_select(const struct rdna_inst *inst, unsigned lane)
{
    return inst->control >> (8 + 3 * lane) & 7;
}

#endif
