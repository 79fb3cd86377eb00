/* SPDX-License-Identifier: MIT */
#include "cpu/raster/raster.h"

#include <float.h>
#include <math.h>

#define SUBPIXELS (1 << CPU_SUBPIXEL_BITS)

void
cpu_viewport_init(struct cpu_viewport *viewport, const struct scene_viewport *from,
                  bool has_depth_clamp)
{
    const double x = (double)from->x, right = x + (double)from->width;
    const double y = (double)from->y, bottom = y + (double)from->height;

    viewport->scale[0] = from->width / 2;
    viewport->scale[1] = from->height / 2;
    viewport->offset[0] = from->x + from->width / 2;
    viewport->offset[1] = from->y + from->height / 2;
    viewport->depth_scale = (double)from->max_depth - (double)from->min_depth;
    viewport->depth_offset = (double)from->min_depth;
    viewport->has_depth_clamp = has_depth_clamp;
    for (int i = 0; i < 2; i++)
        viewport->guard[i] =
            (CPU_GUARD - 1 - fabs((double)viewport->offset[i])) / fabs((double)viewport->scale[i]);
    viewport->bounds = (struct cpu_rect){
        (int32_t)nearbyint(x * SUBPIXELS), (int32_t)nearbyint(fmin(y, bottom) * SUBPIXELS),
        (int32_t)nearbyint(right * SUBPIXELS), (int32_t)nearbyint(fmax(y, bottom) * SUBPIXELS)};
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

/* Divisions by w come after, so w is cut off where it is no normal float any more. Clip distances
 * follow these planes. */
enum {
    plane_w,
    plane_near,
    plane_far,
    plane_left,
    plane_right,
    plane_top,
    plane_bottom,
    plane_distances
};

/* A primitive being clipped. */
struct clipper {
    const struct cpu_clip *clip;
    double guard[2]; /* 1: the view volume's planes. */
    bool has_depth_clamp;
    uint32_t planes;
};

static struct clipper
make_clipper(const struct cpu_viewport *viewport, const struct cpu_clip *clip, bool has_guard)
{
    return (struct clipper){
        .clip = clip,
        .guard = {has_guard ? viewport->guard[0] : 1, has_guard ? viewport->guard[1] : 1},
        .has_depth_clamp = viewport->has_depth_clamp,
        .planes = plane_distances + clip->distance_count};
}

/* A clip distance as the corner has it; NaN counts as outside. */
static double
clip_distance(const struct cpu_clip *clip, uint32_t number, const double weights[3])
{
    double sum = 0;

    for (int i = 0; i < 3; i++) {
        if (weights[i] == 0)
            continue;
        const double value = (double)clip->distances[i][number];
        sum += weights[i] * (isnan(value) ? -1 : fmax(fmin(value, DBL_MAX / 4), -DBL_MAX / 4));
    }
    return sum;
}

/* How far a corner is on the inner side. */
static double
distance(const struct clipper *c, uint32_t plane, const struct cpu_corner *corner)
{
    const double *clip = corner->clip;

    switch (plane) {
    case plane_w:
        return clip[3] - (double)FLT_MIN;
    case plane_near:
        return c->has_depth_clamp ? 0 : clip[2];
    case plane_far:
        return c->has_depth_clamp ? 0 : clip[3] - clip[2];
    case plane_left:
        return c->guard[0] * clip[3] + clip[0];
    case plane_right:
        return c->guard[0] * clip[3] - clip[0];
    case plane_top:
        return c->guard[1] * clip[3] + clip[1];
    case plane_bottom:
        return c->guard[1] * clip[3] - clip[1];
    default:
        return clip_distance(c->clip, plane - plane_distances, corner->weights);
    }
}

/* Bit n: the corner is outside plane n. */
static unsigned
outside(const struct clipper *c, const struct cpu_corner *corner)
{
    unsigned planes = 0;

    for (uint32_t i = 0; i < c->planes; i++)
        planes |= (unsigned)(distance(c, i, corner) < 0) << i;
    return planes;
}

static bool
is_finite(const float position[4])
{
    return isfinite(position[0]) && isfinite(position[1]) && isfinite(position[2]) &&
           isfinite(position[3]);
}

/* Fills in count corners. false if a position is not finite or all lie outside of one plane; else
 * any says which planes cut the primitive. */
static bool
start_polygon(const struct cpu_viewport *viewport, const struct cpu_clip *clip, uint32_t count,
              struct cpu_polygon *polygon, unsigned *any)
{
    const struct clipper volume = make_clipper(viewport, clip, false);
    const struct clipper guard = make_clipper(viewport, clip, true);
    unsigned all = ~0u;

    memset(polygon->corners, 0, count * sizeof(polygon->corners[0]));
    polygon->count = count;
    *any = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct cpu_corner *corner = &polygon->corners[i];

        if (!is_finite(clip->positions[i]))
            return false;
        for (int j = 0; j < 4; j++)
            corner->clip[j] = (double)clip->positions[i][j];
        corner->weights[i] = 1;
        all &= outside(&volume, corner);
        *any |= outside(&guard, corner);
    }
    polygon->is_whole = !*any;
    return !all;
}

bool
cpu_point_is_inside(const struct cpu_viewport *viewport, const struct cpu_clip *clip)
{
    struct cpu_corner corner = {.weights = {1}};
    const struct clipper guard = make_clipper(viewport, clip, true);

    for (int i = 0; i < 4; i++)
        corner.clip[i] = (double)clip->positions[0][i];
    return is_finite(clip->positions[0]) && !outside(&guard, &corner);
}

/* Where the edge from a corner inside to one outside meets the plane. Always seen from inside, so
 * that two triangles that share the edge get the same corner. */
static void
cut(struct cpu_corner *corner, const struct cpu_corner *in, const struct cpu_corner *out,
    double in_distance, double out_distance)
{
    const double t = in_distance / (in_distance - out_distance);
    struct cpu_corner made = {{0}};

    for (int i = 0; i < 4; i++)
        made.clip[i] = in->clip[i] + t * (out->clip[i] - in->clip[i]);
    /* Rounding must not undo the guard against small w. */
    made.clip[3] = fmax(made.clip[3], (double)FLT_MIN);

    for (int i = 0; i < 3; i++)
        made.weights[i] = in->weights[i] + t * (out->weights[i] - in->weights[i]);
    *corner = made;
}

/* Cuts off what is outside of one plane (Sutherland and Hodgman). */
static void
clip_plane(const struct clipper *c, struct cpu_polygon *polygon, uint32_t plane)
{
    const struct cpu_polygon from = *polygon;
    double distances[CPU_MAX_CORNERS];

    for (uint32_t i = 0; i < from.count; i++)
        distances[i] = distance(c, plane, &from.corners[i]);

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
set_linear_weights(struct cpu_polygon *polygon, const struct cpu_clip *clip)
{
    for (uint32_t i = 0; i < polygon->count; i++) {
        struct cpu_corner *corner = &polygon->corners[i];

        for (int j = 0; j < 3; j++) {
            if (corner->weights[j] != 0)
                corner->linear_weights[j] =
                    corner->weights[j] * (double)clip->positions[j][3] / corner->clip[3];
        }
    }
}

bool
cpu_clip_triangle(const struct cpu_viewport *viewport, const struct cpu_clip *clip,
                  struct cpu_polygon *polygon)
{
    const struct clipper c = make_clipper(viewport, clip, true);
    unsigned any;

    if (!start_polygon(viewport, clip, 3, polygon, &any))
        return false;
    /* All planes, since a corner that one makes may lie outside of another by rounding: a triangle
     * that shares the edge must see the same. */
    for (uint32_t i = 0; i < c.planes && any && polygon->count >= 3; i++)
        clip_plane(&c, polygon, i);
    set_linear_weights(polygon, clip);
    return polygon->count >= 3;
}

bool
cpu_clip_line(const struct cpu_viewport *viewport, const struct cpu_clip *clip,
              struct cpu_polygon *polygon)
{
    const struct clipper c = make_clipper(viewport, clip, true);
    struct cpu_corner *a = &polygon->corners[0], *b = &polygon->corners[1];
    unsigned any;

    if (!start_polygon(viewport, clip, 2, polygon, &any))
        return false;
    for (uint32_t i = 0; i < c.planes && any; i++) {
        const double at_a = distance(&c, i, a), at_b = distance(&c, i, b);

        if (at_a < 0 && at_b < 0)
            return false;
        if (at_a < 0)
            cut(a, b, a, at_b, at_a);
        else if (at_b < 0)
            cut(b, a, b, at_a, at_b);
    }
    set_linear_weights(polygon, clip);
    return true;
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
