/* SPDX-License-Identifier: MIT
 *
 * Uniform and storage buffers, push constants and physical memory.
 *
 * A uniform buffer is a block with an array of vectors of four, std140's layout without padding. A
 * storage buffer is a block with a runtime array of scalars, one variable for each type that it is
 * accessed as; 64 bits go as two words but for atomics. Nothing outside of what is bound is read or
 * written, whatever the host does about that: reads are made of a safe place and then not used,
 * writes are branched around.
 */
#include "spirv/spirv_priv.h"

/* ---- decorations ---- */

void
spirv_decorate(struct spirv_writer *w, uint32_t id, SpvDecoration decoration)
{
    SPIRV_EMIT(w, &w->decorations, SpvOpDecorate, id, (uint32_t)decoration);
}

void
spirv_decorate_with(struct spirv_writer *w, uint32_t id, SpvDecoration decoration, uint32_t value)
{
    SPIRV_EMIT(w, &w->decorations, SpvOpDecorate, id, (uint32_t)decoration, value);
}

void
spirv_decorate_access(struct spirv_writer *w, uint32_t id, unsigned access)
{
    if (access & IR_ACCESS_READ_ONLY)
        spirv_decorate(w, id, SpvDecorationNonWritable);
    if (access & IR_ACCESS_WRITE_ONLY)
        spirv_decorate(w, id, SpvDecorationNonReadable);
    if (access & IR_ACCESS_COHERENT)
        spirv_decorate(w, id, SpvDecorationCoherent);
    if (access & IR_ACCESS_VOLATILE)
        spirv_decorate(w, id, SpvDecorationVolatile);
}

/* ---- parts of accesses ---- */

enum ir_type
spirv_part_type(enum ir_type type)
{
    const unsigned bits = ir_type_bits((ir_type_id)type);

    return bits == 64 || bits == 32 ? ir_type_i32 : type;
}

ir_type_id
spirv_int_type(unsigned bits)
{
    return bits == 64   ? ir_type_i64
           : bits == 16 ? ir_type_i16
           : bits == 8  ? ir_type_i8
                        : ir_type_i32;
}

uint32_t
spirv_join(struct spirv_writer *w, enum ir_type type, const uint32_t parts[2])
{
    const uint32_t type_id = spirv_type(w, (ir_type_id)type);

    if (ir_type_bits((ir_type_id)type) < 64)
        return type == spirv_part_type(type) ? parts[0]
                                             : spirv_value1(w, SpvOpBitcast, type_id, parts[0]);
    const uint32_t pair = spirv_type(w, IR_VEC(ir_type_i32, 2));
    const uint32_t words = spirv_value2(w, SpvOpCompositeConstruct, pair, parts[0], parts[1]);
    return spirv_value1(w, SpvOpBitcast, type_id, words);
}

void
spirv_split(struct spirv_writer *w, enum ir_type type, uint32_t value, uint32_t parts[2])
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);

    parts[0] = parts[1] = value;
    if (ir_type_bits((ir_type_id)type) == 64) {
        const uint32_t pair = spirv_type(w, IR_VEC(ir_type_i32, 2));
        const uint32_t words = spirv_value1(w, SpvOpBitcast, pair, value);

        for (uint32_t i = 0; i < 2; i++)
            parts[i] = spirv_value2(w, SpvOpCompositeExtract, u32, words, i);
    } else if (type != spirv_part_type(type)) {
        parts[0] = spirv_value1(w, SpvOpBitcast, u32, value);
    }
}

uint32_t
spirv_bit_shift(struct spirv_writer *w, uint32_t offset, unsigned bits)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t mask = spirv_u32(w, bits == 8 ? 3 : 2);
    const uint32_t three = spirv_u32(w, 3);
    const uint32_t byte = spirv_value2(w, SpvOpBitwiseAnd, u32, offset, mask);

    return spirv_value2(w, SpvOpShiftLeftLogical, u32, byte, three);
}

uint32_t
spirv_narrow(struct spirv_writer *w, ir_type_id type, uint32_t word, uint32_t offset)
{
    const unsigned bits = ir_type_bits(type);
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t narrow_type = spirv_type(w, spirv_int_type(bits));
    const uint32_t shift = spirv_bit_shift(w, offset, bits);
    const uint32_t moved = spirv_value2(w, SpvOpShiftRightLogical, u32, word, shift);
    const uint32_t value = spirv_value1(w, SpvOpUConvert, narrow_type, moved);

    if (!ir_type_is_float(type))
        return value;
    const uint32_t type_id = spirv_type(w, type);
    return spirv_value1(w, SpvOpBitcast, type_id, value);
}

/* ---- guards ---- */

struct spirv_guard
spirv_open_guard(struct spirv_writer *w, uint32_t condition)
{
    struct spirv_guard guard = {.condition = condition, .before = w->block};

    if (!condition)
        return guard;
    const uint32_t inside = spirv_new_id(w);
    guard.after = spirv_new_id(w);
    spirv_put_op(w, SpvOpSelectionMerge, 3);
    spirv_put(w, guard.after);
    spirv_put(w, SpvSelectionControlMaskNone);
    spirv_put_op(w, SpvOpBranchConditional, 4);
    spirv_put(w, condition);
    spirv_put(w, inside);
    spirv_put(w, guard.after);
    spirv_put_label(w, inside);
    return guard;
}

uint32_t
spirv_close_guard(struct spirv_writer *w, const struct spirv_guard *guard, ir_type_id type,
                  uint32_t value)
{
    const uint32_t inside = w->block;

    if (!guard->condition)
        return value;
    spirv_put_branch(w, guard->after);
    spirv_put_label(w, guard->after);
    if (type == ir_type_void)
        return 0;
    const uint32_t type_id = spirv_type(w, type);
    const uint32_t zero = spirv_zero(w, type);
    const uint32_t id = spirv_put_value(w, SpvOpPhi, 4, type_id);
    spirv_put(w, value);
    spirv_put(w, inside);
    spirv_put(w, zero);
    spirv_put(w, guard->before);
    return id;
}

/* Both, where 0 is true. */
static uint32_t
both(struct spirv_writer *w, uint32_t a, uint32_t b)
{
    const uint32_t boolean = spirv_type(w, ir_type_bool);

    if (!a || !b)
        return a ? a : b;
    return spirv_value2(w, SpvOpLogicalAnd, boolean, a, b);
}

/* ---- descriptors ---- */

struct spirv_element
spirv_element_of(struct spirv_writer *w, ir_ref element, uint32_t count)
{
    struct spirv_element result = {0, 0, false};
    uint64_t known;

    if (!element || spirv_is_const(w, element, &known)) {
        const uint32_t index = element ? (uint32_t)known : 0;

        if (count == 1 && index == 0)
            return result;
        if (count != 0 && index >= count) {
            result.is_inside = spirv_const(w, ir_type_bool, 0);
            result.index = count == 1 ? 0 : spirv_u32(w, 0);
        } else {
            result.index = spirv_u32(w, index);
        }
        return result;
    }
    const uint32_t index = spirv_id(w, element);
    result.index = index;
    result.is_dynamic = true;
    if (count == 0)
        return result;
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t end = spirv_u32(w, count);
    const uint32_t zero = spirv_u32(w, 0);
    result.is_inside = spirv_value2(w, SpvOpULessThan, boolean, index, end);
    result.index = spirv_select(w, u32, result.is_inside, index, zero);
    if (count == 1) {
        result.index = 0;
        result.is_dynamic = false;
    }
    return result;
}

uint32_t
spirv_element_pointer(struct spirv_writer *w, uint32_t variable, uint32_t pointer_type,
                      const struct spirv_element *element, bool is_non_uniform)
{
    if (!element->index)
        return variable;
    const uint32_t id = spirv_value2(w, SpvOpAccessChain, pointer_type, variable, element->index);
    if (is_non_uniform)
        spirv_decorate(w, id, SpvDecorationNonUniform);
    return id;
}

uint32_t
spirv_declare_descriptor(struct spirv_writer *w, SpvStorageClass storage, uint32_t type,
                         uint32_t count, uint32_t set, uint32_t binding, const char *name)
{
    uint32_t whole = type;

    if (count == 0) {
        whole = SPIRV_TYPE(w, SpvOpTypeRuntimeArray, type);
        spirv_need(w, spirv_capability_RuntimeDescriptorArray);
    } else if (count > 1) {
        const uint32_t length = spirv_u32(w, count);

        whole = SPIRV_TYPE(w, SpvOpTypeArray, type, length);
    }
    const uint32_t pointer = SPIRV_TYPE(w, SpvOpTypePointer, (uint32_t)storage, whole);
    const uint32_t variable = spirv_new_id(w);
    SPIRV_EMIT(w, &w->globals, SpvOpVariable, pointer, variable, (uint32_t)storage);
    spirv_decorate_with(w, variable, SpvDecorationDescriptorSet, set);
    spirv_decorate_with(w, variable, SpvDecorationBinding, binding);
    spirv_name(w, variable, name);
    if (w->target >= spirv_target_vulkan1_2)
        base_array_push(w->arena, &w->interface, variable);
    return variable;
}

/* ---- declarations ---- */

/* A block of one member, which is an array of these. length 0: a runtime array. */
static uint32_t
make_block(struct spirv_writer *w, uint32_t element, uint32_t stride, uint32_t length,
           SpvDecoration decoration)
{
    const uint32_t array = spirv_new_id(w);
    const uint32_t block = spirv_new_id(w);

    if (length)
        SPIRV_EMIT(w, &w->globals, SpvOpTypeArray, array, element, length);
    else
        SPIRV_EMIT(w, &w->globals, SpvOpTypeRuntimeArray, array, element);
    SPIRV_EMIT(w, &w->globals, SpvOpTypeStruct, block, array);
    spirv_decorate_with(w, array, SpvDecorationArrayStride, stride);
    spirv_decorate(w, block, decoration);
    SPIRV_EMIT(w, &w->decorations, SpvOpMemberDecorate, block, 0, SpvDecorationOffset, 0);
    if (!w->no_names) {
        const uint32_t operands[2] = {block, 0};
        spirv_emit_string(w, &w->names, SpvOpMemberName, operands, 2, "data");
    }
    return block;
}

static void
declare_uniform(struct spirv_writer *w, const struct ir_buffer *buffer, struct spirv_buffer *b)
{
    const uint32_t row = spirv_type(w, IR_VEC(b->element, 4));
    const uint32_t rows = spirv_u32(w, buffer->size / 16);
    const uint32_t block = make_block(w, row, 16, rows, SpvDecorationBlock);

    SPIRV_EMIT(w, &w->decorations, SpvOpMemberDecorate, block, 0, SpvDecorationNonWritable);
    b->variables[b->element] =
        spirv_declare_descriptor(w, SpvStorageClassUniform, block, buffer->count, buffer->set,
                                 buffer->binding, buffer->name);
}

static SpvStorageClass
storage_class(const struct spirv_writer *w)
{
    return w->target < spirv_target_vulkan1_1 ? SpvStorageClassUniform
                                              : SpvStorageClassStorageBuffer;
}

/* What memory may be accessed as, beyond 32 and 64 bits. */
static void
need_access(struct spirv_writer *w, enum ir_type type)
{
    const unsigned bits = ir_type_bits((ir_type_id)type);

    if (bits == 16)
        spirv_need(w, spirv_capability_StorageBuffer16BitAccess);
    else if (bits == 8)
        spirv_need(w, spirv_capability_StorageBuffer8BitAccess);
}

static void
declare_storage(struct spirv_writer *w, const struct ir_buffer *buffer, struct spirv_buffer *b)
{
    const bool has_many = (b->accesses & (b->accesses - 1)) != 0;
    const SpvDecoration decoration =
        w->target < spirv_target_vulkan1_1 ? SpvDecorationBufferBlock : SpvDecorationBlock;

    for (unsigned t = ir_type_i8; t < ir_type_count; t++) {
        if (!(b->accesses & SPIRV_ACCESS(t)))
            continue;
        const uint32_t element = spirv_type(w, (ir_type_id)t);
        const uint32_t block =
            make_block(w, element, ir_type_bits((ir_type_id)t) / 8, 0, decoration);

        need_access(w, (enum ir_type)t);
        b->blocks[t] = block;
        b->variables[t] = spirv_declare_descriptor(w, storage_class(w), block, buffer->count,
                                                   buffer->set, buffer->binding, buffer->name);
        spirv_decorate_access(w, b->variables[t], buffer->access);
        if (has_many)
            spirv_decorate(w, b->variables[t], SpvDecorationAliased);
    }
}

void
spirv_declare_buffers(struct spirv_writer *w)
{
    for (uint32_t i = 0; i < w->shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &w->shader->buffers.data[i];

        if (!w->buffers[i].accesses)
            continue;
        if (buffer->kind == ir_buffer_uniform)
            declare_uniform(w, buffer, &w->buffers[i]);
        else
            declare_storage(w, buffer, &w->buffers[i]);
    }
}

void
spirv_declare_push(struct spirv_writer *w)
{
    if (!w->uses_push)
        return;
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t length = spirv_u32(w, (w->shader->push_size + 3) / 4);
    const uint32_t block = make_block(w, u32, 4, length, SpvDecorationBlock);
    const uint32_t pointer = SPIRV_TYPE(w, SpvOpTypePointer, SpvStorageClassPushConstant, block);

    w->push_variable = spirv_new_id(w);
    SPIRV_EMIT(w, &w->globals, SpvOpVariable, pointer, w->push_variable,
               SpvStorageClassPushConstant);
    if (w->target >= spirv_target_vulkan1_2)
        base_array_push(w->arena, &w->interface, w->push_variable);
}

/* ---- words of uniform buffers and push constants ---- */

/* What is loaded word by word. */
struct word_source {
    const struct spirv_buffer *buffer; /* NULL: push constants. */
    struct spirv_element element;
    bool is_non_uniform;
};

/* The word of a uniform buffer at a row and column, as i32 or f32. */
static uint32_t
load_at(struct spirv_writer *w, const struct word_source *source, ir_type_id type, uint32_t row,
        uint32_t column)
{
    const ir_type_id element = (ir_type_id)source->buffer->element;
    const uint32_t pointer = spirv_pointer_type(w, SpvStorageClassUniform, element);
    const uint32_t element_type = spirv_type(w, element);
    const uint32_t type_id = spirv_type(w, type);
    const uint32_t member = spirv_u32(w, 0);
    const uint32_t chain =
        spirv_put_value(w, SpvOpAccessChain, source->element.index ? 5 : 4, pointer);

    spirv_put(w, source->buffer->variables[element]);
    if (source->element.index)
        spirv_put(w, source->element.index);
    spirv_put(w, member);
    spirv_put(w, row);
    spirv_put(w, column);
    if (source->is_non_uniform)
        spirv_decorate(w, chain, SpvDecorationNonUniform);
    const uint32_t value = spirv_value1(w, SpvOpLoad, element_type, chain);
    return type == element ? value : spirv_value1(w, SpvOpBitcast, type_id, value);
}

/* Word number index of push constants, likewise. */
static uint32_t
load_push_word(struct spirv_writer *w, ir_type_id type, uint32_t index)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t type_id = spirv_type(w, type);
    const uint32_t member = spirv_u32(w, 0);
    const uint32_t pointer = spirv_pointer_type(w, SpvStorageClassPushConstant, ir_type_i32);
    const uint32_t target =
        spirv_value3(w, SpvOpAccessChain, pointer, w->push_variable, member, index);
    const uint32_t value = spirv_value1(w, SpvOpLoad, u32, target);

    return type == ir_type_f32 ? spirv_value1(w, SpvOpBitcast, type_id, value) : value;
}

/* Word number index. */
static uint32_t
load_word(struct spirv_writer *w, const struct word_source *source, ir_type_id type, uint32_t index)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);

    if (!source->buffer)
        return load_push_word(w, type, index);
    const uint32_t two = spirv_u32(w, 2);
    const uint32_t three = spirv_u32(w, 3);
    const uint32_t row = spirv_value2(w, SpvOpShiftRightLogical, u32, index, two);
    const uint32_t column = spirv_value2(w, SpvOpBitwiseAnd, u32, index, three);
    return load_at(w, source, type, row, column);
}

/* The same at a place that is known: row and column are constants. */
static uint32_t
load_known_word(struct spirv_writer *w, const struct word_source *source, ir_type_id type,
                uint32_t index)
{
    if (!source->buffer) {
        const uint32_t at = spirv_u32(w, index);

        return load_push_word(w, type, at);
    }
    const uint32_t row = spirv_u32(w, index / 4);
    const uint32_t column = spirv_u32(w, index % 4);
    return load_at(w, source, type, row, column);
}

/* A load whose offset is known only when it runs. Where it is outside, the first word is read
 * instead and then not used. */
static uint32_t
load_indexed(struct spirv_writer *w, const struct word_source *source, uint32_t size,
             ir_type_id type, uint32_t offset)
{
    const unsigned bytes = ir_type_bits(type) / 8;
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t end = spirv_u32(w, size / bytes * bytes);
    const uint32_t zero = spirv_u32(w, 0);
    const uint32_t shift = spirv_u32(w, 2);

    const uint32_t inside = spirv_value2(w, SpvOpULessThan, boolean, offset, end);
    const uint32_t safe = spirv_select(w, u32, inside, offset, zero);
    uint32_t index = spirv_value2(w, SpvOpShiftRightLogical, u32, safe, shift);
    uint32_t value;
    if (bytes == 8) {
        const uint32_t even = spirv_u32(w, ~1u), one = spirv_u32(w, 1);
        uint32_t parts[2];

        index = spirv_value2(w, SpvOpBitwiseAnd, u32, index, even);
        parts[0] = load_word(w, source, ir_type_i32, index);
        const uint32_t next = spirv_value2(w, SpvOpBitwiseOr, u32, index, one);
        parts[1] = load_word(w, source, ir_type_i32, next);
        value = spirv_join(w, (enum ir_type)type, parts);
    } else if (bytes == 4) {
        value = load_word(w, source, type, index);
    } else {
        const uint32_t word = load_word(w, source, ir_type_i32, index);
        value = spirv_narrow(w, type, word, safe);
    }
    const uint32_t type_id = spirv_type(w, type);
    const uint32_t outside_value = spirv_zero(w, type);
    return spirv_select(w, type_id, inside, value, outside_value);
}

static uint32_t
load_known(struct spirv_writer *w, const struct word_source *source, uint32_t size, ir_type_id type,
           uint32_t offset)
{
    const unsigned bytes = ir_type_bits(type) / 8;
    uint32_t parts[2];

    offset = offset / bytes * bytes;
    if (offset >= size || size - offset < bytes)
        return spirv_zero(w, type);
    if (bytes == 4)
        return load_known_word(w, source, type, offset / 4);
    parts[0] = load_known_word(w, source, ir_type_i32, offset / 4);
    if (bytes < 4) {
        const uint32_t at = spirv_u32(w, offset);
        return spirv_narrow(w, type, parts[0], at);
    }
    parts[1] = load_known_word(w, source, ir_type_i32, offset / 4 + 1);
    return spirv_join(w, (enum ir_type)type, parts);
}

static uint32_t
load_words(struct spirv_writer *w, const struct word_source *source, uint32_t size, ir_type_id type,
           ir_ref offset)
{
    uint64_t known;

    if (spirv_is_const(w, offset, &known))
        return load_known(w, source, size, type, (uint32_t)known);
    const uint32_t at = spirv_id(w, offset);
    return load_indexed(w, source, size, type, at);
}

void
spirv_write_load_push(struct spirv_writer *w, const struct ir_inst *inst)
{
    const struct word_source source = {NULL, {0, 0, false}, false};

    if (w->shader->push_size == 0)
        w->ids[w->ref] = spirv_zero(w, inst->type);
    else
        w->ids[w->ref] = load_words(w, &source, w->shader->push_size, inst->type, inst->arg[0]);
}

/* ---- storage buffers ---- */

/* An access to a storage buffer: the element of an array at a place. */
struct storage_access {
    uint32_t variable;
    uint32_t block;  /* Type of what the variable, or its element, is. */
    ir_type_id type; /* Of the array's elements. */
    struct spirv_element element;
    bool is_non_uniform;
};

static void
need_element(struct spirv_writer *w, const struct ir_buffer *buffer,
             const struct spirv_element *element, bool is_non_uniform)
{
    const bool is_uniform = buffer->kind == ir_buffer_uniform;

    if (element->is_dynamic)
        spirv_need(w, is_uniform ? spirv_capability_UniformBufferArrayDynamicIndexing
                                 : spirv_capability_StorageBufferArrayDynamicIndexing);
    if (element->is_dynamic && is_non_uniform) {
        spirv_need(w, spirv_capability_ShaderNonUniform);
        spirv_need(w, is_uniform ? spirv_capability_UniformBufferArrayNonUniformIndexing
                                 : spirv_capability_StorageBufferArrayNonUniformIndexing);
    }
}

static struct storage_access
access_storage(struct spirv_writer *w, uint32_t imm, enum ir_type type, ir_ref element)
{
    const struct ir_buffer *buffer = &w->shader->buffers.data[imm & 0xffff];
    struct storage_access access = {
        .variable = w->buffers[imm & 0xffff].variables[type],
        .block = w->buffers[imm & 0xffff].blocks[type],
        .type = (ir_type_id)type,
        .element = spirv_element_of(w, element, buffer->count),
    };

    access.is_non_uniform = (imm & IR_MEMORY_NON_UNIFORM) && access.element.is_dynamic;
    need_element(w, buffer, &access.element, access.is_non_uniform);
    return access;
}

/* How many elements the runtime array has. */
static uint32_t
array_length(struct spirv_writer *w, const struct storage_access *access)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t pointer =
        SPIRV_TYPE(w, SpvOpTypePointer, (uint32_t)storage_class(w), access->block);
    const uint32_t block = spirv_element_pointer(w, access->variable, pointer, &access->element,
                                                 access->is_non_uniform);
    const uint32_t id = spirv_put_value(w, SpvOpArrayLength, 2, u32);

    spirv_put(w, block);
    spirv_put(w, 0);
    return id;
}

static uint32_t
storage_pointer(struct spirv_writer *w, const struct storage_access *access, uint32_t index)
{
    const uint32_t pointer = spirv_pointer_type(w, storage_class(w), access->type);
    const uint32_t member = spirv_u32(w, 0);
    const uint32_t id =
        spirv_put_value(w, SpvOpAccessChain, access->element.index ? 4 : 3, pointer);

    spirv_put(w, access->variable);
    if (access->element.index)
        spirv_put(w, access->element.index);
    spirv_put(w, member);
    spirv_put(w, index);
    if (access->is_non_uniform)
        spirv_decorate(w, id, SpvDecorationNonUniform);
    return id;
}

/* Where an access of a type lies: the index of its first part, and whether it lies inside. */
struct storage_place {
    uint32_t index;
    uint32_t inside;
};

static struct storage_place
place_of(struct spirv_writer *w, const struct storage_access *access, ir_type_id type,
         ir_ref offset)
{
    const unsigned bytes = ir_type_bits(type) / 8;
    const bool is_pair = bytes == 8 && access->type == ir_type_i32;
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t shift = spirv_u32(w, spirv_size_shift(bytes));
    const uint32_t one = spirv_u32(w, 1);
    const uint32_t zero = spirv_u32(w, 0);
    const uint32_t at = spirv_id(w, offset);
    struct storage_place place;

    uint32_t length = array_length(w, access);
    if (is_pair)
        length = spirv_value2(w, SpvOpShiftRightLogical, u32, length, one);
    const uint32_t index =
        bytes == 1 ? at : spirv_value2(w, SpvOpShiftRightLogical, u32, at, shift);
    const uint32_t below = spirv_value2(w, SpvOpULessThan, boolean, index, length);
    place.inside = both(w, access->element.is_inside, below);
    place.index = spirv_select(w, u32, place.inside, index, zero);
    if (is_pair)
        place.index = spirv_value2(w, SpvOpShiftLeftLogical, u32, place.index, one);
    return place;
}

static void
put_volatile(struct spirv_writer *w, bool is_volatile)
{
    if (is_volatile)
        spirv_put(w, SpvMemoryAccessVolatileMask);
}

static uint32_t
load_part(struct spirv_writer *w, const struct storage_access *access, uint32_t index,
          bool is_volatile)
{
    const uint32_t type = spirv_type(w, access->type);
    const uint32_t pointer = storage_pointer(w, access, index);
    const uint32_t id = spirv_put_value(w, SpvOpLoad, is_volatile ? 2 : 1, type);

    spirv_put(w, pointer);
    put_volatile(w, is_volatile);
    return id;
}

static uint32_t
load_storage(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const bool is_volatile = (imm & IR_MEMORY_VOLATILE) != 0;
    const enum ir_type part = spirv_part_type((enum ir_type)inst->type);
    const struct storage_access access = access_storage(w, imm, part, inst->arg[1]);
    const struct storage_place place = place_of(w, &access, inst->type, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t zero = spirv_zero(w, inst->type);
    uint32_t parts[2];

    parts[0] = parts[1] = load_part(w, &access, place.index, is_volatile);
    if (ir_type_bits(inst->type) == 64) {
        const uint32_t u32 = spirv_type(w, ir_type_i32);
        const uint32_t one = spirv_u32(w, 1);
        const uint32_t next = spirv_value2(w, SpvOpBitwiseOr, u32, place.index, one);

        parts[1] = load_part(w, &access, next, is_volatile);
    }
    const uint32_t value = spirv_join(w, (enum ir_type)inst->type, parts);
    return spirv_select(w, type, place.inside, value, zero);
}

static uint32_t
load_uniform(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t index = inst->arg[2] & 0xffff;
    const struct ir_buffer *buffer = &w->shader->buffers.data[index];
    struct word_source source = {.buffer = &w->buffers[index]};

    source.element = spirv_element_of(w, inst->arg[1], buffer->count);
    source.is_non_uniform = (inst->arg[2] & IR_MEMORY_NON_UNIFORM) && source.element.is_dynamic;
    need_element(w, buffer, &source.element, source.is_non_uniform);
    const uint32_t value = load_words(w, &source, buffer->size, inst->type, inst->arg[0]);
    if (!source.element.is_inside)
        return value;
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t zero = spirv_zero(w, inst->type);
    return spirv_select(w, type, source.element.is_inside, value, zero);
}

void
spirv_write_load_buffer(struct spirv_writer *w, const struct ir_inst *inst)
{
    const bool is_uniform =
        w->shader->buffers.data[inst->arg[2] & 0xffff].kind == ir_buffer_uniform;

    w->ids[w->ref] = is_uniform ? load_uniform(w, inst) : load_storage(w, inst);
}

void
spirv_write_store_buffer(struct spirv_writer *w, const struct ir_inst *inst)
{
    const ir_ref *operands = w->shader->list.data + inst->arg[0];
    const uint32_t imm = inst->arg[2];
    const bool is_volatile = (imm & IR_MEMORY_VOLATILE) != 0;
    const ir_type_id type = ir_type_of(w->shader, operands[2]);
    const bool is_pair = ir_type_bits(type) == 64;
    const uint32_t value = spirv_id(w, operands[2]);
    const struct storage_access access =
        access_storage(w, imm, spirv_part_type((enum ir_type)type), operands[1]);
    const struct storage_place place = place_of(w, &access, type, operands[0]);
    uint32_t parts[2];

    spirv_split(w, (enum ir_type)type, value, parts);
    const struct spirv_guard guard = spirv_open_guard(w, place.inside);
    for (uint32_t i = 0; i < 1u + is_pair; i++) {
        const uint32_t u32 = spirv_type(w, ir_type_i32);
        const uint32_t one = spirv_u32(w, 1);
        const uint32_t index =
            i == 0 ? place.index : spirv_value2(w, SpvOpBitwiseOr, u32, place.index, one);
        const uint32_t pointer = storage_pointer(w, &access, index);

        spirv_put_op(w, SpvOpStore, is_volatile ? 4 : 3);
        spirv_put(w, pointer);
        spirv_put(w, parts[i]);
        put_volatile(w, is_volatile);
    }
    spirv_close_guard(w, &guard, ir_type_void, 0);
}

void
spirv_write_buffer_size(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const struct storage_access access = access_storage(w, inst->arg[2], ir_type_i32, inst->arg[0]);
    const uint32_t two = spirv_u32(w, 2);
    const uint32_t zero = spirv_u32(w, 0);
    const uint32_t words = array_length(w, &access);
    const uint32_t bytes = spirv_value2(w, SpvOpShiftLeftLogical, u32, words, two);
    w->ids[w->ref] = access.element.is_inside
                         ? spirv_select(w, u32, access.element.is_inside, bytes, zero)
                         : bytes;
}

/* ---- atomics ---- */

static void
need_atomic(struct spirv_writer *w, enum ir_op op, enum ir_type type)
{
    const bool is_min_max = op == ir_op_fmin || op == ir_op_fmax;

    if (type == ir_type_i64 || (type == ir_type_f64 && op == ir_op_copy))
        spirv_need(w, spirv_capability_Int64Atomics);
    else if (type == ir_type_f32 && op != ir_op_copy)
        spirv_need(w, is_min_max ? spirv_capability_AtomicFloat32MinMaxEXT
                                 : spirv_capability_AtomicFloat32AddEXT);
    else if (type == ir_type_f64)
        spirv_need(w, is_min_max ? spirv_capability_AtomicFloat64MinMaxEXT
                                 : spirv_capability_AtomicFloat64AddEXT);
}

/* select compares and exchanges. */
static SpvOp
atomic_code(enum ir_op op)
{
    static const SpvOp codes[ir_op_count] = {
        [ir_op_select] = SpvOpAtomicCompareExchange,
#define ATOMIC(op, code) [ir_op_##op] = SpvOpAtomic##code,
#include "spirv/combining.def"
    };

    return codes[op];
}

uint32_t
spirv_put_atomic(struct spirv_writer *w, enum ir_op op, enum ir_type type, uint32_t type_id,
                 uint32_t pointer, uint32_t value, uint32_t comparator, uint32_t scope)
{
    const bool has_comparator = op == ir_op_select;
    const uint32_t scope_id = spirv_u32(w, scope);
    const uint32_t relaxed = spirv_u32(w, SpvMemorySemanticsMaskNone);
    const uint32_t id = spirv_put_value(w, atomic_code(op), has_comparator ? 6 : 4, type_id);

    need_atomic(w, op, type);
    spirv_put(w, pointer);
    spirv_put(w, scope_id);
    spirv_put(w, relaxed);
    if (has_comparator)
        spirv_put(w, relaxed);
    spirv_put(w, value);
    if (has_comparator)
        spirv_put(w, comparator);
    return id;
}

void
spirv_write_atomic_buffer(struct spirv_writer *w, const struct ir_inst *inst)
{
    const ir_ref *operands = w->shader->list.data + inst->arg[0];
    const enum ir_op op = ir_atomic_op(inst->arg[2]);
    const enum ir_type type = (enum ir_type)inst->type;
    const uint32_t value = spirv_id(w, operands[2]);
    const uint32_t comparator = op == ir_op_select ? spirv_id(w, operands[3]) : 0;
    const struct storage_access access = access_storage(w, inst->arg[2], type, operands[1]);
    const struct storage_place place = place_of(w, &access, inst->type, operands[0]);
    const struct spirv_guard guard = spirv_open_guard(w, place.inside);
    const uint32_t pointer = storage_pointer(w, &access, place.index);
    const uint32_t type_id = spirv_type(w, inst->type);
    const uint32_t result =
        spirv_put_atomic(w, op, type, type_id, pointer, value, comparator, SpvScopeDevice);

    w->ids[w->ref] = spirv_close_guard(w, &guard, inst->type, result);
}

/* ---- physical memory ---- */

static uint32_t
global_pointer(struct spirv_writer *w, ir_type_id type, ir_ref address)
{
    const unsigned bytes = ir_type_bits(type) / 8;
    const uint32_t u64 = spirv_type(w, ir_type_i64);
    const uint32_t target = spirv_type(w, type);
    const uint32_t pointer =
        SPIRV_TYPE(w, SpvOpTypePointer, SpvStorageClassPhysicalStorageBuffer, target);
    const uint32_t mask = spirv_const(w, ir_type_i64, ~(uint64_t)(bytes - 1));
    const uint32_t at = spirv_id(w, address);
    const uint32_t aligned = spirv_value2(w, SpvOpBitwiseAnd, u64, at, mask);

    spirv_need(w, spirv_capability_PhysicalStorageBufferAddresses);
    need_access(w, (enum ir_type)type);
    return spirv_value1(w, SpvOpConvertUToPtr, pointer, aligned);
}

static void
put_aligned(struct spirv_writer *w, uint32_t imm, ir_type_id type)
{
    const uint32_t more = imm & IR_MEMORY_VOLATILE ? SpvMemoryAccessVolatileMask : 0;

    spirv_put(w, SpvMemoryAccessAlignedMask | more);
    spirv_put(w, ir_type_bits(type) / 8);
}

void
spirv_write_load_global(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t pointer = global_pointer(w, inst->type, inst->arg[0]);

    w->ids[w->ref] = spirv_put_value(w, SpvOpLoad, 3, type);
    spirv_put(w, pointer);
    put_aligned(w, inst->arg[2], inst->type);
}

void
spirv_write_store_global(struct spirv_writer *w, const struct ir_inst *inst)
{
    const ir_type_id type = ir_type_of(w->shader, inst->arg[1]);
    const uint32_t value = spirv_id(w, inst->arg[1]);
    const uint32_t pointer = global_pointer(w, type, inst->arg[0]);

    spirv_put_op(w, SpvOpStore, 5);
    spirv_put(w, pointer);
    spirv_put(w, value);
    put_aligned(w, inst->arg[2], type);
}

void
spirv_write_atomic_global(struct spirv_writer *w, const struct ir_inst *inst)
{
    const ir_ref *operands = w->shader->list.data + inst->arg[0];
    const enum ir_op op = ir_atomic_op(inst->arg[2]);
    const uint32_t value = spirv_id(w, operands[1]);
    const uint32_t comparator = op == ir_op_select ? spirv_id(w, operands[2]) : 0;
    const uint32_t pointer = global_pointer(w, inst->type, operands[0]);

    const uint32_t type_id = spirv_type(w, inst->type);
    w->ids[w->ref] = spirv_put_atomic(w, op, (enum ir_type)inst->type, type_id, pointer, value,
                                      comparator, SpvScopeDevice);
}
