/* SPDX-License-Identifier: MIT
 *
 * What programs see of the state around them: coordinates, faces, colours, distances, samples,
 * vertices and instances, the places of compute invocations. Each row is drawn and has pixels with
 * the values that the language gives them, or is dispatched and stores them.
 *
 *   test_state cpu      on the CPU device
 *   test_state vulkan   on a device of the host, one that is a processor if there is one
 */
#include "cpu/cpu.h"
#include "guest/guest.h"
#include "scene/scene.h"
#include "tgsi/tgsi.h"
#include "vulkan/vulkan_device.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SKIPPED 77
#define SIZE 8
#define TARGETS 2
#define PIXELS 2
#define SETS 5
#define CLEAR 0.25f

/* A triangle over the whole target; with front faces clockwise they show their front. more are
 * declarations, code what follows. TEMP[1] is the position, TEMP[0].x the vertex's number. */
#define VERTEX_OF(number, more, code)                                                              \
    "VERT\nDCL SV[0], " number "\nDCL OUT[0], POSITION\nDCL TEMP[0..3]\n" more                     \
    "IMM[0] UINT32 {1, 2, 0, 0}\nIMM[1] FLT32 {4, 2, -1, 1}\nIMM[2] FLT32 {0, 0.5, 1, 2}\n"        \
    "IMM[3] FLT32 {4, 0, 8, 0.125}\n"                                                              \
    "AND TEMP[2].xy, SV[0].xxxx, IMM[0].xyyy\nU2F TEMP[2].xy, TEMP[2]\nU2F TEMP[0].x, SV[0]\n"     \
    "MAD TEMP[1].xy, TEMP[2], IMM[1].xyyy, IMM[1].zzzz\nMOV TEMP[1].zw, IMM[2].yyyz\n"             \
    "MOV OUT[0], TEMP[1]\n" code "\nEND\n"
#define VERTEX(more, code) VERTEX_OF("VERTEXID", more, code)
#define PLAIN VERTEX("", "")

#define FRAGMENT(more, code)                                                                       \
    "FRAG\n" more "DCL OUT[0], COLOR\nDCL TEMP[0..3]\nDCL ADDR[0..1]\n"                            \
    "IMM[0] FLT32 {0, 1, 0.25, 2}\nIMM[1] UINT32 {0, 1, 2, 3}\n" code "\nEND\n"
#define SHOW(input) FRAGMENT("DCL IN[0], " input "\n", "MOV OUT[0], IN[0]")
/* A system value, of integers. */
#define SHOW_INT(value) FRAGMENT("DCL SV[0], " value "\n", "I2F OUT[0], SV[0]")

struct pixel {
    uint32_t x;
    uint32_t y;
    uint32_t target;
    float value[4];
};

struct row {
    const char *name;
    const char *vertex;
    const char *fragment;
    struct tgsi_lower_options options;
    struct pixel pixels[PIXELS];
    const struct tgsi_parameters *parameters;
    enum scene_topology topology;
    uint32_t vertices; /* 0: 3. */
    uint32_t first_vertex;
    uint32_t instances; /* 0: 1. */
    uint32_t first_instance;
    uint32_t samples; /* 0: 1. */
    enum scene_front front;
    const char *feature; /* That a device must have. */
    const char *control;
    const char *evaluation; /* Patches are of three vertices. */
    const char *geometry;
};

#define IS_CLEAR                                                                                   \
    {                                                                                              \
        CLEAR, CLEAR, CLEAR, CLEAR                                                                 \
    }
#define ONES                                                                                       \
    {                                                                                              \
        1, 1, 1, 1                                                                                 \
    }

static const struct tgsi_parameters parameters = {
    .framebuffer = {SIZE, SIZE},
    .clip_planes = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0}, {0}, {0}, {-1, 0, 0, 0.5f}},
};

/* CONST[0] and CONST[1], two registers each, and CONST[2] of one. */
static const float constants[3][2][4] = {
    {{1, 2, 3, 4}, {5, 6, 7, 8}},
    {{11, 12, 13, 14}, {15, 16, 17, 18}},
    {{21, 22, 23, 24}, {25, 26, 27, 28}},
};

#define TWO_COLORS(more, code) VERTEX("DCL OUT[1], COLOR\n" more, "MOV OUT[1], IMM[1].wwww\n" code)
#define CLIP(more, code) VERTEX("DCL OUT[1], CLIPDIST\n" more, code)
#define SHOW_ONE FRAGMENT("", "MOV OUT[0], IMM[0].yyyy")
#define VARYING(code)                                                                              \
    FRAGMENT("DCL IN[0], GENERIC[7], PERSPECTIVE\nDCL IN[1], GENERIC[8], LINEAR\n", code)
#define WITH_VARYINGS                                                                              \
    VERTEX("DCL OUT[1], GENERIC[7]\nDCL OUT[2], GENERIC[8]\n",                                     \
           "MOV OUT[1], TEMP[1]\nADD OUT[2], TEMP[1], IMM[1].wwww")
#define CONSTANTS "DCL CONST[0][0..1]\nDCL CONST[1][0..1]\nDCL CONST[2][0]\n"

#define PASSING VERTEX("DCL OUT[1], GENERIC[1]\n", "MOV OUT[1], TEMP[1]")

/* Takes and makes triangles. */
#define GEOMETRY(more, code)                                                                       \
    "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"   \
    "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n" more "DCL OUT[0], POSITION\nDCL TEMP[0]\n"               \
    "DCL ADDR[0]\nIMM[0] UINT32 {0, 1, 2, 3}\nIMM[1] FLT32 {1, 2, 3, 0.5}\n" code "\nEND\n"
#define EMIT(vertex) "MOV OUT[0], IN[" vertex "][0]\nEMIT IMM[0].xxxx\n"
#define EMIT_ALL EMIT("0") EMIT("1") EMIT("2") "ENDPRIM IMM[0].xxxx"

#define CONTROL                                                                                    \
    "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 3\nDCL IN[][0], POSITION\nDCL SV[0], INVOCATIONID\n"     \
    "DCL SV[1], VERTICESIN\nDCL OUT[][0], POSITION\nDCL OUT[][1..2], ARRAY(1), GENERIC[0]\n"       \
    "DCL OUT[3], TESSOUTER\nDCL OUT[4].xy, TESSINNER\nDCL OUT[5], PATCH[13]\nDCL ADDR[0..1]\n"     \
    "IMM[0] FLT32 {1, 2, 3, 0.5}\nIMM[1] UINT32 {0, 1, 2, 3}\nUARL ADDR[1].x, SV[0].xxxx\n"        \
    "MOV OUT[ADDR[1].x][0], IN[ADDR[1].x][0]\nUARL ADDR[0].x, IMM[1].yyyy\n"                       \
    "MOV OUT[ADDR[1].x][ADDR[0].x+1](1), IMM[0]\n"                                                 \
    "MOV OUT[ADDR[1].x][ADDR[0].x](1), IMM[0].wzyx\nMOV OUT[2][1].x, IMM[0].xxxx\n"                \
    "MOV OUT[3], IMM[0].xxxx\nMOV OUT[4].xy, IMM[0].xxxx\nMOV OUT[5].xy, OUT[3].xyyy\n"            \
    "I2F OUT[5].z, SV[1].xxxx\nEND\n"
#define EVALUATION(more, code)                                                                     \
    "TESS_EVAL\nPROPERTY TES_PRIM_MODE 4\nPROPERTY TES_SPACING 2\nDCL IN[][0], POSITION\n"         \
    "DCL IN[][1..2], GENERIC[0]\nDCL IN[3], PATCH[13]\nDCL SV[0], TESSCOORD\n"                     \
    "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[1]\nDCL TEMP[0]\n" more                             \
    "MUL TEMP[0], IN[0][0], SV[0].xxxx\nMAD TEMP[0], IN[1][0], SV[0].yyyy, TEMP[0]\n"              \
    "MAD OUT[0], IN[2][0], SV[0].zzzz, TEMP[0]\n" code "\nEND\n"

static const struct row rows[] = {
    /* Where a fragment is. */
    {"position", PLAIN, SHOW("POSITION, LINEAR"), {0}, {{2, 5, 0, {2.5f, 5.5f, 0.5f, 1}}}},
    {"position as a system value",
     PLAIN,
     FRAGMENT("DCL SV[0], POSITION\n", "MOV OUT[0], SV[0]"),
     {0},
     {{2, 5, 0, {2.5f, 5.5f, 0.5f, 1}}}},
    {"origin at the lower left",
     PLAIN,
     "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\n"
     "MOV OUT[0], IN[0]\nEND\n",
     {.framebuffer = {SIZE, SIZE}},
     {{2, 5, 0, {2.5f, 2.5f, 0.5f, 1}}}},
    {"pixel centres at whole numbers",
     PLAIN,
     "FRAG\nPROPERTY FS_COORD_PIXEL_CENTER INTEGER\nDCL IN[0], POSITION, LINEAR\n"
     "DCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
     {0},
     {{2, 5, 0, {2, 5, 0.5f, 1}}, {0, 0, 0, {0, 0, 0.5f, 1}}}},
    {"both, by the buffer of parameters",
     PLAIN,
     "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nPROPERTY FS_COORD_PIXEL_CENTER INTEGER\n"
     "DCL SV[0], POSITION\nDCL OUT[0], COLOR\nMOV OUT[0], SV[0]\nEND\n",
     {0},
     {{2, 5, 0, {2, 2, 0.5f, 1}}, {0, 7, 0, {0, 0, 0.5f, 1}}},
     .parameters = &parameters},
    {"coordinate of a point",
     VERTEX("DCL OUT[1], PSIZE\n", "MOV OUT[0].xyz, IMM[2].xxxx\nMOV OUT[1].x, IMM[3].zzzz"),
     SHOW("PCOORD, PERSPECTIVE"),
     {0},
     {{2, 5, 0, {2.5f / 8, 5.5f / 8, 0, 1}}},
     .topology = scene_topology_points,
     .vertices = 1},
    {"a point's size by default",
     VERTEX("", "MOV OUT[0].xyz, IMM[2].xxxx"),
     SHOW_ONE,
     {.default_point_size = 4},
     {{2, 5, 0, ONES}, {1, 5, 0, IS_CLEAR}},
     .topology = scene_topology_points,
     .vertices = 1},

    /* Faces. */
    {"front face",
     PLAIN,
     SHOW("FACE, CONSTANT"),
     {0},
     {{2, 5, 0, {1, 0, 0, 1}}},
     .front = scene_front_clockwise},
    {"back face", PLAIN, SHOW("FACE, CONSTANT"), {0}, {{2, 5, 0, {-1, 0, 0, 1}}}},
    {"front face as a system value",
     PLAIN,
     SHOW_INT("FACE"),
     {0},
     {{2, 5, 0, {-1, 0, 0, 0}}},
     .front = scene_front_clockwise},
    {"back face as a system value", PLAIN, SHOW_INT("FACE"), {0}, {{2, 5, 0, {0, 0, 0, 0}}}},

    /* Colours. */
    {"two sides, front",
     TWO_COLORS("DCL OUT[2], BCOLOR\n", "MOV OUT[2], IMM[2]"),
     SHOW("COLOR, COLOR"),
     {.two_side = true},
     {{2, 5, 0, ONES}},
     .front = scene_front_clockwise},
    {"two sides, back",
     TWO_COLORS("DCL OUT[2], BCOLOR\n", "MOV OUT[2], IMM[2]"),
     SHOW("COLOR, COLOR"),
     {.two_side = true},
     {{2, 5, 0, {0, 0.5f, 1, 2}}}},
    {"two sides, of vertices without a second",
     TWO_COLORS("", ""),
     SHOW("COLOR, COLOR"),
     {.two_side = true},
     {{2, 5, 0, ONES}}},
    {"one side, back",
     TWO_COLORS("DCL OUT[2], BCOLOR\n", "MOV OUT[2], IMM[2]"),
     SHOW("COLOR, COLOR"),
     {0},
     {{2, 5, 0, ONES}}},
    {"the second colour has a back too",
     VERTEX("DCL OUT[1], COLOR[1]\nDCL OUT[2], BCOLOR[1]\n",
            "MOV OUT[1], IMM[1]\nMOV OUT[2], IMM[2]"),
     SHOW("COLOR[1], PERSPECTIVE"),
     {.two_side = true},
     {{2, 5, 0, {0, 0.5f, 1, 2}}}},
    {"colours of vertices are clamped",
     VERTEX("DCL OUT[1], COLOR\nDCL OUT[2], GENERIC[0]\n",
            "MOV OUT[1], IMM[1]\nMOV OUT[2], IMM[1]"),
     FRAGMENT("DCL IN[0], COLOR, COLOR\nDCL IN[1], GENERIC[0], LINEAR\n",
              "MOV OUT[0].xy, IN[0].xzzz\nMOV OUT[0].zw, IN[1].xxxz"),
     {.clamp_vertex_color = true},
     {{2, 5, 0, {1, 0, 4, -1}}}},
    {"or not",
     VERTEX("DCL OUT[1], COLOR\n", "MOV OUT[1], IMM[1]"),
     SHOW("COLOR, COLOR"),
     {0},
     {{2, 5, 0, {4, 2, -1, 1}}}},
    {"colours of fragments are clamped",
     PLAIN,
     FRAGMENT("", "MOV OUT[0], -IMM[0]\nMOV OUT[0].yw, IMM[0].yyww"),
     {.clamp_fragment_color = true},
     {{2, 5, 0, {0, 1, 0, 1}}}},
    {"flat shading",
     VERTEX("DCL OUT[1], COLOR\n", "MOV OUT[1], TEMP[0].xxxx"),
     SHOW("COLOR, COLOR"),
     {.flat_shade = true},
     {{6, 1, 0, {0, 0, 0, 0}}}},
    {"flat shading leaves what is not COLOR",
     VERTEX("DCL OUT[1], COLOR\n", "MOV OUT[1], TEMP[1]"),
     SHOW("COLOR, PERSPECTIVE"),
     {.flat_shade = true},
     {{6, 1, 0, {6.5f / 4 - 1, 1.5f / 4 - 1, 0.5f, 1}}}},
    {"smooth shading",
     VERTEX("DCL OUT[1], COLOR\n", "MOV OUT[1], TEMP[1]"),
     SHOW("COLOR, COLOR"),
     {0},
     {{6, 1, 0, {6.5f / 4 - 1, 1.5f / 4 - 1, 0.5f, 1}}}},
    {"fog",
     VERTEX("DCL OUT[1], FOG\n", "MOV OUT[1], IMM[1]"),
     SHOW("FOG, PERSPECTIVE"),
     {0},
     {{2, 5, 0, {4, 0, 0, 1}}}},
    {"a colour for all targets",
     PLAIN,
     "FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL OUT[0], COLOR\nIMM FLT32 {1, 1, 1, 1}\n"
     "MOV OUT[0], IMM[0]\nEND\n",
     {.color_targets = 2},
     {{2, 5, 0, ONES}, {2, 5, 1, ONES}}},
    {"for one target",
     PLAIN,
     "FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL OUT[0], COLOR\nIMM FLT32 {1, 1, 1, 1}\n"
     "MOV OUT[0], IMM[0]\nEND\n",
     {0},
     {{2, 5, 0, ONES}, {2, 5, 1, IS_CLEAR}}},
    {"a colour that is not for all",
     PLAIN,
     SHOW_ONE,
     {.color_targets = 2},
     {{2, 5, 0, ONES}, {2, 5, 1, IS_CLEAR}}},

    /* Vertices and instances. */
    {"instances count from 0",
     VERTEX("DCL SV[1], INSTANCEID\nDCL SV[2], BASEINSTANCE\nDCL OUT[1], GENERIC[0]\n",
            "I2F OUT[1].x, SV[1].xxxx\nI2F OUT[1].y, SV[2].xxxx\nMOV OUT[1].zw, SV[1].yyyy"),
     SHOW("GENERIC[0], CONSTANT"),
     {0},
     {{2, 5, 0, {2, 5, 0, 0}}},
     .instances = 3,
     .first_instance = 5},
    {"vertices count from 0 or their base",
     VERTEX_OF("VERTEXID_NOBASE",
               "DCL SV[1], VERTEXID\nDCL SV[2], BASEVERTEX\nDCL SV[3], DRAWID\n"
               "DCL OUT[1], GENERIC[0]\n",
               "I2F OUT[1].x, SV[0].xxxx\nI2F OUT[1].y, SV[1].xxxx\nI2F OUT[1].z, SV[2].xxxx\n"
               "I2F OUT[1].w, SV[3].xxxx"),
     SHOW("GENERIC[0], CONSTANT"),
     {0},
     {{2, 5, 0, {0, 3, 3, 0}}},
     .first_vertex = 3},
    {"an edge flag changes nothing",
     VERTEX("DCL OUT[1], EDGEFLAG\n", "MOV OUT[1], IMM[2].xxxx"),
     SHOW_ONE,
     {0},
     {{2, 5, 0, ONES}}},
    {"primitives are counted",
     VERTEX("", ""),
     SHOW_INT("PRIM_ID"),
     {0},
     {{2, 5, 0, {1, 0, 0, 0}}},
     .first_vertex = 1, /* Vertices 4, 5 and 6 cover all, 1, 2 and 3 do not cover the pixel. */
     .vertices = 6},
    {"a helper is none where there is a fragment",
     PLAIN,
     SHOW_INT("HELPER_INVOCATION"),
     {0},
     {{2, 5, 0, {0, 0, 0, 0}}}},

    /* Distances. */
    {"a distance clips",
     CLIP("", "MOV OUT[1].x, TEMP[1].xxxx"),
     SHOW_ONE,
     {0},
     {{3, 5, 0, IS_CLEAR}, {4, 5, 0, ONES}}},
    {"any of eight does",
     VERTEX("DCL OUT[1..2], CLIPDIST\n", "MOV OUT[2].w, TEMP[1].xxxx"),
     SHOW_ONE,
     {0},
     {{3, 5, 0, IS_CLEAR}, {4, 5, 0, ONES}}},
    {"one that is not enabled does not",
     CLIP("PROPERTY NUM_CLIPDIST_ENABLED 1\n",
          "MOV OUT[1].x, IMM[2].zzzz\nMOV OUT[1].y, TEMP[1].xxxx"),
     SHOW_ONE,
     {0},
     {{3, 5, 0, ONES}, {4, 5, 0, ONES}}},
    {"a distance that some vertices have culls nothing",
     CLIP("PROPERTY NUM_CULLDIST_ENABLED 1\n", "MOV OUT[1].x, TEMP[1].xxxx"),
     SHOW_ONE,
     {0},
     {{3, 5, 0, ONES}, {4, 5, 0, ONES}}},
    {"one that no vertex has culls",
     CLIP("PROPERTY NUM_CLIPDIST_ENABLED 1\nPROPERTY NUM_CULLDIST_ENABLED 1\n",
          "MOV OUT[1].x, IMM[2].zzzz\nMOV OUT[1].y, IMM[1].zzzz"),
     SHOW_ONE,
     {0},
     {{3, 5, 0, IS_CLEAR}, {4, 5, 0, IS_CLEAR}}},
    {"but does not clip",
     CLIP("PROPERTY NUM_CLIPDIST_ENABLED 1\nPROPERTY NUM_CULLDIST_ENABLED 1\n",
          "MOV OUT[1].x, TEMP[1].xxxx\nMOV OUT[1].y, IMM[2].zzzz"),
     SHOW_ONE,
     {0},
     {{3, 5, 0, IS_CLEAR}, {4, 5, 0, ONES}}},
    {"fragments read distances",
     CLIP("", "MOV OUT[1], IMM[2]"),
     SHOW("CLIPDIST, PERSPECTIVE"),
     {0},
     {{3, 5, 0, {0, 0.5f, 1, 2}}}},
    {"a clip plane cuts positions",
     PLAIN,
     SHOW_ONE,
     {.clip_planes = 1},
     {{3, 5, 0, IS_CLEAR}, {4, 5, 0, ONES}},
     .parameters = &parameters},
    {"planes of both halves",
     PLAIN,
     SHOW_ONE,
     {.clip_planes = 0x22},
     {{5, 5, 0, ONES}, {6, 5, 0, IS_CLEAR}},
     .parameters = &parameters},
    {"the other of both",
     PLAIN,
     SHOW_ONE,
     {.clip_planes = 0x22},
     {{5, 4, 0, ONES}, {5, 3, 0, IS_CLEAR}},
     .parameters = &parameters},
    {"a plane that is off",
     PLAIN,
     SHOW_ONE,
     {0},
     {{3, 5, 0, ONES}, {4, 5, 0, ONES}},
     .parameters = &parameters},
    {"planes cut what is given for them",
     VERTEX("DCL OUT[1], CLIPVERTEX\n", "MOV OUT[1], -TEMP[1]"),
     SHOW_ONE,
     {.clip_planes = 1},
     {{3, 5, 0, ONES}, {4, 5, 0, IS_CLEAR}},
     .parameters = &parameters},
    {"a program may have none",
     VERTEX("PROPERTY VS_PROHIBIT_UCPS 1\n", ""),
     SHOW_ONE,
     {.clip_planes = 1},
     {{3, 5, 0, ONES}, {4, 5, 0, ONES}},
     .parameters = &parameters},

    /* Samples. */
    {"no sample is left",
     PLAIN,
     FRAGMENT("DCL OUT[1], SAMPLEMASK\n", "MOV OUT[0], IMM[0].yyyy\nMOV OUT[1].x, IMM[1].xxxx"),
     {0},
     {{2, 5, 0, IS_CLEAR}}},
    {"two of four samples are left",
     PLAIN,
     FRAGMENT("DCL OUT[1], SAMPLEMASK\n", "MOV OUT[0], IMM[0].yyyy\nMOV OUT[1].x, IMM[1].wwww"),
     {0},
     {{2, 5, 0, {0.625f, 0.625f, 0.625f, 0.625f}}},
     .samples = 4},
    {"samples that are covered",
     PLAIN,
     SHOW_INT("SAMPLEMASK"),
     {0},
     {{2, 5, 0, {15, 0, 0, 0}}},
     .samples = 4},
    {"the mean of the samples' numbers",
     PLAIN,
     SHOW_INT("SAMPLEID"),
     {0},
     {{2, 5, 0, {1.5f, 0, 0, 0}}},
     .samples = 4,
     .feature = "sampleRateShading"},
    {"the mean of the samples' places",
     PLAIN,
     FRAGMENT("DCL SV[0], SAMPLEPOS\n", "MOV OUT[0], SV[0]"),
     {0},
     {{2, 5, 0, {0.5f, 0.5f, 0, 0}}},
     .samples = 4,
     .feature = "sampleRateShading"},

    /* The window. */
    {"a position in the window",
     VERTEX("PROPERTY VS_WINDOW_SPACE_POSITION 1\n",
            "MAD OUT[0].xy, TEMP[2], IMM[3].zzzz, IMM[3].xyyy\nMOV OUT[0].z, IMM[3].wwww"),
     SHOW_ONE,
     {.framebuffer = {SIZE, SIZE}},
     {{3, 1, 0, IS_CLEAR}, {4, 1, 0, ONES}}},
    {"its depth and w",
     VERTEX("PROPERTY VS_WINDOW_SPACE_POSITION 1\n",
            "MAD OUT[0].xy, TEMP[2], IMM[3].zzzz, IMM[3].xyyy\nMOV OUT[0].z, IMM[3].wwww\n"
            "MOV OUT[0].w, IMM[2].yyyy"),
     SHOW("POSITION, LINEAR"),
     {0},
     {{4, 1, 0, {4.5f, 1.5f, 0.125f, 0.5f}}},
     .parameters = &parameters},

    /* Elsewhere in the pixel. */
    {"an input at an offset",
     WITH_VARYINGS,
     VARYING("INTERP_OFFSET OUT[0], IN[0], IMM[0].zxxx"),
     {0},
     {{2, 5, 0, {2.75f / 4 - 1, 5.5f / 4 - 1, 0.5f, 1}}},
     .feature = "sampleRateShading"},
    {"with swizzle and sign",
     WITH_VARYINGS,
     VARYING("INTERP_OFFSET OUT[0], -IN[0].yxwz, -IMM[0].xzzz"),
     {0},
     {{2, 5, 0, {1 - 5.25f / 4, 1 - 2.5f / 4, -1, -0.5f}}},
     .feature = "sampleRateShading"},
    {"at the centroid",
     WITH_VARYINGS,
     VARYING("INTERP_CENTROID OUT[0], IN[0]"),
     {0},
     {{2, 5, 0, {2.5f / 4 - 1, 5.5f / 4 - 1, 0.5f, 1}}},
     .feature = "sampleRateShading"},
    {"at a sample",
     WITH_VARYINGS,
     VARYING("INTERP_SAMPLE OUT[0], IN[0], IMM[1].xxxx"),
     {0},
     {{2, 5, 0, {2.375f / 4 - 1, 5.125f / 4 - 1, 0.5f, 1}}},
     .samples = 4,
     .feature = "sampleRateShading"},
    {"an input by an address",
     WITH_VARYINGS,
     VARYING("UARL ADDR[0].x, IMM[1].yyyy\nINTERP_OFFSET OUT[0], IN[ADDR[0].x], IMM[0].zxxx"),
     {0},
     {{2, 5, 0, {2.75f / 4, 5.5f / 4, 1.5f, 2}}},
     .feature = "sampleRateShading"},
    {"a centroid input",
     WITH_VARYINGS,
     SHOW("GENERIC[7], PERSPECTIVE, CENTROID"),
     {0},
     {{2, 5, 0, {2.5f / 4 - 1, 5.5f / 4 - 1, 0.5f, 1}}}},
    {"a sample input",
     WITH_VARYINGS,
     SHOW("GENERIC[7], PERSPECTIVE, SAMPLE"),
     {0},
     {{2, 5, 0, {2.5f / 4 - 1, 5.5f / 4 - 1, 0.5f, 1}}},
     .samples = 4,
     .feature = "sampleRateShading"},

    /* Constant buffers. */
    {"a buffer by an address",
     PLAIN,
     FRAGMENT(CONSTANTS, "UARL ADDR[0].x, IMM[1].yyyy\nMOV OUT[0], CONST[ADDR[0].x][1].wzyx"),
     {0},
     {{2, 5, 0, {18, 17, 16, 15}}}},
    {"a buffer and a register by addresses",
     PLAIN,
     FRAGMENT(CONSTANTS, "UARL ADDR[0], IMM[1].yyyy\nUARL ADDR[1], IMM[1].zzzz\n"
                         "MOV OUT[0], CONST[ADDR[0].x-1][ADDR[1].y-1]"),
     {0},
     {{2, 5, 0, {5, 6, 7, 8}}}},
    {"a buffer that is not there",
     PLAIN,
     FRAGMENT(CONSTANTS, "UARL ADDR[0].x, IMM[1].yyyy\nMOV OUT[0], CONST[ADDR[0].x+2][0]"),
     {0},
     {{2, 5, 0, {0, 0, 0, 0}}}},
    {"a register past the end of the buffer",
     PLAIN,
     FRAGMENT(CONSTANTS, "UARL ADDR[0].x, IMM[1].yyyy\nMOV OUT[0], CONST[ADDR[0].x+1][1]"),
     {0},
     {{2, 5, 0, {0, 0, 0, 0}}}},
    {"a number below all buffers",
     PLAIN,
     FRAGMENT(CONSTANTS, "UARL ADDR[0].x, IMM[1].yyyy\nMOV OUT[0], CONST[ADDR[0].x-2][0]"),
     {0},
     {{2, 5, 0, {0, 0, 0, 0}}}},

    /* Stages of several vertices. */
    {"vertices that are emitted",
     PASSING,
     SHOW("GENERIC[1], PERSPECTIVE"),
     {0},
     {{2, 5, 0, {2.5f / 4 - 1, 5.5f / 4 - 1, 0.5f, 1}}},
     .feature = "geometryShader",
     .geometry = GEOMETRY("DCL IN[][0], POSITION\nDCL IN[][1], GENERIC[1]\n"
                          "DCL OUT[1], GENERIC[1]\n",
                          "MOV OUT[1], IN[0][1]\n" EMIT("0") "MOV OUT[1], IN[1][1]\n" EMIT(
                              "1") "MOV OUT[1], IN[2][1]\n" EMIT("2"))},
    {"vertices by an address",
     PASSING,
     SHOW("GENERIC[1], PERSPECTIVE"),
     {0},
     {{2, 5, 0, {2.5f / 4 - 1, 5.5f / 4 - 1, 0.5f, 1}}},
     .feature = "geometryShader",
     .geometry = GEOMETRY("DCL IN[][0], POSITION\nDCL IN[][1], GENERIC[1]\n"
                          "DCL OUT[1], GENERIC[1]\n",
                          "MOV TEMP[0].x, IMM[0].xxxx\nBGNLOOP\nUSGE TEMP[0].y, TEMP[0].xxxx, "
                          "IMM[0].wwww\nUIF TEMP[0].yyyy\nBRK\nENDIF\nUARL ADDR[0].x, "
                          "TEMP[0].xxxx\nMOV OUT[0], IN[ADDR[0].x][0]\nMOV OUT[1], "
                          "IN[ADDR[0].x][1]\nEMIT\nUADD TEMP[0].x, TEMP[0], IMM[0].yyyy\nENDLOOP")},
    {"outputs are kept from vertex to vertex",
     PASSING,
     SHOW("GENERIC[1], PERSPECTIVE"),
     {0},
     {{2, 5, 0, {1, 2, 3, 0.5f}}},
     .feature = "geometryShader",
     .geometry = GEOMETRY("DCL IN[][0], POSITION\nDCL OUT[1], GENERIC[1]\n",
                          "MOV OUT[1], IMM[1]\n" EMIT_ALL)},
    {"a primitive's number is written",
     PLAIN,
     SHOW_INT("PRIM_ID"),
     {0},
     {{2, 5, 0, {3, 0, 0, 0}}},
     .feature = "geometryShader",
     .geometry = GEOMETRY("DCL IN[][0], POSITION\nDCL OUT[1], PRIM_ID\n",
                          "MOV OUT[1].x, IMM[0].wwww\n" EMIT_ALL)},
    {"a primitive's number is read",
     PLAIN,
     SHOW("GENERIC[1], CONSTANT"),
     {0},
     {{2, 5, 0, {1, 1, 0, 1}}},
     .first_vertex = 1,
     .vertices = 6,
     .feature = "geometryShader",
     .geometry = GEOMETRY("DCL IN[][0], POSITION\nDCL IN[][1], PRIM_ID\nDCL SV[0], PRIM_ID\n"
                          "DCL OUT[1], GENERIC[1]\n",
                          "I2F OUT[1].x, IN[0][1].xxxx\nI2F OUT[1].y, SV[0].xxxx\n"
                          "MOV OUT[1].w, IMM[1].xxxx\n" EMIT_ALL)},
    {"several runs for a primitive",
     PLAIN,
     SHOW("GENERIC[1], CONSTANT"),
     {0},
     {{2, 5, 0, {2, 0, 0, 0}}},
     .feature = "geometryShader",
     .geometry = GEOMETRY("PROPERTY GS_INVOCATIONS 3\nDCL IN[][0], POSITION\n"
                          "DCL SV[0], INVOCATIONID\nDCL OUT[1], GENERIC[1]\n",
                          "I2F OUT[1].x, SV[0].xxxx\n" EMIT_ALL)},
    {"planes cut what the last stage makes",
     VERTEX("PROPERTY NEXT_SHADER GEOM\n", ""),
     SHOW_ONE,
     {.clip_planes = 1},
     {{3, 5, 0, ONES}, {4, 5, 0, IS_CLEAR}},
     .parameters = &parameters,
     .feature = "geometryShader",
     .geometry = GEOMETRY("DCL IN[][0], POSITION\nDCL OUT[1], CLIPVERTEX\n",
                          "MOV OUT[1], -IN[0][0]\n" EMIT("0") "MOV OUT[1], -IN[1][0]\n" EMIT(
                              "1") "MOV OUT[1], -IN[2][0]\n" EMIT("2"))},
    {"a vertex that has no position",
     PLAIN,
     SHOW_ONE,
     {0},
     {{3, 5, 0, IS_CLEAR}},
     .feature = "geometryShader",
     .geometry =
         "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
         "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nEMIT\nEND\n"},
    {"a patch",
     PLAIN,
     SHOW("GENERIC[1], CONSTANT"),
     {0},
     {{2, 5, 0, {1.5f, 2, 3, 2}}},
     .feature = "tessellationShader",
     .control = CONTROL,
     .evaluation = EVALUATION("DCL SV[1], TESSOUTER\nDCL SV[2], TESSINNER\n",
                              "ADD OUT[1].x, IN[0][1].xxxx, IN[2][1].xxxx\n"
                              "MOV OUT[1].y, IN[1][2].yyyy\nMOV OUT[1].z, IN[3].zzzz\n"
                              "ADD OUT[1].w, SV[1].wwww, SV[2].yyyy")},
    {"registers and vertices of a patch by addresses",
     PLAIN,
     SHOW("GENERIC[1], CONSTANT"),
     {0},
     {{2, 5, 0, {1, 3, 3, 1}}},
     .feature = "tessellationShader",
     .control = CONTROL,
     .evaluation = EVALUATION(
         "DCL IN[4], TESSOUTER\nDCL ADDR[0]\nIMM[0] UINT32 {2, 1, 3, 0}\n",
         "UARL ADDR[0], IMM[0]\nMOV OUT[1].x, IN[ADDR[0].x][ADDR[0].y].xxxx\n"
         "MOV OUT[1].y, IN[ADDR[0].y][ADDR[0].x].zzzz\nMOV OUT[1].z, IN[ADDR[0].z].zzzz\n"
         "MOV OUT[1].w, IN[ADDR[0].z+1].wwww")},
};

/* ---- drawing a row ---- */

struct picture {
    struct scene scene;
    struct scene_buffer buffers[5];
    struct scene_binding bindings[3 + SETS];
    struct scene_image images[2 * TARGETS];
    struct scene_view views[2 * TARGETS];
    struct scene_step steps[3 * TARGETS + 1];
};

static const struct ir_shader *
read_shader(struct base_arena *arena, const char *text, const struct row *row,
            struct base_diags *diags)
{
    const struct guest_options options = {
        .language = guest_language_tgsi, .name = row->name, .tgsi = row->options};

    base_diags_set_text(diags, text, strlen(text));
    return guest_read(text, strlen(text), &options, NULL, arena, diags);
}

static void
bind(struct picture *p, struct scene_draw *draw, const struct row *row)
{
    static const struct tgsi_parameters none;

    for (uint32_t i = 0; i < 3; i++) {
        p->buffers[i] = (struct scene_buffer){constants[i], sizeof(constants[i])};
        p->bindings[i] = (struct scene_binding){
            .set = 1, .binding = i, .kind = scene_binding_uniform, .buffer = i};
    }
    p->buffers[3] = (struct scene_buffer){row->parameters ? row->parameters : &none, sizeof(none)};
    for (uint32_t set = 0; set < SETS; set++)
        p->bindings[3 + set] = (struct scene_binding){
            .set = set, .binding = TGSI_PARAMETERS, .kind = scene_binding_uniform, .buffer = 3};
    draw->inputs.bindings = p->bindings;
    draw->inputs.binding_count = 3 + SETS;
}

static void
add_targets(struct picture *p, struct scene_draw *draw, const struct row *row)
{
    const float clear = CLEAR;
    uint32_t word;

    memcpy(&word, &clear, sizeof(word));
    for (uint32_t i = 0; i < 2 * TARGETS; i++) {
        p->images[i] = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, SIZE, SIZE);
        if (i < TARGETS && row->samples)
            p->images[i].samples = row->samples;
        p->views[i] = scene_view_of(&p->scene, i);
        p->steps[i].kind = scene_step_clear;
        p->steps[i].clear = (struct scene_clear){.view = i, .words = {word, word, word, word}};
    }
    for (uint32_t i = 0; i < TARGETS; i++) {
        draw->targets[i] = draw->targets[0];
        draw->targets[i].view = i;
        draw->targets[i].resolve = row->samples ? TARGETS + i : SCENE_NONE;
        p->steps[2 * TARGETS + 1 + i] = (struct scene_step){.kind = scene_step_read_image,
                                                            .read = row->samples ? TARGETS + i : i};
    }
    draw->target_count = TARGETS;
}

static void
make_picture(struct picture *p, const struct row *row,
             const struct ir_shader *const shaders[ir_stage_count])
{
    struct scene_draw *draw = &p->steps[2 * TARGETS].draw;

    memset(p, 0, sizeof(*p));
    p->scene = (struct scene){.buffers = p->buffers,
                              .buffer_count = 4,
                              .images = p->images,
                              .image_count = 2 * TARGETS,
                              .views = p->views,
                              .view_count = 2 * TARGETS,
                              .steps = p->steps,
                              .step_count = 3 * TARGETS + 1};
    p->steps[2 * TARGETS].kind = scene_step_draw;
    *draw = scene_draw_default(SIZE, SIZE);
    draw->vertex = shaders[ir_stage_vertex];
    draw->tess_control = shaders[ir_stage_tess_control];
    draw->tess_eval = shaders[ir_stage_tess_eval];
    draw->geometry = shaders[ir_stage_geometry];
    draw->fragment = shaders[ir_stage_fragment];
    draw->topology = row->control         ? scene_topology_patches
                     : row->vertices == 1 ? scene_topology_points
                                          : scene_topology_triangles;
    draw->patch_vertices = row->control ? 3 : 0;
    draw->vertex_count = row->vertices ? row->vertices : 3;
    draw->first_vertex = row->first_vertex;
    draw->instance_count = row->instances ? row->instances : 1;
    draw->first_instance = row->first_instance;
    draw->raster.front = row->front;
    bind(p, draw, row);
    add_targets(p, draw, row);
}

static bool
fail(const struct row *row, struct base_diags *diags)
{
    struct base_text text;

    printf("fail %s\n", row->name);
    base_text_init(&text, diags->arena);
    for (uint32_t i = 0; i < diags->list.count; i++)
        base_diag_print_text(&diags->list.data[i], row->name, &text);
    fputs(base_text_string(&text), stdout);
    return false;
}

static bool
check_pixel(const struct row *row, const struct pixel *pixel, const struct scene_result *result)
{
    const float *found =
        (const float *)result->reads[pixel->target].data + 4 * (pixel->y * SIZE + pixel->x);

    for (int c = 0; c < 4; c++)
        if (!(fabsf(found[c] - pixel->value[c]) <= 1e-4f)) {
            printf("fail %s: pixel %u,%u of target %u is (%g, %g, %g, %g), expected (%g, %g, %g, "
                   "%g)\n",
                   row->name, pixel->x, pixel->y, pixel->target, (double)found[0], (double)found[1],
                   (double)found[2], (double)found[3], (double)pixel->value[0],
                   (double)pixel->value[1], (double)pixel->value[2], (double)pixel->value[3]);
            return false;
        }
    return true;
}

static bool
check_row(struct scene_device *device, const struct row *row, struct base_arena *arena)
{
    struct base_diags diags;
    struct scene_result result;
    struct picture picture;
    const char *const texts[] = {
        [ir_stage_vertex] = row->vertex,        [ir_stage_tess_control] = row->control,
        [ir_stage_tess_eval] = row->evaluation, [ir_stage_geometry] = row->geometry,
        [ir_stage_fragment] = row->fragment,
    };
    const struct ir_shader *shaders[ir_stage_count] = {NULL};
    bool is_good = true;

    base_diags_init(&diags, arena, row->name);
    for (uint32_t i = 0; i < BASE_COUNT(texts); i++) {
        if (!texts[i])
            continue;
        shaders[i] = read_shader(arena, texts[i], row, &diags);
        if (!shaders[i])
            return fail(row, &diags);
    }
    make_picture(&picture, row, shaders);
    if (!scene_check(&picture.scene, &diags) ||
        device->run(device, &picture.scene, arena, &result, &diags) != scene_status_ok)
        return fail(row, &diags);
    for (uint32_t i = 0; i < PIXELS; i++) {
        const struct pixel *pixel = &row->pixels[i];
        static const struct pixel none;

        if (memcmp(pixel, &none, sizeof(none)) != 0)
            is_good = check_pixel(row, pixel, &result) && is_good;
    }
    return is_good;
}

static bool
check_in_arena(struct scene_device *device, const struct row *row)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return false;
    const bool is_good = check_row(device, row, &arena);
    base_arena_finish(&arena);
    return is_good;
}

/* ---- compute ---- */

#define BLOCK_WIDTH 2
#define BLOCK_HEIGHT 3
#define INVOCATIONS(groups) (BLOCK_WIDTH * BLOCK_HEIGHT * (groups)[0] * (groups)[1] * (groups)[2])

/* Each invocation stores the value's four words behind those of the invocations before it. */
#define COMPUTE(properties, value)                                                                 \
    "COMP\n" properties "DCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL SV[2], GRID_SIZE\n"        \
    "DCL SV[3], " value "\nDCL BUFFER[0]\nDCL TEMP[0]\nIMM[0] UINT32 {2, 3, 6, 16}\n"              \
    "UMAD TEMP[0].x, SV[1].zzzz, SV[2].yyyy, SV[1].yyyy\n"                                         \
    "UMAD TEMP[0].x, TEMP[0].xxxx, SV[2].xxxx, SV[1].xxxx\n"                                       \
    "UMAD TEMP[0].y, SV[0].yyyy, IMM[0].xxxx, SV[0].xxxx\n"                                        \
    "UMAD TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz, TEMP[0].yyyy\n"                                    \
    "UMUL TEMP[0].x, TEMP[0].xxxx, IMM[0].wwww\nSTORE BUFFER[0], TEMP[0].xxxx, SV[3]\nEND\n"
#define FIXED "PROPERTY CS_FIXED_BLOCK_WIDTH 2\nPROPERTY CS_FIXED_BLOCK_HEIGHT 3\n"

enum compute_value { value_thread, value_block, value_grid, value_size, value_dim };

static const struct compute_row {
    const char *name;
    const char *text;
    enum compute_value value;
    uint32_t groups[3];
} compute_rows[] = {
    {"places in the block", COMPUTE(FIXED, "THREAD_ID"), value_thread, {3, 2, 1}},
    {"places of the block", COMPUTE(FIXED, "BLOCK_ID"), value_block, {3, 2, 2}},
    {"blocks", COMPUTE(FIXED, "GRID_SIZE"), value_grid, {3, 2, 2}},
    {"a fixed block's size", COMPUTE(FIXED, "BLOCK_SIZE"), value_size, {1, 2, 1}},
    {"a given block's size", COMPUTE("", "BLOCK_SIZE"), value_size, {1, 2, 1}},
    {"two dimensions", COMPUTE(FIXED, "WORK_DIM"), value_dim, {1, 1, 1}},
    {"three dimensions", COMPUTE(FIXED, "WORK_DIM"), value_dim, {1, 1, 2}},
};

static void
expect_compute(const struct compute_row *row, uint32_t i, uint32_t words[4])
{
    const uint32_t local = i % (BLOCK_WIDTH * BLOCK_HEIGHT);
    const uint32_t group = i / (BLOCK_WIDTH * BLOCK_HEIGHT);
    const uint32_t *groups = row->groups;
    const uint32_t values[][3] = {
        [value_thread] = {local % BLOCK_WIDTH, local / BLOCK_WIDTH, 0},
        [value_block] = {group % groups[0], group / groups[0] % groups[1],
                         group / groups[0] / groups[1]},
        [value_grid] = {groups[0], groups[1], groups[2]},
        [value_size] = {BLOCK_WIDTH, BLOCK_HEIGHT, 1},
        [value_dim] = {groups[2] > 1 ? 3 : 2, 0, 0},
    };

    memcpy(words, values[row->value], sizeof(values[row->value]));
    words[3] = 0;
}

static bool
check_compute(struct scene_device *device, const struct compute_row *row, struct base_arena *arena)
{
    const struct row options = {.name = row->name,
                                .options = {.block_size = {BLOCK_WIDTH, BLOCK_HEIGHT, 1}}};
    const struct scene_buffer buffer = {NULL, (size_t)16 * INVOCATIONS(row->groups)};
    const struct scene_binding binding = {.binding = TGSI_FIRST_BUFFER,
                                          .kind = scene_binding_storage};
    struct scene_step steps[2] = {{.kind = scene_step_dispatch}, {.kind = scene_step_read_buffer}};
    const struct scene scene = {
        .buffers = &buffer, .buffer_count = 1, .steps = steps, .step_count = BASE_COUNT(steps)};
    struct base_diags diags;
    struct scene_result result;

    base_diags_init(&diags, arena, row->name);
    steps[0].dispatch.shader = read_shader(arena, row->text, &options, &diags);
    memcpy(steps[0].dispatch.groups, row->groups, sizeof(row->groups));
    steps[0].dispatch.inputs = (struct scene_inputs){.bindings = &binding, .binding_count = 1};
    if (!steps[0].dispatch.shader || !scene_check(&scene, &diags) ||
        device->run(device, &scene, arena, &result, &diags) != scene_status_ok)
        return fail(&options, &diags);
    for (uint32_t i = 0; i < INVOCATIONS(row->groups); i++) {
        const uint32_t *found = (const uint32_t *)result.reads[0].data + (size_t)4 * i;
        uint32_t words[4];

        expect_compute(row, i, words);
        if (memcmp(found, words, sizeof(words)) != 0) {
            printf("fail %s: invocation %u has (%u, %u, %u, %u), expected (%u, %u, %u, %u)\n",
                   row->name, i, found[0], found[1], found[2], found[3], words[0], words[1],
                   words[2], words[3]);
            return false;
        }
    }
    return true;
}

static bool
check_compute_in_arena(struct scene_device *device, const struct compute_row *row)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return false;
    const bool is_good = check_compute(device, row, &arena);
    base_arena_finish(&arena);
    return is_good;
}

/* ---- the device ---- */

static struct scene_device *
open_device(const char *name, struct base_arena *arena, struct base_diags *diags)
{
    const struct cpu_options cpu = {.lanes = 8};
    const struct vk_options vulkan = {.validate = true};
    struct vk_device_info *devices;
    uint32_t count, chosen = 0;

    if (strcmp(name, "cpu") == 0)
        return cpu_device_create(&cpu);
    if (!vk_list_devices(arena, &devices, &count, diags))
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(devices[i].type, "cpu") == 0)
            chosen = i;
    return vk_device_create(chosen, &vulkan, diags);
}

static uint32_t
check_rows(struct scene_device *device)
{
    uint32_t failed = 0, skipped = 0;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].feature && !device->has_feature(device, rows[i].feature)) {
            printf("skip %s: %s has no %s\n", rows[i].name, device->name, rows[i].feature);
            skipped++;
        } else {
            failed += !check_in_arena(device, &rows[i]);
        }
    }
    for (uint32_t i = 0; i < BASE_COUNT(compute_rows); i++)
        failed += !check_compute_in_arena(device, &compute_rows[i]);
    printf("%s: %u rows, %u skipped, %u failed\n", device->name,
           (unsigned)(BASE_COUNT(rows) + BASE_COUNT(compute_rows)), skipped, failed);
    return failed;
}

static int
check_device(const char *name, struct base_arena *arena)
{
    struct base_diags diags;
    int status = SKIPPED;

    base_diags_init(&diags, arena, name);
    struct scene_device *device = open_device(name, arena, &diags);
    if (!device) {
        printf("skip: %s\n", diags.list.count ? diags.list.data[0].message : "no device");
        return status;
    }
    status = check_rows(device) > 0;
    device->destroy(device);
    return status;
}

int
main(int argc, char **argv)
{
    struct base_arena arena;

    if (argc != 2)
        return 2;
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return 1;
    const int status = check_device(argv[1], &arena);
    base_arena_finish(&arena);
    return status;
}
