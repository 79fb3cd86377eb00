/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

#include "base/bits.h"

#include <string.h>

void
ir_builder_init(struct ir_builder *b, struct ir_shader *shader)
{
    *b = (struct ir_builder){.shader = shader};
    b->flow = ir_flow_create(shader->arena);
}

void
ir_build_place(struct ir_builder *b, uint32_t at)
{
    struct ir_shader *shader = b->shader;
    const struct ir_place place = {shader->insts.count, at};

    if (shader->places.count > 0) {
        struct ir_place *last = &shader->places.data[shader->places.count - 1];

        if (last->at == at)
            return;
        if (last->first == place.first) {
            last->at = at;
            return;
        }
    }
    base_array_push(shader->arena, &shader->places, place);
}

/* Gives an op with IR_OP_LIST its operands. */
static void
set_list(struct ir_shader *shader, ir_ref ref, const ir_ref *operands, uint32_t count, uint32_t imm)
{
    struct ir_inst *inst = ir_at(shader, ref);

    inst->arg[0] = shader->list.count;
    inst->arg[1] = count;
    inst->arg[2] = imm;
    if (count == 0)
        return;
    base_array_reserve(shader->arena, &shader->list, count, sizeof(uint32_t));
    memcpy(shader->list.data + shader->list.count, operands, count * sizeof(*operands));
    shader->list.count += count;
}

/* ---- constants: one of each kind, found by a hash of open addresses ---- */

/* Slots that a search goes through. Hostile constants can be chosen to meet in one place; past this
 * many, a constant is made once more. */
#define MAX_PROBES 128

uint32_t
ir_const_hash(enum ir_op op, enum ir_type type, uint64_t bits)
{
    uint64_t h = bits * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)op * 31 + (uint64_t)type;

    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return (uint32_t)(h >> 32);
}

/* The slot where the constant is or can be put; NULL if there is none near its place. */
static uint32_t *
find_slot(const struct ir_builder *b, enum ir_op op, enum ir_type type, uint64_t bits)
{
    const struct ir_shader *shader = b->shader;
    const uint32_t hash = ir_const_hash(op, type, bits);

    for (uint32_t i = 0; i < MAX_PROBES; i++) {
        uint32_t *slot = &b->const_slots[(hash + i) & (b->const_slot_count - 1)];

        if (!*slot || (ir_op_of(shader, *slot) == op && ir_type_of(shader, *slot) == type &&
                       ir_const_bits(shader, *slot) == bits))
            return slot;
    }
    return NULL;
}

static void
grow_consts(struct ir_builder *b)
{
    struct ir_shader *shader = b->shader;
    const uint32_t old_count = b->const_slot_count;
    const uint32_t *old = b->const_slots;

    b->const_slot_count = old_count ? 2 * old_count : 64;
    b->const_slots = base_arena_new_array(shader->arena, uint32_t, b->const_slot_count);
    for (uint32_t i = 0; i < old_count; i++) {
        const ir_ref ref = old[i];
        uint32_t *slot =
            ref ? find_slot(b, ir_op_of(shader, ref), ir_type_scalar(ir_type_of(shader, ref)),
                            ir_const_bits(shader, ref))
                : NULL;
        if (slot)
            *slot = ref;
    }
}

static ir_ref
find_const(struct ir_builder *b, enum ir_op op, enum ir_type type, uint64_t bits)
{
    if (2 * b->const_count >= b->const_slot_count)
        grow_consts(b);
    uint32_t *slot = find_slot(b, op, type, bits);
    if (slot && *slot)
        return *slot;
    const ir_ref ref = ir_insert_const(b->shader, op, type, bits);
    if (slot) {
        *slot = ref;
        b->const_count++;
    }
    return ref;
}

ir_ref
ir_build_const(struct ir_builder *b, enum ir_type type, uint64_t bits)
{
    if (type != ir_type_i64 && type != ir_type_f64)
        bits &= (UINT64_C(1) << ir_type_bits((ir_type_id)type)) - 1;
    ir_ref *recent = &b->recent_consts[(bits ^ bits >> 2 ^ bits >> 24) & (IR_RECENT_CONSTS - 1)];
    const struct ir_inst *inst = ir_at(b->shader, *recent);
    if (inst->op == ir_op_const && inst->type == type && ir_const_bits(b->shader, *recent) == bits)
        return *recent;
    return *recent = find_const(b, ir_op_const, type, bits);
}

ir_ref
ir_build_bool(struct ir_builder *b, bool value)
{
    return ir_build_const(b, ir_type_bool, value);
}

ir_ref
ir_build_i32(struct ir_builder *b, uint32_t value)
{
    return ir_build_const(b, ir_type_i32, value);
}

ir_ref
ir_build_f32(struct ir_builder *b, float value)
{
    return ir_build_const(b, ir_type_f32, base_bits_of_float(value));
}

ir_ref
ir_build_undef(struct ir_builder *b, ir_type_id type)
{
    struct ir_shader *shader = b->shader;
    ir_ref *known = &b->undefs[ir_type_scalar(type)];

    if (!*known)
        *known = ir_insert_const(shader, ir_op_undef, ir_type_scalar(type), 0);
    const ir_ref scalar = *known;
    if (type < ir_type_count)
        return scalar;
    /* A vector stands behind the constants, where control always comes by. */
    const ir_ref parts[4] = {scalar, scalar, scalar, scalar};
    const ir_ref vec =
        ir_insert_before(shader, ir_next(shader, shader->last_const), ir_op_vec, type);
    set_list(shader, vec, parts, ir_type_components(type), 0);
    return vec;
}

/* ---- everything else ---- */

/* ir_insert_before at the end, with less to ask: nearly all instructions are made here. */
static inline ir_ref
append(struct ir_builder *b, struct ir_inst inst)
{
    struct ir_shader *shader = b->shader;
    const ir_ref ref = shader->insts.count;

    inst.prev = shader->last;
    base_array_push(shader->arena, &shader->insts, inst);
    if (shader->last)
        ir_at(shader, shader->last)->next = ref;
    else
        shader->first = ref;
    shader->last = ref;
    shader->uses = NULL;
    shader->has_op[inst.op] = true;
    return ref;
}

ir_ref
ir_append(struct ir_builder *b, enum ir_op op, ir_type_id type)
{
    return append(b, (struct ir_inst){.op = (uint16_t)op, .type = type});
}

static bool
is_const(const struct ir_shader *shader, ir_ref ref)
{
    return ir_op_of(shader, ref) == ir_op_const;
}

ir_ref
ir_build_alu3(struct ir_builder *b, enum ir_op op, ir_ref x, ir_ref y, ir_ref z)
{
    struct ir_shader *shader = b->shader;
    const struct ir_op_info *info = &ir_op_infos[op];
    ir_type_id type = ir_type_of(shader, op == ir_op_select ? y : x);

    if (info->result == ir_class_BOOL)
        type = ir_type_bool;
    if (b->is_dead)
        return ir_build_undef(b, type);
    /* A select needs to know its condition alone. */
    if (is_const(shader, x) && (op == ir_op_select || ((info->arity < 2 || is_const(shader, y)) &&
                                                       (info->arity < 3 || is_const(shader, z)))))
        shader->may_simplify = true;
    return append(b, (struct ir_inst){.op = (uint16_t)op, .type = type, .arg = {x, y, z}});
}

ir_ref
ir_build_alu(struct ir_builder *b, enum ir_op op, const ir_ref *operands)
{
    const unsigned arity = ir_op_infos[op].arity;

    return ir_build_alu3(b, op, operands[0], arity > 1 ? operands[1] : 0,
                         arity > 2 ? operands[2] : 0);
}

ir_ref
ir_build_convert(struct ir_builder *b, enum ir_op op, enum ir_type to, ir_ref value)
{
    struct ir_shader *shader = b->shader;

    if (op == ir_op_bitcast) {
        if (ir_type_of(shader, value) == to)
            return value;
        if (ir_op_of(shader, value) == ir_op_bitcast)
            return ir_build_convert(b, op, to, ir_operand(shader, value, 0));
        if (ir_op_of(shader, value) == ir_op_const)
            return ir_build_const(b, to, ir_const_bits(shader, value));
        if (ir_op_of(shader, value) == ir_op_undef)
            return ir_build_undef(b, (ir_type_id)to);
    }
    return ir_build_op(b, op, (ir_type_id)to, value, 0, 0);
}

/* The 64 bits whose words these are, as ir_build_split made them; 0 if they are not. */
static ir_ref
find_split(const struct ir_shader *shader, ir_ref low, ir_ref high)
{
    if (ir_op_of(shader, low) != ir_op_u2u || ir_op_of(shader, high) != ir_op_u2u)
        return 0;
    const ir_ref whole = ir_operand(shader, low, 0);
    const ir_ref down = ir_operand(shader, high, 0);
    if (ir_type_of(shader, whole) != ir_type_i64 || ir_op_of(shader, down) != ir_op_ushr ||
        ir_operand(shader, down, 0) != whole)
        return 0;
    const ir_ref count = ir_operand(shader, down, 1);
    return ir_op_of(shader, count) == ir_op_const && ir_const_bits(shader, count) == 32 ? whole : 0;
}

ir_ref
ir_build_join(struct ir_builder *b, enum ir_type type, ir_ref low, ir_ref high)
{
    const ir_ref whole = find_split(b->shader, low, high);

    if (whole)
        return ir_build_bitcast(b, type, whole);
    const ir_ref up =
        ir_build_ishl(b, ir_build_u2u(b, ir_type_i64, high), ir_build_const(b, ir_type_i64, 32));

    return ir_build_bitcast(b, type, ir_build_ior(b, ir_build_u2u(b, ir_type_i64, low), up));
}

void
ir_build_split(struct ir_builder *b, ir_ref value, ir_ref words[2])
{
    const ir_ref bits = ir_build_bitcast(b, ir_type_i64, value);
    const ir_ref down = ir_build_ushr(b, bits, ir_build_const(b, ir_type_i64, 32));

    words[0] = ir_build_u2u(b, ir_type_i32, bits);
    words[1] = ir_build_u2u(b, ir_type_i32, down);
}

ir_ref
ir_build_op(struct ir_builder *b, enum ir_op op, ir_type_id type, ir_ref x, ir_ref y, uint32_t imm)
{
    if (b->is_dead)
        return type == ir_type_void ? 0 : ir_build_undef(b, type);
    if (ir_op_has(op, IR_OP_PURE) && (op == ir_op_copy || ir_op_of(b->shader, x) == ir_op_const))
        b->shader->may_simplify = true;
    return append(b, (struct ir_inst){.op = (uint16_t)op, .type = type, .arg = {x, y, imm}});
}

ir_ref
ir_build_list(struct ir_builder *b, enum ir_op op, ir_type_id type, const ir_ref *operands,
              uint32_t count, uint32_t imm)
{
    if (b->is_dead)
        return type == ir_type_void ? 0 : ir_build_undef(b, type);
    const ir_ref ref = ir_append(b, op, type);
    set_list(b->shader, ref, operands, count, imm);
    return ref;
}

ir_ref
ir_build_merge(struct ir_builder *b, ir_type_id type)
{
    return ir_append(b, ir_op_merge, type);
}
