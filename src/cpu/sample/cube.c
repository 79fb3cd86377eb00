/* SPDX-License-Identifier: MIT
 *
 * "Cube Map Face Selection" and the sections after it.
 */
#include "cpu/sample/sample_priv.h"

#include <math.h>
#include <stdlib.h>

/* Faces' axes: the one that sticks out of the face, and those of s and t. */
static const struct {
    uint8_t axis[3];
    int8_t sign[3];
} faces[6] = {
    {{0, 2, 1}, {1, -1, -1}}, {{0, 2, 1}, {-1, 1, -1}}, {{1, 0, 2}, {1, 1, 1}},
    {{1, 0, 2}, {-1, 1, -1}}, {{2, 0, 1}, {1, 1, -1}},  {{2, 0, 1}, {-1, -1, -1}},
};

struct sample_cube_place
sample_cube_place_of(const float direction[3])
{
    const float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    /* Of equal ones, z comes first and then y. */
    const unsigned axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    struct sample_cube_place place;

    place.face = 2 * axis + (direction[axis] < 0);
    place.major = fabsf(direction[axis]);
    place.s = (float)faces[place.face].sign[1] * direction[faces[place.face].axis[1]] / place.major;
    place.t = (float)faces[place.face].sign[2] * direction[faces[place.face].axis[2]] / place.major;
    return place;
}

/* "Cube Map Derivative Transformation": the quotient's derivative. */
void
sample_cube_change(const struct sample_cube_place *place, const float change[3], float result[2])
{
    const uint32_t f = place->face;
    const float major = (float)faces[f].sign[0] * change[faces[f].axis[0]];
    const float s = (float)faces[f].sign[1] * change[faces[f].axis[1]];
    const float t = (float)faces[f].sign[2] * change[faces[f].axis[2]];

    result[0] = (s - place->s * major) / place->major;
    result[1] = (t - place->t * major) / place->major;
}

/* In a lattice of half texels around the cube's middle, faces lie at size and texels' middles at
 * odd numbers off it: going over the edge, the texel comes to lie on the next face and half a
 * texel below this one. */
void
sample_cube_cross(uint32_t *face, int32_t texel[2], uint32_t size)
{
    const int32_t n = (int32_t)size;
    const uint32_t from = *face;
    int32_t point[3];

    point[faces[from].axis[0]] = faces[from].sign[0] * n;
    for (unsigned i = 0; i < 2; i++)
        point[faces[from].axis[1 + i]] = faces[from].sign[1 + i] * (2 * texel[i] + 1 - n);
    for (unsigned axis = 0; axis < 3; axis++) {
        if (axis == faces[from].axis[0] || abs(point[axis]) <= n)
            continue;
        const uint32_t to = 2 * axis + (point[axis] < 0);

        point[faces[from].axis[0]] = faces[from].sign[0] * (n - 1);
        for (unsigned i = 0; i < 2; i++)
            texel[i] = (faces[to].sign[1 + i] * point[faces[to].axis[1 + i]] + n - 1) / 2;
        *face = to;
        return;
    }
}
