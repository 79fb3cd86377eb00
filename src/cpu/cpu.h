/* SPDX-License-Identifier: MIT
 *
 * The built-in device: executes IR on the CPU.
 */
#ifndef CPU_CPU_H
#define CPU_CPU_H

#include "scene/scene.h"

struct cpu_options {
    uint32_t lanes;   /* Of a group: 4, 8, 16, 32 or 64; others are rounded up; 0 is 32. */
    uint32_t threads; /* 0: as many as the machine has processors, at most 64. */
    uint64_t steps;   /* Most ops that one group may execute; 0 is 2^28. */
};

/* Never NULL but out of memory; scene_device.destroy frees it. */
struct scene_device *cpu_device_create(const struct cpu_options *options);

#endif
