/* SPDX-License-Identifier: MIT */
#include "tgsi/tgsi_priv.h"

/* The IR's image for a sampler: its view goes with it. */
static uint32_t
texture_of(struct tgsi_lowering *l, uint32_t sampler)
{
    if (!l->textures[sampler]) {
        const struct ir_image image = {.name = base_arena_printf(l->arena, "samp%u", sampler),
                                       .set = tgsi_stage(l->program) == ir_stage_fragment,
                                       .binding = TGSI_FIRST_SAMPLER + sampler,
                                       .dim = ir_dim_2d,
                                       .count = 1};

        l->textures[sampler] = ir_add_image(l->shader, &image) + 1;
    }
    return l->textures[sampler] - 1;
}

void
tgsi_lower_texture(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_type_id type = IR_VEC(ir_type_f32, 4);
    uint32_t imm = texture_of(l, l->operands[l->inst->srcs - 1u].index);
    ir_ref operands[3] = {0};
    ir_ref values[4] = {0};

    for (unsigned c = 0; c < 2; c++)
        operands[c] = tgsi_lower_src(l, 0, c);

    switch ((unsigned)l->inst->op) {
    case tgsi_op_TXP:
        for (unsigned c = 0; c < 2; c++)
            operands[c] = ir_build_fdiv(b, operands[c], tgsi_lower_src(l, 0, 3));
        break;
    case tgsi_op_TXB: /* Outside of fragments the level is 0 before the bias. */
        imm |= l->shader->stage == ir_stage_fragment ? IR_SAMPLE_BIAS : IR_SAMPLE_LOD;
        operands[2] = tgsi_lower_src(l, 0, 3);
        break;
    case tgsi_op_TXL:
        imm |= IR_SAMPLE_LOD;
        operands[2] = tgsi_lower_src(l, 0, 3);
        break;
    case tgsi_op_TEX_LZ:
        imm |= IR_SAMPLE_LOD;
        operands[2] = ir_build_f32(b, 0.0f);
        break;
    }

    const ir_ref texel = ir_build_list(b, ir_op_sample, type, operands, operands[2] ? 3 : 2, imm);
    for (unsigned c = 0; c < 4; c++)
        if (l->mask & 1u << c)
            values[c] = ir_build_op(b, ir_op_extract, ir_type_f32, texel, 0, c);
    tgsi_lower_write(l, values);
}
