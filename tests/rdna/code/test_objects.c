/* SPDX-License-Identifier: MIT
 *
 * Code objects: those of objects/, and all that a byte less or another bit makes of them.
 *
 *   test-rdna-objects FOLDER
 */
#include "kit.h"

#include <stdio.h>

static const char *folder;

struct expected {
    const char *name;
    bool is_entry;
    enum rdna_stage stage;
    unsigned wave_size;
    uint32_t lds_size;
    uint32_t words; /* With what pads it. */
};

static void
expect(const struct rdna_code *code, enum rdna_isa isa, const struct expected *expected,
       uint32_t count)
{
    assert_non_null(code);
    assert_int_equal(code->isa, isa);
    assert_int_equal(code->programs.count, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct rdna_program *program = &code->programs.data[i];

        assert_string_equal(program->name, expected[i].name);
        assert_int_equal(program->is_entry, expected[i].is_entry);
        assert_int_equal(program->stage, expected[i].stage);
        assert_int_equal(program->wave_size, expected[i].wave_size);
        assert_int_equal(program->lds_size, expected[i].lds_size);
        assert_int_equal(program->end - program->first, expected[i].words);
    }
}

static const struct expected kernels[] = {
    {"twice", false, rdna_stage_none, 32, 0, 3},
    {"narrow", true, rdna_stage_compute, 32, 0, 30},
    {"wide", true, rdna_stage_compute, 64, 256, 20},
};

static void
reads_kernels(void **state)
{
    static const char *const names[] = {"kernels.o", "kernels.hsaco"};
    const struct rdna_code_options no_metadata = {0};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        struct kit kit;
        size_t size;

        kit_begin(&kit);
        const char *data = kit_load(&kit, folder, names[i], &size);
        const struct rdna_code *code = kit_read(&kit, data, size, NULL);
        expect(code, rdna_isa_gfx1030, kernels, BASE_COUNT(kernels));
        if (rdna_find_metadata_reader())
            assert_int_equal(rdna_code_find(code, "wide")->sgprs, 10);
        /* Descriptors say enough by themselves. */
        code = kit_read(&kit, data, size, &no_metadata);
        expect(code, rdna_isa_gfx1030, kernels, BASE_COUNT(kernels));
        assert_int_equal(rdna_code_find(code, "narrow")->vgprs, 32);
        assert_int_equal(kit.diags.list.count, 0);
        kit_end(&kit);
    }
}

/* What is linked and what is not: a call that goes to the function. */
static void
follows_calls(void **state)
{
    static const char *const names[] = {"kernels.o", "kernels.hsaco"};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        struct kit kit;
        size_t size;

        kit_begin(&kit);
        const char *data = kit_load(&kit, folder, names[i], &size);
        const struct rdna_code *code = kit_read(&kit, data, size, NULL);
        assert_non_null(code);
        const struct rdna_program *narrow = rdna_code_find(code, "narrow");
        const struct rdna_cfg_options options = {code->isa, 32, &narrow->first, 1};
        const struct rdna_cfg *cfg =
            rdna_cfg_build(&kit.arena, code->words, code->code_count, &options);
        const uint32_t callee = rdna_cfg_find(cfg, rdna_code_find(code, "twice")->first);
        const struct rdna_block *entry = &cfg->blocks[rdna_cfg_find(cfg, narrow->first)];
        assert_int_not_equal(callee, RDNA_CFG_NONE);
        assert_int_equal(entry->target, callee);
        assert_int_equal(entry->exit, rdna_exit_next);
        assert_int_equal(cfg->blocks[callee].exit, rdna_exit_unknown);
        kit_end(&kit);
    }
}

static void
reads_pixels(void **state)
{
    static const struct expected narrow[] = {{"main", true, rdna_stage_fragment, 32, 0, 5}};
    static const struct expected wide[] = {{"main", true, rdna_stage_fragment, 64, 0, 5}};
    const struct rdna_code_options no_metadata = {0};
    const struct rdna_code_options named = {.wave_size = 64};
    struct kit kit;
    size_t size;
    (void)state;

    kit_begin(&kit);
    const char *data = kit_load(&kit, folder, "pixels-w32.o", &size);
    if (rdna_find_metadata_reader())
        expect(kit_read(&kit, data, size, NULL), rdna_isa_gfx1010, narrow, 1);
    assert_int_equal(kit.diags.list.count, 0);
    /* Nothing but the metadata says how wide waves are. */
    assert_null(kit_read(&kit, data, size, &no_metadata));
    assert_int_equal(kit.diags.list.data[0].code, QD_CODE_RDNA_CHIP);
    assert_non_null(kit.diags.list.data[0].note);
    assert_int_equal(kit_read(&kit, data, size, &named)->programs.data[0].wave_size, 64);
    data = kit_load(&kit, folder, "pixels-w64.o", &size);
    if (rdna_find_metadata_reader())
        expect(kit_read(&kit, data, size, NULL), rdna_isa_gfx1013, wide, 1);
    kit_end(&kit);
}

/* ---- what is no object ---- */

/* Bytes of kernels.o that are set to another value. */
static const struct {
    const char *what;
    uint32_t offset;
    uint32_t value;
    uint32_t size;
    enum qd_code code;
    uint32_t place;
} bad_objects[] = {
    {"class", 4, 1, 1, QD_CODE_RDNA_OBJECT, 4},
    {"byte order", 5, 2, 1, QD_CODE_RDNA_OBJECT, 4},
    {"type", 16, 4, 2, QD_CODE_RDNA_OBJECT, 16},
    {"machine", 18, 62, 2, QD_CODE_RDNA_OBJECT, 16},
    {"chip", 48, 0x2c, 1, QD_CODE_RDNA_CHIP, 48},
    {"no sections", 40, 0, 4, QD_CODE_RDNA_OBJECT, 40},
    {"far sections", 40, 0x7fffffff, 4, QD_CODE_RDNA_OBJECT, 40},
    {"size of a section", 58, 40, 2, QD_CODE_RDNA_OBJECT, 56},
    {"many sections", 60, 0xffff, 2, QD_CODE_RDNA_OBJECT, 60},
};

static void
says_what_is_bad_and_where(void **state)
{
    struct kit kit;
    size_t size;
    (void)state;

    kit_begin(&kit);
    const char *data = kit_load(&kit, folder, "kernels.o", &size);
    char *changed = base_arena_alloc(&kit.arena, size);
    for (size_t i = 0; i < BASE_COUNT(bad_objects); i++) {
        const uint32_t before = kit.diags.list.count;

        memcpy(changed, data, size);
        for (uint32_t k = 0; k < bad_objects[i].size; k++)
            changed[bad_objects[i].offset + k] = (char)(bad_objects[i].value >> 8 * k);
        assert_null(kit_read(&kit, changed, size, NULL));
        assert_int_equal(kit.diags.list.count, before + 1);
        const struct qd_diagnostic *found = &kit.diags.list.data[before];
        if (found->code != bad_objects[i].code || found->place.offset != bad_objects[i].place)
            fail_msg("%s: 0x%x: %s", bad_objects[i].what, found->place.offset, found->message);
    }
    kit_end(&kit);
}

/* Whatever is made of a file, it is code or errors, and graphs of it hold. */
static bool
try_bytes(const char *data, size_t size)
{
    struct kit kit;

    kit_begin(&kit);
    /* By itself, so that a read past the end is one. */
    char *copy = base_arena_alloc(&kit.arena, size ? size : 1);
    memcpy(copy, data, size);
    const struct rdna_code_options options = {.kind = rdna_code_elf,
                                              .metadata = rdna_find_metadata_reader()};
    const struct rdna_code *code = kit_read(&kit, copy, size, &options);
    assert_int_equal(code == NULL, kit.diags.error_count > 0);
    if (code) {
        struct base_text text;
        base_text_init(&text, &kit.arena);
        for (uint32_t i = 0; i < code->programs.count; i++)
            assert_true(code->programs.data[i].end <= code->count &&
                        code->programs.data[i].first < code->programs.data[i].end);
        rdna_code_dump(code, NULL, true, &text);
        rdna_code_dump_graphs(code, NULL, "graphs", &text);
    }
    kit_end(&kit);
    return code != NULL;
}

static const char *const objects[] = {"kernels.o", "kernels.hsaco", "pixels-w32.o"};

static void
takes_any_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(objects); i++) {
        struct kit kit;
        size_t size;

        kit_begin(&kit);
        const char *data = kit_load(&kit, folder, objects[i], &size);
        /* The table of sections, or what it tells of, is cut off. */
        for (size_t end = 0; end < size; end++)
            assert_false(try_bytes(data, end));
        kit_end(&kit);
    }
}

static void
takes_any_change(void **state)
{
    uint64_t random = 1;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(objects); i++) {
        struct kit kit;
        size_t size;

        kit_begin(&kit);
        const char *data = kit_load(&kit, folder, objects[i], &size);
        char *changed = base_arena_alloc(&kit.arena, size);
        for (uint32_t n = 0; n < 4000; n++) {
            static const char extremes[] = "\x00\xff\x7f\x80\x01\xc1\xdf\xdd\xdb\xd9\xcc";
            memcpy(changed, data, size);
            for (uint32_t k = kit_random(&random) % 3 + 1; k > 0; k--)
                changed[kit_random(&random) % size] = kit_random(&random) % 2
                                                          ? extremes[kit_random(&random) % 11]
                                                          : (char)kit_random(&random);
            try_bytes(changed, size);
        }
        kit_end(&kit);
    }
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_kernels), cmocka_unit_test(follows_calls),
        cmocka_unit_test(reads_pixels),  cmocka_unit_test(says_what_is_bad_and_where),
        cmocka_unit_test(takes_any_end), cmocka_unit_test(takes_any_change),
    };

    if (argc != 2) {
        fputs("usage: test-rdna-objects FOLDER\n", stderr);
        return 2;
    }
    folder = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
