/* SPDX-License-Identifier: MIT
 *
 * Calls, phis, switches, values that outlive the region that makes them, and ends of fragments.
 */
#include "run_kit.h"

#define BLOCK(name) "%" name " = OpLabel\n"
#define JUMP(name) "OpBranch %" name "\n"

/* Two phis that change places in each round. */
static const char swap_text[] =
    KIT_MODULE("", "", "",
               KIT_MAIN KIT_IN(0) JUMP("loop")
                   BLOCK("loop") "%a = OpPhi %uint %u1 %entry %b %next\n"
                                 "%b = OpPhi %uint %u2 %entry %a %next\n"
                                 "%i = OpPhi %uint %u0 %entry %j %next\n"
                                 "%go = OpULessThan %bool %i %w0\n"
                                 "OpLoopMerge %done %next None\n"
                                 "OpBranchConditional %go %next %done\n" BLOCK(
                                     "next") "%j = OpIAdd %uint %i %u1\n" JUMP("loop") BLOCK("done")
                                     KIT_OUT(0, "%a") KIT_OUT(1, "%b") KIT_OUT(2, "%i") KIT_RETURN);

/* A value of a loop's last round is used behind it; so are composites and pointers of that kind. */
static const char outlive_text[] = KIT_MODULE(
    "", "",
    "%a4 = OpTypeArray %uint4 %u4\n"
    "%p_a4 = OpTypePointer Function %a4\n"
    "%p_u = OpTypePointer Function %uint\n"
    "%v0 = OpConstantComposite %uint4 %u0 %u1 %u2 %u3\n"
    "%v1 = OpConstantComposite %uint4 %u4 %u5 %u6 %u7\n"
    "%init = OpConstantComposite %a4 %v0 %v1 %v0 %v1\n",
    KIT_MAIN "%array = OpVariable %p_a4 Function %init\n" KIT_IN(0) JUMP("loop") BLOCK(
        "loop") "%i = OpPhi %uint %u0 %entry %j %next\n"
                "OpLoopMerge %done %next None\n" JUMP("body") BLOCK(
                    "body") "%p = OpAccessChain %p_u %array %i %w0\n"
                            "%vec = OpCompositeConstruct %uint4 %i %u5 %i %u6\n"
                            "%stop = OpIEqual %bool %i %w0\n"
                            "OpBranchConditional %stop %done %next\n" BLOCK(
                                "next") "%j = OpIAdd %uint %i %u1\n" JUMP("loop")
                                BLOCK("done") "%v = OpLoad %uint %p\n"
                                              "%x = OpCompositeExtract %uint %vec 2\n" KIT_OUT(
                                                  0, "%v") KIT_OUT(1, "%x") KIT_RETURN);

/* A function that returns early, from inside a loop, called twice; it writes through a pointer. */
static const char calls_text[] = KIT_MODULE(
    "", "",
    "%p_u = OpTypePointer Function %uint\n"
    "%fn_find = OpTypeFunction %uint %p_u %uint\n"
    "%fn_add = OpTypeFunction %void %p_u %uint\n",
    KIT_MAIN "%var = OpVariable %p_u Function %u0\n" KIT_IN(0)
        KIT_IN(1) "%r0 = OpFunctionCall %uint %find %var %w0\n"
                  "%r1 = OpFunctionCall %uint %find %var %w1\n"
                  "%v = OpLoad %uint %var\n" KIT_OUT(0, "%r0") KIT_OUT(1, "%r1") KIT_OUT(2, "%v")
                      KIT_RETURN
    "%find = OpFunction %uint None %fn_find\n"
    "%fp = OpFunctionParameter %p_u\n"
    "%fw = OpFunctionParameter %uint\n" BLOCK("c0") JUMP("c1") BLOCK(
        "c1") "%i = OpPhi %uint %u0 %c0 %j %c3\n"
              "%more = OpULessThan %bool %i %u5\n"
              "OpLoopMerge %c5 %c3 None\n"
              "OpBranchConditional %more %c2 %c5\n" BLOCK(
                  "c2") "%is = OpIEqual %bool %i %fw\n"
                        "OpSelectionMerge %c3 None\n"
                        "OpBranchConditional %is %c4 %c3\n" BLOCK(
                            "c4") "%none = OpFunctionCall %void %add %fp %i\n"
                                  "%sum = OpIAdd %uint %i %u4\n"
                                  "OpReturnValue %sum\n" BLOCK(
                                      "c3") "%j = OpIAdd %uint %i %u1\n" JUMP("c1")
                                      BLOCK("c5") "OpReturnValue %u9\n"
                                                  "OpFunctionEnd\n"
                                                  "%add = OpFunction %void None %fn_add\n"
                                                  "%ap = OpFunctionParameter %p_u\n"
                                                  "%av = OpFunctionParameter %uint\n" BLOCK(
                                                      "a0") "%old = OpLoad %uint %ap\n"
                                                            "%new = OpIAdd %uint %old %av\n"
                                                            "%big = OpUGreaterThan %bool %new %u1\n"
                                                            "OpSelectionMerge %a2 None\n"
                                                            "OpBranchConditional %big %a1 "
                                                            "%a2\n" BLOCK(
                                                                "a1") "OpStore %ap %new\n"
                                                                      "OpReturn\n" BLOCK(
                                                                          "a2") "OpStore %ap %u1\n"
                                                                                "OpReturn\n"
                                                                                "OpFunctionEnd\n");

/* Selectors of 8 and 64 bits; cases that fall through, and several for one block. */
static const char switch8_text[] = KIT_MODULE(
    "OpCapability Int8\n", "", "%char = OpTypeInt 8 1\n",
    KIT_MAIN KIT_IN(
        0) "%w0s = OpBitcast %int %w0\n"
           "%c = OpSConvert %char %w0s\n"
           "OpSelectionMerge %end None\n"
           "OpSwitch %c %other -1 %minus 3 %three 4 %three\n" BLOCK("minus") JUMP("end")
               BLOCK("three") JUMP("end") BLOCK("other") JUMP("end") BLOCK(
                   "end") "%r = OpPhi %uint %u1 %minus %u2 %three %u3 %other\n" KIT_OUT(0, "%r")
                   KIT_RETURN);

static const char switch64_text[] = KIT_MODULE(
    "OpCapability Int64\n", "", "%ulong = OpTypeInt 64 0\n%thirty2 = OpConstant %ulong 32\n",
    KIT_MAIN KIT_IN(0)
        KIT_IN(1) "%l = OpUConvert %ulong %w0\n"
                  "%h0 = OpUConvert %ulong %w1\n"
                  "%h = OpShiftLeftLogical %ulong %h0 %thirty2\n"
                  "%s = OpBitwiseOr %ulong %l %h\n"
                  "OpSelectionMerge %end None\n"
                  "OpSwitch %s %end 0x100000002 %one 2 %two\n" BLOCK("one") JUMP("two")
                      BLOCK("two") "%r0 = OpPhi %uint %u5 %one %u6 %entry\n" JUMP("end")
                          BLOCK("end") "%r = OpPhi %uint %u1 %entry %r0 %two\n" KIT_OUT(0, "%r")
                              KIT_RETURN);

/* Both ways of a branch and two of a switch lead to one block. */
static const char same_text[] = KIT_MODULE(
    "", "", "",
    KIT_MAIN KIT_IN(0) "OpSelectionMerge %b None\n"
                       "OpBranchConditional %true %b %b\n" BLOCK(
                           "b") "%r0 = OpPhi %uint %u4 %entry\n"
                                "OpSelectionMerge %end None\n"
                                "OpSwitch %w0 %end 1 %end 2 %c 3 %c\n" BLOCK("c") JUMP("end") BLOCK(
                                    "end") "%r1 = OpPhi %uint %u1 %b %u2 %c\n" KIT_OUT(0, "%r0")
                                    KIT_OUT(1, "%r1") KIT_RETURN);

/* Undefined values, copies, nothing; a block that nothing reaches and a merge that is unreachable.
 */
static const char odds_text[] = KIT_MODULE(
    "", "",
    "%undef = OpUndef %uint4\n"
    "%p_u = OpTypePointer Function %uint\n",
    KIT_MAIN
    "%var = OpVariable %p_u Function\n"
    "%copy = OpCopyObject %p_u %var\n"
    "OpNop\n"
    "%x = OpCompositeExtract %uint %undef 3\n"
    "%local = OpUndef %uint\n"
    "%zero = OpIAdd %uint %x %local\n"
    "OpStore %copy %u6\n"
    "%v = OpLoad %uint %var\n"
    "%w = OpCopyObject %uint %v\n" KIT_OUT(0, "%zero") KIT_OUT(
        1, "%w") "OpSelectionMerge %never None\n"
                 "OpBranchConditional %true %t %f\n" BLOCK("t") "OpReturn\n" BLOCK(
                     "f") "OpReturn\n" BLOCK("lost") "%l = OpIAdd %uint %v %u1\n" JUMP("lost2")
                     BLOCK("lost2") "%l2 = OpIAdd %uint %l %u1\n" JUMP("never")
                         BLOCK("never") "OpUnreachable\n"
                                        "OpFunctionEnd\n");

static void
test_cases(void **state)
{
    static const struct kit_case cases[] = {
        {"swap, even", swap_text, 3, {4}, {1, 2, 4}},
        {"swap, odd", swap_text, 3, {5}, {2, 1, 5}},
        {"swap, none", swap_text, 3, {0}, {1, 2, 0}},
        {"outlive", outlive_text, 3, {2}, {2, 2}},
        {"outlive, other", outlive_text, 3, {3}, {7, 3}},
        {"calls", calls_text, 3, {3, 7}, {7, 9, 3}},
        {"calls, both", calls_text, 3, {0, 2}, {4, 6, 3}},
        {"switch of 8 bits, negative", switch8_text, 3, {0x1ff}, {1}},
        {"switch of 8 bits, second", switch8_text, 3, {4}, {2}},
        {"switch of 8 bits, neither", switch8_text, 3, {0x7f}, {3}},
        {"switch of 64 bits, high", switch64_text, 3, {2, 1}, {5}},
        {"switch of 64 bits, low", switch64_text, 3, {2, 0}, {6}},
        {"switch of 64 bits, neither", switch64_text, 3, {2, 2}, {1}},
        {"same, default", same_text, 3, {0}, {4, 1}},
        {"same, case", same_text, 3, {1}, {4, 1}},
        {"same, third", same_text, 3, {3}, {4, 2}},
        {"odds", odds_text, 3, {0}, {0, 6}},
    };

    (void)state;
    kit_run_cases(cases, BASE_COUNT(cases));
}

/* ---- byte order ---- */

static void
test_byte_order(void **state)
{
    struct kit_memory memory = {0};
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    struct spirv_module module = kit_assemble(&kit, calls_text, 3);
    uint32_t *swapped = base_arena_new_array(&kit.arena, uint32_t, module.count);
    for (size_t i = 0; i < module.count; i++)
        swapped[i] = module.words[i] >> 24 | (module.words[i] >> 8 & 0xff00) |
                     (module.words[i] & 0xff00) << 8 | module.words[i] << 24;
    module.words = swapped;
    memory.buffers[1][0] = 3;
    memory.buffers[1][1] = 7;
    struct ir_shader *shader = kit_read(&kit, &module, NULL);
    assert_non_null(shader);
    assert_string_equal(shader->name, "main");
    kit_run(&kit, shader, &memory);
    assert_int_equal(memory.buffers[0][0], 7);
    assert_int_equal(memory.buffers[0][2], 3);
    kit_end(&kit);
}

/* ---- ends of fragments ---- */

#define FRAGMENT(needs, functions)                                                                 \
    "OpCapability Shader\n" needs "OpMemoryModel Logical GLSL450\n"                                \
    "OpEntryPoint Fragment %main \"main\" %x %color\n"                                             \
    "OpExecutionMode %main OriginUpperLeft\n"                                                      \
    "OpDecorate %x Location 0\n"                                                                   \
    "OpDecorate %x Flat\n"                                                                         \
    "OpDecorate %color Location 0\n"                                                               \
    "%void = OpTypeVoid\n"                                                                         \
    "%fn = OpTypeFunction %void\n"                                                                 \
    "%bool = OpTypeBool\n"                                                                         \
    "%uint = OpTypeInt 32 0\n"                                                                     \
    "%u0 = OpConstant %uint 0\n"                                                                   \
    "%u7 = OpConstant %uint 7\n"                                                                   \
    "%p_in = OpTypePointer Input %uint\n"                                                          \
    "%p_out = OpTypePointer Output %uint\n"                                                        \
    "%x = OpVariable %p_in Input\n"                                                                \
    "%color = OpVariable %p_out Output\n" functions

#define ENDING(what)                                                                               \
    KIT_MAIN "%v = OpLoad %uint %x\n"                                                              \
             "%is = OpINotEqual %bool %v %u0\n"                                                    \
             "%n = OpFunctionCall %void %f\n"                                                      \
             "OpStore %color %v\n" KIT_RETURN "%f = OpFunction %void None %fn\n" BLOCK(            \
                 "f0") "%fv = OpLoad %uint %x\n"                                                   \
                       "%fis = OpINotEqual %bool %fv %u0\n"                                        \
                       "OpSelectionMerge %f2 None\n"                                               \
                       "OpBranchConditional %fis %f1 %f2\n" BLOCK("f1")                            \
                           what BLOCK("f2") "OpReturn\nOpFunctionEnd\n"

static void
check_ending(const char *text, unsigned minor, uint32_t x, bool has_ended, uint32_t color)
{
    struct kit_memory memory = {0};
    struct kit kit;

    KIT_START(&kit);
    struct ir_shader *shader = kit_read_text(&kit, text, minor, NULL);
    memory.inputs[ir_io_imm(kit_find_location(shader, true, 0, 0), 0)] = x;
    kit_run(&kit, shader, &memory);
    assert_int_equal(memory.has_ended, has_ended);
    assert_int_equal(memory.outputs[ir_io_imm(kit_find_location(shader, false, 0, 0), 0)], color);
    kit_end(&kit);
}

static void
test_endings(void **state)
{
    static const char kill[] = FRAGMENT("", ENDING("OpKill\n"));
    static const char terminate[] = FRAGMENT("OpExtension \"SPV_KHR_terminate_invocation\"\n",
                                             ENDING("OpTerminateInvocation\n"));
    static const char demote[] = FRAGMENT("OpCapability DemoteToHelperInvocation\n"
                                          "OpExtension \"SPV_EXT_demote_to_helper_invocation\"\n",
                                          ENDING("OpDemoteToHelperInvocation\n"
                                                 "%h = OpIsHelperInvocationEXT %bool\n"
                                                 "%hu = OpSelect %uint %h %u7 %u0\n"
                                                 "OpStore %color %hu\n"
                                                 "OpBranch %f2\n"));

    (void)state;
    check_ending(kill, 0, 0, false, 0);
    check_ending(kill, 0, 5, true, 0);
    check_ending(terminate, 3, 0, false, 0);
    check_ending(terminate, 3, 5, true, 0);
    check_ending(demote, 3, 0, false, 0);
    check_ending(demote, 3, 5, true, 5);
}

/* ---- places ---- */

/* Instructions say which word they come from. */
static void
test_places(void **state)
{
    struct kit kit;

    (void)state;
    KIT_START(&kit);
    uint32_t found = 0;
    const struct spirv_module module = kit_assemble(&kit, swap_text, 3);
    const struct ir_shader *shader = kit_read(&kit, &module, NULL);
    assert_non_null(shader);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const struct qd_place place = ir_place_of(shader, ref);

        if (ir_op_of(shader, ref) != ir_op_ult)
            continue;
        assert_int_equal(place.kind, QD_PLACE_WORD);
        assert_int_equal(module.words[place.offset / 4] & 0xffff, 176); /* OpULessThan */
        found++;
    }
    assert_int_equal(found, 1);
    kit_end(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_byte_order),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_places),
    };

    if (!spirv_has_tools())
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
