/* SPDX-License-Identifier: MIT
 *
 * Random images, samplers and coordinates against a sampler that follows the specification's text
 * in double, one texel after the other, and shares no code with the one under test.
 */
#include "kit.h"

#include "cpu/sample/sample_priv.h"
#include "random.h"

#define MAX_BYTES (1 << 16)
#define LANES 20  /* More than the loops over lanes take at once, and no multiple of that. */
#define NEAR 1e-3 /* Of a place where another texel or level is taken. */

static struct random rng = {7};

static double
uniform(double low, double high)
{
    return random_double(&rng, low, high);
}

static uint32_t
below(uint32_t count)
{
    return random_next(&rng) % count;
}

/* ---- one case ---- */

struct fixture {
    struct scene_image image;
    struct scene_view view;
    struct scene_sampler sampler;
    bool has_dref;
    bool is_integer;
    bool is_depth;
    _Alignas(16) uint8_t data[MAX_BYTES];
};

static const enum scene_format formats[] = {
    scene_format_r32g32b32a32_sfloat,
    scene_format_r8g8b8a8_unorm,
    scene_format_b8g8r8a8_unorm,
    scene_format_r8g8b8a8_srgb,
    scene_format_r16g16_sfloat,
    scene_format_r5g6b5_unorm_pack16,
    scene_format_r8_snorm,
    scene_format_b10g11r11_ufloat_pack32,
    scene_format_r8g8b8_unorm,
    scene_format_r16g16b16a16_unorm,
    scene_format_r8g8b8a8_uint,
    scene_format_r32g32_sint,
    scene_format_r32g32b32_uint,
    scene_format_d16_unorm,
    scene_format_d32_sfloat,
    scene_format_d24_unorm_s8_uint,
};

static uint32_t
extent(uint32_t size, uint32_t level)
{
    return size >> level ? size >> level : 1;
}

static void
make_image(struct fixture *f, enum ir_dim dim)
{
    const uint32_t cubes = 1 + below(3);
    struct scene_image *image = &f->image;

    /* The first three are what loops over lanes take. */
    *image = kit_image(formats[below(below(3) ? BASE_COUNT(formats) : 3)],
                       dim == ir_dim_1d   ? scene_image_1d
                       : dim == ir_dim_3d ? scene_image_3d
                                          : scene_image_2d,
                       1 + below(9), dim == ir_dim_1d ? 1 : 1 + below(9),
                       dim == ir_dim_3d ? 1 + below(6) : 1, 1, 1);
    if (dim == ir_dim_cube) {
        image->height = image->width;
        image->layers = 6 * cubes;
    } else if (dim != ir_dim_3d) {
        image->layers = 1 + below(4);
    }
    while (image->width >> image->levels && image->levels < 4)
        image->levels++;
    /* Floats of moderate size; any bits of the others. */
    assert_true(scene_image_size(image) <= MAX_BYTES);
    for (size_t i = 0; i < scene_image_size(image); i++)
        f->data[i] = (uint8_t)random_next(&rng);
    if (image->format == scene_format_r32g32b32a32_sfloat ||
        image->format == scene_format_d32_sfloat) {
        for (size_t i = 0; i < scene_image_size(image); i += 4) {
            const float value = (float)uniform(-1, 2);

            memcpy(f->data + i, &value, 4);
        }
    }
    if (image->format == scene_format_r16g16_sfloat) {
        for (size_t i = 1; i < scene_image_size(image); i += 2)
            f->data[i] &= 0xbf;
    }
    if (image->format == scene_format_b10g11r11_ufloat_pack32) {
        for (size_t i = 0; i < scene_image_size(image); i += 4) {
            uint32_t word;

            memcpy(&word, f->data + i, 4);
            word &= ~(UINT32_C(1) << 10 | UINT32_C(1) << 21 | UINT32_C(1) << 31);
            memcpy(f->data + i, &word, 4);
        }
    }
}

static void
make_view(struct fixture *f, enum ir_dim dim)
{
    const struct scene_image *image = &f->image;
    struct scene_view *view = &f->view;
    const uint32_t unit = dim == ir_dim_cube ? 6 : 1;

    *view = (struct scene_view){.dim = dim};
    view->is_arrayed = dim != ir_dim_3d && below(2);
    view->first_level = below(image->levels);
    view->level_count = 1 + below(image->levels - view->first_level);
    view->first_layer = unit * below(image->layers / unit);
    view->layer_count =
        view->is_arrayed ? unit * (1 + below((image->layers - view->first_layer) / unit)) : unit;
    for (unsigned c = 0; c < 4 && below(4) == 0; c++)
        view->swizzle[c] = (uint8_t)below(7);
    f->is_depth = scene_format_infos[image->format].has_depth;
    view->is_stencil = scene_format_infos[image->format].has_stencil && below(2);
    f->is_integer = view->is_stencil || !scene_format_is_float(image->format);
    f->has_dref = f->is_depth && !view->is_stencil && below(2);
    if (f->has_dref)
        memset(view->swizzle, 0, sizeof(view->swizzle));
}

static void
make_sampler(struct fixture *f, enum ir_dim dim)
{
    struct scene_sampler *s = &f->sampler;

    *s = (struct scene_sampler){.mip = (enum scene_filter)below(2),
                                .wrap_u = (enum scene_wrap)below(5),
                                .wrap_v = (enum scene_wrap)below(5),
                                .wrap_w = (enum scene_wrap)below(5),
                                .lod_bias = (float)uniform(-1, 1),
                                .min_lod = (float)uniform(-1, 1),
                                .border = (enum scene_border)below(3),
                                .compare = (enum scene_compare)below(8)};
    if (below(2)) {
        s->wrap_u = below(2) ? REPEAT : EDGE;
        s->wrap_v = below(2) ? REPEAT : EDGE;
    }
    s->mag = (enum scene_filter)below(2);
    s->min = below(3) ? s->mag : (enum scene_filter)below(2);
    s->max_lod = s->min_lod + (float)uniform(0, 5);
    if ((dim == ir_dim_1d || dim == ir_dim_2d) && !f->view.is_arrayed && !f->has_dref &&
        below(8) == 0) {
        s->is_unnormalized = true;
        s->min = s->mag;
        s->mip = NEAREST;
        s->min_lod = s->max_lod = 0;
        s->wrap_u = below(2) ? EDGE : BORDER;
        s->wrap_v = below(2) ? EDGE : BORDER;
    }
    if (f->is_integer)
        s->mag = s->min = s->mip = NEAREST;
}

/* ---- the reference ---- */

struct reference {
    const struct fixture *f;
    double dref;
    bool is_open; /* So near to a change that roundings decide. */
};

/* "Wrapping Operation", formula by formula. */
static int
mirror(int n)
{
    return n >= 0 ? n : -(1 + n);
}

static int
modulo(int a, int b)
{
    return (a % b + b) % b;
}

static int
limit(int i, int low, int high)
{
    return i < low ? low : i > high ? high : i;
}

static int
wrapped(int i, int size, enum scene_wrap wrap)
{
    switch (wrap) {
    case scene_wrap_repeat:
        return modulo(i, size);
    case scene_wrap_mirrored_repeat:
        return (size - 1) - mirror(modulo(i, 2 * size) - size);
    case scene_wrap_clamp_to_edge:
        return limit(i, 0, size - 1);
    case scene_wrap_clamp_to_border:
        return limit(i, -1, size);
    case scene_wrap_mirror_clamp_to_edge:
        return limit(mirror(i), 0, size - 1);
    }
    return 0;
}

static bool
compares(enum scene_compare how, double a, double b)
{
    const bool rows[] = {false, a<b, a == b, a <= b, a> b, a != b, a >= b, true};

    return rows[how];
}

/* Four components, integers as their values; after comparison. */
static void
read_texel(struct reference *r, uint32_t level, uint32_t layer, const int at[3], double texel[4])
{
    const struct scene_image *image = &r->f->image;
    const struct scene_format_info *info = &scene_format_infos[image->format];
    const uint32_t number = r->f->view.first_level + level;
    const int w = (int)extent(image->width, number), h = (int)extent(image->height, number),
              d = (int)extent(image->depth, number);
    const bool is_border =
        at[0] < 0 || at[0] >= w || at[1] < 0 || at[1] >= h || at[2] < 0 || at[2] >= d;

    for (unsigned c = 0; c < 4; c++)
        texel[c] = c == 3;
    if (is_border) {
        static const double colors[3][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}};

        for (unsigned c = 0; c < (r->f->is_depth ? 1u : info->components); c++)
            texel[c] = colors[r->f->sampler.border][c];
    } else {
        const size_t slice = (r->f->view.first_layer + layer) + (size_t)at[2];
        const size_t place = (slice * (size_t)h + (size_t)at[1]) * (size_t)w + (size_t)at[0];
        uint32_t words[4];

        scene_format_unpack(image->format,
                            r->f->data + scene_image_level_at(image, number) + place * info->bytes,
                            words);
        if (r->f->view.is_stencil)
            texel[0] = words[1];
        else if (r->f->is_depth)
            texel[0] = (double)base_float_of_bits(words[0]);
        for (unsigned c = 0; !r->f->is_depth && c < 4; c++)
            texel[c] = info->numeric == scene_numeric_sint ? (int32_t)words[c]
                       : r->f->is_integer                  ? words[c]
                                                           : (double)base_float_of_bits(words[c]);
    }
    if (r->f->has_dref) {
        const bool is_fixed = info->numeric == scene_numeric_unorm;
        const double dref = is_fixed ? fmin(fmax(r->dref, 0), 1) : r->dref;

        texel[0] = compares(r->f->sampler.compare, dref, texel[0]);
    }
}

/* The direction that s and t, from -1 to 1, of a face mean. */
static void
direction_of(unsigned face, double s, double t, double d[3])
{
    const double rows[6][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t},
                               {s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};

    memcpy(d, rows[face], sizeof(rows[face]));
}

static double
center_of(int i, int size)
{
    return (2.0 * i + 1) / size - 1;
}

/* Over an edge: of all texels of other faces the one whose middle is nearest to the edge's part
 * that this texel has. */
static void
cross_edge(unsigned *face, int at[2], int size)
{
    double edge[3], best = 1e9;
    const unsigned from = *face;
    int found[2] = {0, 0};

    direction_of(from,
                 at[0] < 0       ? -1
                 : at[0] >= size ? 1
                                 : center_of(at[0], size),
                 at[1] < 0       ? -1
                 : at[1] >= size ? 1
                                 : center_of(at[1], size),
                 edge);
    for (unsigned to = 0; to < 6; to++) {
        for (int i = 0; to != from && i < size * size; i++) {
            double point[3], distance = 0;

            direction_of(to, center_of(i % size, size), center_of(i / size, size), point);
            for (unsigned c = 0; c < 3; c++)
                distance += (point[c] - edge[c]) * (point[c] - edge[c]);
            if (distance < best - 1e-9) {
                best = distance;
                *face = to;
                found[0] = i % size;
                found[1] = i / size;
            }
        }
    }
    at[0] = found[0];
    at[1] = found[1];
}

static void
read_cube_texel(struct reference *r, uint32_t level, uint32_t cube, unsigned face, int x, int y,
                double texel[4])
{
    const int n = (int)extent(r->f->image.width, r->f->view.first_level + level);
    const int at[3][3] = {
        {limit(x, 0, n - 1), limit(y, 0, n - 1)}, {x, limit(y, 0, n - 1)}, {limit(x, 0, n - 1), y}};
    const bool is_corner = at[0][0] != x && at[0][1] != y;
    double sum[4] = {0};

    for (unsigned i = 0; i < (is_corner ? 3u : 1u); i++) {
        int place[3] = {is_corner ? at[i][0] : x, is_corner ? at[i][1] : y, 0};
        unsigned to = face;

        if (place[0] < 0 || place[0] >= n || place[1] < 0 || place[1] >= n)
            cross_edge(&to, place, n);
        read_texel(r, level, cube * 6 + to, place, texel);
        for (unsigned c = 0; c < 4; c++)
            sum[c] += texel[c] / (is_corner ? 3 : 1);
    }
    memcpy(texel, sum, sizeof(sum));
}

static void
note_nearness(struct reference *r, double value, double distance)
{
    if (fabs(value - nearbyint(value)) < distance)
        r->is_open = true;
}

/* A sample in one level: all combinations of two texels an axis, weighted. */
static void
filter(struct reference *r, uint32_t level, uint32_t layer, unsigned face, const double uvw[3],
       const int offset[3], bool is_linear, double result[4])
{
    const struct fixture *f = r->f;
    const uint32_t number = f->view.first_level + level;
    const int size[3] = {(int)extent(f->image.width, number), (int)extent(f->image.height, number),
                         (int)extent(f->image.depth, number)};
    const enum scene_wrap wrap[3] = {f->sampler.wrap_u, f->sampler.wrap_v, f->sampler.wrap_w};
    const bool is_cube = f->view.dim == ir_dim_cube;
    const unsigned dimensions = f->view.dim == ir_dim_1d ? 1 : f->view.dim == ir_dim_3d ? 3 : 2;

    memset(result, 0, 4 * sizeof(*result));
    for (unsigned corner = 0; corner < (is_linear ? 1u << dimensions : 1); corner++) {
        double weight = 1, texel[4];
        int at[3] = {0, 0, 0};

        for (unsigned i = 0; i < dimensions; i++) {
            const double u = uvw[i] * (f->sampler.is_unnormalized ? 1 : size[i]);
            const double place = is_linear ? u - 0.5 : u;
            const double alpha = place - floor(place);

            if (!is_linear && is_cube)
                note_nearness(r, u, NEAR);
            at[i] = (int)floor(place) + (is_linear ? (int)(corner >> i & 1) : 0) + offset[i];
            if (is_linear)
                weight *= corner >> i & 1 ? alpha : 1 - alpha;
            if (!is_cube)
                at[i] = wrapped(at[i], size[i], wrap[i]);
            else if (!is_linear)
                at[i] = limit(at[i], 0, size[i] - 1);
        }
        if (is_cube)
            read_cube_texel(r, level, layer, face, at[0], at[1], texel);
        else
            read_texel(r, level, layer, at, texel);
        for (unsigned c = 0; c < 4; c++)
            result[c] += weight * texel[c];
    }
}

static void
filter_levels(struct reference *r, double lod, uint32_t layer, unsigned face, const double uvw[3],
              const int offset[3], double result[4])
{
    const struct scene_sampler *s = &r->f->sampler;
    const double last = r->f->view.level_count - 1;
    const double clamped = fmin(fmax(lod, (double)s->min_lod), (double)s->max_lod);
    const bool is_linear = (clamped <= 0 ? s->mag : s->min) == LINEAR;
    const double d = fmin(fmax(clamped, 0), last);
    double coarse[4];

    if (s->mag != s->min && fabs(clamped) < NEAR)
        r->is_open = true;
    if (s->mip == NEAREST) {
        if (d > 0 && d < last)
            note_nearness(r, d + 0.5, NEAR);
        filter(r, (uint32_t)(ceil(d + 0.5) - 1), layer, face, uvw, offset, is_linear, result);
        return;
    }
    filter(r, (uint32_t)floor(d), layer, face, uvw, offset, is_linear, result);
    filter(r, (uint32_t)fmin(floor(d) + 1, last), layer, face, uvw, offset, is_linear, coarse);
    for (unsigned c = 0; c < 4; c++)
        result[c] += (coarse[c] - result[c]) * (d - floor(d));
}

/* ---- cubes ---- */

static unsigned
face_of(struct reference *r, const double d[3])
{
    const double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
    const double most = fmax(x, fmax(y, z));
    const unsigned axis = z == most ? 2 : y == most ? 1 : 0;

    if ((x != most && most - x < NEAR * most) || (y != most && most - y < NEAR * most) ||
        (z != most && most - z < NEAR * most))
        r->is_open = true;
    return axis * 2 + (d[axis] < 0);
}

/* Along s (0) or t (1) of a face, from 0 to 1. */
static double
along(unsigned face, const double d[3], unsigned which)
{
    double origin[3], tip[3], sum = 0, major = 0;

    direction_of(face, 0, 0, origin);
    direction_of(face, which == 0, which == 1, tip);
    for (unsigned c = 0; c < 3; c++) {
        sum += (tip[c] - origin[c]) * d[c];
        major += origin[c] * d[c];
    }
    return sum / major / 2 + 0.5;
}

/* ---- level of detail ---- */

/* log2 of the longer axis; of cubes by the difference over a very small step. */
static double
lod_of_change(const struct fixture *f, unsigned face, const double at[3], const double x[3],
              const double y[3])
{
    const uint32_t first = f->view.first_level;
    const double size[3] = {extent(f->image.width, first), extent(f->image.height, first),
                            extent(f->image.depth, first)};
    const unsigned dimensions = f->view.dim == ir_dim_1d ? 1 : f->view.dim == ir_dim_3d ? 3 : 2;
    double lengths[2] = {0, 0};

    for (unsigned i = 0; i < 2 * dimensions; i++) {
        const double *change = i < dimensions ? x : y;
        const unsigned axis = i % dimensions;
        double difference = change[axis];

        if (f->view.dim == ir_dim_cube) {
            const double step = 1e-6;
            double to[3], from[3];

            for (unsigned c = 0; c < 3; c++) {
                to[c] = at[c] + step * change[c];
                from[c] = at[c] - step * change[c];
            }
            difference = (along(face, to, axis) - along(face, from, axis)) / (2 * step);
        }
        lengths[i / dimensions] += difference * size[axis] * difference * size[axis];
    }
    return 0.5 * log2(fmax(lengths[0], lengths[1]));
}

/* ---- a group of lanes against it ---- */

enum way { way_lod, way_bias, way_implicit, way_gradients, way_none, way_count };

struct group {
    float coordinates[3][LANES];
    float layer[LANES];
    float dref[LANES];
    float level[LANES];
    float grad[2][3][LANES];
    int32_t offset[3][LANES];
    uint32_t result[4][LANES];
    enum way way;
    bool has_offset;
};

static void
make_group(struct group *g, const struct fixture *f)
{
    const double scale = f->sampler.is_unnormalized ? f->image.width : 1;
    const double spread = below(2) ? 0.2 : 4;

    memset(g, 0, sizeof(*g));
    g->way = f->sampler.is_unnormalized ? way_lod : (enum way)below(way_count);
    g->has_offset = f->view.dim != ir_dim_cube && below(3) == 0;
    for (unsigned l = 0; l < LANES; l++) {
        for (unsigned i = 0; i < 3; i++) {
            g->coordinates[i][l] = (float)(scale * uniform(-1.5, 2.5));
            if (l % 4 && g->way == way_implicit) /* Of the quad's first. */
                g->coordinates[i][l] =
                    g->coordinates[i][l / 4 * 4] + (float)(scale * spread * uniform(-0.5, 0.5));
            if (f->view.dim != ir_dim_cube && below(8) == 0 && g->way != way_implicit)
                g->coordinates[i][l] = (float)below(9) / 8; /* On edges of texels. */
            g->grad[0][i][l] = (float)(spread * uniform(-0.5, 0.5));
            g->grad[1][i][l] = (float)(spread * uniform(-0.5, 0.5));
            g->offset[i][l] = g->has_offset ? random_int(&rng, -8, 7) : 0;
        }
        g->layer[l] = (float)uniform(-1, 5);
        g->dref[l] = (float)uniform(-0.5, 1.5);
        g->level[l] = g->way == way_lod && f->sampler.is_unnormalized ? 0 : (float)uniform(-2, 5);
    }
}

static unsigned fast_count;

/* Whatever processor this is: loops for any give the same bits. */
static void
compare_loops(const struct cpu_image_view *view, const struct scene_sampler *sampler,
              const struct cpu_sample *sample)
{
    struct cpu_sample again = *sample;
    struct sample_fast_kind kind;
    uint32_t words[4][LANES];

    if (!sample_fast_kind_of(view, sampler, sample, &kind))
        return;
    fast_count++;
    again.result = words[0];
    sample_fast_plain(view, sampler, &kind, &again);
    assert_memory_equal(words, sample->result, sizeof(words));
}

static void
run_group(struct group *g, const struct fixture *f, const struct cpu_image_view *view)
{
    struct cpu_sample sample = {.mask = (1u << LANES) - 1,
                                .lanes = LANES,
                                .has_quads = g->way == way_implicit || g->way == way_bias,
                                .layer = (uint32_t *)g->layer,
                                .result = g->result[0],
                                .stride = LANES};

    for (unsigned i = 0; i < 3; i++) {
        sample.coordinates[i] = (uint32_t *)g->coordinates[i];
        if (g->way == way_gradients) {
            sample.grad_x[i] = (uint32_t *)g->grad[0][i];
            sample.grad_y[i] = (uint32_t *)g->grad[1][i];
        }
        if (g->has_offset)
            sample.offset[i] = (uint32_t *)g->offset[i];
    }
    sample.dref = f->has_dref ? (uint32_t *)g->dref : NULL;
    sample.lod = g->way == way_lod ? (uint32_t *)g->level : NULL;
    sample.bias = g->way == way_bias ? (uint32_t *)g->level : NULL;
    cpu_image_sample(view, &f->sampler, &sample);
    compare_loops(view, &f->sampler, &sample);
}

static double
expected_lod(const struct group *g, const struct fixture *f, unsigned lane, unsigned face,
             const double at[3])
{
    double x[3], y[3];

    for (unsigned i = 0; i < 3; i++) {
        const float *u = g->coordinates[i], *of = &u[lane / 4 * 4];

        x[i] = (double)(g->way == way_gradients ? g->grad[0][i][lane] : of[1] - of[0]);
        y[i] = (double)(g->way == way_gradients ? g->grad[1][i][lane] : of[2] - of[0]);
    }
    switch (g->way) {
    case way_lod:
        return (double)(g->level[lane] + f->sampler.lod_bias);
    case way_bias:
        return lod_of_change(f, face, at, x, y) + (double)(g->level[lane] + f->sampler.lod_bias);
    case way_implicit:
    case way_gradients:
        return lod_of_change(f, face, at, x, y) + (double)f->sampler.lod_bias;
    case way_none:
    case way_count:
        break;
    }
    return (double)f->sampler.lod_bias;
}

static double
found_value(const struct group *g, const struct fixture *f, unsigned lane, unsigned c)
{
    const uint32_t word = g->result[c][lane];
    const bool is_signed = scene_format_infos[f->image.format].numeric == scene_numeric_sint;

    if (f->is_integer)
        return is_signed ? (double)(int32_t)word : (double)word;
    return (double)base_float_of_bits(word);
}

/* What the swizzle makes of component c. */
static double
swizzled(const struct fixture *f, const double texel[4], unsigned c)
{
    switch (f->view.swizzle[c]) {
    case scene_swizzle_same:
        return texel[c];
    case scene_swizzle_zero:
    case scene_swizzle_one:
        return f->view.swizzle[c] == scene_swizzle_one;
    }
    return texel[f->view.swizzle[c] - scene_swizzle_r];
}

/* Was the lane's result sure enough to compare? */
static bool
check_lane(const struct group *g, const struct fixture *f, unsigned lane, int row)
{
    struct reference r = {f, (double)g->dref[lane], false};
    const uint32_t units = f->view.layer_count / (f->view.dim == ir_dim_cube ? 6 : 1);
    const double layer =
        f->view.is_arrayed ? fmin(fmax(nearbyint((double)g->layer[lane]), 0), units - 1) : 0;
    double at[3], uvw[3], texel[4];
    int offset[3];
    unsigned face = 0;

    for (unsigned i = 0; i < 3; i++) {
        uvw[i] = at[i] = (double)g->coordinates[i][lane];
        offset[i] = g->offset[i][lane];
    }
    if (f->view.dim == ir_dim_cube) {
        face = face_of(&r, at);
        uvw[0] = along(face, at, 0);
        uvw[1] = along(face, at, 1);
    }
    filter_levels(&r, expected_lod(g, f, lane, face, at), (uint32_t)layer, face, uvw, offset,
                  texel);
    if (r.is_open)
        return false;
    for (unsigned c = 0; c < (f->has_dref ? 1u : 4u); c++) {
        const double found = found_value(g, f, lane, c), expected = swizzled(f, texel, c);

        /* Floats of 16 bits alone are large here. */
        if (!(fabs(found - expected) <= 1e-4 * (1 + 16 * (f->is_integer ? 0 : fabs(expected)))))
            fail_msg("case %d, lane %u, %s, dim %d, component %u: found %.9g, expected %.9g", row,
                     lane, scene_format_infos[f->image.format].name, (int)f->view.dim, c, found,
                     expected);
    }
    return true;
}

static void
test_against_reference(void **state)
{
    static struct fixture f;
    static struct group g;
    unsigned sure = 0, all = 0;
    (void)state;

    for (int row = 0; row < 12000; row++) {
        static const enum ir_dim dims[] = {ir_dim_1d, ir_dim_2d, ir_dim_2d,
                                           ir_dim_2d, ir_dim_3d, ir_dim_cube};
        const enum ir_dim dim = dims[below(BASE_COUNT(dims))];

        make_image(&f, dim);
        make_view(&f, dim);
        make_sampler(&f, dim);
        const struct cpu_image_view view = cpu_image_view_of(&f.image, &f.view, f.data);

        assert_int_equal(view.levels, f.view.level_count);
        make_group(&g, &f);
        run_group(&g, &f, &view);
        for (unsigned l = 0; l < LANES; l++, all++)
            sure += check_lane(&g, &f, l, row);
    }
    assert_true(sure > all / 10 * 9);
    assert_true(fast_count > 200);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_reference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
