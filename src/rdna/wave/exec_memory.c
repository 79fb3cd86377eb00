/* SPDX-License-Identifier: MIT
 *
 * Memory, exports and interpolation: each of them is a fault.
 */
#include "wave_priv.h"

#define EXEC(name)                                                                                 \
    bool rdna_exec_##name(struct rdna_wave *wave, const struct rdna_inst *inst)                    \
    {                                                                                              \
        return rdna_fault(wave, inst, "the wave has no memory");                                   \
    }
EXEC(smem)
EXEC(ds)
EXEC(mubuf)
EXEC(mtbuf)
EXEC(mimg)
EXEC(flat)
EXEC(exp)
EXEC(vintrp)
