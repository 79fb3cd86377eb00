/* SPDX-License-Identifier: MIT
 *
 * Stages that the device does not have, flat inputs by the last vertex, and inputs that wrap.
 */
#include "one_kit.h"

#include <cmocka.h>
#include <math.h>

/* ---- stages that are not there ---- */

static struct ir_shader *
read_shader(const char *text)
{
    struct ir_shader *shader = ir_parse(&kit.arena, text, strlen(text), &kit.diags);

    if (!shader)
        fail_msg("%s", kit.diags.list.data[0].message);
    return shader;
}

static void
check_refused(const char *message)
{
    struct scene_device *device = cpu_device_create(&(struct cpu_options){0});

    kit_make_steps(&kit);
    assert_int_equal(device->run(device, &kit.scene, &kit.arena, &kit.result, &kit.diags),
                     scene_status_missing);
    assert_null(kit.result.reads);
    assert_int_equal(kit.diags.error_count, 1);
    assert_int_equal(kit.diags.list.data[0].code, QD_CODE_UNSUPPORTED);
    assert_string_equal(kit.diags.list.data[0].message, message);
    assert_int_equal(kit.diags.list.data[0].place.line, 7);
    device->destroy(device);
}

static void
add_place(struct ir_shader *shader)
{
    shader->place_kind = QD_PLACE_TEXT;
    base_array_push(&kit.arena, &shader->places, ((struct ir_place){1, 7}));
}

static void
test_no_geometry(void **state)
{
    CATCH();
    struct ir_shader *shader = read_shader(
        "geometry \"thick\" output_vertices 1 invocations 1 input_primitive triangles "
        "output_primitive points output 0 \"\" location 0 f32x4 { %1 = emit_vertex 0 }");

    add_place(shader);
    kit_target(&kit, FLOATS, 4, 4);
    kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_pass_fragment(&kit, ir_interp_flat), kit_whole, 3)
        ->geometry = shader;
    check_refused("found the geometry shader \"thick\", expected none: the CPU device has no "
                  "geometry shaders yet");
}

static void
test_no_tessellation(void **state)
{
    CATCH();
    struct ir_shader *control = read_shader("tess_control \"cut\" output_vertices 1 "
                                            "{ %1 = const.i32 0x0 }");
    struct ir_shader *eval = read_shader("tess_eval \"place\" input_primitive quads "
                                         "output 0 \"\" location 0 f32x4 {}");

    add_place(control);
    kit_target(&kit, FLOATS, 4, 4);
    struct scene_draw *draw = kit_draw(&kit, kit_pass_vertex(&kit, 1),
                                       kit_pass_fragment(&kit, ir_interp_flat), kit_whole, 3);
    draw->tess_control = control;
    draw->tess_eval = eval;
    draw->topology = scene_topology_patches;
    draw->patch_vertices = 3;
    check_refused("found the tess_control shader \"cut\", expected none: the CPU device has no "
                  "tess_control shaders yet");
}

/* ---- provoking vertices ---- */

static void
test_last_vertex(void **state)
{
    CATCH();
    kit_target(&kit, FLOATS, 8, 8);
    struct scene_draw *draw = kit_draw(&kit, kit_pass_vertex(&kit, 1),
                                       kit_pass_fragment(&kit, ir_interp_flat), kit_corners, 4);
    draw->topology = scene_topology_triangle_strip;
    draw->raster.is_last_provoking = true;
    /* What is turned round does not change. */
    draw->raster.cull = scene_cull_back;
    draw->raster.front = scene_front_clockwise;
    kit_run(&kit, 0, 0);
    for (uint32_t i = 0; i < 64; i++)
        assert_pixel(0, i % 8, i / 8, i % 8 + i / 8 < 7 ? 3 : 4, 0, 0, 1);
}

/* ---- inputs that wrap ---- */

static const struct ir_shader *
wrapping_fragment(enum ir_interp interp, uint8_t wrap)
{
    struct kit_shader s;

    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t input = kit_input(&s, 0, interp);
    const uint32_t output = kit_output(&s, 0);
    s.shader->inputs.data[input].wrap = wrap;
    kit_copy(&s, output, input);
    return kit_end(&kit, &s);
}

/* Over a target of 16 by 16, x from `from` at the left to `to` at the right, in all components. */
static void
draw_ramp(float from, float to, enum ir_interp interp, uint8_t wrap)
{
    float vertices[3][2][4] = {{{-1, -1, 0, 1}}, {{3, -1, 0, 1}}, {{-1, 3, 0, 1}}};

    kit_restart(&kit);
    for (uint32_t c = 0; c < 4; c++) {
        vertices[0][1][c] = vertices[2][1][c] = from;
        vertices[1][1][c] = to;
    }
    kit_target(&kit, FLOATS, 16, 16);
    kit_draw(&kit, kit_pass_vertex(&kit, 1), wrapping_fragment(interp, wrap),
             (kit_vertices)vertices, 3);
    kit_run(&kit, 0, 0);
}

/* Component 0 wraps, component 1 does not. */
static void
check_ramp(float from, float to, float wrapped, enum ir_interp interp)
{
    draw_ramp(from, to, interp, 1);
    for (uint32_t x = 0; x < 16; x++) {
        const float *pixel = kit_pixel(&kit, 0, x, 5);
        const float share = ((float)x + 0.5f) / 32;

        if (fabsf(pixel[0] - (from + (wrapped - from) * share)) > 1e-6f ||
            fabsf(pixel[1] - (from + (to - from) * share)) > 1e-6f)
            fail_msg("from %g to %g: found %g and %g in column %u", (double)from, (double)to,
                     (double)pixel[0], (double)pixel[1], x);
    }
}

static void
test_wrap(void **state)
{
    static const struct {
        float from, to, wrapped;
    } rows[] = {
        {0.875f, 0.125f, 1.125f},  /* The short way round. */
        {0.125f, 0.875f, -0.125f}, /* And back. */
        {0.25f, 0.75f, 0.75f},     /* A half is not larger than a half. */
        {0.75f, 0.25f, 0.25f},
        {0, 0.50000006f, -0.49999994f}, /* Just above it. */
        {0.5f, 0.5f, 0.5f},
        {0, 1, 0},
        {0, 3, 2}, /* Once, whatever is left. */
        {-2, 1, 0},
        {1, -3, -2},
    };
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        check_ramp(rows[i].from, rows[i].to, rows[i].wrapped, ir_interp_linear);
        check_ramp(rows[i].from, rows[i].to, rows[i].wrapped, ir_interp_perspective);
    }
}

/* What the clipper cuts off changes nothing: differences are those of the vertices. */
static void
test_wrap_clipped(void **state)
{
    static const float vertices[3][2][4] = {
        {{-1, -1, 0.5f, 1}, {0.75f, 0, 0, 1}},
        {{-1 + 4096, -1, 0.5f, 1}, {0.25f - 0.0625f, 0, 0, 1}},
        {{-1, 3, -0.5f, 1}, {0.75f, 0, 0, 1}}, /* In front of the near plane. */
    };
    CATCH();

    kit_target(&kit, FLOATS, 16, 16);
    kit_draw(&kit, kit_pass_vertex(&kit, 1), wrapping_fragment(ir_interp_linear, 15), vertices, 3);
    kit_run(&kit, 0, 0);
    const float *pixel = kit_pixel(&kit, 0, 8, 0);
    const float share = 8.5f / (16 * 4096 / 2);
    assert_true(fabsf(pixel[0] - (0.75f + 0.4375f * share)) < 1e-6f);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_no_geometry, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_tessellation, setup, teardown),
        cmocka_unit_test_setup_teardown(test_last_vertex, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wrap, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wrap_clipped, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
