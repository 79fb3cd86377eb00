/* SPDX-License-Identifier: MIT
 *
 * Vector instructions that are no arithmetic: between lanes and scalar registers, between lanes of
 * a row, and of registers named through M0.
 */
#include "lanes.h"

#define EXEC(name) bool rdna_exec_##name(struct rdna_wave *wave, const struct rdna_inst *inst)

/* ---- One lane ---- */

/* Source 0 in a lane; what is not in vector registers is the same in all. */
static uint32_t
read_lane(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane)
{
    if (rdna_is_vector(inst->src[0]))
        return rdna_vector(wave, inst->src[0], 0)[lane];
    return (uint32_t)rdna_read_scalar(wave, inst, inst->src[0], rdna_type_b32);
}

/* Source 1, as the number of a lane; it wraps. */
static unsigned
lane_number(const struct rdna_wave *wave, const struct rdna_inst *inst)
{
    return (unsigned)rdna_read_scalar(wave, inst, inst->src[1], rdna_type_u32) & (wave->size - 1u);
}

static bool
write_read(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane)
{
    /* The field has eight bits, of which constants have half. */
    if (inst->dst >= RDNA_SCALAR_COUNT)
        return rdna_fault(wave, inst, "a constant cannot be written");
    rdna_write_scalar(wave, inst->dst, read_lane(wave, inst, lane));
    return true;
}

EXEC(v_readfirstlane_b32)
{
    const uint64_t exec = rdna_get_exec(wave);

    if (!rdna_check_sources(wave, inst))
        return false;
    return write_read(wave, inst, exec ? (unsigned)__builtin_ctzll(exec) : 0);
}

EXEC(v_readlane_b32)
{
    return rdna_check_sources(wave, inst) && write_read(wave, inst, lane_number(wave, inst));
}

EXEC(v_writelane_b32)
{
    if (!rdna_check_sources(wave, inst))
        return false;
    const uint64_t value = rdna_read_scalar(wave, inst, inst->src[0], rdna_type_b32);
    rdna_vector(wave, inst->dst, 0)[lane_number(wave, inst)] = (uint32_t)value;
    return true;
}

/* ---- Any lane of the own row of 16, or of the other row of the 32 ---- */

static bool
permlane(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned other_row)
{
    if (!rdna_check_sources(wave, inst))
        return false;
    const uint64_t selectors = (uint32_t)rdna_read_scalar(wave, inst, inst->src[1], rdna_type_b32) |
                               rdna_read_scalar(wave, inst, inst->src[2], rdna_type_b32) << 32;
    const struct rdna_fetch fetch = {.exec = rdna_get_exec(wave),
                                     .fetch_inactive = inst->op_sel & 1,
                                     .bound_control = inst->op_sel >> 1 & 1};
    struct rdna_permutation permutation = {.kept = 0};
    rdna_row source, result;

    for (unsigned lane = 0; lane < wave->size; lane++) {
        const unsigned select = selectors >> 4 * (lane & 15) & 15;
        source[lane] = read_lane(wave, inst, lane);
        rdna_permutation_set(&permutation, &fetch, lane, (int)(((lane & 48) | select) ^ other_row));
    }
    rdna_permute(&permutation, wave->size, source, result);
    rdna_write_lanes(rdna_vector(wave, inst->dst, 0), result, fetch.exec & ~permutation.kept);
    return true;
}

EXEC(v_permlane16_b32) { return permlane(wave, inst, 0); }
EXEC(v_permlanex16_b32) { return permlane(wave, inst, 16); }

/* ---- Registers ---- */

static void
swap(struct rdna_wave *wave, unsigned a, unsigned b)
{
    const uint64_t exec = rdna_get_exec(wave);
    rdna_row was_a, was_b;

    memcpy(was_a, rdna_vector(wave, a, 0), sizeof(was_a));
    memcpy(was_b, rdna_vector(wave, b, 0), sizeof(was_b));
    rdna_write_lanes(rdna_vector(wave, a, 0), was_b, exec);
    rdna_write_lanes(rdna_vector(wave, b, 0), was_a, exec);
}

EXEC(v_swap_b32)
{
    if (!rdna_check_sources(wave, inst))
        return false;
    swap(wave, inst->dst, inst->src[0]);
    return true;
}

/* The vector register that is index behind code; false if the wave was not given it. */
static bool
behind(const struct rdna_wave *wave, uint16_t *code, uint32_t index)
{
    const uint64_t at = (uint64_t)*code - RDNA_VGPR0 + index;

    if (at >= wave->vector_count)
        return false;
    *code = (uint16_t)(RDNA_VGPR0 + at);
    return true;
}

/* v_mov_b32 with other registers. A source that is not there is v0; a destination is not written.
 */
static bool
move(struct rdna_wave *wave, const struct rdna_inst *inst, uint32_t from, uint32_t to)
{
    struct rdna_inst mov = *inst;

    if (!rdna_check_sources(wave, inst))
        return false;
    mov.row = rdna_op_v_mov_b32;
    if (rdna_is_vector(mov.src[0]) && !behind(wave, &mov.src[0], from))
        mov.src[0] = RDNA_VGPR0;
    return !behind(wave, &mov.dst, to) || rdna_exec_v_mov_b32(wave, &mov);
}

EXEC(v_movrels_b32) { return move(wave, inst, wave->scalars[RDNA_M0], 0); }
EXEC(v_movreld_b32) { return move(wave, inst, 0, wave->scalars[RDNA_M0]); }
EXEC(v_movrelsd_b32) { return move(wave, inst, wave->scalars[RDNA_M0], wave->scalars[RDNA_M0]); }

/* Two indices in M0. */
static uint32_t
source_index(const struct rdna_wave *wave)
{
    return wave->scalars[RDNA_M0] & 0xff;
}

static uint32_t
destination_index(const struct rdna_wave *wave)
{
    return wave->scalars[RDNA_M0] >> 16 & 0x3ff;
}

EXEC(v_movrelsd_2_b32) { return move(wave, inst, source_index(wave), destination_index(wave)); }

EXEC(v_swaprel_b32)
{
    uint16_t a = inst->dst, b = inst->src[0];

    if (!rdna_check_sources(wave, inst))
        return false;
    if (!behind(wave, &a, destination_index(wave)) || !behind(wave, &b, source_index(wave)))
        return rdna_fault(wave, inst, "M0 is 0x%x: there is no such register",
                          wave->scalars[RDNA_M0]);
    swap(wave, a, b);
    return true;
}
