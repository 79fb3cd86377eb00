/* SPDX-License-Identifier: MIT
 *
 * Loads, stores and queries of images of every target.
 */
#include "memory_kit.h"

#include <string.h>

struct target {
    const char *name;
    enum memory_image image;
    uint32_t size[3];  /* What RESQ says. */
    uint32_t range[3]; /* Coordinates, layers and faces included; 0: none. */
};

static const struct target targets[] = {
    {"1D", memory_image_1d, {4, 0, 0}, {4}},
    {"2D", memory_image_2d, {4, 3, 0}, {4, 3}},
    {"RECT", memory_image_2d, {4, 3, 0}, {4, 3}},
    {"3D", memory_image_3d, {4, 3, 2}, {4, 3, 2}},
    {"CUBE", memory_image_cube, {3, 3, 0}, {3, 3, 6}},
    {"1D_ARRAY", memory_image_1d_array, {4, 2, 0}, {4, 2}},
    {"2D_ARRAY", memory_image_2d_array, {4, 3, 2}, {4, 3, 2}},
    {"CUBEARRAY", memory_image_cube_array, {3, 3, 2}, {3, 3, 12}},
    {"BUFFER", memory_image_buffer, {4, 0, 0}, {4}},
};

#define LAST(target, i) ((target)->range[i] ? (target)->range[i] - 1 : 0)

/* The word of component c at the coordinates; the second of 1D_ARRAY is the layer. */
static uint32_t
texel(const struct target *target, const uint32_t at[3], uint32_t c)
{
    const bool is_layer = target->image == memory_image_1d_array;

    return MEMORY_TEXEL(at[0], is_layer ? 0 : at[1], is_layer ? at[1] : at[2], c);
}

static void
check_target(struct rows *r, const struct target *t, const char *name, const char *code,
             const uint32_t expected[8])
{
    struct memory_case c = {
        .name = rows_text(r, "%s of %s", name, t->name),
        .declarations =
            rows_text(r, "DCL IMAGE[0], %s, PIPE_FORMAT_R32G32B32A32_UINT, WR\n", t->name),
        .code = code,
    };

    memcpy(c.expected, expected, sizeof(c.expected));
    memory_check(r, &c, &t->image, 1);
}

/* The last texel, then one just outside in each coordinate, below 0 and far away. */
static void
run_load(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t i = 0; i < BASE_COUNT(targets); i++) {
        const struct target *t = &targets[i];
        const uint32_t last[3] = {LAST(t, 0), LAST(t, 1), LAST(t, 2)};
        uint32_t expected[8] = {0};

        for (uint32_t c = 0; c < 4; c++)
            expected[c] = texel(t, last, c);
        check_target(r, t, "a load",
                     rows_text(r,
                               "IMM[3] UINT32 {%u, %u, %u, 0}\nMOV TEMP[1], IMM[2]\n"
                               "LOAD TEMP[1], IMAGE[0], IMM[3], %s, PIPE_FORMAT_R32G32B32A32_UINT\n"
                               "STORE BUFFER[0], IMM[0].xxxx, TEMP[1]\n",
                               last[0], last[1], last[2], t->name),
                     expected);
        memset(expected, 0, sizeof(expected));
        for (uint32_t d = 0; d < 3 && t->range[d]; d++) {
            static const uint32_t outside[] = {0, UINT32_MAX, 0x80000000, 0x7fffffff, 65536};

            for (uint32_t o = 0; o < BASE_COUNT(outside); o++) {
                uint32_t at[3] = {0, 0, 0};

                at[d] = o == 0 ? t->range[d] : outside[o];
                check_target(
                    r, t, "a load outside",
                    rows_text(r,
                              "IMM[3] UINT32 {%u, %u, %u, 0}\nMOV TEMP[1], IMM[2]\n"
                              "STORE IMAGE[0], IMM[3], IMM[2]\nLOAD TEMP[1], IMAGE[0], IMM[3]\n"
                              "STORE BUFFER[0], IMM[0].xxxx, TEMP[1]\n",
                              at[0], at[1], at[2]),
                    expected);
            }
        }
    }
}

/* One texel changes, its neighbour does not; the mask of the resource does not count. */
static void
run_store(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t i = 0; i < BASE_COUNT(targets); i++) {
        const struct target *t = &targets[i];
        const uint32_t last[3] = {LAST(t, 0), LAST(t, 1), LAST(t, 2)};
        const uint32_t before[3] = {last[0] - 1, last[1], last[2]};
        uint32_t expected[8] = {1, 2, 3, 5};

        for (uint32_t c = 0; c < 4; c++)
            expected[4 + c] = texel(t, before, c);
        check_target(
            r, t, "a store",
            rows_text(r,
                      "IMM[3] UINT32 {%u, %u, %u, 0}\nIMM[4] UINT32 {%u, 0, 0, 0}\n"
                      "MOV TEMP[3], IMM[3]\nMOV TEMP[3].x, IMM[4].xxxx\n"
                      "STORE IMAGE[0].x, IMM[3], IMM[2], COHERENT, %s, "
                      "PIPE_FORMAT_R32G32B32A32_UINT\n"
                      "LOAD TEMP[1], IMAGE[0], IMM[3], COHERENT\nLOAD TEMP[2], IMAGE[0], TEMP[3]\n"
                      "STORE BUFFER[0], IMM[0].xxxx, TEMP[1]\n"
                      "STORE BUFFER[0], IMM[1].xxxx, TEMP[2]\n",
                      last[0], last[1], last[2], before[0], t->name),
            expected);
    }
}

static void
run_query(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t i = 0; i < BASE_COUNT(targets); i++) {
        const struct target *t = &targets[i];
        const uint32_t expected[8] = {t->size[0], t->size[1], t->size[2], 1};

        check_target(r, t, "a query",
                     rows_text(r,
                               "RESQ TEMP[1], IMAGE[0], %s\nSTORE BUFFER[0], IMM[0].xxxx, "
                               "TEMP[1]\n",
                               t->name),
                     expected);
    }
}

/* ---- formats, RAW, addresses ---- */

struct format_case {
    struct memory_case c;
    enum memory_image images[2];
    uint32_t count;
};

static const struct format_case format_cases[] = {
    {{"a format of bytes rounds",
      "DCL IMAGE[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n",
      "IMM[3] FLT32 {0.5, 2, -1, 1}\nSTORE IMAGE[0], IMM[0].xxxx, IMM[3]\n"
      "LOAD TEMP[1], IMAGE[0], IMM[0].xxxx\nSTORE BUFFER[0], IMM[0].xxxx, TEMP[1]\n",
      {0x3f008081, 0x3f800000, 0, 0x3f800000},
      {{0}}},
     {memory_image_unorm},
     1},
    {{"what the format lacks is 0 and 1",
      "DCL IMAGE[0], 2D, PIPE_FORMAT_R8G8_SNORM, WR\n",
      "IMM[3] FLT32 {1, -1, 1, 0.25}\nSTORE IMAGE[0], IMM[0].xxxx, IMM[3]\n"
      "LOAD TEMP[1], IMAGE[0], IMM[0].xxxx\nSTORE BUFFER[0], IMM[0].xxxx, TEMP[1]\n",
      {0x3f800000, 0xbf800000, 0, 0x3f800000},
      {{0}}},
     {memory_image_snorm},
     1},
    {{"outside, alpha that the format lacks is 1",
      "DCL IMAGE[0], 2D, PIPE_FORMAT_R8G8_SNORM\n",
      "LOAD TEMP[1], IMAGE[0], IMM[1].xxxx\nSTORE BUFFER[0], IMM[0].xxxx, TEMP[1]\n"
      "LOAD TEMP[1], IMAGE[0], -IMM[2].xxxx\nSTORE BUFFER[0], IMM[1].xxxx, TEMP[1]\n",
      {0, 0, 0, 0x3f800000, 0, 0, 0, 0x3f800000},
      {{0}}},
     {memory_image_snorm},
     1},
    {{"outside, alpha that the format has is 0",
      "DCL IMAGE[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\n",
      "MOV TEMP[1], IMM[2]\nLOAD TEMP[1], IMAGE[0], IMM[1].xxxx\n"
      "STORE BUFFER[0], IMM[0].xxxx, TEMP[1]\n",
      {0},
      {{0}}},
     {memory_image_unorm},
     1},
    {{"integers lack an alpha of 1, with a sign and without",
      "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_SINT\nDCL IMAGE[1], 2D, PIPE_FORMAT_R32_UINT\n",
      "LOAD TEMP[1], IMAGE[0], IMM[0].yxxx\nSTORE BUFFER[0], IMM[0].xxxx, TEMP[1]\n"
      "LOAD TEMP[1], IMAGE[1], IMM[2].xxxx\nSTORE BUFFER[0], IMM[1].xxxx, TEMP[1]\n",
      {0, 0, 0, 1, MEMORY_TEXEL(1, 1, 0, 0), 0, 0, 1},
      {{0}}},
     {memory_image_int, memory_image_word},
     2},
    {{"no format is floats",
      "DCL IMAGE[0], 2D, PIPE_FORMAT_NONE, WR\n",
      "IMM[3] FLT32 {1.25, 2, 3, 4}\nSTORE IMAGE[0], IMM[0].xxxx, IMM[3], 2D\n"
      "LOAD TEMP[1].x, IMAGE[0], IMM[0].xxxx, 2D, PIPE_FORMAT_R32_FLOAT\nSTORE BUFFER[0].x, "
      "IMM[0].xxxx, TEMP[1]\n",
      {0x3fa00000},
      {{0}}},
     {memory_image_float},
     1},
    {{"the instruction's format is taken before the declaration's",
      "DCL IMAGE[0], 2D, PIPE_FORMAT_NONE, WR\n",
      "STORE IMAGE[0], IMM[0].xxxx, IMM[2], 2D, PIPE_FORMAT_R32_SINT\n"
      "LOAD TEMP[1], IMAGE[0], IMM[0].xxxx, 2D, PIPE_FORMAT_R32_SINT\n"
      "STORE BUFFER[0], IMM[0].xxxx, TEMP[1]\n",
      {1, 0, 0, 1},
      {{0}}},
     {memory_image_int},
     1},
    {{"words of a RAW image by byte",
      "DCL IMAGE[0], BUFFER, PIPE_FORMAT_R8G8B8A8_UNORM, WR, RAW\n",
      "MOV TEMP[0], IMM[2]\nLOAD TEMP[0], IMAGE[0], IMM[0].zzzz\n"
      "STORE BUFFER[0], IMM[0].xxxx, TEMP[0]\nSTORE IMAGE[0].yw, IMM[0].yyyy, IMM[2]\n"
      "LOAD TEMP[0], IMAGE[0], IMM[0].xxxx\nRESQ TEMP[1].x, IMAGE[0]\nMOV TEMP[0].w, "
      "TEMP[1].xxxx\nSTORE BUFFER[0], IMM[1].xxxx, TEMP[0]\n",
      {9, 13, 0, 0, 1, 5, 2, 16},
      {{0}}},
     {memory_image_word_buffer},
     1},
    {{"an image by an address",
      "DCL IMAGE[0..1], 2D, PIPE_FORMAT_R32_UINT, WR\n",
      "UARL ADDR[0].x, IMM[2].xxxx\nSTORE IMAGE[ADDR[0].x], IMM[0].xxxx, IMM[2].wwww\n"
      "LOAD TEMP[0].x, IMAGE[0], IMM[0].xxxx\nLOAD TEMP[1].x, IMAGE[1], IMM[0].xxxx\n"
      "MOV TEMP[0].y, TEMP[1].xxxx\nUARL ADDR[0].x, IMM[2].yyyy\nMOV TEMP[2], IMM[2]\n"
      "LOAD TEMP[2].x, IMAGE[ADDR[0].x], IMM[0].xxxx\nMOV TEMP[0].z, TEMP[2].xxxx\n"
      "STORE BUFFER[0].xyz, IMM[0].xxxx, TEMP[0]\n",
      {1, 5, 0},
      {{0}}},
     {memory_image_word, memory_image_word},
     2},
};

static void
run_formats(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t i = 0; i < BASE_COUNT(format_cases); i++)
        memory_check(r, &format_cases[i].c, format_cases[i].images, format_cases[i].count);
}

static const struct rows_row rows[] = {
    ROWS_ROW(LOAD, auto, run_load, NULL),
    ROWS_ROW(LOAD, auto, run_formats, NULL),
    ROWS_ROW(STORE, auto, run_store, NULL),
    ROWS_ROW(RESQ, auto, run_query, NULL),
};

const struct rows_table rows_table_images = {"images", rows, BASE_COUNT(rows)};
