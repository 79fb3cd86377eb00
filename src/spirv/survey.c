/* SPDX-License-Identifier: MIT
 *
 * What must be known before the first word is written: what of the shader's surroundings is used
 * and how, and whether the target has a word for everything.
 */
#include "spirv/spirv_priv.h"

#include <inttypes.h>

/* Within what every host must take: 65,535 variables of a module, and 1,023 constructs inside each
 * other, the innermost of which may be demote's. */
#define MAX_GLOBALS 65000
#define MAX_DEPTH 1022

struct survey {
    struct spirv_writer *w;
    uint32_t depth; /* Open regions. */
    bool has_left;  /* Some lanes may have returned or made a vertex. */
};

static void
lacks(struct spirv_writer *w, ir_ref ref, const char *what)
{
    const char *name = ir_op_infos[ir_op_of(w->shader, ref)].name;

    base_error(w->diags, QD_CODE_TARGET_LACKS, ir_place_of(w->shader, ref),
               "found %s, expected only what %s has: it lacks %s", name,
               spirv_target_name(w->target), what);
    w->failed = true;
}

static void
past_limit(struct spirv_writer *w, ir_ref ref, const char *what, uint32_t limit)
{
    base_error(w->diags, QD_CODE_LIMIT, ref ? ir_place_of(w->shader, ref) : base_at_nowhere(),
               "found more than %" PRIu32 " %s, the most that a module can have", limit, what);
    w->failed = true;
}

static bool
target_has_groups(const struct spirv_writer *w)
{
    return w->target >= spirv_target_vulkan1_1;
}

static void
check_target(struct spirv_writer *w, ir_ref ref, const struct ir_inst *inst, unsigned flags)
{
    if ((flags & SPIRV_GROUPS) && !target_has_groups(w))
        lacks(w, ref, "subgroup operations");
    if ((flags & SPIRV_NO_F64) && inst->type == ir_type_f64)
        lacks(w, ref, "this operation on 64-bit floats");
    if ((flags & SPIRV_DEMOTE) && !spirv_target_has_demote(w->target)) {
        base_error(w->diags, QD_CODE_INTERNAL, ir_place_of(w->shader, ref),
                   "found demote for %s, expected it to be lowered", spirv_target_name(w->target));
        w->failed = true;
    }
}

static bool
is_of_subgroups(enum ir_builtin builtin)
{
    return builtin == ir_builtin_lane || builtin == ir_builtin_subgroup_size ||
           builtin == ir_builtin_subgroup_id || builtin == ir_builtin_num_subgroups;
}

static void
survey_input(struct spirv_writer *w, ir_ref ref, uint32_t imm)
{
    const struct ir_io *io = &w->shader->inputs.data[imm >> 2];

    if (io->wrap && !w->has_barycentrics && !w->inputs[imm >> 2].used) {
        base_error(w->diags, QD_CODE_TARGET_LACKS, ir_place_of(w->shader, ref),
                   "found an input of location %" PRIu32 " that wraps cylindrically, for which the "
                   "host must have VK_KHR_fragment_shader_barycentric: expected --barycentrics "
                   "(QD_TRANSLATE_HAS_BARYCENTRICS), which says that it has",
                   io->location);
        w->failed = true;
    }
    w->inputs[imm >> 2].used |= (uint8_t)(1u << (imm & 3));
    if (is_of_subgroups(io->builtin) && !target_has_groups(w))
        lacks(w, ref, "subgroups");
}

static void
survey_store_array(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct spirv_array *array = &w->arrays[inst->arg[2]];
    uint64_t index;

    array->used = true;
    if (!spirv_is_const(w, inst->arg[0], &index))
        array->has_indexed_store = true;
}

/* What is accessed: the value that is loaded or stored. */
static enum ir_type
accessed_type(const struct spirv_writer *w, const struct ir_inst *inst)
{
    if (inst->op == ir_op_store_buffer)
        return (enum ir_type)ir_type_of(w->shader, w->shader->list.data[inst->arg[0] + 2]);
    if (inst->op == ir_op_store_shared)
        return (enum ir_type)ir_type_of(w->shader, inst->arg[1]);
    return (enum ir_type)inst->type;
}

static void
survey_buffer(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t index = inst->arg[2] & 0xffff;
    struct spirv_buffer *buffer = &w->buffers[index];
    const enum ir_type type = accessed_type(w, inst);

    if (w->shader->buffers.data[index].kind == ir_buffer_uniform) {
        buffer->accesses = SPIRV_ACCESS(ir_type_i32);
        if (type != ir_type_f32)
            buffer->element = ir_type_i32;
    } else if (inst->op == ir_op_atomic_buffer) {
        buffer->accesses |= (uint8_t)SPIRV_ACCESS(type);
    } else {
        buffer->accesses |= (uint8_t)SPIRV_ACCESS(spirv_part_type(type));
    }
}

static void
survey_shared(struct spirv_writer *w, ir_ref ref, const struct ir_inst *inst)
{
    const enum ir_type type = accessed_type(w, inst);

    if (inst->op == ir_op_atomic_shared) {
        w->shared.atomics |= (uint8_t)SPIRV_ACCESS(type);
        if (type != ir_type_i32)
            w->shared.atomic = ref;
    } else {
        w->shared.accesses |= (uint8_t)SPIRV_ACCESS(type);
    }
}

/* The one type that all accesses can be made of, if there is one. */
static void
choose_shared_element(struct spirv_writer *w)
{
    struct spirv_shared *shared = &w->shared;
    const unsigned others = shared->atomics & ~SPIRV_ACCESS(ir_type_i32);
    unsigned parts = shared->atomics;
    unsigned widths = 0;

    if (!shared->accesses && !shared->atomics)
        return;
    shared->element = ir_type_i32;
    if (!others)
        return;
    for (unsigned t = ir_type_i8; t < ir_type_count; t++) {
        const unsigned used = (shared->accesses | shared->atomics) & SPIRV_ACCESS(t);

        if (used)
            widths |= ir_type_bits((ir_type_id)t);
        if (shared->accesses & SPIRV_ACCESS(t))
            parts |= SPIRV_ACCESS(spirv_part_type((enum ir_type)t));
        if (shared->atomics == SPIRV_ACCESS(t))
            shared->element = (enum ir_type)t;
    }
    /* One atomic type, and nothing of another width. */
    if (shared->element != ir_type_i32 && widths == ir_type_bits((ir_type_id)shared->element))
        return;
    if (w->target < spirv_target_vulkan1_2)
        lacks(w, shared->atomic, "shared memory of more than one type");
    shared->is_explicit = true;
    shared->accesses = (uint8_t)parts;
}

static bool
is_known(const struct spirv_writer *w, ir_ref ref)
{
    uint64_t bits;

    return spirv_is_const(w, ref, &bits);
}

static void
survey_image(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const enum ir_op op = (enum ir_op)inst->op;
    const struct ir_image *image = &w->shader->images.data[ir_imm_image(imm)];
    struct spirv_image *use = &w->images[ir_imm_image(imm)];
    const struct ir_image_operands at = ir_image_operands_of(op, image, imm);
    const ir_ref *operands = w->shader->list.data + inst->arg[0];

    use->used = true;
    use->has_dref |= at.dref >= 0;
    use->is_read |= op == ir_op_image_load;
    use->is_written |= op == ir_op_image_store;
    if (at.element >= 0 && image->count != 1 && !is_known(w, operands[at.element])) {
        use->has_dynamic_element = true;
        use->is_non_uniform |= (imm & IR_IMAGE_NON_UNIFORM) != 0;
    }
    if (op == ir_op_image_atomic || ir_imm_sampler(imm) == 0)
        return;
    struct spirv_sampler *sampler = &w->samplers[ir_imm_sampler(imm) - 1];
    sampler->used = true;
    if (at.sampler_element >= 0 && !is_known(w, operands[at.sampler_element]))
        sampler->has_dynamic_element = true;
}

/* The best way to read quads that the target has in the shader's stage. */
static enum spirv_quad
choose_quad(const struct spirv_writer *w, enum spirv_quad asked)
{
    if (asked != spirv_quad_auto)
        return asked;
    if (target_has_groups(w))
        return spirv_quad_broadcast;
    return w->shader->stage == ir_stage_fragment ? spirv_quad_derivatives : spirv_quad_broadcast;
}

static void
survey_quad(struct spirv_writer *w, ir_ref ref, const struct ir_inst *inst)
{
    const char *name = ir_op_infos[inst->op].name;

    if (spirv_quad_is_own(inst))
        return;
    w->reads_quad = true;
    w->needs_place |= spirv_quad_needs_place(w, inst);
    if (w->quad == spirv_quad_broadcast && !target_has_groups(w)) {
        lacks(w, ref, "quad operations of subgroups");
    } else if (w->quad == spirv_quad_none) {
        base_error(w->diags, QD_CODE_UNSUPPORTED, ir_place_of(w->shader, ref),
                   "found %s, which reads other lanes of its quad: the host lacks quad operations "
                   "of subgroups in the %s stage, and derivatives in their stead",
                   name, ir_stage_name(w->shader->stage));
        w->failed = true;
    } else if (w->quad == spirv_quad_derivatives && w->shader->stage != ir_stage_fragment) {
        base_error(w->diags, QD_CODE_UNSUPPORTED, ir_place_of(w->shader, ref),
                   "found %s in the %s stage, expected it in a fragment alone: the host lacks "
                   "derivatives elsewhere, and no other way to read a quad is allowed",
                   name, ir_stage_name(w->shader->stage));
        w->failed = true;
    }
}

static void
enter_region(struct survey *s, ir_ref ref)
{
    if (++s->depth == MAX_DEPTH + 1)
        past_limit(s->w, ref, "regions inside each other", MAX_DEPTH);
}

static void
survey_op(struct survey *s, ir_ref ref, const struct ir_inst *inst)
{
    struct spirv_writer *w = s->w;
    const uint32_t imm = inst->arg[2];

    if (ir_op_is_image((enum ir_op)inst->op)) {
        survey_image(w, inst);
        return;
    }
    switch ((unsigned)inst->op) {
    case ir_op_const:
        w->const_inst_count++;
        break;
    case ir_op_fflush:
        w->flushed |= spirv_floats_of(inst->type);
        break;
    case ir_op_load_input:
    case ir_op_interp_centroid:
    case ir_op_interp_sample:
    case ir_op_interp_offset:
        survey_input(w, ref, imm);
        break;
    case ir_op_store_vertex:
    case ir_op_load_output:
        w->outputs[imm >> 2].used |= (uint8_t)(1u << (imm & 3));
        break;
    case ir_op_store_output:
        w->outputs[imm >> 2].used |= (uint8_t)(1u << (imm & 3));
        if (s->depth == 0 && !s->has_left)
            w->outputs[imm >> 2].written |= (uint8_t)(1u << (imm & 3));
        break;
    case ir_op_emit_vertex:
        s->has_left = true;
        spirv_survey_vertices(w, inst);
        break;
    case ir_op_load_vertex:
    case ir_op_end_primitive:
        spirv_survey_vertices(w, inst);
        break;
    case ir_op_load_push:
        w->uses_push = w->shader->push_size > 0;
        break;
    case ir_op_load_buffer:
    case ir_op_store_buffer:
    case ir_op_atomic_buffer:
    case ir_op_buffer_size:
        survey_buffer(w, inst);
        break;
    case ir_op_load_shared:
    case ir_op_store_shared:
    case ir_op_atomic_shared:
        survey_shared(w, ref, inst);
        break;
    case ir_op_load_global:
    case ir_op_store_global:
    case ir_op_atomic_global:
        w->uses_global = true;
        break;
    case ir_op_load_array:
        w->arrays[imm].used = true;
        break;
    case ir_op_store_array:
        survey_store_array(w, inst);
        break;
    case ir_op_is_helper:
        w->needs_helper = true;
        break;
    case ir_op_ddx_coarse:
    case ir_op_ddy_coarse:
    case ir_op_ddx_fine:
    case ir_op_ddy_fine:
        w->has_derivative = true;
        break;
    case ir_op_quad_read:
    case ir_op_quad_perm:
    case ir_op_quad_any:
    case ir_op_quad_all:
        survey_quad(w, ref, inst);
        break;
    case ir_op_if:
    case ir_op_loop:
        enter_region(s, ref);
        break;
    case ir_op_endif:
    case ir_op_endloop:
        s->depth--;
        break;
    case ir_op_return:
        s->has_left = true;
        break;
    }
}

/* Bytes of storage are counted in words, for which a variable of words must be there. */
static void
finish_buffer(struct spirv_writer *w, uint32_t index)
{
    struct spirv_buffer *buffer = &w->buffers[index];

    if (w->shader->buffers.data[index].kind == ir_buffer_uniform && buffer->accesses)
        buffer->accesses = (uint8_t)SPIRV_ACCESS(buffer->element);
}

/* Locations of patches lie behind those of vertices. */
static void
check_patches(struct spirv_writer *w, const struct ir_io *ios, uint32_t count)
{
    bool has_patch = false;

    for (uint32_t i = 0; i < count; i++)
        has_patch |= ios[i].is_patch;
    for (uint32_t i = 0; has_patch && i < count; i++) {
        const uint32_t most = ios[i].is_patch ? UINT32_MAX - w->patch_location : w->patch_location;

        if (ios[i].builtin != ir_builtin_none || ios[i].location < most)
            continue;
        base_error(w->diags, QD_CODE_LIMIT, base_at_nowhere(),
                   "found location %" PRIu32
                   " beside those of patches, expected one below %" PRIu32,
                   ios[i].location, most);
        w->failed = true;
    }
}

static void
check_objects(struct spirv_writer *w)
{
    const struct ir_shader *shader = w->shader;
    const uint64_t globals = (uint64_t)shader->inputs.count + shader->outputs.count +
                             shader->buffers.count + shader->images.count + shader->samplers.count;

    check_patches(w, shader->inputs.data, shader->inputs.count);
    check_patches(w, shader->outputs.data, shader->outputs.count);
    if (globals > MAX_GLOBALS)
        past_limit(w, 0, "inputs, outputs, buffers, images and samplers", MAX_GLOBALS);
    for (uint32_t i = 0; i < shader->arrays.count; i++)
        if (w->arrays[i].used && shader->arrays.data[i].init &&
            shader->arrays.data[i].count > SPIRV_MAX_WORDS - 4)
            past_limit(w, 0, "elements of a constant array", SPIRV_MAX_WORDS - 4);
}

bool
spirv_survey(struct spirv_writer *w)
{
    const struct ir_shader *shader = w->shader;
    struct survey s = {.w = w};

    w->quad = choose_quad(w, w->quad);
    w->inputs = base_arena_new_array(w->arena, struct spirv_input, shader->inputs.count);
    w->outputs = base_arena_new_array(w->arena, struct spirv_output, shader->outputs.count);
    w->buffers = base_arena_new_array(w->arena, struct spirv_buffer, shader->buffers.count);
    w->arrays = base_arena_new_array(w->arena, struct spirv_array, shader->arrays.count);
    w->images = base_arena_new_array(w->arena, struct spirv_image, shader->images.count);
    w->samplers = base_arena_new_array(w->arena, struct spirv_sampler, shader->samplers.count);
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        w->buffers[i].element = ir_type_f32;
    for (uint32_t i = 0; i < shader->outputs.count; i++)
        w->has_streams |= shader->outputs.data[i].stream != 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const struct ir_inst *inst = ir_at(shader, ref);
        const unsigned flags = spirv_op_infos[inst->op].flags;

        w->precise_count += inst->flags & IR_PRECISE;
        if (flags & (SPIRV_GROUPS | SPIRV_NO_F64 | SPIRV_DEMOTE))
            check_target(w, ref, inst, flags);
        if (flags & SPIRV_SURVEY)
            survey_op(&s, ref, inst);
    }
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        finish_buffer(w, i);
    w->needs_helpers = w->reads_quad && !w->has_derivative && shader->stage == ir_stage_fragment &&
                       w->quad == spirv_quad_broadcast;
    choose_shared_element(w);
    check_objects(w);
    return !w->failed;
}
