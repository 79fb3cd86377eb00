/* SPDX-License-Identifier: MIT
 *
 * Images as shaders read and write them: Vulkan's chapters "Image Operations" and "Resource
 * Descriptors", for a group of lanes at once.
 *
 * What lies outside reads as zeroes in all components, and writes to it are dropped: coordinates
 * of texel accesses, levels, samples, and views that are null. Any bits are safe as coordinates,
 * levels and gradients. Anisotropic filters are those that the specification sketches, for 2D
 * views; max_anisotropy is taken as 1 for others, for gathers and for depth comparison.
 */
#ifndef CPU_SAMPLE_SAMPLE_H
#define CPU_SAMPLE_SAMPLE_H

#include "scene/scene.h"

#define CPU_MAX_LEVELS 15 /* log2(SCENE_MAX_SIZE) + 1. */

/* ---- view.c ---- */

struct cpu_image_level {
    uint8_t *data; /* The view's first layer. */
    uint32_t width;
    uint32_t height;
    uint32_t depth; /* Slices of 3D views, else 1. */
    size_t row;     /* Bytes from a row to the next, */
    size_t layer;   /* and from a layer or slice. */
};

/* A scene's view and the memory that it shows; all zeroes are a null view. Threads share the
 * memory: it is read and written by elements of up to 8 bytes that do not tear. */
struct cpu_image_view {
    enum scene_format format;
    enum ir_dim dim; /* buffer: one level, width texels. */
    bool is_arrayed;
    bool is_stencil; /* Stencil is read, not depth. */
    uint8_t bytes;   /* Of a sample of a texel. */
    uint8_t swizzle[4];
    uint32_t levels; /* 0: null. */
    uint32_t layers; /* 6 a cube. */
    uint32_t samples;
    struct cpu_image_level level[CPU_MAX_LEVELS];
};

/* data: the image's scene_image_size bytes, aligned to 16. Null if the view does not fit the
 * image. */
struct cpu_image_view cpu_image_view_of(const struct scene_image *image,
                                        const struct scene_view *view, void *data);
/* A texel buffer: as many whole texels as size bytes hold. */
struct cpu_image_view cpu_texel_view_of(enum scene_format format, void *data, size_t size);

/* The level's size as image_size gives it: texels, then layers (or cubes) of arrayed views, then
 * 0. Zeroes for levels that the view lacks. */
void cpu_image_size(const struct cpu_image_view *view, uint32_t level, uint32_t size[4]);

/* ---- sample.c: with a sampler ---- */

/* Operands and results are arrays of one 32-bit word (float or integer by bits) a lane. Members
 * that are NULL are not given. What is not a whole number of quads has no quads. */
struct cpu_sample {
    uint64_t mask;  /* Lanes whose results are wanted; those of others are left undefined. */
    uint32_t lanes; /* Of the group, 1 to 64. */
    bool has_quads; /* Lanes 4q .. 4q+3 are quads: there is an implicit level. All lanes'
                     * coordinates are then read, also those outside of mask. */
    const uint32_t *coordinates[3]; /* f32; as many as the dimension has, cube 3. */
    const uint32_t *layer;          /* f32, of arrayed views; rounded and clamped. */
    const uint32_t *dref;           /* f32: a comparison by the sampler's compare. */
    const uint32_t *bias;           /* f32, is added to the implicit level. */
    const uint32_t *lod;            /* f32, in place of the implicit level. */
    const uint32_t *grad_x[3];      /* f32, likewise. */
    const uint32_t *grad_y[3];
    const uint32_t *offset[3];  /* i32, in texels. */
    const uint32_t *offsets[8]; /* i32: x and y of each of gather's four texels. */
    const uint32_t *min_lod;    /* f32. */
    uint32_t *result;           /* Component c of lane l is result[c * stride + l]. */
    size_t stride;
};

/* Four components: of integer formats integers, else floats; one, a float, with dref. Without a
 * sampler (NULL) the result is zeroes. */
void cpu_image_sample(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                      const struct cpu_sample *sample);
/* Four texels' component (0 to 3), or comparisons with dref, of the view's first level. */
void cpu_image_gather(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                      unsigned component, const struct cpu_sample *sample);
/* Two floats: the level (relative to the view's first) that a sample would read, and the level of
 * detail before it is clamped. */
void cpu_image_lod(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                   const struct cpu_sample *sample);

/* ---- access.c: without a sampler ---- */

/* Operands and results are arrays with one element a lane, of 32 bits; with is_wide values,
 * comparators and results have 64. */
struct cpu_access {
    uint64_t mask;                  /* Lanes that read and write; results of others are left. */
    uint32_t lanes;                 /* Of the group, 1 to 64. */
    const uint32_t *coordinates[3]; /* i32; as many as the dimension has, cube 2. */
    const uint32_t *layer;  /* i32, of arrayed views; cubes: the face, of arrays 6 * cube + face. */
    const uint32_t *lod;    /* i32: the level; NULL is the first. */
    const uint32_t *sample; /* i32; NULL is the first. */
    const uint32_t *offset[3];   /* i32. */
    enum ir_image_format format; /* What the shader declares of storage images. It holds where the
                                  * view's texels have as many bytes. */
    bool is_wide;
    const void *value[4]; /* To store; atomics: the operand in value[0]. */
    const void *comparator;
    void *result; /* Component c of lane l is element c * stride + l. */
    size_t stride;
};

/* A texel with the view's swizzle, as sampling gives it. */
void cpu_image_fetch(const struct cpu_image_view *view, const struct cpu_access *access);
/* A texel without swizzle. */
void cpu_image_load(const struct cpu_image_view *view, const struct cpu_access *access);
void cpu_image_store(const struct cpu_image_view *view, const struct cpu_access *access);
/* op: see ir_atomic_has. One result: what the texel was. 0, and nothing is written, where the
 * texel lies outside or is not of one component of the operand's width. */
void cpu_image_atomic(const struct cpu_image_view *view, enum ir_op op, bool is_float,
                      const struct cpu_access *access);

#endif
