/* SPDX-License-Identifier: MIT
 *
 * An edge function is exact: coordinates have 25 bits, so their differences 26, and the sum of two
 * products fits 64 bits with room for the steps across a target.
 */
#include "cpu/raster/raster.h"

#include <math.h>

#define SUBPIXELS (1 << CPU_SUBPIXEL_BITS)
#define CENTRE (SUBPIXELS / 2)
#define BLOCK 8

/* The first pixel whose centre does not lie before a snapped coordinate. */
static int32_t
first_pixel(int32_t fixed)
{
    const int32_t bias = 2 * CPU_GUARD;

    return (fixed + CENTRE - 1 + bias * SUBPIXELS) / SUBPIXELS - bias;
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
cpu_cover_triangle(struct cpu_cover *cover, const struct cpu_rect *inside,
                   const struct cpu_window *a, const struct cpu_window *b,
                   const struct cpu_window *c)
{
    const int64_t area = cpu_triangle_area(a, b, c);
    const struct cpu_rect box = {
        first_pixel(least(a->fixed_x, b->fixed_x, c->fixed_x)),
        first_pixel(least(a->fixed_y, b->fixed_y, c->fixed_y)),
        first_pixel(greatest(a->fixed_x, b->fixed_x, c->fixed_x)),
        first_pixel(greatest(a->fixed_y, b->fixed_y, c->fixed_y)),
    };

    cover->box = cpu_rect_intersect(&box, inside);
    if (!area || cpu_rect_is_empty(&cover->box))
        return false;
    cover->edge_count = 3;
    init_edge(&cover->edges[0], a, area > 0 ? b : c);
    init_edge(&cover->edges[1], area > 0 ? b : c, area > 0 ? c : b);
    init_edge(&cover->edges[2], area > 0 ? c : b, a);
    return true;
}

bool
cpu_cover_point(struct cpu_cover *cover, const struct cpu_rect *inside,
                const struct cpu_window *centre, float size)
{
    /* Written so that NaN becomes 1. */
    const double clamped = size > 1 ? fmin((double)size, CPU_MAX_POINT_SIZE) : 1;
    const int32_t width = (int32_t)nearbyint(clamped * SUBPIXELS);
    const int32_t x = centre->fixed_x - width / 2, y = centre->fixed_y - width / 2;
    const struct cpu_rect box = {first_pixel(x), first_pixel(y), first_pixel(x + width),
                                 first_pixel(y + width)};

    cover->edge_count = 0;
    cover->box = cpu_rect_intersect(&box, inside);
    return !cpu_rect_is_empty(&cover->box);
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

static uint64_t
block_mask(const struct cpu_cover *cover, const struct cpu_rect *rect, int32_t x, int32_t y)
{
    uint64_t mask = rect_mask(rect, x, y);

    for (uint32_t i = 0; i < cover->edge_count && mask; i++) {
        const struct cpu_edge *edge = &cover->edges[i];
        mask &= edge_mask(edge, edge->at + x * edge->x + y * edge->y);
    }
    return mask;
}

/* Does one edge have the whole tile on its outer side? */
static bool
is_outside(const struct cpu_cover *cover, int32_t x, int32_t y)
{
    for (uint32_t i = 0; i < cover->edge_count; i++) {
        const struct cpu_edge *edge = &cover->edges[i];

        if (largest(edge, edge->at + x * edge->x + y * edge->y, CPU_TILE_SIZE) < 0)
            return true;
    }
    return false;
}

/* The quads of a block that have a bit in its mask. */
static uint32_t
add_quads(uint64_t mask, int32_t x, int32_t y, struct cpu_quad *quads)
{
    uint32_t count = 0;

    for (int i = 0; i < BLOCK; i += 2) {
        for (int j = 0; j < BLOCK; j += 2) {
            const uint64_t upper = mask >> (i * BLOCK + j) & 3;
            const uint64_t lower = mask >> ((i + 1) * BLOCK + j) & 3;

            if (upper | lower)
                quads[count++] = (struct cpu_quad){(uint16_t)(x + j), (uint16_t)(y + i),
                                                   (uint16_t)(upper | lower << 2)};
        }
    }
    return count;
}

uint32_t
cpu_cover_tile(const struct cpu_cover *cover, int32_t x, int32_t y,
               struct cpu_quad quads[CPU_TILE_QUADS])
{
    const struct cpu_rect tile = {x, y, x + CPU_TILE_SIZE, y + CPU_TILE_SIZE};
    const struct cpu_rect rect = cpu_rect_intersect(&cover->box, &tile);
    uint32_t count = 0;

    if (cpu_rect_is_empty(&rect) || is_outside(cover, x, y))
        return 0;
    for (int32_t i = rect.y0 / BLOCK * BLOCK; i < rect.y1; i += BLOCK) {
        for (int32_t j = rect.x0 / BLOCK * BLOCK; j < rect.x1; j += BLOCK) {
            const uint64_t mask = block_mask(cover, &rect, j, i);

            if (mask)
                count += add_quads(mask, j, i, quads + count);
        }
    }
    return count;
}
