/* SPDX-License-Identifier: MIT
 *
 * What other lanes of a subgroup have. Which pixels share a subgroup is the device's choice: those
 * that read the same number of a first lane do.
 */
#include "rows.h"

#include <string.h>

#define SIZE 16
#define COUNT (SIZE * SIZE)

/* TEMP[0].x is a pixel's number. TEMP[1] has words to vote on: 1; 0; one bit of a hash, in the sign
 * alone, so that as a float it would be 0; the number divided by 64. */
static const char head[] =
    "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR[0]\nDCL OUT[1], COLOR[1]\n"
    "DCL OUT[2], COLOR[2]\nDCL OUT[3], COLOR[3]\nDCL TEMP[0..7]\n"
    "IMM[0] UINT32 {1, 0, 16, 2654435761}\nIMM[1] UINT32 {6, 2147483648, 7, 3}\n"
    "F2U TEMP[0].xy, IN[0]\nUMAD TEMP[0].x, TEMP[0].yyyy, IMM[0].zzzz, TEMP[0].xxxx\n"
    "MOV TEMP[1].xy, IMM[0].xyyy\nUMUL TEMP[1].z, TEMP[0].xxxx, IMM[0].wwww\n"
    "AND TEMP[1].z, TEMP[1].zzzz, IMM[1].yyyy\nUSHR TEMP[1].w, TEMP[0].xxxx, IMM[1].xxxx\n"
    "MOV TEMP[2], IMM[1].zzzz\nMOV TEMP[3], IMM[1].zzzz\n"
    "READ_FIRST TEMP[4], TEMP[0].xxxx\nMOV OUT[0], TEMP[4].xxxx\n";

struct pixel {
    uint32_t first; /* Number of its subgroup's first pixel. */
    uint32_t words[4];
};

static void
make_pixels(const struct rows_drawing *d, struct pixel *pixels)
{
    for (uint32_t i = 0; i < COUNT; i++)
        pixels[i] = (struct pixel){*rows_output(d, i, 0),
                                   {1, 0, i * UINT32_C(2654435761) & UINT32_C(0x80000000), i >> 6}};
}

static bool
draw(struct rows *r, struct rows_drawing *d, const char *body)
{
    *d = (struct rows_drawing){.width = SIZE, .height = SIZE, .outputs = 4};
    d->fragment = rows_text(r, "%s%s\nEND\n", head, body);
    return rows_draw(r, d, NULL);
}

/* ---- votes ---- */

static bool
votes(enum tgsi_op op, const struct pixel *pixels, uint32_t first, unsigned c)
{
    bool is_any = false, is_all = true, is_equal = true;

    for (uint32_t i = 0; i < COUNT; i++) {
        if (pixels[i].first != first)
            continue;
        is_any = is_any || pixels[i].words[c];
        is_all = is_all && pixels[i].words[c];
        is_equal = is_equal && pixels[i].words[c] == pixels[first].words[c];
    }
    return op == tgsi_op_VOTE_ANY ? is_any : op == tgsi_op_VOTE_ALL ? is_all : is_equal;
}

static void
run_vote(struct rows *r, const struct rows_row *row)
{
    struct pixel pixels[COUNT];
    struct rows_drawing d;

    if (!draw(r, &d,
              rows_text(r,
                        "%s TEMP[2], TEMP[1]\n%s TEMP[3].xz, TEMP[1].zyyz\nMOV OUT[1], TEMP[2]\n"
                        "MOV OUT[2], TEMP[3]\nMOV OUT[3], TEMP[3]\n",
                        tgsi_op_infos[row->op].name, tgsi_op_infos[row->op].name)))
        return;
    make_pixels(&d, pixels);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t *all = rows_output(&d, i, 1), *some = rows_output(&d, i, 2);

        for (unsigned c = 0; c < 4; c++) {
            const uint32_t expected = votes(row->op, pixels, pixels[i].first, c) ? ~0u : 0;

            (void)rows_expect(r, all[c] == expected,
                              "pixel %u, component %u: found %08x, expected %08x", i, c, all[c],
                              expected);
        }
        (void)rows_expect(r, some[0] == all[2] && some[2] == all[1] && some[1] == 7 && some[3] == 7,
                          "pixel %u, .xz: found %08x %08x %08x %08x", i, some[0], some[1], some[2],
                          some[3]);
    }
}

/* ---- ballots ---- */

static uint32_t
count_bits(const uint32_t *words)
{
    return (uint32_t)(__builtin_popcount(words[0]) + __builtin_popcount(words[1]));
}

/* As many bits are set as the subgroup has pixels with the word; all of its pixels see the same;
 * the last ballot writes y alone. */
static void
run_ballot(struct rows *r, const struct rows_row *row)
{
    struct pixel pixels[COUNT];
    struct rows_drawing d;

    (void)row;
    if (!draw(r, &d,
              "BALLOT TEMP[2], TEMP[1].xxxx\nBALLOT TEMP[3], TEMP[1].zzzz\n"
              "MOV TEMP[4], TEMP[2].zzzz\nBALLOT TEMP[4].y, TEMP[1].xxxx\n"
              "MOV OUT[1], TEMP[2]\nMOV OUT[2], TEMP[3]\nMOV OUT[3], TEMP[4]\n"))
        return;
    make_pixels(&d, pixels);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t *all = rows_output(&d, i, 1), *some = rows_output(&d, i, 2);
        const uint32_t *high = rows_output(&d, i, 3);
        uint32_t members = 0, set = 0;

        for (uint32_t k = 0; k < COUNT; k++) {
            members += pixels[k].first == pixels[i].first;
            set += pixels[k].first == pixels[i].first && pixels[k].words[2];
        }
        (void)rows_expect(r, count_bits(all) == members && all[2] == 7 && all[3] == 7,
                          "pixel %u of %u: found %08x %08x %08x %08x", i, members, all[0], all[1],
                          all[2], all[3]);
        (void)rows_expect(r,
                          count_bits(some) == set && !(some[0] & ~all[0]) && !(some[1] & ~all[1]) &&
                              memcmp(some, rows_output(&d, pixels[i].first, 2), 16) == 0,
                          "pixel %u: found %08x %08x, expected %u bits", i, some[0], some[1], set);
        (void)rows_expect(r, high[1] == all[1] && high[0] == 7 && high[2] == 7,
                          "pixel %u, .y: found %08x %08x", i, high[0], high[1]);
    }
}

/* ---- reads ---- */

/* Each pixel reads itself as the first of its subgroup or another, which reads itself. */
static void
run_first(struct rows *r, const struct rows_row *row)
{
    struct pixel pixels[COUNT];
    struct rows_drawing d;

    (void)row;
    if (!draw(r, &d,
              "READ_FIRST TEMP[2].xw, TEMP[1].zyyw\nREAD_FIRST TEMP[3], -TEMP[1].wzyx\n"
              "MOV OUT[1], TEMP[2]\nMOV OUT[2], TEMP[3]\nMOV OUT[3], TEMP[3]\n"))
        return;
    make_pixels(&d, pixels);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t first = pixels[i].first;
        const uint32_t *some = rows_output(&d, i, 1), *negative = rows_output(&d, i, 2);

        if (!rows_expect(r, first <= i && pixels[first].first == first,
                         "pixel %u reads %u as the first", i, first))
            continue;
        const uint32_t *w = pixels[first].words;
        const uint32_t sign = UINT32_C(0x80000000);
        const uint32_t expected[4] = {w[3] ^ sign, w[2] ^ sign, w[1] ^ sign, w[0] ^ sign};
        (void)rows_expect(r, some[0] == w[2] && some[1] == 7 && some[2] == 7 && some[3] == w[3],
                          "pixel %u, .xw: found %08x %08x %08x %08x", i, some[0], some[1], some[2],
                          some[3]);
        (void)rows_expect(r, memcmp(negative, expected, 16) == 0,
                          "pixel %u, negative: found %08x %08x %08x %08x", i, negative[0],
                          negative[1], negative[2], negative[3]);
    }
}

/* The lane of the highest bit of a ballot, low word: it is a pixel of the subgroup that has the
 * word; lane 0 of a full group is the first one. */
static void
run_lane(struct rows *r, const struct rows_row *row)
{
    struct pixel pixels[COUNT];
    struct rows_drawing d;

    (void)row;
    if (!draw(r, &d,
              "BALLOT TEMP[5], TEMP[1].zzzz\nUMSB TEMP[6].x, TEMP[5].xxxx\n"
              "IMAX TEMP[6].x, TEMP[6].xxxx, IMM[0].yyyy\nMOV TEMP[6].yzw, IMM[1].wwww\n"
              "READ_INVOC TEMP[2], TEMP[0].xxxx, TEMP[6]\n"
              "READ_INVOC TEMP[3].yz, TEMP[1].wzyx, TEMP[6].xwww\n"
              "MOV OUT[1], TEMP[2]\nMOV OUT[2], TEMP[3]\nMOV OUT[3], TEMP[5]\n"))
        return;
    make_pixels(&d, pixels);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t *number = rows_output(&d, i, 1), *some = rows_output(&d, i, 2);
        const uint32_t *ballot = rows_output(&d, i, 3);
        const uint32_t from = number[0];

        if (!rows_expect(r,
                         from < COUNT && pixels[from].first == pixels[i].first &&
                             number[1] == from && number[2] == from && number[3] == from &&
                             (pixels[from].words[2] || !ballot[0]),
                         "pixel %u reads pixel %u", i, from))
            continue;
        (void)rows_expect(r,
                          some[0] == 7 && some[1] == pixels[from].words[2] &&
                              some[2] == pixels[from].words[1] && some[3] == 7,
                          "pixel %u, .yz: found %08x %08x %08x %08x", i, some[0], some[1], some[2],
                          some[3]);
    }
}

static const struct rows_row rows[] = {
    ROWS_ROW(BALLOT, auto, run_ballot, NULL),   ROWS_ROW(READ_FIRST, auto, run_first, NULL),
    ROWS_ROW(READ_INVOC, auto, run_lane, NULL), ROWS_ROW(VOTE_ALL, auto, run_vote, NULL),
    ROWS_ROW(VOTE_ANY, auto, run_vote, NULL),   ROWS_ROW(VOTE_EQ, auto, run_vote, NULL),
};

const struct rows_table rows_table_lane = {"lane", rows, BASE_COUNT(rows)};
