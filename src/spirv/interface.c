/* SPDX-License-Identifier: MIT
 *
 * Inputs and outputs. Inputs are loaded once, in the entry block, so that their components are at
 * hand wherever they are used. Outputs are stored where the IR stores them; a run of stores goes
 * out as one where it gives a whole output.
 */
#include "spirv/spirv_priv.h"

struct builtin_info {
    SpvBuiltIn number;
    bool is_bool; /* In SPIR-V; the IR has all ones and 0. */
};

static const struct builtin_info builtin_infos[ir_builtin_count] = {
    [ir_builtin_position] = {SpvBuiltInPosition, false},
    [ir_builtin_point_size] = {SpvBuiltInPointSize, false},
    [ir_builtin_vertex_index] = {SpvBuiltInVertexIndex, false},
    [ir_builtin_instance_index] = {SpvBuiltInInstanceIndex, false},
    [ir_builtin_frag_coord] = {SpvBuiltInFragCoord, false},
    [ir_builtin_front_facing] = {SpvBuiltInFrontFacing, true},
    [ir_builtin_frag_depth] = {SpvBuiltInFragDepth, false},
    [ir_builtin_helper] = {SpvBuiltInHelperInvocation, true},
    [ir_builtin_lane] = {SpvBuiltInSubgroupLocalInvocationId, false},
};

static ir_type_id
io_type(const struct ir_io *io)
{
    return builtin_infos[io->builtin].is_bool ? (ir_type_id)ir_type_bool
                                              : IR_VEC(io->type, io->components);
}

static uint32_t
declare_variable(struct spirv_writer *w, SpvStorageClass storage, ir_type_id type)
{
    const uint32_t pointer = spirv_pointer_type(w, storage, type);
    const uint32_t id = spirv_new_id(w);

    SPIRV_EMIT(w, &w->globals, SpvOpVariable, pointer, id, (uint32_t)storage);
    base_array_push(w->arena, &w->interface, id);
    return id;
}

static void
decorate(struct spirv_writer *w, uint32_t id, SpvDecoration decoration)
{
    SPIRV_EMIT(w, &w->decorations, SpvOpDecorate, id, (uint32_t)decoration);
}

static void
decorate_with(struct spirv_writer *w, uint32_t id, SpvDecoration decoration, uint32_t value)
{
    SPIRV_EMIT(w, &w->decorations, SpvOpDecorate, id, (uint32_t)decoration, value);
}

static uint32_t
declare_io(struct spirv_writer *w, SpvStorageClass storage, const struct ir_io *io)
{
    const uint32_t id = declare_variable(w, storage, io_type(io));

    spirv_name(w, id, io->name);
    if (io->builtin == ir_builtin_none)
        decorate_with(w, id, SpvDecorationLocation, io->location);
    else
        decorate_with(w, id, SpvDecorationBuiltIn, (uint32_t)builtin_infos[io->builtin].number);
    return id;
}

/* A built-in input that the IR has no input for. */
static uint32_t
declare_own_builtin(struct spirv_writer *w, SpvBuiltIn number, ir_type_id type)
{
    const uint32_t id = declare_variable(w, SpvStorageClassInput, type);

    decorate_with(w, id, SpvDecorationBuiltIn, (uint32_t)number);
    return id;
}

static void
declare_input(struct spirv_writer *w, uint32_t index)
{
    const struct ir_io *io = &w->shader->inputs.data[index];
    struct spirv_input *input = &w->inputs[index];

    if (!input->used)
        return;
    input->variable = declare_io(w, SpvStorageClassInput, io);
    if (io->builtin == ir_builtin_lane)
        w->lane_variable = input->variable;
    else if (io->builtin == ir_builtin_helper)
        w->helper_variable = input->variable;
    else if (w->shader->stage == ir_stage_fragment && io->builtin == ir_builtin_none) {
        if (io->interp == ir_interp_flat || io->type == ir_type_i32)
            decorate(w, input->variable, SpvDecorationFlat);
        else if (io->interp == ir_interp_linear)
            decorate(w, input->variable, SpvDecorationNoPerspective);
    }
}

void
spirv_declare_interface(struct spirv_writer *w)
{
    const struct ir_shader *shader = w->shader;

    for (uint32_t i = 0; i < shader->inputs.count; i++)
        declare_input(w, i);
    for (uint32_t i = 0; i < shader->outputs.count; i++)
        w->outputs[i].variable = declare_io(w, SpvStorageClassOutput, &shader->outputs.data[i]);
    if (w->needs_place && !w->lane_variable)
        w->lane_variable = declare_own_builtin(w, SpvBuiltInSubgroupLocalInvocationId, ir_type_i32);
    if (w->needs_helper && !w->helper_variable)
        w->helper_variable = declare_own_builtin(w, SpvBuiltInHelperInvocation, ir_type_bool);

    if (w->lane_variable) {
        spirv_need(w, spirv_capability_GroupNonUniform);
        if (shader->stage == ir_stage_fragment)
            decorate(w, w->lane_variable, SpvDecorationFlat);
    }
    /* What demotion changes must be read anew each time. */
    if (w->helper_variable && spirv_target_has_demote(w->target))
        decorate(w, w->helper_variable, SpvDecorationVolatile);
}

/* ---- the entry block ---- */

/* All ones and 0 of a bool. */
static uint32_t
spread_bool(struct spirv_writer *w, uint32_t value)
{
    const uint32_t type = spirv_type(w, ir_type_i32);
    const uint32_t ones = spirv_u32(w, UINT32_MAX);
    const uint32_t zero = spirv_u32(w, 0);

    return spirv_select(w, type, value, ones, zero);
}

uint32_t
spirv_load_helper(struct spirv_writer *w)
{
    const uint32_t type = spirv_type(w, ir_type_bool);

    if (spirv_target_has_demote(w->target))
        return spirv_value2(w, SpvOpLoad, type, w->helper_variable, SpvMemoryAccessVolatileMask);
    return spirv_value1(w, SpvOpLoad, type, w->helper_variable);
}

static void
load_input(struct spirv_writer *w, uint32_t index)
{
    const struct ir_io *io = &w->shader->inputs.data[index];
    struct spirv_input *input = &w->inputs[index];

    if (io->builtin == ir_builtin_helper) {
        const uint32_t value = spirv_load_helper(w);
        input->values[0] = spread_bool(w, value);
        return;
    }
    const uint32_t type = spirv_type(w, io_type(io));
    const uint32_t value = spirv_value1(w, SpvOpLoad, type, input->variable);
    if (builtin_infos[io->builtin].is_bool) {
        input->values[0] = spread_bool(w, value);
    } else if (io->components == 1) {
        input->values[0] = value;
    } else {
        const uint32_t scalar = spirv_type(w, (ir_type_id)io->type);

        for (uint32_t c = 0; c < io->components; c++)
            if (input->used >> c & 1)
                input->values[c] = spirv_value2(w, SpvOpCompositeExtract, scalar, value, c);
    }
}

static void
find_place(struct spirv_writer *w)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_u32(w, 0);
    const uint32_t lane = spirv_value1(w, SpvOpLoad, u32, w->lane_variable);

    for (uint32_t bit = 0; bit < 2; bit++) {
        const uint32_t mask = spirv_u32(w, 1u << bit);
        const uint32_t masked = spirv_value2(w, SpvOpBitwiseAnd, u32, lane, mask);

        w->place_bits[bit] = spirv_value2(w, SpvOpINotEqual, boolean, masked, zero);
    }
}

void
spirv_enter_interface(struct spirv_writer *w)
{
    const struct ir_shader *shader = w->shader;

    /* Outputs that some way to the end leaves alone would show what was in a register. */
    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        const struct ir_io *io = &shader->outputs.data[i];

        if (w->outputs[i].written == (1u << io->components) - 1)
            continue;
        const uint32_t zero = spirv_zero(w, io_type(io));
        spirv_reserve(w, SPIRV_INST_ROOM);
        spirv_put_store(w, w->outputs[i].variable, zero);
    }
    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        spirv_reserve(w, SPIRV_INST_ROOM);
        if (w->inputs[i].used)
            load_input(w, i);
    }
    spirv_reserve(w, SPIRV_INST_ROOM);
    if (w->needs_place)
        find_place(w);
}

/* ---- ops ---- */

void
spirv_write_load_input(struct spirv_writer *w, const struct ir_inst *inst)
{
    w->ids[w->ref] = w->inputs[inst->arg[2] >> 2].values[inst->arg[2] & 3];
}

static void
store_component(struct spirv_writer *w, const struct ir_io *io, uint32_t variable, uint32_t c,
                uint32_t value)
{
    const uint32_t pointer = spirv_pointer_type(w, SpvStorageClassOutput, (ir_type_id)io->type);
    const uint32_t index = spirv_u32(w, c);
    const uint32_t target = spirv_value2(w, SpvOpAccessChain, pointer, variable, index);

    spirv_put_store(w, target, value);
}

static void
flush_output(struct spirv_writer *w, uint32_t index)
{
    const struct ir_io *io = &w->shader->outputs.data[index];
    struct spirv_output *output = &w->outputs[index];

    spirv_reserve(w, SPIRV_INST_ROOM);
    if (io->components == 1) {
        spirv_put_store(w, output->variable, output->values[0]);
    } else if (output->pending == (1u << io->components) - 1) {
        const uint32_t type = spirv_type(w, io_type(io));
        const uint32_t whole = spirv_put_value(w, SpvOpCompositeConstruct, io->components, type);

        for (uint32_t c = 0; c < io->components; c++)
            spirv_put(w, output->values[c]);
        spirv_put_store(w, output->variable, whole);
    } else {
        for (uint32_t c = 0; c < io->components; c++)
            if (output->pending >> c & 1)
                store_component(w, io, output->variable, c, output->values[c]);
    }
    output->pending = 0;
}

/* Takes all stores that stand in a row. Nothing can see an output between two of them, so that the
 * last one to each component counts. */
void
spirv_write_store_output(struct spirv_writer *w, const struct ir_inst *inst)
{
    const struct ir_shader *shader = w->shader;

    w->stored.count = 0;
    for (;;) {
        const uint32_t index = inst->arg[2] >> 2;
        const uint32_t component = inst->arg[2] & 3;
        struct spirv_output *output = &w->outputs[index];

        if (!output->pending)
            base_array_push(w->arena, &w->stored, index);
        output->values[component] = spirv_id(w, inst->arg[0]);
        output->pending |= (uint8_t)(1u << component);
        if (!inst->next || ir_op_of(shader, inst->next) != ir_op_store_output)
            break;
        w->ref = inst->next;
        inst = ir_at(shader, w->ref);
    }
    for (uint32_t i = 0; i < w->stored.count; i++)
        flush_output(w, w->stored.data[i]);
}
