/* SPDX-License-Identifier: MIT */
#include "scene/scene.h"

/* Samples of multisampled images: as many as any device has. */
#define SAMPLES 4

enum scene_binding_kind
scene_binding_kind_of(const struct ir_image *image)
{
    const bool is_buffer = image->dim == ir_dim_buffer;

    switch (image->kind) {
    case ir_image_combined:
        return scene_binding_combined;
    case ir_image_storage:
        return is_buffer ? scene_binding_storage_texel : scene_binding_storage_image;
    case ir_image_input:
    case ir_image_sampled:
    case ir_image_kind_count:
        break;
    }
    return is_buffer ? scene_binding_uniform_texel : scene_binding_sampled;
}

struct scene_uses
scene_find_uses(const struct ir_shader *shader, struct base_arena *arena)
{
    const struct scene_uses uses = {
        .images = base_arena_new_array(arena, uint8_t, shader->images.count),
        .samplers = base_arena_new_array(arena, uint8_t, shader->samplers.count),
    };

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);
        const uint32_t imm = ir_imm(shader, ref), sampler = ir_imm_sampler(imm);
        const uint8_t use = imm & IR_SAMPLE_DREF ? SCENE_USE_COMPARED : SCENE_USE_PLAIN;

        if (op != ir_op_sample && op != ir_op_gather)
            continue;
        uses.images[ir_imm_image(imm)] |= use;
        if (sampler)
            uses.samplers[sampler - 1] |= use;
    }
    return uses;
}

enum scene_format
scene_format_for(const struct ir_image *image, enum scene_format floats)
{
    if (image->kind == ir_image_storage && image->format != ir_image_format_unknown)
        return scene_format_of_image(image->format);
    switch (image->texel) {
    case ir_texel_i32:
        return scene_format_r32g32b32a32_sint;
    case ir_texel_u32:
        return scene_format_r32g32b32a32_uint;
    case ir_texel_i64:
        return scene_format_r64_sint;
    case ir_texel_u64:
        return scene_format_r64_uint;
    case ir_texel_f32:
    case ir_texel_count:
        break;
    }
    return floats;
}

struct scene_image
scene_image_for(const struct ir_image *image, enum scene_format format, uint32_t side,
                uint32_t count)
{
    struct scene_image made = scene_image_2d_of(format, side, side);

    made.layers = (image->dim == ir_dim_cube ? 6u : 1u) * (image->is_arrayed ? count : 1u);
    if (image->dim == ir_dim_1d) {
        made.dim = scene_image_1d;
        made.height = 1;
    } else if (image->dim == ir_dim_3d) {
        made.dim = scene_image_3d;
        made.depth = count;
    }
    if (image->is_multisampled)
        made.samples = SAMPLES;
    return made;
}

struct scene_view
scene_view_for(const struct ir_image *image, const struct scene_image *of, uint32_t index)
{
    return (struct scene_view){
        .image = index,
        .dim = image->dim,
        .is_arrayed = image->is_arrayed,
        .level_count = of->levels,
        .layer_count = of->layers,
    };
}
