/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "guest/guest.h"

#include <inttypes.h>

#define DEFAULT_MAX_ERRORS 100
#define MAX_MAX_ERRORS 1000000

CLI_CHOICE(diagnostics_choice, "text", "json")

/* A size with or without K, M, G, T behind it. */
static bool
set_size(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    static const char units[] = "KMGT";
    const char *at = value;
    uint64_t factor = 1;
    uint32_t number;

    const bool is_number = cli_read_number(&at, UINT32_MAX, &number);
    const char *unit = is_number && *at ? strchr(units, *at) : NULL;
    if (unit) {
        factor = UINT64_C(1) << 10 * (unit - units + 1);
        at++;
    }
    /* 2^32 units of 2^30 bytes still fit. */
    if (!is_number || *at || (factor >> 40 && number >> 24))
        return cli_usage(args, "found --%s %s, expected bytes, as in 4096, 512M or 4G",
                         option->name, value);
    *(uint64_t *)field = number * factor;
    return true;
}

#define FIELD(field) offsetof(struct cli_common, field)

const struct cli_option cli_common_options[] = {
    {"diagnostics", "FORM", "form of the findings (text)", cli_set_choice, FIELD(diagnostics),
     diagnostics_choice, 0, 0},
    {0},
};

const struct cli_option cli_job_options[] = {
    {"memory", "SIZE", "most memory for one input, as in 512M; 0: no limit (4G)", set_size,
     FIELD(memory), NULL, 0, 0},
    {"max-errors", "N", "most errors shown of one input (100)", cli_set_number, FIELD(max_errors),
     NULL, 1, MAX_MAX_ERRORS},
    {0},
};

struct cli_common
cli_common_default(void)
{
    return (struct cli_common){.memory = GUEST_DEFAULT_MEMORY, .max_errors = DEFAULT_MAX_ERRORS};
}

/* ---- printing ---- */

struct findings {
    const struct cli_common *common;
    const char *name;
    const struct qd_diagnostic *list;
    uint32_t count;
};

static void
print_findings(struct base_arena *arena, const struct findings *findings)
{
    for (uint32_t i = 0; i < findings->count; i++) {
        const struct qd_diagnostic *finding = &findings->list[i];
        struct base_text text;

        /* Memory ran out while it was made: that is a finding of its own. */
        if (!finding->message)
            continue;
        base_text_init(&text, arena);
        if (findings->common->diagnostics == cli_diagnostics_json)
            base_diag_print_json(finding, findings->name, &text);
        else
            base_diag_print_text(finding, findings->name, &text);
        fwrite(base_text_string(&text), 1, text.count, stderr);
    }
}

static void
print_caught(struct base_arena *arena, const struct findings *findings)
{
    if (BASE_ARENA_CATCH(arena))
        print_findings(arena, findings);
    else
        fputs("quadrille: the system has no memory to print with\n", stderr);
}

/* Printing has memory of its own: the job's may be used up. */
static void
print_all(const struct findings *findings)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    print_caught(&arena, findings);
    base_arena_finish(&arena);
}

void
cli_print_error(const struct cli_common *common, const char *name, enum qd_code code,
                const char *format, ...)
{
    char message[1024];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof(message), format, args);
    va_end(args);

    const struct qd_diagnostic finding = {
        .code = code, .severity = QD_SEVERITY_ERROR, .message = message};
    const struct findings findings = {common, name, &finding, 1};
    print_all(&findings);
}

/* ---- jobs ---- */

/* Prints the findings about the input at hand, once. Was there an error? */
static bool
flush(struct cli_job *job)
{
    const struct findings findings = {job->common, job->diags.name, job->diags.list.data,
                                      job->diags.list.count};
    const bool has_error = job->diags.error_count > 0;

    print_all(&findings);
    job->diags.list.count = 0;
    job->diags.error_count = 0;
    return has_error;
}

static void
print_exhausted(const struct cli_job *job)
{
    if (job->arena.failure == base_arena_over_budget ||
        job->front.failure == base_arena_over_budget)
        cli_print_error(job->common, job->diags.name, QD_CODE_MEMORY_BUDGET,
                        "found no more memory within the budget of %" PRIu64
                        " bytes, expected --memory to be enough",
                        job->common->memory);
    else
        cli_print_error(job->common, job->diags.name, QD_CODE_MEMORY_BUDGET,
                        "found no more memory in the system, after %zu bytes",
                        job->arena.used + job->front.used + job->report.used);
}

void
cli_job_begin(struct cli_job *job, const char *name)
{
    if (flush(job))
        job->has_error = true;
    base_diags_init(&job->diags, &job->report, name);
    job->diags.max_errors = job->common->max_errors;
}

static enum cli_status
run_caught(struct cli_job *job, cli_work *work, void *context)
{
    if (BASE_ARENA_CATCH(&job->arena) && BASE_ARENA_CATCH(&job->front) &&
        BASE_ARENA_CATCH(&job->report))
        return work(job, context);
    flush(job);
    print_exhausted(job);
    return CLI_BAD;
}

enum cli_status
cli_job_run(const struct cli_common *common, cli_work *work, void *context)
{
    struct cli_job job = {.common = common};
    const size_t limit = guest_arena_limit(common->memory);

    base_arena_init(&job.arena, limit);
    base_arena_init(&job.front, limit);
    base_arena_init(&job.report, 0);
    base_diags_init(&job.diags, &job.report, NULL);
    enum cli_status status = run_caught(&job, work, context);
    if (flush(&job) || job.has_error)
        status = cli_worse(status, CLI_BAD);
    cli_input_free(job.files);
    base_arena_finish(&job.arena);
    base_arena_finish(&job.front);
    base_arena_finish(&job.report);
    return status;
}
