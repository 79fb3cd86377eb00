/* SPDX-License-Identifier: MIT */
#include "texels.h"

#include <math.h>
#include <string.h>

const struct texels_target texels_targets[TEXELS_TARGETS] = {
    /* name            dim         sides array  rect   samples layer   reference level */
    {"BUFFER", ir_dim_buffer, 1, false, false, false, in_none, in_none, in_none},
    {"1D", ir_dim_1d, 1, false, false, false, in_none, in_none, in_w},
    {"2D", ir_dim_2d, 2, false, false, false, in_none, in_none, in_w},
    {"3D", ir_dim_3d, 3, false, false, false, in_none, in_none, in_w},
    {"CUBE", ir_dim_cube, 3, false, false, false, in_none, in_none, in_w},
    {"RECT", ir_dim_2d, 2, false, true, false, in_none, in_none, in_w},
    {"1D_ARRAY", ir_dim_1d, 1, true, false, false, in_y, in_none, in_w},
    {"2D_ARRAY", ir_dim_2d, 2, true, false, false, in_z, in_none, in_w},
    {"CUBEARRAY", ir_dim_cube, 3, true, false, false, in_w, in_none, in_extra},
    {"SHADOW1D", ir_dim_1d, 1, false, false, false, in_none, in_z, in_w},
    {"SHADOW2D", ir_dim_2d, 2, false, false, false, in_none, in_z, in_w},
    {"SHADOWRECT", ir_dim_2d, 2, false, true, false, in_none, in_z, in_w},
    {"SHADOWCUBE", ir_dim_cube, 3, false, false, false, in_none, in_w, in_extra},
    {"SHADOW1D_ARRAY", ir_dim_1d, 1, true, false, false, in_y, in_z, in_w},
    {"SHADOW2D_ARRAY", ir_dim_2d, 2, true, false, false, in_z, in_w, in_none},
    {"SHADOWCUBEARRAY", ir_dim_cube, 3, true, false, false, in_w, in_extra, in_none},
    {"2D_MSAA", ir_dim_2d, 2, false, false, true, in_none, in_none, in_none},
    {"2D_ARRAY_MSAA", ir_dim_2d, 2, true, false, true, in_z, in_none, in_none},
};

uint32_t
texels_random(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 8) % below;
}

/* ---- images ---- */

int32_t
texels_side(const struct texels *texels, unsigned axis, int32_t level)
{
    const uint32_t sides[3] = {texels->image.width, texels->image.height, texels->image.depth};

    return (int32_t)scene_level_extent(sides[axis], (uint32_t)level);
}

void
texels_query(const struct texels *texels, int32_t level, uint32_t expected[4])
{
    const struct texels_target *target = texels->target;
    const bool is_cube = target->dim == ir_dim_cube;
    const unsigned sides = is_cube ? 2 : target->sides;

    memset(expected, 0, 4 * sizeof(*expected));
    expected[3] = texels->levels;
    if (level < 0 || level >= (int32_t)texels->levels)
        return;
    for (unsigned a = 0; a < sides; a++)
        expected[a] = (uint32_t)texels_side(texels, a, level);
    if (target->is_arrayed)
        expected[sides] = texels->layers / (is_cube ? 6 : 1);
}

uint32_t
texels_word(const struct texels *texels, const int32_t at[3], int32_t layer, int32_t level,
            unsigned c)
{
    const int32_t number = at[0] + 8 * at[1] + 64 * (at[2] + layer) + 1024 * level;

    if (level < 0 || level >= (int32_t)texels->levels || layer < 0 ||
        layer >= (int32_t)texels->layers)
        return 0;
    for (unsigned i = 0; i < 3; i++)
        if (at[i] < 0 || at[i] >= texels_side(texels, i, level))
            return 0;
    switch (texels->kind) {
    case texels_float:
        return base_bits_of_float((float)(number + 1) * (c % 2 ? -0.5f : 1.25f) + (float)c);
    case texels_sint:
        return (uint32_t)(c % 2 ? -number - 1 : number + 0x1000000 * (int32_t)c);
    case texels_uint:
        return 0x80000000u + 4 * (uint32_t)number + c;
    case texels_depth:
        break;
    }
    return base_bits_of_float((float)((5 * at[0] + 3 * at[1] + 7 * layer + 2 * level) % 16) / 16);
}

static uint32_t
components(const struct texels *texels)
{
    return texels->kind == texels_depth ? 1 : 4;
}

static uint32_t *
make_data(struct rows *r, const struct texels *texels, size_t size)
{
    const uint32_t count = components(texels);
    uint32_t *data = base_arena_alloc(&r->arena, size), *to = data;

    for (int32_t level = 0; level < (int32_t)texels->levels; level++)
        for (int32_t layer = 0; layer < (int32_t)texels->layers; layer++)
            for (int32_t z = 0; z < texels_side(texels, 2, level); z++)
                for (int32_t y = 0; y < texels_side(texels, 1, level); y++)
                    for (int32_t x = 0; x < texels_side(texels, 0, level); x++)
                        for (uint32_t c = 0; c < count; c++)
                            *to++ = texels_word(texels, (int32_t[]){x, y, z}, layer, level, c);
    return data;
}

static void
bind(struct texels *texels)
{
    const bool is_buffer = texels->target->dim == ir_dim_buffer;
    const enum scene_format format = texels->image.format;

    texels->bindings[0] =
        (struct scene_binding){.set = 1, .binding = 32 + 3, .kind = scene_binding_combined};
    texels->bindings[1] =
        (struct scene_binding){.set = 1, .binding = 160 + 5, .kind = scene_binding_sampled};
    texels->bindings[2] =
        (struct scene_binding){.set = 1, .binding = 288 + 2, .kind = scene_binding_sampler};
    for (unsigned i = 0; is_buffer && i < 2; i++) {
        texels->bindings[i].kind = scene_binding_uniform_texel;
        texels->bindings[i].format = format;
    }
    texels->bindings[3] = texels->bindings[0];
    texels->bindings[3].set = 0;
    texels->resources = (struct rows_resources){
        .buffers = &texels->buffer,
        .buffer_count = is_buffer,
        .images = &texels->image,
        .image_count = !is_buffer,
        .views = &texels->view,
        .view_count = !is_buffer,
        .samplers = &texels->sampler,
        .sampler_count = 1,
        .bindings = texels->bindings,
        .binding_count = 4,
    };
}

void
texels_make(struct rows *r, const struct texels_target *target, enum texels_kind kind,
            struct texels *texels)
{
    static const enum scene_format formats[] = {
        [texels_float] = scene_format_r32g32b32a32_sfloat,
        [texels_sint] = scene_format_r32g32b32a32_sint,
        [texels_uint] = scene_format_r32g32b32a32_uint,
        [texels_depth] = scene_format_d32_sfloat,
    };
    const bool is_cube = target->dim == ir_dim_cube, is_3d = target->dim == ir_dim_3d;
    const bool is_1d = target->dim == ir_dim_1d, is_buffer = target->dim == ir_dim_buffer;

    memset(texels, 0, sizeof(*texels));
    texels->target = target;
    texels->kind = target->reference ? texels_depth : kind;
    texels->levels = target->is_rect || target->has_samples || is_buffer ? 1 : 3;
    texels->layers = (is_cube ? 6u : 1) * (target->is_arrayed ? is_cube ? 2 : 3 : 1);
    texels->image = (struct scene_image){
        .format = formats[texels->kind],
        .dim = is_3d                ? scene_image_3d
               : is_1d || is_buffer ? scene_image_1d
                                    : scene_image_2d,
        .width = is_buffer ? 13 : 8,
        .height = is_1d || is_buffer ? 1
                  : is_cube          ? 8
                                     : 4,
        .depth = is_3d ? 4 : 1,
        .layers = texels->layers,
        .levels = texels->levels,
        .samples = target->has_samples ? 4 : 1,
    };
    const size_t size = (size_t)scene_image_size(&texels->image);
    const uint32_t *data = target->has_samples ? NULL : make_data(r, texels, size);
    texels->image.data = data;
    texels->image.size = data ? size : 0;
    texels->buffer = (struct scene_buffer){data, size};
    texels->view = (struct scene_view){.dim = target->dim,
                                       .is_arrayed = target->is_arrayed,
                                       .level_count = texels->levels,
                                       .layer_count = texels->layers};
    texels->sampler = (struct scene_sampler){.wrap_u = scene_wrap_clamp_to_edge,
                                             .wrap_v = scene_wrap_clamp_to_edge,
                                             .wrap_w = scene_wrap_clamp_to_edge,
                                             .max_lod = 8,
                                             .has_compare = target->reference != in_none,
                                             .compare = scene_compare_less_or_equal};
    bind(texels);
}

/* ---- places ---- */

/* The axes that s and t run along on a face, and its own; from 1, negative: backwards. */
static const int faces[6][3] = {{-3, -2, 1}, {3, -2, -1}, {1, 3, 2},
                                {1, -3, -2}, {1, -2, 3},  {-1, -2, -3}};

static void
aim(struct texels_point *point, const float st[2], float length)
{
    const float values[3] = {2 * st[0] - 1, 2 * st[1] - 1, 1};

    for (unsigned i = 0; i < 3; i++) {
        const int axis = faces[point->face][i];

        point->coordinates[(axis < 0 ? -axis : axis) - 1] =
            (axis < 0 ? -values[i] : values[i]) * length;
    }
}

static void
choose_layer(const struct texels *texels, bool edges, uint32_t *state, struct texels_point *point)
{
    static const float rests[] = {0, 0.25f, -0.25f, -0.5f};
    const uint32_t layers = texels->layers / (texels->target->dim == ir_dim_cube ? 6 : 1);

    point->layer = (int32_t)texels_random(state, layers);
    point->layer_coordinate = (float)point->layer + rests[texels_random(state, 4)];
    if (edges && texels_random(state, 8) == 0) {
        point->layer = 0;
        point->layer_coordinate = -2.75f;
    } else if (edges && texels_random(state, 8) == 0) {
        point->layer = (int32_t)layers - 1;
        point->layer_coordinate = 99;
    }
}

void
texels_choose(const struct texels *texels, int32_t level, bool edges, uint32_t *state,
              struct texels_point *point)
{
    static const float fractions[] = {0.25f, 0.75f, 0.625f, 0.375f};
    const struct texels_target *target = texels->target;
    const bool is_cube = target->dim == ir_dim_cube;

    memset(point, 0, sizeof(*point));
    for (unsigned i = 0; i < (is_cube ? 2 : target->sides); i++) {
        const int32_t side = texels_side(texels, i, level);
        /* A gather of a cube stays on its face. */
        const bool is_inner = is_cube && !edges;

        point->at[i] = is_inner ? 1 + (int32_t)texels_random(state, (uint32_t)side - 2)
                                : (int32_t)texels_random(state, (uint32_t)side);
        point->fraction[i] = fractions[texels_random(state, 4)];
        float place = (float)point->at[i] + point->fraction[i];
        if (edges && !is_cube && texels_random(state, 8) == 0) {
            point->at[i] = texels_random(state, 2) ? side - 1 : 0;
            point->fraction[i] = point->at[i] ? 0.75f : 0.25f;
            place = point->at[i] ? (float)side + 3.25f : -2.75f;
        }
        point->coordinates[i] = target->is_rect ? place : place / (float)side;
    }
    if (is_cube) {
        const float st[2] = {point->coordinates[0], point->coordinates[1]};

        point->face = (int32_t)texels_random(state, 6);
        point->length = (float)(1u << texels_random(state, 3)) / 2;
        aim(point, st, point->length);
    }
    if (target->is_arrayed)
        choose_layer(texels, edges, state, point);
    point->reference = (float)texels_random(state, 17) / 16;
}

void
texels_gradient(const struct texels *texels, const struct texels_point *point, int32_t level,
                float gradient[3])
{
    const float texel = (float)(1 << level), part = texel / (float)texels->image.width;
    const int axis = faces[point->face][0];

    memset(gradient, 0, 3 * sizeof(*gradient));
    if (texels->target->dim == ir_dim_cube)
        gradient[(axis < 0 ? -axis : axis) - 1] = (axis < 0 ? -2 : 2) * part * point->length;
    else
        gradient[0] = texels->target->is_rect ? texel : part;
}

static int32_t
clamp(int32_t x, int32_t side)
{
    return x < 0 ? 0 : x >= side ? side - 1 : x;
}

static int32_t
layer_of(const struct texels *texels, const struct texels_point *point)
{
    return texels->target->dim == ir_dim_cube ? 6 * point->layer + point->face : point->layer;
}

static uint32_t
one_or_zero(bool is_one)
{
    return base_bits_of_float(is_one ? 1.0f : 0.0f);
}

static bool
passes(const struct texels_point *point, uint32_t depth)
{
    return point->reference <= base_float_of_bits(depth);
}

uint32_t
texels_result(const struct texels *texels, const struct texels_point *point,
              const int32_t offset[3], int32_t level, unsigned c)
{
    int32_t at[3];

    for (unsigned i = 0; i < 3; i++)
        at[i] = clamp(point->at[i] + (offset ? offset[i] : 0), texels_side(texels, i, level));
    const uint32_t word = texels_word(texels, at, layer_of(texels, point), level, c);
    if (texels->kind != texels_depth)
        return word;
    return one_or_zero(c == 3 || passes(point, word));
}

uint32_t
texels_gathered(const struct texels *texels, const struct texels_point *point,
                const int32_t offset[2], unsigned texel, unsigned c)
{
    static const int32_t steps[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    int32_t at[3] = {0};

    for (unsigned i = 0; i < 2; i++) {
        const int32_t first = point->at[i] - (point->fraction[i] < 0.5f);

        at[i] =
            clamp(first + steps[texel][i] + (offset ? offset[i] : 0), texels_side(texels, i, 0));
    }
    const uint32_t word = texels_word(texels, at, layer_of(texels, point), 0, c);
    return texels->kind == texels_depth ? one_or_zero(passes(point, word)) : word;
}

static void
place_value(uint32_t words[4], uint32_t *extra, enum texels_place place, float value)
{
    if (place == in_extra)
        *extra = base_bits_of_float(value);
    else if (place)
        words[place] = base_bits_of_float(value);
}

void
texels_words(const struct texels *texels, const struct texels_point *point, float level,
             float divisor, uint32_t words[4], uint32_t *extra)
{
    const struct texels_target *target = texels->target;

    /* What no lookup is to look at. */
    for (unsigned c = 0; c < 4; c++)
        words[c] = base_bits_of_float(-77.0f);
    *extra = words[0];
    place_value(words, extra, target->level, level);
    place_value(words, extra, target->layer, point->layer_coordinate * divisor);
    place_value(words, extra, target->reference, point->reference * divisor);
    for (unsigned i = 0; i < target->sides; i++)
        words[i] = base_bits_of_float(point->coordinates[i] * divisor);
}
