/* SPDX-License-Identifier: MIT
 *
 * Inputs with components that wrap: the fragment shader gets the values of all vertices and
 * interpolates them itself, by VK_KHR_fragment_shader_barycentric.
 */
#include "spirv/spirv_priv.h"

static bool
is_linear(const struct ir_io *io)
{
    return io->interp == ir_interp_linear;
}

void
spirv_declare_wrap(struct spirv_writer *w, const struct ir_io *io, uint32_t variable)
{
    uint32_t *bary = &w->bary_variables[is_linear(io)];

    spirv_need(w, spirv_capability_FragmentBarycentricKHR);
    spirv_decorate(w, variable, SpvDecorationPerVertexKHR);
    if (!*bary)
        *bary = spirv_declare_own_builtin(
            w, is_linear(io) ? SpvBuiltInBaryCoordNoPerspKHR : SpvBuiltInBaryCoordKHR,
            IR_VEC(ir_type_f32, 3));
    if (io->sampling == ir_sampling_sample && !w->bary_is_sampled[is_linear(io)]) {
        w->bary_is_sampled[is_linear(io)] = true;
        spirv_decorate(w, *bary, SpvDecorationSample);
        spirv_need(w, spirv_capability_SampleRateShading);
    }
}

/* What is added to a vertex's value to bring its difference to the first one's into range. */
static uint32_t
correction(struct spirv_writer *w, uint32_t value, uint32_t first)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t half = spirv_float_const(w, ir_type_f32, 0.5);
    const uint32_t minus_half = spirv_float_const(w, ir_type_f32, -0.5);
    const uint32_t one = spirv_float_const(w, ir_type_f32, 1);
    const uint32_t minus_one = spirv_float_const(w, ir_type_f32, -1);
    const uint32_t zero = spirv_zero(w, ir_type_f32);
    const uint32_t difference = spirv_value2(w, SpvOpFSub, f32, value, first);
    const uint32_t is_large = spirv_value2(w, SpvOpFOrdGreaterThan, boolean, difference, half);
    const uint32_t is_small = spirv_value2(w, SpvOpFOrdLessThan, boolean, difference, minus_half);
    const uint32_t up = spirv_select(w, f32, is_small, one, zero);

    return spirv_select(w, f32, is_large, minus_one, up);
}

static uint32_t
load_vertex(struct spirv_writer *w, const struct ir_io *io, uint32_t variable, uint32_t vertex,
            uint32_t component)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t index = spirv_u32(w, vertex);
    const uint32_t pointer =
        spirv_component_pointer(w, SpvStorageClassInput, io, variable, index, component);

    return spirv_value1(w, SpvOpLoad, f32, pointer);
}

/* Lines and points lack vertices, whose values are undefined and whose weights are 0. */
static uint32_t
weigh(struct spirv_writer *w, uint32_t weight, uint32_t value)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_zero(w, ir_type_f32);
    const uint32_t is_zero = spirv_value2(w, SpvOpFOrdEqual, boolean, weight, zero);
    const uint32_t product = spirv_value2(w, SpvOpFMul, f32, weight, value);

    return spirv_select(w, f32, is_zero, zero, product);
}

static uint32_t
interpolate(struct spirv_writer *w, const struct ir_io *io, uint32_t variable, uint32_t bary,
            uint32_t component)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    uint32_t first = 0, sum = 0;

    spirv_reserve(w, SPIRV_INST_ROOM);
    for (uint32_t i = 0; i < SPIRV_WRAP_VERTICES; i++) {
        const uint32_t weight = spirv_value2(w, SpvOpCompositeExtract, f32, bary, i);
        uint32_t value = load_vertex(w, io, variable, i, component);

        if (i == 0) {
            first = value;
        } else if (io->wrap >> component & 1) {
            const uint32_t add = correction(w, value, first);

            value = spirv_value2(w, SpvOpFAdd, f32, value, add);
        }
        const uint32_t part = weigh(w, weight, value);
        sum = i == 0 ? part : spirv_value2(w, SpvOpFAdd, f32, sum, part);
    }
    return sum;
}

/* Where in the pixel the input is evaluated is where its weights are. */
static uint32_t
load_weights(struct spirv_writer *w, const struct ir_io *io)
{
    const uint32_t type = spirv_type(w, IR_VEC(ir_type_f32, 3));
    const uint32_t variable = w->bary_variables[is_linear(io)];
    uint32_t *loaded = &w->bary_values[is_linear(io)];

    if (io->sampling == ir_sampling_centroid) {
        spirv_need(w, spirv_capability_InterpolationFunction);
        return spirv_glsl(w, GLSLstd450InterpolateAtCentroid, type, &variable, 1);
    }
    if (!*loaded)
        *loaded = spirv_value1(w, SpvOpLoad, type, variable);
    return *loaded;
}

void
spirv_load_wrapped(struct spirv_writer *w, const struct ir_io *io, struct spirv_input *input)
{
    const uint32_t bary = load_weights(w, io);

    for (uint32_t c = 0; c < io->components; c++)
        if (input->used >> c & 1)
            input->values[c] = interpolate(w, io, input->variable, bary, c);
}

uint32_t
spirv_interp_wrapped(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const struct ir_io *io = &w->shader->inputs.data[imm >> 2];
    const uint32_t bary =
        spirv_interpolate(w, inst, IR_VEC(ir_type_f32, 3), w->bary_variables[is_linear(io)]);

    return interpolate(w, io, w->inputs[imm >> 2].variable, bary, imm & 3);
}
