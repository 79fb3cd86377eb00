/* SPDX-License-Identifier: MIT
 *
 * All fragment programs of the corpus, drawn on the CPU device and on the host's, each with made-up
 * inputs and resources, and compared: targets, depth, and what they wrote to memory.
 *
 *   test_draws CORPUS [STEP [PART]]   STEP: each so manieth file; PART: files with that in the name
 */
#include "corpus.h"
#include "surround.h"

#include "base/bits.h"
#include "cpu/cpu.h"
#include "guest/guest.h"
#include "vulkan/vulkan_device.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 16
#define STEPS (UINT64_C(1) << 18) /* Of a group: those that loop for long run on no device. */
/* Most that floats may differ by, of the greater one, but of 1 at least. */
#define TOLERANCE 1e-3
/* What is chosen by a comparison may come out otherwise at some places. */
#define MOST_DIFFERENT 0.02

enum outcome {
    outcome_alike,
    outcome_differs,
    outcome_refused,
    outcome_long,
    outcome_missing,
    outcome_open,
    outcome_count
};

static const char *const outcome_names[outcome_count] = {"alike",
                                                         "differ",
                                                         "are refused",
                                                         "run too long for a test",
                                                         "want what the host lacks",
                                                         "have open results"};

/* Programs whose results are open. */
static const struct {
    const char *name;
    const char *why;
} open_results[] = {
    {"arb_shader_image_load_store-level", "fragments load and store one texel"},
    {"texrect-many", "coordinates lie on the edges of texels"},
    {"1371-fs-layout", "fragments read counters that others raise"},
    {"fs-dfdx-accuracy", "the roundings of a derivative are compared with a bound"},
};

static const char *
why_open(const char *name)
{
    for (size_t i = 0; i < BASE_COUNT(open_results); i++)
        if (strstr(name, open_results[i].name))
            return open_results[i].why;
    return NULL;
}

struct run {
    struct scene_device *devices[2];
    bool is_verbose;
    uint32_t counts[outcome_count];
};

static struct ir_shader *
read_shader(const char *text, size_t size, const char *name, struct base_arena *arena,
            struct base_diags *diags)
{
    const struct guest_options options = {.language = guest_language_tgsi, .name = name};

    return guest_read(text, size, &options, NULL, arena, diags);
}

/* ---- the scene ---- */

#define MOST_STEPS 64

struct drawing {
    struct surround surround;
    struct scene scene;
    struct scene_step steps[MOST_STEPS];
    bool is_float[MOST_STEPS]; /* Of each read. */
    uint32_t reads;
};

static void
add_read(struct drawing *d, enum scene_step_kind kind, uint32_t what, bool is_float)
{
    if (d->scene.step_count == MOST_STEPS)
        return;
    d->steps[d->scene.step_count].kind = kind;
    d->steps[d->scene.step_count++].read = what;
    d->is_float[d->reads++] = is_float;
}

static void
add_targets(struct drawing *d, const struct ir_shader *fragment, struct scene_draw *draw)
{
    draw->target_count = 0;
    draw->depth_view = SCENE_NONE;
    for (uint32_t i = 0; i < SCENE_MAX_TARGETS; i++)
        draw->targets[i].view = draw->targets[i].resolve = SCENE_NONE;
    for (uint32_t i = 0; i < fragment->outputs.count; i++) {
        const struct ir_io *io = &fragment->outputs.data[i];

        if (io->builtin == ir_builtin_frag_depth) {
            draw->depth_view = surround_target(&d->surround, scene_format_d32_sfloat, SIZE);
            draw->depth.has_test = draw->depth.has_write = true;
            draw->depth.compare = scene_compare_always;
        } else if (!io->builtin && io->index == 0 && io->location < SCENE_MAX_TARGETS &&
                   draw->targets[io->location].view == SCENE_NONE) {
            draw->targets[io->location].view =
                surround_target(&d->surround,
                                io->type == ir_type_f32 ? scene_format_r32g32b32a32_sfloat
                                                        : scene_format_r32g32b32a32_uint,
                                SIZE);
            if (draw->target_count <= io->location)
                draw->target_count = io->location + 1;
        }
    }
}

static void
make_drawing(struct drawing *d, const struct ir_shader *fragment, struct base_arena *arena,
             uint64_t seed)
{
    struct scene_draw draw = scene_draw_default(SIZE, SIZE);

    surround_init(&d->surround, arena, seed);
    surround_shader(&d->surround, fragment);
    draw.vertex = surround_vertex(&d->surround, fragment);
    draw.fragment = fragment;
    add_targets(d, fragment, &draw);
    draw.width = draw.height = SIZE;
    surround_finish(&d->surround, &d->scene, &draw.inputs);
    d->scene.steps = d->steps;
    d->steps[d->scene.step_count].kind = scene_step_draw;
    d->steps[d->scene.step_count++].draw = draw;
    for (uint32_t i = 0; i < draw.target_count; i++)
        if (draw.targets[i].view != SCENE_NONE) {
            const uint32_t image = d->surround.views.data[draw.targets[i].view].image;

            add_read(d, scene_step_read_image, image,
                     scene_format_is_float(d->surround.images.data[image].format));
        }
    if (draw.depth_view != SCENE_NONE)
        add_read(d, scene_step_read_image, d->surround.views.data[draw.depth_view].image, true);
    for (uint32_t i = 0; i < d->surround.written_buffers.count; i++)
        add_read(d, scene_step_read_buffer, d->surround.written_buffers.data[i], true);
    for (uint32_t i = 0; i < d->surround.written_images.count; i++)
        add_read(d, scene_step_read_image, d->surround.written_images.data[i], false);
}

/* ---- comparing ---- */

static bool
is_alike(uint32_t a, uint32_t b, bool is_float)
{
    const double x = (double)base_float_of_bits(a), y = (double)base_float_of_bits(b);
    const double most = fmax(fmax(fabs(x), fabs(y)), 1);

    if (a == b)
        return true;
    if (!is_float)
        return false;
    return (isnan(x) && isnan(y)) || fabs(x - y) <= TOLERANCE * most;
}

/* How many words differ, of how many. */
static uint32_t
count_differences(const struct drawing *d, const struct scene_result results[2], uint32_t *words,
                  char *where, size_t room)
{
    uint32_t count = 0;

    *words = 0;
    for (uint32_t i = 0; i < d->reads; i++) {
        const struct scene_bytes *a = &results[0].reads[i], *b = &results[1].reads[i];

        for (size_t at = 0; at + 4 <= a->size && at + 4 <= b->size; at += 4) {
            uint32_t x, y;

            memcpy(&x, (const char *)a->data + at, 4);
            memcpy(&y, (const char *)b->data + at, 4);
            ++*words;
            if (is_alike(x, y, d->is_float[i]))
                continue;
            if (!count++)
                snprintf(where, room,
                         "read %" PRIu32 ", word %zu: 0x%08" PRIx32 " (%g), 0x%08" PRIx32 " (%g)",
                         i, at / 4, x, (double)base_float_of_bits(x), y,
                         (double)base_float_of_bits(y));
        }
    }
    return count;
}

static bool
is_budget(const struct base_diags *diags)
{
    return diags->list.count > 0 && strstr(diags->list.data[0].message, "found no end") != NULL;
}

static enum outcome
draw(struct run *run, const char *name, const char *text, size_t size, struct base_arena *arena,
     char *why, size_t room)
{
    struct drawing *d = base_arena_new(arena, struct drawing);
    struct scene_result results[2];
    struct base_diags diags;
    uint32_t words;

    base_diags_init(&diags, arena, name);
    const struct ir_shader *fragment = read_shader(text, size, name, arena, &diags);
    for (uint32_t i = 0; !fragment && i < diags.list.count; i++)
        if (diags.list.data[i].severity == QD_SEVERITY_ERROR) {
            snprintf(why, room, "%s", diags.list.data[i].message);
            return outcome_refused;
        }
    if (!fragment)
        return outcome_refused;
    make_drawing(d, fragment, arena, 1);
    for (unsigned i = 0; i < 2; i++) {
        base_diags_init(&diags, arena, name);
        const enum scene_status status =
            run->devices[i]->run(run->devices[i], &d->scene, arena, &results[i], &diags);

        if (status == scene_status_ok)
            continue;
        snprintf(why, room, "%s: %s", run->devices[i]->name,
                 diags.list.count ? diags.list.data[0].message : "?");
        if (i == 0 && is_budget(&diags))
            return outcome_long;
        return status == scene_status_missing ? outcome_missing : outcome_differs;
    }
    const uint32_t count = count_differences(d, results, &words, why, room);
    if (count > 0 && why_open(name)) {
        snprintf(why, room, "%s", why_open(name));
        return outcome_open;
    }
    return count > (double)words * MOST_DIFFERENT ? outcome_differs : outcome_alike;
}

static void
draw_file(struct run *run, const char *root, const char *name)
{
    struct base_arena arena;
    char why[512] = "";

    base_arena_init(&arena, (size_t)1 << 30);
    if (!BASE_ARENA_CATCH(&arena)) {
        printf("%s: no memory\n", name);
        run->counts[outcome_differs]++;
    } else {
        size_t size;
        const char *text = corpus_read(&arena, root, name, &size);
        const enum outcome outcome =
            text ? draw(run, name, text, size, &arena, why, sizeof(why)) : outcome_differs;

        run->counts[outcome]++;
        if (outcome != outcome_alike)
            printf("%s: %s: %s\n", outcome_names[outcome], name, why);
    }
    base_arena_finish(&arena);
}

int
main(int argc, char **argv)
{
    static const char *const folders[] = {"softpipe/frag", "virgl/frag"};
    const struct cpu_options cpu = {.threads = 1, .steps = STEPS};
    /* A host that compiles on a busy processor takes its time. */
    const struct vk_options vulkan = {.seconds = 600};
    const uint32_t step = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    const char *root = corpus_root(argc > 1 ? argv[1] : "", "tgsi/mesa");
    struct run run = {.is_verbose = argc > 3};
    struct base_arena arena;
    struct base_diags diags;
    uint32_t total = 0;

    if (!root) {
        puts("skipped: there is no corpus");
        return CORPUS_SKIPPED;
    }
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return 1;
    base_diags_init(&diags, &arena, "vulkan");
    run.devices[0] = cpu_device_create(&cpu);
    run.devices[1] = vk_device_create(0, &vulkan, &diags);
    if (!run.devices[1]) {
        printf("skipped: %s\n", diags.list.count ? diags.list.data[0].message : "no Vulkan device");
        return CORPUS_SKIPPED;
    }
    for (size_t f = 0; f < BASE_COUNT(folders); f++) {
        uint32_t count;
        const char **names = corpus_list(&arena, root, folders[f], ".tgsi", &count);

        for (uint32_t i = 0; i < count; i += step ? step : 1)
            if (argc <= 3 || strstr(names[i], argv[3])) {
                draw_file(&run, root, names[i]);
                total++;
            }
    }
    for (unsigned i = 0; i < 2; i++)
        run.devices[i]->destroy(run.devices[i]);
    base_arena_finish(&arena);
    printf("%u programs on cpu and %s:", total, "vulkan");
    for (unsigned i = 0; i < outcome_count; i++)
        printf(" %u %s%s", run.counts[i], outcome_names[i], i + 1 < outcome_count ? "," : "\n");
    return run.counts[outcome_differs] > 0 || run.counts[outcome_refused] > 0 || total == 0;
}
