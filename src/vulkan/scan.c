/* SPDX-License-Identifier: MIT
 *
 * What a scene's buffers and images are used for, found before they are made.
 */
#include "vk_priv.h"

static void
note_write(struct vk_run *run, uint32_t buffer, uint32_t step)
{
    if (step < run->buffers[buffer].first_write)
        run->buffers[buffer].first_write = step;
}

/* ---- images ---- */

static void
note_view(struct vk_run *run, uint32_t index, VkImageUsageFlags usage)
{
    const struct scene_view *view = &run->scene->views[index];
    const struct scene_image *image = &run->scene->images[view->image];
    struct vk_image *use = &run->images[view->image];
    const bool is_target =
        usage & (VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);

    use->usage |= usage;
    if (view->format != scene_format_none && view->format != image->format)
        use->flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    if (view->dim == ir_dim_cube && !is_target)
        use->flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    if (image->dim == scene_image_3d && is_target)
        use->flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
}

/* Targets that the shader reads. */
static void
note_inputs_of_targets(struct vk_run *run, const struct scene_draw *draw)
{
    for (uint32_t i = 0; draw->fragment && i < draw->fragment->images.count; i++) {
        const struct ir_image *image = &draw->fragment->images.data[i];

        if (image->kind == ir_image_input)
            note_view(run, draw->targets[image->attachment].view,
                      VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT);
    }
}

static void
note_targets(struct vk_run *run, const struct scene_draw *draw)
{
    note_inputs_of_targets(run, draw);
    for (uint32_t i = 0; i < draw->target_count; i++) {
        const struct scene_target *target = &draw->targets[i];

        if (target->view == SCENE_NONE)
            continue;
        note_view(run, target->view, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
        if (target->resolve != SCENE_NONE)
            note_view(run, target->resolve, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    }
    if (draw->depth_view != SCENE_NONE)
        note_view(run, draw->depth_view, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
}

/* ---- bindings ---- */

static void
note_binding(struct vk_run *run, const struct scene_binding *binding, uint32_t step)
{
    switch (binding->kind) {
    case scene_binding_uniform:
        run->buffers[binding->buffer].usage |= VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
        return;
    case scene_binding_storage:
        run->buffers[binding->buffer].usage |= VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        note_write(run, binding->buffer, step);
        return;
    case scene_binding_uniform_texel:
        run->buffers[binding->buffer].usage |= VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
        return;
    case scene_binding_storage_texel:
        run->buffers[binding->buffer].usage |= VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
        note_write(run, binding->buffer, step);
        return;
    case scene_binding_combined:
    case scene_binding_sampled:
        note_view(run, binding->view, VK_IMAGE_USAGE_SAMPLED_BIT);
        return;
    case scene_binding_storage_image:
        note_view(run, binding->view, VK_IMAGE_USAGE_STORAGE_BIT);
        return;
    case scene_binding_sampler:
        return;
    }
}

static void
note_inputs(struct vk_run *run, const struct scene_inputs *inputs, uint32_t step)
{
    for (uint32_t i = 0; i < inputs->binding_count; i++)
        note_binding(run, &inputs->bindings[i], step);
}

/* A shader that goes by addresses may write wherever one leads. */
static void
note_shader(struct vk_run *run, const struct ir_shader *shader, uint32_t step)
{
    if (!shader || !vk_get_facts(run, shader)->has_global)
        return;
    for (uint32_t i = 0; i < run->scene->address_count; i++)
        note_write(run, run->scene->addresses[i].of, step);
}

static void
note_indirect(struct vk_run *run, const struct scene_indirect *indirect)
{
    if (indirect->is_used)
        run->buffers[indirect->buffer].usage |= VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
}

/* ---- steps ---- */

static void
note_draw(struct vk_run *run, const struct scene_draw *draw, uint32_t step)
{
    const struct ir_shader *shaders[ir_stage_count];

    scene_draw_shaders(draw, shaders);
    note_targets(run, draw);
    note_inputs(run, &draw->inputs, step);
    for (unsigned stage = 0; stage < ir_stage_count; stage++)
        note_shader(run, shaders[stage], step);
    note_indirect(run, &draw->indirect);
    for (uint32_t i = 0; i < draw->attribute_count; i++)
        run->buffers[draw->attributes[i].buffer].usage |= VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;
    if (draw->index != scene_index_none)
        run->buffers[draw->index_buffer].usage |= VK_BUFFER_USAGE_INDEX_BUFFER_BIT;
}

static void
note_step(struct vk_run *run, const struct scene_step *step, uint32_t index)
{
    switch (step->kind) {
    case scene_step_draw:
        note_draw(run, &step->draw, index);
        return;
    case scene_step_dispatch:
        note_inputs(run, &step->dispatch.inputs, index);
        note_shader(run, step->dispatch.shader, index);
        note_indirect(run, &step->dispatch.indirect);
        return;
    case scene_step_copy_buffer:
        note_write(run, step->copy.to, index);
        return;
    case scene_step_clear:
    case scene_step_copy_image:
    case scene_step_read_buffer:
    case scene_step_read_image:
        return;
    }
}

void
vk_scan_uses(struct vk_run *run)
{
    const struct scene *scene = run->scene;
    const VkBufferUsageFlags copies =
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    for (uint32_t i = 0; i < scene->buffer_count; i++) {
        run->buffers[i].usage = copies;
        run->buffers[i].first_write = UINT32_MAX;
    }
    for (uint32_t i = 0; i < scene->image_count; i++)
        run->images[i].usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    for (uint32_t i = 0; i < scene->address_count; i++) {
        run->buffers[scene->addresses[i].of].usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
        note_write(run, scene->addresses[i].in, 0);
    }
    for (uint32_t i = 0; i < scene->step_count; i++)
        note_step(run, &scene->steps[i], i);
}

bool
vk_is_as_given(const struct vk_run *run, uint32_t buffer)
{
    const struct scene *scene = run->scene;

    for (uint32_t i = 0; i < scene->address_count; i++) {
        if (scene->addresses[i].in == buffer)
            return false;
    }
    return run->step <= run->buffers[buffer].first_write;
}
