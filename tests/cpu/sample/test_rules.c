/* SPDX-License-Identifier: MIT
 *
 * Sampling beyond two dimensions and floats: each rule of the specification with values worked out
 * by hand. Texels of f32 tell their place.
 */
#include "kit.h"

#define R32F scene_format_r32_sfloat
#define RGBA32F scene_format_r32g32b32a32_sfloat
#define MAG(filter) .mag = (filter), .min = (filter)

static const float zero;

/* Red of one sample of level 0. */
static float
red_of(const struct cpu_image_view *view, const struct scene_sampler *sampler, float u, float v,
       float w, float layer)
{
    const struct kit_lane lane = {.coordinates = {u, v, w}, .layer = layer, .lod = &zero};
    float found[4];

    kit_run_floats(kit_sample, view, sampler, &lane, 0, found);
    return found[0];
}

/* ---- dimensions ---- */

static void
test_1d_and_3d(void **state)
{
    static const float line[4] = {1, 2, 3, 4};
    static const float block[8] = {1, 2, 3, 4, 5, 6, 7, 8}; /* 2 by 2 by 2 */
    const struct scene_image image_1d = kit_image(R32F, scene_image_1d, 4, 1, 1, 1, 1);
    const struct scene_image image_3d = kit_image(R32F, scene_image_3d, 2, 2, 2, 1, 1);
    const struct cpu_image_view view_1d = kit_view(&image_1d, ir_dim_1d, false, line);
    const struct cpu_image_view view_3d = kit_view(&image_3d, ir_dim_3d, false, block);
    const struct scene_sampler nearest = {.wrap_w = EDGE}, linear = {MAG(LINEAR), .wrap_w = EDGE};
    (void)state;

    kit_assert_near(red_of(&view_1d, &nearest, 0.3f, 9, 9, 0), 2, "1d", 0);
    kit_assert_near(red_of(&view_1d, &linear, 0.5f, 9, 9, 0), 2.5, "1d", 1);
    kit_assert_near(red_of(&view_1d, &linear, 0, 9, 9, 0), 2.5, "1d", 2);
    kit_assert_near(red_of(&view_3d, &nearest, 0.1f, 0.9f, 0.1f, 0), 3, "3d", 0);
    kit_assert_near(red_of(&view_3d, &nearest, 0.9f, 0.1f, 0.9f, 0), 6, "3d", 1);
    kit_assert_near(red_of(&view_3d, &nearest, 0.1f, 0.1f, 7, 0), 5, "3d", 2);
    kit_assert_near(red_of(&view_3d, &linear, 0.5f, 0.5f, 0.5f, 0), 4.5, "3d", 3);
    kit_assert_near(red_of(&view_3d, &linear, 0.25f, 0.25f, 0.375f, 0), 2, "3d", 4);
    kit_assert_near(red_of(&view_3d, &linear, 0.25f, 0.25f, -3, 0), 1, "3d", 5);
}

/* Layers are rounded to nearest even and clamped; a view counts from its own first. */
static void
test_layers(void **state)
{
    static const float texels[5] = {10, 11, 12, 13, 14};
    static const struct {
        float layer;
        double red;
    } rows[] = {
        {0, 11},     {0.49f, 11},     {0.5f, 11},     {0.51f, 12},   {1.5f, 13},  {2.5f, 13},
        {2.51f, 13}, {3, 13},         {99, 13},       {-0.6f, 11},   {-99, 11},   {NAN, 11},
        {1e30f, 13}, {-INFINITY, 11}, {INFINITY, 13}, {1.4999f, 12}, {-0.0f, 11}, {1e-30f, 11},
    };
    const struct scene_image image = kit_image(R32F, scene_image_2d, 1, 1, 1, 5, 1);
    const struct scene_image line = kit_image(R32F, scene_image_1d, 1, 1, 1, 5, 1);
    struct scene_view view = {
        .dim = ir_dim_2d, .is_arrayed = true, .level_count = 1, .first_layer = 1, .layer_count = 3};
    const struct cpu_image_view layers = cpu_image_view_of(&image, &view, (void *)texels);
    const struct scene_sampler sampler = {0};
    (void)state;

    view.dim = ir_dim_1d;
    const struct cpu_image_view lines = cpu_image_view_of(&line, &view, (void *)texels);

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        kit_assert_near(red_of(&layers, &sampler, 0, 0, 0, rows[i].layer), rows[i].red, "2d",
                        (int)i);
        kit_assert_near(red_of(&lines, &sampler, 0, 0, 0, rows[i].layer), rows[i].red, "1d",
                        (int)i);
    }
}

/* A face's texels are 100 face + 10 y + x; 2 by 2. */
static void
fill_cubes(float *texels, unsigned faces)
{
    for (unsigned i = 0; i < faces * 4; i++)
        texels[i] = (float)(100 * (i / 4) + 10 * (i / 2 % 2) + i % 2);
}

static void
test_cubes(void **state)
{
    static const struct {
        enum scene_filter filter;
        float r[3];
        double red;
    } rows[] = {
        /* Faces' quarters: s and t by the specification's table. */
        {NEAREST, {1, 0.5f, 0.5f}, 0},
        {NEAREST, {1, 0.5f, -0.5f}, 1},
        {NEAREST, {1, -0.5f, 0.5f}, 10},
        {NEAREST, {-1, 0.5f, -0.5f}, 100},
        {NEAREST, {-1, 0.5f, 0.5f}, 101},
        {NEAREST, {0.5f, 1, 0.5f}, 211},
        {NEAREST, {-0.5f, 1, 0.5f}, 210},
        {NEAREST, {0.5f, -1, 0.5f}, 301},
        {NEAREST, {0.5f, -1, -0.5f}, 311},
        {NEAREST, {0.5f, 0.5f, 1}, 401},
        {NEAREST, {0.5f, -0.5f, 1}, 411},
        {NEAREST, {0.5f, 0.5f, -1}, 500},
        {NEAREST, {-0.5f, -0.5f, -1}, 511},
        {NEAREST, {10, 5, 5}, 0}, /* The length does not matter, */
        {NEAREST, {1e-38f, 0.5e-38f, 0.5e-38f}, 0},
        {NEAREST, {1, -1, 1}, 411}, /* and of equals z comes first, then y. */
        {NEAREST, {1, 1, 0.5f}, 211},
        /* Middles of texels, and of faces. */
        {LINEAR, {1, 0.5f, 0.5f}, 0},
        {LINEAR, {1, 0, 0}, 5.5},
        {LINEAR, {0, 0, -1}, 505.5},
        /* Half way over an edge: to -z from +x's right column. */
        {LINEAR, {1, 0.5f, -0.999999f}, (1 + 500) / 2.0},
        {LINEAR, {1, -0.5f, -0.999999f}, (11 + 510) / 2.0},
        /* +x's upper row to +y's right column. */
        {LINEAR, {1, 0.999999f, 0.5f}, (0 + 211) / 2.0},
        {LINEAR, {1, 0.999999f, -0.5f}, (1 + 201) / 2.0},
        /* A corner: the mean of three, for the missing one too. */
        {LINEAR, {1, 0.999999f, 0.999999f}, (0 + 211 + 401) / 3.0},
        {LINEAR, {-0.999999f, -0.999999f, -1}, (110 + 310 + 511) / 3.0},
        /* No direction. */
        {NEAREST, {0, 0, 0}, 400},
        {NEAREST, {NAN, NAN, NAN}, 0},
    };
    float texels[12 * 4];
    const struct scene_image image = kit_image(R32F, scene_image_2d, 2, 2, 1, 12, 1);
    const struct cpu_image_view cubes = kit_view(&image, ir_dim_cube, true, texels);
    (void)state;

    fill_cubes(texels, 12);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_sampler sampler = {MAG(rows[i].filter), .wrap_u = BORDER};
        const float *r = rows[i].r;

        for (unsigned cube = 0; cube < 2; cube++) {
            const float found = red_of(&cubes, &sampler, r[0], r[1], r[2], (float)cube);

            if (fabs((double)found - rows[i].red - 600 * cube) > 1e-3 && !isnan(r[0]))
                fail_msg("row %u: found %g, expected %g", (unsigned)i, (double)found,
                         rows[i].red + 600 * cube);
            assert_true(found >= 0 && found <= 1111);
        }
    }
    kit_assert_near(red_of(&cubes, &(const struct scene_sampler){0}, 1, 0.5f, 0.5f, 7), 600,
                    "a cube past the last", 0);
}

/* ---- wrapping and borders ---- */

static void
test_mirror_clamp(void **state)
{
    static const float line[4] = {1, 2, 3, 4};
    static const struct {
        float u;
        double nearest;
        double linear;
    } rows[] = {
        {0.3f, 2, 1.7},   {-0.3f, 2, 1.7},   {-0.01f, 1, 1}, {-0.99f, 4, 4},
        {-1.01f, 4, 4},   {5, 4, 4},         {-5, 4, 4},     {1, 4, 4},
        {INFINITY, 4, 4}, {-INFINITY, 4, 4}, {3e38f, 4, 4},  {NAN, 1, 1},
    };
    const struct cpu_image_view view = kit_view_2d(R32F, 4, 1, 1, line);
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_sampler nearest = {.wrap_u = MIRROR_EDGE};
        const struct scene_sampler linear = {MAG(LINEAR), .wrap_u = MIRROR_EDGE};

        kit_assert_near(red_of(&view, &nearest, rows[i].u, 0, 0, 0), rows[i].nearest, "nearest",
                        (int)i);
        kit_assert_near(red_of(&view, &linear, rows[i].u, 0, 0, 0), rows[i].linear, "linear",
                        (int)i);
    }
}

/* What a format lacks is 0, 0, 0 and 1 in the border too; integers have integer borders. */
static void
test_borders(void **state)
{
    static const struct {
        enum scene_format format;
        uint32_t words[3][4];
    } rows[] = {
#define ONE 0x3f800000u
        {scene_format_r8g8b8a8_unorm, {{0, 0, 0, 0}, {0, 0, 0, ONE}, {ONE, ONE, ONE, ONE}}},
        {scene_format_r8g8b8_unorm, {{0, 0, 0, ONE}, {0, 0, 0, ONE}, {ONE, ONE, ONE, ONE}}},
        {scene_format_r16g16_sfloat, {{0, 0, 0, ONE}, {0, 0, 0, ONE}, {ONE, ONE, 0, ONE}}},
        {scene_format_r8_snorm, {{0, 0, 0, ONE}, {0, 0, 0, ONE}, {ONE, 0, 0, ONE}}},
        {scene_format_r8g8b8a8_uint, {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}}},
        {scene_format_r32_sint, {{0, 0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, 1}}},
        {scene_format_d32_sfloat, {{0, 0, 0, ONE}, {0, 0, 0, ONE}, {ONE, 0, 0, ONE}}},
        {scene_format_s8_uint, {{0, 0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, 1}}},
    };
    static const enum scene_border borders[3] = {
        scene_border_transparent_black, scene_border_opaque_black, scene_border_opaque_white};
    _Alignas(16) static const uint8_t data[16] = {77, 77, 77, 77};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct cpu_image_view view = kit_view_2d(rows[i].format, 1, 1, 1, data);

        for (unsigned b = 0; b < 3; b++) {
            const struct scene_sampler sampler = {.wrap_u = BORDER, .border = borders[b]};
            const struct kit_lane lane = {.coordinates = {1.5f, 0}};
            uint32_t words[4];

            kit_run(kit_sample, &view, &sampler, &lane, 0, words);
            assert_memory_equal(words, rows[i].words[b], sizeof(words));
        }
    }
}

static void
test_unnormalized(void **state)
{
    static const float texels[8] = {1, 2, 3, 4, 11, 12, 13, 14};
    static const struct {
        enum scene_filter filter;
        enum scene_wrap wrap;
        float u;
        float v;
        double red;
    } rows[] = {
        {NEAREST, EDGE, 0, 0, 1},       {NEAREST, EDGE, 1, 1, 12},
        {NEAREST, EDGE, 3.99f, 0, 4},   {NEAREST, EDGE, 4, 2, 14},
        {NEAREST, BORDER, 4, 0, 0},     {NEAREST, BORDER, -0.1f, 0, 0},
        {LINEAR, EDGE, 1, 0.5f, 1.5},   {LINEAR, EDGE, 0, 1, 6},
        {LINEAR, BORDER, 0, 0.5f, 0.5}, {LINEAR, EDGE, 2.25f, 0.5f, 2.75},
    };
    const struct cpu_image_view view = kit_view_2d(R32F, 4, 2, 1, texels);
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_sampler sampler = {MAG(rows[i].filter), .wrap_u = rows[i].wrap,
                                              .wrap_v = EDGE, .is_unnormalized = true};

        kit_assert_near(red_of(&view, &sampler, rows[i].u, rows[i].v, 0, 0), rows[i].red, "red",
                        (int)i);
    }
}

/* Offsets are added before wrapping. */
static void
test_offsets(void **state)
{
    static const float texels[8] = {1, 2, 3, 4, 11, 12, 13, 14};
    static const struct {
        enum scene_filter filter;
        enum scene_wrap wrap;
        int32_t offset[3];
        double red;
    } rows[] = {
        {NEAREST, REPEAT, {0, 0}, 2},
        {NEAREST, REPEAT, {1, 0}, 3},
        {NEAREST, REPEAT, {-2, 0}, 4},
        {NEAREST, REPEAT, {3, 1}, 11},
        {NEAREST, EDGE, {7, 7}, 14},
        {NEAREST, EDGE, {-8, 0}, 1},
        {NEAREST, BORDER, {3, 0}, 0},
        {NEAREST, MIRROR, {-3, 0}, 2},
        {LINEAR, REPEAT, {1, 0}, 3},
        {LINEAR, EDGE, {0, 1}, 12},
        {NEAREST, EDGE, {INT32_MAX, INT32_MIN}, 4},
        {LINEAR, REPEAT, {INT32_MIN, 0}, 2},
    };
    const struct cpu_image_view view = kit_view_2d(R32F, 4, 2, 1, texels);
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_sampler sampler = {MAG(rows[i].filter), .wrap_u = rows[i].wrap,
                                              .wrap_v = rows[i].wrap};
        const struct kit_lane lane = {.coordinates = {0.375f, 0.25f}, .offset = rows[i].offset};
        float found[4];

        kit_run_floats(kit_sample, &view, &sampler, &lane, 0, found);
        kit_assert_near(found[0], rows[i].red, "red", (int)i);
    }
}

/* ---- depth and stencil ---- */

static void
test_compare(void **state)
{
    static const struct {
        enum scene_compare compare;
        double below;
        double equal;
        double above;
        double nan;
    } rows[] = {
        {scene_compare_never, 0, 0, 0, 0},
        {scene_compare_less, 1, 0, 0, 0},
        {scene_compare_equal, 0, 1, 0, 0},
        {scene_compare_less_or_equal, 1, 1, 0, 0},
        {scene_compare_greater, 0, 0, 1, 0},
        {scene_compare_not_equal, 1, 0, 1, 1},
        {scene_compare_greater_or_equal, 0, 1, 1, 0},
        {scene_compare_always, 1, 1, 1, 1},
    };
    static const float depth = 0.5f, drefs[4] = {0.25f, 0.5f, 0.75f, NAN};
    const struct cpu_image_view view = kit_view_2d(scene_format_d32_sfloat, 1, 1, 1, &depth);
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const double expected[4] = {rows[i].below, rows[i].equal, rows[i].above, rows[i].nan};
        const struct scene_sampler sampler = {.has_compare = true, .compare = rows[i].compare};

        for (unsigned n = 0; n < 4; n++) {
            const struct kit_lane lane = {.dref = &drefs[n]};
            float found[4] = {0};

            kit_run_floats(kit_sample, &view, &sampler, &lane, 0, found);
            kit_assert_near(found[0], expected[n], "comparison", (int)i);
        }
    }
}

/* Fixed-point formats clamp the reference. Filters weigh comparisons, not depths. */
static void
test_compare_more(void **state)
{
    _Alignas(16) static const uint16_t ones[2] = {0xffff, 0};
    _Alignas(16) static const float floats[4] = {0.1f, 0.9f, 0.9f, 0.1f};
    static const float two = 2, half = 0.5f, minus = -1;
    const struct cpu_image_view fixed = kit_view_2d(scene_format_d16_unorm, 2, 1, 1, ones);
    const struct cpu_image_view four = kit_view_2d(scene_format_d32_sfloat, 2, 2, 1, floats);
    const struct scene_sampler equal = {.compare = scene_compare_equal, .wrap_u = EDGE};
    const struct scene_sampler less = {MAG(LINEAR), .compare = scene_compare_less, .wrap_u = EDGE,
                                       .wrap_v = EDGE};
    struct kit_lane lane = {.coordinates = {0.25f, 0.5f}, .dref = &two};
    float found[4] = {0};
    (void)state;

    kit_run_floats(kit_sample, &fixed, &equal, &lane, 0, found);
    kit_assert_near(found[0], 1, "2 of a fixed-point format", 0);
    lane = (struct kit_lane){.coordinates = {0.75f, 0.5f}, .dref = &minus};
    kit_run_floats(kit_sample, &fixed, &equal, &lane, 0, found);
    kit_assert_near(found[0], 1, "-1 of a fixed-point format", 0);
    lane = (struct kit_lane){.coordinates = {0.25f, 0.25f}, .dref = &two};
    kit_run_floats(kit_sample, &four, &equal, &lane, 0, found);
    kit_assert_near(found[0], 0, "2 of a float format", 0);
    lane = (struct kit_lane){.coordinates = {0.375f, 0.25f}, .dref = &half};
    kit_run_floats(kit_sample, &four, &less, &lane, 0, found);
    kit_assert_near(found[0], 0.25, "a quarter of the right one", 0);
    lane = (struct kit_lane){.coordinates = {0.5f, 0.5f}, .dref = &half};
    kit_run_floats(kit_sample, &four, &less, &lane, 0, found);
    kit_assert_near(found[0], 0.5, "two of four", 0);
}

static void
test_stencil(void **state)
{
    _Alignas(16) static const uint8_t data[8] = {0xff, 0xff, 0xff, 0x2a};
    const struct scene_image image =
        kit_image(scene_format_d24_unorm_s8_uint, scene_image_2d, 1, 1, 1, 1, 1);
    struct scene_view view = {.dim = ir_dim_2d, .level_count = 1, .layer_count = 1};
    const struct scene_sampler sampler = {0};
    const struct kit_lane lane = {{0}};
    uint32_t words[4];
    (void)state;

    struct cpu_image_view of = cpu_image_view_of(&image, &view, (void *)data);

    kit_run(kit_sample, &of, &sampler, &lane, 0, words);
    assert_memory_equal(words, ((const uint32_t[4]){ONE, 0, 0, ONE}), sizeof(words));
    view.is_stencil = true;
    view.swizzle[1] = scene_swizzle_one;
    view.swizzle[2] = scene_swizzle_r;
    of = cpu_image_view_of(&image, &view, (void *)data);
    kit_run(kit_sample, &of, &sampler, &lane, 0, words);
    assert_memory_equal(words, ((const uint32_t[4]){0x2a, 1, 0x2a, 1}), sizeof(words));
}

/* ---- gather ---- */

static void
test_gather(void **state)
{
    /* 3 by 3: red counts, green is 100 more. */
    static float texels[9][2];
    static const int32_t offset[3] = {1, -1}, far_off[3] = {-40, 40},
                         four[8] = {0, 0, 1, 0, 0, 1, -1, -1};
    static const float dref = 4.5f;
    static const struct {
        float u;
        float v;
        unsigned component;
        const int32_t *offset;
        const int32_t *offsets;
        const float *dref;
        enum scene_wrap wrap;
        double expected[4];
    } rows[] = {
        {0.5f, 0.5f, 0, NULL, NULL, NULL, EDGE, {7, 8, 5, 4}},
        {0.34f, 0.34f, 0, NULL, NULL, NULL, EDGE, {3, 4, 1, 0}},
        {0.5f, 0.5f, 1, NULL, NULL, NULL, EDGE, {107, 108, 105, 104}},
        {0.5f, 0.5f, 2, NULL, NULL, NULL, EDGE, {0, 0, 0, 0}},
        {0.5f, 0.5f, 3, NULL, NULL, NULL, EDGE, {1, 1, 1, 1}},
        {0, 0, 0, NULL, NULL, NULL, REPEAT, {2, 0, 6, 8}},
        {0, 0, 0, NULL, NULL, NULL, EDGE, {0, 0, 0, 0}},
        {0, 0, 1, NULL, NULL, NULL, BORDER, {0, 100, 0, 0}},
        {0.5f, 0.5f, 0, offset, NULL, NULL, EDGE, {5, 5, 2, 2}},
        {0.5f, 0.5f, 0, far_off, NULL, NULL, EDGE, {6, 6, 6, 6}},
        {0.5f, 0.5f, 0, NULL, four, NULL, EDGE, {4, 5, 7, 0}},
        {0.9f, 0.5f, 0, NULL, four, NULL, EDGE, {5, 5, 8, 1}},
        {0.9f, 0.5f, 0, NULL, four, NULL, REPEAT, {5, 3, 8, 1}},
        {0.5f, 0.5f, 0, NULL, NULL, &dref, EDGE, {1, 1, 1, 0}},
    };
    const struct cpu_image_view view = kit_view_2d(scene_format_r32g32_sfloat, 3, 3, 1, texels);
    (void)state;

    for (unsigned i = 0; i < 9; i++) {
        texels[i][0] = (float)i;
        texels[i][1] = (float)(100 + i);
    }
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        /* The filters do not matter. */
        const struct scene_sampler sampler = {MAG(i % 2 ? LINEAR : NEAREST), .wrap_u = rows[i].wrap,
                                              .wrap_v = rows[i].wrap,
                                              .compare = scene_compare_less};
        const struct kit_lane lane = {.coordinates = {rows[i].u, rows[i].v},
                                      .offset = rows[i].offset,
                                      .offsets = rows[i].offsets,
                                      .dref = rows[i].dref};
        float found[4];

        kit_run_floats(kit_gather, &view, &sampler, &lane, rows[i].component, found);
        for (unsigned n = 0; n < 4; n++)
            kit_assert_near(found[n], rows[i].expected[n], "texel", (int)i);
    }
}

static void
test_gather_more(void **state)
{
    static const float depths[4] = {0.1f, 0.2f, 0.3f, 0.4f}, dref = 0.25f;
    static const uint32_t integers[4] = {UINT32_MAX, 2, 3, 0x80000000};
    float texels[6 * 4];
    const struct scene_image image = kit_image(R32F, scene_image_2d, 2, 2, 1, 6, 1);
    const struct scene_image plain =
        kit_image(scene_format_r32_uint, scene_image_2d, 2, 2, 1, 1, 1);
    const struct cpu_image_view cube = kit_view(&image, ir_dim_cube, false, texels);
    const struct cpu_image_view depth = kit_view_2d(scene_format_d32_sfloat, 2, 2, 1, depths);
    struct scene_view view = {.dim = ir_dim_2d, .level_count = 1, .layer_count = 1};
    const struct scene_sampler sampler = {.compare = scene_compare_less};
    struct kit_lane lane = {.coordinates = {0.5f, 0.5f}, .dref = &dref};
    float found[4];
    uint32_t words[4];
    (void)state;

    kit_run_floats(kit_gather, &depth, &sampler, &lane, 0, found);
    assert_memory_equal(found, ((const float[4]){1, 1, 0, 0}), sizeof(found));
    /* The component is the swizzle's. */
    view.swizzle[0] = scene_swizzle_one;
    view.swizzle[1] = scene_swizzle_r;
    lane.dref = NULL;
    const struct cpu_image_view of = cpu_image_view_of(&plain, &view, (void *)integers);

    kit_run(kit_gather, &of, &sampler, &lane, 0, words);
    assert_memory_equal(words, ((const uint32_t[4]){1, 1, 1, 1}), sizeof(words));
    kit_run(kit_gather, &of, &sampler, &lane, 1, words);
    assert_memory_equal(words, ((const uint32_t[4]){3, 0x80000000, 2, UINT32_MAX}), sizeof(words));
    /* A cube's face, and past its edge: to the right of +x is -z's left column. */
    fill_cubes(texels, 6);
    lane = (struct kit_lane){.coordinates = {1, 0, 0}};
    kit_run_floats(kit_gather, &cube, &sampler, &lane, 0, found);
    assert_memory_equal(found, ((const float[4]){10, 11, 1, 0}), sizeof(found));
    lane = (struct kit_lane){.coordinates = {1, 0, -0.9f}};
    kit_run_floats(kit_gather, &cube, &sampler, &lane, 0, found);
    assert_memory_equal(found, ((const float[4]){11, 510, 500, 1}), sizeof(found));
}

/* ---- levels ---- */

/* 8 by 8 with four levels, each of its own number. */
static float level_texels[64 + 16 + 4 + 1];

static struct cpu_image_view
levels_view(void)
{
    for (unsigned i = 0; i < BASE_COUNT(level_texels); i++)
        level_texels[i] = i < 64 ? 0.0f : i < 80 ? 1.0f : i < 84 ? 2.0f : 3.0f;
    return kit_view_2d(R32F, 8, 8, 4, level_texels);
}

static void
test_query(void **state)
{
    static const struct {
        enum scene_filter mip;
        float scale; /* Texels from pixel to pixel. */
        float sampler_bias;
        float most;
        float bias;
        double clamped;
        double lod;
    } rows[] = {
        {LINEAR, 1, 0, 100, 0, 0, 0},           {LINEAR, 2, 0, 100, 0, 1, 1},
        {LINEAR, 0.5f, 0, 100, 0, 0, -1},       {LINEAR, 64, 0, 100, 0, 3, 6},
        {LINEAR, 2, 0.25f, 100, 0, 1.25, 1.25}, {LINEAR, 2, 0.25f, 100, 0.5f, 1.75, 1.75},
        {LINEAR, 4, 0, 1.5f, 0, 1.5, 2},        {NEAREST, 2, 0.25f, 100, 0, 1, 1.25},
        {NEAREST, 2, 0.5f, 100, 0, 1, 1.5},     {NEAREST, 2, 0.75f, 100, 0, 2, 1.75},
        {LINEAR, 2, 0, 100, 99, 3, 17}, /* Biases end at 16. */
        {LINEAR, 2, -99, 100, 0, 0, -15},
    };
    const struct cpu_image_view view = levels_view();
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_sampler sampler = {.mip = rows[i].mip,
                                              .lod_bias = rows[i].sampler_bias,
                                              .min_lod = -100,
                                              .max_lod = rows[i].most};
        const float x[3] = {rows[i].scale / 8}, y[3] = {0, rows[i].scale / 16};
        const struct kit_lane lane = {.grad_x = x, .grad_y = y, .bias = &rows[i].bias};
        float found[4];

        kit_run_floats(kit_lod, &view, &sampler, &lane, 0, found);
        kit_assert_near(found[0], rows[i].clamped, "clamped", (int)i);
        kit_assert_near(found[1], rows[i].lod, "level", (int)i);
    }
}

/* The operand and the sampler's limit: the larger holds. */
static void
test_min_lod(void **state)
{
    static const struct {
        float lod;
        float sampler;
        float operand;
        double level;
    } rows[] = {{0, 0, 2, 2}, {0, 1, 0.5f, 1}, {3, 0, 2, 3}, {0, 0, 99, 2.5}, {0, 1, NAN, 1}};
    const struct cpu_image_view view = levels_view();
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_sampler sampler = {
            .mip = LINEAR, .min_lod = rows[i].sampler, .max_lod = i == 3 ? 2.5f : 9};
        const struct kit_lane lane = {.lod = &rows[i].lod, .min_lod = &rows[i].operand};
        float found[4];

        kit_run_floats(kit_sample, &view, &sampler, &lane, 0, found);
        kit_assert_near(found[0], rows[i].level, "level", (int)i);
    }
}

/* A quad's differences, also of lanes that are not asked for; without quads the level is 0. */
static void
test_quads(void **state)
{
    const struct cpu_image_view view = levels_view();
    const struct scene_sampler sampler = {.mip = LINEAR, .lod_bias = 0.5f, .max_lod = 9};
    /* Two quads: 2 texels a pixel, and 4 down. */
    const float u[8] = {0, 0.25f, 0, 0.25f, 0.5f, 0.5f, 0.5f, 0.5f},
                v[8] = {0, 0, 0.125f, 0.125f, 0, 0, 0.5f, 0.5f};
    float result[4][8] = {{0}};
    struct cpu_sample sample = {.mask = 0x88,
                                .lanes = 8,
                                .has_quads = true,
                                .coordinates = {(const uint32_t *)u, (const uint32_t *)v},
                                .result = (uint32_t *)result,
                                .stride = 8};
    (void)state;

    cpu_image_sample(&view, &sampler, &sample);
    kit_assert_near(result[0][3], 1.5, "the first quad", 0);
    kit_assert_near(result[0][7], 2.5, "the second quad", 0);
    sample.has_quads = false;
    cpu_image_sample(&view, &sampler, &sample);
    kit_assert_near(result[0][3], 0.5, "no quads", 0);
    kit_assert_near(result[0][7], 0.5, "no quads", 1);
    sample.has_quads = true;
    sample.lanes = 7;
    sample.mask = 0x48;
    cpu_image_sample(&view, &sampler, &sample);
    kit_assert_near(result[0][3], 1.5, "a whole quad", 0);
    kit_assert_near(result[0][6], 0.5, "a quad that is not whole", 0);
}

/* A footprint of 4 by 1 texels: one sample of level 2, or four of level 0. */
static void
test_anisotropy(void **state)
{
    static const struct {
        float most;
        double level;
        double red; /* Of level 0: four samples, 0.8 texels apart. */
    } rows[] = {{0, 2, 0}, {1, 2, 0}, {2, 1, 0}, {4, 0, 3.5}, {16, 0, 3.5}, {1e9f, 0, 3.5}};
    static float texels[8 * 8 + 4 * 4 + 2 * 2 + 1];
    static const float x[3] = {0.5f}, y[3] = {0, 0.125f};
    const struct cpu_image_view levels = levels_view();
    const struct cpu_image_view view = kit_view_2d(R32F, 8, 8, 4, texels);
    (void)state;

    for (unsigned i = 0; i < 64; i++)
        texels[i] = (float)(i % 8);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_sampler sampler = {MAG(LINEAR), .mip = LINEAR, .max_lod = 9,
                                              .wrap_u = EDGE, .max_anisotropy = rows[i].most};
        const struct kit_lane lane = {.coordinates = {0.5f, 0.3f}, .grad_x = x, .grad_y = y};
        float found[4];

        kit_run_floats(kit_sample, &levels, &sampler, &lane, 0, found);
        kit_assert_near(found[0], rows[i].level, "level", (int)i);
        kit_run_floats(kit_sample, &view, &sampler, &lane, 0, found);
        kit_assert_near(found[0], rows[i].red, "red", (int)i);
    }
    /* The axis matters: at the edge the samples to the left clamp. */
    const struct scene_sampler sampler = {MAG(LINEAR), .mip = LINEAR, .max_lod = 9, .wrap_u = EDGE,
                                          .max_anisotropy = 4};
    const struct kit_lane lane = {.coordinates = {0.0625f, 0.3f}, .grad_x = x, .grad_y = y};
    float found[4];

    /* Texels -1.2, -0.4, 0.4, 1.2. */
    kit_run_floats(kit_sample, &view, &sampler, &lane, 0, found);
    kit_assert_near(found[0], (0.4 + 1.2) / 4, "red at the edge", 0);
}

/* ---- nothing there ---- */

static void
test_null(void **state)
{
    static const float texel = 5;
    const struct cpu_image_view null = {0}, one = kit_view_2d(R32F, 1, 1, 1, &texel);
    const struct cpu_image_view buffer = cpu_texel_view_of(R32F, (void *)&texel, 4);
    const struct scene_sampler sampler = {0};
    const struct kit_lane lane = {{0}};
    static const struct scene_view views[] = {
        {.dim = ir_dim_3d, .level_count = 1, .layer_count = 1},
        {.dim = ir_dim_1d, .level_count = 1, .layer_count = 1},
        {.dim = ir_dim_cube, .level_count = 1, .layer_count = 1},
        {.dim = ir_dim_2d, .level_count = 2, .layer_count = 1},
        {.dim = ir_dim_2d, .level_count = 0, .layer_count = 1},
        {.dim = ir_dim_2d, .first_level = UINT32_MAX, .level_count = 2, .layer_count = 1},
        {.dim = ir_dim_2d, .level_count = 1, .first_layer = UINT32_MAX, .layer_count = 2},
        {.dim = ir_dim_2d, .level_count = 1, .layer_count = 2},
        {.dim = ir_dim_buffer, .level_count = 1, .layer_count = 1},
        {.dim = ir_dim_2d, .level_count = 1, .layer_count = 1, .format = scene_format_r8_unorm},
    };
    const struct scene_image image = kit_image(R32F, scene_image_2d, 1, 1, 1, 1, 1);
    (void)state;

    for (unsigned op = 0; op < 3; op++) {
        const struct cpu_image_view *of[] = {&null, &buffer, &one};

        for (unsigned i = 0; i < 3; i++) {
            uint32_t words[4] = {9, 9, op == kit_lod ? 0 : 9, op == kit_lod ? 0 : 9};

            kit_run((enum kit_op)op, of[i], i == 2 ? NULL : &sampler, &lane, 0, words);
            assert_memory_equal(words, ((const uint32_t[4]){0}), sizeof(words));
        }
    }
    for (size_t i = 0; i < BASE_COUNT(views); i++)
        assert_int_equal(cpu_image_view_of(&image, &views[i], (void *)&texel).levels, 0);
    assert_int_equal(
        cpu_image_view_of(
            &image,
            &(const struct scene_view){.dim = ir_dim_2d, .level_count = 1, .layer_count = 1}, NULL)
            .levels,
        0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_1d_and_3d),    cmocka_unit_test(test_layers),
        cmocka_unit_test(test_cubes),        cmocka_unit_test(test_mirror_clamp),
        cmocka_unit_test(test_borders),      cmocka_unit_test(test_unnormalized),
        cmocka_unit_test(test_offsets),      cmocka_unit_test(test_compare),
        cmocka_unit_test(test_compare_more), cmocka_unit_test(test_stencil),
        cmocka_unit_test(test_gather),       cmocka_unit_test(test_gather_more),
        cmocka_unit_test(test_query),        cmocka_unit_test(test_min_lod),
        cmocka_unit_test(test_quads),        cmocka_unit_test(test_anisotropy),
        cmocka_unit_test(test_null),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
