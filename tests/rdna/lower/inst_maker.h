/* SPDX-License-Identifier: MIT
 *
 * Random instructions of a row, between given registers.
 */
#ifndef TESTS_RDNA_LOWER_INST_MAKER_H
#define TESTS_RDNA_LOWER_INST_MAKER_H

#include "chance.h"
#include "rdna/decode.h"
#include "rdna/lower/lower.h"

/* Registers that are read; and those from dst on, 4 of each kind, that are written or read. */
struct maker {
    struct chance *chance;
    enum rdna_isa isa;
    unsigned wave_size;
    enum rdna_company reach;        /* No instruction demands more. */
    bool has_specials;              /* SCC, VCCZ and EXECZ as operands. */
    unsigned vectors, wide_vectors; /* Those of 64 bits begin at wide_vectors, in pairs. */
    unsigned vector_end;
    unsigned scalars, wide_scalars, scalar_end;
    unsigned vdst, sdst; /* sdst is a multiple of 4. */
    bool writes_special; /* VCC, EXEC and M0 as scalar destinations. */
};

/* Does the row work on registers alone? */
bool maker_is_on_registers(enum rdna_op row);
/* Can it be made for this chip and reach at all? */
bool maker_can(const struct maker *maker, enum rdna_op row);
/* False if no luck was had in many tries. */
bool maker_make(struct maker *maker, enum rdna_op row, struct rdna_inst *inst,
                uint32_t words[RDNA_MAX_WORDS]);

/* Is an operand of this kind among those of the row? */
bool maker_has_operand(enum rdna_op row, enum rdna_operand_kind kind);

#endif
