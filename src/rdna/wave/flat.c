/* SPDX-License-Identifier: MIT
 *
 * Memory by address: of any segment, global, and the lane's own.
 */
#include "access.h"

/* NULL: the address is a scalar one, and the lane's number. */
static const struct rdna_operand *
find_address(const struct rdna_op_info *info)
{
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].kind == rdna_operand_ADDR)
            return &info->operands[i];
    return NULL;
}

static uint64_t
vector_address(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane)
{
    return rdna_vector(wave, inst->vaddr, 0)[lane] |
           (uint64_t)rdna_vector(wave, inst->vaddr, 1)[lane] << 32;
}

/* A window of no size is not there. */
static bool
is_in_window(uint64_t address, uint64_t base, uint64_t limit)
{
    return base < limit && address >= base && address <= limit;
}

/* The window that the address falls in says what it is of. */
static struct rdna_spot
flat_spot(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane)
{
    const struct rdna_group *group = wave->group;
    const uint64_t address = vector_address(wave, inst, lane) + (uint64_t)inst->imm;

    if (is_in_window(address, group->shared_base, group->shared_limit))
        return rdna_spot_at(rdna_space_lds, address - group->shared_base);
    if (is_in_window(address, group->private_base, group->private_limit))
        return rdna_spot_of_scratch(wave, lane, address - group->private_base);
    return rdna_spot_at(rdna_space_memory, rdna_address(address));
}

static struct rdna_spot
global_spot(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane, bool by_lane)
{
    uint64_t address = (uint64_t)(int64_t)inst->imm;

    if (inst->saddr != RDNA_NULL)
        address += rdna_get_pair(wave, inst->saddr);
    if (by_lane)
        address += 4 * lane;
    else if (inst->saddr != RDNA_NULL)
        address += rdna_vector(wave, inst->vaddr, 0)[lane];
    else
        address += vector_address(wave, inst, lane);
    return rdna_spot_at(rdna_space_memory, rdna_address(address));
}

/* 0x7d: the register is the offset; 0x7f: there is none; else the scalar one is. */
static struct rdna_spot
scratch_spot(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane)
{
    uint32_t offset = (uint32_t)inst->imm;

    if (inst->saddr == RDNA_NULL)
        offset += rdna_vector(wave, inst->vaddr, 0)[lane];
    else if (inst->saddr != RDNA_EXEC_HI)
        offset += wave->scalars[inst->saddr];
    return rdna_spot_of_scratch(wave, lane, offset);
}

bool
rdna_exec_flat(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const struct rdna_operand *operand = find_address(&rdna_op_infos[inst->row]);
    const uint64_t exec = rdna_get_exec(wave);

    for (unsigned lane = 0; lane < wave->size; lane++) {
        struct rdna_spot spot;

        if (!(exec >> lane & 1))
            continue;
        if (operand && operand->type == rdna_addr_flat)
            spot = flat_spot(wave, inst, lane);
        else if (operand && operand->type == rdna_addr_scratch)
            spot = scratch_spot(wave, inst, lane);
        else
            spot = global_spot(wave, inst, lane, !operand);
        if (!rdna_lane_access(wave, inst, lane, &spot))
            return false;
    }
    return true;
}
