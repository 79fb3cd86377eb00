/* SPDX-License-Identifier: MIT
 *
 * What shaders and modules need of a device.
 */
#include "vk_priv.h"

/* The words of SPIR-V that this file looks at. */
enum {
    spirv_header_words = 5,
    spirv_op_execution_mode = 16,
    spirv_op_capability = 17,
    spirv_op_function = 54
};

/* ---- facts ---- */

static void
note_narrow_load(const struct ir_shader *shader, struct vk_facts *facts, ir_ref ref)
{
    const unsigned bytes = ir_type_bits(ir_type_of(shader, ref)) / 8;
    uint8_t *grain = &facts->grains[ir_imm(shader, ref) & 0xffff];

    if (bytes < *grain)
        *grain = (uint8_t)bytes;
}

static void
note_sample(const struct ir_shader *shader, struct vk_facts *facts, ir_ref ref)
{
    const uint32_t imm = ir_imm(shader, ref);
    const struct ir_image *image = &shader->images.data[ir_imm_image(imm)];

    if (imm & IR_SAMPLE_DREF && ir_op_of(shader, ref) != ir_op_image_lod)
        facts->compares[ir_imm_image(imm)] = true;
    if (!ir_imm_sampler(imm))
        return;
    if (image->texel != ir_texel_f32)
        facts->integers[ir_imm_sampler(imm) - 1] = true;
    if (imm & IR_SAMPLE_DREF && ir_op_of(shader, ref) != ir_op_image_lod)
        facts->sampler_compares[ir_imm_sampler(imm) - 1] = true;
}

static bool
is_wide_in_groups(enum ir_type type)
{
    return type == ir_type_i8 || type == ir_type_i16 || type == ir_type_i64 || type == ir_type_f16;
}

static void
note_distance(const struct ir_shader *shader, struct vk_facts *facts, ir_ref ref, bool is_input)
{
    const uint32_t imm = ir_imm(shader, ref);
    const struct ir_io *io =
        is_input ? &shader->inputs.data[imm >> 2] : &shader->outputs.data[imm >> 2];
    struct spirv_distances *distances = &facts->distances[is_input];
    const bool is_clip =
        io->builtin == ir_builtin_clip_distance0 || io->builtin == ir_builtin_clip_distance1;
    const bool is_second =
        io->builtin == ir_builtin_clip_distance1 || io->builtin == ir_builtin_cull_distance1;
    uint8_t *count = is_clip ? &distances->clip : &distances->cull;
    const uint8_t end = (uint8_t)((imm & 3) + (is_second ? 5 : 1));

    if (!is_clip && !is_second && io->builtin != ir_builtin_cull_distance0)
        return;
    *count = end > *count ? end : *count;
}

static void
note_inst(const struct ir_shader *shader, struct vk_facts *facts, ir_ref ref)
{
    const enum ir_op op = ir_op_of(shader, ref);

    facts->writes |= ir_op_writes_memory(op);
    switch (op) {
    case ir_op_load_input:
    case ir_op_load_vertex:
    case ir_op_interp_centroid:
    case ir_op_interp_sample:
    case ir_op_interp_offset:
        note_distance(shader, facts, ref, true);
        return;
    case ir_op_store_output:
    case ir_op_store_vertex:
    case ir_op_load_output:
        note_distance(shader, facts, ref, false);
        return;
    case ir_op_load_buffer:
        note_narrow_load(shader, facts, ref);
        return;
    case ir_op_load_global:
    case ir_op_store_global:
    case ir_op_atomic_global:
        facts->has_global = true;
        return;
    case ir_op_atomic_shared:
        facts->has_shared_i64 |= ir_type_of(shader, ref) == ir_type_i64;
        return;
    case ir_op_sample:
    case ir_op_gather:
    case ir_op_image_lod:
        note_sample(shader, facts, ref);
        return;
    case ir_op_demote:
    case ir_op_is_helper:
        facts->has_helper = true;
        return;
    default:
        break;
    }
    if (ir_op_infos[op].company == ir_company_lane ||
        (op >= ir_op_ddx_coarse && op <= ir_op_ddy_fine))
        return;
    facts->has_float_broadcasts |=
        op == ir_op_read_first && ir_type_is_float(ir_type_of(shader, ref));
    facts->has_groups |= ir_op_infos[op].company == ir_company_subgroup;
    facts->has_wide_groups |=
        is_wide_in_groups(ir_type_scalar(ir_type_of(shader, ir_operand(shader, ref, 0))));
}

static void
note_objects(const struct ir_shader *shader, struct vk_facts *facts)
{
    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        const enum ir_builtin builtin = shader->inputs.data[i].builtin;

        facts->has_helper |= builtin == ir_builtin_helper;
        facts->has_groups |= builtin == ir_builtin_lane || builtin == ir_builtin_subgroup_size ||
                             builtin == ir_builtin_subgroup_id ||
                             builtin == ir_builtin_num_subgroups;
    }
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        facts->has_open_arrays |= shader->buffers.data[i].count == 0;
    for (uint32_t i = 0; i < shader->images.count; i++)
        facts->has_open_arrays |= shader->images.data[i].count == 0;
    for (uint32_t i = 0; i < shader->samplers.count; i++)
        facts->has_open_arrays |= shader->samplers.data[i].count == 0;
}

const struct vk_facts *
vk_get_facts(struct vk_run *run, const struct ir_shader *shader)
{
    struct base_arena *arena = run->diags->arena;

    for (uint32_t i = 0; i < run->facts.count; i++) {
        if (run->facts.data[i]->shader == shader)
            return run->facts.data[i];
    }
    struct vk_facts *facts = base_arena_new(arena, struct vk_facts);
    base_array_push(arena, &run->facts, facts);
    facts->shader = shader;
    facts->grains = base_arena_new_array(arena, uint8_t, (size_t)shader->buffers.count + 1);
    facts->compares = base_arena_new_array(arena, bool, (size_t)shader->images.count + 1);
    facts->integers = base_arena_new_array(arena, bool, (size_t)shader->samplers.count + 1);
    facts->sampler_compares = base_arena_new_array(arena, bool, (size_t)shader->samplers.count + 1);
    memset(facts->grains, 4, shader->buffers.count);
    note_objects(shader, facts);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        note_inst(shader, facts, ref);
    return facts;
}

static bool
lacks(struct vk_fault *fault, const struct ir_shader *shader, const char *does, const char *feature)
{
    return vk_fail_lacks(fault, "the %s shader %s, for which the device lacks %s",
                         ir_stage_name(shader->stage), does, feature);
}

bool
vk_facts_check(const struct vk_features *features, const struct vk_facts *facts,
               struct vk_fault *fault)
{
    const struct ir_shader *shader = facts->shader;

    if (facts->writes && (IR_STAGES_VERTICES >> shader->stage & 1) &&
        !features->core.vertexPipelineStoresAndAtomics)
        return lacks(fault, shader, "writes memory", "vertexPipelineStoresAndAtomics");
    if (facts->writes && shader->stage == ir_stage_fragment &&
        !features->core.fragmentStoresAndAtomics)
        return lacks(fault, shader, "writes memory", "fragmentStoresAndAtomics");
    if (facts->has_wide_groups && !features->core12.shaderSubgroupExtendedTypes)
        return lacks(fault, shader, "exchanges values of 8, 16 or 64 bits in its subgroup",
                     "shaderSubgroupExtendedTypes");
    if (facts->has_shared_i64 && !features->core12.shaderSharedInt64Atomics)
        return lacks(fault, shader, "has atomics of 64 bits on shared memory",
                     "shaderSharedInt64Atomics");
    return true;
}

/* ---- modules ---- */

bool
vk_has_subgroup(const struct vk_features *features, VkSubgroupFeatureFlags operation,
                enum ir_stage stage)
{
    if (operation == VK_SUBGROUP_FEATURE_QUAD_BIT && (IR_STAGES_VERTICES >> stage & 1) &&
        !features->subgroup.quadOperationsInAllStages)
        return false;
    return (features->subgroup.supportedOperations & operation) &&
           (features->subgroup.supportedStages & vk_stage_of(stage));
}

static bool
check_capability(const struct vk_features *features, uint32_t number, enum ir_stage stage,
                 struct vk_fault *fault)
{
    const struct {
        uint32_t number;
        bool has;
        const char *name;
    } rows[] = {
#define VK_ALWAYS(name, number) {number, true, #name},
#define VK_CORE(name, number, member) {number, features->core.member, #name},
#define VK_CORE11(name, number, member) {number, features->core11.member, #name},
#define VK_CORE12(name, number, member) {number, features->core12.member, #name},
#define VK_CORE13(name, number, member) {number, features->core13.member, #name},
#define VK_MORE(name, number, more, member) {number, features->more.member, #name},
#define VK_SINCE(name, number, minor)                                                              \
    {number, features->version >= VK_MAKE_API_VERSION(0, 1, minor, 0), #name},
#define VK_EXTENSION(name, number, extension)                                                      \
    {number, vk_features_has_extension(features, extension), #name},
#define VK_SUBGROUP(name, number, bit) {number, vk_has_subgroup(features, bit, stage), #name},
#define VK_FLOATS(name, number) {number, true, #name},
#include "capabilities.def"
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].number != number)
            continue;
        if (rows[i].has)
            return true;
        return vk_fail_lacks(fault, "the %s shader needs the capability %s, which the device lacks",
                             ir_stage_name(stage), rows[i].name);
    }
    return vk_fail_lacks(fault,
                         "the %s shader needs SPIR-V's capability %u, of which it is not known "
                         "whether the device has it",
                         ir_stage_name(stage), number);
}

static bool
check_mode(const struct vk_features *features, uint32_t number, uint32_t width, enum ir_stage stage,
           struct vk_fault *fault)
{
    const struct {
        uint32_t number;
        uint32_t width;
        bool has;
        const char *name;
    } rows[] = {
#define VK_MODE(name, number, member)                                                              \
    {number, 16, features->floats.shader##member##16, #name},                                      \
        {number, 32, features->floats.shader##member##32, #name},                                  \
        {number, 64, features->floats.shader##member##64, #name},
#include "capabilities.def"
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].number != number || rows[i].width != width || rows[i].has)
            continue;
        return vk_fail_lacks(fault, "the %s shader needs %s for %u bits, which the device lacks",
                             ir_stage_name(stage), rows[i].name, width);
    }
    return true;
}

bool
vk_features_check(const struct vk_features *features, const struct spirv_module *module,
                  enum ir_stage stage, struct vk_fault *fault)
{
    for (size_t at = spirv_header_words; at < module->count;) {
        const uint32_t *words = module->words + at;
        const uint32_t op = words[0] & 0xffff;
        const uint32_t count = words[0] >> 16;

        if (count == 0 || count > module->count - at)
            return vk_fail(fault, scene_status_bad, QD_CODE_INTERNAL,
                           "the %s shader's module is cut off at word %zu", ir_stage_name(stage),
                           at);
        if (op == spirv_op_function) /* What is looked for stands before code. */
            return true;
        if (op == spirv_op_capability && count == 2 &&
            !check_capability(features, words[1], stage, fault))
            return false;
        if (op == spirv_op_execution_mode && count == 4 &&
            !check_mode(features, words[2], words[3], stage, fault))
            return false;
        at += count;
    }
    return true;
}
