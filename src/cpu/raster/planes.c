/* SPDX-License-Identifier: MIT
 *
 * A value is its first basis vertex's plus weighted differences, so that no error comes in where
 * there is no difference. All in doubles: floats would lose what large coordinates cancel.
 */
#include "cpu/raster/raster.h"

#include "base/bits.h"

#include <math.h>

/* ---- the basis ---- */

/* The three corners with the largest snapped area between them. */
static void
choose_corners(struct cpu_basis *basis, const struct cpu_polygon *polygon,
               const struct cpu_window *windows)
{
    int64_t best = 0;

    for (uint32_t i = 0; i + 2 < polygon->count; i++) {
        for (uint32_t j = i + 1; j + 1 < polygon->count; j++) {
            for (uint32_t k = j + 1; k < polygon->count; k++) {
                const int64_t area = cpu_triangle_area(&windows[i], &windows[j], &windows[k]);
                const int64_t size = area < 0 ? -area : area;

                if (size <= best)
                    continue;
                best = size;
                basis->corners[0] = (uint8_t)i;
                basis->corners[1] = (uint8_t)j;
                basis->corners[2] = (uint8_t)k;
            }
        }
    }
}

static void
set_steps(struct cpu_basis *basis, const double x[3], const double y[3], double area)
{
    basis->x = x[0];
    basis->y = y[0];
    basis->step_x[0] = (y[2] - y[0]) / area;
    basis->step_y[0] = (x[0] - x[2]) / area;
    basis->step_x[1] = (y[0] - y[1]) / area;
    basis->step_y[1] = (x[1] - x[0]) / area;
}

static double
area_of(const double x[3], const double y[3])
{
    return (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
}

void
cpu_basis_init(struct cpu_basis *basis, const struct cpu_polygon *polygon,
               const struct cpu_window windows[CPU_MAX_CORNERS])
{
    const double subpixel = 1.0 / (1 << CPU_SUBPIXEL_BITS);
    const struct cpu_window *corners[3];
    double x[3], y[3], snapped_x[3], snapped_y[3];

    choose_corners(basis, polygon, windows);
    for (int i = 0; i < 3; i++) {
        corners[i] = &windows[basis->corners[i]];
        x[i] = corners[i]->x;
        y[i] = corners[i]->y;
        snapped_x[i] = corners[i]->fixed_x * subpixel;
        snapped_y[i] = corners[i]->fixed_y * subpixel;
    }

    /* Slivers may lose their area, or turn over, where they are not snapped. What they cover is
     * then far outside of what they are, and the snapped positions are the better ones. */
    const double area = area_of(x, y), snapped_area = area_of(snapped_x, snapped_y);
    if (area / snapped_area >= 0.5)
        set_steps(basis, x, y, area);
    else
        set_steps(basis, snapped_x, snapped_y, snapped_area);

    basis->over_w = corners[0]->over_w;
    basis->z = corners[0]->z;
    for (int i = 0; i < 2; i++) {
        basis->over_w_delta[i] = corners[i + 1]->over_w - basis->over_w;
        basis->z_delta[i] = corners[i + 1]->z - basis->z;
    }
}

void
cpu_basis_init_line(struct cpu_basis *basis, const struct cpu_window windows[2])
{
    const double subpixel = 1.0 / (1 << CPU_SUBPIXEL_BITS);
    const struct cpu_window *a = &windows[0], *b = &windows[1];
    double x = b->x - a->x, y = b->y - a->y;
    double square = x * x + y * y;

    /* As for slivers: a line may be longer snapped than it is. */
    if (square < subpixel * subpixel) {
        x = (b->fixed_x - a->fixed_x) * subpixel;
        y = (b->fixed_y - a->fixed_y) * subpixel;
        square = x * x + y * y;
    }
    *basis = (struct cpu_basis){
        .x = a->x,
        .y = a->y,
        .step_x = {x / square},
        .step_y = {y / square},
        .over_w = a->over_w,
        .over_w_delta = {b->over_w - a->over_w},
        .z = a->z,
        .z_delta = {b->z - a->z},
        .corners = {0, 1, 0},
    };
}

void
cpu_basis_init_point(struct cpu_basis *basis, const struct cpu_window *window)
{
    *basis = (struct cpu_basis){.over_w = window->over_w, .z = window->z};
}

double
cpu_basis_slope(const struct cpu_basis *basis)
{
    const double x = basis->step_x[0] * basis->z_delta[0] + basis->step_x[1] * basis->z_delta[1];
    const double y = basis->step_y[0] * basis->z_delta[0] + basis->step_y[1] * basis->z_delta[1];

    return fmax(fabs(x), fabs(y));
}

/* ---- planes ---- */

/* A vertex that has no part in the corner must not bring in an infinity or NaN. */
static double
weigh(const double weights[3], const double values[3])
{
    double sum = 0;

    for (int i = 0; i < 3; i++) {
        if (weights[i] != 0)
            sum += weights[i] * values[i];
    }
    return sum;
}

void
cpu_plane_init(struct cpu_plane *plane, enum ir_interp interp, const struct cpu_basis *basis,
               const struct cpu_polygon *polygon, const uint32_t bits[3])
{
    double values[3], at[3];

    plane->kind = cpu_plane_constant;
    plane->bits = bits[0];
    if (interp == ir_interp_flat || (bits[0] == bits[1] && bits[0] == bits[2]))
        return;

    plane->kind = interp == ir_interp_linear ? cpu_plane_linear : cpu_plane_perspective;
    for (int i = 0; i < 3; i++)
        values[i] = (double)base_float_of_bits(bits[i]);
    for (int i = 0; i < 3; i++) {
        const struct cpu_corner *corner = &polygon->corners[basis->corners[i]];
        at[i] = weigh(plane->kind == cpu_plane_linear ? corner->linear_weights : corner->weights,
                      values);
    }
    plane->base = at[0];
    plane->delta[0] = at[1] - at[0];
    plane->delta[1] = at[2] - at[0];
}

void
cpu_places_init(struct cpu_places *places, const struct cpu_quad *quads, uint32_t quad_count,
                double x, double y)
{
    places->count = 4 * quad_count;
    for (uint32_t i = 0; i < places->count; i++) {
        places->x[i] = (double)(quads[i / 4].x + (i & 1)) + x;
        places->y[i] = (double)(quads[i / 4].y + (i >> 1 & 1)) + y;
    }
}

void
cpu_weights_init(struct cpu_weights *weights, const struct cpu_basis *basis,
                 const struct cpu_places *places)
{
    const uint32_t count = places->count;
    const double at_x = basis->x, at_y = basis->y;

    weights->count = count;
    for (uint32_t i = 0; i < count; i++) {
        const double x = places->x[i] - at_x, y = places->y[i] - at_y;

        weights->linear[0][i] = basis->step_x[0] * x + basis->step_y[0] * y;
        weights->linear[1][i] = basis->step_x[1] * x + basis->step_y[1] * y;
        weights->over_w[i] = basis->over_w + weights->linear[0][i] * basis->over_w_delta[0] +
                             weights->linear[1][i] * basis->over_w_delta[1];
    }

    if (basis->over_w_delta[0] == 0 && basis->over_w_delta[1] == 0) {
        memcpy(weights->perspective, weights->linear, sizeof(weights->linear));
        return;
    }
    const double over_w[2] = {basis->over_w + basis->over_w_delta[0],
                              basis->over_w + basis->over_w_delta[1]};
    for (uint32_t i = 0; i < count; i++) {
        /* On the horizon, which only helpers can see, there is no value; any will do. */
        const double w = weights->over_w[i] != 0 ? 1 / weights->over_w[i] : 0;
        weights->perspective[0][i] = weights->linear[0][i] * over_w[0] * w;
        weights->perspective[1][i] = weights->linear[1][i] * over_w[1] * w;
    }
}

static void
evaluate(double base, const double delta[2], const double weights[2][CPU_MAX_PLACES],
         uint32_t count, uint32_t *values)
{
    const double delta0 = delta[0], delta1 = delta[1];

    for (uint32_t i = 0; i < count; i++)
        values[i] =
            base_bits_of_float((float)(base + weights[0][i] * delta0 + weights[1][i] * delta1));
}

void
cpu_plane_evaluate(const struct cpu_plane *plane, const struct cpu_weights *weights,
                   uint32_t *values)
{
    switch (plane->kind) {
    case cpu_plane_constant:
        for (uint32_t i = 0; i < weights->count; i++)
            values[i] = plane->bits;
        break;
    case cpu_plane_linear:
        evaluate(plane->base, plane->delta, weights->linear, weights->count, values);
        break;
    case cpu_plane_perspective:
        evaluate(plane->base, plane->delta, weights->perspective, weights->count, values);
        break;
    }
}

void
cpu_depth_at(const struct cpu_basis *basis, const struct cpu_places *places, float *values)
{
    for (uint32_t i = 0; i < places->count; i++) {
        const double x = places->x[i] - basis->x, y = places->y[i] - basis->y;
        const double weights[2] = {basis->step_x[0] * x + basis->step_y[0] * y,
                                   basis->step_x[1] * x + basis->step_y[1] * y};

        values[i] =
            (float)(basis->z + weights[0] * basis->z_delta[0] + weights[1] * basis->z_delta[1]);
    }
}

void
cpu_depth_evaluate(const struct cpu_basis *basis, const struct cpu_weights *weights,
                   uint32_t *values)
{
    evaluate(basis->z, basis->z_delta, weights->linear, weights->count, values);
}

void
cpu_over_w_evaluate(const struct cpu_weights *weights, uint32_t *values)
{
    for (uint32_t i = 0; i < weights->count; i++)
        values[i] = base_bits_of_float((float)weights->over_w[i]);
}
