/* SPDX-License-Identifier: MIT
 *
 * Memory that a workgroup shares, and barriers.
 *
 * It is an array of elements of one type that all accesses are made of: words, mostly; where all
 * atomics are of another type and nothing else is accessed, that one. Else there is a block for
 * each type, and they lie on top of each other, for which the host needs
 * VK_KHR_workgroup_memory_explicit_layout. Two elements more than the IR asks for take what is
 * stored outside. Bytes and halves of words are written by two atomics, so that their neighbours
 * stay.
 */
#include "spirv/spirv_priv.h"

#define SPARE 2 /* Elements. */

static uint32_t
element_count(const struct spirv_writer *w, enum ir_type type)
{
    const uint32_t bytes = ir_type_bits((ir_type_id)type) / 8;

    return w->shader->shared_size / bytes + SPARE;
}

static uint32_t
declare_variable(struct spirv_writer *w, enum ir_type element, uint32_t type)
{
    const uint32_t pointer = SPIRV_TYPE(w, SpvOpTypePointer, SpvStorageClassWorkgroup, type);
    const uint32_t variable = spirv_new_id(w);

    if (w->shader->shared_is_zeroed) {
        const uint32_t null = spirv_new_id(w);

        SPIRV_EMIT(w, &w->globals, SpvOpConstantNull, type, null);
        SPIRV_EMIT(w, &w->globals, SpvOpVariable, pointer, variable, SpvStorageClassWorkgroup,
                   null);
    } else {
        SPIRV_EMIT(w, &w->globals, SpvOpVariable, pointer, variable, SpvStorageClassWorkgroup);
    }
    w->shared.variables[element] = variable;
    if (w->target >= spirv_target_vulkan1_2)
        base_array_push(w->arena, &w->interface, variable);
    return variable;
}

static void
declare_plain(struct spirv_writer *w)
{
    const uint32_t element = spirv_type(w, (ir_type_id)w->shared.element);
    const uint32_t length = spirv_u32(w, element_count(w, w->shared.element));
    const uint32_t array = SPIRV_TYPE(w, SpvOpTypeArray, element, length);

    declare_variable(w, w->shared.element, array);
}

static void
declare_explicit(struct spirv_writer *w, enum ir_type type)
{
    const uint32_t element = spirv_type(w, (ir_type_id)type);
    const uint32_t length = spirv_u32(w, element_count(w, type));
    const uint32_t array = spirv_new_id(w);
    const uint32_t block = spirv_new_id(w);

    spirv_need(w, spirv_capability_WorkgroupMemoryExplicitLayoutKHR);
    if (ir_type_bits((ir_type_id)type) == 8)
        spirv_need(w, spirv_capability_WorkgroupMemoryExplicitLayout8BitAccessKHR);
    else if (ir_type_bits((ir_type_id)type) == 16)
        spirv_need(w, spirv_capability_WorkgroupMemoryExplicitLayout16BitAccessKHR);
    SPIRV_EMIT(w, &w->globals, SpvOpTypeArray, array, element, length);
    SPIRV_EMIT(w, &w->globals, SpvOpTypeStruct, block, array);
    spirv_decorate_with(w, array, SpvDecorationArrayStride, ir_type_bits((ir_type_id)type) / 8);
    spirv_decorate(w, block, SpvDecorationBlock);
    SPIRV_EMIT(w, &w->decorations, SpvOpMemberDecorate, block, 0, SpvDecorationOffset, 0);
    const uint32_t variable = declare_variable(w, type, block);
    spirv_decorate(w, variable, SpvDecorationAliased);
}

void
spirv_declare_shared(struct spirv_writer *w)
{
    if (w->shared.element == ir_type_void)
        return;
    if (!w->shared.is_explicit) {
        declare_plain(w);
        return;
    }
    for (unsigned t = ir_type_i8; t < ir_type_count; t++)
        if (w->shared.accesses & SPIRV_ACCESS(t))
            declare_explicit(w, (enum ir_type)t);
}

static uint32_t
shared_pointer(struct spirv_writer *w, enum ir_type element, uint32_t index)
{
    const uint32_t pointer = spirv_pointer_type(w, SpvStorageClassWorkgroup, (ir_type_id)element);
    const uint32_t variable = w->shared.variables[element];

    if (!w->shared.is_explicit)
        return spirv_value2(w, SpvOpAccessChain, pointer, variable, index);
    const uint32_t member = spirv_u32(w, 0);
    return spirv_value3(w, SpvOpAccessChain, pointer, variable, member, index);
}

/* Where an access lies: the index of its first element, the spare ones' if it is outside. */
struct place {
    enum ir_type element;
    bool is_pair;
    uint32_t offset;
    uint32_t index;
    uint32_t inside;
};

static struct place
place_of(struct spirv_writer *w, enum ir_type element, enum ir_type type, ir_ref offset)
{
    const unsigned bytes = ir_type_bits((ir_type_id)type) / 8;
    const unsigned element_bytes = ir_type_bits((ir_type_id)element) / 8;
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    struct place place = {.element = element, .is_pair = bytes > element_bytes};

    place.offset = spirv_id(w, offset);
    if (place.is_pair) {
        const uint32_t mask = spirv_u32(w, ~(uint32_t)(bytes - 1));

        place.offset = spirv_value2(w, SpvOpBitwiseAnd, u32, place.offset, mask);
    }
    const uint32_t end = spirv_u32(w, w->shader->shared_size / bytes * bytes);
    const uint32_t spare = spirv_u32(w, w->shader->shared_size / element_bytes);
    const uint32_t shift = spirv_u32(w, spirv_size_shift(element_bytes));
    const uint32_t at = element_bytes == 1
                            ? place.offset
                            : spirv_value2(w, SpvOpShiftRightLogical, u32, place.offset, shift);
    place.inside = spirv_value2(w, SpvOpULessThan, boolean, place.offset, end);
    place.index = spirv_select(w, u32, place.inside, at, spare);
    return place;
}

static uint32_t
next_index(struct spirv_writer *w, uint32_t index)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t one = spirv_u32(w, 1);

    return spirv_value2(w, SpvOpIAdd, u32, index, one);
}

/* The element type that a plain access of a type goes by. */
static enum ir_type
element_of(const struct spirv_writer *w, enum ir_type type)
{
    return w->shared.is_explicit ? spirv_part_type(type) : w->shared.element;
}

/* An element's value as an access's type of the same width, or back. */
static uint32_t
cast(struct spirv_writer *w, enum ir_type to, enum ir_type from, uint32_t value)
{
    const uint32_t type = spirv_type(w, (ir_type_id)to);

    return to == from ? value : spirv_value1(w, SpvOpBitcast, type, value);
}

void
spirv_write_load_shared(struct spirv_writer *w, const struct ir_inst *inst)
{
    const enum ir_type type = (enum ir_type)inst->type;
    const struct place place = place_of(w, element_of(w, type), type, inst->arg[0]);
    const uint32_t element_type = spirv_type(w, (ir_type_id)place.element);
    const uint32_t pointer = shared_pointer(w, place.element, place.index);
    const bool is_narrow = ir_type_bits(inst->type) < ir_type_bits((ir_type_id)place.element);
    uint32_t parts[2], value;

    parts[0] = spirv_value1(w, SpvOpLoad, element_type, pointer);
    if (place.is_pair) {
        const uint32_t next = next_index(w, place.index);
        const uint32_t second = shared_pointer(w, place.element, next);

        parts[1] = spirv_value1(w, SpvOpLoad, element_type, second);
        value = spirv_join(w, type, parts);
    } else if (is_narrow) {
        value = spirv_narrow(w, inst->type, parts[0], place.offset);
    } else {
        value = cast(w, type, place.element, parts[0]);
    }
    const uint32_t type_id = spirv_type(w, inst->type);
    const uint32_t zero = spirv_zero(w, inst->type);
    w->ids[w->ref] = spirv_select(w, type_id, place.inside, value, zero);
}

/* Clears the bits in the word, then sets them. */
static void
store_narrow(struct spirv_writer *w, enum ir_type type, const struct place *place, uint32_t value)
{
    const unsigned bits = ir_type_bits((ir_type_id)type);
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t ones = spirv_u32(w, bits == 8 ? 0xff : 0xffff);
    const uint32_t narrow = cast(w, (enum ir_type)spirv_int_type(bits), type, value);
    const uint32_t wide = spirv_value1(w, SpvOpUConvert, u32, narrow);
    const uint32_t shift = spirv_bit_shift(w, place->offset, bits);
    const uint32_t moved = spirv_value2(w, SpvOpShiftLeftLogical, u32, wide, shift);
    const uint32_t mask = spirv_value2(w, SpvOpShiftLeftLogical, u32, ones, shift);
    const uint32_t kept = spirv_value1(w, SpvOpNot, u32, mask);
    const uint32_t pointer = shared_pointer(w, place->element, place->index);

    spirv_put_atomic(w, ir_op_iand, ir_type_i32, u32, pointer, kept, 0, SpvScopeWorkgroup);
    spirv_put_atomic(w, ir_op_ior, ir_type_i32, u32, pointer, moved, 0, SpvScopeWorkgroup);
}

void
spirv_write_store_shared(struct spirv_writer *w, const struct ir_inst *inst)
{
    const enum ir_type type = (enum ir_type)ir_type_of(w->shader, inst->arg[1]);
    const uint32_t value = spirv_id(w, inst->arg[1]);
    const struct place place = place_of(w, element_of(w, type), type, inst->arg[0]);
    uint32_t parts[2] = {value, value};

    if (ir_type_bits((ir_type_id)type) < ir_type_bits((ir_type_id)place.element)) {
        store_narrow(w, type, &place, value);
        return;
    }
    if (place.is_pair)
        spirv_split(w, type, value, parts);
    else
        parts[0] = cast(w, place.element, type, value);
    const uint32_t pointer = shared_pointer(w, place.element, place.index);
    spirv_put_store(w, pointer, parts[0]);
    if (place.is_pair) {
        const uint32_t next = next_index(w, place.index);
        const uint32_t second = shared_pointer(w, place.element, next);

        spirv_put_store(w, second, parts[1]);
    }
}

void
spirv_write_atomic_shared(struct spirv_writer *w, const struct ir_inst *inst)
{
    const ir_ref *operands = w->shader->list.data + inst->arg[0];
    const enum ir_op op = ir_atomic_op(inst->arg[2]);
    const enum ir_type type = (enum ir_type)inst->type;
    const uint32_t value = spirv_id(w, operands[1]);
    const uint32_t comparator = op == ir_op_select ? spirv_id(w, operands[2]) : 0;
    const struct place place = place_of(w, type, type, operands[0]);
    const uint32_t pointer = shared_pointer(w, type, place.index);
    const uint32_t type_id = spirv_type(w, inst->type);
    const uint32_t result =
        spirv_put_atomic(w, op, type, type_id, pointer, value, comparator, SpvScopeWorkgroup);
    const uint32_t zero = spirv_zero(w, inst->type);

    w->ids[w->ref] = spirv_select(w, type_id, place.inside, result, zero);
}

/* ---- barriers ---- */

static uint32_t
scope_of(struct spirv_writer *w, enum ir_scope scope)
{
    switch (scope) {
    case ir_scope_none:
        return spirv_u32(w, SpvScopeInvocation);
    case ir_scope_subgroup:
        spirv_need(w, spirv_capability_GroupNonUniform);
        return spirv_u32(w, SpvScopeSubgroup);
    case ir_scope_workgroup:
        return spirv_u32(w, SpvScopeWorkgroup);
    case ir_scope_device:
        break;
    }
    return spirv_u32(w, SpvScopeDevice);
}

/* Output memory has a bit in Vulkan's own memory model alone; no other stage sees an output before
 * this one ends. */
static uint32_t
semantics_of(uint32_t imm)
{
    const uint32_t order = imm & (IR_BARRIER_ACQUIRE | IR_BARRIER_RELEASE);
    uint32_t semantics = order == (IR_BARRIER_ACQUIRE | IR_BARRIER_RELEASE)
                             ? SpvMemorySemanticsAcquireReleaseMask
                         : order == IR_BARRIER_ACQUIRE ? SpvMemorySemanticsAcquireMask
                         : order == IR_BARRIER_RELEASE ? SpvMemorySemanticsReleaseMask
                                                       : 0;

    if (imm & IR_BARRIER_BUFFER)
        semantics |= SpvMemorySemanticsUniformMemoryMask;
    if (imm & IR_BARRIER_SHARED)
        semantics |= SpvMemorySemanticsWorkgroupMemoryMask;
    if (imm & IR_BARRIER_IMAGE)
        semantics |= SpvMemorySemanticsImageMemoryMask;
    const bool has_memory =
        (semantics & ~(uint32_t)(SpvMemorySemanticsAcquireMask | SpvMemorySemanticsReleaseMask |
                                 SpvMemorySemanticsAcquireReleaseMask)) != 0;
    return order && has_memory && ir_barrier_memory(imm) != ir_scope_none ? semantics : 0;
}

void
spirv_write_barrier(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const enum ir_scope execution = ir_barrier_execution(imm);
    const uint32_t semantics = semantics_of(imm);

    if (execution == ir_scope_none && !semantics)
        return;
    enum ir_scope memory_scope = semantics ? ir_barrier_memory(imm) : execution;
    /* A tessellation control shader has no such scope of memory; its barriers order outputs by
     * themselves. */
    if (w->shader->stage == ir_stage_tess_control && memory_scope == ir_scope_workgroup)
        memory_scope = semantics ? ir_scope_device : ir_scope_none;
    const uint32_t memory = scope_of(w, memory_scope);
    const uint32_t semantics_id = spirv_u32(w, semantics);
    if (execution == ir_scope_none) {
        spirv_put_op(w, SpvOpMemoryBarrier, 3);
    } else {
        const uint32_t scope = scope_of(w, execution);

        spirv_put_op(w, SpvOpControlBarrier, 4);
        spirv_put(w, scope);
    }
    spirv_put(w, memory);
    spirv_put(w, semantics_id);
}
