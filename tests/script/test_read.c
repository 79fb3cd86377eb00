/* SPDX-License-Identifier: MIT
 *
 * What scripts are read, and where those that are not go wrong.
 */
#include "script/script_priv.h"

#include <cmocka.h>
#include <stdio.h>

static bool
read_file(void *context, const char *path, const char **data, size_t *size)
{
    static const char numbers[] = "# a file\n1 2\n3\n";
    (void)context;

    if (strcmp(path, "numbers.txt") != 0)
        return false;
    *data = numbers;
    *size = sizeof(numbers) - 1;
    return true;
}

static const struct script_files files = {NULL, read_file, NULL};

/* ---- errors ---- */

struct bad {
    const char *text;
    enum qd_code code;
    uint32_t line;
    uint32_t column;
};

#define A "#!amber\n"
#define VERTEX A "SHADER vertex v PASSTHROUGH\n"
#define IMAGE VERTEX "BUFFER f FORMAT R8G8B8A8_UNORM\n"
#define PIPELINE "PIPELINE graphics p\nATTACH v\nEND\n"
#define INVALID QD_CODE_SCRIPT_INVALID
#define UNSUPPORTED QD_CODE_UNSUPPORTED

static const struct bad bad[] = {
    /* text                                                       code         line column */
    {A "FOO", INVALID, 2, 1},
    {A "12", INVALID, 2, 1},
    {A "SHADER", INVALID, 2, 7},
    {A "SHADER pixel p GLSL\nEND", INVALID, 2, 8},
    {A "SHADER vertex v COBOL\nEND", INVALID, 2, 17},
    {A "SHADER vertex v GLSL\nvoid main() {}\nEND_OF", INVALID, 2, 21},
    {A "SHADER vertex v GLSL x\nEND", INVALID, 2, 22},
    {A "SHADER vertex v PASSTHROUGH x", INVALID, 2, 29},
    {A "SHADER vertex v SPIRV-ASM TARGET_ENV spv9\nEND", UNSUPPORTED, 2, 38},
    {A "SHADER vertex v GLSL VIRTUAL_FILE x", INVALID, 2, 35},
    {A "SHADER vertex v GLSL FILE none.vert", INVALID, 2, 27},
    {VERTEX "SHADER vertex v PASSTHROUGH", INVALID, 3, 15},
    {A "SHADER geometry g GLSL\nEND", UNSUPPORTED, 2, 8},
    {A "SHADER tessellation_control g SPIRV-ASM\nEND", UNSUPPORTED, 2, 8},
    {A "SHADER tess_eval g IR\nEND", INVALID, 2, 8},
    {A "SHADER ray_generation g GLSL\nEND", UNSUPPORTED, 2, 8},
    {A "VIRTUAL_FILE x\nabc", INVALID, 2, 15},
    {A "DEVICE_FEATURE", INVALID, 2, 15},
    {A "DEVICE_FEATURE a b", INVALID, 2, 18},
    {A "BUFFER", INVALID, 2, 7},
    {A "BUFFER b", INVALID, 2, 9},
    {A "BUFFER b DATA_TYPE int DATA 1 END", INVALID, 2, 20},
    {A "BUFFER b DATA_TYPE int32 DATA END", INVALID, 2, 31},
    {A "BUFFER b DATA_TYPE int32 DATA 1 x END", INVALID, 2, 33},
    {A "BUFFER b DATA_TYPE int32 DATA 1 2", INVALID, 2, 34},
    {A "BUFFER b DATA_TYPE int32 DATA 1.5 END", INVALID, 2, 31},
    {A "BUFFER b DATA_TYPE vec2<int32> DATA 1 2 3 END", INVALID, 2, 37},
    {A "BUFFER b DATA_TYPE int32 SIZE x FILL 0", INVALID, 2, 31},
    {A "BUFFER b DATA_TYPE int32 SIZE 4 FILL", INVALID, 2, 37},
    {A "BUFFER b DATA_TYPE int32 SIZE 4294967295 FILL 0", INVALID, 2, 47},
    {A "BUFFER b DATA_TYPE int32 SIZE 4", INVALID, 2, 32},
    {A "BUFFER b DATA_TYPE vec2<float> SIZE 4 SERIES_FROM 1 INC_BY 1", INVALID, 2, 51},
    {A "BUFFER b DATA_TYPE int32 SIZE 4 SERIES_FROM 1 BY 1", INVALID, 2, 47},
    {A "BUFFER b DATA_TYPE int32 SIZE 4 FILE TEXT none.txt", INVALID, 2, 43},
    {A "BUFFER b DATA_TYPE int32 WIDTH 0 HEIGHT 1 FILL 0", INVALID, 2, 32},
    {A "BUFFER b FORMAT FOO", INVALID, 2, 17},
    {A "BUFFER b FORMAT R8_UNORM MIP_LEVELS 0", INVALID, 2, 38},
    {A "BUFFER b FORMAT R8_UNORM SAMPLES 3", INVALID, 2, 34},
    {A "BUFFER b FORMAT R8_UNORM\nBUFFER b FORMAT R8_UNORM", INVALID, 3, 8},
    {A "IMAGE i FORMAT R8_UNORM DIM_2D WIDTH 2", INVALID, 2, 39},
    {A "IMAGE i FORMAT R8_UNORM DIM_3D WIDTH 2 HEIGHT 2", INVALID, 2, 48},
    {A "IMAGE i DIM_1D WIDTH 2", INVALID, 2, 23},
    {A "IMAGE i FORMAT R8_UNORM DIM_1D WIDTH 16385", INVALID, 2, 38},
    {A "IMAGE i FORMAT R8_UINT DIM_1D WIDTH 2 DATA 1 2 3 END", INVALID, 2, 7},
    {A "SAMPLER s MAG_FILTER cubic", INVALID, 2, 22},
    {A "SAMPLER s MIN_LOD 2.0 MAX_LOD 1.0", INVALID, 2, 9},
    {A "SAMPLER s\nSAMPLER s", INVALID, 3, 9},
    {A "SAMPLER s FOO", INVALID, 2, 11},
    {A "STRUCT s\nEND", INVALID, 2, 8},
    {A "STRUCT float\nint32 a\nEND", INVALID, 2, 8},
    {A "STRUCT s\nint32 a\nfoo b\nEND", INVALID, 4, 1},
    {A "STRUCT s\nint32 a\nint32 b OFFSET 2\nEND", INVALID, 4, 1},
    {A "STRUCT s\nint32[] a\nEND", INVALID, 3, 1},
    {A "STRUCT s\nint32[4] a ARRAY_STRIDE 2\nEND", INVALID, 3, 1},
    {A "STRUCT s\nmat2x2<float> a MATRIX_STRIDE 4\nEND", INVALID, 3, 1},
    {A "STRUCT s STRIDE 4\nvec2<float> a\nEND", INVALID, 2, 8},
    {A "ACCELERATION_STRUCTURE TOP_LEVEL t", UNSUPPORTED, 2, 24},
    {A "PIPELINE raytracing p\nEND", UNSUPPORTED, 2, 10},
    {A "PIPELINE foo p\nEND", INVALID, 2, 10},
    {A "PIPELINE graphics p\nEND", INVALID, 2, 19},
    {A "PIPELINE graphics p\nFOO\nEND", INVALID, 3, 1},
    {A "PIPELINE compute p\nDEPTH\nEND", INVALID, 3, 1},
    {VERTEX "PIPELINE graphics p\nATTACH w\nEND", INVALID, 4, 8},
    {VERTEX "PIPELINE compute p\nATTACH v\nEND", INVALID, 4, 8},
    {VERTEX "PIPELINE graphics p\nATTACH v TYPE fragment\nEND", INVALID, 4, 15},
    {VERTEX "PIPELINE graphics p\nATTACH v SPECIALIZE 1 AS double 1\nEND", INVALID, 4, 26},
    {VERTEX "PIPELINE graphics p\nATTACH v SPECIALIZE 1 AS uint32 1.5\nEND", INVALID, 4, 33},
    {VERTEX "PIPELINE graphics p\nATTACH v", INVALID, 4, 9},
    {VERTEX "PIPELINE graphics p\nATTACH v\nFRAMEBUFFER_SIZE 0 4\nEND", INVALID, 5, 21},
    {VERTEX "PIPELINE graphics p\nATTACH v\nPOLYGON_MODE round\nEND", INVALID, 5, 14},
    {VERTEX "PIPELINE graphics p\nATTACH v\nDEPTH\nFOO\nEND\nEND", INVALID, 6, 1},
    {VERTEX "PIPELINE graphics p\nATTACH v\nDEPTH\nTEST maybe\nEND\nEND", INVALID, 6, 6},
    {VERTEX "PIPELINE graphics p\nATTACH v\nSTENCIL left\nEND\nEND", INVALID, 5, 9},
    {VERTEX "PIPELINE graphics p\nATTACH v\nBLEND\nCOLOR_OP xor\nEND\nEND", UNSUPPORTED, 6, 10},
    {IMAGE "PIPELINE graphics p\nATTACH v\nBIND BUFFER g AS color LOCATION 0\nEND", INVALID, 6, 13},
    {IMAGE "PIPELINE graphics p\nATTACH v\nBIND BUFFER f AS color LOCATION 8\nEND", INVALID, 6, 33},
    {IMAGE "PIPELINE graphics p\nATTACH v\nBIND BUFFER f AS color LOCATION 0 BASE_MIP_LEVEL 1\nEND",
     INVALID, 6, 35},
    {IMAGE "PIPELINE graphics p\nATTACH v\nBIND BUFFER f AS paper\nEND", INVALID, 6, 18},
    {IMAGE "PIPELINE graphics p\nATTACH v\n"
           "BIND BUFFER f AS sampled_image DESCRIPTOR_SET 0 BINDING 0 SWIZZLE rgb\nEND",
     INVALID, 6, 67},
    {IMAGE "PIPELINE graphics p\nATTACH v\n"
           "BIND BUFFER f AS storage_image DESCRIPTOR_SET 0 BINDING 0 SWIZZLE rgba\nEND",
     INVALID, 6, 59},
    {IMAGE "PIPELINE graphics p\nATTACH v\nBIND BUFFER f AS storage BINDING 0\nEND", INVALID, 6,
     26},
    {IMAGE "PIPELINE graphics p\nATTACH v\nBIND BUFFER f KERNEL ARG_NUMBER 0\nEND", UNSUPPORTED, 6,
     15},
    {IMAGE "PIPELINE graphics p\nATTACH v\nVERTEX_DATA f LOCATION 64\nEND", INVALID, 6, 24},
    {IMAGE "PIPELINE graphics p\nATTACH v\nINDEX_DATA f\nEND", INVALID, 6, 12},
    {VERTEX PIPELINE "PIPELINE graphics p\nATTACH v\nEND", INVALID, 6, 19},
    {VERTEX PIPELINE "DERIVE_PIPELINE q FROM r\nEND", INVALID, 6, 24},
    {VERTEX PIPELINE "RUN q DRAW_RECT POS 0 0 SIZE 1 1", INVALID, 6, 5},
    {VERTEX PIPELINE "RUN p 1 1 1", INVALID, 6, 7},
    {VERTEX PIPELINE "RUN p DRAW_RECT POS -1 0 SIZE 1 1", INVALID, 6, 21},
    {VERTEX PIPELINE "RUN p DRAW_ARRAY AS CIRCLE", INVALID, 6, 21},
    {VERTEX PIPELINE "RUN p DRAW_ARRAY AS PATCHES START_IDX 0 COUNT 3", INVALID, 6, 21},
    {VERTEX PIPELINE "RUN p DRAW_ARRAY AS POINT_LIST", INVALID, 6, 5},
    {VERTEX PIPELINE "RUN p DRAW_ARRAY AS POINT_LIST INDEXED", INVALID, 6, 5},
    {VERTEX PIPELINE "RUN p DRAW_GRID POS 0 0 SIZE 1 1 CELLS 1", INVALID, 6, 41},
    {VERTEX PIPELINE "CLEAR_COLOR p 0 0 0 256", INVALID, 6, 21},
    {VERTEX PIPELINE "CLEAR q", INVALID, 6, 7},
    {VERTEX PIPELINE "CLEAR_DEPTH p", INVALID, 6, 14},
    {IMAGE "COPY f TO f", INVALID, 4, 6},
    {IMAGE "BUFFER g FORMAT R8_UNORM\nCOPY f TO g", INVALID, 5, 6},
    {A "EXPECT b IDX 0 EQ 1", INVALID, 2, 8},
    {IMAGE "EXPECT f", INVALID, 4, 9},
    {IMAGE "EXPECT f IDX 0 0 SIZE 0 1 EQ_RGB 0 0 0", INVALID, 4, 23},
    {IMAGE "EXPECT f IDX 0 0 SIZE 1 1 EQ 0", INVALID, 4, 27},
    {IMAGE "EXPECT f IDX 0 0 SIZE 1 1 EQ_RGBA 0 0 0", INVALID, 4, 40},
    {IMAGE "EXPECT f IDX 1 EQ 0", INVALID, 4, 16},
    {IMAGE "EXPECT f IDX 0 EQ", INVALID, 4, 18},
    {IMAGE "EXPECT f IDX 0 TOLERANCE EQ 1", INVALID, 4, 26},
    {IMAGE "EXPECT f IDX 0 TOLERANCE 1 2 3 4 5 EQ 1", INVALID, 4, 34},
    {IMAGE "EXPECT f IDX 0 TOLERANCE 1 LT 1", INVALID, 4, 16},
    {IMAGE "EXPECT f IDX 0 TOLERANCE -1 EQ 1", INVALID, 4, 26},
    {IMAGE "EXPECT f RMSE_BUFFER f", INVALID, 4, 23},
    {IMAGE "EXPECT f RMSE_BUFFER f TOLERANCE 5%", INVALID, 4, 24},
    {IMAGE "REPEAT 0\nEND", INVALID, 4, 8},
    {IMAGE "REPEAT 2\nBUFFER g FORMAT R8_UNORM\nEND", INVALID, 5, 1},
    {IMAGE "REPEAT 2\n", INVALID, 5, 1},
    {VERTEX PIPELINE "REPEAT 4000000000\nCLEAR p\nEND", QD_CODE_LIMIT, 7, 7},
    {A "BUFFER \"b DATA_TYPE int32", INVALID, 2, 8},
    /* A joined line counts as the line that it is. */
    {A "BUFFER b \\\n  DATA_TYPE foo", INVALID, 3, 13},

    {"", INVALID, 1, 1},
    {"# nothing\n", INVALID, 1, 1},
    {"hello", INVALID, 1, 1},
    {"\n[foo]\n", INVALID, 2, 2},
    {"[require\n", INVALID, 1, 2},
    {"[require]\nGL >= 3.3\n", UNSUPPORTED, 2, 1},
    {"[require]\nframebuffer FOO\n", INVALID, 2, 13},
    {"[require]\nfbsize 0 1\n", INVALID, 2, 8},
    {"[require]\nvulkan 9\n", INVALID, 2, 8},
    {"[vertex shader foo]\n", INVALID, 1, 2},
    {"[geometry shader]\n", UNSUPPORTED, 1, 2},
    {"[tessellation control shader]\n", UNSUPPORTED, 1, 2},
    {"[vertex shader]\n[vertex shader]\n", UNSUPPORTED, 2, 2},
    {"[vertex data]\n0\n", INVALID, 2, 1},
    {"[vertex data]\n64/R8_UNORM\n", INVALID, 2, 1},
    {"[vertex data]\n0/R8_UNORM 0/R8_UNORM\n", INVALID, 2, 12},
    {"[vertex data]\n0/float/vec2\n1\n", INVALID, 3, 1},
    {"[vertex data]\n0/float/mat2\n1\n", INVALID, 2, 1},
    {"[vertex data]\n0/R8_UNORM\n1\n[vertex data]\n0/R8_UNORM\n", INVALID, 5, 1},
    {"[indices]\n1 2 x\n", INVALID, 2, 5},
    {"[test]\nfoo\n", INVALID, 2, 1},
    {"[test]\ncompute 1 1 1\n", INVALID, 2, 1},
    {"[test]\ndraw rect 0 0 1 1\n", INVALID, 2, 1},
    {"[vertex shader passthrough]\n[test]\ndraw circle\n", INVALID, 3, 6},
    {"[vertex shader passthrough]\n[test]\ndraw rect patch 0 0 1 1\n", INVALID, 3, 1},
    {"[vertex shader passthrough]\n[test]\ndraw arrays GL_PATCHES 0 3\n", INVALID, 3, 1},
    {"[test]\npatch parameter vertices 33\n", INVALID, 2, 26},
    {"[test]\ntessellation entrypoint main\n", INVALID, 2, 14},
    {"[tessellation evaluation shader binary]\n", UNSUPPORTED, 1, 2},
    {"[vertex shader passthrough]\n[test]\ndraw arrays indexed GL_POINTS 0 1\n", INVALID, 3, 21},
    {"[test]\nssbo x size 1\n", INVALID, 2, 6},
    {"[test]\nssbo 0 foo\n", INVALID, 2, 8},
    {"[test]\nssbo 0 subdata foo 0 1\n", INVALID, 2, 16},
    {"[test]\nssbo 0 subdata vec2 0 1\n", INVALID, 2, 1},
    {"[test]\nssbo 0 subdata int 0 1.5\n", INVALID, 2, 1},
    {"[test]\nssbo 0 4\nubo 0 4\n", INVALID, 3, 1},
    {"[test]\nprobe ssbo int 0 0 == 1\n", INVALID, 2, 12},
    {"[test]\nssbo 0 4\nprobe ssbo int 0 0 = 1\n", INVALID, 3, 20},
    {"[test]\nprobe rgba (0 0) (0, 0, 0, 0\n", INVALID, 2, 29},
    {"[test]\nprobe rgba (-1, 0) (0, 0, 0, 0)\n", INVALID, 2, 7},
    {"[test]\ntolerance\n", INVALID, 2, 10},
    {"[test]\nclear color 1 2 3\n", INVALID, 2, 18},
    {"[test]\nblendEnable maybe\n", INVALID, 2, 13},
    {"[test]\nlogicOpEnable true\n", UNSUPPORTED, 2, 15},
    {"[test]\ncullMode VK_CULL_MODE_SIDE_BIT\n", INVALID, 2, 10},
    {"[test]\nssbo layout std999\n", INVALID, 2, 13},
};

static void
test_bad(void **state)
{
    uint32_t wrong = 0;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(bad); i++) {
        struct base_arena arena;
        struct base_diags diags;

        base_arena_init(&arena, (size_t)1 << 30);
        base_diags_init(&diags, &arena, "a.amber");
        const struct script *script =
            script_read(bad[i].text, strlen(bad[i].text), &files, &arena, &diags);
        if (script) {
            print_error("read: %s\n", bad[i].text);
            wrong++;
        } else {
            const struct qd_diagnostic *finding = &diags.list.data[0];

            assert_int_equal(diags.list.count, 1);
            if (finding->code != bad[i].code || finding->place.line != bad[i].line ||
                finding->place.column != bad[i].column) {
                print_error("%s\n-> %u:%u %s [%s], expected %u:%u\n", bad[i].text,
                            finding->place.line, finding->place.column, finding->message,
                            base_code_name(finding->code), bad[i].line, bad[i].column);
                wrong++;
            }
        }
        base_arena_finish(&arena);
    }
    assert_int_equal(wrong, 0);
}

/* Every text up to any byte of a good script is read or refused with a place. */
static void
test_cut(void **state)
{
    static const char text[] =
        IMAGE "STRUCT s STRIDE 32\n  vec3<float> a OFFSET 4\n  int16[2] b ARRAY_STRIDE 4\nEND\n"
              "BUFFER b DATA_TYPE s DATA 1 2 3 4 5 END\nSAMPLER t MAG_FILTER linear COMPARE on\n"
              "PIPELINE graphics p\n  ATTACH v ENTRY_POINT main SPECIALIZE 1 AS float 1.5\n"
              "  BIND BUFFER f AS color LOCATION 0\n  DEPTH\n    TEST on\n  END\nEND\n"
              "REPEAT 2\n  CLEAR p\n  RUN p DRAW_RECT POS 0 0 SIZE 1 1 \\\n\nEND\n"
              "EXPECT f IDX 0 0 SIZE 1 1 EQ_RGBA 0 0 0 0 TOLERANCE 5% 1 1 1\n";
    (void)state;

    for (size_t size = 0; size < sizeof(text); size++) {
        struct base_arena arena;
        struct base_diags diags;

        base_arena_init(&arena, (size_t)1 << 28);
        base_diags_init(&diags, &arena, "a.amber");
        const struct script *script = script_read(text, size, &files, &arena, &diags);
        assert_int_equal(script == NULL, diags.error_count > 0);
        if (size == sizeof(text) - 1)
            assert_non_null(script);
        base_arena_finish(&arena);
    }
}

/* ---- the model ---- */

struct read {
    struct base_arena arena;
    struct base_diags diags;
    const struct script *script;
};

static const struct script *
must_read(struct read *read, const char *text)
{
    base_arena_init(&read->arena, 0);
    base_diags_init(&read->diags, &read->arena, "a.amber");
    read->script = script_read(text, strlen(text), &files, &read->arena, &read->diags);
    if (!read->script)
        fail_msg("%s", script_reason_of(&read->diags, &read->arena));
    return read->script;
}

static void
test_buffers(void **state)
{
    static const struct {
        const char *text;
        size_t size;
        const char *bytes;
    } rows[] = {
        {"BUFFER b DATA_TYPE int8 DATA 1 -1 0x7f END", 3, "\x01\xff\x7f"},
        {"BUFFER b DATA_TYPE uint16 SIZE 2 FILL 258", 4, "\x02\x01\x02\x01"},
        {"BUFFER b DATA_TYPE uint8 SIZE 5 FILL 7", 5, "\7\7\7\7\7"},
        {"BUFFER b DATA_TYPE uint8 SIZE 3 SERIES_FROM 254 INC_BY 1", 3, "\xfe\xff\0"},
        {"BUFFER b DATA_TYPE float16 SIZE 2 SERIES_FROM 1.0 INC_BY 0.5", 4, "\0\x3c\0\x3e"},
        {"BUFFER b DATA_TYPE vec3<uint8> DATA 1 2 3 4 5 6 END", 8, "\1\2\3\0\4\5\6\0"},
        {"BUFFER b DATA_TYPE R8G8B8_UINT DATA 1 2 3 4 5 6 END", 6, "\1\2\3\4\5\6"},
        {"BUFFER b DATA_TYPE uint8[] STD140 SIZE 1 FILL 1", 16, "\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"},
        {"BUFFER b DATA_TYPE A8B8G8R8_UNORM_PACK32 DATA 0x01020304 END", 4, "\4\3\2\1"},
        {"BUFFER b DATA_TYPE uint8 SIZE 9 FILE TEXT numbers.txt", 3, "\1\2\3"},
        {"BUFFER b DATA_TYPE uint8 SIZE 9 FILE BINARY numbers.txt", 15, "# a file\n1 2\n3\n"},
        {"BUFFER b DATA_TYPE uint8 WIDTH 2 HEIGHT 2 FILL 3", 4, "\3\3\3\3"},
        {"STRUCT s\nuint8 a\nuint16 b\nvec2<uint8> c OFFSET 6\nEND\n"
         "BUFFER b DATA_TYPE s DATA 1 2 3 4 END",
         8, "\1\0\2\0\0\0\3\4"},
        {"STRUCT t\nuint8 a\nEND\nSTRUCT s\nt a\nt b\nEND\nBUFFER b DATA_TYPE s STD140 DATA 1 2 "
         "END",
         32, "\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"},
        {"STRUCT s\nmat2x2<uint8> a MATRIX_STRIDE 4\nEND\nBUFFER b DATA_TYPE s DATA 1 2 3 4 END", 8,
         "\1\2\0\0\3\4\0\0"},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        char text[400];
        struct read read;

        snprintf(text, sizeof(text), A "%s", rows[i].text);
        const struct script_resource *resource = &must_read(&read, text)->resources.data[0];
        if (resource->size != rows[i].size ||
            memcmp(resource->data, rows[i].bytes, rows[i].size) != 0)
            fail_msg("%s: %u bytes", rows[i].text, (unsigned)resource->size);
        base_arena_finish(&read.arena);
    }
}

static void
test_pipeline(void **state)
{
    static const char text[] =
        IMAGE "BUFFER d FORMAT D32_SFLOAT\nBUFFER n DATA_TYPE uint32 DATA 1 2 END\n"
              "BUFFER w DATA_TYPE vec2<float> DATA 1 2 3 4 END\nSAMPLER t\n"
              "PIPELINE graphics p\n ATTACH v SPECIALIZE 7 AS int32 -1\n FRAMEBUFFER_SIZE 32 16\n"
              " VIEWPORT 1.0 2.0 SIZE 3.0 4.0 MIN_DEPTH 0.25 MAX_DEPTH 0.5\n POLYGON_MODE line\n"
              " DEPTH\n TEST on\n WRITE on\n COMPARE_OP less\n CLAMP on\n"
              " BOUNDS min 0.0 max 1.0\n BIAS constant 1.0 clamp 2.0 slope 3.0\n END\n"
              " STENCIL back\n TEST on\n PASS_OP invert\n REFERENCE 3\n END\n"
              " BLEND\n SRC_COLOR_FACTOR src_alpha\n COLOR_OP max\n END\n"
              " BIND BUFFER f AS color LOCATION 1\n BIND BUFFER d AS depth_stencil\n"
              " BIND BUFFER n AS uniform_dynamic DESCRIPTOR_SET 2 BINDING 3 OFFSET 4"
              " DESCRIPTOR_OFFSET 8 DESCRIPTOR_RANGE 16\n"
              " BIND BUFFER_ARRAY n w AS storage DESCRIPTOR_SET 0 BINDING 0\n"
              " BIND SAMPLER t DESCRIPTOR_SET 0 BINDING 1\n"
              " VERTEX_DATA w LOCATION 2 RATE instance OFFSET 8 STRIDE 4 FORMAT R32_SFLOAT\n"
              " INDEX_DATA n\nEND\nDERIVE_PIPELINE q FROM p\n"
              " BIND BUFFER w AS storage DESCRIPTOR_SET 0 BINDING 0\nEND\n";
    struct read read;
    (void)state;

    const struct script *script = must_read(&read, text);
    const struct script_pipeline *p = &script->pipelines.data[0];
    const struct script_pipeline *q = &script->pipelines.data[1];
    assert_int_equal(p->stages[ir_stage_vertex].constant_count, 1);
    assert_int_equal(p->stages[ir_stage_vertex].constants[0].number.bits, UINT64_MAX);
    assert_int_equal(p->width, 32);
    assert_true(p->viewport.max_depth == 0.5F && p->viewport.y == 2);
    assert_int_equal(p->raster.polygon, scene_polygon_line);
    assert_true(p->depth.has_test && p->depth.has_write && p->raster.has_depth_clamp);
    assert_false(p->depth.has_bounds);
    assert_int_equal(p->depth.compare, scene_compare_less);
    assert_true(p->raster.has_depth_bias && p->raster.bias_slope == 3);
    assert_int_equal(p->depth.back.pass, scene_stencil_invert);
    assert_int_equal(p->depth.front.pass, scene_stencil_keep);
    assert_int_equal(p->blend.src_color, scene_factor_src_alpha);
    assert_int_equal(p->blend.color_op, scene_blend_max);
    assert_int_equal(p->colors[0].resource, SCRIPT_NONE);
    assert_int_equal(p->colors[1].resource, 0);
    assert_int_equal(p->binds.count, 4);
    assert_int_equal(p->binds.data[0].offset, 12);
    assert_int_equal(p->binds.data[0].range, 16);
    assert_int_equal(p->binds.data[2].element, 1);
    assert_int_equal(p->attributes.data[0].format, scene_format_r32_sfloat);
    assert_int_equal(p->attributes.data[0].rate, scene_rate_instance);
    /* What is bound anew replaces all elements. */
    assert_int_equal(q->binds.count, 3);
    assert_int_equal(p->indices, q->indices);
    base_arena_finish(&read.arena);
}

static void
test_vkscript(void **state)
{
    static const char text[] =
        "# A comment\n[require]\nshaderFloat64\nfbsize 8 4\nframebuffer R8G8B8A8_UNORM\n"
        "depthstencil D16_UNORM\nvulkan 1.2\n[comment]\nanything [at all]\n"
        "[vertex shader passthrough]\n[compute shader spirv]\n; text\n"
        "[vertex data]\n0/R32G32_SFLOAT 1/ubyte/uvec3\n1 2 3 4 5\n6 7 8 9 10 # behind\n"
        "[indices]\n0 1\n0\n[test]\n"
        "ssbo 0 subdata vec3 4 1 2 3  4 5 6\nssbo 1:2 100\nuniform ubo 3 int 0 7 8\n"
        "push float 4 0.5\nuniform int 0 9\ncullMode VK_CULL_MODE_FRONT_BIT | "
        "VK_CULL_MODE_BACK_BIT\n"
        "colorWriteMask VK_COLOR_COMPONENT_R_BIT|VK_COLOR_COMPONENT_A_BIT\n"
        "srcColorBlendFactor VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA\nfront.reference 5\nlineWidth "
        "2.5\n"
        "depthCompareOp VK_COMPARE_OP_GREATER_OR_EQUAL\n"
        "clear color 1 0 0 1\nclear\ndraw arrays indexed instanced TRIANGLE_LIST 1 3 2\n"
        "compute entrypoint other\ncompute 1 2 3\nssbo 0 subdata int 0 5\n"
        "tolerance 1% 2 3 4\nrelative probe rect rgb (0.5, 0, 0.5, 1) (1, 0.5, 0)\n"
        "probe all rgba 0 0 0 1\nprobe ssbo int 0 0 ~= 5 6\n";
    struct read read;
    (void)state;

    const struct script *script = must_read(&read, text);
    assert_int_equal(script->needs.count, 1);
    assert_int_equal(script->shaders.data[1].minor, 5);
    /* Two attributes of 8 and 3 bytes. */
    const struct script_resource *vertices = &script->resources.data[2];
    assert_int_equal(vertices->size, 32);
    assert_int_equal(vertices->data[16 + 8], 8);
    const uint32_t ssbo = script_find_resource(script, "ssbo 0:0", 8);
    assert_int_equal(script->resources.data[ssbo].size, 4 + 16 + 12);
    const uint32_t large = script_find_resource(script, "ssbo 1:2", 8);
    assert_int_equal(script->resources.data[large].size, 100);
    /* std140: an array's elements are 16 bytes apart. */
    const uint32_t ubo = script_find_resource(script, "ubo 0:3", 7);
    assert_int_equal(script->resources.data[ubo].size, 20);
    assert_int_equal(script->resources.data[ubo].data[16], 8);

    assert_int_equal(script->pipelines.count, 2);
    const struct script_pipeline *draws = &script->pipelines.data[0];
    assert_int_equal(draws->width, 8);
    assert_int_equal(draws->raster.cull, scene_cull_both);
    assert_int_equal(draws->blend.no_write, 6);
    assert_int_equal(draws->blend.src_color, scene_factor_one_minus_src_alpha);
    assert_int_equal(draws->depth.front.reference, 5);
    assert_int_equal(draws->depth.compare, scene_compare_greater_or_equal);
    const struct script_resource *push = &script->resources.data[draws->push];
    assert_int_equal(push->size, 8);
    assert_int_equal(push->data[0], 9);
    assert_int_equal(push->data[7], 0x3f);
    assert_string_equal(script->pipelines.data[1].stages[ir_stage_compute].entry, "other");

    /* clear is four commands; then draw, dispatch, write, three probes. */
    assert_int_equal(script->commands.count, 4 + 1 + 1 + 1 + 3);
    const struct script_command *draw = &script->commands.data[4];
    assert_true(draw->draw.is_indexed);
    assert_int_equal(draw->draw.instance_count, 2);
    assert_int_equal(script->commands.data[6].kind, script_command_write);
    const struct script_expect *probe = &script->commands.data[7].expect;
    assert_true(probe->is_relative && !probe->has_alpha && probe->tolerance[0].is_percent);
    assert_int_equal(script->commands.data[9].expect.compare, script_compare_near);
    base_arena_finish(&read.arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad),      cmocka_unit_test(test_cut),
        cmocka_unit_test(test_buffers),  cmocka_unit_test(test_pipeline),
        cmocka_unit_test(test_vkscript),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
