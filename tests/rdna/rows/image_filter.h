/* SPDX-License-Identifier: MIT
 *
 * What a sample gives, worked out for one lane.
 */
#ifndef TEST_RDNA_IMAGE_FILTER_H
#define TEST_RDNA_IMAGE_FILTER_H

#include "image_rows.h"

struct parts {
    bool gather, compare, gradients, level, zero, bias, clamp, offset, g16;
};

struct sampler {
    uint32_t clamp[3], compare, mag, min, mip, border, reduce;
    uint32_t min_lod, max_lod; /* In 256ths. */
    int32_t bias;              /* In 256ths. */
    bool unnormalized;
};

struct lane {
    double coords[4]; /* With the layer, or the face, last. */
    double gradients[2][3];
    double lod, clamp, bias, reference;
    int offset[3];
};

struct scene {
    struct surface surface;
    struct sampler sampler;
    struct parts parts;
    struct shot *shot;
    bool has_quads;
};

/* The four results, and whether every reading of the rules gives them. */
struct outcome {
    uint32_t values[4];
    bool is_clear;
};

struct parts parts_of(const char *name);
void describe_sampler(const struct sampler *sampler, uint32_t words[4]);
bool is_unnormalized(const struct scene *scene);

/* Before limits, from the base level. */
double level_wanted(const struct scene *scene, const struct lane *lane);
/* By the sampler and the operand. The image's own levels do not count here: an image of one level
 * is minified as well. */
double level_limited(const struct scene *scene, const struct lane *lane, double lod);

/* A comparison of the sampler's. */
bool passes(uint32_t function, double reference, double texel);

struct outcome sample_lane(const struct scene *scene, const struct lane *lane);

#endif
