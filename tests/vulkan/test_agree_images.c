/* SPDX-License-Identifier: MIT
 *
 * The CPU device against the host on random images: every dimension with every format, fetched,
 * gathered, compared and filtered, by samplers of every kind. Fetches, gathers and nearest filters
 * take the same texels; linear ones agree within two steps of 8 bits.
 */
#include "cpu/cpu.h"
#include "random.h"
#include "vk_job.h"

#include <math.h>

#define POINTS 64 /* Of a trial. */
#define WORDS 16  /* Of a point. */
#define MAX_TRIALS 24

static struct scene_device *host;
static struct scene_device *cpu;

/* ---- what is tried ---- */

struct shape {
    const char *name;
    enum ir_dim dim;
    bool is_arrayed;
    enum scene_image_dim image;
    uint32_t size[3];
    uint32_t layers;
    uint32_t levels;
};

/* Cubes have no levels so small that every texel is a corner. */
static const struct shape shapes[] = {
    {"1d", ir_dim_1d, false, scene_image_1d, {13, 1, 1}, 1, 4},
    {"1d array", ir_dim_1d, true, scene_image_1d, {9, 1, 1}, 3, 2},
    {"2d", ir_dim_2d, false, scene_image_2d, {13, 7, 1}, 1, 4},
    {"2d array", ir_dim_2d, true, scene_image_2d, {6, 8, 1}, 3, 2},
    {"3d", ir_dim_3d, false, scene_image_3d, {5, 6, 4}, 1, 3},
    {"cube", ir_dim_cube, false, scene_image_2d, {8, 8, 1}, 6, 2},
    {"cube array", ir_dim_cube, true, scene_image_2d, {8, 8, 1}, 12, 2},
};

struct trial {
    enum ir_op op;
    uint32_t bits;
    int32_t offset[3]; /* With IR_IMAGE_OFFSET. */
    struct scene_sampler sampler;
};

struct ask {
    const struct shape *shape;
    enum scene_format format;
    bool is_stencil;
    struct trial trials[MAX_TRIALS];
    uint32_t count;
};

/* The most that the devices differed by, over all trials. */
static struct {
    uint64_t exact_values;
    uint64_t linear_values;
    double exact;  /* Relative. */
    double coarse; /* In steps of 8 bits, unfiltered. */
    double linear; /* In steps of 8 bits. */
    const char *linear_format;
} worst;

static enum ir_texel
texel_of(const struct ask *ask)
{
    const uint8_t numeric = scene_format_infos[ask->format].numeric;

    if (ask->is_stencil || (numeric == scene_numeric_uint && !scene_format_is_float(ask->format)))
        return ir_texel_u32;
    return numeric == scene_numeric_sint ? ir_texel_i32 : ir_texel_f32;
}

static bool
is_linear(const struct trial *trial)
{
    return trial->op == ir_op_sample &&
           (trial->sampler.mag == scene_filter_linear ||
            trial->sampler.min == scene_filter_linear || trial->sampler.mip == scene_filter_linear);
}

/* ---- images ---- */

/* Any bits where they mean numbers between -1 and 1 or integers; else such numbers up to 4. */
static void
random_texel(struct random *random, enum scene_format format, void *data)
{
    const struct scene_format_info *info = &scene_format_infos[format];
    uint32_t words[4];

    if (!info->has_depth && info->numeric != scene_numeric_sfloat &&
        info->numeric != scene_numeric_ufloat) {
        for (uint32_t i = 0; i < info->bytes; i++)
            ((uint8_t *)data)[i] = (uint8_t)random_next(random);
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        const double low = info->numeric == scene_numeric_sfloat ? -4 : 0;
        /* Depths meet references that are such fourths, too. */
        const float value = info->has_depth ? (float)random_int(random, 0, 4) / 4
                                            : (float)random_double(random, low, 4);
        memcpy(&words[i], &value, sizeof(value));
    }
    if (info->has_stencil)
        words[1] = random_next(random) & 255;
    scene_format_pack(format, words, data);
}

static struct scene_image
random_image(struct vk_test *test, struct random *random, const struct ask *ask)
{
    const struct shape *shape = ask->shape;
    struct scene_image image = {
        .format = ask->format,
        .dim = shape->image,
        .width = shape->size[0],
        .height = shape->size[1],
        .depth = shape->size[2],
        .layers = shape->layers,
        .levels = shape->levels,
        .samples = 1,
    };
    const size_t bytes = scene_format_infos[ask->format].bytes;

    image.size = (size_t)scene_image_size(&image);
    char *data = base_arena_alloc(&test->arena, image.size);
    memset(data, 0, image.size);
    for (size_t at = 0; at < image.size; at += bytes)
        random_texel(random, ask->format, data + at);
    image.data = data;
    return image;
}

/* ---- places ---- */

static uint32_t
level_size(const struct shape *shape, uint32_t axis, uint32_t level)
{
    const uint32_t size = shape->size[axis] >> level;

    return size ? size : 1;
}

/* Is a coordinate far enough from where the texels that are taken change, in every level? */
static bool
is_clear(const struct shape *shape, uint32_t axis, double u, double shift)
{
    for (uint32_t level = 0; level < shape->levels; level++) {
        const double at = u * level_size(shape, axis, level) - shift;
        const double part = at - floor(at);

        if (part < 1.0 / 16 || part > 15.0 / 16)
            return false;
    }
    return true;
}

static double
random_coordinate(struct random *random, const struct ask *ask, const struct trial *trial,
                  uint32_t axis, double low, double high)
{
    double u;

    do {
        u = (double)(float)random_double(random, low, high);
    } while (!is_linear(trial) &&
             !is_clear(ask->shape, axis, u, trial->op == ir_op_gather ? 0.5 : 0));
    return u;
}

/* Is the place within half a texel of a corner of the face? What is taken there is not defined. */
static bool
is_corner(const struct shape *shape, double s, double t)
{
    const double border = 0.5 / level_size(shape, 0, shape->levels - 1);

    return fmin(s, 1 - s) <= border && fmin(t, 1 - t) <= border;
}

static void
cube_point(struct random *random, const struct ask *ask, const struct trial *trial, float *at)
{
    /* The axes that s and t run along, with their signs, and the major one. */
    static const struct {
        int axis[3];
        int sign[3];
    } faces[] = {
        {{2, 1, 0}, {-1, -1, 1}}, {{2, 1, 0}, {1, -1, -1}}, {{0, 2, 1}, {1, 1, 1}},
        {{0, 2, 1}, {1, -1, -1}}, {{0, 1, 2}, {1, -1, 1}},  {{0, 1, 2}, {-1, -1, -1}},
    };
    const int face = random_int(random, 0, 5);
    const double length = random_double(random, 0.5, 2);
    double s, t;

    do {
        s = random_coordinate(random, ask, trial, 0, 0.001, 0.999);
        t = random_coordinate(random, ask, trial, 1, 0.001, 0.999);
    } while ((is_linear(trial) || trial->op == ir_op_gather) && is_corner(ask->shape, s, t));
    at[faces[face].axis[0]] = (float)((2 * s - 1) * length * faces[face].sign[0]);
    at[faces[face].axis[1]] = (float)((2 * t - 1) * length * faces[face].sign[1]);
    at[faces[face].axis[2]] = (float)(length * faces[face].sign[2]);
}

/* Off the middle between two layers. */
static float
random_layer(struct random *random, uint32_t layers)
{
    return (float)(random_int(random, -1, (int32_t)layers) + random_double(random, -0.4, 0.4));
}

/* Off the middle between two levels, and off 0, where filters change. */
static double
random_level(struct random *random, const struct shape *shape)
{
    const int32_t level = random_int(random, -1, (int32_t)shape->levels);

    return level + (random_next(random) & 1 ? 1 : -1) * random_double(random, 0.05, 0.4);
}

static void
put(uint32_t *words, uint32_t place, float value)
{
    memcpy(&words[place], &value, sizeof(value));
}

/* Gradients along the axes, x's the longer: log2 of it is the level without its fraction, which the
 * sampler's bias adds. Hosts are free in the logarithm of other numbers than powers of two. */
static void
put_gradients(uint32_t *words, const struct shape *shape, double level, uint32_t dimensions)
{
    const double whole = floor(level + 0.5);

    put(words, 6, (float)(exp2(whole) / shape->size[0]));
    if (dimensions > 1)
        put(words, 10, (float)(exp2(whole - 1) / shape->size[1]));
}

/* Words 0 to 3: coordinates; 4: the reference; 5: the level; 6 to 11: gradients. */
static void
random_point(struct random *random, const struct ask *ask, const struct trial *trial,
             const struct ir_image_operands *operands, uint32_t *words)
{
    const struct shape *shape = ask->shape;
    const uint32_t axes = operands->coordinate_count - (shape->is_arrayed ? 1u : 0u);
    const uint32_t layers = shape->dim == ir_dim_cube ? shape->layers / 6 : shape->layers;
    const double level = random_level(random, shape);
    float at[4] = {0};

    if (trial->op == ir_op_fetch) {
        for (uint32_t i = 0; i < axes; i++)
            words[i] = (uint32_t)random_int(random, -2, (int32_t)shape->size[i] + 1);
        if (shape->is_arrayed)
            words[axes] = (uint32_t)random_int(random, 0, (int32_t)layers - 1);
        words[5] = (uint32_t)random_int(random, 0, (int32_t)shape->levels - 1);
        return;
    }
    if (shape->dim == ir_dim_cube)
        cube_point(random, ask, trial, at);
    for (uint32_t i = 0; shape->dim != ir_dim_cube && i < axes; i++)
        at[i] = (float)(random_coordinate(random, ask, trial, i, -1.5, 2.5) *
                        (trial->sampler.is_unnormalized ? shape->size[i] : 1));
    if (shape->is_arrayed)
        at[axes] = random_layer(random, layers);
    for (uint32_t i = 0; i < 4; i++)
        put(words, i, at[i]);
    put(words, 4, (float)random_int(random, -1, 9) / 8);
    put(words, 5, (float)(level - (double)trial->sampler.lod_bias));
    put_gradients(words, shape, level, operands->dimensions);
}

/* ---- shaders ---- */

static ir_ref
load(struct vk_compute *c, uint32_t places, uint32_t word, enum ir_type type)
{
    struct ir_builder *b = &c->b;
    const ir_ref at = ir_build_iadd(b, ir_build_imul(b, c->index, ir_build_i32(b, 4 * WORDS)),
                                    ir_build_i32(b, 4 * word));

    return ir_build_load_buffer(b, type, places, at);
}

static struct ir_shader *
make_shader(struct vk_test *test, const struct ir_image *image, const struct trial *trial)
{
    const struct ir_image_operands at = ir_image_operands_of(trial->op, image, trial->bits);
    const bool is_fetch = trial->op == ir_op_fetch;
    const enum ir_type type = ir_texel_type(image->texel);
    ir_ref operands[32];
    struct vk_compute c;

    vk_compute_begin(test, &c, POINTS, 4);
    const uint32_t places = vk_compute_buffer(&c, ir_buffer_storage, 2, 0);
    const uint32_t index = ir_add_image(c.shader, image);
    for (uint32_t i = 0; i < at.coordinate_count; i++)
        operands[i] = load(&c, places, i, is_fetch ? ir_type_i32 : ir_type_f32);
    if (at.dref >= 0)
        operands[at.dref] = load(&c, places, 4, ir_type_f32);
    if (at.lod >= 0)
        operands[at.lod] = load(&c, places, 5, is_fetch ? ir_type_i32 : ir_type_f32);
    for (uint32_t i = 0; i < at.dimensions && at.grad_x >= 0; i++) {
        operands[(uint32_t)at.grad_x + i] = load(&c, places, 6 + i, ir_type_f32);
        operands[(uint32_t)at.grad_y + i] = load(&c, places, 9 + i, ir_type_f32);
    }
    for (uint32_t i = 0; i < at.dimensions && at.offset >= 0; i++)
        operands[(uint32_t)at.offset + i] = ir_build_i32(&c.b, (uint32_t)trial->offset[i]);
    const bool is_one = at.dref >= 0 && trial->op == ir_op_sample;
    const ir_ref result =
        ir_build_list(&c.b, trial->op, is_one ? (ir_type_id)type : IR_VEC(type, 4), operands,
                      at.count, index | trial->bits);
    if (is_one)
        vk_compute_put(&c, 0, result);
    else
        vk_compute_put_vector(&c, result, type);
    return c.shader;
}

/* ---- running ---- */

static void
bind_trial(struct vk_test *test, uint32_t trial, struct scene_dispatch *dispatch)
{
    struct scene_binding *bindings = base_arena_new_array(&test->arena, struct scene_binding, 3);

    bindings[0] = (struct scene_binding){.kind = scene_binding_storage,
                                         .offset = (uint64_t)trial * POINTS * 16,
                                         .size = POINTS * 16};
    bindings[1] =
        (struct scene_binding){.binding = 1, .kind = scene_binding_combined, .sampler = trial};
    bindings[2] = (struct scene_binding){.binding = 2,
                                         .kind = scene_binding_storage,
                                         .buffer = 1,
                                         .offset = (uint64_t)trial * POINTS * WORDS * 4,
                                         .size = POINTS * WORDS * 4};
    dispatch->inputs = (struct scene_inputs){.bindings = bindings, .binding_count = 3};
}

static void
make_job(struct vk_test *test, struct random *random, const struct ask *ask, struct vk_job *job)
{
    const struct shape *shape = ask->shape;
    const struct ir_image declared = {.binding = 1,
                                      .dim = shape->dim,
                                      .kind = ir_image_combined,
                                      .texel = texel_of(ask),
                                      .is_arrayed = shape->is_arrayed,
                                      .count = 1};
    const struct scene_image image = random_image(test, random, ask);
    const size_t words = (size_t)ask->count * POINTS * WORDS;
    uint32_t *places = base_arena_new_array(&test->arena, uint32_t, words);

    vk_job_init(job, ask->count * POINTS * 4);
    vk_job_add_image(job, &image);
    job->views[0].dim = shape->dim;
    job->views[0].is_arrayed = shape->is_arrayed;
    job->views[0].is_stencil = ask->is_stencil;
    vk_job_add_buffer(job, places, words * sizeof(*places));
    for (uint32_t i = 0; i < ask->count; i++) {
        const struct trial *trial = &ask->trials[i];
        const struct ir_image_operands operands =
            ir_image_operands_of(trial->op, &declared, trial->bits);

        vk_job_add_sampler(job, &trial->sampler);
        for (uint32_t point = 0; point < POINTS; point++)
            random_point(random, ask, trial, &operands,
                         places + ((size_t)i * POINTS + point) * WORDS);
        bind_trial(test, i, vk_job_dispatch(job, make_shader(test, &declared, trial), 1));
    }
    vk_job_read_buffer(job, 0);
}

/* ---- comparing ---- */

static double
value_of(uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof(value));
    return (double)value;
}

/* Formats that llvmpipe's samplers take by way of 8 bits a component, although they have fewer
 * (Vulkan, "Conversion From Normalized Fixed-Point to Floating-Point": c / (2^b - 1)), and sRGB,
 * whose decoding is no arithmetic that is fixed to the last bit. */
static bool
is_coarse(enum scene_format format)
{
    const struct scene_format_info *info = &scene_format_infos[format];

    return info->numeric == scene_numeric_srgb ||
           (info->numeric == scene_numeric_unorm && !info->has_depth &&
            info->bytes < info->components);
}

/* Is it the alpha of a fetch outside the image, where the format has none? That is 0 or 1, as a
 * device likes. */
static bool
is_free(const struct ask *ask, const struct trial *trial, const uint32_t *words, uint32_t c)
{
    const struct scene_format_info *info = &scene_format_infos[ask->format];
    const uint32_t axes = ask->shape->dim == ir_dim_1d ? 1 : ask->shape->dim == ir_dim_2d ? 2 : 3;

    if (trial->op != ir_op_fetch || c != 3 || (info->components == 4 && !ask->is_stencil))
        return false;
    for (uint32_t i = 0; i < axes; i++) {
        if (words[i] >= level_size(ask->shape, i, words[5]))
            return true;
    }
    return false;
}

/* Is what both found near enough? Steps of 8 bits are of the range of the format's numbers. */
static bool
compare_floats(const struct ask *ask, const struct trial *trial, uint32_t a, uint32_t b)
{
    const uint8_t numeric = scene_format_infos[ask->format].numeric;
    const bool is_wide = numeric == scene_numeric_sfloat || numeric == scene_numeric_ufloat;
    const double x = value_of(a), y = value_of(b);
    const double steps =
        fabs(x - y) * 255 / (is_wide && !scene_format_infos[ask->format].has_depth ? 4 : 1);

    if (is_linear(trial)) {
        worst.linear_values++;
        if (steps > worst.linear) {
            worst.linear = steps;
            worst.linear_format = scene_format_infos[ask->format].name;
        }
        return steps <= 2;
    }
    worst.exact_values++;
    if (is_coarse(ask->format)) {
        worst.coarse = fmax(worst.coarse, steps);
        return steps < 1;
    }
    const double relative = a == b || x == y ? 0 : fabs(x - y) / fmax(fabs(x), fabs(y));
    worst.exact = fmax(worst.exact, relative);
    return relative <= 0x1p-22;
}

static void
fail_point(const struct ask *ask, uint32_t trial, uint32_t point, const uint32_t *words,
           const uint32_t *found, const uint32_t *expected)
{
    const struct trial *t = &ask->trials[trial];

    print_error(
        "place %g %g %g %g, reference %g, level %g (%d), sampler: filters %d %d %d, wrap %d "
        "%d %d, border %d, levels %g to %g, compare %d\n",
        value_of(words[0]), value_of(words[1]), value_of(words[2]), value_of(words[3]),
        value_of(words[4]), value_of(words[5]), (int)words[5], (int)t->sampler.mag,
        (int)t->sampler.min, (int)t->sampler.mip, (int)t->sampler.wrap_u, (int)t->sampler.wrap_v,
        (int)t->sampler.wrap_w, (int)t->sampler.border, (double)t->sampler.min_lod,
        (double)t->sampler.max_lod, t->sampler.has_compare ? (int)t->sampler.compare : -1);
    fail_msg(
        "%s of %s%s, %s 0x%x, trial %u, point %u: cpu found %g %g %g %g (0x%x), the host %g %g "
        "%g %g (0x%x)",
        ask->shape->name, scene_format_infos[ask->format].name, ask->is_stencil ? " (stencil)" : "",
        ir_op_infos[t->op].name, t->bits, trial, point, value_of(found[0]), value_of(found[1]),
        value_of(found[2]), value_of(found[3]), found[0], value_of(expected[0]),
        value_of(expected[1]), value_of(expected[2]), value_of(expected[3]), expected[0]);
}

static void
run_both(struct vk_test *test, struct random *random, const struct ask *ask)
{
    struct vk_job *job = base_arena_new(&test->arena, struct vk_job);

    make_job(test, random, ask, job);
    const uint32_t *found = vk_job_run(test, cpu, job).reads[0].data;
    const uint32_t *expected = vk_job_run(test, host, job).reads[0].data;
    const uint32_t *places = job->buffers[1].data;
    for (uint32_t i = 0; i < ask->count * POINTS; i++) {
        const struct trial *trial = &ask->trials[i / POINTS];

        for (uint32_t c = 0; c < 4; c++) {
            const uint32_t a = found[4 * i + c], b = expected[4 * i + c];

            if (is_free(ask, trial, places + (size_t)i * WORDS, c))
                continue;
            const bool is_good =
                texel_of(ask) == ir_texel_f32 ? compare_floats(ask, trial, a, b) : a == b;
            if (texel_of(ask) != ir_texel_f32)
                worst.exact_values++;
            if (!is_good)
                fail_point(ask, i / POINTS, i % POINTS, places + (size_t)i * WORDS, found + 4 * i,
                           expected + 4 * i);
        }
    }
}

/* ---- samplers ---- */

static struct scene_sampler
random_sampler(struct random *random, bool is_linear_too)
{
    struct scene_sampler sampler = {
        .wrap_u = (enum scene_wrap)random_int(random, 0, 4),
        .wrap_v = (enum scene_wrap)random_int(random, 0, 4),
        .wrap_w = (enum scene_wrap)random_int(random, 0, 4),
        .border = (enum scene_border)random_int(random, 0, 2),
        .max_lod = 20,
        .lod_bias = (float)((random_next(random) & 1 ? 1 : -1) * random_double(random, 0.05, 0.4)),
    };

    if (is_linear_too) {
        sampler.mag = (enum scene_filter)random_int(random, 0, 1);
        sampler.min = (enum scene_filter)random_int(random, 0, 1);
        sampler.mip = (enum scene_filter)random_int(random, 0, 1);
    }
    if (random_int(random, 0, 3) == 0) {
        sampler.min_lod = 0.75F;
        sampler.max_lod = 1.25F;
    }
    return sampler;
}

static struct trial *
add_trial(struct ask *ask, enum ir_op op, uint32_t bits, const struct scene_sampler *sampler)
{
    assert_true(ask->count < MAX_TRIALS);
    struct trial *trial = &ask->trials[ask->count++];

    *trial = (struct trial){.op = op, .bits = bits, .sampler = *sampler};
    return trial;
}

static void
add_offset(struct random *random, struct trial *trial)
{
    trial->bits |= IR_IMAGE_OFFSET;
    for (int i = 0; i < 3; i++)
        trial->offset[i] = random_int(random, -8, 7);
}

/* ---- test cases ---- */

static bool
both_have(enum scene_format format, unsigned uses)
{
    return host->has_format(host, format, uses, 1) && cpu->has_format(cpu, format, uses, 1);
}

/* What there is to try with any format: levels, gradients, offsets, gathers. */
static void
add_common(struct random *random, struct ask *ask, bool is_filtered)
{
    const bool is_cube = ask->shape->dim == ir_dim_cube;
    const bool has_gather = is_cube || ask->shape->dim == ir_dim_2d;
    struct scene_sampler sampler = random_sampler(random, is_filtered);

    if (!is_cube && !is_filtered)
        add_trial(ask, ir_op_fetch, IR_SAMPLE_LOD, &sampler);
    add_trial(ask, ir_op_sample, IR_SAMPLE_LOD, &sampler);
    sampler = random_sampler(random, is_filtered);
    add_trial(ask, ir_op_sample, IR_SAMPLE_LOD, &sampler);
    if (!is_cube) {
        sampler = random_sampler(random, is_filtered);
        add_trial(ask, ir_op_sample, IR_SAMPLE_GRAD, &sampler);
        sampler = random_sampler(random, is_filtered);
        add_offset(random, add_trial(ask, ir_op_sample, IR_SAMPLE_LOD, &sampler));
    }
    if (!has_gather || is_filtered)
        return;
    sampler = random_sampler(random, false);
    sampler.min_lod = 0;
    add_trial(ask, ir_op_gather, IR_GATHER_COMPONENT * (random_next(random) & 3), &sampler);
    if (!is_cube)
        add_offset(random, add_trial(ask, ir_op_gather, IR_GATHER_COMPONENT, &sampler));
}

static void
try_format(struct vk_test *test, struct random *random, enum scene_format format)
{
    for (size_t s = 0; s < BASE_COUNT(shapes); s++) {
        struct ask ask = {.shape = &shapes[s], .format = format};

        if (scene_format_infos[format].has_depth && shapes[s].dim == ir_dim_3d)
            continue;
        add_common(random, &ask, false);
        if (both_have(format, SCENE_FORMAT_LINEAR))
            add_common(random, &ask, true);
        run_both(test, random, &ask);
    }
}

/* Every format in every dimension, unfiltered and filtered. */
VK_TEST_CASE(test_formats)
{
    struct random random = {0x9e3779b97f4a7c15};
    uint32_t formats = 0;

    for (int f = 1; f < scene_format_count; f++) {
        const struct scene_format_info *info = &scene_format_infos[f];
        const enum scene_format format = (enum scene_format)f;

        if (!both_have(format, SCENE_FORMAT_SAMPLED) || (info->has_stencil && !info->has_depth))
            continue;
        formats++;
        try_format(test, &random, format);
    }
    print_message("%u formats, %zu dimensions\n", formats, BASE_COUNT(shapes));
    assert_true(formats > 40);
}

/* Every filter with every pair of wrap modes, and each border. */
VK_TEST_CASE(test_samplers)
{
    struct random random = {0x2545f4914f6cdd1d};
    const struct shape *shape = &shapes[2];

    for (uint32_t filters = 0; filters < 8; filters++) {
        for (uint32_t u = 0; u < 5; u++) {
            struct ask ask = {.shape = shape, .format = scene_format_r8g8b8a8_unorm};

            for (uint32_t v = 0; v < 5; v++) {
                const struct scene_sampler sampler = {
                    .mag = (enum scene_filter)(filters & 1),
                    .min = (enum scene_filter)(filters >> 1 & 1),
                    .mip = (enum scene_filter)(filters >> 2),
                    .wrap_u = (enum scene_wrap)u,
                    .wrap_v = (enum scene_wrap)v,
                    .border = (enum scene_border)((u + v) % 3),
                    .max_lod = 20,
                };
                add_trial(&ask, ir_op_sample, IR_SAMPLE_LOD, &sampler);
            }
            run_both(test, &random, &ask);
        }
    }
}

/* Every comparison of every depth format, in all dimensions that have depth; the stencil beside. */
VK_TEST_CASE(test_depths)
{
    struct random random = {0xd1342543de82ef95};

    for (int f = 1; f < scene_format_count; f++) {
        const struct scene_format_info *info = &scene_format_infos[f];
        const enum scene_format format = (enum scene_format)f;

        if (!info->has_depth || !both_have(format, SCENE_FORMAT_SAMPLED))
            continue;
        for (size_t s = 0; s < BASE_COUNT(shapes); s++) {
            struct ask ask = {.shape = &shapes[s], .format = format};

            if (shapes[s].dim == ir_dim_3d)
                continue;
            for (uint32_t compare = 0; compare < 8; compare++) {
                struct scene_sampler sampler = random_sampler(&random, false);

                sampler.has_compare = true;
                sampler.compare = (enum scene_compare)compare;
                add_trial(&ask, ir_op_sample, IR_SAMPLE_DREF | IR_SAMPLE_LOD, &sampler);
                sampler.min_lod = 0;
                if (shapes[s].dim != ir_dim_1d)
                    add_trial(&ask, ir_op_gather, IR_SAMPLE_DREF, &sampler);
            }
            run_both(test, &random, &ask);
            if (!info->has_stencil)
                continue;
            struct ask stencil = {.shape = &shapes[s], .format = format, .is_stencil = true};
            add_common(&random, &stencil, false);
            run_both(test, &random, &stencil);
        }
    }
}

/* Coordinates in texels. */
VK_TEST_CASE(test_unnormalized)
{
    static const enum scene_format formats[] = {scene_format_r8g8b8a8_unorm,
                                                scene_format_r16g16_sfloat, scene_format_r32_uint};
    struct random random = {0xaf251af3b0f025b5};

    for (size_t i = 0; i < BASE_COUNT(formats); i++) {
        for (int filter = 0; filter < 2; filter++) {
            struct ask ask = {.shape = &shapes[2], .format = formats[i]};
            struct shape shape = shapes[2];
            const struct scene_sampler sampler = {
                .mag = (enum scene_filter)filter,
                .min = (enum scene_filter)filter,
                .wrap_u = scene_wrap_clamp_to_edge,
                .wrap_v = scene_wrap_clamp_to_border,
                .is_unnormalized = true,
            };

            if (filter && !both_have(formats[i], SCENE_FORMAT_LINEAR))
                continue;
            shape.levels = 1;
            ask.shape = &shape;
            add_trial(&ask, ir_op_sample, IR_SAMPLE_LOD, &sampler);
            run_both(test, &random, &ask);
        }
    }
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_samplers),
        cmocka_unit_test(test_depths),
        cmocka_unit_test(test_unnormalized),
    };

    host = vk_test_device(argc, argv);
    cpu = cpu_device_create(&(struct cpu_options){0});
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    print_message("%llu unfiltered values: within %g of each other; of small components and sRGB "
                  "within %g steps of 8 bits\n",
                  (unsigned long long)worst.exact_values, worst.exact, worst.coarse);
    print_message("%llu filtered values: within %g steps of 8 bits (%s)\n",
                  (unsigned long long)worst.linear_values, worst.linear, worst.linear_format);
    cpu->destroy(cpu);
    return failures || !vk_test_close(host);
}
