/* SPDX-License-Identifier: MIT
 *
 * Stages that see several vertices: inputs and outputs of the vertex that a bracket names, vertices
 * and primitives that are emitted; and inputs of fragments elsewhere in their pixel.
 */
#include "tgsi/tgsi_priv.h"

bool
tgsi_lower_is_io(const struct tgsi_lowering *l, enum tgsi_file file)
{
    const unsigned stages = file == tgsi_file_IN    ? TGSI_STAGES_PRIMITIVES
                            : file == tgsi_file_OUT ? TGSI_STAGES_TESS_CTRL
                                                    : 0;

    return stages >> l->program->processor & 1;
}

/* ---- where they are ---- */

/* The registers that an access by an address may reach: those of the array that it names, or all.
 */
static void
find_reach(struct tgsi_lowering *l, enum tgsi_file file, uint32_t array,
           struct tgsi_location *location)
{
    bool is_found = false;

    location->word = 0;
    location->last = TGSI_MAX_INDEX;
    for (uint32_t i = 0; array && i < l->reg_counts[file]; i++) {
        const uint32_t reg = l->regs[file][i];

        if (l->slots[file][reg].decl->array != array)
            continue;
        location->word = is_found ? location->word : reg;
        location->last = reg;
        is_found = true;
    }
}

void
tgsi_lower_locate_io(struct tgsi_lowering *l, const struct tgsi_operand *operand,
                     struct tgsi_location *location)
{
    const bool is_relative = (operand->flags & TGSI_OPERAND_RELATIVE) != 0;
    const struct tgsi_relative *relative = is_relative ? tgsi_relative(l->program, operand) : NULL;
    const bool has_vertices = tgsi_stage(l->program) != ir_stage_fragment;
    const uint32_t dim = is_relative ? (uint32_t)relative->dim : operand->dim;

    location->kind = tgsi_storage_io;
    location->file = operand->file;
    location->is_patch = !(operand->flags & TGSI_OPERAND_TWO_BRACKETS);
    location->index = 0;
    location->word = location->last = is_relative ? (uint32_t)relative->index : operand->index;
    location->fetch =
        (struct tgsi_fetch){.op = has_vertices ? ir_op_load_vertex : ir_op_load_input};
    if (operand->flags & TGSI_OPERAND_INDIRECT) {
        find_reach(l, (enum tgsi_file)operand->file, relative->array, location);
        location->index = tgsi_lower_address(l, &relative->address, relative->index);
    }
    if (operand->flags & TGSI_OPERAND_DIM_INDIRECT)
        location->fetch.x = tgsi_lower_address(l, &relative->dim_address, relative->dim);
    else if (has_vertices)
        location->fetch.x = ir_build_i32(&l->b, dim);
}

static bool
is_of_patch(const struct tgsi_slot *slot)
{
    return slot->place->form == tgsi_form_patch ||
           slot->place->builtin == ir_builtin_tess_level_outer ||
           slot->place->builtin == ir_builtin_tess_level_inner;
}

/* May the access reach the register, which there is, by its address? Where vertices and the patch
 * have registers, the number of brackets says whose it is. */
static bool
may_reach(const struct tgsi_lowering *l, const struct tgsi_location *location, uint32_t reg)
{
    const struct tgsi_slot *slot = &l->slots[location->file][reg];
    const unsigned both =
        location->file == tgsi_file_IN ? TGSI_STAGES_TESS_EVAL : TGSI_STAGES_TESS_CTRL;

    return reg >= location->word && reg <= location->last &&
           (!(both >> l->program->processor & 1) || is_of_patch(slot) == location->is_patch);
}

/* ---- reading and writing them ---- */

static ir_ref
load_register(struct tgsi_lowering *l, const struct tgsi_location *location, uint32_t reg,
              unsigned c, enum ir_type type)
{
    struct ir_builder *b = &l->b;
    const struct tgsi_slot *slot = &l->slots[location->file][reg];

    if (location->file != tgsi_file_OUT)
        return ir_build_bitcast(
            b, type, tgsi_lower_input(l, (enum tgsi_file)location->file, reg, c, &location->fetch));
    if (!slot->imms[c])
        return ir_build_const(b, type, 0);
    const uint32_t imm = slot->imms[c] - 1;
    const struct ir_io *io = &l->shader->outputs.data[imm >> 2];
    const bool is_vertex = ir_io_is_per_vertex(l->shader->stage, false, io);
    return ir_build_bitcast(b, type,
                            ir_build_op(b, ir_op_load_output, (ir_type_id)io->type,
                                        is_vertex ? location->fetch.x : ir_build_i32(b, 0), 0,
                                        imm));
}

/* The IR has no inputs and outputs that are arrays: an address chooses among values. */
ir_ref
tgsi_lower_load_io(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
                   enum ir_type type)
{
    struct ir_builder *b = &l->b;
    ir_ref value;

    if (!location->index)
        return load_register(l, location, location->word, c, type);
    value = ir_build_const(b, type, 0);
    for (uint32_t i = 0; i < l->reg_counts[location->file]; i++) {
        const uint32_t reg = l->regs[location->file][i];

        if (!may_reach(l, location, reg))
            continue;
        const ir_ref is_it = ir_build_ieq(b, location->index, ir_build_i32(b, reg));

        value = ir_build_select(b, is_it, load_register(l, location, reg, c, type), value);
    }
    return value;
}

static void
store_register(struct tgsi_lowering *l, uint32_t reg, unsigned c, ir_ref value)
{
    struct ir_builder *b = &l->b;
    const uint32_t imm = l->slots[tgsi_file_OUT][reg].imms[c];

    if (!imm)
        return;
    const struct ir_io *io = &l->shader->outputs.data[(imm - 1) >> 2];
    value = ir_build_bitcast(b, io->type, value);
    if (ir_io_is_per_vertex(l->shader->stage, false, io))
        (void)ir_build_op(b, ir_op_store_vertex, ir_type_void, l->own_vertex, value, imm - 1);
    else
        (void)ir_build_op(b, ir_op_store_output, ir_type_void, value, 0, imm - 1);
}

/* An invocation writes its own vertex alone: what is for another is dropped. The usual address is
 * the invocation's number, which is then the same value. */
void
tgsi_lower_store_io(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
                    ir_ref value)
{
    struct ir_builder *b = &l->b;
    const bool is_own = location->is_patch || location->fetch.x == l->own_vertex;

    if (!is_own)
        ir_build_if(b, ir_build_ieq(b, location->fetch.x, l->own_vertex));
    if (!location->index) {
        store_register(l, location->word, c, value);
    } else {
        for (uint32_t i = 0; i < l->reg_counts[tgsi_file_OUT]; i++) {
            const uint32_t reg = l->regs[tgsi_file_OUT][i];

            if (!may_reach(l, location, reg))
                continue;
            ir_build_if(b, ir_build_ieq(b, location->index, ir_build_i32(b, reg)));
            store_register(l, reg, c, value);
            ir_build_endif(b);
        }
    }
    if (!is_own)
        ir_build_endif(b);
}

/* ---- the families ---- */

/* The stream's number if the program names it by an immediate; else one that is none. */
static uint32_t
stream_of(const struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    if (inst->srcs == 0)
        return 0;
    const struct tgsi_operand *operand = tgsi_src(l->program, inst, 0);
    if (operand->file != tgsi_file_IMM || (operand->flags & TGSI_OPERAND_RELATIVE))
        return IR_MAX_STREAMS;
    return l->program->immediates.data[operand->index].row.words[tgsi_select(operand, 0)];
}

void
tgsi_scan_vertex(struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];

    if (info->family == tgsi_family_vertex && stream_of(l, inst) >= IR_MAX_STREAMS)
        base_error(l->diags, QD_CODE_UNSUPPORTED,
                   tgsi_operand_place(inst, tgsi_src(l->program, inst, 0)),
                   "found a stream that is not 0 to %d in an immediate, as %s needs it",
                   IR_MAX_STREAMS - 1, info->name);
}

/* Outputs keep their values: what is written once is part of every vertex after it. */
void
tgsi_lower_vertex(struct tgsi_lowering *l)
{
    const bool is_emit = l->inst->op == tgsi_op_EMIT;
    const uint32_t stream = stream_of(l, l->inst);

    if (is_emit)
        tgsi_lower_store_stream(l, stream);
    (void)ir_build_op(&l->b, is_emit ? ir_op_emit_vertex : ir_op_end_primitive, ir_type_void, 0, 0,
                      stream);
}

/* The input is not what was loaded at the start. */
void
tgsi_lower_interp(struct tgsi_lowering *l)
{
    struct tgsi_fetch fetch = {.op = ir_op_interp_centroid};
    ir_ref values[4] = {0};

    if (l->inst->op == tgsi_op_INTERP_SAMPLE) {
        fetch = (struct tgsi_fetch){ir_op_interp_sample, tgsi_lower_src(l, 1, 0), 0};
    } else if (l->inst->op == tgsi_op_INTERP_OFFSET) {
        fetch.op = ir_op_interp_offset;
        fetch.x = tgsi_lower_src(l, 1, 0);
        fetch.y = tgsi_lower_src(l, 1, 1);
    }
    tgsi_lower_locate_io(l, &l->operands[0], &l->srcs[0]);
    l->srcs[0].fetch = fetch;
    for (unsigned c = 0; c < 4; c++)
        if (l->mask & 1u << c)
            values[c] = tgsi_lower_src(l, 0, c);
    tgsi_lower_write(l, values);
}
