/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

static bool
create_pipeline(struct vk_run *run, struct vk_compute_pipeline *pipeline)
{
    const struct vk_device *device = run->device;
    const struct vk_program *program = &run->programs.data[pipeline->program];
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size;
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = pipeline->has_base ? VK_PIPELINE_CREATE_DISPATCH_BASE_BIT : 0u,
        .stage =
            {
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = program->modules[ir_stage_compute],
                .pName = "main",
            },
        .layout = program->layout,
    };

    if (!vk_require_subgroup_size(run, program->shaders[ir_stage_compute], pipeline->subgroup_size,
                                  &size, &info.stage.pNext))
        return false;
    struct vk_object *object = vk_add_object(run, vk_object_pipeline);
    if (!vk_check(run->fault, "vkCreateComputePipelines",
                  device->instance.api.vkCreateComputePipelines(device->handle, VK_NULL_HANDLE, 1,
                                                                &info, NULL, &object->as.pipeline)))
        return false;
    pipeline->handle = object->as.pipeline;
    return true;
}

static bool
get_pipeline(struct vk_run *run, const struct scene_dispatch *dispatch, uint32_t program,
             VkPipeline *handle)
{
    struct vk_compute_pipeline wanted = {
        .program = program,
        .subgroup_size = dispatch->subgroup_size,
        .has_base = !dispatch->indirect.is_used &&
                    (dispatch->base[0] || dispatch->base[1] || dispatch->base[2]),
    };

    for (uint32_t i = 0; i < run->compute_pipelines.count; i++) {
        const struct vk_compute_pipeline *pipeline = &run->compute_pipelines.data[i];
        if (pipeline->program == wanted.program &&
            pipeline->subgroup_size == wanted.subgroup_size &&
            pipeline->has_base == wanted.has_base) {
            *handle = pipeline->handle;
            return true;
        }
    }
    if (!create_pipeline(run, &wanted))
        return false;
    base_array_push(run->diags->arena, &run->compute_pipelines, wanted);
    *handle = wanted.handle;
    return true;
}

static void
record(struct vk_run *run, const struct scene_dispatch *dispatch)
{
    const struct vk_api *api = &run->device->instance.api;
    const uint32_t *base = dispatch->base;
    const uint32_t *groups = dispatch->groups;

    if (dispatch->indirect.is_used)
        api->vkCmdDispatchIndirect(run->commands, run->buffers[dispatch->indirect.buffer].handle,
                                   dispatch->indirect.offset);
    else if (base[0] || base[1] || base[2])
        api->vkCmdDispatchBase(run->commands, base[0], base[1], base[2], groups[0], groups[1],
                               groups[2]);
    else
        api->vkCmdDispatch(run->commands, groups[0], groups[1], groups[2]);
}

bool
vk_dispatch(struct vk_run *run, const struct scene_dispatch *dispatch)
{
    const struct ir_shader *const shaders[ir_stage_count] = {[ir_stage_compute] = dispatch->shader};
    struct vk_bound bound;
    VkPipeline pipeline;
    uint32_t index = 0;

    if (dispatch->indirect.is_used
            ? !dispatch->indirect.count
            : !dispatch->groups[0] || !dispatch->groups[1] || !dispatch->groups[2])
        return true;
    if (!vk_check_dispatch(run, dispatch) ||
        !vk_get_program(run, shaders, false, 0, &dispatch->inputs, &index) ||
        !get_pipeline(run, dispatch, index, &pipeline))
        return false;
    const struct vk_program *program = &run->programs.data[index];
    if (!vk_prepare_inputs(run, program, &dispatch->inputs, &bound))
        return false;
    if (run->has_copies)
        vk_barrier(run, run->commands);
    run->device->instance.api.vkCmdBindPipeline(run->commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                                                pipeline);
    vk_bind_inputs(run, program, VK_PIPELINE_BIND_POINT_COMPUTE, &bound);
    record(run, dispatch);
    return true;
}
