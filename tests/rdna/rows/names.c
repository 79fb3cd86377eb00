/* SPDX-License-Identifier: MIT
 *
 * What an instruction does by its name: how many bytes it moves, or what it makes of a value in
 * memory.
 */
#include "rows.h"

#include <math.h>
#include <string.h>

/* ---- Floats ---- */

static uint64_t
ones(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static unsigned
fraction_bits(unsigned bits)
{
    return bits == 64 ? 52 : bits == 32 ? 23 : 10;
}

static uint64_t
sign_of(unsigned bits)
{
    return UINT64_C(1) << (bits - 1);
}

static uint64_t
infinity_of(unsigned bits)
{
    return (sign_of(bits) - 1) & ~ones(fraction_bits(bits));
}

bool
is_nan(uint64_t value, unsigned bits)
{
    return (value & (sign_of(bits) - 1)) > infinity_of(bits);
}

/* A number's place in the order of all, with -0 below 0. */
static int64_t
rank(uint64_t value, unsigned bits)
{
    const int64_t size = (int64_t)(value & (sign_of(bits) - 1));

    return value & sign_of(bits) ? -size - 1 : size;
}

static uint64_t
flushed(uint64_t value, unsigned bits, bool keeps)
{
    const bool is_small = (value & (sign_of(bits) - 1)) <= ones(fraction_bits(bits));

    return is_small && !keeps ? value & sign_of(bits) : value;
}

static bool
keeps(const struct arith *a, unsigned bit)
{
    return !a->mode || ((a->bits == 64 ? a->mode->denorm64_16 : a->mode->denorm32) & bit);
}

static uint64_t
float_extreme(const struct arith *a, int sense)
{
    const uint64_t x = flushed(a->old, a->bits, keeps(a, RDNA_KEEP_IN));
    const uint64_t y = flushed(a->first, a->bits, keeps(a, RDNA_KEEP_IN));
    uint64_t result;

    if (is_nan(x, a->bits) || is_nan(y, a->bits))
        result = is_nan(x, a->bits) ? y : x;
    else
        result = (rank(x, a->bits) < rank(y, a->bits)) == (sense < 0) ? x : y;
    return flushed(result, a->bits, keeps(a, RDNA_KEEP_OUT));
}

static float
as_float(uint64_t value)
{
    const uint32_t bits = (uint32_t)value;
    float f;

    memcpy(&f, &bits, 4);
    return f;
}

static uint32_t
float_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, 4);
    return bits;
}

/* Which side of the exact sum of x and y the rounded one is on: less than 0 below it. */
static double
error_of(double rounded, double x, double y)
{
    const double sum = x + y, part = sum - x, rest = (x - (sum - part)) + (y - part);

    return rounded != sum || isinf(sum) || isnan(sum) ? rounded - sum : -rest;
}

/* To nearest a double first is as good: no sum of the test's values is near the middle of two
 * floats without being there. */
static uint64_t
float_sum(const struct arith *a)
{
    const double x = (double)as_float(flushed(a->old, 32, keeps(a, RDNA_KEEP_IN)));
    const double y = (double)as_float(flushed(a->first, 32, keeps(a, RDNA_KEEP_IN)));
    const unsigned round = a->mode ? a->mode->round32 : 0;
    float rounded = (float)(x + y);
    const double error = error_of((double)rounded, x, y);

    if (error > 0 && (round == 2 || (round == 3 && rounded > 0)))
        rounded = nextafterf(rounded, -INFINITY);
    else if (error < 0 && (round == 1 || (round == 3 && rounded < 0)))
        rounded = nextafterf(rounded, INFINITY);
    if (x + y == 0 && !signbit(x) != !signbit(y))
        rounded = round == 2 ? -0.0f : 0.0f;
    return flushed(float_bits(rounded), 32, keeps(a, RDNA_KEEP_OUT));
}

static bool
are_equal(const struct arith *a, uint64_t x, uint64_t y)
{
    if (is_nan(x, a->bits) || is_nan(y, a->bits))
        return false;
    return x == y || !((x | y) & (sign_of(a->bits) - 1));
}

/* ---- What becomes of the value in memory; the caller cuts it to its bits ---- */

#define OPERATION(name, value)                                                                     \
    static uint64_t op_##name(const struct arith *a)                                               \
    {                                                                                              \
        const uint64_t old = a->old, first = a->first, second = a->second;                         \
        const uint64_t top = sign_of(a->bits);                                                     \
        (void)old, (void)first, (void)second, (void)top;                                           \
        return value;                                                                              \
    }
/* clang-format off */
OPERATION(exchange, first)
OPERATION(sum, old + first)
OPERATION(minus, old + ~first + 1)
OPERATION(from, first + ~old + 1)
OPERATION(least_unsigned, first < old ? first : old)
OPERATION(most_unsigned, first > old ? first : old)
OPERATION(least_signed, (first ^ top) < (old ^ top) ? first : old)
OPERATION(most_signed, (first ^ top) > (old ^ top) ? first : old)
OPERATION(both, old & first)
OPERATION(any, old | first)
OPERATION(one, old ^ first)
OPERATION(up, old < first ? old + 1 : 0)
OPERATION(down, old == 0 || old > first ? first : old - 1)
OPERATION(minus_to_zero, old > first ? old - first : 0)
OPERATION(if_second, old == second ? first : old)
OPERATION(if_first, old == first ? second : old)
OPERATION(masked, (old & ~first) | second)
OPERATION(around, old < first ? old + second : old - first)
OPERATION(if_float_second, are_equal(a, old, second) ? first : old)
OPERATION(if_float_first, are_equal(a, old, first) ? second : old)
OPERATION(float_sum, float_sum(a))
OPERATION(float_least, float_extreme(a, -1))
OPERATION(float_most, float_extreme(a, 1))
/* clang-format on */

/* The low half, then the high one: a half of the operand whose top bit is set replaces it. */
static uint64_t
op_halves(const struct arith *a)
{
    uint32_t low = (uint32_t)a->old, high = (uint32_t)(a->old >> 32);

    if (a->first & UINT64_C(0x80000000))
        low = (uint32_t)a->first & 0x7fffffff;
    if (a->first >> 63)
        high = (uint32_t)(a->first >> 32) & 0x7fffffff;
    return (uint64_t)high << 32 | low;
}

/* Names as those of MUBUF and its kin have them; local ones have the type apart, which gives the
 * first letter to them. */
static const struct operation operations[] = {
    {"swap", 1, false, op_exchange},
    {"wrxchg", 1, false, op_exchange},
    {"wrxchg2", 1, false, op_exchange},
    {"wrxchg2st64", 1, false, op_exchange},
    {"write", 1, false, op_exchange},
    {"add", 1, false, op_sum},
    {"sub", 1, false, op_minus},
    {"rsub", 1, false, op_from},
    {"csub", 1, false, op_minus_to_zero},
    {"umin", 1, false, op_least_unsigned},
    {"umax", 1, false, op_most_unsigned},
    {"smin", 1, false, op_least_signed},
    {"smax", 1, false, op_most_signed},
    {"and", 1, false, op_both},
    {"or", 1, false, op_any},
    {"xor", 1, false, op_one},
    {"inc", 1, false, op_up},
    {"dec", 1, false, op_down},
    {"cmpswap", 2, false, op_if_second},
    {"cmpst", 2, false, op_if_first},
    {"mskor", 2, false, op_masked},
    {"wrap", 2, false, op_around},
    {"condxchg32", 1, false, op_halves},
    {"fcmpswap", 2, true, op_if_float_second},
    {"fcmpst", 2, true, op_if_float_first},
    {"fmin", 1, true, op_float_least},
    {"fmax", 1, true, op_float_most},
    {"fadd", 1, true, op_float_sum},
};

static const struct operation *
operation_of(const char *name)
{
    for (size_t i = 0; i < BASE_COUNT(operations); i++)
        if (!strcmp(operations[i].name, name))
            return &operations[i];
    return NULL;
}

/* ---- Names taken apart ---- */

static const struct {
    const char *part;
    unsigned bytes;
    bool is_signed;
} sizes[] = {
    {"_dwordx16", 64, false}, {"_dwordx8", 32, false}, {"_dwordx4", 16, false},
    {"_dwordx3", 12, false},  {"_dwordx2", 8, false},  {"_dword", 4, false},
    {"_ubyte", 1, false},     {"_sbyte", 1, true},     {"_ushort", 2, false},
    {"_sshort", 2, true},     {"_byte", 1, false},     {"_short", 2, false},
    {"_b128", 16, false},     {"_b96", 12, false},     {"_b64", 8, false},
    {"_b32", 4, false},       {"_b16", 2, false},      {"_b8", 1, false},
    {"_u8", 1, false},        {"_i8", 1, true},        {"_u16", 2, false},
    {"_i16", 2, true},
};

static bool
has(const char *name, const char *part)
{
    return strstr(name, part) != NULL;
}

/* The word that begins at the text. */
static void
first_word(const char *text, char word[32])
{
    size_t i = 0;

    for (; i < 31 && text[i] && text[i] != '_'; i++)
        word[i] = text[i];
    word[i] = 0;
}

static void
read_atomic(const char *name, struct what *what)
{
    const char *after = strstr(name, "atomic_");
    char word[32], full[33];

    if (after) {
        first_word(after + strlen("atomic_"), word);
        what->operation = operation_of(word);
        what->bytes = has(name, "_x2") ? 8 : 4;
    } else {
        const char type = strrchr(name, '_')[1];
        first_word(name + strlen("ds_"), word);
        const bool ordered = !strcmp(word, "min") || !strcmp(word, "max");
        full[0] = type == 'f' ? 'f' : ordered && type == 'i' ? 's' : ordered ? 'u' : 0;
        full[1] = 0;
        what->operation = operation_of(full[0] ? strcat(full, word) : word);
        what->bytes = has(strrchr(name, '_'), "64") ? 8 : 4;
        what->returns = has(name, "_rtn");
        what->from_share = has(name, "_src2");
    }
    if (what->operation)
        what->kind = kind_atomic;
}

/* x, xy, xyz or xyzw. */
static unsigned
components_of(const char *name)
{
    const char *last = strrchr(name, '_') + 1;

    return has(name, "_format") && last[0] == 'x' ? (unsigned)strlen(last) : 0;
}

struct what
what_of(enum rdna_op row)
{
    const char *name = rdna_op_infos[row].name;
    const enum rdna_family family = rdna_op_infos[row].family;
    struct what what = {0};

    if (family == rdna_family_mimg)
        return what;
    what.pair = has(name, "read2") || has(name, "write2") || has(name, "wrxchg2");
    if (has(name, "_load") || has(name, "ds_read"))
        what.kind = kind_load;
    else if (has(name, "_store") || (has(name, "ds_write") && !has(name, "_src2")))
        what.kind = kind_store;
    else if (has(name, "atomic_") || family == rdna_family_ds)
        read_atomic(name, &what);
    for (size_t i = 0; what.kind != kind_atomic && !what.bytes && i < BASE_COUNT(sizes); i++)
        if (has(name, sizes[i].part)) {
            what.bytes = sizes[i].bytes;
            what.is_signed = sizes[i].is_signed;
        }
    what.half = has(name, "_d16_hi") ? half_high : has(name, "_d16") ? half_low : half_none;
    what.step = what.bytes * (has(name, "st64") ? 64 : 1);
    what.by_lane = has(name, "addtid");
    what.components = components_of(name);
    return what;
}
