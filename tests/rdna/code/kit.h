/* SPDX-License-Identifier: MIT
 *
 * What the tests of RDNA code share. cmocka.h needs what stands before it.
 */
#ifndef KIT_H
#define KIT_H

#include "rdna/cfg.h"
#include "rdna/code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct kit {
    struct base_arena arena;
    struct base_diags diags;
};

void kit_begin(struct kit *kit);
void kit_end(struct kit *kit);

/* NULL with errors; options may be NULL. */
struct rdna_code *kit_read(struct kit *kit, const char *data, size_t size,
                           const struct rdna_code_options *options);
/* A whole file, in the kit's arena; fails the test if there is none. */
const char *kit_load(struct kit *kit, const char *folder, const char *name, size_t *size);

/* Numbers that are the same on every machine. */
uint32_t kit_random(uint64_t *state);

#endif
