/* SPDX-License-Identifier: MIT
 *
 * Values at pixel centres, against the homogeneous formula in long doubles.
 */
#include "cpu/raster/raster.h"

#include "base/bits.h"
#include "random.h"

#include <cmocka.h>
#include <math.h>

#define SIZE 256

struct triangle {
    float positions[3][4];
    struct cpu_viewport viewport;
    struct cpu_polygon polygon;
    struct cpu_window windows[CPU_MAX_CORNERS];
    struct cpu_basis basis;
};

static bool
setup(struct triangle *t)
{
    int64_t area = 0;

    cpu_viewport_init(&t->viewport, &(struct scene_viewport){0, 0, SIZE, SIZE, 0.125f, 0.875f},
                      false);
    const struct cpu_clip clip = {.positions = {t->positions[0], t->positions[1], t->positions[2]}};
    if (!cpu_clip_triangle(&t->viewport, &clip, &t->polygon))
        return false;
    for (uint32_t i = 0; i < t->polygon.count; i++)
        cpu_window_init(&t->windows[i], &t->viewport, t->polygon.corners[i].clip);
    for (uint32_t i = 1; i + 1 < t->polygon.count; i++)
        area += cpu_triangle_area(&t->windows[0], &t->windows[i], &t->windows[i + 1]);
    if (!area)
        return false;
    cpu_basis_init(&t->basis, &t->polygon, t->windows);
    return true;
}

/* At the pixels' centres. */
static void
set_weights(struct cpu_weights *weights, const struct cpu_basis *basis,
            const struct cpu_quad *quads, uint32_t count)
{
    struct cpu_places places;

    cpu_places_init(&places, quads, count, 0.5, 0.5);
    cpu_weights_init(weights, basis, &places);
}

/* ---- the formula ---- */

struct expected {
    long double perspective[3]; /* Weights of the vertices. */
    long double linear[3];
    long double z;
    long double over_w;
};

/* Barycentrics in homogeneous window coordinates need no clipping. */
static void
evaluate_formula(const struct triangle *t, int x, int y, struct expected *expected)
{
    const long double scale = SIZE / 2, px = x + 0.5L, py = y + 0.5L;
    long double at[3][2], edges[3], sum = 0, determinant = 0;

    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++)
            at[i][j] = scale * ((long double)t->positions[i][j] + (long double)t->positions[i][3]);
    }
    for (int i = 0; i < 3; i++) {
        const long double *a = at[(i + 1) % 3], *b = at[(i + 2) % 3];
        const long double aw = (long double)t->positions[(i + 1) % 3][3];
        const long double bw = (long double)t->positions[(i + 2) % 3][3];

        edges[i] = (a[1] * bw - b[1] * aw) * px + (b[0] * aw - a[0] * bw) * py +
                   (a[0] * b[1] - a[1] * b[0]);
        sum += edges[i];
        determinant += edges[i] * (long double)t->positions[i][3];
    }
    expected->z = 0;
    for (int i = 0; i < 3; i++) {
        expected->perspective[i] = edges[i] / sum;
        expected->linear[i] = edges[i] * (long double)t->positions[i][3] / determinant;
        expected->z += edges[i] * (long double)t->positions[i][2] / determinant;
    }
    expected->z = 0.125L + 0.75L * expected->z;
    expected->over_w = sum / determinant;
}

static void
assert_close(uint32_t bits, long double expected, long double size, const char *what, int number)
{
    const long double found = (long double)base_float_of_bits(bits);

    if (!(fabsl(found - expected) <= size * 0x1p-23L))
        fail_msg("triangle %d, %s: found %.9Lg, expected %.9Lg", number, what, found, expected);
}

static void
compare_with_formula(const struct triangle *t, struct random *random, int number)
{
    static struct cpu_weights weights;
    struct cpu_quad quads[CPU_MAX_PLACES / 4];
    struct cpu_plane perspective, linear;
    uint32_t bits[3], found[4][CPU_MAX_PLACES];
    const uint32_t quad_count = (uint32_t)random_int(random, 1, CPU_MAX_PLACES / 4);
    long double values[3];

    for (int i = 0; i < 3; i++) {
        bits[i] = base_bits_of_float((float)random_double(random, -100, 100));
        values[i] = (long double)base_float_of_bits(bits[i]);
    }
    for (uint32_t i = 0; i < quad_count; i++) {
        quads[i].x = (uint16_t)(2 * random_int(random, 0, SIZE / 2 - 1));
        quads[i].y = (uint16_t)(2 * random_int(random, 0, SIZE / 2 - 1));
        quads[i].mask = 15;
    }
    cpu_plane_init(&perspective, ir_interp_perspective, &t->basis, &t->polygon, bits);
    cpu_plane_init(&linear, ir_interp_linear, &t->basis, &t->polygon, bits);
    set_weights(&weights, &t->basis, quads, quad_count);
    assert_int_equal(weights.count, quad_count * 4);
    cpu_plane_evaluate(&perspective, &weights, found[0]);
    cpu_plane_evaluate(&linear, &weights, found[1]);
    cpu_depth_evaluate(&t->basis, &weights, found[2]);
    cpu_over_w_evaluate(&weights, found[3]);

    for (uint32_t i = 0; i < weights.count; i++) {
        const int x = quads[i / 4].x + (int)(i % 2), y = quads[i / 4].y + (int)(i / 2 % 2);
        long double sums[2] = {0, 0}, sizes[2] = {0, 0};
        struct expected expected;

        evaluate_formula(t, x, y, &expected);
        for (int j = 0; j < 3; j++) {
            sums[0] += expected.perspective[j] * values[j];
            sums[1] += expected.linear[j] * values[j];
            sizes[0] += fabsl(expected.perspective[j] * values[j]);
            sizes[1] += fabsl(expected.linear[j] * values[j]);
        }
        /* Beyond the horizon, and close to it, numbers lose their meaning. */
        if (!(expected.over_w > 1e-3L * (long double)t->basis.over_w))
            continue;
        assert_close(found[0][i], sums[0], sizes[0] + 1e-6L, "perspective", number);
        assert_close(found[1][i], sums[1], sizes[1] + 1e-6L, "linear", number);
        assert_close(found[2][i], expected.z, fabsl(expected.z) + 1, "depth", number);
        assert_close(found[3][i], expected.over_w, expected.over_w, "1 / w", number);
    }
}

static double
window_area(const struct triangle *t)
{
    return fabs((double)cpu_triangle_area(&t->windows[0], &t->windows[1], &t->windows[2])) / 131072;
}

static void
test_whole(void **state)
{
    static struct triangle t;
    struct random random = {21};
    int count = 0;
    (void)state;

    for (int i = 0; i < 3000; i++) {
        for (int j = 0; j < 3; j++) {
            const double w = i % 3 ? random_double(&random, 0.25, 8) : 1;
            t.positions[j][0] = (float)(w * random_double(&random, -1.5, 1.5));
            t.positions[j][1] = (float)(w * random_double(&random, -1.5, 1.5));
            t.positions[j][2] = (float)(w * random_double(&random, 0, 0.99));
            t.positions[j][3] = (float)w;
        }
        if (!setup(&t) || window_area(&t) < 10)
            continue;
        assert_true(t.polygon.is_whole);
        compare_with_formula(&t, &random, i);
        count++;
    }
    assert_in_range(count, 2500, 3000);
}

static void
test_clipped(void **state)
{
    static struct triangle t;
    struct random random = {22};
    int count = 0;
    (void)state;

    for (int i = 0; i < 6000; i++) {
        double area = 0;

        for (int j = 0; j < 12; j++)
            t.positions[j / 4][j % 4] = (float)random_double(&random, -2, 2);
        if (!setup(&t) || t.polygon.is_whole)
            continue;
        for (uint32_t j = 1; j + 1 < t.polygon.count; j++)
            area += (double)cpu_triangle_area(&t.windows[0], &t.windows[j], &t.windows[j + 1]);
        if (fabs(area) / 131072 < 100)
            continue;
        compare_with_formula(&t, &random, i);
        count++;
    }
    assert_in_range(count, 1000, 6000);
}

/* ---- constants ---- */

static void
test_constant(void **state)
{
    static const uint32_t rows[] = {0,          0x80000000, 0x00000001, 0x3f800000, 0x3dcccccd,
                                    0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc12345, 0xffffffff};
    static const struct cpu_quad quads[] = {{0, 0, 15, 15}, {100, 200, 15, 15}, {254, 254, 15, 15}};
    static struct cpu_weights weights;
    static struct triangle t = {
        .positions = {{-1, -1, 0, 1}, {9, -1.5f, 1, 3}, {-0.3f, 7, 0.2f, 5}}};
    (void)state;

    assert_true(setup(&t));
    set_weights(&weights, &t.basis, quads, BASE_COUNT(quads));
    for (size_t i = 0; i < BASE_COUNT(rows) * 2; i++) {
        const uint32_t value = rows[i / 2];
        const bool is_flat = i % 2;
        /* Flat takes the provoking vertex's bits, whatever the others are. */
        const uint32_t bits[3] = {value, is_flat ? 0x40000000 : value, is_flat ? 7 : value};
        struct cpu_plane plane;
        uint32_t found[CPU_MAX_PLACES];

        cpu_plane_init(&plane, is_flat ? ir_interp_flat : (enum ir_interp)(i / 2 % 2), &t.basis,
                       &t.polygon, bits);
        cpu_plane_evaluate(&plane, &weights, found);
        for (uint32_t j = 0; j < weights.count; j++)
            assert_int_equal(found[j], value);
    }
}

static void
test_point(void **state)
{
    static const struct cpu_quad quads[] = {{2, 4, 15, 15}, {250, 0, 15, 15}};
    static struct cpu_weights weights;
    const struct cpu_window window = {.x = 3, .y = 5, .z = 0.25, .over_w = 0.5};
    struct cpu_basis basis;
    uint32_t found[CPU_MAX_PLACES];
    (void)state;

    cpu_basis_init_point(&basis, &window);
    set_weights(&weights, &basis, quads, BASE_COUNT(quads));
    cpu_depth_evaluate(&basis, &weights, found);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(found[i], base_bits_of_float(0.25f));
    cpu_over_w_evaluate(&weights, found);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(found[i], base_bits_of_float(0.5f));
}

/* A sliver that is a fiftieth of a subpixel high and becomes one by snapping. The centre that it
 * then covers lies 25 times its height away from it; its value must still be one of the sliver's.
 */
static void
test_sliver(void **state)
{
    static const struct cpu_quad quad = {50, 0, 15, 15};
    static struct cpu_weights weights;
    static struct triangle t;
    const double subpixel = 1.0 / 256, y = 1.5;
    const double at[3][2] = {{0, y + 0.49 * subpixel}, {0, y + 0.51 * subpixel}, {100, y}};
    struct cpu_plane plane;
    uint32_t found[CPU_MAX_PLACES];
    (void)state;

    for (int i = 0; i < 3; i++) {
        t.positions[i][0] = (float)(at[i][0] / 128 - 1);
        t.positions[i][1] = (float)(at[i][1] / 128 - 1);
        t.positions[i][3] = 1;
    }
    assert_true(setup(&t));
    assert_int_equal(t.windows[0].fixed_y, 384);
    assert_int_equal(t.windows[1].fixed_y, 385);
    set_weights(&weights, &t.basis, &quad, 1);
    cpu_plane_init(&plane, ir_interp_perspective, &t.basis, &t.polygon,
                   (const uint32_t[3]){0, base_bits_of_float(10), 0});
    cpu_plane_evaluate(&plane, &weights, found);
    /* Place 2 is pixel 50, 1. */
    assert_true(base_float_of_bits(found[2]) >= 0 && base_float_of_bits(found[2]) <= 10);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),    cmocka_unit_test(test_clipped),
        cmocka_unit_test(test_constant), cmocka_unit_test(test_point),
        cmocka_unit_test(test_sliver),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
