/* SPDX-License-Identifier: MIT
 *
 * Sampling: levels of detail, wrapping, filters. Weights are floats and not cut to the eight bits
 * that hardware keeps.
 */
#include "image.h"

#include "base/bits.h"

#include <math.h>

enum wrap {
    wrap_repeat,
    wrap_mirror,
    wrap_edge,
    wrap_mirror_once_edge,
    wrap_half_border,
    wrap_mirror_once_half_border,
    wrap_border,
    wrap_mirror_once_border
};

enum { mip_none, mip_point, mip_linear };

/* What one sample needs wherever it goes. */
struct sampling {
    struct rdna_wave *wave;
    const struct rdna_inst *inst;
    unsigned lane;
    const struct rdna_view *view;
    const struct rdna_sampler *sampler;
    const struct rdna_sample *sample;
    bool failed;
};

struct texel {
    uint32_t values[4];
};

/* ---- Levels of detail ---- */

/* A length in texels of the base level. */
static float
length_of(const struct sampling *s, const float gradient[3])
{
    uint32_t size[3];
    float sum = 0.0f;

    rdna_view_size(s->view, s->view->base_level, size);
    for (unsigned i = 0; i < s->sample->axes; i++) {
        const float part = gradient[i] * (float)size[i];
        sum += part * part;
    }
    return sqrtf(sum);
}

static bool
is_anisotropic(const struct rdna_sampler *sampler)
{
    return sampler->aniso > 1 && (sampler->mag >= 2 || sampler->min >= 2);
}

/* How many probes along the longer gradient; *axis is which that is. */
static unsigned
probes_of(const struct sampling *s, unsigned *axis)
{
    const float x = length_of(s, s->sample->gradients[0]);
    const float y = length_of(s, s->sample->gradients[1]);
    const float longer = fmaxf(x, y), shorter = fminf(x, y);
    const float most = (float)s->sampler->aniso;

    *axis = y > x;
    if (!is_anisotropic(s->sampler) || s->sample->has_lod || s->sample->gather >= 0 ||
        !(longer > 0.0f) || !(longer < INFINITY))
        return 1;
    return (unsigned)ceilf(shorter * most > longer ? longer / shorter : most);
}

static float
base_lod(const struct sampling *s)
{
    unsigned axis;

    if (s->sample->has_lod)
        return s->sample->lod;
    if (s->sampler->unnormalized)
        return 0.0f;
    const unsigned probes = probes_of(s, &axis);
    const float length =
        fmaxf(length_of(s, s->sample->gradients[0]), length_of(s, s->sample->gradients[1]));
    return length > 0.0f ? log2f(length / (float)probes) : -INFINITY;
}

/* NaN counts as least. */
static float
limit(float value, float least, float most)
{
    return value > least ? fminf(value, most) : least;
}

/* The levels that are there do not limit this: which filter is used depends on it. */
static void
find_lod(const struct sampling *s, float *raw, float *limited)
{
    const struct rdna_view *view = s->view;

    *raw = base_lod(s) + s->sampler->bias + s->sample->bias;
    float lod = limit(*raw, s->sampler->min_lod, s->sampler->max_lod);
    lod = fmaxf(lod, s->sample->least_lod);
    *limited = fmaxf(lod, view->min_lod - (float)view->base_level);
}

void
rdna_sample_lod(const struct rdna_view *view, const struct rdna_sampler *sampler,
                const struct rdna_sample *sample, float *raw, float *limited)
{
    const struct sampling s = {.view = view, .sampler = sampler, .sample = sample};

    find_lod(&s, raw, limited);
    *limited = limit(*limited, 0.0f, (float)(view->last_level - view->base_level));
}

/* ---- Texels ---- */

static struct texel
border_of(struct sampling *s)
{
    const struct rdna_sampler *sampler = s->sampler;
    const bool integer = rdna_texel_is_integer(s->view->format);
    const uint32_t one = integer ? 1 : base_bits_of_float(1.0f);
    const uint32_t colour = sampler->border == rdna_border_white ? one : 0;
    const uint32_t alpha = sampler->border == rdna_border_clear ? 0 : one;

    if (sampler->border == rdna_border_table && !s->failed) {
        s->failed = true;
        rdna_fault(s->wave, s->inst, "lane %u: a border colour from the table, which is not there",
                   s->lane);
    }
    return (struct texel){{colour, colour, colour, alpha}};
}

/* The texel along an axis of so many; false: the border. */
static bool
wrap(enum wrap mode, int64_t *at, int64_t size)
{
    int64_t i = *at;

    switch (mode) {
    case wrap_repeat:
        i = (i % size + size) % size;
        break;
    case wrap_mirror:
        i = (i % (2 * size) + 2 * size) % (2 * size);
        i = i < size ? i : 2 * size - 1 - i;
        break;
    case wrap_mirror_once_edge:
    case wrap_mirror_once_half_border:
    case wrap_mirror_once_border:
        i = i < 0 ? -1 - i : i;
        break;
    case wrap_edge:
    case wrap_half_border:
    case wrap_border:
        break;
    }
    if (mode == wrap_edge || mode == wrap_mirror_once_edge)
        i = i < 0 ? 0 : i < size ? i : size - 1;
    *at = i;
    return i >= 0 && i < size;
}

/* A texel beyond an edge of a face: the one of the next face that the direction of its centre hits.
 * false at a corner, where three faces meet. */
static bool
wrap_cube(int64_t at[2], int64_t size, uint32_t *face)
{
    const bool out_s = at[0] < 0 || at[0] >= size, out_t = at[1] < 0 || at[1] >= size;

    if (!out_s && !out_t)
        return true;
    if (out_s && out_t)
        return false;

    /* From -1 to 1 on the face, and beyond. */
    const double s = (2.0 * (double)at[0] + 1.0) / (double)size - 1.0;
    const double t = (2.0 * (double)at[1] + 1.0) / (double)size - 1.0;
    const double directions[6][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t},
                                     {s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};
    const double *d = directions[*face];
    unsigned major = 0;
    for (unsigned i = 1; i < 3; i++)
        if (fabs(d[i]) > fabs(d[major]))
            major = i;
    const bool minus = d[major] < 0;
    const double sign = minus ? -1 : 1, length = fabs(d[major]);
    const double ends[3][2] = {{-sign * d[2], -d[1]}, {d[0], sign * d[2]}, {sign * d[0], -d[1]}};
    *face = 2 * major + minus;
    for (unsigned i = 0; i < 2; i++) {
        const int64_t place = (int64_t)floor((ends[major][i] / length + 1) / 2 * (double)size);
        at[i] = place < 0 ? 0 : place < size ? place : size - 1;
    }
    return true;
}

static struct texel
fetch(struct sampling *s, const struct rdna_texel_place *place)
{
    struct texel texel = {{0}};
    struct rdna_spot spot;
    uint8_t data[RDNA_MAX_TEXEL];

    if (s->failed || !rdna_view_spot(s->view, place, &spot))
        return texel;
    if (!rdna_spot_read(s->wave, s->inst, s->lane, &spot, s->view->format->bytes, data))
        s->failed = true;
    else
        rdna_texel_unpack(s->view->format, data, texel.values);
    return texel;
}

static bool
compare(unsigned function, float reference, float value)
{
    switch (function & 7) {
    case 0:
        return false;
    case 1:
        return reference < value;
    case 2:
        return reference == value;
    case 3:
        return reference <= value;
    case 4:
        return reference > value;
    case 5:
        return reference != value;
    case 6:
        return reference >= value;
    default:
        return true;
    }
}

/* What the filter mixes: the comparison's outcome, or the components, as dst_sel has them. */
static struct texel
finish_texel(const struct sampling *s, struct texel texel)
{
    if (s->sample->compares) {
        float reference = s->sample->reference;
        if (rdna_texel_is_normalized(s->view->format))
            reference = limit(reference, 0.0f, 1.0f);
        const bool passes =
            compare(s->sampler->compare, reference, base_float_of_bits(texel.values[0]));
        texel = (struct texel){
            {base_bits_of_float(passes ? 1.0f : 0.0f), 0, 0, base_bits_of_float(1.0f)}};
    }
    rdna_texel_select(s->view->format, s->view->dst_sel, texel.values);
    return texel;
}

static struct texel
average(const struct sampling *s, const struct texel *texels, unsigned count)
{
    struct texel result = texels[0];

    if (rdna_texel_is_integer(s->view->format))
        return result;
    for (unsigned c = 0; c < 4; c++) {
        float sum = 0.0f;
        for (unsigned i = 0; i < count; i++)
            sum += base_float_of_bits(texels[i].values[c]);
        result.values[c] = base_bits_of_float(sum / (float)count);
    }
    return result;
}

static struct texel
cube_texel(struct sampling *s, unsigned level, const int64_t at[2], int64_t size)
{
    struct rdna_texel_place place = {.level = level};
    int64_t moved[3][2];
    struct texel texels[3];
    unsigned count = 1;

    memcpy(moved[0], at, sizeof(moved[0]));
    uint32_t face = s->sample->layer % 6;
    if (!wrap_cube(moved[0], size, &face)) {
        /* The corner: the mean of those that meet there. */
        const int64_t x = at[0] < 0 ? 0 : size - 1, y = at[1] < 0 ? 0 : size - 1;
        const int64_t corner[3][2] = {{x, y}, {at[0], y}, {x, at[1]}};
        memcpy(moved, corner, sizeof(moved));
        count = 3;
    }
    for (unsigned i = 0; i < count; i++) {
        if (count > 1) {
            face = s->sample->layer % 6;
            wrap_cube(moved[i], size, &face);
        }
        place.at[0] = (uint32_t)moved[i][0];
        place.at[1] = (uint32_t)moved[i][1];
        place.layer = s->sample->layer / 6 * 6 + face;
        texels[i] = finish_texel(s, fetch(s, &place));
    }
    return average(s, texels, count);
}

static struct texel
texel_at(struct sampling *s, unsigned level, const int64_t at[3], const uint32_t size[3])
{
    struct rdna_texel_place place = {.level = level, .layer = s->sample->layer};

    if (s->sample->is_cube && !s->sampler->no_cube_wrap)
        return cube_texel(s, level, at, size[0]);
    for (unsigned i = 0; i < s->sample->axes; i++) {
        const enum wrap mode = s->sample->is_cube ? wrap_edge : (enum wrap)s->sampler->clamp[i];
        int64_t moved = at[i];
        if (!wrap(mode, &moved, size[i]))
            return finish_texel(s, border_of(s));
        place.at[i] = (uint32_t)moved;
    }
    return finish_texel(s, fetch(s, &place));
}

/* ---- Filters ---- */

/* Where along an axis, in texels; what is too far to count is cut. */
static double
texels_along(const struct sampling *s, unsigned axis, float at, uint32_t size)
{
    const double most = 0x1p40;
    double u = s->sampler->unnormalized ? (double)at : (double)at * (double)size;

    u += (double)s->sample->offset[axis];
    if (s->sampler->clamp[axis] == wrap_half_border)
        u = u > 0 ? fmin(u, (double)size) : 0;
    if (s->sampler->clamp[axis] == wrap_mirror_once_half_border)
        u = fmin(fabs(u), (double)size);
    if (isnan(u))
        return 0;
    return u < -most ? -most : u > most ? most : u;
}

static struct texel
nearest(struct sampling *s, unsigned level, const float where[3], const uint32_t size[3])
{
    int64_t at[3] = {0};

    for (unsigned i = 0; i < s->sample->axes; i++) {
        const unsigned mode = s->sampler->clamp[i];
        at[i] = (int64_t)floor(texels_along(s, i, where[i], size[i]));
        if (mode == wrap_half_border || mode == wrap_mirror_once_half_border || s->sample->is_cube)
            at[i] = at[i] < 0 ? 0 : at[i] < size[i] ? at[i] : (int64_t)size[i] - 1;
    }
    return texel_at(s, level, at, size);
}

/* Adds a texel to a mean, or to the least or greatest. */
static void
mix(const struct rdna_sampler *sampler, float sum[4], const struct texel *texel, float weight,
    bool first)
{
    if (weight <= 0.0f && sampler->reduce)
        return;
    for (unsigned c = 0; c < 4; c++) {
        const float value = base_float_of_bits(texel->values[c]);
        if (!sampler->reduce)
            sum[c] += weight > 0.0f ? weight * value : 0.0f;
        else if (first)
            sum[c] = value;
        else
            sum[c] = sampler->reduce == 1 ? fminf(sum[c], value) : fmaxf(sum[c], value);
    }
}

/* The texel at or below where, less a half, and how far it is to the next. */
static void
footprint(const struct sampling *s, const float where[3], const uint32_t size[3], int64_t at[3],
          float rest[3])
{
    for (unsigned i = 0; i < s->sample->axes; i++) {
        const double u = texels_along(s, i, where[i], size[i]) - 0.5;
        at[i] = (int64_t)floor(u);
        rest[i] = (float)(u - floor(u));
    }
}

static struct texel
linear(struct sampling *s, unsigned level, const float where[3], const uint32_t size[3])
{
    int64_t low[3] = {0};
    float rest[3] = {0}, sum[4] = {0};
    bool first = true;

    footprint(s, where, size, low, rest);
    for (unsigned corner = 0; corner < 1u << s->sample->axes; corner++) {
        int64_t at[3] = {0};
        float weight = 1.0f;
        for (unsigned i = 0; i < s->sample->axes; i++) {
            const unsigned high = corner >> i & 1;
            at[i] = low[i] + high;
            weight *= high ? rest[i] : 1.0f - rest[i];
        }
        if (!(weight > 0.0f))
            continue;
        const struct texel texel = texel_at(s, level, at, size);
        mix(s->sampler, sum, &texel, weight, first);
        first = false;
    }
    struct texel result;
    for (unsigned c = 0; c < 4; c++)
        result.values[c] = base_bits_of_float(sum[c]);
    return result;
}

static struct texel
sample_level(struct sampling *s, unsigned level, const float where[3], bool is_linear)
{
    uint32_t size[3];

    level += s->view->base_level;
    rdna_view_size(s->view, level, size);
    if (is_linear && (s->sample->compares || !rdna_texel_is_integer(s->view->format)))
        return linear(s, level, where, size);
    return nearest(s, level, where, size);
}

static struct texel
sample_levels(struct sampling *s, float lod, const float where[3])
{
    const unsigned last = s->view->last_level - s->view->base_level;
    const bool is_linear = (lod > 0.0f ? s->sampler->min : s->sampler->mag) & 1;
    const float cut = limit(lod, 0.0f, (float)last);
    const unsigned level = (unsigned)cut;
    const float rest = cut - (float)level;

    if (s->sampler->mip == mip_none || s->sampler->unnormalized)
        return sample_level(s, 0, where, is_linear);
    if (s->sampler->mip == mip_point)
        return sample_level(s, (unsigned)(cut + 0.5f), where, is_linear);
    struct texel low = sample_level(s, level, where, is_linear);
    if (!(rest > 0.0f) || rdna_texel_is_integer(s->view->format))
        return low;
    const struct texel high = sample_level(s, level + 1, where, is_linear);
    float sum[4] = {0};
    mix(s->sampler, sum, &low, 1.0f - rest, true);
    mix(s->sampler, sum, &high, rest, false);
    for (unsigned c = 0; c < 4; c++)
        low.values[c] = base_bits_of_float(sum[c]);
    return low;
}

/* Probes stand along the longer gradient, about the middle. */
static struct texel
sample_probes(struct sampling *s, float lod)
{
    unsigned axis;
    const unsigned probes = probes_of(s, &axis);
    const float *gradient = s->sample->gradients[axis];
    float sum[4] = {0};

    if (probes == 1)
        return sample_levels(s, lod, s->sample->at);
    for (unsigned i = 0; i < probes; i++) {
        const float along = ((float)i + 0.5f) / (float)probes - 0.5f;
        float where[3];
        for (unsigned c = 0; c < 3; c++)
            where[c] = s->sample->at[c] + along * gradient[c];
        const struct texel texel = sample_levels(s, lod, where);
        mix(s->sampler, sum, &texel, 1.0f / (float)probes, i == 0);
    }
    struct texel result;
    for (unsigned c = 0; c < 4; c++)
        result.values[c] = base_bits_of_float(sum[c]);
    return result;
}

/* One component of the four texels that a linear filter would mix; or of the first of them and the
 * three on its right. */
static void
gather(struct sampling *s, float lod, uint32_t values[4])
{
    static const uint8_t order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    const unsigned last = s->view->last_level - s->view->base_level;
    const bool one_level = s->sampler->mip == mip_none || s->sampler->unnormalized;
    const unsigned level = one_level ? 0 : (unsigned)(limit(lod, 0.0f, (float)last) + 0.5f);
    uint32_t size[3];
    int64_t low[3] = {0};
    float rest[3];

    rdna_view_size(s->view, level + s->view->base_level, size);
    footprint(s, s->sample->at, size, low, rest);
    for (unsigned i = 0; i < 4; i++) {
        int64_t at[3] = {low[0] + (s->sample->in_a_row ? (int64_t)i : order[i][0]), low[1], low[2]};
        if (s->sample->axes > 1 && !s->sample->in_a_row)
            at[1] += order[i][1];
        values[i] = texel_at(s, level + s->view->base_level, at, size).values[s->sample->gather];
    }
}

bool
rdna_sample_image(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                  const struct rdna_view *view, const struct rdna_sampler *sampler,
                  const struct rdna_sample *sample, uint32_t values[4])
{
    struct sampling s = {wave, inst, lane, view, sampler, sample, false};
    float raw, lod;

    memset(values, 0, 4 * sizeof(*values));
    if (view->is_null)
        return true;
    find_lod(&s, &raw, &lod);
    if (sample->gather >= 0) {
        gather(&s, lod, values);
    } else {
        const struct texel texel = sample_probes(&s, lod);
        memcpy(values, texel.values, sizeof(texel.values));
    }
    return !s.failed;
}
