/* SPDX-License-Identifier: MIT
 *
 * Makes a program of a shader, in one walk over its instructions after lives.c has been over them.
 * Slots are handed out where values are made and taken back where they are used last, so a program
 * needs room for what is alive at once, however long it is.
 */
#include "cpu/interp/interp_priv.h"

#include <inttypes.h>
#include <stdio.h>

/* Room for constants that stay filled from one run to the next; the others are filled where they
 * are used. */
#define MAX_CONST_BYTES (1u << 20)

#define NO_SLOT UINT32_MAX
#define SLOT_KINDS 16 /* By width, then components. */

/* An open if or loop, or the whole program. */
struct region {
    uint32_t leaving; /* The last instruction, counted from 1, that goes to the end of the region;
                         its d is the one before, until the end is known. */
    uint32_t head;    /* loop: where its rounds start, counted from 1. */
    uint32_t ifs;     /* How many ifs are open inside the innermost loop. */
};

/* Taken back at the end of an instruction. */
struct temporary {
    uint32_t at;
    uint32_t kind;
};

struct compiler {
    const struct ir_shader *shader;
    struct base_arena *arena;
    struct base_diags *diags;
    struct cpu_program *program;
    struct interp_lives lives;
    BASE_ARRAY(struct interp_inst) code;
    BASE_ARRAY(uint32_t) operands;
    BASE_ARRAY(struct interp_const) consts;
    BASE_ARRAY(struct region) regions;
    BASE_ARRAY(uint32_t) free_slots[SLOT_KINDS];
    BASE_ARRAY(struct temporary) temporaries;
    uint64_t at;       /* Scratch bytes in use. */
    ir_ref ref;        /* The instruction at hand. */
    uint32_t straight; /* Where the straight code at hand starts, */
    uint32_t charging; /* and the instruction, counted from 1, that takes its steps. */
    bool is_bad;
};

BASE_PRINTF(3, 4)
static void
refuse(struct compiler *c, enum qd_code code, const char *format, ...)
{
    char text[256];
    va_list args;

    if (c->is_bad)
        return;
    c->is_bad = true;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    base_error(c->diags, code, c->ref ? ir_place_of(c->shader, c->ref) : base_at_nowhere(), "%s",
               text);
}

/* ---- room in the scratch memory ---- */

static enum interp_width
width_of(ir_type_id type)
{
    switch (ir_type_bits(type)) {
    case 64:
        return interp_width_8;
    case 32:
        return interp_width_4;
    case 16:
        return interp_width_2;
    }
    return interp_width_1;
}

/* Bytes of one component of a value. */
static uint32_t
component_size(const struct compiler *c, ir_type_id type)
{
    return c->program->padded << width_of(type);
}

/* Room that is never taken back; its place, or 0 after a refusal. */
static uint32_t
take_room(struct compiler *c, uint64_t size)
{
    const uint64_t at = (c->at + 63) & ~UINT64_C(63);

    if (size > INTERP_MAX_SCRATCH || at + size > INTERP_MAX_SCRATCH) {
        refuse(c, QD_CODE_LIMIT,
               "the shader needs more than %d MiB of memory for %" PRIu32 " lanes",
               INTERP_MAX_SCRATCH >> 20, c->program->lanes);
        return 0;
    }
    c->at = at + size;
    return (uint32_t)at;
}

static uint32_t
slot_kind(ir_type_id type)
{
    return (uint32_t)width_of(type) * 4 + ir_type_components(type) - 1;
}

static uint32_t
take_slot(struct compiler *c, ir_type_id type)
{
    const uint32_t kind = slot_kind(type);

    if (c->free_slots[kind].count > 0)
        return c->free_slots[kind].data[--c->free_slots[kind].count];
    return take_room(c, (uint64_t)component_size(c, type) * ir_type_components(type));
}

static void
give_slot(struct compiler *c, uint32_t kind, uint32_t at)
{
    base_array_push(c->arena, &c->free_slots[kind], at);
}

/* A slot for the instruction at hand alone. */
static uint32_t
take_temporary(struct compiler *c, ir_type_id type)
{
    const struct temporary temporary = {take_slot(c, type), slot_kind(type)};

    base_array_push(c->arena, &c->temporaries, temporary);
    return temporary.at;
}

static void
give_temporaries(struct compiler *c)
{
    for (uint32_t i = 0; i < c->temporaries.count; i++)
        give_slot(c, c->temporaries.data[i].kind, c->temporaries.data[i].at);
    c->temporaries.count = 0;
}

/* Does the value lie where no run writes it? */
static bool
is_fixed(const struct compiler *c, ir_ref root)
{
    const enum ir_op op = ir_op_of(c->shader, root);

    return op == ir_op_const || op == ir_op_undef ||
           (op == ir_op_load_input &&
            c->shader->inputs.data[ir_imm(c->shader, root) >> 2].builtin == ir_builtin_lane);
}

static void
end_value(struct compiler *c, ir_ref root)
{
    if (!is_fixed(c, root))
        give_slot(c, slot_kind(ir_type_of(c->shader, root)), c->lives.of[root].at);
}

/* Takes back the slot of a value if the instruction at hand is its last. */
static void
end_use(struct compiler *c, ir_ref value)
{
    struct interp_life *life = &c->lives.of[c->lives.of[value].root];

    if (life->last != c->ref)
        return;
    life->last = 0;
    end_value(c, c->lives.of[value].root);
}

/* ---- code ---- */

/* Adds an instruction; its place, counted from 1. */
static uint32_t
emit(struct compiler *c, interp_handler run, uint32_t d, uint32_t a, uint32_t b, uint32_t operand_c)
{
    const struct interp_inst inst = {run, d, a, b, operand_c};

    if (!run)
        refuse(c, QD_CODE_UNSUPPORTED, "the CPU device does not execute %s on these types",
               ir_op_infos[ir_op_of(c->shader, c->ref)].name);
    base_array_push(c->arena, &c->code, inst);
    return c->code.count;
}

/* The instruction just added takes the steps of the code that follows; so ends the code before. */
static void
start_straight(struct compiler *c)
{
    const uint32_t steps = c->code.count - c->straight;

    if (c->charging)
        c->code.data[c->charging - 1].b = steps;
    else
        c->program->first_steps = steps;
    c->straight = c->charging = c->code.count;
}

static uint32_t
fill(struct compiler *c, ir_type_id type, uint64_t bits, uint32_t at)
{
    emit(c, interp_fill[width_of(type)], at, (uint32_t)bits, (uint32_t)(bits >> 32), 0);
    return at;
}

/* Where a value lies when the instruction at hand reads it. */
static uint32_t
place_of(struct compiler *c, ir_ref value)
{
    const struct interp_life *life = &c->lives.of[value];
    const struct interp_life *root = &c->lives.of[life->root];
    const ir_type_id type = ir_type_of(c->shader, life->root);

    if (root->at == NO_SLOT)
        return fill(c, type, ir_const_bits(c->shader, life->root), take_temporary(c, type));
    return root->at + life->part * component_size(c, type);
}

static uint32_t
place_of_operand(struct compiler *c, uint32_t i)
{
    return place_of(c, ir_operand(c->shader, c->ref, i));
}

/* ---- what stands outside of the code ---- */

static void
place_const(struct compiler *c, ir_ref ref)
{
    const ir_type_id type = ir_type_of(c->shader, ref);
    const uint64_t size = component_size(c, type);
    struct interp_const resident = {ir_const_bits(c->shader, ref), 0, width_of(type)};

    c->lives.of[ref].at = NO_SLOT;
    if (!c->lives.of[ref].last || (c->consts.count + 1) * size > MAX_CONST_BYTES)
        return;
    resident.at = c->lives.of[ref].at = take_room(c, size);
    base_array_push(c->arena, &c->consts, resident);
}

static void
place_fixed(struct compiler *c)
{
    struct cpu_program *program = c->program;

    program->zero_at = take_room(c, 4 * UINT64_C(8) * program->padded);
    program->lane_ids_at = take_room(c, 4 * UINT64_C(1) * program->padded);
    for (ir_ref ref = c->shader->first; ref; ref = ir_next(c->shader, ref)) {
        if (ir_op_of(c->shader, ref) == ir_op_const)
            place_const(c, ref);
        else if (ir_op_of(c->shader, ref) == ir_op_undef)
            c->lives.of[ref].at = program->zero_at;
        else if (is_fixed(c, ref))
            c->lives.of[ref].at = program->lane_ids_at;
    }
}

/* A constant array's elements, packed. */
static const void *
pack_elements(struct compiler *c, const struct ir_array *array)
{
    const enum interp_width width = width_of((ir_type_id)array->type);
    uint8_t *bytes = base_arena_alloc_array(c->arena, array->count, (size_t)1 << width);

    for (uint32_t i = 0; i < array->count; i++) {
        const uint16_t word16 = (uint16_t)array->init[i];
        const uint32_t word32 = (uint32_t)array->init[i];

        switch (width) {
        case interp_width_1:
            bytes[i] = (uint8_t)array->init[i];
            break;
        case interp_width_2:
            memcpy(bytes + 2 * (size_t)i, &word16, 2);
            break;
        case interp_width_4:
            memcpy(bytes + 4 * (size_t)i, &word32, 4);
            break;
        case interp_width_8:
        case interp_width_count:
            memcpy(bytes + 8 * (size_t)i, &array->init[i], 8);
            break;
        }
    }
    return bytes;
}

static void
place_arrays(struct compiler *c)
{
    const struct ir_shader *shader = c->shader;
    struct interp_array *arrays =
        base_arena_new_array(c->arena, struct interp_array, shader->arrays.count);
    uint32_t *buffer_sizes = base_arena_new_array(c->arena, uint32_t, shader->buffers.count);

    c->program->dirty_at = take_room(c, sizeof(struct interp_dirty) * shader->arrays.count);
    for (uint32_t i = 0; i < shader->arrays.count; i++) {
        const struct ir_array *array = &shader->arrays.data[i];
        const uint64_t size = (uint64_t)array->count << width_of((ir_type_id)array->type);

        arrays[i].count = array->count;
        arrays[i].bytes = 1u << width_of((ir_type_id)array->type);
        if (array->init)
            arrays[i].init = pack_elements(c, array);
        else
            arrays[i].at = take_room(c, size * c->program->lanes);
    }
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        buffer_sizes[i] = shader->buffers.data[i].size;
    c->program->arrays = arrays;
    c->program->array_count = shader->arrays.count;
    c->program->buffer_sizes = buffer_sizes;
}

/* ---- merges ---- */

/* Slots for the merges after a marker that has not come yet: edges write them before. */
static void
take_merge_slots(struct compiler *c, ir_ref head)
{
    for (ir_ref ref = ir_next(c->shader, head); ref && ir_op_of(c->shader, ref) == ir_op_merge;
         ref = ir_next(c->shader, ref)) {
        if (c->lives.of[ref].last)
            c->lives.of[ref].at = take_slot(c, ir_type_of(c->shader, ref));
    }
}

/* Writes the merges that the marker at hand is an edge of. is_first: no lane has written them yet,
 * so lanes that go elsewhere may be written too. */
static void
emit_edge(struct compiler *c, bool is_first)
{
    const struct interp_life *of = c->lives.of;
    struct interp_edge *edges = c->lives.edges.data;

    /* All merges choose at once. One whose slot is written here is set aside before. */
    for (uint32_t i = of[c->ref].edges; i; i = edges[i].next) {
        const ir_ref root = of[edges[i].value].root;
        const ir_type_id type = ir_type_of(c->shader, root);

        if (!of[edges[i].merge].last)
            continue;
        edges[i].from = place_of(c, edges[i].value);
        if (ir_op_of(c->shader, root) != ir_op_merge || root == edges[i].merge ||
            of[root].head != of[edges[i].merge].head)
            continue;
        const uint32_t at = take_temporary(c, type);
        emit(c, interp_copy, at, edges[i].from, component_size(c, type), 0);
        edges[i].from = at;
    }
    for (uint32_t i = of[c->ref].edges; i; i = edges[i].next) {
        const ir_ref merge = edges[i].merge;
        const ir_type_id type = ir_type_of(c->shader, merge);

        if (!of[merge].last || of[edges[i].value].root == merge)
            continue;
        if (is_first)
            emit(c, interp_copy, of[merge].at, edges[i].from, component_size(c, type), 0);
        else
            emit(c, c->program->loops->merge[width_of(type)], of[merge].at, edges[i].from, 0, 0);
    }
}

/* ---- markers ---- */

static struct region *
top_region(struct compiler *c)
{
    return &c->regions.data[c->regions.count - 1];
}

/* The instruction goes to the end of the region at hand when no lane is active. */
static void
leave_region(struct compiler *c, uint32_t inst)
{
    struct region *region = top_region(c);

    c->code.data[inst - 1].d = region->leaving;
    region->leaving = inst;
}

/* The instruction that is added next ends the region at hand. */
static void
end_region(struct compiler *c)
{
    uint32_t next;

    for (uint32_t inst = top_region(c)->leaving; inst; inst = next) {
        next = c->code.data[inst - 1].d;
        c->code.data[inst - 1].d = c->code.count - (inst - 1);
    }
    c->regions.count--;
}

static void
start_branch(struct compiler *c)
{
    const struct region region = {.ifs = top_region(c)->ifs + 1};

    base_array_push(c->arena, &c->regions, region);
}

static void
emit_endloop(struct compiler *c)
{
    const uint32_t head = top_region(c)->head;

    end_region(c);
    const uint32_t inst = emit(c, interp_endloop, 0, c->code.count - (head - 1), 0, c->ref);
    leave_region(c, inst);
    start_straight(c);
}

static void
emit_marker(struct compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    const ir_ref partner = ir_partner(c->shader, c->ref);

    switch ((unsigned)op) {
    case ir_op_if: {
        const uint32_t inst = emit(c, interp_if, 0, place_of_operand(c, 0), 0, c->ref);

        start_straight(c);
        start_branch(c);
        leave_region(c, inst);
        break;
    }
    case ir_op_else:
        take_merge_slots(c, partner);
        emit_edge(c, true);
        end_region(c);
        emit(c, interp_else, 0, 0, 0, c->ref);
        start_straight(c);
        start_branch(c);
        leave_region(c, c->code.count);
        break;
    case ir_op_endif:
        emit_edge(c, false);
        end_region(c);
        emit(c, interp_endif, 0, 0, 0, c->ref);
        start_straight(c);
        leave_region(c, c->code.count);
        break;
    case ir_op_loop:
        take_merge_slots(c, c->ref);
        take_merge_slots(c, partner);
        emit_edge(c, true);
        emit(c, interp_loop, 0, 0, 0, 0);
        emit(c, interp_loop_head, 0, 0, 0, c->ref);
        start_straight(c);
        base_array_push(c->arena, &c->regions, ((struct region){0, c->code.count, 0}));
        break;
    case ir_op_endloop:
        emit_edge(c, false);
        emit_endloop(c);
        break;
    case ir_op_break:
        emit_edge(c, false);
        emit(c, interp_break, 0, top_region(c)->ifs, 0, 0);
        break;
    case ir_op_continue:
        emit_edge(c, false);
        emit(c, interp_continue, 0, top_region(c)->ifs, 0, 0);
        break;
    case ir_op_return:
        emit(c, interp_return, 0, 0, 0, 0);
        break;
    case ir_op_terminate:
        emit(c, interp_terminate, 0, 0, 0, 0);
        break;
    }
}

/* ---- other instructions ---- */

static uint32_t
result_place(const struct compiler *c)
{
    return c->lives.of[c->ref].at;
}

static void
emit_alu(struct compiler *c, const interp_handler handlers[ir_type_count])
{
    const uint32_t arity = ir_op_infos[ir_op_of(c->shader, c->ref)].arity;
    const enum ir_type type =
        ir_type_scalar(ir_type_of(c->shader, ir_operand(c->shader, c->ref, 0)));
    uint32_t at[3] = {0};

    for (uint32_t i = 0; i < arity; i++)
        at[i] = place_of_operand(c, i);
    emit(c, handlers[type], result_place(c), at[0], at[1], at[2]);
}

static void
emit_select(struct compiler *c)
{
    const enum interp_width width = width_of(ir_type_of(c->shader, c->ref));
    uint32_t at[3];

    for (uint32_t i = 0; i < 3; i++)
        at[i] = place_of_operand(c, i);
    emit(c, c->program->loops->select[width], result_place(c), at[0], at[1], at[2]);
}

static void
emit_vec(struct compiler *c)
{
    const uint32_t size = component_size(c, ir_type_of(c->shader, c->ref));
    const uint32_t count = ir_operand_count(c->shader, c->ref);

    for (uint32_t i = 0; i < count; i++)
        emit(c, interp_copy, result_place(c) + i * size, place_of_operand(c, i), size, 0);
}

static void
emit_load_input(struct compiler *c)
{
    const uint32_t imm = ir_imm(c->shader, c->ref);

    if (c->shader->inputs.data[imm >> 2].builtin == ir_builtin_helper)
        emit(c, interp_load_helper, result_place(c), 0, 0, 0);
    else
        emit(c, interp_load_input, result_place(c), imm * c->program->lanes, 0, 0);
}

static void
emit_load_buffer(struct compiler *c)
{
    const enum interp_width width = width_of(ir_type_of(c->shader, c->ref));
    const ir_ref offset = c->lives.of[ir_operand(c->shader, c->ref, 0)].root;
    const uint32_t buffer = ir_imm(c->shader, c->ref);

    if (ir_op_of(c->shader, offset) == ir_op_const)
        emit(c, interp_load_buffer_at[width], result_place(c),
             (uint32_t)ir_const_bits(c->shader, offset), buffer, 0);
    else
        emit(c, interp_load_buffer[width], result_place(c), place_of_operand(c, 0), buffer, 0);
}

/* An array's element with a known index lies at a known place. */
static void
emit_load_array(struct compiler *c)
{
    const ir_type_id type = ir_type_of(c->shader, c->ref);
    const ir_ref index_root = c->lives.of[ir_operand(c->shader, c->ref, 0)].root;
    const uint32_t imm = ir_imm(c->shader, c->ref);
    const struct interp_array *array = &c->program->arrays[imm];
    const struct ir_array *source = &c->shader->arrays.data[imm];

    if (ir_op_of(c->shader, index_root) == ir_op_const) {
        const uint64_t index = ir_const_bits(c->shader, index_root);
        const uint32_t size = c->program->lanes << width_of(type);

        if (index >= array->count)
            fill(c, type, 0, result_place(c));
        else if (source->init)
            fill(c, type, source->init[index], result_place(c));
        else
            emit(c, interp_copy, result_place(c), array->at + (uint32_t)index * size, size, 0);
        return;
    }
    emit(c, interp_load_array[width_of(type)], result_place(c), place_of_operand(c, 0), imm, 0);
}

static void
emit_store_array(struct compiler *c)
{
    const ir_type_id type = ir_type_of(c->shader, ir_operand(c->shader, c->ref, 1));
    const uint32_t index = place_of_operand(c, 0);

    emit(c, interp_store_array[width_of(type)], 0, index, ir_imm(c->shader, c->ref),
         place_of_operand(c, 1));
}

static void
emit_sample(struct compiler *c)
{
    const uint32_t imm = ir_imm(c->shader, c->ref), texture = imm & 0xffff;
    const enum ir_dim dim = c->shader->textures.data[texture].dim;
    const bool is_by_quad = c->shader->stage == ir_stage_fragment && !(imm & IR_SAMPLE_LOD);
    const uint32_t first = c->operands.count;

    if (dim != ir_dim_2d)
        refuse(c, QD_CODE_UNSUPPORTED, "the CPU device does not sample textures of dimension %s",
               ir_dim_name(dim));
    for (uint32_t i = 0; i < ir_operand_count(c->shader, c->ref); i++) {
        const uint32_t at = place_of_operand(c, i);

        base_array_push(c->arena, &c->operands, at);
    }
    emit(c, is_by_quad ? interp_sample_quad : interp_sample, result_place(c), first, texture,
         imm & ~UINT32_C(0xffff));
}

static void
emit_cross(struct compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    const ir_ref value = ir_operand(c->shader, c->ref, 0);
    const uint32_t a = place_of(c, value);
    const uint32_t b =
        ir_op_infos[op].arity > 1 ? place_of_operand(c, 1) : ir_imm(c->shader, c->ref);

    emit(c, interp_find_cross(op, ir_type_scalar(ir_type_of(c->shader, value))), result_place(c), a,
         b, 0);
}

static void
emit_value(struct compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    const struct interp_loops *loops = c->program->loops;

    switch ((unsigned)op) {
#define ALU1(op, types, flags, value)                                                              \
    case ir_op_##op:                                                                               \
        emit_alu(c, loops->alu[ir_op_##op]);                                                       \
        break;
#define ALU2(op, types, flags, value) ALU1(op, types, flags, value)
#define ALU3(op, types, flags, value) ALU1(op, types, flags, value)
#define CMP2(op, types, flags, value) ALU1(op, types, flags, value)
#define CONV(op, to, from, flags, value)                                                           \
    case ir_op_##op:                                                                               \
        emit_alu(c, loops->convert[interp_conversion_##op][ir_type_of(c->shader, c->ref)]);        \
        break;
#include "ir/ops.def"
    case ir_op_select:
        emit_select(c);
        break;
    case ir_op_vec:
        emit_vec(c);
        break;
    case ir_op_load_input:
        emit_load_input(c);
        break;
    case ir_op_store_output:
        emit(c, interp_store_output, 0, place_of_operand(c, 0),
             ir_imm(c->shader, c->ref) * c->program->lanes, 0);
        break;
    case ir_op_load_buffer:
        emit_load_buffer(c);
        break;
    case ir_op_load_array:
        emit_load_array(c);
        break;
    case ir_op_store_array:
        emit_store_array(c);
        break;
    case ir_op_sample:
        emit_sample(c);
        break;
    case ir_op_demote:
        emit(c, interp_demote, 0, place_of_operand(c, 0), 0, 0);
        break;
    case ir_op_is_helper:
        emit(c, interp_is_helper, result_place(c), 0, 0, 0);
        break;
    default: /* Only ops that look at other lanes are left, if any. */
        emit_cross(c);
        break;
    }
}

/* ---- the walk ---- */

/* Is there nothing to do where the instruction stands? Constants, what only names a part of
 * another value, and merges, which their edges write, are such; and what nobody needs. */
static bool
is_silent(const struct compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    const struct interp_life *life = &c->lives.of[c->ref];

    if (ir_type_of(c->shader, c->ref) == ir_type_void)
        return false;
    return life->root != c->ref || is_fixed(c, c->ref) || op == ir_op_merge || !life->last;
}

/* Takes back the slots that nothing needs after the instruction at hand. */
static void
end_uses(struct compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    const struct interp_life *life = &c->lives.of[c->ref];

    if (op == ir_op_endloop) {
        for (ir_ref ref = life->ending; ref; ref = c->lives.of[ref].ending_too)
            end_value(c, ref);
        return;
    }
    if (op == ir_op_merge)
        return;
    for (uint32_t i = 0; i < ir_operand_count(c->shader, c->ref); i++)
        end_use(c, ir_operand(c->shader, c->ref, i));
    if (ir_op_has(op, IR_OP_CONTROL))
        for (uint32_t i = life->edges; i; i = c->lives.edges.data[i].next)
            end_use(c, c->lives.edges.data[i].value);
}

static void
compile_inst(struct compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    struct interp_life *life = &c->lives.of[c->ref];

    if (ir_op_has(op, IR_OP_CONTROL)) {
        emit_marker(c);
    } else if (!is_silent(c)) {
        if (ir_type_of(c->shader, c->ref) != ir_type_void)
            life->at = take_slot(c, ir_type_of(c->shader, c->ref));
        emit_value(c);
    }
    give_temporaries(c);
    end_uses(c);
}

static void
compile(struct compiler *c)
{
    struct cpu_program *program = c->program;

    place_fixed(c);
    place_arrays(c);
    program->frames_at = take_room(c, (c->lives.depth + UINT64_C(1)) * sizeof(struct interp_frame));
    program->slots_at = take_room(c, 0);
    base_array_push(c->arena, &c->regions, ((struct region){0}));
    for (ir_ref ref = c->shader->first; ref && !c->is_bad; ref = ir_next(c->shader, ref)) {
        c->ref = ref;
        compile_inst(c);
    }
    end_region(c);
    emit(c, interp_end, 0, 0, 0, 0);
    start_straight(c);
    c->ref = 0;
    program->scratch_size = take_room(c, 0);
    program->slots_size = (uint32_t)program->scratch_size - program->slots_at;
    program->code = c->code.data;
    program->operands = c->operands.data;
    program->consts = c->consts.data;
    program->const_count = c->consts.count;
}

struct cpu_program *
interp_create(const struct ir_shader *shader, uint32_t lanes, const struct interp_loops *loops,
              struct base_arena *arena, struct base_diags *diags)
{
    struct compiler c = {.shader = shader, .arena = arena, .diags = diags};

    c.program = base_arena_new(arena, struct cpu_program);
    c.program->loops = loops;
    c.program->lanes = lanes;
    c.program->padded = (lanes + INTERP_CHUNK - 1) / INTERP_CHUNK * INTERP_CHUNK;
    c.program->first = shader->first;
    c.program->clears_slots = ir_company_of(shader, NULL) != ir_company_lane;
    interp_lives_find(shader, arena, &c.lives);
    compile(&c);
    return c.is_bad ? NULL : c.program;
}

struct cpu_program *
cpu_program_create(const struct ir_shader *shader, uint32_t lanes, struct base_arena *arena,
                   struct base_diags *diags)
{
    return interp_create(shader, lanes, interp_loops_best(), arena, diags);
}
