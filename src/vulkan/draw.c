/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

#include <math.h>

/* Locations of varyings count four components each; the position takes one more. */
static bool
check_locations(const struct vk_run *run, const struct ir_io *ios, uint32_t count, const char *what,
                uint32_t limit)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ios[i].builtin == ir_builtin_none && ios[i].location >= limit)
            return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                           "a %s is at location %u; the device takes locations below %u", what,
                           ios[i].location, limit);
    }
    return true;
}

static bool
check_interface(const struct vk_run *run, const struct scene_draw *draw)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const struct ir_shader *vertex = draw->vertex;
    const struct ir_shader *fragment = draw->fragment;

    return check_locations(run, vertex->outputs.data, vertex->outputs.count, "vertex output",
                           limits->maxVertexOutputComponents / 4) &&
           check_locations(run, fragment->inputs.data, fragment->inputs.count, "fragment input",
                           limits->maxFragmentInputComponents / 4) &&
           check_locations(run, fragment->outputs.data, fragment->outputs.count, "fragment output",
                           limits->maxFragmentOutputAttachments);
}

static bool
check_viewport(const struct vk_run *run, const struct scene_viewport *viewport)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const float low = fminf(viewport->y, viewport->y + viewport->height);
    const float high = fmaxf(viewport->y, viewport->y + viewport->height);

    if (viewport->height < 0 && !run->device->can_flip)
        return vk_fail_lacks(run->fault, "a viewport's height is negative, which needs Vulkan 1.1 "
                                         "or VK_KHR_maintenance1");
    if (viewport->width > (float)limits->maxViewportDimensions[0] ||
        fabsf(viewport->height) > (float)limits->maxViewportDimensions[1] ||
        viewport->x < limits->viewportBoundsRange[0] || low < limits->viewportBoundsRange[0] ||
        viewport->x + viewport->width > limits->viewportBoundsRange[1] ||
        high > limits->viewportBoundsRange[1])
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a viewport of %g by %g at %g, %g is larger than the device's %u by %u "
                       "within %g and %g",
                       (double)viewport->width, (double)viewport->height, (double)viewport->x,
                       (double)viewport->y, limits->maxViewportDimensions[0],
                       limits->maxViewportDimensions[1], (double)limits->viewportBoundsRange[0],
                       (double)limits->viewportBoundsRange[1]);
    return true;
}

static bool
check_limits(const struct vk_run *run, const struct scene_draw *draw)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const struct scene_target *target = &run->scene->targets[draw->targets[0]];

    if (draw->target_count > limits->maxColorAttachments)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a draw has %u targets; the device takes %u", draw->target_count,
                       limits->maxColorAttachments);
    if (target->width > limits->maxFramebufferWidth ||
        target->height > limits->maxFramebufferHeight)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a draw is %u by %u pixels large; the device takes %u by %u", target->width,
                       target->height, limits->maxFramebufferWidth, limits->maxFramebufferHeight);
    return check_interface(run, draw) && check_viewport(run, &draw->viewport);
}

/* Points may be wider than 1 only where the device has it; the shader's width is not known. */
static bool
check_points(const struct vk_run *run, const struct scene_draw *draw)
{
    if (draw->topology != scene_topology_points || run->device->features.core.largePoints)
        return true;
    for (uint32_t i = 0; i < draw->vertex->outputs.count; i++) {
        if (draw->vertex->outputs.data[i].builtin == ir_builtin_point_size)
            return vk_fail_lacks(run->fault,
                                 "the vertex shader writes the size of points, for which the "
                                 "device lacks largePoints");
    }
    return true;
}

static VkRect2D
scissor_of(const struct vk_run *run, const struct scene_draw *draw)
{
    const struct scene_target *target = &run->scene->targets[draw->targets[0]];
    const struct scene_rect *scissor = &draw->scissor;

    if (scissor->width == 0 && scissor->height == 0)
        return (VkRect2D){.extent = {target->width, target->height}};
    return (VkRect2D){{scissor->x, scissor->y}, {scissor->width, scissor->height}};
}

/* What one draw is recorded from. */
struct recorded {
    const struct vk_program *program;
    VkPipeline pipeline;
    VkDescriptorSet sets[VK_MAX_SETS];
    uint32_t range_count;
    struct vk_range ranges[VK_MAX_ATTRIBUTES];
};

static void
record(struct vk_run *run, const struct scene_draw *draw, const struct recorded *recorded)
{
    const struct vk_api *api = &run->device->instance.api;
    const VkViewport viewport = {draw->viewport.x,         draw->viewport.y,
                                 draw->viewport.width,     draw->viewport.height,
                                 draw->viewport.min_depth, draw->viewport.max_depth};
    const VkRect2D scissor = scissor_of(run, draw);

    api->vkCmdBindPipeline(run->draws, VK_PIPELINE_BIND_POINT_GRAPHICS, recorded->pipeline);
    api->vkCmdSetViewport(run->draws, 0, 1, &viewport);
    api->vkCmdSetScissor(run->draws, 0, 1, &scissor);
    if (recorded->program->set_count)
        api->vkCmdBindDescriptorSets(run->draws, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                     recorded->program->layout, 0, recorded->program->set_count,
                                     recorded->sets, 0, NULL);
    for (uint32_t i = 0; i < recorded->range_count; i++)
        api->vkCmdBindVertexBuffers(run->draws, i, 1, &recorded->ranges[i].buffer,
                                    &recorded->ranges[i].offset);
    api->vkCmdDraw(run->draws, draw->vertex_count, draw->instance_count, draw->first_vertex,
                   draw->first_instance);
}

bool
vk_draw(struct vk_run *run, const struct scene_draw *draw)
{
    struct vk_pipeline_key key;
    struct recorded recorded;

    if (!draw->vertex_count || !draw->instance_count)
        return true;
    memset(&key, 0, sizeof(key)); /* Compared as bytes, so padding counts. */
    if (!check_limits(run, draw) || !check_points(run, draw) || !vk_begin_pass(run, draw) ||
        !vk_get_program(run, draw, &key.program) ||
        !vk_upload_attributes(run, draw, &key, recorded.ranges) ||
        !vk_get_pipeline(run, draw, &key, &recorded.pipeline))
        return false;
    recorded.program = &run->programs.data[key.program];
    recorded.range_count = key.attribute_count;
    if (!vk_create_sets(run, recorded.program, draw, recorded.sets))
        return false;
    record(run, draw, &recorded);
    return true;
}
