/* SPDX-License-Identifier: MIT */
#ifndef CPU_SAMPLE_SAMPLE_H
#define CPU_SAMPLE_SAMPLE_H

#include "scene/scene.h"

/* The level of detail for the partial derivatives of normalised coordinates: log2 of the larger
 * of the two footprints' lengths in texels (Vulkan, "Scale Factor Operation"). */
float cpu_sample_lod(const struct scene_texture *texture, const float ddx[2], const float ddy[2]);

/* One sample of a 2D texture. lod is clamped to the sampler's range after the sampler's bias was
 * added; the filter is mag where it is at most 0. Any floats, NaN and infinities too, are safe. */
void cpu_sample_2d(const struct scene_texture *texture, const struct scene_sampler *sampler,
                   float u, float v, float lod, float result[4]);

#endif
