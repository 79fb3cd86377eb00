/* SPDX-License-Identifier: MIT
 *
 * From positions in clip space to whole quads of pixels, and from a primitive's vertices to values
 * at pixel centres. Knows no shader and keeps no state.
 *
 * Window coordinates are snapped to 8 subpixel bits. Coverage is computed from the snapped ones in
 * integers, so that it is exact; interpolation takes the unsnapped ones.
 */
#ifndef CPU_RASTER_RASTER_H
#define CPU_RASTER_RASTER_H

#include "scene/scene.h"

#define CPU_SUBPIXEL_BITS 8
#define CPU_TILE_SIZE 64
/* Window coordinates that are rasterised lie within -CPU_GUARD and CPU_GUARD. */
#define CPU_GUARD 65536
#define CPU_MAX_POINT_SIZE 1024

/* Pixels x0 <= x < x1, y0 <= y < y1. Empty if x1 <= x0 or y1 <= y0. */
struct cpu_rect {
    int32_t x0;
    int32_t y0;
    int32_t x1;
    int32_t y1;
};

static inline bool
cpu_rect_is_empty(const struct cpu_rect *rect)
{
    return rect->x1 <= rect->x0 || rect->y1 <= rect->y0;
}

struct cpu_rect cpu_rect_intersect(const struct cpu_rect *a, const struct cpu_rect *b);

/* ---- clip.c: clip space to window space ---- */

struct cpu_viewport {
    float scale[2];
    float offset[2];
    double depth_scale;
    double depth_offset;
    double guard[2];      /* The largest |x| / w, |y| / w that the guard band takes. */
    struct cpu_rect rect; /* Pixels whose centres lie in the view volume. */
};

void cpu_viewport_init(struct cpu_viewport *viewport, const struct scene_viewport *from);

/* A triangle has 3 corners, and each of 7 planes can add one. */
#define CPU_MAX_CORNERS 10

struct cpu_corner {
    double clip[4];
    /* How much of each of the triangle's vertices is in this corner: for values that are linear in
     * clip space, and for those that are linear in window space. */
    double weights[3];
    double linear_weights[3];
};

/* What is left of a triangle. With guard bands, corners may lie outside in x and y. */
struct cpu_polygon {
    struct cpu_corner corners[CPU_MAX_CORNERS];
    uint32_t count; /* 3 to CPU_MAX_CORNERS. */
    bool is_whole;  /* The corners are the triangle's vertices. */
};

/* Clips a triangle. false if nothing is left, or if a position has a NaN or an infinity. */
bool cpu_clip_triangle(const struct cpu_viewport *viewport, const float *const positions[3],
                       struct cpu_polygon *polygon);

/* Is a point, which is not clipped but kept or dropped, to be drawn? The near and far planes drop
 * it by its centre. Those at the sides do not, up to the guard band: it shows as far as its square
 * reaches into the target, which is the other of Vulkan's point clipping behaviours. */
bool cpu_point_is_inside(const struct cpu_viewport *viewport, const float position[4]);

/* A position in window space. */
struct cpu_window {
    double x; /* Unsnapped. */
    double y;
    double z;      /* Depth. */
    double over_w; /* 1 / w. */
    int32_t fixed_x;
    int32_t fixed_y;
};

/* clip is what the clipper let through: w > 0, x and y in the guard band. */
void cpu_window_init(struct cpu_window *window, const struct cpu_viewport *viewport,
                     const double clip[4]);

/* ---- cover.c: which pixels a primitive covers ---- */

/* Not negative in a pixel at its centre, where the pixel lies on the edge's inner side. */
struct cpu_edge {
    int64_t x; /* A pixel's step. */
    int64_t y;
    int64_t at; /* The value in pixel 0, 0. */
};

/* The pixels of box on the inner side of all edges: a triangle, or without edges the box. */
struct cpu_cover {
    struct cpu_edge edges[3];
    uint32_t edge_count;
    uint32_t primitive; /* The caller's own. */
    struct cpu_rect box;
};

/* Twice the area of the snapped triangle, positive where it goes clockwise as seen with y down. */
int64_t cpu_triangle_area(const struct cpu_window *a, const struct cpu_window *b,
                          const struct cpu_window *c);

/* The cover of a triangle of either sense, by the top-left rule. box is cut to inside. false if it
 * has no area or no pixel in the box. */
bool cpu_cover_triangle(struct cpu_cover *cover, const struct cpu_rect *inside,
                        const struct cpu_window *a, const struct cpu_window *b,
                        const struct cpu_window *c);

/* The cover of a square with its centre at the window position. size is clamped. */
bool cpu_cover_point(struct cpu_cover *cover, const struct cpu_rect *inside,
                     const struct cpu_window *centre, float size);

/* Four pixels. Bit 0 of the mask is the top left, then top right, bottom left, bottom right. */
struct cpu_quad {
    uint16_t x; /* Of the top left pixel; even. */
    uint16_t y;
    uint16_t mask;
};

#define CPU_TILE_QUADS (CPU_TILE_SIZE * CPU_TILE_SIZE / 4)

/* The quads of a tile that have a covered pixel in the target, in a fixed order. x and y are the
 * tile's first pixel. Returns how many. */
uint32_t cpu_cover_tile(const struct cpu_cover *cover, int32_t x, int32_t y,
                        struct cpu_quad quads[CPU_TILE_QUADS]);

/* ---- planes.c: values at pixel centres ---- */

enum cpu_plane_kind {
    cpu_plane_constant,    /* bits, whatever they stand for. */
    cpu_plane_linear,      /* In window space. */
    cpu_plane_perspective, /* In clip space. */
};

/* A value over a primitive: at its first basis vertex, and the differences to the other two. */
struct cpu_plane {
    enum cpu_plane_kind kind;
    uint32_t bits;
    double base;
    double delta[2];
};

/* Three positions that say where in a primitive a pixel is. */
struct cpu_basis {
    double x; /* Of the first one. */
    double y;
    double step_x[2]; /* Window-space weights of the second and third: a pixel's steps. */
    double step_y[2];
    double over_w;
    double over_w_delta[2];
    double z;
    double z_delta[2];
    uint8_t corners[3]; /* Which of the polygon's corners. */
};

/* The basis of a polygon that has a snapped area. */
void cpu_basis_init(struct cpu_basis *basis, const struct cpu_polygon *polygon,
                    const struct cpu_window windows[CPU_MAX_CORNERS]);
/* Of a point: the same everywhere. */
void cpu_basis_init_point(struct cpu_basis *basis, const struct cpu_window *window);

/* The plane of a value that has these bits at the triangle's vertices. Equal ones are constant. */
void cpu_plane_init(struct cpu_plane *plane, enum ir_interp interp, const struct cpu_basis *basis,
                    const struct cpu_polygon *polygon, const uint32_t bits[3]);

#define CPU_MAX_PIXELS 64

/* Where pixels are in a primitive. */
struct cpu_weights {
    uint32_t count; /* Of pixels. */
    double linear[2][CPU_MAX_PIXELS];
    double perspective[2][CPU_MAX_PIXELS];
    double over_w[CPU_MAX_PIXELS];
};

/* The weights at the centres of the quads' pixels, place by place. */
void cpu_weights_init(struct cpu_weights *weights, const struct cpu_basis *basis,
                      const struct cpu_quad *quads, uint32_t quad_count);
void cpu_plane_evaluate(const struct cpu_plane *plane, const struct cpu_weights *weights,
                        uint32_t *values);
/* Depth, and 1 / w. */
void cpu_depth_evaluate(const struct cpu_basis *basis, const struct cpu_weights *weights,
                        uint32_t *values);
void cpu_over_w_evaluate(const struct cpu_weights *weights, uint32_t *values);

#endif
