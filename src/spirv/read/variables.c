/* SPDX-License-Identifier: MIT
 *
 * Variables of every storage class, made when they are first used, and what they become in the
 * shader: buffers, images, samplers, shared memory, push constants; paths.c has the rest.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

#define MAX_BUFFERS 65536
#define MAX_BUFFER (1u << 30)
#define MAX_MEMORY (1u << 20)
/* Where variable pointers may be null, the first bytes of shared memory are no variable's. */
#define NULL_BYTES 16

/* ---- what stands at a binding ---- */

struct binding {
    uint32_t set;
    uint32_t binding;
    uint32_t count;               /* 0: as many as are bound. */
    const struct read_type *type; /* Of one of them. */
};

/* Arrays of descriptors, of any number of dimensions, are one row. */
static bool
find_binding(struct spirv_reader *r, const struct read_variable *variable, struct binding *binding)
{
    const uint32_t id = variable->inst->id;
    const struct read_type *type = variable->type;
    uint64_t count = 1;

    binding->set = read_decoration_value(r, id, READ_NO_MEMBER, SpvDecorationDescriptorSet, 0);
    binding->binding = read_decoration_value(r, id, READ_NO_MEMBER, SpvDecorationBinding, 0);
    for (; type->op == SpvOpTypeArray || type->op == SpvOpTypeRuntimeArray; type = type->element) {
        count *= type->op == SpvOpTypeArray ? type->count : 0;
        if (count > UINT32_MAX)
            return read_fail(r, variable->inst, QD_CODE_LIMIT,
                             "found an array of more than %" PRIu32 " descriptors", UINT32_MAX);
    }
    binding->count = (uint32_t)count;
    binding->type = type;
    return true;
}

/* Access that the variable's or, of a block, all members' decorations leave. */
static uint8_t
find_access(struct spirv_reader *r, const struct read_variable *variable,
            const struct read_type *block)
{
    const uint32_t id = variable->inst->id;
    bool is_read_only = read_has_decoration(r, id, SpvDecorationNonWritable, NULL);
    bool is_write_only = read_has_decoration(r, id, SpvDecorationNonReadable, NULL);
    bool is_coherent = read_has_decoration(r, id, SpvDecorationCoherent, NULL);
    bool is_volatile = read_has_decoration(r, id, SpvDecorationVolatile, NULL);
    uint8_t access = IR_ACCESS_NONE;

    if (block) {
        const struct read_full_type *full = read_full(block);

        is_read_only |= block->count > 0 && full->read_only == block->count;
        is_write_only |= block->count > 0 && full->write_only == block->count;
        is_coherent |= full->is_coherent;
        is_volatile |= full->is_volatile;
    }
    access |= is_read_only ? IR_ACCESS_READ_ONLY : 0;
    access |= is_write_only ? IR_ACCESS_WRITE_ONLY : 0;
    access |= is_coherent ? IR_ACCESS_COHERENT : 0;
    access |= is_volatile ? IR_ACCESS_VOLATILE : 0;
    return access;
}

static void
set_access(struct read_variable *variable, uint8_t access)
{
    variable->is_coherent |= (access & IR_ACCESS_COHERENT) != 0;
    variable->is_volatile |= (access & IR_ACCESS_VOLATILE) != 0;
}

/* The variable's name; of a block whose instance has none, the block's. */
static const char *
find_name(struct spirv_reader *r, const struct read_variable *variable, uint32_t block)
{
    const char *name = read_find_name(r, variable->inst->id);

    return name && name[0] ? name : read_find_name(r, block);
}

/* ---- buffers ---- */

static bool
make_buffer(struct spirv_reader *r, struct read_variable *variable)
{
    struct binding at;

    if (!find_binding(r, variable, &at))
        return false;
    const struct read_type *block = at.type;
    if (block->op != SpvOpTypeStruct || !read_full(block)->is_block)
        return read_fail(r, variable->inst, QD_CODE_SPIRV_INVALID,
                         "found type %" PRIu32
                         ", expected a struct with the decoration Block or BufferBlock",
                         block->id);
    const bool is_uniform =
        variable->storage == SpvStorageClassUniform && !read_full(block)->is_buffer_block;
    const uint32_t size = read_full(block)->explicit_size;
    if (is_uniform && (size == 0 || size > MAX_BUFFER - 15))
        return read_fail(r, variable->inst, QD_CODE_LIMIT,
                         "found a uniform block of %" PRIu32 " bytes, expected 1 to %u", size,
                         MAX_BUFFER - 15);
    if (r->shader->buffers.count >= MAX_BUFFERS)
        return read_fail(r, variable->inst, QD_CODE_LIMIT, "found more than %d buffers",
                         MAX_BUFFERS);
    const struct ir_buffer buffer = {
        .name = find_name(r, variable, block->id),
        .set = at.set,
        .binding = at.binding,
        .size = is_uniform ? (size + 15) & ~15u : 0,
        .kind = is_uniform ? ir_buffer_uniform : ir_buffer_storage,
        .count = at.count,
        .access = find_access(r, variable, block),
    };
    set_access(variable, buffer.access);
    variable->index = ir_add_buffer(r->shader, &buffer);
    base_array_push(r->arena, &r->state->buffers, variable);
    return true;
}

/* ---- images and samplers ---- */

static enum ir_dim
find_dim(SpvDim dim)
{
    switch ((int)dim) {
    case SpvDim1D:
        return ir_dim_1d;
    case SpvDim3D:
        return ir_dim_3d;
    case SpvDimCube:
        return ir_dim_cube;
    case SpvDimBuffer:
        return ir_dim_buffer;
    default:
        return ir_dim_2d; /* What an attachment is, too. */
    }
}

static bool
add_image(struct spirv_reader *r, struct read_variable *variable, const struct binding *at,
          const struct read_type *image_type, bool is_combined)
{
    struct ir_image image = {
        .name = read_find_name(r, variable->inst->id),
        .set = at->set,
        .binding = at->binding,
        .dim = find_dim(image_type->dim),
        .kind = ir_image_sampled,
        .texel = image_type->texel,
        .is_arrayed = image_type->is_arrayed,
        .is_multisampled = image_type->is_multisampled,
        .count = at->count,
    };

    if (is_combined && image.dim != ir_dim_buffer) {
        image.kind = ir_image_combined; /* Texel buffers have no sampler, whatever the type. */
    } else if (image_type->sampled == 2 && image_type->dim != SpvDimSubpassData) {
        image.kind = ir_image_storage;
        image.format = (enum ir_image_format)image_type->format;
        image.access = find_access(r, variable, NULL);
        set_access(variable, image.access);
    }
    if (image.kind != ir_image_storage && ir_texel_type(image.texel) == ir_type_i64)
        return read_fail(r, variable->inst, QD_CODE_UNSUPPORTED,
                         "found an image with texels of 64 bits that is no storage image");
    if (r->shader->images.count >= IR_MAX_IMAGES)
        return read_fail(r, variable->inst, QD_CODE_LIMIT, "found more than %d images",
                         IR_MAX_IMAGES);
    variable->index = ir_add_image(r->shader, &image);
    return true;
}

static bool
add_sampler(struct spirv_reader *r, struct read_variable *variable, const struct binding *at)
{
    const struct ir_sampler sampler = {.name = read_find_name(r, variable->inst->id),
                                       .set = at->set,
                                       .binding = at->binding,
                                       .count = at->count};

    if (r->shader->samplers.count >= IR_MAX_SAMPLERS)
        return read_fail(r, variable->inst, QD_CODE_LIMIT, "found more than %d samplers",
                         IR_MAX_SAMPLERS);
    variable->is_sampler = true;
    variable->index = ir_add_sampler(r->shader, &sampler);
    return true;
}

static bool
make_opaque(struct spirv_reader *r, struct read_variable *variable)
{
    struct binding at;

    if (!find_binding(r, variable, &at))
        return false;
    switch ((int)at.type->op) {
    case SpvOpTypeImage:
        return add_image(r, variable, &at, at.type, false);
    case SpvOpTypeSampledImage:
        return add_image(r, variable, &at, at.type->element, true);
    case SpvOpTypeSampler:
        return add_sampler(r, variable, &at);
    default:
        return read_fail(r, variable->inst, QD_CODE_SPIRV_INVALID,
                         "found type %" PRIu32 ", expected images or samplers", at.type->id);
    }
}

/* ---- memory without a binding ---- */

static bool
make_push(struct spirv_reader *r, struct read_variable *variable)
{
    const uint32_t size = read_full(variable->type)->explicit_size;

    if (variable->type->op != SpvOpTypeStruct || !read_full(variable->type)->is_block)
        return read_fail(r, variable->inst, QD_CODE_SPIRV_INVALID,
                         "found type %" PRIu32 ", expected a struct with the decoration Block",
                         variable->type->id);
    if (size > MAX_MEMORY - 3)
        return read_fail(r, variable->inst, QD_CODE_LIMIT,
                         "found %" PRIu32 " bytes of push constants, expected at most %u", size,
                         MAX_MEMORY - 3);
    if (((size + 3) & ~3u) > r->shader->push_size)
        r->shader->push_size = (size + 3) & ~3u;
    return true;
}

static bool
make_shared(struct spirv_reader *r, struct read_variable *variable)
{
    const struct read_full_type *full = read_full(variable->type);
    const uint32_t align = full->natural_align ? full->natural_align : 1;
    uint32_t at = r->shader->shared_size;

    if (r->shader->stage != ir_stage_compute)
        return read_fail(r, variable->inst, QD_CODE_SPIRV_INVALID,
                         "found shared memory in a %s shader", ir_stage_name(r->shader->stage));
    if (at == 0 && r->state->has_variable_pointers)
        at = NULL_BYTES;
    at = (at + align - 1) & ~(align - 1);
    if (full->natural_size > MAX_MEMORY || at + full->natural_size > MAX_MEMORY)
        return read_fail(r, variable->inst, QD_CODE_LIMIT,
                         "found more than %u bytes of shared memory", MAX_MEMORY);
    variable->index = at;
    r->shader->shared_size = (at + full->natural_size + 3) & ~3u;
    if (variable->inst->count > 1) {
        const struct read_inst *init = read_maker(r->module, variable->inst->operands[1]);

        if (!init || init->op != SpvOpConstantNull)
            return read_fail(r, variable->inst, QD_CODE_SPIRV_INVALID,
                             "found an initialiser that is no OpConstantNull");
        r->shader->shared_is_zeroed = true;
    }
    return true;
}

/* ---- all ---- */

static bool
fill_variable(struct spirv_reader *r, struct read_variable *variable)
{
    switch ((int)variable->storage) {
    case SpvStorageClassFunction:
    case SpvStorageClassPrivate:
        return read_make_paths(r, variable);
    case SpvStorageClassInput:
    case SpvStorageClassOutput:
        return read_make_paths(r, variable) && read_make_io(r, variable);
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
        return make_buffer(r, variable);
    case SpvStorageClassUniformConstant:
        return make_opaque(r, variable);
    case SpvStorageClassPushConstant:
        return make_push(r, variable);
    case SpvStorageClassWorkgroup:
        return make_shared(r, variable);
    default:
        return read_fail(r, variable->inst, QD_CODE_UNSUPPORTED,
                         "found the storage class %s (%d), which is not supported",
                         read_name_of(read_name_StorageClass, (uint32_t)variable->storage),
                         (int)variable->storage);
    }
}

struct read_variable *
read_make_variable(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *pointer = read_get_type(r, inst, inst->type);
    struct read_variable *variable = base_arena_new(r->arena, struct read_variable);

    if (!pointer)
        return NULL;
    if (pointer->op != SpvOpTypePointer || (uint32_t)pointer->storage != inst->operands[0]) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found type %" PRIu32 ", expected a pointer of the same storage class",
                        pointer->id);
        return NULL;
    }
    variable->inst = inst;
    variable->type = pointer->element;
    variable->storage = pointer->storage;
    variable->is_volatile = read_has_decoration(r, inst->id, SpvDecorationVolatile, NULL);
    variable->is_coherent = read_has_decoration(r, inst->id, SpvDecorationCoherent, NULL);
    if (!fill_variable(r, variable))
        return NULL;
    if (r->state->is_settled && variable->paths)
        read_settle_variable(r, variable);
    return variable;
}

struct read_variable *
read_global_variable(struct spirv_reader *r, const struct read_inst *inst)
{
    struct read_variable **variable = &r->state->variables[inst->id];

    if (!*variable) {
        *variable = read_make_variable(r, inst);
        if (*variable)
            base_array_push(r->arena, &r->state->used, *variable);
    }
    return *variable;
}
