/* SPDX-License-Identifier: MIT
 *
 * The state of a draw, as a pipeline has it.
 */
#include "vk_priv.h"

static const VkPrimitiveTopology topologies[] = {
    [scene_topology_points] = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
    [scene_topology_lines] = VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
    [scene_topology_line_strip] = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP,
    [scene_topology_triangles] = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
    [scene_topology_triangle_strip] = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
    [scene_topology_triangle_fan] = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN,
    [scene_topology_lines_adjacency] = VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY,
    [scene_topology_line_strip_adjacency] = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY,
    [scene_topology_triangles_adjacency] = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY,
    [scene_topology_triangle_strip_adjacency] = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY,
    [scene_topology_patches] = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST,
};

static const VkCullModeFlags culls[] = {
    [scene_cull_none] = VK_CULL_MODE_NONE,
    [scene_cull_front] = VK_CULL_MODE_FRONT_BIT,
    [scene_cull_back] = VK_CULL_MODE_BACK_BIT,
    [scene_cull_both] = VK_CULL_MODE_FRONT_AND_BACK,
};

static const VkPolygonMode polygons[] = {
    [scene_polygon_fill] = VK_POLYGON_MODE_FILL,
    [scene_polygon_line] = VK_POLYGON_MODE_LINE,
    [scene_polygon_point] = VK_POLYGON_MODE_POINT,
};

static const VkStencilOp stencil_ops[] = {
    [scene_stencil_keep] = VK_STENCIL_OP_KEEP,
    [scene_stencil_zero] = VK_STENCIL_OP_ZERO,
    [scene_stencil_replace] = VK_STENCIL_OP_REPLACE,
    [scene_stencil_increment_clamp] = VK_STENCIL_OP_INCREMENT_AND_CLAMP,
    [scene_stencil_decrement_clamp] = VK_STENCIL_OP_DECREMENT_AND_CLAMP,
    [scene_stencil_invert] = VK_STENCIL_OP_INVERT,
    [scene_stencil_increment_wrap] = VK_STENCIL_OP_INCREMENT_AND_WRAP,
    [scene_stencil_decrement_wrap] = VK_STENCIL_OP_DECREMENT_AND_WRAP,
};

static const VkBlendFactor factors[] = {
    [scene_factor_zero] = VK_BLEND_FACTOR_ZERO,
    [scene_factor_one] = VK_BLEND_FACTOR_ONE,
    [scene_factor_src_color] = VK_BLEND_FACTOR_SRC_COLOR,
    [scene_factor_one_minus_src_color] = VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR,
    [scene_factor_dst_color] = VK_BLEND_FACTOR_DST_COLOR,
    [scene_factor_one_minus_dst_color] = VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR,
    [scene_factor_src_alpha] = VK_BLEND_FACTOR_SRC_ALPHA,
    [scene_factor_one_minus_src_alpha] = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
    [scene_factor_dst_alpha] = VK_BLEND_FACTOR_DST_ALPHA,
    [scene_factor_one_minus_dst_alpha] = VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,
    [scene_factor_constant_color] = VK_BLEND_FACTOR_CONSTANT_COLOR,
    [scene_factor_one_minus_constant_color] = VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR,
    [scene_factor_constant_alpha] = VK_BLEND_FACTOR_CONSTANT_ALPHA,
    [scene_factor_one_minus_constant_alpha] = VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA,
    [scene_factor_src_alpha_saturate] = VK_BLEND_FACTOR_SRC_ALPHA_SATURATE,
    [scene_factor_src1_color] = VK_BLEND_FACTOR_SRC1_COLOR,
    [scene_factor_one_minus_src1_color] = VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR,
    [scene_factor_src1_alpha] = VK_BLEND_FACTOR_SRC1_ALPHA,
    [scene_factor_one_minus_src1_alpha] = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,
};

static const VkBlendOp blend_ops[] = {
    [scene_blend_add] = VK_BLEND_OP_ADD,
    [scene_blend_subtract] = VK_BLEND_OP_SUBTRACT,
    [scene_blend_reverse_subtract] = VK_BLEND_OP_REVERSE_SUBTRACT,
    [scene_blend_min] = VK_BLEND_OP_MIN,
    [scene_blend_max] = VK_BLEND_OP_MAX,
};

static void
fill_raster(const struct scene_draw *draw, VkPipelineRasterizationStateCreateInfo *to)
{
    const struct scene_raster *raster = &draw->raster;

    to->sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    to->depthClampEnable = raster->has_depth_clamp;
    to->polygonMode = polygons[raster->polygon];
    to->cullMode = culls[raster->cull];
    to->frontFace = raster->front == scene_front_clockwise ? VK_FRONT_FACE_CLOCKWISE
                                                           : VK_FRONT_FACE_COUNTER_CLOCKWISE;
    to->depthBiasEnable = raster->has_depth_bias;
    if (raster->has_depth_bias) {
        to->depthBiasConstantFactor = raster->bias_constant;
        to->depthBiasClamp = raster->bias_clamp;
        to->depthBiasSlopeFactor = raster->bias_slope;
    }
    to->lineWidth = raster->line_width > 0 ? raster->line_width : 1;
}

static void
fill_multisample(const struct vk_run *run, const struct scene_draw *draw,
                 struct vk_pipeline_key *key)
{
    const struct scene_raster *raster = &draw->raster;
    VkPipelineMultisampleStateCreateInfo *to = &key->multisample;

    to->sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    to->rasterizationSamples = (VkSampleCountFlagBits)scene_draw_samples(run->scene, draw);
    to->sampleShadingEnable = raster->min_sample_shading > 0;
    to->minSampleShading = raster->min_sample_shading > 0 ? raster->min_sample_shading : 0;
    to->alphaToCoverageEnable = raster->has_alpha_to_coverage;
    to->alphaToOneEnable = raster->has_alpha_to_one;
    key->sample_mask = raster->has_sample_mask ? raster->sample_mask : UINT32_MAX;
}

static void
fill_stencil(const struct scene_stencil *stencil, VkStencilOpState *to)
{
    to->failOp = stencil_ops[stencil->fail];
    to->passOp = stencil_ops[stencil->pass];
    to->depthFailOp = stencil_ops[stencil->depth_fail];
    to->compareOp = vk_compare_of(stencil->compare);
    to->compareMask = stencil->compare_mask;
    to->writeMask = stencil->write_mask;
    to->reference = stencil->reference;
}

/* Without an aspect its tests pass, and nothing is written. */
static void
fill_depth(const struct vk_run *run, const struct scene_draw *draw,
           VkPipelineDepthStencilStateCreateInfo *to)
{
    const struct scene_depth *depth = &draw->depth;
    const VkImageAspectFlags aspects = draw->depth_view == SCENE_NONE
                                           ? 0u
                                           : vk_format_aspects(scene_view_format(
                                                 run->scene, &run->scene->views[draw->depth_view]));

    to->sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
    if (aspects & VK_IMAGE_ASPECT_DEPTH_BIT) {
        to->depthTestEnable = depth->has_test;
        to->depthWriteEnable = depth->has_test && depth->has_write;
        to->depthCompareOp = vk_compare_of(depth->compare);
        to->depthBoundsTestEnable = depth->has_bounds;
        to->minDepthBounds = depth->has_bounds ? depth->min_bounds : 0;
        to->maxDepthBounds = depth->has_bounds ? depth->max_bounds : 0;
    }
    if (aspects & VK_IMAGE_ASPECT_STENCIL_BIT && depth->has_stencil) {
        to->stencilTestEnable = VK_TRUE;
        fill_stencil(&depth->front, &to->front);
        fill_stencil(&depth->back, &to->back);
    }
}

/* Components that the fragment shader has for a target. What it does not write stays. */
static VkColorComponentFlags
written_mask(const struct ir_shader *fragment, uint32_t location)
{
    VkColorComponentFlags mask = 0;

    for (uint32_t i = 0; fragment && i < fragment->outputs.count; i++) {
        const struct ir_io *output = &fragment->outputs.data[i];
        if (output->builtin == ir_builtin_none && output->location == location && !output->index)
            mask |= ((1u << output->components) - 1) << output->component;
    }
    return mask & 15;
}

static void
fill_blend(const struct scene_draw *draw, uint32_t location,
           VkPipelineColorBlendAttachmentState *to)
{
    const struct scene_target *target = &draw->targets[location];

    to->colorWriteMask = written_mask(draw->fragment, location) & ~(unsigned)target->no_write & 15;
    if (target->view == SCENE_NONE)
        to->colorWriteMask = 0;
    to->blendEnable = target->has_blend && target->view != SCENE_NONE;
    if (!to->blendEnable)
        return;
    to->srcColorBlendFactor = factors[target->src_color];
    to->dstColorBlendFactor = factors[target->dst_color];
    to->colorBlendOp = blend_ops[target->color_op];
    to->srcAlphaBlendFactor = factors[target->src_alpha];
    to->dstAlphaBlendFactor = factors[target->dst_alpha];
    to->alphaBlendOp = blend_ops[target->alpha_op];
}

void
vk_fill_states(const struct vk_run *run, const struct scene_draw *draw, struct vk_pipeline_key *key)
{
    key->assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    key->assembly.topology = topologies[draw->topology];
    key->assembly.primitiveRestartEnable = draw->has_restart && draw->index != scene_index_none;
    key->patch_vertices = draw->topology == scene_topology_patches ? draw->patch_vertices : 0;
    key->is_last_provoking = draw->raster.is_last_provoking;
    fill_raster(draw, &key->raster);
    fill_multisample(run, draw, key);
    fill_depth(run, draw, &key->depth);
    key->target_count = draw->target_count;
    for (uint32_t i = 0; i < draw->target_count; i++)
        fill_blend(draw, i, &key->blends[i]);
    memcpy(key->blend_constants, draw->blend_constants, sizeof(key->blend_constants));
}
