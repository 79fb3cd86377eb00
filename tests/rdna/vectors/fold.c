/* SPDX-License-Identifier: MIT */
#include "vectors.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* fold print     LLVM IR: one function for each row of folds.def and each choice of operands
 * fold check     reads it as opt folded it, and compares our results */

enum { EDGES_MAX = 96, RANDOM_COUNT = 24 };

/* Where what LLVM believes is no other reading of the rules. */

static bool
gate_all(const struct vector_in *in)
{
    (void)in;
    return true;
}

/* The instruction flushes, the fold does not. */
static bool
gate_normal(const struct vector_in *in)
{
    const uint32_t magnitude = (uint32_t)in->v[0] & 0x7fffffff;

    return magnitude >= 0x00800000 && magnitude < 0x7e800000;
}

/* Nor is a result too small to be normal. */
static bool
gate_power(const struct vector_in *in)
{
    return gate_normal(in) && ((uint32_t)in->v[0] & 0x7fffffff) < 0x42f00000; /* 120 */
}

static bool
gate_short(const struct vector_in *in)
{
    return (int64_t)(int32_t)in->v[1] == (int16_t)in->v[1];
}

/* LLVM counts to the width, the instruction to all ones. */
static bool
gate_first(const struct vector_in *in)
{
    return in->v[0] != 0;
}

/* Not a NaN in operand 2, a signalling one, several, or several zeros. */
static bool
gate_med3_of(uint64_t infinity, uint64_t quiet, const struct vector_in *in)
{
    unsigned nans = 0, zeros = 0;

    for (unsigned i = 0; i < 3; i++) {
        const uint64_t magnitude = in->v[i] & (infinity | (quiet * 2 - 1));
        const bool is_nan = magnitude > infinity;

        if (is_nan && (i == 2 || !(magnitude & quiet)))
            return false;
        nans += is_nan;
        zeros += !magnitude;
    }
    return zeros < 2 && nans < 2;
}

static bool
gate_med3(const struct vector_in *in)
{
    return gate_med3_of(0x7f800000, 0x400000, in);
}

static bool
gate_med3_f16(const struct vector_in *in)
{
    return gate_med3_of(0x7c00, 0x200, in);
}

/* LLVM makes a signalling NaN lose as a quiet one does, or not, and has no order of zeros. */
static bool
gate_quiet(const struct vector_in *in)
{
    return !rdna_is_snan_f32((uint32_t)in->v[0]) && !rdna_is_snan_f32((uint32_t)in->v[1]) &&
           ((in->v[0] | in->v[1]) & 0x7fffffff);
}

static bool
gate_quiet_f16(const struct vector_in *in)
{
    return !rdna_is_snan_f16((uint32_t)in->v[0]) && !rdna_is_snan_f16((uint32_t)in->v[1]) &&
           ((in->v[0] | in->v[1]) & 0x7fff);
}

static bool
gate_quiet_f64(const struct vector_in *in)
{
    return !rdna_is_snan_f64(in->v[0]) && !rdna_is_snan_f64(in->v[1]) &&
           !rdna_is_zero_f64(in->v[0] | in->v[1]);
}

static const struct fold {
    const char *row;
    const char *values;
    char result;
    bool clamp;
    enum match match;
    bool (*gate)(const struct vector_in *in);
    const char *text;
} folds[] = {
#define FOLD(row, values, result, clamp, match, gate, text)                                        \
    {#row, values, result, clamp, match, gate, text},
#include "folds.def"
#undef FOLD
};
enum { FOLD_COUNT = sizeof(folds) / sizeof(folds[0]) };

/* The choices of one fold's operands, the same for both commands. */
struct choices {
    const struct fold *fold;
    size_t combinations, step, next;
    unsigned random;
    uint64_t state;
};

static struct choices
choices_of(const struct fold *fold)
{
    struct choices c = {.fold = fold, .combinations = 1, .state = 88172645463325252};

    for (const char *letter = fold->values; *letter; letter++)
        c.combinations *= edge_count(*letter);
    c.step = 1;
    while (c.combinations / c.step > EDGES_MAX)
        c.step = c.step * 2 + 1;
    return c;
}

static bool
next_choice(struct choices *c, struct vector_in *in)
{
    const char *values = c->fold->values;

    *in = (struct vector_in){0};
    if (c->next < c->combinations) {
        size_t rest = c->next;

        for (size_t i = 0; values[i]; i++) {
            in->v[i] = edge_value(values[i], rest % edge_count(values[i]));
            rest /= edge_count(values[i]);
        }
        c->next += c->step;
        return true;
    }
    for (size_t i = 0; values[i]; i++)
        in->v[i] = edge_random(values[i], &c->state);
    return c->random++ < RANDOM_COUNT;
}

static void
print_operand(char letter, uint64_t value)
{
    switch (letter) {
    case 'e':
        printf("bitcast (i16 %u to half)", (unsigned)value & 0xffff);
        break;
    case 'f':
    case 'n':
        printf("bitcast (i32 %" PRIu64 " to float)", value & 0xffffffff);
        break;
    case 'g':
        printf("bitcast (i64 %" PRIu64 " to double)", value);
        break;
    case 'p':
        printf("bitcast (i32 %" PRIu64 " to <2 x half>)", value & 0xffffffff);
        break;
    default:
        printf("%" PRIu64, value);
    }
}

static void
print_text(const struct fold *fold, const struct vector_in *in)
{
    for (const char *c = fold->text; *c; c++) {
        if (*c == '$') {
            c++;
            print_operand(fold->values[*c - '0'], in->v[*c - '0']);
        } else {
            putchar(*c);
        }
    }
}

/* The integer that a function returns, and how it is made of %r. */
static const char *
type_of(char result)
{
    switch (result) {
    case 'b':
        return "i1";
    case 'e':
    case 'h':
        return "i16";
    case 'd':
    case 'g':
        return "i64";
    }
    return "i32";
}

static const char *
cast_of(char result)
{
    switch (result) {
    case 'e':
        return "half";
    case 'f':
        return "float";
    case 'g':
        return "double";
    case 'p':
        return "<2 x half>";
    }
    return NULL;
}

static void
print_function(size_t index, const struct fold *fold, const struct vector_in *in)
{
    const char *type = type_of(fold->result), *from = cast_of(fold->result);

    printf("define %s @f%zu() {\n  %%r = ", type, index);
    print_text(fold, in);
    if (from)
        printf("\n  %%b = bitcast %s %%r to %s", from, type);
    printf("\n  ret %s %%%c\n}\n", type, from ? 'b' : 'r');
}

/* "call TYPE @NAME(TYPE $0, ...)" declares itself: the operands' types stand before the $. */
static void
print_declaration(const struct fold *fold)
{
    const char *call = fold->text + strlen("call ");

    if (strncmp(fold->text, "call ", strlen("call ")))
        return;
    printf("declare ");
    for (const char *c = call; *c; c++) {
        if (c[0] == ' ' && c[1] == '$')
            c += 2;
        else if (!strncmp(c, " false", 6))
            c += 5;
        else
            putchar(*c);
    }
    putchar('\n');
}

static int
print_module(void)
{
    size_t index = 0;

    printf("target triple = \"amdgcn-amd-amdpal\"\n");
    for (size_t i = 0; i < FOLD_COUNT; i++) {
        struct choices choices = choices_of(&folds[i]);
        struct vector_in in;

        print_declaration(&folds[i]);
        while (next_choice(&choices, &in))
            print_function(index++, &folds[i], &in);
    }
    return EXIT_SUCCESS;
}

/* Constants that functions return, by their number. */
struct results {
    uint64_t *values;
    bool *known;
    size_t count;
};

static size_t
count_functions(void)
{
    size_t count = 0;

    for (size_t i = 0; i < FOLD_COUNT; i++) {
        struct choices choices = choices_of(&folds[i]);
        struct vector_in in;

        while (next_choice(&choices, &in))
            count++;
    }
    return count;
}

static void
read_results(struct results *r)
{
    char line[4096];
    size_t index = SIZE_MAX;

    while (fgets(line, sizeof(line), stdin)) {
        const char *name = strstr(line, "@f");
        char type[8], value[32];

        if (!strncmp(line, "define ", 7) && name)
            index = (size_t)strtoull(name + 2, NULL, 10);
        if (index >= r->count || sscanf(line, " ret %7s %31s", type, value) != 2 || value[0] == '%')
            continue;
        r->known[index] = true;
        if (!strcmp(value, "true"))
            r->values[index] = 1;
        else
            r->values[index] = (uint64_t)strtoll(value, NULL, 10);
        if (!strcmp(value, "poison") || !strcmp(value, "undef"))
            r->known[index] = false;
        index = SIZE_MAX;
    }
}

static uint64_t
cut_to_type(char result, uint64_t value)
{
    const char *type = type_of(result);

    if (!strcmp(type, "i16"))
        return value & 0xffff;
    return strcmp(type, "i32") ? value : value & 0xffffffff;
}

static bool
check_fold(const struct fold *fold, const struct vector_in *in, uint64_t expected)
{
    const struct rdna_env env = {
        .mode = {.denorm32 = RDNA_KEEP_IN | RDNA_KEEP_OUT,
                 .denorm64_16 = RDNA_KEEP_IN | RDNA_KEEP_OUT,
                 .dx10_clamp = true},
        .clamp = fold->clamp,
    };
    struct vector_out got = {0};

    kernel_find(fold->row)->call(&env, in, &got);
    expected = cut_to_type(fold->result, expected);
    if (match_results(fold->match, got.value, expected))
        return true;
    printf("%s(%" PRIx64 ", %" PRIx64 ", %" PRIx64 "): got %" PRIx64 ", LLVM folds to %" PRIx64
           "\n",
           fold->row, in->v[0], in->v[1], in->v[2], got.value, expected);
    return false;
}

static int
check_module(void)
{
    const size_t count = count_functions();
    struct results results = {calloc(count, sizeof(uint64_t)), calloc(count, sizeof(bool)), count};
    size_t index = 0, compared = 0, unfolded = 0, faults = 0;

    if (!results.values || !results.known)
        return EXIT_FAILURE;
    read_results(&results);
    for (size_t i = 0; i < FOLD_COUNT; i++) {
        struct choices choices = choices_of(&folds[i]);
        struct vector_in in;
        size_t here = 0, wrong = 0;

        for (; next_choice(&choices, &in); index++) {
            unfolded += !results.known[index];
            if (!results.known[index] || !folds[i].gate(&in))
                continue;
            here++;
            wrong += wrong < 4 && !check_fold(&folds[i], &in, results.values[index]);
        }
        if (!here)
            printf("%s: LLVM folds none of \"%s\"\n", folds[i].row, folds[i].text);
        faults += wrong || !here;
        compared += here;
    }
    printf("%d folds of rows, %zu compared, %zu not folded, %zu faults\n", FOLD_COUNT, compared,
           unfolded, faults);
    free(results.values);
    free(results.known);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}

int
main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "print"))
        return print_module();
    if (argc == 2 && !strcmp(argv[1], "check"))
        return check_module();
    fprintf(stderr, "usage: fold print|check\n");
    return EXIT_FAILURE;
}
