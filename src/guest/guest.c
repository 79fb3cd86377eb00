/* SPDX-License-Identifier: MIT */
#include "guest/guest_priv.h"

#include "spirv/spirv.h"

#include <string.h>

size_t
guest_arena_limit(uint64_t memory)
{
    const uint64_t half = memory / 2 + memory % 2;

    return half < SIZE_MAX ? (size_t)half : SIZE_MAX;
}

/* The code as words at an address that words may have. NULL with an error if they are not whole. */
static uint32_t *
copy_words(const void *code, size_t size, enum qd_code error, struct base_arena *arena,
           struct base_diags *diags)
{
    if (size % sizeof(uint32_t) != 0) {
        base_error(diags, error, base_at_nowhere(),
                   "found %zu bytes, expected a whole number of words", size);
        return NULL;
    }
    uint32_t *words = base_arena_alloc(arena, size);
    if (size)
        memcpy(words, code, size);
    return words;
}

static struct tgsi_program *
read_tokens(const char *code, size_t size, const struct guest_options *options,
            struct base_arena *arena, struct base_diags *diags)
{
    const struct tgsi_token_options read = {.layout = options->tokens};
    const uint32_t *words = copy_words(code, size, QD_CODE_TGSI_TOKENS, arena, diags);

    return words ? tgsi_read_tokens(arena, words, size / sizeof(*words), &read, diags) : NULL;
}

static struct tgsi_program *
read_tgsi(const char *code, size_t size, const struct guest_options *options,
          struct base_arena *arena, struct base_diags *diags)
{
    const struct tgsi_read_options read = {.dialect = options->dialect};
    struct tgsi_program *program = options->language == guest_language_tgsi_tokens
                                       ? read_tokens(code, size, options, arena, diags)
                                       : tgsi_read_text(arena, code, size, &read, diags);

    return program && tgsi_check(program, diags) ? program : NULL;
}

static struct ir_shader *
lower_tgsi(const char *code, size_t size, const struct guest_options *options,
           struct base_arena *front, struct base_arena *arena, struct base_diags *diags)
{
    struct tgsi_lower_options lower = options->tgsi;

    lower.name = options->name;
    const struct tgsi_program *program =
        read_tgsi(code, size, options, front ? front : arena, diags);
    struct ir_shader *shader = program ? tgsi_lower(program, &lower, arena, diags) : NULL;

    if (front)
        base_arena_finish(front);
    return shader;
}

static struct ir_shader *
read_spirv(const void *code, size_t size, const struct guest_options *options,
           struct base_arena *arena, struct base_diags *diags)
{
    const struct spirv_read_options read = {
        .entry = options->entry,
        .has_stage = options->has_stage,
        .stage = options->stage,
        .constants = options->constants,
        .constant_count = options->constant_count,
    };

    if (!spirv_is_module(code, size)) {
        base_error(diags, QD_CODE_SPIRV_INVALID, base_at_nowhere(),
                   "found bytes that do not start with SPIR-V's magic number, expected a module");
        return NULL;
    }
    const uint32_t *words = copy_words(code, size, QD_CODE_SPIRV_INVALID, arena, diags);
    return words ? spirv_read(words, size / sizeof(*words), &read, arena, diags) : NULL;
}

static bool
is_tgsi(enum guest_language language)
{
    return language == guest_language_tgsi || language == guest_language_tgsi_tokens;
}

static bool
has_language(enum guest_language language, struct base_diags *diags)
{
    if (language != guest_language_none && language < guest_language_count)
        return true;
    base_error(
        diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
        "found no language that has a front end, expected TGSI, RDNA code, IR text or SPIR-V");
    return false;
}

struct ir_shader *
guest_read(const void *code, size_t size, const struct guest_options *options,
           struct base_arena *front, struct base_arena *arena, struct base_diags *diags)
{
    struct ir_shader *shader;

    if (!has_language(options->language, diags))
        return NULL;
    if (is_tgsi(options->language))
        shader = lower_tgsi(code, size, options, front, arena, diags);
    else if (options->language == guest_language_spirv)
        shader = read_spirv(code, size, options, arena, diags);
    else if (options->language == guest_language_rdna)
        shader = guest_read_rdna(code, size, options, arena, diags);
    else
        shader = ir_parse(arena, code, size, diags);
    if (!shader || options->keep_raw)
        return shader;
    return ir_run_pipeline(shader, ir_pipeline_default, diags) ? shader : NULL;
}

/* Words that are no instructions are warnings, as where they are never reached. */
static bool
check_rdna(const void *bytes, size_t size, const struct guest_options *options,
           struct base_arena *arena, struct base_diags *diags)
{
    const struct rdna_code *code = guest_read_code(bytes, size, options, arena, diags);

    for (uint32_t i = 0; code && i < code->programs.count; i++)
        rdna_code_check(code, &code->programs.data[i], diags);
    return code != NULL;
}

bool
guest_check(const void *code, size_t size, const struct guest_options *options,
            struct base_arena *arena, struct base_diags *diags)
{
    if (!has_language(options->language, diags))
        return false;
    if (is_tgsi(options->language))
        return read_tgsi(code, size, options, arena, diags) != NULL;
    if (options->language == guest_language_spirv)
        return read_spirv(code, size, options, arena, diags) != NULL;
    if (options->language == guest_language_rdna)
        return check_rdna(code, size, options, arena, diags);
    return ir_parse(arena, code, size, diags) != NULL;
}
