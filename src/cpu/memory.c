/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include "base/bits.h"

/* Buffers' addresses are apart by more than any of them has bytes, so that none runs into the
 * next one. */
#define ADDRESS_STEP (UINT64_C(1) << 40)

static struct scene_bytes
bytes_of(const void *data, size_t size, size_t whole, struct base_arena *arena)
{
    struct scene_bytes bytes = {base_arena_alloc(arena, whole), whole};

    if (data)
        memcpy(bytes.data, data, size < whole ? size : whole);
    return bytes;
}

/* Where an address lies in its buffer was checked with the scene. */
static void
fill_addresses(const struct cpu_memory *memory)
{
    for (uint32_t i = 0; i < memory->scene->address_count; i++) {
        const struct scene_address *address = &memory->scene->addresses[i];
        const struct scene_bytes *in = &memory->buffers[address->in];
        const uint64_t value = memory->ranges[address->of].first + address->plus;

        if (in->size >= sizeof(value) && address->at <= in->size - sizeof(value))
            memcpy((char *)in->data + address->at, &value, sizeof(value));
    }
}

void
cpu_memory_init(struct cpu_memory *memory, const struct scene *scene, struct base_arena *arena)
{
    struct cpu_range *ranges = base_arena_new_array(arena, struct cpu_range, scene->buffer_count);

    memory->scene = scene;
    memory->buffers = base_arena_new_array(arena, struct scene_bytes, scene->buffer_count);
    memory->images = base_arena_new_array(arena, struct scene_bytes, scene->image_count);
    for (uint32_t i = 0; i < scene->buffer_count; i++) {
        const struct scene_buffer *buffer = &scene->buffers[i];

        memory->buffers[i] = bytes_of(buffer->data, buffer->size, buffer->size, arena);
        ranges[i].first = (i + UINT64_C(1)) * ADDRESS_STEP;
        ranges[i].view = (struct cpu_buffer_view){memory->buffers[i].data, buffer->size, true};
    }
    for (uint32_t i = 0; i < scene->image_count; i++) {
        const struct scene_image *image = &scene->images[i];

        memory->images[i] =
            bytes_of(image->data, image->size, (size_t)scene_image_size(image), arena);
    }
    memory->ranges = ranges;
    memory->range_count = scene->buffer_count;
    fill_addresses(memory);
}

struct cpu_surface
cpu_memory_surface(const struct cpu_memory *memory, uint32_t number, uint32_t level)
{
    const struct scene_view *view = &memory->scene->views[number];
    const struct scene_image *image = &memory->scene->images[view->image];
    const uint32_t at_level = view->first_level + level;
    struct cpu_surface surface = {
        .data = memory->images[view->image].data,
        .format = scene_view_format(memory->scene, view),
        .width = scene_level_extent(image->width, at_level),
        .height = scene_level_extent(image->height, at_level),
        .layers = view->layer_count,
        .samples = image->samples,
    };

    surface.bytes = scene_format_infos[surface.format].bytes;
    surface.texel = surface.bytes * surface.samples;
    surface.row = surface.texel * surface.width;
    surface.layer = surface.row * surface.height;
    surface.data += scene_image_level_at(image, at_level) + view->first_layer * surface.layer;
    /* A view of a whole 3D image has one layer and all of the level's slices. */
    if (image->dim == scene_image_3d && view->dim == ir_dim_3d)
        surface.layers = scene_level_extent(image->depth, at_level);
    return surface;
}

/* ---- steps ---- */

/* Fills size bytes with copies of the first `of` ones, of which it is a multiple. */
static void
repeat(uint8_t *data, size_t of, size_t size)
{
    for (size_t done = of; done < size;) {
        const size_t more = done < size - done ? done : size - done;

        memcpy(data + done, data, more);
        done += more;
    }
}

void
cpu_memory_clear(struct cpu_memory *memory, const struct scene_clear *clear)
{
    const struct scene_view *view = &memory->scene->views[clear->view];

    for (uint32_t level = 0; level < view->level_count; level++) {
        const struct cpu_surface surface = cpu_memory_surface(memory, clear->view, level);

        scene_clear_texel(clear, surface.format, surface.data);
        repeat(surface.data, surface.bytes, surface.layer * surface.layers);
    }
}

void
cpu_memory_copy_buffer(struct cpu_memory *memory, const struct scene_copy *copy)
{
    const struct scene_bytes *from = &memory->buffers[copy->from];
    const struct scene_bytes *to = &memory->buffers[copy->to];

    memmove((char *)to->data + copy->to_at, (const char *)from->data + copy->from_at,
            (size_t)copy->size);
}

void
cpu_memory_copy_image(struct cpu_memory *memory, const struct scene_copy *copy)
{
    memmove(memory->images[copy->to].data, memory->images[copy->from].data,
            memory->images[copy->to].size);
}

void
cpu_memory_read_words(const struct cpu_memory *memory, uint32_t buffer, uint64_t at,
                      uint32_t *words, uint32_t count)
{
    const struct scene_bytes *from = &memory->buffers[buffer];
    const size_t size = count * sizeof(*words);

    memset(words, 0, size);
    if (from->size >= size && at <= from->size - size)
        memcpy(words, (const char *)from->data + at, size);
}
