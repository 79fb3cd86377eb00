/* SPDX-License-Identifier: MIT
 *
 * Every storage class: what is loaded, what is stored, and what an index outside does.
 */
#include "run_kit.h"

/* ---- Function and Private ---- */

#define P_FUNCTION                                                                                 \
    "%p_uint = OpTypePointer Function %uint\n"                                                     \
    "%a4 = OpTypeArray %uint %u4\n"                                                                \
    "%p_a4 = OpTypePointer Function %a4\n"                                                         \
    "%abcd = OpConstantComposite %a4 %u5 %u6 %u7 %u8\n"

/* An array at a run-time index, between two others that an index outside must not touch. */
static const char array_text[] =
    KIT_MODULE("", "", P_FUNCTION,
               KIT_MAIN "%before = OpVariable %p_a4 Function %abcd\n"
                        "%array = OpVariable %p_a4 Function %abcd\n"
                        "%after = OpVariable %p_a4 Function %abcd\n" KIT_IN(0) KIT_IN(1)
                            KIT_IN(2) "%p0 = OpAccessChain %p_uint %array %w0\n"
                                      "OpStore %p0 %u9\n"
                                      "%p1 = OpAccessChain %p_uint %array %w1\n"
                                      "OpStore %p1 %u1\n"
                                      "%v0 = OpLoad %uint %p0\n"
                                      "%v1 = OpLoad %uint %p1\n"
                                      "%whole = OpLoad %a4 %array\n"
                                      "%e1 = OpCompositeExtract %uint %whole 1\n"
                                      "%e2 = OpCompositeExtract %uint %whole 2\n"
                                      "%e3 = OpCompositeExtract %uint %whole 3\n"
                                      "%pb = OpAccessChain %p_uint %before %u3\n"
                                      "%vb = OpLoad %uint %pb\n"
                                      "%pa = OpAccessChain %p_uint %after %w2\n"
                                      "%va = OpLoad %uint %pa\n" KIT_OUT(0, "%v0") KIT_OUT(1, "%v1")
                                          KIT_OUT(2, "%e1") KIT_OUT(3, "%e2") KIT_OUT(4, "%e3")
                                              KIT_OUT(5, "%vb") KIT_OUT(6, "%va") KIT_RETURN);

/* Constant indices that are outside: reads give 0, writes are dropped. */
static const char outside_text[] =
    KIT_MODULE("", "", P_FUNCTION,
               KIT_MAIN "%array = OpVariable %p_a4 Function %abcd\n"
                        "%last = OpVariable %p_a4 Function %abcd\n"
                        "%p4 = OpAccessChain %p_uint %array %u4\n"
                        "OpStore %p4 %u9\n"
                        "%v4 = OpLoad %uint %p4\n"
                        "%pm = OpAccessChain %p_uint %last %im1\n"
                        "OpStore %pm %u9\n"
                        "%vm = OpLoad %uint %pm\n"
                        "%p3 = OpAccessChain %p_uint %array %u3\n"
                        "%v3 = OpLoad %uint %p3\n"
                        "%l0 = OpAccessChain %p_uint %last %u0\n"
                        "%vl = OpLoad %uint %l0\n" KIT_OUT(0, "%v4") KIT_OUT(1, "%vm")
                            KIT_OUT(2, "%v3") KIT_OUT(3, "%vl") KIT_RETURN);

/* An array of structs of different scalars: each member is an array of its own. */
static const char structs_text[] = KIT_MODULE(
    "", "",
    "%s = OpTypeStruct %float %uint %bool %uint4\n"
    "%a3 = OpTypeArray %s %u3\n"
    "%p_a3 = OpTypePointer Private %a3\n"
    "%p_s = OpTypePointer Private %s\n"
    "%p_u = OpTypePointer Private %uint\n"
    "%p_b = OpTypePointer Private %bool\n"
    "%v1 = OpConstantComposite %uint4 %u1 %u2 %u3 %u4\n"
    "%v2 = OpConstantComposite %uint4 %u5 %u6 %u7 %u8\n"
    "%s1 = OpConstantComposite %s %f1 %u1 %false %v1\n"
    "%s2 = OpConstantComposite %s %f2 %u2 %true %v2\n"
    "%init = OpConstantComposite %a3 %s1 %s2 %s1\n"
    "%var = OpVariable %p_a3 Private %init\n",
    KIT_MAIN KIT_IN(0) KIT_IN(1) "%p0 = OpAccessChain %p_u %var %w0 %u3 %w1\n"
                                 "%v0 = OpLoad %uint %p0\n"
                                 "%pb = OpAccessChain %p_b %var %w0 %u2\n"
                                 "%b = OpLoad %bool %pb\n"
                                 "%vb = OpSelect %uint %b %u7 %u8\n"
                                 "%pw = OpAccessChain %p_s %var %u2\n"
                                 "OpStore %pw %s2\n"
                                 "%pc = OpAccessChain %p_s %var %w1\n"
                                 "%c = OpLoad %s %pc\n"
                                 "%cf = OpCompositeExtract %float %c 0\n"
                                 "%cu = OpConvertFToU %uint %cf\n"
                                 "%c3 = OpCompositeExtract %uint %c 3 3\n"
                                 "OpStore %pb %false\n"
                                 "%b2 = OpLoad %bool %pb\n"
                                 "%vb2 = OpSelect %uint %b2 %u7 %u8\n" KIT_OUT(0, "%v0")
                                     KIT_OUT(1, "%vb") KIT_OUT(2, "%cu") KIT_OUT(3, "%c3")
                                         KIT_OUT(4, "%vb2") KIT_RETURN);

/* A matrix and a vector at run-time indices. */
static const char matrix_text[] =
    KIT_MODULE("", "",
               "%m = OpTypeMatrix %float2 3\n"
               "%p_m = OpTypePointer Function %m\n"
               "%p_f2 = OpTypePointer Function %float2\n"
               "%p_f = OpTypePointer Function %float\n"
               "%c0 = OpConstantComposite %float2 %f0 %f1\n"
               "%c1 = OpConstantComposite %float2 %f2 %f3\n"
               "%c2 = OpConstantComposite %float2 %f4 %f1\n"
               "%init = OpConstantComposite %m %c0 %c1 %c2\n",
               KIT_MAIN "%var = OpVariable %p_m Function\n"
                        "OpStore %var %init\n" KIT_IN(0)
                            KIT_IN(1) "%pc = OpAccessChain %p_f2 %var %w0\n"
                                      "%pf = OpAccessChain %p_f %pc %w1\n"
                                      "%f = OpLoad %float %pf\n"
                                      "%uf = OpConvertFToU %uint %f\n"
                                      "OpStore %pc %c0\n"
                                      "%col = OpLoad %float2 %pc\n"
                                      "%y = OpCompositeExtract %float %col 1\n"
                                      "%uy = OpConvertFToU %uint %y\n" KIT_OUT(0, "%uf")
                                          KIT_OUT(1, "%uy") KIT_RETURN);

/* A function's variable starts anew each time that it runs. */
static const char again_text[] =
    KIT_MODULE("", "", P_FUNCTION "%fn_u = OpTypeFunction %uint\n",
               KIT_MAIN "%r1 = OpFunctionCall %uint %f\n"
                        "%r2 = OpFunctionCall %uint %f\n"
                        "%r3 = OpIAdd %uint %r1 %r2\n" KIT_OUT(0, "%r3") KIT_RETURN
               "%f = OpFunction %uint None %fn_u\n"
               "%fe = OpLabel\n"
               "%v = OpVariable %p_uint Function %u3\n"
               "%a = OpLoad %uint %v\n"
               "%b = OpIAdd %uint %a %u1\n"
               "OpStore %v %b\n"
               "%c = OpLoad %uint %v\n"
               "OpReturnValue %c\n"
               "OpFunctionEnd\n");

/* ---- buffers ---- */

#define BUFFER(name, binding)                                                                      \
    "OpDecorate %" name " DescriptorSet 0\nOpDecorate %" name " Binding " #binding "\n"

/* A row-major matrix, an array of vectors with a wide stride, a struct in a struct. */
static const char layout_text[] = KIT_MODULE(
    "",
    "OpDecorate %b Block\n"
    "OpMemberDecorate %b 0 Offset 16\n"
    "OpMemberDecorate %b 0 RowMajor\n"
    "OpMemberDecorate %b 0 MatrixStride 16\n"
    "OpMemberDecorate %b 1 Offset 64\n"
    "OpMemberDecorate %b 2 Offset 128\n"
    "OpDecorate %af ArrayStride 16\n"
    "OpMemberDecorate %inner 0 Offset 4\n"
    "OpMemberDecorate %inner 1 Offset 8\n" BUFFER("src", 2) BUFFER("dst", 3),
    "%m = OpTypeMatrix %float2 3\n"
    "%af = OpTypeArray %float %u4\n"
    "%inner = OpTypeStruct %uint %float2\n"
    "%b = OpTypeStruct %m %af %inner\n"
    "%p_b = OpTypePointer StorageBuffer %b\n"
    "%p_m = OpTypePointer StorageBuffer %m\n"
    "%p_f2 = OpTypePointer StorageBuffer %float2\n"
    "%p_f = OpTypePointer StorageBuffer %float\n"
    "%p_in = OpTypePointer StorageBuffer %inner\n"
    "%src = OpVariable %p_b StorageBuffer\n"
    "%dst = OpVariable %p_b StorageBuffer\n",
    KIT_MAIN KIT_IN(0) KIT_IN(1) "%pcol = OpAccessChain %p_f2 %src %u0 %w0\n"
                                 "%col = OpLoad %float2 %pcol\n"
                                 "%y = OpCompositeExtract %float %col 1\n"
                                 "%by = OpBitcast %uint %y\n"
                                 "%pe = OpAccessChain %p_f %pcol %w1\n"
                                 "%e = OpLoad %float %pe\n"
                                 "%be = OpBitcast %uint %e\n"
                                 "%pm = OpAccessChain %p_m %src %u0\n"
                                 "%mv = OpLoad %m %pm\n"
                                 "%m21 = OpCompositeExtract %float %mv 2 1\n"
                                 "%bm = OpBitcast %uint %m21\n"
                                 "%pa = OpAccessChain %p_f %src %u1 %w1\n"
                                 "%av = OpLoad %float %pa\n"
                                 "%ba = OpBitcast %uint %av\n"
                                 "%pi = OpAccessChain %p_in %src %u2\n"
                                 "%iv = OpLoad %inner %pi\n"
                                 "%i0v = OpCompositeExtract %uint %iv 0\n"
                                 "%i11 = OpCompositeExtract %float %iv 1 1\n"
                                 "%bi = OpBitcast %uint %i11\n"
                                 "OpCopyMemory %dst %src\n" KIT_OUT(0, "%by") KIT_OUT(1, "%be")
                                     KIT_OUT(2, "%bm") KIT_OUT(3, "%ba") KIT_OUT(4, "%i0v")
                                         KIT_OUT(5, "%bi") KIT_RETURN);

static void
test_layout(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    for (uint32_t i = 0; i < KIT_WORDS; i++)
        memory.buffers[2][i] = 100 + i;
    memory.buffers[1][0] = 2;
    memory.buffers[1][1] = 1;
    kit_run(&kit, kit_read_text(&kit, layout_text, 3, NULL), &memory);
    /* Row r of column c is at byte 16 + 16 r + 4 c. */
    assert_int_equal(memory.buffers[0][0], 100 + 4 + 4 + 2);
    assert_int_equal(memory.buffers[0][1], 100 + 4 + 4 + 2);
    assert_int_equal(memory.buffers[0][2], 100 + 4 + 4 + 2);
    assert_int_equal(memory.buffers[0][3], 100 + 16 + 4);
    assert_int_equal(memory.buffers[0][4], 100 + 32 + 1);
    assert_int_equal(memory.buffers[0][5], 100 + 32 + 3);
    /* The copy has what the members have, and nothing between them. */
    for (uint32_t i = 0; i < KIT_WORDS; i++) {
        const bool is_matrix = (i >= 4 && i < 7) || (i >= 8 && i < 11);
        const bool is_array = i >= 16 && i < 32 && i % 4 == 0;
        const bool is_inner = i >= 33 && i < 36;

        assert_int_equal(memory.buffers[3][i], is_matrix || is_array || is_inner ? 100 + i : 0);
    }
    kit_end(&kit);
}

/* Uniform blocks (their size rounded up), storage as SPIR-V 1.0 has it, push constants. */
static const char uniform_text[] = KIT_MODULE(
    "",
    "OpDecorate %ub Block\n"
    "OpMemberDecorate %ub 0 Offset 0\n"
    "OpMemberDecorate %ub 1 Offset 16\n"
    "OpDecorate %sb BufferBlock\n"
    "OpMemberDecorate %sb 0 Offset 4\n"
    "OpDecorate %pb Block\n"
    "OpMemberDecorate %pb 0 Offset 0\n"
    "OpDecorate %a16 ArrayStride 16\n" BUFFER("u", 2) BUFFER("s", 3),
    "%a16 = OpTypeArray %uint %u1\n"
    "%ub = OpTypeStruct %float4 %uint\n"
    "%sb = OpTypeStruct %uint\n"
    "%pb = OpTypeStruct %uint4\n"
    "%p_ub = OpTypePointer Uniform %ub\n"
    "%p_sb = OpTypePointer Uniform %sb\n"
    "%p_uu = OpTypePointer Uniform %uint\n"
    "%p_pb = OpTypePointer PushConstant %pb\n"
    "%p_pu = OpTypePointer PushConstant %uint\n"
    "%u = OpVariable %p_ub Uniform\n"
    "%s = OpVariable %p_sb Uniform\n"
    "%p = OpVariable %p_pb PushConstant\n",
    KIT_MAIN KIT_IN(0) "%pu = OpAccessChain %p_uu %u %u1\n"
                       "%vu = OpLoad %uint %pu\n"
                       "%ps = OpAccessChain %p_uu %s %u0\n"
                       "OpStore %ps %vu\n"
                       "%pp = OpAccessChain %p_pu %p %u0 %w0\n"
                       "%vp = OpLoad %uint %pp\n" KIT_OUT(0, "%vu") KIT_OUT(1, "%vp") KIT_RETURN);

static void
test_uniform(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, uniform_text, 0, NULL);
    assert_int_equal(shader->push_size, 16);
    assert_int_equal(shader->buffers.count, 4);
    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];

        assert_int_equal(buffer->kind,
                         buffer->binding == 2 ? ir_buffer_uniform : ir_buffer_storage);
        assert_int_equal(buffer->size, buffer->binding == 2 ? 32 : 0);
    }
    memory.buffers[1][0] = 2;
    memory.buffers[2][4] = 77;
    memory.push[2] = 88;
    kit_run(&kit, shader, &memory);
    assert_int_equal(memory.buffers[0][0], 77);
    assert_int_equal(memory.buffers[0][1], 88);
    assert_int_equal(memory.buffers[3][1], 77);
    kit_end(&kit);
}

/* A row of buffers, at an element that is known at run time, and its length. */
static const char descriptors_text[] =
    KIT_MODULE("OpCapability StorageBufferArrayDynamicIndexing\n", BUFFER("row", 2),
               "%blocks = OpTypeArray %block %u4\n"
               "%p_blocks = OpTypePointer StorageBuffer %blocks\n"
               "%row = OpVariable %p_blocks StorageBuffer\n",
               KIT_MAIN KIT_IN(0) KIT_IN(1) "%pw = OpAccessChain %p_word %row %w0 %u0 %w1\n"
                                            "%v = OpLoad %uint %pw\n"
                                            "%pb = OpAccessChain %p_block %row %w0\n"
                                            "%n = OpArrayLength %uint %pb 0\n"
                                            "%m = OpArrayLength %uint %in 0\n"
                                            "OpStore %pw %u9\n" KIT_OUT(0, "%v") KIT_OUT(1, "%n")
                                                KIT_OUT(2, "%m") KIT_RETURN);

static void
check_descriptors(uint32_t element)
{
    struct kit_memory memory = {0};
    struct kit kit;

    KIT_START(&kit);
    for (uint32_t i = 0; i < KIT_WORDS; i++)
        memory.buffers[2][i] = 100 + i;
    memory.counts[2] = 4;
    memory.words[1] = 20;
    memory.buffers[1][0] = element;
    memory.buffers[1][1] = 3;
    kit_run(&kit, kit_read_text(&kit, descriptors_text, 3, NULL), &memory);
    assert_int_equal(memory.buffers[0][0], element < 4 ? 100 + 16 * element + 3 : 0);
    assert_int_equal(memory.buffers[0][1], element < 4 ? 16 : 0);
    assert_int_equal(memory.buffers[0][2], 20);
    for (uint32_t i = 0; i < KIT_WORDS; i++)
        assert_int_equal(memory.buffers[2][i], element < 4 && i == 16 * element + 3 ? 9 : 100 + i);
    kit_end(&kit);
}

static void
test_descriptors(void **state)
{
    (void)state;
    for (uint32_t element = 0; element < 6; element++)
        check_descriptors(element);
}

/* ---- shared memory ---- */

static const char shared_text[] = KIT_MODULE(
    "", "",
    "%s = OpTypeStruct %bool %uint4 %float\n"
    "%a3 = OpTypeArray %s %u3\n"
    "%p_a3 = OpTypePointer Workgroup %a3\n"
    "%p_s = OpTypePointer Workgroup %s\n"
    "%p_b = OpTypePointer Workgroup %bool\n"
    "%p_u = OpTypePointer Workgroup %uint\n"
    "%v1 = OpConstantComposite %uint4 %u1 %u2 %u3 %u4\n"
    "%s1 = OpConstantComposite %s %true %v1 %f3\n"
    "%null = OpConstantNull %a3\n"
    "%other = OpVariable %p_u Workgroup\n"
    "%var = OpVariable %p_a3 Workgroup %null\n",
    KIT_MAIN KIT_IN(0) KIT_IN(1) "OpStore %other %u9\n"
                                 "%ps = OpAccessChain %p_s %var %w0\n"
                                 "OpStore %ps %s1\n"
                                 "%pb = OpAccessChain %p_b %var %w0 %u0\n"
                                 "%b = OpLoad %bool %pb\n"
                                 "%vb = OpSelect %uint %b %u7 %u8\n"
                                 "%pu = OpAccessChain %p_u %var %w0 %u1 %w1\n"
                                 "%vu = OpLoad %uint %pu\n"
                                 "%pz = OpAccessChain %p_s %var %u2\n"
                                 "%z = OpLoad %s %pz\n"
                                 "%zb = OpCompositeExtract %bool %z 0\n"
                                 "%vz = OpSelect %uint %zb %u7 %u8\n"
                                 "%vo = OpLoad %uint %other\n" KIT_OUT(0, "%vb") KIT_OUT(1, "%vu")
                                     KIT_OUT(2, "%vz") KIT_OUT(3, "%vo") KIT_RETURN);

static void
test_shared(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, shared_text, 0, NULL);
    assert_true(shader->shared_is_zeroed);
    assert_int_equal(shader->shared_size, 4 + 3 * 24);
    memory.buffers[1][0] = 1;
    memory.buffers[1][1] = 2;
    kit_run(&kit, shader, &memory);
    assert_int_equal(memory.buffers[0][0], 7);
    assert_int_equal(memory.buffers[0][1], 3);
    assert_int_equal(memory.buffers[0][2], 8);
    assert_int_equal(memory.buffers[0][3], 9);
    kit_end(&kit);
}

/* ---- variable pointers ---- */

#define VARIABLE_POINTERS "OpCapability VariablePointers\n"

/* Chosen, merged in a loop, kept in a variable, compared. */
static const char pointers_text[] =
    KIT_MODULE(VARIABLE_POINTERS, "OpDecorate %p_word ArrayStride 4\n" BUFFER("third", 2),
               "%third = OpVariable %p_block StorageBuffer\n"
               "%p_p = OpTypePointer Function %p_word\n"
               "%null = OpConstantNull %p_word\n",
               KIT_MAIN "%kept = OpVariable %p_p Function\n" KIT_IN(0)
                   KIT_IN(1) "%is = OpINotEqual %bool %w0 %u0\n"
                             "%pa = OpAccessChain %p_word %in %u0 %u4\n"
                             "%pb = OpAccessChain %p_word %third %u0 %u0\n"
                             "%ps = OpSelect %p_word %is %pa %pb\n"
                             "%v0 = OpLoad %uint %ps\n"
                             "OpStore %kept %ps\n"
                             "%pk = OpLoad %p_word %kept\n"
                             "%pn = OpPtrAccessChain %p_word %pk %u1\n"
                             "%v1 = OpLoad %uint %pn\n"
                             "OpBranch %loop\n"
                             "%loop = OpLabel\n"
                             "%p = OpPhi %p_word %ps %entry %q %body\n"
                             "%i = OpPhi %uint %u0 %entry %j %body\n"
                             "%go = OpULessThan %bool %i %w1\n"
                             "OpLoopMerge %done %body None\n"
                             "OpBranchConditional %go %body %done\n"
                             "%body = OpLabel\n"
                             "%q = OpPtrAccessChain %p_word %p %u1\n"
                             "%j = OpIAdd %uint %i %u1\n"
                             "OpBranch %loop\n"
                             "%done = OpLabel\n"
                             "%v2 = OpLoad %uint %p\n"
                             "OpStore %p %u9\n"
                             "%same = OpPtrEqual %bool %ps %pa\n"
                             "%vs = OpSelect %uint %same %u7 %u8\n"
                             "%no = OpPtrNotEqual %bool %ps %null\n"
                             "%vn = OpSelect %uint %no %u7 %u8\n"
                             "%far = OpPtrDiff %uint %p %ps\n" KIT_OUT(0, "%v0") KIT_OUT(1, "%v1")
                                 KIT_OUT(2, "%v2") KIT_OUT(3, "%vs") KIT_OUT(4, "%vn")
                                     KIT_OUT(5, "%far") KIT_RETURN);

static void
check_pointers(uint32_t choice)
{
    struct kit_memory memory = {0};
    const uint32_t base = choice ? 1004 : 2000;
    struct kit kit;

    KIT_START(&kit);
    for (uint32_t i = 0; i < KIT_WORDS; i++) {
        memory.buffers[1][i] = 1000 + i;
        memory.buffers[2][i] = 2000 + i;
    }
    memory.buffers[1][0] = choice;
    memory.buffers[1][1] = 3;
    kit_run(&kit, kit_read_text(&kit, pointers_text, 4, NULL), &memory);
    assert_int_equal(memory.buffers[0][0], base);
    assert_int_equal(memory.buffers[0][1], base + 1);
    assert_int_equal(memory.buffers[0][2], base + 3);
    assert_int_equal(memory.buffers[0][3], choice ? 7 : 8);
    assert_int_equal(memory.buffers[0][4], 7);
    assert_int_equal(memory.buffers[0][5], 3);
    assert_int_equal(memory.buffers[1][7], choice ? 9 : 1007);
    assert_int_equal(memory.buffers[2][3], choice ? 2003 : 9);
    kit_end(&kit);
}

static void
test_pointers(void **state)
{
    (void)state;
    check_pointers(0);
    check_pointers(1);
}

/* Two variables in shared memory, chosen by a pointer. */
static const char shared_pointers_text[] =
    KIT_MODULE(VARIABLE_POINTERS, "",
               "%p_w = OpTypePointer Workgroup %uint\n"
               "%a4 = OpTypeArray %uint %u4\n"
               "%p_a4 = OpTypePointer Workgroup %a4\n"
               "%a = OpVariable %p_a4 Workgroup\n"
               "%b = OpVariable %p_a4 Workgroup\n"
               "%null = OpConstantNull %p_w\n",
               KIT_MAIN KIT_IN(0) "%a2 = OpAccessChain %p_w %a %u2\n"
                                  "%b2 = OpAccessChain %p_w %b %u2\n"
                                  "%b3 = OpAccessChain %p_w %b %u3\n"
                                  "OpStore %a2 %u5\n"
                                  "OpStore %b2 %u6\n"
                                  "OpStore %b3 %u8\n"
                                  "%is = OpINotEqual %bool %w0 %u0\n"
                                  "%p = OpSelect %p_w %is %a2 %b2\n"
                                  "%v = OpLoad %uint %p\n"
                                  "%n = OpPtrAccessChain %p_w %b2 %u1\n"
                                  "%vn = OpLoad %uint %n\n"
                                  "%a0 = OpAccessChain %p_w %a %u0\n"
                                  "%isnull = OpPtrEqual %bool %a0 %null\n"
                                  "%v2 = OpSelect %uint %isnull %u7 %u1\n" KIT_OUT(0, "%v")
                                      KIT_OUT(1, "%vn") KIT_OUT(2, "%v2") KIT_RETURN);

/* ---- physical memory ---- */

static const char physical_text[] =
    "OpCapability Shader\n"
    "OpCapability Int64\n"
    "OpCapability PhysicalStorageBufferAddresses\n"
    "OpMemoryModel PhysicalStorageBuffer64 GLSL450\n"
    "OpEntryPoint GLCompute %main \"main\"\n"
    "OpExecutionMode %main LocalSize 1 1 1\n"
    "OpDecorate %node Block\n"
    "OpMemberDecorate %node 0 Offset 0\n"
    "OpMemberDecorate %node 1 Offset 8\n"
    "OpDecorate %pn AliasedPointer\n" KIT_DECORATIONS
    "OpTypeForwardPointer %p_node PhysicalStorageBuffer\n" KIT_GLOBALS "%ulong = OpTypeInt 64 0\n"
    "%address = OpConstant %ulong 0x500000000\n"
    "%a4 = OpTypeArray %uint %u4\n"
    "%node = OpTypeStruct %p_node %uint4\n"
    "%p_node = OpTypePointer PhysicalStorageBuffer %node\n"
    "%p_next = OpTypePointer PhysicalStorageBuffer %p_node\n"
    "%p_u = OpTypePointer PhysicalStorageBuffer %uint\n"
    "%p_f = OpTypePointer Function %p_node\n" KIT_MAIN
    "%pn = OpVariable %p_f Function\n" KIT_IN(0) "%p0 = OpConvertUToPtr %p_node %address\n"
                                                 "OpStore %pn %p0\n"
                                                 "%p1 = OpLoad %p_node %pn\n"
                                                 "%pnext = OpAccessChain %p_next %p1 %i0\n"
                                                 "%next = OpLoad %p_node %pnext Aligned 8\n"
                                                 "%pu = OpAccessChain %p_u %next %i1 %w0\n"
                                                 "%v = OpLoad %uint %pu Aligned 4\n"
                                                 "OpStore %pu %u9 Aligned 4\n" KIT_OUT(0, "%v")
                                                     KIT_RETURN;

static void
test_physical(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    /* The first node's next is 64 bytes further on. */
    memory.buffers[7][0] = 64;
    memory.buffers[7][1] = 5;
    for (uint32_t i = 16; i < 32; i++)
        memory.buffers[7][i] = 300 + i;
    memory.buffers[1][0] = 3;
    kit_run(&kit, kit_read_text(&kit, physical_text, 5, NULL), &memory);
    assert_int_equal(memory.buffers[0][0], 300 + 16 + 2 + 3);
    assert_int_equal(memory.buffers[7][16 + 2 + 3], 9);
    kit_end(&kit);
}

/* ---- access ---- */

static const char access_text[] = KIT_MODULE(
    "",
    "OpDecorate %in NonWritable\nOpMemberDecorate %block 0 Coherent\nOpDecorate %out Volatile\n",
    "", KIT_MAIN KIT_IN(0) KIT_OUT(0, "%w0") KIT_RETURN);

static void
test_access(void **state)
{
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    const struct ir_shader *shader = kit_read_text(&kit, access_text, 3, NULL);
    assert_int_equal(shader->buffers.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];

        assert_int_equal(buffer->access,
                         IR_ACCESS_COHERENT |
                             (buffer->binding == 1 ? IR_ACCESS_READ_ONLY : IR_ACCESS_VOLATILE));
    }
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ir_op_of(shader, ref) == ir_op_load_buffer)
            assert_int_equal(ir_imm(shader, ref) & 0xffff0000u, IR_MEMORY_COHERENT);
        if (ir_op_of(shader, ref) == ir_op_store_buffer)
            assert_int_equal(ir_imm(shader, ref) & 0xffff0000u,
                             IR_MEMORY_COHERENT | IR_MEMORY_VOLATILE);
    }
    kit_end(&kit);
}

/* A table: filled once with constants, it is constant; a second store, and it is not. */
static const char table_text[] = KIT_MODULE(
    "", "", P_FUNCTION,
    KIT_MAIN "%table = OpVariable %p_a4 Function\n"
             "%array = OpVariable %p_a4 Function %abcd\n" KIT_IN(
                 0) "OpStore %table %abcd\n"
                    "%pt = OpAccessChain %p_uint %table %w0\n"
                    "%t = OpLoad %uint %pt\n"
                    "%pa = OpAccessChain %p_uint %array %w0\n"
                    "OpStore %pa %t\n"
                    "%pb = OpAccessChain %p_uint %array %u1\n"
                    "%b = OpLoad %uint %pb\n" KIT_OUT(0, "%t") KIT_OUT(1, "%b") KIT_RETURN);

static void
test_table(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, table_text, 3, NULL);
    assert_int_equal(shader->arrays.count, 2);
    const bool is_first = shader->arrays.data[0].init != NULL;
    assert_true(is_first != (shader->arrays.data[1].init != NULL));
    assert_int_equal(shader->arrays.data[is_first ? 0 : 1].init[2], 7);
    memory.buffers[1][0] = 3;
    kit_run(&kit, shader, &memory);
    assert_int_equal(memory.buffers[0][0], 8);
    assert_int_equal(memory.buffers[0][1], 6);
    kit_end(&kit);
}

static void
test_cases(void **state)
{
    static const struct kit_case cases[] = {
        {"array", array_text, 3, {2, 3, 1}, {9, 1, 6, 9, 1, 8, 6}},
        {"array, outside", array_text, 3, {4, 0xffffffff, 4}, {0, 0, 6, 7, 8, 8, 0}},
        {"outside", outside_text, 3, {0}, {0, 0, 8, 5}},
        {"structs", structs_text, 3, {1, 2}, {7, 7, 2, 8, 8}},
        {"structs, outside", structs_text, 3, {3, 0}, {0, 8, 1, 4, 8}},
        {"matrix", matrix_text, 3, {2, 0}, {4, 1}},
        {"matrix, outside", matrix_text, 3, {9, 0}, {0, 0}},
        {"again", again_text, 3, {0}, {8}},
        {"shared pointers", shared_pointers_text, 4, {1}, {5, 8, 1}},
        {"shared pointers, other", shared_pointers_text, 4, {0}, {6, 8, 1}},
    };

    (void)state;
    kit_run_cases(cases, BASE_COUNT(cases));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),       cmocka_unit_test(test_cases),
        cmocka_unit_test(test_layout),      cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_descriptors), cmocka_unit_test(test_shared),
        cmocka_unit_test(test_pointers),    cmocka_unit_test(test_physical),
        cmocka_unit_test(test_access),
    };

    if (!spirv_has_tools())
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
