/* SPDX-License-Identifier: MIT
 *
 * The operands of a vector instruction for all lanes, and its results. What forms and modifiers do
 * to them is done here, once for all rows.
 */
#ifndef RDNA_WAVE_LANES_H
#define RDNA_WAVE_LANES_H

#include "kernels.h"
#include "wave_priv.h"

enum { RDNA_MAX_SOURCES = 4, RDNA_MAX_REGISTERS = 4 };

typedef uint32_t rdna_row[RDNA_MAX_LANES];

struct rdna_lanes {
    struct rdna_env env;
    unsigned count;  /* Of the wave. */
    uint64_t active; /* EXEC */
    uint64_t write;  /* Lanes that get a result: active, and not left out by DPP. */

    /* The operands of the kernel: for each its registers, of one value a lane. They are the wave's
     * own registers, or room. */
    const uint32_t *sources[RDNA_MAX_SOURCES][RDNA_MAX_REGISTERS];
    const uint32_t *bits; /* 0 or not: SCC's kin, the lane's bit of a mask. */

    /* The kernel's results. */
    rdna_row results[RDNA_MAX_REGISTERS];
    uint8_t found[RDNA_MAX_LANES]; /* 0 or 1: the lane's bit of the resulting mask. */

    rdna_row room[RDNA_MAX_SOURCES][RDNA_MAX_REGISTERS];
    rdna_row bit_room;
};

/* Reads the operands of a kernel that takes count of them, apart from bits. false on a fault. */
bool rdna_lanes_begin(struct rdna_lanes *lanes, struct rdna_wave *wave,
                      const struct rdna_inst *inst, unsigned count);

/* Writes results to the row's vector destination. */
void rdna_lanes_write(struct rdna_lanes *lanes, struct rdna_wave *wave,
                      const struct rdna_inst *inst);

/* Writes found to the row's lane mask, or to EXEC where the row names none. */
void rdna_lanes_write_mask(const struct rdna_lanes *lanes, struct rdna_wave *wave,
                           const struct rdna_inst *inst);

/* row gets a value in the lanes that mask has. */
void rdna_write_lanes(uint32_t *row, const uint32_t *values, uint64_t mask);

/* ---- lanes_permute.c ---- */

/* Where the lanes of a DPP form or a permute read: from another lane, or a zero. */
struct rdna_permutation {
    int8_t from[RDNA_MAX_LANES]; /* -1 for a zero. */
    uint64_t kept;               /* Lanes that are not written at all. */
};

/* What a lane gets whose source is lane from, or none (-1), under FI and BOUND_CTRL. */
struct rdna_fetch {
    uint64_t exec;
    bool fetch_inactive, bound_control;
};
void rdna_permutation_set(struct rdna_permutation *permutation, const struct rdna_fetch *fetch,
                          unsigned lane, int from);

/* false, and a fault, if the control is none. */
bool rdna_dpp_permutation(struct rdna_wave *wave, const struct rdna_inst *inst,
                          struct rdna_permutation *permutation);
void rdna_permute(const struct rdna_permutation *permutation, unsigned lanes, const uint32_t *from,
                  uint32_t *to);

#endif
