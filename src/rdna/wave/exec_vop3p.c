/* SPDX-License-Identifier: MIT
 *
 * Packed arithmetic: the rows of kernels_vop3p.def.
 */
#include "lanes_loop.h"

#define RDNA_KERNEL RDNA_EXEC_KERNEL
#define RDNA_KERNEL_OUT RDNA_EXEC_KERNEL_OUT
#include "kernels_vop3p.def"
