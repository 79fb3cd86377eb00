/* SPDX-License-Identifier: MIT
 *
 * A trial: one program, one set of inputs, given to the evaluator and to the wave interpreter.
 */
#ifndef TEST_RDNA_LLVM_TRIAL_H
#define TEST_RDNA_LLVM_TRIAL_H

#include "eval.h"
#include "rdna/ops.h"
#include "sanitized.h"

/* ---- words.c ---- */

struct trial_words {
    enum rdna_isa isa;
    unsigned wave_size;
    uint32_t *words;
    uint32_t count;
};

/* The words of a .hex file or of an object, with an s_endpgm behind them. false: text says why. */
bool trial_read(struct base_arena *arena, const char *data, size_t size, bool is_object,
                unsigned wave_size, struct trial_words *words, struct base_text *text);

/* ---- inputs.c ---- */

enum { TRIAL_SETS = IS_SANITIZED ? 10 : 40, TRIAL_SCALARS = 106, TRIAL_VECTORS = 64 };

/* Registers as the program finds them. */
struct trial_inputs {
    uint32_t scalars[TRIAL_SCALARS];
    uint32_t vectors[TRIAL_VECTORS][EVAL_LANES];
    unsigned scalar_count; /* That arguments take. */
    struct eval_parameter parameters[EVAL_PRIMITIVES * EVAL_ATTRIBUTES][4];
};

/* Makes arguments, memory and lanes of a set, for both sides. false after a failure of e. */
bool trial_make_inputs(struct eval *e, unsigned set, struct trial_inputs *inputs);

/* ---- compare.c ---- */

struct trial_result {
    uint64_t compared; /* Values, or four bytes of memory that the source writes. */
    uint64_t open;     /* Values that the source leaves undefined. */
    uint64_t near;     /* Compared within a bound. */
    bool differs;
    char difference[240];
};

struct trial_wave;

/* A wave with the inputs in its registers and memory; before the evaluator changes what it has. */
struct trial_wave *trial_start(const struct eval *e, const struct trial_inputs *inputs,
                               const struct trial_words *words);
/* Runs the words, and compares with what the evaluator found. */
void trial_run(struct trial_wave *wave, const struct eval *e, struct trial_result *result);
void trial_finish(struct trial_wave *wave);

#endif
