/* SPDX-License-Identifier: MIT
 *
 * quadrille translate: shaders to SPIR-V modules.
 */
#include "cli/cli.h"

#include <unistd.h>

struct translate {
    struct cli_common common;
    struct cli_guest guest;
    struct cli_host host;
    enum spirv_target target;
    const char *output;
    const char *reflect;
    bool is_text;
    bool validate;
    bool explains;
    const char *input; /* The one at hand, */
    const char *to;    /* and its output. */
};

#define FIELD(field) offsetof(struct translate, field)

static const struct cli_option options[] = {
    {"output", "FILE_OR_DIR", "where the modules go; - is standard output", cli_set_text,
     FIELD(output), NULL, 0, 0},
    {"text", NULL, "write text, not words", cli_set_flag, FIELD(is_text), NULL, 0, 0},
    {"reflect", "FILE.json", "say what a caller of the module has to know", cli_set_text,
     FIELD(reflect), NULL, 0, 0},
    {"explain", NULL, "RDNA: print which company of lanes was chosen, and which instructions asked",
     cli_set_flag, FIELD(explains), NULL, 0, 0},
    {"validate", NULL, "ask SPIRV-Tools whether the modules are valid", cli_set_flag,
     FIELD(validate), NULL, 0, 0},
    {0},
};

/* ---- where the modules go ---- */

/* What the file in the folder is called: the input's name with another ending. */
static const char *
name_in_folder(struct base_arena *arena, const struct translate *translate, const char *input)
{
    const char *slash = strrchr(input, '/');
    const char *name = strcmp(input, "-") == 0 ? "stdin" : slash ? slash + 1 : input;
    const char *dot = strrchr(name, '.');
    const size_t size = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    const size_t folder = strlen(translate->output);
    const char *between = folder && translate->output[folder - 1] == '/' ? "" : "/";

    return base_arena_printf(arena, "%s%s%.*s%s", translate->output, between, (int)size, name,
                             translate->is_text ? ".spvasm" : ".spv");
}

/* Fills outputs, one for each input. Two inputs of one name in different folders would be one. */
static enum cli_status
name_outputs(const struct cli_args *args, const struct translate *translate, const char **outputs)
{
    for (uint32_t i = 0; i < args->inputs.count; i++) {
        outputs[i] = name_in_folder(args->arena, translate, args->inputs.data[i]);
        for (uint32_t j = 0; j < i; j++) {
            if (strcmp(outputs[i], outputs[j]) == 0)
                return cli_usage_status(args, "found %s and %s, which would both become %s",
                                        args->inputs.data[j], args->inputs.data[i], outputs[i]);
        }
    }
    return CLI_OK;
}

static enum cli_status
find_outputs(const struct cli_args *args, const struct translate *translate, const char **outputs)
{
    const char *output = translate->output;
    const bool is_one = args->inputs.count == 1;

    if (!is_one && (!output || strcmp(output, "-") == 0))
        return cli_usage_status(args, "found %u inputs, expected -o to name a directory for them",
                                (unsigned)args->inputs.count);
    if (!is_one && translate->reflect)
        return cli_usage_status(args, "found --reflect for %u inputs, expected one input",
                                (unsigned)args->inputs.count);
    if (!is_one && translate->explains)
        return cli_usage_status(args, "found --explain for %u inputs, expected one input",
                                (unsigned)args->inputs.count);
    if (translate->explains && output && strcmp(output, "-") == 0)
        return cli_usage_status(args, "found --explain and -o -, expected a file or no -o");
    if (!output && !translate->is_text && !translate->explains && isatty(STDOUT_FILENO))
        return cli_usage_status(args, "standard output is a terminal, expected -o or --text");

    const bool is_folder =
        output && (output[strlen(output) - 1] == '/' || cli_output_is_folder(output));
    if (is_one && !is_folder) {
        outputs[0] = output ? output : "-";
        return CLI_OK;
    }
    const enum cli_status status = name_outputs(args, translate, outputs);
    if (status != CLI_OK)
        return status;
    return cli_output_make_folder(output, &translate->common) ? CLI_OK : CLI_BAD;
}

/* What --reflect writes would be mixed with the module, or overwritten by it. */
static enum cli_status
check_reflect(const struct cli_args *args, const struct translate *translate, const char *output)
{
    if (!translate->reflect || strcmp(translate->reflect, output) != 0)
        return CLI_OK;
    return cli_usage_status(args, "found --reflect %s, which takes the module, expected another",
                            translate->reflect);
}

/* ---- one input ---- */

static bool
write_text(struct cli_job *job, const struct translate *translate,
           const struct spirv_module *module)
{
    struct base_text text;

    base_text_init(&text, &job->arena);
    return spirv_disassemble(module, &text, &job->diags) &&
           cli_output_text(translate->to, base_text_string(&text), text.count, job->common);
}

/* ---- --explain ---- */

/* What a host must offer beside Vulkan itself. */
static const char *
offer_of(const struct guest_rdna_report *report)
{
    switch (report->company) {
    case rdna_company_quad:
        return report->stage == ir_stage_fragment
                   ? "quad operations in fragment shaders, or derivatives in their place"
                   : "quad operations";
    case rdna_company_subgroup:
        return report->stage == ir_stage_fragment
                   ? "subgroups that can be told their size and hold whole quads, with votes, "
                     "ballots and shuffles in fragment shaders"
                   : "subgroups that can be told their size, with votes, ballots and shuffles";
    case rdna_company_lane:
    case rdna_company_wave:
    case rdna_company_count:
        break;
    }
    return "nothing";
}

/* Before the module's text lines are comments of it. */
static void
print_report(const struct translate *translate, const struct guest_rdna_report *report,
             struct base_text *text)
{
    const bool is_comment = translate->is_text && !translate->output;
    const char *mark = is_comment ? "; " : "";

    base_text_printf(text, "%scompany: %s\n%swave: %u lanes\n%shost: %s\n", mark,
                     rdna_company_name(report->company), mark, report->wave_size, mark,
                     offer_of(report));
    for (uint32_t i = 0; i < report->demands.count; i++) {
        const struct guest_demand *demand = &report->demands.data[i];
        base_text_printf(text, "%s0x%04x: %s: %s: %s\n", mark, demand->offset,
                         rdna_company_name(demand->company), demand->why, demand->text);
    }
}

static bool
explain(struct cli_job *job, const struct translate *translate,
        const struct guest_rdna_report *report)
{
    struct base_text text;

    base_text_init(&text, &job->arena);
    if (report->wave_size)
        print_report(translate, report, &text);
    return cli_output_text("-", base_text_string(&text), text.count, job->common);
}

static enum cli_status
translate_input(struct cli_job *job, void *context)
{
    const struct translate *translate = context;
    struct guest_rdna_report report = {0};
    struct cli_guest guest = translate->guest;

    guest.company = cli_host_company(&translate->host);
    guest.report = translate->explains ? &report : NULL;
    struct ir_shader *shader = cli_shader_load(job, translate->input, &guest, false);
    const struct spirv_write_options write = {
        .target = translate->target,
        .quad = (enum spirv_quad)translate->host.quad,
        .has_barycentrics = translate->host.has_barycentrics,
        .keep_nan = translate->host.keep_nan ? SPIRV_FLOATS_ALL : 0,
        .keep_denormals = translate->host.keep_denormals ? SPIRV_FLOATS_ALL : 0,
        .flush_denormals = translate->host.flush_denormals ? SPIRV_FLOATS_ALL : 0,
        .denormals_are_hosts = translate->host.denormals_are_hosts,
    };
    struct spirv_module module;

    if (translate->explains && !explain(job, translate, &report))
        return CLI_BAD;
    if (!shader || !cli_host_check_shader(job, &translate->host, shader) ||
        !cli_shader_write(job, shader, &write, &module) ||
        (translate->validate && !spirv_validate(&module, translate->target, &job->diags)))
        return CLI_BAD;
    if (translate->reflect &&
        !cli_reflect(translate->reflect, shader, &module, translate->target, job->common))
        return CLI_BAD;
    if (translate->explains && !translate->output && !translate->is_text)
        return CLI_OK;
    if (translate->is_text)
        return write_text(job, translate, &module) ? CLI_OK : CLI_BAD;
    return cli_output_module(translate->to, &module, job->common) ? CLI_OK : CLI_BAD;
}

/* ---- the command ---- */

static enum cli_status
check_tools(const struct translate *translate)
{
    if ((!translate->is_text && !translate->validate) || spirv_has_tools())
        return CLI_OK;
    cli_print_error(&translate->common, "quadrille", QD_CODE_UNSUPPORTED,
                    "this build has no SPIRV-Tools, which --text and --validate need");
    return CLI_MISSING;
}

static enum cli_status
run(const struct cli_command *command, struct base_arena *arena, int argc, char **argv)
{
    struct translate translate = {
        .common = cli_common_default(),
        .guest = cli_guest_default(),
        .host = cli_host_default(),
    };
    struct cli_args args;
    enum cli_status status;

    cli_args_init(&args, command, arena);
    cli_args_add(&args, options, &translate);
    cli_args_add(&args, cli_guest_options, &translate.guest);
    cli_args_add(&args, cli_subgroup_option, &translate.guest);
    cli_args_add(&args, cli_host_options, &translate.host);
    cli_args_add(&args, cli_job_options, &translate.common);
    cli_args_add(&args, cli_common_options, &translate.common);
    if (!cli_args_parse(&args, argc, argv, &status))
        return status;
    if (!args.inputs.count)
        return cli_usage_status(&args, "found no input, expected one or more");

    const char **outputs = base_arena_new_array(arena, const char *, args.inputs.count);
    status = find_outputs(&args, &translate, outputs);
    if (status == CLI_OK)
        status = check_reflect(&args, &translate, outputs[0]);
    /* Wrong usage is wrong whatever the build has. */
    if (status == CLI_OK)
        status = check_tools(&translate);
    if (status != CLI_OK || !cli_host_find_target(&translate.host, &args, &translate.common,
                                                  &translate.target, &status))
        return status;
    for (uint32_t i = 0; i < args.inputs.count; i++) {
        translate.input = args.inputs.data[i];
        translate.to = outputs[i];
        status = cli_worse(status, cli_job_run(&translate.common, translate_input, &translate));
    }
    return status;
}

const struct cli_command cli_translate = {
    "translate",
    "INPUT... [-o FILE_OR_DIR] [OPTION]...",
    "Translate shaders to SPIR-V modules",
    run,
};
