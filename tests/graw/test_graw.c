/* SPDX-License-Identifier: MIT
 *
 * Every graw shader from text to pixels. One device draws it and its pixels are compared with
 * those of the CPU device with 16 lanes, pixel by pixel.
 *
 *   test_graw FOLDER cpu      IR text goes round; modules for every target are validated; group
 *                             sizes and thread counts give the same bytes
 *   test_graw FOLDER vulkan   a device of the host against the CPU device: one that is a processor
 *                             if there is one, since GPUs interpolate with fewer bits
 *
 * FOLDER has the .tgsi files in fragment/ and vertex/; QUADRILLE_CORPUS names a corpus whose
 * tgsi/graw is taken instead.
 */
#include "cpu/cpu.h"
#include "harness.h"
#include "spirv/spirv.h"
#include "tgsi/tgsi.h"
#include "vulkan/vulkan_device.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKIPPED 77
#define MAX_FILES 1024

struct run {
    struct scene_device *reference;
    struct scene_device *device; /* NULL: variants of the CPU device. */
    double float_limit;
    uint32_t passed;
    uint32_t failed;
    uint32_t edge_pixels;
    uint32_t coverage_differences;
    uint32_t worst_step; /* Of eight-bit channels. */
    double worst_relative;
};

static bool
fail(struct run *run, const char *name, const char *what, struct base_diags *diags)
{
    struct base_text text;

    printf("fail %s: %s\n", name, what);
    base_text_init(&text, diags->arena);
    for (uint32_t i = 0; i < diags->list.count; i++)
        base_diag_print_text(&diags->list.data[i], name, &text);
    fputs(base_text_string(&text), stdout);
    run->failed++;
    return false;
}

static bool
draw(struct scene_device *device, const struct graw_scene *scene, struct base_arena *arena,
     struct scene_bytes *image, struct base_diags *diags)
{
    struct scene_result result;

    if (device->run(device, &scene->scene, arena, &result, diags) != scene_status_ok)
        return false;
    *image = result.reads[0];
    return image->size ==
           (size_t)GRAW_SIZE * GRAW_SIZE * scene_format_infos[scene->target.format].bytes;
}

/* ---- eight bits ---- */

static bool
is_clear(const uint8_t *pixel)
{
    static const uint8_t clear[4] = {26, 77, 128, 0}; /* Of (0.1, 0.3, 0.5, 0), half up or even. */

    for (int c = 0; c < 4; c++)
        if (abs(pixel[c] - clear[c]) > 1)
            return false;
    return true;
}

static bool
compare_unorm(struct run *run, const char *name, const uint8_t *a, const uint8_t *b,
              struct base_diags *diags)
{
    for (uint32_t i = 0; i < GRAW_SIZE * GRAW_SIZE; i++, a += 4, b += 4) {
        if (is_clear(a) != is_clear(b)) {
            run->coverage_differences++;
            continue;
        }
        for (int c = 0; c < 4; c++) {
            const uint32_t step = (uint32_t)abs(a[c] - b[c]);
            char what[160];

            if (step > run->worst_step)
                run->worst_step = step;
            if (step <= 1)
                continue;
            snprintf(what, sizeof(what),
                     "pixel %u,%u channel %d is %u, expected %u (%u %u %u %u and %u %u %u %u)",
                     i % GRAW_SIZE, i / GRAW_SIZE, c, b[c], a[c], b[0], b[1], b[2], b[3], a[0],
                     a[1], a[2], a[3]);
            return fail(run, name, what, diags);
        }
    }
    return true;
}

static void
count_edges(struct run *run, const uint8_t *image)
{
    for (uint32_t y = 0; y + 1 < GRAW_SIZE; y++) {
        for (uint32_t x = 0; x + 1 < GRAW_SIZE; x++) {
            const uint8_t *pixel = image + 4 * (y * GRAW_SIZE + x);

            run->edge_pixels += is_clear(pixel) != is_clear(pixel + 4) ||
                                is_clear(pixel) != is_clear(pixel + 4 * GRAW_SIZE);
        }
    }
}

/* ---- floats ---- */

/* Functions whose last bits are the device's choice. */
static bool
is_inexact(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_has(ir_op_of(shader, ref), IR_OP_INEXACT))
            return true;
    return false;
}

/* Relative to the larger value, but not below 1, the size of what the shaders compute with: a
 * difference of near numbers has lost bits on any device. */
static double
relative_difference(float a, float b)
{
    if (a == b || (isnan(a) && isnan(b)))
        return 0;
    const double size = fmax(1, fmax(fabs((double)a), fabs((double)b)));
    const double difference = fabs((double)a - (double)b) / size;
    return isnan(difference) ? HUGE_VAL : difference;
}

static bool
compare_float(struct run *run, const char *name, const float *a, const float *b, double limit,
              struct base_diags *diags)
{
    for (uint32_t i = 0; i < GRAW_SIZE * GRAW_SIZE * 4; i++) {
        const double difference = relative_difference(a[i], b[i]);
        char what[160];

        if (difference <= limit) {
            if (difference > run->worst_relative && limit == run->float_limit)
                run->worst_relative = difference;
            continue;
        }
        snprintf(what, sizeof(what), "pixel %u,%u channel %u is %.9g, expected %.9g",
                 i / 4 % GRAW_SIZE, i / 4 / GRAW_SIZE, i % 4, (double)b[i], (double)a[i]);
        return fail(run, name, what, diags);
    }
    return true;
}

/* ---- one shader ---- */

static bool
validate(struct run *run, const char *name, const struct ir_shader *shader,
         struct base_arena *arena, struct base_diags *diags)
{
    if (!spirv_has_tools())
        return true;
    for (unsigned t = 0; t < spirv_target_count; t++) {
        const struct spirv_write_options options = {.target = (enum spirv_target)t};
        struct spirv_module module;

        if (!spirv_translate(shader, &options, arena, &module, diags) ||
            !spirv_validate(&module, options.target, diags))
            return fail(run, name, spirv_target_name(options.target), diags);
    }
    return true;
}

/* What the printer prints, the parser reads, to print the same again. */
static bool
round_trip(struct run *run, const char *name, const struct ir_shader *shader,
           struct base_arena *arena, struct base_diags *diags)
{
    struct base_text first, second;

    base_text_init(&first, arena);
    ir_print(shader, &first);
    const struct ir_shader *read = ir_parse(arena, first.data, first.count, diags);
    if (!read)
        return fail(run, name, "its IR text is not read", diags);
    base_text_init(&second, arena);
    ir_print(read, &second);
    return strcmp(first.data, second.data) == 0 ||
           fail(run, name, "its IR text reads back as another", diags);
}

/* The CPU device with other group sizes and threads: the same bytes. */
static bool
compare_variants(struct run *run, const char *name, const struct graw_scene *scene,
                 const struct scene_bytes *expected, struct base_arena *arena,
                 struct base_diags *diags)
{
    static const struct cpu_options variants[] = {{4, 1, 0}, {8, 2, 0}, {32, 3, 0}, {64, 2, 0}};

    for (size_t i = 0; i < BASE_COUNT(variants); i++) {
        struct scene_device *device = cpu_device_create(&variants[i]);
        struct scene_bytes image;
        const bool is_drawn = draw(device, scene, arena, &image, diags);
        const bool is_same = is_drawn && memcmp(image.data, expected->data, expected->size) == 0;

        device->destroy(device);
        if (!is_same)
            return fail(run, name, is_drawn ? "a group size changes the picture" : "not drawn",
                        diags);
    }
    return true;
}

static bool
test_target(struct run *run, const char *name, const struct graw_shaders *shaders,
            bool is_vertex_test, bool is_float, struct base_arena *arena, struct base_diags *diags)
{
    struct graw_scene scene;
    struct scene_bytes expected, image;

    graw_make_scene(shaders, is_vertex_test, is_float, &scene);
    if (!draw(run->reference, &scene, arena, &expected, diags))
        return fail(run, name, "not drawn on the CPU device", diags);
    if (!run->device)
        return compare_variants(run, name, &scene, &expected, arena, diags);
    if (!draw(run->device, &scene, arena, &image, diags))
        return fail(run, name, "not drawn", diags);
    if (!is_float) {
        count_edges(run, expected.data);
        return compare_unorm(run, name, expected.data, image.data, diags);
    }
    /* A transcendental function may be off by some 2^-13 at the sizes met here. */
    const bool is_loose = is_inexact(shaders->vertex) || is_inexact(shaders->fragment);
    return compare_float(run, name, expected.data, image.data,
                         is_loose ? fmax(ldexp(1, -13), run->float_limit) : run->float_limit,
                         diags);
}

static void
test_text(struct run *run, const char *name, const char *text, size_t size)
{
    struct base_arena arena;
    struct base_diags diags;
    struct graw_shaders shaders;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        printf("fail %s: out of memory\n", name);
        exit(1);
    }
    base_diags_init(&diags, &arena, name);
    base_diags_set_text(&diags, text, size);
    if (!graw_read(&arena, text, size, &shaders, &diags)) {
        fail(run, name, "not read", &diags);
    } else {
        const bool is_vertex_test = strncmp(text, "VERT", 4) == 0;
        const struct ir_shader *shader = is_vertex_test ? shaders.vertex : shaders.fragment;

        if ((run->device || (round_trip(run, name, shader, &arena, &diags) &&
                             validate(run, name, shader, &arena, &diags))) &&
            test_target(run, name, &shaders, is_vertex_test, false, &arena, &diags) &&
            test_target(run, name, &shaders, is_vertex_test, true, &arena, &diags)) {
            printf("pass %s\n", name);
            run->passed++;
        }
    }
    base_arena_finish(&arena);
}

static void
test_file(struct run *run, const char *path, const char *name)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(65536);

    if (!file || !text) {
        printf("fail %s: cannot be read\n", path);
        run->failed++;
    } else {
        test_text(run, name, text, fread(text, 1, 65536, file));
    }
    free(text);
    if (file)
        fclose(file);
}

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Every .tgsi file of a folder, in order; false if there is no such folder. */
static bool
test_folder(struct run *run, const char *folder)
{
    DIR *dir = opendir(folder);
    char *names[MAX_FILES];
    size_t count = 0;

    if (!dir)
        return false;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL && count < MAX_FILES;)
        if (strstr(entry->d_name, ".tgsi"))
            names[count++] = strdup(entry->d_name);
    closedir(dir);
    qsort(names, count, sizeof(names[0]), compare_names);
    for (size_t i = 0; i < count; i++) {
        char path[8192];

        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        test_file(run, path, names[i]);
        free(names[i]);
    }
    return true;
}

static bool
test_all(struct run *run, const char *folder)
{
    static const char *const stages[] = {"fragment", "vertex"};
    const char *corpus = getenv("QUADRILLE_CORPUS");
    bool is_found = false;

    for (size_t i = 0; i < BASE_COUNT(stages); i++) {
        char path[4096];

        if (corpus)
            snprintf(path, sizeof(path), "%s/tgsi/graw/%s", corpus, stages[i]);
        else
            snprintf(path, sizeof(path), "%s/%s", folder, stages[i]);
        is_found = test_folder(run, path) || is_found;
    }
    return is_found;
}

/* The index of a device that is a processor, else of the first. */
static uint32_t
choose_device(struct run *run, struct base_arena *arena, struct base_diags *diags)
{
    struct vk_device_info *devices;
    uint32_t count;

    run->float_limit = ldexp(1, -20);
    if (!vk_list_devices(arena, &devices, &count, diags))
        return 0;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(devices[i].type, "cpu") == 0)
            return i;
    run->float_limit = ldexp(1, -14);
    return 0;
}

/* A host device, validating where it can; NULL with a reason printed. */
static struct scene_device *
open_vulkan(struct run *run)
{
    const struct vk_options options = {.validate = true};
    struct base_arena arena;
    struct base_diags diags;
    struct scene_device *device;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return NULL;
    base_diags_init(&diags, &arena, "vulkan");
    device = vk_device_create(choose_device(run, &arena, &diags), &options, &diags);
    if (!device)
        printf("skip: %s\n", diags.list.count ? diags.list.data[0].message : "no device");
    else
        printf("%s: %s%s\n", device->name, device->description,
               vk_device_is_validating(device) ? "" : " (no validation layer)");
    base_arena_finish(&arena);
    return device;
}

int
main(int argc, char **argv)
{
    const struct cpu_options options = {.lanes = 16};
    struct run run = {0};
    bool is_found;

    if (argc != 3)
        return 2;
    run.reference = cpu_device_create(&options);
    if (strcmp(argv[2], "vulkan") == 0) {
        run.device = open_vulkan(&run);
        if (!run.device) {
            run.reference->destroy(run.reference);
            return SKIPPED;
        }
    }
    is_found = test_all(&run, argv[1]);
    if (run.device)
        run.device->destroy(run.device);
    run.reference->destroy(run.reference);
    if (!is_found) {
        printf("skip: no folder of graw shaders\n");
        return SKIPPED;
    }
    if (strcmp(argv[2], "vulkan") == 0)
        printf("8 bits: largest step %u; coverage differs in %u pixels of %u on edges; "
               "floats: largest relative difference 2^%.1f\n",
               run.worst_step, run.coverage_differences, run.edge_pixels,
               run.worst_relative > 0 ? log2(run.worst_relative) : -HUGE_VAL);
    printf("%u passed, %u failed\n", run.passed, run.failed);
    return run.failed > 0 || run.passed == 0 ||
           1000 * (uint64_t)run.coverage_differences > run.edge_pixels;
}
