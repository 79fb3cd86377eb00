/* SPDX-License-Identifier: MIT
 *
 * Every geometry and tessellation program of the corpus, run on the Vulkan device among made-up
 * inputs, resources and programs of the other stages: whatever it draws, the device takes it, and
 * the validation layer has nothing to say.
 *
 *   test_made_up CORPUS [STEP [PART]]   STEP: each so manieth file; PART: files with that in the
 *                                       name
 */
#include "corpus.h"
#include "surround.h"

#include "base/bits.h"
#include "guest/guest.h"
#include "vulkan/vulkan_device.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE 16
#define PRIMITIVES 2
#define SECONDS 20 /* Of a program: drivers may take minutes to compile what is indexed. */
#define CLEAR 0.125f
/* See test_stages.c. */
#define COUNTED "VUID-RuntimeSpirv-Location-06272"

enum outcome {
    outcome_drawn,
    outcome_clear,
    outcome_missing,
    outcome_long,
    outcome_failed,
    outcome_count
};

static const char *const outcome_names[outcome_count] = {
    "drew", "drew nothing", "want what the host lacks", "take the driver too long", "failed"};

struct run {
    struct scene_device *devices[2]; /* With and without the validation layer. */
    bool is_other;                   /* Ran without it. */
    bool is_finite;                  /* All that was drawn. */
};

struct totals {
    uint32_t others;
    uint32_t not_finite;
    uint32_t counts[outcome_count];
};

/* ---- the scene ---- */

struct drawing {
    struct surround surround;
    struct scene scene;
    struct scene_step steps[3];
};

static enum scene_topology
topology_of(const struct scene_draw *draw)
{
    static const enum scene_topology topologies[ir_primitive_count] = {
        [ir_primitive_points] = scene_topology_points,
        [ir_primitive_lines] = scene_topology_lines,
        [ir_primitive_lines_adjacency] = scene_topology_lines_adjacency,
        [ir_primitive_triangles] = scene_topology_triangles,
        [ir_primitive_triangles_adjacency] = scene_topology_triangles_adjacency,
    };

    return draw->tess_eval ? scene_topology_patches : topologies[draw->geometry->input_primitive];
}

/* The stages that the program lacks before and behind it. */
static void
add_stages(struct surround *s, struct scene_draw *draw, const struct ir_shader *shader)
{
    const struct ir_shader *first = shader, *last = shader;

    draw->patch_vertices = 4;
    if (shader->stage == ir_stage_geometry) {
        draw->geometry = shader;
    } else if (shader->stage == ir_stage_tess_control) {
        draw->tess_control = shader;
        last = draw->tess_eval = surround_eval(s, shader);
    } else {
        draw->tess_eval = shader;
        first = draw->tess_control = surround_control(s, shader, draw->patch_vertices);
    }
    draw->vertex = surround_vertex(s, first);
    draw->fragment = surround_fragment(s, last);
    draw->topology = topology_of(draw);
    draw->vertex_count =
        PRIMITIVES * (draw->tess_eval ? draw->patch_vertices
                                      : ir_primitive_vertices(draw->geometry->input_primitive));
}

static void
make_drawing(struct drawing *d, const struct ir_shader *shader, struct base_arena *arena)
{
    struct scene_draw draw = scene_draw_default(SIZE, SIZE);
    struct scene_clear clear = {0};

    surround_init(&d->surround, arena, 1);
    surround_shader(&d->surround, shader);
    add_stages(&d->surround, &draw, shader);
    draw.targets[0].view = surround_target(&d->surround, scene_format_r32g32b32a32_sfloat, SIZE);
    draw.width = draw.height = SIZE;
    surround_finish(&d->surround, &d->scene, &draw.inputs);
    clear.view = draw.targets[0].view;
    for (unsigned c = 0; c < 4; c++)
        clear.words[c] = base_bits_of_float(CLEAR);
    d->steps[0] = (struct scene_step){.kind = scene_step_clear, .clear = clear};
    d->steps[1] = (struct scene_step){.kind = scene_step_draw, .draw = draw};
    d->steps[2] = (struct scene_step){.kind = scene_step_read_image,
                                      .read = d->surround.views.data[draw.targets[0].view].image};
    d->scene.steps = d->steps;
    d->scene.step_count = 3;
}

/* ---- running ---- */

static enum outcome
look(struct run *run, const struct scene_bytes *bytes)
{
    const float *texels = bytes->data;
    bool is_finite = true, is_clear = true;

    for (size_t i = 0; i < bytes->size / sizeof(*texels); i++) {
        is_finite &= isfinite(texels[i]) != 0;
        is_clear &= texels[i] == CLEAR;
    }
    run->is_finite = is_finite;
    return is_clear ? outcome_clear : outcome_drawn;
}

static enum outcome
draw(struct run *run, const char *name, const char *text, size_t size, struct base_arena *arena,
     const char **why)
{
    const struct guest_options options = {.language = guest_language_tgsi, .name = name};
    struct drawing *d = base_arena_new(arena, struct drawing);
    enum scene_status status = scene_status_bad;
    struct scene_result result;
    struct base_diags diags;

    base_diags_init(&diags, arena, name);
    const struct ir_shader *shader = guest_read(text, size, &options, NULL, arena, &diags);
    if (shader)
        make_drawing(d, shader, arena);
    for (unsigned i = 0; shader && i < 2; i++) {
        base_diags_init(&diags, arena, name);
        status = run->devices[i]->run(run->devices[i], &d->scene, arena, &result, &diags);
        run->is_other = i != 0;
        if (status == scene_status_ok || !diags.list.count ||
            !strstr(diags.list.data[0].message, COUNTED))
            break;
    }
    *why = diags.list.count ? diags.list.data[0].message : "no message";
    if (status == scene_status_ok)
        return look(run, &result.reads[0]);
    return status == scene_status_missing ? outcome_missing : outcome_failed;
}

static bool
open_devices(struct run *run, struct base_diags *diags)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct vk_options options = {.validate = i == 0};

        run->devices[i] = vk_device_create(0, &options, diags);
        if (!run->devices[i])
            return false;
    }
    return true;
}

/* ---- a process for each program ----
 *
 * So that a driver that stops, or that does not, takes one program with it. */

#define IS_OTHER 16
#define IS_NOT_FINITE 32

static int
draw_text(const char *root, const char *name, struct base_arena *arena)
{
    struct run run = {.is_finite = true};
    enum outcome outcome = outcome_failed;
    const char *why = "no device, or no file";
    struct base_diags diags;
    size_t size;

    base_diags_init(&diags, arena, name);
    const char *text = corpus_read(arena, root, name, &size);
    if (text && open_devices(&run, &diags))
        outcome = draw(&run, name, text, size, arena, &why);
    if (outcome == outcome_missing || outcome == outcome_failed)
        printf("%s: %s: %s\n", outcome_names[outcome], name, why);
    fflush(stdout);
    return (int)outcome | (run.is_other ? IS_OTHER : 0) | (run.is_finite ? 0 : IS_NOT_FINITE);
}

/* The exit status of the process, with which what it has goes. */
static int
draw_file(const char *root, const char *name)
{
    struct base_arena arena;

    base_arena_init(&arena, (size_t)1 << 30);
    return BASE_ARENA_CATCH(&arena) ? draw_text(root, name, &arena) : (int)outcome_failed;
}

static void
try_file(struct totals *totals, const char *root, const char *name)
{
    int status = 0;

    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS);
        _exit(draw_file(root, name));
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        totals->counts[outcome_failed]++;
    } else if (WIFSIGNALED(status)) {
        const bool is_long = WTERMSIG(status) == SIGALRM;

        totals->counts[is_long ? outcome_long : outcome_failed]++;
        printf("%s: %s: signal %d\n", outcome_names[is_long ? outcome_long : outcome_failed], name,
               WTERMSIG(status));
    } else {
        totals->counts[WEXITSTATUS(status) & (IS_OTHER - 1)]++;
        totals->others += (WEXITSTATUS(status) & IS_OTHER) != 0;
        totals->not_finite += (WEXITSTATUS(status) & IS_NOT_FINITE) != 0;
    }
}

/* Asked in a process of its own, too: what a driver keeps is not for children. */
static bool
has_device(void)
{
    struct vk_device_info *devices;
    struct base_arena arena;
    struct base_diags diags;
    uint32_t count = 0;
    int status = 1;

    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        base_arena_init(&arena, 0);
        if (!BASE_ARENA_CATCH(&arena))
            _exit(1);
        base_diags_init(&diags, &arena, "vulkan");
        _exit(!vk_list_devices(&arena, &devices, &count, &diags) || count == 0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int
main(int argc, char **argv)
{
    static const char *const folders[] = {"softpipe/geom", "virgl/geom", "virgl/tctrl",
                                          "virgl/teval"};
    const uint32_t step = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    const char *root = corpus_root(argc > 1 ? argv[1] : "", "tgsi/mesa");
    struct totals totals = {0};
    struct base_arena arena;

    if (!root || !has_device()) {
        puts("skipped: there is no corpus or no Vulkan device");
        return CORPUS_SKIPPED;
    }
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return 1;
    for (size_t f = 0; f < BASE_COUNT(folders); f++) {
        uint32_t count;
        const char **names = corpus_list(&arena, root, folders[f], ".tgsi", &count);

        for (uint32_t i = 0; i < count; i += step ? step : 1)
            if (argc <= 3 || strstr(names[i], argv[3]))
                try_file(&totals, root, names[i]);
    }
    base_arena_finish(&arena);
    for (unsigned i = 0; i < outcome_count; i++)
        printf("%u %s, ", totals.counts[i], outcome_names[i]);
    printf("%u without the validation layer; %u drew what is not finite\n", totals.others,
           totals.not_finite);
    return totals.counts[outcome_failed] > 0 || (argc <= 3 && totals.counts[outcome_drawn] == 0);
}
