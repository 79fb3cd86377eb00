/* SPDX-License-Identifier: MIT
 *
 * Fragment programs that Mesa made of piglit's tests, drawn as those tests draw them: each row of
 * the corpus's index whose commands a script has words for becomes a script, with the uniforms
 * where the index says that Mesa put them, and its probes are judged on the CPU device.
 *
 *   test_probes CORPUS [PART]     PART: rows whose file has that in its name, and verbosely
 */
#include "probes.h"

#include "cpu/cpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
run_row(const char *root, const struct index *index, const struct row *row,
        const struct probes_device *device, bool is_verbose, struct counts *counts)
{
    struct base_arena arena;

    base_arena_init(&arena, (size_t)1 << 30);
    if (!BASE_ARENA_CATCH(&arena)) {
        printf("fail %s: no memory\n", row->columns[column_file]);
        counts->failed++;
    } else {
        uint32_t count;
        const bool is_virgl = strncmp(row->columns[column_file], "virgl/", 6) == 0;
        const struct row *vertex = probes_find(index, row->columns[column_test], "vert",
                                               is_virgl ? "virgl/" : "softpipe/", &count);

        /* One that both drivers got alike is there once. */
        if (!vertex)
            vertex = probes_find(index, row->columns[column_test], "vert",
                                 is_virgl ? "softpipe/" : "virgl/", &count);
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
            probes_judge(&job, device, is_verbose, counts);
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
    const struct probes_device device = {.device = cpu_device_create(&options)};
    if (!device.device)
        return 1;
    probes_read_index(&arena, text, &index);
    for (uint32_t i = 0; i < index.rows.count; i++) {
        const struct row *row = &index.rows.data[i];

        if (strcmp(row->columns[column_stage], "frag") == 0 &&
            strcmp(row->columns[column_result], "pass") == 0 &&
            strcmp(row->columns[column_kind], "rect") == 0 &&
            (!part || strstr(row->columns[column_file], part)))
            run_row(root, &index, row, &device, part != NULL, &counts);
    }
    device.device->destroy(device.device);
    base_arena_finish(&arena);
    probes_print(&counts, "programs");
    return counts.failed > 0 || counts.passed == 0;
}
