/* SPDX-License-Identifier: MIT
 *
 * Programs that try instructions: each reads registers that none writes, and has some of its own
 * to write; behind it, what it did to masks, scalars and SCC is copied to vector registers, where
 * all companies show it, and VCC, EXEC and M0 become what they were.
 */
#ifndef TESTS_RDNA_LOWER_PROGRAM_H
#define TESTS_RDNA_LOWER_PROGRAM_H

#include "inst_maker.h"
#include "kit.h"

enum { PROGRAM_INSTS = 16, PROGRAM_WAVES = 4 };

struct program_inst {
    struct rdna_inst inst;
    uint16_t vectors[2]; /* The first of its own, and one behind the last. */
    uint16_t scalars[2];
};

struct program {
    struct kit_code code;
    struct program_inst insts[PROGRAM_INSTS];
    unsigned count;
    unsigned vector_count;
    enum rdna_company reach;
    uint32_t words[PROGRAM_INSTS * 40];
};

struct program_options {
    enum rdna_isa isa;
    unsigned wave_size;
    enum rdna_company reach;
    uint32_t mode;
    const uint16_t *rows; /* count of them. */
    unsigned count;
};

/* Rows that cannot be made are left out. */
void program_make(struct program *program, const struct program_options *options,
                  struct chance *chance);
/* Registers to begin with. */
struct kit_data program_start(const struct program *program, struct chance *chance,
                              struct base_arena *arena);
/* Whose register it is; NULL: nobody's. code as operands have it. */
const struct program_inst *program_owner(const struct program *program, unsigned code);

#endif
