/* SPDX-License-Identifier: MIT
 *
 * Exports: colours, depth, positions and parameters. Lanes that are off export nothing; where the
 * export says which pixels count, they become helpers, so that reads of the quad behind it work.
 */
#include "rdna/lower/arith.h"

enum {
    TARGET_DEPTH = 8,
    TARGET_NULL = 9,
    TARGET_POSITION = 12,
    TARGET_PRIMITIVE = 20,
    TARGET_PARAMETER = 32,
    TARGET_COUNT = 64
};

enum depth_component { depth_z, depth_stencil, depth_mask, depth_alpha };
enum misc_component { misc_point_size, misc_edge_flag, misc_layer, misc_viewport };

struct rdna_exports {
    uint8_t masks[TARGET_COUNT];    /* Components that some export writes. */
    uint32_t imms[TARGET_COUNT][4]; /* Of store_output. */
    uint32_t viewport_imm;          /* Of the viewport beside the layer. */
};

/* ---- outputs ---- */

static bool
is_integer(const struct rdna_lower_options *options, unsigned target)
{
    const unsigned integers = options->uint16 | options->sint16 | options->uint32 | options->sint32;

    return target < TARGET_DEPTH && integers >> target & 1;
}

static uint32_t
add_builtin(struct rdna_lowering *l, enum ir_builtin builtin)
{
    const struct ir_builtin_info *info = &ir_builtin_infos[builtin];
    const struct ir_io io = {.name = info->name,
                             .builtin = builtin,
                             .type = (enum ir_type)info->type,
                             .components = info->components};

    return ir_add_output(l->shader, &io);
}

/* All components of a built-in output are the target's. */
static void
add_whole(struct rdna_lowering *l, unsigned target, enum ir_builtin builtin)
{
    const uint32_t output = add_builtin(l, builtin);

    for (unsigned c = 0; c < 4; c++)
        l->exports->imms[target][c] = ir_io_imm(output, c);
}

/* One component is a built-in output. */
static void
add_part(struct rdna_lowering *l, unsigned target, unsigned component, enum ir_builtin builtin)
{
    if (l->exports->masks[target] >> component & 1)
        l->exports->imms[target][component] = ir_io_imm(add_builtin(l, builtin), 0);
}

/* Components that stand together are one output. A parameter has all four, as the stage that reads
 * it has. */
static void
add_location(struct rdna_lowering *l, unsigned target)
{
    const bool is_parameter = target >= TARGET_PARAMETER;
    const unsigned mask = is_parameter ? 15 : l->exports->masks[target];
    const unsigned location = is_parameter ? target - TARGET_PARAMETER : target;

    for (unsigned first = 0, end; first < 4; first = end) {
        end = first + 1;
        if (!(mask >> first & 1))
            continue;
        while (end < 4 && mask >> end & 1)
            end++;
        const struct ir_io io = {
            .name = base_arena_printf(l->arena, "%s%u", is_parameter ? "param" : "mrt", location),
            .location = location,
            .component = first,
            .type = is_integer(l->options, target) ? ir_type_i32 : ir_type_f32,
            .components = (uint8_t)(end - first)};
        const uint32_t output = ir_add_output(l->shader, &io);
        for (unsigned c = first; c < end; c++)
            l->exports->imms[target][c] = ir_io_imm(output, c - first);
    }
}

static void
add_outputs(struct rdna_lowering *l, unsigned target)
{
    switch (target) {
    case TARGET_DEPTH:
        add_part(l, target, depth_z, ir_builtin_frag_depth);
        add_part(l, target, depth_stencil, ir_builtin_frag_stencil);
        add_part(l, target, depth_mask, ir_builtin_sample_mask);
        break;
    case TARGET_POSITION:
        add_whole(l, target, ir_builtin_position);
        break;
    case TARGET_POSITION + 1:
        add_part(l, target, misc_point_size, ir_builtin_point_size);
        add_part(l, target, misc_layer, ir_builtin_layer);
        if (l->exports->masks[target] >> misc_layer & 3)
            l->exports->viewport_imm = ir_io_imm(add_builtin(l, ir_builtin_viewport_index), 0);
        break;
    case TARGET_POSITION + 2:
        add_whole(l, target, ir_builtin_clip_distance0);
        break;
    case TARGET_POSITION + 3:
        add_whole(l, target, ir_builtin_clip_distance1);
        break;
    default:
        if (target < TARGET_DEPTH || target >= TARGET_PARAMETER)
            add_location(l, target);
    }
}

static bool
belongs_to(enum ir_stage stage, unsigned target)
{
    if (stage == ir_stage_fragment)
        return target <= TARGET_NULL;
    return stage == ir_stage_vertex &&
           ((target >= TARGET_POSITION && target < 16) || target >= TARGET_PARAMETER);
}

void
rdna_exports_begin(struct rdna_lowering *l)
{
    l->exports = base_arena_new(l->arena, struct rdna_exports);
    for (uint32_t i = 0; i < l->cfg->inst_count; i++) {
        const struct rdna_inst *inst = &l->cfg->insts[i];
        if (inst->row == rdna_op_exp && belongs_to(l->options->stage, inst->target))
            l->exports->masks[inst->target] |= inst->en;
    }
    for (unsigned target = 0; target < TARGET_COUNT; target++)
        if (l->exports->masks[target])
            add_outputs(l, target);
}

/* ---- values ---- */

static ir_ref
convert_half(struct rdna_lowering *l, ir_ref word)
{
    const struct rdna_lower_options *options = l->options;
    const unsigned bit = 1u << l->inst->target;

    if (options->uint16 & bit)
        return AND(word, WORD(0xffff));
    if (options->sint16 & bit)
        return ISHR(SHL(word, WORD(16)), WORD(16));
    if (options->unorm16 & bit)
        return OP2(fdiv, CONVERT(u2f, f32, AND(word, WORD(0xffff))), REAL(65535));
    if (options->snorm16 & bit)
        return OP2(fmax,
                   OP2(fdiv, CONVERT(i2f, f32, ISHR(SHL(word, WORD(16)), WORD(16))), REAL(32767)),
                   REAL(-1));
    return CONVERT(f2f, f32, BITS(f16, CONVERT(u2u, i16, word)));
}

/* A component of a colour or a parameter. */
static ir_ref
component(struct rdna_lowering *l, unsigned c)
{
    if (l->inst->compr) {
        const ir_ref word = rdna_vector(l, l->inst->src[c / 2] - RDNA_VGPR0, ir_type_i32);
        return convert_half(l, c % 2 ? USHR(word, WORD(16)) : word);
    }
    return rdna_vector(l, l->inst->src[c] - RDNA_VGPR0,
                       is_integer(l->options, l->inst->target) ? ir_type_i32 : ir_type_f32);
}

static void
store(struct rdna_lowering *l, ir_ref value, uint32_t imm)
{
    ir_build_op(&l->b, ir_op_store_output, ir_type_void, value, 0, imm);
}

static void
store_components(struct rdna_lowering *l)
{
    for (unsigned c = 0; c < 4; c++)
        if (l->inst->en >> c & 1)
            store(l, component(l, c), l->exports->imms[l->inst->target][c]);
}

static void
store_part(struct rdna_lowering *l, unsigned c, enum ir_type type)
{
    if (l->inst->en >> c & 1)
        store(l, rdna_vector(l, l->inst->src[c] - RDNA_VGPR0, type),
              l->exports->imms[l->inst->target][c]);
}

static void
store_depth(struct rdna_lowering *l)
{
    store_part(l, depth_z, ir_type_f32);
    store_part(l, depth_stencil, ir_type_i32);
    store_part(l, depth_mask, ir_type_i32);
}

/* The layer has the viewport above it, unless that comes by itself. */
static void
store_misc(struct rdna_lowering *l)
{
    const bool has_viewport = l->inst->en >> misc_viewport & 1;

    store_part(l, misc_point_size, ir_type_f32);
    if (l->inst->en >> misc_layer & 1) {
        const ir_ref word = rdna_vector(l, l->inst->src[misc_layer] - RDNA_VGPR0, ir_type_i32);
        store(l, AND(word, WORD(0x7ff)), l->exports->imms[l->inst->target][misc_layer]);
        if (!has_viewport)
            store(l, AND(USHR(word, WORD(16)), WORD(15)), l->exports->viewport_imm);
    }
    if (has_viewport)
        store(l, rdna_vector(l, l->inst->src[misc_viewport] - RDNA_VGPR0, ir_type_i32),
              l->exports->viewport_imm);
}

static void
export_lane(struct rdna_lowering *l)
{
    if (l->inst->target == TARGET_DEPTH)
        store_depth(l);
    else if (l->inst->target == TARGET_POSITION + 1)
        store_misc(l);
    else
        store_components(l);
}

/* ---- the instruction ---- */

static bool
refuse_target(struct rdna_lowering *l)
{
    const unsigned target = l->inst->target, en = l->inst->en;
    const char *what = NULL;

    if (target == TARGET_PRIMITIVE)
        what = "primitives are not translated, since Vulkan assembles them itself";
    else if (target == TARGET_POSITION + 4)
        what = "a fifth position is not translated";
    else if (!belongs_to(l->options->stage, target))
        what = "this target is not one of the stage";
    else if (target == TARGET_DEPTH && en >> depth_alpha & 1)
        what = "alpha for coverage beside depth is not translated";
    else if (target == TARGET_POSITION + 1 && en >> misc_edge_flag & 1)
        what = "edge flags are not translated";
    else if (l->inst->compr && target >= TARGET_DEPTH && target != TARGET_NULL)
        what = "halves are not translated but of colours";
    if (what)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "%s", what);
    return what != NULL;
}

static void
lower_export(struct rdna_lowering *l)
{
    if (refuse_target(l))
        return;
    if (l->inst->en && l->inst->target != TARGET_NULL)
        rdna_for_lanes(l, true, export_lane);
    if (!l->inst->vm || l->options->stage != ir_stage_fragment)
        return;
    const ir_ref exec = rdna_mask_bit(l, RDNA_EXEC_LO, false);
    if (ir_op_of(l->shader, exec) != ir_op_const || !ir_const_bits(l->shader, exec))
        ir_build_op(&l->b, ir_op_demote, ir_type_void, ir_build_inot(&l->b, exec), 0, 0);
}

const struct rdna_lower_row rdna_rows_export[rdna_op_count] = {
    [rdna_op_exp] = {lower_export, NULL, 0},
};
