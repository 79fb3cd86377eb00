/* SPDX-License-Identifier: MIT */
#include "rdna/code.h"

#include "rdna/code_priv.h"
#include "rdna/decode.h"
#include "rdna/parse.h"

/* ---- stages ---- */

static const char *const stage_names[rdna_stage_count] = {
    [rdna_stage_none] = "none",
    [rdna_stage_vertex] = "vertex",
    [rdna_stage_tess_control] = "tess-control",
    [rdna_stage_tess_eval] = "tess-eval",
    [rdna_stage_geometry] = "geometry",
    [rdna_stage_fragment] = "fragment",
    [rdna_stage_compute] = "compute",
};

/* Names of files' endings and of the hardware's stages. */
static const struct {
    const char *name;
    enum rdna_stage stage;
} other_stages[] = {
    {"vert", rdna_stage_vertex},     {"vs", rdna_stage_vertex},
    {"ls", rdna_stage_vertex},       {"tesc", rdna_stage_tess_control},
    {"hs", rdna_stage_tess_control}, {"tese", rdna_stage_tess_eval},
    {"es", rdna_stage_tess_eval},    {"geom", rdna_stage_geometry},
    {"gs", rdna_stage_geometry},     {"frag", rdna_stage_fragment},
    {"ps", rdna_stage_fragment},     {"comp", rdna_stage_compute},
    {"cs", rdna_stage_compute},      {"packet", rdna_stage_none},
};

const char *
rdna_stage_name(enum rdna_stage stage)
{
    return stage_names[stage];
}

static bool
is_name(const char *name, const char *text, size_t size)
{
    return strlen(name) == size && memcmp(name, text, size) == 0;
}

bool
rdna_stage_find(const char *name, size_t size, enum rdna_stage *stage)
{
    for (unsigned i = 0; i < rdna_stage_count; i++) {
        if (is_name(stage_names[i], name, size)) {
            *stage = (enum rdna_stage)i;
            return true;
        }
    }
    for (size_t i = 0; i < BASE_COUNT(other_stages); i++) {
        if (is_name(other_stages[i].name, name, size)) {
            *stage = other_stages[i].stage;
            return true;
        }
    }
    return false;
}

/* ---- reading ---- */

void
rdna_code_add_only(struct rdna_code_reader *reader, enum rdna_stage stage, unsigned wave_size)
{
    struct rdna_program *program = base_array_add(reader->arena, &reader->code->programs);

    program->name = "";
    program->end = reader->code->code_count;
    program->is_entry = true;
    program->stage = stage;
    program->wave_size = wave_size;
}

static bool
read_words(struct rdna_code_reader *reader)
{
    const size_t count = reader->size / sizeof(uint32_t);
    const unsigned char *at = (const unsigned char *)reader->data;

    if (reader->size % sizeof(uint32_t) != 0) {
        base_error(reader->diags, QD_CODE_RDNA_TRUNCATED, base_at_word((uint32_t)count),
                   "found %zu bytes behind the last word, expected a whole number of words",
                   reader->size % sizeof(uint32_t));
        return false;
    }
    if (!count) {
        base_error(reader->diags, QD_CODE_RDNA_TRUNCATED, base_at_nowhere(),
                   "found no words, expected an instruction");
        return false;
    }
    uint32_t *words = base_arena_new_array(reader->arena, uint32_t, count);
    for (size_t i = 0; i < count; i++, at += sizeof(uint32_t))
        words[i] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    reader->code->words = words;
    reader->code->count = reader->code->code_count = (uint32_t)count;
    rdna_code_add_only(reader, rdna_stage_none, 0);
    return true;
}

static bool
read_assembly(struct rdna_code_reader *reader)
{
    const struct rdna_code_options *options = reader->options;
    struct rdna_assembly assembly;

    rdna_code_add_only(reader, rdna_stage_none, options->wave_size);
    if (!options->has_isa || !options->wave_size)
        return true; /* Which of both is missing is said where all code is settled. */
    base_diags_set_text(reader->diags, reader->data, reader->size);
    bool good = rdna_assemble(reader->data, reader->size, options->isa, options->wave_size,
                              reader->arena, &assembly, reader->diags);
    if (good && !assembly.count) {
        base_error(reader->diags, QD_CODE_RDNA_TRUNCATED, base_at_nowhere(),
                   "found no instruction, expected one");
        good = false;
    }
    base_diags_set_text(reader->diags, NULL, 0);
    reader->code->words = assembly.words;
    reader->code->count = reader->code->code_count = assembly.count;
    reader->code->programs.data[0].end = assembly.count;
    return good;
}

/* How much of a file must look like text. */
#define TEXT_SIZE 256

static enum rdna_code_kind
guess_kind(const char *data, size_t size)
{
    if (size >= 4 && memcmp(data, "\177ELF", 4) == 0)
        return rdna_code_elf;
    for (size_t i = 0; i < size && i < TEXT_SIZE; i++) {
        const unsigned char c = (unsigned char)data[i];
        if (c == 0x7f || (c < ' ' && c != '\n' && c != '\r' && c != '\t'))
            return rdna_code_words;
    }
    return rdna_code_hex;
}

/* Who has the last word, and is all known that must be? */
static bool
settle(struct rdna_code_reader *reader)
{
    const struct rdna_code_options *options = reader->options;
    struct rdna_code *code = reader->code;

    if (options->has_isa)
        code->isa = options->isa;
    if (!options->has_isa && !reader->has_isa) {
        base_error(reader->diags, QD_CODE_RDNA_CHIP, base_at_nowhere(),
                   "found nothing that says which chip the code is for, expected gfx1010, gfx1013 "
                   "or gfx1030 to be named");
        return false;
    }
    for (uint32_t i = 0; i < code->programs.count; i++) {
        struct rdna_program *program = &code->programs.data[i];

        if (options->wave_size)
            program->wave_size = options->wave_size;
        if (program->wave_size)
            continue;
        base_error(reader->diags, QD_CODE_RDNA_CHIP, base_at_nowhere(),
                   "found nothing that says how many lanes a wave%s%s has, expected 32 or 64 to be "
                   "named",
                   *program->name ? " of " : "", program->name);
        if (reader->skipped_metadata)
            base_add_note(reader->diags, "the object has metadata, which this build does not read");
        return false;
    }
    return true;
}

struct rdna_code *
rdna_code_read(struct base_arena *arena, const char *data, size_t size,
               const struct rdna_code_options *options, struct base_diags *diags)
{
    struct rdna_code_reader reader = {
        .arena = arena,
        .diags = diags,
        .data = data,
        .size = size,
        .options = options,
        .code = base_arena_new(arena, struct rdna_code),
    };
    bool good = false;

    reader.code->kind = options->kind ? options->kind : guess_kind(data, size);
    if (size / sizeof(uint32_t) > UINT32_MAX / 8) {
        base_error(diags, QD_CODE_LIMIT, base_at_nowhere(),
                   "found %zu bytes, expected no more than %zu", size, (size_t)UINT32_MAX / 2);
        return NULL;
    }
    switch (reader.code->kind) {
    case rdna_code_hex:
        good = rdna_code_read_hex(&reader);
        break;
    case rdna_code_assembly:
        good = read_assembly(&reader);
        break;
    case rdna_code_elf:
        good = rdna_code_read_elf(&reader);
        break;
    case rdna_code_words:
    case rdna_code_any:
        good = read_words(&reader);
        break;
    }
    return good && settle(&reader) ? reader.code : NULL;
}

const struct rdna_program *
rdna_code_find(const struct rdna_code *code, const char *name)
{
    for (uint32_t i = 0; i < code->programs.count; i++)
        if (strcmp(code->programs.data[i].name, name) == 0)
            return &code->programs.data[i];
    return NULL;
}

const char *
rdna_code_header(const struct rdna_code *code, const char *name)
{
    for (uint32_t i = 0; i < code->headers.count; i++)
        if (strcmp(code->headers.data[i].name, name) == 0)
            return code->headers.data[i].value;
    return NULL;
}

/* ---- checking ---- */

/* Would it be an instruction if the code went on? */
static bool
is_cut_off(const struct rdna_code *code, const struct rdna_program *program, uint32_t at)
{
    uint32_t words[RDNA_MAX_WORDS] = {0};
    const uint32_t left = program->end - at;
    struct rdna_inst inst;

    if (left >= RDNA_MAX_WORDS)
        return false;
    memcpy(words, code->words + at, left * sizeof(*words));
    return rdna_decode(words, RDNA_MAX_WORDS, code->isa, program->wave_size, &inst) &&
           inst.words > left;
}

void
rdna_code_check(const struct rdna_code *code, const struct rdna_program *program,
                struct base_diags *diags)
{
    struct rdna_inst inst;

    for (uint32_t at = program->first; at < program->end; at += inst.words) {
        if (rdna_decode(code->words + at, program->end - at, code->isa, program->wave_size, &inst))
            continue;
        if (is_cut_off(code, program, at))
            base_warning(diags, QD_CODE_RDNA_TRUNCATED, base_at_word(at),
                         "found the end of the code, expected more words behind 0x%08x",
                         code->words[at]);
        else
            base_warning(diags, QD_CODE_RDNA_UNKNOWN_ENCODING, base_at_word(at),
                         "found 0x%08x, expected an instruction of %s with waves of %u",
                         code->words[at], rdna_isa_names[code->isa], program->wave_size);
    }
}
