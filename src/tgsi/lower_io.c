/* SPDX-License-Identifier: MIT
 *
 * What a shader has in common with others: docs/tgsi.md has the mapping. Inputs of vertex and
 * fragment shaders are loaded once, before everything else; outputs are stored where the shader
 * ends or a vertex is emitted. lower_vertex.c has the stages that see several vertices.
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

ir_ref
tgsi_lower_parameter(struct tgsi_lowering *l, uint32_t word)
{
    if (!l->parameters) {
        const struct ir_buffer buffer = {.name = "parameters",
                                         .set = tgsi_lower_descriptor_set(l),
                                         .binding = tgsi_lower_binding(l, TGSI_PARAMETERS),
                                         .size = sizeof(struct tgsi_parameters),
                                         .count = 1};

        l->parameters = ir_add_buffer(l->shader, &buffer) + 1;
        ir_add_emulated(l->shader,
                        base_arena_printf(l->arena,
                                          "the framebuffer's size and user clip planes come from "
                                          "the uniform buffer at set %u, binding %u",
                                          buffer.set, buffer.binding));
    }
    return ir_build_load_buffer(&l->b, ir_type_f32, l->parameters - 1,
                                ir_build_i32(&l->b, 4 * word));
}

ir_ref
tgsi_lower_extent(struct tgsi_lowering *l, unsigned c)
{
    const uint32_t size = l->options->framebuffer[c];

    return size ? ir_build_f32(&l->b, (float)size) : tgsi_lower_parameter(l, c);
}

/* ---- slots ---- */

static enum tgsi_form
form_of(const struct tgsi_slot *slot)
{
    return slot->place ? (enum tgsi_form)slot->place->form : tgsi_form_location;
}

static void
make_slots(struct tgsi_lowering *l, enum tgsi_file file)
{
    const struct tgsi_file_ranges *ranges = &l->registers->files[file];
    const uint32_t count = tgsi_registers_count(l->registers, file, 0);

    if (count == 0)
        return;
    l->slots[file] = base_arena_new_array(l->arena, struct tgsi_slot, count);
    for (uint32_t i = 0; i < ranges->count; i++) {
        const struct tgsi_range *range = &ranges->ranges[i];
        const struct tgsi_decl *decl = &l->program->decls.data[range->decl];
        const struct tgsi_place_info *place =
            tgsi_find_place(l->program->processor, file, (enum tgsi_semantic)decl->semantic);

        /* A register that is declared again is the same. */
        for (uint32_t reg = range->first; reg <= range->last; reg++)
            if (!l->slots[file][reg].decl)
                l->slots[file][reg] = (struct tgsi_slot){
                    decl, place, decl->semantic_index + (reg - decl->first), {0}};
    }

    for (uint32_t reg = 0; reg < count; reg++)
        l->reg_counts[file] += l->slots[file][reg].decl != NULL;
    l->regs[file] = base_arena_new_array(l->arena, uint32_t, l->reg_counts[file]);
    for (uint32_t reg = 0, i = 0; reg < count; reg++)
        if (l->slots[file][reg].decl)
            l->regs[file][i++] = reg;
}

const struct tgsi_slot *
tgsi_find_output(const struct tgsi_lowering *l, enum tgsi_semantic semantic, uint32_t index)
{
    for (uint32_t i = 0; i < l->reg_counts[tgsi_file_OUT]; i++) {
        const struct tgsi_slot *slot = &l->slots[tgsi_file_OUT][l->regs[tgsi_file_OUT][i]];

        if (slot->decl->semantic == semantic && slot->index == index)
            return slot;
    }
    return NULL;
}

static const char *
slot_name(struct tgsi_lowering *l, const struct tgsi_slot *slot)
{
    static const char *const names[] = {
        [tgsi_file_IN] = "in", [tgsi_file_OUT] = "out", [tgsi_file_SV] = "sv"};
    const unsigned file = slot->decl->file;

    return base_arena_number(l->arena, names[file], (uint32_t)(slot - l->slots[file]));
}

static void
set_semantic(struct ir_io *io, const struct tgsi_slot *slot)
{
    if (!slot->decl->semantic)
        return;
    io->semantic = tgsi_semantic_infos[slot->decl->semantic].name;
    io->semantic_index = slot->index;
}

/* Four floats at the slot's location. */
static struct ir_io
located(struct tgsi_lowering *l, const struct tgsi_slot *slot)
{
    struct ir_io io = {.name = slot_name(l, slot), .type = ir_type_f32, .components = 4};

    if (!slot->place)
        io.location = (uint32_t)(slot - l->slots[tgsi_file_IN]);
    else if (slot->place->form == tgsi_form_target)
        io.location = slot->index;
    else
        io.location = tgsi_semantic_infos[slot->place->semantic].location + slot->index;
    io.is_patch = slot->place && slot->place->form == tgsi_form_patch;
    set_semantic(&io, slot);
    return io;
}

static struct ir_io
builtin_io(const char *name, enum ir_builtin builtin)
{
    const struct ir_builtin_info *info = &ir_builtin_infos[builtin];

    return (struct ir_io){.name = name,
                          .builtin = builtin,
                          .type = (enum ir_type)info->type,
                          .components = info->components,
                          .interp =
                              info->type == ir_type_i32 ? ir_interp_flat : ir_interp_perspective};
}

/* The built-in that a register is, or is made from. */
static struct ir_io
slot_builtin(struct tgsi_lowering *l, const struct tgsi_slot *slot, enum ir_builtin builtin)
{
    struct ir_io io = builtin_io(slot_name(l, slot), builtin);

    set_semantic(&io, slot);
    return io;
}

/* ---- inputs ---- */

/* An input may be asked for more than once. */
static uint32_t
add_input(struct tgsi_lowering *l, const struct ir_io *io)
{
    const struct ir_shader *shader = l->shader;

    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        const struct ir_io *other = &shader->inputs.data[i];

        if (other->builtin == io->builtin && other->is_patch == io->is_patch &&
            (io->builtin || other->location == io->location))
            return i;
    }
    return ir_add_input(l->shader, io);
}

static void
set_interpolation(const struct tgsi_lowering *l, const struct tgsi_decl *decl, struct ir_io *io)
{
    static const enum ir_interp interps[] = {
        [tgsi_interp_CONSTANT] = ir_interp_flat,
        [tgsi_interp_LINEAR] = ir_interp_linear,
        [tgsi_interp_PERSPECTIVE] = ir_interp_perspective,
        [tgsi_interp_COLOR] = ir_interp_perspective,
    };
    static const enum ir_sampling samplings[] = {
        [tgsi_location_CENTER] = ir_sampling_center,
        [tgsi_location_CENTROID] = ir_sampling_centroid,
        [tgsi_location_SAMPLE] = ir_sampling_sample,
    };

    if (tgsi_stage(l->program) != ir_stage_fragment)
        return;
    io->interp = decl->interp == tgsi_interp_COLOR && l->options->flat_shade
                     ? ir_interp_flat
                     : interps[decl->interp];
    if (io->interp == ir_interp_flat)
        return;
    io->sampling = samplings[decl->location];
    io->wrap = decl->wrap & TGSI_MASK_ALL;
    if (io->wrap)
        ir_add_emulated(l->shader, "cylindrical wrap: inputs are interpolated from their values at "
                                   "the vertices");
}

/* Component c of the slot's location. */
static uint32_t
located_imm(struct tgsi_lowering *l, struct tgsi_slot *slot, unsigned c)
{
    if (!slot->imms[c]) {
        struct ir_io io = located(l, slot);

        set_interpolation(l, slot->decl, &io);
        const uint32_t input = add_input(l, &io);
        for (unsigned i = 0; i < 4; i++)
            slot->imms[i] = ir_io_imm(input, i) + 1;
    }
    return slot->imms[c] - 1;
}

static uint32_t
builtin_imm(struct tgsi_lowering *l, const struct ir_io *io, unsigned c)
{
    return ir_io_imm(add_input(l, io), c);
}

/* Some inputs have no vertex, and some are the same everywhere in a pixel. */
static ir_ref
fetch_input(struct tgsi_lowering *l, const struct tgsi_fetch *fetch, uint32_t imm)
{
    const struct ir_io *io = &l->shader->inputs.data[imm >> 2];
    const bool is_vertex = fetch->op == ir_op_load_vertex;
    const bool is_varied = is_vertex ? ir_io_is_per_vertex(l->shader->stage, true, io)
                                     : !io->builtin && io->interp != ir_interp_flat;

    if (!is_varied)
        return ir_build_op(&l->b, ir_op_load_input, (ir_type_id)io->type, 0, 0, imm);
    return ir_build_op(&l->b, fetch->op, (ir_type_id)io->type, fetch->x, fetch->y, imm);
}

/* The first register that the built-in is declared as; NULL if it is for something else. */
static const struct tgsi_slot *
find_slot_of(const struct tgsi_lowering *l, enum ir_builtin builtin)
{
    static const enum tgsi_file files[] = {tgsi_file_IN, tgsi_file_SV};

    for (size_t f = 0; f < BASE_COUNT(files); f++)
        for (uint32_t i = 0; i < l->reg_counts[files[f]]; i++) {
            const struct tgsi_slot *slot = &l->slots[files[f]][l->regs[files[f]][i]];

            if (slot->place && slot->place->builtin == builtin)
                return slot;
        }
    return NULL;
}

ir_ref
tgsi_lower_builtin(struct tgsi_lowering *l, enum ir_builtin builtin, unsigned c)
{
    const struct tgsi_fetch fetch = {.op = ir_op_load_input};
    struct ir_io io = builtin_io(ir_builtin_name(builtin), builtin);
    const struct tgsi_slot *slot = find_slot_of(l, builtin);

    if (slot)
        set_semantic(&io, slot);
    return fetch_input(l, &fetch, builtin_imm(l, &io, c));
}

/* What a component has that its semantic does not give: (x, 0, 0, 1), as numbers of an input or of
 * a system value. */
static ir_ref
missing_component(struct tgsi_lowering *l, const struct tgsi_slot *slot, unsigned c)
{
    if (slot->decl->file == tgsi_file_SV)
        return ir_build_i32(&l->b, 0);
    return ir_build_f32(&l->b, c == 3 ? 1.0f : 0.0f);
}

/* The colour, or on the back that of BCOLOR, which is interpolated alike. */
static ir_ref
fetch_color(struct tgsi_lowering *l, struct tgsi_slot *slot, unsigned c,
            const struct tgsi_fetch *fetch)
{
    struct ir_builder *b = &l->b;
    const ir_ref front = fetch_input(l, fetch, located_imm(l, slot, c));

    if (!l->options->two_side)
        return front;
    ir_add_emulated(l->shader, "two-sided colours: the face chooses between COLOR and BCOLOR");
    struct ir_io io = located(l, slot);
    io.name = base_arena_printf(l->arena, "%s_back", io.name);
    io.location = TGSI_BCOLOR_LOCATION + slot->index;
    set_interpolation(l, slot->decl, &io);
    const ir_ref back = fetch_input(l, fetch, ir_io_imm(add_input(l, &io), c));
    const ir_ref facing = tgsi_lower_builtin(l, ir_builtin_front_facing, 0);
    return ir_build_select(b, ir_build_ine(b, facing, ir_build_i32(b, 0)), front, back);
}

static ir_ref
fetch_builtin(struct tgsi_lowering *l, struct tgsi_slot *slot, enum ir_builtin builtin, unsigned c,
              const struct tgsi_fetch *fetch)
{
    if (c >= ir_builtin_infos[builtin].components)
        return missing_component(l, slot, c);
    if (!slot->imms[c]) {
        const struct ir_io io = slot_builtin(l, slot, builtin);

        slot->imms[c] = builtin_imm(l, &io, c) + 1;
    }
    return fetch_input(l, fetch, slot->imms[c] - 1);
}

static ir_ref
fetch_distance(struct tgsi_lowering *l, struct tgsi_slot *slot, unsigned c,
               const struct tgsi_fetch *fetch)
{
    unsigned component;
    const enum ir_builtin builtin = tgsi_find_distance(l, 4 * slot->index + c, &component);

    if (builtin == ir_builtin_none)
        return ir_build_f32(&l->b, 0.0f);
    const struct ir_io io = slot_builtin(l, slot, builtin);
    return fetch_input(l, fetch, builtin_imm(l, &io, component));
}

ir_ref
tgsi_lower_input(struct tgsi_lowering *l, enum tgsi_file file, uint32_t reg, unsigned c,
                 const struct tgsi_fetch *fetch)
{
    struct tgsi_slot *slot = &l->slots[file][reg];
    ir_ref value;

    switch ((unsigned)form_of(slot)) {
    case tgsi_form_location:
    case tgsi_form_patch:
        return fetch_input(l, fetch, located_imm(l, slot, c));
    case tgsi_form_fog:
        return c > 0 ? missing_component(l, slot, c)
                     : fetch_input(l, fetch, located_imm(l, slot, 0));
    case tgsi_form_color:
        return fetch_color(l, slot, c, fetch);
    case tgsi_form_builtin:
        return fetch_builtin(l, slot, (enum ir_builtin)slot->place->builtin, c, fetch);
    case tgsi_form_distance:
        return fetch_distance(l, slot, c, fetch);
    }
    value = tgsi_lower_value(l, slot, c);
    return value ? value : missing_component(l, slot, c);
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

/* What is read of a file, at the start. */
static void
load_file(struct tgsi_lowering *l, enum tgsi_file file)
{
    static const struct tgsi_fetch fetch = {.op = ir_op_load_input};
    const uint32_t count = tgsi_registers_count(l->registers, file, 0);

    if (count == 0)
        return;
    l->values[file] = base_arena_new_array(l->arena, ir_ref, (size_t)4 * count);
    for (uint32_t i = 0; i < l->reg_counts[file]; i++) {
        const uint32_t reg = l->regs[file][i];

        ir_build_place(&l->b, l->slots[file][reg].decl->line);
        for (unsigned c = 0; c < 4; c++)
            if (l->used[file][reg] & 1u << c)
                l->values[file][(size_t)4 * reg + c] = tgsi_lower_input(l, file, reg, c, &fetch);
    }
    fill_array(l, file, count);
}

/* ---- which outputs there are ---- */

/* An output of some components of a slot, from first on. */
static void
add_output(struct tgsi_lowering *l, struct tgsi_slot *slot, const struct ir_io *io, unsigned first)
{
    const uint32_t output = ir_add_output(l->shader, io);

    for (unsigned i = 0; i < io->components; i++)
        slot->imms[first + i] = ir_io_imm(output, i) + 1;
}

static uint8_t
stream_of(const struct tgsi_lowering *l, const struct tgsi_decl *decl, unsigned c)
{
    const bool has =
        tgsi_stage(l->program) == ir_stage_geometry && (decl->flags & TGSI_DECL_STREAM) != 0;

    return has ? decl->stream[c] : 0;
}

/* One output for each run of components of one stream. */
static void
add_streams(struct tgsi_lowering *l, struct tgsi_slot *slot)
{
    const struct tgsi_decl *decl = slot->decl;
    struct ir_io io = located(l, slot);

    for (unsigned c = 0; c < 4; c = io.component + io.components) {
        io.component = c;
        io.stream = stream_of(l, decl, c);
        io.components = 1;
        while (c + io.components < 4 && stream_of(l, decl, c + io.components) == io.stream)
            io.components++;
        add_output(l, slot, &io, c);
    }
}

static void
add_copy(struct tgsi_lowering *l, const struct tgsi_slot *slot, uint32_t location)
{
    struct ir_io io = located(l, slot);

    io.name = base_arena_printf(l->arena, "%s_at%u", io.name, location);
    io.location = location;
    const struct tgsi_copy copy = {ir_add_output(l->shader, &io),
                                   (uint32_t)(slot - l->slots[tgsi_file_OUT])};
    base_array_push(l->arena, &l->copies, copy);
}

static void
add_target(struct tgsi_lowering *l, struct tgsi_slot *slot)
{
    const struct ir_io io = located(l, slot);
    uint32_t targets = l->options->color_targets;

    add_output(l, slot, &io, 0);
    if (slot->index > 0 || !tgsi_lower_property(l, tgsi_property_FS_COLOR0_WRITES_ALL_CBUFS, 0))
        return;
    targets = targets < TGSI_MAX_TARGETS ? targets : TGSI_MAX_TARGETS;
    if (targets > 1)
        ir_add_emulated(l->shader, "FS_COLOR0_WRITES_ALL_CBUFS: COLOR[0] is an output for each "
                                   "target");
    for (uint32_t i = 1; i < targets; i++)
        if (!tgsi_find_output(l, tgsi_semantic_COLOR, i))
            add_copy(l, slot, i);
}

/* Distances are declared whole: those without a register are 0, which is inside. */
static void
add_distances(struct tgsi_lowering *l, struct tgsi_slot *slot)
{
    for (unsigned c = 0; c < 4; c++) {
        unsigned component;
        const enum ir_builtin builtin = tgsi_find_distance(l, 4 * slot->index + c, &component);
        uint32_t output = 0;

        if (builtin == ir_builtin_none)
            continue;
        while (output < l->shader->outputs.count &&
               l->shader->outputs.data[output].builtin != builtin)
            output++;
        if (output == l->shader->outputs.count) {
            const struct ir_io io = builtin_io(ir_builtin_name(builtin), builtin);

            (void)ir_add_output(l->shader, &io);
        }
        slot->imms[c] = ir_io_imm(output, component) + 1;
    }
}

static void
add_slot_output(struct tgsi_lowering *l, struct tgsi_slot *slot)
{
    struct ir_io io = slot_builtin(l, slot, (enum ir_builtin)slot->place->builtin);

    switch ((unsigned)slot->place->form) {
    case tgsi_form_location:
    case tgsi_form_patch:
        add_streams(l, slot);
        break;
    case tgsi_form_builtin:
        io.stream = stream_of(l, slot->decl, 0);
        add_output(l, slot, &io, 0);
        break;
    case tgsi_form_depth:
        add_output(l, slot, &io, 2);
        break;
    case tgsi_form_stencil:
        add_output(l, slot, &io, 1);
        break;
    case tgsi_form_target:
        add_target(l, slot);
        break;
    case tgsi_form_distance:
        add_distances(l, slot);
        break;
    case tgsi_form_clip_vertex:
        if (!tgsi_lower_is_last(l))
            add_streams(l, slot);
        break;
    case tgsi_form_nothing:
        ir_add_emulated(l->shader,
                        base_arena_printf(l->arena, "%s: has no effect",
                                          tgsi_semantic_infos[slot->decl->semantic].name));
        break;
    }
    if (slot->place->semantic == tgsi_semantic_COLOR && slot->place->form == tgsi_form_location &&
        l->options->two_side && tgsi_lower_is_last(l) &&
        !tgsi_find_output(l, tgsi_semantic_BCOLOR, slot->index))
        add_copy(l, slot, TGSI_BCOLOR_LOCATION + slot->index);
}

/* Is a point what the stage before the rasterizer makes? */
static bool
makes_points(const struct tgsi_lowering *l)
{
    switch ((unsigned)l->program->processor) {
    case tgsi_processor_VERT:
        return true;
    case tgsi_processor_TESS_EVAL:
        return l->shader->is_point_mode;
    case tgsi_processor_GEOM:
        return l->shader->output_primitive == ir_primitive_points;
    }
    return false;
}

/* Up to where components of an output are of use, of which those in the mask are written: those of
 * the first half of distances, if there is a second one, are all. */
static unsigned
used_components(const struct tgsi_lowering *l, uint32_t output, unsigned written)
{
    const enum ir_builtin builtin = l->shader->outputs.data[output].builtin;
    unsigned end = 0;

    for (uint32_t i = 0; i < l->shader->outputs.count; i++)
        if ((builtin == ir_builtin_clip_distance0 || builtin == ir_builtin_cull_distance0) &&
            l->shader->outputs.data[i].builtin == builtin + 1)
            return 4;
    for (; written; written >>= 1)
        end++;
    return end;
}

/* Components of distances that no register has, before others: each that is stored costs the host
 * one of few. */
static void
find_zeroes(struct tgsi_lowering *l)
{
    const struct ir_shader *shader = l->shader;

    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        unsigned written = 0;

        if (shader->outputs.data[i].builtin < ir_builtin_clip_distance0 ||
            shader->outputs.data[i].builtin > ir_builtin_cull_distance1)
            continue;
        for (uint32_t w = 0; w < 4 * l->reg_counts[tgsi_file_OUT]; w++) {
            const uint32_t reg = l->regs[tgsi_file_OUT][w / 4];
            const uint32_t imm = l->slots[tgsi_file_OUT][reg].imms[w % 4];

            if (imm && (imm - 1) >> 2 == i)
                written |= 1u << ((imm - 1) & 3);
        }
        const unsigned end = used_components(l, i, written);
        for (uint32_t c = 0; c < end; c++)
            if (!(written & 1u << c)) {
                const uint32_t imm = ir_io_imm(i, c);

                base_array_push(l->arena, &l->zeroes, imm);
            }
    }
}

/* What the stage has to write and the program does not. */
static void
add_defaults(struct tgsi_lowering *l)
{
    const bool is_last =
        TGSI_STAGES_LAST >> l->program->processor & 1; /* Or may be, as far as is known here. */

    if (l->options->default_point_size > 0 && makes_points(l) &&
        !tgsi_find_output(l, tgsi_semantic_PSIZE, 0)) {
        const struct ir_io io = builtin_io("point_size", ir_builtin_point_size);

        l->point_size = ir_add_output(l->shader, &io) + 1;
        ir_add_emulated(l->shader, "point size: vertices without PSIZE get the default");
    }
    if (is_last && !tgsi_find_output(l, tgsi_semantic_POSITION, 0)) {
        const struct ir_io io = builtin_io("position", ir_builtin_position);

        l->position = ir_add_output(l->shader, &io) + 1;
        ir_add_emulated(l->shader, "position: vertices without POSITION are beyond the far plane");
    }
    if (is_last)
        tgsi_lower_add_planes(l);
}

static void
add_outputs(struct tgsi_lowering *l)
{
    for (uint32_t i = 0; i < l->reg_counts[tgsi_file_OUT]; i++)
        add_slot_output(l, &l->slots[tgsi_file_OUT][l->regs[tgsi_file_OUT][i]]);
    find_zeroes(l);
    add_defaults(l);
}

/* ---- storing them ---- */

/* Component c of a register, as its output wants it. */
static ir_ref
output_value(struct tgsi_lowering *l, const struct tgsi_slot *slot,
             const struct tgsi_location *location, unsigned c, enum ir_type type)
{
    const unsigned semantic = slot->place->semantic;
    const bool is_color = semantic == tgsi_semantic_COLOR || semantic == tgsi_semantic_BCOLOR;
    const bool is_clamped = slot->place->form == tgsi_form_target
                                ? l->options->clamp_fragment_color
                                : l->options->clamp_vertex_color && tgsi_lower_is_last(l);

    if (slot->place->builtin == ir_builtin_position &&
        tgsi_lower_property(l, tgsi_property_VS_WINDOW_SPACE_POSITION, 0))
        return tgsi_lower_window_position(l, location, c);
    const ir_ref value = tgsi_lower_load(l, location, c, type);
    if (!is_color || !is_clamped)
        return value;
    ir_add_emulated(l->shader, "colours are clamped to 0 to 1");
    return ir_build_fsat(&l->b, value);
}

static void
store_slot(struct tgsi_lowering *l, const struct tgsi_slot *slot, const uint32_t imms[4],
           uint32_t stream)
{
    const uint32_t reg = (uint32_t)(slot - l->slots[tgsi_file_OUT]);
    struct tgsi_location location;

    tgsi_lower_locate_register(l, tgsi_file_OUT, 0, reg, &location);
    for (unsigned c = 0; c < 4; c++) {
        const struct ir_io *io = imms[c] ? &l->shader->outputs.data[(imms[c] - 1) >> 2] : NULL;

        if (io && io->stream == stream)
            (void)ir_build_op(&l->b, ir_op_store_output, ir_type_void,
                              output_value(l, slot, &location, c, io->type), 0, imms[c] - 1);
    }
}

static void
store_constant(struct tgsi_lowering *l, uint32_t imm, float value)
{
    (void)ir_build_op(&l->b, ir_op_store_output, ir_type_void, ir_build_f32(&l->b, value), 0, imm);
}

/* A vertex that has no position is beyond the far plane, so that no host draws what it finds in a
 * register. */
static void
store_defaults(struct tgsi_lowering *l)
{
    static const float nowhere[4] = {0, 0, 2, 1};

    for (uint32_t i = 0; i < l->zeroes.count; i++)
        store_constant(l, l->zeroes.data[i], 0.0f);
    if (l->point_size)
        store_constant(l, ir_io_imm(l->point_size - 1, 0), l->options->default_point_size);
    for (uint32_t c = 0; l->position && c < 4; c++)
        store_constant(l, ir_io_imm(l->position - 1, c), nowhere[c]);
    tgsi_lower_store_planes(l);
}

void
tgsi_lower_store_stream(struct tgsi_lowering *l, uint32_t stream)
{
    if (l->b.is_dead)
        return;
    for (uint32_t i = 0; i < l->reg_counts[tgsi_file_OUT]; i++) {
        const struct tgsi_slot *slot = &l->slots[tgsi_file_OUT][l->regs[tgsi_file_OUT][i]];

        store_slot(l, slot, slot->imms, stream);
    }
    if (stream > 0)
        return;
    for (uint32_t i = 0; i < l->copies.count; i++) {
        const struct tgsi_copy *copy = &l->copies.data[i];
        const uint32_t first = ir_io_imm(copy->io, 0) + 1;

        store_slot(l, &l->slots[tgsi_file_OUT][copy->reg],
                   (const uint32_t[]){first, first + 1, first + 2, first + 3}, 0);
    }
    store_defaults(l);
}

void
tgsi_lower_store_outputs(struct tgsi_lowering *l)
{
    if (tgsi_stage(l->program) != ir_stage_geometry && !tgsi_lower_is_io(l, tgsi_file_OUT))
        tgsi_lower_store_stream(l, 0);
}

/* The invocation's number, as the program knows it if it does, so that its addresses are told by
 * the value. */
static ir_ref
own_vertex(struct tgsi_lowering *l)
{
    for (uint32_t i = 0; i < l->reg_counts[tgsi_file_SV]; i++) {
        const uint32_t reg = l->regs[tgsi_file_SV][i];
        const ir_ref value = l->values[tgsi_file_SV][(size_t)4 * reg];

        if (l->slots[tgsi_file_SV][reg].decl->semantic == tgsi_semantic_INVOCATIONID && value)
            return value;
    }
    return tgsi_lower_builtin(l, ir_builtin_invocation_id, 0);
}

/* Distances that no register has are 0 for the vertex that the invocation makes. */
static void
start_vertex(struct tgsi_lowering *l)
{
    l->own_vertex = own_vertex(l);
    for (uint32_t i = 0; i < l->zeroes.count; i++)
        (void)ir_build_op(&l->b, ir_op_store_vertex, ir_type_void, l->own_vertex,
                          ir_build_f32(&l->b, 0.0f), l->zeroes.data[i]);
}

void
tgsi_lower_interface(struct tgsi_lowering *l)
{
    make_slots(l, tgsi_file_IN);
    make_slots(l, tgsi_file_SV);
    make_slots(l, tgsi_file_OUT);
    add_outputs(l);
    if (!tgsi_lower_is_io(l, tgsi_file_IN))
        load_file(l, tgsi_file_IN);
    load_file(l, tgsi_file_SV);
    if (tgsi_stage(l->program) == ir_stage_tess_control)
        start_vertex(l);
}
