/* SPDX-License-Identifier: MIT
 *
 * SPIRV-Tools: what it takes and refuses, and its text.
 */
#include "spirv_test.h"

static struct spirv_module
write_copy(struct spirv_test *t, uint32_t **words)
{
    const uint32_t in = spirv_test_input(t, ir_type_f32, 1);
    const uint32_t out = spirv_test_output(t, ir_type_f32, 1);

    spirv_test_store(t, out, 0, spirv_test_load(t, in, 0));
    struct spirv_module module = spirv_test_write(t, spirv_target_vulkan1_1);
    *words = base_arena_new_array(&t->arena, uint32_t, module.count);
    memcpy(*words, module.words, module.count * sizeof(**words));
    module.words = *words;
    return module;
}

static void
check_refused(struct spirv_test *t, const struct spirv_module *module, enum spirv_target target)
{
    const uint32_t before = t->diags.list.count;

    assert_false(spirv_validate(module, target, &t->diags));
    assert_int_equal(t->diags.list.count, before + 1);
    assert_int_equal(t->diags.list.data[before].code, QD_CODE_SPIRV_INVALID);
    assert_non_null(strstr(t->diags.list.data[before].message, spirv_target_name(target)));
}

static void
skip_unless(bool can_run, const char *reason)
{
    if (can_run)
        return;
    print_message("skip: %s\n", reason);
    skip();
}

static void
test_validate(void **state)
{
    struct spirv_test t;
    uint32_t *words;
    (void)state;

    skip_unless(spirv_has_tools(), "this build has no SPIRV-Tools");
    SPIRV_TEST_START(&t, ir_stage_fragment);
    struct spirv_module module = write_copy(&t, &words);

    /* A version that the target does not have. */
    assert_true(spirv_validate(&module, spirv_target_vulkan1_3, &t.diags));
    check_refused(&t, &module, spirv_target_vulkan1_0);

    /* A store of the wrong thing: the place is the word where it stands. */
    const size_t store = spirv_test_find(&module, SpvOpStore, 0);
    const uint32_t value = words[store + 2];
    words[store + 2] = words[store + 1];
    check_refused(&t, &module, spirv_target_vulkan1_1);
    words[store + 2] = value;

    /* Cut short, without words, and no module at all. */
    module.count--;
    check_refused(&t, &module, spirv_target_vulkan1_1);
    module.count = 3;
    check_refused(&t, &module, spirv_target_vulkan1_1);
    module = (struct spirv_module){NULL, 0};
    check_refused(&t, &module, spirv_target_vulkan1_1);
    spirv_test_end(&t);
}

static void
test_disassemble(void **state)
{
    struct spirv_test t;
    struct base_text text;
    uint32_t *words;
    (void)state;

    skip_unless(spirv_has_tools(), "this build has no SPIRV-Tools");
    SPIRV_TEST_START(&t, ir_stage_fragment);
    struct spirv_module module = write_copy(&t, &words);
    base_text_init(&text, &t.arena);
    assert_true(spirv_disassemble(&module, &text, &t.diags));
    assert_non_null(
        strstr(base_text_string(&text), "OpEntryPoint Fragment %test \"main\" %in %out"));
    assert_non_null(strstr(base_text_string(&text), "OpStore %out"));
    assert_int_equal(t.diags.list.count, 0);

    words[0] = 0;
    assert_false(spirv_disassemble(&module, &text, &t.diags));
    assert_int_equal(t.diags.list.data[0].code, QD_CODE_SPIRV_INVALID);
    module.count = 0;
    assert_false(spirv_disassemble(&module, &text, &t.diags));
    spirv_test_end(&t);
}

/* The text's arena runs out while the library's text is held: it must be freed all the same, and
 * the catch point be the caller's again. */
static bool
disassemble_within(const struct spirv_module *module, struct base_diags *diags, size_t limit,
                   size_t more)
{
    struct base_arena arena;
    struct base_text text;

    base_arena_init(&arena, limit);
    if (BASE_ARENA_CATCH(&arena)) {
        base_text_init(&text, &arena);
        base_text_add_char(&text, ' ');
        assert_true(spirv_disassemble(module, &text, diags));
        (void)base_arena_alloc(&arena, more);
    }
    const bool fits = arena.failure == base_arena_ok;
    base_arena_finish(&arena);
    return fits;
}

static void
test_disassemble_budget(void **state)
{
    struct spirv_test t;
    uint32_t *words;
    (void)state;

    skip_unless(spirv_has_tools(), "this build has no SPIRV-Tools");
    SPIRV_TEST_START(&t, ir_stage_fragment);
    const struct spirv_module module = write_copy(&t, &words);
    assert_false(disassemble_within(&module, &t.diags, 500, 0));
    assert_false(disassemble_within(&module, &t.diags, 100000, 100000)); /* After the text. */
    assert_true(disassemble_within(&module, &t.diags, 100000, 10));
    spirv_test_end(&t);
}

/* A build without SPIRV-Tools says so. */
static void
test_no_tools(void **state)
{
    struct spirv_test t;
    struct base_text text;
    uint32_t *words;
    (void)state;

    skip_unless(!spirv_has_tools(), "this build has SPIRV-Tools");
    SPIRV_TEST_START(&t, ir_stage_fragment);
    const struct spirv_module module = write_copy(&t, &words);
    base_text_init(&text, &t.arena);
    assert_false(spirv_validate(&module, spirv_target_vulkan1_1, &t.diags));
    assert_false(spirv_disassemble(&module, &text, &t.diags));
    assert_int_equal(t.diags.list.count, 2);
    assert_int_equal(t.diags.list.data[0].code, QD_CODE_UNSUPPORTED);
    assert_int_equal(t.diags.list.data[1].code, QD_CODE_UNSUPPORTED);
    spirv_test_end(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_validate),
        cmocka_unit_test(test_disassemble),
        cmocka_unit_test(test_disassemble_budget),
        cmocka_unit_test(test_no_tools),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
