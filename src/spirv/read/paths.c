/* SPDX-License-Identifier: MIT
 *
 * What variables of functions and the interface are made of. A variable falls into paths: a scalar
 * of its type, and the arrays, vectors and matrices around it as one dimension. A path that some
 * access chain indexes at run time is an array of the IR; one that none does is a variable of the
 * builder for each of its scalars.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

/* Dimensions: one for each level of nesting; pointers have one of their own. */
#define MAX_LEVELS (READ_MAX_DEPTH + 2)

struct walk {
    struct spirv_reader *r;
    struct read_variable *variable;
    uint32_t at; /* The next path, or leaf. */
    uint32_t dims[MAX_LEVELS];
};

static bool
is_scalar(const struct read_type *type)
{
    return type->scalar != ir_type_void && type->leaves == 1;
}

static void
add_path(struct walk *w, enum ir_type type, uint32_t level)
{
    struct read_path *path = &w->variable->paths[w->at++];
    uint32_t *strides = base_arena_new_array(w->r->arena, uint32_t, level);
    uint32_t count = 1;

    for (uint32_t i = level; i-- > 0;) {
        strides[i] = count;
        count *= w->dims[i]; /* Not more than the type's leaves. */
    }
    *path = (struct read_path){.type = type, .count = count, .depth = level, .strides = strides};
}

/* The depth is bounded where types are made. */
static void
walk_paths(struct walk *w, const struct read_type *type, uint32_t level)
{
    if (type->leaves == 0)
        return;
    if (is_scalar(type)) {
        add_path(w, type->scalar, level);
    } else if (type->op == SpvOpTypePointer) {
        w->dims[level] = type->leaves;
        add_path(w, (enum ir_type)read_leaf_types(w->r, type)[0], level + 1);
    } else if (type->op == SpvOpTypeStruct) {
        for (uint32_t i = 0; i < type->filled_count; i++)
            walk_paths(w, type->members[type->filled[i]], level);
    } else {
        w->dims[level] = type->count;
        walk_paths(w, type->element, level + 1);
    }
}

static void
add_leaf(struct walk *w, uint32_t path)
{
    w->variable->leaves[w->at++] = (struct read_path_leaf){path, 0};
}

/* The leaves from first on are those of a dimension's first element; the others have the same. */
static void
repeat_leaves(struct walk *w, uint32_t first, uint32_t count, uint32_t level)
{
    const struct read_path_leaf *from = &w->variable->leaves[first];
    const uint32_t size = w->at - first;

    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t n = 0; n < size; n++) {
            const uint32_t stride = w->variable->paths[from[n].path].strides[level];

            w->variable->leaves[w->at++] =
                (struct read_path_leaf){from[n].path, from[n].index + i * stride};
        }
    }
}

static void
walk_leaves(struct walk *w, const struct read_type *type, uint32_t path, uint32_t level)
{
    if (type->leaves == 0)
        return;
    if (is_scalar(type)) {
        add_leaf(w, path);
    } else if (type->op == SpvOpTypeStruct) {
        for (uint32_t i = 0; i < type->filled_count; i++) {
            const struct read_type *member = type->members[type->filled[i]];

            walk_leaves(w, member, path, level);
            path += read_full(member)->paths;
        }
    } else {
        const uint32_t count = type->op == SpvOpTypePointer ? type->leaves : type->count;
        const uint32_t first = w->at;

        if (type->op == SpvOpTypePointer)
            add_leaf(w, path);
        else
            walk_leaves(w, type->element, path, level + 1);
        repeat_leaves(w, first, count, level);
    }
}

bool
read_make_paths(struct spirv_reader *r, struct read_variable *variable)
{
    const struct read_type *type = variable->type;
    struct walk w = {.r = r, .variable = variable};

    if (type->leaves == 0 && type->op != SpvOpTypeStruct && type->op != SpvOpTypeArray)
        return read_unsupported(r, variable->inst, "its type has no values that a variable holds");
    if (!read_charge_variables(r, variable->inst, type->leaves))
        return false;
    variable->path_count = type->leaves ? read_full(type)->paths : 0;
    variable->paths = base_arena_new_array(r->arena, struct read_path, variable->path_count);
    variable->leaves = base_arena_new_array(r->arena, struct read_path_leaf, type->leaves);
    for (unsigned i = 0; i < BASE_COUNT(variable->marks); i++)
        variable->marks[i] =
            base_arena_new_array(r->arena, int32_t, (size_t)variable->path_count + 1);
    walk_paths(&w, type, 0);
    w.at = 0;
    walk_leaves(&w, type, 0, 0);
    return true;
}

/* ---- marks ---- */

void
read_mark_paths(struct read_variable *variable, uint32_t leaf, const struct read_type *type,
                enum read_mark mark)
{
    if (type->leaves == 0)
        return;
    const uint32_t path = variable->leaves[leaf].path;
    variable->marks[mark][path]++;
    variable->marks[mark][path + read_full(type)->paths]--;
}

/* By path: the elements, where the variable only ever has one value, a constant. NULL: it is none.
 */
static uint64_t **
make_tables(struct spirv_reader *r, const struct read_variable *variable)
{
    uint64_t **tables;

    if (variable->stores != 1 || !variable->constant ||
        (variable->storage != SpvStorageClassFunction &&
         variable->storage != SpvStorageClassPrivate))
        return NULL;
    tables = base_arena_new_array(r->arena, uint64_t *, variable->path_count);
    for (uint32_t i = 0; i < variable->path_count; i++)
        if (variable->paths[i].is_indexed)
            tables[i] = base_arena_new_array(r->arena, uint64_t, variable->paths[i].count);
    for (uint32_t i = 0; i < variable->type->leaves; i++) {
        const struct read_path_leaf *leaf = &variable->leaves[i];

        if (tables[leaf->path])
            (void)read_const_bits(r, variable->constant[i], &tables[leaf->path][leaf->index]);
    }
    return tables;
}

static void
keep_path(struct spirv_reader *r, const char *name, struct read_path *path, const uint64_t *table)
{
    if (path->is_indexed) {
        const struct ir_array array = {
            .name = name,
            .type = path->type == ir_type_bool ? ir_type_i32 : path->type,
            .count = path->count,
            .init = table,
        };

        path->is_constant = table != NULL;
        path->first = ir_add_array(r->shader, &array);
    } else {
        path->first = ir_build_variables(&r->b, path->count, ir_type_bits((ir_type_id)path->type));
    }
}

void
read_settle_variable(struct spirv_reader *r, struct read_variable *variable)
{
    const bool has_init = variable->inst->count > 1;
    int32_t sums[3] = {0, 0, 0};

    if (has_init && variable->stores++ == 0) {
        const struct read_slot *init = read_find_slot(r, variable->inst->operands[1]);

        variable->constant = init && init->value.type == variable->type ? init->value.leaves : NULL;
    }

    for (uint32_t i = 0; i < variable->path_count; i++) {
        struct read_path *path = &variable->paths[i];

        for (unsigned m = 0; m < BASE_COUNT(sums); m++)
            sums[m] += variable->marks[m][i];
        path->is_indexed = sums[read_mark_indexed] > 0;
        path->is_loaded = sums[read_mark_loaded] > 0;
        path->is_stored = sums[read_mark_stored] > 0 || has_init;
        switch ((int)variable->storage) {
        case SpvStorageClassInput:
            path->is_kept = path->is_indexed;
            break;
        case SpvStorageClassOutput:
            path->is_kept = path->is_indexed || path->is_loaded || has_init;
            break;
        default:
            path->is_kept = path->is_loaded || path->is_stored;
            break;
        }
    }
    uint64_t **tables = make_tables(r, variable);
    const char *name = read_find_name(r, variable->inst->id);
    for (uint32_t i = 0; i < variable->path_count; i++)
        if (variable->paths[i].is_kept)
            keep_path(r, name, &variable->paths[i], tables ? tables[i] : NULL);
}

/* ---- one scalar ---- */

static ir_ref
load_kept(struct spirv_reader *r, const struct read_path *path, ir_ref index, uint32_t number)
{
    if (!path->is_indexed)
        return ir_build_read(&r->b, path->first + number, path->type);
    const bool is_bool = path->type == ir_type_bool;
    const ir_ref value =
        ir_build_op(&r->b, ir_op_load_array, (ir_type_id)(is_bool ? ir_type_i32 : path->type),
                    index, 0, path->first);
    return is_bool ? ir_build_ine(&r->b, value, ir_build_i32(&r->b, 0)) : value;
}

static void
store_kept(struct spirv_reader *r, const struct read_path *path, ir_ref index, uint32_t number,
           ir_ref value)
{
    if (!path->is_indexed) {
        ir_build_write(&r->b, path->first + number, value);
        return;
    }
    if (path->is_constant)
        return;
    if (path->type == ir_type_bool)
        value = ir_build_select(&r->b, value, ir_build_i32(&r->b, 1), ir_build_i32(&r->b, 0));
    (void)ir_build_op(&r->b, ir_op_store_array, ir_type_void, index, value, path->first);
}

/* Where the pointer's leaf lies in its path. What the terms add is worked out once for leaves of
 * one path in a row. */
struct place {
    const struct read_pointer *pointer;
    const struct read_path *path;
    ir_ref base;     /* What the terms add; 0: nothing. */
    ir_ref index;    /* Of an array. */
    uint32_t number; /* Without terms. */
};

static const struct read_path *
find_place(struct spirv_reader *r, struct place *place, uint32_t leaf)
{
    const struct read_pointer *pointer = place->pointer;
    const struct read_variable *variable = pointer->variable;
    const struct read_path_leaf *at = &variable->leaves[pointer->leaf + leaf];
    const struct read_path *path = &variable->paths[at->path];

    if (path != place->path) {
        place->path = path;
        place->base = 0;
        for (uint32_t t = 0; t < pointer->term_count && path->is_indexed; t++) {
            const struct read_term *term = &pointer->terms[t];
            const ir_ref part = read_scale(r, term->index, path->strides[term->level]);

            place->base = place->base ? read_add(r, place->base, part) : part;
        }
    }
    place->number = at->index;
    if (path->is_indexed) {
        place->index = ir_build_i32(&r->b, at->index);
        if (place->base)
            place->index = read_add(r, place->base, place->index);
    }
    return path;
}

bool
read_load_paths(struct spirv_reader *r, const struct read_inst *inst,
                const struct read_pointer *pointer, bool is_volatile, ir_ref *leaves)
{
    struct place place = {.pointer = pointer};

    for (uint32_t i = 0; i < pointer->type->leaves; i++) {
        if (pointer->is_outside) {
            const uint8_t *types = read_leaf_types(r, pointer->type);

            leaves[i] = ir_build_const(&r->b, (enum ir_type)types[i], 0);
            continue;
        }
        const struct read_path *path = find_place(r, &place, i);
        if (path->is_kept)
            leaves[i] = load_kept(r, path, place.index, place.number);
        else if (pointer->variable->storage == SpvStorageClassInput)
            leaves[i] = read_load_io(r, inst, pointer->variable, pointer->leaf + i, is_volatile);
        else
            leaves[i] = ir_build_undef(&r->b, (ir_type_id)path->type);
        if (!leaves[i])
            return false;
    }
    return true;
}

bool
read_store_paths(struct spirv_reader *r, const struct read_inst *inst,
                 const struct read_pointer *pointer, const ir_ref *leaves)
{
    struct place place = {.pointer = pointer};

    if (pointer->variable->storage == SpvStorageClassInput)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a store to an input");
    if (pointer->is_outside)
        return true;
    for (uint32_t i = 0; i < pointer->type->leaves; i++) {
        const struct read_path *path = find_place(r, &place, i);

        if (ir_type_of(r->shader, leaves[i]) != (ir_type_id)path->type)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found a value of another type than what the pointer points to");
        if (path->is_kept)
            store_kept(r, path, place.index, place.number, leaves[i]);
        else if (pointer->variable->storage == SpvStorageClassOutput &&
                 !read_store_io(r, inst, pointer->variable, pointer->leaf + i, leaves[i]))
            return false;
    }
    return true;
}

/* ---- whole variables ---- */

static struct read_pointer
whole(struct read_variable *variable)
{
    return (struct read_pointer){.variable = variable, .type = variable->type};
}

bool
read_init_variable(struct spirv_reader *r, struct read_variable *variable)
{
    const struct read_pointer pointer = whole(variable);

    if (variable->inst->count > 1) {
        const struct read_value *value =
            read_get_leaves(r, variable->inst, variable->inst->operands[1]);

        if (!value)
            return false;
        if (value->type->leaves != variable->type->leaves)
            return read_fail(r, variable->inst, QD_CODE_SPIRV_INVALID,
                             "found an initialiser of another type");
        return read_store_paths(r, variable->inst, &pointer, value->leaves);
    }
    /* Where the function runs again, in a loop, what it left is not carried round. */
    for (uint32_t i = 0; i < variable->path_count; i++) {
        const struct read_path *path = &variable->paths[i];

        if (path->is_kept && !path->is_indexed)
            for (uint32_t n = 0; n < path->count; n++)
                ir_build_write(&r->b, path->first + n,
                               ir_build_undef(&r->b, (ir_type_id)path->type));
    }
    return true;
}

/* Copies inputs that are indexed to where they can be. */
static bool
start_input(struct spirv_reader *r, struct read_variable *variable)
{
    for (uint32_t i = 0; i < variable->type->leaves; i++) {
        const struct read_path_leaf *leaf = &variable->leaves[i];
        const struct read_path *path = &variable->paths[leaf->path];

        if (!path->is_kept)
            continue;
        const ir_ref value = read_load_io(r, variable->inst, variable, i, false);
        if (!value)
            return false;
        store_kept(r, path, ir_build_i32(&r->b, leaf->index), leaf->index, value);
    }
    return true;
}

bool
read_start_variables(struct spirv_reader *r)
{
    for (uint32_t i = 0; i < r->state->used.count; i++) {
        struct read_variable *variable = r->state->used.data[i];
        const bool is_input = variable->storage == SpvStorageClassInput;

        if (is_input && !start_input(r, variable))
            return false;
        if ((variable->storage == SpvStorageClassPrivate ||
             variable->storage == SpvStorageClassOutput) &&
            variable->inst->count > 1 && !read_init_variable(r, variable))
            return false;
    }
    return true;
}

/* Which outputs, of how many ever, are stored at each end. */
static void
find_flushes(struct spirv_reader *r)
{
    r->state->has_flushes = true;
    for (uint32_t v = 0; v < r->state->used.count; v++) {
        struct read_variable *variable = r->state->used.data[v];

        if (variable->storage != SpvStorageClassOutput)
            continue;
        for (uint32_t i = 0; i < variable->type->leaves; i++) {
            const struct read_path *path = &variable->paths[variable->leaves[i].path];

            if (path->is_kept && path->is_stored)
                base_array_push(r->arena, &r->state->flushes, ((struct read_flush){variable, i}));
        }
    }
}

bool
read_flush_outputs(struct spirv_reader *r)
{
    if (!r->state->has_flushes)
        find_flushes(r);
    for (uint32_t i = 0; i < r->state->flushes.count; i++) {
        const struct read_flush *flush = &r->state->flushes.data[i];
        const struct read_path_leaf *leaf = &flush->variable->leaves[flush->leaf];
        const struct read_path *path = &flush->variable->paths[leaf->path];

        if (!read_store_io(r, flush->variable->inst, flush->variable, flush->leaf,
                           load_kept(r, path, ir_build_i32(&r->b, leaf->index), leaf->index)))
            return false;
    }
    return true;
}
