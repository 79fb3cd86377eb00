/* SPDX-License-Identifier: MIT
 *
 * What RADV gives the waves of a compute program in their registers, and running its workgroups.
 */
#ifndef TEST_RDNA_RADV_START_H
#define TEST_RDNA_RADV_START_H

#include "kit.h"

/* The scalar registers behind s[0-1], in this order: a pointer to each set; one to the push
 * constants, or these themselves; the number of workgroups, or a pointer to it; the workgroup's
 * number; the wave's number and how many there are; where its scratch memory is. */
struct start {
    bool sets[KIT_SETS];
    bool has_push_pointer;
    uint64_t inlined; /* Words of the push constants. */
    bool has_grid;
    bool has_id[3];
    bool has_wave;
    uint32_t count; /* Of all registers. */
};

/* As the driver finds it, by what the shader uses. */
void start_find(struct start *start, const struct kit_program *program,
                const struct ir_shader *shader);

struct start_dispatch {
    const struct kit_program *program;
    const struct start *start;
    const uint32_t *local_size;
    uint32_t shared_size;
    uint32_t groups[3];
    const unsigned char *push;
    bool keeps_denormals; /* Of f32, which the driver has flushed. */
    uint64_t budget;      /* Instructions of a workgroup. */
};

/* Runs all workgroups, one after the other, x first. NULL, or why it did not end. */
const char *start_run(const struct start_dispatch *dispatch, struct kit_memory *memory);

#endif
