/* SPDX-License-Identifier: MIT
 *
 * Programs of the corpus: words in .hex files, with a header of comments.
 */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "corpus.h"
#include "rdna/ops.h"

struct program {
    const char *name;
    BASE_ARRAY(uint32_t) words; /* Of the code; constants behind it are left out. */
    enum rdna_isa isa;
    unsigned wave_size;
};

/* Reads root/name; false if that cannot be read. */
bool program_read(struct base_arena *arena, const char *root, const char *name,
                  struct program *program);

/* Calls each for every .hex file of root and its folders llvm and radv; how many there were. */
unsigned programs_for_each(const char *root,
                           void (*each)(struct base_arena *arena, const char *root,
                                        const struct program *program, void *context),
                           void *context);

#endif
