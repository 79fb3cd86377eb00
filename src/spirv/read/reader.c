/* SPDX-License-Identifier: MIT
 *
 * From words to a shader, in order.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>

#define MAX_INSTS (UINT32_C(16) << 20)

bool
read_fail(struct spirv_reader *r, const struct read_inst *inst, enum qd_code code,
          const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)read_module_vfail(r->module, inst, code, format, args);
    va_end(args);
    return false;
}

bool
read_unsupported(struct spirv_reader *r, const struct read_inst *inst, const char *why)
{
    return read_fail(r, inst, QD_CODE_UNSUPPORTED, "is not supported: %s", why);
}

/* ---- one instruction ---- */

static bool
read_none(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_opcode *opcode = read_find_opcode(inst->op);

    return read_fail(r, inst, QD_CODE_UNSUPPORTED, "is not supported (capability %s)",
                     opcode->capability);
}

static bool
read_module(struct spirv_reader *r, const struct read_inst *inst)
{
    return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found inside of a function");
}

typedef bool (*family_function)(struct spirv_reader *r, const struct read_inst *inst);

static family_function
function_of(enum read_family family)
{
    switch (family) {
    case read_family_none:
        return read_none;
    case read_family_module:
        return read_module;
    case read_family_alu:
        return read_alu;
    case read_family_convert:
        return read_convert;
    case read_family_composite:
        return read_composite;
    case read_family_matrix:
        return read_matrix;
    case read_family_glsl:
        return read_glsl;
    case read_family_dot:
        return read_dot;
    case read_family_image:
        return read_image;
    case read_family_atomic:
        return read_atomic;
    case read_family_barrier:
        return read_barrier;
    case read_family_group:
        return read_group;
    case read_family_derivative:
        return read_derivative;
    case read_family_memory:
        return read_memory;
    case read_family_flow:
        return read_flow;
    }
    return read_none;
}

/* Of a set that says nothing about what the shader does. */
static bool
is_aside(const struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_inst *set = read_maker(r->module, inst->operands[0]);

    return set && set->op == SpvOpExtInstImport && !read_is_string(set, 0, "GLSL.std.450", false);
}

bool
read_check_budget(struct spirv_reader *r, const struct read_inst *inst)
{
    if (r->shader->insts.count <= r->state->max_insts)
        return true;
    return read_fail(r, inst, QD_CODE_LIMIT,
                     "found that the shader takes more than %" PRIu32 " instructions",
                     r->state->max_insts);
}

bool
read_dispatch(struct spirv_reader *r, const struct read_inst *inst)
{
    if (inst->op == SpvOpExtInst && is_aside(r, inst))
        return true;
    return function_of(read_find_opcode(inst->op)->family)(r, inst) && !r->state->has_failed &&
           read_check_budget(r, inst);
}

/* ---- the module's own sections ---- */

static bool
read_variable(struct spirv_reader *r, const struct read_inst *inst)
{
    if (inst->operands[0] == SpvStorageClassFunction)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found storage class Function outside of a function");
    return true; /* Made when it is first used. */
}

static bool
read_global(struct spirv_reader *r, const struct read_inst *inst)
{
    switch ((int)inst->op) {
    case SpvOpVariable:
        return read_variable(r, inst);
    case SpvOpUndef:
        return read_make_null(r, inst);
    case SpvOpLine:
    case SpvOpNoLine:
    case SpvOpNop:
        return true;
    case SpvOpExtInst:
        return is_aside(r, inst) ||
               read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found outside of a function");
    default:
        break;
    }
    const enum read_family family = read_find_opcode(inst->op)->family;
    if (family == read_family_none)
        return read_none(r, inst);
    if (family != read_family_module)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found outside of a function");
    if (read_is_type(inst->op))
        return read_make_type(r, inst);
    if (read_is_constant(inst->op))
        return read_make_constant(r, inst);
    return true; /* Names, decorations and modes, which are read elsewhere. */
}

static bool
read_globals(struct spirv_reader *r)
{
    for (uint32_t i = 0; i < r->module->global_count; i++) {
        if (!read_global(r, &r->module->insts[i]) || r->state->has_failed)
            return false;
    }
    return read_finish_types(r);
}

/* ---- all of it ---- */

static void
make_state(struct spirv_reader *r)
{
    const uint32_t bound = r->module->bound;
    struct read_state *state = base_arena_new(r->arena, struct read_state);

    state->types = base_arena_new_array(r->arena, struct read_full_type *, bound);
    state->globals = base_arena_new_array(r->arena, struct read_slot *, bound);
    state->variables = base_arena_new_array(r->arena, struct read_variable *, bound);
    state->max_insts = r->options->max_insts ? r->options->max_insts : MAX_INSTS;
    state->leaves_left = READ_MAX_ALL_LEAVES;
    r->state = state;
}

struct ir_shader *
spirv_read(const uint32_t *words, size_t count, const struct spirv_read_options *options,
           struct base_arena *arena, struct base_diags *diags)
{
    struct spirv_reader r = {.arena = arena, .diags = diags, .options = options};

    r.module = read_module_create(words, count, arena, diags);
    if (!r.module || !read_find_functions(r.module))
        return NULL;
    make_state(&r);
    if (!read_collect_decorations(&r) || !read_check_module(&r) || !read_find_entry(&r) ||
        !read_globals(&r) || !read_modes(&r) || !read_make_graph(&r) || !read_build_graph(&r))
        return NULL;
    return r.shader;
}

bool
spirv_list_entries(const uint32_t *words, size_t count, struct base_arena *arena,
                   struct spirv_entry **entries, uint32_t *entry_count, struct base_diags *diags)
{
    const struct read_module *module = read_module_create(words, count, arena, diags);
    uint32_t found = 0;

    *entry_count = 0;
    if (!module)
        return false;
    for (uint32_t i = 0; i < module->inst_count; i++)
        found += module->insts[i].op == SpvOpEntryPoint;
    *entries = base_arena_new_array(arena, struct spirv_entry, found);
    for (uint32_t i = 0; i < module->inst_count; i++) {
        const struct read_inst *inst = &module->insts[i];

        if (inst->op == SpvOpEntryPoint)
            (*entries)[(*entry_count)++] = (struct spirv_entry){.name = read_string(arena, inst, 2),
                                                                .model = (int)inst->operands[0]};
    }
    return true;
}
