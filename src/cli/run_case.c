/* SPDX-License-Identifier: MIT
 *
 * One script, from its file to its verdict.
 */
#include "cli/cli.h"

#include <stdlib.h>

struct work {
    struct cli_run_state *state;
    const char *path;
    struct cli_run_result *result;
};

/* ---- files that scripts name ---- */

/* Relative to the script and not above it: scripts come from anywhere. */
static bool
is_below(const char *path)
{
    if (path[0] == '/' || path[0] == '\0')
        return false;
    for (const char *at = path; at; at = strchr(at, '/')) {
        at += *at == '/';
        if (at[0] == '.' && at[1] == '.' && (at[2] == '/' || at[2] == '\0'))
            return false;
    }
    return true;
}

struct files {
    struct cli_job *job;
    const char *script;
};

static const char *
full_path(const struct files *files, const char *path)
{
    const char *slash = strrchr(files->script, '/');

    if (!slash)
        return path;
    return base_arena_printf(&files->job->arena, "%.*s/%s", (int)(slash - files->script),
                             files->script, path);
}

static bool
read_file(void *context, const char *path, const char **data, size_t *size)
{
    const struct files *files = context;

    return is_below(path) && cli_input_read(files->job, full_path(files, path), data, size);
}

static bool
read_png(void *context, const char *path, uint32_t *width, uint32_t *height,
         const unsigned char **texels)
{
    const struct files *files = context;
    struct scene_image image;

    if (!is_below(path) || !cli_image_read(files->job, full_path(files, path), &image))
        return false;
    *width = image.width;
    *height = image.height;
    *texels = image.data;
    return true;
}

/* ---- pictures ---- */

/* Expected (or the first device's), got (or the second's) and the difference, side by side. */
static void
write_picture(struct cli_job *job, const struct work *work, const struct script_picture *picture)
{
    const size_t row = (size_t)4 * picture->width;
    const unsigned char *const parts[] = {picture->expected, picture->got, picture->difference};
    char *name = base_arena_copy_string(&job->arena, work->path, strlen(work->path));

    if (picture->width > SCENE_MAX_SIZE / BASE_COUNT(parts))
        return;
    unsigned char *texels =
        base_arena_alloc_array(&job->arena, picture->height, row * BASE_COUNT(parts));
    for (uint32_t y = 0; y < picture->height; y++) {
        for (size_t i = 0; i < BASE_COUNT(parts); i++)
            memcpy(texels + (y * BASE_COUNT(parts) + i) * row, parts[i] + y * row, row);
    }
    for (char *at = name; *at; at++) {
        if (*at == '/')
            *at = '+';
    }
    struct scene_image image = scene_image_2d_of(
        scene_format_r8g8b8a8_unorm, picture->width * (uint32_t)BASE_COUNT(parts), picture->height);
    image.data = texels;
    image.size = row * BASE_COUNT(parts) * picture->height;
    cli_image_write(base_arena_printf(&job->arena, "%s/%s.png", work->state->run->output, name),
                    &image, job->common);
}

/* ---- the case ---- */

static void
keep_reason(struct cli_run_result *result, const char *reason)
{
    if (!reason)
        return;
    result->reason = malloc(strlen(reason) + 1);
    if (result->reason)
        strcpy(result->reason, reason);
}

/* What is said as a reason is not printed besides. */
static void
drop_findings(struct cli_job *job)
{
    job->diags.list.count = 0;
    job->diags.error_count = 0;
}

static void
take_findings(struct cli_job *job, struct cli_run_result *result)
{
    keep_reason(result, script_reason_of(&job->diags, &job->arena));
    drop_findings(job);
}

static bool
open_device(struct cli_job *job, const struct work *work, uint32_t number)
{
    struct cli_run_state *state = work->state;
    struct cli_device_options options = state->run->device_options;
    enum cli_status status;

    if (state->devices[number] || !state->run->devices[number])
        return true;
    /* Scripts side by side use the processors better than the threads of one. */
    if (options.threads == 0 && state->run->jobs > 1)
        options.threads = 1;
    state->devices[number] =
        cli_device_open(job, state->run->devices[number], &options, &state->run->host, &status);
    if (state->devices[number])
        return true;
    work->result->is_missing = true;
    work->result->missing = number;
    /* It is printed as a finding, which has a code of its own. */
    for (uint32_t i = 0; i < job->diags.list.count && !work->result->reason; i++) {
        if (job->diags.list.data[i].severity == QD_SEVERITY_ERROR)
            keep_reason(work->result, job->diags.list.data[i].message);
    }
    drop_findings(job);
    return false;
}

/* Is the script good, and only asks for what is not done? */
static bool
is_unsupported(const struct base_diags *diags)
{
    return diags->list.count > 0 && diags->list.data[0].code == QD_CODE_UNSUPPORTED;
}

static void
write_trace(void *context, const char *text, size_t size)
{
    (void)context;
    fwrite(text, 1, size, stdout);
}

static void
find_verdict(struct cli_job *job, struct cli_run_state *state, const struct script *script,
             struct script_verdict *verdict)
{
    static const struct script_trace trace = {.write = write_trace};
    const struct cli_run *run = state->run;
    const struct script_run_options options = {
        .wave_steps = UINT64_C(1000000) * run->device_options.steps,
        .trace = run->is_traced ? &trace : NULL,
        .subgroup_size = run->subgroup_size,
        .wants_picture = run->output != NULL,
        .is_strict = run->is_strict,
    };
    struct script_compare_options compare = run->compare;

    compare.wave_steps = options.wave_steps;
    compare.subgroup_size = options.subgroup_size;
    compare.wants_picture = options.wants_picture;
    if (run->devices[1])
        script_compare(script, state->devices, &compare, &job->arena, verdict);
    else
        script_run(script, state->devices[0], &options, &job->arena, verdict);
}

static enum cli_status
run_script(struct cli_job *job, void *context)
{
    const struct work *work = context;
    const struct cli_run *run = work->state->run;
    struct files files = {job, work->path};
    const struct script_files read = {&files, read_file, read_png};
    struct cli_run_result *result = work->result;
    struct script_verdict verdict;
    struct base_diags diags;
    const char *data;
    size_t size;

    if (!open_device(job, work, 0) || !open_device(job, work, 1))
        return CLI_OK;
    if (!cli_input_read(job, work->path, &data, &size)) {
        take_findings(job, result);
        return CLI_OK;
    }
    base_diags_init(&diags, &job->arena, work->path);
    const struct script *script = script_read(data, size, &read, &job->arena, &diags);
    /* What kept a file from being read is said by the script's own finding. */
    drop_findings(job);
    if (!script) {
        result->outcome = is_unsupported(&diags) ? script_outcome_skip : script_outcome_fail;
        keep_reason(result, script_reason_of(&diags, &job->arena));
        return CLI_OK;
    }
    find_verdict(job, work->state, script, &verdict);
    if (run->output && verdict.picture.expected)
        write_picture(job, work, &verdict.picture);
    result->outcome = verdict.outcome;
    result->is_last = verdict.has_device_failed;
    keep_reason(result, verdict.reason);
    return CLI_OK;
}

void
cli_run_one(struct cli_run_state *state, const char *path, struct cli_run_result *result)
{
    struct work work = {state, path, result};

    *result = (struct cli_run_result){.outcome = script_outcome_fail};
    /* Otherwise memory ran out, which the job has printed. */
    if (cli_job_run(&state->run->common, run_script, &work) != CLI_OK && !result->reason)
        keep_reason(result, "the script needs more memory than it may have");
    /* The trace, before the verdict that another process writes. */
    fflush(stdout);
}
