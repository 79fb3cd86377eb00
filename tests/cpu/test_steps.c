/* SPDX-License-Identifier: MIT
 *
 * What a scene's steps do to its buffers and images, and what the device says that it can.
 */
#include "one_kit.h"

#include "base/bits.h"

#include <cmocka.h>

static enum scene_status
run_steps(const struct scene_step *steps, uint32_t count)
{
    struct scene_device *device = cpu_device_create(&(struct cpu_options){.threads = 2});

    kit.scene.steps = steps;
    kit.scene.step_count = count;
    const enum scene_status status =
        device->run(device, &kit.scene, &kit.arena, &kit.result, &kit.diags);
    device->destroy(device);
    return status;
}

/* ---- buffers ---- */

static void
test_buffers(void **state)
{
    static const char letters[8] = "abcdefg";
    CATCH();

    kit.buffers[0] = (struct scene_buffer){letters, 8};
    kit.buffers[1] = (struct scene_buffer){NULL, 5};
    const struct scene_step steps[] = {
        {.kind = scene_step_read_buffer, .read = 1},
        {.kind = scene_step_copy_buffer,
         .copy = {.from = 0, .from_at = 2, .to = 1, .to_at = 1, .size = 3}},
        {.kind = scene_step_read_buffer, .read = 1},
        /* Within one buffer, over itself. */
        {.kind = scene_step_copy_buffer, .copy = {.from = 0, .to = 0, .to_at = 2, .size = 6}},
        {.kind = scene_step_read_buffer, .read = 0},
        {.kind = scene_step_read_buffer, .read = 3},
    };
    assert_int_equal(run_steps(steps, BASE_COUNT(steps)), scene_status_ok);
    assert_int_equal(kit.result.read_count, 4);
    assert_int_equal(kit.result.reads[0].size, 5);
    assert_memory_equal(kit.result.reads[0].data, "\0\0\0\0\0", 5);
    assert_memory_equal(kit.result.reads[1].data, "\0cde\0", 5);
    assert_memory_equal(kit.result.reads[2].data, "ababcdef", 8);
    assert_int_equal(kit.result.reads[3].size, 0);
    assert_memory_equal(letters, "abcdefg", 8); /* What it started as is left alone. */
}

/* Addresses differ by what lies between the places, and are none of the host's. */
static void
test_addresses(void **state)
{
    static const struct scene_address addresses[] = {
        {.in = 0, .at = 8, .of = 1, .plus = 0},
        {.in = 0, .at = 16, .of = 1, .plus = 12},
        {.in = 2, .at = 0, .of = 0, .plus = 8},
    };
    static const struct scene_step steps[] = {
        {.kind = scene_step_read_buffer, .read = 0},
        {.kind = scene_step_read_buffer, .read = 2},
    };
    uint64_t words[3], other, again[3];
    CATCH();

    kit.buffers[0] = (struct scene_buffer){NULL, 24};
    kit.buffers[1] = (struct scene_buffer){NULL, 64};
    kit.buffers[2] = (struct scene_buffer){NULL, 8};
    kit.scene.addresses = addresses;
    kit.scene.address_count = BASE_COUNT(addresses);
    assert_int_equal(run_steps(steps, 2), scene_status_ok);
    memcpy(words, kit.result.reads[0].data, sizeof(words));
    memcpy(&other, kit.result.reads[1].data, sizeof(other));
    assert_true(words[0] == 0 && words[1] != 0 && words[1] % 16 == 0);
    assert_true(words[2] == words[1] + 12);
    assert_true(other % 16 == 8);
    assert_true(other + 16 <= words[1] || other >= words[1] + 64);
    assert_int_equal(run_steps(steps, 2), scene_status_ok);
    memcpy(again, kit.result.reads[0].data, sizeof(again));
    assert_memory_equal(again, words, sizeof(words));
}

/* ---- images ---- */

static void
test_clears(void **state)
{
    static const struct {
        enum scene_format format;
        uint32_t words[4];
        uint8_t expected[8];
    } rows[] = {
        {scene_format_r8g8b8a8_unorm, {0x3f800000, 0, 0x3f000000, 0x3f800000}, {255, 0, 128, 255}},
        {scene_format_r8g8_uint, {7, 300, 0, 0}, {7, 255}},
        {scene_format_d16_unorm, {0x3f800000}, {255, 255}},
        {scene_format_s8_uint, {0, 0xa5}, {0xa5}},
        {scene_format_d32_sfloat_s8_uint, {0x3f000000, 0x12}, {0, 0, 0, 0x3f, 0x12}},
        {scene_format_r8_snorm, {0xbf800000}, {0x81}},
        {scene_format_r64_uint, {7, 0x80000001}, {7, 0, 0, 0, 1, 0, 0, 0x80}},
    };
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct scene_image image = scene_image_2d_of(rows[i].format, 5, 3);
        const size_t bytes = scene_format_infos[rows[i].format].bytes;
        struct scene_step steps[2] = {{.kind = scene_step_clear}, {.kind = scene_step_read_image}};

        kit_restart(&kit);
        image.layers = 3;
        image.levels = 3;
        kit_image(&kit, &image);
        memcpy(steps[0].clear.words, rows[i].words, sizeof(rows[i].words));
        /* All of it, then the second and third level of layer 1 alone. */
        for (int part = 0; part < 2; part++) {
            if (part)
                kit.views[0] = (struct scene_view){.dim = ir_dim_2d,
                                                   .first_level = 1,
                                                   .level_count = 2,
                                                   .first_layer = 1,
                                                   .layer_count = 1};
            assert_int_equal(run_steps(steps, 2), scene_status_ok);
            const uint8_t *found = kit.result.reads[0].data;
            static const uint32_t sizes[3] = {15, 2, 1};
            for (uint32_t level = 0; level < 3; level++) {
                for (uint32_t j = 0; j < 3 * sizes[level]; j++, found += bytes) {
                    static const uint8_t zeroes[8];
                    const bool is_cleared = !part || (level > 0 && j / sizes[level] == 1);

                    assert_memory_equal(found, is_cleared ? rows[i].expected : zeroes, bytes);
                }
            }
        }
    }
}

static void
test_copy_image(void **state)
{
    static uint32_t texels[35];
    CATCH();

    for (uint32_t i = 0; i < 35; i++)
        texels[i] = i * 77;
    struct scene_image image = scene_image_2d_of(scene_format_r32_uint, 7, 5);
    image.data = texels;
    image.size = sizeof(texels);
    kit_image(&kit, &image);
    image.data = NULL;
    image.size = 0;
    kit_image(&kit, &image);
    const struct scene_step steps[] = {
        {.kind = scene_step_read_image, .read = 1},
        {.kind = scene_step_copy_image, .copy = {.from = 0, .to = 1}},
        {.kind = scene_step_read_image, .read = 1},
    };
    assert_int_equal(run_steps(steps, BASE_COUNT(steps)), scene_status_ok);
    for (uint32_t i = 0; i < 35; i++)
        assert_int_equal(((const uint32_t *)kit.result.reads[0].data)[i], 0);
    assert_memory_equal(kit.result.reads[1].data, texels, sizeof(texels));
}

/* ---- draws from buffers ---- */

/* Vertex n is a point at pixel n; its value is the draw, the base vertex and the base instance. */
static const struct ir_shader *
make_vertex(void)
{
    static const enum ir_builtin builtins[3] = {ir_builtin_draw_index, ir_builtin_base_vertex,
                                                ir_builtin_base_instance};
    struct kit_shader s;

    kit_start(&kit, &s, ir_stage_vertex);
    struct ir_builder *b = &s.builder;
    const uint32_t position = kit_builtin_output(&s, ir_builtin_position, 4);
    const uint32_t out = kit_output(&s, 0);
    const uint32_t index = kit_builtin_input(&s, ir_builtin_vertex_index, ir_type_i32, 1);
    const ir_ref x = ir_build_u2f(b, ir_type_f32, kit_load(&s, ir_type_i32, index, 0));
    kit_store(
        &s, position, 0,
        ir_build_fsub(b, ir_build_fmul(b, x, ir_build_f32(b, 0.125f)), ir_build_f32(b, 0.9375f)));
    kit_store(&s, position, 3, ir_build_f32(b, 1));
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t in = kit_builtin_input(&s, builtins[i], ir_type_i32, 1);
        kit_store(&s, out, i, ir_build_i2f(b, ir_type_f32, kit_load(&s, ir_type_i32, in, 0)));
    }
    kit_store(&s, out, 3, ir_build_f32(b, 1));
    return kit_end(&kit, &s);
}

static void
test_indirect(void **state)
{
    /* Count, instances, first, first instance; the fifth word is of indexed draws. */
    static const uint32_t arguments[] = {99, 2, 1,  1,  5, 99, 99, 3, 1,
                                         4,  7, 99, 99, 0, 5,  0,  0, 99};
    static const uint32_t indexed[] = {2, 1, 1, 3, 6, 1, 1, 0, 0xffffffff, 8};
    static const uint16_t indices[] = {11, 2, 5};
    CATCH();

    kit_target(&kit, FLOATS, 16, 1);
    struct scene_draw *draw =
        kit_draw(&kit, make_vertex(), kit_pass_fragment(&kit, ir_interp_flat), kit_whole, 3);
    draw->attribute_count = 0;
    draw->topology = scene_topology_points;
    kit.buffers[1] = (struct scene_buffer){arguments, sizeof(arguments)};
    draw->indirect = (struct scene_indirect){
        .is_used = true, .buffer = 1, .offset = 4, .stride = 24, .count = 3};
    kit_run(&kit, 0, 1);
    for (uint32_t x = 0; x < 16; x++) {
        if (x >= 1 && x < 3)
            assert_pixel(0, x, 0, 0, 1, 5, 1);
        else if (x >= 4 && x < 7)
            assert_pixel(0, x, 0, 1, 4, 7, 1);
        else
            assert_pixel(0, x, 0, 0, 0, 0, 0);
    }

    draw->index = scene_index_u16;
    draw->index_buffer = 2;
    kit.buffers[1] = (struct scene_buffer){indexed, sizeof(indexed)};
    kit.buffers[2] = (struct scene_buffer){indices, sizeof(indices)};
    draw->indirect.offset = 0;
    draw->indirect.stride = 20;
    draw->indirect.count = 2;
    kit_run(&kit, 0, 1);
    for (uint32_t x = 0; x < 16; x++) {
        if (x == 5 || x == 8) /* Indices 1 and 2, plus 3. */
            assert_pixel(0, x, 0, 0, 3, 6, 1);
        else if (x == 10) /* Index 0, less 1. */
            assert_pixel(0, x, 0, 1, -1, 8, 1);
        else
            assert_pixel(0, x, 0, 0, 0, 0, 0);
    }
}

/* Numbers that a shader could have left in the buffer are held to what a draw may be. */
static void
test_large_indirect(void **state)
{
    static const uint32_t rows[][4] = {{0xffffffff, 0xffffffff, 0, 0},
                                       {16, 1, 0xfffffff8, 0},
                                       {1, 16, 0, 0xfffffff8},
                                       {1u << 28, 1, 0, 0}};
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        kit_restart(&kit);
        base_diags_init(&kit.diags, &kit.arena, "scene");
        kit_target(&kit, FLOATS, 4, 4);
        struct scene_draw *draw =
            kit_draw(&kit, make_vertex(), kit_pass_fragment(&kit, ir_interp_flat), kit_whole, 3);
        draw->attribute_count = 0;
        kit.buffers[1] = (struct scene_buffer){rows[i], 16};
        draw->indirect = (struct scene_indirect){.is_used = true, .buffer = 1, .count = 1};
        const struct scene_step step = {.kind = scene_step_draw, .draw = *draw};
        assert_int_equal(run_steps(&step, 1), scene_status_bad);
        assert_int_equal(kit.diags.list.data[0].code, QD_CODE_LIMIT);
    }
}

/* ---- what the device can ---- */

static void
test_features(void **state)
{
    static const struct {
        const char *name;
        bool expected;
    } rows[] = {
        {"shaderFloat64", true},
        {"geometryShader", false},
        {"Storage16BitFeatures.storageBuffer16BitAccess", true},
        {"ShaderFloat16Int8Features.shaderInt8", true},
        {"VK_EXT_shader_demote_to_helper_invocation", true},
        {"VK_KHR_shader_clock", false},
        {"noSuchFeature", false},
        {"", false},
    };
    struct scene_device *device = cpu_device_create(&(struct cpu_options){.threads = 1});
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        assert_int_equal(device->has_feature(device, rows[i].name), rows[i].expected);
    device->destroy(device);
}

static void
test_formats(void **state)
{
    static const struct {
        enum scene_format format;
        unsigned uses;
        uint32_t samples;
        bool expected;
    } rows[] = {
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_TARGET | SCENE_FORMAT_BLEND, 1, true},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_TARGET, 16, true},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_TARGET, 32, false},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_TARGET, 3, false},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_TARGET, 0, false},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_DEPTH, 1, false},
        {scene_format_r32g32b32a32_uint, SCENE_FORMAT_BLEND, 1, false},
        {scene_format_d16_unorm, SCENE_FORMAT_DEPTH | SCENE_FORMAT_SAMPLED, 4, true},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_TEXEL, 4, false},
        {scene_format_none, 0, 1, false},
        {scene_format_count, 0, 1, false},
    };
    struct scene_device *device = cpu_device_create(&(struct cpu_options){.threads = 1});
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (device->has_format(device, rows[i].format, rows[i].uses, rows[i].samples) !=
            rows[i].expected)
            fail_msg("row %zu", i);
    }
    device->destroy(device);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(buffers),  TEST(addresses),      TEST(clears),   TEST(copy_image),
        TEST(indirect), TEST(large_indirect), TEST(features), TEST(formats),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
