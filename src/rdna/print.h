/* SPDX-License-Identifier: MIT
 *
 * Instructions to text, in LLVM's syntax and to its letter.
 */
#ifndef RDNA_PRINT_H
#define RDNA_PRINT_H

#include "rdna/inst.h"

/* Room for the text of any instruction, with its end. */
#define RDNA_MAX_TEXT 512

/**
 * Writes an instruction as rdna_decode() gave it; no line end.
 *
 * \param isa        Some registers and counters have a name on some chips only.
 * \param wave_size  32 or 64, as it was decoded.
 * \param buffer     Room for RDNA_MAX_TEXT bytes; zero-terminated.
 * \return the length of the text.
 */
size_t rdna_print(const struct rdna_inst *inst, enum rdna_isa isa, unsigned wave_size,
                  char *buffer);

struct rdna_dump_options {
    enum rdna_isa isa;
    unsigned wave_size;
    bool labels;   /* At branch targets, and in branches. */
    bool comments; /* Offset and words behind each line. */
    size_t base;   /* What the first word is of its code: offsets and labels count from word 0. */
};

/* Writes count words, one instruction a line; words that are none as .long. */
void rdna_dump(const uint32_t *words, size_t count, const struct rdna_dump_options *options,
               struct base_text *out);

#endif
