/* SPDX-License-Identifier: MIT */
#include "program.h"

#include "rdna/encode.h"

#include <string.h>

enum {
    VECTORS = 10, /* That are only read, */
    NARROW = 4,   /* those behind the first in pairs. */
    SCALARS = 16,
    SAVED_EXEC = 88, /* s88 ... */
    SAVED_VCC = 90,
    SAVED_M0 = 92,
    FOUND_EXEC = 94,
    FOUND_SCC = 96
};

/* ---- emitting ---- */

static void
emit(struct program *program, struct rdna_inst inst, enum rdna_op row, enum rdna_form form)
{
    inst.row = (uint16_t)row;
    inst.form = (uint8_t)form;
    program->code.count +=
        rdna_encode(&inst, program->code.isa, program->words + program->code.count);
}

/* A mask or a word. */
static void
emit_scalar_move(struct program *program, unsigned dst, unsigned src, bool is_mask)
{
    const bool is_wide = is_mask && program->code.wave_size == 64;
    const struct rdna_inst inst = {.dst = (uint16_t)dst, .src = {(uint16_t)src}};

    emit(program, inst, is_wide ? rdna_op_s_mov_b64 : rdna_op_s_mov_b32, rdna_form_sop1);
}

static void
emit_vector_move(struct program *program, unsigned src)
{
    const struct rdna_inst inst = {.dst = (uint16_t)(RDNA_VGPR0 + program->vector_count++),
                                   .src = {(uint16_t)src}};

    emit(program, inst, rdna_op_v_mov_b32, rdna_form_e32);
}

static void
emit_mask_move(struct program *program, unsigned mask)
{
    const struct rdna_inst inst = {.dst = (uint16_t)(RDNA_VGPR0 + program->vector_count++),
                                   .src = {RDNA_INT_0, RDNA_INT_0 + 1, (uint16_t)mask}};

    emit(program, inst, rdna_op_v_cndmask_b32, rdna_form_e64);
}

/* ---- what an instruction did ---- */

static unsigned
scalar_result_registers(const struct rdna_inst *inst)
{
    const struct rdna_operand *operand = &rdna_op_infos[inst->row].operands[0];

    return operand->kind == rdna_operand_DS || operand->kind == rdna_operand_AS
               ? rdna_type_infos[operand->type].registers
               : 0;
}

static void
show_results(struct program *program, const struct rdna_inst *inst)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const unsigned results = scalar_result_registers(inst);
    const bool has_mask = maker_has_operand((enum rdna_op)inst->row, rdna_operand_DM);
    const bool has_exec = info->effects & RDNA_W_EXEC || (results && inst->dst >= RDNA_EXEC_LO);
    const bool has_scc = info->effects & RDNA_W_SCC;

    if (has_exec)
        emit_scalar_move(program, FOUND_EXEC, RDNA_EXEC_LO, true);
    if (has_exec || has_scc || has_mask || results)
        emit_scalar_move(program, RDNA_EXEC_LO, RDNA_INT_MINUS_1, true);
    if (has_exec)
        emit_mask_move(program, FOUND_EXEC);
    if (has_mask)
        emit_mask_move(program, inst->sdst);
    if (inst->dst != RDNA_EXEC_LO)
        for (unsigned i = 0; i < results; i++)
            emit_vector_move(program, inst->dst + i);
    if (has_scc) {
        const struct rdna_inst select = {.dst = FOUND_SCC, .src = {RDNA_INT_0 + 1, RDNA_INT_0}};
        emit(program, select, rdna_op_s_cselect_b32, rdna_form_sop2);
        emit_vector_move(program, FOUND_SCC);
    }
    if (has_exec || has_scc || has_mask || results)
        emit_scalar_move(program, RDNA_EXEC_LO, SAVED_EXEC, true);
    if ((has_mask && inst->sdst == RDNA_VCC_LO) || (results && inst->dst == RDNA_VCC_LO)) {
        emit_scalar_move(program, RDNA_VCC_LO, SAVED_VCC, false);
        emit_scalar_move(program, RDNA_VCC_HI, SAVED_VCC + 1, false);
        if (program->code.wave_size == 64)
            emit_scalar_move(program, RDNA_VCC_LO, SAVED_VCC, true);
    }
    if (results && inst->dst == RDNA_M0)
        emit_scalar_move(program, RDNA_M0, SAVED_M0, false);
}

/* ---- programs ---- */

static void
add(struct program *program, struct maker *maker, enum rdna_op row)
{
    struct program_inst *at = &program->insts[program->count];
    uint32_t words[RDNA_MAX_WORDS];

    maker->vdst = program->vector_count;
    maker->sdst = SCALARS + 4 * program->count;
    at->vectors[0] = (uint16_t)program->vector_count;
    at->scalars[0] = (uint16_t)maker->sdst;
    at->scalars[1] = (uint16_t)(maker->sdst + 4);
    if (!maker_can(maker, row) || !maker_make(maker, row, &at->inst, words))
        return;
    memcpy(program->words + program->code.count, words, at->inst.words * sizeof(words[0]));
    at->inst.offset = 4 * program->code.count;
    program->code.count += at->inst.words;
    program->vector_count += 4;
    show_results(program, &at->inst);
    at->vectors[1] = (uint16_t)program->vector_count;
    program->count++;
}

void
program_make(struct program *program, const struct program_options *options, struct chance *chance)
{
    const struct rdna_inst end = {0};
    struct maker maker = {.chance = chance,
                          .isa = options->isa,
                          .wave_size = options->wave_size,
                          .reach = options->reach,
                          .has_specials = chance_one_in(chance, 4),
                          .writes_special = chance_one_in(chance, 3),
                          .wide_vectors = NARROW,
                          .vector_end = VECTORS,
                          .wide_scalars = SCALARS / 2,
                          .scalar_end = SCALARS};

    program->count = 0;
    program->vector_count = VECTORS;
    program->reach = options->reach;
    program->code = (struct kit_code){.isa = options->isa,
                                      .wave_size = options->wave_size,
                                      .words = program->words,
                                      .mode = options->mode,
                                      .waves = PROGRAM_WAVES};
    for (unsigned i = 0; i < options->count && program->count < PROGRAM_INSTS; i++)
        add(program, &maker, (enum rdna_op)options->rows[i]);
    emit(program, end, rdna_op_s_endpgm, rdna_form_sopp);
}

/* An index through M0 stays among few registers, and even; some rows have a second one above. Past
 * the last vector register there is none. */
static uint32_t
some_m0(const struct program *program, struct chance *chance)
{
    const uint32_t low = 2 * chance_below(chance, 3);
    bool has_two = program->count > 0, is_free = program->count > 0;

    for (unsigned i = 0; i < program->count; i++) {
        const enum rdna_op row = program->insts[i].inst.row;
        has_two &= row == rdna_op_s_movrelsd_2_b32 || row == rdna_op_v_movrelsd_2_b32 ||
                   row == rdna_op_v_swaprel_b32;
        is_free &= row == rdna_op_v_movrels_b32 || row == rdna_op_v_movreld_b32 ||
                   row == rdna_op_v_movrelsd_b32;
    }
    if (is_free && chance_one_in(chance, 4))
        return chance_one_in(chance, 2) ? chance_word(chance) : 240;
    return has_two ? low | chance_below(chance, 3) << 17 : low;
}

static void
start_scalars(const struct program *program, uint32_t *scalars, struct chance *chance)
{
    const uint64_t exec = chance_lanes(chance, program->code.wave_size);

    for (unsigned i = 0; i < 128; i++)
        scalars[i] = chance_word(chance);
    for (unsigned i = SCALARS / 2; i < SCALARS; i += 2) {
        const uint64_t pair = chance_pair(chance);
        scalars[i] = (uint32_t)pair;
        scalars[i + 1] = (uint32_t)(pair >> 32);
    }
    const uint64_t vcc = chance_lanes(chance, program->code.wave_size);
    for (unsigned i = 0; i < 2; i++) {
        scalars[RDNA_EXEC_LO + i] = scalars[SAVED_EXEC + i] = (uint32_t)(exec >> 32 * i);
        scalars[RDNA_VCC_LO + i] = scalars[SAVED_VCC + i] = (uint32_t)(vcc >> 32 * i);
    }
    scalars[RDNA_NULL] = 0;
    scalars[RDNA_M0] = scalars[SAVED_M0] = some_m0(program, chance);
    scalars[RDNA_STATE_SCC] = chance_below(chance, 2);
}

struct kit_data
program_start(const struct program *program, struct chance *chance, struct base_arena *arena)
{
    const struct kit_code *code = &program->code;
    const struct kit_data data = kit_data_new(arena, code, 0);

    for (uint32_t wave = 0; wave < code->waves; wave++) {
        start_scalars(program, kit_scalars(code, &data, wave), chance);
        for (unsigned reg = 0; reg < program->vector_count; reg++) {
            uint32_t *low = kit_vector(code, &data, wave, reg);
            const bool is_wide = reg >= NARROW && reg < VECTORS;
            for (unsigned lane = 0; lane < code->wave_size; lane++) {
                const uint64_t value = is_wide ? chance_pair(chance) : chance_word(chance);
                low[lane] = (uint32_t)value;
                if (is_wide)
                    low[code->wave_size + lane] = (uint32_t)(value >> 32);
            }
            reg += is_wide;
        }
    }
    return data;
}

const struct program_inst *
program_owner(const struct program *program, unsigned code)
{
    for (unsigned i = 0; i < program->count; i++) {
        const struct program_inst *inst = &program->insts[i];
        const uint16_t *range = code >= RDNA_VGPR0 ? inst->vectors : inst->scalars;
        const unsigned at = code >= RDNA_VGPR0 ? code - RDNA_VGPR0 : code;
        if (at >= range[0] && at < range[1])
            return inst;
    }
    return NULL;
}
