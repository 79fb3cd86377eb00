/* SPDX-License-Identifier: MIT
 *
 * Coverage. Coordinates are in subpixels: 256 to a pixel.
 */
#include "cpu/raster/raster.h"

#include "random.h"

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#define SIZE 192
#define PX 256

struct place {
    int32_t x;
    int32_t y;
};

/* How often each pixel was covered. */
static uint8_t counts[SIZE][SIZE];
static const struct cpu_rect everything = {0, 0, SIZE, SIZE};
static const struct cpu_rect anywhere = {-(1 << 28), -(1 << 28), 1 << 28, 1 << 28};

static struct cpu_window
window_at(struct place place)
{
    return (struct cpu_window){.fixed_x = place.x, .fixed_y = place.y};
}

/* Counts the covered pixels, tile by tile, and checks the quads. */
static uint32_t
count_cover(const struct cpu_cover *cover)
{
    static struct cpu_quad quads[CPU_TILE_QUADS];
    uint32_t pixels = 0;

    for (int32_t y = 0; y < SIZE; y += CPU_TILE_SIZE) {
        for (int32_t x = 0; x < SIZE; x += CPU_TILE_SIZE) {
            const uint32_t count = cpu_cover_tile(cover, 1, x, y, quads);

            for (uint32_t i = 0; i < count; i++) {
                assert_true(quads[i].x % 2 == 0 && quads[i].y % 2 == 0);
                assert_in_range(quads[i].x, x, x + CPU_TILE_SIZE - 2);
                assert_in_range(quads[i].y, y, y + CPU_TILE_SIZE - 2);
                assert_in_range(quads[i].mask, 1, 15);
                for (uint32_t j = 0; j < 4; j++) {
                    if (!(quads[i].mask >> j & 1))
                        continue;
                    counts[quads[i].y + j / 2][quads[i].x + j % 2]++;
                    pixels++;
                }
            }
        }
    }
    return pixels;
}

static uint32_t
cover(const struct cpu_rect *inside, struct place a, struct place b, struct place c)
{
    const struct cpu_window wa = window_at(a), wb = window_at(b), wc = window_at(c);
    const struct cpu_area area = {*inside, anywhere, 1};
    struct cpu_cover result;

    if (!cpu_cover_triangle(&result, &area, &wa, &wb, &wc))
        return 0;
    return count_cover(&result);
}

/* ---- by hand ---- */

/* A row a pixel row, # where covered. */
static void
test_by_hand(void **state)
{
    static const struct {
        struct place at[3];
        const char *expected[4];
    } rows[] = {
        /* A square's halves: centres on the diagonal are the right half's, whose left edge it is.
         */
        {{{0, 0}, {4 * PX, 0}, {4 * PX, 4 * PX}}, {"####", ".###", "..##", "...#"}},
        {{{0, 0}, {4 * PX, 4 * PX}, {0, 4 * PX}}, {"....", "#...", "##..", "###."}},
        /* The other diagonal: it is the left edge of the lower half. */
        {{{4 * PX, 0}, {0, 4 * PX}, {0, 0}}, {"###.", "##..", "#...", "...."}},
        {{{4 * PX, 0}, {4 * PX, 4 * PX}, {0, 4 * PX}}, {"...#", "..##", ".###", "####"}},
        /* The top edge through centres counts, the bottom edge does not. */
        {{{0, 128}, {8 * PX, 128}, {0, 8 * PX + 128}}, {"####", "####", "####", "####"}},
        {{{0, 640}, {8 * PX, 640}, {0, 640 - 8 * PX}}, {"####", "####", "....", "...."}},
        /* A left edge through centres counts, a right edge does not. */
        {{{128, 0}, {128, 8 * PX}, {128 + 8 * PX, 0}}, {"####", "####", "####", "####"}},
        {{{640, 0}, {640, 8 * PX}, {640 - 8 * PX, 0}}, {"##..", "##..", "##..", "##.."}},
        /* One subpixel to either side. */
        {{{129, 0}, {129, 8 * PX}, {129 + 8 * PX, 0}}, {".###", ".###", ".###", ".###"}},
        {{{641, 0}, {641, 8 * PX}, {641 - 8 * PX, 0}}, {"###.", "###.", "###.", "###."}},
        {{{0, 129}, {8 * PX, 129}, {0, 8 * PX + 129}}, {"....", "####", "####", "####"}},
        /* The smallest triangles there are, at a centre: only one has it to the lower right. */
        {{{128, 128}, {129, 128}, {128, 129}}, {"#...", "....", "....", "...."}},
        {{{128, 128}, {127, 128}, {128, 127}}, {"....", "....", "....", "...."}},
        {{{128, 128}, {129, 128}, {128, 127}}, {"....", "....", "....", "...."}},
        {{{128, 128}, {127, 128}, {128, 129}}, {"....", "....", "....", "...."}},
        /* Small ones that just hold a centre, and just miss all. */
        {{{383, 383}, {386, 383}, {383, 386}}, {"....", ".#..", "....", "...."}},
        {{{129, 129}, {383, 129}, {129, 383}}, {"....", "....", "....", "...."}},
        /* A sliver along a row of centres: one subpixel high at its left end. */
        {{{0, 384}, {0, 383}, {4 * PX, 384}}, {"....", "....", "....", "...."}},
        {{{0, 384}, {0, 385}, {4 * PX, 384}}, {"....", "####", "....", "...."}},
        /* Nothing: a point, and lines. */
        {{{128, 128}, {128, 128}, {128, 128}}, {"....", "....", "....", "...."}},
        {{{128, 128}, {640, 640}, {128, 128}}, {"....", "....", "....", "...."}},
        {{{0, 128}, {512, 128}, {900, 128}}, {"....", "....", "....", "...."}},
        /* As large as they come. */
        {{{-(1 << 24), -(1 << 24)}, {1 << 24, -(1 << 24)}, {0, 1 << 24}},
         {"####", "####", "####", "####"}},
        {{{-(1 << 24), -(1 << 24)}, {1 << 24, 1 << 24}, {-(1 << 24), 1 << 24}},
         {"....", "#...", "##..", "###."}},
    };
    static const struct cpu_rect four = {0, 0, 4, 4};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        /* Each corner first, and both senses: the same pixels. */
        for (int turn = 0; turn < 6; turn++) {
            const struct place *at = rows[i].at;
            const int a = turn % 3, b = (a + 1 + turn / 3) % 3, c = 3 - a - b;

            memset(counts, 0, sizeof(counts));
            cover(&four, at[a], at[b], at[c]);
            for (int y = 0; y < 4; y++) {
                char found[5] = "....";

                for (int x = 0; x < 4; x++)
                    found[x] = counts[y][x] ? '#' : '.';
                if (strcmp(found, rows[i].expected[y]) != 0)
                    fail_msg("triangle %zu turn %d row %d: found %s, expected %s", i, turn, y,
                             found, rows[i].expected[y]);
            }
        }
    }
}

/* ---- by another formula ---- */

/* The top-left rule is the same as shifting all centres a little right and much less down. */
static bool
is_inner(struct place a, struct place b, int64_t x, int64_t y)
{
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    const int64_t side = dx * (y - a.y) - dy * (x - a.x);

    return side ? side > 0 : dy ? dy < 0 : dx > 0;
}

static bool
is_covered_at(const struct place at[3], int64_t cx, int64_t cy)
{
    const bool clockwise = is_inner(at[0], at[1], cx, cy) && is_inner(at[1], at[2], cx, cy) &&
                           is_inner(at[2], at[0], cx, cy);
    const bool other = is_inner(at[1], at[0], cx, cy) && is_inner(at[2], at[1], cx, cy) &&
                       is_inner(at[0], at[2], cx, cy);

    return clockwise || other;
}

static bool
is_covered(const struct place at[3], int32_t x, int32_t y)
{
    return is_covered_at(at, x * PX + PX / 2, y * PX + PX / 2);
}

static void
test_by_formula(void **state)
{
    static const int32_t ranges[] = {300, 4 * PX, 20 * PX, 250 * PX, 3000 * PX, 65536 * PX};
    struct random random = {1};
    uint32_t covered = 0;
    (void)state;

    for (int i = 0; i < 1200; i++) {
        const int32_t range = ranges[i % 6];
        const struct cpu_rect inside = {random_int(&random, 0, 90), random_int(&random, 0, 90),
                                        random_int(&random, 60, SIZE),
                                        random_int(&random, 60, SIZE)};
        struct place at[3];

        for (int j = 0; j < 3; j++) {
            at[j].x = random_int(&random, -range, range) + 64 * PX;
            at[j].y = random_int(&random, -range, range) + 64 * PX;
            at[j].x = at[j].x > 65536 * PX ? 65536 * PX : at[j].x;
            at[j].y = at[j].y > 65536 * PX ? 65536 * PX : at[j].y;
            /* Some on centres. */
            if (random_int(&random, 0, 3) == 0) {
                at[j].x = (at[j].x & -PX) + PX / 2;
                at[j].y = (at[j].y & -PX) + PX / 2;
            }
        }
        memset(counts, 0, sizeof(counts));
        covered += cover(&inside, at[0], at[1], at[2]);
        for (int32_t y = 0; y < SIZE; y++) {
            for (int32_t x = 0; x < SIZE; x++) {
                const bool expected = x >= inside.x0 && x < inside.x1 && y >= inside.y0 &&
                                      y < inside.y1 && is_covered(at, x, y);
                if (counts[y][x] != expected)
                    fail_msg("triangle %d pixel %d, %d: found %d, expected %d", i, x, y,
                             counts[y][x], expected);
            }
        }
    }
    assert_in_range(covered, 100000, 100000000);
}

/* ---- samples ---- */

/* Each sample is covered by the same formula, shifted to where it is. */
static void
test_samples(void **state)
{
    static const uint32_t sample_counts[] = {2, 4, 8, 16};
    static struct cpu_quad quads[CPU_TILE_QUADS];
    static uint32_t found[SIZE][SIZE];
    struct random random = {7};
    uint32_t covered = 0;
    (void)state;

    for (int i = 0; i < 400; i++) {
        const uint32_t samples = sample_counts[i % 4];
        const struct cpu_sample_place *places = cpu_sample_places(samples);
        const int32_t range = i % 3 ? 20 * PX : 200 * PX;
        const struct cpu_rect inside = {random_int(&random, 0, 20), random_int(&random, 0, 20),
                                        random_int(&random, 40, SIZE),
                                        random_int(&random, 40, SIZE)};
        /* The bounds may cut pixels in two. */
        const struct cpu_area area = {
            inside,
            {random_int(&random, -PX, 40 * PX), 9 * PX + i, 150 * PX + i, 150 * PX - i},
            samples};
        struct place at[3];
        struct cpu_window windows[3];
        struct cpu_cover result;

        for (int j = 0; j < 3; j++) {
            at[j].x = random_int(&random, -range, range) + 40 * PX;
            at[j].y = random_int(&random, -range, range) + 40 * PX;
            /* Some on the places of samples. */
            if (random_int(&random, 0, 2) == 0) {
                at[j].x &= -(PX / 16);
                at[j].y &= -(PX / 16);
            }
            windows[j] = window_at(at[j]);
        }
        memset(found, 0, sizeof(found));
        const bool is_there =
            cpu_cover_triangle(&result, &area, &windows[0], &windows[1], &windows[2]);
        for (int32_t tile = 0; tile < 9 && is_there; tile++) {
            const uint32_t count = cpu_cover_tile(&result, samples, tile % 3 * CPU_TILE_SIZE,
                                                  tile / 3 * CPU_TILE_SIZE, quads);
            for (uint32_t j = 0; j < count * 4; j++) {
                const struct cpu_quad *quad = &quads[j / 4];

                assert_true(quad->covered == quad->mask && quad->mask);
                for (uint32_t s = 0; s < 16; s++)
                    found[quad->y + j / 2 % 2][quad->x + j % 2] |=
                        (uint32_t)(quad->mask >> (4 * s + j % 4) & 1) << s;
            }
        }
        for (int32_t y = 0; y < SIZE; y++) {
            for (int32_t x = 0; x < SIZE; x++) {
                uint32_t expected = 0;

                for (uint32_t s = 0; s < samples; s++) {
                    const int32_t sx = x * PX + places[s].x * 16, sy = y * PX + places[s].y * 16;
                    const bool is_inside = x >= inside.x0 && x < inside.x1 && y >= inside.y0 &&
                                           y < inside.y1 && sx >= area.bounds.x0 &&
                                           sx < area.bounds.x1 && sy >= area.bounds.y0 &&
                                           sy < area.bounds.y1;
                    expected |= (uint32_t)(is_inside && is_covered_at(at, sx, sy)) << s;
                }
                if (found[y][x] != expected)
                    fail_msg("triangle %d pixel %d, %d: found %#x, expected %#x", i, x, y,
                             found[y][x], expected);
                covered += expected != 0;
            }
        }
    }
    assert_in_range(covered, 100000, 100000000);
}

/* ---- lines ---- */

/* A row a pixel row, # where covered. */
static void
test_lines_by_hand(void **state)
{
    static const struct {
        struct place at[2];
        float width;
        const char *expected[4];
    } rows[] = {
        /* Along a row of centres, and between two: half a pixel to either side. */
        {{{0, 384}, {4 * PX, 384}}, 1, {"....", "####", "....", "...."}},
        {{{0, 512}, {4 * PX, 512}}, 1, {"....", "####", "....", "...."}},
        {{{0, 513}, {4 * PX, 513}}, 1, {"....", "....", "####", "...."}},
        {{{384, 0}, {384, 4 * PX}}, 1, {".#..", ".#..", ".#..", ".#.."}},
        {{{512, 0}, {512, 4 * PX}}, 1, {".#..", ".#..", ".#..", ".#.."}},
        {{{0, 512}, {4 * PX, 512}}, 2, {"....", "####", "####", "...."}},
        {{{0, 384}, {4 * PX, 384}}, 3, {"####", "####", "####", "...."}},
        /* Ends are cut square: the first centre counts, the last does not. */
        {{{128, 384}, {640, 384}}, 1, {"....", "##..", "....", "...."}},
        {{{129, 384}, {641, 384}}, 1, {"....", ".##.", "....", "...."}},
        {{{384, 128}, {384, 640}}, 1, {".#..", ".#..", "....", "...."}},
        /* Diagonals. */
        {{{0, 0}, {4 * PX, 4 * PX}}, 1, {"#...", ".#..", "..#.", "...#"}},
        {{{4 * PX, 0}, {0, 4 * PX}}, 1, {"...#", "..#.", ".#..", "#..."}},
        {{{0, 0}, {4 * PX, 4 * PX}}, 1.5f, {"##..", "###.", ".###", "..##"}},
        /* Narrower than a pixel is one wide; what has no length is nothing. */
        {{{0, 384}, {4 * PX, 384}}, 0, {"....", "####", "....", "...."}},
        {{{384, 384}, {384, 384}}, 3, {"....", "....", "....", "...."}},
        {{{-(1 << 24), 384}, {1 << 24, 384}}, 1, {"....", "####", "....", "...."}},
    };
    static const struct cpu_rect four = {0, 0, 4, 4};
    const struct cpu_area area = {four, anywhere, 1};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows) * 2; i++) {
        /* From either end. */
        const struct cpu_window a = window_at(rows[i / 2].at[i % 2]);
        const struct cpu_window b = window_at(rows[i / 2].at[1 - i % 2]);
        struct cpu_cover result;

        memset(counts, 0, sizeof(counts));
        if (cpu_cover_line(&result, &area, &a, &b, rows[i / 2].width))
            count_cover(&result);
        for (int y = 0; y < 4; y++) {
            char text[5] = "....";

            for (int x = 0; x < 4; x++)
                text[x] = counts[y][x] ? '#' : '.';
            if (strcmp(text, rows[i / 2].expected[y]) != 0)
                fail_msg("line %zu row %d: found %s, expected %s", i, y, text,
                         rows[i / 2].expected[y]);
        }
    }
}

/* Inside is what is nearer than half the width, between the ends. */
static void
test_lines_by_formula(void **state)
{
    struct random random = {8};
    uint32_t covered = 0;
    (void)state;

    for (int i = 0; i < 300; i++) {
        const struct place at[2] = {
            {random_int(&random, -20 * PX, 200 * PX), random_int(&random, -20 * PX, 200 * PX)},
            {random_int(&random, -20 * PX, 200 * PX), random_int(&random, -20 * PX, 200 * PX)}};
        const float width = i % 2 ? 1 : (float)random_double(&random, 1, 70);
        const double clamped = width > CPU_MAX_LINE_WIDTH ? CPU_MAX_LINE_WIDTH : (double)width;
        const struct cpu_window a = window_at(at[0]), b = window_at(at[1]);
        const struct cpu_area area = {everything, anywhere, 1};
        const double dx = at[1].x - at[0].x, dy = at[1].y - at[0].y, length = hypot(dx, dy);
        struct cpu_cover result;

        memset(counts, 0, sizeof(counts));
        if (cpu_cover_line(&result, &area, &a, &b, width))
            covered += count_cover(&result);
        for (int32_t y = 0; y < SIZE; y++) {
            for (int32_t x = 0; x < SIZE; x++) {
                const double px = x * PX + PX / 2 - at[0].x, py = y * PX + PX / 2 - at[0].y;
                const double along = (px * dx + py * dy) / length;
                const double across = fabs(py * dx - px * dy) / length;
                /* By how many subpixels it is inside. */
                const double depth = fmin(clamped * PX / 2 - across, fmin(along, length - along));

                if (fabs(depth) > 1.5 && counts[y][x] != (depth > 0))
                    fail_msg("line %d pixel %d, %d: found %d, expected %d", i, x, y, counts[y][x],
                             depth > 0);
            }
        }
    }
    assert_in_range(covered, 10000, 100000000);
}

/* ---- every pixel once ---- */

static void
assert_all_once(int seed)
{
    for (int32_t y = 0; y < SIZE; y++) {
        for (int32_t x = 0; x < SIZE; x++) {
            if (counts[y][x] != 1)
                fail_msg("seed %d pixel %d, %d: covered %d times, expected once", seed, x, y,
                         counts[y][x]);
        }
    }
}

/* A square cut into random triangles, slivers among them: each is split at an inner point. */
static void
test_split_square(void **state)
{
    enum { most = 400 };
    static struct place triangles[most][3];
    const int32_t side = SIZE * PX;
    (void)state;

    for (int seed = 1; seed <= 20; seed++) {
        struct random random = {(uint64_t)seed * 7919};
        int count = 2;
        const struct place corners[4] = {{0, 0}, {side, 0}, {side, side}, {0, side}};

        for (int i = 0; i < 3; i++) {
            triangles[0][i] = corners[i];
            triangles[1][i] = corners[(i + 2) % 4];
        }
        for (int tries = 0; tries < 4000 && count + 2 <= most; tries++) {
            struct place *t = triangles[random_int(&random, 0, count - 1)];
            double u = random_double(&random, 0, 1), v = random_double(&random, 0, 1);
            struct place p;

            if (u + v > 1)
                u = 1 - u, v = 1 - v;
            p.x = (int32_t)(t[0].x + u * (t[1].x - t[0].x) + v * (t[2].x - t[0].x));
            p.y = (int32_t)(t[0].y + u * (t[1].y - t[0].y) + v * (t[2].y - t[0].y));
            /* Every other point at a pixel centre. */
            if (tries % 2) {
                p.x = (p.x & -PX) + PX / 2;
                p.y = (p.y & -PX) + PX / 2;
            }
            const struct cpu_window at = window_at(p),
                                    w[3] = {window_at(t[0]), window_at(t[1]), window_at(t[2])};
            if (cpu_triangle_area(&w[0], &w[1], &at) <= 0 ||
                cpu_triangle_area(&w[1], &w[2], &at) <= 0 ||
                cpu_triangle_area(&w[2], &w[0], &at) <= 0)
                continue;
            memcpy(triangles[count], t, sizeof(triangles[0]));
            memcpy(triangles[count + 1], t, sizeof(triangles[0]));
            triangles[count][1] = triangles[count + 1][0] = t[2] = p;
            /* t: 0 1 p; count: 0 p 2; count + 1: p 1 2 */
            count += 2;
        }
        memset(counts, 0, sizeof(counts));
        for (int i = 0; i < count; i++) {
            const int first = random_int(&random, 0, 2);
            const int second = (first + random_int(&random, 1, 2)) % 3;
            cover(&everything, triangles[i][first], triangles[i][second],
                  triangles[i][3 - first - second]);
        }
        assert_int_equal(count, most);
        assert_all_once(seed);
    }
}

/* A mesh with shaken vertices, from far outside to far outside. */
static void
test_mesh(void **state)
{
    enum { cells = 24 };
    static struct place grid[cells + 1][cells + 1];
    (void)state;

    for (int seed = 1; seed <= 20; seed++) {
        struct random random = {(uint64_t)seed * 104729};
        const int32_t cell = (SIZE + 64) * PX / cells;

        for (int y = 0; y <= cells; y++) {
            for (int x = 0; x <= cells; x++) {
                /* Below a quarter no triangle turns over. */
                const int32_t shake = seed % 4 * cell / 13;
                grid[y][x].x = x * cell - 32 * PX + random_int(&random, -shake, shake);
                grid[y][x].y = y * cell - 32 * PX + random_int(&random, -shake, shake);
            }
        }
        memset(counts, 0, sizeof(counts));
        for (int y = 0; y < cells; y++) {
            for (int x = 0; x < cells; x++) {
                const struct place a = grid[y][x], b = grid[y][x + 1];
                const struct place c = grid[y + 1][x], d = grid[y + 1][x + 1];

                if (random_int(&random, 0, 1)) {
                    cover(&everything, a, b, c);
                    cover(&everything, b, c, d);
                } else {
                    cover(&everything, a, b, d);
                    cover(&everything, d, c, a);
                }
            }
        }
        assert_all_once(seed);
    }
}

/* ---- points ---- */

static void
test_points(void **state)
{
    static const struct {
        struct place at;
        float size;
        struct cpu_rect expected; /* Cut to 0, 0, SIZE, SIZE. */
    } rows[] = {
        {{10 * PX + 128, 20 * PX + 128}, 1, {10, 20, 11, 21}},
        {{10 * PX, 20 * PX}, 1, {9, 19, 10, 20}}, /* edges through centres: left and top */
        {{10 * PX + 1, 20 * PX - 1}, 1, {10, 19, 11, 20}},
        {{10 * PX, 20 * PX}, 2, {9, 19, 11, 21}},
        {{10 * PX + 128, 20 * PX + 128}, 2, {9, 19, 11, 21}},
        {{10 * PX + 129, 20 * PX + 127}, 2, {10, 19, 12, 21}},
        {{10 * PX + 128, 20 * PX + 128}, 8, {6, 16, 14, 24}},
        {{10 * PX, 20 * PX}, 1.5f, {9, 19, 11, 21}},
        {{10 * PX, 20 * PX}, 0.25f, {9, 19, 10, 20}}, /* clamped to 1 */
        {{10 * PX, 20 * PX}, 0, {9, 19, 10, 20}},
        {{10 * PX, 20 * PX}, -INFINITY, {9, 19, 10, 20}},
        {{10 * PX, 20 * PX}, NAN, {9, 19, 10, 20}},
        {{10 * PX, 20 * PX}, 1024, {0, 0, SIZE, SIZE}},
        {{700 * PX, 20 * PX}, 2048, {188, 0, SIZE, SIZE}}, /* clamped to 1024 */
        {{700 * PX, 20 * PX}, INFINITY, {188, 0, SIZE, SIZE}},
        {{0, 0}, 4, {0, 0, 2, 2}},
        {{SIZE * PX, SIZE * PX}, 4, {SIZE - 2, SIZE - 2, SIZE, SIZE}},
        {{-10 * PX, 5 * PX}, 19, {0, 0, 0, 0}},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct cpu_rect *expected = &rows[i].expected;
        const struct cpu_window centre = window_at(rows[i].at);
        const struct cpu_area area = {everything, anywhere, 1};
        struct cpu_cover result;

        memset(counts, 0, sizeof(counts));
        if (cpu_cover_point(&result, &area, &centre, cpu_point_size(rows[i].size)))
            count_cover(&result);
        for (int32_t y = 0; y < SIZE; y++) {
            for (int32_t x = 0; x < SIZE; x++) {
                const bool inside =
                    x >= expected->x0 && x < expected->x1 && y >= expected->y0 && y < expected->y1;
                if (counts[y][x] != inside)
                    fail_msg("point %zu pixel %d, %d: found %d, expected %d", i, x, y, counts[y][x],
                             inside);
            }
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_by_formula),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_lines_by_hand),
        cmocka_unit_test(test_lines_by_formula),
        cmocka_unit_test(test_split_square),
        cmocka_unit_test(test_mesh),
        cmocka_unit_test(test_points),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
