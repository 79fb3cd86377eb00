/* SPDX-License-Identifier: MIT
 *
 * Every atomic on every type and kind of memory, where lanes meet in one place, lie outside, are
 * inactive or are helpers, and where groups of several threads meet.
 */
#include "interp_test.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum memory { memory_buffer, memory_shared, memory_global, memory_count };

#define ADDRESS UINT64_C(0x7000000000)
#define WORDS 8 /* Of 8 bytes. */

/* ---- what is expected, by formulas apart from ops.def ---- */

static uint64_t
applied(enum ir_op op, enum ir_type type, uint64_t old, uint64_t value, uint64_t comparator)
{
    const bool is_wide = ir_type_bits((ir_type_id)type) == 64;
    const int64_t a = is_wide ? (int64_t)old : (int32_t)(uint32_t)old;
    const int64_t b = is_wide ? (int64_t)value : (int32_t)(uint32_t)value;
    const double x = is_wide ? base_double_of_bits(old) : (double)base_float_of_bits((uint32_t)old);
    const double y =
        is_wide ? base_double_of_bits(value) : (double)base_float_of_bits((uint32_t)value);
    double r = 0;

    switch ((unsigned)op) {
    case ir_op_iadd:
        return is_wide ? old + value : (uint32_t)(old + value);
    case ir_op_imin:
        return a < b ? old : value;
    case ir_op_imax:
        return a > b ? old : value;
    case ir_op_umin:
        return old < value ? old : value;
    case ir_op_umax:
        return old > value ? old : value;
    case ir_op_iand:
        return old & value;
    case ir_op_ior:
        return old | value;
    case ir_op_ixor:
        return old ^ value;
    case ir_op_copy:
        return value;
    case ir_op_select:
        return old == comparator ? value : old;
    case ir_op_fadd:
        r = x + y;
        break;
    case ir_op_fmin:
        r = isnan(x) || y < x ? y : x;
        break;
    case ir_op_fmax:
        r = isnan(x) || y > x ? y : x;
        break;
    }
    return is_wide ? base_bits_of_double(r) : base_bits_of_float((float)r);
}

/* ---- one op ---- */

struct atomic_case {
    enum memory memory;
    enum ir_op op;
    enum ir_type type;
};

static const uint64_t values[] = {0,
                                  1,
                                  7,
                                  UINT64_MAX,
                                  UINT64_C(0x8000000080000000),
                                  UINT64_C(0x7fffffff7fffffff),
                                  UINT64_C(0x3ff000003f800000),
                                  UINT64_C(0xc00400005f000001),
                                  UINT64_C(0x7ff0000000000000),
                                  5};

static ir_ref
make_atomic(struct test_shader *t, const struct atomic_case *c, ir_ref offset, ir_ref value,
            ir_ref comparator)
{
    const uint32_t imm = IR_ATOMIC(c->op), extra = c->op == ir_op_select;
    const ir_type_id type = (ir_type_id)c->type;
    const ir_ref address = ir_build_iadd(&t->b, ir_build_const(&t->b, ir_type_i64, ADDRESS),
                                         ir_build_u2u(&t->b, ir_type_i64, offset));

    switch (c->memory) {
    case memory_buffer:
        return test_list(t, ir_op_atomic_buffer, type, imm, 3 + extra, offset,
                         ir_build_i32(&t->b, 0), value, comparator);
    case memory_shared:
        return test_list(t, ir_op_atomic_shared, type, imm, 2 + extra, offset, value, comparator);
    case memory_global:
    case memory_count:
        break;
    }
    return test_list(t, ir_op_atomic_global, type, imm, 2 + extra, address, value, comparator);
}

/* A shader of one atomic; whether its result is used or not. */
static uint32_t
make_shader(struct test_shader *t, const struct atomic_case *c, uint32_t inputs[3], bool is_used)
{
    const struct ir_buffer buffer = {.kind = ir_buffer_storage, .count = 1};
    const struct ir_array array = {
        .type = c->type == ir_type_f32 || c->type == ir_type_i32 ? ir_type_i64 : c->type,
        .count = BASE_COUNT(values),
        .init = values};
    const bool is_wide = ir_type_bits((ir_type_id)c->type) == 64;
    ir_ref x[3];

    test_shader_init(t, ir_stage_fragment);
    ir_add_buffer(t->shader, &buffer);
    ir_add_array(t->shader, &array);
    for (uint32_t i = 0; i < 3; i++) {
        inputs[i] = test_add_input(t, ir_type_i32);
        x[i] = test_load(t, ir_type_i32, inputs[i]);
    }
    for (uint32_t i = 1; i < 3; i++) {
        x[i] = ir_build_op(&t->b, ir_op_load_array, (ir_type_id)array.type, x[i], 0, 0);
        if (!is_wide)
            x[i] = ir_build_bitcast(&t->b, c->type, ir_build_u2u(&t->b, ir_type_i32, x[i]));
    }
    const ir_ref old = make_atomic(t, c, x[0], x[1], x[2]);
    return is_used ? test_output_bits(t, old) : 0;
}

static uint64_t
read_word(const uint64_t *memory, uint32_t offset, bool is_wide)
{
    uint32_t word;

    if (is_wide)
        return memory[offset / 8];
    memcpy(&word, (const char *)memory + offset / 4 * 4, 4);
    return word;
}

static void
write_word(uint64_t *memory, uint32_t offset, bool is_wide, uint64_t bits)
{
    const uint32_t word = (uint32_t)bits;

    if (is_wide)
        memory[offset / 8] = bits;
    else
        memcpy((char *)memory + offset / 4 * 4, &word, 4);
}

/* Are they the same bits or, of floats, the same number or both none? Which NaN and which zero a
 * minimum is, is open. */
static bool
is_same(uint64_t a, uint64_t b, enum ir_type type)
{
    const bool is_double = type == ir_type_f64;
    const double x = is_double ? base_double_of_bits(a) : (double)base_float_of_bits((uint32_t)a);
    const double y = is_double ? base_double_of_bits(b) : (double)base_float_of_bits((uint32_t)b);

    return a == b || (ir_type_is_float((ir_type_id)type) && (x == y || (isnan(x) && isnan(y))));
}

/* Runs a group and, lane by lane in order, what it should do. */
static void
check_run(const struct atomic_case *c, struct test_run *run, const uint32_t inputs[3],
          uint64_t *memory, size_t size, uint32_t output)
{
    const bool is_wide = ir_type_bits((ir_type_id)c->type) == 64;
    const uint64_t writers = run->group.active & ~run->group.helpers;
    uint64_t expected[WORDS];

    memcpy(expected, memory, sizeof(expected));
    test_run(run, run->group.active);
    for (uint32_t i = 0; i < run->lanes; i++) {
        const uint32_t offset = test_input(run, inputs[0])[i];
        const uint64_t value = values[test_input(run, inputs[1])[i]];
        const uint64_t comparator = values[test_input(run, inputs[2])[i]];
        const bool is_inside =
            offset < size &&
            size - offset / (is_wide ? 8 : 4) * (is_wide ? 8 : 4) >= (is_wide ? 8 : 4);
        const bool is_on = is_inside && writers >> i & 1;
        const uint64_t old = is_on ? read_word(expected, offset, is_wide) : 0;

        if (is_on)
            write_word(expected, offset, is_wide,
                       applied(c->op, c->type, old, is_wide ? value : (uint32_t)value,
                               is_wide ? comparator : (uint32_t)comparator));
        const uint64_t found = test_output(run, output)[i] |
                               (is_wide ? (uint64_t)test_output(run, output + 1)[i] << 32 : 0);
        if (run->group.active >> i & 1)
            assert_true(is_same(found, old, c->type));
    }
    for (uint32_t at = 0; at < 8 * WORDS; at += is_wide ? 8 : 4) {
        assert_true(
            is_same(read_word(memory, at, is_wide), read_word(expected, at, is_wide), c->type));
    }
}

static void
bind(struct test_run *run, struct cpu_buffers *buffers, struct cpu_buffer_view *view,
     struct cpu_range *range, uint64_t *memory, size_t size)
{
    *view = (struct cpu_buffer_view){memory, size, true};
    *buffers = (struct cpu_buffers){view, 1};
    *range = (struct cpu_range){ADDRESS, *view};
    run->resources.buffers = buffers;
    run->resources.ranges = range;
    run->resources.range_count = 1;
    run->group.shared = memory;
}

static void
check_atomic(const struct atomic_case *c)
{
    const size_t size = c->memory == memory_shared ? 8 * WORDS : 8 * WORDS - 3;
    struct test_shader t_, *t = &t_;
    uint32_t inputs[3];

    const uint32_t output = make_shader(t, c, inputs, true);
    if (c->memory != memory_shared)
        test_verify(t);
    t->shader->shared_size = 8 * WORDS;
    EACH_CONFIG(config)
    {
        _Alignas(16) uint64_t memory[WORDS];
        struct cpu_buffer_view view;
        struct cpu_buffers buffers;
        struct cpu_range range;
        uint64_t random = 3;
        struct test_run run;

        test_run_init(&run, t, config);
        bind(&run, &buffers, &view, &range, memory, size);
        for (uint32_t n = 0; n < 12; n++) {
            for (uint32_t i = 0; i < WORDS; i++)
                memory[i] = values[test_random(&random) % BASE_COUNT(values)];
            for (uint32_t i = 0; i < config.lanes; i++) {
                /* All in one place, in some places, and outside. */
                test_input(&run, inputs[0])[i] =
                    n < 4 ? 12 * n : test_random(&random) % (8 * WORDS + 8) - (n == 11);
                test_input(&run, inputs[1])[i] = test_random(&random) % BASE_COUNT(values);
                test_input(&run, inputs[2])[i] = test_random(&random) % BASE_COUNT(values);
            }
            run.group.active = n % 3 ? UINT64_MAX : UINT64_C(0x100000001) * (n + 1) * 0x71357;
            run.group.helpers = n % 2 ? run.group.active & UINT64_C(0x8421842184218421) : 0;
            check_run(c, &run, inputs, memory, size, output);
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_atomics(void **state)
{
    uint32_t count = 0;
    (void)state;

    for (enum memory memory = 0; memory < memory_count; memory++)
        for (enum ir_op op = 0; op < ir_op_count; op++)
            for (enum ir_type type = ir_type_i8; type < ir_type_count; type++) {
                const struct atomic_case c = {memory, op, type};

                if (!ir_atomic_has(op, type))
                    continue;
                check_atomic(&c);
                count++;
            }
    /* Ten ops of integers of two widths, four of floats of two. */
    assert_int_equal(count, 3 * (2 * 10 + 2 * 4));
}

/* Atomics are done though nobody uses what they give. */
static void
test_unused(void **state)
{
    const struct atomic_case c = {memory_buffer, ir_op_iadd, ir_type_i32};
    struct test_shader t_, *t = &t_;
    uint32_t inputs[3];
    (void)state;

    make_shader(t, &c, inputs, false);
    test_verify(t);
    EACH_CONFIG(config)
    {
        _Alignas(16) uint64_t memory[WORDS] = {0};
        struct cpu_buffer_view view;
        struct cpu_buffers buffers;
        struct cpu_range range;
        struct test_run run;

        test_run_init(&run, t, config);
        bind(&run, &buffers, &view, &range, memory, sizeof(memory));
        for (uint32_t i = 0; i < config.lanes; i++)
            test_input(&run, inputs[1])[i] = 1;
        test_run(&run, UINT64_MAX);
        assert_int_equal(memory[0], config.lanes);
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* ---- threads ---- */

#define THREADS 4
#define ROUNDS 500

struct counting {
    struct test_shader *t;
    const struct cpu_program *program;
    const struct cpu_resources *resources;
};

static void *
count_up(void *data)
{
    const struct counting *counting = data;
    void *scratch = aligned_alloc(64, cpu_program_scratch_size(counting->program));
    struct cpu_group group = {
        .active = UINT64_MAX, .resources = counting->resources, .scratch = scratch};

    if (!scratch)
        return data;
    cpu_program_scratch_init(counting->program, scratch);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        group.steps = UINT64_MAX;
        if (cpu_program_run(counting->program, &group) != cpu_run_done)
            break;
    }
    free(scratch);
    return NULL;
}

/* Sums of integers and of floats, whole ones so that their order does not matter. Beside them a
 * load and a store that all threads do at once: they do not tear. */
static void
test_threads(void **state)
{
    const struct ir_buffer buffer = {.kind = ir_buffer_storage, .count = 1};
    _Alignas(16) uint64_t memory[WORDS] = {0};
    const struct cpu_buffer_view view = {memory, sizeof(memory), true};
    const struct cpu_buffers buffers = {&view, 1};
    const struct cpu_resources resources = {.buffers = &buffers};
    struct test_shader t_, *t = &t_;
    pthread_t threads[THREADS];
    (void)state;

    test_shader_init(t, ir_stage_compute);
    ir_add_buffer(t->shader, &buffer);
    const ir_ref zero = ir_build_i32(&t->b, 0);
    test_list(t, ir_op_atomic_buffer, ir_type_i64, IR_ATOMIC(ir_op_iadd), 3, zero, zero,
              ir_build_const(&t->b, ir_type_i64, 1));
    test_list(t, ir_op_atomic_buffer, ir_type_f32, IR_ATOMIC(ir_op_fadd), 3, ir_build_i32(&t->b, 8),
              zero, ir_build_f32(&t->b, 1));
    test_list(t, ir_op_atomic_buffer, ir_type_i32, IR_ATOMIC(ir_op_umax), 3,
              ir_build_i32(&t->b, 12), zero, test_lane(t));
    const ir_ref old = ir_build_load_buffer(&t->b, ir_type_i64, 0, ir_build_i32(&t->b, 16));
    /* Both halves are the same, or else something was torn. */
    const ir_ref halves = ir_build_ieq(
        &t->b, ir_build_u2u(&t->b, ir_type_i32, old),
        ir_build_u2u(&t->b, ir_type_i32,
                     ir_build_ushr(&t->b, old, ir_build_const(&t->b, ir_type_i64, 32))));
    test_list(t, ir_op_store_buffer, ir_type_void, 0, 3, ir_build_i32(&t->b, 16), zero,
              ir_build_imul(&t->b, ir_build_u2u(&t->b, ir_type_i64, test_lane(t)),
                            ir_build_const(&t->b, ir_type_i64, UINT64_C(0x100000001))));
    test_list(t, ir_op_atomic_buffer, ir_type_i32, IR_ATOMIC(ir_op_iadd), 3,
              ir_build_i32(&t->b, 24), zero,
              ir_build_select(&t->b, halves, zero, ir_build_i32(&t->b, 1)));
    test_verify(t);
    EACH_CONFIG(config)
    {
        const struct counting counting = {
            t, interp_create(t->shader, config.lanes, config.loops, &t->arena, &t->diags),
            &resources};
        const uint32_t all = config.lanes * THREADS * ROUNDS;
        void *failed;
        float sum;

        memset(memory, 0, sizeof(memory));
        for (uint32_t i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, count_up, (void *)&counting), 0);
        for (uint32_t i = 0; i < THREADS; i++) {
            pthread_join(threads[i], &failed);
            assert_null(failed);
        }
        assert_int_equal(memory[0], all);
        memcpy(&sum, &memory[1], sizeof(sum));
        assert_true(sum == (float)all);
        assert_int_equal(memory[1] >> 32, config.lanes - 1);
        assert_int_equal(memory[3], 0);
    }
    test_shader_finish(t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_unused),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
