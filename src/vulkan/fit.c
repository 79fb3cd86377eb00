/* SPDX-License-Identifier: MIT
 *
 * What is changed of a shader before it becomes a module for the host. The scene's shader stays as
 * it is: changes are made to a copy.
 */
#include "vk_priv.h"

bool
vk_has_builtin(const struct ir_io *ios, uint32_t count, enum ir_builtin builtin)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ios[i].builtin == builtin)
            return true;
    }
    return false;
}

static void
insert_store(struct ir_shader *shader, ir_ref at, uint32_t output, ir_ref value)
{
    const ir_ref store = ir_insert_before(shader, at, ir_op_store_output, ir_type_void);

    ir_at(shader, store)->arg[0] = value;
    ir_at(shader, store)->arg[2] = ir_io_imm(output, 0);
}

/* Points without a size are 1 pixel wide; hosts leave that open unless the shader says so, a
 * geometry shader for each vertex. */
static void
add_point_size(struct ir_shader *shader)
{
    const struct ir_io io = {
        .name = "point_size",
        .builtin = ir_builtin_point_size,
        .type = ir_type_f32,
        .components = 1,
    };
    const uint32_t index = ir_add_output(shader, &io);
    const ir_ref one = ir_insert_const(shader, ir_op_const, ir_type_f32, 0x3f800000);

    if (shader->stage != ir_stage_geometry) {
        insert_store(shader, ir_next(shader, shader->last_const), index, one);
        return;
    }
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_of(shader, ref) == ir_op_emit_vertex)
            insert_store(shader, ref, index, one);
}

/* ---- arrays of as many elements as are bound ---- */

static uint32_t
count_bound(const struct scene_inputs *inputs, uint32_t set, uint32_t binding)
{
    const uint32_t count = scene_count_elements(inputs, set, binding);

    return count ? count : 1;
}

static void
close_arrays(struct ir_shader *shader, const struct scene_inputs *inputs)
{
    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        struct ir_buffer *buffer = &shader->buffers.data[i];
        if (!buffer->count)
            buffer->count = count_bound(inputs, buffer->set, buffer->binding);
    }
    for (uint32_t i = 0; i < shader->images.count; i++) {
        struct ir_image *image = &shader->images.data[i];
        if (!image->count)
            image->count = count_bound(inputs, image->set, image->binding);
    }
    for (uint32_t i = 0; i < shader->samplers.count; i++) {
        struct ir_sampler *sampler = &shader->samplers.data[i];
        if (!sampler->count)
            sampler->count = count_bound(inputs, sampler->set, sampler->binding);
    }
}

/* ---- what goes from one stage to the next ----
 *
 * Hosts want both sides of a location alike. Where each side has one variable there, both get four
 * components; where there are more, which need not be alike, both get one variable a component. */

enum plan { plan_keep, plan_widen, plan_split };

/* Of each location, of vertices and of patches. */
struct plans {
    enum plan of[2][SCENE_MAX_LOCATIONS];
};

/* A shader's inputs or outputs. */
struct side {
    struct ir_shader *shader;
    bool is_input;
};

struct varyings {
    const struct ir_io *ios;
    uint32_t count;
};

static struct varyings
varyings_of(const struct ir_shader *shader, bool is_input)
{
    return is_input ? (struct varyings){shader->inputs.data, shader->inputs.count}
                    : (struct varyings){shader->outputs.data, shader->outputs.count};
}

static struct ir_io *
io_of(const struct side *side, uint32_t index)
{
    return side->is_input ? &side->shader->inputs.data[index] : &side->shader->outputs.data[index];
}

/* Only what goes to stream 0 goes on. */
static bool
is_at(const struct ir_io *io, bool is_patch, uint32_t location)
{
    return io->builtin == ir_builtin_none && io->location == location && io->is_patch == is_patch &&
           io->stream == 0;
}

/* How many variables stand at a location; *first is the first of them. */
static uint32_t
count_at(struct varyings varyings, bool is_patch, uint32_t location, const struct ir_io **first)
{
    uint32_t found = 0;

    for (uint32_t i = varyings.count; i-- > 0;) {
        if (is_at(&varyings.ios[i], is_patch, location)) {
            *first = &varyings.ios[i];
            found++;
        }
    }
    return found;
}

/* Is each of the variables that are read at a location among those that are written? */
static bool
are_alike(struct varyings written, struct varyings read, bool is_patch, uint32_t location)
{
    for (uint32_t i = 0; i < read.count; i++) {
        bool found = false;

        if (!is_at(&read.ios[i], is_patch, location))
            continue;
        for (uint32_t j = 0; j < written.count && !found; j++)
            found = is_at(&written.ios[j], is_patch, location) &&
                    written.ios[j].component == read.ios[i].component &&
                    written.ios[j].components == read.ios[i].components;
        if (!found)
            return false;
    }
    return true;
}

static enum plan
plan_location(struct varyings written, struct varyings read, bool is_patch, uint32_t location)
{
    const struct ir_io *from = NULL;
    const struct ir_io *to = NULL;
    const uint32_t from_count = count_at(written, is_patch, location, &from);
    const uint32_t to_count = count_at(read, is_patch, location, &to);

    if (!to_count || are_alike(written, read, is_patch, location))
        return plan_keep;
    if (from_count == 1 && to_count == 1 && !from->component && !to->component)
        return plan_widen;
    return plan_split;
}

/* False where all stays as it is. */
static bool
plan_varyings(const struct ir_shader *from, const struct ir_shader *to, struct plans *plans)
{
    bool has_plans = false;

    memset(plans, 0, sizeof(*plans));
    if (!from || !to)
        return false;
    const struct varyings written = varyings_of(from, false);
    const struct varyings read = varyings_of(to, true);
    for (uint32_t i = 0; i < SCENE_MAX_LOCATIONS; i++) {
        for (int patch = 0; patch < 2; patch++) {
            plans->of[patch][i] = plan_location(written, read, patch != 0, i);
            has_plans |= plans->of[patch][i] != plan_keep;
        }
    }
    return has_plans;
}

/* Where component c of variable i went. */
struct moved {
    uint32_t index[4];
};

static uint32_t
add_varying(const struct side *side, const struct ir_io *io)
{
    return side->is_input ? ir_add_input(side->shader, io) : ir_add_output(side->shader, io);
}

static void
split_varying(const struct side *side, uint32_t index, struct moved *moved)
{
    const struct ir_io whole = *io_of(side, index);

    io_of(side, index)->components = 1;
    io_of(side, index)->wrap = whole.wrap & 1;
    for (uint32_t c = 1; c < whole.components; c++) {
        struct ir_io one = whole;

        one.components = 1;
        one.component = whole.component + c;
        one.wrap = whole.wrap >> c & 1;
        moved->index[c] = add_varying(side, &one);
    }
}

static bool
is_moved_op(bool is_input, enum ir_op op)
{
    if (!is_input)
        return op == ir_op_store_output || op == ir_op_store_vertex || op == ir_op_load_output;
    return op == ir_op_load_input || op == ir_op_load_vertex || op == ir_op_interp_centroid ||
           op == ir_op_interp_sample || op == ir_op_interp_offset;
}

/* Points the instructions at the split variables. */
static void
move_accesses(const struct side *side, const struct moved *moved, uint32_t count)
{
    struct ir_shader *shader = side->shader;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        struct ir_inst *inst = ir_at(shader, ref);
        const uint32_t index = inst->arg[2] >> 2, component = inst->arg[2] & 3;

        if (is_moved_op(side->is_input, (enum ir_op)inst->op) && index < count &&
            moved[index].index[component] != index)
            inst->arg[2] = ir_io_imm(moved[index].index[component], 0);
    }
}

/* Components of a split location that the next shader reads and this one leaves out: they read as
 * zeroes. */
static void
add_missing(struct ir_shader *shader, const struct ir_io *read)
{
    for (uint32_t c = 0; c < read->components; c++) {
        struct ir_io io = *read;
        bool found = false;

        io.component = read->component + c;
        io.components = 1;
        io.wrap = 0;
        io.interp = ir_interp_perspective;
        io.sampling = ir_sampling_center;
        for (uint32_t i = 0; i < shader->outputs.count && !found; i++)
            found = is_at(&shader->outputs.data[i], io.is_patch, io.location) &&
                    shader->outputs.data[i].component == io.component;
        if (!found)
            ir_add_output(shader, &io);
    }
}

static void
fit_varyings(struct vk_run *run, const struct side *side, const struct plans *plans)
{
    const uint32_t count = varyings_of(side->shader, side->is_input).count;
    struct moved *moved = base_arena_new_array(run->diags->arena, struct moved, count);

    for (uint32_t i = 0; i < count; i++) {
        const struct ir_io *io = io_of(side, i);

        for (uint32_t c = 0; c < 4; c++)
            moved[i].index[c] = i;
        if (io->builtin != ir_builtin_none || io->stream != 0)
            continue;
        const enum plan plan = plans->of[io->is_patch][io->location];
        if (plan == plan_widen)
            io_of(side, i)->components = 4;
        else if (plan == plan_split)
            split_varying(side, i, &moved[i]);
    }
    move_accesses(side, moved, count);
}

static void
fit_outputs(struct vk_run *run, struct ir_shader *shader, const struct ir_shader *after,
            const struct plans *plans)
{
    fit_varyings(run, &(struct side){shader, false}, plans);
    for (uint32_t i = 0; i < after->inputs.count; i++) {
        const struct ir_io *read = &after->inputs.data[i];

        if (read->builtin == ir_builtin_none &&
            plans->of[read->is_patch][read->location] == plan_split)
            add_missing(shader, read);
    }
}

/* ---- broadcasts ---- */

static enum ir_type
int_of(ir_type_id type)
{
    return ir_type_bits(type) == 64   ? ir_type_i64
           : ir_type_bits(type) == 32 ? ir_type_i32
                                      : ir_type_i16;
}

/* What is new uses the old values. */
static void
replace_operands(struct ir_shader *shader, const ir_ref *replaced, uint32_t count)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ref >= count)
            continue;
        for (uint32_t i = 0; i < ir_operand_count(shader, ref); i++) {
            ir_ref *slot = ir_operand_slot(shader, ref, i);
            if (*slot < count && replaced[*slot])
                *slot = replaced[*slot];
        }
    }
}

static ir_ref
insert(struct ir_shader *shader, ir_ref at, enum ir_op op, ir_type_id type, ir_ref x, ir_ref y)
{
    const ir_ref ref = ir_insert_before(shader, at, op, type);

    ir_at(shader, ref)->arg[0] = x;
    ir_at(shader, ref)->arg[1] = y;
    return ref;
}

/* LLVM aborts on what llvmpipe (seen in Mesa 22.3) makes of read_first of a float, and not of an
 * integer. That it is one only a sum makes llvmpipe see. */
static void
avoid_float_broadcasts(struct vk_run *run, struct ir_shader *shader)
{
    const uint32_t count = shader->insts.count;
    ir_ref *replaced = base_arena_new_array(run->diags->arena, ir_ref, count);

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const ir_type_id type = ir_type_of(shader, ref);
        const ir_type_id whole = (ir_type_id)int_of(type);

        if (ir_op_of(shader, ref) != ir_op_read_first || !ir_type_is_float(type))
            continue;
        const ir_ref one = ir_insert_const(shader, ir_op_const, int_of(type), 1);
        const ir_ref bits =
            insert(shader, ref, ir_op_bitcast, whole, ir_at(shader, ref)->arg[0], 0);
        const ir_ref more = insert(shader, ref, ir_op_iadd, whole, bits, one);
        const ir_ref next = ir_next(shader, ref);
        const ir_ref less = insert(shader, next, ir_op_isub, whole, ref, one);
        replaced[ref] = insert(shader, next, ir_op_bitcast, type, less, 0);
        ir_at(shader, ref)->arg[0] = more;
        ir_at(shader, ref)->type = whole;
    }
    replace_operands(shader, replaced, count);
}

const struct ir_shader *
vk_fit_shader(struct vk_run *run, const struct ir_shader *shader, const struct vk_fit *fit)
{
    struct plans inputs, outputs;
    const struct vk_facts *facts = vk_get_facts(run, shader);
    const bool has_broadcasts =
        facts->has_float_broadcasts && run->device->features.driver == VK_DRIVER_ID_MESA_LLVMPIPE;
    const bool has_inputs = plan_varyings(fit->before, shader, &inputs);
    const bool has_outputs = plan_varyings(shader, fit->after, &outputs);

    const bool has_moved = (fit->inputs_between && fit->inputs_between->is_moved) ||
                           (fit->outputs_between && fit->outputs_between->is_moved);

    if (!fit->add_size && !facts->has_open_arrays && !has_broadcasts && !has_inputs &&
        !has_outputs && !has_moved)
        return shader;
    struct ir_shader *copy = ir_clone(shader, run->diags->arena);
    if (has_inputs)
        fit_varyings(run, &(struct side){copy, true}, &inputs);
    if (has_outputs)
        fit_outputs(run, copy, fit->after, &outputs);
    if (fit->inputs_between)
        vk_move_locations(copy->inputs.data, copy->inputs.count, fit->inputs_between);
    if (fit->outputs_between)
        vk_move_locations(copy->outputs.data, copy->outputs.count, fit->outputs_between);
    if (facts->has_open_arrays)
        close_arrays(copy, fit->inputs);
    if (has_broadcasts)
        avoid_float_broadcasts(run, copy);
    if (fit->add_size)
        add_point_size(copy);
    return copy;
}
