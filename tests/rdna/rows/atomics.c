/* SPDX-License-Identifier: MIT
 *
 * Atomics of vector memory: all pairs of edge values, all triples where there are two operands.
 */
#include "rows.h"

#include <string.h>

static const uint64_t edges32[] = {
    0,          1,          2,          5,          0x7ffffffe, 0x7fffffff,
    0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x12345678, 0xfffffffb,
};

static const uint64_t edges64[] = {
    0,
    1,
    UINT64_C(0xffffffff),
    UINT64_C(0x100000000),
    UINT64_C(0x7fffffff80000000),
    UINT64_C(0x7fffffffffffffff),
    UINT64_C(0x8000000000000000),
    UINT64_C(0x8000000000000001),
    UINT64_C(0xfffffffffffffffe),
    UINT64_C(0xffffffffffffffff),
    UINT64_C(0x80000000ffffffff),
    UINT64_C(0x123456789abcdef0),
};

/* 0, denormals, numbers that round, infinities, NaNs. */
static const uint64_t floats32[] = {
    0,          0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000,
    0xbf800001, 0x33800000, 0x33c00000, 0xb3000000, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0x40490fdb,
};

static const uint64_t floats64[] = {
    0,
    UINT64_C(0x8000000000000000),
    1,
    UINT64_C(0x800fffffffffffff),
    UINT64_C(0x0010000000000000),
    UINT64_C(0x3ff0000000000000),
    UINT64_C(0xbff0000000000001),
    UINT64_C(0x7fefffffffffffff),
    UINT64_C(0x7ff0000000000000),
    UINT64_C(0xfff0000000000000),
    UINT64_C(0x7ff8000000000000),
    UINT64_C(0xfff8000000012345),
    UINT64_C(0x7ff0000000000001),
    UINT64_C(0x00000000ffffffff),
    UINT64_C(0xffffffff00000000),
};

/* What is tried of a row: combinations of three edge values, by number. */
struct trial {
    const uint64_t *edges;
    unsigned count, total;
    unsigned next;
    struct what what;
    const char *modifiers;
    bool is_shared; /* Lanes meet at few addresses. */
};

static struct trial
trial_of(enum rdna_op row)
{
    struct trial t = {.what = what_of(row)};
    const bool wide = t.what.bytes == 8;

    if (t.what.operation->is_float) {
        t.edges = wide ? floats64 : floats32;
        t.count = wide ? BASE_COUNT(floats64) : BASE_COUNT(floats32);
    } else {
        t.edges = wide ? edges64 : edges32;
        t.count = wide ? BASE_COUNT(edges64) : BASE_COUNT(edges32);
    }
    t.total = t.count * t.count * (t.what.operation->operands == 2 ? t.count : 1);
    return t;
}

/* Number of the combination to operands, and to the value in memory. */
static void
put_operands(struct rows *rows, const struct trial *t, const struct form *form, unsigned lane,
             unsigned number)
{
    const uint64_t old = t->edges[number % t->count];
    const uint64_t first = t->edges[number / t->count % t->count];
    const uint64_t second = t->edges[number / t->count / t->count % t->count];
    struct machine *m = &rows->before;
    const bool local = rdna_op_infos[rows->row].family == rdna_family_ds;
    const unsigned words = t->what.bytes / 4;
    const unsigned other = local ? SECOND : FIRST + words;

    place_put(rows, m, &form->places[lane], 0, t->what.bytes, old);
    if (t->what.from_share)
        place_put(rows, m, &form->seconds[lane], 0, t->what.bytes, first);
    for (unsigned i = 0; i < words; i++) {
        m->vectors[FIRST + i][lane] = (uint32_t)(first >> 32 * i);
        if (t->what.operation->operands == 2 || t->what.pair)
            m->vectors[other + i][lane] = (uint32_t)(second >> 32 * i);
    }
}

static uint64_t
registers_of(const struct machine *m, unsigned first, unsigned lane, unsigned bytes)
{
    return m->vectors[first][lane] | (bytes == 8 ? (uint64_t)m->vectors[first + 1][lane] << 32 : 0);
}

/* Leaves the old value in the registers from result on. */
static void
expect_one(struct rows *rows, const struct trial *t, const struct place *place, unsigned lane,
           struct arith *a, unsigned result)
{
    struct machine *m = &rows->after;
    const unsigned bytes = t->what.bytes;
    const bool local = place->kind == place_lds || place->kind == place_gds;

    a->bits = 8 * bytes;
    a->mode = local ? &rows->before.mode : NULL;
    a->old = place_get(rows, m, place, 0, bytes);
    uint64_t value = t->what.operation->value(a);
    if (bytes == 4)
        value &= UINT32_MAX;
    place_put(rows, m, place, 0, bytes, value);
    uint8_t *at = place_byte(rows, m, place, 0);
    if (t->what.operation->is_float && is_nan(value, a->bits) && at && value != a->old) {
        rows->nans[rows->nan_count].at = at;
        rows->nans[rows->nan_count++].bits = a->bits;
    }
    if (!result)
        return;
    m->vectors[result][lane] = (uint32_t)a->old;
    if (bytes == 8)
        m->vectors[result + 1][lane] = (uint32_t)(a->old >> 32);
}

static void
expect_lane(struct rows *rows, const struct trial *t, const struct form *form, unsigned lane)
{
    struct machine *m = &rows->after;
    const enum rdna_family family = rdna_op_infos[rows->row].family;
    const unsigned words = t->what.bytes / 4;
    const bool returns = t->what.returns || strstr(t->modifiers, "glc");
    const unsigned result = !returns ? 0 : family == rdna_family_mubuf ? FIRST : RESULT;
    const unsigned other = family == rdna_family_ds ? SECOND : FIRST + words;
    struct arith a = {.first = registers_of(m, FIRST, lane, t->what.bytes)};

    if (t->what.operation->operands == 2)
        a.second = registers_of(m, other, lane, t->what.bytes);
    if (t->what.from_share)
        a.first = place_get(rows, m, &form->seconds[lane], 0, t->what.bytes);
    if (t->what.pair) {
        struct arith b = {.first = registers_of(m, SECOND, lane, t->what.bytes)};
        expect_one(rows, t, &form->seconds[lane], lane, &b, result + words);
    }
    expect_one(rows, t, &form->places[lane], lane, &a, result);
}

/* As many combinations as there are lanes, in those that EXEC names. false: no such form. */
static bool
try_lanes(struct rows *rows, const struct trial *t, unsigned number, uint64_t exec)
{
    unsigned slots[64];
    struct form form;
    char text[256];

    for (unsigned i = 0; i < 64; i++)
        slots[i] = t->is_shared ? i % 3 : i * 37 % 64;
    rows_set_exec(rows, exec);
    if (!form_make(rows, &t->what, number, slots, 0, &form))
        return false;
    for (unsigned lane = 0; lane < rows->lanes; lane++)
        put_operands(rows, t, &form, lane, (t->next + lane) % t->total);
    form_text(rows, &t->what, &form, t->modifiers, text);
    rows_expect(rows);
    for (unsigned lane = 0; lane < rows->lanes; lane++)
        if (exec >> lane & 1)
            expect_lane(rows, t, &form, lane);
    rows_run(rows, text);
    return true;
}

/* All combinations, each in a lane that is on once; forms take turns. */
static void
try_all(struct rows *rows, struct trial *t, const struct rdna_mode *mode)
{
    unsigned number = 0;

    for (t->next = 0; t->next < t->total; t->next += rows->lanes) {
        const uint64_t exec = rows_random(rows) | (uint64_t)rows_random(rows) << 32;
        for (unsigned i = 0; i < 2; i++) {
            rows_begin(rows);
            if (mode)
                rows->before.mode = *mode;
            if (!try_lanes(rows, t, number, i ? ~exec : exec))
                try_lanes(rows, t, number = 0, i ? ~exec : exec);
        }
        number++;
    }
}

/* Every form at least once, and lanes that meet, which are served from the first on. */
static void
try_forms(struct rows *rows, struct trial *t)
{
    for (unsigned number = 0;; number++) {
        rows_begin(rows);
        t->next = t->what.operation->is_float ? 0 : 7 * number;
        if (!try_lanes(rows, t, number, UINT64_MAX))
            break;
        t->is_shared = !t->what.operation->is_float;
        rows_begin(rows);
        try_lanes(rows, t, number, UINT64_C(0xfffffffffff7ffef));
        t->is_shared = false;
    }
}

static void
try_row(struct rows *rows)
{
    static const struct rdna_mode modes[] = {
        {.round32 = 1, .denorm32 = 3, .denorm64_16 = 3},
        {.round32 = 2, .denorm32 = 3, .denorm64_16 = 3},
        {.round32 = 3, .denorm32 = 3, .denorm64_16 = 3},
        {.denorm32 = 0, .denorm64_16 = 0},
    };
    struct trial t = trial_of(rows->row);
    const bool local = rdna_op_infos[rows->row].family == rdna_family_ds;
    const bool only_returns = strstr(rdna_op_infos[rows->row].name, "csub") != NULL;

    for (unsigned i = only_returns; i < (local ? 1 : 2); i++) {
        t.modifiers = i ? "glc" : "";
        try_all(rows, &t, NULL);
        try_forms(rows, &t);
    }
    for (size_t i = 0; t.what.operation->is_float && i < BASE_COUNT(modes); i++)
        if (t.what.operation->operands == 1)
            try_all(rows, &t, &modes[i]);
}

/* An address that is no multiple of the size. */
static void
try_misaligned(struct rows *rows, const struct what *what)
{
    unsigned slots[64] = {0};
    struct form form;
    char text[256];

    const bool local = rdna_op_infos[rows->row].family == rdna_family_ds;
    for (unsigned skew = 1; skew < what->bytes; skew += what->bytes == 8 ? 3 : 1) {
        rows_begin(rows);
        rows_set_exec(rows, 1);
        const bool found = form_make(rows, what, 1, slots, skew, &form);
        if (!found || what->pair || what->from_share)
            return;
        form_text(rows, what, &form, local ? "" : "glc", text);
        rows_fault(rows, text, "misaligned");
    }
}

void
rows_of_atomics(struct rows *rows)
{
    for (rows->row = 1; rows->row < rdna_op_count; rows->row++) {
        const struct what what = what_of(rows->row);
        const bool scalar = rdna_op_infos[rows->row].family == rdna_family_smem;

        if (!rows_has(rows, rows->row) || what.kind != kind_atomic || scalar)
            continue;
        try_row(rows);
        try_misaligned(rows, &what);
    }
}
