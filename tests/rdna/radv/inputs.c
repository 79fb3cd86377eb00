/* SPDX-License-Identifier: MIT */
#include "inputs.h"

#include "base/bits.h"

#include <math.h>

enum { BYTES = 16384, SIDE = 32, LAYERS = 4, LEVELS = 3, ELEMENTS = 4 };

const char *
inputs_style_name(enum inputs_style style)
{
    static const char *const names[inputs_style_count] = {"small", "wide", "extremes"};

    return names[style];
}

/* ---- values ---- */

static uint32_t
random_bits(struct inputs *inputs)
{
    inputs->state = inputs->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(inputs->state >> 32);
}

static double
random_float(struct inputs *inputs, enum inputs_style style)
{
    static const double extremes[] = {0.0,         -0.0,  HUGE_VAL, -HUGE_VAL,
                                      (double)NAN, 1e-30, -1e-30,   1e-7};
    const uint32_t bits = random_bits(inputs);
    const int digits = (int)(bits >> 8 & 15) + 1;

    if (style == inputs_extremes && bits >> 24 < 64)
        return extremes[bits & 7];
    if (style == inputs_small)
        return ((int)(bits % 65) - 32) / 16.0;
    return ldexp(bits & 1 ? digits : -digits, (int)(bits >> 16 & 7) - 4);
}

/* The low bits count. */
static uint64_t
random_integer(struct inputs *inputs, bool is_signed)
{
    static const uint64_t edges[] = {0,          1,          2,          UINT64_MAX,
                                     0x7f,       0x80,       0x7fff,     0x8000,
                                     0x7fffffff, 0x80000000, 0xffffffff, UINT64_C(1) << 63};
    const uint32_t bits = random_bits(inputs);
    const uint64_t all = random_bits(inputs) | (uint64_t)random_bits(inputs) << 32;

    if (inputs->style == inputs_small)
        return (uint64_t)(int64_t)((int)(bits % 40) - (is_signed ? 8 : 0));
    if (bits % 4 == 0)
        return edges[bits / 4 % BASE_COUNT(edges)];
    return all >> (bits >> 8 & 31);
}

static void
put_float(void *at, unsigned size, double value)
{
    const float single = (float)value;
    const uint16_t half = base_half_from_double(value);

    memcpy(at, size == 2 ? (const void *)&half : size == 4 ? (const void *)&single : &value, size);
}

static void
add_output(struct inputs *inputs, bool is_image, uint32_t number, uint32_t type,
           enum scene_format format)
{
    const struct inputs_output output = {is_image, number, type, format};

    base_array_push(inputs->arena, &inputs->outputs, output);
}

static uint32_t add_buffer(struct inputs *inputs, uint32_t type);

/* The buffer that all addresses of a type are of. */
static uint32_t
target_of(struct inputs *inputs, uint32_t type)
{
    for (uint32_t i = 0; i < inputs->targets.count; i++)
        if (inputs->targets.data[i].type == type)
            return inputs->targets.data[i].buffer;
    const struct inputs_target target = {type, inputs->buffers.count};
    base_array_push(inputs->arena, &inputs->targets, target);
    add_buffer(inputs, type);
    add_output(inputs, false, target.buffer, type, scene_format_none);
    return target.buffer;
}

static uint32_t
add_buffer(struct inputs *inputs, uint32_t type)
{
    const uint32_t number = inputs->buffers.count;
    unsigned char *data = base_arena_alloc(inputs->arena, BYTES);
    const struct scene_buffer buffer = {.data = data, .size = BYTES};
    struct layout_scalar scalar;

    base_array_push(inputs->arena, &inputs->buffers, buffer);
    for (uint32_t at = 0; at < BYTES; at += scalar.size) {
        scalar = layout_at(inputs->layout, type, at);
        if (at + scalar.size > BYTES)
            break;
        if (scalar.kind == layout_float) {
            put_float(data + at, scalar.size, random_float(inputs, inputs->style));
        } else if (scalar.kind == layout_address) {
            const struct scene_address address = {number, at, target_of(inputs, scalar.target), 0};
            base_array_push(inputs->arena, &inputs->addresses, address);
        } else if (scalar.kind != layout_none) {
            const uint64_t value = random_integer(inputs, scalar.kind == layout_sint);
            memcpy(data + at, &value, scalar.size);
        }
    }
    return number;
}

static void
put_texel(struct inputs *inputs, enum scene_format format, void *texel)
{
    const enum scene_numeric numeric = (enum scene_numeric)scene_format_infos[format].numeric;
    /* Whether a texel without weight counts, if it is infinite, is open. */
    const enum inputs_style style = inputs->style == inputs_extremes ? inputs_wide : inputs->style;
    uint32_t words[8];

    for (unsigned c = 0; c < 8; c++) {
        if (!scene_format_is_float(format))
            words[c] = (uint32_t)random_integer(inputs, numeric == scene_numeric_sint);
        else if (numeric == scene_numeric_unorm && inputs->style == inputs_small)
            words[c] = base_bits_of_float((float)(random_bits(inputs) & 1));
        else
            words[c] = base_bits_of_float((float)random_float(inputs, style));
    }
    if (scene_format_is_wide(format))
        scene_format_pack_wide(format, words, texel);
    else
        scene_format_pack(format, words, texel);
}

static void *
make_texels(struct inputs *inputs, enum scene_format format, size_t size)
{
    const size_t bytes = scene_format_infos[format].bytes;
    unsigned char *data = base_arena_alloc(inputs->arena, size);

    for (size_t at = 0; at + bytes <= size; at += bytes)
        put_texel(inputs, format, data + at);
    return data;
}

/* ---- bindings ---- */

static struct scene_binding *
add_binding(struct inputs *inputs, uint32_t set, uint32_t binding, uint32_t element,
            enum scene_binding_kind kind)
{
    for (uint32_t i = 0; i < inputs->bindings.count; i++) {
        const struct scene_binding *other = &inputs->bindings.data[i];

        if (other->set == set && other->binding == binding && other->element == element)
            return NULL;
    }
    struct scene_binding *added = base_array_add(inputs->arena, &inputs->bindings);
    *added =
        (struct scene_binding){.set = set, .binding = binding, .element = element, .kind = kind};
    return added;
}

static void
bind_buffers(struct inputs *inputs, const struct ir_buffer *buffer)
{
    const bool is_storage = buffer->kind == ir_buffer_storage;
    const uint32_t type = layout_of_binding(inputs->layout, buffer->set, buffer->binding);

    for (uint32_t i = 0; i < (buffer->count ? buffer->count : ELEMENTS); i++) {
        struct scene_binding *binding =
            add_binding(inputs, buffer->set, buffer->binding, i,
                        is_storage ? scene_binding_storage : scene_binding_uniform);

        if (!binding)
            continue;
        binding->buffer = add_buffer(inputs, type);
        if (is_storage)
            add_output(inputs, false, binding->buffer, type, scene_format_none);
    }
}

static uint32_t
add_sampler(struct inputs *inputs, bool has_compare)
{
    const struct scene_sampler sampler = {
        .mag = inputs->style == inputs_small ? scene_filter_nearest : scene_filter_linear,
        .max_lod = LEVELS,
        .has_compare = has_compare,
        .compare = scene_compare_less_or_equal};

    base_array_push(inputs->arena, &inputs->samplers, sampler);
    return inputs->samplers.count - 1;
}

static uint32_t
add_image(struct inputs *inputs, const struct ir_image *image, enum scene_format format)
{
    struct scene_image made = scene_image_for(image, format, SIDE, LAYERS);

    if (image->kind != ir_image_storage && !image->is_multisampled)
        made.levels = LEVELS;
    if (!image->is_multisampled) {
        made.size = (size_t)scene_image_size(&made);
        made.data = make_texels(inputs, format, made.size);
    }
    const struct scene_view view = scene_view_for(image, &made, inputs->images.count);
    if (image->kind == ir_image_storage && !image->is_multisampled)
        add_output(inputs, true, view.image, 0, format);
    base_array_push(inputs->arena, &inputs->images, made);
    base_array_push(inputs->arena, &inputs->views, view);
    return inputs->views.count - 1;
}

static void
bind_images(struct inputs *inputs, const struct ir_image *image, bool is_depth)
{
    const enum scene_format format = scene_format_for(
        image, is_depth ? scene_format_d32_sfloat : scene_format_r32g32b32a32_sfloat);

    for (uint32_t i = 0; i < (image->count ? image->count : ELEMENTS); i++) {
        struct scene_binding *binding =
            add_binding(inputs, image->set, image->binding, i, scene_binding_kind_of(image));

        if (!binding)
            continue;
        if (image->dim != ir_dim_buffer) {
            binding->view = add_image(inputs, image, format);
            if (image->kind == ir_image_combined)
                binding->sampler = add_sampler(inputs, is_depth);
            continue;
        }
        const struct scene_buffer buffer = {make_texels(inputs, format, BYTES), BYTES};
        binding->format = format;
        binding->buffer = inputs->buffers.count;
        base_array_push(inputs->arena, &inputs->buffers, buffer);
        if (image->kind == ir_image_storage)
            add_output(inputs, false, binding->buffer, 0, format);
    }
}

static void
bind_samplers(struct inputs *inputs, const struct ir_sampler *sampler, bool has_compare)
{
    for (uint32_t i = 0; i < (sampler->count ? sampler->count : ELEMENTS); i++) {
        struct scene_binding *binding =
            add_binding(inputs, sampler->set, sampler->binding, i, scene_binding_sampler);

        if (binding)
            binding->sampler = add_sampler(inputs, has_compare);
    }
}

/* Addresses in push constants are for the caller to fill in. Integers there are small ones: they
 * are counts, mostly. */
static void
make_push(struct inputs *inputs, uint32_t size)
{
    const uint32_t type = layout_of_push(inputs->layout);
    struct layout_scalar scalar;

    inputs->push_size = size;
    for (uint32_t at = 0; type && at < size; at += scalar.size) {
        scalar = layout_at(inputs->layout, type, at);
        if (at + scalar.size > size)
            break;
        if (scalar.kind == layout_address) {
            const struct inputs_address address = {at, target_of(inputs, scalar.target)};
            base_array_push(inputs->arena, &inputs->push_addresses, address);
        } else if (scalar.kind == layout_float) {
            put_float(inputs->push + at, scalar.size, random_float(inputs, inputs->style));
        } else if (scalar.kind != layout_none) {
            const uint64_t value = random_bits(inputs) % 100;
            memcpy(inputs->push + at, &value, scalar.size);
        }
    }
}

void
inputs_make(struct inputs *inputs, struct base_arena *arena, const struct ir_shader *shader,
            const struct layout *layout, enum inputs_style style)
{
    const struct scene_uses uses = scene_find_uses(shader, arena);

    *inputs = (struct inputs){.arena = arena,
                              .layout = layout,
                              .style = style,
                              .state = (style + 1) * UINT64_C(0x9e3779b97f4a7c15)};
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        bind_buffers(inputs, &shader->buffers.data[i]);
    for (uint32_t i = 0; i < shader->images.count; i++)
        bind_images(inputs, &shader->images.data[i], uses.images[i] & SCENE_USE_COMPARED);
    for (uint32_t i = 0; i < shader->samplers.count; i++)
        bind_samplers(inputs, &shader->samplers.data[i], uses.samplers[i] & SCENE_USE_COMPARED);
    make_push(inputs, shader->push_size);
}

struct scene
inputs_scene(const struct inputs *inputs)
{
    return (struct scene){
        .buffers = inputs->buffers.data,
        .buffer_count = inputs->buffers.count,
        .addresses = inputs->addresses.data,
        .address_count = inputs->addresses.count,
        .images = inputs->images.data,
        .image_count = inputs->images.count,
        .views = inputs->views.data,
        .view_count = inputs->views.count,
        .samplers = inputs->samplers.data,
        .sampler_count = inputs->samplers.count,
    };
}

struct scene_inputs
inputs_bound(const struct inputs *inputs)
{
    return (struct scene_inputs){
        .bindings = inputs->bindings.data,
        .binding_count = inputs->bindings.count,
        .push = inputs->push,
        .push_size = inputs->push_size,
    };
}
