/* SPDX-License-Identifier: MIT
 *
 * "Level-of-Detail Operation", "Image Level(s) Selection" and their like: which levels, and how
 * many samples along which axis.
 */
#include "cpu/sample/sample_priv.h"

#include <math.h>

static float
difference(const uint32_t *value, unsigned lane, unsigned place)
{
    if (!value)
        return 0;
    return base_float_of_bits(value[(lane & ~3u) + place]) - base_float_of_bits(value[lane & ~3u]);
}

/* The differences in a lane's quad: coarse ones, so that a quad has one level. */
static struct sample_change
quad_change(const struct cpu_sample *sample, unsigned lane)
{
    struct sample_change change;

    for (unsigned i = 0; i < 3; i++) {
        change.x[i] = difference(sample->coordinates[i], lane, 1);
        change.y[i] = difference(sample->coordinates[i], lane, 2);
    }
    return change;
}

static struct sample_change
gradients(const struct cpu_sample *sample, unsigned lane)
{
    struct sample_change change;

    for (unsigned i = 0; i < 3; i++) {
        change.x[i] = base_float_of_bits(sample_operand(sample->grad_x[i], lane));
        change.y[i] = base_float_of_bits(sample_operand(sample->grad_y[i], lane));
    }
    return change;
}

/* A change of direction becomes one of the face's coordinates, which go from 0 to 1. */
static void
to_face(const struct cpu_sample *sample, unsigned lane, struct sample_change *change)
{
    float direction[3], x[2], y[2];

    for (unsigned i = 0; i < 3; i++)
        direction[i] = base_float_of_bits(sample_operand(sample->coordinates[i], lane));
    const struct sample_cube_place place = sample_cube_place_of(direction);

    sample_cube_change(&place, change->x, x);
    sample_cube_change(&place, change->y, y);
    *change = (struct sample_change){{x[0] / 2, x[1] / 2, 0}, {y[0] / 2, y[1] / 2, 0}};
}

/* The square of the footprint's axis in texels. As double, in which it cannot overflow. */
static double
length_squared(const struct cpu_image_view *view, const float change[3])
{
    const uint32_t size[3] = {view->level[0].width, view->level[0].height, view->level[0].depth};
    const unsigned dimensions = view->dim == ir_dim_1d ? 1 : view->dim == ir_dim_3d ? 3 : 2;
    double sum = 0;

    for (unsigned i = 0; i < dimensions; i++) {
        const double texels = (double)change[i] * size[i];

        sum += texels * texels;
    }
    return sum;
}

float
sample_lod_of_change(const struct cpu_image_view *view, const struct sample_change *change)
{
    /* Half the logarithm of the square: the root of it is never needed. */
    return (float)(0.5 *
                   log2(fmax(length_squared(view, change->x), length_squared(view, change->y))));
}

/* "Scale Factor Operation" for filters with more than one sample. */
static float
anisotropic_lod(const struct cpu_image_view *view, float most, const struct sample_change *change,
                struct sample_detail *detail)
{
    const double x = length_squared(view, change->x), y = length_squared(view, change->y);
    const double longer = sqrt(fmax(x, y)), shorter = sqrt(fmin(x, y));
    const float *axis = x > y ? change->x : change->y;
    double ratio = longer / shorter;

    most = most < 16 ? most : 16;
    if (!(longer > 0) || isinf(longer) || !(ratio > 1))
        return sample_lod_of_change(view, change);
    ratio = ratio < (double)most ? ratio : (double)most;
    detail->count = (uint32_t)ceil(ratio);
    detail->step[0] = axis[0];
    detail->step[1] = axis[1];
    return (float)log2(longer / ratio);
}

float
sample_clamp_lod(const struct scene_sampler *sampler, float lod, float min_lod)
{
    const float least = min_lod > sampler->min_lod ? min_lod : sampler->min_lod;

    /* The comparisons are such that NaN becomes the least. */
    lod = lod > least ? lod : least;
    return lod < sampler->max_lod ? lod : sampler->max_lod;
}

struct sample_detail
sample_detail_of(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                 const struct cpu_sample *sample, unsigned lane)
{
    const bool has_gradients = sample->grad_x[0] && sample->grad_y[0];
    const bool is_implicit = !sample->lod && !has_gradients;
    struct sample_detail detail = {.count = 1};
    float bias = sampler->lod_bias + base_float_of_bits(sample_operand(sample->bias, lane));

    if (sample->lod) {
        detail.lod = base_float_of_bits(sample->lod[lane]);
    } else if (has_gradients || (sample->has_quads && lane / 4 * 4 + 4 <= sample->lanes)) {
        struct sample_change change =
            is_implicit ? quad_change(sample, lane) : gradients(sample, lane);

        if (view->dim == ir_dim_cube)
            to_face(sample, lane, &change);
        if (sampler->max_anisotropy > 1 && view->dim == ir_dim_2d && !sample->dref &&
            !sampler->is_unnormalized)
            detail.lod = anisotropic_lod(view, sampler->max_anisotropy, &change, &detail);
        else
            detail.lod = sample_lod_of_change(view, &change);
    }
    bias = bias < SAMPLE_MAX_LOD_BIAS ? bias : SAMPLE_MAX_LOD_BIAS;
    detail.lod += bias > -SAMPLE_MAX_LOD_BIAS ? bias : -SAMPLE_MAX_LOD_BIAS;
    detail.clamped = sample_clamp_lod(sampler, detail.lod,
                                      sample->min_lod ? base_float_of_bits(sample->min_lod[lane])
                                                      : sampler->min_lod);
    return detail;
}

uint32_t
sample_levels_of(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                 float clamped, float *delta)
{
    const float last = (float)(view->levels - 1);
    const float level = clamped > 0 ? (clamped < last ? clamped : last) : 0;

    *delta = 0;
    if (sampler->mip == scene_filter_nearest)
        return (uint32_t)ceilf(level + 0.5F) - 1; /* Of two as near, the finer. */
    *delta = level - floorf(level);
    return (uint32_t)level;
}
