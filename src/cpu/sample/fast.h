/* SPDX-License-Identifier: MIT
 *
 * The most common samples by loops over lanes that compilers make vector code of: filtered or not,
 * with or without levels, of 2D views whose texels read as floats. FAST_NAME is the
 * function to define; every file that includes this is compiled for another kind of processor.
 *
 * All lanes of a chunk are computed, wanted or not: no coordinate and no level leads outside.
 */
#include "cpu/sample/sample_priv.h"

#include <math.h>

#define CHUNK 16

#define EACH_LANE(l) for (unsigned l = 0; l < CHUNK; l++)

struct chunk {
    float coordinates[2][CHUNK];
    uint32_t layer[CHUNK];
    int32_t level[CHUNK];
    float delta[CHUNK]; /* On to the next level. */
    /* Of the level that is read. */
    float size[2][CHUNK];
    int32_t width[CHUNK];
    int32_t height[CHUNK];
    uint32_t base[CHUNK]; /* In texels from the view's start. */
    /* The texels of the filter: those of the first and second column and row. */
    int32_t at[2][2][CHUNK];
    float weight[2][CHUNK];
    uint32_t bytes[4][CHUNK];  /* Texels of four bytes. */
    float texels[4][4][CHUNK]; /* Texels of floats, by corner and component. */
    float result[2][4][CHUNK]; /* Of both levels. */
};

/* ---- levels ---- */

static inline float
difference(const float *u, unsigned lane, unsigned place)
{
    return u[lane + place] - u[lane];
}

/* log2 of the longer axis, of the quad that starts at a lane of the chunk. Squares that a float
 * cannot hold go the long way. */
static float
quad_lod(const struct chunk *chunk, const struct cpu_image_view *view, unsigned lane)
{
    const float *u = chunk->coordinates[0], *v = chunk->coordinates[1];
    const float width = (float)view->level[0].width, height = (float)view->level[0].height;
    const float xu = difference(u, lane, 1) * width, xv = difference(v, lane, 1) * height;
    const float yu = difference(u, lane, 2) * width, yv = difference(v, lane, 2) * height;
    const float x = xu * xu + xv * xv, y = yu * yu + yv * yv, most = x > y ? x : y;

    if (x == x && y == y && most > 1e-30F && most < 1e30F)
        return 0.5F * log2f(most);
    return sample_lod_of_change(view, &(struct sample_change){
                                          {difference(u, lane, 1), difference(v, lane, 1), 0},
                                          {difference(u, lane, 2), difference(v, lane, 2), 0},
                                      });
}

static void
set_levels(struct chunk *chunk, const struct cpu_image_view *view,
           const struct scene_sampler *sampler, const struct cpu_sample *sample, unsigned first)
{
    const unsigned count = sample->lanes - first < CHUNK ? sample->lanes - first : CHUNK;
    const float last = (float)(view->levels - 1);
    const bool is_filtered = sampler->mip == scene_filter_linear;
    float lod[CHUNK] = {0};

    memset(chunk->level, 0, sizeof(chunk->level));
    memset(chunk->delta, 0, sizeof(chunk->delta));
    if (view->levels == 1)
        return;
    if (sample->lod || sample->grad_x[0] || sample->bias || sample->min_lod || !sample->has_quads ||
        sample->lanes % 4) {
        for (unsigned l = 0; l < count; l++)
            lod[l] = sample_detail_of(view, sampler, sample, first + l).clamped;
    } else {
        for (unsigned l = 0; l < count; l += 4) {
            float bias = sampler->lod_bias;

            bias = bias < SAMPLE_MAX_LOD_BIAS ? bias : SAMPLE_MAX_LOD_BIAS;
            bias = bias > -SAMPLE_MAX_LOD_BIAS ? bias : -SAMPLE_MAX_LOD_BIAS;
            lod[l] = lod[l + 1] = lod[l + 2] = lod[l + 3] =
                sample_clamp_lod(sampler, quad_lod(chunk, view, l) + bias, sampler->min_lod);
        }
    }
    EACH_LANE(l)
    {
        float level = lod[l] > 0 ? lod[l] : 0;

        level = level < last ? level : last;
        const int32_t whole = (int32_t)level, near = (int32_t)(level + 0.5F);

        /* Of two levels as near, the finer. */
        chunk->level[l] = is_filtered ? whole : near - ((float)near == level + 0.5F);
        chunk->delta[l] = is_filtered ? level - (float)whole : 0;
    }
}

/* What the lanes' levels (and the next ones) are like. */
static void
look_up_levels(struct chunk *chunk, const struct cpu_image_view *view, unsigned step,
               unsigned texel_log2)
{
    EACH_LANE(l)
    {
        const uint32_t wanted = (uint32_t)chunk->level[l] + step;
        const struct cpu_image_level *level =
            &view->level[wanted < view->levels ? wanted : view->levels - 1];
        const size_t at = (size_t)(level->data - view->level[0].data);

        chunk->width[l] = (int32_t)level->width;
        chunk->height[l] = (int32_t)level->height;
        chunk->base[l] = (uint32_t)((at + chunk->layer[l] * level->layer) >> texel_log2);
    }
    EACH_LANE(l)
    {
        chunk->size[0][l] = (float)chunk->width[l];
        chunk->size[1][l] = (float)chunk->height[l];
    }
}

/* ---- coordinates ---- */

/* Coordinates that are not far out, else 0: floats from 2^24 on are whole and even. NaN is 0. In a
 * loop of its own, since compilers would make the rest of the work depend on it, lane by lane. */
static void
keep_near(const float *restrict u, float *restrict near)
{
    EACH_LANE(l) { near[l] = fabsf(u[l]) < 16777216.0F ? u[l] : 0; }
}

static inline float
clamp_unit(float u)
{
    return u > 0 ? (u < 1 ? u : 1) : 0;
}

/* What filtered coordinates come to from 0 to 1: a mirrored filter is the same from both sides. */
static void
wrap_unit(const float *restrict u, float *restrict unit, enum scene_wrap wrap)
{
    float near[CHUNK];

    keep_near(u, near);
    if (wrap == scene_wrap_repeat) {
        EACH_LANE(l)
        {
            const float rest = near[l] - (float)(int32_t)near[l];

            unit[l] = rest + (rest < 0 ? 1.0F : 0.0F);
        }
    } else if (wrap == scene_wrap_mirrored_repeat) {
        EACH_LANE(l)
        {
            const int32_t turns = (int32_t)(near[l] * 0.5F + (near[l] < 0 ? -0.5F : 0.5F));

            unit[l] = fabsf(near[l] - 2 * (float)turns);
        }
    } else {
        EACH_LANE(l)
        {
            unit[l] = clamp_unit(wrap == scene_wrap_clamp_to_edge ? u[l] : fabsf(u[l]));
        }
    }
}

static void
select_linear(struct chunk *chunk, unsigned axis, const int32_t *restrict count,
              enum scene_wrap wrap)
{
    const float *restrict size = chunk->size[axis];
    int32_t *restrict i0 = chunk->at[axis][0], *restrict i1 = chunk->at[axis][1];
    float *restrict weight = chunk->weight[axis];
    const bool repeats = wrap == scene_wrap_repeat;
    float unit[CHUNK];

    wrap_unit(chunk->coordinates[axis], unit, wrap);
    EACH_LANE(l)
    {
        const float texel = unit[l] * size[l] + 0.5F; /* One more than it is. */
        const int32_t i = (int32_t)texel, last = count[l] - 1;
        const int32_t before = repeats ? last : 0, after = repeats ? i - last - 1 : last;

        weight[l] = texel - (float)i;
        i0[l] = i - 1 < 0 ? before : i - 1;
        i1[l] = i > last ? after : i;
    }
}

/* As double, in which the products are exact: no rounding moves to the next texel. */
static void
select_nearest(struct chunk *chunk, unsigned axis, const int32_t *restrict count,
               enum scene_wrap wrap)
{
    const float *restrict u = chunk->coordinates[axis];
    int32_t *restrict i0 = chunk->at[axis][0];
    const bool repeats = wrap == scene_wrap_repeat;
    float near[CHUNK];

    keep_near(u, near);
    EACH_LANE(l)
    {
        const double rest = (double)near[l] - (double)(int32_t)near[l];
        const double unit = repeats ? rest + (rest < 0 ? 1 : 0) : (double)clamp_unit(u[l]);
        const int32_t i = (int32_t)(unit * count[l]);

        i0[l] = i < count[l] ? i : count[l] - 1;
    }
}

/* ---- texels ---- */

static inline uint32_t
load_word(const uint8_t *at)
{
    return __atomic_load_n((const uint32_t *)(const void *)at, __ATOMIC_RELAXED);
}

static void
load_corner(struct chunk *chunk, const struct cpu_image_view *view,
            const struct sample_fast_kind *kind, unsigned corner)
{
    const int32_t *x = chunk->at[0][corner & 1], *y = chunk->at[1][corner >> 1];
    const uint8_t *data = view->level[0].data;
    size_t at[CHUNK];

    EACH_LANE(l)
    {
        at[l] = (size_t)(chunk->base[l] + (uint32_t)(y[l] * chunk->width[l] + x[l]))
                << kind->texel_log2;
    }
    switch (kind->texels) {
    case sample_texels_bytes:
        EACH_LANE(l) { chunk->bytes[corner][l] = load_word(data + at[l]); }
        break;
    case sample_texels_floats:
        EACH_LANE(l)
        {
            for (unsigned c = 0; c < 4; c++)
                chunk->texels[corner][c][l] =
                    base_float_of_bits(load_word(data + at[l] + 4 * (size_t)c));
        }
        break;
    case sample_texels_any:
        EACH_LANE(l)
        {
            uint32_t words[4];

            sample_read_texel(view, data + at[l], words);
            for (unsigned c = 0; c < 4; c++)
                chunk->texels[corner][c][l] = base_float_of_bits(words[c]);
        }
        break;
    }
}

static inline float
mix_four(float a, float b, float c, float d, float x, float y)
{
    const float upper = a + (b - a) * x, lower = c + (d - c) * x;

    return upper + (lower - upper) * y;
}

static inline float
byte_of(uint32_t texel, unsigned c)
{
    return (float)(int32_t)(texel >> 8 * c & 255);
}

static void
filter_bytes(struct chunk *chunk, float result[4][CHUNK], bool is_linear)
{
    for (unsigned c = 0; c < 4; c++) {
        if (!is_linear) {
            EACH_LANE(l) { result[c][l] = byte_of(chunk->bytes[0][l], c); }
            continue;
        }
        EACH_LANE(l)
        {
            result[c][l] = mix_four(byte_of(chunk->bytes[0][l], c), byte_of(chunk->bytes[1][l], c),
                                    byte_of(chunk->bytes[2][l], c), byte_of(chunk->bytes[3][l], c),
                                    chunk->weight[0][l], chunk->weight[1][l]);
        }
    }
}

static void
filter_floats(struct chunk *chunk, float result[4][CHUNK], bool is_linear)
{
    for (unsigned c = 0; c < 4; c++) {
        if (!is_linear) {
            memcpy(result[c], chunk->texels[0][c], sizeof(result[c]));
            continue;
        }
        EACH_LANE(l)
        {
            result[c][l] =
                mix_four(chunk->texels[0][c][l], chunk->texels[1][c][l], chunk->texels[2][c][l],
                         chunk->texels[3][c][l], chunk->weight[0][l], chunk->weight[1][l]);
        }
    }
}

/* ---- all of it ---- */

static void
filter_level(struct chunk *chunk, const struct cpu_image_view *view,
             const struct sample_fast_kind *kind, unsigned step)
{
    look_up_levels(chunk, view, step, kind->texel_log2);
    if (kind->is_linear) {
        select_linear(chunk, 0, chunk->width, kind->wrap[0]);
        select_linear(chunk, 1, chunk->height, kind->wrap[1]);
    } else {
        select_nearest(chunk, 0, chunk->width, kind->wrap[0]);
        select_nearest(chunk, 1, chunk->height, kind->wrap[1]);
    }
    for (unsigned corner = 0; corner < (kind->is_linear ? 4u : 1u); corner++)
        load_corner(chunk, view, kind, corner);
    if (kind->texels == sample_texels_bytes)
        filter_bytes(chunk, chunk->result[step], kind->is_linear);
    else
        filter_floats(chunk, chunk->result[step], kind->is_linear);
}

static void
write_chunk(struct chunk *chunk, const struct sample_fast_kind *kind,
            const struct cpu_sample *sample, unsigned first)
{
    const size_t count = sample->lanes - first < CHUNK ? sample->lanes - first : CHUNK;
    static const float zeroes[CHUNK];
    static const float ones[CHUNK] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

    if (kind->texels == sample_texels_bytes) {
        for (unsigned c = 0; c < 4; c++) {
            EACH_LANE(l) { chunk->result[0][c][l] /= 255; }
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        const uint8_t from = kind->from[c];
        const float *value = from < 4 ? chunk->result[0][from] : from == 4 ? zeroes : ones;

        memcpy(sample->result + c * sample->stride + first, value, count * sizeof(*value));
    }
}

void
FAST_NAME(const struct cpu_image_view *view, const struct scene_sampler *sampler,
          const struct sample_fast_kind *kind, const struct cpu_sample *sample)
{
    struct chunk chunk;

    for (unsigned first = 0; first < sample->lanes; first += CHUNK) {
        const size_t count = sample->lanes - first < CHUNK ? sample->lanes - first : CHUNK;
        bool is_between = false;

        if (!(sample->mask >> first & ((1u << CHUNK) - 1)))
            continue;
        memset(chunk.coordinates, 0, sizeof(chunk.coordinates));
        for (unsigned i = 0; i < 2; i++)
            memcpy(chunk.coordinates[i], sample->coordinates[i] + first, count * sizeof(float));
        EACH_LANE(l)
        {
            chunk.layer[l] =
                l < count && view->is_arrayed && sample->layer
                    ? sample_layer_of(view, base_float_of_bits(sample->layer[first + l]))
                    : 0;
        }
        set_levels(&chunk, view, sampler, sample, first);
        filter_level(&chunk, view, kind, 0);
        EACH_LANE(l) { is_between |= chunk.delta[l] > 0; }
        if (is_between) {
            filter_level(&chunk, view, kind, 1);
            for (unsigned c = 0; c < 4; c++) {
                EACH_LANE(l)
                {
                    chunk.result[0][c][l] +=
                        (chunk.result[1][c][l] - chunk.result[0][c][l]) * chunk.delta[l];
                }
            }
        }
        write_chunk(&chunk, kind, sample, first);
    }
}
