/* SPDX-License-Identifier: MIT
 *
 * Every program of a corpus is read, checked without an error, printed and read again to the same
 * program: compared as it is, not as text. What was printed is printed the same again.
 *
 *   test-tgsi-corpus_text SHADERS CORPUS   SHADERS is a folder of the tree; CORPUS may be missing
 */
#include "kit.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *shader_folder;
static const char *corpus_folder; /* Where QUADRILLE_CORPUS does not say. */

/* ---- files ---- */

static const struct tgsi_program *
read_text(struct kit *kit, const char *path, const char *text, size_t size,
          enum tgsi_dialect dialect)
{
    const struct tgsi_read_options options = {.dialect = dialect};

    base_diags_init(&kit->diags, &kit->arena, path);
    struct tgsi_program *program = tgsi_read_text(&kit->arena, text, size, &options, &kit->diags);
    if (!program || !tgsi_check(program, &kit->diags))
        fail_msg("%s:%u:%u: %s", path, kit->diags.list.data[0].place.line,
                 kit->diags.list.data[0].place.column, kit->diags.list.data[0].message);
    return program;
}

static void
check_dialect(struct kit *kit, const char *path, const char *text, size_t size,
              enum tgsi_dialect dialect)
{
    const struct tgsi_program *program = read_text(kit, path, text, size, dialect);
    const char *written = kit_text(kit, program);
    const struct tgsi_program *again = read_text(kit, path, written, strlen(written), dialect);

    assert_int_equal(again->dialect, program->dialect);
    kit_assert_same(path, program, again);
    assert_string_equal(kit_text(kit, again), written);
}

static void
check_file(const char *path)
{
    struct kit kit;
    size_t size;

    KIT_BEGIN(&kit);
    const char *text = kit_load(&kit, path, &size);
    check_dialect(&kit, path, text, size, tgsi_dialect_auto);
    check_dialect(&kit, path, text, size,
                  read_text(&kit, path, text, size, tgsi_dialect_auto)->dialect);
    kit_end(&kit);
}

/* All .tgsi files of a folder: how many. */
static uint32_t
check_folder(const char *folder, const char *name)
{
    char path[4096];
    struct dirent *entry;
    uint32_t count = 0;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    DIR *dir = opendir(path);
    if (!dir)
        return 0;
    while ((entry = readdir(dir)) != NULL) {
        const char *ending = strrchr(entry->d_name, '.');

        if (!ending || strcmp(ending, ".tgsi") != 0)
            continue;
        snprintf(path, sizeof(path), "%s/%s/%s", folder, name, entry->d_name);
        check_file(path);
        count++;
    }
    closedir(dir);
    return count;
}

/* ---- tests ---- */

/* What the corpus has not: the early dialect's own things, and rare ones of the final. */
static const struct {
    enum tgsi_dialect dialect; /* That the text is taken for. */
    const char *text;
} texts[] = {
    {tgsi_dialect_early,
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE, CENTROID, CYLWRAP_XZW\nDCL OUT[0], COLOR\n"
     "DCL PRED[0]\nDCL TEMP[0]\nDCL SAMP[0]\nDCL RES[0], 2DARRAY, FLOAT, UINT, SINT, UNORM\n"
     "IMM FLT32 {0x7fc00001, -0.0, 1e-45, 3.4028235e38}\n"
     "SLT PRED[0].xy, IN[0], IMM[0]\n(!PRED[0].xyxy) MOV_SATNV TEMP[0].yw, -|IN[0].wzyx|\n"
     "SAMPLE_L TEMP[0], IN[0], RES[0].wzyx, SAMP[0], IMM[0].xyz\n"
     "LOAD TEMP[0], TEMP[0], RES[0], IMM[0].xxy\nRESINFO TEMP[0], IMM[0].xxxx, RES[0]\n"
     "(PRED[0]) KIL TEMP[0]\nMOV OUT[0], TEMP[0]\nKILP\nEND\n"},
    {tgsi_dialect_early,
     "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL ADDR[0]\nDCL TEMPX[3][0..7]\n"
     "DCL IMMX[0..1] {{1, 2, 3, 4}, {0x80000000, 0x7f800000, 0xff800000, 0x00000001}}\n"
     "ARL ADDR[0].x, IN[0]\nMOV TEMPX[3][ADDR[0].x-1], IMMX[ADDR[0].x+1]\n"
     "MOV OUT[0], TEMPX[3][2]\nEND\n"},
    {tgsi_dialect_early,
     "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
     "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nDCL IN[][0], POSITION\nDCL OUT[0], POSITION\n"
     "MOV OUT[0], IN[0][0]\nEMIT\nENDPRIM\nEND\n"},
    {tgsi_dialect_final,
     "GEOM\nPROPERTY GS_INPUT_PRIMITIVE LINES_ADJACENCY\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
     "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nPROPERTY MUL_ZERO_WINS 1\nDCL IN[0..3][0], POSITION\n"
     "DCL OUT[0], POSITION, STREAM(3, 2, 1, 0), INVARIANT\nDCL ADDR[0..1]\n"
     "DCL CONST[0..7]\nDCL CONST[31][0..4095]\nDCL TEMP[0..9], ARRAY(1023), LOCAL\n"
     "IMM INT32 {-1, 0, 1, 2}\nIMM FLT64 {-0.0, 4.9406564584124654e-324}\n"
     "IMM FLT64 {0x00000001,0x7ff00000,0x00000000,0x80000000}\nIMM UINT64 {0x10, 2}\n"
     "IMM INT64 {-9223372036854775808, 9223372036854775807}\nUARL ADDR[0].xy, IMM[0]\n"
     "MOV TEMP[ADDR[0].y-3](1023), CONST[ADDR[1].x+31][ADDR[0].x]\n"
     "MOV OUT[0], IN[ADDR[0].x][0]\nEMIT IMM[0].yyyy\nENDPRIM IMM[0].yyyy\nEND\n"},
    {tgsi_dialect_final,
     "COMP\r\nDCL IMAGE[0], WR, PIPE_FORMAT_R32_UINT, RAW, 2D\r\nDCL BUFFER[0..1], ATOMIC\r\n"
     "DCL MEMORY[0], PRIVATE\r\nDCL CONSTBUF[1]\r\nDCL HWATOMIC[1][0..3], ARRAY(2)\r\n"
     "DCL TEMP[0]\r\n"
     "STORE IMAGE[0], TEMP[0], TEMP[0], RESTRICT, COHERENT, 2D, PIPE_FORMAT_R32_UINT\r\n"
     "ATOMCAS TEMP[0].x, BUFFER[TEMP[0].x+1], TEMP[0], TEMP[0], TEMP[0], VOLATILE\r\n"
     "LOAD TEMP[0], CONSTBUF[1], TEMP[0], STREAM_CACHE_POLICY\r\nEND\r\n"},
};

static void
test_texts(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    for (uint32_t i = 0; i < BASE_COUNT(texts); i++) {
        const char *text = texts[i].text;

        assert_int_equal(read_text(&kit, text, text, strlen(text), tgsi_dialect_auto)->dialect,
                         texts[i].dialect);
        check_dialect(&kit, text, text, strlen(text), tgsi_dialect_auto);
        check_dialect(&kit, text, text, strlen(text), texts[i].dialect);
    }
    kit_end(&kit);
}

static void
test_shaders(void **state)
{
    (void)state;
    assert_non_null(shader_folder);
    assert_int_equal(
        check_folder(shader_folder, "vertex") + check_folder(shader_folder, "fragment"), 66);
}

static void
test_corpus(void **state)
{
    static const char *const folders[] = {
        "mesa/softpipe/vert", "mesa/softpipe/frag", "mesa/softpipe/geom", "mesa/softpipe/comp",
        "mesa/virgl/vert",    "mesa/virgl/frag",    "mesa/virgl/geom",    "mesa/virgl/comp",
        "mesa/virgl/tctrl",   "mesa/virgl/teval",   "graw/vertex",        "graw/fragment"};
    const char *corpus = getenv("QUADRILLE_CORPUS");
    uint32_t count = 0;
    char path[4096];
    (void)state;

    snprintf(path, sizeof(path), "%s/tgsi", corpus ? corpus : corpus_folder);
    for (uint32_t i = 0; i < BASE_COUNT(folders); i++)
        count += check_folder(path, folders[i]);
    if (!count) {
        print_message("skipped: neither QUADRILLE_CORPUS nor ../shared/corpus has tgsi\n");
        skip();
    }
    print_message("%" PRIu32 " programs\n", count);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_shaders),
        cmocka_unit_test(test_corpus),
    };

    shader_folder = argc > 1 ? argv[1] : NULL;
    corpus_folder = argc > 2 ? argv[2] : "";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
