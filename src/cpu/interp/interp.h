/* SPDX-License-Identifier: MIT
 *
 * The interpreter: one shader over a group of lanes. Every value of the shader is an array with
 * one element a lane, and every op one loop over the lanes.
 */
#ifndef CPU_INTERP_INTERP_H
#define CPU_INTERP_INTERP_H

#include "scene/scene.h"

#define CPU_MAX_LANES 64

/* What the shader's buffers and textures are, by its own indices. data NULL: nothing is bound. */
struct cpu_buffer_view {
    const void *data;
    size_t size; /* Reads past it give 0. */
};

struct cpu_texture_view {
    const struct scene_texture *texture; /* NULL: nothing is bound; reads give zeroes. */
    const struct scene_sampler *sampler;
};

struct cpu_program; /* A shader made ready for a group size. Shared by threads, never changed. */

/* shader: verified; it need not outlive the call. lanes: 4, 8, 16, 32 or 64. In the arena. NULL
 * with errors in diags where the shader is too large or has an op that the interpreter does not
 * execute. */
struct cpu_program *cpu_program_create(const struct ir_shader *shader, uint32_t lanes,
                                       struct base_arena *arena, struct base_diags *diags);

/* Bytes of working memory that one thread needs to run the program. */
size_t cpu_program_scratch_size(const struct cpu_program *program);
/* Makes working memory, aligned to 64 bytes, ready for this program: once, before its first run.
 * Runs leave it ready for the next; another program asks for another call. */
void cpu_program_scratch_init(const struct cpu_program *program, void *scratch);

/* One run. Lane i is bit i of the masks; lanes 4q .. 4q+3 are quad q, its places top left, top
 * right, bottom left, bottom right. */
struct cpu_group {
    uint64_t active;  /* Lanes that run; the others' values are never read by active lanes, except
                         that a quad in a fragment is always active whole. */
    uint64_t helpers; /* Of these, helper invocations. The run adds demoted lanes. */
    uint64_t ended;   /* Out: lanes that terminate ended. Results count for
                         active & ~helpers & ~ended. */
    /* Component c of input i in lane l is inputs[(i * 4 + c) * lanes + l]; outputs likewise. The
     * builtins lane and helper are the interpreter's own: their places need not be filled. */
    const uint32_t *inputs;
    uint32_t *outputs; /* Zeroed by the caller: a run writes only what its lanes store. */
    const struct cpu_buffer_view *buffers;   /* As many as the shader has. */
    const struct cpu_texture_view *textures; /* As many as the shader has. */
    void *scratch;                           /* Made ready by cpu_program_scratch_init. */
    uint64_t steps;                          /* In and out: ops left, each counted once a group. */
    ir_ref stopped_at;                       /* Out: where the steps ran out. */
};

/* Steps are taken a stretch of straight code at a time: stopped_at is the marker (or the first
 * instruction) before the stretch that there were too few steps for. */
enum cpu_run { cpu_run_done, cpu_run_out_of_steps };

enum cpu_run cpu_program_run(const struct cpu_program *program, struct cpu_group *group);

#endif
