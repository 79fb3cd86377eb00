/* SPDX-License-Identifier: MIT
 *
 * Families that wait for their files. Gone before this branch is merged.
 */
#include "tgsi/tgsi_priv.h"

bool
tgsi_op_is_pending(enum tgsi_op op)
{
    switch ((unsigned)tgsi_op_infos[op].family) {
    case tgsi_family_target:
        return true;
    }
    switch ((unsigned)op) {
        return true;
    }
    return false;
}

#define PENDING(name)                                                                              \
    void tgsi_lower_##name(struct tgsi_lowering *l) { (void)l; }
PENDING(target)

/* Where the scan asks a family's file what an instruction needs. */
#define NO_SCAN(name)                                                                              \
    void tgsi_scan_##name(struct tgsi_lowering *l, const struct tgsi_inst *inst)                   \
    {                                                                                              \
        (void)l;                                                                                   \
        (void)inst;                                                                                \
    }
