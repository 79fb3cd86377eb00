/* SPDX-License-Identifier: MIT
 *
 * Families that wait for their files. Gone before this branch is merged.
 */
#include "tgsi/tgsi_priv.h"

bool
tgsi_op_is_pending(enum tgsi_op op)
{
    switch ((unsigned)tgsi_op_infos[op].family) {
    case tgsi_family_memory:
    case tgsi_family_barrier:
    case tgsi_family_wide:
    case tgsi_family_lane:
    case tgsi_family_stack:
    case tgsi_family_vertex:
    case tgsi_family_interp:
        return true;
    }
    switch ((unsigned)op) {
    case tgsi_op_LDEXP:
    case tgsi_op_PK2H:
    case tgsi_op_UP2H:
    case tgsi_op_CAL:
    case tgsi_op_BGNSUB:
    case tgsi_op_ENDSUB:
    case tgsi_op_BRA:
    case tgsi_op_CALLNZ:
    case tgsi_op_SWITCH:
    case tgsi_op_CASE:
    case tgsi_op_DEFAULT:
    case tgsi_op_ENDSWITCH:
    case tgsi_op_IFC:
        return true;
    }
    return false;
}

#define PENDING(name)                                                                              \
    void tgsi_lower_##name(struct tgsi_lowering *l) { (void)l; }
PENDING(memory)
PENDING(barrier)
PENDING(wide)
PENDING(lane)
PENDING(stack)
PENDING(vertex)
PENDING(interp)

/* Where the scan asks a family's file what an instruction needs. */
#define NO_SCAN(name)                                                                              \
    void tgsi_scan_##name(struct tgsi_lowering *l, const struct tgsi_inst *inst)                   \
    {                                                                                              \
        (void)l;                                                                                   \
        (void)inst;                                                                                \
    }
NO_SCAN(memory)
NO_SCAN(vertex)
