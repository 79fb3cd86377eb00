/* SPDX-License-Identifier: MIT
 *
 * Scalar memory. The wave's, not a lane's: EXEC does not count.
 */
#include "access.h"
#include "atomics.h"
#include "buffers.h"

/* What the row moves: registers from the code on. */
struct scalar_data {
    unsigned code;
    unsigned registers;
    uint8_t base; /* Registers of the base: 2 an address, 4 a buffer. */
};

static struct scalar_data
data_of(const struct rdna_inst *inst)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    struct scalar_data data = {.code = inst->dst};

    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct rdna_operand *operand = &info->operands[i];
        if (operand->kind == rdna_operand_SBASE)
            data.base = rdna_type_infos[operand->type].registers;
        else if (operand->kind != rdna_operand_SOFF)
            data.registers = rdna_type_infos[operand->type].registers;
    }
    return data;
}

static uint32_t
scalar_at(const struct rdna_wave *wave, unsigned code)
{
    return wave->scalars[code & (RDNA_SCALAR_COUNT - 1)];
}

/* Where dword number i of the data is. Scratch counts registers' offsets in 64 bytes. */
static struct rdna_spot
spot_of(const struct rdna_wave *wave, const struct rdna_inst *inst, unsigned base, unsigned i)
{
    const uint32_t effects = rdna_op_infos[inst->row].effects;
    uint64_t offset = rdna_read_scalar(wave, inst, inst->soffset, rdna_type_b32);
    struct rdna_spot spot;

    if (base == 4) {
        const struct rdna_buffer buffer = rdna_buffer_of(wave, inst->sbase);
        const uint64_t size =
            buffer.stride ? (uint64_t)buffer.stride * buffer.records : (uint64_t)buffer.records;
        offset = ((offset + ((uint32_t)inst->imm & 0xfffff)) & ~UINT64_C(3)) + 4 * i;
        spot = rdna_spot_at(rdna_space_memory, rdna_address((buffer.base & ~UINT64_C(3)) + offset));
        spot.inside[0] = offset < size;
        spot.inside[1] = offset + 4 < size;
        return spot;
    }
    if (effects & RDNA_FLATSCR)
        offset *= 64;
    const uint64_t address =
        rdna_get_pair(wave, inst->sbase) + offset + (uint64_t)(int64_t)inst->imm;
    return rdna_spot_at(rdna_space_memory, rdna_address((address & ~UINT64_C(3)) + 4 * i));
}

static bool
scalar_exchange(struct rdna_wave *wave, const struct rdna_inst *inst,
                const struct scalar_data *data)
{
    const bool compares = rdna_atomic_of(inst->row) == rdna_atomic_cmpswap;
    const struct rdna_spot spot = spot_of(wave, inst, data->base, 0);
    struct rdna_exchange exchange = {.bits = data->registers * 32 / (compares ? 2 : 1)};
    const bool wide = exchange.bits == 64;
    const unsigned second = data->code + (wide ? 2 : 1);

    exchange.data = scalar_at(wave, data->code);
    exchange.other = compares ? scalar_at(wave, second) : 0;
    if (wide) {
        exchange.data |= (uint64_t)scalar_at(wave, data->code + 1) << 32;
        exchange.other |= compares ? (uint64_t)scalar_at(wave, second + 1) << 32 : 0;
    }
    if (!rdna_spot_exchange(wave, inst, RDNA_NO_LANE, &spot, &exchange))
        return false;
    if (!inst->glc)
        return true;
    rdna_write_scalar(wave, data->code, (uint32_t)exchange.old);
    if (wide)
        rdna_write_scalar(wave, data->code + 1, (uint32_t)(exchange.old >> 32));
    return true;
}

/* All of the data is read before any register changes: the base may be among them. */
static bool
scalar_load(struct rdna_wave *wave, const struct rdna_inst *inst, const struct scalar_data *data)
{
    uint32_t values[16];

    for (unsigned i = 0; i < data->registers; i++) {
        const struct rdna_spot spot = spot_of(wave, inst, data->base, i);
        uint8_t bytes[16];
        if (!rdna_spot_read(wave, inst, RDNA_NO_LANE, &spot, 4, bytes))
            return false;
        values[i] = rdna_get_u32(bytes);
    }
    for (unsigned i = 0; i < data->registers; i++)
        rdna_write_scalar(wave, data->code == RDNA_NULL ? RDNA_NULL : data->code + i, values[i]);
    return true;
}

static bool
scalar_store(struct rdna_wave *wave, const struct rdna_inst *inst, const struct scalar_data *data)
{
    for (unsigned i = 0; i < data->registers; i++) {
        const struct rdna_spot spot = spot_of(wave, inst, data->base, i);
        uint8_t bytes[16];
        rdna_put_u32(bytes, scalar_at(wave, data->code + i));
        if (!rdna_spot_write(wave, inst, RDNA_NO_LANE, &spot, 4, bytes))
            return false;
    }
    return true;
}

bool
rdna_exec_smem(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const uint32_t effects = rdna_op_infos[inst->row].effects;
    const struct scalar_data data = data_of(inst);

    if (effects & RDNA_ATOMIC)
        return scalar_exchange(wave, inst, &data);
    if (effects & RDNA_LOAD)
        return scalar_load(wave, inst, &data);
    if (effects & RDNA_STORE)
        return scalar_store(wave, inst, &data);
    /* Without a base and with a result: the clocks, which count steps, and the number of the wave.
     * The rest looks into caches or empties them; here are none. */
    if (!data.base && data.registers == 2)
        rdna_write_scalar_pair(wave, data.code, wave->group->steps);
    else if (!data.base && data.registers == 1)
        rdna_write_scalar(wave, data.code, wave->index);
    return true;
}
