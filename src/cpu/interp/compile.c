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

BASE_PRINTF(3, 4)
static void
refuse(struct interp_compiler *c, enum qd_code code, const char *format, ...)
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

/* Room that is never taken back; its place, or 0 after a refusal. */
static uint32_t
take_room(struct interp_compiler *c, uint64_t size)
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
    return (uint32_t)interp_width_of(type) * 4 + ir_type_components(type) - 1;
}

static uint32_t
take_slot(struct interp_compiler *c, ir_type_id type)
{
    const uint32_t kind = slot_kind(type);

    if (c->free_slots[kind].count > 0)
        return c->free_slots[kind].data[--c->free_slots[kind].count];
    return take_room(c, (uint64_t)interp_component_size(c, type) * ir_type_components(type));
}

static void
give_slot(struct interp_compiler *c, uint32_t kind, uint32_t at)
{
    base_array_push(c->arena, &c->free_slots[kind], at);
}

/* A slot for the instruction at hand alone. */
uint32_t
interp_take_temporary(struct interp_compiler *c, ir_type_id type)
{
    const struct interp_temporary temporary = {take_slot(c, type), slot_kind(type)};

    base_array_push(c->arena, &c->temporaries, temporary);
    return temporary.at;
}

static void
give_temporaries(struct interp_compiler *c)
{
    for (uint32_t i = 0; i < c->temporaries.count; i++)
        give_slot(c, c->temporaries.data[i].kind, c->temporaries.data[i].at);
    c->temporaries.count = 0;
}

/* Does the value lie where no run writes it? */
static bool
is_fixed(const struct interp_compiler *c, ir_ref root)
{
    const enum ir_op op = ir_op_of(c->shader, root);

    return op == ir_op_const || op == ir_op_undef ||
           (op == ir_op_load_input &&
            c->shader->inputs.data[ir_imm(c->shader, root) >> 2].builtin == ir_builtin_lane);
}

static void
end_value(struct interp_compiler *c, ir_ref root)
{
    if (!is_fixed(c, root))
        give_slot(c, slot_kind(ir_type_of(c->shader, root)), c->lives.of[root].at);
}

/* Takes back the slot of a value if the instruction at hand is its last. */
static void
end_use(struct interp_compiler *c, ir_ref value)
{
    struct interp_life *life = &c->lives.of[c->lives.of[value].root];

    if (life->last != c->ref)
        return;
    life->last = 0;
    end_value(c, c->lives.of[value].root);
}

/* ---- code ---- */

/* Adds an instruction; its place, counted from 1. */
uint32_t
interp_emit(struct interp_compiler *c, interp_handler run, uint32_t d, uint32_t a, uint32_t b,
            uint32_t operand_c)
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
start_straight(struct interp_compiler *c)
{
    const uint32_t steps = c->code.count - c->straight;

    if (c->charging)
        c->code.data[c->charging - 1].b = steps;
    else
        c->program->first_steps = steps;
    c->straight = c->charging = c->code.count;
}

uint32_t
interp_emit_fill(struct interp_compiler *c, ir_type_id type, uint64_t bits, uint32_t at)
{
    interp_emit(c, interp_fill[interp_width_of(type)], at, (uint32_t)bits, (uint32_t)(bits >> 32),
                0);
    return at;
}

/* Where a value lies when the instruction at hand reads it. */
uint32_t
interp_place_of(struct interp_compiler *c, ir_ref value)
{
    const struct interp_life *life = &c->lives.of[value];
    const struct interp_life *root = &c->lives.of[life->root];
    const ir_type_id type = ir_type_of(c->shader, life->root);

    if (root->at == NO_SLOT)
        return interp_emit_fill(c, type, ir_const_bits(c->shader, life->root),
                                interp_take_temporary(c, type));
    return root->at + life->part * interp_component_size(c, type);
}

uint32_t
interp_place_of_operand(struct interp_compiler *c, uint32_t i)
{
    return interp_place_of(c, ir_operand(c->shader, c->ref, i));
}

/* ---- what stands outside of the code ---- */

static void
place_const(struct interp_compiler *c, ir_ref ref)
{
    const ir_type_id type = ir_type_of(c->shader, ref);
    const uint64_t size = interp_component_size(c, type);
    struct interp_const resident = {ir_const_bits(c->shader, ref), 0, interp_width_of(type)};

    c->lives.of[ref].at = NO_SLOT;
    if (!c->lives.of[ref].last || (c->consts.count + 1) * size > MAX_CONST_BYTES)
        return;
    resident.at = c->lives.of[ref].at = take_room(c, size);
    base_array_push(c->arena, &c->consts, resident);
}

static void
place_fixed(struct interp_compiler *c)
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
pack_elements(struct interp_compiler *c, const struct ir_array *array)
{
    const enum interp_width width = interp_width_of((ir_type_id)array->type);
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
place_arrays(struct interp_compiler *c)
{
    const struct ir_shader *shader = c->shader;
    struct interp_array *arrays =
        base_arena_new_array(c->arena, struct interp_array, shader->arrays.count);

    c->program->dirty_at = take_room(c, sizeof(struct interp_dirty) * shader->arrays.count);
    for (uint32_t i = 0; i < shader->arrays.count; i++) {
        const struct ir_array *array = &shader->arrays.data[i];
        const uint64_t size = (uint64_t)array->count << interp_width_of((ir_type_id)array->type);

        arrays[i].count = array->count;
        arrays[i].bytes = 1u << interp_width_of((ir_type_id)array->type);
        if (array->init)
            arrays[i].init = pack_elements(c, array);
        else
            arrays[i].at = take_room(c, size * c->program->lanes);
    }
    c->program->arrays = arrays;
    c->program->array_count = shader->arrays.count;
}

/* What instructions ask of the shader's declarations while they run. */
static void
copy_declarations(struct interp_compiler *c)
{
    const struct ir_shader *shader = c->shader;
    struct cpu_program *program = c->program;
    struct interp_buffer *buffers =
        base_arena_new_array(c->arena, struct interp_buffer, shader->buffers.count);
    struct ir_image *images = base_arena_new_array(c->arena, struct ir_image, shader->images.count);

    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];

        buffers[i].size = buffer->kind == ir_buffer_uniform ? buffer->size : UINT64_MAX;
    }
    for (uint32_t i = 0; i < shader->images.count; i++)
        images[i] = shader->images.data[i];
    program->buffers = buffers;
    program->images = images;
    program->push_size = shader->push_size;
    program->shared_size = shader->shared_size;
}

/* ---- merges ---- */

/* Slots for the merges after a marker that has not come yet: edges write them before. */
static void
take_merge_slots(struct interp_compiler *c, ir_ref head)
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
emit_edge(struct interp_compiler *c, bool is_first)
{
    const struct interp_life *of = c->lives.of;
    struct interp_edge *edges = c->lives.edges.data;

    /* All merges choose at once. One whose slot is written here is set aside before. */
    for (uint32_t i = of[c->ref].edges; i; i = edges[i].next) {
        const ir_ref root = of[edges[i].value].root;
        const ir_type_id type = ir_type_of(c->shader, root);

        if (!of[edges[i].merge].last)
            continue;
        edges[i].from = interp_place_of(c, edges[i].value);
        if (ir_op_of(c->shader, root) != ir_op_merge || root == edges[i].merge ||
            of[root].head != of[edges[i].merge].head)
            continue;
        const uint32_t at = interp_take_temporary(c, type);
        interp_emit(c, interp_copy, at, edges[i].from, interp_component_size(c, type), 0);
        edges[i].from = at;
    }
    for (uint32_t i = of[c->ref].edges; i; i = edges[i].next) {
        const ir_ref merge = edges[i].merge;
        const ir_type_id type = ir_type_of(c->shader, merge);

        if (!of[merge].last || of[edges[i].value].root == merge)
            continue;
        if (is_first)
            interp_emit(c, interp_copy, of[merge].at, edges[i].from, interp_component_size(c, type),
                        0);
        else
            interp_emit(c, c->program->loops->merge[interp_width_of(type)], of[merge].at,
                        edges[i].from, 0, 0);
    }
}

/* ---- markers ---- */

static struct interp_region *
top_region(struct interp_compiler *c)
{
    return &c->regions.data[c->regions.count - 1];
}

/* The instruction goes to the end of the region at hand when no lane is active. */
static void
leave_region(struct interp_compiler *c, uint32_t inst)
{
    struct interp_region *region = top_region(c);

    c->code.data[inst - 1].d = region->leaving;
    region->leaving = inst;
}

/* The instruction that is added next ends the region at hand. */
static void
end_region(struct interp_compiler *c)
{
    uint32_t next;

    for (uint32_t inst = top_region(c)->leaving; inst; inst = next) {
        next = c->code.data[inst - 1].d;
        c->code.data[inst - 1].d = c->code.count - (inst - 1);
    }
    c->regions.count--;
}

static void
start_branch(struct interp_compiler *c)
{
    const struct interp_region region = {.ifs = top_region(c)->ifs + 1};

    base_array_push(c->arena, &c->regions, region);
}

static void
emit_endloop(struct interp_compiler *c)
{
    const uint32_t head = top_region(c)->head;

    end_region(c);
    const uint32_t inst = interp_emit(c, interp_endloop, 0, c->code.count - (head - 1), 0, c->ref);
    leave_region(c, inst);
    start_straight(c);
}

static void
emit_marker(struct interp_compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    const ir_ref partner = ir_partner(c->shader, c->ref);

    switch ((unsigned)op) {
    case ir_op_if: {
        const uint32_t inst =
            interp_emit(c, interp_if, 0, interp_place_of_operand(c, 0), 0, c->ref);

        start_straight(c);
        start_branch(c);
        leave_region(c, inst);
        break;
    }
    case ir_op_else:
        take_merge_slots(c, partner);
        emit_edge(c, true);
        end_region(c);
        interp_emit(c, interp_else, 0, 0, 0, c->ref);
        start_straight(c);
        start_branch(c);
        leave_region(c, c->code.count);
        break;
    case ir_op_endif:
        emit_edge(c, false);
        end_region(c);
        interp_emit(c, interp_endif, 0, 0, 0, c->ref);
        start_straight(c);
        leave_region(c, c->code.count);
        break;
    case ir_op_loop:
        take_merge_slots(c, c->ref);
        take_merge_slots(c, partner);
        emit_edge(c, true);
        interp_emit(c, interp_loop, 0, 0, 0, 0);
        interp_emit(c, interp_loop_head, 0, 0, 0, c->ref);
        start_straight(c);
        base_array_push(c->arena, &c->regions, ((struct interp_region){0, c->code.count, 0}));
        break;
    case ir_op_endloop:
        emit_edge(c, false);
        emit_endloop(c);
        break;
    case ir_op_break:
        emit_edge(c, false);
        interp_emit(c, interp_break, 0, top_region(c)->ifs, 0, 0);
        break;
    case ir_op_continue:
        emit_edge(c, false);
        interp_emit(c, interp_continue, 0, top_region(c)->ifs, 0, 0);
        break;
    case ir_op_return:
        interp_emit(c, interp_return, 0, 0, 0, 0);
        break;
    case ir_op_terminate:
        interp_emit(c, interp_terminate, 0, 0, 0, 0);
        break;
    }
}

/* ---- the walk ---- */

/* Is there nothing to do where the instruction stands? Constants, what only names a part of
 * another value, and merges, which their edges write, are such; and what nobody needs. */
static bool
is_silent(const struct interp_compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    const struct interp_life *life = &c->lives.of[c->ref];

    if (ir_type_of(c->shader, c->ref) == ir_type_void)
        return false;
    if (!ir_op_is_removable(op))
        return false;
    return life->root != c->ref || is_fixed(c, c->ref) || op == ir_op_merge || !life->last;
}

/* Takes back the slots that nothing needs after the instruction at hand. */
static void
end_uses(struct interp_compiler *c)
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
compile_inst(struct interp_compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    struct interp_life *life = &c->lives.of[c->ref];

    if (ir_op_has(op, IR_OP_CONTROL)) {
        emit_marker(c);
    } else if (!is_silent(c)) {
        const ir_type_id type = ir_type_of(c->shader, c->ref);

        if (type != ir_type_void)
            life->at = life->last ? take_slot(c, type) : interp_take_temporary(c, type);
        interp_emit_value(c);
    }
    give_temporaries(c);
    end_uses(c);
}

static void
compile(struct interp_compiler *c)
{
    struct cpu_program *program = c->program;

    place_fixed(c);
    place_arrays(c);
    copy_declarations(c);
    program->state_at = take_room(c, sizeof(struct interp_run));
    program->frames_at = take_room(c, (c->lives.depth + UINT64_C(1)) * sizeof(struct interp_frame));
    program->slots_at = take_room(c, 0);
    base_array_push(c->arena, &c->regions, ((struct interp_region){0}));
    for (ir_ref ref = c->shader->first; ref && !c->is_bad; ref = ir_next(c->shader, ref)) {
        c->ref = ref;
        compile_inst(c);
    }
    end_region(c);
    interp_emit(c, interp_end, 0, 0, 0, 0);
    start_straight(c);
    c->ref = 0;
    program->scratch_size = take_room(c, 0);
    program->slots_size = (uint32_t)program->scratch_size - program->slots_at;
    program->code = c->code.data;
    program->operands = c->operands.data;
    program->consts = c->consts.data;
    program->const_count = c->consts.count;
}

bool
cpu_program_check_stage(const struct ir_shader *shader, struct base_diags *diags)
{
    const char *stage = ir_stage_name(shader->stage);

    if (!(IR_STAGES_PRIMITIVES >> shader->stage & 1))
        return true;
    base_error(diags, QD_CODE_UNSUPPORTED, ir_place_of(shader, shader->first),
               "found the %s shader \"%s\", expected none: the CPU device has no %s shaders yet",
               stage, shader->name, stage);
    return false;
}

struct cpu_program *
interp_create(const struct ir_shader *shader, uint32_t lanes, const struct interp_loops *loops,
              struct base_arena *arena, struct base_diags *diags)
{
    struct interp_compiler c = {.shader = shader, .arena = arena, .diags = diags};

    if (!cpu_program_check_stage(shader, diags))
        return NULL;
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
