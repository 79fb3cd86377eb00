/* SPDX-License-Identifier: MIT
 *
 * The local and the global data share, and what goes through their crossbar between lanes.
 */
#include "access.h"
#include "atomics.h"

#define HALF_WAVE 32u

static bool
is_enabled(uint64_t exec, unsigned lane)
{
    return exec >> lane & 1;
}

/* ---- Between lanes; always within 32 of them ---- */

/* The lane of its 32 whose value the lane gets. */
static unsigned
swizzled(unsigned pattern, unsigned lane)
{
    if (pattern & 0x8000)
        return (lane & ~3u) | (pattern >> 2 * (lane & 3) & 3);
    return (((lane & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31)) & 31;
}

static bool
exec_swizzle(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const unsigned pattern = (unsigned)inst->imm & 0xffff;
    const uint64_t exec = rdna_get_exec(wave);
    const uint32_t *source = rdna_vector(wave, inst->vaddr, 0);
    uint32_t *result = rdna_vector(wave, inst->dst, 0);
    uint32_t values[RDNA_MAX_LANES];

    if (pattern & 0x8000 && pattern & 0x7f00)
        return rdna_fault(wave, inst, "swizzle 0x%04x: neither a quad's nor a mask", pattern);
    for (unsigned lane = 0; lane < wave->size; lane++) {
        const unsigned from = (lane & ~(HALF_WAVE - 1)) | swizzled(pattern, lane % HALF_WAVE);
        values[lane] = is_enabled(exec, from) ? source[from] : 0;
    }
    for (unsigned lane = 0; lane < wave->size; lane++)
        if (is_enabled(exec, lane))
            result[lane] = values[lane];
    return true;
}

static unsigned
addressed(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane)
{
    const uint32_t address = rdna_vector(wave, inst->vaddr, 0)[lane] + (uint32_t)inst->imm;

    return (lane & ~(HALF_WAVE - 1)) | (address / 4 % HALF_WAVE);
}

static bool
exec_permute(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const bool pulls = inst->row == rdna_op_ds_bpermute_b32;
    const uint64_t exec = rdna_get_exec(wave);
    const uint32_t *source = rdna_vector(wave, inst->vdata, 0);
    uint32_t *result = rdna_vector(wave, inst->dst, 0);
    uint32_t values[RDNA_MAX_LANES] = {0};

    for (unsigned lane = 0; lane < wave->size; lane++) {
        if (!is_enabled(exec, lane))
            continue;
        const unsigned other = addressed(wave, inst, lane);
        if (!pulls)
            values[other] = source[lane];
        else if (is_enabled(exec, other))
            values[lane] = source[other];
    }
    for (unsigned lane = 0; lane < wave->size; lane++)
        if (is_enabled(exec, lane))
            result[lane] = values[lane];
    return true;
}

/* ---- Memory ---- */

/* Of local memory, all from 0 on. Of global, M0 has the base above and the size below. */
struct share {
    enum rdna_space space;
    uint32_t base;
    uint32_t size;
};

static struct share
share_of(const struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const uint32_t m0 = wave->scalars[RDNA_M0];

    if (inst->gds)
        return (struct share){rdna_space_gds, m0 >> 16, m0 & 0xffff};
    return (struct share){rdna_space_lds, 0, UINT32_MAX};
}

static struct rdna_spot
spot_at(const struct share *share, uint32_t address)
{
    struct rdna_spot spot = rdna_spot_at(share->space, (uint64_t)share->base + address);

    for (unsigned i = 0; i < RDNA_SPOT_PARTS; i++)
        spot.inside[i] = (uint64_t)address + 4 * i < share->size;
    return spot;
}

/* Elements of rows with two offsets, in bytes, and how far apart a step of an offset is. */
struct pair {
    unsigned bytes;
    unsigned step;
};

/* Rows whose code is odd count in 64 elements. Those that are read are half of the destination. */
static struct pair
pair_of(const struct rdna_op_info *info, enum rdna_op row)
{
    const unsigned bytes = rdna_access_bytes(row) / (info->effects & RDNA_LOAD ? 2 : 1);
    const bool far = info->effects & RDNA_LOAD ? !(info->code & 1) : info->code & 1;

    return (struct pair){bytes, far ? bytes * 64 : bytes};
}

static void
get_registers(struct rdna_wave *wave, unsigned code, unsigned lane, unsigned bytes,
              uint8_t data[16])
{
    for (unsigned i = 0; 4 * i < bytes; i++)
        rdna_put_u32(data + 4 * i, rdna_vector(wave, code, i)[lane]);
}

static void
set_registers(struct rdna_wave *wave, unsigned code, unsigned behind, unsigned lane, unsigned bytes,
              const uint8_t data[16])
{
    for (unsigned i = 0; 4 * i < bytes; i++)
        rdna_vector(wave, code, behind + i)[lane] = rdna_get_u32(data + 4 * i);
}

/* Reads, writes, or exchanges two elements. Where both are one, what the first offset names is
 * written last. */
static bool
access_pair(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
            const struct share *share)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const struct pair pair = pair_of(info, inst->row);
    const uint32_t address = rdna_vector(wave, inst->vaddr, 0)[lane];
    const bool reads = info->effects & (RDNA_LOAD | RDNA_ATOMIC);
    const bool writes = info->effects & (RDNA_STORE | RDNA_ATOMIC);
    uint8_t old[2][16], data[2][16];

    if (writes) {
        get_registers(wave, inst->vdata, lane, pair.bytes, data[0]);
        get_registers(wave, inst->vdata1, lane, pair.bytes, data[1]);
    }
    for (unsigned i = 2; i-- > 0;) {
        const uint32_t offset = ((uint32_t)inst->imm >> 8 * i & 0xff) * pair.step;
        const struct rdna_spot spot = spot_at(share, address + offset);
        if (reads && !rdna_spot_read(wave, inst, lane, &spot, pair.bytes, old[i]))
            return false;
        if (writes && !rdna_spot_write(wave, inst, lane, &spot, pair.bytes, data[i]))
            return false;
    }
    for (unsigned i = 0; reads && i < 2; i++)
        set_registers(wave, inst->dst, i * pair.bytes / 4, lane, pair.bytes, old[i]);
    return true;
}

/* Rows that take their operand from memory: 15 bits of offset say how many dwords away; they may
 * also be taken from the address. */
static bool
access_src2(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
            const struct share *share)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    /* Rows of 64 bits have bit 6 of the code set. */
    struct rdna_exchange exchange = {.bits = info->code & 0x40 ? 64 : 32};
    const uint32_t address = rdna_vector(wave, inst->vaddr, 0)[lane];
    const int32_t near = (int32_t)((uint32_t)inst->imm << 17) >> 17;
    const int32_t far = (int32_t)address >> 17;
    const uint32_t distance = (uint32_t)(inst->imm & 0x8000 ? far : near) * 4;
    const uint32_t base = inst->imm & 0x8000 ? address & 0x1ffff : address;
    const struct rdna_spot to = spot_at(share, base);
    const struct rdna_spot from = spot_at(share, base + distance);
    uint8_t data[16];

    if (!rdna_spot_read(wave, inst, lane, &from, exchange.bits / 8, data))
        return false;
    exchange.data = rdna_get_u32(data) | (uint64_t)rdna_get_u32(data + 4) << 32;
    return rdna_spot_exchange(wave, inst, lane, &to, &exchange);
}

static bool
access_lane(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
            const struct share *share)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    uint32_t address = (uint32_t)inst->imm;

    if (info->effects & RDNA_OFFSET2)
        return access_pair(wave, inst, lane, share);
    /* Nothing but an address, and no result: the operand is in memory. */
    if (info->operand_count == 1 && info->operands[0].kind == rdna_operand_ADDR)
        return access_src2(wave, inst, lane, share);
    if (info->effects & RDNA_R_M0)
        address += (wave->scalars[RDNA_M0] & 0xffff) + 4 * lane;
    else
        address += rdna_vector(wave, inst->vaddr, 0)[lane];
    const struct rdna_spot spot = spot_at(share, address);
    return rdna_lane_access(wave, inst, lane, &spot);
}

static unsigned
count_bits(uint64_t mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* One exchange for the wave: append, consume and ordered_count. Every lane gets the old value. */
static bool
exec_count(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const bool ordered = rdna_op_infos[inst->row].effects & RDNA_GWS;
    const uint64_t exec = rdna_get_exec(wave);
    const uint32_t m0 = wave->scalars[RDNA_M0];
    struct rdna_exchange exchange = {.bits = 32, .data = count_bits(exec)};
    uint32_t address = (m0 & 0xffff) + (uint32_t)inst->imm;
    unsigned first = 0;

    while (first < wave->size && !is_enabled(exec, first))
        first++;
    if (first == wave->size)
        return true;
    if (ordered) {
        const unsigned operation = (unsigned)inst->imm >> 12 & 3;
        if (operation)
            return rdna_fault(wave, inst, "an ordered count of kind %u, which is not known",
                              operation);
        address = (uint32_t)inst->imm & 0xfc;
        exchange.data = rdna_vector(wave, inst->vaddr, 0)[first];
    }
    const struct rdna_spot spot = inst->gds
                                      ? rdna_spot_at(rdna_space_gds, (uint64_t)(m0 >> 16) + address)
                                      : rdna_spot_at(rdna_space_lds, address);
    if (!rdna_spot_exchange(wave, inst, first, &spot, &exchange))
        return false;
    uint32_t *result = rdna_vector(wave, inst->dst, 0);
    for (unsigned lane = 0; lane < wave->size; lane++)
        if (is_enabled(exec, lane))
            result[lane] = (uint32_t)exchange.old;
    return true;
}

bool
rdna_exec_ds(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const uint32_t effects = rdna_op_infos[inst->row].effects;
    const struct share share = share_of(wave, inst);
    const uint64_t exec = rdna_get_exec(wave);

    if (effects & RDNA_ATOMIC && effects & RDNA_R_M0)
        return exec_count(wave, inst);
    if (effects & RDNA_GWS)
        return rdna_fault(wave, inst, "the global wave sync is not there");
    if (!(effects & (RDNA_LOAD | RDNA_STORE | RDNA_ATOMIC))) {
        if (!rdna_op_infos[inst->row].operand_count)
            return true; /* ds_nop */
        return effects & RDNA_SWIZZLE ? exec_swizzle(wave, inst) : exec_permute(wave, inst);
    }
    for (unsigned lane = 0; lane < wave->size; lane++)
        if (is_enabled(exec, lane) && !access_lane(wave, inst, lane, &share))
            return false;
    return true;
}
