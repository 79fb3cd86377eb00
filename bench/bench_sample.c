/* SPDX-License-Identifier: MIT
 *
 * How long a sample takes on one processor: 2D, trilinear with the quad's implicit level, in
 * groups of 32 lanes that lie in a picture as fragments do.
 */
#include "bench.h"
#include "cpu/sample/sample.h"

#include <stdio.h>
#include <stdlib.h>

#define SIZE 512
#define LEVELS 10
#define LANES 32
#define PICTURE 1024
#define ROUNDS 7

/* All fragments of a row of quads, 2 pixels high; scale: texels a pixel. */
static uint32_t
sample_rows(const struct cpu_image_view *view, const struct scene_sampler *sampler, unsigned y,
            float scale)
{
    uint32_t words[2][LANES], result[4 * LANES], sum = 0;
    const struct cpu_sample sample = {.mask = UINT64_C(0xffffffff),
                                      .lanes = LANES,
                                      .has_quads = true,
                                      .coordinates = {words[0], words[1]},
                                      .result = result,
                                      .stride = LANES};

    for (unsigned x = 0; x < PICTURE; x += LANES / 2) {
        for (unsigned l = 0; l < LANES; l++) {
            const float uv[2] = {((float)(x + l / 4 * 2 + (l & 1)) + 0.5F) * scale / SIZE,
                                 ((float)(y + (l >> 1 & 1)) + 0.5F) * scale / SIZE};

            memcpy(&words[0][l], &uv[0], sizeof(uv[0]));
            memcpy(&words[1][l], &uv[1], sizeof(uv[1]));
        }
        cpu_image_sample(view, sampler, &sample);
        sum += result[x % (4 * LANES)];
    }
    return sum;
}

/* Nanoseconds a sample, the best of some rounds. */
static double
measure(const struct cpu_image_view *view, const struct scene_sampler *sampler, float scale,
        uint32_t *sum)
{
    double best = 1e9;

    for (unsigned round = 0; round < ROUNDS; round++) {
        const double start = bench_seconds(CLOCK_MONOTONIC);

        for (unsigned y = 0; y < 128; y += 2)
            *sum += sample_rows(view, sampler, y, scale);
        const double took = (bench_seconds(CLOCK_MONOTONIC) - start) / (PICTURE * 128) * 1e9;

        best = took < best ? took : best;
    }
    return best;
}

int
main(void)
{
    static const struct {
        const char *name;
        enum scene_format format;
        enum scene_wrap wrap;
        float scale;
    } rows[] = {
        {"rgba8", scene_format_r8g8b8a8_unorm, scene_wrap_repeat, 1.4F},
        {"rgba32f", scene_format_r32g32b32a32_sfloat, scene_wrap_clamp_to_edge, 0.35F},
        {"srgb8", scene_format_r8g8b8a8_srgb, scene_wrap_repeat, 1.4F},
        {"mirrored rgba8", scene_format_r8g8b8a8_unorm, scene_wrap_mirrored_repeat, 1.4F},
    };
    uint32_t sum = 0;

    printf("sample: ns a trilinear sample:");
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct scene_image image = scene_image_2d_of(rows[i].format, SIZE, SIZE);
        const struct scene_view view = {.dim = ir_dim_2d, .level_count = LEVELS, .layer_count = 1};
        const struct scene_sampler sampler = {.mag = scene_filter_linear,
                                              .min = scene_filter_linear,
                                              .mip = scene_filter_linear,
                                              .wrap_u = rows[i].wrap,
                                              .wrap_v = rows[i].wrap,
                                              .max_lod = 100};
        unsigned char *data;
        uint64_t size;

        image.levels = LEVELS;
        size = scene_image_size(&image);
        data = malloc((size_t)size);
        if (!data)
            return 1;
        for (uint64_t k = 0; k < size; k++)
            data[k] = (unsigned char)(k * 37 >> 3 & 63);
        const struct cpu_image_view of = cpu_image_view_of(&image, &view, data);

        printf(" %s %.1f", rows[i].name, measure(&of, &sampler, rows[i].scale, &sum));
        free(data);
    }
    printf(" (%x)\n", (unsigned)sum);
    return 0;
}
