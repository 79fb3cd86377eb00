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

static const char empty_text[] = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n";

static void
test_assemble(void **state)
{
    static const struct {
        const char *text;
        uint32_t line; /* 0: it is good. */
        uint32_t column;
        unsigned minor;
    } rows[] = {
        {empty_text, 0, 0, 0},
        {empty_text, 0, 0, 6},
        {"", 0, 0, 3},
        {"OpCapability Shader\n  OpFoo\n", 2, 3, 6},
        {"OpCapability Nowhere\n", 1, 14, 6},
        {"%1 = OpTypeInt 32", 1, 18, 6},
        {"\xff\xfe", 1, 1, 6},
    };
    struct spirv_test t;
    struct spirv_module module = {NULL, 0};
    (void)state;

    skip_unless(spirv_has_tools(), "this build has no SPIRV-Tools");
    SPIRV_TEST_START(&t, ir_stage_fragment);
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        const uint32_t before = t.diags.list.count;
        const bool is_good = spirv_assemble(rows[i].text, strlen(rows[i].text), rows[i].minor,
                                            &t.arena, &module, &t.diags);

        assert_int_equal(is_good, rows[i].line == 0);
        assert_int_equal(t.diags.list.count, before + !is_good);
        if (is_good) {
            assert_true(module.count >= 5);
            assert_int_equal(module.words[1], 0x10000 | rows[i].minor << 8);
            continue;
        }
        assert_int_equal(t.diags.list.data[before].code, QD_CODE_SPIRV_INVALID);
        assert_int_equal(t.diags.list.data[before].place.line, rows[i].line);
        assert_int_equal(t.diags.list.data[before].place.column, rows[i].column);
    }
    /* The size counts, not a zero behind the text. */
    assert_true(spirv_assemble("OpCapability ShaderX", 19, 6, &t.arena, &module, &t.diags));
    assert_int_equal(module.count, 7);
    assert_int_equal(module.words[6], SpvCapabilityShader);
    assert_false(spirv_assemble(empty_text, 0, 7, &t.arena, &module, &t.diags));
    assert_int_equal(t.diags.list.data[t.diags.list.count - 1].code, QD_CODE_UNSUPPORTED);
    spirv_test_end(&t);
}

static bool
assemble_within(struct base_diags *diags, size_t limit)
{
    struct base_arena arena;
    struct spirv_module module = {NULL, 0};

    base_arena_init(&arena, limit);
    if (BASE_ARENA_CATCH(&arena))
        assert_true(spirv_assemble(empty_text, strlen(empty_text), 6, &arena, &module, diags));
    const bool fits = arena.failure == base_arena_ok;
    base_arena_finish(&arena);
    return fits;
}

static void
test_assemble_budget(void **state)
{
    struct spirv_test t;
    (void)state;

    skip_unless(spirv_has_tools(), "this build has no SPIRV-Tools");
    SPIRV_TEST_START(&t, ir_stage_fragment);
    assert_false(assemble_within(&t.diags, 10));
    assert_true(assemble_within(&t.diags, 100000));
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
    struct spirv_module module = write_copy(&t, &words);
    base_text_init(&text, &t.arena);
    assert_false(spirv_validate(&module, spirv_target_vulkan1_1, &t.diags));
    assert_false(spirv_disassemble(&module, &text, &t.diags));
    assert_false(spirv_assemble(empty_text, strlen(empty_text), 6, &t.arena, &module, &t.diags));
    assert_int_equal(t.diags.list.count, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(t.diags.list.data[i].code, QD_CODE_UNSUPPORTED);
    spirv_test_end(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_validate),           cmocka_unit_test(test_disassemble),
        cmocka_unit_test(test_disassemble_budget), cmocka_unit_test(test_assemble),
        cmocka_unit_test(test_assemble_budget),    cmocka_unit_test(test_no_tools),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
