/* SPDX-License-Identifier: MIT */
#include <quadrille/quadrille.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

static const char text[] = "# chip: gfx1013\n# wave: 32\nbf840001\n7e000280\nbf810000\n";
static const unsigned char words[] = {0x01, 0, 0x84, 0xbf, 0x80, 0x02, 0, 0x7e, 0, 0, 0x81, 0xbf};

static void
disassembles(void **state)
{
    struct qd_disassemble_options options = QD_DISASSEMBLE_OPTIONS_INIT;
    struct qd_output *out, *again;
    (void)state;

    assert_int_equal(qd_disassemble(text, strlen(text), &options, &out), QD_OK);
    assert_string_equal(qd_output_disassembly(out), "\ts_cbranch_scc0 L_8\n"
                                                    "\tv_mov_b32_e32 v0, 0\n"
                                                    "L_8:\n"
                                                    "\ts_endpgm\n");
    assert_string_equal(qd_output_text(out), "");
    options.isa = QD_RDNA_ISA_GFX1030;
    options.wave_size = 64;
    assert_int_equal(qd_disassemble(words, sizeof(words), &options, &again), QD_OK);
    assert_string_equal(qd_output_disassembly(again), qd_output_disassembly(out));
    qd_output_free(again);
    qd_output_free(out);

    options.text = QD_RDNA_TEXT_WORDS;
    assert_int_equal(qd_disassemble(words, sizeof(words), &options, &out), QD_OK);
    assert_non_null(strstr(qd_output_disassembly(out), "; 000004: 7e000280\n"));
    qd_output_free(out);
    options.text = QD_RDNA_TEXT_GRAPH;
    options.name = "three";
    assert_int_equal(qd_disassemble(words, sizeof(words), &options, &out), QD_OK);
    assert_memory_equal(qd_output_disassembly(out), "digraph \"three\" {", 17);
    qd_output_free(out);
}

static void
reports_what_is_wrong(void **state)
{
    struct qd_disassemble_options options = QD_DISASSEMBLE_OPTIONS_INIT;
    struct qd_output *out;
    (void)state;

    options.name = "a.hex";
    assert_int_equal(qd_disassemble("bf81000x", 8, &options, &out), QD_ERROR_INVALID);
    assert_int_equal(qd_output_diagnostic(out, 0)->code, QD_CODE_RDNA_SYNTAX);
    assert_int_equal(qd_output_diagnostic(out, 0)->place.column, 8);
    assert_string_equal(qd_output_disassembly(out), "");
    qd_output_free(out);

    options.isa = QD_RDNA_ISA_GFX1010;
    assert_int_equal(qd_disassemble("bf810000", 8, &options, &out), QD_ERROR_INVALID);
    assert_int_equal(qd_output_diagnostic(out, 0)->code, QD_CODE_RDNA_CHIP);
    qd_output_free(out);

    options.wave_size = 64;
    assert_int_equal(qd_disassemble("bf810000 ffffffff", 17, &options, &out), QD_OK);
    assert_string_equal(qd_output_disassembly(out), "\ts_endpgm\n\t.long 0xffffffff\n");
    assert_int_equal(qd_output_diagnostic(out, 0)->severity, QD_SEVERITY_WARNING);
    assert_int_equal(qd_output_diagnostic(out, 0)->place.offset, 4);
    qd_output_free(out);

    options.program = "main";
    assert_int_equal(qd_disassemble("bf810000", 8, &options, &out), QD_ERROR_INVALID);
    assert_non_null(strstr(qd_output_text(out), "a.hex: error: found no program \"main\""));
    qd_output_free(out);

    options.program = NULL;
    options.memory_limit = 1;
    assert_int_equal(qd_disassemble("bf810000", 8, &options, &out), QD_ERROR_MEMORY);
    qd_output_free(out);
}

static void
refuses_bad_calls(void **state)
{
    const struct qd_disassemble_options good = QD_DISASSEMBLE_OPTIONS_INIT;
    struct qd_disassemble_options options = good;
    struct qd_output *out;
    (void)state;

    assert_int_equal(qd_disassemble(text, 1, &options, NULL), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_disassemble(text, 1, NULL, &out), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_disassemble(NULL, 1, &options, &out), QD_ERROR_ARGUMENT);
    options.wave_size = 16;
    assert_int_equal(qd_disassemble(text, 1, &options, &out), QD_ERROR_ARGUMENT);
    assert_null(out);
    options = good;
    options.size--;
    assert_int_equal(qd_disassemble(text, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = good;
    options.text = (enum qd_rdna_text)3;
    assert_int_equal(qd_disassemble(text, 1, &options, &out), QD_ERROR_ARGUMENT);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disassembles),
        cmocka_unit_test(reports_what_is_wrong),
        cmocka_unit_test(refuses_bad_calls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
