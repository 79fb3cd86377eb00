/* SPDX-License-Identifier: MIT
 *
 * Atomics on every memory that they may work on, run; the fences that their semantics become; and
 * barriers.
 */
#include "run_kit.h"

/* ---- what they compute: the old value goes to word 0 of %out, the new one to word 1 ---- */

#define NEEDS                                                                                      \
    "OpCapability Int64\nOpCapability Int64Atomics\nOpCapability AtomicFloat32AddEXT\n"            \
    "OpCapability Float64\nOpCapability AtomicFloat32MinMaxEXT\n"                                  \
    "OpCapability AtomicFloat64MinMaxEXT\nOpExtension \"SPV_EXT_shader_atomic_float_add\"\n"       \
    "OpExtension \"SPV_EXT_shader_atomic_float_min_max\"\n"
#define TYPES                                                                                      \
    "%ulong = OpTypeInt 64 0\n%l1 = OpConstant %ulong 1\n%l32 = OpConstant %ulong 32\n"            \
    "%pw_uint = OpTypePointer Workgroup %uint\n%pf_uint = OpTypePointer Function %uint\n"          \
    "%pp_uint = OpTypePointer Private %uint\n%pw_ulong = OpTypePointer Workgroup %ulong\n"         \
    "%pw_float = OpTypePointer Workgroup %float\n%pf_float = OpTypePointer Function %float\n"      \
    "%double = OpTypeFloat 64\n%uint2 = OpTypeVector %uint 2\n"                                    \
    "%pw_double = OpTypePointer Workgroup %double\n%shd = OpVariable %pw_double Workgroup\n"       \
    "%sh = OpVariable %pw_uint Workgroup\n%shl = OpVariable %pw_ulong Workgroup\n"                 \
    "%shf = OpVariable %pw_float Workgroup\n%pr = OpVariable %pp_uint Private\n"

/* Word 0 of binding 1 is put in memory; the atomic takes word 1, and word 2 to compare. */
#define AT(pointer, variable, text)                                                                \
    KIT_MODULE(NEEDS, "", TYPES,                                                                   \
               KIT_MAIN variable KIT_IN(0) KIT_IN(1)                                               \
                   KIT_IN(2) "%bi = OpAccessChain %p_word %out %u0 %u5\nOpStore " pointer " %w0\n" \
                             "%old = OpAtomic" text "\n%new = OpLoad %uint " pointer               \
                             "\n" KIT_OUT(0, "%old") KIT_OUT(1, "%new") KIT_RETURN)

/* clang-format off */
#define IADD(p) "IAdd %uint " p " %u1 %u0 %w1"
#define ISUB(p) "ISub %uint " p " %u1 %u0 %w1"
#define INC(p) "IIncrement %uint " p " %u1 %u0"
#define DEC(p) "IDecrement %uint " p " %u1 %u0"
#define SMIN(p) "SMin %uint " p " %u1 %u0 %w1"
#define UMIN(p) "UMin %uint " p " %u1 %u0 %w1"
#define SMAX(p) "SMax %uint " p " %u1 %u0 %w1"
#define UMAX(p) "UMax %uint " p " %u1 %u0 %w1"
#define AND(p) "And %uint " p " %u1 %u0 %w1"
#define OR(p) "Or %uint " p " %u1 %u0 %w1"
#define XOR(p) "Xor %uint " p " %u1 %u0 %w1"
#define EXCHANGE(p) "Exchange %uint " p " %u1 %u0 %w1"
#define LOAD(p) "Load %uint " p " %u1 %u0"
#define COMPARE(p) "CompareExchange %uint " p " %u1 %u0 %u0 %w1 %w2"
#define STORE(p) "Load %uint " p " %u1 %u0\nOpAtomicStore " p " %u1 %u0 %w1"

#define M1 0xffffffffu
#define OWN "%fu = OpVariable %pf_uint Function\n"

/* What is there, the operand, the comparator; what was there, what is there then. The buffer's own
 * word is word 5 of %out. */
#define ROWS(X)                                                                                    \
    X("iadd", IADD, 7, 5, 0, 7, 12)                                                                \
    X("iadd wraps", IADD, M1, 2, 0, M1, 1)                                                         \
    X("isub", ISUB, 7, 5, 0, 7, 2)                                                                 \
    X("isub wraps", ISUB, 0, 1, 0, 0, M1)                                                          \
    X("increment", INC, M1, 9, 0, M1, 0)                                                           \
    X("decrement", DEC, 0, 9, 0, 0, M1)                                                            \
    X("smin", SMIN, 1, M1, 0, 1, M1)                                                               \
    X("umin", UMIN, 1, M1, 0, 1, 1)                                                                \
    X("smax", SMAX, 0x80000000u, 0, 0, 0x80000000u, 0)                                             \
    X("umax", UMAX, 0x80000000u, 0, 0, 0x80000000u, 0x80000000u)                                   \
    X("and", AND, 12, 10, 0, 12, 8)                                                                \
    X("or", OR, 12, 10, 0, 12, 14)                                                                 \
    X("xor", XOR, 12, 10, 0, 12, 6)                                                                \
    X("exchange", EXCHANGE, 12, 10, 0, 12, 10)                                                     \
    X("load", LOAD, 12, 10, 0, 12, 12)                                                             \
    X("compare, equal", COMPARE, 12, 10, 12, 12, 10)                                               \
    X("compare, unequal", COMPARE, 12, 10, 13, 12, 12)                                             \
    X("store", STORE, 12, 10, 0, 12, 10)

#define ROW(name, op, a, b, c, old, new)                                                           \
    {name " in a buffer", AT("%bi", "", op("%bi")), 3, {a, b, c}, {old, new, 0, 0, 0, new}},\
    {name " in shared memory", AT("%sh", "", op("%sh")), 3, {a, b, c}, {old, new}},         \
    {name " in a function", AT("%fu", OWN, op("%fu")), 3, {a, b, c}, {old, new}},          \
    {name " in private memory", AT("%pr", "", op("%pr")), 3, {a, b, c}, {old, new}},

/* Of floats in shared memory; of doubles, whose high words these are. */
#define FLOAT(name, op, a, b, old, new)                                                            \
    {name, KIT_MODULE(NEEDS, "", TYPES,                                                            \
                      KIT_MAIN KIT_IN(0) KIT_IN(1)                                                 \
                      "%a = OpBitcast %float %w0\n%b = OpBitcast %float %w1\nOpStore %shf %a\n"     \
                      "%o = " op " %float %shf %u1 %u0 %b\n%n = OpLoad %float %shf\n"              \
                      "%ob = OpBitcast %uint %o\n%nb = OpBitcast %uint %n\n"                       \
                      KIT_OUT(0, "%ob") KIT_OUT(1, "%nb") KIT_RETURN),                             \
     3, {a, b}, {old, new}},
#define DOUBLE(name, op, a, b, new)                                                                \
    {name, KIT_MODULE(NEEDS, "", TYPES,                                                            \
                      KIT_MAIN KIT_IN(0) KIT_IN(1)                                                 \
                      "%av = OpCompositeConstruct %uint2 %u0 %w0\n%a = OpBitcast %double %av\n"    \
                      "%bv = OpCompositeConstruct %uint2 %u0 %w1\n%b = OpBitcast %double %bv\n"    \
                      "OpStore %shd %a\n%o = " op " %double %shd %u1 %u0 %b\n"                     \
                      "%n = OpLoad %double %shd\n%nv = OpBitcast %uint2 %n\n"                      \
                      "%nl = OpCompositeExtract %uint %nv 0\n"                                     \
                      "%nh = OpCompositeExtract %uint %nv 1\n"                                     \
                      KIT_OUT(0, "%nl") KIT_OUT(1, "%nh") KIT_RETURN),                             \
     3, {a, b}, {0, new}},

static const struct kit_case value_cases[] = {
    ROWS(ROW)
    FLOAT("fmin", "OpAtomicFMinEXT", 0x3fc00000, 0xc0000000, 0x3fc00000, 0xc0000000)
    FLOAT("fmin of a NaN", "OpAtomicFMinEXT", 0x7fc00000, 0x40000000, 0x7fc00000, 0x40000000)
    FLOAT("fmax", "OpAtomicFMaxEXT", 0x3fc00000, 0x40000000, 0x3fc00000, 0x40000000)
    FLOAT("fmax with a NaN", "OpAtomicFMaxEXT", 0x3fc00000, 0x7fc00000, 0x3fc00000, 0x3fc00000)
    FLOAT("fmax of infinities", "OpAtomicFMaxEXT", 0xff800000, 0x7f800000, 0xff800000, 0x7f800000)
    DOUBLE("fmin of 64 bits", "OpAtomicFMinEXT", 0x3ff80000, 0xc0000000, 0xc0000000)
    DOUBLE("fmax of 64 bits", "OpAtomicFMaxEXT", 0x3ff80000, 0xc0000000, 0x3ff80000)
    FLOAT("fadd", "OpAtomicFAddEXT", 0x3fc00000, 0x40000000, 0x3fc00000, 0x40600000)
    {"fadd of own memory",
     KIT_MODULE(NEEDS, "", TYPES,
                KIT_MAIN "%fu = OpVariable %pf_float Function\n" KIT_IN(0) KIT_IN(1)
                "%a = OpBitcast %float %w0\n%b = OpBitcast %float %w1\nOpStore %fu %a\n"
                "%o = OpAtomicFAddEXT %float %fu %u1 %u0 %b\n%n = OpLoad %float %fu\n"
                "%ob = OpBitcast %uint %o\n%nb = OpBitcast %uint %n\n"
                KIT_OUT(0, "%ob") KIT_OUT(1, "%nb") KIT_RETURN),
     3, {0x3fc00000, 0x40000000}, {0x3fc00000, 0x40600000}},
    {"64 bits", KIT_MODULE(NEEDS, "", TYPES,
                           KIT_MAIN KIT_IN(0)
                           "%a = OpUConvert %ulong %w0\nOpStore %shl %a\n"
                           "%o = OpAtomicIAdd %ulong %shl %u1 %u0 %l1\n%n = OpLoad %ulong %shl\n"
                           "%h = OpShiftRightLogical %ulong %n %l32\n%ob = OpUConvert %uint %o\n"
                           "%nb = OpUConvert %uint %n\n%hb = OpUConvert %uint %h\n"
                           KIT_OUT(0, "%ob") KIT_OUT(1, "%nb") KIT_OUT(2, "%hb") KIT_RETURN),
     3, {M1}, {M1, 0, 1}},
};
/* clang-format on */

static void
test_values(void **state)
{
    (void)state;

    kit_run_cases(value_cases, BASE_COUNT(value_cases));
}

/* ---- fences and barriers, as the IR has them ---- */

#define ACQ IR_BARRIER_ACQUIRE
#define REL IR_BARRIER_RELEASE
#define BUF IR_BARRIER_BUFFER
#define SHA IR_BARRIER_SHARED
#define IMG IR_BARRIER_IMAGE

struct order {
    const char *text;
    enum qd_code code; /* Of the error; QD_CODE_NONE: none. */
    /* Before the atomic and after it; UINT32_MAX: none there. */
    uint32_t before;
    uint32_t after;
};

#define NO UINT32_MAX
#define FENCE(scope, bits) ((uint32_t)ir_scope_##scope << 4 | (bits))
#define BARRIER(execution, scope, bits) (ir_scope_##execution | FENCE(scope, bits))

/* %sN is the constant of semantics 0xN; scopes: 1 Device, 2 Workgroup, 3 Subgroup, 4 Invocation, 5
 * QueueFamily. */
#define SEMANTICS(X) X(2) X(42) X(44) X(48) X(50) X(108) X(808) X(8042) X(948) X(4a) X(80000) X(a00)
#define CONSTANT(hex) "%s" #hex " = OpConstant %uint 0x" #hex "\n"

/* clang-format off */
static const struct order orders[] = {
    {"%r = OpAtomicIAdd %uint %bi %u1 %u0 %u1", QD_CODE_NONE, NO, NO},
    {"%r = OpAtomicIAdd %uint %bi %u1 %s42 %u1", QD_CODE_NONE, NO, FENCE(device, ACQ | BUF)},
    {"%r = OpAtomicIAdd %uint %bi %u5 %s44 %u1", QD_CODE_NONE, FENCE(device, REL | BUF), NO},
    {"%r = OpAtomicIAdd %uint %bi %u2 %s48 %u1", QD_CODE_NONE, FENCE(workgroup, REL | BUF),
     FENCE(workgroup, ACQ | BUF)},
    {"%r = OpAtomicIAdd %uint %bi %u3 %s50 %u1", QD_CODE_NONE, FENCE(subgroup, REL | BUF),
     FENCE(subgroup, ACQ | BUF)},
    {"%r = OpAtomicIAdd %uint %bi %u2 %s948 %u1", QD_CODE_NONE,
     FENCE(workgroup, REL | BUF | SHA | IMG), FENCE(workgroup, ACQ | BUF | SHA | IMG)},
    /* Nobody to be in order with; nothing to order. */
    {"%r = OpAtomicIAdd %uint %bi %u4 %s48 %u1", QD_CODE_NONE, NO, NO},
    {"%r = OpAtomicIAdd %uint %bi %u1 %s2 %u1", QD_CODE_NONE, NO, NO},
    {"%r = OpAtomicLoad %uint %bi %u1 %s42", QD_CODE_NONE, NO, FENCE(device, ACQ | BUF)},
    {"OpAtomicStore %bi %u1 %s44 %u1", QD_CODE_NONE, FENCE(device, REL | BUF), NO},
    {"%r = OpAtomicCompareExchange %uint %bi %u1 %s44 %s42 %u1 %u2", QD_CODE_NONE,
     FENCE(device, REL | BUF), FENCE(device, ACQ | BUF)},
    /* What there is not. */
    {"%r = OpAtomicIAdd %uint %bi %u0 %u0 %u1", QD_CODE_UNSUPPORTED, NO, NO},
    {"%r = OpAtomicIAdd %uint %bi %w0 %u0 %u1", QD_CODE_SPIRV_INVALID, NO, NO},
    {"%r = OpAtomicIAdd %uint %bi %u1 %w0 %u1", QD_CODE_SPIRV_INVALID, NO, NO},
    {"%r = OpAtomicIAdd %uint %bi %u1 %s4a %u1", QD_CODE_SPIRV_INVALID, NO, NO},
    {"%r = OpAtomicIAdd %uint %bi %u1 %s80000 %u1", QD_CODE_SPIRV_INVALID, NO, NO},
    {"%r = OpAtomicIAdd %uint %bi %u1 %u0 %f1", QD_CODE_SPIRV_INVALID, NO, NO},
    {"%r = OpAtomicIAdd %float %bi %u1 %u0 %f1", QD_CODE_UNSUPPORTED, NO, NO},
    {"%r = OpAtomicExchange %float %bi %u1 %u0 %f1", QD_CODE_SPIRV_INVALID, NO, NO},
    {"OpAtomicStore %bi %u1 %u0 %f1", QD_CODE_SPIRV_INVALID, NO, NO},
    {"%r = OpAtomicFAddEXT %uint %bi %u1 %u0 %u1", QD_CODE_UNSUPPORTED, NO, NO},
    {"%r = OpAtomicFMinEXT %uint %bi %u1 %u0 %u1", QD_CODE_UNSUPPORTED, NO, NO},
    {"%r = OpAtomicExchange %float2 %bi %u1 %u0 %u1", QD_CODE_UNSUPPORTED, NO, NO},
    {"%r = OpAtomicIAdd %uint %u1 %u1 %u0 %u1", QD_CODE_SPIRV_INVALID, NO, NO},
    {"%r = OpAtomicCompareExchangeWeak %uint %bi %u1 %u0 %u0 %u1 %u2", QD_CODE_UNSUPPORTED, NO, NO},
    {"%r = OpAtomicFlagTestAndSet %bool %bi %u1 %u0", QD_CODE_UNSUPPORTED, NO, NO},
    /* Barriers stand alone. */
    {"OpControlBarrier %u2 %u2 %s108", QD_CODE_NONE,
     BARRIER(workgroup, workgroup, ACQ | REL | SHA), NO},
    {"OpControlBarrier %u2 %u1 %s948", QD_CODE_NONE,
     BARRIER(workgroup, device, ACQ | REL | BUF | SHA | IMG), NO},
    {"OpControlBarrier %u3 %u3 %u0", QD_CODE_NONE, BARRIER(subgroup, none, 0), NO},
    {"OpControlBarrier %u2 %u4 %s108", QD_CODE_NONE, BARRIER(workgroup, none, 0), NO},
    {"OpMemoryBarrier %u1 %s808", QD_CODE_NONE, FENCE(device, ACQ | REL | IMG), NO},
    {"OpMemoryBarrier %u1 %s42", QD_CODE_NONE, FENCE(device, ACQ | BUF), NO},
    {"OpMemoryBarrier %u1 %sa00", QD_CODE_NONE, NO, NO},
    {"OpMemoryBarrier %u4 %s48", QD_CODE_NONE, NO, NO},
    {"OpControlBarrier %u1 %u1 %s108", QD_CODE_SPIRV_INVALID, NO, NO},
};
/* clang-format on */

static void
check_order(const struct order *order)
{
    struct kit kit;
    uint32_t barriers[2];
    bool has_access;

    KIT_START(&kit);
    has_access = false;
    barriers[0] = barriers[1] = NO;
    const char *text =
        base_arena_printf(&kit.arena, "%s%s%s",
                          KIT_MODULE(NEEDS, "", TYPES SEMANTICS(CONSTANT),
                                     KIT_MAIN KIT_IN(0) "%bi = OpAccessChain %p_word %out %u0 %u5"
                                                        "\n"),
                          order->text, "\n" KIT_RETURN);
    const struct spirv_module module = kit_assemble(&kit, text, 3);
    const struct ir_shader *shader = kit_read(&kit, &module, NULL);

    if (order->code != QD_CODE_NONE) {
        if (shader)
            fail_msg("%s\nwas read", order->text);
        if (kit.diags.list.data[0].code != order->code)
            fail_msg("%s\n%s", order->text, kit.diags.list.data[0].message);
        kit_end(&kit);
        return;
    }
    if (!shader)
        fail_msg("%s\n%s", order->text, kit.diags.list.data[0].message);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ir_op_of(shader, ref) == ir_op_barrier)
            barriers[has_access] = ir_imm(shader, ref);
        has_access = has_access || ir_op_of(shader, ref) == ir_op_atomic_buffer ||
                     (ir_op_of(shader, ref) == ir_op_load_buffer &&
                      (ir_imm(shader, ref) & IR_MEMORY_VOLATILE));
    }
    if (barriers[0] != order->before || barriers[1] != order->after)
        fail_msg("%s\nfound barriers 0x%x and 0x%x, expected 0x%x and 0x%x", order->text,
                 barriers[0], barriers[1], order->before, order->after);
    kit_end(&kit);
}

static void
test_orders(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(orders); i++)
        check_order(&orders[i]);
}

/* Volatile semantics mark the access. */
static void
test_volatile(void **state)
{
    struct kit kit;
    uint32_t found;
    (void)state;

    KIT_START(&kit);
    found = 0;
    const struct ir_shader *shader = kit_read_text(
        &kit,
        KIT_MODULE("OpCapability VulkanMemoryModel\nOpCapability VulkanMemoryModelDeviceScope\n"
                   "OpExtension \"SPV_KHR_vulkan_memory_model\"\n",
                   "", CONSTANT(8042),
                   KIT_MAIN "%bi = OpAccessChain %p_word %out %u0 %u5\n"
                            "%r = OpAtomicIAdd %uint %bi %u1 %s8042 %u1\n" KIT_RETURN),
        3, NULL);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        found += ir_op_of(shader, ref) == ir_op_atomic_buffer &&
                 (ir_imm(shader, ref) & IR_MEMORY_VOLATILE) != 0;
    assert_int_equal(found, 1);
    kit_end(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_volatile),
    };

    if (!spirv_has_tools()) {
        print_message("skip: this build has no SPIRV-Tools\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
