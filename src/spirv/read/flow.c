/* SPDX-License-Identifier: MIT
 *
 * Builds the graph's blocks, in the order in which ir/structure.h asks for them.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- phis: variables that are written where control leaves the blocks before ---- */

struct phi_way {
    uint32_t label;
    uint32_t operand; /* Where the value for it stands. */
};

struct read_phi {
    uint32_t *variables;
    struct phi_way *ways; /* By rising label, then operand. */
    uint32_t way_count;
};

static int
compare_ways(const void *x, const void *y)
{
    const struct phi_way *a = x, *b = y;

    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    return a->operand < b->operand ? -1 : a->operand > b->operand;
}

/* NULL with an error. */
static const struct read_phi *
find_phi(struct spirv_reader *r, const struct read_inst *inst)
{
    struct read_slot *slot = read_find_slot(r, inst->id);
    const struct read_type *type = read_get_type(r, inst, inst->type);

    if (!type || !slot || slot->phi)
        return type && slot ? slot->phi : NULL;
    if (type->leaves == 0) {
        (void)read_unsupported(r, inst, "values of its type cannot be merged");
        return NULL;
    }
    struct read_phi *phi = base_arena_new(r->arena, struct read_phi);
    phi->variables = read_leaf_variables(r, inst, type);
    if (!phi->variables)
        return NULL;
    phi->way_count = inst->count / 2;
    phi->ways = base_arena_new_array(r->arena, struct phi_way, phi->way_count);
    for (uint32_t i = 0; i < phi->way_count; i++)
        phi->ways[i] = (struct phi_way){inst->operands[2 * i + 1], 2 * i};
    if (phi->way_count > 1)
        qsort(phi->ways, phi->way_count, sizeof(*phi->ways), compare_ways);
    slot->phi = phi;
    return phi;
}

/* Where the value for control from the block stands, the first if there are more; READ_NONE if
 * there is none. */
static uint32_t
find_way(const struct read_phi *phi, uint32_t label)
{
    uint32_t low = 0, high = phi->way_count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (phi->ways[middle].label < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low < phi->way_count && phi->ways[low].label == label ? phi->ways[low].operand
                                                                 : READ_NONE;
}

static bool
read_phi(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_phi *phi = find_phi(r, inst);
    const struct read_type *type;
    ir_ref *leaves = phi ? read_new_leaves(r, inst, &type) : NULL;

    if (!leaves)
        return false;
    read_read_leaves(r, phi->variables, type, leaves);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* Writes a phi's variables for control that comes from the block with the label. What it reads are
 * values, which the other phis' variables do not change. */
static bool
write_phi(struct spirv_reader *r, const struct read_inst *inst, uint32_t label)
{
    const struct read_phi *phi = find_phi(r, inst);
    const struct read_type *type = read_get_type(r, inst, inst->type);

    if (!phi)
        return false;
    const uint32_t at = find_way(phi, label);
    if (at == READ_NONE)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found no value for control that comes from block %" PRIu32, label);
    const struct read_value *value = read_get_leaves(r, inst, inst->operands[at]);
    if (!value || !read_charge(r, inst, type->leaves))
        return false;
    if (value->type->leaves != type->leaves ||
        memcmp(read_leaf_types(r, value->type), read_leaf_types(r, type), type->leaves) != 0)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found id %" PRIu32 " of another type",
                         inst->operands[at]);
    read_write_leaves(r, phi->variables, value->leaves, type->leaves);
    return true;
}

bool
read_build_edge(void *context, struct ir_builder *b, uint32_t from, uint32_t target)
{
    struct spirv_reader *r = context;
    const struct read_state *state = r->state;
    const struct read_part *source = &state->parts.data[from];
    const struct read_part *part = &state->parts.data[state->blocks.data[from].targets[target]];

    (void)b;
    if (part->instance != source->instance || part->after)
        return true;
    r->state->instance = source->instance;
    r->state->block = from;
    for (uint32_t i = part->first; i < part->last; i++) {
        const struct read_inst *inst = &r->module->insts[i];

        if (inst->op == SpvOpPhi) {
            if (!write_phi(r, inst, source->label))
                return false;
        } else if (inst->op != SpvOpLine && inst->op != SpvOpNoLine) {
            break;
        }
    }
    return true;
}

/* ---- calls ---- */

/* NULL with an error. */
static uint32_t *
return_variables(struct spirv_reader *r, const struct read_inst *inst,
                 struct read_instance *instance)
{
    if (!instance->return_variables)
        instance->return_variables = read_leaf_variables(r, inst, instance->result);
    return instance->return_variables;
}

/* The value of a call, where the function has come back. */
static bool
read_result(struct spirv_reader *r, const struct read_instance *callee)
{
    const struct read_type *type;

    if (callee->result->op == SpvOpTypeVoid)
        return true;
    ir_ref *leaves = read_new_leaves(r, callee->call, &type);
    if (!leaves)
        return false;
    if (type->id != callee->result->id)
        return read_fail(r, callee->call, QD_CODE_SPIRV_INVALID,
                         "found another type than the function returns");
    const uint8_t *types = read_leaf_types(r, type);
    for (uint32_t i = 0; i < type->leaves; i++)
        leaves[i] = callee->return_variables
                        ? ir_build_read(&r->b, callee->return_variables[i], (enum ir_type)types[i])
                        : ir_build_undef(&r->b, types[i]);
    read_set_leaves(r, callee->call, leaves);
    return true;
}

static bool
write_result(struct spirv_reader *r, const struct read_inst *inst)
{
    struct read_instance *instance = r->state->instance;
    const struct read_value *value = read_get_leaves(r, inst, inst->operands[0]);
    const struct read_type *type = instance->result;

    if (!value)
        return false;
    if (value->type->leaves != type->leaves || type->leaves > READ_MAX_LEAVES ||
        (type->leaves > 0 &&
         memcmp(read_leaf_types(r, value->type), read_leaf_types(r, type), type->leaves) != 0))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found another type than the function returns");
    const uint32_t *variables = return_variables(r, inst, instance);
    if (!variables || !read_charge(r, inst, type->leaves))
        return false;
    read_write_leaves(r, variables, value->leaves, type->leaves);
    return true;
}

/* ---- the ends of blocks ---- */

static bool
build_selector(struct spirv_reader *r, const struct read_inst *inst, ir_ref *selector)
{
    const ir_ref value = read_get_scalar(r, inst, inst->operands[0]);

    if (!value)
        return false;
    const ir_type_id type = ir_type_of(r->shader, value);
    if (inst->op == SpvOpSwitch ? !ir_type_is_int(type) : type != ir_type_bool)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 ", expected %s to choose by", inst->operands[0],
                         inst->op == SpvOpSwitch ? "an integer" : "a bool");
    *selector = value;
    return true;
}

static bool
build_end(struct spirv_reader *r, const struct read_inst *inst, ir_ref *selector)
{
    const bool is_entry = r->state->instance->return_block == READ_NONE;

    switch ((int)inst->op) {
    case SpvOpBranchConditional:
    case SpvOpSwitch:
        return build_selector(r, inst, selector);
    case SpvOpReturn:
        return !is_entry || read_flush_outputs(r);
    case SpvOpReturnValue:
        if (is_entry)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found a value that the entry point returns");
        return write_result(r, inst);
    default:
        return true; /* Jumps; a call, which the graph has. */
    }
}

bool
read_build_block(void *context, struct ir_builder *b, uint32_t block, ir_ref *selector)
{
    struct spirv_reader *r = context;
    const struct read_part part = r->state->parts.data[block];
    bool is_start = !part.after;

    r->state->instance = part.instance;
    r->state->block = block;
    if (block == 0 && !read_start_variables(r))
        return false;
    if (part.after && !read_result(r, part.after))
        return false;
    for (uint32_t i = part.first; i < part.last; i++) {
        const struct read_inst *inst = &r->module->insts[i];

        if (inst->op == SpvOpPhi && !is_start)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found behind the block's start");
        is_start =
            is_start && (inst->op == SpvOpPhi || inst->op == SpvOpLine || inst->op == SpvOpNoLine);
        ir_build_place(b, inst->at * 4);
        if (!read_dispatch(r, inst))
            return false;
    }
    /* Joins make merges, also between blocks that are empty. */
    const struct read_inst *last = &r->module->insts[part.last];
    ir_build_place(b, last->at * 4);
    return build_end(r, last, selector) && read_check_budget(r, last);
}

/* ---- instructions ---- */

/* The same value by another id, whatever it is. */
static bool
copy_object(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_value *value = read_get_value(r, inst, inst->operands[0]);

    if (!value)
        return false;
    if (value->type->id != inst->type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found an operand of another type");
    read_set_value(r, inst, value);
    return true;
}

static bool
read_helper(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *type;
    ir_ref *leaves;

    if (r->shader->stage != ir_stage_fragment)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found in a %s shader, expected a fragment shader",
                         ir_stage_name(r->shader->stage));
    if (inst->op == SpvOpDemoteToHelperInvocation) {
        (void)ir_build_op(&r->b, ir_op_demote, ir_type_void, ir_build_bool(&r->b, true), 0, 0);
        return true;
    }
    leaves = read_new_leaves(r, inst, &type);
    if (!leaves)
        return false;
    if (type->leaves != 1)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "expected a result of type OpTypeBool");
    leaves[0] = ir_build_op(&r->b, ir_op_is_helper, ir_type_bool, 0, 0, 0);
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_flow(struct spirv_reader *r, const struct read_inst *inst)
{
    switch ((int)inst->op) {
    case SpvOpUndef:
        return read_make_null(r, inst);
    case SpvOpCopyObject:
        return copy_object(r, inst);
    case SpvOpPhi:
        return read_phi(r, inst);
    case SpvOpDemoteToHelperInvocation:
    case SpvOpIsHelperInvocationEXT:
        return read_helper(r, inst);
    case SpvOpNop:
    case SpvOpLine:
    case SpvOpNoLine:
    case SpvOpSelectionMerge: /* The graph has them. */
    case SpvOpLoopMerge:
        return true;
    default:
        return read_unsupported(r, inst, "the reader has no use for it");
    }
}

bool
read_build_graph(struct spirv_reader *r)
{
    struct read_state *state = r->state;

    if (r->shader->stage == ir_stage_vertex) {
        /* The next stage may read what this one declares and never writes. */
        for (uint32_t i = 1; i < state->entry->count; i++) {
            const uint32_t id = state->entry->operands[i];
            const struct read_inst *maker = read_maker(r->module, id);

            if (i < 2 + read_string_words(state->entry, 2) || !maker ||
                maker->op != SpvOpVariable || maker->operands[0] != SpvStorageClassOutput)
                continue;
            struct read_variable *variable = read_global_variable(r, maker);
            if (!variable || !read_declare_output(r, variable))
                return false;
        }
    }
    return ir_structure_build(state->structure, &r->b);
}
