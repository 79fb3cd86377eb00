/* SPDX-License-Identifier: MIT
 *
 * Image and sampler instructions. Each collects what its op of the IR takes, from its own operands
 * and from the image operands behind them; build_image then puts all in the IR's order.
 *
 * Image operands about memory: a texel that is made available or visible is accessed coherently.
 * SignExtend and ZeroExtend repeat what the format that is bound says anyway: it decides how
 * integers become wider. Nontemporal is a hint, and NonPrivateTexel asks for no more than that
 * barriers work.
 */
#include "spirv/read/arithmetic.h"
#include "spirv/read/read_priv.h"

#include <inttypes.h>

/* An op of the IR that is being collected. */
struct image_op {
    enum ir_op op;
    const struct read_handle *handle;
    const struct read_type *type; /* Of the image. */
    uint32_t dimensions;          /* Of offsets and gradients. */
    uint32_t imm;                 /* enum ir_image_bits, and a gather's component. */
    bool has_sampler;
    bool is_non_uniform;
    ir_ref coordinates[4];
    ir_ref dref;
    ir_ref lod;
    ir_ref grad_x[3];
    ir_ref grad_y[3];
    ir_ref offset[3];
    ir_ref offsets[8];
    ir_ref min_lod;
    ir_ref sample;
    ir_ref value[4];
};

/* ---- the image ---- */

static bool
is_attachment(const struct read_type *image)
{
    return image->dim == SpvDimSubpassData;
}

static uint32_t
dimensions_of(const struct read_type *image)
{
    switch ((int)image->dim) {
    case SpvDim1D:
    case SpvDimBuffer:
        return 1;
    case SpvDim3D:
    case SpvDimCube:
        return 3;
    default:
        return 2;
    }
}

/* What id has to be: an image, a sampled image, or a sampler. */
static const struct read_handle *
get_handle(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, SpvOp expected,
           const struct read_type **type)
{
    const struct read_value *value = read_get_value(r, inst, id);

    if (!value)
        return NULL;
    if (value->kind != read_kind_image || value->type->op != expected) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found id %" PRIu32 ", expected %s", id,
                        expected == SpvOpTypeImage     ? "an image"
                        : expected == SpvOpTypeSampler ? "a sampler"
                                                       : "a sampled image");
        return NULL;
    }
    *type = value->type;
    return value->handle;
}

static bool
start(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o, enum ir_op op,
      SpvOp expected)
{
    const struct read_type *type;

    *o = (struct image_op){.op = op};
    o->handle = get_handle(r, inst, inst->operands[0], expected, &type);
    if (!o->handle)
        return false;
    o->type = type->op == SpvOpTypeSampledImage ? type->element : type;
    o->has_sampler = expected == SpvOpTypeSampledImage;
    o->dimensions = dimensions_of(o->type);
    o->is_non_uniform = o->handle->is_non_uniform ||
                        read_has_decoration(r, inst->operands[0], SpvDecorationNonUniform, NULL) ||
                        read_has_decoration(r, inst->id, SpvDecorationNonUniform, NULL);
    return true;
}

/* ---- numbers ---- */

/* Scalars that must be f32; other floats are converted. */
static bool
get_floats(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, uint32_t count,
           ir_ref *out)
{
    struct read_numbers x;

    if (!read_get_numbers(r, inst, id, ir_class_FLOAT, 0, &x))
        return false;
    if (x.count < count)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 " of %" PRIu32 " components, expected %" PRIu32, id,
                         x.count, count);
    for (uint32_t i = 0; i < count; i++)
        out[i] =
            x.type == ir_type_f32 ? x.leaves[i] : ir_build_f2f(&r->b, ir_type_f32, x.leaves[i]);
    return true;
}

/* The same for i32. Texels and levels that do not fit into it are outside of any image. */
static bool
get_ints(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, uint32_t count,
         ir_ref *out)
{
    struct read_numbers x;

    if (!read_get_numbers(r, inst, id, ir_class_UINT, 0, &x))
        return false;
    if (x.count < count)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 " of %" PRIu32 " components, expected %" PRIu32, id,
                         x.count, count);
    for (uint32_t i = 0; i < count; i++) {
        if (x.type == ir_type_i32)
            out[i] = x.leaves[i];
        else if (x.of->is_signed)
            out[i] = ir_build_i2i(&r->b, ir_type_i32, x.leaves[i]);
        else
            out[i] = ir_build_u2u(&r->b, ir_type_i32, x.leaves[i]);
    }
    return true;
}

/* ---- image operands ---- */

/* One row for each bit of the mask, the lowest first: so their operands stand. */
struct operand_row {
    uint32_t mask;
    uint32_t ids;
    bool (*take)(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
                 const uint32_t *ids);
};

static bool
take_bias(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
          const uint32_t *ids)
{
    o->imm |= IR_SAMPLE_BIAS;
    return get_floats(r, inst, ids[0], 1, &o->lod);
}

static bool
take_lod(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
         const uint32_t *ids)
{
    if (o->op == ir_op_sample) {
        o->imm |= IR_SAMPLE_LOD;
        return get_floats(r, inst, ids[0], 1, &o->lod);
    }
    if (o->type->dim == SpvDimBuffer || o->type->is_multisampled)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a level for an image that has no levels");
    o->imm |= IR_SAMPLE_LOD;
    return get_ints(r, inst, ids[0], 1, &o->lod);
}

static bool
take_grad(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
          const uint32_t *ids)
{
    o->imm |= IR_SAMPLE_GRAD;
    return get_floats(r, inst, ids[0], o->dimensions, o->grad_x) &&
           get_floats(r, inst, ids[1], o->dimensions, o->grad_y);
}

static bool
take_offset(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
            const uint32_t *ids)
{
    if (o->type->dim == SpvDimCube || o->type->dim == SpvDimBuffer)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found an offset for an image that cannot have one");
    o->imm |= IR_IMAGE_OFFSET;
    return get_ints(r, inst, ids[0], o->dimensions, o->offset);
}

/* Their array is four vectors of two. */
static bool
take_offsets(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
             const uint32_t *ids)
{
    const struct read_value *value = read_get_leaves(r, inst, ids[0]);

    if (!value)
        return false;
    if (value->type->op != SpvOpTypeArray || value->type->leaves != BASE_COUNT(o->offsets) ||
        o->type->dim != SpvDim2D)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 ", expected four offsets of two components for an "
                         "image of dimension 2D",
                         ids[0]);
    for (uint32_t i = 0; i < BASE_COUNT(o->offsets); i++) {
        o->offsets[i] = value->leaves[i];
        if (ir_type_of(r->shader, o->offsets[i]) != ir_type_i32 ||
            ir_op_of(r->shader, o->offsets[i]) != ir_op_const)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found id %" PRIu32 ", expected constant offsets of 32 bits", ids[0]);
    }
    o->imm |= IR_GATHER_OFFSETS;
    return true;
}

static bool
take_sample(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
            const uint32_t *ids)
{
    return get_ints(r, inst, ids[0], 1, &o->sample);
}

static bool
take_min_lod(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
             const uint32_t *ids)
{
    o->imm |= IR_SAMPLE_MIN_LOD;
    return get_floats(r, inst, ids[0], 1, &o->min_lod);
}

/* Of images that are only read there is nothing to be coherent with. */
static bool
take_coherent(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
              const uint32_t *ids)
{
    (void)r;
    (void)inst;
    (void)ids;
    if (o->op == ir_op_image_load || o->op == ir_op_image_store)
        o->imm |= IR_IMAGE_COHERENT;
    return true;
}

static bool
take_volatile(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
              const uint32_t *ids)
{
    (void)r;
    (void)inst;
    (void)ids;
    if (o->op == ir_op_image_load || o->op == ir_op_image_store)
        o->imm |= IR_IMAGE_VOLATILE;
    return true;
}

static bool
take_nothing(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
             const uint32_t *ids)
{
    (void)r;
    (void)inst;
    (void)o;
    (void)ids;
    return true;
}

static const struct operand_row operand_rows[] = {
    {SpvImageOperandsBiasMask, 1, take_bias},
    {SpvImageOperandsLodMask, 1, take_lod},
    {SpvImageOperandsGradMask, 2, take_grad},
    {SpvImageOperandsConstOffsetMask, 1, take_offset},
    {SpvImageOperandsOffsetMask, 1, take_offset},
    {SpvImageOperandsConstOffsetsMask, 1, take_offsets},
    {SpvImageOperandsSampleMask, 1, take_sample},
    {SpvImageOperandsMinLodMask, 1, take_min_lod},
    {SpvImageOperandsMakeTexelAvailableMask, 1, take_coherent},
    {SpvImageOperandsMakeTexelVisibleMask, 1, take_coherent},
    {SpvImageOperandsNonPrivateTexelMask, 0, take_nothing},
    {SpvImageOperandsVolatileTexelMask, 0, take_volatile},
    {SpvImageOperandsSignExtendMask, 0, take_nothing},
    {SpvImageOperandsZeroExtendMask, 0, take_nothing},
    {SpvImageOperandsNontemporalMask, 0, take_nothing},
};

/* Image operands that any instruction that goes to memory may have. */
#define ANY_OPERANDS                                                                               \
    (SpvImageOperandsMakeTexelAvailableMask | SpvImageOperandsMakeTexelVisibleMask |               \
     SpvImageOperandsNonPrivateTexelMask | SpvImageOperandsVolatileTexelMask |                     \
     SpvImageOperandsSignExtendMask | SpvImageOperandsZeroExtendMask |                             \
     SpvImageOperandsNontemporalMask)
#define OFFSET_OPERANDS (SpvImageOperandsConstOffsetMask | SpvImageOperandsOffsetMask)

static bool
check_mask(struct spirv_reader *r, const struct read_inst *inst, uint32_t mask, uint32_t allowed)
{
    const uint32_t levels =
        mask & (SpvImageOperandsBiasMask | SpvImageOperandsLodMask | SpvImageOperandsGradMask);
    const uint32_t offsets = mask & (OFFSET_OPERANDS | SpvImageOperandsConstOffsetsMask);

    if ((mask & ~(allowed | ANY_OPERANDS)) != 0)
        return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                         "found the image operands 0x%" PRIx32 ", expected those of 0x%" PRIx32,
                         mask, allowed | ANY_OPERANDS);
    if ((levels & (levels - 1)) != 0 || (offsets & (offsets - 1)) != 0)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found the image operands 0x%" PRIx32 ", of which some exclude each other",
                         mask);
    return true;
}

/* The mask, if there is one, stands at inst's operand at. */
static bool
take_operands(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o, uint32_t at,
              uint32_t allowed)
{
    const uint32_t mask = at < inst->count ? inst->operands[at] : 0;

    if (!check_mask(r, inst, mask, allowed))
        return false;
    at++;
    for (uint32_t i = 0; i < BASE_COUNT(operand_rows); i++) {
        const struct operand_row *row = &operand_rows[i];

        if (!(mask & row->mask))
            continue;
        if (row->ids > 0 && (at >= inst->count || inst->count - at < row->ids))
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found too few operands for the image operands 0x%" PRIx32, mask);
        if (!row->take(r, inst, o, row->ids > 0 ? inst->operands + at : NULL))
            return false;
        at += row->ids;
    }
    return true;
}

/* ---- building ---- */

static bool
fail_image(struct spirv_reader *r, const struct read_inst *inst, const char *why)
{
    return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found an image that %s", why);
}

/* May the op be done to the image? */
static bool
check_image(struct spirv_reader *r, const struct read_inst *inst, const struct image_op *o,
            const struct ir_image *image)
{
    const bool is_storage = image->kind == ir_image_storage;
    const bool has_levels = !is_storage && image->dim != ir_dim_buffer && !image->is_multisampled;

    if (o->has_sampler && (o->handle->sampler == UINT32_MAX) != (image->kind == ir_image_combined))
        return read_unsupported(r, inst, "the image's descriptor has a sampler of its own");
    switch ((unsigned)o->op) {
    case ir_op_sample:
    case ir_op_gather:
    case ir_op_image_lod:
        if (!has_levels)
            return fail_image(r, inst, "cannot be sampled");
        if (o->op == ir_op_gather && image->dim != ir_dim_2d && image->dim != ir_dim_cube)
            return fail_image(r, inst, "is neither of dimension 2D nor Cube");
        if ((o->imm & IR_SAMPLE_DREF) && image->texel != ir_texel_f32)
            return fail_image(r, inst, "has integers to compare with");
        return true;
    case ir_op_fetch:
        if (is_storage || image->dim == ir_dim_cube)
            return fail_image(r, inst, "cannot be fetched from");
        break;
    case ir_op_image_load:
    case ir_op_image_store:
        if (!is_storage)
            return fail_image(r, inst, "is no storage image");
        break;
    case ir_op_image_levels:
        return has_levels || fail_image(r, inst, "has no levels");
    case ir_op_image_samples:
        return image->is_multisampled || fail_image(r, inst, "is not multisampled");
    case ir_op_image_size:
        return !(o->imm & IR_SAMPLE_LOD) || has_levels || fail_image(r, inst, "has no levels");
    }
    if (image->is_multisampled != (o->sample != 0))
        return fail_image(r, inst,
                          image->is_multisampled
                              ? "is multisampled, expected the image operand Sample"
                              : "is not multisampled, expected no image operand Sample");
    return true;
}

static void
put(ir_ref *list, int at, const ir_ref *values, uint32_t count)
{
    for (uint32_t i = 0; at >= 0 && i < count; i++)
        list[(uint32_t)at + i] = values[i];
}

/* 0 with an error. */
static ir_ref
build_image(struct spirv_reader *r, const struct read_inst *inst, const struct image_op *o,
            ir_type_id type)
{
    const struct ir_image image = r->shader->images.data[o->handle->image];
    const struct read_handle *handle = o->handle;
    uint32_t imm = o->imm | handle->image;
    ir_ref list[48] = {0};

    if (!check_image(r, inst, o, &image))
        return 0;
    if (o->has_sampler && handle->sampler != UINT32_MAX)
        imm |= IR_IMAGE_SAMPLER(handle->sampler);
    if (handle->element)
        imm |= IR_IMAGE_ELEMENT;
    if (o->has_sampler && handle->sampler != UINT32_MAX && handle->sampler_element)
        imm |= IR_SAMPLER_ELEMENT;
    if ((imm & (IR_IMAGE_ELEMENT | IR_SAMPLER_ELEMENT)) && o->is_non_uniform)
        imm |= IR_IMAGE_NON_UNIFORM;
    if (o->op == ir_op_image_load || o->op == ir_op_image_store)
        imm |= (handle->is_coherent ? (uint32_t)IR_IMAGE_COHERENT : 0) |
               (handle->is_volatile ? (uint32_t)IR_IMAGE_VOLATILE : 0);

    const struct ir_image_operands at = ir_image_operands_of(o->op, &image, imm);
    put(list, at.coordinates, o->coordinates, at.coordinate_count);
    put(list, at.dref, &o->dref, 1);
    put(list, at.lod, &o->lod, 1);
    put(list, at.grad_x, o->grad_x, at.dimensions);
    put(list, at.grad_y, o->grad_y, at.dimensions);
    put(list, at.offset, o->offset, at.dimensions);
    put(list, at.offsets, o->offsets, BASE_COUNT(o->offsets));
    put(list, at.min_lod, &o->min_lod, 1);
    put(list, at.sample, &o->sample, 1);
    put(list, at.value, o->value, BASE_COUNT(o->value));
    put(list, at.element, &handle->element, 1);
    put(list, at.sampler_element, &handle->sampler_element, 1);
    return ir_build_list(&r->b, o->op, type, list, at.count, imm);
}

/* Gives inst the components of a vector of the IR, as many as its type has, at most so many. */
static bool
set_components(struct spirv_reader *r, const struct read_inst *inst, ir_ref vec, uint32_t most)
{
    const struct read_type *type;
    ir_ref *leaves = read_new_leaves(r, inst, &type);

    if (!leaves)
        return false;
    const enum ir_type scalar = ir_type_scalar(ir_type_of(r->shader, vec));
    const bool is_int = ir_type_is_int((ir_type_id)scalar);
    if (type->leaves > most || type->scalar == ir_type_void ||
        is_int != ir_type_is_int((ir_type_id)type->scalar) || (!is_int && type->scalar != scalar))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a result of another type than the image gives");
    for (uint32_t i = 0; i < type->leaves; i++) {
        leaves[i] = ir_build_op(&r->b, ir_op_extract, (ir_type_id)scalar, vec, 0, i);
        if (scalar != type->scalar)
            leaves[i] = read_build_resized(&r->b, type->scalar, leaves[i]);
    }
    read_set_leaves(r, inst, leaves);
    return true;
}

static bool
set_scalar(struct spirv_reader *r, const struct read_inst *inst, ir_ref value)
{
    const struct read_type *type;
    ir_ref *leaves = read_new_leaves(r, inst, &type);

    if (!leaves)
        return false;
    if (type->leaves != 1 || !ir_type_is_int((ir_type_id)type->scalar) ||
        !ir_type_is_int(ir_type_of(r->shader, value)))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a result that is no integer");
    leaves[0] = read_build_resized(&r->b, type->scalar, value);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* ---- sampling ---- */

enum sample_flags {
    SAMPLE_NONE = 0,
    SAMPLE_DREF = 1 << 0,
    SAMPLE_PROJECTED = 1 << 1, /* The component after the dimensions divides all. */
    SAMPLE_EXPLICIT = 1 << 2   /* Has a level or gradients. */
};

static bool
take_coordinates(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o,
                 unsigned flags)
{
    const bool has_layer = o->type->is_arrayed && o->op != ir_op_image_lod;
    const uint32_t count = o->dimensions + (has_layer || (flags & SAMPLE_PROJECTED));

    if ((flags & SAMPLE_PROJECTED) && (has_layer || o->type->dim == SpvDimCube))
        return fail_image(r, inst, "cannot be sampled with a projection");
    if (!get_floats(r, inst, inst->operands[1], count, o->coordinates))
        return false;
    if (flags & SAMPLE_DREF) {
        o->imm |= IR_SAMPLE_DREF;
        if (!get_floats(r, inst, inst->operands[2], 1, &o->dref))
            return false;
    }
    if (!(flags & SAMPLE_PROJECTED))
        return true;
    /* "Projection Operation" of Vulkan: the comparison's value is divided too. */
    const ir_ref q = o->coordinates[o->dimensions];
    for (uint32_t i = 0; i < o->dimensions; i++)
        o->coordinates[i] = ir_build_fdiv(&r->b, o->coordinates[i], q);
    if (flags & SAMPLE_DREF)
        o->dref = ir_build_fdiv(&r->b, o->dref, q);
    return true;
}

static bool
read_sample(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    const bool has_dref = (flags & SAMPLE_DREF) != 0;
    const uint32_t at = has_dref ? 3 : 2;
    const uint32_t levels = flags & SAMPLE_EXPLICIT
                                ? SpvImageOperandsLodMask | SpvImageOperandsGradMask
                                : SpvImageOperandsBiasMask;
    const uint32_t mask = at < inst->count ? inst->operands[at] : 0;
    struct image_op o;

    if (!start(r, inst, &o, ir_op_sample, SpvOpTypeSampledImage) ||
        !take_coordinates(r, inst, &o, flags) ||
        !take_operands(r, inst, &o, at, levels | OFFSET_OPERANDS | SpvImageOperandsMinLodMask))
        return false;
    if ((flags & SAMPLE_EXPLICIT) && !(mask & levels))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found neither the image operand Lod nor Grad");
    if ((o.imm & IR_SAMPLE_MIN_LOD) && (o.imm & IR_SAMPLE_LOD))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found the image operands Lod and MinLod");

    const ir_type_id type =
        has_dref ? (ir_type_id)ir_type_f32 : IR_VEC(ir_texel_type(o.type->texel), 4);
    const ir_ref value = build_image(r, inst, &o, type);
    if (!value || !has_dref)
        return value && set_components(r, inst, value, 4);
    const struct read_type *of;
    ir_ref *leaves = read_new_leaves(r, inst, &of);
    if (!leaves)
        return false;
    if (of->leaves != 1)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a result that is no scalar");
    leaves[0] = value;
    read_set_leaves(r, inst, leaves);
    return true;
}

static bool
read_gather(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    struct image_op o;
    uint32_t component = 0;

    if (!start(r, inst, &o, ir_op_gather, SpvOpTypeSampledImage) ||
        !take_coordinates(r, inst, &o, flags) ||
        (!(flags & SAMPLE_DREF) && !read_get_constant(r, inst, inst->operands[2], &component)) ||
        !take_operands(r, inst, &o, 3, OFFSET_OPERANDS | SpvImageOperandsConstOffsetsMask))
        return false;
    if (component > 3)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found component %" PRIu32 ", expected at most 3", component);
    o.imm |= component * IR_GATHER_COMPONENT;
    const ir_ref value = build_image(r, inst, &o, IR_VEC(ir_texel_type(o.type->texel), 4));
    return value && set_components(r, inst, value, 4);
}

static bool
read_sampled_image(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    const struct read_type *type;
    const struct read_handle *image, *sampler;
    struct read_handle *both = base_arena_new(r->arena, struct read_handle);
    (void)flags;

    image = get_handle(r, inst, inst->operands[0], SpvOpTypeImage, &type);
    sampler = image ? get_handle(r, inst, inst->operands[1], SpvOpTypeSampler, &type) : NULL;
    if (!sampler)
        return false;
    *both = *image;
    both->sampler = sampler->sampler;
    both->sampler_element = sampler->sampler_element;
    both->is_non_uniform = image->is_non_uniform || sampler->is_non_uniform;
    read_set_handle(r, inst, both);
    return true;
}

/* OpImage: the image of a sampled image. */
static bool
read_image_of(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    const struct read_type *type;
    const struct read_handle *both =
        get_handle(r, inst, inst->operands[0], SpvOpTypeSampledImage, &type);
    struct read_handle *image = base_arena_new(r->arena, struct read_handle);
    (void)flags;

    if (!both)
        return false;
    *image = *both;
    image->sampler = UINT32_MAX;
    image->sampler_element = 0;
    read_set_handle(r, inst, image);
    return true;
}

/* ---- texels ---- */

static uint32_t
texel_coordinates(const struct read_type *image)
{
    return dimensions_of(image) + (image->is_arrayed && image->dim != SpvDimCube);
}

static bool
read_fetch(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    struct image_op o;
    (void)flags;

    if (!start(r, inst, &o, ir_op_fetch, SpvOpTypeImage) ||
        !get_ints(r, inst, inst->operands[1], texel_coordinates(o.type), o.coordinates) ||
        !take_operands(r, inst, &o, 2,
                       SpvImageOperandsLodMask | OFFSET_OPERANDS | SpvImageOperandsSampleMask))
        return false;
    const ir_ref value = build_image(r, inst, &o, IR_VEC(ir_texel_type(o.type->texel), 4));
    return value && set_components(r, inst, value, 4);
}

/* Loads and stores have no offset in the IR. */
static void
add_offset(struct spirv_reader *r, struct image_op *o)
{
    for (uint32_t i = 0; (o->imm & IR_IMAGE_OFFSET) && i < o->dimensions; i++)
        o->coordinates[i] = ir_build_iadd(&r->b, o->coordinates[i], o->offset[i]);
    o->imm &= ~(uint32_t)IR_IMAGE_OFFSET;
}

/* An attachment is read where the fragment is. */
static bool
add_place(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o)
{
    if (r->shader->stage != ir_stage_fragment)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found in a %s shader, expected fragments",
                         ir_stage_name(r->shader->stage));
    for (uint32_t i = 0; i < 2; i++) {
        const ir_ref place = read_builtin_input(r, inst, ir_builtin_frag_coord, i);

        if (!place)
            return false;
        o->coordinates[i] =
            ir_build_iadd(&r->b, ir_build_f2i(&r->b, ir_type_i32, place), o->coordinates[i]);
    }
    return true;
}

static bool
read_read(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    struct image_op o;
    (void)flags;

    if (!start(r, inst, &o, ir_op_image_load, SpvOpTypeImage) ||
        !get_ints(r, inst, inst->operands[1], texel_coordinates(o.type), o.coordinates) ||
        !take_operands(r, inst, &o, 2, OFFSET_OPERANDS | SpvImageOperandsSampleMask))
        return false;
    add_offset(r, &o);
    if (is_attachment(o.type)) {
        o.op = ir_op_fetch;
        o.imm = 0;
        if (!add_place(r, inst, &o))
            return false;
    }
    const ir_ref value = build_image(r, inst, &o, IR_VEC(ir_texel_type(o.type->texel), 4));
    return value && set_components(r, inst, value, 4);
}

/* Components that the texel does not give are those that the format has not. */
static bool
take_texel(struct spirv_reader *r, const struct read_inst *inst, struct image_op *o)
{
    const enum ir_type type = ir_texel_type(o->type->texel);
    struct read_numbers x;

    if (!read_get_numbers(r, inst, inst->operands[2], ir_class_NUM, 0, &x))
        return false;
    if (x.count > 4 || x.type != type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a texel of %" PRIu32 " %s, expected at most four %s", x.count,
                         ir_type_name(x.type), ir_type_name(type));
    for (uint32_t i = 0; i < 4; i++)
        o->value[i] = i < x.count ? x.leaves[i] : ir_build_const(&r->b, type, 0);
    return true;
}

static bool
read_write(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    struct image_op o;
    (void)flags;

    if (!start(r, inst, &o, ir_op_image_store, SpvOpTypeImage) ||
        !get_ints(r, inst, inst->operands[1], texel_coordinates(o.type), o.coordinates) ||
        !take_texel(r, inst, &o) ||
        !take_operands(r, inst, &o, 3, OFFSET_OPERANDS | SpvImageOperandsSampleMask))
        return false;
    add_offset(r, &o);
    if (r->b.is_dead)
        return true;
    return check_image(r, inst, &o, &r->shader->images.data[o.handle->image]) &&
           (build_image(r, inst, &o, ir_type_void), true);
}

static bool
read_texel_pointer_of(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    const struct read_value *image = read_get_value(r, inst, inst->operands[0]);
    struct read_texel_pointer pointer = {0};
    (void)flags;

    if (!image)
        return false;
    if (image->type->op != SpvOpTypePointer || image->type->element->op != SpvOpTypeImage)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 ", expected a pointer to an image", inst->operands[0]);
    pointer.image = image->type->element;
    pointer.handle = read_pointed_handle(r, inst, inst->operands[0]);
    if (!pointer.handle)
        return false;
    pointer.coordinate_count = texel_coordinates(pointer.image);
    ir_ref *coordinates = base_arena_new_array(r->arena, ir_ref, pointer.coordinate_count);
    pointer.coordinates = coordinates;
    if (!get_ints(r, inst, inst->operands[1], pointer.coordinate_count, coordinates) ||
        !get_ints(r, inst, inst->operands[2], 1, &pointer.sample))
        return false;
    read_set_texel_pointer(r, inst, &pointer);
    return true;
}

/* ---- queries ---- */

static bool
read_size(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    struct image_op o;

    if (!start(r, inst, &o, ir_op_image_size, SpvOpTypeImage))
        return false;
    if (flags & SAMPLE_EXPLICIT) {
        o.imm |= IR_SAMPLE_LOD;
        if (!get_ints(r, inst, inst->operands[1], 1, &o.lod))
            return false;
    }
    const uint32_t sides = o.type->dim == SpvDimCube ? 2 : o.dimensions;
    const ir_ref value = build_image(r, inst, &o, IR_VEC(ir_type_i32, 4));
    return value && set_components(r, inst, value, sides + o.type->is_arrayed);
}

static bool
read_lod(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    struct image_op o;

    if (!start(r, inst, &o, ir_op_image_lod, SpvOpTypeSampledImage) ||
        !take_coordinates(r, inst, &o, flags))
        return false;
    const ir_ref value = build_image(r, inst, &o, IR_VEC(ir_type_f32, 2));
    return value && set_components(r, inst, value, 2);
}

static bool
read_number(struct spirv_reader *r, const struct read_inst *inst, enum ir_op op)
{
    struct image_op o;

    if (!start(r, inst, &o, op, SpvOpTypeImage))
        return false;
    const ir_ref value = build_image(r, inst, &o, ir_type_i32);
    return value && set_scalar(r, inst, value);
}

static bool
read_levels(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    (void)flags;
    return read_number(r, inst, ir_op_image_levels);
}

static bool
read_samples(struct spirv_reader *r, const struct read_inst *inst, unsigned flags)
{
    (void)flags;
    return read_number(r, inst, ir_op_image_samples);
}

/* ---- the family ---- */

static const struct {
    SpvOp op;
    unsigned flags; /* enum sample_flags. */
    bool (*read)(struct spirv_reader *r, const struct read_inst *inst, unsigned flags);
} rows[] = {
    {SpvOpSampledImage, SAMPLE_NONE, read_sampled_image},
    {SpvOpImage, SAMPLE_NONE, read_image_of},
    {SpvOpImageTexelPointer, SAMPLE_NONE, read_texel_pointer_of},
    {SpvOpImageSampleImplicitLod, SAMPLE_NONE, read_sample},
    {SpvOpImageSampleExplicitLod, SAMPLE_EXPLICIT, read_sample},
    {SpvOpImageSampleDrefImplicitLod, SAMPLE_DREF, read_sample},
    {SpvOpImageSampleDrefExplicitLod, SAMPLE_DREF | SAMPLE_EXPLICIT, read_sample},
    {SpvOpImageSampleProjImplicitLod, SAMPLE_PROJECTED, read_sample},
    {SpvOpImageSampleProjExplicitLod, SAMPLE_PROJECTED | SAMPLE_EXPLICIT, read_sample},
    {SpvOpImageSampleProjDrefImplicitLod, SAMPLE_PROJECTED | SAMPLE_DREF, read_sample},
    {SpvOpImageSampleProjDrefExplicitLod, SAMPLE_PROJECTED | SAMPLE_DREF | SAMPLE_EXPLICIT,
     read_sample},
    {SpvOpImageFetch, SAMPLE_NONE, read_fetch},
    {SpvOpImageGather, SAMPLE_NONE, read_gather},
    {SpvOpImageDrefGather, SAMPLE_DREF, read_gather},
    {SpvOpImageRead, SAMPLE_NONE, read_read},
    {SpvOpImageWrite, SAMPLE_NONE, read_write},
    {SpvOpImageQuerySizeLod, SAMPLE_EXPLICIT, read_size},
    {SpvOpImageQuerySize, SAMPLE_NONE, read_size},
    {SpvOpImageQueryLod, SAMPLE_NONE, read_lod},
    {SpvOpImageQueryLevels, SAMPLE_NONE, read_levels},
    {SpvOpImageQuerySamples, SAMPLE_NONE, read_samples},
};

bool
read_image(struct spirv_reader *r, const struct read_inst *inst)
{
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        if (rows[i].op == inst->op)
            return rows[i].read(r, inst, rows[i].flags);
    return read_unsupported(r, inst, "it is no instruction of images that is known");
}
