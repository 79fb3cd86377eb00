/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

/* What comes with each draw. */
static const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT,
                                                VK_DYNAMIC_STATE_SCISSOR};
static const VkPipelineDynamicStateCreateInfo dynamic_info = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
    .dynamicStateCount = BASE_COUNT(dynamic_states),
    .pDynamicStates = dynamic_states,
};
static const VkPipelineViewportStateCreateInfo viewport_info = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
    .viewportCount = 1,
    .scissorCount = 1,
};

/* ---- vertex input ---- */

struct vertex_input {
    VkVertexInputBindingDescription bindings[VK_MAX_ATTRIBUTES];
    VkVertexInputAttributeDescription attributes[VK_MAX_ATTRIBUTES];
    VkVertexInputBindingDivisorDescriptionEXT divisors[VK_MAX_ATTRIBUTES];
    VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_info;
    VkPipelineVertexInputStateCreateInfo info;
};

static void
describe_input(const struct vk_pipeline_key *key, struct vertex_input *input)
{
    uint32_t divisors = 0;

    for (uint32_t i = 0; i < key->binding_count; i++) {
        const struct vk_vertex_binding *binding = &key->bindings[i];

        input->bindings[i] = (VkVertexInputBindingDescription){i, binding->stride, binding->rate};
        if (binding->divisor > 1)
            input->divisors[divisors++] =
                (VkVertexInputBindingDivisorDescriptionEXT){i, binding->divisor};
    }
    for (uint32_t i = 0; i < key->attribute_count; i++) {
        const struct vk_attribute *attribute = &key->attributes[i];

        input->attributes[i] = (VkVertexInputAttributeDescription){
            attribute->location, attribute->binding, attribute->format, attribute->offset};
    }
    input->divisor_info = (VkPipelineVertexInputDivisorStateCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
        .vertexBindingDivisorCount = divisors,
        .pVertexBindingDivisors = input->divisors,
    };
    input->info = (VkPipelineVertexInputStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .pNext = divisors ? &input->divisor_info : NULL,
        .vertexBindingDescriptionCount = key->binding_count,
        .pVertexBindingDescriptions = input->bindings,
        .vertexAttributeDescriptionCount = key->attribute_count,
        .pVertexAttributeDescriptions = input->attributes,
    };
}

/* ---- stages ---- */

bool
vk_require_subgroup_size(struct vk_run *run, const struct ir_shader *shader, uint32_t size,
                         VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *needed,
                         const void **next)
{
    const struct vk_features *features = &run->device->features;
    const VkPhysicalDeviceSubgroupSizeControlProperties *sizes = &features->sizes;

    *next = NULL;
    /* Without subgroup operations nobody can tell. */
    if (!size || !vk_get_facts(run, shader)->has_groups)
        return true;
    if (features->core13.subgroupSizeControl && size >= sizes->minSubgroupSize &&
        size <= sizes->maxSubgroupSize &&
        sizes->requiredSubgroupSizeStages & vk_stage_of(shader->stage)) {
        *needed = (VkPipelineShaderStageRequiredSubgroupSizeCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
            .requiredSubgroupSize = size,
        };
        *next = needed;
        return true;
    }
    /* A device without control over it has one size. */
    if (!features->core13.subgroupSizeControl && size == features->subgroup.subgroupSize)
        return true;
    if (!features->core13.subgroupSizeControl)
        return vk_fail_lacks(run->fault,
                             "the %s shader needs subgroups of %u; the device's have %u and it "
                             "lacks subgroupSizeControl",
                             ir_stage_name(shader->stage), size, features->subgroup.subgroupSize);
    return vk_fail_lacks(run->fault,
                         "the %s shader needs subgroups of %u; the device has %u to %u, and not "
                         "in every stage",
                         ir_stage_name(shader->stage), size, sizes->minSubgroupSize,
                         sizes->maxSubgroupSize);
}

struct stages {
    uint32_t count;
    VkPipelineShaderStageCreateInfo infos[ir_stage_count];
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo sizes[ir_stage_count];
};

static bool
add_stage(struct vk_run *run, const struct vk_pipeline_key *key, enum ir_stage stage,
          struct stages *stages)
{
    const struct vk_program *program = &run->programs.data[key->program];
    const struct ir_shader *shader = program->shaders[stage];
    VkPipelineShaderStageCreateInfo *info = &stages->infos[stages->count];

    if (!shader)
        return true;
    *info = (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = vk_stage_of(stage),
        .module = program->modules[stage],
        .pName = "main",
    };
    if (!vk_require_subgroup_size(run, shader, key->subgroup_size, &stages->sizes[stages->count],
                                  &info->pNext))
        return false;
    stages->count++;
    return true;
}

/* ---- pipelines ---- */

static bool
create_pipeline(struct vk_run *run, const struct vk_pipeline_key *key, VkPipeline *handle)
{
    const struct vk_device *device = run->device;
    struct vertex_input input;
    struct stages stages = {0};
    VkPipelineMultisampleStateCreateInfo multisample = key->multisample;
    const VkPipelineTessellationStateCreateInfo tessellation = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .patchControlPoints = key->patch_vertices,
    };
    VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT,
        .provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT,
    };
    VkPipelineRasterizationStateCreateInfo raster = key->raster;
    VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = key->target_count,
        .pAttachments = key->blends,
    };
    VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pStages = stages.infos,
        .pVertexInputState = &input.info,
        .pInputAssemblyState = &key->assembly,
        .pViewportState = &viewport_info,
        .pTessellationState = key->patch_vertices ? &tessellation : NULL,
        .pRasterizationState = &raster,
        .pMultisampleState = &multisample,
        .pDepthStencilState = &key->depth,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic_info,
        .layout = run->programs.data[key->program].layout,
        .renderPass = key->pass,
    };

    describe_input(key, &input);
    multisample.pSampleMask = &key->sample_mask;
    memcpy(blend.blendConstants, key->blend_constants, sizeof(blend.blendConstants));
    if (key->is_last_provoking)
        raster.pNext = &provoking;
    for (unsigned stage = 0; stage < ir_stage_count; stage++) {
        if (!add_stage(run, key, (enum ir_stage)stage, &stages))
            return false;
    }
    info.stageCount = stages.count;
    struct vk_object *object = vk_add_object(run, vk_object_pipeline);
    if (!vk_check(run->fault, "vkCreateGraphicsPipelines",
                  device->instance.api.vkCreateGraphicsPipelines(
                      device->handle, VK_NULL_HANDLE, 1, &info, NULL, &object->as.pipeline)))
        return false;
    *handle = object->as.pipeline;
    return true;
}

static bool
check_blends(struct vk_run *run, const struct vk_pipeline_key *key)
{
    if (run->device->features.core.independentBlend)
        return true;
    for (uint32_t i = 1; i < key->target_count; i++) {
        if (memcmp(&key->blends[i], &key->blends[0], sizeof(key->blends[0])) != 0)
            return vk_fail_lacks(run->fault,
                                 "a draw blends or writes some targets otherwise than others, for "
                                 "which the device lacks independentBlend");
    }
    return true;
}

bool
vk_get_pipeline(struct vk_run *run, const struct scene_draw *draw, struct vk_pipeline_key *key,
                VkPipeline *handle)
{
    key->subgroup_size = draw->subgroup_size;
    vk_fill_states(run, draw, key);
    for (uint32_t i = run->pipelines.count; i-- > 0;) {
        const struct vk_pipeline *pipeline = &run->pipelines.data[i];
        if (!memcmp(&pipeline->key, key, sizeof(*key))) {
            *handle = pipeline->handle;
            return true;
        }
    }
    if (!check_blends(run, key) || !create_pipeline(run, key, handle))
        return false;
    struct vk_pipeline *pipeline = base_array_add(run->diags->arena, &run->pipelines);
    memcpy(&pipeline->key, key, sizeof(*key));
    pipeline->handle = *handle;
    return true;
}
