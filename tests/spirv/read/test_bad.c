/* SPDX-License-Identifier: MIT
 *
 * What is refused, and what is said of it: words that are no module, modules that break the rules,
 * and what is not supported. Every word of a good module, changed, gives a shader or an error.
 */
#include "run_kit.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- words ---- */

#define MAGIC 0x07230203u
#define OP(length, code) ((uint32_t)(length) << 16 | (uint32_t)(code))

struct words {
    const char *message; /* A part of it. */
    enum qd_code code;
    uint32_t at; /* Word. */
    uint32_t count;
    uint32_t words[16];
};

static const struct words words[] = {
    {"found 0 words", QD_CODE_SPIRV_INVALID, 0, 0, {0}},
    {"found 4 words", QD_CODE_SPIRV_INVALID, 0, 4, {MAGIC, 0x10000, 0, 8}},
    {"magic number", QD_CODE_SPIRV_INVALID, 0, 5, {0x07230204, 0x10000, 0, 8, 0}},
    {"expected SPIR-V 1.0 to 1.6", QD_CODE_UNSUPPORTED, 1, 5, {MAGIC, 0x10700, 0, 8, 0}},
    {"expected SPIR-V 1.0 to 1.6", QD_CODE_UNSUPPORTED, 1, 5, {MAGIC, 0x20000, 0, 8, 0}},
    {"bound 0 of ids", QD_CODE_SPIRV_ID_BOUND, 3, 5, {MAGIC, 0x10000, 0, 0, 0}},
    {"bound 4194305 of ids", QD_CODE_SPIRV_ID_BOUND, 3, 5, {MAGIC, 0x10000, 0, 0x400001, 0}},
    {"instruction schema 1", QD_CODE_UNSUPPORTED, 4, 5, {MAGIC, 0x10000, 0, 8, 1}},
    {"instruction of 0 words", QD_CODE_SPIRV_INVALID, 5, 6, {MAGIC, 0x10000, 0, 8, 0, 0}},
    {"instruction of 3 words",
     QD_CODE_SPIRV_INVALID,
     5,
     7,
     {MAGIC, 0x10000, 0, 8, 0, OP(3, 17), 1}},
    {"opcode 18, which", QD_CODE_UNSUPPORTED, 5, 6, {MAGIC, 0x10000, 0, 8, 0, OP(1, 18)}},
    {"OpCapability: found 0 words of operands, expected more",
     QD_CODE_SPIRV_INVALID,
     5,
     6,
     {MAGIC, 0x10000, 0, 8, 0, OP(1, 17)}},
    {"OpCapability: found 2 words of operands, expected 1",
     QD_CODE_SPIRV_INVALID,
     5,
     8,
     {MAGIC, 0x10000, 0, 8, 0, OP(3, 17), 1, 1}},
    {"OpTypeVoid: found no room for the result",
     QD_CODE_SPIRV_INVALID,
     5,
     6,
     {MAGIC, 0x10000, 0, 8, 0, OP(1, 19)}},
    {"OpTypeVoid: found id 0, expected 1 to 7",
     QD_CODE_SPIRV_INVALID,
     5,
     7,
     {MAGIC, 0x10000, 0, 8, 0, OP(2, 19), 0}},
    {"OpTypeVoid: found id 8, expected 1 to 7",
     QD_CODE_SPIRV_INVALID,
     5,
     7,
     {MAGIC, 0x10000, 0, 8, 0, OP(2, 19), 8}},
    {"OpTypeBool: found id 1, which OpTypeVoid at word 5 has made",
     QD_CODE_SPIRV_INVALID,
     7,
     9,
     {MAGIC, 0x10000, 0, 8, 0, OP(2, 19), 1, OP(2, 20), 1}},
    {"OpName: found a string without an end",
     QD_CODE_SPIRV_INVALID,
     5,
     8,
     {MAGIC, 0x10000, 0, 8, 0, OP(3, 5), 1, 0x61616161}},
    {"OpLine: found 0 words of operands",
     QD_CODE_SPIRV_INVALID,
     5,
     6,
     {MAGIC, 0x10000, 0, 8, 0, OP(1, 8)}},
    {"OpExtInst: found no room for the result",
     QD_CODE_SPIRV_INVALID,
     5,
     6,
     {MAGIC, 0x10000, 0, 8, 0, OP(1, 12)}},
    {"found no entry point, expected one", QD_CODE_SPIRV_INVALID, 0, 5, {MAGIC, 0x10000, 0, 8, 0}},
};

static void
check_words(const struct words *w)
{
    /* Of an exact size, so that a sanitizer sees reads past the end. */
    uint32_t *exact = malloc(w->count * sizeof(uint32_t) + 1);
    const struct spirv_module module = {exact, w->count};
    struct kit kit;

    assert_non_null(exact);
    memcpy(exact, w->words, w->count * sizeof(uint32_t));
    KIT_START(&kit);
    assert_null(kit_read(&kit, &module, NULL));
    const struct qd_diagnostic *diag = &kit.diags.list.data[0];
    if (!strstr(diag->message, w->message) || diag->code != w->code)
        fail_msg("found \"%s\", expected \"%s\"", diag->message, w->message);
    assert_int_equal(diag->place.offset, 4 * w->at);
    kit_end(&kit);
    free(exact);
}

static void
test_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(words); i++)
        check_words(&words[i]);
}

/* ---- texts ---- */

struct text {
    const char *message;
    enum qd_code code;
    const char *text;
    bool is_end; /* Nothing follows the message. */
};

#define BODY(code) KIT_MODULE("", "", "", KIT_MAIN code KIT_RETURN)
#define GLOBAL(code) KIT_MODULE("", "", code, KIT_MAIN KIT_RETURN)
#define NEEDS(code) KIT_MODULE(code, "", "", KIT_MAIN KIT_RETURN)
#define STAGE(model, mode)                                                                         \
    "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"                                         \
    "OpEntryPoint " model " %main \"main\"\n" mode "%void = OpTypeVoid\n"                          \
    "%fn = OpTypeFunction %void\n" KIT_MAIN KIT_RETURN

#define LINES(code)                                                                                \
    "OpCapability Shader\nOpExtension \"SPV_KHR_non_semantic_info\"\n"                             \
    "%debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\n"                              \
    "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n"                       \
    "OpExecutionMode %main LocalSize 1 1 1\n%file = OpString \"shader.comp\"\n" KIT_DECORATIONS    \
        KIT_GLOBALS "%source = OpExtInst %void %debug DebugSource %file\n" KIT_MAIN code           \
    "%x = OpLoad %uint %u1\n" KIT_RETURN

static const struct text texts[] = {
    /* What the module says of itself. */
    {"capability Kernel (6)", QD_CODE_UNSUPPORTED, NEEDS("OpCapability Kernel\n")},
    {"extension \"SPV_NV_mesh_shader\"", QD_CODE_UNSUPPORTED,
     NEEDS("OpExtension \"SPV_NV_mesh_shader\"\n")},
    {"extension \"SPV_KHR_multivie\"", QD_CODE_UNSUPPORTED,
     NEEDS("OpExtension \"SPV_KHR_multivie\"\n")},
    {"instruction set \"OpenCL.std\"", QD_CODE_UNSUPPORTED,
     NEEDS("%cl = OpExtInstImport \"OpenCL.std\"\n")},
    {"addressing model Physical32", QD_CODE_UNSUPPORTED,
     "OpCapability Shader\nOpMemoryModel Physical32 GLSL450\n"},
    {"memory model OpenCL", QD_CODE_UNSUPPORTED,
     "OpCapability Shader\nOpMemoryModel Logical OpenCL\n"},
    {"stage Geometry", QD_CODE_UNSUPPORTED, STAGE("Geometry", "")},
    {"stage TessellationControl", QD_CODE_UNSUPPORTED, STAGE("TessellationControl", "")},
    {"mode OriginLowerLeft", QD_CODE_UNSUPPORTED,
     STAGE("Fragment", "OpExecutionMode %main OriginLowerLeft\n")},
    {"mode RoundingModeRTZ", QD_CODE_UNSUPPORTED,
     STAGE("Vertex", "OpExecutionMode %main RoundingModeRTZ 32\n")},
    {"mode EarlyFragmentTests in a vertex shader", QD_CODE_SPIRV_INVALID,
     STAGE("Vertex", "OpExecutionMode %main EarlyFragmentTests\n")},
    {"local size 0 x 0 x 0", QD_CODE_LIMIT, STAGE("GLCompute", "")},
    {"local size 1 x 5000 x 1", QD_CODE_LIMIT,
     STAGE("GLCompute", "OpExecutionMode %main LocalSize 1 5000 1\n")},

    /* Types. */
    {"OpTypeFloat: found a width of 8 bits", QD_CODE_SPIRV_INVALID, GLOBAL("%x = OpTypeFloat 8\n")},
    {"OpTypeInt: found a width of 7 bits", QD_CODE_SPIRV_INVALID, GLOBAL("%x = OpTypeInt 7 0\n")},
    {"OpTypeVector: found 5 elements", QD_CODE_SPIRV_INVALID,
     GLOBAL("%x = OpTypeVector %float 5\n")},
    {"expected vectors of floats", QD_CODE_SPIRV_INVALID, GLOBAL("%x = OpTypeMatrix %uint4 4\n")},
    {"OpTypeArray: found a length of 0", QD_CODE_SPIRV_INVALID,
     GLOBAL("%x = OpTypeArray %float %u0\n")},
    {"expected a constant integer", QD_CODE_SPIRV_INVALID, GLOBAL("%x = OpTypeArray %float %f1\n")},
    {"expected a type", QD_CODE_SPIRV_INVALID, GLOBAL("%x = OpTypeVector %later 4\n")},
    {"which has no values", QD_CODE_SPIRV_INVALID, GLOBAL("%x = OpTypeStruct %void\n")},
    {"dimension Rect", QD_CODE_UNSUPPORTED,
     GLOBAL("%x = OpTypeImage %float Rect 0 0 0 1 Unknown\n")},
    {"texels are read as", QD_CODE_UNSUPPORTED,
     GLOBAL("%x = OpTypeImage %void 2D 0 0 0 1 Unknown\n")},
    {"capability NamedBarrier", QD_CODE_UNSUPPORTED, GLOBAL("%x = OpTypeNamedBarrier\n")},
    {"found no OpTypePointer", QD_CODE_SPIRV_INVALID,
     GLOBAL("OpTypeForwardPointer %p PhysicalStorageBuffer\n")},
    {"expected a type", QD_CODE_SPIRV_INVALID, GLOBAL("%x = OpTypePointer Input %x\n")},
    {"expected a type", QD_CODE_SPIRV_INVALID,
     GLOBAL("%x = OpTypePointer Private %later\n%v = OpVariable %x Private\n"
            "%later = OpTypeVector %float 3\n")},

    /* Constants. */
    {"found 3 constituents, expected 4", QD_CODE_SPIRV_INVALID,
     GLOBAL("%x = OpConstantComposite %uint4 %u0 %u1 %u2\n")},
    {"do not make a result of type", QD_CODE_SPIRV_INVALID,
     GLOBAL("%x = OpConstantComposite %uint4 %u0 %u1 %u2 %f1\n")},
    {"expected OpTypeBool", QD_CODE_SPIRV_INVALID, GLOBAL("%x = OpConstantTrue %uint\n")},
    {"found a value of", QD_CODE_LIMIT,
     GLOBAL("%big = OpConstant %uint 4000000000\n%a = OpTypeArray %uint %big\n"
            "%x = OpConstantNull %a\n")},
    {"which constants do not have", QD_CODE_UNSUPPORTED,
     GLOBAL("%x = OpSpecConstantOp %p_word AccessChain %out %u0 %u0\n")},
    {"one that has scalars", QD_CODE_SPIRV_INVALID, GLOBAL("%x = OpConstantNull %void\n")},

    /* Functions and blocks. */
    {"which is recursive", QD_CODE_SPIRV_INVALID, BODY("%r = OpFunctionCall %void %main\n")},
    {"found 0 arguments, expected 1", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "%fn1 = OpTypeFunction %void %uint\n",
                KIT_MAIN "%r = OpFunctionCall %void %f\n" KIT_RETURN
                         "%f = OpFunction %void None %fn1\n%p = OpFunctionParameter %uint\n"
                         "%l = OpLabel\n" KIT_RETURN)},
    {"expected a function", QD_CODE_SPIRV_INVALID, BODY("%r = OpFunctionCall %void %u1\n")},
    {"function without a body", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "",
                KIT_MAIN "%r = OpFunctionCall %void %f\n" KIT_RETURN
                         "%f = OpFunction %void None %fn\nOpFunctionEnd\n")},
    {"expected a block of this function", QD_CODE_SPIRV_INVALID,
     BODY("OpBranch %entry\n%l = OpLabel\n")},
    {"expected a block of this function", QD_CODE_SPIRV_INVALID,
     BODY("OpBranch %u1\n%l = OpLabel\n")},
    {"found before the end of block", QD_CODE_SPIRV_INVALID, BODY("%l = OpLabel\n")},
    {"OpIAdd: found outside of a block", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "", KIT_MAIN "OpReturn\n%x = OpIAdd %uint %u1 %u1\nOpFunctionEnd\n")},
    {"found no OpFunctionEnd", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "", KIT_MAIN "OpReturn\n")},
    {"OpTypeBool: found inside of a function", QD_CODE_SPIRV_INVALID, BODY("%x = OpTypeBool\n")},
    {"OpIAdd: found outside of a function", QD_CODE_SPIRV_INVALID,
     GLOBAL("%x = OpIAdd %uint %u1 %u1\n")},
    {"OpKill: found in a compute shader", QD_CODE_SPIRV_INVALID, BODY("OpKill\n%l = OpLabel\n")},
    {"expected a bool to choose by", QD_CODE_SPIRV_INVALID,
     BODY("OpBranchConditional %u1 %a %a\n%a = OpLabel\n")},
    {"expected a value that is made before", QD_CODE_SPIRV_INVALID,
     BODY("%x = OpIAdd %uint %y %u1\n%y = OpIAdd %uint %u1 %u1\n")},
    {"found no value for control that comes from block", QD_CODE_SPIRV_INVALID,
     BODY("OpBranch %a\n%a = OpLabel\n%x = OpPhi %uint %u1 %a\n")},
    {"found behind the block's start", QD_CODE_SPIRV_INVALID,
     BODY("OpBranch %a\n%a = OpLabel\n%x = OpIAdd %uint %u1 %u1\n%y = OpPhi %uint %u1 %entry\n")},
    {"of another type", QD_CODE_SPIRV_INVALID,
     BODY("OpBranch %a\n%a = OpLabel\n%y = OpPhi %uint %f1 %entry\n")},
    {"found a value that the entry point returns", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "", KIT_MAIN "OpReturnValue %u1\nOpFunctionEnd\n")},
    {"found another type than the function returns", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "%fnu = OpTypeFunction %uint\n",
                KIT_MAIN "%r = OpFunctionCall %uint %f\n" KIT_RETURN
                         "%f = OpFunction %uint None %fnu\n%l = OpLabel\n"
                         "OpReturnValue %f1\nOpFunctionEnd\n")},
    {"capability Kernel", QD_CODE_UNSUPPORTED, BODY("OpLifetimeStart %out 0\n")},

    /* Memory. */
    {"member's index that is no constant below 1", QD_CODE_SPIRV_INVALID,
     BODY("%p = OpAccessChain %p_word %out %u1 %u0\n")},
    {"which has no elements", QD_CODE_SPIRV_INVALID,
     BODY("%p = OpAccessChain %p_word %out %u0 %u0 %u0\n")},
    {"expected a pointer of the same storage class", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "%p_f = OpTypePointer Workgroup %uint\n",
                KIT_MAIN "%p = OpAccessChain %p_f %out %u0 %u0\n" KIT_RETURN)},
    {"found a value of another type", QD_CODE_SPIRV_INVALID,
     BODY("%p = OpAccessChain %p_word %out %u0 %u0\nOpStore %p %f1\n")},
    {"expected a pointer", QD_CODE_SPIRV_INVALID, BODY("%x = OpLoad %uint %u1\n")},
    {"found another type than the pointer points to", QD_CODE_SPIRV_INVALID,
     BODY("%p = OpAccessChain %p_word %out %u0 %u0\n%x = OpLoad %uint4 %p\n")},
    {"decoration Block or BufferBlock", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "%p = OpTypePointer Uniform %uint4\n%v = OpVariable %p Uniform\n",
                KIT_MAIN "%x = OpLoad %uint4 %v\n" KIT_RETURN)},
    {"storage class Function outside", QD_CODE_SPIRV_INVALID,
     GLOBAL("%p = OpTypePointer Function %uint\n%v = OpVariable %p Function\n")},
    {"storage class Generic", QD_CODE_UNSUPPORTED,
     KIT_MODULE("", "", "%p = OpTypePointer Generic %uint\n%v = OpVariable %p Generic\n",
                KIT_MAIN "%x = OpLoad %uint %v\n" KIT_RETURN)},
    {"memory that is constant", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "",
                "%pc = OpTypePointer PushConstant %block\n"
                "%pw = OpTypePointer PushConstant %uint\n%v = OpVariable %pc PushConstant\n",
                KIT_MAIN "%p = OpAccessChain %pw %v %u0 %u0\nOpStore %p %u1\n" KIT_RETURN)},
    {"bytes of shared memory", QD_CODE_LIMIT,
     KIT_MODULE("", "",
                "%n = OpConstant %uint 300000\n%a = OpTypeArray %uint %n\n"
                "%p = OpTypePointer Workgroup %a\n%pw = OpTypePointer Workgroup %uint\n"
                "%v = OpVariable %p Workgroup\n",
                KIT_MAIN "%x = OpAccessChain %pw %v %u0\n" KIT_RETURN)},
    {"expected a member that is a runtime array", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "",
                KIT_MAIN "%p = OpAccessChain %p_word %out %u0 %u0\n"
                         "%x = OpArrayLength %uint %p 0\n" KIT_RETURN)},

    /* The interface. */
    {"without a location", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "", "%p = OpTypePointer Input %uint\n%v = OpVariable %p Input\n",
                KIT_MAIN "%x = OpLoad %uint %v\n" KIT_RETURN)},
    {"which compute shaders do not have", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "OpDecorate %v Location 0\n",
                "%p = OpTypePointer Input %uint\n%v = OpVariable %p Input\n",
                KIT_MAIN "%x = OpLoad %uint %v\n" KIT_RETURN)},
    {"built-in position as an input of a compute shader", QD_CODE_UNSUPPORTED,
     KIT_MODULE("", "OpDecorate %v BuiltIn Position\n",
                "%p = OpTypePointer Input %float4\n%v = OpVariable %p Input\n",
                KIT_MAIN "%x = OpLoad %float4 %v\n" KIT_RETURN)},
    {"built-in TessCoord, which is not supported", QD_CODE_UNSUPPORTED,
     KIT_MODULE("", "OpDecorate %v BuiltIn TessCoord\n",
                "%p = OpTypePointer Input %float4\n%v = OpVariable %p Input\n",
                KIT_MAIN "%x = OpLoad %float4 %v\n" KIT_RETURN)},
    {"of another type than it has", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "OpDecorate %v BuiltIn LocalInvocationIndex\n",
                "%p = OpTypePointer Input %float\n%v = OpVariable %p Input\n",
                KIT_MAIN "%x = OpLoad %float %v\n" KIT_RETURN)},
    {"found a store to an input", QD_CODE_SPIRV_INVALID,
     KIT_MODULE("", "OpDecorate %v BuiltIn LocalInvocationIndex\n",
                "%p = OpTypePointer Input %uint\n%v = OpVariable %p Input\n",
                KIT_MAIN "OpStore %v %u1\n" KIT_RETURN)},

    /* A line of the source. */
    {"(shader.comp:12)", QD_CODE_SPIRV_INVALID, LINES("OpLine %file 12 3\n")},
    {"expected a pointer", QD_CODE_SPIRV_INVALID, LINES("OpLine %file 12 3\nOpNoLine\n"), true},
    {"(shader.comp:7)", QD_CODE_SPIRV_INVALID,
     LINES("%dl = OpExtInst %void %debug DebugLine %source %u7 %u7 %u0 %u0\n")},
};

static void
check_text(const struct text *t)
{
    struct kit kit;

    KIT_START(&kit);
    const struct spirv_module module = kit_assemble(&kit, t->text, 4);
    if (kit_read(&kit, &module, NULL))
        fail_msg("a module was read, expected \"%s\"", t->message);
    const struct qd_diagnostic *diag = &kit.diags.list.data[0];
    const char *found = strstr(diag->message, t->message);
    if (!found || diag->code != t->code || (t->is_end && found[strlen(t->message)]))
        fail_msg("found \"%s\" [%s], expected \"%s\"", diag->message, base_code_name(diag->code),
                 t->message);
    assert_int_equal(diag->place.kind, QD_PLACE_WORD);
    kit_end(&kit);
}

static void
test_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(texts); i++)
        check_text(&texts[i]);
}

/* ---- budgets ---- */

/* Each function calls the next one twice: 2^30 calls. */
static void
test_many_calls(void **state)
{
    struct base_text text;
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    base_text_init(&text, &kit.arena);
    base_text_add_string(&text, KIT_MODULE("", "", "", KIT_MAIN));
    base_text_add_string(&text, "%c = OpFunctionCall %void %g0\n" KIT_RETURN);
    for (unsigned i = 0; i < 30; i++)
        base_text_printf(&text,
                         "%%g%u = OpFunction %%void None %%fn\n%%gl%u = OpLabel\n"
                         "%%ga%u = OpFunctionCall %%void %%g%u\n"
                         "%%gb%u = OpFunctionCall %%void %%g%u\nOpReturn\nOpFunctionEnd\n",
                         i, i, i, i + 1, i, i + 1);
    base_text_add_string(&text, "%g30 = OpFunction %void None %fn\n%gl30 = OpLabel\n" KIT_RETURN);
    const struct spirv_module module = kit_assemble(&kit, base_text_string(&text), 3);
    const struct spirv_read_options options = {.max_insts = 100000};
    assert_null(kit_read(&kit, &module, &options));
    assert_int_equal(kit.diags.list.data[0].code, QD_CODE_LIMIT);
    kit_end(&kit);
}

/* Types that nest too deep, and one that doubles in each step. */
static void
check_nesting(unsigned depth, bool is_double, enum qd_code code)
{
    struct base_text text;
    struct kit kit;

    KIT_START(&kit);
    base_text_init(&text, &kit.arena);
    base_text_add_string(&text, KIT_MODULE("", "", "", ""));
    base_text_add_string(&text, "%t0 = OpTypeStruct %uint\n");
    for (unsigned i = 1; i <= depth; i++)
        base_text_printf(&text,
                         is_double ? "%%t%u = OpTypeStruct %%t%u %%t%u\n"
                                   : "%%t%u = OpTypeStruct %%t%u\n",
                         i, i - 1, i - 1);
    base_text_printf(&text, "%%null = OpConstantNull %%t%u\n", depth);
    base_text_add_string(&text, KIT_MAIN KIT_RETURN);
    const struct spirv_module module = kit_assemble(&kit, base_text_string(&text), 3);
    const struct ir_shader *shader = kit_read(&kit, &module, NULL);
    assert_int_equal(shader == NULL, code != QD_CODE_INTERNAL);
    if (!shader)
        assert_int_equal(kit.diags.list.data[0].code, code);
    kit_end(&kit);
}

static void
test_nesting(void **state)
{
    (void)state;
    check_nesting(250, false, QD_CODE_INTERNAL); /* None. */
    check_nesting(260, false, QD_CODE_LIMIT);
    check_nesting(10, true, QD_CODE_INTERNAL);
    check_nesting(200, true, QD_CODE_LIMIT);
}

/* ---- a good module, each word changed ---- */

static const char whole_text[] = KIT_MODULE(
    "OpCapability VariablePointers\nOpCapability Int64\n", "OpDecorate %spec SpecId 3\n",
    "%m = OpTypeMatrix %float4 2\n"
    "%spec = OpSpecConstant %uint 4\n"
    "%twice = OpSpecConstantOp %uint IAdd %spec %u1\n"
    "%a = OpTypeArray %m %twice\n"
    "%s = OpTypeStruct %a %bool %uint4\n"
    "%p_s = OpTypePointer Function %s\n"
    "%p_f = OpTypePointer Function %float\n"
    "%p_sh = OpTypePointer Workgroup %uint4\n"
    "%p_shu = OpTypePointer Workgroup %uint\n"
    "%shared = OpVariable %p_sh Workgroup\n"
    "%fnu = OpTypeFunction %uint %p_s %uint\n"
    "%null = OpConstantNull %s\n",
    KIT_MAIN "%var = OpVariable %p_s Function %null\n" KIT_IN(
        0) "%p = OpAccessChain %p_f %var %u0 %w0 %u1 %u2\n"
           "OpStore %p %f1\n"
           "%pu = OpAccessChain %p_shu %shared %w0\n"
           "%r = OpFunctionCall %uint %f %var %w0\n"
           "OpStore %pu %r\n"
           "%is = OpULessThan %bool %r %u4\n"
           "%which = OpSelect %p_block %is %in %out\n"
           "%pw = OpAccessChain %p_word %which %u0 %u3\n"
           "%n = OpArrayLength %uint %which 0\n"
           "OpStore %pw %n\n"
           "OpSelectionMerge %end None\n"
           "OpSwitch %w0 %end 1 %one 2 %two\n"
           "%one = OpLabel\nOpBranch %two\n"
           "%two = OpLabel\n%phi = OpPhi %uint %u1 %entry %r %one\nOpBranch %end\n"
           "%end = OpLabel\n%phi2 = OpPhi %uint %u5 %entry %phi %two\n" KIT_OUT(0, "%phi2")
               KIT_RETURN "%f = OpFunction %uint None %fnu\n"
                          "%fp = OpFunctionParameter %p_s\n"
                          "%fi = OpFunctionParameter %uint\n"
                          "%l0 = OpLabel\nOpBranch %loop\n"
                          "%loop = OpLabel\n"
                          "%i = OpPhi %uint %u0 %l0 %j %cont\n"
                          "%go = OpULessThan %bool %i %fi\n"
                          "OpLoopMerge %out2 %cont None\nOpBranchConditional %go %cont %out2\n"
                          "%cont = OpLabel\n%j = OpIAdd %uint %i %u1\nOpBranch %loop\n"
                          "%out2 = OpLabel\nOpReturnValue %i\nOpFunctionEnd\n");

/* Memory that a changed module may take: some ask for all that they can name. */
#define MEMORY ((size_t)64 << 20)

static void
check_changed(const uint32_t *changed, size_t count)
{
    const struct spirv_module module = {changed, count};
    struct kit kit;

    base_arena_init(&kit.arena, MEMORY);
    if (BASE_ARENA_CATCH(&kit.arena)) {
        base_diags_init(&kit.diags, &kit.arena, "test");
        (void)kit_read(&kit, &module, NULL);
    }
    kit_end(&kit);
}

static void
test_changed(void **state)
{
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    const struct spirv_module module = kit_assemble(&kit, whole_text, 4);
    uint32_t *changed = base_arena_new_array(&kit.arena, uint32_t, module.count);
    assert_non_null(kit_read(&kit, &module, NULL));
    for (size_t i = 0; i < module.count; i++) {
        const uint32_t word = module.words[i];
        const uint32_t values[] = {0,        UINT32_MAX, word + 1,  word - 1,
                                   word ^ 4, word << 1,  word >> 1, word + 0x10000};

        uint32_t *exact = malloc(i * sizeof(uint32_t) + 1);

        /* Cut off here, and of an exact size, so that a sanitizer sees reads past the end. */
        assert_non_null(exact);
        memcpy(exact, module.words, i * sizeof(uint32_t));
        check_changed(exact, i);
        free(exact);
        memcpy(changed, module.words, module.count * sizeof(*changed));
        for (size_t n = 0; n < BASE_COUNT(values); n++) {
            changed[i] = values[n];
            check_changed(changed, module.count);
        }
    }
    kit_end(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),      cmocka_unit_test(test_texts),
        cmocka_unit_test(test_many_calls), cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_changed),
    };

    if (!spirv_has_tools())
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
