/* SPDX-License-Identifier: MIT */
#include "cpu/raster/raster.h"

#include "random.h"

#include <cmocka.h>
#include <float.h>
#include <math.h>

#define SIZE 256

static struct cpu_viewport
viewport_of(float x, float y, float width, float height)
{
    struct cpu_viewport viewport;

    cpu_viewport_init(&viewport, &(struct scene_viewport){x, y, width, height, 0, 1}, false);
    return viewport;
}

static bool
clip(const struct cpu_viewport *viewport, const float a[4], const float b[4], const float c[4],
     struct cpu_polygon *polygon)
{
    return cpu_clip_triangle(viewport, &(struct cpu_clip){.positions = {a, b, c}}, polygon);
}

static bool
is_inside(const struct cpu_viewport *viewport, const float position[4])
{
    return cpu_point_is_inside(viewport, &(struct cpu_clip){.positions = {position}});
}

/* ---- the viewport ---- */

/* The pixels whose centres lie in a rectangle of subpixels. */
static struct cpu_rect
pixels_in(const struct cpu_rect *rect)
{
    return (struct cpu_rect){(rect->x0 + 127) >> 8, (rect->y0 + 127) >> 8, (rect->x1 + 127) >> 8,
                             (rect->y1 + 127) >> 8};
}

static void
test_viewport_rect(void **state)
{
    static const struct {
        float x, y, width, height;
        struct cpu_rect expected;
    } rows[] = {
        {0, 0, 64, 32, {0, 0, 64, 32}},
        {0.5f, 0.5f, 10, 10, {0, 0, 10, 10}},
        {0.51f, 0.49f, 10, 10, {1, 0, 11, 10}},
        {0.501f, 0, 10, 10, {0, 0, 10, 10}}, /* snaps to 0.5 */
        {10, 40, 20, -30, {10, 10, 30, 40}},
        {-5, -5, 10, 10, {-5, -5, 5, 5}},
        {100, 100, 0.25f, 0.25f, {100, 100, 100, 100}},
        {-32768, 16383, 16384, 16384, {-32768, 16383, -16384, 32767}},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct cpu_viewport viewport =
            viewport_of(rows[i].x, rows[i].y, rows[i].width, rows[i].height);
        const struct cpu_rect pixels = pixels_in(&viewport.bounds);
        const struct cpu_rect *found = &pixels, *expected = &rows[i].expected;

        if (memcmp(found, expected, sizeof(*found)) != 0)
            fail_msg("row %zu: found %d, %d to %d, %d", i, found->x0, found->y0, found->x1,
                     found->y1);
        /* What the guard band takes fits the rasteriser's range. */
        for (int j = 0; j < 2; j++) {
            assert_true(viewport.guard[j] > 3.9);
            assert_true(fabs((double)viewport.offset[j]) +
                            viewport.guard[j] * fabs((double)viewport.scale[j]) <
                        CPU_GUARD);
        }
    }
}

static void
test_snapping(void **state)
{
    static const struct {
        double x, w; /* Viewport 0 to 256: window x is 128 (x / w) + 128. */
        int32_t expected;
    } rows[] = {
        {0, 1, 128 * 256},
        {-1, 1, 0},
        {1, 1, 256 * 256},
        {1, 4, 160 * 256},
        {0x1p-15, 1, 128 * 256 + 1},
        {0x1p-16, 1, 128 * 256},         /* halfway: to even */
        {0x3p-16, 1, 128 * 256 + 2},     /* halfway: to even */
        {-0x1p-16, 1, 128 * 256},        /* halfway: to even */
        {0x1.02p-16, 1, 128 * 256 + 1},  /* just above */
        {0x1.fep-17, 1, 128 * 256},      /* just below */
        {0x1p-140, 0x1p-140, 256 * 256}, /* denormal floats */
        {511, 1, 65536 * 256},
        {512, 1, 65536 * 256}, /* held to the range */
        {(double)-FLT_MAX, 1, -65536 * 256},
    };
    const struct cpu_viewport viewport = viewport_of(0, 0, 256, 256);
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const double clip_position[4] = {rows[i].x, 0, 0, rows[i].w};
        struct cpu_window window;

        cpu_window_init(&window, &viewport, clip_position);
        if (window.fixed_x != rows[i].expected)
            fail_msg("row %zu: found %d, expected %d", i, window.fixed_x, rows[i].expected);
        assert_true(window.x == rows[i].x / rows[i].w * 128 + 128);
        assert_true(window.over_w == 1 / rows[i].w);
    }
}

static void
test_depth(void **state)
{
    struct cpu_viewport viewport;
    struct cpu_window window;
    (void)state;

    cpu_viewport_init(&viewport, &(struct scene_viewport){0, 0, 8, 8, 0.75f, 0.25f}, false);
    cpu_window_init(&window, &viewport, (const double[]){0, 0, 0, 2});
    assert_true(window.z == 0.75);
    cpu_window_init(&window, &viewport, (const double[]){0, 0, 2, 2});
    assert_true(window.z == 0.25);
    cpu_window_init(&window, &viewport, (const double[]){0, 0, 0.5, 2});
    assert_true(window.z == 0.625);
}

/* ---- what goes and what stays ---- */

static void
test_dropped(void **state)
{
    static const float rows[][3][4] = {
        {{2, 0, 0, 1}, {1.5f, 0, 0, 1}, {3, 1, 0, 1}},    /* right of the volume */
        {{-2, 0, 0, 1}, {-1.5f, 0, 0, 1}, {-3, 1, 0, 1}}, /* left */
        {{0, 2, 0, 1}, {0, 1.5f, 0, 1}, {1, 3, 0, 1}},    /* below */
        {{0, -2, 0, 1}, {0, -1.5f, 0, 1}, {1, -3, 0, 1}}, /* above */
        {{0, 0, -1, 1}, {1, 0, -0.5f, 1}, {0, 1, -3, 1}}, /* before */
        {{0, 0, 2, 1}, {1, 0, 1.5f, 1}, {0, 1, 3, 1}},    /* behind */
        {{0, 0, 0, -1}, {1, 0, 0, -2}, {0, 1, 0, -3}},    /* behind the eye */
        {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}},       /* in its plane */
        {{0, 0, -1, -1}, {1, 0, -1, 0}, {0, 1, -2, -3}},
        {{0, 0, 1, 0.5f}, {1, 0, 2, 1}, {0, 1, -1, -1}}, /* behind, or behind the eye */
    };
    static const float bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    const struct cpu_viewport viewport = viewport_of(0, 0, SIZE, SIZE);
    struct cpu_polygon polygon;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (clip(&viewport, rows[i][0], rows[i][1], rows[i][2], &polygon))
            fail_msg("row %zu: found %u corners, expected none", i, polygon.count);
    }
    for (int i = 0; i < 4 * 3 * 4; i++) {
        float positions[3][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}};

        assert_true(clip(&viewport, positions[0], positions[1], positions[2], &polygon));
        positions[i / 4 % 3][i % 4] = bad[i / 12];
        assert_false(clip(&viewport, positions[0], positions[1], positions[2], &polygon));
        assert_int_equal(is_inside(&viewport, positions[0]), i / 4 % 3 != 0);
    }
}

static void
test_whole(void **state)
{
    static const float rows[][3][4] = {
        {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}},
        {{-1, -1, 0, 1}, {3, -1, 1, 1}, {-1, 3, 0.5f, 1}},         /* out in x and y */
        {{-400, -400, 0, 1}, {400, 400, 1, 1}, {-400, 400, 0, 1}}, /* far out */
        {{0, 0, 0, 1e-30f}, {1e-30f, 0, 0, 1e-30f}, {0, 1e-30f, 1e-30f, 1e-30f}},
        {{0, 0, 1e30f, 1e30f}, {1e30f, 0, 0, 1e30f}, {0, 1e30f, 0, 1e30f}},
    };
    const struct cpu_viewport viewport = viewport_of(0, 0, SIZE, SIZE);
    struct cpu_polygon polygon;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        assert_true(clip(&viewport, rows[i][0], rows[i][1], rows[i][2], &polygon));
        assert_true(polygon.is_whole);
        assert_int_equal(polygon.count, 3);
        for (int j = 0; j < 12; j++) {
            assert_true(polygon.corners[j / 4].clip[j % 4] == (double)rows[i][j / 4][j % 4]);
            if (j % 4 < 3)
                assert_true(polygon.corners[j / 4].weights[j % 4] == (j / 4 == j % 4));
        }
    }
}

static void
test_points(void **state)
{
    static const struct {
        float position[4];
        bool expected;
    } rows[] = {
        {{0, 0, 0, 1}, true},           {{1, 1, 1, 1}, true},        {{-1, -1, 0, 1}, true},
        {{1.5f, 0, 0, 1}, true}, /* at the sides the square decides */
        {{-1.5f, 0, 0, 1}, true},       {{0, 1.5f, 0, 1}, true},     {{0, -1.5f, 0, 1}, true},
        {{1e30f, 0, 0, 1}, false}, /* past the guard band */
        {{-1e30f, 0, 0, 1}, false},     {{0, 1e30f, 0, 1}, false},   {{0, -1e30f, 0, 1}, false},
        {{0, 0, 1.0000001f, 1}, false}, {{0, 0, -1e-45f, 1}, false}, {{0, 0, -0.0f, 1}, true},
        {{0, 0, 0, 0}, false},          {{0, 0, 0, -1}, false},      {{5, -5, 2, 5}, true},
    };
    const struct cpu_viewport viewport = viewport_of(0, 0, SIZE, SIZE);
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (is_inside(&viewport, rows[i].position) != rows[i].expected)
            fail_msg("row %zu: expected %d", i, rows[i].expected);
    }
}

/* ---- what clipping leaves ---- */

/* is_mixed: a coordinate in four is about 0. */
static void
random_triangle(struct random *random, bool is_mixed, float positions[3][4])
{
    static const double ranges[] = {2, 10, 1000, 1e6, 1e30};
    const double range = ranges[random_int(random, 0, 4)];

    for (int i = 0; i < 12; i++) {
        const double scale = is_mixed && !random_int(random, 0, 3) ? 1e-3 : range;
        positions[i / 4][i % 4] = (float)random_double(random, -scale, scale);
    }
}

/* Corners lie in the volume and are the sums that their weights say. */
static void
test_corners(void **state)
{
    const struct cpu_viewport viewport = viewport_of(10, 20, 300, -200);
    struct random random = {11};
    int counts[CPU_MAX_CORNERS + 1] = {0};
    (void)state;

    for (int i = 0; i < 50000; i++) {
        float positions[3][4];
        struct cpu_polygon polygon;

        random_triangle(&random, true, positions);
        if (!clip(&viewport, positions[0], positions[1], positions[2], &polygon))
            continue;
        assert_in_range(polygon.count, 3, CPU_MAX_CORNERS);
        counts[polygon.count]++;
        for (uint32_t j = 0; j < polygon.count; j++) {
            const struct cpu_corner *corner = &polygon.corners[j];
            const double *at = corner->clip;
            double size = 0, weight = 0;

            for (int k = 0; k < 12; k++)
                size = fmax(size, fabs((double)positions[k / 4][k % 4]));
            assert_true(at[3] >= (double)FLT_MIN);
            assert_true(at[2] >= -1e-12 * size && at[2] <= at[3] + 1e-12 * size);
            assert_true(fabs(at[0]) <= viewport.guard[0] * at[3] + 1e-9 * size);
            assert_true(fabs(at[1]) <= viewport.guard[1] * at[3] + 1e-9 * size);
            for (int k = 0; k < 4; k++) {
                double sum = 0;

                for (int l = 0; l < 3; l++)
                    sum += corner->weights[l] * (double)positions[l][k];
                assert_true(fabs(sum - at[k]) <= 1e-12 * size);
            }
            for (int k = 0; k < 3; k++) {
                assert_true(corner->weights[k] >= -1e-12 && corner->weights[k] <= 1 + 1e-12);
                weight += corner->weights[k];
            }
            assert_true(fabs(weight - 1) <= 1e-12);
        }
    }
    /* The corners that one, two and more planes add all came up. */
    for (int i = 3; i <= 6; i++)
        assert_in_range(counts[i], 50, 50000);
}

/* Two triangles that share an edge get the same corners on it, or there would be a gap. */
static void
test_shared_edge(void **state)
{
    const struct cpu_viewport viewport = viewport_of(0, 0, SIZE, SIZE);
    struct random random = {12};
    int shared = 0;
    (void)state;

    for (int i = 0; i < 20000; i++) {
        float a[3][4], b[3][4];
        struct cpu_polygon first, second;

        random_triangle(&random, false, a);
        random_triangle(&random, false, b);
        if (!clip(&viewport, a[0], a[1], a[2], &first) ||
            !clip(&viewport, a[1], a[0], b[2], &second))
            continue;
        for (uint32_t j = 0; j < first.count; j++) {
            const struct cpu_corner *corner = &first.corners[j];
            bool found = false;

            if (corner->weights[2] != 0 || corner->weights[0] == 0 || corner->weights[1] == 0)
                continue;
            for (uint32_t k = 0; k < second.count; k++)
                found |= memcmp(corner->clip, second.corners[k].clip, sizeof(corner->clip)) == 0;
            if (!found)
                fail_msg("triangle %d: a corner on the shared edge is not shared", i);
            shared++;
        }
    }
    assert_in_range(shared, 1000, 100000);
}

/* ---- a floor ---- */

/* How often each pixel was covered, less how often by triangles that snapping turned over. */
static int counts[SIZE][SIZE];

static void
count_triangle(const struct cpu_viewport *viewport, float positions[3][4])
{
    static struct cpu_quad quads[CPU_TILE_QUADS];
    struct cpu_window windows[CPU_MAX_CORNERS];
    const struct cpu_area area = {{-65536, -65536, 65536, 65536}, viewport->bounds, 1};
    struct cpu_polygon polygon;
    struct cpu_cover cover;

    if (!clip(viewport, positions[0], positions[1], positions[2], &polygon))
        return;
    for (uint32_t i = 0; i < polygon.count; i++)
        cpu_window_init(&windows[i], viewport, polygon.corners[i].clip);
    for (uint32_t i = 1; i + 1 < polygon.count; i++) {
        if (!cpu_cover_triangle(&cover, &area, &windows[0], &windows[i], &windows[i + 1]))
            continue;
        const bool is_turned = cpu_triangle_area(&windows[0], &windows[i], &windows[i + 1]) > 0;

        for (int32_t y = 0; y < SIZE; y += CPU_TILE_SIZE) {
            for (int32_t x = 0; x < SIZE; x += CPU_TILE_SIZE) {
                const uint32_t count = cpu_cover_tile(&cover, 1, x, y, quads);

                for (uint32_t j = 0; j < count * 4; j++) {
                    const struct cpu_quad *quad = &quads[j / 4];
                    if (quad->mask >> j % 4 & 1)
                        counts[quad->y + j / 2 % 2][quad->x + j % 2] += is_turned ? -1 : 1;
                }
            }
        }
    }
}

/* A floor from behind the eye almost to the horizon, in random triangles: many cross the eye's
 * plane and the guard band. Each pixel below the horizon is covered once. */
static void
test_floor(void **state)
{
    enum { most = 200 };
    static double triangles[most][3][2];
    const struct cpu_viewport viewport = viewport_of(0, 0, SIZE, SIZE);
    (void)state;

    for (int seed = 1; seed <= 20; seed++) {
        const double side = seed % 2 ? 2000 : 3e6;
        const double corners[4][2] = {{-side, -50}, {side, -50}, {side, 900}, {-side, 900}};
        struct random random = {(uint64_t)seed * 6151};
        int count = 2;

        for (int i = 0; i < 6; i++) {
            triangles[0][i / 2][i % 2] = corners[i / 2][i % 2];
            triangles[1][i / 2][i % 2] = corners[(i / 2 + 2) % 4][i % 2];
        }
        while (count + 2 <= most) {
            double(*t)[2] = triangles[random_int(&random, 0, count - 1)];
            double weights[3], sum = 0;

            for (int i = 0; i < 3; i++)
                sum += weights[i] = random_double(&random, 0.1, 1);
            memcpy(triangles[count], t, sizeof(triangles[0]));
            memcpy(triangles[count + 1], t, sizeof(triangles[0]));
            for (int i = 0; i < 2; i++) {
                const double p =
                    (weights[0] * t[0][i] + weights[1] * t[1][i] + weights[2] * t[2][i]) / sum;
                triangles[count][1][i] = triangles[count + 1][0][i] = t[2][i] = p;
            }
            count += 2;
        }

        memset(counts, 0, sizeof(counts));
        for (int i = 0; i < count; i++) {
            float positions[3][4];

            for (int j = 0; j < 3; j++) {
                const double x = triangles[i][j][0], distance = triangles[i][j][1];
                const float position[4] = {(float)x, 1, (float)(distance - 0.125), (float)distance};
                memcpy(positions[j], position, sizeof(position));
            }
            count_triangle(&viewport, positions);
        }
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                /* The floor ends at 128 (1 + 1 / 900). */
                if (counts[y][x] != (y >= SIZE / 2))
                    fail_msg("seed %d pixel %d, %d: covered %d times", seed, x, y, counts[y][x]);
            }
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_viewport_rect), cmocka_unit_test(test_snapping),
        cmocka_unit_test(test_depth),         cmocka_unit_test(test_dropped),
        cmocka_unit_test(test_whole),         cmocka_unit_test(test_points),
        cmocka_unit_test(test_corners),       cmocka_unit_test(test_shared_edge),
        cmocka_unit_test(test_floor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
