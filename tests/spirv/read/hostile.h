/* SPDX-License-Identifier: MIT
 *
 * Modules that nobody would write, made word by word, and what must hold of all of them: they end
 * soon, with a shader or an error.
 */
#ifndef HOSTILE_H
#define HOSTILE_H

#include "run_kit.h"

#include <spirv/unified1/spirv.h>

/* A module that grows. Instructions may come in any order that the reader takes. */
struct hostile {
    struct base_arena *arena;
    BASE_ARRAY(uint32_t) words;
    uint32_t bound; /* The next id. */
};

/* What hostile_begin declares. */
enum hostile_id {
    hostile_main = 1,
    hostile_void,
    hostile_fn, /* void () */
    hostile_bool,
    hostile_uint,
    hostile_float,
    hostile_true,
    hostile_zero, /* Of uint, and so on. */
    hostile_one,
    hostile_words, /* A runtime array of uint. */
    hostile_block, /* A storage block of it, */
    hostile_block_pointer,
    hostile_word_pointer,
    hostile_out, /* and a variable of it at set 0, binding 0. */
    hostile_image,
    hostile_empty,   /* A struct without members. */
    hostile_first_id /* Of what the test makes. */
};

void hostile_op(struct hostile *h, SpvOp op, uint32_t count, const uint32_t *operands);

#define HOSTILE(h, op, ...)                                                                        \
    hostile_op(h, SpvOp##op, (uint32_t)BASE_COUNT(((const uint32_t[]){__VA_ARGS__})),              \
               (const uint32_t[]){__VA_ARGS__})

static inline uint32_t
hostile_id(struct hostile *h)
{
    return h->bound++;
}

/* A compute shader of one invocation, up to its first function. */
void hostile_begin(struct hostile *h, struct base_arena *arena);
void hostile_set_stage(struct hostile *h, SpvExecutionModel model);
uint32_t hostile_constant(struct hostile *h, uint32_t value);
uint32_t hostile_pointer(struct hostile *h, SpvStorageClass storage, uint32_t type);
uint32_t hostile_array(struct hostile *h, uint32_t element, uint32_t count);
/* A variable of the module; of a type, not of a pointer. */
uint32_t hostile_variable(struct hostile *h, SpvStorageClass storage, uint32_t type);
/* A struct of count times the same. */
uint32_t hostile_struct(struct hostile *h, uint32_t member, uint32_t count);
/* The first block of a function; 0: the entry point. Returns the function's id. */
uint32_t hostile_function(struct hostile *h, uint32_t id);
uint32_t hostile_label(struct hostile *h);
void hostile_return(struct hostile *h);
/* An unknown bool, and an unknown uint, from memory. */
uint32_t hostile_load(struct hostile *h);
uint32_t hostile_test(struct hostile *h);
void hostile_store(struct hostile *h, uint32_t value);
/* The whole module. */
struct spirv_module hostile_end(struct hostile *h);

/* A case: a module of a size, and what is said of it. */
struct hostile_case {
    const char *name;
    void (*make)(struct hostile *h, uint32_t size);
    uint32_t size;
    enum qd_code code; /* QD_CODE_NONE: it is read, written and compiled. */
};

void hostile_run(const struct hostile_case *cases, size_t count);

#endif
