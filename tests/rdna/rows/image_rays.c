/* SPDX-License-Identifier: MIT
 *
 * image_bvh_intersect_ray: nodes in memory, and rays whose hits are small whole numbers.
 */
#include "image_rows.h"

#include <math.h>

enum { node_box_16 = 4, node_box_32 = 5, NODE_AT = 0x1000 };

struct box {
    double least[3], most[3];
};

struct ray {
    double extent, origin[3], direction[3];
};

static void
describe_tree(struct kit *kit, const struct shot *shot, bool sorts)
{
    uint32_t *w = &kit->wave->scalars[shot->srsrc];
    const uint64_t base = MAPPED >> 8;

    w[0] = (uint32_t)base;
    w[1] = (uint32_t)(base >> 32) | (uint32_t)sorts << 31;
    w[2] = MAPPED_SIZE / 64 - 1;
    w[3] = 1u << 24 | 8u << 28; /* Returns I and J. */
}

static struct shot
begin(struct kit *kit, const char *name, enum rdna_isa isa)
{
    const bool is_long = strstr(name, "64") != NULL;
    struct shot shot = {.name = name,
                        .isa = isa,
                        .a16 = rows_below(2),
                        .scattered = rows_below(2),
                        .no_dim = true,
                        .data_count = 4};

    shot.address_count = (is_long ? 12u : 11u) - (shot.a16 ? 3 : 0);
    shot_begin(kit, &shot);
    return shot;
}

static double
inverse_of(double value)
{
    return 1 / value;
}

/* Node, extent, origin, direction, its inverse. */
static void
put_ray(struct kit *kit, const struct shot *shot, unsigned lane, uint64_t node,
        const struct ray *ray)
{
    unsigned at = 0;
    double six[6];

    shot_set(kit, shot, lane, at++, (uint32_t)node);
    if (strstr(shot->name, "64"))
        shot_set(kit, shot, lane, at++, (uint32_t)(node >> 32));
    shot_set(kit, shot, lane, at++, base_bits_of_float((float)ray->extent));
    for (unsigned i = 0; i < 3; i++) {
        shot_set(kit, shot, lane, at++, base_bits_of_float((float)ray->origin[i]));
        six[i] = ray->direction[i];
        six[3 + i] = inverse_of(ray->direction[i]);
    }
    for (unsigned i = 0; i < 6; i += shot->a16 ? 2 : 1) {
        if (shot->a16)
            shot_set(kit, shot, lane, at++,
                     base_half_from_double(six[i]) | (uint32_t)base_half_from_double(six[i + 1])
                                                         << 16);
        else
            shot_set(kit, shot, lane, at++, base_bits_of_float((float)six[i]));
    }
    assert_int_equal(at, shot->address_count);
}

/* ---- Boxes ---- */

static void
put_boxes(struct kit *kit, const struct box boxes[4], const uint32_t children[4], bool halves)
{
    const uint64_t node = MAPPED + NODE_AT;

    for (unsigned i = 0; i < 4; i++) {
        kit_put32(kit, node + 4 * i, children[i]);
        for (unsigned c = 0; c < 6; c++) {
            const double corner = c < 3 ? boxes[i].least[c] : boxes[i].most[c - 3];
            const uint16_t half = base_half_from_double(corner);
            if (halves)
                kit_put(kit, node + 16 + 12 * i + 2 * c, &half, sizeof(half));
            else
                kit_put32(kit, node + 16 + 24 * i + 4 * c, base_bits_of_float((float)corner));
        }
    }
}

/* From when to when the ray is inside. false where it touches no more than an edge, or where the
 * nearest point is as far as it goes: these are not told. */
static bool
meets(const struct box *box, const struct ray *ray, double *enters, bool *hits)
{
    double nearest = -HUGE_VAL, farthest = HUGE_VAL;

    *hits = false;
    *enters = HUGE_VAL;
    if (box->least[0] != box->least[0])
        return true;
    for (unsigned i = 0; i < 3; i++) {
        if (ray->direction[i] == 0) {
            if (ray->origin[i] == box->least[i] || ray->origin[i] == box->most[i])
                return false;
            if (ray->origin[i] < box->least[i] || ray->origin[i] > box->most[i])
                return true;
            continue;
        }
        const double a = (box->least[i] - ray->origin[i]) / ray->direction[i];
        const double b = (box->most[i] - ray->origin[i]) / ray->direction[i];
        nearest = fmax(nearest, fmin(a, b));
        farthest = fmin(farthest, fmax(a, b));
    }
    if (farthest == nearest || farthest == 0 || nearest == ray->extent)
        return false;
    *enters = nearest;
    *hits = farthest > fmax(nearest, 0) && nearest < ray->extent;
    return true;
}

/* false where two boxes are as near as each other. */
static bool
expected_children(const struct box boxes[4], const uint32_t children[4], const struct ray *ray,
                  bool sorts, uint32_t values[4])
{
    double enters[4];
    bool hits[4];
    unsigned count = 0;

    for (unsigned i = 0; i < 4; i++)
        if (!meets(&boxes[i], ray, &enters[i], &hits[i]))
            return false;
    for (unsigned i = 0; i < 4; i++)
        values[i] = !sorts && hits[i] ? children[i] : 0xffffffff;
    for (unsigned rank = 0; sorts && rank < 4; rank++) {
        unsigned best = 4;
        for (unsigned i = 0; i < 4; i++) {
            if (!hits[i])
                continue;
            if (best < 4 && enters[i] == enters[best])
                return false;
            if (best == 4 || enters[i] < enters[best])
                best = i;
        }
        if (best == 4)
            break;
        values[count++] = children[best];
        hits[best] = false;
    }
    return true;
}

/* Directions have inverses that are exact, also in halves. */
static void
make_ray(struct ray *ray)
{
    static const double directions[] = {1, -1, 2, -2, 0.5, -0.5, 4, 0};
    static const double extents[] = {1.5, 8.5, 1000, HUGE_VAL};

    for (unsigned i = 0; i < 3; i++) {
        ray->origin[i] = (double)rows_below(33) - 16.5;
        ray->direction[i] = directions[rows_below(BASE_COUNT(directions))];
    }
    if (ray->direction[0] == 0 && ray->direction[1] == 0)
        ray->direction[2] = 1;
    ray->extent = extents[rows_below(BASE_COUNT(extents))];
}

static void
shoot_boxes(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    const bool halves = round % 2, sorts = round / 2 % 2;
    const uint64_t node = NODE_AT / 64 << 3 | (halves ? node_box_16 : node_box_32);
    struct shot shot = begin(kit, name, isa);
    uint64_t exec = rows_exec(kit);
    struct box boxes[4];
    uint32_t children[4];
    unsigned vectors = 0;

    describe_tree(kit, &shot, sorts);
    for (unsigned i = 0; i < 4; i++) {
        children[i] = rows_random();
        for (unsigned c = 0; c < 3; c++) {
            boxes[i].least[c] = (double)rows_below(24) - 16;
            boxes[i].most[c] = boxes[i].least[c] + 1 + rows_below(16);
        }
    }
    if (!rows_below(4))
        boxes[rows_below(4)].least[0] = (double)NAN;
    put_boxes(kit, boxes, children, halves);
    uint32_t values[RDNA_MAX_LANES][4];
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        struct ray ray;
        make_ray(&ray);
        put_ray(kit, &shot, lane, node, &ray);
        if (!expected_children(boxes, children, &ray, sorts, values[lane]))
            exec &= ~(UINT64_C(1) << lane);
    }
    shot_ready(kit);
    rdna_set_exec(kit->wave, exec);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        if (!(exec >> lane & 1))
            continue;
        for (unsigned i = 0; i < 4; i++)
            shot_expect(&shot, lane, i, values[lane][i]);
        vectors++;
    }
    shot_run(kit, &shot);
    rows_count(name, vectors);
}

void
test_box_rows(void **state)
{
    (void)state;
    rows_each("image_bvh", shoot_boxes, 48);
}

/* ---- Triangles ---- */

/* Distance and barycentric weights, by Cramer's rule. */
static bool
solve(double vertices[3][3], const struct ray *ray, double *distance, double weights[3])
{
    double columns[3][3], from[3];

    for (unsigned i = 0; i < 3; i++) {
        columns[0][i] = vertices[1][i] - vertices[0][i];
        columns[1][i] = vertices[2][i] - vertices[0][i];
        columns[2][i] = -ray->direction[i];
        from[i] = ray->origin[i] - vertices[0][i];
    }
    double determinants[4];
    for (unsigned replaced = 0; replaced < 4; replaced++) {
        const double *c[3] = {columns[0], columns[1], columns[2]};
        if (replaced < 3)
            c[replaced] = from;
        determinants[replaced] = c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) -
                                 c[0][1] * (c[1][0] * c[2][2] - c[1][2] * c[2][0]) +
                                 c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0]);
    }
    if (determinants[3] == 0)
        return false;
    weights[1] = determinants[0] / determinants[3];
    weights[2] = determinants[1] / determinants[3];
    weights[0] = 1 - weights[1] - weights[2];
    *distance = determinants[2] / determinants[3];
    return true;
}

static void
check_triangle(struct kit *kit, const struct shot *shot, unsigned lane, bool hits, double distance,
               const double weights[3], const uint8_t sources[2])
{
    double got[4];

    for (unsigned i = 0; i < 4; i++)
        got[i] = (double)base_float_of_bits(kit_vector(kit, shot->data + i)[lane]);
    if (!hits) {
        /* No distance, however the ray is long. */
        if (!(isinf(got[0] / got[1]) && got[0] > 0))
            fail_msg("lane %u: %g / %g, where nothing is met: %s", lane, got[0], got[1],
                     shot->text);
        return;
    }
    const double wanted[3] = {distance, weights[sources[0]], weights[sources[1]]};
    for (unsigned i = 0; i < 3; i++) {
        const double quotient = got[i ? i + 1 : 0] / got[1];
        if (!(fabs(quotient - wanted[i]) <= 1e-5 * (1 + fabs(wanted[i]))))
            fail_msg("lane %u: result %u is %g, not %g: %s", lane, i, quotient, wanted[i],
                     shot->text);
    }
}

/* Rays that miss by little, or hit an edge, are left out. The byte behind the vertices tells which
 * of them I and J are of. */
static void
shoot_triangles(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    static const uint8_t corners[4][3] = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {2, 4, 0}};
    static const uint8_t sources[6][2] = {{1, 2}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 0}};
    const unsigned which = round % 4, source = round / 4 % 6;
    struct shot shot = begin(kit, name, isa);
    double points[5][3], vertices[3][3];
    unsigned vectors = 0;

    describe_tree(kit, &shot, round % 2);
    for (unsigned v = 0; v < 5; v++)
        for (unsigned i = 0; i < 3; i++) {
            points[v][i] = (double)rows_below(33) - 16;
            kit_put32(kit, MAPPED + NODE_AT + 12 * v + 4 * i,
                      base_bits_of_float((float)points[v][i]));
        }
    kit_put32(kit, MAPPED + NODE_AT + 60,
              (uint32_t)(sources[source][0] | sources[source][1] << 2) << 8 * which);
    for (unsigned v = 0; v < 3; v++)
        memcpy(vertices[v], points[corners[which][v]], sizeof(vertices[v]));

    struct ray rays[RDNA_MAX_LANES];
    uint64_t exec = rows_exec(kit);
    double distances[RDNA_MAX_LANES], weights[RDNA_MAX_LANES][3];
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        struct ray *ray = &rays[lane];
        make_ray(ray);
        ray->extent = HUGE_VAL;
        if (lane % 4) { /* From a point of the triangle, some way back or on. */
            const double back = lane % 4 == 3 ? -3.0 : 1.0 + rows_below(8);
            for (unsigned i = 0; i < 3; i++)
                ray->origin[i] = (2 * vertices[0][i] + vertices[1][i] + vertices[2][i]) / 4 -
                                 back * ray->direction[i];
        }
        put_ray(kit, &shot, lane, NODE_AT / 64 << 3 | which, ray);
        const bool crosses = solve(vertices, ray, &distances[lane], weights[lane]);
        bool is_clear = crosses && fabs(distances[lane]) > 1e-3;
        for (unsigned v = 0; v < 3 && is_clear; v++)
            is_clear = fabs(weights[lane][v]) > 1e-3;
        if (!is_clear)
            exec &= ~(UINT64_C(1) << lane);
    }
    rdna_set_exec(kit->wave, exec);
    shot_ready(kit);
    kit_run(kit, &shot.inst);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        const double *w = weights[lane];
        if (!(exec >> lane & 1))
            continue;
        const bool hits = distances[lane] > 0 && w[0] > 0 && w[1] > 0 && w[2] > 0;
        check_triangle(kit, &shot, lane, hits, distances[lane], w, sources[source]);
        vectors++;
    }
    rows_count(name, vectors);
}

static void
shoot_ray_faults(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    struct shot shot = begin(kit, name, isa);
    uint32_t *w = &kit->wave->scalars[shot.srsrc];
    const struct ray ray = {.direction = {1, 1, 1}};

    (void)round;
    rdna_set_exec(kit->wave, 1);
    put_ray(kit, &shot, 0, 7, &ray);
    describe_tree(kit, &shot, true);
    kit_fails(kit, &shot.inst, "type 7");
    put_ray(kit, &shot, 0, MAPPED_SIZE / 64 << 3 | node_box_16, &ray);
    kit_fails(kit, &shot.inst, "outside");
    put_ray(kit, &shot, 0, (MAPPED_SIZE / 64 - 1) << 3 | node_box_32, &ray);
    kit_fails(kit, &shot.inst, "outside");
    w[3] &= ~(1u << 24);
    put_ray(kit, &shot, 0, 0, &ray);
    kit_fails(kit, &shot.inst, "number");
    w[1] |= 6u << 23;
    kit_fails(kit, &shot.inst, "grow");
    w[3] = 9u << 28;
    kit_fails(kit, &shot.inst, "type is 9");
}

void
test_triangle_rows(void **state)
{
    (void)state;
    rows_each("image_bvh", shoot_triangles, 48);
    rows_each("image_bvh", shoot_ray_faults, 1);
}
