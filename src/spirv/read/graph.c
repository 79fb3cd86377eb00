/* SPDX-License-Identifier: MIT
 *
 * The blocks of the entry point and of everything that it calls, as one graph. A block with calls
 * falls into parts: one up to each call, which jumps into the function's own copy, and one from
 * there on, where the function's returns jump to.
 *
 * On the way it is found which variables of the module are used, and where pointers into variables
 * lead, since what is indexed at run time must be known before anything is built.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

struct frame {
    struct read_instance *instance;
    uint32_t block; /* Of the function. */
    uint32_t inst;  /* The next. */
    uint32_t part;  /* Of the graph, that the block has come to. */
};

struct scan {
    struct spirv_reader *r;
    BASE_ARRAY(struct frame) frames;
    uint64_t cost;
    /* The one at hand. */
    struct read_instance *instance;
    const struct read_inst *inst;
    uint32_t part;
};

/* ---- instances ---- */

static uint32_t
add_part(struct scan *s, struct read_instance *instance, uint32_t first, uint32_t last,
         uint32_t label)
{
    struct read_state *state = s->r->state;
    struct read_part *part = base_array_add(s->r->arena, &state->parts);
    struct ir_graph_block *block = base_array_add(s->r->arena, &state->blocks);

    *part = (struct read_part){instance, first, last, label, NULL};
    block->merge = IR_GRAPH_NONE;
    block->at = s->r->module->insts[first].at * 4;
    return state->parts.count - 1;
}

/* Slots for what the function makes; parameters take the arguments'. */
static bool
make_slots(struct scan *s, struct read_instance *instance, const struct read_instance *caller)
{
    struct spirv_reader *r = s->r;
    const struct read_function *f = instance->function;
    const uint32_t own = f->local_count - f->parameter_count;
    struct read_slot *slots = base_arena_new_array(r->arena, struct read_slot, own);

    instance->slots = base_arena_new_array(r->arena, struct read_slot *, f->local_count);
    for (uint32_t i = 0; i < own; i++)
        instance->slots[f->parameter_count + i] = &slots[i];
    if (f->parameter_count == 0)
        return true;
    if (!instance->call || instance->call->count != f->parameter_count + 1)
        return read_fail(r, instance->call, QD_CODE_SPIRV_INVALID,
                         "found %" PRIu32 " arguments, expected %" PRIu32,
                         instance->call ? instance->call->count - 1 : 0, f->parameter_count);
    for (uint32_t i = 0; i < f->parameter_count; i++) {
        instance->slots[i] = read_find_slot_in(r, caller, instance->call->operands[i + 1]);
        if (!instance->slots[i])
            return read_fail(r, instance->call, QD_CODE_SPIRV_INVALID,
                             "found id %" PRIu32 ", expected a value",
                             instance->call->operands[i + 1]);
    }
    return true;
}

/* Parameters come first among a function's ids, whatever stands between them. */
static bool
push_function(struct scan *s, struct read_function *f, const struct read_inst *call,
              uint32_t return_block)
{
    struct spirv_reader *r = s->r;
    const struct read_inst *inst = &r->module->insts[f->inst];
    struct read_instance *instance = base_arena_new(r->arena, struct read_instance);

    if (f->block_count == 0)
        return read_fail(r, call ? call : inst, QD_CODE_SPIRV_INVALID,
                         "found a call of a function without a body");
    if (f->is_active)
        return read_fail(r, call, QD_CODE_SPIRV_INVALID,
                         "found a call of function %" PRIu32 ", which is recursive", inst->id);
    s->cost += call ? f->cost : 0;
    if (s->cost > r->state->max_insts)
        return read_fail(r, call, QD_CODE_LIMIT,
                         "found that what is called comes to more than %" PRIu32 " words",
                         r->state->max_insts);
    instance->function = f;
    instance->call = call;
    instance->return_block = return_block;
    instance->result = read_get_type(r, inst, inst->type);
    instance->last_parts = base_arena_new_array(r->arena, uint32_t, f->block_count);
    instance->first_block = r->state->parts.count;
    if (!instance->result || !make_slots(s, instance, s->instance))
        return false;
    for (uint32_t i = 0; i < f->block_count; i++)
        instance->last_parts[i] =
            add_part(s, instance, f->blocks[i].first, f->blocks[i].last, f->blocks[i].label);
    f->is_active = true;
    base_array_push(r->arena, &s->frames,
                    ((struct frame){instance, 0, f->blocks[0].first, instance->first_block}));
    if (return_block != READ_NONE)
        r->state->parts.data[return_block].after = instance;
    return true;
}

/* ---- pointers into variables ---- */

static struct read_slot *
slot_of(struct scan *s, uint32_t id)
{
    return read_find_slot_in(s->r, s->instance, id);
}

/* The slot of a pointer into a variable that has paths; else NULL. */
static struct read_slot *
find_pointer(struct scan *s, uint32_t id)
{
    struct read_slot *slot = slot_of(s, id);

    return slot && slot->variable && slot->variable->paths ? slot : NULL;
}

static void
set_pointer(struct read_slot *slot, struct read_variable *variable)
{
    slot->variable = variable;
    slot->pointee = variable->type;
    slot->leaf = 0;
    slot->is_outside = false;
}

static void
mark(struct scan *s, uint32_t id, enum read_mark kind)
{
    const struct read_slot *slot = find_pointer(s, id);

    if (!slot || slot->is_outside)
        return;
    read_mark_paths(slot->variable, slot->leaf, slot->pointee, kind);
    if (kind == read_mark_stored) {
        slot->variable->stores++;
        slot->variable->constant = NULL;
    }
}

/* A table that is filled once, with constants, is one. */
static void
mark_store(struct scan *s, uint32_t pointer, uint32_t value)
{
    const struct read_slot *to = find_pointer(s, pointer), *from = slot_of(s, value);

    mark(s, pointer, read_mark_stored);
    if (to && from && s->r->module->defs[value].function == 0 &&
        to->pointee == to->variable->type && from->value.kind == read_kind_leaves &&
        from->value.type == to->pointee)
        to->variable->constant = from->value.leaves;
}

/* Every operand that is a variable of the module is one that is used. */
static bool
use_variable(void *context, uint32_t id)
{
    struct scan *s = context;
    const struct read_inst *maker = read_maker(s->r->module, id);

    if (!maker || maker->op != SpvOpVariable || s->r->module->defs[id].function != 0)
        return true;
    struct read_variable *variable = read_global_variable(s->r, maker);
    struct read_slot *slot = slot_of(s, id);
    if (!variable || slot->variable)
        return variable != NULL;
    set_pointer(slot, variable);
    return read_variable_value(s->r, variable, &slot->value);
}

static bool
mark_any(void *context, uint32_t id)
{
    mark(context, id, read_mark_loaded);
    mark(context, id, read_mark_stored);
    return true;
}

/* The bits of an index that is a constant of the module. */
static bool
is_known(struct scan *s, uint32_t id, uint64_t *bits)
{
    const struct read_slot *slot = slot_of(s, id);

    return slot && s->r->module->defs[id].function == 0 && slot->value.kind == read_kind_leaves &&
           slot->value.type->leaves == 1 && read_const_bits(s->r, slot->value.leaves[0], bits);
}

/* One index of a chain. */
static bool
step(struct scan *s, struct read_slot *slot, uint32_t id, bool *is_indexed)
{
    const struct read_type *type = slot->pointee;
    uint64_t index = 0;
    const bool known = is_known(s, id, &index);

    if (type->op == SpvOpTypeStruct) {
        if (!known || index >= type->count)
            return read_fail(s->r, s->inst, QD_CODE_SPIRV_INVALID,
                             "found a member's index that is no constant below %" PRIu32,
                             type->count);
        slot->leaf += type->first_leaves[index];
        slot->pointee = type->members[index];
        return true;
    }
    if (type->op != SpvOpTypeArray && type->op != SpvOpTypeMatrix && type->op != SpvOpTypeVector)
        return read_fail(s->r, s->inst, QD_CODE_SPIRV_INVALID,
                         "found an index into type %" PRIu32 ", which has no elements", type->id);
    if (!known)
        *is_indexed = true;
    else if (index >= type->count)
        slot->is_outside = true;
    else
        slot->leaf += (uint32_t)index * type->element->leaves;
    slot->pointee = type->element;
    return true;
}

static bool
scan_chain(struct scan *s)
{
    const struct read_slot *base = find_pointer(s, s->inst->operands[0]);
    struct read_slot *slot = slot_of(s, s->inst->id);
    bool is_indexed = false;

    if (!base || !slot)
        return true;
    slot->variable = base->variable;
    slot->pointee = base->pointee;
    slot->leaf = base->leaf;
    slot->is_outside = base->is_outside;
    for (uint32_t i = 1; i < s->inst->count; i++)
        if (!step(s, slot, s->inst->operands[i], &is_indexed))
            return false;
    if (is_indexed)
        mark(s, s->inst->id, read_mark_indexed);
    return true;
}

static bool
scan_variable(struct scan *s)
{
    struct spirv_reader *r = s->r;

    if (s->inst->operands[0] != SpvStorageClassFunction)
        return read_fail(r, s->inst, QD_CODE_SPIRV_INVALID,
                         "found another storage class than Function");
    struct read_variable *variable = read_make_variable(r, s->inst);
    if (!variable)
        return false;
    base_array_push(r->arena, &r->state->locals, variable);
    set_pointer(slot_of(s, s->inst->id), variable);
    return true;
}

static void
scan_extended(struct scan *s)
{
    switch (s->inst->operands[1]) {
    case GLSLstd450InterpolateAtCentroid:
    case GLSLstd450InterpolateAtSample:
    case GLSLstd450InterpolateAtOffset:
        return;
    case GLSLstd450Modf:
    case GLSLstd450Frexp:
        if (s->inst->count > 3)
            mark(s, s->inst->operands[3], read_mark_stored);
        return;
    default:
        (void)read_for_ids(s->inst, mark_any, s);
    }
}

static bool
scan_inst(struct scan *s)
{
    const struct read_inst *inst = s->inst;

    if (inst->id && slot_of(s, inst->id))
        slot_of(s, inst->id)->block = s->part + 1;
    if (!read_for_ids(inst, use_variable, s))
        return false;
    switch ((int)inst->op) {
    case SpvOpVariable:
        return scan_variable(s);
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
        return scan_chain(s);
    case SpvOpCopyObject: {
        const struct read_slot *from = find_pointer(s, inst->operands[0]);
        struct read_slot *to = slot_of(s, inst->id);

        if (from) {
            to->variable = from->variable;
            to->pointee = from->pointee;
            to->leaf = from->leaf;
            to->is_outside = from->is_outside;
        }
        return true;
    }
    case SpvOpLoad:
        mark(s, inst->operands[0], read_mark_loaded);
        return true;
    case SpvOpStore:
        mark_store(s, inst->operands[0], inst->operands[1]);
        return true;
    case SpvOpCopyMemory:
        mark(s, inst->operands[0], read_mark_stored);
        mark(s, inst->operands[1], read_mark_loaded);
        return true;
    case SpvOpFunctionCall:
        return true;
    case SpvOpExtInst:
        scan_extended(s);
        return true;
    default:
        return read_for_ids(inst, mark_any, s);
    }
}

/* ---- the ends of blocks ---- */

/* The graph's block of a label; READ_NONE with an error. */
static uint32_t
find_target(struct scan *s, uint32_t label, bool is_jump)
{
    const struct read_module *module = s->r->module;
    const struct read_inst *maker = read_maker(module, label);
    const struct read_function *f = s->instance->function;

    if (!maker || maker->op != SpvOpLabel ||
        &module->functions[module->defs[label].function - 1] != f ||
        (is_jump && module->defs[label].local == 0)) {
        (void)read_fail(
            s->r, s->inst, QD_CODE_SPIRV_INVALID,
            "found id %" PRIu32 ", expected a block of this function that is not its first", label);
        return READ_NONE;
    }
    return s->instance->first_block + module->defs[label].local;
}

static bool
set_targets(struct scan *s, enum ir_graph_end end, const uint32_t *labels, uint32_t count)
{
    uint32_t *targets = base_arena_new_array(s->r->arena, uint32_t, count);

    for (uint32_t i = 0; i < count; i++) {
        targets[i] = find_target(s, labels[i], true);
        if (targets[i] == READ_NONE)
            return false;
    }
    struct ir_graph_block *block = &s->r->state->blocks.data[s->part];
    block->end = end;
    block->targets = targets;
    block->target_count = count;
    return true;
}

static void
jump_to(struct scan *s, uint32_t part, uint32_t target)
{
    uint32_t *targets = base_arena_new_array(s->r->arena, uint32_t, 1);
    struct ir_graph_block *block = &s->r->state->blocks.data[part];

    targets[0] = target;
    block->end = ir_graph_jump;
    block->targets = targets;
    block->target_count = 1;
}

static bool
set_switch(struct scan *s)
{
    const struct read_inst *inst = s->inst;
    const struct read_inst *selector = read_maker(s->r->module, inst->operands[0]);
    const struct read_type *type =
        selector && selector->type ? read_get_type(s->r, inst, selector->type) : NULL;

    if (!type || type->op != SpvOpTypeInt)
        return read_fail(s->r, inst, QD_CODE_SPIRV_INVALID,
                         "found selector %" PRIu32 ", expected an integer", inst->operands[0]);
    const unsigned width = ir_type_bits((ir_type_id)type->scalar);
    const uint32_t words = width == 64 ? 2 : 1;
    const uint32_t count = (inst->count - 2) / (words + 1);
    if ((inst->count - 2) % (words + 1) != 0)
        return read_fail(s->r, inst, QD_CODE_SPIRV_INVALID,
                         "found a literal or a target too few at the end");
    uint32_t *labels = base_arena_new_array(s->r->arena, uint32_t, (size_t)count + 1);
    uint64_t *cases = base_arena_new_array(s->r->arena, uint64_t, count);
    labels[0] = inst->operands[1];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *at = inst->operands + 2 + i * (words + 1);

        cases[i] = at[0] | (words == 2 ? (uint64_t)at[1] << 32 : 0);
        cases[i] &= UINT64_MAX >> (64 - width);
        labels[i + 1] = at[words];
    }
    if (!set_targets(s, ir_graph_switch, labels, count + 1))
        return false;
    s->r->state->blocks.data[s->part].cases = cases;
    return true;
}

static bool
set_end(struct scan *s)
{
    const struct read_inst *inst = s->inst;
    struct ir_graph_block *block = &s->r->state->blocks.data[s->part];

    switch ((int)inst->op) {
    case SpvOpBranch:
        return set_targets(s, ir_graph_jump, inst->operands, 1);
    case SpvOpBranchConditional:
        return set_targets(s, ir_graph_branch, inst->operands + 1, 2);
    case SpvOpSwitch:
        return set_switch(s);
    case SpvOpReturn:
    case SpvOpReturnValue:
        if (s->instance->return_block == READ_NONE)
            block->end = ir_graph_return;
        else
            jump_to(s, s->part, s->instance->return_block);
        return true;
    case SpvOpUnreachable:
        block->end = ir_graph_unreachable;
        return true;
    default:
        if (s->r->shader->stage != ir_stage_fragment)
            return read_fail(s->r, inst, QD_CODE_SPIRV_INVALID,
                             "found in a %s shader, expected a fragment shader",
                             ir_stage_name(s->r->shader->stage));
        block->end = ir_graph_terminate;
        return true;
    }
}

static bool
set_merge(struct scan *s, const struct read_block *block)
{
    if (block->merge == 0)
        return true;
    const uint32_t merge = find_target(s, block->merge, false);
    s->r->state->blocks.data[s->part].merge = merge;
    return merge != READ_NONE;
}

/* ---- walking ---- */

/* The rest of the block stands behind the call. */
static bool
scan_call(struct scan *s, struct frame *frame, const struct read_block *block)
{
    struct spirv_reader *r = s->r;
    const struct read_inst *callee = read_maker(r->module, s->inst->operands[0]);
    struct read_slot *slot = slot_of(s, s->inst->id);
    const uint32_t from = s->part;

    if (!callee || callee->op != SpvOpFunction)
        return read_fail(r, s->inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 ", expected a function", s->inst->operands[0]);
    const uint32_t rest = add_part(s, s->instance, frame->inst, block->last, block->label);
    r->state->parts.data[from].last = frame->inst - 1;
    s->instance->last_parts[frame->block] = rest;
    frame->part = rest;
    if (slot)
        slot->block = rest + 1;
    /* frame is not used any more: the frames may move. */
    if (!push_function(s, &r->module->functions[r->module->defs[s->inst->operands[0]].local],
                       s->inst, rest))
        return false;
    jump_to(s, from, s->frames.data[s->frames.count - 1].instance->first_block);
    return true;
}

static bool
scan_next(struct scan *s)
{
    struct spirv_reader *r = s->r;
    struct frame *frame = &s->frames.data[s->frames.count - 1];
    const struct read_function *f = frame->instance->function;
    const struct read_block *block = &f->blocks[frame->block];
    const uint32_t index = frame->inst++;

    s->instance = frame->instance;
    s->inst = &r->module->insts[index];
    s->part = frame->part;
    if (!scan_inst(s))
        return false;
    if (index < block->last)
        return s->inst->op != SpvOpFunctionCall || scan_call(s, frame, block);
    if (!set_end(s) || !set_merge(s, block))
        return false;
    if (++frame->block == f->block_count) {
        frame->instance->function->is_active = false;
        s->frames.count--;
        return true;
    }
    frame->inst = f->blocks[frame->block].first;
    frame->part = frame->instance->first_block + frame->block;
    return true;
}

/* ---- values that must pass through variables ---- */

static bool
mark_use(void *context, uint32_t id)
{
    struct scan *s = context;
    struct read_slot *slot = slot_of(s, id);

    if (slot && slot->block && slot->block - 1 != s->part && !slot->is_spilled &&
        !ir_structure_sees(s->r->state->structure, slot->block - 1, s->part))
        slot->is_spilled = true;
    return true;
}

/* Operands of a phi are used where the blocks that they are for end. */
static void
mark_phi(struct scan *s)
{
    const struct read_inst *inst = s->inst;
    const uint32_t part = s->part;

    for (uint32_t i = 0; i + 1 < inst->count; i += 2) {
        const struct read_inst *label = read_maker(s->r->module, inst->operands[i + 1]);
        const struct read_def *def = &s->r->module->defs[inst->operands[i + 1]];

        if (!label || label->op != SpvOpLabel ||
            &s->r->module->functions[def->function - 1] != s->instance->function)
            continue;
        s->part = s->instance->last_parts[def->local];
        if (ir_structure_is_reached(s->r->state->structure, s->part))
            (void)mark_use(s, inst->operands[i]);
    }
    s->part = part;
}

static void
mark_uses(struct scan *s)
{
    const struct read_state *state = s->r->state;

    for (uint32_t p = 0; p < state->parts.count; p++) {
        const struct read_part *part = &state->parts.data[p];

        if (!ir_structure_is_reached(state->structure, p))
            continue;
        s->instance = part->instance;
        s->part = p;
        for (uint32_t i = part->first; i <= part->last; i++) {
            s->inst = &s->r->module->insts[i];
            if (s->inst->op == SpvOpPhi)
                mark_phi(s);
            else
                (void)read_for_ids(s->inst, mark_use, s);
        }
    }
}

bool
read_make_graph(struct spirv_reader *r)
{
    struct scan s = {.r = r};
    struct read_state *state = r->state;

    if (!push_function(&s, state->entry_function, NULL, READ_NONE))
        return false;
    while (s.frames.count > 0)
        if (!scan_next(&s))
            return false;
    for (uint32_t i = 0; i < state->used.count; i++)
        if (state->used.data[i]->paths)
            read_settle_variable(r, state->used.data[i]);
    for (uint32_t i = 0; i < state->locals.count; i++)
        read_settle_variable(r, state->locals.data[i]);
    state->is_settled = true;
    const struct ir_graph graph = {state->blocks.data, state->blocks.count, read_build_block,
                                   read_build_edge, r};
    state->structure = ir_structure_create(&graph, r->arena);
    mark_uses(&s);
    return true;
}
