/* SPDX-License-Identifier: MIT
 *
 * What users of other translators ran into, each with words in and out that were worked out by
 * hand.
 */
#include "formula.h"

#include <string.h>

#define INPUTS 4

struct report {
    const char *name;
    const char *lines; /* Before the declarations; NULL: none. */
    /* Has IN[1] to IN[4], TEMP[0] to TEMP[3] and ADDR[0]; the result is TEMP[0], which is 7 in each
     * component before. */
    const char *body;
    uint32_t in[INPUTS][4];
    uint32_t out[4];
};

/* In place of a word: any NaN of 32 bits. Of no use as a result otherwise. */
#define NAN_WORD 0x7fc0dead

#define ONE 0x3f800000
#define TWO 0x40000000
#define MINUS_ONE 0xbf800000
#define MINUS_ZERO 0x80000000
#define INFINITE 0x7f800000
#define NOT_A_NUMBER 0x7fc00001

static bool
is_right(const struct report *report, const uint32_t *found)
{
    for (unsigned c = 0; c < 4; c++) {
        const bool is_nan = (found[c] & 0x7fffffff) > 0x7f800000;

        if (report->out[c] == NAN_WORD ? !is_nan : found[c] != report->out[c])
            return false;
    }
    return true;
}

static void
run_report(struct rows *r, const struct rows_row *row)
{
    const struct report *report = row->data;
    struct rows_drawing d = {.count = 1, .inputs = INPUTS, .outputs = 1, .in = report->in[0]};

    d.vertex = rows_text(r,
                         "VERT\n%sDCL IN[0..4]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                         "DCL TEMP[0..3], ARRAY(1)\nDCL ADDR[0]\nIMM[0] UINT32 {7, 7, 7, 7}\n"
                         "MOV OUT[0], IN[0]\nMOV TEMP[0], IMM[0]\n%s\nMOV OUT[1], TEMP[0]\nEND\n",
                         report->lines ? report->lines : "", report->body);
    if (!rows_draw(r, &d, NULL))
        return;
    const uint32_t *found = rows_output(&d, 0, 0);
    (void)rows_expect(r, is_right(report, found),
                      "%s: found %08x %08x %08x %08x, expected %08x %08x %08x %08x", report->name,
                      found[0], found[1], found[2], found[3], report->out[0], report->out[1],
                      report->out[2], report->out[3]);
}

/* clang-format off */
static const struct report bfi_report = {
    "virglrenderer 195: BFI by each component's offset and width", NULL,
    "BFI TEMP[0], IN[1], IN[2], IN[3], IN[4]",
    {{0, 0xffffffff, 0, 0x12345678}, {0xff, 0, 0x5, 0xabcdef01}, {0, 4, 30, 0}, {4, 8, 3, 32}},
    {0xf, 0xfffff00f, 0x40000000, 0xabcdef01}};
static const struct report ibfe_report = {
    "virglrenderer 195: IBFE by each component's offset and width", NULL,
    "IBFE TEMP[0], IN[1], IN[2], IN[3]",
    {{0x80, 0xf0, 0x80000000, 0x12345678}, {4, 4, 31, 0}, {4, 4, 1, 32}},
    {0xfffffff8, 0xffffffff, 0xffffffff, 0x12345678}};
static const struct report ubfe_report = {
    "virglrenderer 195: UBFE by each component's offset and width", NULL,
    "UBFE TEMP[0], IN[1], IN[2], IN[3]",
    {{0x80, 0xf0, 0x80000000, 0xffffffff}, {4, 4, 31, 5}, {4, 2, 1, 0}},
    {0x8, 0x3, 1, 0}};
static const struct report mask_report = {
    "virglrenderer 108: MIN to one component", NULL, "MIN TEMP[0].z, IN[1], IN[2]",
    {{ONE, ONE, TWO, ONE}, {TWO, TWO, ONE, TWO}},
    {7, 7, ONE, 7}};
static const struct report sat_report = {
    "virglrenderer: saturation leaves what is masked", NULL, "MOV TEMP[0], IN[1]\nMOV_SAT TEMP[0].y, IN[1]",
    {{TWO, TWO, TWO, MINUS_ONE}},
    {TWO, ONE, TWO, MINUS_ONE}};
static const struct report ucmp_report = {
    "termux 326: UCMP and USNE on words of any type", NULL,
    "USNE TEMP[1], IN[1], IN[2]\nUCMP TEMP[0], TEMP[1], IN[3], IN[4]",
    {{1, 1, MINUS_ZERO, 0}, {1, 2, 0, 0}, {ONE, ONE, NOT_A_NUMBER, ONE}, {5, 5, 5, 6}},
    {5, ONE, NOT_A_NUMBER, 6}};
static const struct report min_report = {
    "NaN and zeroes in MIN of the early dialect: a < b ? a : b", NULL, "MIN TEMP[0], IN[1], IN[2]",
    {{NOT_A_NUMBER, ONE, 0, MINUS_ZERO}, {ONE, NOT_A_NUMBER, MINUS_ZERO, 0}},
    {ONE, NAN_WORD, MINUS_ZERO, 0}};
static const struct report final_extreme_report = {
    "a NaN in MIN and MAX of the final dialect: the other", NULL,
    "MIN TEMP[0].xy, IN[1], IN[2]\nMAX TEMP[0].zw, IN[1], IN[2]",
    {{NOT_A_NUMBER, ONE, NOT_A_NUMBER, TWO}, {ONE, NOT_A_NUMBER, TWO, NOT_A_NUMBER}},
    {ONE, ONE, TWO, TWO}};
static const struct report max_report = {
    "NaN and zeroes in MAX of the early dialect: a > b ? a : b", NULL, "MAX TEMP[0], IN[1], IN[2]",
    {{NOT_A_NUMBER, ONE, 0, MINUS_ZERO}, {ONE, NOT_A_NUMBER, MINUS_ZERO, 0}},
    {ONE, NAN_WORD, MINUS_ZERO, 0}};
static const struct report nan_sat_report = {
    "NaN in saturation", NULL, "MOV_SAT TEMP[0], IN[1]",
    {{NOT_A_NUMBER, 0xffc00000, INFINITE, 0xff800000}},
    {0, 0, ONE, 0}};
static const struct report nan_satnv_report = {
    "NaN in saturation to -1..1", NULL, "MOV_SATNV TEMP[0], IN[1]",
    {{NOT_A_NUMBER, 0xc0000000, INFINITE, 0xbf000000}},
    {NAN_WORD, MINUS_ONE, ONE, 0xbf000000}};
static const struct report cmp_report = {
    "virglrenderer: CMP takes the third of NaN and -0", NULL, "CMP TEMP[0], IN[1], IN[2], IN[3]",
    {{NOT_A_NUMBER, MINUS_ZERO, MINUS_ONE, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}},
    {2, 2, 1, 2}};
static const struct report lit_report = {
    "virglrenderer: LIT's z is 0 where x is 0", NULL, "LIT TEMP[0], IN[1]",
    {{0, ONE, 0, ONE}},
    {ONE, 0, 0, ONE}};
static const struct report log_report = {
    "virglrenderer: LOG of the magnitude", NULL, "LOG TEMP[0].xyw, IN[1]",
    {{0xc0c00000, 0, 0, 0}}, /* -6 */
    {TWO, 0x3fc00000, 7, ONE}};
static const struct report shl_report = {
    "virglrenderer: counts of shifts above 31", NULL, "SHL TEMP[0], IN[1], IN[2]",
    {{1, 1, 1, 1}, {32, 33, 0xffffffff, 5}},
    {1, 2, 0x80000000, 32}};
static const struct report ishr_report = {
    "virglrenderer: counts of shifts above 31, arithmetic", NULL, "ISHR TEMP[0], IN[1], IN[2]",
    {{0x80000000, 0x80000000, 0x80000000, 8}, {32, 33, 0xffffffff, 2}},
    {0x80000000, 0xc0000000, 0xffffffff, 2}};
static const struct report udiv_report = {
    "mesa 10.3.1: UDIV by zero", NULL, "UDIV TEMP[0], IN[1], IN[2]",
    {{0, 1, 0xffffffff, 7}, {0, 0, 0, 2}},
    {0xffffffff, 0xffffffff, 0xffffffff, 3}};
static const struct report umod_report = {
    "mesa 10.3.1: UMOD by zero", NULL, "UMOD TEMP[0], IN[1], IN[2]",
    {{0, 1, 0xffffffff, 7}, {0, 0, 0, 2}},
    {0xffffffff, 0xffffffff, 0xffffffff, 1}};
static const struct report idiv_report = {
    "mesa 10.3.1: IDIV by zero, and of the least integer by -1", NULL, "IDIV TEMP[0], IN[1], IN[2]",
    {{5, 0x80000000, 0x80000000, 0xfffffff9}, {0, 0, 0xffffffff, 2}},
    {0, 0, 0x80000000, 0xfffffffd}};
static const struct report mod_report = {
    "mesa 10.3.1: MOD by zero, and of the least integer by -1", NULL, "MOD TEMP[0], IN[1], IN[2]",
    {{5, 0x80000000, 0x80000000, 0xfffffffb}, {0, 0, 0xffffffff, 3}},
    {0xffffffff, 0xffffffff, 0, 0xfffffffe}};
static const struct report zero_wins_report = {
    "Nine 234, dxvk 2016: 0 times infinity is 0", "PROPERTY MUL_ZERO_WINS 1\n",
    "MUL TEMP[0], IN[1], IN[2]",
    {{0, INFINITE, MINUS_ZERO, TWO}, {INFINITE, 0, NOT_A_NUMBER, TWO}},
    {0, 0, 0, 0x40800000}};
static const struct report legacy_report = {
    "dxvk 2186: the same by its later name", "PROPERTY LEGACY_MATH_RULES 1\n",
    "MAD TEMP[0], IN[1], IN[2], IN[3]",
    {{0, INFINITE, MINUS_ZERO, TWO}, {INFINITE, 0, NOT_A_NUMBER, TWO}, {ONE, TWO, ONE, ONE}},
    {ONE, TWO, ONE, 0x40a00000}};
static const struct report no_zero_report = {
    "a property of 0 changes nothing", "PROPERTY MUL_ZERO_WINS 0\n", "MUL TEMP[0], IN[1], IN[2]",
    {{0, INFINITE, ONE, TWO}, {INFINITE, 0, TWO, TWO}},
    {NAN_WORD, NAN_WORD, TWO, 0x40800000}};
static const struct report dseq_report = {
    "virglrenderer: comparisons of doubles write a word for each pair", NULL,
    "DSEQ TEMP[0], IN[1], IN[2]",
    {{0, 0x3ff00000, 0, 0x40000000}, {0, 0x3ff00000, 1, 0x40000000}},
    {0xffffffff, 7, 0, 7}};
static const struct report dslt_report = {
    "comparisons of doubles, into y and w", NULL, "DSLT TEMP[0].yw, IN[1], IN[2]",
    {{0, 0x3ff00000, 0, 0x40000000}, {0, 0x40000000, 0, 0x3ff00000}},
    {7, 0xffffffff, 7, 0}};
static const struct report dadd_report = {
    "DADD to one component writes its pair", NULL, "DADD TEMP[0].x, IN[1], IN[2]",
    {{0, 0x3ff00000, 0, 0x40000000}, {0, 0x3ff00000, 1, 0x40000000}},
    {0, 0x40000000, 7, 7}};
static const struct report dneg_report = {
    "DNEG to one component writes nothing", NULL, "DNEG TEMP[0].xzw, IN[1]",
    {{0, 0x3ff00000, 0, 0x40000000}},
    {7, 7, 0, 0xc0000000}};
static const struct report swizzle_report = {
    "mesa 21.3.0: swizzles and modifiers of doubles", NULL, "DMUL TEMP[0], -|IN[1].zwxy|, IN[2].xyxy",
    {{0, 0x3ff00000, 0, 0xc0080000}, {0, 0x40000000, 0, 0x40100000}},
    {0, 0xc0180000, 0, 0xc0000000}};
static const struct report in_place_report = {
    "doubles that are swapped in place", NULL, "MOV TEMP[0], IN[1]\nDADD TEMP[0], TEMP[0].zwxy, IN[2]",
    {{0, 0x3ff00000, 0, 0x40000000}, {0, 0, 0, 0}},
    {0, 0x40000000, 0, 0x3ff00000}};
static const struct report predicate_report = {
    "a predicate of doubles keeps words", "DCL PRED[0]\n",
    "MOV PRED[0], IN[3]\n(PRED[0].xyzw) DADD TEMP[0], IN[1], IN[2]",
    {{0, 0x3ff00000, 0, 0x40000000}, {0, 0x3ff00000, 0, 0x40000000}, {0, ONE, ONE, 0}},
    {7, 0x40000000, 0, 7}};
static const struct report indirect_report = {
    "doubles by an address", NULL,
    "UARL ADDR[0].x, IN[3]\nMOV TEMP[1], IN[1]\nMOV TEMP[2], IN[2]\n"
    "DADD TEMP[ADDR[0].x](1).zw, TEMP[ADDR[0].x+1](1).xyxy, TEMP[ADDR[0].x+2](1)",
    {{0, 0x3ff00000, 0, 0x40000000}, {0, 0x3ff00000, 0, 0x40100000}, {0, 0, 0, 0}},
    {7, 7, 0, 0x40140000}};
static const struct report dsat_report = {
    "doubles saturate as doubles", NULL, "DADD_SAT TEMP[0], IN[1], IN[2]",
    {{0, 0x40000000, 0, 0xbff00000}, {0, 0, 0, 0}},
    {0, 0x3ff00000, 0, 0}};
static const struct report dsatnv_report = {
    "doubles saturate to -1..1", NULL, "DADD_SATNV TEMP[0], IN[1], IN[2]",
    {{0, 0x40000000, 0, 0xc0000000}, {0, 0, 0, 0}},
    {0, 0x3ff00000, 0, 0xbff00000}};
static const struct report d2f_report = {
    "conversions to words go to the enabled components in turn", NULL, "D2F TEMP[0].yz, IN[1]",
    {{0, 0x3ff00000, 0, 0x40000000}},
    {7, ONE, TWO, 7}};
static const struct report d2i_report = {
    "D2I saturates; a third component is left", NULL, "D2I TEMP[0].xzw, IN[1]",
    {{0, 0x7ff80000, 0, 0xfff00000}},
    {0, 7, 0x80000000, 7}};
static const struct report f2d_report = {
    "conversions from words take x and y", NULL, "F2D TEMP[0], IN[1].zwxx",
    {{9, 9, ONE, TWO}},
    {0, 0x3ff00000, 0, 0x40000000}};
static const struct report dldexp_report = {
    "exponents beside doubles come from x and z", NULL, "DLDEXP TEMP[0], IN[1], IN[2]",
    {{0, 0x3ff00000, 0, 0x3ff00000}, {1, 99, 0xffffffff, 99}},
    {0, 0x40000000, 0, 0x3fe00000}};
static const struct report i64div_report = {
    "I64DIV by zero, and of the least integer by -1", NULL, "I64DIV TEMP[0], IN[1], IN[2]",
    {{5, 0, 0, 0x80000000}, {0, 0, 0xffffffff, 0xffffffff}},
    {0, 0, 0, 0x80000000}};
static const struct report i64mod_report = {
    "I64MOD by zero, and of the least integer by -1", NULL, "I64MOD TEMP[0], IN[1], IN[2]",
    {{5, 0, 0, 0x80000000}, {0, 0, 0xffffffff, 0xffffffff}},
    {0xffffffff, 0xffffffff, 0, 0}};
static const struct report u64shl_report = {
    "counts beside 64-bit integers come from x and z, modulo 64", NULL, "U64SHL TEMP[0], IN[1], IN[2]",
    {{1, 0, 1, 0}, {64, 99, 97, 99}},
    {1, 0, 0, 2}};
static const struct report i64_modifier_report = {
    "64-bit integers negate as integers", NULL, "U64ADD TEMP[0], -IN[1], IN[2]",
    {{1, 0, 0, 1}, {0, 0, 0, 0}},
    {0xffffffff, 0xffffffff, 0, 0xffffffff}};
static const struct report pk2h_report = {
    "virglrenderer: PK2H to nearest even", NULL, "PK2H TEMP[0].yw, IN[1]",
    {{0x3f801000, 0x477ff000, 0, 0}}, /* 1 + half a step; 65520. */
    {7, 0x7c003c00, 7, 0x7c003c00}};
static const struct report up2h_report = {
    "virglrenderer: UP2H of denormal halves", NULL, "UP2H TEMP[0], IN[1]",
    {{0x80013c00, 0, 0, 0}},
    {ONE, 0xb3800000, ONE, 0xb3800000}};
static const struct report pk4ub_report = {
    "virglrenderer: PK4UB clamps", NULL, "PK4UB TEMP[0].x, IN[1]",
    {{MINUS_ONE, TWO, NOT_A_NUMBER, 0x3f000000}},
    {0x8000ff00, 7, 7, 7}};
static const struct report up4ub_report = {
    "virglrenderer: UP4UB", NULL, "UP4UB TEMP[0].xyw, IN[1]",
    {{0xff00ff00, 0, 0, 0}},
    {0, ONE, 7, ONE}};
static const struct report pk4b_report = {
    "PK4B is two's complement", NULL, "PK4B TEMP[0].x, IN[1]",
    {{MINUS_ONE, ONE, 0, 0xc0000000}},
    {0x81007f81, 7, 7, 7}};
static const struct report up4b_report = {
    "UP4B: -128 is -1", NULL, "UP4B TEMP[0], IN[1]",
    {{0x007f8180, 0, 0, 0}},
    {MINUS_ONE, MINUS_ONE, ONE, 0}};
static const struct report ldexp_report = {
    "virglrenderer: LDEXP by each component's exponent", NULL, "LDEXP TEMP[0], IN[1], IN[2]",
    {{ONE, ONE, MINUS_ONE, 0}, {1, 0xffffffff, 300, 300}},
    {TWO, 0x3f000000, 0xff800000, 0}};
static const struct report pow_report = {
    "virglrenderer: POW outside of GLSL's ranges", NULL,
    "POW TEMP[0].x, IN[1].xxxx, IN[2].xxxx\nPOW TEMP[0].y, IN[1].yyyy, IN[2].yyyy\n"
    "POW TEMP[0].z, IN[1].zzzz, IN[2].zzzz\nPOW TEMP[0].w, IN[1].wwww, IN[2].wwww",
    {{NOT_A_NUMBER, MINUS_ONE, MINUS_ONE, 0}, {0, 0x40400000, 0x3f000000, 0}},
    {ONE, MINUS_ONE, NAN_WORD, ONE}};
static const struct report msb_report = {
    "no bit at all", NULL,
    "LSB TEMP[0].x, IN[1].xxxx\nUMSB TEMP[0].y, IN[1].xxxx\nIMSB TEMP[0].zw, IN[1].xxxy",
    {{0, 0xffffffff, 0, 0}},
    {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}};
/* clang-format on */

#define REPORT(op, name) ROWS_ROW(op, auto, run_report, &name##_report)

static const struct rows_row rows[] = {
    REPORT(BFI, bfi),
    REPORT(CMP, cmp),
    REPORT(D2F, d2f),
    REPORT(D2I, d2i),
    REPORT(DADD, dadd),
    REPORT(DADD, dsat),
    REPORT(DADD, dsatnv),
    REPORT(DADD, in_place),
    REPORT(DADD, indirect),
    REPORT(DADD, predicate),
    REPORT(DLDEXP, dldexp),
    REPORT(DMUL, swizzle),
    REPORT(DNEG, dneg),
    REPORT(DSEQ, dseq),
    REPORT(DSLT, dslt),
    REPORT(F2D, f2d),
    REPORT(I64DIV, i64div),
    REPORT(I64MOD, i64mod),
    REPORT(IBFE, ibfe),
    REPORT(IDIV, idiv),
    REPORT(ISHR, ishr),
    REPORT(LDEXP, ldexp),
    REPORT(LIT, lit),
    REPORT(LOG, log),
    REPORT(LSB, msb),
    REPORT(MAD, legacy),
    ROWS_ROW(MAX, early, run_report, &max_report),
    ROWS_ROW(MAX, final, run_report, &final_extreme_report),
    REPORT(MIN, mask),
    ROWS_ROW(MIN, early, run_report, &min_report),
    ROWS_ROW(MIN, final, run_report, &final_extreme_report),
    REPORT(MOD, mod),
    REPORT(MOV, nan_sat),
    REPORT(MOV, nan_satnv),
    REPORT(MOV, sat),
    REPORT(MUL, no_zero),
    REPORT(MUL, zero_wins),
    REPORT(PK2H, pk2h),
    REPORT(PK4B, pk4b),
    REPORT(PK4UB, pk4ub),
    REPORT(POW, pow),
    REPORT(SHL, shl),
    REPORT(U64ADD, i64_modifier),
    REPORT(U64SHL, u64shl),
    REPORT(UBFE, ubfe),
    REPORT(UCMP, ucmp),
    REPORT(UDIV, udiv),
    REPORT(UMOD, umod),
    REPORT(UP2H, up2h),
    REPORT(UP4B, up4b),
    REPORT(UP4UB, up4ub),
};

const struct rows_table rows_table_reports = {"reports", rows, BASE_COUNT(rows)};
