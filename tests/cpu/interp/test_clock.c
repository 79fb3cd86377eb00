/* SPDX-License-Identifier: MIT
 *
 * The clock: all lanes read one time, and a later reading is not an earlier time, in a run and from
 * one run to the next.
 */
#include "interp_test.h"

#include <time.h>

static uint64_t
read_time(struct test_run *run, uint32_t output, uint32_t lane)
{
    return test_output(run, output)[lane] | (uint64_t)test_output(run, output + 1)[lane] << 32;
}

static uint64_t
host_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void
test_clock(void **state)
{
    struct test_shader t_, *t = &t_;
    uint64_t last = host_time();
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    const uint32_t first =
        test_output_bits(t, ir_build_op(&t->b, ir_op_clock, ir_type_i64, 0, 0, 0));
    const uint32_t second =
        test_output_bits(t, ir_build_op(&t->b, ir_op_clock, ir_type_i64, 0, 0, 0));
    test_verify(t);
    EACH_CONFIG(config)
    {
        struct test_run run;

        test_run_init(&run, t, config);
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            assert_true(read_time(&run, first, i) >= last);
            assert_true(read_time(&run, second, i) >= read_time(&run, first, i));
            assert_true(read_time(&run, first, i) == read_time(&run, first, 0));
        }
        last = read_time(&run, second, 0);
        assert_true(last <= host_time());
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clock)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
