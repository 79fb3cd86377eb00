/* SPDX-License-Identifier: MIT
 *
 * Inputs and outputs: locations, components, widths, built-ins, indexed and read back.
 */
#include "base/bits.h"
#include "run_kit.h"

#define TYPES                                                                                      \
    "%void = OpTypeVoid\n"                                                                         \
    "%fn = OpTypeFunction %void\n"                                                                 \
    "%bool = OpTypeBool\n"                                                                         \
    "%int = OpTypeInt 32 1\n"                                                                      \
    "%uint = OpTypeInt 32 0\n"                                                                     \
    "%float = OpTypeFloat 32\n"                                                                    \
    "%float2 = OpTypeVector %float 2\n"                                                            \
    "%float4 = OpTypeVector %float 4\n"                                                            \
    "%uint4 = OpTypeVector %uint 4\n"                                                              \
    "%u0 = OpConstant %uint 0\n"                                                                   \
    "%u1 = OpConstant %uint 1\n"                                                                   \
    "%u2 = OpConstant %uint 2\n"                                                                   \
    "%u3 = OpConstant %uint 3\n"                                                                   \
    "%u4 = OpConstant %uint 4\n"                                                                   \
    "%u5 = OpConstant %uint 5\n"                                                                   \
    "%u6 = OpConstant %uint 6\n"                                                                   \
    "%u7 = OpConstant %uint 7\n"                                                                   \
    "%f0 = OpConstant %float 0\n"                                                                  \
    "%f1 = OpConstant %float 1\n"                                                                  \
    "%f2 = OpConstant %float 2\n"

#define STAGE(stage, needs, interface, modes, decorations, globals, functions)                     \
    "OpCapability Shader\n" needs "OpMemoryModel Logical GLSL450\n"                                \
    "OpEntryPoint " stage " %main \"main\" " interface "\n" modes decorations TYPES globals        \
        KIT_MAIN functions KIT_RETURN
#define FRAGMENT(needs, interface, decorations, globals, functions)                                \
    STAGE("Fragment", needs, interface, "OpExecutionMode %main OriginUpperLeft\n", decorations,    \
          globals, functions)
#define VERTEX(needs, interface, decorations, globals, functions)                                  \
    STAGE("Vertex", needs, interface, "", decorations, globals, functions)

/* Output word c of the output at a location and first component. */
static uint32_t
output_at(const struct ir_shader *shader, const struct kit_memory *memory, uint32_t location,
          uint32_t first, uint32_t c)
{
    return memory->outputs[ir_io_imm(kit_find_location(shader, false, location, first), c)];
}

static void
set_input(const struct ir_shader *shader, struct kit_memory *memory, uint32_t location,
          uint32_t first, uint32_t c, uint32_t value)
{
    memory->inputs[ir_io_imm(kit_find_location(shader, true, location, first), c)] = value;
}

/* ---- locations ---- */

/* An array of matrices and a block, indexed at run time; interpolations by decoration. */
static const char locations_text[] = FRAGMENT("", "%arr %blk %part %i %color %second",
                                              "OpDecorate %arr Location 2\n"
                                              "OpDecorate %block Block\n"
                                              "OpDecorate %blk Location 10\n"
                                              "OpMemberDecorate %block 1 NoPerspective\n"
                                              "OpMemberDecorate %block 1 Centroid\n"
                                              "OpMemberDecorate %block 2 Location 20\n"
                                              "OpMemberDecorate %block 2 Sample\n"
                                              "OpDecorate %part Location 1\n"
                                              "OpDecorate %part Component 2\n"
                                              "OpDecorate %i Location 0\n"
                                              "OpDecorate %i Flat\n"
                                              "OpDecorate %color Location 0\n"
                                              "OpDecorate %second Location 0\n"
                                              "OpDecorate %second Index 1\n",
                                              "%m = OpTypeMatrix %float2 2\n"
                                              "%a3 = OpTypeArray %m %u3\n"
                                              "%block = OpTypeStruct %float4 %float2 %float\n"
                                              "%p_a3 = OpTypePointer Input %a3\n"
                                              "%p_b = OpTypePointer Input %block\n"
                                              "%p_f2 = OpTypePointer Input %float2\n"
                                              "%p_f = OpTypePointer Input %float\n"
                                              "%p_u = OpTypePointer Input %uint\n"
                                              "%p_o = OpTypePointer Output %float4\n"
                                              "%arr = OpVariable %p_a3 Input\n"
                                              "%blk = OpVariable %p_b Input\n"
                                              "%part = OpVariable %p_f2 Input\n"
                                              "%i = OpVariable %p_u Input\n"
                                              "%color = OpVariable %p_o Output\n"
                                              "%second = OpVariable %p_o Output\n",
                                              "%iv = OpLoad %uint %i\n"
                                              "%p0 = OpAccessChain %p_f %arr %iv %u1 %u0\n"
                                              "%x = OpLoad %float %p0\n"
                                              "%p1 = OpAccessChain %p_f %blk %u0 %u3\n"
                                              "%y = OpLoad %float %p1\n"
                                              "%p2 = OpAccessChain %p_f2 %blk %u1\n"
                                              "%v2 = OpLoad %float2 %p2\n"
                                              "%z = OpCompositeExtract %float %v2 1\n"
                                              "%p3 = OpAccessChain %p_f %blk %u2\n"
                                              "%w = OpLoad %float %p3\n"
                                              "%v = OpCompositeConstruct %float4 %x %y %z %w\n"
                                              "OpStore %color %v\n"
                                              "%pv = OpLoad %float2 %part\n"
                                              "%s = OpVectorShuffle %float4 %pv %pv 1 0 1 0\n"
                                              "OpStore %second %s\n");

static void
test_locations(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, locations_text, 0, NULL);
    const struct ir_io *ios = shader->inputs.data;
    assert_int_equal(ios[kit_find_location(shader, true, 0, 0)].interp, ir_interp_flat);
    assert_int_equal(ios[kit_find_location(shader, true, 11, 0)].interp, ir_interp_linear);
    assert_int_equal(ios[kit_find_location(shader, true, 11, 0)].sampling, ir_sampling_centroid);
    assert_int_equal(ios[kit_find_location(shader, true, 20, 0)].interp, ir_interp_perspective);
    assert_int_equal(ios[kit_find_location(shader, true, 20, 0)].sampling, ir_sampling_sample);
    for (uint32_t l = 2; l < 8; l++)
        set_input(shader, &memory, l, 0, 0, 100 + l);
    set_input(shader, &memory, 0, 0, 0, 2);
    set_input(shader, &memory, 10, 0, 3, 110);
    set_input(shader, &memory, 11, 0, 1, 111);
    set_input(shader, &memory, 20, 0, 0, 120);
    set_input(shader, &memory, 1, 2, 0, 130);
    set_input(shader, &memory, 1, 2, 1, 131);
    kit_run(&kit, shader, &memory);
    assert_int_equal(output_at(shader, &memory, 0, 0, 0), 100 + 2 + 2 * 2 + 1);
    assert_int_equal(output_at(shader, &memory, 0, 0, 1), 110);
    assert_int_equal(output_at(shader, &memory, 0, 0, 2), 111);
    assert_int_equal(output_at(shader, &memory, 0, 0, 3), 120);
    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        if (shader->outputs.data[i].index == 1) {
            assert_int_equal(memory.outputs[ir_io_imm(i, 0)], 131);
            assert_int_equal(memory.outputs[ir_io_imm(i, 3)], 130);
        }
    }
    kit_end(&kit);
}

/* ---- widths ---- */

static const char widths_text[] = VERTEX(
    "OpCapability Float64\nOpCapability Int64\nOpCapability Float16\nOpCapability Int16\n"
    "OpCapability StorageInputOutput16\nOpExtension \"SPV_KHR_16bit_storage\"\n",
    "%d %l %h %s %od %oh %os %ol",
    "OpDecorate %d Location 0\nOpDecorate %l Location 2\nOpDecorate %h Location 3\n"
    "OpDecorate %s Location 4\nOpDecorate %od Location 0\nOpDecorate %oh Location 3\n"
    "OpDecorate %os Location 4\nOpDecorate %ol Location 5\n",
    "%double = OpTypeFloat 64\n"
    "%double3 = OpTypeVector %double 3\n"
    "%long = OpTypeInt 64 1\n"
    "%half = OpTypeFloat 16\n"
    "%half2 = OpTypeVector %half 2\n"
    "%short = OpTypeInt 16 1\n"
    "%i_d = OpTypePointer Input %double3\n"
    "%i_l = OpTypePointer Input %long\n"
    "%i_h = OpTypePointer Input %half2\n"
    "%i_s = OpTypePointer Input %short\n"
    "%o_d = OpTypePointer Output %double3\n"
    "%o_l = OpTypePointer Output %long\n"
    "%o_h = OpTypePointer Output %half2\n"
    "%o_s = OpTypePointer Output %short\n"
    "%d = OpVariable %i_d Input\n%l = OpVariable %i_l Input\n%h = OpVariable %i_h Input\n"
    "%s = OpVariable %i_s Input\n%od = OpVariable %o_d Output\n%ol = OpVariable %o_l Output\n"
    "%oh = OpVariable %o_h Output\n%os = OpVariable %o_s Output\n",
    "%dv = OpLoad %double3 %d\n"
    "%d2 = OpVectorShuffle %double3 %dv %dv 2 1 0\n"
    "OpStore %od %d2\n"
    "%lv = OpLoad %long %l\nOpStore %ol %lv\n"
    "%hv = OpLoad %half2 %h\n%h2 = OpFAdd %half2 %hv %hv\nOpStore %oh %h2\n"
    "%sv = OpLoad %short %s\n%s2 = OpIAdd %short %sv %sv\nOpStore %os %s2\n");

static void
test_widths(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, widths_text, 3, NULL);
    for (uint32_t c = 0; c < 4; c++)
        set_input(shader, &memory, 0, 0, c, 10 + c);
    for (uint32_t c = 0; c < 2; c++) {
        set_input(shader, &memory, 1, 0, c, 14 + c);
        set_input(shader, &memory, 2, 0, c, 0x80000000u + c);
        set_input(shader, &memory, 3, 0, c, base_bits_of_float(c ? -0.5f : 3.0f));
    }
    set_input(shader, &memory, 4, 0, 0, 0xffffc001);
    kit_run(&kit, shader, &memory);
    assert_int_equal(output_at(shader, &memory, 0, 0, 0), 14);
    assert_int_equal(output_at(shader, &memory, 0, 0, 1), 15);
    assert_int_equal(output_at(shader, &memory, 0, 0, 2), 12);
    assert_int_equal(output_at(shader, &memory, 1, 0, 0), 10);
    assert_int_equal(output_at(shader, &memory, 1, 0, 1), 11);
    assert_int_equal(output_at(shader, &memory, 5, 0, 0), 0x80000000u);
    assert_int_equal(output_at(shader, &memory, 5, 0, 1), 0x80000001u);
    assert_int_equal(output_at(shader, &memory, 3, 0, 0), base_bits_of_float(6.0f));
    assert_int_equal(output_at(shader, &memory, 3, 0, 1), base_bits_of_float(-1.0f));
    assert_int_equal(output_at(shader, &memory, 4, 0, 0), 0xffff8002);
    kit_end(&kit);
}

/* ---- built-ins of vertices ---- */

static const char vertex_text[] = VERTEX("OpCapability ClipDistance\nOpCapability DrawParameters\n",
                                         "%vertex %instance %pv %unused",
                                         "OpDecorate %vertex BuiltIn VertexIndex\n"
                                         "OpDecorate %instance BuiltIn InstanceIndex\n"
                                         "OpDecorate %block Block\n"
                                         "OpMemberDecorate %block 0 BuiltIn Position\n"
                                         "OpMemberDecorate %block 1 BuiltIn PointSize\n"
                                         "OpMemberDecorate %block 2 BuiltIn ClipDistance\n"
                                         "OpMemberDecorate %block 3 BuiltIn CullDistance\n"
                                         "OpDecorate %unused Location 5\n",
                                         "%a6 = OpTypeArray %float %u6\n"
                                         "%a1 = OpTypeArray %float %u1\n"
                                         "%block = OpTypeStruct %float4 %float %a6 %a1\n"
                                         "%p_b = OpTypePointer Output %block\n"
                                         "%p_f = OpTypePointer Output %float\n"
                                         "%p_f4 = OpTypePointer Output %float4\n"
                                         "%p_i = OpTypePointer Input %int\n"
                                         "%vertex = OpVariable %p_i Input\n"
                                         "%instance = OpVariable %p_i Input\n"
                                         "%pv = OpVariable %p_b Output\n"
                                         "%unused = OpVariable %p_f4 Output\n",
                                         "%vi = OpLoad %int %vertex\n"
                                         "%ii = OpLoad %int %instance\n"
                                         "%vf = OpConvertSToF %float %vi\n"
                                         "%if = OpConvertSToF %float %ii\n"
                                         "%pos = OpCompositeConstruct %float4 %vf %if %f0 %f1\n"
                                         "%p0 = OpAccessChain %p_f4 %pv %u0\n"
                                         "OpStore %p0 %pos\n"
                                         "%p1 = OpAccessChain %p_f %pv %u2 %u1\n"
                                         "OpStore %p1 %vf\n"
                                         "%p5 = OpAccessChain %p_f %pv %u2 %u5\n"
                                         "OpStore %p5 %if\n");

static void
test_vertex(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, vertex_text, 3, NULL);
    /* What is written, and what has a location: not PointSize, not CullDistance. */
    assert_int_equal(shader->outputs.count, 4);
    const uint32_t position = kit_find_builtin(shader, false, ir_builtin_position);
    const uint32_t low = kit_find_builtin(shader, false, ir_builtin_clip_distance0);
    const uint32_t high = kit_find_builtin(shader, false, ir_builtin_clip_distance1);
    (void)kit_find_location(shader, false, 5, 0);
    memory.inputs[ir_io_imm(kit_find_builtin(shader, true, ir_builtin_vertex_index), 0)] = 3;
    memory.inputs[ir_io_imm(kit_find_builtin(shader, true, ir_builtin_instance_index), 0)] = 2;
    kit_run(&kit, shader, &memory);
    assert_int_equal(memory.outputs[ir_io_imm(position, 0)], base_bits_of_float(3));
    assert_int_equal(memory.outputs[ir_io_imm(position, 1)], base_bits_of_float(2));
    assert_int_equal(memory.outputs[ir_io_imm(position, 3)], base_bits_of_float(1));
    assert_int_equal(memory.outputs[ir_io_imm(low, 1)], base_bits_of_float(3));
    assert_int_equal(memory.outputs[ir_io_imm(high, 1)], base_bits_of_float(2));
    kit_end(&kit);
}

/* An output that is read back, indexed and written whole, returned from in two places. */
static const char read_back_text[] = VERTEX("", "%i %pv %out",
                                            "OpDecorate %i Location 0\n"
                                            "OpDecorate %block Block\n"
                                            "OpMemberDecorate %block 0 BuiltIn Position\n"
                                            "OpMemberDecorate %block 1 BuiltIn PointSize\n"
                                            "OpDecorate %out Location 1\n",
                                            "%block = OpTypeStruct %float4 %float\n"
                                            "%a4 = OpTypeArray %float %u4\n"
                                            "%p_b = OpTypePointer Output %block\n"
                                            "%p_f = OpTypePointer Output %float\n"
                                            "%p_f4 = OpTypePointer Output %float4\n"
                                            "%p_a4 = OpTypePointer Output %a4\n"
                                            "%p_u = OpTypePointer Input %uint\n"
                                            "%i = OpVariable %p_u Input\n"
                                            "%pv = OpVariable %p_b Output\n"
                                            "%init = OpConstantComposite %a4 %f1 %f2 %f1 %f2\n"
                                            "%out = OpVariable %p_a4 Output %init\n"
                                            "%pos = OpConstantComposite %float4 %f1 %f1 %f2 %f1\n",
                                            "%iv = OpLoad %uint %i\n"
                                            "%p0 = OpAccessChain %p_f4 %pv %u0\n"
                                            "OpStore %p0 %pos\n"
                                            "%back = OpLoad %float4 %p0\n"
                                            "%twice = OpFAdd %float4 %back %back\n"
                                            "OpStore %p0 %twice\n"
                                            "%is = OpULessThan %bool %iv %u2\n"
                                            "OpSelectionMerge %after None\n"
                                            "OpBranchConditional %is %first %after\n"
                                            "%first = OpLabel\n"
                                            "OpReturn\n"
                                            "%after = OpLabel\n"
                                            "%po = OpAccessChain %p_f %out %iv\n"
                                            "OpStore %po %f0\n");

static void
check_read_back(uint32_t index, float third)
{
    struct kit_memory memory = {0};
    struct kit kit;

    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, read_back_text, 0, NULL);
    set_input(shader, &memory, 0, 0, 0, index);
    kit_run(&kit, shader, &memory);
    assert_int_equal(shader->outputs.count, 5); /* Not PointSize. */
    assert_int_equal(
        memory.outputs[ir_io_imm(kit_find_builtin(shader, false, ir_builtin_position), 2)],
        base_bits_of_float(4));
    assert_int_equal(output_at(shader, &memory, 1, 0, 0), base_bits_of_float(1));
    assert_int_equal(output_at(shader, &memory, 2, 0, 0), base_bits_of_float(2));
    assert_int_equal(output_at(shader, &memory, 3, 0, 0), base_bits_of_float(third));
    assert_int_equal(output_at(shader, &memory, 4, 0, 0), base_bits_of_float(2));
    kit_end(&kit);
}

static void
test_read_back(void **state)
{
    (void)state;
    check_read_back(0, 1);
    check_read_back(2, 0);
    check_read_back(9, 1);
}

/* ---- built-ins of fragments ---- */

static const char fragment_text[] =
    FRAGMENT("OpCapability SampleRateShading\nOpCapability Geometry\nOpCapability ClipDistance\n",
             "%front %mask %coord %clip %prim %helper %omask %depth %color",
             "OpDecorate %front BuiltIn FrontFacing\n"
             "OpDecorate %mask BuiltIn SampleMask\n"
             "OpDecorate %mask Flat\n"
             "OpDecorate %coord BuiltIn FragCoord\n"
             "OpDecorate %clip BuiltIn ClipDistance\n"
             "OpDecorate %prim BuiltIn PrimitiveId\n"
             "OpDecorate %prim Flat\n"
             "OpDecorate %helper BuiltIn HelperInvocation\n"
             "OpDecorate %omask BuiltIn SampleMask\n"
             "OpDecorate %depth BuiltIn FragDepth\n"
             "OpDecorate %color Location 0\n",
             "%a1 = OpTypeArray %int %u1\n"
             "%a5 = OpTypeArray %float %u7\n"
             "%p_b = OpTypePointer Input %bool\n"
             "%p_a1 = OpTypePointer Input %a1\n"
             "%p_i = OpTypePointer Input %int\n"
             "%p_f = OpTypePointer Input %float\n"
             "%p_f4 = OpTypePointer Input %float4\n"
             "%p_a5 = OpTypePointer Input %a5\n"
             "%o_a1 = OpTypePointer Output %a1\n"
             "%o_i = OpTypePointer Output %int\n"
             "%o_f = OpTypePointer Output %float\n"
             "%o_u4 = OpTypePointer Output %uint4\n"
             "%front = OpVariable %p_b Input\n"
             "%mask = OpVariable %p_a1 Input\n"
             "%coord = OpVariable %p_f4 Input\n"
             "%clip = OpVariable %p_a5 Input\n"
             "%prim = OpVariable %p_i Input\n"
             "%helper = OpVariable %p_b Input\n"
             "%omask = OpVariable %o_a1 Output\n"
             "%depth = OpVariable %o_f Output\n"
             "%color = OpVariable %o_u4 Output\n",
             "%fv = OpLoad %bool %front\n"
             "%fu = OpSelect %uint %fv %u7 %u2\n"
             "%pm = OpAccessChain %p_i %mask %u0\n"
             "%mv = OpLoad %int %pm\n"
             "%pom = OpAccessChain %o_i %omask %u0\n"
             "OpStore %pom %mv\n"
             "%pz = OpAccessChain %p_f %coord %u2\n"
             "%z = OpLoad %float %pz\n"
             "OpStore %depth %z\n"
             "%pc = OpAccessChain %p_f %clip %u4\n"
             "%c = OpLoad %float %pc\n"
             "%cu = OpBitcast %uint %c\n"
             "%pv = OpLoad %int %prim\n"
             "%pu = OpBitcast %uint %pv\n"
             "%hv = OpLoad %bool %helper\n"
             "%hu = OpSelect %uint %hv %u7 %u2\n"
             "%v = OpCompositeConstruct %uint4 %fu %cu %pu %hu\n"
             "OpStore %color %v\n");

static void
check_fragment(bool is_front, bool is_helper)
{
    struct kit_memory memory = {.is_helper = is_helper};
    struct kit kit;

    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, fragment_text, 0, NULL);
    memory.inputs[ir_io_imm(kit_find_builtin(shader, true, ir_builtin_front_facing), 0)] =
        is_front ? UINT32_MAX : 0;
    memory.inputs[ir_io_imm(kit_find_builtin(shader, true, ir_builtin_sample_mask), 0)] = 5;
    memory.inputs[ir_io_imm(kit_find_builtin(shader, true, ir_builtin_frag_coord), 2)] = 42;
    memory.inputs[ir_io_imm(kit_find_builtin(shader, true, ir_builtin_clip_distance1), 0)] = 43;
    memory.inputs[ir_io_imm(kit_find_builtin(shader, true, ir_builtin_primitive_id), 0)] = 44;
    kit_run(&kit, shader, &memory);
    assert_int_equal(
        memory.outputs[ir_io_imm(kit_find_builtin(shader, false, ir_builtin_sample_mask), 0)], 5);
    assert_int_equal(
        memory.outputs[ir_io_imm(kit_find_builtin(shader, false, ir_builtin_frag_depth), 0)], 42);
    assert_int_equal(output_at(shader, &memory, 0, 0, 0), is_front ? 7 : 2);
    assert_int_equal(output_at(shader, &memory, 0, 0, 1), 43);
    assert_int_equal(output_at(shader, &memory, 0, 0, 2), 44);
    assert_int_equal(output_at(shader, &memory, 0, 0, 3), is_helper ? 7 : 2);
    kit_end(&kit);
}

static void
test_fragment(void **state)
{
    (void)state;
    check_fragment(true, false);
    check_fragment(false, true);
}

/* HelperInvocation, read by a load that is volatile behind a demote, and by one that is not. */
static const char volatile_text[] = FRAGMENT(
    "OpCapability DemoteToHelperInvocation\n"
    "OpExtension \"SPV_EXT_demote_to_helper_invocation\"\n",
    "%helper %color", "OpDecorate %helper BuiltIn HelperInvocation\nOpDecorate %color Location 0\n",
    "%p_b = OpTypePointer Input %bool\n"
    "%o_u4 = OpTypePointer Output %uint4\n"
    "%helper = OpVariable %p_b Input\n"
    "%color = OpVariable %o_u4 Output\n",
    "%h0 = OpLoad %bool %helper Volatile\n"
    "OpDemoteToHelperInvocation\n"
    "%h1 = OpLoad %bool %helper Volatile\n"
    "%u0h = OpSelect %uint %h0 %u7 %u2\n"
    "%u1h = OpSelect %uint %h1 %u7 %u2\n"
    "%v = OpCompositeConstruct %uint4 %u0h %u1h %u0 %u0\n"
    "OpStore %color %v\n");

static void
test_volatile(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, volatile_text, 3, NULL);
    kit_run(&kit, shader, &memory);
    assert_int_equal(output_at(shader, &memory, 0, 0, 0), 2);
    assert_int_equal(output_at(shader, &memory, 0, 0, 1), 7);
    kit_end(&kit);
}

/* ---- masks over lanes ---- */

static const char masks_text[] = KIT_MODULE(
    "OpCapability GroupNonUniformBallot\n",
    "OpDecorate %eq BuiltIn SubgroupEqMask\nOpDecorate %ge BuiltIn SubgroupGeMask\n"
    "OpDecorate %gt BuiltIn SubgroupGtMask\nOpDecorate %le BuiltIn SubgroupLeMask\n"
    "OpDecorate %lt BuiltIn SubgroupLtMask\n",
    "%p_u4 = OpTypePointer Input %uint4\n"
    "%eq = OpVariable %p_u4 Input\n%ge = OpVariable %p_u4 Input\n%gt = OpVariable %p_u4 Input\n"
    "%le = OpVariable %p_u4 Input\n%lt = OpVariable %p_u4 Input\n",
    KIT_MAIN "%ev = OpLoad %uint4 %eq\n%gev = OpLoad %uint4 %ge\n%gtv = OpLoad %uint4 %gt\n"
             "%lev = OpLoad %uint4 %le\n%ltv = OpLoad %uint4 %lt\n"
             "%e0 = OpCompositeExtract %uint %ev 0\n%ge0 = OpCompositeExtract %uint %gev 0\n"
             "%gt0 = OpCompositeExtract %uint %gtv 0\n%le0 = OpCompositeExtract %uint %lev 0\n"
             "%lt0 = OpCompositeExtract %uint %ltv 0\n%e3 = OpCompositeExtract %uint %ev 3\n"
             "%ge1 = OpCompositeExtract %uint %gev 1\n" KIT_OUT(0, "%e0") KIT_OUT(1, "%ge0")
                 KIT_OUT(2, "%gt0") KIT_OUT(3, "%le0") KIT_OUT(4, "%lt0") KIT_OUT(5, "%e3")
                     KIT_OUT(6, "%ge1") KIT_RETURN);

static void
test_masks(void **state)
{
    /* Lane 0 of four. */
    static const struct kit_case cases[] = {
        {"masks over lanes", masks_text, 3, {0}, {1, 15, 14, 1, 0, 0, 0}},
    };

    (void)state;
    kit_run_cases(cases, BASE_COUNT(cases));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_locations), cmocka_unit_test(test_widths),
        cmocka_unit_test(test_vertex),    cmocka_unit_test(test_read_back),
        cmocka_unit_test(test_fragment),  cmocka_unit_test(test_volatile),
        cmocka_unit_test(test_masks),
    };

    if (!spirv_has_tools())
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
