/* SPDX-License-Identifier: MIT
 *
 * What opcodes on pairs of words compute, and which words they write: with one or three sources a
 * pair both of whose components are enabled, with two sources one that has either, all of it;
 * comparisons one word a pair; conversions to words the first and the second enabled component.
 */
#include "formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- pairs ---- */

static uint64_t
long_of(const union rows_word *w, unsigned pair)
{
    return w[2 * pair].u | (uint64_t)w[2 * pair + 1].u << 32;
}

static double
double_of(const union rows_word *w, unsigned pair)
{
    return base_double_of_bits(long_of(w, pair));
}

static void
set_long(union rows_word *w, unsigned pair, uint64_t value)
{
    w[2 * pair].u = (uint32_t)value;
    w[2 * pair + 1].u = (uint32_t)(value >> 32);
}

static void
set_double(union rows_word *w, unsigned pair, double value)
{
    set_long(w, pair, base_bits_of_double(value));
}

static bool
is_made(unsigned mask, unsigned pair, unsigned srcs)
{
    const unsigned enabled = mask >> 2 * pair & 3;

    return srcs == 2 ? enabled != 0 : enabled == 3;
}

#define FORMULA(op, types)                                                                         \
    static const struct rows_formula formula_##op = {.expected = expect_##op, .kinds = types};

/* What expressions see of pair p: doubles a, b, e; longs x, y; the word that is beside a pair. */
#define OPERANDS(srcs)                                                                             \
    const double a = double_of(s[0], p), b = double_of(s[1], p), e = double_of(s[2], p);           \
    const uint64_t x = long_of(s[0], p), y = long_of(s[1], p);                                     \
    const union rows_word word = s[srcs - 1][srcs == 1 ? p : 2 * p];                               \
                                                                                                   \
    (void)a, (void)b, (void)e, (void)x, (void)y, (void)word;

#define EXPECT_PAIRS(op, srcs, set, expression)                                                    \
    static unsigned expect_##op(const union rows_word(*s)[4], unsigned mask, union rows_word *d)   \
    {                                                                                              \
        unsigned written = 0;                                                                      \
                                                                                                   \
        for (unsigned p = 0; p < 2; p++) {                                                         \
            OPERANDS(srcs)                                                                         \
            if (!is_made(mask, p, srcs))                                                           \
                continue;                                                                          \
            set(d, p, expression);                                                                 \
            written |= 3u << 2 * p;                                                                \
        }                                                                                          \
        return written;                                                                            \
    }
#define PAIRS(op, srcs, types, set, expression)                                                    \
    EXPECT_PAIRS(op, srcs, set, expression)                                                        \
    FORMULA(op, types)

/* Which of two zeroes comes out is open. */
#define EXTREME(op, expression)                                                                    \
    EXPECT_PAIRS(op, 2, set_double, expression)                                                    \
    static const struct rows_formula formula_##op = {.expected = expect_##op,                      \
                                                     .kinds = "dd",                                \
                                                     .cpu = {.relative = 0x1p-60},                 \
                                                     .host = {.relative = 0x1p-60}};

#define COMPARES(op, types, expression)                                                            \
    static unsigned expect_##op(const union rows_word(*s)[4], unsigned mask, union rows_word *d)   \
    {                                                                                              \
        unsigned written = 0;                                                                      \
                                                                                                   \
        for (unsigned p = 0; p < 2; p++) {                                                         \
            OPERANDS(2)                                                                            \
            const unsigned c = 2 * p + (mask >> 2 * p & 1 ? 0 : 1);                                \
                                                                                                   \
            if (!(mask >> 2 * p & 3))                                                              \
                continue;                                                                          \
            d[c].u = (expression) ? ~0u : 0;                                                       \
            written |= 1u << c;                                                                    \
        }                                                                                          \
        return written;                                                                            \
    }                                                                                              \
    FORMULA(op, types)

#define WORDS(op, types, field, expression)                                                        \
    static unsigned expect_##op(const union rows_word(*s)[4], unsigned mask, union rows_word *d)   \
    {                                                                                              \
        unsigned written = 0;                                                                      \
                                                                                                   \
        for (unsigned p = 0, c = 0; p < 2 && c < 4; c++) {                                         \
            OPERANDS(1)                                                                            \
            if (!(mask >> c & 1))                                                                  \
                continue;                                                                          \
            d[c].field = expression;                                                               \
            written |= 1u << c;                                                                    \
            p++;                                                                                   \
        }                                                                                          \
        return written;                                                                            \
    }                                                                                              \
    FORMULA(op, types)

/* ---- doubles ---- */

static double
sign_of(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

PAIRS(DABS, 1, "d", set_double, a >= 0 ? a : -a)
PAIRS(DADD, 2, "dd", set_double, a + b)
PAIRS(DCEIL, 1, "d", set_double, ceil(a))
PAIRS(DDIV, 2, "dd", set_double, a / b)
PAIRS(DFLR, 1, "d", set_double, floor(a))
PAIRS(DFRAC, 1, "d", set_double, a - floor(a))
PAIRS(DLDEXP, 2, "di", set_double, ldexp(a, word.i))
PAIRS(DMAD, 3, "ddd", set_double, a *b + e)
EXTREME(DMAX, fmax(a, b))
EXTREME(DMIN, fmin(a, b))
PAIRS(DMUL, 2, "dd", set_double, a *b)
PAIRS(DNEG, 1, "d", set_double, -a)
PAIRS(DRCP, 1, "d", set_double, 1 / a)
PAIRS(DROUND, 1, "d", set_double, nearbyint(a))
PAIRS(DRSQ, 1, "d", set_double, 1 / sqrt(a))
PAIRS(DSQRT, 1, "d", set_double, sqrt(a))
EXPECT_PAIRS(DSSG, 1, set_double, sign_of(a))
/* Hosts know such a selection as the sign, and zeroes have none for them. */
static const struct rows_formula formula_DSSG = {
    .expected = expect_DSSG, .kinds = "d", .host = {.relative = 0x1p-50}};
PAIRS(DTRUNC, 1, "d", set_double, trunc(a))
COMPARES(DSEQ, "dd", a == b)
COMPARES(DSGE, "dd", a >= b)
COMPARES(DSLT, "dd", a < b)
COMPARES(DSNE, "dd", a != b)

EXPECT_PAIRS(DFMA, 3, set_double, fma(a, b, e))
static const struct rows_formula formula_DFMA = {
    .expected = expect_DFMA, .contracted = expect_DMAD, .kinds = "ddd"};

/* ---- integers ---- */

static uint64_t
long_divide(uint64_t x, uint64_t y)
{
    if (y == 0)
        return 0;
    return y == UINT64_MAX ? 0 - x : (uint64_t)((int64_t)x / (int64_t)y);
}

static uint64_t
long_remainder(uint64_t x, uint64_t y)
{
    if (y == 0)
        return UINT64_MAX;
    return y == UINT64_MAX ? 0 : (uint64_t)((int64_t)x % (int64_t)y);
}

static uint64_t
long_sign(uint64_t x)
{
    return x == 0 ? 0 : x >> 63 ? UINT64_MAX : 1;
}

PAIRS(I64ABS, 1, "l", set_long, x >> 63 ? 0 - x : x)
PAIRS(I64DIV, 2, "ll", set_long, long_divide(x, y))
PAIRS(I64MAX, 2, "ll", set_long, (int64_t)x > (int64_t)y ? x : y)
PAIRS(I64MIN, 2, "ll", set_long, (int64_t)x < (int64_t)y ? x : y)
PAIRS(I64MOD, 2, "ll", set_long, long_remainder(x, y))
PAIRS(I64NEG, 1, "l", set_long, 0 - x)
PAIRS(I64SHR, 2, "li", set_long, (uint64_t)((int64_t)x >> (word.u & 63)))
PAIRS(I64SSG, 1, "l", set_long, long_sign(x))
PAIRS(U64ADD, 2, "ll", set_long, x + y)
PAIRS(U64DIV, 2, "ll", set_long, y ? x / y : UINT64_MAX)
PAIRS(U64MAX, 2, "ll", set_long, x > y ? x : y)
PAIRS(U64MIN, 2, "ll", set_long, x < y ? x : y)
PAIRS(U64MOD, 2, "ll", set_long, y ? x % y : UINT64_MAX)
PAIRS(U64MUL, 2, "ll", set_long, x *y)
PAIRS(U64SHL, 2, "li", set_long, x << (word.u & 63))
PAIRS(U64SHR, 2, "li", set_long, x >> (word.u & 63))
COMPARES(I64SGE, "ll", (int64_t)x >= (int64_t)y)
COMPARES(I64SLT, "ll", (int64_t)x < (int64_t)y)
COMPARES(U64SEQ, "ll", x == y)
COMPARES(U64SGE, "ll", x >= y)
COMPARES(U64SLT, "ll", x < y)
COMPARES(U64SNE, "ll", x != y)

/* ---- conversions: out of range the nearest there is, of a NaN 0 ---- */

static uint64_t
to_long(double x)
{
    if (x != x)
        return 0;
    return x >= 0x1p63 ? INT64_MAX : x < -0x1p63 ? (uint64_t)INT64_MIN : (uint64_t)(int64_t)x;
}

static uint64_t
to_unsigned_long(double x)
{
    if (!(x > 0))
        return 0;
    return x >= 0x1p64 ? UINT64_MAX : (uint64_t)x;
}

static int32_t
to_int(double x)
{
    if (x != x)
        return 0;
    return x >= 0x1p31 ? INT32_MAX : x <= -0x1p31 ? INT32_MIN : (int32_t)x;
}

static uint32_t
to_unsigned(double x)
{
    if (!(x > 0))
        return 0;
    return x >= 0x1p32 ? UINT32_MAX : (uint32_t)x;
}

WORDS(D2F, "d", f, (float)a)
WORDS(D2I, "d", i, to_int(a))
WORDS(D2U, "d", u, to_unsigned(a))
WORDS(I642F, "l", f, (float)(int64_t)x)
WORDS(U642F, "l", f, (float)x)
PAIRS(D2I64, 1, "d", set_long, to_long(a))
PAIRS(D2U64, 1, "d", set_long, to_unsigned_long(a))
PAIRS(F2D, 1, "f", set_double, (double)word.f)
PAIRS(F2I64, 1, "f", set_long, to_long((double)word.f))
PAIRS(F2U64, 1, "f", set_long, to_unsigned_long((double)word.f))
PAIRS(I2D, 1, "i", set_double, word.i)
PAIRS(I2I64, 1, "i", set_long, (uint64_t)(int64_t)word.i)
PAIRS(I642D, 1, "l", set_double, (double)(int64_t)x)
PAIRS(U2D, 1, "i", set_double, word.u)
PAIRS(U2I64, 1, "i", set_long, word.u)
PAIRS(U642D, 1, "l", set_double, (double)x)

/* ---- two destinations ---- */

static const double parts_of[] = {
    1.0, -0.75, 3.14159,          0x1p-1074,         -0x1.8p-1030, 1e300,  -1e-300,
    0.0, -0.0,  (double)INFINITY, -(double)INFINITY, (double)NAN,  65536.0};

/* Significand from 0.5 to 1 in both pairs, the exponent in all components; only xy is read. */
static void
run_parts(struct rows *r, const struct rows_row *row)
{
    struct rows_drawing d = {.count = BASE_COUNT(parts_of), .inputs = 1, .outputs = 4};
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, BASE_COUNT(parts_of) * 4);

    (void)row;
    for (uint32_t i = 0; i < BASE_COUNT(parts_of); i++) {
        const uint64_t bits = base_bits_of_double(parts_of[i]);

        in[4 * i + 2] = (uint32_t)bits;
        in[4 * i + 3] = (uint32_t)(bits >> 32);
    }
    d.in = in;
    d.vertex = "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL OUT[1..4], GENERIC[0]\n"
               "DCL TEMP[0..3]\nIMM[0] UINT32 {7, 7, 7, 7}\nMOV OUT[0], IN[0]\n"
               "MOV TEMP[0], IMM[0].xxxx\nMOV TEMP[1], IMM[0].xxxx\nMOV TEMP[2], IMM[0].xxxx\n"
               "MOV TEMP[3], IMM[0].xxxx\n"
               "DFRACEXP TEMP[0], TEMP[1], IN[1].zwzw\n"
               "DFRACEXP TEMP[2].xyz, TEMP[3].w, IN[1].zwxy\n"
               "MOV OUT[1], TEMP[0]\nMOV OUT[2], TEMP[1]\nMOV OUT[3], TEMP[2]\n"
               "MOV OUT[4], TEMP[3]\nEND\n";
    if (!rows_draw(r, &d, NULL))
        return;
    for (uint32_t lane = 0; lane < d.count; lane++) {
        const double x = parts_of[lane];
        int exponent = 0;

        if (!r->is_cpu && fabs(x) < 0x1p-1022 && x != 0)
            continue; /* Hosts may take it for zero. */
        const double significand = frexp(x, &exponent);
        const uint64_t bits = base_bits_of_double(significand);
        const uint32_t low = (uint32_t)bits, high = (uint32_t)(bits >> 32);
        const uint32_t power = x - x == 0 ? (uint32_t)exponent : 0; /* Else unspecified; 0 here. */
        const uint32_t expected[4][4] = {{low, high, low, high},
                                         {power, power, power, power},
                                         {low, high, 7, 7},
                                         {7, 7, 7, power}};

        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t *found = rows_output(&d, lane, i);
            const bool is_nan = x != x && i % 2 == 0 && (found[1] & 0x7ff80000) == 0x7ff80000;

            (void)rows_expect(r, is_nan || memcmp(found, expected[i], 16) == 0,
                              "%a: destination %u is %08x %08x %08x %08x, expected %08x %08x %08x "
                              "%08x",
                              x, i, found[0], found[1], found[2], found[3], expected[i][0],
                              expected[i][1], expected[i][2], expected[i][3]);
        }
    }
}

/* ---- time ---- */

/* It never goes back, and a loop of a thousand rounds takes some; what is not enabled stays. */
static void
run_clock(struct rows *r, const struct rows_row *row)
{
    struct rows_drawing d = {.count = 4, .inputs = 1, .outputs = 2};
    const uint32_t in[16] = {0};

    (void)row;
    if (!r->is_cpu && !r->device->has_feature(r->device, "VK_KHR_shader_clock")) {
        rows_skip(r, "the device has no clock");
        return;
    }
    d.in = in;
    d.vertex = "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL OUT[1..2], GENERIC[0]\n"
               "DCL TEMP[0..2]\nIMM[0] UINT32 {7, 1, 1000, 0}\nMOV OUT[0], IN[0]\n"
               "MOV TEMP[0], IMM[0].xxxx\nMOV TEMP[1], IMM[0].xxxx\nMOV TEMP[2], IN[1]\n"
               "CLOCK TEMP[0]\nBGNLOOP\nUADD TEMP[2].x, TEMP[2].xxxx, IMM[0].yyyy\n"
               "USGE TEMP[2].y, TEMP[2].xxxx, IMM[0].zzzz\nUIF TEMP[2].yyyy\nBRK\nENDIF\nENDLOOP\n"
               "CLOCK TEMP[1]\nU64ADD TEMP[2].xy, TEMP[2].zwzw, TEMP[1].xyxy\n"
               "MOV OUT[1], TEMP[0]\nMOV OUT[2].xy, TEMP[2]\nMOV OUT[2].zw, TEMP[1]\nEND\n";
    if (!rows_draw(r, &d, NULL))
        return;
    for (uint32_t lane = 0; lane < d.count; lane++) {
        const uint32_t *first = rows_output(&d, lane, 0), *second = rows_output(&d, lane, 1);
        const uint64_t before = first[0] | (uint64_t)first[1] << 32;
        const uint64_t after = second[0] | (uint64_t)second[1] << 32;

        (void)rows_expect(r, after > before, "found %016llx, then %016llx",
                          (unsigned long long)before, (unsigned long long)after);
        (void)rows_expect(r, first[2] == 7 && first[3] == 7 && second[2] == 7 && second[3] == 7,
                          "found %08x %08x in zw, expected 7", first[2], first[3]);
    }
}

#define ROW(op) ROWS_ROW(op, auto, rows_run_formula, &formula_##op)

static const struct rows_row rows[] = {
    ROW(D2F),
    ROW(D2I),
    ROW(D2I64),
    ROW(D2U),
    ROW(D2U64),
    ROW(DABS),
    ROW(DADD),
    ROW(DCEIL),
    ROW(DDIV),
    ROW(DFLR),
    ROW(DFMA),
    ROW(DFRAC),
    ROW(DLDEXP),
    ROW(DMAD),
    ROW(DMAX),
    ROW(DMIN),
    ROW(DMUL),
    ROW(DNEG),
    ROW(DRCP),
    ROW(DROUND),
    ROW(DRSQ),
    ROW(DSEQ),
    ROW(DSGE),
    ROW(DSLT),
    ROW(DSNE),
    ROW(DSQRT),
    ROW(DSSG),
    ROW(DTRUNC),
    ROW(F2D),
    ROW(F2I64),
    ROW(F2U64),
    ROW(I2D),
    ROW(I2I64),
    ROW(I642D),
    ROW(I642F),
    ROW(I64ABS),
    ROW(I64DIV),
    ROW(I64MAX),
    ROW(I64MIN),
    ROW(I64MOD),
    ROW(I64NEG),
    ROW(I64SGE),
    ROW(I64SHR),
    ROW(I64SLT),
    ROW(I64SSG),
    ROW(U2D),
    ROW(U2I64),
    ROW(U642D),
    ROW(U642F),
    ROW(U64ADD),
    ROW(U64DIV),
    ROW(U64MAX),
    ROW(U64MIN),
    ROW(U64MOD),
    ROW(U64MUL),
    ROW(U64SEQ),
    ROW(U64SGE),
    ROW(U64SHL),
    ROW(U64SHR),
    ROW(U64SLT),
    ROW(U64SNE),
    ROWS_ROW(CLOCK, auto, run_clock, NULL),
    ROWS_ROW(DFRACEXP, auto, run_parts, NULL),
};

const struct rows_table rows_table_wide = {"wide", rows, BASE_COUNT(rows)};
