/* SPDX-License-Identifier: MIT
 *
 * Image ops as shaders reach them: that every operand arrives, which lanes take part, and which of
 * a row of images and samplers each lane has. What texels become is sample/'s to test.
 */
#include "interp_test.h"

#include "cpu/sample/sample.h"

#define TYPE_F32X4 IR_VEC(ir_type_f32, 4)
#define TYPE_I32X4 IR_VEC(ir_type_i32, 4)

/* The images of a test, bound as the shader's images 0, 1, ... */
struct bound {
    struct cpu_image_view views[4];
    const struct scene_sampler *own[4];
    const struct scene_sampler *others[2];
    struct cpu_images images[4];
    struct cpu_samplers samplers[1];
};

/* One view a row, each with the same sampler. */
static void
bind(struct bound *bound, struct test_run *run, const struct scene_sampler *sampler)
{
    for (uint32_t i = 0; i < 4; i++) {
        bound->own[i] = sampler;
        bound->images[i] = (struct cpu_images){&bound->views[i], &bound->own[i], 1};
    }
    run->resources.images = bound->images;
    run->resources.samplers = bound->samplers;
}

static ir_ref
component(struct test_shader *t, ir_ref vec, uint32_t i)
{
    const ir_type_id type = ir_type_of(t->shader, vec);

    return ir_build_op(&t->b, ir_op_extract, (ir_type_id)ir_type_scalar(type), vec, 0, i);
}

/* ---- sampling ---- */

/* Three levels of one colour each, so that a sample tells its level: red, in fifths a level. */
#define TEXEL(red) red, 0, 0, 255
#define FOUR_TEXELS(red) TEXEL(red), TEXEL(red), TEXEL(red), TEXEL(red)
static unsigned char level_colours[] = {
    FOUR_TEXELS(0), FOUR_TEXELS(0), FOUR_TEXELS(0), FOUR_TEXELS(0), FOUR_TEXELS(51), TEXEL(102),
};
static const struct scene_image level_image = {.format = scene_format_r8g8b8a8_unorm,
                                               .dim = scene_image_2d,
                                               .width = 4,
                                               .height = 4,
                                               .depth = 1,
                                               .layers = 1,
                                               .levels = 3,
                                               .samples = 1,
                                               .size = sizeof(level_colours)};
static const struct scene_view level_view = {.dim = ir_dim_2d, .level_count = 3, .layer_count = 1};
static const struct scene_sampler level_sampler = {.mip = scene_filter_linear, .max_lod = 10};

struct level_case {
    enum ir_stage stage;
    uint32_t bits;
    float scale; /* The coordinates' difference from place to place. */
    float operand;
    float min_lod; /* With IR_SAMPLE_MIN_LOD. */
    float expected;
};

static ir_ref
make_level_sample(struct test_shader *t, const struct level_case *c, ir_ref u, ir_ref v)
{
    ir_ref x[8] = {u, v};
    uint32_t count = 2;

    if (c->bits & (IR_SAMPLE_BIAS | IR_SAMPLE_LOD))
        x[count++] = ir_build_f32(&t->b, c->operand);
    if (c->bits & IR_SAMPLE_GRAD) {
        x[count++] = ir_build_f32(&t->b, c->operand);
        for (uint32_t i = 0; i < 3; i++)
            x[count++] = ir_build_f32(&t->b, 0);
    }
    if (c->bits & IR_SAMPLE_MIN_LOD)
        x[count++] = ir_build_f32(&t->b, c->min_lod);
    return ir_build_list(&t->b, ir_op_sample, TYPE_F32X4, x, count, 1 | c->bits);
}

static void
check_level(const struct level_case *c)
{
    const struct ir_image image = {.dim = ir_dim_2d, .count = 1};
    struct test_shader t_, *t = &t_;

    test_shader_init(t, c->stage);
    ir_add_image(t->shader, &image);
    ir_add_image(t->shader, &image);
    const uint32_t u = test_add_input(t, ir_type_f32), v = test_add_input(t, ir_type_f32);
    const ir_ref texel =
        make_level_sample(t, c, test_load(t, ir_type_f32, u), test_load(t, ir_type_f32, v));
    const uint32_t red = test_output_bits(t, component(t, texel, 0));
    const uint32_t alpha = test_output_bits(t, component(t, texel, 3));
    test_verify(t);
    EACH_CONFIG(config)
    {
        struct bound bound = {{{0}}};
        struct test_run run;

        test_run_init(&run, t, config);
        bound.views[1] = cpu_image_view_of(&level_image, &level_view, level_colours);
        bind(&bound, &run, &level_sampler);
        for (uint32_t i = 0; i < config.lanes; i++) {
            /* Quads apart from one another, each with the same differences. */
            test_input(&run, u)[i] =
                base_bits_of_float(0.1f * (float)(i / 4) + c->scale * (float)(i % 2));
            test_input(&run, v)[i] = base_bits_of_float(c->scale * (float)(i % 4 / 2));
        }
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const float found = base_float_of_bits(test_output(&run, red)[i]) * 5;

            if (!(found > c->expected - 0.01f && found < c->expected + 0.01f))
                fail_msg("lane %u: found level %g, expected %g", i, (double)found,
                         (double)c->expected);
            assert_int_equal(test_output(&run, alpha)[i], base_bits_of_float(1));
        }
        /* An image of another dimension is none; nor is there one without a sampler. */
        bound.views[1].dim = ir_dim_3d;
        test_run(&run, UINT64_MAX);
        assert_int_equal(test_output(&run, alpha)[1], 0);
        bound.views[1].dim = ir_dim_2d;
        bound.own[1] = NULL;
        test_run(&run, UINT64_MAX);
        assert_int_equal(test_output(&run, alpha)[1], 0);
        bound.images[1] = (struct cpu_images){0};
        test_run(&run, UINT64_MAX);
        assert_int_equal(test_output(&run, alpha)[1], 0);
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_levels(void **state)
{
    /* A difference of 1/2 is two texels. */
    static const struct level_case cases[] = {
        {ir_stage_fragment, 0, 0.5f, 0, 0, 1},
        {ir_stage_fragment, 0, 0.25f, 0, 0, 0},
        {ir_stage_fragment, 0, 1.0f, 0, 0, 2},
        {ir_stage_fragment, IR_SAMPLE_BIAS, 0.5f, 0.5f, 0, 1.5f},
        {ir_stage_fragment, IR_SAMPLE_BIAS, 1.0f, -1.25f, 0, 0.75f},
        {ir_stage_fragment, IR_SAMPLE_LOD, 0.5f, 0.25f, 0, 0.25f},
        {ir_stage_fragment, IR_SAMPLE_LOD, 0.5f, 100, 0, 2},
        {ir_stage_fragment, IR_SAMPLE_GRAD, 0.25f, 0.5f, 0, 1},
        {ir_stage_fragment, IR_SAMPLE_MIN_LOD, 0.25f, 0, 1.25f, 1.25f},
        {ir_stage_fragment, IR_SAMPLE_GRAD | IR_SAMPLE_MIN_LOD, 0.25f, 0.5f, 1.5f, 1.5f},
        {ir_stage_vertex, 0, 0.5f, 0, 0, 0},
        {ir_stage_vertex, IR_SAMPLE_LOD, 0.5f, 0.75f, 0, 0.75f},
        {ir_stage_vertex, IR_SAMPLE_GRAD, 0.5f, 0.5f, 0, 1},
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(cases); i++)
        check_level(&cases[i]);
}

/* Images and samplers of their own for each lane: image e has one texel of value e + 1; sampler 0
 * repeats, sampler 1 has a border of zeroes. */
static void
test_elements(void **state)
{
    static float texels[2] = {1, 2};
    static const struct scene_sampler repeat = {.max_lod = 10},
                                      border = {.wrap_u = scene_wrap_clamp_to_border,
                                                .wrap_v = scene_wrap_clamp_to_border,
                                                .max_lod = 10};
    const struct scene_image one = {.format = scene_format_r32_sfloat,
                                    .dim = scene_image_2d,
                                    .width = 1,
                                    .height = 1,
                                    .depth = 1,
                                    .layers = 1,
                                    .levels = 1,
                                    .samples = 1,
                                    .size = 4};
    const struct scene_view view = {.dim = ir_dim_2d, .level_count = 1, .layer_count = 1};
    const struct ir_image image = {.dim = ir_dim_2d, .kind = ir_image_sampled, .count = 3};
    const struct ir_sampler sampler = {.count = 2};
    struct test_shader t_, *t = &t_;
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    ir_add_image(t->shader, &image);
    ir_add_sampler(t->shader, &sampler);
    const ir_ref lane = test_lane(t);
    const ir_ref element = ir_build_iand(&t->b, lane, ir_build_i32(&t->b, 3));
    const ir_ref sampler_element = ir_build_iand(
        &t->b, ir_build_ushr(&t->b, lane, ir_build_i32(&t->b, 2)), ir_build_i32(&t->b, 1));
    const ir_ref far = ir_build_f32(&t->b, 1.5f), level = ir_build_f32(&t->b, 0);
    const ir_ref texel = test_list(t, ir_op_sample, TYPE_F32X4,
                                   IR_IMAGE_SAMPLER(0) | IR_SAMPLE_LOD | IR_IMAGE_ELEMENT |
                                       IR_SAMPLER_ELEMENT | IR_IMAGE_NON_UNIFORM,
                                   5, far, far, level, element, sampler_element);
    const uint32_t output = test_output_bits(t, component(t, texel, 0));
    test_verify(t);
    EACH_CONFIG(config)
    {
        struct bound bound = {{{0}}};
        struct test_run run;

        test_run_init(&run, t, config);
        bind(&bound, &run, NULL);
        bound.views[0] = cpu_image_view_of(&one, &view, &texels[0]);
        bound.views[1] = cpu_image_view_of(&one, &view, &texels[1]);
        bound.images[0].count = 3;
        bound.others[0] = &repeat;
        bound.others[1] = &border;
        bound.samplers[0] = (struct cpu_samplers){bound.others, 2};
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const bool is_inside = i % 4 < 2 && i / 4 % 2 == 0;

            assert_int_equal(test_output(&run, output)[i],
                             is_inside ? base_bits_of_float((float)(i % 4 + 1)) : 0);
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* Gathers of a component and with offsets, comparisons, and the level of detail. */
static void
test_others(void **state)
{
    const struct ir_image image = {.dim = ir_dim_2d, .count = 1};
    const struct scene_sampler compare = {
        .has_compare = true, .compare = scene_compare_less, .max_lod = 10};
    static unsigned char pixels[16];
    const struct scene_image two = {.format = scene_format_r8g8b8a8_unorm,
                                    .dim = scene_image_2d,
                                    .width = 2,
                                    .height = 2,
                                    .depth = 1,
                                    .layers = 1,
                                    .levels = 1,
                                    .samples = 1,
                                    .size = 16};
    static float depths[1] = {0.5f};
    struct scene_image depth = two;
    const struct scene_view view = {.dim = ir_dim_2d, .level_count = 1, .layer_count = 1};
    struct test_shader t_, *t = &t_;
    uint32_t gathered[4], moved[4], lods[2];
    (void)state;

    for (uint32_t i = 0; i < 4; i++)
        pixels[4 * i + 2] = (unsigned char)(51 * i);
    depth.format = scene_format_d32_sfloat;
    depth.width = depth.height = 1;
    depth.size = 4;
    test_shader_init(t, ir_stage_fragment);
    for (uint32_t i = 0; i < 3; i++)
        ir_add_image(t->shader, &image);
    const uint32_t input = test_add_input(t, ir_type_f32);
    const ir_ref half = ir_build_f32(&t->b, 0.5f), zero = ir_build_i32(&t->b, 0);
    const ir_ref one = ir_build_i32(&t->b, 1), x = test_load(t, ir_type_f32, input);
    const ir_ref blue =
        test_list(t, ir_op_gather, TYPE_F32X4, 0 | 2 * IR_GATHER_COMPONENT, 2, half, half);
    /* All four texels, each by an offset of its own from the left upper one. */
    const ir_ref minus = ir_build_i32(&t->b, UINT32_MAX);
    const ir_ref by_offsets =
        test_list(t, ir_op_gather, TYPE_F32X4, 0 | 2 * IR_GATHER_COMPONENT | IR_GATHER_OFFSETS, 10,
                  ir_build_f32(&t->b, 0.25f), ir_build_f32(&t->b, 0.25f), zero, zero, one, zero,
                  zero, one, one, one);
    const uint32_t nearer = test_output_bits(
        t, test_list(t, ir_op_sample, ir_type_f32, 1 | IR_SAMPLE_DREF, 3, half, half, x));
    const ir_ref offset =
        test_list(t, ir_op_sample, TYPE_F32X4, 0 | IR_IMAGE_OFFSET, 4, ir_build_f32(&t->b, 0.75f),
                  ir_build_f32(&t->b, 0.75f), minus, zero);
    const uint32_t shifted = test_output_bits(t, component(t, offset, 2));
    const ir_ref lod = test_list(t, ir_op_image_lod, IR_VEC(ir_type_f32, 2), 2, 2, x, half);
    for (uint32_t i = 0; i < 4; i++) {
        gathered[i] = test_output_bits(t, component(t, blue, i));
        moved[i] = test_output_bits(t, component(t, by_offsets, i));
    }
    lods[0] = test_output_bits(t, component(t, lod, 0));
    lods[1] = test_output_bits(t, component(t, lod, 1));
    test_verify(t);
    EACH_CONFIG(config)
    {
        /* Lower left, lower right, upper right, upper left; rows go down. */
        static const uint32_t order[4] = {2, 3, 1, 0};
        struct bound bound = {{{0}}};
        struct test_run run;

        test_run_init(&run, t, config);
        bind(&bound, &run, &level_sampler);
        bound.views[0] = cpu_image_view_of(&two, &view, pixels);
        bound.views[1] = cpu_image_view_of(&depth, &view, depths);
        bound.views[2] = cpu_image_view_of(&level_image, &level_view, level_colours);
        bound.own[1] = &compare;
        for (uint32_t i = 0; i < config.lanes; i++)
            test_input(&run, input)[i] = base_bits_of_float(0.375f + 0.25f * (float)(i % 4));
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            for (uint32_t k = 0; k < 4; k++) {
                assert_int_equal(test_output(&run, gathered[k])[i],
                                 base_bits_of_float(0.2f * (float)order[k]));
                assert_int_equal(test_output(&run, moved[k])[i],
                                 base_bits_of_float(0.2f * (float)k));
            }
            assert_int_equal(test_output(&run, nearer)[i], i % 4 < 1 ? base_bits_of_float(1) : 0);
            assert_int_equal(test_output(&run, shifted)[i], base_bits_of_float(0.2f * 2));
            assert_int_equal(test_output(&run, lods[1])[i], base_bits_of_float(1));
            assert_int_equal(test_output(&run, lods[0])[i], base_bits_of_float(1));
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* ---- texels ---- */

/* A 2D array of two layers and two levels, of the words 0, 1, 2 ... in order. */
#define ARRAY_WORDS (2 * 16 + 2 * 4)
static const struct scene_image array_image = {.format = scene_format_r32_uint,
                                               .dim = scene_image_2d,
                                               .width = 4,
                                               .height = 4,
                                               .depth = 1,
                                               .layers = 2,
                                               .levels = 2,
                                               .samples = 1,
                                               .size = 4 * ARRAY_WORDS};
static const struct scene_view array_view = {
    .dim = ir_dim_2d, .is_arrayed = true, .level_count = 2, .layer_count = 2};

static void
test_texels(void **state)
{
    const struct ir_image sampled = {.dim = ir_dim_2d,
                                     .kind = ir_image_sampled,
                                     .texel = ir_texel_u32,
                                     .is_arrayed = true,
                                     .count = 1};
    struct ir_image storage = sampled;
    struct test_shader t_, *t = &t_;
    ir_ref x[4];
    (void)state;

    storage.kind = ir_image_storage;
    storage.format = ir_image_format_r32ui;
    test_shader_init(t, ir_stage_fragment);
    ir_add_image(t->shader, &sampled);
    ir_add_image(t->shader, &storage);
    const uint32_t input = test_add_input(t, ir_type_i32);
    for (uint32_t i = 0; i < 4; i++)
        x[i] = ir_build_op(&t->b, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(input, i));
    const ir_ref one = ir_build_i32(&t->b, 1), zero = ir_build_i32(&t->b, 0);
    const uint32_t fetched = test_output_bits(
        t, component(t,
                     test_list(t, ir_op_fetch, TYPE_I32X4, IR_SAMPLE_LOD | IR_IMAGE_OFFSET, 6, x[0],
                               x[1], x[2], x[3], one, zero),
                     0));
    const uint32_t loaded = test_output_bits(
        t, component(t, test_list(t, ir_op_image_load, TYPE_I32X4, 1, 3, x[0], x[1], x[2]), 0));
    const ir_ref lane = test_lane(t);
    /* Lanes meet in a texel, and have an order there. */
    const uint32_t old =
        test_output_bits(t, test_list(t, ir_op_image_atomic, ir_type_i32,
                                      1 | IR_IMAGE_ATOMIC(ir_op_iadd), 4, x[0], x[1], x[2], one));
    const uint32_t exchanged = test_output_bits(
        t, test_list(t, ir_op_image_atomic, ir_type_i32, 1 | IR_IMAGE_ATOMIC(ir_op_select), 5, zero,
                     zero, zero, ir_build_i32(&t->b, 1000), one));
    test_list(t, ir_op_image_store, ir_type_void, 1, 7,
              ir_build_iand(&t->b, lane, ir_build_i32(&t->b, 3)),
              ir_build_ushr(&t->b, lane, ir_build_i32(&t->b, 2)), one, lane, zero, zero, zero);
    test_verify(t);
    EACH_CONFIG(config)
    {
        _Alignas(16) uint32_t words[ARRAY_WORDS], expected[ARRAY_WORDS];
        struct bound bound = {{{0}}};
        uint64_t random = 1;
        struct test_run run;

        test_run_init(&run, t, config);
        bind(&bound, &run, NULL);
        bound.views[0] = bound.views[1] = cpu_image_view_of(&array_image, &array_view, words);
        for (uint32_t n = 0; n < 20; n++) {
            const uint64_t active = n ? UINT64_C(0x100000001) * n * 0x71357 : UINT64_MAX;
            const uint64_t helpers = n % 3 ? active & UINT64_C(0x8421842184218421) : 0;

            for (uint32_t i = 0; i < ARRAY_WORDS; i++)
                words[i] = expected[i] = i;
            words[0] = expected[0] = 1;
            for (uint32_t i = 0; i < config.lanes * 4; i++)
                test_input(&run, input)[i] =
                    i / config.lanes < 2 ? test_random(&random) % 6 - 1 : test_random(&random) % 3;
            run.group.helpers = helpers;
            test_run(&run, active);
            for (uint32_t i = 0; i < config.lanes; i++) {
                const uint32_t *in = test_input(&run, input) + i;
                const uint32_t x0 = in[0], y = in[config.lanes], layer = in[2 * config.lanes];
                const uint32_t level = in[3 * config.lanes], size = level ? 2 : 4;
                const bool is_in = x0 < 4 && y < 4 && layer < 2;
                const uint32_t at = (layer * 4 + y) * 4 + x0;
                const bool is_fetched = x0 + 1 < size && y < size && layer < 2 && level < 2;
                uint32_t e = is_fetched ? (layer * size + y) * size + x0 + 1 + (level ? 32 : 0) : 0;

                if (!(active >> i & 1))
                    continue;
                assert_int_equal(test_output(&run, fetched)[i], is_fetched && e == 0 ? 1 : e);
                assert_int_equal(test_output(&run, loaded)[i], !is_in ? 0 : at == 0 ? 1 : at);
                if (helpers >> i & 1 || !is_in) {
                    assert_int_equal(test_output(&run, old)[i], 0);
                    continue;
                }
                assert_int_equal(test_output(&run, old)[i], expected[at]);
                expected[at]++;
            }
            bool is_first = true;
            for (uint32_t i = 0; i < config.lanes; i++) {
                if (!((active & ~helpers) >> i & 1))
                    continue;
                assert_int_equal(test_output(&run, exchanged)[i],
                                 is_first ? expected[0] : words[0]);
                if (is_first && expected[0] == 1)
                    expected[0] = 1000;
                is_first = false;
                if (i < 16)
                    expected[16 + i] = i;
            }
            assert_memory_equal(words, expected, sizeof(words));
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* Texels of 64 bits: loads, stores, atomics. */
static void
test_wide(void **state)
{
    const struct ir_image image = {.dim = ir_dim_buffer,
                                   .kind = ir_image_storage,
                                   .texel = ir_texel_u64,
                                   .format = ir_image_format_r64ui,
                                   .count = 1};
    struct test_shader t_, *t = &t_;
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    ir_add_image(t->shader, &image);
    const ir_ref lane = test_lane(t);
    const ir_ref wide = ir_build_const(&t->b, ir_type_i64, UINT64_C(0x123456789abcdef0));
    const ir_ref zero = ir_build_const(&t->b, ir_type_i64, 0);
    const uint32_t old = test_output_bits(t, test_list(t, ir_op_image_atomic, ir_type_i64,
                                                       IR_IMAGE_ATOMIC(ir_op_ixor), 2, lane, wide));
    const uint32_t now = test_output_bits(
        t, component(t, test_list(t, ir_op_image_load, IR_VEC(ir_type_i64, 4), 0, 1, lane), 0));
    test_list(t, ir_op_image_store, ir_type_void, 0, 5, lane,
              ir_build_u2u(&t->b, ir_type_i64, lane), zero, zero, zero);
    test_verify(t);
    EACH_CONFIG(config)
    {
        _Alignas(16) uint64_t words[CPU_MAX_LANES];
        struct bound bound = {{{0}}};
        struct test_run run;

        test_run_init(&run, t, config);
        bind(&bound, &run, NULL);
        for (uint32_t i = 0; i < CPU_MAX_LANES; i++)
            words[i] = UINT64_C(0xfedcba9800000000) + i;
        /* The last lane's texel lies outside. */
        bound.views[0] = cpu_texel_view_of(scene_format_r64_uint, words, 8 * config.lanes - 1);
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const bool is_in = i + 1 < config.lanes;
            const uint64_t was = is_in ? UINT64_C(0xfedcba9800000000) + i : 0;
            const uint64_t is = is_in ? was ^ UINT64_C(0x123456789abcdef0) : 0;

            assert_int_equal(test_output(&run, old)[i], (uint32_t)was);
            assert_int_equal(test_output(&run, old + 1)[i], (uint32_t)(was >> 32));
            assert_int_equal(test_output(&run, now)[i], (uint32_t)is);
            assert_int_equal(test_output(&run, now + 1)[i], (uint32_t)(is >> 32));
            assert_int_equal(words[i], is_in ? i : UINT64_C(0xfedcba9800000000) + i);
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* ---- queries ---- */

static void
test_queries(void **state)
{
    static const struct scene_image four = {.format = scene_format_r8g8b8a8_unorm,
                                            .dim = scene_image_2d,
                                            .width = 5,
                                            .height = 3,
                                            .depth = 1,
                                            .layers = 1,
                                            .levels = 1,
                                            .samples = 4,
                                            .size = 5 * 3 * 4 * 4};
    static const struct scene_view view = {.dim = ir_dim_2d, .level_count = 1, .layer_count = 1};
    static unsigned char samples[5 * 3 * 4 * 4];
    static uint32_t words[ARRAY_WORDS];
    const struct ir_image array = {.dim = ir_dim_2d,
                                   .kind = ir_image_sampled,
                                   .texel = ir_texel_u32,
                                   .is_arrayed = true,
                                   .count = 2};
    const struct ir_image multisampled = {
        .dim = ir_dim_2d, .kind = ir_image_sampled, .is_multisampled = true, .count = 1};
    struct test_shader t_, *t = &t_;
    uint32_t sizes[4];
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    ir_add_image(t->shader, &array);
    ir_add_image(t->shader, &multisampled);
    const ir_ref lane = test_lane(t);
    const ir_ref element = ir_build_iand(&t->b, lane, ir_build_i32(&t->b, 1));
    const ir_ref level = ir_build_ushr(&t->b, lane, ir_build_i32(&t->b, 1));
    const ir_ref size = test_list(t, ir_op_image_size, TYPE_I32X4, IR_SAMPLE_LOD | IR_IMAGE_ELEMENT,
                                  2, level, element);
    for (uint32_t i = 0; i < 4; i++)
        sizes[i] = test_output_bits(t, component(t, size, i));
    const uint32_t levels = test_output_bits(
        t, test_list(t, ir_op_image_levels, ir_type_i32, IR_IMAGE_ELEMENT, 1, element));
    const uint32_t count =
        test_output_bits(t, test_list(t, ir_op_image_samples, ir_type_i32, 1, 0));
    const uint32_t height =
        test_output_bits(t, component(t, test_list(t, ir_op_image_size, TYPE_I32X4, 1, 0), 1));
    test_verify(t);
    EACH_CONFIG(config)
    {
        struct bound bound = {{{0}}};
        struct cpu_image_view both[2] = {{0}, cpu_image_view_of(&array_image, &array_view, words)};
        struct test_run run;

        test_run_init(&run, t, config);
        bind(&bound, &run, NULL);
        both[0].dim = ir_dim_2d;
        bound.images[0] = (struct cpu_images){both, NULL, 2};
        bound.views[1] = cpu_image_view_of(&four, &view, samples);
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const uint32_t texels = i % 2 && i / 2 < 2 ? 4u >> i / 2 : 0;

            assert_int_equal(test_output(&run, sizes[0])[i], texels);
            assert_int_equal(test_output(&run, sizes[1])[i], texels);
            assert_int_equal(test_output(&run, sizes[2])[i], texels ? 2 : 0);
            assert_int_equal(test_output(&run, sizes[3])[i], 0);
            assert_int_equal(test_output(&run, levels)[i], i % 2 ? 2 : 0);
            assert_int_equal(test_output(&run, count)[i], 4);
            assert_int_equal(test_output(&run, height)[i], 3);
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* The size of an array of cubes counts the cubes, not their faces. */
static void
test_cube_sizes(void **state)
{
    static const struct scene_image image = {.format = scene_format_r32_uint,
                                             .dim = scene_image_2d,
                                             .width = 4,
                                             .height = 4,
                                             .depth = 1,
                                             .layers = 24,
                                             .levels = 2,
                                             .samples = 1,
                                             .size = 24 * (16 + 4) * 4};
    static const struct scene_view view = {.dim = ir_dim_cube,
                                           .is_arrayed = true,
                                           .level_count = 2,
                                           .first_layer = 6,
                                           .layer_count = 18};
    static const uint32_t expected[4] = {2, 2, 3, 0};
    static uint32_t texels[24 * (16 + 4)];
    const struct ir_image cubes = {.dim = ir_dim_cube,
                                   .kind = ir_image_sampled,
                                   .texel = ir_texel_u32,
                                   .is_arrayed = true,
                                   .count = 1};
    struct test_shader t_, *t = &t_;
    uint32_t sizes[4];
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    ir_add_image(t->shader, &cubes);
    const ir_ref size =
        test_list(t, ir_op_image_size, TYPE_I32X4, IR_SAMPLE_LOD, 1, ir_build_i32(&t->b, 1));
    for (uint32_t i = 0; i < 4; i++)
        sizes[i] = test_output_bits(t, component(t, size, i));
    test_verify(t);
    EACH_CONFIG(config)
    {
        struct bound bound = {{{0}}};
        struct test_run run;

        test_run_init(&run, t, config);
        bind(&bound, &run, NULL);
        bound.views[0] = cpu_image_view_of(&image, &view, texels);
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < 4; i++)
            assert_int_equal(test_output(&run, sizes[i])[0], expected[i]);
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),   cmocka_unit_test(test_cube_sizes),
        cmocka_unit_test(test_elements), cmocka_unit_test(test_others),
        cmocka_unit_test(test_texels),   cmocka_unit_test(test_wide),
        cmocka_unit_test(test_queries),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
