/* SPDX-License-Identifier: MIT */
#include "surround.h"

#include "base/bits.h"

#define SIDE 8
#define LAYERS 4 /* Or slices. */
#define LEVELS 3
#define ELEMENTS 4    /* Of arrays that are as long as what is bound. */
#define WORDS 1024    /* Of a buffer, at least. */
#define SMALL_SHARE 4 /* Of so many vectors one has small integers. */

void
surround_init(struct surround *s, struct base_arena *arena, uint64_t seed)
{
    *s = (struct surround){.arena = arena, .state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
}

static uint32_t
random_bits(struct surround *s)
{
    s->state = s->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(s->state >> 33);
}

/* From -2 to 2, of few digits: what is computed of these is often exact. */
static uint32_t
random_float(struct surround *s)
{
    return base_bits_of_float((float)((int)(random_bits(s) % 65) - 32) / 16.0f);
}

uint32_t
surround_word(struct surround *s)
{
    return random_bits(s) % SMALL_SHARE ? random_float(s) : random_bits(s) % 8;
}

static void
fill(struct surround *s, uint32_t *words, size_t count, bool is_float)
{
    for (size_t i = 0; i < count; i += 4) {
        const bool is_small = !is_float && random_bits(s) % SMALL_SHARE == 0;

        for (size_t c = i; c < i + 4 && c < count; c++)
            words[c] = is_small ? random_bits(s) % 8 : random_float(s);
    }
}

static uint32_t
elements_of(uint32_t count)
{
    return count ? count : ELEMENTS;
}

/* ---- resources ---- */

static struct scene_binding *
add_binding(struct surround *s, uint32_t set, uint32_t binding, uint32_t element,
            enum scene_binding_kind kind)
{
    struct scene_binding *added;

    for (uint32_t i = 0; i < s->bindings.count; i++) {
        const struct scene_binding *other = &s->bindings.data[i];

        if (other->set == set && other->binding == binding && other->element == element)
            return NULL; /* Named twice: as images of two types of texels, for one. */
    }
    added = base_array_add(s->arena, &s->bindings);
    *added =
        (struct scene_binding){.set = set, .binding = binding, .element = element, .kind = kind};
    return added;
}

static uint32_t
add_buffer(struct surround *s, size_t words, bool is_float)
{
    struct scene_buffer buffer = {.size = words * sizeof(uint32_t)};
    uint32_t *data = base_arena_new_array(s->arena, uint32_t, words);

    fill(s, data, words, is_float);
    buffer.data = data;
    base_array_push(s->arena, &s->buffers, buffer);
    return s->buffers.count - 1;
}

static void
add_buffers(struct surround *s, const struct ir_buffer *buffer)
{
    const bool is_storage = buffer->kind == ir_buffer_storage;

    for (uint32_t i = 0; i < elements_of(buffer->count); i++) {
        struct scene_binding *binding =
            add_binding(s, buffer->set, buffer->binding, i,
                        is_storage ? scene_binding_storage : scene_binding_uniform);

        if (!binding)
            continue;
        binding->buffer = add_buffer(s, buffer->size / 4 + WORDS, false);
        if (is_storage)
            base_array_push(s->arena, &s->written_buffers, binding->buffer);
    }
}

static enum scene_format
format_of(const struct ir_image *image, bool is_depth)
{
    return scene_format_for(image,
                            is_depth ? scene_format_d32_sfloat : scene_format_r32g32b32a32_sfloat);
}

static uint32_t
add_sampler(struct surround *s, bool has_compare)
{
    const struct scene_sampler sampler = {
        .max_lod = LEVELS, .has_compare = has_compare, .compare = scene_compare_less_or_equal};

    base_array_push(s->arena, &s->samplers, sampler);
    return s->samplers.count - 1;
}

static void
fill_image(struct surround *s, struct scene_image *image, bool is_depth)
{
    const size_t texel = scene_format_infos[image->format].bytes;
    const size_t size = (size_t)scene_image_size(image);
    unsigned char *data = base_arena_alloc(s->arena, size);
    const bool is_float = scene_format_is_float(image->format);

    if (scene_format_is_wide(image->format))
        return;
    for (size_t at = 0; at + texel <= size; at += texel) {
        uint32_t words[4];

        for (unsigned c = 0; c < 4; c++)
            words[c] = is_depth   ? base_bits_of_float((float)(random_bits(s) % 16) / 16.0f)
                       : is_float ? random_float(s)
                                  : random_bits(s) % 8;
        scene_format_pack(image->format, words, data + at);
    }
    image->data = data;
    image->size = size;
}

static uint32_t
add_image(struct surround *s, const struct ir_image *image, bool is_depth)
{
    const bool is_storage = image->kind == ir_image_storage;
    struct scene_image made = scene_image_for(image, format_of(image, is_depth), SIDE, LAYERS);

    if (!is_storage && !image->is_multisampled)
        made.levels = LEVELS;
    const struct scene_view view = scene_view_for(image, &made, s->images.count);
    if (!image->is_multisampled)
        fill_image(s, &made, is_depth);
    if (is_storage && !image->is_multisampled)
        base_array_push(s->arena, &s->written_images, view.image);
    base_array_push(s->arena, &s->images, made);
    base_array_push(s->arena, &s->views, view);
    return s->views.count - 1;
}

static void
add_texels(struct surround *s, const struct ir_image *image, struct scene_binding *binding)
{
    const bool is_storage = image->kind == ir_image_storage;

    binding->format = format_of(image, false);
    binding->buffer = add_buffer(s, WORDS, image->texel == ir_texel_f32);
    if (is_storage)
        base_array_push(s->arena, &s->written_buffers, binding->buffer);
}

static void
add_images(struct surround *s, const struct ir_image *image, bool is_depth)
{
    if (image->kind == ir_image_input)
        return;
    for (uint32_t i = 0; i < elements_of(image->count); i++) {
        struct scene_binding *binding =
            add_binding(s, image->set, image->binding, i, scene_binding_kind_of(image));

        if (!binding)
            continue;
        if (image->dim == ir_dim_buffer) {
            add_texels(s, image, binding);
            continue;
        }
        binding->view = add_image(s, image, is_depth);
        if (image->kind == ir_image_combined)
            binding->sampler = add_sampler(s, is_depth);
    }
}

void
surround_shader(struct surround *s, const struct ir_shader *shader)
{
    const struct scene_uses uses = scene_find_uses(shader, s->arena);

    for (uint32_t i = 0; i < shader->buffers.count; i++)
        add_buffers(s, &shader->buffers.data[i]);
    for (uint32_t i = 0; i < shader->images.count; i++)
        add_images(s, &shader->images.data[i], (uses.images[i] & SCENE_USE_COMPARED) != 0);
    for (uint32_t i = 0; i < shader->samplers.count; i++) {
        const struct ir_sampler *sampler = &shader->samplers.data[i];

        for (uint32_t e = 0; e < elements_of(sampler->count); e++) {
            struct scene_binding *binding =
                add_binding(s, sampler->set, sampler->binding, e, scene_binding_sampler);

            if (binding)
                binding->sampler = add_sampler(s, (uses.samplers[i] & SCENE_USE_COMPARED) != 0);
        }
    }
}

uint32_t
surround_target(struct surround *s, enum scene_format format, uint32_t size)
{
    const struct scene_image image = scene_image_2d_of(format, size, size);
    const struct scene_view view = {
        .image = s->images.count, .dim = ir_dim_2d, .level_count = 1, .layer_count = 1};

    base_array_push(s->arena, &s->images, image);
    base_array_push(s->arena, &s->views, view);
    return s->views.count - 1;
}

void
surround_finish(const struct surround *s, struct scene *scene, struct scene_inputs *inputs)
{
    scene->buffers = s->buffers.data;
    scene->buffer_count = s->buffers.count;
    scene->images = s->images.data;
    scene->image_count = s->images.count;
    scene->views = s->views.data;
    scene->view_count = s->views.count;
    scene->samplers = s->samplers.data;
    scene->sampler_count = s->samplers.count;
    inputs->bindings = s->bindings.data;
    inputs->binding_count = s->bindings.count;
}

/* ---- the vertex shader ---- */

#define VERTICES 3

/* A constant array with the output's value at each vertex; how it is reached by vertex_index. */
static ir_ref
vertex_value(struct surround *s, struct ir_builder *b, ir_ref vertex, const uint32_t *values,
             enum ir_type type)
{
    uint64_t *init = base_arena_new_array(s->arena, uint64_t, VERTICES);
    struct ir_array array = {"values", ir_type_i32, VERTICES, init};

    for (unsigned i = 0; i < VERTICES; i++)
        init[i] = values[i];
    const uint32_t index = ir_add_array(b->shader, &array);
    return ir_build_bitcast(b, type,
                            ir_build_op(b, ir_op_load_array, ir_type_i32, vertex, 0, index));
}

static bool
vertices_have(enum ir_builtin builtin)
{
    return (ir_builtin_infos[builtin].out_stages & IR_STAGES_VERTEX) != 0 &&
           builtin != ir_builtin_layer && builtin != ir_builtin_viewport_index;
}

static uint32_t
generic_value(struct surround *s, const struct ir_io *io)
{
    if (io->builtin) /* A distance that cuts nothing off. */
        return base_bits_of_float((float)(random_bits(s) % 8 + 1) / 4.0f);
    return io->type == ir_type_i32 ? random_bits(s) % 8 : random_float(s);
}

struct ir_shader *
surround_vertex(struct surround *s, const struct ir_shader *next)
{
    static const float corners[4][VERTICES] = {
        {-1, 3, -1}, {-1, -1, 3}, {0.5, 0.5, 0.5}, {1, 1, 1}};
    struct ir_shader *shader = ir_shader_create(s->arena, ir_stage_vertex, "surround");
    const struct ir_io index = {.builtin = ir_builtin_vertex_index,
                                .type = ir_type_i32,
                                .components = 1,
                                .interp = ir_interp_flat};
    const struct ir_io position = {
        .builtin = ir_builtin_position, .type = ir_type_f32, .components = 4};
    struct ir_builder b;
    uint32_t values[VERTICES];
    /* Programs of other stages mostly take what comes in for the place, to hand it on. */
    const bool has_places = next->stage != ir_stage_fragment;

    ir_builder_init(&b, shader);
    const uint32_t input = ir_add_input(shader, &index);
    const ir_ref vertex =
        ir_build_urem(&b, ir_build_op(&b, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(input, 0)),
                      ir_build_i32(&b, VERTICES));
    const uint32_t place = ir_add_output(shader, &position);
    for (uint32_t c = 0; c < 4; c++) {
        for (unsigned i = 0; i < VERTICES; i++)
            values[i] = base_bits_of_float(corners[c][i]);
        (void)ir_build_op(&b, ir_op_store_output, ir_type_void,
                          vertex_value(s, &b, vertex, values, ir_type_f32), 0, ir_io_imm(place, c));
    }
    for (uint32_t o = 0; o < next->inputs.count; o++) {
        struct ir_io io = next->inputs.data[o];

        if (io.builtin && !vertices_have(io.builtin))
            continue;
        io.interp = ir_interp_perspective;
        io.sampling = ir_sampling_center;
        io.wrap = 0;
        const uint32_t output = ir_add_output(shader, &io);
        for (uint32_t c = 0; c < io.components; c++) {
            for (unsigned i = 0; i < VERTICES; i++)
                values[i] = has_places && !io.builtin && io.type == ir_type_f32
                                ? base_bits_of_float(corners[(io.component + c) & 3][i])
                                : generic_value(s, &io);
            (void)ir_build_op(&b, ir_op_store_output, ir_type_void,
                              vertex_value(s, &b, vertex, values, io.type), 0,
                              ir_io_imm(output, c));
        }
    }
    return shader;
}
