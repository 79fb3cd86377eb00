/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include <stdio.h>
#include <stdlib.h>

/* All written pages together. */
#define LIMIT (UINT64_C(1) << 28)
/* Where addresses begin. Every object begins at such a multiple, with as much unmapped behind it,
 * and above what 32 bits reach. */
#define FIRST UINT64_C(0x123400000000)
#define STEP UINT64_C(0x10000)

static void
check(bool good, const char *what)
{
    if (good)
        return;
    printf("the test cannot set up %s\n", what);
    exit(EXIT_FAILURE);
}

uint64_t
kit_memory_new(struct kit_memory *memory, uint64_t size, bool is_low)
{
    uint64_t *next = is_low ? &memory->next_low : &memory->next;
    const uint64_t address = *next;

    check(rdna_memory_map(&memory->memory, address, size ? size : 1, true), "a mapping");
    *next += (size + 2 * STEP - 1) / STEP * STEP + STEP;
    return address;
}

void
kit_memory_put(struct kit_memory *memory, uint64_t address, const void *data, size_t size)
{
    check(rdna_memory_fill(&memory->memory, address, data, size) == rdna_access_ok, "memory");
}

static void
get(const struct kit_memory *memory, uint64_t address, void *data, size_t size)
{
    check(rdna_memory_read(&memory->memory, address, data, size) == rdna_access_ok, "a read");
}

/* ---- images ---- */

/* Calls visit for each sample of an image, with where it is in memory and in the scene's bytes. */
static void
each_texel(struct kit_memory *memory, uint32_t number, char *data,
           void (*visit)(struct kit_memory *memory, uint64_t address, char *data, size_t size))
{
    const struct scene_image *image = &memory->scene->images[number];
    const size_t bytes = scene_format_infos[image->format].bytes;

    for (uint32_t level = 0; level < image->levels; level++) {
        const uint32_t width = scene_level_extent(image->width, level);
        const uint32_t height = scene_level_extent(image->height, level);
        const uint32_t layers =
            image->dim == scene_image_3d ? scene_level_extent(image->depth, level) : image->layers;

        for (uint32_t i = 0; i < layers * height * width; i++) {
            const uint64_t at =
                kit_image_at(image, level, i / width / height, i / width % height, i % width);
            for (uint32_t sample = 0; sample < image->samples; sample++, data += bytes)
                visit(memory, memory->images[number] + at + sample * kit_image_slice(image), data,
                      bytes);
        }
    }
}

static void
put_texel(struct kit_memory *memory, uint64_t address, char *data, size_t size)
{
    kit_memory_put(memory, address, data, size);
}

static void
get_texel(struct kit_memory *memory, uint64_t address, char *data, size_t size)
{
    get(memory, address, data, size);
}

/* ---- the scene ---- */

void
kit_memory_init(struct kit_memory *memory, struct base_arena *arena, const struct scene *scene)
{
    *memory = (struct kit_memory){
        .arena = arena, .scene = scene, .next = FIRST, .next_low = KIT_LOW + STEP};
    rdna_memory_init(&memory->memory, LIMIT);
    memory->buffers = base_arena_new_array(arena, uint64_t, scene->buffer_count);
    memory->images = base_arena_new_array(arena, uint64_t, scene->image_count);
    for (uint32_t i = 0; i < scene->buffer_count; i++) {
        memory->buffers[i] = kit_memory_new(memory, scene->buffers[i].size, false);
        if (scene->buffers[i].data)
            kit_memory_put(memory, memory->buffers[i], scene->buffers[i].data,
                           scene->buffers[i].size);
    }
    for (uint32_t i = 0; i < scene->address_count; i++) {
        const struct scene_address *address = &scene->addresses[i];
        const uint64_t value = memory->buffers[address->of] + address->plus;
        kit_memory_put(memory, memory->buffers[address->in] + address->at, &value, sizeof(value));
    }
    for (uint32_t i = 0; i < scene->image_count; i++) {
        const struct scene_image *image = &scene->images[i];
        memory->images[i] = kit_memory_new(memory, kit_image_bytes(image), false);
        if (image->data) {
            char *copy = base_arena_alloc(arena, image->size);
            memcpy(copy, image->data, image->size);
            each_texel(memory, i, copy, put_texel);
        }
    }
}

void
kit_memory_finish(struct kit_memory *memory)
{
    rdna_memory_finish(&memory->memory);
}

struct scene_bytes
kit_memory_read_buffer(struct kit_memory *memory, uint32_t buffer)
{
    const size_t size = memory->scene->buffers[buffer].size;
    const struct scene_bytes bytes = {base_arena_alloc(memory->arena, size), size};

    get(memory, memory->buffers[buffer], bytes.data, size);
    return bytes;
}

struct scene_bytes
kit_memory_read_image(struct kit_memory *memory, uint32_t image)
{
    const size_t size = (size_t)scene_image_size(&memory->scene->images[image]);
    const struct scene_bytes bytes = {base_arena_alloc(memory->arena, size), size};

    each_texel(memory, image, bytes.data, get_texel);
    return bytes;
}

/* ---- sets ---- */

static uint64_t
bound_size(const struct kit_memory *memory, const struct scene_binding *binding)
{
    return binding->size ? binding->size
                         : memory->scene->buffers[binding->buffer].size - binding->offset;
}

/* How many words were made. */
static unsigned
make_words(const struct kit_memory *memory, const struct scene_binding *binding, uint32_t words[24])
{
    const struct scene *scene = memory->scene;

    switch (binding->kind) {
    case scene_binding_uniform:
    case scene_binding_storage:
        kit_buffer_words(memory->buffers[binding->buffer] + binding->offset,
                         bound_size(memory, binding), words);
        return 4;
    case scene_binding_uniform_texel:
    case scene_binding_storage_texel:
        kit_texel_words(memory->buffers[binding->buffer] + binding->offset,
                        bound_size(memory, binding), binding->format, words);
        return 4;
    case scene_binding_combined:
        kit_sampler_words(&scene->samplers[binding->sampler], words + 20);
        break;
    case scene_binding_sampler:
        kit_sampler_words(&scene->samplers[binding->sampler], words);
        return 4;
    case scene_binding_sampled:
    case scene_binding_storage_image:
        break;
    }
    const struct scene_view *view = &scene->views[binding->view];
    kit_image_words(scene, view, memory->images[view->image],
                    binding->kind == scene_binding_storage_image, words);
    return binding->kind == scene_binding_combined ? 24 : 8;
}

void
kit_memory_bind(struct kit_memory *memory, const struct kit_program *program,
                const struct scene_inputs *inputs)
{
    uint64_t sets[KIT_SETS];

    for (uint32_t i = 0; i < KIT_SETS; i++) {
        sets[i] = program->set_sizes[i] ? kit_memory_new(memory, program->set_sizes[i], true) : 0;
        memory->sets[i] = (uint32_t)sets[i];
    }
    const uint64_t push = kit_memory_new(memory, program->push_size + program->dynamic_size, true);
    memory->push = (uint32_t)push;
    if (inputs->push_size)
        kit_memory_put(memory, push, inputs->push,
                       inputs->push_size < program->push_size ? inputs->push_size
                                                              : program->push_size);
    for (uint32_t i = 0; i < inputs->binding_count; i++) {
        const struct scene_binding *binding = &inputs->bindings[i];
        const struct kit_binding *to = kit_program_binding(program, binding->set, binding->binding);
        uint32_t words[24] = {0};

        if (!to || binding->element >= to->count)
            continue;
        const unsigned count = make_words(memory, binding, words);
        const bool is_dynamic = to->type == 8 || to->type == 9;
        kit_memory_put(memory,
                       (is_dynamic ? push + program->push_size : sets[binding->set]) + to->offset +
                           binding->element * to->stride,
                       words, count * sizeof(*words));
    }
}
