/* SPDX-License-Identifier: MIT
 *
 * Random structured programs with mutable variables, in two forms: built through the builder, and
 * run as they are. What comes out must be the same.
 */
#ifndef GENERATE_H
#define GENERATE_H

#include "evaluate.h"

struct gen_program;

enum gen_flags {
    GEN_DEMOTE = 1 << 0 /* Has demote and is_helper. */
};

/* The same seed gives the same program. */
struct gen_program *gen_create(struct base_arena *arena, uint64_t seed, unsigned flags);
/* Built through ir_build_*. */
struct ir_shader *gen_build(const struct gen_program *program, struct base_arena *arena);
/* Run without any IR. lane->steps counts statements here. */
void gen_run(const struct gen_program *program, const struct eval_lane *lane,
             struct eval_result *result);
/* Fills the inputs with what seed says: edge values and random bits. */
void gen_fill_lane(struct eval_lane *lane, uint64_t seed);

#endif
