/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

static VkPrimitiveTopology
topology_of(enum scene_topology topology)
{
    switch (topology) {
    case scene_topology_points:
        return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    case scene_topology_triangles:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    case scene_topology_triangle_strip:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    case scene_topology_triangle_fan:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN;
    }
    return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
}

static VkCullModeFlags
cull_of(enum scene_cull cull)
{
    switch (cull) {
    case scene_cull_none:
        return VK_CULL_MODE_NONE;
    case scene_cull_front:
        return VK_CULL_MODE_FRONT_BIT;
    case scene_cull_back:
        return VK_CULL_MODE_BACK_BIT;
    }
    return VK_CULL_MODE_NONE;
}

/* Components that the fragment shader has for a target. What it does not write stays. */
static VkColorComponentFlags
mask_of(const struct ir_shader *fragment, uint32_t location)
{
    for (uint32_t i = 0; i < fragment->outputs.count; i++) {
        const struct ir_io *output = &fragment->outputs.data[i];
        if (output->builtin == ir_builtin_none && output->location == location)
            return (1u << output->components) - 1;
    }
    return 0;
}

static void
complete_key(const struct vk_run *run, const struct scene_draw *draw, struct vk_pipeline_key *key)
{
    key->topology = draw->topology;
    key->cull = draw->cull;
    key->front = draw->front;
    key->target_count = draw->target_count;
    for (uint32_t i = 0; i < draw->target_count; i++) {
        key->targets[i] = vk_format_of_image(run->scene->targets[draw->targets[i]].format);
        key->masks[i] = mask_of(draw->fragment, i);
    }
}

static bool
check_masks(struct vk_run *run, const struct vk_pipeline_key *key)
{
    if (run->device->features.core.independentBlend)
        return true;
    for (uint32_t i = 1; i < key->target_count; i++) {
        if (key->masks[i] != key->masks[0])
            return vk_fail_lacks(run->fault,
                                 "the fragment shader writes some targets and not others, for "
                                 "which the device lacks independentBlend");
    }
    return true;
}

/* The state that every pipeline has. Viewport and scissor come with the draw. */
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
static const VkPipelineMultisampleStateCreateInfo multisample_info = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
    .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
};

struct vertex_input {
    VkVertexInputBindingDescription bindings[VK_MAX_ATTRIBUTES];
    VkVertexInputAttributeDescription attributes[VK_MAX_ATTRIBUTES];
};

/* Attribute i is all that binding i has. */
static VkPipelineVertexInputStateCreateInfo
describe_input(const struct vk_pipeline_key *key, struct vertex_input *input)
{
    for (uint32_t i = 0; i < key->attribute_count; i++) {
        input->bindings[i] = (VkVertexInputBindingDescription){
            .binding = i,
            .stride = key->attributes[i].stride,
            .inputRate = key->attributes[i].rate,
        };
        input->attributes[i] = (VkVertexInputAttributeDescription){
            .location = key->attributes[i].location,
            .binding = i,
            .format = key->attributes[i].format,
        };
    }
    return (VkPipelineVertexInputStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = key->attribute_count,
        .pVertexBindingDescriptions = input->bindings,
        .vertexAttributeDescriptionCount = key->attribute_count,
        .pVertexAttributeDescriptions = input->attributes,
    };
}

static bool
create_pipeline(struct vk_run *run, const struct vk_pipeline_key *key, VkPipeline *handle)
{
    const struct vk_device *device = run->device;
    const struct vk_program *program = &run->programs.data[key->program];
    struct vertex_input input;
    VkPipelineColorBlendAttachmentState blends[SCENE_MAX_TARGETS] = {0};
    const VkPipelineVertexInputStateCreateInfo vertex_input = describe_input(key, &input);
    const VkPipelineShaderStageCreateInfo stages[] = {
        {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_VERTEX_BIT,
            .module = program->modules[ir_stage_vertex],
            .pName = "main",
        },
        {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
            .module = program->modules[ir_stage_fragment],
            .pName = "main",
        },
    };
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = topology_of(key->topology),
    };
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .polygonMode = VK_POLYGON_MODE_FILL,
        .cullMode = cull_of(key->cull),
        .frontFace = key->front == scene_front_clockwise ? VK_FRONT_FACE_CLOCKWISE
                                                         : VK_FRONT_FACE_COUNTER_CLOCKWISE,
        .lineWidth = 1,
    };
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = key->target_count,
        .pAttachments = blends,
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .stageCount = BASE_COUNT(stages),
        .pStages = stages,
        .pVertexInputState = &vertex_input,
        .pInputAssemblyState = &assembly,
        .pViewportState = &viewport_info,
        .pRasterizationState = &raster,
        .pMultisampleState = &multisample_info,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic_info,
        .layout = program->layout,
        .renderPass = run->pass.handle,
    };

    for (uint32_t i = 0; i < key->target_count; i++)
        blends[i].colorWriteMask = key->masks[i];
    struct vk_object *object = vk_add_object(run, vk_object_pipeline);
    if (!vk_check(run->fault, "vkCreateGraphicsPipelines",
                  device->instance.api.vkCreateGraphicsPipelines(
                      device->handle, VK_NULL_HANDLE, 1, &info, NULL, &object->as.pipeline)))
        return false;
    *handle = object->as.pipeline;
    return true;
}

bool
vk_get_pipeline(struct vk_run *run, const struct scene_draw *draw, struct vk_pipeline_key *key,
                VkPipeline *handle)
{
    complete_key(run, draw, key);
    for (uint32_t i = run->pipelines.count; i-- > 0;) {
        const struct vk_pipeline *pipeline = &run->pipelines.data[i];
        if (!memcmp(&pipeline->key, key, sizeof(*key))) {
            *handle = pipeline->handle;
            return true;
        }
    }
    if (!check_masks(run, key) || !create_pipeline(run, key, handle))
        return false;
    struct vk_pipeline *pipeline = base_array_add(run->diags->arena, &run->pipelines);
    memcpy(&pipeline->key, key, sizeof(*key));
    pipeline->handle = *handle;
    return true;
}
