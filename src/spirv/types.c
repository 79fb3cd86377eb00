/* SPDX-License-Identifier: MIT
 *
 * Types and constants, made where they are first asked for. Integers have no sign in the IR; here
 * all are unsigned, and opcodes say what they take them for.
 */
#include "spirv/spirv_priv.h"

#include "base/bits.h"

static void
need_type(struct spirv_writer *w, enum ir_type type)
{
    switch (type) {
    case ir_type_i8:
        spirv_need(w, spirv_capability_Int8);
        break;
    case ir_type_i16:
        spirv_need(w, spirv_capability_Int16);
        break;
    case ir_type_i64:
        spirv_need(w, spirv_capability_Int64);
        break;
    case ir_type_f16:
        spirv_need(w, spirv_capability_Float16);
        break;
    case ir_type_f64:
        spirv_need(w, spirv_capability_Float64);
        break;
    case ir_type_void:
    case ir_type_bool:
    case ir_type_i32:
    case ir_type_f32:
    case ir_type_count:
        break;
    }
}

static uint32_t
make_scalar_type(struct spirv_writer *w, enum ir_type type)
{
    const uint32_t bits = ir_type_bits((ir_type_id)type);
    const uint32_t id = spirv_new_id(w);

    need_type(w, type);
    if (type == ir_type_void)
        SPIRV_EMIT(w, &w->globals, SpvOpTypeVoid, id);
    else if (type == ir_type_bool)
        SPIRV_EMIT(w, &w->globals, SpvOpTypeBool, id);
    else if (ir_type_is_float((ir_type_id)type))
        SPIRV_EMIT(w, &w->globals, SpvOpTypeFloat, id, bits);
    else
        SPIRV_EMIT(w, &w->globals, SpvOpTypeInt, id, bits, 0);
    return id;
}

uint32_t
spirv_make_type(struct spirv_writer *w, ir_type_id type)
{
    const uint32_t components = ir_type_components(type);

    if (components == 1) {
        w->type_ids[type] = make_scalar_type(w, ir_type_scalar(type));
    } else {
        const uint32_t scalar = spirv_type(w, (ir_type_id)ir_type_scalar(type));

        w->type_ids[type] = spirv_new_id(w);
        SPIRV_EMIT(w, &w->globals, SpvOpTypeVector, w->type_ids[type], scalar, components);
    }
    return w->type_ids[type];
}

uint32_t
spirv_pointer_type(struct spirv_writer *w, SpvStorageClass storage, ir_type_id type)
{
    if (!w->pointer_ids[storage])
        w->pointer_ids[storage] = base_arena_new_array(w->arena, uint32_t, BASE_COUNT(w->type_ids));
    uint32_t *id = &w->pointer_ids[storage][type];

    if (!*id) {
        const uint32_t target = spirv_type(w, type);

        *id = spirv_new_id(w);
        SPIRV_EMIT(w, &w->globals, SpvOpTypePointer, *id, (uint32_t)storage, target);
    }
    return *id;
}

uint32_t
spirv_wide_type(struct spirv_writer *w, ir_type_id type)
{
    if (!w->wide_type_ids[type]) {
        const uint32_t member = spirv_type(w, type);

        w->wide_type_ids[type] = spirv_new_id(w);
        SPIRV_EMIT(w, &w->globals, SpvOpTypeStruct, w->wide_type_ids[type], member, member);
    }
    return w->wide_type_ids[type];
}

static bool
is_type(const struct spirv_made_type *made, SpvOp op, const uint32_t *operands, uint32_t count)
{
    if (made->op != op || made->count != count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (made->operands[i] != operands[i])
            return false;
    return true;
}

uint32_t
spirv_find_type(struct spirv_writer *w, SpvOp op, const uint32_t *operands, uint32_t count)
{
    for (uint32_t i = 0; i < w->made_types.count; i++)
        if (is_type(&w->made_types.data[i], op, operands, count))
            return w->made_types.data[i].id;

    struct spirv_made_type made = {.op = op, .count = count};
    uint32_t words[BASE_COUNT(made.operands) + 1];
    assert(count <= BASE_COUNT(made.operands));
    made.id = words[0] = spirv_new_id(w);
    for (uint32_t i = 0; i < count; i++)
        made.operands[i] = words[1 + i] = operands[i];
    base_array_push(w->arena, &w->made_types, made);
    spirv_emit(w, &w->globals, op, words, count + 1);
    return made.id;
}

uint32_t
spirv_texel_type(struct spirv_writer *w, enum ir_texel texel, unsigned count)
{
    const ir_type_id type = IR_VEC(ir_texel_type(texel), count);

    if (texel != ir_texel_i32 && texel != ir_texel_i64)
        return spirv_type(w, type);
    const bool is_long = texel == ir_texel_i64;
    uint32_t *scalar = &w->signed_type_ids[is_long];
    if (!*scalar) {
        if (is_long)
            need_type(w, ir_type_i64);
        *scalar = spirv_new_id(w);
        SPIRV_EMIT(w, &w->globals, SpvOpTypeInt, *scalar, is_long ? 64 : 32, 1);
    }
    return count == 1 ? *scalar : SPIRV_TYPE(w, SpvOpTypeVector, *scalar, count);
}

/* ---- constants: one of each, found by a hash of open addresses ---- */

/* Slots that a search goes through. Hostile constants can be chosen to meet in one place; past this
 * many, a constant is made once more. */
#define MAX_PROBES 128

uint32_t
spirv_const_hash(uint32_t type, uint64_t bits)
{
    uint64_t h = (bits + type) * UINT64_C(0x9e3779b97f4a7c15);

    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return (uint32_t)(h >> 32);
}

static uint64_t
const_bits_at(const struct spirv_writer *w, uint32_t at)
{
    const uint32_t *words = &w->globals.data[at];
    const uint32_t length = words[0] >> SpvWordCountShift;

    return words[3] | (length > 4 ? (uint64_t)words[4] << 32 : 0);
}

/* The slot where the constant is or can be put; NULL if there is none near its place. */
static uint32_t *
find_slot(const struct spirv_writer *w, uint32_t type_id, uint64_t bits)
{
    const uint32_t hash = spirv_const_hash(type_id, bits);

    for (uint32_t i = 0; i < MAX_PROBES; i++) {
        uint32_t *slot = &w->const_slots[(hash + i) & (w->const_slot_count - 1)];

        if (!*slot || (w->globals.data[*slot] == type_id && const_bits_at(w, *slot - 1) == bits))
            return slot;
    }
    return NULL;
}

static void
grow_consts(struct spirv_writer *w)
{
    const uint32_t old_count = w->const_slot_count;
    uint32_t *old = w->const_slots;

    w->const_slot_count = old_count ? 2 * old_count : 64;
    w->const_slots = base_arena_new_array(w->arena, uint32_t, w->const_slot_count);
    for (uint32_t i = 0; i < old_count; i++) {
        uint32_t *slot =
            old[i] ? find_slot(w, w->globals.data[old[i]], const_bits_at(w, old[i] - 1)) : NULL;
        if (slot)
            *slot = old[i];
    }
    base_arena_free(w->arena, old, old_count * sizeof(*old));
}

static uint32_t
make_const(struct spirv_writer *w, uint32_t type_id, uint64_t bits, bool is_long)
{
    const uint32_t id = spirv_new_id(w);

    if (is_long)
        SPIRV_EMIT(w, &w->globals, SpvOpConstant, type_id, id, (uint32_t)bits,
                   (uint32_t)(bits >> 32));
    else
        SPIRV_EMIT(w, &w->globals, SpvOpConstant, type_id, id, (uint32_t)bits);
    return id;
}

static uint32_t
bool_const(struct spirv_writer *w, bool value)
{
    if (!w->bool_ids[value]) {
        const uint32_t type_id = spirv_type(w, ir_type_bool);

        w->bool_ids[value] = spirv_new_id(w);
        SPIRV_EMIT(w, &w->globals, value ? SpvOpConstantTrue : SpvOpConstantFalse, type_id,
                   w->bool_ids[value]);
    }
    return w->bool_ids[value];
}

uint32_t
spirv_const(struct spirv_writer *w, ir_type_id type, uint64_t bits)
{
    const uint32_t width = ir_type_bits(type);

    if (type == ir_type_bool)
        return bool_const(w, bits & 1);
    if (width < 64)
        bits &= (UINT64_C(1) << width) - 1;
    if (2 * w->const_count >= w->const_slot_count)
        grow_consts(w);

    const uint32_t type_id = spirv_type(w, type);
    uint32_t *slot = find_slot(w, type_id, bits);
    if (slot && *slot)
        return w->globals.data[*slot + 1];
    if (slot) {
        *slot = w->globals.count + 1;
        w->const_count++;
    }
    return make_const(w, type_id, bits, width > 32);
}

uint32_t
spirv_float_const(struct spirv_writer *w, ir_type_id type, double value)
{
    if (type == ir_type_f64)
        return spirv_const(w, type, base_bits_of_double(value));
    if (type == ir_type_f16)
        return spirv_const(w, type, base_half_from_float((float)value));
    return spirv_const(w, type, base_bits_of_float((float)value));
}

uint32_t
spirv_zero(struct spirv_writer *w, ir_type_id type)
{
    if (ir_type_components(type) == 1)
        return spirv_const(w, type, 0);

    const uint32_t type_id = spirv_type(w, type);
    const uint32_t id = spirv_new_id(w);
    SPIRV_EMIT(w, &w->globals, SpvOpConstantNull, type_id, id);
    return id;
}
