/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

struct value {
    uint64_t component[4];
};

struct evaluation {
    const struct ir_shader *shader;
    const struct eval_lane *lane;
    struct eval_result *result;
    struct base_arena *arena;
    struct value *values;
    struct value *merged;
    uint32_t merged_capacity;
    uint64_t **arrays;
    bool is_helper;
};

static void
stop(struct evaluation *e, ir_ref ref, const char *error)
{
    if (!e->result->error) {
        e->result->error = error;
        e->result->error_at = ref;
    }
}

static uint64_t
operand(const struct evaluation *e, ir_ref ref, uint32_t i)
{
    return e->values[ir_operand(e->shader, ref, i)].component[0];
}

/* Control comes to a marker with merges by an edge. They all choose before any changes. Returns
 * the last of them, or the marker. */
static ir_ref
join(struct evaluation *e, ir_ref marker, ir_ref edge)
{
    const struct ir_shader *shader = e->shader;
    ir_ref last = marker, ref;
    uint32_t count = 0;

    for (ref = ir_next(shader, marker); ref && ir_op_of(shader, ref) == ir_op_merge;
         ref = ir_next(shader, ref)) {
        uint32_t i = 0;

        while (i < ir_operand_count(shader, ref) && ir_merge_edge(shader, ref, i) != edge)
            i++;
        if (i == ir_operand_count(shader, ref)) {
            stop(e, ref, "the merge does not list the edge that control took");
            return 0;
        }
        if (count == e->merged_capacity) {
            const uint32_t more = count ? 2 * count : 64;

            e->merged = base_arena_resize(e->arena, e->merged, count * sizeof(*e->merged),
                                          more * sizeof(*e->merged));
            e->merged_capacity = more;
        }
        e->merged[count++] = e->values[ir_operand(shader, ref, i)];
    }
    ref = ir_next(shader, marker);
    for (uint32_t i = 0; i < count; i++, ref = ir_next(shader, ref)) {
        e->values[ref] = e->merged[i];
        last = ref;
    }
    return last;
}

/* The instruction that control passes last before what comes next; 0 at an end. */
static ir_ref
follow(struct evaluation *e, ir_ref ref)
{
    const struct ir_shader *shader = e->shader;

    switch ((unsigned)ir_op_of(shader, ref)) {
    case ir_op_if:
        return operand(e, ref, 0) ? ref : ir_partner(shader, ref);
    case ir_op_else:
        return join(e, ir_partner(shader, ref), ref);
    case ir_op_endif:
    case ir_op_loop:
        return join(e, ref, ref);
    case ir_op_endloop:
    case ir_op_continue:
        return join(e, ir_partner(shader, ref), ref);
    case ir_op_break:
        return join(e, ir_partner(shader, ir_partner(shader, ref)), ref);
    case ir_op_terminate:
        e->result->is_dropped = true;
        return 0;
    }
    return 0;
}

static void
read_input(struct evaluation *e, ir_ref ref)
{
    const uint32_t imm = ir_imm(e->shader, ref);
    const struct ir_io *io = &e->shader->inputs.data[imm >> 2];

    if (io->builtin == ir_builtin_helper)
        e->values[ref].component[0] = e->lane->started_helper ? UINT32_MAX : 0;
    else
        e->values[ref].component[0] = e->lane->inputs[imm];
}

static void
execute_array(struct evaluation *e, ir_ref ref)
{
    const struct ir_array *array = &e->shader->arrays.data[ir_imm(e->shader, ref)];
    uint64_t *elements = e->arrays[ir_imm(e->shader, ref)];
    const uint64_t index = operand(e, ref, 0);

    if (ir_op_of(e->shader, ref) == ir_op_load_array)
        e->values[ref].component[0] = index < array->count ? elements[index] : 0;
    else if (index < array->count)
        elements[index] = operand(e, ref, 1);
}

static void
execute_value(struct evaluation *e, ir_ref ref)
{
    const struct ir_shader *shader = e->shader;
    const uint32_t count = ir_operand_count(shader, ref);
    enum ir_type types[3] = {ir_type_void};
    uint64_t operands[3] = {0};

    for (uint32_t i = 0; i < count && i < 3; i++) {
        types[i] = ir_type_scalar(ir_type_of(shader, ir_operand(shader, ref, i)));
        operands[i] = operand(e, ref, i);
    }
    if (!ir_fold(ir_op_of(shader, ref), ir_type_scalar(ir_type_of(shader, ref)), types, operands,
                 &e->values[ref].component[0]))
        stop(e, ref, "no lane alone can execute this");
}

static void
execute(struct evaluation *e, ir_ref ref)
{
    const struct ir_shader *shader = e->shader;
    struct value *value = &e->values[ref];

    switch ((unsigned)ir_op_of(shader, ref)) {
    case ir_op_const:
        value->component[0] = ir_const_bits(shader, ref);
        return;
    case ir_op_undef:
        value->component[0] = 0;
        return;
    case ir_op_copy:
        *value = e->values[ir_operand(shader, ref, 0)];
        return;
    case ir_op_vec:
        for (uint32_t i = 0; i < ir_operand_count(shader, ref); i++)
            value->component[i] = operand(e, ref, i);
        return;
    case ir_op_extract:
        value->component[0] = e->values[ir_operand(shader, ref, 0)].component[ir_imm(shader, ref)];
        return;
    case ir_op_load_input:
        read_input(e, ref);
        return;
    case ir_op_store_output:
        e->result->outputs[ir_imm(shader, ref)] = (uint32_t)operand(e, ref, 0);
        return;
    case ir_op_load_array:
    case ir_op_store_array:
        execute_array(e, ref);
        return;
    case ir_op_demote:
        e->is_helper = e->is_helper || operand(e, ref, 0);
        return;
    case ir_op_is_helper:
        value->component[0] = e->is_helper;
        return;
    case ir_op_merge:
        stop(e, ref, "control came upon a merge without a join");
        return;
    }
    execute_value(e, ref);
}

static void
fill_arrays(struct evaluation *e)
{
    const struct ir_shader *shader = e->shader;

    e->arrays = base_arena_new_array(e->arena, uint64_t *, shader->arrays.count);
    for (uint32_t i = 0; i < shader->arrays.count; i++) {
        const struct ir_array *array = &shader->arrays.data[i];

        e->arrays[i] = base_arena_new_array(e->arena, uint64_t, array->count);
        if (array->init)
            memcpy(e->arrays[i], array->init, array->count * sizeof(uint64_t));
    }
}

void
eval_shader(const struct ir_shader *shader, const struct eval_lane *lane, struct base_arena *arena,
            struct eval_result *result)
{
    struct evaluation e = {shader, lane, result, arena, .is_helper = lane->started_helper};
    uint64_t steps = lane->steps;

    memset(result, 0, sizeof(*result));
    e.values = base_arena_new_array(arena, struct value, shader->insts.count);
    fill_arrays(&e);
    for (ir_ref ref = shader->first; ref; ref = ref ? ir_next(shader, ref) : 0) {
        if (steps-- == 0)
            stop(&e, ref, "the steps ran out");
        else if (ir_op_has(ir_op_of(shader, ref), IR_OP_CONTROL))
            ref = follow(&e, ref);
        else
            execute(&e, ref);
        if (result->error)
            return;
    }
    result->is_dropped = result->is_dropped || e.is_helper;
}
