/* SPDX-License-Identifier: MIT
 *
 * How fast the devices run real shaders: those of bench/shaders, from GLSL over SPIR-V. The CPU
 * device is compared with the host's first Vulkan device in the same run, turn by turn, since
 * machines are noisy; with lavapipe as that device both are on the CPU.
 *
 * bench_glsl FOLDER
 */
#include "bench.h"
#include "cpu/cpu.h"
#include "scene/scene.h"
#include "script/script.h"
#include "spirv/spirv.h"
#include "vulkan/vulkan_device.h"

#include <stdio.h>
#include <stdlib.h>

#define SIZE 1024
#define ELEMENTS (1u << 20)
#define ROUNDS 5
#define MAX_STEPS 25
#define TEXTURE 512

enum kind { kind_draw, kind_dispatch };

static const struct item {
    const char *name;
    enum kind kind;
    uint32_t repeats;
    uint32_t groups[2];
    const char *unit;
    double units; /* Of one draw or dispatch, in millions. */
} items[] = {
    {"small.frag", kind_draw, 24, {0, 0}, "Mpixel/s", SIZE *SIZE * 1e-6},
    {"medium.frag", kind_draw, 8, {0, 0}, "Mpixel/s", SIZE *SIZE * 1e-6},
    {"large.frag", kind_draw, 1, {0, 0}, "Mpixel/s", SIZE *SIZE * 1e-6},
    {"tex.frag", kind_draw, 4, {0, 0}, "Mpixel/s", SIZE *SIZE * 1e-6},
    {"saxpy.comp", kind_dispatch, 16, {ELEMENTS / 64, 1}, "M elements/s", ELEMENTS * 1e-6},
    {"scan.comp", kind_dispatch, 8, {ELEMENTS / 64, 1}, "M elements/s", ELEMENTS * 1e-6},
    {"mandel.comp", kind_dispatch, 2, {SIZE / 8, SIZE / 8}, "Mpixel/s", SIZE *SIZE * 1e-6},
};

struct bench {
    struct base_arena arena; /* Of shaders. */
    struct base_diags diags;
    const char *folder;
    const struct ir_shader *vertex;
    struct scene_device *devices[2];
    struct scene_image images[3];
    struct scene_view views[3];
    struct scene_buffer buffers[2];
    struct scene scene;
    struct scene_step steps[MAX_STEPS];
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

static const struct ir_shader *
read_shader(struct bench *b, const char *name, enum ir_stage stage)
{
    const struct spirv_read_options options = {.entry = "main"};
    const char *path = base_arena_printf(&b->arena, "%s/%s", b->folder, name);
    struct spirv_module module;
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");

    if (!file) {
        fprintf(stderr, "bench: %s cannot be read\n", path);
        exit(1);
    }
    const size_t size = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    text[size] = '\0';
    if (!script_compile_glsl(text, size, stage, 0, &b->arena, &module, &b->diags))
        fail(b);
    struct ir_shader *shader =
        spirv_read(module.words, module.count, &options, &b->arena, &b->diags);
    if (!shader || !ir_run_pipeline(shader, ir_pipeline_default, &b->diags))
        fail(b);
    return shader;
}

static void
run_steps(struct bench *b, struct scene_device *device, uint32_t count)
{
    struct base_arena arena;
    struct scene_result result;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        exit(1);
    b->scene.step_count = count;
    if (device->run(device, &b->scene, &arena, &result, &b->diags) != scene_status_ok)
        fail(b);
    base_arena_finish(&arena);
}

/* Seconds of one step: those of a scene of all of them less those of one, so that compiling and
 * what goes before and after drop out. */
static double
measure(struct bench *b, struct scene_device *device, uint32_t repeats)
{
    const double start = bench_seconds(CLOCK_MONOTONIC);
    run_steps(b, device, 1);
    const double middle = bench_seconds(CLOCK_MONOTONIC);
    run_steps(b, device, 1 + repeats);
    return ((bench_seconds(CLOCK_MONOTONIC) - middle) - (middle - start)) / repeats;
}

static const struct scene_binding bindings[2][2] = {
    {{.binding = 0, .kind = scene_binding_combined, .view = 2}},
    {{.binding = 1, .kind = scene_binding_storage},
     {.binding = 2, .kind = scene_binding_storage, .buffer = 1}},
};

static void
set_step(struct bench *b, const struct item *item, const struct ir_shader *shader, uint32_t i)
{
    static const float push = 0.5f;
    const struct scene_inputs inputs = {bindings[item->kind], item->kind == kind_draw ? 1 : 2,
                                        &push, sizeof(push)};
    struct scene_step *step = &b->steps[i];

    if (item->kind == kind_dispatch) {
        step->kind = scene_step_dispatch;
        step->dispatch = (struct scene_dispatch){
            .shader = shader, .groups = {item->groups[0], item->groups[1], 1}, .inputs = inputs};
        return;
    }
    step->kind = scene_step_draw;
    step->draw = scene_draw_default(SIZE, SIZE);
    step->draw.vertex = b->vertex;
    step->draw.fragment = shader;
    step->draw.topology = scene_topology_triangle_strip;
    step->draw.vertex_count = 4;
    step->draw.inputs = inputs;
    /* Turn and turn about, so that no device leaves out what the next draw would hide. */
    step->draw.targets[0].view = i % 2;
}

static void
bench_item(struct bench *b, const struct item *item)
{
    const enum ir_stage stage = item->kind == kind_draw ? ir_stage_fragment : ir_stage_compute;
    const struct ir_shader *shader = read_shader(b, item->name, stage);
    double times[2][ROUNDS], ratios[ROUNDS];

    for (uint32_t i = 0; i <= item->repeats; i++)
        set_step(b, item, shader, i);
    for (int round = 0; round < ROUNDS; round++) {
        for (int d = 0; d < 2 && b->devices[d]; d++)
            times[d][round] = measure(b, b->devices[d], item->repeats);
        ratios[round] = b->devices[1] ? times[0][round] / times[1][round] : 0;
    }
    for (int d = 0; d < 2 && b->devices[d]; d++)
        printf("%s, %s: %.2f %s\n", item->name, b->devices[d]->name,
               item->units / bench_median(times[d], ROUNDS), item->unit);
    if (b->devices[1])
        printf("%s: the CPU device takes %.2f times as long as %s\n", item->name,
               bench_median(ratios, ROUNDS), b->devices[1]->description);
    fflush(stdout);
}

static void
make_scene(struct bench *b)
{
    static const struct scene_sampler sampler = {.mag = scene_filter_linear,
                                                 .min = scene_filter_linear,
                                                 .mip = scene_filter_linear,
                                                 .max_lod = 10};
    struct scene_image *texture = &b->images[2];

    for (uint32_t i = 0; i < 2; i++)
        b->images[i] = scene_image_2d_of(scene_format_r8g8b8a8_unorm, SIZE, SIZE);
    *texture = scene_image_2d_of(scene_format_r8g8b8a8_unorm, TEXTURE, TEXTURE);
    texture->levels = 10;
    texture->size = (size_t)scene_image_size(texture);
    unsigned char *texels = base_arena_alloc(&b->arena, texture->size);
    for (size_t i = 0; i < texture->size; i++)
        texels[i] = (unsigned char)(i * 2654435761u >> 24);
    texture->data = texels;
    for (uint32_t i = 0; i < 2; i++)
        b->buffers[i] = (struct scene_buffer){NULL, ELEMENTS * sizeof(float)};
    b->scene = (struct scene){.buffers = b->buffers,
                              .buffer_count = 2,
                              .images = b->images,
                              .image_count = 3,
                              .views = b->views,
                              .view_count = 3,
                              .samplers = &sampler,
                              .sampler_count = 1,
                              .steps = b->steps};
    for (uint32_t i = 0; i < 3; i++)
        b->views[i] = scene_view_of(&b->scene, i);
}

static void
bench_all(struct bench *b)
{
    const struct cpu_options cpu = {0};
    const struct vk_options vulkan = {0};

    make_scene(b);
    b->vertex = read_shader(b, "quad.vert", ir_stage_vertex);
    b->devices[0] = cpu_device_create(&cpu);
    b->devices[1] = vk_device_create(0, &vulkan, &b->diags);
    if (!b->devices[1])
        printf("skip: no Vulkan device: %s\n", b->diags.list.data[0].message);
    for (size_t i = 0; i < BASE_COUNT(items); i++)
        bench_item(b, &items[i]);
    for (int d = 0; d < 2 && b->devices[d]; d++)
        b->devices[d]->destroy(b->devices[d]);
}

int
main(int argc, char **argv)
{
    static struct bench b;

    if (argc != 2) {
        fputs("usage: bench_glsl FOLDER\n", stderr);
        return 2;
    }
    if (!script_has_glsl()) {
        puts("skip: this build has no compiler for GLSL");
        return 0;
    }
    b.folder = argv[1];
    base_arena_init(&b.arena, 0);
    if (!BASE_ARENA_CATCH(&b.arena))
        return 1;
    base_diags_init(&b.diags, &b.arena, "bench");
    script_begin_process();
    bench_all(&b);
    script_end_process();
    base_arena_finish(&b.arena);
    return 0;
}
