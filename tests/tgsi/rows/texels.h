/* SPDX-License-Identifier: MIT
 *
 * For rows of textures: an image of each target, whose texels are known by their place, and places
 * in it as the language's tables have them. Nothing here knows how lookups are lowered.
 */
#ifndef TGSI_ROWS_TEXELS_H
#define TGSI_ROWS_TEXELS_H

#include "rows.h"

/* Where a value stands: in the coordinate's Y, Z or W, or in the source after it. */
enum texels_place { in_none, in_y, in_z, in_w, in_extra };

struct texels_target {
    const char *name;
    enum ir_dim dim;
    unsigned sides; /* Components of the coordinate. */
    bool is_arrayed;
    bool is_rect;
    bool has_samples;
    enum texels_place layer;
    enum texels_place reference;
    enum texels_place level;
};

#define TEXELS_TARGETS 18
extern const struct texels_target texels_targets[TEXELS_TARGETS];

enum texels_kind { texels_float, texels_sint, texels_uint, texels_depth };

#define TEXELS_LANES 64

/* An image of a target, and what is bound to read it. */
struct texels {
    const struct texels_target *target;
    enum texels_kind kind;
    uint32_t levels;
    uint32_t layers; /* Faces too. */
    struct scene_image image;
    struct scene_view view;
    struct scene_sampler sampler;
    struct scene_buffer buffer;
    struct scene_binding bindings[4];
    struct rows_resources resources;
};

/* texels, bound for fragments to SAMP[3] as a texture with its sampler, and to view 5 and sampler 2
 * apart. Nearest, to the edge. */
void texels_make(struct rows *r, const struct texels_target *target, enum texels_kind kind,
                 struct texels *texels);
int32_t texels_side(const struct texels *texels, unsigned axis, int32_t level);
/* What is asked of an image: its sides, the count of its layers behind them, and in w that of its
 * levels. Of a level that it has not: zeroes before w. */
void texels_query(const struct texels *texels, int32_t level, uint32_t expected[4]);
/* Component c of a texel; layer: of a cube the face; of 3D images 0. Outside: 0. */
uint32_t texels_word(const struct texels *texels, const int32_t at[3], int32_t layer, int32_t level,
                     unsigned c);

/* One lookup. */
struct texels_point {
    int32_t at[3];
    int32_t layer; /* Of a cube array the cube. */
    int32_t face;
    float fraction[3]; /* In the texel. */
    float length;      /* Of a cube's direction, along the major axis. */
    float coordinates[3];
    float layer_coordinate;
    float reference;
};

uint32_t texels_random(uint32_t *state, uint32_t below);
/* A place in a level; edges: sometimes beside the image, which is then the texel at the edge.
 * The reference of each is one of sixteenths. */
void texels_choose(const struct texels *texels, int32_t level, bool edges, uint32_t *state,
                   struct texels_point *point);
/* What the coordinate changes by from a pixel to the next, where the level is that one. */
void texels_gradient(const struct texels *texels, const struct texels_point *point, int32_t level,
                     float gradient[3]);
/* What a lookup gives there, displaced. */
uint32_t texels_result(const struct texels *texels, const struct texels_point *point,
                       const int32_t offset[3], int32_t level, unsigned c);
/* One of the four texels of a gather, in their order, of component c. */
uint32_t texels_gathered(const struct texels *texels, const struct texels_point *point,
                         const int32_t offset[2], unsigned texel, unsigned c);
/* The coordinate's four words, and the first of the source after it. */
void texels_words(const struct texels *texels, const struct texels_point *point, float level,
                  float divisor, uint32_t words[4], uint32_t *extra);

#endif
