/* SPDX-License-Identifier: MIT */
#include "cpu/raster/raster.h"

#include <float.h>
#include <math.h>

#define SUBPIXELS (1 << CPU_SUBPIXEL_BITS)

/* The first pixel whose centre is not left of (or above) a window coordinate. */
static int32_t
first_pixel(double coordinate)
{
    const double fixed = nearbyint(coordinate * SUBPIXELS);

    return (int32_t)ceil((fixed - SUBPIXELS / 2) / SUBPIXELS);
}

void
cpu_viewport_init(struct cpu_viewport *viewport, const struct scene_viewport *from)
{
    const double x = (double)from->x, right = x + (double)from->width;
    const double y = (double)from->y, bottom = y + (double)from->height;

    viewport->scale[0] = from->width / 2;
    viewport->scale[1] = from->height / 2;
    viewport->offset[0] = from->x + from->width / 2;
    viewport->offset[1] = from->y + from->height / 2;
    viewport->depth_scale = (double)from->max_depth - (double)from->min_depth;
    viewport->depth_offset = (double)from->min_depth;
    for (int i = 0; i < 2; i++)
        viewport->guard[i] =
            (CPU_GUARD - 1 - fabs((double)viewport->offset[i])) / fabs((double)viewport->scale[i]);
    viewport->rect = (struct cpu_rect){first_pixel(x), first_pixel(fmin(y, bottom)),
                                       first_pixel(right), first_pixel(fmax(y, bottom))};
}

struct cpu_rect
cpu_rect_intersect(const struct cpu_rect *a, const struct cpu_rect *b)
{
    return (struct cpu_rect){
        a->x0 > b->x0 ? a->x0 : b->x0,
        a->y0 > b->y0 ? a->y0 : b->y0,
        a->x1 < b->x1 ? a->x1 : b->x1,
        a->y1 < b->y1 ? a->y1 : b->y1,
    };
}

/* ---- the planes ---- */

/* Divisions by w come after, so w is cut off where it is no normal float any more. */
enum { plane_w, plane_near, plane_far, plane_left, plane_right, plane_top, plane_bottom };
#define PLANES 7

/* How far a position is on the inner side. With guards of 1 these are the view volume's planes. */
static double
distance(int plane, const double clip[4], const double guard[2])
{
    switch (plane) {
    case plane_w:
        return clip[3] - (double)FLT_MIN;
    case plane_near:
        return clip[2];
    case plane_far:
        return clip[3] - clip[2];
    case plane_left:
        return guard[0] * clip[3] + clip[0];
    case plane_right:
        return guard[0] * clip[3] - clip[0];
    case plane_top:
        return guard[1] * clip[3] + clip[1];
    default:
        return guard[1] * clip[3] - clip[1];
    }
}

static const double no_guard[2] = {1, 1};

/* Bit n: the position is outside plane n. */
static unsigned
outside(const double clip[4], const double guard[2])
{
    unsigned planes = 0;

    for (int i = 0; i < PLANES; i++)
        planes |= (unsigned)(distance(i, clip, guard) < 0) << i;
    return planes;
}

static bool
is_finite(const float position[4])
{
    return isfinite(position[0]) && isfinite(position[1]) && isfinite(position[2]) &&
           isfinite(position[3]);
}

bool
cpu_point_is_inside(const struct cpu_viewport *viewport, const float position[4])
{
    const double clip[4] = {(double)position[0], (double)position[1], (double)position[2],
                            (double)position[3]};

    return is_finite(position) && !outside(clip, viewport->guard);
}

/* Where the edge from a corner inside to one outside meets the plane. Always seen from inside, so
 * that two triangles that share the edge get the same corner. */
static void
cut(struct cpu_corner *corner, const struct cpu_corner *in, const struct cpu_corner *out,
    double in_distance, double out_distance)
{
    const double t = in_distance / (in_distance - out_distance);

    for (int i = 0; i < 4; i++)
        corner->clip[i] = in->clip[i] + t * (out->clip[i] - in->clip[i]);
    /* Rounding must not undo the guard against small w. */
    corner->clip[3] = fmax(corner->clip[3], (double)FLT_MIN);

    for (int i = 0; i < 3; i++)
        corner->weights[i] = in->weights[i] + t * (out->weights[i] - in->weights[i]);
}

/* Cuts off what is outside of one plane (Sutherland and Hodgman). */
static void
clip_plane(struct cpu_polygon *polygon, int plane, const double guard[2])
{
    const struct cpu_polygon from = *polygon;
    double distances[CPU_MAX_CORNERS];

    for (uint32_t i = 0; i < from.count; i++)
        distances[i] = distance(plane, from.corners[i].clip, guard);

    polygon->count = 0;
    for (uint32_t i = 0; i < from.count; i++) {
        const uint32_t j = i + 1 < from.count ? i + 1 : 0;
        const struct cpu_corner *a = &from.corners[i], *b = &from.corners[j];
        const bool a_in = distances[i] >= 0, b_in = distances[j] >= 0;

        /* Rounding can make the polygon a little concave, hence more corners than there should be;
         * what is past the room for them is less than a subpixel. */
        if (a_in && polygon->count < CPU_MAX_CORNERS)
            polygon->corners[polygon->count++] = *a;
        if (a_in == b_in || polygon->count == CPU_MAX_CORNERS)
            continue;
        struct cpu_corner *corner = &polygon->corners[polygon->count++];
        if (a_in)
            cut(corner, a, b, distances[i], distances[j]);
        else
            cut(corner, b, a, distances[j], distances[i]);
    }
}

/* In window space a vertex weighs by its w. A vertex with w < 0 has its place there too. */
static void
set_linear_weights(struct cpu_corner *corner, const float *const positions[3])
{
    for (int i = 0; i < 3; i++)
        corner->linear_weights[i] = corner->weights[i] * (double)positions[i][3] / corner->clip[3];
}

bool
cpu_clip_triangle(const struct cpu_viewport *viewport, const float *const positions[3],
                  struct cpu_polygon *polygon)
{
    unsigned all = ~0u;
    unsigned any = 0;

    if (!is_finite(positions[0]) || !is_finite(positions[1]) || !is_finite(positions[2]))
        return false;
    memset(polygon->corners, 0, 3 * sizeof(polygon->corners[0]));
    polygon->count = 3;
    for (int i = 0; i < 3; i++) {
        struct cpu_corner *corner = &polygon->corners[i];

        for (int j = 0; j < 4; j++)
            corner->clip[j] = (double)positions[i][j];
        corner->weights[i] = 1;
        all &= outside(corner->clip, no_guard);
        any |= outside(corner->clip, viewport->guard);
    }
    polygon->is_whole = !any;
    if (all)
        return false;

    /* All planes, since a corner that one makes may lie outside of another by rounding: a triangle
     * that shares the edge must see the same. */
    for (int i = 0; i < PLANES && any && polygon->count >= 3; i++)
        clip_plane(polygon, i, viewport->guard);
    for (uint32_t i = 0; i < polygon->count; i++)
        set_linear_weights(&polygon->corners[i], positions);
    return polygon->count >= 3;
}

/* ---- the viewport ---- */

/* The window coordinate is rounded as hosts do that compute it in floats, so that it snaps alike.
 * The guard band bounds it; a corner that was cut may lie an ulp outside. */
static int32_t
snap(double ndc, float scale, float offset)
{
    const float coordinate = (float)ndc * scale + offset;
    const double fixed = nearbyint((double)coordinate * SUBPIXELS);

    return (int32_t)fmax(fmin(fixed, CPU_GUARD * SUBPIXELS), -CPU_GUARD * SUBPIXELS);
}

void
cpu_window_init(struct cpu_window *window, const struct cpu_viewport *viewport,
                const double clip[4])
{
    const double x = clip[0] / clip[3];
    const double y = clip[1] / clip[3];

    window->x = x * (double)viewport->scale[0] + (double)viewport->offset[0];
    window->y = y * (double)viewport->scale[1] + (double)viewport->offset[1];
    window->z = clip[2] / clip[3] * viewport->depth_scale + viewport->depth_offset;
    window->over_w = 1 / clip[3];
    window->fixed_x = snap(x, viewport->scale[0], viewport->offset[0]);
    window->fixed_y = snap(y, viewport->scale[1], viewport->offset[1]);
}
