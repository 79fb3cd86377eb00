/* SPDX-License-Identifier: MIT
 *
 * Words in text and raw words: what is read, and where it is said that it cannot be.
 */
#include "kit.h"

static void
reads_headers_and_words(void **state)
{
    static const char text[] = "# chip: gfx1013\n"
                               "#wave:32\n"
                               "# stage: frag  (a fragment shader)\n"
                               "# constants_at: 3\r\n"
                               "# note: one: two \n"
                               "# no header\n"
                               "\n"
                               "7e000287 0xBF810000 # chip: gfx900\n"
                               "\tbf9f0000\r\n"
                               "1";
    struct kit kit;
    (void)state;

    kit_begin(&kit);
    const struct rdna_code *code = kit_read(&kit, text, sizeof(text) - 1, NULL);
    assert_non_null(code);
    assert_int_equal(code->kind, rdna_code_hex);
    assert_int_equal(code->isa, rdna_isa_gfx1013);
    assert_int_equal(code->count, 4);
    assert_int_equal(code->code_count, 3);
    assert_int_equal(code->words[1], 0xbf810000);
    assert_int_equal(code->words[3], 1);
    assert_int_equal(code->programs.count, 1);
    assert_int_equal(code->programs.data[0].wave_size, 32);
    assert_int_equal(code->programs.data[0].stage, rdna_stage_fragment);
    assert_int_equal(code->programs.data[0].end, 3);
    assert_string_equal(rdna_code_header(code, "note"), "one: two");
    assert_null(rdna_code_header(code, "no header"));
    kit_end(&kit);
}

static void
options_go_before_headers(void **state)
{
    static const char text[] = "# chip: gfx900\n# wave: 64\nbf810000\n";
    const struct rdna_code_options options = {
        .has_isa = true,
        .isa = rdna_isa_gfx1010,
        .wave_size = 32,
    };
    struct kit kit;
    (void)state;

    kit_begin(&kit);
    const struct rdna_code *code = kit_read(&kit, text, sizeof(text) - 1, &options);
    assert_non_null(code);
    assert_int_equal(code->isa, rdna_isa_gfx1010);
    assert_int_equal(code->programs.data[0].wave_size, 32);
    kit_end(&kit);
}

#define HEAD "# chip: gfx1013\n# wave: 32\n"

static const struct {
    const char *text;
    enum qd_code code;
    uint32_t line;
    uint32_t column;
} bad_texts[] = {
    {HEAD "bf81000g\n", QD_CODE_RDNA_SYNTAX, 3, 8},
    {HEAD "bf810000 bf8100000\n", QD_CODE_RDNA_SYNTAX, 3, 18},
    {HEAD "bf810000\n  0x\n", QD_CODE_RDNA_SYNTAX, 4, 4},
    {HEAD "bf810000\n-1\n", QD_CODE_RDNA_SYNTAX, 4, 1},
    {HEAD "\xff\n", QD_CODE_RDNA_SYNTAX, 3, 1},
    {HEAD "# nothing else\n", QD_CODE_RDNA_TRUNCATED, 3, 0},
    {"# chip: gfx900\n# wave: 32\nbf810000\n", QD_CODE_RDNA_SYNTAX, 1, 9},
    {"# chip:\n# wave: 32\nbf810000\n", QD_CODE_RDNA_SYNTAX, 1, 8},
    {"# chip: gfx1013\n# wave: 16\nbf810000\n", QD_CODE_RDNA_SYNTAX, 2, 9},
    {HEAD "# stage: pixel\nbf810000\n", QD_CODE_RDNA_SYNTAX, 3, 10},
    {HEAD "# chip: gfx1013\nbf810000\n", QD_CODE_RDNA_SYNTAX, 3, 3},
    {HEAD "# constants_at: x\nbf810000\n", QD_CODE_RDNA_SYNTAX, 3, 17},
    {HEAD "# constants_at: 4294967296\nbf810000\n", QD_CODE_RDNA_SYNTAX, 3, 17},
    {HEAD "# constants_at: 2\nbf810000\n", QD_CODE_RDNA_SYNTAX, 3, 17},
    {"# wave: 32\nbf810000\n", QD_CODE_RDNA_CHIP, 0, 0},
    {"# chip: gfx1013\nbf810000\n", QD_CODE_RDNA_CHIP, 0, 0},
};

static void
says_what_is_bad_and_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(bad_texts); i++) {
        const struct rdna_code_options options = {.kind = rdna_code_hex};
        struct kit kit;

        kit_begin(&kit);
        assert_null(kit_read(&kit, bad_texts[i].text, strlen(bad_texts[i].text), &options));
        assert_int_equal(kit.diags.list.count, 1);
        const struct qd_diagnostic *found = &kit.diags.list.data[0];
        if (found->code != bad_texts[i].code || found->place.line != bad_texts[i].line ||
            found->place.column != bad_texts[i].column)
            fail_msg("%s: %u:%u: %s", bad_texts[i].text, found->place.line, found->place.column,
                     found->message);
        kit_end(&kit);
    }
}

static void
reads_raw_words(void **state)
{
    static const char bytes[] = "\x00\x00\x81\xbf\x01";
    const struct rdna_code_options options = {
        .has_isa = true,
        .isa = rdna_isa_gfx1030,
        .wave_size = 64,
    };
    struct kit kit;
    (void)state;

    kit_begin(&kit);
    const struct rdna_code *code = kit_read(&kit, bytes, 4, &options);
    assert_non_null(code);
    assert_int_equal(code->kind, rdna_code_words);
    assert_int_equal(code->words[0], 0xbf810000);
    assert_null(kit_read(&kit, bytes, 5, &options));
    assert_int_equal(kit.diags.list.data[0].code, QD_CODE_RDNA_TRUNCATED);
    assert_int_equal(kit.diags.list.data[0].place.offset, 4);
    kit_end(&kit);
}

static void
reads_assembly(void **state)
{
    static const char text[] = "start:\n  v_mov_b32 v0, 1.0\n  s_branch start\n";
    static const char bad[] = "  s_nop 0\n  s_foo\n";
    struct rdna_code_options options = {
        .kind = rdna_code_assembly,
        .has_isa = true,
        .isa = rdna_isa_gfx1013,
        .wave_size = 32,
    };
    struct kit kit;
    (void)state;

    kit_begin(&kit);
    const struct rdna_code *code = kit_read(&kit, text, sizeof(text) - 1, &options);
    assert_non_null(code);
    assert_int_equal(code->isa, rdna_isa_gfx1013);
    assert_int_equal(code->count, 2);
    assert_int_equal(code->code_count, 2);
    assert_int_equal(code->words[0], 0x7e0002f2);
    assert_int_equal(code->words[1], 0xbf82fffe);
    assert_int_equal(code->programs.count, 1);
    assert_int_equal(code->programs.data[0].end, 2);
    assert_int_equal(code->programs.data[0].wave_size, 32);
    assert_null(kit_read(&kit, bad, sizeof(bad) - 1, &options));
    assert_int_equal(kit.diags.list.data[0].code, QD_CODE_RDNA_ASM_UNKNOWN_OPCODE);
    assert_int_equal(kit.diags.list.data[0].place.line, 2);
    assert_null(kit_read(&kit, bad, 0, &options));
    assert_int_equal(kit.diags.list.data[1].code, QD_CODE_RDNA_TRUNCATED);
    options.wave_size = 0;
    assert_null(kit_read(&kit, text, sizeof(text) - 1, &options));
    assert_int_equal(kit.diags.list.data[2].code, QD_CODE_RDNA_CHIP);
    kit_end(&kit);
}

/* An unknown word, and an instruction whose literal is missing. */
static void
checks_words(void **state)
{
    static const char text[] = HEAD "bf810000\nffffffff\n7e0002ff\n";
    struct kit kit;
    (void)state;

    kit_begin(&kit);
    const struct rdna_code *code = kit_read(&kit, text, sizeof(text) - 1, NULL);
    assert_non_null(code);
    rdna_code_check(code, &code->programs.data[0], &kit.diags);
    assert_int_equal(kit.diags.list.count, 2);
    assert_int_equal(kit.diags.list.data[0].code, QD_CODE_RDNA_UNKNOWN_ENCODING);
    assert_int_equal(kit.diags.list.data[0].place.offset, 4);
    assert_int_equal(kit.diags.list.data[1].code, QD_CODE_RDNA_TRUNCATED);
    assert_int_equal(kit.diags.list.data[1].place.offset, 8);
    kit_end(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_headers_and_words),
        cmocka_unit_test(options_go_before_headers),
        cmocka_unit_test(says_what_is_bad_and_where),
        cmocka_unit_test(reads_raw_words),
        cmocka_unit_test(reads_assembly),
        cmocka_unit_test(checks_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
