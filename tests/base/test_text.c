/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <cmocka.h>

static void
test_pieces(void **state)
{
    struct base_arena arena;
    struct base_text text;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_text_init(&text, &arena);
    assert_string_equal(base_text_string(&text), "");
    base_text_add(&text, NULL, 0);
    assert_string_equal(text.data, "");
    base_text_add(&text, "MOVE", 3);
    base_text_add_char(&text, ' ');
    base_text_add_string(&text, "");
    base_text_add_string(&text, "OUT");
    base_text_printf(&text, "[%u], %s[%u].%.2s", 0, "IN", 7, "xyzw");
    assert_string_equal(base_text_string(&text), "MOV OUT[0], IN[7].xy");
    assert_int_equal(text.count, 20);
    base_text_printf(&text, "%s", "");
    assert_int_equal(text.count, 20);
    base_text_add(&text, "\0x", 2);
    assert_int_equal(text.count, 22);
    assert_memory_equal(text.data, "MOV OUT[0], IN[7].xy\0x", 23);
    base_arena_finish(&arena);
}

/* Every fill of the buffer meets every length of a printed piece. */
static void
test_borders(void **state)
{
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    for (int fill = 0; fill < 40; fill++) {
        for (int size = 0; size < 40; size++) {
            struct base_text text;
            char expected[128];

            base_text_init(&text, &arena);
            for (int i = 0; i < fill; i++)
                base_text_add_char(&text, 'a');
            base_text_printf(&text, "%.*s", size, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb");
            memset(expected, 'a', (size_t)fill);
            memset(expected + fill, 'b', (size_t)size);
            expected[fill + size] = '\0';
            assert_int_equal(text.count, fill + size);
            assert_string_equal(base_text_string(&text), expected);
        }
    }
    base_arena_finish(&arena);
}

static void
test_long(void **state)
{
    struct base_arena arena;
    struct base_text text;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_text_init(&text, &arena);
    base_text_printf(&text, "%5000000d%s", 1, "end");
    assert_int_equal(text.count, 5000003);
    assert_string_equal(text.data + 4999998, " 1end");
    for (uint32_t i = 0; i < 1000000; i++)
        base_text_printf(&text, "%u,", i % 10);
    assert_int_equal(text.count, 7000003);
    assert_string_equal(text.data + 6999999, "8,9,");
    base_arena_finish(&arena);
}

static void
test_limits(void **state)
{
    struct base_arena arena;
    struct base_text text;
    volatile int failures = 0;
    (void)state;

    base_arena_init(&arena, 1000);
    base_text_init(&text, &arena);
    base_text_add_string(&text, "x");
    if (BASE_ARENA_CATCH(&arena))
        base_text_add(&text, "x", SIZE_MAX);
    else
        failures++;
    if (BASE_ARENA_CATCH(&arena))
        base_text_add(&text, "x", UINT32_MAX);
    else
        failures++;
    if (BASE_ARENA_CATCH(&arena))
        base_text_printf(&text, "%2000d", 1);
    else
        failures++;
    if (BASE_ARENA_CATCH(&arena))
        base_text_printf(&text, "%ls", L"\x20ac"); /* Not in the C locale. */
    else
        failures++;
    if (BASE_ARENA_CATCH(&arena))
        base_arena_printf(&arena, "%ls", L"\x20ac");
    else
        failures++;
    assert_int_equal(failures, 5);
    assert_int_equal(arena.failure, base_arena_over_budget);
    assert_int_equal(text.count, 1);
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_borders),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
