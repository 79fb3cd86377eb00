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
    bool has_left;  /* Some lanes may have returned. */
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

static void
survey_input(struct spirv_writer *w, ir_ref ref, uint32_t imm)
{
    const enum ir_builtin builtin = w->shader->inputs.data[imm >> 2].builtin;

    w->inputs[imm >> 2].used |= (uint8_t)(1u << (imm & 3));
    if (builtin == ir_builtin_lane && !target_has_groups(w))
        lacks(w, ref, "the lane's index in its subgroup");
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

static void
survey_quad_read(struct spirv_writer *w, const struct ir_inst *inst)
{
    uint64_t place;

    if (!spirv_is_const(w, inst->arg[1], &place))
        w->needs_place = true;
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

    switch ((unsigned)inst->op) {
    case ir_op_const:
        w->const_inst_count++;
        break;
    case ir_op_load_input:
        survey_input(w, ref, imm);
        break;
    case ir_op_store_output:
        if (s->depth == 0 && !s->has_left)
            w->outputs[imm >> 2].written |= (uint8_t)(1u << (imm & 3));
        break;
    case ir_op_load_buffer:
        w->buffers[imm].used = true;
        if (inst->type != ir_type_f32)
            w->buffers[imm].element = ir_type_i32;
        break;
    case ir_op_load_array:
        w->arrays[imm].used = true;
        break;
    case ir_op_store_array:
        survey_store_array(w, inst);
        break;
    case ir_op_sample:
        w->textures[imm & 0xffff].used = true;
        break;
    case ir_op_is_helper:
        w->needs_helper = true;
        break;
    case ir_op_quad_read:
        survey_quad_read(w, inst);
        break;
    case ir_op_quad_perm:
        w->needs_place |= spirv_perm_needs_place(imm);
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

static void
check_objects(struct spirv_writer *w)
{
    const struct ir_shader *shader = w->shader;
    const uint64_t globals = (uint64_t)shader->inputs.count + shader->outputs.count +
                             shader->buffers.count + shader->textures.count;

    if (globals > MAX_GLOBALS)
        past_limit(w, 0, "inputs, outputs, buffers and textures", MAX_GLOBALS);
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

    w->inputs = base_arena_new_array(w->arena, struct spirv_input, shader->inputs.count);
    w->outputs = base_arena_new_array(w->arena, struct spirv_output, shader->outputs.count);
    w->buffers = base_arena_new_array(w->arena, struct spirv_buffer, shader->buffers.count);
    w->arrays = base_arena_new_array(w->arena, struct spirv_array, shader->arrays.count);
    w->textures = base_arena_new_array(w->arena, struct spirv_texture, shader->textures.count);
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        w->buffers[i].element = ir_type_f32;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const struct ir_inst *inst = ir_at(shader, ref);
        const unsigned flags = spirv_op_infos[inst->op].flags;

        w->precise_count += inst->flags & IR_PRECISE;
        if (flags & (SPIRV_GROUPS | SPIRV_NO_F64 | SPIRV_DEMOTE))
            check_target(w, ref, inst, flags);
        if (flags & SPIRV_SURVEY)
            survey_op(&s, ref, inst);
    }
    check_objects(w);
    return !w->failed;
}
