/* SPDX-License-Identifier: MIT
 *
 * Textures, each with its sampler in one descriptor.
 */
#include "spirv/spirv_priv.h"

static void
declare_texture(struct spirv_writer *w, uint32_t index)
{
    const struct ir_texture *texture = &w->shader->textures.data[index];
    const uint32_t type = spirv_sampled_image_type(w, texture->dim);
    uint32_t *pointer_id = &w->image_pointer_ids[texture->dim];

    if (!*pointer_id) {
        *pointer_id = spirv_new_id(w);
        SPIRV_EMIT(w, &w->globals, SpvOpTypePointer, *pointer_id, SpvStorageClassUniformConstant,
                   type);
    }
    const uint32_t pointer = *pointer_id;
    const uint32_t variable = spirv_new_id(w);
    SPIRV_EMIT(w, &w->globals, SpvOpVariable, pointer, variable, SpvStorageClassUniformConstant);
    SPIRV_EMIT(w, &w->decorations, SpvOpDecorate, variable, SpvDecorationDescriptorSet,
               texture->set);
    SPIRV_EMIT(w, &w->decorations, SpvOpDecorate, variable, SpvDecorationBinding, texture->binding);
    spirv_name(w, variable, texture->name);
    w->textures[index].variable = variable;
    if (w->target >= spirv_target_vulkan1_2)
        base_array_push(w->arena, &w->interface, variable);
}

void
spirv_declare_textures(struct spirv_writer *w)
{
    for (uint32_t i = 0; i < w->shader->textures.count; i++)
        if (w->textures[i].used)
            declare_texture(w, i);
}

/* The coordinates as SPIR-V wants them: a scalar or a vector. */
static uint32_t
write_coordinates(struct spirv_writer *w, const uint32_t *operands, uint32_t count)
{
    if (count == 1)
        return operands[0];

    const uint32_t type = spirv_type(w, IR_VEC(ir_type_f32, count));
    const uint32_t id = spirv_put_value(w, SpvOpCompositeConstruct, count, type);
    for (uint32_t i = 0; i < count; i++)
        spirv_put(w, operands[i]);
    return id;
}

/* Outside of fragments there are no differences to choose a level by: it is 0, or the bias. */
void
spirv_write_sample(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const uint32_t texture = imm & 0xffff;
    const enum ir_dim dim = w->shader->textures.data[texture].dim;
    const bool has_extra = (imm & (IR_SAMPLE_BIAS | IR_SAMPLE_LOD)) != 0;
    const bool is_explicit = (imm & IR_SAMPLE_LOD) || w->shader->stage != ir_stage_fragment;
    const uint32_t mask = is_explicit ? SpvImageOperandsLodMask
                          : has_extra ? SpvImageOperandsBiasMask
                                      : 0;
    uint32_t operands[4] = {0};

    for (uint32_t i = 0; i < inst->arg[1]; i++)
        operands[i] = spirv_id(w, w->shader->list.data[inst->arg[0] + i]);
    const uint32_t coordinate_count = inst->arg[1] - has_extra;
    const uint32_t extra = has_extra ? operands[coordinate_count]
                           : mask    ? spirv_zero(w, ir_type_f32)
                                     : 0;
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t image_type = spirv_sampled_image_type(w, dim);

    const uint32_t coordinates = write_coordinates(w, operands, coordinate_count);
    const uint32_t image = spirv_value1(w, SpvOpLoad, image_type, w->textures[texture].variable);
    w->ids[w->ref] =
        spirv_put_value(w, is_explicit ? SpvOpImageSampleExplicitLod : SpvOpImageSampleImplicitLod,
                        mask ? 4 : 2, type);
    spirv_put(w, image);
    spirv_put(w, coordinates);
    if (mask) {
        spirv_put(w, mask);
        spirv_put(w, extra);
    }
}
