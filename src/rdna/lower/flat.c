/* SPDX-License-Identifier: MIT
 *
 * FLAT, GLOBAL and SCRATCH. There are no apertures, so that a flat address is a global one.
 */
#include "rdna/lower/memory.h"

static struct rdna_pair
vector_pair(struct rdna_lowering *l)
{
    const ir_ref low = rdna_vector_word(l, l->inst->vaddr, 0);

    return (struct rdna_pair){low, rdna_vector_word(l, l->inst->vaddr, 1)};
}

/* A register pair; or a scalar one, and a register or the lane's number. */
static void
access_global(struct rdna_lowering *l)
{
    const bool is_flat = l->info->family == rdna_family_flat;
    const bool has_scalar = !is_flat && l->inst->saddr != RDNA_NULL;
    const bool by_lane = !rdna_has_operand(l->info, rdna_operand_ADDR);
    struct rdna_pair address = rdna_pair_of(l, 0);

    if (has_scalar)
        address = rdna_scalar_pair(l, l->inst->saddr);
    if (by_lane)
        address = rdna_pair_add(l, address, (struct rdna_pair){SHL(l->lane, WORD(2)), WORD(0)});
    else if (has_scalar)
        address = rdna_pair_add(
            l, address, (struct rdna_pair){rdna_vector_word(l, l->inst->vaddr, 0), WORD(0)});
    else
        address = vector_pair(l);
    const struct rdna_place place =
        rdna_window_place(l, rdna_pair_offset(l, address, l->inst->imm));
    rdna_access(l, &place);
}

/* A register, a scalar one, or neither. */
static void
access_scratch(struct rdna_lowering *l)
{
    ir_ref offset = WORD((uint32_t)l->inst->imm);

    if (l->inst->saddr == RDNA_NULL)
        offset = ADD(rdna_vector_word(l, l->inst->vaddr, 0), offset);
    else if (l->inst->saddr != RDNA_EXEC_HI)
        offset = ADD(rdna_scalar(l, l->inst->saddr), offset);
    const struct rdna_place place =
        rdna_place_at(l, rdna_segment_scratch, UMIN(offset, WORD(RDNA_OUTSIDE)));
    rdna_access(l, &place);
}

void
rdna_lower_flat(struct rdna_lowering *l)
{
    const bool by_lane = !rdna_has_operand(l->info, rdna_operand_ADDR);

    if (l->info->family == rdna_family_scratch) {
        if (l->options->scratch_size == 0)
            rdna_refuse(l, QD_CODE_UNSUPPORTED, "lanes have no memory of their own: scratch_size");
        else
            rdna_for_lanes(l, true, access_scratch);
        return;
    }
    rdna_window(l);
    if (by_lane && !l->lane && l->company != rdna_company_wave)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "a lane does not know its place in the wave");
    else
        rdna_for_lanes(l, true, access_global);
}
