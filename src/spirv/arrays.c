/* SPDX-License-Identifier: MIT
 *
 * Arrays of one invocation. An array has one element more than the IR's: what is stored outside
 * goes there.
 */
#include "spirv/spirv_priv.h"

/* Arrays of zeroes that are longer are cleared by a loop: compilers of drivers take an initial
 * value apart, element by element, and need time that grows with the square of their number. */
#define MOST_INITIAL 64

static bool
is_cleared(const struct ir_array *array)
{
    return !array->init && array->count > MOST_INITIAL;
}

/* What an array starts as: its own elements or zeroes, and zero in the spare one. */
static uint32_t
array_start(struct spirv_writer *w, const struct ir_array *array, uint32_t type)
{
    const ir_type_id element = (ir_type_id)array->type;

    if (!array->init) {
        const uint32_t id = spirv_new_id(w);
        SPIRV_EMIT(w, &w->globals, SpvOpConstantNull, type, id);
        return id;
    }
    uint32_t *operands = base_arena_new_array(w->arena, uint32_t, (size_t)array->count + 3);
    for (uint32_t i = 0; i < array->count; i++)
        operands[2 + i] = spirv_const(w, element, array->init[i]);
    operands[2 + array->count] = spirv_const(w, element, 0);
    operands[0] = type;
    operands[1] = spirv_new_id(w);
    spirv_emit(w, &w->globals, SpvOpConstantComposite, operands, array->count + 3);
    return operands[1];
}

static void
enter_array(struct spirv_writer *w, uint32_t index)
{
    const struct ir_array *array = &w->shader->arrays.data[index];
    const uint32_t element = spirv_type(w, (ir_type_id)array->type);
    const uint32_t length = spirv_u32(w, array->count + 1);
    const uint32_t type = spirv_new_id(w);
    const uint32_t pointer = spirv_new_id(w);

    SPIRV_EMIT(w, &w->globals, SpvOpTypeArray, type, element, length);
    SPIRV_EMIT(w, &w->globals, SpvOpTypePointer, pointer, SpvStorageClassFunction, type);
    const uint32_t start = is_cleared(array) ? 0 : array_start(w, array, type);
    w->arrays[index].variable = spirv_put_value(w, SpvOpVariable, start ? 2 : 1, pointer);
    spirv_put(w, SpvStorageClassFunction);
    if (start)
        spirv_put(w, start);
    spirv_name(w, w->arrays[index].variable, array->name);
}

void
spirv_enter_arrays(struct spirv_writer *w)
{
    for (uint32_t i = 0; i < w->shader->arrays.count; i++) {
        spirv_reserve(w, SPIRV_INST_ROOM);
        if (w->arrays[i].used)
            enter_array(w, i);
    }
}

static uint32_t
element_pointer(struct spirv_writer *w, uint32_t array, uint32_t index)
{
    const ir_type_id type = (ir_type_id)w->shader->arrays.data[array].type;
    const uint32_t pointer = spirv_pointer_type(w, SpvStorageClassFunction, type);

    return spirv_value2(w, SpvOpAccessChain, pointer, w->arrays[array].variable, index);
}

static void
clear_array(struct spirv_writer *w, uint32_t index)
{
    const struct ir_array *array = &w->shader->arrays.data[index];
    const uint32_t u32 = spirv_type(w, ir_type_i32), boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_u32(w, 0), one = spirv_u32(w, 1);
    const uint32_t count = spirv_u32(w, array->count);
    const uint32_t cleared = spirv_zero(w, (ir_type_id)array->type);
    const uint32_t head = spirv_new_id(w), body = spirv_new_id(w), merge = spirv_new_id(w);
    const uint32_t continued = spirv_new_id(w), next = spirv_new_id(w), before = w->block;

    spirv_put_branch(w, head);
    spirv_put_label(w, head);
    const uint32_t i = spirv_put_value(w, SpvOpPhi, 4, u32);
    spirv_put(w, zero);
    spirv_put(w, before);
    spirv_put(w, next);
    spirv_put(w, continued);
    const uint32_t is_inside = spirv_value2(w, SpvOpULessThan, boolean, i, count);
    spirv_put_op(w, SpvOpLoopMerge, 4);
    spirv_put(w, merge);
    spirv_put(w, continued);
    spirv_put(w, SpvLoopControlMaskNone);
    spirv_put_op(w, SpvOpBranchConditional, 4);
    spirv_put(w, is_inside);
    spirv_put(w, body);
    spirv_put(w, merge);
    spirv_put_label(w, body);
    spirv_put_store(w, element_pointer(w, index, i), cleared);
    spirv_put_branch(w, continued);
    spirv_put_label(w, continued);
    spirv_put_op(w, SpvOpIAdd, 5);
    spirv_put(w, u32);
    spirv_put(w, next);
    spirv_put(w, i);
    spirv_put(w, one);
    spirv_put_branch(w, head);
    spirv_put_label(w, merge);
}

void
spirv_clear_arrays(struct spirv_writer *w)
{
    for (uint32_t i = 0; i < w->shader->arrays.count; i++) {
        spirv_reserve(w, SPIRV_INST_ROOM);
        if (w->arrays[i].used && is_cleared(&w->shader->arrays.data[i]))
            clear_array(w, i);
    }
}

/* The index, or the spare element's if it is outside. */
static uint32_t
clamp_index(struct spirv_writer *w, uint32_t index, uint32_t count)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t spare = spirv_u32(w, count);

    return spirv_glsl(w, GLSLstd450UMin, u32, (const uint32_t[]){index, spare}, 2);
}

void
spirv_write_load_array(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t array = inst->arg[2];
    const uint32_t count = w->shader->arrays.data[array].count;
    const uint32_t type = spirv_type(w, inst->type);
    uint64_t known;

    if (spirv_is_const(w, inst->arg[0], &known)) {
        if (known >= count) {
            w->ids[w->ref] = spirv_zero(w, inst->type);
            return;
        }
        const uint32_t index = spirv_u32(w, (uint32_t)known);
        const uint32_t pointer = element_pointer(w, array, index);
        w->ids[w->ref] = spirv_value1(w, SpvOpLoad, type, pointer);
        return;
    }
    const uint32_t index = spirv_id(w, inst->arg[0]);
    const uint32_t clamped = clamp_index(w, index, count);
    const uint32_t pointer = element_pointer(w, array, clamped);
    const uint32_t value = spirv_value1(w, SpvOpLoad, type, pointer);
    w->ids[w->ref] = value;
    if (w->arrays[array].has_indexed_store) {
        const uint32_t boolean = spirv_type(w, ir_type_bool);
        const uint32_t end = spirv_u32(w, count);
        const uint32_t zero = spirv_zero(w, inst->type);
        const uint32_t inside = spirv_value2(w, SpvOpULessThan, boolean, index, end);

        w->ids[w->ref] = spirv_select(w, type, inside, value, zero);
    }
}

void
spirv_write_store_array(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t array = inst->arg[2];
    const uint32_t count = w->shader->arrays.data[array].count;
    const uint32_t value = spirv_id(w, inst->arg[1]);
    uint64_t known;
    uint32_t index;

    if (spirv_is_const(w, inst->arg[0], &known)) {
        if (known >= count)
            return;
        index = spirv_u32(w, (uint32_t)known);
    } else {
        index = spirv_id(w, inst->arg[0]);
        index = clamp_index(w, index, count);
    }
    const uint32_t pointer = element_pointer(w, array, index);
    spirv_put_store(w, pointer, value);
}
