/* SPDX-License-Identifier: MIT
 *
 * One lane's texels in one level: wrapping, "Texel Replacement", depth comparison and filtering.
 * Texel coordinates are computed as double, in which a float times a size is exact, so that no
 * rounding moves a sample from one texel to the next.
 */
#include "cpu/sample/sample_priv.h"

#include <math.h>

/* Beyond it a coordinate is so far outside of every image that only its sign matters. */
#define FAR 0x1p30

static bool
compare(enum scene_compare how, float dref, float depth)
{
    switch (how) {
    case scene_compare_never:
        return false;
    case scene_compare_less:
        return dref < depth;
    case scene_compare_equal:
        return dref == depth;
    case scene_compare_less_or_equal:
        return dref <= depth;
    case scene_compare_greater:
        return dref > depth;
    case scene_compare_not_equal:
        return dref != depth;
    case scene_compare_greater_or_equal:
        return dref >= depth;
    case scene_compare_always:
        return true;
    }
    return false;
}

/* ---- coordinates ---- */

static bool
wrap_clamps(enum scene_wrap wrap)
{
    return wrap != scene_wrap_repeat && wrap != scene_wrap_mirrored_repeat;
}

/* A coordinate in texels, as a number whose floor fits an int. NaN is 0. */
static double
to_texels(float coordinate, uint32_t size, enum scene_wrap wrap, bool is_unnormalized)
{
    const double texel = (double)coordinate * (is_unnormalized ? 1 : size);

    if (fabs(texel) < FAR)
        return texel;
    if (isnan(texel))
        return 0;
    if (wrap_clamps(wrap))
        return copysign(FAR, texel);
    return isinf(texel) ? 0 : fmod(texel, 2.0 * size);
}

static int32_t
modulo(int64_t i, int32_t size)
{
    const int32_t rest = (int32_t)(i % size);

    return rest < 0 ? rest + size : rest;
}

static int32_t
clamp(int64_t i, int32_t least, int32_t most)
{
    return i < least ? least : i > most ? most : (int32_t)i;
}

/* "Wrapping Operation". -1 is the border. */
static int32_t
wrap_texel(int64_t i, uint32_t size, enum scene_wrap wrap)
{
    const int32_t count = (int32_t)size;
    int32_t rest;

    switch (wrap) {
    case scene_wrap_repeat:
        return modulo(i, count);
    case scene_wrap_mirrored_repeat:
        rest = modulo(i, 2 * count);
        return rest < count ? rest : 2 * count - 1 - rest;
    case scene_wrap_mirror_clamp_to_edge:
        return clamp(i < 0 ? -1 - i : i, 0, count - 1);
    case scene_wrap_clamp_to_edge:
        return clamp(i, 0, count - 1);
    case scene_wrap_clamp_to_border:
        return i < 0 || i >= count ? -1 : (int32_t)i;
    }
    return -1;
}

/* The texels that an axis touches, and the second one's weight. */
static void
select_axis(const struct sample_source *s, const struct sample_lane *lane, unsigned axis,
            uint32_t size, bool is_linear, struct sample_footprint *footprint)
{
    const enum scene_wrap wrap = s->wrap[axis];
    double texel = to_texels(lane->coordinates[axis], size, wrap, s->sampler->is_unnormalized);

    if (is_linear)
        texel -= 0.5;
    const double first = floor(texel);

    footprint->weight[axis] = is_linear ? (float)(texel - first) : 0;
    for (int64_t n = 0; n < 2; n++) {
        const int64_t i = (int64_t)first + (is_linear ? n : 0) + lane->offset[axis];

        /* Past an edge of a cube are the next face's texels, found later. */
        footprint->at[axis][n] = s->view->dim == ir_dim_cube && is_linear
                                     ? clamp(i, -1, (int32_t)size)
                                     : wrap_texel(i, size, wrap);
    }
}

void
sample_select(const struct sample_source *s, const struct sample_lane *lane, uint32_t level,
              bool is_linear, struct sample_footprint *footprint)
{
    const struct cpu_image_level *l = &s->view->level[level];
    const uint32_t size[3] = {l->width, l->height, l->depth};

    *footprint = (struct sample_footprint){.level = l};
    for (unsigned axis = 0; axis < s->dimensions; axis++)
        select_axis(s, lane, axis, size[axis], is_linear, footprint);
}

/* "Layer Selection": to nearest even, clamped. NaN is 0. */
uint32_t
sample_layer_of(const struct cpu_image_view *view, float layer)
{
    const uint32_t layers = view->dim == ir_dim_cube ? view->layers / 6 : view->layers;
    const float rounded = rintf(layer);

    return rounded > 0 ? rounded < (float)layers ? (uint32_t)rounded : layers - 1 : 0;
}

/* ---- texels ---- */

static void
finish_texel(const struct sample_source *s, const struct sample_lane *lane, uint32_t words[4])
{
    float dref = lane->dref;

    if (!s->is_compare)
        return;
    if (s->has_fixed_depth) /* NaN stays. */
        dref = dref < 0 ? 0 : dref > 1 ? 1 : dref;
    words[0] = compare(s->sampler->compare, dref, base_float_of_bits(words[0])) ? SAMPLE_ONE : 0;
    words[1] = words[2] = 0;
    words[3] = SAMPLE_ONE;
}

static void
texel_at(const struct sample_source *s, const struct sample_lane *lane,
         const struct cpu_image_level *level, uint32_t layer, const int32_t at[3],
         uint32_t words[4])
{
    if (at[0] < 0 || at[1] < 0 || at[2] < 0) {
        memcpy(words, s->border, sizeof(s->border));
    } else {
        /* A layer of the view, or a slice of a 3D one. */
        const size_t slice = layer + (size_t)at[2];

        sample_read_texel(s->view,
                          level->data + slice * level->layer + (size_t)at[1] * level->row +
                              (size_t)at[0] * s->texel_bytes,
                          words);
    }
    finish_texel(s, lane, words);
}

/* "Cube Map Edge Handling": past an edge is the next face; at a corner, where there is none, the
 * mean of the three texels that meet there. */
static void
cube_texel(const struct sample_source *s, const struct sample_lane *lane,
           const struct cpu_image_level *level, int32_t x, int32_t y, uint32_t words[4])
{
    const int32_t n = (int32_t)level->width;
    const int32_t inner[2] = {x < 0 ? 0 : x < n ? x : n - 1, y < 0 ? 0 : y < n ? y : n - 1};
    const bool is_corner = inner[0] != x && inner[1] != y;
    uint32_t three[3][4];

    for (unsigned i = 0; i < 3; i++) {
        /* Itself, or over an edge by x, and by y. */
        int32_t at[3] = {i == 1 ? x : inner[0], i == 2 ? y : inner[1], 0};
        uint32_t face = lane->face;

        if (!is_corner) {
            at[0] = x;
            at[1] = y;
        }
        if (at[0] != inner[0] || at[1] != inner[1])
            sample_cube_cross(&face, at, level->width);
        texel_at(s, lane, level, lane->layer * 6 + face, at, is_corner ? three[i] : words);
        if (!is_corner)
            return;
    }
    memcpy(words, three[0], sizeof(three[0]));
    if (!s->is_float)
        return; /* Gathers alone come here. */
    for (unsigned c = 0; c < 4; c++)
        words[c] =
            base_bits_of_float((base_float_of_bits(three[0][c]) + base_float_of_bits(three[1][c]) +
                                base_float_of_bits(three[2][c])) /
                               3);
}

void
sample_texel(const struct sample_source *s, const struct sample_lane *lane,
             const struct sample_footprint *footprint, unsigned corner, uint32_t words[4])
{
    const int32_t at[3] = {footprint->at[0][corner & 1], footprint->at[1][corner >> 1 & 1],
                           footprint->at[2][corner >> 2 & 1]};

    if (s->view->dim == ir_dim_cube)
        cube_texel(s, lane, footprint->level, at[0], at[1], words);
    else
        texel_at(s, lane, footprint->level, lane->layer, at, words);
}

/* ---- filters ---- */

static void
mix(uint32_t a[4], const uint32_t b[4], float weight)
{
    for (unsigned c = 0; c < 4; c++) {
        const float x = base_float_of_bits(a[c]), y = base_float_of_bits(b[c]);

        a[c] = base_bits_of_float(x + (y - x) * weight);
    }
}

static void
filter_level(const struct sample_source *s, const struct sample_lane *lane, uint32_t level,
             bool is_linear, uint32_t words[4])
{
    struct sample_footprint footprint;
    uint32_t texel[8][4];

    sample_select(s, lane, level, is_linear, &footprint);
    if (!is_linear) {
        sample_texel(s, lane, &footprint, 0, words);
        return;
    }
    for (unsigned i = 0; i < 1u << s->dimensions; i++)
        sample_texel(s, lane, &footprint, i, texel[i]);
    for (unsigned axis = 0; axis < s->dimensions; axis++) {
        for (unsigned i = 0; i < 1u << s->dimensions; i += 2u << axis)
            mix(texel[i], texel[i + (1u << axis)], footprint.weight[axis]);
    }
    memcpy(words, texel[0], sizeof(texel[0]));
}

void
sample_filter(const struct sample_source *s, const struct sample_lane *lane, float clamped,
              uint32_t words[4])
{
    const enum scene_filter filter = clamped > 0 ? s->sampler->min : s->sampler->mag;
    const bool is_linear = filter == scene_filter_linear && s->is_float;
    uint32_t coarse[4];
    float delta;
    const uint32_t level = sample_levels_of(s->view, s->sampler, clamped, &delta);

    filter_level(s, lane, level, is_linear, words);
    if (delta <= 0 || !s->is_float)
        return;
    filter_level(s, lane, level + 1, is_linear, coarse);
    mix(words, coarse, delta);
}
