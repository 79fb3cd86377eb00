/* SPDX-License-Identifier: MIT */
#include "access.h"

#include "rdna/encode.h"

#include <string.h>

static uint32_t
below(struct access_maker *m, uint32_t bound)
{
    return chance_below(m->chance, bound);
}

static bool
one_in(struct access_maker *m, uint32_t times)
{
    return chance_one_in(m->chance, times);
}

/* What a row that goes by the lane's number has in LDS from ACCESS_M0 on. */
enum { TID_BYTES = 264 };

/* ---- registers ---- */

static unsigned
first_vector(const struct access_maker *m)
{
    return ACCESS_VECTORS + ACCESS_VECTORS * m->number;
}

static unsigned
first_scalar(const struct access_maker *m)
{
    return ACCESS_SCALARS + ACCESS_SCALAR_STEP * m->number;
}

static uint32_t *
vector(struct access_maker *m, unsigned reg)
{
    return kit_vector(m->code, m->data, 0, first_vector(m) + reg);
}

static uint32_t *
scalar(struct access_maker *m, unsigned reg)
{
    return kit_scalars(m->code, m->data, 0) + first_scalar(m) + reg;
}

static bool
has(enum rdna_op row, enum rdna_operand_kind kind)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];

    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].kind == kind)
            return true;
    return false;
}

unsigned
access_registers(enum rdna_op row)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];

    for (unsigned i = 0; i < info->operand_count; i++) {
        const enum rdna_operand_kind kind = info->operands[i].kind;
        if (kind == rdna_operand_DATA || kind == rdna_operand_X || kind == rdna_operand_D ||
            kind == rdna_operand_A || kind == rdna_operand_DS || kind == rdna_operand_AS ||
            kind == rdna_operand_SD)
            return rdna_type_infos[info->operands[i].type].registers;
    }
    return 2;
}

static bool
writes(enum rdna_op row)
{
    return rdna_op_infos[row].effects & (RDNA_STORE | RDNA_ATOMIC);
}

static bool
is_atomic(enum rdna_op row)
{
    return rdna_op_infos[row].effects & RDNA_ATOMIC;
}

static bool
is_float_sum(enum rdna_op row)
{
    return row == rdna_op_ds_add_f32 || row == rdna_op_ds_add_rtn_f32 ||
           row == rdna_op_ds_add_src2_f32;
}

static uint32_t
some_float(struct access_maker *m)
{
    const uint32_t bits = chance_bits(m->chance);

    return one_in(m, 8) ? 0 : (bits & 0x807fffff) | (116 + (bits >> 23 & 15)) << 23;
}

/* No NaN: which one becomes of it is open. */
static uint32_t
some_half(struct access_maker *m)
{
    const uint32_t half = chance_bits(m->chance) & 0xffff;

    return (half & 0x7c00) == 0x7c00 ? half & 0xfc00 : half;
}

/* Words that operands and memory have in common, so that comparisons hold now and then. */
static uint32_t
some_word(struct access_maker *m, enum rdna_op row)
{
    if (is_float_sum(row))
        return some_float(m);
    if (rdna_op_infos[row].effects & RDNA_FORMAT &&
        rdna_op_infos[row].effects & (RDNA_D16 | RDNA_D16_HI)) {
        const uint32_t low = some_half(m);
        return low | some_half(m) << 16;
    }
    if (rdna_op_infos[row].effects & RDNA_FORMAT) {
        static const uint32_t odd[] = {0,          0x80000000, 0x7f800000, 0xff800000,
                                       0x3f800000, 0xbf800000, 0x00000001, 0x3f7fffff};
        if (one_in(m, 4))
            return odd[below(m, 8)];
        return one_in(m, 3) ? below(m, 300) : some_float(m);
    }
    return one_in(m, 3) ? below(m, 4) : chance_word(m->chance);
}

static void
fill_data(struct access_maker *m, enum rdna_op row)
{
    for (unsigned reg = 4; reg < ACCESS_VECTORS; reg++)
        for (unsigned lane = 0; lane < m->code->wave_size; lane++)
            vector(m, reg)[lane] = some_word(m, row);
}

/* Memory that an atomic will meet. */
static void
fill_region(struct access_maker *m, enum rdna_op row)
{
    uint8_t *at = m->data->window + ACCESS_READ + m->number * ACCESS_REGION;

    for (unsigned i = 0; i < ACCESS_REGION; i += 4) {
        const uint32_t word = some_word(m, row);
        for (unsigned j = 0; j < 4; j++)
            at[i + j] = (uint8_t)(word >> 8 * j);
    }
}

/* ---- what all have ---- */

static unsigned
access_size(enum rdna_op row)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];
    unsigned bits = 32 * access_registers(row);

    for (unsigned i = 0; i < info->operand_count; i++) {
        const unsigned kind = info->operands[i].kind;
        if ((kind == rdna_operand_DATA || kind == rdna_operand_D || kind == rdna_operand_A) &&
            rdna_type_infos[info->operands[i].type].bits < 32)
            bits = rdna_type_infos[info->operands[i].type].bits;
    }
    return bits / 8;
}

/* Multiples of this; atomics need their own size. */
static unsigned
alignment(struct access_maker *m, enum rdna_op row)
{
    if (is_atomic(row))
        return 8;
    return one_in(m, 3) ? 1 : one_in(m, 4) ? 2 : 4;
}

static struct rdna_inst
begin(struct access_maker *m, enum rdna_op row, enum rdna_form form)
{
    const unsigned v = RDNA_VGPR0 + first_vector(m);
    struct rdna_inst inst = {.row = (uint16_t)row, .form = (uint8_t)form};

    inst.vaddr = (uint16_t)v;
    if (has(row, rdna_operand_X)) {
        inst.vdata = inst.dst = (uint16_t)(v + 4);
        inst.glc = one_in(m, 2);
    } else {
        if (has(row, rdna_operand_DATA))
            inst.vdata = (uint16_t)(v + 4);
        if (has(row, rdna_operand_DATA1))
            inst.vdata1 = (uint16_t)(v + 14);
        if (has(row, rdna_operand_D) || has(row, rdna_operand_A))
            inst.dst = (uint16_t)(v + 8);
        if (has(row, rdna_operand_DR)) {
            inst.glc = one_in(m, 2);
            inst.dst = inst.glc ? (uint16_t)(v + 8) : 0;
        } else if (!has(row, rdna_operand_D) || !is_atomic(row)) {
            inst.glc = form != rdna_form_ds && one_in(m, 4);
        }
    }
    fill_data(m, row);
    if (is_atomic(row))
        fill_region(m, row);
    return inst;
}

static uint64_t
region(const struct access_maker *m)
{
    return KIT_WINDOW + ACCESS_READ + (uint64_t)m->number * ACCESS_REGION;
}

static void
set_pair(uint32_t *low, uint32_t *high, uint64_t value)
{
    *low = (uint32_t)value;
    *high = (uint32_t)(value >> 32);
}

/* Which of its places a lane has. */
static unsigned
place_number(struct access_maker *m, unsigned lane)
{
    return m->collides ? lane % 4 : lane;
}

/* ---- FLAT, GLOBAL ---- */

static uint64_t
some_address(struct access_maker *m, enum rdna_op row, unsigned lane, unsigned step)
{
    if (writes(row))
        return region(m) + 2048 + place_number(m, lane) * 24 + below(m, 4) / step * step;
    return KIT_WINDOW + 4096 + below(m, ACCESS_READ - 8192) / step * step;
}

static struct rdna_inst
make_flat(struct access_maker *m, enum rdna_op row)
{
    const bool is_flat = rdna_op_infos[row].family == rdna_family_flat;
    const bool by_lane = !has(row, rdna_operand_ADDR);
    struct rdna_inst inst = begin(m, row, is_flat ? rdna_form_flat : rdna_form_global);
    const unsigned step = alignment(m, row);
    const bool has_scalar = by_lane || (!is_flat && one_in(m, 2));
    const unsigned size = m->code->wave_size;

    inst.imm = is_flat ? (int32_t)below(m, 2048) : (int32_t)below(m, 4096) - 2048;
    if (one_in(m, 3))
        inst.imm = is_flat ? 0 : one_in(m, 2) ? -2048 : 2047;
    if (rdna_op_infos[row].effects & RDNA_LDS && one_in(m, 4)) {
        inst.lds = true;
        inst.imm = (int32_t)(m->number * TID_BYTES);
    }
    inst.saddr = RDNA_NULL;
    if (has_scalar)
        inst.saddr = (uint16_t)first_scalar(m);
    if (by_lane) {
        inst.vaddr = 0;
        const uint64_t address = writes(row) ? region(m) + 2048 : KIT_WINDOW + 4096;
        set_pair(scalar(m, 0), scalar(m, 1), address + below(m, 4) - (uint64_t)inst.imm);
        return inst;
    }
    const uint64_t base =
        (one_in(m, 2) ? KIT_WINDOW - below(m, 4096) : KIT_WINDOW - 0x80000000u) & ~UINT64_C(7);
    if (has_scalar)
        set_pair(scalar(m, 0), scalar(m, 1), base);
    for (unsigned lane = 0; lane < size; lane++) {
        const uint64_t address = some_address(m, row, lane, step) - (uint64_t)(int64_t)inst.imm;
        if (has_scalar)
            vector(m, 0)[lane] = (uint32_t)(address - base);
        else
            set_pair(&vector(m, 0)[lane], &vector(m, 1)[lane],
                     address | (uint64_t)below(m, 0x10000) << 48);
    }
    return inst;
}

/* ---- SCRATCH ---- */

static struct rdna_inst
make_scratch(struct access_maker *m, enum rdna_op row)
{
    struct rdna_inst inst = begin(m, row, rdna_form_scratch);
    const unsigned step = alignment(m, row), size = access_size(row);
    const unsigned way = below(m, m->code->isa == rdna_isa_gfx1030 ? 3 : 2);
    const unsigned most = ACCESS_SCRATCH - size + 1;

    inst.saddr = way == 0 ? RDNA_NULL : way == 1 ? (uint16_t)first_scalar(m) : RDNA_EXEC_HI;
    inst.imm = (int32_t)below(m, 4096) - 2048;
    if (way == 2)
        inst.imm = (int32_t)(below(m, most) / step * step);
    else if (rdna_op_infos[row].effects & RDNA_LDS && one_in(m, 4))
        inst.lds = true;
    if (inst.lds)
        inst.imm = (int32_t)(m->number * TID_BYTES);
    if (way)
        inst.vaddr = RDNA_VGPR0;
    *scalar(m, 0) = below(m, most) / step * step - (uint32_t)inst.imm;
    for (unsigned lane = 0; way == 0 && lane < m->code->wave_size; lane++)
        vector(m, 0)[lane] = below(m, most) / step * step - (uint32_t)inst.imm;
    return inst;
}

/* ---- buffers ---- */

enum { INDEX = 1, OFFSET = 2, LANE = 4 };

struct descriptor {
    uint64_t base;
    uint32_t stride, records, index_stride, format, dst_sel, oob;
    bool is_swizzled, has_lane;
};

static void
put_descriptor(struct access_maker *m, const struct descriptor *d)
{
    *scalar(m, 0) = (uint32_t)d->base;
    *scalar(m, 1) = (uint32_t)(d->base >> 32) | d->stride << 16 | (uint32_t)d->is_swizzled << 31;
    *scalar(m, 2) = d->records;
    *scalar(m, 3) = d->dst_sel | d->format << 12 | d->index_stride << 21 |
                    (uint32_t)d->has_lane << 23 | 1u << 24 | d->oob << 28;
}

static uint32_t
some_select(struct access_maker *m)
{
    uint32_t select = 4 | 5 << 3 | 6 << 6 | 7 << 9;

    if (one_in(m, 2)) {
        select = 0;
        for (unsigned i = 0; i < 4; i++) {
            const uint32_t one = below(m, 6);
            select |= (one < 2 ? one : one + 2) << 3 * i;
        }
    }
    return select;
}

static void
choose_scalar_offset(struct access_maker *m, struct rdna_inst *inst, unsigned step)
{
    switch (below(m, 3)) {
    case 0:
        inst->soffset = (uint16_t)(first_scalar(m) + 4);
        break;
    case 1:
        inst->soffset = (uint16_t)(RDNA_INT_0 + below(m, 65) / step * step);
        break;
    default:
        inst->soffset = RDNA_NULL;
    }
    *scalar(m, 4) = below(m, 64) / step * step;
}

static uint32_t
huge(struct access_maker *m)
{
    static const uint32_t values[] = {0xffffffff, 0xfffffffc, 0x80000000, 0x7fffffff, 0x10000};

    return values[below(m, 5)];
}

/* Anywhere in what is only read. */
static void
make_buffer_load(struct access_maker *m, struct rdna_inst *inst, struct descriptor *d)
{
    static const uint32_t strides[] = {0, 4, 8, 12, 16, 20, 36, 100};
    const bool judges_index = d->oob < 2, judges_offset = d->oob == 0 || d->oob == 3;

    d->base = KIT_WINDOW + 4096 + (one_in(m, 3) ? below(m, 64) : below(m, 16) * 4);
    d->stride = strides[below(m, 8)];
    d->is_swizzled = one_in(m, 3);
    d->has_lane = one_in(m, 3);
    d->records = one_in(m, 8) ? 0 : below(m, d->oob == 3 ? 300 : 50);
    inst->imm = (int32_t)(one_in(m, 2) ? 0 : one_in(m, 8) ? below(m, 4096) : below(m, 40));
    inst->idxen = one_in(m, 2);
    inst->offen = one_in(m, 2);
    choose_scalar_offset(m, inst, 1);
    for (unsigned lane = 0; lane < m->code->wave_size; lane++) {
        uint32_t *index = &vector(m, 0)[lane], *offset = &vector(m, inst->idxen)[lane];
        if (inst->idxen)
            *index = judges_index && one_in(m, 8) ? huge(m) : below(m, 40);
        if (!inst->offen)
            continue;
        *offset = below(m, 60);
        if (one_in(m, 2))
            *offset &= ~3u;
        if (judges_offset && one_in(m, 8))
            *offset = huge(m);
    }
}

/* Where structures lie apart, each lane has its own; else offsets are apart. */
static void
make_buffer_store(struct access_maker *m, struct rdna_inst *inst, struct descriptor *d)
{
    const bool is_wide =
        is_atomic((enum rdna_op)inst->row) && strstr(rdna_op_infos[inst->row].name, "_x2");
    const unsigned step = alignment(m, (enum rdna_op)inst->row);
    const bool by_index = one_in(m, 3) == 0;
    const unsigned size = 16;

    d->base = region(m) + 1024 + (step == 8 ? 0 : below(m, 16) / step * step);
    d->stride = 24 + 8 * below(m, 4);
    d->is_swizzled = by_index && one_in(m, 3);
    if (d->is_swizzled && is_wide)
        d->oob = 0;
    d->has_lane = by_index && one_in(m, 3);
    d->records = d->oob == 3 ? (below(m, 1500) & ~7u) : below(m, 80);
    choose_scalar_offset(m, inst, step);
    inst->idxen = by_index && (!d->has_lane || one_in(m, 2));
    const unsigned room = d->stride - size;
    inst->offen = !by_index || one_in(m, 2);
    const uint32_t total = below(m, room) / step * step;
    inst->imm = (int32_t)(inst->offen ? below(m, total + 1) / step * step : total);
    const unsigned turn = below(m, 64);
    for (unsigned lane = 0; lane < m->code->wave_size; lane++) {
        const unsigned number = place_number(m, lane);
        if (inst->idxen)
            vector(m, 0)[lane] = d->has_lane ? 3 : m->collides ? number : (lane * 5 + turn) % 64;
        if (inst->idxen && d->oob < 2 && one_in(m, 8))
            vector(m, 0)[lane] = 0x80000000u + lane;
        if (inst->offen)
            vector(m, inst->idxen)[lane] =
                (by_index ? 0 : number * 24) + total - (uint32_t)inst->imm;
    }
}

static struct rdna_inst
make_buffer(struct access_maker *m, enum rdna_op row)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];
    const bool is_typed = info->family == rdna_family_mtbuf;
    struct rdna_inst inst = begin(m, row, is_typed ? rdna_form_mtbuf : rdna_form_mubuf);
    struct descriptor d = {.oob = below(m, 4),
                           .index_stride = below(m, 4),
                           .format = 1 + below(m, 77),
                           .dst_sel = some_select(m)};

    if (is_typed)
        inst.format = (uint8_t)(1 + below(m, 77));
    inst.srsrc = (uint16_t)first_scalar(m);
    if (writes(row))
        make_buffer_store(m, &inst, &d);
    else
        make_buffer_load(m, &inst, &d);
    if (info->effects & RDNA_LDS && one_in(m, 4) && !inst.idxen && d.oob != 1) {
        inst.lds = true;
        d.is_swizzled = false;
        inst.imm = (int32_t)(m->number * TID_BYTES);
    }
    if (!writes(row))
        inst.vdata = inst.dst;
    inst.tfe = !is_typed && !inst.lds && !writes(row) && one_in(m, 4);
    put_descriptor(m, &d);
    return inst;
}

/* ---- LDS ---- */

enum { LANE_BYTES = ACCESS_M0 / 64, COUNTERS = ACCESS_M0 + 1600 };

/* Two of a row that is counted in 64 elements are lanes' neighbours. */
static void
make_far_pair(struct access_maker *m, struct rdna_inst *inst, unsigned size)
{
    const unsigned step = 64 * size, rows = ACCESS_LDS / step;
    const unsigned near = below(m, rows), far = one_in(m, 3) ? near : below(m, rows);

    inst->imm = (int32_t)(near | (one_in(m, 8) ? 255 : far) << 8);
    for (unsigned lane = 0; lane < m->code->wave_size; lane++)
        vector(m, 0)[lane] = size * place_number(m, lane);
}

static void
make_near_pair(struct access_maker *m, struct rdna_inst *inst, unsigned size, unsigned step)
{
    const unsigned places = LANE_BYTES / size - 1;
    const unsigned base = below(m, 256 - places);
    const unsigned first = base + below(m, places), second = base + below(m, places);

    inst->imm = (int32_t)(first | second << 8);
    for (unsigned lane = 0; lane < m->code->wave_size; lane++) {
        const unsigned number = place_number(m, lane);
        const unsigned odd = step == 1 ? below(m, 4) : 0;
        vector(m, 0)[lane] = number * LANE_BYTES + odd - base * size;
    }
}

/* One lane goes over the end; what is behind it has no place. */
static uint32_t
outside(struct access_maker *m, unsigned lane, unsigned size, unsigned step)
{
    if (lane == 0)
        return ACCESS_LDS - below(m, size + 4) / step * step;
    return one_in(m, 2) ? ACCESS_LDS + below(m, 64) / step * step : ~(below(m, 16) / step * step);
}

static void
make_near_operand(struct access_maker *m, struct rdna_inst *inst, unsigned size)
{
    const uint32_t distance = (below(m, LANE_BYTES / size) - LANE_BYTES / size / 2) * (size / 4);
    const bool is_in_address = one_in(m, 2);

    inst->imm = (int32_t)(is_in_address ? 0x8000 | below(m, 0x8000) : distance & 0x7fff);
    for (unsigned lane = 0; lane < m->code->wave_size; lane++) {
        const uint32_t at = lane * LANE_BYTES + LANE_BYTES / 2;
        vector(m, 0)[lane] = at | (is_in_address ? distance << 17 : 0);
    }
}

static struct rdna_inst
make_ds(struct access_maker *m, enum rdna_op row)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];
    struct rdna_inst inst = begin(m, row, rdna_form_ds);
    const bool is_pair = info->effects & RDNA_OFFSET2;
    const unsigned size = access_size(row) / (is_pair && has(row, rdna_operand_D) ? 2 : 1);
    const unsigned step = alignment(m, row);

    if (info->effects & RDNA_R_M0) {
        const bool is_count = is_atomic(row);
        inst.vaddr = 0;
        inst.imm = (int32_t)(m->number * TID_BYTES + below(m, 4) / step * step);
        if (is_count)
            inst.imm = COUNTERS - ACCESS_M0 + (int32_t)(4 * m->number);
    } else if (is_pair && strstr(info->name, "st64")) {
        make_far_pair(m, &inst, size);
    } else if (is_pair) {
        make_near_pair(m, &inst, size, step);
    } else if (info->operand_count == 1) {
        make_near_operand(m, &inst, info->code & 0x40 ? 8 : 4);
    } else {
        inst.imm = (int32_t)(one_in(m, 3) ? below(m, 0x10000) & ~7u : below(m, 4) * 8);
        for (unsigned lane = 0; lane < m->code->wave_size; lane++) {
            const uint32_t own =
                place_number(m, lane) * LANE_BYTES + below(m, LANE_BYTES - size + 1) / step * step;
            const uint32_t at = one_in(m, 8) ? outside(m, lane, size, step) : own;
            vector(m, 0)[lane] = at - (uint32_t)inst.imm;
        }
    }
    return inst;
}

/* ---- SMEM ---- */

static struct rdna_inst
make_smem(struct access_maker *m, enum rdna_op row)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];
    struct rdna_inst inst = {.row = (uint16_t)row, .form = rdna_form_smem};
    const bool is_scratch = info->effects & RDNA_FLATSCR;
    const uint64_t base = writes(row) ? region(m) + 2048 : KIT_WINDOW + 8192;
    const unsigned step = is_atomic(row) ? 8 : 1;
    uint32_t *data = kit_scalars(m->code, m->data, 0) + ACCESS_SCALAR_DATA;
    bool is_buffer = false;

    for (unsigned i = 0; i < info->operand_count; i++)
        is_buffer |= info->operands[i].kind == rdna_operand_SBASE &&
                     info->operands[i].type == rdna_type_b128;
    if (is_atomic(row))
        fill_region(m, row);
    for (unsigned i = 0; m->is_first && i < 16; i++)
        data[i] = some_word(m, row);
    inst.dst = ACCESS_SCALAR_DATA;
    inst.sbase = (uint16_t)first_scalar(m);
    inst.glc = one_in(m, 2);
    inst.soffset = one_in(m, 2) ? (uint16_t)(first_scalar(m) + 4) : RDNA_NULL;
    *scalar(m, 4) = below(m, is_scratch ? 16 : 200) / step * step;
    inst.imm = (int32_t)(below(m, 400) / step * step) - (is_buffer ? 0 : 200);
    if (is_buffer) {
        const struct descriptor d = {.base = base + below(m, 8) / step * step,
                                     .stride = one_in(m, 2) ? 0 : 8 * below(m, 20),
                                     .records = one_in(m, 8) ? UINT32_MAX : below(m, 80) * 8,
                                     .dst_sel = below(m, 4096),
                                     .is_swizzled = one_in(m, 4),
                                     .has_lane = one_in(m, 4),
                                     .oob = below(m, 4),
                                     .format = below(m, 128)};
        put_descriptor(m, &d);
        if (!is_atomic(row) && one_in(m, 8))
            *scalar(m, 4) = huge(m);
        if (d.records == UINT32_MAX)
            *scalar(m, 4) = 0;
    } else {
        set_pair(scalar(m, 0), scalar(m, 1), base + below(m, 8) / step * step);
    }
    return inst;
}

/* ---- the whole ---- */

bool
access_can(enum rdna_op row)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];

    switch ((enum rdna_family)info->family) {
    case rdna_family_smem:
    case rdna_family_mubuf:
    case rdna_family_mtbuf:
    case rdna_family_flat:
    case rdna_family_global:
    case rdna_family_scratch:
    case rdna_family_ds:
        return info->effects & (RDNA_LOAD | RDNA_STORE | RDNA_ATOMIC) &&
               !(info->effects & RDNA_GWS);
    default:
        return false;
    }
}

unsigned
access_class(enum rdna_op row)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];
    const unsigned is_far = strstr(info->name, "st64") != NULL;
    const unsigned is_count = row == rdna_op_ds_append || row == rdna_op_ds_consume;
    const unsigned is_tid = info->family == rdna_family_ds && info->effects & RDNA_R_M0;

    const unsigned is_wide =
        info->family == rdna_family_ds && is_atomic(row) && strstr(info->name, "64");

    return info->family * 128u + is_wide * 64 + (writes(row) ? 1 : 0) + (is_atomic(row) ? 2u : 0) +
           is_far * 4 + is_count * 8 + (is_tid ? 16u : 0) + (is_float_sum(row) ? 32u : 0);
}

struct rdna_inst
access_make(struct access_maker *m, enum rdna_op row)
{
    switch ((enum rdna_family)rdna_op_infos[row].family) {
    case rdna_family_smem:
        return make_smem(m, row);
    case rdna_family_mubuf:
    case rdna_family_mtbuf:
        return make_buffer(m, row);
    case rdna_family_scratch:
        return make_scratch(m, row);
    case rdna_family_ds:
        return make_ds(m, row);
    default:
        return make_flat(m, row);
    }
}
