/* SPDX-License-Identifier: MIT
 *
 * What goes from stage to stage where the host has fewer locations than scenes may use, and clip
 * and cull distances, of which it has eight together.
 */
#include "vk_test.h"

#include <math.h>

#define SIZE 8
#define PATCH_VERTICES 3

static struct scene_device *device;

/* ---- shaders ---- */

static ir_ref
load(struct ir_builder *b, uint32_t vertex, uint32_t input, uint32_t component)
{
    return ir_build_op(b, ir_op_load_vertex, ir_type_f32, ir_build_i32(b, vertex), 0,
                       ir_io_imm(input, component));
}

static void
store(struct ir_builder *b, uint32_t output, uint32_t component, ir_ref value)
{
    ir_build_op(b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(output, component));
}

/* What a location has in component c of a vertex, whoever writes it. */
static float
value_at(uint32_t location, uint32_t c)
{
    return (float)(location * 4 + c) / 256;
}

/* Covers the target and writes locations of its own values. */
static struct ir_shader *
write_locations(struct vk_test *test, const uint32_t *locations, uint32_t count)
{
    struct ir_shader *shader = vk_test_whole_target(test);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t output = vk_test_output(shader, locations[i]);

        for (uint32_t c = 0; c < 4; c++)
            store(&b, output, c, ir_build_f32(&b, value_at(locations[i], c)));
    }
    return shader;
}

/* Target i gets the input at locations[i]. */
static struct ir_shader *
show_locations(struct vk_test *test, const uint32_t *locations, uint32_t count)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t input = vk_test_input(shader, locations[i], ir_type_f32);
        const uint32_t output = vk_test_output(shader, i);

        for (uint32_t c = 0; c < 4; c++)
            store(&b, output, c, vk_test_load(&b, input, c));
    }
    return shader;
}

/* Hands a triangle's positions on, and the inputs at from[i] to the outputs at to[i]. */
static struct ir_shader *
hand_on(struct vk_test *test, const uint32_t *from, const uint32_t *to, uint32_t count)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_geometry, &b);
    uint32_t inputs[8], outputs[8];

    shader->output_vertices = 3;
    shader->invocations = 1;
    shader->input_primitive = ir_primitive_triangles;
    shader->output_primitive = ir_primitive_triangle_strip;
    inputs[0] = vk_test_builtin_input(shader, ir_builtin_position, ir_type_f32, 4);
    outputs[0] = vk_test_builtin_output(shader, ir_builtin_position, 4);
    for (uint32_t i = 0; i < count; i++) {
        inputs[i + 1] = vk_test_input(shader, from[i], ir_type_f32);
        outputs[i + 1] = vk_test_output(shader, to[i]);
    }
    for (uint32_t v = 0; v < 3; v++) {
        for (uint32_t i = 0; i <= count; i++)
            for (uint32_t c = 0; c < 4; c++)
                store(&b, outputs[i], c, load(&b, v, inputs[i], c));
        ir_build_op(&b, ir_op_emit_vertex, ir_type_void, 0, 0, 0);
    }
    return shader;
}

/* ---- drawing ---- */

struct drawing {
    struct vk_target targets[2];
    struct scene_draw draw;
    struct vk_drawing scene;
};

static void
drawing_init(struct drawing *d)
{
    memset(d, 0, sizeof(*d));
    d->draw = scene_draw_default(SIZE, SIZE);
    d->draw.target_count = 2;
    for (uint32_t i = 0; i < 2; i++) {
        d->targets[i] =
            (struct vk_target){scene_format_r32g32b32a32_sfloat, SIZE, SIZE, {-1, -1, -1, -1}};
        d->draw.targets[i] = d->draw.targets[0];
        d->draw.targets[i].view = i;
    }
    d->scene = (struct vk_drawing){
        .targets = d->targets, .target_count = 2, .draws = &d->draw, .draw_count = 1};
}

/* Each target has the values of a location everywhere. */
static void
expect_locations(struct vk_test *test, const struct drawing *d, const uint32_t locations[2])
{
    const struct vk_pictures pictures = vk_test_draw(test, device, &d->scene);

    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t at = 0; at < SIZE * SIZE; at++) {
            const float *pixel = vk_test_pixel(&pictures, i, at % SIZE, at / SIZE);

            for (uint32_t c = 0; c < 4; c++)
                if (fabsf(pixel[c] - value_at(locations[i], c)) > 1e-5f)
                    fail_msg("target %u, component %u: found %g, expected %g", i, c,
                             (double)pixel[c], (double)value_at(locations[i], c));
        }
}

/* ---- locations ---- */

VK_TEST_CASE(test_far_locations)
{
    static const uint32_t written[] = {63, 0, 40, 31, 13};
    static const uint32_t read[] = {40, 63};
    struct drawing d;

    drawing_init(&d);
    d.draw.vertex = write_locations(test, written, BASE_COUNT(written));
    d.draw.fragment = show_locations(test, read, 2);
    expect_locations(test, &d, read);
}

/* The next stage takes fewer locations than this one makes. */
VK_TEST_CASE(test_few_inputs)
{
    static const uint32_t written[] = {1, 5, 9, 20, 40, 63};
    static const uint32_t read[] = {63, 20}, to[] = {7, 50};
    VkPhysicalDeviceLimits *limits = &vk_test_of(device)->properties.limits;
    const uint32_t most = limits->maxGeometryInputComponents;
    struct drawing d;

    if (!device->has_feature(device, "geometryShader"))
        return;
    drawing_init(&d);
    d.draw.vertex = write_locations(test, written, BASE_COUNT(written));
    d.draw.geometry = hand_on(test, read, to, 2);
    d.draw.fragment = show_locations(test, to, 2);
    limits->maxGeometryInputComponents = 12; /* The position's and two more. */
    expect_locations(test, &d, read);

    struct vk_pictures pictures;
    limits->maxGeometryInputComponents = 4;
    assert_int_equal(vk_test_try(test, device, &d.scene, &pictures), scene_status_missing);
    vk_test_error(test, QD_CODE_LIMIT, "geometry inputs use more than 1 locations");
    limits->maxGeometryInputComponents = most;
}

VK_TEST_CASE(test_too_many)
{
    const uint32_t most = vk_test_of(device)->properties.limits.maxVertexOutputComponents / 4;
    uint32_t written[SCENE_MAX_LOCATIONS];
    struct vk_pictures pictures;
    struct drawing d;

    if (most >= SCENE_MAX_LOCATIONS)
        return;
    for (uint32_t i = 0; i < SCENE_MAX_LOCATIONS; i++)
        written[i] = i;
    drawing_init(&d);
    d.draw.vertex = write_locations(test, written, SCENE_MAX_LOCATIONS);
    d.draw.fragment = show_locations(test, written, 2);
    assert_int_equal(vk_test_try(test, device, &d.scene, &pictures), scene_status_missing);
    vk_test_error(test, QD_CODE_LIMIT, "vertex outputs use more than");
}

/* ---- patches, whose locations lie behind those of their vertices ---- */

#define CONTROL                                                                                    \
    "tess_control \"c\" output_vertices 3 input 0 \"p\" builtin position f32x4 "                   \
    "input 1 \"n\" builtin invocation_id i32 input 2 \"v\" location 50 f32x4 "                     \
    "output 0 \"p\" builtin position f32x4 output 1 \"o\" builtin tess_level_outer f32x4 "         \
    "output 2 \"i\" builtin tess_level_inner f32x2 output 3 \"v\" location 60 f32x4 "              \
    "output 4 \"q\" location 31 f32x4 patch {\n"                                                   \
    "%1 = const.f32 0x3f800000 %2 = load_input.i32 1.0 %3 = load_vertex.f32 %2, 0.0\n"             \
    "%4 = load_vertex.f32 %2, 0.1 %5 = load_vertex.f32 %2, 0.2 %6 = load_vertex.f32 %2, 0.3\n"     \
    "%7 = store_vertex %2, %3, 0.0 %8 = store_vertex %2, %4, 0.1 %9 = store_vertex %2, %5, 0.2\n"  \
    "%10 = store_vertex %2, %6, 0.3 %11 = load_vertex.f32 %2, 2.0\n"                               \
    "%12 = load_vertex.f32 %2, 2.1 %13 = load_vertex.f32 %2, 2.2 %14 = load_vertex.f32 %2, 2.3\n"  \
    "%15 = store_vertex %2, %11, 3.0 %16 = store_vertex %2, %12, 3.1\n"                            \
    "%17 = store_vertex %2, %13, 3.2 %18 = store_vertex %2, %14, 3.3\n"                            \
    "%19 = store_output %1, 1.0 %20 = store_output %1, 1.1 %21 = store_output %1, 1.2\n"           \
    "%22 = store_output %1, 2.0 %23 = store_output %11, 4.3 %24 = store_output %12, 4.2\n"         \
    "%25 = store_output %13, 4.1 %26 = store_output %14, 4.0 }"

/* Takes the last vertex's value and the patch's, which has the components the other way round. */
#define EVAL                                                                                       \
    "tess_eval \"e\" input_primitive triangles input 0 \"p\" builtin position f32x4 "              \
    "input 1 \"t\" builtin tess_coord f32x3 input 2 \"v\" location 60 f32x4 "                      \
    "input 3 \"q\" location 31 f32x4 patch output 0 \"p\" builtin position f32x4 "                 \
    "output 1 \"a\" location 33 f32x4 output 2 \"b\" location 62 f32x4 {\n"                        \
    "%1 = const.i32 0x0 %2 = const.i32 0x1 %3 = const.i32 0x2 %4 = load_input.f32 1.0\n"           \
    "%5 = load_input.f32 1.1 %6 = load_input.f32 1.2 %7 = load_vertex.f32 %1, 0.0\n"               \
    "%8 = load_vertex.f32 %2, 0.0 %9 = load_vertex.f32 %3, 0.0 %10 = fmul.f32 %4, %7\n"            \
    "%11 = ffma.f32 %5, %8, %10 %12 = ffma.f32 %6, %9, %11 %13 = load_vertex.f32 %1, 0.1\n"        \
    "%14 = load_vertex.f32 %2, 0.1 %15 = load_vertex.f32 %3, 0.1 %16 = fmul.f32 %4, %13\n"         \
    "%17 = ffma.f32 %5, %14, %16 %18 = ffma.f32 %6, %15, %17 %19 = load_vertex.f32 %1, 0.2\n"      \
    "%20 = load_vertex.f32 %1, 0.3 %21 = store_output %12, 0.0 %22 = store_output %18, 0.1\n"      \
    "%23 = store_output %19, 0.2 %24 = store_output %20, 0.3 %25 = load_vertex.f32 %3, 2.0\n"      \
    "%26 = load_vertex.f32 %3, 2.1 %27 = load_vertex.f32 %3, 2.2 %28 = load_vertex.f32 %3, 2.3\n"  \
    "%29 = store_output %25, 1.0 %30 = store_output %26, 1.1 %31 = store_output %27, 1.2\n"        \
    "%32 = store_output %28, 1.3 %33 = load_input.f32 3.3 %34 = load_input.f32 3.2\n"              \
    "%35 = load_input.f32 3.1 %36 = load_input.f32 3.0 %37 = store_output %33, 2.0\n"              \
    "%38 = store_output %34, 2.1 %39 = store_output %35, 2.2 %40 = store_output %36, 2.3 }"

static struct ir_shader *
read_shader(struct vk_test *test, const char *text)
{
    struct ir_shader *shader = ir_parse(&test->arena, text, strlen(text), &test->diags);

    vk_test_no_errors(test);
    return shader;
}

VK_TEST_CASE(test_patches)
{
    static const uint32_t written[] = {2, 50}, read[] = {33, 62}, expected[] = {50, 50};
    struct drawing d;

    if (!device->has_feature(device, "tessellationShader"))
        return;
    drawing_init(&d);
    d.draw.topology = scene_topology_patches;
    d.draw.patch_vertices = PATCH_VERTICES;
    d.draw.vertex = write_locations(test, written, 2);
    d.draw.tess_control = read_shader(test, CONTROL);
    d.draw.tess_eval = read_shader(test, EVAL);
    d.draw.fragment = show_locations(test, read, 2);
    expect_locations(test, &d, expected);
}

/* ---- distances ---- */

/* Five clip distances, of which the last cuts the left half off, and three to cull by: all of the
 * eight that hosts have of both together. */
static struct ir_shader *
write_distances(struct vk_test *test, bool is_culled)
{
    struct ir_shader *shader = vk_test_whole_target(test);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const uint32_t low = vk_test_builtin_output(shader, ir_builtin_clip_distance0, 4);
    const uint32_t high = vk_test_builtin_output(shader, ir_builtin_clip_distance1, 4);
    const uint32_t cull = vk_test_builtin_output(shader, ir_builtin_cull_distance0, 4);
    const ir_ref index = vk_test_load(&b, 0, 0);
    const ir_ref right =
        ir_build_u2f(&b, ir_type_f32, ir_build_iand(&b, index, ir_build_i32(&b, 1)));
    const ir_ref x =
        ir_build_fadd(&b, ir_build_fmul(&b, right, ir_build_f32(&b, 4)), ir_build_f32(&b, -1));

    for (uint32_t c = 0; c < 4; c++)
        store(&b, low, c, ir_build_f32(&b, 1.0f + (float)c));
    store(&b, high, 0, x);
    for (uint32_t c = 0; c < 3; c++)
        store(&b, cull, c, ir_build_f32(&b, c == 2 && is_culled ? -1.0f : 1.0f + (float)c));
    return shader;
}

/* Shows clip distance 1, where only that is used of the five, and two to cull by. */
static struct ir_shader *
show_distances(struct vk_test *test)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const uint32_t low = vk_test_builtin_input(shader, ir_builtin_clip_distance0, ir_type_f32, 4);
    const uint32_t cull = vk_test_builtin_input(shader, ir_builtin_cull_distance0, ir_type_f32, 4);
    const uint32_t output = vk_test_output(shader, 0);

    store(&b, output, 0, vk_test_load(&b, low, 1));
    store(&b, output, 1, vk_test_load(&b, cull, 0));
    store(&b, output, 2, vk_test_load(&b, cull, 1));
    store(&b, output, 3, ir_build_f32(&b, 9));
    return shader;
}

static void
expect_distances(struct vk_test *test, bool is_culled)
{
    static const float shown[] = {2, 1, 2, 9}, hidden[] = {-1, -1, -1, -1};
    struct drawing d;

    drawing_init(&d);
    d.draw.target_count = 1;
    d.draw.vertex = write_distances(test, is_culled);
    d.draw.fragment = show_distances(test);
    const struct vk_pictures pictures = vk_test_draw(test, device, &d.scene);
    for (uint32_t at = 0; at < SIZE * SIZE; at++) {
        const bool is_hidden = is_culled || at % SIZE < SIZE / 2;
        const float *pixel = vk_test_pixel(&pictures, 0, at % SIZE, at / SIZE);

        for (uint32_t c = 0; c < 4; c++)
            if (fabsf(pixel[c] - (is_hidden ? hidden : shown)[c]) > 1e-5f)
                fail_msg("pixel %u, component %u: found %g", at, c, (double)pixel[c]);
    }
}

VK_TEST_CASE(test_distances)
{
    if (!device->has_feature(device, "shaderClipDistance") ||
        !device->has_feature(device, "shaderCullDistance"))
        return;
    expect_distances(test, false);
    expect_distances(test, true);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far_locations), cmocka_unit_test(test_few_inputs),
        cmocka_unit_test(test_too_many),      cmocka_unit_test(test_patches),
        cmocka_unit_test(test_distances),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
