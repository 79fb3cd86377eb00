/* SPDX-License-Identifier: MIT
 *
 * Large shaders: memory grows with their length and no faster, and nothing walks what stands around
 * an instruction again for each instruction, which would run past any time limit here.
 */
#include "evaluate.h"
#include "sanitized.h"

#include <cmocka.h>
#include <stdlib.h>

#define MANY (IS_SANITIZED ? 100000u : 1000000u)

static struct ir_shader *
new_shader(struct base_arena *arena)
{
    const struct ir_io io = {.type = ir_type_i32, .components = 4, .interp = ir_interp_flat};
    struct ir_shader *shader = ir_shader_create(arena, ir_stage_fragment, "large");

    ir_add_input(shader, &io);
    ir_add_output(shader, &io);
    return shader;
}

static ir_ref
load(struct ir_builder *b, uint32_t component)
{
    return ir_build_op(b, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(0, component));
}

static void
store(struct ir_builder *b, ir_ref value)
{
    ir_build_op(b, ir_op_store_output, ir_type_void, value, 0, 0);
}

static void
must_verify(const struct ir_shader *shader)
{
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_diags_init(&diags, &arena, "large");
    if (!ir_verify(shader, &diags))
        fail_msg("%s", diags.list.data[0].message);
    base_arena_finish(&arena);
}

static void
run_pipeline(struct ir_shader *shader)
{
    struct base_diags diags;

    base_diags_init(&diags, shader->arena, "large");
    assert_true(ir_run_pipeline(shader, ir_pipeline_default, &diags));
}

static uint32_t
count_insts(const struct ir_shader *shader)
{
    uint32_t count = 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        count++;
    return count;
}

/* What the shader that build makes of a size takes, with the passes' working memory. */
static size_t
memory_of(struct ir_shader *(*build)(struct base_arena *arena, uint32_t size), uint32_t size)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = build(&arena, size);
    must_verify(shader);
    run_pipeline(shader);
    must_verify(shader);
    const size_t used = arena.used;
    base_arena_finish(&arena);
    return used;
}

/* ---- straight code ---- */

static struct ir_shader *
build_adds(struct base_arena *arena, uint32_t size)
{
    struct ir_shader *shader = new_shader(arena);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const ir_ref x = load(&b, 0), y = load(&b, 1);
    ir_ref sum = x;
    for (uint32_t i = 0; i < size; i++)
        sum = ir_build_iadd(&b, sum, i % 2 ? x : y);
    store(&b, sum);
    return shader;
}

/* The same through a variable, with a place for each. */
static struct ir_shader *
build_variable_adds(struct base_arena *arena, uint32_t size)
{
    struct ir_shader *shader = new_shader(arena);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const uint32_t variable = ir_build_variables(&b, 1, 32);
    const ir_ref x = load(&b, 0);
    for (uint32_t i = 0; i < size; i++) {
        ir_build_place(&b, i + 1);
        ir_build_write(&b, variable,
                       ir_build_iadd(&b, ir_build_read(&b, variable, ir_type_i32), x));
    }
    store(&b, ir_build_read(&b, variable, ir_type_i32));
    return shader;
}

static struct ir_shader *
build_consts(struct base_arena *arena, uint32_t size)
{
    struct ir_shader *shader = new_shader(arena);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    ir_ref sum = load(&b, 0);
    for (uint32_t i = 0; i < size / 2; i++)
        sum = ir_build_iadd(&b, sum, ir_build_i32(&b, i * 0x10000));
    store(&b, sum);
    return shader;
}

static void
test_straight(void **state)
{
    (void)state;

    assert_true(memory_of(build_adds, MANY) / MANY < 64);
    assert_true(memory_of(build_variable_adds, MANY) / MANY < 64);
    assert_true(memory_of(build_consts, MANY) / MANY < 64);
}

/* ---- control ---- */

#define VARIABLE_COUNT 16

static struct ir_shader *
build_ifs(struct base_arena *arena, uint32_t size)
{
    struct ir_shader *shader = new_shader(arena);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const uint32_t first = ir_build_variables(&b, VARIABLE_COUNT, 32);
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t variable = first + i % VARIABLE_COUNT;
        const ir_ref value = ir_build_read(&b, variable, ir_type_i32);

        ir_build_if(&b, ir_build_ieq(&b, value, load(&b, 0)));
        ir_build_write(&b, variable, ir_build_ineg(&b, value));
        ir_build_endif(&b);
    }
    for (uint32_t i = 0; i < VARIABLE_COUNT; i++)
        store(&b, ir_build_read(&b, first + i, ir_type_i32));
    return shader;
}

/* Ifs one behind the other in one loop, every third with a jump: each jump notes all variables. */
static struct ir_shader *
build_jumps(struct base_arena *arena, uint32_t size)
{
    struct ir_shader *shader = new_shader(arena);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const uint32_t first = ir_build_variables(&b, 4, 32);
    ir_build_loop(&b);
    for (uint32_t i = 0; i < size; i++) {
        const ir_ref value = ir_build_read(&b, first + i % 4, ir_type_i32);

        ir_build_if(&b, ir_build_ieq(&b, value, load(&b, 0)));
        ir_build_write(&b, first + i % 4, ir_build_ineg(&b, value));
        if (i % 6 == 0)
            ir_build_break(&b);
        else if (i % 6 == 3)
            ir_build_continue(&b);
        ir_build_endif(&b);
    }
    ir_build_endloop(&b);
    for (uint32_t i = 0; i < 4; i++)
        store(&b, ir_build_read(&b, first + i, ir_type_i32));
    return shader;
}

/* Loops one behind the other. */
static struct ir_shader *
build_loops(struct base_arena *arena, uint32_t size)
{
    struct ir_shader *shader = new_shader(arena);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const uint32_t variable = ir_build_variables(&b, 9, 32);
    for (uint32_t i = 0; i < size; i++) {
        ir_build_loop(&b);
        const ir_ref value = ir_build_read(&b, variable, ir_type_i32);
        for (uint32_t v = 1; v < 9; v++)
            ir_build_write(&b, variable + v, value);
        ir_build_write(&b, variable, ir_build_iadd(&b, value, load(&b, 0)));
        ir_build_if(&b, ir_build_ieq(&b, value, load(&b, 1)));
        ir_build_break(&b);
        ir_build_endif(&b);
        ir_build_endloop(&b);
    }
    store(&b, ir_build_read(&b, variable, ir_type_i32));
    return shader;
}

/* What small arrays leave behind when they grow, at most. */
#define ONCE ((size_t)1 << 20)

/* The same memory for each part in a shader of 2^16 instructions and in one of 2^18 or 2^20: sizes
 * that fill the arrays, whose doubling would hide much else. */
static void
check_linear(struct ir_shader *(*build)(struct base_arena *arena, uint32_t size),
             uint32_t insts_each, size_t bytes_each)
{
    const unsigned logs[] = {16, IS_SANITIZED ? 18 : 20};

    for (uint32_t i = 0; i < BASE_COUNT(logs); i++) {
        const uint32_t size = ((1u << logs[i]) - 100) / insts_each;
        const size_t used = memory_of(build, size);

        if (used > size * bytes_each + ONCE)
            fail_msg("%u bytes each of %u, expected %u at most", (unsigned)(used / size), size,
                     (unsigned)bytes_each);
    }
}

static void
test_control(void **state)
{
    (void)state;

    check_linear(build_ifs, 7, 210);
    check_linear(build_jumps, 7, 310);
    check_linear(build_loops, 20, 660);
}

/* ---- depth ---- */

static void
test_deep_ifs(void **state)
{
    const uint32_t depth = 1000;
    struct base_arena arena;
    struct eval_lane lane = {.inputs = {1, 0}, .steps = 100000};
    struct eval_result result;
    struct ir_builder b;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = new_shader(&arena);
    ir_builder_init(&b, shader);
    const uint32_t variable = ir_build_variables(&b, 1, 32);
    const ir_ref one = ir_build_i32(&b, 1), flag = ir_build_ieq(&b, load(&b, 0), one);
    ir_build_write(&b, variable, one);
    for (uint32_t i = 0; i < depth; i++) {
        ir_build_if(&b, flag);
        ir_build_write(&b, variable,
                       ir_build_iadd(&b, ir_build_read(&b, variable, ir_type_i32), one));
    }
    for (uint32_t i = 0; i < depth; i++) {
        ir_build_else(&b);
        ir_build_write(&b, variable, ir_build_i32(&b, i));
        ir_build_endif(&b);
    }
    store(&b, ir_build_read(&b, variable, ir_type_i32));
    must_verify(shader);
    assert_true(count_insts(shader) < 7 * depth);
    assert_true(arena.used < 1000 * depth);
    run_pipeline(shader);
    must_verify(shader);
    eval_shader(shader, &lane, &arena, &result);
    assert_null(result.error);
    assert_int_equal(result.outputs[0], depth + 1);
    lane.inputs[0] = 0;
    eval_shader(shader, &lane, &arena, &result);
    assert_int_equal(result.outputs[0], depth - 1);
    base_arena_finish(&arena);
}

/* A variable from outside, read in the innermost of many loops. */
static void
test_deep_loops(void **state)
{
    const uint32_t depth = 500;
    struct base_arena arena;
    struct eval_lane lane = {.inputs = {42, 0}, .steps = 100000};
    struct eval_result result;
    struct ir_builder b;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = new_shader(&arena);
    ir_builder_init(&b, shader);
    const uint32_t variable = ir_build_variables(&b, 1, 32), unread = ir_build_variables(&b, 1, 1);
    const ir_ref flag = ir_build_ieq(&b, load(&b, 1), ir_build_i32(&b, 0));
    ir_build_write(&b, variable, load(&b, 0));
    for (uint32_t i = 0; i < depth; i++)
        ir_build_loop(&b);
    store(&b, ir_build_read(&b, variable, ir_type_i32));
    for (uint32_t i = 0; i < depth; i++) {
        ir_build_write(&b, unread, flag);
        ir_build_if(&b, flag);
        ir_build_break(&b);
        ir_build_endif(&b);
        ir_build_endloop(&b);
    }
    must_verify(shader);
    assert_true(count_insts(shader) < 10 * depth);
    assert_true(arena.used < 3000 * depth);
    run_pipeline(shader);
    must_verify(shader);
    assert_true(count_insts(shader) < 6 * depth + 10); /* No merge is left. */
    eval_shader(shader, &lane, &arena, &result);
    assert_null(result.error);
    assert_int_equal(result.outputs[0], 42);
    base_arena_finish(&arena);
}

/* Ifs in ifs in one loop, each with a break in its other branch. Every if writes the one variable,
 * so that every break has a value of it. */
static void
test_deep_breaks(void **state)
{
    const uint32_t depth = MANY / 2;
    struct base_arena arena;
    struct eval_lane lane = {.inputs = {7, 0}, .steps = 10 * MANY};
    struct eval_result result;
    struct ir_builder b;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = new_shader(&arena);
    ir_builder_init(&b, shader);
    const uint32_t variable = ir_build_variables(&b, 1, 32);
    const ir_ref one = ir_build_i32(&b, 1), last = ir_build_i32(&b, depth - 3);
    ir_build_write(&b, variable, ir_build_i32(&b, 0));
    ir_build_loop(&b);
    for (uint32_t i = 0; i < depth; i++) {
        const ir_ref value = ir_build_read(&b, variable, ir_type_i32);

        ir_build_if(&b, ir_build_ine(&b, value, last));
        ir_build_write(&b, variable, ir_build_iadd(&b, value, one));
    }
    for (uint32_t i = 0; i < depth; i++) {
        ir_build_else(&b);
        ir_build_break(&b);
        ir_build_endif(&b);
    }
    ir_build_endloop(&b);
    store(&b, ir_build_read(&b, variable, ir_type_i32));
    must_verify(shader);
    assert_true(arena.used / depth < 1000);
    eval_shader(shader, &lane, &arena, &result);
    assert_null(result.error);
    assert_int_equal(result.outputs[0], depth - 3);
    base_arena_finish(&arena);
}

/* A loop full of ifs in ifs, each with a break behind it: text that a hostile guest can write. */
static const char *
deep_text(struct base_arena *arena, uint32_t depth, uint32_t *size)
{
    struct base_text text;
    uint32_t number = 2;

    base_text_init(&text, arena);
    base_text_add_string(&text, "fragment \"\" {\n%1=const.bool 0x1 %2=demote %1 %3=loop\n");
    for (uint32_t i = 0; i < depth; i++)
        base_text_printf(&text, "%%%u=if %%1\n", i + 4);
    number = depth + 4;
    for (uint32_t i = 0; i < depth; i++, number += 3)
        base_text_printf(&text, "%%%u=%s %%%u=else %%%u=endif\n", number,
                         i == 0 ? "break" : "inot.bool %1", number + 1, number + 2);
    base_text_printf(&text, "%%%u=endloop }", number);
    *size = text.count;
    return text.data;
}

/* The same where each of the ifs has its jump. */
static const char *
deep_jumps(struct base_arena *arena, uint32_t depth, uint32_t *size)
{
    struct base_text text;
    uint32_t number = 3;

    base_text_init(&text, arena);
    base_text_add_string(&text, "fragment \"\" {\n%1=const.bool 0x1 %2=demote %1 %3=loop\n");
    for (uint32_t i = 0; i < depth; i++, number += 5)
        base_text_printf(&text, "%%%u=if %%1 %%%u=if %%1 %%%u=%s %%%u=else %%%u=endif\n",
                         number + 1, number + 2, number + 3, i % 2 ? "break" : "continue",
                         number + 4, number + 5);
    for (uint32_t i = 0; i < depth; i++, number += 2)
        base_text_printf(&text, "%%%u=else %%%u=endif\n", number + 1, number + 2);
    base_text_printf(&text, "%%%u=endloop }", number + 1);
    *size = text.count;
    return text.data;
}

static void
check_deep_text(const char *(*make)(struct base_arena *arena, uint32_t depth, uint32_t *size))
{
    struct base_arena arena;
    struct base_diags diags;
    struct base_text out;
    uint32_t size;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    const char *text = make(&arena, MANY / 10, &size);
    base_diags_init(&diags, &arena, "deep.qir");
    struct ir_shader *shader = ir_parse(&arena, text, size, &diags);
    if (!shader)
        fail_msg("%s", diags.list.data[0].message);
    assert_int_equal(ir_lower_demote(shader, &diags), IR_PASS_CHANGED);
    run_pipeline(shader);
    must_verify(shader);
    base_text_init(&out, &arena);
    ir_print(shader, &out);
    const struct ir_shader *back = ir_parse(&arena, out.data, out.count, &diags);
    assert_non_null(back);
    assert_int_equal(count_insts(back), count_insts(shader));
    base_arena_finish(&arena);
}

static void
test_deep_text(void **state)
{
    (void)state;

    check_deep_text(deep_text);
    check_deep_text(deep_jumps);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight),    cmocka_unit_test(test_control),
        cmocka_unit_test(test_deep_ifs),    cmocka_unit_test(test_deep_loops),
        cmocka_unit_test(test_deep_breaks), cmocka_unit_test(test_deep_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
