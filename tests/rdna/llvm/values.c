/* SPDX-License-Identifier: MIT
 *
 * Types, values and constants.
 */
#include "eval.h"

#include <math.h>

static struct eval_slot *
probe(struct eval_slot *slots, uint32_t count, LLVMValueRef key)
{
    uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15);

    for (uint32_t i = (uint32_t)(hash >> 40) & (count - 1);; i = (i + 1) & (count - 1))
        if (!slots[i].key || slots[i].key == key)
            return &slots[i];
}

enum { FIRST_SLOTS = 4096 };

struct eval_slot *
eval_slot(struct eval *e, LLVMValueRef key)
{
    if (!e->slots) {
        e->slot_count = FIRST_SLOTS;
        e->slots = base_arena_new_array(e->arena, struct eval_slot, FIRST_SLOTS);
    }
    struct eval_slot *slot = probe(e->slots, e->slot_count, key);
    if (!slot->key) {
        slot->key = key;
        slot->value = NULL;
    }
    return slot;
}

static unsigned
add_elements(struct eval *e, LLVMTypeRef type, struct eval_type *types, unsigned count)
{
    const struct eval_type one = {
        .kind = LLVMGetTypeKind(type) == LLVMIntegerTypeKind   ? eval_integer
                : LLVMGetTypeKind(type) == LLVMPointerTypeKind ? eval_pointer
                                                               : eval_float,
        .bits = 0,
    };
    unsigned bits = 0, repeat = 1;

    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        bits = LLVMGetIntTypeWidth(type);
        break;
    case LLVMHalfTypeKind:
        bits = 16;
        break;
    case LLVMFloatTypeKind:
        bits = 32;
        break;
    case LLVMDoubleTypeKind:
        bits = 64;
        break;
    case LLVMPointerTypeKind: {
        const unsigned space = LLVMGetPointerAddressSpace(type);
        if (space == 8) { /* A resource is four words. */
            for (unsigned i = 0; i < 4 && count < EVAL_MAX_ELEMENTS; i++)
                types[count++] = (struct eval_type){eval_integer, 32};
            return count;
        }
        bits = space == 2 || space == 3 || space == 5 || space == 6 ? 32 : 64;
        break;
    }
    case LLVMVectorTypeKind:
        repeat = LLVMGetVectorSize(type);
        for (unsigned i = 0; i < repeat && count <= EVAL_MAX_ELEMENTS; i++)
            count = add_elements(e, LLVMGetElementType(type), types, count);
        return count;
    case LLVMArrayTypeKind:
        repeat = (unsigned)LLVMGetArrayLength2(type);
        for (unsigned i = 0; i < repeat && count <= EVAL_MAX_ELEMENTS; i++)
            count = add_elements(e, LLVMGetElementType(type), types, count);
        return count;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (count <= EVAL_MAX_ELEMENTS)
                count = add_elements(e, LLVMStructGetTypeAtIndex(type, i), types, count);
        return count;
    default:
        break;
    }
    if (!bits || bits > 64 || count >= EVAL_MAX_ELEMENTS)
        return EVAL_MAX_ELEMENTS + 1;
    types[count] = one;
    types[count].bits = (uint8_t)bits;
    return count + 1;
}

unsigned
eval_flatten(struct eval *e, LLVMTypeRef type, struct eval_type *types)
{
    const unsigned count = add_elements(e, type, types, 0);

    if (count > EVAL_MAX_ELEMENTS) {
        char *text = LLVMPrintTypeToString(type);
        eval_unknown(e, "the type %s", text);
        LLVMDisposeMessage(text);
        return 0;
    }
    return count;
}

struct eval_value *
eval_new_value(struct eval *e, LLVMTypeRef type)
{
    struct eval_value *value = base_arena_new(e->arena, struct eval_value);

    value->count = eval_flatten(e, type, value->types);
    if (e->failed)
        return NULL;
    value->cells = base_arena_alloc_array(e->arena, value->count, sizeof(*value->cells));
    for (unsigned i = 0; i < value->count; i++)
        for (unsigned lane = 0; lane < EVAL_LANES; lane++)
            value->cells[i][lane].state = eval_undefined;
    return value;
}

static void
fill(struct eval_value *value, unsigned element, struct eval_cell cell)
{
    for (unsigned lane = 0; lane < EVAL_LANES; lane++)
        value->cells[element][lane] = cell;
}

static struct eval_cell
constant_cell(LLVMValueRef constant, struct eval_type type)
{
    if (type.kind == eval_integer)
        return eval_bits(LLVMConstIntGetZExtValue(constant));
    LLVMBool loses;
    const double value = LLVMConstRealGetDouble(constant, &loses);
    struct eval_cell cell = eval_bits(eval_bits_of(type.bits, value));
    if (isnan(value))
        cell.state = eval_nan;
    return cell;
}

static bool fill_constant(struct eval *e, LLVMValueRef constant, struct eval_value *value,
                          unsigned *at);

/* Globals: only LDS has an address that counts. */
static bool
fill_global(struct eval *e, LLVMValueRef global, struct eval_value *value, unsigned *at)
{
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) != 3) {
        eval_unknown(e, "a global that is not LDS");
        return false;
    }
    struct eval_slot *slot = eval_slot(e, global);
    if (!slot->value) {
        const LLVMTypeRef type = LLVMGlobalGetValueType(global);
        const unsigned align = LLVMGetAlignment(global) ? LLVMGetAlignment(global) : 16;
        e->lds_used = (e->lds_used + align - 1) / align * align;
        slot->value = eval_new_value(e, LLVMTypeOf(global));
        if (!slot->value)
            return false;
        fill(slot->value, 0, eval_bits(e->lds_used));
        e->lds_used += (uint32_t)LLVMABISizeOfType(e->layout, type);
    }
    fill(value, (*at)++, slot->value->cells[0][0]);
    return true;
}

/* A pointer computed from constants. */
static bool
fill_expression(struct eval *e, LLVMValueRef constant, struct eval_value *value, unsigned *at)
{
    struct eval_value *result = eval_new_value(e, LLVMTypeOf(constant));
    const uint64_t mask = e->mask;

    if (!result)
        return false;
    e->mask = UINT64_MAX;
    eval_instruction(e, constant, result);
    e->mask = mask;
    for (unsigned i = 0; i < result->count && !e->failed; i++)
        fill(value, (*at)++, result->cells[i][0]);
    return !e->failed;
}

static bool
fill_constant(struct eval *e, LLVMValueRef constant, struct eval_value *value, unsigned *at)
{
    const LLVMTypeRef type = LLVMTypeOf(constant);
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    struct eval_type types[EVAL_MAX_ELEMENTS];

    if (LLVMIsUndef(constant) || LLVMIsPoison(constant)) {
        *at += eval_flatten(e, type, types); /* A new value is undefined. */
    } else if (LLVMIsNull(constant)) {
        for (unsigned i = eval_flatten(e, type, types); i > 0; i--)
            fill(value, (*at)++, eval_bits(0));
    } else if (LLVMIsAConstantInt(constant) || LLVMIsAConstantFP(constant)) {
        fill(value, *at, constant_cell(constant, value->types[*at]));
        ++*at;
    } else if (LLVMIsAConstantDataSequential(constant)) {
        const unsigned count = kind == LLVMVectorTypeKind ? LLVMGetVectorSize(type)
                                                          : (unsigned)LLVMGetArrayLength2(type);
        for (unsigned i = 0; i < count; i++)
            if (!fill_constant(e, LLVMGetAggregateElement(constant, i), value, at))
                return false;
    } else if (LLVMIsAConstantVector(constant) || LLVMIsAConstantArray(constant) ||
               LLVMIsAConstantStruct(constant)) {
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(constant); i++)
            if (!fill_constant(e, LLVMGetOperand(constant, i), value, at))
                return false;
    } else if (LLVMIsAGlobalVariable(constant)) {
        return fill_global(e, constant, value, at);
    } else if (LLVMIsAConstantExpr(constant)) {
        return fill_expression(e, constant, value, at);
    } else {
        eval_unknown(e, "a constant of a kind without a rule");
    }
    return !e->failed;
}

const struct eval_value *
eval_operand(struct eval *e, LLVMValueRef operand)
{
    struct eval_slot *slot = eval_slot(e, operand);

    if (slot->value && !LLVMIsAGlobalVariable(operand))
        return slot->value;
    if (!LLVMIsConstant(operand)) {
        /* Not yet computed in any lane. */
        slot->value = eval_new_value(e, LLVMTypeOf(operand));
        return slot->value;
    }
    struct eval_value *value = eval_new_value(e, LLVMTypeOf(operand));
    unsigned at = 0;
    if (!value || !fill_constant(e, operand, value, &at))
        return NULL;
    if (!LLVMIsAGlobalVariable(operand))
        eval_slot(e, operand)->value = value;
    return value;
}
