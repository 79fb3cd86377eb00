/* SPDX-License-Identifier: MIT
 *
 * The builder: what it makes of calls is held against the text that a person would write, and what
 * is wrong is told.
 */
#include <quadrille/quadrille.h>

#include "tgsi/tgsi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <string.h>

#define REG(file, index) qd_tgsi_register(QD_TGSI_FILE_##file, index)

static struct qd_tgsi_builder *
begin(enum qd_tgsi_stage stage, enum qd_tgsi_dialect dialect)
{
    struct qd_tgsi_builder *b;

    assert_int_equal(qd_tgsi_builder_new(stage, dialect, &b), QD_OK);
    assert_non_null(b);
    return b;
}

static struct qd_tgsi_declaration
declaration(enum qd_tgsi_file file, uint32_t first, uint32_t last)
{
    const struct qd_tgsi_declaration made = QD_TGSI_DECLARATION_INIT(file, first, last);

    return made;
}

static void
declare(struct qd_tgsi_builder *b, enum qd_tgsi_file file, uint32_t first, uint32_t last,
        const char *semantic)
{
    struct qd_tgsi_declaration made = declaration(file, first, last);

    made.semantic = semantic;
    assert_int_equal(qd_tgsi_declare(b, &made), QD_OK);
}

/* Finishes, compares, and reads what came by the public reader. */
static void
expect_text(struct qd_tgsi_builder *b, const char *expected)
{
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    const char *text;
    size_t size;
    const enum qd_result result = qd_tgsi_finish_text(b, &text, &size);

    for (uint32_t i = 0; result != QD_OK && i < qd_tgsi_diagnostic_count(b); i++)
        print_error("%u: %s\n", qd_tgsi_diagnostic(b, i)->place.line,
                    qd_tgsi_diagnostic(b, i)->message);
    assert_int_equal(result, QD_OK);
    assert_string_equal(text, expected);
    assert_int_equal(size, strlen(expected));

    struct qd_output *out;
    options.from = QD_FORMAT_TGSI_TEXT;
    if (qd_check(text, size, &options, &out) != QD_OK)
        fail_msg("%s", qd_output_text(out));
    qd_output_free(out);
}

/* The program as tokens, read back and printed, is the same text. */
static void
expect_tokens(struct qd_tgsi_builder *b, enum qd_tgsi_tokens tokens, enum tgsi_tokens layout)
{
    const struct tgsi_token_options options = {layout};
    const uint32_t *words;
    const char *expected;
    size_t count;
    struct base_arena arena;
    struct base_diags diags;
    struct base_text text;

    assert_int_equal(qd_tgsi_finish_text(b, &expected, NULL), QD_OK);
    const enum qd_result result = qd_tgsi_finish_tokens(b, tokens, &words, &count);
    for (uint32_t i = 0; result != QD_OK && i < qd_tgsi_diagnostic_count(b); i++)
        print_error("%u: %s\n", qd_tgsi_diagnostic(b, i)->place.line,
                    qd_tgsi_diagnostic(b, i)->message);
    assert_int_equal(result, QD_OK);

    base_arena_init(&arena, 0);
    assert_true(BASE_ARENA_CATCH(&arena));
    base_diags_init(&diags, &arena, "test");
    const struct tgsi_program *program = tgsi_read_tokens(&arena, words, count, &options, &diags);
    assert_non_null(program);
    base_text_init(&text, &arena);
    tgsi_write_text(program, &text);
    assert_string_equal(base_text_string(&text), expected);
    base_arena_finish(&arena);

    /* The public reader takes them too. */
    struct qd_translate_options read = QD_TRANSLATE_OPTIONS_INIT;
    struct qd_output *out;
    read.from = QD_FORMAT_TGSI_TOKENS;
    read.tokens = tokens;
    if (qd_check(words, count * sizeof(*words), &read, &out) != QD_OK)
        fail_msg("%s", qd_output_text(out));
    qd_output_free(out);
}

static void
expect_final_tokens(struct qd_tgsi_builder *b)
{
    expect_tokens(b, QD_TGSI_TOKENS_DEFAULT, tgsi_tokens_18);
    expect_tokens(b, QD_TGSI_TOKENS_MESA_18, tgsi_tokens_18);
    expect_tokens(b, QD_TGSI_TOKENS_MESA_24, tgsi_tokens_24);
    expect_tokens(b, QD_TGSI_TOKENS_VIRGL, tgsi_tokens_virgl);
}

/* ---- programs ---- */

static void
test_fragment(void **state)
{
    static const float f[4] = {0.5f, -0.0f, 1e-45f, 3.0f};
    static const uint32_t u[4] = {0, 4294967295u, 2, 3};
    static const int32_t s[4] = {INT32_MIN, -1, 0, 1};
    static const double d[2] = {0.1, -2.0};
    static const uint64_t uu[2] = {UINT64_MAX, 1};
    static const int64_t ss[2] = {INT64_MIN, -1};
    struct qd_tgsi_builder *b = begin(QD_TGSI_FRAG, QD_TGSI_DIALECT_AUTO);
    struct qd_tgsi_declaration in = declaration(QD_TGSI_FILE_IN, 0, 1);
    struct qd_tgsi_declaration view = declaration(QD_TGSI_FILE_SVIEW, 0, 0);
    struct qd_tgsi_declaration constants = declaration(QD_TGSI_FILE_CONST, 0, 7);
    struct qd_tgsi_declaration array = declaration(QD_TGSI_FILE_TEMP, 1, 4);
    struct qd_tgsi_instruction gather = QD_TGSI_INSTRUCTION_INIT("TG4");
    const uint32_t *words;
    size_t count;
    uint32_t number;
    (void)state;

    assert_int_equal(qd_tgsi_property_name(b, "FS_COORD_ORIGIN", "lower_left"), QD_OK);
    assert_int_equal(qd_tgsi_property(b, "FS_DEPTH_LAYOUT", 2), QD_OK);
    in.semantic = "generic";
    in.semantic_index = 3;
    in.interpolation = "LINEAR";
    in.location = "CENTROID";
    in.wrap = "yw";
    in.components = "xy";
    assert_int_equal(qd_tgsi_declare(b, &in), QD_OK);
    declare(b, QD_TGSI_FILE_OUT, 0, 0, "COLOR");
    declare(b, QD_TGSI_FILE_SAMP, 0, 0, NULL);
    view.target = "2D";
    view.types[0] = "FLOAT";
    view.types[2] = "UINT";
    assert_int_equal(qd_tgsi_declare(b, &view), QD_OK);
    constants.flags = QD_TGSI_DECLARE_DIMENSION;
    constants.dimension = 2;
    assert_int_equal(qd_tgsi_declare(b, &constants), QD_OK);
    declare(b, QD_TGSI_FILE_TEMP, 0, 0, NULL);
    array.array = 1;
    array.flags = QD_TGSI_DECLARE_LOCAL;
    assert_int_equal(qd_tgsi_declare(b, &array), QD_OK);
    declare(b, QD_TGSI_FILE_ADDR, 0, 0, NULL);

    assert_int_equal(qd_tgsi_immediate_f32(b, f, &number), QD_OK);
    assert_int_equal(number, 0);
    assert_int_equal(qd_tgsi_immediate_u32(b, u, &number), QD_OK);
    assert_int_equal(number, 1);
    assert_int_equal(qd_tgsi_immediate_i32(b, s, NULL), QD_OK);
    assert_int_equal(qd_tgsi_immediate_f64(b, d, NULL), QD_OK);
    assert_int_equal(qd_tgsi_immediate_u64(b, uu, NULL), QD_OK);
    assert_int_equal(qd_tgsi_immediate_i64(b, ss, &number), QD_OK);
    assert_int_equal(number, 5);

    assert_int_equal(qd_tgsi_emit1(b, "UARL", qd_tgsi_components(REG(ADDR, 0), "x"),
                                   qd_tgsi_components(REG(IMM, 1), "z")),
                     QD_OK);
    struct qd_tgsi_operand element = qd_tgsi_indirect(REG(TEMP, 1), 0, 0);
    element.array = 1;
    struct qd_tgsi_operand row =
        qd_tgsi_indirect(qd_tgsi_register2(QD_TGSI_FILE_CONST, 2, 0), 0, 0);
    row.index = -1;
    assert_int_equal(qd_tgsi_emit1(b, "MOV", element, row), QD_OK);
    assert_int_equal(
        qd_tgsi_emit3(b, "mad_sat_precise", qd_tgsi_components(REG(TEMP, 0), "xzw"),
                      qd_tgsi_negate(qd_tgsi_absolute(qd_tgsi_components(REG(IN, 0), "wzyx"))),
                      qd_tgsi_negate(qd_tgsi_negate(REG(IN, 1))), qd_tgsi_negate(REG(IMM, 0))),
        QD_OK);
    assert_int_equal(qd_tgsi_emit_texture(b, "TEX", REG(OUT, 0), REG(TEMP, 0), 0, "2D"), QD_OK);
    const struct qd_tgsi_operand out = REG(OUT, 0);
    const struct qd_tgsi_operand sources[] = {REG(TEMP, 0), REG(IMM, 1), REG(SAMP, 0)};
    const struct qd_tgsi_operand offset = qd_tgsi_components(REG(IMM, 2), "yzw");
    gather.destinations = &out;
    gather.destination_count = 1;
    gather.sources = sources;
    gather.source_count = 3;
    gather.target = "2D";
    gather.offsets = &offset;
    gather.offset_count = 1;
    assert_int_equal(qd_tgsi_emit(b, &gather), QD_OK);
    assert_int_equal(qd_tgsi_emit_test(b, "KILL_IF", REG(TEMP, 0)), QD_OK);
    assert_int_equal(qd_tgsi_next(b), 6);
    assert_int_equal(qd_tgsi_emit0(b, "END"), QD_OK);
    expect_text(b, "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nPROPERTY FS_DEPTH_LAYOUT 2\n"
                   "DCL IN[0..1].xy, GENERIC[3], LINEAR, CENTROID, CYLWRAP_YW\nDCL OUT[0], COLOR\n"
                   "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT, FLOAT, UINT, UINT\nDCL CONST[2][0..7]\n"
                   "DCL TEMP[0]\nDCL TEMP[1..4], ARRAY(1), LOCAL\nDCL ADDR[0]\n"
                   "IMM[0] FLT32 {0.5, -0.0, 1.0e-45, 3.0}\nIMM[1] UINT32 {0, 4294967295, 2, 3}\n"
                   "IMM[2] INT32 {-2147483648, -1, 0, 1}\nIMM[3] FLT64 {0.1, -2.0}\n"
                   "IMM[4] UINT64 {18446744073709551615, 1}\n"
                   "IMM[5] INT64 {-9223372036854775808, -1}\n"
                   "  0: UARL ADDR[0].x, IMM[1].zzzz\n"
                   "  1: MOV TEMP[ADDR[0].x+1](1), CONST[2][ADDR[0].x-1]\n"
                   "  2: MAD_SAT_PRECISE TEMP[0].xzw, -|IN[0].wzyx|, IN[1], -IMM[0]\n"
                   "  3: TEX OUT[0], TEMP[0], SAMP[0], 2D\n"
                   "  4: TG4 OUT[0], TEMP[0], IMM[1], SAMP[0], 2D, IMM[2].yzw\n"
                   "  5: KILL_IF TEMP[0]\n  6: END\n");
    expect_tokens(b, QD_TGSI_TOKENS_DEFAULT, tgsi_tokens_18);
    expect_tokens(b, QD_TGSI_TOKENS_MESA_18, tgsi_tokens_18);
    expect_tokens(b, QD_TGSI_TOKENS_VIRGL, tgsi_tokens_virgl);
    /* Mesa 24 has no cylindrical wrap. */
    assert_int_equal(qd_tgsi_finish_tokens(b, QD_TGSI_TOKENS_MESA_24, &words, &count),
                     QD_ERROR_INVALID);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->code, QD_CODE_TGSI_NO_TOKEN);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->place.line, 4);
    qd_tgsi_builder_free(b);
}

static void
test_compute(void **state)
{
    struct qd_tgsi_builder *b = begin(QD_TGSI_COMP, QD_TGSI_DIALECT_FINAL);
    struct qd_tgsi_declaration image = declaration(QD_TGSI_FILE_IMAGE, 0, 0);
    struct qd_tgsi_declaration memory = declaration(QD_TGSI_FILE_MEMORY, 0, 0);
    struct qd_tgsi_declaration buffer = declaration(QD_TGSI_FILE_BUFFER, 0, 1);
    struct qd_tgsi_declaration counters = declaration(QD_TGSI_FILE_HWATOMIC, 0, 3);
    struct qd_tgsi_instruction store = QD_TGSI_INSTRUCTION_INIT("STORE");
    const struct qd_tgsi_operand texel = REG(IMAGE, 0);
    const struct qd_tgsi_operand values[] = {REG(TEMP, 0), REG(TEMP, 0)};
    (void)state;

    image.target = "2D";
    image.format = "PIPE_FORMAT_r32_UINT";
    image.flags = QD_TGSI_DECLARE_WRITABLE | QD_TGSI_DECLARE_RAW;
    assert_int_equal(qd_tgsi_declare(b, &image), QD_OK);
    memory.memory = "SHARED";
    assert_int_equal(qd_tgsi_declare(b, &memory), QD_OK);
    buffer.flags = QD_TGSI_DECLARE_ATOMIC;
    assert_int_equal(qd_tgsi_declare(b, &buffer), QD_OK);
    counters.flags = QD_TGSI_DECLARE_DIMENSION;
    counters.dimension = 1;
    assert_int_equal(qd_tgsi_declare(b, &counters), QD_OK);
    declare(b, QD_TGSI_FILE_TEMP, 0, 0, NULL);
    declare(b, QD_TGSI_FILE_SV, 0, 0, "THREAD_ID");
    store.destinations = &texel;
    store.destination_count = 1;
    store.sources = values;
    store.source_count = 2;
    store.target = "2D";
    store.format = "PIPE_FORMAT_R32_UINT";
    store.flags = QD_TGSI_COHERENT | QD_TGSI_VOLATILE;
    assert_int_equal(qd_tgsi_emit(b, &store), QD_OK);
    assert_int_equal(qd_tgsi_emit2(b, "LOAD", REG(TEMP, 0), REG(MEMORY, 0), REG(SV, 0)), QD_OK);
    assert_int_equal(qd_tgsi_emit2(b, "LOAD", REG(TEMP, 0),
                                   qd_tgsi_register2(QD_TGSI_FILE_HWATOMIC, 1, 3), REG(TEMP, 0)),
                     QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "END"), QD_OK);
    expect_text(b, "COMP\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR, RAW\nDCL MEMORY[0], SHARED\n"
                   "DCL BUFFER[0..1], ATOMIC\nDCL HWATOMIC[1][0..3]\nDCL TEMP[0]\n"
                   "DCL SV[0], THREAD_ID\n"
                   "  0: STORE IMAGE[0], TEMP[0], TEMP[0], COHERENT, VOLATILE, 2D, "
                   "PIPE_FORMAT_R32_UINT\n"
                   "  1: LOAD TEMP[0], MEMORY[0], SV[0]\n"
                   "  2: LOAD TEMP[0], HWATOMIC[1][3], TEMP[0]\n  3: END\n");
    expect_final_tokens(b);
    qd_tgsi_builder_free(b);
}

static void
test_early(void **state)
{
    static const float rows[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct qd_tgsi_builder *b = begin(QD_TGSI_FRAG, QD_TGSI_DIALECT_EARLY);
    struct qd_tgsi_declaration table = declaration(QD_TGSI_FILE_IMMX, 0, 1);
    struct qd_tgsi_declaration resource = declaration(QD_TGSI_FILE_RES, 0, 0);
    struct qd_tgsi_instruction move = QD_TGSI_INSTRUCTION_INIT("MOV_SATNV");
    const struct qd_tgsi_operand predicate = qd_tgsi_components(REG(PRED, 0), "x");
    const struct qd_tgsi_operand temp = REG(TEMP, 0);
    (void)state;

    table.rows = rows;
    assert_int_equal(qd_tgsi_declare(b, &table), QD_OK);
    resource.target = "2DARRAY";
    resource.types[0] = "UNORM";
    assert_int_equal(qd_tgsi_declare(b, &resource), QD_OK);
    declare(b, QD_TGSI_FILE_PRED, 0, 0, NULL);
    declare(b, QD_TGSI_FILE_TEMP, 0, 0, NULL);
    assert_int_equal(qd_tgsi_emit2(b, "SGE", REG(PRED, 0), REG(IMMX, 0), REG(IMMX, 1)), QD_OK);
    move.destinations = move.sources = &temp;
    move.destination_count = move.source_count = 1;
    move.predicate = &predicate;
    move.flags = QD_TGSI_PREDICATE_NOT;
    assert_int_equal(qd_tgsi_emit(b, &move), QD_OK);
    assert_int_equal(qd_tgsi_emit2(b, "LOAD", temp, temp, REG(RES, 0)), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "END"), QD_OK);
    expect_text(b, "FRAG\nDCL IMMX[0..1] {{1.0, 2.0, 3.0, 4.0}, {5.0, 6.0, 7.0, 8.0}}\n"
                   "DCL RES[0], 2DARRAY, UNORM\nDCL PRED[0]\nDCL TEMP[0]\n"
                   "  0: SGE PRED[0], IMMX[0], IMMX[1]\n"
                   "  1: (!PRED[0].xxxx) MOV_SATNV TEMP[0], TEMP[0]\n"
                   "  2: LOAD TEMP[0], TEMP[0], RES[0]\n  3: END\n");
    expect_tokens(b, QD_TGSI_TOKENS_2012, tgsi_tokens_2012);
    qd_tgsi_builder_free(b);
}

static void
test_geometry(void **state)
{
    struct qd_tgsi_builder *b = begin(QD_TGSI_GEOM, QD_TGSI_DIALECT_FINAL);
    struct qd_tgsi_declaration in = declaration(QD_TGSI_FILE_IN, 0, 0);
    struct qd_tgsi_declaration out = declaration(QD_TGSI_FILE_OUT, 0, 0);
    static const uint32_t zero[4] = {0, 0, 0, 0};
    (void)state;

    qd_tgsi_property_name(b, "GS_INPUT_PRIMITIVE", "POINTS");
    qd_tgsi_property_name(b, "GS_OUTPUT_PRIMITIVE", "POINTS");
    qd_tgsi_property(b, "GS_MAX_OUTPUT_VERTICES", 1);
    in.semantic = out.semantic = "POSITION";
    in.flags = QD_TGSI_DECLARE_DIMENSION;
    out.flags = QD_TGSI_DECLARE_STREAMS | QD_TGSI_DECLARE_INVARIANT;
    out.streams[3] = 2;
    qd_tgsi_declare(b, &in);
    qd_tgsi_declare(b, &out);
    qd_tgsi_immediate_u32(b, zero, NULL);
    qd_tgsi_emit1(b, "MOV", REG(OUT, 0), qd_tgsi_register2(QD_TGSI_FILE_IN, 0, 0));
    qd_tgsi_emit_test(b, "EMIT", qd_tgsi_components(REG(IMM, 0), "x"));
    qd_tgsi_emit0(b, "END");
    expect_text(b, "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                   "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nDCL IN[][0], POSITION\n"
                   "DCL OUT[0], POSITION, STREAM(0, 0, 0, 2), INVARIANT\n"
                   "IMM[0] UINT32 {0, 0, 0, 0}\n  0: MOV OUT[0], IN[0][0]\n"
                   "  1: EMIT IMM[0].xxxx\n  2: END\n");
    expect_final_tokens(b);
    qd_tgsi_builder_free(b);
}

/* A label is set when it is known. */
static void
test_call(void **state)
{
    struct qd_tgsi_builder *b = begin(QD_TGSI_VERT, QD_TGSI_DIALECT_FINAL);
    const struct qd_tgsi_instruction call = QD_TGSI_INSTRUCTION_INIT("CAL");
    (void)state;

    const uint32_t caller = qd_tgsi_next(b);
    assert_int_equal(qd_tgsi_emit(b, &call), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "END"), QD_OK);
    const uint32_t label = qd_tgsi_next(b);
    assert_int_equal(qd_tgsi_emit0(b, "BGNSUB"), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "ENDSUB"), QD_OK);
    assert_int_equal(qd_tgsi_set_label(b, caller, label), QD_OK);
    expect_text(b, "VERT\n  0: CAL :2\n  1: END\n  2: BGNSUB\n  3: ENDSUB\n");
    expect_final_tokens(b);
    assert_int_equal(qd_tgsi_set_label(b, label, 0), QD_ERROR_INVALID);
    assert_int_equal(qd_tgsi_set_label(b, 99, 0), QD_ERROR_INVALID);
    qd_tgsi_builder_free(b);
}

/* BRA and CALLNZ: a label that is there at once, one that comes later, one that is changed; beside
 * a predicate; and none, as an immediate says it. */
static void
test_jump(void **state)
{
    static const uint32_t far[4] = {7, 7, 7, 7};
    struct qd_tgsi_builder *b = begin(QD_TGSI_FRAG, QD_TGSI_DIALECT_EARLY);
    struct qd_tgsi_instruction jump = QD_TGSI_INSTRUCTION_INIT("BRA");
    const struct qd_tgsi_operand test = qd_tgsi_components(REG(TEMP, 0), "y");
    const struct qd_tgsi_operand predicate = qd_tgsi_components(REG(PRED, 0), "z");
    (void)state;

    declare(b, QD_TGSI_FILE_PRED, 0, 0, NULL);
    declare(b, QD_TGSI_FILE_TEMP, 0, 0, NULL);
    assert_int_equal(qd_tgsi_immediate_u32(b, far, NULL), QD_OK);
    jump.sources = &test;
    jump.source_count = 1;
    jump.flags = QD_TGSI_LABEL;
    jump.label = 1;
    assert_int_equal(qd_tgsi_emit(b, &jump), QD_OK);
    jump.flags = 0;
    jump.opcode = "CALLNZ";
    assert_int_equal(qd_tgsi_emit(b, &jump), QD_OK);
    jump.flags = QD_TGSI_PREDICATE_NOT;
    jump.predicate = &predicate;
    assert_int_equal(qd_tgsi_emit(b, &jump), QD_OK);
    jump.flags = QD_TGSI_LABEL;
    jump.opcode = "BRA";
    assert_int_equal(qd_tgsi_emit(b, &jump), QD_OK);
    assert_int_equal(qd_tgsi_emit_test(b, "BRA", REG(IMM, 0)), QD_OK);
    assert_int_equal(qd_tgsi_emit1(b, "MOV", REG(TEMP, 0), REG(IMM, 0)), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "NOP"), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "END"), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "BGNSUB"), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "ENDSUB"), QD_OK);

    const char *text;
    assert_int_equal(qd_tgsi_finish_text(b, &text, NULL), QD_ERROR_INVALID);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->code, QD_CODE_TGSI_LABEL);
    assert_int_equal(qd_tgsi_set_label(b, 0, 6), QD_OK);
    assert_int_equal(qd_tgsi_set_label(b, 1, 99), QD_OK);
    assert_int_equal(qd_tgsi_set_label(b, 1, 8), QD_OK);
    assert_int_equal(qd_tgsi_set_label(b, 2, 8), QD_OK);
    assert_int_equal(qd_tgsi_set_label(b, 3, 7), QD_OK);
    expect_text(b, "FRAG\nDCL PRED[0]\nDCL TEMP[0]\nIMM[0] UINT32 {7, 7, 7, 7}\n"
                   "  0: BRA TEMP[0].yyyy :6\n  1: CALLNZ TEMP[0].yyyy :8\n"
                   "  2: (!PRED[0].zzzz) CALLNZ TEMP[0].yyyy :8\n"
                   "  3: (PRED[0].zzzz) BRA TEMP[0].yyyy :7\n  4: BRA IMM[0]\n"
                   "  5: MOV TEMP[0], IMM[0]\n  6: NOP\n  7: END\n  8: BGNSUB\n  9: ENDSUB\n");
    expect_tokens(b, QD_TGSI_TOKENS_2012, tgsi_tokens_2012);
    qd_tgsi_builder_free(b);
}

/* Whose tokens have no word for something: a diagnostic at the line of the text. */
static void
test_no_token(void **state)
{
    static const uint32_t zero[4] = {0, 0, 0, 0};
    struct qd_tgsi_builder *b = begin(QD_TGSI_COMP, QD_TGSI_DIALECT_FINAL);
    const uint32_t *words = zero;
    size_t count = 1;
    (void)state;

    declare(b, QD_TGSI_FILE_TEMP, 0, 0, NULL);
    qd_tgsi_immediate_u32(b, zero, NULL);
    qd_tgsi_emit1(b, "BREV", REG(TEMP, 0), REG(IMM, 0));
    qd_tgsi_emit0(b, "END");
    assert_int_equal(qd_tgsi_finish_tokens(b, QD_TGSI_TOKENS_2012, &words, &count),
                     QD_ERROR_INVALID);
    assert_null(words);
    assert_int_equal(count, 0);
    const uint32_t found = qd_tgsi_diagnostic_count(b);
    assert_true(found > 0);
    const struct qd_diagnostic *last = qd_tgsi_diagnostic(b, found - 1);
    assert_int_equal(last->code, QD_CODE_TGSI_NO_TOKEN);
    assert_int_equal(last->place.line, 4);
    assert_string_equal(last->excerpt, "  0: BREV TEMP[0], IMM[0]");
    expect_final_tokens(b);
    assert_int_equal(qd_tgsi_diagnostic_count(b), 0);
    qd_tgsi_builder_free(b);
}

/* ---- what is wrong ---- */

/* The call left a diagnostic of that code, and nothing in the program. */
static void
expect_code(struct qd_tgsi_builder *b, enum qd_result result, enum qd_code code)
{
    const uint32_t count = qd_tgsi_diagnostic_count(b);

    assert_int_equal(result, QD_ERROR_INVALID);
    assert_true(count > 0);
    const struct qd_diagnostic *last = qd_tgsi_diagnostic(b, count - 1);
    if (last->code != code)
        fail_msg("found %s [%s], expected [%s]", last->message, qd_code_name(last->code),
                 qd_code_name(code));
    assert_null(qd_tgsi_diagnostic(b, count));
}

static void
test_bad_declarations(void **state)
{
    struct qd_tgsi_builder *b = begin(QD_TGSI_FRAG, QD_TGSI_DIALECT_FINAL);
    struct qd_tgsi_declaration d;
    (void)state;

#define BAD(file, first, last, set, code)                                                          \
    d = declaration(QD_TGSI_FILE_##file, first, last);                                             \
    set;                                                                                           \
    expect_code(b, qd_tgsi_declare(b, &d), QD_CODE_TGSI_##code)
    BAD(IMM, 0, 0, (void)0, DECLARATION);
    BAD(NULL, 0, 0, (void)0, DECLARATION);
    BAD(TEMP, 3, 1, (void)0, DECLARATION);
    BAD(TEMP, 0, 65536, (void)0, DECLARATION);
    BAD(TEMP, 0, 0, d.array = 1024, DECLARATION);
    BAD(TEMP, 0, 0, d.components = "", WRITE_MASK);
    BAD(TEMP, 0, 0, d.components = "yx", WRITE_MASK);
    BAD(TEMP, 0, 0, d.components = "xq", WRITE_MASK);
    BAD(TEMP, 0, 0, d.target = "2D", DECLARATION);
    BAD(TEMP, 0, 0, d.memory = "SHARED", DECLARATION);
    BAD(TEMP, 0, 0, d.wrap = "x", DECLARATION);
    BAD(IN, 0, 0, d.interpolation = "COLOR", DECLARATION);
    BAD(IN, 0, 0, d.semantic = "FOO", UNKNOWN_SEMANTIC);
    BAD(IN, 0, 0, d.interpolation = "FOO", SYNTAX);
    BAD(IN, 0, 0, d.location = "FOO", SYNTAX);
    BAD(SVIEW, 0, 0, (void)0, DECLARATION);
    BAD(SVIEW, 0, 0, d.target = "2D", DECLARATION);
    BAD(SVIEW, 0, 0, (d.target = "4D", d.types[0] = "FLOAT"), TEXTURE_TARGET);
    BAD(SVIEW, 0, 0, (d.target = "2D", d.types[0] = "FLOAT", d.types[3] = "FOO"), SYNTAX);
    BAD(IMAGE, 0, 0, (d.target = "2D", d.format = "R32"), SYNTAX);
    BAD(IMAGE, 0, 0, (d.target = "2D", d.format = "PIPE_FORMAT_R-2"), SYNTAX);
    BAD(MEMORY, 0, 0, d.memory = "FOO", SYNTAX);
    BAD(OUT, 0, 0, (d.flags = QD_TGSI_DECLARE_STREAMS, d.streams[1] = 4), DECLARATION);
    BAD(IMMX, 0, 0, (void)0, DECLARATION);
#undef BAD
    qd_tgsi_builder_free(b);
}

static void
test_bad_instructions(void **state)
{
    struct qd_tgsi_builder *b = begin(QD_TGSI_FRAG, QD_TGSI_DIALECT_FINAL);
    const struct qd_tgsi_operand t = REG(TEMP, 0);
    struct qd_tgsi_operand o;
    struct qd_tgsi_instruction i;
    (void)state;

    expect_code(b, qd_tgsi_emit0(b, "FOO"), QD_CODE_TGSI_UNKNOWN_OPCODE);
    expect_code(b, qd_tgsi_emit0(b, "MOV"), QD_CODE_TGSI_OPERAND_COUNT);
    expect_code(b, qd_tgsi_emit2(b, "MOV", t, t, t), QD_CODE_TGSI_OPERAND_COUNT);
    expect_code(b, qd_tgsi_emit0(b, "EMIT"), QD_CODE_TGSI_OPERAND_COUNT);
    expect_code(b, qd_tgsi_emit1(b, "MOV", qd_tgsi_components(t, "yx"), t),
                QD_CODE_TGSI_WRITE_MASK);
    expect_code(b, qd_tgsi_emit1(b, "MOV", t, qd_tgsi_components(t, "xy")), QD_CODE_TGSI_SWIZZLE);
    expect_code(b, qd_tgsi_emit1(b, "MOV", t, qd_tgsi_components(t, "rgba")), QD_CODE_TGSI_SWIZZLE);
    expect_code(b, qd_tgsi_emit1(b, "MOV", qd_tgsi_negate(t), t), QD_CODE_TGSI_SYNTAX);
    o = t;
    o.index = -1;
    expect_code(b, qd_tgsi_emit1(b, "MOV", t, o), QD_CODE_TGSI_INDEX_RANGE);
    o = qd_tgsi_register2(QD_TGSI_FILE_CONST, 65536, 0);
    expect_code(b, qd_tgsi_emit1(b, "MOV", t, o), QD_CODE_TGSI_INDEX_RANGE);
    o = qd_tgsi_indirect(t, 65536, 0);
    expect_code(b, qd_tgsi_emit1(b, "MOV", t, o), QD_CODE_TGSI_INDEX_RANGE);
    o = qd_tgsi_indirect(t, 0, 4);
    expect_code(b, qd_tgsi_emit1(b, "MOV", t, o), QD_CODE_TGSI_INDEX_RANGE);
    o = qd_tgsi_indirect(t, 0, 0);
    o.address.file = QD_TGSI_FILE_SAMP;
    expect_code(b, qd_tgsi_emit1(b, "MOV", t, o), QD_CODE_TGSI_UNKNOWN_FILE);
    o = t;
    o.array = 1024;
    expect_code(b, qd_tgsi_emit1(b, "MOV", t, o), QD_CODE_TGSI_ARRAY);
    expect_code(b, qd_tgsi_emit_texture(b, "TEX", t, t, 0, NULL), QD_CODE_TGSI_TEXTURE_TARGET);
    expect_code(b, qd_tgsi_emit_texture(b, "TEX", t, t, 0, "4D"), QD_CODE_TGSI_TEXTURE_TARGET);
    expect_code(b, qd_tgsi_emit_texture(b, "ADD", t, t, 0, "2D"), QD_CODE_TGSI_TEXTURE_TARGET);
    i = (struct qd_tgsi_instruction)QD_TGSI_INSTRUCTION_INIT("NOP");
    i.format = "PIPE_FORMAT_R32_UINT";
    expect_code(b, qd_tgsi_emit(b, &i), QD_CODE_TGSI_MEMORY_ACCESS);
    i = (struct qd_tgsi_instruction)QD_TGSI_INSTRUCTION_INIT("NOP");
    i.offsets = &t;
    i.offset_count = 1;
    expect_code(b, qd_tgsi_emit(b, &i), QD_CODE_TGSI_TEXTURE_OFFSET);
    i = (struct qd_tgsi_instruction)QD_TGSI_INSTRUCTION_INIT("NOP");
    i.predicate = &t;
    expect_code(b, qd_tgsi_emit(b, &i), QD_CODE_TGSI_PREDICATE);
    i = (struct qd_tgsi_instruction)QD_TGSI_INSTRUCTION_INIT("NOP");
    i.flags = QD_TGSI_LABEL;
    expect_code(b, qd_tgsi_emit(b, &i), QD_CODE_TGSI_LABEL);
    expect_code(b, qd_tgsi_property(b, "FOO", 1), QD_CODE_TGSI_UNKNOWN_PROPERTY);
    expect_code(b, qd_tgsi_property_name(b, "FS_DEPTH_LAYOUT", "ANY"), QD_CODE_TGSI_SYNTAX);
    expect_code(b, qd_tgsi_property_name(b, "FS_COORD_ORIGIN", "FOO"), QD_CODE_TGSI_SYNTAX);
    assert_int_equal(qd_tgsi_next(b), 0);
    qd_tgsi_builder_free(b);
}

/* The checker's findings have the lines of the text; a call that was wrong spoils the program. */
static void
test_bad_programs(void **state)
{
    struct qd_tgsi_builder *b = begin(QD_TGSI_FRAG, QD_TGSI_DIALECT_FINAL);
    const char *text = "";
    size_t size = 1;
    (void)state;

    assert_int_equal(qd_tgsi_finish_text(b, &text, &size), QD_ERROR_INVALID);
    assert_null(text);
    assert_int_equal(size, 0);
    assert_int_equal(qd_tgsi_diagnostic_count(b), 1);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->code, QD_CODE_TGSI_MISSING_END);

    declare(b, QD_TGSI_FILE_TEMP, 0, 0, NULL);
    assert_int_equal(qd_tgsi_emit1(b, "MOV", REG(TEMP, 0), REG(TEMP, 1)), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "END"), QD_OK);
    assert_int_equal(qd_tgsi_finish_text(b, &text, &size), QD_ERROR_INVALID);
    assert_int_equal(qd_tgsi_diagnostic_count(b), 1);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->code, QD_CODE_TGSI_INDEX_RANGE);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->place.line, 3);
    assert_string_equal(qd_tgsi_diagnostic(b, 0)->excerpt, "  0: MOV TEMP[0], TEMP[1]");

    declare(b, QD_TGSI_FILE_TEMP, 1, 1, NULL);
    assert_int_equal(qd_tgsi_finish_text(b, &text, &size), QD_OK);
    assert_int_equal(qd_tgsi_diagnostic_count(b), 0);

    assert_int_equal(qd_tgsi_emit0(b, "FOO"), QD_ERROR_INVALID);
    assert_int_equal(qd_tgsi_finish_text(b, &text, &size), QD_ERROR_INVALID);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->code, QD_CODE_TGSI_UNKNOWN_OPCODE);
    qd_tgsi_builder_free(b);
}

static void
test_arguments(void **state)
{
    struct qd_tgsi_builder *b = NULL;
    struct qd_tgsi_declaration d = declaration(QD_TGSI_FILE_TEMP, 0, 0);
    struct qd_tgsi_instruction i = QD_TGSI_INSTRUCTION_INIT("NOP");
    struct qd_tgsi_operand o = REG(TEMP, 0);
    const uint32_t *words;
    size_t count;
    (void)state;

    assert_int_equal(qd_tgsi_builder_new(QD_TGSI_FRAG, QD_TGSI_DIALECT_AUTO, NULL),
                     QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_builder_new((enum qd_tgsi_stage)6, QD_TGSI_DIALECT_AUTO, &b),
                     QD_ERROR_ARGUMENT);
    assert_null(b);
    assert_int_equal(qd_tgsi_builder_new(QD_TGSI_FRAG, (enum qd_tgsi_dialect)3, &b),
                     QD_ERROR_ARGUMENT);
    b = begin(QD_TGSI_FRAG, QD_TGSI_DIALECT_AUTO);
    assert_int_equal(qd_tgsi_declare(NULL, &d), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_declare(b, NULL), QD_ERROR_ARGUMENT);
    d.file = (enum qd_tgsi_file)20;
    assert_int_equal(qd_tgsi_declare(b, &d), QD_ERROR_ARGUMENT);
    d = declaration(QD_TGSI_FILE_TEMP, 0, 0);
    d.size--;
    assert_int_equal(qd_tgsi_declare(b, &d), QD_ERROR_ARGUMENT);
    d = declaration(QD_TGSI_FILE_TEMP, 0, 0);
    d.flags = 128;
    assert_int_equal(qd_tgsi_declare(b, &d), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_emit(b, NULL), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_emit0(b, NULL), QD_ERROR_ARGUMENT);
    i.source_count = 1;
    assert_int_equal(qd_tgsi_emit(b, &i), QD_ERROR_ARGUMENT);
    i.sources = &o;
    i.source_count = 1000000;
    assert_int_equal(qd_tgsi_emit(b, &i), QD_ERROR_ARGUMENT);
    i.source_count = 1;
    o.file = (enum qd_tgsi_file)77;
    assert_int_equal(qd_tgsi_emit(b, &i), QD_ERROR_ARGUMENT);
    o = REG(TEMP, 0);
    o.address.file = (enum qd_tgsi_file)77;
    assert_int_equal(qd_tgsi_emit(b, &i), QD_ERROR_ARGUMENT);
    o = REG(TEMP, 0);
    o.flags = 8;
    assert_int_equal(qd_tgsi_emit(b, &i), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_immediate_f32(b, NULL, NULL), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_property(b, NULL, 0), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_property_name(b, "NEXT_SHADER", NULL), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_finish_text(b, NULL, NULL), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_finish_tokens(b, (enum qd_tgsi_tokens)5, &words, &count),
                     QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_finish_tokens(b, QD_TGSI_TOKENS_DEFAULT, NULL, &count),
                     QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_finish_tokens(b, QD_TGSI_TOKENS_DEFAULT, &words, NULL),
                     QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_diagnostic_count(b), 0);
    qd_tgsi_builder_free(b);
    qd_tgsi_builder_free(NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fragment),
        cmocka_unit_test(test_compute),
        cmocka_unit_test(test_early),
        cmocka_unit_test(test_geometry),
        cmocka_unit_test(test_call),
        cmocka_unit_test(test_jump),
        cmocka_unit_test(test_no_token),
        cmocka_unit_test(test_bad_declarations),
        cmocka_unit_test(test_bad_instructions),
        cmocka_unit_test(test_bad_programs),
        cmocka_unit_test(test_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
