/* SPDX-License-Identifier: MIT
 *
 * What vertices are fetched from, and what they make.
 */
#include "one_kit.h"

#include "random.h"

#include <cmocka.h>
#include <math.h>

/* ---- topologies ---- */

static void
test_strip(void **state)
{
    CATCH();
    kit_target(&kit, FLOATS, 8, 8);
    struct scene_draw *draw = kit_draw(&kit, kit_pass_vertex(&kit, 1),
                                       kit_pass_fragment(&kit, ir_interp_flat), kit_corners, 4);
    draw->topology = scene_topology_triangle_strip;
    /* Both triangles go the same way round. */
    draw->raster.cull = scene_cull_back;
    draw->raster.front = scene_front_clockwise;
    kit_run(&kit, 0, 0);
    /* The provoking vertex of triangle i is vertex i. The diagonal is the second's left edge. */
    for (uint32_t i = 0; i < 64; i++)
        assert_pixel(0, i % 8, i / 8, i % 8 + i / 8 < 7 ? 1 : 2, 0, 0, 1);
}

static void
test_fan(void **state)
{
    float vertices[4][2][4];
    CATCH();

    memcpy(vertices, kit_corners, sizeof(kit_corners));
    memcpy(vertices[2], kit_corners[3], sizeof(kit_corners[3]));
    memcpy(vertices[3], kit_corners[2], sizeof(kit_corners[2]));
    kit_target(&kit, FLOATS, 8, 8);
    struct scene_draw *draw =
        kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_pass_fragment(&kit, ir_interp_flat),
                 (kit_vertices)vertices, 4);
    draw->topology = scene_topology_triangle_fan;
    draw->raster.cull = scene_cull_back;
    draw->raster.front = scene_front_clockwise;
    kit_run(&kit, 0, 0);
    /* Triangle i is i + 1, i + 2, 0. The diagonal is the first's left edge. */
    for (uint32_t i = 0; i < 64; i++)
        assert_pixel(0, i % 8, i / 8, i % 8 >= i / 8 ? 2 : 4, 0, 0, 1);
}

static void
test_list(void **state)
{
    CATCH();

    /* What does not make a whole triangle is left out. */
    for (uint32_t i = 0; i < 15; i++) {
        kit_restart(&kit);
        kit_target(&kit, FLOATS, 8, 8);
        struct scene_draw *draw = kit_draw(&kit, kit_pass_vertex(&kit, 1),
                                           kit_pass_fragment(&kit, ir_interp_flat), kit_corners, 4);
        draw->topology = (enum scene_topology)(scene_topology_triangles + i / 5);
        draw->vertex_count = i % 5;
        kit_run(&kit, 0, 0);
        assert_true((kit_pixel(&kit, 0, 6, 0)[0] != 0) == (i % 5 >= 3));
        assert_true((kit_pixel(&kit, 0, 1, 7)[0] != 0) == (i / 5 > 0 && i % 5 == 4));
    }
}

static void
test_points(void **state)
{
    /* x, y in pixels of a 64 by 64 target, z, size. */
    static const float at[][4] = {
        {10, 10, 0, 4},    {30.5f, 10.5f, 0, 3}, {50, 50, 0, 1}, {0, 30, 0, 6},      {64, 64, 0, 8},
        {20, 40, 1.5f, 8}, {66, 10, 0, 20},      {40, 30, 0, 0}, {-0.5f, 50, 0, 20},
    };
    static const struct {
        int x0, y0, x1, y1;
    } expected[] = {
        {8, 8, 12, 12}, {29, 9, 32, 12}, {49, 49, 50, 50}, {0, 27, 3, 33}, {60, 60, 64, 64},
        {0, 0, 0, 0},   {56, 0, 64, 20}, {39, 29, 40, 30}, {0, 40, 9, 60},
    };
    float vertices[BASE_COUNT(at)][2][4];
    struct kit_shader s;
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(at); i++) {
        const float vertex[2][4] = {{at[i][0] / 32 - 1, at[i][1] / 32 - 1, at[i][2], 1},
                                    {(float)i + 1, 0, 0, at[i][3]}};
        memcpy(vertices[i], vertex, sizeof(vertex));
    }
    kit_start(&kit, &s, ir_stage_vertex);
    const uint32_t in = kit_input(&s, 1, ir_interp_perspective);
    kit_copy(&s, kit_builtin_output(&s, ir_builtin_position, 4),
             kit_input(&s, 0, ir_interp_perspective));
    kit_copy(&s, kit_output(&s, 0), in);
    kit_store(&s, kit_builtin_output(&s, ir_builtin_point_size, 1), 0,
              kit_load(&s, ir_type_f32, in, 3));
    kit_target(&kit, FLOATS, 64, 64);
    struct scene_draw *draw =
        kit_draw(&kit, kit_end(&kit, &s), kit_pass_fragment(&kit, ir_interp_perspective),
                 (kit_vertices)vertices, BASE_COUNT(at));
    draw->topology = scene_topology_points;
    draw->raster.cull = scene_cull_back; /* Not for points. */
    kit_run(&kit, 0, 0);
    for (int y = 0; y < 64; y++) {
        for (int x = 0; x < 64; x++) {
            float value = 0, size = 0;

            for (size_t i = 0; i < BASE_COUNT(at); i++) {
                if (x < expected[i].x0 || x >= expected[i].x1 || y < expected[i].y0 ||
                    y >= expected[i].y1)
                    continue;
                value = (float)i + 1;
                size = at[i][3];
            }
            assert_pixel(0, (uint32_t)x, (uint32_t)y, value, 0, 0, size);
        }
    }
}

/* Strips and fans that are longer than what is worked on at once have no seam, and instances
 * follow each other. Each triangle covers the right upper half of a pixel, centre included. */
static void
test_long(void **state)
{
    enum { side = 120, count = side * side + 2 };
    static float vertices[count][2][4];
    struct kit_shader s;
    CATCH();

    /* Triangle i of instance n adds a pixel: number i to the right of row n. */
    kit_start(&kit, &s, ir_stage_vertex);
    const uint32_t index = kit_builtin_input(&s, ir_builtin_vertex_index, ir_type_i32, 1);
    const uint32_t instance = kit_builtin_input(&s, ir_builtin_instance_index, ir_type_i32, 1);
    const uint32_t position = kit_builtin_output(&s, ir_builtin_position, 4);
    const uint32_t out = kit_output(&s, 0);
    struct ir_builder *b = &s.builder;
    const ir_ref i = kit_load(&s, ir_type_i32, index, 0);
    const ir_ref n = kit_load(&s, ir_type_i32, instance, 0);
    const ir_ref pixel = ir_build_iadd(b, i, ir_build_imul(b, n, ir_build_i32(b, 5000)));
    const ir_ref width = ir_build_i32(b, side);
    const ir_ref centre[2] = {ir_build_urem(b, pixel, width), ir_build_udiv(b, pixel, width)};
    for (uint32_t c = 0; c < 2; c++) {
        const ir_ref place =
            ir_build_fadd(b, ir_build_u2f(b, ir_type_f32, centre[c]), ir_build_f32(b, 0.5f));
        kit_store(&s, position, c,
                  ir_build_fadd(b, ir_build_fmul(b, place, ir_build_f32(b, 2.0f / side)),
                                ir_build_f32(b, -1)));
    }
    kit_store(&s, position, 3, ir_build_f32(b, 1));
    kit_store(&s, out, 0, ir_build_u2f(b, ir_type_f32, i));
    kit_store(&s, out, 1, ir_build_u2f(b, ir_type_f32, n));

    kit_target(&kit, FLOATS, side, side);
    struct scene_draw *draw =
        kit_draw(&kit, kit_end(&kit, &s), kit_pass_fragment(&kit, ir_interp_flat),
                 (kit_vertices)vertices, count);
    draw->topology = scene_topology_points;
    draw->vertex_count = 5000;
    draw->first_vertex = 100;
    draw->instance_count = 2;
    draw->first_instance = 0;
    draw->attribute_count = 0;
    kit_run(&kit, 0, 0);
    for (uint32_t j = 0; j < side * side; j++) {
        if (j < 100 || j >= 10100)
            assert_pixel(0, j % side, j / side, 0, 0, 0, 0);
        else if (j < 5100)
            assert_pixel(0, j % side, j / side, (float)j, 0, 0, 0);
        else
            assert_pixel(0, j % side, j / side, (float)j - 5000, 1, 0, 0);
    }
}

/* A strip of squares in rows, and a fan of slices: every pixel gets the right triangle. */
static void
test_long_strip(void **state)
{
    enum { columns = 6000 };
    static float strip[2 * columns + 2][2][4], fan[columns + 2][2][4];
    CATCH();

    for (uint32_t i = 0; i < BASE_COUNT(strip); i++) {
        const float vertex[2][4] = {{(float)(i / 2) * (2.0f / columns) - 1, i % 2 ? 1 : -1, 0, 1},
                                    {(float)i, 0, 0, 1}};
        memcpy(strip[i], vertex, sizeof(vertex));
    }
    for (uint32_t i = 0; i < BASE_COUNT(fan); i++) {
        /* From the upper middle along the lower edge. */
        const float vertex[2][4] = {
            {i ? (float)(i - 1) * (2.0f / columns) - 1 : 0, i ? 1 : -1, 0, 1}, {(float)i, 0, 0, 1}};
        memcpy(fan[i], vertex, sizeof(vertex));
    }
    kit_target(&kit, FLOATS, columns, 2);
    const struct ir_shader *vertex = kit_pass_vertex(&kit, 1);
    const struct ir_shader *fragment = kit_pass_fragment(&kit, ir_interp_flat);
    kit_draw(&kit, vertex, fragment, (kit_vertices)strip, BASE_COUNT(strip))->topology =
        scene_topology_triangle_strip;
    kit_run(&kit, 0, 0);
    for (uint32_t x = 0; x < columns; x++) {
        /* The diagonal goes from the lower left to the upper right. */
        assert_pixel(0, x, 0, (float)(2 * x), 0, 0, 1);
        assert_pixel(0, x, 1, (float)(2 * x + 1), 0, 0, 1);
    }

    kit.draw_count = 0;
    kit_draw(&kit, vertex, fragment, (kit_vertices)fan, BASE_COUNT(fan))->topology =
        scene_topology_triangle_fan;
    kit_run(&kit, 0, 0);
    for (uint32_t x = 0; x < columns; x++) {
        /* Row 1 has its centres three quarters down: there the fan is 3/4 of its width. */
        const double at = (x + 0.5 - columns / 2) / 0.75 + columns / 2;
        const float found = kit_pixel(&kit, 0, x, 1)[0];

        if (at < -0.01 || at > columns + 0.01)
            assert_true(found == 0);
        else
            assert_true(fabs((double)found - (floor(at) + 1)) <= 1);
    }
}

/* ---- attributes ---- */

/* Points of one pixel show what the vertex shader got at location 1. */
/* clang-format off */
static const uint32_t fetch_words[9] = {0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x40a00000,
                                  0x40c00000, 0x40e00000, 0x41000000, 0x41100000};
static const struct fetch_row {
    struct scene_attribute attribute;
    size_t size; /* Of the buffer, in bytes. */
    uint32_t first_vertex, first_instance;
    float expected[4][4]; /* Vertices 0, 1 of instance 0, then of instance 1. */
} fetch_rows[] = {
    /* In order, tightly. */
    {{1, scene_format_r32_sfloat, 1, 0, 4, scene_rate_vertex},
     36,
     0,
     0,
     {{1, 0, 0, 1}, {2, 0, 0, 1}, {1, 0, 0, 1}, {2, 0, 0, 1}}},
    {{1, scene_format_r32g32_sfloat, 1, 4, 12, scene_rate_vertex},
     36,
     0,
     0,
     {{2, 3, 0, 1}, {5, 6, 0, 1}, {2, 3, 0, 1}, {5, 6, 0, 1}}},
    {{1, scene_format_r32g32b32_sfloat, 1, 0, 0, scene_rate_vertex},
     36,
     7,
     7,
     {{1, 2, 3, 1}, {1, 2, 3, 1}, {1, 2, 3, 1}, {1, 2, 3, 1}}},
    {{1, scene_format_r32_sfloat, 1, 0, 4, scene_rate_vertex},
     36,
     5,
     3,
     {{6, 0, 0, 1}, {7, 0, 0, 1}, {6, 0, 0, 1}, {7, 0, 0, 1}}},
    {{1, scene_format_r32_sfloat, 1, 4, 4, scene_rate_instance},
     36,
     5,
     3,
     {{5, 0, 0, 1}, {5, 0, 0, 1}, {6, 0, 0, 1}, {6, 0, 0, 1}}},
    /* Vertices of 6 floats that are fetched as 4 and 4: the last one does not lie whole there. */
    {{1, scene_format_r32g32b32a32_sfloat, 1, 0, 12, scene_rate_vertex},
     24,
     0,
     0,
     {{1, 2, 3, 4}, {0}, {1, 2, 3, 4}, {0}}},
    /* The same but for its last byte. */
    {{1, scene_format_r32g32_sfloat, 1, 0, 4, scene_rate_vertex},
     11,
     0,
     0,
     {{1, 2, 0, 1}, {0, 0, 0, 1}, {1, 2, 0, 1}, {0, 0, 0, 1}}},
    /* Beyond: zeroes, but what the format lacks. */
    {{1, scene_format_r32g32b32a32_sfloat, 1, 0, 16, scene_rate_vertex},
     36,
     100,
     0,
     {{0}, {0}, {0}, {0}}},
    {{1, scene_format_r32_sfloat, 1, 36, 4, scene_rate_vertex},
     36,
     0,
     0,
     {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {{1, scene_format_r32_sfloat, 1, UINT64_MAX, UINT32_MAX, scene_rate_vertex},
     36,
     1,
     0,
     {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {{1, scene_format_r32_sfloat, 1, UINT64_MAX - 3, 4, scene_rate_vertex},
     36,
     1,
     0,
     {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {{1, scene_format_r32_sfloat, 1, 0, UINT32_MAX, scene_rate_vertex},
     36,
     4294967293u,
     0,
     {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {{1, scene_format_r32_sfloat, 1, 0, 4, scene_rate_vertex},
     0,
     0,
     0,
     {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    /* Bytes at odd places: 1.0 is 00 00 80 3f. */
    {{1, scene_format_r8g8_unorm, 1, 1, 1, scene_rate_vertex},
     36,
     0,
     0,
     {{0, 128 / 255.0f, 0, 1},
      {128 / 255.0f, 63 / 255.0f, 0, 1},
      {0, 128 / 255.0f, 0, 1},
      {128 / 255.0f, 63 / 255.0f, 0, 1}}},
};
/* clang-format on */

static const struct ir_shader *
make_fetch_vertex(void)
{
    struct kit_shader s;

    /* The point's place comes from its numbers less the first ones, given as uniforms. */
    kit_start(&kit, &s, ir_stage_vertex);
    struct ir_builder *b = &s.builder;
    const uint32_t index = kit_builtin_input(&s, ir_builtin_vertex_index, ir_type_i32, 1);
    const uint32_t instance = kit_builtin_input(&s, ir_builtin_instance_index, ir_type_i32, 1);
    const uint32_t in = kit_input(&s, 1, ir_interp_perspective);
    const uint32_t position = kit_builtin_output(&s, ir_builtin_position, 4);
    const uint32_t buffer =
        ir_add_buffer(s.shader, &(struct ir_buffer){.set = 0, .binding = 3, .size = 16});
    for (uint32_t c = 0; c < 2; c++) {
        const ir_ref first = ir_build_load_buffer(b, ir_type_i32, buffer, ir_build_i32(b, 4 * c));
        const ir_ref number = kit_load(&s, ir_type_i32, c ? instance : index, 0);
        kit_store(&s, position, c,
                  ir_build_fadd(b, ir_build_u2f(b, ir_type_f32, ir_build_isub(b, number, first)),
                                ir_build_f32(b, -0.5f)));
    }
    kit_store(&s, position, 3, ir_build_f32(b, 1));
    kit_copy(&s, kit_output(&s, 0), in);
    return kit_end(&kit, &s);
}

static void
test_fetch(void **state)
{
    CATCH();

    const struct ir_shader *vertex = make_fetch_vertex();
    const struct ir_shader *fragment = kit_pass_fragment(&kit, ir_interp_perspective);

    for (size_t i = 0; i < BASE_COUNT(fetch_rows); i++) {
        const uint32_t first[4] = {fetch_rows[i].first_vertex, fetch_rows[i].first_instance, 0, 0};

        kit_restart(&kit);
        kit_target(&kit, FLOATS, 2, 2);
        struct scene_draw *draw = kit_draw(&kit, vertex, fragment, kit_whole, 2);
        draw->topology = scene_topology_points;
        kit.buffers[1] = (struct scene_buffer){fetch_words, fetch_rows[i].size};
        kit.buffers[2] = (struct scene_buffer){first, sizeof(first)};
        kit.bindings[0] =
            (struct scene_binding){.binding = 3, .kind = scene_binding_uniform, .buffer = 2};
        draw->inputs.binding_count = 1;
        draw->attributes = &fetch_rows[i].attribute;
        draw->attribute_count = 1;
        draw->first_vertex = fetch_rows[i].first_vertex;
        draw->first_instance = fetch_rows[i].first_instance;
        draw->instance_count = 2;
        kit_run(&kit, 0, 0);
        for (uint32_t j = 0; j < 4; j++) {
            const float *e = fetch_rows[i].expected[j];
            const float *found = kit_pixel(&kit, 0, j % 2, j / 2);
            if (memcmp(found, e, 16) != 0)
                fail_msg("row %zu vertex %u: found %g, %g, %g, %g, expected %g, %g, %g, %g", i, j,
                         (double)found[0], (double)found[1], (double)found[2], (double)found[3],
                         (double)e[0], (double)e[1], (double)e[2], (double)e[3]);
        }
    }
}

/* Integers come through as bits, into flat inputs; components that nobody writes are 0. */
static void
test_integers(void **state)
{
    static const uint32_t words[4] = {0x7f800001, 0x80000000, 0xffffffff, 1};
    static const struct scene_attribute attribute = {
        1, scene_format_r32g32b32a32_uint, 1, 0, 0, scene_rate_vertex};
    struct kit_shader s;
    CATCH();

    kit_start(&kit, &s, ir_stage_vertex);
    const struct ir_io four = {.location = 1, .type = ir_type_i32, .components = 4};
    const struct ir_io three = {.location = 9, .type = ir_type_i32, .components = 3};
    const struct ir_io all = {
        .location = 9, .type = ir_type_i32, .components = 4, .interp = ir_interp_flat};
    const uint32_t in = ir_add_input(s.shader, &four);
    const uint32_t position = kit_builtin_output(&s, ir_builtin_position, 4);
    const uint32_t to = ir_add_output(s.shader, &three);
    kit_store(&s, position, 3, ir_build_f32(&s.builder, 1));
    for (uint32_t c = 0; c < 3; c++)
        kit_store(&s, to, c, kit_load(&s, ir_type_i32, in, c));
    const struct ir_shader *vertex = kit_end(&kit, &s);

    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t from = ir_add_input(s.shader, &all), out = kit_output(&s, 0);
    for (uint32_t c = 0; c < 4; c++)
        kit_store(&s, out, c,
                  ir_build_bitcast(&s.builder, ir_type_f32, kit_load(&s, ir_type_i32, from, c)));
    kit_target(&kit, FLOATS, 2, 2);
    struct scene_draw *draw = kit_draw(&kit, vertex, kit_end(&kit, &s), kit_whole, 1);
    kit.buffers[1] = (struct scene_buffer){words, sizeof(words)};
    draw->topology = scene_topology_points;
    draw->attributes = &attribute;
    draw->attribute_count = 1;
    kit_run(&kit, 0, 0);
    /* A point of size 1 on the corner of four pixels is the upper left one. */
    static const uint32_t expected[4] = {0x7f800001, 0x80000000, 0xffffffff, 0};
    assert_memory_equal(kit_pixel(&kit, 0, 0, 0), expected, 16);
}

/* ---- stages that meet by location and component ---- */

/* An output of three components and one of one at location 3, and one at 4: the fragment reads
 * across them, and what nobody writes. */
static void
test_components(void **state)
{
    static const struct ir_io outputs[] = {
        {.location = 3, .component = 1, .type = ir_type_f32, .components = 2},
        {.location = 3, .component = 3, .type = ir_type_f32, .components = 1},
        {.location = 4, .component = 2, .type = ir_type_f32, .components = 1},
    };
    static const struct {
        uint32_t location, component, components;
        float expected[4];
    } rows[] = {
        {3, 0, 4, {0, 11, 12, 13}}, {3, 1, 2, {11, 12}}, {3, 2, 2, {12, 13}}, {3, 3, 1, {13}},
        {4, 0, 4, {0, 0, 22, 0}},   {4, 2, 1, {22}},
    };
    struct kit_shader s;
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct ir_io input = {.location = rows[i].location,
                                    .component = rows[i].component,
                                    .type = ir_type_f32,
                                    .components = (uint8_t)rows[i].components};
        float expected[4] = {0};

        kit_restart(&kit);
        kit_target(&kit, FLOATS, 2, 2);
        kit_start(&kit, &s, ir_stage_vertex);
        kit_copy(&s, kit_builtin_output(&s, ir_builtin_position, 4),
                 kit_input(&s, 0, ir_interp_perspective));
        for (size_t j = 0; j < BASE_COUNT(outputs); j++) {
            const uint32_t to = ir_add_output(s.shader, &outputs[j]);
            for (uint32_t c = 0; c < outputs[j].components; c++)
                kit_store(&s, to, c,
                          ir_build_f32(&s.builder, (float)(10 * (outputs[j].location - 2) +
                                                           outputs[j].component + c)));
        }
        const struct ir_shader *vertex = kit_end(&kit, &s);
        kit_start(&kit, &s, ir_stage_fragment);
        const uint32_t from = ir_add_input(s.shader, &input), out = kit_output(&s, 0);
        for (uint32_t c = 0; c < rows[i].components; c++)
            kit_store(&s, out, c, kit_load(&s, ir_type_f32, from, c));
        kit_draw(&kit, vertex, kit_end(&kit, &s), kit_whole, 3);
        kit_run(&kit, 0, 0);
        memcpy(expected, rows[i].expected, rows[i].components * sizeof(*expected));
        assert_pixel(0, 1, 1, expected[0], expected[1], expected[2], expected[3]);
    }
}

/* ---- more attributes ---- */

/* The first vertex's input of four components, of any type, as bits in a float target. */
static const float *
run_attribute(const struct scene_attribute *attribute, const struct ir_io *input,
              uint32_t instances)
{
    struct kit_shader s;

    kit_restart(&kit);
    kit_target(&kit, FLOATS, 16, 1);
    kit_start(&kit, &s, ir_stage_vertex);
    struct ir_builder *b = &s.builder;
    const uint32_t in = ir_add_input(s.shader, input);
    const uint32_t instance = kit_builtin_input(&s, ir_builtin_instance_index, ir_type_i32, 1);
    const uint32_t position = kit_builtin_output(&s, ir_builtin_position, 4);
    const uint32_t to = ir_add_output(
        s.shader, &(struct ir_io){.location = 0, .type = ir_type_i32, .components = 4});
    const ir_ref x = ir_build_u2f(b, ir_type_f32, kit_load(&s, ir_type_i32, instance, 0));
    kit_store(
        &s, position, 0,
        ir_build_fsub(b, ir_build_fmul(b, x, ir_build_f32(b, 0.125f)), ir_build_f32(b, 0.9375f)));
    kit_store(&s, position, 3, ir_build_f32(b, 1));
    for (uint32_t c = 0; c < input->components; c++)
        kit_store(&s, to, c, ir_build_bitcast(b, ir_type_i32, kit_load(&s, input->type, in, c)));
    const struct ir_shader *vertex = kit_end(&kit, &s);
    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t from = ir_add_input(s.shader, &(struct ir_io){.location = 0,
                                                                 .type = ir_type_i32,
                                                                 .components = 4,
                                                                 .interp = ir_interp_flat});
    const uint32_t out = kit_output(&s, 0);
    for (uint32_t c = 0; c < 4; c++)
        kit_store(&s, out, c,
                  ir_build_bitcast(&s.builder, ir_type_f32, kit_load(&s, ir_type_i32, from, c)));
    struct scene_draw *draw = kit_draw(&kit, vertex, kit_end(&kit, &s), kit_whole, 1);
    draw->topology = scene_topology_points;
    draw->attributes = attribute;
    draw->attribute_count = 1;
    draw->instance_count = instances;
    kit_run(&kit, 0, 0);
    return kit_pixel(&kit, 0, 0, 0);
}

/* Doubles come as pairs of words, the second half at the next location. */
static void
test_wide(void **state)
{
    static const double values[4] = {1.5, -2.25, 3.125, 1e300};
    static const struct {
        uint32_t location, component, components;
        enum scene_format format;
        int first; /* The word of the values that comes first. */
        uint32_t count;
    } rows[] = {
        {1, 0, 4, scene_format_r64g64b64a64_sfloat, 0, 4},
        {2, 0, 4, scene_format_r64g64b64a64_sfloat, 4, 4},
        {1, 2, 2, scene_format_r64g64b64a64_sfloat, 2, 2},
        {2, 2, 2, scene_format_r64g64b64a64_sfloat, 6, 2},
        {2, 0, 2, scene_format_r64g64b64_sfloat, 4, 2},
        {1, 0, 2, scene_format_r64_sfloat, 0, 2},
    };
    uint32_t words[8];
    CATCH();

    memcpy(words, values, sizeof(words));
    kit.buffers[1] = (struct scene_buffer){values, sizeof(values)};
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_attribute attribute = {
            .location = 1, .format = rows[i].format, .buffer = 1, .stride = 32};
        const struct ir_io input = {.location = rows[i].location,
                                    .component = rows[i].component,
                                    .type = ir_type_i32,
                                    .components = (uint8_t)rows[i].components};
        const float *found = run_attribute(&attribute, &input, 1);

        assert_memory_equal(found, words + rows[i].first, rows[i].count * 4);
    }
}

/* Each element serves so many instances. */
static void
test_divisor(void **state)
{
    static const float values[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    static const struct ir_io input = {.location = 1, .type = ir_type_f32, .components = 4};
    CATCH();

    kit.buffers[1] = (struct scene_buffer){values, sizeof(values)};
    for (uint32_t divisor = 0; divisor <= 5; divisor++) {
        const struct scene_attribute attribute = {.location = 1,
                                                  .format = scene_format_r32_sfloat,
                                                  .buffer = 1,
                                                  .stride = 4,
                                                  .rate = scene_rate_instance,
                                                  .divisor = divisor};

        run_attribute(&attribute, &input, 12);
        for (uint32_t i = 0; i < 12; i++)
            assert_pixel(0, i, 0, values[i / (divisor ? divisor : 1)], 0, 0, 1);
    }
}

/* Every vertex runs once, however many primitives it is in. */
static void
test_stores(void **state)
{
    static const uint8_t indices[] = {0, 1, 2, 2, 1, 3, 3, 1, 4, 0, 4, 1};
    struct kit_shader s;
    CATCH();

    kit_target(&kit, FLOATS, 4, 4);
    kit_start(&kit, &s, ir_stage_vertex);
    struct ir_builder *b = &s.builder;
    const uint32_t buffer = ir_add_buffer(
        s.shader, &(struct ir_buffer){.binding = 5, .kind = ir_buffer_storage, .count = 1});
    const uint32_t index = kit_builtin_input(&s, ir_builtin_vertex_index, ir_type_i32, 1);
    kit_output(&s, 0);
    const ir_ref at = ir_build_ishl(b, kit_load(&s, ir_type_i32, index, 0), ir_build_i32(b, 2));
    const ir_ref operands[3] = {at, ir_build_i32(b, 0), ir_build_i32(b, 1)};
    ir_build_list(b, ir_op_atomic_buffer, (ir_type_id)ir_type_i32, operands, 3,
                  buffer | IR_ATOMIC(ir_op_iadd));
    struct scene_draw *draw =
        kit_draw(&kit, kit_end(&kit, &s), kit_pass_fragment(&kit, ir_interp_flat), kit_whole, 3);
    kit.buffers[1] = (struct scene_buffer){NULL, 32};
    kit.buffers[2] = (struct scene_buffer){indices, sizeof(indices)};
    kit.bindings[0] =
        (struct scene_binding){.binding = 5, .kind = scene_binding_storage, .buffer = 1};
    draw->inputs.binding_count = 1;
    draw->attribute_count = 0;
    draw->vertex_count = BASE_COUNT(indices);
    draw->index = scene_index_u8;
    draw->index_buffer = 2;
    draw->instance_count = 3;
    kit_run(&kit, 0, 4);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(((const uint32_t *)kit_buffer(&kit, 1)->data)[i], i < 5 ? 3 : 0);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(strip),      TEST(fan),        TEST(list),    TEST(points),
        TEST(long),       TEST(long_strip), TEST(fetch),   TEST(integers),
        TEST(components), TEST(wide),       TEST(divisor), TEST(stores),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
