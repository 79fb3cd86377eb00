/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "vulkan/vulkan_device.h"

#include <inttypes.h>
#include <jansson.h>

/* The choices of --company behind "auto": those of enum ir_company, and one that is none. */
enum company_index {
    company_auto,
    company_lane,
    company_wave = company_lane + ir_company_subgroup + 1
};

static const char *
target_choice(uint32_t index)
{
    return index < spirv_target_count ? spirv_target_name((enum spirv_target)index) : NULL;
}

/* As enum spirv_quad numbers them. */
CLI_CHOICE(quad_choice, "auto", "subgroup", "derivative", "none")

static const char *
company_choice(uint32_t index)
{
    if (index == company_auto)
        return "auto";
    if (index == company_wave)
        return "wave";
    return cli_company_name(index - company_lane);
}

#define FIELD(field) offsetof(struct cli_host, field)
const struct cli_option cli_host_options[] = {
    {"target", "VERSION", "the host's Vulkan version (vulkan1.1)", cli_set_choice, FIELD(target),
     target_choice, 0, 0},
    {"host", "DEVICE|FILE.json", "take the target from a device or a file", cli_set_text,
     FIELD(host), NULL, 0, 0},
    {"quad", "WAY", "how lanes read their quad (auto)", cli_set_choice, FIELD(quad), quad_choice, 0,
     0},
    {"company", "COMPANY", "how many lanes a module may look at (auto)", cli_set_choice,
     FIELD(company), company_choice, 0, 0},
    {"barycentrics", NULL, "the host has VK_KHR_fragment_shader_barycentric", cli_set_flag,
     FIELD(has_barycentrics), NULL, 0, 0},
    {"keep-nan", NULL, "ask the host to keep NaN, infinities and the sign of zero", cli_set_flag,
     FIELD(keep_nan), NULL, 0, 0},
    {"keep-denormals", NULL, "ask the host to keep denormals", cli_set_flag, FIELD(keep_denormals),
     NULL, 0, 0},
    {"flush-denormals", NULL, "ask the host to flush denormals where the guest does", cli_set_flag,
     FIELD(flush_denormals), NULL, 0, 0},
    {"host-denormals", NULL, "leave it to the host whether denormals are flushed", cli_set_flag,
     FIELD(denormals_are_hosts), NULL, 0, 0},
    {0},
};

const struct cli_option cli_device_host_options[] = {
    {"target", "VERSION", "vulkan: what modules are made for (the device's best)", cli_set_choice,
     FIELD(target), target_choice, 0, 0},
    {"quad", "WAY", "vulkan: how lanes read their quad (auto)", cli_set_choice, FIELD(quad),
     quad_choice, 0, 0},
    {0},
};

struct cli_host
cli_host_default(void)
{
    return (struct cli_host){.target = CLI_UNSET};
}

/* ---- the target ---- */

struct search {
    const char *host;
    enum spirv_target *target;
};

static enum cli_status
ask_device(struct cli_job *job, uint32_t index, enum spirv_target *target)
{
    struct vk_device_info *devices;
    uint32_t count;

    if (!vk_list_devices(&job->arena, &devices, &count, &job->diags))
        return CLI_MISSING;
    if (index >= count) {
        base_error(&job->diags, QD_CODE_DEVICE_MISSING, base_at_nowhere(),
                   "there is no device vulkan:%" PRIu32 ": found %" PRIu32 ", numbered from 0",
                   index, count);
        return CLI_MISSING;
    }
    *target = devices[index].target;
    return CLI_OK;
}

/* What a file says of the host, without memory of the arena: the object is still to be released.
 * NULL, or what is wrong. */
static const char *
find_json_target(const json_t *object, enum spirv_target *target)
{
    const char *name = json_string_value(json_object_get(object, "target"));

    if (!json_is_object(object))
        return "found another value, expected an object";
    if (json_object_size(object) != 1 || !name)
        return "found other members, expected \"target\" alone, a string";
    for (uint32_t i = 0; target_choice(i); i++) {
        if (strcmp(target_choice(i), name) == 0) {
            *target = (enum spirv_target)i;
            return NULL;
        }
    }
    return "found an unknown target, expected one that --target takes";
}

static enum cli_status
read_host(struct cli_job *job, const struct search *search)
{
    const char *data;
    size_t size;
    json_error_t error;

    if (!cli_input_read(job, search->host, &data, &size))
        return CLI_BAD;
    base_diags_set_text(&job->diags, data, size);
    json_t *object = json_loadb(data, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!object) {
        base_error(&job->diags, QD_CODE_IO,
                   base_at_line(error.line > 0 ? (uint32_t)error.line : 1,
                                error.column > 0 ? (uint32_t)error.column : 0),
                   "found no JSON: %s", error.text);
        return CLI_BAD;
    }
    const char *fault = find_json_target(object, search->target);
    json_decref(object);
    if (!fault)
        return CLI_OK;
    base_error(&job->diags, QD_CODE_IO, base_at_nowhere(), "%s", fault);
    return CLI_BAD;
}

static enum cli_status
search_target(struct cli_job *job, void *context)
{
    const struct search *search = context;
    bool is_vulkan;
    uint32_t index;

    if (!cli_device_parse(search->host, &is_vulkan, &index))
        return read_host(job, search);
    cli_job_begin(job, search->host);
    return ask_device(job, index, search->target);
}

bool
cli_host_find_target(const struct cli_host *host, const struct cli_args *args,
                     const struct cli_common *common, enum spirv_target *target,
                     enum cli_status *status)
{
    struct search search = {host->host, target};
    bool is_vulkan;
    uint32_t index;

    *target = host->target == CLI_UNSET ? spirv_target_vulkan1_1 : (enum spirv_target)host->target;
    *status = CLI_OK;
    if (!host->host)
        return true;
    if (host->target != CLI_UNSET)
        *status = cli_usage_status(args, "found --target and --host, expected one of them");
    else if (cli_device_parse(host->host, &is_vulkan, &index) && !is_vulkan)
        *status =
            cli_usage_status(args, "found --host %s, expected one that takes modules", host->host);
    else
        *status = cli_job_run(common, search_target, &search);
    return *status == CLI_OK;
}

/* ---- what the module may be ---- */

uint32_t
cli_host_company(const struct cli_host *host)
{
    return host->company == company_auto ? CLI_UNSET : host->company - company_lane;
}

bool
cli_host_check_shader(struct cli_job *job, const struct cli_host *host,
                      const struct ir_shader *shader)
{
    ir_ref by;
    const enum ir_company company = ir_company_of(shader, &by);

    if (host->company != company_auto && host->company != company_wave &&
        company > (enum ir_company)(host->company - company_lane)) {
        base_error(&job->diags, QD_CODE_TARGET_LACKS, ir_place_of(shader, by),
                   "found %s, which looks at its %s, expected no more than --company %s",
                   ir_op_infos[ir_op_of(shader, by)].name, cli_company_name(company),
                   company_choice(host->company));
        return false;
    }
    return true;
}
