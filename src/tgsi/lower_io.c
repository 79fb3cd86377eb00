/* SPDX-License-Identifier: MIT
 *
 * What a shader has in common with others: docs/tgsi.md has the mapping. Inputs are loaded once,
 * before everything else; outputs are stored where the shader ends.
 */
#include "tgsi/tgsi_priv.h"

/* ---- descriptors ---- */

uint32_t
tgsi_lower_descriptor_set(const struct tgsi_lowering *l)
{
    static const uint8_t sets[] = {
        [tgsi_processor_FRAG] = 1,      [tgsi_processor_VERT] = 0,      [tgsi_processor_GEOM] = 2,
        [tgsi_processor_TESS_CTRL] = 3, [tgsi_processor_TESS_EVAL] = 4, [tgsi_processor_COMP] = 0,
    };

    return l->options->has_set ? l->options->set : sets[l->program->processor];
}

uint32_t
tgsi_lower_binding(const struct tgsi_lowering *l, uint32_t binding)
{
    return l->options->first_binding + binding;
}

/* ---- which semantics there are ---- */

uint32_t
tgsi_lower_semantic_count(const struct tgsi_lowering *l, const struct tgsi_decl *decl)
{
    const bool is_vertex = tgsi_stage(l->program) == ir_stage_vertex;
    const uint32_t locations = tgsi_semantic_infos[decl->semantic].count;

    switch ((unsigned)decl->semantic) {
    case tgsi_semantic_POSITION:
        return decl->file != tgsi_file_SV || !is_vertex;
    case tgsi_semantic_PSIZE:
        return decl->file == tgsi_file_OUT && is_vertex;
    case tgsi_semantic_FACE:
        return decl->file != tgsi_file_OUT && !is_vertex;
    case tgsi_semantic_VERTEXID:
        return decl->file == tgsi_file_SV && is_vertex;
    case tgsi_semantic_COLOR:
        if (decl->file == tgsi_file_OUT && !is_vertex)
            return TGSI_MAX_TARGETS;
        return decl->file == tgsi_file_SV ? 0 : locations;
    case tgsi_semantic_BCOLOR:
        return is_vertex ? locations : 0;
    }
    return decl->file == (is_vertex ? tgsi_file_OUT : tgsi_file_IN) ? locations : 0;
}

/* ---- inputs and system values ---- */

/* The IR's input for a register that a declaration has; FACE and FOG are made from one component.
 */
static struct ir_io
input_of(struct tgsi_lowering *l, const struct tgsi_decl *decl, uint32_t reg)
{
    static const enum ir_interp interps[] = {
        [tgsi_interp_CONSTANT] = ir_interp_flat,
        [tgsi_interp_LINEAR] = ir_interp_linear,
        [tgsi_interp_PERSPECTIVE] = ir_interp_perspective,
        [tgsi_interp_COLOR] = ir_interp_perspective,
    };
    const uint32_t index = decl->semantic_index + (reg - decl->first);
    struct ir_io io = {
        .name = base_arena_printf(l->arena, "%s%u", decl->file == tgsi_file_IN ? "in" : "sv", reg),
        .type = ir_type_f32,
        .components = 4};

    if (tgsi_stage(l->program) == ir_stage_vertex && decl->file == tgsi_file_IN) {
        io.location = reg;
        return io;
    }
    io.interp = interps[decl->interp];
    switch ((unsigned)decl->semantic) {
    case tgsi_semantic_POSITION:
        io.builtin = ir_builtin_frag_coord;
        io.interp = ir_interp_perspective;
        break;
    case tgsi_semantic_FACE:
        io.builtin = ir_builtin_front_facing;
        break;
    case tgsi_semantic_VERTEXID:
        io.builtin = ir_builtin_vertex_index;
        break;
    default:
        io.location = tgsi_semantic_infos[decl->semantic].location + index;
        return io;
    }
    if (io.builtin != ir_builtin_frag_coord) {
        io.type = ir_type_i32;
        io.components = 1;
        io.interp = ir_interp_flat;
    }
    return io;
}

/* FACE as an input is 1.0 in front, -1.0 on the back; as a system value all ones or 0. */
static ir_ref
face_value(struct tgsi_lowering *l, const struct tgsi_decl *decl, ir_ref value)
{
    struct ir_builder *b = &l->b;

    if (decl->file != tgsi_file_IN || decl->semantic != tgsi_semantic_FACE)
        return value;
    return ir_build_select(b, ir_build_ine(b, value, ir_build_i32(b, 0)), ir_build_f32(b, 1.0f),
                           ir_build_f32(b, -1.0f));
}

/* What a component has that its semantic does not give: (x, 0, 0, 1), as numbers of an input or of
 * a system value. */
static ir_ref
missing_component(struct tgsi_lowering *l, const struct tgsi_decl *decl, unsigned c)
{
    if (decl->file == tgsi_file_SV)
        return ir_build_i32(&l->b, 0);
    return ir_build_f32(&l->b, c == 3 ? 1.0f : 0.0f);
}

/* A built-in may be an input and a system value at once. */
static uint32_t
add_input(struct tgsi_lowering *l, const struct ir_io *io)
{
    const struct ir_shader *shader = l->shader;

    for (uint32_t i = 0; io->builtin && i < shader->inputs.count; i++)
        if (shader->inputs.data[i].builtin == io->builtin)
            return i;
    return ir_add_input(l->shader, io);
}

static void
load_register(struct tgsi_lowering *l, const struct tgsi_decl *decl, uint32_t reg)
{
    const struct ir_io io = input_of(l, decl, reg);
    const uint32_t input = add_input(l, &io);
    const bool has_x_alone = io.components == 1 || (decl->semantic == tgsi_semantic_FOG);
    ir_ref *values = l->values[decl->file] + (size_t)4 * reg;

    for (unsigned c = 0; c < 4; c++) {
        if (!(l->used[decl->file][reg] & 1u << c))
            continue;
        if (c > 0 && has_x_alone)
            values[c] = missing_component(l, decl, c);
        else
            values[c] = face_value(l, decl,
                                   ir_build_op(&l->b, ir_op_load_input, (ir_type_id)io.type, 0, 0,
                                               ir_io_imm(input, c)));
    }
}

/* Puts the values of a file that is accessed by addresses into its array. */
static void
fill_array(struct tgsi_lowering *l, enum tgsi_file file, uint32_t count)
{
    const struct tgsi_storage *storage = &l->storage[file][0];
    const ir_ref *values = l->values[file];

    for (uint32_t i = 0; storage->kind == tgsi_storage_array && i < 4 * count; i++)
        if (values[i])
            (void)ir_build_op(&l->b, ir_op_store_array, ir_type_void, ir_build_i32(&l->b, i),
                              ir_build_bitcast(&l->b, ir_type_i32, values[i]), storage->base);
}

static void
load_file(struct tgsi_lowering *l, enum tgsi_file file)
{
    const struct tgsi_file_ranges *ranges = &l->registers.files[file];
    const uint32_t count = tgsi_registers_count(&l->registers, file, 0);

    l->values[file] = base_arena_new_array(l->arena, ir_ref, (size_t)4 * count);
    for (uint32_t i = 0; i < ranges->count; i++) {
        const struct tgsi_range *range = &ranges->ranges[i];

        for (uint32_t reg = range->first; reg <= range->last; reg++) {
            const ir_ref *values = l->values[file] + (size_t)4 * reg;

            /* A register that is declared again has its values already. */
            if (!values[0] && !values[1] && !values[2] && !values[3] && l->used[file][reg])
                load_register(l, &l->program->decls.data[range->decl], reg);
        }
    }
    if (count > 0)
        fill_array(l, file, count);
}

/* ---- outputs ---- */

static void
add_output(struct tgsi_lowering *l, const struct tgsi_decl *decl, uint32_t reg)
{
    const bool is_vertex = tgsi_stage(l->program) == ir_stage_vertex;
    const uint32_t index = decl->semantic_index + (reg - decl->first);
    struct tgsi_output output = {.reg = reg, .components = 4};
    struct ir_io io = {.name = base_arena_printf(l->arena, "out%u", reg), .type = ir_type_f32};

    switch ((unsigned)decl->semantic) {
    case tgsi_semantic_POSITION:
        io.builtin = is_vertex ? ir_builtin_position : ir_builtin_frag_depth;
        if (!is_vertex) {
            output.component = 2;
            output.components = 1;
        }
        break;
    case tgsi_semantic_PSIZE:
        io.builtin = ir_builtin_point_size;
        output.components = 1;
        break;
    case tgsi_semantic_COLOR:
        io.location = is_vertex ? tgsi_semantic_infos[tgsi_semantic_COLOR].location + index : index;
        break;
    default:
        io.location = tgsi_semantic_infos[decl->semantic].location + index;
        break;
    }
    io.components = output.components;
    output.io = ir_add_output(l->shader, &io);
    base_array_push(l->arena, &l->outputs, output);
}

static void
add_outputs(struct tgsi_lowering *l)
{
    const struct tgsi_file_ranges *ranges = &l->registers.files[tgsi_file_OUT];
    bool has_size = tgsi_stage(l->program) != ir_stage_vertex;
    bool has_position = has_size;
    uint32_t next = 0; /* Registers before have theirs. */

    for (uint32_t i = 0; i < ranges->count; i++) {
        const struct tgsi_range *range = &ranges->ranges[i];
        const struct tgsi_decl *decl = &l->program->decls.data[range->decl];

        has_size = has_size || decl->semantic == tgsi_semantic_PSIZE;
        has_position = has_position || decl->semantic == tgsi_semantic_POSITION;
        for (uint32_t reg = next > range->first ? next : range->first; reg <= range->last; reg++)
            add_output(l, decl, reg);
        next = next > range->last ? next : range->last + 1;
    }
    if (!has_size && l->options->default_point_size > 0) {
        const struct ir_io io = {.name = "point_size",
                                 .builtin = ir_builtin_point_size,
                                 .type = ir_type_f32,
                                 .components = 1};

        l->point_size = ir_add_output(l->shader, &io) + 1;
    }
    if (!has_position) {
        const struct ir_io io = {.name = "position",
                                 .builtin = ir_builtin_position,
                                 .type = ir_type_f32,
                                 .components = 4};

        l->position = ir_add_output(l->shader, &io) + 1;
    }
}

/* Where a vertex is that has no position: beyond the far plane, so that no host draws what it finds
 * in a register. */
static void
store_no_position(struct tgsi_lowering *l)
{
    static const float nowhere[4] = {0, 0, 2, 1};

    for (uint32_t c = 0; c < 4; c++)
        (void)ir_build_op(&l->b, ir_op_store_output, ir_type_void, ir_build_f32(&l->b, nowhere[c]),
                          0, ir_io_imm(l->position - 1, c));
}

void
tgsi_lower_store_outputs(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;

    for (uint32_t i = 0; i < l->outputs.count && !b->is_dead; i++) {
        const struct tgsi_output *output = &l->outputs.data[i];
        struct tgsi_location location;

        tgsi_lower_locate_register(l, tgsi_file_OUT, 0, output->reg, &location);
        for (unsigned c = 0; c < output->components; c++)
            (void)ir_build_op(b, ir_op_store_output, ir_type_void,
                              tgsi_lower_load(l, &location, output->component + c, ir_type_f32), 0,
                              ir_io_imm(output->io, c));
    }
    if (l->point_size)
        (void)ir_build_op(b, ir_op_store_output, ir_type_void,
                          ir_build_f32(b, l->options->default_point_size), 0,
                          ir_io_imm(l->point_size - 1, 0));
    if (l->position)
        store_no_position(l);
}

void
tgsi_lower_interface(struct tgsi_lowering *l)
{
    load_file(l, tgsi_file_IN);
    load_file(l, tgsi_file_SV);
    add_outputs(l);
}
