/* SPDX-License-Identifier: MIT
 *
 * Shaders become modules, and pairs of them programs. Each module and each program is made once a
 * run.
 */
#include "vk_priv.h"

static bool
create_module(struct vk_run *run, const struct ir_shader *source, bool add_size,
              VkShaderModule *handle)
{
    const struct vk_device *device = run->device;
    const struct spirv_write_options options = {.target = device->target};
    const struct ir_shader *shader = vk_fit_shader(run, source, add_size);
    struct spirv_module module;

    if (!spirv_translate(shader, &options, run->diags->arena, &module, run->diags) ||
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

/* The module of a shader. has_size: a vertex shader that writes no point size writes 1. */
static bool
get_module(struct vk_run *run, const struct ir_shader *shader, bool has_size,
           VkShaderModule *handle)
{
    const bool add_size =
        has_size && shader->stage == ir_stage_vertex && !vk_has_point_size(shader);

    for (uint32_t i = 0; i < run->modules.count; i++) {
        const struct vk_module *module = &run->modules.data[i];
        if (module->shader == shader && module->has_size == add_size) {
            *handle = module->handle;
            return true;
        }
    }
    if (!create_module(run, shader, add_size, handle))
        return false;
    struct vk_module *module = base_array_add(run->diags->arena, &run->modules);
    module->shader = shader;
    module->has_size = add_size;
    module->handle = *handle;
    return true;
}

/* ---- what stands at each set and binding ---- */

/* Puts a slot in its place, or joins it with the one that is there. */
static bool
add_slot(struct vk_run *run, struct vk_program *program, const struct vk_slot *slot)
{
    uint32_t at = 0;

    if (slot->set >= VK_MAX_SETS || slot->binding >= VK_MAX_BINDINGS)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a shader names set %u, binding %u; sets below %d and bindings below %d "
                       "are taken",
                       slot->set, slot->binding, VK_MAX_SETS, VK_MAX_BINDINGS);
    while (at < program->slots.count && (program->slots.data[at].set < slot->set ||
                                         (program->slots.data[at].set == slot->set &&
                                          program->slots.data[at].binding < slot->binding)))
        at++;

    struct vk_slot *there = at < program->slots.count ? &program->slots.data[at] : NULL;
    if (there && there->set == slot->set && there->binding == slot->binding) {
        if (there->type != slot->type ||
            (slot->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER && there->dim != slot->dim))
            return vk_fail(run->fault, scene_status_bad, QD_CODE_SCENE_INVALID,
                           "two different things are named at set %u, binding %u", slot->set,
                           slot->binding);
        there->stages |= slot->stages;
        there->size = slot->size > there->size ? slot->size : there->size;
        return true;
    }
    base_array_push(run->diags->arena, &program->slots, *slot);
    there = &program->slots.data[at];
    memmove(there + 1, there, (program->slots.count - 1 - at) * sizeof(*there));
    *there = *slot;
    return true;
}

static bool
add_slots(struct vk_run *run, struct vk_program *program, const struct ir_shader *shader)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const VkShaderStageFlags stage = shader->stage == ir_stage_vertex
                                         ? VK_SHADER_STAGE_VERTEX_BIT
                                         : VK_SHADER_STAGE_FRAGMENT_BIT;

    if (shader->buffers.count > limits->maxPerStageDescriptorUniformBuffers ||
        shader->textures.count > limits->maxPerStageDescriptorSamplers ||
        shader->textures.count > limits->maxPerStageDescriptorSampledImages)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "the %s shader has %u uniform buffers and %u textures; the device takes "
                       "%u and %u",
                       ir_stage_name(shader->stage), shader->buffers.count, shader->textures.count,
                       limits->maxPerStageDescriptorUniformBuffers,
                       limits->maxPerStageDescriptorSamplers);
    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];
        const struct vk_slot slot = {
            .set = buffer->set,
            .binding = buffer->binding,
            .type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
            .stages = stage,
            .size = buffer->size ? buffer->size : 16, /* No descriptor is empty. */
        };

        if (buffer->size > limits->maxUniformBufferRange)
            return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                           "the %s shader has a uniform buffer of %u bytes; the device takes %u",
                           ir_stage_name(shader->stage), buffer->size,
                           limits->maxUniformBufferRange);
        if (!add_slot(run, program, &slot))
            return false;
    }
    for (uint32_t i = 0; i < shader->textures.count; i++) {
        const struct ir_texture *texture = &shader->textures.data[i];
        const struct vk_slot slot = {
            .set = texture->set,
            .binding = texture->binding,
            .type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            .stages = stage,
            .dim = texture->dim,
        };

        if (!add_slot(run, program, &slot))
            return false;
    }
    return true;
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
            .descriptorCount = 1,
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

    program->set_count = slots ? program->slots.data[slots - 1].set + 1 : 0;
    for (uint32_t i = 0; i < program->set_count; i++) {
        if (!create_set_layout(run, program, i))
            return false;
    }
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = program->set_count,
        .pSetLayouts = program->set_layouts,
    };
    struct vk_object *object = vk_add_object(run, vk_object_pipeline_layout);
    if (!vk_check(run->fault, "vkCreatePipelineLayout",
                  device->instance.api.vkCreatePipelineLayout(device->handle, &info, NULL,
                                                              &object->as.pipeline_layout)))
        return false;
    program->layout = object->as.pipeline_layout;
    return true;
}

bool
vk_get_program(struct vk_run *run, const struct scene_draw *draw, uint32_t *index)
{
    const bool is_for_points = draw->topology == scene_topology_points;

    for (uint32_t i = 0; i < run->programs.count; i++) {
        const struct vk_program *program = &run->programs.data[i];
        if (program->shaders[ir_stage_vertex] == draw->vertex &&
            program->shaders[ir_stage_fragment] == draw->fragment &&
            program->is_for_points == is_for_points) {
            *index = i;
            return true;
        }
    }

    struct vk_program program = {
        .shaders = {[ir_stage_vertex] = draw->vertex, [ir_stage_fragment] = draw->fragment},
        .is_for_points = is_for_points,
    };
    for (int stage = 0; stage < ir_stage_count; stage++) {
        if (!get_module(run, program.shaders[stage], is_for_points, &program.modules[stage]) ||
            !add_slots(run, &program, program.shaders[stage]))
            return false;
    }
    if (!create_layouts(run, &program))
        return false;
    *index = run->programs.count;
    base_array_push(run->diags->arena, &run->programs, program);
    return true;
}
