/* SPDX-License-Identifier: MIT
 *
 * Images and samplers: their variables, and the ops on them.
 */
#include "spirv/spirv_priv.h"

/* ---- declarations ---- */

static void
need_image(struct spirv_writer *w, const struct ir_image *image)
{
    const bool is_storage = image->kind == ir_image_storage;

    if (image->kind == ir_image_input)
        spirv_need(w, spirv_capability_InputAttachment);
    switch (image->dim) {
    case ir_dim_1d:
        spirv_need(w, is_storage ? spirv_capability_Image1D : spirv_capability_Sampled1D);
        break;
    case ir_dim_buffer:
        spirv_need(w, is_storage ? spirv_capability_ImageBuffer : spirv_capability_SampledBuffer);
        break;
    case ir_dim_cube:
        if (image->is_arrayed)
            spirv_need(w, is_storage ? spirv_capability_ImageCubeArray
                                     : spirv_capability_SampledCubeArray);
        break;
    case ir_dim_2d:
    case ir_dim_3d:
    case ir_dim_count:
        break;
    }
    if (image->is_multisampled && is_storage) {
        spirv_need(w, spirv_capability_StorageImageMultisample);
        if (image->is_arrayed)
            spirv_need(w, spirv_capability_ImageMSArray);
    }
}

/* Formats that every host with storage images takes: those of the Shader capability. */
static bool
is_basic_format(enum ir_image_format format)
{
    switch ((unsigned)format) {
    case ir_image_format_unknown:
    case ir_image_format_rgba32f:
    case ir_image_format_rgba16f:
    case ir_image_format_r32f:
    case ir_image_format_rgba8:
    case ir_image_format_rgba8_snorm:
    case ir_image_format_rgba32i:
    case ir_image_format_rgba16i:
    case ir_image_format_rgba8i:
    case ir_image_format_r32i:
    case ir_image_format_rgba32ui:
    case ir_image_format_rgba16ui:
    case ir_image_format_rgba8ui:
    case ir_image_format_r32ui:
        return true;
    }
    return false;
}

static void
need_format(struct spirv_writer *w, const struct ir_image *image, const struct spirv_image *use)
{
    if (image->kind != ir_image_storage)
        return;
    if (ir_texel_type(image->texel) == ir_type_i64)
        spirv_need(w, spirv_capability_Int64ImageEXT);
    else if (!is_basic_format(image->format))
        spirv_need(w, spirv_capability_StorageImageExtendedFormats);
    if (image->format == ir_image_format_unknown && use->is_read)
        spirv_need(w, spirv_capability_StorageImageReadWithoutFormat);
    if (image->format == ir_image_format_unknown && use->is_written)
        spirv_need(w, spirv_capability_StorageImageWriteWithoutFormat);
}

static void
need_elements(struct spirv_writer *w, const struct ir_image *image, const struct spirv_image *use)
{
    const bool is_storage = image->kind == ir_image_storage;

    if (!use->has_dynamic_element)
        return;
    if (image->dim == ir_dim_buffer)
        spirv_need(w, is_storage ? spirv_capability_StorageTexelBufferArrayDynamicIndexing
                                 : spirv_capability_UniformTexelBufferArrayDynamicIndexing);
    else
        spirv_need(w, is_storage ? spirv_capability_StorageImageArrayDynamicIndexing
                                 : spirv_capability_SampledImageArrayDynamicIndexing);
    if (use->is_non_uniform) {
        spirv_need(w, spirv_capability_ShaderNonUniform);
        spirv_need(w, is_storage ? spirv_capability_StorageImageArrayNonUniformIndexing
                                 : spirv_capability_SampledImageArrayNonUniformIndexing);
    }
}

static void
declare_image(struct spirv_writer *w, uint32_t index)
{
    static const SpvDim dims[ir_dim_count] = {
        [ir_dim_1d] = SpvDim1D,     [ir_dim_2d] = SpvDim2D,         [ir_dim_3d] = SpvDim3D,
        [ir_dim_cube] = SpvDimCube, [ir_dim_buffer] = SpvDimBuffer,
    };
    const struct ir_image *image = &w->shader->images.data[index];
    struct spirv_image *use = &w->images[index];
    const bool is_storage = image->kind == ir_image_storage;
    const bool is_input = image->kind == ir_image_input;
    const SpvDim dim = is_input ? SpvDimSubpassData : dims[image->dim];
    const uint32_t texel = spirv_texel_type(w, image->texel, 1);

    need_image(w, image);
    need_format(w, image, use);
    need_elements(w, image, use);
    /* The image formats stand in the order of SPIR-V's numbers. */
    use->type =
        SPIRV_TYPE(w, SpvOpTypeImage, texel, (uint32_t)dim, use->has_dref, image->is_arrayed,
                   image->is_multisampled, is_storage || is_input ? 2 : 1,
                   is_storage ? (uint32_t)image->format : SpvImageFormatUnknown);
    uint32_t type = use->type;
    if (image->kind == ir_image_combined)
        type = use->sampled = SPIRV_TYPE(w, SpvOpTypeSampledImage, use->type);
    use->variable = spirv_declare_descriptor(w, SpvStorageClassUniformConstant, type, image->count,
                                             image->set, image->binding, image->name);
    if (is_storage)
        spirv_decorate_access(w, use->variable, image->access);
    if (is_input)
        spirv_decorate_with(w, use->variable, SpvDecorationInputAttachmentIndex, image->attachment);
}

void
spirv_declare_images(struct spirv_writer *w)
{
    for (uint32_t i = 0; i < w->shader->images.count; i++)
        if (w->images[i].used)
            declare_image(w, i);
    for (uint32_t i = 0; i < w->shader->samplers.count; i++) {
        const struct ir_sampler *sampler = &w->shader->samplers.data[i];

        if (!w->samplers[i].used)
            continue;
        if (!w->sampler_type) {
            w->sampler_type = spirv_new_id(w);
            SPIRV_EMIT(w, &w->globals, SpvOpTypeSampler, w->sampler_type);
        }
        if (w->samplers[i].has_dynamic_element)
            spirv_need(w, spirv_capability_SampledImageArrayDynamicIndexing);
        w->samplers[i].variable =
            spirv_declare_descriptor(w, SpvStorageClassUniformConstant, w->sampler_type,
                                     sampler->count, sampler->set, sampler->binding, sampler->name);
    }
}

/* ---- operands ---- */

/* An image op being written. */
struct image_op {
    const struct ir_inst *inst;
    enum ir_op op;
    uint32_t imm;
    const struct ir_image *image;
    struct spirv_image *use;
    struct ir_image_operands at;
    uint32_t is_inside; /* Of the element; 0: it is for sure. */
    bool is_non_uniform;
};

static struct image_op
begin_op(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t index = ir_imm_image(inst->arg[2]);
    struct image_op o = {
        .inst = inst,
        .op = (enum ir_op)inst->op,
        .imm = inst->arg[2],
        .image = &w->shader->images.data[index],
        .use = &w->images[index],
    };

    o.at = ir_image_operands_of(o.op, o.image, o.imm);
    return o;
}

static ir_ref
operand_ref(const struct spirv_writer *w, const struct image_op *o, int at)
{
    return w->shader->list.data[o->inst->arg[0] + (uint32_t)at];
}

static uint32_t
operand(struct spirv_writer *w, const struct image_op *o, int at)
{
    const ir_ref ref = operand_ref(w, o, at);

    return spirv_id(w, ref);
}

/* Operands as SPIR-V wants them: a scalar or a vector. */
static uint32_t
vector_operand(struct spirv_writer *w, const struct image_op *o, int at, uint32_t count,
               enum ir_type type)
{
    uint32_t values[4] = {0};

    for (uint32_t i = 0; i < count; i++)
        values[i] = operand(w, o, at + (int)i);
    if (count == 1)
        return values[0];
    const uint32_t type_id = spirv_type(w, IR_VEC(type, count));
    const uint32_t id = spirv_put_value(w, SpvOpCompositeConstruct, count, type_id);
    for (uint32_t i = 0; i < count; i++)
        spirv_put(w, values[i]);
    return id;
}

/* Offsets that are all known, as a constant; 0 where they are not. Offsets have a sign, and hosts
 * hold them against limits. */
static uint32_t
constant_offset(struct spirv_writer *w, const struct image_op *o, int at, uint32_t count)
{
    const uint32_t type = spirv_texel_type(w, ir_texel_i32, 1);
    uint32_t words[2 + 4]; /* Type, id and components. */
    uint64_t bits[4];

    for (uint32_t i = 0; i < count; i++)
        if (!spirv_is_const(w, operand_ref(w, o, at + (int)i), &bits[i]))
            return 0;
    for (uint32_t i = 0; i < count; i++) {
        words[2 + i] = spirv_new_id(w);
        SPIRV_EMIT(w, &w->globals, SpvOpConstant, type, words[2 + i], (uint32_t)bits[i]);
    }
    if (count == 1)
        return words[2];
    words[0] = spirv_texel_type(w, ir_texel_i32, count);
    words[1] = spirv_new_id(w);
    spirv_emit(w, &w->globals, SpvOpConstantComposite, words, count + 2);
    return words[1];
}

/* Texels alone have a sign; the IR's integers do not. */
static bool
is_texel_signed(const struct image_op *o)
{
    return o->image->texel == ir_texel_i32 || o->image->texel == ir_texel_i64;
}

static void
mark(struct spirv_writer *w, const struct image_op *o, uint32_t id)
{
    if (o->is_non_uniform)
        spirv_decorate(w, id, SpvDecorationNonUniform);
}

/* The pointer to the image's descriptor. */
static uint32_t
image_pointer(struct spirv_writer *w, struct image_op *o)
{
    const ir_ref ref = o->at.element >= 0 ? operand_ref(w, o, o->at.element) : 0;
    const struct spirv_element element = spirv_element_of(w, ref, o->image->count);
    const uint32_t type = o->image->kind == ir_image_combined ? o->use->sampled : o->use->type;
    const uint32_t pointer = SPIRV_TYPE(w, SpvOpTypePointer, SpvStorageClassUniformConstant, type);

    o->is_inside = element.is_inside;
    o->is_non_uniform = (o->imm & IR_IMAGE_NON_UNIFORM) && element.is_dynamic;
    return spirv_element_pointer(w, o->use->variable, pointer, &element, o->is_non_uniform);
}

/* The image alone. */
static uint32_t
load_image(struct spirv_writer *w, struct image_op *o)
{
    const uint32_t pointer = image_pointer(w, o);
    const bool is_combined = o->image->kind == ir_image_combined;
    const uint32_t loaded =
        spirv_value1(w, SpvOpLoad, is_combined ? o->use->sampled : o->use->type, pointer);

    mark(w, o, loaded);
    if (!is_combined)
        return loaded;
    const uint32_t image = spirv_value1(w, SpvOpImage, o->use->type, loaded);
    mark(w, o, image);
    return image;
}

/* The image with its sampler. */
static uint32_t
load_sampled(struct spirv_writer *w, struct image_op *o)
{
    if (o->image->kind == ir_image_combined) {
        const uint32_t pointer = image_pointer(w, o);
        const uint32_t loaded = spirv_value1(w, SpvOpLoad, o->use->sampled, pointer);

        mark(w, o, loaded);
        return loaded;
    }
    const uint32_t index = ir_imm_sampler(o->imm) - 1;
    const struct ir_sampler *sampler = &w->shader->samplers.data[index];
    const ir_ref ref = o->at.sampler_element >= 0 ? operand_ref(w, o, o->at.sampler_element) : 0;
    const uint32_t image = load_image(w, o);
    const struct spirv_element element = spirv_element_of(w, ref, sampler->count);
    const uint32_t pointer_type =
        SPIRV_TYPE(w, SpvOpTypePointer, SpvStorageClassUniformConstant, w->sampler_type);
    const bool marks = (o->imm & IR_IMAGE_NON_UNIFORM) && element.is_dynamic;
    const uint32_t pointer =
        spirv_element_pointer(w, w->samplers[index].variable, pointer_type, &element, marks);
    const uint32_t loaded = spirv_value1(w, SpvOpLoad, w->sampler_type, pointer);
    const uint32_t type = SPIRV_TYPE(w, SpvOpTypeSampledImage, o->use->type);
    const uint32_t sampled = spirv_value2(w, SpvOpSampledImage, type, image, loaded);

    if (marks) {
        spirv_need(w, spirv_capability_ShaderNonUniform);
        spirv_need(w, spirv_capability_SampledImageArrayNonUniformIndexing);
        spirv_decorate(w, loaded, SpvDecorationNonUniform);
        o->is_non_uniform = true;
    }
    mark(w, o, sampled);
    return sampled;
}

/* The optional operands, in the order of their bits. */
struct extras {
    uint32_t mask;
    uint32_t ids[8];
    uint32_t count;
};

static void
add_extra(struct extras *extras, uint32_t bit, uint32_t id)
{
    extras->mask |= bit;
    extras->ids[extras->count++] = id;
}

static uint32_t
extra_words(const struct extras *extras)
{
    return extras->mask ? extras->count + 1 : 0;
}

static void
put_extras(struct spirv_writer *w, const struct extras *extras)
{
    if (!extras->mask)
        return;
    spirv_put(w, extras->mask);
    for (uint32_t i = 0; i < extras->count; i++)
        spirv_put(w, extras->ids[i]);
}

static void
add_offset(struct spirv_writer *w, const struct image_op *o, struct extras *extras)
{
    if (o->at.offset < 0)
        return;
    const uint32_t constant = constant_offset(w, o, o->at.offset, o->at.dimensions);
    if (constant) {
        add_extra(extras, SpvImageOperandsConstOffsetMask, constant);
        return;
    }
    const uint32_t offset = vector_operand(w, o, o->at.offset, o->at.dimensions, ir_type_i32);
    spirv_need(w, spirv_capability_ImageGatherExtended);
    add_extra(extras, SpvImageOperandsOffsetMask, offset);
}

/* Four constant vectors of two. */
static void
add_offsets(struct spirv_writer *w, const struct image_op *o, struct extras *extras)
{
    if (o->at.offsets < 0)
        return;
    uint32_t words[2 + 4]; /* Type, id and four vectors. */
    const uint32_t pair = spirv_texel_type(w, ir_texel_i32, 2);
    const uint32_t four = spirv_u32(w, 4);
    for (int i = 0; i < 4; i++)
        words[2 + i] = constant_offset(w, o, o->at.offsets + 2 * i, 2);
    words[0] = SPIRV_TYPE(w, SpvOpTypeArray, pair, four);
    words[1] = spirv_new_id(w);
    spirv_emit(w, &w->globals, SpvOpConstantComposite, words, 6);
    spirv_need(w, spirv_capability_ImageGatherExtended);
    add_extra(extras, SpvImageOperandsConstOffsetsMask, words[1]);
}

static void
add_grad(struct spirv_writer *w, const struct image_op *o, struct extras *extras)
{
    const uint32_t x = vector_operand(w, o, o->at.grad_x, o->at.dimensions, ir_type_f32);
    const uint32_t y = vector_operand(w, o, o->at.grad_y, o->at.dimensions, ir_type_f32);

    add_extra(extras, SpvImageOperandsGradMask, x);
    add_extra(extras, SpvImageOperandsGradMask, y);
}

/* What came out, as the IR has it: integers without a sign, and zeroes where the element was
 * outside of its array. */
static void
set_result(struct spirv_writer *w, const struct image_op *o, uint32_t value)
{
    const ir_type_id type = o->inst->type;
    const bool is_signed = is_texel_signed(o);
    const uint32_t type_id = spirv_type(w, type);

    if (is_signed && ir_type_scalar(type) == ir_texel_type(o->image->texel))
        value = spirv_value1(w, SpvOpBitcast, type_id, value);
    if (o->is_inside) {
        const uint32_t components = ir_type_components(type);
        const uint32_t zero = spirv_zero(w, type);
        uint32_t condition = o->is_inside;

        if (components > 1) {
            const uint32_t mask = spirv_type(w, IR_VEC(ir_type_bool, components));

            condition = spirv_put_value(w, SpvOpCompositeConstruct, components, mask);
            for (uint32_t i = 0; i < components; i++)
                spirv_put(w, o->is_inside);
        }
        value = spirv_select(w, type_id, condition, value, zero);
    }
    w->ids[w->ref] = value;
}

/* The type that an op's result has in SPIR-V. */
static uint32_t
result_type(struct spirv_writer *w, const struct image_op *o)
{
    const unsigned components = ir_type_components(o->inst->type);

    return spirv_texel_type(w, o->image->texel, components);
}

/* An instruction that reads texels: of an image, at coordinates, and by chosen, which is 0 where
 * there is no such operand. */
static void
put_read(struct spirv_writer *w, const struct image_op *o, SpvOp code, uint32_t type,
         const uint32_t operands[3], const struct extras *extras)
{
    const uint32_t count = operands[2] ? 3 : 2;
    const uint32_t id = spirv_put_value(w, code, count + extra_words(extras), type);

    for (uint32_t i = 0; i < count; i++)
        spirv_put(w, operands[i]);
    put_extras(w, extras);
    set_result(w, o, id);
}

/* ---- sampling ---- */

/* Outside of fragments there are no differences to choose a level by: it is 0, or the bias. */
void
spirv_write_sample(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct image_op o = begin_op(w, inst);
    const bool has_dref = o.at.dref >= 0;
    const bool is_explicit =
        (o.imm & (IR_SAMPLE_LOD | IR_SAMPLE_GRAD)) || w->shader->stage != ir_stage_fragment;
    struct extras extras = {0};

    const uint32_t type = result_type(w, &o);
    const uint32_t image = load_sampled(w, &o);
    const uint32_t coordinates =
        vector_operand(w, &o, o.at.coordinates, o.at.coordinate_count, ir_type_f32);
    const uint32_t dref = has_dref ? operand(w, &o, o.at.dref) : 0;
    if (o.at.lod >= 0) {
        const uint32_t level = operand(w, &o, o.at.lod);

        add_extra(&extras, is_explicit ? SpvImageOperandsLodMask : SpvImageOperandsBiasMask, level);
    } else if (o.at.grad_x >= 0) {
        add_grad(w, &o, &extras);
    } else if (is_explicit) {
        const uint32_t zero = spirv_zero(w, ir_type_f32);

        add_extra(&extras, SpvImageOperandsLodMask, zero);
    }
    add_offset(w, &o, &extras);
    if (o.at.min_lod >= 0) {
        const uint32_t level = operand(w, &o, o.at.min_lod);

        /* Where the level is explicit, nothing is chosen that could be held. */
        if (!(extras.mask & SpvImageOperandsLodMask)) {
            spirv_need(w, spirv_capability_MinLod);
            add_extra(&extras, SpvImageOperandsMinLodMask, level);
        }
    }
    const SpvOp code =
        has_dref ? (is_explicit ? SpvOpImageSampleDrefExplicitLod : SpvOpImageSampleDrefImplicitLod)
                 : (is_explicit ? SpvOpImageSampleExplicitLod : SpvOpImageSampleImplicitLod);
    put_read(w, &o, code, type, (const uint32_t[]){image, coordinates, dref}, &extras);
}

void
spirv_write_gather(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct image_op o = begin_op(w, inst);
    const bool has_dref = o.at.dref >= 0;
    struct extras extras = {0};

    const uint32_t type = result_type(w, &o);
    const uint32_t image = load_sampled(w, &o);
    const uint32_t coordinates =
        vector_operand(w, &o, o.at.coordinates, o.at.coordinate_count, ir_type_f32);
    const uint32_t chosen =
        has_dref ? operand(w, &o, o.at.dref) : spirv_u32(w, ir_imm_gather_component(o.imm));
    add_offset(w, &o, &extras);
    add_offsets(w, &o, &extras);
    put_read(w, &o, has_dref ? SpvOpImageDrefGather : SpvOpImageGather, type,
             (const uint32_t[]){image, coordinates, chosen}, &extras);
}

void
spirv_write_image_lod(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct image_op o = begin_op(w, inst);

    if (w->shader->stage != ir_stage_fragment) {
        w->ids[w->ref] = spirv_zero(w, inst->type);
        return;
    }
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t image = load_sampled(w, &o);
    const uint32_t coordinates =
        vector_operand(w, &o, o.at.coordinates, o.at.coordinate_count, ir_type_f32);
    spirv_need(w, spirv_capability_ImageQuery);
    w->ids[w->ref] = spirv_value2(w, SpvOpImageQueryLod, type, image, coordinates);
}

/* ---- texels ---- */

static void
add_sample(struct spirv_writer *w, const struct image_op *o, struct extras *extras)
{
    if (o->at.sample < 0)
        return;
    const uint32_t sample = operand(w, o, o->at.sample);
    add_extra(extras, SpvImageOperandsSampleMask, sample);
}

/* A colour target at the fragment's own place, which coordinates are relative to. */
static void
write_input(struct spirv_writer *w, struct image_op *o)
{
    struct extras extras = {0};
    const uint32_t type = result_type(w, o);
    const uint32_t image = load_image(w, o);
    const uint32_t place = spirv_zero(w, IR_VEC(ir_type_i32, 2));

    add_sample(w, o, &extras);
    put_read(w, o, SpvOpImageRead, type, (const uint32_t[]){image, place, 0}, &extras);
}

void
spirv_write_fetch(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct image_op o = begin_op(w, inst);
    struct extras extras = {0};

    if (o.image->kind == ir_image_input) {
        write_input(w, &o);
        return;
    }
    const uint32_t type = result_type(w, &o);
    const uint32_t image = load_image(w, &o);
    const uint32_t coordinates =
        vector_operand(w, &o, o.at.coordinates, o.at.coordinate_count, ir_type_i32);
    if (o.at.lod >= 0) {
        const uint32_t level = operand(w, &o, o.at.lod);

        add_extra(&extras, SpvImageOperandsLodMask, level);
    } else if (o.image->dim != ir_dim_buffer && !o.image->is_multisampled) {
        const uint32_t zero = spirv_u32(w, 0);

        add_extra(&extras, SpvImageOperandsLodMask, zero);
    }
    add_offset(w, &o, &extras);
    add_sample(w, &o, &extras);
    put_read(w, &o, SpvOpImageFetch, type, (const uint32_t[]){image, coordinates, 0}, &extras);
}

void
spirv_write_image_load(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct image_op o = begin_op(w, inst);
    struct extras extras = {0};

    const uint32_t type = result_type(w, &o);
    const uint32_t image = load_image(w, &o);
    const uint32_t coordinates =
        vector_operand(w, &o, o.at.coordinates, o.at.coordinate_count, ir_type_i32);
    add_sample(w, &o, &extras);
    put_read(w, &o, SpvOpImageRead, type, (const uint32_t[]){image, coordinates, 0}, &extras);
}

void
spirv_write_image_store(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct image_op o = begin_op(w, inst);
    const bool is_signed = is_texel_signed(&o);
    struct extras extras = {0};

    const uint32_t image = load_image(w, &o);
    const uint32_t coordinates =
        vector_operand(w, &o, o.at.coordinates, o.at.coordinate_count, ir_type_i32);
    uint32_t value = vector_operand(w, &o, o.at.value, 4, ir_texel_type(o.image->texel));
    if (is_signed) {
        const uint32_t type = spirv_texel_type(w, o.image->texel, 4);

        value = spirv_value1(w, SpvOpBitcast, type, value);
    }
    add_sample(w, &o, &extras);
    const struct spirv_guard guard = spirv_open_guard(w, o.is_inside);
    spirv_put_op(w, SpvOpImageWrite, 4 + extra_words(&extras));
    spirv_put(w, image);
    spirv_put(w, coordinates);
    spirv_put(w, value);
    put_extras(w, &extras);
    spirv_close_guard(w, &guard, ir_type_void, 0);
}

/* Of images of integers with a sign, the atomic's types have one too. */
static uint32_t
put_signed_atomic(struct spirv_writer *w, const struct image_op *o, uint32_t pointer,
                  uint32_t value, uint32_t comparator)
{
    const ir_type_id type = o->inst->type;
    const uint32_t texel = spirv_texel_type(w, o->image->texel, 1);
    const uint32_t unsigned_type = spirv_type(w, type);

    value = spirv_value1(w, SpvOpBitcast, texel, value);
    if (comparator)
        comparator = spirv_value1(w, SpvOpBitcast, texel, comparator);
    const uint32_t id = spirv_put_atomic(w, ir_imm_image_atomic(o->imm), (enum ir_type)type, texel,
                                         pointer, value, comparator, SpvScopeDevice);
    return spirv_value1(w, SpvOpBitcast, unsigned_type, id);
}

void
spirv_write_image_atomic(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct image_op o = begin_op(w, inst);
    const enum ir_op op = ir_imm_image_atomic(o.imm);
    const bool is_signed = is_texel_signed(&o);
    const uint32_t texel = spirv_texel_type(w, o.image->texel, 1);
    const uint32_t type = SPIRV_TYPE(w, SpvOpTypePointer, SpvStorageClassImage, texel);

    const uint32_t variable = image_pointer(w, &o);
    const uint32_t coordinates =
        vector_operand(w, &o, o.at.coordinates, o.at.coordinate_count, ir_type_i32);
    const uint32_t sample = o.at.sample >= 0 ? operand(w, &o, o.at.sample) : spirv_u32(w, 0);
    const uint32_t value = operand(w, &o, o.at.value);
    const uint32_t comparator = o.at.comparator >= 0 ? operand(w, &o, o.at.comparator) : 0;
    const struct spirv_guard guard = spirv_open_guard(w, o.is_inside);
    const uint32_t pointer =
        spirv_value3(w, SpvOpImageTexelPointer, type, variable, coordinates, sample);
    mark(w, &o, pointer);
    const uint32_t result = is_signed
                                ? put_signed_atomic(w, &o, pointer, value, comparator)
                                : spirv_put_atomic(w, op, (enum ir_type)inst->type, texel, pointer,
                                                   value, comparator, SpvScopeDevice);
    w->ids[w->ref] = spirv_close_guard(w, &guard, inst->type, result);
}

/* ---- queries ---- */

void
spirv_write_image_size(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct image_op o = begin_op(w, inst);
    const bool has_levels = o.image->kind != ir_image_storage && o.image->dim != ir_dim_buffer &&
                            !o.image->is_multisampled;
    const uint32_t count =
        (o.image->dim == ir_dim_cube ? 2u : o.at.dimensions) + o.image->is_arrayed;
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t type = spirv_type(w, IR_VEC(ir_type_i32, count));
    const uint32_t whole = spirv_type(w, inst->type);
    const uint32_t zero = spirv_u32(w, 0);
    uint32_t parts[4] = {zero, zero, zero, zero};

    const uint32_t image = load_image(w, &o);
    const uint32_t level = o.at.lod >= 0 ? operand(w, &o, o.at.lod) : zero;
    spirv_need(w, spirv_capability_ImageQuery);
    const uint32_t size = has_levels ? spirv_value2(w, SpvOpImageQuerySizeLod, type, image, level)
                                     : spirv_value1(w, SpvOpImageQuerySize, type, image);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = count == 1 ? size : spirv_value2(w, SpvOpCompositeExtract, u32, size, i);
    const uint32_t id = spirv_put_value(w, SpvOpCompositeConstruct, 4, whole);
    for (uint32_t i = 0; i < 4; i++)
        spirv_put(w, parts[i]);
    w->ids[w->ref] = id;
}

void
spirv_write_image_query(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct image_op o = begin_op(w, inst);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t image = load_image(w, &o);

    spirv_need(w, spirv_capability_ImageQuery);
    w->ids[w->ref] = spirv_value1(w, spirv_code_of(inst), type, image);
}
