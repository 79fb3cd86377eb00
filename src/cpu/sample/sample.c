/* SPDX-License-Identifier: MIT
 *
 * Sampling by the Vulkan specification, chapter "Image Operations". Texel coordinates are computed
 * as double, in which a float times a size is exact, so that no rounding moves a sample from one
 * texel to the next.
 */
#include "cpu/sample/sample.h"

#include "base/bits.h"

#include <math.h>

/* Beyond it a coordinate is so far outside of every texture that only its sign matters. */
#define FAR 0x1p30

/* A level of a texture. */
struct level {
    enum scene_format format;
    uint32_t width;
    uint32_t height;
    const unsigned char *data;
};

static struct level
level_of(const struct scene_texture *texture, uint32_t number)
{
    const size_t bytes = scene_format_infos[texture->format].bytes;
    struct level level = {texture->format, texture->width, texture->height, texture->data};

    for (uint32_t i = 0; i < number; i++) {
        level.data += (size_t)level.width * level.height * bytes;
        level.width = level.width > 1 ? level.width / 2 : 1;
        level.height = level.height > 1 ? level.height / 2 : 1;
    }
    return level;
}

/* A coordinate in texels, as a number whose floor fits an int. NaN is 0. */
static double
texels(float coordinate, uint32_t size, enum scene_wrap wrap)
{
    const double texel = (double)coordinate * size;

    if (fabs(texel) < FAR)
        return texel;
    if (isnan(texel))
        return 0;
    if (wrap == scene_wrap_clamp_to_edge || wrap == scene_wrap_clamp_to_border)
        return copysign(FAR, texel);
    return isinf(texel) ? 0 : fmod(texel, 2.0 * size);
}

static int
modulo(int i, int size)
{
    const int rest = i % size;

    return rest < 0 ? rest + size : rest;
}

/* "Wrapping Operation". -1 is the border. */
static int
wrap_texel(int i, uint32_t size, enum scene_wrap wrap)
{
    const int count = (int)size;

    switch (wrap) {
    case scene_wrap_repeat:
        return modulo(i, count);
    case scene_wrap_mirrored_repeat:
        i = modulo(i, 2 * count);
        return i < count ? i : 2 * count - 1 - i;
    case scene_wrap_clamp_to_edge:
        return i < 0 ? 0 : i < count ? i : count - 1;
    case scene_wrap_clamp_to_border:
        return i < 0 || i >= count ? -1 : i;
    }
    return -1;
}

/* The border is transparent black as far as the format has components: the missing ones are what
 * they are for any texel. */
static void
fetch(const struct level *level, int i, int j, float texel[4])
{
    static const unsigned char border[16];
    const size_t bytes = scene_format_infos[level->format].bytes;
    const unsigned char *data = border;
    uint32_t words[4];

    if (i >= 0 && j >= 0)
        data = level->data + ((size_t)j * level->width + (size_t)i) * bytes;
    scene_format_unpack(level->format, data, words);
    for (unsigned c = 0; c < 4; c++)
        texel[c] = base_float_of_bits(words[c]);
}

/* "Texel Coordinate Selection" and "Texel Filtering" in one level. */
static void
filter_level(const struct level *level, const struct scene_sampler *sampler,
             enum scene_filter filter, const float uv[2], float result[4])
{
    const double u = texels(uv[0], level->width, sampler->wrap_u);
    const double v = texels(uv[1], level->height, sampler->wrap_v);
    int i[2], j[2];
    float texel[4][4];

    if (filter == scene_filter_nearest) {
        fetch(level, wrap_texel((int)floor(u), level->width, sampler->wrap_u),
              wrap_texel((int)floor(v), level->height, sampler->wrap_v), result);
        return;
    }
    const double left = floor(u - 0.5), top = floor(v - 0.5);
    const float alpha = (float)(u - 0.5 - left), beta = (float)(v - 0.5 - top);

    for (int n = 0; n < 2; n++) {
        i[n] = wrap_texel((int)left + n, level->width, sampler->wrap_u);
        j[n] = wrap_texel((int)top + n, level->height, sampler->wrap_v);
    }
    for (unsigned n = 0; n < 4; n++)
        fetch(level, i[n & 1], j[n >> 1], texel[n]);
    for (unsigned c = 0; c < 4; c++) {
        const float upper = (1 - alpha) * texel[0][c] + alpha * texel[1][c];
        const float lower = (1 - alpha) * texel[2][c] + alpha * texel[3][c];

        result[c] = (1 - beta) * upper + beta * lower;
    }
}

float
cpu_sample_lod(const struct scene_texture *texture, const float ddx[2], const float ddy[2])
{
    const double x[2] = {(double)ddx[0] * texture->width, (double)ddx[1] * texture->height};
    const double y[2] = {(double)ddy[0] * texture->width, (double)ddy[1] * texture->height};

    /* Half the logarithm of the square: the root of it is never needed. */
    return (float)(0.5 * log2(fmax(x[0] * x[0] + x[1] * x[1], y[0] * y[0] + y[1] * y[1])));
}

/* "Image Level(s) Selection" */
void
cpu_sample_2d(const struct scene_texture *texture, const struct scene_sampler *sampler, float u,
              float v, float lod, float result[4])
{
    const float last = (float)(texture->levels - 1);
    const float uv[2] = {u, v};
    struct level level;

    /* The comparisons are such that NaN becomes the least. */
    lod += sampler->lod_bias;
    lod = lod > sampler->min_lod ? lod : sampler->min_lod;
    lod = lod < sampler->max_lod ? lod : sampler->max_lod;
    const enum scene_filter filter = lod <= 0 ? sampler->mag : sampler->min;
    const float d = lod > 0 ? (lod < last ? lod : last) : 0;

    if (sampler->mip == scene_filter_nearest) {
        level = level_of(texture, (uint32_t)ceilf(d + 0.5F) - 1);
        filter_level(&level, sampler, filter, uv, result);
        return;
    }
    const float finer = floorf(d), delta = d - finer;
    float coarse[4];

    level = level_of(texture, (uint32_t)finer);
    filter_level(&level, sampler, filter, uv, result);
    if (delta <= 0)
        return;
    level = level_of(texture, (uint32_t)finer + 1);
    filter_level(&level, sampler, filter, uv, coarse);
    for (unsigned c = 0; c < 4; c++)
        result[c] = (1 - delta) * result[c] + delta * coarse[c];
}
