/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cpu/cpu.h"
#include "vulkan/vulkan_device.h"

#include <inttypes.h>

#define MAX_THREADS 64
#define MAX_STEPS 1000000

CLI_CHOICE(lanes_choice, "4", "8", "16", "32", "64")

#define FIELD(field) offsetof(struct cli_device_options, field)

const struct cli_option cli_device_options[] = {
    {"lanes", "N", "cpu: lanes of a group", cli_set_choice, FIELD(lanes), lanes_choice, 0, 0},
    {"threads", "N", "cpu: threads; 0: as many as there are processors (0)", cli_set_number,
     FIELD(threads), NULL, 0, MAX_THREADS},
    {"steps", "N", "most ops of a group on the cpu, or RDNA instructions, in millions; 0: 268 (0)",
     cli_set_number, FIELD(steps), NULL, 0, MAX_STEPS},
    {"validation", NULL, "vulkan: turn the validation layer on", cli_set_flag, FIELD(validation),
     NULL, 0, 0},
    {0},
};

struct cli_device_options
cli_device_options_default(void)
{
    return (struct cli_device_options){.lanes = CLI_UNSET};
}

bool
cli_device_parse(const char *name, bool *is_vulkan, uint32_t *index)
{
    *is_vulkan = strncmp(name, "vulkan", 6) == 0;
    *index = 0;
    if (!*is_vulkan)
        return strcmp(name, "cpu") == 0;
    name += 6;
    if (!name[0])
        return true;
    if (name[0] != ':')
        return false;
    name++;
    return cli_read_number(&name, UINT32_MAX - 1, index) && !name[0];
}

static struct scene_device *
open_cpu(struct cli_job *job, const struct cli_device_options *options, enum cli_status *status)
{
    const struct cpu_options cpu = {
        .lanes = options->lanes == CLI_UNSET ? 0 : UINT32_C(4) << options->lanes,
        .threads = options->threads,
        .steps = UINT64_C(1000000) * options->steps,
    };
    struct scene_device *device = cpu_device_create(&cpu);

    if (!device) {
        base_error(&job->diags, QD_CODE_MEMORY_BUDGET, base_at_nowhere(),
                   "the system has no more memory");
        *status = CLI_BAD;
    }
    return device;
}

/* Is a finding that something is missing? */
static bool
is_missing(const struct base_diags *diags)
{
    for (uint32_t i = 0; i < diags->list.count; i++) {
        if (diags->list.data[i].code == QD_CODE_DEVICE_MISSING)
            return true;
    }
    return false;
}

static struct scene_device *
open_vulkan(struct cli_job *job, uint32_t index, const struct cli_device_options *options,
            const struct cli_host *host, enum cli_status *status)
{
    const struct vk_options vk = {
        .validate = options->validation,
        .has_target = host->target != CLI_UNSET,
        .target = host->target == CLI_UNSET ? 0 : (enum spirv_target)host->target,
        .quad = (enum spirv_quad)host->quad,
    };
    struct scene_device *device = vk_device_create(index, &vk, &job->diags);

    if (!device) {
        *status = is_missing(&job->diags) ? CLI_MISSING : CLI_BAD;
    } else if (options->validation && !vk_device_is_validating(device)) {
        device->destroy(device);
        device = NULL;
        base_error(&job->diags, QD_CODE_DEVICE_MISSING, base_at_nowhere(),
                   "the validation layer is not installed");
        *status = CLI_MISSING;
    }
    return device;
}

struct scene_device *
cli_device_open(struct cli_job *job, const char *name, const struct cli_device_options *options,
                const struct cli_host *host, enum cli_status *status)
{
    bool is_vulkan;
    uint32_t index;

    cli_job_begin(job, name);
    *status = CLI_OK;
    cli_device_parse(name, &is_vulkan, &index);
    return is_vulkan ? open_vulkan(job, index, options, host, status)
                     : open_cpu(job, options, status);
}
