/* SPDX-License-Identifier: MIT
 *
 * Families that wait for their files. Gone before this branch is merged.
 */
#include "tgsi/tgsi_priv.h"

bool
tgsi_op_is_pending(enum tgsi_op op)
{
    switch ((unsigned)tgsi_op_infos[op].family) {
    case tgsi_family_sample:
    case tgsi_family_handle:
    case tgsi_family_memory:
    case tgsi_family_barrier:
    case tgsi_family_wide:
    case tgsi_family_lane:
    case tgsi_family_target:
        return true;
    }
    switch ((unsigned)op) {
    case tgsi_op_TEX2:
    case tgsi_op_TG4:
    case tgsi_op_TXB2:
    case tgsi_op_TXD:
    case tgsi_op_TXF:
    case tgsi_op_TXF_LZ:
    case tgsi_op_TXL2:
    case tgsi_op_TXQ:
    case tgsi_op_TXQS:
    case tgsi_op_LODQ:
    case tgsi_op_LDEXP:
    case tgsi_op_PK2H:
    case tgsi_op_UP2H:
        return true;
    }
    return false;
}

#define PENDING(name)                                                                              \
    void tgsi_lower_##name(struct tgsi_lowering *l) { (void)l; }
PENDING(sample)
PENDING(handle)
PENDING(memory)
PENDING(barrier)
PENDING(wide)
PENDING(lane)
PENDING(target)

/* Where the scan asks a family's file what an instruction needs. */
#define NO_SCAN(name)                                                                              \
    void tgsi_scan_##name(struct tgsi_lowering *l, const struct tgsi_inst *inst)                   \
    {                                                                                              \
        (void)l;                                                                                   \
        (void)inst;                                                                                \
    }
NO_SCAN(sample)
NO_SCAN(memory)
