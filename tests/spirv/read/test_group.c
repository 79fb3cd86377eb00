/* SPDX-License-Identifier: MIT
 *
 * Group instructions and derivatives, run with many lanes, all of them and some, against what the
 * specification says of each lane.
 */
#include "run_kit.h"

#include "base/bits.h"
#include "cpu/interp/interp.h"

#include <math.h>
#include <stdlib.h>

/* ---- the shader: every row's %r is made of %x and %y, the lane's own numbers ---- */

#define HEAD                                                                                       \
    "OpCapability Shader\nOpCapability DerivativeControl\nOpCapability GroupNonUniform\n"          \
    "OpCapability GroupNonUniformVote\nOpCapability GroupNonUniformBallot\n"                       \
    "OpCapability GroupNonUniformShuffle\nOpCapability GroupNonUniformShuffleRelative\n"           \
    "OpCapability GroupNonUniformArithmetic\nOpCapability GroupNonUniformClustered\n"              \
    "OpCapability GroupNonUniformQuad\nOpCapability SubgroupBallotKHR\n"                           \
    "OpCapability SubgroupVoteKHR\nOpCapability GroupNonUniformRotateKHR\n"                        \
    "OpExtension \"SPV_KHR_subgroup_rotate\"\n"                                                    \
    "OpExtension \"SPV_KHR_shader_ballot\"\nOpExtension \"SPV_KHR_subgroup_vote\"\n"               \
    "OpMemoryModel Logical GLSL450\nOpEntryPoint Fragment %main \"main\" %lanev\n"                 \
    "OpExecutionMode %main OriginUpperLeft\n"                                                      \
    "OpDecorate %lanev BuiltIn SubgroupLocalInvocationId\nOpDecorate %lanev Flat\n"                \
    "OpDecorate %words ArrayStride 4\nOpDecorate %block Block\n"                                   \
    "OpMemberDecorate %block 0 Offset 0\nOpDecorate %mem DescriptorSet 0\n"                        \
    "OpDecorate %mem Binding 0\n"                                                                  \
    "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%bool = OpTypeBool\n"                         \
    "%int = OpTypeInt 32 1\n%uint = OpTypeInt 32 0\n%float = OpTypeFloat 32\n"                     \
    "%uint2 = OpTypeVector %uint 2\n%uint4 = OpTypeVector %uint 4\n"                               \
    "%float2 = OpTypeVector %float 2\n"                                                            \
    "%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n%u2 = OpConstant %uint 2\n"               \
    "%u3 = OpConstant %uint 3\n%u4 = OpConstant %uint 4\n%u5 = OpConstant %uint 5\n"               \
    "%u8 = OpConstant %uint 8\n"                                                                   \
    "%u64 = OpConstant %uint 64\n%u128 = OpConstant %uint 128\n%u192 = OpConstant %uint 192\n"     \
    "%bits = OpConstantComposite %uint4 %u5 %u192 %u0 %u64\n"                                      \
    "%plane = OpTypePointer Input %uint\n%lanev = OpVariable %plane Input\n"                       \
    "%words = OpTypeRuntimeArray %uint\n%block = OpTypeStruct %words\n"                            \
    "%pblock = OpTypePointer StorageBuffer %block\n%pword = OpTypePointer StorageBuffer %uint\n"   \
    "%mem = OpVariable %pblock StorageBuffer\n"                                                    \
    "%main = OpFunction %void None %fn\n%entry = OpLabel\n%lane = OpLoad %uint %lanev\n"           \
    "%px = OpAccessChain %pword %mem %u0 %lane\n%x = OpLoad %uint %px\n"                           \
    "%iy = OpIAdd %uint %lane %u64\n%py = OpAccessChain %pword %mem %u0 %iy\n"                     \
    "%y = OpLoad %uint %py\n"                                                                      \
    "%ic = OpIAdd %uint %lane %u128\n%pc = OpAccessChain %pword %mem %u0 %ic\n"                    \
    "%c = OpLoad %uint %pc\n%is = OpINotEqual %bool %c %u0\n"                                      \
    "%x1 = OpBitwiseAnd %uint %x %u1\n%odd = OpINotEqual %bool %x1 %u0\n"                          \
    "%f = OpConvertUToF %float %x\n%g = OpConvertUToF %float %y\n"                                 \
    "%xy = OpCompositeConstruct %uint2 %x %y\n%fg = OpCompositeConstruct %float2 %f %g\n"          \
    "%ir = OpIAdd %uint %lane %u192\n%pr = OpAccessChain %pword %mem %u0 %ir\n"                    \
    "OpSelectionMerge %end None\nOpBranchConditional %is %body %end\n%body = OpLabel\n"
#define TAIL "\nOpStore %pr %r\nOpBranch %end\n%end = OpLabel\nOpReturn\nOpFunctionEnd\n"

#define BOOL(text) text "\n%r = OpSelect %uint %b %u1 %u0"
#define FLOAT(text) text "\n%r = OpBitcast %uint %h"
#define VEC(text)                                                                                  \
    text "\n%v0 = OpCompositeExtract %uint %v 0\n%v1 = OpCompositeExtract %uint %v 1\n"            \
         "%v2 = OpShiftLeftLogical %uint %v1 %u1\n%r = OpBitwiseXor %uint %v0 %v2"

/* ---- what comes out ---- */

struct lanes {
    uint32_t count;
    uint64_t mask;
    const uint32_t *x;
    const uint32_t *y;
    uint32_t lane; /* This one. */
    bool is_open;  /* Set where the result is anything. */
};

static bool
is_there(const struct lanes *l, uint32_t lane)
{
    return lane < l->count && (l->mask >> lane & 1);
}

static uint32_t
first_lane(const struct lanes *l)
{
    uint32_t lane = 0;

    while (!is_there(l, lane))
        lane++;
    return lane;
}

static uint64_t
odd_lanes(const struct lanes *l)
{
    uint64_t mask = 0;

    for (uint32_t i = 0; i < l->count; i++)
        if (is_there(l, i) && l->x[i] % 2)
            mask |= UINT64_C(1) << i;
    return mask;
}

/* The value of a lane that must be there. */
static uint32_t
of_lane(struct lanes *l, uint32_t lane)
{
    l->is_open = !is_there(l, lane);
    return l->is_open ? 0 : l->x[lane];
}

static uint32_t
bit_count(uint64_t mask)
{
    uint32_t count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

static uint64_t
below(uint32_t lane)
{
    return lane >= 64 ? UINT64_MAX : (UINT64_C(1) << lane) - 1;
}

#define ORACLE(name) static uint32_t name(struct lanes *l)

ORACLE(elect) { return l->lane == first_lane(l); }
ORACLE(all_odd) { return odd_lanes(l) == l->mask; }
ORACLE(any_odd) { return odd_lanes(l) != 0; }
ORACLE(all_alike) { return odd_lanes(l) == l->mask || odd_lanes(l) == 0; }
ORACLE(broadcast) { return of_lane(l, 1); }
ORACLE(broadcast_first) { return l->x[first_lane(l)]; }
ORACLE(ballot_low) { return (uint32_t)odd_lanes(l); }
ORACLE(ballot_high) { return (uint32_t)(odd_lanes(l) >> 32); }
ORACLE(inverse) { return (UINT64_C(0xc000000005) >> l->lane & 1) != 0; }
ORACLE(count_all) { return bit_count(odd_lanes(l)); }
ORACLE(count_inclusive) { return bit_count(odd_lanes(l) & below(l->lane + 1)); }
ORACLE(count_exclusive) { return bit_count(odd_lanes(l) & below(l->lane)); }
ORACLE(shuffle) { return of_lane(l, l->y[l->lane] % 64); }
ORACLE(shuffle_xor) { return of_lane(l, l->lane ^ 5); }
ORACLE(shuffle_up) { return of_lane(l, l->lane - 2); }
ORACLE(shuffle_down) { return of_lane(l, l->lane + 2); }
ORACLE(rotate) { return of_lane(l, (l->lane + 5) & (l->count - 1)); }
ORACLE(rotate_four) { return of_lane(l, (l->lane & ~3u) | ((l->lane + 5) & 3)); }
ORACLE(is_odd) { return l->x[l->lane] % 2; }
ORACLE(own) { return l->x[l->lane]; }
ORACLE(quad_broadcast) { return of_lane(l, (l->lane & ~3u) | 2); }
ORACLE(quad_beside) { return of_lane(l, l->lane ^ 1); }
ORACLE(quad_below) { return of_lane(l, l->lane ^ 2); }
ORACLE(quad_across) { return of_lane(l, l->lane ^ 3); }

ORACLE(all_equal)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (is_there(l, i) && l->x[i] != l->x[first_lane(l)])
            return 0;
    return 1;
}

ORACLE(both_equal)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (is_there(l, i) && l->y[i] != l->y[first_lane(l)])
            return 0;
    return all_equal(l);
}

/* Of a ballot made of constants. */
ORACLE(bit_extract)
{
    static const uint32_t words[4] = {5, 192, 0, 64};
    const uint32_t bit = l->y[l->lane] % 128;

    return words[bit / 32] >> bit % 32 & 1;
}

ORACLE(find_low)
{
    const uint64_t mask = odd_lanes(l);
    uint32_t lane = 0;

    l->is_open = mask == 0;
    while (lane < 63 && !(mask >> lane & 1))
        lane++;
    return lane;
}

ORACLE(find_high)
{
    const uint64_t mask = odd_lanes(l);
    uint32_t lane = 63;

    l->is_open = mask == 0;
    while (lane > 0 && !(mask >> lane & 1))
        lane--;
    return lane;
}

/* Over the lanes from first on, before end. */
static uint32_t
fold(const struct lanes *l, uint32_t (*op)(uint32_t a, uint32_t b), uint32_t value, uint32_t first,
     uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        if (is_there(l, i))
            value = op(value, l->x[i]);
    return value;
}

static uint32_t
min_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}

static uint32_t
max_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b ? a : b;
}

static uint32_t
min_unsigned(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t
max_unsigned(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

#define OP2(name, value)                                                                           \
    static uint32_t name(uint32_t a, uint32_t b) { return value; }
OP2(add, a + b)
OP2(mul, a *b)
OP2(and, a &b)
OP2(or, a | b)
OP2(xor, a ^ b)

#define FOLDS(name, op, identity)                                                                  \
    ORACLE(name##_all) { return fold(l, op, identity, 0, 64); }                                    \
    ORACLE(name##_inclusive) { return fold(l, op, identity, 0, l->lane + 1); }                     \
    ORACLE(name##_exclusive) { return fold(l, op, identity, 0, l->lane); }                         \
    ORACLE(name##_four) { return fold(l, op, identity, l->lane & ~3u, (l->lane & ~3u) + 4); }
FOLDS(add, add, 0)
FOLDS(mul, mul, 1)
FOLDS(smin, min_signed, INT32_MAX)
FOLDS(smax, max_signed, 0x80000000u)
FOLDS(umin, min_unsigned, UINT32_MAX)
FOLDS(umax, max_unsigned, 0)
FOLDS(and, and, UINT32_MAX)
FOLDS(or, or, 0)
FOLDS(xor, xor, 0)

ORACLE(pair_all)
{
    struct lanes other = *l;

    other.x = l->y;
    return add_all(l) ^ add_all(&other) << 1;
}

ORACLE(odd_xor) { return bit_count(odd_lanes(l)) % 2; }

/* Sums of whole numbers below 2^24 are exact whatever their order. */
ORACLE(fadd_all) { return base_bits_of_float((float)add_all(l)); }
ORACLE(fmin_all) { return base_bits_of_float((float)umin_all(l)); }

ORACLE(fmax_exclusive)
{
    return fold(l, max_unsigned, 0, 0, l->lane) == 0 && l->lane <= first_lane(l)
               ? 0xff800000u
               : base_bits_of_float((float)umax_exclusive(l));
}

/* Only what the first lane has is exact. */
ORACLE(fmul_first)
{
    l->is_open = l->lane != first_lane(l);
    return 0x3f800000u;
}

/* ---- differences; whole quads alone have them ---- */

static float
difference(struct lanes *l, const uint32_t *x, uint32_t to, uint32_t from)
{
    const uint32_t quad = l->lane & ~3u;

    l->is_open = l->is_open || (l->mask >> quad & 15) != 15;
    return (float)x[quad + to] - (float)x[quad + from];
}

static float
x_fine(struct lanes *l, const uint32_t *x)
{
    return difference(l, x, 1 | (l->lane & 2), l->lane & 2);
}

static float
y_fine(struct lanes *l, const uint32_t *x)
{
    return difference(l, x, 2 | (l->lane & 1), l->lane & 1);
}

ORACLE(ddx_fine) { return base_bits_of_float(x_fine(l, l->x)); }
ORACLE(ddy_fine) { return base_bits_of_float(y_fine(l, l->x)); }
ORACLE(ddx_coarse) { return base_bits_of_float(difference(l, l->x, 1, 0)); }
ORACLE(ddy_coarse) { return base_bits_of_float(difference(l, l->x, 2, 0)); }

ORACLE(fwidth_fine) { return base_bits_of_float(fabsf(x_fine(l, l->x)) + fabsf(y_fine(l, l->x))); }

ORACLE(fwidth_coarse)
{
    return base_bits_of_float(fabsf(difference(l, l->x, 1, 0)) + fabsf(difference(l, l->x, 2, 0)));
}

ORACLE(ddx_pair)
{
    return base_bits_of_float(x_fine(l, l->x)) ^ base_bits_of_float(x_fine(l, l->y)) << 1;
}

/* ---- the table ---- */

struct row {
    const char *text;
    uint32_t (*oracle)(struct lanes *l);
};

/* clang-format off */
#define REDUCE(name, oracle)                                                                       \
    {"%r = OpGroupNonUniform" name " %uint %u3 Reduce %x", oracle##_all},                          \
    {"%r = OpGroupNonUniform" name " %uint %u3 InclusiveScan %x", oracle##_inclusive},             \
    {"%r = OpGroupNonUniform" name " %uint %u3 ExclusiveScan %x", oracle##_exclusive},             \
    {"%r = OpGroupNonUniform" name " %uint %u3 ClusteredReduce %x %u4", oracle##_four}

#define BALLOT "%t = OpGroupNonUniformBallot %uint4 %u3 %odd\n"

static const struct row rows[] = {
    {BOOL("%b = OpGroupNonUniformElect %bool %u3"), elect},
    {BOOL("%b = OpGroupNonUniformAll %bool %u3 %odd"), all_odd},
    {BOOL("%b = OpGroupNonUniformAny %bool %u3 %odd"), any_odd},
    {BOOL("%b = OpGroupNonUniformAllEqual %bool %u3 %x"), all_equal},
    {BOOL("%b = OpGroupNonUniformAllEqual %bool %u3 %xy"), both_equal},
    {"%r = OpGroupNonUniformBroadcast %uint %u3 %x %u1", broadcast},
    {"%r = OpGroupNonUniformBroadcastFirst %uint %u3 %x", broadcast_first},
    {BALLOT "%r = OpCompositeExtract %uint %t 0", ballot_low},
    {BALLOT "%r = OpCompositeExtract %uint %t 1", ballot_high},
    {BOOL("%b = OpGroupNonUniformInverseBallot %bool %u3 %bits"), inverse},
    {BOOL(BALLOT "%b = OpGroupNonUniformInverseBallot %bool %u3 %t"), is_odd},
    {BOOL("%k = OpUMod %uint %y %u128\n"
          "%b = OpGroupNonUniformBallotBitExtract %bool %u3 %bits %k"), bit_extract},
    {BALLOT "%r = OpGroupNonUniformBallotBitCount %uint %u3 Reduce %t", count_all},
    {BALLOT "%r = OpGroupNonUniformBallotBitCount %uint %u3 InclusiveScan %t", count_inclusive},
    {BALLOT "%r = OpGroupNonUniformBallotBitCount %uint %u3 ExclusiveScan %t", count_exclusive},
    {BALLOT "%r = OpGroupNonUniformBallotFindLSB %uint %u3 %t", find_low},
    {BALLOT "%r = OpGroupNonUniformBallotFindMSB %uint %u3 %t", find_high},
    {"%k = OpUMod %uint %y %u64\n%r = OpGroupNonUniformShuffle %uint %u3 %x %k", shuffle},
    {"%r = OpGroupNonUniformShuffleXor %uint %u3 %x %u5", shuffle_xor},
    {"%r = OpGroupNonUniformShuffleUp %uint %u3 %x %u2", shuffle_up},
    {"%r = OpGroupNonUniformShuffleDown %uint %u3 %x %u2", shuffle_down},
    {"%r = OpGroupNonUniformRotateKHR %uint %u3 %x %u5", rotate},
    {"%r = OpGroupNonUniformRotateKHR %uint %u3 %x %u5 %u4", rotate_four},
    {"%r = OpGroupNonUniformRotateKHR %uint %u3 %x %u5 %u1", own},
    REDUCE("IAdd", add),
    REDUCE("IMul", mul),
    REDUCE("SMin", smin),
    REDUCE("SMax", smax),
    REDUCE("UMin", umin),
    REDUCE("UMax", umax),
    REDUCE("BitwiseAnd", and),
    REDUCE("BitwiseOr", or),
    REDUCE("BitwiseXor", xor),
    {"%r = OpGroupNonUniformIAdd %uint %u3 ClusteredReduce %x %u1", own},
    {VEC("%v = OpGroupNonUniformIAdd %uint2 %u3 Reduce %xy"), pair_all},
    {BOOL("%b = OpGroupNonUniformLogicalAnd %bool %u3 Reduce %odd"), all_odd},
    {BOOL("%b = OpGroupNonUniformLogicalOr %bool %u3 Reduce %odd"), any_odd},
    {BOOL("%b = OpGroupNonUniformLogicalXor %bool %u3 Reduce %odd"), odd_xor},
    {FLOAT("%h = OpGroupNonUniformFAdd %float %u3 Reduce %f"), fadd_all},
    {FLOAT("%h = OpGroupNonUniformFMin %float %u3 Reduce %f"), fmin_all},
    {FLOAT("%h = OpGroupNonUniformFMax %float %u3 ExclusiveScan %f"), fmax_exclusive},
    {FLOAT("%h = OpGroupNonUniformFMul %float %u3 ExclusiveScan %f"), fmul_first},
    {"%r = OpGroupNonUniformQuadBroadcast %uint %u3 %x %u2", quad_broadcast},
    {"%r = OpGroupNonUniformQuadSwap %uint %u3 %x %u0", quad_beside},
    {"%r = OpGroupNonUniformQuadSwap %uint %u3 %x %u1", quad_below},
    {"%r = OpGroupNonUniformQuadSwap %uint %u3 %x %u2", quad_across},
    {"%t = OpSubgroupBallotKHR %uint4 %odd\n%r = OpCompositeExtract %uint %t 0", ballot_low},
    {"%r = OpSubgroupFirstInvocationKHR %uint %x", broadcast_first},
    {"%k = OpUMod %uint %y %u64\n%r = OpSubgroupReadInvocationKHR %uint %x %k", shuffle},
    {BOOL("%b = OpSubgroupAllKHR %bool %odd"), all_odd},
    {BOOL("%b = OpSubgroupAnyKHR %bool %odd"), any_odd},
    {BOOL("%b = OpSubgroupAllEqualKHR %bool %odd"), all_alike},
    {FLOAT("%h = OpDPdx %float %f"), ddx_fine},
    {FLOAT("%h = OpDPdy %float %f"), ddy_fine},
    {FLOAT("%h = OpFwidth %float %f"), fwidth_fine},
    {FLOAT("%h = OpDPdxFine %float %f"), ddx_fine},
    {FLOAT("%h = OpDPdyFine %float %f"), ddy_fine},
    {FLOAT("%h = OpFwidthFine %float %f"), fwidth_fine},
    {FLOAT("%h = OpDPdxCoarse %float %f"), ddx_coarse},
    {FLOAT("%h = OpDPdyCoarse %float %f"), ddy_coarse},
    {FLOAT("%h = OpFwidthCoarse %float %f"), fwidth_coarse},
    {VEC("%d = OpDPdx %float2 %fg\n%v = OpBitcast %uint2 %d"), ddx_pair},
};

/* What must not be read. */
static const struct bad_row {
    const char *text;
    enum qd_code code;
} bad_rows[] = {
    {BOOL("%b = OpGroupNonUniformElect %bool %u2"), QD_CODE_UNSUPPORTED},
    {BOOL("%b = OpGroupNonUniformElect %bool %x"), QD_CODE_SPIRV_INVALID},
    {BOOL("%b = OpGroupNonUniformAll %bool %u3 %x"), QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformAll %uint %u3 %odd", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformBroadcast %uint %u3 %xy %u1", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformBroadcast %uint %u3 %x %f", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformBroadcastFirst %uint %u3 %f", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformBallot %uint %u3 %odd", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformBallotBitCount %uint %u3 ClusteredReduce %bits", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformBallotFindLSB %uint %u3 %x", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformIAdd %uint %u3 ClusteredReduce %x", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformIAdd %uint %u3 Reduce %x %u4", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformIAdd %uint %u3 ClusteredReduce %x %u3", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformIAdd %uint %u3 ClusteredReduce %x %u0", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformIAdd %uint %u3 ClusteredReduce %x %x", QD_CODE_SPIRV_INVALID},
    {"%h = OpGroupNonUniformIAdd %float %u3 Reduce %f\n%r = OpBitcast %uint %h",
     QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformRotateKHR %uint %u3 %x %u1 %u3", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformRotateKHR %uint %u3 %x %u1 %x", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformRotateKHR %uint %u3 %x %f", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformQuadSwap %uint %u3 %x %u3", QD_CODE_SPIRV_INVALID},
    {"%r = OpGroupNonUniformQuadSwap %uint %u3 %x %y", QD_CODE_SPIRV_INVALID},
    {"%r = OpDPdx %uint %x", QD_CODE_SPIRV_INVALID},
    {"%r = OpDPdx %uint %f", QD_CODE_SPIRV_INVALID},
};
/* clang-format on */

/* ---- running ---- */

#define WORDS 256

static uint32_t
next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static void
run(struct kit *kit, const struct ir_shader *shader, uint32_t lanes, uint32_t *memory)
{
    const struct cpu_buffer_view view = {memory, WORDS * sizeof(uint32_t), true};
    const struct cpu_buffers buffers = {&view, 1};
    const struct cpu_resources resources = {.buffers = &buffers};
    struct cpu_program *program = cpu_program_create(shader, lanes, &kit->arena, &kit->diags);
    const uint32_t words = 4 * lanes * (shader->inputs.count + 1);

    assert_non_null(program);
    void *scratch = aligned_alloc(64, cpu_program_scratch_size(program) + 64);
    struct cpu_group group = {.active = UINT64_MAX >> (64 - lanes),
                              .inputs = base_arena_new_array(&kit->arena, uint32_t, words),
                              .outputs = base_arena_new_array(&kit->arena, uint32_t, 4),
                              .resources = &resources,
                              .scratch = scratch,
                              .steps = 100000};
    cpu_program_scratch_init(program, scratch);
    assert_int_equal(cpu_program_run(program, &group), cpu_run_done);
    free(scratch);
}

/* round 0 has all lanes, 1 whole quads, others any; numbers are small or large. */
static void
check_round(struct kit *kit, const struct row *row, const struct ir_shader *shader, uint32_t lanes,
            uint32_t round)
{
    uint64_t state = lanes * 1000 + round;
    uint32_t *memory = base_arena_new_array(&kit->arena, uint32_t, WORDS);
    struct lanes l = {.count = lanes, .x = memory, .y = memory + 64};

    for (uint32_t i = 0; i < lanes; i++) {
        memory[i] = round == 3 ? 7 : next(&state) % 1000;
        memory[64 + i] = round % 2 ? next(&state) % 8 : next(&state) % lanes;
        memory[128 + i] = round == 0                 ? 1
                          : round == 1 && i % 4 != 0 ? memory[128 + i - 1]
                                                     : next(&state) % 3 > 0;
        l.mask |= (uint64_t)memory[128 + i] << i;
    }
    run(kit, shader, lanes, memory);
    for (l.lane = 0; l.lane < lanes; l.lane++) {
        if (!is_there(&l, l.lane))
            continue;
        l.is_open = false;
        const uint32_t expected = row->oracle(&l);
        if (!l.is_open && memory[192 + l.lane] != expected)
            fail_msg("%s\nlane %u of %u, round %u: found 0x%x, expected 0x%x", row->text, l.lane,
                     lanes, round, memory[192 + l.lane], expected);
    }
}

static void
check_row(const struct row *row)
{
    struct kit kit;

    KIT_START(&kit);
    const char *text = base_arena_printf(&kit.arena, "%s%s%s", HEAD, row->text, TAIL);
    const struct ir_shader *shader = kit_read_text(&kit, text, 3, NULL);
    for (uint32_t lanes = 4; lanes <= 64; lanes *= 4)
        for (uint32_t round = 0; round < 8; round++)
            check_round(&kit, row, shader, lanes, round);
    kit_end(&kit);
}

static void
test_groups(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        check_row(&rows[i]);
}

static void
check_bad(const struct bad_row *row)
{
    struct kit kit;

    KIT_START(&kit);
    const char *text = base_arena_printf(&kit.arena, "%s%s%s", HEAD, row->text, TAIL);
    const struct spirv_module module = kit_assemble(&kit, text, 3);
    if (kit_read(&kit, &module, NULL))
        fail_msg("%s\nwas read", row->text);
    if (kit.diags.list.data[0].code != row->code)
        fail_msg("%s\n%s", row->text, kit.diags.list.data[0].message);
    kit_end(&kit);
}

static void
test_bad(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(bad_rows); i++)
        check_bad(&bad_rows[i]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_bad),
    };

    if (!spirv_has_tools()) {
        print_message("skip: this build has no SPIRV-Tools\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
