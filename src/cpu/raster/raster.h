/* SPDX-License-Identifier: MIT
 *
 * From positions in clip space to whole quads of pixels, and from a primitive's vertices to values
 * at pixel centres and samples. Knows no shader and keeps no state.
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
#define CPU_MAX_LINE_WIDTH 64

/* x0 <= x < x1, y0 <= y < y1. Empty if x1 <= x0 or y1 <= y0. */
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

/* ---- samples.c: where a pixel's samples are ---- */

/* In sixteenths of a pixel. */
struct cpu_sample_place {
    uint8_t x;
    uint8_t y;
};

/* Vulkan's standard sample locations. samples: 1, 2, 4, 8 or 16. */
const struct cpu_sample_place *cpu_sample_places(uint32_t samples);

/* ---- clip.c: clip space to window space ---- */

struct cpu_viewport {
    float scale[2];
    float offset[2];
    double depth_scale;
    double depth_offset;
    double guard[2];        /* The largest |x| / w, |y| / w that the guard band takes. */
    struct cpu_rect bounds; /* The view volume, in subpixels. */
    bool has_depth_clamp;   /* The near and far planes cut nothing off. */
};

void cpu_viewport_init(struct cpu_viewport *viewport, const struct scene_viewport *from,
                       bool has_depth_clamp);

#define CPU_MAX_DISTANCES 8

/* A triangle has 3 corners, and each of 7 planes and 8 clip distances can add one. */
#define CPU_MAX_CORNERS 18

/* What the clipper takes of a primitive's vertices: four floats, and their clip distances. */
struct cpu_clip {
    const float *positions[3];
    const float *distances[3];
    uint32_t distance_count;
};

struct cpu_corner {
    double clip[4];
    /* How much of each of the primitive's vertices is in this corner: for values that are linear
     * in clip space, and for those that are linear in window space. */
    double weights[3];
    double linear_weights[3];
};

/* What is left of a triangle, or of a line. With guard bands, corners may lie outside in x and y.
 */
struct cpu_polygon {
    struct cpu_corner corners[CPU_MAX_CORNERS];
    uint32_t count; /* 3 to CPU_MAX_CORNERS; of a line 2. */
    bool is_whole;  /* The corners are the primitive's vertices. */
};

/* Clips a triangle. false if nothing is left, or if a position has a NaN or an infinity. */
bool cpu_clip_triangle(const struct cpu_viewport *viewport, const struct cpu_clip *clip,
                       struct cpu_polygon *polygon);
/* Likewise a line between the first two positions. */
bool cpu_clip_line(const struct cpu_viewport *viewport, const struct cpu_clip *clip,
                   struct cpu_polygon *polygon);

/* Is a point, the first position, which is not clipped but kept or dropped, to be drawn? The near
 * and far planes and clip distances drop it by its centre. Those at the sides do not, up to the
 * guard band: it shows as far as its square reaches into the target, which is the other of
 * Vulkan's two point clipping behaviours. */
bool cpu_point_is_inside(const struct cpu_viewport *viewport, const struct cpu_clip *clip);

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

/* ---- cover.c: which samples a primitive covers ---- */

/* Not negative in a pixel at its centre, where the centre lies on the edge's inner side. */
struct cpu_edge {
    int64_t x; /* A pixel's step: a multiple of the subpixels in it. */
    int64_t y;
    int64_t at; /* The value in pixel 0, 0. */
};

/* The samples of the bounds, in the pixels of box, on the inner side of all edges: a triangle, a
 * line's rectangle, or without edges a point's square. */
struct cpu_cover {
    struct cpu_edge edges[4];
    uint32_t edge_count;
    uint32_t primitive;     /* The caller's own. */
    struct cpu_rect bounds; /* In subpixels. */
    struct cpu_rect box;    /* Pixels. */
};

/* Where covers are: the pixels that may be drawn to, and their samples. */
struct cpu_area {
    struct cpu_rect pixels;
    struct cpu_rect bounds; /* In subpixels. */
    uint32_t samples;
};

/* Twice the area of the snapped triangle, positive where it goes clockwise as seen with y down. */
int64_t cpu_triangle_area(const struct cpu_window *a, const struct cpu_window *b,
                          const struct cpu_window *c);

/* The cover of a triangle of either sense, by the top-left rule. false if it has no area or no
 * pixel. */
bool cpu_cover_triangle(struct cpu_cover *cover, const struct cpu_area *area,
                        const struct cpu_window *a, const struct cpu_window *b,
                        const struct cpu_window *c);

/* The cover of a line: the rectangle of this width about the segment, cut square at its ends.
 * width is clamped. */
bool cpu_cover_line(struct cpu_cover *cover, const struct cpu_area *area,
                    const struct cpu_window *a, const struct cpu_window *b, float width);

/* The cover of a square with its centre at the window position. size is one of cpu_point_size. */
bool cpu_cover_point(struct cpu_cover *cover, const struct cpu_area *area,
                     const struct cpu_window *centre, float size);
/* A point's size, clamped; NaN is 1. */
float cpu_point_size(float size);

/* Four pixels. Bit 4 * s + p of the masks is sample s of place p; places are the top left, top
 * right, bottom left, bottom right. */
struct cpu_quad {
    uint16_t x; /* Of the top left pixel; even. */
    uint16_t y;
    uint64_t covered; /* By the primitive. */
    uint64_t mask;    /* Of these, those that no test has failed yet. */
};

#define CPU_TILE_QUADS (CPU_TILE_SIZE * CPU_TILE_SIZE / 4)

/* The quads of a tile that have a covered sample in the target, in a fixed order. x and y are the
 * tile's first pixel. Returns how many. */
uint32_t cpu_cover_tile(const struct cpu_cover *cover, uint32_t samples, int32_t x, int32_t y,
                        struct cpu_quad quads[CPU_TILE_QUADS]);

/* ---- planes.c: values in pixels ---- */

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

/* Three positions that say where in a primitive a place is; two along a line, one of a point. */
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
/* Of a line that has a snapped length. */
void cpu_basis_init_line(struct cpu_basis *basis, const struct cpu_window windows[2]);
/* Of a point: the same everywhere. */
void cpu_basis_init_point(struct cpu_basis *basis, const struct cpu_window *window);
/* The larger of depth's two slopes. */
double cpu_basis_slope(const struct cpu_basis *basis);

/* The plane of a value that has these bits at the primitive's vertices. Equal ones are constant,
 * and flat ones take the first. */
void cpu_plane_init(struct cpu_plane *plane, enum ir_interp interp, const struct cpu_basis *basis,
                    const struct cpu_polygon *polygon, const uint32_t bits[3]);

#define CPU_MAX_PLACES 64

/* Places in window coordinates. */
struct cpu_places {
    uint32_t count;
    double x[CPU_MAX_PLACES];
    double y[CPU_MAX_PLACES];
};

/* The quads' pixels, place by place: their point that lies x, y from their corner. */
void cpu_places_init(struct cpu_places *places, const struct cpu_quad *quads, uint32_t quad_count,
                     double x, double y);

/* Where places are in a primitive. */
struct cpu_weights {
    uint32_t count;
    double linear[2][CPU_MAX_PLACES];
    double perspective[2][CPU_MAX_PLACES];
    double over_w[CPU_MAX_PLACES];
};

void cpu_weights_init(struct cpu_weights *weights, const struct cpu_basis *basis,
                      const struct cpu_places *places);
void cpu_plane_evaluate(const struct cpu_plane *plane, const struct cpu_weights *weights,
                        uint32_t *values);
/* Depth, by places or by their weights, which is the same; and 1 / w. */
void cpu_depth_at(const struct cpu_basis *basis, const struct cpu_places *places, float *values);
void cpu_depth_evaluate(const struct cpu_basis *basis, const struct cpu_weights *weights,
                        uint32_t *values);
void cpu_over_w_evaluate(const struct cpu_weights *weights, uint32_t *values);

#endif
