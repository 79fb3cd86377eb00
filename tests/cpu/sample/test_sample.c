/* SPDX-License-Identifier: MIT
 *
 * Sampling, against values worked out by hand from the Vulkan specification's formulas. Textures
 * are small and their texels tell their place.
 */
#include "kit.h"

/* 4 by 2 texels of floats: red is 10 j + i + 1, blue 7. */
static const float grid_texels[8][4] = {
    {1, 0, 7, 1},  {2, 0, 7, 1},  {3, 0, 7, 1},  {4, 0, 7, 1},
    {11, 0, 7, 1}, {12, 0, 7, 1}, {13, 0, 7, 1}, {14, 0, 7, 1},
};

static struct cpu_image_view
grid_view(void)
{
    return kit_view_2d(scene_format_r32g32b32a32_sfloat, 4, 2, 1, grid_texels);
}

/* ---- one level ---- */

static const struct {
    enum scene_filter filter;
    enum scene_wrap wrap_u;
    enum scene_wrap wrap_v;
    float u;
    float v;
    double red;
    double blue;
} one_level[] = {
    /* filter, wrap_u, wrap_v, u, v; red, blue */
    {NEAREST, REPEAT, REPEAT, 0.0f, 0.0f, 1, 7},
    {NEAREST, REPEAT, REPEAT, 0.249f, 0.49f, 1, 7},
    {NEAREST, REPEAT, REPEAT, 0.25f, 0.5f, 12, 7},
    {NEAREST, REPEAT, REPEAT, 0.999f, 0.99f, 14, 7},
    {NEAREST, REPEAT, REPEAT, 1.0f, 1.0f, 1, 7},
    {NEAREST, REPEAT, REPEAT, -0.01f, 0.0f, 4, 7},
    {NEAREST, REPEAT, REPEAT, -1.0f, 0.0f, 1, 7},
    {NEAREST, REPEAT, REPEAT, 5.3f, -3.4f, 12, 7},
    {NEAREST, REPEAT, REPEAT, -0.0f, -0.0f, 1, 7},
    {NEAREST, MIRROR, MIRROR, 1.1f, 0.0f, 4, 7},
    {NEAREST, MIRROR, MIRROR, 1.3f, 1.2f, 13, 7},
    {NEAREST, MIRROR, MIRROR, -0.3f, 0.0f, 2, 7},
    {NEAREST, MIRROR, MIRROR, 1.99f, 1.99f, 1, 7},
    {NEAREST, MIRROR, MIRROR, 2.01f, -2.4f, 1, 7},
    {NEAREST, EDGE, EDGE, -5.0f, -5.0f, 1, 7},
    {NEAREST, EDGE, EDGE, 5.0f, 5.0f, 14, 7},
    {NEAREST, EDGE, REPEAT, 1.0f, 1.0f, 4, 7},
    {NEAREST, BORDER, EDGE, -0.01f, 0.0f, 0, 0},
    {NEAREST, BORDER, EDGE, 1.0f, 0.0f, 0, 0},
    {NEAREST, EDGE, BORDER, 0.0f, 1.0f, 0, 0},
    {NEAREST, BORDER, BORDER, 0.0f, 0.0f, 1, 7},
    /* Texel centres are at halves. */
    {LINEAR, REPEAT, REPEAT, 0.125f, 0.25f, 1, 7},
    {LINEAR, REPEAT, REPEAT, 0.25f, 0.25f, 1.5, 7},
    {LINEAR, REPEAT, REPEAT, 0.1875f, 0.25f, 1.25, 7},
    {LINEAR, REPEAT, REPEAT, 0.125f, 0.5f, 6, 7},
    {LINEAR, REPEAT, REPEAT, 0.25f, 0.375f, 4, 7},
    /* Between the last texel and the first. */
    {LINEAR, REPEAT, REPEAT, 0.0f, 0.25f, 2.5, 7},
    {LINEAR, REPEAT, REPEAT, 1.0f, 0.25f, 2.5, 7},
    {LINEAR, REPEAT, REPEAT, -2.0f, 0.25f, 2.5, 7},
    {LINEAR, REPEAT, REPEAT, 0.125f, 0.0f, 6, 7},
    {LINEAR, MIRROR, MIRROR, 0.0f, 0.25f, 1, 7},
    {LINEAR, MIRROR, MIRROR, 1.0f, 0.25f, 4, 7},
    {LINEAR, MIRROR, MIRROR, 1.25f, 0.25f, 3.5, 7},
    {LINEAR, EDGE, EDGE, 0.0f, 0.0f, 1, 7},
    {LINEAR, EDGE, EDGE, 1.0f, 1.0f, 14, 7},
    {LINEAR, EDGE, EDGE, 0.9375f, 0.25f, 4, 7},
    {LINEAR, BORDER, EDGE, 0.0f, 0.25f, 0.5, 3.5},
    {LINEAR, BORDER, BORDER, 0.0f, 0.0f, 0.25, 1.75},
    {LINEAR, BORDER, BORDER, -0.125f, 0.25f, 0, 0},
    {LINEAR, BORDER, BORDER, 1.0625f, 0.25f, 1, 1.75},
    /* What is no number, and what is far. */
    {NEAREST, REPEAT, REPEAT, NAN, NAN, 1, 7},
    {LINEAR, EDGE, EDGE, NAN, 0.25f, 1, 7},
    {NEAREST, EDGE, EDGE, INFINITY, INFINITY, 14, 7},
    {NEAREST, EDGE, EDGE, -INFINITY, 0.0f, 1, 7},
    {LINEAR, EDGE, EDGE, 3e38f, -3e38f, 4, 7},
    {NEAREST, BORDER, BORDER, INFINITY, 0.0f, 0, 0},
    {LINEAR, BORDER, BORDER, -3e38f, 0.25f, 0, 0},
    {NEAREST, REPEAT, REPEAT, 1048576.25f, 0.0f, 2, 7},
    {NEAREST, REPEAT, REPEAT, 4294967296.0f, 0.0f, 1, 7},
    {NEAREST, REPEAT, REPEAT, -4294967296.0f, 0.0f, 1, 7},
    {NEAREST, MIRROR, MIRROR, 3e38f, 0.0f, 1, 7},
    {NEAREST, MIRROR, REPEAT, INFINITY, -INFINITY, 1, 7},
    {NEAREST, REPEAT, REPEAT, 1e-45f, -1e-45f, 11, 7},
};

static void
test_one_level(void **state)
{
    const struct cpu_image_view grid = grid_view();
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(one_level); i++) {
        const struct scene_sampler sampler = {.mag = one_level[i].filter,
                                              .min = one_level[i].filter,
                                              .wrap_u = one_level[i].wrap_u,
                                              .wrap_v = one_level[i].wrap_v};
        float found[4];

        kit_sample_2d(&grid, &sampler, one_level[i].u, one_level[i].v, 0, found);
        kit_assert_near(found[0], one_level[i].red, "red", (int)i);
        kit_assert_near(found[1], 0, "green", (int)i);
        kit_assert_near(found[2], one_level[i].blue, "blue", (int)i);
        kit_assert_near(found[3], one_level[i].blue / 7, "alpha", (int)i);
    }
}

/* ---- levels ---- */

/* 8 by 4 texels and all four levels of it, each of one value. */
static float level_texels[8 * 4 + 4 * 2 + 2 + 1][4];

static struct cpu_image_view
levels_view(void)
{
    return kit_view_2d(scene_format_r32g32b32a32_sfloat, 8, 4, 4, level_texels);
}

static void
fill_levels(void)
{
    static const uint32_t counts[] = {8 * 4, 4 * 2, 2, 1};
    uint32_t at = 0;

    for (uint32_t level = 0; level < 4; level++)
        for (uint32_t i = 0; i < counts[level]; i++)
            level_texels[at++][0] = (float)level;
}

static const struct {
    enum scene_filter mip;
    float bias;
    float least;
    float most;
    float lod;
    double level;
} level_rows[] = {
    /* mip, bias, least, most, lod; level */
    {NEAREST, 0, 0, 10, 0, 0},        {NEAREST, 0, 0, 10, 0.5f, 0}, /* Ties go down. */
    {NEAREST, 0, 0, 10, 0.51f, 1},    {NEAREST, 0, 0, 10, 1.49f, 1},
    {NEAREST, 0, 0, 10, 2.6f, 3},     {NEAREST, 0, 0, 10, 9, 3},
    {NEAREST, 0, 0, 10, -9, 0},       {NEAREST, 0, 2, 10, 0, 2},
    {NEAREST, 0, 0, 1, 3, 1},         {NEAREST, 0, 0, 0.25f, 3, 0},
    {NEAREST, 1.5f, 0, 10, 0.25f, 2}, {NEAREST, -1.5f, 0, 10, 2.25f, 1},
    {NEAREST, 0, 0, 10, NAN, 0},      {NEAREST, 0, 2, 10, NAN, 2},
    {NEAREST, 0, 0, 10, INFINITY, 3}, {NEAREST, 0, 0, 10, -INFINITY, 0},
    {NEAREST, 0, 0, 1e30f, 1e30f, 3}, {NEAREST, 0, -5, 10, -4, 0},
    {NEAREST, 1000, 0, 1000, 0, 3},   {LINEAR, 0, 0, 10, 0, 0},
    {LINEAR, 0, 0, 10, 0.25f, 0.25},  {LINEAR, 0, 0, 10, 1, 1},
    {LINEAR, 0, 0, 10, 2.75f, 2.75},  {LINEAR, 0, 0, 10, 3, 3},
    {LINEAR, 0, 0, 10, 77, 3},        {LINEAR, 0, 0.5f, 10, 0, 0.5},
    {LINEAR, 0, 0, 1.5f, 2.5f, 1.5},  {LINEAR, 0.5f, 0, 10, 0.125f, 0.625},
    {LINEAR, 0, 0, 10, NAN, 0},       {LINEAR, 0, 0, 10, INFINITY, 3},
};

static void
test_levels(void **state)
{
    const struct cpu_image_view levels = levels_view();
    (void)state;

    fill_levels();
    for (size_t i = 0; i < BASE_COUNT(level_rows); i++) {
        const struct scene_sampler sampler = {.mip = level_rows[i].mip,
                                              .lod_bias = level_rows[i].bias,
                                              .min_lod = level_rows[i].least,
                                              .max_lod = level_rows[i].most};
        float found[4];

        kit_sample_2d(&levels, &sampler, 0.3f, 0.6f, level_rows[i].lod, found);
        kit_assert_near(found[0], level_rows[i].level, "level", (int)i);
    }
}

/* A level's texels lie at its own size: the second of three has 2 by 1. */
static void
test_level_sizes(void **state)
{
    const struct cpu_image_view texture =
        kit_view_2d(scene_format_r32g32b32a32_sfloat, 5, 3, 3, level_texels);
    const struct scene_sampler nearest = {.max_lod = 10}, linear = {.min = LINEAR, .max_lod = 10};
    float found[4];
    (void)state;

    for (uint32_t i = 0; i < 5 * 3 + 2 + 1; i++)
        level_texels[i][0] = (float)i;
    kit_sample_2d(&texture, &nearest, 0.99f, 0.99f, 0, found);
    kit_assert_near(found[0], 14, "last of level 0", 0);
    kit_sample_2d(&texture, &nearest, 0.49f, 0.99f, 1, found);
    kit_assert_near(found[0], 15, "first of level 1", 0);
    kit_sample_2d(&texture, &nearest, 0.51f, 0.01f, 1, found);
    kit_assert_near(found[0], 16, "second of level 1", 0);
    kit_sample_2d(&texture, &nearest, 0.51f, 0.01f, 2, found);
    kit_assert_near(found[0], 17, "level 2", 0);
    kit_sample_2d(&texture, &linear, 0.5f, 0.5f, 1, found);
    kit_assert_near(found[0], 15.5, "the middle of level 1", 0);
}

/* mag up to a level of 0, min above it, the sampler's limits taken into account. */
static void
test_filters(void **state)
{
    static const struct {
        float lod;
        float least;
        double red;
    } rows[] = {{0, 0, 1.5}, {-1, -2, 1.5}, {0.001f, 0, 2}, {-1, 0.5f, 2}, {NAN, 0, 1.5}};
    const struct cpu_image_view grid = grid_view();
    struct scene_sampler sampler = {.mag = LINEAR, .min = NEAREST, .max_lod = 10};
    float found[4];
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        sampler.min_lod = rows[i].least;
        kit_sample_2d(&grid, &sampler, 0.25f, 0.25f, rows[i].lod, found);
        kit_assert_near(found[0], rows[i].red, "red", (int)i);
    }
}

/* ---- formats ---- */

/* What a format lacks is 0, 0, 0 and 1; in the border too. */
static void
test_formats(void **state)
{
    _Alignas(16) static const unsigned char bytes[4] = {51, 102, 153, 204};
    static const struct {
        enum scene_format format;
        double texel[4];
        double border_alpha;
    } rows[] = {
        {scene_format_r8_unorm, {0.2, 0, 0, 1}, 1},
        {scene_format_r8g8_unorm, {0.2, 0.4, 0, 1}, 1},
        {scene_format_r8g8b8a8_unorm, {0.2, 0.4, 0.6, 0.8}, 0},
        {scene_format_b8g8r8a8_unorm, {0.6, 0.4, 0.2, 0.8}, 0},
    };
    const struct scene_sampler sampler = {.wrap_u = BORDER, .wrap_v = BORDER};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct cpu_image_view texture = kit_view_2d(rows[i].format, 1, 1, 1, bytes);
        float found[4], border[4];

        kit_sample_2d(&texture, &sampler, 0.5f, 0.5f, 0, found);
        kit_sample_2d(&texture, &sampler, 1.5f, 0.5f, 0, border);
        for (unsigned c = 0; c < 4; c++) {
            kit_assert_near(found[c], rows[i].texel[c], "texel", (int)i);
            kit_assert_near(border[c], c == 3 ? rows[i].border_alpha : 0, "border", (int)i);
        }
    }
}

/* ---- the level from derivatives ---- */

/* Before it is clamped. */
static float
lod_of(const struct cpu_image_view *view, const float ddx[3], const float ddy[3])
{
    const struct scene_sampler sampler = {.max_lod = 10};
    const struct kit_lane lane = {.grad_x = ddx, .grad_y = ddy};
    float found[4];

    kit_run_floats(kit_lod, view, &sampler, &lane, 0, found);
    return found[1];
}

static void
test_lod(void **state)
{
    /* Of the texture of 8 by 4. */
    static const struct {
        float ddx[3];
        float ddy[3];
        double lod;
    } rows[] = {
        {{0.125f, 0}, {0, 0.25f}, 0},
        {{0.25f, 0}, {0, 0.25f}, 1},
        {{0.125f, 0}, {0, -1}, 2},
        {{0, 0.25f}, {0.125f, 0}, 0},
        {{0.375f, 1}, {0, 0}, 2.3219280948873623}, /* 3 and 4 texels: 5. */
        {{0.0625f, 0}, {0, 0}, -1},
        {{0, 0}, {1e10f, 0}, 36.219280948873623},
        {{1e38f, 1e38f}, {0, 0}, 129.39423165316345}, /* Beyond what a float's square holds. */
        {{NAN, 0}, {0.125f, 0}, 0},
    };
    const struct cpu_image_view levels = levels_view();
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        kit_assert_near(lod_of(&levels, rows[i].ddx, rows[i].ddy), rows[i].lod, "level", (int)i);
    assert_true(isinf(lod_of(&levels, (const float[3]){0}, (const float[3]){0})));
    assert_true(isinf(lod_of(&levels, (const float[3]){INFINITY}, (const float[3]){0})));
    assert_true(isnan(lod_of(&levels, (const float[3]){NAN}, (const float[3]){NAN})));
}

/* Any bits at all stay inside of the texture, which the address sanitizer watches. */
static void
test_any_bits(void **state)
{
    const size_t size = (3 * 5 + 1 * 2 + 1) * 4;
    unsigned char *bytes = malloc(size);
    uint64_t random = 5;
    (void)state;

    memset(bytes, 0xff, size);
    const struct cpu_image_view texture = kit_view_2d(scene_format_r8g8b8a8_unorm, 3, 5, 3, bytes);
    for (uint32_t i = 0; i < 200000; i++) {
        uint32_t words[5];
        float found[4];

        for (uint32_t k = 0; k < 5; k++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            words[k] = (uint32_t)(random >> 32);
        }
        const struct scene_sampler sampler = {.mag = (enum scene_filter)(words[0] & 1),
                                              .min = (enum scene_filter)(words[0] >> 1 & 1),
                                              .mip = (enum scene_filter)(words[0] >> 2 & 1),
                                              .wrap_u = (enum scene_wrap)(words[0] >> 3 & 3),
                                              .wrap_v = (enum scene_wrap)(words[0] >> 5 & 3),
                                              .lod_bias = base_float_of_bits(words[4]),
                                              .max_lod = (float)(words[0] >> 7 & 7)};
        kit_sample_2d(&texture, &sampler, base_float_of_bits(words[1]),
                      base_float_of_bits(words[2]), base_float_of_bits(words[3]), found);
        /* All texels are 1, the border is 0, and weights add up to 1. */
        for (unsigned c = 0; c < 4; c++)
            assert_true(found[c] >= 0 && found[c] <= 1.000001f);
        if (sampler.wrap_u != BORDER && sampler.wrap_v != BORDER)
            assert_true(found[0] >= 0.999999f);
    }
    free(bytes);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_level),   cmocka_unit_test(test_levels),
        cmocka_unit_test(test_level_sizes), cmocka_unit_test(test_filters),
        cmocka_unit_test(test_formats),     cmocka_unit_test(test_lod),
        cmocka_unit_test(test_any_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
