/* SPDX-License-Identifier: MIT
 *
 * Results depend neither on the number of threads nor on that of lanes.
 */
#include "cpu/cpu_priv.h"
#include "kit.h"
#include "random.h"

#include <cmocka.h>
#include <stdatomic.h>

/* ---- the pool ---- */

enum { most_items = 500 };

struct job {
    _Atomic uint32_t runs[most_items];
    _Atomic uint32_t threads; /* Bits of those that had an item. */
    uint32_t failing[2];
};

static bool
run_item(void *context, uint32_t thread, uint32_t item)
{
    struct job *job = context;

    atomic_fetch_add(&job->runs[item], 1);
    atomic_fetch_or(&job->threads, UINT32_C(1) << thread);
    return item != job->failing[0] && item != job->failing[1];
}

static void
test_pool(void **state)
{
    static const uint32_t counts[] = {0, 1, 2, 7, most_items};
    static const uint32_t threads[] = {1, 2, 5, 8};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(threads); i++) {
        struct cpu_pool *pool = cpu_pool_create(threads[i]);

        assert_non_null(pool);
        assert_in_range(cpu_pool_threads(pool), 1, threads[i]);
        for (uint32_t round = 0; round < 200; round++) {
            const uint32_t count = counts[round % BASE_COUNT(counts)];
            static struct job job;

            memset(&job, 0, sizeof(job));
            job.failing[0] = job.failing[1] = CPU_NONE;
            assert_int_equal(cpu_pool_run(pool, count, run_item, &job), CPU_NONE);
            for (uint32_t item = 0; item < most_items; item++)
                assert_int_equal(job.runs[item], item < count);
            assert_true(job.threads >> cpu_pool_threads(pool) == 0);
        }
        cpu_pool_destroy(pool);
    }
}

/* The lowest of the failed items is the one that is named, and all before it ran. */
static void
test_pool_failures(void **state)
{
    static const uint32_t rows[][3] = {
        {0, CPU_NONE, 0}, {499, CPU_NONE, 499}, {300, 20, 20}, {20, 21, 20}, {0, 499, 0}};
    struct cpu_pool *pool = cpu_pool_create(8);
    (void)state;

    assert_non_null(pool);
    for (uint32_t round = 0; round < 200; round++) {
        const uint32_t *row = rows[round % BASE_COUNT(rows)];
        static struct job job;

        memset(&job, 0, sizeof(job));
        memcpy(job.failing, row, sizeof(job.failing));
        assert_int_equal(cpu_pool_run(pool, most_items, run_item, &job), row[2]);
        for (uint32_t item = 0; item < most_items; item++)
            assert_in_range(job.runs[item], item <= row[2], 1);
    }
    cpu_pool_destroy(pool);
}

/* ---- draws ---- */

enum { width = 261, height = 199, triangles = 1500, some = 60, points = 300 };

/* Turns and twists by the vertex's number, so that vertices differ in the ways they take. */
static const struct ir_shader *
make_vertex(struct kit *kit)
{
    struct kit_shader s;
    struct ir_builder *b = &s.builder;

    kit_start(kit, &s, ir_stage_vertex);
    const uint32_t position = kit_builtin_output(&s, ir_builtin_position, 4);
    const uint32_t size = kit_builtin_output(&s, ir_builtin_point_size, 1);
    const uint32_t colour = kit_output(&s, 0), twist = kit_output(&s, 1);
    const uint32_t place = kit_input(&s, 0, ir_interp_perspective);
    const uint32_t value = kit_input(&s, 1, ir_interp_perspective);
    const uint32_t index = kit_builtin_input(&s, ir_builtin_vertex_index, ir_type_i32, 1);
    const ir_ref low = ir_build_iand(b, kit_load(&s, ir_type_i32, index, 0), ir_build_i32(b, 7));
    const ir_ref amount = ir_build_u2f(b, ir_type_f32, low);

    kit_copy(&s, position, place);
    kit_copy(&s, colour, value);
    kit_store(&s, size, 0, amount);
    ir_build_if(b, ir_build_ult(b, low, ir_build_i32(b, 3)));
    kit_store(&s, twist, 0, amount);
    ir_build_else(b);
    kit_store(&s, twist, 1, ir_build_fmul(b, amount, kit_load(&s, ir_type_f32, value, 2)));
    ir_build_endif(b);
    return kit_end(kit, &s);
}

/* Some lanes leave a loop early, some are dropped, all look at their quad's differences. */
static const struct ir_shader *
make_fragment(struct kit *kit)
{
    struct kit_shader s;
    struct ir_builder *b = &s.builder;

    kit_start(kit, &s, ir_stage_fragment);
    const uint32_t out = kit_output(&s, 0), other = kit_output(&s, 1);
    const uint32_t colour = kit_input(&s, 0, ir_interp_perspective);
    const uint32_t twist = kit_input(&s, 1, ir_interp_linear);
    const uint32_t where = kit_builtin_input(&s, ir_builtin_frag_coord, ir_type_f32, 4);
    const ir_ref red = kit_load(&s, ir_type_f32, colour, 0);
    const ir_ref slope = ir_build_op(b, ir_op_ddx_fine, (ir_type_id)ir_type_f32,
                                     kit_load(&s, ir_type_f32, colour, 1), 0, 0);
    const uint32_t sum = ir_build_variables(b, 2, 32), round = sum + 1;

    ir_build_write(b, sum, red);
    ir_build_write(b, round, ir_build_i32(b, 0));
    ir_build_loop(b);
    const ir_ref at = ir_build_read(b, sum, ir_type_f32), n = ir_build_read(b, round, ir_type_i32);
    ir_build_if(b, ir_build_ior(b, ir_build_fge(b, at, ir_build_f32(b, 0.75f)),
                                ir_build_uge(b, n, ir_build_i32(b, 5))));
    ir_build_break(b);
    ir_build_else(b);
    ir_build_endif(b);
    ir_build_write(b, sum, ir_build_fadd(b, at, ir_build_f32(b, 0.125f)));
    ir_build_write(b, round, ir_build_iadd(b, n, ir_build_i32(b, 1)));
    ir_build_endloop(b);

    const ir_ref result = ir_build_read(b, sum, ir_type_f32);
    ir_build_op(b, ir_op_demote, ir_type_void, ir_build_flt(b, red, ir_build_f32(b, 0.05f)), 0, 0);
    kit_copy(&s, out, colour);
    kit_store(&s, out, 0, result);
    kit_copy(&s, other, twist);
    kit_store(&s, other, 2, slope);
    kit_store(&s, other, 3,
              ir_build_fexp2(b, ir_build_frsqrt(b, kit_load(&s, ir_type_f32, where, 3))));
    return kit_end(kit, &s);
}

static float vertices[triangles * 3 + points][2][4];

static void
make_vertices(void)
{
    struct random random = {51};

    for (uint32_t i = 0; i < triangles * 3 + points; i++) {
        const double w = random_double(&random, i % 200 < 3 ? -1 : 0.5, 2);
        const double reach = i % 100 < 3 ? 1.5 : 0.1;
        static double centre[2];

        for (int j = 0; j < 2 && (i % 3 == 0 || i >= triangles * 3); j++)
            centre[j] = random_double(&random, -1, 1);
        for (int j = 0; j < 2; j++)
            vertices[i][0][j] = (float)(w * (centre[j] + random_double(&random, -reach, reach)));
        vertices[i][0][2] = (float)(w * random_double(&random, 0, 1));
        vertices[i][0][3] = (float)w;
        for (int j = 0; j < 4; j++)
            vertices[i][1][j] = (float)random_double(&random, 0, 1);
    }
}

static void
draw(struct kit *kit, uint32_t lanes, uint32_t threads)
{
    kit_init(kit);
    if (!BASE_ARENA_CATCH(&kit->arena))
        fail_msg("ran out");
    kit_target(kit, scene_format_r8g8b8a8_unorm, width, height);
    kit_target(kit, scene_format_r32g32b32a32_sfloat, width, height);
    const struct ir_shader *vertex = make_vertex(kit), *fragment = make_fragment(kit);
    for (uint32_t i = 0; i < 2; i++) {
        struct scene_draw *d =
            kit_draw(kit, vertex, fragment, (const float(*)[2][4])vertices, triangles * 3 + points);

        d->target_count = 2;
        d->targets[1] = (struct scene_target){.view = 1, .resolve = SCENE_NONE};
        d->vertex_count = triangles * 3;
        if (i == 0)
            continue;
        d->topology = scene_topology_points;
        d->first_vertex = triangles * 3;
        d->vertex_count = points;
    }
    kit_run(kit, lanes, threads);
}

/* Depth, blending, samples, lines and points of triangles, several layers. */
static void
draw_all_states(struct kit *kit, uint32_t lanes, uint32_t threads)
{
    static const enum scene_topology topologies[3] = {
        scene_topology_triangles, scene_topology_line_strip, scene_topology_triangle_strip};
    struct scene_image image = scene_image_2d_of(scene_format_r8g8b8a8_unorm, width, height);

    kit_init(kit);
    if (!BASE_ARENA_CATCH(&kit->arena))
        fail_msg("ran out");
    kit_target(kit, scene_format_r8g8b8a8_unorm, width, height);
    kit_target(kit, scene_format_r32g32b32a32_sfloat, width, height);
    image.samples = 4;
    kit_image(kit, &image);
    image.format = scene_format_r32g32b32a32_sfloat;
    kit_image(kit, &image);
    image.format = scene_format_d24_unorm_s8_uint;
    kit_image(kit, &image);
    kit->clears[4][0] = 1;
    const struct ir_shader *vertex = make_vertex(kit), *fragment = make_fragment(kit);
    for (uint32_t i = 0; i < 6; i++) {
        struct scene_draw *d =
            kit_draw(kit, vertex, fragment, (const float(*)[2][4])vertices, triangles * 3);

        d->vertex_count = some * 3;
        d->topology = topologies[i % 3];
        d->raster.polygon = i == 2 ? scene_polygon_line : scene_polygon_fill;
        d->raster.line_width = 3;
        d->raster.min_sample_shading = i / 3 ? 1.0f : 0;
        d->raster.has_alpha_to_coverage = i == 1;
        d->depth_view = 4;
        d->depth = (struct scene_depth){.has_test = true,
                                        .has_write = i % 2,
                                        .compare = scene_compare_less_or_equal,
                                        .has_stencil = true};
        d->depth.front.compare = d->depth.back.compare = scene_compare_always;
        d->depth.front.pass = d->depth.back.fail = scene_stencil_increment_wrap;
        d->depth.front.write_mask = d->depth.back.write_mask = 0xff;
        d->target_count = 2;
        for (uint32_t j = 0; j < 2; j++)
            d->targets[j] = (struct scene_target){.view = 2 + j,
                                                  .resolve = j,
                                                  .has_blend = true,
                                                  .src_color = scene_factor_src_alpha,
                                                  .dst_color = scene_factor_one_minus_src_alpha,
                                                  .src_alpha = scene_factor_one,
                                                  .alpha_op = scene_blend_max};
    }
    kit_run(kit, lanes, threads);
}

typedef void draw_scene(struct kit *kit, uint32_t lanes, uint32_t threads);

static void
compare_all(draw_scene *draw_it, uint32_t step)
{
    static const uint32_t threads[] = {1, 2, 3, 5, 8};
    static struct kit first, next;
    uint32_t drawn = 0;

    make_vertices();
    draw_it(&first, 4, 1);
    for (uint32_t i = 0; i < width * height; i++)
        drawn += kit_pixel(&first, 1, i % width, i / width)[3] != 0;
    assert_in_range(drawn, width * height / 4, width * height);

    for (uint32_t lanes = 4; lanes <= CPU_MAX_LANES; lanes *= step) {
        for (size_t i = 0; i < BASE_COUNT(threads); i++) {
            draw_it(&next, lanes, threads[i]);
            for (uint32_t j = 0; j < 2; j++) {
                const struct scene_bytes *a = kit_bytes(&first, j);
                const struct scene_bytes *b = kit_bytes(&next, j);

                assert_int_equal(a->size, b->size);
                if (memcmp(a->data, b->data, a->size) != 0)
                    fail_msg("target %u differs for %u lanes and %u threads", j, lanes, threads[i]);
            }
            kit_finish(&next);
        }
    }
    kit_finish(&first);
}

static void
test_same_bytes(void **state)
{
    (void)state;
    compare_all(draw, 2);
}

static void
test_all_states(void **state)
{
    (void)state;
    compare_all(draw_all_states, 16);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_pool_failures),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_all_states),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
