/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <cmocka.h>

struct odd {
    char bytes[13];
};

static void
push_many(struct base_arena *arena)
{
    BASE_ARRAY(uint32_t) numbers = {0};
    uint32_t moves = 0;

    for (uint32_t i = 0; i < 5000000; i++) {
        const uint32_t capacity = numbers.capacity;
        base_array_push(arena, &numbers, i * 3);
        moves += numbers.capacity != capacity;
    }
    assert_int_equal(numbers.count, 5000000);
    for (uint32_t i = 0; i < 5000000; i++) {
        if (numbers.data[i] != i * 3)
            fail_msg("element %u is %u", i, numbers.data[i]);
    }
    /* Doubled from 8 to 2^23 elements, with no copy left behind of any large size. */
    assert_int_equal(numbers.capacity, 1 << 23);
    assert_int_equal(moves, 21);
    assert_true(arena->used < 4 * (1 << 23) + 300000);
}

static void
test_push(void **state)
{
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    push_many(&arena);
    base_arena_finish(&arena);
}

static void
test_add_zeroes(void **state)
{
    BASE_ARRAY(struct odd) odds = {0};
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    for (uint32_t i = 0; i < 100000; i++) {
        struct odd *odd = base_array_add(&arena, &odds);
        for (size_t j = 0; j < sizeof(odd->bytes); j++)
            assert_int_equal(odd->bytes[j], 0);
        memset(odd, 0xff, sizeof(*odd));
    }
    /* Elements that were used before, too. */
    odds.count = 0;
    assert_int_equal(base_array_add(&arena, &odds)->bytes[12], 0);
    assert_int_equal(odds.data[1].bytes[0], (char)0xff);
    base_arena_finish(&arena);
}

static void
test_reserve(void **state)
{
    BASE_ARRAY(struct odd) odds = {0};
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_array_reserve(&arena, &odds, 0, sizeof(*odds.data));
    assert_int_equal(odds.capacity, 0);
    base_array_reserve(&arena, &odds, 1, sizeof(*odds.data));
    assert_int_equal(odds.capacity, 8);
    base_array_reserve(&arena, &odds, 8, sizeof(*odds.data));
    assert_int_equal(odds.capacity, 8);
    base_array_reserve(&arena, &odds, 9, sizeof(*odds.data));
    assert_int_equal(odds.capacity, 16);
    base_array_reserve(&arena, &odds, 1000, sizeof(*odds.data));
    assert_int_equal(odds.capacity, 1000);
    assert_int_equal(odds.count, 0);

    struct odd *data = odds.data;
    for (uint32_t i = 0; i < 1000; i++)
        base_array_add(&arena, &odds);
    assert_ptr_equal(odds.data, data);
    base_arena_finish(&arena);
}

struct numbers {
    uint32_t *data;
    uint32_t count;
    uint32_t capacity;
};

/* Whether the arena has room for extra more numbers. */
static bool
can_reserve(struct base_arena *arena, struct numbers *numbers, uint32_t extra)
{
    if (!BASE_ARENA_CATCH(arena))
        return false;
    base_array_reserve(arena, numbers, extra, sizeof(*numbers->data));
    return true;
}

/* More than 2^32-1 elements, and budgets; the array stays as it was. */
static void
test_limits(void **state)
{
    static const struct {
        size_t limit;
        uint32_t extra;
        enum base_arena_failure failure;
    } rows[] = {
        {0, UINT32_MAX, base_arena_out_of_memory},
        {0, UINT32_MAX - 2, base_arena_out_of_memory},
        {100000, UINT32_MAX, base_arena_over_budget},
        {100000, UINT32_MAX - 3, base_arena_over_budget},
        {100000, 1 << 20, base_arena_over_budget},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t first[3] = {0, 1, 2};
        struct numbers numbers = {0};
        struct base_arena arena;

        base_arena_init(&arena, rows[i].limit);
        assert_true(can_reserve(&arena, &numbers, 3));
        for (uint32_t j = 0; j < 3; j++)
            base_array_push(&arena, &numbers, first[j]);

        const struct numbers before = numbers;
        assert_false(can_reserve(&arena, &numbers, rows[i].extra));
        assert_int_equal(arena.failure, rows[i].failure);
        assert_memory_equal(&numbers, &before, sizeof(before));
        assert_memory_equal(numbers.data, first, sizeof(first));
        base_arena_finish(&arena);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_push),
        cmocka_unit_test(test_add_zeroes),
        cmocka_unit_test(test_reserve),
        cmocka_unit_test(test_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
