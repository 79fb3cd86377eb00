/* SPDX-License-Identifier: MIT
 *
 * The scene's buffers, and parts of them with zeroes behind.
 */
#include "vk_priv.h"

/* Of buffers that nobody reads past their size. A multiple of 4, so that vkCmdFillBuffer takes it
 * whole. */
static VkDeviceSize
whole_size(size_t size)
{
    return size < 16 ? 16 : ((VkDeviceSize)size + 15) & ~(VkDeviceSize)15;
}

static bool
create_buffer(struct vk_run *run, uint32_t index)
{
    const struct vk_device *device = run->device;
    const size_t size = run->scene->buffers[index].size;
    struct vk_buffer *buffer = &run->buffers[index];
    const bool is_addressed = buffer->usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;

    if (size > UINT64_MAX - 16 || size > device->features.max_allocation)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "buffer %u has %zu bytes; the device takes %llu of memory at once", index,
                       size, (unsigned long long)device->features.max_allocation);
    if (is_addressed && !device->features.core12.bufferDeviceAddress)
        return vk_fail_lacks(run->fault,
                             "the address of buffer %u is taken, for which the device "
                             "lacks bufferDeviceAddress",
                             index);
    buffer->size = whole_size(size);
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = buffer->size,
        .usage = buffer->usage,
    };
    struct vk_object *object = vk_add_object(run, vk_object_buffer);
    if (!vk_check(
            run->fault, "vkCreateBuffer",
            device->instance.api.vkCreateBuffer(device->handle, &info, NULL, &object->as.buffer)))
        return false;
    buffer->handle = object->as.buffer;
    return vk_bind_buffer(run, buffer->handle, is_addressed);
}

static VkDeviceAddress
address_of(const struct vk_run *run, uint32_t buffer)
{
    const struct vk_device *device = run->device;
    const VkBufferDeviceAddressInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
        .buffer = run->buffers[buffer].handle,
    };

    return device->instance.api.vkGetBufferDeviceAddress(device->handle, &info);
}

static bool
has_addresses(const struct vk_run *run, uint32_t buffer)
{
    for (uint32_t i = 0; i < run->scene->address_count; i++) {
        if (run->scene->addresses[i].in == buffer)
            return true;
    }
    return false;
}

static void
write_addresses(const struct vk_run *run, uint32_t buffer, char *to)
{
    for (uint32_t i = 0; i < run->scene->address_count; i++) {
        const struct scene_address *address = &run->scene->addresses[i];
        uint64_t value;

        if (address->in != buffer)
            continue;
        value = address_of(run, address->of) + address->plus;
        memcpy(to + address->at, &value, sizeof(value));
    }
}

static bool
fill_buffer(struct vk_run *run, uint32_t index)
{
    const struct vk_api *api = &run->device->instance.api;
    const struct scene_buffer *from = &run->scene->buffers[index];
    const struct vk_buffer *buffer = &run->buffers[index];
    struct vk_range range;

    if (!from->data && !has_addresses(run, index)) {
        api->vkCmdFillBuffer(run->setup, buffer->handle, 0, VK_WHOLE_SIZE, 0);
        return true;
    }
    if (!vk_take_range(run, vk_pool_upload, buffer->size, 16, &range))
        return false;
    memset(range.map, 0, (size_t)buffer->size);
    if (from->data && from->size)
        memcpy(range.map, from->data, from->size);
    write_addresses(run, index, range.map);
    const VkBufferCopy region = {range.offset, 0, buffer->size};
    api->vkCmdCopyBuffer(run->setup, range.buffer, buffer->handle, 1, &region);
    return true;
}

bool
vk_create_buffers(struct vk_run *run)
{
    for (uint32_t i = 0; i < run->scene->buffer_count; i++) {
        if (!create_buffer(run, i))
            return false;
    }
    for (uint32_t i = 0; i < run->scene->buffer_count; i++) {
        if (!fill_buffer(run, i))
            return false;
    }
    return true;
}

/* ---- parts ---- */

bool
vk_copy_padded(struct vk_run *run, uint32_t index, uint64_t offset, uint64_t given, uint64_t size,
               VkDeviceSize alignment, struct vk_range *range)
{
    const struct vk_api *api = &run->device->instance.api;
    const struct scene_buffer *from = &run->scene->buffers[index];

    if (!vk_take_range(run, vk_pool_upload, size, alignment < 16 ? 16 : alignment, range))
        return false;
    memset(range->map, 0, (size_t)size);
    if (!given)
        return true;
    if (vk_is_as_given(run, index)) {
        if (from->data)
            memcpy(range->map, (const char *)from->data + offset, (size_t)given);
        return true;
    }
    const VkBufferCopy region = {offset, range->offset, given};
    api->vkCmdCopyBuffer(run->commands, run->buffers[index].handle, range->buffer, 1, &region);
    run->has_copies = true;
    return true;
}

bool
vk_get_zeroes(struct vk_run *run, VkDeviceSize size, struct vk_range *range)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    VkDeviceSize alignment = limits->minUniformBufferOffsetAlignment;

    if (alignment < limits->minTexelBufferOffsetAlignment)
        alignment = limits->minTexelBufferOffsetAlignment;
    if (run->zeroes.size < size) {
        if (!vk_take_range(run, vk_pool_upload, size, alignment < 16 ? 16 : alignment,
                           &run->zeroes))
            return false;
        memset(run->zeroes.map, 0, (size_t)size);
    }
    *range = run->zeroes;
    range->size = size;
    return true;
}

uint64_t
vk_bound_size(const struct vk_run *run, const struct scene_binding *binding)
{
    const uint64_t whole = run->scene->buffers[binding->buffer].size;

    if (binding->offset >= whole)
        return 0;
    const uint64_t left = whole - binding->offset;
    return binding->size && binding->size < left ? binding->size : left;
}

/* ---- steps ---- */

bool
vk_copy_buffer(struct vk_run *run, const struct scene_copy *copy)
{
    const struct vk_api *api = &run->device->instance.api;
    VkBufferCopy region = {copy->from_at, copy->to_at, copy->size};
    VkBuffer from = run->buffers[copy->from].handle;
    struct vk_range range;

    if (!copy->size)
        return true;
    /* What is copied within a buffer may overlap, so it goes another way round. */
    if (copy->from == copy->to) {
        if (!vk_take_range(run, vk_pool_upload, copy->size, 16, &range))
            return false;
        const VkBufferCopy first = {copy->from_at, range.offset, copy->size};
        api->vkCmdCopyBuffer(run->commands, from, range.buffer, 1, &first);
        vk_barrier(run, run->commands);
        from = range.buffer;
        region.srcOffset = range.offset;
    }
    api->vkCmdCopyBuffer(run->commands, from, run->buffers[copy->to].handle, 1, &region);
    return true;
}

bool
vk_read_buffer(struct vk_run *run, uint32_t index)
{
    const struct vk_api *api = &run->device->instance.api;
    const size_t size = run->scene->buffers[index].size;
    struct vk_read *read = base_array_add(run->diags->arena, &run->reads);

    read->image = SCENE_NONE;
    if (!size)
        return true;
    if (!vk_take_range(run, vk_pool_readback, size, 16, &read->range))
        return false;
    const VkBufferCopy region = {0, read->range.offset, size};
    api->vkCmdCopyBuffer(run->commands, run->buffers[index].handle, read->range.buffer, 1, &region);
    return true;
}
