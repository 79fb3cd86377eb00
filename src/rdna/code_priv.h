/* SPDX-License-Identifier: MIT
 *
 * What the readers of code share.
 */
#ifndef RDNA_CODE_PRIV_H
#define RDNA_CODE_PRIV_H

#include "rdna/code.h"

/* What is being read. What nothing has said yet of code is 0, but for has_isa. */
struct rdna_code_reader {
    struct base_arena *arena;
    struct base_diags *diags;
    const char *data;
    size_t size;
    const struct rdna_code_options *options;
    struct rdna_code *code;
    bool has_isa;
    bool skipped_metadata; /* There is some, and it was left alone. */
};

/* ---- code.c ---- */

/* False if it is the name of no stage, by any of the names that files have for them. */
bool rdna_stage_find(const char *name, size_t size, enum rdna_stage *stage);
/* The only program of code that has no symbols. */
void rdna_code_add_only(struct rdna_code_reader *reader, enum rdna_stage stage, unsigned wave_size);

/* ---- code_hex.c, code_elf.c: false with errors ---- */

bool rdna_code_read_hex(struct rdna_code_reader *reader);
bool rdna_code_read_elf(struct rdna_code_reader *reader);

#endif
