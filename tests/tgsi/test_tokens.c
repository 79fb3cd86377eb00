/* SPDX-License-Identifier: MIT
 *
 * Token streams: words assembled by hand from the layouts' descriptions, words that are no stream,
 * programs that a layout has no words for, and the way of whole folders of programs from text to
 * tokens and back.
 *
 *   test-tgsi-tokens FOLDER CORPUS   FOLDER has shaders, .tgsi files, in vertex/ and fragment/
 */
#include "kit.h"

#include "tgsi/tokens.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static const char *shader_folder;
static const char *corpus_folder; /* Where QUADRILLE_CORPUS does not say. */

static void
fail_with_last(struct kit *kit, const char *name)
{
    const struct qd_diagnostic *last =
        kit->diags.list.count > 0 ? &kit->diags.list.data[kit->diags.list.count - 1] : NULL;

    fail_msg("%s: 0x%x: %s", name, last ? last->place.offset : 0,
             last ? last->message : "no diagnostic");
}

/* ---- words by hand ---- */

/* The words of END in each layout: opcode 117. */
#define END 0x00075002

struct stream {
    enum tgsi_tokens layout;
    uint32_t words[24]; /* The header's length is filled in. */
    uint32_t count;
    const char *text;
};

/* A stream of a stage's number and these words, END last. */
#define STREAM(layout, stage, text, ...)                                                           \
    {                                                                                              \
        tgsi_tokens_##layout, {2, stage, __VA_ARGS__},                                             \
            2 + sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), text                   \
    }

/* First words: a declaration of so many words, file and mask; an instruction followed by so many.
 */
#define DECL(size, file) ((size) << 4 | (file) << 12 | 15U << 16)
#define INST(size, op, dsts, srcs) (2 | (size) << 4 | (op) << 12 | (dsts) << 21 | (srcs) << 23)
#define INST_2012(size, op, dsts, srcs) (2 | (size) << 4 | (op) << 12 | (dsts) << 22 | (srcs) << 24)
/* Register 0 of a file. */
#define DST(file) ((file) | 15U << 4)
#define SRC(file) ((file) | 0xe4U << 22)

static const struct stream streams[] = {
    /* The example of the language's description. */
    STREAM(18, 1,
           "FRAG\n  0: MAD_SAT TEMP[ADDR[0].x+1](1).xy, -IN[1].yyzw, |CONST[1][ADDR[0].x+2]|, "
           "IMM[0]\n  1: END\n",
           0x01b10072, 0x00000534, 0x00400006, 0xb9400042, 0x790000b1, 0x00000006, 0x00010000,
           0x39000007, END),

    /* Stages. */
    STREAM(18, 0, "VERT\n  0: END\n", END),
    STREAM(18, 4, "TESS_EVAL\n  0: END\n", END),
    STREAM(24, 4, "FRAG\n  0: END\n", END),
    STREAM(24, 1, "TESS_CTRL\n  0: END\n", END),
    STREAM(24, 3, "GEOM\n  0: END\n", END),
    STREAM(24, 5, "COMP\n  0: END\n", END),
    STREAM(2012, 0, "FRAG\n  0: END\n", END),
    STREAM(2012, 1, "VERT\n  0: END\n", END),
    STREAM(virgl, 0, "FRAG\n  0: END\n", END),
    STREAM(virgl, 3, "TESS_CTRL\n  0: END\n", END),

    /* Declarations, and each word that may follow. */
    STREAM(18, 1, "FRAG\nDCL IN[1..2], GENERIC[9], PERSPECTIVE, CENTROID, INVARIANT\n  0: END\n",
           DECL(4, 2) | 1 << 21 | 1 << 22 | 1 << 23, 1 | 2 << 16, 2 | 1 << 4, 5 | 9 << 8, END),
    STREAM(24, 4, "FRAG\nDCL IN[0].yz, COLOR[1], COLOR, SAMPLE\n  0: END\n",
           4 << 4 | 2 << 12 | 6 << 16 | 1 << 21 | 1 << 22, 0, 3 | 2 << 4, 1 | 1 << 8, END),
    STREAM(18, 0, "VERT\nDCL CONST[7][0..3]\n  0: END\n", DECL(3, 1) | 1 << 20, 3 << 16, 7, END),
    STREAM(18, 0, "VERT\nDCL TEMP[0..5], ARRAY(1023), LOCAL\n  0: END\n",
           DECL(3, 4) | 1 << 24 | 1 << 25, 5 << 16, 1023, END),
    STREAM(18, 1, "FRAG\nDCL SVIEW[0], 2D, FLOAT, FLOAT, SINT, UINT\n  0: END\n", DECL(3, 10), 0,
           2 | 4 << 8 | 4 << 14 | 2 << 20 | 3U << 26, END),
    STREAM(18, 5, "COMP\nDCL IMAGE[1], 3D, PIPE_FORMAT_R32_UINT, WR, RAW\n  0: END\n", DECL(3, 9),
           1 | 1 << 16, 3 | 1 << 8 | 1 << 9 | 193 << 10, END),
    STREAM(24, 5, "COMP\nDCL IMAGE[1], 3D, PIPE_FORMAT_R32_UINT, WR\n  0: END\n", DECL(3, 9),
           1 | 1 << 16, 3 | 1 << 9 | 104 << 10, END),
    STREAM(18, 5, "COMP\nDCL BUFFER[0], ATOMIC\nDCL MEMORY[0], SHARED\n  0: END\n",
           DECL(2, 11) | 1 << 26, 0, DECL(2, 12) | 1 << 27, 0, END),
    STREAM(24, 5, "COMP\nDCL HWATOMIC[2][0..3], ARRAY(1)\n  0: END\n",
           DECL(4, 14) | 1 << 20 | 1 << 25, 3 << 16, 2, 1, END),
    STREAM(18, 2, "GEOM\nDCL OUT[0], GENERIC[3], STREAM(1, 0, 2, 3)\n  0: END\n",
           DECL(3, 3) | 1 << 21, 0, 5 | 3 << 8 | 1 << 24 | 2 << 28 | 3U << 30, END),
    /* Registers over vertices say so by their stage and semantic alone. */
    STREAM(18, 2, "GEOM\nDCL IN[][1], POSITION\n  0: END\n", DECL(3, 2) | 1 << 21, 1 | 1 << 16, 0,
           END),
    STREAM(18, 3, "TESS_CTRL\nDCL OUT[][0], POSITION\nDCL OUT[1], TESSOUTER\n  0: END\n",
           DECL(3, 3) | 1 << 21, 0, 0, DECL(3, 3) | 1 << 21, 1 | 1 << 16, 31, END),
    STREAM(18, 4, "TESS_EVAL\nDCL IN[1], PATCH\n  0: END\n", DECL(3, 2) | 1 << 21, 1 | 1 << 16, 29,
           END),

    /* Immediates and properties. */
    STREAM(18, 1,
           "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nIMM[0] FLT32 {1.0, -0.5, 0x7fc12345, 0.0}\n"
           "IMM[1] FLT64 {1.0, -2.0}\n  0: END\n",
           0x23 | 3 << 12, 1, 0x51, 0x3f800000, 0xbf000000, 0x7fc12345, 0, 0x51 | 3 << 18, 0,
           0x3ff00000, 0, 0xc0000000, END),
    STREAM(24, 0, "VERT\nPROPERTY NEXT_SHADER FRAG\n  0: END\n", 0x23 | 19 << 12, 4, END),
    STREAM(18, 0, "VERT\nPROPERTY NEXT_SHADER FRAG\n  0: END\n", 0x23 | 19 << 12, 1, END),
    STREAM(18, 0, "VERT\nPROPERTY MUL_ZERO_WINS 1\n  0: END\n", 0x23 | 23 << 12, 1, END),
    STREAM(24, 0, "VERT\nPROPERTY LEGACY_MATH_RULES -1\n  0: END\n", 0x23 | 23 << 12, 0xffffffff,
           END),

    /* Numbers that changed: 19 and 31. */
    STREAM(18, 1, "FRAG\n  0: FMA TEMP[0], TEMP[0], TEMP[0], TEMP[0]\n  1: END\n",
           INST(4, 19, 1, 3), DST(4), SRC(4), SRC(4), SRC(4), END),
    STREAM(2012, 0, "FRAG\n  0: CND TEMP[0], TEMP[0], TEMP[0], TEMP[0]\n  1: END\n",
           INST_2012(4, 19, 1, 3), DST(4), SRC(4), SRC(4), SRC(4), END),
    STREAM(24, 4, "FRAG\n  0: DEMOTE\n  1: END\n", INST(0, 31, 0, 0), END),

    /* Labels: IF names its ELSE, that its ENDIF; loops and subroutines name their other ends. */
    STREAM(18, 1,
           "FRAG\n  0: IF TEMP[0]\n  1: ELSE\n  2:   BGNLOOP\n  3:     BRK\n  4:   ENDLOOP\n"
           "  5: ENDIF\n  6: END\n",
           INST(2, 74, 0, 1) | 1 << 27, 1, SRC(4), INST(1, 77, 0, 0) | 1 << 27, 5,
           INST(1, 99, 0, 0) | 1 << 27, 4, INST(0, 73, 0, 0), INST(1, 101, 0, 0) | 1 << 27, 2,
           INST(0, 78, 0, 0), END),
    STREAM(18, 1, "FRAG\n  0: CAL :2\n  1: END\n  2: BGNSUB\n  3: ENDSUB\n",
           INST(1, 63, 0, 0) | 1 << 27, 2, END, INST(1, 100, 0, 0) | 1 << 27, 3,
           INST(0, 102, 0, 0)),
    STREAM(2012, 0, "FRAG\n  0: IF TEMP[0]\n  1: ENDIF\n  2: BRA TEMP[0] :7\n  3: END\n",
           INST_2012(2, 74, 0, 1) | 1 << 29, 1, SRC(4), INST_2012(0, 78, 0, 0),
           INST_2012(2, 62, 0, 1) | 1 << 29, 7, SRC(4), END),

    /* Textures: target, offsets. Memory: qualifiers, target, format. */
    STREAM(18, 1, "FRAG\n  0: TEX TEMP[0], IN[0], SAMP[0], 2D, IMM[3].yzw\n  1: END\n",
           INST(5, 52, 1, 2) | 1 << 28, 2 | 1 << 8, 3 | 7 << 16 | 1 << 20 | 2 << 22 | 3 << 24,
           DST(4), SRC(2), SRC(5), END),
    STREAM(18, 1, "FRAG\n  0: SAMPLE TEMP[0], IN[0], SVIEW[0], SAMP[0], IMM[3].xyz\n  1: END\n",
           INST(6, 145, 1, 3) | 1 << 28, 18 | 1 << 8, 3 | 7 << 16 | 1 << 22 | 2 << 24, DST(4),
           SRC(2), SRC(10), SRC(5), END),
    STREAM(18, 5,
           "COMP\n  0: LOAD_PRECISE TEMP[0], IMAGE[0], TEMP[0], COHERENT, VOLATILE, 2D, "
           "PIPE_FORMAT_R32_UINT\n  1: END\n",
           INST(4, 161, 1, 2) | 1 << 29 | 1 << 30, 1 | 4 | 2 << 3 | 193 << 11, DST(4), SRC(9),
           SRC(4), END),
    STREAM(24, 5,
           "COMP\n  0: LOAD TEMP[0], IMAGE[0], TEMP[0], STREAM_CACHE_POLICY, 2D, "
           "PIPE_FORMAT_R32_UINT\n  1: END\n",
           INST(4, 161, 1, 2) | 1 << 29, 8 | 2 << 4 | 104 << 12, DST(4), SRC(9), SRC(4), END),
    STREAM(18, 5, "COMP\n  0: LOAD TEMP[0], BUFFER[0], TEMP[0]\n  1: END\n",
           INST(4, 161, 1, 2) | 1 << 29, 18 << 3, DST(4), SRC(11), SRC(4), END),

    /* Brackets: both by an address, offsets below 0. */
    STREAM(18, 2, "GEOM\n  0: MOV TEMP[0], IN[TEMP[0].z-2][ADDR[5].y-3](9)\n  1: END\n",
           INST(5, 1, 1, 1), DST(4), SRC(2) | 1 << 4 | 1 << 5 | 0xfffdU << 6,
           6 | 5 << 4 | 1 << 20 | 9 << 22, 1 | 0xfffeU << 16, 4 | 2 << 20, END),
    STREAM(18, 2, "GEOM\n  0: MOV OUT[3], IN[ADDR[0].x][32767](9)\n  1: END\n", INST(4, 1, 1, 1),
           DST(3) | 3 << 10, SRC(2) | 1 << 5 | 0x7fff << 6, 1, 6 | 9 << 22, END),

    /* 2012: interpolation in the word itself, IMMX with its words, resources, arrays. */
    STREAM(2012, 0, "FRAG\nDCL IN[0], GENERIC[1], PERSPECTIVE, CENTROID\n  0: END\n",
           DECL(3, 2) | 2 << 20 | 1 << 25 | 1 << 26, 0, 5 | 1 << 8, END),
    STREAM(2012, 0, "FRAG\nDCL IMMX[0..1] {{1.0, 0.0, 0.0, 0.0}, {2.0, 0.0, 0.0, 0.5}}\n  0: END\n",
           DECL(10, 10), 1 << 16, 0x3f800000, 0, 0, 0, 0x40000000, 0, 0, 0x3f000000, END),
    STREAM(2012, 0, "FRAG\nDCL RES[1], 2D, UNORM\nDCL TEMPX[2][0..3]\n  0: END\n", DECL(3, 12),
           1 | 1 << 16, 2, DECL(3, 11) | 1 << 24, 3 << 16, 2, END),
    /* Two bits of saturation, a predicate, an address as a source's word. */
    STREAM(2012, 0,
           "FRAG\n  0: (!PRED[0].xxyw) MOV_SATNV TEMP[ADDR[1].w+2], IN[0]\n"
           "  1: MOV_SAT TEMP[0], IN[0]\n  2: END\n",
           INST_2012(4, 1, 1, 1) | 2 << 20 | 1 << 28, 0xd0 << 16 | 1 << 24,
           DST(4) | 1 << 8 | 2 << 10, 6 | 1 << 6 | 3 << 22, SRC(2), INST_2012(2, 1, 1, 1) | 1 << 20,
           DST(4), SRC(2), END),
    STREAM(2012, 0, "FRAG\n  0: TEX OUT[0], IN[0], SAMP[0], SHADOW1DARRAY, IMM[0].xyz\n  1: END\n",
           INST_2012(5, 52, 1, 2) | 1 << 30, 11 | 1 << 8, 7 << 16 | 1 << 22 | 2 << 24, DST(3),
           SRC(2), SRC(5), END),
    /* Early 2011: a texture's word has its target alone. */
    STREAM(2012, 0, "FRAG\n  0: TEX OUT[0], IN[0], SAMP[0], 2D\n  1: END\n",
           INST_2012(4, 52, 1, 2) | 1 << 30, 2, DST(3), SRC(2), SRC(5), END),
};

static const uint32_t *
words_of(const struct stream *stream, uint32_t words[24])
{
    memcpy(words, stream->words, sizeof(stream->words));
    words[0] |= (stream->count - 2) << 8;
    return words;
}

static void
assert_same_words(const char *name, const uint32_t *a, size_t a_count, const uint32_t *b,
                  size_t b_count)
{
    for (size_t i = 0; i < a_count && i < b_count; i++)
        if (a[i] != b[i])
            fail_msg("%s: word %zu is %08x, expected %08x", name, i, b[i], a[i]);
    if (a_count != b_count)
        fail_msg("%s: %zu words, expected %zu", name, b_count, a_count);
}

static void
check_stream(const struct stream *stream)
{
    const struct tgsi_token_options options = {stream->layout};
    uint32_t words[24];
    const uint32_t *again;
    size_t count;
    struct kit kit;

    KIT_BEGIN(&kit);
    kit.program =
        tgsi_read_tokens(&kit.arena, words_of(stream, words), stream->count, &options, &kit.diags);
    if (!kit.program)
        fail_with_last(&kit, stream->text);
    assert_string_equal(kit_text(&kit, kit.program), stream->text);
    if (!tgsi_write_tokens(kit.program, &options, &kit.arena, &again, &count, &kit.diags))
        fail_with_last(&kit, stream->text);
    assert_same_words(stream->text, words, stream->count, again, count);
    kit_end(&kit);
}

static void
test_streams(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(streams); i++)
        check_stream(&streams[i]);
}

/* Bits x and z, in 2012 in the declaration's word, in 18 in the interpolation's, in 24 nowhere. */
static void
test_wrap(void **state)
{
    static const struct stream rows[] = {
        STREAM(18, 1, "", DECL(3, 2) | 1 << 22, 0, 2 | 5 << 6, END),
        STREAM(2012, 0, "", DECL(2, 2) | 2 << 20 | 5U << 28, 0, END),
    };
    const struct tgsi_token_options late = {tgsi_tokens_24};
    uint32_t words[24];
    const uint32_t *again;
    size_t count;
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct tgsi_token_options options = {rows[i].layout};

        kit.program = tgsi_read_tokens(&kit.arena, words_of(&rows[i], words), rows[i].count,
                                       &options, &kit.diags);
        assert_non_null(kit.program);
        assert_int_equal(kit.program->decls.data[0].wrap, 5);
        assert_int_equal(kit.program->decls.data[0].interp, tgsi_interp_PERSPECTIVE);
        assert_true(
            tgsi_write_tokens(kit.program, &options, &kit.arena, &again, &count, &kit.diags));
        assert_same_words("wrap", words, rows[i].count, again, count);
        assert_false(tgsi_write_tokens(kit.program, &late, &kit.arena, &again, &count, &kit.diags));
        kit.diags.error_count = 0;
    }
    kit_end(&kit);
}

/* ---- sizes and flags that mean nothing ---- */

/* Other words for the same program. */
static const struct stream others[] = {
    /* An instruction's size is not believed, a declaration's neither. */
    STREAM(18, 1, "FRAG\nDCL TEMP[0]\n  0: MOV TEMP[0], TEMP[0]\n  1: END\n", DECL(0, 4), 0,
           INST(255, 1, 1, 1), DST(4), SRC(4), END),
    STREAM(18, 1, "FRAG\nDCL TEMP[0]\n  0: MOV TEMP[0], TEMP[0]\n  1: END\n", DECL(200, 4), 0,
           INST(0, 1, 1, 1), DST(4), SRC(4), END),
    /* Given labels of structured control flow, bits that are padding. */
    STREAM(18, 0xfffffff1, "FRAG\n  0: IF TEMP[0]\n  1: ENDIF\n  2: END\n",
           INST(2, 74, 0, 1) | 1 << 27 | 1U << 31, 12345, SRC(4), INST(1, 78, 0, 0) | 1 << 27,
           0xff000000, END),
    /* Mesa's text reader gives a target to loads from buffers, and a word to BARRIER. */
    STREAM(18, 5, "COMP\n  0: LOAD TEMP[0], BUFFER[0], TEMP[0]\n  1: BARRIER\n  2: END\n",
           INST(4, 161, 1, 2) | 1 << 29, 0, DST(4), SRC(11), SRC(4), INST(1, 166, 0, 0) | 1 << 29,
           0, END),
    /* SAMPLE's target is its view's; one array for both brackets; no usage mask; a first bracket
     * that counts vertices. */
    STREAM(18, 1, "FRAG\n  0: SAMPLE TEMP[0], IN[0], SVIEW[0], SAMP[0]\n  1: END\n",
           INST(5, 145, 1, 3) | 1 << 28, 18, DST(4), SRC(2), SRC(10), SRC(5), END),
    STREAM(18, 2,
           "GEOM\nDCL IN[][0], POSITION\n  0: MOV TEMP[0], IN[ADDR[0].x][ADDR[0].x](9)\n"
           "  1: END\n",
           4 << 4 | 2 << 12 | 1 << 20 | 1 << 21, 0, 3, 0, INST(5, 1, 1, 1), DST(4),
           SRC(2) | 1 << 4 | 1 << 5, 6, 1, 6 | 9 << 22, END),
    /* A predicate of what stores nothing. */
    STREAM(2012, 0, "FRAG\n  0: CAL :2\n  1: END\n  2: BGNSUB\n  3: ENDSUB\n",
           INST_2012(2, 63, 0, 0) | 1 << 28 | 1 << 29, 0xe4 << 16, 2, INST_2012(0, 117, 0, 0),
           INST_2012(0, 100, 0, 0), INST_2012(0, 102, 0, 0)),
    /* Cylindrical wrap of what is no input. */
    STREAM(2012, 0, "FRAG\nDCL TEMP[0]\n  0: END\n", DECL(2, 4) | 5U << 28, 0, END),
    STREAM(18, 1, "FRAG\nDCL OUT[0], CONSTANT\n  0: END\n", DECL(3, 3) | 1 << 22, 0, 5 << 6, END),
};

/* The stream with so many words behind it. */
static void
check_other(const struct stream *stream, uint32_t extra)
{
    const struct tgsi_token_options options = {stream->layout};
    uint32_t words[24];
    struct kit kit;

    KIT_BEGIN(&kit);
    kit.program = tgsi_read_tokens(&kit.arena, words_of(stream, words), stream->count + extra,
                                   &options, &kit.diags);
    if (!kit.program)
        fail_with_last(&kit, stream->text);
    assert_string_equal(kit_text(&kit, kit.program), stream->text);
    kit_end(&kit);
}

static void
test_others(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(others); i++)
        check_other(&others[i], i & 1);
}

/* ---- words that are no stream ---- */

static const struct {
    struct stream stream; /* text is in the message. */
    enum qd_code code;
    uint32_t offset; /* Of the first error, in words. */
    uint32_t errors;
} bad_streams[] = {
    {STREAM(18, 9, "stage 9", END), QD_CODE_TGSI_HEADER, 1, 1},
    {STREAM(2012, 3, "stage 3", END), QD_CODE_TGSI_HEADER, 1, 1},
    {STREAM(18, 1, "expected END", INST(2, 1, 1, 1), DST(4), SRC(4)), QD_CODE_TGSI_MISSING_END, 4,
     1},
    {STREAM(18, 1, "type 7", 7 | 2 << 4, 0, END), QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(18, 1, "type 4", 4, END), QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(18, 1, "end of the stream", 7 | 255 << 4, END), QD_CODE_TGSI_TOKENS, 2, 2},
    {STREAM(18, 1, "inside of a token", END, INST(2, 100, 2, 15)), QD_CODE_TGSI_OPERAND_COUNT, 3,
     3},
    /* Operands that run out, opcodes, counts. */
    {STREAM(18, 1, "inside of a token", INST(2, 1, 1, 1), DST(4)), QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(18, 1, "opcode 255", INST(0, 255, 0, 0), END), QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 1},
    {STREAM(18, 1, "opcode 31", INST(0, 31, 0, 0), END), QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 1},
    {STREAM(18, 1, "0 destinations", INST(1, 1, 0, 1), SRC(4), END), QD_CODE_TGSI_OPERAND_COUNT, 2,
     1},
    {STREAM(18, 1, "15 sources", INST(2, 1, 1, 15), DST(4), SRC(4), SRC(4), SRC(4), SRC(4), SRC(4),
            SRC(4), SRC(4), SRC(4), SRC(4), SRC(4), SRC(4), SRC(4), SRC(4), SRC(4), SRC(4), END),
     QD_CODE_TGSI_OPERAND_COUNT, 2, 1},
    {STREAM(18, 1, "register file 15", INST(2, 1, 1, 1), DST(15), SRC(4), END),
     QD_CODE_TGSI_UNKNOWN_FILE, 3, 1},
    {STREAM(2012, 0, "register file 13", INST_2012(2, 1, 1, 1), DST(4), SRC(13), END),
     QD_CODE_TGSI_UNKNOWN_FILE, 4, 1},
    {STREAM(18, 1, "empty write mask", INST(2, 1, 1, 1), 4, SRC(4), END), QD_CODE_TGSI_WRITE_MASK,
     3, 1},
    {STREAM(18, 1, "index -1", INST(2, 1, 1, 1), DST(4) | 0xffff << 10, SRC(4), END),
     QD_CODE_TGSI_INDEX_RANGE, 3, 1},
    {STREAM(18, 1, "address register -32768", INST(3, 1, 1, 1), DST(4) | 1 << 8, 6 | 0x8000 << 4,
            SRC(4), END),
     QD_CODE_TGSI_INDEX_RANGE, 4, 1},
    {STREAM(18, 1, "address in OUT", INST(3, 1, 1, 1), DST(4) | 1 << 8, 3, SRC(4), END),
     QD_CODE_TGSI_UNKNOWN_FILE, 4, 1},
    {STREAM(2012, 0, "address of an address", INST_2012(3, 1, 1, 1), DST(4) | 1 << 8, 6 | 1 << 4,
            SRC(4), END),
     QD_CODE_TGSI_TOKENS, 4, 1},
    {STREAM(18, 1, "three brackets", INST(3, 1, 1, 1), DST(4), SRC(1) | 1 << 5, 2, END),
     QD_CODE_TGSI_TOKENS, 5, 1},
    {STREAM(18, 1, "-2 in the first bracket", INST(3, 1, 1, 1), DST(4), SRC(1) | 1 << 5, 0xfffe0000,
            END),
     QD_CODE_TGSI_INDEX_RANGE, 5, 1},
    {STREAM(18, 1, "arrays 1 and 2", INST(5, 1, 1, 1), DST(4), SRC(1) | 3 << 4, 6 | 1 << 22, 1,
            6 | 2 << 22, END),
     QD_CODE_TGSI_TOKENS, 7, 1},
    {STREAM(2012, 0, "saturation 3", INST_2012(2, 1, 1, 1) | 3 << 20, DST(4), SRC(4), END),
     QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(2012, 0, "predicate -1", INST_2012(3, 1, 1, 1) | 1 << 28, 0xffff, DST(4), SRC(4), END),
     QD_CODE_TGSI_INDEX_RANGE, 3, 1},
    /* Targets, offsets, accesses, labels. */
    {STREAM(18, 1, "TEX without a target", INST(3, 52, 1, 2), DST(4), SRC(2), SRC(5), END),
     QD_CODE_TGSI_TEXTURE_TARGET, 2, 1},
    {STREAM(18, 1, "target 19", INST(4, 52, 1, 2) | 1 << 28, 19, DST(4), SRC(2), SRC(5), END),
     QD_CODE_TGSI_TEXTURE_TARGET, 6, 1},
    {STREAM(18, 1, "target of MOV", INST(3, 1, 1, 1) | 1 << 28, 2, DST(4), SRC(4), END),
     QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(18, 1, "5 texture offsets", INST(9, 52, 1, 2) | 1 << 28, 2 | 5 << 8, 0, 0, 0, 0, 0,
            DST(4), SRC(2), SRC(5), END),
     QD_CODE_TGSI_OPERAND_COUNT, 3, 1},
    {STREAM(18, 1, "index -1", INST(5, 52, 1, 2) | 1 << 28, 2 | 1 << 8, 0xffff | 4 << 16, DST(4),
            SRC(2), SRC(5), END),
     QD_CODE_TGSI_INDEX_RANGE, 4, 1},
    {STREAM(18, 5, "format 1023", INST(4, 161, 1, 2) | 1 << 29, 2 << 3 | 1023 << 11, DST(4), SRC(9),
            SRC(4), END),
     QD_CODE_UNSUPPORTED, 3, 1},
    {STREAM(18, 1, "CAL without a label", INST(0, 63, 0, 0), END), QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(18, 1, "MOV after END", END, INST(2, 1, 1, 1), DST(4), SRC(4)),
     QD_CODE_TGSI_TEXT_AFTER_END, 3, 1},
    /* Declarations. */
    {STREAM(18, 1, "IMM", DECL(2, 7), 0, END), QD_CODE_TGSI_DECLARATION, 2, 1},
    {STREAM(18, 1, "from 3 down to 1", DECL(2, 4), 3 | 1 << 16, END), QD_CODE_TGSI_DECLARATION, 3,
     1},
    {STREAM(18, 1, "two brackets of TEMP", DECL(3, 4) | 1 << 20, 0, 0, END),
     QD_CODE_TGSI_DECLARATION, 4, 1},
    {STREAM(18, 1, "semantic 45", DECL(3, 2) | 1 << 21, 0, 45, END), QD_CODE_TGSI_UNKNOWN_SEMANTIC,
     4, 1},
    {STREAM(24, 4, "semantic 47", DECL(3, 2) | 1 << 21, 0, 47, END), QD_CODE_TGSI_UNKNOWN_SEMANTIC,
     4, 1},
    {STREAM(2012, 0, "semantic 13", DECL(3, 2) | 1 << 25, 0, 13, END),
     QD_CODE_TGSI_UNKNOWN_SEMANTIC, 4, 1},
    {STREAM(18, 1, "interpolation 4", DECL(3, 2) | 1 << 22, 0, 4, END), QD_CODE_TGSI_DECLARATION, 4,
     1},
    {STREAM(18, 1, "interpolation COLOR", DECL(3, 2) | 1 << 22, 0, 3, END),
     QD_CODE_TGSI_DECLARATION, 2, 1},
    {STREAM(18, 1, "interpolation location 3", DECL(3, 2) | 1 << 22, 0, 3 << 4, END),
     QD_CODE_TGSI_DECLARATION, 4, 1},
    {STREAM(2012, 0, "interpolation 3", DECL(2, 2) | 3 << 20, 0, END), QD_CODE_TGSI_DECLARATION, 2,
     1},
    {STREAM(18, 1, "view type 5", DECL(3, 10), 0, 2 | 5 << 8, END), QD_CODE_TGSI_DECLARATION, 4, 1},
    {STREAM(18, 1, "image format 282", DECL(3, 9), 0, 2 | 282 << 10, END), QD_CODE_UNSUPPORTED, 4,
     1},
    {STREAM(2012, 0, "inside of a token", DECL(2, 10), 65535U << 16, 0, 0, 0, 0, END),
     QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(18, 1, "declaration after", INST(2, 1, 1, 1), DST(4), SRC(4), DECL(2, 4), 0, END),
     QD_CODE_TGSI_DECLARATION, 5, 1},
    /* Immediates and properties. */
    {STREAM(18, 1, "immediate of 4 words", 0x41, 0, 0, 0, END), QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(18, 1, "immediate of 0 words", 0x01, END), QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(18, 1, "immediate of 16383 words", 0x3fff1, END), QD_CODE_TGSI_TOKENS, 2, 2},
    {STREAM(18, 1, "type 6", 0x51 | 6 << 18, 0, 0, 0, 0, END), QD_CODE_TGSI_IMMEDIATE, 2, 1},
    {STREAM(2012, 0, "type 3", 0x51 | 3 << 18, 0, 0, 0, 0, END), QD_CODE_TGSI_IMMEDIATE, 2, 1},
    {STREAM(18, 1, "property 29", 0x23 | 29 << 12, 0, END), QD_CODE_TGSI_UNKNOWN_PROPERTY, 2, 1},
    {STREAM(2012, 0, "property 7", 0x23 | 7 << 12, 0, END), QD_CODE_TGSI_UNKNOWN_PROPERTY, 2, 1},
    {STREAM(18, 1, "property of 3 words", 0x33, 0, 0, END), QD_CODE_TGSI_TOKENS, 2, 1},
    {STREAM(18, 2, "15 as the value of GS_INPUT_PRIMITIVE", 0x23, 15, END), QD_CODE_TGSI_SYNTAX, 3,
     1},
    {STREAM(18, 0, "4294967295 as the value of NEXT_SHADER", 0x23 | 19 << 12, 0xffffffff, END),
     QD_CODE_TGSI_SYNTAX, 3, 1},
    /* All errors are found. */
    {STREAM(18, 1, "opcode 255", INST(0, 255, 0, 0), DECL(2, 15), 0, 0x41, 0, 0, 0,
            INST(2, 1, 1, 1), 4, SRC(4), END),
     QD_CODE_TGSI_UNKNOWN_OPCODE, 2, 4},
};

static void
check_bad_stream(uint32_t i)
{
    const struct stream *stream = &bad_streams[i].stream;
    const struct tgsi_token_options options = {stream->layout};
    uint32_t words[24];
    struct kit kit;

    KIT_BEGIN(&kit);
    kit.program =
        tgsi_read_tokens(&kit.arena, words_of(stream, words), stream->count, &options, &kit.diags);
    assert_null(kit.program);
    const struct qd_diagnostic *first = &kit.diags.list.data[0];
    bool is_said = false;
    for (uint32_t d = 0; d < kit.diags.list.count; d++)
        is_said = is_said || strstr(kit.diags.list.data[d].message, stream->text);
    if (first->code != bad_streams[i].code || first->place.kind != QD_PLACE_WORD ||
        first->place.offset != bad_streams[i].offset * 4 || !is_said ||
        kit.diags.error_count != bad_streams[i].errors)
        fail_msg("%s: %u errors, 0x%x: %s [%s]", stream->text, kit.diags.error_count,
                 first->place.offset, first->message, base_code_name(first->code));
    kit_end(&kit);
}

static void
test_bad_streams(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(bad_streams); i++)
        check_bad_stream(i);
}

/* Headers that lie, and streams that end anywhere. */
static void
test_lengths(void **state)
{
    static const uint32_t bad_headers[][2] = {
        {3 | 1 << 8, 1}, {0, 1}, {0x02000001, 1}, {2 | 2 << 8, 1}, {2 | 0xffffff00, 1}};
    const struct tgsi_token_options options = {tgsi_tokens_18};
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    assert_null(tgsi_read_tokens(&kit.arena, NULL, 0, &options, &kit.diags));
    for (uint32_t i = 0; i < BASE_COUNT(bad_headers); i++) {
        const uint32_t words[] = {bad_headers[i][0], bad_headers[i][1], END};

        assert_null(tgsi_read_tokens(&kit.arena, words, 3, &options, &kit.diags));
    }
    for (uint32_t i = 0; i < BASE_COUNT(streams); i++) {
        const struct tgsi_token_options layout = {streams[i].layout};

        /* Without its last word a stream lacks END or a token's end, whatever the header says. */
        for (uint32_t count = 0; count < streams[i].count; count++) {
            uint32_t *words = base_arena_new_array(&kit.arena, uint32_t, count);

            if (count > 0)
                memcpy(words, streams[i].words, count * sizeof(*words));
            if (count > 0)
                words[0] |= (count > 2 ? count - 2 : 0) << 8;
            kit.diags.error_count = 0;
            kit.program = tgsi_read_tokens(&kit.arena, words, count, &layout, &kit.diags);
            assert_true((kit.program == NULL) == (kit.diags.error_count > 0));
        }
    }
    kit_end(&kit);
}

/* ---- programs that a layout has no words for ---- */

static const struct {
    enum tgsi_tokens layout;
    const char *text;
    const char *message;
    uint32_t line;
    uint32_t column;
} unsaid[] = {
    {tgsi_tokens_18, "FRAG\nKIL TEMP[0]\nEND\n", "KIL", 2, 1},
    {tgsi_tokens_18, "FRAG\nMOV TEMP[32768], TEMP[0]\nEND\n", "32768", 2, 1},
    {tgsi_tokens_18, "FRAG\nMOV TEMP[0],\n TEMP[ADDR[0].x-32769]\nEND\n", "-32769", 2, 1},
    {tgsi_tokens_18, "FRAG\nMOV TEMP[0], CONST[40000][1]\nEND\n", "40000", 2, 1},
    {tgsi_tokens_18, "FRAG\nMOV TEMP[0], CONST[1][2147483648]\nEND\n", "2147483648", 2, 1},
    {tgsi_tokens_18, "FRAG\nMOV TEMP[ADDR[40000].x], TEMP[0]\nEND\n", "40000", 2, 1},
    {tgsi_tokens_18, "FRAG\nMOV TEMP[1](2), TEMP[0]\nEND\n", "array", 2, 1},
    {tgsi_tokens_2012, "FRAG\nMOV TEMP[ADDR[0].x](2), TEMP[0]\nEND\n", "array", 2, 1},
    {tgsi_tokens_18, "FRAG\n (PRED[0]) MOV TEMP[0], TEMP[0]\nEND\n", "predicate", 2, 12},
    {tgsi_tokens_18, "FRAG\nMOV_SATNV TEMP[0], TEMP[0]\nEND\n", "_SATNV", 2, 1},
    {tgsi_tokens_2012, "FRAG\nMOV_PRECISE TEMP[0], TEMP[0]\nEND\n", "_PRECISE", 2, 1},
    {tgsi_tokens_18, "FRAG\nDCL PRED[0]\nEND\n", "PRED", 2, 5},
    {tgsi_tokens_24, "FRAG\nDCL RES[0], 2D, FLOAT\nEND\n", "RES", 2, 5},
    {tgsi_tokens_2012, "FRAG\nDCL SVIEW[0], 2D, FLOAT\nEND\n", "SVIEW", 2, 5},
    {tgsi_tokens_2012, "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE, SAMPLE\nEND\n", "SAMPLE", 2, 5},
    {tgsi_tokens_2012, "FRAG\nDCL IN[0], COLOR, COLOR\nEND\n", "COLOR", 2, 5},
    {tgsi_tokens_2012, "FRAG\nDCL TEMP[0], LOCAL\nEND\n", "LOCAL", 2, 5},
    {tgsi_tokens_2012, "FRAG\nDCL IN[0], PCOORD\nEND\n", "PCOORD", 2, 5},
    {tgsi_tokens_18, "FRAG\nDCL OUT[0], VIEWPORT_MASK\nEND\n", "VIEWPORT_MASK", 2, 5},
    {tgsi_tokens_18, "VERT\nDCL IMAGE[0], 2D, PIPE_FORMAT_R64_UINT\nEND\n", "R64_UINT", 2, 5},
    {tgsi_tokens_24, "VERT\nDCL IMAGE[0], 2D, PIPE_FORMAT_FOO\nEND\n", "FOO", 2, 5},
    {tgsi_tokens_2012, "FRAG\nIMM FLT64 {1, 2}\nEND\n", "FLT64", 0, 0},
    {tgsi_tokens_2012, "TESS_CTRL\nEND\n", "TESS_CTRL", 0, 0},
    {tgsi_tokens_2012, "VERT\nPROPERTY VS_PROHIBIT_UCPS 1\nEND\n", "VS_PROHIBIT_UCPS", 2, 10},
    {tgsi_tokens_24, "VERT\nPROPERTY MUL_ZERO_WINS 1\nEND\n", "MUL_ZERO_WINS", 2, 10},
    {tgsi_tokens_18, "COMP\nLOAD TEMP[0], BUFFER[0], TEMP[0], STREAM_CACHE_POLICY\nEND\n",
     "qualifier of 8, expected at most 7", 2, 1},
    {tgsi_tokens_2012, "FRAG\nTEX TEMP[0], IN[0], SAMP[0], CUBEARRAY\nEND\n", "CUBEARRAY", 2, 1},
    {tgsi_tokens_18, "FRAG\nTEX TEMP[0], IN[0], SAMP[0], 2D, TEMP[ADDR[0].x].xyz\nEND\n",
     "offset by an address", 2, 1},
    {tgsi_tokens_18, "FRAG\nCAL :16777216\nEND\n", "label of 16777216", 2, 1},
    {tgsi_tokens_2012, "FRAG\nDCL IMMX[0..64] {@}\nEND\n", "token's size", 2, 5},
};

static const char *
expand_rows(struct kit *kit, const char *text)
{
    const char *at = strchr(text, '@');
    struct base_text out;

    base_text_init(&out, &kit->arena);
    if (!at)
        return text;
    base_text_add(&out, text, (size_t)(at - text));
    for (unsigned i = 0; i <= 64; i++)
        base_text_add_string(&out, i > 0 ? ",{1,2,3,4}" : "{1,2,3,4}");
    base_text_add_string(&out, at + 1);
    return base_text_string(&out);
}

static void
check_unsaid(uint32_t i)
{
    const struct tgsi_token_options options = {unsaid[i].layout};
    const uint32_t *words;
    struct kit kit;
    size_t count;

    KIT_BEGIN(&kit);
    const char *text = expand_rows(&kit, unsaid[i].text);
    kit.program = tgsi_read_text(&kit.arena, text, strlen(text), NULL, &kit.diags);
    if (!kit.program)
        fail_with_last(&kit, text);
    assert_false(tgsi_write_tokens(kit.program, &options, &kit.arena, &words, &count, &kit.diags));
    const struct qd_diagnostic *first = &kit.diags.list.data[0];
    if (first->code != QD_CODE_TGSI_NO_TOKEN || !strstr(first->message, unsaid[i].message) ||
        first->place.line != unsaid[i].line || first->place.column != unsaid[i].column)
        fail_msg("%s: %u:%u: %s", text, first->place.line, first->place.column, first->message);
    kit_end(&kit);
}

static void
test_unsaid(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(unsaid); i++)
        check_unsaid(i);
}

/* ---- places ---- */

/* What is found after reading is at its word too, whoever finds it. */
static void
test_places(void **state)
{
    static const struct stream stream =
        STREAM(18, 1, "", DECL(3, 2) | 1 << 21, 0, 5, INST(3, 1, 1, 1), DST(4) | 1 << 8, 6, SRC(2),
               INST(0, 73, 0, 0), END);
    const struct tgsi_token_options options = {tgsi_tokens_18};
    uint32_t words[24];
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit.program =
        tgsi_read_tokens(&kit.arena, words_of(&stream, words), stream.count, &options, &kit.diags);
    assert_non_null(kit.program);
    assert_false(tgsi_check(kit.program, &kit.diags));
    for (uint32_t i = 0; i < kit.diags.list.count; i++)
        assert_int_equal(kit.diags.list.data[i].place.kind, QD_PLACE_WORD);
    /* TEMP by an address, then BRK outside of loops. */
    assert_int_equal(kit.diags.list.data[0].place.offset, 6 * 4);
    assert_int_equal(kit.diags.list.data[kit.diags.list.count - 1].place.offset, 9 * 4);
    kit_end(&kit);
}

/* ---- folders ---- */

struct files {
    enum tgsi_tokens layout;
    uint32_t count;
    uint32_t unsaid; /* Programs that the layout has no words for. */
};

/* Is the message about what layouts do not have? */
static bool
is_known(const char *message)
{
    static const char *const names[] = {"found ATOMFADD,", "found DFRACEXP,", "found IMUL_HI,",
                                        "found UMUL_HI,"};

    for (uint32_t i = 0; i < BASE_COUNT(names); i++)
        if (strncmp(message, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Text to tokens to text, and tokens to text to tokens. */
static void
check_layout(struct kit *kit, const char *path, const struct tgsi_program *program,
             struct files *files)
{
    const struct tgsi_token_options options = {files->layout};
    const uint32_t *words, *again = NULL;
    size_t count, again_count = 0;

    base_diags_init(&kit->diags, &kit->arena, path);
    if (!tgsi_write_tokens(program, &options, &kit->arena, &words, &count, &kit->diags)) {
        for (uint32_t i = 0; i < kit->diags.list.count; i++)
            if (!is_known(kit->diags.list.data[i].message))
                fail_with_last(kit, path);
        files->unsaid++;
        return;
    }
    const struct tgsi_program *read =
        tgsi_read_tokens(&kit->arena, words, count, &options, &kit->diags);
    if (!read)
        fail_with_last(kit, path);
    kit_assert_same(path, program, read);
    const char *text = kit_text(kit, read);
    assert_string_equal(kit_text(kit, program), text);

    const struct tgsi_program *reread =
        tgsi_read_text(&kit->arena, text, strlen(text), NULL, &kit->diags);
    if (!reread ||
        !tgsi_write_tokens(reread, &options, &kit->arena, &again, &again_count, &kit->diags))
        fail_with_last(kit, path);
    assert_same_words(path, words, count, again, again_count);
}

static void
check_file(const char *path, struct files *files, uint32_t layouts)
{
    struct kit kit;
    size_t size;

    KIT_BEGIN(&kit);
    char *text = kit_load(&kit, path, &size);
    kit.program = tgsi_read_text(&kit.arena, text, size, NULL, &kit.diags);
    if (!kit.program)
        fail_with_last(&kit, path);
    for (uint32_t i = 0; i < layouts; i++) {
        files[i].count++;
        check_layout(&kit, path, kit.program, &files[i]);
    }
    kit_end(&kit);
}

static void
check_folder(const char *folder, const char *name, struct files *files, uint32_t layouts)
{
    char path[4096];
    struct dirent *entry;

    if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path))
        return;
    DIR *dir = opendir(path);
    if (!dir)
        return;
    while ((entry = readdir(dir)) != NULL) {
        const char *ending = strrchr(entry->d_name, '.');

        if (!ending || strcmp(ending, ".tgsi") != 0)
            continue;
        if (snprintf(path, sizeof(path), "%s/%s/%s", folder, name, entry->d_name) <
            (int)sizeof(path))
            check_file(path, files, layouts);
    }
    closedir(dir);
}

/* The early texts, in the early layout. */
static void
test_shaders(void **state)
{
    struct files files = {tgsi_tokens_2012, 0, 0};
    (void)state;

    assert_non_null(shader_folder);
    check_folder(shader_folder, "vertex", &files, 1);
    check_folder(shader_folder, "fragment", &files, 1);
    assert_int_equal(files.count, 66);
    assert_int_equal(files.unsaid, 2); /* IMUL_HI and UMUL_HI came later. */
}

static void
test_corpus(void **state)
{
    static const char *const folders[] = {
        "softpipe/vert", "softpipe/frag", "softpipe/geom", "softpipe/comp", "virgl/vert",
        "virgl/frag",    "virgl/geom",    "virgl/comp",    "virgl/tctrl",   "virgl/teval"};
    const char *corpus = getenv("QUADRILLE_CORPUS");
    struct files files[] = {{tgsi_tokens_18, 0, 0}, {tgsi_tokens_24, 0, 0}};
    char path[4096];
    (void)state;

    snprintf(path, sizeof(path), "%s/tgsi/mesa", corpus ? corpus : corpus_folder);
    for (uint32_t i = 0; i < BASE_COUNT(folders); i++)
        check_folder(path, folders[i], files, BASE_COUNT(files));
    if (!files[0].count) {
        print_message("skip: neither QUADRILLE_CORPUS nor ../shared/corpus has tgsi/mesa\n");
        skip();
    }
    print_message("%u programs, without words for %u in layout 18 and %u in layout 24\n",
                  files[0].count, files[0].unsaid, files[1].unsaid);
    assert_true(files[0].unsaid * 1000 < files[0].count);
    assert_true(files[1].unsaid * 100 < files[1].count);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streams), cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_others),  cmocka_unit_test(test_bad_streams),
        cmocka_unit_test(test_lengths), cmocka_unit_test(test_unsaid),
        cmocka_unit_test(test_places),  cmocka_unit_test(test_shaders),
        cmocka_unit_test(test_corpus),
    };

    shader_folder = argc > 1 ? argv[1] : NULL;
    corpus_folder = argc > 2 ? argv[2] : "";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
