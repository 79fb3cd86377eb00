/* SPDX-License-Identifier: MIT
 *
 * Points, lines and triangles as draws make them: built-ins, clip and cull distances, polygon
 * modes, layers.
 */
#include "one_kit.h"

#include "base/bits.h"

#include <cmocka.h>
#include <math.h>

/* ---- shaders ---- */

/* Passes attributes 0 (position) and 1 (output 0); attribute 1 also feeds built-ins: an integer
 * from component 0 or floats from 0 on. */
static const struct ir_shader *
make_vertex(enum ir_builtin first, enum ir_builtin second)
{
    const enum ir_builtin builtins[2] = {first, second};
    struct kit_shader s;

    kit_start(&kit, &s, ir_stage_vertex);
    const uint32_t value = kit_input(&s, 1, ir_interp_perspective);
    kit_copy(&s, kit_builtin_output(&s, ir_builtin_position, 4),
             kit_input(&s, 0, ir_interp_perspective));
    kit_copy(&s, kit_output(&s, 0), value);
    for (int i = 0; i < 2; i++) {
        const struct ir_builtin_info *info = &ir_builtin_infos[builtins[i]];

        if (builtins[i] == ir_builtin_none)
            continue;
        const uint32_t out =
            ir_add_output(s.shader, &(struct ir_io){.builtin = builtins[i],
                                                    .type = (enum ir_type)info->type,
                                                    .components = info->components});
        for (uint32_t c = 0; c < info->components; c++) {
            const ir_ref from = kit_load(&s, ir_type_f32, value, c);
            kit_store(&s, out, c,
                      info->type == ir_type_f32
                          ? from
                          : ir_build_convert(&s.builder, ir_op_f2i, ir_type_i32, from));
        }
    }
    return kit_end(&kit, &s);
}

/* Input 0 less its components that the built-in has, which come first. */
static const struct ir_shader *
make_fragment(enum ir_builtin builtin, enum ir_interp interp)
{
    const struct ir_builtin_info *info = &ir_builtin_infos[builtin];
    struct kit_shader s;

    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t out = kit_output(&s, 0);
    const uint32_t in = kit_input(&s, 0, interp);
    uint32_t special = 0;
    if (builtin != ir_builtin_none)
        special = kit_builtin_input(&s, builtin, (enum ir_type)info->type, info->components);
    for (uint32_t c = 0; c < 4; c++) {
        ir_ref value = 0;

        if (builtin == ir_builtin_none || c >= info->components) {
            kit_store(&s, out, c, kit_load(&s, ir_type_f32, in, c));
            continue;
        }
        value = kit_load(&s, (enum ir_type)info->type, special, c);
        if (info->type == ir_type_i32)
            value = ir_build_i2f(&s.builder, ir_type_f32, value);
        kit_store(&s, out, c, value);
    }
    return kit_end(&kit, &s);
}

static struct scene_draw *
start(uint32_t size, enum scene_topology topology, const struct ir_shader *vertex,
      const struct ir_shader *fragment, kit_vertices vertices, uint32_t count)
{
    kit_restart(&kit);
    kit_target(&kit, FLOATS, size, size);
    struct scene_draw *draw = kit_draw(&kit, vertex, fragment, vertices, count);
    draw->topology = topology;
    return draw;
}

/* Fails unless component 0 of the pixels is as drawn: a row a pixel row, digits are values, "."
 * is 0. */
static void
assert_picture(const char *what, uint32_t size, const char *const *expected)
{
    for (uint32_t y = 0; y < size; y++) {
        char found[33] = {0};

        for (uint32_t x = 0; x < size; x++) {
            const float value = kit_pixel(&kit, 0, x, y)[0];
            found[x] = value != 0 ? (char)('0' + (int)value) : '.';
        }
        if (strcmp(found, expected[y]) != 0)
            fail_msg("%s row %u: found %s, expected %s", what, y, found, expected[y]);
    }
}

/* ---- distances ---- */

/* The value's x goes from 0 at the left to 1 at the right, y from top to bottom. */
static const float ramp[3][2][4] = {{{-1, -1, 0, 1}, {-0.5f, 1, 1, 1}},
                                    {{3, -1, 0, 1}, {1.5f, 1, 1, 1}},
                                    {{-1, 3, 0, 1}, {-0.5f, 1, 1, 1}}};

static void
test_clip_distances(void **state)
{
    CATCH();

    for (uint32_t i = 0; i < 4; i++) {
        const struct ir_shader *vertex = make_vertex(
            i % 2 ? ir_builtin_clip_distance1 : ir_builtin_clip_distance0, ir_builtin_none);
        const bool reads = i / 2;
        const enum ir_builtin builtin = !reads  ? ir_builtin_none
                                        : i % 2 ? ir_builtin_clip_distance1
                                                : ir_builtin_clip_distance0;

        start(8, scene_topology_triangles, vertex, make_fragment(builtin, ir_interp_perspective),
              ramp, 3);
        kit_run(&kit, 0, 1);
        for (uint32_t j = 0; j < 64; j++) {
            /* The distance is 0 in the middle. */
            const float *pixel = kit_pixel(&kit, 0, j % 8, j / 8);
            const float x = -0.5f + ((float)(j % 8) + 0.5f) / 8;

            assert_int_equal(pixel[3] == 1, j % 8 >= 4);
            if (j % 8 >= 4)
                assert_true(fabsf(pixel[0] - x) < 1e-6f);
        }
    }
}

/* Lines are cut where a distance is 0, points are dropped. */
static void
test_clipped_lines(void **state)
{
    static const float line[2][2][4] = {{{-1, -0.25f, 0, 1}, {-1, 9, 9, 9}},
                                        {{1, -0.25f, 0, 1}, {3, 9, 9, 9}}};
    static const float points[4][2][4] = {{{-0.75f, -0.75f, 0, 1}, {1, 0, 0, 0}},
                                          {{-0.25f, -0.75f, 0, 1}, {1, -1, 0, 0}},
                                          {{0.25f, -0.75f, 0, 1}, {1, 0, NAN, 0}},
                                          {{0.75f, -0.75f, 0, 1}, {2, 0, -0.0f, 0}}};
    static const char *const line_expected[4] = {"....", ".012", "....", "...."};
    static const char *const point_expected[4] = {"1..2", "....", "....", "...."};
    CATCH();

    const struct ir_shader *vertex = make_vertex(ir_builtin_clip_distance0, ir_builtin_none);
    const struct ir_shader *fragment = make_fragment(ir_builtin_none, ir_interp_linear);
    start(4, scene_topology_lines, vertex, fragment, line, 2);
    kit_run(&kit, 0, 1);
    assert_picture("line", 4, line_expected);
    start(4, scene_topology_points, vertex, fragment, points, 4);
    kit_run(&kit, 0, 1);
    assert_picture("points", 4, point_expected);
}

static void
test_cull_distances(void **state)
{
    static const struct {
        float distances[3][2]; /* Of the three vertices. */
        bool expected;
    } rows[] = {
        {{{1, 1}, {1, 1}, {1, 1}}, true},    {{{-1, 1}, {-1, 1}, {-1, 1}}, false},
        {{{-1, 1}, {0, 1}, {-1, 1}}, true},  {{{1, -1}, {1, -1}, {1, -2}}, false},
        {{{-1, 1}, {1, -1}, {1, -1}}, true}, {{{-0.0f, 1}, {-0.0f, 1}, {-0.0f, 1}}, true},
    };
    CATCH();

    const struct ir_shader *vertex = make_vertex(ir_builtin_cull_distance0, ir_builtin_none);
    const struct ir_shader *fragment = make_fragment(ir_builtin_none, ir_interp_flat);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        float vertices[3][2][4];

        memcpy(vertices, kit_whole, sizeof(vertices));
        for (int j = 0; j < 3; j++) {
            vertices[j][1][1] = rows[i].distances[j][0];
            vertices[j][1][3] = rows[i].distances[j][1];
        }
        start(4, scene_topology_triangles, vertex, fragment, (kit_vertices)vertices, 3);
        kit_run(&kit, 0, 1);
        if ((kit_pixel(&kit, 0, 1, 1)[2] != 0) != rows[i].expected)
            fail_msg("row %zu", i);
    }
}

/* ---- lines ---- */

/* Values along a line: t of its length, by perspective or not; the same across it. */
static void
test_line_values(void **state)
{
    CATCH();

    for (uint32_t i = 0; i < 6; i++) {
        const enum ir_interp interp = (enum ir_interp)(i % 3);
        const float w = i / 3 ? 4 : 1;
        const float line[2][2][4] = {{{-1, 0.25f, 0, 1}, {1, 1, 1, 1}},
                                     {{1 * w, 0.25f * w, 0, w}, {2, 2, 2, 2}}};
        struct scene_draw *draw =
            start(8, scene_topology_lines, kit_pass_vertex(&kit, 1),
                  make_fragment(ir_builtin_none, interp), (kit_vertices)line, 2);

        draw->raster.line_width = 3;
        kit_run(&kit, 0, 1);
        for (uint32_t j = 0; j < 64; j++) {
            const float t = ((float)(j % 8) + 0.5f) / 8;
            const float perspective = t / w / (1 - t + t / w);
            const float expected = interp == ir_interp_flat     ? 1
                                   : interp == ir_interp_linear ? 1 + t
                                                                : 1 + perspective;
            const bool is_drawn = j / 8 >= 3 && j / 8 <= 5;

            if (fabsf(kit_pixel(&kit, 0, j % 8, j / 8)[2] - (is_drawn ? expected : 0)) > 1e-6f)
                fail_msg("line %u pixel %u: found %g", i, j,
                         (double)kit_pixel(&kit, 0, j % 8, j / 8)[2]);
        }
    }
}

static void
fill(uint8_t (*pixels)[256], uint32_t from)
{
    static uint32_t stack[65536 * 8];
    uint32_t count = 0;

    stack[count++] = from;
    while (count) {
        const uint32_t at = stack[--count];

        if (!pixels[at / 256][at % 256])
            continue;
        pixels[at / 256][at % 256] = 0;
        for (int i = 0; i < 9; i++) {
            const int x = (int)(at % 256) + i % 3 - 1, y = (int)(at / 256) + i / 3 - 1;
            if (x >= 0 && x < 256 && y >= 0 && y < 256 && pixels[y][x])
                stack[count++] = (uint32_t)(y * 256 + x);
        }
    }
}

/* A strip of lines, and triangles in lines, have no gap: all their pixels touch. */
static void
test_continuity(void **state)
{
    static const int8_t strip[9][2] = {{-120, -120}, {-119, 120}, {120, 119}, {10, 20}, {-80, 20},
                                       {-80, 95},    {-83, 95},   {-83, -95}, {-85, 95}};
    CATCH();

    for (uint32_t i = 0; i < 2; i++) {
        float vertices[9][2][4];
        static uint8_t pixels[256][256];
        uint32_t drawn = 0, last = 0, left = 0;

        for (int j = 0; j < 9; j++) {
            const float vertex[2][4] = {{(float)strip[j][0] / 127, (float)strip[j][1] / 127, 0, 1},
                                        {1, 1, 1, 1}};
            memcpy(vertices[j], vertex, sizeof(vertex));
        }
        struct scene_draw *draw =
            start(256, i ? scene_topology_triangle_strip : scene_topology_line_strip,
                  kit_pass_vertex(&kit, 1), make_fragment(ir_builtin_none, ir_interp_flat),
                  (kit_vertices)vertices, 9);
        draw->raster.polygon = i ? scene_polygon_line : scene_polygon_fill;
        kit_run(&kit, 0, 1);
        for (uint32_t j = 0; j < 65536; j++) {
            pixels[j / 256][j % 256] = kit_pixel(&kit, 0, j % 256, j / 256)[0] != 0;
            drawn += pixels[j / 256][j % 256];
            last = pixels[j / 256][j % 256] ? j : last;
        }
        assert_in_range(drawn, 1000, 3000);
        fill(pixels, last);
        for (uint32_t j = 0; j < 65536; j++)
            left += pixels[j / 256][j % 256];
        assert_int_equal(left, 0);
    }
}

/* ---- polygon modes ---- */

static void
test_polygon_modes(void **state)
{
    /* Corners at pixel centres 1.5, 1.5; 6.5, 1.5; 1.5, 6.5. */
    static const float triangle[3][2][4] = {{{-0.625f, -0.625f, 0, 1}, {1}},
                                            {{0.625f, -0.625f, 0, 1}, {2}},
                                            {{-0.625f, 0.625f, 0, 1}, {3}}};
    static const char *const expected[3][8] = {
        {"........", ".11111..", ".1111...", ".111....", ".11.....", ".1......", "........",
         "........"},
        /* Flat: the first vertex's. An end that goes through a centre has it where it is a left or
         * top edge of the line's rectangle: at the right corner no end is. */
        {"........", ".11111..", ".1...1..", ".1..1...", ".1.1....", ".11.....", ".1......",
         "........"},
        {"........", ".1....1.", "........", "........", "........", "........", ".1......",
         "........"},
    };
    CATCH();

    for (uint32_t i = 0; i < 6; i++) {
        struct scene_draw *draw =
            start(8, scene_topology_triangles, kit_pass_vertex(&kit, 1),
                  make_fragment(ir_builtin_none, ir_interp_flat), triangle, 3);

        draw->raster.polygon = (enum scene_polygon)(i % 3);
        draw->raster.front = scene_front_clockwise;
        draw->raster.cull = i / 3 ? scene_cull_front : scene_cull_back;
        kit_run(&kit, 0, 1);
        if (i < 3)
            assert_picture("mode", 8, expected[i]);
        for (uint32_t j = 0; j < 64 && i >= 3; j++)
            assert_pixel(0, j % 8, j / 8, 0, 0, 0, 0);
    }
}

/* Lines and points of polygons face as the polygon does, and have its number. */
static void
test_facing(void **state)
{
    static const enum scene_topology topologies[] = {
        scene_topology_triangles, scene_topology_triangles, scene_topology_triangles,
        scene_topology_points, scene_topology_line_strip};
    CATCH();

    for (uint32_t i = 0; i < BASE_COUNT(topologies); i++) {
        struct scene_draw *draw =
            start(16, topologies[i], kit_pass_vertex(&kit, 1),
                  make_fragment(ir_builtin_front_facing, ir_interp_flat), kit_whole, 3);
        uint32_t front = 0, drawn = 0;

        draw->raster.polygon = (enum scene_polygon)(i % 3);
        draw->raster.line_width = 4;
        draw->viewport = (struct scene_viewport){1, 1, 8, 8, 0, 1};
        kit_run(&kit, 0, 1);
        for (uint32_t j = 0; j < 256; j++) {
            const float *pixel = kit_pixel(&kit, 0, j % 16, j / 16);
            drawn += pixel[2] != 0;
            front += pixel[0] != 0;
        }
        /* The triangle is clockwise, hence not front; points and lines always are. */
        assert_in_range(drawn, 1, 256);
        assert_int_equal(front, i < 3 ? 0 : drawn);
    }
}

static void
test_primitive_id(void **state)
{
    static const float quad[4][2][4] = {
        {{-1, -1, 0, 1}}, {{1, -1, 0, 1}}, {{-1, 1, 0, 1}}, {{1, 1, 0, 1}}};
    static const char *const strip[4] = {"...1", "..11", ".111", "1111"};
    CATCH();

    struct scene_draw *draw =
        start(4, scene_topology_triangle_strip, kit_pass_vertex(&kit, 1),
              make_fragment(ir_builtin_primitive_id, ir_interp_flat), quad, 4);
    draw->instance_count = 2; /* Numbers begin anew. */
    kit_run(&kit, 0, 1);
    assert_picture("strip", 4, strip);
}

/* ---- points ---- */

static void
test_point_coord(void **state)
{
    static const float point[1][2][4] = {{{0.25f, -0.5f, 0, 1}, {4, 4, 4, 4}}};
    CATCH();

    /* At 5, 2 in pixels, 4 wide. */
    start(8, scene_topology_points, make_vertex(ir_builtin_point_size, ir_builtin_none),
          make_fragment(ir_builtin_point_coord, ir_interp_perspective), point, 1);
    kit_run(&kit, 0, 1);
    for (uint32_t y = 0; y < 8; y++) {
        for (uint32_t x = 0; x < 8; x++) {
            if (x >= 3 && x < 7 && y < 4)
                assert_pixel(0, x, y, ((float)x + 0.5f - 3) / 4, ((float)y + 0.5f) / 4, 4, 4);
            else
                assert_pixel(0, x, y, 0, 0, 0, 0);
        }
    }
}

/* ---- layers ---- */

/* Four triangles to layers 0, 2, 1 and one past the last, which is the last. */
static void
test_layers(void **state)
{
    float vertices[12][2][4];
    static const float layers[4] = {0, 2, 1, 7}, values[4] = {10, 30, 20, 40};
    CATCH();

    for (int i = 0; i < 12; i++) {
        memcpy(vertices[i], kit_whole[i % 3], sizeof(vertices[i]));
        vertices[i][1][0] = layers[i / 3];
        vertices[i][1][1] = values[i / 3];
    }
    for (uint32_t kind = 0; kind < 3; kind++) {
        struct scene_image image = scene_image_2d_of(FLOATS, 4, 4);
        const bool is_3d = kind > 0;

        kit_restart(&kit);
        image.layers = is_3d ? 1 : 5;
        image.depth = is_3d ? 5 : 1;
        image.dim = is_3d ? scene_image_3d : scene_image_2d;
        kit_image(&kit, &image);
        if (kind < 2) { /* Layers or slices 1 to 3. */
            kit.views[0].dim = ir_dim_2d;
            kit.views[0].is_arrayed = true;
            kit.views[0].first_layer = 1;
            kit.views[0].layer_count = 3;
        }
        struct scene_draw *draw = kit_draw(&kit, make_vertex(ir_builtin_layer, ir_builtin_none),
                                           make_fragment(ir_builtin_layer, ir_interp_perspective),
                                           (kit_vertices)vertices, 12);
        (void)draw;
        kit_run(&kit, 0, 2);
        for (uint32_t layer = 0; layer < 5; layer++) {
            const float *pixel = (const float *)kit_bytes(&kit, 0)->data + (layer * 16 + 5) * 4;
            /* What the shader reads is what the vertices wrote, past the last one too. */
            static const float parts[5][2] = {{0, 0}, {0, 10}, {1, 20}, {7, 40}, {0, 0}};
            static const float wholes[5][2] = {{0, 10}, {1, 20}, {2, 30}, {0, 0}, {7, 40}};
            const float *expected = kind < 2 ? parts[layer] : wholes[layer];

            if (pixel[0] != expected[0] || pixel[1] != expected[1])
                fail_msg("kind %u layer %u: found %g, %g", kind, layer, (double)pixel[0],
                         (double)pixel[1]);
        }
    }
}

/* A level of an image that is not its first one. */
static void
test_level(void **state)
{
    struct scene_image image = scene_image_2d_of(FLOATS, 5, 4);
    CATCH();

    image.levels = 3;
    kit_image(&kit, &image);
    kit.views[0].first_level = 1;
    kit.views[0].level_count = 1;
    struct scene_draw *draw = kit_draw(&kit, kit_pass_vertex(&kit, 1),
                                       kit_pass_fragment(&kit, ir_interp_flat), kit_whole, 3);
    draw->viewport.width = draw->viewport.height = 2;
    kit_run(&kit, 0, 1);
    for (uint32_t i = 0; i < 20 + 4 + 1; i++)
        assert_true(((const float *)kit_bytes(&kit, 0)->data)[4 * i + 2] ==
                    (i >= 20 && i < 24 ? 7 : 0));
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(clip_distances), TEST(clipped_lines), TEST(cull_distances), TEST(line_values),
        TEST(continuity),     TEST(polygon_modes), TEST(facing),         TEST(primitive_id),
        TEST(point_coord),    TEST(layers),        TEST(level),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
