/* SPDX-License-Identifier: MIT
 *
 * A tile belongs to one thread, which shades its primitives in order. So each sample sees them in
 * order, and results depend neither on the number of threads nor on that of lanes.
 */
#include "cpu/cpu_priv.h"

#include "base/bits.h"

#define CENTRE 0.5
#define SAMPLE_GRID 16.0

/* Fragments of one primitive that run together: of all samples, or of one. */
struct group {
    const struct cpu_primitives *p;
    struct cpu_worker *worker;
    const struct cpu_primitive *primitive;
    const struct cpu_plane *planes;
    const struct cpu_quad *quads;
    uint32_t quad_count;
    uint32_t sample; /* CPU_NONE: all. */
};

/* ---- places ---- */

/* A place's samples of a quad's mask, bit s for sample s. */
static uint32_t
samples_of(uint64_t mask, unsigned place)
{
    uint32_t samples = 0;

    for (unsigned s = 0; s < SCENE_MAX_SAMPLES; s++)
        samples |= (uint32_t)(mask >> (4 * s + place) & 1) << s;
    return samples;
}

static void
place_in_pixel(struct cpu_places *places, const struct cpu_quad *quads, uint32_t lane, double x,
               double y)
{
    places->x[lane] = (double)(quads[lane / 4].x + (lane & 1)) + x;
    places->y[lane] = (double)(quads[lane / 4].y + (lane >> 1 & 1)) + y;
}

static void
place_at_sample(struct cpu_places *places, const struct group *g, uint32_t lane, uint32_t sample)
{
    const uint32_t samples = g->p->pipeline->samples;
    const struct cpu_sample_place *place = &cpu_sample_places(samples)[sample];

    place_in_pixel(places, g->quads, lane, place->x / SAMPLE_GRID, place->y / SAMPLE_GRID);
}

static void
places_at_sample(struct cpu_places *places, const struct cpu_quad *quads, uint32_t quad_count,
                 uint32_t samples, uint32_t sample)
{
    const struct cpu_sample_place *place = &cpu_sample_places(samples)[sample];

    cpu_places_init(places, quads, quad_count, place->x / SAMPLE_GRID, place->y / SAMPLE_GRID);
}

/* The first covered sample where not all are covered; helpers see the centre. */
static void
places_at_centroid(struct cpu_places *places, const struct group *g)
{
    const uint32_t samples = g->p->pipeline->samples;
    const uint32_t all = (1u << samples) - 1;

    cpu_places_init(places, g->quads, g->quad_count, CENTRE, CENTRE);
    for (uint32_t i = 0; i < places->count; i++) {
        const uint32_t covered = samples_of(g->quads[i / 4].covered, i % 4);

        if (!covered || covered == all)
            continue;
        for (uint32_t s = 0; s < samples; s++) {
            if (covered >> s & 1) {
                place_at_sample(places, g, i, s);
                break;
            }
        }
    }
}

static void
set_weights(const struct group *g)
{
    const unsigned samplings = g->p->pipeline->samplings;
    struct cpu_worker *worker = g->worker;

    for (unsigned i = 0; i < ir_sampling_count; i++) {
        if (!(samplings >> i & 1))
            continue;
        if (i == ir_sampling_centroid)
            places_at_centroid(&worker->places, g);
        else if (i == ir_sampling_sample)
            places_at_sample(&worker->places, g->quads, g->quad_count, g->p->pipeline->samples,
                             g->sample);
        else
            cpu_places_init(&worker->places, g->quads, g->quad_count, CENTRE, CENTRE);
        cpu_weights_init(&worker->weights[i], &g->primitive->basis, &worker->places);
    }
}

/* ---- interpolation that a shader asks for ---- */

/* Places by what the shader says; those that there are not are the centre. */
static void
set_places(struct cpu_places *places, const struct group *g, const struct cpu_interp_place *at)
{
    const uint32_t samples = g->p->pipeline->samples;

    if (at->at == cpu_interp_at_centroid && samples > 1) {
        places_at_centroid(places, g);
        return;
    }
    cpu_places_init(places, g->quads, g->quad_count, CENTRE, CENTRE);
    for (uint32_t i = 0; i < places->count; i++) {
        if (at->at == cpu_interp_at_sample && at->samples[i] < samples)
            place_at_sample(places, g, i, at->samples[i]);
        else if (at->at == cpu_interp_at_offset)
            place_in_pixel(places, g->quads, i, CENTRE + (double)at->x[i],
                           CENTRE + (double)at->y[i]);
    }
}

static void
interpolate(void *context, uint32_t imm, const struct cpu_interp_place *at, uint32_t *words)
{
    const struct group *g = context;
    const struct cpu_pipeline *pipeline = g->p->pipeline;
    uint32_t varying = 0;

    memset(words, 0, pipeline->fragment.lanes * sizeof(*words));
    while (varying < pipeline->varying_count && pipeline->varyings[varying].input != imm)
        varying++;
    if (varying == pipeline->varying_count)
        return;
    set_places(&g->worker->places, g, at);
    cpu_weights_init(&g->worker->own_weights, &g->primitive->basis, &g->worker->places);
    cpu_plane_evaluate(&g->planes[varying], &g->worker->own_weights, words);
}

/* ---- inputs ---- */

static void
set_frag_coord(const struct group *g, uint32_t *to)
{
    const struct cpu_pipeline *pipeline = g->p->pipeline;
    const uint32_t lanes = pipeline->fragment.lanes;
    const struct cpu_weights *weights = &g->worker->weights[pipeline->sampling];
    struct cpu_places *places = &g->worker->places;

    if (g->sample == CPU_NONE)
        cpu_places_init(places, g->quads, g->quad_count, CENTRE, CENTRE);
    else
        places_at_sample(places, g->quads, g->quad_count, pipeline->samples, g->sample);
    for (uint32_t i = 0; i < places->count; i++) {
        to[i] = base_bits_of_float((float)places->x[i]);
        to[lanes + i] = base_bits_of_float((float)places->y[i]);
    }
    cpu_depth_evaluate(&g->primitive->basis, weights, to + 2 * (size_t)lanes);
    cpu_over_w_evaluate(weights, to + 3 * (size_t)lanes);
}

static void
set_point_coord(const struct group *g, uint32_t *to)
{
    const uint32_t lanes = g->p->pipeline->fragment.lanes;
    const float *point = g->primitive->point;
    struct cpu_places *places = &g->worker->places;

    if (g->sample == CPU_NONE)
        cpu_places_init(places, g->quads, g->quad_count, CENTRE, CENTRE);
    else
        places_at_sample(places, g->quads, g->quad_count, g->p->pipeline->samples, g->sample);
    for (uint32_t i = 0; i < places->count; i++) {
        to[i] = base_bits_of_float(((float)places->x[i] - point[0]) * point[2]);
        to[lanes + i] = base_bits_of_float(((float)places->y[i] - point[1]) * point[2]);
    }
}

static void
set_all(const struct group *g, uint32_t *to, uint32_t word)
{
    for (uint32_t i = 0; i < g->quad_count * 4; i++)
        to[i] = word;
}

static void
set_front_facing(const struct group *g, uint32_t *to)
{
    set_all(g, to, g->primitive->is_front ? UINT32_MAX : 0);
}

static void
set_primitive_id(const struct group *g, uint32_t *to)
{
    set_all(g, to, g->primitive->id);
}

static uint32_t
sample_number(const struct group *g)
{
    return g->sample == CPU_NONE ? 0 : g->sample;
}

static void
set_sample_id(const struct group *g, uint32_t *to)
{
    set_all(g, to, sample_number(g));
}

static void
set_sample_position(const struct group *g, uint32_t *to)
{
    const struct cpu_pipeline *pipeline = g->p->pipeline;
    const struct cpu_sample_place place = cpu_sample_places(pipeline->samples)[sample_number(g)];

    set_all(g, to, base_bits_of_float((float)(place.x / SAMPLE_GRID)));
    set_all(g, to + pipeline->fragment.lanes, base_bits_of_float((float)(place.y / SAMPLE_GRID)));
}

static void
set_sample_mask(const struct group *g, uint32_t *to)
{
    for (uint32_t i = 0; i < g->quad_count * 4; i++)
        to[i] = samples_of(g->quads[i / 4].covered, i % 4);
}

/* Built-ins without a row are 0, since there is one view and one device, or the interpreter's. */
static const struct {
    enum ir_builtin builtin;
    void (*set)(const struct group *g, uint32_t *to);
} setters[] = {
    {ir_builtin_frag_coord, set_frag_coord},     {ir_builtin_point_coord, set_point_coord},
    {ir_builtin_front_facing, set_front_facing}, {ir_builtin_primitive_id, set_primitive_id},
    {ir_builtin_sample_id, set_sample_id},       {ir_builtin_sample_position, set_sample_position},
    {ir_builtin_sample_mask, set_sample_mask},
};

static void
set_special(const struct group *g, const struct cpu_special *special)
{
    uint32_t *to = g->worker->inputs + (size_t)special->input * 4 * g->p->pipeline->fragment.lanes;

    for (size_t i = 0; i < BASE_COUNT(setters); i++) {
        if (setters[i].builtin == special->builtin) {
            setters[i].set(g, to);
            return;
        }
    }
    set_all(g, to, 0);
}

static void
set_inputs(const struct group *g)
{
    const struct cpu_pipeline *pipeline = g->p->pipeline;
    const uint32_t lanes = pipeline->fragment.lanes;

    set_weights(g);
    for (uint32_t i = 0; i < pipeline->varying_count; i++) {
        const struct cpu_varying *varying = &pipeline->varyings[i];

        cpu_plane_evaluate(&g->planes[i], &g->worker->weights[varying->sampling],
                           g->worker->inputs + (size_t)varying->input * lanes);
    }
    for (uint32_t i = 0; i < pipeline->special_count; i++)
        set_special(g, &pipeline->specials[i]);
}

/* ---- tests ---- */

/* Tests the samples of up to a group's quads; z, if it is given, has one depth a pixel. */
static void
test_quads(const struct group *g, uint64_t *masks, const float *z, const uint32_t *stencil)
{
    const struct cpu_pipeline *pipeline = g->p->pipeline;
    float depths[CPU_MAX_PLACES];

    for (uint32_t s = 0; s < pipeline->samples; s++) {
        if (!z) {
            places_at_sample(&g->worker->places, g->quads, g->quad_count, pipeline->samples, s);
            cpu_depth_at(&g->primitive->basis, &g->worker->places, depths);
        }
        for (uint32_t i = 0; i < g->quad_count; i++) {
            const struct cpu_depth_quad quad = {
                .x = g->quads[i].x,
                .y = g->quads[i].y,
                .layer = g->p->layer,
                .sample = s,
                .is_front = g->primitive->is_front,
                .mask = (unsigned)(masks[i] >> 4 * s & 15),
                .z = (z ? z : depths) + 4 * (size_t)i,
                .stencil = stencil ? stencil + 4 * (size_t)i : NULL,
            };

            if (!quad.mask)
                continue;
            masks[i] &= ~(UINT64_C(15) << 4 * s);
            masks[i] |= (uint64_t)cpu_depth_test(&pipeline->depth, &quad) << 4 * s;
        }
    }
}

/* What is left of a tile's quads before they are shaded. Returns how many. */
static uint32_t
test_early(const struct cpu_primitives *p, struct cpu_worker *worker,
           const struct cpu_primitive *primitive, uint32_t count)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    const bool has_tests = pipeline->is_early && pipeline->depth.is_used;
    uint32_t left = 0;

    for (uint32_t i = 0; i < count; i += CPU_MAX_PLACES / 4) {
        const uint32_t more = count - i < CPU_MAX_PLACES / 4 ? count - i : CPU_MAX_PLACES / 4;
        const struct group g = {.p = p,
                                .worker = worker,
                                .primitive = primitive,
                                .quads = worker->quads + i,
                                .quad_count = more};
        uint64_t masks[CPU_MAX_PLACES / 4];

        for (uint32_t j = 0; j < more; j++)
            masks[j] = g.quads[j].mask & pipeline->sample_mask;
        if (has_tests)
            test_quads(&g, masks, NULL, NULL);
        for (uint32_t j = 0; j < more; j++) {
            if (!masks[j])
                continue;
            worker->quads[left] = g.quads[j];
            worker->quads[left++].mask = masks[j];
        }
    }
    return left;
}

static void
test_late(const struct group *g, uint64_t *masks)
{
    const struct cpu_pipeline *pipeline = g->p->pipeline;
    const size_t lanes = pipeline->fragment.lanes;
    const uint32_t *outputs = g->worker->outputs;
    const bool has_depth = pipeline->depth_output != CPU_NONE;
    const bool has_stencil = pipeline->stencil_output != CPU_NONE;
    float z[CPU_MAX_LANES];

    if (has_depth)
        memcpy(z, outputs + pipeline->depth_output * lanes, lanes * sizeof(*z));
    test_quads(g, masks, has_depth ? z : NULL,
               has_stencil ? outputs + pipeline->stencil_output * lanes : NULL);
}

/* ---- results ---- */

/* A pixel's samples, bit s for sample s, as those of a quad's first place. */
static uint64_t
spread(uint32_t samples)
{
    uint64_t mask = 0;

    for (unsigned s = 0; s < SCENE_MAX_SAMPLES; s++)
        mask |= (uint64_t)(samples >> s & 1) << 4 * s;
    return mask;
}

/* As many of the samples as alpha says. */
static uint32_t
samples_of_alpha(float alpha, uint32_t samples)
{
    uint32_t mask = 0;

    if (samples == 1)
        return alpha > 0.5f;
    for (uint32_t s = 0; s < samples; s++)
        mask |= (uint32_t)(alpha > (float)s / (float)samples) << s;
    return mask;
}

static void
mask_lanes(const struct group *g, uint64_t *masks)
{
    const struct cpu_pipeline *pipeline = g->p->pipeline;
    const size_t lanes = pipeline->fragment.lanes;
    const uint32_t *outputs = g->worker->outputs;
    const bool has_alpha =
        pipeline->draw->raster.has_alpha_to_coverage && pipeline->alpha_output != CPU_NONE;
    const bool has_mask = pipeline->mask_output != CPU_NONE;

    if (!has_alpha && !has_mask)
        return;
    for (uint32_t i = 0; i < g->quad_count * 4; i++) {
        uint32_t samples = UINT32_MAX;

        if (has_mask)
            samples = outputs[pipeline->mask_output * lanes + i];
        if (has_alpha)
            samples &= samples_of_alpha(
                base_float_of_bits(outputs[pipeline->alpha_output * lanes + i]), pipeline->samples);
        masks[i / 4] &= ~((CPU_PLACE_SAMPLES & ~spread(samples)) << i % 4);
    }
}

/* Where the lanes' pixels lie: x, y and layer. */
static void
set_pixels(const struct group *g, uint32_t pixels[3][CPU_MAX_LANES], struct cpu_group *run)
{
    for (uint32_t i = 0; i < 4 * g->quad_count; i++) {
        pixels[0][i] = (uint32_t)g->quads[i / 4].x + (i & 1);
        pixels[1][i] = (uint32_t)g->quads[i / 4].y + (i >> 1 & 1);
        pixels[2][i] = g->p->layer;
    }
    for (unsigned i = 0; i < 3; i++)
        run->pixel[i] = pixels[i];
}

static bool
shade(struct group *g)
{
    const struct cpu_pipeline *pipeline = g->p->pipeline;
    struct cpu_fragments fragments = {
        .quads = g->quads, .quad_count = g->quad_count, .layer = g->p->layer};
    struct cpu_group run = {.active = UINT64_MAX >> (64 - 4 * g->quad_count),
                            .interpolate = interpolate,
                            .interpolate_context = g};
    uint32_t pixels[3][CPU_MAX_LANES];
    uint64_t live = 0;

    if (pipeline->fragment.reads_targets)
        set_pixels(g, pixels, &run);
    for (uint32_t i = 0; i < g->quad_count; i++) {
        uint64_t mask = g->quads[i].mask;

        for (uint32_t s = 1; s < pipeline->samples; s++)
            mask |= g->quads[i].mask >> 4 * s;
        live |= (mask & 15) << 4 * i;
    }
    set_inputs(g);
    if (!cpu_pipeline_run_group(&pipeline->fragment, g->worker, &run, &live))
        return false;
    for (uint32_t i = 0; i < g->quad_count; i++)
        fragments.samples[i] = g->quads[i].mask & (live >> 4 * i & 15) * CPU_PLACE_SAMPLES;
    mask_lanes(g, fragments.samples);
    if (!pipeline->is_early && pipeline->depth.is_used)
        test_late(g, fragments.samples);
    for (uint32_t i = 0; i < pipeline->colour_count; i++)
        cpu_colour_write(&pipeline->colours[i], &fragments, g->worker->outputs,
                         pipeline->fragment.lanes);
    return true;
}

/* ---- tiles ---- */

static bool
shade_pixels(struct group *g, uint32_t count)
{
    const uint32_t most = g->p->pipeline->fragment.lanes / 4;

    g->sample = CPU_NONE;
    for (uint32_t i = 0; i < count; i += most) {
        g->quads = g->worker->quads + i;
        g->quad_count = count - i < most ? count - i : most;
        if (!shade(g))
            return false;
    }
    return true;
}

/* Each sample's fragments run together. */
static bool
shade_samples(struct group *g, uint32_t count)
{
    const uint32_t most = g->p->pipeline->fragment.lanes / 4;
    struct cpu_quad quads[CPU_MAX_LANES / 4];

    g->quads = quads;
    for (g->sample = 0; g->sample < g->p->pipeline->samples; g->sample++) {
        const uint64_t sample = UINT64_C(15) << 4 * g->sample;

        g->quad_count = 0;
        for (uint32_t i = 0; i < count; i++) {
            const struct cpu_quad *quad = &g->worker->quads[i];

            if (quad->mask & sample)
                quads[g->quad_count++] = (struct cpu_quad){quad->x, quad->y, quad->covered & sample,
                                                           quad->mask & sample};
            if (g->quad_count == most || (g->quad_count && i + 1 == count)) {
                if (!shade(g))
                    return false;
                g->quad_count = 0;
            }
        }
    }
    return true;
}

static bool
shade_cover(const struct cpu_primitives *p, struct cpu_worker *worker,
            const struct cpu_cover *cover, uint32_t count)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    struct group g = {
        .p = p,
        .worker = worker,
        .primitive = &p->primitives[cover->primitive],
        .planes = p->planes + (size_t)cover->primitive * pipeline->varying_count,
    };

    if (pipeline->sample_mask != UINT64_MAX || (pipeline->is_early && pipeline->depth.is_used))
        count = test_early(p, worker, g.primitive, count);
    if (!pipeline->fragment.shader)
        return true;
    return pipeline->is_sample_rate ? shade_samples(&g, count) : shade_pixels(&g, count);
}

static bool
shade_tile(void *context, uint32_t thread, uint32_t item)
{
    const struct cpu_primitives *p = context;
    struct cpu_worker *worker = &p->pipeline->workers[thread];
    const uint32_t tile = p->tiles_in_use[item];
    const int32_t x = (int32_t)(tile % p->tiles_across * CPU_TILE_SIZE);
    const int32_t y = (int32_t)(tile / p->tiles_across * CPU_TILE_SIZE);

    for (uint32_t i = p->tile_starts[tile]; i < p->tile_starts[tile + 1]; i++) {
        const struct cpu_cover *cover = &p->covers[p->bins[i]];
        const uint32_t count = cpu_cover_tile(cover, p->pipeline->samples, x, y, worker->quads);

        if (count && !shade_cover(p, worker, cover, count)) {
            worker->failed_item = item;
            return false;
        }
    }
    return true;
}

bool
cpu_fragments_run(struct cpu_primitives *primitives, struct base_diags *diags)
{
    const struct cpu_pipeline *pipeline = primitives->pipeline;

    return cpu_pipeline_run(pipeline, &pipeline->fragment, primitives->tile_use_count, shade_tile,
                            primitives, diags);
}
