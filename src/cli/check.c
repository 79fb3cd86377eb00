/* SPDX-License-Identifier: MIT
 *
 * quadrille check: says what is wrong with shaders.
 */
#include "cli/cli.h"

struct check {
    struct cli_common common;
    struct cli_guest guest;
    const char *input; /* The one at hand. */
};

static enum cli_status
check_input(struct cli_job *job, void *context)
{
    const struct check *check = context;

    cli_shader_check(job, check->input, &check->guest);
    return CLI_OK;
}

static enum cli_status
run(const struct cli_command *command, struct base_arena *arena, int argc, char **argv)
{
    struct check check = {.common = cli_common_default(), .guest = cli_guest_default()};
    struct cli_args args;
    enum cli_status status;

    cli_args_init(&args, command, arena);
    cli_args_add(&args, cli_guest_options, &check.guest);
    cli_args_add(&args, cli_subgroup_option, &check.guest);
    cli_args_add(&args, cli_job_options, &check.common);
    cli_args_add(&args, cli_common_options, &check.common);
    if (!cli_args_parse(&args, argc, argv, &status))
        return status;
    if (!args.inputs.count)
        return cli_usage_status(&args, "found no input, expected one or more");

    status = CLI_OK;
    for (uint32_t i = 0; i < args.inputs.count; i++) {
        check.input = args.inputs.data[i];
        status = cli_worse(status, cli_job_run(&check.common, check_input, &check));
    }
    return status;
}

const struct cli_command cli_check = {
    "check",
    "INPUT... [OPTION]...",
    "Say what is wrong with shaders",
    run,
};
