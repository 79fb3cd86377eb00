/* SPDX-License-Identifier: MIT
 *
 * docs/tgsi.md has the locations that stand between a vertex and a fragment shader.
 */
#include "cli/cli.h"
#include "tgsi/tgsi.h"

#define CHECKER_SQUARES 8 /* Either way. */

/* ---- the vertex shader ---- */

static uint32_t
add_attribute(struct ir_shader *shader, const char *name, enum cli_attribute location)
{
    const struct ir_io io = {
        .name = name,
        .location = location,
        .type = ir_type_f32,
        .components = 4,
        .interp = ir_interp_perspective,
    };

    return ir_add_input(shader, &io);
}

/* Stores the first components of an input in an output. */
static void
pass_through(struct ir_builder *b, uint32_t input, const struct ir_io *io)
{
    struct ir_io to = *io;

    to.wrap = 0; /* It is for the one who interpolates to wrap. */
    const uint32_t output = ir_add_output(b->shader, &to);

    for (uint32_t i = 0; i < io->components; i++) {
        ir_ref value = ir_build_op(b, ir_op_load_input, ir_type_f32, 0, 0, ir_io_imm(input, i));
        if (io->type == ir_type_i32)
            value = ir_build_f2i(b, ir_type_i32, value);
        ir_build_op(b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(output, i));
    }
}

static void
write_point_size(struct ir_builder *b, float point_size)
{
    const struct ir_io io = {
        .name = "point_size",
        .builtin = ir_builtin_point_size,
        .type = ir_type_f32,
        .components = 1,
    };
    const uint32_t output = ir_add_output(b->shader, &io);

    ir_build_op(b, ir_op_store_output, ir_type_void, ir_build_f32(b, point_size), 0,
                ir_io_imm(output, 0));
}

struct ir_shader *
cli_stock_vertex(struct base_arena *arena, const struct ir_shader *next, float point_size)
{
    struct ir_shader *shader = ir_shader_create(arena, ir_stage_vertex, "stock");
    const struct ir_io position = {
        .name = "position_out",
        .builtin = ir_builtin_position,
        .type = ir_type_f32,
        .components = 4,
    };
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const uint32_t from[cli_attribute_count] = {
        add_attribute(shader, "position", cli_attribute_position),
        add_attribute(shader, "colour", cli_attribute_colour),
        add_attribute(shader, "coordinate", cli_attribute_coordinate),
    };
    pass_through(&b, from[cli_attribute_position], &position);
    for (uint32_t i = 0; i < next->inputs.count; i++) {
        const struct ir_io *input = &next->inputs.data[i];

        if (input->builtin != ir_builtin_none)
            continue;
        /* What lies past the colours is a texture coordinate here. */
        pass_through(&b,
                     input->location < TGSI_FOG_LOCATION ? from[cli_attribute_colour]
                                                         : from[cli_attribute_coordinate],
                     input);
    }
    if (point_size > 0)
        write_point_size(&b, point_size);
    return shader;
}

/* ---- the fragment shader ---- */

/* The output of the shader that is to be seen: its first colour, or else the first of all
 * that has a location. NULL if there is none. */
static const struct ir_io *
find_shown(const struct ir_shader *shader)
{
    const struct ir_io *shown = NULL;

    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        const struct ir_io *output = &shader->outputs.data[i];

        if (output->builtin != ir_builtin_none || output->stream != 0)
            continue;
        if (output->location == TGSI_COLOR_LOCATION)
            return output;
        if (!shown)
            shown = output;
    }
    return shown;
}

static ir_ref
load_component(struct ir_builder *b, uint32_t input, const struct ir_io *io, uint32_t component)
{
    const ir_ref value =
        ir_build_op(b, ir_op_load_input, (ir_type_id)io->type, 0, 0, ir_io_imm(input, component));

    return io->type == ir_type_i32 ? ir_build_i2f(b, ir_type_f32, value) : value;
}

struct ir_shader *
cli_stock_fragment(struct base_arena *arena, const struct ir_shader *last)
{
    static const float missing[4] = {0, 0, 0, 1};
    struct ir_shader *shader = ir_shader_create(arena, ir_stage_fragment, "stock");
    const struct ir_io *shown = find_shown(last);
    const struct ir_io colour = {.name = "colour", .type = ir_type_f32, .components = 4};
    struct ir_builder b;
    uint32_t input = 0;

    ir_builder_init(&b, shader);
    if (shown) {
        struct ir_io io = *shown;

        io.interp = io.type == ir_type_i32 ? ir_interp_flat : ir_interp_perspective;
        input = ir_add_input(shader, &io);
    }
    const uint32_t output = ir_add_output(shader, &colour);
    for (uint32_t i = 0; i < 4; i++) {
        ir_ref value;

        if (!shown) /* White, for want of anything else. */
            value = ir_build_f32(&b, 1);
        else if (i < shown->components)
            value = load_component(&b, input, shown, i);
        else
            value = ir_build_f32(&b, missing[i]);
        ir_build_op(&b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(output, i));
    }
    return shader;
}

/* ---- textures ---- */

void
cli_stock_checker(unsigned char *texels, uint32_t width, uint32_t height, uint32_t number)
{
    static const unsigned char light[4] = {232, 226, 210, 255};
    /* No two have the same red, which is the depth where texels are compared with. */
    static const unsigned char dark[][4] = {
        {38, 70, 110, 255},  {110, 38, 70, 255}, {70, 110, 38, 255}, {140, 90, 20, 255},
        {20, 120, 120, 255}, {90, 30, 120, 255}, {160, 40, 40, 255}, {55, 55, 55, 255},
    };
    const unsigned char *colours[2] = {light, dark[number % BASE_COUNT(dark)]};
    const uint32_t phase = number / BASE_COUNT(dark) & 1;
    const uint32_t square_x = width / CHECKER_SQUARES ? width / CHECKER_SQUARES : 1;
    const uint32_t square_y = height / CHECKER_SQUARES ? height / CHECKER_SQUARES : 1;

    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            memcpy(texels + ((size_t)y * width + x) * 4,
                   colours[(x / square_x + y / square_y + phase) & 1], 4);
}

/* ---- what fills multisampled textures ---- */

struct ir_shader *
cli_stock_copy_vertex(struct base_arena *arena)
{
    struct ir_shader *shader = ir_shader_create(arena, ir_stage_vertex, "copy");
    const struct ir_io index = {
        .name = "index",
        .builtin = ir_builtin_vertex_index,
        .type = ir_type_i32,
        .components = 1,
        .interp = ir_interp_flat,
    };
    const struct ir_io position = {
        .name = "position_out",
        .builtin = ir_builtin_position,
        .type = ir_type_f32,
        .components = 4,
    };
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const uint32_t input = ir_add_input(shader, &index);
    const uint32_t output = ir_add_output(shader, &position);
    const ir_ref vertex = ir_build_op(&b, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(input, 0));
    /* A triangle over all of the target, with corners at -1, -1 and 3, -1 and -1, 3. */
    for (uint32_t i = 0; i < 4; i++) {
        ir_ref value = ir_build_f32(&b, i == 3 ? 1 : 0);

        if (i < 2)
            value = ir_build_select(&b, ir_build_ieq(&b, vertex, ir_build_i32(&b, i + 1)),
                                    ir_build_f32(&b, 3), ir_build_f32(&b, -1));
        ir_build_op(&b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(output, i));
    }
    return shader;
}

struct ir_shader *
cli_stock_copy_fragment(struct base_arena *arena, enum ir_texel texel)
{
    struct ir_shader *shader = ir_shader_create(arena, ir_stage_fragment, "copy");
    const enum ir_type type = ir_texel_type(texel);
    const struct ir_io place = {
        .name = "place", .builtin = ir_builtin_frag_coord, .type = ir_type_f32, .components = 4};
    const struct ir_io colour = {.name = "colour", .type = type, .components = 4};
    const struct ir_image image = {
        .name = "from", .dim = ir_dim_2d, .kind = ir_image_sampled, .texel = texel, .count = 1};
    struct ir_builder b;
    ir_ref operands[2];

    ir_builder_init(&b, shader);
    const uint32_t input = ir_add_input(shader, &place);
    const uint32_t output = ir_add_output(shader, &colour);
    for (uint32_t i = 0; i < 2; i++)
        operands[i] =
            ir_build_f2i(&b, ir_type_i32,
                         ir_build_op(&b, ir_op_load_input, ir_type_f32, 0, 0, ir_io_imm(input, i)));
    const ir_ref texels =
        ir_build_list(&b, ir_op_fetch, IR_VEC(type, 4), operands, 2, ir_add_image(shader, &image));
    for (uint32_t i = 0; i < 4; i++)
        ir_build_op(&b, ir_op_store_output, ir_type_void,
                    ir_build_op(&b, ir_op_extract, (ir_type_id)type, texels, 0, i), 0,
                    ir_io_imm(output, i));
    return shader;
}
