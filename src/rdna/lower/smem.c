/* SPDX-License-Identifier: MIT
 *
 * SMEM. It is the wave's: EXEC does not count. What writes is done once, by the first lane where
 * there are several.
 */
#include "rdna/lower/memory.h"

enum { MAX_DWORDS = 16 };

static const struct rdna_operand *
base_operand(const struct rdna_op_info *info)
{
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].kind == rdna_operand_SBASE)
            return &info->operands[i];
    return NULL;
}

static ir_ref
register_offset(struct rdna_lowering *l)
{
    return rdna_scalar_operand(l, l->inst->soffset, rdna_type_b32, 0);
}

/* ---- where dwords are ---- */

/* The buffer's size, as far as 32 bits hold it. */
static ir_ref
buffer_size(struct rdna_lowering *l, ir_ref stride, ir_ref records)
{
    const ir_ref is_plain = IEQ(stride, WORD(0));
    const ir_ref low = MUL(stride, records);
    const ir_ref is_long = INE(OP2(umul_hi, stride, records), WORD(0));

    return SELECT(is_plain, records, SELECT(is_long, WORD(UINT32_MAX), low));
}

static void
find_buffer_dwords(struct rdna_lowering *l, ir_ref offsets[MAX_DWORDS], unsigned count)
{
    const ir_ref number = WORD((uint32_t)l->inst->imm & 0xfffff);
    const ir_ref sum = ADD(register_offset(l), number);
    const ir_ref offset = AND(sum, WORD(~3u));
    ir_ref words[3];

    for (unsigned i = 0; i < 3; i++)
        words[i] = rdna_scalar(l, (l->inst->sbase & ~3u) + i);
    const ir_ref stride = AND(USHR(words[1], WORD(16)), WORD(0x3fff));
    const ir_ref whole_size = buffer_size(l, stride, words[2]);
    const ir_ref size = SELECT(ULT(sum, number), WORD(0), whole_size);
    const ir_ref low = AND(words[0], WORD(~3u));
    const struct rdna_pair base = {low, AND(words[1], WORD(0xffff))};
    const struct rdna_place place =
        rdna_window_place(l, rdna_pair_add(l, base, (struct rdna_pair){offset, WORD(0)}));
    for (unsigned i = 0; i < count; i++) {
        const ir_ref limit = SUB(UMAX(size, WORD(4 * i)), WORD(4 * i));
        const ir_ref at = ADD(place.first, WORD(4 * i));
        offsets[i] = SELECT(ULT(offset, limit), at, WORD(RDNA_OUTSIDE));
    }
}

/* The register counts in 64 bytes in scratch. */
static void
find_dwords(struct rdna_lowering *l, ir_ref offsets[MAX_DWORDS], unsigned count)
{
    const unsigned shift = l->info->effects & RDNA_FLATSCR ? 6 : 0;
    const ir_ref given = register_offset(l);
    struct rdna_pair more = {SHL(given, WORD(shift)), WORD(0)};

    if (rdna_type_infos[base_operand(l->info)->type].registers == 4) {
        find_buffer_dwords(l, offsets, count);
        return;
    }
    if (shift)
        more.high = USHR(given, WORD(32 - shift));
    const struct rdna_pair base = rdna_scalar_pair(l, l->inst->sbase);
    struct rdna_pair address = rdna_pair_offset(l, rdna_pair_add(l, base, more), l->inst->imm);
    address.low = AND(address.low, WORD(~3u));
    const struct rdna_place place = rdna_window_place(l, address);
    for (unsigned i = 0; i < count; i++)
        offsets[i] = ADD(place.first, WORD(4 * i));
}

/* ---- registers ---- */

static ir_ref
data_word(struct rdna_lowering *l, unsigned i)
{
    return rdna_scalar(l, (l->inst->dst + i) & (RDNA_MASKS - 1));
}

static void
set_word(struct rdna_lowering *l, unsigned i, ir_ref value)
{
    if (l->inst->dst != RDNA_NULL)
        rdna_set_scalar(l, l->inst->dst + i, value);
}

/* All is read before any register changes: the base may be among them. */
static void
load(struct rdna_lowering *l)
{
    const unsigned count = rdna_data_type(l->info)->registers;
    ir_ref offsets[MAX_DWORDS], words[MAX_DWORDS];

    find_dwords(l, offsets, count);
    for (unsigned i = 0; i < count; i++)
        words[i] = rdna_load_word(l, rdna_segment_window, offsets[i]);
    for (unsigned i = 0; i < count; i++)
        set_word(l, i, words[i]);
}

/* ---- what writes ---- */

static void
begin_once(struct rdna_lowering *l)
{
    if (l->company == rdna_company_subgroup)
        ir_build_if(&l->b, IEQ(l->lane, WORD(0)));
}

static void
end_once(struct rdna_lowering *l)
{
    if (l->company != rdna_company_subgroup)
        return;
    ir_build_else(&l->b);
    ir_build_endif(&l->b);
}

static void
store(struct rdna_lowering *l)
{
    const unsigned count = rdna_data_type(l->info)->registers;
    ir_ref offsets[MAX_DWORDS];

    find_dwords(l, offsets, count);
    begin_once(l);
    for (unsigned i = 0; i < count; i++)
        rdna_store_word(l, rdna_segment_window, offsets[i], data_word(l, i));
    end_once(l);
}

static ir_ref
read_data(struct rdna_lowering *l, unsigned first, bool is_wide)
{
    const ir_ref low = data_word(l, first);

    return is_wide ? ir_build_join(&l->b, ir_type_i64, low, data_word(l, first + 1)) : low;
}

static ir_ref
first_lanes(struct rdna_lowering *l, ir_ref word)
{
    return l->company == rdna_company_subgroup
               ? ir_build_op(&l->b, ir_op_read_first, ir_type_i32, word, 0, 0)
               : word;
}

static void
exchange(struct rdna_lowering *l)
{
    const bool compares = rdna_atomic_compares((enum rdna_op)l->inst->row);
    const unsigned registers = rdna_data_type(l->info)->registers / (compares ? 2u : 1u);
    const uint32_t results = rdna_memory_of(l)->data;
    ir_ref offsets[MAX_DWORDS], words[2];

    find_dwords(l, offsets, registers);
    if (registers == 2)
        offsets[0] = SELECT(ULT(offsets[1], WORD(RDNA_OUTSIDE)), offsets[0], offsets[1]);
    const struct rdna_place place = rdna_place_at(l, rdna_segment_window, offsets[0]);
    const ir_ref data = read_data(l, 0, registers == 2);
    const ir_ref other = compares ? read_data(l, registers, registers == 2) : data;
    for (unsigned i = 0; i < registers; i++)
        ir_build_write(&l->b, results + i, WORD(0));
    begin_once(l);
    words[0] = rdna_exchange(l, &place, data, other);
    if (registers == 2)
        ir_build_split(&l->b, words[0], words);
    for (unsigned i = 0; i < registers; i++)
        ir_build_write(&l->b, results + i, words[i]);
    end_once(l);
    for (unsigned i = 0; i < registers && l->inst->glc; i++)
        set_word(l, i, first_lanes(l, ir_build_read(&l->b, results + i, ir_type_i32)));
}

/* ---- clocks and numbers ---- */

static void
read_clock(struct rdna_lowering *l)
{
    const ir_ref time = ir_build_op(&l->b, ir_op_clock, ir_type_i64, 0, 0, 0);
    ir_ref words[2];

    ir_build_split(&l->b, time, words);
    for (unsigned i = 0; i < 2; i++)
        set_word(l, i, first_lanes(l, words[i]));
}

static void
read_wave(struct rdna_lowering *l)
{
    if (l->options->stage != ir_stage_compute) {
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "there are no workgroups outside of compute");
        return;
    }
    ir_ref number = rdna_builtin(l, ir_builtin_local_index, 0);
    if (l->company != rdna_company_wave)
        number = USHR(number, WORD(l->wave_size == 64 ? 6 : 5));
    set_word(l, 0, number);
}

void
rdna_lower_smem(struct rdna_lowering *l)
{
    const uint32_t effects = l->info->effects;

    if (!(effects & (RDNA_LOAD | RDNA_STORE | RDNA_ATOMIC))) {
        /* The rest empties caches or looks into them. */
        if (!base_operand(l->info) && rdna_data_type(l->info)->registers == 2)
            read_clock(l);
        else if (!base_operand(l->info) && rdna_data_type(l->info)->registers == 1)
            read_wave(l);
        return;
    }
    rdna_window(l);
    if (effects & RDNA_LOAD)
        load(l);
    else if (l->options->stage != ir_stage_compute)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "a wave writes memory in compute shaders alone");
    else if (effects & RDNA_STORE)
        store(l);
    else
        exchange(l);
}
