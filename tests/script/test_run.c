/* SPDX-License-Identifier: MIT
 *
 * Scripts on the CPU device, and how their expectations are judged: what passes, and what fails
 * with which reason.
 */
#include "cpu/cpu.h"
#include "script/script.h"
#include "spirv/spirv.h"

#include <cmocka.h>

static struct scene_device *device;

static int
open_device(void **state)
{
    const struct cpu_options options = {.threads = 1};
    (void)state;

    device = cpu_device_create(&options);
    return device ? 0 : -1;
}

static int
close_device(void **state)
{
    (void)state;
    device->destroy(device);
    return 0;
}

struct row {
    const char *text;
    enum script_outcome outcome;
    const char *reason; /* Whole; NULL after a pass. */
};

#define A "#!amber\n"
#define PASS script_outcome_pass, NULL
#define FAIL script_outcome_fail
#define SKIP script_outcome_skip

/* line:column stands before; the rows are about what is said. */
static void
check_row(const struct row *row, const struct script_run_options *options)
{
    struct script_verdict verdict;
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, (size_t)1 << 30);
    base_diags_init(&diags, &arena, "a.amber");
    const struct script *script = script_read(row->text, strlen(row->text), NULL, &arena, &diags);
    if (!script)
        fail_msg("%s\n%s", script_reason_of(&diags, &arena), row->text);
    script_run(script, device, options, &arena, &verdict);
    const char *reason = verdict.reason ? verdict.reason : "";
    const char *space = strchr(reason, ' ');
    const char *said = verdict.reason && space ? space + 1 : reason;
    if (verdict.outcome != row->outcome || strcmp(said, row->reason ? row->reason : "") != 0)
        fail_msg("%s: %s\n%s", script_outcome_name(verdict.outcome), reason, row->text);
    base_arena_finish(&arena);
}

static void
check_rows(const struct row *rows, size_t count)
{
    const struct script_run_options options = {0};

    for (size_t i = 0; i < count; i++)
        check_row(&rows[i], &options);
}

/* ---- values ---- */

#define INTS A "BUFFER b DATA_TYPE int32 DATA 1 -2 3 END\nEXPECT b IDX "
#define UINTS A "BUFFER b DATA_TYPE uint8 DATA 1 255 END\nEXPECT b IDX "
#define FLOATS A "BUFFER b DATA_TYPE float DATA 1.0 -0.0 nan inf 0.1 END\nEXPECT b IDX "

static void
test_values(void **state)
{
    static const struct row rows[] = {
        {INTS "0 EQ 1 -2 3", PASS},
        {INTS "4 EQ -2", PASS},
        {INTS "0 EQ 1 -3 3", FAIL, "b: value 1 at byte 4 is -2, expected -3 (1 of 3 differ)"},
        {INTS "4 EQ 2 4", FAIL, "b: value 0 at byte 4 is -2, expected 2 (2 of 2 differ)"},
        {INTS "8 EQ 3 4", FAIL, "b: found 12 bytes, expected 16 at least"},
        {INTS "4294967292 EQ 3", FAIL, "b: found 12 bytes, expected 4294967296 at least"},
        /* An integer is compared as its type has it. */
        {INTS "4 EQ 0xfffffffe", PASS},
        {UINTS "1 EQ -1", PASS},
        {UINTS "1 EQ 511", PASS},
        {UINTS "1 EQ 254", FAIL, "b: value 0 at byte 1 is 255, expected 254 (1 of 1 differ)"},
        {INTS "0 NE 0 0 0", PASS},
        {INTS "0 NE 0 -2", FAIL,
         "b: value 1 at byte 4 is -2, expected other than -2 (1 of 2 differ)"},
        {INTS "4 LT -1", PASS},
        {INTS "4 LT -2", FAIL, "b: value 0 at byte 4 is -2, expected less than -2 (1 of 1 differ)"},
        {INTS "4 LE -2", PASS},
        {INTS "4 LE -3", FAIL, "b: value 0 at byte 4 is -2, expected at most -3 (1 of 1 differ)"},
        {INTS "4 GT -3", PASS},
        {INTS "0 GT 1", FAIL, "b: value 0 at byte 0 is 1, expected more than 1 (1 of 1 differ)"},
        {INTS "4 GE -2", PASS},
        {INTS "0 GE 2", FAIL, "b: value 0 at byte 0 is 1, expected at least 2 (1 of 1 differ)"},
        {UINTS "1 GT 127", PASS},
        {INTS "0 TOLERANCE 1 EQ 2 -3 2", PASS},
        {INTS "0 TOLERANCE 1 EQ 3", FAIL,
         "b: value 0 at byte 0 is 1, expected about 3 (1 of 1 differ)"},
        {FLOATS "0 EQ 1.0 0.0 nan inf 0.1", PASS},
        {FLOATS "0 EQ 1 0", PASS},
        /* Equal is as near as 1e-8 of it. */
        {FLOATS "0 EQ 1.0000001", FAIL,
         "b: value 0 at byte 0 is 1, expected 1.00000012 (1 of 1 differ)"},
        {FLOATS "8 EQ 1.0", FAIL, "b: value 0 at byte 8 is nan, expected 1 (1 of 1 differ)"},
        {FLOATS "0 EQ nan", FAIL, "b: value 0 at byte 0 is 1, expected nan (1 of 1 differ)"},
        {FLOATS "8 NE nan", FAIL,
         "b: value 0 at byte 8 is nan, expected other than nan (1 of 1 differ)"},
        {FLOATS "8 NE 1.0", PASS},
        {FLOATS "8 LT 1.0", FAIL,
         "b: value 0 at byte 8 is nan, expected less than 1 (1 of 1 differ)"},
        {FLOATS "12 GT 1e30", PASS},
        {FLOATS "12 EQ -inf", FAIL, "b: value 0 at byte 12 is inf, expected -inf (1 of 1 differ)"},
        {FLOATS "0 EQ inf", FAIL, "b: value 0 at byte 0 is 1, expected inf (1 of 1 differ)"},
        {FLOATS "0 TOLERANCE 5% EQ -inf", FAIL,
         "b: value 0 at byte 0 is 1, expected about -inf (1 of 1 differ)"},
        {FLOATS "0 TOLERANCE 0.5 EQ 1.5", PASS},
        {FLOATS "0 TOLERANCE 0.5 EQ 1.75", FAIL,
         "b: value 0 at byte 0 is 1, expected about 1.75 (1 of 1 differ)"},
        {FLOATS "0 TOLERANCE 50% EQ 2.0", PASS},
        {FLOATS "0 TOLERANCE 49% EQ 2.0", FAIL,
         "b: value 0 at byte 0 is 1, expected about 2 (1 of 1 differ)"},
        {FLOATS "12 TOLERANCE 1 EQ inf", PASS},
        {FLOATS "8 TOLERANCE 1e30 EQ 1", FAIL,
         "b: value 0 at byte 8 is nan, expected about 1 (1 of 1 differ)"},
        /* Tolerances by component; padding is passed over. */
        {A "BUFFER b DATA_TYPE vec3<float> DATA 1 2 3 4 5 6 END\n"
           "EXPECT b IDX 0 TOLERANCE 0 1 2 EQ 1 3 5 4 6 8",
         PASS},
        {A "BUFFER b DATA_TYPE vec3<float> DATA 1 2 3 4 5 6 END\n"
           "EXPECT b IDX 16 TOLERANCE 0 1 2 EQ 5 5 6",
         FAIL, "b: value 0 at byte 16 is 4, expected about 5 (1 of 3 differ)"},
        {A "BUFFER b DATA_TYPE uint64 DATA 18446744073709551615 END\n"
           "EXPECT b IDX 0 EQ 18446744073709551614",
         FAIL,
         "b: value 0 at byte 0 is 18446744073709551615, expected 18446744073709551614 (1 of 1 "
         "differ)"},
        {A "BUFFER b DATA_TYPE int64 DATA -9223372036854775808 END\n"
           "EXPECT b IDX 0 LT 9223372036854775807",
         PASS},
        {A "BUFFER b DATA_TYPE float16 DATA 0.1 END\nEXPECT b IDX 0 EQ 0.1", PASS},
        {A "BUFFER b DATA_TYPE double DATA 0.1 END\nEXPECT b IDX 0 EQ 0.1", PASS},
        {A "BUFFER b DATA_TYPE double DATA 0.1 END\nEXPECT b IDX 0 EQ 0.10000001", FAIL,
         "b: value 0 at byte 0 is 0.10000000000000001, expected 0.10000001 (1 of 1 differ)"},
        /* The first that fails is the one that is told. */
        {INTS "0 EQ 1\nEXPECT b IDX 0 EQ 2\nEXPECT b IDX 0 EQ 3", FAIL,
         "b: value 0 at byte 0 is 1, expected 2 (1 of 1 differ)"},
    };
    (void)state;

    check_rows(rows, BASE_COUNT(rows));
}

/* ---- pairs ---- */

#define TWO(type, a, b)                                                                            \
    A "BUFFER a DATA_TYPE " type " DATA " a " END\nBUFFER b DATA_TYPE " type " DATA " b            \
      " END\nEXPECT a "
#define TEXELS "R8G8B8A8_UNORM"

static void
test_pairs(void **state)
{
    static const struct row rows[] = {
        {TWO("int32", "1 2", "1 2") "EQ_BUFFER b", PASS},
        {TWO("int32", "1 2 3", "1 3 4") "EQ_BUFFER b", FAIL,
         "a: element 1 is 2, expected 3 (2 of 3 differ)"},
        {TWO("vec2<float>", "1 2", "1 -2") "EQ_BUFFER b", FAIL,
         "a: element 0 is 1 2, expected 1 -2 (1 of 1 differ)"},
        /* Bytes are compared, not values. */
        {TWO("float", "0.0", "-0.0") "EQ_BUFFER b", FAIL,
         "a: element 0 is 0, expected -0 (1 of 1 differ)"},
        {TWO("float", "nan", "nan") "EQ_BUFFER b", PASS},
        {TWO("int32", "1", "1 2") "EQ_BUFFER b", FAIL, "a: found 4 and 8 bytes, expected one size"},
        {A "BUFFER a DATA_TYPE int32 DATA 1 END\nBUFFER b DATA_TYPE float DATA 1 END\n"
           "EXPECT a EQ_BUFFER b",
         FAIL, "a: found buffers of different types, expected one"},
        {TWO("float", "1 2", "1 2") "RMSE_BUFFER b TOLERANCE 0", PASS},
        {TWO("float", "0 0 0 0", "2 0 0 0") "RMSE_BUFFER b TOLERANCE 1", PASS},
        {TWO("float", "0 0 0 0", "2 0 0 0") "RMSE_BUFFER b TOLERANCE 0.99", FAIL,
         "a: the root mean square error is 1, expected at most 0.99"},
        {TWO("uint8", "0", "255") "RMSE_BUFFER b TOLERANCE 254", FAIL,
         "a: the root mean square error is 255, expected at most 254"},
        {TWO("float", "nan", "1") "RMSE_BUFFER b TOLERANCE 1e30", FAIL,
         "a: the root mean square error is nan, expected at most 1e+30"},
        /* The same colours at other places have the same histograms. */
        {TWO(TEXELS, "0 0 0 0 255 9 9 9",
             "255 9 9 9 0 0 0 0") "EQ_HISTOGRAM_EMD_BUFFER b TOLERANCE 0",
         PASS},
        /* Half of the texels by 64 bins: 0.5 * 64 / 256. */
        {TWO(TEXELS, "0 0 0 0 0 0 0 0",
             "0 0 0 0 0 0 64 0") "EQ_HISTOGRAM_EMD_BUFFER b TOLERANCE 0.125",
         PASS},
        {TWO(TEXELS, "0 0 0 0 0 0 0 0",
             "0 0 0 0 0 0 64 0") "EQ_HISTOGRAM_EMD_BUFFER b TOLERANCE 0.1249",
         FAIL, "a: the histograms are 0.125 apart, expected at most 0.1249"},
        {TWO("float", "1", "1") "EQ_HISTOGRAM_EMD_BUFFER b TOLERANCE 1", FAIL,
         "a: found float, expected four channels of 8 bits"},
    };
    (void)state;

    check_rows(rows, BASE_COUNT(rows));
}

/* ---- colours ---- */

#define IMAGE(format)                                                                              \
    A "SHADER vertex v PASSTHROUGH\nBUFFER f FORMAT " format                                       \
      "\nPIPELINE graphics p\nATTACH v\nFRAMEBUFFER_SIZE 4 2\nBIND BUFFER f AS color LOCATION 0\n" \
      "END\nCLEAR_COLOR p 255 51 0 102\nCLEAR p\nEXPECT f IDX "
#define ALL "0 0 SIZE 4 2 "

static void
test_colors(void **state)
{
    static const struct row rows[] = {
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGBA 255 51 0 102", PASS},
        {IMAGE("B8G8R8A8_UNORM") ALL "EQ_RGBA 255 51 0 102", PASS},
        {IMAGE("R32G32B32A32_SFLOAT") ALL "EQ_RGBA 255 51 0 102", PASS},
        {IMAGE("R16G16B16A16_SFLOAT") ALL "EQ_RGBA 255 51 0 102", PASS},
        {IMAGE("A2B10G10R10_UNORM_PACK32") ALL "EQ_RGB 255 51 0", PASS},
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGB 255 51 0", PASS},
        {IMAGE("R8G8B8A8_UNORM") "3 1 SIZE 1 1 EQ_RGBA 255 51 0 103", FAIL,
         "f: texel 3, 1 is 255 51 0 102, expected 255 51 0 103 (1 of 1 differ)"},
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGB 255 52 0", FAIL,
         "f: texel 0, 0 is 255 51 0, expected 255 52 0 (8 of 8 differ)"},
        {IMAGE("R8G8B8A8_UNORM") "1 0 SIZE 4 1 EQ_RGB 0 0 0", FAIL,
         "f: found a rectangle from 1, 0 of 4 by 1, expected one within 4 by 2"},
        {IMAGE("R8G8B8A8_UNORM") "0 2 SIZE 1 1 EQ_RGB 0 0 0", FAIL,
         "f: found a rectangle from 0, 2 of 1 by 1, expected one within 4 by 2"},
        /* What a format lacks is not looked at. */
        {IMAGE("R8_UNORM") ALL "EQ_RGBA 255 0 7 9", PASS},
        {IMAGE("R8G8_UNORM") ALL "EQ_RGB 255 50 7", FAIL,
         "f: texel 0, 0 is 255 51, expected 255 50 (8 of 8 differ)"},
        /* Integers are cleared to, and compared with, the 255th. */
        {IMAGE("R8G8B8A8_UINT") ALL "EQ_RGBA 255 0 0 0", PASS},
        {IMAGE("R32_SINT") ALL "EQ_RGB 0 0 0", FAIL,
         "f: texel 0, 0 is 1, expected 0 (8 of 8 differ)"},
        /* Given tolerances: of the colour's part of 1, or of what is expected. */
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGBA 255 60 0 102 TOLERANCE 0.04", PASS},
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGBA 255 60 0 102 TOLERANCE 0.03", FAIL,
         "f: texel 0, 0 is 255 51 0 102, expected 255 60 0 102 (8 of 8 differ)"},
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGBA 255 50 0 102 TOLERANCE 0 3% 0 0", PASS},
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGBA 255 50 0 102 TOLERANCE 0 1% 0 0", FAIL,
         "f: texel 0, 0 is 255 51 0 102, expected 255 50 0 102 (8 of 8 differ)"},
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGBA 0 0 255 0 TOLERANCE 1", PASS},
    };
    (void)state;

    check_rows(rows, BASE_COUNT(rows));
}

/* From 1 on tolerances are steps of 255, if that is asked for. */
static void
test_strict(void **state)
{
    static const struct script_run_options strict = {.is_strict = true};
    static const struct row rows[] = {
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGBA 254 52 1 103 TOLERANCE 1", PASS},
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGBA 253 51 0 102 TOLERANCE 1", FAIL,
         "f: texel 0, 0 is 255 51 0 102, expected 253 51 0 102 (8 of 8 differ)"},
        {IMAGE("R8G8B8A8_UNORM") ALL "EQ_RGBA 250 51 0 102 TOLERANCE 5", PASS},
        {IMAGE("R32_SFLOAT") ALL "EQ_RGB 0 0 0 TOLERANCE 1", PASS},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        check_row(&rows[i], &strict);
}

/* ---- steps ---- */

/* A red that TGSI writes, and the same program as tokens. */
#define RED                                                                                        \
    RED_OF("TGSI\nFRAG\nDCL OUT[0], COLOR\nIMM[0] FLT32 {1.0, 0.0, 0.0, 1.0}\n"                    \
           "  0: MOV OUT[0], IMM[0]\n  1: END\n")
#define RED_TOKENS                                                                                 \
    RED_OF("TGSI-TOKENS\n00000c02 1 0x002f3030, 0, 1\n51 3f800000 0 0 3f800000\n"                  \
           "00a01022 000000f3 39000007 00075002\nEND\n")
#define RED_OF(fragment)                                                                           \
    A "SHADER vertex v PASSTHROUGH\nSHADER fragment r " fragment                                   \
      "BUFFER f FORMAT R8G8B8A8_UNORM\nBUFFER g FORMAT R8G8B8A8_UNORM\n"                           \
      "BUFFER p DATA_TYPE vec4<float> DATA\n-1 -1 0 1\n 0 -1 0 1\n -1 1 0 1\n 0 1 0 1\nEND\n"      \
      "BUFFER i DATA_TYPE uint16 DATA 0 1 2 1 2 3 END\n"                                           \
      "PIPELINE graphics q\nATTACH v\nATTACH r\nFRAMEBUFFER_SIZE 8 4\n"                            \
      "BIND BUFFER f AS color LOCATION 0\nVERTEX_DATA p LOCATION 0\nINDEX_DATA i\nEND\n"           \
      "DERIVE_PIPELINE d FROM q\nBIND BUFFER g AS color LOCATION 0\nEND\n"
#define IS_RED(at) "EXPECT f IDX " at " EQ_RGBA 255 0 0 255\n"
#define IS_CLEAR(at) "EXPECT f IDX " at " EQ_RGBA 0 0 0 0\n"

static void
test_draws(void **state)
{
    static const struct row rows[] = {
        {RED "RUN q DRAW_RECT POS 2 1 SIZE 4 2\n" IS_RED("2 1 SIZE 4 2") IS_CLEAR("0 0 SIZE 2 4")
             IS_CLEAR("6 0 SIZE 2 4") IS_CLEAR("0 0 SIZE 8 1") IS_CLEAR("0 3 SIZE 8 1"),
         PASS},
        {RED_TOKENS "RUN q DRAW_RECT POS 2 1 SIZE 4 2\n" IS_RED("2 1 SIZE 4 2")
             IS_CLEAR("0 0 SIZE 2 4"),
         PASS},
        {RED "RUN q DRAW_GRID POS 0 0 SIZE 8 2 CELLS 4 2\n" IS_RED("0 0 SIZE 8 2")
             IS_CLEAR("0 2 SIZE 8 2"),
         PASS},
        {RED "RUN q DRAW_ARRAY AS TRIANGLE_STRIP\n" IS_RED("0 0 SIZE 4 4") IS_CLEAR("4 0 SIZE 4 4"),
         PASS},
        {RED "RUN q DRAW_ARRAY AS TRIANGLE_LIST INDEXED\n" IS_RED("0 0 SIZE 4 4")
             IS_CLEAR("4 0 SIZE 4 4"),
         PASS},
        {RED
         "RUN q DRAW_ARRAY AS TRIANGLE_LIST INDEXED START_IDX 0 COUNT 0\n" IS_CLEAR("0 0 SIZE 8 4"),
         PASS},
        {RED "RUN q DRAW_ARRAY AS TRIANGLE_STRIP START_IDX 1 COUNT 3 INSTANCE_COUNT 0\n" IS_CLEAR(
             "0 0 SIZE 8 4"),
         PASS},
        {RED "RUN q DRAW_ARRAY AS TRIANGLE_STRIP START_IDX 4\n" IS_CLEAR("0 0 SIZE 8 4"), PASS},
        /* Attachments keep what they have from draw to draw, until they are cleared. */
        {RED "RUN q DRAW_RECT POS 0 0 SIZE 2 4\nRUN q DRAW_RECT POS 2 0 SIZE 2 4\n" IS_RED(
             "0 0 SIZE 4 4") "CLEAR q\n" IS_CLEAR("0 0 SIZE 8 4"),
         PASS},
        {RED "RUN d DRAW_RECT POS 0 0 SIZE 8 4\n" IS_CLEAR("0 0 SIZE 8 4") "COPY g TO f\n" IS_RED(
             "0 0 SIZE 8 4"),
         PASS},
        {RED "RUN q DRAW_RECT POS 0 0 SIZE 8 4\nRUN d DRAW_RECT POS 0 0 SIZE 8 4\n"
             "EXPECT f EQ_BUFFER g",
         PASS},
        {RED "RUN d DRAW_RECT POS 1 2 SIZE 1 1\nCLEAR q\nEXPECT f EQ_BUFFER g", FAIL,
         "f: texel 1, 2 is 0 0 0 0, expected 255 0 0 255 (1 of 32 differ)"},
        /* Colours that are set last beyond the first round. */
        {RED "REPEAT 2\nCLEAR q\nCLEAR_COLOR q 0 255 0 255\nEND\n"
             "EXPECT f IDX 0 0 SIZE 8 4 EQ_RGBA 0 255 0 255",
         PASS},
        {RED "REPEAT 3\nRUN q DRAW_RECT POS 0 0 SIZE 8 4\n" IS_RED(
             "0 0 SIZE 8 4") "CLEAR q\nEND\n" IS_CLEAR("0 0 SIZE 8 4"),
         PASS},
        /* Clearing needs no shaders. */
        {"[require]\nfbsize 4 4\n[test]\nclear color 0 1 0 1\nclear\nprobe all rgba 0 1 0 1", PASS},
    };
    (void)state;

    check_rows(rows, BASE_COUNT(rows));
}

static void
test_images(void **state)
{
    static const struct row rows[] = {
        {A "SHADER vertex v PASSTHROUGH\nIMAGE f FORMAT R8_UNORM DIM_2D WIDTH 3 HEIGHT 2\n"
           "PIPELINE graphics p\nATTACH v\nBIND BUFFER f AS color LOCATION 0\nEND\n"
           "CLEAR_COLOR p 255 0 0 0\nCLEAR p\nEXPECT f IDX 0 0 SIZE 3 2 EQ_RGB 255 0 0",
         PASS},
        {A "SHADER vertex v PASSTHROUGH\nPIPELINE graphics p\nATTACH v\nEND\n"
           "CLEAR p\nEXPECT framebuffer IDX 0 0 SIZE 250 250 EQ_RGBA 0 0 0 0",
         PASS},
        {A "SHADER vertex v PASSTHROUGH\nBUFFER f FORMAT R8_UNORM MIP_LEVELS 3\n"
           "PIPELINE graphics p\nATTACH v\nFRAMEBUFFER_SIZE 2 2\n"
           "BIND BUFFER f AS color LOCATION 0 BASE_MIP_LEVEL 1\nEND\n"
           "CLEAR_COLOR p 255 0 0 0\nCLEAR p\nEXPECT f IDX 0 0 SIZE 4 4 EQ_RGB 0 0 0",
         PASS},
        {A "SHADER vertex v PASSTHROUGH\nBUFFER f FORMAT R8_UNORM\nPIPELINE graphics p\nATTACH v\n"
           "FRAMEBUFFER_SIZE 2 2\nBIND BUFFER f AS color LOCATION 0\nEND\n"
           "DERIVE_PIPELINE q FROM p\nFRAMEBUFFER_SIZE 4 4\nEND\nCLEAR p",
         FAIL, "f has 2 by 2 texels, expected 4 by 4"},
        {A "SHADER vertex v PASSTHROUGH\nBUFFER f FORMAT R8_UNORM MIP_LEVELS 9\n"
           "PIPELINE graphics p\nATTACH v\nFRAMEBUFFER_SIZE 4 4\n"
           "BIND BUFFER f AS color LOCATION 0\nEND\nCLEAR p",
         FAIL, "f has 9 levels, expected at most 3"},
        {A "SHADER vertex v PASSTHROUGH\nBUFFER f FORMAT R8_UNORM SAMPLES 64\n"
           "PIPELINE graphics p\nATTACH v\nBIND BUFFER f AS color LOCATION 0\nEND\nCLEAR p",
         SKIP, "the device lacks R8_UNORM with 64 samples for this"},
        {A "SHADER vertex v PASSTHROUGH\nBUFFER f FORMAT R7_UNORM_PACK8\n"
           "PIPELINE graphics p\nATTACH v\nBIND BUFFER f AS color LOCATION 0\nEND\nCLEAR p",
         SKIP, "the format R7_UNORM_PACK8 is not known"},
        {A "DEVICE_FEATURE noSuchThing", SKIP, "the device lacks noSuchThing"},
        {A "DEVICE_FEATURE shaderFloat64\nDEVICE_FEATURE VariablePointerFeatures.variablePointers",
         PASS},
        {A "SHADER vertex v HLSL\nEND\nPIPELINE graphics p\nATTACH v\nEND\nCLEAR p", SKIP,
         "shader v: shaders in HLSL are not compiled [unsupported]"},
        {A "SHADER vertex v TGSI\nFRAG\nEND\nPIPELINE graphics p\nATTACH v\nEND\nCLEAR p", FAIL,
         "shader v: found a fragment shader, expected a vertex shader [script-invalid]"},
    };
    (void)state;

    check_rows(rows, BASE_COUNT(rows));
}

/* ---- SPIR-V, GLSL, VkScript ---- */

/* Each number times the constant of id 3 (2), plus the invocation's. */
#define TIMES                                                                                      \
    "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"                                         \
    "OpEntryPoint GLCompute %main \"main\" %id\nOpExecutionMode %main LocalSize 1 1 1\n"           \
    "OpDecorate %id BuiltIn GlobalInvocationId\nOpDecorate %factor SpecId 3\n"                     \
    "OpDecorate %array ArrayStride 4\nOpMemberDecorate %block 0 Offset 0\n"                        \
    "OpDecorate %block BufferBlock\nOpDecorate %data DescriptorSet 1\n"                            \
    "OpDecorate %data Binding 2\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"                 \
    "%uint = OpTypeInt 32 0\n%v3 = OpTypeVector %uint 3\n%pv3 = OpTypePointer Input %v3\n"         \
    "%pin = OpTypePointer Input %uint\n%id = OpVariable %pv3 Input\n%zero = OpConstant %uint 0\n"  \
    "%factor = OpSpecConstant %uint 2\n%array = OpTypeRuntimeArray %uint\n"                        \
    "%block = OpTypeStruct %array\n%pblock = OpTypePointer Uniform %block\n"                       \
    "%puint = OpTypePointer Uniform %uint\n%data = OpVariable %pblock Uniform\n"                   \
    "%main = OpFunction %void None %fn\n%start = OpLabel\n%px = OpAccessChain %pin %id %zero\n"    \
    "%x = OpLoad %uint %px\n%p = OpAccessChain %puint %data %zero %x\n%old = OpLoad %uint %p\n"    \
    "%twice = OpIMul %uint %old %factor\n%new = OpIAdd %uint %twice %x\nOpStore %p %new\n"         \
    "OpReturn\nOpFunctionEnd\n"
#define COMPUTE(more)                                                                              \
    A "SHADER compute c SPIRV-ASM\n" TIMES "END\nBUFFER b DATA_TYPE uint32 DATA 5 6 7 END\n"       \
      "PIPELINE compute p\nATTACH c" more                                                          \
      "\nBIND BUFFER b AS storage DESCRIPTOR_SET 1 BINDING 2\nEND\n"

static void
test_assembly(void **state)
{
    static const struct row rows[] = {
        {COMPUTE("") "RUN p 3 1 1\nEXPECT b IDX 0 EQ 10 13 16", PASS},
        {COMPUTE("") "RUN p 2 1 1\nEXPECT b IDX 0 EQ 10 13 7\nRUN p 1 1 1\nEXPECT b IDX 0 EQ 20 13",
         PASS},
        {COMPUTE("") "RUN p 0 1 1\nEXPECT b IDX 0 EQ 5 6 7", PASS},
        {COMPUTE(" SPECIALIZE 3 AS uint32 10") "RUN p 3 1 1\nEXPECT b IDX 0 EQ 50 61 72", PASS},
        {COMPUTE(" ENTRY_POINT other") "RUN p 0 1 1", FAIL,
         "shader c: found the entry point GLCompute \"main\", expected compute \"other\" "
         "[spirv-invalid]"},
        {"[compute shader spirv]\n" TIMES "[test]\nssbo 1:2 subdata uint 0 5 6 7\ncompute 2 1 1\n"
         "probe ssbo uint 1:2 0 == 10 13 7\nssbo 1:2 subdata uint 4 100\ncompute 2 1 1\n"
         "probe ssbo uint 1:2 0 == 20 201 7\nprobe ssbo uint 1:2 8 < 8\n",
         PASS},
        {"[compute shader spirv]\n" TIMES "[test]\nssbo 1:2 subdata uint 0 5\ncompute 1 1 1\n"
         "probe ssbo uint 1:2 0 != 10\n",
         FAIL, "ssbo 1:2: value 0 at byte 0 is 10, expected other than 10 (1 of 1 differ)"},
    };
    (void)state;

    if (!spirv_has_tools())
        skip();
    check_rows(rows, BASE_COUNT(rows));
}

#define GLSL_FRAGMENT                                                                              \
    "#version 450\nlayout(push_constant) uniform P { vec4 c; };\nlayout(location = 0) out vec4 o;" \
    "\nvoid main() { o = c; }\n"

static void
test_glsl(void **state)
{
    static const struct row rows[] = {
        {A "SHADER vertex v PASSTHROUGH\nSHADER fragment f GLSL\n" GLSL_FRAGMENT
           "END\nBUFFER c DATA_TYPE vec4<float> DATA 0 1 0.2 1 END\nPIPELINE graphics p\n"
           "ATTACH v\nATTACH f\nBIND BUFFER c AS push_constant\nFRAMEBUFFER_SIZE 4 4\nEND\n"
           "RUN p DRAW_RECT POS 0 0 SIZE 4 4\nEXPECT framebuffer IDX 0 0 SIZE 4 4 EQ_RGBA 0 255 51 "
           "255",
         PASS},
        {"[require]\nfbsize 4 4\n[vertex shader passthrough]\n[fragment shader]\n" GLSL_FRAGMENT
         "[test]\nclear color 0 0 1 1\nclear\npush vec4 0 1 0 0 1\ndraw rect -1 -1 1 2\n"
         "push vec4 0 0 1 0 1\ndraw rect ortho 2 0 2 2\nprobe rect rgba (0, 0, 2, 4) (1, 0, 0, 1)\n"
         "relative probe rect rgb (0.5, 0, 0.5, 0.5) (0, 1, 0)\nprobe rgba (3, 3) (0, 0, 1, 1)\n",
         PASS},
        {"[require]\nfbsize 4 4\n[vertex shader passthrough]\n[fragment shader]\n" GLSL_FRAGMENT
         "[vertex data]\n0/R32G32_SFLOAT\n-1 -1\n1 -1\n-1 1\n1 1\n[indices]\n0 1 2 2 1 3\n[test]\n"
         "push vec4 0 1 0.5 0 1\nblendEnable true\nsrcColorBlendFactor VK_BLEND_FACTOR_ZERO\n"
         "dstColorBlendFactor ONE\ndraw arrays indexed TRIANGLE_LIST 0 6\n"
         "probe all rgba 0 0 0 1\nblendEnable false\ncolorWriteMask G\n"
         "draw arrays TRIANGLE_STRIP 0 4\nprobe all rgba 0 0.5 0 1\nprobe all rgba 0 0.6 0 1\n",
         FAIL, "framebuffer: texel 0, 0 is 0 0.501961 0 1, expected 0 0.6 0 1 (16 of 16 differ)"},
        {A "SHADER vertex v GLSL\nvoid main() { foo; }\nEND\nPIPELINE graphics p\nATTACH v\nEND\n"
           "CLEAR p",
         FAIL, "shader v: 'foo' : undeclared identifier [script-invalid]"},
    };
    (void)state;

    if (!script_has_glsl())
        skip();
    check_rows(rows, BASE_COUNT(rows));
}

/* A picture has what was got, what was expected and where they differ. */
static void
test_picture(void **state)
{
    static const char text[] = IMAGE("R8G8B8A8_UNORM") "1 0 SIZE 2 1 EQ_RGBA 255 0 0 102";
    const struct script_run_options options = {.wants_picture = true};
    struct script_verdict verdict;
    struct base_arena arena;
    struct base_diags diags;
    (void)state;

    base_arena_init(&arena, 0);
    base_diags_init(&diags, &arena, "a.amber");
    const struct script *script = script_read(text, sizeof(text) - 1, NULL, &arena, &diags);
    assert_non_null(script);
    script_run(script, device, &options, &arena, &verdict);
    const struct script_picture *picture = &verdict.picture;
    assert_int_equal(picture->width, 4);
    assert_int_equal(picture->height, 2);
    assert_memory_equal(picture->got, "\xff\x33\0\x66\xff\x33\0\x66", 8);
    assert_memory_equal(picture->expected, "\xff\x33\0\x66\xff\0\0\x66", 8);
    assert_memory_equal(picture->difference, "\0\0\0\xff\0\x66\0\xff", 8);
    base_arena_finish(&arena);
}

/* Did the memory do? */
static bool
run_within(const char *text, size_t limit)
{
    const struct script_run_options options = {.wants_picture = true};
    struct script_verdict verdict;
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, limit);
    if (!BASE_ARENA_CATCH(&arena)) {
        base_arena_finish(&arena);
        return false;
    }
    base_diags_init(&diags, &arena, "a.amber");
    const struct script *script = script_read(text, strlen(text), NULL, &arena, &diags);
    assert_non_null(script);
    script_run(script, device, &options, &arena, &verdict);
    base_arena_finish(&arena);
    return true;
}

/* Wherever memory runs out, what other libraries gave is released. */
static void
test_budgets(void **state)
{
    static const char *const texts[] = {
        RED "RUN q DRAW_RECT POS 2 1 SIZE 4 2\n" IS_RED("2 1 SIZE 4 2"),
        COMPUTE("") "RUN p 3 1 1\nEXPECT b IDX 0 EQ 10 13 16",
        "[vertex shader passthrough]\n[fragment shader]\n" GLSL_FRAGMENT
        "[test]\ndraw rect -1 -1 1 2\nprobe all rgb 0 0 0\n",
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(texts); i++) {
        assert_false(run_within(texts[i], 1 << 12));
        for (size_t limit = 1 << 12; limit < (size_t)1 << 20; limit += limit / 8)
            run_within(texts[i], limit);
        assert_true(run_within(texts[i], (size_t)1 << 28));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),   cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_colors),   cmocka_unit_test(test_strict),
        cmocka_unit_test(test_draws),    cmocka_unit_test(test_images),
        cmocka_unit_test(test_assembly), cmocka_unit_test(test_glsl),
        cmocka_unit_test(test_picture),  cmocka_unit_test(test_budgets),
    };

    return cmocka_run_group_tests(tests, open_device, close_device);
}
