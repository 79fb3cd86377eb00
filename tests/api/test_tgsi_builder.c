/* SPDX-License-Identifier: MIT
 *
 * The builder: what it makes of calls is held against the text that a person would write, and what
 * is wrong is told.
 */
#include <quadrille/quadrille.h>

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
    const void *text;
    size_t size;
    const enum qd_result result = qd_tgsi_finish(b, QD_TGSI_FORM_TEXT, &text, &size);

    for (uint32_t i = 0; result != QD_OK && i < qd_tgsi_diagnostic_count(b); i++)
        print_error("%u: %s\n", qd_tgsi_diagnostic(b, i)->place.line,
                    qd_tgsi_diagnostic(b, i)->message);
    assert_int_equal(result, QD_OK);
    assert_string_equal((const char *)text, expected);
    assert_int_equal(size, strlen(expected));

    struct qd_output *out;
    options.from = QD_FORMAT_TGSI_TEXT;
    if (qd_check(text, size, &options, &out) != QD_OK)
        fail_msg("%s", qd_output_text(out));
    qd_output_free(out);
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
    qd_tgsi_builder_free(b);
}

/* A label is set when it is known. */
static void
test_label(void **state)
{
    struct qd_tgsi_builder *b = begin(QD_TGSI_VERT, QD_TGSI_DIALECT_FINAL);
    const struct qd_tgsi_instruction call = QD_TGSI_INSTRUCTION_INIT("CAL");
    const void *text;
    (void)state;

    const uint32_t caller = qd_tgsi_next(b);
    assert_int_equal(qd_tgsi_emit(b, &call), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "END"), QD_OK);
    const uint32_t label = qd_tgsi_next(b);
    assert_int_equal(qd_tgsi_emit0(b, "BGNSUB"), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "ENDSUB"), QD_OK);
    assert_int_equal(qd_tgsi_set_label(b, caller, label), QD_OK);
    assert_int_equal(qd_tgsi_finish(b, QD_TGSI_FORM_TEXT, &text, NULL), QD_OK);
    assert_string_equal((const char *)text,
                        "VERT\n  0: CAL :2\n  1: END\n  2: BGNSUB\n  3: ENDSUB\n");
    assert_int_equal(qd_tgsi_set_label(b, label, 0), QD_ERROR_INVALID);
    assert_int_equal(qd_tgsi_set_label(b, 99, 0), QD_ERROR_INVALID);
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
    const void *text = "";
    size_t size = 1;
    (void)state;

    assert_int_equal(qd_tgsi_finish(b, QD_TGSI_FORM_TEXT, &text, &size), QD_ERROR_INVALID);
    assert_null(text);
    assert_int_equal(size, 0);
    assert_int_equal(qd_tgsi_diagnostic_count(b), 1);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->code, QD_CODE_TGSI_MISSING_END);

    declare(b, QD_TGSI_FILE_TEMP, 0, 0, NULL);
    assert_int_equal(qd_tgsi_emit1(b, "MOV", REG(TEMP, 0), REG(TEMP, 1)), QD_OK);
    assert_int_equal(qd_tgsi_emit0(b, "END"), QD_OK);
    assert_int_equal(qd_tgsi_finish(b, QD_TGSI_FORM_TEXT, &text, &size), QD_ERROR_INVALID);
    assert_int_equal(qd_tgsi_diagnostic_count(b), 1);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->code, QD_CODE_TGSI_INDEX_RANGE);
    assert_int_equal(qd_tgsi_diagnostic(b, 0)->place.line, 3);
    assert_string_equal(qd_tgsi_diagnostic(b, 0)->excerpt, "  0: MOV TEMP[0], TEMP[1]");

    declare(b, QD_TGSI_FILE_TEMP, 1, 1, NULL);
    assert_int_equal(qd_tgsi_finish(b, QD_TGSI_FORM_TEXT, &text, &size), QD_OK);
    assert_int_equal(qd_tgsi_diagnostic_count(b), 0);
    assert_int_equal(qd_tgsi_finish(b, QD_TGSI_FORM_TOKENS_18, &text, &size), QD_ERROR_UNSUPPORTED);
    assert_null(text);

    assert_int_equal(qd_tgsi_emit0(b, "FOO"), QD_ERROR_INVALID);
    assert_int_equal(qd_tgsi_finish(b, QD_TGSI_FORM_TEXT, &text, &size), QD_ERROR_INVALID);
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
    const void *text;
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
    assert_int_equal(qd_tgsi_finish(b, QD_TGSI_FORM_TEXT, NULL, NULL), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_tgsi_finish(b, (enum qd_tgsi_form)4, &text, NULL), QD_ERROR_ARGUMENT);
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
        cmocka_unit_test(test_label),
        cmocka_unit_test(test_bad_declarations),
        cmocka_unit_test(test_bad_instructions),
        cmocka_unit_test(test_bad_programs),
        cmocka_unit_test(test_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
