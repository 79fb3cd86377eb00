/* SPDX-License-Identifier: MIT
 *
 * Multisampling: cover, depth and shading by sample, masks, interpolation inside of pixels.
 */
#include "one_kit.h"

#include "base/bits.h"
#include "cpu/raster/raster.h"

#include <cmocka.h>
#include <math.h>

#define SIZE 4

enum { target, resolved, depth_target };

/* A draw to a target of so many samples, and what it resolves to. */
static struct scene_draw *
start(uint32_t samples, const struct ir_shader *vertex, const struct ir_shader *fragment,
      kit_vertices vertices, uint32_t count)
{
    struct scene_image image = scene_image_2d_of(FLOATS, SIZE, SIZE);

    kit_restart(&kit);
    image.samples = samples;
    kit_image(&kit, &image);
    kit_target(&kit, FLOATS, SIZE, SIZE);
    image.format = scene_format_d32_sfloat;
    kit_image(&kit, &image);
    kit.clears[depth_target][0] = 1;
    struct scene_draw *draw = kit_draw(&kit, vertex, fragment, vertices, count);
    draw->targets[0].resolve = resolved;
    return draw;
}

/* Runs the draw for one sample after the other: what component c of sample s is in the pixel. */
static void
run_samples(struct scene_draw *draw, uint32_t samples, uint32_t x, uint32_t y, float found[16][4])
{
    const struct scene_draw base = *draw;

    for (uint32_t s = 0; s < samples; s++) {
        *draw = base;
        draw->raster.has_sample_mask = true;
        draw->raster.sample_mask =
            (base.raster.has_sample_mask ? base.raster.sample_mask : ~0u) & 1u << s;
        kit_run(&kit, 8, 1);
        for (uint32_t c = 0; c < 4; c++)
            found[s][c] = kit_pixel(&kit, resolved, x, y)[c] * (float)samples;
    }
    *draw = base;
}

/* Stores a built-in's components, or an integer as a number. */
static const struct ir_shader *
show_builtin(enum ir_builtin builtin)
{
    const struct ir_builtin_info *info = &ir_builtin_infos[builtin];
    struct kit_shader s;

    kit_start(&kit, &s, ir_stage_fragment);
    const uint32_t out = kit_output(&s, 0);
    const uint32_t in = kit_builtin_input(&s, builtin, (enum ir_type)info->type, info->components);
    for (uint32_t c = 0; c < info->components; c++) {
        const ir_ref value = kit_load(&s, (enum ir_type)info->type, in, c);

        kit_store(&s, out, c,
                  info->type == ir_type_f32 ? value : ir_build_u2f(&s.builder, ir_type_f32, value));
    }
    return kit_end(&kit, &s);
}

static const uint32_t counts[] = {1, 2, 4, 8, 16};

/* ---- cover ---- */

/* The right part of pixel 1, 1, from x on. The mean says how many samples lie there. */
static void
test_resolve(void **state)
{
    CATCH();

    const struct ir_shader *vertex = kit_pass_vertex(&kit, 1);
    const struct ir_shader *fragment = kit_pass_fragment(&kit, ir_interp_flat);
    for (uint32_t i = 1; i < BASE_COUNT(counts); i++) {
        for (uint32_t sixteenth = 0; sixteenth < 16; sixteenth++) {
            const float x = (1 + (float)sixteenth / 16) / 2 - 1;
            const float vertices[3][2][4] = {
                {{x, -9, 0, 1}, {1}}, {{x, 9, 0, 1}, {1}}, {{20, 0, 0, 1}, {1}}};
            uint32_t expected = 0;

            start(counts[i], vertex, fragment, (kit_vertices)vertices, 3);
            kit_run(&kit, 0, 1);
            for (uint32_t s = 0; s < counts[i]; s++)
                expected += cpu_sample_places(counts[i])[s].x >= sixteenth;
            if (kit_pixel(&kit, resolved, 1, 1)[0] != (float)expected / (float)counts[i])
                fail_msg("%u samples from %u/16: found %g, expected %u", counts[i], sixteenth,
                         (double)kit_pixel(&kit, resolved, 1, 1)[0], expected);
        }
    }
}

/* Depth is tested at the samples' places: a plane that rises to the right against one of 0.5, which
 * it meets in the middle of pixel 1. */
static void
test_depth(void **state)
{
    static const float vertices[6][2][4] = {
        {{-1, -1, 0.5f, 1}, {1}},   {{3, -1, 0.5f, 1}, {1}},   {{-1, 3, 0.5f, 1}, {1}},
        {{-1, -1, 0.125f, 1}, {2}}, {{1, -1, 1.125f, 1}, {2}}, {{-1, 3, 0.125f, 1}, {2}},
    };
    float found[16][4];
    CATCH();

    for (uint32_t i = 1; i < BASE_COUNT(counts); i++) {
        struct scene_draw *draw = start(counts[i], kit_pass_vertex(&kit, 1),
                                        kit_pass_fragment(&kit, ir_interp_flat), vertices, 6);

        draw->depth_view = depth_target;
        draw->depth.has_test = draw->depth.has_write = true;
        draw->depth.compare = scene_compare_less;
        run_samples(draw, counts[i], 1, 0, found);
        for (uint32_t s = 0; s < counts[i]; s++) {
            /* On the meeting line neither is less. */
            const uint32_t x = cpu_sample_places(counts[i])[s].x;
            if (found[s][0] != (x < 8 ? 2.0f : 1.0f))
                fail_msg("%u samples, sample %u: found %g", counts[i], s, (double)found[s][0]);
        }
    }
}

/* ---- shading by sample ---- */

static void
test_sample_id(void **state)
{
    float found[16][4];
    CATCH();

    for (uint32_t i = 0; i < BASE_COUNT(counts); i++) {
        const struct cpu_sample_place *places = cpu_sample_places(counts[i]);
        const struct ir_shader *vertex = kit_pass_vertex(&kit, 1);

        run_samples(start(counts[i], vertex, show_builtin(ir_builtin_sample_id), kit_whole, 3),
                    counts[i], 2, 1, found);
        for (uint32_t s = 0; s < counts[i]; s++)
            assert_true(found[s][0] == (float)s);

        run_samples(
            start(counts[i], vertex, show_builtin(ir_builtin_sample_position), kit_whole, 3),
            counts[i], 2, 1, found);
        for (uint32_t s = 0; s < counts[i]; s++)
            assert_true(found[s][0] == (float)places[s].x / 16 &&
                        found[s][1] == (float)places[s].y / 16);
    }
}

/* Where a fragment is: its pixel's centre, or its sample under sample shading. */
static void
test_frag_coord(void **state)
{
    float found[16][4];
    CATCH();

    for (uint32_t i = 0; i < BASE_COUNT(counts) * 2; i++) {
        const uint32_t samples = counts[i / 2];
        const struct cpu_sample_place *places = cpu_sample_places(samples);
        struct scene_draw *draw = start(samples, kit_pass_vertex(&kit, 1),
                                        show_builtin(ir_builtin_frag_coord), kit_whole, 3);

        draw->raster.min_sample_shading = i % 2 ? 1.0f : 0;
        run_samples(draw, samples, 2, 1, found);
        for (uint32_t s = 0; s < samples; s++) {
            assert_true(found[s][0] == 2 + (i % 2 ? (float)places[s].x / 16 : 0.5f));
            assert_true(found[s][1] == 1 + (i % 2 ? (float)places[s].y / 16 : 0.5f));
        }
    }
}

/* ---- masks ---- */

static void
test_mask_in(void **state)
{
    /* The right part of pixel 1, from its middle on. */
    static const float vertices[3][2][4] = {
        {{-0.25f, -9, 0, 1}}, {{-0.25f, 9, 0, 1}}, {{20, 0, 0, 1}}};
    float found[16][4];
    CATCH();

    for (uint32_t i = 0; i < BASE_COUNT(counts) * 2; i++) {
        const uint32_t samples = counts[i / 2];
        struct scene_draw *draw = start(samples, kit_pass_vertex(&kit, 1),
                                        show_builtin(ir_builtin_sample_mask), vertices, 3);
        uint32_t covered = 0;

        draw->raster.min_sample_shading = i % 2 ? 1.0f : 0;
        run_samples(draw, samples, 1, 1, found);
        for (uint32_t s = 0; s < samples; s++)
            covered |= (uint32_t)(cpu_sample_places(samples)[s].x >= 8) << s;
        for (uint32_t s = 0; s < samples; s++) {
            const uint32_t mask = i % 2 ? covered & 1u << s : covered;
            assert_true(found[s][0] == (covered >> s & 1 ? (float)mask : 0));
        }
    }
}

/* The shader's mask, the state's and alpha's: what they leave is written. */
static void
test_mask_out(void **state)
{
    static const struct {
        uint32_t samples, state, shader;
        float alpha; /* Above 1: no alpha to coverage. */
        uint32_t expected;
    } rows[] = {
        {4, 0xf, 0xf, 2, 0xf},
        {4, 0x5, 0xf, 2, 0x5},
        {4, 0xf, 0xa, 2, 0xa},
        {4, 0x6, 0x3, 2, 0x2},
        {4, 0, 0xf, 2, 0},
        {4, 0xf, 0xfffffff0, 2, 0},
        {4, 0xf, 0xf, 1, 0xf},
        {4, 0xf, 0xf, 0, 0},
        {4, 0xf, 0xf, 0.5f, 0x3},
        {4, 0xf, 0xf, 0.75f, 7},
        {4, 0xf, 0x5, 0.5f, 0x1},
        {1, 1, 1, 0.75f, 1},
        {1, 1, 1, 0.25f, 0},
        {1, 1, 2, 2, 0},
        {1, 2, 1, 2, 0},
        {16, 0xffff, 0x8421, 2, 0x8421},
        {16, 0x8001, 0xffff, 2, 0x8001},
        {8, 0xff, 0xff, 0.625f, 0x1f},
    };
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const uint32_t samples = rows[i].samples;
        float found[16][4];
        struct kit_shader s;

        kit_start(&kit, &s, ir_stage_fragment);
        const uint32_t out = kit_output(&s, 0);
        const uint32_t mask = ir_add_output(
            s.shader, &(struct ir_io){
                          .builtin = ir_builtin_sample_mask, .type = ir_type_i32, .components = 1});
        kit_store(&s, out, 0, ir_build_f32(&s.builder, 5));
        kit_store(&s, out, 3, ir_build_f32(&s.builder, rows[i].alpha));
        kit_store(&s, mask, 0, ir_build_i32(&s.builder, rows[i].shader));
        struct scene_draw *draw =
            start(samples, kit_pass_vertex(&kit, 1), kit_end(&kit, &s), kit_whole, 3);
        draw->raster.has_alpha_to_coverage = rows[i].alpha <= 1;
        draw->raster.has_sample_mask = true;
        draw->raster.sample_mask = rows[i].state;
        run_samples(draw, samples, 1, 1, found);
        for (uint32_t j = 0; j < samples; j++) {
            if ((found[j][0] == 5) != (rows[i].expected >> j & 1))
                fail_msg("row %zu sample %u: found %g", i, j, (double)found[j][0]);
        }
    }
}

/* ---- interpolation ---- */

enum how { by_decoration, by_centroid, by_sample, by_offset };

/* Shows input 0, which is x and y in pixels, in one of the ways that there are. */
static const struct ir_shader *
make_interpolating(enum how how, enum ir_sampling sampling, uint32_t sample, float x, float y)
{
    struct kit_shader s;

    kit_start(&kit, &s, ir_stage_fragment);
    struct ir_builder *b = &s.builder;
    const uint32_t out = kit_output(&s, 0);
    const uint32_t in = ir_add_input(s.shader, &(struct ir_io){.type = ir_type_f32,
                                                               .components = 4,
                                                               .interp = ir_interp_linear,
                                                               .sampling = sampling});
    for (uint32_t c = 0; c < 2; c++) {
        const uint32_t imm = ir_io_imm(in, c);
        ir_ref value = 0;

        switch (how) {
        case by_decoration:
            value = kit_load(&s, ir_type_f32, in, c);
            break;
        case by_centroid:
            value = ir_build_op(b, ir_op_interp_centroid, (ir_type_id)ir_type_f32, 0, 0, imm);
            break;
        case by_sample:
            value = ir_build_op(b, ir_op_interp_sample, (ir_type_id)ir_type_f32,
                                ir_build_i32(b, sample), 0, imm);
            break;
        case by_offset:
            value = ir_build_op(b, ir_op_interp_offset, (ir_type_id)ir_type_f32, ir_build_f32(b, x),
                                ir_build_f32(b, y), imm);
            break;
        }
        kit_store(&s, out, c, value);
    }
    return kit_end(&kit, &s);
}

/* x and y of the value are those in pixels. */
static const float grid[3][2][4] = {
    {{-1, -1, 0, 1}, {0, 0}}, {{3, -1, 0, 1}, {8, 0}}, {{-1, 3, 0, 1}, {0, 8}}};

static void
test_interpolation(void **state)
{
    static const struct {
        enum how how;
        enum ir_sampling sampling;
        uint32_t sample;
        float x, y;
        int at; /* -1: each sample's own place; else sixteenths of x, and 100 times those of y. */
    } rows[] = {
        {by_decoration, ir_sampling_center, 0, 0, 0, 808},
        {by_decoration, ir_sampling_centroid, 0, 0, 0, 808}, /* All samples are covered. */
        {by_decoration, ir_sampling_sample, 0, 0, 0, -1},
        {by_centroid, ir_sampling_center, 0, 0, 0, 808},
        {by_sample, ir_sampling_center, 0, 0, 0, 206},
        {by_sample, ir_sampling_center, 3, 0, 0, 1410},
        {by_sample, ir_sampling_center, 4, 0, 0, 808}, /* There is none. */
        {by_sample, ir_sampling_center, 0xffffffff, 0, 0, 808},
        {by_offset, ir_sampling_center, 0, 0, 0, 808},
        {by_offset, ir_sampling_center, 0, 0.25f, -0.5f, 12},
        {by_offset, ir_sampling_sample, 0, -0.5f, 0.25f, 1200},
    };
    float found[16][4];
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct cpu_sample_place *places = cpu_sample_places(4);
        const struct ir_shader *fragment =
            make_interpolating(rows[i].how, rows[i].sampling, rows[i].sample, rows[i].x, rows[i].y);

        run_samples(start(4, kit_pass_vertex(&kit, 1), fragment, grid, 3), 4, 2, 1, found);
        for (uint32_t s = 0; s < 4; s++) {
            const int x = rows[i].at < 0 ? places[s].x : rows[i].at % 100;
            const int y = rows[i].at < 0 ? places[s].y : rows[i].at / 100;

            if (fabsf(found[s][0] - 2 - (float)x / 16) > 1e-5f ||
                fabsf(found[s][1] - 1 - (float)y / 16) > 1e-5f)
                fail_msg("row %zu sample %u: found %g, %g", i, s, (double)found[s][0],
                         (double)found[s][1]);
        }
    }
}

/* In a pixel that is covered in part the centroid is one of its covered samples. */
static void
test_centroid(void **state)
{
    /* From x = 1.75 on, the value being the place in pixels. */
    static const float vertices[3][2][4] = {{{-0.125f, -9, 0, 1}, {1.75f, -16}},
                                            {{-0.125f, 9, 0, 1}, {1.75f, 20}},
                                            {{20, 0, 0, 1}, {42, 2}}};
    CATCH();

    for (uint32_t i = 1; i < BASE_COUNT(counts) * 2; i++) {
        const uint32_t samples = counts[i / 2];
        const struct cpu_sample_place *places = cpu_sample_places(samples);
        const enum how how = i % 2 ? by_centroid : by_decoration;
        uint32_t first = samples, covered = 0;
        float found[16][4];

        run_samples(start(samples, kit_pass_vertex(&kit, 1),
                          make_interpolating(how, ir_sampling_centroid, 0, 0, 0), vertices, 3),
                    samples, 1, 1, found);
        for (uint32_t s = samples; s--;) {
            if (places[s].x >= 12) {
                first = s;
                covered++;
            }
        }
        for (uint32_t s = 0; s < samples; s++) {
            const float x = 1 + (float)places[first % samples].x / 16;

            if (places[s].x < 12)
                assert_true(found[s][0] == 0);
            else if (fabsf(found[s][0] - x) > 1e-4f)
                fail_msg("%u samples, sample %u: found %g, expected %g", samples, s,
                         (double)found[s][0], (double)x);
        }
        assert_int_equal(covered > 0, samples > 1);
    }
}

/* How often the shader runs: once a pixel, or once a covered sample. */
static void
test_rate(void **state)
{
    static const struct {
        uint32_t samples;
        float min_shading;
        uint32_t runs; /* A pixel. */
    } rows[] = {{1, 1, 1}, {4, 0, 1}, {4, 0.25f, 1}, {4, 0.5f, 4}, {4, 1, 4}, {16, 1, 16}};
    CATCH();

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct kit_shader s;

        kit_start(&kit, &s, ir_stage_fragment);
        struct ir_builder *b = &s.builder;
        const uint32_t buffer = ir_add_buffer(
            s.shader, &(struct ir_buffer){.binding = 5, .kind = ir_buffer_storage, .count = 1});
        const ir_ref operands[3] = {ir_build_i32(b, 4), ir_build_i32(b, 0), ir_build_i32(b, 1)};
        ir_build_list(b, ir_op_atomic_buffer, (ir_type_id)ir_type_i32, operands, 3,
                      buffer | IR_ATOMIC(ir_op_iadd));
        struct scene_draw *draw =
            start(rows[i].samples, kit_pass_vertex(&kit, 1), kit_end(&kit, &s), kit_whole, 3);
        kit.buffers[1] = (struct scene_buffer){NULL, 16};
        kit.bindings[0] =
            (struct scene_binding){.binding = 5, .kind = scene_binding_storage, .buffer = 1};
        draw->inputs.binding_count = 1;
        draw->raster.min_sample_shading = rows[i].min_shading;
        kit_run(&kit, 0, 2);
        assert_int_equal(((const uint32_t *)kit_buffer(&kit, 1)->data)[1],
                         SIZE * SIZE * rows[i].runs);
    }
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(resolve),  TEST(depth),         TEST(sample_id), TEST(frag_coord), TEST(mask_in),
        TEST(mask_out), TEST(interpolation), TEST(centroid),  TEST(rate),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
