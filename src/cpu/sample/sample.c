/* SPDX-License-Identifier: MIT
 *
 * Sampling by the Vulkan specification, chapter "Image Operations", lane by lane. What is most
 * common goes by fast.c.
 */
#include "cpu/sample/sample_priv.h"

/* ---- what all lanes share ---- */

/* "Border Texel Replacement" is of those components alone that the format has. */
static void
set_border(struct sample_source *s)
{
    const struct scene_format_info *info = &scene_format_infos[s->view->format];
    const unsigned components = info->components ? info->components : 1;
    const uint32_t one = s->is_float ? SAMPLE_ONE : 1;
    const enum scene_border border = s->sampler->border;

    for (unsigned c = 0; c < 4; c++) {
        const bool is_one = c < components ? border == scene_border_opaque_white ||
                                                 (border == scene_border_opaque_black && c == 3)
                                           : c == 3;

        s->border[c] = is_one ? one : 0;
    }
}

static struct sample_source
source_of(const struct cpu_image_view *view, const struct scene_sampler *sampler, bool is_compare)
{
    const struct scene_format_info *info = &scene_format_infos[view->format];
    struct sample_source s = {
        .view = view,
        .sampler = sampler,
        .wrap = {sampler->wrap_u, sampler->wrap_v, sampler->wrap_w},
        .dimensions = view->dim == ir_dim_1d   ? 1
                      : view->dim == ir_dim_3d ? 3
                                               : 2,
        .texel_bytes = (size_t)view->bytes * view->samples,
        .is_float = sample_view_is_float(view),
    };

    s.is_compare = is_compare && s.is_float;
    s.has_fixed_depth = info->numeric == scene_numeric_unorm;
    /* Cubes have no coordinates outside, but a face's may end a rounding past it. */
    if (view->dim == ir_dim_cube)
        s.wrap[0] = s.wrap[1] = scene_wrap_clamp_to_edge;
    set_border(&s);
    return s;
}

static bool
is_sampled(const struct cpu_image_view *view, const struct scene_sampler *sampler)
{
    return view->levels && view->dim != ir_dim_buffer && sampler;
}

/* ---- a lane ---- */

static float
float_operand(const uint32_t *operand, unsigned lane)
{
    return base_float_of_bits(sample_operand(operand, lane));
}

static struct sample_lane
lane_of(const struct cpu_image_view *view, const struct cpu_sample *sample, unsigned lane)
{
    struct sample_lane result = {0};

    for (unsigned i = 0; i < 3; i++) {
        result.coordinates[i] = float_operand(sample->coordinates[i], lane);
        result.offset[i] = (int32_t)sample_operand(sample->offset[i], lane);
    }
    if (view->is_arrayed)
        result.layer = sample_layer_of(view, float_operand(sample->layer, lane));
    result.dref = float_operand(sample->dref, lane);
    if (view->dim == ir_dim_cube) {
        const struct sample_cube_place place = sample_cube_place_of(result.coordinates);

        result.face = place.face;
        result.coordinates[0] = place.s / 2 + 0.5F;
        result.coordinates[1] = place.t / 2 + 0.5F;
        memset(result.offset, 0, sizeof(result.offset));
    }
    return result;
}

static void
write_result(const struct cpu_sample *sample, unsigned lane, unsigned count, const uint32_t *words)
{
    for (unsigned c = 0; c < count; c++)
        sample->result[c * sample->stride + lane] = words[c];
}

static void
write_zeroes(const struct cpu_sample *sample, unsigned count)
{
    for (unsigned c = 0; c < count; c++)
        memset(sample->result + c * sample->stride, 0, sample->lanes * sizeof(*sample->result));
}

/* ---- the ops ---- */

/* "Texel Anisotropic Filtering": the mean of samples along the footprint's longer axis. */
static void
sample_lane_detail(const struct sample_source *s, struct sample_lane *lane,
                   const struct sample_detail *detail, uint32_t words[4])
{
    const float center[2] = {lane->coordinates[0], lane->coordinates[1]};
    float sum[4] = {0};

    if (detail->count == 1 || !s->is_float) {
        sample_filter(s, lane, detail->clamped, words);
        return;
    }
    for (uint32_t i = 1; i <= detail->count; i++) {
        const float at = (float)i / (float)(detail->count + 1) - 0.5F;

        lane->coordinates[0] = center[0] + at * detail->step[0];
        lane->coordinates[1] = center[1] + at * detail->step[1];
        sample_filter(s, lane, detail->clamped, words);
        for (unsigned c = 0; c < 4; c++)
            sum[c] += base_float_of_bits(words[c]);
    }
    for (unsigned c = 0; c < 4; c++)
        words[c] = base_bits_of_float(sum[c] / (float)detail->count);
}

void
cpu_image_sample(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                 const struct cpu_sample *sample)
{
    const unsigned count = sample->dref ? 1 : 4;

    if (!is_sampled(view, sampler)) {
        write_zeroes(sample, count);
        return;
    }
    if (sample_fast(view, sampler, sample))
        return;
    const struct sample_source source = source_of(view, sampler, sample->dref);

    for (unsigned i = 0; i < sample->lanes; i++) {
        struct sample_lane lane;
        uint32_t words[4];

        if (!sample_lane_is_in(sample->mask, i))
            continue;
        const struct sample_detail detail = sample_detail_of(view, sampler, sample, i);

        lane = lane_of(view, sample, i);
        sample_lane_detail(&source, &lane, &detail, words);
        sample_swizzle(view, words);
        write_result(sample, i, count, words);
    }
}

void
cpu_image_gather(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                 unsigned component, const struct cpu_sample *sample)
{
    /* The order of the results: (i0, j1), (i1, j1), (i1, j0), (i0, j0). */
    static const uint8_t corners[4] = {2, 3, 1, 0};

    if (!is_sampled(view, sampler) || (view->dim != ir_dim_2d && view->dim != ir_dim_cube)) {
        write_zeroes(sample, 4);
        return;
    }
    const struct sample_source source = source_of(view, sampler, sample->dref);

    for (unsigned i = 0; i < sample->lanes; i++) {
        struct sample_lane lane;
        uint32_t result[4];

        if (!sample_lane_is_in(sample->mask, i))
            continue;
        lane = lane_of(view, sample, i);
        for (unsigned n = 0; n < 4; n++) {
            /* With offsets, each names a texel by the place of the last of the four. */
            const unsigned corner = sample->offsets[0] ? 0 : corners[n];
            struct sample_footprint footprint;
            uint32_t words[4];

            if (sample->offsets[0]) {
                lane.offset[0] = (int32_t)sample_operand(sample->offsets[2 * n], i);
                lane.offset[1] = (int32_t)sample_operand(sample->offsets[2 * n + 1], i);
            }
            sample_select(&source, &lane, 0, true, &footprint);
            sample_texel(&source, &lane, &footprint, corner, words);
            sample_swizzle(view, words);
            result[n] = words[sample->dref ? 0 : component & 3];
        }
        write_result(sample, i, 4, result);
    }
}

void
cpu_image_lod(const struct cpu_image_view *view, const struct scene_sampler *sampler,
              const struct cpu_sample *sample)
{
    if (!is_sampled(view, sampler)) {
        write_zeroes(sample, 2);
        return;
    }
    for (unsigned i = 0; i < sample->lanes; i++) {
        float delta;

        if (!sample_lane_is_in(sample->mask, i))
            continue;
        const struct sample_detail detail = sample_detail_of(view, sampler, sample, i);
        const uint32_t level = sample_levels_of(view, sampler, detail.clamped, &delta);
        const uint32_t words[2] = {base_bits_of_float((float)level + delta),
                                   base_bits_of_float(detail.lod)};

        write_result(sample, i, 2, words);
    }
}
