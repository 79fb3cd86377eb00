/* SPDX-License-Identifier: MIT
 *
 * Descriptor sets and push constants. What no binding of a step gives reads as zeroes: it is a
 * buffer, a texel or an image of zeroes, and what is written to it is seen by no other binding.
 */
#include "vk_priv.h"

/* What vkUpdateDescriptorSets is told of a slot's elements; one of the three. */
struct written {
    VkDescriptorBufferInfo *buffers;
    VkDescriptorImageInfo *images;
    VkBufferView *views;
};

/* ---- buffers ---- */

static void
set_buffer(VkDescriptorBufferInfo *info, const struct vk_range *range)
{
    info->buffer = range->buffer;
    info->offset = range->offset;
    info->range = range->size;
}

/* As far as the shaders read. Where the binding ends before, or begins where the device cannot
 * begin, a copy with zeroes behind it stands in; of the last bytes that make no whole word it has
 * none unless the shaders read less than words. */
static bool
write_uniform(struct vk_run *run, const struct vk_slot *slot, const struct scene_binding *binding,
              VkDescriptorBufferInfo *info)
{
    const VkDeviceSize alignment = run->device->properties.limits.minUniformBufferOffsetAlignment;
    struct vk_range range;

    if (!binding) {
        if (!vk_get_zeroes(run, slot->size, &range))
            return false;
        set_buffer(info, &range);
        return true;
    }
    const uint64_t given = vk_bound_size(run, binding);
    if (given >= slot->size && binding->offset % alignment == 0) {
        info->buffer = run->buffers[binding->buffer].handle;
        info->offset = binding->offset;
        info->range = slot->size;
        return true;
    }
    const uint64_t used = given < slot->size ? given - given % slot->grain : slot->size;
    if (!vk_copy_padded(run, binding->buffer, binding->offset, used, slot->size, alignment, &range))
        return false;
    set_buffer(info, &range);
    return true;
}

/* No descriptor is empty; without nullDescriptor one byte stands for it, which is no word. */
static bool
write_nothing(struct vk_run *run, VkDescriptorBufferInfo *info)
{
    const VkDeviceSize alignment = run->device->properties.limits.minStorageBufferOffsetAlignment;
    struct vk_range range;

    if (run->device->features.robustness2.nullDescriptor) {
        info->buffer = VK_NULL_HANDLE;
        info->offset = 0;
        info->range = VK_WHOLE_SIZE;
        return true;
    }
    if (!vk_take_range(run, vk_pool_upload, 16, alignment < 16 ? 16 : alignment, &range))
        return false;
    memset(range.map, 0, 16);
    set_buffer(info, &range);
    info->range = 1;
    return true;
}

static bool
check_offset(struct vk_run *run, const struct scene_binding *binding, VkDeviceSize alignment)
{
    if (binding->offset % alignment == 0)
        return true;
    return vk_fail_lacks(run->fault,
                         "set %u, binding %u begins at %llu of its buffer; the device takes "
                         "multiples of %llu",
                         binding->set, binding->binding, (unsigned long long)binding->offset,
                         (unsigned long long)alignment);
}

static bool
write_storage(struct vk_run *run, const struct scene_binding *binding, VkDescriptorBufferInfo *info)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const uint64_t given = binding ? vk_bound_size(run, binding) : 0;

    if (!given)
        return write_nothing(run, info);
    if (!check_offset(run, binding, limits->minStorageBufferOffsetAlignment))
        return false;
    if (given > limits->maxStorageBufferRange)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "set %u, binding %u is a storage buffer of %llu bytes; the device takes %u",
                       binding->set, binding->binding, (unsigned long long)given,
                       limits->maxStorageBufferRange);
    info->buffer = run->buffers[binding->buffer].handle;
    info->offset = binding->offset;
    info->range = given;
    return true;
}

static bool
write_texels(struct vk_run *run, const struct vk_slot *slot, const struct scene_binding *binding,
             VkBufferView *view)
{
    const struct vk_device *device = run->device;
    const VkPhysicalDeviceLimits *limits = &device->properties.limits;
    const bool is_storage = slot->type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    const uint64_t bytes = binding ? scene_format_infos[binding->format].bytes : 1;
    const uint64_t given = binding ? vk_bound_size(run, binding) / bytes * bytes : 0;

    if (!given)
        return vk_get_zero_texels(run, slot, view);
    const VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = run->buffers[binding->buffer].handle,
        .format = vk_format_of(binding->format),
        .offset = binding->offset,
        .range = given,
    };
    if (!check_offset(run, binding, limits->minTexelBufferOffsetAlignment))
        return false;
    if (given / bytes > limits->maxTexelBufferElements)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "set %u, binding %u has %llu texels; the device takes %u", binding->set,
                       binding->binding, (unsigned long long)(given / bytes),
                       limits->maxTexelBufferElements);
    if (!vk_format_has(device, info.format, false,
                       is_storage ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                                  : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT))
        return vk_fail_lacks(run->fault, "the device has no %s texel buffers of format %s",
                             is_storage ? "storage" : "uniform",
                             scene_format_infos[binding->format].name);
    return vk_create_buffer_view(run, &info, view);
}

/* ---- images ---- */

static bool
write_sampler(struct vk_run *run, const struct vk_slot *slot, const struct scene_binding *binding,
              VkDescriptorImageInfo *info)
{
    return vk_get_sampler(run,
                          binding ? binding->sampler : run->scene->sampler_count + slot->compares,
                          slot->is_integer, &info->sampler);
}

/* Linear filters are not for every format. */
static bool
check_filter(struct vk_run *run, const struct scene_binding *binding)
{
    const struct scene *scene = run->scene;
    const struct scene_sampler *sampler = &scene->samplers[binding->sampler];
    const enum scene_format format = scene_view_format(scene, &scene->views[binding->view]);
    const bool is_linear = sampler->mag == scene_filter_linear ||
                           sampler->min == scene_filter_linear ||
                           sampler->mip == scene_filter_linear;

    if (!is_linear || vk_format_has(run->device, vk_format_of(format), true,
                                    VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT))
        return true;
    return vk_fail_lacks(run->fault,
                         "the device samples no images of format %s with linear filters",
                         scene_format_infos[format].name);
}

/* A target of the draw that is being prepared. */
static bool
write_target(struct vk_run *run, const struct vk_slot *slot, VkDescriptorImageInfo *info)
{
    const struct scene_draw *draw = &run->scene->steps[run->step].draw;

    info->imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    return vk_get_view(run, draw->targets[slot->image.attachment].view, vk_role_target,
                       &info->imageView);
}

static bool
write_image(struct vk_run *run, const struct vk_slot *slot, const struct scene_binding *binding,
            VkDescriptorImageInfo *info)
{
    const bool is_storage = slot->type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    const bool is_combined = slot->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;

    info->imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    if (binding && is_combined && !check_filter(run, binding))
        return false;
    if (is_combined && !write_sampler(run, slot, binding, info))
        return false;
    if (!binding)
        return vk_get_zero_image(run, slot, &info->imageView);
    return vk_get_view(run, binding->view, is_storage ? vk_role_storage : vk_role_sampled,
                       &info->imageView);
}

/* ---- sets ---- */

static bool
write_element(struct vk_run *run, const struct vk_slot *slot, const struct scene_binding *binding,
              const struct written *written, uint32_t element)
{
    switch (slot->type) {
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
        return write_uniform(run, slot, binding, &written->buffers[element]);
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        return write_storage(run, binding, &written->buffers[element]);
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        return write_texels(run, slot, binding, &written->views[element]);
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
        return write_target(run, slot, &written->images[element]);
    case VK_DESCRIPTOR_TYPE_SAMPLER:
        return write_sampler(run, slot, binding, &written->images[element]);
    default:
        return write_image(run, slot, binding, &written->images[element]);
    }
}

static bool
write_slot(struct vk_run *run, const struct vk_slot *slot, const struct scene_inputs *inputs,
           VkWriteDescriptorSet *write)
{
    struct base_arena *arena = run->diags->arena;
    const struct written written = {
        base_arena_new_array(arena, VkDescriptorBufferInfo, slot->count),
        base_arena_new_array(arena, VkDescriptorImageInfo, slot->count),
        base_arena_new_array(arena, VkBufferView, slot->count),
    };

    for (uint32_t i = 0; i < slot->count; i++) {
        if (!write_element(run, slot, scene_find_binding(inputs, slot->set, slot->binding, i),
                           &written, i))
            return false;
    }
    write->pBufferInfo = written.buffers;
    write->pImageInfo = written.images;
    write->pTexelBufferView = written.views;
    return true;
}

static bool
allocate_sets(struct vk_run *run, const struct vk_program *program,
              VkDescriptorSet sets[VK_MAX_SETS])
{
    const struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;
    VkDescriptorPoolSize *sizes =
        base_arena_new_array(run->diags->arena, VkDescriptorPoolSize, program->slots.count);
    const VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = program->set_count,
        .poolSizeCount = program->slots.count,
        .pPoolSizes = sizes,
    };
    VkDescriptorSetAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorSetCount = program->set_count,
        .pSetLayouts = program->set_layouts,
    };

    for (uint32_t i = 0; i < program->slots.count; i++)
        sizes[i] =
            (VkDescriptorPoolSize){program->slots.data[i].type, program->slots.data[i].count};
    struct vk_object *object = vk_add_object(run, vk_object_descriptor_pool);
    if (!vk_check(
            run->fault, "vkCreateDescriptorPool",
            api->vkCreateDescriptorPool(device->handle, &info, NULL, &object->as.descriptor_pool)))
        return false;
    allocate.descriptorPool = object->as.descriptor_pool;
    return vk_check(run->fault, "vkAllocateDescriptorSets",
                    api->vkAllocateDescriptorSets(device->handle, &allocate, sets));
}

static bool
write_sets(struct vk_run *run, const struct vk_program *program, const struct scene_inputs *inputs,
           VkDescriptorSet sets[VK_MAX_SETS])
{
    const struct vk_device *device = run->device;
    const uint32_t count = program->slots.count;

    if (!count)
        return true;
    VkWriteDescriptorSet *writes =
        base_arena_new_array(run->diags->arena, VkWriteDescriptorSet, count);
    if (!allocate_sets(run, program, sets))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct vk_slot *slot = &program->slots.data[i];

        writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[i].dstSet = sets[slot->set];
        writes[i].dstBinding = slot->binding;
        writes[i].descriptorCount = slot->count;
        writes[i].descriptorType = slot->type;
        if (!write_slot(run, slot, inputs, &writes[i]))
            return false;
    }
    device->instance.api.vkUpdateDescriptorSets(device->handle, count, writes, 0, NULL);
    return true;
}

bool
vk_prepare_inputs(struct vk_run *run, const struct vk_program *program,
                  const struct scene_inputs *inputs, struct vk_bound *bound)
{
    const uint32_t given =
        inputs->push_size < program->push_size ? inputs->push_size : program->push_size;

    memset(bound->push, 0, sizeof(bound->push));
    if (given)
        memcpy(bound->push, inputs->push, given);
    return write_sets(run, program, inputs, bound->sets);
}

void
vk_bind_inputs(struct vk_run *run, const struct vk_program *program, VkPipelineBindPoint point,
               const struct vk_bound *bound)
{
    const struct vk_api *api = &run->device->instance.api;

    if (program->set_count)
        api->vkCmdBindDescriptorSets(run->commands, point, program->layout, 0, program->set_count,
                                     bound->sets, 0, NULL);
    if (program->push_size)
        api->vkCmdPushConstants(run->commands, program->layout, program->push_stages, 0,
                                program->push_size, bound->push);
}
