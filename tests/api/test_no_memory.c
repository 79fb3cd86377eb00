/* SPDX-License-Identifier: MIT
 *
 * Lets every allocation of a call fail in turn: the call says so and gives no module.
 */
#include "no_memory.h"

#include <quadrille/quadrille.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void
check_failed(const struct qd_output *out)
{
    size_t count = 1;

    if (!out)
        return;
    assert_null(qd_output_words(out, &count));
    assert_int_equal(count, 0);
    assert_int_equal(qd_output_resource_count(out), 0);
    assert_non_null(qd_output_text(out));
}

/* How many allocations the call makes. */
static long
let_each_fail(const char *text, enum qd_result expected)
{
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    enum qd_result result = QD_ERROR_MEMORY;
    long allowed = 0;

    options.from = QD_FORMAT_TGSI_TEXT;
    for (; result == QD_ERROR_MEMORY; allowed++) {
        struct qd_output *out;

        no_memory_after(allowed);
        result = qd_translate(text, strlen(text), &options, &out);
        no_memory_after(NO_MEMORY_NEVER);
        if (result != QD_OK)
            check_failed(out);
        qd_output_free(out);
    }
    assert_int_equal(result, expected);
    return allowed;
}

/* Disassembling, text and graph, has its own way through the arenas. */
static void
test_disassemble(void **state)
{
    static const char code[] = "# chip: gfx1013\n# wave: 32\nbf840001\n7e000280\nbf84fffe\n"
                               "bf810000\nffffffff\n";
    struct qd_disassemble_options options = QD_DISASSEMBLE_OPTIONS_INIT;
    (void)state;

    for (unsigned text = 0; text <= QD_RDNA_TEXT_GRAPH; text++) {
        enum qd_result result = QD_ERROR_MEMORY;
        long allowed = 0;

        options.text = (enum qd_rdna_text)text;
        for (; result == QD_ERROR_MEMORY; allowed++) {
            struct qd_output *out;

            no_memory_after(allowed);
            result = qd_disassemble(code, strlen(code), &options, &out);
            no_memory_after(NO_MEMORY_NEVER);
            if (result != QD_OK)
                check_failed(out);
            if (result != QD_OK && out)
                assert_string_equal(qd_output_disassembly(out), "");
            qd_output_free(out);
        }
        assert_int_equal(result, QD_OK);
        assert_in_range(allowed, 3, 1000);
    }
}

static void
test_good(void **state)
{
    (void)state;
    assert_in_range(let_each_fail("FRAG\nDCL OUT[0], COLOR\nIMM FLT32 {1, 2, 3, 4}\n"
                                  "MOV OUT[0], IMM[0]\nEND\n",
                                  QD_OK),
                    4, 1000);
}

/* A warning is the report's first allocation, after the module. */
static void
test_warning(void **state)
{
    (void)state;
    assert_in_range(let_each_fail("FRAG\nDCL TEMP[0]\nEND\n", QD_OK), 4, 1000);
}

static void
test_bad(void **state)
{
    (void)state;
    assert_in_range(let_each_fail("FRAG\nFOO\nEND\n", QD_ERROR_INVALID), 3, 1000);
}

/* A program made by calls; its words are counted. */
static enum qd_result
build(struct qd_tgsi_builder **builder, size_t *count)
{
    static const float one[4] = {1, 1, 1, 1};
    struct qd_tgsi_declaration out = QD_TGSI_DECLARATION_INIT(QD_TGSI_FILE_OUT, 0, 0);
    const uint32_t *words;

    *count = 0;
    out.semantic = "COLOR";
    if (qd_tgsi_builder_new(QD_TGSI_FRAG, QD_TGSI_DIALECT_FINAL, builder) != QD_OK)
        return QD_ERROR_MEMORY;
    qd_tgsi_declare(*builder, &out);
    qd_tgsi_immediate_f32(*builder, one, NULL);
    /* Enough to outgrow what the arena has at first. */
    for (int i = 0; i < 2000; i++)
        qd_tgsi_emit1(*builder, "MOV", qd_tgsi_register(QD_TGSI_FILE_OUT, 0),
                      qd_tgsi_register(QD_TGSI_FILE_IMM, 0));
    qd_tgsi_emit0(*builder, "END");
    return qd_tgsi_finish_tokens(*builder, QD_TGSI_TOKENS_DEFAULT, &words, count);
}

static void
test_builder(void **state)
{
    enum qd_result result = QD_ERROR_MEMORY;
    long allowed = 0;
    (void)state;

    for (; result == QD_ERROR_MEMORY; allowed++) {
        struct qd_tgsi_builder *builder;
        size_t count;

        no_memory_after(allowed);
        result = build(&builder, &count);
        no_memory_after(NO_MEMORY_NEVER);
        assert_true((result == QD_OK) == (count > 0));
        if (builder && result != QD_OK) {
            assert_int_equal(qd_tgsi_diagnostic_count(builder), 0);
            assert_int_equal(qd_tgsi_emit0(builder, "NOP"), QD_ERROR_MEMORY);
        }
        qd_tgsi_builder_free(builder);
    }
    assert_int_equal(result, QD_OK);
    assert_in_range(allowed, 4, 1000);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),    cmocka_unit_test(test_disassemble),
        cmocka_unit_test(test_warning), cmocka_unit_test(test_bad),
        cmocka_unit_test(test_builder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
