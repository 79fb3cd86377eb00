/* SPDX-License-Identifier: MIT
 *
 * Loads and stores. A pointer into buffers says which buffer at run time; mostly that is a
 * constant. Where it is not, each buffer that it may be has an if of its own.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

#define KNOWN_OPERANDS                                                                             \
    (SpvMemoryAccessVolatileMask | SpvMemoryAccessAlignedMask | SpvMemoryAccessNontemporalMask |   \
     SpvMemoryAccessMakePointerAvailableMask | SpvMemoryAccessMakePointerVisibleMask |             \
     SpvMemoryAccessNonPrivatePointerMask)

/* Bits of enum ir_memory_bits that memory operands ask for; i: where they stand, if they do. */
static bool
get_operands(struct spirv_reader *r, const struct read_inst *inst, uint32_t i, uint32_t *bits,
             uint32_t *next)
{
    const uint32_t mask = i < inst->count ? inst->operands[i] : 0;

    *bits = 0;
    *next = i;
    if (i >= inst->count)
        return true;
    if (mask & ~(uint32_t)KNOWN_OPERANDS)
        return read_fail(r, inst, QD_CODE_UNSUPPORTED, "found the memory operands 0x%" PRIx32,
                         mask);
    *next = i + 1 + ((mask & SpvMemoryAccessAlignedMask) != 0) +
            ((mask & SpvMemoryAccessMakePointerAvailableMask) != 0) +
            ((mask & SpvMemoryAccessMakePointerVisibleMask) != 0);
    if (*next > inst->count)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found fewer operands than the memory operands 0x%" PRIx32 " ask for",
                         mask);
    if (mask & SpvMemoryAccessVolatileMask)
        *bits |= IR_MEMORY_VOLATILE;
    if (mask & (SpvMemoryAccessMakePointerAvailableMask | SpvMemoryAccessMakePointerVisibleMask |
                SpvMemoryAccessNonPrivatePointerMask))
        *bits |= IR_MEMORY_COHERENT;
    return true;
}

/* ---- where scalars lie ---- */

struct lay_out {
    uint32_t *next;
};

static uint32_t
scalar_size(enum ir_type type)
{
    return type == ir_type_bool ? 4 : ir_type_bits((ir_type_id)type) / 8;
}

static void
lay_out_matrix(struct lay_out *l, const struct read_type *type, const struct read_layout *layout,
               uint32_t at)
{
    const uint32_t rows = type->element->count, size = scalar_size(type->scalar);
    uint32_t by_row = size, by_column = layout->matrix_stride;

    if (layout->is_natural || layout->matrix_stride == 0) {
        by_column = read_natural_stride(type->element);
    } else if (layout->is_row_major) {
        by_row = layout->matrix_stride;
        by_column = size;
    }
    for (uint32_t c = 0; c < type->count; c++)
        for (uint32_t row = 0; row < rows; row++)
            *l->next++ = at + c * by_column + row * by_row;
}

/* Byte offsets of a type's scalars. The depth is bounded where types are made; sums wrap, and what
 * they lead outside of its buffer is dropped there. */
static void
lay_out(struct lay_out *l, const struct read_type *type, const struct read_layout *layout,
        uint32_t at)
{
    if (type->leaves == 0)
        return;
    switch ((int)type->op) {
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->filled_count; i++) {
            const uint32_t m = type->filled[i];
            const struct read_layout member = {.is_natural = layout->is_natural,
                                               .is_row_major = type->row_major[m],
                                               .matrix_stride = type->matrix_strides[m]};

            lay_out(
                l, type->members[m], &member,
                at + (layout->is_natural ? read_full(type)->natural_offsets[m] : type->offsets[m]));
        }
        break;
    case SpvOpTypeArray: {
        const uint32_t stride =
            layout->is_natural ? read_natural_stride(type->element) : type->stride;

        const uint32_t *first = l->next;
        lay_out(l, type->element, layout, at);
        const size_t size = (size_t)(l->next - first);
        for (uint32_t i = 1; i < type->count; i++)
            for (size_t n = 0; n < size; n++)
                *l->next++ = first[n] + i * stride;
        break;
    }
    case SpvOpTypeMatrix:
        lay_out_matrix(l, type, layout, at);
        break;
    case SpvOpTypeVector: {
        const uint32_t stride =
            layout->component_stride ? layout->component_stride : scalar_size(type->scalar);

        for (uint32_t i = 0; i < type->count; i++)
            *l->next++ = at + i * stride;
        break;
    }
    default: /* Scalars and pointers. */
        for (uint32_t i = 0; i < type->leaves; i++)
            *l->next++ = at + 4 * i;
        break;
    }
}

static const uint32_t *
find_offsets(struct spirv_reader *r, const struct read_type *type, const struct read_layout *layout)
{
    uint32_t *offsets = base_arena_new_array(r->arena, uint32_t, type->leaves);
    struct lay_out l = {offsets};

    lay_out(&l, type, layout, 0);
    return offsets;
}

/* ---- one scalar ---- */

static ir_ref
offset_by(struct spirv_reader *r, ir_ref base, uint32_t offset)
{
    const enum ir_type type = ir_type_scalar(ir_type_of(r->shader, base));

    return read_add(r, base, ir_build_const(&r->b, type, offset));
}

/* An address, and what it is in. */
struct place {
    struct read_address address;
    bool is_push;
    struct read_layout layout;
};

static ir_ref
load_scalar(struct spirv_reader *r, const struct place *place, enum ir_type type, uint32_t offset)
{
    struct ir_builder *b = &r->b;
    const struct read_address *a = &place->address;
    const ir_type_id in_memory = (ir_type_id)(type == ir_type_bool ? ir_type_i32 : type);
    const ir_ref at = offset_by(r, a->offset, offset);
    ir_ref value;

    if (place->is_push)
        value = ir_build_op(b, ir_op_load_push, in_memory, at, 0, 0);
    else if (a->space == read_space_shared)
        value = ir_build_op(b, ir_op_load_shared, in_memory, at, 0, 0);
    else if (a->space == read_space_global)
        value = ir_build_op(b, ir_op_load_global, in_memory, at, 0, a->bits);
    else
        value = ir_build_op(b, ir_op_load_buffer, in_memory, at, a->element, a->buffer | a->bits);
    return type == ir_type_bool ? ir_build_ine(b, value, ir_build_i32(b, 0)) : value;
}

static void
store_scalar(struct spirv_reader *r, const struct place *place, ir_ref value, uint32_t offset)
{
    struct ir_builder *b = &r->b;
    const struct read_address *a = &place->address;
    const ir_ref at = offset_by(r, a->offset, offset);

    if (ir_type_of(r->shader, value) == ir_type_bool)
        value = ir_build_select(b, value, ir_build_i32(b, 1), ir_build_i32(b, 0));
    if (a->space == read_space_shared)
        (void)ir_build_op(b, ir_op_store_shared, ir_type_void, at, value, 0);
    else if (a->space == read_space_global)
        (void)ir_build_op(b, ir_op_store_global, ir_type_void, at, value, a->bits);
    else
        (void)ir_build_list(b, ir_op_store_buffer, ir_type_void,
                            (const ir_ref[]){at, a->element, value}, 3, a->buffer | a->bits);
}

/* ---- each buffer that a pointer may be in ---- */

typedef bool (*visit_place)(struct spirv_reader *r, const struct read_inst *inst,
                            const struct place *place, void *context);

static void
fill_place(struct place *place, const struct read_value *pointer, uint32_t bits)
{
    *place = (struct place){.layout = read_layout_of(pointer)};
    place->address.type = pointer->type->element;
    place->address.bits = bits;
    place->address.offset = pointer->leaves[pointer->type->leaves - 1];
    switch ((int)pointer->type->storage) {
    case SpvStorageClassPushConstant:
        place->is_push = true;
        place->address.space = read_space_other;
        break;
    case SpvStorageClassWorkgroup:
        place->address.space = read_space_shared;
        break;
    case SpvStorageClassPhysicalStorageBuffer:
        place->address.space = read_space_global;
        break;
    default:
        place->address.space = read_space_buffer;
        place->address.element = pointer->leaves[1];
        break;
    }
}

static bool
visit_buffer(struct spirv_reader *r, const struct read_inst *inst, struct place *place,
             uint32_t buffer, visit_place visit, void *context)
{
    const struct read_variable *variable = r->state->buffers.data[buffer];
    struct place here = *place;

    here.address.buffer = buffer;
    here.address.bits |= variable->is_coherent ? IR_MEMORY_COHERENT : 0;
    here.address.bits |= variable->is_volatile ? IR_MEMORY_VOLATILE : 0;
    return visit(r, inst, &here, context);
}

/* Calls visit where the pointer points, once or within an if for each buffer. Nothing is visited by
 * a null pointer. */
static bool
for_places(struct spirv_reader *r, const struct read_inst *inst, uint32_t id,
           const struct read_value *pointer, uint32_t bits, visit_place visit, void *context)
{
    const struct read_pointer *known = pointer->pointer;
    struct place place;
    uint64_t which;
    uint32_t count = 0, last = 0;

    fill_place(&place, pointer, bits);
    place.address.bits |= known ? known->bits : 0;
    if (place.address.space != read_space_buffer)
        return visit(r, inst, &place, context);
    if ((known && known->is_non_uniform) ||
        read_has_decoration(r, id, SpvDecorationNonUniform, NULL))
        place.address.bits |= IR_MEMORY_NON_UNIFORM;
    if (read_const_bits(r, pointer->leaves[0], &which))
        return which == 0 || which > r->state->buffers.count ||
               visit_buffer(r, inst, &place, (uint32_t)which - 1, visit, context);
    for (uint32_t i = 0; i < r->state->buffers.count; i++) {
        if (r->state->buffers.data[i]->storage == pointer->type->storage) {
            count++;
            last = i;
        }
    }
    if (count == 1)
        return visit_buffer(r, inst, &place, last, visit, context);
    for (uint32_t i = 0; i < r->state->buffers.count; i++) {
        if (r->state->buffers.data[i]->storage != pointer->type->storage)
            continue;
        ir_build_if(&r->b, ir_build_ieq(&r->b, pointer->leaves[0], ir_build_i32(&r->b, i + 1)));
        const bool is_good = visit_buffer(r, inst, &place, i, visit, context);
        ir_build_else(&r->b);
        ir_build_endif(&r->b);
        if (!is_good || !read_check_budget(r, inst))
            return false;
    }
    return true;
}

/* Is what the pointer is in known now, or all but? Then its visitor is called in no if. */
static bool
is_one_place(struct spirv_reader *r, const struct read_value *pointer)
{
    uint64_t which;

    return pointer->type->leaves < 3 || read_const_bits(r, pointer->leaves[0], &which);
}

static const struct read_value *
get_address(struct spirv_reader *r, const struct read_inst *inst, uint32_t id)
{
    const struct read_value *pointer = read_get_value(r, inst, id);

    if (!pointer)
        return NULL;
    if (pointer->kind == read_kind_leaves && pointer->type->op == SpvOpTypePointer)
        return pointer;
    (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found id %" PRIu32 ", expected a pointer", id);
    return NULL;
}

/* ---- whole values ---- */

struct transfer {
    const struct read_type *type;
    const uint32_t *offsets;
    const uint32_t *variables; /* Of the builder, for loads from several places. */
    ir_ref *leaves;
};

static bool
load_place(struct spirv_reader *r, const struct read_inst *inst, const struct place *place,
           void *context)
{
    const struct transfer *t = context;
    const uint8_t *types = read_leaf_types(r, t->type);

    (void)inst;
    for (uint32_t i = 0; i < t->type->leaves; i++)
        t->leaves[i] = load_scalar(r, place, (enum ir_type)types[i], t->offsets[i]);
    if (t->variables)
        read_write_leaves(r, t->variables, t->leaves, t->type->leaves);
    return true;
}

static bool
store_place(struct spirv_reader *r, const struct read_inst *inst, const struct place *place,
            void *context)
{
    const struct transfer *t = context;

    if (place->is_push ||
        (place->address.space == read_space_buffer &&
         r->shader->buffers.data[place->address.buffer].kind == ir_buffer_uniform))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a store to memory that is constant");
    for (uint32_t i = 0; i < t->type->leaves; i++)
        store_scalar(r, place, t->leaves[i], t->offsets[i]);
    return true;
}

static bool
load(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, uint32_t bits,
     ir_ref *leaves)
{
    const struct read_value *pointer = read_get_value(r, inst, id);

    if (!pointer)
        return false;
    if (pointer->kind == read_kind_pointer) {
        const struct read_pointer *known = pointer->pointer;

        if (known->variable && known->variable->paths)
            return read_load_paths(r, inst, known, (bits & IR_MEMORY_VOLATILE) != 0, leaves);
    }
    pointer = get_address(r, inst, id);
    if (!pointer)
        return false;
    const struct read_layout layout = read_layout_of(pointer);
    const struct read_type *type = pointer->type->element;
    struct transfer t = {type, find_offsets(r, type, &layout), NULL, leaves};
    const uint8_t *types = read_leaf_types(r, type);
    for (uint32_t i = 0; i < type->leaves; i++)
        leaves[i] = ir_build_const(&r->b, (enum ir_type)types[i], 0);
    if (is_one_place(r, pointer))
        return for_places(r, inst, id, pointer, bits, load_place, &t);
    t.variables = read_leaf_variables(r, inst, type);
    if (!t.variables)
        return false;
    read_write_leaves(r, t.variables, leaves, type->leaves);
    if (!for_places(r, inst, id, pointer, bits, load_place, &t))
        return false;
    read_read_leaves(r, t.variables, type, leaves);
    return true;
}

static bool
store(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, uint32_t bits,
      const ir_ref *leaves)
{
    const struct read_value *pointer = read_get_value(r, inst, id);

    if (!pointer)
        return false;
    if (pointer->kind == read_kind_pointer) {
        const struct read_pointer *known = pointer->pointer;

        if (known->variable && known->variable->paths)
            return read_charge(r, inst, known->type->leaves) &&
                   read_store_paths(r, inst, known, leaves);
    }
    pointer = get_address(r, inst, id);
    if (!pointer)
        return false;
    const struct read_layout layout = read_layout_of(pointer);
    const struct read_type *type = pointer->type->element;
    if (!read_charge(r, inst, type->leaves))
        return false;
    struct transfer t = {.type = type, .offsets = find_offsets(r, type, &layout)};
    t.leaves = (ir_ref *)(uintptr_t)leaves;
    return for_places(r, inst, id, pointer, bits, store_place, &t);
}

/* What a pointer of any kind points to; NULL with an error, also if that has no scalars or too
 * many. */
static const struct read_type *
get_pointee(struct spirv_reader *r, const struct read_inst *inst, uint32_t id)
{
    const struct read_value *pointer = read_get_value(r, inst, id);
    const struct read_type *type = NULL;

    if (!pointer)
        return NULL;
    if (pointer->kind == read_kind_pointer)
        type = ((const struct read_pointer *)pointer->pointer)->type;
    else if (pointer->kind == read_kind_leaves && pointer->type->op == SpvOpTypePointer)
        type = pointer->type->element;
    if (!type) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found id %" PRIu32 ", expected a pointer",
                        id);
        return NULL;
    }
    if (type->leaves > READ_MAX_LEAVES) {
        (void)read_fail(r, inst, QD_CODE_LIMIT,
                        "found a pointer to %" PRIu32 " scalars, expected at most %" PRIu32,
                        type->leaves, READ_MAX_LEAVES);
        return NULL;
    }
    return type;
}

bool
read_load(struct spirv_reader *r, const struct read_inst *inst, uint32_t pointer, ir_ref *leaves)
{
    return get_pointee(r, inst, pointer) && load(r, inst, pointer, 0, leaves);
}

bool
read_store(struct spirv_reader *r, const struct read_inst *inst, uint32_t pointer,
           const ir_ref *leaves)
{
    return get_pointee(r, inst, pointer) && store(r, inst, pointer, 0, leaves);
}

/* ---- atomics ---- */

struct use {
    ir_ref (*use)(struct spirv_reader *r, const struct read_inst *inst,
                  const struct read_address *address, void *context);
    void *context;
    uint32_t variable; /* Of the builder; READ_NONE: not needed. */
    enum ir_type type;
    ir_ref result;
};

static bool
use_place(struct spirv_reader *r, const struct read_inst *inst, const struct place *place,
          void *context)
{
    struct use *u = context;

    if (place->is_push)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a pointer to push constants");
    u->result = u->use(r, inst, &place->address, u->context);
    if (!u->result || u->variable == READ_NONE)
        return u->result != 0;
    if (ir_type_of(r->shader, u->result) != (ir_type_id)u->type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a result of another type than what the pointer points to");
    ir_build_write(&r->b, u->variable, u->result);
    return true;
}

bool
read_for_address(struct spirv_reader *r, const struct read_inst *inst, uint32_t id,
                 ir_ref (*use)(struct spirv_reader *r, const struct read_inst *inst,
                               const struct read_address *address, void *context),
                 void *context, ir_ref *result)
{
    const struct read_value *pointer = read_get_value(r, inst, id);
    struct use u = {use, context, READ_NONE, ir_type_void, 0};

    if (!pointer)
        return false;
    if (pointer->kind == read_kind_pointer) {
        const struct read_pointer *known = pointer->pointer;
        const struct read_address address = {.space = read_space_other, .type = known->type};

        *result = known->variable && known->variable->paths ? use(r, inst, &address, context) : 0;
        return *result || read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a pointer to no memory");
    }
    pointer = get_address(r, inst, id);
    if (!pointer)
        return false;
    const struct read_type *type = inst->type ? read_get_type(r, inst, inst->type) : NULL;
    if (type && type->leaves == 1) {
        const enum ir_type scalar = (enum ir_type)read_leaf_types(r, type)[0];

        u.result = ir_build_const(&r->b, scalar, 0);
        if (!is_one_place(r, pointer)) {
            u.type = scalar;
            u.variable = ir_build_variables(&r->b, 1, ir_type_bits((ir_type_id)scalar));
            ir_build_write(&r->b, u.variable, u.result);
        }
        if (!for_places(r, inst, id, pointer, 0, use_place, &u))
            return false;
        *result = u.variable == READ_NONE ? u.result : ir_build_read(&r->b, u.variable, scalar);
        return true;
    }
    u.result = 0;
    if (!for_places(r, inst, id, pointer, 0, use_place, &u))
        return false;
    *result = u.result;
    return true;
}

/* ---- lengths ---- */

struct length {
    uint32_t offset; /* Of the array. */
    uint32_t stride;
};

static ir_ref
use_length(struct spirv_reader *r, const struct read_inst *inst, const struct read_address *address,
           void *context)
{
    const struct length *length = context;
    struct ir_builder *b = &r->b;

    if (address->space != read_space_buffer) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a pointer to no buffer");
        return 0;
    }
    const ir_ref size = ir_build_op(b, ir_op_buffer_size, ir_type_i32, address->element, 0,
                                    address->buffer | address->bits);
    const ir_ref offset = ir_build_i32(b, length->offset);
    const ir_ref count =
        ir_build_udiv(b, ir_build_isub(b, size, offset), ir_build_i32(b, length->stride));
    return ir_build_select(b, ir_build_uge(b, size, offset), count, ir_build_i32(b, 0));
}

static bool
read_length(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *block = get_pointee(r, inst, inst->operands[0]);
    const uint32_t m = inst->operands[1];
    const struct read_type *type;
    ir_ref *leaves = read_new_leaves(r, inst, &type);

    if (!block || !leaves)
        return false;
    if (block->op != SpvOpTypeStruct || m >= block->count ||
        block->members[m]->op != SpvOpTypeRuntimeArray || block->members[m]->stride == 0)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "expected a member that is a runtime array with an ArrayStride");
    struct length length = {block->offsets[m], block->members[m]->stride};
    if (!read_for_address(r, inst, inst->operands[0], use_length, &length, &leaves[0]))
        return false;
    read_set_leaves(r, inst, leaves);
    return true;
}

/* ---- images ---- */

static const struct read_handle *
make_handle(struct spirv_reader *r, const struct read_inst *inst,
            const struct read_pointer *pointer, bool is_non_uniform, uint32_t bits)
{
    struct read_handle *handle = base_arena_new(r->arena, struct read_handle);
    const struct read_variable *variable = pointer->variable;
    const SpvOp op = pointer->type->op;

    if (op != SpvOpTypeImage && op != SpvOpTypeSampledImage && op != SpvOpTypeSampler) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found a pointer to an array of images, expected one to an image");
        return NULL;
    }
    handle->image = variable->is_sampler ? UINT32_MAX : variable->index;
    handle->sampler = variable->is_sampler ? variable->index : UINT32_MAX;
    if (variable->is_sampler)
        handle->sampler_element = pointer->element;
    else
        handle->element = pointer->element;
    handle->is_non_uniform = is_non_uniform || pointer->is_non_uniform;
    handle->is_coherent = variable->is_coherent || (bits & IR_MEMORY_COHERENT);
    handle->is_volatile = variable->is_volatile || (bits & IR_MEMORY_VOLATILE);
    return handle;
}

const struct read_handle *
read_pointed_handle(struct spirv_reader *r, const struct read_inst *inst, uint32_t id)
{
    const struct read_pointer *pointer = read_get_pointer(r, inst, id);

    if (!pointer)
        return NULL;
    if (!pointer->variable || pointer->variable->storage != SpvStorageClassUniformConstant) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found id %" PRIu32 ", expected a pointer to an image", id);
        return NULL;
    }
    return make_handle(r, inst, pointer, read_has_decoration(r, id, SpvDecorationNonUniform, NULL),
                       0);
}

/* ---- interpolation ---- */

typedef ir_ref (*use_input)(struct spirv_reader *r, enum ir_type type, uint32_t imm, void *context);

/* One scalar: for every element that the indices may name, chosen by what they are. */
static ir_ref
interpolate(struct spirv_reader *r, const struct read_inst *inst,
            const struct read_pointer *pointer, uint32_t leaf, use_input use, void *context)
{
    struct ir_builder *b = &r->b;
    uint32_t *indices = base_arena_new_array(r->arena, uint32_t, pointer->term_count);
    const enum ir_type type = (enum ir_type)read_leaf_types(r, pointer->type)[leaf];
    ir_ref result = pointer->term_count ? ir_build_const(b, type, 0) : 0;

    for (;;) {
        uint32_t at = pointer->leaf + leaf;
        ir_ref is_it = 0;

        for (uint32_t t = 0; t < pointer->term_count; t++)
            at += indices[t] * pointer->terms[t].leaf_stride;
        const ir_ref value = read_interpolate(r, inst, pointer->variable, at, use, context);

        if (!value || pointer->term_count == 0)
            return value;
        for (uint32_t t = 0; t < pointer->term_count; t++) {
            const ir_ref is_index =
                ir_build_ieq(b, pointer->terms[t].index, ir_build_i32(b, indices[t]));

            is_it = is_it ? ir_build_iand(b, is_it, is_index) : is_index;
        }
        result = ir_build_select(b, is_it, value, result);
        uint32_t t = 0;
        while (t < pointer->term_count && ++indices[t] == pointer->terms[t].count)
            indices[t++] = 0;
        if (t == pointer->term_count)
            return result;
    }
}

bool
read_for_inputs(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, use_input use,
                void *context, ir_ref *leaves)
{
    const struct read_pointer *pointer = read_get_pointer(r, inst, id);

    if (!pointer)
        return false;
    if (!pointer->variable || pointer->variable->storage != SpvStorageClassInput)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 ", expected a pointer to an input", id);
    for (uint32_t i = 0; i < pointer->type->leaves; i++) {
        const uint8_t *types = read_leaf_types(r, pointer->type);

        leaves[i] = pointer->is_outside ? ir_build_const(&r->b, (enum ir_type)types[i], 0)
                                        : interpolate(r, inst, pointer, i, use, context);
        if (!leaves[i])
            return false;
    }
    return true;
}

/* ---- instructions ---- */

static bool
read_load_inst(struct spirv_reader *r, const struct read_inst *inst)
{
    const uint32_t id = inst->operands[0];
    const struct read_type *pointee = get_pointee(r, inst, id);
    const struct read_type *type;
    uint32_t bits, next;

    if (!pointee || !get_operands(r, inst, 1, &bits, &next))
        return false;
    const struct read_value *value = read_get_value(r, inst, id);
    const struct read_pointer *pointer = value->kind == read_kind_pointer ? value->pointer : NULL;
    if (pointer && pointer->variable &&
        pointer->variable->storage == SpvStorageClassUniformConstant) {
        const bool is_non_uniform = read_has_decoration(r, id, SpvDecorationNonUniform, NULL) ||
                                    read_has_decoration(r, inst->id, SpvDecorationNonUniform, NULL);
        const struct read_handle *handle = make_handle(r, inst, pointer, is_non_uniform, bits);

        type = read_get_type(r, inst, inst->type);
        if (!handle || !type)
            return false;
        if (type->id != pointer->type->id)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found another type than the pointer points to");
        read_set_handle(r, inst, handle);
        return true;
    }
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    if (!leaves)
        return false;
    if (type->leaves != pointee->leaves)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found another type than the pointer points to");
    if (!load(r, inst, id, bits, leaves))
        return false;
    read_set_leaves(r, inst, leaves);
    return true;
}

static bool
read_store_inst(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *pointee = get_pointee(r, inst, inst->operands[0]);
    const struct read_value *value = pointee ? read_get_leaves(r, inst, inst->operands[1]) : NULL;
    uint32_t bits, next;

    if (!value || !get_operands(r, inst, 2, &bits, &next))
        return false;
    if (value->type->leaves != pointee->leaves ||
        (pointee->leaves > 0 && memcmp(read_leaf_types(r, value->type), read_leaf_types(r, pointee),
                                       pointee->leaves) != 0))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a value of another type than the pointer points to");
    return store(r, inst, inst->operands[0], bits, value->leaves);
}

static bool
read_copy(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *to = get_pointee(r, inst, inst->operands[0]);
    const struct read_type *from = to ? get_pointee(r, inst, inst->operands[1]) : NULL;
    uint32_t to_bits, from_bits, next, end;

    /* One set of operands is for both; of two, the first is for the target. */
    if (!from || !get_operands(r, inst, 2, &to_bits, &next) ||
        !get_operands(r, inst, next, &from_bits, &end))
        return false;
    if (next == inst->count)
        from_bits = to_bits;
    ir_ref *leaves = read_room(r, inst, from);
    if (!leaves)
        return false;
    if (to->leaves != from->leaves ||
        (to->leaves > 0 &&
         memcmp(read_leaf_types(r, to), read_leaf_types(r, from), to->leaves) != 0))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found pointers to two types");
    return load(r, inst, inst->operands[1], from_bits, leaves) &&
           store(r, inst, inst->operands[0], to_bits, leaves);
}

/* A variable of a function. */
static bool
read_variable(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_slot *slot = read_find_slot(r, inst->id);
    struct read_pointer *pointer = base_arena_new(r->arena, struct read_pointer);

    if (!slot || !slot->variable)
        return read_fail(r, inst, QD_CODE_INTERNAL, "found no variable");
    pointer->variable = slot->variable;
    pointer->type = slot->variable->type;
    read_set_pointer(r, inst, pointer);
    return read_init_variable(r, slot->variable);
}

bool
read_memory(struct spirv_reader *r, const struct read_inst *inst)
{
    switch ((int)inst->op) {
    case SpvOpVariable:
        return read_variable(r, inst);
    case SpvOpLoad:
        return read_load_inst(r, inst);
    case SpvOpStore:
        return read_store_inst(r, inst);
    case SpvOpCopyMemory:
        return read_copy(r, inst);
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain:
        return read_access_chain(r, inst);
    case SpvOpArrayLength:
        return read_length(r, inst);
    case SpvOpPtrEqual:
    case SpvOpPtrNotEqual:
    case SpvOpPtrDiff:
        return read_compare_pointers(r, inst);
    default:
        return read_unsupported(r, inst, "the reader has no use for it");
    }
}
