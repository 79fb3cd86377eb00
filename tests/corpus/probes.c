/* SPDX-License-Identifier: MIT */
#include "probes.h"

#include "script/script.h"

#include <stdio.h>
#include <string.h>

/* ---- the index ---- */

void
probes_read_index(struct base_arena *arena, char *text, struct index *index)
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

const struct row *
probes_find(const struct index *index, const char *test, const char *stage, const char *driver,
            uint32_t *count)
{
    const struct row *found = NULL;

    *count = 0;
    for (uint32_t i = 0; i < index->rows.count; i++) {
        const struct row *row = &index->rows.data[i];

        if (strcmp(row->columns[column_stage], stage) != 0 ||
            strcmp(row->columns[column_test], test) != 0 ||
            strncmp(row->columns[column_file], driver, strlen(driver)) != 0)
            continue;
        found = row;
        ++*count;
    }
    return found;
}

/* ---- running ---- */

static void
count_reason(struct counts *counts, const char *reason)
{
    uint32_t i = 0;

    counts->skipped++;
    while (i < counts->reason_count && strcmp(counts->reasons[i].text, reason) != 0)
        i++;
    if (i == PROBES_MAX_REASONS)
        return;
    if (i == counts->reason_count) {
        snprintf(counts->reasons[i].text, sizeof(counts->reasons[i].text), "%s", reason);
        counts->reason_count++;
    }
    counts->reasons[i].count++;
}

void
probes_judge(struct job *job, const struct probes_device *device, bool is_verbose,
             struct counts *counts)
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
        script_run(script, device->device, &options, job->arena, &verdict);
    else
        verdict.reason = script_reason_of(&diags, job->arena);
    if (verdict.outcome == script_outcome_fail && device->other &&
        strstr(verdict.reason, device->reason)) {
        script_run(script, device->other, &options, job->arena, &verdict);
        counts->others++;
    }
    if (verdict.outcome == script_outcome_skip) {
        count_reason(counts, "what the device lacks");
        if (is_verbose)
            printf("skip %s: %s\n", job->row->columns[column_file], verdict.reason);
        return;
    }
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

void
probes_print(const struct counts *counts, const char *what)
{
    printf("%u %s passed with %u probes, %u failed, %u have commands that no script has\n",
           counts->passed, what, counts->probes, counts->failed, counts->skipped);
    for (uint32_t i = 0; i < counts->reason_count; i++)
        printf("  %u: %s\n", counts->reasons[i].count, counts->reasons[i].text);
}
