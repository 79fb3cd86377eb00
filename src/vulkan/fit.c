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

/* Points without a size are 1 pixel wide; hosts leave that open unless the shader says so. */
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
    const ir_ref store = ir_insert_before(shader, ir_next(shader, shader->last_const),
                                          ir_op_store_output, ir_type_void);

    ir_at(shader, store)->arg[0] = one;
    ir_at(shader, store)->arg[2] = ir_io_imm(index, 0);
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

struct varyings {
    const struct ir_io *ios;
    uint32_t count;
};

static struct varyings
varyings_of(const struct ir_shader *shader)
{
    return shader->stage == ir_stage_vertex
               ? (struct varyings){shader->outputs.data, shader->outputs.count}
               : (struct varyings){shader->inputs.data, shader->inputs.count};
}

static bool
is_at(const struct ir_io *io, uint32_t location)
{
    return io->builtin == ir_builtin_none && io->location == location;
}

/* How many variables stand at a location; *first is the first of them. */
static uint32_t
count_at(struct varyings varyings, uint32_t location, const struct ir_io **first)
{
    uint32_t found = 0;

    for (uint32_t i = varyings.count; i-- > 0;) {
        if (is_at(&varyings.ios[i], location)) {
            *first = &varyings.ios[i];
            found++;
        }
    }
    return found;
}

/* Is each of the variables that are read at a location among those that are written? */
static bool
are_alike(struct varyings written, struct varyings read, uint32_t location)
{
    for (uint32_t i = 0; i < read.count; i++) {
        bool found = false;

        if (!is_at(&read.ios[i], location))
            continue;
        for (uint32_t j = 0; j < written.count && !found; j++)
            found = is_at(&written.ios[j], location) &&
                    written.ios[j].component == read.ios[i].component &&
                    written.ios[j].components == read.ios[i].components;
        if (!found)
            return false;
    }
    return true;
}

static enum plan
plan_location(struct varyings written, struct varyings read, uint32_t location)
{
    const struct ir_io *from = NULL;
    const struct ir_io *to = NULL;
    const uint32_t from_count = count_at(written, location, &from);
    const uint32_t to_count = count_at(read, location, &to);

    if (!to_count || are_alike(written, read, location))
        return plan_keep;
    if (from_count == 1 && to_count == 1 && !from->component && !to->component)
        return plan_widen;
    return plan_split;
}

static void
plan_varyings(const struct ir_shader *shader, const struct ir_shader *partner,
              enum plan plans[SCENE_MAX_LOCATIONS])
{
    const bool is_vertex = shader->stage == ir_stage_vertex;
    const struct varyings written = varyings_of(is_vertex ? shader : partner);
    const struct varyings read = varyings_of(is_vertex ? partner : shader);

    for (uint32_t i = 0; i < SCENE_MAX_LOCATIONS; i++)
        plans[i] = plan_location(written, read, i);
}

static bool
has_plans(const enum plan plans[SCENE_MAX_LOCATIONS])
{
    for (uint32_t i = 0; i < SCENE_MAX_LOCATIONS; i++) {
        if (plans[i] != plan_keep)
            return true;
    }
    return false;
}

/* Where component c of variable i went. */
struct moved {
    uint32_t index[4];
};

static uint32_t
add_varying(struct ir_shader *shader, const struct ir_io *io)
{
    return shader->stage == ir_stage_vertex ? ir_add_output(shader, io) : ir_add_input(shader, io);
}

static void
split_varying(struct ir_shader *shader, struct ir_io *ios, uint32_t index, struct moved *moved)
{
    struct ir_io one = ios[index];
    const uint8_t components = one.components;

    ios[index].components = 1;
    one.components = 1;
    for (uint32_t c = 1; c < components; c++) {
        one.component = ios[index].component + c;
        moved->index[c] = add_varying(shader, &one);
        /* The array may have moved. */
        ios = shader->stage == ir_stage_vertex ? shader->outputs.data : shader->inputs.data;
    }
}

static bool
is_moved_op(const struct ir_shader *shader, enum ir_op op)
{
    if (shader->stage == ir_stage_vertex)
        return op == ir_op_store_output;
    return op == ir_op_load_input || op == ir_op_interp_centroid || op == ir_op_interp_sample ||
           op == ir_op_interp_offset;
}

/* Points the instructions at the split variables. */
static void
move_accesses(struct ir_shader *shader, const struct moved *moved, uint32_t count)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        struct ir_inst *inst = ir_at(shader, ref);
        const uint32_t index = inst->arg[2] >> 2, component = inst->arg[2] & 3;

        if (is_moved_op(shader, (enum ir_op)inst->op) && index < count &&
            moved[index].index[component] != index)
            inst->arg[2] = ir_io_imm(moved[index].index[component], 0);
    }
}

/* Written components of a split location that this vertex shader leaves out: they read as zeroes.
 */
static void
add_missing(struct ir_shader *shader, const struct ir_io *read)
{
    for (uint32_t c = 0; c < read->components; c++) {
        struct ir_io io = *read;
        bool found = false;

        io.component = read->component + c;
        io.components = 1;
        for (uint32_t i = 0; i < shader->outputs.count && !found; i++)
            found = is_at(&shader->outputs.data[i], io.location) &&
                    shader->outputs.data[i].component == io.component;
        if (!found)
            ir_add_output(shader, &io);
    }
}

static void
fit_varyings(struct vk_run *run, struct ir_shader *shader, const struct ir_shader *partner,
             const enum plan plans[SCENE_MAX_LOCATIONS])
{
    const bool is_vertex = shader->stage == ir_stage_vertex;
    const uint32_t count = is_vertex ? shader->outputs.count : shader->inputs.count;
    struct moved *moved = base_arena_new_array(run->diags->arena, struct moved, count);

    for (uint32_t i = 0; i < count; i++) {
        struct ir_io *ios = is_vertex ? shader->outputs.data : shader->inputs.data;

        for (uint32_t c = 0; c < 4; c++)
            moved[i].index[c] = i;
        if (ios[i].builtin != ir_builtin_none || plans[ios[i].location] == plan_keep)
            continue;
        if (plans[ios[i].location] == plan_widen)
            ios[i].components = 4;
        else
            split_varying(shader, ios, i, &moved[i]);
    }
    move_accesses(shader, moved, count);
    for (uint32_t i = 0; is_vertex && i < partner->inputs.count; i++) {
        const struct ir_io *read = &partner->inputs.data[i];
        if (read->builtin == ir_builtin_none && plans[read->location] == plan_split)
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
    enum plan plans[SCENE_MAX_LOCATIONS] = {plan_keep};
    const struct vk_facts *facts = vk_get_facts(run, shader);
    const bool has_broadcasts =
        facts->has_float_broadcasts && run->device->features.driver == VK_DRIVER_ID_MESA_LLVMPIPE;

    if (fit->partner)
        plan_varyings(shader, fit->partner, plans);
    if (!fit->add_size && !facts->has_open_arrays && !has_broadcasts && !has_plans(plans))
        return shader;
    struct ir_shader *copy = ir_clone(shader, run->diags->arena);
    if (fit->partner)
        fit_varyings(run, copy, fit->partner, plans);
    if (facts->has_open_arrays)
        close_arrays(copy, fit->inputs);
    if (has_broadcasts)
        avoid_float_broadcasts(run, copy);
    if (fit->add_size)
        add_point_size(copy);
    return copy;
}
