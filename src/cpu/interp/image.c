/* SPDX-License-Identifier: MIT
 *
 * Image ops, by calls into sample/ for all lanes that have the same image and sampler.
 */
#include "cpu/interp/interp_priv.h"
#include "cpu/sample/sample.h"

/* What is bound if nothing is. */
static const struct cpu_image_view null_view;

/* One instruction: what it does, and where its operands lie. */
struct image_op {
    enum ir_op op;
    uint32_t imm;
    const struct ir_image *image;
    struct ir_image_operands at;
    const uint32_t *places;
    char *base;
    const struct interp_run *run;
    uint32_t *d;
    bool has_quads;
    bool is_wide; /* Texels of 64 bits. */
};

static struct image_op
image_op_of(const struct interp_inst *inst, char *base, const struct interp_run *run)
{
    const uint32_t *operands = run->program->operands + inst->a;
    struct image_op o = {
        .op = (enum ir_op)operands[0],
        .imm = inst->c,
        .image = &run->program->images[ir_imm_image(inst->c)],
        .places = operands + 1,
        .base = base,
        .run = run,
        .d = (void *)(base + inst->d),
        .has_quads = inst->b != 0,
    };

    o.at = ir_image_operands_of(o.op, o.image, o.imm);
    o.is_wide = ir_texel_type(o.image->texel) == ir_type_i64;
    return o;
}

/* Operand i of those from first on; NULL if the op has none. */
static const void *
operand_at(const struct image_op *o, int first, unsigned i)
{
    return first < 0 ? NULL : o->base + o->places[(unsigned)first + i];
}

static const uint32_t *
words_at(const struct image_op *o, int first, unsigned i)
{
    return operand_at(o, first, i);
}

/* The layer among the coordinates: after the others, and zeroes where the shader has none but the
 * view has. */
static const uint32_t *
layer_of(const struct image_op *o, unsigned dimensions)
{
    if (o->at.coordinate_count > dimensions)
        return words_at(o, o->at.coordinates, dimensions);
    return (const void *)(o->base + o->run->program->zero_at);
}

/* ---- what is bound ---- */

/* The element that the least lane of *mask names, and in *mask the lanes that name the same. */
static uint32_t
element_of(const struct image_op *o, int operand, uint64_t *mask)
{
    const uint32_t *elements = words_at(o, operand, 0);

    if (!elements)
        return 0;
    const uint32_t element = elements[interp_first_lane(*mask)];
    *mask = interp_lanes_with(elements, element, *mask, o->run);
    return element;
}

static const struct cpu_image_view *
view_of(const struct image_op *o, uint32_t element)
{
    const struct cpu_images *bound = &o->run->group->resources->images[ir_imm_image(o->imm)];

    if (element >= bound->count || bound->views[element].dim != o->image->dim)
        return &null_view;
    return &bound->views[element];
}

/* The sampler of a sampling op: the image's own, or that which the least lane of *mask names. */
static const struct scene_sampler *
sampler_of(const struct image_op *o, uint32_t image_element, uint64_t *mask)
{
    const struct cpu_resources *resources = o->run->group->resources;
    const uint32_t number = ir_imm_sampler(o->imm);

    if (number == 0) {
        const struct cpu_images *images = &resources->images[ir_imm_image(o->imm)];

        return image_element < images->count && images->samplers ? images->samplers[image_element]
                                                                 : NULL;
    }
    const struct cpu_samplers *samplers = &resources->samplers[number - 1];
    const uint32_t element = element_of(o, o->at.sampler_element, mask);
    return element < samplers->count ? samplers->samplers[element] : NULL;
}

/* ---- the calls ---- */

/* A call leaves anything in the results of lanes that are not in its mask: of those alone that are,
 * a part of the group's, the results are taken. */
static void
take_results(const struct image_op *o, const uint32_t *results, uint64_t mask)
{
    const size_t stride = o->run->padded;
    const unsigned count = o->op == ir_op_image_lod                             ? 2
                           : o->op == ir_op_sample && (o->imm & IR_SAMPLE_DREF) ? 1
                                                                                : 4;

    for (unsigned c = 0; c < count; c++)
        EACH_LANE_OF(lane, mask) { o->d[c * stride + lane] = results[c * stride + lane]; }
}

/* Of one image and sampler, for the lanes of *mask that have the sampler of the least of them. */
static void
sample(const struct image_op *o, uint32_t element, uint64_t *mask)
{
    const struct scene_sampler *sampler = sampler_of(o, element, mask);
    const struct cpu_image_view *view = view_of(o, element);
    const unsigned dimensions = o->at.dimensions;
    const bool is_part = *mask != o->run->active;
    uint32_t results[4 * CPU_MAX_LANES];
    const uint32_t *level = words_at(o, o->at.lod, 0);
    struct cpu_sample call = {
        .mask = *mask,
        .lanes = (uint32_t)o->run->lanes,
        .has_quads = o->has_quads,
        .layer = layer_of(o, dimensions),
        .dref = words_at(o, o->at.dref, 0),
        .bias = o->imm & IR_SAMPLE_BIAS ? level : NULL,
        .lod = o->imm & IR_SAMPLE_LOD ? level : NULL,
        .min_lod = words_at(o, o->at.min_lod, 0),
        .result = is_part ? results : o->d,
        .stride = o->run->padded,
    };

    for (unsigned i = 0; i < dimensions; i++) {
        call.coordinates[i] = words_at(o, o->at.coordinates, i);
        call.grad_x[i] = words_at(o, o->at.grad_x, i);
        call.grad_y[i] = words_at(o, o->at.grad_y, i);
        call.offset[i] = words_at(o, o->at.offset, i);
    }
    for (unsigned i = 0; i < 8; i++)
        call.offsets[i] = words_at(o, o->at.offsets, i);
    if (o->op == ir_op_sample)
        cpu_image_sample(view, sampler, &call);
    else if (o->op == ir_op_gather)
        cpu_image_gather(view, sampler, ir_imm_gather_component(o->imm), &call);
    else
        cpu_image_lod(view, sampler, &call);
    if (is_part)
        take_results(o, results, *mask);
}

static void
access_texels(const struct image_op *o, const struct cpu_image_view *view, uint64_t mask)
{
    /* The face of a cube is its layer. */
    const unsigned dimensions = o->image->dim == ir_dim_cube ? 2 : o->at.dimensions;
    struct cpu_access call = {
        .mask = mask,
        .lanes = (uint32_t)o->run->lanes,
        .layer = layer_of(o, dimensions),
        .lod = words_at(o, o->at.lod, 0),
        .sample = words_at(o, o->at.sample, 0),
        .format = o->image->format,
        .is_wide = o->is_wide,
        .comparator = operand_at(o, o->at.comparator, 0),
        .result = o->d,
        .stride = o->run->padded,
    };

    for (unsigned i = 0; i < dimensions; i++) {
        call.coordinates[i] = words_at(o, o->at.coordinates, i);
        call.offset[i] = words_at(o, o->at.offset, i);
    }
    if (o->image->kind == ir_image_input) {
        call.coordinates[0] = o->run->group->pixel[0];
        call.coordinates[1] = o->run->group->pixel[1];
        call.layer = o->run->group->pixel[2];
    }
    for (unsigned i = 0; i < (o->op == ir_op_image_store ? 4 : 1); i++)
        call.value[i] = operand_at(o, o->at.value, i);
    switch ((unsigned)o->op) {
    case ir_op_fetch:
        cpu_image_fetch(view, &call);
        break;
    case ir_op_image_load:
        cpu_image_load(view, &call);
        break;
    case ir_op_image_store:
        cpu_image_store(view, &call);
        break;
    case ir_op_image_atomic:
        cpu_image_atomic(view, ir_imm_image_atomic(o->imm), o->image->texel == ir_texel_f32, &call);
        break;
    }
}

static void
query(const struct image_op *o, const struct cpu_image_view *view, uint64_t mask)
{
    const uint32_t *levels = words_at(o, o->at.lod, 0);
    const uint32_t count = o->op == ir_op_image_size ? 4 : 1;
    uint32_t words[4] = {o->op == ir_op_image_levels ? view->levels : view->samples};

    EACH_LANE_OF(lane, mask)
    {
        if (o->op == ir_op_image_size)
            cpu_image_size(view, levels ? levels[lane] : 0, words);
        for (uint32_t c = 0; c < count; c++)
            o->d[c * o->run->padded + lane] = words[c];
    }
}

INTERP_HANDLER(interp_image)
{
    const struct image_op o = image_op_of(inst, base, run);
    const bool is_write = o.op == ir_op_image_store || o.op == ir_op_image_atomic;
    uint64_t same;

    /* Lanes that do nothing get 0. */
    if (o.op == ir_op_image_atomic)
        memset(o.d, 0, run->padded << (o.is_wide ? 3 : 2));
    for (uint64_t mask = is_write ? interp_writers(run) : run->active; mask; mask &= ~same) {
        same = mask;
        const uint32_t element = element_of(&o, o.at.element, &same);

        if (ir_op_is_sampled(o.op))
            sample(&o, element, &same);
        else if (o.op == ir_op_fetch || is_write || o.op == ir_op_image_load)
            access_texels(&o, view_of(&o, element), same);
        else
            query(&o, view_of(&o, element), same);
    }
    return inst + 1;
}
