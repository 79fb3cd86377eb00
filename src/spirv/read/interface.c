/* SPDX-License-Identifier: MIT
 *
 * Inputs and outputs. A variable's scalars belong to units: a vector at one location, or a
 * built-in. A unit becomes an input or output of the shader when it is first used, so that
 * built-ins that stand in a block and are never written (gl_ClipDistance) do nothing.
 *
 * What travels between stages has 32 bits: values of 16 go as wider ones, those of 64 as two.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

#define MAX_IOS 1024
#define COMPONENTS 4

enum unit_kind {
    unit_plain,
    unit_bool,      /* A bool, as an i32. */
    unit_lane_mask, /* A mask over lanes, made from the lane's number. */
    unit_none       /* Past what the built-in has: reads 0, is not written. */
};

struct unit {
    enum unit_kind kind;
    struct ir_io io;
    SpvBuiltIn builtin; /* Of lane masks, and for messages. */
    bool is_signed;
    uint32_t index; /* In the shader's inputs or outputs, plus 1; 0: not yet. */
};

struct leaf {
    uint32_t unit;
    uint32_t component; /* The first of two, for 64 bits. */
};

struct read_io {
    struct leaf *leaves;
    BASE_ARRAY(struct unit) units;
};

/* ---- built-ins ---- */

static const struct {
    SpvBuiltIn spirv;
    enum ir_builtin ir;
} builtins[] = {
    {SpvBuiltInPosition, ir_builtin_position},
    {SpvBuiltInPointSize, ir_builtin_point_size},
    {SpvBuiltInClipDistance, ir_builtin_clip_distance0},
    {SpvBuiltInCullDistance, ir_builtin_cull_distance0},
    {SpvBuiltInLayer, ir_builtin_layer},
    {SpvBuiltInViewportIndex, ir_builtin_viewport_index},
    {SpvBuiltInVertexIndex, ir_builtin_vertex_index},
    {SpvBuiltInInstanceIndex, ir_builtin_instance_index},
    {SpvBuiltInBaseVertex, ir_builtin_base_vertex},
    {SpvBuiltInBaseInstance, ir_builtin_base_instance},
    {SpvBuiltInDrawIndex, ir_builtin_draw_index},
    {SpvBuiltInFragCoord, ir_builtin_frag_coord},
    {SpvBuiltInPointCoord, ir_builtin_point_coord},
    {SpvBuiltInFrontFacing, ir_builtin_front_facing},
    {SpvBuiltInPrimitiveId, ir_builtin_primitive_id},
    {SpvBuiltInSampleId, ir_builtin_sample_id},
    {SpvBuiltInSamplePosition, ir_builtin_sample_position},
    {SpvBuiltInSampleMask, ir_builtin_sample_mask},
    {SpvBuiltInFragDepth, ir_builtin_frag_depth},
    {SpvBuiltInFragStencilRefEXT, ir_builtin_frag_stencil},
    {SpvBuiltInHelperInvocation, ir_builtin_helper},
    {SpvBuiltInViewIndex, ir_builtin_view_index},
    {SpvBuiltInDeviceIndex, ir_builtin_device_index},
    {SpvBuiltInNumWorkgroups, ir_builtin_num_workgroups},
    {SpvBuiltInWorkgroupId, ir_builtin_workgroup_id},
    {SpvBuiltInLocalInvocationId, ir_builtin_local_id},
    {SpvBuiltInGlobalInvocationId, ir_builtin_global_id},
    {SpvBuiltInLocalInvocationIndex, ir_builtin_local_index},
    {SpvBuiltInSubgroupId, ir_builtin_subgroup_id},
    {SpvBuiltInNumSubgroups, ir_builtin_num_subgroups},
    {SpvBuiltInSubgroupSize, ir_builtin_subgroup_size},
    {SpvBuiltInSubgroupLocalInvocationId, ir_builtin_lane},
};

static enum ir_builtin
find_builtin(SpvBuiltIn spirv)
{
    for (size_t i = 0; i < BASE_COUNT(builtins); i++)
        if (builtins[i].spirv == spirv)
            return builtins[i].ir;
    return ir_builtin_none;
}

static bool
is_lane_mask(SpvBuiltIn builtin)
{
    return builtin == SpvBuiltInSubgroupEqMask || builtin == SpvBuiltInSubgroupGeMask ||
           builtin == SpvBuiltInSubgroupGtMask || builtin == SpvBuiltInSubgroupLeMask ||
           builtin == SpvBuiltInSubgroupLtMask;
}

/* ---- from a variable's type to units ---- */

/* What decorations say of what is being walked. */
struct site {
    bool is_flat;
    bool is_linear;
    bool is_centroid;
    bool is_sample;
    uint32_t location; /* READ_NONE: not known. */
    uint32_t component;
    uint32_t index;
    uint32_t builtin; /* SpvBuiltIn; READ_NONE: none. */
};

struct walk {
    struct spirv_reader *r;
    struct read_variable *variable;
    uint32_t at; /* The next leaf. */
    const char *name;
};

/* What the decorations of an id or member add. */
static void
decorate(struct spirv_reader *r, struct site *site, uint32_t id, uint32_t member)
{
    site->is_flat |= read_find_decoration(r, id, member, SpvDecorationFlat) != NULL;
    site->is_linear |= read_find_decoration(r, id, member, SpvDecorationNoPerspective) != NULL;
    site->is_centroid |= read_find_decoration(r, id, member, SpvDecorationCentroid) != NULL;
    site->is_sample |= read_find_decoration(r, id, member, SpvDecorationSample) != NULL;
    site->location = read_decoration_value(r, id, member, SpvDecorationLocation, site->location);
    site->component = read_decoration_value(r, id, member, SpvDecorationComponent, site->component);
    site->index = read_decoration_value(r, id, member, SpvDecorationIndex, site->index);
    site->builtin = read_decoration_value(r, id, member, SpvDecorationBuiltIn, site->builtin);
}

static uint32_t
add_unit(struct walk *w, const struct unit *unit)
{
    struct read_io *io = w->variable->io;

    base_array_push(w->r->arena, &io->units, *unit);
    io->units.data[io->units.count - 1].io.name = w->name;
    return io->units.count - 1;
}

static void
add_leaf(struct walk *w, uint32_t unit, uint32_t component)
{
    struct leaf *leaf = &w->variable->io->leaves[w->at++];

    leaf->unit = unit;
    leaf->component = component;
}

/* All scalars of a built-in, which has a place for each. */
static bool
walk_builtin(struct walk *w, const struct read_type *type, SpvBuiltIn builtin)
{
    struct spirv_reader *r = w->r;
    const enum ir_builtin first = find_builtin(builtin);
    const uint8_t *types = read_leaf_types(r, type);
    const bool is_distances =
        builtin == SpvBuiltInClipDistance || builtin == SpvBuiltInCullDistance;

    if (first == ir_builtin_none && !is_lane_mask(builtin)) {
        /* A block may have what is never used. */
        const uint32_t none = add_unit(w, &(struct unit){.kind = unit_none, .builtin = builtin});
        for (uint32_t i = 0; i < type->leaves; i++)
            add_leaf(w, none, READ_NONE);
        return true;
    }
    uint32_t unit = READ_NONE;
    for (uint32_t i = 0; i < type->leaves; i++) {
        const uint32_t in_unit = is_distances ? i % COMPONENTS : i;
        const uint32_t next = is_distances && i >= COMPONENTS;
        const struct ir_builtin_info *info = &ir_builtin_infos[first + next];
        const bool is_mask = is_lane_mask(builtin);
        const bool has_place =
            is_mask ? i < COMPONENTS : in_unit < info->components && i < 2 * COMPONENTS;
        const enum ir_type expected = is_mask ? ir_type_i32 : (enum ir_type)info->type;

        if (types[i] != expected && (types[i] != ir_type_bool || expected != ir_type_i32))
            return read_fail(r, w->variable->inst, QD_CODE_SPIRV_INVALID,
                             "found the built-in %s of another type than it has",
                             read_name_of(read_name_BuiltIn, builtin));
        if (in_unit == 0 || !has_place)
            unit = add_unit(w, &(struct unit){.kind = !has_place                 ? unit_none
                                                      : is_mask                  ? unit_lane_mask
                                                      : types[i] == ir_type_bool ? unit_bool
                                                                                 : unit_plain,
                                              .io = {.builtin = (enum ir_builtin)(first + next),
                                                     .type = expected,
                                                     .components = info->components},
                                              .builtin = builtin});
        add_leaf(w, unit, in_unit);
    }
    return true;
}

/* A scalar or vector at a location. Returns how many locations it takes, 0 with an error. */
static uint32_t
walk_vector(struct walk *w, const struct read_type *type, const struct site *site)
{
    struct spirv_reader *r = w->r;
    const bool is_wide = ir_type_bits((ir_type_id)type->scalar) == 64;
    const bool is_float = type->scalar == ir_type_f32 || type->scalar == ir_type_f16;
    const bool is_fragment_input =
        w->variable->storage == SpvStorageClassInput && r->shader->stage == ir_stage_fragment;
    uint32_t left = type->leaves * (is_wide ? 2 : 1), locations = 0;

    if (site->location == READ_NONE || type->scalar == ir_type_bool ||
        site->component >= COMPONENTS || site->index > 1 ||
        (left <= COMPONENTS && site->component + left > COMPONENTS) ||
        (left > COMPONENTS && site->component > 0)) {
        (void)read_fail(r, w->variable->inst, QD_CODE_SPIRV_INVALID,
                        "found an interface variable without a location, or past component 3 or "
                        "index 1, or of bools");
        return 0;
    }
    while (left > 0) {
        struct unit unit = {.io = {.location = site->location + locations,
                                   .component = site->component,
                                   .index = site->index,
                                   .type = is_float ? ir_type_f32 : ir_type_i32,
                                   .components = (uint8_t)(left < COMPONENTS ? left : COMPONENTS)},
                            .builtin = SpvBuiltInMax,
                            .is_signed = type->is_signed};

        if (is_fragment_input) {
            unit.io.interp = site->is_flat || !is_float ? ir_interp_flat
                             : site->is_linear          ? ir_interp_linear
                                                        : ir_interp_perspective;
            unit.io.sampling = site->is_sample     ? ir_sampling_sample
                               : site->is_centroid ? ir_sampling_centroid
                                                   : ir_sampling_center;
        }
        const uint32_t number = add_unit(w, &unit);
        for (uint32_t i = 0; i < unit.io.components; i += is_wide ? 2 : 1)
            add_leaf(w, number, i);
        left -= unit.io.components;
        locations++;
    }
    return locations;
}

static bool walk_type(struct walk *w, const struct read_type *type, struct site *site);

/* Members have locations of their own, or follow each other. */
static bool
walk_struct(struct walk *w, const struct read_type *type, struct site *site)
{
    struct site next = *site;

    for (uint32_t i = 0; i < type->filled_count; i++) {
        const uint32_t m = type->filled[i];
        struct site member = *site;

        member.location = next.location;
        decorate(w->r, &member, type->id, m);
        if (!walk_type(w, type->members[m], &member))
            return false;
        next.location = member.location;
    }
    site->location = next.location;
    return true;
}

/* Moves the site's location on. The depth is bounded where types are made. */
static bool
walk_type(struct walk *w, const struct read_type *type, struct site *site)
{
    if (site->builtin != READ_NONE)
        return walk_builtin(w, type, (SpvBuiltIn)site->builtin);
    if (type->leaves == 0)
        return true;
    if (type->op == SpvOpTypeStruct)
        return walk_struct(w, type, site);
    if (type->op == SpvOpTypeArray || type->op == SpvOpTypeMatrix) {
        for (uint32_t i = 0; i < type->count; i++)
            if (!walk_type(w, type->element, site))
                return false;
        return true;
    }
    if (type->scalar == ir_type_void)
        return read_fail(w->r, w->variable->inst, QD_CODE_SPIRV_INVALID,
                         "found a pointer in the interface");
    const uint32_t locations = walk_vector(w, type, site);
    site->location += locations;
    return locations > 0;
}

bool
read_make_io(struct spirv_reader *r, struct read_variable *variable)
{
    struct walk w = {.r = r, .variable = variable, .name = read_find_name(r, variable->inst->id)};
    struct site site = {.location = READ_NONE, .builtin = READ_NONE};

    if (variable->type->leaves > MAX_IOS * COMPONENTS)
        return read_fail(r, variable->inst, QD_CODE_LIMIT,
                         "found an interface variable of %" PRIu32 " scalars, expected at most %d",
                         variable->type->leaves, MAX_IOS * COMPONENTS);
    variable->io = base_arena_new(r->arena, struct read_io);
    variable->io->leaves = base_arena_new_array(r->arena, struct leaf, variable->type->leaves);
    decorate(r, &site, variable->type->id, READ_NO_MEMBER);
    decorate(r, &site, variable->inst->id, READ_NO_MEMBER);
    return walk_type(&w, variable->type, &site);
}

/* ---- inputs and outputs of the shader ---- */

/* 0 with an error. */
static uint32_t
add_io(struct spirv_reader *r, const struct read_inst *inst, const struct ir_io *io, bool is_input)
{
    const uint32_t count = is_input ? r->shader->inputs.count : r->shader->outputs.count;
    const struct ir_io *ios = is_input ? r->shader->inputs.data : r->shader->outputs.data;

    if (count >= MAX_IOS) {
        (void)read_fail(r, inst, QD_CODE_LIMIT, "found more than %d %s", MAX_IOS,
                        is_input ? "inputs" : "outputs");
        return 0;
    }
    if (r->shader->stage == ir_stage_compute && io->builtin == ir_builtin_none) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found a location, which compute shaders do not have");
        return 0;
    }
    for (uint32_t i = 0; i < count && io->builtin == ir_builtin_none; i++) {
        if (ios[i].builtin == ir_builtin_none && ios[i].location == io->location &&
            ios[i].index == io->index && ios[i].component < io->component + io->components &&
            io->component < ios[i].component + ios[i].components) {
            (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                            "found two variables at location %" PRIu32 ", component %" PRIu32,
                            io->location, io->component);
            return 0;
        }
    }
    return 1 + (is_input ? ir_add_input(r->shader, io) : ir_add_output(r->shader, io));
}

/* 0 with an error; else the index plus 1. */
static uint32_t
builtin_index(struct spirv_reader *r, const struct read_inst *inst, enum ir_builtin builtin,
              bool is_input, const char *name)
{
    uint32_t *index = &r->state->builtins[is_input][builtin];
    const struct ir_builtin_info *info = &ir_builtin_infos[builtin];
    const struct ir_io io = {.name = name,
                             .builtin = builtin,
                             .type = (enum ir_type)info->type,
                             .components = info->components,
                             .interp = is_input && info->type == ir_type_i32 &&
                                               r->shader->stage == ir_stage_fragment
                                           ? ir_interp_flat
                                           : ir_interp_perspective};

    if (*index)
        return *index;
    if (!((is_input ? info->in_stages : info->out_stages) >> r->shader->stage & 1)) {
        (void)read_fail(r, inst, QD_CODE_UNSUPPORTED,
                        "found the built-in %s as an %s of a %s shader", info->name,
                        is_input ? "input" : "output", ir_stage_name(r->shader->stage));
        return 0;
    }
    *index = add_io(r, inst, &io, is_input);
    return *index;
}

static bool
declare(struct spirv_reader *r, const struct read_inst *inst, struct read_variable *variable,
        struct unit *unit)
{
    const bool is_input = variable->storage == SpvStorageClassInput;

    if (unit->index)
        return true;
    unit->index = unit->io.builtin != ir_builtin_none
                      ? builtin_index(r, inst, unit->io.builtin, is_input, unit->io.name)
                      : add_io(r, inst, &unit->io, is_input);
    return unit->index > 0;
}

bool
read_declare_output(struct spirv_reader *r, struct read_variable *variable)
{
    for (uint32_t i = 0; i < variable->io->units.count; i++) {
        struct unit *unit = &variable->io->units.data[i];

        if (unit->kind == unit_plain && unit->io.builtin == ir_builtin_none &&
            !declare(r, variable->inst, variable, unit))
            return false;
    }
    return true;
}

ir_ref
read_builtin_input(struct spirv_reader *r, const struct read_inst *inst, enum ir_builtin builtin,
                   uint32_t component)
{
    const uint32_t index = builtin_index(r, inst, builtin, true, NULL);

    if (!index)
        return 0;
    return ir_build_op(&r->b, ir_op_load_input, ir_builtin_infos[builtin].type, 0, 0,
                       ir_io_imm(index - 1, component));
}

/* ---- loads ---- */

/* A word of a mask over the lanes of the group: those whose number is equal to the own, or at least
 * that, and so on, below the group's size. */
static ir_ref
load_lane_mask(struct spirv_reader *r, const struct read_inst *inst, SpvBuiltIn mask, uint32_t word)
{
    struct ir_builder *b = &r->b;
    const ir_ref lane = read_builtin_input(r, inst, ir_builtin_lane, 0);
    const ir_ref size = read_builtin_input(r, inst, ir_builtin_subgroup_size, 0);
    const ir_ref zero = ir_build_i32(b, 0), ones = ir_build_i32(b, UINT32_MAX);
    const ir_ref first = ir_build_i32(b, 32 * word);

    if (!lane || !size)
        return 0;
    /* Bits below a number of lanes, as far as this word has them. */
    const ir_ref ends[3] = {lane, ir_build_iadd(b, lane, ir_build_i32(b, 1)), size};
    ir_ref below[3];
    for (unsigned i = 0; i < 3; i++) {
        const ir_ref count = ir_build_isub(b, ends[i], first);
        const ir_ref some =
            ir_build_isub(b, ir_build_ishl(b, ir_build_i32(b, 1), count), ir_build_i32(b, 1));
        const ir_ref is_none = ir_build_ilt(b, count, ir_build_i32(b, 1));
        const ir_ref is_all = ir_build_ige(b, count, ir_build_i32(b, 32));

        below[i] = ir_build_select(b, is_none, zero, ir_build_select(b, is_all, ones, some));
    }
    switch ((int)mask) {
    case SpvBuiltInSubgroupLtMask:
        return below[0];
    case SpvBuiltInSubgroupLeMask:
        return below[1];
    case SpvBuiltInSubgroupEqMask:
        return ir_build_ixor(b, below[0], below[1]);
    case SpvBuiltInSubgroupGeMask:
        return ir_build_iand(b, below[2], ir_build_inot(b, below[0]));
    default:
        return ir_build_iand(b, below[2], ir_build_inot(b, below[1]));
    }
}

/* From the 32 bits that travelled. */
static ir_ref
narrow(struct ir_builder *b, enum ir_type type, ir_ref value)
{
    switch (type) {
    case ir_type_f16:
        return ir_build_f2f(b, ir_type_f16, value);
    case ir_type_i8:
    case ir_type_i16:
        return ir_build_u2u(b, type, value);
    case ir_type_bool:
        return ir_build_ine(b, value, ir_build_i32(b, 0));
    default:
        return value;
    }
}

static bool
refuse_builtin(struct spirv_reader *r, const struct read_inst *inst, const struct unit *unit)
{
    return read_fail(r, inst, QD_CODE_UNSUPPORTED, "found the built-in %s, which is not supported",
                     read_name_of(read_name_BuiltIn, unit->builtin));
}

ir_ref
read_load_io(struct spirv_reader *r, const struct read_inst *inst, struct read_variable *variable,
             uint32_t leaf, bool is_volatile)
{
    struct ir_builder *b = &r->b;
    const struct leaf *at = &variable->io->leaves[leaf];
    struct unit *unit = &variable->io->units.data[at->unit];
    const enum ir_type type = (enum ir_type)read_leaf_types(r, variable->type)[leaf];

    if (unit->kind == unit_none && at->component == READ_NONE)
        return refuse_builtin(r, inst, unit) ? 0 : 0;
    if (unit->kind == unit_none)
        return ir_build_const(b, type, 0);
    if (unit->kind == unit_lane_mask)
        return load_lane_mask(r, inst, unit->builtin, at->component);
    /* Only a volatile load sees who has become a helper since. */
    if (unit->builtin == SpvBuiltInHelperInvocation && (is_volatile || variable->is_volatile) &&
        type == ir_type_bool)
        return ir_build_op(b, ir_op_is_helper, ir_type_bool, 0, 0, 0);
    if (!declare(r, inst, variable, unit))
        return 0;
    const uint32_t imm = ir_io_imm(unit->index - 1, at->component);
    const ir_type_id io_type = (ir_type_id)unit->io.type;
    const ir_ref low = ir_build_op(b, ir_op_load_input, io_type, 0, 0, imm);
    if (ir_type_bits((ir_type_id)type) != 64)
        return narrow(b, type, low);
    return ir_build_join(b, type, low, ir_build_op(b, ir_op_load_input, io_type, 0, 0, imm + 1));
}

/* ---- stores ---- */

/* To the 32 bits that travel. */
static ir_ref
widen(struct ir_builder *b, ir_ref value, bool is_signed)
{
    const ir_type_id type = ir_type_of(b->shader, value);

    if (type == ir_type_f16)
        return ir_build_f2f(b, ir_type_f32, value);
    if (type == ir_type_i8 || type == ir_type_i16)
        return is_signed ? ir_build_i2i(b, ir_type_i32, value)
                         : ir_build_u2u(b, ir_type_i32, value);
    return value;
}

/* Distances that the shader does not have cut nothing: 0 is not outside. */
static void
store_no_distances(struct spirv_reader *r, const struct read_variable *variable, uint32_t leaf,
                   const struct unit *unit)
{
    const struct leaf *at = &variable->io->leaves[leaf];

    if ((unit->builtin != SpvBuiltInClipDistance && unit->builtin != SpvBuiltInCullDistance) ||
        (leaf + 1 < variable->type->leaves && variable->io->leaves[leaf + 1].unit == at->unit))
        return;
    for (uint32_t i = at->component + 1; i < COMPONENTS; i++)
        (void)ir_build_op(&r->b, ir_op_store_output, ir_type_void, ir_build_f32(&r->b, 0), 0,
                          ir_io_imm(unit->index - 1, i));
}

bool
read_store_io(struct spirv_reader *r, const struct read_inst *inst, struct read_variable *variable,
              uint32_t leaf, ir_ref value)
{
    struct ir_builder *b = &r->b;
    const struct leaf *at = &variable->io->leaves[leaf];
    struct unit *unit = &variable->io->units.data[at->unit];

    if (unit->kind == unit_none && at->component == READ_NONE)
        return refuse_builtin(r, inst, unit);
    if (unit->kind == unit_none)
        return true;
    if (unit->kind != unit_plain)
        return refuse_builtin(r, inst, unit);
    if (!declare(r, inst, variable, unit))
        return false;
    const uint32_t imm = ir_io_imm(unit->index - 1, at->component);
    if (ir_type_bits(ir_type_of(r->shader, value)) != 64) {
        (void)ir_build_op(b, ir_op_store_output, ir_type_void, widen(b, value, unit->is_signed), 0,
                          imm);
        store_no_distances(r, variable, leaf, unit);
        return true;
    }
    ir_ref words[2];
    ir_build_split(b, value, words);
    for (uint32_t i = 0; i < 2; i++)
        (void)ir_build_op(b, ir_op_store_output, ir_type_void, words[i], 0, imm + i);
    return true;
}

/* ---- interpolation elsewhere ---- */

ir_ref
read_interpolate(struct spirv_reader *r, const struct read_inst *inst,
                 struct read_variable *variable, uint32_t leaf,
                 ir_ref (*use)(struct spirv_reader *r, enum ir_type type, uint32_t imm,
                               void *context),
                 void *context)
{
    const struct leaf *at = &variable->io->leaves[leaf];
    struct unit *unit = &variable->io->units.data[at->unit];
    const enum ir_type type = (enum ir_type)read_leaf_types(r, variable->type)[leaf];

    if (unit->kind != unit_plain || unit->io.builtin != ir_builtin_none ||
        unit->io.type != ir_type_f32) {
        (void)read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                        "found an operand that is no input of floats");
        return 0;
    }
    if (!declare(r, inst, variable, unit))
        return 0;
    const ir_ref value = use(r, unit->io.type, ir_io_imm(unit->index - 1, at->component), context);
    return value ? narrow(&r->b, type, value) : 0;
}
