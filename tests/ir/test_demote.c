/* SPDX-License-Identifier: MIT
 *
 * Demotes without demote: what the pass makes of writes, as text, and what lanes come to before and
 * after it.
 */
#include "evaluate.h"
#include "shaders.h"

#include <cmocka.h>

#define HEAD                                                                                       \
    "fragment \"\"\n"                                                                              \
    "input 0 \"\" location 0 f32x4 flat\n"                                                         \
    "output 0 \"\" location 0 f32x4\n"                                                             \
    "{\n"

static struct ir_shader *
parse(const char *head, const char *body, struct base_arena *arena)
{
    const char *text = base_arena_printf(arena, "%s%s", head, body);
    struct base_diags diags;

    base_diags_init(&diags, arena, "a.qir");
    struct ir_shader *shader = ir_parse(arena, text, strlen(text), &diags);
    if (!shader)
        fail_msg("%s\n%s", text, diags.list.data[0].message);
    return shader;
}

/* ---- what demoted lanes do not write ---- */

/* Before the pass, and after it. */
static const char *const guard_head[] = {
    "fragment \"\"\n"
    "input 0 \"\" location 0 f32x4 flat\n"
    "buffer 0 \"\" set 0 binding 1 storage\n"
    "image 0 \"\" set 0 binding 2 storage 2d u32 format r32ui\n"
    "{\n",
    "fragment \"\"\n"
    "input 0 \"\" location 0 f32x4 flat\n"
    "buffer 0 \"\" set 0 binding 1 storage\n"
    "array 0 \"demoted\" i32 x 1\n"
    "image 0 \"\" set 0 binding 2 storage 2d u32 format r32ui\n"
    "{\n"};

/* A result is that of the lanes that took part, and 0 in all others. */
static const struct {
    const char *what;
    const char *body[2];
} guard_rows[] = {
    {"every kind of write",
     {"  %1 = const.i32 0x0\n"
      "  %2 = const.i64 0x0\n"
      "  %3 = load_input.f32 0.0\n"
      "  %4 = flt.bool %3, %3\n"
      "  %5 = demote %4\n"
      "  %6 = store_buffer %1, %1, %1, 0\n"
      "  %7 = atomic_buffer.i32 %1, %1, %1, 0 iadd\n"
      "  %8 = store_global %2, %7, 0\n"
      "  %9 = atomic_global.i64 %2, %2, 0 umax\n"
      "  %10 = image_atomic.i32 %1, %1, %7, 0 iadd\n"
      "  %11 = image_store %1, %1, %10, %1, %1, %1, 0\n"
      "}\n",
      "  %1 = const.i32 0x0\n"
      "  %2 = const.i64 0x0\n"
      "  %3 = const.i32 0x0\n"
      "  %4 = const.i32 0xffffffff\n"
      "  %5 = const.i32 0x0\n"
      "  %6 = const.i64 0x0\n"
      "  %7 = const.i32 0x0\n"
      "  %8 = load_input.f32 0.0\n"
      "  %9 = flt.bool %8, %8\n"
      "  %10 = load_array.i32 %3, 0\n"
      "  %11 = select.i32 %9, %4, %10\n"
      "  %12 = store_array %3, %11, 0\n"
      "  %13 = load_array.i32 %3, 0\n"
      "  %14 = ieq.bool %13, %3\n"
      "  %15 = if %14\n"
      "    %16 = store_buffer %1, %1, %1, 0\n"
      "  %17 = else\n"
      "  %18 = endif\n"
      "  %19 = load_array.i32 %3, 0\n"
      "  %20 = ieq.bool %19, %3\n"
      "  %21 = if %20\n"
      "    %22 = atomic_buffer.i32 %1, %1, %1, 0 iadd\n"
      "  %23 = else\n"
      "  %24 = endif\n"
      "  %25 = merge.i32 [%23: %22], [%24: %5]\n"
      "  %26 = load_array.i32 %3, 0\n"
      "  %27 = ieq.bool %26, %3\n"
      "  %28 = if %27\n"
      "    %29 = store_global %2, %25, 0\n"
      "  %30 = else\n"
      "  %31 = endif\n"
      "  %32 = load_array.i32 %3, 0\n"
      "  %33 = ieq.bool %32, %3\n"
      "  %34 = if %33\n"
      "    %35 = atomic_global.i64 %2, %2, 0 umax\n"
      "  %36 = else\n"
      "  %37 = endif\n"
      "  %38 = merge.i64 [%36: %35], [%37: %6]\n"
      "  %39 = load_array.i32 %3, 0\n"
      "  %40 = ieq.bool %39, %3\n"
      "  %41 = if %40\n"
      "    %42 = image_atomic.i32 %1, %1, %25, 0 iadd\n"
      "  %43 = else\n"
      "  %44 = endif\n"
      "  %45 = merge.i32 [%43: %42], [%44: %7]\n"
      "  %46 = load_array.i32 %3, 0\n"
      "  %47 = ieq.bool %46, %3\n"
      "  %48 = if %47\n"
      "    %49 = image_store %1, %1, %45, %1, %1, %1, 0\n"
      "  %50 = else\n"
      "  %51 = endif\n"
      "  %52 = load_array.i32 %3, 0\n"
      "  %53 = ine.bool %52, %3\n"
      "  %54 = if %53\n"
      "    %55 = terminate\n"
      "  %56 = else\n"
      "  %57 = endif\n"
      "}\n"}},
    {"branches, a loop and the end",
     {"  %1 = const.i32 0x0\n"
      "  %2 = load_input.f32 0.0\n"
      "  %3 = flt.bool %2, %2\n"
      "  %4 = loop\n"
      "    %5 = merge.i32 [%4: %1], [%15: %14]\n"
      "    %6 = if %3\n"
      "      %7 = atomic_buffer.i32 %5, %1, %5, 0 exchange\n"
      "      %8 = break\n"
      "    %9 = else\n"
      "      %10 = demote %3\n"
      "      %11 = atomic_buffer.i32 %5, %1, %5, 0 iadd\n"
      "    %12 = endif\n"
      "    %13 = merge.i32 [%12: %11]\n"
      "    %14 = atomic_buffer.i32 %13, %1, %13, 0 imax\n"
      "  %15 = endloop\n"
      "  %16 = merge.i32 [%8: %7]\n"
      "  %17 = atomic_buffer.i32 %16, %1, %16, %16, 0 compare_exchange\n"
      "}\n",
      "  %1 = const.i32 0x0\n"
      "  %2 = const.i32 0x0\n"
      "  %3 = const.i32 0xffffffff\n"
      "  %4 = const.i32 0x0\n"
      "  %5 = const.i32 0x0\n"
      "  %6 = const.i32 0x0\n"
      "  %7 = const.i32 0x0\n"
      "  %8 = load_input.f32 0.0\n"
      "  %9 = flt.bool %8, %8\n"
      "  %10 = loop\n"
      "    %11 = merge.i32 [%10: %1], [%41: %40]\n"
      "    %12 = if %9\n"
      "      %13 = load_array.i32 %2, 0\n"
      "      %14 = ieq.bool %13, %2\n"
      "      %15 = if %14\n"
      "        %16 = atomic_buffer.i32 %11, %1, %11, 0 exchange\n"
      "      %17 = else\n"
      "      %18 = endif\n"
      "      %19 = merge.i32 [%17: %16], [%18: %4]\n"
      "      %20 = break\n"
      "    %21 = else\n"
      "      %22 = load_array.i32 %2, 0\n"
      "      %23 = select.i32 %9, %3, %22\n"
      "      %24 = store_array %2, %23, 0\n"
      "      %25 = load_array.i32 %2, 0\n"
      "      %26 = ieq.bool %25, %2\n"
      "      %27 = if %26\n"
      "        %28 = atomic_buffer.i32 %11, %1, %11, 0 iadd\n"
      "      %29 = else\n"
      "      %30 = endif\n"
      "      %31 = merge.i32 [%29: %28], [%30: %5]\n"
      "    %32 = endif\n"
      "    %33 = merge.i32 [%32: %31]\n"
      "    %34 = load_array.i32 %2, 0\n"
      "    %35 = ieq.bool %34, %2\n"
      "    %36 = if %35\n"
      "      %37 = atomic_buffer.i32 %33, %1, %33, 0 imax\n"
      "    %38 = else\n"
      "    %39 = endif\n"
      "    %40 = merge.i32 [%38: %37], [%39: %6]\n"
      "  %41 = endloop\n"
      "  %42 = merge.i32 [%20: %19]\n"
      "  %43 = load_array.i32 %2, 0\n"
      "  %44 = ieq.bool %43, %2\n"
      "  %45 = if %44\n"
      "    %46 = atomic_buffer.i32 %42, %1, %42, %42, 0 compare_exchange\n"
      "  %47 = else\n"
      "  %48 = endif\n"
      "  %49 = merge.i32 [%47: %46], [%48: %7]\n"
      "  %50 = load_array.i32 %2, 0\n"
      "  %51 = ine.bool %50, %2\n"
      "  %52 = if %51\n"
      "    %53 = terminate\n"
      "  %54 = else\n"
      "  %55 = endif\n"
      "}\n"}},
};

static void
test_guards(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(guard_rows); i++) {
        struct base_arena arena;
        struct base_diags diags;

        base_arena_init(&arena, 0);
        if (!BASE_ARENA_CATCH(&arena))
            fail_msg("ran out");
        base_diags_init(&diags, &arena, "a.qir");
        struct ir_shader *shader = parse(guard_head[0], guard_rows[i].body[0], &arena);
        assert_int_equal(ir_lower_demote(shader, &diags), IR_PASS_CHANGED);
        shader_must_verify(shader, &arena);
        const char *found = shader_text(shader, &arena);
        if (strcmp(found,
                   base_arena_printf(&arena, "%s%s", guard_head[1], guard_rows[i].body[1])) != 0)
            fail_msg("%s became\n%s", guard_rows[i].what, found);
        base_arena_finish(&arena);
    }
}

/* ---- what lanes come to ---- */

struct demote_lane {
    uint32_t input;
    bool started_helper;
    bool is_dropped;
    uint32_t output;
};

struct demote_row {
    const char *what;
    const char *body;
    uint32_t terminate_count; /* After the pass. */
    struct demote_lane lanes[4];
};

#define ONE 0x3f800000
#define TWO 0x40000000
#define MINUS 0xbf800000

/* Lanes with a negative input are demoted. */
static const struct demote_row demote_rows[] = {
    {"the end of the shader",
     "  %1 = const.f32 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = flt.bool %2, %1\n"
     "  %4 = demote %3\n"
     "  %5 = store_output %2, 0.0\n"
     "}\n",
     1,
     {{ONE, false, false, ONE}, {MINUS, false, true, MINUS}, {ONE, true, true, ONE}}},
    {"twice: once demoted is demoted",
     "  %1 = const.f32 0x0\n"
     "  %2 = const.bool 0x0\n"
     "  %3 = load_input.f32 0.0\n"
     "  %4 = flt.bool %3, %1\n"
     "  %5 = demote %4\n"
     "  %6 = demote %2\n"
     "  %7 = store_output %3, 0.0\n"
     "}\n",
     1,
     {{ONE, false, false, ONE}, {MINUS, false, true, MINUS}}},
    {"a branch",
     "  %1 = const.f32 0x0\n"
     "  %2 = const.bool 0x1\n"
     "  %3 = load_input.f32 0.0\n"
     "  %4 = flt.bool %3, %1\n"
     "  %5 = if %4\n"
     "    %6 = demote %2\n"
     "  %7 = else\n"
     "    %8 = store_output %3, 0.0\n"
     "  %9 = endif\n"
     "}\n",
     1,
     {{ONE, false, false, ONE}, {MINUS, false, true, 0}}},
    {"a loop, which runs on for a demoted lane",
     "  %1 = const.f32 0x0\n"
     "  %2 = const.f32 0x3f800000\n"
     "  %3 = load_input.f32 0.0\n"
     "  %4 = flt.bool %3, %1\n"
     "  %5 = loop\n"
     "    %6 = merge.f32 [%5: %1], [%14: %12]\n"
     "    %7 = fge.bool %6, %2\n"
     "    %8 = if %7\n"
     "      %9 = break\n"
     "    %10 = else\n"
     "    %11 = endif\n"
     "    %12 = fadd.f32 %6, %2\n"
     "    %13 = demote %4\n"
     "  %14 = endloop\n"
     "  %15 = merge.f32 [%9: %6]\n"
     "  %16 = store_output %15, 0.0\n"
     "}\n",
     1,
     {{ONE, false, false, ONE}, {MINUS, false, true, ONE}}},
    {"returns, with the end reached",
     "  %1 = const.f32 0x0\n"
     "  %2 = const.f32 0x40000000\n"
     "  %3 = load_input.f32 0.0\n"
     "  %4 = flt.bool %3, %1\n"
     "  %5 = demote %4\n"
     "  %6 = fge.bool %3, %2\n"
     "  %7 = if %6\n"
     "    %8 = return\n"
     "  %9 = else\n"
     "  %10 = endif\n"
     "  %11 = if %4\n"
     "    %12 = return\n"
     "  %13 = else\n"
     "  %14 = endif\n"
     "  %15 = store_output %3, 0.0\n"
     "}\n",
     3,
     {{ONE, false, false, ONE}, {TWO, false, false, 0}, {MINUS, false, true, 0}}},
    {"returns on every way",
     "  %1 = const.f32 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = flt.bool %2, %1\n"
     "  %4 = demote %3\n"
     "  %5 = if %3\n"
     "    %6 = return\n"
     "  %7 = else\n"
     "    %8 = store_output %2, 0.0\n"
     "    %9 = return\n"
     "  %10 = endif\n"
     "}\n",
     2,
     {{ONE, false, false, ONE}, {MINUS, false, true, 0}}},
    {"a loop that only a return leaves",
     "  %1 = const.f32 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = flt.bool %2, %1\n"
     "  %4 = loop\n"
     "    %5 = demote %3\n"
     "    %6 = if %3\n"
     "      %7 = return\n"
     "    %8 = else\n"
     "    %9 = endif\n"
     "    %10 = store_output %2, 0.0\n"
     "    %11 = return\n"
     "  %12 = endloop\n"
     "}\n",
     2,
     {{ONE, false, false, ONE}, {MINUS, false, true, 0}}},
    {"a loop that breaks and returns",
     "  %1 = const.f32 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = flt.bool %2, %1\n"
     "  %4 = loop\n"
     "    %5 = loop\n"
     "      %6 = demote %3\n"
     "      %7 = if %3\n"
     "        %8 = break\n"
     "      %9 = else\n"
     "        %10 = store_output %2, 0.0\n"
     "        %11 = return\n"
     "      %12 = endif\n"
     "    %13 = endloop\n"
     "    %14 = break\n"
     "  %15 = endloop\n"
     "}\n",
     2,
     {{ONE, false, false, ONE}, {MINUS, false, true, 0}}},
    {"is_helper before and after",
     "  %1 = const.f32 0x0\n"
     "  %2 = const.f32 0x40000000\n"
     "  %3 = load_input.f32 0.0\n"
     "  %4 = is_helper.bool\n"
     "  %5 = flt.bool %3, %1\n"
     "  %6 = demote %5\n"
     "  %7 = is_helper.bool\n"
     "  %8 = select.f32 %7, %2, %3\n"
     "  %9 = select.f32 %4, %1, %8\n"
     "  %10 = store_output %9, 0.0\n"
     "}\n",
     1,
     {{ONE, false, false, ONE}, {MINUS, false, true, TWO}, {ONE, true, true, 0}}},
    {"is_helper alone",
     "  %1 = const.f32 0x0\n"
     "  %2 = load_input.f32 0.0\n"
     "  %3 = is_helper.bool\n"
     "  %4 = select.f32 %3, %1, %2\n"
     "  %5 = store_output %4, 0.0\n"
     "}\n",
     1,
     {{ONE, false, false, ONE}, {ONE, true, true, 0}}},
    {"terminate, before and after",
     "  %1 = const.f32 0x0\n"
     "  %2 = const.f32 0x40000000\n"
     "  %3 = load_input.f32 0.0\n"
     "  %4 = fge.bool %3, %2\n"
     "  %5 = if %4\n"
     "    %6 = terminate\n"
     "  %7 = else\n"
     "  %8 = endif\n"
     "  %9 = flt.bool %3, %1\n"
     "  %10 = demote %9\n"
     "  %11 = store_output %3, 0.0\n"
     "}\n",
     2,
     {{ONE, false, false, ONE}, {TWO, false, true, 0}, {MINUS, false, true, MINUS}}},
};

static void
check_lanes(const struct ir_shader *shader, const struct demote_row *row, const char *when,
            struct base_arena *arena)
{
    for (uint32_t i = 0; i < BASE_COUNT(row->lanes); i++) {
        const struct demote_lane *expected = &row->lanes[i];
        struct eval_lane lane = {{expected->input}, expected->started_helper, 1000};
        struct eval_result result;

        if (expected->input == 0)
            continue;
        eval_shader(shader, &lane, arena, &result);
        if (result.error)
            fail_msg("%s, %s, lane %u: %s", row->what, when, i, result.error);
        if (result.is_dropped != expected->is_dropped || result.outputs[0] != expected->output)
            fail_msg("%s, %s, lane %u: dropped is %d, output 0x%x", row->what, when, i,
                     result.is_dropped, result.outputs[0]);
    }
}

static void
check_demote(const struct demote_row *row)
{
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = parse(HEAD, row->body, &arena);
    base_diags_init(&diags, &arena, "a.qir");
    check_lanes(shader, row, "before", &arena);
    assert_int_equal(ir_lower_demote(shader, &diags), IR_PASS_CHANGED);
    shader_must_verify(shader, &arena);
    check_lanes(shader, row, "after", &arena);
    assert_int_equal(shader_count_op(shader, ir_op_demote), 0);
    assert_int_equal(shader_count_op(shader, ir_op_is_helper), 0);
    if (shader_count_op(shader, ir_op_terminate) != row->terminate_count)
        fail_msg("%s: %u times terminate", row->what, shader_count_op(shader, ir_op_terminate));
    /* There is nothing left to do. */
    assert_int_equal(ir_lower_demote(shader, &diags), IR_PASS_UNCHANGED);
    base_arena_finish(&arena);
}

static void
test_lower_demote(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(demote_rows); i++)
        check_demote(&demote_rows[i]);
}

/* The built-in that says who started as a helper is there once. */
static void
test_lower_helper_input(void **state)
{
    struct base_arena arena;
    struct base_diags diags;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = parse(HEAD,
                                     "  %1 = is_helper.bool\n"
                                     "  %2 = is_helper.bool\n"
                                     "}\n",
                                     &arena);
    base_diags_init(&diags, &arena, "a.qir");
    ir_lower_demote(shader, &diags);
    assert_int_equal(shader->inputs.count, 2);
    assert_int_equal(shader->inputs.data[1].builtin, ir_builtin_helper);
    ir_insert_before(shader, 0, ir_op_is_helper, ir_type_bool);
    ir_lower_demote(shader, &diags);
    assert_int_equal(shader->inputs.count, 2);
    shader_must_verify(shader, &arena);
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guards),
        cmocka_unit_test(test_lower_demote),
        cmocka_unit_test(test_lower_helper_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
