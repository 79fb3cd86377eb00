/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil tests, depth bias and clamp.
 */
#include "one_kit.h"

#include "base/bits.h"

#include <cmocka.h>
#include <math.h>

#define SIZE 4

/* Triangles over the whole target whose depth is the same everywhere, number i of i + 1. */
static float sheets[8][3][2][4];

static kit_vertices
make_sheets(const float *depths, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        memcpy(sheets[i], kit_whole, sizeof(kit_whole));
        for (uint32_t j = 0; j < 3; j++) {
            sheets[i][j][0][2] = depths[i];
            sheets[i][j][1][0] = (float)i + 1;
        }
    }
    return (kit_vertices)sheets[0];
}

/* A draw of so many sheets to target 0 and depth target 1. */
static struct scene_draw *
start(enum scene_format format, const float *depths, uint32_t count)
{
    kit_restart(&kit);
    kit_target(&kit, FLOATS, SIZE, SIZE);
    kit_target(&kit, format, SIZE, SIZE);
    struct scene_draw *draw =
        kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_pass_fragment(&kit, ir_interp_flat),
                 make_sheets(depths, count), 3 * count);
    draw->depth_view = 1;
    draw->depth.has_test = draw->depth.has_write = true;
    draw->depth.compare = scene_compare_less;
    return draw;
}

static void
clear_depth(float depth, uint32_t stencil)
{
    kit.clears[1][0] = depth;
    memcpy(&kit.clears[1][1], &stencil, sizeof(stencil));
}

/* The depth target's texel 1, 2. */
static void
found_depth(uint32_t words[4])
{
    const enum scene_format format = kit.images[1].format;

    scene_format_unpack(format,
                        (const char *)kit_bytes(&kit, 1)->data +
                            (2 * SIZE + 1) * (size_t)scene_format_infos[format].bytes,
                        words);
}

static float
found_z(void)
{
    uint32_t words[4];

    found_depth(words);
    return base_float_of_bits(words[0]);
}

static const enum scene_format depth_formats[] = {
    scene_format_d16_unorm,         scene_format_x8_d24_unorm_pack32, scene_format_d32_sfloat,
    scene_format_d24_unorm_s8_uint, scene_format_d32_sfloat_s8_uint,
};

/* ---- the depth test ---- */

static void
test_compare(void **state)
{
    /* Stored 0.5; sheets nearer, equal, farther: which of them pass, bit by bit. */
    static const float depths[3] = {0.25f, 0.5f, 0.75f};
    static const struct {
        enum scene_compare compare;
        unsigned passes;
    } rows[] = {
        {scene_compare_never, 0},
        {scene_compare_less, 1},
        {scene_compare_equal, 2},
        {scene_compare_less_or_equal, 3},
        {scene_compare_greater, 4},
        {scene_compare_not_equal, 5},
        {scene_compare_greater_or_equal, 6},
        {scene_compare_always, 7},
    };
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows) * BASE_COUNT(depth_formats) * 3; i++) {
        const size_t row = i / 3 % BASE_COUNT(rows);
        const bool passes = rows[row].passes >> i % 3 & 1;
        struct scene_draw *draw = start(depth_formats[i / 3 / BASE_COUNT(rows)], &depths[i % 3], 1);

        /* What the format makes of 0.5 is what the sheet's depth becomes. */
        clear_depth(0.5f, 0);
        draw->depth.compare = rows[row].compare;
        kit_run(&kit, 0, 1);
        if ((kit_pixel(&kit, 0, 1, 2)[0] == 1) != passes)
            fail_msg("row %zu depth %zu: expected %d", row, i % 3, passes);
        assert_true(fabsf(found_z() - (passes ? depths[i % 3] : 0.5f)) < 0x1p-16f);
    }
}

/* The nearest of many wins, in whatever order they come; writes are off, or the test is. */
static void
test_nearest(void **state)
{
    static const float depths[6] = {0.9f, 0.3f, 0.6f, 0.1f, 0.4f, 0.2f};
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(depth_formats); i++) {
        struct scene_draw *draw = start(depth_formats[i], depths, 6);
        clear_depth(1, 0);
        kit_run(&kit, 0, 1);
        assert_true(kit_pixel(&kit, 0, 1, 2)[0] == 4);
        assert_true(fabsf(found_z() - 0.1f) < 0x1p-16f);

        draw = start(depth_formats[i], depths, 6);
        clear_depth(0.25f, 0);
        draw->depth.has_write = false;
        kit_run(&kit, 0, 1);
        assert_true(kit_pixel(&kit, 0, 1, 2)[0] == 6);
        assert_true(fabsf(found_z() - 0.25f) < 0x1p-16f);

        draw = start(depth_formats[i], depths, 6);
        clear_depth(0, 0);
        draw->depth.has_test = false; /* No writes then. */
        kit_run(&kit, 0, 1);
        assert_true(kit_pixel(&kit, 0, 1, 2)[0] == 6);
        assert_true(found_z() == 0);
    }
}

/* Depths that the format cannot tell apart are equal. */
static void
test_rounding(void **state)
{
    static const struct {
        enum scene_format format;
        float step;
        bool is_told_apart;
    } rows[] = {
        {scene_format_d16_unorm, 0x1p-16f, true},
        {scene_format_d16_unorm, 0x1p-18f, false},
        {scene_format_x8_d24_unorm_pack32, 0x1p-23f, true},
        {scene_format_x8_d24_unorm_pack32, 0x1p-26f, false},
        {scene_format_d32_sfloat, 0x1p-26f, true},
    };
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        /* 0.25 is halfway to nowhere in all of them: it lies near a step's middle or on it. */
        const float depths[2] = {0.25f, 0.25f - rows[i].step};
        struct scene_draw *draw = start(rows[i].format, depths, 2);

        clear_depth(1, 0);
        draw->depth.compare = scene_compare_less;
        kit_run(&kit, 0, 1);
        if ((kit_pixel(&kit, 0, 1, 2)[0] == 2) != rows[i].is_told_apart)
            fail_msg("row %zu", i);
    }
}

static void
test_bounds(void **state)
{
    static const float depths[1] = {0.5f};
    static const struct {
        float stored, low, high;
        bool expected;
    } rows[] = {{0.5f, 0, 1, true},        {0.5f, 0.6f, 1, false},  {0.25f, 0, 0.2f, false},
                {0.25f, 0.25f, 1, true},   {0.75f, 0, 0.75f, true}, {1, 0, 1, true},
                {0.75f, 0.8f, 0.7f, false}};
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct scene_draw *draw = start(scene_format_d32_sfloat, depths, 1);

        clear_depth(rows[i].stored, 0);
        draw->depth.compare = scene_compare_always;
        draw->depth.has_bounds = true;
        draw->depth.min_bounds = rows[i].low;
        draw->depth.max_bounds = rows[i].high;
        kit_run(&kit, 0, 1);
        assert_int_equal(kit_pixel(&kit, 0, 1, 2)[0] == 1, rows[i].expected);
        assert_true(found_z() == (rows[i].expected ? 0.5f : rows[i].stored));
    }
}

/* ---- bias and clamp ---- */

static void
test_bias(void **state)
{
    static const struct {
        enum scene_format format;
        float z;
        float constant, slope, clamp;
        float expected; /* Is added. */
    } rows[] = {
        {scene_format_d16_unorm, 0.25f, 4096, 0, 0, 0.125f},
        {scene_format_d16_unorm, 0.25f, -4096, 0, 0, -0.125f},
        {scene_format_x8_d24_unorm_pack32, 0.25f, 1048576, 0, 0, 0.125f},
        {scene_format_d24_unorm_s8_uint, 0.25f, 1048576, 0, 0, 0.125f},
        /* r is 2^(e - 23), e the exponent of the largest depth. */
        {scene_format_d32_sfloat, 0.25f, 4194304, 0, 0, 0.125f},
        {scene_format_d32_sfloat, 0.5f, 4194304, 0, 0, 0.25f},
        {scene_format_d32_sfloat, 0.49f, 4194304, 0, 0, 0.125f},
        {scene_format_d32_sfloat, 0.25f, 4194304, 0, 0.0625f, 0.0625f},
        {scene_format_d32_sfloat, 0.25f, 4194304, 0, 0.5f, 0.125f},
        {scene_format_d32_sfloat, 0.25f, 4194304, 0, -0.5f, 0.125f},
        {scene_format_d32_sfloat, 0.25f, -4194304, 0, -0.0625f, -0.0625f},
        {scene_format_d32_sfloat, 0.25f, -4194304, 0, 0.0625f, -0.125f},
        /* The sheet is flat: it has no slope. */
        {scene_format_d32_sfloat, 0.25f, 0, 100, 0, 0},
        /* Past the ends. */
        {scene_format_d16_unorm, 0.25f, -65536, 0, 0, -0.25f},
        {scene_format_d32_sfloat, 0.25f, 1e9f, 0, 0, 0.75f},
    };
    CATCH();

    /* r of n bits of UNORM is 2 * 2^-n. */
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct scene_draw *draw = start(rows[i].format, &rows[i].z, 1);

        clear_depth(1, 0);
        draw->depth.compare = scene_compare_always;
        draw->raster.has_depth_bias = true;
        draw->raster.bias_constant = rows[i].constant;
        draw->raster.bias_slope = rows[i].slope;
        draw->raster.bias_clamp = rows[i].clamp;
        kit_run(&kit, 0, 1);
        if (!(fabsf(found_z() - rows[i].z - rows[i].expected) <= 0x1p-16f))
            fail_msg("row %zu: found %g", i, (double)found_z());
    }
}

/* A plane that rises by 1/32 a pixel in x and 1/16 in y: m is the larger. In all polygon modes the
 * first vertex, a pixel's centre, shows it. */
static void
test_slope(void **state)
{
    static const float vertices[3][2][4] = {{{-0.75f, -0.75f, 0.25f, 1}, {1}},
                                            {{3.25f, -0.75f, 0.5f, 1}, {1}},
                                            {{-0.75f, 3.25f, 0.75f, 1}, {1}}};
    static const float slopes[] = {0, 0.5f, -0.5f, 100};
    static const float expected[] = {0.25f, 0.28125f, 0.21875f, 1};
    CATCH();

    for (uint32_t i = 0; i < 3 * BASE_COUNT(slopes); i++) {
        struct scene_draw *draw = start(scene_format_d32_sfloat, (const float[]){0}, 1);

        kit.buffers[0] = (struct scene_buffer){vertices, sizeof(vertices)};
        clear_depth(0, 0);
        draw->depth.compare = scene_compare_always;
        draw->raster.polygon = (enum scene_polygon)(i % 3);
        draw->raster.has_depth_bias = true;
        draw->raster.bias_slope = slopes[i / 3];
        kit_run(&kit, 0, 1);
        const float found = *(const float *)kit_bytes(&kit, 1)->data;
        if (!(fabsf(found - expected[i / 3]) <= 1e-6f))
            fail_msg("mode %u slope %g: found %g", i % 3, (double)slopes[i / 3], (double)found);
    }
}

static void
test_clamp(void **state)
{
    static const float depths[2] = {-0.5f, 1.5f};
    CATCH();

    for (uint32_t i = 0; i < 4; i++) {
        struct scene_draw *draw = start(scene_format_d32_sfloat, &depths[i % 2], 1);

        clear_depth(0.5f, 0);
        draw->depth.compare = scene_compare_always;
        draw->raster.has_depth_clamp = i / 2;
        draw->viewport.min_depth = 0.75f;
        draw->viewport.max_depth = 0.25f;
        kit_run(&kit, 0, 1);
        const float expected = i < 2 ? 0.5f : i == 2 ? 0.75f : 0.25f;
        assert_true(found_z() == expected);
        assert_int_equal(kit_pixel(&kit, 0, 1, 2)[0] == 1, i / 2);
    }
}

/* ---- stencil ---- */

static void
test_stencil(void **state)
{
    /* Which op runs where: stencil fails, depth fails, both pass. */
    static const struct {
        enum scene_stencil_op op;
        uint32_t stored, reference, write_mask, expected;
    } rows[] = {
        {scene_stencil_keep, 0x35, 0xff, 0xff, 0x35},
        {scene_stencil_zero, 0x35, 0xff, 0xff, 0},
        {scene_stencil_zero, 0x35, 0xff, 0x0f, 0x30},
        {scene_stencil_replace, 0x35, 0x1a2, 0xff, 0xa2},
        {scene_stencil_replace, 0x35, 0xa2, 0xf0, 0xa5},
        {scene_stencil_increment_clamp, 0x35, 0, 0xff, 0x36},
        {scene_stencil_increment_clamp, 0xff, 0, 0xff, 0xff},
        {scene_stencil_decrement_clamp, 0x35, 0, 0xff, 0x34},
        {scene_stencil_decrement_clamp, 0, 0, 0xff, 0},
        {scene_stencil_invert, 0x35, 0, 0xff, 0xca},
        {scene_stencil_invert, 0x35, 0, 0x81, 0xb4},
        {scene_stencil_increment_wrap, 0xff, 0, 0xff, 0},
        {scene_stencil_increment_wrap, 0xff, 0, 0x0f, 0xf0},
        {scene_stencil_decrement_wrap, 0, 0, 0xff, 0xff},
        {scene_stencil_decrement_wrap, 0, 0, 0, 0},
    };
    static const enum scene_format formats[] = {
        scene_format_s8_uint, scene_format_d24_unorm_s8_uint, scene_format_d32_sfloat_s8_uint};
    static const float depth = 0.5f;
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows) * BASE_COUNT(formats) * 3; i++) {
        const size_t row = i / 3 % BASE_COUNT(rows);
        const enum scene_format format = formats[i / 3 / BASE_COUNT(rows)];
        const bool has_depth = format != scene_format_s8_uint;
        const unsigned when = (unsigned)(i % 3);
        struct scene_draw *draw = start(format, &depth, 1);
        struct scene_stencil *face = &draw->depth.front;
        uint32_t words[4];

        if (when == 1 && !has_depth)
            continue;
        clear_depth(when == 1 ? 0.25f : 0.75f, rows[row].stored);
        draw->raster.front = scene_front_clockwise;
        draw->depth.has_stencil = true;
        face->compare = when ? scene_compare_always : scene_compare_never;
        face->compare_mask = 0xff;
        face->write_mask = rows[row].write_mask;
        face->reference = rows[row].reference;
        face->fail = face->depth_fail = face->pass = scene_stencil_invert;
        *(when == 0 ? &face->fail : when == 1 ? &face->depth_fail : &face->pass) = rows[row].op;
        kit_run(&kit, 0, 1);
        found_depth(words);
        if (words[1] != rows[row].expected)
            fail_msg("row %zu when %u: found %#x", row, when, words[1]);
        assert_int_equal(kit_pixel(&kit, 0, 1, 2)[0] == 1, when == 2);
        if (has_depth)
            assert_true(fabsf(base_float_of_bits(words[0]) - (when == 1   ? 0.25f
                                                              : when == 2 ? 0.5f
                                                                          : 0.75f)) < 1e-6f);
    }
}

static void
test_stencil_compare(void **state)
{
    static const struct {
        enum scene_compare compare;
        uint32_t reference, stored, mask;
        bool expected;
    } rows[] = {
        {scene_compare_less, 3, 5, 0xff, true},
        {scene_compare_less, 5, 3, 0xff, false},
        {scene_compare_less, 0xf3, 5, 0x0f, true},
        {scene_compare_equal, 0x15, 0x25, 0x0f, true},
        {scene_compare_equal, 0x15, 0x25, 0xff, false},
        {scene_compare_greater, 0xff, 0x7f, 0xff, true},
        {scene_compare_not_equal, 1, 2, 0, false},
    };
    static const float depth = 0.5f;
    CATCH();

    /* Front and back each have their own. */
    for (size_t i = 0; i < BASE_COUNT(rows) * 2; i++) {
        struct scene_draw *draw = start(scene_format_d24_unorm_s8_uint, &depth, 1);
        struct scene_stencil *face = i % 2 ? &draw->depth.back : &draw->depth.front;

        clear_depth(1, rows[i / 2].stored);
        draw->raster.front = i % 2 ? scene_front_counter_clockwise : scene_front_clockwise;
        draw->depth.has_stencil = true;
        draw->depth.front.compare = draw->depth.back.compare = scene_compare_never;
        face->compare = rows[i / 2].compare;
        face->compare_mask = rows[i / 2].mask;
        face->reference = rows[i / 2].reference;
        kit_run(&kit, 0, 1);
        if ((kit_pixel(&kit, 0, 1, 2)[0] == 1) != rows[i / 2].expected)
            fail_msg("row %zu", i);
    }
}

/* ---- early and late ---- */

enum { writes_depth = 1, writes_stencil = 2, kills = 4, stores = 8, is_early = 16 };

/* Kills the left half; stores to the pixel's own place; writes depth 0.125 and stencil 9. */
static const struct ir_shader *
make_fragment(unsigned what)
{
    struct kit_shader s;

    kit_start(&kit, &s, ir_stage_fragment);
    struct ir_builder *b = &s.builder;
    const uint32_t out = kit_output(&s, 0);
    const uint32_t where = kit_builtin_input(&s, ir_builtin_frag_coord, ir_type_f32, 4);
    const ir_ref x = kit_load(&s, ir_type_f32, where, 0);
    s.shader->early_tests = what & is_early;
    kit_store(&s, out, 0, ir_build_f32(b, 1));
    if (what & stores) {
        const uint32_t buffer = ir_add_buffer(
            s.shader, &(struct ir_buffer){.binding = 5, .kind = ir_buffer_storage, .count = 1});
        const ir_ref at =
            ir_build_ishl(b, ir_build_convert(b, ir_op_f2u, ir_type_i32, x), ir_build_i32(b, 2));
        const ir_ref operands[3] = {at, ir_build_i32(b, 0), ir_build_i32(b, 1)};
        ir_build_list(b, ir_op_atomic_buffer, (ir_type_id)ir_type_i32, operands, 3,
                      buffer | IR_ATOMIC(ir_op_iadd));
    }
    if (what & kills)
        ir_build_op(b, ir_op_demote, ir_type_void, ir_build_flt(b, x, ir_build_f32(b, 2)), 0, 0);
    if (what & writes_depth)
        kit_store(&s, kit_builtin_output(&s, ir_builtin_frag_depth, 1), 0, ir_build_f32(b, 0.125f));
    if (what & writes_stencil) {
        const uint32_t stencil =
            ir_add_output(s.shader, &(struct ir_io){.builtin = ir_builtin_frag_stencil,
                                                    .type = ir_type_i32,
                                                    .components = 1});
        kit_store(&s, stencil, 0, ir_build_i32(b, 9));
    }
    return kit_end(&kit, &s);
}

static void
test_early_and_late(void **state)
{
    /* Sheets at 0.5; stored 0.75 (passes) or 0.25 (fails). Left pixels are killed. */
    static const struct {
        unsigned what;
        float stored;
        float left_z, right_z;  /* After. */
        uint32_t stencil_right; /* Passing replaces 3 by 7, or by what the shader says. */
        uint32_t stores_left, stores_right;
    } rows[] = {
        {0, 0.75f, 0.5f, 0.5f, 7, 0, 0},
        {0, 0.25f, 0.25f, 0.25f, 3, 0, 0},
        {kills, 0.75f, 0.75f, 0.5f, 7, 0, 0},
        {kills | is_early, 0.75f, 0.5f, 0.5f, 7, 0, 0},
        {stores, 0.25f, 0.25f, 0.25f, 3, 4, 4},
        {stores | is_early, 0.25f, 0.25f, 0.25f, 3, 0, 0},
        {stores | is_early, 0.75f, 0.5f, 0.5f, 7, 4, 4},
        {stores | kills, 0.75f, 0.75f, 0.5f, 7, 4, 4},
        {writes_depth, 0.25f, 0.125f, 0.125f, 7, 0, 0},
        {writes_depth, 0.1f, 0.1f, 0.1f, 3, 0, 0},
        {writes_depth | is_early, 0.75f, 0.5f, 0.5f, 7, 0, 0},
        {writes_depth | is_early, 0.25f, 0.25f, 0.25f, 3, 0, 0},
        {writes_stencil, 0.75f, 0.5f, 0.5f, 9, 0, 0},
        {writes_stencil | kills | writes_depth, 0.75f, 0.75f, 0.125f, 9, 0, 0},
    };
    static const float depth = 0.5f;
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct scene_draw *draw = start(scene_format_d32_sfloat_s8_uint, &depth, 1);
        struct scene_stencil *face = &draw->depth.front;

        draw->fragment = make_fragment(rows[i].what);
        kit.buffers[1] = (struct scene_buffer){NULL, 16};
        kit.bindings[0] =
            (struct scene_binding){.binding = 5, .kind = scene_binding_storage, .buffer = 1};
        draw->inputs.binding_count = 1;
        clear_depth(rows[i].stored, 3);
        draw->raster.front = scene_front_clockwise;
        draw->depth.has_stencil = true;
        *face = (struct scene_stencil){.pass = scene_stencil_replace,
                                       .compare = scene_compare_always,
                                       .compare_mask = 0xff,
                                       .write_mask = 0xff,
                                       .reference = 7};
        kit_run(&kit, 0, 1);
        const float *z = kit_bytes(&kit, 1)->data; /* Of texel n in word 2 n. */
        const uint32_t *stencil = kit_bytes(&kit, 1)->data;
        const uint32_t *stored = kit_buffer(&kit, 1)->data;
        if (!(z[0] == rows[i].left_z && z[2 * 3] == rows[i].right_z))
            fail_msg("row %zu: found depths %g and %g", i, (double)z[0], (double)z[6]);
        if ((stencil[7] & 0xff) != rows[i].stencil_right)
            fail_msg("row %zu: found stencil %u", i, stencil[7]);
        if (stored[0] != rows[i].stores_left || stored[3] != rows[i].stores_right)
            fail_msg("row %zu: found %u and %u stores", i, stored[0], stored[3]);
    }
}

/* Without a fragment shader there are still tests and writes. */
static void
test_no_fragment(void **state)
{
    static const float depth = 0.5f;
    CATCH();

    struct scene_draw *draw = start(scene_format_d16_unorm, &depth, 1);
    draw->fragment = NULL;
    draw->target_count = 0;
    clear_depth(1, 0);
    kit_run(&kit, 0, 2);
    for (uint32_t i = 0; i < SIZE * SIZE; i++)
        assert_int_equal(((const uint16_t *)kit_bytes(&kit, 1)->data)[i], 32768);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(compare),        TEST(nearest),     TEST(rounding),
        TEST(bounds),         TEST(bias),        TEST(slope),
        TEST(clamp),          TEST(stencil),     TEST(stencil_compare),
        TEST(early_and_late), TEST(no_fragment),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
