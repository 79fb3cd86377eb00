/* SPDX-License-Identifier: MIT
 *
 * quadrille run: scripts that check themselves. run_workers.c has the processes that run them, so
 * that a crash or a hang of a driver ends one case alone; run_report.c what is written at the end.
 */
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_JOBS 256
#define MAX_TIMEOUT 86400
#define MAX_SUBGROUP 64
#define DEFAULT_TIMEOUT 60

/* ---- options ---- */

static bool
set_subgroup_size(struct cli_args *args, const struct cli_option *option, void *field,
                  const char *value)
{
    uint32_t *size = field;

    if (!cli_set_number(args, option, field, value))
        return false;
    return (*size & (*size - 1)) == 0 ||
           cli_usage(args, "found --%s %s, expected a power of two", option->name, value);
}

#define FIELD(field) offsetof(struct cli_run, field)

const struct cli_option cli_run_options[] = {
    {"jobs", "N", "scripts: how many run at a time; 0: as many as there are processors (0)",
     cli_set_number, FIELD(jobs), NULL, 0, MAX_JOBS},
    {"timeout", "SECONDS", "scripts: most time for one; 0: no limit (60)", cli_set_number,
     FIELD(timeout), NULL, 0, MAX_TIMEOUT},
    {"subgroup-size", "N", "scripts: lanes of a subgroup where one asks for none",
     set_subgroup_size, FIELD(subgroup_size), NULL, 4, MAX_SUBGROUP},
    {0},
};

static const struct cli_option options[] = {
    {"device", "DEVICE", "what runs them: cpu, vulkan or vulkan:N (cpu)", cli_set_text,
     FIELD(devices), NULL, 0, 0},
    {"strict", NULL, "tolerances of colours from 1 on count steps of 255", cli_set_flag,
     FIELD(is_strict), NULL, 0, 0},
    {"trace", NULL, "print each instruction of RDNA code with the registers that it changed",
     cli_set_flag, FIELD(is_traced), NULL, 0, 0},
    {"json", "FILE", "write the results as JSON; - is standard output", cli_set_text, FIELD(json),
     NULL, 0, 0},
    {"junit", "FILE", "write the results as JUnit XML", cli_set_text, FIELD(junit), NULL, 0, 0},
    {"output", "DIR", "write pictures of images that differ there", cli_set_text, FIELD(output),
     NULL, 0, 0},
    {0},
};

/* ---- which scripts ---- */

static bool
is_script(const char *name)
{
    static const char *const endings[] = {".amber", ".shader_test", ".vk_shader_test"};
    const size_t size = strlen(name);

    for (size_t i = 0; i < BASE_COUNT(endings); i++) {
        const size_t count = strlen(endings[i]);

        if (size > count && strcmp(name + size - count, endings[i]) == 0)
            return true;
    }
    return false;
}

static void
add_case(struct cli_run *run, const char *path)
{
    struct cli_run_case *c = base_array_add(run->arena, &run->cases);

    c->name = path;
}

struct paths {
    BASE_ARRAY(const char *) list;
};

/* What a folder holds: folders go to the list, scripts become cases. Links to folders are not
 * followed, so that there is an end. */
static bool
list_folder(struct cli_run *run, const char *path, struct paths *folders)
{
    const size_t size = strlen(path);
    const char *slash = size && path[size - 1] == '/' ? "" : "/";
    DIR *folder = opendir(path);
    const struct dirent *entry;

    if (!folder) {
        cli_print_error(&run->common, path, QD_CODE_IO, "the directory cannot be read: %s",
                        strerror(errno));
        return false;
    }
    while ((entry = readdir(folder))) {
        struct stat status;

        if (entry->d_name[0] == '.')
            continue;
        const char *full = base_arena_printf(run->arena, "%s%s%s", path, slash, entry->d_name);
        if (lstat(full, &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode))
            base_array_push(run->arena, &folders->list, full);
        else if (is_script(entry->d_name))
            add_case(run, full);
    }
    closedir(folder);
    return true;
}

static int
compare_cases(const void *a, const void *b)
{
    const struct cli_run_case *x = a, *y = b;

    return strcmp(x->name, y->name);
}

/* All scripts of a folder and of those in it, by name. */
static bool
walk(struct cli_run *run, const char *path)
{
    const uint32_t first = run->cases.count;
    struct paths folders = {0};

    base_array_push(run->arena, &folders.list, path);
    while (folders.list.count) {
        const char *folder = folders.list.data[--folders.list.count];

        if (!list_folder(run, folder, &folders))
            return false;
    }
    const uint32_t count = run->cases.count - first;
    if (count)
        qsort(run->cases.data + first, count, sizeof(run->cases.data[0]), compare_cases);
    return count > 0;
}

static enum cli_status
find_cases(struct cli_run *run, const struct cli_args *args)
{
    enum cli_status status = CLI_OK;

    for (uint32_t i = 0; i < args->inputs.count; i++) {
        const char *path = args->inputs.data[i];

        if (!cli_output_is_folder(path)) {
            add_case(run, path);
        } else if (!walk(run, path)) {
            cli_print_error(&run->common, path, QD_CODE_IO,
                            "found no script, expected one at least");
            status = CLI_BAD;
        }
    }
    return status;
}

/* ---- results ---- */

static void
print_case(const struct cli_run_case *c)
{
    const char *outcome = script_outcome_name(c->outcome);

    if (c->reason)
        printf("%s %s: %s\n", outcome, c->name, c->reason);
    else
        printf("%s %s\n", outcome, c->name);
}

/* Prints what is done, in order, and how far it is on a terminal. */
static void
show(struct cli_run *run)
{
    const bool is_terminal = isatty(STDERR_FILENO);

    if (is_terminal && run->printed < run->cases.count)
        fputs("\r\033[K", stderr);
    while (run->printed < run->cases.count && run->cases.data[run->printed].is_done) {
        const struct cli_run_case *c = &run->cases.data[run->printed++];

        run->counts[c->outcome]++;
        print_case(c);
    }
    fflush(stdout);
    if (is_terminal && run->printed < run->cases.count)
        fprintf(stderr, "%" PRIu32 " of %" PRIu32, run->printed, run->cases.count);
}

static enum cli_status
run_all(struct cli_run *run)
{
    enum cli_status status = CLI_OK;

    if (run->output && !cli_output_make_folder(run->output, &run->common))
        return CLI_BAD;
    uint32_t device;
    const char *missing = cli_run_workers(run, show, &device);
    if (missing) {
        cli_print_error(&run->common, run->devices[device], QD_CODE_DEVICE_MISSING, "%s", missing);
        return CLI_MISSING;
    }
    printf("%" PRIu32 " passed, %" PRIu32 " failed, %" PRIu32 " skipped\n",
           run->counts[script_outcome_pass], run->counts[script_outcome_fail],
           run->counts[script_outcome_skip]);
    if (run->counts[script_outcome_fail])
        status = CLI_BAD;
    if (run->json && !cli_run_write_json(run))
        status = CLI_BAD;
    if (run->junit && !cli_run_write_junit(run))
        status = CLI_BAD;
    return status;
}

struct cli_run
cli_run_default(struct base_arena *arena)
{
    return (struct cli_run){
        .common = cli_common_default(),
        .host = cli_host_default(),
        .device_options = cli_device_options_default(),
        .arena = arena,
        .devices = {"cpu"},
        .timeout = DEFAULT_TIMEOUT,
        .compare = {.steps = -1, .relative = -1},
    };
}

enum cli_status
cli_run_scripts(struct cli_run *run, const struct cli_args *args)
{
    const enum cli_status status = find_cases(run, args);

    return cli_worse(run_all(run), status);
}

/* ---- the command ---- */

static enum cli_status
check_usage(const struct cli_args *args, const struct cli_run *run)
{
    bool is_vulkan;
    uint32_t index;

    if (!args->inputs.count)
        return cli_usage_status(args, "found no script, expected one or a directory of them");
    if (!cli_device_parse(run->devices[0], &is_vulkan, &index))
        return cli_usage_status(args, "found --device %s, expected cpu, vulkan or vulkan:N",
                                run->devices[0]);
    if (run->is_traced && run->json && strcmp(run->json, "-") == 0)
        return cli_usage_status(args,
                                "found --trace and --json -, expected a file for one of both");
    return CLI_OK;
}

static enum cli_status
run(const struct cli_command *command, struct base_arena *arena, int argc, char **argv)
{
    struct cli_run run = cli_run_default(arena);
    struct cli_args args;
    enum cli_status status;

    cli_args_init(&args, command, arena);
    cli_args_add(&args, options, &run);
    cli_args_add(&args, cli_run_options, &run);
    cli_args_add(&args, cli_device_options, &run.device_options);
    cli_args_add(&args, cli_device_host_options, &run.host);
    cli_args_add(&args, cli_job_options, &run.common);
    cli_args_add(&args, cli_common_options, &run.common);
    if (!cli_args_parse(&args, argc, argv, &status))
        return status;
    status = check_usage(&args, &run);
    if (status != CLI_OK)
        return status;
    /* Instructions of scripts side by side would stand among each other. */
    if (run.is_traced)
        run.jobs = 1;
    return cli_run_scripts(&run, &args);
}

const struct cli_command cli_run = {
    "run",
    "SCRIPT_OR_DIRECTORY... [OPTION]...",
    "Run test scripts and say which pass",
    run,
};
