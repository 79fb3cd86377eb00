/* SPDX-License-Identifier: MIT
 *
 * Atomics of buffers, counters, memory and images: of one invocation each with edge values, and of
 * many at one word.
 */
#include "memory_kit.h"

#include <string.h>

/* ---- where ---- */

struct place {
    const char *name;
    const char *declarations;
    const char *resource; /* Of word SV[0].x, in brackets and all. */
    const char *address;
    const char *suffix;
    enum memory_image image; /* memory_image_count: none. */
};

static const struct place places[] = {
    {"BUFFER", "", "BUFFER[2]", "TEMP[1].xxxx", "", memory_image_count},
    {"GLOBAL", "DCL MEMORY[0], GLOBAL\n", "MEMORY[0]", "TEMP[1].xxxx", "", memory_image_count},
    {"SHARED", "DCL MEMORY[0], SHARED\n", "MEMORY[0]", "TEMP[1].xxxx", "", memory_image_count},
    {"PRIVATE", "DCL MEMORY[0], PRIVATE\n", "MEMORY[0]", "TEMP[1].xxxx", "", memory_image_count},
    {"HWATOMIC", "DCL HWATOMIC[1][0..15]\n", "HWATOMIC[1][ADDR[0].x]", "TEMP[1].xxxx", "",
     memory_image_count},
    {"IMAGE of unsigned words", "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n", "IMAGE[0]",
     "TEMP[2]", ", 2D, PIPE_FORMAT_R32_UINT", memory_image_word},
    {"IMAGE of signed words", "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_SINT, WR\n", "IMAGE[0]", "TEMP[2]",
     ", 2D, PIPE_FORMAT_R32_SINT", memory_image_int},
    {"RAW IMAGE", "DCL IMAGE[0], BUFFER, PIPE_FORMAT_R32_UINT, WR, RAW\n", "IMAGE[0]",
     "TEMP[1].xxxx", "", memory_image_word_buffer},
};

/* ---- one invocation a word ---- */

struct vector {
    uint32_t old;
    uint32_t operand;
    uint32_t value; /* ATOMCAS: the new one. */
    uint32_t expected;
};

struct vectors {
    const struct vector *vectors;
    uint32_t count; /* At most 12. */
    /* For many invocations, what one of them makes of a word. */
    uint32_t (*fold)(uint32_t old, uint32_t operand);
    const char *operand; /* Code that makes operand TEMP[3].y of invocation TEMP[1].x, */
    uint32_t (*operand_of)(uint32_t invocation); /* and the same. */
};

/* Words beyond the three that BUFFER[2] has are no place for a vector. */
static uint32_t
fitting(const struct place *place, uint32_t count)
{
    const uint32_t most = strcmp(place->resource, "BUFFER[2]") == 0  ? 3
                          : place->image == memory_image_word_buffer ? 4
                                                                     : 12;

    return count < most ? count : most;
}

static void
run_vectors(struct rows *r, const struct rows_row *row, const struct place *place, uint32_t first,
            uint32_t count)
{
    const struct vectors *data = row->data;
    const char *name = tgsi_op_infos[row->op].name;
    struct memory_run run = {.groups = count,
                             .data = data->vectors + first,
                             .data_size = count * sizeof(struct vector),
                             .images = {place->image},
                             .image_count = place->image != memory_image_count};
    const char *code =
        rows_text(r,
                  "SHL TEMP[0].x, SV[0].xxxx, IMM[0].yyyy\nLOAD TEMP[3], BUFFER[1], TEMP[0].xxxx\n"
                  "SHL TEMP[1].x, SV[0].xxxx, IMM[2].yyyy\nAND TEMP[2].x, SV[0].xxxx, IMM[2].zzzz\n"
                  "USHR TEMP[2].y, SV[0].xxxx, IMM[2].yyyy\nUARL ADDR[0].x, SV[0].xxxx\n"
                  "STORE %s.x, %s, TEMP[3].xxxx%s\nMOV TEMP[4], IMM[2]\n"
                  "%s TEMP[4].xw, %s, %s, TEMP[3].yyyy%s%s\nLOAD TEMP[5].x, %s, %s%s\n"
                  "MOV TEMP[4].y, TEMP[5].xxxx\nSHL TEMP[0].x, SV[0].xxxx, IMM[0].yyyy\n"
                  "STORE BUFFER[0], TEMP[0].xxxx, TEMP[4]\n",
                  place->resource, place->address, place->suffix, name, place->resource,
                  place->address, row->op == tgsi_op_ATOMCAS ? ", TEMP[3].zzzz" : "", place->suffix,
                  place->resource, place->address, place->suffix);
    const struct ir_shader *shader = memory_shader(r, place->declarations, code);

    if (!shader || !memory_run(r, shader, &run))
        return;
    for (uint32_t i = 0; i < count; i++) {
        const struct vector *v = &data->vectors[first + i];
        const uint32_t *found = run.results + 4 * i;

        rows_expect(r, found[0] == v->old && found[2] == 3 && found[3] == 5,
                    "%s: %08x, %08x: found old %08x, then %u %u, expected only x to be written",
                    place->name, v->old, v->operand, found[0], found[2], found[3]);
        rows_expect(r, found[1] == v->expected, "%s: %08x, %08x: found new %08x, expected %08x",
                    place->name, v->old, v->operand, found[1], v->expected);
    }
}

static void
run_alone(struct rows *r, const struct rows_row *row)
{
    const struct vectors *data = row->data;

    for (uint32_t p = 0; p < BASE_COUNT(places); p++)
        for (uint32_t at = 0, count; at < data->count; at += count) {
            count = fitting(&places[p], data->count - at);
            run_vectors(r, row, &places[p], at, count);
        }
}

/* Outside of what is there nothing changes, and the old value is 0. Without x in the mask nothing
 * is done. */
static void
run_outside(struct rows *r, const struct rows_row *row)
{
    static const char *const extra[] = {"", ", IMM[2].xxxx"};
    const char *name = tgsi_op_infos[row->op].name;
    const char *last = extra[row->op == tgsi_op_ATOMCAS];
    const struct memory_case c = {
        .name = "outside",
        .declarations = "DCL MEMORY[0], SHARED\nDCL HWATOMIC[0][0..15]\n"
                        "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n",
        .code = rows_text(
            r,
            "SHL TEMP[1].x, IMM[1].xxxx, IMM[2].yyyy\nMOV TEMP[0], IMM[2]\n"
            "%s TEMP[0].x, BUFFER[1], TEMP[1].xxxx, IMM[2].wwww%s\n"
            "%s TEMP[2].x, BUFFER[1], -IMM[0].yyyy, IMM[2].wwww%s\nMOV TEMP[0].y, TEMP[2].xxxx\n"
            "MOV TEMP[2], IMM[2]\n%s TEMP[2].x, MEMORY[0], -IMM[0].yyyy, IMM[2].wwww%s\n"
            "MOV TEMP[0].z, TEMP[2].xxxx\nUARL ADDR[0].x, IMM[1].wwww\n"
            "MOV TEMP[2], IMM[2]\n%s TEMP[2].x, HWATOMIC[0][ADDR[0].x], IMM[0].xxxx, "
            "IMM[2].wwww%s\n"
            "MOV TEMP[0].w, TEMP[2].xxxx\nSTORE BUFFER[0], IMM[0].xxxx, TEMP[0]\n"
            "MOV TEMP[0], IMM[2]\n%s TEMP[0].yzw, BUFFER[1], IMM[0].xxxx, IMM[2].wwww%s\n"
            "UADD TEMP[3].x, IMM[2].xxxx, -IMM[2].yyyy\nMOV TEMP[3].y, IMM[0].xxxx\n"
            "%s TEMP[0].x, IMAGE[0], TEMP[3], IMM[2].wwww%s, 2D, PIPE_FORMAT_R32_UINT\n"
            "MOV TEMP[3].x, IMM[0].yyyy\n"
            "MOV TEMP[2], IMM[2]\n%s TEMP[2].x, IMAGE[0], TEMP[3], IMM[2].wwww%s, 2D, "
            "PIPE_FORMAT_R32_UINT\nUADD TEMP[0].x, TEMP[0].xxxx, TEMP[2].xxxx\n"
            "STORE BUFFER[0], IMM[1].xxxx, TEMP[0]\n",
            name, last, name, last, name, last, name, last, name, last, name, last, name, last),
        .expected = {0, 0, 0, 0, 0, 2, 3, 5},
    };

    memory_check(r, &c, (const enum memory_image[]){memory_image_word}, 1);
}

/* ---- many invocations at one word ---- */

#define MANY 64 /* A group. */

static bool
is_chain(const uint32_t *olds, uint32_t count, uint32_t first, uint32_t last,
         uint32_t (*operand_of)(uint32_t invocation))
{
    /* Everything that was ever there is found by one invocation or stays. */
    for (uint32_t i = 0; i <= count; i++) {
        const uint32_t word = i < count ? operand_of(i) : first;
        uint32_t puts = word == first, finds = word == last;

        for (uint32_t j = 0; j < count; j++) {
            puts += operand_of(j) == word;
            finds += olds[j] == word;
        }
        if (puts != finds)
            return false;
    }
    return true;
}

static void
expect_many(struct rows *r, const struct rows_row *row, const char *place, const uint32_t *olds,
            uint32_t count, uint32_t first, uint32_t last)
{
    const struct vectors *data = row->data;
    uint32_t expected = first;

    if (row->op == tgsi_op_ATOMXCHG) {
        rows_expect(r, is_chain(olds, count, first, last, data->operand_of),
                    "%s: exchanges lose or repeat a word", place);
        return;
    }
    if (row->op == tgsi_op_ATOMCAS) {
        uint32_t wins = 0, others = 0;

        for (uint32_t i = 0; i < count; i++) {
            wins += olds[i] == first && last == data->operand_of(i);
            others += olds[i] == last;
        }
        rows_expect(r, wins == 1 && others == count - 1,
                    "%s: found %u that exchanged and %u that came later, expected 1 and %u", place,
                    wins, others, count - 1);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        expected = data->fold(expected, data->operand_of(i));
    rows_expect(r, last == expected, "%s: found %08x, expected %08x", place, last, expected);
}

static const char many_head[] =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\n"
    "DCL BUFFER[0..2]\nDCL TEMP[0..7]\n%s"
    "IMM[0] UINT32 {0, 2, 64, 256}\nIMM[1] UINT32 {2654435761, 15, 100, 31}\n"
    "IMM[2] UINT32 {1, 12345, 4, 28}\n"
    "UMAD TEMP[1].x, SV[1].xxxx, IMM[0].zzzz, SV[0].xxxx\nSHL TEMP[0].x, TEMP[1].xxxx, "
    "IMM[0].yyyy\nMOV TEMP[2], IMM[0].xxxx\n%s";

/* Of 4 groups, in a buffer. */
static void
run_many_groups(struct rows *r, const struct rows_row *row)
{
    const struct vectors *data = row->data;
    const uint32_t first = data->vectors[0].old;
    struct memory_run run = {.groups = 4,
                             .data = &first,
                             .data_size = sizeof(first),
                             .results_size = 4 * MANY * sizeof(uint32_t)};
    const struct ir_shader *shader = rows_shader(
        r, rows_text(r,
                     "%s%s TEMP[4].x, BUFFER[1], IMM[0].xxxx, %s\n"
                     "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[4].xxxx\nEND\n",
                     rows_text(r, many_head, "", data->operand), tgsi_op_infos[row->op].name,
                     row->op == tgsi_op_ATOMCAS ? "TEMP[3].xxxx, TEMP[3].yyyy" : "TEMP[3].yyyy"));

    if (shader && memory_run(r, shader, &run))
        expect_many(r, row, "BUFFER", run.results, 4 * MANY, first, run.after[0]);
}

/* Of one group, which reads the word behind a barrier. */
static void
run_many_at(struct rows *r, const struct rows_row *row, const char *name, const char *declaration,
            const char *prepare, const char *to, const char *suffix, uint32_t first)
{
    const struct vectors *data = row->data;
    struct memory_run run = {.groups = 1,
                             .images = {memory_image_word},
                             .image_count = 1,
                             .results_size = 2 * MANY * sizeof(uint32_t)};
    const struct ir_shader *shader = rows_shader(
        r, rows_text(r,
                     "%s%s%s TEMP[4].x, %s, %s%s\nMEMBAR IMM[2].wwww\nBARRIER\n"
                     "LOAD TEMP[5].x, %s%s\nSTORE BUFFER[0].x, TEMP[0].xxxx, TEMP[4].xxxx\n"
                     "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].wwww\n"
                     "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[5].xxxx\nEND\n",
                     rows_text(r, many_head, declaration, data->operand), prepare,
                     tgsi_op_infos[row->op].name, to,
                     row->op == tgsi_op_ATOMCAS ? "TEMP[3].xxxx, TEMP[3].yyyy" : "TEMP[3].yyyy",
                     suffix, to, suffix));

    if (!shader || !memory_run(r, shader, &run))
        return;
    expect_many(r, row, name, run.results, MANY, first, run.results[MANY]);
    for (uint32_t i = 1; i < MANY; i++)
        rows_expect(r, run.results[MANY + i] == run.results[MANY],
                    "%s: invocations find %08x and %08x behind the barrier", name,
                    run.results[MANY], run.results[MANY + i]);
}

static void
run_many(struct rows *r, const struct rows_row *row)
{
    run_many_groups(r, row);
    /* The word is 1: of the image at its first texel, in memory as it is stored. */
    run_many_at(r, row, "SHARED", "DCL MEMORY[0], SHARED\n",
                "STORE MEMORY[0].x, IMM[0].zzzz, IMM[2].xxxx\nBARRIER\n", "MEMORY[0], IMM[0].zzzz",
                "", 1);
    run_many_at(r, row, "IMAGE", "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n", "",
                "IMAGE[0], TEMP[2]", ", COHERENT, 2D, PIPE_FORMAT_R32_UINT",
                MEMORY_TEXEL(0, 0, 0, 0));
}

/* ---- images of floats ---- */

/* 1.5 is exchanged for 0, then 2.25 added, where the host has atomics of floats. */
static void
run_float_image(struct rows *r, const struct rows_row *row)
{
    const bool adds = row->op == tgsi_op_ATOMFADD;
    const struct memory_case c = {
        .name = "an image of floats",
        .declarations = "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_FLOAT, WR\n",
        .code =
            rows_text(r,
                      "IMM[3] FLT32 {1.5, 2.25, 0, 0}\nMOV TEMP[1], IMM[0].xxxx\n"
                      "STORE IMAGE[0], TEMP[1], IMM[3].xxxx\n"
                      "%s TEMP[2].x, IMAGE[0], TEMP[1], IMM[3].yyyy, 2D, PIPE_FORMAT_R32_FLOAT\n"
                      "LOAD TEMP[3], IMAGE[0], TEMP[1], 2D, PIPE_FORMAT_R32_FLOAT\n"
                      "MOV TEMP[2].yzw, TEMP[3].xxyw\nSTORE BUFFER[0], IMM[0].xxxx, TEMP[2]\n",
                      tgsi_op_infos[row->op].name),
        .expected = {0x3fc00000, adds ? 0x40700000 : 0x40100000, 0, 0x3f800000},
    };

    if (!r->device->has_feature(r->device,
                                adds ? "ShaderAtomicFloatFeaturesEXT.shaderImageFloat32AtomicAdd"
                                     : "ShaderAtomicFloatFeaturesEXT.shaderImageFloat32Atomics")) {
        rows_skip(r, "no atomics of images of floats");
        return;
    }
    memory_check(r, &c, (const enum memory_image[]){memory_image_float}, 1);
}

/* ---- rows ---- */

#define TOP 0x80000000u
#define ONES 0xffffffffu

/* What an invocation brings: bits all over the word. */
static uint32_t
mixed(uint32_t invocation)
{
    return invocation * 2654435761u;
}

static uint32_t
one_bit_off(uint32_t invocation)
{
    return ~(1u << (invocation & 31));
}

static uint32_t
limit(uint32_t invocation)
{
    (void)invocation;
    return 100;
}

static uint32_t
small_float(uint32_t invocation)
{
    return base_bits_of_float((float)(invocation & 15));
}

#define MIXED "UMUL TEMP[3].y, TEMP[1].xxxx, IMM[1].xxxx\n"
#define BIT_OFF                                                                                    \
    "AND TEMP[3].x, TEMP[1].xxxx, IMM[1].wwww\nSHL TEMP[3].x, IMM[2].xxxx, TEMP[3].xxxx\n"         \
    "NOT TEMP[3].y, TEMP[3].xxxx\n"
#define LIMIT "MOV TEMP[3].y, IMM[1].zzzz\n"
#define SMALL_FLOAT "AND TEMP[3].x, TEMP[1].xxxx, IMM[1].yyyy\nU2F TEMP[3].y, TEMP[3].xxxx\n"
/* The comparator is 1, which is what is there at first. */
#define MIXED_FROM_1 MIXED "MOV TEMP[3].x, IMM[2].xxxx\n"

#define FOLD(name, value)                                                                          \
    static uint32_t fold_##name(uint32_t old, uint32_t operand) { return (value); }
FOLD(add, old + operand)
FOLD(and, old &operand)
FOLD(or, old | operand)
FOLD(xor, old ^ operand)
FOLD(umin, old < operand ? old : operand)
FOLD(umax, old > operand ? old : operand)
FOLD(imin, (int32_t)old < (int32_t)operand ? old : operand)
FOLD(imax, (int32_t)old > (int32_t)operand ? old : operand)
FOLD(inc, old >= operand ? 0 : old + 1)
FOLD(dec, old == 0 || old > operand ? operand : old - 1)
FOLD(fadd, base_bits_of_float(base_float_of_bits(old) + base_float_of_bits(operand)))

#define VECTORS(name, fold, operand, operand_of, ...)                                              \
    static const struct vector vectors_##name[] = {__VA_ARGS__};                                   \
    static const struct vectors name = {vectors_##name, BASE_COUNT(vectors_##name), fold, operand, \
                                        operand_of};

/* clang-format off */
VECTORS(add, fold_add, MIXED, mixed,
    {1, 2, 0, 3}, {ONES, 1, 0, 0}, {0x7fffffff, 1, 0, TOP}, {5, ONES, 0, 4}, {TOP, TOP, 0, 0},
    {0, 0, 0, 0})
VECTORS(exchange, NULL, MIXED, mixed,
    {7, 9, 0, 9}, {0, ONES, 0, ONES}, {TOP, 0, 0, 0}, {0x7fc12345, 0x7f812345, 0, 0x7f812345})
VECTORS(compare, NULL, MIXED_FROM_1, mixed,
    {1, 1, 9, 9}, {1, 2, 9, 1}, {0, 0, ONES, ONES}, {TOP, 0, 5, TOP}, {0x7fc00000, 0x7fc00000, 1, 1},
    {ONES, ONES, 0, 0})
VECTORS(conjunction, fold_and, BIT_OFF, one_bit_off,
    {ONES, 0xf0f0f0f0, 0, 0xf0f0f0f0}, {0x12345678, 0xff00ff00, 0, 0x12005600}, {5, 0, 0, 0})
VECTORS(disjunction, fold_or, MIXED, mixed,
    {0, 0xf0f0f0f0, 0, 0xf0f0f0f0}, {0x12345678, 0xff000000, 0, 0xff345678}, {5, 0, 0, 5})
VECTORS(difference, fold_xor, MIXED, mixed,
    {ONES, 0xf0f0f0f0, 0, 0x0f0f0f0f}, {0x12345678, 0x12345678, 0, 0}, {5, TOP, 0, 0x80000005})
VECTORS(least, fold_umin, MIXED, mixed,
    {ONES, TOP, 0, TOP}, {1, 2, 0, 1}, {2, 1, 0, 1}, {TOP, 0x7fffffff, 0, 0x7fffffff}, {0, ONES, 0, 0})
VECTORS(most, fold_umax, MIXED, mixed,
    {0, 1, 0, 1}, {1, 0, 0, 1}, {TOP, 0x7fffffff, 0, TOP}, {5, ONES, 0, ONES})
VECTORS(least_signed, fold_imin, MIXED, mixed,
    {0, ONES, 0, ONES}, {ONES, 0, 0, ONES}, {TOP, 0x7fffffff, 0, TOP}, {5, TOP, 0, TOP}, {3, 2, 0, 2})
VECTORS(most_signed, fold_imax, MIXED, mixed,
    {TOP, ONES, 0, ONES}, {ONES, 0, 0, 0}, {0x7fffffff, TOP, 0, 0x7fffffff}, {3, 2, 0, 3})
VECTORS(add_float, fold_fadd, SMALL_FLOAT, small_float,
    {0, 0x3f800000, 0, 0x3f800000},                  /* 0 + 1 */
    {0x3fc00000, 0xbfc00000, 0, 0},                  /* 1.5 - 1.5 */
    {0x7f7fffff, 0x7f7fffff, 0, 0x7f800000},         /* Overflows to infinity. */
    {0x4b800000, 0x3f800000, 0, 0x4b800000},         /* 2^24 + 1: to even. */
    {0x4b800000, 0x40400000, 0, 0x4b800002},         /* 2^24 + 3. */
    {TOP, 0, 0, 0},                                  /* -0 + 0 */
    {TOP, TOP, 0, TOP},                              /* -0 - 0 */
    {0x7f800000, 0xbf800000, 0, 0x7f800000})         /* inf - 1 */
VECTORS(increment, fold_inc, LIMIT, limit,
    {0, 5, 0, 1}, {4, 5, 0, 5}, {5, 5, 0, 0}, {6, 5, 0, 0}, {ONES, ONES, 0, 0}, {ONES, 5, 0, 0},
    {0, 0, 0, 0}, {ONES - 1, ONES, 0, ONES}, {7, 0, 0, 0})
VECTORS(decrement, fold_dec, LIMIT, limit,
    {5, 9, 0, 4}, {0, 9, 0, 9}, {9, 9, 0, 8}, {10, 9, 0, 9}, {ONES, 9, 0, 9}, {ONES, ONES, 0, ONES - 1},
    {0, 0, 0, 0}, {1, 0, 0, 0}, {0, ONES, 0, ONES})
/* clang-format on */

#define ATOMIC(op, data)                                                                           \
    ROWS_ROW(op, auto, run_alone, &(data)), ROWS_ROW(op, auto, run_outside, &(data)),              \
        ROWS_ROW(op, auto, run_many, &(data))

static const struct rows_row rows[] = {
    ATOMIC(ATOMUADD, add),
    ATOMIC(ATOMXCHG, exchange),
    ATOMIC(ATOMCAS, compare),
    ATOMIC(ATOMAND, conjunction),
    ATOMIC(ATOMOR, disjunction),
    ATOMIC(ATOMXOR, difference),
    ATOMIC(ATOMUMIN, least),
    ATOMIC(ATOMUMAX, most),
    ATOMIC(ATOMIMIN, least_signed),
    ATOMIC(ATOMIMAX, most_signed),
    ATOMIC(ATOMFADD, add_float),
    ATOMIC(ATOMINC_WRAP, increment),
    ATOMIC(ATOMDEC_WRAP, decrement),
    ROWS_ROW(ATOMXCHG, auto, run_float_image, NULL),
    ROWS_ROW(ATOMFADD, auto, run_float_image, NULL),
};

const struct rows_table rows_table_atomics = {"atomics", rows, BASE_COUNT(rows)};
