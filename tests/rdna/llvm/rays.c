/* SPDX-License-Identifier: MIT
 *
 * Rays against boxes, in double. A child about as far as another, or that the ray about touches,
 * leaves the result open; so do nodes that are triangles, whose results have no scale of their own.
 */
#include "eval.h"

#include <math.h>

enum { NODE_BYTES = 64, BOX_16 = 4, BOX_32 = 5 };

struct ray {
    bool known;
    uint64_t node;
    double extent, origin[3], inverse[3];
};

static double
real_of(const struct eval_value *value, unsigned element, unsigned lane, bool *known)
{
    const struct eval_cell cell = value->cells[element][lane];
    const double real = eval_double_of(value->types[element].bits, cell.bits);

    *known &= cell.state == eval_exact && isfinite(real);
    return real;
}

static struct ray
ray_of(const struct eval_call *call, unsigned lane)
{
    struct ray ray = {.node = call->in[0]->cells[0][lane].bits};

    ray.known = call->in[0]->cells[0][lane].state == eval_exact;
    ray.extent = real_of(call->in[1], 0, lane, &ray.known);
    for (unsigned i = 0; i < 3; i++) {
        ray.origin[i] = real_of(call->in[2], i, lane, &ray.known);
        ray.inverse[i] = real_of(call->in[4], i, lane, &ray.known);
    }
    return ray;
}

static uint64_t
number_at(struct eval *e, uint64_t address, unsigned size, unsigned lane, bool *known)
{
    const struct eval_cell cell = eval_load(e, eval_global, lane, address, size);

    *known &= cell.state == eval_exact;
    return cell.bits;
}

static bool
is_close(double a, double b)
{
    return fabs(a - b) < 1e-4 * (1.0 + fabs(a));
}

/* Where the ray enters the child's box; infinity if it does not. */
static double
enter_box(struct eval *e, const struct ray *ray, uint64_t node, unsigned child, unsigned lane,
          bool *known)
{
    const unsigned size = (ray->node & 7) == BOX_16 ? 2 : 4;
    double nearest = -(double)INFINITY, farthest = (double)INFINITY;

    for (unsigned i = 0; i < 3; i++) {
        double ends[2];
        for (unsigned k = 0; k < 2; k++) {
            const uint64_t at = node + 16 + size * (6 * child + 3 * k + i);
            const double corner = eval_double_of(8 * size, number_at(e, at, size, lane, known));
            ends[k] = (corner - ray->origin[i]) * ray->inverse[i];
        }
        nearest = fmax(nearest, fmin(ends[0], ends[1]));
        farthest = fmin(farthest, fmax(ends[0], ends[1]));
    }
    if (is_close(farthest, fmax(nearest, 0.0)) || is_close(nearest, ray->extent))
        *known = false;
    return farthest >= fmax(nearest, 0.0) && nearest < ray->extent ? nearest : (double)INFINITY;
}

static void
meet_boxes(struct eval *e, const struct ray *ray, uint64_t node, bool sorts, unsigned lane,
           struct eval_cell cells[4])
{
    double distances[4];
    bool known = true;

    for (unsigned i = 0; i < 4; i++) {
        const uint64_t child = number_at(e, node + 4 * i, 4, lane, &known);
        const double distance = enter_box(e, ray, node, i, lane, &known);
        unsigned at = i;
        for (; sorts && at > 0 && distance < distances[at - 1]; at--) {
            distances[at] = distances[at - 1];
            cells[at] = cells[at - 1];
        }
        distances[at] = distance;
        cells[at] = eval_bits(isinf(distance) ? UINT32_MAX : child);
    }
    for (unsigned i = 0; i < 3; i++)
        if (sorts && isfinite(distances[i + 1]) && is_close(distances[i], distances[i + 1]))
            known = false;
    for (unsigned i = 0; i < 4 && !known; i++)
        cells[i] = eval_undef();
}

bool
eval_ray_call(struct eval *e, const struct eval_call *call)
{
    if (!call->amdgcn || !eval_after(call->name, "image.bvh.intersect.ray"))
        return false;
    EVAL_EACH_LANE(e, lane)
    {
        const struct ray ray = ray_of(call, lane);
        const unsigned type = ray.node & 7;
        struct eval_cell cells[4] = {eval_undef(), eval_undef(), eval_undef(), eval_undef()};
        uint64_t w[4];
        bool known = ray.known;
        for (unsigned i = 0; i < 4; i++) {
            w[i] = call->in[5]->cells[i][lane].bits;
            known &= call->in[5]->cells[i][lane].state == eval_exact;
        }
        const uint64_t base = (w[0] | (w[1] & 0xff) << 32) << 8;
        if (known && (type == BOX_16 || type == BOX_32))
            meet_boxes(e, &ray, base + (ray.node >> 3) * NODE_BYTES, w[1] >> 31, lane, cells);
        for (unsigned i = 0; i < 4; i++)
            call->out->cells[i][lane] = cells[i];
    }
    return true;
}
