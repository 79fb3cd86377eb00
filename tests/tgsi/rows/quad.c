/* SPDX-License-Identifier: MIT
 *
 * Derivatives, and lanes that become helpers and go on.
 */
#include "rows.h"

#include <math.h>
#include <string.h>

/* ---- derivatives ---- */

#define SIZE 16

/* Of whole numbers that differ from row to row and from column to column, so that it shows which
 * lanes were taken. */
static float
value_at(uint32_t x, uint32_t y)
{
    return (float)(x * x + 3 * y * y + x * y);
}

static float
across(uint32_t x, uint32_t y)
{
    return value_at((x & ~1u) + 1, y) - value_at(x & ~1u, y);
}

static float
down(uint32_t x, uint32_t y)
{
    return value_at(x, (y & ~1u) + 1) - value_at(x, y & ~1u);
}

/* x is the derivative, y that of the negative magnitude, z and w were not enabled. Coarse ones are
 * those of either row or column, on the CPU device one for the whole quad. */
static void
run_derivative(struct rows *r, const struct rows_row *row)
{
    const bool is_across = row->op == tgsi_op_DDX || row->op == tgsi_op_DDX_FINE;
    const bool is_fine = row->op == tgsi_op_DDX_FINE || row->op == tgsi_op_DDY_FINE;
    struct rows_drawing d = {.width = SIZE, .height = SIZE, .outputs = 1};

    d.fragment = rows_text(r,
                           "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL TEMP[0..2]\n"
                           "IMM[0] FLT32 {7, 3, 0, 0}\nFLR TEMP[0], IN[0]\n"
                           "MUL TEMP[1].xyz, TEMP[0].xyxx, TEMP[0].xyyy\n"
                           "MAD TEMP[1].x, TEMP[1].yyyy, IMM[0].yyyy, TEMP[1].xxxx\n"
                           "ADD TEMP[1].x, TEMP[1].xxxx, TEMP[1].zzzz\n"
                           "MOV TEMP[2], IMM[0].xxxx\n%s TEMP[2].x, TEMP[1].xxxx\n"
                           "%s TEMP[2].y, -|TEMP[1].xxxx|\nMOV OUT[0], TEMP[2]\nEND\n",
                           tgsi_op_infos[row->op].name, tgsi_op_infos[row->op].name);
    if (!rows_draw(r, &d, NULL))
        return;
    for (uint32_t i = 0; i < d.count; i++) {
        const uint32_t x = i % SIZE, y = i / SIZE;
        const union rows_word *found = (const union rows_word *)(const void *)rows_output(&d, i, 0);
        const float own = is_across ? across(x, y) : down(x, y);
        const float other = is_across ? across(x, y ^ 1) : down(x ^ 1, y);
        const uint32_t *corner = rows_output(&d, (y & ~1u) * SIZE + (x & ~1u), 0);

        (void)rows_expect(r, found[0].f == own || (!is_fine && found[0].f == other),
                          "pixel %u, %u: found %g, expected %g", x, y, (double)found[0].f,
                          (double)own);
        (void)rows_expect(r, is_fine || !r->is_cpu || found[0].u == *corner,
                          "pixel %u, %u: %g is not that of its quad", x, y, (double)found[0].f);
        (void)rows_expect(r, found[1].f == -found[0].f && found[2].f == 7 && found[3].f == 7,
                          "pixel %u, %u: found %g %g %g", x, y, (double)found[1].f,
                          (double)found[2].f, (double)found[3].f);
    }
}

/* ---- conditional kills ---- */

/* -0, NaNs and their signs do not kill; denormals may count as zero on a host and are left out. */
static const uint32_t kill_cases[][4] = {
    {0, 0, 0, 0},
    {0x80000000, 0x80000000, 0x80000000, 0x80000000},
    {0x7fc00000, 0xffc00000, 0x7fc00001, 0xffffffff},
    {0xbf800000, 0, 0, 0},
    {0, 0xbf800000, 0, 0},
    {0, 0, 0x80800000, 0},
    {0, 0, 0, 0xff800000},
    {0x3f800000, 0x3f800000, 0x7f800000, 0x00800000},
    {0xffc00000, 0xff800000, 0, 0},
    {0xbf800000, 0xbf800000, 0xbf800000, 0xbf800000},
};

/* The four components that the swizzle names count, each alone; -|x| too. */
static void
run_kill_if(struct rows *r, const struct rows_row *row)
{
    static const uint32_t clear[4] = {5, 6, 7, 8};
    static const struct {
        const char *operand;
        uint8_t used; /* Components. */
        bool is_negative;
    } forms[] = {{"IN[0]", 15, false},
                 {"IN[0].xxzz", 5, false},
                 {"IN[0].yyyy", 2, false},
                 {"-|IN[0].wwww|", 8, true}};
    for (uint32_t k = 0; k < BASE_COUNT(forms); k++) {
        struct rows_drawing d = {
            .count = BASE_COUNT(kill_cases), .inputs = 1, .outputs = 1, .clear = clear};

        d.in = kill_cases[0];
        d.fragment = rows_text(r,
                               "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                               "IMM[0] UINT32 {1, 2, 3, 4}\n%s %s\nMOV OUT[0], IMM[0]\nEND\n",
                               tgsi_op_infos[row->op].name, forms[k].operand);
        if (!rows_draw(r, &d, NULL))
            return;
        for (uint32_t i = 0; i < d.count; i++) {
            bool is_killed = false;

            for (unsigned c = 0; c < 4; c++) {
                const uint32_t word = kill_cases[i][c] | (forms[k].is_negative ? 0x80000000 : 0);

                is_killed = is_killed || ((forms[k].used >> c & 1) && base_float_of_bits(word) < 0);
            }
            (void)rows_expect(r, rows_output(&d, i, 0)[0] == (is_killed ? 5u : 1u),
                              "%s, case %u: found %u, expected it %s", forms[k].operand, i,
                              rows_output(&d, i, 0)[0], is_killed ? "killed" : "alive");
        }
    }
}

/* ---- kills in branches ---- */

/* Pixels of odd x are killed inside an IF. The others go on, and their quads still have all four
 * lanes: each reads what its neighbour computed after it was killed. */
static void
run_kill(struct rows *r, const struct rows_row *row)
{
    static const uint32_t clear[4] = {5, 6, 7, 8};
    const bool has_helper = row->op == tgsi_op_DEMOTE || row->op == tgsi_op_READ_HELPER;
    struct rows_drawing d = {.width = SIZE, .height = SIZE, .outputs = 1, .clear = clear};

    d.fragment = rows_text(
        r,
        "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL TEMP[0..3]\n"
        "IMM[0] FLT32 {0.5, 10, 1, 7}\nFLR TEMP[0], IN[0]\n"
        "MUL TEMP[1].x, TEMP[0].xxxx, IMM[0].xxxx\nFRC TEMP[1].x, TEMP[1].xxxx\n"
        "MOV TEMP[2], IMM[0].wwww\nMOV TEMP[3], IMM[0].wwww\n"
        "IF TEMP[1].xxxx\n%s\nMOV TEMP[3].x, IMM[0].yyyy\nELSE\nMOV TEMP[3].x, IMM[0].zzzz\n"
        "ENDIF\nDDX_FINE TEMP[2].x, TEMP[3].xxxx\n%sMOV OUT[0], TEMP[2]\nEND\n",
        row->op == tgsi_op_READ_HELPER ? "DEMOTE" : tgsi_op_infos[row->op].name,
        has_helper ? "READ_HELPER TEMP[2].y\nAND TEMP[3].x, TEMP[2].yyyy, IMM[0].zzzz\n"
                     "DDX_FINE TEMP[2].z, TEMP[3].xxxx\n"
                   : "");
    if (!rows_draw(r, &d, NULL))
        return;
    for (uint32_t i = 0; i < d.count; i++) {
        const uint32_t *found = rows_output(&d, i, 0);

        if (i % 2) {
            (void)rows_expect(r, memcmp(found, clear, sizeof(clear)) == 0,
                              "pixel %u was killed: found %08x", i, found[0]);
            continue;
        }
        (void)rows_expect(r, base_float_of_bits(found[0]) == 9 && found[3] == 0x40e00000,
                          "pixel %u: found %08x %08x %08x %08x", i, found[0], found[1], found[2],
                          found[3]);
        if (has_helper)
            (void)rows_expect(r, found[1] == 0 && base_float_of_bits(found[2]) == 1,
                              "pixel %u: helper %08x, its neighbour less that %08x", i, found[1],
                              found[2]);
    }
}

static const struct rows_row rows[] = {
    ROWS_ROW(DDX, auto, run_derivative, NULL), ROWS_ROW(DDX_FINE, auto, run_derivative, NULL),
    ROWS_ROW(DDY, auto, run_derivative, NULL), ROWS_ROW(DDY_FINE, auto, run_derivative, NULL),
    ROWS_ROW(DEMOTE, auto, run_kill, NULL),    ROWS_ROW(KIL, auto, run_kill_if, NULL),
    ROWS_ROW(KILL, auto, run_kill, NULL),      ROWS_ROW(KILL_IF, auto, run_kill_if, NULL),
    ROWS_ROW(KILP, auto, run_kill, NULL),      ROWS_ROW(READ_HELPER, auto, run_kill, NULL),
};

const struct rows_table rows_table_quad = {"quad", rows, BASE_COUNT(rows)};
