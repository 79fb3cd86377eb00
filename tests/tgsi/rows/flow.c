/* SPDX-License-Identifier: MIT
 *
 * Control flow and the stack of addresses. Lanes of one drawing have all pairs of some words, so
 * they part wherever a program lets them.
 */
#include "flow_model.h"
#include "rows.h"

#include <string.h>

/* A program's body, the first instruction of which is number 1, and what it makes of a lane's x and
 * y. Its temporaries begin as zeroes but TEMP[0], which is (x, y, 7, -7); TEMP[1] is put out.
 * IMM[0] and IMM[1] are 0 to 7. */
struct flow_row {
    const char *body;
    void (*expect)(const uint32_t *in, uint32_t *out);
};

#define HEAD                                                                                       \
    "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\nDCL TEMP[0..7]\nDCL ADDR[0]\n"      \
    "IMM[0] INT32 {0, 1, 2, 3}\nIMM[1] INT32 {4, 5, 6, 7}\nIMM[2] INT32 {10, 100, 1000, -1}\n"     \
    "IMM[3] FLT32 {10, 0, 0, 0}\nMOV TEMP[0], IN[0]\n"
#define END "MOV OUT[0], TEMP[1]\nEND\n"
#define ADD(n) "UADD TEMP[1].x, TEMP[1], IMM[2]." n "\n"

static const uint32_t words[] = {
    0,          1,          2,          3,          4,          5,          6,          7,
    0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x7fc00001, 0xff800000, 0x40000000, 0x41200000};
#define WORDS (sizeof(words) / sizeof(words[0]))
#define LANES (WORDS * WORDS)

static const uint32_t *
make_inputs(struct rows *r)
{
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * 4);

    for (uint32_t i = 0; i < LANES; i++) {
        in[4 * i] = words[i % WORDS];
        in[4 * i + 1] = words[i / WORDS];
        in[4 * i + 2] = 7;
        in[4 * i + 3] = (uint32_t)-7;
    }
    return in;
}

static void
run_body(struct rows *r, const struct rows_row *row)
{
    const struct flow_row *data = row->data;
    struct rows_drawing d = {.fragment = rows_text(r, "%s%s", HEAD, data->body),
                             .count = LANES,
                             .inputs = 1,
                             .outputs = 1,
                             .in = make_inputs(r)};

    if (!rows_draw(r, &d, NULL))
        return;
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t expected[4] = {0};
        const uint32_t *out = rows_output(&d, i, 0);

        data->expect(&d.in[4 * i], expected);
        rows_expect(r, memcmp(out, expected, sizeof(expected)) == 0,
                    "%08x, %08x: found %08x %08x %08x %08x, expected %08x %08x %08x %08x\n%s",
                    d.in[4 * i], d.in[4 * i + 1], out[0], out[1], out[2], out[3], expected[0],
                    expected[1], expected[2], expected[3], data->body);
    }
}

/* ---- branches ---- */

static bool
is_true_float(uint32_t word)
{
    union rows_word value = {.u = word};

    return value.f != 0;
}

/* -0.0 is no condition in the final dialect, and one in the early. */
static void
expect_if_final(const uint32_t *in, uint32_t *out)
{
    out[0] = is_true_float(in[0]) ? 10 : 100;
}

static void
expect_if_bits(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] ? 10 : 100;
}

#define IF_BODY(op) op " IN[0].xxxx :0\n" ADD("xxxx") "ELSE :9\n" ADD("yyyy") "ENDIF\n" END

/* Integers as floats would be denormals. */
#define FLOAT_IF_BODY(op)                                                                          \
    "AND TEMP[2].x, TEMP[0], IMM[2].wwww\nUSLT TEMP[3].x, TEMP[2], IMM[2].xxxx\n"                  \
    "UCMP TEMP[2].x, TEMP[3], IMM[3].yyyy, TEMP[2]\n" op                                           \
    " TEMP[2]\n" ADD("xxxx") "ELSE\n" ADD("yyyy") "ENDIF\n" END

static void
expect_float_if(const uint32_t *in, uint32_t *out)
{
    const uint32_t clean[4] = {in[0] < 10 ? 0 : in[0]};

    expect_if_final(clean, out);
}

static const struct flow_row if_final = {FLOAT_IF_BODY("IF"), expect_float_if};
static const struct flow_row if_early = {IF_BODY("IF"), expect_if_bits};
static const struct flow_row ifc = {IF_BODY("IFC"), expect_if_bits};
static const struct flow_row uif = {IF_BODY("UIF"), expect_if_bits};

static void
expect_if_nested(const uint32_t *in, uint32_t *out)
{
    if (in[0] & 1)
        out[0] = (in[1] & 1 ? 10u : 100u) + 1000;
    else
        out[0] = in[1] & 1 ? 0 : 1000;
}

#define ODD "AND TEMP[2].xy, TEMP[0], IMM[0].yyyy\nI2F TEMP[2].xy, TEMP[2]\n"
static const struct flow_row if_nested = {
    ODD "IF TEMP[2].xxxx\nIF TEMP[2].yyyy\n" ADD("xxxx") "ELSE\n" ADD("yyyy") "ENDIF\n" ADD(
        "zzzz") "ELSE\nIF TEMP[2].yyyy\nELSE\n" ADD("zzzz") "ENDIF\nENDIF\n" END,
    expect_if_nested};

/* ---- loops ---- */

/* x & 7 rounds, each 10. */
static void
expect_rounds(const uint32_t *in, uint32_t *out)
{
    out[0] = 10 * (in[0] & 7);
}

#define COUNT "AND TEMP[2].xy, TEMP[0], IMM[1].wwww\n"
static const struct flow_row loop = {
    COUNT "BGNLOOP :2\nUSGE TEMP[4].x, TEMP[3], TEMP[2]\nIF TEMP[4]\nBRK\nENDIF\n" ADD(
        "xxxx") "UADD TEMP[3].x, TEMP[3], IMM[0].yyyy\nENDLOOP :99\n" END,
    expect_rounds};
static const struct flow_row breakc = {
    COUNT "BGNLOOP\nUSGE TEMP[4].x, TEMP[3], TEMP[2]\nBREAKC TEMP[4]\n" ADD(
        "xxxx") "UADD TEMP[3].x, TEMP[3], IMM[0].yyyy\nENDLOOP\n" END,
    expect_rounds};

/* Rounds 1 to x & 7; those of the bits of y & 7 are cut short by CONT. */
static void
expect_cont(const uint32_t *in, uint32_t *out)
{
    for (uint32_t i = 1; i <= (in[0] & 7); i++)
        out[0] += i & in[1] & 7 ? 10 : 110;
}

static const struct flow_row cont = {
    COUNT "BGNLOOP\nUSGE TEMP[4].x, TEMP[3], TEMP[2]\nIF TEMP[4]\nBRK\nENDIF\n" ADD(
        "xxxx") "UADD TEMP[3].x, TEMP[3], IMM[0].yyyy\nAND TEMP[5].x, TEMP[3], TEMP[2].yyyy\n"
                "I2F TEMP[5].x, TEMP[5]\nIF TEMP[5]\nCONT\nENDIF\n" ADD("yyyy") "ENDLOOP\n" END,
    expect_cont};

/* BRK leaves the innermost loop. */
static void
expect_nested_loops(const uint32_t *in, uint32_t *out)
{
    for (uint32_t i = 0; i < (in[0] & 7); i++) {
        for (uint32_t k = 0; k != (in[1] & 3) && k != i; k++)
            out[0] += 10;
        out[0] += 100;
    }
}

static const struct flow_row nested_loops = {
    COUNT
    "AND TEMP[2].y, TEMP[2], IMM[0].wwww\n"
    "BGNLOOP\nUSGE TEMP[4].x, TEMP[3], TEMP[2]\nIF TEMP[4]\nBRK\nENDIF\n"
    "MOV TEMP[5].x, IMM[0]\nBGNLOOP\nUSEQ TEMP[4].x, TEMP[5], TEMP[2].yyyy\n"
    "USEQ TEMP[4].y, TEMP[5].xxxx, TEMP[3].xxxx\nOR TEMP[4].x, TEMP[4], TEMP[4].yyyy\n"
    "IF TEMP[4]\nBRK\nENDIF\n" ADD("xxxx") "UADD TEMP[5].x, TEMP[5], IMM[0].yyyy\nENDLOOP\n" ADD(
        "yyyy") "UADD TEMP[3].x, TEMP[3], IMM[0].yyyy\nENDLOOP\n" END,
    expect_nested_loops};

/* ---- switches ---- */

/* Falls through from 1 to 2; the default stands in between; 3 has the value of a register. */
static void
expect_switch(const uint32_t *in, uint32_t *out)
{
    switch (in[0]) {
    case 1:
        out[0] += 10;
        /* fallthrough */
    case 2:
        out[0] += 100;
        break;
    default:
        if (in[0] == in[1]) {
            out[0] += 10000;
            break;
        }
        out[0] += 1000;
        break;
    }
}

#define FOUR "UMUL TEMP[3].x, IMM[2], IMM[2].zzzz\nUADD TEMP[1].x, TEMP[1], TEMP[3]\n"
static const struct flow_row switch_row = {
    "SWITCH TEMP[0].xxxx\nCASE IMM[0].yyyy\n" ADD("xxxx") "CASE IMM[0].zzzz\n" ADD(
        "yyyy") "BRK\nDEFAULT\n" ADD("zzzz") "BRK\nCASE TEMP[0].yyyy\n" FOUR "BRK\nENDSWITCH\n" END,
    expect_switch};

/* With values known, the default first, which falls into the first case; a value that is there
 * twice goes to the first. */
static void
expect_default_first(const uint32_t *in, uint32_t *out)
{
    switch (in[0]) {
    default:
        out[0] += 10;
        /* fallthrough */
    case 5:
        out[0] += 100;
        break;
    case 0xffffffff:
        out[0] += 1000;
        break;
    }
}

static const struct flow_row default_first = {
    "SWITCH IN[0].xxxx\nDEFAULT\n" ADD("xxxx") "CASE IMM[1].yyyy\n" ADD(
        "yyyy") "BRK\nCASE IMM[2].wwww\n" ADD("zzzz") "BRK\nCASE IMM[1].yyyy\n" ADD("xxxx") "ENDSWI"
                                                                                            "TCH"
                                                                                            "\n" END,
    expect_default_first};

/* Bits are compared: -0.0 is not 0.0, a NaN is itself. */
static void
expect_bits(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] == in[1] ? 10 : 0;
}

static const struct flow_row case_bits = {
    "SWITCH TEMP[0].xxxx\nCASE TEMP[0].yyyy\n" ADD("xxxx") "ENDSWITCH\n" END, expect_bits};

/* BRK of some lanes in an IF leaves the others where they are. */
static void
expect_brk_in_if(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] == 1 ? (in[1] & 1 ? 10 : 110) : (in[0] == 2 ? 100 : 0);
}

static const struct flow_row brk_in_if = {
    ODD "SWITCH TEMP[0].xxxx\nCASE IMM[0].yyyy\n" ADD(
        "xxxx") "IF TEMP[2].yyyy\nBRK\nENDIF\nCASE IMM[0].zzzz\n" ADD("yyyy") "ENDSWITCH\n" END,
    expect_brk_in_if};

/* CONT in a switch is of the loop around, BRK of the switch. */
static void
expect_switch_in_loop(const uint32_t *in, uint32_t *out)
{
    for (uint32_t i = 1; i <= 4; i++) {
        switch (i) {
        case 2:
            continue;
        case 3:
            out[0] += 10;
            if (in[0] & 1)
                break;
            out[0] += 100;
        }
        out[0] += 1000;
    }
}

static const struct flow_row switch_in_loop = {
    ODD "BGNLOOP\nUSGE TEMP[4].x, TEMP[3], IMM[1].xxxx\nIF TEMP[4]\nBRK\nENDIF\n"
        "UADD TEMP[3].x, TEMP[3], IMM[0].yyyy\n"
        "SWITCH TEMP[3].xxxx\nCASE IMM[0].zzzz\nCONT\nCASE IMM[0].wwww\n" ADD(
            "xxxx") "IF TEMP[2].xxxx\nBRK\nENDIF\n" ADD("yyyy") "ENDSWITCH\n" ADD("zzzz") "ENDLOOP"
                                                                                          "\n" END,
    expect_switch_in_loop};

/* A switch without cases runs nothing. */
static void
expect_nothing(const uint32_t *in, uint32_t *out)
{
    (void)in;
    out[0] = 10;
}

static const struct flow_row empty_switch = {
    "SWITCH TEMP[0].xxxx\n" ADD("yyyy") "ENDSWITCH\n" ADD("xxxx") END, expect_nothing};

static const struct flow_row nop = {"NOP\n" ADD("xxxx") END, expect_nothing};

/* ---- subroutines ---- */

/* Called twice, once by some lanes. The subroutine's RET sends some lanes back early. */
static void
expect_calls(const uint32_t *in, uint32_t *out)
{
    const uint32_t once = in[1] & 1 ? 10 : 110;

    out[0] = once + (in[0] & 1 ? once : 0) + 1000;
}

static const struct flow_row calls = {
    ODD "CAL :10\nIF TEMP[2].xxxx\nCAL :10\nENDIF\n" ADD("zzzz") END
    "10: BGNSUB :0\n" ADD("xxxx") "IF TEMP[2].yyyy\nRET\nENDIF\n" ADD("yyyy") "ENDSUB\n",
    expect_calls};

static void
expect_callnz(const uint32_t *in, uint32_t *out)
{
    out[0] = (in[0] ? 10 : 0) + 100;
}

static const struct flow_row callnz = {
    "CALLNZ TEMP[0].xxxx :5\n" ADD("yyyy") END "BGNSUB\n" ADD("xxxx") "ENDSUB\n", expect_callnz};

/* Subroutines that call others, in a loop that a RET inside the callee does not leave. */
static void
expect_nested_calls(const uint32_t *in, uint32_t *out)
{
    for (uint32_t i = 0; i < (in[0] & 7); i++)
        out[0] += i == (in[1] & 7) ? 10 : 110;
}

static const struct flow_row nested_calls = {
    COUNT
    "BGNLOOP\nUSGE TEMP[4].x, TEMP[3], TEMP[2]\nIF TEMP[4]\nBRK\nENDIF\nCAL :12\n"
    "UADD TEMP[3].x, TEMP[3], IMM[0].yyyy\nENDLOOP\n" END "BGNSUB\nCAL :15\nENDSUB\n"
    "BGNSUB\nBGNLOOP\n" ADD("xxxx") "USEQ TEMP[5].x, TEMP[3], TEMP[2].yyyy\nIF "
                                    "TEMP[5]\nRET\nENDIF\n" ADD("yyyy") "BRK\nENDLOOP\nENDSUB\n",
    expect_nested_calls};

/* RET in the main program: the lane is done, with the outputs it has. */
static void
expect_ret(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] & 1 ? 10 : 110;
}

static const struct flow_row ret = {
    ODD ADD("xxxx") "MOV OUT[0], TEMP[1]\nIF TEMP[2].xxxx\nRET\nENDIF\n" ADD("yyyy") END,
    expect_ret};

/* ---- jumps ---- */

/* Forwards by an immediate, over what would add 10; by a float, as the early text has them; back
 * by a label while a count lasts. */
static void
expect_bra(const uint32_t *in, uint32_t *out)
{
    out[0] = 100 * ((in[0] & 7) + 1);
}

static const struct flow_row bra = {
    COUNT "BRA IMM[1].xxxx\n" ADD("xxxx")
        ADD("yyyy") "MOV TEMP[3].x, TEMP[2]\nUADD TEMP[2].x, TEMP[2], IMM[2].wwww\n"
                    "BRA TEMP[3] :4\nBRA IMM[3].xxxx\n" ADD("xxxx") END,
    expect_bra};

/* ---- the stack ---- */

static void
expect_pushed(const uint32_t *in, uint32_t *out)
{
    memcpy(out, in, 16);
}

static const struct flow_row push_pop = {
    "PUSHA TEMP[0]\nPUSHA IMM[1]\nPOPA ADDR[0]\nPOPA TEMP[1]\n" END, expect_pushed};

static void
expect_order(const uint32_t *in, uint32_t *out)
{
    out[0] = in[3];
    out[1] = 7;
    out[3] = 4;
}

/* The second on it comes first; a swizzle goes with the push, a mask with the pop. */
static const struct flow_row order = {
    "PUSHA TEMP[0].wzyx\nPUSHA IMM[1].wzyx\nPOPA TEMP[1].w\nPOPA TEMP[1].xy\n" END, expect_order};

static void
expect_empty(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0];
    out[1] = 0;
}

/* An empty one gives zeroes, and what is pushed then is there. */
static const struct flow_row empty_stack = {
    "MOV TEMP[1], IMM[1]\nPOPA TEMP[1]\nPOPA TEMP[1]\nPUSHA TEMP[0]\nPOPA TEMP[1].x\n"
    "POPA TEMP[1].y\n" END,
    expect_empty};

/* 32 fit; what is pushed beyond is gone. */
static void
expect_full(const uint32_t *in, uint32_t *out)
{
    (void)in;
    out[0] = 32;
    out[1] = 31;
}

static const struct flow_row full_stack = {
    "UMUL TEMP[2].x, IMM[2], IMM[1].xxxx\n"
    "BGNLOOP\nUSGE TEMP[4].x, TEMP[3], TEMP[2]\nIF TEMP[4]\nBRK\nENDIF\n"
    "UADD TEMP[3].x, TEMP[3], IMM[0].yyyy\nPUSHA TEMP[3].xxxx\nENDLOOP\nPOPA TEMP[1].x\n"
    "POPA TEMP[1].y\n" END,
    expect_full};

/* Each lane has its own. */
static void
expect_lanes(const uint32_t *in, uint32_t *out)
{
    out[0] = in[0] & 1 ? in[1] : 0;
}

static const struct flow_row lanes = {
    ODD "IF TEMP[2].xxxx\nPUSHA TEMP[0].yyyy\nENDIF\nPOPA TEMP[1].x\n" END, expect_lanes};

/* ---- random programs ---- */

#define RANDOM_PROGRAMS 40

static void
run_random(struct rows *r, const struct rows_row *row)
{
    const bool jumps = row->op == tgsi_op_BRA;
    struct flow_program *program = base_arena_new(&r->arena, struct flow_program);
    const uint32_t *in = make_inputs(r);

    for (uint64_t seed = 0; seed < RANDOM_PROGRAMS; seed++) {
        uint32_t expected[LANES];
        struct base_text text;
        struct rows_drawing d = {.count = LANES, .inputs = 1, .outputs = 1, .in = in};
        bool ends = true;

        flow_generate(program, 100000 + seed, jumps);
        for (uint32_t i = 0; i < LANES; i++)
            ends = ends && flow_run_lane(program, &in[4 * i], &expected[i]);
        if (!ends)
            continue;
        base_text_init(&text, &r->arena);
        flow_print(program, &text);
        d.fragment = base_text_string(&text);
        if (!rows_draw(r, &d, NULL))
            return;
        for (uint32_t i = 0; i < LANES; i++)
            rows_expect(r, rows_output(&d, i, 0)[0] == expected[i],
                        "seed %llu, %08x, %08x: found %08x, expected %08x",
                        (unsigned long long)seed, in[4 * i], in[4 * i + 1],
                        rows_output(&d, i, 0)[0], expected[i]);
    }
}

static const struct rows_row rows[] = {
    ROWS_ROW(IF, final, run_body, &if_final),
    ROWS_ROW(IF, early, run_body, &if_early),
    ROWS_ROW(IF, auto, run_body, &if_nested),
    ROWS_ROW(IFC, early, run_body, &ifc),
    ROWS_ROW(UIF, auto, run_body, &uif),
    ROWS_ROW(ELSE, auto, run_body, &if_nested),
    ROWS_ROW(ENDIF, auto, run_body, &if_nested),
    ROWS_ROW(BGNLOOP, auto, run_body, &loop),
    ROWS_ROW(BGNLOOP, auto, run_body, &nested_loops),
    ROWS_ROW(ENDLOOP, auto, run_body, &loop),
    ROWS_ROW(BRK, auto, run_body, &nested_loops),
    ROWS_ROW(BRK, auto, run_body, &brk_in_if),
    ROWS_ROW(BREAKC, auto, run_body, &breakc),
    ROWS_ROW(CONT, auto, run_body, &cont),
    ROWS_ROW(CONT, auto, run_body, &switch_in_loop),
    ROWS_ROW(SWITCH, auto, run_body, &switch_row),
    ROWS_ROW(SWITCH, auto, run_body, &switch_in_loop),
    ROWS_ROW(SWITCH, auto, run_body, &empty_switch),
    ROWS_ROW(SWITCH, final, run_random, NULL),
    ROWS_ROW(CASE, auto, run_body, &case_bits),
    ROWS_ROW(CASE, auto, run_body, &default_first),
    ROWS_ROW(DEFAULT, auto, run_body, &default_first),
    ROWS_ROW(ENDSWITCH, auto, run_body, &brk_in_if),
    ROWS_ROW(CAL, auto, run_body, &calls),
    ROWS_ROW(CAL, auto, run_body, &nested_calls),
    ROWS_ROW(CALLNZ, auto, run_body, &callnz),
    ROWS_ROW(BGNSUB, auto, run_body, &calls),
    ROWS_ROW(ENDSUB, auto, run_body, &nested_calls),
    ROWS_ROW(RET, auto, run_body, &ret),
    ROWS_ROW(RET, auto, run_body, &calls),
    ROWS_ROW(END, auto, run_body, &ret),
    ROWS_ROW(NOP, auto, run_body, &nop),
    ROWS_ROW(BRA, auto, run_body, &bra),
    ROWS_ROW(BRA, auto, run_random, NULL),
    ROWS_ROW(PUSHA, auto, run_body, &push_pop),
    ROWS_ROW(PUSHA, auto, run_body, &full_stack),
    ROWS_ROW(PUSHA, auto, run_body, &lanes),
    ROWS_ROW(POPA, auto, run_body, &order),
    ROWS_ROW(POPA, auto, run_body, &empty_stack),
};

const struct rows_table rows_table_flow = {"flow", rows, BASE_COUNT(rows)};
