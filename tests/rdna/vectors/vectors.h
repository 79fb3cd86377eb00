/* SPDX-License-Identifier: MIT */
#ifndef TESTS_RDNA_VECTORS_H
#define TESTS_RDNA_VECTORS_H

#include "rdna/wave/kernels.h"

#include <stddef.h>

/* Expected bits for every arithmetic row, and the rows by name. */

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

struct vector_in {
    uint64_t v[3];
    struct rdna_b128 q;
    bool bit;
};

struct vector_out {
    uint64_t value;
    struct rdna_b128 q;
    bool second;
    bool second_is_free; /* Of an expectation: its readings differ. */
};

/* kernels.c */
struct kernel {
    const char *name;
    const char *result; /* The letters of kernels.h. */
    const char *operands;
    bool has_second;
    void (*call)(const struct rdna_env *env, const struct vector_in *in, struct vector_out *out);
};
extern const struct kernel kernels[];
extern const size_t kernel_count;
/* NULL if there is none. */
const struct kernel *kernel_find(const char *name);

/* How a result is compared. */
enum match {
    MATCH_BITS,
    MATCH_F16, /* As numbers: any NaN is as good as another, -0 is not +0. */
    MATCH_F32,
    MATCH_F64,
    MATCH_PK_F16,
    MATCH_ULP16, /* And a zero is as good as the other; one unit in the last place is forgiven. */
    MATCH_ULP32,
    MATCH_ULP64,
};

/* match.c */
bool match_results(enum match match, uint64_t result, uint64_t expected);

/* Which settings a row is tried under. */
enum settings {
    SET_ONE,    /* One: results do not depend on any. */
    SET_CLAMP,  /* Without and with clamp. */
    SET_MODES,  /* All roundings and denormal modes. */
    SET_DENORM, /* All denormal modes, to nearest. */
    SET_IEEE,   /* The same, without and with IEEE. */
    SET_MIX,    /* op_sel and its kin. */
};

/* One letter an operand, of its values:
 *     w integers     d 64-bit integers   h pairs of 16-bit integers    c bytes     q 128 bits
 *     e f16          f f32               g f64                         p pairs of f16
 *     l lanes        x exponents         m class masks                 n floats that are numbers */
struct oracle {
    const char *name;
    const char *values;
    enum match match;
    enum settings settings;
    /* False where the readings of a rule differ, and nothing is expected. */
    bool (*expect)(const struct rdna_env *env, const struct vector_in *in, struct vector_out *out);
};

struct oracle_table {
    const struct oracle *rows;
    size_t count;
};
extern const struct oracle_table oracle_scalar, oracle_integer, oracle_compare, oracle_float,
    oracle_special;

/* edges.c: the index-th value of a class, and how many there are. */
uint64_t edge_value(char letter, size_t index);
size_t edge_count(char letter);
/* Any value of the class, from a generator's state. */
uint64_t edge_random(char letter, uint64_t *state);
uint64_t next_random(uint64_t *state);

/* Rows of a table: ROW_WHERE expects nothing where condition does not hold, ROW_FREE no second
 * result where it holds. a, b, c are the operands, zero-extended, and d is the result. */
#define ORACLE_OPERANDS                                                                            \
    const wide a = (wide)in->v[0], b = (wide)in->v[1], c = (wide)in->v[2], bit = in->bit;          \
    (void)env, (void)a, (void)b, (void)c, (void)bit
#define ORACLE_FUNCTION(row, condition, is_free, expression, other)                                \
    static bool row##_expect(const struct rdna_env *env, const struct vector_in *in,               \
                             struct vector_out *out)                                               \
    {                                                                                              \
        ORACLE_OPERANDS;                                                                           \
        const wide d = expression;                                                                 \
        out->value = (uint64_t)d;                                                                  \
        out->second = (other) != 0;                                                                \
        out->second_is_free = is_free;                                                             \
        return condition;                                                                          \
    }
#define ORACLE_ROW(name, values, settings, result, other)                                          \
    ORACLE_FUNCTION(name, true, false, result, other)
#define ORACLE_ROW_WHERE(name, values, settings, condition, result, other)                         \
    ORACLE_FUNCTION(name, condition, false, result, other)
#define ORACLE_ROW_FREE(name, values, settings, condition, result, other)                          \
    ORACLE_FUNCTION(name, true, condition, result, other)
#define ORACLE_ENTRY(name, values, settings, ...)                                                  \
    {#name, values, MATCH_BITS, settings, name##_expect},

#endif
