/* SPDX-License-Identifier: MIT
 *
 * Control flow where lanes part, against the same flow in C one lane at a time.
 */
#include "interp_test.h"

/* ---- shaders of one input and one output, made by a function and mirrored by another ---- */

struct flow_case {
    const char *name;
    void (*build)(struct test_shader *t, ir_ref x, uint32_t output);
    uint32_t (*expect)(uint32_t x);
};

/* A shader that is being built, for short. */
#define I32(value) ir_build_i32(&t->b, (value))
#define READ(variable) ir_build_read(&t->b, (variable), ir_type_i32)
#define WRITE(variable, value) ir_build_write(&t->b, (variable), (value))
#define ADD(a, b_) ir_build_iadd(&t->b, (a), (b_))
#define AND(a, b_) ir_build_iand(&t->b, (a), (b_))
#define EQ(a, b_) ir_build_ieq(&t->b, (a), (b_))
#define LESS(a, b_) ir_build_ult(&t->b, (a), (b_))
#define NOT(a) ir_build_inot(&t->b, (a))

static void
break_if(struct test_shader *t, ir_ref condition)
{
    ir_build_if(&t->b, condition);
    ir_build_break(&t->b);
    ir_build_else(&t->b);
    ir_build_endif(&t->b);
}

static void
continue_if(struct test_shader *t, ir_ref condition)
{
    ir_build_if(&t->b, condition);
    ir_build_continue(&t->b);
    ir_build_else(&t->b);
    ir_build_endif(&t->b);
}

static void
build_nested_ifs(struct test_shader *t, ir_ref x, uint32_t output)
{
    const uint32_t v = ir_build_variables(&t->b, 1, 32);

    ir_build_if(&t->b, EQ(AND(x, I32(1)), I32(0)));
    ir_build_if(&t->b, EQ(AND(x, I32(2)), I32(0)));
    WRITE(v, ADD(x, I32(100)));
    ir_build_else(&t->b);
    WRITE(v, ADD(x, I32(200)));
    ir_build_endif(&t->b);
    WRITE(v, ADD(READ(v), READ(v)));
    ir_build_else(&t->b);
    ir_build_if(&t->b, LESS(x, I32(10)));
    WRITE(v, I32(7));
    ir_build_else(&t->b);
    WRITE(v, ADD(x, x));
    ir_build_endif(&t->b);
    ir_build_endif(&t->b);
    test_store(t, output, READ(v));
}

static uint32_t
expect_nested_ifs(uint32_t x)
{
    if (x % 2 == 0)
        return 2 * (x + (x % 4 < 2 ? 100 : 200));
    return x < 10 ? 7 : 2 * x;
}

static void
build_collatz(struct test_shader *t, ir_ref x, uint32_t output)
{
    const uint32_t n = ir_build_variables(&t->b, 2, 32), steps = n + 1;

    WRITE(n, ADD(x, I32(1)));
    WRITE(steps, I32(0));
    ir_build_loop(&t->b);
    break_if(t, EQ(READ(n), I32(1)));
    WRITE(steps, ADD(READ(steps), I32(1)));
    ir_build_if(&t->b, EQ(AND(READ(n), I32(1)), I32(0)));
    WRITE(n, ir_build_ushr(&t->b, READ(n), I32(1)));
    ir_build_else(&t->b);
    WRITE(n, ADD(ir_build_imul(&t->b, READ(n), I32(3)), I32(1)));
    ir_build_endif(&t->b);
    ir_build_endloop(&t->b);
    test_store(t, output, READ(steps));
}

static uint32_t
expect_collatz(uint32_t x)
{
    uint32_t steps = 0;

    for (uint32_t n = x + 1; n != 1; steps++)
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    return steps;
}

/* Both loops are left and begun anew in the middle, at another time in each lane. */
static void
build_nested_loops(struct test_shader *t, ir_ref x, uint32_t output)
{
    const uint32_t i = ir_build_variables(&t->b, 3, 32), j = i + 1, sum = i + 2;
    const ir_ref rounds = AND(x, I32(7));

    WRITE(i, I32(0));
    WRITE(sum, I32(0));
    ir_build_loop(&t->b);
    break_if(t, EQ(READ(i), rounds));
    WRITE(i, ADD(READ(i), I32(1)));
    continue_if(t, EQ(AND(ADD(READ(i), x), I32(3)), I32(0)));
    WRITE(j, I32(0));
    ir_build_loop(&t->b);
    WRITE(j, ADD(READ(j), I32(1)));
    break_if(t, LESS(I32(9), ADD(READ(i), READ(j))));
    continue_if(t, EQ(AND(READ(j), I32(1)), I32(0)));
    ir_build_if(&t->b, LESS(ADD(x, I32(3)), READ(j)));
    WRITE(sum, ADD(READ(sum), I32(1000)));
    ir_build_break(&t->b);
    ir_build_else(&t->b);
    WRITE(sum, ADD(READ(sum), ir_build_imul(&t->b, READ(i), READ(j))));
    ir_build_endif(&t->b);
    ir_build_endloop(&t->b);
    WRITE(sum, ADD(READ(sum), x));
    ir_build_endloop(&t->b);
    test_store(t, output, READ(sum));
}

static uint32_t
expect_nested_loops(uint32_t x)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i != x % 8;) {
        i++;
        if ((i + x) % 4 == 0)
            continue;
        for (uint32_t j = 1; i + j <= 9; j++) {
            if (j % 2 == 0)
                continue;
            if (x + 3 < j) {
                sum += 1000;
                break;
            }
            sum += i * j;
        }
        sum += x;
    }
    return sum;
}

/* Lanes return in one branch, in a loop, and at the end. */
static void
build_returns(struct test_shader *t, ir_ref x, uint32_t output)
{
    const uint32_t i = ir_build_variables(&t->b, 1, 32);

    test_store(t, output, I32(1));
    ir_build_if(&t->b, LESS(x, I32(4)));
    ir_build_return(&t->b);
    ir_build_else(&t->b);
    test_store(t, output, I32(2));
    ir_build_endif(&t->b);
    WRITE(i, I32(0));
    ir_build_loop(&t->b);
    WRITE(i, ADD(READ(i), I32(1)));
    ir_build_if(&t->b, EQ(READ(i), AND(x, I32(15))));
    test_store(t, output, ADD(READ(i), I32(100)));
    ir_build_return(&t->b);
    ir_build_else(&t->b);
    ir_build_endif(&t->b);
    break_if(t, LESS(I32(11), READ(i)));
    ir_build_endloop(&t->b);
    test_store(t, output, ADD(READ(i), I32(200)));
}

static uint32_t
expect_returns(uint32_t x)
{
    if (x < 4)
        return 1;
    for (uint32_t i = 1; i <= 12; i++) {
        if (i == x % 16)
            return i + 100;
    }
    return 212;
}

/* Values from outside, used late in a loop: their slots must not be given away before it ends. */
static void
build_late_uses(struct test_shader *t, ir_ref x, uint32_t output)
{
    const uint32_t i = ir_build_variables(&t->b, 2, 32), sum = i + 1;
    const ir_ref square = ir_build_imul(&t->b, x, x), third = ir_build_udiv(&t->b, x, I32(3));

    WRITE(i, I32(0));
    WRITE(sum, I32(0));
    ir_build_loop(&t->b);
    WRITE(sum, ADD(READ(sum), square));
    const ir_ref inside = ADD(READ(i), x);
    ir_build_loop(&t->b);
    WRITE(sum, ADD(READ(sum), ADD(third, inside)));
    const ir_ref some = ir_build_imul(&t->b, READ(sum), I32(5));
    WRITE(sum, ir_build_ixor(&t->b, some, ADD(some, I32(1))));
    break_if(t, EQ(AND(READ(sum), I32(8)), I32(0)));
    WRITE(sum, ADD(READ(sum), READ(sum)));
    break_if(t, NOT(EQ(AND(READ(sum), I32(64)), I32(0))));
    WRITE(sum, ADD(READ(sum), I32(37)));
    ir_build_endloop(&t->b);
    WRITE(i, ADD(READ(i), I32(1)));
    break_if(t, LESS(AND(x, I32(3)), READ(i)));
    ir_build_endloop(&t->b);
    test_store(t, output, READ(sum));
}

static uint32_t
expect_late_uses(uint32_t x)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i <= x % 4; i++) {
        sum += x * x;
        for (;;) {
            sum += x / 3 + i + x;
            sum = sum * 5 ^ (sum * 5 + 1);
            if ((sum & 8) == 0)
                break;
            sum += sum;
            if ((sum & 64) != 0)
                break;
            sum += 37;
        }
    }
    return sum;
}

static const struct flow_case cases[] = {
    {"nested ifs", build_nested_ifs, expect_nested_ifs},
    {"collatz", build_collatz, expect_collatz},
    {"nested loops", build_nested_loops, expect_nested_loops},
    {"returns", build_returns, expect_returns},
    {"late uses", build_late_uses, expect_late_uses},
};

static void
check_lanes(const struct flow_case *c, const struct test_run *run, uint32_t input, uint32_t output,
            uint64_t active)
{
    for (uint32_t i = 0; i < run->lanes; i++) {
        const uint32_t x = run->inputs[input * 4 * run->lanes + i];
        const uint32_t expected = active >> i & 1 ? c->expect(x) : 0;

        if (test_output(run, output)[i] != expected)
            fail_msg("%s: lane %u of %u, x = %u: found %u, expected %u", c->name, i, run->lanes, x,
                     test_output(run, output)[i], expected);
    }
}

static void
test_cases(void **state)
{
    static const uint64_t masks[] = {UINT64_MAX, 1, 0x5555555555555555, 0xfff0ff0ffefefe7a, 8};
    (void)state;

    for (uint32_t n = 0; n < BASE_COUNT(cases); n++) {
        struct test_shader t;

        test_shader_init(&t, ir_stage_vertex);
        const uint32_t input = test_add_input(&t, ir_type_i32);
        const uint32_t output = test_add_output(&t, ir_type_i32);
        cases[n].build(&t, test_load(&t, ir_type_i32, input), output);
        test_verify(&t);
        EACH_CONFIG(config)
        {
            struct test_run run;

            test_run_init(&run, &t, config);
            for (uint32_t first = 0; first < 256; first += config.lanes) {
                for (uint32_t i = 0; i < config.lanes; i++)
                    test_input(&run, input)[i] = (first + i) * 37 % 256;
                test_run(&run, masks[first / config.lanes % BASE_COUNT(masks)]);
                check_lanes(&cases[n], &run, input, output,
                            masks[first / config.lanes % BASE_COUNT(masks)]);
            }
            test_run_finish(&run);
        }
        test_shader_finish(&t);
    }
}

/* ---- merges by hand ---- */

/* a, b, c go round by one place at endloop and by two at continue, which every third round takes;
 * they leave through two breaks with different values. */
static const char *const rotation = "vertex \"rotation\"\n"
                                    "input 0 \"x\" location 0 i32\n"
                                    "output 0 \"a\" location 0 i32x4\n"
                                    "{\n"
                                    "  %1 = const.i32 0x0\n"
                                    "  %2 = const.i32 0x1\n"
                                    "  %3 = const.i32 0x2\n"
                                    "  %4 = const.i32 0x3\n"
                                    "  %5 = const.i32 0x64\n"
                                    "  %6 = load_input.i32 0.0\n"
                                    "  %7 = loop\n"
                                    "  %8 = merge.i32 [%7: %2], [%21: %9], [%24: %10]\n"
                                    "  %9 = merge.i32 [%7: %3], [%21: %10], [%24: %8]\n"
                                    "  %10 = merge.i32 [%7: %4], [%21: %8], [%24: %9]\n"
                                    "  %11 = merge.i32 [%7: %1], [%21: %12], [%24: %12]\n"
                                    "  %12 = iadd.i32 %11, %2\n"
                                    "  %13 = ieq.bool %11, %6\n"
                                    "  %14 = if %13\n"
                                    "  %15 = break\n"
                                    "  %16 = else\n"
                                    "  %17 = endif\n"
                                    "  %18 = urem.i32 %11, %4\n"
                                    "  %19 = ieq.bool %18, %3\n"
                                    "  %20 = if %19\n"
                                    "  %21 = continue\n"
                                    "  %22 = else\n"
                                    "  %23 = endif\n"
                                    "  %24 = endloop\n"
                                    "  %25 = merge.i32 [%15: %8]\n"
                                    "  %26 = merge.i32 [%15: %9]\n"
                                    "  %27 = merge.i32 [%15: %10]\n"
                                    "  %28 = imul.i32 %26, %5\n"
                                    "  %29 = imul.i32 %27, %28\n"
                                    "  %30 = store_output %25, 0.0\n"
                                    "  %31 = store_output %26, 0.1\n"
                                    "  %32 = store_output %27, 0.2\n"
                                    "  %33 = store_output %29, 0.3\n"
                                    "}\n";

static void
rotate(uint32_t v[3], uint32_t by)
{
    const uint32_t old[3] = {v[0], v[1], v[2]};

    for (uint32_t i = 0; i < 3; i++)
        v[i] = old[(i + by) % 3];
}

static void
test_rotation(void **state)
{
    struct test_shader t;
    (void)state;

    test_shader_parse(&t, rotation);
    EACH_CONFIG(config)
    {
        struct test_run run;

        test_run_init(&run, &t, config);
        for (uint32_t i = 0; i < config.lanes; i++)
            test_input(&run, 0)[i] = i * 5 % 17;
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            uint32_t v[3] = {1, 2, 3};

            for (uint32_t n = 0; n < i * 5 % 17; n++)
                rotate(v, n % 3 == 2 ? 1 : 2);
            for (uint32_t c = 0; c < 3; c++)
                assert_int_equal(test_output(&run, 0)[c * config.lanes + i], v[c]);
            assert_int_equal(test_output(&run, 0)[3 * config.lanes + i], v[1] * v[2] * 100);
        }
        test_run_finish(&run);
    }
    test_shader_finish(&t);
}

/* ---- demote, terminate, helpers ---- */

static void
test_masks(void **state)
{
    struct test_shader t_, *t = &t_;
    (void)state;

    test_shader_init(t, ir_stage_fragment);
    const uint32_t input = test_add_input(t, ir_type_i32);
    const struct ir_io helper = {.builtin = ir_builtin_helper,
                                 .type = ir_type_i32,
                                 .components = 1,
                                 .interp = ir_interp_flat};
    const uint32_t helper_input = ir_add_input(t->shader, &helper);
    const ir_ref x = test_load(t, ir_type_i32, input);
    const uint32_t before =
        test_output_bits(t, ir_build_op(&t->b, ir_op_is_helper, ir_type_bool, 0, 0, 0));
    ir_build_if(&t->b, EQ(AND(x, I32(3)), I32(1)));
    ir_build_op(&t->b, ir_op_demote, ir_type_void, ir_build_bool(&t->b, true), 0, 0);
    ir_build_else(&t->b);
    /* Of lanes that do not come here nothing is asked. */
    ir_build_op(&t->b, ir_op_demote, ir_type_void, EQ(AND(x, I32(5)), I32(5)), 0, 0);
    ir_build_endif(&t->b);
    ir_build_if(&t->b, EQ(AND(x, I32(7)), I32(6)));
    ir_build_terminate(&t->b);
    ir_build_else(&t->b);
    ir_build_endif(&t->b);
    const uint32_t after =
        test_output_bits(t, ir_build_op(&t->b, ir_op_is_helper, ir_type_bool, 0, 0, 0));
    const uint32_t first = test_output_bits(t, test_load(t, ir_type_i32, helper_input));
    ir_build_if(&t->b, EQ(x, I32(9)));
    ir_build_terminate(&t->b);
    ir_build_else(&t->b);
    ir_build_endif(&t->b);
    test_verify(t);

    EACH_CONFIG(config)
    {
        struct test_run run;
        uint64_t helpers = 0, ended = 0;

        test_run_init(&run, t, config);
        for (uint32_t i = 0; i < config.lanes; i++) {
            test_input(&run, input)[i] = i;
            if (i % 4 == 1 || (i & 5) == 5)
                helpers |= UINT64_C(1) << i;
            if (i % 8 == 6 || i == 9)
                ended |= UINT64_C(1) << i;
        }
        run.group.helpers = UINT64_C(0x8000000000000804);
        helpers |= run.group.helpers & interp_all_lanes(config.lanes);
        test_run(&run, UINT64_MAX);
        assert_true(run.group.helpers == helpers);
        assert_true(run.group.ended == ended);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const uint32_t was = i == 2 || i == 11 || i == 63;
            const bool is_gone = i % 8 == 6;

            assert_int_equal(test_output(&run, before)[i], was);
            assert_int_equal(test_output(&run, after)[i], is_gone ? 0 : helpers >> i & 1);
            assert_int_equal(test_output(&run, first)[i], is_gone || !was ? 0 : UINT32_MAX);
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* No lane runs: nothing happens. */
static void
test_no_lane(void **state)
{
    struct test_shader t_, *t = &t_;
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    ir_build_loop(&t->b);
    test_store(t, test_add_output(t, ir_type_i32), I32(1));
    ir_build_endloop(&t->b);
    EACH_CONFIG(config)
    {
        struct test_run run;

        test_run_init(&run, t, config);
        /* Lanes that the group does not have are none. */
        assert_int_equal(
            test_run_steps(&run, config.lanes < 64 ? UINT64_MAX << config.lanes : 0, 100),
            cpu_run_done);
        assert_int_equal(run.group.steps, 100);
        assert_int_equal(test_output(&run, 0)[0], 0);
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* ---- steps ---- */

static void
test_endless(void **state)
{
    static const char *const texts[] = {
        "vertex \"empty\"\n{\n  %1 = loop\n  %2 = endloop\n}\n",
        "vertex \"continue\"\n{\n  %1 = loop\n  %2 = continue\n  %3 = endloop\n}\n",
        "vertex \"inner\"\n{\n  %1 = loop\n  %2 = loop\n  %3 = break\n  %4 = endloop\n"
        "  %5 = endloop\n}\n",
        "vertex \"some\"\ninput 0 \"lane\" builtin lane i32\n{\n"
        "  %1 = const.i32 0x2\n  %2 = load_input.i32 0.0\n  %3 = ieq.bool %2, %1\n  %4 = loop\n"
        "  %5 = if %3\n  %6 = else\n  %7 = break\n  %8 = endif\n  %9 = endloop\n}\n",
    };
    static const ir_ref markers[] = {1, 1, 2, 4};
    (void)state;

    for (uint32_t n = 0; n < BASE_COUNT(texts); n++) {
        struct test_shader t;

        test_shader_parse(&t, texts[n]);
        EACH_CONFIG(config)
        {
            struct test_run run;

            test_run_init(&run, &t, config);
            for (uint64_t steps = 0; steps < 100; steps++) {
                assert_int_equal(test_run_steps(&run, UINT64_MAX, steps), cpu_run_out_of_steps);
                assert_true(run.group.steps <= steps);
                assert_int_not_equal(run.group.stopped_at, 0);
            }
            assert_int_equal(test_run_steps(&run, UINT64_MAX, 20000), cpu_run_out_of_steps);
            assert_true(run.group.steps < 10);
            assert_true(run.group.stopped_at >= markers[n] &&
                        run.group.stopped_at <= markers[n] + 4);
            test_run_finish(&run);
        }
        test_shader_finish(&t);
    }
}

/* A step less than needed is too few. A round costs the same each time. */
static void
test_step_counts(void **state)
{
    const struct test_config config = {16, &interp_loops_plain};
    struct test_shader t_, *t = &t_;
    struct test_run run;
    uint64_t needed[3];
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    const uint32_t input = test_add_input(t, ir_type_i32), output = test_add_output(t, ir_type_i32);
    build_collatz(t, test_load(t, ir_type_i32, input), output);
    test_run_init(&run, t, config);
    for (uint32_t n = 0; n < 3; n++) {
        /* 2^n - 1 takes n rounds of the same branch. */
        for (uint32_t i = 0; i < config.lanes; i++)
            test_input(&run, input)[i] = (1u << n) - 1;
        test_run(&run, UINT64_MAX);
        needed[n] = (UINT64_C(1) << 40) - run.group.steps;
        assert_int_equal(test_run_steps(&run, UINT64_MAX, needed[n]), cpu_run_done);
        assert_int_equal(run.group.steps, 0);
        assert_int_equal(test_output(&run, output)[3], n);
        assert_int_equal(test_run_steps(&run, UINT64_MAX, needed[n] - 1), cpu_run_out_of_steps);
    }
    assert_true(needed[0] < needed[1]);
    assert_true(needed[2] - needed[1] == needed[1] - needed[0]);
    test_run_finish(&run);
    test_shader_finish(t);
}

/* ---- size ---- */

static size_t
scratch_of(struct test_shader *t, uint32_t lanes)
{
    const struct cpu_program *program = cpu_program_create(t->shader, lanes, &t->arena, &t->diags);

    assert_non_null(program);
    return cpu_program_scratch_size(program);
}

/* A million instructions and many constants need no more room than what is alive at once. */
static void
test_long(void **state)
{
    struct test_shader t_, *t = &t_;
    struct test_run run;
    uint32_t expected = 3;
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    const uint32_t input = test_add_input(t, ir_type_i32), output = test_add_output(t, ir_type_i32);
    ir_ref value = test_load(t, ir_type_i32, input);
    for (uint32_t i = 0; i < 500000; i++) {
        const ir_ref other = ir_build_ixor(&t->b, value, I32(i * 2654435761u));

        value = ADD(value, other);
        expected += expected ^ i * 2654435761u;
    }
    test_store(t, output, value);
    assert_true(scratch_of(t, 64) < 4u << 20);
    test_run_init(&run, t, (struct test_config){4, interp_loops_best()});
    test_input(&run, input)[2] = 3;
    test_run(&run, UINT64_MAX);
    assert_int_equal(test_output(&run, output)[2], expected);
    test_run_finish(&run);
    test_shader_finish(t);
}

/* Ifs nested deep, each leaving the same loop. */
static void
test_deep(void **state)
{
    enum { depth = 10000 };
    struct test_shader t_, *t = &t_;
    struct test_run run;
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    const uint32_t input = test_add_input(t, ir_type_i32), output = test_add_output(t, ir_type_i32);
    const ir_ref x = test_load(t, ir_type_i32, input);
    const uint32_t v = ir_build_variables(&t->b, 1, 32);
    WRITE(v, x);
    ir_build_loop(&t->b);
    for (uint32_t i = 0; i < depth; i++) {
        ir_build_if(&t->b, LESS(I32(i), x));
        WRITE(v, I32(i));
    }
    for (uint32_t i = 0; i < depth; i++) {
        ir_build_else(&t->b);
        ir_build_break(&t->b);
        ir_build_endif(&t->b);
    }
    ir_build_break(&t->b);
    ir_build_endloop(&t->b);
    test_store(t, output, READ(v));
    test_run_init(&run, t, (struct test_config){8, interp_loops_best()});
    for (uint32_t i = 0; i < 8; i++)
        test_input(&run, input)[i] = i * 1500;
    test_run(&run, UINT64_MAX);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(test_output(&run, output)[i], i == 0             ? 0
                                                       : i * 1500 > depth ? depth - 1
                                                                          : i * 1500 - 1);
    test_run_finish(&run);
    test_shader_finish(t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),   cmocka_unit_test(test_rotation),
        cmocka_unit_test(test_masks),   cmocka_unit_test(test_no_lane),
        cmocka_unit_test(test_endless), cmocka_unit_test(test_step_counts),
        cmocka_unit_test(test_long),    cmocka_unit_test(test_deep),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
