/* SPDX-License-Identifier: MIT
 *
 * SAMPLE and its like: views and samplers apart, the target in the view's declaration. The swizzle
 * of the view permutes what comes out.
 */
#include "tgsi/tgsi_priv.h"

#include "base/bits.h"

static unsigned
view_of(const struct tgsi_inst *inst)
{
    return inst->op != tgsi_op_SAMPLE_INFO && inst->op != tgsi_op_SAMPLE_POS;
}

static bool
has_sampler(const struct tgsi_op_info *info)
{
    return info->src[2] == tgsi_type_samp;
}

/* ---- what is not lowered ---- */

static bool
compares(unsigned op)
{
    return op == tgsi_op_SAMPLE_C || op == tgsi_op_SAMPLE_C_LZ;
}

/* Those that filter take targets that filter, those that fetch all but cubes. */
static bool
takes_target(const struct tgsi_inst *inst, const struct tgsi_target_info *target)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];

    if (inst->op == tgsi_op_GATHER4)
        return target->texel == tgsi_target_texel_FILTERED &&
               (target->dim == ir_dim_2d || target->dim == ir_dim_cube);
    if (compares(inst->op) && target->dim == ir_dim_3d)
        return false; /* Vulkan compares none. */
    if (inst->op == tgsi_op_SAMPLE_L && inst->srcs == 3 && target->layer == tgsi_place_W)
        return false; /* The level stands there. */
    if (has_sampler(info))
        return target->texel == tgsi_target_texel_FILTERED;
    if (info->src[0] == tgsi_type_i)
        return target->dim != ir_dim_cube && target->texel != tgsi_target_texel_UNKNOWN;
    return target->texel != tgsi_target_texel_UNKNOWN;
}

static void
scan_view(struct tgsi_lowering *l, const struct tgsi_inst *inst, const struct tgsi_operand *operand,
          const struct tgsi_decl *view)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const struct tgsi_target_info *target = &tgsi_target_infos[view->target];
    const struct qd_place place = tgsi_operand_place(inst, operand);

    if (!takes_target(inst, target))
        base_error(l->diags, QD_CODE_TGSI_TEXTURE_TARGET, place,
                   "found a view of target %s, expected one that %s takes", target->name,
                   info->name);
    else
        tgsi_scan_texels(l, inst, operand, view, compares(inst->op));
    tgsi_scan_offsets(l, inst, (enum tgsi_target)view->target);
}

void
tgsi_scan_sample(struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const struct tgsi_operand *operand = tgsi_src(l->program, inst, view_of(inst));

    if (info->family == tgsi_family_handle)
        return;
    if (operand->file == tgsi_file_TEMP) {
        base_error(l->diags, QD_CODE_UNSUPPORTED, tgsi_operand_place(inst, operand),
                   "%s of the render target is not supported", info->name);
        return;
    }
    const struct tgsi_decl *view = tgsi_lower_view_decl(l, operand);
    if (!view)
        return;
    scan_view(l, inst, operand, view);
    tgsi_scan_slot(l, tgsi_slots_views, operand, (enum tgsi_target)view->target);
    if (has_sampler(info))
        tgsi_scan_slot(l, tgsi_slots_samplers, tgsi_src(l->program, inst, 2),
                       (enum tgsi_target)view->target);
}

/* ---- lookups ---- */

static void
lower_level(struct tgsi_lowering *l, struct tgsi_lookup *lookup)
{
    switch ((unsigned)l->inst->op) {
    case tgsi_op_SAMPLE_B:
        tgsi_lower_level(l, lookup, true, tgsi_lower_src(l, 3, 0));
        break;
    case tgsi_op_SAMPLE_C:
        lookup->reference = tgsi_lower_src(l, 3, 0);
        break;
    case tgsi_op_SAMPLE_C_LZ:
        lookup->reference = tgsi_lower_src(l, 3, 0);
        tgsi_lower_level(l, lookup, false, ir_build_f32(&l->b, 0.0f));
        break;
    case tgsi_op_SAMPLE_D:
        tgsi_lower_gradients(l, lookup, 3);
        break;
    case tgsi_op_SAMPLE_L: /* In the early dialect the level stands in the address. */
        tgsi_lower_level(l, lookup, false,
                         l->inst->srcs == 4 ? tgsi_lower_src(l, 3, 0) : tgsi_lower_src(l, 0, 3));
        break;
    }
}

/* ---- samples of a texel ---- */

/* Where hosts of standard sample locations put the samples of 1, 2, 4, 8 and 16: in sixteenths of
 * a pixel. Sample i of n is row n - 1 + i. */
static const uint8_t positions[31][2] = {
    {8, 8},  {12, 12}, {4, 4},  {6, 2},  {14, 6},  {2, 10},  {10, 14}, {9, 5},
    {7, 11}, {13, 9},  {5, 3},  {3, 13}, {1, 7},   {11, 15}, {15, 1},  {9, 9},
    {7, 5},  {5, 10},  {12, 7}, {3, 6},  {10, 13}, {13, 11}, {11, 3},  {6, 14},
    {8, 1},  {4, 2},   {2, 12}, {0, 8},  {15, 4},  {14, 15}, {1, 0}};

static uint32_t
position_array(struct tgsi_lowering *l)
{
    const uint32_t count = 2 * BASE_COUNT(positions);

    if (!l->positions) {
        uint64_t *init = base_arena_new_array(l->arena, uint64_t, count);
        const struct ir_array array = {"sample_positions", ir_type_f32, count, init};

        for (uint32_t i = 0; i < count; i++)
            init[i] = base_bits_of_float((float)positions[i / 2][i % 2] / 16);
        l->positions = ir_add_array(l->shader, &array) + 1;
    }
    return l->positions - 1;
}

/* Of a sample that there is not (0, 0). Without several samples the final dialect has the middle
 * of the pixel, and the early one (0, 0). */
static void
lower_position(struct tgsi_lowering *l, const struct tgsi_texture *texture)
{
    struct ir_builder *b = &l->b;
    const bool has_samples = texture->target->shape & TGSI_TARGET_SAMPLES;
    const bool is_early = l->program->dialect == tgsi_dialect_early;
    const ir_ref zero = ir_build_f32(b, 0.0f), half = ir_build_f32(b, 0.5f);
    const ir_ref one = ir_build_i32(b, 1);
    ir_ref values[4] = {zero, zero, zero, zero};

    if (has_samples) {
        ir_add_emulated(l->shader, "SAMPLE_POS: is Vulkan's standard sample locations");
        const ir_ref count = tgsi_lower_samples(l, texture), i = tgsi_lower_src(l, 1, 0);
        const ir_ref is_there = ir_build_ult(b, i, count);
        const ir_ref row = ir_build_iadd(b, ir_build_isub(b, count, one), i);
        const ir_ref at = ir_build_ishl(b, row, one);

        for (unsigned c = 0; c < 2; c++) {
            const ir_ref place = c ? ir_build_iadd(b, at, one) : at;
            const ir_ref value =
                ir_build_op(b, ir_op_load_array, ir_type_f32, place, 0, position_array(l));

            values[c] = ir_build_select(b, is_there, value, zero);
        }
    } else if (!is_early) {
        values[0] = values[1] = half;
    }
    tgsi_lower_write(l, values);
}

/* The early dialect has 0 where there are not several. */
static void
lower_info(struct tgsi_lowering *l, const struct tgsi_texture *texture)
{
    struct ir_builder *b = &l->b;
    const bool has_samples = texture->target->shape & TGSI_TARGET_SAMPLES;
    const bool is_early = l->program->dialect == tgsi_dialect_early;
    const ir_ref zero = ir_build_i32(b, 0);
    const ir_ref count = is_early && !has_samples ? zero : tgsi_lower_samples(l, texture);

    tgsi_lower_write(l, (const ir_ref[]){count, zero, zero, zero});
}

/* ---- the whole ---- */

static void
lower_fetch(struct tgsi_lowering *l, struct tgsi_lookup *lookup)
{
    const bool has_samples = lookup->texture.target->shape & TGSI_TARGET_SAMPLES;
    const unsigned op = l->inst->op;

    /* LOAD_MS has no other place for the sample than where the level would be. */
    if (has_samples)
        lookup->sample = op == tgsi_op_SAMPLE_I_MS ? tgsi_lower_src(l, 2, 0)
                         : op == tgsi_op_LOAD_MS   ? tgsi_lower_src(l, 0, 3)
                                                   : ir_build_i32(&l->b, 0);
    tgsi_lower_fetch(l, lookup, has_samples ? 0 : tgsi_lower_src(l, 0, 3));
}

void
tgsi_lower_sample(struct tgsi_lowering *l)
{
    const unsigned view = view_of(l->inst);
    struct tgsi_lookup lookup = {.swizzle = l->operands[view]};

    tgsi_lower_view(l, view, &lookup.texture);
    if (has_sampler(l->info))
        tgsi_lower_sampler(l, 2, &lookup.texture);
    switch ((unsigned)l->inst->op) {
    case tgsi_op_LOAD_RES:
    case tgsi_op_LOAD_MS:
    case tgsi_op_SAMPLE_I:
    case tgsi_op_SAMPLE_I_MS:
        lower_fetch(l, &lookup);
        break;
    case tgsi_op_SVIEWINFO:
    case tgsi_op_RESINFO:
        tgsi_lower_size(l, &lookup.texture, tgsi_lower_src(l, 0, 0));
        break;
    case tgsi_op_SAMPLE_INFO:
        lower_info(l, &lookup.texture);
        break;
    case tgsi_op_SAMPLE_POS:
        lower_position(l, &lookup.texture);
        break;
    case tgsi_op_LOD:
        tgsi_lower_lod(l, &lookup);
        break;
    case tgsi_op_GATHER4: /* The first component of the view as it is swizzled. */
        tgsi_lower_coordinates(l, &lookup, 0);
        tgsi_lower_gather(l, &lookup, 0, tgsi_select(&lookup.swizzle, 0));
        break;
    default:
        tgsi_lower_coordinates(l, &lookup, 0);
        lower_level(l, &lookup);
        tgsi_lower_sampled(l, &lookup);
        break;
    }
}
