/* SPDX-License-Identifier: MIT
 *
 * Loads and stores of elements in all formats of buffers, by one formula a kind.
 */
#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { M0 = 124, RESOURCE = 12, FORMATS = 78 };

/* u and s normalised, U and S scaled, i and I integers, f floats; of these the second is signed. */
struct format {
    char kind;
    uint8_t widths[4]; /* From the low bits on. */
};

/* Numbers follow each other, in the order of the kinds. */
static const struct {
    unsigned first;
    const char *kinds;
    uint8_t widths[4];
} groups[] = {
    {1, "usUSiI", {8}},
    {7, "usUSiIf", {16}},
    {14, "usUSiI", {8, 8}},
    {20, "iIf", {32}},
    {23, "usUSiIf", {16, 16}},
    {30, "usUSiIf", {11, 11, 10}},
    {37, "usUSiIf", {10, 11, 11}},
    {44, "usUSiI", {2, 10, 10, 10}},
    {50, "usUSiI", {10, 10, 10, 2}},
    {56, "usUSiI", {8, 8, 8, 8}},
    {62, "iIf", {32, 32}},
    {65, "usUSiIf", {16, 16, 16, 16}},
    {72, "iIf", {32, 32, 32}},
    {75, "iIf", {32, 32, 32, 32}},
};

static struct format
format_of(unsigned number)
{
    struct format format = {0};

    for (size_t i = 0; i < BASE_COUNT(groups); i++)
        if (number >= groups[i].first && number - groups[i].first < strlen(groups[i].kinds)) {
            format.kind = groups[i].kinds[number - groups[i].first];
            memcpy(format.widths, groups[i].widths, 4);
        }
    return format;
}

static unsigned
bytes_of(const struct format *f)
{
    return (unsigned)(f->widths[0] + f->widths[1] + f->widths[2] + f->widths[3]) / 8;
}

static bool
is_integer(const struct format *f)
{
    return f->kind == 'i' || f->kind == 'I';
}

/* ---- One component ---- */

static uint32_t
bits_of(double value)
{
    const float f = (float)value;
    uint32_t bits;

    memcpy(&bits, &f, 4);
    return bits;
}

static double
value_of(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, 4);
    return (double)f;
}

static unsigned
fraction_of(unsigned width)
{
    return width == 16 ? 10 : width - 5;
}

/* Five bits of exponent; only 16 bits have a sign. */
static double
small_float(uint32_t raw, unsigned width)
{
    const unsigned fraction = fraction_of(width);
    const unsigned exponent = raw >> fraction & 31;
    const double part = raw & ((1u << fraction) - 1);
    const double size = exponent == 31 ? (double)INFINITY
                        : exponent == 0
                            ? ldexp(part, -14 - (int)fraction)
                            : ldexp(part + (1u << fraction), (int)exponent - 15 - (int)fraction);

    return width == 16 && raw >> 15 ? -size : size;
}

static uint32_t
to_small_float(double value, unsigned width)
{
    const unsigned fraction = fraction_of(width);
    const uint32_t infinity = 31u << fraction;
    const uint32_t sign = width == 16 && signbit(value) ? 0x8000 : 0;
    const double size = fabs(value);
    uint32_t raw;
    int exponent;

    if (width != 16 && signbit(value))
        return 0;
    frexp(size, &exponent);
    if (size < ldexp(1, -14))
        raw = (uint32_t)rint(ldexp(size, 14 + (int)fraction));
    else if (isinf(value) || exponent > 16)
        raw = infinity;
    else
        raw = (uint32_t)(exponent + 13) * (1u << fraction) +
              (uint32_t)rint(ldexp(size, (int)fraction + 1 - exponent));
    if (raw >= infinity)
        raw = width == 16 || isinf(value) ? infinity : infinity - 1;
    return sign | raw;
}

static int32_t
extended(uint32_t raw, unsigned width)
{
    return raw >> (width - 1) & 1 ? (int32_t)(raw | ~((UINT32_C(2) << (width - 1)) - 1))
                                  : (int32_t)raw;
}

/* A float's bits, or an integer. */
static uint32_t
component_of(char kind, uint32_t raw, unsigned width)
{
    const double most = ldexp(1, (int)width) - 1, half = ldexp(1, (int)width - 1) - 1;

    switch (kind) {
    case 'u':
        return bits_of(raw / most);
    case 's':
        return bits_of(fmax(extended(raw, width) / half, -1));
    case 'U':
        return bits_of(raw);
    case 'S':
        return bits_of(extended(raw, width));
    case 'I':
        return (uint32_t)extended(raw, width);
    case 'f':
        return width == 32 ? raw : bits_of(small_float(raw, width));
    }
    return raw;
}

static double
within(double value, double low, double high)
{
    return isnan(value) ? 0 : fmin(fmax(value, low), high);
}

static uint32_t
raw_of(char kind, uint32_t bits, unsigned width)
{
    const double most = ldexp(1, (int)width) - 1, half = ldexp(1, (int)width - 1) - 1;
    const uint32_t mask = width == 32 ? UINT32_MAX : (1u << width) - 1;
    const double value = value_of(bits);

    switch (kind) {
    case 'u':
        return (uint32_t)rint(within(value, 0, 1) * most);
    case 's':
        return (uint32_t)(int32_t)rint(within(value, -1, 1) * half) & mask;
    case 'U':
        return (uint32_t)within(trunc(value), 0, most);
    case 'S':
        return (uint32_t)(int32_t)within(trunc(value), -half - 1, half) & mask;
    case 'f':
        return width == 32 ? bits : to_small_float(value, width);
    }
    return bits & mask;
}

/* ---- Elements ---- */

static uint32_t
take(const uint8_t *data, unsigned at, unsigned width)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < width; i++)
        value |= (uint32_t)(data[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

static void
give(uint8_t *data, unsigned at, unsigned width, uint32_t value)
{
    for (unsigned i = 0; i < width; i++)
        data[(at + i) / 8] |= (uint8_t)((value >> i & 1) << (at + i) % 8);
}

/* What is tried: a format, dst_sel, and the row. */
struct trial {
    unsigned number;
    struct format format;
    unsigned select;
    struct what what;
    const char *modifiers;
};

static void
unpack(const struct trial *t, const uint8_t data[16], uint32_t selected[4])
{
    const struct format *f = &t->format;
    const uint32_t one = is_integer(f) ? 1 : 0x3f800000;
    uint32_t all[8] = {0, one, 0, 0, 0, 0, 0, one};

    for (unsigned i = 0, at = 0; i < 4 && f->widths[i]; at += f->widths[i++])
        all[4 + i] = component_of(f->kind, take(data, at, f->widths[i]), f->widths[i]);
    for (unsigned i = 0; i < 4; i++)
        selected[i] = all[t->select >> 3 * i & 7];
}

static void
pack(const struct trial *t, const uint32_t values[4], uint8_t data[16])
{
    const struct format *f = &t->format;

    memset(data, 0, 16);
    for (unsigned i = 0, at = 0; i < 4 && f->widths[i]; at += f->widths[i++]) {
        uint32_t value = 0;
        for (unsigned j = 4; j-- > 0;)
            if ((t->select >> 3 * j & 7) == 4 + i)
                value = values[j];
        give(data, at, f->widths[i], raw_of(f->kind, value, f->widths[i]));
    }
}

static uint32_t
to_half(const struct trial *t, uint32_t value)
{
    return is_integer(&t->format) ? value & 0xffff : to_small_float(value_of(value), 16);
}

static uint32_t
of_half(const struct trial *t, uint32_t half)
{
    if (t->format.kind == 'i')
        return half;
    return t->format.kind == 'I' ? (uint32_t)extended(half, 16) : bits_of(small_float(half, 16));
}

static void
load_lane(struct rows *rows, const struct trial *t, const struct form *form, unsigned lane)
{
    struct machine *m = &rows->after;
    const unsigned bytes = bytes_of(&t->format), count = t->what.components;
    unsigned registers = count;
    uint8_t data[16];
    uint32_t values[4] = {0};

    for (unsigned i = 0; i < bytes; i++)
        data[i] = (uint8_t)place_get(rows, m, &form->places[lane], i, 1);
    if (place_is_inside(m, &form->places[lane], 0))
        unpack(t, data, values);
    if (strstr(t->modifiers, "lds")) {
        const char *offset = strstr(form->rest, "offset:") + strlen("offset:");
        const struct place to = {.kind = place_lds,
                                 .address =
                                     (m->scalars[M0] & 0xffff) + (uint32_t)atoi(offset) + 4 * lane};
        place_put(rows, m, &to, 0, 4, values[0]);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        uint32_t *to = &m->vectors[RESULT + (t->what.half == half_none ? i : i / 2)][lane];
        if (t->what.half == half_none)
            *to = values[i];
        else if (t->what.half == half_high)
            *to = (*to & 0xffff) | to_half(t, values[i]) << 16;
        else
            *to = (i % 2 ? *to & 0xffff : 0) | to_half(t, values[i]) << 16 * (i % 2);
    }
    if (t->what.half == half_low)
        registers = (count + 1) / 2;
    if (strstr(t->modifiers, "tfe"))
        m->vectors[RESULT + registers][lane] = 0;
}

static void
store_lane(struct rows *rows, const struct trial *t, const struct form *form, unsigned lane)
{
    struct machine *m = &rows->after;
    uint32_t values[4] = {0};
    uint8_t data[16];

    for (unsigned i = 0; i < t->what.components; i++) {
        const unsigned half = t->what.half == half_high ? 1 : i % 2;
        if (t->what.half == half_none)
            values[i] = m->vectors[FIRST + i][lane];
        else
            values[i] = of_half(t, m->vectors[FIRST + i / 2][lane] >> 16 * half & 0xffff);
    }
    pack(t, values, data);
    for (unsigned i = 0; i < bytes_of(&t->format); i++)
        place_put(rows, m, &form->places[lane], i, 1, data[i]);
}

/* ---- What is tried ---- */

/* Of the conversions: halfway between two results, at and past limits; no NaN, which of floats has
 * no one result. */
static const uint32_t float_edges[] = {
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3e800000, 0x3f800001, 0x40000000,
    0xc0000000, 0x00000001, 0x807fffff, 0x7f7fffff, 0xff7fffff, 0x3f801000, 0x3f803000, 0x3f810000,
    0x3f830000, 0x3f820000, 0x3f860000, 0x33000000, 0x33000001, 0x33c00000, 0x387fc000, 0x38800000,
    0x477fe000, 0x477fefff, 0x477ff000, 0x477f0000, 0x43000000, 0x437f0000, 0x437fc000, 0xc3000000,
    0xc3010000, 0x42fe0000, 0x477fff00, 0xc7000000, 0x46fffe00, 0x3eaaaaab, 0x3f7fffff, 0x3b008081,
    0x3c008102, 0xbb008081, 0x2f800000, 0x35000000,
};

static const uint32_t half_edges[] = {
    0,      0x8000, 0x3c00, 0xbc00, 0x3800, 0x0001, 0x03ff, 0x0400, 0x83ff, 0x7bff, 0xfbff, 0x3bff,
    0x3555, 0x57f8, 0x5800, 0x5bf8, 0x4000, 0xd800, 0x7c00, 0x3c01, 0x1c04, 0x7800, 0xa000, 0x2c10,
};

static uint32_t
pick(struct rows *rows, const uint32_t *edges, size_t count)
{
    return edges[rows_random(rows) % count];
}

static uint32_t
operand(struct rows *rows, const struct trial *t)
{
    const char kind = t->format.kind;
    const bool any = t->what.half == half_none;

    if (is_integer(&t->format))
        return rows_random(rows) % 3 ? rows_random(rows) : UINT32_MAX << rows_random(rows) % 32;
    if (t->what.half != half_none) {
        uint32_t low = pick(rows, half_edges, BASE_COUNT(half_edges));
        uint32_t high = pick(rows, half_edges, BASE_COUNT(half_edges));
        return low | high << 16;
    }
    /* NaN, and infinities where they have one result. */
    if (any && (kind == 'u' || kind == 's') && rows_random(rows) % 16 == 0)
        return rows_random(rows) % 2 ? 0x7fc00000 : 0xff800000;
    if (rows_random(rows) % 4 == 0)
        return bits_of(rows_random(rows) / 4294967296.0 * (rows_random(rows) % 2 ? 1 : -1));
    return pick(rows, float_edges, BASE_COUNT(float_edges));
}

/* The bits of a component, at the edges more often than not. */
static uint32_t
raw_component(struct rows *rows, const struct trial *t, unsigned width)
{
    const uint32_t mask = width == 32 ? UINT32_MAX : (1u << width) - 1;
    const uint32_t edges[] = {0, 1, mask, mask - 1, mask >> 1, (mask >> 1) + 1, (mask >> 1) + 2};
    const bool is_float = t->format.kind == 'f';
    uint32_t raw = rows_random(rows) & mask;

    if (!is_float && rows_random(rows) % 2)
        return pick(rows, edges, BASE_COUNT(edges)) & mask;
    if (!is_float)
        return raw;
    if (width == 32)
        return pick(rows, float_edges, BASE_COUNT(float_edges));
    const unsigned fraction = fraction_of(width);
    switch (rows_random(rows) % 4) {
    case 0:
        return 31u << fraction; /* Infinity */
    case 1:
        return raw & ((1u << fraction) - 1);
    }
    return (raw >> fraction & 31) == 31 ? raw ^ 1u << fraction : raw;
}

static void
put_data(struct rows *rows, const struct trial *t, const struct form *form)
{
    for (unsigned lane = 0; lane < rows->lanes; lane++) {
        uint8_t data[16] = {0};
        for (unsigned i = 0, at = 0; i < 4 && t->format.widths[i]; at += t->format.widths[i++])
            give(data, at, t->format.widths[i], raw_component(rows, t, t->format.widths[i]));
        for (unsigned i = 0; i < bytes_of(&t->format); i++)
            place_put(rows, &rows->before, &form->places[lane], i, 1, data[i]);
        for (unsigned i = 0; i < 4 && t->what.kind == kind_store; i++)
            rows->before.vectors[FIRST + i][lane] = operand(rows, t);
    }
}

/* false: there is no such form of address. */
static bool
try_form(struct rows *rows, struct trial *t, unsigned number)
{
    const bool typed = rdna_op_infos[rows->row].family == rdna_family_mtbuf;
    const uint64_t exec = rows_random(rows) | (uint64_t)rows_random(rows) << 32;
    unsigned slots[64];
    struct form form;
    char text[256], modifiers[64];

    for (unsigned i = 0; i < 64; i++)
        slots[i] = i * 29 % 64;
    for (unsigned i = 0; i < 2; i++) {
        rows_begin(rows);
        rows_set_exec(rows, i ? ~exec : exec);
        rows->before.scalars[M0] = 0x12340400;
        if (!form_make(rows, &t->what, number, slots, 0, &form))
            return false;
        form.buffer.select = t->select;
        form.buffer.format = typed ? 0 : t->number;
        rows_set_buffer(rows, RESOURCE, &form.buffer);
        for (unsigned lane = 0; lane < 64; lane++)
            form.places[lane].whole = bytes_of(&t->format);
        put_data(rows, t, &form);
        snprintf(modifiers, sizeof(modifiers), "format:%u %s", t->number, t->modifiers);
        form_text(rows, &t->what, &form, typed ? modifiers : t->modifiers, text);
        rows_expect(rows);
        for (unsigned lane = 0; lane < rows->lanes; lane++)
            if (rows_exec(rows, &rows->before) >> lane & 1)
                (t->what.kind == kind_load ? load_lane : store_lane)(rows, t, &form, lane);
        rows_run(rows, text);
    }
    return true;
}

/* In range, one that there is none of; out of range, none is needed. */
static void
try_bad_format(struct rows *rows, const struct what *what, unsigned number)
{
    const bool typed = rdna_op_infos[rows->row].family == rdna_family_mtbuf;
    unsigned slots[64] = {0};
    struct form form;
    char text[256], modifiers[64];

    for (unsigned i = 0; i < 2; i++) {
        rows_begin(rows);
        rows_set_exec(rows, 4);
        form_make(rows, what, 2, slots, 0, &form);
        form.buffer.format = typed ? 56 : number;
        form.buffer.records = i ? 0 : 4096;
        rows_set_buffer(rows, RESOURCE, &form.buffer);
        snprintf(modifiers, sizeof(modifiers), "format:%u", number);
        form_text(rows, what, &form, typed ? modifiers : "", text);
        rows_expect(rows);
        if (!i) {
            rows_fault(rows, text, "is none of a buffer");
            continue;
        }
        /* All results are 0. */
        struct trial t = {.format = {'i', {8}}, .select = 0xfac, .what = *what, .modifiers = ""};
        form.places[2].whole = 1;
        if (what->kind == kind_load)
            load_lane(rows, &t, &form, 2);
        rows_run(rows, text);
    }
}

static void
try_row(struct rows *rows)
{
    /* xyzw, wzyx, x01y, yyzx */
    static const unsigned selects[] = {
        4 | 5 << 3 | 6 << 6 | 7 << 9,
        7 | 6 << 3 | 5 << 6 | 4 << 9,
        4 | 0 << 3 | 1 << 6 | 5 << 9,
        5 | 5 << 3 | 6 << 6 | 4 << 9,
    };
    static const unsigned bad[] = {0, 78, 127};
    const struct rdna_op_info *info = &rdna_op_infos[rows->row];
    struct trial t = {.what = what_of(rows->row), .modifiers = ""};
    const bool to_lds = info->effects & RDNA_LDS;

    for (t.number = 1; t.number < FORMATS; t.number++) {
        t.format = format_of(t.number);
        for (unsigned i = 0; i < 2; i++) {
            t.select = selects[i ? 1 + t.number % 3 : 0];
            t.modifiers = "";
            if (i && t.what.kind == kind_load && info->family == rdna_family_mubuf)
                t.modifiers = to_lds ? "lds" : "tfe";
            if (!try_form(rows, &t, (t.number * 5 + i) % 13))
                rows_fail(rows, info->name, "has fewer forms");
        }
        t.modifiers = "";
        t.select = selects[0];
        for (unsigned i = 0; t.number % 15 == 11 && try_form(rows, &t, i); i++)
            ;
    }
    for (size_t i = 0; i < BASE_COUNT(bad); i++)
        try_bad_format(rows, &t.what, bad[i]);
}

void
rows_of_formats(struct rows *rows)
{
    for (rows->row = 1; rows->row < rdna_op_count; rows->row++)
        if (rows_has(rows, rows->row) && what_of(rows->row).components)
            try_row(rows);
}
