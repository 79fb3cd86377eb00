/* SPDX-License-Identifier: MIT
 *
 * Pointers. One into a variable of a function or the interface is the variable and the way into it;
 * one to an image is the variable and the element. One into memory is scalars of the IR, so that it
 * may be chosen, merged and kept like any other value: for buffers, which one (its index plus 1; 0
 * is null), which element of its array and the byte; for shared memory and push constants the byte;
 * for physical memory the address.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

/* ---- small sums ---- */

ir_ref
read_add(struct spirv_reader *r, ir_ref a, ir_ref b)
{
    uint64_t x = 1, y = 1;
    const bool is_x = read_const_bits(r, a, &x), is_y = read_const_bits(r, b, &y);

    if (is_x && is_y)
        return ir_build_const(&r->b, ir_type_scalar(ir_type_of(r->shader, a)), x + y);
    if (is_x && x == 0)
        return b;
    if (is_y && y == 0)
        return a;
    return ir_build_iadd(&r->b, a, b);
}

ir_ref
read_scale(struct spirv_reader *r, ir_ref a, uint32_t factor)
{
    const enum ir_type type = ir_type_scalar(ir_type_of(r->shader, a));
    uint64_t x;

    if (read_const_bits(r, a, &x))
        return ir_build_const(&r->b, type, x * factor);
    if (factor == 1)
        return a;
    return ir_build_imul(&r->b, a, ir_build_const(&r->b, type, factor));
}

/* An integer of any width as another; access chains take indices as signed. */
static ir_ref
resize(struct spirv_reader *r, ir_ref value, enum ir_type type)
{
    uint64_t bits;
    const unsigned width = ir_type_bits(ir_type_of(r->shader, value));

    if (ir_type_of(r->shader, value) == (ir_type_id)type)
        return value;
    if (!read_const_bits(r, value, &bits))
        return ir_build_i2i(&r->b, type, value);
    if (width < 64 && bits >> (width - 1) & 1)
        bits |= UINT64_MAX << width;
    return ir_build_const(&r->b, type, bits);
}

static ir_ref
get_index(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, enum ir_type type)
{
    const ir_ref value = read_get_scalar(r, inst, id);

    if (!value)
        return 0;
    if (!ir_type_is_int(ir_type_of(r->shader, value))) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found index %" PRIu32 ", expected an integer", id);
        return 0;
    }
    return resize(r, value, type);
}

/* ---- pointers to variables ---- */

struct read_layout
read_layout_of(const struct read_value *pointer)
{
    const struct read_pointer *known = pointer->pointer;

    if (known)
        return known->layout;
    return (struct read_layout){.is_natural = pointer->type->storage == SpvStorageClassWorkgroup};
}

bool
read_variable_value(struct spirv_reader *r, struct read_variable *variable,
                    struct read_value *value)
{
    struct ir_builder *b = &r->b;
    const struct read_type *type = &r->state->types[variable->inst->type]->type;
    struct read_pointer *pointer = base_arena_new(r->arena, struct read_pointer);

    value->type = type;
    value->pointer = pointer;
    if (type->leaves == 0) {
        pointer->variable = variable;
        pointer->type = variable->type;
        value->kind = read_kind_pointer;
        return true;
    }
    value->kind = read_kind_leaves;
    value->leaves = base_arena_new_array(r->arena, ir_ref, type->leaves);
    pointer->layout.is_natural = type->storage == SpvStorageClassWorkgroup;
    if (type->leaves == 3) {
        value->leaves[0] = ir_build_i32(b, variable->index + 1);
        value->leaves[1] = value->leaves[2] = ir_build_i32(b, 0);
    } else {
        value->leaves[0] = ir_build_i32(b, variable->index);
    }
    return true;
}

/* ---- into variables of functions and the interface ---- */

/* graph.c has found where the chain leads; here are the indices that were not known then. */
static bool
chain_paths(struct spirv_reader *r, const struct read_inst *inst, const struct read_pointer *base)
{
    const struct read_slot *slot = read_find_slot(r, inst->id);
    const struct read_type *type = base->type;
    struct read_pointer *pointer = base_arena_new(r->arena, struct read_pointer);
    struct read_term *terms =
        base_arena_new_array(r->arena, struct read_term, (size_t)base->term_count + inst->count);

    if (!slot || slot->variable != base->variable)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a pointer that is made in a later block");
    *pointer = *base;
    for (uint32_t t = 0; t < base->term_count; t++)
        terms[t] = base->terms[t];
    for (uint32_t i = 1; i < inst->count; i++) {
        const ir_ref index = get_index(r, inst, inst->operands[i], ir_type_i32);
        uint64_t bits;

        if (!index)
            return false;
        const bool is_known = read_const_bits(r, index, &bits);
        if (type->op == SpvOpTypeStruct) {
            type = type->members[is_known && bits < type->count ? bits : 0];
            continue;
        }
        if (!is_known)
            terms[pointer->term_count++] =
                (struct read_term){index, pointer->level, type->count, type->element->leaves};
        pointer->level++;
        type = type->element;
    }
    pointer->terms = terms;
    pointer->type = slot->pointee;
    pointer->leaf = slot->leaf;
    pointer->is_outside = slot->is_outside;
    read_set_pointer(r, inst, pointer);
    return true;
}

/* ---- into arrays of images and samplers ---- */

static bool
is_decorated_index(const struct spirv_reader *r, const struct read_inst *inst, uint32_t first)
{
    for (uint32_t i = first; i < inst->count; i++)
        if (read_has_decoration(r, inst->operands[i], SpvDecorationNonUniform, NULL))
            return true;
    return read_has_decoration(r, inst->id, SpvDecorationNonUniform, NULL);
}

static bool
chain_elements(struct spirv_reader *r, const struct read_inst *inst,
               const struct read_pointer *base)
{
    struct read_pointer *pointer = base_arena_new(r->arena, struct read_pointer);

    *pointer = *base;
    pointer->is_non_uniform |= is_decorated_index(r, inst, 1);
    for (uint32_t i = 1; i < inst->count; i++) {
        const struct read_type *type = pointer->type;
        const ir_ref index = get_index(r, inst, inst->operands[i], ir_type_i32);

        if (!index)
            return false;
        if (type->op != SpvOpTypeArray && type->op != SpvOpTypeRuntimeArray)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found an index into something that has no elements");
        pointer->element = pointer->element
                               ? read_add(r, read_scale(r, pointer->element, type->count), index)
                               : index;
        pointer->type = type->element;
    }
    read_set_pointer(r, inst, pointer);
    return true;
}

/* ---- into memory ---- */

struct chain {
    struct spirv_reader *r;
    const struct read_inst *inst;
    const struct read_type *type; /* Of what is pointed to so far. */
    struct read_layout layout;
    ir_ref *leaves;
    ir_ref *offset; /* One of them. */
    enum ir_type offset_type;
    uint32_t bits; /* enum ir_memory_bits, by members' decorations. */
};

static bool
step(struct chain *c, ir_ref index, uint32_t stride)
{
    *c->offset = read_add(c->r, *c->offset, read_scale(c->r, index, stride));
    return true;
}

static bool
step_member(struct chain *c, ir_ref index)
{
    const struct read_type *type = c->type;
    uint64_t m;

    if (!read_const_bits(c->r, index, &m) || m >= type->count)
        return read_fail(c->r, c->inst, QD_CODE_SPIRV_INVALID,
                         "found a member's index that is no constant below %" PRIu32, type->count);
    const uint32_t offset =
        c->layout.is_natural ? read_full(type)->natural_offsets[m] : type->offsets[m];
    if (read_find_decoration(c->r, type->id, (uint32_t)m, SpvDecorationCoherent))
        c->bits |= IR_MEMORY_COHERENT;
    if (read_find_decoration(c->r, type->id, (uint32_t)m, SpvDecorationVolatile))
        c->bits |= IR_MEMORY_VOLATILE;
    c->layout.matrix_stride = type->matrix_strides[m];
    c->layout.is_row_major = type->row_major[m];
    c->type = type->members[m];
    return step(c, ir_build_const(&c->r->b, c->offset_type, offset), 1);
}

static bool
step_matrix(struct chain *c, ir_ref index)
{
    const struct read_type *column = c->type->element;
    const uint32_t size = ir_type_bits((ir_type_id)column->scalar) / 8;
    uint32_t stride = c->layout.matrix_stride;

    c->type = column;
    if (c->layout.is_natural || stride == 0)
        stride = read_natural_stride(column);
    else if (c->layout.is_row_major) {
        c->layout.component_stride = stride;
        stride = size;
    }
    return step(c, index, stride);
}

/* Is the type an array of descriptors? */
static bool
is_descriptors(const struct chain *c, const struct read_type *type)
{
    if (c->offset != c->leaves + 2)
        return false;
    while (type->op == SpvOpTypeArray || type->op == SpvOpTypeRuntimeArray)
        type = type->element;
    return type->op == SpvOpTypeStruct && read_full(type)->is_block;
}

static bool
step_into(struct chain *c, ir_ref index)
{
    const struct read_type *type = c->type;

    switch ((int)type->op) {
    case SpvOpTypeStruct:
        return step_member(c, index);
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        c->type = type->element;
        if (is_descriptors(c, type)) {
            c->leaves[1] = read_add(c->r, read_scale(c->r, c->leaves[1], type->count), index);
            return true;
        }
        return step(c, index,
                    c->layout.is_natural ? read_natural_stride(type->element) : type->stride);
    case SpvOpTypeMatrix:
        return step_matrix(c, index);
    case SpvOpTypeVector: {
        const uint32_t size =
            type->scalar == ir_type_bool ? 4 : ir_type_bits((ir_type_id)type->scalar) / 8;

        c->type = type->element;
        return step(c, index, c->layout.component_stride ? c->layout.component_stride : size);
    }
    default:
        return read_fail(c->r, c->inst, QD_CODE_SPIRV_INVALID,
                         "found an index into type %" PRIu32 ", which has no elements", type->id);
    }
}

/* How far apart a pointer's elements lie. */
static uint32_t
pointer_stride(const struct read_type *pointer)
{
    if (pointer->storage == SpvStorageClassWorkgroup)
        return read_natural_stride(pointer->element);
    return pointer->stride;
}

static bool
chain_memory(struct spirv_reader *r, const struct read_inst *inst, const struct read_value *base)
{
    const struct read_type *result;
    const bool is_element =
        inst->op == SpvOpPtrAccessChain || inst->op == SpvOpInBoundsPtrAccessChain;
    const struct read_pointer *known = base->pointer;
    struct chain c = {.r = r,
                      .inst = inst,
                      .type = base->type->element,
                      .layout = read_layout_of(base),
                      .leaves = read_new_leaves(r, inst, &result)};

    if (!c.leaves)
        return false;
    if (result->op != SpvOpTypePointer || result->leaves != base->type->leaves)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found the result's type %" PRIu32
                         ", expected a pointer of the same storage class",
                         result->id);
    memcpy(c.leaves, base->leaves, base->type->leaves * sizeof(*c.leaves));
    c.offset = c.leaves + base->type->leaves - 1;
    c.offset_type = ir_type_scalar(ir_type_of(r->shader, *c.offset));
    if (is_element) {
        const ir_ref element = get_index(r, inst, inst->operands[1], c.offset_type);

        if (!element || !step(&c, element, pointer_stride(base->type)))
            return false;
    }
    for (uint32_t i = is_element ? 2 : 1; i < inst->count; i++) {
        const ir_ref index = get_index(r, inst, inst->operands[i],
                                       is_descriptors(&c, c.type) ? ir_type_i32 : c.offset_type);

        if (!index || !step_into(&c, index))
            return false;
    }
    struct read_pointer *pointer = base_arena_new(r->arena, struct read_pointer);
    pointer->layout = c.layout;
    pointer->bits = c.bits | (known ? known->bits : 0);
    pointer->is_non_uniform = (known && known->is_non_uniform) || is_decorated_index(r, inst, 1);
    read_set_address(r, inst, c.leaves, pointer);
    return true;
}

bool
read_access_chain(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_value *base = read_get_value(r, inst, inst->operands[0]);

    if (!base)
        return false;
    if (base->kind == read_kind_leaves && base->type->op == SpvOpTypePointer)
        return chain_memory(r, inst, base);
    const struct read_pointer *pointer = base->pointer;
    if (base->kind != read_kind_pointer || !pointer->variable)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found id %" PRIu32 ", expected a pointer",
                         inst->operands[0]);
    if (inst->op == SpvOpPtrAccessChain || inst->op == SpvOpInBoundsPtrAccessChain)
        return read_unsupported(r, inst, "its base is no pointer into buffers or shared memory");
    return pointer->variable->paths ? chain_paths(r, inst, pointer)
                                    : chain_elements(r, inst, pointer);
}

/* ---- comparisons ---- */

static bool
subtract(struct spirv_reader *r, const struct read_inst *inst, const struct read_value *a,
         const struct read_value *b)
{
    const uint32_t last = a->type->leaves - 1;
    const uint32_t stride = pointer_stride(a->type);
    const struct read_type *type;
    ir_ref *leaves = read_new_leaves(r, inst, &type);

    if (!leaves)
        return false;
    if (!ir_type_is_int((ir_type_id)type->scalar) || type->leaves != 1)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "expected a result that is an integer");
    const ir_ref bytes = ir_build_isub(&r->b, a->leaves[last], b->leaves[last]);
    const enum ir_type wide = ir_type_scalar(ir_type_of(r->shader, bytes));
    leaves[0] =
        resize(r, ir_build_idiv(&r->b, bytes, ir_build_const(&r->b, wide, stride ? stride : 1)),
               type->scalar);
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_compare_pointers(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_value *a = read_get_leaves(r, inst, inst->operands[0]);
    const struct read_value *b = a ? read_get_leaves(r, inst, inst->operands[1]) : NULL;
    ir_ref is_same = ir_build_bool(&r->b, true);

    if (!b)
        return false;
    if (a->type->op != SpvOpTypePointer || b->type->op != SpvOpTypePointer ||
        a->type->storage != b->type->storage)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "expected two pointers of one storage class");
    if (inst->op == SpvOpPtrDiff)
        return subtract(r, inst, a, b);
    for (uint32_t i = 0; i < a->type->leaves; i++)
        is_same = ir_build_iand(&r->b, is_same, ir_build_ieq(&r->b, a->leaves[i], b->leaves[i]));
    if (inst->op == SpvOpPtrNotEqual)
        is_same = ir_build_inot(&r->b, is_same);
    const struct read_type *type;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    if (!leaves)
        return false;
    if (type->op != SpvOpTypeBool)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "expected a result of type OpTypeBool");
    leaves[0] = is_same;
    read_set_leaves(r, inst, leaves);
    return true;
}
