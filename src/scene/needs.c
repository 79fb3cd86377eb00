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

static bool
is_compared(const struct ir_shader *shader, ir_ref ref)
{
    const enum ir_op op = ir_op_of(shader, ref);

    return (op == ir_op_sample || op == ir_op_gather) && (ir_imm(shader, ref) & IR_SAMPLE_DREF);
}

bool
scene_compares_image(const struct ir_shader *shader, uint32_t image)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (is_compared(shader, ref) && ir_imm_image(ir_imm(shader, ref)) == image)
            return true;
    return false;
}

bool
scene_compares_sampler(const struct ir_shader *shader, uint32_t sampler)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (is_compared(shader, ref) && ir_imm_sampler(ir_imm(shader, ref)) == sampler + 1)
            return true;
    return false;
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
