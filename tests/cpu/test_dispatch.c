/* SPDX-License-Identifier: MIT
 *
 * Dispatches: which invocations run with which built-ins, what workgroups share, barriers that all
 * reach and barriers that not all do, and bounds on how much may run.
 */
#include "cpu/cpu_priv.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define BYTES (1 << 20)

/* A compute shader with one storage buffer, and what it is dispatched with. */
struct kit {
    struct base_arena arena;
    struct base_diags diags;
    struct ir_shader *shader;
    struct ir_builder b;
    struct scene scene;
    struct scene_buffer buffers[2];
    struct scene_binding binding;
    struct scene_dispatch dispatch;
    uint64_t steps;
    const uint32_t *words; /* The buffer after the dispatch. */
};

static void
kit_init(struct kit *kit, uint32_t x, uint32_t y, uint32_t z)
{
    const struct ir_buffer buffer = {.kind = ir_buffer_storage, .count = 1};

    *kit = (struct kit){.steps = 1 << 20};
    base_arena_init(&kit->arena, 0);
    base_diags_init(&kit->diags, &kit->arena, "test");
    kit->shader = ir_shader_create(&kit->arena, ir_stage_compute, "cs");
    kit->shader->place_kind = QD_PLACE_TEXT;
    kit->shader->local_size[0] = x;
    kit->shader->local_size[1] = y;
    kit->shader->local_size[2] = z;
    ir_builder_init(&kit->b, kit->shader);
    ir_add_buffer(kit->shader, &buffer);
    kit->buffers[0].size = BYTES;
    kit->binding = (struct scene_binding){.kind = scene_binding_storage};
    kit->scene = (struct scene){.buffers = kit->buffers, .buffer_count = 2};
    kit->dispatch = (struct scene_dispatch){
        .shader = kit->shader, .groups = {1, 1, 1}, .inputs = {&kit->binding, 1, NULL, 0}};
}

static void
kit_finish(struct kit *kit)
{
    base_arena_finish(&kit->arena);
}

static ir_ref
load_builtin(struct kit *kit, enum ir_builtin builtin, uint32_t component)
{
    const struct ir_io io = {.builtin = builtin,
                             .type = ir_type_i32,
                             .components = ir_builtin_infos[builtin].components};
    uint32_t input = 0;

    while (input < kit->shader->inputs.count && kit->shader->inputs.data[input].builtin != builtin)
        input++;
    if (input == kit->shader->inputs.count)
        ir_add_input(kit->shader, &io);
    return ir_build_op(&kit->b, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(input, component));
}

static ir_ref
number(struct kit *kit, uint32_t value)
{
    return ir_build_i32(&kit->b, value);
}

/* The word of the buffer that a value names. */
static void
store(struct kit *kit, ir_ref index, ir_ref value)
{
    const ir_ref operands[3] = {ir_build_imul(&kit->b, index, number(kit, 4)), number(kit, 0),
                                value};

    ir_build_list(&kit->b, ir_op_store_buffer, ir_type_void, operands, 3, 0);
}

static void
store_shared(struct kit *kit, ir_ref index, ir_ref value)
{
    ir_build_op(&kit->b, ir_op_store_shared, ir_type_void,
                ir_build_imul(&kit->b, index, number(kit, 4)), value, 0);
}

static ir_ref
load_shared(struct kit *kit, ir_ref index)
{
    return ir_build_op(&kit->b, ir_op_load_shared, ir_type_i32,
                       ir_build_imul(&kit->b, index, number(kit, 4)), 0, 0);
}

static void
barrier(struct kit *kit)
{
    ir_build_op(&kit->b, ir_op_barrier, ir_type_void, 0, 0,
                ir_barrier_imm(ir_scope_workgroup, ir_scope_workgroup,
                               IR_BARRIER_ACQUIRE | IR_BARRIER_RELEASE | IR_BARRIER_SHARED));
}

static bool
run(struct kit *kit, uint32_t lanes, uint32_t threads)
{
    struct cpu_memory *memory = base_arena_new(&kit->arena, struct cpu_memory);
    struct cpu_context context = {&kit->scene, memory, cpu_pool_create(threads), lanes, kit->steps};

    assert_non_null(context.pool);
    if (!ir_verify(kit->shader, &kit->diags))
        fail_msg("%s", kit->diags.list.data[0].message);
    cpu_memory_init(memory, &kit->scene, &kit->arena);
    const bool ok = cpu_dispatch(&context, &kit->dispatch, &kit->arena, &kit->diags);
    kit->words = memory->buffers[0].data;
    cpu_pool_destroy(context.pool);
    return ok;
}

static void
run_well(struct kit *kit, uint32_t lanes, uint32_t threads)
{
    if (!run(kit, lanes, threads))
        fail_msg("%s", kit->diags.list.data[0].message);
}

#define EACH_DEVICE(lanes, threads)                                                                \
    for (uint32_t lanes = 4; lanes <= CPU_MAX_LANES; lanes *= 2)                                   \
        for (uint32_t threads = 1; threads <= 8; threads += 7)

/* ---- built-ins ---- */

static const struct {
    enum ir_builtin builtin;
    uint32_t component;
} fields[] = {
    {ir_builtin_workgroup_id, 0},   {ir_builtin_workgroup_id, 1},   {ir_builtin_workgroup_id, 2},
    {ir_builtin_num_workgroups, 0}, {ir_builtin_num_workgroups, 1}, {ir_builtin_num_workgroups, 2},
    {ir_builtin_local_id, 0},       {ir_builtin_local_id, 1},       {ir_builtin_local_id, 2},
    {ir_builtin_global_id, 0},      {ir_builtin_global_id, 1},      {ir_builtin_global_id, 2},
    {ir_builtin_local_index, 0},    {ir_builtin_subgroup_id, 0},    {ir_builtin_num_subgroups, 0},
    {ir_builtin_subgroup_size, 0},  {ir_builtin_lane, 0},           {ir_builtin_device_index, 0},
};
#define FIELDS (BASE_COUNT(fields) + 1) /* And how often the invocation ran. */

/* Every invocation writes down its built-ins, where its place among all tells. */
static void
make_builtins_shader(struct kit *kit)
{
    struct ir_builder *b = &kit->b;
    const uint32_t *local = kit->shader->local_size;
    ir_ref group = number(kit, 0);

    for (uint32_t i = 3; i-- > 0;)
        group = ir_build_iadd(
            b, ir_build_imul(b, group, load_builtin(kit, ir_builtin_num_workgroups, i)),
            ir_build_isub(b, load_builtin(kit, ir_builtin_workgroup_id, i),
                          number(kit, kit->dispatch.base[i])));
    const ir_ref invocation =
        ir_build_iadd(b, ir_build_imul(b, group, number(kit, local[0] * local[1] * local[2])),
                      load_builtin(kit, ir_builtin_local_index, 0));
    const ir_ref first = ir_build_imul(b, invocation, number(kit, FIELDS));
    for (uint32_t i = 0; i < BASE_COUNT(fields); i++)
        store(kit, ir_build_iadd(b, first, number(kit, i)),
              load_builtin(kit, fields[i].builtin, fields[i].component));
    const ir_ref last = ir_build_iadd(b, first, number(kit, FIELDS - 1));
    const ir_ref operands[3] = {ir_build_imul(b, last, number(kit, 4)), number(kit, 0),
                                number(kit, 1)};
    ir_build_list(b, ir_op_atomic_buffer, ir_type_i32, operands, 3, IR_ATOMIC(ir_op_iadd));
}

static void
check_builtins(const struct kit *kit, uint32_t lanes)
{
    const uint32_t *local = kit->shader->local_size, *base = kit->dispatch.base;
    const uint32_t *groups = kit->dispatch.groups;
    const uint32_t size = local[0] * local[1] * local[2];
    const uint32_t *found = kit->words;

    for (uint32_t group = 0; group < groups[0] * groups[1] * groups[2]; group++) {
        const uint32_t g[3] = {base[0] + group % groups[0], base[1] + group / groups[0] % groups[1],
                               base[2] + group / groups[0] / groups[1]};

        for (uint32_t i = 0; i < size; i++, found += FIELDS) {
            const uint32_t l[3] = {i % local[0], i / local[0] % local[1], i / local[0] / local[1]};
            const uint32_t expected[FIELDS] = {g[0],
                                               g[1],
                                               g[2],
                                               groups[0],
                                               groups[1],
                                               groups[2],
                                               l[0],
                                               l[1],
                                               l[2],
                                               g[0] * local[0] + l[0],
                                               g[1] * local[1] + l[1],
                                               g[2] * local[2] + l[2],
                                               i,
                                               i / lanes,
                                               (size + lanes - 1) / lanes,
                                               lanes,
                                               i % lanes,
                                               0,
                                               1};

            assert_memory_equal(found, expected, sizeof(expected));
        }
    }
    /* Nothing else was written: no lane of a partly filled subgroup ran. */
    for (; found < kit->words + BYTES / 4; found++)
        assert_int_equal(*found, 0);
}

static void
test_builtins(void **state)
{
    static const struct {
        uint32_t local[3];
        uint32_t groups[3];
        uint32_t base[3];
    } cases[] = {
        {{1, 1, 1}, {1, 1, 1}, {0, 0, 0}},    {{7, 3, 2}, {3, 2, 2}, {0, 0, 0}},
        {{64, 1, 1}, {5, 1, 1}, {1, 2, 3}},   {{1, 5, 1}, {1, 7, 3}, {0, 9, 0xffffffff}},
        {{2, 2, 30}, {2, 1, 2}, {0, 0, 0}},   {{33, 1, 1}, {1, 1, 40}, {0, 0, 0}},
        {{1, 1, 1}, {2100, 1, 1}, {7, 0, 0}},
    };
    (void)state;

    for (uint32_t n = 0; n < BASE_COUNT(cases); n++) {
        struct kit kit;

        kit_init(&kit, cases[n].local[0], cases[n].local[1], cases[n].local[2]);
        memcpy(kit.dispatch.groups, cases[n].groups, sizeof(cases[n].groups));
        memcpy(kit.dispatch.base, cases[n].base, sizeof(cases[n].base));
        make_builtins_shader(&kit);
        EACH_DEVICE(lanes, threads)
        {
            run_well(&kit, lanes, threads);
            check_builtins(&kit, lanes);
        }
        kit_finish(&kit);
    }
}

/* A step that asks for a size gets it, whatever the device would take. */
static void
test_subgroup_size(void **state)
{
    struct kit kit;
    (void)state;

    kit_init(&kit, 7, 3, 2);
    kit.dispatch.subgroup_size = 16;
    make_builtins_shader(&kit);
    run_well(&kit, 32, 1);
    check_builtins(&kit, 16);
    kit_finish(&kit);
}

/* ---- counts ---- */

static void
test_nothing(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        struct kit kit;

        kit_init(&kit, 4, 1, 1);
        kit.dispatch.groups[0] = kit.dispatch.groups[1] = kit.dispatch.groups[2] = UINT32_MAX;
        kit.dispatch.groups[i] = 0;
        store(&kit, number(&kit, 0), number(&kit, 1));
        run_well(&kit, 4, 1);
        assert_int_equal(kit.words[0], 0);
        kit_finish(&kit);
    }
}

static void
test_indirect(void **state)
{
    static const uint32_t counts[] = {9, 2, 3, 4, 0};
    (void)state;

    for (uint32_t at = 0; at < 5; at++) {
        const uint32_t groups = at == 1 ? 24 : 0;
        struct kit kit;

        kit_init(&kit, 3, 1, 1);
        kit.buffers[1] = (struct scene_buffer){counts, sizeof(counts)};
        /* The last two reach past the buffer's end. */
        kit.dispatch.indirect = (struct scene_indirect){true, 1, 4 * at, 12, 1};
        const ir_ref operands[3] = {number(&kit, 0), number(&kit, 0), number(&kit, 1)};
        ir_build_list(&kit.b, ir_op_atomic_buffer, ir_type_i32, operands, 3, IR_ATOMIC(ir_op_iadd));
        run_well(&kit, 4, 8);
        assert_int_equal(kit.words[0], at == 0 ? 3 * 9 * 2 * 3 : 3 * groups);
        kit_finish(&kit);
    }
}

/* Numbers of workgroups that overflow, or take for ever, are refused; those before run. */
static void
test_many(void **state)
{
    static const uint32_t counts[][3] = {
        {65535, 65535, 65535}, {UINT32_MAX, 1, 1}, {1, 1, UINT32_MAX}, {UINT32_MAX, UINT32_MAX, 4}};
    (void)state;

    for (uint32_t n = 0; n < BASE_COUNT(counts); n++) {
        struct kit kit;

        kit_init(&kit, 1, 1, 1);
        kit.steps = 1000;
        memcpy(kit.dispatch.groups, counts[n], sizeof(counts[n]));
        store(&kit, load_builtin(&kit, ir_builtin_workgroup_id, n == 2 ? 2 : 0), number(&kit, 1));
        assert_false(run(&kit, 4, 8));
        assert_int_equal(kit.diags.list.count, 1);
        assert_int_equal(kit.diags.list.data[0].code, QD_CODE_LIMIT);
        assert_int_equal(kit.words[1], n < 3);
        kit_finish(&kit);
    }
}

static void
assert_limit(struct kit *kit, const char *word)
{
    assert_false(run(kit, 4, 1));
    assert_int_equal(kit->diags.list.count, 1);
    assert_int_equal(kit->diags.list.data[0].code, QD_CODE_LIMIT);
    assert_non_null(strstr(kit->diags.list.data[0].message, word));
    kit_finish(kit);
}

/* Workgroups of too many invocations, and of subgroups that need too much memory at once. */
static void
test_too_large(void **state)
{
    const struct ir_array array = {.type = ir_type_i64, .count = 1 << 20};
    struct kit kit;
    (void)state;

    kit_init(&kit, 4096, 4096, 4096);
    store(&kit, number(&kit, 0), number(&kit, 1));
    assert_limit(&kit, "4096 by 4096 by 4096 invocations");
    kit_init(&kit, 16, 16, 16);
    store(&kit, number(&kit, 0), number(&kit, 1));
    run_well(&kit, 4, 1);
    kit_finish(&kit);
    kit_init(&kit, 241, 1, 17);
    store(&kit, number(&kit, 0), number(&kit, 1));
    assert_limit(&kit, "241 by 1 by 17 invocations");
    kit_init(&kit, 4096, 1, 1);
    ir_add_array(kit.shader, &array);
    barrier(&kit);
    assert_limit(&kit, "memory");
}

/* The lowest workgroup that runs out of steps is at fault, and its loop named. */
static void
test_steps(void **state)
{
    (void)state;
    EACH_DEVICE(lanes, threads)
    {
        struct kit kit;

        kit_init(&kit, 70, 1, 1);
        kit.dispatch.groups[0] = 50;
        ir_build_if(&kit.b, ir_build_ieq(&kit.b, load_builtin(&kit, ir_builtin_global_id, 0),
                                         number(&kit, 40 * 70 + 69)));
        ir_build_place(&kit.b, 12);
        ir_build_loop(&kit.b);
        ir_build_endloop(&kit.b);
        ir_build_else(&kit.b);
        ir_build_endif(&kit.b);
        assert_false(run(&kit, lanes, threads));
        assert_int_equal(kit.diags.list.count, 1);
        assert_int_equal(kit.diags.list.data[0].code, QD_CODE_LIMIT);
        assert_int_equal(kit.diags.list.data[0].place.line, 12);
        kit_finish(&kit);
    }
}

/* ---- shared memory and barriers ---- */

/* The sum of all local indices plus the workgroup's, by halves, in a loop with two barriers a
 * round; invocation 0 writes it down. */
static void
make_sum_shader(struct kit *kit, uint32_t size)
{
    struct ir_builder *b = &kit->b;
    const ir_ref local = load_builtin(kit, ir_builtin_local_index, 0);
    const ir_ref group = load_builtin(kit, ir_builtin_workgroup_id, 0);
    const uint32_t half = ir_build_variables(b, 1, 32);

    kit->shader->shared_size = 4 * size;
    store_shared(kit, local, ir_build_iadd(b, local, group));
    barrier(kit);
    ir_build_write(b, half, number(kit, size / 2));
    ir_build_loop(b);
    ir_build_if(b, ir_build_ieq(b, ir_build_read(b, half, ir_type_i32), number(kit, 0)));
    ir_build_break(b);
    ir_build_else(b);
    ir_build_endif(b);
    const ir_ref step = ir_build_read(b, half, ir_type_i32);
    const ir_ref sum =
        ir_build_iadd(b, load_shared(kit, local), load_shared(kit, ir_build_iadd(b, local, step)));
    barrier(kit);
    ir_build_if(b, ir_build_ult(b, local, step));
    store_shared(kit, local, sum);
    ir_build_else(b);
    ir_build_endif(b);
    barrier(kit);
    ir_build_write(b, half, ir_build_ushr(b, step, number(kit, 1)));
    ir_build_endloop(b);
    ir_build_if(b, ir_build_ieq(b, local, number(kit, 0)));
    store(kit, group, load_shared(kit, number(kit, 0)));
    ir_build_else(b);
    ir_build_endif(b);
}

static void
test_barriers(void **state)
{
    static const uint32_t sizes[] = {1, 2, 8, 64, 256, 1024};
    (void)state;

    for (uint32_t n = 0; n < BASE_COUNT(sizes); n++) {
        const uint32_t size = sizes[n];
        struct kit kit;

        kit_init(&kit, size < 16 ? size : size / 16, size < 16 ? 1 : 16, 1);
        kit.dispatch.groups[0] = 30;
        make_sum_shader(&kit, size);
        EACH_DEVICE(lanes, threads)
        {
            run_well(&kit, lanes, threads);
            for (uint32_t i = 0; i < 30; i++)
                assert_int_equal(kit.words[i], size * (size - 1) / 2 + i * size);
        }
        kit_finish(&kit);
    }
}

/* Shared memory holds zeroes where a workgroup begins, whatever the one before it left there. */
static void
test_shared_starts(void **state)
{
    struct kit kit;
    (void)state;

    kit_init(&kit, 5, 1, 1);
    kit.shader->shared_size = 20;
    kit.dispatch.groups[0] = 100;
    const ir_ref local = load_builtin(&kit, ir_builtin_local_index, 0);
    const ir_ref old = load_shared(&kit, local);
    store_shared(&kit, local, number(&kit, 77));
    store(&kit, load_builtin(&kit, ir_builtin_global_id, 0),
          ir_build_iadd(&kit.b, old, number(&kit, 1)));
    EACH_DEVICE(lanes, threads)
    {
        run_well(&kit, lanes, threads);
        for (uint32_t i = 0; i < 500; i++)
            assert_int_equal(kit.words[i], 1);
    }
    kit_finish(&kit);
}

/* What is alive over a barrier, and arrays, belong to each subgroup. */
static void
test_kept(void **state)
{
    const struct ir_array array = {.type = ir_type_i64, .count = 3};
    struct kit kit;
    (void)state;

    kit_init(&kit, 100, 1, 1);
    struct ir_builder *b = &kit.b;
    kit.dispatch.groups[0] = 20;
    ir_add_array(kit.shader, &array);
    const ir_ref id = load_builtin(&kit, ir_builtin_global_id, 0);
    const ir_ref index = ir_build_urem(b, id, number(&kit, 3));
    const ir_ref square = ir_build_imul(b, id, id);
    ir_build_op(b, ir_op_store_array, ir_type_void, index, ir_build_u2u(b, ir_type_i64, id), 0);
    barrier(&kit);
    const ir_ref loaded =
        ir_build_u2u(b, ir_type_i32, ir_build_op(b, ir_op_load_array, ir_type_i64, index, 0, 0));
    barrier(&kit);
    store(&kit, id, ir_build_iadd(b, loaded, square));
    EACH_DEVICE(lanes, threads)
    {
        run_well(&kit, lanes, threads);
        for (uint32_t i = 0; i < 2000; i++)
            assert_int_equal(kit.words[i], i + i * i);
    }
    kit_finish(&kit);
}

/* ---- barriers that not all reach ---- */

enum fault_kind {
    fault_returned,  /* Invocation 37 returns before. */
    fault_other_way, /* It takes another way. */
    fault_ended,     /* Invocations from 64 on have returned: a subgroup, for each size. */
    fault_two,       /* They wait at another barrier. */
    fault_rounds,    /* They wait in another round of a loop. */
    fault_count
};

static const struct {
    uint32_t invocation;
    uint32_t line;
    const char *why;
} faults[fault_count] = {
    [fault_returned] = {37, 20, "has returned"},
    [fault_other_way] = {37, 20, "has taken another way"},
    [fault_ended] = {64, 20, "has returned"},
    [fault_two] = {64, 20, "waits at another barrier"},
    [fault_rounds] = {64, 30, "waits there in another round of a loop"},
};

static void
make_fault(struct kit *kit, enum fault_kind kind)
{
    struct ir_builder *b = &kit->b;
    const ir_ref local = load_builtin(kit, ir_builtin_local_index, 0);
    const ir_ref group = load_builtin(kit, ir_builtin_workgroup_id, 0);
    /* In workgroups from 25 on. */
    const ir_ref is_bad_group = ir_build_uge(b, group, number(kit, 25));
    const ir_ref is_one = ir_build_iand(b, is_bad_group, ir_build_ieq(b, local, number(kit, 37)));
    const ir_ref is_high = ir_build_iand(b, is_bad_group, ir_build_uge(b, local, number(kit, 64)));
    const uint32_t round = ir_build_variables(b, 1, 32);

    switch (kind) {
    case fault_returned:
    case fault_ended:
        ir_build_if(b, kind == fault_ended ? is_high : is_one);
        ir_build_return(b);
        ir_build_else(b);
        ir_build_endif(b);
        ir_build_place(b, 20);
        barrier(kit);
        break;
    case fault_other_way:
        ir_build_if(b, is_one);
        ir_build_else(b);
        ir_build_place(b, 20);
        barrier(kit);
        ir_build_endif(b);
        break;
    case fault_two:
        ir_build_if(b, is_high);
        ir_build_place(b, 10);
        barrier(kit);
        ir_build_else(b);
        ir_build_place(b, 20);
        barrier(kit);
        ir_build_endif(b);
        break;
    case fault_rounds:
        /* Rounds 0 to 2; the high invocations have their barrier in round 1, the others in 0. */
        ir_build_write(b, round, number(kit, 0));
        ir_build_loop(b);
        ir_build_if(b, ir_build_ieq(b, ir_build_read(b, round, ir_type_i32),
                                    ir_build_select(b, is_high, number(kit, 1), number(kit, 0))));
        ir_build_place(b, 30);
        barrier(kit);
        ir_build_else(b);
        ir_build_endif(b);
        ir_build_write(b, round,
                       ir_build_iadd(b, ir_build_read(b, round, ir_type_i32), number(kit, 1)));
        ir_build_if(b, ir_build_ieq(b, ir_build_read(b, round, ir_type_i32), number(kit, 3)));
        ir_build_break(b);
        ir_build_else(b);
        ir_build_endif(b);
        ir_build_endloop(b);
        break;
    case fault_count:
        break;
    }
    store(kit, load_builtin(kit, ir_builtin_global_id, 0), number(kit, 1));
}

static void
test_faults(void **state)
{
    (void)state;
    for (enum fault_kind kind = 0; kind < fault_count; kind++) {
        EACH_DEVICE(lanes, threads)
        {
            struct kit kit;
            char expected[256];

            kit_init(&kit, 16, 6, 1);
            kit.dispatch.groups[0] = 40;
            make_fault(&kit, kind);
            assert_false(run(&kit, lanes, threads));
            snprintf(expected, sizeof(expected),
                     "found a barrier not reached by invocation %u, %u, 0 of workgroup 25, 0, 0 "
                     "of the shader \"cs\", which %s, expected all 96 to reach it together",
                     faults[kind].invocation % 16, faults[kind].invocation / 16, faults[kind].why);
            assert_int_equal(kit.diags.list.count, 1);
            assert_string_equal(kit.diags.list.data[0].message, expected);
            assert_int_equal(kit.diags.list.data[0].place.line, faults[kind].line);
            /* The workgroups before it have run. */
            assert_int_equal(kit.words[25 * 16 - 1], 1);
            kit_finish(&kit);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_builtins),      cmocka_unit_test(test_subgroup_size),
        cmocka_unit_test(test_nothing),       cmocka_unit_test(test_indirect),
        cmocka_unit_test(test_many),          cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_steps),         cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_shared_starts), cmocka_unit_test(test_kept),
        cmocka_unit_test(test_faults),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
