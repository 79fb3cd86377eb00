/* SPDX-License-Identifier: MIT
 *
 * Vulkan, "Blending", "Framebuffer" and the resolve of multisample targets. Blending is done in
 * floats; what comes out is rounded as the format's own conversion does.
 */
#include "cpu/cpu_priv.h"

#include "base/bits.h"

#include <math.h>

#define ONE_BITS 0x3f800000u /* 1.0f */

/* ---- setting up ---- */

static void
find_sources(struct cpu_colour *colour, const struct ir_shader *shader, uint32_t location)
{
    for (uint32_t source = 0; source < 2; source++) {
        for (uint32_t c = 0; c < 4; c++)
            colour->sources[source][c] = CPU_NONE;
    }
    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        const struct ir_io *output = &shader->outputs.data[i];

        if (output->builtin != ir_builtin_none || output->location != location)
            continue;
        for (uint32_t c = 0; c < output->components; c++)
            colour->sources[output->index][output->component + c] = i * 4 + c;
    }
}

/* The bits of a texel that the draw leaves alone. false if that is all of them. */
static bool
find_kept(struct cpu_colour *colour)
{
    const struct cpu_texel texel = cpu_texel_of(colour->surface.format);
    bool writes = false;

    for (unsigned c = 0; c < 4; c++) {
        if (!texel.components[c].count)
            continue;
        if (!(colour->state.no_write >> c & 1) && colour->sources[0][c] != CPU_NONE) {
            writes = true;
            continue;
        }
        colour->keeps = true;
        cpu_texel_mask(&texel, c, colour->keep);
    }
    return writes;
}

static void
set_clamps(struct cpu_colour *colour)
{
    switch ((enum scene_numeric)scene_format_infos[colour->surface.format].numeric) {
    case scene_numeric_unorm:
    case scene_numeric_srgb:
        colour->clamp[0] = 0;
        colour->clamp[1] = 1;
        return;
    case scene_numeric_snorm:
        colour->clamp[0] = -1;
        colour->clamp[1] = 1;
        return;
    case scene_numeric_uscaled:
    case scene_numeric_sscaled:
    case scene_numeric_uint:
    case scene_numeric_sint:
    case scene_numeric_ufloat:
    case scene_numeric_sfloat:
        break;
    }
    colour->clamp[0] = -INFINITY;
    colour->clamp[1] = INFINITY;
}

/* Where red, green, blue and alpha stand in four bytes that need no more than rounding. */
static void
find_bytes(struct cpu_colour *colour)
{
    const struct cpu_texel texel = cpu_texel_of(colour->surface.format);

    colour->is_bytes = scene_format_infos[colour->surface.format].numeric == scene_numeric_unorm &&
                       texel.unit == 8 && colour->surface.bytes == 4 && !colour->keeps &&
                       !colour->blends;
    for (unsigned c = 0; c < 4; c++)
        colour->shifts[c] = texel.components[c].at;
}

bool
cpu_colour_init(struct cpu_colour *colour, const struct cpu_memory *memory,
                const struct scene_draw *draw, uint32_t target)
{
    *colour = (struct cpu_colour){.state = draw->targets[target]};
    if (colour->state.view == SCENE_NONE || !draw->fragment)
        return false;
    colour->surface = cpu_memory_surface(memory, colour->state.view, 0);
    colour->is_float = scene_format_is_float(colour->surface.format);
    colour->blends = colour->state.has_blend && colour->is_float;
    memcpy(colour->constants, draw->blend_constants, sizeof(colour->constants));
    colour->is_opaque = draw->raster.has_alpha_to_one && colour->is_float;
    find_sources(colour, draw->fragment, target);
    set_clamps(colour);
    if (!find_kept(colour))
        return false;
    find_bytes(colour);
    return true;
}

/* ---- blending ---- */

struct blend {
    const float *src;
    const float *src1;
    const float *dst;
    const float *constants;
};

static float
factor_of(enum scene_factor factor, const struct blend *b, unsigned c)
{
    switch (factor) {
    case scene_factor_zero:
        break;
    case scene_factor_one:
        return 1;
    case scene_factor_src_color:
        return b->src[c];
    case scene_factor_one_minus_src_color:
        return 1 - b->src[c];
    case scene_factor_dst_color:
        return b->dst[c];
    case scene_factor_one_minus_dst_color:
        return 1 - b->dst[c];
    case scene_factor_src_alpha:
        return b->src[3];
    case scene_factor_one_minus_src_alpha:
        return 1 - b->src[3];
    case scene_factor_dst_alpha:
        return b->dst[3];
    case scene_factor_one_minus_dst_alpha:
        return 1 - b->dst[3];
    case scene_factor_constant_color:
        return b->constants[c];
    case scene_factor_one_minus_constant_color:
        return 1 - b->constants[c];
    case scene_factor_constant_alpha:
        return b->constants[3];
    case scene_factor_one_minus_constant_alpha:
        return 1 - b->constants[3];
    case scene_factor_src_alpha_saturate:
        return c == 3 ? 1 : fminf(b->src[3], 1 - b->dst[3]);
    case scene_factor_src1_color:
        return b->src1[c];
    case scene_factor_one_minus_src1_color:
        return 1 - b->src1[c];
    case scene_factor_src1_alpha:
        return b->src1[3];
    case scene_factor_one_minus_src1_alpha:
        return 1 - b->src1[3];
    }
    return 0;
}

/* A factor of 0 leaves nothing of an infinity or NaN. */
static float
weigh(float value, float factor)
{
    return factor != 0 ? value * factor : 0;
}

static float
blend_component(const struct scene_target *state, const struct blend *b, unsigned c)
{
    const bool is_alpha = c == 3;
    const float src =
        weigh(b->src[c], factor_of(is_alpha ? state->src_alpha : state->src_color, b, c));
    const float dst =
        weigh(b->dst[c], factor_of(is_alpha ? state->dst_alpha : state->dst_color, b, c));

    switch (is_alpha ? state->alpha_op : state->color_op) {
    case scene_blend_add:
        break;
    case scene_blend_subtract:
        return src - dst;
    case scene_blend_reverse_subtract:
        return dst - src;
    case scene_blend_min:
        return fminf(b->src[c], b->dst[c]);
    case scene_blend_max:
        return fmaxf(b->src[c], b->dst[c]);
    }
    return src + dst;
}

/* Fixed-point formats' colours and factors are clamped first. NaN becomes the least. */
static void
clamp(const struct cpu_colour *colour, const uint32_t words[4], float values[4])
{
    for (unsigned c = 0; c < 4; c++) {
        const float value = base_float_of_bits(words[c]);

        values[c] = isinf(colour->clamp[0])
                        ? value
                        : fminf(fmaxf(value, colour->clamp[0]), colour->clamp[1]);
    }
}

static void
blend(const struct cpu_colour *colour, const uint32_t words[2][4], const uint8_t *texel,
      uint32_t result[4])
{
    float src[2][4], dst[4], constants[4];
    uint32_t stored[4], constant_words[4];

    scene_format_unpack(colour->surface.format, texel, stored);
    memcpy(constant_words, colour->constants, sizeof(constant_words));
    clamp(colour, words[0], src[0]);
    clamp(colour, words[1], src[1]);
    clamp(colour, constant_words, constants);
    memcpy(dst, stored, sizeof(dst));
    const struct blend b = {src[0], src[1], dst, constants};
    for (unsigned c = 0; c < 4; c++)
        result[c] = base_bits_of_float(blend_component(&colour->state, &b, c));
}

/* ---- writing ---- */

/* Components that the shader does not write are 0, 0, 0, 1. */
static void
gather(const struct cpu_colour *colour, const uint32_t *outputs, uint32_t lanes, uint32_t lane,
       uint32_t words[2][4])
{
    for (unsigned source = 0; source < 2; source++) {
        for (unsigned c = 0; c < 4; c++) {
            const uint32_t from = colour->sources[source][c];
            const uint32_t missing = c < 3 ? 0 : colour->is_float ? ONE_BITS : 1;

            words[source][c] = from == CPU_NONE ? missing : outputs[(size_t)from * lanes + lane];
        }
        if (colour->is_opaque)
            words[source][3] = ONE_BITS;
    }
}

static void
store(const struct cpu_colour *colour, const uint8_t *from, uint8_t *texel)
{
    if (!colour->keeps) {
        memcpy(texel, from, colour->surface.bytes);
        return;
    }
    for (size_t i = 0; i < colour->surface.bytes; i++)
        texel[i] = (uint8_t)((texel[i] & colour->keep[i]) | (from[i] & ~colour->keep[i]));
}

/* samples: bit 4 * s is sample s. */
static void
write_pixel(const struct cpu_colour *colour, const uint32_t words[2][4], uint64_t samples,
            uint8_t *texel)
{
    uint8_t packed[SCENE_MAX_TEXEL];

    if (!colour->blends)
        scene_format_pack(colour->surface.format, words[0], packed);
    for (; samples; samples >>= 4, texel += colour->surface.bytes) {
        if (!(samples & 1))
            continue;
        if (colour->blends) {
            uint32_t result[4];

            blend(colour, words, texel, result);
            scene_format_pack(colour->surface.format, result, packed);
        }
        store(colour, packed, texel);
    }
}

/* Four bytes a texel, of all lanes at once. To nearest, ties to even: adding 2^23 leaves no bits
 * for a fraction. NaN is not above 0. */
static void
pack_bytes(const struct cpu_colour *colour, const uint32_t *outputs, uint32_t lanes,
           uint32_t *texels)
{
    for (uint32_t i = 0; i < lanes; i++)
        texels[i] = 0;
    for (unsigned c = 0; c < 4; c++) {
        const uint32_t from = colour->sources[0][c];
        const unsigned shift = colour->shifts[c];

        if (c == 3 && colour->is_opaque) {
            for (uint32_t i = 0; i < lanes; i++)
                texels[i] |= 255u << shift;
            continue;
        }
        for (uint32_t i = 0; i < lanes; i++) {
            const float value = base_float_of_bits(outputs[(size_t)from * lanes + i]);
            const float positive = value > 0.0f ? value : 0.0f;
            const float clamped = positive < 1.0f ? positive : 1.0f;

            texels[i] |= (base_bits_of_float(clamped * 255.0f + 8388608.0f) & 255u) << shift;
        }
    }
}

static void
write_bytes(const struct cpu_colour *colour, const struct cpu_fragments *fragments,
            const uint32_t *outputs, uint32_t lanes)
{
    uint32_t texels[CPU_MAX_LANES];

    pack_bytes(colour, outputs, lanes, texels);
    for (uint32_t i = 0; i < fragments->quad_count * 4; i++) {
        const struct cpu_quad *quad = &fragments->quads[i / 4];
        uint64_t samples = fragments->samples[i / 4] >> i % 4 & CPU_PLACE_SAMPLES;

        if (!samples)
            continue;
        uint8_t *texel = cpu_surface_at(&colour->surface, quad->x + (i & 1), quad->y + (i >> 1 & 1),
                                        fragments->layer);
        for (; samples; samples >>= 4, texel += 4) {
            if (samples & 1)
                memcpy(texel, &texels[i], 4);
        }
    }
}

void
cpu_colour_write(const struct cpu_colour *colour, const struct cpu_fragments *fragments,
                 const uint32_t *outputs, uint32_t lanes)
{
    if (colour->is_bytes) {
        write_bytes(colour, fragments, outputs, lanes);
        return;
    }
    for (uint32_t i = 0; i < fragments->quad_count * 4; i++) {
        const struct cpu_quad *quad = &fragments->quads[i / 4];
        const uint64_t samples = fragments->samples[i / 4] >> i % 4 & CPU_PLACE_SAMPLES;
        uint32_t words[2][4];

        if (!samples)
            continue;
        gather(colour, outputs, lanes, i, words);
        write_pixel(colour, (const uint32_t(*)[4])words, samples,
                    cpu_surface_at(&colour->surface, quad->x + (i & 1), quad->y + (i >> 1 & 1),
                                   fragments->layer));
    }
}

/* ---- resolving ---- */

struct resolve {
    struct cpu_surface from;
    struct cpu_surface to;
};

/* The mean of floats; of integers the first sample. */
static void
resolve_texel(const struct resolve *r, const uint8_t *from, uint8_t *to)
{
    float sums[4] = {0};
    uint32_t words[4];

    if (!scene_format_is_float(r->from.format)) {
        scene_format_unpack(r->from.format, from, words);
        scene_format_pack(r->to.format, words, to);
        return;
    }
    for (uint32_t s = 0; s < r->from.samples; s++) {
        scene_format_unpack(r->from.format, from + s * r->from.bytes, words);
        for (unsigned c = 0; c < 4; c++)
            sums[c] += base_float_of_bits(words[c]);
    }
    for (unsigned c = 0; c < 4; c++)
        words[c] = base_bits_of_float(sums[c] / (float)r->from.samples);
    scene_format_pack(r->to.format, words, to);
}

static bool
resolve_row(void *context, uint32_t thread, uint32_t row)
{
    const struct resolve *r = context;
    const uint32_t y = row % r->from.height, layer = row / r->from.height;
    (void)thread;

    for (uint32_t x = 0; x < r->from.width; x++)
        resolve_texel(r, cpu_surface_at(&r->from, x, y, layer),
                      cpu_surface_at(&r->to, x, y, layer));
    return true;
}

void
cpu_colour_resolve(const struct cpu_context *context, const struct scene_target *target)
{
    struct resolve r;

    if (target->view == SCENE_NONE || target->resolve == SCENE_NONE)
        return;
    r.from = cpu_memory_surface(context->memory, target->view, 0);
    r.to = cpu_memory_surface(context->memory, target->resolve, 0);
    const uint32_t layers = r.from.layers < r.to.layers ? r.from.layers : r.to.layers;
    cpu_pool_run(context->pool, r.from.height * layers, resolve_row, &r);
}
