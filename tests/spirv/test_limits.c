/* SPDX-License-Identifier: MIT
 *
 * Large modules, and what is too large.
 */
#include "spirv/spirv_priv.h"
#include "spirv_test.h"

#define BOUND_WORD 3

/* More constants than the room before the function was made for, so that it moves. */
static void
test_room(void **state)
{
    struct spirv_test t;
    const struct ir_buffer buffer = {
        .name = "const0", .set = 0, .binding = 0, .size = 1 << 20, .count = 1};
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const uint32_t index = ir_add_buffer(t.shader, &buffer);
    static uint64_t init[20000];
    for (uint32_t i = 0; i < BASE_COUNT(init); i++)
        init[i] = i * UINT64_C(0x9e3779b97f4a7c15);
    const struct ir_array array = {"big", ir_type_i64, BASE_COUNT(init), init};
    const uint32_t big = ir_add_array(t.shader, &array);
    const ir_ref place = ir_build_f2u(&t.b, ir_type_i32, spirv_test_take(&t, 0));
    const ir_ref element = ir_build_op(&t.b, ir_op_load_array, ir_type_i64, place, 0, big);
    ir_ref sum = ir_build_u2f(&t.b, ir_type_f32, element);
    for (uint32_t i = 0; i < 1000; i++)
        sum = ir_build_fadd(
            &t.b, sum, ir_build_load_buffer(&t.b, ir_type_f32, index, ir_build_i32(&t.b, 68 * i)));
    spirv_test_give(&t, sum);
    for (unsigned target = 0; target < spirv_target_count; target++) {
        const struct spirv_module module = spirv_test_write(&t, (enum spirv_target)target);

        assert_true(spirv_test_count(&module, SpvOpConstant) > BASE_COUNT(init));
    }
    spirv_test_end(&t);
}

/* An array of i32 and what stands at its first element. */
static struct spirv_module
write_array(struct spirv_test *t, const uint64_t *init, uint32_t count)
{
    const struct ir_array array = {"array", ir_type_i32, count, init};

    SPIRV_TEST_START(t, ir_stage_vertex);
    const uint32_t index = ir_add_array(t->shader, &array);
    const ir_ref place = ir_build_f2u(&t->b, ir_type_i32, spirv_test_take(t, 0));
    const ir_ref element = ir_build_op(&t->b, ir_op_load_array, ir_type_i32, place, 0, index);
    spirv_test_give(t, ir_build_bitcast(&t->b, ir_type_f32, element));
    return spirv_test_write(t, spirv_target_vulkan1_1);
}

/* Constants whose hashes are all the same, each twice: they are searched for only so far. */
static void
test_colliding_constants(void **state)
{
    enum { count = 300 };
    static uint64_t init[2 * count];
    struct spirv_test t;
    (void)state;

    struct spirv_module module = write_array(&t, init, BASE_COUNT(init));
    const uint32_t type = module.words[spirv_test_find(&module, SpvOpTypeInt, 0) + 1];
    const uint32_t few = spirv_test_count(&module, SpvOpConstant);
    spirv_test_end(&t);
    for (uint32_t bits = 1, found = 0; found < count; bits++) {
        if ((spirv_const_hash(type, bits) & 0x3ff) != 0)
            continue;
        init[found] = init[count + found] = bits;
        found++;
    }

    module = write_array(&t, init, BASE_COUNT(init));
    const size_t list = spirv_test_find(&module, SpvOpConstantComposite, 0);
    const uint32_t made = spirv_test_count(&module, SpvOpConstant) - few;
    assert_in_range(made, count + 100, 2 * count - 100);
    for (uint32_t i = 0; i < BASE_COUNT(init); i++) {
        const uint32_t operands[] = {type, module.words[list + 3 + i], (uint32_t)init[i]};

        assert_true(spirv_test_has(&module, SpvOpConstant, operands, BASE_COUNT(operands)));
    }
    spirv_test_end(&t);
}

static void
check_limit(struct spirv_test *t, const char *expected)
{
    const struct spirv_write_options options = {.target = spirv_target_vulkan1_1};
    struct spirv_module module;

    assert_true(ir_verify(t->shader, &t->diags));
    assert_false(spirv_write(t->shader, &options, &t->arena, &module, &t->diags));
    assert_null(module.words);
    assert_int_equal(t->diags.list.count, 1);
    assert_int_equal(t->diags.list.data[0].code, QD_CODE_LIMIT);
    assert_non_null(strstr(t->diags.list.data[0].message, expected));
}

/* Not validated: the validator's time grows with the cube of the depth, and more. */
static struct spirv_module
write_only(struct spirv_test *t)
{
    const struct spirv_write_options options = {.target = spirv_target_vulkan1_1};
    struct spirv_module module;

    assert_true(spirv_write(t->shader, &options, &t->arena, &module, &t->diags));
    assert_int_equal(t->diags.error_count, 0);
    return module;
}

static void
build_depth(struct spirv_test *t, uint32_t depth)
{
    const ir_ref condition = ir_build_flt(&t->b, spirv_test_take(t, 0), spirv_test_take(t, 1));

    for (uint32_t i = 0; i < depth; i++)
        ir_build_if(&t->b, condition);
    for (uint32_t i = 0; i < depth; i++)
        ir_build_endif(&t->b);
}

static void
test_depth(void **state)
{
    struct spirv_test good, bad;
    (void)state;

    SPIRV_TEST_START(&good, ir_stage_fragment);
    build_depth(&good, 1022);
    (void)write_only(&good);
    spirv_test_end(&good);
    SPIRV_TEST_START(&bad, ir_stage_fragment);
    build_depth(&bad, 1023);
    check_limit(&bad, "1022 regions");
    spirv_test_end(&bad);
}

static void
build_long_array(struct spirv_test *t, uint32_t count)
{
    static const uint64_t init[70000];
    const struct ir_array array = {"long", ir_type_i32, count, init};
    const uint32_t index = ir_add_array(t->shader, &array);
    const ir_ref place = ir_build_f2u(&t->b, ir_type_i32, spirv_test_take(t, 0));
    const ir_ref value = ir_build_op(&t->b, ir_op_load_array, ir_type_i32, place, 0, index);

    spirv_test_give(t, ir_build_u2f(&t->b, ir_type_f32, value));
}

static void
test_long_array(void **state)
{
    struct spirv_test good, bad;
    (void)state;

    SPIRV_TEST_START(&good, ir_stage_fragment);
    build_long_array(&good, 65531);
    (void)spirv_test_write(&good, spirv_target_vulkan1_0);
    spirv_test_end(&good);
    SPIRV_TEST_START(&bad, ir_stage_fragment);
    build_long_array(&bad, 65532);
    check_limit(&bad, "65531 elements of a constant array");
    spirv_test_end(&bad);
}

static void
build_edges(struct spirv_test *t, uint32_t edges)
{
    const ir_ref x = spirv_test_take(t, 0),
                 condition = ir_build_flt(&t->b, x, spirv_test_take(t, 1));
    const uint32_t variable = ir_build_variables(&t->b, 1, 32);

    ir_build_loop(&t->b);
    for (uint32_t i = 0; i < edges; i++) {
        ir_build_if(&t->b, condition);
        ir_build_write(&t->b, variable, ir_build_fadd(&t->b, x, x));
        ir_build_break(&t->b);
        ir_build_endif(&t->b);
    }
    ir_build_endloop(&t->b);
    spirv_test_give(t, ir_build_read(&t->b, variable, ir_type_f32));
}

static void
test_many_edges(void **state)
{
    struct spirv_test good, bad;
    (void)state;

    SPIRV_TEST_START(&good, ir_stage_fragment);
    build_edges(&good, 32766);
    const struct spirv_module module = write_only(&good);
    assert_int_equal(module.words[spirv_test_find(&module, SpvOpPhi, 0)] >> SpvWordCountShift,
                     65535);
    spirv_test_end(&good);
    SPIRV_TEST_START(&bad, ir_stage_fragment);
    build_edges(&bad, 32767);
    check_limit(&bad, "32767 edges");
    spirv_test_end(&bad);
}

static void
test_many_objects(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_vertex);
    for (uint32_t i = 0; i < 65001; i++) {
        const struct ir_buffer buffer = {
            .name = NULL, .set = 0, .binding = i, .size = 16, .count = 1};
        (void)ir_add_buffer(t.shader, &buffer);
    }
    check_limit(&t, "65000 inputs, outputs, buffers, images and samplers");
    spirv_test_end(&t);
}

/* Past what every host takes the module is written all the same. */
static void
test_id_bound(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    ir_ref x = spirv_test_take(&t, 0);
    for (uint32_t i = 0; i < 0x3fffff; i++)
        x = ir_build_fadd(&t.b, x, x);
    spirv_test_give(&t, x);
    const struct spirv_module module = write_only(&t);
    assert_int_equal(t.diags.warning_count, 1);
    assert_int_equal(t.diags.list.data[0].code, QD_CODE_SPIRV_ID_BOUND);
    assert_true(module.words[BOUND_WORD] > 0x3fffff);
    spirv_test_end(&t);
}

/* A budget that is too small ends at the catch point, wherever in the pass it runs out. */
static bool
fits_budget(struct spirv_test *t, size_t limit)
{
    const struct spirv_write_options options = {.target = spirv_target_vulkan1_1};
    struct spirv_module module;
    struct base_arena arena;

    base_arena_init(&arena, limit);
    if (BASE_ARENA_CATCH(&arena)) {
        assert_true(spirv_write(t->shader, &options, &arena, &module, &t->diags));
        assert_non_null(module.words);
    }
    const bool fits = arena.failure == base_arena_ok;
    base_arena_finish(&arena);
    return fits;
}

static void
build_long(struct spirv_test *t)
{
    ir_ref x = spirv_test_take(t, 0);

    for (uint32_t i = 0; i < 20000; i++)
        x = ir_build_fadd(&t->b, x, ir_build_f32(&t->b, (float)i));
    spirv_test_give(t, x);
}

static void
test_budget(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    build_long(&t);
    uint32_t failures = 0;
    for (size_t limit = 1000; !fits_budget(&t, limit); limit += limit / 8)
        failures++;
    assert_true(failures > 30);
    spirv_test_end(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_room),       cmocka_unit_test(test_colliding_constants),
        cmocka_unit_test(test_depth),      cmocka_unit_test(test_long_array),
        cmocka_unit_test(test_many_edges), cmocka_unit_test(test_many_objects),
        cmocka_unit_test(test_id_bound),   cmocka_unit_test(test_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
