/* SPDX-License-Identifier: MIT
 *
 * What a module says of itself, the entry point and its modes.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

#define MAX_LOCAL_SIZE 4096

/* ---- what the module needs ---- */

static bool
check_capability(struct spirv_reader *r, const struct read_inst *inst)
{
    switch (inst->operands[0]) {
#define READ_CAPABILITY(name) case SpvCapability##name:
#include "spirv/read/supported.def"
        if (inst->operands[0] == SpvCapabilityVariablePointers ||
            inst->operands[0] == SpvCapabilityVariablePointersStorageBuffer)
            r->state->has_variable_pointers = true;
        return true;
    default:
        return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                         "found the capability %s (%" PRIu32 "), which is not supported",
                         read_name_of(read_name_Capability, inst->operands[0]), inst->operands[0]);
    }
}

static bool
check_extension(struct spirv_reader *r, const struct read_inst *inst)
{
#define READ_EXTENSION(name)                                                                       \
    if (read_is_string(inst, 0, #name, false))                                                     \
        return true;
#include "spirv/read/supported.def"
    return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                     "found the extension \"%s\", which is not supported",
                     read_string(r->arena, inst, 0));
}

/* Sets of debug information do nothing that a shader's results depend on. */
static bool
check_import(struct spirv_reader *r, const struct read_inst *inst)
{
    if (read_is_string(inst, 0, "GLSL.std.450", false) ||
        read_is_string(inst, 0, "NonSemantic.", true) ||
        read_is_string(inst, 0, "OpenCL.DebugInfo.100", false))
        return true;
    return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                     "found the instruction set \"%s\", which is not supported",
                     read_string(r->arena, inst, 0));
}

static bool
check_memory_model(struct spirv_reader *r, const struct read_inst *inst)
{
    const uint32_t addressing = inst->operands[0], model = inst->operands[1];

    if (addressing != SpvAddressingModelLogical &&
        addressing != SpvAddressingModelPhysicalStorageBuffer64)
        return read_fail(r, inst, QD_CODE_UNSUPPORTED, "found the addressing model %s",
                         read_name_of(read_name_AddressingModel, addressing));
    if (model != SpvMemoryModelGLSL450 && model != SpvMemoryModelVulkan)
        return read_fail(r, inst, QD_CODE_UNSUPPORTED, "found the memory model %s",
                         read_name_of(read_name_MemoryModel, model));
    return true;
}

bool
read_check_module(struct spirv_reader *r)
{
    for (uint32_t i = 0; i < r->module->global_count; i++) {
        const struct read_inst *inst = &r->module->insts[i];
        bool is_good = true;

        switch ((int)inst->op) {
        case SpvOpCapability:
            is_good = check_capability(r, inst);
            break;
        case SpvOpExtension:
            is_good = check_extension(r, inst);
            break;
        case SpvOpExtInstImport:
            is_good = check_import(r, inst);
            break;
        case SpvOpMemoryModel:
            is_good = check_memory_model(r, inst);
            break;
        default:
            break;
        }
        if (!is_good)
            return false;
    }
    return true;
}

/* ---- the entry point ---- */

static bool
find_stage(uint32_t model, enum ir_stage *stage)
{
    switch (model) {
    case SpvExecutionModelVertex:
        *stage = ir_stage_vertex;
        return true;
    case SpvExecutionModelFragment:
        *stage = ir_stage_fragment;
        return true;
    case SpvExecutionModelGLCompute:
        *stage = ir_stage_compute;
        return true;
    default:
        return false;
    }
}

/* Is it what was asked for? */
/* Entry points that a message names. */
#define MAX_NAMED 8

static bool
is_wanted(const struct spirv_reader *r, const struct read_inst *inst, const char *name)
{
    enum ir_stage stage;

    if (name && !read_is_string(inst, 2, name, false))
        return false;
    return !r->options->has_stage ||
           (find_stage(inst->operands[0], &stage) && stage == r->options->stage);
}

/* How many entry points have the name, NULL: any; the first is in *found. */
static uint32_t
count_entries(const struct spirv_reader *r, const char *name, const struct read_inst **found)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < r->module->global_count; i++) {
        const struct read_inst *inst = &r->module->insts[i];

        if (inst->op == SpvOpEntryPoint && is_wanted(r, inst, name) && count++ == 0)
            *found = inst;
    }
    return count;
}

static bool
take_entry(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_inst *function = read_maker(r->module, inst->operands[1]);
    enum ir_stage stage;

    if (!find_stage(inst->operands[0], &stage))
        return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                         "found the stage %s, expected Vertex, Fragment or GLCompute",
                         read_name_of(read_name_ExecutionModel, inst->operands[0]));
    if (!function || function->op != SpvOpFunction)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found id %" PRIu32 ", expected a function", inst->operands[1]);
    r->state->entry = inst;
    r->state->entry_function = &r->module->functions[r->module->defs[inst->operands[1]].local];
    if (r->state->entry_function->parameter_count > 0)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found an entry point with parameters");
    if (r->state->entry_function->block_count == 0)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found an entry point without a body");
    r->shader = ir_shader_create(r->arena, stage, read_string(r->arena, inst, 2));
    r->shader->place_kind = QD_PLACE_WORD;
    ir_builder_init(&r->b, r->shader);
    return true;
}

/* Says which there are. */
static void
refuse_entries(struct spirv_reader *r)
{
    const char *name = r->options->entry;
    const char *stage = r->options->has_stage ? ir_stage_name(r->options->stage) : "";
    uint32_t count = 0;
    struct base_text text;

    base_text_init(&text, r->arena);
    for (uint32_t i = 0; i < r->module->global_count && count <= MAX_NAMED; i++) {
        const struct read_inst *inst = &r->module->insts[i];

        if (inst->op != SpvOpEntryPoint)
            continue;
        if (count++ == MAX_NAMED)
            base_text_add_string(&text, " ...");
        else
            base_text_printf(&text, "%s %s \"%s\"", count > 1 ? "," : "",
                             read_name_of(read_name_ExecutionModel, inst->operands[0]),
                             read_string(r->arena, inst, 2));
    }
    base_text_printf(&text, ", expected %s", count == 0 ? "one" : "");
    if (count > 0 && name)
        base_text_printf(&text, "%s%s\"%s\"", stage, *stage ? " " : "", name);
    else if (count > 0)
        base_text_printf(&text, "one%s%s%s", *stage ? " of stage " : "", stage,
                         count > 1 ? ", or its name" : "");
    base_error(r->diags, QD_CODE_SPIRV_INVALID, base_at_nowhere(), "found %s%s",
               count == 0   ? "no entry point"
               : count == 1 ? "the entry point"
                            : "the entry points",
               base_text_string(&text));
}

bool
read_find_entry(struct spirv_reader *r)
{
    const char *name = r->options->entry;
    const struct read_inst *found = NULL;
    uint32_t count = count_entries(r, name, &found);

    if (!name && count > 1)
        count = count_entries(r, "main", &found);
    if (count == 1)
        return take_entry(r, found);
    refuse_entries(r);
    return false;
}

/* ---- modes ---- */

static bool
set_fragment_mode(struct spirv_reader *r, const struct read_inst *inst, uint32_t mode)
{
    if (r->shader->stage != ir_stage_fragment)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found the mode %s in a %s shader",
                         read_name_of(read_name_ExecutionMode, mode),
                         ir_stage_name(r->shader->stage));
    switch (mode) {
    case SpvExecutionModeEarlyFragmentTests:
        r->shader->early_tests = true;
        break;
    case SpvExecutionModeDepthGreater:
        r->shader->depth_layout = ir_depth_greater;
        break;
    case SpvExecutionModeDepthLess:
        r->shader->depth_layout = ir_depth_less;
        break;
    case SpvExecutionModeDepthUnchanged:
        r->shader->depth_layout = ir_depth_unchanged;
        break;
    default:
        break; /* DepthReplacing, StencilRefReplacing: as the outputs say. */
    }
    return true;
}

static bool
set_local_size(struct spirv_reader *r, const struct read_inst *inst, bool is_ids)
{
    if (inst->count < 5)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found fewer than three sizes");
    for (unsigned i = 0; i < 3; i++) {
        uint32_t size = inst->operands[2 + i];

        if (is_ids && !read_get_constant(r, inst, size, &size))
            return false;
        r->shader->local_size[i] = size;
    }
    return true;
}

static bool
set_mode(struct spirv_reader *r, const struct read_inst *inst)
{
    const uint32_t mode = inst->operands[1];

    switch (mode) {
    case SpvExecutionModeOriginUpperLeft:
    case SpvExecutionModeDepthReplacing:
    case SpvExecutionModeStencilRefReplacingEXT:
    case SpvExecutionModeEarlyFragmentTests:
    case SpvExecutionModeDepthGreater:
    case SpvExecutionModeDepthLess:
    case SpvExecutionModeDepthUnchanged:
        return set_fragment_mode(r, inst, mode);
    case SpvExecutionModeLocalSize:
        return set_local_size(r, inst, false);
    case SpvExecutionModeLocalSizeId:
        return set_local_size(r, inst, true);
    case SpvExecutionModeDenormPreserve:
    case SpvExecutionModeSignedZeroInfNanPreserve:
    case SpvExecutionModeRoundingModeRTE:
    case SpvExecutionModeSubgroupUniformControlFlowKHR:
        return true; /* The IR does so anyway. */
    default:
        return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                         "found the mode %s (%" PRIu32 "), which is not supported",
                         read_name_of(read_name_ExecutionMode, mode), mode);
    }
}

/* A constant that is the built-in WorkgroupSize comes before every mode. */
static bool
set_workgroup_size(struct spirv_reader *r)
{
    for (uint32_t i = 0; i < r->module->global_count; i++) {
        const struct read_inst *inst = &r->module->insts[i];

        if (!read_is_constant(inst->op) ||
            read_decoration_value(r, inst->id, READ_NO_MEMBER, SpvDecorationBuiltIn, READ_NONE) !=
                SpvBuiltInWorkgroupSize)
            continue;
        const struct read_value *value = read_get_leaves(r, inst, inst->id);
        uint64_t bits;
        if (!value)
            return false;
        for (uint32_t n = 0; n < 3; n++) {
            if (value->type->leaves != 3 || !read_const_bits(r, value->leaves[n], &bits))
                return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                                 "found the built-in WorkgroupSize, expected three constants");
            r->shader->local_size[n] = (uint32_t)bits;
        }
    }
    return true;
}

static bool
check_local_size(struct spirv_reader *r)
{
    const uint32_t *size = r->shader->local_size;

    for (unsigned i = 0; i < 3; i++)
        if (size[i] < 1 || size[i] > MAX_LOCAL_SIZE)
            return read_fail(r, r->state->entry, QD_CODE_LIMIT,
                             "found the local size %" PRIu32 " x %" PRIu32 " x %" PRIu32
                             ", expected 1 to %d in each",
                             size[0], size[1], size[2], MAX_LOCAL_SIZE);
    return true;
}

bool
read_modes(struct spirv_reader *r)
{
    for (uint32_t i = 0; i < r->module->global_count; i++) {
        const struct read_inst *inst = &r->module->insts[i];

        if ((inst->op == SpvOpExecutionMode || inst->op == SpvOpExecutionModeId) &&
            inst->operands[0] == r->state->entry->operands[1] && !set_mode(r, inst))
            return false;
    }
    return r->shader->stage != ir_stage_compute || (set_workgroup_size(r) && check_local_size(r));
}
