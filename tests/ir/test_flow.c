/* SPDX-License-Identifier: MIT
 *
 * The builder's variables and regions, and after them every pass: random programs compute the same
 * as IR as they do by themselves.
 */
#include "generate.h"
#include "sanitized.h"
#include "shaders.h"

#include <cmocka.h>
#include <stdio.h>

#define PROGRAM_COUNT (IS_SANITIZED ? 2000 : 20000)

#define LANE_COUNT 3

struct trial {
    uint64_t seed;
    const struct gen_program *program;
    struct eval_lane lanes[LANE_COUNT];
    struct eval_result expected[LANE_COUNT];
    struct base_arena *arena;
};

static void
verify(const struct trial *trial, const struct ir_shader *shader, const char *what)
{
    struct base_diags diags;

    base_diags_init(&diags, trial->arena, "random");
    if (ir_verify(shader, &diags))
        return;
    fprintf(stderr, "%s", shader_text(shader, trial->arena));
    fail_msg("seed %u, %s: %s", (unsigned)trial->seed, what, diags.list.data[0].message);
}

static void
check_results(const struct trial *trial, const struct ir_shader *shader, const char *what)
{
    verify(trial, shader, what);
    for (uint32_t l = 0; l < LANE_COUNT; l++) {
        const struct eval_result *expected = &trial->expected[l];
        struct eval_result result;

        eval_shader(shader, &trial->lanes[l], trial->arena, &result);
        if (!result.error && result.is_dropped == expected->is_dropped &&
            memcmp(result.outputs, expected->outputs, sizeof(result.outputs)) == 0)
            continue;
        fprintf(stderr, "%s", shader_text(shader, trial->arena));
        if (result.error)
            fail_msg("seed %u, %s, lane %u: %s", (unsigned)trial->seed, what, l, result.error);
        if (result.is_dropped != expected->is_dropped)
            fail_msg("seed %u, %s, lane %u: dropped is %d", (unsigned)trial->seed, what, l,
                     result.is_dropped);
        for (uint32_t i = 0; i < BASE_COUNT(result.outputs); i++)
            if (result.outputs[i] != expected->outputs[i])
                fail_msg("seed %u, %s, lane %u: output word %u is 0x%x, expected 0x%x",
                         (unsigned)trial->seed, what, l, i, result.outputs[i],
                         expected->outputs[i]);
    }
}

/* A pass that says it changed nothing must not have. */
static void
check_pass(const struct trial *trial, const struct ir_shader *shader, const struct ir_pass *pass)
{
    struct ir_shader *clone = ir_clone(shader, trial->arena);
    struct base_diags diags;

    base_diags_init(&diags, trial->arena, "random");
    const enum ir_pass_result result = pass->run(clone, &diags);
    if (result == IR_PASS_FAILED)
        fail_msg("seed %u: %s failed", (unsigned)trial->seed, pass->name);
    check_results(trial, clone, pass->name);
    if (result == IR_PASS_UNCHANGED && trial->seed % 8 == 0)
        assert_string_equal(shader_text(clone, trial->arena), shader_text(shader, trial->arena));
}

static bool
has_op(const struct ir_shader *shader, enum ir_op op)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_of(shader, ref) == op)
            return true;
    return false;
}

static void
check_lower_demote(const struct trial *trial, const struct ir_shader *shader)
{
    const struct ir_pass pass = {"lower-demote", ir_lower_demote};
    struct ir_shader *clone = ir_clone(shader, trial->arena);
    struct base_diags diags;

    check_pass(trial, shader, &pass);
    base_diags_init(&diags, trial->arena, "random");
    (void)ir_lower_demote(clone, &diags);
    assert_false(has_op(clone, ir_op_demote));
    assert_false(has_op(clone, ir_op_is_helper));
    assert_true(ir_run_pipeline(clone, ir_pipeline_default, &diags));
    check_results(trial, clone, "lower-demote and the pipeline");
}

static void
check_lower_terminate(const struct trial *trial, const struct ir_shader *shader)
{
    const struct ir_pass pass = {"lower-terminate", ir_lower_terminate};
    struct ir_shader *clone = ir_clone(shader, trial->arena);
    struct base_diags diags;

    check_pass(trial, shader, &pass);
    base_diags_init(&diags, trial->arena, "random");
    (void)ir_lower_terminate(clone, &diags);
    assert_false(has_op(clone, ir_op_terminate));
}

static void
check_passes(const struct trial *trial, const struct ir_shader *shader)
{
    struct ir_shader *clone = ir_clone(shader, trial->arena);
    struct base_diags diags;

    check_lower_terminate(trial, shader);
    for (const struct ir_pass *pass = ir_pipeline_default; pass->name; pass++)
        check_pass(trial, shader, pass);
    base_diags_init(&diags, trial->arena, "random");
    assert_true(ir_run_pipeline(clone, ir_pipeline_default, &diags));
    check_results(trial, clone, "the pipeline");
    assert_true(ir_run_pipeline(clone, ir_pipeline_default, &diags));
    check_results(trial, clone, "the pipeline, twice");
}

/* The clone is whole without the memory of what it was made from. */
static void
check_clone(const struct trial *trial)
{
    struct base_arena other;

    base_arena_init(&other, 0);
    if (!BASE_ARENA_CATCH(&other))
        fail_msg("ran out");
    const struct ir_shader *shader = gen_build(trial->program, &other);
    const char *text = shader_text(shader, trial->arena);
    const struct ir_shader *clone = ir_clone(shader, trial->arena);
    base_arena_finish(&other);
    assert_string_equal(shader_text(clone, trial->arena), text);
    check_results(trial, clone, "the clone");
}

static void
check_program(uint64_t seed, unsigned flags)
{
    struct base_arena arena;
    struct trial trial = {.seed = seed, .arena = &arena};

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    trial.program = gen_create(&arena, seed, flags);
    for (uint32_t l = 0; l < LANE_COUNT; l++) {
        gen_fill_lane(&trial.lanes[l], seed * LANE_COUNT + l);
        trial.lanes[l].steps = 1000000;
        trial.lanes[l].started_helper = (flags & GEN_DEMOTE) && l == 0;
        gen_run(trial.program, &trial.lanes[l], &trial.expected[l]);
        if (trial.expected[l].error)
            fail_msg("seed %u: %s", (unsigned)seed, trial.expected[l].error);
    }
    const struct ir_shader *shader = gen_build(trial.program, &arena);
    assert_non_null(shader);
    check_results(&trial, shader, "as built");
    check_passes(&trial, shader);
    if (flags & GEN_DEMOTE)
        check_lower_demote(&trial, shader);
    if (seed % 16 == 0)
        check_clone(&trial);
    base_arena_finish(&arena);
}

static void
test_random(void **state)
{
    (void)state;

    for (uint64_t seed = 1; seed <= PROGRAM_COUNT; seed++)
        check_program(seed, 0);
}

static void
test_random_demote(void **state)
{
    (void)state;

    for (uint64_t seed = 1; seed <= PROGRAM_COUNT / 4; seed++)
        check_program(seed, GEN_DEMOTE);
}

/* Everything that takes memory from the shader's arena. */
static void
use_everything(uint64_t seed, struct base_arena *arena)
{
    struct base_diags diags;
    struct base_text text;

    base_diags_init(&diags, arena, "random");
    struct ir_shader *shader = gen_build(gen_create(arena, seed, GEN_DEMOTE), arena);
    base_text_init(&text, arena);
    ir_print(shader, &text);
    shader = ir_clone(ir_parse(arena, text.data, text.count, &diags), arena);
    (void)ir_lower_demote(shader, &diags);
    (void)ir_run_pipeline(shader, ir_pipeline_default, &diags);
    ir_count_uses(shader);
}

static bool
fits_budget(uint64_t seed, size_t limit)
{
    struct base_arena arena;

    base_arena_init(&arena, limit);
    if (BASE_ARENA_CATCH(&arena)) {
        use_everything(seed, &arena);
        base_arena_finish(&arena);
        return true;
    }
    assert_int_equal(arena.failure, base_arena_over_budget);
    base_arena_finish(&arena);
    return false;
}

/* Wherever a budget runs out, nothing is left behind; the leak checker looks. */
static void
test_budgets(void **state)
{
    (void)state;

    for (uint64_t seed = 1; seed <= 20; seed++) {
        size_t limit = 1;

        while (!fits_budget(seed, limit))
            limit += 1 + limit / 8;
        assert_true(limit > 10000);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_random_demote),
        cmocka_unit_test(test_budgets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
