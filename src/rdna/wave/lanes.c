/* SPDX-License-Identifier: MIT */
#include "lanes.h"

/* ---- Masks and rows ---- */

static const uint32_t lane_bits[32] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

void
rdna_write_lanes(uint32_t *restrict row, const uint32_t *restrict values, uint64_t mask)
{
    if (mask == UINT64_MAX) {
        memcpy(row, values, sizeof(rdna_row));
        return;
    }
    for (unsigned half = 0; half < 2; half++, row += 32, values += 32) {
        const uint32_t bits = (uint32_t)(mask >> 32 * half);
        if (bits == UINT32_MAX)
            memcpy(row, values, sizeof(rdna_row) / 2);
        else if (bits)
            for (unsigned i = 0; i < 32; i++)
                row[i] = bits & lane_bits[i] ? values[i] : row[i];
    }
}

static void
spread_bits(rdna_row row, uint64_t mask)
{
    for (unsigned i = 0; i < 32; i++)
        row[i] = (uint32_t)mask & lane_bits[i];
    for (unsigned i = 0; i < 32; i++)
        row[32 + i] = (uint32_t)(mask >> 32) & lane_bits[i];
}

/* Eight bytes of 0 or 1 at a time. */
static uint64_t
gather_bits(const uint8_t *found, unsigned count)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < count; i += 8) {
        uint64_t bytes = 0;
        for (unsigned j = 0; j < 8; j++)
            bytes |= (uint64_t)found[i + j] << 8 * j;
        mask |= (bytes * UINT64_C(0x0102040810204080) >> 56) << i;
    }
    return mask;
}

static void
fill(uint32_t *row, unsigned lanes, uint32_t value)
{
    for (unsigned i = 0; i < lanes; i++)
        row[i] = value;
}

/* ---- Types ---- */

/* One half of a register. */
static bool
is_half(enum rdna_type type)
{
    return type == rdna_type_b16 || type == rdna_type_u16 || type == rdna_type_i16 ||
           type == rdna_type_e16 || type == rdna_type_f16;
}

static bool
is_packed(enum rdna_type type)
{
    return type == rdna_type_v2u16 || type == rdna_type_v2i16 || type == rdna_type_v2f16;
}

/* The signs of a float's registers: which register has one, and where. */
static uint32_t
sign_bits(enum rdna_type type)
{
    return is_half(type) ? 0x8000 : 0x80000000;
}

/* ---- Sources ---- */

/* A source while it is read. */
struct source {
    const struct rdna_inst *inst;
    enum rdna_type type;
    unsigned lanes;
    unsigned index;        /* In inst->src[], and of the bits of modifiers. */
    unsigned registers;    /* Of it. */
    const uint32_t **rows; /* Where it is, */
    rdna_row *room;        /* and where it may be changed. */
};

static uint32_t *
own_row(struct source *s, unsigned i)
{
    if (s->rows[i] != s->room[i]) {
        memcpy(s->room[i], s->rows[i], sizeof(rdna_row));
        s->rows[i] = s->room[i];
    }
    return s->room[i];
}

static void
read_plain(struct source *s, struct rdna_wave *wave, unsigned code)
{
    if (rdna_is_vector(code)) {
        for (unsigned i = 0; i < s->registers; i++)
            s->rows[i] = rdna_vector(wave, code, i);
        return;
    }
    const uint64_t value = rdna_read_scalar(wave, s->inst, code, s->type);
    for (unsigned i = 0; i < s->registers; i++) {
        fill(s->room[i], s->lanes, i < 2 ? (uint32_t)(value >> 32 * i) : 0);
        s->rows[i] = s->room[i];
    }
}

static void
permute(struct source *s, const struct rdna_permutation *permutation)
{
    const uint32_t *from = s->rows[0];

    rdna_permute(permutation, s->lanes, from, s->room[0]);
    s->rows[0] = s->room[0];
}

static uint32_t
extract(uint32_t value, unsigned select, bool sign)
{
    if (select < 4) {
        value = value >> 8 * select & 0xff;
        return sign ? (uint32_t)(int32_t)(int8_t)value : value;
    }
    if (select < 6) {
        value = value >> 16 * (select - 4) & 0xffff;
        return sign ? (uint32_t)(int32_t)(int16_t)value : value;
    }
    return value;
}

static void
select_sdwa(struct source *s)
{
    const unsigned select = rdna_sdwa_src_sel(s->inst, s->index);
    const bool sign = s->inst->sext >> s->index & 1;

    if (select >= 6)
        return;
    uint32_t *row = own_row(s, 0);
    for (unsigned i = 0; i < s->lanes; i++)
        row[i] = extract(row[i], select, sign);
}

/* op_sel of single halves. */
static void
select_half(struct source *s)
{
    uint32_t *row = own_row(s, 0);

    for (unsigned i = 0; i < s->lanes; i++)
        row[i] >>= 16;
}

/* op_sel and op_sel_hi of packed halves: the half that either result reads. */
static void
select_halves(struct source *s)
{
    const unsigned low = s->inst->op_sel >> s->index & 1 ? 16 : 0;
    const unsigned high = s->inst->op_sel_hi >> s->index & 1 ? 16 : 0;

    if (!low && high)
        return;
    uint32_t *row = own_row(s, 0);
    for (unsigned i = 0; i < s->lanes; i++)
        row[i] = (row[i] >> low & 0xffff) | row[i] >> high << 16;
}

/* Clears and then flips signs. */
static void
change_signs(struct source *s, uint32_t clear, uint32_t flip)
{
    if (!clear && !flip)
        return;
    uint32_t *row = own_row(s, s->registers - 1);
    for (unsigned i = 0; i < s->lanes; i++)
        row[i] = (row[i] & ~clear) ^ flip;
}

static void
modify_packed(struct source *s)
{
    const bool low = s->inst->neg >> s->index & 1, high = s->inst->abs >> s->index & 1;

    if (is_packed(s->type))
        select_halves(s);
    if (s->type == rdna_type_v2f16)
        change_signs(s, 0, (low ? 0x8000u : 0) | (high ? 0x80000000u : 0));
    else if (s->type == rdna_type_f32)
        change_signs(s, 0, low ? 0x80000000u : 0);
}

static void
modify(struct source *s)
{
    const struct rdna_inst *inst = s->inst;
    const uint32_t sign = sign_bits(s->type);

    if (inst->form == rdna_form_sdwa)
        select_sdwa(s);
    else if (is_half(s->type) && inst->op_sel >> s->index & 1)
        select_half(s);
    if (rdna_type_infos[s->type].class == rdna_class_flt)
        change_signs(s, inst->abs >> s->index & 1 ? sign : 0, inst->neg >> s->index & 1 ? sign : 0);
}

static enum rdna_type
source_type(const struct rdna_inst *inst, const struct rdna_operand *operand, unsigned index)
{
    if (operand->type != rdna_type_mix)
        return operand->type;
    return inst->op_sel_hi >> index & 1 ? rdna_type_f16 : rdna_type_f32;
}

static void
read_source(struct source *s, struct rdna_wave *wave, const struct rdna_operand *operand,
            const struct rdna_permutation *permutation)
{
    const struct rdna_inst *inst = s->inst;

    s->type = source_type(inst, operand, s->index);
    s->registers = rdna_type_infos[s->type].registers;
    read_plain(s, wave, inst->src[s->index]);
    if (permutation && s->index == 0)
        permute(s, permutation);
    if (operand->type == rdna_type_mix) /* The kernel sees the bits. */
        return;
    if (inst->form == rdna_form_vop3p)
        modify_packed(s);
    else if (inst->neg | inst->abs | inst->op_sel || inst->form == rdna_form_sdwa)
        modify(s);
}

static void
read_bits(struct rdna_lanes *lanes, struct rdna_wave *wave, const struct rdna_inst *inst,
          unsigned code)
{
    spread_bits(lanes->bit_room, rdna_read_mask(wave, inst, code));
    lanes->bits = lanes->bit_room;
}

/* The lane's number, which the kernels of v_mbcnt read. */
static void
number_lanes(struct rdna_lanes *lanes, unsigned operand)
{
    uint32_t *row = lanes->room[operand][0];

    for (unsigned i = 0; i < lanes->count; i++)
        row[i] = i;
    lanes->sources[operand][0] = row;
}

/* Reads what the row lists: sources in order; behind them what is read besides. */
static void
read_operands(struct rdna_lanes *lanes, struct rdna_wave *wave, const struct rdna_inst *inst,
              const struct rdna_permutation *permutation, unsigned wanted)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    struct source s = {.inst = inst, .lanes = lanes->count};
    unsigned count = 0, source = 0;
    bool accumulates = false;

    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct rdna_operand *operand = &info->operands[i];
        s.rows = lanes->sources[count];
        s.room = lanes->room[count];
        switch (operand->kind) {
        case rdna_operand_S:
        case rdna_operand_V:
            s.index = source++;
            read_source(&s, wave, operand, permutation);
            count++;
            break;
        case rdna_operand_K:
            fill(s.room[0], s.lanes, inst->literal);
            s.rows[0] = s.room[0];
            count++;
            break;
        case rdna_operand_SM:
            read_bits(lanes, wave, inst, inst->src[2]);
            break;
        case rdna_operand_A:
            accumulates = true;
            break;
        }
    }
    if (accumulates && count < wanted)
        lanes->sources[count++][0] = rdna_vector(wave, inst->dst, 0);
    if (count < wanted)
        number_lanes(lanes, count);
}

bool
rdna_lanes_begin(struct rdna_lanes *lanes, struct rdna_wave *wave, const struct rdna_inst *inst,
                 unsigned count)
{
    const bool permutes = inst->form == rdna_form_dpp16 || inst->form == rdna_form_dpp8;
    struct rdna_permutation permutation;

    /* The field has eight bits, of which constants have half. */
    if (inst->sdst >= RDNA_SCALAR_COUNT)
        return rdna_fault(wave, inst, "a constant cannot be written");
    if (inst->form == rdna_form_e64 && !rdna_check_sources(wave, inst))
        return false;
    lanes->env = (struct rdna_env){.mode = wave->mode,
                                   .clamp = inst->clamp,
                                   .op_sel = inst->op_sel,
                                   .op_sel_hi = inst->op_sel_hi,
                                   .neg_lo = inst->neg,
                                   .neg_hi = inst->abs};
    lanes->count = wave->size;
    lanes->active = lanes->write = rdna_get_exec(wave);
    if (permutes) {
        if (!rdna_dpp_permutation(wave, inst, &permutation))
            return false;
        lanes->write &= ~permutation.kept;
    }
    if (rdna_op_infos[inst->row].effects & RDNA_R_VCC)
        read_bits(lanes, wave, inst, RDNA_VCC_LO);
    read_operands(lanes, wave, inst, permutes ? &permutation : NULL, count);
    return true;
}

/* ---- Results ---- */

/* omod and clamp of one value. */
static uint32_t
finish_f16(const struct rdna_mode *mode, const struct rdna_inst *inst, uint32_t value)
{
    value = rdna_omod_f16(mode, inst->omod, value);
    return inst->clamp ? rdna_clamp_f16(mode, value) : value;
}

static uint32_t
finish_f32(const struct rdna_mode *mode, const struct rdna_inst *inst, uint32_t value)
{
    value = rdna_omod_f32(mode, inst->omod, value);
    return inst->clamp ? rdna_clamp_f32(mode, value) : value;
}

static uint64_t
finish_f64(const struct rdna_mode *mode, const struct rdna_inst *inst, uint64_t value)
{
    value = rdna_omod_f64(mode, inst->omod, value);
    return inst->clamp ? rdna_clamp_f64(mode, value) : value;
}

static void
finish_doubles(struct rdna_lanes *lanes, const struct rdna_inst *inst)
{
    uint32_t *low = lanes->results[0], *high = lanes->results[1];

    for (unsigned i = 0; i < lanes->count; i++) {
        const uint64_t value = finish_f64(&lanes->env.mode, inst, low[i] | (uint64_t)high[i] << 32);
        low[i] = (uint32_t)value;
        high[i] = (uint32_t)(value >> 32);
    }
}

static void
finish_floats(struct rdna_lanes *lanes, const struct rdna_inst *inst, enum rdna_type type)
{
    const struct rdna_mode *mode = &lanes->env.mode;
    uint32_t *row = lanes->results[0];

    if (type == rdna_type_f64) {
        finish_doubles(lanes, inst);
        return;
    }
    for (unsigned i = 0; i < lanes->count; i++)
        if (type == rdna_type_f16)
            row[i] = finish_f16(mode, inst, row[i]);
        else if (type == rdna_type_v2f16)
            row[i] = finish_f16(mode, inst, row[i] & 0xffff) | finish_f16(mode, inst, row[i] >> 16)
                                                                   << 16;
        else
            row[i] = finish_f32(mode, inst, row[i]);
}

/* The part of a destination that SDWA selects; the rest is zero, the sign, or what it was. */
static uint32_t
insert(uint32_t old, uint32_t value, unsigned select, unsigned unused)
{
    if (select >= 6)
        return value;
    const unsigned shift = select < 4 ? 8 * select : 16 * (select - 4);
    const uint32_t part = (select < 4 ? 0xffu : 0xffffu) << shift;
    if (unused == 1)
        return extract(value, select < 4 ? 0 : 4, true) << shift;
    return (value << shift & part) | (unused == 2 ? old & ~part : 0);
}

static void
merge_sdwa(uint32_t *values, const uint32_t *old, unsigned lanes, const struct rdna_inst *inst)
{
    const unsigned select = rdna_sdwa_dst_sel(inst), unused = rdna_sdwa_dst_unused(inst);

    for (unsigned i = 0; i < lanes; i++)
        values[i] = insert(old[i], values[i], select, unused);
}

static void
merge_half(uint32_t *values, const uint32_t *old, unsigned lanes, bool high)
{
    for (unsigned i = 0; i < lanes; i++)
        values[i] = high ? (old[i] & 0xffff) | values[i] << 16
                         : (old[i] & 0xffff0000) | (values[i] & 0xffff);
}

void
rdna_lanes_write(struct rdna_lanes *lanes, struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const enum rdna_type type = rdna_op_infos[inst->row].operands[0].type;
    const struct rdna_type_info *info = &rdna_type_infos[type];
    const uint32_t *old = rdna_vector(wave, inst->dst, 0);

    if ((inst->clamp || inst->omod) && info->class == rdna_class_flt)
        finish_floats(lanes, inst, type);
    if (inst->form == rdna_form_sdwa)
        merge_sdwa(lanes->results[0], old, lanes->count, inst);
    else if (is_half(type))
        merge_half(lanes->results[0], old, lanes->count,
                   inst->row == rdna_op_v_fma_mixhi_f16 || inst->op_sel & 8);
    for (unsigned i = 0; i < info->registers; i++)
        rdna_write_lanes(rdna_vector(wave, inst->dst, i), lanes->results[i], lanes->write);
}

/* Lanes that are off have 0; those that DPP left out keep their bit. */
void
rdna_lanes_write_mask(const struct rdna_lanes *lanes, struct rdna_wave *wave,
                      const struct rdna_inst *inst)
{
    const uint64_t found = gather_bits(lanes->found, wave->size) & lanes->write;
    const bool writes_exec = rdna_op_infos[inst->row].effects & RDNA_W_EXEC;
    const unsigned code = writes_exec ? RDNA_EXEC_LO : inst->sdst;
    const uint64_t kept = lanes->active & ~lanes->write;

    rdna_write_mask(wave, code, found | (kept ? rdna_read_mask(wave, inst, code) & kept : 0));
}
