/* SPDX-License-Identifier: MIT
 *
 * A dispatch: workgroups run one after the other, each of whose waves begins with its registers as
 * a list says.
 */
#ifndef RDNA_WAVE_DISPATCH_H
#define RDNA_WAVE_DISPATCH_H

#include "wave.h"

/* Invocations of a workgroup: as many as the hardware takes. */
#define RDNA_MAX_INVOCATIONS 1024

/* Instructions that the start of a wave counts as, so that a dispatch of waves that do nothing has
 * an end too. */
#define RDNA_START_STEPS 256

enum rdna_start_kind {
    rdna_start_value,
    rdna_start_group_id, /* Of the axis, as the next two. */
    rdna_start_group_count,
    rdna_start_group_size,
    rdna_start_wave,        /* Number of the wave in its workgroup. */
    rdna_start_scratch,     /* Where the wave's scratch is: axis 0 the low half, 1 the high one. */
    rdna_start_local_id,    /* Of vector registers alone, as the next three; of the axis. */
    rdna_start_packed_id,   /* x in bits 9:0, y in 19:10, z in 29:20. */
    rdna_start_local_index, /* x first, then y, then z. */
    rdna_start_lane
};

/* What a register holds when a wave begins. */
struct rdna_start {
    uint8_t kind;  /* enum rdna_start_kind */
    uint8_t axis;  /* 0 to 2: x to z. */
    uint16_t code; /* A scalar register, RDNA_SCC, or a vector one: all lanes get the value. */
    uint32_t value;
};

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
