/* SPDX-License-Identifier: MIT
 *
 * Loads and stores of what lanes share: at any offset, element and address, of every type, with
 * nothing bound, and lane by lane.
 */
#include "interp_test.h"

#include <stdlib.h>

/* Around every place where an access may cross an end, by 8 bytes at most. */
static const uint32_t offsets[] = {
    0,  1,          3,          4,          7,          8,          12,         13,        14,
    15, 16,         28,         31,         32,         40,         47,         48,        55,
    56, 57,         58,         59,         60,         61,         62,         63,        64,
    65, 0x7fffffff, 0x80000000, 0xfffffff0, 0xfffffff8, 0xfffffffc, 0xfffffffe, 0xffffffff};

/* ---- single elements, by hand ---- */

static size_t
bytes_of(enum ir_type type)
{
    return ir_type_bits((ir_type_id)type) / 8;
}

/* The element that lies at an offset, rounded down; NULL if it does not lie in size bytes. */
static unsigned char *
element_at(unsigned char *data, size_t size, uint64_t offset, enum ir_type type)
{
    const uint64_t at = offset - offset % bytes_of(type);

    return at <= size && size - at >= bytes_of(type) ? data + at : NULL;
}

static uint64_t
read_element(unsigned char *data, size_t size, uint64_t offset, enum ir_type type)
{
    const unsigned char *element = element_at(data, size, offset, type);
    uint64_t bits = 0;

    for (size_t i = 0; element && i < bytes_of(type); i++)
        bits |= (uint64_t)element[i] << 8 * i;
    return bits;
}

static void
write_element(unsigned char *data, size_t size, uint64_t offset, enum ir_type type, uint64_t bits)
{
    unsigned char *element = element_at(data, size, offset, type);

    for (size_t i = 0; element && i < bytes_of(type); i++)
        element[i] = (unsigned char)(bits >> 8 * i);
}

static void
fill_bytes(unsigned char *data, size_t size, unsigned seed)
{
    for (size_t i = 0; i < size; i++)
        data[i] = (unsigned char)(i * 5 + seed);
}

/* What a lane stores. */
static uint64_t
stored_by(uint32_t lane, enum ir_type type)
{
    const uint64_t word = UINT64_C(0x8182838485868701) + 3 * lane;

    return bytes_of(type) == 8 ? word : word & ((UINT64_C(1) << 8 * bytes_of(type)) - 1);
}

static ir_ref
make_stored(struct test_shader *t, enum ir_type type)
{
    static const enum ir_type ints[] = {ir_type_i8, ir_type_i16, ir_type_i32, ir_type_i64};
    struct ir_builder *b = &t->b;
    const ir_ref lane = ir_build_u2u(b, ir_type_i64, test_lane(t));
    ir_ref value = ir_build_iadd(b, ir_build_const(b, ir_type_i64, UINT64_C(0x8182838485868701)),
                                 ir_build_imul(b, lane, ir_build_const(b, ir_type_i64, 3)));

    for (unsigned i = 0; i < BASE_COUNT(ints); i++)
        if (bytes_of(ints[i]) == bytes_of(type))
            value = ir_build_bitcast(b, type, i == 3 ? value : ir_build_u2u(b, ints[i], value));
    return value;
}

static void
check_loaded(const struct test_run *run, uint32_t output, uint32_t lane, enum ir_type type,
             uint64_t expected)
{
    assert_int_equal(test_output(run, output)[lane], (uint32_t)expected);
    if (bytes_of(type) == 8)
        assert_int_equal(test_output(run, output + 1)[lane], (uint32_t)(expected >> 32));
}

/* ---- buffers ---- */

#define SIZE 64

struct buffer_case {
    enum ir_buffer_kind kind;
    uint32_t declared;
    size_t bound; /* Bytes; SIZE_MAX: nothing is bound. */
};

/* As far as accesses may reach. */
static size_t
reach_of(const struct buffer_case *c)
{
    const size_t bound = c->bound == SIZE_MAX ? 0 : c->bound;

    return c->kind == ir_buffer_uniform && bound > c->declared ? c->declared : bound;
}

/* Loads at an offset that each lane has its own of, at one that all lanes have, and at those that
 * are constants. */
static void
check_loads(const struct buffer_case *c, enum ir_type type)
{
    const struct ir_buffer buffer = {.kind = c->kind, .size = c->declared, .count = 1};
    _Alignas(16) unsigned char bytes[SIZE * 2];
    uint32_t at[BASE_COUNT(offsets)];
    struct test_shader t_, *t = &t_;

    fill_bytes(bytes, sizeof(bytes), 1);
    test_shader_init(t, ir_stage_vertex);
    ir_add_buffer(t->shader, &buffer);
    const uint32_t other = ir_add_buffer(t->shader, &buffer);
    const uint32_t own = test_add_input(t, ir_type_i32), same = test_add_input(t, ir_type_i32);
    const uint32_t own_output = test_output_bits(
        t, ir_build_load_buffer(&t->b, type, other, test_load(t, ir_type_i32, own)));
    const uint32_t same_output = test_output_bits(
        t, ir_build_load_buffer(&t->b, type, other, test_load(t, ir_type_i32, same)));
    for (uint32_t i = 0; i < BASE_COUNT(offsets); i++)
        at[i] = test_output_bits(
            t, ir_build_load_buffer(&t->b, type, other, ir_build_i32(&t->b, offsets[i])));
    test_verify(t);
    EACH_CONFIG(config)
    {
        const struct cpu_buffer_view views[2] = {
            {0}, {c->bound == SIZE_MAX ? NULL : bytes, c->bound == SIZE_MAX ? 64 : c->bound, 0}};
        const struct cpu_buffers buffers[2] = {{&views[0], 1}, {&views[1], 1}};
        const size_t reach = reach_of(c);
        struct test_run run;

        test_run_init(&run, t, config);
        run.resources.buffers = buffers;
        for (uint32_t first = 0; first < BASE_COUNT(offsets); first += config.lanes) {
            for (uint32_t i = 0; i < config.lanes; i++) {
                test_input(&run, own)[i] = offsets[(first + i) % BASE_COUNT(offsets)];
                test_input(&run, same)[i] = offsets[first];
            }
            test_run(&run, UINT64_MAX);
            for (uint32_t i = 0; i < config.lanes; i++) {
                check_loaded(&run, own_output, i, type,
                             read_element(bytes, reach, test_input(&run, own)[i], type));
                check_loaded(&run, same_output, i, type,
                             read_element(bytes, reach, offsets[first], type));
            }
        }
        for (uint32_t i = 0; i < BASE_COUNT(offsets); i++)
            check_loaded(&run, at[i], config.lanes - 1, type,
                         read_element(bytes, reach, offsets[i], type));
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_loads(void **state)
{
    static const struct buffer_case cases[] = {
        {ir_buffer_uniform, 64, 64},     {ir_buffer_uniform, 64, 62},
        {ir_buffer_uniform, 64, 3},      {ir_buffer_uniform, 64, 0},
        {ir_buffer_uniform, 16, 64},     {ir_buffer_uniform, 32, 31},
        {ir_buffer_uniform, 64, 128},    {ir_buffer_storage, 0, 64},
        {ir_buffer_storage, 0, 61},      {ir_buffer_storage, 0, 7},
        {ir_buffer_storage, 0, 0},       {ir_buffer_uniform, 64, SIZE_MAX},
        {ir_buffer_storage, 0, SIZE_MAX}};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(cases); i++)
        for (enum ir_type type = ir_type_i8; type < ir_type_count; type++)
            check_loads(&cases[i], type);
}

/* Stores of all lanes, of those of a mask, of helpers, and where nothing may be written. Lanes that
 * meet in one place store in their order. */
static void
check_stores(enum ir_type type, size_t size, bool is_writable)
{
    const struct ir_buffer buffer = {.kind = ir_buffer_storage, .count = 1};
    struct test_shader t_, *t = &t_;

    test_shader_init(t, ir_stage_fragment);
    ir_add_buffer(t->shader, &buffer);
    const uint32_t input = test_add_input(t, ir_type_i32), flag = test_add_input(t, ir_type_i32);
    ir_build_if(&t->b,
                ir_build_ine(&t->b, test_load(t, ir_type_i32, flag), ir_build_i32(&t->b, 0)));
    test_list(t, ir_op_store_buffer, ir_type_void, 0, 3, test_load(t, ir_type_i32, input),
              ir_build_i32(&t->b, 0), make_stored(t, type));
    ir_build_else(&t->b);
    ir_build_endif(&t->b);
    test_verify(t);
    EACH_CONFIG(config)
    {
        _Alignas(16) unsigned char bytes[SIZE], expected[SIZE];
        const struct cpu_buffer_view view = {bytes, size, is_writable};
        const struct cpu_buffers buffers = {&view, 1};
        uint64_t random = size;
        struct test_run run;

        test_run_init(&run, t, config);
        run.resources.buffers = &buffers;
        for (uint32_t n = 0; n < 40; n++) {
            const uint64_t active = n < 4 ? UINT64_MAX : UINT64_C(0x100000001) * n * 0x1357;
            const uint64_t helpers = n % 2 ? active & UINT64_C(0x8421842184218421) : 0;

            fill_bytes(bytes, sizeof(bytes), n);
            fill_bytes(expected, sizeof(expected), n);
            for (uint32_t i = 0; i < config.lanes; i++) {
                const uint32_t offset = offsets[test_random(&random) % BASE_COUNT(offsets)];
                const bool is_on = n == 0 || test_random(&random) % 4 != 0;

                test_input(&run, input)[i] = offset;
                test_input(&run, flag)[i] = is_on;
                if (is_writable && is_on && (active & ~helpers) >> i & 1)
                    write_element(expected, size, offset, type, stored_by(i, type));
            }
            run.group.helpers = helpers;
            test_run(&run, active);
            assert_memory_equal(bytes, expected, sizeof(bytes));
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_stores(void **state)
{
    static const size_t sizes[] = {64, 61, 8, 3, 0};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(sizes); i++)
        for (enum ir_type type = ir_type_i8; type < ir_type_count; type++)
            check_stores(type, sizes[i], true);
    check_stores(ir_type_i32, 64, false);
}

/* ---- arrays of descriptors ---- */

#define ELEMENTS 3

/* Element 1 has no memory. */
static void
test_elements(void **state)
{
    static const uint32_t elements[] = {0, 2, 1, 3, 2, 0, UINT32_MAX, 0x80000000};
    static const size_t sizes[ELEMENTS] = {64, 0, 32};
    const struct ir_buffer buffer = {.kind = ir_buffer_storage, .count = ELEMENTS};
    struct test_shader t_, *t = &t_;
    (void)state;

    test_shader_init(t, ir_stage_vertex);
    ir_add_buffer(t->shader, &buffer);
    const uint32_t element_input = test_add_input(t, ir_type_i32);
    const ir_ref element = test_load(t, ir_type_i32, element_input), lane = test_lane(t);
    const ir_ref offset = ir_build_imul(&t->b, lane, ir_build_i32(&t->b, 4));
    const uint32_t old =
        test_output_bits(t, ir_build_op(&t->b, ir_op_load_buffer, ir_type_i32, offset, element, 0));
    test_list(t, ir_op_store_buffer, ir_type_void, IR_MEMORY_NON_UNIFORM, 3, offset, element, lane);
    const uint32_t size =
        test_output_bits(t, ir_build_op(&t->b, ir_op_buffer_size, ir_type_i32, element, 0, 0));
    const uint32_t fixed_size = test_output_bits(
        t, ir_build_op(&t->b, ir_op_buffer_size, ir_type_i32, ir_build_i32(&t->b, 2), 0, 0));
    const uint32_t outside =
        test_output_bits(t, ir_build_op(&t->b, ir_op_load_buffer, ir_type_i32,
                                        ir_build_i32(&t->b, 0), ir_build_i32(&t->b, ELEMENTS), 0));
    test_verify(t);
    EACH_CONFIG(config)
    {
        _Alignas(16) unsigned char bytes[2][SIZE], expected[2][SIZE];
        const struct cpu_buffer_view views[ELEMENTS] = {
            {bytes[0], sizes[0], true}, {NULL, 64, true}, {bytes[1], sizes[2], true}};
        const struct cpu_buffers buffers = {views, ELEMENTS};
        struct test_run run;

        test_run_init(&run, t, config);
        run.resources.buffers = &buffers;
        for (uint32_t k = 0; k < 2; k++) {
            fill_bytes(bytes[k], SIZE, k * 77);
            fill_bytes(expected[k], SIZE, k * 77);
        }
        for (uint32_t i = 0; i < config.lanes; i++)
            test_input(&run, element_input)[i] = elements[i % 8];
        test_run(&run, UINT64_MAX);
        for (uint32_t i = 0; i < config.lanes; i++) {
            const uint32_t own = elements[i % 8];
            const size_t own_size = own < ELEMENTS ? sizes[own] : 0;
            unsigned char *data = expected[own == 2];

            assert_int_equal(test_output(&run, old)[i],
                             read_element(data, own_size, 4 * (uint64_t)i, ir_type_i32));
            assert_int_equal(test_output(&run, size)[i], own_size);
            assert_int_equal(test_output(&run, fixed_size)[i], 32);
            assert_int_equal(test_output(&run, outside)[i], 0);
            write_element(data, own_size, 4 * (uint64_t)i, ir_type_i32, i);
        }
        assert_memory_equal(bytes, expected, sizeof(bytes));
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

/* ---- push constants ---- */

static void
check_push(enum ir_type type, uint32_t declared, uint32_t given)
{
    unsigned char bytes[SIZE + 1];
    uint32_t at[BASE_COUNT(offsets)];
    struct test_shader t_, *t = &t_;

    fill_bytes(bytes, sizeof(bytes), 9);
    test_shader_init(t, ir_stage_vertex);
    t->shader->push_size = declared;
    const uint32_t input = test_add_input(t, ir_type_i32);
    const uint32_t output =
        test_output_bits(t, ir_build_op(&t->b, ir_op_load_push, (ir_type_id)type,
                                        test_load(t, ir_type_i32, input), 0, 0));
    for (uint32_t i = 0; i < BASE_COUNT(offsets); i++)
        at[i] = test_output_bits(t, ir_build_op(&t->b, ir_op_load_push, (ir_type_id)type,
                                                ir_build_i32(&t->b, offsets[i]), 0, 0));
    test_verify(t);
    EACH_CONFIG(config)
    {
        const size_t reach = declared < given ? declared : given;
        struct test_run run;

        test_run_init(&run, t, config);
        /* At an odd address. */
        run.resources.push = given ? bytes + 1 : NULL;
        run.resources.push_size = given;
        for (uint32_t first = 0; first < BASE_COUNT(offsets); first += config.lanes) {
            for (uint32_t i = 0; i < config.lanes; i++)
                test_input(&run, input)[i] = offsets[(first + i) % BASE_COUNT(offsets)];
            test_run(&run, UINT64_MAX);
            for (uint32_t i = 0; i < config.lanes; i++)
                check_loaded(&run, output, i, type,
                             read_element(bytes + 1, reach, test_input(&run, input)[i], type));
        }
        for (uint32_t i = 0; i < BASE_COUNT(offsets); i++)
            check_loaded(&run, at[i], 0, type, read_element(bytes + 1, reach, offsets[i], type));
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_push(void **state)
{
    (void)state;
    for (enum ir_type type = ir_type_i8; type < ir_type_count; type++) {
        check_push(type, 64, 64);
        check_push(type, 64, 30);
        check_push(type, 15, 64);
        check_push(type, 64, 0);
        check_push(type, 0, 64);
    }
}

/* ---- shared memory ---- */

/* Each lane stores, then all load what another lane stored. */
static void
check_shared(enum ir_type type, uint32_t size)
{
    struct test_shader t_, *t = &t_;

    test_shader_init(t, ir_stage_compute);
    t->shader->shared_size = size;
    const uint32_t to = test_add_input(t, ir_type_i32), from = test_add_input(t, ir_type_i32);
    ir_build_op(&t->b, ir_op_store_shared, ir_type_void, test_load(t, ir_type_i32, to),
                make_stored(t, type), 0);
    const uint32_t output =
        test_output_bits(t, ir_build_op(&t->b, ir_op_load_shared, (ir_type_id)type,
                                        test_load(t, ir_type_i32, from), 0, 0));
    EACH_CONFIG(config)
    {
        uint64_t shared[SIZE / 8], random = size;
        unsigned char expected[SIZE];
        struct test_run run;

        test_run_init(&run, t, config);
        run.group.shared = shared;
        for (uint32_t n = 0; n < 20; n++) {
            const uint64_t active = n ? UINT64_C(0x100000001) * n * 0x71357 : UINT64_MAX;

            fill_bytes((unsigned char *)shared, SIZE, n);
            fill_bytes(expected, SIZE, n);
            for (uint32_t i = 0; i < config.lanes; i++) {
                test_input(&run, to)[i] = offsets[test_random(&random) % BASE_COUNT(offsets)];
                test_input(&run, from)[i] =
                    n % 3 ? offsets[test_random(&random) % BASE_COUNT(offsets)] : 4 * n;
                if (active >> i & 1)
                    write_element(expected, size, test_input(&run, to)[i], type,
                                  stored_by(i, type));
            }
            test_run(&run, active);
            assert_memory_equal(shared, expected, SIZE);
            for (uint32_t i = 0; i < config.lanes; i++)
                if (active >> i & 1)
                    check_loaded(&run, output, i, type,
                                 read_element(expected, size, test_input(&run, from)[i], type));
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_shared(void **state)
{
    (void)state;
    for (enum ir_type type = ir_type_i8; type < ir_type_count; type++) {
        check_shared(type, 64);
        check_shared(type, 29);
        check_shared(type, 0);
    }
}

/* ---- memory by address ---- */

#define RANGES 3

static const uint64_t firsts[RANGES] = {0x10, UINT64_C(0x100000000), UINT64_C(0xffffffffffff0000)};
static const size_t range_sizes[RANGES] = {64, 35, 64};
static const bool range_is_writable[RANGES] = {true, true, false};

static unsigned char *
address_at(unsigned char bytes[RANGES][SIZE], uint64_t address, enum ir_type type, bool is_write)
{
    for (uint32_t k = 0; k < RANGES; k++)
        if (address >= firsts[k] && address - firsts[k] < range_sizes[k])
            return is_write && !range_is_writable[k]
                       ? NULL
                       : element_at(bytes[k], range_sizes[k], address - firsts[k], type);
    return NULL;
}

static void
check_global(enum ir_type type)
{
    static const uint64_t addresses[] = {0,
                                         0xf,
                                         0x10,
                                         0x13,
                                         0x4f,
                                         0x50,
                                         0x48,
                                         0xffffffff,
                                         0x100000000,
                                         0x100000007,
                                         0x10000001f,
                                         0x100000020,
                                         0x100000022,
                                         0x100000023,
                                         0xffffffffffff0000,
                                         0xffffffffffff003f,
                                         0xffffffffffff0040,
                                         0xffffffffffffffff,
                                         0x8000000000000000};
    const struct ir_array array = {
        .type = ir_type_i64, .count = BASE_COUNT(addresses), .init = addresses};
    struct test_shader t_, *t = &t_;

    test_shader_init(t, ir_stage_compute);
    const uint32_t index = ir_add_array(t->shader, &array), to = test_add_input(t, ir_type_i32);
    const uint32_t from = test_add_input(t, ir_type_i32);
    const ir_ref to_address =
        ir_build_op(&t->b, ir_op_load_array, ir_type_i64, test_load(t, ir_type_i32, to), 0, index);
    const ir_ref from_address = ir_build_op(&t->b, ir_op_load_array, ir_type_i64,
                                            test_load(t, ir_type_i32, from), 0, index);
    ir_build_op(&t->b, ir_op_store_global, ir_type_void, to_address, make_stored(t, type), 0);
    const uint32_t output = test_output_bits(
        t, ir_build_op(&t->b, ir_op_load_global, (ir_type_id)type, from_address, 0, 0));
    EACH_CONFIG(config)
    {
        _Alignas(16) unsigned char bytes[RANGES][SIZE], expected[RANGES][SIZE];
        struct cpu_range ranges[RANGES];
        uint64_t random = 5;
        struct test_run run;

        for (uint32_t k = 0; k < RANGES; k++)
            ranges[k] =
                (struct cpu_range){firsts[k], {bytes[k], range_sizes[k], range_is_writable[k]}};
        test_run_init(&run, t, config);
        run.resources.ranges = ranges;
        run.resources.range_count = RANGES;
        for (uint32_t n = 0; n < 30; n++) {
            const uint64_t active = n ? UINT64_C(0x100000001) * n * 0x71357 : UINT64_MAX;
            const uint64_t helpers = n % 4 ? 0 : active & 0x55;

            fill_bytes(bytes[0], sizeof(bytes), n);
            fill_bytes(expected[0], sizeof(bytes), n);
            for (uint32_t i = 0; i < config.lanes; i++) {
                test_input(&run, to)[i] = test_random(&random) % BASE_COUNT(addresses);
                test_input(&run, from)[i] = test_random(&random) % BASE_COUNT(addresses);
                const uint64_t bits = stored_by(i, type);
                unsigned char *element =
                    address_at(expected, addresses[test_input(&run, to)[i]], type, true);
                if (element && (active & ~helpers) >> i & 1)
                    memcpy(element, &bits, bytes_of(type));
            }
            run.group.helpers = helpers;
            test_run(&run, active);
            assert_memory_equal(bytes, expected, sizeof(bytes));
            for (uint32_t i = 0; i < config.lanes; i++) {
                const unsigned char *element =
                    address_at(expected, addresses[test_input(&run, from)[i]], type, false);
                uint64_t bits = 0;

                if (element)
                    memcpy(&bits, element, bytes_of(type));
                if (active >> i & 1)
                    check_loaded(&run, output, i, type, bits);
            }
        }
        /* No memory at all. */
        run.resources.range_count = 0;
        test_run(&run, UINT64_MAX);
        assert_int_equal(test_output(&run, output)[0], 0);
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_global(void **state)
{
    (void)state;
    for (enum ir_type type = ir_type_i8; type < ir_type_count; type++)
        check_global(type);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loads),    cmocka_unit_test(test_stores),
        cmocka_unit_test(test_elements), cmocka_unit_test(test_push),
        cmocka_unit_test(test_shared),   cmocka_unit_test(test_global),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
