/* SPDX-License-Identifier: MIT
 *
 * LOAD, STORE, RESQ and atomics of IMAGE: storage images, and texel buffers for target BUFFER. An
 * instruction may say target and format; where it does not, the declaration's count. A register
 * that is accessed in several formats is several images of the IR at one binding.
 */
#include "tgsi/tgsi_priv.h"

#include <string.h>

/* ---- formats ---- */

struct format {
    const char *name;
    enum ir_image_format ir;
    enum ir_texel texel;
    uint32_t components;
};

static const struct format formats[] = {
#define TGSI_FORMAT(name, ir, texel, components)                                                   \
    {"PIPE_FORMAT_" #name, ir_image_format_##ir, ir_texel_##texel, components},
#include "tgsi/formats.def"
};

#define NO_FORMAT "PIPE_FORMAT_NONE"

static bool
ends_with(const char *name, const char *end)
{
    const size_t size = strlen(name), end_size = strlen(end);

    return size >= end_size && strcmp(name + size - end_size, end) == 0;
}

static struct format
find_format(const char *name)
{
    struct format other = {name, ir_image_format_unknown, ir_texel_f32, 4};

    for (uint32_t i = 0; i < BASE_COUNT(formats); i++)
        if (strcmp(formats[i].name, name) == 0)
            return formats[i];
    if (ends_with(name, "_UINT"))
        other.texel = ir_texel_u32;
    else if (ends_with(name, "_SINT"))
        other.texel = ir_texel_i32;
    return other;
}

static bool
is_named(const struct tgsi_lowering *l, uint32_t format)
{
    return format && strcmp(base_names_string(&l->program->names, format), NO_FORMAT) != 0;
}

/* The declaration of the register, or for an address that of the first. */
static const struct tgsi_decl *
decl_of(struct tgsi_lowering *l, const struct tgsi_operand *operand)
{
    const struct tgsi_file_ranges *ranges = &l->registers->files[tgsi_file_IMAGE];
    uint32_t index = operand->index;

    if (operand->flags & TGSI_OPERAND_RELATIVE)
        index = (uint32_t)tgsi_relative(l->program, operand)->index;
    const uint32_t range =
        tgsi_registers_find(l->registers, tgsi_file_IMAGE, 0, index, &l->hints[tgsi_file_IMAGE]);
    return &l->program->decls.data[ranges->ranges[range == TGSI_NO_RANGE ? 0 : range].decl];
}

/* A word that is accessed as such: of RAW images, and by atomics where no format is given. */
static const struct format word_format = {"", ir_image_format_r32ui, ir_texel_u32, 1};

static struct format
format_of(const struct tgsi_lowering *l, const struct tgsi_inst *inst, const struct tgsi_decl *decl)
{
    const bool is_atomic =
        tgsi_op_writes_memory((enum tgsi_op)inst->op) && inst->op != tgsi_op_STORE;
    uint32_t name = inst->flags & TGSI_INST_ACCESS ? tgsi_access(l->program, inst)->index : 0;

    if (!is_named(l, name))
        name = decl->format;
    if ((decl->flags & TGSI_DECL_RAW) || (is_atomic && !is_named(l, name)))
        return word_format;
    return find_format(base_names_string(&l->program->names, name));
}

/* Atomics are of one 32-bit component; floats are added and exchanged. */
static bool
has_atomic(enum tgsi_op op, const struct format *format)
{
    switch ((unsigned)format->ir) {
    case ir_image_format_r32ui:
    case ir_image_format_r32i:
        return true;
    case ir_image_format_r32f:
        return op == tgsi_op_ATOMFADD || op == tgsi_op_ATOMXCHG;
    }
    return false;
}

/* ---- targets ---- */

/* The image's dimension and what goes with it. */
static void
tgsi_target_shape(enum tgsi_target target, struct ir_image *image)
{
    switch ((unsigned)target) {
    case tgsi_target_BUFFER:
        image->dim = ir_dim_buffer;
        break;
    case tgsi_target_1D:
    case tgsi_target_SHADOW1D:
    case tgsi_target_1D_ARRAY:
    case tgsi_target_SHADOW1D_ARRAY:
        image->dim = ir_dim_1d;
        break;
    case tgsi_target_3D:
        image->dim = ir_dim_3d;
        break;
    case tgsi_target_CUBE:
    case tgsi_target_SHADOWCUBE:
    case tgsi_target_CUBEARRAY:
    case tgsi_target_SHADOWCUBEARRAY:
        image->dim = ir_dim_cube;
        break;
    default:
        image->dim = ir_dim_2d;
        break;
    }
    image->is_arrayed = target == tgsi_target_1D_ARRAY || target == tgsi_target_2D_ARRAY ||
                        target == tgsi_target_SHADOW1D_ARRAY ||
                        target == tgsi_target_SHADOW2D_ARRAY ||
                        target == tgsi_target_2D_ARRAY_MSAA || target == tgsi_target_CUBEARRAY ||
                        target == tgsi_target_SHADOWCUBEARRAY;
    image->is_multisampled = target == tgsi_target_2D_MSAA || target == tgsi_target_2D_ARRAY_MSAA;
}

/* ---- what a program needs ---- */

void
tgsi_scan_image(struct tgsi_lowering *l, const struct tgsi_inst *inst,
                const struct tgsi_operand *operand)
{
    const struct tgsi_decl *decl = decl_of(l, operand);
    const enum tgsi_target target = (enum tgsi_target)decl->target;
    const bool writes = tgsi_op_writes_memory((enum tgsi_op)inst->op);
    const struct format format = format_of(l, inst, decl);

    if (tgsi_target_infos[target].texel == tgsi_target_texel_UNKNOWN)
        base_error(l->diags, QD_CODE_UNSUPPORTED, base_at_line(decl->line, decl->column),
                   "an image of target %s is not supported", tgsi_target_infos[target].name);
    if (writes && inst->op != tgsi_op_STORE && !has_atomic((enum tgsi_op)inst->op, &format))
        base_error(l->diags, QD_CODE_UNSUPPORTED, tgsi_operand_place(inst, operand),
                   "%s of an image of %s is not supported", tgsi_op_infos[inst->op].name,
                   format.name);
}

/* ---- images ---- */

static bool
is_written(const struct tgsi_lowering *l, const struct tgsi_descriptor *descriptor)
{
    for (uint32_t i = 0; i < descriptor->count; i++)
        if (l->memory->is_written[descriptor->binding + i])
            return true;
    return false;
}

/* The register's image that is read as the format says. */
static uint32_t
image_at(struct tgsi_lowering *l, const struct tgsi_descriptor *descriptor, enum tgsi_target target,
         const struct format *format)
{
    const uint32_t reg = descriptor->binding - TGSI_FIRST_IMAGE;
    struct ir_image image = {.name = base_arena_number(l->arena, "image", reg),
                             .set = tgsi_lower_descriptor_set(l),
                             .binding = tgsi_lower_binding(l, descriptor->binding),
                             .kind = ir_image_storage,
                             .texel = format->texel,
                             .format = format->ir,
                             .access = is_written(l, descriptor) ? 0 : IR_ACCESS_READ_ONLY,
                             .count = descriptor->count};
    uint32_t *head = &l->memory->image_uses[reg];

    tgsi_target_shape(target, &image);
    for (uint32_t i = *head; i; i = l->memory->uses.data[i - 1].next) {
        const struct ir_image *known = &l->shader->images.data[l->memory->uses.data[i - 1].image];

        if (known->dim == image.dim && known->is_arrayed == image.is_arrayed &&
            known->is_multisampled == image.is_multisampled && known->texel == image.texel &&
            known->format == image.format)
            return l->memory->uses.data[i - 1].image;
    }
    const struct tgsi_image_use use = {ir_add_image(l->shader, &image), *head};
    base_array_push(l->arena, &l->memory->uses, use);
    *head = l->memory->uses.count;
    return use.image;
}

static uint32_t
qualifiers(const struct tgsi_lowering *l)
{
    uint32_t bits = 0;

    if (!(l->inst->flags & TGSI_INST_ACCESS) || l->inst->op == tgsi_op_RESQ)
        return 0;
    const unsigned words = tgsi_access(l->program, l->inst)->select;
    if (words & 1u << tgsi_qualifier_COHERENT)
        bits |= IR_IMAGE_COHERENT;
    if (words & 1u << tgsi_qualifier_VOLATILE)
        bits |= IR_IMAGE_VOLATILE;
    return bits;
}

static enum ir_type
texel_type(const struct tgsi_lowering *l, const struct tgsi_access *access)
{
    return ir_texel_type(l->shader->images.data[access->index].texel);
}

static void
open_image(struct tgsi_lowering *l, const struct tgsi_operand *operand, struct tgsi_access *access)
{
    const unsigned address = l->inst->op == tgsi_op_STORE ? 0 : 1;
    const struct tgsi_decl *decl = decl_of(l, operand);
    const struct format format = format_of(l, l->inst, decl);
    struct tgsi_descriptor descriptor;

    tgsi_lower_descriptor(l, operand, &descriptor);
    *access = (struct tgsi_access){
        .space = tgsi_space_image,
        .index = image_at(l, &descriptor, (enum tgsi_target)decl->target, &format),
        .bits = qualifiers(l),
        .element = descriptor.element,
        .is_raw = (decl->flags & TGSI_DECL_RAW) != 0,
        .components = format.components};
    if (descriptor.count > 1)
        access->bits |= IR_IMAGE_ELEMENT;
    access->is_float = texel_type(l, access) == ir_type_f32;
    for (unsigned c = 0; l->inst->op != tgsi_op_RESQ && c < 4; c++)
        access->coordinates[c] = tgsi_lower_src(l, address, c);
    if (access->is_raw && l->inst->op != tgsi_op_RESQ)
        access->coordinates[0] =
            ir_build_ushr(&l->b, access->coordinates[0], ir_build_i32(&l->b, 2));
}

/* Coordinates stand in x and on, the layer among them; the sample is in w. */
static ir_ref
build_image(struct tgsi_lowering *l, const struct tgsi_access *access, enum ir_op op,
            const ir_ref *values, ir_ref comparator)
{
    const struct ir_image *image = &l->shader->images.data[access->index];
    const uint32_t imm =
        (op == ir_op_image_atomic ? IR_IMAGE_ATOMIC(access->op) : 0) | access->index | access->bits;
    const struct ir_image_operands at = ir_image_operands_of(op, image, imm);
    const ir_type_id type = ir_image_result_type(op, image, imm);
    ir_ref operands[16];

    for (int i = 0; i < at.coordinate_count; i++)
        operands[at.coordinates + i] = access->coordinates[i];
    if (at.sample >= 0)
        operands[at.sample] = access->coordinates[3];
    for (int i = 0; at.value >= 0 && i < (op == ir_op_image_store ? 4 : 1); i++)
        operands[at.value + i] = values[i];
    if (at.comparator >= 0)
        operands[at.comparator] = comparator;
    if (at.element >= 0)
        operands[at.element] = access->element;
    return ir_build_list(&l->b, op, type, operands, at.count, imm);
}

/* The place of word c of a RAW image. */
static struct tgsi_access
word_at(struct tgsi_lowering *l, const struct tgsi_access *access, unsigned c)
{
    struct tgsi_access word = *access;

    word.coordinates[0] = ir_build_iadd(&l->b, word.coordinates[0], ir_build_i32(&l->b, c));
    return word;
}

/* ---- instructions ---- */

/* What the format lacks is known, and is the same where the texel is out of range. */
static ir_ref
missing_component(struct tgsi_lowering *l, enum ir_type type, unsigned c)
{
    if (c < 3)
        return ir_build_i32(&l->b, 0);
    return type == ir_type_f32 ? ir_build_f32(&l->b, 1.0f) : ir_build_i32(&l->b, 1);
}

static void
load(struct tgsi_lowering *l, const struct tgsi_access *access)
{
    const enum ir_type type = texel_type(l, access);
    ir_ref texel = 0;
    ir_ref values[4] = {0};

    for (unsigned c = 0; c < 4; c++) {
        if (!(l->mask & 1u << c))
            continue;
        if (access->is_raw) {
            const struct tgsi_access word = word_at(l, access, c);

            values[c] =
                tgsi_lower_component(l, build_image(l, &word, ir_op_image_load, NULL, 0), 0);
        } else if (c >= access->components) {
            values[c] = missing_component(l, type, c);
        } else {
            if (!texel)
                texel = build_image(l, access, ir_op_image_load, NULL, 0);
            values[c] = tgsi_lower_component(l, texel, c);
        }
    }
    tgsi_lower_write(l, values);
}

static void
store(struct tgsi_lowering *l, const struct tgsi_access *access)
{
    const enum ir_type type = texel_type(l, access);
    ir_ref values[4];

    for (unsigned c = 0; c < 4; c++)
        values[c] = ir_build_bitcast(&l->b, type, tgsi_lower_src(l, 1, c));
    if (!access->is_raw) {
        (void)build_image(l, access, ir_op_image_store, values, 0);
        return;
    }
    const ir_ref zero = ir_build_i32(&l->b, 0);
    for (unsigned c = 0; c < 4; c++) {
        const struct tgsi_access word = word_at(l, access, c);

        if (l->mask & 1u << c)
            (void)build_image(l, &word, ir_op_image_store,
                              (const ir_ref[]){values[c], zero, zero, zero}, 0);
    }
}

/* Width, height, layers or depth, samples; of cube arrays the layers are whole cubes. RAW images
 * have bytes in x. */
static void
query(struct tgsi_lowering *l, const struct tgsi_access *access)
{
    struct ir_builder *b = &l->b;
    const bool is_multisampled = l->shader->images.data[access->index].is_multisampled;
    ir_ref values[4] = {0};

    const ir_ref size = build_image(l, access, ir_op_image_size, NULL, 0);
    for (unsigned c = 0; c < 3; c++)
        values[c] = tgsi_lower_component(l, size, c);
    if (access->is_raw)
        values[0] = ir_build_ishl(b, values[0], ir_build_i32(b, 2));
    values[3] =
        is_multisampled ? build_image(l, access, ir_op_image_samples, NULL, 0) : ir_build_i32(b, 1);
    tgsi_lower_write(l, values);
}

ir_ref
tgsi_lower_image_atomic(struct tgsi_lowering *l, const struct tgsi_access *access, enum ir_op op,
                        ir_ref value, ir_ref comparator)
{
    struct tgsi_access atomic = *access;
    const enum ir_type type = texel_type(l, access);

    atomic.op = op;
    value = ir_build_bitcast(&l->b, type, value);
    return build_image(l, &atomic, ir_op_image_atomic, &value, comparator);
}

const struct tgsi_accessor tgsi_image_accessor = {open_image, load, store, query};
