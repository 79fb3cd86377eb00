/* SPDX-License-Identifier: MIT
 *
 * Control flow: random programs against the machines of flow_model.h, what users of other
 * translators ran into, and what hostile programs do.
 */
#include "flow_model.h"
#include "kit.h"

#include <stdio.h>

#define GROUPS 4
#define LANES (GROUPS * FLOW_LANES)

/* ---- random programs ---- */

static uint32_t
mix(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x7fb5d329728ea185);
    x = (x ^ x >> 27) * UINT64_C(0x81dadef4bc2dd44d);
    return (uint32_t)(x >> 32);
}

static void
make_inputs(uint64_t seed, uint32_t (*inputs)[FLOW_INPUTS])
{
    for (uint32_t lane = 0; lane < LANES; lane++)
        for (uint32_t i = 0; i < FLOW_INPUTS; i++)
            inputs[lane][i] = mix(seed * 1000 + lane * 8 + i) & 0xff;
}

/* What each lane puts out; false if one goes on for too long. */
static bool
expect(const struct flow_program *program, bool jumps, const uint32_t (*inputs)[FLOW_INPUTS],
       uint32_t *outputs)
{
    for (uint32_t lane = 0; lane < LANES; lane++)
        if (!flow_run_lane(program, inputs[lane], &outputs[lane]))
            return false;
    for (uint32_t group = 0; !jumps && group < GROUPS; group++) {
        uint32_t masked[FLOW_LANES];

        assert_true(flow_run_masks(program, inputs + group * FLOW_LANES, masked));
        assert_memory_equal(masked, outputs + group * FLOW_LANES, sizeof(masked));
    }
    return true;
}

static bool
check_program(uint64_t seed, bool jumps)
{
    static struct flow_program program;
    uint32_t inputs[LANES][FLOW_INPUTS], expected[LANES];
    struct base_text text;
    struct kit kit;
    struct kit_run run;

    flow_generate(&program, seed, jumps);
    make_inputs(seed, inputs);
    if (!expect(&program, jumps, (const uint32_t(*)[FLOW_INPUTS])inputs, expected))
        return false;
    KIT_BEGIN(&kit);
    base_text_init(&text, &kit.arena);
    flow_print(&program, &text);
    kit_lower(&kit, base_text_string(&text));
    kit_run_init(&kit, &run, LANES);
    for (uint32_t lane = 0; lane < LANES; lane++)
        for (unsigned c = 0; c < FLOW_INPUTS; c++)
            kit_set_input(&kit, &run, KIT_GENERIC, c, lane, inputs[lane][c]);
    kit_run(&kit, &run);
    for (uint32_t lane = 0; lane < LANES; lane++)
        if (kit_output(&kit, &run, 0, 0, lane) != expected[lane])
            fail_msg("seed %llu, lane %u: found %08x, expected %08x\n%s", (unsigned long long)seed,
                     lane, kit_output(&kit, &run, 0, 0, lane), expected[lane],
                     base_text_string(&text));
    kit_end(&kit);
    return true;
}

static void
test_random_structured(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4000; seed++)
        assert_true(check_program(seed, false));
}

static void
test_random_jumps(void **state)
{
    uint32_t run = 0;
    (void)state;

    for (uint64_t seed = 1; seed <= 4000; seed++)
        run += check_program(seed, true);
    assert_true(run > 2000);
}

/* ---- faults ---- */

struct bad_row {
    const char *text;
    enum qd_code code;
    uint32_t line;
    const char *message; /* Is in the error's. */
};

#define HEAD                                                                                       \
    "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\n"                   \
    "IMM[0] INT32 {0, 1, 2, -1}\nIMM[1] FLT32 {0.5, 2, 0, 0}\n"
#define SUB "BGNSUB\nADD TEMP[0], TEMP[0], IN[0]\nENDSUB\n"

/* Bodies begin at line 7. */
static const struct bad_row bad_rows[] = {
    /* Subroutines. */
    {HEAD "BGNSUB\nENDSUB\nEND\n", QD_CODE_TGSI_FLOW, 7, "before END"},
    {HEAD "END\nBGNSUB\nBGNSUB\nENDSUB\n", QD_CODE_TGSI_FLOW, 9, "inside of BGNSUB of line 8"},
    {HEAD "END\nBGNSUB\nMOV TEMP[0], IN[0]\n", QD_CODE_TGSI_FLOW, 8, "without an end"},
    {HEAD "ENDSUB\nEND\n", QD_CODE_TGSI_FLOW, 7, "outside of BGNSUB"},
    {HEAD "END\nENDSUB\n", QD_CODE_TGSI_TEXT_AFTER_END, 8, "BGNSUB or nothing"},
    {HEAD "END\n" SUB "MOV TEMP[0], IN[0]\n", QD_CODE_TGSI_TEXT_AFTER_END, 11, "BGNSUB or nothing"},
    {HEAD "END\n" SUB "END\n", QD_CODE_TGSI_TEXT_AFTER_END, 11, "BGNSUB or nothing"},
    {HEAD "END\nBGNSUB\nEND\nENDSUB\n", QD_CODE_TGSI_FLOW, 9, "line 7"},
    {HEAD "END\nBGNSUB\nIF IN[0]\nENDSUB\n", QD_CODE_TGSI_FLOW, 9, "before ENDSUB"},
    {HEAD "IF IN[0]\nEND\nBGNSUB\nENDIF\nENDSUB\n", QD_CODE_TGSI_FLOW, 7, "before END"},
    {HEAD "BGNLOOP\nCAL :4\nENDLOOP\nEND\nBGNSUB\nBRK\nENDSUB\n", QD_CODE_TGSI_FLOW, 12, "BRK"},
    {HEAD "CAL :0\n", QD_CODE_TGSI_MISSING_END, 8, "END"},

    /* Labels. */
    {HEAD "CAL :0\nEND\n" SUB, QD_CODE_TGSI_LABEL, 7, "label 0, which is CAL of line 7"},
    {HEAD "CAL :3\nEND\n" SUB, QD_CODE_TGSI_LABEL, 7, "label 3, which is ADD of line 10"},
    {HEAD "CAL :5\nEND\n" SUB, QD_CODE_TGSI_LABEL, 7, "instructions are 0 to 4"},
    {HEAD "CAL :4294967296\nEND\n" SUB, QD_CODE_TGSI_LABEL, 7, "instructions are 0 to 4"},
    {HEAD "CAL\nEND\n" SUB, QD_CODE_TGSI_SYNTAX, 7, "label"},
    {HEAD "CALLNZ IN[0]\nEND\n" SUB, QD_CODE_TGSI_LABEL, 7, "without a label"},
    {HEAD "CALLNZ IN[0] :1\nEND\n" SUB, QD_CODE_TGSI_LABEL, 7, "which is END"},
    {HEAD "BRA IN[0]\nEND\n", QD_CODE_TGSI_LABEL, 7, "without a label"},
    {HEAD "BRA IMM[1]\nEND\n", QD_CODE_TGSI_LABEL, 7, "without a label"},
    {HEAD "BRA -IMM[0].yyyy\nEND\n", QD_CODE_TGSI_LABEL, 7, "without a label"},
    {HEAD "BRA IMM[0].wwww\nEND\n", QD_CODE_TGSI_LABEL, 7, "without a label"},
    {HEAD "BRA IMM[0].zzzz\nEND\n", QD_CODE_TGSI_LABEL, 7, "label 2"},
    {HEAD "BRA IN[0] :2\nEND\n" SUB, QD_CODE_TGSI_LABEL, 7, "has 0 to 1"},
    {HEAD "CAL :2\nEND\nBGNSUB\nBRA IN[0] :0\nENDSUB\n", QD_CODE_TGSI_LABEL, 10, "has 2 to 4"},

    /* Recursion, direct and by way of others. */
    {HEAD "CAL :2\nEND\nBGNSUB\nCAL :2\nENDSUB\n", QD_CODE_TGSI_RECURSION, 10, "line 10 calls 9"},
    {HEAD "END\nBGNSUB\nCAL :4\nENDSUB\nBGNSUB\nCALLNZ IN[0] :7\nENDSUB\nBGNSUB\nCAL :1\nENDSUB\n",
     QD_CODE_TGSI_RECURSION, 15, "line 9 calls 11, line 12 calls 14, line 15 calls 8"},
};

/* Is the first error what the row says? */
static bool
is_first(const struct bad_row *row, const struct base_diags *diags)
{
    for (uint32_t i = 0; i < diags->list.count; i++) {
        const struct qd_diagnostic *d = &diags->list.data[i];

        if (d->severity != QD_SEVERITY_ERROR)
            continue;
        if (d->code == row->code && d->place.line == row->line && strstr(d->message, row->message))
            return true;
        print_error("%s\nfound %u: %s [%s], expected %u: ... %s ... [%s]\n", row->text,
                    d->place.line, d->message, base_code_name(d->code), row->line, row->message,
                    base_code_name(row->code));
        return false;
    }
    print_error("%s\nfound no error\n", row->text);
    return false;
}

static bool
bad_row_holds(const struct bad_row *row)
{
    struct kit kit;
    bool holds;

    KIT_BEGIN(&kit);
    kit.program = tgsi_read_text(&kit.arena, row->text, strlen(row->text), NULL, &kit.diags);
    if (kit.program)
        (void)tgsi_check(kit.program, &kit.diags);
    holds = is_first(row, &kit.diags);
    kit_end(&kit);
    return holds;
}

static void
test_faults(void **state)
{
    uint32_t wrong = 0;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(bad_rows); i++)
        wrong += !bad_row_holds(&bad_rows[i]);
    assert_int_equal(wrong, 0);
}

/* What no text can be, but tokens may: the checker does not lean on the reader. */
static void
test_faults_beyond_text(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_read(&kit, HEAD "MOV OUT[0], IN[0]\nEND\n" SUB);
    kit.program->insts.data[2].op = tgsi_op_NOP;
    assert_false(tgsi_check(kit.program, &kit.diags));
    assert_int_equal(kit.diags.list.data[kit.diags.list.count - 2].code,
                     QD_CODE_TGSI_TEXT_AFTER_END);
    assert_int_equal(kit.diags.list.data[kit.diags.list.count - 1].code, QD_CODE_TGSI_FLOW);
    kit.program->insts.count = 1;
    assert_false(tgsi_check(kit.program, &kit.diags));
    assert_int_equal(kit.diags.list.data[kit.diags.list.count - 1].code, QD_CODE_TGSI_MISSING_END);
    kit.program->insts.count = 0;
    assert_false(tgsi_check(kit.program, &kit.diags));
    assert_int_equal(kit.diags.list.data[kit.diags.list.count - 1].code, QD_CODE_TGSI_MISSING_END);
    kit_end(&kit);
}

/* ---- hostile programs ---- */

struct hostile {
    struct kit kit;
    struct base_text text;
};

#define HOSTILE_BEGIN(h)                                                                           \
    do {                                                                                           \
        KIT_BEGIN(&(h)->kit);                                                                      \
        base_text_init(&(h)->text, &(h)->kit.arena);                                               \
        base_text_add_string(&(h)->text, HEAD);                                                    \
    } while (0)

static void
repeat(struct hostile *h, const char *part, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        base_text_add_string(&h->text, part);
}

/* It is not good, for this reason. */
static void
check_refused(struct hostile *h, enum qd_code code, uint32_t line)
{
    const char *text = base_text_string(&h->text);

    h->kit.program = tgsi_read_text(&h->kit.arena, text, strlen(text), NULL, &h->kit.diags);
    assert_non_null(h->kit.program);
    assert_false(tgsi_check(h->kit.program, &h->kit.diags));
    assert_int_equal(h->kit.diags.list.data[0].code, code);
    assert_int_equal(h->kit.diags.list.data[0].place.line, line);
    kit_end(&h->kit);
}

/* 31 subroutines that each call the next one twice. */
static void
test_call_bomb(void **state)
{
    struct hostile h;
    (void)state;

    HOSTILE_BEGIN(&h);
    base_text_add_string(&h.text, "CAL :2\nEND\n");
    for (uint32_t i = 1; i <= 31; i++)
        base_text_printf(&h.text, "BGNSUB\nCAL :%u\nCAL :%u\nENDSUB\n", 2 + 4 * i, 2 + 4 * i);
    base_text_add_string(&h.text, "BGNSUB\nENDSUB\n");
    check_refused(&h, QD_CODE_LIMIT, 71);
}

/* The same, but only as deep as may be: 2^15 calls of the last. */
static void
test_many_calls(void **state)
{
    struct hostile h;
    (void)state;

    HOSTILE_BEGIN(&h);
    base_text_add_string(&h.text, "CAL :3\nMOV OUT[0], TEMP[0]\nEND\n");
    for (uint32_t i = 1; i <= 13; i++)
        base_text_printf(&h.text, "BGNSUB\nCAL :%u\nCAL :%u\nENDSUB\n", 3 + 4 * i, 3 + 4 * i);
    base_text_add_string(&h.text, "BGNSUB\nUADD TEMP[0].x, TEMP[0], IMM[0].yyyy\nENDSUB\n");
    kit_lower(&h.kit, base_text_string(&h.text));
    kit_end(&h.kit);
}

static void
test_deep_calls(void **state)
{
    struct hostile h;
    (void)state;

    HOSTILE_BEGIN(&h);
    base_text_add_string(&h.text, "CAL :2\nEND\n");
    for (uint32_t i = 1; i <= 30000; i++)
        base_text_printf(&h.text, "BGNSUB\nCAL :%u\nENDSUB\n", 2 + 3 * i);
    base_text_add_string(&h.text, SUB);
    kit_lower(&h.kit, base_text_string(&h.text));
    kit_end(&h.kit);
}

/* Regions of subroutines stand inside of those that call them. */
static void
test_deep_regions_by_calls(void **state)
{
    struct hostile h;
    (void)state;

    HOSTILE_BEGIN(&h);
    repeat(&h, "IF IN[0]\n", 1000);
    base_text_add_string(&h.text, "CAL :2002\n");
    repeat(&h, "ENDIF\n", 1000);
    base_text_add_string(&h.text, "END\nBGNSUB\n");
    repeat(&h, "IF IN[0]\n", 24);
    repeat(&h, "ENDIF\n", 24);
    base_text_add_string(&h.text, "ENDSUB\n");
    check_refused(&h, QD_CODE_TGSI_NESTING, 1007);
}

static void
test_long_cycle(void **state)
{
    struct hostile h;
    (void)state;

    HOSTILE_BEGIN(&h);
    base_text_add_string(&h.text, "CAL :2\nEND\n");
    for (uint32_t i = 1; i <= 30000; i++)
        base_text_printf(&h.text, "BGNSUB\nCAL :%u\nENDSUB\n", i < 30000 ? 2 + 3 * i : 2);
    check_refused(&h, QD_CODE_TGSI_RECURSION, 8 + 3 * 30000 - 1);
}

/* Deeper than any guest's interpreter goes: every lane finds its way out of all. */
static void
test_deep_switches(void **state)
{
    enum { DEPTH = 300 };
    struct hostile h;
    struct kit_run run;
    (void)state;

    HOSTILE_BEGIN(&h);
    base_text_add_string(&h.text, "MOV TEMP[1], IN[0]\n");
    repeat(&h, "SWITCH IN[0]\nDEFAULT\nUADD TEMP[0].x, TEMP[0], IMM[0].yyyy\nBRK\nCASE IMM[0]\n",
           DEPTH);
    base_text_add_string(&h.text, "UADD TEMP[0].x, TEMP[0], IMM[0].zzzz\n");
    repeat(&h, "UADD TEMP[0].x, TEMP[0], IMM[0].yyyy\nENDSWITCH\n", DEPTH);
    base_text_add_string(&h.text, "MOV OUT[0].x, TEMP[0]\nEND\n");
    kit_lower(&h.kit, base_text_string(&h.text));
    kit_run_init(&h.kit, &run, 4);
    for (uint32_t lane = 0; lane < 4; lane++)
        kit_set_input(&h.kit, &run, KIT_GENERIC, 0, lane, lane & 1);
    kit_run(&h.kit, &run);
    for (uint32_t lane = 0; lane < 4; lane++)
        assert_int_equal(kit_output(&h.kit, &run, 0, 0, lane), lane & 1 ? 1 : DEPTH + 2);
    kit_end(&h.kit);
}

static void
test_many_cases(void **state)
{
    enum { COUNT = 20000 };
    struct hostile h;
    (void)state;

    HOSTILE_BEGIN(&h);
    base_text_add_string(&h.text, "SWITCH IN[0]\n");
    for (uint32_t i = 0; i < COUNT; i++)
        base_text_printf(&h.text, "CASE %s\nUADD TEMP[0].x, TEMP[0], IMM[0].yyyy\n%s",
                         i % 3 ? "TEMP[0]" : "IMM[0].zzzz", i % 2 ? "BRK\n" : "");
    base_text_add_string(&h.text, "ENDSWITCH\nMOV OUT[0], TEMP[0]\nEND\n");
    kit_lower(&h.kit, base_text_string(&h.text));
    kit_end(&h.kit);
}

/* A jump to itself ends when the steps do. */
static void
test_endless_jump(void **state)
{
    struct hostile h;
    struct kit_run run;
    (void)state;

    HOSTILE_BEGIN(&h);
    base_text_add_string(&h.text, "NOP\nBRA IMM[0].yyyy\nMOV OUT[0], IN[0]\nEND\n");
    kit_lower(&h.kit, base_text_string(&h.text));
    kit_run_init(&h.kit, &run, 4);
    run.group.steps = 100000;
    assert_int_equal(cpu_program_run(run.program, &run.group), cpu_run_out_of_steps);
    kit_end(&h.kit);
}

/* Every jump may go anywhere: no time or memory that grows with their square. */
static void
test_many_jumps(void **state)
{
    enum { COUNT = 10000 };
    struct hostile h;
    (void)state;

    HOSTILE_BEGIN(&h);
    for (uint32_t i = 0; i < COUNT; i++)
        base_text_printf(&h.text, "BRA TEMP[%u] :%u\nUADD TEMP[%u].x, TEMP[0], IMM[0].yyyy\n",
                         i % 2, mix(i) % (2 * COUNT), mix(i + COUNT) % 2);
    base_text_add_string(&h.text, "MOV OUT[0], TEMP[0]\nEND\n");
    kit_lower(&h.kit, base_text_string(&h.text));
    kit_end(&h.kit);
}

/* As many temporaries as there are, all of them reached by an address. */
static void
test_all_temporaries(void **state)
{
    struct kit kit;
    struct kit_run run;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                    "DCL TEMP[0..65535]\nDCL ADDR[0]\nUARL ADDR[0].x, IN[0]\n"
                    "MOV TEMP[65535].x, IN[0].yyyy\nMOV TEMP[ADDR[0].x].y, IN[0]\n"
                    "MOV OUT[0], TEMP[ADDR[0].x]\nEND\n");
    kit_run_init(&kit, &run, 4);
    for (uint32_t lane = 0; lane < 4; lane++) {
        kit_set_input(&kit, &run, KIT_GENERIC, 0, lane, 65533 + lane);
        kit_set_input(&kit, &run, KIT_GENERIC, 1, lane, 7);
    }
    kit_run(&kit, &run);
    for (uint32_t lane = 0; lane < 4; lane++) {
        assert_int_equal(kit_output(&kit, &run, 0, 0, lane), lane == 2 ? 7 : 0);
        assert_int_equal(kit_output(&kit, &run, 0, 1, lane), lane == 3 ? 0 : 7);
    }
    kit_end(&kit);
}

/* ---- what users of other translators ran into ---- */

struct report_row {
    const char *name;
    const char *body;
    uint32_t expected[4]; /* Of a lane each, whose number IN[0].x is; y is -0.0. */
};

#define ADD(n) "UADD TEMP[0].x, TEMP[0], IMM[2]." n "\n"
#define TAIL "MOV OUT[0], TEMP[0]\nEND\n"

static const struct report_row report_rows[] = {
    {"labels of 0 do not loop for ever",
     "UIF IN[0].xxxx :0\n" ADD("xxxx") "ELSE :0\n" ADD("yyyy") "ENDIF\n" TAIL,
     {100, 10, 10, 10}},
    {"wrong labels of loops say nothing",
     "BGNLOOP :0\n" ADD("xxxx") "BRK\nENDLOOP :1\n" TAIL,
     {10, 10, 10, 10}},
    {"IF and UIF differ",
     "IF IN[0].yyyy\n" ADD("xxxx") "ENDIF\nUIF IN[0].yyyy\n" ADD("yyyy") "ENDIF\n" TAIL,
     {100, 100, 100, 100}},
    {"CONT is not left out",
     "BGNLOOP\n" ADD("xxxx") "USGE TEMP[1].x, TEMP[0], IMM[2].yyyy\nBREAKC TEMP[1]\n"
                             "UIF IN[0]\nCONT\nENDIF\n" ADD("yyyy") "ENDLOOP\n" TAIL,
     {120, 100, 100, 100}},
    {"SWITCH is not left out",
     "SWITCH IN[0]\nCASE IMM[0].yyyy\n" ADD("xxxx") "BRK\nCASE IMM[0].zzzz\n" ADD(
         "yyyy") "BRK\nENDSWITCH\n" TAIL,
     {0, 10, 100, 0}},
    {"DEFAULT runs no lane that a later CASE takes",
     "SWITCH IN[0]\nDEFAULT\n" ADD("xxxx") "BRK\nCASE IMM[0].yyyy\n" ADD("yyyy") "ENDSWITCH\n" TAIL,
     {10, 100, 10, 10}},
    {"BRK in a switch leaves the other lanes on",
     "SWITCH IMM[0]\nCASE IMM[0]\n" ADD("xxxx") "UIF IN[0]\nBRK\nENDIF\n" ADD(
         "yyyy") "ENDSWITCH\n" TAIL,
     {110, 10, 10, 10}},
    {"a lane that left a switch is not taken by a case again",
     "SWITCH IMM[0]\nCASE IMM[0]\n" ADD("xxxx") "BRK\nCASE IMM[0]\n" ADD("yyyy") "ENDSWITCH\n" TAIL,
     {10, 10, 10, 10}},
    {"subroutines are not left out",
     "CAL :3\n" TAIL "BGNSUB\nUIF IN[0]\nRET\nENDIF\n" ADD("xxxx") "ENDSUB\n",
     {10, 0, 0, 0}},
    {"RET in main ends the lane with its outputs",
     ADD("xxxx") "MOV OUT[0], TEMP[0]\nUIF IN[0]\nRET\nENDIF\n" ADD("yyyy") TAIL,
     {110, 10, 10, 10}},
    {"NOP is nothing", "NOP\n" ADD("xxxx") "NOP\n" TAIL, {10, 10, 10, 10}},
};

static void
test_reports(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(report_rows); i++) {
        const struct report_row *row = &report_rows[i];
        struct hostile h;
        struct kit_run run;

        HOSTILE_BEGIN(&h);
        base_text_printf(&h.text, "IMM[2] INT32 {10, 100, 0, 0}\n%s", row->body);
        kit_lower(&h.kit, base_text_string(&h.text));
        kit_run_init(&h.kit, &run, 4);
        for (uint32_t lane = 0; lane < 4; lane++) {
            kit_set_input(&h.kit, &run, KIT_GENERIC, 0, lane, lane);
            kit_set_input(&h.kit, &run, KIT_GENERIC, 1, lane, 0x80000000);
        }
        kit_run(&h.kit, &run);
        for (uint32_t lane = 0; lane < 4; lane++)
            if (kit_output(&h.kit, &run, 0, 0, lane) != row->expected[lane])
                fail_msg("%s: lane %u: found %u, expected %u", row->name, lane,
                         kit_output(&h.kit, &run, 0, 0, lane), row->expected[lane]);
        kit_end(&h.kit);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_structured),
        cmocka_unit_test(test_random_jumps),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_faults_beyond_text),
        cmocka_unit_test(test_call_bomb),
        cmocka_unit_test(test_many_calls),
        cmocka_unit_test(test_deep_calls),
        cmocka_unit_test(test_deep_regions_by_calls),
        cmocka_unit_test(test_long_cycle),
        cmocka_unit_test(test_deep_switches),
        cmocka_unit_test(test_many_cases),
        cmocka_unit_test(test_endless_jump),
        cmocka_unit_test(test_many_jumps),
        cmocka_unit_test(test_all_temporaries),
        cmocka_unit_test(test_reports),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
