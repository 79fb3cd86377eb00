/* SPDX-License-Identifier: MIT */
#include "cpu/raster/raster.h"

static const struct cpu_sample_place places_1[] = {{8, 8}};
static const struct cpu_sample_place places_2[] = {{12, 12}, {4, 4}};
static const struct cpu_sample_place places_4[] = {{6, 2}, {14, 6}, {2, 10}, {10, 14}};
static const struct cpu_sample_place places_8[] = {{9, 5},  {7, 11}, {13, 9},  {5, 3},
                                                   {3, 13}, {1, 7},  {11, 15}, {15, 1}};
static const struct cpu_sample_place places_16[] = {
    {9, 9},  {7, 5}, {5, 10}, {12, 7}, {3, 6}, {10, 13}, {13, 11}, {11, 3},
    {6, 14}, {8, 1}, {4, 2},  {2, 12}, {0, 8}, {15, 4},  {14, 15}, {1, 0}};

const struct cpu_sample_place *
cpu_sample_places(uint32_t samples)
{
    switch (samples) {
    case 2:
        return places_2;
    case 4:
        return places_4;
    case 8:
        return places_8;
    case 16:
        return places_16;
    default:
        return places_1;
    }
}
