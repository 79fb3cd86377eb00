/* SPDX-License-Identifier: MIT
 *
 * Images and single lanes for the tests of sampling.
 */
#ifndef TESTS_CPU_SAMPLE_KIT_H
#define TESTS_CPU_SAMPLE_KIT_H

#include "cpu/sample/sample.h"

#include "base/bits.h"

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#define NEAREST scene_filter_nearest
#define LINEAR scene_filter_linear
#define REPEAT scene_wrap_repeat
#define MIRROR scene_wrap_mirrored_repeat
#define EDGE scene_wrap_clamp_to_edge
#define BORDER scene_wrap_clamp_to_border
#define MIRROR_EDGE scene_wrap_mirror_clamp_to_edge

/* An image of its own size; layers, depth, levels and samples are 1 where they are 0. */
static inline struct scene_image
kit_image(enum scene_format format, enum scene_image_dim dim, uint32_t width, uint32_t height,
          uint32_t depth, uint32_t layers, uint32_t levels)
{
    return (struct scene_image){.format = format,
                                .dim = dim,
                                .width = width,
                                .height = height ? height : 1,
                                .depth = depth ? depth : 1,
                                .layers = layers ? layers : 1,
                                .levels = levels ? levels : 1,
                                .samples = 1};
}

/* All of it. */
static inline struct cpu_image_view
kit_view(const struct scene_image *image, enum ir_dim dim, bool is_arrayed, const void *data)
{
    const struct scene_view view = {.dim = dim,
                                    .is_arrayed = is_arrayed,
                                    .level_count = image->levels,
                                    .layer_count = image->layers};

    return cpu_image_view_of(image, &view, (void *)(uintptr_t)data);
}

static inline struct cpu_image_view
kit_view_2d(enum scene_format format, uint32_t width, uint32_t height, uint32_t levels,
            const void *data)
{
    const struct scene_image image = kit_image(format, scene_image_2d, width, height, 1, 1, levels);

    return kit_view(&image, ir_dim_2d, false, data);
}

/* One lane. Members that a test leaves 0 are not given, but for coordinates. */
struct kit_lane {
    float coordinates[3];
    float layer;
    const float *dref;
    const float *lod;
    const float *bias;
    const float *min_lod;
    const float *grad_x; /* Three. */
    const float *grad_y;
    const int32_t *offset;  /* Three. */
    const int32_t *offsets; /* Eight. */
};

enum kit_op { kit_sample, kit_gather, kit_lod };

static inline void
kit_run(enum kit_op op, const struct cpu_image_view *view, const struct scene_sampler *sampler,
        const struct kit_lane *lane, unsigned component, uint32_t words[4])
{
    uint32_t operands[32];
    unsigned count = 0;
    struct cpu_sample sample = {.mask = 1, .lanes = 1, .result = words, .stride = 1};

#define KIT_GIVE(member, from)                                                                     \
    do {                                                                                           \
        memcpy(&operands[count], from, sizeof(uint32_t));                                          \
        sample.member = &operands[count++];                                                        \
    } while (0)
    for (unsigned i = 0; i < 3; i++) {
        KIT_GIVE(coordinates[i], &lane->coordinates[i]);
        if (lane->grad_x)
            KIT_GIVE(grad_x[i], &lane->grad_x[i]);
        if (lane->grad_y)
            KIT_GIVE(grad_y[i], &lane->grad_y[i]);
        if (lane->offset)
            KIT_GIVE(offset[i], &lane->offset[i]);
    }
    for (unsigned i = 0; lane->offsets && i < 8; i++)
        KIT_GIVE(offsets[i], &lane->offsets[i]);
    KIT_GIVE(layer, &lane->layer);
    if (lane->dref)
        KIT_GIVE(dref, lane->dref);
    if (lane->lod)
        KIT_GIVE(lod, lane->lod);
    if (lane->bias)
        KIT_GIVE(bias, lane->bias);
    if (lane->min_lod)
        KIT_GIVE(min_lod, lane->min_lod);
#undef KIT_GIVE
    if (op == kit_sample)
        cpu_image_sample(view, sampler, &sample);
    else if (op == kit_gather)
        cpu_image_gather(view, sampler, component, &sample);
    else
        cpu_image_lod(view, sampler, &sample);
}

static inline void
kit_run_floats(enum kit_op op, const struct cpu_image_view *view,
               const struct scene_sampler *sampler, const struct kit_lane *lane, unsigned component,
               float found[4])
{
    uint32_t words[4] = {0};

    kit_run(op, view, sampler, lane, component, words);
    for (unsigned c = 0; c < 4; c++)
        found[c] = base_float_of_bits(words[c]);
}

static inline void
kit_sample_2d(const struct cpu_image_view *view, const struct scene_sampler *sampler, float u,
              float v, float lod, float found[4])
{
    const struct kit_lane lane = {.coordinates = {u, v}, .lod = &lod};

    kit_run_floats(kit_sample, view, sampler, &lane, 0, found);
}

static inline void
kit_assert_near(float found, double expected, const char *what, int row)
{
    if (!(fabs((double)found - expected) <= 1e-6 * (1 + fabs(expected))))
        fail_msg("%s, row %d: found %.9g, expected %.9g", what, row, (double)found, expected);
}

#endif
