/* SPDX-License-Identifier: MIT
 *
 * What belongs to a lane alone: inputs, outputs and arrays, at any index.
 */
#include "interp_test.h"

#include <stdlib.h>

/* ---- inputs, outputs, vectors ---- */

static void
test_components(void **state)
{
    struct test_shader t_, *t = &t_;
    ir_ref x[4];
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    test_add_input(t, ir_type_i32);
    const uint32_t input = test_add_input(t, ir_type_f32), output = test_add_output(t, ir_type_f32);
    const uint32_t lane_output = test_output_bits(t, test_lane(t));
    for (uint32_t i = 0; i < 4; i++)
        x[i] = ir_build_op(&t->b, ir_op_load_input, ir_type_f32, 0, 0, ir_io_imm(input, i));
    /* A vector's copy, and its components in reverse. */
    const ir_ref vec = ir_build_list(&t->b, ir_op_vec, IR_VEC(ir_type_f32, 4), x, 4, 0);
    const ir_ref copy = ir_build_op(&t->b, ir_op_copy, IR_VEC(ir_type_f32, 4), vec, 0, 0);
    for (uint32_t i = 0; i < 4; i++)
        ir_build_op(&t->b, ir_op_store_output, ir_type_void,
                    ir_build_op(&t->b, ir_op_extract, ir_type_f32, copy, 0, 3 - i), 0,
                    ir_io_imm(output, i));
    const uint32_t nothing =
        test_output_bits(t, ir_build_op(&t->b, ir_op_extract, ir_type_i64,
                                        ir_build_undef(&t->b, IR_VEC(ir_type_i64, 3)), 0, 2));
    test_verify(t);
    EACH_CONFIG(config)
    {
        struct test_run run;

        test_run_init(&run, t, config);
        for (uint32_t i = 0; i < 4 * config.lanes; i++)
            test_input(&run, input)[i] = 0x3f000000 + i;
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            for (uint32_t k = 0; k < 4; k++)
                assert_int_equal(test_output(&run, output)[k * config.lanes + i],
                                 0x3f000000 + (3 - k) * config.lanes + i);
            assert_int_equal(test_output(&run, lane_output)[i], i);
            assert_int_equal(test_output(&run, nothing)[i], 0);
            assert_int_equal(test_output(&run, nothing + 1)[i], 0);
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* ---- inputs at another place ---- */

struct asked {
    uint32_t lanes;
    uint32_t count;
};

/* Gives what tells of everything that it was asked. */
static void
interpolate(void *context, uint32_t imm, const struct cpu_interp_place *place, uint32_t *words)
{
    struct asked *asked = context;

    asked->count++;
    for (uint32_t i = 0; i < asked->lanes; i++) {
        words[i] = imm << 24 | (uint32_t)place->at << 16;
        if (place->at == cpu_interp_at_sample)
            words[i] |= place->samples[i];
        if (place->at == cpu_interp_at_offset)
            words[i] |= (uint32_t)(place->x[i] * 16) << 8 | (uint32_t)(place->y[i] * 16);
    }
}

static void
test_interpolation(void **state)
{
    struct test_shader t_, *t = &t_;
    uint32_t outputs[4];
    (void)state;

    test_shader_init(t, ir_stage_fragment);
    test_add_input(t, ir_type_f32);
    const uint32_t input = test_add_input(t, ir_type_f32), lane = test_add_input(t, ir_type_i32);
    const ir_ref id = test_load(t, ir_type_i32, lane), half = ir_build_f32(&t->b, 0.5f);
    outputs[0] = test_output_bits(
        t, ir_build_op(&t->b, ir_op_interp_centroid, ir_type_f32, 0, 0, ir_io_imm(input, 3)));
    outputs[1] = test_output_bits(
        t, ir_build_op(&t->b, ir_op_interp_sample, ir_type_f32, id, 0, ir_io_imm(input, 2)));
    outputs[2] = test_output_bits(
        t, ir_build_op(&t->b, ir_op_interp_offset, ir_type_f32,
                       ir_build_fmul(&t->b, ir_build_u2f(&t->b, ir_type_f32, id), half), half,
                       ir_io_imm(input, 1)));
    /* Offsets of other types. */
    outputs[3] = test_output_bits(
        t,
        ir_build_op(&t->b, ir_op_interp_offset, ir_type_f32, ir_build_u2f(&t->b, ir_type_f16, id),
                    ir_build_const(&t->b, ir_type_f64, UINT64_C(0x3fe8000000000000)),
                    ir_io_imm(input, 0)));
    test_verify(t);
    EACH_CONFIG(config)
    {
        struct asked asked = {config.lanes, 0};
        struct test_run run;

        test_run_init(&run, t, config);
        for (uint32_t i = 0; i < config.lanes; i++)
            test_input(&run, lane)[i] = i % 4;
        run.group.interpolate = interpolate;
        run.group.interpolate_context = &asked;
        test_run(&run, UINT64_MAX);
        assert_int_equal(asked.count, 4);
        for (uint32_t i = 0; i < config.lanes; i++) {
            assert_int_equal(test_output(&run, outputs[0])[i], 7 << 24);
            assert_int_equal(test_output(&run, outputs[1])[i], 6 << 24 | 1 << 16 | i % 4);
            assert_int_equal(test_output(&run, outputs[2])[i],
                             5 << 24 | 2 << 16 | (i % 4 * 8) << 8 | 8);
            assert_int_equal(test_output(&run, outputs[3])[i],
                             4 << 24 | 2 << 16 | (i % 4 * 16) << 8 | 12);
        }
        /* Nothing that evaluates. */
        run.group.interpolate = NULL;
        test_run(&run, UINT64_MAX);
        for (uint32_t k = 0; k < 4; k++)
            assert_int_equal(test_output(&run, outputs[k])[0], 0);
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* ---- built-ins ---- */

static void
test_builtins(void **state)
{
    const struct ir_io size = {
        .builtin = ir_builtin_subgroup_size, .type = ir_type_i32, .components = 1};
    struct test_shader t_, *t = &t_;
    (void)state;

    test_shader_init(t, ir_stage_compute);
    const uint32_t output =
        test_output_bits(t, test_load(t, ir_type_i32, ir_add_input(t->shader, &size)));
    EACH_CONFIG(config)
    {
        struct test_run run;

        test_run_init(&run, t, config);
        test_run(&run, UINT64_MAX);
        assert_int_equal(test_output(&run, output)[config.lanes - 1], config.lanes);
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* ---- arrays ---- */

#define ARRAY_COUNT 5

/* Stores x and x + 1 at two indices, one of them under a mask, and loads from a third; of each
 * type. A second run finds zeroes again. */
static void
check_array(enum ir_type type)
{
    const struct ir_array array = {.type = type, .count = ARRAY_COUNT};
    struct test_shader t_, *t = &t_;
    uint32_t inputs[4];
    ir_ref x[4];

    test_shader_init(t, ir_stage_vertex);
    ir_add_array(t->shader, &array);
    const uint32_t index = ir_add_array(t->shader, &array);
    for (uint32_t i = 0; i < 4; i++) {
        inputs[i] = test_add_input(t, ir_type_i32);
        x[i] = test_load(t, ir_type_i32, inputs[i]);
    }
    ir_ref value = x[0];
    if (type == ir_type_f16 || type == ir_type_f32 || type == ir_type_f64)
        value = ir_build_u2f(&t->b, type, value);
    else if (type != ir_type_i32)
        value = ir_build_u2u(&t->b, type, value);
    ir_build_op(&t->b, ir_op_store_array, ir_type_void, x[1], value, index);
    ir_build_if(&t->b, ir_build_ult(&t->b, x[0], ir_build_i32(&t->b, 50)));
    ir_build_op(&t->b, ir_op_store_array, ir_type_void, x[2], value, index);
    ir_build_else(&t->b);
    ir_build_endif(&t->b);
    ir_ref loaded[3] = {
        ir_build_op(&t->b, ir_op_load_array, (ir_type_id)type, x[3], 0, index),
        ir_build_op(&t->b, ir_op_load_array, (ir_type_id)type, ir_build_i32(&t->b, 3), 0, index),
        ir_build_op(&t->b, ir_op_load_array, (ir_type_id)type, ir_build_i32(&t->b, ARRAY_COUNT), 0,
                    index)};
    uint32_t outputs[3];
    for (uint32_t i = 0; i < 3; i++) {
        if (type == ir_type_f16 || type == ir_type_f32 || type == ir_type_f64)
            loaded[i] = ir_build_f2u(&t->b, ir_type_i32, loaded[i]);
        else if (type != ir_type_i32)
            loaded[i] = ir_build_u2u(&t->b, ir_type_i32, loaded[i]);
        outputs[i] = test_output_bits(t, loaded[i]);
    }
    test_verify(t);
    EACH_CONFIG(config)
    {
        static const uint32_t indices[] = {0, 3, 4, ARRAY_COUNT, 2, UINT32_MAX, 1, 0x80000000};
        uint64_t random = 1;
        struct test_run run;

        test_run_init(&run, t, config);
        for (uint32_t n = 0; n < 20; n++) {
            for (uint32_t i = 0; i < config.lanes; i++) {
                test_input(&run, inputs[0])[i] = test_random(&random) % 100;
                for (uint32_t k = 1; k < 4; k++)
                    test_input(&run, inputs[k])[i] = indices[test_random(&random) % 8];
            }
            test_run(&run, UINT64_MAX);
            for (uint32_t i = 0; i < config.lanes; i++) {
                uint32_t in[4], memory[ARRAY_COUNT] = {0};

                for (uint32_t k = 0; k < 4; k++)
                    in[k] = test_input(&run, inputs[k])[i];
                if (in[1] < ARRAY_COUNT)
                    memory[in[1]] = in[0];
                if (in[0] < 50 && in[2] < ARRAY_COUNT)
                    memory[in[2]] = in[0];
                assert_int_equal(test_output(&run, outputs[0])[i],
                                 in[3] < ARRAY_COUNT ? memory[in[3]] : 0);
                assert_int_equal(test_output(&run, outputs[1])[i], memory[3]);
                assert_int_equal(test_output(&run, outputs[2])[i], 0);
            }
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_arrays(void **state)
{
    (void)state;
    for (enum ir_type type = ir_type_i8; type < ir_type_count; type++)
        check_array(type);
}

static void
test_constant_arrays(void **state)
{
    static const uint64_t words[] = {0x1122334455667788, 2, 0xffffffffffffffff, 0x8000000000000000};
    static const enum ir_type types[] = {ir_type_i8, ir_type_i16, ir_type_i32, ir_type_i64};
    (void)state;

    for (uint32_t n = 0; n < BASE_COUNT(types); n++) {
        const unsigned bits = ir_type_bits((ir_type_id)types[n]);
        uint64_t init[4];
        struct test_shader t_, *t = &t_;

        for (uint32_t i = 0; i < 4; i++)
            init[i] = bits == 64 ? words[i] : words[i] & ((UINT64_C(1) << bits) - 1);
        const struct ir_array array = {.type = types[n], .count = 4, .init = init};
        test_shader_init(t, ir_stage_vertex);
        ir_add_array(t->shader, &array);
        const uint32_t input = test_add_input(t, ir_type_i32);
        const uint32_t output =
            test_output_bits(t, ir_build_op(&t->b, ir_op_load_array, (ir_type_id)types[n],
                                            test_load(t, ir_type_i32, input), 0, 0));
        const uint32_t fixed =
            test_output_bits(t, ir_build_op(&t->b, ir_op_load_array, (ir_type_id)types[n],
                                            ir_build_i32(&t->b, 3), 0, 0));
        test_verify(t);
        EACH_CONFIG(config)
        {
            struct test_run run;

            test_run_init(&run, t, config);
            for (uint32_t i = 0; i < config.lanes; i++)
                test_input(&run, input)[i] = i % 6;
            test_run(&run, UINT64_MAX);
            for (uint32_t i = 0; i < config.lanes; i++) {
                const uint64_t expected = i % 6 < 4 ? init[i % 6] : 0;

                assert_int_equal(test_output(&run, output)[i], (uint32_t)expected);
                assert_int_equal(test_output(&run, fixed)[i], (uint32_t)init[3]);
                if (bits == 64)
                    assert_int_equal(test_output(&run, output + 1)[i], (uint32_t)(expected >> 32));
            }
            test_run_finish(&run);
        }
        test_shader_finish(t);
    }
}

/* ---- refusals ---- */

static void
test_refusals(void **state)
{
    struct test_shader t_, *t = &t_;
    (void)state;

    /* 4 Mi elements of 8 bytes: 128 MiB for 4 lanes, 512 MiB for 16. */
    const struct ir_array array = {.type = ir_type_i64, .count = 1 << 22};
    test_shader_init(t, ir_stage_vertex);
    ir_add_array(t->shader, &array);
    test_verify(t);
    assert_non_null(cpu_program_create(t->shader, 4, &t->arena, &t->diags));
    assert_int_equal(t->diags.list.count, 0);
    assert_null(cpu_program_create(t->shader, 16, &t->arena, &t->diags));
    assert_int_equal(t->diags.list.count, 1);
    assert_int_equal(t->diags.list.data[0].code, QD_CODE_LIMIT);
    test_shader_finish(t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_components),      cmocka_unit_test(test_interpolation),
        cmocka_unit_test(test_builtins),        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_constant_arrays), cmocka_unit_test(test_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
