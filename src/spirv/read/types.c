/* SPDX-License-Identifier: MIT
 *
 * Types. What is asked of them often is worked out once, here: how many scalars, how deep, how many
 * bytes. Sums and products saturate, so that a type may be as large as it likes until a value of it
 * is asked for.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

static uint32_t
sat_add(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

static uint32_t
sat_mul(uint32_t a, uint32_t b)
{
    const uint64_t product = (uint64_t)a * b;

    return product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
}

static uint32_t
align_up(uint32_t value, uint32_t align)
{
    return value > UINT32_MAX - align ? UINT32_MAX - (align - 1)
                                      : (value + align - 1) & ~(align - 1);
}

const struct read_type *
read_get_type(struct spirv_reader *r, const struct read_inst *inst, uint32_t id)
{
    if (id < r->module->bound && r->state->types[id])
        return &r->state->types[id]->type;
    (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found id %" PRIu32 ", expected a type", id);
    return NULL;
}

bool
read_is_pointer_of_leaves(const struct read_type *type)
{
    return type->op == SpvOpTypePointer && type->leaves > 0;
}

/* The depth is bounded where types are made. */
static uint8_t *
fill_leaves(const struct read_type *type, uint8_t *leaves)
{
    if (type->leaves == 0)
        return leaves;
    if (type->op == SpvOpTypePointer) {
        const bool is_physical = type->storage == SpvStorageClassPhysicalStorageBuffer;

        memset(leaves, is_physical ? ir_type_i64 : ir_type_i32, type->leaves);
    } else if (type->op == SpvOpTypeStruct) {
        for (uint32_t i = 0; i < type->filled_count; i++)
            leaves = fill_leaves(type->members[type->filled[i]], leaves);
        return leaves;
    } else if (type->op == SpvOpTypeArray) {
        uint8_t *next = fill_leaves(type->element, leaves);
        const size_t size = type->element->leaves;

        for (uint32_t i = 1; i < type->count; i++, next += size)
            memcpy(next, leaves, size);
        return next;
    } else {
        memset(leaves, (int)type->scalar, type->leaves);
    }
    return leaves + type->leaves;
}

const uint8_t *
read_leaf_types(struct spirv_reader *r, const struct read_type *type)
{
    struct read_full_type *full = r->state->types[type->id];

    if (!full->leaf_types) {
        uint8_t *leaves = base_arena_alloc(r->arena, type->leaves);

        (void)fill_leaves(type, leaves);
        full->leaf_types = leaves;
    }
    return full->leaf_types;
}

uint32_t
read_natural_stride(const struct read_type *element)
{
    const struct read_full_type *full = read_full(element);

    return align_up(full->natural_size, full->natural_align ? full->natural_align : 1);
}

uint32_t
read_explicit_size(const struct read_type *type, uint32_t matrix_stride, bool is_row_major)
{
    uint32_t before = 0;

    while (type->op == SpvOpTypeArray) {
        before = sat_add(before, sat_mul(type->stride, type->count - 1));
        type = type->element;
    }
    uint32_t size = read_full(type)->natural_size;
    if (type->op == SpvOpTypeStruct) {
        size = read_full(type)->explicit_size;
    } else if (type->op == SpvOpTypeMatrix) {
        const uint32_t vectors = is_row_major ? type->element->count : type->count;
        const uint32_t parts = is_row_major ? type->count : type->element->count;

        size = sat_add(sat_mul(matrix_stride, vectors - 1),
                       parts * (ir_type_bits((ir_type_id)type->scalar) / 8));
    }
    return sat_add(before, size);
}

/* ---- scalars, vectors, matrices ---- */

static bool
make_number(struct spirv_reader *r, const struct read_inst *inst, struct read_full_type *full)
{
    const bool is_float = inst->op == SpvOpTypeFloat;
    const uint32_t width = inst->operands[0];
    struct read_type *type = &full->type;

    switch (width) {
    case 8:
        type->scalar = is_float ? ir_type_void : ir_type_i8;
        break;
    case 16:
        type->scalar = is_float ? ir_type_f16 : ir_type_i16;
        break;
    case 32:
        type->scalar = is_float ? ir_type_f32 : ir_type_i32;
        break;
    case 64:
        type->scalar = is_float ? ir_type_f64 : ir_type_i64;
        break;
    default:
        break;
    }
    if (type->scalar == ir_type_void)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a width of %" PRIu32 " bits, expected %s", width,
                         is_float ? "16, 32 or 64" : "8, 16, 32 or 64");
    type->is_signed = !is_float && inst->operands[1] != 0;
    type->count = 1;
    type->leaves = 1;
    full->paths = 1;
    full->natural_size = full->natural_align = width / 8;
    return true;
}

static void
make_bool(struct read_full_type *full)
{
    full->type.scalar = ir_type_bool;
    full->type.count = 1;
    full->type.leaves = 1;
    full->paths = 1;
    full->natural_size = full->natural_align = 4; /* Memory has an i32. */
}

/* Vectors of scalars, matrices of vectors. */
static bool
make_row(struct spirv_reader *r, const struct read_inst *inst, struct read_full_type *full)
{
    const bool is_matrix = inst->op == SpvOpTypeMatrix;
    const struct read_type *element = read_get_type(r, inst, inst->operands[0]);
    const uint32_t count = inst->operands[1];

    if (!element)
        return false;
    if (is_matrix ? element->op != SpvOpTypeVector || !ir_type_is_float((ir_type_id)element->scalar)
                  : element->op != SpvOpTypeBool && element->op != SpvOpTypeInt &&
                        element->op != SpvOpTypeFloat)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found elements of type %" PRIu32 ", expected %s", element->id,
                         is_matrix ? "vectors of floats" : "scalars");
    if (count < 2 || count > 4)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found %" PRIu32 " elements, expected 2 to 4", count);
    full->type.scalar = element->scalar;
    full->type.is_signed = element->is_signed;
    full->type.count = count;
    full->type.leaves = count * element->leaves;
    full->type.element = element;
    full->depth = read_full(element)->depth + 1;
    full->paths = 1;
    full->natural_size = count * read_full(element)->natural_size;
    full->natural_align = read_full(element)->natural_align;
    return true;
}

/* ---- arrays, structs ---- */

static bool
check_depth(struct spirv_reader *r, const struct read_inst *inst, struct read_full_type *full,
            const struct read_type *element)
{
    if (read_full(element)->depth + 1 > full->depth)
        full->depth = read_full(element)->depth + 1;
    if (full->depth > READ_MAX_DEPTH)
        return read_fail(r, inst, QD_CODE_LIMIT, "found types nested deeper than %d",
                         READ_MAX_DEPTH);
    if (element->op == SpvOpTypeVoid || element->op == SpvOpTypeFunction)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found elements of type %" PRIu32 ", which has no values", element->id);
    return true;
}

static bool
make_array(struct spirv_reader *r, const struct read_inst *inst, struct read_full_type *full)
{
    const struct read_type *element = read_get_type(r, inst, inst->operands[0]);
    struct read_type *type = &full->type;

    if (!element || !check_depth(r, inst, full, element))
        return false;
    type->element = element;
    type->stride = read_decoration_value(r, inst->id, READ_NO_MEMBER, SpvDecorationArrayStride, 0);
    full->natural_align = read_full(element)->natural_align;
    full->paths = read_full(element)->paths;
    if (inst->op == SpvOpTypeRuntimeArray)
        return true;
    if (!read_get_constant(r, inst, inst->operands[1], &type->count))
        return false;
    if (type->count == 0)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a length of 0");
    type->leaves = sat_mul(type->count, element->leaves);
    full->natural_size = sat_mul(type->count, read_natural_stride(element));
    return true;
}

static bool
make_member(struct spirv_reader *r, const struct read_inst *inst, struct read_full_type *full,
            uint32_t m, uint32_t *naturals)
{
    struct read_type *type = &full->type;
    const struct read_type *member = read_get_type(r, inst, inst->operands[m]);
    const struct read_type **members = (const struct read_type **)(uintptr_t)type->members;
    uint32_t *offsets = (uint32_t *)(uintptr_t)type->offsets;
    uint32_t *strides = (uint32_t *)(uintptr_t)type->matrix_strides;
    bool *row_major = (bool *)(uintptr_t)type->row_major;
    uint32_t *first_leaves = (uint32_t *)(uintptr_t)type->first_leaves;
    uint32_t *filled = (uint32_t *)(uintptr_t)type->filled;

    if (!member || !check_depth(r, inst, full, member))
        return false;
    members[m] = member;
    offsets[m] = read_decoration_value(r, inst->id, m, SpvDecorationOffset, 0);
    strides[m] = read_decoration_value(r, inst->id, m, SpvDecorationMatrixStride, 0);
    row_major[m] = read_find_decoration(r, inst->id, m, SpvDecorationRowMajor) != NULL;
    if (member->leaves > 0) {
        filled[type->filled_count++] = m;
        full->paths = sat_add(full->paths, read_full(member)->paths);
    }
    first_leaves[m] = type->leaves;
    type->leaves = sat_add(type->leaves, member->leaves);

    full->read_only += read_find_decoration(r, inst->id, m, SpvDecorationNonWritable) != NULL;
    full->write_only += read_find_decoration(r, inst->id, m, SpvDecorationNonReadable) != NULL;
    full->is_coherent |= read_find_decoration(r, inst->id, m, SpvDecorationCoherent) != NULL;
    full->is_volatile |= read_find_decoration(r, inst->id, m, SpvDecorationVolatile) != NULL;

    const uint32_t end = sat_add(offsets[m], read_explicit_size(member, strides[m], row_major[m]));
    if (end > full->explicit_size)
        full->explicit_size = end;

    const uint32_t align = read_full(member)->natural_align;
    if (align > full->natural_align)
        full->natural_align = align;
    naturals[m] = align_up(full->natural_size, align ? align : 1);
    full->natural_size = sat_add(naturals[m], read_full(member)->natural_size);
    return true;
}

static bool
make_struct(struct spirv_reader *r, const struct read_inst *inst, struct read_full_type *full)
{
    const uint32_t count = inst->count;
    struct read_type *type = &full->type;

    if (count > READ_MAX_MEMBERS)
        return read_fail(r, inst, QD_CODE_LIMIT, "found %" PRIu32 " members, expected at most %d",
                         count, READ_MAX_MEMBERS);
    uint32_t *naturals = base_arena_new_array(r->arena, uint32_t, count);
    type->count = count;
    type->members = base_arena_new_array(r->arena, const struct read_type *, count);
    type->first_leaves = base_arena_new_array(r->arena, uint32_t, count);
    type->filled = base_arena_new_array(r->arena, uint32_t, count);
    type->offsets = base_arena_new_array(r->arena, uint32_t, count);
    type->matrix_strides = base_arena_new_array(r->arena, uint32_t, count);
    type->row_major = base_arena_new_array(r->arena, bool, count);
    full->natural_offsets = naturals;
    full->is_buffer_block = read_has_decoration(r, inst->id, SpvDecorationBufferBlock, NULL);
    full->is_block =
        full->is_buffer_block || read_has_decoration(r, inst->id, SpvDecorationBlock, NULL);
    for (uint32_t m = 0; m < count; m++)
        if (!make_member(r, inst, full, m, naturals))
            return false;
    full->natural_size =
        align_up(full->natural_size, full->natural_align ? full->natural_align : 1);
    return true;
}

/* ---- images ---- */

static bool
make_texel(struct spirv_reader *r, const struct read_inst *inst, struct read_type *type,
           const struct read_type *texel)
{
    switch ((int)texel->scalar) {
    case ir_type_f32:
        type->texel = ir_texel_f32;
        return true;
    case ir_type_i32:
        type->texel = texel->is_signed ? ir_texel_i32 : ir_texel_u32;
        return true;
    case ir_type_i64:
        type->texel = texel->is_signed ? ir_texel_i64 : ir_texel_u64;
        return true;
    default:
        return read_unsupported(
            r, inst, "texels are read as floats of 32 or integers of 32 or 64 bits alone");
    }
}

static bool
make_image(struct spirv_reader *r, const struct read_inst *inst, struct read_type *type)
{
    const struct read_type *texel = read_get_type(r, inst, inst->operands[0]);

    if (!texel || !make_texel(r, inst, type, texel))
        return false;
    type->element = texel;
    type->dim = (SpvDim)inst->operands[1];
    type->is_arrayed = inst->operands[3] != 0;
    type->is_multisampled = inst->operands[4] != 0;
    type->sampled = inst->operands[5];
    type->format = (SpvImageFormat)inst->operands[6];
    if (inst->operands[1] > SpvDimSubpassData || type->dim == SpvDimRect)
        return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                         "found the dimension %s (%" PRIu32 "), which Vulkan does not have",
                         read_name_of(read_name_Dim, inst->operands[1]), inst->operands[1]);
    if (type->sampled != 1 && type->sampled != 2)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found Sampled %" PRIu32 ", expected 1 or 2", type->sampled);
    if (inst->operands[6] >= ir_image_format_count)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found the image format %" PRIu32 ", which there is not",
                         inst->operands[6]);
    if ((type->is_arrayed && (type->dim == SpvDim3D || type->dim == SpvDimBuffer)) ||
        (type->is_multisampled && type->dim != SpvDim2D && type->dim != SpvDimSubpassData))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found dimension %s with layers or several samples, which it cannot have",
                         read_name_of(read_name_Dim, inst->operands[1]));
    return true;
}

/* ---- pointers ---- */

static uint32_t
pointer_leaves(SpvStorageClass storage)
{
    switch ((int)storage) {
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
        return 3; /* Which buffer, which element of its array, and the byte. */
    case SpvStorageClassPushConstant:
    case SpvStorageClassWorkgroup:
    case SpvStorageClassPhysicalStorageBuffer:
        return 1;
    default:
        return 0;
    }
}

static bool
make_pointer(struct spirv_reader *r, const struct read_inst *inst, struct read_full_type *full)
{
    const uint32_t pointee = inst->op == SpvOpTypePointer ? inst->operands[1] : 0;
    struct read_type *type = &full->type;

    type->op = SpvOpTypePointer;
    type->storage = (SpvStorageClass)inst->operands[inst->op == SpvOpTypePointer ? 0 : 1];
    type->leaves = pointer_leaves(type->storage);
    full->paths = 1;
    full->natural_size =
        type->storage == SpvStorageClassPhysicalStorageBuffer ? 8 : 4 * type->leaves;
    full->natural_align = type->storage == SpvStorageClassPhysicalStorageBuffer ? 8 : 4;
    if (inst->op != SpvOpTypePointer)
        return true;
    /* Not even a pointer that is declared before may point to what comes later. */
    if (!r->state->types[pointee])
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found id %" PRIu32 ", expected a type",
                         pointee);
    type->element = &r->state->types[pointee]->type;
    type->stride = read_decoration_value(r, inst->id, READ_NO_MEMBER, SpvDecorationArrayStride, 0);
    return true;
}

bool
read_finish_types(struct spirv_reader *r)
{
    for (uint32_t i = 0; i < r->module->global_count; i++) {
        const struct read_inst *inst = &r->module->insts[i];

        if (inst->op == SpvOpTypeForwardPointer &&
            !r->state->types[inst->operands[0]]->type.element)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found no OpTypePointer for %" PRIu32,
                             inst->operands[0]);
    }
    return true;
}

/* ---- all ---- */

static bool
make_sampled_image(struct spirv_reader *r, const struct read_inst *inst, struct read_type *type)
{
    type->element = read_get_type(r, inst, inst->operands[0]);
    if (!type->element)
        return false;
    if (type->element->op != SpvOpTypeImage)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found type %" PRIu32 ", expected an image", type->element->id);
    return true;
}

/* The result and the parameters. */
static bool
make_function(struct spirv_reader *r, const struct read_inst *inst, struct read_type *type)
{
    const struct read_type **members =
        base_arena_new_array(r->arena, const struct read_type *, inst->count);

    for (uint32_t i = 0; i < inst->count; i++) {
        members[i] = read_get_type(r, inst, inst->operands[i]);
        if (!members[i])
            return false;
    }
    type->element = members[0];
    type->members = members + 1;
    type->count = inst->count - 1;
    return true;
}

static bool
fill_type(struct spirv_reader *r, const struct read_inst *inst, struct read_full_type *full)
{
    switch ((int)inst->op) {
    case SpvOpTypeBool:
        make_bool(full);
        return true;
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        return make_number(r, inst, full);
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        return make_row(r, inst, full);
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return make_array(r, inst, full);
    case SpvOpTypeStruct:
        return make_struct(r, inst, full);
    case SpvOpTypeImage:
        return make_image(r, inst, &full->type);
    case SpvOpTypeSampledImage:
        return make_sampled_image(r, inst, &full->type);
    case SpvOpTypeFunction:
        return make_function(r, inst, &full->type);
    case SpvOpTypePointer:
    case SpvOpTypeForwardPointer:
        return make_pointer(r, inst, full);
    default:
        return true; /* Void, samplers. */
    }
}

bool
read_is_type(SpvOp op)
{
    return (op >= SpvOpTypeVoid && op <= SpvOpTypeFunction) || op == SpvOpTypeForwardPointer;
}

bool
read_make_type(struct spirv_reader *r, const struct read_inst *inst)
{
    const bool is_forward = inst->op == SpvOpTypeForwardPointer;
    const uint32_t id = is_forward ? inst->operands[0] : inst->id;
    struct read_full_type *full = r->state->types[id];

    if (is_forward && inst->operands[1] != SpvStorageClassPhysicalStorageBuffer)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found storage class %s, expected PhysicalStorageBuffer",
                         read_name_of(read_name_StorageClass, inst->operands[1]));
    if (full && (is_forward || inst->op != SpvOpTypePointer))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found type %" PRIu32 " a second time",
                         id);
    if (full && inst->operands[0] != (uint32_t)full->type.storage)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found another storage class than OpTypeForwardPointer has");
    if (!full)
        full = base_arena_new(r->arena, struct read_full_type);
    full->type.id = id;
    full->type.op = inst->op;
    if (!fill_type(r, inst, full))
        return false;
    r->state->types[id] = full;
    return true;
}
