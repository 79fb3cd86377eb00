/* SPDX-License-Identifier: MIT
 *
 * memory.c holds what a scene's buffers and images are while it runs, and stage.c a shader with
 * what is bound to it. A draw: assemble.c names the vertices of a batch of primitives, vertices.c
 * runs the vertex shader over them, setup.c clips what they make and primitives.c collects it, and
 * when enough is collected fragments.c shades it tile by tile, with depth.c's tests, into
 * colour.c's targets. Vertex groups and tiles are shared out to threads.
 */
#ifndef CPU_CPU_PRIV_H
#define CPU_CPU_PRIV_H

#include "cpu/cpu.h"
#include "cpu/interp/interp.h"
#include "cpu/raster/raster.h"
#include "cpu/sample/sample.h"

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

/* ---- memory.c: buffers and images while a scene runs ---- */

struct cpu_memory {
    const struct scene *scene;
    struct scene_bytes *buffers; /* One a buffer of the scene, aligned to 16 bytes. */
    struct scene_bytes *images;
    const struct cpu_range *ranges; /* The buffers' physical addresses. */
    uint32_t range_count;
};

/* Everything as it starts, addresses filled in. */
void cpu_memory_init(struct cpu_memory *memory, const struct scene *scene,
                     struct base_arena *arena);
void cpu_memory_clear(struct cpu_memory *memory, const struct scene_clear *clear);
void cpu_memory_copy_buffer(struct cpu_memory *memory, const struct scene_copy *copy);
void cpu_memory_copy_image(struct cpu_memory *memory, const struct scene_copy *copy);
/* count words at a place of a buffer; zeroes where they do not lie in it whole. */
void cpu_memory_read_words(const struct cpu_memory *memory, uint32_t buffer, uint64_t at,
                           uint32_t *words, uint32_t count);

/* One level of a view, as draws write it. */
struct cpu_surface {
    uint8_t *data;
    enum scene_format format;
    uint32_t width;
    uint32_t height;
    uint32_t layers; /* Or slices. */
    uint32_t samples;
    size_t bytes; /* Of a sample; */
    size_t texel; /* of all of a texel's, */
    size_t row;   /* a row, */
    size_t layer; /* and a layer. */
};

struct cpu_surface cpu_memory_surface(const struct cpu_memory *memory, uint32_t view,
                                      uint32_t level);

static inline uint8_t *
cpu_surface_at(const struct cpu_surface *surface, uint32_t x, uint32_t y, uint32_t layer)
{
    return surface->data + layer * surface->layer + y * surface->row + x * surface->texel;
}

/* ---- stage.c: shaders made ready to run ---- */

/* What the steps of a scene share. */
struct cpu_context {
    const struct scene *scene;
    struct cpu_memory *memory;
    struct cpu_pool *pool;
    uint32_t lanes; /* Of steps that leave it to the device. */
    uint64_t steps; /* That one group may execute. */
};

/* A shader with what is bound to it. */
struct cpu_stage {
    const struct ir_shader *shader;
    const struct cpu_program *program;
    struct cpu_resources resources;
    uint32_t lanes;
    uint64_t steps;
    bool reads_targets;
};

/* A group's size for a wanted one: the next larger one that there is, or the largest. */
uint32_t cpu_stage_lanes(uint32_t lanes);
/* lanes: of the step; 0 is the context's. false with errors in diags. */
bool cpu_stage_init(struct cpu_stage *stage, const struct ir_shader *shader,
                    const struct scene_inputs *inputs, uint32_t lanes,
                    const struct cpu_context *context, struct base_arena *arena,
                    struct base_diags *diags);

/* Of a draw's fragments: the targets that they read. */
void cpu_stage_bind_targets(struct cpu_stage *stage, const struct scene_draw *draw,
                            const struct cpu_context *context, struct base_arena *arena);

/* Aligned memory for count runs at once of the stage's program, one after the other and made
 * ready. */
void *cpu_stage_scratch(const struct cpu_stage *stage, uint32_t count, struct base_arena *arena);

/* Says that a group of the stage ran out of steps, and where. */
void cpu_stage_report_steps(const struct cpu_stage *stage, ir_ref stopped_at,
                            struct base_diags *diags);

/* ---- dispatch.c ---- */

/* A dispatch of a scene that scene_check found good. false with errors in diags. */
bool cpu_dispatch(const struct cpu_context *context, const struct scene_dispatch *dispatch,
                  struct base_arena *arena, struct base_diags *diags);

/* ---- features.c ---- */

bool cpu_has_feature(const char *name);
bool cpu_has_format(enum scene_format format, unsigned uses, uint32_t samples);

/* ---- texels.c: where the components of a format lie ---- */

struct cpu_bits {
    uint8_t at;
    uint8_t count; /* 0: the format lacks it. */
};

/* Words of `unit` bits, host order; bits are counted through the words. Of depth and stencil
 * formats component 0 is depth and 1 stencil. */
struct cpu_texel {
    uint8_t unit;
    struct cpu_bits components[4];
};

struct cpu_texel cpu_texel_of(enum scene_format format);
/* Up to 32 bits of a texel. */
uint32_t cpu_texel_load(const struct cpu_texel *texel, const uint8_t *data, unsigned component);
void cpu_texel_store(const struct cpu_texel *texel, uint8_t *data, unsigned component,
                     uint32_t bits);
/* Sets the component's bits. */
void cpu_texel_mask(const struct cpu_texel *texel, unsigned component, uint8_t *data);

/* ---- depth.c: depth and stencil tests ---- */

struct cpu_depth {
    struct cpu_surface surface; /* Without a target every test passes. */
    struct cpu_texel texel;
    struct scene_depth state; /* What the format lacks is off. */
    float min;                /* What depths are clamped to before the test. */
    float max;
    bool is_used; /* Something is tested or written. */
    bool writes;  /* Depth or stencil may change. */
};

void cpu_depth_init(struct cpu_depth *depth, const struct cpu_memory *memory,
                    const struct scene_draw *draw);
/* The smallest depth difference that the format resolves near z, as depth bias counts in; 0
 * without a format. */
double cpu_depth_resolution(const struct cpu_depth *depth, double z);

/* Four fragments of one sample: a quad's. */
struct cpu_depth_quad {
    uint32_t x;
    uint32_t y;
    uint32_t layer;
    uint32_t sample;
    bool is_front;
    unsigned mask;           /* Fragments to test. */
    const float *z;          /* Their depths. */
    const uint32_t *stencil; /* References; NULL: the state's. */
};

/* The fragments that pass. */
unsigned cpu_depth_test(const struct cpu_depth *depth, const struct cpu_depth_quad *quad);

/* ---- colour.c: colour targets ---- */

struct cpu_colour {
    struct cpu_surface surface;
    struct scene_target state;
    float constants[4];
    /* Outputs' words, of both sources of blending: output times 4 plus component, or CPU_NONE. */
    uint32_t sources[2][4];
    bool is_float;
    bool is_opaque; /* Alpha is one, whatever the shader says. */
    bool blends;
    bool keeps;                    /* Some of a texel's bits keep their value: */
    uint8_t keep[SCENE_MAX_TEXEL]; /* these. */
    float clamp[2];                /* What fixed-point colours and factors are clamped to. */
    bool is_bytes;                 /* A texel is four bytes of UNORM, all of them written: */
    uint8_t shifts[4];             /* where each component lies. */
};

/* All samples of a quad's first place, as in struct cpu_quad. */
#define CPU_PLACE_SAMPLES UINT64_C(0x1111111111111111)

/* A group of fragments that were shaded. */
struct cpu_fragments {
    const struct cpu_quad *quads;
    uint32_t quad_count;
    uint32_t layer;
    uint64_t samples[CPU_MAX_LANES / 4]; /* Of each quad, as in cpu_quad: those to be written. */
};

/* false: the draw writes nothing there. */
bool cpu_colour_init(struct cpu_colour *colour, const struct cpu_memory *memory,
                     const struct scene_draw *draw, uint32_t target);
void cpu_colour_write(const struct cpu_colour *colour, const struct cpu_fragments *fragments,
                      const uint32_t *outputs, uint32_t lanes);
/* The target's samples to its resolve view. */
void cpu_colour_resolve(const struct cpu_context *context, const struct scene_target *target);

/* ---- pipeline.c: a draw made ready ---- */

enum cpu_fetch_kind {
    cpu_fetch_nothing, /* Zeroes. */
    cpu_fetch_attribute,
    cpu_fetch_vertex_index,
    cpu_fetch_instance_index,
    cpu_fetch_base_vertex,
    cpu_fetch_base_instance,
    cpu_fetch_draw_index
};

/* Where an input of the vertex shader comes from. */
struct cpu_fetch {
    enum cpu_fetch_kind kind;
    uint32_t components;
    const struct scene_attribute *attribute;
    struct scene_bytes buffer;
    uint32_t first; /* The attribute's word that component 0 gets. */
    bool is_wide;   /* Eight words, not four. */
};

/* A component of a fragment input that comes from the vertices. */
struct cpu_varying {
    uint32_t input; /* Input times 4 plus component. */
    enum ir_interp interp;
    enum ir_sampling sampling;
    bool wraps; /* See struct ir_io. */
};

/* A built-in fragment input that does not. */
struct cpu_special {
    uint32_t input;
    enum ir_builtin builtin;
};

/* What a vertex is once its shader ran: words. After these come the clip distances, the cull
 * distances and the varyings. */
enum { cpu_word_position = 0, cpu_word_point_size = 4, cpu_word_layer = 5, cpu_word_distances = 6 };

/* A thread's own memory. */
struct cpu_worker {
    uint32_t *inputs;
    uint32_t *outputs;
    void *scratch[ir_stage_count]; /* Each ready for its stage's program. */
    struct cpu_quad *quads;        /* Of a tile. */
    struct cpu_places places;
    struct cpu_weights weights[ir_sampling_count];
    struct cpu_weights own_weights; /* Of interpolation that a shader asks for. */
    uint32_t failed_item;           /* Which ran out of steps, else CPU_NONE, */
    ir_ref stopped_at;              /* and where. */
};

struct cpu_pipeline {
    const struct scene_draw *draw;
    const struct cpu_context *context;
    uint32_t samples;

    struct cpu_stage vertex;
    const struct cpu_fetch *fetches; /* One an input of the vertex shader. */
    uint32_t word_count;
    const uint32_t *sources; /* Of each word: output times 4 plus component, or CPU_NONE. */
    uint32_t clip_count;     /* Distances. */
    uint32_t cull_count;
    uint32_t varyings_at;

    struct cpu_viewport viewport;
    struct cpu_area area; /* The targets, scissor and viewport. */
    uint32_t width;       /* Of the targets. */
    uint32_t height;
    uint32_t layers;

    struct cpu_stage fragment; /* shader NULL: none. */
    struct cpu_varying *varyings;
    uint32_t varying_count;
    const struct cpu_special *specials;
    uint32_t special_count;
    enum ir_sampling sampling; /* Of what is not said otherwise: centre, or sample. */
    unsigned samplings;        /* Bit 1 << enum ir_sampling: something is evaluated there. */
    uint32_t depth_output;     /* Words of outputs, as in sources; or CPU_NONE. */
    uint32_t stencil_output;
    uint32_t mask_output;
    uint32_t alpha_output; /* Of the first target, for alpha to coverage. */
    uint64_t sample_mask;  /* Of the state, as in struct cpu_quad. */
    bool is_sample_rate;
    bool is_early; /* Tests come before the shader. */

    struct cpu_depth depth;
    struct cpu_colour colours[SCENE_MAX_TARGETS];
    uint32_t colour_count;

    struct cpu_worker *workers; /* One a thread of the pool. */
};

/* false with errors in diags. */
bool cpu_pipeline_init(struct cpu_pipeline *pipeline, const struct cpu_context *context,
                       const struct scene_draw *draw, struct base_arena *arena,
                       struct base_diags *diags);

/* Runs a group of a stage from the worker's inputs to its outputs. live are the active lanes that
 * are no helpers; after the run, those whose results count. false: out of steps; the worker knows
 * where, but not the item. */
bool cpu_pipeline_run_group(const struct cpu_stage *stage, struct cpu_worker *worker,
                            struct cpu_group *group, uint64_t *live);

/* Runs items of work on the pool. false, with an error in diags, if one failed because a group of
 * the stage ran out of steps. */
bool cpu_pipeline_run(const struct cpu_pipeline *pipeline, const struct cpu_stage *stage,
                      uint32_t count, cpu_pool_run_item *run, void *context,
                      struct base_diags *diags);

/* A draw of a scene that scene_check found good, from its vertices to its targets. false with
 * errors in diags. */
bool cpu_draw(const struct cpu_context *context, const struct scene_draw *draw,
              struct base_arena *arena, struct base_diags *diags);

/* ---- assemble.c: which vertices make which primitives ---- */

#define CPU_BATCH_VERTICES 4096
#define CPU_BATCH_SLOTS (2 * CPU_BATCH_VERTICES)

/* The numbers of a draw, its own or read from a buffer. */
struct cpu_counts {
    uint32_t first_vertex; /* Or first index. */
    uint32_t vertex_count;
    uint32_t first_instance;
    uint32_t instance_count;
    int32_t vertex_offset;
    uint32_t draw_index;
};

struct cpu_vertex {
    uint32_t vertex;
    uint32_t instance;
};

struct cpu_assembled {
    uint32_t corners[3]; /* Places in the batch's vertices. */
    uint32_t provoking;  /* Which of them. */
    uint32_t id;
};

struct cpu_assembly {
    const struct scene_draw *draw;
    struct scene_bytes indices;
    struct cpu_counts counts;
    uint32_t instance; /* Where the next batch starts: counted from 0, */
    uint32_t at;       /* the vertex or index in it, */
    uint32_t run;      /* how many vertices came since the run of primitives began, */
    uint32_t first;    /* the first of them, */
    uint32_t recent[6];
    uint32_t id; /* and the next primitive's number. */

    /* The batch. */
    uint32_t vertex_count;
    uint32_t primitive_count;
    struct cpu_vertex vertices[CPU_BATCH_VERTICES];
    struct cpu_assembled primitives[CPU_BATCH_VERTICES];

    /* A hash table of places in vertices, for those that share one. */
    uint32_t round;
    uint32_t slot_rounds[CPU_BATCH_SLOTS]; /* Of another round: empty. */
    uint32_t slots[CPU_BATCH_SLOTS];
};

/* How many corners a primitive of the topology has: 1 to 3. */
uint32_t cpu_topology_corners(enum scene_topology topology);
void cpu_assembly_init(struct cpu_assembly *assembly, const struct cpu_memory *memory,
                       const struct scene_draw *draw, const struct cpu_counts *counts);
/* Fills in the next batch; false if no primitive is left. */
bool cpu_assembly_next(struct cpu_assembly *assembly);

/* ---- vertices.c ---- */

/* Runs the vertex shader over the batch. words has room for word_count words a vertex. */
bool cpu_vertices_run(const struct cpu_pipeline *pipeline, const struct cpu_assembly *batch,
                      uint32_t *words, struct base_diags *diags);

/* ---- setup.c: from vertices to what is rasterised ---- */

/* The triangles of a polygon. */
#define CPU_COVERS_EACH (CPU_MAX_CORNERS - 2)

struct cpu_primitive {
    struct cpu_basis basis;
    bool is_front;
    uint32_t id;
    float point[3]; /* Of points: left, top and 1 / size. */
};

/* A primitive before it is kept. */
struct cpu_candidate {
    const uint32_t *corners[3]; /* Vertices' words. */
    const uint32_t *provoking;
    struct cpu_polygon polygon;
    struct cpu_window windows[CPU_MAX_CORNERS];
    struct cpu_primitive primitive;
    struct cpu_cover covers[CPU_COVERS_EACH];
    uint32_t cover_count;
};

struct cpu_primitives;

/* A primitive as the topology has it. */
struct cpu_corners {
    const uint32_t *corners[3]; /* Its vertices' words. */
    const uint32_t *provoking;  /* Those of one of them. */
    uint32_t id;
};

/* Adds a primitive. false: see cpu_primitives_keep. */
bool cpu_setup_add(struct cpu_primitives *primitives, const struct cpu_corners *vertices,
                   struct base_diags *diags);

/* ---- primitives.c ---- */

/* Primitives waiting to be shaded, in order. */
struct cpu_primitives {
    const struct cpu_pipeline *pipeline;
    uint32_t layer; /* Of all of them. */
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
/* Keeps what setup.c made of one, which has covers. Shades what is there when room runs out: false,
 * with errors in diags, if that failed. */
bool cpu_primitives_keep(struct cpu_primitives *primitives, const struct cpu_candidate *candidate,
                         struct base_diags *diags);
/* Shades what is there. */
bool cpu_primitives_flush(struct cpu_primitives *primitives, struct base_diags *diags);

/* ---- fragments.c ---- */

/* Shades the tiles in use. */
bool cpu_fragments_run(struct cpu_primitives *primitives, struct base_diags *diags);

#endif
