/* SPDX-License-Identifier: MIT
 *
 * Vector compares: the rows of kernels_vopc.def.
 */
#include "lanes_loop.h"

#define RDNA_KERNEL RDNA_EXEC_KERNEL
#define RDNA_KERNEL_OUT RDNA_EXEC_KERNEL_OUT
#include "kernels_vopc.def"
