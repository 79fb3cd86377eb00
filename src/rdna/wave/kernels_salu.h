/* SPDX-License-Identifier: MIT */
#ifndef RDNA_WAVE_KERNELS_SALU_H
#define RDNA_WAVE_KERNELS_SALU_H

#include "kernels.h"

#define RDNA_KERNEL RDNA_KERNEL_FUNCTION
#define RDNA_KERNEL_OUT RDNA_KERNEL_OUT_FUNCTION
#include "kernels_salu.def"
#undef RDNA_KERNEL
#undef RDNA_KERNEL_OUT

#endif
