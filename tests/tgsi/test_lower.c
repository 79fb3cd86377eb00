/* SPDX-License-Identifier: MIT
 *
 * What a shader has in common with others, what stands in its IR, and what is not lowered.
 */
#include "kit.h"

#define END "\nEND\n"

/* ---- inputs and outputs ---- */

struct io_row {
    const char *decl;
    enum ir_builtin builtin;
    uint32_t location;
    uint8_t components;
    enum ir_interp interp;
};

static const struct io_row fragment_inputs[] = {
    {"COLOR", ir_builtin_none, 0, 4, ir_interp_flat},
    {"COLOR, COLOR", ir_builtin_none, 0, 4, ir_interp_perspective},
    {"COLOR[1], LINEAR", ir_builtin_none, 1, 4, ir_interp_linear},
    {"FOG, PERSPECTIVE", ir_builtin_none, 4, 4, ir_interp_perspective},
    {"TEXCOORD[0], PERSPECTIVE", ir_builtin_none, 5, 4, ir_interp_perspective},
    {"TEXCOORD[7], PERSPECTIVE", ir_builtin_none, 12, 4, ir_interp_perspective},
    {"GENERIC[0], CONSTANT", ir_builtin_none, 13, 4, ir_interp_flat},
    {"GENERIC[49], LINEAR", ir_builtin_none, 62, 4, ir_interp_linear},
    {"POSITION, LINEAR", ir_builtin_frag_coord, 0, 4, ir_interp_perspective},
    {"FACE, CONSTANT", ir_builtin_front_facing, 0, 1, ir_interp_flat},
};

static const struct io_row vertex_outputs[] = {
    {"POSITION", ir_builtin_position, 0, 4, ir_interp_perspective},
    {"PSIZE", ir_builtin_point_size, 0, 1, ir_interp_perspective},
    {"COLOR", ir_builtin_none, 0, 4, ir_interp_perspective},
    {"COLOR[1]", ir_builtin_none, 1, 4, ir_interp_perspective},
    {"BCOLOR", ir_builtin_none, 2, 4, ir_interp_perspective},
    {"BCOLOR[1]", ir_builtin_none, 3, 4, ir_interp_perspective},
    {"FOG", ir_builtin_none, 4, 4, ir_interp_perspective},
    {"TEXCOORD[3]", ir_builtin_none, 8, 4, ir_interp_perspective},
    {"GENERIC", ir_builtin_none, 13, 4, ir_interp_perspective},
    {"GENERIC[49]", ir_builtin_none, 62, 4, ir_interp_perspective},
};

static const struct io_row fragment_outputs[] = {
    {"COLOR", ir_builtin_none, 0, 4, ir_interp_perspective},
    {"COLOR[7]", ir_builtin_none, 7, 4, ir_interp_perspective},
    {"POSITION", ir_builtin_frag_depth, 0, 1, ir_interp_perspective},
};

static void
assert_io(const struct io_row *row, const struct ir_io *io)
{
    const enum ir_type type = row->builtin == ir_builtin_front_facing ? ir_type_i32 : ir_type_f32;

    if (io->builtin != row->builtin || io->location != row->location || io->type != type ||
        io->components != row->components || io->interp != row->interp)
        fail_msg("%s: found builtin %d location %u type %d x %d interp %d", row->decl,
                 (int)io->builtin, io->location, (int)io->type, io->components, (int)io->interp);
    assert_non_null(io->name);
}

static void
check_io(const struct io_row *row, const char *format, bool is_input)
{
    struct kit kit;

    KIT_BEGIN(&kit);
    kit_lower(&kit, base_arena_printf(&kit.arena, "%s%s%s", is_input ? "FRAG\nDCL IN[3], " : format,
                                      row->decl,
                                      is_input ? format
                                               : "\nDCL TEMP[0]\n"
                                                 "MOV OUT[2], TEMP[0]" END));
    /* A vertex shader without a position gets one, behind what it declares. */
    const bool adds_position =
        !is_input && kit.shader->stage == ir_stage_vertex && row->builtin != ir_builtin_position;
    assert_int_equal(is_input ? kit.shader->inputs.count : kit.shader->outputs.count,
                     adds_position ? 2 : 1);
    if (adds_position)
        assert_int_equal(kit.shader->outputs.data[1].builtin, ir_builtin_position);
    assert_io(row, is_input ? kit.shader->inputs.data : kit.shader->outputs.data);
    kit_end(&kit);
}

static void
test_locations(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(fragment_inputs); i++)
        check_io(&fragment_inputs[i], "\nDCL TEMP[0]\nMOV TEMP[0], IN[3]\nKILL_IF TEMP[0]" END,
                 true);
    for (uint32_t i = 0; i < BASE_COUNT(vertex_outputs); i++)
        check_io(&vertex_outputs[i], "VERT\nDCL OUT[2], ", false);
    for (uint32_t i = 0; i < BASE_COUNT(fragment_outputs); i++)
        check_io(&fragment_outputs[i], "FRAG\nDCL OUT[2], ", false);
}

/* A program may have no operand, no register, nothing at all. */
static void
test_nothing(void **state)
{
    static const char *const texts[] = {"FRAG END", "VERT END", "FRAG NOP END", "FRAG RET END"};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(texts); i++) {
        struct kit kit;

        KIT_BEGIN(&kit);
        kit_lower(&kit, texts[i]);
        assert_int_equal(kit.shader->inputs.count, 0);
        kit_end(&kit);
    }
}

/* How many components of output 1 are stored, each as expected. */
static uint32_t
count_stores(const struct ir_shader *shader, const uint32_t expected[4])
{
    uint32_t found = 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ir_op_of(shader, ref) != ir_op_store_output || ir_imm(shader, ref) < 4)
            continue;
        const ir_ref value = ir_operand(shader, ref, 0);
        assert_int_equal(ir_op_of(shader, value), ir_op_const);
        assert_int_equal(ir_const_bits(shader, value), expected[ir_imm(shader, ref) & 3]);
        found++;
    }
    return found;
}

/* A vertex without a position is beyond the far plane. */
static void
test_no_position(void **state)
{
    static const uint32_t expected[4] = {0, 0, 0x40000000, 0x3f800000};
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, "VERT\nDCL IN[0]\nDCL OUT[0], GENERIC[0]\nMOV OUT[0], IN[0]" END);
    assert_int_equal(count_stores(kit.shader, expected), 4);
    kit_end(&kit);
}

/* Registers of a range count on; unused inputs are left out; a register that is declared again for
 * other components is one. */
static void
test_ranges(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, "VERT\nDCL IN[0..5]\nDCL OUT[0..2], GENERIC[4]\nDCL OUT[1].xy, GENERIC[5]\n"
                    "DCL OUT[3], POSITION\nMOV OUT[1], IN[2].wwww\nMOV OUT[3], IN[2].wwww\n"
                    "MOV OUT[2].x, IN[2]\nMOV OUT[0], IN[4].xyxy" END);
    assert_int_equal(kit.shader->inputs.count, 2);
    assert_int_equal(kit.shader->inputs.data[0].location, 2);
    assert_int_equal(kit.shader->inputs.data[1].location, 4);
    assert_int_equal(kit.shader->inputs.data[0].components, 4);
    assert_int_equal(kit.shader->outputs.count, 4);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(kit.shader->outputs.data[i].location, 13 + 4 + i);
    kit_end(&kit);
}

/* Each location is its own, over all semantics. */
static void
test_locations_are_distinct(void **state)
{
    const char *owner[64] = {NULL};
    (void)state;

    for (uint32_t i = 1; i < tgsi_semantic_count; i++) {
        const struct tgsi_semantic_info *info = &tgsi_semantic_infos[i];

        for (uint32_t j = 0; j < info->count; j++) {
            assert_true(info->location + j < BASE_COUNT(owner));
            assert_null(owner[info->location + j]);
            owner[info->location + j] = info->name;
        }
    }
}

static void
test_point_size(void **state)
{
    static const char text[] = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]" END;
    static const char with_size[] =
        "VERT\nDCL IN[0]\nDCL OUT[0], PSIZE\nMOV OUT[0], IN[0].wwww" END;
    static const char fragment[] = "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\nMOV OUT[0], TEMP[0]" END;
    static const char *const texts[] = {text, with_size, fragment};
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    for (uint32_t i = 0; i < 2 * BASE_COUNT(texts); i++) {
        const struct tgsi_lower_options options = {.name = "test",
                                                   .default_point_size = i < 3 ? 8.0f : 0.0f};
        uint32_t sizes = 0;

        kit_read(&kit, texts[i % 3]);
        kit.shader = tgsi_lower(kit.program, &options, &kit.arena, &kit.diags);
        assert_non_null(kit.shader);
        assert_true(ir_verify(kit.shader, &kit.diags));
        for (uint32_t j = 0; j < kit.shader->outputs.count; j++)
            sizes += kit.shader->outputs.data[j].builtin == ir_builtin_point_size;
        assert_int_equal(sizes, i == 0 || i % 3 == 1);
        if (i == 0)
            assert_non_null(strstr(kit_print(&kit), "const.f32 0x41000000"));
    }
    kit_end(&kit);
}

static void
test_buffers(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, "FRAG\nDCL OUT[0], COLOR\nDCL CONST[0..2]\nDCL CONST[7]\nDCL CONST[31][5]\n"
                    "ADD OUT[0], CONST[7], CONST[31][5]" END);
    assert_int_equal(kit.shader->buffers.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const struct ir_buffer *buffer = &kit.shader->buffers.data[i];

        assert_int_equal(buffer->set, 1);
        assert_int_equal(buffer->binding, i == 0 ? 0 : 31);
        assert_int_equal(buffer->size, i == 0 ? 128 : 96);
        assert_string_equal(buffer->name, i == 0 ? "const0" : "const31");
    }
    kit_end(&kit);
}

/* ---- the IR's instructions ---- */

/* How often a word stands in a text. */
static uint32_t
occurrences(const char *text, const char *word)
{
    uint32_t count = 0;

    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word))
        count++;
    return count;
}

#define HEAD                                                                                       \
    "VERT\nDCL IN[0..1]\nDCL OUT[0], GENERIC[0]\nDCL TEMP[0]\nDCL CONST[0]\n"                      \
    "IMM FLT32 {1, 2, 3, 4}\n"

static const struct {
    const char *text;
    const char *word;
    uint32_t count;
} ir_rows[] = {
    /* Only what is enabled is computed, replicated results once, equal components once. */
    {HEAD "ADD OUT[0].x, IN[0], IN[1]" END, " fadd.f32", 1},
    {HEAD "ADD OUT[0], IN[0].xxyy, IN[1].wwww" END, " fadd.f32", 2},
    {HEAD "ADD OUT[0], IN[0].xxyy, IN[1].wzwz" END, " fadd.f32", 4},
    {HEAD "RCP OUT[0], IN[0].xxxx" END, " fdiv.f32", 1},
    {HEAD "DP4 OUT[0], IN[0], IN[1]" END, " fmul.f32", 4},
    {HEAD "MUL_SAT OUT[0], IN[0].xxxx, IN[1].xxxx" END, " fsat.f32", 1},
    {HEAD "LIT OUT[0].xw, IN[0]" END, " fpow.f32", 0},
    {HEAD "LIT OUT[0], IN[0]" END, " fpow.f32", 1},
    {HEAD "MOV OUT[0].x, IN[0].wwww" END, " load_input.f32", 1},
    {HEAD "MOV OUT[0], CONST[0].xyxy" END, " load_buffer.f32", 2},
    /* What hosts leave open about powers is asked for: 0, 1 and infinities. */
    {HEAD "LIT OUT[0].z, IN[0]" END, " feq.bool", 3},
    {HEAD "POW OUT[0], IN[0].xxxx, IN[1].xxxx" END, " feq.bool", 4},
    /* Products are rounded before they are added, but where that is the opcode. */
    {HEAD "MAD OUT[0], IN[0], IN[1], IN[0]" END, " ffma.f32", 0},
    {HEAD "FMA OUT[0], IN[0], IN[1], IN[0]" END, " ffma.f32", 4},
    {HEAD "MAD OUT[0], IN[0], IN[1], IN[0]" END, " precise ", 0},
    {HEAD "MAD_PRECISE OUT[0], IN[0], IN[1], IN[0]" END, " precise ", 8},
    {HEAD "MAD_PRECISE OUT[0].xy, IN[0], -IN[1], IN[0]\nMUL OUT[0].zw, IN[0], IN[0]" END,
     " precise ", 6},
    {HEAD "SLT_PRECISE OUT[0], IN[0], IN[1]" END, " precise ", 4},
    {HEAD "F2I_PRECISE OUT[0], IN[0]" END, " precise ", 0},
    {HEAD "USEQ_PRECISE OUT[0], IN[0], IN[1]" END, " precise ", 0},
    /* Registers that no address reaches are no memory. */
    {HEAD "MOV TEMP[0], IN[0]\nMOV OUT[0], TEMP[0]" END, "array", 0},
    {HEAD "MOV OUT[0], IMM[IN[0].x]" END, " load_array.i32", 4},
    {HEAD "MOV TEMP[IN[0].x], IN[0]\nMOV OUT[0], TEMP[0]" END, " store_array ", 4},
};

static void
check_ir(uint32_t i)
{
    struct kit kit;

    KIT_BEGIN(&kit);
    kit_lower(&kit, ir_rows[i].text);
    const char *printed = kit_print(&kit);
    const uint32_t count = occurrences(printed, ir_rows[i].word);
    if (count != ir_rows[i].count)
        fail_msg("%s\nfound \"%s\" %u times, expected %u\n%s", ir_rows[i].text, ir_rows[i].word,
                 count, ir_rows[i].count, printed);
    kit_end(&kit);
}

static void
test_ir(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(ir_rows); i++)
        check_ir(i);
}

/* Instructions come from the lines of their opcodes. */
static void
test_places(void **state)
{
    static const char text[] = "VERT\nDCL IN[0..1]\nDCL OUT[0], GENERIC[0]\n\n"
                               "MUL OUT[0].x, IN[0],\n IN[1]\nSUB OUT[0].y, IN[0], IN[1]" END;
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, text);
    for (ir_ref ref = kit.shader->first; ref; ref = ir_next(kit.shader, ref)) {
        const struct qd_place place = ir_place_of(kit.shader, ref);

        if (ir_op_of(kit.shader, ref) == ir_op_fmul)
            assert_int_equal(place.line, 5);
        if (ir_op_of(kit.shader, ref) == ir_op_fsub)
            assert_int_equal(place.line, 7);
        if (ir_op_of(kit.shader, ref) == ir_op_store_output) {
            assert_int_equal(place.kind, QD_PLACE_TEXT);
            assert_int_equal(place.line, 8);
        }
    }
    kit_end(&kit);
}

/* ---- what is not lowered ---- */

struct unsupported_row {
    const char *text;
    enum qd_code code;
    uint32_t line;
    uint32_t column;
};

#define FRAGMENT                                                                                   \
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL TEMP[0]\n"      \
    "DCL ADDR[0]\n"

static const struct unsupported_row unsupported_rows[] = {
    {"COMP" END, QD_CODE_UNSUPPORTED, 1, 1},
    {FRAGMENT "TEX OUT[0], IN[0], SAMP[0], 2D, IN[0].xyz" END, QD_CODE_UNSUPPORTED, 7, 33},
    {FRAGMENT "IMM INT32 {7, 8, -9, 0}\nTEX OUT[0], IN[0], SAMP[0], 3D, IMM[0].xxy" END,
     QD_CODE_LIMIT, 8, 33},
    {FRAGMENT "IMM INT32 {-9, 8, -9, 0}\nTEX OUT[0], IN[0], SAMP[0], 1D, IMM[0].xyz" END,
     QD_CODE_LIMIT, 8, 33},
    {FRAGMENT "IMM INT32 {0, 0, 0, 0}\nTEX OUT[0], IN[0], SAMP[0], CUBE, IMM[0].xyz" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 35},
    {FRAGMENT "IMM INT32 {0, 0, 0, 0}\nTXF OUT[0], IN[0], SAMP[0], BUFFER, IMM[0].xyz" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 37},
    {FRAGMENT "IMM INT32 {0, 0, 0, 0}\nTEX OUT[0], IN[0], SAMP[0], 2D, IMM[0].xyz, IMM[0].xyz" END,
     QD_CODE_TGSI_OPERAND_COUNT, 8, 33},
    {FRAGMENT "IMM INT32 {0, 0, 0, 0}\n"
              "TG4 OUT[0], IN[0], IMM[0].xxxx, SAMP[0], 2D, IMM[0].xyz, IMM[0].xyz" END,
     QD_CODE_TGSI_OPERAND_COUNT, 8, 46},
    {FRAGMENT "DCL SVIEW[0], 2D, FLOAT, UINT\nSAMPLE OUT[0], IN[0], SVIEW[0], SAMP[0]" END,
     QD_CODE_UNSUPPORTED, 8, 23},
    {FRAGMENT "DCL SVIEW[0], 2D, SINT, UINT\nTEX OUT[0], IN[0], SAMP[0], 2D" END,
     QD_CODE_UNSUPPORTED, 8, 20},
    {FRAGMENT "DCL SVIEW[0], SHADOW2D, UINT\nTEX OUT[0], IN[0], SAMP[0], SHADOW2D" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 20},
    {FRAGMENT
     "DCL SVIEW[0], SHADOW2D, SINT\nTG4 OUT[0], IN[0], IN[0], SAMP[ADDR[0].x], SHADOW2D" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 27},
    {FRAGMENT "DCL SVIEW[0], SHADOW2D, UINT\nSAMPLE_C OUT[0], IN[0], SVIEW[0], SAMP[0], IN[0]" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 25},
    {FRAGMENT "DCL SVIEW[0], 3D, FLOAT\nSAMPLE_C OUT[0], IN[0], SVIEW[0], SAMP[0], IN[0]" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 25},
    {FRAGMENT "DCL SVIEW[0], CUBE, FLOAT\nSAMPLE_I OUT[0], IN[0], SVIEW[0]" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 25},
    {FRAGMENT "DCL SVIEW[0], BUFFER, FLOAT\nSAMPLE OUT[0], IN[0], SVIEW[0], SAMP[0]" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 23},
    {FRAGMENT "DCL SVIEW[0], 3D, FLOAT\nGATHER4 OUT[0], IN[0], SVIEW[0], SAMP[0]" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 24},
    {FRAGMENT "DCL RES[0], CUBEARRAY, FLOAT\nSAMPLE_L OUT[0], IN[0], RES[0], SAMP[0]" END,
     QD_CODE_TGSI_TEXTURE_TARGET, 8, 25},
    {FRAGMENT "FBFETCH TEMP[0], OUT[ADDR[0].x]" END, QD_CODE_UNSUPPORTED, 7, 18},
    {FRAGMENT "DCL OUT[1], POSITION\nFBFETCH TEMP[0], OUT[1]" END, QD_CODE_TGSI_NOT_READABLE, 8,
     18},
    {FRAGMENT "SAMPLE_POS OUT[0], TEMP[0], IN[0]" END, QD_CODE_UNSUPPORTED, 7, 20},
    {FRAGMENT "DCL SVIEW[128], 2D, FLOAT\nSAMPLE OUT[0], IN[0], SVIEW[128], SAMP[0]" END,
     QD_CODE_LIMIT, 7, 5},
    {FRAGMENT "DCL SAMP[31..40]\nTEX OUT[0], IN[0], SAMP[ADDR[0].x+35], 2D" END, QD_CODE_LIMIT, 7,
     5},
    {FRAGMENT "DCL CONST[32][0]\nMOV OUT[0], CONST[32][0]" END, QD_CODE_LIMIT, 7, 5},
    {FRAGMENT "DCL SAMP[32]\nTEX OUT[0], IN[0], SAMP[32], 2D" END, QD_CODE_LIMIT, 7, 5},
    {FRAGMENT "DCL IN[1], GENERIC[50]" END, QD_CODE_LIMIT, 7, 5},
    {FRAGMENT "DCL OUT[1..8], COLOR[1]" END, QD_CODE_LIMIT, 7, 5},
    {"VERT\nDCL IN[64]" END, QD_CODE_LIMIT, 2, 5},
    {FRAGMENT "LOAD TEMP[0], IN[0], IN[0]" END, QD_CODE_UNSUPPORTED, 7, 15},
    {FRAGMENT "DCL BUFFER[31..32]\nLOAD TEMP[0], BUFFER[32], IN[0]" END, QD_CODE_LIMIT, 8, 15},
    {FRAGMENT "DCL BUFFER[0..32]\nLOAD TEMP[0], BUFFER[ADDR[0].x], IN[0]" END, QD_CODE_LIMIT, 8,
     15},
    {FRAGMENT "DCL HWATOMIC[32][0]\nLOAD TEMP[0], HWATOMIC[32][0], IN[0]" END, QD_CODE_LIMIT, 8,
     15},
    {FRAGMENT "DCL CONSTBUF[0]\nRESQ TEMP[0], CONSTBUF[0]" END, QD_CODE_UNSUPPORTED, 8, 15},
    {FRAGMENT "DCL CONSTBUF[0]\nSTORE CONSTBUF[0], IN[0], IN[0]" END, QD_CODE_UNSUPPORTED, 8, 7},
    {FRAGMENT "DCL MEMORY[0], SHARED\nLOAD TEMP[0], MEMORY[0], IN[0]" END, QD_CODE_UNSUPPORTED, 8,
     15},
    {FRAGMENT "DCL MEMORY[0], GLOBAL\nLOAD TEMP[0], MEMORY[ADDR[0].x], IN[0]" END,
     QD_CODE_UNSUPPORTED, 8, 15},
    {FRAGMENT "DCL IMAGE[0], UNKNOWN, PIPE_FORMAT_R32_UINT\nLOAD TEMP[0], IMAGE[0], IN[0]" END,
     QD_CODE_UNSUPPORTED, 7, 5},
    {FRAGMENT "DCL IMAGE[0], 2D, PIPE_FORMAT_R8G8B8A8_UINT, WR\n"
              "ATOMUADD TEMP[0], IMAGE[0], IN[0], IN[0]" END,
     QD_CODE_UNSUPPORTED, 8, 19},
    {FRAGMENT "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_FLOAT, WR\n"
              "ATOMAND TEMP[0], IMAGE[0], IN[0], IN[0]" END,
     QD_CODE_UNSUPPORTED, 8, 18},
    {FRAGMENT "DCL BUFFER[0]\nDCL PRED[0]\n(PRED[0].xyzw) STORE BUFFER[0], IN[0], IN[0]" END,
     QD_CODE_UNSUPPORTED, 9, 22},
    {"VERT\nDCL OUT[0], TEXCOORD[8]" END, QD_CODE_LIMIT, 2, 5},
};

static void
check_unsupported(const struct unsupported_row *row)
{
    const struct tgsi_lower_options options = {.name = "test"};
    struct kit kit;

    KIT_BEGIN(&kit);
    /* The checker refuses some of these before. */
    kit.program = tgsi_read_text(&kit.arena, row->text, strlen(row->text), NULL, &kit.diags);
    assert_non_null(kit.program);
    base_diags_init(&kit.diags, &kit.arena, "test");
    if (tgsi_lower(kit.program, &options, &kit.arena, &kit.diags))
        fail_msg("%s\nis lowered", row->text);
    assert_true(kit.diags.list.count > 0);
    const struct qd_diagnostic *first = &kit.diags.list.data[0];
    if (first->code != row->code || first->place.line != row->line ||
        first->place.column != row->column)
        fail_msg("%s\nfound %u:%u: %s [%s], expected %u:%u [%s]", row->text, first->place.line,
                 first->place.column, first->message, base_code_name(first->code), row->line,
                 row->column, base_code_name(row->code));
    kit_end(&kit);
}

static void
test_unsupported(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(unsupported_rows); i++)
        check_unsupported(&unsupported_rows[i]);
}

static void
check_unsupported_opcode(enum tgsi_op op)
{
    const struct tgsi_lower_options options = {.name = "test"};
    struct tgsi_program program = {.processor = tgsi_processor_FRAG};
    struct tgsi_inst inst = {.op = (uint16_t)op, .line = 7, .column = 3};
    struct kit kit;

    KIT_BEGIN(&kit);
    program.arena = &kit.arena;
    program.insts.data = &inst;
    program.insts.count = 1;
    assert_null(tgsi_lower(&program, &options, &kit.arena, &kit.diags));
    assert_int_equal(kit.diags.list.count, 1);
    assert_int_equal(kit.diags.list.data[0].code, QD_CODE_UNSUPPORTED);
    assert_int_equal(kit.diags.list.data[0].place.line, 7);
    assert_non_null(strstr(kit.diags.list.data[0].message, tgsi_op_infos[op].name));
    kit_end(&kit);
}

/* Each opcode that no family lowers is named. */
static void
test_unsupported_opcodes(void **state)
{
    (void)state;
    for (uint32_t op = 1; op < tgsi_op_count; op++)
        if (tgsi_op_infos[op].family == tgsi_family_none)
            check_unsupported_opcode((enum tgsi_op)op);
}

/* A hint changes nothing. */
static void
test_hints(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, FRAGMENT "PROPERTY SEPARABLE_PROGRAM 1\nPROPERTY FS_DEPTH_LAYOUT 2\n"
                             "MOV OUT[0], IN[0]" END);
    assert_int_equal(kit.diags.error_count, 0);
    kit_end(&kit);
}

/* What an access repeats of its image counts for nothing: the declaration rules. */
static void
test_image_target(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, FRAGMENT "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n"
                             "STORE IMAGE[0], IN[0], IN[0], 3D" END);
    assert_int_equal(kit.diags.error_count, 0);
    assert_int_equal(kit.shader->images.count, 1);
    assert_int_equal(kit.shader->images.data[0].dim, ir_dim_2d);
    kit_end(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_locations),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_locations_are_distinct),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_no_position),
        cmocka_unit_test(test_point_size),
        cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_ir),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_image_target),
        cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_unsupported_opcodes),
        cmocka_unit_test(test_hints),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
