/* SPDX-License-Identifier: MIT
 *
 * How fast the devices draw: full-screen quads of 1024x1024 pixels with a small and a larger
 * fragment shader. The CPU device is compared with the host's first Vulkan device in the same run,
 * turn by turn, since machines are noisy; with lavapipe as that device both are on the CPU.
 */
#include "bench.h"
#include "cpu/cpu.h"
#include "guest/guest.h"
#include "scene/scene.h"
#include "vulkan/vulkan_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 1024
#define DRAWS 24
#define ROUNDS 5

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\nDCL IN[1]\n"
                                  "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                                  "MOV OUT[0], IN[0]\nMOV OUT[1], IN[1]\n"
                                  "END\n";

static const struct {
    const char *name;
    const char *text;
} shaders[] = {
    {"small", "FRAG\n"
              "DCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0]\n"
              "IMM FLT32 {0.5, 2.0, 0.25, 1.0}\n"
              "MAD TEMP[0], IN[0], IMM[0].yyyy, IMM[0].zzzz\n"
              "FRC TEMP[0], TEMP[0]\n"
              "MUL OUT[0], TEMP[0], IMM[0].wxxw\n"
              "END\n"},
    {"loop", "FRAG\n"
             "DCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..2]\n"
             "IMM FLT32 {3.0, -2.0, 4.0, 1.0}\n"
             "IMM FLT32 {0.0, 0.03125, 32.0, 0.0}\n"
             "MAD TEMP[0].xy, IN[0], IMM[0].xxxx, IMM[0].yyyy\n"
             "MOV TEMP[1], IMM[1].xxxx\n"
             "BGNLOOP\n"
             "SGE TEMP[2].x, TEMP[1].zzzz, IMM[1].zzzz\n"
             "IF TEMP[2].xxxx\nBRK\nENDIF\n"
             "MUL TEMP[2].x, TEMP[1].xxxx, TEMP[1].xxxx\n"
             "MUL TEMP[2].y, TEMP[1].yyyy, TEMP[1].yyyy\n"
             "ADD TEMP[2].z, TEMP[2].xxxx, TEMP[2].yyyy\n"
             "SLT TEMP[2].w, IMM[0].zzzz, TEMP[2].zzzz\n"
             "IF TEMP[2].wwww\nBRK\nENDIF\n"
             "MUL TEMP[2].z, TEMP[1].xxxx, TEMP[1].yyyy\n"
             "ADD TEMP[2].z, TEMP[2].zzzz, TEMP[2].zzzz\n"
             "ADD TEMP[1].x, TEMP[2].xxxx, -TEMP[2].yyyy\n"
             "ADD TEMP[1].x, TEMP[1].xxxx, TEMP[0].xxxx\n"
             "ADD TEMP[1].y, TEMP[2].zzzz, TEMP[0].yyyy\n"
             "ADD TEMP[1].z, TEMP[1].zzzz, IMM[0].wwww\n"
             "ENDLOOP\n"
             "MUL OUT[0], TEMP[1].zzzz, IMM[1].yyyy\n"
             "END\n"},
};

static const float quad[4][8] = {{-1, -1, 0, 1, 0, 0, 0, 1},
                                 {1, -1, 0, 1, 1, 0, 0, 1},
                                 {-1, 1, 0, 1, 0, 1, 0, 1},
                                 {1, 1, 0, 1, 1, 1, 0, 1}};

struct bench {
    struct base_arena arena;
    struct base_diags diags;
};

static void
fail(struct bench *b)
{
    struct base_text text;

    base_text_init(&text, &b->arena);
    for (uint32_t i = 0; i < b->diags.list.count; i++)
        base_diag_print_text(&b->diags.list.data[i], "bench", &text);
    fputs(base_text_string(&text), stderr);
    exit(1);
}

static struct ir_shader *
read_shader(struct bench *b, const char *text)
{
    const struct guest_options options = {.language = guest_language_tgsi};
    struct ir_shader *shader = guest_read(text, strlen(text), &options, NULL, &b->arena, &b->diags);

    if (!shader)
        fail(b);
    return shader;
}

/* Seconds of one draw: those of a scene of DRAWS more than one of 1, so that set-up, compiling and
 * reading back drop out. */
static double
measure(struct bench *b, struct scene_device *device, struct scene *scene)
{
    double at[3];

    at[0] = bench_seconds(CLOCK_MONOTONIC);
    for (int i = 0; i < 2; i++) {
        struct scene_result result;

        scene->step_count = i == 0 ? 1 : 1 + DRAWS;
        if (device->run(device, scene, &b->arena, &result, &b->diags) != scene_status_ok)
            fail(b);
        at[i + 1] = bench_seconds(CLOCK_MONOTONIC);
    }
    return ((at[2] - at[1]) - (at[1] - at[0])) / DRAWS;
}

static void
bench_shader(struct bench *b, const char *name, const char *text, struct scene_device **devices)
{
    const struct scene_buffer buffer = {quad, sizeof(quad)};
    const struct scene_image images[2] = {
        scene_image_2d_of(scene_format_r8g8b8a8_unorm, SIZE, SIZE),
        scene_image_2d_of(scene_format_r8g8b8a8_unorm, SIZE, SIZE)};
    const struct scene_attribute attributes[2] = {
        {.location = 0, .format = scene_format_r32g32b32a32_sfloat, .stride = 32},
        {.location = 1, .format = scene_format_r32g32b32a32_sfloat, .offset = 16, .stride = 32}};
    struct scene_view views[2];
    struct scene_step steps[1 + DRAWS];
    struct scene_draw *draw = &steps[0].draw;
    struct scene scene = {.buffers = &buffer,
                          .buffer_count = 1,
                          .images = images,
                          .image_count = 2,
                          .views = views,
                          .view_count = 2,
                          .steps = steps};
    double times[2][ROUNDS], ratios[ROUNDS];

    for (uint32_t i = 0; i < 2; i++)
        views[i] = scene_view_of(&scene, i);
    steps[0].kind = scene_step_draw;
    *draw = scene_draw_default(SIZE, SIZE);
    draw->vertex = read_shader(b, vertex_text);
    draw->fragment = read_shader(b, text);
    draw->topology = scene_topology_triangle_strip;
    draw->vertex_count = 4;
    draw->attributes = attributes;
    draw->attribute_count = 2;
    /* Turn and turn about, so that no device leaves out what the next draw would hide. */
    for (uint32_t i = 1; i <= DRAWS; i++) {
        steps[i] = steps[0];
        steps[i].draw.targets[0].view = i % 2;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int d = 0; d < 2 && devices[d]; d++)
            times[d][round] = measure(b, devices[d], &scene);
        ratios[round] = devices[1] ? times[0][round] / times[1][round] : 0;
    }
    for (int d = 0; d < 2 && devices[d]; d++)
        printf("%s, %s: %.1f Mpixel/s\n", name, devices[d]->name,
               SIZE * SIZE * 1e-6 / bench_median(times[d], ROUNDS));
    if (devices[1])
        printf("%s: the CPU device takes %.2f times as long as %s\n", name,
               bench_median(ratios, ROUNDS), devices[1]->description);
}

static void
bench_all(struct bench *b)
{
    const struct cpu_options cpu = {0};
    const struct vk_options vulkan = {0};
    struct scene_device *devices[2];

    devices[0] = cpu_device_create(&cpu);
    devices[1] = vk_device_create(0, &vulkan, &b->diags);
    if (!devices[1])
        printf("skip: no Vulkan device: %s\n", b->diags.list.data[0].message);
    for (size_t i = 0; i < BASE_COUNT(shaders); i++)
        bench_shader(b, shaders[i].name, shaders[i].text, devices);
    for (int d = 0; d < 2 && devices[d]; d++)
        devices[d]->destroy(devices[d]);
}

int
main(void)
{
    static struct bench b;

    base_arena_init(&b.arena, 0);
    if (!BASE_ARENA_CATCH(&b.arena))
        return 1;
    base_diags_init(&b.diags, &b.arena, "bench");
    bench_all(&b);
    base_arena_finish(&b.arena);
    return 0;
}
