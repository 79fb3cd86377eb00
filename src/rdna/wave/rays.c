/* SPDX-License-Identifier: MIT
 *
 * How a ray meets a node of a tree of boxes and triangles. Arithmetic is f32, each step rounded to
 * nearest.
 */
#include "image.h"

#include "base/bits.h"

#include <float.h>
#include <math.h>

/* The low three bits of a pointer to a node. */
enum node {
    node_triangle, /* Four of them may share five vertices. */
    node_box_16 = 4,
    node_box_32
};

enum { NODE_BYTES = 64, MAX_NODE_BYTES = 128, NO_CHILD = -1 };

struct tree {
    uint64_t base;
    uint64_t last; /* The last block of 64 bytes. */
    bool sorts;
    bool returns_places; /* Of a hit in its triangle, and not which one it is. */
};

struct ray {
    uint64_t node;
    float extent, origin[3], direction[3], inverse[3];
};

/* From four scalar registers. false if that was a fault. */
static bool
tree_of(struct rdna_wave *wave, const struct rdna_inst *inst, struct tree *tree)
{
    const uint32_t *w = &wave->scalars[inst->srsrc & (RDNA_SCALAR_COUNT - 4)];

    if (w[3] >> 28 != 8)
        return rdna_fault(wave, inst, "the descriptor's type is %u, which no ray can meet",
                          w[3] >> 28);
    if (w[1] >> 23 & 0xff)
        return rdna_fault(wave, inst, "boxes that grow before a ray meets them");
    tree->base = (w[0] | (uint64_t)(w[1] & 0xff) << 32) << 8;
    tree->sorts = w[1] >> 31;
    tree->last = w[2] | (uint64_t)(w[3] & 0x3ff) << 32;
    tree->returns_places = w[3] >> 24 & 1;
    return true;
}

/* Node, extent, origin, direction, inverse direction; the last six may be halves. */
static struct ray
ray_of(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane)
{
    const unsigned what = rdna_op_infos[inst->row].operands[1].type;
    struct ray ray = {.node = rdna_image_register(wave, inst, lane, 0)};
    unsigned next = 1;

    if (what == RDNA_IADDR_RAY64)
        ray.node |= (uint64_t)rdna_image_register(wave, inst, lane, next++) << 32;
    ray.extent = base_float_of_bits(rdna_image_register(wave, inst, lane, next++));
    for (unsigned i = 0; i < 3; i++)
        ray.origin[i] = base_float_of_bits(rdna_image_register(wave, inst, lane, next++));
    for (unsigned i = 0; i < 6; i++) {
        float *to = i < 3 ? &ray.direction[i] : &ray.inverse[i - 3];
        if (inst->a16) {
            const uint32_t pair = rdna_image_register(wave, inst, lane, next + i / 2);
            *to = base_half_to_float((uint16_t)(pair >> 16 * (i % 2)));
        } else {
            *to = base_float_of_bits(rdna_image_register(wave, inst, lane, next + i));
        }
    }
    return ray;
}

static bool
read_node(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
          const struct tree *tree, const struct ray *ray, uint8_t node[MAX_NODE_BYTES])
{
    const unsigned type = ray->node & 7, bytes = type == node_box_32 ? MAX_NODE_BYTES : NODE_BYTES;
    const uint64_t block = ray->node >> 3;

    if (type > node_box_32)
        return rdna_fault(wave, inst, "lane %u: a node of type %u, which is the program's", lane,
                          type);
    if (block > tree->last || bytes / NODE_BYTES - 1 > tree->last - block)
        return rdna_fault(wave, inst, "lane %u: a node outside of its tree", lane);
    for (unsigned i = 0; i < bytes; i += 16) {
        const uint64_t address = tree->base + block * NODE_BYTES + i;
        const struct rdna_spot spot = rdna_spot_at(rdna_space_memory, rdna_address(address));
        if (!rdna_spot_read(wave, inst, lane, &spot, 16, node + i))
            return false;
    }
    return true;
}

/* ---- Boxes ---- */

static float
corner_of(const uint8_t *node, bool halves, unsigned number)
{
    if (halves)
        return base_half_to_float(
            (uint16_t)(node[16 + 2 * number] | node[16 + 2 * number + 1] << 8));
    return base_float_of_bits(rdna_get_u32(node + 16 + 4 * number));
}

/* Where the ray comes into the box; false if it misses it. A box whose least x is a NaN is none. */
static bool
meets_box(const struct ray *ray, const uint8_t *node, bool halves, unsigned child, float *enters)
{
    float nearest = -INFINITY, farthest = INFINITY;

    if (isnan(corner_of(node, halves, 6 * child)))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        /* Finite, so that a direction along a plane gives no NaN. */
        const float inverse = fminf(fmaxf(ray->inverse[i], -FLT_MAX), FLT_MAX);
        const float least = (corner_of(node, halves, 6 * child + i) - ray->origin[i]) * inverse;
        const float most = (corner_of(node, halves, 6 * child + 3 + i) - ray->origin[i]) * inverse;
        nearest = fmaxf(nearest, fminf(least, most));
        farthest = fminf(farthest, fmaxf(least, most));
    }
    *enters = nearest;
    return farthest >= fmaxf(nearest, 0.0f) && nearest < ray->extent;
}

/* The children that are met, the nearest first if the tree says so; NO_CHILD for the others. */
static void
meet_boxes(const struct tree *tree, const struct ray *ray, const uint8_t *node, uint32_t values[4])
{
    static const uint8_t pairs[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
    float distances[4];

    for (unsigned i = 0; i < 4; i++) {
        values[i] = rdna_get_u32(node + 4 * i);
        if (!meets_box(ray, node, (ray->node & 7) == node_box_16, i, &distances[i])) {
            values[i] = (uint32_t)NO_CHILD;
            distances[i] = INFINITY;
        }
    }
    for (unsigned i = 0; i < BASE_COUNT(pairs) && tree->sorts; i++) {
        const unsigned a = pairs[i][0], b = pairs[i][1];
        if (distances[b] < distances[a]) {
            const float distance = distances[a];
            const uint32_t value = values[a];
            distances[a] = distances[b];
            distances[b] = distance;
            values[a] = values[b];
            values[b] = value;
        }
    }
}

/* ---- Triangles ---- */

/* Distances are numerators over that of the triangle's area, which is negative from behind. */
struct hit {
    bool is_set;
    float distance, area, weights[3];
};

/* The axes in an order such that the last is the direction's longest and turns stay as they are. */
static void
order_axes(const float direction[3], unsigned axes[3])
{
    unsigned last = 0;

    for (unsigned i = 1; i < 3; i++)
        if (fabsf(direction[i]) > fabsf(direction[last]))
            last = i;
    const bool back = direction[last] < 0.0f;
    axes[2] = last;
    axes[back] = (last + 1) % 3;
    axes[!back] = (last + 2) % 3;
}

/* Seen along the ray, which then is a point: the point's side of each edge. */
static struct hit
meet_triangle(const struct ray *ray, float vertices[3][3])
{
    struct hit hit = {0};
    unsigned axes[3];
    float seen[3][3];

    order_axes(ray->direction, axes);
    const float shrink = ray->inverse[axes[2]];
    for (unsigned v = 0; v < 3; v++) {
        const float depth = vertices[v][axes[2]] - ray->origin[axes[2]];
        for (unsigned i = 0; i < 2; i++) {
            const float slope = ray->direction[axes[i]] * shrink;
            seen[v][i] = vertices[v][axes[i]] - ray->origin[axes[i]] - slope * depth;
        }
        seen[v][2] = depth * shrink;
    }
    bool left = false, right = false;
    for (unsigned v = 0; v < 3; v++) {
        const float *a = seen[(v + 1) % 3], *b = seen[(v + 2) % 3];
        hit.weights[v] = b[0] * a[1] - b[1] * a[0];
        left |= hit.weights[v] < 0.0f;
        right |= hit.weights[v] > 0.0f;
    }
    for (unsigned v = 0; v < 3; v++) {
        hit.area += hit.weights[v];
        hit.distance += hit.weights[v] * seen[v][2];
    }
    hit.is_set = !(left && right) && (left || right) && hit.area != 0.0f &&
                 !(hit.area < 0.0f ? hit.distance > 0.0f : hit.distance < 0.0f);
    return hit;
}

/* Which vertices' weights are returned stands behind the vertices, a byte for each triangle. */
static void
meet_triangles(const struct ray *ray, const uint8_t *node, uint32_t values[4])
{
    static const uint8_t corners[4][3] = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {2, 4, 0}};
    const unsigned which = ray->node & 3, sources = node[60 + which];
    float vertices[3][3];

    for (unsigned v = 0; v < 3; v++)
        for (unsigned i = 0; i < 3; i++)
            vertices[v][i] =
                base_float_of_bits(rdna_get_u32(node + 12 * corners[which][v] + 4 * i));
    const struct hit hit = meet_triangle(ray, vertices);
    const float results[4] = {hit.is_set ? hit.distance : INFINITY, hit.is_set ? hit.area : 1.0f,
                              hit.is_set ? hit.weights[(sources & 3) % 3] : 0.0f,
                              hit.is_set ? hit.weights[(sources >> 2 & 3) % 3] : 0.0f};
    for (unsigned i = 0; i < 4; i++)
        values[i] = base_bits_of_float(results[i]);
}

/* ---- Instructions ---- */

bool
rdna_exec_ray(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const uint64_t exec = rdna_get_exec(wave);
    struct tree tree = {0};

    if (!tree_of(wave, inst, &tree))
        return false;
    for (unsigned lane = 0; lane < wave->size; lane++) {
        uint8_t node[MAX_NODE_BYTES];
        uint32_t values[4];

        if (!(exec >> lane & 1))
            continue;
        const struct ray ray = ray_of(wave, inst, lane);
        if (!read_node(wave, inst, lane, &tree, &ray, node))
            return false;
        if ((ray.node & 7) >= node_box_16)
            meet_boxes(&tree, &ray, node, values);
        else if (!tree.returns_places)
            return rdna_fault(wave, inst, "what tells a hit of a ray by number is not known");
        else
            meet_triangles(&ray, node, values);
        for (unsigned i = 0; i < 4; i++)
            rdna_vector(wave, inst->vdata, i)[lane] = values[i];
    }
    return true;
}
