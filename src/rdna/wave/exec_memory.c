/* SPDX-License-Identifier: MIT
 *
 * Images: an access is a fault.
 */
#include "wave_priv.h"

bool
rdna_exec_mimg(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    return rdna_fault(wave, inst, "the wave has no images");
}
