/* SPDX-License-Identifier: MIT */
#include "formula.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- values ---- */

#define MAX_SRCS 4
#define MOST_LANES 4096

/* Halfway cases, the ends of ranges, steps of integers and of halves. */
static const float float_edges[] = {
    0.0f,          1.0f,          2.0f,          0.5f,          0.25f,    1.5f,
    2.5f,          3.0f,          0.9999999f,    127.5f,        128.0f,   129.0f,
    149.5f,        1e-5f,         1e-20f,        1.884467e19f,  1e30f,    FLT_MAX,
    8388607.5f,    16777217.0f,   2147483520.0f, 2147483648.0f, 1e19f,    4294967040.0f,
    4294967296.0f, 3.4567f,       0.1f,          0.3333f,       7.0f,     65504.0f,
    65519.0f,      65520.0f,      6.1035156e-5f, 5.9604645e-8f, 2.98e-8f, 0.49999997f,
    FLT_MIN,       0.0009765625f,
};

static const uint32_t float_bits[] = {0x7f800000, 0xff800000, 0x7fc00001, 0xffc12345,
                                      0x00012345, 0x80012345, 0x00000001, 0x807fffff};

static const uint32_t word_edges[] = {
    0,          1,          2,          3,          5,          7,          31,
    32,         33,         63,         64,         65,         0x7fffffff, 0x80000000,
    0x80000001, 0xffffffff, 0xfffffffe, 0xfffffffb, 8,          0x55555555, 0xaaaaaaaa,
    0x0000ffff, 0xffff0000, 0x12345678, 0x00800000, 0x7fc12345, 0xfffffbce, 0x000003ff};

static const double double_edges[] = {0.0,
                                      1.0,
                                      2.0,
                                      0.5,
                                      1.5,
                                      2.5,
                                      3.0,
                                      0.1,
                                      1e-5,
                                      1e300,
                                      1e-300,
                                      DBL_MAX,
                                      DBL_MIN,
                                      2147483647.0,
                                      2147483648.0,
                                      4294967295.0,
                                      4294967296.0,
                                      4294967295.5,
                                      0x1p53,
                                      9007199254740993.0,
                                      0x1p63,
                                      0x1.fffffffffffffp62,
                                      0x1p64,
                                      0x1.fffffffffffffp63,
                                      1e39,
                                      0x1.fffffefffffffp127,
                                      1.0000000596,
                                      0.49999999999999994,
                                      4503599627370495.5,
                                      7.0};

static const uint64_t double_bits[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000001,
                                       0x0000000000000001, 0x800fffffffffffff, 0x0000000100000000,
                                       0x36a0000000000000, 0x47efffffe0000000, 0x47effffff0000000};

static const uint64_t long_edges[] = {0,
                                      1,
                                      2,
                                      3,
                                      7,
                                      UINT64_MAX,
                                      UINT64_MAX - 6,
                                      INT64_MAX,
                                      (uint64_t)INT64_MAX + 1,
                                      (uint64_t)INT64_MAX + 2,
                                      0x7fffffff,
                                      0x80000000,
                                      0xffffffff,
                                      0x100000000,
                                      0xffffffff00000000,
                                      0xffffffff80000000,
                                      0x123456789abcdef0,
                                      0x5555555555555555,
                                      0x20000000000001,
                                      0x7ffffffffffffdff,
                                      0xfffffffffffffbff,
                                      10,
                                      63,
                                      64};

static uint32_t
edge_count(char kind)
{
    switch (kind) {
    case 'f':
        return 2 * BASE_COUNT(float_edges) + BASE_COUNT(float_bits);
    case 'd':
        return 2 * BASE_COUNT(double_edges) + BASE_COUNT(double_bits);
    case 'l':
        return BASE_COUNT(long_edges);
    }
    return BASE_COUNT(word_edges);
}

/* Of a 64-bit kind both words. */
static uint64_t
edge(char kind, uint32_t i)
{
    i %= edge_count(kind);
    switch (kind) {
    case 'f':
        if (i < BASE_COUNT(float_bits))
            return float_bits[i];
        i -= (uint32_t)BASE_COUNT(float_bits);
        return base_bits_of_float(float_edges[i / 2]) | (i & 1) << 31;
    case 'd':
        if (i < BASE_COUNT(double_bits))
            return double_bits[i];
        i -= (uint32_t)BASE_COUNT(double_bits);
        return base_bits_of_double(double_edges[i / 2]) | (uint64_t)(i & 1) << 63;
    case 'l':
        return long_edges[i];
    }
    return word_edges[i];
}

static bool
is_wide(char kind)
{
    return kind == 'd' || kind == 'l';
}

/* Number i of the values of a source, in x or xy; other values beside it. */
static void
fill_source(char kind, uint32_t i, uint32_t source, uint32_t *words)
{
    for (unsigned c = 0; c < 4; c += is_wide(kind) ? 2 : 1) {
        const uint64_t bits = edge(kind, i + c * (7 + 4 * source));

        words[c] = (uint32_t)bits;
        if (is_wide(kind))
            words[c + 1] = (uint32_t)(bits >> 32);
    }
}

/* All pairs of two sources' values come up; of more sources mixtures. */
static uint32_t
fill_inputs(struct rows *r, const struct rows_formula *f, uint32_t srcs, uint32_t **in)
{
    const uint32_t first = edge_count(f->kinds[0]);
    const uint32_t second = srcs > 1 ? edge_count(f->kinds[1]) : 1;
    const uint32_t all = first * second;
    const uint32_t count = srcs > 2 || all > MOST_LANES ? MOST_LANES : all;
    uint32_t state = 1;

    *in = base_arena_new_array(&r->arena, uint32_t, (size_t)count * (srcs + 1) * 4);
    for (uint32_t lane = 0; lane < count; lane++) {
        uint32_t *words = *in + (size_t)lane * (srcs + 1) * 4;

        for (uint32_t i = 0; i < srcs; i++) {
            state = state * 1664525 + 1013904223;
            fill_source(f->kinds[i],
                        srcs > 2 ? state >> 12
                        : i == 0 ? lane % first
                                 : lane / first,
                        i, words + (size_t)i * 4);
        }
        for (uint32_t c = 0; c < 4; c++) /* What stood in the destination. */
            words[srcs * 4 + c] = 0x01020304 * (lane + c + 1);
    }
    return count;
}

/* ---- forms of an instruction ---- */

/* Of the same instruction in one program; form i writes output i. */
struct form {
    const char *suffix;
    const char *mask;
    const char *swizzle;
    unsigned bits;     /* Of the mask. */
    unsigned select;   /* Of the swizzle. */
    bool is_in_place;  /* The first source is the destination. */
    bool is_negative;  /* All sources are -|x|. */
    bool is_saturated; /* With the suffix. */
};

#define XYZW 0xe4
#define WZYX 0x1b
#define ZWXY 0x4e
#define XXYY 0x50

static const struct form forms[] = {
    {"", "", "", 15, XYZW, false, false, false},
    {"", "", "", 15, XYZW, false, true, false},
    {"_SAT", "", "", 15, XYZW, false, false, true},
    {"", ".yw", ".zwxy", 10, ZWXY, true, false, false},
    {"", ".xy", ".zwxy", 3, ZWXY, false, false, false},
    {"", ".z", "", 4, XYZW, false, false, false},
    {"", ".yz", "", 6, XYZW, true, false, false},
};

/* Swizzles that take pairs apart are for words alone. */
static const struct form word_forms[] = {
    {"", "", ".wzyx", 15, WZYX, false, false, false},
    {"", "", "", 15, XYZW, false, true, false},
    {"_SAT", "", "", 15, XYZW, false, false, true},
    {"", ".yw", ".wzyx", 10, WZYX, true, false, false},
    {"", ".xw", ".xxyy", 9, XXYY, false, false, false},
    {"", ".z", "", 4, XYZW, false, false, false},
    {"", ".y", ".zwxy", 2, ZWXY, true, false, false},
};

#define FORM_COUNT BASE_COUNT(forms)

/* Hosts may contract and reassociate what is not precise. */
static const char *
write_program(struct rows *r, const struct rows_formula *f, const struct form *all, uint32_t srcs)
{
    struct base_text text;

    base_text_init(&text, &r->arena);
    base_text_printf(&text,
                     "VERT\n%sDCL IN[0..%u]\nDCL OUT[0], POSITION\n"
                     "DCL OUT[1..%u], GENERIC[0]\nDCL TEMP[0]\nMOV OUT[0], IN[0]\n",
                     f->property ? f->property : "", srcs + 1, (unsigned)FORM_COUNT);
    for (uint32_t k = 0; k < FORM_COUNT; k++) {
        const struct form *form = &all[k];

        base_text_printf(&text, "MOV TEMP[0], IN[%u]\n%s%s%s TEMP[0]%s",
                         form->is_in_place ? 1 : srcs + 1, tgsi_op_infos[r->row->op].name,
                         form->suffix, r->is_cpu ? "" : "_PRECISE", form->mask);
        for (uint32_t i = 0; i < srcs; i++) {
            const char *bar = form->is_negative ? "|" : "";

            base_text_printf(&text, ", %s%s%s[%u]%s%s", form->is_negative ? "-" : "", bar,
                             i == 0 && form->is_in_place ? "TEMP" : "IN",
                             i == 0 && form->is_in_place ? 0 : i + 1, form->swizzle, bar);
        }
        base_text_printf(&text, "\nMOV OUT[%u], TEMP[0]\n", k + 1);
    }
    base_text_add_string(&text, "END\n");
    return base_text_string(&text);
}

static uint64_t
pair_of(const union rows_word *w)
{
    return w[0].u | (uint64_t)w[1].u << 32;
}

static void
set_pair(union rows_word *w, uint64_t bits)
{
    w[0].u = (uint32_t)bits;
    w[1].u = (uint32_t)(bits >> 32);
}

/* -|x| as the source's type has it. */
static void
negate(unsigned type, union rows_word *s)
{
    for (unsigned c = 0; c < 4; c++) {
        if (type == tgsi_type_i || type == tgsi_type_u)
            s[c].u = s[c].u >> 31 ? s[c].u : 0 - s[c].u;
        else if (type == tgsi_type_f || type == tgsi_type_any || (type == tgsi_type_d && (c & 1)))
            s[c].u |= 0x80000000;
    }
    for (unsigned c = 0; c < 4 && type == tgsi_type_l; c += 2)
        if (!(s[c + 1].u >> 31))
            set_pair(&s[c], 0 - pair_of(&s[c]));
}

static double
saturated(double x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

/* 64-bit results as doubles, all others as floats. */
static void
saturate(unsigned type, unsigned written, union rows_word *d)
{
    const bool is_pairs = type == tgsi_type_d || type == tgsi_type_l;

    for (unsigned c = 0; c < 4; c++) {
        if (!(written & 1u << c))
            continue;
        if (!is_pairs)
            d[c].f = (float)saturated((double)d[c].f);
        else if (c % 2 == 0)
            set_pair(&d[c], base_bits_of_double(saturated(base_double_of_bits(pair_of(&d[c])))));
    }
}

/* ---- comparison ---- */

static bool
is_close(const struct rows_bound *bound, double found, double expected)
{
    if (found != found || expected != expected)
        return found != found && expected != expected;
    if (found == expected)
        return signbit(found) == signbit(expected) || bound->relative > 0;
    if (isinf(found) || isinf(expected))
        return false;
    return fabs(found - expected) <= bound->relative * fabs(expected) + bound->absolute;
}

/* Are the four words what they should be? Floats that were written may be any NaN for a NaN, and
 * off by the bound. */
static bool
is_good(unsigned type, const struct rows_bound *bound, unsigned written,
        const union rows_word *found, const union rows_word *expected)
{
    for (unsigned c = 0; c < 4; c++) {
        if (found[c].u == expected[c].u)
            continue;
        if (!(written & 1u << c))
            return false;
        if (type == tgsi_type_d) {
            const unsigned low = c & 2u;

            if (!is_close(bound, base_double_of_bits(pair_of(&found[low])),
                          base_double_of_bits(pair_of(&expected[low]))))
                return false;
        } else if (type != tgsi_type_f ||
                   !is_close(bound, (double)found[c].f, (double)expected[c].f)) {
            return false;
        }
    }
    return true;
}

static bool
is_in_domain(const struct rows_formula *f, const struct rows_bound *bound,
             const union rows_word (*s)[4], uint32_t srcs)
{
    for (uint32_t i = 0; i < srcs; i++)
        for (unsigned c = 0; c < 4 && f->kinds[i] == 'f'; c++) {
            const double size = fabs((double)s[i][c].f);

            if ((bound->most > 0 && !(size <= bound->most)) || (size > 0 && size < bound->least))
                return false;
        }
    return true;
}

/* Denormals as zeroes of the same sign. */
static void
flush(const struct rows_formula *f, uint32_t srcs, union rows_word (*s)[4])
{
    for (uint32_t i = 0; i < srcs; i++) {
        for (unsigned c = 0; c < 4 && f->kinds[i] == 'f'; c++)
            if (!(s[i][c].u & 0x7f800000))
                s[i][c].u &= 0x80000000;
        for (unsigned c = 0; c < 4 && f->kinds[i] == 'd'; c += 2)
            if (!(s[i][c + 1].u & 0x7ff00000))
                set_pair(&s[i][c], pair_of(&s[i][c]) & UINT64_C(1) << 63);
    }
}

/* As what a result is compared. */
static unsigned
type_of_result(const struct form *form, const struct tgsi_op_info *info)
{
    if (!form->is_saturated)
        return info->dst;
    return info->dst == tgsi_type_d || info->dst == tgsi_type_l ? tgsi_type_d : tgsi_type_f;
}

/* What a lane had and should have. */
struct lane {
    union rows_word s[MAX_SRCS][4];
    union rows_word before[4]; /* In the destination. */
    union rows_word expected[4];
    union rows_word found[4];
};

static bool
is_expected(const struct rows *r, const struct rows_formula *f, rows_expected *expected,
            const struct form *form, struct lane *lane)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[r->row->op];
    struct rows_bound bound = r->is_cpu ? f->cpu : f->host;

    const unsigned type = type_of_result(form, info);

    if (!r->is_cpu) /* Denormal results may be zeroes there, those of steps between too. */
        bound.absolute += type == tgsi_type_d ? 0x1p-1020 : 0x1p-124;
    memcpy(lane->expected, lane->before, sizeof(lane->expected));
    const unsigned written =
        expected((const union rows_word(*)[4])lane->s, form->bits, lane->expected);
    if (form->is_saturated)
        saturate(info->dst, written, lane->expected);
    return is_good(type, &bound, written, lane->found, lane->expected);
}

static void
show(struct rows *r, const struct form *form, const struct lane *lane, uint32_t srcs)
{
    struct base_text text;

    base_text_init(&text, &r->arena);
    for (uint32_t i = 0; i < srcs; i++)
        base_text_printf(&text, " %08x %08x %08x %08x,", lane->s[i][0].u, lane->s[i][1].u,
                         lane->s[i][2].u, lane->s[i][3].u);
    (void)rows_expect(r, false,
                      "%s%s, swizzle %s%s:%s found %08x %08x %08x %08x, expected %08x %08x %08x "
                      "%08x",
                      form->suffix, form->mask, form->swizzle, form->is_negative ? " negative" : "",
                      base_text_string(&text), lane->found[0].u, lane->found[1].u, lane->found[2].u,
                      lane->found[3].u, lane->expected[0].u, lane->expected[1].u,
                      lane->expected[2].u, lane->expected[3].u);
}

static void
check_lane(struct rows *r, const struct rows_formula *f, const struct form *form, uint32_t srcs,
           const uint32_t *in, const uint32_t *out)
{
    struct lane lane = {.s = {{{0}}}};

    for (uint32_t i = 0; i < srcs; i++) {
        for (unsigned c = 0; c < 4; c++)
            lane.s[i][c].u = in[i * 4 + (form->select >> 2 * c & 3)];
        if (form->is_negative)
            negate(tgsi_op_infos[r->row->op].src[i], lane.s[i]);
    }
    if (!is_in_domain(f, r->is_cpu ? &f->cpu : &f->host, (const union rows_word(*)[4])lane.s, srcs))
        return;
    memcpy(lane.before, in + (form->is_in_place ? 0 : srcs * 4), sizeof(lane.before));
    memcpy(lane.found, out, sizeof(lane.found));
    bool is_right = is_expected(r, f, f->expected, form, &lane);
    if (!is_right && !r->is_cpu) {
        struct lane flushed = lane;

        flush(f, srcs, flushed.s);
        is_right = is_expected(r, f, f->expected, form, &flushed) ||
                   (f->contracted && is_expected(r, f, f->contracted, form, &flushed));
    }
    if (is_right)
        (void)rows_expect(r, true, " ");
    else
        show(r, form, &lane, srcs);
}

void
rows_run_formula(struct rows *r, const struct rows_row *row)
{
    const struct rows_formula *f = row->data;
    const uint32_t srcs = (uint32_t)strlen(f->kinds);
    const bool has_pairs = strchr(f->kinds, 'd') || strchr(f->kinds, 'l') ||
                           tgsi_op_infos[row->op].dst == tgsi_type_d ||
                           tgsi_op_infos[row->op].dst == tgsi_type_l;
    const struct form *all = has_pairs ? forms : word_forms;
    struct rows_drawing d = {.inputs = srcs + 1, .outputs = FORM_COUNT};
    uint32_t *in;

    d.count = fill_inputs(r, f, srcs, &in);
    d.in = in;
    d.vertex = write_program(r, f, all, srcs);
    if (!rows_draw(r, &d, NULL))
        return;
    for (uint32_t lane = 0; lane < d.count; lane++)
        for (uint32_t k = 0; k < FORM_COUNT; k++)
            check_lane(r, f, &all[k], srcs, in + (size_t)lane * (srcs + 1) * 4,
                       rows_output(&d, lane, k));
}
