/* SPDX-License-Identifier: MIT */
#ifndef CPU_SAMPLE_SAMPLE_PRIV_H
#define CPU_SAMPLE_SAMPLE_PRIV_H

#include "base/bits.h"
#include "cpu/sample/sample.h"

#define SAMPLE_MAX_LOD_BIAS 16.0F /* maxSamplerLodBias */

#define SAMPLE_ONE 0x3f800000u /* 1.0f */

static inline bool
sample_lane_is_in(uint64_t mask, unsigned lane)
{
    return (mask >> lane & 1) != 0;
}

/* An operand of a lane, 0 where it is not given. */
static inline uint32_t
sample_operand(const uint32_t *operand, unsigned lane)
{
    return operand ? operand[lane] : 0;
}

/* ---- view.c ---- */

/* Bytes of a texel, in elements that do not tear where the texel's size and place allow it. */
void sample_read_bytes(const uint8_t *at, unsigned bytes, void *to);
void sample_write_bytes(uint8_t *at, unsigned bytes, const void *from);

/* A texel as the view reads it, before its swizzle: four words, what the format lacks being 0, 0,
 * 0 and 1; depth and stencil stand in the first. */
void sample_read_texel(const struct cpu_image_view *view, const uint8_t *at, uint32_t words[4]);
/* Are the words floats? */
bool sample_view_is_float(const struct cpu_image_view *view);
/* words by the view's swizzle. */
void sample_swizzle(const struct cpu_image_view *view, uint32_t words[4]);

/* ---- cube.c ---- */

/* A place on a cube: s and t from -1 to 1. */
struct sample_cube_place {
    uint32_t face;
    float s;
    float t;
    float major; /* The length that s and t were divided by. */
};

struct sample_cube_place sample_cube_place_of(const float direction[3]);
/* What s and t change by, from -1 to 1, where the direction changes by change. */
void sample_cube_change(const struct sample_cube_place *place, const float change[3],
                        float result[2]);
/* A texel just past one edge of a face of size by size becomes the one of the next face. */
void sample_cube_cross(uint32_t *face, int32_t texel[2], uint32_t size);

/* ---- level.c ---- */

/* How a lane's levels are chosen, and where its samples of an anisotropic filter lie. */
struct sample_detail {
    float lod;      /* Before the limits. */
    float clamped;  /* By the limits of the sampler and the operand. */
    uint32_t count; /* Of samples. */
    float step[2];  /* From the first to the last sample, in coordinates. */
};

/* Derivatives of coordinates by x and y. */
struct sample_change {
    float x[3];
    float y[3];
};

/* log2 of the longer of the footprint's axes, in texels of the view's first level. */
float sample_lod_of_change(const struct cpu_image_view *view, const struct sample_change *change);
struct sample_detail sample_detail_of(const struct cpu_image_view *view,
                                      const struct scene_sampler *sampler,
                                      const struct cpu_sample *sample, unsigned lane);
/* lod by the sampler's limits and, above them, the lane's own least. */
float sample_clamp_lod(const struct scene_sampler *sampler, float lod, float min_lod);
/* The finer of the two levels, and how far on to the next: 0 unless levels are filtered. */
uint32_t sample_levels_of(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                          float clamped, float *delta);

/* ---- filter.c ---- */

/* What all lanes of a sample or gather share. */
struct sample_source {
    const struct cpu_image_view *view;
    const struct scene_sampler *sampler;
    enum scene_wrap wrap[3];
    unsigned dimensions; /* Of a level: 1 to 3. */
    size_t texel_bytes;  /* Of all of a texel's samples. */
    bool is_float;
    bool is_compare;
    bool has_fixed_depth;
    uint32_t border[4]; /* A texel of it. */
};

struct sample_lane {
    float coordinates[3]; /* Of a cube: of the face. */
    int32_t offset[3];
    uint32_t layer; /* Or cube. */
    uint32_t face;
    float dref;
};

/* The texels of a level that a filter takes: two along each axis. */
struct sample_footprint {
    const struct cpu_image_level *level;
    int32_t at[3][2]; /* -1: the border. */
    float weight[3];  /* Of the second. */
};

void sample_select(const struct sample_source *source, const struct sample_lane *lane,
                   uint32_t level, bool is_linear, struct sample_footprint *footprint);
/* A texel of the footprint: bit `axis` of corner says which. Compared with dref if asked to. */
void sample_texel(const struct sample_source *source, const struct sample_lane *lane,
                  const struct sample_footprint *footprint, unsigned corner, uint32_t words[4]);
/* One sample at a level of detail, before the view's swizzle. */
void sample_filter(const struct sample_source *source, const struct sample_lane *lane,
                   float clamped, uint32_t words[4]);

/* The layer (or cube) that a coordinate names. */
uint32_t sample_layer_of(const struct cpu_image_view *view, float layer);

/* ---- fast.c ---- */

enum sample_texels {
    sample_texels_bytes,  /* Four UNORM ones. */
    sample_texels_floats, /* Four of 32 bits. */
    sample_texels_any     /* What sample_read_texel makes floats of. */
};

/* A kind of sample that loops over the lanes do. */
struct sample_fast_kind {
    enum sample_texels texels;
    unsigned texel_log2; /* Of a texel's bytes. */
    bool is_linear;
    enum scene_wrap wrap[2];
    uint8_t from[4]; /* The result's components: one of the texel's, 4: zero, 5: one. */
};

/* false: it is none of these kinds. */
bool sample_fast_kind_of(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                         const struct cpu_sample *sample, struct sample_fast_kind *kind);
/* Does the sample if it is of such a kind; else false. */
bool sample_fast(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                 const struct cpu_sample *sample);

/* ---- fast.h, for one kind of processor each ---- */

typedef void sample_fast_loops(const struct cpu_image_view *view,
                               const struct scene_sampler *sampler,
                               const struct sample_fast_kind *kind,
                               const struct cpu_sample *sample);

sample_fast_loops sample_fast_plain;
#if defined(__x86_64__) && defined(__GNUC__)
#define SAMPLE_HAS_AVX2 1
sample_fast_loops sample_fast_avx2;
#endif

#endif
