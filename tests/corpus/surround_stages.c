/* SPDX-License-Identifier: MIT */
#include "surround.h"

static ir_ref
load(struct ir_builder *b, uint32_t input, uint32_t component)
{
    const struct ir_io *io = &b->shader->inputs.data[input];
    const uint32_t imm = ir_io_imm(input, component);

    return ir_io_is_per_vertex(b->shader->stage, true, io)
               ? ir_build_op(b, ir_op_load_vertex, (ir_type_id)io->type, ir_build_i32(b, 0), 0, imm)
               : ir_build_op(b, ir_op_load_input, (ir_type_id)io->type, 0, 0, imm);
}

static void
store(struct ir_builder *b, uint32_t output, uint32_t component, ir_ref value)
{
    ir_build_op(b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(output, component));
}

static uint32_t
add_builtin(struct ir_shader *shader, bool is_input, enum ir_builtin builtin)
{
    const struct ir_io io = {.builtin = builtin,
                             .type = ir_builtin_infos[builtin].type,
                             .components = ir_builtin_infos[builtin].components};

    return is_input ? ir_add_input(shader, &io) : ir_add_output(shader, &io);
}

/* Inputs for all that a shader hands on at locations, and their sum at a location. */
static void
show_sum(struct ir_builder *b, const struct ir_shader *from)
{
    const struct ir_io shown = {.type = ir_type_f32, .components = 4};
    ir_ref sums[4];

    for (uint32_t c = 0; c < 4; c++)
        sums[c] = ir_build_f32(b, 0.25f);
    for (uint32_t i = 0; i < from->outputs.count; i++) {
        struct ir_io io = from->outputs.data[i];

        if (io.builtin || io.stream)
            continue;
        io.interp = io.type == ir_type_i32 ? ir_interp_flat : ir_interp_perspective;
        const uint32_t input = ir_add_input(b->shader, &io);
        for (uint32_t c = 0; c < io.components; c++) {
            const ir_ref value = load(b, input, c);

            sums[c] = ir_build_fadd(
                b, sums[c], io.type == ir_type_i32 ? ir_build_u2f(b, ir_type_f32, value) : value);
        }
    }
    const uint32_t output = ir_add_output(b->shader, &shown);
    for (uint32_t c = 0; c < 4; c++)
        store(b, output, c, sums[c]);
}

struct ir_shader *
surround_fragment(struct surround *s, const struct ir_shader *last)
{
    struct ir_shader *shader = ir_shader_create(s->arena, ir_stage_fragment, "surround");
    struct ir_builder b;

    ir_builder_init(&b, shader);
    show_sum(&b, last);
    return shader;
}

struct ir_shader *
surround_eval(struct surround *s, const struct ir_shader *control)
{
    struct ir_shader *shader = ir_shader_create(s->arena, ir_stage_tess_eval, "surround");
    struct ir_builder b;

    ir_builder_init(&b, shader);
    shader->input_primitive = ir_primitive_quads;
    const uint32_t coord = add_builtin(shader, true, ir_builtin_tess_coord);
    const uint32_t position = add_builtin(shader, false, ir_builtin_position);
    for (uint32_t c = 0; c < 2; c++)
        store(&b, position, c,
              ir_build_ffma(&b, load(&b, coord, c), ir_build_f32(&b, 2), ir_build_f32(&b, -1)));
    store(&b, position, 2, ir_build_f32(&b, 0.5f));
    store(&b, position, 3, ir_build_f32(&b, 1));
    show_sum(&b, control);
    return shader;
}

static ir_ref
made_up(struct surround *s, struct ir_builder *b, enum ir_type type)
{
    return ir_build_const(b, type, surround_word(s));
}

/* Each invocation writes its own vertex. */
static void
make_output(struct surround *s, struct ir_builder *b, const struct ir_io *input, ir_ref invocation)
{
    struct ir_io io = *input;

    io.interp = ir_interp_perspective;
    io.sampling = ir_sampling_center;
    const uint32_t output = ir_add_output(b->shader, &io);
    const bool is_of_vertex = ir_io_is_per_vertex(ir_stage_tess_control, false, &io);
    const bool is_level =
        io.builtin == ir_builtin_tess_level_outer || io.builtin == ir_builtin_tess_level_inner;
    for (uint32_t c = 0; c < io.components; c++) {
        const ir_ref value = is_level ? ir_build_f32(b, 3) : made_up(s, b, io.type);

        if (is_of_vertex)
            ir_build_op(b, ir_op_store_vertex, ir_type_void, invocation, value,
                        ir_io_imm(output, c));
        else
            store(b, output, c, value);
    }
}

struct ir_shader *
surround_control(struct surround *s, const struct ir_shader *eval, uint32_t vertices)
{
    static const enum ir_builtin levels[] = {ir_builtin_tess_level_outer,
                                             ir_builtin_tess_level_inner};
    struct ir_shader *shader = ir_shader_create(s->arena, ir_stage_tess_control, "surround");
    struct ir_builder b;

    ir_builder_init(&b, shader);
    shader->output_vertices = vertices;
    const uint32_t input = add_builtin(shader, true, ir_builtin_invocation_id);
    const ir_ref invocation = load(&b, input, 0);
    for (size_t i = 0; i < BASE_COUNT(levels); i++) {
        const struct ir_io io = {.builtin = levels[i],
                                 .type = ir_builtin_infos[levels[i]].type,
                                 .components = ir_builtin_infos[levels[i]].components};

        make_output(s, &b, &io, invocation);
    }
    for (uint32_t i = 0; i < eval->inputs.count; i++) {
        const struct ir_io *io = &eval->inputs.data[i];

        if (!io->builtin || ir_io_is_per_vertex(ir_stage_tess_eval, true, io))
            make_output(s, &b, io, invocation);
    }
    return shader;
}
