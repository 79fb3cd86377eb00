/* SPDX-License-Identifier: MIT
 *
 * Counters of the data shares, and what goes between lanes through their crossbar.
 */
#include "rows.h"

#include <stdio.h>
#include <string.h>

enum { M0 = 124 };

static unsigned
first_lane(uint64_t exec)
{
    unsigned lane = 0;

    while (!(exec >> lane & 1))
        lane++;
    return lane;
}

static uint64_t
random_exec(struct rows *rows)
{
    const uint64_t exec = rows_random(rows) | (uint64_t)rows_random(rows) << 32;

    return rows->lanes == 64 ? exec : exec & UINT32_MAX;
}

/* ---- One counter for the wave ---- */

struct counter {
    const char *modifiers;
    uint32_t m0;
    bool global;
    uint32_t at;
    bool inside;
};

static const struct counter counters[] = {
    {"offset:0", 0xffff0010, false, 0x10, true},
    {"offset:65532", 4, false, 65536, false},
    {"offset:100", LDS_SIZE - 104, false, LDS_SIZE - 4, true},
    {"offset:100", LDS_SIZE - 100, false, LDS_SIZE, false},
    {"offset:12 gds", 0x00400020, true, 0x40 + 0x20 + 12, true},
    {"offset:0 gds", (GDS_SIZE - 8) << 16 | 4, true, GDS_SIZE - 4, true},
    {"offset:0 gds", (GDS_SIZE - 8) << 16 | 8, true, GDS_SIZE, false},
};

/* Adds to the counter; every lane that is on gets what it was. */
static void
expect_count(struct rows *rows, const struct counter *c, uint32_t more)
{
    uint8_t *share = c->global ? rows->after.gds : rows->after.lds;
    const uint64_t exec = rows_exec(rows, &rows->before);
    uint32_t old = 0;

    if (c->inside) {
        memcpy(&old, share + c->at, 4);
        more += old;
        memcpy(share + c->at, &more, 4);
    }
    for (unsigned lane = 0; lane < rows->lanes; lane++)
        if (exec >> lane & 1)
            rows->after.vectors[RESULT][lane] = old;
}

static void
try_counters(struct rows *rows, enum rdna_op row, bool adds)
{
    rows->row = row;
    for (size_t i = 0; i < BASE_COUNT(counters); i++)
        for (unsigned j = 0; j < 8; j++) {
            const uint64_t exec = j == 0 ? 0 : j == 1 ? UINT64_MAX : random_exec(rows);
            uint32_t lanes = 0;
            char text[64];
            rows_begin(rows);
            rows_set_exec(rows, exec);
            rows->before.scalars[M0] = counters[i].m0;
            for (unsigned lane = 0; lane < rows->lanes; lane++)
                lanes += exec >> lane & 1;
            rows_expect(rows);
            if (lanes)
                expect_count(rows, &counters[i], adds ? lanes : 0 - lanes);
            snprintf(text, sizeof(text), "%s v%d %s", rdna_op_infos[row].name, RESULT,
                     counters[i].modifiers);
            rows_run(rows, text);
        }
}

/* The number says where, in dwords; its upper byte says how waves are served, and what is done:
 * of that only additions are there. */
static void
try_ordered(struct rows *rows)
{
    static const struct counter ordered[] = {
        {"offset:0 gds", 0x0100ffff, true, 0x100, true},
        {"offset:252 gds", 0x01000000, true, 0x1fc, true},
        {"offset:772 gds", 0x00100000, true, 0x14, true},
        {"offset:4 gds", (GDS_SIZE - 4) << 16, true, GDS_SIZE, false},
    };

    rows->row = rdna_op_ds_ordered_count;
    for (size_t i = 0; i < BASE_COUNT(ordered); i++)
        for (unsigned j = 0; j < 6; j++) {
            const uint64_t exec = random_exec(rows) << j | UINT64_C(1) << (rows->lanes - 1);
            char text[64];
            rows_begin(rows);
            rows_set_exec(rows, exec);
            rows->before.scalars[M0] = ordered[i].m0;
            rows_expect(rows);
            expect_count(rows, &ordered[i], rows->before.vectors[0][first_lane(exec)]);
            snprintf(text, sizeof(text), "ds_ordered_count v%d, v0 %s", RESULT,
                     ordered[i].modifiers);
            rows_run(rows, text);
        }
    rows_begin(rows);
    rows_fault(rows, "ds_ordered_count v24, v0 offset:4096 gds", "an ordered count of kind 1");
    rows_begin(rows);
    rows_fault(rows, "ds_ordered_count v24, v0 offset:12288 gds", "an ordered count of kind 3");
}

/* ---- Between lanes, within 32 ---- */

static unsigned
swizzled_lane(unsigned pattern, unsigned lane)
{
    const unsigned half = lane & 32, place = lane & 31;

    if (pattern >> 15)
        return (lane & 60) + (pattern >> (lane % 4 * 2) & 3);
    return half + ((((place & pattern) | pattern >> 5) & 31) ^ pattern >> 10);
}

static void
try_swizzle(struct rows *rows, unsigned pattern)
{
    const uint64_t exec = pattern % 3 ? random_exec(rows) : UINT64_MAX;
    char text[64];

    rows->row = rdna_op_ds_swizzle_b32;
    rows_begin(rows);
    rows_set_exec(rows, exec);
    rows_expect(rows);
    for (unsigned lane = 0; lane < rows->lanes; lane++) {
        const unsigned from = swizzled_lane(pattern, lane);
        if (exec >> lane & 1)
            rows->after.vectors[RESULT][lane] =
                exec >> from & 1 ? rows->before.vectors[FIRST][from] : 0;
    }
    snprintf(text, sizeof(text), "ds_swizzle_b32 v%d, v%d offset:%u", RESULT, FIRST, pattern);
    rows_run(rows, text);
}

static void
try_permute(struct rows *rows, enum rdna_op row, unsigned offset)
{
    const uint64_t exec = offset % 3 ? random_exec(rows) : UINT64_MAX;
    const bool pulls = row == rdna_op_ds_bpermute_b32;
    uint32_t values[64] = {0};
    char text[96];

    rows->row = row;
    rows_begin(rows);
    rows_set_exec(rows, exec);
    rows_expect(rows);
    for (unsigned lane = 0; lane < rows->lanes; lane++) {
        const uint32_t address = rows->before.vectors[0][lane] + offset;
        const unsigned other = (lane & 32) + (address >> 2 & 31);
        if (!(exec >> lane & 1))
            continue;
        if (!pulls)
            values[other] = rows->before.vectors[FIRST][lane];
        else if (exec >> other & 1)
            values[lane] = rows->before.vectors[FIRST][other];
    }
    for (unsigned lane = 0; lane < rows->lanes; lane++)
        if (exec >> lane & 1)
            rows->after.vectors[RESULT][lane] = values[lane];
    snprintf(text, sizeof(text), "%s v%d, v0, v%d offset:%u", rdna_op_infos[row].name, RESULT,
             FIRST, offset);
    rows_run(rows, text);
}

/* A lane of the row of 16, or of the other one of 32, by a selector of four bits. Bits of op_sel:
 * lanes that are off are read; are 0 where they are not, in place of leaving what was there. */
static void
try_permlane(struct rows *rows, enum rdna_op row, unsigned op_sel)
{
    const bool other = row == rdna_op_v_permlanex16_b32;
    const uint64_t exec = random_exec(rows);
    char text[96];

    rows->row = row;
    rows_begin(rows);
    rows_set_exec(rows, exec);
    rows_set_pair(rows, 4, random_exec(rows) ^ (uint64_t)rows_random(rows) << 32);
    rows_expect(rows);
    const uint64_t selectors = rows->before.scalars[4] | (uint64_t)rows->before.scalars[5] << 32;
    for (unsigned lane = 0; lane < rows->lanes; lane++) {
        const unsigned from = ((lane & 48) ^ (other ? 16 : 0)) + (selectors >> lane % 16 * 4 & 15);
        uint32_t *to = &rows->after.vectors[RESULT][lane];
        if (!(exec >> lane & 1))
            continue;
        if (exec >> from & 1 || op_sel & 1)
            *to = rows->before.vectors[FIRST][from];
        else if (op_sel & 2)
            *to = 0;
    }
    snprintf(text, sizeof(text), "%s v%d, v%d, s4, s5 op_sel:[%u,%u]", rdna_op_infos[row].name,
             RESULT, FIRST, op_sel & 1, op_sel >> 1);
    rows_run(rows, text);
}

void
rows_of_shares(struct rows *rows)
{
    static const unsigned offsets[] = {0, 4, 3, 124, 128, 65535};

    try_counters(rows, rdna_op_ds_append, true);
    try_counters(rows, rdna_op_ds_consume, false);
    try_ordered(rows);
    for (unsigned i = 0; i < 256; i += 5)
        try_swizzle(rows, 0x8000 | i);
    for (unsigned i = 0; i < 0x8000; i += 331)
        try_swizzle(rows, i);
    rows_begin(rows);
    rows_fault(rows, "ds_swizzle_b32 v24, v8 offset:33024", "neither a quad's nor a mask");
    for (size_t i = 0; i < BASE_COUNT(offsets); i++) {
        try_permute(rows, rdna_op_ds_permute_b32, offsets[i]);
        try_permute(rows, rdna_op_ds_bpermute_b32, offsets[i]);
    }
    for (unsigned i = 0; i < 16; i++) {
        try_permlane(rows, rdna_op_v_permlane16_b32, i % 4);
        try_permlane(rows, rdna_op_v_permlanex16_b32, i % 4);
    }
}
