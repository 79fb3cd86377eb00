/* SPDX-License-Identifier: MIT
 *
 * Atomics and barriers. The IR's atomics are relaxed: what an atomic's semantics ask for beyond
 * that comes from fences around it, a release before and an acquire after.
 *
 * An atomic load is a load that is coherent and volatile; an atomic store is an exchange whose
 * result nobody wants, so that it stays one access on every host. Memory that no other invocation
 * sees (Function, Private, Output) is loaded from and stored to.
 */
#include "spirv/read/arithmetic.h"
#include "spirv/read/read_priv.h"

#include <inttypes.h>

/* ---- scopes and semantics ---- */

static bool
get_scope(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, enum ir_scope *scope)
{
    uint32_t number;

    if (!read_get_constant(r, inst, id, &number))
        return false;
    switch (number) {
    case SpvScopeDevice:
    case SpvScopeQueueFamily:
        *scope = ir_scope_device;
        return true;
    case SpvScopeWorkgroup:
        *scope = ir_scope_workgroup;
        return true;
    case SpvScopeSubgroup:
        *scope = ir_scope_subgroup;
        return true;
    case SpvScopeInvocation:
        *scope = ir_scope_none;
        return true;
    }
    return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                     "found scope %" PRIu32 ", expected Device, Workgroup, Subgroup, Invocation or "
                     "QueueFamily",
                     number);
}

/* What Vulkan heeds. It ignores SubgroupMemory, CrossWorkgroupMemory and AtomicCounterMemory; that
 * writes are made available and visible is what the IR's fences do anyway. */
static const struct {
    uint32_t semantics;
    uint32_t bits;
} semantic_rows[] = {
    {SpvMemorySemanticsAcquireMask, IR_BARRIER_ACQUIRE},
    {SpvMemorySemanticsReleaseMask, IR_BARRIER_RELEASE},
    {SpvMemorySemanticsAcquireReleaseMask, IR_BARRIER_ACQUIRE | IR_BARRIER_RELEASE},
    {SpvMemorySemanticsSequentiallyConsistentMask, IR_BARRIER_ACQUIRE | IR_BARRIER_RELEASE},
    {SpvMemorySemanticsUniformMemoryMask, IR_BARRIER_BUFFER},
    {SpvMemorySemanticsWorkgroupMemoryMask, IR_BARRIER_SHARED},
    {SpvMemorySemanticsImageMemoryMask, IR_BARRIER_IMAGE},
    {SpvMemorySemanticsOutputMemoryMask, IR_BARRIER_OUTPUT},
};

#define ORDER_SEMANTICS                                                                            \
    (SpvMemorySemanticsAcquireMask | SpvMemorySemanticsReleaseMask |                               \
     SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsSequentiallyConsistentMask)
#define KNOWN_SEMANTICS                                                                            \
    (ORDER_SEMANTICS | SpvMemorySemanticsUniformMemoryMask |                                       \
     SpvMemorySemanticsSubgroupMemoryMask | SpvMemorySemanticsWorkgroupMemoryMask |                \
     SpvMemorySemanticsCrossWorkgroupMemoryMask | SpvMemorySemanticsAtomicCounterMemoryMask |      \
     SpvMemorySemanticsImageMemoryMask | SpvMemorySemanticsOutputMemoryMask |                      \
     SpvMemorySemanticsMakeAvailableMask | SpvMemorySemanticsMakeVisibleMask |                     \
     SpvMemorySemanticsVolatileMask)

#define ORDER_BITS (IR_BARRIER_ACQUIRE | IR_BARRIER_RELEASE)

/* enum ir_barrier_bits; 0 where the semantics order nothing. */
static bool
get_semantics(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, uint32_t *bits,
              bool *is_volatile)
{
    uint32_t semantics;

    if (!read_get_constant(r, inst, id, &semantics))
        return false;
    const uint32_t order = semantics & ORDER_SEMANTICS;
    if ((semantics & ~(uint32_t)KNOWN_SEMANTICS) != 0 || (order & (order - 1)) != 0)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found the memory semantics 0x%" PRIx32
                         ", expected at most one order and kinds of memory",
                         semantics);
    *bits = 0;
    for (uint32_t i = 0; i < BASE_COUNT(semantic_rows); i++)
        if (semantics & semantic_rows[i].semantics)
            *bits |= semantic_rows[i].bits;
    if (!(*bits & ORDER_BITS) || !(*bits & ~(uint32_t)ORDER_BITS))
        *bits = 0;
    *is_volatile = (semantics & SpvMemorySemanticsVolatileMask) != 0;
    return true;
}

/* ---- barriers ---- */

static void
build_barrier(struct spirv_reader *r, enum ir_scope execution, enum ir_scope memory, uint32_t bits)
{
    if (memory == ir_scope_none || bits == 0) {
        memory = ir_scope_none;
        bits = 0;
    }
    if (execution != ir_scope_none || bits != 0)
        (void)ir_build_op(&r->b, ir_op_barrier, ir_type_void, 0, 0,
                          ir_barrier_imm(execution, memory, bits));
}

bool
read_barrier(struct spirv_reader *r, const struct read_inst *inst)
{
    const bool has_execution = inst->op == SpvOpControlBarrier;
    const uint32_t *ids = inst->operands + has_execution;
    enum ir_scope execution = ir_scope_none, memory = ir_scope_none;
    uint32_t bits;
    bool is_volatile;

    if ((has_execution && !get_scope(r, inst, inst->operands[0], &execution)) ||
        !get_scope(r, inst, ids[0], &memory) ||
        !get_semantics(r, inst, ids[1], &bits, &is_volatile))
        return false;
    if (execution == ir_scope_device)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found an execution scope that is neither Workgroup nor Subgroup");
    if (execution == ir_scope_workgroup && r->shader->stage != ir_stage_compute)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found that a %s shader waits for a workgroup",
                         ir_stage_name(r->shader->stage));
    build_barrier(r, execution, memory, bits);
    return true;
}

/* ---- atomics ---- */

enum atomic_kind {
    atomic_load,
    atomic_store,  /* Value. */
    atomic_change, /* Value. */
    atomic_by_one, /* Adds 1 or -1. */
    atomic_compare /* Semantics where they differ, value, comparator. */
};

static const struct atomic_row {
    SpvOp opcode;
    enum atomic_kind kind;
    enum ir_op op;   /* See IR_ATOMIC. */
    bool is_negated; /* The value. */
} rows[] = {
    {SpvOpAtomicLoad, atomic_load, ir_op_none, false},
    {SpvOpAtomicStore, atomic_store, ir_op_copy, false},
    {SpvOpAtomicCompareExchange, atomic_compare, ir_op_select, false},
    {SpvOpAtomicIIncrement, atomic_by_one, ir_op_iadd, false},
    {SpvOpAtomicIDecrement, atomic_by_one, ir_op_iadd, true},
    {SpvOpAtomicISub, atomic_change, ir_op_iadd, true},
#define ATOMIC(op, code) {SpvOpAtomic##code, atomic_change, ir_op_##op, false},
#include "spirv/combining.def"
};

struct atomic {
    const struct atomic_row *row;
    enum ir_type type;
    ir_ref value;      /* 0: atomic_load. */
    ir_ref comparator; /* 0 unless atomic_compare. */
    bool is_volatile;
};

/* What the memory holds afterwards. */
static ir_ref
changed(struct ir_builder *b, const struct atomic *a, ir_ref old)
{
    if (a->row->op == ir_op_copy)
        return a->value;
    if (a->row->op == ir_op_select)
        return ir_build_select(b, ir_build_ieq(b, old, a->comparator), a->value, old);
    return ir_build_alu(b, a->row->op, (const ir_ref[]){old, a->value});
}

/* 0 with an error. */
static ir_ref
use_own(struct spirv_reader *r, const struct read_inst *inst, const struct atomic *a)
{
    const uint32_t pointer = inst->operands[0];
    ir_ref old = 0, new;

    if (!read_load(r, inst, pointer, &old))
        return 0;
    if (a->row->kind == atomic_load)
        return old;
    new = changed(&r->b, a, old);
    return read_store(r, inst, pointer, &new) ? old : 0;
}

static ir_ref
use_address(struct spirv_reader *r, const struct read_inst *inst,
            const struct read_address *address, void *context)
{
    static const enum ir_op loads[] = {[read_space_buffer] = ir_op_load_buffer,
                                       [read_space_shared] = ir_op_load_shared,
                                       [read_space_global] = ir_op_load_global};
    static const enum ir_op atomics[] = {[read_space_buffer] = ir_op_atomic_buffer,
                                         [read_space_shared] = ir_op_atomic_shared,
                                         [read_space_global] = ir_op_atomic_global};
    const struct atomic *a = context;
    const bool is_buffer = address->space == read_space_buffer;
    uint32_t imm = address->bits | (is_buffer ? address->buffer : 0);
    ir_ref list[4];
    uint32_t count = 0;

    if (address->type->leaves != 1 || address->type->scalar != a->type) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found a pointer to something else than the atomic's %s",
                        ir_type_name(a->type));
        return 0;
    }
    if (address->space == read_space_other)
        return use_own(r, inst, a);
    if (a->row->kind == atomic_load) {
        imm |= IR_MEMORY_COHERENT | IR_MEMORY_VOLATILE;
        return ir_build_op(&r->b, loads[address->space], (ir_type_id)a->type, address->offset,
                           is_buffer ? address->element : 0,
                           address->space == read_space_shared ? 0 : imm);
    }
    if (is_buffer && r->shader->buffers.data[address->buffer].kind == ir_buffer_uniform) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a pointer into a uniform buffer");
        return 0;
    }
    if (a->is_volatile)
        imm |= IR_MEMORY_VOLATILE;
    imm = address->space == read_space_shared ? 0 : imm;
    list[count++] = address->offset;
    if (is_buffer)
        list[count++] = address->element;
    list[count++] = a->value;
    if (a->comparator)
        list[count++] = a->comparator;
    return ir_build_list(&r->b, atomics[address->space], (ir_type_id)a->type, list, count,
                         imm | IR_ATOMIC(a->row->op));
}

/* ---- texels ---- */

/* 0 with an error. */
static ir_ref
use_texel(struct spirv_reader *r, const struct read_inst *inst, const struct atomic *a,
          const struct read_texel_pointer *pointer)
{
    const struct read_handle *handle = pointer->handle;
    const struct ir_image image = r->shader->images.data[handle->image];
    const bool is_load = a->row->kind == atomic_load;
    const enum ir_op op = is_load ? ir_op_image_load : ir_op_image_atomic;
    uint32_t imm = handle->image | (is_load ? 0 : IR_IMAGE_ATOMIC(a->row->op));
    ir_ref list[16] = {0};

    if (image.kind != ir_image_storage || ir_texel_type(image.texel) != a->type) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found a pointer to no texel of a storage image of %s",
                        ir_type_name(a->type));
        return 0;
    }
    if (is_load || handle->is_coherent)
        imm |= IR_IMAGE_COHERENT;
    if (is_load || handle->is_volatile || a->is_volatile)
        imm |= IR_IMAGE_VOLATILE;
    if (handle->element)
        imm |= IR_IMAGE_ELEMENT | (handle->is_non_uniform ? IR_IMAGE_NON_UNIFORM : 0);

    const struct ir_image_operands at = ir_image_operands_of(op, &image, imm);
    for (uint32_t i = 0; i < at.coordinate_count; i++)
        list[i] = pointer->coordinates[i];
    if (at.sample >= 0)
        list[at.sample] = pointer->sample;
    if (at.value >= 0)
        list[at.value] = a->value;
    if (at.comparator >= 0)
        list[at.comparator] = a->comparator;
    if (at.element >= 0)
        list[at.element] = handle->element;
    if (!is_load)
        return ir_build_list(&r->b, op, (ir_type_id)a->type, list, at.count, imm);
    const ir_ref texel = ir_build_list(&r->b, op, IR_VEC(a->type, 4), list, at.count, imm);
    return ir_build_op(&r->b, ir_op_extract, (ir_type_id)a->type, texel, 0, 0);
}

/* ---- operands ---- */

static const struct atomic_row *
find_row(SpvOp opcode)
{
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        if (rows[i].opcode == opcode)
            return &rows[i];
    return NULL;
}

static ir_ref
get_value(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, enum ir_type type)
{
    const ir_ref value = read_get_scalar(r, inst, id);

    if (!value || ir_type_of(r->shader, value) == (ir_type_id)type)
        return value;
    (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found id %" PRIu32 ", expected a scalar %s",
                    id, ir_type_name(type));
    return 0;
}

/* The type is the result's; a store has none, and takes that of its value. */
static bool
get_operands(struct spirv_reader *r, const struct read_inst *inst, struct atomic *a)
{
    const struct atomic_row *row = a->row;
    const uint32_t *values = inst->operands + (row->kind == atomic_compare ? 4 : 3);
    const bool has_value = row->kind != atomic_load && row->kind != atomic_by_one;

    if (row->kind == atomic_store) {
        const ir_ref value = read_get_scalar(r, inst, values[0]);

        if (!value)
            return false;
        a->type = ir_type_scalar(ir_type_of(r->shader, value));
    } else {
        const struct read_type *type = read_get_type(r, inst, inst->type);

        if (!type)
            return false;
        a->type = type->leaves == 1 ? type->scalar : ir_type_void;
    }
    if (!ir_atomic_has(row->kind == atomic_load ? ir_op_copy : row->op, a->type))
        return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                         "found that it works on %s, which is not supported",
                         a->type == ir_type_void ? "no scalar" : ir_type_name(a->type));
    if (has_value)
        a->value = get_value(r, inst, values[0], a->type);
    else if (row->kind == atomic_by_one)
        a->value = read_build_int(&r->b, a->type, row->is_negated ? -1 : 1);
    if (has_value && row->is_negated && a->value)
        a->value = ir_build_ineg(&r->b, a->value);
    if (row->kind == atomic_compare)
        a->comparator = get_value(r, inst, values[1], a->type);
    return (row->kind == atomic_load || a->value) && (row->kind != atomic_compare || a->comparator);
}

bool
read_atomic(struct spirv_reader *r, const struct read_inst *inst)
{
    struct atomic a = {.row = find_row(inst->op)};
    const struct read_texel_pointer *texel;
    const struct read_type *type;
    enum ir_scope scope = ir_scope_none;
    uint32_t bits, unequal = 0;
    bool is_volatile, is_also_volatile = false;
    ir_ref result = 0;

    if (!a.row)
        return read_unsupported(r, inst, "Vulkan does not have it");
    if (!get_scope(r, inst, inst->operands[1], &scope) ||
        !get_semantics(r, inst, inst->operands[2], &bits, &is_volatile) ||
        (a.row->kind == atomic_compare &&
         !get_semantics(r, inst, inst->operands[3], &unequal, &is_also_volatile)) ||
        !get_operands(r, inst, &a))
        return false;
    a.is_volatile = is_volatile || is_also_volatile;
    bits |= unequal;

    if (bits & IR_BARRIER_RELEASE)
        build_barrier(r, ir_scope_none, scope, bits & ~(uint32_t)IR_BARRIER_ACQUIRE);
    texel = read_get_texel_pointer(r, inst->operands[0]);
    if (texel)
        result = use_texel(r, inst, &a, texel);
    else if (!read_for_address(r, inst, inst->operands[0], use_address, &a, &result))
        return false;
    if (texel && !result)
        return false;
    if (bits & IR_BARRIER_ACQUIRE)
        build_barrier(r, ir_scope_none, scope, bits & ~(uint32_t)IR_BARRIER_RELEASE);
    if (a.row->kind == atomic_store)
        return true;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    if (!leaves)
        return false;
    leaves[0] = result;
    read_set_leaves(r, inst, leaves);
    return true;
}
