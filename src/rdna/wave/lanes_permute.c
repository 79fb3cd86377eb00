/* SPDX-License-Identifier: MIT
 *
 * DPP: which lane a lane reads.
 */
#include "lanes.h"

void
rdna_permutation_set(struct rdna_permutation *permutation, const struct rdna_fetch *fetch,
                     unsigned lane, int from)
{
    const bool readable = from >= 0 && (fetch->fetch_inactive || fetch->exec >> from & 1);

    permutation->from[lane] = (int8_t)(readable ? from : -1);
    if (!readable && !fetch->bound_control)
        permutation->kept |= UINT64_C(1) << lane;
}

/* The lane of a row of 16 that the i-th one reads; -1 outside of the row. */
static int
row_source(unsigned control, unsigned i)
{
    const unsigned n = control & 15;

    switch (control >> 4) {
    case 0x10: /* row_shl */
        return i + n > 15 ? -1 : (int)(i + n);
    case 0x11: /* row_shr */
        return i < n ? -1 : (int)(i - n);
    case 0x12: /* row_ror */
        return (int)((i - n) & 15);
    case 0x14: /* row_mirror, row_half_mirror */
        return n ? (int)((i & 8) + 7 - (i & 7)) : (int)(15 - i);
    case 0x15: /* row_share */
        return (int)n;
    case 0x16: /* row_xmask */
        return (int)(i ^ n);
    }
    return (int)((i & 12) + (control >> 2 * (i & 3) & 3)); /* quad_perm */
}

static bool
is_dpp_control(unsigned control)
{
    switch (control >> 4) {
    case 0x10:
    case 0x11:
    case 0x12:
        return control & 15;
    case 0x13:
        return false;
    case 0x14:
        return (control & 15) < 2;
    }
    return control < 0x170;
}

static bool
set_dpp16(struct rdna_wave *wave, const struct rdna_inst *inst, const struct rdna_fetch *fetch,
          struct rdna_permutation *permutation)
{
    const unsigned control = rdna_dpp_control(inst);
    const unsigned rows = rdna_dpp_row_mask(inst), banks = rdna_dpp_bank_mask(inst);

    if (!is_dpp_control(control))
        return rdna_fault(wave, inst, "there is no DPP control 0x%x", control);
    for (unsigned lane = 0; lane < wave->size; lane++) {
        const int source = row_source(control, lane & 15);
        rdna_permutation_set(permutation, fetch, lane, source < 0 ? -1 : (int)(lane & 48) + source);
        if (!(rows >> lane / 16 & 1) || !(banks >> (lane / 4 & 3) & 1))
            permutation->kept |= UINT64_C(1) << lane;
    }
    return true;
}

bool
rdna_dpp_permutation(struct rdna_wave *wave, const struct rdna_inst *inst,
                     struct rdna_permutation *permutation)
{
    const struct rdna_fetch fetch = {
        .exec = rdna_get_exec(wave),
        .fetch_inactive = rdna_dpp_fetch_inactive(inst),
        .bound_control = inst->form == rdna_form_dpp8 || rdna_dpp_bound_control(inst),
    };

    permutation->kept = 0;
    if (inst->form == rdna_form_dpp16)
        return set_dpp16(wave, inst, &fetch, permutation);
    for (unsigned lane = 0; lane < wave->size; lane++)
        rdna_permutation_set(permutation, &fetch, lane,
                             (int)((lane & 56) + rdna_dpp8_select(inst, lane & 7)));
    return true;
}

void
rdna_permute(const struct rdna_permutation *permutation, unsigned lanes, const uint32_t *from,
             uint32_t *to)
{
    for (unsigned lane = 0; lane < lanes; lane++) {
        const int source = permutation->from[lane];
        to[lane] = source < 0 ? 0 : from[source];
    }
}
