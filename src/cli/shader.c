/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "guest/guest.h"

#include "base/bits.h"

#include <errno.h>
#include <stdlib.h>

#define NEWEST_SPIRV 6 /* Minor version of modules assembled from text. */

/* ---- options ---- */

CLI_CHOICE(language_choice, "tgsi", "tokens", "rdna", "spirv", "ir")
CLI_CHOICE(stage_choice, "vertex", "fragment", "geometry", "tess-control", "tess-eval", "compute")
static const enum ir_stage stages[] = {ir_stage_vertex,       ir_stage_fragment,  ir_stage_geometry,
                                       ir_stage_tess_control, ir_stage_tess_eval, ir_stage_compute};
CLI_CHOICE(tokens_choice, "18", "24", "2012", "virgl") /* As enum tgsi_tokens. */
CLI_CHOICE(isa_choice, "gfx1010", "gfx1013", "gfx1030")
CLI_CHOICE(wave_choice, "32", "64")
CLI_CHOICE(dialect_choice, "auto", "early", "final")

/* ID=VALUE: a number of C's spelling. */
static bool
set_specialisation(struct cli_args *args, const struct cli_option *option, void *field,
                   const char *value)
{
    struct cli_specialisations *specialisations = field;
    char *end;
    struct spirv_constant constant = {0};

    errno = 0;
    const unsigned long id = strtoul(value, &end, 10);
    const char *number = end + 1;
    if (end == value || *end != '=' || errno || id > UINT32_MAX || !*number)
        return cli_usage(args, "found --%s %s, expected ID=VALUE", option->name, value);
    constant.id = (uint32_t)id;
    if (strncmp(number, "0x", 2) != 0 && strpbrk(number, ".eE")) {
        constant.kind = spirv_constant_real;
        constant.number = strtod(number, &end);
    } else {
        constant.kind = spirv_constant_whole;
        constant.bits = *number == '-' ? (uint64_t)strtoll(number, &end, 0)
                                       : (uint64_t)strtoull(number, &end, 0);
    }
    if (*end || errno)
        return cli_usage(args, "found --%s %s, expected a number after =", option->name, value);
    base_array_push(args->arena, &specialisations->list, constant);
    return true;
}

#define MAX_FRAMEBUFFER 65536
#define MAX_BLOCK 4096
#define MAX_SHARED 1048576
#define MAX_SET 1024

/* count numbers of 1 to most with a byte between them. */
static bool
read_numbers(const char *at, char between, uint32_t count, uint32_t most, uint32_t *numbers)
{
    for (uint32_t i = 0; i < count; i++) {
        if ((i > 0 && *at++ != between) || !cli_read_number(&at, most, &numbers[i]) || !numbers[i])
            return false;
    }
    return !*at;
}

static bool
set_framebuffer(struct cli_args *args, const struct cli_option *option, void *field,
                const char *value)
{
    return read_numbers(value, 'x', 2, MAX_FRAMEBUFFER, field) ||
           cli_usage(args, "found --%s %s, expected WxH, each from 1 to %d", option->name, value,
                     MAX_FRAMEBUFFER);
}

static bool
set_block_size(struct cli_args *args, const struct cli_option *option, void *field,
               const char *value)
{
    return read_numbers(value, ',', 3, MAX_BLOCK, field) ||
           cli_usage(args, "found --%s %s, expected X,Y,Z, each from 1 to %d", option->name, value,
                     MAX_BLOCK);
}

static bool
set_set(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    struct tgsi_lower_options *tgsi = field;
    const char *at = value;

    if (!cli_read_number(&at, MAX_SET, &tgsi->set) || *at)
        return cli_usage(args, "found --%s %s, expected a number from 0 to %d", option->name, value,
                         MAX_SET);
    tgsi->has_set = true;
    return true;
}

/* REGISTER=WHAT. */
static bool
set_start(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    struct cli_starts *starts = field;
    struct rdna_start start;
    const char *expected = rdna_start_read(value, strlen(value), &start);

    if (expected)
        return cli_usage(args, "found --%s %s, expected %s", option->name, value, expected);
    base_array_push(args->arena, &starts->list, start);
    return true;
}

/* A number of C's spelling. */
static bool
read_any_number(const char *value, uint64_t most, uint64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoull(value, &end, 0);
    return *value >= '0' && *value <= '9' && !*end && !errno && *number <= most;
}

static bool
set_address(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    return read_any_number(value, UINT64_MAX, field) ||
           cli_usage(args, "found --%s %s, expected an address, as in 0x500000000", option->name,
                     value);
}

#define MODE_BITS 0x3ff

static bool
set_mode(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    uint64_t mode;

    if (!read_any_number(value, MODE_BITS, &mode))
        return cli_usage(args, "found --%s %s, expected bits 9:0 of MODE, as in 0x1c0",
                         option->name, value);
    *(uint32_t *)field = (uint32_t)mode;
    return true;
}

/* As enum cli_color numbers them. */
CLI_CHOICE(color_choice, "float", "unorm16", "snorm16", "uint16", "sint16", "uint32", "sint32")

/* TARGET=WHAT. */
static bool
set_color(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    uint8_t *colors = field;
    const char *at = value;
    uint32_t target;

    if (cli_read_number(&at, 7, &target) && *at == '=') {
        for (uint32_t i = 0; color_choice(i); i++) {
            if (strcmp(at + 1, color_choice(i)) != 0)
                continue;
            colors[target] = (uint8_t)i;
            return true;
        }
    }
    return cli_usage(args,
                     "found --%s %s, expected a target from 0 to 7, = and float, unorm16, snorm16, "
                     "uint16, sint16, uint32 or sint32",
                     option->name, value);
}

#define MAX_LDS 65536
#define MAX_SUBGROUP 128
#define FIELD(field) offsetof(struct cli_guest, field)

const struct cli_option cli_subgroup_option[] = {
    {"subgroup-size", "N", "RDNA: lanes that the host's subgroups can be told to have (not known)",
     cli_set_number, FIELD(subgroup_size), NULL, 1, MAX_SUBGROUP},
    {0},
};

const struct cli_option cli_guest_options[] = {
    {"from", "LANGUAGE", "what the shaders are written in", cli_set_choice, FIELD(from),
     language_choice, 0, 0},
    {"stage", "STAGE", "what the shaders are for", cli_set_choice, FIELD(stage), stage_choice, 0,
     0},
    {"isa", "ISA", "RDNA: whose code it is", cli_set_choice, FIELD(isa), isa_choice, 0, 0},
    {"wave", "LANES", "RDNA: lanes of a wave", cli_set_choice, FIELD(wave), wave_choice, 0, 0},
    {"tokens", "WHOSE", "TGSI: whose tokens they are (18)", cli_set_choice, FIELD(tokens),
     tokens_choice, 0, 0},
    {"point-size", "X", "TGSI: size that vertex shaders write if they write none", cli_set_float,
     FIELD(tgsi.default_point_size), NULL, 0, 0},
    {"dialect", "DIALECT", "TGSI: which dialect the text is in (by what it uses)", cli_set_choice,
     FIELD(dialect), dialect_choice, 0, 0},
    {"flat-shade", NULL, "TGSI: interpolation COLOR is CONSTANT", cli_set_flag,
     FIELD(tgsi.flat_shade), NULL, 0, 0},
    {"two-side", NULL, "TGSI: on the back, COLOR inputs are BCOLOR", cli_set_flag,
     FIELD(tgsi.two_side), NULL, 0, 0},
    {"clamp-vertex-color", NULL, "TGSI: clamp colours of vertices to 0 to 1", cli_set_flag,
     FIELD(tgsi.clamp_vertex_color), NULL, 0, 0},
    {"clamp-fragment-color", NULL, "TGSI: clamp colours of fragments to 0 to 1", cli_set_flag,
     FIELD(tgsi.clamp_fragment_color), NULL, 0, 0},
    {"clip-planes", "MASK", "TGSI: user clip planes that are on; bit i is plane i", cli_set_number,
     FIELD(tgsi.clip_planes), NULL, 0, 255},
    {"color-targets", "N", "TGSI: targets that FS_COLOR0_WRITES_ALL_CBUFS writes (1)",
     cli_set_number, FIELD(tgsi.color_targets), NULL, 1, TGSI_MAX_TARGETS},
    {"framebuffer", "WxH", "TGSI: width and height that shaders go by (from a buffer)",
     set_framebuffer, FIELD(tgsi.framebuffer), NULL, 0, 0},
    {"block-size", "X,Y,Z", "TGSI, RDNA: of compute shaders that fix none", set_block_size,
     FIELD(tgsi.block_size), NULL, 0, 0},
    {"shared-memory", "BYTES", "TGSI: size of MEMORY, SHARED (16384)", cli_set_number,
     FIELD(tgsi.shared_size), NULL, 1, MAX_SHARED},
    {"set", "N", "TGSI: descriptor set of all resources (by the stage)", set_set, FIELD(tgsi), NULL,
     0, 0},
    {"first-binding", "N", "TGSI: is added to all bindings (0)", cli_set_number,
     FIELD(tgsi.first_binding), NULL, 0, TGSI_MAX_FIRST_BINDING},
    {"start", "REGISTER=WHAT", "RDNA: what a register begins with, as in \"v0=POSITION x\"",
     set_start, FIELD(starts), NULL, 0, 0},
    {"mode", "BITS", "RDNA: MODE where a wave begins (0x1c0)", set_mode, FIELD(mode), NULL, 0, 0},
    {"lds", "BYTES", "RDNA: size of LDS (what the code says)", cli_set_number, FIELD(lds_size),
     NULL, 0, MAX_LDS},
    {"exact-fma", NULL, "RDNA: the host rounds fused multiply-adds twice: go through doubles",
     cli_set_flag, FIELD(exact_fma), NULL, 0, 0},
    {"window", "ADDRESS", "RDNA: address of the first byte of the buffer of guest memory (0)",
     set_address, FIELD(window), NULL, 0, 0},
    {"color", "TARGET=WHAT", "RDNA: how a target's colours lie in registers (float)", set_color,
     FIELD(colors), NULL, 0, 0},
    {"entry", "NAME", "SPIR-V: the entry point (the only one, or main); RDNA: the program (all)",
     cli_set_text, FIELD(entry), NULL, 0, 0},
    {"specialize", "ID=VALUE", "SPIR-V: a specialization constant's value", set_specialisation,
     FIELD(specialisations), NULL, 0, 0},
    {0},
};

struct cli_guest
cli_guest_default(void)
{
    return (struct cli_guest){
        .from = CLI_UNSET,
        .stage = CLI_UNSET,
        .isa = CLI_UNSET,
        .wave = CLI_UNSET,
        .dialect = CLI_UNSET,
        .mode = CLI_UNSET,
        .company = CLI_UNSET,
    };
}

enum tgsi_dialect
cli_guest_dialect(const struct cli_guest *guest)
{
    return guest->dialect == CLI_UNSET ? tgsi_dialect_auto : (enum tgsi_dialect)guest->dialect;
}

const char *
cli_language_name(uint32_t language)
{
    return language_choice(language);
}

const char *
cli_company_name(uint32_t company)
{
    static const char *const names[] = {
        [ir_company_lane] = "lane",
        [ir_company_quad] = "quad",
        [ir_company_subgroup] = "subgroup",
    };

    return company < BASE_COUNT(names) ? names[company] : NULL;
}

/* ---- which language is it ---- */

/* What a file is that no language of shaders is. */
#define SCRIPT cli_language_count

static const struct {
    const char *ending;
    enum cli_language language;
} endings[] = {
    {".tgsi", cli_language_tgsi}, {".tok", cli_language_tokens},   {".hex", cli_language_rdna},
    {".s", cli_language_rdna},    {".rdna", cli_language_rdna},    {".bin", cli_language_rdna},
    {".o", cli_language_rdna},    {".elf", cli_language_rdna},     {".hsaco", cli_language_rdna},
    {".spv", cli_language_spirv}, {".spvasm", cli_language_spirv}, {".qir", cli_language_ir},
    {".amber", SCRIPT},           {".shader_test", SCRIPT},        {".vk_shader_test", SCRIPT},
};

static bool
guess_by_ending(const char *path, enum cli_language *language)
{
    const char *slash = strrchr(path, '/');
    const char *ending = strrchr(slash ? slash : path, '.');

    if (!ending)
        return false;
    for (size_t i = 0; i < BASE_COUNT(endings); i++) {
        if (strcmp(endings[i].ending, ending) == 0) {
            *language = endings[i].language;
            return true;
        }
    }
    return false;
}

static bool
starts_with(const char *data, size_t size, const char *start, size_t count)
{
    return size >= count && memcmp(data, start, count) == 0;
}

/* IR text starts with its stage and a name in quotes. */
static bool
is_ir(const char *data, size_t size)
{
    for (unsigned i = 0; i < ir_stage_count; i++) {
        const char *stage = ir_stage_name((enum ir_stage)i);
        const size_t count = strlen(stage);

        if (starts_with(data, size, stage, count) && size > count + 1 && data[count] == ' ' &&
            data[count + 1] == '"')
            return true;
    }
    return false;
}

static bool
guess_by_bytes(const char *data, size_t size, enum cli_language *language)
{
    if (spirv_is_module(data, size))
        *language = cli_language_spirv;
    else if (starts_with(data, size,
                         "\x7f"
                         "ELF",
                         4))
        *language = cli_language_rdna;
    else if (is_ir(data, size))
        *language = cli_language_ir;
    else if (tgsi_is_text(data, size))
        *language = cli_language_tgsi;
    else
        return false;
    return true;
}

bool
cli_source_find_language(struct cli_job *job, const char *path, const struct cli_guest *guest,
                         struct cli_source *source)
{
    if (guest->from != CLI_UNSET) {
        source->language = (enum cli_language)guest->from;
        return true;
    }
    if (guess_by_ending(path, &source->language) ||
        guess_by_bytes(source->data, source->size, &source->language))
        return true;
    if (!source->size) {
        base_error(&job->diags, QD_CODE_IO, base_at_nowhere(),
                   "found an empty input, expected a shader");
        return false;
    }
    base_error(&job->diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
               "found neither a file ending nor first bytes of a known language, expected --from "
               "to name it");
    return false;
}

/* ---- loading ---- */

static bool
is_read(struct cli_job *job, enum cli_language language)
{
    if (language != SCRIPT)
        return true;
    base_error(&job->diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
               "found a test script, expected a shader (quadrille run runs scripts)");
    return false;
}

/* Tokens in files have the low byte of each word first. */
static void
order_bytes(struct cli_job *job, struct cli_source *source)
{
    const unsigned char *bytes = (const unsigned char *)source->data;
    const size_t count = source->size / sizeof(uint32_t);
    uint32_t *words = base_arena_alloc(&job->arena, source->size);

    for (size_t i = 0; i < count; i++, bytes += sizeof(uint32_t))
        words[i] = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                   (uint32_t)bytes[3] << 24;
    source->data = (const char *)words;
}

/* Whether the language is one that is read, and what its readers expect. */
static bool
prepare(struct cli_job *job, const char *path, struct cli_source *source)
{
    if (!is_read(job, source->language))
        return false;
    if (source->language == cli_language_tokens)
        order_bytes(job, source);
    else if (source->language == cli_language_rdna)
        source->kind = cli_code_kind(path, source);
    else if (source->language != cli_language_spirv || !spirv_is_module(source->data, source->size))
        base_diags_set_text(&job->diags, source->data, source->size);
    return true;
}

bool
cli_source_read(struct cli_job *job, const char *path, const struct cli_guest *guest,
                struct cli_source *source)
{
    return cli_input_read(job, path, &source->data, &source->size) &&
           cli_source_find_language(job, path, guest, source) && prepare(job, path, source);
}

/* SPIR-V as text becomes words. */
static bool
assemble(struct cli_job *job, struct cli_source *source)
{
    struct spirv_module module;

    if (source->language != cli_language_spirv || spirv_is_module(source->data, source->size))
        return true;
    if (!spirv_assemble(source->data, source->size, NEWEST_SPIRV, &job->arena, &module,
                        &job->diags))
        return false;
    base_diags_set_text(&job->diags, NULL, 0);
    source->data = (const char *)module.words;
    source->size = module.count * sizeof(*module.words);
    return true;
}

/* The stage that the options ask for. */
static bool
find_stage(const struct cli_guest *guest, enum ir_stage *stage)
{
    if (guest->stage == CLI_UNSET)
        return false;
    *stage = stages[guest->stage];
    return true;
}

const char *
cli_stage_name(enum ir_stage stage)
{
    uint32_t choice = 0;

    while (stages[choice] != stage)
        choice++;
    return stage_choice(choice);
}

static bool
check_stage(struct cli_job *job, const struct cli_guest *guest, const struct ir_shader *shader)
{
    enum ir_stage stage;

    if (!find_stage(guest, &stage) || stage == shader->stage)
        return true;
    base_error(&job->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(),
               "found a %s shader, expected one for --stage %s", cli_stage_name(shader->stage),
               cli_stage_name(stage));
    return false;
}

static enum guest_language
guest_language_of(enum cli_language language)
{
    switch (language) {
    case cli_language_tgsi:
        return guest_language_tgsi;
    case cli_language_tokens:
        return guest_language_tgsi_tokens;
    case cli_language_ir:
        return guest_language_ir;
    case cli_language_spirv:
        return guest_language_spirv;
    case cli_language_rdna:
        return guest_language_rdna;
    case cli_language_count:
        break;
    }
    return guest_language_none;
}

static uint8_t
targets_of(const struct cli_guest *guest, enum cli_color color)
{
    unsigned targets = 0;

    for (unsigned i = 0; i < BASE_COUNT(guest->colors); i++)
        targets |= (guest->colors[i] == color ? 1u : 0u) << i;
    return (uint8_t)targets;
}

static struct guest_rdna
rdna_options(const struct cli_guest *guest, const struct cli_source *source)
{
    struct guest_rdna rdna = {
        .kind = source->kind,
        .has_isa = guest->isa != CLI_UNSET,
        .has_mode = guest->mode != CLI_UNSET,
        .metadata = rdna_find_metadata_reader(),
        .starts = guest->starts.list.data,
        .start_count = guest->starts.list.count,
        .report = guest->report,
    };

    rdna.lower = (struct rdna_lower_options){
        .isa = rdna.has_isa ? (enum rdna_isa)guest->isa : rdna_isa_gfx1013,
        .wave_size = guest->wave == CLI_UNSET ? 0
                     : guest->wave == 0       ? 32
                                              : 64,
        .has_company = guest->company != CLI_UNSET,
        .company =
            guest->company == CLI_UNSET ? rdna_company_lane : (enum rdna_company)guest->company,
        .subgroup_size = guest->subgroup_size,
        .mode = guest->mode,
        .window = guest->window,
        .exact_fma = guest->exact_fma,
        .lds_size = guest->lds_size,
        .unorm16 = targets_of(guest, cli_color_unorm16),
        .snorm16 = targets_of(guest, cli_color_snorm16),
        .uint16 = targets_of(guest, cli_color_uint16),
        .sint16 = targets_of(guest, cli_color_sint16),
        .uint32 = targets_of(guest, cli_color_uint32),
        .sint32 = targets_of(guest, cli_color_sint32),
    };
    memcpy(rdna.lower.local_size, guest->tgsi.block_size, sizeof(rdna.lower.local_size));
    return rdna;
}

/* Only RDNA code is brought into another company than its own. */
static bool
check_company(struct cli_job *job, const struct cli_source *source, const struct cli_guest *guest)
{
    if (guest->company != rdna_company_wave || source->language == cli_language_rdna)
        return true;
    base_error(&job->diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
               "only of RDNA code are modules made that hold a whole wave, expected another "
               "--company");
    return false;
}

static struct ir_shader *
load_source(struct cli_job *job, struct cli_source *source, const struct cli_guest *guest,
            bool keep_raw)
{
    struct guest_options options = {
        .language = guest_language_of(source->language),
        .name = guest->name,
        .tgsi = guest->tgsi,
        .dialect = cli_guest_dialect(guest),
        .keep_raw = keep_raw,
        .entry = guest->entry,
        .constants = guest->specialisations.list.data,
        .constant_count = guest->specialisations.list.count,
        .tokens = (enum tgsi_tokens)guest->tokens,
        .rdna = rdna_options(guest, source),
    };

    options.has_stage = find_stage(guest, &options.stage);
    if (!options.has_stage && source->language == cli_language_rdna) {
        options.has_stage = guest->has_stage;
        options.stage = guest->default_stage;
    }
    if (!check_company(job, source, guest) || !assemble(job, source))
        return NULL;
    struct ir_shader *shader =
        guest_read(source->data, source->size, &options, &job->front, &job->arena, &job->diags);

    return shader && check_stage(job, guest, shader) ? shader : NULL;
}

struct tgsi_program *
cli_tgsi_load(struct cli_job *job, const char *path, const struct cli_guest *guest)
{
    const struct tgsi_token_options tokens = {.layout = (enum tgsi_tokens)guest->tokens};
    const struct tgsi_read_options text = {.dialect = cli_guest_dialect(guest)};
    struct cli_source source;
    struct tgsi_program *program = NULL;

    if (!cli_source_read(job, path, guest, &source))
        return NULL;
    if (source.language == cli_language_tgsi)
        program = tgsi_read_text(&job->arena, source.data, source.size, &text, &job->diags);
    else if (source.language != cli_language_tokens)
        base_error(&job->diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
                   "found a shader in %s, expected TGSI", cli_language_name(source.language));
    else if (source.size % sizeof(uint32_t) != 0)
        base_error(&job->diags, QD_CODE_TGSI_TOKENS, base_at_nowhere(),
                   "found %zu bytes, expected a whole number of words", source.size);
    else
        program = tgsi_read_tokens(&job->arena, (const uint32_t *)source.data,
                                   source.size / sizeof(uint32_t), &tokens, &job->diags);
    return program && tgsi_check(program, &job->diags) ? program : NULL;
}

struct ir_shader *
cli_shader_load(struct cli_job *job, const char *path, const struct cli_guest *guest, bool keep_raw)
{
    struct cli_source source;

    if (!cli_source_read(job, path, guest, &source))
        return NULL;
    return load_source(job, &source, guest, keep_raw);
}

void
cli_shader_check(struct cli_job *job, const char *path, const struct cli_guest *guest)
{
    struct base_diags *diags = &job->diags;
    struct cli_source source;
    struct cli_code code;

    if (!cli_input_read(job, path, &source.data, &source.size) ||
        !cli_source_find_language(job, path, guest, &source))
        return;
    if (source.language == cli_language_rdna) {
        if (cli_code_read(job, path, guest, &source, &code))
            cli_code_check(job, &code);
        if (guest->stage == CLI_UNSET)
            return;
    }
    if (!prepare(job, path, &source))
        return;
    load_source(job, &source, guest, false);
    for (uint32_t i = 0; i < diags->list.count; i++) {
        struct qd_diagnostic *finding = &diags->list.data[i];

        if (finding->severity != QD_SEVERITY_ERROR || finding->code != QD_CODE_UNSUPPORTED)
            continue;
        finding->severity = QD_SEVERITY_WARNING;
        diags->error_count--;
        diags->warning_count++;
    }
}

bool
cli_shader_write(struct cli_job *job, struct ir_shader *shader,
                 const struct spirv_write_options *options, struct spirv_module *module)
{
    return spirv_translate(shader, options, &job->arena, module, &job->diags);
}
