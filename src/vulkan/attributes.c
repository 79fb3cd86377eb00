/* SPDX-License-Identifier: MIT
 *
 * Vertex data. Each input gets a buffer of its own with its elements side by side, from element 0
 * on. So any offset and stride will do, whatever the device's limits and alignments, and what the
 * scene's buffer does not have is zero, which hosts do not promise of reads past a buffer's end.
 */
#include "vk_priv.h"

#define MAX_BYTES (UINT64_C(1) << 30) /* Of one input. */

/* The elements that the draw's indices reach, those below the first one too. */
static uint64_t
count_elements(const struct scene_draw *draw, const struct scene_attribute *attribute)
{
    if (!attribute->stride)
        return 1;
    if (attribute->rate == scene_rate_instance)
        return (uint64_t)draw->first_instance + draw->instance_count;
    return (uint64_t)draw->first_vertex + draw->vertex_count;
}

static void
gather(const struct scene_buffer *buffer, const struct scene_attribute *attribute, uint64_t count,
       char *to)
{
    const size_t bytes = scene_format_infos[attribute->format].bytes;
    uint64_t at = attribute->offset;

    memset(to, 0, (size_t)count * bytes);
    for (uint64_t i = 0; i < count && at < buffer->size; i++) {
        const size_t left = buffer->size - (size_t)at;

        memcpy(to + i * bytes, (const char *)buffer->data + at, left < bytes ? left : bytes);
        if (at > UINT64_MAX - attribute->stride)
            return;
        at += attribute->stride;
    }
}

static bool
upload(struct vk_run *run, const struct scene_draw *draw, const struct scene_attribute *attribute,
       struct vk_range *range)
{
    const struct scene_buffer *buffer = &run->scene->buffers[attribute->buffer];
    const uint64_t count = count_elements(draw, attribute);
    const uint64_t bytes = count * scene_format_infos[attribute->format].bytes;

    if (bytes > MAX_BYTES)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "the vertex input at location %u needs %llu bytes; %llu are taken",
                       attribute->location, (unsigned long long)bytes,
                       (unsigned long long)MAX_BYTES);
    if (!vk_take_range(run, vk_pool_upload, bytes, 16, range))
        return false;
    gather(buffer, attribute, count, range->map);
    return true;
}

bool
vk_upload_attributes(struct vk_run *run, const struct scene_draw *draw, struct vk_pipeline_key *key,
                     struct vk_range ranges[VK_MAX_ATTRIBUTES])
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;

    for (uint32_t i = 0; i < draw->vertex->inputs.count; i++) {
        const struct ir_io *input = &draw->vertex->inputs.data[i];
        struct vk_attribute *attribute = &key->attributes[key->attribute_count];

        if (input->builtin != ir_builtin_none)
            continue;
        const struct scene_attribute *from = scene_find_attribute(draw, input->location);
        if (!from)
            return vk_fail(run->fault, scene_status_bad, QD_CODE_SCENE_INVALID,
                           "the vertex input at location %u has no attribute", input->location);
        if (key->attribute_count >= VK_MAX_ATTRIBUTES ||
            key->attribute_count >= limits->maxVertexInputBindings ||
            input->location >= limits->maxVertexInputAttributes)
            return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                           "the vertex shader has inputs up to location %u; the device takes %u "
                           "inputs at locations below %u",
                           input->location,
                           limits->maxVertexInputBindings < VK_MAX_ATTRIBUTES
                               ? limits->maxVertexInputBindings
                               : VK_MAX_ATTRIBUTES,
                           limits->maxVertexInputAttributes);
        attribute->location = input->location;
        attribute->format = vk_format_of_attribute(from->format);
        attribute->stride = from->stride ? scene_format_infos[from->format].bytes : 0;
        attribute->rate = from->rate == scene_rate_instance ? VK_VERTEX_INPUT_RATE_INSTANCE
                                                            : VK_VERTEX_INPUT_RATE_VERTEX;
        if (!vk_format_has(run->device, attribute->format, false,
                           VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT))
            return vk_fail_lacks(run->fault, "the device reads no vertices of format %s",
                                 scene_format_infos[from->format].name);
        if (!upload(run, draw, from, &ranges[key->attribute_count]))
            return false;
        key->attribute_count++;
    }
    return true;
}
