/* SPDX-License-Identifier: MIT
 *
 * What both families of texture opcodes have in common: operands of a lookup by its target, and the
 * IR's image ops from them.
 */
#include "tgsi/tgsi_priv.h"

/* Offsets that every host takes where they must be constants. */
#define LEAST_OFFSET (-8)
#define MOST_OFFSET 7

static const struct ir_image *
image_of(const struct tgsi_lowering *l, const struct tgsi_texture *texture)
{
    return &l->shader->images.data[ir_imm_image(texture->imm)];
}

/* How many components the coordinate has, without the layer. */
static unsigned
dimensions_of(const struct tgsi_target_info *target)
{
    static const uint8_t dimensions[ir_dim_count] = {
        [ir_dim_1d] = 1, [ir_dim_2d] = 2, [ir_dim_3d] = 3, [ir_dim_cube] = 3, [ir_dim_buffer] = 1};

    return dimensions[target->dim];
}

/* ---- the op ---- */

static void
put(struct tgsi_lookup *lookup, ir_ref value)
{
    if (value)
        lookup->list[lookup->count++] = value;
}

static void
put_all(struct tgsi_lookup *lookup, const ir_ref *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        put(lookup, values[i]);
}

static ir_ref
build_op(struct tgsi_lowering *l, enum ir_op op, struct tgsi_lookup *lookup)
{
    const struct tgsi_texture *texture = &lookup->texture;
    uint32_t imm = texture->imm | lookup->imm;

    if (!ir_op_is_sampled(op)) /* The texture's sampler is for lookups alone. */
        imm &= ~IR_IMAGE_SAMPLER(IR_MAX_SAMPLERS - 1);
    imm |= texture->element ? IR_IMAGE_ELEMENT : 0;
    imm |= texture->sampler_element && ir_op_is_sampled(op) ? IR_SAMPLER_ELEMENT : 0;
    lookup->count = 0;
    put_all(lookup, lookup->coordinates, 3);
    put(lookup, lookup->layer);
    put(lookup, lookup->reference);
    put(lookup, lookup->level);
    put_all(lookup, lookup->gradients[0], 3);
    put_all(lookup, lookup->gradients[1], 3);
    put_all(lookup, lookup->offset, 3);
    put_all(lookup, lookup->offsets, 8);
    put(lookup, lookup->sample);
    put(lookup, texture->element);
    put(lookup, imm & IR_SAMPLER_ELEMENT ? texture->sampler_element : 0);
    return ir_build_list(&l->b, op, ir_image_result_type(op, image_of(l, texture), imm),
                         lookup->list, lookup->count, imm);
}

ir_ref
tgsi_lower_component(struct tgsi_lowering *l, ir_ref vector, unsigned c)
{
    return ir_build_op(&l->b, ir_op_extract,
                       (ir_type_id)ir_type_scalar(ir_type_of(l->shader, vector)), vector, 0, c);
}

/* Some hosts cannot choose a descriptor at run time; they can skip an op. So up to this many ops
 * stand one behind the other, each with an element that is known. */
#define MOST_CHOICES 32

/* The op if its element is this one, into the variables of its components; its type. */
static ir_type_id
build_choice(struct tgsi_lowering *l, enum ir_op op, const struct tgsi_lookup *lookup, uint32_t i,
             uint32_t variables)
{
    struct ir_builder *b = &l->b;
    struct tgsi_lookup known = *lookup;
    const ir_ref number = ir_build_i32(b, i);
    const bool is_sampler = lookup->texture.elements == 0;
    ir_ref *element = is_sampler ? &known.texture.sampler_element : &known.texture.element;

    ir_build_if(b, ir_build_ieq(b, *element, number));
    *element = number;
    const ir_ref result = build_op(l, op, &known);
    const ir_type_id type = ir_type_of(l->shader, result);
    for (unsigned c = 0; c < ir_type_components(type); c++)
        ir_build_write(b, variables + c,
                       ir_type_components(type) == 1 ? result : tgsi_lower_component(l, result, c));
    ir_build_else(b);
    ir_build_endif(b);
    return type;
}

ir_ref
tgsi_build_image_op(struct tgsi_lowering *l, enum ir_op op, struct tgsi_lookup *lookup)
{
    struct ir_builder *b = &l->b;
    const uint32_t elements = lookup->texture.elements;
    const uint32_t samplers = ir_op_is_sampled(op) ? lookup->texture.sampler_elements : 0;
    const uint32_t choices = elements ? elements : samplers;
    ir_ref values[4];
    ir_type_id type = ir_type_i32;

    if (choices < 2 || choices > MOST_CHOICES || (elements && samplers))
        return build_op(l, op, lookup);
    const uint32_t variables = ir_build_variables(b, 4, 32);
    for (uint32_t i = 0; i < choices; i++)
        type = build_choice(l, op, lookup, i, variables);
    for (unsigned c = 0; c < ir_type_components(type); c++)
        values[c] = ir_build_read(b, variables + c, ir_type_scalar(type));
    return ir_type_components(type) == 1
               ? values[0]
               : ir_build_list(b, ir_op_vec, type, values, ir_type_components(type), 0);
}

/* ---- coordinates ---- */

/* The size of a level as four words. */
static ir_ref
build_size(struct tgsi_lowering *l, const struct tgsi_texture *texture, ir_ref level)
{
    struct tgsi_lookup query = {.texture = *texture, .level = level};

    query.imm = level ? IR_SAMPLE_LOD : 0;
    return tgsi_build_image_op(l, ir_op_image_size, &query);
}

static ir_ref
build_query(struct tgsi_lowering *l, enum ir_op op, const struct tgsi_texture *texture)
{
    struct tgsi_lookup query = {.texture = *texture};

    return tgsi_build_image_op(l, op, &query);
}

/* Coordinates and gradients in texels become those of the whole image. */
static void
normalize(struct tgsi_lowering *l, struct tgsi_lookup *lookup)
{
    struct ir_builder *b = &l->b;

    if (!(lookup->texture.target->shape & TGSI_TARGET_RECT))
        return;
    ir_add_emulated(l->shader, "rectangle textures: coordinates are divided by the size");
    const ir_ref size = build_size(l, &lookup->texture, ir_build_i32(b, 0));
    for (unsigned c = 0; c < 2; c++) {
        const ir_ref side = ir_build_u2f(b, ir_type_f32, tgsi_lower_component(l, size, c));

        lookup->coordinates[c] = ir_build_fdiv(b, lookup->coordinates[c], side);
        for (unsigned axis = 0; axis < 2 && lookup->gradients[axis][0]; axis++)
            lookup->gradients[axis][c] = ir_build_fdiv(b, lookup->gradients[axis][c], side);
    }
}

/* Layers are rounded up from the middle; the IR rounds to even. */
static ir_ref
round_layer(struct tgsi_lowering *l, ir_ref layer)
{
    struct ir_builder *b = &l->b;

    return ir_build_ffloor(b, ir_build_fadd(b, layer, ir_build_f32(b, 0.5f)));
}

void
tgsi_lower_coordinates(struct tgsi_lowering *l, struct tgsi_lookup *lookup, ir_ref divisor)
{
    const struct tgsi_target_info *target = lookup->texture.target;
    ir_ref layer = 0;

    for (unsigned c = 0; c < dimensions_of(target); c++)
        lookup->coordinates[c] = tgsi_lower_src(l, 0, c);
    if (target->layer)
        layer = tgsi_lower_src(l, 0, target->layer);
    for (unsigned c = 0; divisor && c < dimensions_of(target); c++)
        lookup->coordinates[c] = ir_build_fdiv(&l->b, lookup->coordinates[c], divisor);
    if (divisor && layer)
        layer = ir_build_fdiv(&l->b, layer, divisor);
    lookup->layer = layer ? round_layer(l, layer) : 0;
}

void
tgsi_lower_gradients(struct tgsi_lowering *l, struct tgsi_lookup *lookup, unsigned first)
{
    lookup->imm |= IR_SAMPLE_GRAD;
    for (unsigned axis = 0; axis < 2; axis++)
        for (unsigned c = 0; c < dimensions_of(lookup->texture.target); c++)
            lookup->gradients[axis][c] = tgsi_lower_src(l, first + axis, c);
}

void
tgsi_lower_level(struct tgsi_lowering *l, struct tgsi_lookup *lookup, bool is_bias, ir_ref level)
{
    /* Outside of fragments the level is 0 before the bias. */
    lookup->imm |=
        is_bias && l->shader->stage == ir_stage_fragment ? IR_SAMPLE_BIAS : IR_SAMPLE_LOD;
    lookup->level = level;
}

/* ---- offsets ---- */

/* The words of an offset that is known; false if it is not. */
static bool
known_offset(const struct tgsi_lowering *l, const struct tgsi_operand *operand, int32_t words[3])
{
    if (operand->file != tgsi_file_IMM || (operand->flags & TGSI_OPERAND_RELATIVE))
        return false;
    for (unsigned c = 0; c < 3; c++)
        words[c] =
            (int32_t)l->program->immediates.data[operand->index].row.words[tgsi_select(operand, c)];
    return true;
}

static ir_ref
offset_component(struct tgsi_lowering *l, const struct tgsi_location *location,
                 const struct tgsi_operand *operand, unsigned c)
{
    return tgsi_lower_load(l, location, tgsi_select(operand, c), ir_type_i32);
}

static bool
is_fetch(const struct tgsi_lowering *l)
{
    return l->info->src[0] == tgsi_type_i;
}

static bool
is_gather(unsigned op)
{
    return op == tgsi_op_TG4 || op == tgsi_op_GATHER4;
}

void
tgsi_scan_offsets(struct tgsi_lowering *l, const struct tgsi_inst *inst, enum tgsi_target target)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const struct tgsi_target_info *t = &tgsi_target_infos[target];
    const uint32_t most = inst->op == tgsi_op_TG4 ? 4 : 1;

    for (uint32_t i = 0; i < inst->offsets; i++) {
        const struct tgsi_operand *operand = tgsi_offset(l->program, inst, i);
        const struct qd_place place = tgsi_operand_place(inst, operand);
        int32_t words[3];

        if (i >= most || (inst->offsets > 1 && inst->offsets < 4)) {
            base_error(l->diags, QD_CODE_TGSI_OPERAND_COUNT, place, "found %u offsets, expected %s",
                       inst->offsets, most == 4 ? "one or four" : "one");
            return;
        }
        tgsi_scan_src(l, inst, operand);
        if (t->dim == ir_dim_cube || t->dim == ir_dim_buffer) {
            base_error(l->diags, QD_CODE_TGSI_TEXTURE_TARGET, place,
                       "found an offset, which target %s does not have", t->name);
            return;
        }
        if (info->src[0] == tgsi_type_i)
            continue;
        if (!known_offset(l, operand, words)) {
            if (!is_gather(inst->op))
                base_error(l->diags, QD_CODE_UNSUPPORTED, place,
                           "an offset of %s that is no immediate is not supported", info->name);
            continue;
        }
        for (unsigned c = 0; c < dimensions_of(t); c++)
            if (words[c] < LEAST_OFFSET || words[c] > MOST_OFFSET)
                base_error(l->diags, QD_CODE_LIMIT, place, "found offset %d, expected %d to %d",
                           words[c], LEAST_OFFSET, MOST_OFFSET);
    }
}

/* What is not known is held to what every host takes. */
static ir_ref
hold_offset(struct tgsi_lowering *l, ir_ref offset)
{
    struct ir_builder *b = &l->b;

    return ir_build_imax(b, ir_build_imin(b, offset, ir_build_i32(b, MOST_OFFSET)),
                         ir_build_i32(b, (uint32_t)LEAST_OFFSET));
}

static void
lower_offset(struct tgsi_lowering *l, struct tgsi_lookup *lookup, unsigned i)
{
    const struct tgsi_operand *operand = tgsi_offset(l->program, l->inst, i);
    struct tgsi_location location;
    int32_t words[3];

    const bool is_known = known_offset(l, operand, words);
    if (!is_known)
        tgsi_lower_locate(l, operand, &location);
    for (unsigned c = 0; c < dimensions_of(lookup->texture.target); c++) {
        const ir_ref offset = is_known ? ir_build_i32(&l->b, (uint32_t)words[c])
                                       : offset_component(l, &location, operand, c);

        if (is_fetch(l))
            lookup->coordinates[c] = ir_build_iadd(&l->b, lookup->coordinates[c], offset);
        else
            lookup->offset[c] = is_known ? offset : hold_offset(l, offset);
    }
    if (!is_fetch(l))
        lookup->imm |= IR_IMAGE_OFFSET;
}

/* ---- lookups ---- */

/* Components of a texel; of a comparison (k, k, k, 1). */
static void
split(struct tgsi_lowering *l, const struct tgsi_lookup *lookup, ir_ref texel, ir_ref values[4])
{
    for (unsigned c = 0; c < 4; c++) {
        if (ir_type_components(ir_type_of(l->shader, texel)) == 4)
            values[c] = tgsi_lower_component(l, texel, tgsi_select(&lookup->swizzle, c));
        else
            values[c] = tgsi_select(&lookup->swizzle, c) < 3 ? texel : ir_build_f32(&l->b, 1.0f);
    }
}

void
tgsi_lower_sampled(struct tgsi_lowering *l, struct tgsi_lookup *lookup)
{
    ir_ref values[4];

    if (lookup->reference)
        lookup->imm |= IR_SAMPLE_DREF;
    normalize(l, lookup);
    if (l->inst->offsets > 0)
        lower_offset(l, lookup, 0);
    split(l, lookup, tgsi_build_image_op(l, ir_op_sample, lookup), values);
    tgsi_lower_write(l, values);
}

/* ---- gathers ---- */

/* Four offsets that are all known, in the op; or else a gather for each, of whose four texels the
 * one that has no more than its offset, i0 j0, is taken. */
static ir_ref
gather_component(struct tgsi_lowering *l, struct tgsi_lookup *lookup, unsigned component)
{
    struct ir_builder *b = &l->b;
    ir_ref texels[4];
    int32_t words[4][3];
    bool is_known = true;

    lookup->imm = (lookup->imm & ~(3u * IR_GATHER_COMPONENT)) |
                  (uint32_t)component * (uint32_t)IR_GATHER_COMPONENT;
    if (l->inst->offsets < 4) {
        if (l->inst->offsets > 0)
            lower_offset(l, lookup, 0);
        return tgsi_build_image_op(l, ir_op_gather, lookup);
    }
    for (unsigned i = 0; i < 4; i++)
        is_known = known_offset(l, tgsi_offset(l->program, l->inst, i), words[i]) && is_known;
    if (is_known) {
        for (unsigned i = 0; i < 8; i++)
            lookup->offsets[i] = ir_build_i32(b, (uint32_t)words[i / 2][i % 2]);
        lookup->imm |= IR_GATHER_OFFSETS;
        return tgsi_build_image_op(l, ir_op_gather, lookup);
    }
    for (unsigned i = 0; i < 4; i++) {
        lower_offset(l, lookup, i);
        texels[i] = tgsi_lower_component(l, tgsi_build_image_op(l, ir_op_gather, lookup), 3);
    }
    return ir_build_list(b, ir_op_vec, IR_VEC(ir_type_scalar(ir_type_of(l->shader, texels[0])), 4),
                         texels, 4, 0);
}

void
tgsi_lower_gather(struct tgsi_lowering *l, struct tgsi_lookup *lookup, ir_ref component,
                  unsigned known)
{
    struct ir_builder *b = &l->b;
    ir_ref values[4];

    if (lookup->reference)
        lookup->imm |= IR_SAMPLE_DREF;
    normalize(l, lookup);
    ir_ref texels = gather_component(l, lookup, component ? 0 : known);
    for (unsigned c = 0; c < 4; c++)
        values[c] = tgsi_lower_component(l, texels, c);
    for (unsigned i = 1; component && i < 4; i++) {
        const ir_ref masked = ir_build_iand(b, component, ir_build_i32(b, 3));
        const ir_ref is_this = ir_build_ieq(b, masked, ir_build_i32(b, i));

        texels = gather_component(l, lookup, i);
        for (unsigned c = 0; c < 4; c++)
            values[c] = ir_build_select(b, is_this, tgsi_lower_component(l, texels, c), values[c]);
    }
    tgsi_lower_write(l, values);
}

/* ---- texels ---- */

/* The direction to the middle of a texel of a cube's face, from -1 to 1, and the cube: nothing else
 * reads a texel of a cube. */
static void
aim_at_texel(struct tgsi_lowering *l, struct tgsi_lookup *lookup, ir_ref face)
{
    static const struct {
        int8_t s, t; /* The axes that they run along, from 1; negative: backwards. */
        int8_t major;
    } faces[6] = {{-3, -2, 1}, {3, -2, -1}, {1, 3, 2}, {1, -3, -2}, {1, -2, 3}, {-1, -2, -3}};
    struct ir_builder *b = &l->b;
    const ir_ref size = build_size(l, &lookup->texture, lookup->level);
    const ir_ref one = ir_build_f32(b, 1.0f);
    ir_ref place[2], result[3] = {0};

    for (unsigned c = 0; c < 2; c++) {
        const ir_ref twice = ir_build_iadd(b, lookup->coordinates[c], lookup->coordinates[c]);
        const ir_ref middle = ir_build_iadd(b, twice, ir_build_i32(b, 1));

        place[c] = ir_build_fsub(
            b,
            ir_build_fdiv(b, ir_build_i2f(b, ir_type_f32, middle),
                          ir_build_u2f(b, ir_type_f32, tgsi_lower_component(l, size, c))),
            one);
    }
    for (unsigned f = 0; f < 6; f++) {
        const ir_ref is_this = ir_build_ieq(b, face, ir_build_i32(b, f));

        for (int axis = 1; axis <= 3; axis++) {
            const int s = faces[f].s, t = faces[f].t, major = faces[f].major;
            const bool is_back = s == -axis || t == -axis || major == -axis;
            ir_ref value = s == axis || s == -axis   ? place[0]
                           : t == axis || t == -axis ? place[1]
                                                     : one;

            value = is_back ? ir_build_fneg(b, value) : value;
            result[axis - 1] =
                f == 0 ? value : ir_build_select(b, is_this, value, result[axis - 1]);
        }
    }
    for (unsigned c = 0; c < 3; c++)
        lookup->coordinates[c] = result[c];
}

static ir_ref
is_below(struct tgsi_lowering *l, ir_ref value, ir_ref limit, ir_ref and_also)
{
    const ir_ref below = ir_build_ult(&l->b, value, limit);

    return and_also ? ir_build_iand(&l->b, below, and_also) : below;
}

/* A cube's texel by its sampler, at its middle; (x, y, 6 * cube + face). */
static ir_ref
fetch_of_cube(struct tgsi_lowering *l, struct tgsi_lookup *lookup)
{
    struct ir_builder *b = &l->b;
    const ir_ref zero = ir_build_i32(b, 0), six = ir_build_i32(b, 6);
    const ir_ref levels = build_query(l, ir_op_image_levels, &lookup->texture);
    const ir_ref x = lookup->coordinates[0], y = lookup->coordinates[1];
    const ir_ref face = lookup->coordinates[2];
    ir_add_emulated(l->shader, "texels of cubes: are sampled at their middles");
    const bool is_arrayed = lookup->texture.target->layer != tgsi_place_NONE;
    ir_ref values[4];

    ir_ref is_inside = is_below(l, lookup->level, levels, 0);
    lookup->level = ir_build_select(b, is_inside, lookup->level, zero);
    const ir_ref size = build_size(l, &lookup->texture, lookup->level);
    is_inside = is_below(l, x, tgsi_lower_component(l, size, 0), is_inside);
    is_inside = is_below(l, y, tgsi_lower_component(l, size, 1), is_inside);
    if (is_arrayed)
        is_inside =
            is_below(l, face, ir_build_imul(b, tgsi_lower_component(l, size, 2), six), is_inside);
    else
        is_inside = is_below(l, face, six, is_inside);
    if (is_arrayed)
        lookup->layer = ir_build_u2f(b, ir_type_f32, ir_build_udiv(b, face, six));
    aim_at_texel(l, lookup, is_arrayed ? ir_build_urem(b, face, six) : face);
    lookup->level = ir_build_i2f(b, ir_type_f32, lookup->level);
    lookup->imm |= IR_SAMPLE_LOD;
    const ir_ref texel = tgsi_build_image_op(l, ir_op_sample, lookup);
    for (unsigned c = 0; c < 4; c++) {
        const ir_ref value = tgsi_lower_component(l, texel, c);

        values[c] =
            ir_build_select(b, is_inside, value,
                            ir_build_const(b, ir_type_scalar(ir_type_of(l->shader, value)), 0));
    }
    return ir_build_list(b, ir_op_vec, ir_type_of(l->shader, texel), values, 4, 0);
}

void
tgsi_lower_fetch(struct tgsi_lowering *l, struct tgsi_lookup *lookup, ir_ref level)
{
    const struct tgsi_target_info *target = lookup->texture.target;
    const bool has_levels =
        target->dim != ir_dim_buffer && !(target->shape & (TGSI_TARGET_RECT | TGSI_TARGET_SAMPLES));
    ir_ref values[4], texel;

    for (unsigned c = 0; c < dimensions_of(target); c++)
        lookup->coordinates[c] = tgsi_lower_src(l, 0, c);
    if (has_levels)
        lookup->level = level ? level : ir_build_i32(&l->b, 0);
    if (l->inst->offsets > 0)
        lower_offset(l, lookup, 0);
    if (target->dim == ir_dim_cube) {
        texel = fetch_of_cube(l, lookup);
    } else {
        if (target->layer)
            lookup->layer = tgsi_lower_src(l, 0, target->layer);
        lookup->imm |= has_levels ? IR_SAMPLE_LOD : 0;
        texel = tgsi_build_image_op(l, ir_op_fetch, lookup);
    }
    split(l, lookup, texel, values);
    tgsi_lower_write(l, values);
}

/* ---- queries ---- */

/* (width, height, depth, levels), layers behind the sides that the target has; zeroes for a level
 * that there is not. */
void
tgsi_lower_size(struct tgsi_lowering *l, const struct tgsi_texture *texture, ir_ref level)
{
    struct ir_builder *b = &l->b;
    const struct tgsi_target_info *target = texture->target;
    const bool has_levels = target->dim != ir_dim_buffer && !(target->shape & TGSI_TARGET_SAMPLES);
    const ir_ref zero = ir_build_i32(b, 0);
    const ir_ref levels =
        has_levels ? build_query(l, ir_op_image_levels, texture) : ir_build_i32(b, 1);
    const ir_ref is_there = ir_build_ult(b, level, levels);
    const ir_ref size =
        build_size(l, texture, has_levels ? ir_build_select(b, is_there, level, zero) : 0);
    ir_ref values[4] = {0};

    for (unsigned c = 0; c < 3; c++)
        values[c] = ir_build_select(b, is_there, tgsi_lower_component(l, size, c), zero);
    values[3] = levels;
    tgsi_lower_write(l, values);
}

/* 1 of images that are not multisampled. */
ir_ref
tgsi_lower_samples(struct tgsi_lowering *l, const struct tgsi_texture *texture)
{
    return texture->target->shape & TGSI_TARGET_SAMPLES
               ? build_query(l, ir_op_image_samples, texture)
               : ir_build_i32(&l->b, 1);
}

/* (the level that is read, the level before it is held to what there is, 0, 0). */
void
tgsi_lower_lod(struct tgsi_lowering *l, struct tgsi_lookup *lookup)
{
    const ir_ref zero = ir_build_f32(&l->b, 0.0f);
    ir_ref values[4], levels[4] = {0, 0, zero, zero};

    for (unsigned c = 0; c < dimensions_of(lookup->texture.target); c++)
        lookup->coordinates[c] = tgsi_lower_src(l, 0, c);
    normalize(l, lookup);
    const ir_ref lod = tgsi_build_image_op(l, ir_op_image_lod, lookup);
    for (unsigned c = 0; c < 2; c++)
        levels[c] = tgsi_lower_component(l, lod, c);
    for (unsigned c = 0; c < 4; c++)
        values[c] = levels[tgsi_select(&lookup->swizzle, c)];
    tgsi_lower_write(l, values);
}
