/* SPDX-License-Identifier: MIT
 *
 * An edge function is exact: coordinates have 25 bits, so their differences 26, and the sum of two
 * products fits 64 bits with room for the steps across a target.
 */
#include "cpu/raster/raster.h"

#include <math.h>
#include <stdlib.h>

#define SUBPIXELS (1 << CPU_SUBPIXEL_BITS)
#define CENTRE (SUBPIXELS / 2)
#define SAMPLE_GRID 16
#define BLOCK 8

/* The first pixel whose point `place` subpixels from its corner does not lie before a snapped
 * coordinate. */
static int32_t
first_pixel(int32_t fixed, int32_t place)
{
    const int32_t bias = 2 * CPU_GUARD;

    return (fixed - place + SUBPIXELS - 1 + bias * SUBPIXELS) / SUBPIXELS - bias;
}

/* The pixels of an area whose point x, y lies in a rectangle of subpixels. */
static struct cpu_rect
pixels_of(const struct cpu_rect *fixed, int32_t x, int32_t y)
{
    return (struct cpu_rect){first_pixel(fixed->x0, x), first_pixel(fixed->y0, y),
                             first_pixel(fixed->x1, x), first_pixel(fixed->y1, y)};
}

/* Sets the box: the area's pixels with a sample in both rectangles of subpixels, and perhaps some
 * more. false if there is none. */
static bool
set_box(struct cpu_cover *cover, const struct cpu_area *area, const struct cpu_rect *fixed)
{
    const struct cpu_rect in = cpu_rect_intersect(fixed, &cover->bounds);
    struct cpu_rect pixels = pixels_of(&in, CENTRE, CENTRE);

    if (area->samples > 1) {
        const struct cpu_rect first = pixels_of(&in, SUBPIXELS - 1, SUBPIXELS - 1);
        const struct cpu_rect last = pixels_of(&in, 0, 0);

        pixels = (struct cpu_rect){first.x0, first.y0, last.x1, last.y1};
    }
    cover->box = cpu_rect_intersect(&pixels, &area->pixels);
    return !cpu_rect_is_empty(&cover->box);
}

static int32_t
least(int32_t a, int32_t b, int32_t c)
{
    const int32_t ab = a < b ? a : b;

    return ab < c ? ab : c;
}

static int32_t
greatest(int32_t a, int32_t b, int32_t c)
{
    const int32_t ab = a > b ? a : b;

    return ab > c ? ab : c;
}

int64_t
cpu_triangle_area(const struct cpu_window *a, const struct cpu_window *b,
                  const struct cpu_window *c)
{
    const int64_t ab_x = (int64_t)b->fixed_x - a->fixed_x, ab_y = (int64_t)b->fixed_y - a->fixed_y;
    const int64_t ac_x = (int64_t)c->fixed_x - a->fixed_x, ac_y = (int64_t)c->fixed_y - a->fixed_y;

    return ab_x * ac_y - ab_y * ac_x;
}

/* The inner side is to the right of the way from a to b, as seen with y down. Centres on the edge
 * belong to it if it is a left edge (going up) or a top edge (going right). */
static void
init_edge(struct cpu_edge *edge, const struct cpu_window *a, const struct cpu_window *b)
{
    const int64_t dx = (int64_t)b->fixed_x - a->fixed_x;
    const int64_t dy = (int64_t)b->fixed_y - a->fixed_y;
    const bool is_top_left = dy < 0 || (dy == 0 && dx > 0);

    edge->x = -dy * SUBPIXELS;
    edge->y = dx * SUBPIXELS;
    edge->at = dx * (CENTRE - a->fixed_y) - dy * (CENTRE - a->fixed_x) - !is_top_left;
}

bool
cpu_cover_triangle(struct cpu_cover *cover, const struct cpu_area *area, const struct cpu_window *a,
                   const struct cpu_window *b, const struct cpu_window *c)
{
    const int64_t size = cpu_triangle_area(a, b, c);
    const struct cpu_rect fixed = {
        least(a->fixed_x, b->fixed_x, c->fixed_x), least(a->fixed_y, b->fixed_y, c->fixed_y),
        greatest(a->fixed_x, b->fixed_x, c->fixed_x), greatest(a->fixed_y, b->fixed_y, c->fixed_y)};

    cover->bounds = area->bounds;
    if (!size || !set_box(cover, area, &fixed))
        return false;
    cover->edge_count = 3;
    init_edge(&cover->edges[0], a, size > 0 ? b : c);
    init_edge(&cover->edges[1], size > 0 ? b : c, size > 0 ? c : b);
    init_edge(&cover->edges[2], size > 0 ? c : b, a);
    return true;
}

bool
cpu_cover_line(struct cpu_cover *cover, const struct cpu_area *area, const struct cpu_window *a,
               const struct cpu_window *b, float width)
{
    const double x = (double)b->fixed_x - a->fixed_x, y = (double)b->fixed_y - a->fixed_y;
    const double length = sqrt(x * x + y * y);
    const double clamped = fmax(1, fmin((double)width, CPU_MAX_LINE_WIDTH));
    const double across = clamped * SUBPIXELS / 2 / length;
    /* To the left of the way from a to b as seen with y down, so that the corners go clockwise. */
    const double left[2] = {y * across, -x * across};
    const struct cpu_window *ends[4] = {a, b, b, a};
    struct cpu_window corners[4] = {{0}};

    if (!(length > 0))
        return false;
    for (int i = 0; i < 4; i++) {
        const double side = i < 2 ? 1 : -1;

        corners[i].fixed_x = (int32_t)nearbyint(ends[i]->fixed_x + side * left[0]);
        corners[i].fixed_y = (int32_t)nearbyint(ends[i]->fixed_y + side * left[1]);
    }
    struct cpu_rect fixed = {corners[0].fixed_x, corners[0].fixed_y, corners[0].fixed_x,
                             corners[0].fixed_y};
    for (int i = 1; i < 4; i++) {
        fixed.x0 = least(fixed.x0, corners[i].fixed_x, fixed.x0);
        fixed.y0 = least(fixed.y0, corners[i].fixed_y, fixed.y0);
        fixed.x1 = greatest(fixed.x1, corners[i].fixed_x, fixed.x1);
        fixed.y1 = greatest(fixed.y1, corners[i].fixed_y, fixed.y1);
    }
    cover->bounds = area->bounds;
    if (!set_box(cover, area, &fixed))
        return false;
    cover->edge_count = 4;
    for (int i = 0; i < 4; i++)
        init_edge(&cover->edges[i], &corners[i], &corners[(i + 1) % 4]);
    return true;
}

float
cpu_point_size(float size)
{
    /* Written so that NaN becomes 1. */
    return size > 1 ? fminf(size, CPU_MAX_POINT_SIZE) : 1;
}

bool
cpu_cover_point(struct cpu_cover *cover, const struct cpu_area *area,
                const struct cpu_window *centre, float size)
{
    const int32_t width = (int32_t)nearbyint((double)size * SUBPIXELS);
    const int32_t x = centre->fixed_x - width / 2, y = centre->fixed_y - width / 2;

    cover->edge_count = 0;
    cover->bounds = (struct cpu_rect){x, y, x + width, y + width};
    return set_box(cover, area, &cover->bounds);
}

/* ---- tiles ---- */

/* The bits of a block's pixels, row by row, that lie in the rectangle. x and y are the block's
 * first pixel. */
static uint64_t
rect_mask(const struct cpu_rect *rect, int32_t x, int32_t y)
{
    uint64_t row = 0;
    uint64_t mask = 0;

    for (int32_t i = 0; i < BLOCK; i++)
        row |= (uint64_t)(x + i >= rect->x0 && x + i < rect->x1) << i;
    for (int32_t i = 0; i < BLOCK; i++) {
        if (y + i >= rect->y0 && y + i < rect->y1)
            mask |= row << i * BLOCK;
    }
    return mask;
}

/* The edge's largest value in the pixels of a square whose first pixel has the value at. */
static int64_t
largest(const struct cpu_edge *edge, int64_t at, int64_t size)
{
    return at + (size - 1) * ((edge->x > 0 ? edge->x : 0) + (edge->y > 0 ? edge->y : 0));
}

static int64_t
smallest(const struct cpu_edge *edge, int64_t at, int64_t size)
{
    return at + (size - 1) * ((edge->x < 0 ? edge->x : 0) + (edge->y < 0 ? edge->y : 0));
}

/* The bits of a block's pixels on the inner side. at is the edge's value in the first pixel. */
static uint64_t
edge_mask(const struct cpu_edge *edge, int64_t at)
{
    uint64_t mask = 0;

    if (largest(edge, at, BLOCK) < 0)
        return 0;
    if (smallest(edge, at, BLOCK) >= 0)
        return UINT64_MAX;
    for (int i = 0; i < BLOCK; i++) {
        uint64_t row = 0;

        for (int j = 0; j < BLOCK; j++)
            row |= (uint64_t)(at + i * edge->y + j * edge->x >= 0) << j;
        mask |= row << i * BLOCK;
    }
    return mask;
}

/* The pixels of a block whose point lies in the rectangle and on the edges' inner side. edges are
 * the cover's, for that point. */
static uint64_t
block_mask(const struct cpu_edge *edges, uint32_t edge_count, const struct cpu_rect *rect,
           int32_t x, int32_t y)
{
    uint64_t mask = rect_mask(rect, x, y);

    for (uint32_t i = 0; i < edge_count && mask; i++)
        mask &= edge_mask(&edges[i], edges[i].at + x * edges[i].x + y * edges[i].y);
    return mask;
}

/* Does one edge have the whole tile on its outer side? */
static bool
is_outside(const struct cpu_cover *cover, int32_t x, int32_t y, uint32_t samples)
{
    for (uint32_t i = 0; i < cover->edge_count; i++) {
        const struct cpu_edge *edge = &cover->edges[i];
        const int64_t at = edge->at + x * edge->x + y * edge->y;

        /* Other samples lie up to half a pixel from the centre. */
        const int64_t beyond = samples > 1 ? (llabs(edge->x) + llabs(edge->y)) / 2 : 0;
        if (largest(edge, at, CPU_TILE_SIZE) + beyond < 0)
            return true;
    }
    return false;
}

/* The quads of a block that have a bit in the samples' masks. */
static uint32_t
add_quads(const uint64_t *masks, uint32_t samples, int32_t x, int32_t y, struct cpu_quad *quads)
{
    uint32_t count = 0;

    for (int i = 0; i < BLOCK; i += 2) {
        for (int j = 0; j < BLOCK; j += 2) {
            uint64_t covered = 0;

            for (uint32_t s = 0; s < samples; s++) {
                const uint64_t upper = masks[s] >> (i * BLOCK + j) & 3;
                const uint64_t lower = masks[s] >> ((i + 1) * BLOCK + j) & 3;

                covered |= (upper | lower << 2) << 4 * s;
            }
            if (covered)
                quads[count++] =
                    (struct cpu_quad){(uint16_t)(x + j), (uint16_t)(y + i), covered, covered};
        }
    }
    return count;
}

/* The cover as one sample sees it. */
struct sampled {
    struct cpu_edge edges[4];
    struct cpu_rect rect; /* Pixels of the tile. */
};

static void
init_sampled(struct sampled *s, const struct cpu_cover *cover, const struct cpu_rect *tile,
             const struct cpu_sample_place *place)
{
    const int32_t step = SUBPIXELS / SAMPLE_GRID;
    const struct cpu_rect pixels = pixels_of(&cover->bounds, place->x * step, place->y * step);

    s->rect = cpu_rect_intersect(&pixels, tile);
    for (uint32_t i = 0; i < cover->edge_count; i++) {
        s->edges[i] = cover->edges[i];
        s->edges[i].at += s->edges[i].x / SAMPLE_GRID * (place->x - SAMPLE_GRID / 2) +
                          s->edges[i].y / SAMPLE_GRID * (place->y - SAMPLE_GRID / 2);
    }
}

uint32_t
cpu_cover_tile(const struct cpu_cover *cover, uint32_t samples, int32_t x, int32_t y,
               struct cpu_quad quads[CPU_TILE_QUADS])
{
    const struct cpu_sample_place *places = cpu_sample_places(samples);
    const struct cpu_rect tile = {x, y, x + CPU_TILE_SIZE, y + CPU_TILE_SIZE};
    const struct cpu_rect rect = cpu_rect_intersect(&cover->box, &tile);
    struct sampled sampled[SCENE_MAX_SAMPLES];
    uint32_t count = 0;

    if (cpu_rect_is_empty(&rect) || is_outside(cover, x, y, samples))
        return 0;
    for (uint32_t s = 0; s < samples; s++)
        init_sampled(&sampled[s], cover, &rect, &places[s]);
    for (int32_t i = rect.y0 / BLOCK * BLOCK; i < rect.y1; i += BLOCK) {
        for (int32_t j = rect.x0 / BLOCK * BLOCK; j < rect.x1; j += BLOCK) {
            uint64_t masks[SCENE_MAX_SAMPLES], any = 0;

            for (uint32_t s = 0; s < samples; s++) {
                masks[s] = block_mask(sampled[s].edges, cover->edge_count, &sampled[s].rect, j, i);
                any |= masks[s];
            }
            if (any)
                count += add_quads(masks, samples, j, i, quads + count);
        }
    }
    return count;
}
