/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

/* What one draw is recorded from. */
struct recorded {
    const struct vk_program *program;
    VkPipeline pipeline;
    VkFramebuffer framebuffer;
    uint32_t size[3];
    uint32_t binding_count;
    struct vk_vertices vertices;
    struct vk_bound bound;
};

static VkRect2D
scissor_of(const struct scene_draw *draw, const uint32_t size[3])
{
    const struct scene_rect *scissor = &draw->scissor;

    if (scissor->width == 0 && scissor->height == 0)
        return (VkRect2D){.extent = {size[0], size[1]}};
    return (VkRect2D){{scissor->x, scissor->y}, {scissor->width, scissor->height}};
}

static VkIndexType
index_type(enum scene_index index)
{
    return index == scene_index_u8    ? VK_INDEX_TYPE_UINT8_EXT
           : index == scene_index_u16 ? VK_INDEX_TYPE_UINT16
                                      : VK_INDEX_TYPE_UINT32;
}

static void
bind_vertices(struct vk_run *run, const struct scene_draw *draw, const struct recorded *recorded)
{
    const struct vk_api *api = &run->device->instance.api;

    for (uint32_t i = 0; i < recorded->binding_count; i++)
        api->vkCmdBindVertexBuffers(run->commands, i, 1, &recorded->vertices.ranges[i].buffer,
                                    &recorded->vertices.ranges[i].offset);
    if (draw->index != scene_index_none)
        api->vkCmdBindIndexBuffer(run->commands, recorded->vertices.indices.buffer,
                                  recorded->vertices.indices.offset, index_type(draw->index));
}

static bool
check_indirect(struct vk_run *run, const struct scene_draw *draw, bool *is_one_by_one)
{
    const struct scene_indirect *indirect = &draw->indirect;
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const uint32_t size = draw->index == scene_index_none ? sizeof(VkDrawIndirectCommand)
                                                          : sizeof(VkDrawIndexedIndirectCommand);

    *is_one_by_one = indirect->count > 1 &&
                     (!run->device->features.core.multiDrawIndirect || indirect->stride < size ||
                      indirect->count > limits->maxDrawIndirectCount);
    if (!indirect->is_used || !*is_one_by_one ||
        !vk_has_builtin(draw->vertex->inputs.data, draw->vertex->inputs.count,
                        ir_builtin_draw_index))
        return true;
    return vk_fail_lacks(run->fault,
                         "%u draws at once number themselves, which the device cannot "
                         "do",
                         indirect->count);
}

static void
record_indirect(struct vk_run *run, const struct scene_draw *draw, bool is_one_by_one)
{
    const struct vk_api *api = &run->device->instance.api;
    const struct scene_indirect *indirect = &draw->indirect;
    const VkBuffer buffer = run->buffers[indirect->buffer].handle;
    const uint32_t count = is_one_by_one ? 1 : indirect->count;
    const uint32_t rounds = is_one_by_one ? indirect->count : 1;

    for (uint32_t i = 0; i < rounds; i++) {
        const VkDeviceSize offset = indirect->offset + (VkDeviceSize)i * indirect->stride;

        if (draw->index == scene_index_none)
            api->vkCmdDrawIndirect(run->commands, buffer, offset, count, indirect->stride);
        else
            api->vkCmdDrawIndexedIndirect(run->commands, buffer, offset, count, indirect->stride);
    }
}

static void
record_draw(struct vk_run *run, const struct scene_draw *draw, bool is_one_by_one)
{
    const struct vk_api *api = &run->device->instance.api;

    if (draw->indirect.is_used)
        record_indirect(run, draw, is_one_by_one);
    else if (draw->index == scene_index_none)
        api->vkCmdDraw(run->commands, draw->vertex_count, draw->instance_count, draw->first_vertex,
                       draw->first_instance);
    else
        api->vkCmdDrawIndexed(run->commands, draw->vertex_count, draw->instance_count,
                              draw->first_vertex, draw->vertex_offset, draw->first_instance);
}

static void
record(struct vk_run *run, const struct scene_draw *draw, VkRenderPass pass,
       const struct recorded *recorded, bool is_one_by_one)
{
    const struct vk_api *api = &run->device->instance.api;
    const VkViewport viewport = {draw->viewport.x,         draw->viewport.y,
                                 draw->viewport.width,     draw->viewport.height,
                                 draw->viewport.min_depth, draw->viewport.max_depth};
    const VkRect2D scissor = scissor_of(draw, recorded->size);
    const VkRenderPassBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass = pass,
        .framebuffer = recorded->framebuffer,
        .renderArea.extent = {recorded->size[0], recorded->size[1]},
    };

    if (run->has_copies)
        vk_barrier(run, run->commands);
    api->vkCmdBeginRenderPass(run->commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    api->vkCmdBindPipeline(run->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, recorded->pipeline);
    api->vkCmdSetViewport(run->commands, 0, 1, &viewport);
    api->vkCmdSetScissor(run->commands, 0, 1, &scissor);
    vk_bind_inputs(run, recorded->program, VK_PIPELINE_BIND_POINT_GRAPHICS, &recorded->bound);
    bind_vertices(run, draw, recorded);
    record_draw(run, draw, is_one_by_one);
    api->vkCmdEndRenderPass(run->commands);
}

static bool
draws_nothing(const struct scene_draw *draw)
{
    return draw->indirect.is_used ? !draw->indirect.count
                                  : !draw->vertex_count || !draw->instance_count;
}

/* The targets whose integers have a sign, by location. */
static uint64_t
signed_outputs_of(const struct vk_run *run, const struct scene_draw *draw)
{
    uint64_t locations = 0;

    for (uint32_t i = 0; i < draw->target_count; i++) {
        const uint32_t view = draw->targets[i].view;

        if (view != SCENE_NONE &&
            scene_format_infos[scene_view_format(run->scene, &run->scene->views[view])].numeric ==
                scene_numeric_sint)
            locations |= UINT64_C(1) << i;
    }
    return locations;
}

bool
vk_draw(struct vk_run *run, const struct scene_draw *draw)
{
    const struct ir_shader *shaders[ir_stage_count];
    const bool is_for_points = scene_draw_primitive(draw) == ir_primitive_points ||
                               draw->raster.polygon == scene_polygon_point;
    struct vk_pipeline_key key;
    struct recorded recorded;
    bool is_one_by_one = false;

    if (draws_nothing(draw))
        return true;
    scene_draw_shaders(draw, shaders);
    memset(&key, 0, sizeof(key)); /* Compared as bytes, so padding counts. */
    if (!vk_check_draw(run, draw) || !check_indirect(run, draw, &is_one_by_one) ||
        !vk_get_pass(run, draw, &key.pass) ||
        !vk_get_framebuffer(run, draw, key.pass, &recorded.framebuffer) ||
        !vk_get_program(run, shaders, is_for_points, signed_outputs_of(run, draw), &draw->inputs,
                        &key.program) ||
        !vk_prepare_vertices(run, draw, &key, &recorded.vertices) ||
        !vk_get_pipeline(run, draw, &key, &recorded.pipeline))
        return false;
    recorded.program = &run->programs.data[key.program];
    recorded.binding_count = key.binding_count;
    vk_target_size(run, draw, recorded.size);
    if (!vk_prepare_inputs(run, recorded.program, &draw->inputs, &recorded.bound))
        return false;
    record(run, draw, key.pass, &recorded, is_one_by_one);
    return true;
}
