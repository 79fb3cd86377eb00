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

/* D822: whole quads on, and a quad permute. */
static const char quad[] = "# stage: fragment\n# chip: gfx1013\n# wave: 32\n"
                           "# start: v0 PERSP_CENTER i\n# start: v1 PERSP_CENTER j\n"
                           "be94037e\nbefe097e\nc8140000\nc8150001\n7e0802fa\nff00a005\n"
                           "befe0314\nf8001801\n00000004\nbf810000\n";

static void
translates(void **state)
{
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    struct qd_output *out;
    size_t count;
    (void)state;

    options.from = QD_FORMAT_RDNA;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_OK);
    assert_string_equal(qd_output_text(out), "");
    assert_non_null(qd_output_words(out, &count));
    assert_int_equal(qd_output_stage(out), QD_STAGE_FRAGMENT);
    assert_int_equal(qd_output_company(out), QD_COMPANY_QUAD);
    assert_int_equal(qd_output_demand_count(out), 2);
    assert_int_equal(qd_output_demand(out, 0)->offset, 4);
    assert_string_equal(qd_output_demand(out, 0)->instruction, "s_wqm_b32 exec_lo, exec_lo");
    assert_string_equal(qd_output_demand(out, 0)->why, "asks for whole quads");
    assert_int_equal(qd_output_demand(out, 1)->company, QD_COMPANY_QUAD);
    assert_null(qd_output_demand(out, 2));
    bool found = false;
    for (uint32_t i = 0; i < qd_output_resource_count(out); i++) {
        const struct qd_resource *resource = qd_output_resource(out, i);
        if (resource->kind != QD_RESOURCE_INPUT || resource->builtin)
            continue;
        found = true;
        assert_int_equal(resource->location, 0);
        assert_string_equal(resource->interpolation, "perspective");
    }
    assert_true(found);
    qd_output_free(out);
}

static void
translates_as_told(void **state)
{
    const struct qd_rdna_start starts[] = {{QD_RDNA_V0, QD_RDNA_START_LINEAR_CENTROID, 0, 0},
                                           {QD_RDNA_V0 + 1, QD_RDNA_START_LINEAR_CENTROID, 1, 0}};
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    struct qd_rdna_options rdna = QD_RDNA_OPTIONS_INIT;
    struct qd_output *out;
    (void)state;

    options.from = QD_FORMAT_RDNA;
    options.rdna = &rdna;
    rdna.starts = starts;
    rdna.start_count = 2;
    rdna.uint32 = 1;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_OK);
    for (uint32_t i = 0; i < qd_output_resource_count(out); i++) {
        const struct qd_resource *resource = qd_output_resource(out, i);
        if (resource->kind == QD_RESOURCE_INPUT && !resource->builtin)
            assert_string_equal(resource->interpolation, "linear");
        if (resource->kind == QD_RESOURCE_OUTPUT)
            assert_int_equal(resource->type, QD_COMPONENT_INT);
    }
    qd_output_free(out);

    /* Less than the code asks for: the demands say why. */
    rdna.company = QD_COMPANY_LANE;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_UNSUPPORTED);
    assert_int_equal(qd_output_diagnostic(out, 0)->code, QD_CODE_TARGET_LACKS);
    assert_int_equal(qd_output_company(out), QD_COMPANY_QUAD);
    assert_int_equal(qd_output_demand_count(out), 2);
    assert_null(qd_output_words(out, NULL));
    qd_output_free(out);

    /* A wave is not open to fragments, nor a vertex's start. */
    rdna.company = QD_COMPANY_WAVE;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_UNSUPPORTED);
    qd_output_free(out);
    rdna.company = QD_COMPANY_AUTO;
    rdna.has_stage = 1;
    rdna.stage = QD_STAGE_VERTEX;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_UNSUPPORTED);
    qd_output_free(out);
    /* Raw words say nothing. */
    rdna.has_stage = 0;
    rdna.isa = QD_RDNA_ISA_GFX1013;
    rdna.wave_size = 32;
    assert_int_equal(qd_translate(words, sizeof(words), &options, &out), QD_ERROR_UNSUPPORTED);
    qd_output_free(out);
}

static void
refuses_rdna_options(void **state)
{
    struct qd_rdna_start start = {QD_RDNA_V0, QD_RDNA_START_POSITION, 4, 0};
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    struct qd_rdna_options rdna = QD_RDNA_OPTIONS_INIT;
    struct qd_output *out;
    (void)state;

    options.from = QD_FORMAT_RDNA;
    options.rdna = &rdna;
    rdna.starts = &start;
    rdna.start_count = 1;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_ARGUMENT);
    start.axis = 3;
    start.reg = 4; /* A scalar register. */
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_ARGUMENT);
    start.reg = QD_RDNA_V0 + 256;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_ARGUMENT);
    start.reg = QD_RDNA_V0 + 5;
    rdna.window = 2;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_ARGUMENT);
    rdna.window = 0;
    rdna.wave_size = 16;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_ARGUMENT);
    rdna.wave_size = 0;
    rdna.snorm16 = 256;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_ARGUMENT);
    rdna.snorm16 = 0;
    rdna.size--;
    assert_int_equal(qd_translate(quad, strlen(quad), &options, &out), QD_ERROR_ARGUMENT);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disassembles),       cmocka_unit_test(reports_what_is_wrong),
        cmocka_unit_test(refuses_bad_calls),  cmocka_unit_test(translates),
        cmocka_unit_test(translates_as_told), cmocka_unit_test(refuses_rdna_options),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
