/* SPDX-License-Identifier: MIT
 *
 * Modules of tessellation and geometry shaders, of clocks, and of inputs that wrap: the validator
 * takes them, and they have the modes, the bounds and the capabilities that they must have.
 */
#include "spirv_test.h"

#include <cmocka.h>

/* A shader from text. */
static void
read_text(struct spirv_test *t, const char *text)
{
    t->shader = ir_parse(&t->arena, text, strlen(text), &t->diags);
    if (!t->shader) {
        spirv_test_print_diags(t);
        fail_msg("no shader");
    }
}

#define START(t, text)                                                                             \
    do {                                                                                           \
        SPIRV_TEST_START(t, ir_stage_vertex);                                                      \
        read_text(t, text);                                                                        \
    } while (0)

static struct spirv_module
write_all(struct spirv_test *t)
{
    struct spirv_module module = {NULL, 0};

    for (unsigned target = 0; target < spirv_target_count; target++)
        module = spirv_test_write(t, (enum spirv_target)target);
    return module;
}

static bool
has_mode(const struct spirv_module *module, SpvExecutionMode mode)
{
    for (uint32_t n = 0; spirv_test_find(module, SpvOpExecutionMode, n); n++)
        if (module->words[spirv_test_find(module, SpvOpExecutionMode, n) + 2] == (uint32_t)mode)
            return true;
    return false;
}

static bool
has_decoration(const struct spirv_module *module, SpvDecoration decoration)
{
    for (uint32_t n = 0; spirv_test_find(module, SpvOpDecorate, n); n++)
        if (module->words[spirv_test_find(module, SpvOpDecorate, n) + 2] == (uint32_t)decoration)
            return true;
    return false;
}

static bool
has_location(const struct spirv_module *module, uint32_t location)
{
    for (uint32_t n = 0; spirv_test_find(module, SpvOpDecorate, n); n++) {
        const uint32_t *words = module->words + spirv_test_find(module, SpvOpDecorate, n);

        if (words[2] == SpvDecorationLocation && words[3] == location)
            return true;
    }
    return false;
}

static bool
has_capability(const struct spirv_module *module, SpvCapability capability)
{
    return SPIRV_TEST_HAS(module, SpvOpCapability, (uint32_t)capability);
}

/* ---- settings ---- */

struct mode_row {
    const char *text;
    SpvExecutionModel model;
    SpvExecutionMode modes[5];
    uint32_t count;
};

#define GEOMETRY(in, out, more)                                                                    \
    "geometry \"g\" output_vertices 4 invocations 2 input_primitive " in " output_primitive " out  \
    " " more "{}"
#define EVAL(in, more) "tess_eval \"e\" input_primitive " in " " more "{}"

static const struct mode_row mode_rows[] = {
    {"tess_control \"c\" output_vertices 32 {}",
     SpvExecutionModelTessellationControl,
     {SpvExecutionModeOutputVertices},
     1},
    {EVAL("triangles", ""),
     SpvExecutionModelTessellationEvaluation,
     {SpvExecutionModeTriangles, SpvExecutionModeSpacingEqual, SpvExecutionModeVertexOrderCcw},
     3},
    {EVAL("quads", "spacing fractional_even clockwise point_mode "),
     SpvExecutionModelTessellationEvaluation,
     {SpvExecutionModeQuads, SpvExecutionModeSpacingFractionalEven, SpvExecutionModeVertexOrderCw,
      SpvExecutionModePointMode},
     4},
    {EVAL("isolines", "spacing fractional_odd "),
     SpvExecutionModelTessellationEvaluation,
     {SpvExecutionModeIsolines, SpvExecutionModeSpacingFractionalOdd},
     2},
    {GEOMETRY("points", "points", ""),
     SpvExecutionModelGeometry,
     {SpvExecutionModeInputPoints, SpvExecutionModeOutputPoints, SpvExecutionModeInvocations,
      SpvExecutionModeOutputVertices},
     4},
    {GEOMETRY("lines", "line_strip", ""),
     SpvExecutionModelGeometry,
     {SpvExecutionModeInputLines, SpvExecutionModeOutputLineStrip},
     2},
    {GEOMETRY("lines_adjacency", "triangle_strip", ""),
     SpvExecutionModelGeometry,
     {SpvExecutionModeInputLinesAdjacency, SpvExecutionModeOutputTriangleStrip},
     2},
    {GEOMETRY("triangles", "points", ""),
     SpvExecutionModelGeometry,
     {SpvExecutionModeTriangles},
     1},
    {GEOMETRY("triangles_adjacency", "points", ""),
     SpvExecutionModelGeometry,
     {SpvExecutionModeInputTrianglesAdjacency},
     1},
};

static void
check_modes(const struct mode_row *row)
{
    struct spirv_test t;

    START(&t, row->text);
    const struct spirv_module module = write_all(&t);
    const size_t entry = spirv_test_find(&module, SpvOpEntryPoint, 0);
    assert_int_equal(module.words[entry + 1], row->model);
    for (uint32_t i = 0; i < row->count; i++)
        if (!has_mode(&module, row->modes[i]))
            fail_msg("\"%s\" lacks mode %u", row->text, row->modes[i]);
    assert_int_equal(has_capability(&module, SpvCapabilityGeometry),
                     row->model == SpvExecutionModelGeometry);
    assert_int_equal(has_capability(&module, SpvCapabilityTessellation),
                     row->model != SpvExecutionModelGeometry);
    assert_false(has_capability(&module, SpvCapabilityGeometryStreams));
    spirv_test_end(&t);
}

static void
test_modes(void **state)
{
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(mode_rows); i++)
        check_modes(&mode_rows[i]);
}

/* A geometry shader that emits nothing says so to the IR, and 1 to the host. */
static void
test_no_vertices(void **state)
{
    struct spirv_test t;
    (void)state;

    START(&t, "geometry \"g\" invocations 1 input_primitive points output_primitive points {}");
    write_all(&t);
    spirv_test_end(&t);
}

/* ---- vertices ---- */

/* An index that is known needs no bound, one that is not has one; where the patch says how many
 * vertices there are, any other than 0 has one. */
static void
check_bounds(const char *text, uint32_t expected)
{
    struct spirv_test t;

    START(&t, text);
    const struct spirv_module module = write_all(&t);
    assert_int_equal(spirv_test_count(&module, SpvOpExtInst), expected);
    spirv_test_end(&t);
}

#define GEOMETRY_IN                                                                                \
    "geometry \"g\" output_vertices 4 invocations 1 input_primitive triangles "                    \
    "output_primitive points input 0 \"\" location 0 f32x2 input 1 \"\" builtin primitive_id i32 " \
    "input 2 \"\" builtin clip_distance0 f32x4 input 3 \"\" builtin clip_distance1 f32x4 "         \
    "output 0 \"\" location 0 f32 "
#define CONTROL                                                                                    \
    "tess_control \"c\" output_vertices 4 input 0 \"\" location 0 f32 "                            \
    "input 1 \"\" builtin invocation_id i32 input 2 \"\" builtin position f32x4 "                  \
    "output 0 \"\" location 0 f32x2 output 1 \"\" location 0 f32 patch "                           \
    "output 2 \"\" builtin tess_level_outer f32x4 output 3 \"\" builtin position f32x4 "
#define PATCH_IN                                                                                   \
    "tess_eval \"e\" input_primitive quads input 0 \"\" location 0 f32 "                           \
    "input 1 \"\" location 1 f32x3 patch input 2 \"\" builtin tess_level_inner f32x2 "             \
    "input 3 \"\" builtin patch_vertices i32 output 0 \"\" location 0 f32x2 "

static void
test_bounds(void **state)
{
    (void)state;

    check_bounds(GEOMETRY_IN "{ %1 = const.i32 0x2 %2 = load_vertex.f32 %1, 0.1 "
                             "%3 = store_output %2, 0.0 }",
                 0);
    check_bounds(GEOMETRY_IN "{ %1 = const.i32 0x9 %2 = load_vertex.f32 %1, 3.3 "
                             "%3 = store_output %2, 0.0 }",
                 0);
    check_bounds(GEOMETRY_IN "{ %1 = load_input.i32 1.0 %2 = load_vertex.f32 %1, 2.3 "
                             "%3 = store_output %2, 0.0 }",
                 1);
    check_bounds(PATCH_IN "{ %1 = const.i32 0x0 %2 = load_vertex.f32 %1, 0.0 "
                          "%3 = load_input.f32 1.2 %4 = load_input.f32 2.1 "
                          "%5 = store_output %2, 0.0 %6 = store_output %3, 0.1 }",
                 0);
    check_bounds(PATCH_IN "{ %1 = const.i32 0x1 %2 = load_vertex.f32 %1, 0.0 "
                          "%3 = store_output %2, 0.0 }",
                 1);
    check_bounds(PATCH_IN "{ %1 = load_input.i32 3.0 %2 = load_vertex.f32 %1, 0.0 "
                          "%3 = store_output %2, 0.0 }",
                 1);
    check_bounds(CONTROL "{ %1 = load_input.i32 1.0 %2 = load_vertex.f32 %1, 0.0 "
                         "%3 = load_vertex.f32 %1, 2.3 %4 = store_vertex %1, %2, 0.0 "
                         "%5 = store_vertex %1, %3, 3.3 }",
                 2);
    check_bounds(CONTROL "{ %1 = const.i32 0x3 %2 = const.i32 0x4 %3 = load_output.f32 %1, 0.0 "
                         "%4 = load_output.f32 %2, 1.0 %5 = store_output %3, 2.1 "
                         "%6 = store_output %4, 2.3 %7 = barrier workgroup none }",
                 0);
}

/* Locations of patches lie behind those of vertices, wherever the caller wants them. */
static void
test_patch_locations(void **state)
{
    struct spirv_write_options options = {.target = spirv_target_vulkan1_3};
    struct spirv_module module;
    struct spirv_test t;
    (void)state;

    START(&t, CONTROL "{}");
    module = write_all(&t);
    assert_true(has_location(&module, 0));
    assert_true(has_location(&module, SPIRV_PATCH_LOCATION));
    options.has_patch_location = true;
    options.patch_location = 7;
    assert_true(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
    assert_true(has_location(&module, 7));
    assert_false(has_location(&module, SPIRV_PATCH_LOCATION));
    t.shader->outputs.data[0].location = 7;
    assert_false(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
    assert_int_equal(t.diags.list.data[0].code, QD_CODE_LIMIT);
    t.shader->outputs.data[0].location = 6;
    t.shader->outputs.data[1].location = UINT32_MAX - 7;
    assert_false(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
    assert_int_equal(t.diags.error_count, 2);
    spirv_test_end(&t);
}

/* Has the module an array of so many floats? */
static bool
has_floats(const struct spirv_module *module, uint32_t length)
{
    const uint32_t f32 = module->words[spirv_test_find(module, SpvOpTypeFloat, 0) + 1];

    for (uint32_t n = 0; spirv_test_find(module, SpvOpTypeArray, n); n++) {
        const uint32_t *array = module->words + spirv_test_find(module, SpvOpTypeArray, n);

        for (uint32_t c = 0; array[2] == f32 && spirv_test_find(module, SpvOpConstant, c); c++) {
            const uint32_t *constant = module->words + spirv_test_find(module, SpvOpConstant, c);

            if (constant[2] == array[3] && constant[3] == length)
                return true;
        }
    }
    return false;
}

#define DISTANCES                                                                                  \
    "vertex \"d\" output 0 \"p\" builtin position f32x4 "                                          \
    "output 1 \"a\" builtin clip_distance0 f32x4 output 2 \"b\" builtin clip_distance1 f32x4 "     \
    "output 3 \"c\" builtin cull_distance0 f32x4 { %1 = const.f32 0x0 "

struct distance_row {
    const char *text;
    struct spirv_distances least;
    uint32_t clip, cull;
};

/* Distances are as many as are used, or as the other side of the interface has. */
static const struct distance_row distance_rows[] = {
    {DISTANCES "%2 = store_output %1, 2.0 %3 = store_output %1, 3.2 }", {0, 0}, 5, 3},
    {DISTANCES "%2 = store_output %1, 1.1 %3 = store_output %1, 3.2 }", {0, 0}, 2, 3},
    {DISTANCES "%2 = store_output %1, 2.3 %3 = store_output %1, 1.0 }", {0, 0}, 8, 1},
    {DISTANCES "%2 = store_output %1, 1.1 %3 = store_output %1, 3.2 }", {6, 4}, 6, 4},
    {DISTANCES "%2 = store_output %1, 2.0 %3 = store_output %1, 3.2 }", {4, 1}, 5, 3},
    {"geometry \"g\" output_vertices 3 invocations 1 input_primitive points output_primitive "
     "points "
     "input 0 \"a\" builtin clip_distance0 f32x4 output 0 \"b\" builtin cull_distance1 f32x4 "
     "{ %1 = const.i32 0x0 %2 = load_vertex.f32 %1, 0.2 %3 = store_output %2, 0.1 "
     "%4 = emit_vertex 0 }",
     {0, 0},
     3,
     6},
    {"fragment \"f\" input 0 \"a\" builtin clip_distance1 f32x4 perspective "
     "input 1 \"b\" builtin cull_distance0 f32x4 perspective output 0 \"c\" location 0 f32 "
     "{ %1 = load_input.f32 0.2 %2 = load_input.f32 1.0 %3 = fadd.f32 %1, %2 "
     "%4 = store_output %3, 0.0 }",
     {0, 0},
     7,
     1},
};

static void
check_distances(const struct distance_row *row)
{
    const struct spirv_write_options options = {
        .target = spirv_target_vulkan1_1, .least_inputs = row->least, .least_outputs = row->least};
    struct spirv_module module;
    struct spirv_test t;

    START(&t, row->text);
    write_all(&t);
    assert_true(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
    assert_true(!spirv_has_tools() || spirv_validate(&module, spirv_target_vulkan1_1, &t.diags));
    for (uint32_t length = 1; length <= 8; length++)
        if (has_floats(&module, length) != (length == row->clip || length == row->cull))
            fail_msg("%s: an array of %u", row->text, length);
    spirv_test_end(&t);
}

static void
test_distances(void **state)
{
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(distance_rows); i++)
        check_distances(&distance_rows[i]);
}

/* Vertices that are stored: others than the own are held to those that there are. */
static void
check_guards(const char *text, uint32_t guards, uint32_t stores)
{
    struct spirv_test t;

    START(&t, text);
    const struct spirv_module module = write_all(&t);
    assert_int_equal(spirv_test_count(&module, SpvOpSelectionMerge), guards);
    assert_int_equal(spirv_test_count(&module, SpvOpStore), stores);
    spirv_test_end(&t);
}

static void
test_store_vertex(void **state)
{
    (void)state;

    check_guards(CONTROL "{ %1 = const.f32 0x0 %2 = load_input.i32 1.0 "
                         "%3 = store_vertex %2, %1, 0.0 }",
                 0, 1);
    check_guards(CONTROL "{ %1 = const.f32 0x0 %2 = const.i32 0x3 %3 = store_vertex %2, %1, 0.0 }",
                 0, 1);
    check_guards(CONTROL "{ %1 = const.f32 0x0 %2 = const.i32 0x4 %3 = store_vertex %2, %1, 0.0 }",
                 0, 0);
    check_guards(CONTROL "{ %1 = const.f32 0x0 %2 = load_input.i32 1.0 %3 = ineg.i32 %2 "
                         "%4 = store_vertex %3, %1, 0.1 }",
                 1, 1);
}

/* ---- what geometry shaders emit ---- */

#define EMITS                                                                                      \
    "geometry \"g\" output_vertices 4 invocations 1 input_primitive points "                       \
    "output_primitive points output 0 \"\" location 0 f32 "

static void
test_streams(void **state)
{
    struct spirv_test t;
    (void)state;

    START(&t, EMITS "{ %1 = emit_vertex 0 %2 = end_primitive 0 }");
    struct spirv_module module = write_all(&t);
    assert_int_equal(spirv_test_count(&module, SpvOpEmitVertex), 1);
    assert_int_equal(spirv_test_count(&module, SpvOpEndPrimitive), 1);
    assert_false(has_decoration(&module, SpvDecorationStream));
    spirv_test_end(&t);

    START(&t, EMITS "{ %1 = emit_vertex 0 %2 = emit_vertex 3 %3 = end_primitive 3 }");
    module = write_all(&t);
    assert_int_equal(spirv_test_count(&module, SpvOpEmitVertex), 0);
    assert_int_equal(spirv_test_count(&module, SpvOpEmitStreamVertex), 2);
    assert_int_equal(spirv_test_count(&module, SpvOpEndStreamPrimitive), 1);
    assert_true(has_capability(&module, SpvCapabilityGeometryStreams));
    assert_true(has_decoration(&module, SpvDecorationStream));
    spirv_test_end(&t);

    START(&t, EMITS "output 1 \"\" location 1 f32 stream 2 { %1 = emit_vertex 0 }");
    module = write_all(&t);
    assert_int_equal(spirv_test_count(&module, SpvOpEmitStreamVertex), 1);
    assert_true(has_capability(&module, SpvCapabilityGeometryStreams));
    spirv_test_end(&t);
}

/* What no vertex may be emitted without is cleared, and nothing else. */
static void
test_cleared_outputs(void **state)
{
    (void)state;

    check_guards(EMITS "{ %1 = const.f32 0x0 %2 = store_output %1, 0.0 %3 = emit_vertex 0 "
                       "%4 = store_output %1, 0.0 %5 = emit_vertex 0 }",
                 0, 2);
    check_guards(EMITS "{ %1 = emit_vertex 0 %2 = emit_vertex 0 }", 0, 2);
    check_guards(EMITS "{ %1 = const.f32 0x0 %2 = const.bool 0x1 %3 = store_output %1, 0.0 "
                       "%4 = emit_vertex 0 %5 = if %2 %6 = store_output %1, 0.0 %7 = else "
                       "%8 = endif %9 = emit_vertex 0 }",
                 1, 3);
    check_guards(EMITS "{ %1 = const.f32 0x0 %2 = emit_vertex 0 %3 = store_output %1, 0.0 "
                       "%4 = emit_vertex 0 %5 = return }",
                 0, 2);
}

/* ---- the clock ---- */

static void
test_clock(void **state)
{
    struct spirv_test t;
    (void)state;

    START(&t, "vertex \"v\" output 0 \"\" location 0 i32 "
              "{ %1 = clock.i64 %2 = u2u.i32 %1 %3 = store_output %2, 0.0 }");
    const struct spirv_module module = write_all(&t);
    assert_int_equal(spirv_test_count(&module, SpvOpReadClockKHR), 1);
    assert_true(has_capability(&module, SpvCapabilityShaderClockKHR));
    spirv_test_end(&t);
}

/* ---- subgroups ---- */

/* Vulkan 1.0 has none, and so nothing that tells of them. */
static void
test_no_subgroups(void **state)
{
    static const char *const builtins[] = {"lane", "subgroup_size"};
    const struct spirv_write_options options = {.target = spirv_target_vulkan1_0};
    (void)state;

    for (volatile size_t i = 0; i < BASE_COUNT(builtins); i++) {
        struct spirv_module module;
        struct spirv_test t;
        char text[200];

        snprintf(text, sizeof(text),
                 "tess_eval \"e\" input_primitive quads input 0 \"\" builtin %s i32 "
                 "output 0 \"\" location 0 i32 { %%1 = load_input.i32 0.0 "
                 "%%2 = store_output %%1, 0.0 }",
                 builtins[i]);
        START(&t, text);
        assert_false(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
        assert_int_equal(t.diags.list.data[0].code, QD_CODE_TARGET_LACKS);
        (void)spirv_test_write(&t, spirv_target_vulkan1_1);
        spirv_test_end(&t);
    }
}

/* ---- inputs that wrap ---- */

#define WRAPS                                                                                      \
    "fragment \"f\" input 0 \"\" location 0 f32x3 perspective wrap 5 "                             \
    "input 1 \"\" location 1 f32 linear centroid wrap 1 "                                          \
    "input 2 \"\" location 2 f32x2 perspective sample wrap 2 output 0 \"\" location 0 f32x4 "      \
    "{ %1 = const.i32 0x1 %2 = load_input.f32 0.0 %3 = load_input.f32 0.1 "                        \
    "%4 = load_input.f32 1.0 %5 = interp_sample.f32 %1, 2.1 %6 = interp_centroid.f32 0.2 "         \
    "%7 = store_output %2, 0.0 %8 = store_output %3, 0.1 %9 = store_output %4, 0.2 "               \
    "%10 = fadd.f32 %5, %6 %11 = store_output %10, 0.3 }"

static void
test_wrap(void **state)
{
    struct spirv_test t;
    struct spirv_module module;
    (void)state;

    START(&t, WRAPS);
    for (unsigned target = 0; target < spirv_target_count; target++) {
        const struct spirv_write_options options = {.target = (enum spirv_target)target,
                                                    .has_barycentrics = true};

        assert_true(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
        if (spirv_has_tools() && !spirv_validate(&module, options.target, &t.diags)) {
            spirv_test_print_diags(&t);
            fail_msg("no good module");
        }
        assert_true(has_capability(&module, SpvCapabilityFragmentBarycentricKHR));
        assert_true(has_decoration(&module, SpvDecorationPerVertexKHR));
    }
    spirv_test_end(&t);
}

/* A host without barycentrics is told so, with the place. */
static void
test_no_wrap(void **state)
{
    const struct spirv_write_options options = {.target = spirv_target_vulkan1_3};
    struct spirv_module module;
    struct spirv_test t;
    (void)state;

    START(&t, WRAPS);
    t.shader->place_kind = QD_PLACE_TEXT;
    base_array_push(&t.arena, &t.shader->places, ((struct ir_place){2, 70}));
    assert_false(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
    assert_int_equal(t.diags.error_count, 3); /* One for each input. */
    assert_int_equal(t.diags.list.data[0].code, QD_CODE_TARGET_LACKS);
    assert_int_equal(t.diags.list.data[0].place.line, 70);
    spirv_test_end(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_no_vertices),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_store_vertex),
        cmocka_unit_test(test_patch_locations),
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_streams),
        cmocka_unit_test(test_cleared_outputs),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_no_subgroups),
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_no_wrap),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
