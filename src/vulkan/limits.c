/* SPDX-License-Identifier: MIT
 *
 * What a draw or dispatch asks of the device beside its modules: sizes, and features of the fixed
 * functions.
 */
#include "vk_priv.h"

#include <math.h>
#include <stdio.h>

/* ---- interfaces ---- */

/* between: NULL where locations are the scene's. */
static bool
check_locations(const struct vk_run *run, const struct ir_io *ios, uint32_t count,
                const struct vk_between *between, const char *what, uint32_t limit)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t location = ios[i].location;

        if (ios[i].builtin != ir_builtin_none)
            continue;
        if (between)
            location = between->locations[ios[i].is_patch][location] +
                       (ios[i].is_patch ? between->first_patch : 0);
        if (location < limit)
            continue;
        if (between && between->is_moved)
            return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                           "%ss use more than %u locations, the most that the device takes", what,
                           limit);
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a %s is at location %u; the device takes locations below %u", what,
                       ios[i].location, limit);
    }
    return true;
}

static bool
check_stage(const struct vk_run *run, const struct ir_shader *shader,
            const struct vk_between *before, const struct vk_between *after)
{
    char what[64];

    snprintf(what, sizeof(what), "%s input", ir_stage_name(shader->stage));
    if (before && !check_locations(run, shader->inputs.data, shader->inputs.count, before, what,
                                   vk_input_locations(run->device, shader->stage)))
        return false;
    snprintf(what, sizeof(what), "%s output", ir_stage_name(shader->stage));
    return check_locations(run, shader->outputs.data, shader->outputs.count, after, what,
                           vk_output_locations(run->device, shader->stage));
}

bool
vk_check_interface(const struct vk_run *run, const struct vk_program *program)
{
    const struct vk_between *before = NULL;

    for (int stage = 0; stage < ir_stage_count; stage++) {
        const bool is_of_vertices = IR_STAGES_VERTICES >> stage & 1;
        const struct vk_between *after = is_of_vertices ? &program->between[stage] : NULL;

        if (!program->shaders[stage])
            continue;
        if (!check_stage(run, program->shaders[stage], before, after))
            return false;
        before = after;
    }
    return true;
}

/* What only tessellation and geometry count. */
static bool
check_vertices(const struct vk_run *run, const struct scene_draw *draw)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const struct ir_shader *geometry = draw->geometry, *control = draw->tess_control;
    const struct {
        uint32_t found;
        uint32_t limit;
        const char *what;
    } rows[] = {
        {control ? draw->patch_vertices : 0, limits->maxTessellationPatchSize,
         "vertices of a patch"},
        {control ? control->output_vertices : 0, limits->maxTessellationPatchSize,
         "vertices of the patch that a shader makes"},
        {geometry ? geometry->output_vertices : 0, limits->maxGeometryOutputVertices,
         "vertices that a geometry shader makes"},
        {geometry ? geometry->invocations : 0, limits->maxGeometryShaderInvocations,
         "invocations of a geometry shader"},
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].found > rows[i].limit)
            return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                           "a draw has %u %s; the device takes %u", rows[i].found, rows[i].what,
                           rows[i].limit);
    }
    return true;
}

/* ---- sizes ---- */

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
check_size(const struct vk_run *run, const struct scene_draw *draw)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    uint32_t size[3];

    vk_target_size(run, draw, size);
    if (draw->target_count > limits->maxColorAttachments)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a draw has %u targets; the device takes %u", draw->target_count,
                       limits->maxColorAttachments);
    if (size[0] > limits->maxFramebufferWidth || size[1] > limits->maxFramebufferHeight ||
        size[2] > limits->maxFramebufferLayers)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a draw is %u by %u pixels by %u layers large; the device takes %u by %u "
                       "by %u",
                       size[0], size[1], size[2], limits->maxFramebufferWidth,
                       limits->maxFramebufferHeight, limits->maxFramebufferLayers);
    return true;
}

/* ---- features ---- */

static bool
has_adjacency(enum scene_topology topology)
{
    return topology >= scene_topology_lines_adjacency &&
           topology <= scene_topology_triangle_strip_adjacency;
}

static bool
is_list(enum scene_topology topology)
{
    return topology == scene_topology_points || topology == scene_topology_lines ||
           topology == scene_topology_triangles || topology == scene_topology_lines_adjacency ||
           topology == scene_topology_triangles_adjacency;
}

/* Is 1 written to blending's second source, or is it used? */
static bool
has_second_source(const struct scene_draw *draw)
{
    for (uint32_t i = 0; draw->fragment && i < draw->fragment->outputs.count; i++) {
        if (draw->fragment->outputs.data[i].index)
            return true;
    }
    for (uint32_t i = 0; i < draw->target_count; i++) {
        const struct scene_target *target = &draw->targets[i];

        if (target->has_blend && (target->src_color >= scene_factor_src1_color ||
                                  target->dst_color >= scene_factor_src1_color ||
                                  target->src_alpha >= scene_factor_src1_color ||
                                  target->dst_alpha >= scene_factor_src1_color))
            return true;
    }
    return false;
}

/* Points may be wider than 1 only where the device has it; the shader's width is not known. */
static bool
has_large_points(const struct scene_draw *draw)
{
    const struct ir_shader *shader = scene_draw_last_shader(draw);

    return scene_draw_primitive(draw) == ir_primitive_points &&
           vk_has_builtin(shader->outputs.data, shader->outputs.count, ir_builtin_point_size);
}

static bool
check_features(const struct vk_run *run, const struct scene_draw *draw)
{
    const struct vk_features *features = &run->device->features;
    const VkPhysicalDeviceFeatures *core = &features->core;
    const struct scene_raster *raster = &draw->raster;
    const bool has_restart = draw->has_restart && draw->index != scene_index_none;
    const struct {
        bool is_needed;
        VkBool32 has;
        const char *what;
        const char *feature;
    } rows[] = {
        {has_large_points(draw), core->largePoints, "writes the size of points", "largePoints"},
        {raster->polygon != scene_polygon_fill, core->fillModeNonSolid,
         "draws the outlines of polygons", "fillModeNonSolid"},
        {raster->line_width > 0 && raster->line_width != 1.0f, core->wideLines,
         "draws lines of another width than 1", "wideLines"},
        {raster->has_depth_clamp, core->depthClamp, "clamps depth", "depthClamp"},
        {raster->has_depth_bias && raster->bias_clamp != 0, core->depthBiasClamp,
         "clamps its depth bias", "depthBiasClamp"},
        {raster->min_sample_shading > 0, core->sampleRateShading, "is shaded by samples",
         "sampleRateShading"},
        {raster->has_alpha_to_one, core->alphaToOne, "sets alpha to one", "alphaToOne"},
        {draw->depth.has_bounds, core->depthBounds, "tests depth bounds", "depthBounds"},
        {has_adjacency(draw->topology), core->geometryShader, "has primitives with adjacency",
         "geometryShader"},
        {draw->tess_eval != NULL, core->tessellationShader, "tessellates patches",
         "tessellationShader"},
        {draw->geometry != NULL, core->geometryShader, "has a geometry shader", "geometryShader"},
        {raster->is_last_provoking, features->provoking.provokingVertexLast,
         "takes flat inputs from the last vertex", "provokingVertexLast"},
        {has_second_source(draw), core->dualSrcBlend, "blends two sources", "dualSrcBlend"},
        {has_restart && is_list(draw->topology),
         features->list_restart.primitiveTopologyListRestart, "restarts lists",
         "primitiveTopologyListRestart"},
        {has_restart && draw->topology == scene_topology_patches,
         features->list_restart.primitiveTopologyPatchListRestart, "restarts lists of patches",
         "primitiveTopologyPatchListRestart"},
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].is_needed && !rows[i].has)
            return vk_fail_lacks(run->fault, "the draw %s, for which the device lacks %s",
                                 rows[i].what, rows[i].feature);
    }
    return true;
}

static bool
check_line_width(const struct vk_run *run, const struct scene_draw *draw)
{
    const float *range = run->device->properties.limits.lineWidthRange;
    const float width = draw->raster.line_width;

    if (!(width > 0) || width == 1.0f || (width >= range[0] && width <= range[1]))
        return true;
    return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                   "a draw has lines of width %g; the device takes %g to %g", (double)width,
                   (double)range[0], (double)range[1]);
}

static bool
check_blending(const struct vk_run *run, const struct scene_draw *draw)
{
    for (uint32_t i = 0; i < draw->target_count; i++) {
        const struct scene_target *target = &draw->targets[i];

        if (!target->has_blend || target->view == SCENE_NONE)
            continue;
        const enum scene_format format =
            scene_view_format(run->scene, &run->scene->views[target->view]);
        if (!vk_format_has(run->device, vk_format_of(format), true,
                           VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT))
            return vk_fail_lacks(run->fault, "the device does not blend targets of format %s",
                                 scene_format_infos[format].name);
    }
    return true;
}

bool
vk_check_draw(const struct vk_run *run, const struct scene_draw *draw)
{
    if (!run->device->can_draw)
        return vk_fail_lacks(run->fault, "the device cannot draw: it has no graphics queue");
    return check_size(run, draw) && check_viewport(run, &draw->viewport) &&
           check_features(run, draw) && check_vertices(run, draw) && check_line_width(run, draw) &&
           check_blending(run, draw);
}

/* ---- dispatches ---- */

static bool
check_workgroup(const struct vk_run *run, const struct ir_shader *shader)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const uint32_t *size = shader->local_size;
    const uint64_t plane = (uint64_t)size[0] * size[1];

    if (size[0] > limits->maxComputeWorkGroupSize[0] ||
        size[1] > limits->maxComputeWorkGroupSize[1] ||
        size[2] > limits->maxComputeWorkGroupSize[2] ||
        plane * size[2] > limits->maxComputeWorkGroupInvocations)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a workgroup is %u by %u by %u; the device takes %u by %u by %u and %u "
                       "invocations",
                       size[0], size[1], size[2], limits->maxComputeWorkGroupSize[0],
                       limits->maxComputeWorkGroupSize[1], limits->maxComputeWorkGroupSize[2],
                       limits->maxComputeWorkGroupInvocations);
    if (shader->shared_size > limits->maxComputeSharedMemorySize)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a workgroup shares %u bytes; the device takes %u", shader->shared_size,
                       limits->maxComputeSharedMemorySize);
    return true;
}

bool
vk_check_dispatch(const struct vk_run *run, const struct scene_dispatch *dispatch)
{
    const uint32_t *most = run->device->properties.limits.maxComputeWorkGroupCount;
    const bool has_base = dispatch->base[0] || dispatch->base[1] || dispatch->base[2];

    if (!check_workgroup(run, dispatch->shader))
        return false;
    if (dispatch->indirect.is_used)
        return true;
    for (unsigned i = 0; i < 3; i++) {
        if ((uint64_t)dispatch->base[i] + dispatch->groups[i] > most[i])
            return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                           "a dispatch has %u workgroups from %u on; the device takes %u",
                           dispatch->groups[i], dispatch->base[i], most[i]);
    }
    if (has_base && !run->device->instance.api.vkCmdDispatchBase)
        return vk_fail_lacks(run->fault, "a dispatch begins at another workgroup than the first, "
                                         "which needs Vulkan 1.1");
    return true;
}
