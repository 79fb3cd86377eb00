/* SPDX-License-Identifier: MIT
 *
 * Tessellation and geometry: vertices of a primitive, vertices that are made, and the settings of
 * these stages. And the clock. Vertices are arrays, of which no index goes outside.
 */
#include "spirv/spirv_priv.h"

void
spirv_survey_vertices(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    uint64_t index;

    if (inst->op != ir_op_load_vertex) {
        w->has_streams |= imm != 0;
        return;
    }
    w->inputs[imm >> 2].used |= (uint8_t)(1u << (imm & 3));
    /* Every patch has a first vertex. */
    if (w->shader->stage != ir_stage_geometry &&
        (!spirv_is_const(w, inst->arg[0], &index) || index != 0))
        w->needs_patch = true;
}

void
spirv_find_patch(struct spirv_writer *w)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t one = spirv_u32(w, 1);
    const uint32_t count = spirv_value1(w, SpvOpLoad, u32, w->patch_variable);

    w->patch_last = spirv_value2(w, SpvOpISub, u32, count, one);
}

/* ---- settings ---- */

static void
put_mode(struct spirv_writer *w, struct spirv_section *head, SpvExecutionMode mode)
{
    SPIRV_EMIT(w, head, SpvOpExecutionMode, w->function, (uint32_t)mode);
}

static void
put_mode_with(struct spirv_writer *w, struct spirv_section *head, SpvExecutionMode mode,
              uint32_t value)
{
    SPIRV_EMIT(w, head, SpvOpExecutionMode, w->function, (uint32_t)mode, value);
}

static void
put_eval_modes(struct spirv_writer *w, struct spirv_section *head)
{
    static const SpvExecutionMode spacings[ir_spacing_count] = {
        [ir_spacing_equal] = SpvExecutionModeSpacingEqual,
        [ir_spacing_fractional_even] = SpvExecutionModeSpacingFractionalEven,
        [ir_spacing_fractional_odd] = SpvExecutionModeSpacingFractionalOdd,
    };
    const struct ir_shader *shader = w->shader;

    put_mode(w, head,
             shader->input_primitive == ir_primitive_triangles ? SpvExecutionModeTriangles
             : shader->input_primitive == ir_primitive_quads   ? SpvExecutionModeQuads
                                                               : SpvExecutionModeIsolines);
    put_mode(w, head, spacings[shader->spacing]);
    put_mode(w, head,
             shader->is_clockwise ? SpvExecutionModeVertexOrderCw : SpvExecutionModeVertexOrderCcw);
    if (shader->is_point_mode)
        put_mode(w, head, SpvExecutionModePointMode);
}

static void
put_geometry_modes(struct spirv_writer *w, struct spirv_section *head)
{
    static const SpvExecutionMode inputs[ir_primitive_count] = {
        [ir_primitive_points] = SpvExecutionModeInputPoints,
        [ir_primitive_lines] = SpvExecutionModeInputLines,
        [ir_primitive_lines_adjacency] = SpvExecutionModeInputLinesAdjacency,
        [ir_primitive_triangles] = SpvExecutionModeTriangles,
        [ir_primitive_triangles_adjacency] = SpvExecutionModeInputTrianglesAdjacency,
    };
    const struct ir_shader *shader = w->shader;

    put_mode(w, head, inputs[shader->input_primitive]);
    put_mode_with(w, head, SpvExecutionModeInvocations, shader->invocations);
    put_mode(w, head,
             shader->output_primitive == ir_primitive_points ? SpvExecutionModeOutputPoints
             : shader->output_primitive == ir_primitive_line_strip
                 ? SpvExecutionModeOutputLineStrip
                 : SpvExecutionModeOutputTriangleStrip);
    /* None is not a number that Vulkan takes. */
    put_mode_with(w, head, SpvExecutionModeOutputVertices,
                  shader->output_vertices ? shader->output_vertices : 1);
}

void
spirv_write_primitive_modes(struct spirv_writer *w, struct spirv_section *head)
{
    if (w->shader->stage == ir_stage_tess_control)
        put_mode_with(w, head, SpvExecutionModeOutputVertices, w->shader->output_vertices);
    else if (w->shader->stage == ir_stage_tess_eval)
        put_eval_modes(w, head);
    else if (w->shader->stage == ir_stage_geometry)
        put_geometry_modes(w, head);
}

/* ---- vertices of the primitive ---- */

/* An index that is at most the last one. */
static uint32_t
bounded_index(struct spirv_writer *w, ir_ref index, uint32_t last)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t id = spirv_id(w, index);

    return spirv_glsl(w, GLSLstd450UMin, u32, (const uint32_t[]){id, last}, 2);
}

/* The same where the last one is known. */
static uint32_t
index_below(struct spirv_writer *w, ir_ref index, uint32_t count)
{
    uint64_t known;

    if (spirv_is_const(w, index, &known))
        return spirv_u32(w, known < count ? (uint32_t)known : count - 1);
    const uint32_t last = spirv_u32(w, count - 1);
    return bounded_index(w, index, last);
}

static uint32_t
input_vertex(struct spirv_writer *w, ir_ref index)
{
    uint64_t known;

    if (w->shader->stage == ir_stage_geometry)
        return index_below(w, index, ir_primitive_vertices(w->shader->input_primitive));
    if (spirv_is_const(w, index, &known) && known == 0)
        return spirv_u32(w, 0);
    return bounded_index(w, index, w->patch_last);
}

void
spirv_write_load_vertex(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t vertex = input_vertex(w, inst->arg[0]);
    const uint32_t pointer =
        spirv_component_pointer(w, SpvStorageClassInput, &w->shader->inputs.data[imm >> 2],
                                w->inputs[imm >> 2].variable, vertex, imm & 3);

    w->ids[w->ref] = spirv_value1(w, SpvOpLoad, type, pointer);
}

void
spirv_write_load_output(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const struct ir_io *io = &w->shader->outputs.data[imm >> 2];
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t vertex = ir_io_is_per_vertex(w->shader->stage, false, io)
                                ? index_below(w, inst->arg[0], w->shader->output_vertices)
                                : 0;
    const uint32_t pointer = spirv_component_pointer(
        w, SpvStorageClassOutput, io, w->outputs[imm >> 2].variable, vertex, imm & 3);

    w->ids[w->ref] = spirv_value1(w, SpvOpLoad, type, pointer);
}

/* Is the value for sure below output_vertices? */
static bool
is_own_vertex(const struct spirv_writer *w, ir_ref index)
{
    const struct ir_shader *shader = w->shader;
    uint64_t known;

    if (spirv_is_const(w, index, &known))
        return known < shader->output_vertices;
    return ir_op_of(shader, index) == ir_op_load_input &&
           shader->inputs.data[ir_imm(shader, index) >> 2].builtin == ir_builtin_invocation_id;
}

void
spirv_write_store_vertex(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const struct ir_io *io = &w->shader->outputs.data[imm >> 2];
    const uint32_t vertex = spirv_id(w, inst->arg[0]);
    const uint32_t value = spirv_id(w, inst->arg[1]);
    uint32_t inside = 0;
    uint64_t known;

    if (spirv_is_const(w, inst->arg[0], &known) && known >= w->shader->output_vertices)
        return;
    if (!is_own_vertex(w, inst->arg[0])) {
        const uint32_t boolean = spirv_type(w, ir_type_bool);
        const uint32_t count = spirv_u32(w, w->shader->output_vertices);

        inside = spirv_value2(w, SpvOpULessThan, boolean, vertex, count);
    }
    const struct spirv_guard guard = spirv_open_guard(w, inside);
    const uint32_t pointer = spirv_component_pointer(
        w, SpvStorageClassOutput, io, w->outputs[imm >> 2].variable, vertex, imm & 3);
    spirv_put_store(w, pointer, value);
    spirv_close_guard(w, &guard, ir_type_void, 0);
}

/* ---- vertices that are made ---- */

static void
put_for_stream(struct spirv_writer *w, SpvOp op, SpvOp stream_op, uint32_t stream)
{
    if (!w->has_streams) {
        spirv_put_op(w, op, 1);
        return;
    }
    const uint32_t id = spirv_u32(w, stream);
    spirv_put_op(w, stream_op, 2);
    spirv_put(w, id);
}

/* Notes which components are stored before the next vertex for sure; false if there is none. */
static bool
note_stores(struct spirv_writer *w, ir_ref emit)
{
    const struct ir_shader *shader = w->shader;

    for (uint32_t i = 0; i < shader->outputs.count; i++)
        w->outputs[i].next = 0;
    for (ir_ref ref = ir_next(shader, emit); ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);
        const uint32_t imm = ir_imm(shader, ref);

        if (op == ir_op_return)
            return false;
        if (op == ir_op_emit_vertex || ir_op_has(op, IR_OP_CONTROL))
            return true;
        if (op == ir_op_store_output)
            w->outputs[imm >> 2].next |= (uint8_t)(1u << (imm & 3));
    }
    return false;
}

/* A vertex leaves all outputs undefined. What may not be stored for the next one is cleared, so
 * that it cannot show what was in a register. */
void
spirv_write_emit_vertex(struct spirv_writer *w, const struct ir_inst *inst)
{
    const struct ir_shader *shader = w->shader;

    put_for_stream(w, SpvOpEmitVertex, SpvOpEmitStreamVertex, inst->arg[2]);
    if (!note_stores(w, w->ref))
        return;
    for (uint32_t i = 0; i < shader->outputs.count; i++)
        if (w->outputs[i].next != (1u << shader->outputs.data[i].components) - 1)
            spirv_clear_output(w, i);
}

void
spirv_write_end_primitive(struct spirv_writer *w, const struct ir_inst *inst)
{
    put_for_stream(w, SpvOpEndPrimitive, SpvOpEndStreamPrimitive, inst->arg[2]);
}

/* ---- the clock ---- */

void
spirv_write_clock(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t scope = spirv_u32(w, SpvScopeSubgroup);

    spirv_need(w, spirv_capability_ShaderClockKHR);
    w->ids[w->ref] = spirv_value1(w, SpvOpReadClockKHR, type, scope);
}
