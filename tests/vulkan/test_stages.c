/* SPDX-License-Identifier: MIT
 *
 * Tessellation and geometry where scripts do not reach: layers, stages whose variables differ,
 * provoking vertices; and the clock and inputs that wrap, where the device has them.
 */
#include "vk_job.h"

#include <math.h>

#define SIZE 8

static struct scene_device *device;

static struct ir_shader *
read_shader(struct vk_test *test, const char *text)
{
    struct ir_shader *shader = ir_parse(&test->arena, text, strlen(text), &test->diags);

    vk_test_no_errors(test);
    return shader;
}

/* Draws to an image of floats with so many layers. */
struct staged {
    struct vk_job job;
    struct scene_draw *draw;
};

static void
staged_init(struct vk_test *test, struct staged *staged, uint32_t layers)
{
    struct scene_image image = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, SIZE, SIZE);
    (void)test;

    image.layers = layers;
    vk_job_init(&staged->job, 1);
    vk_job_add_image(&staged->job, &image);
    staged->draw = &vk_job_add_step(&staged->job, scene_step_draw)->draw;
    *staged->draw = scene_draw_default(SIZE, SIZE);
    vk_job_read_image(&staged->job, 0);
}

static const float *
staged_pixel(const struct scene_result *result, uint32_t layer, uint32_t x, uint32_t y)
{
    const float *pixels = result->reads[0].data;

    return pixels + 4 * ((size_t)(layer * SIZE + y) * SIZE + x);
}

static void
check_pixel(const float *pixel, float r, float g, float b, float a)
{
    if (fabsf(pixel[0] - r) > 1e-5f || fabsf(pixel[1] - g) > 1e-5f || fabsf(pixel[2] - b) > 1e-5f ||
        fabsf(pixel[3] - a) > 1e-5f)
        fail_msg("found %g %g %g %g, expected %g %g %g %g", (double)pixel[0], (double)pixel[1],
                 (double)pixel[2], (double)pixel[3], (double)r, (double)g, (double)b, (double)a);
}

static bool
has_feature(const char *name)
{
    return device->has_feature(device, name);
}

/* ---- layers ---- */

/* Each invocation fills a layer with its number. */
#define LAYERS                                                                                     \
    "geometry \"layers\" output_vertices 3 invocations 3 input_primitive triangles "               \
    "output_primitive triangle_strip "                                                             \
    "input 0 \"p\" builtin position f32x4 input 1 \"id\" builtin invocation_id i32 "               \
    "output 0 \"p\" builtin position f32x4 output 1 \"layer\" builtin layer i32 "                  \
    "output 2 \"n\" location 0 f32x4 {\n"                                                          \
    "%1 = const.i32 0x0 %2 = const.i32 0x1 %3 = const.i32 0x2 %4 = const.i32 0x3\n"                \
    "%5 = load_input.i32 1.0 %6 = u2f.f32 %5 %7 = loop\n"                                          \
    "%8 = merge.i32 [%7: %1], [%27: %26] %9 = ult.bool %8, %4 %10 = if %9 %11 = else\n"            \
    "%12 = break %13 = endif\n"                                                                    \
    "%14 = load_vertex.f32 %8, 0.0 %15 = load_vertex.f32 %8, 0.1 %16 = load_vertex.f32 %8, 0.2\n"  \
    "%17 = load_vertex.f32 %8, 0.3 %18 = store_output %14, 0.0 %19 = store_output %15, 0.1\n"      \
    "%20 = store_output %16, 0.2 %21 = store_output %17, 0.3 %22 = store_output %5, 1.0\n"         \
    "%23 = store_output %6, 2.0 %24 = store_output %17, 2.3 %25 = emit_vertex 0\n"                 \
    "%26 = iadd.i32 %8, %2 %27 = endloop }"

VK_TEST_CASE(test_layers)
{
    struct staged staged;

    if (!has_feature("geometryShader"))
        return;
    staged_init(test, &staged, 3);
    staged.draw->vertex = vk_test_whole_target(test);
    staged.draw->geometry = read_shader(test, LAYERS);
    staged.draw->fragment = vk_test_showing(test, 1);
    const struct scene_result result = vk_job_run(test, device, &staged.job);
    for (uint32_t layer = 0; layer < 3; layer++)
        for (uint32_t i = 0; i < SIZE * SIZE; i++)
            check_pixel(staged_pixel(&result, layer, i % SIZE, i / SIZE), (float)layer, 0, 0, 1);
}

/* ---- variables that differ between stages ---- */

/* Writes four components, of which the next stages read parts: halves, single ones, and at another
 * location a part of what was written. */
#define WRITES                                                                                     \
    "vertex \"writes\" input 0 \"i\" builtin vertex_index i32 "                                    \
    "output 0 \"p\" builtin position f32x4 output 1 \"a\" location 2 f32x4 "                       \
    "output 2 \"b\" location 5 f32x2 {\n"                                                          \
    "%1 = const.f32 0x3e000000 %2 = const.f32 0x3e800000 %3 = const.f32 0x3f000000\n"              \
    "%4 = const.f32 0x3f800000 %5 = const.f32 0x0 %6 = const.f32 0xbf800000\n"                     \
    "%7 = const.f32 0x40800000 %8 = const.i32 0x1 %9 = const.i32 0x2 %10 = load_input.i32 0.0\n"   \
    "%11 = iand.i32 %10, %8 %12 = u2f.f32 %11 %13 = iand.i32 %10, %9 %14 = ushr.i32 %13, %8\n"     \
    "%15 = u2f.f32 %14 %16 = ffma.f32 %12, %7, %6 %17 = ffma.f32 %15, %7, %6\n"                    \
    "%18 = store_output %16, 0.0 %19 = store_output %17, 0.1 %20 = store_output %5, 0.2\n"         \
    "%21 = store_output %4, 0.3 %22 = store_output %1, 1.0 %23 = store_output %2, 1.1\n"           \
    "%24 = store_output %3, 1.2 %25 = store_output %4, 1.3 %26 = store_output %3, 2.0\n"           \
    "%27 = store_output %1, 2.1 }"

#define DIFFERS                                                                                    \
    "geometry \"differs\" output_vertices 3 invocations 1 input_primitive triangles "              \
    "output_primitive triangle_strip input 0 \"p\" builtin position f32x4 "                        \
    "input 1 \"a\" location 2 f32 input 2 \"b\" location 2 component 2 f32x2 "                     \
    "input 3 \"c\" location 5 f32 output 0 \"p\" builtin position f32x4 "                          \
    "output 1 \"d\" location 0 f32 output 2 \"e\" location 0 component 1 f32x3 {\n"                \
    "%1 = const.i32 0x0 %2 = const.i32 0x1 %3 = const.i32 0x3 %4 = loop\n"                         \
    "%5 = merge.i32 [%4: %1], [%29: %28] %6 = ult.bool %5, %3 %7 = if %6 %8 = else %9 = break\n"   \
    "%10 = endif %11 = load_vertex.f32 %5, 0.0 %12 = load_vertex.f32 %5, 0.1\n"                    \
    "%13 = load_vertex.f32 %5, 0.2 %14 = load_vertex.f32 %5, 0.3 %15 = load_vertex.f32 %5, 1.0\n"  \
    "%16 = load_vertex.f32 %5, 2.0 %17 = load_vertex.f32 %5, 2.1 %18 = load_vertex.f32 %5, 3.0\n"  \
    "%19 = store_output %11, 0.0 %20 = store_output %12, 0.1 %21 = store_output %13, 0.2\n"        \
    "%22 = store_output %14, 0.3 %23 = store_output %15, 1.0 %24 = store_output %16, 2.0\n"        \
    "%25 = store_output %18, 2.1 %26 = store_output %17, 2.2 %27 = emit_vertex 0\n"                \
    "%28 = iadd.i32 %5, %2 %29 = endloop }"

VK_TEST_CASE(test_differing_stages)
{
    struct staged staged;

    if (!has_feature("geometryShader"))
        return;
    staged_init(test, &staged, 1);
    staged.draw->vertex = read_shader(test, WRITES);
    staged.draw->geometry = read_shader(test, DIFFERS);
    staged.draw->fragment = vk_test_showing(test, 1);
    const struct scene_result result = vk_job_run(test, device, &staged.job);
    check_pixel(staged_pixel(&result, 0, 3, 5), 0.125f, 0.5f, 0.5f, 1);
}

/* Of patches and of vertices, at one location. */
#define CONTROL                                                                                    \
    "tess_control \"c\" output_vertices 3 input 0 \"p\" builtin position f32x4 "                   \
    "input 1 \"id\" builtin invocation_id i32 input 2 \"a\" location 2 f32 "                       \
    "output 0 \"p\" builtin position f32x4 output 1 \"o\" builtin tess_level_outer f32x4 "         \
    "output 2 \"i\" builtin tess_level_inner f32x2 output 3 \"v\" location 1 f32x3 "               \
    "output 4 \"w\" location 1 f32x3 patch {\n"                                                    \
    "%1 = const.f32 0x3f800000 %2 = const.f32 0x3f000000 %3 = load_input.i32 1.0\n"                \
    "%4 = load_vertex.f32 %3, 0.0 %5 = load_vertex.f32 %3, 0.1 %6 = load_vertex.f32 %3, 0.2\n"     \
    "%7 = load_vertex.f32 %3, 0.3 %8 = load_vertex.f32 %3, 2.0 %9 = store_vertex %3, %4, 0.0\n"    \
    "%10 = store_vertex %3, %5, 0.1 %11 = store_vertex %3, %6, 0.2 %12 = store_vertex %3, %7, "    \
    "0.3\n%13 = store_output %1, 1.0 %14 = store_output %1, 1.1 %15 = store_output %1, 1.2\n"      \
    "%16 = store_output %1, 2.0 %17 = store_vertex %3, %8, 3.0 %18 = store_vertex %3, %2, 3.1\n"   \
    "%19 = store_output %2, 4.0 %20 = store_output %1, 4.2 }"

#define EVAL                                                                                       \
    "tess_eval \"e\" input_primitive triangles input 0 \"p\" builtin position f32x4 "              \
    "input 1 \"t\" builtin tess_coord f32x3 input 2 \"v\" location 1 component 1 f32 "             \
    "input 3 \"w\" location 1 component 2 f32 patch input 4 \"x\" location 1 f32 patch "           \
    "input 5 \"y\" location 1 f32 output 0 \"p\" builtin position f32x4 "                          \
    "output 1 \"c\" location 0 f32x4 {\n"                                                          \
    "%1 = const.i32 0x0 %2 = const.f32 0x40800000 %3 = const.f32 0xbf800000\n"                     \
    "%4 = const.f32 0x3f800000 %5 = const.f32 0x0 %6 = load_input.f32 1.0\n"                       \
    "%7 = load_input.f32 1.1 %8 = ffma.f32 %6, %2, %3 %9 = ffma.f32 %7, %2, %3\n"                  \
    "%10 = store_output %8, 0.0 %11 = store_output %9, 0.1 %12 = store_output %5, 0.2\n"           \
    "%13 = store_output %4, 0.3 %14 = load_vertex.f32 %1, 2.0 %15 = load_input.f32 3.0\n"          \
    "%16 = load_input.f32 4.0 %17 = load_vertex.f32 %1, 5.0 %18 = store_output %17, 1.0\n"         \
    "%19 = store_output %14, 1.1 %20 = store_output %16, 1.2 %21 = store_output %15, 1.3 }"

VK_TEST_CASE(test_differing_patches)
{
    struct staged staged;

    if (!has_feature("tessellationShader"))
        return;
    staged_init(test, &staged, 1);
    staged.draw->vertex = read_shader(test, WRITES);
    staged.draw->tess_control = read_shader(test, CONTROL);
    staged.draw->tess_eval = read_shader(test, EVAL);
    staged.draw->fragment = vk_test_showing(test, 1);
    staged.draw->topology = scene_topology_patches;
    staged.draw->patch_vertices = 3;
    const struct scene_result result = vk_job_run(test, device, &staged.job);
    for (uint32_t i = 0; i < SIZE * SIZE; i++)
        check_pixel(staged_pixel(&result, 0, i % SIZE, i / SIZE), 0.125f, 0.5f, 0.5f, 1);
}

/* ---- provoking vertices ---- */

#define NUMBERS                                                                                    \
    "vertex \"numbers\" input 0 \"i\" builtin vertex_index i32 "                                   \
    "output 0 \"p\" builtin position f32x4 output 1 \"n\" location 0 f32x4 {\n"                    \
    "%1 = const.f32 0x40000000 %2 = const.f32 0xbf800000 %3 = const.f32 0x3f800000\n"              \
    "%4 = const.f32 0x0 %5 = const.i32 0x1 %6 = load_input.i32 0.0 %7 = iand.i32 %6, %5\n"         \
    "%8 = u2f.f32 %7 %9 = ushr.i32 %6, %5 %10 = u2f.f32 %9 %11 = ffma.f32 %8, %1, %2\n"            \
    "%12 = ffma.f32 %10, %1, %2 %13 = u2f.f32 %6 %14 = store_output %11, 0.0\n"                    \
    "%15 = store_output %12, 0.1 %16 = store_output %4, 0.2 %17 = store_output %3, 0.3\n"          \
    "%18 = store_output %13, 1.0 }"
#define FLAT                                                                                       \
    "fragment \"flat\" input 0 \"n\" location 0 f32x4 flat output 0 \"c\" location 0 f32x4 {\n"    \
    "%1 = load_input.f32 0.0 %2 = store_output %1, 0.0 }"

VK_TEST_CASE(test_last_vertex)
{
    struct staged staged;

    staged_init(test, &staged, 1);
    staged.draw->vertex = read_shader(test, NUMBERS);
    staged.draw->fragment = read_shader(test, FLAT);
    staged.draw->topology = scene_topology_triangle_strip;
    staged.draw->vertex_count = 4;
    staged.draw->raster.is_last_provoking = true;
    if (!has_feature("ProvokingVertexFeaturesEXT.provokingVertexLast")) {
        vk_job_fails(test, device, &staged.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                     "provokingVertexLast");
        return;
    }
    const struct scene_result result = vk_job_run(test, device, &staged.job);
    check_pixel(staged_pixel(&result, 0, 1, 1), 2, 0, 0, 0);
    check_pixel(staged_pixel(&result, 0, 6, 6), 3, 0, 0, 0);
}

/* ---- inputs that wrap ---- */

/* 1 at two vertices, 0 at the other. */
#define RAMP                                                                                       \
    "vertex \"ramp\" input 0 \"i\" builtin vertex_index i32 "                                      \
    "output 0 \"p\" builtin position f32x4 output 1 \"n\" location 0 f32x4 {\n"                    \
    "%1 = const.f32 0x40800000 %2 = const.f32 0xbf800000 %3 = const.f32 0x3f800000\n"              \
    "%4 = const.f32 0x0 %5 = const.i32 0x1 %6 = load_input.i32 0.0 %7 = iand.i32 %6, %5\n"         \
    "%8 = u2f.f32 %7 %9 = ushr.i32 %6, %5 %10 = u2f.f32 %9 %11 = ffma.f32 %8, %1, %2\n"            \
    "%12 = ffma.f32 %10, %1, %2 %13 = store_output %11, 0.0 %14 = store_output %12, 0.1\n"         \
    "%15 = store_output %4, 0.2 %16 = store_output %3, 0.3 %17 = fneg.f32 %8\n"                    \
    "%18 = fadd.f32 %17, %3 %19 = store_output %18, 1.0 }"
#define WRAPPED                                                                                    \
    "fragment \"wrapped\" input 0 \"n\" location 0 f32x4 linear wrap 1 "                           \
    "output 0 \"c\" location 0 f32x4 { %1 = load_input.f32 0.0 %2 = store_output %1, 0.0 }"

VK_TEST_CASE(test_wrap)
{
    struct staged staged;

    staged_init(test, &staged, 1);
    staged.draw->vertex = read_shader(test, RAMP);
    staged.draw->fragment = read_shader(test, WRAPPED);
    if (!has_feature("FragmentShaderBarycentricFeaturesKHR.fragmentShaderBarycentric")) {
        vk_job_fails(test, device, &staged.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                     "barycentrics");
        return;
    }
    /* From 1 to 0 is no way at all. */
    const struct scene_result result = vk_job_run(test, device, &staged.job);
    for (uint32_t i = 0; i < SIZE * SIZE; i++)
        check_pixel(staged_pixel(&result, 0, i % SIZE, i / SIZE), 1, 0, 0, 0);
}

/* ---- the clock ---- */

VK_TEST_CASE(test_clock)
{
    struct vk_compute c;
    struct vk_job job;

    vk_job_init(&job, 1);
    vk_compute_begin(test, &c, 1, 1);
    const ir_ref first = ir_build_op(&c.b, ir_op_clock, ir_type_i64, 0, 0, 0);
    const ir_ref second = ir_build_op(&c.b, ir_op_clock, ir_type_i64, 0, 0, 0);
    vk_compute_put(&c, 0,
                   ir_build_select(&c.b, ir_build_uge(&c.b, second, first), ir_build_i32(&c.b, 7),
                                   ir_build_i32(&c.b, 8)));
    vk_job_dispatch(&job, c.shader, 1);
    if (!has_feature("ShaderClockFeaturesKHR.shaderSubgroupClock")) {
        vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS,
                     "ShaderClockKHR");
        return;
    }
    assert_int_equal(vk_job_words(test, device, &job)[0], 7);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_differing_stages),
        cmocka_unit_test(test_differing_patches),
        cmocka_unit_test(test_last_vertex),
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_clock),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
