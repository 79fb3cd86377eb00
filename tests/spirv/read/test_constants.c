/* SPDX-License-Identifier: MIT
 *
 * Constants: specialised, operated on, null; and what they set, from array lengths to local sizes.
 */
#include "run_kit.h"

/* The values of spec constants reach operations, array lengths and composites. */
static const char spec_text[] = KIT_MODULE(
    "OpCapability Int64\nOpCapability Int16\n",
    "OpDecorate %a SpecId 0\n"
    "OpDecorate %b SpecId 1\n"
    "OpDecorate %c SpecId 7\n"
    "OpDecorate %l SpecId 9\n"
    "OpDecorate %h SpecId 10\n",
    "%ulong = OpTypeInt 64 0\n"
    "%short = OpTypeInt 16 1\n"
    "%a = OpSpecConstant %uint 3\n"
    "%b = OpSpecConstantTrue %bool\n"
    "%c = OpSpecConstantFalse %bool\n"
    "%l = OpSpecConstant %ulong 0x500000006\n"
    "%h = OpSpecConstant %short -2\n"
    "%sum = OpSpecConstantOp %uint IAdd %a %u4\n"
    "%twice = OpSpecConstantOp %uint IMul %sum %u2\n"
    "%choice = OpSpecConstantOp %uint Select %b %twice %u9\n"
    "%not = OpSpecConstantOp %bool LogicalNot %c\n"
    "%both = OpSpecConstantOp %bool LogicalAnd %b %not\n"
    "%vec = OpSpecConstantComposite %uint4 %a %sum %twice %choice\n"
    "%mixed = OpSpecConstantOp %uint4 VectorShuffle %vec %vec 3 2 1 4\n"
    "%third = OpSpecConstantOp %uint CompositeExtract %mixed 2\n"
    "%put = OpSpecConstantOp %uint4 CompositeInsert %u9 %vec 1\n"
    "%wide = OpSpecConstantOp %int SConvert %h\n"
    "%less = OpSpecConstantOp %bool SLessThan %wide %i0\n"
    "%array = OpTypeArray %uint %sum\n"
    "%p_array = OpTypePointer Function %array\n"
    "%p_u = OpTypePointer Function %uint\n"
    "%zero = OpConstantNull %array\n",
    KIT_MAIN "%var = OpVariable %p_array Function %zero\n" KIT_IN(
        0) "%p = OpAccessChain %p_u %var %w0\n"
           "OpStore %p %u7\n"
           "%v = OpLoad %uint %p\n"
           "%bu = OpSelect %uint %both %u1 %u0\n"
           "%low = OpUConvert %uint %l\n"
           "%lessu = OpSelect %uint %less %u1 %u0\n"
           "%wideu = OpBitcast %uint %wide\n"
           "%put1 = OpCompositeExtract %uint %put 1\n" KIT_OUT(0, "%choice") KIT_OUT(1, "%bu")
               KIT_OUT(2, "%third") KIT_OUT(3, "%low") KIT_OUT(4, "%v") KIT_OUT(5, "%lessu")
                   KIT_OUT(6, "%wideu") KIT_OUT(7, "%put1") KIT_RETURN);

static void
check_spec(const struct spirv_constant *constants, size_t count, uint32_t index,
           const uint32_t out[8])
{
    const struct spirv_read_options options = {.constants = constants, .constant_count = count};
    struct kit_memory memory = {0};
    struct kit kit;

    KIT_START(&kit);
    memory.buffers[1][0] = index;
    struct ir_shader *shader = kit_read_text(&kit, spec_text, 3, &options);
    /* Nothing is left to be computed of what is constant. */
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        assert_true(ir_op_of(shader, ref) != ir_op_imul && ir_op_of(shader, ref) != ir_op_ilt);
    kit_run(&kit, shader, &memory);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(memory.buffers[0][i], out[i]);
    kit_end(&kit);
}

static void
test_spec(void **state)
{
    static const struct spirv_constant given[] = {
        {0, 5}, {7, 1}, {9, UINT64_C(0x800000001)}, {10, 0xffff0003}, {77, 1}};

    (void)state;
    check_spec(NULL, 0, 6, (const uint32_t[]){14, 1, 7, 6, 7, 1, 0xfffffffe, 9});
    check_spec(NULL, 0, 7, (const uint32_t[]){14, 1, 7, 6, 0, 1, 0xfffffffe, 9});
    check_spec(given, BASE_COUNT(given), 8, (const uint32_t[]){18, 0, 9, 1, 7, 0, 3, 9});
    check_spec(given, BASE_COUNT(given), 9, (const uint32_t[]){18, 0, 9, 1, 0, 0, 3, 9});
}

/* ---- local sizes ---- */

#define SIZED(minor_mode, decorations, constants)                                                  \
    "OpCapability Shader\n"                                                                        \
    "OpMemoryModel Logical GLSL450\n"                                                              \
    "OpEntryPoint GLCompute %main \"main\"\n" minor_mode decorations "%void = OpTypeVoid\n"        \
    "%fn = OpTypeFunction %void\n"                                                                 \
    "%uint = OpTypeInt 32 0\n"                                                                     \
    "%uint3 = OpTypeVector %uint 3\n"                                                              \
    "%u2 = OpConstant %uint 2\n"                                                                   \
    "%s = OpSpecConstant %uint 4\n" constants KIT_MAIN KIT_RETURN

static void
check_size(const char *text, unsigned minor, uint32_t x, uint32_t y, uint32_t z)
{
    const struct spirv_constant given = {3, 6};
    const struct spirv_read_options options = {.constants = &given, .constant_count = 1};
    struct kit kit;

    KIT_START(&kit);
    const struct ir_shader *shader = kit_read_text(&kit, text, minor, &options);
    assert_int_equal(shader->local_size[0], x);
    assert_int_equal(shader->local_size[1], y);
    assert_int_equal(shader->local_size[2], z);
    kit_end(&kit);
}

static void
test_local_size(void **state)
{
    (void)state;
    check_size(SIZED("OpExecutionMode %main LocalSize 3 5 7\n", "", ""), 0, 3, 5, 7);
    check_size(
        SIZED("OpExecutionModeId %main LocalSizeId %u2 %s %u2\n", "OpDecorate %s SpecId 3\n", ""),
        5, 2, 6, 2);
    /* The constant that is the built-in comes first. */
    check_size(SIZED("OpExecutionMode %main LocalSize 3 5 7\n",
                     "OpDecorate %s SpecId 3\nOpDecorate %size BuiltIn WorkgroupSize\n",
                     "%size = OpSpecConstantComposite %uint3 %u2 %u2 %s\n"),
               0, 2, 2, 6);
}

/* ---- decorations by groups ---- */

static const char groups_text[] =
    "OpCapability Shader\n"
    "OpMemoryModel Logical GLSL450\n"
    "OpEntryPoint GLCompute %main \"main\"\n"
    "OpExecutionMode %main LocalSize 1 1 1\n"
    "OpDecorate %set DescriptorSet 0\n"
    "OpDecorate %set NonWritable\n"
    "%set = OpDecorationGroup\n"
    "OpGroupDecorate %set %in %other\n"
    "OpDecorate %offset Offset 4\n"
    "%offset = OpDecorationGroup\n"
    "OpGroupMemberDecorate %offset %two 0\n"
    "OpDecorate %other Binding 2\n"
    "OpDecorate %two Block\n"
    "OpDecorate %out DescriptorSet 0\n"
    "OpDecorate %out Binding 0\n"
    "OpDecorate %in Binding 1\n"
    "OpDecorate %words ArrayStride 4\n"
    "OpDecorate %block Block\n"
    "OpMemberDecorate %block 0 Offset 0\n" KIT_GLOBALS "%two = OpTypeStruct %uint\n"
    "%p_two = OpTypePointer StorageBuffer %two\n"
    "%other = OpVariable %p_two StorageBuffer\n" KIT_MAIN KIT_IN(
        0) "%p = OpAccessChain %p_word %other %u0\n"
           "%v = OpLoad %uint %p\n" KIT_OUT(0, "%w0") KIT_OUT(1, "%v") KIT_RETURN;

static void
test_groups(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, groups_text, 3, NULL);
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        assert_int_equal(shader->buffers.data[i].access,
                         shader->buffers.data[i].binding == 0 ? 0 : IR_ACCESS_READ_ONLY);
    memory.buffers[1][0] = 11;
    memory.buffers[2][0] = 12;
    memory.buffers[2][1] = 13;
    kit_run(&kit, shader, &memory);
    assert_int_equal(memory.buffers[0][0], 11);
    assert_int_equal(memory.buffers[0][1], 13);
    kit_end(&kit);
}

/* ---- entry points ---- */

static const char entries_text[] =
    "OpCapability Shader\n"
    "OpMemoryModel Logical GLSL450\n"
    "OpEntryPoint GLCompute %one \"one\"\n"
    "OpEntryPoint Vertex %two \"main\"\n"
    "OpEntryPoint Fragment %three \"main\"\n"
    "OpEntryPoint GLCompute %one \"three\"\n"
    "OpExecutionMode %one LocalSize 1 2 1\n"
    "OpExecutionMode %three OriginUpperLeft\n"
    "OpExecutionMode %three EarlyFragmentTests\n"
    "%void = OpTypeVoid\n"
    "%fn = OpTypeFunction %void\n"
    "%one = OpFunction %void None %fn\n%l1 = OpLabel\nOpReturn\nOpFunctionEnd\n"
    "%two = OpFunction %void None %fn\n%l2 = OpLabel\nOpReturn\nOpFunctionEnd\n"
    "%three = OpFunction %void None %fn\n%l3 = OpLabel\nOpReturn\nOpFunctionEnd\n";

static void
check_entry(const char *name, bool has_stage, enum ir_stage stage, bool is_found,
            enum ir_stage expected)
{
    const struct spirv_read_options options = {
        .entry = name, .has_stage = has_stage, .stage = stage};
    struct kit kit;

    KIT_START(&kit);
    const struct spirv_module module = kit_assemble(&kit, entries_text, 0);
    const struct ir_shader *shader = kit_read(&kit, &module, &options);
    assert_int_equal(shader != NULL, is_found);
    if (shader) {
        assert_int_equal(shader->stage, expected);
        assert_int_equal(shader->early_tests, expected == ir_stage_fragment);
    } else {
        assert_int_equal(kit.diags.list.data[0].code, QD_CODE_SPIRV_INVALID);
        assert_non_null(strstr(kit.diags.list.data[0].message, "entry point"));
    }
    kit_end(&kit);
}

static void
test_entries(void **state)
{
    struct spirv_entry *entries;
    uint32_t count;
    struct kit kit;

    (void)state;
    check_entry("one", false, 0, true, ir_stage_compute);
    check_entry("main", true, ir_stage_vertex, true, ir_stage_vertex);
    check_entry("main", true, ir_stage_fragment, true, ir_stage_fragment);
    check_entry(NULL, true, ir_stage_vertex, true, ir_stage_vertex);
    check_entry(NULL, false, 0, false, 0);                 /* Two have the name main. */
    check_entry("main", false, 0, false, 0);               /* Likewise. */
    check_entry("main", true, ir_stage_compute, false, 0); /* None of the stage. */
    check_entry(NULL, true, ir_stage_compute, false, 0);   /* Two, none of them main. */
    check_entry("mai", true, ir_stage_vertex, false, 0);   /* The whole name. */
    check_entry("main2", true, ir_stage_vertex, false, 0);

    KIT_START(&kit);
    const struct spirv_module module = kit_assemble(&kit, entries_text, 0);
    assert_true(
        spirv_list_entries(module.words, module.count, &kit.arena, &entries, &count, &kit.diags));
    assert_int_equal(count, 4);
    assert_string_equal(entries[0].name, "one");
    assert_string_equal(entries[1].name, "main");
    assert_int_equal(entries[0].model, 5);
    assert_int_equal(entries[1].model, 0);
    assert_int_equal(entries[2].model, 4);
    assert_false(spirv_list_entries(module.words, 3, &kit.arena, &entries, &count, &kit.diags));
    assert_int_equal(count, 0);
    kit_end(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spec),
        cmocka_unit_test(test_local_size),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_entries),
    };

    if (!spirv_has_tools())
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
