/* SPDX-License-Identifier: MIT
 *
 * Where registers live. What no address can reach is the builder's variables, one a component,
 * which become SSA; the rest is an array of words, four a register. Registers are words: whoever
 * reads one says as what.
 */
#include "tgsi/tgsi_priv.h"

#include <string.h>

/* ---- giving registers their place ---- */

uint32_t
tgsi_lower_find_array(struct tgsi_lowering *l, enum tgsi_file file,
                      const struct tgsi_relative *relative)
{
    const uint32_t dim = tgsi_file_dim(file, (uint32_t)relative->dim);

    if (!relative->array || relative->index < 0 ||
        (file != tgsi_file_TEMP && file != tgsi_file_TEMPX))
        return TGSI_NO_RANGE;
    const uint32_t range =
        tgsi_registers_find(l->registers, file, dim, (uint32_t)relative->index, &l->hints[file]);
    if (range == TGSI_NO_RANGE)
        return TGSI_NO_RANGE;
    const uint32_t decl = l->registers->files[file].ranges[range].decl;
    return l->program->decls.data[decl].array == relative->array ? range : TGSI_NO_RANGE;
}

/* The file's name in lower case, with the buffer's number if the file has buffers. */
static const char *
array_name(struct tgsi_lowering *l, enum tgsi_file file, uint32_t dim)
{
    const struct tgsi_file_info *info = &tgsi_file_infos[file];
    char *name = info->brackets == tgsi_brackets_BUFFER
                     ? base_arena_number(l->arena, info->name, dim)
                     : base_arena_copy_string(l->arena, info->name, strlen(info->name));

    for (char *at = name; *at; at++)
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at | 0x20 : *at);
    return name;
}

static uint32_t
add_array(struct tgsi_lowering *l, enum tgsi_file file, uint32_t dim, uint32_t registers,
          const uint64_t *init)
{
    const struct ir_array array = {array_name(l, file, dim), ir_type_i32, 4 * registers, init};

    return ir_add_array(l->shader, &array);
}

/* A range in variables or in an array of its own. */
static struct tgsi_storage
place_range(struct tgsi_lowering *l, enum tgsi_file file, uint32_t i)
{
    const struct tgsi_range *range = &l->registers->files[file].ranges[i];
    struct tgsi_storage storage = {.first = range->first, .count = range->last - range->first + 1};

    if (l->access[file][i] == tgsi_access_in_array) {
        storage.kind = tgsi_storage_array;
        storage.base = add_array(l, file, range->dim, storage.count, NULL);
    } else {
        storage.kind = tgsi_storage_variables;
        storage.base = ir_build_variables(&l->b, 4 * storage.count, 32);
    }
    return storage;
}

/* One place for all ranges of a file or buffer, from register 0 on. */
static struct tgsi_storage
place_buffer(struct tgsi_lowering *l, enum tgsi_file file, uint32_t i)
{
    const struct tgsi_range *range = &l->registers->files[file].ranges[i];
    struct tgsi_storage storage = {.count = tgsi_registers_count(l->registers, file, i)};

    if (file == tgsi_file_CONST) {
        const struct ir_buffer buffer = {.name = array_name(l, file, range->dim),
                                         .set = tgsi_lower_descriptor_set(l),
                                         .binding =
                                             tgsi_lower_binding(l, TGSI_FIRST_CONST + range->dim),
                                         .size = 16 * storage.count,
                                         .count = 1};

        storage.kind = tgsi_storage_buffer;
        storage.base = ir_add_buffer(l->shader, &buffer);
    } else if (tgsi_lower_is_io(l, file)) {
        storage.kind = tgsi_storage_io;
    } else if (l->access[file][i] == tgsi_access_anywhere) {
        storage.kind = tgsi_storage_array;
        storage.base = add_array(l, file, range->dim, storage.count, NULL);
    } else if (l->used[file]) {
        storage.kind = tgsi_storage_values;
    } else {
        storage.kind = tgsi_storage_variables;
        storage.base = ir_build_variables(&l->b, 4 * storage.count, 32);
    }
    return storage;
}

/* The words of a register of IMM or IMMX. */
static const struct tgsi_row *
row_of(const struct tgsi_lowering *l, enum tgsi_file file, uint32_t range, uint32_t index)
{
    if (file == tgsi_file_IMM)
        return &l->program->immediates.data[index].row;
    const struct tgsi_range *r = &l->registers->files[file].ranges[range];
    return &l->program->rows.data[l->program->decls.data[r->decl].data + index - r->first];
}

/* The array of all rows of IMM or IMMX, from register 0 on. */
static uint32_t
add_rows(struct tgsi_lowering *l, enum tgsi_file file, uint32_t count)
{
    const struct tgsi_file_ranges *ranges = &l->registers->files[file];
    uint64_t *init = base_arena_new_array(l->arena, uint64_t, (size_t)4 * count);

    for (uint32_t i = 0; i < ranges->count; i++) {
        for (uint32_t r = ranges->ranges[i].first; r <= ranges->ranges[i].last; r++) {
            const struct tgsi_row *row = row_of(l, file, i, r);

            for (unsigned c = 0; c < 4; c++)
                init[(size_t)4 * r + c] = row->words[c];
        }
    }
    return add_array(l, file, 0, count, init);
}

static void
place_rows(struct tgsi_lowering *l, enum tgsi_file file)
{
    const struct tgsi_file_ranges *ranges = &l->registers->files[file];
    struct tgsi_storage storage = {.kind = tgsi_storage_rows};

    if (ranges->count > 0 && l->access[file][0] == tgsi_access_anywhere) {
        storage.count = tgsi_registers_count(l->registers, file, 0);
        storage.array = add_rows(l, file, storage.count);
    }
    for (uint32_t i = 0; i < ranges->count; i++)
        l->storage[file][i] = storage;
}

static void
place_file(struct tgsi_lowering *l, enum tgsi_file file, bool is_whole)
{
    const struct tgsi_file_ranges *ranges = &l->registers->files[file];

    for (uint32_t i = 0; i < ranges->count; i++) {
        const bool is_first = i == 0 || ranges->ranges[i].dim != ranges->ranges[i - 1].dim;

        if (!is_whole && l->access[file][i] != tgsi_access_anywhere)
            l->storage[file][i] = place_range(l, file, i);
        else if (is_first)
            l->storage[file][i] = place_buffer(l, file, i);
        else
            l->storage[file][i] = l->storage[file][i - 1];
    }
}

void
tgsi_lower_storage(struct tgsi_lowering *l)
{
    static const struct {
        enum tgsi_file file;
        bool is_whole; /* All ranges of a buffer share one place. */
    } files[] = {{tgsi_file_CONST, true}, {tgsi_file_IN, true},    {tgsi_file_SV, true},
                 {tgsi_file_OUT, true},   {tgsi_file_TEMP, false}, {tgsi_file_ADDR, false},
                 {tgsi_file_PRED, false}, {tgsi_file_TEMPX, false}};

    struct tgsi_storage *storage =
        base_arena_new_array(l->arena, struct tgsi_storage, l->registers->count);
    for (uint32_t f = 0; f < tgsi_file_count; f++)
        l->storage[f] = storage + l->registers->files[f].before;
    for (uint32_t i = 0; i < BASE_COUNT(files); i++)
        place_file(l, files[i].file, files[i].is_whole);
    place_rows(l, tgsi_file_IMM);
    l->row_refs = base_arena_new_array(l->arena, ir_ref, (size_t)4 * l->program->immediates.count);
    place_rows(l, tgsi_file_IMMX);
}

/* ---- finding them ---- */

static void
locate_in_range(struct tgsi_lowering *l, enum tgsi_file file, uint32_t range, uint32_t index,
                struct tgsi_location *location)
{
    const struct tgsi_storage *storage = &l->storage[file][range];

    location->kind = storage->kind;
    location->base = storage->base;
    location->index = 0;
    switch ((enum tgsi_storage_kind)storage->kind) {
    case tgsi_storage_none:
        break;
    case tgsi_storage_variables:
        location->base += 4 * (index - storage->first);
        break;
    case tgsi_storage_values:
        location->refs = l->values[file] + (size_t)4 * index;
        break;
    case tgsi_storage_rows:
        location->row = row_of(l, file, range, index);
        location->refs = file == tgsi_file_IMM ? l->row_refs + (size_t)4 * index : NULL;
        location->type = file == tgsi_file_IMMX ||
                                 l->program->immediates.data[index].type == tgsi_immediate_FLT32
                             ? ir_type_f32
                             : ir_type_i32;
        break;
    case tgsi_storage_array:
        location->word = 4 * (index - storage->first);
        break;
    case tgsi_storage_buffer:
        location->word = 16 * index;
        break;
    case tgsi_storage_buffers:
        break;
    case tgsi_storage_io: /* Of the patch, or vertex 0. */
        location->file = (uint8_t)file;
        location->is_patch = true;
        location->word = location->last = index;
        location->fetch = (struct tgsi_fetch){ir_op_load_vertex, ir_build_i32(&l->b, 0), 0};
        break;
    }
}

void
tgsi_lower_locate_register(struct tgsi_lowering *l, enum tgsi_file file, uint32_t dim,
                           uint32_t index, struct tgsi_location *location)
{
    const uint32_t range = tgsi_registers_find(l->registers, file, dim, index, &l->hints[file]);

    locate_in_range(l, file, range, index, location);
}

ir_ref
tgsi_lower_address(struct tgsi_lowering *l, const struct tgsi_address *address, int32_t offset)
{
    struct tgsi_location location;

    tgsi_lower_locate_register(l, (enum tgsi_file)address->file, 0, address->index, &location);
    const ir_ref index = tgsi_lower_load(l, &location, address->component, ir_type_i32);
    return offset ? ir_build_iadd(&l->b, index, ir_build_i32(&l->b, (uint32_t)offset)) : index;
}

/* Multiplied by the size of a register, an index may wrap round and come back into range. So one
 * that is outside becomes the first outside. */
static void
locate_relative(struct tgsi_lowering *l, enum tgsi_file file, const struct tgsi_relative *relative,
                struct tgsi_location *location)
{
    struct ir_builder *b = &l->b;
    const uint32_t dim = tgsi_file_dim(file, (uint32_t)relative->dim);
    uint32_t range = tgsi_lower_find_array(l, file, relative);
    ir_ref index = tgsi_lower_address(l, &relative->address, 0);

    if (range == TGSI_NO_RANGE)
        range = tgsi_registers_first(l->registers, file, dim);
    const struct tgsi_storage *storage = &l->storage[file][range];
    const bool is_buffer = storage->kind == tgsi_storage_buffer;

    location->kind = is_buffer ? tgsi_storage_buffer : tgsi_storage_array;
    location->base = storage->kind == tgsi_storage_rows ? storage->array : storage->base;
    if ((uint32_t)relative->index != storage->first)
        index =
            ir_build_iadd(b, index, ir_build_i32(b, (uint32_t)relative->index - storage->first));
    index = ir_build_umin(b, index, ir_build_i32(b, storage->count));
    location->index = ir_build_ishl(b, index, ir_build_i32(b, is_buffer ? 4 : 2));
}

/* A register of one of several buffers, the number of which comes from an address. */
static void
locate_in_buffers(struct tgsi_lowering *l, const struct tgsi_operand *operand,
                  struct tgsi_location *location)
{
    const struct tgsi_relative *relative = tgsi_relative(l->program, operand);

    location->kind = tgsi_storage_buffers;
    location->file = operand->file;
    location->fetch.x = tgsi_lower_address(l, &relative->dim_address, relative->dim);
    location->index = operand->flags & TGSI_OPERAND_INDIRECT
                          ? tgsi_lower_address(l, &relative->address, relative->index)
                          : ir_build_i32(&l->b, (uint32_t)relative->index);
}

/* What is not just a number in one bracket. */
static void
locate_other(struct tgsi_lowering *l, const struct tgsi_operand *operand,
             struct tgsi_location *location)
{
    const enum tgsi_file file = (enum tgsi_file)operand->file;

    if (tgsi_lower_is_io(l, file)) {
        tgsi_lower_locate_io(l, operand, location);
        return;
    }
    if (!(operand->flags & TGSI_OPERAND_RELATIVE)) {
        tgsi_lower_locate_register(l, file, tgsi_file_dim(file, operand->dim), operand->index,
                                   location);
        return;
    }
    const struct tgsi_relative *relative = tgsi_relative(l->program, operand);
    if ((operand->flags & TGSI_OPERAND_DIM_INDIRECT) && file == tgsi_file_CONST)
        locate_in_buffers(l, operand, location);
    else if (operand->flags & TGSI_OPERAND_INDIRECT)
        locate_relative(l, file, relative, location);
    else
        tgsi_lower_locate_register(l, file, tgsi_file_dim(file, (uint32_t)relative->dim),
                                   (uint32_t)relative->index, location);
}

void
tgsi_lower_locate(struct tgsi_lowering *l, const struct tgsi_operand *operand,
                  struct tgsi_location *location)
{
    const enum tgsi_file file = (enum tgsi_file)operand->file;

    if (operand->flags & (TGSI_OPERAND_RELATIVE | TGSI_OPERAND_TWO_BRACKETS)) {
        locate_other(l, operand, location);
        return;
    }
    const uint32_t range =
        tgsi_registers_find(l->registers, file, 0, operand->index, &l->hints[file]);
    const struct tgsi_storage *storage = &l->storage[file][range];
    if (storage->kind == tgsi_storage_variables) { /* Most are. */
        location->kind = tgsi_storage_variables;
        location->base = storage->base + 4 * (operand->index - storage->first);
    } else if (storage->kind == tgsi_storage_io) {
        tgsi_lower_locate_io(l, operand, location);
    } else {
        locate_in_range(l, file, range, operand->index, location);
    }
}

/* ---- reading and writing them ---- */

/* The place of a component, so far from that of x. */
static ir_ref
element(struct tgsi_lowering *l, const struct tgsi_location *location, uint32_t offset)
{
    struct ir_builder *b = &l->b;

    if (!location->index)
        return ir_build_i32(b, location->word + offset);
    return offset ? ir_build_iadd(b, location->index, ir_build_i32(b, offset)) : location->index;
}

/* Immediates are mostly read as floats, so these constants are remembered. */
static ir_ref
load_row(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
         enum ir_type type)
{
    ir_ref *known = location->refs;

    if (!known || type != ir_type_f32)
        return ir_build_const(&l->b, type, location->row->words[c]);
    if (!known[c])
        known[c] = ir_build_const(&l->b, type, location->row->words[c]);
    return known[c];
}

/* Each buffer is read where it may be, as far as it is declared; the rest is 0. */
static ir_ref
load_of_buffers(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
                enum ir_type type)
{
    struct ir_builder *b = &l->b;
    const struct tgsi_file_ranges *ranges = &l->registers->files[location->file];
    ir_ref value = ir_build_const(b, type, 0);

    for (uint32_t i = 0; i < ranges->count; i++) {
        const struct tgsi_storage *storage = &l->storage[location->file][i];

        if (i > 0 && ranges->ranges[i].dim == ranges->ranges[i - 1].dim)
            continue;
        const ir_ref reg = ir_build_umin(b, location->index, ir_build_i32(b, storage->count));
        const struct tgsi_location one = {.kind = tgsi_storage_buffer,
                                          .base = storage->base,
                                          .index = ir_build_ishl(b, reg, ir_build_i32(b, 4))};
        const ir_ref is_it =
            ir_build_ieq(b, location->fetch.x, ir_build_i32(b, ranges->ranges[i].dim));

        value = ir_build_select(b, is_it, tgsi_lower_load(l, &one, c, type), value);
    }
    return value;
}

ir_ref
tgsi_lower_load(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
                enum ir_type type)
{
    struct ir_builder *b = &l->b;

    switch ((enum tgsi_storage_kind)location->kind) {
    case tgsi_storage_none:
        break;
    case tgsi_storage_variables:
        return ir_build_read(b, location->base + c, type);
    case tgsi_storage_values:
        return ir_build_bitcast(b, type, location->refs[c]);
    case tgsi_storage_rows:
        return load_row(l, location, c, type);
    case tgsi_storage_array:
        return ir_build_bitcast(b, type,
                                ir_build_op(b, ir_op_load_array, ir_type_i32,
                                            element(l, location, c), 0, location->base));
    case tgsi_storage_buffer:
        return ir_build_load_buffer(b, type, location->base, element(l, location, 4 * c));
    case tgsi_storage_buffers:
        return load_of_buffers(l, location, c, type);
    case tgsi_storage_io:
        return tgsi_lower_load_io(l, location, c, type);
    }
    return ir_build_undef(b, (ir_type_id)type);
}

void
tgsi_lower_store(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
                 ir_ref value)
{
    struct ir_builder *b = &l->b;

    if (location->kind == tgsi_storage_variables) {
        ir_build_write(b, location->base + c, value);
    } else if (location->kind == tgsi_storage_array) {
        const ir_ref at = element(l, location, c);
        const ir_ref bits = ir_build_bitcast(b, ir_type_i32, value);

        (void)ir_build_op(b, ir_op_store_array, ir_type_void, at, bits, location->base);
    } else if (location->kind == tgsi_storage_io) {
        tgsi_lower_store_io(l, location, c, value);
    }
}
