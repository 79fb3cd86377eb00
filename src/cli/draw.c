/* SPDX-License-Identifier: MIT
 *
 * quadrille draw: a picture of shaders at work.
 */
#include "cli/cli.h"

#include <unistd.h>

struct draw {
    struct cli_common common;
    struct cli_guest guest;
    struct cli_host host;
    struct cli_picture picture;
    struct cli_device_options device_options;
    const char *device_name;
    const char *output;
    struct scene_device *device; /* While the job runs. */
};

#define FIELD(field) offsetof(struct draw, field)

static const struct cli_option options[] = {
    {"output", "OUT.png", "where the picture goes; - is standard output", cli_set_text,
     FIELD(output), NULL, 0, 0},
    {"device", "DEVICE", "what draws: cpu, vulkan or vulkan:N (cpu)", cli_set_text,
     FIELD(device_name), NULL, 0, 0},
    {0},
};

static enum cli_status
draw_picture(struct cli_job *job, void *context)
{
    struct draw *draw = context;
    struct scene scene;
    struct scene_image image;
    enum cli_status status;

    if (!cli_picture_build(job, &draw->picture, &draw->guest, &scene))
        return CLI_BAD;
    draw->device =
        cli_device_open(job, draw->device_name, &draw->device_options, &draw->host, &status);
    if (!draw->device)
        return status;
    status = cli_picture_draw(job, &draw->picture, &scene, draw->device, &image);
    if (status != CLI_OK)
        return status;
    return cli_image_write(draw->output, &image, job->common) ? CLI_OK : CLI_BAD;
}

static enum cli_status
check_usage(const struct cli_args *args, const struct draw *draw)
{
    bool is_vulkan;
    uint32_t index;

    if (args->inputs.count)
        return cli_usage_status(args, "found %s, expected --fragment or --vertex before a shader",
                                args->inputs.data[0]);
    if (!cli_picture_check_options(args, &draw->picture))
        return CLI_USAGE;
    if (!cli_device_parse(draw->device_name, &is_vulkan, &index))
        return cli_usage_status(args, "found --device %s, expected cpu, vulkan or vulkan:N",
                                draw->device_name);
    if (!draw->output)
        return cli_usage_status(args, "found no -o, expected a file for the picture");
    if (strcmp(draw->output, "-") == 0 && isatty(STDOUT_FILENO))
        return cli_usage_status(args, "standard output is a terminal, expected -o FILE");
    return CLI_OK;
}

static enum cli_status
run(const struct cli_command *command, struct base_arena *arena, int argc, char **argv)
{
    struct draw draw = {
        .common = cli_common_default(),
        .guest = cli_guest_default(),
        .host = cli_host_default(),
        .picture = cli_picture_default(),
        .device_options = cli_device_options_default(),
        .device_name = "cpu",
    };
    struct cli_args args;
    enum cli_status status;

    cli_args_init(&args, command, arena);
    cli_args_add(&args, options, &draw);
    cli_args_add(&args, cli_picture_options, &draw.picture);
    cli_args_add(&args, cli_device_options, &draw.device_options);
    cli_args_add(&args, cli_device_host_options, &draw.host);
    cli_args_add(&args, cli_guest_options, &draw.guest);
    cli_args_add(&args, cli_subgroup_option, &draw.guest);
    cli_args_add(&args, cli_job_options, &draw.common);
    cli_args_add(&args, cli_common_options, &draw.common);
    if (!cli_args_parse(&args, argc, argv, &status))
        return status;
    status = check_usage(&args, &draw);
    if (status != CLI_OK)
        return status;

    status = cli_job_run(&draw.common, draw_picture, &draw);
    if (draw.device)
        draw.device->destroy(draw.device);
    return status;
}

const struct cli_command cli_draw = {
    "draw",
    "--fragment FILE [--vertex FILE] -o OUT.png [OPTION]...",
    "Draw a picture with shaders",
    run,
};
