/* SPDX-License-Identifier: MIT
 *
 * Shaders become modules, and those that run together programs. Each program is made once a run,
 * unless it has arrays of as many elements as are bound.
 */
#include "vk_priv.h"

VkShaderStageFlagBits
vk_stage_of(enum ir_stage stage)
{
    switch (stage) {
    case ir_stage_vertex:
        return VK_SHADER_STAGE_VERTEX_BIT;
    case ir_stage_tess_control:
        return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
    case ir_stage_tess_eval:
        return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case ir_stage_geometry:
        return VK_SHADER_STAGE_GEOMETRY_BIT;
    case ir_stage_fragment:
        return VK_SHADER_STAGE_FRAGMENT_BIT;
    case ir_stage_compute:
    case ir_stage_count:
        break;
    }
    return VK_SHADER_STAGE_COMPUTE_BIT;
}

/* llvmpipe stops the process at a module for Vulkan 1.3 that asks for its helpers, and not at one
 * for Vulkan 1.2. */
static enum spirv_target
target_of(const struct vk_device *device, const struct vk_facts *facts)
{
    const bool is_avoided =
        device->features.driver == VK_DRIVER_ID_MESA_LLVMPIPE && facts->has_helper;

    return is_avoided && device->target > spirv_target_vulkan1_2 ? spirv_target_vulkan1_2
                                                                 : device->target;
}

/* Subgroups where the device has their quad operations; a stage without a way is refused, saying
 * what is lacking. */
static enum spirv_quad
quad_of(const struct vk_device *device, enum ir_stage stage)
{
    if (device->quad != spirv_quad_auto || stage != ir_stage_fragment ||
        vk_has_subgroup(&device->features, VK_SUBGROUP_FEATURE_QUAD_BIT, stage))
        return device->quad;
    return spirv_quad_derivatives;
}

/* The program's next shader from a stage on, in the direction of step. */
static const struct ir_shader *
neighbour_of(const struct vk_program *program, enum ir_stage stage, int step)
{
    if (stage == ir_stage_compute)
        return NULL;
    for (int i = (int)stage + step; i >= 0 && i <= ir_stage_fragment; i += step) {
        if (program->shaders[i])
            return program->shaders[i];
    }
    return NULL;
}

/* What is before the stage; NULL before the first one. */
static const struct vk_between *
between_before(const struct vk_program *program, enum ir_stage stage)
{
    const struct ir_shader *before = neighbour_of(program, stage, -1);

    return before ? &program->between[before->stage] : NULL;
}

/* NULL behind the last one. */
static const struct vk_between *
between_after(const struct vk_program *program, enum ir_stage stage)
{
    return (IR_STAGES_VERTICES >> stage & 1) ? &program->between[stage] : NULL;
}

static void
plan_between(const struct vk_run *run, struct vk_program *program)
{
    for (int stage = 0; stage < ir_stage_count; stage++) {
        if (program->shaders[stage] && (IR_STAGES_VERTICES >> stage & 1))
            vk_plan_between(run->device, program->shaders[stage],
                            neighbour_of(program, (enum ir_stage)stage, 1),
                            &program->between[stage]);
    }
}

static struct spirv_distances
distances_of(struct vk_run *run, const struct ir_shader *shader, bool is_input)
{
    return shader ? vk_get_facts(run, shader)->distances[is_input] : (struct spirv_distances){0};
}

static bool
create_module(struct vk_run *run, const struct vk_program *program, const struct ir_shader *source,
              const struct ir_shader *shader, VkShaderModule *handle)
{
    const struct vk_device *device = run->device;
    const struct vk_facts *facts = vk_get_facts(run, source);
    const struct ir_shader *before = neighbour_of(program, source->stage, -1);
    const struct ir_shader *after = neighbour_of(program, source->stage, 1);
    const struct spirv_write_options options = {
        .target = target_of(device, facts),
        .quad = quad_of(device, source->stage),
        .signed_outputs = program->signed_outputs,
        .has_barycentrics = device->features.barycentric.fragmentShaderBarycentric,
        .keep_nan = vk_features_keep_nan(&device->features),
        .keep_denormals = vk_features_keep_denormals(&device->features),
        .has_patch_location = true,
        .patch_location = program->between[ir_stage_tess_control].first_patch,
        .least_inputs = distances_of(run, before, false),
        .least_outputs = distances_of(run, after, true),
    };
    struct spirv_module module;

    if (!vk_facts_check(&device->features, facts, run->fault) ||
        !spirv_translate(shader, &options, run->diags->arena, &module, run->diags) ||
        !vk_features_check(&device->features, &module, source->stage, run->fault))
        return false;
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = module.count * sizeof(*module.words),
        .pCode = module.words,
    };
    struct vk_object *object = vk_add_object(run, vk_object_shader_module);
    if (!vk_check(run->fault, "vkCreateShaderModule",
                  device->instance.api.vkCreateShaderModule(device->handle, &info, NULL,
                                                            &object->as.shader_module)))
        return false;
    *handle = object->as.shader_module;
    return true;
}

/* ---- what stands at each set and binding ---- */

static bool
is_image_type(VkDescriptorType type)
{
    return type != VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER && type != VK_DESCRIPTOR_TYPE_STORAGE_BUFFER &&
           type != VK_DESCRIPTOR_TYPE_SAMPLER;
}

/* Can both be bound at one place? */
static bool
can_join(const struct vk_slot *one, const struct vk_slot *other)
{
    if (one->type != other->type)
        return false;
    return !is_image_type(one->type) ||
           (one->image.dim == other->image.dim &&
            one->image.is_arrayed == other->image.is_arrayed &&
            one->image.attachment == other->image.attachment &&
            one->image.is_multisampled == other->image.is_multisampled);
}

static void
join(struct vk_slot *there, const struct vk_slot *slot)
{
    there->stages |= slot->stages;
    if (there->count < slot->count)
        there->count = slot->count;
    if (there->size < slot->size)
        there->size = slot->size;
    if (there->grain > slot->grain)
        there->grain = slot->grain;
    there->compares |= slot->compares;
    there->is_integer |= slot->is_integer;
}

static uint32_t
set_limit(const struct vk_run *run)
{
    const uint32_t limit = run->device->properties.limits.maxBoundDescriptorSets;

    return limit < VK_MAX_SETS ? limit : VK_MAX_SETS;
}

/* Puts a slot in its place, or joins it with the one that is there. */
static bool
add_slot(struct vk_run *run, struct vk_program *program, const struct vk_slot *slot)
{
    uint32_t at = 0;

    if (slot->set >= set_limit(run) || slot->binding >= VK_MAX_BINDINGS)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a shader names set %u, binding %u; sets below %u and bindings below %d "
                       "are taken",
                       slot->set, slot->binding, set_limit(run), VK_MAX_BINDINGS);
    while (at < program->slots.count && (program->slots.data[at].set < slot->set ||
                                         (program->slots.data[at].set == slot->set &&
                                          program->slots.data[at].binding < slot->binding)))
        at++;

    struct vk_slot *there = at < program->slots.count ? &program->slots.data[at] : NULL;
    if (there && there->set == slot->set && there->binding == slot->binding) {
        if (!can_join(there, slot))
            return vk_fail(run->fault, scene_status_bad, QD_CODE_SCENE_INVALID,
                           "two different things are named at set %u, binding %u", slot->set,
                           slot->binding);
        join(there, slot);
        return true;
    }
    base_array_push(run->diags->arena, &program->slots, *slot);
    there = &program->slots.data[at];
    memmove(there + 1, there, (program->slots.count - 1 - at) * sizeof(*there));
    *there = *slot;
    return true;
}

static bool
add_buffers(struct vk_run *run, struct vk_program *program, const struct ir_shader *shader,
            const struct vk_facts *facts)
{
    const uint32_t most = run->device->properties.limits.maxUniformBufferRange;

    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];
        const bool is_uniform = buffer->kind == ir_buffer_uniform;
        const struct vk_slot slot = {
            .set = buffer->set,
            .binding = buffer->binding,
            .type =
                is_uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .stages = vk_stage_of(shader->stage),
            .count = buffer->count,
            .size = buffer->size ? buffer->size : 16, /* No descriptor is empty. */
            .grain = facts->grains[i],
        };

        if (is_uniform && buffer->size > most)
            return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                           "the %s shader has a uniform buffer of %u bytes; the device takes %u",
                           ir_stage_name(shader->stage), buffer->size, most);
        if (!add_slot(run, program, &slot))
            return false;
    }
    return true;
}

static VkDescriptorType
type_of_image(const struct ir_image *image)
{
    const bool is_buffer = image->dim == ir_dim_buffer;

    switch (image->kind) {
    case ir_image_input:
        return VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT;
    case ir_image_combined:
        return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case ir_image_sampled:
        return is_buffer ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                         : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case ir_image_storage:
    case ir_image_kind_count:
        break;
    }
    return is_buffer ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
}

static bool
add_images(struct vk_run *run, struct vk_program *program, const struct ir_shader *shader,
           const struct vk_facts *facts)
{
    for (uint32_t i = 0; i < shader->images.count; i++) {
        const struct ir_image *image = &shader->images.data[i];
        const struct vk_slot slot = {
            .set = image->set,
            .binding = image->binding,
            .type = type_of_image(image),
            .stages = vk_stage_of(shader->stage),
            .count = image->count,
            .image = *image,
            .compares = facts->compares[i],
            .is_integer = image->texel != ir_texel_f32,
        };

        if (!add_slot(run, program, &slot))
            return false;
    }
    for (uint32_t i = 0; i < shader->samplers.count; i++) {
        const struct ir_sampler *sampler = &shader->samplers.data[i];
        const struct vk_slot slot = {
            .set = sampler->set,
            .binding = sampler->binding,
            .type = VK_DESCRIPTOR_TYPE_SAMPLER,
            .stages = vk_stage_of(shader->stage),
            .count = sampler->count,
            .compares = facts->sampler_compares[i],
            .is_integer = facts->integers[i],
        };

        if (!add_slot(run, program, &slot))
            return false;
    }
    return true;
}

/* ---- limits ---- */

enum {
    class_uniform,
    class_storage,
    class_sampler,
    class_sampled,
    class_image,
    class_input,
    class_count
};

/* The kinds that limits count, as bits. */
static unsigned
classes_of(VkDescriptorType type)
{
    switch (type) {
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
        return 1u << class_uniform;
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        return 1u << class_storage;
    case VK_DESCRIPTOR_TYPE_SAMPLER:
        return 1u << class_sampler;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        return 1u << class_sampler | 1u << class_sampled;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
        return 1u << class_sampled;
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
        return 1u << class_input;
    default:
        return 1u << class_image;
    }
}

/* stage: 0 counts for all of them. */
static bool
check_counts(struct vk_run *run, const struct vk_program *program, VkShaderStageFlags stage,
             const uint32_t limits[class_count])
{
    static const char *const names[class_count] = {"uniform buffers", "storage buffers",
                                                   "samplers",        "sampled images",
                                                   "storage images",  "input attachments"};
    uint64_t counts[class_count] = {0};

    for (uint32_t i = 0; i < program->slots.count; i++) {
        const struct vk_slot *slot = &program->slots.data[i];

        for (uint32_t c = 0; c < class_count; c++) {
            if ((!stage || slot->stages & stage) && classes_of(slot->type) >> c & 1)
                counts[c] += slot->count;
        }
    }
    for (uint32_t c = 0; c < class_count; c++) {
        if (counts[c] > limits[c])
            return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                           "%s %llu %s; the device takes %u",
                           stage ? "a shader has" : "the shaders have",
                           (unsigned long long)counts[c], names[c], limits[c]);
    }
    return true;
}

static bool
check_limits(struct vk_run *run, const struct vk_program *program)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const uint32_t of_stage[class_count] = {
        limits->maxPerStageDescriptorUniformBuffers, limits->maxPerStageDescriptorStorageBuffers,
        limits->maxPerStageDescriptorSamplers,       limits->maxPerStageDescriptorSampledImages,
        limits->maxPerStageDescriptorStorageImages,  limits->maxPerStageDescriptorInputAttachments,
    };
    const uint32_t of_all[class_count] = {
        limits->maxDescriptorSetUniformBuffers, limits->maxDescriptorSetStorageBuffers,
        limits->maxDescriptorSetSamplers,       limits->maxDescriptorSetSampledImages,
        limits->maxDescriptorSetStorageImages,  limits->maxDescriptorSetInputAttachments,
    };

    for (int stage = 0; stage < ir_stage_count; stage++) {
        if (program->shaders[stage] &&
            !check_counts(run, program, vk_stage_of((enum ir_stage)stage), of_stage))
            return false;
    }
    return check_counts(run, program, 0, of_all);
}

/* ---- layouts ---- */

static bool
create_set_layout(struct vk_run *run, struct vk_program *program, uint32_t set)
{
    const struct vk_device *device = run->device;
    VkDescriptorSetLayoutBinding *bindings =
        base_arena_new_array(run->diags->arena, VkDescriptorSetLayoutBinding, program->slots.count);
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .pBindings = bindings,
    };

    for (uint32_t i = 0; i < program->slots.count; i++) {
        const struct vk_slot *slot = &program->slots.data[i];
        if (slot->set != set)
            continue;
        bindings[info.bindingCount++] = (VkDescriptorSetLayoutBinding){
            .binding = slot->binding,
            .descriptorType = slot->type,
            .descriptorCount = slot->count,
            .stageFlags = slot->stages,
        };
    }
    struct vk_object *object = vk_add_object(run, vk_object_set_layout);
    if (!vk_check(run->fault, "vkCreateDescriptorSetLayout",
                  device->instance.api.vkCreateDescriptorSetLayout(device->handle, &info, NULL,
                                                                   &object->as.set_layout)))
        return false;
    program->set_layouts[set] = object->as.set_layout;
    return true;
}

static bool
create_layouts(struct vk_run *run, struct vk_program *program)
{
    const struct vk_device *device = run->device;
    const uint32_t slots = program->slots.count;
    const VkPushConstantRange push = {program->push_stages, 0, program->push_size};

    program->set_count = slots ? program->slots.data[slots - 1].set + 1 : 0;
    for (uint32_t i = 0; i < program->set_count; i++) {
        if (!create_set_layout(run, program, i))
            return false;
    }
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = program->set_count,
        .pSetLayouts = program->set_layouts,
        .pushConstantRangeCount = program->push_size ? 1 : 0,
        .pPushConstantRanges = &push,
    };
    struct vk_object *object = vk_add_object(run, vk_object_pipeline_layout);
    if (!vk_check(run->fault, "vkCreatePipelineLayout",
                  device->instance.api.vkCreatePipelineLayout(device->handle, &info, NULL,
                                                              &object->as.pipeline_layout)))
        return false;
    program->layout = object->as.pipeline_layout;
    return true;
}

/* ---- programs ---- */

static bool
add_push(struct vk_run *run, struct vk_program *program, const struct ir_shader *shader)
{
    const uint32_t most = run->device->properties.limits.maxPushConstantsSize;

    if (!shader->push_size)
        return true;
    if (shader->push_size > most || shader->push_size > SCENE_MAX_PUSH)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "the %s shader has %u bytes of push constants; the device takes %u",
                       ir_stage_name(shader->stage), shader->push_size,
                       most < SCENE_MAX_PUSH ? most : SCENE_MAX_PUSH);
    const uint32_t size = (shader->push_size + 3) & ~3u;
    program->push_stages |= vk_stage_of(shader->stage);
    program->push_size = size > program->push_size ? size : program->push_size;
    return true;
}

static bool
add_shader(struct vk_run *run, struct vk_program *program, enum ir_stage stage,
           const struct scene_inputs *inputs)
{
    const struct ir_shader *source = program->shaders[stage];
    const struct vk_facts *facts = vk_get_facts(run, source);
    const struct ir_shader *after = neighbour_of(program, stage, 1);
    const bool is_last =
        (IR_STAGES_LAST >> stage & 1) && (!after || after->stage == ir_stage_fragment);
    /* Behind others than vertex shaders a size is 1 without being written, where it cannot be. */
    const bool can_size = stage == ir_stage_vertex ||
                          run->device->features.core.shaderTessellationAndGeometryPointSize;
    const struct vk_fit fit = {
        .before = neighbour_of(program, stage, -1),
        .after = after,
        .inputs_between = between_before(program, stage),
        .outputs_between = between_after(program, stage),
        .add_size =
            is_last && can_size && program->is_for_points &&
            !vk_has_builtin(source->outputs.data, source->outputs.count, ir_builtin_point_size),
        .inputs = inputs,
    };
    const struct ir_shader *shader = vk_fit_shader(run, source, &fit);

    program->has_open_arrays |= facts->has_open_arrays;
    return add_push(run, program, shader) && add_buffers(run, program, shader, facts) &&
           add_images(run, program, shader, facts) &&
           create_module(run, program, source, shader, &program->modules[stage]);
}

bool
vk_get_program(struct vk_run *run, const struct ir_shader *const shaders[ir_stage_count],
               bool is_for_points, uint64_t signed_outputs, const struct scene_inputs *inputs,
               uint32_t *index)
{
    struct vk_program program = {.is_for_points = is_for_points, .signed_outputs = signed_outputs};

    memcpy(program.shaders, shaders, sizeof(program.shaders));
    for (uint32_t i = 0; i < run->programs.count; i++) {
        const struct vk_program *known = &run->programs.data[i];
        if (!memcmp(known->shaders, program.shaders, sizeof(program.shaders)) &&
            known->is_for_points == is_for_points && known->signed_outputs == signed_outputs &&
            !known->has_open_arrays) {
            *index = i;
            return true;
        }
    }
    plan_between(run, &program);
    if (!vk_check_interface(run, &program))
        return false;
    for (int stage = 0; stage < ir_stage_count; stage++) {
        if (program.shaders[stage] && !add_shader(run, &program, (enum ir_stage)stage, inputs))
            return false;
    }
    if (!check_limits(run, &program) || !create_layouts(run, &program))
        return false;
    *index = run->programs.count;
    base_array_push(run->diags->arena, &run->programs, program);
    return true;
}
