/* SPDX-License-Identifier: MIT
 *
 * The writer's frame: the pass over the shader, and the module put together.
 *
 * The function's words are written into one growing array that starts with room for all that
 * stands before them in a module. Only when that room turns out too small are they moved.
 */
#include "spirv/spirv_priv.h"

#include <inttypes.h>

#define MAX_NAME 1024 /* Bytes of a name that are kept. */
#define ENTRY_POINT "main"
#define GLSL_SET "GLSL.std.450"
#define MAX_BOUND 0x3fffff /* One past the last id: what every host must take. */

struct target_info {
    const char *name;
    uint32_t version;
};

static const struct target_info target_infos[spirv_target_count] = {
    [spirv_target_vulkan1_0] = {"vulkan1.0", 0x00010000},
    [spirv_target_vulkan1_1] = {"vulkan1.1", 0x00010300},
    [spirv_target_vulkan1_2] = {"vulkan1.2", 0x00010500},
    [spirv_target_vulkan1_3] = {"vulkan1.3", 0x00010600},
};

/* No target has it without its extension. */
#define NEVER spirv_target_count

static const struct capability_info {
    uint32_t number;
    uint8_t since;
    const char *extension;
} capability_infos[spirv_capability_count] = {
#define SPIRV_CAPABILITY(name, since, extension)                                                   \
    [spirv_capability_##name] = {SpvCapability##name, since, extension},
#include "spirv/capabilities.def"
};

const char *
spirv_target_name(enum spirv_target target)
{
    return target_infos[target].name;
}

bool
spirv_target_has_demote(enum spirv_target target)
{
    return target >= spirv_target_vulkan1_3;
}

/* ---- words ---- */

void
spirv_grow(struct spirv_writer *w, uint32_t words)
{
    w->body.count = (uint32_t)(w->at - w->body.data);
    base_array_reserve(w->arena, &w->body, words, sizeof(uint32_t));
    w->at = w->body.data + w->body.count;
    w->end = w->body.data + w->body.capacity;
}

void
spirv_emit(struct spirv_writer *w, struct spirv_section *section, SpvOp op,
           const uint32_t *operands, uint32_t count)
{
    if (section->capacity - section->count <= count)
        base_array_reserve(w->arena, section, count + 1, sizeof(uint32_t));
    uint32_t *words = section->data + section->count;
    words[0] = (count + 1) << SpvWordCountShift | (uint32_t)op;
    if (count > 0)
        memcpy(words + 1, operands, count * sizeof(*operands));
    section->count += count + 1;
}

void
spirv_emit_string(struct spirv_writer *w, struct spirv_section *section, SpvOp op,
                  const uint32_t *operands, uint32_t count, const char *string)
{
    size_t size = strlen(string);

    /* A cut name stays whole characters. */
    if (size > MAX_NAME)
        for (size = MAX_NAME; size > 0 && ((unsigned char)string[size] & 0xc0) == 0x80; size--)
            ;
    const uint32_t words = (uint32_t)size / 4 + 1;
    const uint32_t at = section->count + 1 + count;

    spirv_emit(w, section, op, operands, count);
    section->data[section->count - count - 1] += words << SpvWordCountShift;
    base_array_reserve(w->arena, section, words, sizeof(uint32_t));
    memset(section->data + at, 0, words * sizeof(uint32_t));
    for (size_t i = 0; i < size; i++)
        section->data[at + i / 4] |= (uint32_t)(unsigned char)string[i] << (8 * (i % 4));
    section->count += words;
}

void
spirv_name(struct spirv_writer *w, uint32_t id, const char *name)
{
    if (!w->no_names && name && *name)
        spirv_emit_string(w, &w->names, SpvOpName, &id, 1, name);
}

uint32_t
spirv_make_id(struct spirv_writer *w, ir_ref ref)
{
    const ir_type_id type = ir_type_of(w->shader, ref);
    uint64_t bits;

    if (!spirv_is_const(w, ref, &bits)) {
        base_error(w->diags, QD_CODE_INTERNAL, ir_place_of(w->shader, w->ref),
                   "found a use of value %" PRIu32 " where it is not made yet", ref);
        w->failed = true;
    }
    w->ids[ref] = bits ? spirv_const(w, type, bits) : spirv_zero(w, type);
    return w->ids[ref];
}

uint32_t
spirv_glsl(struct spirv_writer *w, enum GLSLstd450 number, uint32_t type, const uint32_t *operands,
           uint32_t count)
{
    if (!w->glsl)
        w->glsl = spirv_new_id(w);
    const uint32_t id = spirv_put_value(w, SpvOpExtInst, count + 2, type);
    spirv_put(w, w->glsl);
    spirv_put(w, (uint32_t)number);
    for (uint32_t i = 0; i < count; i++)
        spirv_put(w, operands[i]);
    return id;
}

/* ---- the function ---- */

static uint32_t
write_core(struct spirv_writer *w, const struct spirv_op_info *info, const struct ir_inst *inst)
{
    const bool is_bool =
        info->bool_code != info->code && ir_type_of(w->shader, inst->arg[0]) == ir_type_bool;
    uint32_t operands[3] = {0};

    for (uint32_t i = 0; i < info->arity; i++)
        operands[i] = spirv_id(w, inst->arg[i]);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t id =
        spirv_put_value(w, (SpvOp)(is_bool ? info->bool_code : info->code), info->arity, type);
    for (uint32_t i = 0; i < info->arity; i++)
        spirv_put(w, operands[i]);
    return id;
}

static uint32_t
write_glsl(struct spirv_writer *w, const struct spirv_op_info *info, const struct ir_inst *inst)
{
    uint32_t operands[3] = {0};

    for (uint32_t i = 0; i < info->arity; i++)
        operands[i] = spirv_id(w, inst->arg[i]);
    const uint32_t type = spirv_type(w, inst->type);
    return spirv_glsl(w, (enum GLSLstd450)info->code, type, operands, info->arity);
}

static void
write_inst(struct spirv_writer *w, const struct spirv_op_info *info, const struct ir_inst *inst)
{
    if (info->how == spirv_how_custom) {
        info->write(w, inst);
        return;
    }
    if ((inst->flags & IR_PRECISE) && spirv_write_with_zero(w, inst))
        return;
    const uint32_t id =
        info->how == spirv_how_core ? write_core(w, info, inst) : write_glsl(w, info, inst);
    w->ids[w->ref] = id;
    if ((inst->flags & IR_PRECISE) && (info->flags & SPIRV_CONTRACTS))
        base_array_push(w->arena, &w->precise, id);
}

static void
write_function(struct spirv_writer *w)
{
    const uint32_t void_type = spirv_type(w, ir_type_void);
    const uint32_t function_type = spirv_new_id(w);
    const uint32_t label = spirv_new_id(w);

    SPIRV_EMIT(w, &w->globals, SpvOpTypeFunction, function_type, void_type);
    spirv_reserve(w, SPIRV_INST_ROOM);
    spirv_put_op(w, SpvOpFunction, 5);
    spirv_put(w, void_type);
    spirv_put(w, w->function);
    spirv_put(w, SpvFunctionControlMaskNone);
    spirv_put(w, function_type);
    spirv_put_label(w, label);
    spirv_enter_arrays(w);
    spirv_enter_interface(w);
    spirv_clear_arrays(w);

    const struct ir_inst *insts = w->shader->insts.data;
    for (w->ref = w->shader->first; w->ref && !w->failed; w->ref = insts[w->ref].next) {
        const struct ir_inst *inst = &insts[w->ref];
        const struct spirv_op_info *info = &spirv_op_infos[inst->op];

        spirv_reserve(w, SPIRV_INST_ROOM);
        if (w->block || (info->flags & SPIRV_CONTROL))
            write_inst(w, info, inst);
    }

    spirv_reserve(w, SPIRV_INST_ROOM);
    if (w->block)
        spirv_put_op(w, SpvOpReturn, 1);
    spirv_put_op(w, SpvOpFunctionEnd, 1);
}

/* ---- the module ---- */

/* Where the function starts, so that most likely the rest of the module fits before it. */
static void
leave_room(struct spirv_writer *w)
{
    const struct ir_shader *shader = w->shader;
    const uint64_t objects = (uint64_t)shader->inputs.count + shader->outputs.count +
                             shader->buffers.count + shader->arrays.count + shader->images.count +
                             shader->samplers.count;
    const uint64_t words =
        512 + 64 * objects + 5 * (uint64_t)w->const_inst_count + 3 * (uint64_t)w->precise_count;

    w->room = words < UINT32_MAX / 2 ? (uint32_t)words : UINT32_MAX / 2;
    spirv_grow(w, w->room + SPIRV_INST_ROOM);
    w->at += w->room;
}

/* What nearly every module has of each. */
static void
reserve_sections(struct spirv_writer *w)
{
    base_array_reserve(w->arena, &w->interface, 16, sizeof(uint32_t));
    base_array_reserve(w->arena, &w->names, w->no_names ? 0 : 64, sizeof(uint32_t));
    base_array_reserve(w->arena, &w->decorations, 64, sizeof(uint32_t));
    base_array_reserve(w->arena, &w->globals, 256, sizeof(uint32_t));
}

static void
put_mode(struct spirv_writer *w, struct spirv_section *head, SpvExecutionMode mode)
{
    SPIRV_EMIT(w, head, SpvOpExecutionMode, w->function, (uint32_t)mode);
}

static void
write_fragment_modes(struct spirv_writer *w, struct spirv_section *head)
{
    static const SpvExecutionMode layouts[ir_depth_layout_count] = {
        [ir_depth_greater] = SpvExecutionModeDepthGreater,
        [ir_depth_less] = SpvExecutionModeDepthLess,
        [ir_depth_unchanged] = SpvExecutionModeDepthUnchanged,
    };
    const struct ir_shader *shader = w->shader;

    put_mode(w, head, SpvExecutionModeOriginUpperLeft);
    if (shader->early_tests)
        put_mode(w, head, SpvExecutionModeEarlyFragmentTests);
    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        const enum ir_builtin builtin = shader->outputs.data[i].builtin;

        if (builtin == ir_builtin_frag_depth) {
            put_mode(w, head, SpvExecutionModeDepthReplacing);
            if (shader->depth_layout != ir_depth_any)
                put_mode(w, head, layouts[shader->depth_layout]);
        } else if (builtin == ir_builtin_frag_stencil) {
            put_mode(w, head, SpvExecutionModeStencilRefReplacingEXT);
        }
    }
}

/* What the module asks of its own floats alone. */
static void
need_float_controls(struct spirv_writer *w)
{
    const unsigned used = SPIRV_FLOATS_32 |
                          (w->capabilities[spirv_capability_Float16] ? SPIRV_FLOATS_16 : 0u) |
                          (w->capabilities[spirv_capability_Float64] ? SPIRV_FLOATS_64 : 0u);

    w->keep_nan &= (uint8_t)used;
    w->flush_denormals &= (uint8_t)used;
    w->keep_denormals &= (uint8_t)(used & ~(unsigned)w->flush_denormals);
    if (w->keep_nan)
        spirv_need(w, spirv_capability_SignedZeroInfNanPreserve);
    if (w->keep_denormals)
        spirv_need(w, spirv_capability_DenormPreserve);
    if (w->flush_denormals)
        spirv_need(w, spirv_capability_DenormFlushToZero);
}

static void
write_float_mode(struct spirv_writer *w, struct spirv_section *head, SpvExecutionMode mode,
                 unsigned floats)
{
    for (unsigned i = 0; i < 3; i++)
        if (floats >> i & 1)
            SPIRV_EMIT(w, head, SpvOpExecutionMode, w->function, (uint32_t)mode, 16u << i);
}

static void
write_entry_point(struct spirv_writer *w, struct spirv_section *head)
{
    static const SpvExecutionModel models[ir_stage_count] = {
        [ir_stage_vertex] = SpvExecutionModelVertex,
        [ir_stage_tess_control] = SpvExecutionModelTessellationControl,
        [ir_stage_tess_eval] = SpvExecutionModelTessellationEvaluation,
        [ir_stage_geometry] = SpvExecutionModelGeometry,
        [ir_stage_fragment] = SpvExecutionModelFragment,
        [ir_stage_compute] = SpvExecutionModelGLCompute,
    };
    const struct ir_shader *shader = w->shader;
    const uint32_t operands[2] = {(uint32_t)models[shader->stage], w->function};
    const uint32_t at = head->count;

    spirv_emit_string(w, head, SpvOpEntryPoint, operands, 2, ENTRY_POINT);
    for (uint32_t i = 0; i < w->interface.count; i++)
        base_array_push(w->arena, head, w->interface.data[i]);
    head->data[at] += w->interface.count << SpvWordCountShift;
    if (shader->stage == ir_stage_fragment)
        write_fragment_modes(w, head);
    spirv_write_primitive_modes(w, head);
    write_float_mode(w, head, SpvExecutionModeSignedZeroInfNanPreserve, w->keep_nan);
    write_float_mode(w, head, SpvExecutionModeDenormPreserve, w->keep_denormals);
    write_float_mode(w, head, SpvExecutionModeDenormFlushToZero, w->flush_denormals);
    if (shader->stage == ir_stage_compute)
        SPIRV_EMIT(w, head, SpvOpExecutionMode, w->function, SpvExecutionModeLocalSize,
                   shader->local_size[0], shader->local_size[1], shader->local_size[2]);
}

static void
write_capabilities(struct spirv_writer *w, struct spirv_section *head)
{
    for (uint32_t i = 0; i < w->capability_end; i++)
        if (w->capabilities[i])
            SPIRV_EMIT(w, head, SpvOpCapability, capability_infos[i].number);
    for (uint32_t i = 0; i < w->capability_end; i++) {
        const struct capability_info *info = &capability_infos[i];
        bool is_named = false;

        if (!w->capabilities[i] || !info->extension || w->target >= info->since)
            continue;
        for (uint32_t j = 0; j < i; j++)
            is_named |= w->capabilities[j] && capability_infos[j].extension &&
                        strcmp(capability_infos[j].extension, info->extension) == 0;
        if (!is_named)
            spirv_emit_string(w, head, SpvOpExtension, NULL, 0, info->extension);
    }
}

/* All before the names. */
static void
write_head(struct spirv_writer *w, struct spirv_section *head)
{
    const uint32_t header[5] = {SpvMagicNumber, target_infos[w->target].version, 0, w->next_id, 0};

    for (uint32_t i = 0; i < BASE_COUNT(header); i++)
        base_array_push(w->arena, head, header[i]);
    write_capabilities(w, head);
    if (w->glsl)
        spirv_emit_string(w, head, SpvOpExtInstImport, &w->glsl, 1, GLSL_SET);
    SPIRV_EMIT(w, head, SpvOpMemoryModel,
               w->uses_global ? SpvAddressingModelPhysicalStorageBuffer64
                              : SpvAddressingModelLogical,
               SpvMemoryModelGLSL450);
    write_entry_point(w, head);
}

static uint32_t *
copy_section(uint32_t *to, const struct spirv_section *section)
{
    if (section->count > 0)
        memcpy(to, section->data, section->count * sizeof(*to));
    return to + section->count;
}

/* Gives memory of the pass back before the caller goes on. */
static void
release_section(struct spirv_writer *w, const struct spirv_section *section)
{
    base_arena_free(w->arena, section->data, section->capacity * sizeof(*section->data));
}

static void
assemble(struct spirv_writer *w, struct spirv_module *module)
{
    struct spirv_section head = {0};

    base_array_reserve(w->arena, &head, 64, sizeof(uint32_t));
    write_head(w, &head);
    base_arena_free(w->arena, w->ids, w->shader->insts.count * sizeof(*w->ids));
    const size_t before = (size_t)head.count + w->names.count + w->decorations.count +
                          3 * (size_t)w->precise.count + w->globals.count;
    const size_t count = (size_t)(w->at - w->body.data) - w->room;

    if (before > w->room) {
        const size_t more = before - w->room;

        spirv_grow(w, more < UINT32_MAX ? (uint32_t)more : UINT32_MAX);
        memmove(w->body.data + before, w->body.data + w->room, count * sizeof(*w->at));
        w->room = (uint32_t)before;
    }
    const size_t first = w->room - before;
    w->body.data = base_arena_resize(w->arena, w->body.data, w->body.capacity * sizeof(*w->at),
                                     (first + before + count) * sizeof(*w->at));
    uint32_t *at = w->body.data + first;
    module->words = at;
    module->count = before + count;

    at = copy_section(at, &head);
    at = copy_section(at, &w->names);
    at = copy_section(at, &w->decorations);
    for (uint32_t i = 0; i < w->precise.count; i++) {
        *at++ = 3u << SpvWordCountShift | SpvOpDecorate;
        *at++ = w->precise.data[i];
        *at++ = SpvDecorationNoContraction;
    }
    copy_section(at, &w->globals);
    release_section(w, &w->precise);
    release_section(w, &w->globals);
    base_arena_free(w->arena, w->const_slots, w->const_slot_count * sizeof(*w->const_slots));
}

static bool
check_limits(struct spirv_writer *w)
{
    if (w->next_id > MAX_BOUND)
        base_warning(w->diags, QD_CODE_SPIRV_ID_BOUND, base_at_nowhere(),
                     "found a module with an id bound of %" PRIu32
                     ", expected at most %d, which every host takes",
                     w->next_id, MAX_BOUND);
    return !w->failed;
}

bool
spirv_write(const struct ir_shader *shader, const struct spirv_write_options *options,
            struct base_arena *arena, struct spirv_module *module, struct base_diags *diags)
{
    struct spirv_writer *w = base_arena_new(arena, struct spirv_writer);

    *module = (struct spirv_module){NULL, 0};
    w->shader = shader;
    w->target = options->target;
    w->quad = options->quad;
    w->no_names = options->no_names;
    w->signed_outputs = options->signed_outputs;
    w->has_barycentrics = options->has_barycentrics;
    w->keep_nan = options->keep_nan;
    w->keep_denormals = options->keep_denormals;
    w->denormals_are_hosts = options->denormals_are_hosts;
    w->least_inputs = options->least_inputs;
    w->least_outputs = options->least_outputs;
    w->patch_location =
        options->has_patch_location ? options->patch_location : SPIRV_PATCH_LOCATION;
    w->arena = arena;
    w->diags = diags;
    if (!spirv_survey(w))
        return false;
    w->flush_denormals =
        options->denormals_are_hosts ? 0 : (uint8_t)(options->flush_denormals & w->flushed);

    w->ids = base_arena_new_array(arena, uint32_t, shader->insts.count);
    w->next_id = 1;
    reserve_sections(w);
    spirv_need(w, spirv_capability_Shader);
    if (IR_STAGES_TESS >> shader->stage & 1)
        spirv_need(w, spirv_capability_Tessellation);
    if (shader->stage == ir_stage_geometry)
        spirv_need(w, spirv_capability_Geometry);
    if (w->has_streams)
        spirv_need(w, spirv_capability_GeometryStreams);
    w->function = spirv_new_id(w);
    spirv_name(w, w->function, *shader->name ? shader->name : ENTRY_POINT);
    spirv_declare_interface(w);
    spirv_declare_buffers(w);
    spirv_declare_push(w);
    spirv_declare_shared(w);
    spirv_declare_images(w);
    leave_room(w);
    write_function(w);
    need_float_controls(w);
    if (!check_limits(w))
        return false;
    assemble(w, module);
    return true;
}
