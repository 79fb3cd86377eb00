/* SPDX-License-Identifier: MIT
 *
 * Inputs, outputs, buffers, arrays and textures as shaders reach them: at any offset, with nothing
 * bound, and lane by lane.
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

/* ---- buffers ---- */

struct buffer_case {
    uint32_t declared;
    size_t bound; /* Bytes; SIZE_MAX: nothing is bound. */
};

/* The offsets of this case whose four bytes all lie inside. */
static uint32_t
expect_load(const unsigned char *bytes, const struct buffer_case *c, uint32_t offset)
{
    const uint64_t bound = c->bound == SIZE_MAX ? 0 : c->bound;
    const uint64_t size = bound < c->declared ? bound : c->declared;
    uint32_t word = 0;

    if ((uint64_t)offset + 4 <= size)
        memcpy(&word, bytes + offset, 4);
    return word;
}

static void
check_buffer(const struct buffer_case *c)
{
    static const uint32_t offsets[] = {
        0,  4,  8,  1,  3,          12,         13,         14,         15,         16,        28,
        29, 32, 60, 61, 0x7fffffff, 0x80000000, 0xfffffff0, 0xfffffffc, 0xfffffffd, 0xffffffff};
    const struct ir_buffer buffer = {.size = c->declared};
    unsigned char *bytes = malloc(c->bound == SIZE_MAX || c->bound == 0 ? 1 : c->bound);
    struct test_shader t_, *t = &t_;
    uint32_t at[BASE_COUNT(offsets)];

    for (size_t i = 0; c->bound != SIZE_MAX && i < c->bound; i++)
        bytes[i] = (unsigned char)(i * 5 + 1);
    test_shader_init(t, ir_stage_vertex);
    ir_add_buffer(t->shader, &buffer);
    const uint32_t other = ir_add_buffer(t->shader, &buffer);
    const uint32_t input = test_add_input(t, ir_type_i32);
    const uint32_t dynamic =
        test_output_bits(t, ir_build_op(&t->b, ir_op_load_buffer, ir_type_i32,
                                        test_load(t, ir_type_i32, input), 0, other));
    for (uint32_t i = 0; i < BASE_COUNT(offsets); i++)
        at[i] = test_output_bits(t, ir_build_op(&t->b, ir_op_load_buffer, ir_type_f32,
                                                ir_build_i32(&t->b, offsets[i]), 0, other));
    test_verify(t);
    EACH_CONFIG(config)
    {
        const struct cpu_buffer_view views[2] = {
            {0}, {c->bound == SIZE_MAX ? NULL : bytes, c->bound == SIZE_MAX ? 64 : c->bound}};
        struct test_run run;

        test_run_init(&run, t, config);
        run.group.buffers = views;
        for (uint32_t first = 0; first < BASE_COUNT(offsets); first += config.lanes) {
            for (uint32_t i = 0; i < config.lanes; i++)
                test_input(&run, input)[i] = offsets[(first + i) % BASE_COUNT(offsets)];
            test_run(&run, UINT64_MAX);
            for (uint32_t i = 0; i < config.lanes; i++)
                assert_int_equal(test_output(&run, dynamic)[i],
                                 expect_load(bytes, c, test_input(&run, input)[i]));
            for (uint32_t i = 0; i < BASE_COUNT(offsets); i++)
                assert_int_equal(test_output(&run, at[i])[config.lanes - 1],
                                 expect_load(bytes, c, offsets[i]));
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
    free(bytes);
}

static void
test_buffers(void **state)
{
    static const struct buffer_case cases[] = {{64, 64},       {64, 62}, {64, 3},  {64, 0},
                                               {64, SIZE_MAX}, {16, 64}, {32, 31}, {64, 1000}};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(cases); i++)
        check_buffer(&cases[i]);
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

/* ---- textures ---- */

/* Three levels of one colour each, so that a sample tells its level. */
#define TEXEL(red) red, 0, 0, 255
#define FOUR_TEXELS(red) TEXEL(red), TEXEL(red), TEXEL(red), TEXEL(red)
static const unsigned char level_colours[] = {
    FOUR_TEXELS(0), FOUR_TEXELS(0), FOUR_TEXELS(0), FOUR_TEXELS(0), FOUR_TEXELS(51), TEXEL(102),
};
static const struct scene_texture level_texture = {
    scene_format_r8g8b8a8_unorm, 4, 4, 3, level_colours, sizeof(level_colours)};
static const struct scene_sampler level_sampler = {.mip = scene_filter_linear, .max_lod = 10};

/* Red, in fifths a level. */
static void
check_levels(enum ir_stage stage, uint32_t bits, float scale, float operand, float expected)
{
    const struct ir_texture texture = {.dim = ir_dim_2d};
    struct test_shader t_, *t = &t_;
    ir_ref x[3];

    test_shader_init(t, stage);
    ir_add_texture(t->shader, &texture);
    ir_add_texture(t->shader, &texture);
    const uint32_t u = test_add_input(t, ir_type_f32), v = test_add_input(t, ir_type_f32);
    x[0] = test_load(t, ir_type_f32, u);
    x[1] = test_load(t, ir_type_f32, v);
    x[2] = ir_build_f32(&t->b, operand);
    const ir_ref texel =
        ir_build_list(&t->b, ir_op_sample, IR_VEC(ir_type_f32, 4), x, bits ? 3 : 2, 1 | bits);
    const uint32_t red =
        test_output_bits(t, ir_build_op(&t->b, ir_op_extract, ir_type_f32, texel, 0, 0));
    const uint32_t alpha =
        test_output_bits(t, ir_build_op(&t->b, ir_op_extract, ir_type_f32, texel, 0, 3));
    test_verify(t);
    EACH_CONFIG(config)
    {
        struct cpu_texture_view views[2] = {{NULL, NULL}, {&level_texture, &level_sampler}};
        struct test_run run;

        test_run_init(&run, t, config);
        run.group.textures = views;
        for (uint32_t i = 0; i < config.lanes; i++) {
            /* Quads apart from one another, each with the same differences. */
            test_input(&run, u)[i] =
                base_bits_of_float(0.1f * (float)(i / 4) + scale * (float)(i % 2));
            test_input(&run, v)[i] = base_bits_of_float(scale * (float)(i % 4 / 2));
        }
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const float found = base_float_of_bits(test_output(&run, red)[i]) * 5;

            if (!(found > expected - 0.01f && found < expected + 0.01f))
                fail_msg("lane %u: found level %g, expected %g", i, (double)found,
                         (double)expected);
            assert_int_equal(test_output(&run, alpha)[i], base_bits_of_float(1));
        }
        /* Nothing is bound. */
        views[1] = views[0];
        test_run(&run, UINT64_MAX);
        assert_int_equal(test_output(&run, red)[1], 0);
        assert_int_equal(test_output(&run, alpha)[1], 0);
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_samples(void **state)
{
    (void)state;
    /* A difference of 1/2 is two texels. */
    check_levels(ir_stage_fragment, 0, 0.5f, 0, 1);
    check_levels(ir_stage_fragment, 0, 0.25f, 0, 0);
    check_levels(ir_stage_fragment, 0, 1.0f, 0, 2);
    check_levels(ir_stage_fragment, IR_SAMPLE_BIAS, 0.5f, 0.5f, 1.5f);
    check_levels(ir_stage_fragment, IR_SAMPLE_BIAS, 1.0f, -1.25f, 0.75f);
    check_levels(ir_stage_fragment, IR_SAMPLE_LOD, 0.5f, 0.25f, 0.25f);
    check_levels(ir_stage_fragment, IR_SAMPLE_LOD, 0.5f, 100, 2);
    check_levels(ir_stage_vertex, 0, 0.5f, 0, 0);
    check_levels(ir_stage_vertex, IR_SAMPLE_BIAS, 0.5f, 1.5f, 1.5f);
    check_levels(ir_stage_vertex, IR_SAMPLE_LOD, 0.5f, 0.75f, 0.75f);
}

/* ---- refusals ---- */

static void
test_refusals(void **state)
{
    static const enum ir_dim dims[] = {ir_dim_1d, ir_dim_3d, ir_dim_cube};
    static const uint32_t counts[] = {1, 3, 3};
    struct test_shader t_, *t = &t_;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(dims); i++) {
        const struct ir_texture texture = {.dim = dims[i]};
        ir_ref x[3];

        test_shader_init(t, ir_stage_fragment);
        t->shader->place_kind = QD_PLACE_TEXT;
        ir_add_texture(t->shader, &texture);
        for (uint32_t k = 0; k < 3; k++)
            x[k] = ir_build_f32(&t->b, (float)k);
        ir_build_place(&t->b, 17);
        const ir_ref texel =
            ir_build_list(&t->b, ir_op_sample, IR_VEC(ir_type_f32, 4), x, counts[i], 0);
        test_output_bits(t, ir_build_op(&t->b, ir_op_extract, ir_type_f32, texel, 0, 0));
        test_verify(t);
        assert_null(cpu_program_create(t->shader, 16, &t->arena, &t->diags));
        assert_int_equal(t->diags.list.count, 1);
        assert_int_equal(t->diags.list.data[0].code, QD_CODE_UNSUPPORTED);
        assert_int_equal(t->diags.list.data[0].place.line, 17);
        test_shader_finish(t);
    }

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
        cmocka_unit_test(test_components), cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_arrays),     cmocka_unit_test(test_constant_arrays),
        cmocka_unit_test(test_samples),    cmocka_unit_test(test_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
