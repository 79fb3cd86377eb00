/* SPDX-License-Identifier: MIT */
#include "access.h"

#include "atomics.h"

#include <inttypes.h>

const struct rdna_mode rdna_memory_mode = {
    .denorm32 = RDNA_KEEP_IN | RDNA_KEEP_OUT,
    .denorm64_16 = RDNA_KEEP_IN | RDNA_KEEP_OUT,
};

/* ---- Places ---- */

struct rdna_spot
rdna_spot_at(enum rdna_space space, uint64_t address)
{
    struct rdna_spot spot = {.space = (uint8_t)space};

    for (unsigned i = 0; i < RDNA_SPOT_PARTS; i++) {
        spot.inside[i] = true;
        spot.address[i] = address + 4 * i;
    }
    return spot;
}

struct rdna_spot
rdna_spot_of_scratch(const struct rdna_wave *wave, unsigned lane, uint64_t offset)
{
    const uint64_t base =
        wave->hwregs[rdna_hwreg_flat_scr_lo] | (uint64_t)wave->hwregs[rdna_hwreg_flat_scr_hi] << 32;
    struct rdna_spot spot = rdna_spot_at(rdna_space_memory, offset);

    for (unsigned i = 0; i < RDNA_SPOT_PARTS; i++) {
        const uint64_t at = spot.address[i];
        spot.address[i] = rdna_address(base + at / 4 * 4 * wave->size + lane * 4 + at % 4);
    }
    spot.split = (uint8_t)(-offset % 4);
    spot.jump = 4u * wave->size - 4;
    return spot;
}

/* ---- Bytes ---- */

static bool
access_fault(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
             enum rdna_access access, uint64_t address)
{
    if (lane == RDNA_NO_LANE)
        return rdna_fault(wave, inst, "%s, 0x%" PRIx64, rdna_access_text(access), address);
    return rdna_fault(wave, inst, "lane %u: %s, 0x%" PRIx64, lane, rdna_access_text(access),
                      address);
}

/* The bytes of LDS or GDS; NULL if not all of them are there. */
static uint8_t *
local_bytes(const struct rdna_wave *wave, enum rdna_space space, uint64_t address, unsigned size)
{
    const struct rdna_group *group = wave->group;
    const uint64_t limit = space == rdna_space_lds ? group->lds_size : group->gds_size;

    if (address >= limit || size > limit - address)
        return NULL;
    return (space == rdna_space_lds ? group->lds : group->gds) + address;
}

/* The part of a place's data, at most four bytes, that begins at data[4 * part]. */
static unsigned
part_size(unsigned bytes, unsigned part)
{
    const unsigned rest = bytes - 4 * part;

    return rest < 4 ? rest : 4;
}

/* The bytes of a part from byte done on that stand in a row: where, and how many. */
static unsigned
piece_of(const struct rdna_spot *spot, unsigned part, unsigned size, unsigned done,
         uint64_t *address)
{
    const unsigned first = spot->split && spot->split < size ? spot->split : size;

    *address = spot->address[part];
    if (done)
        *address = rdna_address(*address + done + spot->jump);
    return done ? size - done : first;
}

bool
rdna_spot_read(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
               const struct rdna_spot *spot, unsigned bytes, uint8_t data[16])
{
    const struct rdna_memory *memory = wave->group->memory;

    memset(data, 0, 16);
    for (unsigned i = 0; 4 * i < bytes; i++) {
        const unsigned size = part_size(bytes, i);
        uint64_t address = spot->address[i];

        if (!spot->inside[i])
            continue;
        if (spot->space != rdna_space_memory) {
            const uint8_t *from = local_bytes(wave, spot->space, address, size);
            if (from)
                memcpy(data + 4 * i, from, size);
            continue;
        }
        for (unsigned done = 0, count; done < size; done += count) {
            count = piece_of(spot, i, size, done, &address);
            const enum rdna_access access =
                memory ? rdna_memory_read(memory, address, data + 4 * i + done, count)
                       : rdna_access_unmapped;
            if (access != rdna_access_ok)
                return access_fault(wave, inst, lane, access, address);
        }
    }
    return true;
}

bool
rdna_spot_write(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                const struct rdna_spot *spot, unsigned bytes, const uint8_t data[16])
{
    struct rdna_memory *memory = wave->group->memory;

    for (unsigned i = 0; 4 * i < bytes; i++) {
        const unsigned size = part_size(bytes, i);
        uint64_t address = spot->address[i];

        if (!spot->inside[i])
            continue;
        if (spot->space != rdna_space_memory) {
            uint8_t *to = local_bytes(wave, spot->space, address, size);
            if (to)
                memcpy(to, data + 4 * i, size);
            continue;
        }
        for (unsigned done = 0, count; done < size; done += count) {
            count = piece_of(spot, i, size, done, &address);
            const enum rdna_access access =
                memory ? rdna_memory_write(memory, address, data + 4 * i + done, count)
                       : rdna_access_unmapped;
            if (access != rdna_access_ok)
                return access_fault(wave, inst, lane, access, address);
        }
    }
    return true;
}

/* ---- Atomics ---- */

static uint64_t
get_u64(const uint8_t *bytes)
{
    return rdna_get_u32(bytes) | (uint64_t)rdna_get_u32(bytes + 4) << 32;
}

static void
put_u64(uint8_t *bytes, uint64_t value)
{
    rdna_put_u32(bytes, (uint32_t)value);
    rdna_put_u32(bytes + 4, (uint32_t)(value >> 32));
}

bool
rdna_spot_exchange(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                   const struct rdna_spot *spot, struct rdna_exchange *exchange)
{
    const unsigned bytes = exchange->bits / 8;
    const bool in_a_row = spot->address[1] == spot->address[0] + 4;
    const uint64_t mask = in_a_row ? bytes - 1 : 3;
    const struct rdna_mode *mode =
        spot->space == rdna_space_memory ? &rdna_memory_mode : &wave->mode;
    const enum rdna_atomic atomic = rdna_atomic_of(inst->row);
    uint8_t data[16];

    exchange->old = 0;
    if (!spot->inside[0] && (bytes == 4 || !spot->inside[1]))
        return true;
    if (spot->space != rdna_space_memory &&
        !local_bytes(wave, spot->space, spot->address[0], bytes))
        return true;
    if (spot->address[0] & mask)
        return access_fault(wave, inst, lane, rdna_access_misaligned, spot->address[0]);
    if (!rdna_spot_read(wave, inst, lane, spot, bytes, data))
        return false;
    exchange->old = get_u64(data);
    put_u64(data, rdna_atomic_apply(atomic, exchange->bits, mode, exchange->old, exchange->data,
                                    exchange->other));
    return rdna_spot_write(wave, inst, lane, spot, bytes, data);
}

/* ---- Rows ---- */

static const struct rdna_operand *
find_operand(const struct rdna_op_info *info, unsigned kinds)
{
    for (unsigned i = 0; i < info->operand_count; i++)
        if (kinds >> info->operands[i].kind & 1)
            return &info->operands[i];
    return NULL;
}

#define KIND(name) (1u << rdna_operand_##name)

/* What goes to memory, or comes from it. */
static const struct rdna_type_info *
data_type(const struct rdna_op_info *info)
{
    unsigned kinds = KIND(DATA) | KIND(X) | KIND(AS) | KIND(SD);
    const struct rdna_operand *operand = find_operand(info, kinds);

    if (!operand)
        operand = find_operand(info, KIND(D) | KIND(A) | KIND(DS));
    return &rdna_type_infos[operand ? operand->type : rdna_type_none];
}

unsigned
rdna_access_bytes(enum rdna_op row)
{
    const struct rdna_type_info *type = data_type(&rdna_op_infos[row]);

    return type->bits < 32 ? type->bits / 8 : type->registers * 4u;
}

bool
rdna_load_to_lds(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                 uint32_t value)
{
    const uint32_t base = (wave->scalars[RDNA_M0] & 0xffff) + (uint32_t)inst->imm + 4 * lane;
    const struct rdna_spot spot = rdna_spot_at(rdna_space_lds, base);
    uint8_t data[16];

    rdna_put_u32(data, value);
    return rdna_spot_write(wave, inst, lane, &spot, 4, data);
}

static bool
lane_load(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
          const struct rdna_spot *spot)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const struct rdna_type_info *type = data_type(info);
    const unsigned bytes = rdna_access_bytes(inst->row);
    uint8_t data[16];

    if (!rdna_spot_read(wave, inst, lane, spot, bytes, data))
        return false;
    uint32_t value = rdna_get_u32(data);
    if (type->bits < 32 && type->class == rdna_class_sint)
        value = (uint32_t)((int32_t)(value << (32 - type->bits)) >> (32 - type->bits));
    if (inst->lds)
        return rdna_load_to_lds(wave, inst, lane, value);

    uint32_t *first = rdna_vector(wave, inst->dst, 0) + lane;
    if (info->effects & RDNA_D16)
        *first = (*first & 0xffff0000) | (value & 0xffff);
    else if (info->effects & RDNA_D16_HI)
        *first = (*first & 0xffff) | value << 16;
    else
        *first = value;
    for (unsigned i = 1; i < type->registers; i++)
        rdna_vector(wave, inst->dst, i)[lane] = rdna_get_u32(data + 4 * i);
    if (inst->tfe)
        rdna_vector(wave, inst->dst, type->registers)[lane] = 0;
    return true;
}

static bool
lane_store(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
           const struct rdna_spot *spot)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    uint8_t data[16] = {0};

    for (unsigned i = 0; i < data_type(info)->registers; i++) {
        const uint32_t value = rdna_vector(wave, inst->vdata, i)[lane];
        rdna_put_u32(data + 4 * i, info->effects & RDNA_D16_HI ? value >> 16 : value);
    }
    return rdna_spot_write(wave, inst, lane, spot, rdna_access_bytes(inst->row), data);
}

static uint64_t
vector_pair(struct rdna_wave *wave, unsigned code, unsigned behind, unsigned bits, unsigned lane)
{
    const uint64_t low = rdna_vector(wave, code, behind)[lane];

    return bits == 64 ? low | (uint64_t)rdna_vector(wave, code, behind + 1)[lane] << 32 : low;
}

/* The new value stands before the one to compare; in local memory, whose operands are two, after
 * it. */
static void
exchange_operands(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                  struct rdna_exchange *exchange)
{
    const enum rdna_atomic atomic = rdna_atomic_of(inst->row);
    const bool compares = atomic == rdna_atomic_cmpswap || atomic == rdna_atomic_fcmpswap;
    const bool apart = find_operand(&rdna_op_infos[inst->row], KIND(DATA1)) != NULL;

    exchange->bits = rdna_access_bytes(inst->row) * 8 / (compares && !apart ? 2 : 1);
    const uint64_t first = vector_pair(wave, inst->vdata, 0, exchange->bits, lane);
    uint64_t second = 0;
    if (apart)
        second = vector_pair(wave, inst->vdata1, 0, exchange->bits, lane);
    else if (compares)
        second = vector_pair(wave, inst->vdata, exchange->bits / 32, exchange->bits, lane);
    exchange->data = compares && apart ? second : first;
    exchange->other = compares && apart ? first : second;
}

static bool
lane_exchange(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
              const struct rdna_spot *spot)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const bool returns =
        find_operand(info, KIND(D)) || (find_operand(info, KIND(X) | KIND(DR)) && inst->glc);
    struct rdna_exchange exchange;

    exchange_operands(wave, inst, lane, &exchange);
    if (!rdna_spot_exchange(wave, inst, lane, spot, &exchange))
        return false;
    if (!returns)
        return true;
    rdna_vector(wave, inst->dst, 0)[lane] = (uint32_t)exchange.old;
    if (exchange.bits == 64)
        rdna_vector(wave, inst->dst, 1)[lane] = (uint32_t)(exchange.old >> 32);
    if (inst->tfe)
        rdna_vector(wave, inst->dst, data_type(info)->registers)[lane] = 0;
    return true;
}

bool
rdna_lane_access(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                 const struct rdna_spot *spot)
{
    const uint32_t effects = rdna_op_infos[inst->row].effects;

    if (effects & RDNA_ATOMIC)
        return lane_exchange(wave, inst, lane, spot);
    if (effects & RDNA_STORE)
        return lane_store(wave, inst, lane, spot);
    return lane_load(wave, inst, lane, spot);
}
