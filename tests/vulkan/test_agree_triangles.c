/* SPDX-License-Identifier: MIT
 *
 * The CPU device and the host against random triangles: which pixels they cover, what is
 * interpolated there, and what a quad's pixels see of each other. Both are held to coverage
 * computed from the triangles' window coordinates:
 *
 *  - of vertices on the grid of 1/256 pixel, on which both devices calculate, to the last sample,
 *    by the rule that samples on upper and left edges are in;
 *  - of others, but for samples within 1/256 pixel of an edge.
 */
#include "cpu/cpu.h"
#include "random.h"
#include "vk_job.h"

#include <math.h>

#define SIZE 256 /* Of the targets, both ways. */
#define TARGETS 4
#define UNIT 4096 /* Coordinates are whole numbers of 1/4096 pixel. */
#define GRID 16   /* In such. */
#define SMALL 16  /* Pixels of a tile that a triangle lies in, */
#define LARGE 64  /* and of one that a larger one is clipped to. */

static struct scene_device *host;
static struct scene_device *cpu;

struct vertex {
    float position[4];
    float value[4]; /* The first alone is looked at. */
    uint32_t number;
    uint32_t padding[3];
};

struct triangle {
    int64_t x[3]; /* In the target, in units. */
    int64_t y[3];
    double z[3];
    double w[3];
    double value[3];
    uint32_t tile_x; /* Pixels where it shows. */
    uint32_t tile_y;
    uint32_t tile_size;
};

/* The most that was found of what is not asked to be exact. */
static struct {
    uint64_t triangles;
    uint64_t covered;
    uint64_t near_edges;
    double cpu;   /* Error of interpolation, relative to what is added up. */
    double host;  /* Likewise. */
    double apart; /* Between the devices. */
} worst;

/* ---- shaders ---- */

static const char vertex_text[] = "vertex \"pass\"\n"
                                  "input 0 \"position\" location 0 f32x4\n"
                                  "input 1 \"value\" location 1 f32x4\n"
                                  "input 2 \"number\" location 2 i32\n"
                                  "output 0 \"smooth\" location 0 f32\n"
                                  "output 1 \"straight\" location 1 f32\n"
                                  "output 2 \"number\" location 2 i32\n"
                                  "output 3 \"\" builtin position f32x4\n"
                                  "{\n"
                                  "  %1 = load_input.f32 0.0\n"
                                  "  %2 = load_input.f32 0.1\n"
                                  "  %3 = load_input.f32 0.2\n"
                                  "  %4 = load_input.f32 0.3\n"
                                  "  %5 = store_output %1, 3.0\n"
                                  "  %6 = store_output %2, 3.1\n"
                                  "  %7 = store_output %3, 3.2\n"
                                  "  %8 = store_output %4, 3.3\n"
                                  "  %9 = load_input.f32 1.0\n"
                                  "  %10 = store_output %9, 0.0\n"
                                  "  %11 = store_output %9, 1.0\n"
                                  "  %12 = load_input.i32 2.0\n"
                                  "  %13 = store_output %12, 2.0\n"
                                  "}\n";

/* The hash of a pixel is x * 0x9e3779b1 ^ y * 0x9e37; the slope's value 3 x^2 + 5 y^2 + x y, so
 * that a quad has four different differences. */
static const char fragment_text[] = "fragment \"show\"\n"
                                    "input 0 \"coord\" builtin frag_coord f32x4 perspective\n"
                                    "input 1 \"number\" location 2 i32 flat\n"
                                    "input 2 \"facing\" builtin front_facing i32 flat\n"
                                    "input 3 \"smooth\" location 0 f32 perspective\n"
                                    "input 4 \"straight\" location 1 f32 linear\n"
                                    "output 0 \"o0\" location 0 i32x4\n"
                                    "output 1 \"o1\" location 1 f32x4\n"
                                    "output 2 \"o2\" location 2 f32x4\n"
                                    "output 3 \"o3\" location 3 i32x4\n"
                                    "{\n"
                                    "  %1 = const.i32 0x3\n"
                                    "  %2 = const.i32 0x0\n"
                                    "  %3 = const.i32 0x5\n"
                                    "  %4 = const.i32 0x1\n"
                                    "  %5 = const.i32 0x9e3779b1\n"
                                    "  %6 = const.i32 0x9e37\n"
                                    "  %7 = load_input.f32 0.0\n"
                                    "  %8 = load_input.f32 0.1\n"
                                    "  %9 = f2i.i32 %7\n"
                                    "  %10 = f2i.i32 %8\n"
                                    "  %11 = imul.i32 %1, %9\n"
                                    "  %12 = imul.i32 %11, %9\n"
                                    "  %13 = imul.i32 %3, %10\n"
                                    "  %14 = imul.i32 %13, %10\n"
                                    "  %15 = iadd.i32 %12, %14\n"
                                    "  %16 = imul.i32 %9, %10\n"
                                    "  %17 = iadd.i32 %15, %16\n"
                                    "  %18 = i2f.f32 %17\n"
                                    "  %19 = imul.i32 %9, %5\n"
                                    "  %20 = imul.i32 %10, %6\n"
                                    "  %21 = ixor.i32 %19, %20\n"
                                    "  %22 = load_input.i32 1.0\n"
                                    "  %23 = load_input.i32 2.0\n"
                                    "  %24 = ine.bool %23, %2\n"
                                    "  %25 = select.i32 %24, %4, %2\n"
                                    "  %26 = quad_read.i32 %21, %1\n"
                                    "  %27 = store_output %22, 0.0\n"
                                    "  %28 = store_output %21, 0.1\n"
                                    "  %29 = store_output %25, 0.2\n"
                                    "  %30 = store_output %26, 0.3\n"
                                    "  %31 = load_input.f32 3.0\n"
                                    "  %32 = load_input.f32 4.0\n"
                                    "  %33 = load_input.f32 0.2\n"
                                    "  %34 = load_input.f32 0.3\n"
                                    "  %35 = store_output %31, 1.0\n"
                                    "  %36 = store_output %32, 1.1\n"
                                    "  %37 = store_output %33, 1.2\n"
                                    "  %38 = store_output %34, 1.3\n"
                                    "  %39 = ddx_fine.f32 %18\n"
                                    "  %40 = ddy_fine.f32 %18\n"
                                    "  %41 = ddx_coarse.f32 %18\n"
                                    "  %42 = ddy_coarse.f32 %18\n"
                                    "  %43 = store_output %39, 2.0\n"
                                    "  %44 = store_output %40, 2.1\n"
                                    "  %45 = store_output %41, 2.2\n"
                                    "  %46 = store_output %42, 2.3\n"
                                    "  %47 = quad_read.i32 %21, %2\n"
                                    "  %48 = quad_perm.i32 %21, 0xb1\n"
                                    "  %49 = quad_perm.i32 %21, 0x4e\n"
                                    "  %50 = quad_perm.i32 %21, 0x1b\n"
                                    "  %51 = store_output %47, 3.0\n"
                                    "  %52 = store_output %48, 3.1\n"
                                    "  %53 = store_output %49, 3.2\n"
                                    "  %54 = store_output %50, 3.3\n"
                                    "}\n";

static struct ir_shader *
parse(struct vk_test *test, const char *text, size_t size)
{
    struct ir_shader *shader = ir_parse(&test->arena, text, size - 1, &test->diags);

    vk_test_no_errors(test);
    assert_non_null(shader);
    return shader;
}

/* ---- coverage ---- */

/* Twice the area; above 0 where the vertices go round clockwise with y downwards. */
static int64_t
area_of(const struct triangle *t)
{
    return (t->x[1] - t->x[0]) * (t->y[2] - t->y[0]) - (t->y[1] - t->y[0]) * (t->x[2] - t->x[0]);
}

enum cover { cover_out, cover_in, cover_near };

/* Exactly, for a sample at px, py. */
static enum cover
cover_exactly(const struct triangle *t, int64_t px, int64_t py)
{
    const int64_t sign = area_of(t) < 0 ? -1 : 1;

    for (int i = 0; i < 3; i++) {
        const int a = i, b = (i + 1) % 3;
        const int64_t dx = (t->x[b] - t->x[a]) * sign, dy = (t->y[b] - t->y[a]) * sign;
        const int64_t side = dx * (py - t->y[a]) - dy * (px - t->x[a]);
        const bool is_upper_or_left = dy < 0 || (dy == 0 && dx > 0);

        if (side < 0 || (side == 0 && !is_upper_or_left))
            return cover_out;
    }
    return area_of(t) ? cover_in : cover_out;
}

/* The square of the distance to the edge, in units. Products are below 2^53, so exact but for the
 * last division. */
static double
distance_squared(const struct triangle *t, int a, int b, int64_t px, int64_t py)
{
    const int64_t dx = t->x[b] - t->x[a], dy = t->y[b] - t->y[a];
    const int64_t qx = px - t->x[a], qy = py - t->y[a];
    const int64_t along = qx * dx + qy * dy;
    const int64_t length = dx * dx + dy * dy;

    if (along <= 0 || length == 0)
        return (double)(qx * qx + qy * qy);
    if (along >= length)
        return (double)((qx - dx) * (qx - dx) + (qy - dy) * (qy - dy));
    const double across = (double)(dx * qy - dy * qx);
    return across * across / (double)length;
}

static enum cover
cover_but_edges(const struct triangle *t, int64_t px, int64_t py)
{
    const double most = (double)GRID * GRID;

    for (int i = 0; i < 3; i++) {
        if (distance_squared(t, i, (i + 1) % 3, px, py) <= most)
            return cover_near;
    }
    return cover_exactly(t, px, py);
}

/* ---- interpolation ---- */

struct plane {
    double at; /* At the target's corner. */
    double dx; /* A pixel. */
    double dy;
};

static struct plane
plane_of(const struct triangle *t, const double values[3])
{
    const double area = (double)area_of(t) / UNIT / UNIT;
    const double x1 = (double)(t->x[1] - t->x[0]) / UNIT, y1 = (double)(t->y[1] - t->y[0]) / UNIT;
    const double x2 = (double)(t->x[2] - t->x[0]) / UNIT, y2 = (double)(t->y[2] - t->y[0]) / UNIT;
    const double f1 = values[1] - values[0], f2 = values[2] - values[0];
    struct plane plane;

    plane.dx = (f1 * y2 - f2 * y1) / area;
    plane.dy = (f2 * x1 - f1 * x2) / area;
    plane.at = values[0] - plane.dx * (double)t->x[0] / UNIT - plane.dy * (double)t->y[0] / UNIT;
    return plane;
}

static double
plane_value(const struct plane *plane, double x, double y)
{
    return plane->at + plane->dx * x + plane->dy * y;
}

/* What is added up to get there from the target's corner. */
static double
plane_terms(const struct plane *plane, double x, double y)
{
    return fabs(plane->at) + fabs(plane->dx) * x + fabs(plane->dy) * y;
}

static double
number_of(const void *data, uint32_t place)
{
    float value;

    memcpy(&value, (const char *)data + (size_t)place * 4, sizeof(value));
    return (double)value;
}

/* Component place of target 1 on both devices: expected, and the terms of its sum. */
static void
compare_value(const void *const pixels[2], uint32_t place, double expected, double terms)
{
    const double found = number_of(pixels[0], place), other = number_of(pixels[1], place);
    const double cpu_error = fabs(found - expected) / terms;
    const double host_error = fabs(other - expected) / terms;

    worst.cpu = fmax(worst.cpu, cpu_error);
    worst.host = fmax(worst.host, host_error);
    worst.apart = fmax(worst.apart, fabs(found - other) / terms);
    if (!(cpu_error <= 0x1p-23 && host_error <= 0x1p-20))
        fail_msg("value %u: cpu %.9g, host %.9g, expected %.9g of terms up to %g", place, found,
                 other, expected, terms);
}

static void
compare_values(const struct triangle *t, uint32_t x, uint32_t y, const void *const pixels[2])
{
    const double px = x + 0.5, py = y + 0.5;
    double inverse[3], over[3];

    for (int i = 0; i < 3; i++) {
        inverse[i] = 1 / t->w[i];
        over[i] = t->value[i] / t->w[i];
    }
    const struct plane w = plane_of(t, inverse), top = plane_of(t, over);
    const struct plane straight = plane_of(t, t->value), depth = plane_of(t, t->z);
    const double below = plane_value(&w, px, py);
    const double smooth = plane_value(&top, px, py) / below;
    compare_value(pixels, 0, smooth,
                  (plane_terms(&top, px, py) + fabs(smooth) * plane_terms(&w, px, py)) / below);
    compare_value(pixels, 1, plane_value(&straight, px, py), plane_terms(&straight, px, py));
    compare_value(pixels, 2, plane_value(&depth, px, py), plane_terms(&depth, px, py));
    compare_value(pixels, 3, below, plane_terms(&w, px, py));
}

/* ---- quads ---- */

static uint32_t
hash_of(uint32_t x, uint32_t y)
{
    return x * 0x9e3779b1 ^ y * 0x9e37;
}

static double
slope_of(uint32_t x, uint32_t y)
{
    return 3.0 * x * x + 5.0 * y * y + (double)x * y;
}

static void
check_quad(const char *name, uint32_t x, uint32_t y, const uint32_t *o0, const uint32_t *o2,
           const uint32_t *o3)
{
    const uint32_t left = x & ~1U, top = y & ~1U;
    const double fine_x = slope_of(left + 1, y) - slope_of(left, y);
    const double fine_y = slope_of(x, top + 1) - slope_of(x, top);
    const double first_x = slope_of(left + 1, top) - slope_of(left, top);
    const double first_y = slope_of(left, top + 1) - slope_of(left, top);
    const double coarse_x = number_of(o2, 2), coarse_y = number_of(o2, 3);
    const uint32_t expected[4] = {hash_of(left, top), hash_of(x ^ 1, y), hash_of(x, y ^ 1),
                                  hash_of(x ^ 1, y ^ 1)};

    if (o0[1] != hash_of(x, y) || o0[3] != hash_of(left + 1, top + 1) ||
        memcmp(o3, expected, sizeof(expected)) != 0)
        fail_msg("%s: pixel %u, %u reads 0x%x 0x%x 0x%x 0x%x of its quad", name, x, y, o3[0], o3[1],
                 o3[2], o3[3]);
    if (number_of(o2, 0) != fine_x || number_of(o2, 1) != fine_y ||
        (coarse_x != first_x && coarse_x != fine_x) || (coarse_y != first_y && coarse_y != fine_y))
        fail_msg("%s: pixel %u, %u has the differences %g %g (fine), %g %g (coarse)", name, x, y,
                 number_of(o2, 0), number_of(o2, 1), coarse_x, coarse_y);
}

/* ---- scenes ---- */

struct batch {
    struct triangle *triangles;
    uint32_t count;
    bool is_exact;   /* On the grid. */
    bool is_clipped; /* Each in a draw of its own. */
};

/* In clip coordinates of the viewport that starts at vx, vy. All steps are exact for w of few
 * bits. */
static void
make_vertices(const struct triangle *t, uint32_t number, uint32_t vx, uint32_t vy, uint32_t size,
              struct vertex *vertices)
{
    for (int i = 0; i < 3; i++) {
        const double x = (double)(t->x[i] - (int64_t)vx * UNIT) / UNIT * 2 / size - 1;
        const double y = (double)(t->y[i] - (int64_t)vy * UNIT) / UNIT * 2 / size - 1;

        vertices[i] = (struct vertex){
            .position = {(float)(x * t->w[i]), (float)(y * t->w[i]), (float)(t->z[i] * t->w[i]),
                         (float)t->w[i]},
            .value = {(float)t->value[i]},
            .number = number,
        };
    }
}

static void
add_draw(struct vk_job *job, const struct batch *batch, uint32_t first, uint32_t count,
         const struct ir_shader *vertex, const struct ir_shader *fragment)
{
    static const struct scene_attribute attributes[] = {
        {0, scene_format_r32g32b32a32_sfloat, 1, 0, sizeof(struct vertex), scene_rate_vertex, 0},
        {1, scene_format_r32g32b32a32_sfloat, 1, 16, sizeof(struct vertex), scene_rate_vertex, 0},
        {2, scene_format_r32_uint, 1, 32, sizeof(struct vertex), scene_rate_vertex, 0},
    };
    struct scene_draw *draw = &vk_job_add_step(job, scene_step_draw)->draw;
    const struct triangle *t = &batch->triangles[first];
    const struct scene_target whole = scene_draw_default(SIZE, SIZE).targets[0];

    *draw = scene_draw_default(SIZE, SIZE);
    draw->vertex = vertex;
    draw->fragment = fragment;
    draw->first_vertex = 3 * first;
    draw->vertex_count = 3 * count;
    draw->attributes = attributes;
    draw->attribute_count = BASE_COUNT(attributes);
    draw->target_count = TARGETS;
    for (uint32_t i = 0; i < TARGETS; i++) {
        draw->targets[i] = whole;
        draw->targets[i].view = i;
    }
    if (batch->is_clipped) {
        draw->viewport = (struct scene_viewport){
            (float)t->tile_x, (float)t->tile_y, (float)t->tile_size, (float)t->tile_size, 0, 1};
        draw->scissor =
            (struct scene_rect){(int32_t)t->tile_x, (int32_t)t->tile_y, t->tile_size, t->tile_size};
    }
}

static void
make_job(struct vk_test *test, const struct batch *batch, struct vk_job *job)
{
    static const enum scene_format formats[TARGETS] = {
        scene_format_r32g32b32a32_uint, scene_format_r32g32b32a32_sfloat,
        scene_format_r32g32b32a32_sfloat, scene_format_r32g32b32a32_uint};
    struct ir_shader *vertex = parse(test, vertex_text, sizeof(vertex_text));
    struct ir_shader *fragment = parse(test, fragment_text, sizeof(fragment_text));
    struct vertex *vertices =
        base_arena_new_array(&test->arena, struct vertex, (size_t)3 * batch->count);

    vk_job_init(job, 4);
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct triangle *t = &batch->triangles[i];

        make_vertices(t, i + 1, batch->is_clipped ? t->tile_x : 0,
                      batch->is_clipped ? t->tile_y : 0, batch->is_clipped ? t->tile_size : SIZE,
                      vertices + 3 * i);
    }
    vk_job_add_buffer(job, vertices, 3 * batch->count * sizeof(*vertices));
    for (uint32_t i = 0; i < TARGETS; i++) {
        const struct scene_image image = scene_image_2d_of(formats[i], SIZE, SIZE);

        vk_job_add_image(job, &image);
    }
    for (uint32_t i = 0; i < (batch->is_clipped ? batch->count : 1); i++)
        add_draw(job, batch, i, batch->is_clipped ? 1 : batch->count, vertex, fragment);
    for (uint32_t i = 0; i < TARGETS; i++)
        vk_job_read_image(job, i);
}

static void
check_pixel(const struct batch *batch, uint32_t i, uint32_t x, uint32_t y,
            const struct scene_result results[2])
{
    const struct triangle *t = &batch->triangles[i];
    const int64_t px = (int64_t)x * UNIT + UNIT / 2, py = (int64_t)y * UNIT + UNIT / 2;
    const enum cover cover =
        batch->is_exact ? cover_exactly(t, px, py) : cover_but_edges(t, px, py);
    const uint32_t facing = area_of(t) < 0;
    const size_t at = ((size_t)y * SIZE + x) * 4;
    const void *values[2];
    bool is_shown = true;

    worst.near_edges += cover == cover_near;
    for (int d = 0; d < 2; d++) {
        static const char *const names[] = {"cpu", "host"};
        const uint32_t *o0 = (const uint32_t *)results[d].reads[0].data + at;

        values[d] = (const uint32_t *)results[d].reads[1].data + at;
        if (cover != cover_near && o0[0] != (cover == cover_in ? i + 1 : 0))
            fail_msg("%s: triangle %u %s pixel %u, %u", names[d], i,
                     cover == cover_in ? "does not cover" : "covers", x, y);
        is_shown &= o0[0] != 0;
        if (o0[0] == 0)
            continue;
        if (o0[2] != facing)
            fail_msg("%s: triangle %u shows its %s", names[d], i, facing ? "back" : "front");
        check_quad(names[d], x, y, o0, (const uint32_t *)results[d].reads[2].data + at,
                   (const uint32_t *)results[d].reads[3].data + at);
    }
    worst.covered += cover == cover_in;
    if (is_shown && batch->is_exact)
        compare_values(t, x, y, values);
}

static void
run_batch(struct vk_test *test, const struct batch *batch)
{
    struct vk_job *job = base_arena_new(&test->arena, struct vk_job);
    struct scene_result results[2];

    make_job(test, batch, job);
    results[0] = vk_job_run(test, cpu, job);
    results[1] = vk_job_run(test, host, job);
    worst.triangles += batch->count;
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct triangle *t = &batch->triangles[i];

        for (uint32_t y = t->tile_y; y < t->tile_y + t->tile_size; y++) {
            for (uint32_t x = t->tile_x; x < t->tile_x + t->tile_size; x++)
                check_pixel(batch, i, x, y, results);
        }
    }
}

/* ---- random triangles ---- */

/* Vertices within the tile, on multiples of step units. */
static struct triangle
random_triangle(struct random *random, uint32_t tile, uint32_t size, int64_t step)
{
    static const double ws[] = {0.5, 0.75, 1, 1.25, 1.5, 2, 3, 5};
    const uint32_t across = SIZE / size;
    struct triangle t = {
        .tile_x = tile % across * size, .tile_y = tile / across * size, .tile_size = size};

    for (int i = 0; i < 3; i++) {
        const int32_t steps = (int32_t)(size * UNIT / step);

        t.x[i] = (int64_t)t.tile_x * UNIT + random_int(random, 0, steps) * step;
        t.y[i] = (int64_t)t.tile_y * UNIT + random_int(random, 0, steps) * step;
        t.z[i] = random_int(random, 0, 4096) / 4096.0;
        t.w[i] = ws[random_int(random, 0, 7)];
        t.value[i] = random_int(random, 4096, 8192) / 4096.0;
    }
    return t;
}

/* On the grid, and every fourth on whole halves, whose edges go through samples. */
VK_TEST_CASE(test_on_grid)
{
    struct random random = {0x9e3779b97f4a7c15};

    for (uint32_t scene = 0; scene < 16; scene++) {
        struct triangle triangles[(SIZE / SMALL) * (SIZE / SMALL)];
        const struct batch batch = {triangles, BASE_COUNT(triangles), true, false};

        for (uint32_t i = 0; i < batch.count; i++)
            triangles[i] = random_triangle(&random, i, SMALL, i % 4 == 0 ? UNIT / 2 : GRID);
        run_batch(test, &batch);
    }
}

VK_TEST_CASE(test_off_grid)
{
    struct random random = {0x2545f4914f6cdd1d};

    for (uint32_t scene = 0; scene < 16; scene++) {
        struct triangle triangles[(SIZE / SMALL) * (SIZE / SMALL)];
        const struct batch batch = {triangles, BASE_COUNT(triangles), false, false};

        for (uint32_t i = 0; i < batch.count; i++)
            triangles[i] = random_triangle(&random, i, SMALL, 1);
        run_batch(test, &batch);
    }
}

/* Up to a few times larger than where they show. */
VK_TEST_CASE(test_clipped)
{
    struct random random = {0xd1342543de82ef95};

    for (uint32_t scene = 0; scene < 128; scene++) {
        struct triangle triangles[(SIZE / LARGE) * (SIZE / LARGE)];
        const struct batch batch = {triangles, BASE_COUNT(triangles), false, true};

        for (uint32_t i = 0; i < batch.count; i++) {
            struct triangle *t = &triangles[i];

            *t = random_triangle(&random, i, LARGE, 1);
            for (int v = 0; v < 3; v++) {
                t->x[v] += (int64_t)random_int(&random, -3 * LARGE, 3 * LARGE) * UNIT;
                t->y[v] += (int64_t)random_int(&random, -3 * LARGE, 3 * LARGE) * UNIT;
            }
        }
        run_batch(test, &batch);
    }
}

/* An edge at every alignment to the quads, in eight directions: the same triangle moved by every
 * quarter of a pixel within two pixels. */
VK_TEST_CASE(test_alignments)
{
    static const int directions[8][2] = {{1, 0}, {2, 1},  {1, 1},  {1, 2},
                                         {0, 1}, {-1, 2}, {-1, 1}, {-2, 1}};
    struct random random = {0xaf251af3b0f025b5};

    for (uint32_t d = 0; d < 8; d++) {
        struct triangle triangles[64];
        const struct batch batch = {triangles, 64, true, false};

        for (uint32_t i = 0; i < 64; i++) {
            const int64_t step = UNIT / 4;
            const int64_t x = 7 * UNIT + (int64_t)(i % 8) * step, y = 7 * UNIT + (i / 8) * step;
            struct triangle *t = &triangles[i];

            *t = random_triangle(&random, i, SMALL, GRID);
            t->x[0] = x + (int64_t)t->tile_x * UNIT;
            t->y[0] = y + (int64_t)t->tile_y * UNIT;
            t->x[1] = t->x[0] + directions[d][0] * 3 * UNIT;
            t->y[1] = t->y[0] + directions[d][1] * 3 * UNIT;
            t->x[2] = t->x[0] - directions[d][1] * 2 * UNIT;
            t->y[2] = t->y[0] + directions[d][0] * 2 * UNIT;
        }
        run_batch(test, &batch);
    }
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_on_grid),
        cmocka_unit_test(test_off_grid),
        cmocka_unit_test(test_clipped),
        cmocka_unit_test(test_alignments),
    };

    host = vk_test_device(argc, argv);
    cpu = cpu_device_create(&(struct cpu_options){0});
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    print_message("%llu triangles, %llu pixels covered, %llu near edges not looked at\n",
                  (unsigned long long)worst.triangles, (unsigned long long)worst.covered,
                  (unsigned long long)worst.near_edges);
    print_message("interpolation within 2^%.1f on the cpu, 2^%.1f on the host, 2^%.1f between\n",
                  log2(worst.cpu), log2(worst.host), log2(worst.apart));
    cpu->destroy(cpu);
    return failures || !vk_test_close(host);
}
