/* SPDX-License-Identifier: MIT
 *
 * Instructions to words.
 */
#ifndef RDNA_ENCODE_H
#define RDNA_ENCODE_H

#include "rdna/decode.h"

/**
 * Writes the words of an instruction, the inverse of rdna_decode(). Bits that the decoder reads and
 * no member of the record keeps are what LLVM's assembler writes there.
 *
 * The record is taken at its word: codes of registers that the instruction cannot name, and numbers
 * that are too large for their field, lose their upper bits. Who is not sure decodes the words.
 *
 * \return the number of words; 0 if the row is none, or none of this chip.
 */
unsigned rdna_encode(const struct rdna_inst *inst, enum rdna_isa isa,
                     uint32_t words[RDNA_MAX_WORDS]);

/* The row of this name, of whatever chips; rdna_op_none if there is none. */
enum rdna_op rdna_find_row(const char *name, size_t size);

/* How a source of a VALU row may be modified. */
enum rdna_source_mods {
    rdna_source_mods_none,
    rdna_source_mods_float, /* neg and abs */
    rdna_source_mods_int    /* sext */
};

enum rdna_source_mods rdna_source_mods_of(enum rdna_op row, unsigned source);

#endif
