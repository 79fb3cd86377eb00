/* SPDX-License-Identifier: MIT
 *
 * Filters have weights that are exact, so results are expected to the bit.
 */
#include "image_filter.h"

#include <math.h>
#include <stdlib.h>

/* ---- Names ---- */

/* The words between underlines, whole. */
static bool
has_part(const char *name, const char *part)
{
    const size_t size = strlen(part);

    for (const char *at = strchr(name, '_'); at; at = strchr(at + 1, '_'))
        if (!strncmp(at + 1, part, size) && (at[1 + size] == '_' || !at[1 + size]))
            return true;
    return false;
}

struct parts
parts_of(const char *name)
{
    return (struct parts){
        .gather = has_part(name, "gather4"),
        .compare = has_part(name, "c"),
        .gradients = has_part(name, "d") || has_part(name, "cd"),
        .level = has_part(name, "l"),
        .zero = has_part(name, "lz"),
        .bias = has_part(name, "b"),
        .clamp = has_part(name, "cl"),
        .offset = has_part(name, "o"),
        .g16 = has_part(name, "g16"),
    };
}

/* ---- Samplers ---- */

void
describe_sampler(const struct sampler *sampler, uint32_t words[4])
{
    words[0] = sampler->clamp[0] | sampler->clamp[1] << 3 | sampler->clamp[2] << 6 |
               sampler->compare << 12 | (uint32_t)sampler->unnormalized << 15 |
               sampler->reduce << 29;
    words[1] = sampler->min_lod | sampler->max_lod << 12;
    words[2] = ((uint32_t)sampler->bias & 0x3fff) | sampler->mag << 20 | sampler->min << 22 |
               sampler->mip << 26;
    words[3] = sampler->border << 30;
}

/* ---- Level ---- */

bool
is_unnormalized(const struct scene *scene)
{
    return scene->sampler.unnormalized || scene->shot->unorm;
}

static double
gradient_length(const struct surface *surface, const double gradient[3])
{
    double sum = 0;

    for (unsigned i = 0; i < dim_axes[surface->dim]; i++) {
        const double texels = gradient[i] * surface_extent(surface, i, surface->base_level);
        sum += texels * texels;
    }
    return sqrt(sum);
}

double
level_wanted(const struct scene *scene, const struct lane *lane)
{
    const bool derives = scene->parts.gradients || scene->has_quads;
    double lod = 0;

    if (scene->parts.level)
        lod = lane->lod;
    else if (!scene->parts.zero && derives && !is_unnormalized(scene))
        lod = log2(fmax(gradient_length(&scene->surface, lane->gradients[0]),
                        gradient_length(&scene->surface, lane->gradients[1])));
    return lod + scene->sampler.bias / 256.0 + (scene->parts.bias ? lane->bias : 0);
}

/* By the sampler and the operand. The image's own levels do not count here: an image of one level
 * is minified as well. */
double
level_limited(const struct scene *scene, const struct lane *lane, double lod)
{
    lod = fmin(fmax(lod, scene->sampler.min_lod / 256.0), scene->sampler.max_lod / 256.0);
    return scene->parts.clamp ? fmax(lod, lane->clamp) : lod;
}

/* ---- Texels ---- */

/* The texel of an axis, or -1 for the border. */
static int64_t
wrapped(uint32_t mode, int64_t i, int64_t size)
{
    const int64_t period = mode == 1 ? 2 * size : size;

    if (mode <= 1) {
        while (i < 0)
            i += period;
        i %= period;
        return i < size ? i : 2 * size - 1 - i;
    }
    if (mode % 2 && i < 0) /* Mirrored once. */
        i = -i - 1;
    if (mode == 2 || mode == 3)
        return i < 0 ? 0 : i >= size ? size - 1 : i;
    return i < 0 || i >= size ? -1 : i;
}

bool
passes(uint32_t function, double reference, double texel)
{
    const unsigned order = reference < texel ? 1 : reference == texel ? 2 : 4;

    return function & order;
}

/* Where the middle of an edge, or of a texel, of a face is, of a cube that is two wide. */
static void
cube_place(unsigned face, double s, double t, double place[3])
{
    /* The axes that s and t run along, and their signs, with the face's own. */
    static const int8_t along[6][3] = {{-3, -2, 1}, {3, -2, -1}, {1, 3, 2},
                                       {1, -3, -2}, {1, -2, 3},  {-1, -2, -3}};
    const double values[3] = {s, t, 1.0};

    for (unsigned i = 0; i < 3; i++)
        place[abs(along[face][i]) - 1] = along[face][i] < 0 ? -values[i] : values[i];
}

/* The texel of another face that touches this one's edge where it was left. */
static void
cross_edge(int64_t size, uint32_t *face, int64_t at[2])
{
    double place[3], best = 100;
    const uint32_t from = *face;
    const double s = 2.0 * ((double)at[0] + 0.5) / (double)size - 1;
    const double t = 2.0 * ((double)at[1] + 0.5) / (double)size - 1;

    cube_place(from, fmin(fmax(s, -1), 1), fmin(fmax(t, -1), 1), place);
    for (uint32_t other = 0; other < 6; other++)
        for (int64_t y = 0; y < size && other != from; y++)
            for (int64_t x = 0; x < size; x++) {
                double centre[3], distance = 0;
                cube_place(other, 2.0 * ((double)x + 0.5) / (double)size - 1,
                           2.0 * ((double)y + 0.5) / (double)size - 1, centre);
                for (unsigned i = 0; i < 3; i++)
                    distance += fabs(centre[i] - place[i]);
                if (distance < best) {
                    best = distance;
                    *face = other;
                    at[0] = x;
                    at[1] = y;
                }
            }
}

/* What the filter mixes. false where sources do not tell. */
static bool
texel_of(const struct scene *scene, const struct lane *lane, uint32_t slice, unsigned level,
         const int64_t where[3], uint32_t values[4])
{
    const struct surface *surface = &scene->surface;
    int64_t at[3] = {where[0], where[1], where[2]};
    bool is_border = false;

    if (surface->dim == dim_cube) {
        const int64_t size = surface_extent(surface, 0, level);
        const bool out[2] = {at[0] < 0 || at[0] >= size, at[1] < 0 || at[1] >= size};
        uint32_t face = slice % 6;
        if (out[0] && out[1])
            return false;
        if (out[0] || out[1])
            cross_edge(size, &face, at);
        slice = slice / 6 * 6 + face;
    } else {
        for (unsigned i = 0; i < dim_axes[surface->dim]; i++) {
            at[i] = wrapped(scene->sampler.clamp[i], at[i], surface_extent(surface, i, level));
            is_border |= at[i] < 0;
        }
    }
    if (is_border) {
        for (unsigned i = 0; i < 4; i++)
            values[i] = base_bits_of_float(scene->sampler.border == 2 ? 1.0f : 0.0f);
        if (scene->sampler.border == 1)
            values[3] = base_bits_of_float(1.0f);
    } else {
        if (surface->dim == dim_3d)
            slice = (uint32_t)at[2];
        surface_texel(surface, slice, level, (uint32_t)at[0], (uint32_t)at[1], values);
    }
    if (scene->parts.compare) {
        const bool passed =
            passes(scene->sampler.compare, lane->reference, (double)base_float_of_bits(values[0]));
        values[0] = base_bits_of_float(passed ? 1.0f : 0.0f);
    }
    return true;
}

/* ---- Filters ---- */

struct mix {
    double sum[4], least[4], greatest[4];
    uint32_t last[4];
    unsigned count;
};

static void
mix_in(struct mix *mix, const uint32_t values[4], double weight)
{
    if (!(weight > 0))
        return;
    for (unsigned c = 0; c < 4; c++) {
        const double value = (double)base_float_of_bits(values[c]);
        mix->sum[c] += weight * value;
        mix->least[c] = mix->count ? fmin(mix->least[c], value) : value;
        mix->greatest[c] = mix->count ? fmax(mix->greatest[c], value) : value;
        mix->last[c] = values[c];
    }
    mix->count++;
}

/* Along an axis of a level, in texels. */
static double
texels_at(const struct scene *scene, const struct lane *lane, unsigned axis, unsigned level)
{
    const double size = surface_extent(&scene->surface, axis, level);
    const uint32_t mode = scene->surface.dim == dim_cube ? 2 : scene->sampler.clamp[axis];
    double u = lane->coords[axis];

    if (scene->surface.dim == dim_cube)
        u -= 1; /* 1.5 is the middle. */
    if (!is_unnormalized(scene))
        u *= size;
    if (scene->parts.offset)
        u += lane->offset[axis];
    /* Those that mix half of the border at most never leave the image. */
    if (mode == 5)
        u = fabs(u);
    if (mode == 4 || mode == 5)
        u = fmin(fmax(u, 0), size);
    return u;
}

static uint32_t
slice_of(const struct scene *scene, const struct lane *lane)
{
    const struct surface *surface = &scene->surface;

    if (dim_coords[surface->dim] == dim_axes[surface->dim])
        return 0;
    const double number = floor(lane->coords[dim_axes[surface->dim]] + 0.5);
    if (surface->dim == dim_cube) {
        const uint32_t id = (uint32_t)number;
        return surface->first_layer + id / 8 * 6 + id % 8;
    }
    return surface->first_layer + (uint32_t)fmin(fmax(number, 0), (double)surface->layers - 1);
}

/* Binary digits behind the point. */
static unsigned
digits_of(double value)
{
    unsigned digits = 0;

    while (value != floor(value)) {
        value *= 2;
        digits++;
    }
    return digits;
}

static bool
mix_level(const struct scene *scene, const struct lane *lane, unsigned level, bool is_linear,
          double share, struct mix *mix)
{
    const unsigned axes = dim_axes[scene->surface.dim];
    int64_t low[3] = {0};
    double rest[3] = {0};
    unsigned digits = digits_of(share);
    bool is_clear = true;

    if (share == 0)
        return true;
    for (unsigned i = 0; i < axes; i++) {
        const double u = texels_at(scene, lane, i, level),
                     size = surface_extent(&scene->surface, i, level);
        const uint32_t mode = scene->sampler.clamp[i];
        low[i] = (int64_t)floor(is_linear ? u - 0.5 : u);
        rest[i] = is_linear ? u - 0.5 - (double)low[i] : 0;
        /* The last texel ends at the edge of the image, which belongs to it. */
        if (!is_linear && (mode == 4 || mode == 5 || scene->surface.dim == dim_cube) &&
            (double)low[i] >= size)
            low[i] = (int64_t)size - 1;
        digits += digits_of(rest[i]);
    }
    /* With eleven of the texel an f32 holds no more. */
    if (digits > 12)
        return false;
    for (unsigned corner = 0; corner < 1u << axes; corner++) {
        int64_t at[3];
        uint32_t values[4];
        double weight = share;
        for (unsigned i = 0; i < 3; i++) {
            at[i] = low[i] + (corner >> i & 1);
            weight *= i >= axes ? 1 : corner >> i & 1 ? rest[i] : 1 - rest[i];
        }
        if (weight == 0)
            continue;
        is_clear &= texel_of(scene, lane, slice_of(scene, lane), level, at, values);
        mix_in(mix, values, weight);
    }
    return is_clear;
}

static struct outcome
gather_texels(const struct scene *scene, const struct lane *lane, unsigned level)
{
    static const uint8_t order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    struct outcome outcome = {.is_clear = true};
    unsigned component = 0;

    while (!(scene->shot->dmask >> component & 1))
        component++;
    for (unsigned i = 0; i < 4; i++) {
        int64_t at[3] = {0};
        uint32_t values[4];
        for (unsigned axis = 0; axis < 2; axis++)
            at[axis] = (int64_t)floor(texels_at(scene, lane, axis, level) - 0.5) + order[i][axis];
        outcome.is_clear &= texel_of(scene, lane, slice_of(scene, lane), level, at, values);
        outcome.values[i] = values[component];
    }
    return outcome;
}

struct outcome
sample_lane(const struct scene *scene, const struct lane *lane)
{
    const struct sampler *sampler = &scene->sampler;
    const struct surface *surface = &scene->surface;
    const double lod = level_limited(scene, lane, level_wanted(scene, lane));
    const double least = surface->min_lod / 256.0 - surface->base_level;
    const double last = surface->last_level - surface->base_level;
    const double cut = fmin(fmax(fmax(lod, least), 0), last), below = floor(cut);
    const bool is_linear = (lod > 0 ? sampler->min : sampler->mag) == 1;
    struct outcome outcome = {.is_clear = true};
    struct mix mix = {0};
    unsigned level = surface->base_level;
    double next = 0; /* The share of the next level. */

    if (surface->dim == dim_cube &&
        (fabs(lane->coords[0] - 1.5) > 0.5 || fabs(lane->coords[1] - 1.5) > 0.5))
        return (struct outcome){.is_clear = false}; /* No point of the face. */

    /* Too near to where another filter, or another level, begins. */
    if ((lod != 0 && fabs(lod) < 1 / 64.0) ||
        (sampler->mip == 1 && fabs(cut - below - 0.5) < 1 / 64.0))
        return (struct outcome){.is_clear = false};
    /* Whether the image's least level makes it small. */
    if (lod <= 0 && least > 0 && sampler->min != sampler->mag)
        return (struct outcome){.is_clear = false};
    if (sampler->mip == 1)
        level += (unsigned)floor(cut + 0.5);
    if (sampler->mip == 2) {
        level += (unsigned)below;
        next = cut - below;
        /* Weights must be exact. */
        if (next * 256 != floor(next * 256))
            return (struct outcome){.is_clear = false};
    }
    if (scene->parts.gather)
        return gather_texels(scene, lane, level);
    outcome.is_clear = mix_level(scene, lane, level, is_linear, 1 - next, &mix) &&
                       mix_level(scene, lane, level + 1, is_linear, next, &mix);
    for (unsigned c = 0; c < 4; c++) {
        const double *result = sampler->reduce == 1   ? mix.least
                               : sampler->reduce == 2 ? mix.greatest
                                                      : mix.sum;
        outcome.values[c] = base_bits_of_float((float)result[c]);
        if (texel_is_integer(surface->format) || mix.count == 1)
            outcome.values[c] = mix.last[c];
    }
    return outcome;
}
