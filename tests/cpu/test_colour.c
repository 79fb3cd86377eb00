/* SPDX-License-Identifier: MIT
 *
 * Colour targets: formats, write masks, blending.
 */
#include "one_kit.h"

#include "base/bits.h"

#include <cmocka.h>
#include <math.h>

/* ---- one pixel ---- */

static const struct ir_shader *
make_fragment(const float *src, const float *src1, enum ir_type type)
{
    struct kit_shader s;

    kit_start(&kit, &s, ir_stage_fragment);
    for (uint32_t i = 0; i < (src1 ? 2 : 1); i++) {
        const struct ir_io io = {.location = 0, .index = i, .type = type, .components = 4};
        const uint32_t out = ir_add_output(s.shader, &io);

        for (uint32_t c = 0; c < 4; c++)
            kit_store(&s, out, c,
                      ir_build_const(&s.builder, type, base_bits_of_float((i ? src1 : src)[c])));
    }
    return kit_end(&kit, &s);
}

/* A draw over one pixel of a format that starts as clear. */
static struct scene_draw *
start(enum scene_format format, const float clear[4], const struct ir_shader *fragment)
{
    kit_restart(&kit);
    kit_target(&kit, format, 1, 1);
    memcpy(kit.clears[0], clear, sizeof(kit.clears[0]));
    return kit_draw(&kit, kit_pass_vertex(&kit, 1), fragment, kit_whole, 3);
}

static void
found(float values[4])
{
    uint32_t words[4];

    scene_format_unpack(kit.images[0].format, kit_bytes(&kit, 0)->data, words);
    memcpy(values, words, sizeof(words));
}

/* ---- blending ---- */

static const float src[4] = {0.5f, 0.25f, 1, 0.75f}, src1[4] = {0.125f, 0.5f, 0.25f, 0.5f};
static const float dst[4] = {0.25f, 0.75f, 0.5f, 0.375f};
static const float constants[4] = {0.5f, 0.125f, 0.75f, 0.25f};

/* What a factor is, for red, green, blue and alpha. */
static const struct {
    enum scene_factor factor;
    float values[4];
} factors[] = {
    {scene_factor_zero, {0, 0, 0, 0}},
    {scene_factor_one, {1, 1, 1, 1}},
    {scene_factor_src_color, {0.5f, 0.25f, 1, 0.75f}},
    {scene_factor_one_minus_src_color, {0.5f, 0.75f, 0, 0.25f}},
    {scene_factor_dst_color, {0.25f, 0.75f, 0.5f, 0.375f}},
    {scene_factor_one_minus_dst_color, {0.75f, 0.25f, 0.5f, 0.625f}},
    {scene_factor_src_alpha, {0.75f, 0.75f, 0.75f, 0.75f}},
    {scene_factor_one_minus_src_alpha, {0.25f, 0.25f, 0.25f, 0.25f}},
    {scene_factor_dst_alpha, {0.375f, 0.375f, 0.375f, 0.375f}},
    {scene_factor_one_minus_dst_alpha, {0.625f, 0.625f, 0.625f, 0.625f}},
    {scene_factor_constant_color, {0.5f, 0.125f, 0.75f, 0.25f}},
    {scene_factor_one_minus_constant_color, {0.5f, 0.875f, 0.25f, 0.75f}},
    {scene_factor_constant_alpha, {0.25f, 0.25f, 0.25f, 0.25f}},
    {scene_factor_one_minus_constant_alpha, {0.75f, 0.75f, 0.75f, 0.75f}},
    {scene_factor_src_alpha_saturate, {0.625f, 0.625f, 0.625f, 1}},
    {scene_factor_src1_color, {0.125f, 0.5f, 0.25f, 0.5f}},
    {scene_factor_one_minus_src1_color, {0.875f, 0.5f, 0.75f, 0.5f}},
    {scene_factor_src1_alpha, {0.5f, 0.5f, 0.5f, 0.5f}},
    {scene_factor_one_minus_src1_alpha, {0.5f, 0.5f, 0.5f, 0.5f}},
};

static float
blended(enum scene_blend_op op, float s, float s_factor, float d, float d_factor)
{
    switch (op) {
    case scene_blend_add:
        return s * s_factor + d * d_factor;
    case scene_blend_subtract:
        return s * s_factor - d * d_factor;
    case scene_blend_reverse_subtract:
        return d * d_factor - s * s_factor;
    case scene_blend_min:
        return s < d ? s : d;
    case scene_blend_max:
        return s > d ? s : d;
    }
    return NAN;
}

static void
test_blending(void **state)
{
    const size_t count = BASE_COUNT(factors);
    CATCH();

    const struct ir_shader *fragment = make_fragment(src, src1, ir_type_f32);
    for (size_t i = 0; i < count * count; i++) {
        const size_t s = i / count, d = i % count, s_alpha = (i + 3) % count,
                     d_alpha = (i + 5) % count;
        const enum scene_blend_op op = (enum scene_blend_op)(i % 5);
        const enum scene_blend_op alpha_op = (enum scene_blend_op)(i / 5 % 5);
        struct scene_draw *draw = start(FLOATS, dst, fragment);
        float values[4];

        draw->targets[0].has_blend = true;
        draw->targets[0].src_color = factors[s].factor;
        draw->targets[0].dst_color = factors[d].factor;
        draw->targets[0].color_op = op;
        draw->targets[0].src_alpha = factors[s_alpha].factor;
        draw->targets[0].dst_alpha = factors[d_alpha].factor;
        draw->targets[0].alpha_op = alpha_op;
        memcpy(draw->blend_constants, constants, sizeof(constants));
        kit_run(&kit, 0, 1);
        found(values);
        for (uint32_t c = 0; c < 4; c++) {
            const float expected =
                c < 3 ? blended(op, src[c], factors[s].values[c], dst[c], factors[d].values[c])
                      : blended(alpha_op, src[3], factors[s_alpha].values[3], dst[3],
                                factors[d_alpha].values[3]);
            if (values[c] != expected)
                fail_msg("factors %zu, %zu op %u component %u: found %g, expected %g", s, d, op, c,
                         (double)values[c], (double)expected);
        }
    }
}

/* Fixed-point targets clamp first what is blended, the constants too, and round the result. */
static void
test_clamped_blending(void **state)
{
    static const struct {
        enum scene_format format;
        float src, dst, constant;
        enum scene_factor src_factor, dst_factor;
        float expected;
    } rows[] = {
        {scene_format_r8g8b8a8_unorm, 3, 1, 0.25f, scene_factor_constant_color, scene_factor_zero,
         64 / 255.0f},
        {scene_format_r8g8b8a8_unorm, 1, 1, 9, scene_factor_constant_color, scene_factor_zero, 1},
        {scene_format_r8g8b8a8_unorm, -3, 0.2f, 0, scene_factor_one, scene_factor_one, 0.2f},
        {scene_format_r8g8b8a8_unorm, 0.8f, 0.6f, 0, scene_factor_one, scene_factor_one, 1},
        {scene_format_r8g8b8a8_snorm, -3, 1, 0, scene_factor_one, scene_factor_zero, -1},
        {scene_format_r8g8b8a8_snorm, -3, 0.5f, 0, scene_factor_one, scene_factor_one,
         -63 / 127.0f},
        {scene_format_r32g32b32a32_sfloat, 3, 1, 0.25f, scene_factor_constant_color,
         scene_factor_one, 1.75f},
        {scene_format_r16g16b16a16_sfloat, -3, 1, 4, scene_factor_constant_color, scene_factor_one,
         -11},
        /* What a factor of 0 takes away is gone. */
        {scene_format_r32g32b32a32_sfloat, INFINITY, 2, 0, scene_factor_zero, scene_factor_one, 2},
    };
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const float from[4] = {rows[i].src, rows[i].src, rows[i].src, rows[i].src};
        const float to[4] = {rows[i].dst, rows[i].dst, rows[i].dst, rows[i].dst};
        struct scene_draw *draw = start(rows[i].format, to, make_fragment(from, NULL, ir_type_f32));
        float values[4];

        draw->targets[0].has_blend = true;
        draw->targets[0].src_color = rows[i].src_factor;
        draw->targets[0].dst_color = rows[i].dst_factor;
        for (uint32_t c = 0; c < 4; c++)
            draw->blend_constants[c] = rows[i].constant;
        kit_run(&kit, 0, 1);
        found(values);
        if (fabsf(values[0] - rows[i].expected) > 1e-6f || values[2] != values[0])
            fail_msg("row %zu: found %g", i, (double)values[0]);
    }
}

/* ---- masks ---- */

static const enum scene_format masked_formats[] = {
    scene_format_r8g8b8a8_unorm,          scene_format_b8g8r8a8_unorm,
    scene_format_r8g8b8a8_snorm,          scene_format_r8g8b8a8_srgb,
    scene_format_r5g6b5_unorm_pack16,     scene_format_a1r5g5b5_unorm_pack16,
    scene_format_r16g16b16a16_unorm,      scene_format_r16g16b16a16_sfloat,
    scene_format_r32g32b32a32_sfloat,     scene_format_a2b10g10r10_unorm_pack32,
    scene_format_b10g11r11_ufloat_pack32, scene_format_r8_unorm,
};

/* Every write mask changes its components alone, to the bits that a whole write gives them. */
static void
test_masks(void **state)
{
    static const float from[4] = {1, 0.5f, 0.25f, 0}, to[4] = {0.25f, 1, 0.75f, 1};
    CATCH();

    const struct ir_shader *fragment = make_fragment(from, NULL, ir_type_f32);
    for (size_t i = 0; i < BASE_COUNT(masked_formats) * 32; i++) {
        const enum scene_format format = masked_formats[i / 32];
        const uint32_t components = scene_format_infos[format].components;
        struct scene_draw *draw = start(format, to, fragment);
        uint32_t words[4], from_words[4], to_words[4], expected[4];
        uint8_t bytes[16];

        draw->targets[0].no_write = i % 16;
        /* Blending that takes the source alone is no different. */
        draw->targets[0].has_blend = i % 32 >= 16;
        draw->targets[0].src_color = draw->targets[0].src_alpha = scene_factor_one;
        kit_run(&kit, 0, 1);
        memcpy(words, from, sizeof(words));
        scene_format_pack(format, words, bytes);
        scene_format_unpack(format, bytes, from_words);
        memcpy(words, to, sizeof(words));
        scene_format_pack(format, words, bytes);
        scene_format_unpack(format, bytes, to_words);
        scene_format_unpack(format, kit_bytes(&kit, 0)->data, words);
        for (uint32_t c = 0; c < components; c++)
            expected[c] = i % 16 >> c & 1 ? to_words[c] : from_words[c];
        if (memcmp(words, expected, components * sizeof(*words)) != 0)
            fail_msg("%s mask %zu: found %#x %#x %#x %#x", scene_format_infos[format].name, i % 16,
                     words[0], words[1], words[2], words[3]);
    }
}

/* Bits that no value packs to are kept too: a NaN, and -128 of SNORM. */
static void
test_kept_bits(void **state)
{
    static const uint32_t rows[][3] = {
        /* format, before, after writing green 0 */
        {scene_format_r8g8b8a8_snorm, 0x80808080, 0x80800080},
        {scene_format_r16g16_sfloat, 0x12347e01, 0x00007e01},
        {scene_format_b10g11r11_ufloat_pack32, 0xffffffff, 0xffc007ff},
    };
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        static const float zero[4];
        struct scene_draw *draw =
            start((enum scene_format)rows[i][0], zero, make_fragment(zero, NULL, ir_type_f32));

        kit_make_steps(&kit);
        draw->targets[0].no_write = 13;
        kit.images[0].data = &rows[i][1];
        kit.images[0].size = 4;
        kit.steps[0] = (struct scene_step){.kind = scene_step_draw, .draw = *draw};
        kit.steps[1] = (struct scene_step){.kind = scene_step_read_image};
        kit.scene.step_count = 2;
        struct scene_device *device = cpu_device_create(&(struct cpu_options){.threads = 1});
        assert_int_equal(device->run(device, &kit.scene, &kit.arena, &kit.result, &kit.diags),
                         scene_status_ok);
        device->destroy(device);
        const uint32_t *after = kit.result.reads[0].data;
        if (*after != rows[i][2])
            fail_msg("row %zu: found %#x, expected %#x", i, *after, rows[i][2]);
    }
}

/* ---- integers and outputs by component ---- */

static void
test_integers(void **state)
{
    static const struct {
        enum scene_format format;
        uint32_t in, out;
    } rows[] = {
        {scene_format_r8g8b8a8_uint, 200, 200},
        {scene_format_r8g8b8a8_uint, 300, 255},
        {scene_format_r8g8b8a8_sint, 0xffffff9c, 0xffffff9c}, /* -100 */
        {scene_format_r8g8b8a8_sint, 200, 127},
        {scene_format_r32g32b32a32_uint, 0xdeadbeef, 0xdeadbeef},
        {scene_format_r16g16_sint, 0x80000000, 0xffff8000},
    };
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const float value = base_float_of_bits(rows[i].in);
        const float values[4] = {value, value, value, value}, zero[4] = {0};
        struct scene_draw *draw =
            start(rows[i].format, zero, make_fragment(values, NULL, ir_type_i32));
        uint32_t words[4];

        draw->targets[0].has_blend = true; /* Integers are not blended. */
        kit_run(&kit, 0, 1);
        scene_format_unpack(rows[i].format, kit_bytes(&kit, 0)->data, words);
        if (words[0] != rows[i].out || words[1] != rows[i].out)
            fail_msg("row %zu: found %#x, expected %#x", i, words[0], rows[i].out);
    }
}

/* A location's components may come from several outputs. */
static void
test_components(void **state)
{
    static const float clear[4] = {9, 9, 9, 9};
    struct kit_shader s;
    CATCH();

    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t last = ir_add_output(
        s.shader, &(struct ir_io){.component = 3, .type = ir_type_f32, .components = 1});
    const uint32_t first = ir_add_output(
        s.shader, &(struct ir_io){.component = 0, .type = ir_type_f32, .components = 2});
    kit_store(&s, last, 0, ir_build_f32(&s.builder, 4));
    kit_store(&s, first, 0, ir_build_f32(&s.builder, 1));
    kit_store(&s, first, 1, ir_build_f32(&s.builder, 2));
    start(FLOATS, clear, kit_end(&kit, &s));
    kit_run(&kit, 0, 1);
    assert_pixel(0, 0, 0, 1, 2, 9, 4);
}

static void
test_alpha_to_one(void **state)
{
    static const float from[4] = {0.25f, 0.5f, 0.75f, 0.25f}, clear[4] = {0};
    static const enum scene_format formats[] = {FLOATS, scene_format_r8g8b8a8_unorm,
                                                scene_format_a2b10g10r10_unorm_pack32};
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(formats); i++) {
        struct scene_draw *draw = start(formats[i], clear, make_fragment(from, NULL, ir_type_f32));
        float values[4];

        draw->raster.has_alpha_to_one = true;
        kit_run(&kit, 0, 1);
        found(values);
        assert_true(fabsf(values[0] - 0.25f) < 0.002f && values[3] == 1);
    }
}

/* Eight targets of eight formats, and one that has no view among them. */
static void
test_many(void **state)
{
    static const enum scene_format formats[8] = {
        FLOATS,
        scene_format_r8g8b8a8_unorm,
        scene_format_r32_sfloat,
        scene_format_r16g16b16a16_sfloat,
        scene_format_r8_unorm,
        scene_format_b8g8r8a8_unorm,
        scene_format_r5g6b5_unorm_pack16,
        scene_format_r16g16_sfloat,
    };
    struct kit_shader s;
    CATCH();

    kit_start(&kit, &s, ir_stage_fragment);
    for (uint32_t i = 0; i < 8; i++) {
        kit_target(&kit, formats[i], 3, 3);
        kit_store(&s, kit_output(&s, i), 0, ir_build_f32(&s.builder, (float)(i + 1) / 8));
    }
    struct scene_draw *draw =
        kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_end(&kit, &s), kit_whole, 3);
    draw->target_count = 8;
    for (uint32_t i = 0; i < 8; i++)
        draw->targets[i] =
            (struct scene_target){.view = i == 4 ? SCENE_NONE : i, .resolve = SCENE_NONE};
    kit_run(&kit, 0, 1);
    for (uint32_t i = 0; i < 8; i++) {
        const size_t bytes = scene_format_infos[formats[i]].bytes;
        uint32_t words[4];

        scene_format_unpack(formats[i], (const char *)kit_bytes(&kit, i)->data + 4 * bytes, words);
        const float expected = i == 4 ? 0 : (float)(i + 1) / 8;
        assert_true(fabsf(base_float_of_bits(words[0]) - expected) < 0.02f);
    }
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(blending), TEST(clamped_blending), TEST(masks),        TEST(kept_bits),
        TEST(integers), TEST(components),       TEST(alpha_to_one), TEST(many),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
