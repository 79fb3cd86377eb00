/* SPDX-License-Identifier: MIT
 *
 * The ops that look at other lanes: what they give with all lanes active, with lanes that never
 * ran, and where control has parted.
 */
#include "interp_test.h"

#include <math.h>

/* One op on the value x, whose results come out as bits. */
struct cross_test {
    struct test_shader t;
    uint32_t x; /* Inputs. */
    uint32_t other;
    uint32_t output;
};

static ir_ref
typed(struct test_shader *t, ir_ref word, enum ir_type type)
{
    switch (type) {
    case ir_type_bool:
        return ir_build_ine(&t->b, ir_build_iand(&t->b, word, ir_build_i32(&t->b, 1)),
                            ir_build_i32(&t->b, 0));
    case ir_type_i8:
    case ir_type_i16:
        return ir_build_u2u(&t->b, type, word);
    case ir_type_f16:
        return ir_build_bitcast(&t->b, type, ir_build_u2u(&t->b, ir_type_i16, word));
    case ir_type_i64:
    case ir_type_f64: {
        const ir_ref wide = ir_build_u2u(&t->b, ir_type_i64, word);
        const ir_ref both = ir_build_ior(
            &t->b, wide, ir_build_ishl(&t->b, wide, ir_build_const(&t->b, ir_type_i64, 32)));

        return type == ir_type_i64 ? both : ir_build_bitcast(&t->b, type, both);
    }
    case ir_type_f32:
        return ir_build_bitcast(&t->b, type, word);
    case ir_type_void:
    case ir_type_i32:
    case ir_type_count:
        break;
    }
    return word;
}

/* The bits that typed() keeps of a word, as the low and the high word of its output. */
static uint32_t
kept(uint32_t word, enum ir_type type, bool is_high)
{
    const unsigned bits = ir_type_bits((ir_type_id)type);

    if (is_high)
        return bits == 64 ? word : 0;
    return bits >= 32 ? word : word & ((1u << bits) - 1);
}

static ir_ref
begin(struct cross_test *c, enum ir_type type)
{
    test_shader_init(&c->t, ir_stage_fragment);
    c->x = test_add_input(&c->t, ir_type_i32);
    c->other = test_add_input(&c->t, ir_type_i32);
    return typed(&c->t, test_load(&c->t, ir_type_i32, c->x), type);
}

static ir_ref
other(struct cross_test *c)
{
    return test_load(&c->t, ir_type_i32, c->other);
}

static void
end(struct cross_test *c, ir_ref value)
{
    c->output = test_output_bits(&c->t, value);
    test_verify(&c->t);
}

/* ---- reads, of every type ---- */

enum reading { READ_QUAD, READ_PERM, READ_SHUFFLE, READ_FIRST, READ_COUNT };

#define PERMUTATION 0x1b /* Reversed. */

static uint32_t
source_of(enum reading reading, uint32_t lane, uint32_t operand, uint32_t lanes, uint64_t active)
{
    uint32_t first = 0;

    switch (reading) {
    case READ_QUAD:
        return lane / 4 * 4 + operand % 4;
    case READ_PERM:
        return lane / 4 * 4 + 3 - lane % 4;
    case READ_SHUFFLE:
        return operand % lanes;
    case READ_FIRST:
    case READ_COUNT:
        break;
    }
    while (!(active >> first & 1))
        first++;
    return first;
}

static void
check_reading(struct cross_test *c, enum reading reading, enum ir_type type, uint64_t active)
{
    EACH_CONFIG(config)
    {
        const uint64_t mask = active & interp_all_lanes(config.lanes);
        struct test_run run;

        test_run_init(&run, &c->t, config);
        for (uint32_t i = 0; i < config.lanes; i++) {
            test_input(&run, c->x)[i] = i * 0x9e3779b9 + 0x12345;
            test_input(&run, c->other)[i] = reading == READ_QUAD ? i / 4 + 0xfffffffe : i * 7 + 3;
        }
        test_run(&run, mask);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const uint32_t operand = test_input(&run, c->other)[i];
            const uint32_t from = source_of(reading, i, operand, config.lanes, mask);
            const uint32_t word = test_input(&run, c->x)[from];
            const bool is_active = mask >> i & 1;

            /* Of lanes that never ran nothing is known. */
            if (!(mask >> from & 1))
                continue;
            assert_int_equal(test_output(&run, c->output)[i],
                             is_active ? kept(word, type, false) : 0);
            if (ir_type_bits((ir_type_id)type) == 64)
                assert_int_equal(test_output(&run, c->output + 1)[i],
                                 is_active ? kept(word, type, true) : 0);
        }
        test_run_finish(&run);
    }
}

static void
test_reads(void **state)
{
    static const enum ir_op ops[READ_COUNT] = {ir_op_quad_read, ir_op_quad_perm, ir_op_shuffle,
                                               ir_op_read_first};
    (void)state;

    for (enum reading reading = 0; reading < READ_COUNT; reading++) {
        for (enum ir_type type = ir_type_bool; type < ir_type_count; type++) {
            struct cross_test c;
            const ir_ref x = begin(&c, type);
            const ir_ref operand = ir_op_infos[ops[reading]].arity > 1 ? other(&c) : 0;

            end(&c, ir_build_op(&c.t.b, ops[reading], (ir_type_id)type, x, operand,
                                reading == READ_PERM ? PERMUTATION : 0));
            check_reading(&c, reading, type, UINT64_MAX);
            check_reading(&c, reading, type, UINT64_C(0xfff0f0ff0ff0f0f6));
            test_shader_finish(&c.t);
        }
    }
}

/* ---- derivatives ---- */

static void
check_derivative(enum ir_op op, enum ir_type type)
{
    struct cross_test c;
    const ir_ref x = begin(&c, ir_type_f32);
    const ir_ref typed_x = type == ir_type_f32 ? x : ir_build_f2f(&c.t.b, type, x);
    const ir_ref d = ir_build_op(&c.t.b, op, (ir_type_id)type, typed_x, 0, 0);

    end(&c, type == ir_type_f32 ? d : ir_build_f2f(&c.t.b, ir_type_f32, d));
    EACH_CONFIG(config)
    {
        static const float values[] = {1.0f, 3.5f, -2.0f, 0.25f, 100.0f, 0.0f, 7.0f, -8.0f};
        struct test_run run;

        test_run_init(&run, &c.t, config);
        for (uint32_t i = 0; i < config.lanes; i++)
            test_input(&run, c.x)[i] = base_bits_of_float(values[i % 8] * (float)(1 + i / 8));
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const uint32_t quad = i / 4 * 4, row = i % 4 / 2, column = i % 2;
            const uint32_t from = op == ir_op_ddx_fine   ? quad + 2 * row
                                  : op == ir_op_ddy_fine ? quad + column
                                                         : quad;
            const uint32_t step = op == ir_op_ddx_coarse || op == ir_op_ddx_fine ? 1 : 2;
            const float expected = base_float_of_bits(test_input(&run, c.x)[from + step]) -
                                   base_float_of_bits(test_input(&run, c.x)[from]);

            assert_int_equal(test_output(&run, c.output)[i], base_bits_of_float(expected));
        }
        test_run_finish(&run);
    }
    test_shader_finish(&c.t);
}

static void
test_derivatives(void **state)
{
    (void)state;
    for (enum ir_type type = ir_type_f16; type <= ir_type_f64; type++) {
        check_derivative(ir_op_ddx_coarse, type);
        check_derivative(ir_op_ddy_coarse, type);
        check_derivative(ir_op_ddx_fine, type);
        check_derivative(ir_op_ddy_fine, type);
    }
}

/* ---- votes ---- */

static bool
expect_vote(enum ir_op op, uint64_t active, uint64_t truth, uint32_t lane)
{
    const uint64_t quad = UINT64_C(15) << (lane & ~3u);

    switch ((unsigned)op) {
    case ir_op_quad_any:
        return (active & truth & quad) != 0;
    case ir_op_quad_all:
        return (active & ~truth & quad) == 0;
    case ir_op_vote_any:
        return (active & truth) != 0;
    case ir_op_vote_all:
        return (active & ~truth) == 0;
    case ir_op_vote_eq:
        return (active & truth) == 0 || (active & ~truth) == 0;
    }
    return false;
}

/* The vote is taken where only the lanes with an odd other are, in a branch or in a loop that the
 * others have left; or by all. */
enum place { AT_TOP, IN_BRANCH, IN_LOOP, PLACE_COUNT };

static void
check_votes(struct cross_test *c, enum ir_op op, enum place place)
{
    static const uint64_t truths[] = {0,
                                      UINT64_MAX,
                                      0x5555555555555555,
                                      0xaaaaaaaaaaaaaaaa,
                                      0xf0f0f0f0f0f0f0f0,
                                      0x8000000000000001,
                                      0x00000ff010000000};

    EACH_CONFIG(config)
    {
        const uint64_t lanes = interp_all_lanes(config.lanes);
        struct test_run run;

        test_run_init(&run, &c->t, config);
        for (uint32_t n = 0; n < BASE_COUNT(truths) * 2; n++) {
            const uint64_t truth = truths[n / 2];
            const uint64_t active = (n & 1 ? UINT64_C(0xff0f0f0ffff00ff6) : UINT64_MAX) & lanes;
            uint64_t voters = active;

            for (uint32_t i = 0; i < config.lanes; i++) {
                test_input(&run, c->x)[i] = truth >> i & 1;
                test_input(&run, c->other)[i] = i % 3 == 1 || i == 5;
                if (place != AT_TOP && !test_input(&run, c->other)[i])
                    voters &= ~(UINT64_C(1) << i);
            }
            test_run(&run, active);
            for (uint32_t i = 0; i < config.lanes; i++) {
                const uint32_t expected =
                    voters >> i & 1 ? 10 + expect_vote(op, voters, truth, i) : 0;

                assert_int_equal(test_output(&run, c->output)[i], expected);
            }
        }
        test_run_finish(&run);
    }
}

static void
test_votes(void **state)
{
    static const enum ir_op ops[] = {ir_op_quad_any, ir_op_quad_all, ir_op_vote_any, ir_op_vote_all,
                                     ir_op_vote_eq};
    (void)state;

    for (uint32_t n = 0; n < BASE_COUNT(ops) * PLACE_COUNT; n++) {
        const enum ir_op op = ops[n / PLACE_COUNT];
        const enum place place = (enum place)(n % PLACE_COUNT);
        struct cross_test c;
        struct ir_builder *b = &c.t.b;
        const ir_ref x = begin(&c, ir_type_bool);
        const ir_ref is_voter = ir_build_ine(b, other(&c), ir_build_i32(b, 0));

        c.output = test_add_output(&c.t, ir_type_i32);
        if (place == IN_BRANCH)
            ir_build_if(b, is_voter);
        if (place == IN_LOOP) {
            ir_build_loop(b);
            ir_build_if(b, ir_build_inot(b, is_voter));
            ir_build_break(b);
            ir_build_else(b);
            ir_build_endif(b);
        }
        const ir_ref vote = ir_build_op(b, op, ir_type_bool, x, 0, 0);
        test_store(&c.t, c.output,
                   ir_build_select(b, vote, ir_build_i32(b, 11), ir_build_i32(b, 10)));
        if (place == IN_BRANCH) {
            ir_build_else(b);
            ir_build_endif(b);
        }
        if (place == IN_LOOP) {
            ir_build_break(b);
            ir_build_endloop(b);
        }
        test_verify(&c.t);
        check_votes(&c, op, place);
        test_shader_finish(&c.t);
    }
}

/* Of every width: one lane that differs in one bit. */
static void
test_vote_eq(void **state)
{
    (void)state;
    for (enum ir_type type = ir_type_bool; type < ir_type_count; type++) {
        struct cross_test c;
        const ir_ref x = begin(&c, type);

        end(&c, ir_build_op(&c.t.b, ir_op_vote_eq, ir_type_bool, x, 0, 0));
        EACH_CONFIG(config)
        {
            struct test_run run;

            test_run_init(&run, &c.t, config);
            for (uint32_t odd = 0; odd <= config.lanes; odd++) {
                for (uint32_t i = 0; i < config.lanes; i++)
                    test_input(&run, c.x)[i] = 0x7fc00000 | (i == odd);
                test_run(&run, UINT64_MAX);
                assert_int_equal(test_output(&run, c.output)[1], odd == config.lanes);
                /* The odd one does not run. */
                if (odd < config.lanes) {
                    test_run(&run, ~(UINT64_C(1) << odd));
                    assert_int_equal(test_output(&run, c.output)[odd ? 0 : 1], 1);
                }
            }
            test_run_finish(&run);
        }
        test_shader_finish(&c.t);
    }
}

static void
test_ballot(void **state)
{
    static const uint64_t truths[] = {0, UINT64_MAX, 0x123456789abcdef0, 0x8000000000000001};
    struct cross_test c;
    uint32_t outputs[4];
    (void)state;

    const ir_ref x = begin(&c, ir_type_bool);
    const ir_ref ballot = ir_build_op(&c.t.b, ir_op_ballot, IR_VEC(ir_type_i32, 4), x, 0, 0);
    for (uint32_t i = 0; i < 4; i++)
        outputs[i] =
            test_output_bits(&c.t, ir_build_op(&c.t.b, ir_op_extract, ir_type_i32, ballot, 0, i));
    test_verify(&c.t);
    EACH_CONFIG(config)
    {
        struct test_run run;

        test_run_init(&run, &c.t, config);
        for (uint32_t n = 0; n < BASE_COUNT(truths); n++) {
            const uint64_t active = n & 1 ? UINT64_MAX : UINT64_C(0xfffff0ffff0fff0f);
            const uint64_t expected = truths[n] & active & interp_all_lanes(config.lanes);

            for (uint32_t i = 0; i < config.lanes; i++)
                test_input(&run, c.x)[i] = truths[n] >> i & 1;
            test_run(&run, active);
            assert_int_equal(test_output(&run, outputs[0])[1], (uint32_t)expected);
            assert_int_equal(test_output(&run, outputs[1])[1], (uint32_t)(expected >> 32));
            assert_int_equal(test_output(&run, outputs[2])[1], 0);
            assert_int_equal(test_output(&run, outputs[3])[1], 0);
        }
        test_run_finish(&run);
    }
    test_shader_finish(&c.t);
}

/* ---- reads of inactive lanes ---- */

/* A quad reads places that took the other branch: what they computed for the value before is still
 * there. read_first in each branch finds the lowest lane of that branch. */
static void
test_divergent(void **state)
{
    struct cross_test c;
    struct ir_builder *b = &c.t.b;
    (void)state;

    const ir_ref x = begin(&c, ir_type_i32);
    const ir_ref y = ir_build_iadd(b, x, ir_build_i32(b, 5));
    const ir_ref is_odd = ir_build_ine(b, other(&c), ir_build_i32(b, 0));
    const uint32_t v = ir_build_variables(b, 2, 32);

    ir_build_if(b, is_odd);
    ir_build_write(b, v, ir_build_op(b, ir_op_quad_perm, ir_type_i32, y, 0, PERMUTATION));
    ir_build_write(b, v + 1, ir_build_op(b, ir_op_read_first, ir_type_i32, y, 0, 0));
    ir_build_else(b);
    ir_build_write(b, v, ir_build_op(b, ir_op_quad_perm, ir_type_i32, y, 0, 0));
    ir_build_write(b, v + 1, ir_build_op(b, ir_op_read_first, ir_type_i32, y, 0, 0));
    ir_build_endif(b);
    const uint32_t perm = test_output_bits(&c.t, ir_build_read(b, v, ir_type_i32));
    const uint32_t first = test_output_bits(&c.t, ir_build_read(b, v + 1, ir_type_i32));
    test_verify(&c.t);
    EACH_CONFIG(config)
    {
        struct test_run run;

        test_run_init(&run, &c.t, config);
        for (uint32_t i = 0; i < config.lanes; i++) {
            test_input(&run, c.x)[i] = i * 100;
            test_input(&run, c.other)[i] = i & 1;
        }
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const uint32_t from = i / 4 * 4 + (i & 1 ? 3 - i % 4 : 0);

            assert_int_equal(test_output(&run, perm)[i], from * 100 + 5);
            assert_int_equal(test_output(&run, first)[i], (i & 1) * 100 + 5);
        }
        test_run_finish(&run);
    }
    test_shader_finish(&c.t);
}

/* A merge that some lanes never reach is read by others: unspecified, but the same in every run,
 * whatever ran before. */
static void
test_no_leftovers(void **state)
{
    struct cross_test c;
    struct ir_builder *b = &c.t.b;
    (void)state;

    const ir_ref x = begin(&c, ir_type_i32);
    const uint32_t v = ir_build_variables(b, 1, 32);
    ir_build_loop(b);
    ir_build_if(b, ir_build_ine(b, other(&c), ir_build_i32(b, 0)));
    ir_build_write(b, v, x);
    ir_build_break(b);
    ir_build_else(b);
    ir_build_return(b);
    ir_build_endif(b);
    ir_build_endloop(b);
    const ir_ref merged = ir_build_read(b, v, ir_type_i32);
    end(&c, ir_build_op(b, ir_op_shuffle, ir_type_i32, merged, ir_build_i32(b, 0), 0));
    EACH_CONFIG(config)
    {
        struct test_run run;
        uint32_t found[2];

        test_run_init(&run, &c.t, config);
        for (uint32_t n = 0; n < 3; n++) {
            /* In the second run lane 0 leaves a value behind. */
            for (uint32_t i = 0; i < config.lanes; i++) {
                test_input(&run, c.x)[i] = 0xdead0000 + n;
                test_input(&run, c.other)[i] = n == 1 || i != 0;
            }
            test_run(&run, UINT64_MAX);
            if (n == 1)
                assert_int_equal(test_output(&run, c.output)[2], 0xdead0001);
            else
                found[n / 2] = test_output(&run, c.output)[2];
        }
        assert_int_equal(found[0], found[1]);
        test_run_finish(&run);
    }
    test_shader_finish(&c.t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_votes),        cmocka_unit_test(test_vote_eq),
        cmocka_unit_test(test_ballot),       cmocka_unit_test(test_divergent),
        cmocka_unit_test(test_no_leftovers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
