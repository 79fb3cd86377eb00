/* SPDX-License-Identifier: MIT
 *
 * What SPIR-V's operations compute, as a table: operations, the types that they are tried on, and
 * what comes out by the specification's formula, in wider numbers than any of the types. A case is
 * a module that reads operands from buffers, one invocation a try, and writes results to others; a
 * runner executes it.
 */
#ifndef VALUES_H
#define VALUES_H

#include "ir/ir.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

#define VALUES_MAX_OPERANDS 4
#define VALUES_MAX_SCALARS 64 /* Of all operands, of all results. */

/* ---- numbers ---- */

/* A scalar operand, read in each way that its type allows. */
struct scalar {
    enum ir_type type;
    unsigned width;
    uint64_t bits;
    uwide u;       /* Without a sign, */
    wide s;        /* with one. */
    long double f; /* Of floats. */
};

struct scalar values_scalar(enum ir_type type, uint64_t bits);
/* The nearest float, ties to even. */
uint64_t values_round(enum ir_type type, long double value);
/* Is it a float below the smallest normal number, and not zero? */
bool values_is_denormal(enum ir_type type, uint64_t bits);

/* What a scalar result has to be. */
struct want {
    bool is_open; /* Anything. */
    bool is_real; /* A float; else the bits of integer, cut to the type. */
    bool has_other;
    wide integer;
    long double real;
    long double other; /* If has_other: may be this, too. */
    double ulps;       /* 0: the nearest float, its zero's sign included. Else so many units in the
                        * last place of real, */
    double scale;      /* or of a number of this size, if that is larger, */
    double absolute;   /* or this much off. */
};

/* NULL, or what is wrong. */
bool values_is_right(enum ir_type type, const struct want *want, uint64_t bits);

/* ---- the table ---- */

typedef void values_oracle(const struct scalar *x, struct want *w);

/* Which hosts take it besides our own device. */
enum values_host {
    HOST,    /* All that have the types. */
    HOST_32, /* Where T has 32 bits. */
    CPU      /* None need. */
};

enum values_kind {
    kind_core, /* OpNAME. */
    kind_glsl, /* An instruction of GLSL.std.450. */
    kind_text  /* Lines of assembly, which make %r from %a, %b, %c, %d. */
};

/* Types are written as f32, f32x3, f32m2x3 (two columns of three rows), bool; T stands for each
 * type of the class in turn, and then for vectors of three of the first one. Results may be
 * several. */
struct values_row {
    const char *name;
    enum values_kind kind;
    const char *class; /* Types that T stands for, or "". */
    const char *operands;
    const char *result;
    enum values_host host;
    bool is_whole;      /* The oracle takes all scalars at once; else those of one component. */
    bool is_elementary; /* Our own device has 4 units in the last place at most. */
    values_oracle *oracle;
    const char *text; /* kind_text: the lines. */
    bool has_edges;   /* Of whole ones: operands are edge values, not small fractions. */
    /* More lines and, of the entry point's ids, words; may be NULL. */
    const char *annotations;
    const char *globals;
    const char *interface;
};

extern const struct values_row values_rows[];
extern const uint32_t values_row_count;
extern const struct values_row values_whole_rows[];
extern const uint32_t values_whole_row_count;

/* ---- runners ---- */

struct values_buffer {
    void *data;
    size_t size;
    bool is_result;
};

/* A compute shader with so many workgroups of 1 by 1 by 1; buffer i is at set 0, binding i. */
struct values_job {
    const struct ir_shader *shader;
    struct base_arena *arena;
    struct base_diags *diags;
    struct values_buffer *buffers;
    uint32_t buffer_count;
    uint32_t invocations;
};

struct values_runner {
    bool is_host; /* Vulkan's bounds hold, denormals may be flushed. */
    /* Can it run a shader with this type? */
    bool (*has_type)(struct values_runner *runner, enum ir_type type);
    /* False: it cannot run this one, which is then passed over. Fails the test with an error. */
    bool (*run)(struct values_runner *runner, const struct values_job *job);
    uint32_t most_tries; /* Of a case; 0: any number. */
    void *context;
};

/* Runs rows with all their types; fails the test at the first that is wrong. Returns how many
 * results were compared. */
uint64_t values_run(struct values_runner *runner, const struct values_row *rows, uint32_t count);

#endif
