/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

#define BLOCK_SIZE ((VkDeviceSize)1 << 20)

/* Which properties a pool's memory must have, and which it had better have. */
static const struct {
    VkMemoryPropertyFlags needed;
    VkMemoryPropertyFlags wanted;
    VkBufferUsageFlags usage; /* Of pools of whole buffers. */
} pools[vk_pool_count] = {
    [vk_pool_images] = {0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0},
    [vk_pool_buffers] = {0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0},
    [vk_pool_addressed] = {0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0},
    [vk_pool_upload] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                        0,
                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                            VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                            VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                            VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                            VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                            VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT},
    [vk_pool_readback] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                              VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                          VK_MEMORY_PROPERTY_HOST_CACHED_BIT, VK_BUFFER_USAGE_TRANSFER_DST_BIT},
};

static bool
find_type(const struct vk_device *device, uint32_t bits, VkMemoryPropertyFlags properties,
          uint32_t *type)
{
    for (uint32_t i = 0; i < device->memory.memoryTypeCount; i++) {
        const VkMemoryPropertyFlags has = device->memory.memoryTypes[i].propertyFlags;
        if (bits & UINT32_C(1) << i && (has & properties) == properties) {
            *type = i;
            return true;
        }
    }
    return false;
}

/* Has the heap that much left? Drivers may promise more than there is. */
static bool
check_size(struct vk_run *run, uint32_t type, VkDeviceSize size)
{
    const struct vk_device *device = run->device;
    const uint32_t heap = device->memory.memoryTypes[type].heapIndex;
    const VkDeviceSize heap_size = device->memory.memoryHeaps[heap].size;
    VkDeviceSize left = heap_size - run->memory.heap_used[heap];

    if (left > device->features.max_allocation)
        left = device->features.max_allocation;
    if (size > left)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "the scene needs %llu bytes more of the device's memory, which has %llu",
                       (unsigned long long)size, (unsigned long long)left);
    run->memory.heap_used[heap] += size;
    return true;
}

/* A new block whose memory is one of the types in bits. */
static struct vk_block *
add_block(struct vk_run *run, enum vk_pool pool, VkDeviceSize size, uint32_t bits)
{
    const struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;
    const VkMemoryPropertyFlags needed = pools[pool].needed;
    uint32_t type = 0;

    if (!find_type(device, bits, needed | pools[pool].wanted, &type) &&
        !find_type(device, bits, needed, &type)) {
        vk_fail(run->fault, scene_status_missing, QD_CODE_TARGET_LACKS,
                "the device has no memory of the needed kind");
        return NULL;
    }
    if (!check_size(run, type, size))
        return NULL;

    struct vk_block *block = base_array_add(run->diags->arena, &run->memory.blocks[pool]);
    const VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = pool == vk_pool_addressed ? &flags : NULL,
        .allocationSize = size,
        .memoryTypeIndex = type,
    };
    struct vk_object *object = vk_add_object(run, vk_object_memory);
    if (!vk_check(run->fault, "vkAllocateMemory",
                  api->vkAllocateMemory(device->handle, &info, NULL, &object->as.memory)))
        return NULL;
    block->type = type;
    block->size = size;
    block->memory = object->as.memory;
    return block;
}

/* A new block of a pool of buffers. */
static struct vk_block *
add_buffer_block(struct vk_run *run, enum vk_pool pool, VkDeviceSize size)
{
    const struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size < BLOCK_SIZE ? BLOCK_SIZE : size,
        .usage = pools[pool].usage,
    };
    VkMemoryRequirements needs;
    void *map = NULL;

    struct vk_object *object = vk_add_object(run, vk_object_buffer);
    if (!vk_check(run->fault, "vkCreateBuffer",
                  api->vkCreateBuffer(device->handle, &info, NULL, &object->as.buffer)))
        return NULL;
    const VkBuffer buffer = object->as.buffer;
    api->vkGetBufferMemoryRequirements(device->handle, buffer, &needs);
    struct vk_block *block = add_block(run, pool, needs.size, needs.memoryTypeBits);
    if (!block ||
        !vk_check(run->fault, "vkBindBufferMemory",
                  api->vkBindBufferMemory(device->handle, buffer, block->memory, 0)) ||
        !vk_check(run->fault, "vkMapMemory",
                  api->vkMapMemory(device->handle, block->memory, 0, VK_WHOLE_SIZE, 0, &map)))
        return NULL;
    block->size = info.size;
    block->buffer = buffer;
    block->map = map;
    return block;
}

/* Takes size bytes of a block if it has them; they start at *offset. */
static bool
take(struct vk_block *block, VkDeviceSize size, VkDeviceSize alignment, VkDeviceSize *offset)
{
    const VkDeviceSize start = (block->used + alignment - 1) / alignment * alignment;

    if (start > block->size || size > block->size - start)
        return false;
    block->used = start + size;
    *offset = start;
    return true;
}

bool
vk_take_range(struct vk_run *run, enum vk_pool pool, VkDeviceSize size, VkDeviceSize alignment,
              struct vk_range *range)
{
    const uint32_t count = run->memory.blocks[pool].count;
    struct vk_block *block = count ? &run->memory.blocks[pool].data[count - 1] : NULL;
    VkDeviceSize offset = 0;

    if (!block || !take(block, size, alignment, &offset)) {
        block = add_buffer_block(run, pool, size);
        if (!block)
            return false;
        take(block, size, alignment, &offset);
    }
    range->buffer = block->buffer;
    range->offset = offset;
    range->size = size;
    range->map = block->map + offset;
    return true;
}

/* Memory of a pool for what needs it so. */
static bool
take_memory(struct vk_run *run, enum vk_pool pool, const VkMemoryRequirements *needs,
            VkDeviceMemory *memory, VkDeviceSize *offset)
{
    struct vk_block *block = NULL;

    for (uint32_t i = run->memory.blocks[pool].count; i-- > 0 && !block;) {
        struct vk_block *candidate = &run->memory.blocks[pool].data[i];
        if (needs->memoryTypeBits & UINT32_C(1) << candidate->type &&
            take(candidate, needs->size, needs->alignment, offset))
            block = candidate;
    }
    if (!block) {
        block = add_block(run, pool, needs->size < BLOCK_SIZE ? BLOCK_SIZE : needs->size,
                          needs->memoryTypeBits);
        if (!block)
            return false;
        take(block, needs->size, needs->alignment, offset);
    }
    *memory = block->memory;
    return true;
}

bool
vk_bind_image(struct vk_run *run, VkImage image)
{
    const struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;
    VkMemoryRequirements needs;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceSize offset = 0;

    api->vkGetImageMemoryRequirements(device->handle, image, &needs);
    return take_memory(run, vk_pool_images, &needs, &memory, &offset) &&
           vk_check(run->fault, "vkBindImageMemory",
                    api->vkBindImageMemory(device->handle, image, memory, offset));
}

bool
vk_bind_buffer(struct vk_run *run, VkBuffer buffer, bool is_addressed)
{
    const struct vk_device *device = run->device;
    const struct vk_api *api = &device->instance.api;
    VkMemoryRequirements needs;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceSize offset = 0;

    api->vkGetBufferMemoryRequirements(device->handle, buffer, &needs);
    return take_memory(run, is_addressed ? vk_pool_addressed : vk_pool_buffers, &needs, &memory,
                       &offset) &&
           vk_check(run->fault, "vkBindBufferMemory",
                    api->vkBindBufferMemory(device->handle, buffer, memory, offset));
}
