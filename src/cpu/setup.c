/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include <math.h>

static const float *
floats(const uint32_t *words)
{
    return (const float *)(const void *)words;
}

static struct cpu_clip
clip_of(const struct cpu_pipeline *pipeline, const uint32_t *const *corners, uint32_t count)
{
    struct cpu_clip clip = {.distance_count = pipeline->clip_count};

    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t *corner = corners[i < count ? i : 0];

        clip.positions[i] = floats(corner + cpu_word_position);
        clip.distances[i] = floats(corner + cpu_word_distances);
    }
    return clip;
}

/* Is one cull distance negative at all vertices? */
static bool
is_culled_by_distance(const struct cpu_pipeline *pipeline, const uint32_t *const corners[3])
{
    const uint32_t count = cpu_topology_corners(pipeline->draw->topology);

    for (uint32_t i = 0; i < pipeline->cull_count; i++) {
        uint32_t negative = 0;

        for (uint32_t j = 0; j < count; j++)
            negative += floats(corners[j] + cpu_word_distances + pipeline->clip_count)[i] < 0;
        if (negative == count)
            return true;
    }
    return false;
}

static void
set_windows(const struct cpu_pipeline *pipeline, struct cpu_candidate *c)
{
    for (uint32_t i = 0; i < c->polygon.count; i++)
        cpu_window_init(&c->windows[i], &pipeline->viewport, c->polygon.corners[i].clip);
}

/* ---- points ---- */

static bool
add_point(struct cpu_primitives *p, struct cpu_candidate *c, double bias, struct base_diags *diags)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    const struct cpu_clip clip = clip_of(pipeline, c->corners, 1);
    /* Points' squares are not cut by the viewport. */
    const float size = cpu_point_size(floats(c->corners[0])[cpu_word_point_size]);
    struct cpu_window *window = &c->windows[0];
    double position[4];

    if (!cpu_point_is_inside(&pipeline->viewport, &clip))
        return true;
    for (int i = 0; i < 4; i++)
        position[i] = (double)clip.positions[0][i];
    cpu_window_init(window, &pipeline->viewport, position);
    cpu_basis_init_point(&c->primitive.basis, window);
    c->primitive.basis.z += bias;
    c->primitive.point[0] = (float)(window->x - (double)size / 2);
    c->primitive.point[1] = (float)(window->y - (double)size / 2);
    c->primitive.point[2] = 1 / size;
    if (!cpu_cover_point(&c->covers[0], &pipeline->area, window, size))
        return true;
    c->cover_count = 1;
    return cpu_primitives_keep(p, c, diags);
}

/* ---- lines ---- */

static bool
add_line(struct cpu_primitives *p, struct cpu_candidate *c, double bias, struct base_diags *diags)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    const struct cpu_clip clip = clip_of(pipeline, c->corners, 2);

    if (!cpu_clip_line(&pipeline->viewport, &clip, &c->polygon))
        return true;
    set_windows(pipeline, c);
    if (!cpu_cover_line(&c->covers[0], &pipeline->area, &c->windows[0], &c->windows[1],
                        pipeline->draw->raster.line_width))
        return true;
    cpu_basis_init_line(&c->primitive.basis, c->windows);
    c->primitive.basis.z += bias;
    c->cover_count = 1;
    return cpu_primitives_keep(p, c, diags);
}

/* ---- polygons ---- */

static bool
is_culled(const struct scene_raster *raster, bool is_front)
{
    switch (raster->cull) {
    case scene_cull_none:
        break;
    case scene_cull_front:
        return is_front;
    case scene_cull_back:
        return !is_front;
    case scene_cull_both:
        return true;
    }
    return false;
}

/* Vulkan, "Depth Bias". */
static double
bias_of(const struct cpu_pipeline *pipeline, const struct cpu_candidate *c)
{
    const struct scene_raster *raster = &pipeline->draw->raster;
    const double clamp = (double)raster->bias_clamp;
    double z = 0;

    if (!raster->has_depth_bias)
        return 0;
    for (uint32_t i = 0; i < c->polygon.count; i++)
        z = fmax(z, fabs(c->windows[i].z));
    const double bias = cpu_basis_slope(&c->primitive.basis) * (double)raster->bias_slope +
                        cpu_depth_resolution(&pipeline->depth, z) * (double)raster->bias_constant;
    return clamp > 0 ? fmin(bias, clamp) : clamp < 0 ? fmax(bias, clamp) : bias;
}

/* A polygon is covered as a fan of triangles. */
static void
cover_polygon(const struct cpu_pipeline *pipeline, struct cpu_candidate *c, int64_t area)
{
    const struct cpu_window *windows = c->windows;

    /* Snapping may turn over a thin triangle of the fan. Its neighbours then cover it too. */
    for (uint32_t i = 1; i + 1 < c->polygon.count; i++) {
        const int64_t part = cpu_triangle_area(&windows[0], &windows[i], &windows[i + 1]);

        if ((part > 0) == (area > 0) &&
            cpu_cover_triangle(&c->covers[c->cover_count], &pipeline->area, &windows[0],
                               &windows[i], &windows[i + 1]))
            c->cover_count++;
    }
}

/* The edges or vertices of a triangle, whatever the clipper made of it, as lines or points. */
static bool
add_outline(struct cpu_primitives *p, struct cpu_candidate *c, double bias,
            struct base_diags *diags)
{
    const bool has_lines = p->pipeline->draw->raster.polygon == scene_polygon_line;
    const uint32_t *corners[3];

    memcpy(corners, c->corners, sizeof(corners));
    for (int i = 0; i < 3; i++) {
        c->corners[0] = corners[i];
        c->corners[1] = c->corners[2] = has_lines ? corners[(i + 1) % 3] : corners[i];
        c->cover_count = 0;
        if (!(has_lines ? add_line(p, c, bias, diags) : add_point(p, c, bias, diags)))
            return false;
    }
    return true;
}

static bool
add_triangle(struct cpu_primitives *p, struct cpu_candidate *c, struct base_diags *diags)
{
    const struct cpu_pipeline *pipeline = p->pipeline;
    const struct scene_raster *raster = &pipeline->draw->raster;
    const struct cpu_clip clip = clip_of(pipeline, c->corners, 3);
    int64_t area = 0;

    if (!cpu_clip_triangle(&pipeline->viewport, &clip, &c->polygon))
        return true;
    set_windows(pipeline, c);
    for (uint32_t i = 1; i + 1 < c->polygon.count; i++)
        area += cpu_triangle_area(&c->windows[0], &c->windows[i], &c->windows[i + 1]);

    /* With y down, positive is clockwise. */
    c->primitive.is_front = (area > 0) == (raster->front == scene_front_clockwise);
    if (!area || is_culled(raster, c->primitive.is_front))
        return true;
    if (raster->polygon == scene_polygon_fill) {
        cover_polygon(pipeline, c, area);
        if (!c->cover_count)
            return true;
    }
    cpu_basis_init(&c->primitive.basis, &c->polygon, c->windows);
    const double bias = bias_of(pipeline, c);
    if (raster->polygon != scene_polygon_fill)
        return add_outline(p, c, bias, diags);
    c->primitive.basis.z += bias;
    return cpu_primitives_keep(p, c, diags);
}

bool
cpu_setup_add(struct cpu_primitives *p, const struct cpu_corners *vertices,
              struct base_diags *diags)
{
    struct cpu_candidate c;

    if (is_culled_by_distance(p->pipeline, vertices->corners))
        return true;
    memcpy(c.corners, vertices->corners, sizeof(c.corners));
    c.provoking = vertices->provoking;
    c.primitive.is_front = true;
    c.primitive.id = vertices->id;
    c.cover_count = 0;
    switch (cpu_topology_corners(p->pipeline->draw->topology)) {
    case 1:
        return add_point(p, &c, 0, diags);
    case 2:
        return add_line(p, &c, 0, diags);
    default:
        return add_triangle(p, &c, diags);
    }
}
