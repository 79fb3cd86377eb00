/* SPDX-License-Identifier: MIT
 *
 * How a draw goes: assemble.c names the vertices of a batch of primitives, vertices.c runs the
 * vertex shader over them, primitives.c clips and collects what they make, and when enough is
 * collected fragments.c shades it tile by tile. Vertex groups and tiles are shared out to threads.
 */
#ifndef CPU_CPU_PRIV_H
#define CPU_CPU_PRIV_H

#include "cpu/cpu.h"
#include "cpu/interp/interp.h"
#include "cpu/raster/raster.h"

#define CPU_MAX_THREADS 64
#define CPU_NONE UINT32_MAX

/* ---- pool.c: threads ---- */

struct cpu_pool;

/* threads counts the caller's. If the system gives fewer, the pool has fewer. NULL: no memory. */
struct cpu_pool *cpu_pool_create(uint32_t threads);
void cpu_pool_destroy(struct cpu_pool *pool);
uint32_t cpu_pool_threads(const struct cpu_pool *pool);

/* One item of work, done by thread number `thread`; false if it failed. */
typedef bool cpu_pool_run_item(void *context, uint32_t thread, uint32_t item);

/* Runs all items, in any order, and waits for them. Returns the lowest item that failed, CPU_NONE
 * if none did: items after a failed one may not run, those before it all do. */
uint32_t cpu_pool_run(struct cpu_pool *pool, uint32_t count, cpu_pool_run_item *run, void *context);

/* ---- pipeline.c: a draw made ready ---- */

/* A shader with what is bound to it. */
struct cpu_stage {
    const struct ir_shader *shader;
    const struct cpu_program *program;
    const struct cpu_buffer_view *buffers;
    const struct cpu_texture_view *textures;
};

enum cpu_fetch_kind {
    cpu_fetch_nothing, /* Zeroes. */
    cpu_fetch_attribute,
    cpu_fetch_vertex_index,
    cpu_fetch_instance_index
};

/* Where an input of the vertex shader comes from. */
struct cpu_fetch {
    enum cpu_fetch_kind kind;
    const struct scene_attribute *attribute;
    const struct scene_buffer *buffer;
};

/* A component of a fragment input that comes from the vertices. */
struct cpu_varying {
    uint32_t input; /* Input times 4 plus component. */
    enum ir_interp interp;
};

/* A fragment output that goes to a target. */
struct cpu_colour {
    uint32_t output;
    uint32_t components;
    enum scene_format format;
    uint8_t *data;
};

/* What a vertex is once its shader ran: words. */
enum { cpu_word_position = 0, cpu_word_point_size = 4, cpu_word_varyings = 5 };

/* A thread's own memory. */
struct cpu_worker {
    uint32_t *inputs;
    uint32_t *outputs;
    void *scratch[ir_stage_count]; /* Each ready for its stage's program. */
    struct cpu_quad *quads;        /* Of a tile. */
    struct cpu_weights weights;
    uint32_t failed_item; /* Which ran out of steps, else CPU_NONE, */
    ir_ref stopped_at;    /* and where. */
};

struct cpu_pipeline {
    const struct scene_draw *draw;
    struct cpu_pool *pool;
    uint32_t lanes;
    uint64_t steps;

    struct cpu_stage vertex;
    const struct cpu_fetch *fetches; /* One an input of the vertex shader. */
    uint32_t word_count;
    const uint32_t *sources; /* Of each word: output times 4 plus component, or CPU_NONE. */

    struct cpu_viewport viewport;
    struct cpu_rect scissor; /* With the targets' area. */

    struct cpu_stage fragment;
    const struct cpu_varying *varyings;
    uint32_t varying_count;
    uint32_t frag_coord; /* Inputs, or CPU_NONE. */
    uint32_t front_facing;
    struct cpu_colour colours[SCENE_MAX_TARGETS];
    uint32_t colour_count;
    uint32_t width; /* Of the targets. */
    uint32_t height;

    struct cpu_worker *workers; /* One a thread of the pool. */
};

/* What the pipeline is made from. */
struct cpu_pipeline_options {
    const struct scene *scene;
    const struct scene_draw *draw;
    const struct scene_image *images; /* The scene's targets. */
    struct cpu_pool *pool;
    uint32_t lanes;
    uint64_t steps;
};

/* A draw of a scene that scene_check found good. false with errors in diags. */
bool cpu_pipeline_init(struct cpu_pipeline *pipeline, const struct cpu_pipeline_options *options,
                       struct base_arena *arena, struct base_diags *diags);

/* Runs a group of a stage from the worker's inputs to its outputs. live are the active lanes that
 * are no helpers; after the run, those whose results count. false: out of steps; the worker knows
 * where, but not the item. */
bool cpu_stage_run(const struct cpu_pipeline *pipeline, const struct cpu_stage *stage,
                   struct cpu_worker *worker, uint64_t active, uint64_t *live);

/* Runs items of work on the pipeline's pool. false, with an error in diags, if one failed because
 * a group of the stage ran out of steps. */
bool cpu_pipeline_run(const struct cpu_pipeline *pipeline, const struct cpu_stage *stage,
                      uint32_t count, cpu_pool_run_item *run, void *context,
                      struct base_diags *diags);

/* ---- assemble.c: which vertices make which primitives ---- */

#define CPU_BATCH_VERTICES 4096

struct cpu_assembly {
    enum scene_topology topology;
    uint32_t first_vertex;
    uint32_t primitives; /* Of an instance. */
    uint32_t instance;   /* Where the next batch starts. */
    uint32_t primitive;
    uint32_t instances_left;

    /* The batch. */
    uint32_t vertex_count;
    uint32_t primitive_count;
    uint32_t corners_each; /* Of a primitive: 1 or 3. */
    struct {
        uint32_t vertex;
        uint32_t instance;
    } vertices[CPU_BATCH_VERTICES];
    uint32_t corners[CPU_BATCH_VERTICES][3]; /* Places in vertices, the provoking one first. */
};

void cpu_assembly_init(struct cpu_assembly *assembly, const struct scene_draw *draw);
/* Fills in the next batch; false if no primitive is left. */
bool cpu_assembly_next(struct cpu_assembly *assembly);

/* ---- vertices.c ---- */

/* Runs the vertex shader over the batch. words has room for word_count words a vertex. */
bool cpu_vertices_run(const struct cpu_pipeline *pipeline, const struct cpu_assembly *batch,
                      uint32_t *words, struct base_diags *diags);

/* ---- primitives.c ---- */

struct cpu_primitive {
    struct cpu_basis basis;
    bool is_front;
};

/* Primitives waiting to be shaded, in order. */
struct cpu_primitives {
    const struct cpu_pipeline *pipeline;
    struct cpu_primitive *primitives;
    uint32_t count;
    struct cpu_plane *planes; /* varying_count a primitive. */
    struct cpu_cover *covers;
    uint32_t cover_count;

    uint32_t tiles_across;
    uint32_t tile_count;
    uint32_t *tile_starts; /* Of each tile in bins; its end is the next one's start. */
    uint32_t *bins;        /* Covers, tile by tile. */
    uint32_t bin_room;
    uint32_t bin_count;      /* What the covers so far need of it. */
    uint32_t *tiles_in_use;  /* Tiles with covers. */
    uint32_t tile_use_count; /* How many. */
};

void cpu_primitives_init(struct cpu_primitives *primitives, const struct cpu_pipeline *pipeline,
                         struct base_arena *arena);
/* Adds a primitive; corners are its vertices' words. Shades what is there when room runs out. */
bool cpu_primitives_add(struct cpu_primitives *primitives, const uint32_t *const corners[3],
                        struct base_diags *diags);
/* Shades what is there. */
bool cpu_primitives_flush(struct cpu_primitives *primitives, struct base_diags *diags);

/* ---- fragments.c ---- */

/* Shades the tiles in use. */
bool cpu_fragments_run(struct cpu_primitives *primitives, struct base_diags *diags);

#endif
