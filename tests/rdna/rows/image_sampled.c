/* SPDX-License-Identifier: MIT
 *
 * image_sample and image_gather4 in all their forms, by the parts of the name.
 */
#include "image_filter.h"

#include <math.h>

/* ---- Making of scenes ---- */

static struct surface
make_surface(unsigned dim, unsigned round, bool gathers)
{
    static const uint8_t floats[] = {77, 71, 77, 64, 22, 77, 29, 71};
    struct surface surface = {.dim = (uint8_t)dim,
                              .format = texel_format_of(floats[rows_below(8)]),
                              .width = dim == dim_cube ? 8 : 16,
                              .height = 8,
                              .slices = 1,
                              .layers = 1,
                              .samples = 1,
                              .levels = dim == dim_cube ? 4 : 5,
                              .dst_sel = IDENTITY};

    if (dim == dim_1d || dim == dim_1d_array)
        surface.height = 1;
    if (dim == dim_3d)
        surface.slices = 8;
    if (dim == dim_1d_array || dim == dim_2d_array || dim == dim_cube) {
        surface.slices = dim == dim_cube ? 12 : 7;
        surface.first_layer = dim == dim_cube ? 0 : rows_below(3);
        surface.layers = surface.slices - surface.first_layer - (dim == dim_cube ? 0 : 1);
    }
    surface.base_level = rows_below(3) ? 0 : 1;
    surface.last_level = rows_below(5) ? surface.levels - 1 - rows_below(2) : surface.base_level;
    if (!rows_below(4))
        surface.min_lod = 256 * (surface.base_level + 1) + 64 * rows_below(3);
    if (round % 5 == 4)
        surface.format = texel_format_of(round % 2 ? 75 : 69);
    if (gathers)
        surface.format = texel_format_of(surface.format->bits == 16 ? 71 : 77);
    return surface;
}

static struct sampler
make_sampler(const struct scene *scene, unsigned round)
{
    const struct surface *surface = &scene->surface;
    struct sampler sampler = {.compare = rows_below(8), .max_lod = 0xfff, .mip = rows_below(3)};

    sampler.mag = sampler.min = round % 2;
    if (!rows_below(3))
        sampler.min = !sampler.mag;
    if (texel_is_integer(surface->format)) {
        sampler.mag = sampler.min = 0;
        sampler.mip = rows_below(2);
    }
    for (unsigned i = 0; i < 3; i++)
        sampler.clamp[i] = rows_below(8);
    sampler.border = rows_below(3);
    if (!rows_below(3))
        sampler.min_lod = 64 * rows_below(8);
    if (!rows_below(3))
        sampler.max_lod = sampler.min_lod + 64 * rows_below(8);
    if (!rows_below(2) &&
        (scene->parts.gradients || scene->parts.level || scene->parts.zero || scene->has_quads))
        sampler.bias = 64 * ((int32_t)rows_below(12) - 6);
    if (!scene->parts.gather && !scene->parts.compare && !rows_below(5) &&
        !texel_is_integer(surface->format))
        sampler.reduce = 1 + rows_below(2);
    /* Which level a gather takes between two is not known. */
    if (scene->parts.gather && sampler.mip == 2)
        sampler.mip = 1;
    return sampler;
}

/* Leave out what sources tell in more than one way. */
static void
leave_out(struct scene *scene)
{
    struct sampler *sampler = &scene->sampler;

    if (is_unnormalized(scene)) {
        sampler->mip = 0;
        sampler->bias = 0;
        for (unsigned i = 0; i < 3; i++)
            sampler->clamp[i] = sampler->clamp[i] % 2 ? 2 : 6;
    }
    for (unsigned i = 0; i < 3; i++) {
        /* Whether an offset, or a gather's neighbour, is inside the half of a border. */
        if ((sampler->clamp[i] == 4 || sampler->clamp[i] == 5) &&
            (scene->parts.offset || scene->parts.gather))
            sampler->clamp[i] -= 4;
        /* Whether a border passes dst_sel, and what it is of integers. */
        if ((sampler->clamp[i] >= 4) &&
            (scene->surface.dst_sel != IDENTITY || texel_is_integer(scene->surface.format)))
            sampler->clamp[i] -= 4;
    }
}

static double
quarter(unsigned count, int first)
{
    return (double)rows_below(count) / 4 + first;
}

/* Numbers that a half holds too. */
static void
make_lane(const struct scene *scene, struct lane *lane)
{
    static const double sides[] = {0, 0, 0.25, -0.25, 0.4375, -0.4375};
    const struct surface *surface = &scene->surface;
    const unsigned axes = dim_axes[surface->dim];

    for (unsigned i = 0; i < axes; i++) {
        lane->coords[i] = (double)rows_below(160) / 64 - 0.75;
        if (surface->dim == dim_cube)
            lane->coords[i] = 1 + (double)rows_below(65) / 64;
        else if (is_unnormalized(scene))
            lane->coords[i] = quarter(24 * 4, -4);
        lane->offset[i] = (int)rows_below(64) - 32;
        if (surface->dim == dim_cube)
            lane->offset[i] = 0;
    }
    if (surface->dim == dim_cube)
        lane->coords[2] = rows_below(2) * 8 + rows_below(6);
    else if (dim_coords[surface->dim] > axes)
        lane->coords[axes] =
            (double)rows_below(surface->layers + 2) - 1 + sides[rows_below(BASE_COUNT(sides))];
    lane->lod = quarter(28, -1);
    lane->bias = quarter(16, -2);
    lane->clamp = fmin(quarter(12, 0), scene->sampler.max_lod / 256.0);
    lane->reference = (double)rows_below(2048) + (rows_below(2) ? 0.5 : 0);
}

/* So many texels long, a power of two mostly, along one axis; the other is shorter. */
static void
make_gradients(const struct scene *scene, struct lane *lane)
{
    const struct surface *surface = &scene->surface;
    const unsigned axes = dim_axes[surface->dim], longer = rows_below(2);
    const int exponent = (int)rows_below(6) - 2;

    memset(lane->gradients, 0, sizeof(lane->gradients));
    for (unsigned i = 0; i < 2; i++) {
        const unsigned axis = rows_below(axes);
        const double size = surface_extent(surface, axis, surface->base_level);
        double texels = ldexp(1.0, exponent);
        if (i != longer)
            texels *= rows_below(4) * 0.25;
        lane->gradients[i][axis] = (rows_below(2) ? -texels : texels) / size;
    }
    if (axes > 1 && !rows_below(4)) { /* Three and four make five. */
        for (unsigned axis = 0; axis < 2; axis++)
            lane->gradients[longer][axis] = ldexp(axis ? 3.0 : -4.0, exponent - 2) /
                                            surface_extent(surface, axis, surface->base_level);
    }
    if (!rows_below(12))
        memset(lane->gradients, 0, sizeof(lane->gradients));
}

/* Lanes of a quad stand apart by their gradients. */
static void
make_quad(const struct scene *scene, struct lane lanes[4])
{
    const unsigned axes = dim_axes[scene->surface.dim];
    struct lane first;

    make_lane(scene, &first);
    make_gradients(scene, &first);
    if (scene->surface.dim == dim_cube)
        for (unsigned i = 0; i < axes; i++)
            first.coords[i] = 1.5;
    for (unsigned i = 0; i < 4; i++) {
        make_lane(scene, &lanes[i]);
        memcpy(lanes[i].gradients, first.gradients, sizeof(first.gradients));
        memcpy(lanes[i].coords, first.coords, sizeof(first.coords));
        for (unsigned axis = 0; axis < 3 && axis < axes; axis++)
            lanes[i].coords[axis] +=
                (i & 1 ? first.gradients[0][axis] : 0) + (i & 2 ? first.gradients[1][axis] : 0);
    }
}

/* ---- Registers ---- */

struct writer {
    struct kit *kit;
    const struct shot *shot;
    unsigned lane, at;
};

static void
put(struct writer *writer, uint32_t value)
{
    shot_set(writer->kit, writer->shot, writer->lane, writer->at++, value);
}

static void
put_floats(struct writer *writer, bool halves, unsigned count, const double *values)
{
    for (unsigned i = 0; i < count; i += halves ? 2 : 1) {
        if (!halves) {
            put(writer, base_bits_of_float((float)values[i]));
            continue;
        }
        uint32_t pair = base_half_from_double(values[i]);
        pair |= (i + 1 < count ? base_half_from_double(values[i + 1]) : rows_random()) << 16;
        put(writer, pair);
    }
}

static unsigned
count_registers(const struct parts *parts, const struct shot *shot)
{
    const unsigned axes = dim_axes[shot->dim];
    const unsigned coords = dim_coords[shot->dim] + (parts->level || parts->clamp ? 1u : 0u);
    unsigned count = 0u + parts->offset + parts->bias + parts->compare;

    if (parts->gradients)
        count += 2 * (parts->g16 ? (axes + 1) / 2 : axes);
    return count + (shot->a16 ? (coords + 1) / 2 : coords);
}

/* Offset, bias, reference, gradients, coordinates, level or least level. */
static void
put_lane(struct kit *kit, const struct scene *scene, unsigned number, const struct lane *lane)
{
    const struct parts *parts = &scene->parts;
    struct writer writer = {kit, scene->shot, number, 0};
    const unsigned axes = dim_axes[scene->surface.dim];
    unsigned count = dim_coords[scene->surface.dim];
    double coords[5];

    if (parts->offset) {
        uint32_t packed = rows_random() & 0xffc0c0c0;
        for (unsigned i = 0; i < 3; i++)
            packed |= (uint32_t)(i < axes ? lane->offset[i] & 63 : rows_random() & 63) << 8 * i;
        put(&writer, packed);
    }
    if (parts->bias)
        put_floats(&writer, scene->shot->a16, 1, &lane->bias);
    if (parts->compare)
        put(&writer, base_bits_of_float((float)lane->reference));
    for (unsigned i = 0; i < 2 && parts->gradients; i++)
        put_floats(&writer, parts->g16, axes, lane->gradients[i]);
    memcpy(coords, lane->coords, sizeof(lane->coords));
    if (parts->level || parts->clamp)
        coords[count++] = parts->level ? lane->lod : lane->clamp;
    put_floats(&writer, scene->shot->a16, count, coords);
    assert_int_equal(writer.at, scene->shot->address_count);
}

/* ---- Shots ---- */

static void
begin_scene(struct kit *kit, struct scene *scene, unsigned round)
{
    static const uint8_t gathered[] = {dim_2d, dim_2d_array, dim_cube};
    static const uint16_t selections[] = {IDENTITY, IDENTITY, 6 | 5 << 3 | 4 << 6 | 7 << 9,
                                          7 | 1 << 3 | 0 << 6 | 5 << 9};
    struct shot *shot = scene->shot;
    const struct parts *parts = &scene->parts;

    shot->dim = parts->gather ? gathered[round % 3] : round % 6;
    shot->sampled = true;
    shot->a16 = rows_below(2);
    shot->d16 = !rows_below(3);
    shot->scattered = rows_below(2);
    shot->lwe = !rows_below(8);
    shot->dmask = parts->gather ? 1u << rows_below(4) : 1 + rows_below(15);
    if (parts->compare)
        shot->dmask = 1;
    shot->tfe = !rows_below(4) && !(parts->gather && shot->d16);
    shot->address_count = count_registers(parts, shot);
    unsigned results = 0;
    for (unsigned bits = parts->gather ? 15 : shot->dmask; bits; bits &= bits - 1)
        results++;
    shot->data_count = result_registers(shot, results);

    scene->has_quads = !parts->gradients && !parts->level && !parts->zero && rows_below(4);
    scene->surface = make_surface(shot->dim, round, parts->gather);
    if (parts->compare)
        scene->surface.format = texel_format_of(rows_below(2) ? 22 : 77);
    else
        scene->surface.dst_sel = selections[rows_below(4)];
    scene->sampler = make_sampler(scene, round);
    if (shot->dim <= dim_2d && !scene->has_quads && !parts->gradients && !parts->level &&
        !parts->bias && !rows_below(4)) {
        shot->unorm = rows_below(2);
        scene->sampler.unnormalized = !shot->unorm;
    }
    leave_out(scene);
    shot_begin(kit, shot);
    surface_fill(kit, &scene->surface);
    surface_describe(&scene->surface, &kit->wave->scalars[shot->srsrc]);
    describe_sampler(&scene->sampler, &kit->wave->scalars[shot->ssamp]);
    /* What says its level takes it in a quad too. */
    kit->group->has_quads =
        scene->has_quads || ((parts->gradients || parts->level || parts->zero) && rows_below(2));
}

static void
shoot(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    struct shot shot = {.name = name, .isa = isa};
    struct scene scene = {.parts = parts_of(name), .shot = &shot};
    struct outcome outcomes[RDNA_MAX_LANES];
    uint64_t exec = rows_exec(kit);
    unsigned vectors = 0;

    if (!strcmp(name, "image_gather4h"))
        return;
    begin_scene(kit, &scene, round);
    for (unsigned first = 0; first < kit->wave->size; first += 4) {
        struct lane lanes[4];
        if (scene.has_quads)
            make_quad(&scene, lanes);
        for (unsigned i = 0; i < 4; i++) {
            if (!scene.has_quads) {
                make_lane(&scene, &lanes[i]);
                make_gradients(&scene, &lanes[i]);
            }
            outcomes[first + i] = sample_lane(&scene, &lanes[i]);
            put_lane(kit, &scene, first + i, &lanes[i]);
            if (!outcomes[first + i].is_clear)
                exec &= ~(UINT64_C(1) << (first + i));
        }
    }
    shot_ready(kit);
    rdna_set_exec(kit->wave, exec);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        if (!(exec >> lane & 1))
            continue;
        const unsigned mask = shot.dmask;
        if (scene.parts.gather)
            shot.dmask = 15;
        shot_expect_results(&shot, lane, scene.surface.format, outcomes[lane].values);
        shot.dmask = mask;
        vectors++;
    }
    shot_run(kit, &shot);
    rows_count(name, vectors);
}

/* Half of the rounds come in fragments: their lanes are quads. */
void
test_sampled_rows(void **state)
{
    (void)state;
    rows_each("image_sample", shoot, 18);
    rows_each("image_gather4", shoot, 18);
}

/* ---- Coordinates from anywhere ---- */

static bool
is_texel_of(const struct surface *surface, const uint32_t values[4])
{
    for (uint32_t slice = surface->first_layer;
         slice <
         surface->first_layer + (surface->dim == dim_3d ? surface->slices : surface->layers);
         slice++)
        for (unsigned level = surface->base_level; level <= surface->last_level; level++)
            for (uint32_t y = 0; y < surface_extent(surface, 1, level); y++)
                for (uint32_t x = 0; x < surface_extent(surface, 0, level); x++) {
                    uint32_t texel[4];
                    if (surface->dim == dim_3d && slice >= surface_extent(surface, 2, level))
                        continue;
                    surface_texel(surface, slice, level, x, y, texel);
                    if (!memcmp(texel, values, sizeof(texel)))
                        return true;
                }
    return false;
}

/* NaN, infinities and numbers that are too large still give a texel of the image. */
static void
shoot_anywhere(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    static const float wild[] = {NAN,    INFINITY, -INFINITY, 1e30f, -1e30f, 0x1.fffffep127f,
                                 1e-40f, -0.0f,    0.5f,      1e9f,  -1e9f,  2147483648.0f};
    struct shot shot = {
        .name = name, .isa = isa, .dim = round % 6, .dmask = 15, .sampled = true, .data_count = 4};
    struct scene scene = {.parts = parts_of(name), .shot = &shot};

    if (scene.parts.compare || scene.parts.gather || isa == rdna_isa_gfx1010)
        return;
    shot.address_count = count_registers(&scene.parts, &shot);
    scene.surface = make_surface(shot.dim, 0, true);
    scene.surface.format = texel_format_of(77);
    scene.sampler = (struct sampler){.mip = rows_below(2), .max_lod = 0xfff};
    for (unsigned i = 0; i < 3; i++)
        scene.sampler.clamp[i] = rows_below(6);
    shot_begin(kit, &shot);
    surface_fill(kit, &scene.surface);
    surface_describe(&scene.surface, &kit->wave->scalars[shot.srsrc]);
    describe_sampler(&scene.sampler, &kit->wave->scalars[shot.ssamp]);
    kit->group->has_quads = rows_below(2);
    rdna_set_exec(kit->wave, rdna_all_lanes(kit->wave));
    for (unsigned lane = 0; lane < kit->wave->size; lane++)
        for (unsigned i = 0; i < shot.address_count; i++)
            shot_set(kit, &shot, lane, i,
                     rows_below(4) ? base_bits_of_float(wild[rows_below(BASE_COUNT(wild))])
                                   : rows_random());
    kit_run(kit, &shot.inst);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        uint32_t values[4];
        for (unsigned c = 0; c < 4; c++)
            values[c] = kit_vector(kit, shot.data + c)[lane];
        if (!is_texel_of(&scene.surface, values))
            fail_msg("lane %u: no texel of the image: %s", lane, shot.text);
    }
    rows_count(name, kit->wave->size);
}

void
test_sampled_anywhere(void **state)
{
    (void)state;
    rows_each("image_sample", shoot_anywhere, 6);
}

/* ---- Single rules ---- */

/* An image of one level whose rows are its texels' numbers, as far as readings of the four texels
 * agree: they are of one row. */
static void
shoot_horizontal(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    struct shot shot = {.name = name,
                        .isa = isa,
                        .dim = round % 2 ? dim_2d_array : dim_2d,
                        .dmask = 1u << round % 4u,
                        .d16 = round / 4 % 2 != 0,
                        .scattered = round / 8 % 2 != 0,
                        .sampled = true,
                        .data_count = round / 4 % 2 ? 2 : 4};
    struct surface surface = {.dim = (uint8_t)shot.dim,
                              .format = texel_format_of(77),
                              .width = 16,
                              .height = 8,
                              .slices = 3,
                              .layers = round % 2 ? 3 : 1,
                              .samples = 1,
                              .levels = 1,
                              .dst_sel = IDENTITY};
    const struct sampler sampler = {.clamp = {2, 2}, .max_lod = 0xfff};

    shot.address_count = dim_coords[shot.dim];
    shot_begin(kit, &shot);
    surface_describe(&surface, &kit->wave->scalars[shot.srsrc]);
    describe_sampler(&sampler, &kit->wave->scalars[shot.ssamp]);
    kit->group->has_quads = false;
    for (uint32_t slice = 0; slice < surface.slices; slice++)
        for (uint32_t y = 0; y < 8; y++)
            for (uint32_t x = 0; x < 16; x++)
                for (unsigned c = 0; c < 4; c++)
                    kit_put32(kit, surface_address(&surface, slice, 0, x, y) + 4 * c,
                              base_bits_of_float((float)(100 * slice + 10 * y + c)));
    uint32_t rows[RDNA_MAX_LANES];
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        const uint32_t y = rows_below(8), layer = shot.dim == dim_2d ? 0 : rows_below(3);
        rows[lane] = 100 * layer + 10 * y + round % 4;
        shot_set(kit, &shot, lane, 0, base_bits_of_float(((float)rows_below(16) + 0.5f) / 16));
        shot_set(kit, &shot, lane, 1, base_bits_of_float(((float)y + 0.5f) / 8));
        if (shot.dim != dim_2d)
            shot_set(kit, &shot, lane, 2, base_bits_of_float((float)layer));
    }
    shot_ready(kit);
    shot.dmask = 15;
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        uint32_t values[4];
        for (unsigned i = 0; i < 4; i++)
            values[i] = base_bits_of_float((float)rows[lane]);
        shot_expect_results(&shot, lane, surface.format, values);
    }
    rdna_set_exec(kit->wave, rdna_all_lanes(kit->wave));
    shot_run(kit, &shot);
    rows_count(name, kit->wave->size);
}

void
test_horizontal_gather(void **state)
{
    (void)state;
    rows_each("image_gather4h", shoot_horizontal, 16);
}

/* The reference of a normalised format is cut to 0..1; equal to 1.0 is then whatever is above. */
static void
shoot_range(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    static const float references[] = {-1.0f, 0.0f, 0.25f, 1.0f, 1.5f, INFINITY, -INFINITY};
    static const uint16_t texels[] = {0, 0x4000, 0xffff};
    struct shot shot = {.name = name,
                        .isa = isa,
                        .dim = dim_1d,
                        .dmask = 1,
                        .sampled = true,
                        .address_count = 2,
                        .data_count = 1};
    const struct surface surface = {.dim = dim_1d,
                                    .format = texel_format_of(7),
                                    .width = 3,
                                    .height = 1,
                                    .slices = 1,
                                    .layers = 1,
                                    .samples = 1,
                                    .levels = 1,
                                    .dst_sel = IDENTITY};
    const struct sampler sampler = {.compare = round, .max_lod = 0xfff};
    const unsigned vectors = BASE_COUNT(references) * BASE_COUNT(texels);

    if (strcmp(name, "image_sample_c_lz") != 0)
        return;
    shot_begin(kit, &shot);
    surface_describe(&surface, &kit->wave->scalars[shot.srsrc]);
    describe_sampler(&sampler, &kit->wave->scalars[shot.ssamp]);
    kit_put(kit, surface_address(&surface, 0, 0, 0, 0), texels, sizeof(texels));
    for (unsigned lane = 0; lane < vectors; lane++) {
        const unsigned texel = lane % BASE_COUNT(texels);
        shot_set(kit, &shot, lane, 0, base_bits_of_float(references[lane / BASE_COUNT(texels)]));
        shot_set(kit, &shot, lane, 1, base_bits_of_float(((float)texel + 0.5f) / 3));
    }
    shot_ready(kit);
    rdna_set_exec(kit->wave, (UINT64_C(1) << vectors) - 1);
    for (unsigned lane = 0; lane < vectors; lane++) {
        const double reference = (double)references[lane / BASE_COUNT(texels)];
        const double cut = reference < 0 ? 0 : reference > 1 ? 1 : reference;
        const bool passed = passes(round, cut, texels[lane % BASE_COUNT(texels)] / 65535.0);
        shot_expect(&shot, lane, 0, base_bits_of_float(passed ? 1.0f : 0.0f));
    }
    shot_run(kit, &shot);
    rows_count(name, vectors);
}

void
test_comparison_range(void **state)
{
    (void)state;
    rows_each("image_sample_c_lz", shoot_range, 8);
}

/* Before and after limits; dmask picks. */
static void
shoot_lod(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    struct shot shot = {.name = name,
                        .isa = isa,
                        .dim = round % 6,
                        .dmask = 1 + round % 3,
                        .a16 = rows_below(2),
                        .scattered = rows_below(2),
                        .sampled = true};
    struct scene scene = {.shot = &shot, .has_quads = true};
    struct lane lanes[RDNA_MAX_LANES];

    shot.address_count = count_registers(&scene.parts, &shot);
    shot.data_count = shot.dmask == 3 ? 2 : 1;
    scene.surface = make_surface(shot.dim, 0, true);
    scene.surface.min_lod = 0;
    scene.sampler = make_sampler(&scene, round);
    scene.sampler.mip = 2; /* Whether a level that is not between two is whole is not known. */
    shot_begin(kit, &shot);
    surface_describe(&scene.surface, &kit->wave->scalars[shot.srsrc]);
    describe_sampler(&scene.sampler, &kit->wave->scalars[shot.ssamp]);
    kit->group->has_quads = true;
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        if (lane % 4 == 0)
            make_quad(&scene, lanes + lane);
        put_lane(kit, &scene, lane, lanes + lane);
    }
    shot_ready(kit);
    uint64_t exec = rows_exec(kit);
    unsigned vectors = 0;
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        const double raw = level_wanted(&scene, lanes + lane);
        const double last = scene.surface.last_level - scene.surface.base_level;
        const double cut = fmin(fmax(level_limited(&scene, lanes + lane, raw), 0), last);
        const uint32_t values[4] = {base_bits_of_float((float)cut), base_bits_of_float((float)raw)};
        /* Logarithms are not exact. */
        if (raw * 256 != floor(raw * 256) || raw < -100)
            exec &= ~(UINT64_C(1) << lane);
        if (!(exec >> lane & 1))
            continue;
        shot_expect_results(&shot, lane, scene.surface.format, values);
        vectors++;
    }
    rdna_set_exec(kit->wave, exec);
    shot_run(kit, &shot);
    rows_count(name, vectors);
}

void
test_lod_rows(void **state)
{
    (void)state;
    rows_each("image_get_lod", shoot_lod, 36);
}
