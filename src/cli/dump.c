/* SPDX-License-Identifier: MIT
 *
 * quadrille dump: shows a shader in one of its forms.
 */
#include "cli/cli.h"
#include "tgsi/tgsi.h"

#include <unistd.h>

struct dump {
    struct cli_common common;
    struct cli_guest guest;
    struct cli_host host;
    enum spirv_target target;
    uint32_t form; /* enum form or CLI_UNSET. */
    uint32_t passes;
    bool words;
    const char *output;
    const char *input;
};

enum form { form_tgsi, form_tokens, form_rdna, form_ir, form_spirv, form_cfg };
enum passes { passes_default, passes_none };

CLI_CHOICE(form_choice, "tgsi", "tokens", "rdna", "ir", "spirv", "cfg")
CLI_CHOICE(passes_choice, "default", "none")

#define FIELD(field) offsetof(struct dump, field)

static const struct cli_option options[] = {
    {"as", "FORM", "the form to show", cli_set_choice, FIELD(form), form_choice, 0, 0},
    {"output", "FILE", "where it goes; - is standard output (-)", cli_set_text, FIELD(output), NULL,
     0, 0},
    {"passes", "PASSES", "the passes that run over the IR (default)", cli_set_choice, FIELD(passes),
     passes_choice, 0, 0},
    {"words", NULL, "RDNA: offset and words behind each instruction", cli_set_flag, FIELD(words),
     NULL, 0, 0},
    {0},
};

static bool
dump_tgsi(struct cli_job *job, const struct dump *dump, struct base_text *text)
{
    const struct tgsi_program *program = cli_tgsi_load(job, dump->input, &dump->guest);

    if (program)
        tgsi_write_text(program, text);
    return program != NULL;
}

static bool
dump_tokens(struct cli_job *job, const struct dump *dump)
{
    const struct tgsi_token_options write = {.layout = (enum tgsi_tokens)dump->guest.tokens};
    const struct tgsi_program *program = cli_tgsi_load(job, dump->input, &dump->guest);
    const uint32_t *words;
    size_t count;

    return program &&
           tgsi_write_tokens(program, &write, &job->arena, &words, &count, &job->diags) &&
           cli_output_words(dump->output, words, count, job->common);
}

static bool
dump_ir(struct cli_job *job, const struct dump *dump, struct base_text *text)
{
    const struct ir_shader *shader =
        cli_shader_load(job, dump->input, &dump->guest, dump->passes == passes_none);

    if (shader)
        ir_print(shader, text);
    return shader != NULL;
}

static bool
dump_spirv(struct cli_job *job, const struct dump *dump, struct base_text *text)
{
    struct ir_shader *shader =
        cli_shader_load(job, dump->input, &dump->guest, dump->passes == passes_none);
    const struct spirv_write_options write = {
        .target = dump->target,
        .quad = (enum spirv_quad)dump->host.quad,
        .has_barycentrics = dump->host.has_barycentrics,
        .keep_nan = dump->host.keep_nan ? SPIRV_FLOATS_ALL : 0,
        .keep_denormals = dump->host.keep_denormals ? SPIRV_FLOATS_ALL : 0,
        .flush_denormals = dump->host.flush_denormals ? SPIRV_FLOATS_ALL : 0,
        .denormals_are_hosts = dump->host.denormals_are_hosts,
    };
    struct spirv_module module;

    return shader && cli_host_check_shader(job, &dump->host, shader) &&
           cli_shader_write(job, shader, &write, &module) &&
           spirv_disassemble(&module, text, &job->diags);
}

static bool
dump_rdna(struct cli_job *job, const struct dump *dump, struct base_text *text)
{
    struct cli_code code;

    if (!cli_code_load(job, dump->input, &dump->guest, &code))
        return false;
    cli_code_check(job, &code);
    rdna_code_dump(code.code, code.only, dump->words, text);
    return true;
}

static bool
dump_cfg(struct cli_job *job, const struct dump *dump, struct base_text *text)
{
    struct cli_code code;

    if (!cli_code_load(job, dump->input, &dump->guest, &code))
        return false;
    rdna_code_dump_graphs(code.code, code.only, cli_input_name(dump->input), text);
    return true;
}

static bool
dump_form(struct cli_job *job, const struct dump *dump, struct base_text *text)
{
    switch ((enum form)dump->form) {
    case form_tgsi:
        return dump_tgsi(job, dump, text);
    case form_ir:
        return dump_ir(job, dump, text);
    case form_spirv:
        return dump_spirv(job, dump, text);
    case form_rdna:
        return dump_rdna(job, dump, text);
    case form_cfg:
        return dump_cfg(job, dump, text);
    case form_tokens: /* No text. */
        break;
    }
    return false;
}

static enum cli_status
dump_input(struct cli_job *job, void *context)
{
    const struct dump *dump = context;
    struct base_text text;

    base_text_init(&text, &job->arena);
    if (dump->form == form_tokens)
        return dump_tokens(job, dump) ? CLI_OK : CLI_BAD;
    if (!dump_form(job, dump, &text) ||
        !cli_output_text(dump->output, base_text_string(&text), text.count, job->common))
        return CLI_BAD;
    return CLI_OK;
}

static enum cli_status
run(const struct cli_command *command, struct base_arena *arena, int argc, char **argv)
{
    struct dump dump = {
        .common = cli_common_default(),
        .guest = cli_guest_default(),
        .host = cli_host_default(),
        .form = CLI_UNSET,
        .output = "-",
    };
    struct cli_args args;
    enum cli_status status;

    cli_args_init(&args, command, arena);
    cli_args_add(&args, options, &dump);
    cli_args_add(&args, cli_guest_options, &dump.guest);
    cli_args_add(&args, cli_subgroup_option, &dump.guest);
    cli_args_add(&args, cli_host_options, &dump.host);
    cli_args_add(&args, cli_job_options, &dump.common);
    cli_args_add(&args, cli_common_options, &dump.common);
    if (!cli_args_parse(&args, argc, argv, &status))
        return status;
    if (args.inputs.count != 1)
        return cli_usage_status(&args, "found %u inputs, expected one",
                                (unsigned)args.inputs.count);
    if (dump.form == CLI_UNSET)
        return cli_usage_status(&args, "found no --as, expected a form");
    if (dump.form == form_spirv && !spirv_has_tools()) {
        cli_print_error(&dump.common, "quadrille", QD_CODE_UNSUPPORTED,
                        "this build has no SPIRV-Tools, which --as spirv needs");
        return CLI_MISSING;
    }
    if (dump.form == form_tokens && strcmp(dump.output, "-") == 0 && isatty(STDOUT_FILENO))
        return cli_usage_status(&args, "standard output is a terminal, expected -o FILE");
    if (!cli_host_find_target(&dump.host, &args, &dump.common, &dump.target, &status))
        return status;
    dump.input = args.inputs.data[0];
    dump.guest.company = cli_host_company(&dump.host);
    return cli_job_run(&dump.common, dump_input, &dump);
}

const struct cli_command cli_dump = {
    "dump",
    "INPUT --as FORM [-o FILE] [OPTION]...",
    "Show a shader in one of its forms",
    run,
};
