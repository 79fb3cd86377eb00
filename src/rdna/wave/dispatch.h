/* SPDX-License-Identifier: MIT
 *
 * A dispatch: workgroups run one after the other, each of whose waves begins with its registers as
 * a list says.
 */
#ifndef RDNA_WAVE_DISPATCH_H
#define RDNA_WAVE_DISPATCH_H

#include "rdna/start.h"
#include "wave.h"

/* Invocations of a workgroup: as many as the hardware takes. */
#define RDNA_MAX_INVOCATIONS 1024

/* Instructions that the start of a wave counts as, so that a dispatch of waves that do nothing has
 * an end too. */
#define RDNA_START_STEPS 256

struct rdna_dispatch {
    const struct rdna_program *program;
    struct rdna_memory *memory;
    uint32_t groups[3];
    uint32_t size[3]; /* Of a workgroup; no more than RDNA_MAX_INVOCATIONS together. */
    uint32_t lds_size;
    uint64_t scratch;        /* Where the first wave's scratch is, */
    uint64_t scratch_stride; /* and how far from there that of the next. */
    struct rdna_mode mode;
    const struct rdna_start *starts; /* In order. EXEC holds no lanes that are no invocations. */
    uint32_t start_count;
    struct rdna_trace trace;
    uint64_t budget; /* Instructions that all may execute together; what is left of them. */

    uint32_t id[3]; /* Of the workgroup that is run, or was the last. */
    struct rdna_group *group;
};

/* Waves of a workgroup. */
uint32_t rdna_dispatch_waves(const struct rdna_dispatch *dispatch);

/* Runs all workgroups: x first, then y, then z. Memory is taken once, for one of them. */
enum rdna_group_result rdna_dispatch_run(struct base_arena *arena, struct rdna_dispatch *dispatch);

#endif
