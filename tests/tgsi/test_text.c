/* SPDX-License-Identifier: MIT
 *
 * Reading and writing whole programs: words, what a text becomes, and that what was written reads
 * back to the same program.
 *
 *   test-tgsi-text FOLDER   FOLDER has shaders, .tgsi files, in vertex/ and fragment/
 */
#include "kit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static const char *shader_folder;
static const char *corpus_folder; /* Where QUADRILLE_CORPUS does not say. */

/* ---- words ---- */

#define WORD(text, size) ((const struct tgsi_span[]){tgsi_span_of(text, size)})
#define FIND(what, text, size) tgsi_find_##what(WORD(text, size))
#define FIND_WORD(set, text, size) tgsi_find_word(set, WORD(text, size))

static void
test_opcodes(void **state)
{
    char lower[32];
    (void)state;

    assert_int_equal(tgsi_op_count - 1, 273);
    for (uint32_t op = 1; op < tgsi_op_count; op++) {
        const struct tgsi_op_info *info = &tgsi_op_infos[op];
        const size_t size = strlen(info->name);

        if (op > 1)
            assert_true(strcmp(tgsi_op_infos[op - 1].name, info->name) < 0);
        for (size_t i = 0; i <= size; i++)
            lower[i] = (char)(info->name[i] >= 'A' && info->name[i] <= 'Z' ? info->name[i] | 0x20
                                                                           : info->name[i]);
        const enum tgsi_op found = info->flags & TGSI_OP_ALIAS ? tgsi_op_none : (enum tgsi_op)op;
        assert_int_equal(FIND(op, info->name, size), found);
        assert_int_equal(FIND(op, lower, size), found);
        assert_int_not_equal(FIND(op, info->name, size - 1), op);
        /* Sources have types, what is not there has none. */
        assert_true(info->min_srcs <= info->max_srcs && info->max_srcs <= TGSI_MAX_SRCS);
        for (unsigned i = 0; i < TGSI_MAX_SRCS; i++)
            assert_true((info->src[i] != tgsi_type__) == (i < info->max_srcs));
        assert_true((info->dst != tgsi_type__) == (info->dsts > 0));
    }
    assert_int_equal(FIND(op, "", 0), tgsi_op_none);
    assert_int_equal(FIND(op, "MOVE", 4), tgsi_op_none);
    assert_int_equal(FIND(op, "AAA", 3), tgsi_op_none);
    assert_int_equal(FIND(op, "ZZZ", 3), tgsi_op_none);
}

static void
test_words(void **state)
{
    (void)state;
    for (uint32_t i = 1; i < tgsi_file_count; i++)
        assert_int_equal(FIND(file, tgsi_file_infos[i].name, strlen(tgsi_file_infos[i].name)), i);
    for (uint32_t i = 1; i < tgsi_semantic_count; i++)
        assert_int_equal(
            FIND(semantic, tgsi_semantic_infos[i].name, strlen(tgsi_semantic_infos[i].name)), i);
    for (uint32_t i = 1; i < tgsi_property_count; i++)
        assert_int_equal(
            FIND(property, tgsi_property_infos[i].name, strlen(tgsi_property_infos[i].name)), i);
    for (uint32_t i = 1; i < tgsi_target_count; i++)
        assert_int_equal(FIND(target, tgsi_target_infos[i].name, strlen(tgsi_target_infos[i].name)),
                         i);
    assert_int_equal(FIND(target, "2darray", 7), tgsi_target_2D_ARRAY);
    assert_int_equal(FIND_WORD(tgsi_words_interp, "Color", 5), tgsi_interp_COLOR);
    assert_int_equal(FIND_WORD(tgsi_words_interp, "CENTER", 6), -1);
    assert_string_equal(tgsi_word_name(tgsi_words_primitive, 13), "TRIANGLE_STRIP_ADJACENCY");
    assert_true(tgsi_is_text(" \r\nfrag\n", 8));
    assert_true(tgsi_is_text("TESS_CTRL", 9));
    assert_false(tgsi_is_text("FRAGMENT", 8));
    assert_false(tgsi_is_text("", 0));
    assert_false(tgsi_is_text("\0FRAG", 5));
}

/* ---- texts and what is written for them ---- */

struct text_row {
    const char *text;
    const char *written;
};

static const struct text_row text_rows[] = {
    /* Of both dialects. */
    {"GEOM\nDCL SVIEW[0], 2D, FLOAT\nEMIT\nEND\n",
     "GEOM\nDCL SVIEW[0], 2D, FLOAT\n  0: EMIT\n  1: END\n"},
    /* White space, case, numbers before instructions, labels. */
    {"vert\r\n dcl\tin[ 0 ]\rDcl Out [0] , Position\n12:mov out[0],in[0]\n  3 : End :4\n \n",
     "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END\n"},
    {"VERT DCL IN[0]DCL OUT[0],POSITION MOV OUT[0],IN[0]END",
     "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END\n"},
    {"FRAG\nDCL TEMP[0]\nIF TEMP[0].xxxx :3\nELSE :5\nBGNLOOP :9\nBRK\nENDLOOP :4\nENDIF\nEND\n",
     "FRAG\nDCL TEMP[0]\n  0: IF TEMP[0].xxxx\n  1: ELSE\n  2:   BGNLOOP\n  3:     BRK\n"
     "  4:   ENDLOOP\n  5: ENDIF\n  6: END\n"},
    {"VERT\nDCL TEMP[0]\nDCL PRED[0]\nCAL :3\nCALLNZ TEMP[0].xxxx :3\nEND\n3: bgnsub\n"
     "(!PRED[0].xyzw) BRA TEMP[0] :5\nENDSUB\n",
     "VERT\nDCL TEMP[0]\nDCL PRED[0]\n  0: CAL :3\n  1: CALLNZ TEMP[0].xxxx :3\n  2: END\n  3: "
     "BGNSUB\n"
     "  4: (!PRED[0].xyzw) BRA TEMP[0] :5\n  5: ENDSUB\n"},

    /* Masks, swizzles, modifiers, suffixes. */
    {"FRAG\nDCL TEMP[0 .. 3]\nmul_sat_precise temp[0].XZ, -temp[1].wzyx, | TEMP[2] . xxyy |\n"
     "ADD TEMP[0].xyzw, - | TEMP[1] |, -TEMP[3].xyzw\nMOV_SATNV TEMP[0], TEMP[1]\n"
     "ADD_PRECISE TEMP[0], TEMP[1], TEMP[2]\nEND\n",
     "FRAG\nDCL TEMP[0..3]\n  0: MUL_SAT_PRECISE TEMP[0].xz, -TEMP[1].wzyx, |TEMP[2].xxyy|\n"
     "  1: ADD TEMP[0], -|TEMP[1]|, -TEMP[3]\n  2: MOV_SATNV TEMP[0], TEMP[1]\n"
     "  3: ADD_PRECISE TEMP[0], TEMP[1], TEMP[2]\n  4: END\n"},

    /* Addresses and buffers. */
    {"VERT\nDCL ADDR[0..1]\nDCL TEMP[0..5], ARRAY(2), LOCAL\nDCL CONST[0..4]\nDCL CONST[3][1..2]\n"
     "MOV TEMP[ ADDR[0].y + 3 ], CONST[3][ADDR[1].w-1]\nMOV TEMP[ADDR[0]](2).x, CONST[0][4]\n"
     "MOV TEMP[1](2), CONST[ADDR[0].x+0]\nMOV TEMP[TEMP[0].z], CONST[ADDR[1].x+2][ADDR[0].x]\n"
     "END\n",
     "VERT\nDCL ADDR[0..1]\nDCL TEMP[0..5], ARRAY(2), LOCAL\nDCL CONST[0..4]\nDCL CONST[3][1..2]\n"
     "  0: MOV TEMP[ADDR[0].y+3], CONST[3][ADDR[1].w-1]\n"
     "  1: MOV TEMP[ADDR[0].x](2).x, CONST[0][4]\n  2: MOV TEMP[1](2), CONST[ADDR[0].x]\n"
     "  3: MOV TEMP[TEMP[0].z], CONST[ADDR[1].x+2][ADDR[0].x]\n  4: END\n"},

    /* Declarations. */
    {"FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nproperty fs_depth_layout 3\nDCL IN[0], COLOR\n"
     "DCL IN[1], COLOR[1], COLOR\nDCL IN[2..4].xy, GENERIC[9], PERSPECTIVE, CENTROID\n"
     "DCL IN[5], GENERIC, LINEAR, CENTER\nDCL IN[6], POSITION, LINEAR, SAMPLE\n"
     "DCL OUT[0], COLOR, INVARIANT\nDCL SAMP[0..1]\nDCL SVIEW[0], 2D, FLOAT\n"
     "DCL SVIEW[1], 2D_ARRAY_MSAA, UINT, UINT, UINT, SINT\nDCL RES[0], 1DARRAY, UNORM\n"
     "DCL IMAGE[0], 3D, PIPE_FORMAT_R32_uint, WR, RAW\nDCL BUFFER[0], ATOMIC\nDCL MEMORY[0]\n"
     "DCL MEMORY[1], SHARED\nDCL HWATOMIC[1][0..3], ARRAY(1)\nDCL PRED[0]\nDCL SV[0], FACE\n"
     "END\n",
     "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nPROPERTY FS_DEPTH_LAYOUT 3\nDCL IN[0], COLOR\n"
     "DCL IN[1], COLOR[1], COLOR\nDCL IN[2..4].xy, GENERIC[9], PERSPECTIVE, CENTROID\n"
     "DCL IN[5], GENERIC[0], LINEAR\nDCL IN[6], POSITION, LINEAR, SAMPLE\n"
     "DCL OUT[0], COLOR, INVARIANT\nDCL SAMP[0..1]\nDCL SVIEW[0], 2D, FLOAT\n"
     "DCL SVIEW[1], 2D_ARRAY_MSAA, UINT, UINT, UINT, SINT\nDCL RES[0], 1D_ARRAY, UNORM\n"
     "DCL IMAGE[0], 3D, PIPE_FORMAT_R32_UINT, WR, RAW\nDCL BUFFER[0], ATOMIC\n"
     "DCL MEMORY[0], GLOBAL\nDCL MEMORY[1], SHARED\nDCL HWATOMIC[1][0..3], ARRAY(1)\nDCL PRED[0]\n"
     "DCL SV[0], FACE\n  0: END\n"},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES_ADJACENCY\nPROPERTY GS_MAX_OUTPUT_VERTICES 6\n"
     "DCL IN[][0], POSITION\nDCL IN[0..5][1], GENERIC[0]\nDCL OUT[0], POSITION, STREAM(0,0,1,3)\n"
     "IMM UINT32 {0, 0, 0, 0}\nMOV OUT[0], IN[4][0]\nEMIT\nEMIT IMM[0].xxxx\nENDPRIM\nEND\n",
     "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES_ADJACENCY\nPROPERTY GS_MAX_OUTPUT_VERTICES 6\n"
     "DCL IN[][0], POSITION\nDCL IN[][1], GENERIC[0]\nDCL OUT[0], POSITION, STREAM(0, 0, 1, 3)\n"
     "IMM[0] UINT32 {0, 0, 0, 0}\n  0: MOV OUT[0], IN[4][0]\n  1: EMIT\n  2: EMIT IMM[0].xxxx\n"
     "  3: ENDPRIM\n  4: END\n"},
    {"TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 3\nDCL IN[][0], GENERIC[0]\nDCL OUT[][0], GENERIC[0]\n"
     "DCL OUT[1], PATCH\nDCL SV[0], INVOCATIONID\nDCL ADDR[0]\nUARL ADDR[0].x, SV[0].xxxx\n"
     "MOV OUT[ADDR[0].x][0], IN[ADDR[0].x][0]\nBARRIER\nMOV OUT[1], OUT[ADDR[0].x+1][0]\nEND\n",
     "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 3\nDCL IN[][0], GENERIC[0]\nDCL OUT[][0], GENERIC[0]\n"
     "DCL OUT[1], PATCH\nDCL SV[0], INVOCATIONID\nDCL ADDR[0]\n  0: UARL ADDR[0].x, SV[0].xxxx\n"
     "  1: MOV OUT[ADDR[0].x][0], IN[ADDR[0].x][0]\n  2: BARRIER\n"
     "  3: MOV OUT[1], OUT[ADDR[0].x+1][0]\n  4: END\n"},

    {"FRAG\nDCL SVIEW[0], 2D, FLOAT ,\nINVARIANT\nDCL RES[0], 2D, UINT, SINT, UINT, UINT, LOCAL\n"
     "END\n",
     "FRAG\nDCL SVIEW[0], 2D, FLOAT, INVARIANT\nDCL RES[0], 2D, UINT, SINT, UINT, UINT, LOCAL\n"
     "  0: END\n"},

    /* Immediates. */
    {"VERT\nIMM FLT32 { 1, -0.0, 0x7f800000, .1 }\nIMM[1] flt32 {inf, -INF, nan, 0xffc12345}\n"
     "IMM UINT32 {0, 4294967295, 0x10, 7}\nIMM INT32 {-2147483648, 4294967295, -1, 0x80000000}\n"
     "IMM FLT64 {0.1, -1e300}\nIMM FLT64 {0x00000000, 0x7ff80001, 0x0, 0x3ff00000}\n"
     "IMM FLT32 {0x1.8p1, -0x.8p-1, 0x1P0, 0x10000000}\nIMM FLT64 {0x1.8p1, -0x1p-1074}\n"
     "IMM UINT64 {18446744073709551615, 0x10}\nIMM INT64 {-9223372036854775808, -1}\n"
     "DCL IMMX[1..2] {{1,2,3,4},\n{5,6,7,0x3f800000}}\nEND\n",
     "VERT\nDCL IMMX[1..2] {{1.0, 2.0, 3.0, 4.0}, {5.0, 6.0, 7.0, 1.0}}\n"
     "IMM[0] FLT32 {1.0, -0.0, inf, 0.1}\nIMM[1] FLT32 {inf, -inf, 0x7fc00000, 0xffc12345}\n"
     "IMM[2] UINT32 {0, 4294967295, 16, 7}\nIMM[3] INT32 {-2147483648, -1, -1, -2147483648}\n"
     "IMM[4] FLT64 {0.1, -1.0e300}\n"
     "IMM[5] FLT64 {0x00000000, 0x7ff80001, 0x00000000, 0x3ff00000}\n"
     "IMM[6] FLT32 {3.0, -0.25, 1.0, 2.524355e-29}\nIMM[7] FLT64 {3.0, -5.0e-324}\n"
     "IMM[8] UINT64 {18446744073709551615, 16}\nIMM[9] INT64 {-9223372036854775808, -1}\n"
     "  0: END\n"},

    /* Textures, memory, predicates. */
    {"FRAG\nDCL IN[0], GENERIC[0]\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\n"
     "IMM INT32 {1,2,3,4}\nTEX TEMP[0].x, IN[0], SAMP[0], 2D, IMM[0].xyz, IMM[0].wwy\n"
     "TXP TEMP[0], IN[0], SAMP[0], 2d, IMM[0]\nSAMPLE TEMP[0], IN[0], SVIEW[0].yxzw, SAMP[0]\n"
     "SAMPLE_L TEMP[0], IN[0], SVIEW[0], SAMP[0], IN[0].xxxx, IMM[0].xyz\n"
     "SAMPLE_L TEMP[0], IN[0], SVIEW[0], SAMP[0]\nEND\n",
     "FRAG\nDCL IN[0], GENERIC[0]\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\n"
     "IMM[0] INT32 {1, 2, 3, 4}\n"
     "  0: TEX TEMP[0].x, IN[0], SAMP[0], 2D, IMM[0].xyz, IMM[0].wwy\n"
     "  1: TXP TEMP[0], IN[0], SAMP[0], 2D, IMM[0].xxx\n"
     "  2: SAMPLE TEMP[0], IN[0], SVIEW[0].yxzw, SAMP[0]\n"
     "  3: SAMPLE_L TEMP[0], IN[0], SVIEW[0], SAMP[0], IN[0].xxxx, IMM[0].xyz\n"
     "  4: SAMPLE_L TEMP[0], IN[0], SVIEW[0], SAMP[0]\n  5: END\n"},
    {"COMP\nDCL BUFFER[0]\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_FLOAT, WR\nDCL MEMORY[0], SHARED\n"
     "DCL TEMP[0]\nLOAD TEMP[0].x, BUFFER[0], TEMP[0], COHERENT, restrict\n"
     "STORE IMAGE[0], TEMP[0], TEMP[0], VOLATILE, 2D, PIPE_FORMAT_R32_FLOAT\n"
     "STORE BUFFER[0].x, TEMP[0], TEMP[0]\nATOMCAS TEMP[0].x, MEMORY[0], TEMP[0], TEMP[0], "
     "TEMP[0]\nRESQ TEMP[0], IMAGE[0], 2D\nEND\n",
     "COMP\nDCL BUFFER[0]\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_FLOAT, WR\nDCL MEMORY[0], SHARED\n"
     "DCL TEMP[0]\n  0: LOAD TEMP[0].x, BUFFER[0], TEMP[0], COHERENT, RESTRICT\n"
     "  1: STORE IMAGE[0], TEMP[0], TEMP[0], VOLATILE, 2D, PIPE_FORMAT_R32_FLOAT\n"
     "  2: STORE BUFFER[0].x, TEMP[0], TEMP[0]\n"
     "  3: ATOMCAS TEMP[0].x, MEMORY[0], TEMP[0], TEMP[0], TEMP[0]\n"
     "  4: RESQ TEMP[0], IMAGE[0], 2D\n  5: END\n"},
    {"VERT\nDCL PRED[0]\nDCL TEMP[0]\n(PRED[0]) MOV TEMP[0], TEMP[0]\n"
     "3: ( ! PRED[0].xxyw )ADD TEMP[0],TEMP[0],TEMP[0]\nEND\n",
     "VERT\nDCL PRED[0]\nDCL TEMP[0]\n  0: (PRED[0].xyzw) MOV TEMP[0], TEMP[0]\n"
     "  1: (!PRED[0].xxyw) ADD TEMP[0], TEMP[0], TEMP[0]\n  2: END\n"},
};

/* Texts, and the dialects that they are taken for. */
static const struct {
    const char *text;
    enum tgsi_dialect asked;
    enum tgsi_dialect expected; /* auto: the text is refused. */
} dialect_rows[] = {
    {"FRAG\nEND\n", tgsi_dialect_auto, tgsi_dialect_final},
    {"FRAG\nEND\n", tgsi_dialect_early, tgsi_dialect_early},
    {"FRAG\nKILP\nEND\n", tgsi_dialect_auto, tgsi_dialect_early},
    {"FRAG\nKILP\nEND\n", tgsi_dialect_final, tgsi_dialect_final},
    {"FRAG\nKILL\nEND\n", tgsi_dialect_auto, tgsi_dialect_final},
    {"FRAG\nDCL PRED[0]\nEND\n", tgsi_dialect_auto, tgsi_dialect_early},
    {"VERT\nDCL TEMPX[0][0..3]\nEND\n", tgsi_dialect_auto, tgsi_dialect_early},
    {"VERT\nDCL IMMX[0] {{1, 2, 3, 4}}\nEND\n", tgsi_dialect_auto, tgsi_dialect_early},
    {"FRAG\nDCL RES[0], 2D, FLOAT\nEND\n", tgsi_dialect_auto, tgsi_dialect_early},
    {"FRAG\nDCL SVIEW[0], 2D, FLOAT\nEND\n", tgsi_dialect_auto, tgsi_dialect_final},
    {"FRAG\nDCL TEMP[0]\nMOV_SATNV TEMP[0], TEMP[0]\nEND\n", tgsi_dialect_auto, tgsi_dialect_early},
    /* SUB stayed until Mesa 17, beside what was new. */
    {"FRAG\nDCL TEMP[0]\nSUB TEMP[0], TEMP[0], TEMP[0]\nEND\n", tgsi_dialect_auto,
     tgsi_dialect_early},
    {"FRAG\nDCL TEMP[0]\nSUB TEMP[0], TEMP[0], TEMP[0]\nUIF TEMP[0].xxxx\nENDIF\nEND\n",
     tgsi_dialect_auto, tgsi_dialect_final},
    {"FRAG\nDCL SAMP[0]\nDCL TEMP[0]\nTEX TEMP[0], TEMP[0], SAMP[0], 1DARRAY\nEND\n",
     tgsi_dialect_auto, tgsi_dialect_early},
    {"FRAG\nDCL SAMP[0]\nDCL TEMP[0]\nTEX TEMP[0], TEMP[0], SAMP[0], 1D_ARRAY\nEND\n",
     tgsi_dialect_auto, tgsi_dialect_final},
    {"FRAG\nDCL TEMP[0..3], ARRAY(1)\nKILP\nEND\n", tgsi_dialect_auto, tgsi_dialect_final},
    {"COMP\nEND\n", tgsi_dialect_auto, tgsi_dialect_final},
    {"GEOM\nEMIT\nEND\n", tgsi_dialect_auto, tgsi_dialect_early},
    {"GEOM\nEMIT\nEND\n", tgsi_dialect_early, tgsi_dialect_early},
    {"GEOM\nEMIT\nEND\n", tgsi_dialect_final, tgsi_dialect_auto},
    {"GEOM\nIMM UINT32 {0, 0, 0, 0}\nEMIT IMM[0].xxxx\nEND\n", tgsi_dialect_auto,
     tgsi_dialect_final},
    {"GEOM\nIMM UINT32 {0, 0, 0, 0}\nENDPRIM IMM[0].xxxx\nEND\n", tgsi_dialect_early,
     tgsi_dialect_auto},
    {"FRAG\nSAMPLE_L TEMP[0], TEMP[0], RES[0], SAMP[0], IMM[0].xyz\nEND\n", tgsi_dialect_early,
     tgsi_dialect_early},
    {"FRAG\nSAMPLE_L TEMP[0], TEMP[0], SVIEW[0], SAMP[0]\nEND\n", tgsi_dialect_final,
     tgsi_dialect_auto},
    /* Of the years between: operands may lack where the final dialect is not asked for. */
    {"FRAG\nSAMPLE_L TEMP[0], TEMP[0], SVIEW[0], SAMP[0]\nEND\n", tgsi_dialect_auto,
     tgsi_dialect_final},
    {"GEOM\nDCL SVIEW[0], 2D, FLOAT\nEMIT\nENDPRIM\nEND\n", tgsi_dialect_auto, tgsi_dialect_final},
};

static void
test_dialects(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    for (uint32_t i = 0; i < BASE_COUNT(dialect_rows); i++) {
        const struct tgsi_read_options options = {.dialect = dialect_rows[i].asked};
        const char *text = dialect_rows[i].text;

        base_diags_init(&kit.diags, &kit.arena, "test");
        const struct tgsi_program *program =
            tgsi_read_text(&kit.arena, text, strlen(text), &options, &kit.diags);
        const enum tgsi_dialect found = program ? program->dialect : tgsi_dialect_auto;
        if (found != dialect_rows[i].expected)
            fail_msg("%sfound dialect %u, expected %u", text, (unsigned)found,
                     (unsigned)dialect_rows[i].expected);
    }
    kit_end(&kit);
}

/* LOAD is two opcodes of one name. */
static void
test_loads(void **state)
{
    static const char early[] = "FRAG\nDCL RES[0], 2D, FLOAT\nDCL TEMP[0]\n"
                                "  0: LOAD TEMP[0], TEMP[0], RES[0]\n  1: END\n";
    static const char final[] = "FRAG\nDCL BUFFER[0]\nDCL TEMP[0]\n"
                                "  0: LOAD TEMP[0], BUFFER[0], TEMP[0], COHERENT\n  1: END\n";
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_read(&kit, early);
    assert_int_equal(kit.program->insts.data[0].op, tgsi_op_LOAD_RES);
    assert_string_equal(kit_text(&kit, kit.program), early);
    kit_read(&kit, final);
    assert_int_equal(kit.program->insts.data[0].op, tgsi_op_LOAD);
    assert_string_equal(kit_text(&kit, kit.program), final);
    kit_end(&kit);
}

/* Reads, and fails the test with the first error. */
static void
read(struct kit *kit, const char *name, const char *text, size_t size)
{
    base_diags_init(&kit->diags, &kit->arena, name);
    kit->program = tgsi_read_text(&kit->arena, text, size, NULL, &kit->diags);
    if (!kit->program)
        fail_msg("%s:%u:%u: %s", name, kit->diags.list.data[0].place.line,
                 kit->diags.list.data[0].place.column, kit->diags.list.data[0].message);
}

static void
check_text(const struct text_row *row)
{
    struct kit kit;

    KIT_BEGIN(&kit);
    read(&kit, row->text, row->text, strlen(row->text));
    assert_string_equal(kit_text(&kit, kit.program), row->written);
    read(&kit, "written", row->written, strlen(row->written));
    assert_string_equal(kit_text(&kit, kit.program), row->written);
    kit_end(&kit);
}

static void
test_text_rows(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(text_rows); i++)
        check_text(&text_rows[i]);
}

/* ---- files ---- */

/* What a program keeps of its text, but for places. */
static void
assert_same_insts(const struct tgsi_program *a, const struct tgsi_program *b)
{
    assert_int_equal(a->insts.count, b->insts.count);
    assert_int_equal(a->operands.count, b->operands.count);
    for (uint32_t i = 0; i < a->insts.count; i++) {
        assert_int_equal(a->insts.data[i].op, b->insts.data[i].op);
        assert_int_equal(a->insts.data[i].flags, b->insts.data[i].flags);
        assert_int_equal(a->insts.data[i].target, b->insts.data[i].target);
        assert_int_equal(a->insts.data[i].operand, b->insts.data[i].operand);
    }
    for (uint32_t i = 0; i < a->operands.count; i++) {
        assert_int_equal(a->operands.data[i].file, b->operands.data[i].file);
        assert_int_equal(a->operands.data[i].flags, b->operands.data[i].flags);
        assert_int_equal(a->operands.data[i].select, b->operands.data[i].select);
        assert_int_equal(a->operands.data[i].dim, b->operands.data[i].dim);
        assert_int_equal(a->operands.data[i].index, b->operands.data[i].index);
    }
    assert_int_equal(a->immediates.count, b->immediates.count);
    for (uint32_t i = 0; i < a->immediates.count; i++)
        assert_memory_equal(&a->immediates.data[i], &b->immediates.data[i],
                            sizeof(a->immediates.data[i]));
}

/* Reads, writes and reads again. Says whether the checker takes the program. */
static bool
check_file(const char *path)
{
    const struct tgsi_lower_options options = {.name = path};
    struct kit kit;
    size_t size;

    KIT_BEGIN(&kit);
    char *text = kit_load(&kit, path, &size);
    read(&kit, path, text, size);
    const struct tgsi_program *first = kit.program;
    const char *written = kit_text(&kit, kit.program);
    const volatile bool is_good = tgsi_check(kit.program, &kit.diags);
    if (is_good) {
        kit.shader = tgsi_lower(kit.program, &options, &kit.arena, &kit.diags);
        if (kit.shader && (!ir_verify(kit.shader, &kit.diags) ||
                           !ir_run_pipeline(kit.shader, ir_pipeline_default, &kit.diags) ||
                           !ir_verify(kit.shader, &kit.diags)))
            fail_msg("%s: %s", path, kit.diags.list.data[kit.diags.list.count - 1].message);
        /* What is not lowered is so for lack of support. */
        for (uint32_t i = 0; i < kit.diags.list.count && !kit.shader; i++)
            assert_true(kit.diags.list.data[i].severity != QD_SEVERITY_ERROR ||
                        kit.diags.list.data[i].code == QD_CODE_UNSUPPORTED ||
                        kit.diags.list.data[i].code == QD_CODE_TARGET_LACKS ||
                        kit.diags.list.data[i].code == QD_CODE_LIMIT ||
                        kit.diags.list.data[i].code == QD_CODE_TOO_MANY_ERRORS);
    }
    read(&kit, "written", written, strlen(written));
    assert_string_equal(kit_text(&kit, kit.program), written);
    assert_same_insts(first, kit.program);
    kit_end(&kit);
    return is_good;
}

struct files {
    uint32_t count;
    uint32_t good;
};

/* All .tgsi files of a folder; false if it cannot be opened. */
static bool
check_folder(const char *folder, const char *name, struct files *files)
{
    char path[4096];
    struct dirent *entry;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    DIR *dir = opendir(path);
    if (!dir)
        return false;
    while ((entry = readdir(dir)) != NULL) {
        const char *ending = strrchr(entry->d_name, '.');

        if (!ending || strcmp(ending, ".tgsi") != 0)
            continue;
        snprintf(path, sizeof(path), "%s/%s/%s", folder, name, entry->d_name);
        files->count++;
        files->good += check_file(path);
    }
    closedir(dir);
    return true;
}

/* Three generations of the language: all are taken. */
static void
test_shaders(void **state)
{
    struct files files = {0, 0};
    (void)state;

    assert_non_null(shader_folder);
    assert_true(check_folder(shader_folder, "vertex", &files));
    assert_true(check_folder(shader_folder, "fragment", &files));
    assert_int_equal(files.count, 66);
    assert_int_equal(files.good, 66);
}

/* Programs that Mesa printed; not part of the tree. */
static void
test_corpus(void **state)
{
    static const char *const folders[] = {
        "softpipe/vert", "softpipe/frag", "softpipe/geom", "softpipe/comp", "virgl/vert",
        "virgl/frag",    "virgl/geom",    "virgl/comp",    "virgl/tctrl",   "virgl/teval"};
    const char *corpus = getenv("QUADRILLE_CORPUS");
    struct files files = {0, 0};
    char path[4096];
    (void)state;

    snprintf(path, sizeof(path), "%s/tgsi/mesa", corpus ? corpus : corpus_folder);
    for (uint32_t i = 0; i < BASE_COUNT(folders); i++)
        (void)check_folder(path, folders[i], &files);
    if (!files.count) {
        print_message("skip: neither QUADRILLE_CORPUS nor ../shared/corpus has tgsi/mesa\n");
        skip();
    }
    print_message("%u of %u programs are good\n", files.good, files.count);
    assert_int_equal(files.good, files.count);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_opcodes),   cmocka_unit_test(test_words),
        cmocka_unit_test(test_text_rows), cmocka_unit_test(test_dialects),
        cmocka_unit_test(test_loads),     cmocka_unit_test(test_shaders),
        cmocka_unit_test(test_corpus),
    };

    shader_folder = argc > 1 ? argv[1] : NULL;
    corpus_folder = argc > 2 ? argv[2] : "";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
