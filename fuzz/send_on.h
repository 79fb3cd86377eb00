/* SPDX-License-Identifier: MIT
 *
 * What fuzzers do with a shader that holds the IR's invariants.
 */
#ifndef FUZZ_SEND_ON_H
#define FUZZ_SEND_ON_H

#include "spirv/spirv.h"

/* Prints what is wrong and aborts. */
void fuzz_die(const char *what, const struct base_diags *diags);
/* A small shader is written for two targets, whose modules the validator must take, and one group
 * of it runs on the interpreter. */
void fuzz_send_on(const struct ir_shader *shader, struct base_arena *arena,
                  struct base_diags *diags);

#endif
