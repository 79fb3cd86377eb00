/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <cmocka.h>
#include <stdio.h>

static void
test_few(void **state)
{
    static const struct {
        const char *text;
        size_t size;
        uint32_t name;
    } rows[] = {
        {"position", 8, 1},  {"color", 5, 2},     {"position", 8, 1}, {"positions", 8, 1},
        {"positions", 9, 3}, {"", 0, 4},          {NULL, 0, 4},       {"\0", 1, 5},
        {"\0\0", 2, 6},      {"a\0b", 3, 7},      {"a\0c", 3, 8},     {"a", 1, 9},
        {"a\0b", 3, 7},      {"\xff\xfe", 2, 10}, {"color", 5, 2},
    };
    struct base_arena arena;
    struct base_names names;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_names_init(&names, &arena);
    assert_int_equal(base_names_find(&names, "position", 8), 0);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const uint32_t name = base_names_intern(&names, rows[i].text, rows[i].size);
        assert_int_equal(name, rows[i].name);
        assert_int_equal(base_names_find(&names, rows[i].text, rows[i].size), name);
        const char *text = base_names_string(&names, name);
        if (rows[i].size)
            assert_memory_equal(text, rows[i].text, rows[i].size);
        assert_int_equal(text[rows[i].size], 0);
    }
    assert_int_equal(names.names.count, 10);
    assert_int_equal(base_names_find(&names, "colo", 4), 0);
    assert_int_equal(base_names_find(&names, "\0\0\0", 3), 0);
    assert_string_equal(base_names_string(&names, 0), "");
    assert_string_equal(base_names_string(&names, 11), "");
    base_arena_finish(&arena);
}

static void
test_many(void **state)
{
    enum { count = 200000 };
    struct base_arena arena;
    struct base_names names;
    char text[32];
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_names_init(&names, &arena);
    for (uint32_t i = 0; i < count; i++) {
        const int size = snprintf(text, sizeof(text), "name%u", i);
        assert_int_equal(base_names_find(&names, text, (size_t)size), 0);
        assert_int_equal(base_names_intern(&names, text, (size_t)size), i + 1);
    }
    for (uint32_t i = 0; i < count; i++) {
        const int size = snprintf(text, sizeof(text), "name%u", i);
        assert_int_equal(base_names_find(&names, text, (size_t)size), i + 1);
        assert_int_equal(base_names_intern(&names, text, (size_t)size), i + 1);
        assert_string_equal(base_names_string(&names, i + 1), text);
    }
    base_arena_finish(&arena);
}

static void
test_long(void **state)
{
    struct base_arena arena;
    struct base_names names;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_names_init(&names, &arena);
    char *text = base_arena_printf(&arena, "%1000000d", 1);
    assert_int_equal(base_names_intern(&names, text, 1000000), 1);
    assert_int_equal(base_names_intern(&names, text, 999999), 2);
    text[0] = 'x';
    assert_int_equal(base_names_find(&names, text, 1000000), 0);
    text[0] = ' ';
    assert_int_equal(base_names_find(&names, text, 1000000), 1);
    base_arena_finish(&arena);
}

static void
test_too_long(void **state)
{
    struct base_arena arena;
    struct base_names names;
    volatile bool failed = false;
    (void)state;

    base_arena_init(&arena, 0);
    base_names_init(&names, &arena);
    if (BASE_ARENA_CATCH(&arena))
        base_names_intern(&names, "x", UINT32_MAX);
    else
        failed = true;
    assert_true(failed);
    assert_int_equal(names.names.count, 0);
    base_arena_finish(&arena);
}

/* Interns the numbers up to count; *done says how many before memory ran out. */
static void
intern_numbers(struct base_names *names, uint32_t count, uint32_t *done)
{
    char text[32];

    if (!BASE_ARENA_CATCH(names->arena))
        return;
    for (*done = 0; *done < count; ++*done) {
        const int size = snprintf(text, sizeof(text), "%u", *done);
        base_names_intern(names, text, (size_t)size);
    }
}

/* Under every budget either all names fit, or the arena says so and the table is whole. */
static void
test_budgets(void **state)
{
    uint32_t done = 0;
    (void)state;

    for (size_t limit = 64; done < 1000; limit += 1000) {
        struct base_arena arena;
        struct base_names names;
        char text[32];

        base_arena_init(&arena, limit);
        base_names_init(&names, &arena);
        intern_numbers(&names, 1000, &done);
        assert_true(arena.used <= limit);
        assert_int_equal(arena.failure, done < 1000 ? base_arena_over_budget : base_arena_ok);
        for (uint32_t i = 0; i < 1000; i++) {
            const int size = snprintf(text, sizeof(text), "%u", i);
            assert_int_equal(base_names_find(&names, text, (size_t)size), i < done ? i + 1 : 0);
        }
        base_arena_finish(&arena);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few),     cmocka_unit_test(test_many),
        cmocka_unit_test(test_long),    cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_budgets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
