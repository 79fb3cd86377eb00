/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include "base/bits.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define DEFAULT_LANES 32
#define DEFAULT_STEPS (UINT64_C(1) << 28)

struct cpu_device {
    struct scene_device base; /* First, so that it can be told from its base. */
    struct cpu_options options;
    struct cpu_pool *pool;
    struct base_arena arena; /* What a draw needs while it runs. */
};

/* ---- targets ---- */

static void
clear(struct scene_image *image, const float colour[4])
{
    const size_t bytes = scene_format_infos[image->format].bytes;
    const size_t row = image->width * bytes;
    uint32_t words[4];
    char *data = image->data;

    for (int i = 0; i < 4; i++)
        words[i] = base_bits_of_float(colour[i]);
    scene_format_pack(image->format, words, data);
    for (size_t at = bytes; at < row; at += bytes)
        memcpy(data + at, data, bytes);
    for (size_t y = 1; y < image->height; y++)
        memcpy(data + y * row, data, row);
}

static struct scene_image *
make_images(const struct scene *scene, struct base_arena *arena)
{
    struct scene_image *images =
        base_arena_new_array(arena, struct scene_image, scene->target_count);

    for (uint32_t i = 0; i < scene->target_count; i++) {
        const struct scene_target *target = &scene->targets[i];
        const size_t row = (size_t)target->width * scene_format_infos[target->format].bytes;
        struct scene_image *image = &images[i];

        image->format = target->format;
        image->width = target->width;
        image->height = target->height;
        image->data = base_arena_alloc_array(arena, target->height, row);
        image->size = target->height * row;
        clear(image, target->clear);
    }
    return images;
}

/* ---- draws ---- */

static bool
run_draw(const struct cpu_pipeline_options *options, struct base_arena *arena,
         struct base_diags *diags)
{
    struct cpu_pipeline *pipeline = base_arena_new(arena, struct cpu_pipeline);
    struct cpu_primitives *primitives = base_arena_new(arena, struct cpu_primitives);
    struct cpu_assembly *batch = base_arena_new(arena, struct cpu_assembly);

    if (!cpu_pipeline_init(pipeline, options, arena, diags))
        return false;
    cpu_primitives_init(primitives, pipeline, arena);
    cpu_assembly_init(batch, options->draw);
    uint32_t *words =
        base_arena_new_array(arena, uint32_t, (size_t)CPU_BATCH_VERTICES * pipeline->word_count);

    while (cpu_assembly_next(batch)) {
        if (!cpu_vertices_run(pipeline, batch, words, diags))
            return false;
        for (uint32_t i = 0; i < batch->primitive_count; i++) {
            const uint32_t *corners[3];

            for (uint32_t j = 0; j < 3; j++) {
                const uint32_t corner = batch->corners[i][j < batch->corners_each ? j : 0];
                corners[j] = words + (size_t)corner * pipeline->word_count;
            }
            if (!cpu_primitives_add(primitives, corners, diags))
                return false;
        }
    }
    return cpu_primitives_flush(primitives, diags);
}

/* The draw's memory, at most limit bytes (0: any number), goes back when it is done, so that many
 * draws need no more than one. What an earlier draw left behind, because the caller's arena ran
 * out, goes back first. */
static bool
draw_one(struct cpu_device *device, const struct cpu_pipeline_options *options, size_t limit,
         struct base_diags *diags)
{
    base_arena_finish(&device->arena);
    base_arena_init(&device->arena, limit);
    if (!BASE_ARENA_CATCH(&device->arena)) {
        base_arena_finish(&device->arena);
        base_error(diags, QD_CODE_MEMORY_BUDGET, base_at_nowhere(),
                   "found too little memory for a draw by %" PRIu32 " threads, expected enough "
                   "for its shaders' values",
                   cpu_pool_threads(device->pool));
        return false;
    }
    const bool ok = run_draw(options, &device->arena, diags);
    base_arena_finish(&device->arena);
    return ok;
}

static enum scene_status
cpu_draw(struct scene_device *base, const struct scene *scene, struct base_arena *arena,
         struct scene_result *result, struct base_diags *diags)
{
    struct cpu_device *device = (struct cpu_device *)base;

    *result = (struct scene_result){0};
    if (!scene_check(scene, diags))
        return scene_status_bad;

    struct scene_image *images = make_images(scene, arena);
    for (uint32_t i = 0; i < scene->draw_count; i++) {
        const struct cpu_pipeline_options options = {.scene = scene,
                                                     .draw = &scene->draws[i],
                                                     .images = images,
                                                     .pool = device->pool,
                                                     .lanes = device->options.lanes,
                                                     .steps = device->options.steps};
        /* A draw is held to what the caller's arena has left. */
        const size_t limit = arena->limit ? arena->limit - arena->used + 1 : 0;

        if (!draw_one(device, &options, limit, diags))
            return scene_status_bad;
    }
    result->images = images;
    result->image_count = scene->target_count;
    return scene_status_ok;
}

/* ---- the device ---- */

static void
destroy(struct scene_device *base)
{
    struct cpu_device *device = (struct cpu_device *)base;

    if (!device)
        return;
    cpu_pool_destroy(device->pool);
    base_arena_finish(&device->arena);
    free(device);
}

/* Other numbers of lanes than those that there are become the next larger one, or the largest. */
static uint32_t
lanes_for(uint32_t lanes)
{
    uint32_t fit = 4;

    if (!lanes)
        return DEFAULT_LANES;
    while (fit < lanes && fit < CPU_MAX_LANES)
        fit *= 2;
    return fit;
}

static uint32_t
threads_for(uint32_t threads)
{
    const long processors = threads ? (long)threads : sysconf(_SC_NPROCESSORS_ONLN);

    if (processors < 1)
        return 1;
    return processors < CPU_MAX_THREADS ? (uint32_t)processors : CPU_MAX_THREADS;
}

struct scene_device *
cpu_device_create(const struct cpu_options *options)
{
    struct cpu_device *device = calloc(1, sizeof(*device));

    if (!device)
        return NULL;
    device->options.lanes = lanes_for(options->lanes);
    device->options.threads = threads_for(options->threads);
    device->options.steps = options->steps ? options->steps : DEFAULT_STEPS;
    device->pool = cpu_pool_create(device->options.threads);
    if (!device->pool) {
        free(device);
        return NULL;
    }
    base_arena_init(&device->arena, 0);
    device->base = (struct scene_device){.name = "cpu",
                                         .description = "Interpreter on the CPU",
                                         .draw = cpu_draw,
                                         .destroy = destroy};
    return &device->base;
}
