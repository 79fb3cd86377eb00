/* SPDX-License-Identifier: MIT
 *
 * Fragment programs that Mesa made of piglit's tests, drawn as those tests draw them: each row of
 * the corpus's index whose commands a script has words for becomes a script, with the uniforms
 * where the index says that Mesa put them, and its probes are judged on the CPU device.
 *
 *   test_probes CORPUS [PART]     PART: rows whose file has that in its name, and verbosely
 */
#include "probe_script.h"

#include "cpu/cpu.h"
#include "script/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the index ---- */

struct index {
    BASE_ARRAY(struct row) rows;
};

static void
read_index(struct base_arena *arena, char *text, struct index *index)
{
    for (char *line = text, *next; line && *line; line = next) {
        struct row row = {{0}};

        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        for (unsigned i = 0; i < column_count; i++) {
            char *tab = line ? strchr(line, '\t') : NULL;

            row.columns[i] = line ? line : "";
            if (tab)
                *tab++ = '\0';
            line = tab;
        }
        base_array_push(arena, &index->rows, row);
    }
}

/* The vertex program of the same test, in the folder of that driver. count: how many there are. */
static const struct row *
find_vertex(const struct index *index, const struct row *fragment, const char *driver,
            uint32_t *count)
{
    const struct row *found = NULL;

    *count = 0;
    for (uint32_t i = 0; i < index->rows.count; i++) {
        const struct row *row = &index->rows.data[i];

        if (strcmp(row->columns[column_stage], "vert") != 0 ||
            strcmp(row->columns[column_test], fragment->columns[column_test]) != 0 ||
            strncmp(row->columns[column_file], driver, strlen(driver)) != 0)
            continue;
        found = row;
        ++*count;
    }
    return found;
}

/* ---- running ---- */

#define MAX_REASONS 64

struct counts {
    uint32_t passed;
    uint32_t failed;
    uint32_t skipped;
    uint32_t probes;
    struct {
        char text[64];
        uint32_t count;
    } reasons[MAX_REASONS];
    uint32_t reason_count;
};

static void
count_reason(struct counts *counts, const char *reason)
{
    uint32_t i = 0;

    counts->skipped++;
    while (i < counts->reason_count && strcmp(counts->reasons[i].text, reason) != 0)
        i++;
    if (i == MAX_REASONS)
        return;
    if (i == counts->reason_count) {
        snprintf(counts->reasons[i].text, sizeof(counts->reasons[i].text), "%s", reason);
        counts->reason_count++;
    }
    counts->reasons[i].count++;
}

static void
judge(struct job *job, struct scene_device *device, bool is_verbose, struct counts *counts)
{
    const struct script_run_options options = {0};
    struct script_verdict verdict = {.outcome = script_outcome_fail};
    struct base_diags diags;

    if (job->skip) {
        count_reason(counts, job->skip);
        if (is_verbose)
            printf("skip %s: %s\n", job->row->columns[column_file], job->skip);
        return;
    }
    base_diags_init(&diags, job->arena, job->row->columns[column_file]);
    const char *text = base_text_string(&job->out);
    const struct script *script = script_read(text, job->out.count, NULL, job->arena, &diags);
    if (script)
        script_run(script, device, &options, job->arena, &verdict);
    else
        verdict.reason = script_reason_of(&diags, job->arena);
    if (verdict.outcome == script_outcome_pass) {
        counts->passed++;
        counts->probes += job->probes;
        return;
    }
    counts->failed++;
    printf("fail %s: %s\n", job->row->columns[column_file], verdict.reason);
    if (is_verbose)
        fputs(text, stdout);
}

static void
run_row(const char *root, const struct index *index, const struct row *row,
        struct scene_device *device, bool is_verbose, struct counts *counts)
{
    struct base_arena arena;

    base_arena_init(&arena, (size_t)1 << 30);
    if (!BASE_ARENA_CATCH(&arena)) {
        printf("fail %s: no memory\n", row->columns[column_file]);
        counts->failed++;
    } else {
        uint32_t count;
        const bool is_virgl = strncmp(row->columns[column_file], "virgl/", 6) == 0;
        const struct row *vertex =
            find_vertex(index, row, is_virgl ? "virgl/" : "softpipe/", &count);

        /* One that both drivers got alike is there once. */
        if (!vertex)
            vertex = find_vertex(index, row, is_virgl ? "softpipe/" : "virgl/", &count);
        struct job job = {.arena = &arena, .row = row};
        size_t size;

        const char *text = corpus_read(&arena, root, row->columns[column_file], &size);
        job.programs[probe_fragment] =
            (struct probe_program){text, row->columns[column_declarations]};
        if (vertex)
            job.programs[probe_vertex] = (struct probe_program){
                corpus_read(&arena, root, vertex->columns[column_file], &size),
                vertex->columns[column_declarations]};
        if (count > 1)
            job.skip = "several vertex programs";
        if (!vertex && text && strstr(text, "DCL IN["))
            job.skip = "inputs, and no vertex program";
        if (text) {
            probe_script_make(&job);
            judge(&job, device, is_verbose, counts);
        }
    }
    base_arena_finish(&arena);
}

int
main(int argc, char **argv)
{
    const struct cpu_options options = {.threads = 1};
    const char *part = argc > 2 ? argv[2] : NULL;
    struct counts counts = {0};
    struct base_arena arena;
    struct index index = {{0}};
    size_t size;
    const char *root = corpus_root(argc > 1 ? argv[1] : "", "tgsi/mesa");

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return 1;
    char *text = root ? corpus_read(&arena, root, "index.tsv", &size) : NULL;
    if (!text) {
        puts("skipped: there is no corpus");
        return CORPUS_SKIPPED;
    }
    struct scene_device *device = cpu_device_create(&options);
    if (!device)
        return 1;
    read_index(&arena, text, &index);
    for (uint32_t i = 0; i < index.rows.count; i++) {
        const struct row *row = &index.rows.data[i];

        if (strcmp(row->columns[column_stage], "frag") == 0 &&
            strcmp(row->columns[column_result], "pass") == 0 &&
            strcmp(row->columns[column_kind], "rect") == 0 &&
            (!part || strstr(row->columns[column_file], part)))
            run_row(root, &index, row, device, part != NULL, &counts);
    }
    device->destroy(device);
    base_arena_finish(&arena);
    printf("%u programs passed with %u probes, %u failed, %u have commands that no script has\n",
           counts.passed, counts.probes, counts.failed, counts.skipped);
    for (uint32_t i = 0; i < counts.reason_count; i++)
        printf("  %u: %s\n", counts.reasons[i].count, counts.reasons[i].text);
    return counts.failed > 0 || counts.passed == 0;
}
