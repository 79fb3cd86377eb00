/* SPDX-License-Identifier: MIT
 *
 * Lets every allocation fail in turn. The sanitizer build also shows that nothing leaks then.
 */
#include "base/base.h"
#include "no_memory.h"

#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>

/* Something of everything that allocates, in small and large sizes. */
static void
use_everything(struct base_arena *arena, struct base_text *out)
{
    BASE_ARRAY(uint64_t) numbers = {0};
    struct base_names names;
    struct base_diags diags;

    base_names_init(&names, arena);
    for (uint32_t i = 0; i < 20000; i++) {
        base_array_push(arena, &numbers, i);
        base_names_intern(&names, (const char *)&i, sizeof(i));
    }
    char *data = base_arena_alloc(arena, 100000);
    data = base_arena_resize(arena, data, 100000, 200000);
    data = base_arena_resize(arena, data, 200000, 100);
    base_arena_resize(arena, data, 100, 80000);

    base_diags_init(&diags, arena, "a");
    base_diags_set_text(&diags, "FRAG", 4);
    base_error(&diags, QD_CODE_IO, base_at_line(1, 2), "%70000d\xff", 1);
    base_add_note(&diags, "%s", "note");
    base_text_init(out, arena);
    base_diag_print_text(diags.list.data, diags.name, out);
    base_diag_print_json(diags.list.data, diags.name, out);
}

static void
test_each_allocation(void **state)
{
    volatile int allowed = 0;
    volatile bool done = false;
    (void)state;

    /* The wrapped malloc, so that the JSON library's allocations are counted and fail as well. */
    json_set_alloc_funcs(malloc, free);
    for (; !done; allowed++) {
        struct base_arena arena;
        struct base_text out;

        base_arena_init(&arena, 0);
        if (BASE_ARENA_CATCH(&arena)) {
            no_memory_after(allowed);
            use_everything(&arena, &out);
            no_memory_after(NO_MEMORY_NEVER);
            done = true;
            assert_int_equal(arena.failure, base_arena_ok);
            assert_string_equal(out.data + out.count - 3, "\"}\n");
        } else {
            no_memory_after(NO_MEMORY_NEVER);
            assert_int_equal(arena.failure, base_arena_out_of_memory);
        }
        base_arena_finish(&arena);
    }
    /* Blocks, large ones, their growth, and the JSON object's parts. */
    assert_in_range(allowed, 30, 1000);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
