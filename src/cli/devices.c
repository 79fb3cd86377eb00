/* SPDX-License-Identifier: MIT
 *
 * quadrille devices: what can draw here. The built-in device always can, so that it is no failure
 * when there is no other; a line on standard error says why.
 */
#include "cli/cli.h"
#include "vulkan/vulkan_device.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

#define CPU_DESCRIPTION "the built-in device"

struct list {
    struct cli_common common;
    bool is_json;
};

#define FIELD(field) offsetof(struct list, field)

static const struct cli_option options[] = {
    {"json", NULL, "print a JSON array", cli_set_flag, FIELD(is_json), NULL, 0, 0},
    {0},
};

static void
print_text(const struct vk_device_info *devices, uint32_t count)
{
    puts("cpu       " CPU_DESCRIPTION);
    for (uint32_t i = 0; i < count; i++) {
        const struct vk_device_info *device = &devices[i];

        printf("vulkan:%-2" PRIu32 " %s, %s, %s, Vulkan %" PRIu32 ".%" PRIu32 ".%" PRIu32
               ", target %s\n",
               device->index, device->name, device->driver, device->type, device->api_version[0],
               device->api_version[1], device->api_version[2], spirv_target_name(device->target));
    }
}

/* NULL where there is no memory. */
static json_t *
make_device(const struct vk_device_info *device)
{
    char name[32];
    char version[64];

    snprintf(name, sizeof(name), "vulkan:%" PRIu32, device->index);
    snprintf(version, sizeof(version), "%" PRIu32 ".%" PRIu32 ".%" PRIu32, device->api_version[0],
             device->api_version[1], device->api_version[2]);
    return json_pack("{s:s, s:o, s:o, s:s, s:s, s:s}", "name", name, "description",
                     cli_json_string(device->name), "driver", cli_json_string(device->driver),
                     "type", device->type, "api_version", version, "target",
                     spirv_target_name(device->target));
}

/* The text; NULL where there is no memory. To be freed. */
static char *
make_json(const struct vk_device_info *devices, uint32_t count)
{
    json_t *array = json_pack("[{s:s, s:s, s:s}]", "name", "cpu", "description", CPU_DESCRIPTION,
                              "type", "cpu");
    bool is_good = array != NULL;

    for (uint32_t i = 0; i < count && is_good; i++)
        is_good = json_array_append_new(array, make_device(&devices[i])) == 0;
    char *text = is_good ? json_dumps(array, JSON_INDENT(2)) : NULL;
    json_decref(array);
    return text;
}

static enum cli_status
print_json(const struct cli_common *common, const struct vk_device_info *devices, uint32_t count)
{
    char *text = make_json(devices, count);

    if (!text) {
        cli_print_error(common, "devices", QD_CODE_MEMORY_BUDGET, "the system has no more memory");
        return CLI_BAD;
    }
    puts(text);
    free(text);
    return CLI_OK;
}

static enum cli_status
list_devices(struct cli_job *job, void *context)
{
    const struct list *list = context;
    struct vk_device_info *devices = NULL;
    uint32_t count = 0;
    struct base_diags diags;

    cli_job_begin(job, "vulkan");
    base_diags_init(&diags, &job->arena, "vulkan");
    vk_list_devices(&job->arena, &devices, &count, &diags);
    for (uint32_t i = 0; i < diags.list.count; i++) {
        const struct qd_diagnostic *finding = &diags.list.data[i];

        base_warning(&job->diags, finding->code, finding->place, "%s", finding->message);
        if (finding->note)
            base_add_note(&job->diags, "%s", finding->note);
    }
    if (list->is_json)
        return print_json(job->common, devices, count);
    print_text(devices, count);
    return CLI_OK;
}

static enum cli_status
run(const struct cli_command *command, struct base_arena *arena, int argc, char **argv)
{
    struct list list = {.common = cli_common_default()};
    struct cli_args args;
    enum cli_status status;

    cli_args_init(&args, command, arena);
    cli_args_add(&args, options, &list);
    cli_args_add(&args, cli_common_options, &list.common);
    if (!cli_args_parse(&args, argc, argv, &status))
        return status;
    if (args.inputs.count)
        return cli_usage_status(&args, "found %s, expected options alone", args.inputs.data[0]);
    return cli_job_run(&list.common, list_devices, &list);
}

const struct cli_command cli_devices = {
    "devices",
    "[--json] [OPTION]...",
    "List what can draw",
    run,
};
