/* SPDX-License-Identifier: MIT
 *
 * Descriptor sets. What no binding of the draw gives reads as zeroes: a buffer of zeroes, an image
 * of one zero texel.
 */
#include "vk_priv.h"

/* A scene's buffer, or zeroes for scene.buffer_count, as a uniform buffer of size bytes at least.
 * What is past the buffer's end is zero. */
static bool
get_uniform(struct vk_run *run, uint32_t index, uint32_t size, struct vk_range *range)
{
    const struct scene *scene = run->scene;
    const VkDeviceSize alignment = run->device->properties.limits.minUniformBufferOffsetAlignment;
    struct vk_range *cached = &run->uniforms[index];

    if (cached->size < size) {
        const size_t full = index < scene->buffer_count ? scene->buffers[index].size : 0;
        const size_t given = full < size ? full : size;

        if (!vk_take_range(run, vk_pool_upload, size, alignment < 16 ? 16 : alignment, cached))
            return false;
        if (given)
            memcpy(cached->map, scene->buffers[index].data, given);
        memset((char *)cached->map + given, 0, size - given);
    }
    *range = *cached;
    range->size = size;
    return true;
}

/* What vkUpdateDescriptorSets is told of one slot. */
struct written {
    VkDescriptorBufferInfo buffer;
    VkDescriptorImageInfo image;
};

static bool
write_slot(struct vk_run *run, const struct vk_slot *slot, const struct scene_binding *binding,
           struct written *written)
{
    if (slot->type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER) {
        struct vk_range range;

        if (!get_uniform(run, binding ? binding->buffer : run->scene->buffer_count, slot->size,
                         &range))
            return false;
        written->buffer.buffer = range.buffer;
        written->buffer.offset = range.offset;
        written->buffer.range = range.size;
        return true;
    }
    written->image.imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    return vk_get_texture(run, binding ? binding->texture : run->scene->texture_count, slot->dim,
                          &written->image.imageView) &&
           vk_get_sampler(run, binding ? binding->sampler : run->scene->sampler_count,
                          &written->image.sampler);
}

static bool
allocate_sets(struct vk_run *run, const struct vk_program *program,
              VkDescriptorSet sets[VK_MAX_SETS])
{
    const struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;
    VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}, /* None at all is not allowed. */
        {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1},
    };
    const VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = program->set_count,
        .poolSizeCount = BASE_COUNT(sizes),
        .pPoolSizes = sizes,
    };
    VkDescriptorSetAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorSetCount = program->set_count,
        .pSetLayouts = program->set_layouts,
    };

    for (uint32_t i = 0; i < program->slots.count; i++)
        sizes[program->slots.data[i].type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER ? 0 : 1]
            .descriptorCount++;
    struct vk_object *object = vk_add_object(run, vk_object_descriptor_pool);
    if (!vk_check(
            run->fault, "vkCreateDescriptorPool",
            api->vkCreateDescriptorPool(device->handle, &info, NULL, &object->as.descriptor_pool)))
        return false;
    allocate.descriptorPool = object->as.descriptor_pool;
    return vk_check(run->fault, "vkAllocateDescriptorSets",
                    api->vkAllocateDescriptorSets(device->handle, &allocate, sets));
}

bool
vk_create_sets(struct vk_run *run, const struct vk_program *program, const struct scene_draw *draw,
               VkDescriptorSet sets[VK_MAX_SETS])
{
    const struct vk_device *device = run->device;
    struct base_arena *arena = run->diags->arena;
    const uint32_t count = program->slots.count;

    if (!count)
        return true;
    struct written *written = base_arena_new_array(arena, struct written, count);
    VkWriteDescriptorSet *writes = base_arena_new_array(arena, VkWriteDescriptorSet, count);
    if (!allocate_sets(run, program, sets))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct vk_slot *slot = &program->slots.data[i];

        if (!write_slot(run, slot, scene_find_binding(draw, slot->set, slot->binding), &written[i]))
            return false;
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = sets[slot->set],
            .dstBinding = slot->binding,
            .descriptorCount = 1,
            .descriptorType = slot->type,
            .pImageInfo = &written[i].image,
            .pBufferInfo = &written[i].buffer,
        };
    }
    device->instance.api.vkUpdateDescriptorSets(device->handle, count, writes, 0, NULL);
    return true;
}
