/* SPDX-License-Identifier: MIT
 *
 * Random programs over few registers: arithmetic of lanes, of masks and of numbers, and control
 * flow as compilers write it and as none does. A list of items, of which any may be left out.
 */
#ifndef TESTS_RDNA_LOWER_RANDOM_PROGRAM_H
#define TESTS_RDNA_LOWER_RANDOM_PROGRAM_H

#include "chance.h"
#include "kit.h"

enum {
    RANDOM_ITEMS = 400,
    RANDOM_LABELS = 100,
    RANDOM_WAVES = 2,
    RANDOM_VECTORS = 16, /* That programs name. */
    RANDOM_LDS = 1024,
    RANDOM_WINDOW = 16 * 64 * RANDOM_WAVES /* Bytes: 16 for each lane. */
};

/* An instruction, or a label before the next one. */
struct random_item {
    struct rdna_inst inst;
    bool is_label, is_left_out;
    uint8_t label; /* It, or the target of a branch. */
};

struct random_program {
    enum rdna_isa isa;
    unsigned wave_size;
    enum rdna_company reach; /* No instruction demands more by nature. */
    uint32_t count;
    struct random_item items[RANDOM_ITEMS];
};

struct random_options {
    enum rdna_isa isa;
    unsigned wave_size;
    enum rdna_company reach;
};

void random_program_make(struct random_program *program, const struct random_options *options,
                         struct chance *chance);
/* Words of the items that are not left out. */
void random_program_encode(const struct random_program *program, struct base_arena *arena,
                           struct kit_code *code);
/* Registers and window to begin with. */
struct kit_data random_program_start(const struct kit_code *code, struct chance *chance,
                                     struct base_arena *arena);

#endif
