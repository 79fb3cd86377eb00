/* SPDX-License-Identifier: MIT
 *
 * Inputs and outputs. Inputs are loaded once, in the entry block, so that their components are at
 * hand wherever they are used. Outputs are stored where the IR stores them; a run of stores goes
 * out as one where it gives a whole output.
 */
#include "spirv/spirv_priv.h"

enum shape {
    shape_plain,
    shape_bool, /* In SPIR-V; the IR has all ones and 0. */
    shape_array /* Of floats or, for the sample mask, of one word. */
};

/* A built-in of SPIR-V, and the capability that it asks for; Shader if none. */
struct builtin_info {
    SpvBuiltIn number;
    enum shape shape;
    enum spirv_capability capability;
};

#define NONE spirv_capability_Shader
#define GROUPS spirv_capability_GroupNonUniform
static const struct builtin_info builtin_infos[ir_builtin_count] = {
    [ir_builtin_position] = {SpvBuiltInPosition, shape_plain, NONE},
    [ir_builtin_point_size] = {SpvBuiltInPointSize, shape_plain, NONE},
    [ir_builtin_clip_distance0] = {SpvBuiltInClipDistance, shape_array,
                                   spirv_capability_ClipDistance},
    [ir_builtin_clip_distance1] = {SpvBuiltInClipDistance, shape_array,
                                   spirv_capability_ClipDistance},
    [ir_builtin_cull_distance0] = {SpvBuiltInCullDistance, shape_array,
                                   spirv_capability_CullDistance},
    [ir_builtin_cull_distance1] = {SpvBuiltInCullDistance, shape_array,
                                   spirv_capability_CullDistance},
    [ir_builtin_layer] = {SpvBuiltInLayer, shape_plain, NONE},
    [ir_builtin_viewport_index] = {SpvBuiltInViewportIndex, shape_plain, NONE},
    [ir_builtin_tess_level_outer] = {SpvBuiltInTessLevelOuter, shape_array, NONE},
    [ir_builtin_tess_level_inner] = {SpvBuiltInTessLevelInner, shape_array, NONE},
    [ir_builtin_tess_coord] = {SpvBuiltInTessCoord, shape_plain, NONE},
    [ir_builtin_patch_vertices] = {SpvBuiltInPatchVertices, shape_plain, NONE},
    [ir_builtin_invocation_id] = {SpvBuiltInInvocationId, shape_plain, NONE},
    [ir_builtin_vertex_index] = {SpvBuiltInVertexIndex, shape_plain, NONE},
    [ir_builtin_instance_index] = {SpvBuiltInInstanceIndex, shape_plain, NONE},
    [ir_builtin_base_vertex] = {SpvBuiltInBaseVertex, shape_plain, spirv_capability_DrawParameters},
    [ir_builtin_base_instance] = {SpvBuiltInBaseInstance, shape_plain,
                                  spirv_capability_DrawParameters},
    [ir_builtin_draw_index] = {SpvBuiltInDrawIndex, shape_plain, spirv_capability_DrawParameters},
    [ir_builtin_frag_coord] = {SpvBuiltInFragCoord, shape_plain, NONE},
    [ir_builtin_point_coord] = {SpvBuiltInPointCoord, shape_plain, NONE},
    [ir_builtin_front_facing] = {SpvBuiltInFrontFacing, shape_bool, NONE},
    [ir_builtin_primitive_id] = {SpvBuiltInPrimitiveId, shape_plain, NONE},
    [ir_builtin_sample_id] = {SpvBuiltInSampleId, shape_plain, spirv_capability_SampleRateShading},
    [ir_builtin_sample_position] = {SpvBuiltInSamplePosition, shape_plain,
                                    spirv_capability_SampleRateShading},
    [ir_builtin_sample_mask] = {SpvBuiltInSampleMask, shape_array, NONE},
    [ir_builtin_frag_depth] = {SpvBuiltInFragDepth, shape_plain, NONE},
    [ir_builtin_frag_stencil] = {SpvBuiltInFragStencilRefEXT, shape_plain,
                                 spirv_capability_StencilExportEXT},
    [ir_builtin_helper] = {SpvBuiltInHelperInvocation, shape_bool, NONE},
    [ir_builtin_view_index] = {SpvBuiltInViewIndex, shape_plain, spirv_capability_MultiView},
    [ir_builtin_device_index] = {SpvBuiltInDeviceIndex, shape_plain, spirv_capability_DeviceGroup},
    [ir_builtin_num_workgroups] = {SpvBuiltInNumWorkgroups, shape_plain, NONE},
    [ir_builtin_workgroup_id] = {SpvBuiltInWorkgroupId, shape_plain, NONE},
    [ir_builtin_local_id] = {SpvBuiltInLocalInvocationId, shape_plain, NONE},
    [ir_builtin_global_id] = {SpvBuiltInGlobalInvocationId, shape_plain, NONE},
    [ir_builtin_local_index] = {SpvBuiltInLocalInvocationIndex, shape_plain, NONE},
    [ir_builtin_subgroup_id] = {SpvBuiltInSubgroupId, shape_plain, GROUPS},
    [ir_builtin_num_subgroups] = {SpvBuiltInNumSubgroups, shape_plain, GROUPS},
    [ir_builtin_subgroup_size] = {SpvBuiltInSubgroupSize, shape_plain, GROUPS},
    [ir_builtin_lane] = {SpvBuiltInSubgroupLocalInvocationId, shape_plain, GROUPS},
};
#undef NONE
#undef GROUPS

static bool
is_array(const struct ir_io *io)
{
    return builtin_infos[io->builtin].shape == shape_array;
}

static bool
is_tess_level(const struct ir_io *io)
{
    return io->builtin == ir_builtin_tess_level_outer || io->builtin == ir_builtin_tess_level_inner;
}

static ir_type_id
io_type(const struct ir_io *io)
{
    return builtin_infos[io->builtin].shape == shape_bool ? (ir_type_id)ir_type_bool
                                                          : IR_VEC(io->type, io->components);
}

/* Is it an output of integers that the module declares with a sign? */
static bool
is_signed(const struct spirv_writer *w, SpvStorageClass storage, const struct ir_io *io)
{
    return storage == SpvStorageClassOutput && w->shader->stage == ir_stage_fragment &&
           io->builtin == ir_builtin_none && io->type == ir_type_i32 && io->location < 64 &&
           (w->signed_outputs >> io->location & 1);
}

static uint32_t
declare_variable(struct spirv_writer *w, SpvStorageClass storage, uint32_t type)
{
    const uint32_t pointer = SPIRV_TYPE(w, SpvOpTypePointer, (uint32_t)storage, type);
    const uint32_t id = spirv_new_id(w);

    SPIRV_EMIT(w, &w->globals, SpvOpVariable, pointer, id, (uint32_t)storage);
    base_array_push(w->arena, &w->interface, id);
    return id;
}

/* The other half of the distances: 0 to 3 of 4 to 7, and the reverse. */
static enum ir_builtin
other_half(enum ir_builtin builtin)
{
    switch ((unsigned)builtin) {
    case ir_builtin_clip_distance0:
        return ir_builtin_clip_distance1;
    case ir_builtin_clip_distance1:
        return ir_builtin_clip_distance0;
    case ir_builtin_cull_distance0:
        return ir_builtin_cull_distance1;
    case ir_builtin_cull_distance1:
        return ir_builtin_cull_distance0;
    }
    return ir_builtin_none;
}

static bool
is_second_half(enum ir_builtin builtin)
{
    return builtin == ir_builtin_clip_distance1 || builtin == ir_builtin_cull_distance1;
}

static const struct ir_io *
find_builtin(const struct ir_io *ios, uint32_t count, enum ir_builtin builtin, uint32_t *index)
{
    for (*index = 0; *index < count; (*index)++)
        if (ios[*index].builtin == builtin && builtin != ir_builtin_none)
            return &ios[*index];
    return NULL;
}

static bool
is_clip(enum ir_builtin builtin)
{
    return builtin == ir_builtin_clip_distance0 || builtin == ir_builtin_clip_distance1;
}

/* One past the highest component of a half that is used. */
static uint32_t
used_end(const struct spirv_writer *w, SpvStorageClass storage, uint32_t index,
         enum ir_builtin builtin)
{
    unsigned used =
        storage == SpvStorageClassInput ? w->inputs[index].used : w->outputs[index].used;
    uint32_t end = 0;

    for (; used; used >>= 1)
        end++;
    return end && is_second_half(builtin) ? end + 4 : end;
}

/* Both halves of the distances are one array, each element of which costs the host one of the
 * distances that it has. */
static uint32_t
count_distances(const struct spirv_writer *w, SpvStorageClass storage, enum ir_builtin builtin)
{
    const bool is_input = storage == SpvStorageClassInput;
    const struct spirv_distances *least = is_input ? &w->least_inputs : &w->least_outputs;
    const struct ir_io *ios = is_input ? w->shader->inputs.data : w->shader->outputs.data;
    const uint32_t count = is_input ? w->shader->inputs.count : w->shader->outputs.count;
    uint32_t length = is_clip(builtin) ? least->clip : least->cull;

    for (uint32_t i = 0; i < count; i++) {
        if (ios[i].builtin != builtin && ios[i].builtin != other_half(builtin))
            continue;
        const uint32_t end = used_end(w, storage, i, ios[i].builtin);
        length = end > length ? end : length;
    }
    return length ? length : 1; /* What is there must have a type. */
}

static uint32_t
array_length(const struct spirv_writer *w, SpvStorageClass storage, const struct ir_io *io)
{
    if (io->builtin == ir_builtin_sample_mask)
        return 1;
    return is_tess_level(io) ? io->components : count_distances(w, storage, io->builtin);
}

/* Vertices of the primitive that have an input or output each; 0: it is no such. */
static uint32_t
vertex_count(const struct spirv_writer *w, SpvStorageClass storage, const struct ir_io *io)
{
    const struct ir_shader *shader = w->shader;
    const bool is_input = storage == SpvStorageClassInput;

    if (is_input && io->wrap)
        return SPIRV_WRAP_VERTICES;
    if (!ir_io_is_per_vertex(shader->stage, is_input, io))
        return 0;
    if (!is_input)
        return shader->output_vertices;
    return shader->stage == ir_stage_geometry ? ir_primitive_vertices(shader->input_primitive)
                                              : IR_MAX_PATCH_VERTICES;
}

static void
need_builtin(struct spirv_writer *w, const struct ir_io *io)
{
    const unsigned stage = 1u << w->shader->stage;

    spirv_need(w, builtin_infos[io->builtin].capability);
    switch ((unsigned)io->builtin) {
    case ir_builtin_primitive_id:
        if (!(stage & IR_STAGES_TESS))
            spirv_need(w, spirv_capability_Geometry);
        break;
    case ir_builtin_point_size:
        if (stage & IR_STAGES_TESS)
            spirv_need(w, spirv_capability_TessellationPointSize);
        else if (stage & IR_STAGES_GEOMETRY)
            spirv_need(w, spirv_capability_GeometryPointSize);
        break;
    case ir_builtin_layer:
    case ir_builtin_viewport_index:
        if (!(stage & (IR_STAGES_VERTEX | IR_STAGES_TESS_EVAL)))
            spirv_need(w, io->builtin == ir_builtin_layer ? spirv_capability_Geometry
                                                          : spirv_capability_MultiViewport);
        else if (w->target < spirv_target_vulkan1_2)
            spirv_need(w, spirv_capability_ShaderViewportIndexLayerEXT);
        else
            spirv_need(w, io->builtin == ir_builtin_layer ? spirv_capability_ShaderLayer
                                                          : spirv_capability_ShaderViewportIndex);
        break;
    }
}

/* The type of the variable, without the vertices. */
static uint32_t
variable_type(struct spirv_writer *w, SpvStorageClass storage, const struct ir_io *io)
{
    if (is_array(io)) {
        const uint32_t element = spirv_type(w, (ir_type_id)io->type);
        const uint32_t length = spirv_u32(w, array_length(w, storage, io));

        return SPIRV_TYPE(w, SpvOpTypeArray, element, length);
    }
    return is_signed(w, storage, io) ? spirv_texel_type(w, ir_texel_i32, io->components)
                                     : spirv_type(w, io_type(io));
}

static uint32_t
declare_io(struct spirv_writer *w, SpvStorageClass storage, const struct ir_io *io)
{
    const uint32_t vertices = vertex_count(w, storage, io);
    uint32_t type = variable_type(w, storage, io);

    if (vertices) {
        const uint32_t length = spirv_u32(w, vertices);

        type = SPIRV_TYPE(w, SpvOpTypeArray, type, length);
    }
    const uint32_t id = declare_variable(w, storage, type);
    spirv_name(w, id, io->name);
    if (io->builtin == ir_builtin_none) {
        spirv_decorate_with(w, id, SpvDecorationLocation,
                            io->location + (io->is_patch ? w->patch_location : 0));
        if (io->component)
            spirv_decorate_with(w, id, SpvDecorationComponent, io->component);
        if (io->index)
            spirv_decorate_with(w, id, SpvDecorationIndex, io->index);
    } else {
        spirv_decorate_with(w, id, SpvDecorationBuiltIn,
                            (uint32_t)builtin_infos[io->builtin].number);
        need_builtin(w, io);
    }
    if (io->is_patch || is_tess_level(io))
        spirv_decorate(w, id, SpvDecorationPatch);
    if (w->has_streams && storage == SpvStorageClassOutput)
        spirv_decorate_with(w, id, SpvDecorationStream, io->stream);
    return id;
}

/* A built-in input that the IR has no input for. */
uint32_t
spirv_declare_own_builtin(struct spirv_writer *w, SpvBuiltIn number, ir_type_id type)
{
    const uint32_t type_id = spirv_type(w, type);
    const uint32_t id = declare_variable(w, SpvStorageClassInput, type_id);

    spirv_decorate_with(w, id, SpvDecorationBuiltIn, (uint32_t)number);
    return id;
}

static void
decorate_fragment_input(struct spirv_writer *w, const struct ir_io *io, uint32_t id)
{
    const bool is_integer =
        builtin_infos[io->builtin].shape != shape_bool && io->type == ir_type_i32;

    if (io->wrap) {
        spirv_declare_wrap(w, io, id);
        return;
    }
    if (is_integer || (io->builtin == ir_builtin_none && io->interp == ir_interp_flat))
        spirv_decorate(w, id, SpvDecorationFlat);
    if (io->builtin != ir_builtin_none)
        return;
    if (io->interp == ir_interp_linear)
        spirv_decorate(w, id, SpvDecorationNoPerspective);
    if (io->sampling == ir_sampling_centroid)
        spirv_decorate(w, id, SpvDecorationCentroid);
    if (io->sampling == ir_sampling_sample) {
        spirv_decorate(w, id, SpvDecorationSample);
        spirv_need(w, spirv_capability_SampleRateShading);
    }
}

static void
declare_input(struct spirv_writer *w, uint32_t index)
{
    const struct ir_shader *shader = w->shader;
    const struct ir_io *io = &shader->inputs.data[index];
    struct spirv_input *input = &w->inputs[index];
    uint32_t other;

    if (!input->used)
        return;
    if (find_builtin(shader->inputs.data, shader->inputs.count, other_half(io->builtin), &other) &&
        w->inputs[other].variable) {
        input->variable = w->inputs[other].variable;
        return;
    }
    input->variable = declare_io(w, SpvStorageClassInput, io);
    if (io->builtin == ir_builtin_lane)
        w->lane_variable = input->variable;
    else if (io->builtin == ir_builtin_frag_coord)
        w->coord_variable = input->variable;
    else if (io->builtin == ir_builtin_helper)
        w->helper_variable = input->variable;
    else if (io->builtin == ir_builtin_patch_vertices)
        w->patch_variable = input->variable;
    if (shader->stage == ir_stage_fragment && io->builtin != ir_builtin_lane)
        decorate_fragment_input(w, io, input->variable);
}

static void
declare_output(struct spirv_writer *w, uint32_t index)
{
    const struct ir_shader *shader = w->shader;
    const struct ir_io *io = &shader->outputs.data[index];
    uint32_t other;

    if (find_builtin(shader->outputs.data, shader->outputs.count, other_half(io->builtin),
                     &other) &&
        w->outputs[other].variable)
        w->outputs[index].variable = w->outputs[other].variable;
    else
        w->outputs[index].variable = declare_io(w, SpvStorageClassOutput, io);
}

/* What makes a host run the shader once a sample. */
static bool
asks_for_samples(const struct spirv_writer *w)
{
    const struct ir_shader *shader = w->shader;

    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        const struct ir_io *io = &shader->inputs.data[i];

        if (w->inputs[i].used &&
            (io->builtin == ir_builtin_sample_id || io->builtin == ir_builtin_sample_position ||
             (io->builtin == ir_builtin_none && io->sampling == ir_sampling_sample)))
            return true;
    }
    return false;
}

/* What the lane's place comes from, and what a derivative is taken of. */
static void
declare_for_quads(struct spirv_writer *w)
{
    const bool has_pixel = w->quad == spirv_quad_derivatives;

    if (w->needs_place && !has_pixel && !w->lane_variable)
        w->lane_variable =
            spirv_declare_own_builtin(w, SpvBuiltInSubgroupLocalInvocationId, ir_type_i32);
    if (((w->needs_place && has_pixel) || w->needs_helpers) && !w->coord_variable)
        w->coord_variable =
            spirv_declare_own_builtin(w, SpvBuiltInFragCoord, IR_VEC(ir_type_f32, 4));
}

void
spirv_declare_interface(struct spirv_writer *w)
{
    const struct ir_shader *shader = w->shader;

    for (uint32_t i = 0; i < shader->inputs.count; i++)
        declare_input(w, i);
    for (uint32_t i = 0; i < shader->outputs.count; i++)
        declare_output(w, i);
    declare_for_quads(w);
    if (w->needs_helper && !w->helper_variable)
        w->helper_variable = spirv_declare_own_builtin(w, SpvBuiltInHelperInvocation, ir_type_bool);
    if (w->needs_patch && !w->patch_variable)
        w->patch_variable = spirv_declare_own_builtin(w, SpvBuiltInPatchVertices, ir_type_i32);
    if (shader->is_sample_rate && !asks_for_samples(w)) {
        const uint32_t id = spirv_declare_own_builtin(w, SpvBuiltInSampleId, ir_type_i32);

        spirv_decorate(w, id, SpvDecorationFlat);
        spirv_need(w, spirv_capability_SampleRateShading);
    }

    if (w->lane_variable) {
        spirv_need(w, spirv_capability_GroupNonUniform);
        if (shader->stage == ir_stage_fragment)
            spirv_decorate(w, w->lane_variable, SpvDecorationFlat);
    }
    /* What demotion changes must be read anew each time. */
    if (w->helper_variable && spirv_target_has_demote(w->target))
        spirv_decorate(w, w->helper_variable, SpvDecorationVolatile);
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

/* The place of an array's element that is a component of the io. */
static uint32_t
element_pointer(struct spirv_writer *w, SpvStorageClass storage, const struct ir_io *io,
                uint32_t variable, uint32_t component)
{
    const uint32_t pointer = spirv_pointer_type(w, storage, (ir_type_id)io->type);
    const uint32_t index = spirv_u32(w, component + (is_second_half(io->builtin) ? 4 : 0));

    return spirv_value2(w, SpvOpAccessChain, pointer, variable, index);
}

uint32_t
spirv_component_pointer(struct spirv_writer *w, SpvStorageClass storage, const struct ir_io *io,
                        uint32_t variable, uint32_t vertex, uint32_t component)
{
    const bool is_scalar = io->components == 1 && !is_array(io);

    if (!vertex)
        return is_scalar ? variable : element_pointer(w, storage, io, variable, component);
    const uint32_t pointer = spirv_pointer_type(w, storage, (ir_type_id)io->type);
    if (is_scalar)
        return spirv_value2(w, SpvOpAccessChain, pointer, variable, vertex);
    const uint32_t index = spirv_u32(w, component + (is_second_half(io->builtin) ? 4 : 0));
    return spirv_value3(w, SpvOpAccessChain, pointer, variable, vertex, index);
}

static void
load_array_input(struct spirv_writer *w, const struct ir_io *io, struct spirv_input *input)
{
    const uint32_t scalar = spirv_type(w, (ir_type_id)io->type);

    for (uint32_t c = 0; c < io->components; c++)
        if (input->used >> c & 1) {
            const uint32_t pointer =
                element_pointer(w, SpvStorageClassInput, io, input->variable, c);

            input->values[c] = spirv_value1(w, SpvOpLoad, scalar, pointer);
        }
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
    if (ir_io_is_per_vertex(w->shader->stage, true, io))
        return; /* load_vertex loads it. */
    if (io->wrap) {
        spirv_load_wrapped(w, io, input);
        return;
    }
    if (is_array(io)) {
        load_array_input(w, io, input);
        return;
    }
    const uint32_t type = spirv_type(w, io_type(io));
    const uint32_t value = spirv_value1(w, SpvOpLoad, type, input->variable);
    if (builtin_infos[io->builtin].shape == shape_bool) {
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

static uint32_t
signed_zero(struct spirv_writer *w, unsigned components)
{
    const uint32_t type = spirv_texel_type(w, ir_texel_i32, components);
    const uint32_t id = spirv_new_id(w);

    SPIRV_EMIT(w, &w->globals, SpvOpConstantNull, type, id);
    return id;
}

void
spirv_clear_output(struct spirv_writer *w, uint32_t index)
{
    const struct ir_io *io = &w->shader->outputs.data[index];
    const uint32_t variable = w->outputs[index].variable;

    spirv_reserve(w, SPIRV_INST_ROOM);
    if (is_array(io)) {
        const uint32_t zero = spirv_zero(w, (ir_type_id)io->type);
        const uint32_t first = is_second_half(io->builtin) ? 4 : 0;
        const uint32_t length = array_length(w, SpvStorageClassOutput, io);

        for (uint32_t c = 0; c < io->components && first + c < length; c++) {
            const uint32_t pointer = element_pointer(w, SpvStorageClassOutput, io, variable, c);

            spirv_put_store(w, pointer, zero);
        }
        return;
    }
    const uint32_t zero = is_signed(w, SpvStorageClassOutput, io) ? signed_zero(w, io->components)
                                                                  : spirv_zero(w, io_type(io));
    spirv_put_store(w, variable, zero);
}

void
spirv_enter_interface(struct spirv_writer *w)
{
    const struct ir_shader *shader = w->shader;

    /* Outputs that some way to the end leaves alone would show what was in a register. Those of a
     * patch belong to several invocations: what one clears another may have stored. */
    for (uint32_t i = 0; shader->stage != ir_stage_tess_control && i < shader->outputs.count; i++)
        if (w->outputs[i].written != (1u << shader->outputs.data[i].components) - 1)
            spirv_clear_output(w, i);
    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        spirv_reserve(w, SPIRV_INST_ROOM);
        if (w->inputs[i].used)
            load_input(w, i);
    }
    spirv_enter_quads(w);
    if (w->needs_patch)
        spirv_find_patch(w);
}

/* ---- ops ---- */

void
spirv_write_load_input(struct spirv_writer *w, const struct ir_inst *inst)
{
    w->ids[w->ref] = w->inputs[inst->arg[2] >> 2].values[inst->arg[2] & 3];
}

/* A component's value as the variable has it. */
static uint32_t
cast_output(struct spirv_writer *w, const struct ir_io *io, uint32_t value)
{
    if (!is_signed(w, SpvStorageClassOutput, io))
        return value;
    const uint32_t type = spirv_texel_type(w, ir_texel_i32, 1);
    return spirv_value1(w, SpvOpBitcast, type, value);
}

static void
store_component(struct spirv_writer *w, const struct ir_io *io, uint32_t variable, uint32_t c,
                uint32_t value)
{
    const uint32_t stored = cast_output(w, io, value);
    uint32_t target;

    if (is_signed(w, SpvStorageClassOutput, io)) {
        const uint32_t scalar = spirv_texel_type(w, ir_texel_i32, 1);
        const uint32_t pointer = SPIRV_TYPE(w, SpvOpTypePointer, SpvStorageClassOutput, scalar);
        const uint32_t index = spirv_u32(w, c);

        target = spirv_value2(w, SpvOpAccessChain, pointer, variable, index);
    } else {
        target = element_pointer(w, SpvStorageClassOutput, io, variable, c);
    }
    spirv_put_store(w, target, stored);
}

static void
flush_output(struct spirv_writer *w, uint32_t index)
{
    const struct ir_io *io = &w->shader->outputs.data[index];
    struct spirv_output *output = &w->outputs[index];

    spirv_reserve(w, SPIRV_INST_ROOM);
    if (io->components == 1 && !is_array(io)) {
        const uint32_t value = cast_output(w, io, output->values[0]);

        spirv_put_store(w, output->variable, value);
    } else if (!is_array(io) && output->pending == (1u << io->components) - 1) {
        const uint32_t type = spirv_type(w, io_type(io));
        uint32_t whole = spirv_put_value(w, SpvOpCompositeConstruct, io->components, type);

        for (uint32_t c = 0; c < io->components; c++)
            spirv_put(w, output->values[c]);
        if (is_signed(w, SpvStorageClassOutput, io)) {
            const uint32_t cast = spirv_texel_type(w, ir_texel_i32, io->components);

            whole = spirv_value1(w, SpvOpBitcast, cast, whole);
        }
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

/* ---- interpolation elsewhere ---- */

uint32_t
spirv_interpolate(struct spirv_writer *w, const struct ir_inst *inst, ir_type_id type,
                  uint32_t pointer)
{
    const uint32_t type_id = spirv_type(w, type);
    uint32_t operands[2] = {pointer}, count = 1;

    if (inst->op == ir_op_interp_sample) {
        operands[count++] = spirv_id(w, inst->arg[0]);
    } else if (inst->op == ir_op_interp_offset) {
        const uint32_t pair = spirv_type(w, IR_VEC(ir_type_f32, 2));
        const uint32_t x = spirv_id(w, inst->arg[0]);
        const uint32_t y = spirv_id(w, inst->arg[1]);

        operands[count++] = spirv_value2(w, SpvOpCompositeConstruct, pair, x, y);
    }
    spirv_need(w, spirv_capability_InterpolationFunction);
    return spirv_glsl(w,
                      inst->op == ir_op_interp_centroid ? GLSLstd450InterpolateAtCentroid
                      : inst->op == ir_op_interp_sample ? GLSLstd450InterpolateAtSample
                                                        : GLSLstd450InterpolateAtOffset,
                      type_id, operands, count);
}

void
spirv_write_interp(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const struct ir_io *io = &w->shader->inputs.data[imm >> 2];
    const struct spirv_input *input = &w->inputs[imm >> 2];

    /* What is not interpolated is the same everywhere. */
    if (io->builtin != ir_builtin_none || io->type != ir_type_f32) {
        w->ids[w->ref] = input->values[imm & 3];
        return;
    }
    if (io->wrap) {
        w->ids[w->ref] = spirv_interp_wrapped(w, inst);
        return;
    }
    const uint32_t pointer =
        spirv_component_pointer(w, SpvStorageClassInput, io, input->variable, 0, imm & 3);
    w->ids[w->ref] = spirv_interpolate(w, inst, inst->type, pointer);
}
