/* SPDX-License-Identifier: MIT
 *
 * Which samples go by loops over lanes, and those loops for any processor.
 */
#define FAST_NAME sample_fast_plain
#include "cpu/sample/fast.h"

static bool
wraps_fast(enum scene_wrap wrap, bool is_linear)
{
    switch (wrap) {
    case scene_wrap_repeat:
    case scene_wrap_clamp_to_edge:
        return true;
    case scene_wrap_mirrored_repeat:
    case scene_wrap_mirror_clamp_to_edge:
        return is_linear;
    case scene_wrap_clamp_to_border:
        break;
    }
    return false;
}

/* How texels are read, and where red to alpha stand in them. False: not by these loops. */
static bool
set_texels(const struct cpu_image_view *view, struct sample_fast_kind *kind, uint8_t places[4])
{
    const enum scene_format format = view->format;

    for (uint8_t c = 0; c < 4; c++)
        places[c] = format == scene_format_b8g8r8a8_unorm && c < 3 ? (uint8_t)(2 - c) : c;
    kind->texels = format == scene_format_r8g8b8a8_unorm || format == scene_format_b8g8r8a8_unorm
                       ? sample_texels_bytes
                   : format == scene_format_r32g32b32a32_sfloat ? sample_texels_floats
                                                                : sample_texels_any;
    for (kind->texel_log2 = 0; view->bytes >> kind->texel_log2 > 1;)
        kind->texel_log2++;
    return view->bytes == 1u << kind->texel_log2 && sample_view_is_float(view);
}

/* Texels are counted in 32 bits, with a sign. */
static bool
is_small(const struct cpu_image_view *view, unsigned texel_log2)
{
    const struct cpu_image_level *last = &view->level[view->levels - 1];
    const size_t end = (size_t)(last->data - view->level[0].data) + last->layer * view->layers;
    const size_t first = view->level[0].layer * view->layers;

    return (end > first ? end : first) >> texel_log2 <= INT32_MAX &&
           (uintptr_t)view->level[0].data % 4 == 0;
}

bool
sample_fast_kind_of(const struct cpu_image_view *view, const struct scene_sampler *sampler,
                    const struct cpu_sample *sample, struct sample_fast_kind *kind)
{
    uint8_t places[4];

    kind->is_linear = sampler->mag == scene_filter_linear;
    if (view->dim != ir_dim_2d || view->samples != 1 || sample->dref || sample->offset[0] ||
        sampler->is_unnormalized || sampler->max_anisotropy > 1 ||
        !wraps_fast(sampler->wrap_u, kind->is_linear) ||
        !wraps_fast(sampler->wrap_v, kind->is_linear) || sampler->mag != sampler->min ||
        !set_texels(view, kind, places) || !is_small(view, kind->texel_log2))
        return false;
    kind->wrap[0] = sampler->wrap_u;
    kind->wrap[1] = sampler->wrap_v;
    for (unsigned c = 0; c < 4; c++) {
        const uint8_t swizzle = view->swizzle[c];

        kind->from[c] = swizzle >= scene_swizzle_r     ? places[(swizzle - scene_swizzle_r) & 3]
                        : swizzle == scene_swizzle_one ? 5
                                                       : 4;
    }
    return true;
}

bool
sample_fast(const struct cpu_image_view *view, const struct scene_sampler *sampler,
            const struct cpu_sample *sample)
{
    struct sample_fast_kind kind;

    if (!sample->coordinates[0] || !sample->coordinates[1] ||
        !sample_fast_kind_of(view, sampler, sample, &kind))
        return false;
#ifdef SAMPLE_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        sample_fast_avx2(view, sampler, &kind, sample);
        return true;
    }
#endif
    sample_fast_plain(view, sampler, &kind, sample);
    return true;
}
