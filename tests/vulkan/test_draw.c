/* SPDX-License-Identifier: MIT
 *
 * Targets, primitives and state: what is drawn where.
 */
#include "vk_test.h"

#include <math.h>

#define SIZE 16

static struct scene_device *device;

static const struct vk_target rgba8 = {
    .format = scene_format_r8g8b8a8_unorm, .width = SIZE, .height = SIZE, .clear = {0, 0, 0, 0}};

/* A vertex: position and colour. */
struct vertex {
    float position[4];
    float color[4];
};

static const struct scene_attribute vertex_attributes[] = {
    {0, scene_format_r32g32b32a32_sfloat, 0, offsetof(struct vertex, position),
     sizeof(struct vertex), scene_rate_vertex},
    {1, scene_format_r32g32b32a32_sfloat, 0, offsetof(struct vertex, color), sizeof(struct vertex),
     scene_rate_vertex},
};

/* A scene of one target and one draw, to be changed by the case. */
struct small {
    struct vk_drawing scene;
    struct scene_buffer buffer;
    struct vk_target target;
    struct scene_draw draw;
};

static void
small_init(struct vk_test *test, struct small *small, const struct vertex *vertices, uint32_t count)
{
    memset(small, 0, sizeof(*small));
    small->target = rgba8;
    small->buffer.data = vertices;
    small->buffer.size = count * sizeof(*vertices);
    small->draw = scene_draw_default(SIZE, SIZE);
    small->draw.vertex = vk_test_passing(test, 1);
    small->draw.fragment = vk_test_showing(test, 1);
    small->draw.vertex_count = count;
    small->draw.attributes = vertex_attributes;
    small->draw.attribute_count = BASE_COUNT(vertex_attributes);
    small->scene = (struct vk_drawing){
        .buffers = &small->buffer,
        .buffer_count = 1,
        .targets = &small->target,
        .target_count = 1,
        .draws = &small->draw,
        .draw_count = 1,
    };
}

#define RED                                                                                        \
    {                                                                                              \
        1, 0, 0, 1                                                                                 \
    }
#define GREEN                                                                                      \
    {                                                                                              \
        0, 1, 0, 1                                                                                 \
    }
#define BLUE                                                                                       \
    {                                                                                              \
        0, 0, 1, 1                                                                                 \
    }
#define WHITE                                                                                      \
    {                                                                                              \
        1, 1, 1, 1                                                                                 \
    }

static const uint8_t red[4] = {255, 0, 0, 255};
static const uint8_t green[4] = {0, 255, 0, 255};
static const uint8_t blue[4] = {0, 0, 255, 255};
static const uint8_t white[4] = {255, 255, 255, 255};
static const uint8_t nothing[4] = {0, 0, 0, 0};

static void
expect_pixel(const struct vk_pictures *result, uint32_t x, uint32_t y, const uint8_t expected[4])
{
    const uint8_t *pixel = vk_test_pixel(result, 0, x, y);

    if (memcmp(pixel, expected, 4))
        fail_msg("pixel %u, %u is %u %u %u %u, expected %u %u %u %u", x, y, pixel[0], pixel[1],
                 pixel[2], pixel[3], expected[0], expected[1], expected[2], expected[3]);
}

/* Every pixel of target 0 is as the function says. */
static void
expect_all(const struct vk_pictures *result, const uint8_t *(*expected)(uint32_t x, uint32_t y))
{
    for (uint32_t y = 0; y < result->images[0].height; y++) {
        for (uint32_t x = 0; x < result->images[0].width; x++)
            expect_pixel(result, x, y, expected(x, y));
    }
}

VK_TEST_CASE(test_clear)
{
    const struct vk_target targets[] = {
        {scene_format_r8g8b8a8_unorm, 3, 5, {0, 0.25f, 1, 2}},
        {scene_format_r32g32b32a32_sfloat, 7, 1, {-1.5f, 1e30f, INFINITY, 1e-10f}},
        {scene_format_r8g8b8a8_unorm, 1, 1, {1.0f / 255, -1, 1, 1}},
    };
    const struct vk_drawing scene = {.targets = targets, .target_count = BASE_COUNT(targets)};
    const struct vk_pictures result = vk_test_draw(test, device, &scene);
    const uint8_t first[4] = {0, 64, 255, 255};
    const uint8_t third[4] = {1, 0, 255, 255};

    for (uint32_t i = 0; i < BASE_COUNT(targets); i++) {
        assert_int_equal(result.images[i].format, targets[i].format);
        assert_int_equal(result.images[i].width, targets[i].width);
        assert_int_equal(result.images[i].height, targets[i].height);
        assert_int_equal(result.images[i].size, targets[i].width * targets[i].height *
                                                    scene_format_infos[targets[i].format].bytes);
    }
    for (uint32_t y = 0; y < 5; y++) {
        for (uint32_t x = 0; x < 3; x++)
            expect_pixel(&result, x, y, first);
    }
    for (uint32_t x = 0; x < 7; x++)
        assert_memory_equal(vk_test_pixel(&result, 1, x, 0), targets[1].clear, 16);
    assert_memory_equal(vk_test_pixel(&result, 2, 0, 0), third, 4);
}

/* No target, no draw: nothing to do, and that is done. */
VK_TEST_CASE(test_nothing)
{
    const struct vk_drawing scene = {.target_count = 0};
    const struct vk_pictures result = vk_test_draw(test, device, &scene);

    assert_int_equal(result.image_count, 0);
}

/* The lower left half of the target. */
static const struct vertex lower_left[] = {
    {{-1, -1, 0, 1}, RED},
    {{-1, 1, 0, 1}, RED},
    {{1, 1, 0, 1}, RED},
};

/* The diagonal goes through pixel centres: they are on the hypotenuse, a right edge here, which is
 * no top or left edge. */
static const uint8_t *
below_diagonal(uint32_t x, uint32_t y)
{
    return y > x ? red : nothing;
}

VK_TEST_CASE(test_triangle)
{
    struct small small;

    small_init(test, &small, lower_left, 3);
    const struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, below_diagonal);

    /* The same again gives the same. */
    const struct vk_pictures again = vk_test_draw(test, device, &small.scene);
    assert_memory_equal(result.images[0].data, again.images[0].data, result.images[0].size);
}

static const uint8_t *
above_diagonal_of_flipped(uint32_t x, uint32_t y)
{
    return x + y < SIZE - 1 ? red : nothing;
}

static const uint8_t *
all_nothing(uint32_t x, uint32_t y)
{
    (void)x;
    (void)y;
    return nothing;
}

VK_TEST_CASE(test_flipped_viewport)
{
    struct small small;
    uint32_t covered = 0;

    small_init(test, &small, lower_left, 3);
    small.draw.viewport.y = SIZE;
    small.draw.viewport.height = -SIZE;
    const struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    for (uint32_t y = 0; y < SIZE; y++) {
        for (uint32_t x = 0; x < SIZE; x++) {
            /* Turned over, the diagonal is where x + y is SIZE - 1. */
            if (x + y != SIZE - 1)
                expect_pixel(&result, x, y, above_diagonal_of_flipped(x, y));
            else
                covered += !memcmp(vk_test_pixel(&result, 0, x, y), red, 4);
        }
    }
    assert_int_equal(covered, 0);
}

/* In window coordinates, with y down, lower_left runs clockwise from the top left corner to the
 * bottom right one by way of the bottom left: counter-clockwise by Vulkan's rule. */
VK_TEST_CASE(test_culling)
{
    static const struct {
        enum scene_cull cull;
        enum scene_front front;
        bool is_flipped;
        bool is_drawn;
    } rows[] = {
        {scene_cull_none, scene_front_counter_clockwise, false, true},
        {scene_cull_none, scene_front_clockwise, true, true},
        {scene_cull_back, scene_front_counter_clockwise, false, true},
        {scene_cull_front, scene_front_counter_clockwise, false, false},
        {scene_cull_back, scene_front_clockwise, false, false},
        {scene_cull_front, scene_front_clockwise, false, true},
        {scene_cull_back, scene_front_counter_clockwise, true, false},
        {scene_cull_front, scene_front_counter_clockwise, true, true},
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct small small;

        small_init(test, &small, lower_left, 3);
        small.draw.raster.cull = rows[i].cull;
        small.draw.raster.front = rows[i].front;
        if (rows[i].is_flipped) {
            small.draw.viewport.y = SIZE;
            small.draw.viewport.height = -SIZE;
        }
        const struct vk_pictures result = vk_test_draw(test, device, &small.scene);
        const uint8_t *pixel = vk_test_pixel(&result, 0, 1, rows[i].is_flipped ? 1 : SIZE - 2);
        if (memcmp(pixel, rows[i].is_drawn ? red : nothing, 4))
            fail_msg("row %zu: found red %u", i, pixel[0]);
        if (!rows[i].is_drawn)
            expect_all(&result, all_nothing);
    }
}

/* A fragment shader that shows front_facing in red or in blue. */
static struct ir_shader *
facing_shader(struct vk_test *test)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const uint32_t input = vk_test_builtin_input(shader, ir_builtin_front_facing, ir_type_i32, 1);
    const uint32_t output = vk_test_output(shader, 0);
    const ir_ref facing =
        ir_build_ieq(&b, vk_test_load(&b, input, 0), ir_build_i32(&b, UINT32_MAX));
    const ir_ref one = ir_build_f32(&b, 1);
    const ir_ref zero = ir_build_f32(&b, 0);

    vk_test_store(&b, output,
                  (const ir_ref[]){ir_build_select(&b, facing, one, zero), zero,
                                   ir_build_select(&b, facing, zero, one), one});
    return shader;
}

VK_TEST_CASE(test_front_facing)
{
    struct small small;

    small_init(test, &small, lower_left, 3);
    small.draw.fragment = facing_shader(test);
    struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    expect_pixel(&result, 0, SIZE - 1, red);
    small.draw.raster.front = scene_front_clockwise;
    result = vk_test_draw(test, device, &small.scene);
    expect_pixel(&result, 0, SIZE - 1, blue);
}

static const uint8_t *
in_scissor(uint32_t x, uint32_t y)
{
    return x >= 3 && x < 8 && y >= 10 && y > x ? red : nothing;
}

VK_TEST_CASE(test_scissor)
{
    struct small small;

    small_init(test, &small, lower_left, 3);
    small.draw.scissor = (struct scene_rect){3, 10, 5, 1000000};
    const struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, in_scissor);

    /* Beyond the target, and with no height. */
    small.draw.scissor = (struct scene_rect){SIZE, 0, 5, 5};
    const struct vk_pictures beyond = vk_test_draw(test, device, &small.scene);
    expect_all(&beyond, all_nothing);
    small.draw.scissor = (struct scene_rect){0, 0, 5, 0};
    const struct vk_pictures flat = vk_test_draw(test, device, &small.scene);
    expect_all(&flat, all_nothing);
}

static const uint8_t *
in_viewport(uint32_t x, uint32_t y)
{
    return x >= 4 && x < 12 && y >= 8 && y < 12 ? red : nothing;
}

static const struct vertex whole[] = {
    {{-1, -1, 0, 1}, RED},
    {{-1, 1, 0, 1}, RED},
    {{1, -1, 0, 1}, RED},
    {{1, 1, 0, 1}, RED},
};

VK_TEST_CASE(test_strip_and_viewport)
{
    struct small small;

    small_init(test, &small, whole, 4);
    small.draw.topology = scene_topology_triangle_strip;
    small.draw.viewport = (struct scene_viewport){4, 8, 8, 4, 0, 1};
    const struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, in_viewport);
}

static const uint8_t *
all_red(uint32_t x, uint32_t y)
{
    (void)x;
    (void)y;
    return red;
}

VK_TEST_CASE(test_fan)
{
    static const struct vertex vertices[] = {
        {{0, 0, 0, 1}, RED}, {{-1, -1, 0, 1}, RED}, {{-1, 1, 0, 1}, RED},
        {{1, 1, 0, 1}, RED}, {{1, -1, 0, 1}, RED},  {{-1, -1, 0, 1}, RED},
    };
    struct small small;

    small_init(test, &small, vertices, BASE_COUNT(vertices));
    small.draw.topology = scene_topology_triangle_fan;
    const struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, all_red);
}

VK_TEST_CASE(test_nothing_drawn)
{
    struct small small;

    small_init(test, &small, whole, 4);
    small.draw.topology = scene_topology_triangle_strip;
    small.draw.instance_count = 0;
    struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, all_nothing);
    small.draw.instance_count = 1;
    small.draw.vertex_count = 0;
    result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, all_nothing);
    small.draw.vertex_count = 2;
    result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, all_nothing);
}

/* ---- several draws and targets ---- */

static const uint8_t *
red_green_white(uint32_t x, uint32_t y)
{
    (void)y;
    return x < 4 ? red : x < 12 ? green : white;
}

/* Later draws cover earlier ones, within one draw call and from one to the next. */
VK_TEST_CASE(test_order)
{
    static const struct vertex vertices[] = {
        {{-1, -1, 0, 1}, RED},    {{-1, 1, 0, 1}, RED},       {{1, -1, 0, 1}, RED},
        {{1, 1, 0, 1}, RED},      {{-0.5f, -1, 0, 1}, GREEN}, {{-0.5f, 1, 0, 1}, GREEN},
        {{1, -1, 0, 1}, GREEN},   {{1, 1, 0, 1}, GREEN},      {{0.5f, -1, 0, 1}, WHITE},
        {{0.5f, 1, 0, 1}, WHITE}, {{1, -1, 0, 1}, WHITE},     {{1, 1, 0, 1}, WHITE},
    };
    const struct vk_device *vk = (const struct vk_device *)(const void *)device;
    struct scene_draw draws[3];
    struct small small;

    small_init(test, &small, vertices, BASE_COUNT(vertices));
    for (uint32_t i = 0; i < 3; i++) {
        draws[i] = small.draw;
        draws[i].topology = scene_topology_triangle_strip;
        draws[i].vertex_count = 4;
        draws[i].first_vertex = 4 * i;
    }
    small.scene.draws = draws;
    small.scene.draw_count = 3;
    const struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, red_green_white);

    /* All draws share what they can. */
    assert_int_equal(vk->run.programs.count, 1);
    assert_int_equal(vk->run.pipelines.count, 1);
}

/* Writes constants to locations 0 and 2, components 0 to components - 1. */
static struct ir_shader *
constant_shader(struct vk_test *test, float value, uint8_t components)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const struct ir_io first = {.location = 0, .type = ir_type_f32, .components = components};
    const struct ir_io second = {.location = 2, .type = ir_type_f32, .components = components};
    const uint32_t outputs[] = {ir_add_output(shader, &first), ir_add_output(shader, &second)};

    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t c = 0; c < components; c++)
            ir_build_op(&b, ir_op_store_output, ir_type_void,
                        ir_build_f32(&b, value * (float)(i + 1)), 0, ir_io_imm(outputs[i], c));
    }
    return shader;
}

static void
expect_floats(const struct vk_pictures *result, uint32_t target, const float expected[4])
{
    const float *pixel = vk_test_pixel(result, target, SIZE / 2, SIZE / 2);

    for (uint32_t c = 0; c < 4; c++) {
        if (pixel[c] != expected[c])
            fail_msg("target %u, component %u is %g, expected %g", target, c, (double)pixel[c],
                     (double)expected[c]);
    }
}

/* Targets of several formats, in an order of their own; the draws change from one list of targets
 * to another and back. */
VK_TEST_CASE(test_targets)
{
    static const struct vk_target targets[] = {
        {scene_format_r32g32b32a32_sfloat, SIZE, SIZE, {9, 9, 9, 9}},
        {scene_format_r8g8b8a8_unorm, SIZE, SIZE, {0, 0, 0, 0}},
        {scene_format_r32g32b32a32_sfloat, SIZE, SIZE, {7, 7, 7, 7}},
        {scene_format_r32g32b32a32_sfloat, 2 * SIZE, SIZE, {5, 5, 5, 5}},
    };
    struct scene_draw draws[4];

    draws[0] = scene_draw_default(SIZE, SIZE);
    draws[0].vertex = vk_test_whole_target(test);
    draws[0].fragment = constant_shader(test, 0.125f, 4);
    draws[1] = draws[2] = draws[3] = draws[0];
    draws[0].targets[0].view = 2;
    draws[1].target_count = 3; /* Location 1 is not written. */
    draws[1].targets[1] = draws[1].targets[2] = draws[1].targets[0];
    draws[1].targets[0].view = 1;
    draws[1].targets[1].view = 2;
    draws[1].targets[2].view = 0;
    draws[1].fragment = constant_shader(test, 0.25f, 4);
    draws[2].fragment = constant_shader(test, -3, 4);
    draws[2].targets[0].view = 3;
    draws[2].viewport.width = 2 * SIZE;
    draws[3].fragment = constant_shader(test, 8, 2); /* Two components of target 2. */
    draws[3].targets[0].view = 2;

    const struct vk_drawing scene = {
        .targets = targets,
        .target_count = BASE_COUNT(targets),
        .draws = draws,
        .draw_count = BASE_COUNT(draws),
    };
    const struct vk_pictures result = vk_test_draw(test, device, &scene);
    expect_floats(&result, 0, (const float[]){0.5f, 0.5f, 0.5f, 0.5f});
    assert_memory_equal(vk_test_pixel(&result, 1, 3, 3), ((const uint8_t[]){64, 64, 64, 64}), 4);
    expect_floats(&result, 2, (const float[]){8, 8, 0.125f, 0.125f});
    expect_floats(&result, 3, (const float[]){-3, -3, -3, -3});
}

/* ---- points ---- */

/* Position from input 0, point size constant; 0 writes none. */
static struct ir_shader *
point_shader(struct vk_test *test, float size)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_vertex, &b);
    const uint32_t position = vk_test_input(shader, 0, ir_type_f32);
    const uint32_t color = vk_test_input(shader, 1, ir_type_f32);
    const uint32_t outputs[] = {vk_test_builtin_output(shader, ir_builtin_position, 4),
                                vk_test_output(shader, 0)};

    for (uint32_t c = 0; c < 4; c++) {
        ir_build_op(&b, ir_op_store_output, ir_type_void, vk_test_load(&b, position, c), 0,
                    ir_io_imm(outputs[0], c));
        ir_build_op(&b, ir_op_store_output, ir_type_void, vk_test_load(&b, color, c), 0,
                    ir_io_imm(outputs[1], c));
    }
    if (size != 0) {
        const uint32_t output = vk_test_builtin_output(shader, ir_builtin_point_size, 1);
        ir_build_op(&b, ir_op_store_output, ir_type_void, ir_build_f32(&b, size), 0,
                    ir_io_imm(output, 0));
    }
    return shader;
}

/* The centre of pixel (5, 9). */
#define POINT_X (2 * 5.5f / SIZE - 1)
#define POINT_Y (2 * 9.5f / SIZE - 1)

static const uint8_t *
point_of_3(uint32_t x, uint32_t y)
{
    return x >= 4 && x <= 6 && y >= 8 && y <= 10 ? red : nothing;
}

static const uint8_t *
point_of_1(uint32_t x, uint32_t y)
{
    return x == 5 && y == 9 ? red : nothing;
}

VK_TEST_CASE(test_points)
{
    static const struct vertex vertices[] = {{{POINT_X, POINT_Y, 0, 1}, RED}};
    struct small small;

    small_init(test, &small, vertices, 1);
    small.draw.topology = scene_topology_points;
    small.draw.vertex = point_shader(test, 3);
    struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, point_of_3);

    /* Without a size in the shader: 1. */
    small.draw.vertex = point_shader(test, 0);
    result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, point_of_1);

    /* The same shaders with triangles in the same scene. */
    struct scene_draw draws[2] = {small.draw, small.draw};
    draws[1].topology = scene_topology_triangles;
    small.scene.draws = draws;
    small.scene.draw_count = 2;
    result = vk_test_draw(test, device, &small.scene);
    expect_all(&result, point_of_1);
}

/* ---- discarded fragments, on each target ---- */

/* Red where both x and y are even; else demoted, or terminated, or returned from early. Bit 0 of x
 * decides on the first half, bit 0 of y on the second. */
static struct ir_shader *
discarding_shader(struct vk_test *test, bool by_demote)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const uint32_t coord = vk_test_builtin_input(shader, ir_builtin_frag_coord, ir_type_f32, 4);
    const uint32_t output = vk_test_output(shader, 0);
    const ir_ref one = ir_build_f32(&b, 1);
    const ir_ref zero = ir_build_f32(&b, 0);
    const ir_ref bit = ir_build_i32(&b, 1);
    const ir_ref none = ir_build_i32(&b, 0);

    vk_test_store(&b, output, (const ir_ref[]){one, zero, zero, one});
    for (uint32_t c = 0; c < 2; c++) {
        const ir_ref at = ir_build_f2u(&b, ir_type_i32, vk_test_load(&b, coord, c));
        const ir_ref is_odd = ir_build_ine(&b, ir_build_iand(&b, at, bit), none);

        if (by_demote) {
            ir_build_op(&b, ir_op_demote, ir_type_void, is_odd, 0, 0);
        } else {
            ir_build_if(&b, is_odd);
            ir_build_terminate(&b);
            ir_build_else(&b);
            ir_build_endif(&b);
        }
    }
    return shader;
}

static const uint8_t *
even_pixels(uint32_t x, uint32_t y)
{
    return x % 2 == 0 && y % 2 == 0 ? red : nothing;
}

VK_TEST_CASE(test_discard)
{
    for (int target = 0; target < spirv_target_count; target++) {
        const struct vk_options options = {
            .validate = true,
            .has_target = true,
            .target = (enum spirv_target)target,
        };
        struct small small;

        if ((enum spirv_target)target > ((struct vk_device *)(void *)device)->target)
            break;
        struct scene_device *other =
            vk_device_create(vk_test_index(device), &options, &test->diags);
        vk_test_no_errors(test);
        small_init(test, &small, whole, 4);
        small.draw.topology = scene_topology_triangle_strip;
        for (int by_demote = 0; by_demote < 2; by_demote++) {
            small.draw.fragment = discarding_shader(test, by_demote);
            const struct vk_pictures result = vk_test_draw(test, other, &small.scene);
            expect_all(&result, even_pixels);
        }
        assert_true(vk_test_close(other));
    }
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clear),    cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_triangle), cmocka_unit_test(test_flipped_viewport),
        cmocka_unit_test(test_culling),  cmocka_unit_test(test_front_facing),
        cmocka_unit_test(test_scissor),  cmocka_unit_test(test_strip_and_viewport),
        cmocka_unit_test(test_fan),      cmocka_unit_test(test_nothing_drawn),
        cmocka_unit_test(test_order),    cmocka_unit_test(test_targets),
        cmocka_unit_test(test_points),   cmocka_unit_test(test_discard),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
