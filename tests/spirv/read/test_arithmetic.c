/* SPDX-License-Identifier: MIT
 *
 * The reader's arithmetic families besides what they compute: what they refuse, what they mark, and
 * what becomes of addresses and of inputs evaluated elsewhere.
 */
#include "spirv_test.h"

#include <spirv/unified1/GLSL.std.450.h>

static const char head[] = "OpCapability Shader\n"
                           "OpCapability Int8\n"
                           "OpCapability Int64\n"
                           "OpCapability Float64\n"
                           "OpCapability DotProduct\n"
                           "OpCapability DotProductInputAll\n"
                           "OpCapability InterpolationFunction\n"
                           "OpCapability PhysicalStorageBufferAddresses\n"
                           "%glsl = OpExtInstImport \"GLSL.std.450\"\n"
                           "OpMemoryModel PhysicalStorageBuffer64 GLSL450\n"
                           "OpEntryPoint Fragment %main \"main\" %in %out %priv\n"
                           "OpExecutionMode %main OriginUpperLeft\n"
                           "OpDecorate %in Location 0\n"
                           "OpDecorate %out Location 0\n"
                           "OpDecorate %r NoContraction\n"
                           "OpDecorate %node Block\n"
                           "OpMemberDecorate %node 0 Offset 0\n"
                           "%void = OpTypeVoid\n"
                           "%function = OpTypeFunction %void\n"
                           "%bool = OpTypeBool\n"
                           "%i8 = OpTypeInt 8 0\n"
                           "%i32 = OpTypeInt 32 0\n"
                           "%i64 = OpTypeInt 64 0\n"
                           "%f32 = OpTypeFloat 32\n"
                           "%f64 = OpTypeFloat 64\n"
                           "%b2 = OpTypeVector %bool 2\n"
                           "%i2 = OpTypeVector %i32 2\n"
                           "%v2 = OpTypeVector %f32 2\n"
                           "%v3 = OpTypeVector %f32 3\n"
                           "%v4 = OpTypeVector %f32 4\n"
                           "%d2 = OpTypeVector %f64 2\n"
                           "%m2x2 = OpTypeMatrix %v2 2\n"
                           "%m2x3 = OpTypeMatrix %v3 2\n"
                           "%pair = OpTypeStruct %f32 %f32\n"
                           "%mixed = OpTypeStruct %f32 %i32\n"
                           "%node = OpTypeStruct %f32\n"
                           "%to_node = OpTypePointer PhysicalStorageBuffer %node\n"
                           "%to_f32 = OpTypePointer PhysicalStorageBuffer %f32\n"
                           "%to_in = OpTypePointer Input %v4\n"
                           "%to_in_f32 = OpTypePointer Input %f32\n"
                           "%to_out = OpTypePointer Output %v4\n"
                           "%to_priv = OpTypePointer Private %v3\n"
                           "%in = OpVariable %to_in Input\n"
                           "%out = OpVariable %to_out Output\n"
                           "%priv = OpVariable %to_priv Private\n"
                           "%c0 = OpConstant %i32 0\n"
                           "%c1 = OpConstant %i32 1\n"
                           "%h = OpConstant %f32 0.5\n"
                           "%h2 = OpConstantComposite %v2 %h %h\n"
                           "%main = OpFunction %void None %function\n"
                           "%entry = OpLabel\n"
                           "%v = OpLoad %v4 %in\n"
                           "%x = OpCompositeExtract %f32 %v 0\n"
                           "%y = OpCompositeExtract %f32 %v 1\n"
                           "%i = OpBitcast %i32 %x\n"
                           "%s = OpUConvert %i8 %i\n"
                           "%l = OpUConvert %i64 %i\n"
                           "%d = OpFConvert %f64 %x\n"
                           "%b = OpFOrdLessThan %bool %x %y\n"
                           "%xy = OpVectorShuffle %v2 %v %v 0 1\n"
                           "%xyz = OpVectorShuffle %v3 %v %v 0 1 2\n"
                           "%bb = OpCompositeConstruct %b2 %b %b\n"
                           "%ii = OpCompositeConstruct %i2 %i %i\n"
                           "%dd = OpCompositeConstruct %d2 %d %d\n"
                           "%m = OpCompositeConstruct %m2x2 %xy %xy\n"
                           "%n = OpCompositeConstruct %m2x3 %xyz %xyz\n"
                           "%p = OpCompositeConstruct %pair %x %y\n";

static const char tail[] = "OpStore %out %v\nOpReturn\nOpFunctionEnd\n";

/* The module with these lines in it, read; NULL with errors. */
static struct ir_shader *
read_lines(struct spirv_test *t, const char *lines)
{
    const char *text = base_arena_printf(&t->arena, "%s%s\n%s", head, lines, tail);
    struct spirv_module module = {NULL, 0};
    const struct spirv_read_options options = {.entry = "main"};

    if (!spirv_assemble(text, strlen(text), 6, &t->arena, &module, &t->diags)) {
        spirv_test_print_diags(t);
        fail_msg("%s", lines);
    }
    return spirv_read(module.words, module.count, &options, &t->arena, &t->diags);
}

static struct ir_shader *
read_good(struct spirv_test *t, const char *lines)
{
    struct ir_shader *shader = read_lines(t, lines);

    if (!shader || !ir_verify(shader, &t->diags)) {
        spirv_test_print_diags(t);
        fail_msg("%s", lines);
    }
    return shader;
}

static uint32_t
count_ops(const struct ir_shader *shader, enum ir_op op)
{
    uint32_t count = 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        count += ir_op_of(shader, ref) == op;
    return count;
}

static uint32_t
count_precise(const struct ir_shader *shader)
{
    uint32_t count = 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        count += ir_at(shader, ref)->flags & IR_PRECISE ? 1 : 0;
    return count;
}

static void
check_refused(const char *lines, const char *message)
{
    struct spirv_test t;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    if (read_lines(&t, lines))
        fail_msg("%s is taken", lines);
    const struct qd_diagnostic *diag = &t.diags.list.data[0];
    if (diag->code != QD_CODE_SPIRV_INVALID || !strstr(diag->message, message))
        fail_msg("%s: %s [%s], expected %s", lines, diag->message, base_code_name(diag->code),
                 message);
    assert_int_equal(diag->place.kind, QD_PLACE_WORD);
    spirv_test_end(&t);
}

static void
test_refused(void **state)
{
    static const struct {
        const char *lines;
        const char *message; /* What must be in it. */
    } rows[] = {
        /* Operands of the wrong kind or type, or too many components. */
        {"%r = OpFAdd %f32 %i %i", "expected floats"},
        {"%r = OpIAdd %i32 %x %x", "expected integers"},
        {"%r = OpIAdd %i32 %i %s", "expected i32"},
        {"%r = OpFAdd %f32 %p %x", "type composite, expected floats"},
        {"%r = OpLogicalNot %bool %x", "expected booleans"},
        {"%r = OpFAdd %v2 %xy %xyz", "3 components, expected 2"},
        {"%r = OpBitFieldInsert %i32 %i %l %c0 %c1", "expected i32"},
        {"%r = OpAny %bool %xy", "expected booleans"},
        {"%r = OpBitCount %f32 %x", "expected integers"},
        /* Results. */
        {"%r = OpFAdd %f64 %x %x", "found a result of type f64, expected f32"},
        {"%r = OpFAdd %v3 %xy %xy", "3 components, expected 2"},
        {"%r = OpFOrdLessThan %i32 %x %x", "expected booleans"},
        {"%r = OpIAddCarry %pair %i %i", "found a result of type f32, expected i32"},
        {"%r = OpIAddCarry %i32 %i %i", "expected a struct of two"},
        {"%r = OpConvertFToU %f32 %x", "found a result of type f32, expected integers"},
        {"%r = OpAll %b2 %bb", "result of another type"},
        /* Composites. */
        {"%r = OpCompositeExtract %f32 %xy 2", "index 2"},
        {"%r = OpCompositeExtract %f32 %m 1 2", "index 2"},
        {"%r = OpCompositeExtract %f32 %x 0", "index 0"},
        {"%r = OpCompositeExtract %f32 %m 1", "found a value of type"},
        {"%r = OpCompositeInsert %v2 %i %xy 0", "found a value of type"},
        {"%r = OpCompositeInsert %v2 %x %xy 7", "index 7"},
        {"%r = OpCompositeConstruct %v3 %xy", "found 2 components, expected 3"},
        {"%r = OpCompositeConstruct %v2 %xyz", "fits into"},
        {"%r = OpCompositeConstruct %v2 %x %i", "fits into"},
        {"%r = OpCompositeConstruct %pair %x %i", "found a value of type"},
        {"%r = OpCompositeConstruct %pair %x", "found 1 words of operands, expected 2"},
        {"%r = OpCompositeConstruct %m2x2 %xy %xyz", "found a value of type"},
        {"%r = OpVectorShuffle %v2 %xy %xy 0 4", "found component 4, expected less than 4"},
        {"%r = OpVectorShuffle %v2 %xy %ii 0 1", "found vectors of f32 and i32"},
        {"%r = OpVectorShuffle %v2 %x %xy 0 1", "expected a vector"},
        {"%r = OpVectorExtractDynamic %f32 %xy %x", "expected integers"},
        {"%r = OpVectorExtractDynamic %i32 %xy %i", "found a result of type i32"},
        {"%r = OpVectorInsertDynamic %v2 %xy %i %i", "found a component of i32"},
        {"%r = OpCopyLogical %mixed %p", "expected one that matches"},
        {"%r = OpSelect %f32 %bb %x %x", "found 2 conditions"},
        {"%r = OpSelect %f32 %b %x %i", "found a value of type"},
        /* Conversions. */
        {"%r = OpBitcast %i64 %x", "bitcast between types"},
        {"%r = OpBitcast %i32 %b", "bitcast between types"},
        {"%r = OpBitcast %i32 %p", "bitcast between types"},
        {"%r = OpConvertPtrToU %i64 %i", "expected an integer and a pointer"},
        {"%r = OpConvertUToPtr %to_f32 %x", "expected an integer and a pointer"},
        {"%r = OpQuantizeToF16 %f32 %i", "expected floats"},
        /* Matrices. */
        {"%r = OpDot %f32 %xy %xyz", "columns"},
        {"%r = OpMatrixTimesVector %v3 %n %xyz", "columns"},
        {"%r = OpMatrixTimesMatrix %m2x2 %x %m", "expected a matrix"},
        {"%r = OpTranspose %v2 %xy", "expected a matrix"},
        {"%r = OpMatrixTimesVector %v2 %n %xy", "result of another type"},
        {"%r = OpMatrixTimesScalar %m2x2 %m %d", "expected f32"},
        /* Integer dot products. */
        {"%r = OpSDot %i32 %i %i", "found scalars"},
        {"%r = OpSDot %i32 %ii %i", "found operands of two types"},
        {"%r = OpSDot %f32 %ii %ii", "result of another type"},
        {"%r = OpUDotAccSat %i32 %ii %ii %l", "found an accumulator of i64"},
        /* GLSL.std.450. */
        {"%r = OpExtInst %f32 %glsl Sin %i", "expected floats"},
        {"%r = OpExtInst %v2 %glsl Cross %xy %xy", "expected 3"},
        {"%r = OpExtInst %f32 %glsl Distance %xy %xyz", "3 components, expected 2"},
        {"%r = OpExtInst %f32 %glsl Distance %xy %dd", "components of f64"},
        {"%r = OpExtInst %f32 %glsl Length %m", "expected a vector"},
        {"%r = OpExtInst %f32 %glsl Determinant %n", "expected a square matrix"},
        {"%r = OpExtInst %f32 %glsl Determinant %x", "expected a square matrix"},
        {"%r = OpExtInst %i32 %glsl PackHalf2x16 %dd", "found a vector of f64"},
        {"%r = OpExtInst %i32 %glsl PackHalf2x16 %xyz", "3 components, expected 2"},
        {"%r = OpExtInst %d2 %glsl UnpackHalf2x16 %i", "found a result of f64"},
        {"%r = OpExtInst %f32 %glsl PackDouble2x32 %ii", "found a result of f32"},
        {"%r = OpExtInst %i2 %glsl UnpackDouble2x32 %x", "found a number of f32"},
        {"%r = OpExtInst %f32 %glsl Modf %x %priv", "expected a pointer to 1 components"},
        {"%r = OpExtInst %v3 %glsl Frexp %xyz %priv", "found a result of type f32, expected"},
        {"%r = OpExtInst %mixed %glsl ModfStruct %x", "found a result of type i32"},
        {"%r = OpExtInst %pair %glsl FrexpStruct %x", "expected integers"},
        {"%r = OpExtInst %v2 %glsl InterpolateAtCentroid %in", "pointer to the result's type"},
        {"%r = OpExtInst %v4 %glsl InterpolateAtSample %in %x", "integers of 32 bits"},
        {"%r = OpExtInst %v4 %glsl InterpolateAtOffset %in %x", "1 components, expected 2"},
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        check_refused(rows[i].lines, rows[i].message);
}

/* What the assembler does not write: another number in place of Sin's. */
static void
check_number(uint32_t number, const char *message)
{
    struct spirv_test t;
    struct spirv_module module = {NULL, 0};

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const char *text =
        base_arena_printf(&t.arena, "%s%%r = OpExtInst %%f32 %%glsl Sin %%x\n%s", head, tail);
    assert_true(spirv_assemble(text, strlen(text), 6, &t.arena, &module, &t.diags));
    uint32_t *words = base_arena_new_array(&t.arena, uint32_t, module.count);
    memcpy(words, module.words, module.count * sizeof(*words));
    words[spirv_test_find(&module, SpvOpExtInst, 0) + 4] = number;
    assert_null(
        spirv_read(words, module.count, &(struct spirv_read_options){0}, &t.arena, &t.diags));
    assert_int_equal(t.diags.list.data[0].code, QD_CODE_SPIRV_INVALID);
    assert_non_null(strstr(t.diags.list.data[0].message, message));
    spirv_test_end(&t);
}

static void
test_numbers(void **state)
{
    static const uint32_t unknown[] = {0, 47, 82, 83, 1000, UINT32_MAX};
    static const uint32_t wants_more[] = {GLSLstd450FMin, GLSLstd450Modf, GLSLstd450Refract,
                                          GLSLstd450SmoothStep};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(unknown); i++)
        check_number(unknown[i], "of GLSL.std.450, which has none such");
    for (uint32_t i = 0; i < BASE_COUNT(wants_more); i++)
        check_number(wants_more[i], "found 3 words of operands, expected");
}

/* NoContraction stands on %r: all float arithmetic that is made of it is precise, and no other. */
static void
check_precise(const char *lines, uint32_t expected)
{
    struct spirv_test t;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const uint32_t count = count_precise(read_good(&t, lines));
    if (count != expected)
        fail_msg("%s: %u precise ones, expected %u", lines, count, expected);
    spirv_test_end(&t);
}

static void
test_precise(void **state)
{
    static const struct {
        const char *lines;
        uint32_t count;
    } rows[] = {
        {"%r = OpFMul %f32 %x %y", 1},
        {"%r = OpFMod %f32 %x %y", 4},
        {"%r = OpDot %f32 %xy %xy", 3},
        {"%q = OpFMul %f32 %x %y\n%r = OpFAdd %f32 %q %y", 1},
        {"%r = OpExtInst %f32 %glsl FMix %x %y %x", 4},
        {"%r = OpExtInst %f32 %glsl Length %xy", 4},
        {"%r = OpMatrixTimesVector %v2 %m %xy", 6},
        {"%r = OpIAdd %i32 %i %i", 0},
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        check_precise(rows[i].lines, rows[i].count);
}

static void
test_addresses(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const struct ir_shader *shader = read_good(&t, "%a = OpConvertUToPtr %to_f32 %l\n"
                                                   "%r = OpLoad %f32 %a Aligned 4\n"
                                                   "%u = OpConvertPtrToU %i64 %a\n"
                                                   "%n1 = OpIAdd %i64 %u %l\n"
                                                   "%w = OpBitcast %i2 %a\n"
                                                   "%a2 = OpBitcast %to_f32 %w\n"
                                                   "%a3 = OpBitcast %to_f32 %n1\n"
                                                   "%a4 = OpSelect %to_f32 %b %a2 %a3\n"
                                                   "OpStore %a4 %r Aligned 4");
    assert_int_equal(count_ops(shader, ir_op_load_global), 1);
    assert_int_equal(count_ops(shader, ir_op_store_global), 1);
    assert_int_equal(count_ops(shader, ir_op_select), 1);
    spirv_test_end(&t);
}

static void
test_interpolated(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const struct ir_shader *shader =
        read_good(&t, "%e = OpAccessChain %to_in_f32 %in %c1\n"
                      "%r = OpExtInst %v4 %glsl InterpolateAtCentroid %in\n"
                      "%r1 = OpExtInst %f32 %glsl InterpolateAtSample %e %i\n"
                      "%r2 = OpExtInst %v4 %glsl InterpolateAtOffset %in %h2");
    assert_int_equal(count_ops(shader, ir_op_interp_centroid), 4);
    assert_int_equal(count_ops(shader, ir_op_interp_sample), 1);
    assert_int_equal(count_ops(shader, ir_op_interp_offset), 4);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_of(shader, ref) == ir_op_interp_sample)
            assert_int_equal(ir_imm(shader, ref) & 3, 1);
    spirv_test_end(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_precise),      cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_interpolated),
    };

    if (!spirv_has_tools()) {
        print_message("skip: this build has no SPIRV-Tools\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
