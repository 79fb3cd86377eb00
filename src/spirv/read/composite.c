/* SPDX-License-Identifier: MIT
 *
 * Composites: which scalars of what operands are the result's.
 */
#include "spirv/read/arithmetic.h"

#define UNDEFINED_COMPONENT UINT32_MAX /* OpVectorShuffle's word for any value. */

/* ---- the way into a type ---- */

/* Member, element, column or component index of a type, and how many leaves stand before it. NULL
 * with an error if there is none. */
static const struct read_type *
step(struct spirv_reader *r, const struct read_inst *inst, const struct read_type *type,
     uint32_t index, uint32_t *before)
{
    *before = 0;
    if (type->op == SpvOpTypeStruct && index < type->count) {
        *before = type->first_leaves[index];
        return type->members[index];
    }
    if ((type->op == SpvOpTypeVector || type->op == SpvOpTypeMatrix ||
         type->op == SpvOpTypeArray) &&
        index < type->count) {
        *before = index * type->element->leaves;
        return type->element;
    }
    read_fail(r, inst, QD_CODE_SPIRV_INVALID,
              "found index %u, expected one inside of the type %%%u, which has %u", index, type->id,
              type->op == SpvOpTypeStruct || type->element ? type->count : 0);
    return NULL;
}

/* What literal indexes lead to, and its first leaf. */
static const struct read_type *
walk(struct spirv_reader *r, const struct read_inst *inst, const struct read_type *type,
     const uint32_t *indexes, uint32_t count, uint32_t *first)
{
    *first = 0;
    for (uint32_t i = 0; type && i < count; i++) {
        uint32_t before;

        type = step(r, inst, type, indexes[i], &before);
        *first += before;
    }
    return type;
}

static bool
is_same_type(struct spirv_reader *r, const struct read_inst *inst, const struct read_type *found,
             const struct read_type *expected)
{
    if (found->id == expected->id)
        return true;
    return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a value of type %%%u, expected %%%u",
                     found->id, expected->id);
}

/* False with an error if the instruction has fewer words of operands. */
static bool
has_at_least(struct spirv_reader *r, const struct read_inst *inst, uint32_t count)
{
    return inst->count >= count || read_has_operands(r, inst, count);
}

static void
copy_leaves(ir_ref *to, const ir_ref *from, uint32_t count)
{
    memcpy(to, from, count * sizeof(*to));
}

/* ---- whole and parts ---- */

/* May a constituent of this type be what stands from leaf first on? */
static bool
fits(struct spirv_reader *r, const struct read_inst *inst, const struct read_type *type,
     uint32_t index, const struct read_type *part, uint32_t first)
{
    if (type->op == SpvOpTypeVector) {
        if (part->scalar == type->scalar && part->leaves <= type->leaves - first &&
            (part->op == SpvOpTypeVector || part->leaves == 1))
            return true;
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a constituent of type %%%u, expected one that fits into %%%u",
                         part->id, type->id);
    }
    uint32_t before;
    const struct read_type *expected = step(r, inst, type, index, &before);
    return expected && is_same_type(r, inst, part, expected);
}

static bool
construct(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *type;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    uint32_t first = 0;

    if (!leaves)
        return false;
    if (type->op != SpvOpTypeVector && inst->count != type->count)
        return read_has_operands(r, inst, type->count);
    for (uint32_t i = 0; i < inst->count; i++) {
        const struct read_value *part = read_get_leaves(r, inst, inst->operands[i]);

        if (!part || !fits(r, inst, type, i, part->type, first))
            return false;
        copy_leaves(leaves + first, part->leaves, part->type->leaves);
        first += part->type->leaves;
    }
    if (first != type->leaves)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found %u components, expected %u", first,
                         type->leaves);
    read_set_leaves(r, inst, leaves);
    return true;
}

static bool
extract(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *type, *part;
    uint32_t first;

    if (!has_at_least(r, inst, 1))
        return false;
    const struct read_value *whole = read_get_leaves(r, inst, inst->operands[0]);
    if (!whole)
        return false;
    part = walk(r, inst, whole->type, inst->operands + 1, inst->count - 1, &first);
    ir_ref *leaves = part ? read_new_leaves(r, inst, &type) : NULL;
    if (!leaves || !is_same_type(r, inst, part, type))
        return false;
    copy_leaves(leaves, whole->leaves + first, type->leaves);
    read_set_leaves(r, inst, leaves);
    return true;
}

static bool
insert(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *type, *part;
    uint32_t first;

    if (!has_at_least(r, inst, 2))
        return false;
    const struct read_value *object = read_get_leaves(r, inst, inst->operands[0]);
    const struct read_value *whole = read_get_leaves(r, inst, inst->operands[1]);
    if (!object || !whole)
        return false;
    part = walk(r, inst, whole->type, inst->operands + 2, inst->count - 2, &first);
    if (!part || !is_same_type(r, inst, object->type, part))
        return false;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    if (!leaves || !is_same_type(r, inst, whole->type, type))
        return false;
    copy_leaves(leaves, whole->leaves, type->leaves);
    copy_leaves(leaves + first, object->leaves, part->leaves);
    read_set_leaves(r, inst, leaves);
    return true;
}

struct pair {
    const struct read_type *a;
    const struct read_type *b;
};

/* Do the types match logically: arrays and structs of the same shape, with one type for the rest?
 * What has no scalars is passed over, so that a type takes no more steps than it has scalars and
 * nesting. */
static bool
types_match(struct base_arena *arena, const struct read_type *a, const struct read_type *b)
{
    BASE_ARRAY(struct pair) pairs = {0};

    base_array_push(arena, &pairs, ((struct pair){a, b}));
    while (pairs.count > 0) {
        const struct pair pair = pairs.data[--pairs.count];

        if (pair.a->id == pair.b->id)
            continue;
        if (pair.a->op != pair.b->op || pair.a->count != pair.b->count ||
            pair.a->leaves != pair.b->leaves)
            return false;
        if (pair.a->leaves == 0)
            continue;
        if (pair.a->op == SpvOpTypeArray)
            base_array_push(arena, &pairs, ((struct pair){pair.a->element, pair.b->element}));
        else if (pair.a->op != SpvOpTypeStruct)
            return false;
        if (pair.a->op == SpvOpTypeStruct && pair.a->filled_count != pair.b->filled_count)
            return false;
        for (uint32_t i = 0; i < pair.a->filled_count; i++)
            base_array_push(arena, &pairs,
                            ((struct pair){pair.a->members[pair.a->filled[i]],
                                           pair.b->members[pair.b->filled[i]]}));
    }
    return true;
}

static bool
copy_logical(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *type;

    if (!read_has_operands(r, inst, 1))
        return false;
    const struct read_value *from = read_get_leaves(r, inst, inst->operands[0]);
    if (!from)
        return false;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    if (!leaves)
        return false;
    if (!types_match(r->arena, from->type, type))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a value of type %%%u, expected one that matches %%%u",
                         from->type->id, type->id);
    copy_leaves(leaves, from->leaves, type->leaves);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* ---- vectors ---- */

static bool
get_vector(struct spirv_reader *r, const struct read_inst *inst, uint32_t id,
           struct read_numbers *vector)
{
    if (!read_get_numbers(r, inst, id, ir_class_ANY, 0, vector))
        return false;
    return vector->of->op == SpvOpTypeVector ||
           read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found %%%u, expected a vector", id);
}

static bool
shuffle(struct spirv_reader *r, const struct read_inst *inst)
{
    struct read_numbers x, y;
    enum ir_type type;

    if (!has_at_least(r, inst, 2) || !get_vector(r, inst, inst->operands[0], &x) ||
        !get_vector(r, inst, inst->operands[1], &y))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_ANY, inst->count - 2, &type);
    if (!leaves)
        return false;
    if (x.type != type || y.type != type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found vectors of %s and %s, expected %s",
                         ir_type_name(x.type), ir_type_name(y.type), ir_type_name(type));
    for (uint32_t i = 0; i < inst->count - 2; i++) {
        const uint32_t from = inst->operands[2 + i];

        if (from == UNDEFINED_COMPONENT)
            leaves[i] = ir_build_undef(&r->b, (ir_type_id)type);
        else if (from < x.count)
            leaves[i] = x.leaves[from];
        else if (from - x.count < y.count)
            leaves[i] = y.leaves[from - x.count];
        else
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found component %u, expected less than %u", from, x.count + y.count);
    }
    read_set_leaves(r, inst, leaves);
    return true;
}

static ir_ref
is_index(struct spirv_reader *r, const struct read_numbers *index, uint32_t i)
{
    return ir_build_ieq(&r->b, index->leaves[0], ir_build_const(&r->b, index->type, i));
}

/* An index outside takes the first component. */
static bool
extract_dynamic(struct spirv_reader *r, const struct read_inst *inst)
{
    struct read_numbers vector, index;
    enum ir_type type;

    if (!read_has_operands(r, inst, 2) || !get_vector(r, inst, inst->operands[0], &vector) ||
        !read_get_numbers(r, inst, inst->operands[1], ir_class_UINT, 1, &index))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_ANY, 1, &type);
    if (!leaves)
        return false;
    if (type != vector.type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a result of type %s, expected %s",
                         ir_type_name(type), ir_type_name(vector.type));
    leaves[0] = vector.leaves[0];
    for (uint32_t i = 1; i < vector.count; i++)
        leaves[0] = ir_build_select(&r->b, is_index(r, &index, i), vector.leaves[i], leaves[0]);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* An index outside changes nothing. */
static bool
insert_dynamic(struct spirv_reader *r, const struct read_inst *inst)
{
    struct read_numbers vector, component, index;
    enum ir_type type;

    if (!read_has_operands(r, inst, 3) || !get_vector(r, inst, inst->operands[0], &vector) ||
        !read_get_numbers(r, inst, inst->operands[1], ir_class_ANY, 1, &component) ||
        !read_get_numbers(r, inst, inst->operands[2], ir_class_UINT, 1, &index))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_ANY, vector.count, &type);
    if (!leaves)
        return false;
    if (type != vector.type || component.type != type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a component of %s, expected %s",
                         ir_type_name(component.type), ir_type_name(vector.type));
    for (uint32_t i = 0; i < vector.count; i++)
        leaves[i] =
            ir_build_select(&r->b, is_index(r, &index, i), component.leaves[0], vector.leaves[i]);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* ---- choice ---- */

/* One condition for all, or of vectors one for each component. */
bool
read_select(struct spirv_reader *r, const struct read_inst *inst)
{
    struct read_numbers condition;
    const struct read_type *type;

    if (!read_has_operands(r, inst, 3) ||
        !read_get_numbers(r, inst, inst->operands[0], ir_class_BOOL, 0, &condition))
        return false;
    const struct read_value *x = read_get_leaves(r, inst, inst->operands[1]);
    const struct read_value *y = x ? read_get_leaves(r, inst, inst->operands[2]) : NULL;
    ir_ref *leaves = y ? read_new_leaves(r, inst, &type) : NULL;
    if (!leaves || !is_same_type(r, inst, x->type, type) || !is_same_type(r, inst, y->type, type))
        return false;
    if (condition.count != 1 && (type->op != SpvOpTypeVector || condition.count != type->leaves))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found %u conditions, expected %u",
                         condition.count, type->leaves);
    for (uint32_t i = 0; i < type->leaves; i++)
        leaves[i] = ir_build_select(&r->b, condition.leaves[condition.count == 1 ? 0 : i],
                                    x->leaves[i], y->leaves[i]);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* ---- the family ---- */

static const struct {
    SpvOp opcode;
    bool (*read)(struct spirv_reader *r, const struct read_inst *inst);
} handlers[] = {
    {SpvOpVectorExtractDynamic, extract_dynamic},
    {SpvOpVectorInsertDynamic, insert_dynamic},
    {SpvOpVectorShuffle, shuffle},
    {SpvOpCompositeConstruct, construct},
    {SpvOpCompositeExtract, extract},
    {SpvOpCompositeInsert, insert},
    {SpvOpCopyLogical, copy_logical},
};

bool
read_composite(struct spirv_reader *r, const struct read_inst *inst)
{
    for (uint32_t i = 0; i < BASE_COUNT(handlers); i++)
        if (handlers[i].opcode == inst->op)
            return handlers[i].read(r, inst);
    return read_unsupported(r, inst, "it is about no composite");
}
