/* SPDX-License-Identifier: MIT
 *
 * Values by id. A value that a block makes and another block cannot see, because it stands in a
 * region that has ended, passes through variables of the builder: which ones do is known before
 * anything is built (graph.c), so that it is written once, where it is made, and read where it is
 * used.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

/* ---- slots ---- */

struct read_slot *
read_find_slot_in(struct spirv_reader *r, const struct read_instance *instance, uint32_t id)
{
    const struct read_inst *maker = read_maker(r->module, id);

    if (!maker || maker->op == SpvOpLabel || maker->op == SpvOpFunction)
        return NULL;
    const struct read_def *def = &r->module->defs[id];
    if (def->function == 0) {
        if (!r->state->globals[id])
            r->state->globals[id] = base_arena_new(r->arena, struct read_slot);
        return r->state->globals[id];
    }
    if (!instance || &r->module->functions[def->function - 1] != instance->function)
        return NULL;
    return instance->slots[def->local];
}

struct read_slot *
read_find_slot(struct spirv_reader *r, uint32_t id)
{
    return read_find_slot_in(r, r->state->instance, id);
}

/* ---- a value's refs ---- */

struct mapping {
    struct spirv_reader *r;
    struct read_slot *slot;
    uint32_t at; /* Which ref is next. */
};

/* Writes a ref to the variable that it passes through. */
static ir_ref
spill(struct mapping *m, ir_ref ref)
{
    struct spirv_reader *r = m->r;
    struct read_spill *spilled = base_array_add(r->arena, &m->slot->spills);
    const enum ir_op op = ref ? ir_op_of(r->shader, ref) : ir_op_none;

    if (!ref || op == ir_op_const || op == ir_op_undef) {
        spilled->ref = ref;
        spilled->variable = READ_NONE;
        return ref;
    }
    spilled->type = ir_type_scalar(ir_type_of(r->shader, ref));
    spilled->variable = ir_build_variables(&r->b, 1, ir_type_bits((ir_type_id)spilled->type));
    ir_build_write(&r->b, spilled->variable, ref);
    return ref;
}

static ir_ref
unspill(struct mapping *m, ir_ref ref)
{
    const struct read_spill *spilled = &m->slot->spills.data[m->at++];

    (void)ref;
    if (spilled->variable == READ_NONE)
        return spilled->ref;
    return ir_build_read(&m->r->b, spilled->variable, spilled->type);
}

typedef ir_ref (*map_ref)(struct mapping *m, ir_ref ref);

static ir_ref *
map_refs(struct mapping *m, map_ref map, const ir_ref *refs, uint32_t count)
{
    ir_ref *copy = base_arena_new_array(m->r->arena, ir_ref, count);

    for (uint32_t i = 0; i < count; i++)
        copy[i] = map(m, refs[i]);
    return copy;
}

static const struct read_handle *
map_handle(struct mapping *m, map_ref map, const struct read_handle *handle)
{
    struct read_handle *copy = base_arena_new(m->r->arena, struct read_handle);

    *copy = *handle;
    copy->element = map(m, handle->element);
    copy->sampler_element = map(m, handle->sampler_element);
    return copy;
}

static const struct read_pointer *
map_pointer(struct mapping *m, map_ref map, const struct read_pointer *pointer)
{
    struct read_pointer *copy = base_arena_new(m->r->arena, struct read_pointer);
    struct read_term *terms =
        base_arena_new_array(m->r->arena, struct read_term, pointer->term_count);

    *copy = *pointer;
    for (uint32_t i = 0; i < pointer->term_count; i++) {
        terms[i] = pointer->terms[i];
        terms[i].index = map(m, terms[i].index);
    }
    copy->terms = terms;
    copy->element = map(m, pointer->element);
    if (pointer->texel) {
        struct read_texel_pointer *texel = base_arena_new(m->r->arena, struct read_texel_pointer);

        *texel = *pointer->texel;
        texel->handle = map_handle(m, map, texel->handle);
        texel->coordinates = map_refs(m, map, texel->coordinates, texel->coordinate_count);
        texel->sample = map(m, texel->sample);
        copy->texel = texel;
    }
    return copy;
}

/* A copy of the slot's value, each of its refs mapped. */
static struct read_value *
map_value(struct mapping *m, map_ref map)
{
    const struct read_value *value = &m->slot->value;
    struct read_value *copy = base_arena_new(m->r->arena, struct read_value);

    *copy = *value;
    if (value->leaves)
        copy->leaves = map_refs(m, map, value->leaves, value->type->leaves);
    if (value->handle)
        copy->handle = map_handle(m, map, value->handle);
    if (value->pointer)
        copy->pointer = map_pointer(m, map, value->pointer);
    return copy;
}

/* ---- setting ---- */

void
read_set_value(struct spirv_reader *r, const struct read_inst *inst, const struct read_value *value)
{
    struct read_slot *slot = read_find_slot(r, inst->id);

    if (!slot) {
        r->state->has_failed = true;
        (void)read_fail(r, inst, QD_CODE_INTERNAL, "found no place for its result");
        return;
    }
    slot->value = *value;
    if (slot->is_spilled) {
        struct mapping m = {r, slot, 0};

        slot->spills.count = 0;
        (void)map_value(&m, spill);
    }
}

/* NULL if there is none, which is not forgotten. */
static const struct read_type *
result_type(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *type = read_get_type(r, inst, inst->type);

    if (!type)
        r->state->has_failed = true;
    return type;
}

/* Whoever made the leaves, they are what the type has. */
static bool
check_leaves(struct spirv_reader *r, const struct read_inst *inst, const struct read_type *type,
             const ir_ref *leaves)
{
    const uint8_t *types = read_leaf_types(r, type);

    for (uint32_t i = 0; i < type->leaves; i++) {
        if (leaves[i] && ir_type_of(r->shader, leaves[i]) == types[i])
            continue;
        r->state->has_failed = true;
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found operands that do not make a result of type %" PRIu32, type->id);
    }
    return true;
}

void
read_set_leaves(struct spirv_reader *r, const struct read_inst *inst, ir_ref *leaves)
{
    const struct read_value value = {result_type(r, inst), read_kind_leaves, leaves};

    if (value.type && check_leaves(r, inst, value.type, leaves))
        read_set_value(r, inst, &value);
}

void
read_set_handle(struct spirv_reader *r, const struct read_inst *inst,
                const struct read_handle *handle)
{
    const struct read_value value = {
        .type = result_type(r, inst), .kind = read_kind_image, .handle = handle};

    if (value.type)
        read_set_value(r, inst, &value);
}

void
read_set_pointer(struct spirv_reader *r, const struct read_inst *inst,
                 const struct read_pointer *pointer)
{
    const struct read_value value = {
        .type = result_type(r, inst), .kind = read_kind_pointer, .pointer = pointer};

    if (value.type)
        read_set_value(r, inst, &value);
}

void
read_set_address(struct spirv_reader *r, const struct read_inst *inst, ir_ref *leaves,
                 const struct read_pointer *pointer)
{
    const struct read_value value = {result_type(r, inst), read_kind_leaves, leaves, NULL, pointer};

    if (value.type && check_leaves(r, inst, value.type, leaves))
        read_set_value(r, inst, &value);
}

void
read_set_texel_pointer(struct spirv_reader *r, const struct read_inst *inst,
                       const struct read_texel_pointer *texel)
{
    struct read_pointer *pointer = base_arena_new(r->arena, struct read_pointer);
    struct read_texel_pointer *copy = base_arena_new(r->arena, struct read_texel_pointer);

    *copy = *texel;
    pointer->texel = copy;
    read_set_pointer(r, inst, pointer);
}

/* ---- getting ---- */

static bool
has_value(struct spirv_reader *r, struct read_slot *slot, uint32_t id)
{
    const struct read_inst *maker = read_maker(r->module, id);

    if (slot->value.kind != read_kind_none)
        return true;
    /* A variable of the module, asked for the first time. */
    if (maker->op != SpvOpVariable || r->module->defs[id].function != 0)
        return false;
    struct read_variable *variable = read_global_variable(r, maker);
    return variable && read_variable_value(r, variable, &slot->value);
}

const struct read_value *
read_get_value(struct spirv_reader *r, const struct read_inst *inst, uint32_t id)
{
    struct read_slot *slot = read_find_slot(r, id);

    if (!slot || !has_value(r, slot, id)) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found id %" PRIu32 ", expected a value that is made before", id);
        return NULL;
    }
    if (slot->block == 0 || slot->block - 1 == r->state->block ||
        ir_structure_sees(r->state->structure, slot->block - 1, r->state->block))
        return &slot->value;
    if (!slot->is_spilled) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found id %" PRIu32 ", expected a value that is made on every way here",
                        id);
        return NULL;
    }
    if (slot->value.leaves && !read_charge(r, inst, slot->value.type->leaves))
        return NULL;
    struct mapping m = {r, slot, 0};
    return map_value(&m, unspill);
}

static const struct read_value *
get_kind(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, enum read_kind kind,
         const char *what)
{
    const struct read_value *value = read_get_value(r, inst, id);

    if (!value || value->kind == kind)
        return value;
    (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found id %" PRIu32 ", expected %s", id, what);
    return NULL;
}

const struct read_value *
read_get_leaves(struct spirv_reader *r, const struct read_inst *inst, uint32_t id)
{
    return get_kind(r, inst, id, read_kind_leaves, "a scalar or composite");
}

const struct read_pointer *
read_get_pointer(struct spirv_reader *r, const struct read_inst *inst, uint32_t id)
{
    const struct read_value *value =
        get_kind(r, inst, id, read_kind_pointer, "a pointer to a variable");

    return value ? value->pointer : NULL;
}

const struct read_texel_pointer *
read_get_texel_pointer(struct spirv_reader *r, uint32_t id)
{
    const struct read_slot *slot = read_find_slot(r, id);
    const struct read_inst *maker = read_maker(r->module, id);

    if (!slot || slot->value.kind != read_kind_pointer)
        return NULL;
    const struct read_value *value = read_get_value(r, maker, id);
    return value ? ((const struct read_pointer *)value->pointer)->texel : NULL;
}

ir_ref
read_get_scalar(struct spirv_reader *r, const struct read_inst *inst, uint32_t id)
{
    const struct read_value *value = read_get_leaves(r, inst, id);

    if (!value)
        return 0;
    if (value->type->leaves != 1) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found id %" PRIu32 " of %" PRIu32 " scalars, expected a scalar", id,
                        value->type->leaves);
        return 0;
    }
    return value->leaves[0];
}

bool
read_get_constant(struct spirv_reader *r, const struct read_inst *inst, uint32_t id,
                  uint32_t *value)
{
    const ir_ref scalar = read_get_scalar(r, inst, id);
    uint64_t bits;

    if (!scalar)
        return false;
    if (!ir_type_is_int(ir_type_of(r->shader, scalar)) || !read_const_bits(r, scalar, &bits))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 ", expected a constant integer", id);
    *value = (uint32_t)bits;
    return true;
}

/* ---- room ---- */

bool
read_charge(struct spirv_reader *r, const struct read_inst *inst, uint32_t leaves)
{
    if (leaves > READ_MAX_LEAVES || leaves > r->state->leaves_left)
        return read_fail(r, inst, QD_CODE_LIMIT,
                         "found a value of %" PRIu32 " scalars, expected at most %" PRIu32
                         " at a time and %d million in all",
                         leaves, READ_MAX_LEAVES, READ_MAX_ALL_LEAVES >> 20);
    r->state->leaves_left -= leaves;
    return true;
}

ir_ref *
read_room(struct spirv_reader *r, const struct read_inst *inst, const struct read_type *type)
{
    if (!read_charge(r, inst, type->leaves))
        return NULL;
    return base_arena_new_array(r->arena, ir_ref, type->leaves);
}

ir_ref *
read_new_leaves(struct spirv_reader *r, const struct read_inst *inst, const struct read_type **type)
{
    *type = read_get_type(r, inst, inst->type);
    if (!*type)
        return NULL;
    if ((*type)->leaves == 0 && (*type)->op != SpvOpTypeStruct && (*type)->op != SpvOpTypeArray) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found the result's type %" PRIu32 ", expected one that has scalars",
                        (*type)->id);
        return NULL;
    }
    return read_room(r, inst, *type);
}

/* What a variable of one scalar takes, with its writes, is as much as so many scalars take. */
#define VARIABLE_COST 8

bool
read_charge_variables(struct spirv_reader *r, const struct read_inst *inst, uint32_t leaves)
{
    for (unsigned i = 0; i < VARIABLE_COST; i++)
        if (!read_charge(r, inst, leaves))
            return false;
    return true;
}

uint32_t *
read_leaf_variables(struct spirv_reader *r, const struct read_inst *inst,
                    const struct read_type *type)
{
    if (!read_charge_variables(r, inst, type->leaves))
        return NULL;
    uint32_t *variables = base_arena_new_array(r->arena, uint32_t, type->leaves);
    const uint8_t *types = read_leaf_types(r, type);

    for (uint32_t i = 0; i < type->leaves; i++)
        variables[i] = ir_build_variables(&r->b, 1, ir_type_bits(types[i]));
    return variables;
}

void
read_write_leaves(struct spirv_reader *r, const uint32_t *variables, const ir_ref *leaves,
                  uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        ir_build_write(&r->b, variables[i], leaves[i]);
}

void
read_read_leaves(struct spirv_reader *r, const uint32_t *variables, const struct read_type *type,
                 ir_ref *leaves)
{
    const uint8_t *types = read_leaf_types(r, type);

    for (uint32_t i = 0; i < type->leaves; i++)
        leaves[i] = ir_build_read(&r->b, variables[i], (enum ir_type)types[i]);
}
