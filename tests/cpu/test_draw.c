/* SPDX-License-Identifier: MIT
 *
 * Whole draws on the CPU device.
 */
#include "one_kit.h"

#include "base/bits.h"
#include "random.h"

#include <cmocka.h>
#include <math.h>

#define BYTES scene_format_r8g8b8a8_unorm

/* ---- targets and outputs ---- */

static void
test_clear(void **state)
{
    CATCH();
    kit_target(&kit, FLOATS, 3, 5);
    kit_target(&kit, BYTES, 7, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const float clear[4] = {0.25f, -1, 0.5f, 2};
        memcpy(kit.clears[i], clear, sizeof(clear));
    }
    kit_run(&kit, 0, 0);
    for (uint32_t i = 0; i < 15; i++)
        assert_pixel(0, i % 3, i / 3, 0.25f, -1, 0.5f, 2);
    assert_int_equal(kit_bytes(&kit, 1)->size, 7 * 2 * 4);
    for (uint32_t i = 0; i < 14; i++) {
        static const uint8_t expected[4] = {64, 0, 128, 255};
        assert_memory_equal((const uint8_t *)kit_bytes(&kit, 1)->data + 4 * (size_t)i, expected, 4);
    }
}

/* Outputs of two components and four; one whose location has no target; one target without. What
 * no output is declared for keeps its value. */
static void
test_outputs(void **state)
{
    struct kit_shader s;
    CATCH();

    kit_target(&kit, FLOATS, 9, 6);
    kit_target(&kit, BYTES, 9, 6);
    kit_target(&kit, FLOATS, 9, 6);
    kit.clears[2][1] = 5;
    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t bytes = kit_output(&s, 1);
    const uint32_t two = ir_add_output(
        s.shader, &(struct ir_io){.location = 0, .type = ir_type_f32, .components = 2});
    const uint32_t nowhere = kit_output(&s, 6);
    const uint32_t depth = kit_builtin_output(&s, ir_builtin_frag_depth, 1);
    kit_store(&s, two, 1, ir_build_f32(&s.builder, 3));
    kit_store(&s, bytes, 2, ir_build_f32(&s.builder, 0.5f));
    kit_store(&s, nowhere, 0, ir_build_f32(&s.builder, 9));
    kit_store(&s, depth, 0, ir_build_f32(&s.builder, 0.5f));

    struct scene_draw *draw =
        kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_end(&kit, &s), kit_whole, 3);
    draw->target_count = 3;
    draw->targets[1] = (struct scene_target){.view = 1, .resolve = SCENE_NONE};
    draw->targets[2] = (struct scene_target){.view = 2, .resolve = SCENE_NONE};
    kit_run(&kit, 0, 0);
    for (uint32_t i = 0; i < 9 * 6; i++) {
        static const uint8_t expected[4] = {0, 0, 128, 0};
        assert_pixel(0, i % 9, i / 9, 0, 3, 0, 0);
        assert_memory_equal((const uint8_t *)kit_bytes(&kit, 1)->data + 4 * (size_t)i, expected, 4);
        assert_pixel(2, i % 9, i / 9, 0, 5, 0, 0);
    }
}

static void
test_ended_lanes(void **state)
{
    struct kit_shader s;
    CATCH();

    /* Columns below 4 terminate, those from 12 on demote themselves; both have stored before. */
    kit_target(&kit, FLOATS, 16, 16);
    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t out = kit_output(&s, 0), in = kit_input(&s, 0, ir_interp_perspective);
    kit_copy(&s, out, in);
    const ir_ref x = kit_load(&s, ir_type_f32, in, 0);
    ir_build_if(&s.builder, ir_build_flt(&s.builder, x, ir_build_f32(&s.builder, 4)));
    ir_build_terminate(&s.builder);
    ir_build_else(&s.builder);
    ir_build_endif(&s.builder);
    ir_build_op(&s.builder, ir_op_demote, ir_type_void,
                ir_build_fge(&s.builder, x, ir_build_f32(&s.builder, 12)), 0, 0);
    kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_end(&kit, &s), kit_whole, 3);
    kit_run(&kit, 0, 0);
    for (uint32_t y = 0; y < 16; y++) {
        for (uint32_t column = 0; column < 16; column++) {
            if (column >= 4 && column < 12)
                assert_pixel(0, column, y, (float)column + 0.5f, (float)y + 0.5f, 7, 1);
            else
                assert_pixel(0, column, y, 0, 0, 0, 0);
        }
    }
}

/* ---- built-ins of fragments ---- */

static void
test_frag_coord(void **state)
{
    static const float vertices[3][2][4] = {
        {{-1, -1, 0, 1}, {0}}, {{3 * 4, -1 * 4, 4, 4}, {0}}, {{-1 * 2, 3 * 2, 1, 2}, {0}}};
    struct kit_shader s;
    CATCH();

    kit_target(&kit, FLOATS, 16, 16);
    kit_start(&kit, &s, ir_stage_fragment);
    kit_copy(&s, kit_output(&s, 0), kit_builtin_input(&s, ir_builtin_frag_coord, ir_type_f32, 4));
    struct scene_draw *draw =
        kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_end(&kit, &s), vertices, 3);
    draw->viewport.min_depth = 0.5f;
    kit_run(&kit, 0, 0);
    for (uint32_t y = 0; y < 16; y++) {
        for (uint32_t x = 0; x < 16; x++) {
            /* Weights of vertices 1 and 2; depths 0, 1, 0.5; 1 / w of 1, 1/4, 1/2. */
            const float b = ((float)x + 0.5f) / 32, c = ((float)y + 0.5f) / 32;
            assert_pixel(0, x, y, (float)x + 0.5f, (float)y + 0.5f, 0.5f + (b + c / 2) / 2,
                         1 - b * 0.75f - c * 0.5f);
        }
    }
}

static void
test_facing(void **state)
{
    struct kit_shader s;
    CATCH();

    /* 0: front; 1: not; everything else: nothing drawn. */
    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t out = kit_output(&s, 0);
    const uint32_t in = kit_builtin_input(&s, ir_builtin_front_facing, ir_type_i32, 1);
    kit_store(&s, out, 0,
              ir_build_u2f(&s.builder, ir_type_f32,
                           ir_build_iadd(&s.builder, kit_load(&s, ir_type_i32, in, 0),
                                         ir_build_i32(&s.builder, 2))));
    const struct ir_shader *fragment = kit_end(&kit, &s);
    const struct ir_shader *vertex = kit_pass_vertex(&kit, 1);

    /* As seen with y down, `whole` goes clockwise. */
    for (uint32_t i = 0; i < 24; i++) {
        const bool counter = i & 1, clockwise_is_front = i >> 1 & 1, flipped = i >> 2 & 1;
        const enum scene_cull cull = (enum scene_cull)(i / 8);
        const bool is_front = (counter == flipped) == clockwise_is_front;
        const bool is_drawn = cull == scene_cull_none || (cull == scene_cull_back) == is_front;
        float vertices[3][2][4];

        memcpy(vertices, kit_whole, sizeof(kit_whole));
        if (counter)
            memcpy(vertices[1], kit_whole[2], sizeof(kit_whole[2]));
        if (counter)
            memcpy(vertices[2], kit_whole[1], sizeof(kit_whole[1]));
        kit_restart(&kit);
        kit_target(&kit, FLOATS, 4, 4);
        struct scene_draw *draw = kit_draw(&kit, vertex, fragment, (kit_vertices)vertices, 3);
        draw->raster.cull = cull;
        draw->raster.front =
            clockwise_is_front ? scene_front_clockwise : scene_front_counter_clockwise;
        if (flipped) {
            draw->viewport.y = 4;
            draw->viewport.height = -4;
        }
        kit_run(&kit, 0, 0);
        if (is_drawn)
            assert_pixel(0, 1, 2, is_front ? 1 : 2, 0, 0, 0);
        else
            assert_pixel(0, 1, 2, 0, 0, 0, 0);
    }
}

/* ---- what is not drawn ---- */

static void
test_scissor(void **state)
{
    static const struct {
        struct scene_rect scissor;
        struct scene_viewport viewport;
        uint32_t x0, y0, x1, y1;
    } rows[] = {
        {{0, 0, 0, 0}, {0, 0, 16, 16, 0, 1}, 0, 0, 16, 16},
        {{3, 5, 7, 2}, {0, 0, 16, 16, 0, 1}, 3, 5, 10, 7},
        {{3, 5, 0, 2}, {0, 0, 16, 16, 0, 1}, 0, 0, 0, 0},
        {{3, 5, 2147483644, 2147483642}, {0, 0, 16, 16, 0, 1}, 3, 5, 16, 16},
        {{100, 5, 7, 2}, {0, 0, 16, 16, 0, 1}, 0, 0, 0, 0},
        {{0, 0, 0, 0}, {2, 3, 5, 6, 0, 1}, 2, 3, 7, 9},
        {{0, 0, 0, 0}, {2.5f, 9, 5, -6, 0, 1}, 2, 3, 7, 9},
        {{0, 0, 0, 0}, {-8, -8, 16, 16, 0, 1}, 0, 0, 8, 8},
        {{0, 4, 5, 4}, {-8, -8, 16, 16, 0, 1}, 0, 4, 5, 8},
        {{0, 0, 0, 0}, {-16000, -16000, 16384, 16384, 0, 1}, 0, 0, 16, 16},
    };
    CATCH();

    const struct ir_shader *vertex = kit_pass_vertex(&kit, 1);
    const struct ir_shader *fragment = kit_pass_fragment(&kit, ir_interp_perspective);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        kit_restart(&kit);
        kit_target(&kit, FLOATS, 16, 16);
        struct scene_draw *draw = kit_draw(&kit, vertex, fragment, kit_whole, 3);
        draw->scissor = rows[i].scissor;
        draw->viewport = rows[i].viewport;
        kit_run(&kit, 0, 0);
        for (uint32_t j = 0; j < 256; j++) {
            const uint32_t x = j % 16, y = j / 16;
            const bool expected =
                x >= rows[i].x0 && x < rows[i].x1 && y >= rows[i].y0 && y < rows[i].y1;
            if ((kit_pixel(&kit, 0, x, y)[3] == 1) != expected)
                fail_msg("row %zu pixel %u, %u: expected %d", i, x, y, expected);
        }
    }
}

static void
test_nothing(void **state)
{
    static const float nan_x[3][2][4] = {{{-1, -1, 0, 1}}, {{NAN, -1, 0, 1}}, {{-1, 3, 0, 1}}};
    static const float behind[3][2][4] = {{{-1, -1, 0, -1}}, {{3, -1, 0, -1}}, {{-1, 3, 0, -1}}};
    static const float flat[3][2][4] = {{{-1, -1, 0, 1}}, {{1, 1, 0, 1}}, {{0, 0, 0, 1}}};
    static const float far_off[3][2][4] = {
        {{-1, -1, 0, 1}}, {{INFINITY, -1, 0, 1}}, {{-1, 3, 0, 1}}};
    static const struct {
        kit_vertices vertices;
        uint32_t instances;
        bool has_position;
    } rows[] = {{nan_x, 1, true},   {behind, 1, true},    {flat, 1, true},
                {far_off, 1, true}, {kit_whole, 0, true}, {kit_whole, 1, false}};
    struct kit_shader s;
    CATCH();

    kit_start(&kit, &s, ir_stage_vertex);
    kit_copy(&s, kit_output(&s, 0), kit_input(&s, 0, ir_interp_perspective));
    const struct ir_shader *no_position = kit_end(&kit, &s);
    const struct ir_shader *vertex = kit_pass_vertex(&kit, 1);
    kit_start(&kit, &s, ir_stage_fragment);
    kit_store(&s, kit_output(&s, 0), 0, ir_build_f32(&s.builder, 1));
    const struct ir_shader *fragment = kit_end(&kit, &s);

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (int j = 0; j < 2; j++) {
            const enum scene_topology topology =
                j ? scene_topology_triangles : scene_topology_points;

            kit_restart(&kit);
            kit_target(&kit, FLOATS, 16, 16);
            struct scene_draw *draw = kit_draw(&kit, rows[i].has_position ? vertex : no_position,
                                               fragment, rows[i].vertices, 3);
            draw->instance_count = rows[i].instances;
            draw->topology = topology;
            /* Of the points some have a good place. */
            if (topology == scene_topology_points && rows[i].vertices != behind &&
                rows[i].instances && rows[i].has_position)
                continue;
            kit_run(&kit, 0, 0);
            for (uint32_t k = 0; k < 256; k++)
                assert_pixel(0, k % 16, k / 16, 0, 0, 0, 0);
        }
    }
}

/* ---- bindings ---- */

static void
test_uniforms(void **state)
{
    static const float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct kit_shader s;
    CATCH();

    /* Two buffers of 32 bytes, of which one is bound with 20 and the other not at all. */
    kit_target(&kit, FLOATS, 2, 1);
    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t out = kit_output(&s, 0);
    const uint32_t bound =
        ir_add_buffer(s.shader, &(struct ir_buffer){.set = 1, .binding = 2, .size = 32});
    const uint32_t unbound =
        ir_add_buffer(s.shader, &(struct ir_buffer){.set = 2, .binding = 1, .size = 32});
    static const uint32_t places[4] = {4, 16, 20, 0};
    for (uint32_t c = 0; c < 4; c++)
        kit_store(&s, out, c,
                  ir_build_load_buffer(&s.builder, ir_type_f32, c == 3 ? unbound : bound,
                                       ir_build_i32(&s.builder, places[c])));
    struct scene_draw *draw =
        kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_end(&kit, &s), kit_whole, 3);
    kit.buffers[1] = (struct scene_buffer){values, 20};
    kit.bindings[0] =
        (struct scene_binding){.set = 1, .binding = 2, .kind = scene_binding_uniform, .buffer = 1};
    draw->inputs.binding_count = 1;
    kit_run(&kit, 0, 0);
    assert_pixel(0, 0, 0, 2, 5, 0, 0);

    /* Bound with all 32, but declared with 16: the rest is not the shader's. */
    kit.buffers[1].size = 32;
    s.shader->buffers.data[bound].size = 16;
    kit_run(&kit, 0, 0);
    assert_pixel(0, 0, 0, 2, 0, 0, 0);
}

/* ---- whole quads ---- */

/* The slope is exact in every covered pixel, at edges and in odd corners of targets too. */
static void
test_derivatives(void **state)
{
    struct random random = {31};
    struct kit_shader s;
    static uint32_t covered;
    CATCH();

    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t in = kit_input(&s, 0, ir_interp_linear), out = kit_output(&s, 0);
    const ir_ref x = kit_load(&s, ir_type_f32, in, 0), y = kit_load(&s, ir_type_f32, in, 1);
    static const enum ir_op ops[4] = {ir_op_ddx_fine, ir_op_ddy_fine, ir_op_ddx_coarse,
                                      ir_op_ddy_coarse};
    for (uint32_t c = 0; c < 4; c++)
        kit_store(&s, out, c,
                  ir_build_op(&s.builder, ops[c], (ir_type_id)ir_type_f32, c % 2 ? y : x, 0, 0));
    const struct ir_shader *fragment = kit_end(&kit, &s);
    const struct ir_shader *vertex = kit_pass_vertex(&kit, 1);

    for (int i = 0; i < 60; i++) {
        float vertices[3][2][4];

        /* At 64ths of pixels, the value being 2 x, 3 y: so all of it is exact in floats. */
        for (int j = 0; j < 3; j++) {
            const float px = (float)random_int(&random, -16 * 64, 48 * 64) / 64;
            const float py = (float)random_int(&random, -16 * 64, 48 * 64) / 64;
            const float vertex_j[2][4] = {{px / 16 - 1, py / 16 - 1, 0, 1}, {2 * px, 3 * py, 0, 0}};
            memcpy(vertices[j], vertex_j, sizeof(vertex_j));
        }
        kit_restart(&kit);
        kit_target(&kit, FLOATS, 31, 29);
        struct scene_draw *draw = kit_draw(&kit, vertex, fragment, (kit_vertices)vertices, 3);
        draw->viewport.width = draw->viewport.height = 32;
        draw->scissor = (struct scene_rect){3, 5, 31, 29};
        kit_run(&kit, (uint32_t)4 << i % 5, 0);
        for (uint32_t j = 0; j < 31 * 29; j++) {
            const float *pixel = kit_pixel(&kit, 0, j % 31, j / 31);
            static const float slopes[4] = {2, 3, 2, 3};

            if (pixel[0] == 0)
                continue;
            covered++;
            for (int c = 0; c < 4; c++)
                assert_true(fabs((double)(pixel[c] - slopes[c])) <= 0x1p-16);
        }
    }
    assert_in_range(covered, 5000, 60 * 31 * 29);
}

/* Helpers are helpers: a vote over the quad sees them, their results go nowhere. */
static void
test_helpers(void **state)
{
    /* One pixel's centre, the upper left of a quad: three helpers. */
    static const float vertices[3][2][4] = {
        {{0.2f, 0.2f, 0, 1}}, {{0.6f, 0.2f, 0, 1}}, {{0.2f, 0.6f, 0, 1}}};
    struct kit_shader s;
    CATCH();

    kit_start(&kit, &s, ir_stage_fragment);
    struct ir_builder *b = &s.builder;
    const uint32_t out = kit_output(&s, 0);
    const ir_ref helper = ir_build_op(b, ir_op_is_helper, (ir_type_id)ir_type_bool, 0, 0, 0);
    const ir_ref one = ir_build_f32(b, 1), zero = ir_build_f32(b, 0);
    const ir_ref number = ir_build_select(b, helper, one, zero);
    for (uint32_t c = 0; c < 4; c++)
        kit_store(&s, out, c,
                  ir_build_op(b, ir_op_quad_read, (ir_type_id)ir_type_f32, number,
                              ir_build_i32(b, c), 0));
    const struct ir_shader *fragment = kit_end(&kit, &s);
    kit_target(&kit, FLOATS, 4, 4);
    kit.clears[0][0] = 9;
    kit_draw(&kit, kit_pass_vertex(&kit, 1), fragment, vertices, 3);
    kit_run(&kit, 0, 0);
    for (uint32_t i = 0; i < 16; i++) {
        if (i == 10)
            assert_pixel(0, 2, 2, 0, 1, 1, 1);
        else
            assert_pixel(0, i % 4, i / 4, 9, 0, 0, 0);
    }
}

/* ---- order ---- */

/* What is drawn last is seen, over tiles, batches and draws: by counting who covers a pixel. */
static void
test_order(void **state)
{
    enum { size = 150, triangles = 3000, draws = 3 };
    static float vertices[draws][triangles * 3][2][4];
    static float expected[size][size];
    struct random random = {41};
    CATCH();

    kit_target(&kit, FLOATS, size, size);
    const struct ir_shader *vertex = kit_pass_vertex(&kit, 1);
    const struct ir_shader *fragment = kit_pass_fragment(&kit, ir_interp_flat);
    memset(expected, 0, sizeof(expected));
    for (uint32_t i = 0; i < draws * triangles; i++) {
        const int reach = i % 500 ? 12 : 100;
        const int at[2] = {random_int(&random, 0, size), random_int(&random, 0, size)};
        int64_t x[3], y[3];

        for (uint32_t j = 0; j < 3; j++) {
            float(*to)[4] = vertices[i / triangles][i % triangles * 3 + j];

            /* Quarter pixels of a viewport of 256 are exact. */
            x[j] = 4 * at[0] + random_int(&random, -4 * reach, 4 * reach);
            y[j] = 4 * at[1] + random_int(&random, -4 * reach, 4 * reach);
            to[0][0] = (float)x[j] / 512 - 1;
            to[0][1] = (float)y[j] / 512 - 1;
            to[0][3] = 1;
            to[1][0] = (float)i + 1;
        }
        /* Every vertex is within reach. */
        for (int py = at[1] > reach ? at[1] - reach : 0; py < size && py <= at[1] + reach; py++) {
            for (int px = at[0] > reach ? at[0] - reach : 0; px < size && px <= at[0] + reach;
                 px++) {
                bool inside[2] = {true, true};

                /* Centres are at 4 p + 2. On an edge: see the top-left rule. */
                for (int j = 0; j < 6; j++) {
                    const int a = j < 3 ? j : (j - 2) % 3, c = j < 3 ? (j + 1) % 3 : j - 3;
                    const int64_t dx = x[c] - x[a], dy = y[c] - y[a];
                    const int64_t side = dx * (4 * py + 2 - y[a]) - dy * (4 * px + 2 - x[a]);
                    inside[j / 3] &= side ? side > 0 : dy ? dy < 0 : dx > 0;
                }
                if (inside[0] || inside[1])
                    expected[py][px] = (float)i + 1;
            }
        }
    }
    for (uint32_t i = 0; i < draws; i++) {
        struct scene_draw *draw =
            kit_draw(&kit, vertex, fragment, (kit_vertices)vertices[0], triangles * 3);

        kit.buffers[0].size = sizeof(vertices);
        draw->first_vertex = i * triangles * 3;
        draw->viewport.width = draw->viewport.height = 256;
    }
    kit_run(&kit, 0, 4);
    for (uint32_t i = 0; i < size * size; i++) {
        const float found = kit_pixel(&kit, 0, i % size, i / size)[0];
        if (found != expected[i / size][i % size])
            fail_msg("pixel %u, %u: found triangle %g, expected %g", i % size, i / size,
                     (double)found, (double)expected[i / size][i % size]);
    }
}

/* A target as wide as can be: the last pixels are as good as the first. */
static void
test_wide(void **state)
{
    static const float sliver[3][2][4] = {{{-1, -1, 0, 1}, {0, 1, 2, 3}},
                                          {{1, -1, 0, 1}, {16384, 1, 2, 3}},
                                          {{1, 1, 0, 1}, {16384, 1, 2, 3}}};
    CATCH();

    kit_target(&kit, FLOATS, SCENE_MAX_SIZE, 2);
    kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_pass_fragment(&kit, ir_interp_perspective), sliver,
             3);
    kit_run(&kit, 0, 0);
    for (uint32_t x = 0; x < SCENE_MAX_SIZE; x++) {
        for (uint32_t y = 0; y < 2; y++) {
            /* Row 0 is covered from the diagonal on: x + 0.5 >= 16384 (y + 0.5) / 2. */
            if (x >= 4096 + 8192 * y)
                assert_pixel(0, x, y, (float)x + 0.5f, 1, 2, 3);
            else
                assert_pixel(0, x, y, 0, 0, 0, 0);
        }
    }
}

/* ---- failures ---- */

static void
add_endless(struct kit_shader *s, ir_ref condition)
{
    ir_build_place(&s->builder, 77);
    ir_build_if(&s->builder, condition);
    ir_build_loop(&s->builder);
    ir_build_place(&s->builder, 78);
    ir_build_endloop(&s->builder);
    ir_build_else(&s->builder);
    ir_build_endif(&s->builder);
}

static void
test_endless(void **state)
{
    struct kit_shader s;
    CATCH();

    for (uint32_t i = 0; i < 4; i++) {
        const bool in_vertex = i % 2;
        struct scene_device *device = cpu_device_create(
            &(struct cpu_options){.lanes = 8, .threads = i / 2 ? 4 : 1, .steps = 1000});

        kit_restart(&kit);
        base_diags_init(&kit.diags, &kit.arena, "scene");
        kit_target(&kit, FLOATS, 300, 300);
        kit_start(&kit, &s, ir_stage_vertex);
        s.shader->place_kind = QD_PLACE_TEXT;
        const uint32_t in = kit_input(&s, 0, ir_interp_perspective);
        kit_copy(&s, kit_builtin_output(&s, ir_builtin_position, 4), in);
        kit_copy(&s, kit_output(&s, 0), kit_input(&s, 1, ir_interp_perspective));
        if (in_vertex)
            add_endless(&s, ir_build_flt(&s.builder, kit_load(&s, ir_type_f32, in, 0),
                                         ir_build_f32(&s.builder, 0)));
        const struct ir_shader *vertex = s.shader;
        kit_start(&kit, &s, ir_stage_fragment);
        s.shader->place_kind = QD_PLACE_TEXT;
        const uint32_t from = kit_input(&s, 0, ir_interp_perspective), out = kit_output(&s, 0);
        kit_copy(&s, out, from);
        if (!in_vertex)
            add_endless(&s, ir_build_flt(&s.builder, ir_build_f32(&s.builder, 15),
                                         kit_load(&s, ir_type_f32, from, 0)));
        kit_draw(&kit, vertex, s.shader, kit_whole, 3);

        kit_make_steps(&kit);
        assert_int_equal(device->run(device, &kit.scene, &kit.arena, &kit.result, &kit.diags),
                         scene_status_bad);
        assert_null(kit.result.reads);
        assert_int_equal(kit.diags.error_count, 1);
        const struct qd_diagnostic *diag = &kit.diags.list.data[0];
        assert_int_equal(diag->code, QD_CODE_LIMIT);
        assert_int_equal(diag->place.kind, QD_PLACE_TEXT);
        assert_in_range(diag->place.line, 77, 78);
        assert_string_equal(
            diag->message,
            in_vertex ? "found no end of the vertex shader \"vs\" after 1000 operations, expected "
                        "every group of 8 lanes to end within them"
                      : "found no end of the fragment shader \"fs\" after 1000 operations, "
                        "expected every group of 8 lanes to end within them");

        /* The device is as good as before. */
        base_diags_init(&kit.diags, &kit.arena, "scene");
        kit.draws[0].vertex = kit_pass_vertex(&kit, 1);
        kit.draws[0].fragment = kit_pass_fragment(&kit, ir_interp_perspective);
        kit_make_steps(&kit);
        assert_int_equal(device->run(device, &kit.scene, &kit.arena, &kit.result, &kit.diags),
                         scene_status_ok);
        device->destroy(device);
    }
}

static void
test_bad_scene(void **state)
{
    CATCH();

    kit_target(&kit, FLOATS, 4, 4);
    kit_draw(&kit, NULL, kit_pass_fragment(&kit, ir_interp_flat), kit_whole, 3);
    struct scene_device *device = cpu_device_create(&(struct cpu_options){0});
    assert_string_equal(device->name, "cpu");
    kit_make_steps(&kit);
    assert_int_equal(device->run(device, &kit.scene, &kit.arena, &kit.result, &kit.diags),
                     scene_status_bad);
    assert_null(kit.result.reads);
    assert_int_equal(kit.diags.list.data[0].code, QD_CODE_SCENE_INVALID);
    device->destroy(device);
}

/* Running out in the middle of a scene leaves the device as good as before: the scene's memory and
 * one read of it fit the caller's arena, but not two. */
static void
test_out_of_memory(void **state)
{
    struct base_arena small;
    struct scene_device *device = cpu_device_create(&(struct cpu_options){.threads = 2});
    static volatile int passes;
    CATCH();

    kit_target(&kit, FLOATS, 64, 64);
    kit.steps[0] = kit.steps[1] = (struct scene_step){.kind = scene_step_read_image};
    kit.scene.step_count = 2;
    base_arena_init(&small, 100000);
    if (BASE_ARENA_CATCH(&small)) {
        device->run(device, &kit.scene, &small, &kit.result, &kit.diags);
        passes = 100;
    } else {
        passes++;
    }
    assert_int_equal(passes, 1);
    assert_int_equal(small.failure, base_arena_over_budget);
    base_arena_finish(&small);
    assert_int_equal(device->run(device, &kit.scene, &kit.arena, &kit.result, &kit.diags),
                     scene_status_ok);
    assert_int_equal(kit.result.reads[1].size, 64 * 64 * 16);
    device->destroy(device);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(clear),   TEST(outputs), TEST(ended_lanes), TEST(frag_coord),  TEST(facing),
        TEST(scissor), TEST(nothing), TEST(uniforms),    TEST(derivatives), TEST(helpers),
        TEST(order),   TEST(wide),    TEST(endless),     TEST(bad_scene),   TEST(out_of_memory),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
