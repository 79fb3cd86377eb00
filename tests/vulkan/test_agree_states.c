/* SPDX-License-Identifier: MIT
 *
 * The CPU device and the host with random states of draws: viewports, scissors, culling, depth and
 * stencil, blending with constants, write masks, sample masks, alpha to coverage, resolves. The
 * triangles lie on the grid that both devices calculate on, and colours and depths are the same all
 * over a triangle, so that all but blending is exact.
 */
#include "cpu/cpu.h"
#include "random.h"
#include "sanitized.h"
#include "vk_job.h"

#include <math.h>

#define SIZE 64 /* Of the targets, both ways. */
#define DRAWS 8
#define VERTICES 12                       /* Of a draw. */
#define SCENES (IS_SANITIZED ? 20u : 80u) /* Of a test case. */

static struct scene_device *host;
static struct scene_device *cpu;

struct vertex {
    float position[4];
    float color[4];
};

/* Images 0 and 1 are colour targets, 2 is depth and stencil; 3 and 4 are the first ones' samples
 * resolved. */
enum { color_0, color_1, depth, resolved_0, resolved_1 };

struct kind {
    uint32_t samples;
    bool has_blend;
    enum scene_format formats[2];
};

/* The most that blended values differed by, in steps of 8 bits. */
static double worst;

/* ---- shaders ---- */

static const char vertex_text[] = "vertex \"pass\"\n"
                                  "input 0 \"position\" location 0 f32x4\n"
                                  "input 1 \"color\" location 1 f32x4\n"
                                  "output 0 \"color\" location 0 f32x4\n"
                                  "output 1 \"\" builtin position f32x4\n"
                                  "{\n"
                                  "  %1 = load_input.f32 0.0\n"
                                  "  %2 = load_input.f32 0.1\n"
                                  "  %3 = load_input.f32 0.2\n"
                                  "  %4 = load_input.f32 0.3\n"
                                  "  %5 = store_output %1, 1.0\n"
                                  "  %6 = store_output %2, 1.1\n"
                                  "  %7 = store_output %3, 1.2\n"
                                  "  %8 = store_output %4, 1.3\n"
                                  "  %9 = load_input.f32 1.0\n"
                                  "  %10 = load_input.f32 1.1\n"
                                  "  %11 = load_input.f32 1.2\n"
                                  "  %12 = load_input.f32 1.3\n"
                                  "  %13 = store_output %9, 0.0\n"
                                  "  %14 = store_output %10, 0.1\n"
                                  "  %15 = store_output %11, 0.2\n"
                                  "  %16 = store_output %12, 0.3\n"
                                  "}\n";

/* The second target gets the components in another order. */
static const char fragment_text[] = "fragment \"show\"\n"
                                    "input 0 \"color\" location 0 f32x4 flat\n"
                                    "output 0 \"o0\" location 0 f32x4\n"
                                    "output 1 \"o1\" location 1 f32x4\n"
                                    "{\n"
                                    "  %1 = load_input.f32 0.0\n"
                                    "  %2 = load_input.f32 0.1\n"
                                    "  %3 = load_input.f32 0.2\n"
                                    "  %4 = load_input.f32 0.3\n"
                                    "  %5 = store_output %1, 0.0\n"
                                    "  %6 = store_output %2, 0.1\n"
                                    "  %7 = store_output %3, 0.2\n"
                                    "  %8 = store_output %4, 0.3\n"
                                    "  %9 = store_output %4, 1.0\n"
                                    "  %10 = store_output %3, 1.1\n"
                                    "  %11 = store_output %2, 1.2\n"
                                    "  %12 = store_output %1, 1.3\n"
                                    "}\n";

static struct ir_shader *
parse(struct vk_test *test, const char *text, size_t size)
{
    struct ir_shader *shader = ir_parse(&test->arena, text, size - 1, &test->diags);

    vk_test_no_errors(test);
    assert_non_null(shader);
    return shader;
}

/* ---- random states ---- */

static bool
is_chance(struct random *random, int32_t of)
{
    return random_int(random, 1, of) == 1;
}

static struct scene_viewport
random_viewport(struct random *random)
{
    struct scene_viewport viewport = {.width = SIZE, .height = SIZE, .max_depth = 1};

    if (is_chance(random, 2))
        return viewport;
    viewport.x = (float)random_int(random, -8, 24);
    viewport.y = (float)random_int(random, -8, 24);
    viewport.width = (float)(1 << random_int(random, 4, 6));
    viewport.height = (float)(1 << random_int(random, 4, 6));
    if (is_chance(random, 2)) {
        viewport.y += viewport.height;
        viewport.height = -viewport.height;
    }
    viewport.min_depth = (float)random_int(random, 0, 4) / 4;
    viewport.max_depth = (float)random_int(random, 0, 4) / 4;
    return viewport;
}

/* With several samples llvmpipe draws to some of a pixel's samples on the border outside the
 * rectangle (Vulkan, "Scissor Test": by the pixel's coordinates), so it is the whole there. */
static struct scene_rect
random_scissor(struct random *random, uint32_t samples)
{
    if (samples > 1 || is_chance(random, 2))
        return (struct scene_rect){0, 0, SIZE, SIZE};
    return (struct scene_rect){random_int(random, 0, SIZE), random_int(random, 0, SIZE),
                               (uint32_t)random_int(random, 1, SIZE),
                               (uint32_t)random_int(random, 1, SIZE)};
}

static struct scene_stencil
random_stencil(struct random *random)
{
    static const uint32_t masks[] = {0xff, 0xff, 0x0f, 0xa5, 0};

    return (struct scene_stencil){
        .fail = (enum scene_stencil_op)random_int(random, 0, 7),
        .pass = (enum scene_stencil_op)random_int(random, 0, 7),
        .depth_fail = (enum scene_stencil_op)random_int(random, 0, 7),
        .compare = (enum scene_compare)random_int(random, 0, 7),
        .compare_mask = masks[random_int(random, 0, 4)],
        .write_mask = masks[random_int(random, 0, 4)],
        .reference = random_next(random) & 0xff,
    };
}

static struct scene_depth
random_depth(struct random *random)
{
    return (struct scene_depth){
        .has_test = !is_chance(random, 4),
        .has_write = !is_chance(random, 3),
        .compare = (enum scene_compare)random_int(random, 1, 7),
        .has_stencil = is_chance(random, 2),
        .front = random_stencil(random),
        .back = random_stencil(random),
    };
}

/* Alpha to coverage meets alphas of 0 and 1 alone, for the pattern between is the device's own. */
static struct scene_raster
random_raster(struct random *random, uint32_t samples)
{
    return (struct scene_raster){
        .cull = (enum scene_cull)(is_chance(random, 3) ? random_int(random, 1, 2) : 0),
        .front = (enum scene_front)random_int(random, 0, 1),
        .has_depth_clamp = is_chance(random, 3),
        .has_sample_mask = is_chance(random, 3),
        .sample_mask = random_next(random) & ((1U << samples) - 1),
        .has_alpha_to_coverage = samples > 1 && is_chance(random, 4),
        .min_sample_shading = samples > 1 && is_chance(random, 4) ? 1.0F : 0.0F,
    };
}

static enum scene_factor
random_factor(struct random *random)
{
    return (enum scene_factor)random_int(random, 0, scene_factor_src_alpha_saturate);
}

static void
random_target(struct random *random, const struct kind *kind, uint32_t i,
              struct scene_target *target)
{
    *target = (struct scene_target){
        .view = color_0 + i,
        .resolve = kind->samples > 1 ? resolved_0 + i : SCENE_NONE,
        .no_write = (uint8_t)(is_chance(random, 3) ? random_next(random) & 15 : 0),
        .has_blend = kind->has_blend && !is_chance(random, 4),
        .src_color = random_factor(random),
        .dst_color = random_factor(random),
        .color_op = (enum scene_blend_op)random_int(random, 0, 4),
        .src_alpha = random_factor(random),
        .dst_alpha = random_factor(random),
        .alpha_op = (enum scene_blend_op)random_int(random, 0, 4),
    };
}

/* ---- scenes ---- */

/* One colour and depth for each triangle's worth of vertices, of which strips and fans show the
 * provoking one's colour; their depth is the same in the whole draw. */
static void
random_vertices(struct random *random, bool is_list, bool has_whole_alpha, struct vertex *vertices)
{
    float at = 0, color[4] = {0};

    for (uint32_t i = 0; i < VERTICES; i++) {
        if (i == 0 || (is_list && i % 3 == 0))
            at = (float)random_int(random, -2, 18) / 16;
        if (!is_list || i % 3 == 0) {
            for (uint32_t c = 0; c < 4; c++)
                color[c] = (float)random_int(random, 0, 15) / 15;
            if (has_whole_alpha)
                color[0] = color[3] = (float)random_int(random, 0, 1);
        }
        vertices[i] = (struct vertex){
            .position = {(float)random_int(random, -1024, 1024) / 1024,
                         (float)random_int(random, -1024, 1024) / 1024, at, 1},
        };
        memcpy(vertices[i].color, color, sizeof(color));
    }
}

static void
add_draw(struct random *random, const struct kind *kind, struct vk_job *job, uint32_t number,
         struct vertex *vertices)
{
    static const struct scene_attribute attributes[] = {
        {0, scene_format_r32g32b32a32_sfloat, 1, 0, sizeof(struct vertex), scene_rate_vertex, 0},
        {1, scene_format_r32g32b32a32_sfloat, 1, 16, sizeof(struct vertex), scene_rate_vertex, 0},
    };
    struct scene_draw *draw = &vk_job_add_step(job, scene_step_draw)->draw;

    *draw = scene_draw_default(SIZE, SIZE);
    /* Few layers of what is blended, since errors of one are taken up by the next. */
    draw->topology = kind->has_blend
                         ? scene_topology_triangles
                         : (enum scene_topology)random_int(random, scene_topology_triangles,
                                                           scene_topology_triangle_fan);
    draw->first_vertex = number * VERTICES;
    draw->vertex_count = VERTICES;
    draw->attributes = attributes;
    draw->attribute_count = BASE_COUNT(attributes);
    draw->viewport = random_viewport(random);
    draw->scissor = random_scissor(random, kind->samples);
    draw->raster = random_raster(random, kind->samples);
    draw->depth = random_depth(random);
    draw->depth_view = depth;
    draw->target_count = 2;
    for (uint32_t i = 0; i < 2; i++)
        random_target(random, kind, i, &draw->targets[i]);
    for (uint32_t i = 0; i < 4; i++)
        draw->blend_constants[i] = (float)random_int(random, 0, 15) / 15;
    random_vertices(random, draw->topology == scene_topology_triangles,
                    draw->raster.has_alpha_to_coverage, vertices + number * VERTICES);
}

static void
add_clears(struct random *random, struct vk_job *job)
{
    for (uint32_t i = color_0; i <= depth; i++) {
        struct scene_clear *clear = &vk_job_add_step(job, scene_step_clear)->clear;

        clear->view = i;
        for (uint32_t c = 0; c < 4; c++) {
            const float value =
                (float)random_int(random, 0, i == depth ? 16 : 15) / (i == depth ? 16 : 15);
            memcpy(&clear->words[c], &value, sizeof(value));
        }
        if (i == depth)
            clear->words[1] = random_next(random) & 0xff;
    }
}

static void
make_job(struct vk_test *test, struct random *random, const struct kind *kind, struct vk_job *job)
{
    const enum scene_format formats[] = {kind->formats[0], kind->formats[1],
                                         scene_format_d32_sfloat_s8_uint, kind->formats[0],
                                         kind->formats[1]};
    const uint32_t draws = kind->has_blend ? 1 : DRAWS;
    struct ir_shader *vertex = parse(test, vertex_text, sizeof(vertex_text));
    struct ir_shader *fragment = parse(test, fragment_text, sizeof(fragment_text));
    struct vertex *vertices = base_arena_new_array(&test->arena, struct vertex, DRAWS * VERTICES);

    vk_job_init(job, 4);
    vk_job_add_buffer(job, vertices, DRAWS * VERTICES * sizeof(*vertices));
    for (uint32_t i = 0; i < BASE_COUNT(formats); i++) {
        struct scene_image image = scene_image_2d_of(formats[i], SIZE, SIZE);

        image.samples = i <= depth ? kind->samples : 1;
        vk_job_add_image(job, &image);
    }
    add_clears(random, job);
    for (uint32_t i = 0; i < draws; i++) {
        add_draw(random, kind, job, i, vertices);
        struct scene_draw *draw = &job->steps[job->scene.step_count - 1].draw;
        draw->vertex = vertex;
        draw->fragment = fragment;
    }
    for (uint32_t i = 0; i < BASE_COUNT(formats); i++) {
        if ((i <= depth) == (kind->samples == 1))
            vk_job_read_image(job, i);
    }
}

/* ---- comparing ---- */

static bool
compare_texels(const struct kind *kind, enum scene_format format, const void *a, const void *b)
{
    uint32_t words[2][4];
    const bool is_wide = scene_format_infos[format].numeric == scene_numeric_sfloat;
    bool is_good = true;

    scene_format_unpack(format, a, words[0]);
    scene_format_unpack(format, b, words[1]);
    for (uint32_t c = 0; c < 4; c++) {
        float values[2];

        if (words[0][c] == words[1][c])
            continue;
        if (scene_format_infos[format].has_depth)
            return false;
        memcpy(&values[0], &words[0][c], sizeof(float));
        memcpy(&values[1], &words[1][c], sizeof(float));
        /* Of floats, which blending may make large, relative to 1 or what is there. */
        const double most = is_wide ? fmax(1, fabs((double)values[0])) : 1;
        const double steps = fabs((double)values[0] - (double)values[1]) / most * 255;
        worst = fmax(worst, steps);
        /* What is blended, or the mean of samples, is rounded by each device in its way. */
        is_good &= steps <= (is_wide ? 0.25 : kind->has_blend ? 2 : 1) + 1e-4;
    }
    return is_good;
}

static void
fail_texel(uint32_t scene, uint32_t image, enum scene_format format, uint32_t texel, const void *a,
           const void *b)
{
    float values[2][4];
    uint32_t words[4];

    scene_format_unpack(format, a, words);
    memcpy(values[0], words, sizeof(words));
    scene_format_unpack(format, b, words);
    memcpy(values[1], words, sizeof(words));
    fail_msg("scene %u: image %u, texel %u, %u is %g %g %g %g on the cpu, %g %g %g %g on the host",
             scene, image, texel % SIZE, texel / SIZE, (double)values[0][0], (double)values[0][1],
             (double)values[0][2], (double)values[0][3], (double)values[1][0], (double)values[1][1],
             (double)values[1][2], (double)values[1][3]);
}

static void
run_scene(struct vk_test *test, struct random *random, const struct kind *kind, uint32_t scene)
{
    struct vk_job *job = base_arena_new(&test->arena, struct vk_job);
    struct scene_result results[2];
    uint32_t read = 0;

    make_job(test, random, kind, job);
    results[0] = vk_job_run(test, cpu, job);
    results[1] = vk_job_run(test, host, job);
    for (uint32_t i = 0; i < job->scene.step_count; i++) {
        if (job->steps[i].kind != scene_step_read_image)
            continue;
        const enum scene_format format = job->images[job->steps[i].read].format;
        const size_t bytes = scene_format_infos[format].bytes;
        const char *a = results[0].reads[read].data, *b = results[1].reads[read].data;

        for (uint32_t t = 0; t < SIZE * SIZE; t++) {
            if (!compare_texels(kind, format, a + t * bytes, b + t * bytes))
                fail_texel(scene, job->steps[i].read, format, t, a + t * bytes, b + t * bytes);
        }
        read++;
    }
}

static void
run_kind(struct vk_test *test, uint64_t seed, const struct kind *kind)
{
    struct random random = {seed};

    worst = 0;
    for (uint32_t i = 0; i < SCENES; i++)
        run_scene(test, &random, kind, i);
    print_message("%u scenes, within %g steps of 8 bits\n", SCENES, worst);
}

VK_TEST_CASE(test_plain)
{
    run_kind(test, 0x9e3779b97f4a7c15,
             &(struct kind){1, false, {scene_format_r8g8b8a8_unorm, scene_format_r16g16_sfloat}});
}

VK_TEST_CASE(test_samples)
{
    run_kind(
        test, 0x2545f4914f6cdd1d,
        &(struct kind){4, false, {scene_format_r8g8b8a8_unorm, scene_format_r16g16b16a16_sfloat}});
}

VK_TEST_CASE(test_blending)
{
    run_kind(
        test, 0xd1342543de82ef95,
        &(struct kind){1, true, {scene_format_b8g8r8a8_unorm, scene_format_r32g32b32a32_sfloat}});
}

VK_TEST_CASE(test_blended_samples)
{
    run_kind(
        test, 0xaf251af3b0f025b5,
        &(struct kind){4, true, {scene_format_r8g8b8a8_unorm, scene_format_r32g32b32a32_sfloat}});
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_blending),
        cmocka_unit_test(test_blended_samples),
    };

    host = vk_test_device(argc, argv);
    cpu = cpu_device_create(&(struct cpu_options){0});
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    cpu->destroy(cpu);
    return failures || !vk_test_close(host);
}
