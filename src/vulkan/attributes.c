/* SPDX-License-Identifier: MIT
 *
 * Vertex and index data. What a scene's buffer holds before anything is run comes from the host:
 * each input gets a range of its own with its elements side by side, so that any offset, stride and
 * format will do, and what the buffer does not have is zero, which hosts do not promise of reads
 * past a buffer's end. What steps have written is read where it lies.
 */
#include "vk_priv.h"

#define MAX_BYTES (UINT64_C(1) << 30)         /* Of one input. */
#define MAX_INDEXED_BYTES (UINT64_C(1) << 24) /* The same past the buffer's end, by an index. */

#define UNKNOWN UINT64_MAX

/* ---- which elements a draw reaches ---- */

static uint32_t
index_size(enum scene_index index)
{
    return index == scene_index_u8 ? 1 : index == scene_index_u16 ? 2 : 4;
}

static uint32_t
read_index(const char *data, enum scene_index index)
{
    uint16_t half;
    uint32_t word;

    switch (index) {
    case scene_index_u8:
        return (unsigned char)*data;
    case scene_index_u16:
        memcpy(&half, data, sizeof(half));
        return half;
    case scene_index_u32:
    case scene_index_none:
        break;
    }
    memcpy(&word, data, sizeof(word));
    return word;
}

/* One more than the greatest vertex of an indexed draw. */
static uint64_t
count_indexed(const struct vk_run *run, const struct scene_draw *draw)
{
    const struct scene_buffer *buffer = &run->scene->buffers[draw->index_buffer];
    const uint32_t bytes = index_size(draw->index);
    const uint32_t restart = draw->index == scene_index_u8    ? UINT8_MAX
                             : draw->index == scene_index_u16 ? UINT16_MAX
                                                              : UINT32_MAX;
    uint64_t most = 0;

    if (draw->indirect.is_used || !vk_is_as_given(run, draw->index_buffer))
        return UNKNOWN;
    for (uint64_t i = 0; i < draw->vertex_count; i++) {
        const uint64_t at = ((uint64_t)draw->first_vertex + i) * bytes;
        uint32_t index = 0;

        if (buffer->data && draw->index_offset < buffer->size &&
            at + bytes <= buffer->size - draw->index_offset)
            index = read_index((const char *)buffer->data + draw->index_offset + at, draw->index);
        if (draw->has_restart && index == restart)
            continue;
        index += (uint32_t)draw->vertex_offset;
        most = index >= most ? (uint64_t)index + 1 : most;
    }
    return most;
}

/* The elements up to the last one that the draw reaches. */
static uint64_t
count_elements(const struct vk_run *run, const struct scene_draw *draw,
               const struct scene_attribute *attribute)
{
    if (!attribute->stride)
        return 1;
    if (draw->indirect.is_used)
        return UNKNOWN;
    if (attribute->rate == scene_rate_instance) {
        const uint32_t divisor = attribute->divisor ? attribute->divisor : 1;
        return (uint64_t)draw->first_instance + (draw->instance_count - 1) / divisor + 1;
    }
    if (draw->index != scene_index_none)
        return count_indexed(run, draw);
    return (uint64_t)draw->first_vertex + draw->vertex_count;
}

/* Elements that lie whole in the buffer. */
static uint64_t
count_given(const struct vk_run *run, const struct scene_attribute *attribute)
{
    const uint64_t size = run->scene->buffers[attribute->buffer].size;
    const uint64_t bytes = scene_format_infos[attribute->format].bytes;

    if (attribute->offset > size || bytes > size - attribute->offset)
        return 0;
    return attribute->stride ? (size - attribute->offset - bytes) / attribute->stride + 1 : 1;
}

/* ---- formats ---- */

/* How an attribute is handed to the host. */
struct fed {
    VkFormat format;
    VkFormat more; /* Of the next location; UNDEFINED: none. */
    uint32_t bytes;
    bool is_converted; /* To words, by the host. */
};

/* The IR's integers have no sign, so signed ones are read as words with the same bits. Colours in
 * less than 32 bits are no common vertices, and llvmpipe mixes up the components of one kind. */
static struct fed
feed_of(const struct vk_run *run, enum scene_format format)
{
    static const VkFormat floats[] = {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT,
                                      VK_FORMAT_R32G32B32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT};
    static const VkFormat words[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT,
                                     VK_FORMAT_R32G32B32_UINT, VK_FORMAT_R32G32B32A32_UINT};
    const struct scene_format_info *info = &scene_format_infos[format];
    const VkFormat *plain = scene_format_is_float(format) ? floats : words;
    struct fed fed = {vk_format_of(format), VK_FORMAT_UNDEFINED, info->bytes, false};

    if (scene_format_is_wide(format)) {
        fed.format = words[info->components == 1 ? 1 : 3];
        if (info->components > 2)
            fed.more = words[info->components == 3 ? 1 : 3];
        return fed;
    }
    if (info->numeric == scene_numeric_sint && info->bytes == 4 * info->components) {
        fed.format = words[info->components - 1];
        return fed;
    }
    if (info->numeric != scene_numeric_sint && !strstr(info->name, "_pack8") &&
        !strstr(info->name, "_pack16") &&
        vk_format_has(run->device, fed.format, false, VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT))
        return fed;
    return (struct fed){plain[info->components - 1], VK_FORMAT_UNDEFINED, 4u * info->components,
                        true};
}

/* ---- data ---- */

static void
gather(const struct vk_run *run, const struct scene_attribute *attribute, const struct fed *fed,
       uint64_t count, char *to)
{
    const char *data = run->scene->buffers[attribute->buffer].data;
    const uint64_t given = count_given(run, attribute);

    memset(to, 0, (size_t)(count * fed->bytes));
    for (uint64_t i = 0; i < count && i < given && data; i++) {
        const char *from = data + attribute->offset + i * attribute->stride;
        char *element = to + i * fed->bytes;
        uint32_t words[4];

        if (!fed->is_converted) {
            memcpy(element, from, fed->bytes);
            continue;
        }
        scene_format_unpack(attribute->format, from, words);
        memcpy(element, words, fed->bytes);
    }
}

static bool
upload(struct vk_run *run, const struct scene_draw *draw, const struct scene_attribute *attribute,
       const struct fed *fed, struct vk_range *range)
{
    const uint64_t given = count_given(run, attribute);
    uint64_t count = count_elements(run, draw, attribute);

    /* Past these, the device's own bounds are relied on. */
    if (count == UNKNOWN ||
        (draw->index != scene_index_none && attribute->rate == scene_rate_vertex && count > given &&
         count > MAX_INDEXED_BYTES / fed->bytes))
        count = given;
    if (count > MAX_BYTES / fed->bytes)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "the vertex input at location %u needs %llu elements of %u bytes; %llu "
                       "bytes are taken",
                       attribute->location, (unsigned long long)count, fed->bytes,
                       (unsigned long long)MAX_BYTES);
    count = count ? count : 1;
    if (!vk_take_range(run, vk_pool_upload, count * fed->bytes, 16, range))
        return false;
    gather(run, attribute, fed, count, range->map);
    return true;
}

/* Data that lie in the scene's buffer must lie as the device reads them. */
static bool
find_in_place(struct vk_run *run, const struct scene_attribute *attribute, const struct fed *fed,
              struct vk_range *range)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    const struct scene_format_info *info = &scene_format_infos[attribute->format];
    const bool is_packed = strstr(info->name, "_pack") != NULL;
    const uint32_t bytes = info->bytes;
    const uint32_t unit = is_packed ? bytes : bytes / info->components;

    if (fed->is_converted)
        return vk_fail_lacks(run->fault,
                             "vertices of format %s are written by the scene itself; the device "
                             "does not read that format",
                             info->name);
    if (attribute->offset % unit || attribute->stride % unit ||
        attribute->stride > limits->maxVertexInputBindingStride)
        return vk_fail_lacks(run->fault,
                             "vertices of format %s lie at %llu and every %u bytes after it; the "
                             "device takes multiples of %u bytes and at most every %u",
                             info->name, (unsigned long long)attribute->offset, attribute->stride,
                             unit, limits->maxVertexInputBindingStride);
    range->buffer = run->buffers[attribute->buffer].handle;
    range->offset = attribute->offset;
    return true;
}

/* ---- the pipeline's side ---- */

static bool
check_divisor(struct vk_run *run, uint32_t divisor)
{
    const struct vk_features *features = &run->device->features;

    if (divisor <= 1)
        return true;
    if (!features->divisor.vertexAttributeInstanceRateDivisor)
        return vk_fail_lacks(run->fault,
                             "an attribute advances every %u instances, for which the "
                             "device lacks vertexAttributeInstanceRateDivisor",
                             divisor);
    if (divisor > features->divisors.maxVertexAttribDivisor)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "an attribute advances every %u instances; the device takes %u", divisor,
                       features->divisors.maxVertexAttribDivisor);
    return true;
}

static void
add_location(struct vk_pipeline_key *key, uint32_t location, VkFormat format, uint32_t offset)
{
    struct vk_attribute *attribute = &key->attributes[key->attribute_count++];

    attribute->location = location;
    attribute->binding = key->binding_count;
    attribute->format = format;
    attribute->offset = offset;
}

/* One attribute of the draw, of which the shader reads one location or both. */
static bool
add_attribute(struct vk_run *run, const struct scene_draw *draw,
              const struct scene_attribute *attribute, uint64_t read, struct vk_pipeline_key *key,
              struct vk_vertices *vertices)
{
    const struct fed fed = feed_of(run, attribute->format);
    const bool is_given = vk_is_as_given(run, attribute->buffer) || !count_given(run, attribute);
    struct vk_vertex_binding *binding = &key->bindings[key->binding_count];
    struct vk_range *range = &vertices->ranges[key->binding_count];

    binding->rate = attribute->rate == scene_rate_instance ? VK_VERTEX_INPUT_RATE_INSTANCE
                                                           : VK_VERTEX_INPUT_RATE_VERTEX;
    binding->divisor =
        attribute->rate == scene_rate_instance && attribute->stride && attribute->divisor
            ? attribute->divisor
            : 1;
    if (!vk_format_has(run->device, fed.format, false, VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT))
        return vk_fail_lacks(run->fault, "the device reads no vertices of format %s",
                             scene_format_infos[attribute->format].name);
    if (!check_divisor(run, binding->divisor))
        return false;
    binding->stride = !attribute->stride ? 0 : is_given ? fed.bytes : attribute->stride;
    if (is_given ? !upload(run, draw, attribute, &fed, range)
                 : !find_in_place(run, attribute, &fed, range))
        return false;
    if (read >> attribute->location & 1)
        add_location(key, attribute->location, fed.format, 0);
    if (fed.more != VK_FORMAT_UNDEFINED && attribute->location + 1 < SCENE_MAX_LOCATIONS &&
        read >> (attribute->location + 1) & 1)
        add_location(key, attribute->location + 1, fed.more, 16);
    key->binding_count++;
    return true;
}

/* Bit 1 << location for what the vertex shader reads. */
static bool
list_locations(struct vk_run *run, const struct ir_shader *shader, uint64_t *read)
{
    const VkPhysicalDeviceLimits *limits = &run->device->properties.limits;
    uint32_t count = 0;

    *read = 0;
    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        const struct ir_io *input = &shader->inputs.data[i];

        if (input->builtin != ir_builtin_none)
            continue;
        count += !(*read >> input->location & 1);
        *read |= UINT64_C(1) << input->location;
        if (count > VK_MAX_ATTRIBUTES || count > limits->maxVertexInputBindings ||
            input->location >= limits->maxVertexInputAttributes)
            return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                           "the vertex shader has inputs up to location %u; the device takes %u "
                           "inputs at locations below %u",
                           input->location,
                           limits->maxVertexInputBindings < VK_MAX_ATTRIBUTES
                               ? limits->maxVertexInputBindings
                               : VK_MAX_ATTRIBUTES,
                           limits->maxVertexInputAttributes);
    }
    return true;
}

/* Which of these locations the attribute feeds. */
static uint64_t
fed_locations(const struct scene_draw *draw, const struct scene_attribute *attribute)
{
    uint64_t fed = UINT64_C(1) << attribute->location;

    if (scene_format_is_wide(attribute->format) &&
        scene_format_infos[attribute->format].components > 2 &&
        attribute->location + 1 < SCENE_MAX_LOCATIONS &&
        !scene_find_attribute(draw, attribute->location + 1))
        fed |= fed << 1;
    return fed;
}

/* ---- indices ---- */

static bool
prepare_indices(struct vk_run *run, const struct scene_draw *draw, struct vk_range *range)
{
    const uint32_t bytes = index_size(draw->index);
    const uint64_t whole = run->scene->buffers[draw->index_buffer].size;
    const uint64_t left = draw->index_offset < whole ? whole - draw->index_offset : 0;
    const uint64_t wanted =
        draw->indirect.is_used ? left : ((uint64_t)draw->first_vertex + draw->vertex_count) * bytes;

    if (draw->index == scene_index_u8 && !run->device->features.index_uint8.indexTypeUint8)
        return vk_fail_lacks(run->fault, "a draw has indices of 8 bits, for which the device lacks "
                                         "indexTypeUint8");
    if (wanted > MAX_BYTES)
        return vk_fail(run->fault, scene_status_missing, QD_CODE_LIMIT,
                       "a draw has %llu bytes of indices; %llu are taken",
                       (unsigned long long)wanted, (unsigned long long)MAX_BYTES);
    if (wanted && wanted <= left && draw->index_offset % bytes == 0) {
        range->buffer = run->buffers[draw->index_buffer].handle;
        range->offset = draw->index_offset;
        return true;
    }
    const uint64_t given = (wanted < left ? wanted : left) / bytes * bytes;
    return vk_copy_padded(run, draw->index_buffer, draw->index_offset, given,
                          wanted < 16 ? 16 : wanted, 16, range);
}

bool
vk_prepare_vertices(struct vk_run *run, const struct scene_draw *draw, struct vk_pipeline_key *key,
                    struct vk_vertices *vertices)
{
    uint64_t read = 0;

    if (!list_locations(run, draw->vertex, &read))
        return false;
    for (uint32_t i = 0; i < draw->attribute_count; i++) {
        const struct scene_attribute *attribute = &draw->attributes[i];
        const uint64_t fed = fed_locations(draw, attribute) & read;

        if (fed && !add_attribute(run, draw, attribute, fed, key, vertices))
            return false;
        read &= ~fed;
    }
    if (read)
        return vk_fail(run->fault, scene_status_bad, QD_CODE_SCENE_INVALID,
                       "a vertex input has no attribute");
    return draw->index == scene_index_none || prepare_indices(run, draw, &vertices->indices);
}
