/* SPDX-License-Identifier: MIT
 *
 * Geometry and tessellation programs that Mesa made of piglit's tests, on the Vulkan device alone,
 * for no other has these stages: drawn as those tests draw them, with their probes, where the
 * index's commands are ones that a script has. What the corpus lacks of a test's programs, because
 * many tests have the same, is one of those here.
 *
 *   test_stages CORPUS [PART]     PART: rows whose file has that in its name, and verbosely
 */
#include "probes.h"

#include "vulkan/vulkan_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- programs that most of piglit's generated tests share ---- */

/* Hands its place on, also as what the next stage takes for it. */
static const char stock_vertex[] = "VERT\n"
                                   "DCL IN[0]\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL OUT[1], GENERIC[0]\n"
                                   "MOV OUT[0], IN[0]\n"
                                   "MOV OUT[1], IN[0]\n"
                                   "END\n";

static const char stock_fragment[] = "FRAG\n"
                                     "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                     "DCL OUT[0], COLOR\n"
                                     "MOV OUT[0], IN[0]\n"
                                     "END\n";

/* A rectangle between its four vertices, of the patch's colour. */
static const char stock_eval[] = "TESS_EVAL\n"
                                 "PROPERTY TES_PRIM_MODE 7\n"
                                 "DCL IN[][0], GENERIC[0]\n"
                                 "DCL IN[1], PATCH[0]\n"
                                 "DCL SV[0], TESSCOORD\n"
                                 "DCL OUT[0], POSITION\n"
                                 "DCL OUT[1], GENERIC[0]\n"
                                 "DCL TEMP[0..1]\n"
                                 "LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]\n"
                                 "LRP TEMP[1], SV[0].xxxx, IN[3][0], IN[2][0]\n"
                                 "LRP OUT[0], SV[0].yyyy, TEMP[1], TEMP[0]\n"
                                 "MOV OUT[1], IN[1]\n"
                                 "END\n";

/* The layer counts built-ins, tessellation levels among them, with what a stage writes for each
 * vertex: programs that use all that lavapipe has are too many for it, though not for the driver.
 */
#define COUNTED "VUID-RuntimeSpirv-Location-06272"

/* ---- a test's programs ---- */

static const struct {
    const char *name;
    enum probe_stage stage;
} stages[] = {
    {"vert", probe_vertex},   {"tctrl", probe_control}, {"teval", probe_eval},
    {"geom", probe_geometry}, {"frag", probe_fragment},
};

struct run {
    const char *root;
    struct index index;
    struct probes_device device;
    bool is_verbose;
    struct counts counts;
};

static const char *
driver_of(const struct row *row)
{
    return strncmp(row->columns[column_file], "virgl/", 6) == 0 ? "virgl/" : "softpipe/";
}

/* One that both drivers got alike is there once. */
static const struct row *
find_program(const struct run *run, const struct row *leader, const char *stage, uint32_t *count)
{
    const char *driver = driver_of(leader);
    const struct row *found =
        probes_find(&run->index, leader->columns[column_test], stage, driver, count);

    if (found || (strcmp(stage, "vert") != 0 && strcmp(stage, "frag") != 0))
        return found;
    return probes_find(&run->index, leader->columns[column_test], stage,
                       strcmp(driver, "virgl/") == 0 ? "softpipe/" : "virgl/", count);
}

static void
find_programs(const struct run *run, struct job *job)
{
    for (size_t i = 0; i < BASE_COUNT(stages); i++) {
        uint32_t count;
        size_t size;
        const struct row *row = find_program(run, job->row, stages[i].name, &count);

        if (count > 1)
            job->skip = "several programs of a stage";
        if (row)
            job->programs[stages[i].stage] = (struct probe_program){
                corpus_read(job->arena, run->root, row->columns[column_file], &size),
                row->columns[column_declarations]};
    }
}

static bool
declares(const struct probe_program *program, const char *name)
{
    return program->declarations && strstr(program->declarations, name);
}

/* Has each register that a program declares so one of these two semantics? */
static bool
has_only(const struct probe_program *program, const char *registers, const char *semantic,
         const char *other)
{
    for (const char *at = strstr(program->text, registers); at; at = strstr(at + 1, registers)) {
        const char *comma = strchr(at, ',');
        const size_t size = comma ? strcspn(comma, "\n") : 0;

        /* All components: a mask would stand before the comma. */
        if (!comma || comma[-1] != ']' ||
            !((size == strlen(semantic) && memcmp(comma, semantic, size) == 0) ||
              (size == strlen(other) && memcmp(comma, other, size) == 0)))
            return false;
    }
    return true;
}

static void
add_vertex(struct job *job)
{
    const struct probe_program *next = job->programs[probe_control].text
                                           ? &job->programs[probe_control]
                                           : &job->programs[probe_geometry];
    const bool is_place = declares(next, "vertex_to_gs") || declares(next, "vertex_to_tcs");

    job->programs[probe_vertex].text = stock_vertex;
    if (!next->text || !has_only(next, "DCL IN[]", ", POSITION", is_place ? ", GENERIC[0]" : ""))
        job->skip = "inputs, and no vertex program";
}

static void
add_fragment(struct job *job)
{
    const struct probe_program *last = job->programs[probe_geometry].text
                                           ? &job->programs[probe_geometry]
                                           : &job->programs[probe_eval];

    job->programs[probe_fragment].text = stock_fragment;
    if (!last->text || !strstr(last->text, ", GENERIC[0]") ||
        !has_only(last, "DCL OUT[", ", POSITION", ", GENERIC[0]"))
        job->skip = "outputs, and no fragment program";
}

static void
add_missing(struct job *job)
{
    struct probe_program *control = &job->programs[probe_control];
    struct probe_program *eval = &job->programs[probe_eval];

    if (eval->text && !control->text)
        job->skip = "an evaluation program alone";
    if (control->text && !eval->text) {
        if (!declares(control, "vertex_to_tes") || !declares(control, "color_to_tes"))
            job->skip = "patches, and no evaluation program";
        eval->text = stock_eval;
    }
    if (!job->programs[probe_vertex].text)
        add_vertex(job);
    if (!job->programs[probe_fragment].text)
        add_fragment(job);
}

/* Is it the row of its test that stands for all of the pipeline? */
static bool
is_leading(const struct index *index, const struct row *row)
{
    static const char *const leading[] = {"geom", "teval", "tctrl"};

    for (size_t i = 0; i < BASE_COUNT(leading); i++) {
        uint32_t count;
        const struct row *found =
            probes_find(index, row->columns[column_test], leading[i], driver_of(row), &count);

        if (found)
            return found == row;
    }
    return false;
}

/* ---- probes ---- */

static void
run_row(struct run *run, const struct row *row)
{
    struct base_arena arena;
    struct job job = {.arena = &arena, .row = row};

    base_arena_init(&arena, (size_t)1 << 30);
    if (!BASE_ARENA_CATCH(&arena)) {
        printf("fail %s: no memory\n", row->columns[column_file]);
        run->counts.failed++;
    } else {
        find_programs(run, &job);
        add_missing(&job);
        probe_script_make(&job);
        probes_judge(&job, &run->device, run->is_verbose, &run->counts);
    }
    base_arena_finish(&arena);
}

static bool
is_probed(const struct row *row)
{
    const char *kind = row->columns[column_kind];

    return strcmp(row->columns[column_result], "pass") == 0 &&
           (strcmp(kind, "rect") == 0 || strcmp(kind, "probe") == 0);
}

static bool
open_devices(struct probes_device *devices, struct base_diags *diags)
{
    const struct vk_options validated = {.validate = true}, plain = {.validate = false};

    devices->reason = COUNTED;
    devices->device = vk_device_create(0, &validated, diags);
    devices->other = devices->device ? vk_device_create(0, &plain, diags) : NULL;
    return devices->other != NULL;
}

int
main(int argc, char **argv)
{
    const char *part = argc > 2 ? argv[2] : NULL;
    struct run run = {.root = corpus_root(argc > 1 ? argv[1] : "", "tgsi/mesa"),
                      .is_verbose = part != NULL};
    struct base_arena arena;
    struct base_diags diags;
    size_t size;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return 1;
    char *text = run.root ? corpus_read(&arena, run.root, "index.tsv", &size) : NULL;
    if (!text) {
        puts("skipped: there is no corpus");
        return CORPUS_SKIPPED;
    }
    base_diags_init(&diags, &arena, "vulkan");
    if (!open_devices(&run.device, &diags)) {
        printf("skipped: %s\n", diags.list.count ? diags.list.data[0].message : "no Vulkan device");
        return CORPUS_SKIPPED;
    }
    probes_read_index(&arena, text, &run.index);
    for (uint32_t i = 0; i < run.index.rows.count; i++) {
        const struct row *row = &run.index.rows.data[i];

        if (is_probed(row) && (!part || strstr(row->columns[column_file], part)) &&
            is_leading(&run.index, row))
            run_row(&run, row);
    }
    run.device.device->destroy(run.device.device);
    run.device.other->destroy(run.device.other);
    base_arena_finish(&arena);
    probes_print(&run.counts, "pipelines");
    printf("%u of them without the validation layer\n", run.counts.others);
    return run.counts.failed > 0 || run.counts.passed == 0;
}
