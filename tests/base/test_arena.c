/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <cmocka.h>

static bool
is_filled(const void *data, size_t size, unsigned char value)
{
    const unsigned char *bytes = data;

    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != value)
            return false;
    }
    return true;
}

static void
test_sizes(void **state)
{
    static const size_t sizes[] = {0,     1,     15,    16,    17,      4000,    4096, 5000,
                                   60000, 65535, 65536, 65537, 1 << 20, 3 << 20, 0,    8};
    struct base_arena arena;
    char *data[BASE_COUNT(sizes)];
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    for (size_t i = 0; i < BASE_COUNT(sizes); i++) {
        data[i] = base_arena_alloc(&arena, sizes[i]);
        assert_non_null(data[i]);
        assert_int_equal((uintptr_t)data[i] % _Alignof(max_align_t), 0);
        assert_true(is_filled(data[i], sizes[i], 0));
        memset(data[i], (int)i + 1, sizes[i]);
    }
    for (size_t i = 0; i < BASE_COUNT(sizes); i++) {
        assert_true(is_filled(data[i], sizes[i], (unsigned char)(i + 1)));
        for (size_t j = 0; j < i; j++)
            assert_ptr_not_equal(data[i], data[j]);
    }
    base_arena_finish(&arena);
    assert_int_equal(arena.used, 0);
}

static void
test_many_small(void **state)
{
    enum { count = 100000 };
    static uint32_t *numbers[count];
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = base_arena_new(&arena, uint32_t);
        *numbers[i] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(*numbers[i], i);
    /* 16 bytes each, and less than two of the largest blocks unused. */
    assert_true(arena.used < 16 * count + (2 << 20));
    base_arena_finish(&arena);
}

/* The last allocation, or one that has another behind it, goes from one size to the other. */
static void
check_resize(size_t from, size_t to, bool behind)
{
    const size_t kept = from < to ? from : to;
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    char *large = base_arena_alloc(&arena, 70000);
    memset(large, 0xee, 70000);
    char *data = base_arena_alloc(&arena, from);
    memset(data, 0xab, from);
    char *after = base_arena_alloc(&arena, behind ? 100 : 70000);
    memset(after, 0xcd, 100);

    data = base_arena_resize(&arena, data, from, to);
    assert_int_equal((uintptr_t)data % _Alignof(max_align_t), 0);
    assert_true(is_filled(data, kept, 0xab));
    assert_true(is_filled(data + kept, to - kept, 0));
    memset(data, 0x11, to);
    char *next = base_arena_alloc(&arena, 300);
    assert_true(is_filled(next, 300, 0));
    memset(next, 0x22, 300);
    assert_true(is_filled(data, to, 0x11));
    assert_true(is_filled(large, 70000, 0xee));
    assert_true(is_filled(after, 100, 0xcd));
    base_arena_finish(&arena);
}

/* Sizes on both sides of where large allocations begin. */
static void
test_resize(void **state)
{
    static const size_t sizes[] = {0,     1,     16,    17,    1000,   4096,   65519,
                                   65520, 65535, 65536, 65537, 200000, 5000000};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(sizes); i++) {
        for (size_t j = 0; j < BASE_COUNT(sizes); j++) {
            check_resize(sizes[i], sizes[j], false);
            check_resize(sizes[i], sizes[j], true);
        }
    }
}

static void
test_resize_from_null(void **state)
{
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    char *data = base_arena_resize(&arena, NULL, 0, 100);
    assert_true(is_filled(data, 100, 0));
    /* The last small allocation grows where it is. */
    memset(data, 1, 100);
    assert_ptr_equal(base_arena_resize(&arena, data, 100, 2000), data);
    assert_true(is_filled(data, 100, 1));
    assert_true(is_filled(data + 100, 1900, 0));
    /* What it gives back is zeroed for the next one. */
    memset(data, 2, 2000);
    assert_ptr_equal(base_arena_resize(&arena, data, 2000, 32), data);
    assert_true(is_filled(base_arena_alloc(&arena, 1000), 1000, 0));
    base_arena_finish(&arena);
}

/* Large blocks that are resized keep their places in the list, wherever they stand in it. */
static void
test_resize_large_in_turn(void **state)
{
    enum { count = 5 };
    char *data[count];
    size_t sizes[count];
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    for (size_t i = 0; i < count; i++) {
        sizes[i] = 65536;
        data[i] = base_arena_alloc(&arena, sizes[i]);
        memset(data[i], (int)i, sizes[i]);
        base_arena_alloc(&arena, 10);
    }
    for (size_t round = 1; round < 8; round++) {
        for (size_t i = 0; i < count; i++) {
            const size_t size = 65536 * ((round * 7 + i * 3) % 10);
            data[i] = base_arena_resize(&arena, data[i], sizes[i], size);
            if (size > sizes[i])
                memset(data[i] + sizes[i], (int)i, size - sizes[i]);
            sizes[i] = size;
        }
        for (size_t i = 0; i < count; i++)
            assert_true(is_filled(data[i], sizes[i], (unsigned char)i));
    }
    base_arena_finish(&arena);
}

/* Whether count elements of size bytes can be had. */
static bool
can_alloc(struct base_arena *arena, size_t count, size_t size)
{
    if (!BASE_ARENA_CATCH(arena))
        return false;
    base_arena_alloc_array(arena, count, size);
    return true;
}

static bool
can_resize(struct base_arena *arena, size_t from, size_t to)
{
    if (!BASE_ARENA_CATCH(arena))
        return false;
    base_arena_resize(arena, base_arena_alloc(arena, from), from, to);
    return true;
}

static bool
can_copy(struct base_arena *arena, size_t size)
{
    if (!BASE_ARENA_CATCH(arena))
        return false;
    base_arena_copy_string(arena, "", size);
    return true;
}

static void
test_budget(void **state)
{
    /* Room that is left, whole, by a budget of exactly so much. */
    static const struct {
        size_t limit;
        size_t size;
        bool fits;
    } rows[] = {
        {1, 0, false},
        {64, 1, true},
        {64, 16, true},
        {64, 65, false},
        {4096, 4000, true},
        {4096, 4097, false},
        {65536, 65535, false},
        {65600, 65535, true},
        {65536, 65536, false},
        {65600, 65536, true},
        {1 << 20, 1 << 20, false},
        {1 << 20, (1 << 20) - 64, true},
        {100, SIZE_MAX, false},
        {SIZE_MAX, SIZE_MAX, false},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct base_arena arena;

        base_arena_init(&arena, rows[i].limit);
        assert_int_equal(can_alloc(&arena, 1, rows[i].size), rows[i].fits);
        assert_int_equal(arena.failure, rows[i].fits ? base_arena_ok : base_arena_over_budget);
        assert_true(arena.used <= rows[i].limit);
        base_arena_finish(&arena);
    }
}

static void
test_budget_of_small_ones(void **state)
{
    struct base_arena arena;
    volatile size_t count = 0;
    (void)state;

    base_arena_init(&arena, 100000);
    if (BASE_ARENA_CATCH(&arena)) {
        for (;;) {
            base_arena_alloc(&arena, 16);
            count++;
        }
    }
    assert_int_equal(arena.failure, base_arena_over_budget);
    assert_true(arena.used <= 100000);
    /* The budget was used up, but for the blocks' headers. */
    assert_in_range(count * 16, 99000, 100000);
    base_arena_finish(&arena);

    /* And the arena works again. */
    base_arena_init(&arena, 100000);
    assert_true(BASE_ARENA_CATCH(&arena));
    assert_non_null(base_arena_alloc(&arena, 50000));
    base_arena_finish(&arena);
}

static void
test_budget_of_resize(void **state)
{
    struct base_arena arena;
    char *volatile data = NULL;
    volatile size_t size = 70000;
    (void)state;

    base_arena_init(&arena, 1 << 20);
    if (BASE_ARENA_CATCH(&arena)) {
        data = base_arena_alloc(&arena, size);
        memset(data, 7, size);
        for (;;) {
            const size_t more = size + 10000;
            data = base_arena_resize(&arena, data, size, more);
            memset(data + size, 7, 10000);
            size = more;
        }
    }
    assert_int_equal(arena.failure, base_arena_over_budget);
    assert_true(arena.used <= 1 << 20);
    /* In place: one copy, up to the whole budget; and what was there is there yet. */
    assert_true(size > (1 << 20) - 11000);
    assert_true(is_filled(data, size, 7));

    /* Freeing and shrinking give the budget back. */
    assert_true(BASE_ARENA_CATCH(&arena));
    data = base_arena_resize(&arena, data, size, 10);
    assert_true(is_filled(data, 10, 7));
    assert_non_null(base_arena_alloc(&arena, 900000));
    base_arena_finish(&arena);
}

static void
test_too_large(void **state)
{
    static const struct {
        size_t count;
        size_t size;
    } rows[] = {
        {SIZE_MAX, 1},           {SIZE_MAX, SIZE_MAX}, {SIZE_MAX / 2 + 1, 2},
        {SIZE_MAX / 16 + 1, 16}, {PTRDIFF_MAX, 1},     {1, (size_t)PTRDIFF_MAX + 1},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct base_arena arena;

        base_arena_init(&arena, 0);
        assert_false(can_alloc(&arena, rows[i].count, rows[i].size));
        assert_false(can_resize(&arena, 100, SIZE_MAX - i));
        assert_false(can_resize(&arena, 70000, SIZE_MAX - i));
        assert_false(can_copy(&arena, SIZE_MAX - i));
        assert_int_equal(arena.failure, base_arena_out_of_memory);
        base_arena_finish(&arena);
    }
}

static void
test_arrays(void **state)
{
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    assert_non_null(base_arena_alloc_array(&arena, 0, 8));
    assert_non_null(base_arena_alloc_array(&arena, SIZE_MAX, 0));
    uint64_t *numbers = base_arena_new_array(&arena, uint64_t, 20000);
    assert_true(is_filled(numbers, 160000, 0));
    base_arena_finish(&arena);
}

static void
test_strings(void **state)
{
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    assert_string_equal(base_arena_copy_string(&arena, "TEMP[0]", 4), "TEMP");
    assert_string_equal(base_arena_copy_string(&arena, NULL, 0), "");
    assert_memory_equal(base_arena_copy_string(&arena, "a\0b", 3), "a\0b", 4);
    assert_string_equal(base_arena_printf(&arena, "%s[%d]", "IN", -3), "IN[-3]");
    assert_string_equal(base_arena_printf(&arena, "%s", ""), "");

    char *text = base_arena_printf(&arena, "%300000d|", 5);
    assert_int_equal(strlen(text), 300001);
    assert_string_equal(text + 299998, " 5|");
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_many_small),
        cmocka_unit_test(test_resize),
        cmocka_unit_test(test_resize_from_null),
        cmocka_unit_test(test_resize_large_in_turn),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_budget_of_small_ones),
        cmocka_unit_test(test_budget_of_resize),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_strings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
