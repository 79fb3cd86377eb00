/* SPDX-License-Identifier: MIT
 *
 * TEX and its like: a sampler and the texture that goes with it, read as the target that stands in
 * the instruction.
 */
#include "tgsi/tgsi_priv.h"

/* The sampler is the last source. */
static unsigned
sampler_of(const struct tgsi_inst *inst)
{
    return inst->srcs - 1u;
}

void
tgsi_scan_texture(struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    const struct tgsi_operand *sampler = tgsi_src(l->program, inst, sampler_of(inst));
    const struct tgsi_target_info *target = &tgsi_target_infos[inst->target];
    /* Fetches and queries take shadows as they are. */
    const bool is_compared = target->reference && inst->op != tgsi_op_LODQ &&
                             tgsi_op_infos[inst->op].src[0] == tgsi_type_f;
    const struct tgsi_decl *view =
        sampler->file == tgsi_file_SAMP ? tgsi_lower_view_decl(l, sampler) : NULL;

    if (view)
        tgsi_scan_texels(l, inst, sampler, view, is_compared);
    tgsi_scan_slot(l, tgsi_slots_combined, sampler, (enum tgsi_target)inst->target);
    tgsi_scan_offsets(l, inst, (enum tgsi_target)inst->target);
}

/* ---- operands by the target ---- */

/* A float that stands in the coordinate or in the second source. */
static ir_ref
value_at(struct tgsi_lowering *l, unsigned place)
{
    return place == tgsi_place_EXTRA ? tgsi_lower_src_as(l, 1, 0, ir_type_f32)
                                     : tgsi_lower_src(l, 0, place);
}

static void
lower_reference(struct tgsi_lowering *l, struct tgsi_lookup *lookup, ir_ref divisor)
{
    const unsigned place = lookup->texture.target->reference;

    if (!place)
        return;
    lookup->reference = value_at(l, place);
    if (divisor)
        lookup->reference = ir_build_fdiv(&l->b, lookup->reference, divisor);
}

/* ---- lookups ---- */

static void
lower_sample(struct tgsi_lowering *l, struct tgsi_lookup *lookup)
{
    const unsigned op = l->inst->op;
    const ir_ref divisor = op == tgsi_op_TXP ? tgsi_lower_src(l, 0, 3) : 0;

    tgsi_lower_coordinates(l, lookup, divisor);
    lower_reference(l, lookup, divisor);
    switch (op) {
    case tgsi_op_TXB:
    case tgsi_op_TXL:
        tgsi_lower_level(l, lookup, op == tgsi_op_TXB, tgsi_lower_src(l, 0, 3));
        break;
    case tgsi_op_TXB2:
    case tgsi_op_TXL2:
        tgsi_lower_level(l, lookup, op == tgsi_op_TXB2, tgsi_lower_src(l, 1, 0));
        break;
    case tgsi_op_TEX_LZ:
        tgsi_lower_level(l, lookup, false, ir_build_f32(&l->b, 0.0f));
        break;
    case tgsi_op_TXD:
        tgsi_lower_gradients(l, lookup, 1);
        break;
    }
    tgsi_lower_sampled(l, lookup);
}

static void
lower_gather(struct tgsi_lowering *l, struct tgsi_lookup *lookup)
{
    const struct tgsi_location *location = &l->srcs[1];
    const bool is_known = location->kind == tgsi_storage_rows;
    const struct tgsi_operand *operand = &l->operands[1];
    ir_ref component = 0;
    unsigned known = 0;

    tgsi_lower_coordinates(l, lookup, 0);
    lower_reference(l, lookup, 0);
    if (!lookup->reference && is_known && !(operand->flags & TGSI_OPERAND_NEGATE))
        known = location->row->words[tgsi_select(operand, 0)] & 3;
    else if (!lookup->reference)
        component = tgsi_lower_src(l, 1, 0);
    tgsi_lower_gather(l, lookup, component, known);
}

static void
lower_fetch(struct tgsi_lowering *l, struct tgsi_lookup *lookup)
{
    if (lookup->texture.target->shape & TGSI_TARGET_SAMPLES)
        lookup->sample = tgsi_lower_src(l, 0, 3);
    tgsi_lower_fetch(l, lookup, l->inst->op == tgsi_op_TXF_LZ ? 0 : tgsi_lower_src(l, 0, 3));
}

void
tgsi_lower_texture(struct tgsi_lowering *l)
{
    struct tgsi_lookup lookup = {.swizzle.select = TGSI_SELECT_ALL};

    tgsi_lower_combined(l, sampler_of(l->inst), &lookup.texture);
    switch ((unsigned)l->inst->op) {
    case tgsi_op_TXF:
    case tgsi_op_TXF_LZ:
        lower_fetch(l, &lookup);
        break;
    case tgsi_op_TXQ:
        tgsi_lower_size(l, &lookup.texture, tgsi_lower_src(l, 0, 0));
        break;
    case tgsi_op_TXQS:
        tgsi_lower_write_all(l, tgsi_lower_samples(l, &lookup.texture));
        break;
    case tgsi_op_LODQ:
        tgsi_lower_lod(l, &lookup);
        break;
    case tgsi_op_TG4:
        lower_gather(l, &lookup);
        break;
    default:
        lower_sample(l, &lookup);
        break;
    }
}
