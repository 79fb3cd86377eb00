/* SPDX-License-Identifier: MIT
 *
 * The assembler: text in LLVM's syntax to words. docs/rdna-asm.md says what is understood.
 */
#ifndef RDNA_PARSE_H
#define RDNA_PARSE_H

#include "rdna/ops.h"

/* A place in the code that has a name. */
struct rdna_label {
    const char *name;
    uint32_t word; /* Counted from the start of the code; it may be the end. */
};

struct rdna_assembly {
    uint32_t *words;
    uint32_t count;
    struct rdna_label *labels; /* In the order of the text. */
    uint32_t label_count;
};

/**
 * Assembles a whole text.
 *
 * \param wave_size  32 or 64: lane masks are one scalar register or two.
 * \param arena      What out has comes from here.
 * \param diags      Takes all errors of the text, with line and column.
 * \return false if there was an error; out then has what could be assembled.
 */
bool rdna_assemble(const char *text, size_t size, enum rdna_isa isa, unsigned wave_size,
                   struct base_arena *arena, struct rdna_assembly *out, struct base_diags *diags);

#endif
