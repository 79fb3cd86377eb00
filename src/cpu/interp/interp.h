/* SPDX-License-Identifier: MIT
 *
 * The interpreter: one shader over a group of lanes. Every value of the shader is an array with
 * one element a lane, and every op one loop over the lanes. docs/execution.md says what lanes,
 * helpers and barriers mean here.
 */
#ifndef CPU_INTERP_INTERP_H
#define CPU_INTERP_INTERP_H

#include "scene/scene.h"

#define CPU_MAX_LANES 64

/* ---- what is bound ---- */

struct cpu_image_view; /* cpu/sample/sample.h */

/* Memory that threads share: it is read and written by elements of up to 8 bytes that do not tear.
 * data is aligned to 16 bytes: the offsets of bindings are multiples of that. */
struct cpu_buffer_view {
    void *data;       /* NULL: nothing is bound. */
    size_t size;      /* Accesses that do not lie whole before it read 0 and write nothing. */
    bool is_writable; /* If not, writes do nothing and atomics give 0. */
};

/* What stands at the bindings of a shader: a row of descriptors for each of its buffers, images
 * and samplers, by its own indices. Elements past count are as if nothing were bound. */
struct cpu_buffers {
    const struct cpu_buffer_view *views;
    uint32_t count;
};

struct cpu_images {
    const struct cpu_image_view *views;
    const struct scene_sampler *const *samplers; /* Of combined images: one a view; NULL: none. */
    uint32_t count;
};

struct cpu_samplers {
    const struct scene_sampler *const *samplers; /* NULL: none is bound. */
    uint32_t count;
};

/* Physical memory: addresses from `first` on are the bytes of view. Shaders never see a pointer. */
struct cpu_range {
    uint64_t first; /* A multiple of 16. first + view.size does not wrap. */
    struct cpu_buffer_view view;
};

struct cpu_resources {
    const struct cpu_buffers *buffers;   /* As many as the shader has. */
    const struct cpu_images *images;     /* Likewise. */
    const struct cpu_samplers *samplers; /* Likewise. */
    const void *push;                    /* Push constants; any alignment. */
    uint32_t push_size;                  /* Reads past it, or past the shader's own size, give 0. */
    const struct cpu_range *ranges;      /* By rising first; they do not overlap. */
    uint32_t range_count;
};

/* ---- programs ---- */

struct cpu_program; /* A shader made ready for a group size. Shared by threads, never changed. */

/* Are shaders of this stage run at all? Else an error QD_CODE_UNSUPPORTED. */
bool cpu_program_check_stage(const struct ir_shader *shader, struct base_diags *diags);
/* shader: verified; it need not outlive the call. lanes: 4, 8, 16, 32 or 64. In the arena. NULL
 * with errors in diags where the shader is too large. */
struct cpu_program *cpu_program_create(const struct ir_shader *shader, uint32_t lanes,
                                       struct base_arena *arena, struct base_diags *diags);

/* Bytes of working memory that one run of the program needs: a multiple of 64. */
size_t cpu_program_scratch_size(const struct cpu_program *program);
/* Makes working memory, aligned to 64 bytes, ready for this program: once, before its first run.
 * Runs leave it ready for the next; another program asks for another call. */
void cpu_program_scratch_init(const struct cpu_program *program, void *scratch);
/* May a run of it end with cpu_run_barrier? */
bool cpu_program_has_barriers(const struct cpu_program *program);

/* Where in its pixel a fragment's input is asked for. */
enum cpu_interp_at { cpu_interp_at_centroid, cpu_interp_at_sample, cpu_interp_at_offset };

struct cpu_interp_place {
    enum cpu_interp_at at;
    const uint32_t *samples; /* sample: one a lane; any number. */
    const float *x;          /* offset: in pixels from the centre, one a lane; any floats. */
    const float *y;
};

/* Evaluates component `imm & 3` of input `imm >> 2` at a place of each lane's pixel: word l of
 * words is lane l's. All lanes are written, active or not. */
typedef void cpu_interpolate(void *context, uint32_t imm, const struct cpu_interp_place *place,
                             uint32_t *words);

/* One run. Lane i is bit i of the masks; lanes 4q .. 4q+3 are quad q, its places top left, top
 * right, bottom left, bottom right. */
struct cpu_group {
    uint64_t active;  /* Lanes that run; the others' values are never read by active lanes, except
                         that a quad in a fragment is always active whole. */
    uint64_t helpers; /* Of these, helper invocations. The run adds demoted lanes. Helpers' stores
                         to memory have no effect, and their atomics give 0. */
    uint64_t ended;   /* Out: lanes that terminate ended. Results count for
                         active & ~helpers & ~ended. */
    /* Component c of input i in lane l is inputs[(i * 4 + c) * lanes + l]; outputs likewise. The
     * builtins lane, helper and subgroup_size are the interpreter's own: their places need not be
     * filled. */
    const uint32_t *inputs;
    uint32_t *outputs; /* Zeroed by the caller: a run writes only what its lanes store. */
    const struct cpu_resources *resources;
    void *shared; /* Compute: the workgroup's memory, shared_size bytes rounded up to 8; aligned
                     to 8. */
    /* Fragments: x, y and layer of each lane's pixel; only where the shader reads targets. */
    const uint32_t *pixel[3];
    cpu_interpolate *interpolate; /* Fragments; NULL gives zeroes. */
    void *interpolate_context;
    void *scratch;     /* Made ready by cpu_program_scratch_init. */
    uint64_t steps;    /* In and out: ops left, each counted once a group. */
    ir_ref stopped_at; /* Out: where the steps ran out, or the barrier. */
    uint64_t waiting;  /* Out, at a barrier: the lanes that reached it, */
    uint64_t returned; /* those that had returned before, */
    uint64_t instance; /* and which of its instances it is: a hash of the rounds of the loops
                          around it. */
};

/* Steps are taken a stretch of straight code at a time: stopped_at is the marker (or the first
 * instruction) before the stretch that there were too few steps for. barrier: the lanes in waiting
 * stand at a barrier for the workgroup; cpu_program_resume takes them on. */
enum cpu_run { cpu_run_done, cpu_run_out_of_steps, cpu_run_barrier };

enum cpu_run cpu_program_run(const struct cpu_program *program, struct cpu_group *group);
/* Goes on after a barrier, with the same group (steps may be set anew) and scratch. */
enum cpu_run cpu_program_resume(const struct cpu_program *program, struct cpu_group *group);

#endif
