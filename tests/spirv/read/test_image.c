/* SPDX-License-Identifier: MIT
 *
 * What image instructions become: the op, the image and sampler that it names, and every operand as
 * an expression of the shader's inputs.
 */
#include "run_kit.h"

#include "base/bits.h"

#include <stdlib.h>

/* A fragment shader: floats come from input 0 (%f, %f2, %f3, %f4), integers from input 1 (%i ..).
 */
#define HEAD                                                                                       \
    "OpCapability Shader\nOpCapability Sampled1D\nOpCapability Image1D\n"                          \
    "OpCapability SampledBuffer\nOpCapability ImageBuffer\nOpCapability ImageQuery\n"              \
    "OpCapability ImageCubeArray\nOpCapability ImageGatherExtended\nOpCapability MinLod\n"         \
    "OpCapability InputAttachment\nOpCapability StorageImageMultisample\n"                         \
    "OpCapability StorageImageReadWithoutFormat\nOpCapability StorageImageWriteWithoutFormat\n"    \
    "OpCapability ShaderNonUniform\nOpCapability RuntimeDescriptorArray\n"                         \
    "OpCapability SampledImageArrayNonUniformIndexing\nOpCapability VulkanMemoryModel\n"           \
    "OpCapability Int64\nOpCapability Int64ImageEXT\nOpCapability Int64Atomics\n"                  \
    "OpCapability StorageImageExtendedFormats\n"                                                   \
    "OpExtension \"SPV_EXT_descriptor_indexing\"\n"                                                \
    "OpExtension \"SPV_KHR_vulkan_memory_model\"\n"                                                \
    "OpExtension \"SPV_EXT_shader_image_int64\"\n"                                                 \
    "OpMemoryModel Logical Vulkan\n"                                                               \
    "OpEntryPoint Fragment %main \"main\" %inf %ini\n"                                             \
    "OpExecutionMode %main OriginUpperLeft\n"                                                      \
    "OpDecorate %inf Location 0\nOpDecorate %ini Location 1\nOpDecorate %ini Flat\n"               \
    "OpDecorate %many_i NonUniform\n"

/* The images, in the order in which instructions ask for them in the rows below. */
#define BIND(name) "OpDecorate %" name " DescriptorSet 0\nOpDecorate %" name " Binding 0\n"
/* clang-format off */
#define BINDINGS                                                                                   \
    BIND("v2") BIND("v2a") BIND("vca") BIND("v1") BIND("v3") BIND("v2i") BIND("vms")               \
    BIND("vbuf") BIND("vsep") BIND("vsam") BIND("vs2") BIND("vs2u") BIND("vsms")                   \
    BIND("vsca") BIND("vs64") BIND("vsub") BIND("vmany") BIND("vsbuf") BIND("vs2a")                \
    "OpDecorate %vsub InputAttachmentIndex 0\nOpDecorate %vs2u Coherent\n"
/* clang-format on */

#define IMAGE(name, texel, rest)                                                                   \
    "%t" name " = OpTypeImage %" texel " " rest "\n%p" name                                        \
    " = OpTypePointer UniformConstant %t" name "\n%v" name " = OpVariable %p" name                 \
    " UniformConstant\n"
#define COMBINED(name, texel, rest)                                                                \
    "%t" name " = OpTypeImage %" texel " " rest "\n%s" name " = OpTypeSampledImage %t" name        \
    "\n%p" name " = OpTypePointer UniformConstant %s" name "\n%v" name " = OpVariable %p" name     \
    " UniformConstant\n"

#define TYPES                                                                                      \
    "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%float = OpTypeFloat 32\n"                    \
    "%int = OpTypeInt 32 1\n%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n"                     \
    "%float2 = OpTypeVector %float 2\n%float3 = OpTypeVector %float 3\n"                           \
    "%float4 = OpTypeVector %float 4\n%int2 = OpTypeVector %int 2\n%int3 = OpTypeVector %int 3\n"  \
    "%int4 = OpTypeVector %int 4\n%uint4 = OpTypeVector %uint 4\n"                                 \
    "%ulong4 = OpTypeVector %ulong 4\n"                                                            \
    "%c0 = OpConstant %int 0\n%c1 = OpConstant %int 1\n%c2 = OpConstant %int 2\n"                  \
    "%c3 = OpConstant %int 3\n%cm1 = OpConstant %int -1\n%u0 = OpConstant %uint 0\n"               \
    "%u5 = OpConstant %uint 5\n%n3 = OpConstant %uint 3\n%n4 = OpConstant %uint 4\n"               \
    "%l7 = OpConstant %ulong 7\n%ul0 = OpConstantNull %ulong4\n"                                   \
    "%zero2 = OpConstantNull %int2\n%off = OpConstantComposite %int2 %c1 %cm1\n"                   \
    "%offs = OpTypeArray %int2 %n4\n"                                                              \
    "%four = OpConstantComposite %offs %off %zero2 %off %zero2\n"                                  \
    "%pinf = OpTypePointer Input %float4\n%inf = OpVariable %pinf Input\n"                         \
    "%pini = OpTypePointer Input %int4\n%ini = OpVariable %pini Input\n"

#define IMAGES                                                                                     \
    COMBINED("2", "float", "2D 0 0 0 1 Unknown")                                                   \
    COMBINED("2a", "float", "2D 0 1 0 1 Unknown")                                                  \
    COMBINED("ca", "float", "Cube 0 1 0 1 Unknown")                                                \
    COMBINED("1", "float", "1D 0 0 0 1 Unknown")                                                   \
    COMBINED("3", "float", "3D 0 0 0 1 Unknown")                                                   \
    COMBINED("2i", "int", "2D 0 0 0 1 Unknown")                                                    \
    COMBINED("ms", "float", "2D 0 0 1 1 Unknown")                                                  \
    IMAGE("buf", "float", "Buffer 0 0 0 1 Unknown")                                                \
    "%vsep = OpVariable %psepp UniformConstant\n"                                                  \
    "%tsampler = OpTypeSampler\n%psam = OpTypePointer UniformConstant %tsampler\n"                 \
    "%vsam = OpVariable %psam UniformConstant\n" IMAGE("s2", "float", "2D 0 0 0 2 Rgba8")          \
        IMAGE("s2u", "uint", "2D 0 0 0 2 R32ui") IMAGE("s2a", "int", "2D 0 1 0 2 R32i") IMAGE(     \
            "sms", "uint", "2D 0 0 1 2 R32ui") IMAGE("sca", "float", "Cube 0 1 0 2 Rgba32f")       \
            IMAGE("s64", "ulong", "2D 0 0 0 2 R64ui")                                              \
                IMAGE("sbuf", "float", "Buffer 0 0 0 2 R32f") IMAGE(                               \
                    "sub", "float",                                                                \
                    "SubpassData 0 0 0 2 Unknown") "%tmany = OpTypeRuntimeArray %s2\n%pmany = "    \
                                                   "OpTypePointer UniformConstant %tmany\n"        \
                                                   "%vmany = OpVariable %pmany UniformConstant\n"  \
                                                   "%ptu = OpTypePointer Image %uint\n%ptul = "    \
                                                   "OpTypePointer Image %ulong\n"                  \
                                                   "%pti = OpTypePointer Image %int\n"

#define START                                                                                      \
    "%main = OpFunction %void None %fn\n%entry = OpLabel\n"                                        \
    "%f4 = OpLoad %float4 %inf\n%i4 = OpLoad %int4 %ini\n"                                         \
    "%f = OpCompositeExtract %float %f4 0\n%g = OpCompositeExtract %float %f4 3\n"                 \
    "%f2 = OpVectorShuffle %float2 %f4 %f4 0 1\n%f3 = OpVectorShuffle %float3 %f4 %f4 0 1 2\n"     \
    "%i = OpCompositeExtract %int %i4 0\n%j = OpCompositeExtract %int %i4 3\n"                     \
    "%i2 = OpVectorShuffle %int2 %i4 %i4 0 1\n%i3 = OpVectorShuffle %int3 %i4 %i4 0 1 2\n"         \
    "%u4 = OpBitcast %uint4 %i4\n%u = OpCompositeExtract %uint %u4 1\n"
#define END "\nOpReturn\nOpFunctionEnd\n"

/* Loads a sampled image or image by the name that it has above. */
#define USE2(name) "%m = OpLoad %s" name " %v" name "\n"
#define USE(name) "%m = OpLoad %t" name " %v" name "\n"
#define FETCHED(name) USE2(name) "%n = OpImage %t" name " %m\n"

struct row {
    const char *text;
    const char *expected; /* The image ops and barriers, each on a line. NULL: an error. */
    enum qd_code code;
};

/* ---- the ops of a shader, as expressions ---- */

static void
print_value(const struct ir_shader *shader, ir_ref ref, struct base_text *out)
{
    const enum ir_op op = ir_op_of(shader, ref);

    if (op == ir_op_load_input) {
        const struct ir_io *io = &shader->inputs.data[ir_imm(shader, ref) >> 2];

        base_text_printf(out, "%s%u.%u", io->builtin ? ir_builtin_name(io->builtin) : "in",
                         io->location, ir_imm(shader, ref) & 3);
    } else if (op == ir_op_const && ir_type_of(shader, ref) == ir_type_f32) {
        base_text_printf(out, "%g",
                         (double)base_float_of_bits((uint32_t)ir_const_bits(shader, ref)));
    } else if (op == ir_op_const) {
        base_text_printf(out, "%d", (int32_t)ir_const_bits(shader, ref));
    } else {
        base_text_printf(out, "%s(", ir_op_infos[op].name);
        for (uint32_t i = 0; i < ir_operand_count(shader, ref); i++) {
            base_text_add_string(out, i ? ", " : "");
            print_value(shader, ir_operand(shader, ref, i), out);
        }
        base_text_add_char(out, ')');
    }
}

static void
print_bits(enum ir_op op, uint32_t imm, struct base_text *out)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } of_samples[] = {{IR_SAMPLE_BIAS, "bias"},       {IR_SAMPLE_LOD, "lod"},
                      {IR_SAMPLE_GRAD, "grad"},       {IR_SAMPLE_DREF, "dref"},
                      {IR_IMAGE_OFFSET, "offset"},    {IR_SAMPLE_MIN_LOD, "min_lod"},
                      {IR_IMAGE_ELEMENT, "element"},  {IR_SAMPLER_ELEMENT, "sampler_element"},
                      {IR_GATHER_OFFSETS, "offsets"}, {IR_IMAGE_NON_UNIFORM, "non_uniform"}},
      of_accesses[] = {{IR_IMAGE_COHERENT, "coherent"}, {IR_IMAGE_VOLATILE, "volatile"}};
    const bool is_access =
        op == ir_op_image_load || op == ir_op_image_store || op == ir_op_image_atomic;

    if (op == ir_op_gather)
        base_text_printf(out, " %u", ir_imm_gather_component(imm));
    if (op != ir_op_image_atomic && ir_imm_sampler(imm))
        base_text_printf(out, " sampler %u", ir_imm_sampler(imm) - 1);
    if (op == ir_op_image_atomic)
        base_text_printf(out, " %s", ir_op_infos[ir_imm_image_atomic(imm)].name);
    for (uint32_t i = 0; i < BASE_COUNT(of_accesses) && is_access; i++)
        if (imm & of_accesses[i].bit)
            base_text_printf(out, " %s", of_accesses[i].name);
    for (uint32_t i = 0; i < BASE_COUNT(of_samples) && !is_access; i++)
        if (imm & of_samples[i].bit & ir_image_bits_of(op))
            base_text_printf(out, " %s", of_samples[i].name);
}

static void
print_op(const struct ir_shader *shader, ir_ref ref, struct base_text *out)
{
    const enum ir_op op = ir_op_of(shader, ref);
    const ir_type_id type = ir_type_of(shader, ref);

    base_text_add_string(out, out->count ? "\n" : "");
    if (op == ir_op_barrier) {
        base_text_printf(out, "barrier %x", ir_imm(shader, ref));
        return;
    }
    base_text_printf(out, "%s", ir_op_infos[op].name);
    if (type != ir_type_void)
        base_text_printf(out, ".%sx%u", ir_type_name(ir_type_scalar(type)),
                         ir_type_components(type));
    print_bits(op, ir_imm(shader, ref), out);
    for (uint32_t i = 0; i < ir_operand_count(shader, ref); i++) {
        base_text_add_string(out, i ? ", " : ": ");
        print_value(shader, ir_operand(shader, ref, i), out);
    }
}

static const char *
outline(struct kit *kit, const struct ir_shader *shader)
{
    struct base_text text;

    base_text_init(&text, &kit->arena);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_is_image(ir_op_of(shader, ref)) || ir_op_of(shader, ref) == ir_op_barrier)
            print_op(shader, ref, &text);
    return base_text_string(&text);
}

static void
check_row(const struct row *row)
{
    struct kit kit;

    KIT_START(&kit);
    const char *text = base_arena_printf(
        &kit.arena, "%s%s%s%s%s%s%s", HEAD, BINDINGS, TYPES,
        "%tsep = OpTypeImage %float 2D 0 0 0 1 Unknown\n"
        "%psepp = OpTypePointer UniformConstant %tsep\n%ssep = OpTypeSampledImage %tsep\n" IMAGES,
        START, row->text, END);
    const struct spirv_module module = kit_assemble(&kit, text, 6);
    const struct ir_shader *shader = kit_read(&kit, &module, NULL);

    if (row->expected) {
        if (!shader)
            fail_msg("%s\n%s", row->text, kit.diags.list.data[0].message);
        assert_string_equal(outline(&kit, shader), row->expected);
    } else {
        if (shader)
            fail_msg("%s\nwas read", row->text);
        if (kit.diags.list.data[0].code != row->code)
            fail_msg("%s\n%s", row->text, kit.diags.list.data[0].message);
    }
    kit_end(&kit);
}

/* ---- rows ---- */

/* clang-format off */
static const struct row sample_rows[] = {
    {USE2("2") "%r = OpImageSampleImplicitLod %float4 %m %f2",
     "sample.f32x4: in0.0, in0.1", 0},
    /* A larger vector than needed. */
    {USE2("2") "%r = OpImageSampleImplicitLod %float4 %m %f4",
     "sample.f32x4: in0.0, in0.1", 0},
    {USE2("2i") "%r = OpImageSampleImplicitLod %int4 %m %f2",
     "sample.i32x4: in0.0, in0.1", 0},
    {USE2("2a") "%r = OpImageSampleImplicitLod %float4 %m %f3",
     "sample.f32x4: in0.0, in0.1, in0.2", 0},
    {USE2("ca") "%r = OpImageSampleImplicitLod %float4 %m %f4 Bias %g",
     "sample.f32x4 bias: in0.0, in0.1, in0.2, in0.3, in0.3", 0},
    {USE2("2") "%r = OpImageSampleExplicitLod %float4 %m %f2 Lod %g",
     "sample.f32x4 lod: in0.0, in0.1, in0.3", 0},
    {USE2("2") "%r = OpImageSampleExplicitLod %float4 %m %f2 Grad|MinLod %f2 %f3 %g",
     "sample.f32x4 grad min_lod: in0.0, in0.1, in0.0, in0.1, in0.0, in0.1, in0.3", 0},
    {USE2("ca") "%r = OpImageSampleExplicitLod %float4 %m %f4 Grad %f3 %f4",
     "sample.f32x4 grad: in0.0, in0.1, in0.2, in0.3, in0.0, in0.1, in0.2, in0.0, in0.1, in0.2", 0},
    {USE2("1") "%r = OpImageSampleExplicitLod %float4 %m %f Grad|ConstOffset %f %g %c3",
     "sample.f32x4 grad offset: in0.0, in0.0, in0.3, 3", 0},
    {USE2("2") "%r = OpImageSampleImplicitLod %float4 %m %f2 Bias|ConstOffset|MinLod %f %off %g",
     "sample.f32x4 bias offset min_lod: in0.0, in0.1, in0.0, 1, -1, in0.3", 0},
    {USE2("2") "%r = OpImageSampleImplicitLod %float4 %m %f2 Offset %i2",
     "sample.f32x4 offset: in0.0, in0.1, in1.0, in1.1", 0},
    {USE2("2") "%r = OpImageSampleDrefImplicitLod %float %m %f2 %g",
     "sample.f32x1 dref: in0.0, in0.1, in0.3", 0},
    {USE2("2a") "%r = OpImageSampleDrefExplicitLod %float %m %f3 %g Lod %f",
     "sample.f32x1 lod dref: in0.0, in0.1, in0.2, in0.3, in0.0", 0},
    {USE2("2") "%r = OpImageSampleProjImplicitLod %float4 %m %f3",
     "sample.f32x4: fdiv(in0.0, in0.2), fdiv(in0.1, in0.2)", 0},
    {USE2("1") "%r = OpImageSampleProjExplicitLod %float4 %m %f2 Lod %g",
     "sample.f32x4 lod: fdiv(in0.0, in0.1), in0.3", 0},
    {USE2("3") "%r = OpImageSampleProjImplicitLod %float4 %m %f4 Bias %f",
     "sample.f32x4 bias: fdiv(in0.0, in0.3), fdiv(in0.1, in0.3), fdiv(in0.2, in0.3), in0.0", 0},
    {USE2("2") "%r = OpImageSampleProjDrefImplicitLod %float %m %f3 %g",
     "sample.f32x1 dref: fdiv(in0.0, in0.2), fdiv(in0.1, in0.2), fdiv(in0.3, in0.2)", 0},
    {USE2("2") "%r = OpImageSampleProjDrefExplicitLod %float %m %f3 %g Grad %f2 %f2",
     "sample.f32x1 grad dref: fdiv(in0.0, in0.2), fdiv(in0.1, in0.2), fdiv(in0.3, in0.2), "
     "in0.0, in0.1, in0.0, in0.1", 0},
    {USE("sep") "%s = OpLoad %tsampler %vsam\n%b = OpSampledImage %ssep %m %s\n"
     "%r = OpImageSampleImplicitLod %float4 %b %f2",
     "sample.f32x4 sampler 0: in0.0, in0.1", 0},
    {"%e = OpAccessChain %p2 %vmany %i\n%m = OpLoad %s2 %e\n"
     "%r = OpImageSampleImplicitLod %float4 %m %f2",
     "sample.f32x4 element: in0.0, in0.1, in1.0", 0},
    {"%e = OpAccessChain %p2 %vmany %i\n%many_i = OpLoad %s2 %e\n"
     "%r = OpImageSampleImplicitLod %float4 %many_i %f2",
     "sample.f32x4 element non_uniform: in0.0, in0.1, in1.0", 0},
    /* Gathers. */
    {USE2("2") "%r = OpImageGather %float4 %m %f2 %c3",
     "gather.f32x4 3: in0.0, in0.1", 0},
    {USE2("2a") "%r = OpImageGather %float4 %m %f3 %c0 ConstOffset %off",
     "gather.f32x4 0 offset: in0.0, in0.1, in0.2, 1, -1", 0},
    {USE2("2") "%r = OpImageGather %float4 %m %f2 %c1 ConstOffsets %four",
     "gather.f32x4 1 offsets: in0.0, in0.1, 1, -1, 0, 0, 1, -1, 0, 0", 0},
    {USE2("ca") "%r = OpImageDrefGather %float4 %m %f4 %g",
     "gather.f32x4 0 dref: in0.0, in0.1, in0.2, in0.3, in0.3", 0},
    {USE2("2i") "%r = OpImageGather %int4 %m %f2 %c0",
     "gather.i32x4 0: in0.0, in0.1", 0},
    /* The level that would be taken: of an array without its layer. */
    {USE2("2a") "%r = OpImageQueryLod %float2 %m %f2",
     "image_lod.f32x2: in0.0, in0.1", 0},
};

static const struct row texel_rows[] = {
    {FETCHED("2") "%r = OpImageFetch %float4 %n %i2",
     "fetch.f32x4: in1.0, in1.1", 0},
    {FETCHED("2a") "%r = OpImageFetch %float4 %n %i3 Lod|ConstOffset %j %off",
     "fetch.f32x4 lod offset: in1.0, in1.1, in1.2, in1.3, 1, -1", 0},
    {FETCHED("ms") "%r = OpImageFetch %float4 %n %i2 Sample %j",
     "fetch.f32x4: in1.0, in1.1, in1.3", 0},
    {USE("buf") "%r = OpImageFetch %float4 %m %i",
     "fetch.f32x4: in1.0", 0},
    {USE("sub") "%r = OpImageRead %float4 %m %zero2",
     "fetch.f32x4: iadd(f2i(frag_coord0.0), 0), iadd(f2i(frag_coord0.1), 0)", 0},
    {USE("sub") "%r = OpImageRead %float4 %m %i2",
     "fetch.f32x4: iadd(f2i(frag_coord0.0), in1.0), iadd(f2i(frag_coord0.1), in1.1)", 0},
    {USE("s2") "%r = OpImageRead %float4 %m %i2",
     "image_load.f32x4: in1.0, in1.1", 0},
    {USE("s2u") "%r = OpImageRead %uint4 %m %i2 SignExtend|Nontemporal",
     "image_load.i32x4 coherent: in1.0, in1.1", 0},
    {USE("s2") "%r = OpImageRead %float4 %m %i2 NonPrivateTexel|MakeTexelVisible|VolatileTexel %u5",
     "image_load.f32x4 coherent volatile: in1.0, in1.1", 0},
    {USE("s2a") "%r = OpImageRead %int %m %i3",
     "image_load.i32x4: in1.0, in1.1, in1.2", 0},
    {USE("sms") "%r = OpImageRead %uint4 %m %i2 Sample %j",
     "image_load.i32x4: in1.0, in1.1, in1.3", 0},
    {USE("sca") "%r = OpImageRead %float4 %m %i3",
     "image_load.f32x4: in1.0, in1.1, in1.2", 0},
    {USE("s64") "%r = OpImageRead %ulong4 %m %i2",
     "image_load.i64x4: in1.0, in1.1", 0},
    {USE("sbuf") "%r = OpImageRead %float4 %m %i",
     "image_load.f32x4: in1.0", 0},
    {USE("s2") "OpImageWrite %m %i2 %f4",
     "image_store: in1.0, in1.1, in0.0, in0.1, in0.2, in0.3", 0},
    {USE("s2u") "OpImageWrite %m %i2 %u",
     "image_store coherent: in1.0, in1.1, in1.1, 0, 0, 0", 0},
    {USE("sms") "OpImageWrite %m %i2 %u4 Sample|MakeTexelAvailable|NonPrivateTexel %j %u5",
     "image_store coherent: in1.0, in1.1, in1.3, in1.0, in1.1, in1.2, in1.3", 0},
    {USE("s64") "OpImageWrite %m %i2 %ul0",
     "image_store: in1.0, in1.1, 0, 0, 0, 0", 0},
    /* Atomics. Semantics: 0x808 acquires and releases image memory, 5 is the queue family. */
    {"%t = OpImageTexelPointer %ptu %vs2u %i2 %u0\n%r = OpAtomicIAdd %uint %t %u5 %u0 %u",
     "image_atomic.i32x1 iadd coherent: in1.0, in1.1, in1.1", 0},
    {"%t = OpImageTexelPointer %pti %vs2a %i3 %u0\n%r = OpAtomicSMin %int %t %u5 %u0 %i",
     "image_atomic.i32x1 imin: in1.0, in1.1, in1.2, in1.0", 0},
    {"%t = OpImageTexelPointer %ptu %vsms %i2 %u\n%r = OpAtomicIDecrement %uint %t %u5 %u0",
     "image_atomic.i32x1 iadd: in1.0, in1.1, in1.1, -1", 0},
    {"%t = OpImageTexelPointer %ptul %vs64 %i2 %u0\n%r = OpAtomicExchange %ulong %t %u5 %u0 %l7",
     "image_atomic.i64x1 copy: in1.0, in1.1, 7", 0},
    {"%t = OpImageTexelPointer %ptu %vs2u %i2 %u0\n"
     "%r = OpAtomicCompareExchange %uint %t %u5 %u0 %u0 %u %u5",
     "image_atomic.i32x1 select coherent: in1.0, in1.1, in1.1, 5", 0},
    {"%t = OpImageTexelPointer %ptu %vs2u %i2 %u0\n%r = OpAtomicLoad %uint %t %u5 %u0",
     "image_load.i32x4 coherent volatile: in1.0, in1.1", 0},
    {"%t = OpImageTexelPointer %pti %vs2a %i3 %u0\nOpAtomicStore %t %u5 %u0 %i",
     "image_atomic.i32x1 copy: in1.0, in1.1, in1.2, in1.0", 0},
    /* Queries. */
    {FETCHED("2") "%r = OpImageQuerySizeLod %int2 %n %i",
     "image_size.i32x4 lod: in1.0", 0},
    {FETCHED("ca") "%r = OpImageQuerySizeLod %int3 %n %c0",
     "image_size.i32x4 lod: 0", 0},
    {USE("s2a") "%r = OpImageQuerySize %int3 %m", "image_size.i32x4", 0},
    {USE("sbuf") "%r = OpImageQuerySize %uint %m", "image_size.i32x4", 0},
    {FETCHED("ms") "%r = OpImageQuerySize %int2 %n\n%q = OpImageQuerySamples %int %n",
     "image_size.i32x4\nimage_samples.i32x1", 0},
    {FETCHED("3") "%r = OpImageQueryLevels %uint %n", "image_levels.i32x1", 0},
};

static const struct row bad_rows[] = {
    {USE2("2") "%r = OpImageSampleImplicitLod %float4 %m %f", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageSampleImplicitLod %float4 %m %i2", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageSampleImplicitLod %int4 %m %f2", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageSampleImplicitLod %float4 %m %f2 Lod %g", NULL, QD_CODE_UNSUPPORTED},
    {USE2("2") "%r = OpImageSampleExplicitLod %float4 %m %f2 Bias %g", NULL, QD_CODE_UNSUPPORTED},
    {USE2("2") "%r = OpImageSampleExplicitLod %float4 %m %f2 Lod|Grad %g %f2 %f2", NULL,
     QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageSampleExplicitLod %float4 %m %f2 ConstOffset %off", NULL,
     QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageSampleImplicitLod %float4 %m %f2 ConstOffset|Offset %off %i2", NULL,
     QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageSampleExplicitLod %float4 %m %f2 Lod|MinLod %g %g", NULL,
     QD_CODE_SPIRV_INVALID},
    {USE2("ca") "%r = OpImageSampleImplicitLod %float4 %m %f4 ConstOffset %off", NULL,
     QD_CODE_SPIRV_INVALID},
    {USE2("2a") "%r = OpImageSampleProjImplicitLod %float4 %m %f4", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("2i") "%r = OpImageSampleDrefImplicitLod %float %m %f2 %g", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageSampleDrefImplicitLod %float4 %m %f2 %g", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageSampleDrefImplicitLod %int %m %f2 %g", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("ms") "%r = OpImageSampleImplicitLod %float4 %m %f2", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageSampleImplicitLod %float4 %f2 %f2", NULL, QD_CODE_SPIRV_INVALID},
    {USE("sep") "%r = OpImageSampleImplicitLod %float4 %m %f2", NULL, QD_CODE_SPIRV_INVALID},
    {FETCHED("2") "%s = OpLoad %tsampler %vsam\n%b = OpSampledImage %s2 %n %s\n"
     "%r = OpImageSampleImplicitLod %float4 %b %f2", NULL, QD_CODE_UNSUPPORTED},
    {USE2("2") "%r = OpImageGather %float4 %m %f2 %n4", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageGather %float4 %m %f2 %i", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("3") "%r = OpImageGather %float4 %m %f3 %c0", NULL, QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageGather %float4 %m %f2 %c0 ConstOffsets %off", NULL,
     QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageGather %float4 %m %f2 %c0 ConstOffset|ConstOffsets %off %four", NULL,
     QD_CODE_SPIRV_INVALID},
    {USE2("2") "%r = OpImageFetch %float4 %m %i2", NULL, QD_CODE_SPIRV_INVALID},
    {FETCHED("ca") "%r = OpImageFetch %float4 %n %i4", NULL, QD_CODE_SPIRV_INVALID},
    {FETCHED("ms") "%r = OpImageFetch %float4 %n %i2", NULL, QD_CODE_SPIRV_INVALID},
    {FETCHED("ms") "%r = OpImageFetch %float4 %n %i2 Lod|Sample %i %j", NULL,
     QD_CODE_SPIRV_INVALID},
    {FETCHED("2") "%r = OpImageFetch %float4 %n %i2 Sample %i", NULL, QD_CODE_SPIRV_INVALID},
    {USE("s2") "%r = OpImageFetch %float4 %m %i2", NULL, QD_CODE_SPIRV_INVALID},
    {USE("s2") "%r = OpImageRead %int4 %m %i2", NULL, QD_CODE_SPIRV_INVALID},
    {USE("s2") "%r = OpImageRead %float4 %m %i2 Lod %i", NULL, QD_CODE_UNSUPPORTED},
    {USE("s2") "OpImageWrite %m %i2 %i4", NULL, QD_CODE_SPIRV_INVALID},
    {FETCHED("2") "OpImageWrite %n %i2 %f4", NULL, QD_CODE_SPIRV_INVALID},
    {FETCHED("2") "%r = OpImageQuerySizeLod %int3 %n %i", NULL, QD_CODE_SPIRV_INVALID},
    {USE("s2") "%r = OpImageQuerySizeLod %int2 %m %i", NULL, QD_CODE_SPIRV_INVALID},
    {USE("s2") "%r = OpImageQueryLevels %int %m", NULL, QD_CODE_SPIRV_INVALID},
    {FETCHED("2") "%r = OpImageQuerySamples %int %n", NULL, QD_CODE_SPIRV_INVALID},
    {FETCHED("3") "%r = OpImageQueryLevels %float %n", NULL, QD_CODE_SPIRV_INVALID},
    {"%t = OpImageTexelPointer %ptu %vs2 %i2 %u0\n%r = OpAtomicIAdd %uint %t %u5 %u0 %u", NULL,
     QD_CODE_SPIRV_INVALID},
    {"%t = OpImageTexelPointer %ptu %v2 %i2 %u0\n%r = OpAtomicIAdd %uint %t %u5 %u0 %u", NULL,
     QD_CODE_SPIRV_INVALID},
    {"%t = OpImageTexelPointer %ptu %inf %i2 %u0\n%r = OpAtomicIAdd %uint %t %u5 %u0 %u", NULL,
     QD_CODE_SPIRV_INVALID},
};
/* clang-format on */

static void
check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_row(&rows[i]);
}

static void
test_samples(void **state)
{
    (void)state;

    check_rows(sample_rows, BASE_COUNT(sample_rows));
}

static void
test_texels(void **state)
{
    (void)state;

    check_rows(texel_rows, BASE_COUNT(texel_rows));
}

static void
test_bad(void **state)
{
    (void)state;

    check_rows(bad_rows, BASE_COUNT(bad_rows));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_texels),
        cmocka_unit_test(test_bad),
    };

    if (!spirv_has_tools()) {
        print_message("skip: this build has no SPIRV-Tools\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
