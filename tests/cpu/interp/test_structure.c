/* SPDX-License-Identifier: MIT
 *
 * What the structuriser builds, with many lanes that part. It keeps them together: in every block
 * of a structured graph those lanes are there that the program's own form has there, as each sees
 * by a ballot.
 */
#include "interp_test.h"

#include "graphs.h"
#include "sanitized.h"

#define GRAPH_COUNT (IS_SANITIZED ? 300 : 3000)

static void
check_results(const struct graph_trial *trial, const struct test_run *run,
              const struct graph_lane *lanes)
{
    for (uint32_t l = 0; l < run->lanes; l++)
        if (test_output(run, 0)[l] != lanes[l].output)
            fail_msg("seed %u, lane %u of %u: found 0x%x, expected 0x%x", (unsigned)trial->seed, l,
                     run->lanes, test_output(run, 0)[l], lanes[l].output);
}

/* Structured graphs are run by all lanes together, others by each alone. */
static void
check_graph(uint64_t seed, enum graph_kind kind, struct test_config config)
{
    const bool has_ballots = kind == graph_structured;
    struct test_shader t;
    struct test_run run;
    struct graph_lane lanes[32];
    uint64_t state = seed;

    test_shader_init(&t, ir_stage_fragment);
    if (!BASE_ARENA_CATCH(&t.arena))
        fail_msg("ran out");
    struct graph_trial *trial = graph_create(&t.arena, seed, kind, has_ballots);
    t.shader = graph_build(trial);
    test_verify(&t);
    assert_true(ir_run_pipeline(t.shader, ir_pipeline_default, &t.diags));
    test_run_init(&run, &t, config);
    for (uint32_t l = 0; l < config.lanes; l++) {
        test_input(&run, 0)[l] = test_random(&state);
        graph_lane_init(trial, &lanes[l], test_input(&run, 0)[l]);
        if (!has_ballots)
            graph_walk(trial, &lanes[l]);
    }
    test_run(&run, UINT64_MAX >> (64 - config.lanes));
    if (has_ballots)
        graph_run(trial, lanes, config.lanes);
    check_results(trial, &run, lanes);
    test_run_finish(&run);
    test_shader_finish(&t);
}

static void
check_kind(enum graph_kind kind)
{
    for (uint64_t seed = 1; seed <= GRAPH_COUNT; seed++) {
        check_graph(seed, kind, (struct test_config){4, test_loops[0]});
        check_graph(seed, kind, (struct test_config){32, test_loops[0]});
    }
}

static void
test_reconvergence(void **state)
{
    (void)state;

    check_kind(graph_structured);
}

static void
test_any_graph(void **state)
{
    (void)state;

    check_kind(graph_reducible);
    check_kind(graph_wild);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reconvergence),
        cmocka_unit_test(test_any_graph),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
