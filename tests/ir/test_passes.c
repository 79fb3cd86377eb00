/* SPDX-License-Identifier: MIT
 *
 * What each pass makes of a shader, as text before and after. That results stay the same is the
 * matter of test_flow.c.
 */
#include "evaluate.h"
#include "shaders.h"

#include <cmocka.h>

#define HEAD                                                                                       \
    "fragment \"\"\n"                                                                              \
    "input 0 \"\" location 0 f32x4 flat\n"                                                         \
    "output 0 \"\" location 0 f32x4\n"                                                             \
    "array 0 \"\" f32 x 4\n"                                                                       \
    "image 0 \"\" set 0 binding 0 combined 1d f32\n"                                               \
    "{\n"

struct row {
    const char *what;
    enum ir_pass_result (*pass)(struct ir_shader *shader, struct base_diags *diags);
    const char *before;
    const char *after; /* NULL: it stays, and the pass says so. */
};

/* The instructions only, each with a number of its own. */
static const struct row rows[] = {
    {"unused values", ir_opt_dead_code,
     "  %1 = const.f32 0x0\n"
     "  %2 = const.f32 0x1\n"
     "  %3 = undef.i32\n"
     "  %4 = load_input.f32 0.0\n"
     "  %5 = fadd.f32 %4, %2\n"
     "  %6 = fmul.f32 %5, %5\n"
     "  %7 = store_output %4, 0.0\n"
     "}\n",
     "  %1 = load_input.f32 0.0\n"
     "  %2 = store_output %1, 0.0\n"
     "}\n"},
    {"unused reads", ir_opt_dead_code,
     "  %1 = const.i32 0x0\n"
     "  %2 = const.f32 0x0\n"
     "  %3 = load_array.f32 %1, 0\n"
     "  %4 = sample.f32x4 %2, 0\n"
     "  %5 = extract.f32 %4, 1\n"
     "  %6 = ddx_fine.f32 %5\n"
     "  %7 = is_helper.bool\n"
     "  %8 = ballot.i32x4 %7\n"
     "  %9 = store_array %1, %2, 0\n"
     "}\n",
     "  %1 = const.i32 0x0\n"
     "  %2 = const.f32 0x0\n"
     "  %3 = store_array %1, %2, 0\n"
     "}\n"},
    {"effects and control", ir_opt_dead_code,
     "  %1 = const.bool 0x0\n"
     "  %2 = inot.bool %1\n"
     "  %3 = demote %2\n"
     "  %4 = inot.bool %2\n"
     "  %5 = if %4\n"
     "    %6 = terminate\n"
     "  %7 = else\n"
     "  %8 = endif\n"
     "  %9 = loop\n"
     "    %10 = break\n"
     "  %11 = endloop\n"
     "}\n",
     NULL},
    {"a cycle through a loop", ir_opt_dead_code,
     "  %1 = const.i32 0x0\n"
     "  %2 = const.bool 0x1\n"
     "  %3 = loop\n"
     "    %4 = merge.i32 [%3: %1], [%12: %11]\n"
     "    %5 = merge.i32 [%3: %1], [%12: %10]\n"
     "    %6 = if %2\n"
     "      %7 = break\n"
     "    %8 = else\n"
     "    %9 = endif\n"
     "    %10 = iadd.i32 %4, %1\n"
     "    %11 = iadd.i32 %5, %10\n"
     "  %12 = endloop\n"
     "}\n",
     "  %1 = const.bool 0x1\n"
     "  %2 = loop\n"
     "    %3 = if %1\n"
     "      %4 = break\n"
     "    %5 = else\n"
     "    %6 = endif\n"
     "  %7 = endloop\n"
     "}\n"},
    {"values that only the next round uses", ir_opt_dead_code,
     "  %1 = const.f32 0x0\n"
     "  %2 = const.bool 0x1\n"
     "  %3 = const.f32 0x1\n"
     "  %4 = loop\n"
     "    %5 = merge.f32 [%4: %1], [%14: %13]\n"
     "    %6 = merge.f32 [%4: %1], [%14: %12]\n"
     "    %7 = if %2\n"
     "      %8 = break\n"
     "    %9 = else\n"
     "    %10 = endif\n"
     "    %11 = fneg.f32 %3\n"
     "    %12 = fadd.f32 %11, %11\n"
     "    %13 = fneg.f32 %6\n"
     "  %14 = endloop\n"
     "  %15 = merge.f32 [%8: %5]\n"
     "  %16 = store_output %15, 0.0\n"
     "}\n",
     NULL},

    {"one value from both branches", ir_opt_trivial_merges,
     "  %1 = const.bool 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = if %1\n"
     "  %4 = else\n"
     "  %5 = endif\n"
     "  %6 = merge.f32 [%4: %2], [%5: %2]\n"
     "  %7 = store_output %6, 0.0\n"
     "}\n",
     "  %1 = const.bool 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = if %1\n"
     "  %4 = else\n"
     "  %5 = endif\n"
     "  %6 = store_output %2, 0.0\n"
     "}\n"},
    {"one branch that can be seen", ir_opt_trivial_merges,
     "  %1 = const.bool 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = if %1\n"
     "    %4 = return\n"
     "  %5 = else\n"
     "  %6 = endif\n"
     "  %7 = merge.f32 [%6: %2]\n"
     "  %8 = store_output %7, 0.0\n"
     "}\n",
     "  %1 = const.bool 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = if %1\n"
     "    %4 = return\n"
     "  %5 = else\n"
     "  %6 = endif\n"
     "  %7 = store_output %2, 0.0\n"
     "}\n"},
    {"one branch that cannot be seen", ir_opt_trivial_merges,
     "  %1 = const.bool 0x0\n"
     "  %2 = if %1\n"
     "    %3 = return\n"
     "  %4 = else\n"
     "    %5 = load_input.f32 0.0\n"
     "  %6 = endif\n"
     "  %7 = merge.f32 [%6: %5]\n"
     "  %8 = store_output %7, 0.0\n"
     "}\n",
     NULL},
    {"a value and an undefined one", ir_opt_trivial_merges,
     "  %1 = const.bool 0x0\n"
     "  %2 = undef.f32\n"
     "  %3 = load_input.f32 0.0\n"
     "  %4 = if %1\n"
     "  %5 = else\n"
     "  %6 = endif\n"
     "  %7 = merge.f32 [%5: %3], [%6: %2]\n"
     "  %8 = store_output %7, 0.0\n"
     "}\n",
     NULL},
    {"loops that change nothing", ir_opt_trivial_merges,
     "  %1 = const.bool 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = loop\n"
     "    %4 = merge.f32 [%3: %2], [%18: %13]\n"
     "    %5 = loop\n"
     "      %6 = merge.f32 [%5: %4], [%10: %6]\n"
     "      %7 = if %1\n"
     "        %8 = break\n"
     "      %9 = else\n"
     "        %10 = continue\n"
     "      %11 = endif\n"
     "    %12 = endloop\n"
     "    %13 = merge.f32 [%8: %6]\n"
     "    %14 = if %1\n"
     "      %15 = break\n"
     "    %16 = else\n"
     "    %17 = endif\n"
     "  %18 = endloop\n"
     "  %19 = merge.f32 [%15: %13]\n"
     "  %20 = store_output %19, 0.0\n"
     "}\n",
     "  %1 = const.bool 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = loop\n"
     "    %4 = loop\n"
     "      %5 = if %1\n"
     "        %6 = break\n"
     "      %7 = else\n"
     "        %8 = continue\n"
     "      %9 = endif\n"
     "    %10 = endloop\n"
     "    %11 = if %1\n"
     "      %12 = break\n"
     "    %13 = else\n"
     "    %14 = endif\n"
     "  %15 = endloop\n"
     "  %16 = store_output %2, 0.0\n"
     "}\n"},
    {"values of the round before", ir_opt_trivial_merges,
     "  %1 = const.bool 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = load_input.f32 0.1\n"
     "  %4 = loop\n"
     "    %5 = merge.f32 [%4: %2], [%11: %6]\n"
     "    %6 = merge.f32 [%4: %3], [%11: %5]\n"
     "    %7 = if %1\n"
     "      %8 = break\n"
     "    %9 = else\n"
     "    %10 = endif\n"
     "  %11 = endloop\n"
     "  %12 = merge.f32 [%8: %5]\n"
     "  %13 = store_output %12, 0.0\n"
     "}\n",
     NULL},

    {"constants to the front", ir_opt_constant_folding,
     "  %1 = const.i32 0x2\n"
     "  %2 = const.bool 0x1\n"
     "  %3 = load_input.f32 0.0\n"
     "  %4 = loop\n"
     "    %5 = iadd.i32 %1, %1\n"
     "    %6 = imul.i32 %5, %5\n"
     "    %7 = u2f.f32 %6\n"
     "    %8 = bitcast.i32 %7\n"
     "    %9 = fadd.f32 %3, %7\n"
     "    %10 = ieq.bool %8, %6\n"
     "    %11 = store_output %9, 0.0\n"
     "    %12 = if %10\n"
     "      %13 = break\n"
     "    %14 = else\n"
     "    %15 = endif\n"
     "  %16 = endloop\n"
     "}\n",
     "  %1 = const.i32 0x2\n"
     "  %2 = const.bool 0x1\n"
     "  %3 = const.i32 0x4\n"
     "  %4 = const.i32 0x10\n"
     "  %5 = const.f32 0x41800000\n"
     "  %6 = const.i32 0x41800000\n"
     "  %7 = const.bool 0x0\n"
     "  %8 = load_input.f32 0.0\n"
     "  %9 = loop\n"
     "    %10 = fadd.f32 %8, %5\n"
     "    %11 = store_output %10, 0.0\n"
     "    %12 = if %7\n"
     "      %13 = break\n"
     "    %14 = else\n"
     "    %15 = endif\n"
     "  %16 = endloop\n"
     "}\n"},
    {"selects that are decided", ir_opt_constant_folding,
     "  %1 = const.bool 0x0\n"
     "  %2 = const.bool 0x1\n"
     "  %3 = const.f32 0x0\n"
     "  %4 = load_input.f32 0.0\n"
     "  %5 = load_input.f32 0.1\n"
     "  %6 = select.f32 %1, %4, %5\n"
     "  %7 = select.f32 precise %2, %4, %5\n"
     "  %8 = select.f32 %2, %3, %5\n"
     "  %9 = select.f32 %2, %3, %3\n"
     "  %10 = copy.f32 %3\n"
     "}\n",
     "  %1 = const.bool 0x0\n"
     "  %2 = const.bool 0x1\n"
     "  %3 = const.f32 0x0\n"
     "  %4 = const.f32 0x0\n"
     "  %5 = const.f32 0x0\n"
     "  %6 = load_input.f32 0.0\n"
     "  %7 = load_input.f32 0.1\n"
     "  %8 = copy.f32 %7\n"
     "  %9 = copy.f32 %6\n"
     "  %10 = copy.f32 %3\n"
     "}\n"},
    {"what is not folded", ir_opt_constant_folding,
     "  %1 = const.f32 0x0\n"
     "  %2 = const.i32 0x0\n"
     "  %3 = const.bool 0x0\n"
     "  %4 = undef.f32\n"
     "  %5 = fexp2.f32 %1\n"
     "  %6 = fpow.f32 %1, %1\n"
     "  %7 = fadd.f32 %1, %4\n"
     "  %8 = vec.f32x2 %1, %1\n"
     "  %9 = extract.f32 %8, 0\n"
     "  %10 = load_array.f32 %2, 0\n"
     "  %11 = ddx_fine.f32 %1\n"
     "  %12 = quad_any.bool %3\n"
     "  %13 = read_first.f32 %1\n"
     "  %14 = demote %3\n"
     "  %15 = copy.f32x2 %8\n"
     "}\n",
     NULL},

    {"bitcasts that undo each other", ir_opt_copy_propagation,
     "  %1 = load_input.f32 0.0\n"
     "  %2 = bitcast.i32 %1\n"
     "  %3 = bitcast.f32 %2\n"
     "  %4 = bitcast.i32 %3\n"
     "  %5 = bitcast.f32 %4\n"
     "  %6 = ineg.i32 %4\n"
     "  %7 = store_output %5, 0.0\n"
     "}\n",
     "  %1 = load_input.f32 0.0\n"
     "  %2 = bitcast.i32 %1\n"
     "  %3 = bitcast.i32 %1\n"
     "  %4 = ineg.i32 %3\n"
     "  %5 = store_output %1, 0.0\n"
     "}\n"},
    {"copies", ir_opt_copy_propagation,
     "  %1 = load_input.f32 0.0\n"
     "  %2 = copy.f32 %1\n"
     "  %3 = copy.f32 %2\n"
     "  %4 = bitcast.f32 %3\n"
     "  %5 = vec.f32x2 %4, %2\n"
     "  %6 = copy.f32x2 %5\n"
     "  %7 = extract.f32 %6, 1\n"
     "  %8 = store_output %7, 0.0\n"
     "}\n",
     "  %1 = load_input.f32 0.0\n"
     "  %2 = vec.f32x2 %1, %1\n"
     "  %3 = extract.f32 %2, 1\n"
     "  %4 = store_output %3, 0.0\n"
     "}\n"},
    {"copies that come round", ir_opt_copy_propagation,
     "  %1 = const.bool 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = loop\n"
     "    %4 = merge.f32 [%3: %2], [%11: %10]\n"
     "    %5 = if %1\n"
     "      %6 = break\n"
     "    %7 = else\n"
     "    %8 = endif\n"
     "    %9 = fneg.f32 %4\n"
     "    %10 = copy.f32 %9\n"
     "  %11 = endloop\n"
     "  %12 = merge.f32 [%6: %4]\n"
     "  %13 = store_output %12, 0.0\n"
     "}\n",
     "  %1 = const.bool 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = loop\n"
     "    %4 = merge.f32 [%3: %2], [%10: %9]\n"
     "    %5 = if %1\n"
     "      %6 = break\n"
     "    %7 = else\n"
     "    %8 = endif\n"
     "    %9 = fneg.f32 %4\n"
     "  %10 = endloop\n"
     "  %11 = merge.f32 [%6: %4]\n"
     "  %12 = store_output %11, 0.0\n"
     "}\n"},
    {"conversions of values", ir_opt_copy_propagation,
     "  %1 = load_input.f32 0.0\n"
     "  %2 = f2u.i32 %1\n"
     "  %3 = u2f.f32 %2\n"
     "  %4 = bitcast.i32 %3\n"
     "  %5 = i2f.f32 %4\n"
     "  %6 = store_output %5, 0.0\n"
     "}\n",
     NULL},

    {"terminate in a branch and at the end", ir_lower_terminate,
     "  %1 = load_input.f32 0.0\n"
     "  %2 = flt.bool %1, %1\n"
     "  %3 = if %2\n"
     "    %4 = terminate\n"
     "  %5 = else\n"
     "  %6 = endif\n"
     "  %7 = terminate\n"
     "}\n",
     "  %1 = const.bool 0x1\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = flt.bool %2, %2\n"
     "  %4 = if %3\n"
     "    %5 = demote %1\n"
     "    %6 = return\n"
     "  %7 = else\n"
     "  %8 = endif\n"
     "  %9 = demote %1\n"
     "  %10 = return\n"
     "}\n"},
    {"no terminate", ir_lower_terminate,
     "  %1 = const.bool 0x0\n"
     "  %2 = demote %1\n"
     "  %3 = return\n"
     "}\n",
     NULL},
    {"no demote", ir_lower_demote,
     "  %1 = const.bool 0x0\n"
     "  %2 = if %1\n"
     "    %3 = terminate\n"
     "  %4 = else\n"
     "    %5 = return\n"
     "  %6 = endif\n"
     "}\n",
     NULL},
};

static struct ir_shader *
parse(const char *body, struct base_arena *arena)
{
    const char *text = base_arena_printf(arena, "%s%s", HEAD, body);
    struct base_diags diags;

    base_diags_init(&diags, arena, "a.qir");
    struct ir_shader *shader = ir_parse(arena, text, strlen(text), &diags);
    if (!shader)
        fail_msg("%s\n%s", text, diags.list.data[0].message);
    return shader;
}

static void
check_row(const struct row *row)
{
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = parse(row->before, &arena);
    base_diags_init(&diags, &arena, "a.qir");
    const enum ir_pass_result result = row->pass(shader, &diags);
    shader_must_verify(shader, &arena);
    const char *expected =
        base_arena_printf(&arena, "%s%s", HEAD, row->after ? row->after : row->before);
    const char *found = shader_text(shader, &arena);
    if (strcmp(found, expected) != 0)
        fail_msg("%s became\n%s", row->what, found);
    if (result != (row->after ? IR_PASS_CHANGED : IR_PASS_UNCHANGED))
        fail_msg("%s: the pass says %d", row->what, (int)result);
    assert_int_equal(diags.list.count, 0);
    base_arena_finish(&arena);
}

static void
test_rows(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        check_row(&rows[i]);
}

/* ---- pipelines ---- */

static enum ir_pass_result
fail_pass(struct ir_shader *shader, struct base_diags *diags)
{
    (void)shader;
    base_error(diags, QD_CODE_UNSUPPORTED, base_at_nowhere(), "found nothing to like");
    return IR_PASS_FAILED;
}

static enum ir_pass_result
remove_all(struct ir_shader *shader, struct base_diags *diags)
{
    (void)diags;
    while (shader->first)
        ir_remove(shader, shader->first);
    return IR_PASS_CHANGED;
}

static const char small[] = "  %1 = const.f32 0x0\n"
                            "  %2 = const.f32 0x1\n"
                            "  %3 = const.bool 0x1\n"
                            "  %4 = select.f32 %3, %2, %1\n"
                            "  %5 = bitcast.i32 %4\n"
                            "  %6 = bitcast.f32 %5\n"
                            "  %7 = if %3\n"
                            "  %8 = else\n"
                            "  %9 = endif\n"
                            "  %10 = merge.f32 [%8: %6], [%9: %6]\n"
                            "  %11 = store_output %10, 0.0\n"
                            "}\n";

static void
test_pipeline(void **state)
{
    static const struct ir_pass failing[] = {
        {"fail", fail_pass}, {"remove-all", remove_all}, {NULL, NULL}};
    struct base_arena arena;
    struct base_diags diags;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = parse(small, &arena);
    base_diags_init(&diags, &arena, "a.qir");
    assert_false(ir_run_pipeline(shader, failing, &diags));
    assert_int_equal(diags.error_count, 1);
    assert_int_not_equal(shader->first, 0); /* The second pass did not run. */

    base_diags_init(&diags, &arena, "a.qir");
    assert_true(ir_run_pipeline(shader, ir_pipeline_default, &diags));
    assert_int_equal(diags.error_count, 0);
    assert_string_equal(shader_text(shader, &arena), HEAD "  %1 = const.bool 0x1\n"
                                                          "  %2 = const.f32 0x1\n"
                                                          "  %3 = if %1\n"
                                                          "  %4 = else\n"
                                                          "  %5 = endif\n"
                                                          "  %6 = store_output %2, 0.0\n"
                                                          "}\n");
    base_arena_finish(&arena);
}

#ifdef NDEBUG

static void
test_pipeline_verifies(void **state)
{
    (void)state;
    print_message("skip: this build does not verify after passes\n");
    skip();
}

#else

/* Leaves the users of the first instruction without it. */
static enum ir_pass_result
break_shader(struct ir_shader *shader, struct base_diags *diags)
{
    (void)diags;
    ir_remove(shader, shader->first);
    return IR_PASS_CHANGED;
}

/* The pass that broke the shader is named. */
static void
test_pipeline_verifies(void **state)
{
    static const struct ir_pass breaking[] = {{"break-shader", break_shader}, {NULL, NULL}};
    struct base_arena arena;
    struct base_diags diags;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = parse(small, &arena);
    base_diags_init(&diags, &arena, "a.qir");
    assert_false(ir_run_pipeline(shader, breaking, &diags));
    assert_int_equal(diags.list.data[0].code, QD_CODE_IR_INVALID);
    const struct qd_diagnostic *last = &diags.list.data[diags.list.count - 1];
    assert_int_equal(last->code, QD_CODE_INTERNAL);
    assert_non_null(strstr(last->message, "break-shader"));
    base_arena_finish(&arena);
}

#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_pipeline),
        cmocka_unit_test(test_pipeline_verifies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
