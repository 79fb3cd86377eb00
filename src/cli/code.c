/* SPDX-License-Identifier: MIT
 *
 * RDNA code: from a file to its programs.
 */
#include "cli/cli.h"

static const struct {
    const char *ending;
    enum rdna_code_kind kind;
} endings[] = {
    {".hex", rdna_code_hex},   {".s", rdna_code_assembly}, {".rdna", rdna_code_words},
    {".bin", rdna_code_words}, {".o", rdna_code_elf},      {".elf", rdna_code_elf},
    {".hsaco", rdna_code_elf},
};

/* What begins like an object is one, whatever it is called. */
enum rdna_code_kind
cli_code_kind(const char *path, const struct cli_source *source)
{
    const char *ending = strrchr(path, '.');

    if (source->size >= 4 && memcmp(source->data, "\177ELF", 4) == 0)
        return rdna_code_elf;
    for (size_t i = 0; ending && i < BASE_COUNT(endings); i++)
        if (strcmp(endings[i].ending, ending) == 0)
            return endings[i].kind;
    return rdna_code_any;
}

bool
cli_code_read(struct cli_job *job, const char *path, const struct cli_guest *guest,
              const struct cli_source *source, struct cli_code *code)
{
    struct rdna_code_options options = {
        .kind = cli_code_kind(path, source),
        .has_isa = guest->isa != CLI_UNSET,
        .metadata = rdna_find_metadata_reader(),
    };

    if (options.has_isa)
        options.isa = (enum rdna_isa)guest->isa;
    if (guest->wave != CLI_UNSET)
        options.wave_size = guest->wave == 0 ? 32 : 64;
    *code = (struct cli_code){0};
    code->code = rdna_code_read(&job->arena, source->data, source->size, &options, &job->diags);
    if (!code->code || !guest->entry)
        return code->code != NULL;
    code->only = rdna_code_find(code->code, guest->entry);
    if (!code->only)
        base_error(&job->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(),
                   "found no program \"%s\", expected one for --entry", guest->entry);
    return code->only != NULL;
}

bool
cli_code_load(struct cli_job *job, const char *path, const struct cli_guest *guest,
              struct cli_code *code)
{
    struct cli_source source;

    if (!cli_input_read(job, path, &source.data, &source.size) ||
        !cli_source_find_language(job, path, guest, &source))
        return false;
    if (source.language == cli_language_rdna)
        return cli_code_read(job, path, guest, &source, code);
    base_error(&job->diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
               "found a shader in another language, expected RDNA code");
    return false;
}

void
cli_code_check(struct cli_job *job, const struct cli_code *code)
{
    const struct rdna_code *all = code->code;

    for (uint32_t i = 0; i < all->programs.count; i++)
        if (!code->only || code->only == &all->programs.data[i])
            rdna_code_check(all, &all->programs.data[i], &job->diags);
}
