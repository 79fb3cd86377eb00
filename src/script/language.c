/* SPDX-License-Identifier: MIT
 *
 * What shaders of scripts are written in. A language is a row of the table and the function that
 * it names.
 */
#include "guest/guest.h"
#include "rdna/code.h"
#include "script/script_priv.h"

#include <inttypes.h>

static struct ir_shader *
read_module(const struct script_source *source, const struct spirv_module *module,
            struct base_arena *arena, struct base_diags *diags)
{
    const struct spirv_read_options options = {
        .entry = source->entry ? source->entry : "main",
        .has_stage = true,
        .stage = source->stage,
        .constants = source->constants,
        .constant_count = source->constant_count,
    };
    struct ir_shader *shader = spirv_read(module->words, module->count, &options, arena, diags);

    return shader && ir_run_pipeline(shader, ir_pipeline_default, diags) ? shader : NULL;
}

static struct ir_shader *
read_assembly(const struct script_source *source, struct base_arena *arena,
              struct base_diags *diags)
{
    struct spirv_module module;

    if (!spirv_assemble(source->shader->source, source->shader->size, source->shader->minor, arena,
                        &module, diags))
        return NULL;
    return read_module(source, &module, arena, diags);
}

/* Words in hexadecimal, with or without 0x, between white space or commas. */
static bool
read_hex_words(const struct script_shader *shader, enum qd_code error, struct base_arena *arena,
               struct spirv_module *module, struct base_diags *diags)
{
    static const char spaces[] = " \t\r\n,";
    BASE_ARRAY(uint32_t) words = {0};
    const char *text = shader->source;

    for (size_t i = 0, end; i < shader->size; i = end) {
        char digits[24] = "0x";
        struct script_number number;

        for (end = i; end < shader->size && !memchr(spaces, text[end], sizeof(spaces)); end++)
            ;
        if (end == i) {
            end++;
            continue;
        }
        const bool has_prefix = end - i > 2 && text[i] == '0' && (text[i + 1] | 32) == 'x';
        const size_t start = has_prefix ? i + 2 : i;
        if (end - start <= 8)
            memcpy(digits + 2, text + start, end - start);
        if (end - start > 8 || !script_read_number(digits, 2 + end - start, &number) ||
            number.is_real) {
            base_error(diags, error, base_at_word(words.count),
                       "found \"%.*s\", expected a word in hexadecimal",
                       (int)(end - i < 40 ? end - i : 40), text + i);
            return false;
        }
        base_array_push(arena, &words, (uint32_t)number.bits);
    }
    *module = (struct spirv_module){words.data, words.count};
    return true;
}

static struct ir_shader *
read_hex(const struct script_source *source, struct base_arena *arena, struct base_diags *diags)
{
    struct spirv_module module;

    if (!read_hex_words(source->shader, QD_CODE_SPIRV_INVALID, arena, &module, diags))
        return NULL;
    return read_module(source, &module, arena, diags);
}

static struct ir_shader *
read_binary(const struct script_source *source, struct base_arena *arena, struct base_diags *diags)
{
    const size_t size = source->shader->size;
    const size_t count = size / sizeof(uint32_t);
    uint32_t *words = base_arena_new_array(arena, uint32_t, count);
    const struct spirv_module module = {words, count};

    if (size % sizeof(uint32_t) != 0) {
        base_error(diags, QD_CODE_SPIRV_INVALID, base_at_nowhere(),
                   "found %zu bytes, expected a whole number of words", size);
        return NULL;
    }
    memcpy(words, source->shader->source, size);
    return read_module(source, &module, arena, diags);
}

static struct ir_shader *
read_glsl(const struct script_source *source, struct base_arena *arena, struct base_diags *diags)
{
    struct spirv_module module;

    if (!script_compile_glsl(source->shader->source, source->shader->size, source->stage,
                             source->shader->minor, arena, &module, diags))
        return NULL;
    return read_module(source, &module, arena, diags);
}

static struct ir_shader *
read_guest(const struct script_source *source, enum guest_language language,
           struct base_arena *arena, struct base_diags *diags)
{
    const struct guest_options options = {.language = language, .name = source->shader->name};
    const struct script_shader *shader = source->shader;
    size_t skipped = 0;

    /* TGSI begins with its first word. */
    while (skipped < shader->size && memchr(" \t\r\n", shader->source[skipped], 4))
        skipped++;
    return guest_read(shader->source + skipped, shader->size - skipped, &options, NULL, arena,
                      diags);
}

static struct ir_shader *
read_tgsi(const struct script_source *source, struct base_arena *arena, struct base_diags *diags)
{
    return read_guest(source, guest_language_tgsi, arena, diags);
}

static struct ir_shader *
read_tgsi_tokens(const struct script_source *source, struct base_arena *arena,
                 struct base_diags *diags)
{
    const struct guest_options options = {.language = guest_language_tgsi_tokens,
                                          .name = source->shader->name};
    struct spirv_module words;

    if (!read_hex_words(source->shader, QD_CODE_TGSI_TOKENS, arena, &words, diags))
        return NULL;
    return guest_read(words.words, words.count * sizeof(*words.words), &options, NULL, arena,
                      diags);
}

static struct ir_shader *
read_ir(const struct script_source *source, struct base_arena *arena, struct base_diags *diags)
{
    return read_guest(source, guest_language_ir, arena, diags);
}

/* A vertex shader that copies what stands at location 0 to the position. */
static struct ir_shader *
make_passthrough(const struct script_source *source, struct base_arena *arena,
                 struct base_diags *diags)
{
    struct ir_shader *shader = ir_shader_create(arena, ir_stage_vertex, source->shader->name);
    const struct ir_io from = {.name = "position_in", .type = ir_type_f32, .components = 4};
    const struct ir_io to = {
        .name = "position",
        .builtin = ir_builtin_position,
        .type = ir_type_f32,
        .components = 4,
    };
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const uint32_t input = ir_add_input(shader, &from);
    const uint32_t output = ir_add_output(shader, &to);
    for (uint32_t i = 0; i < 4; i++) {
        const ir_ref value =
            ir_build_op(&b, ir_op_load_input, ir_type_f32, 0, 0, ir_io_imm(input, i));
        ir_build_op(&b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(output, i));
    }
    return ir_run_pipeline(shader, ir_pipeline_default, diags) ? shader : NULL;
}

/* What the reader of modules takes. */
#define MODULE_STAGES (IR_STAGES_VERTEX | IR_STAGES_FRAGMENT | IR_STAGES_COMPUTE)

const struct script_language script_languages[script_language_count] = {
    [script_language_spirv_asm] =
        {
            .name = "SPIRV-ASM",
            .vkscript = "spirv",
            .stages = MODULE_STAGES,
            .has_source = true,
            .read = read_assembly,
        },
    [script_language_spirv_hex] =
        {
            .name = "SPIRV-HEX",
            .vkscript = "binary",
            .stages = MODULE_STAGES,
            .has_source = true,
            .read = read_hex,
        },
    [script_language_spirv_bin] =
        {
            .name = "SPIRV-BIN",
            .stages = MODULE_STAGES,
            .has_source = true,
            .read = read_binary,
        },
    [script_language_glsl] =
        {
            .name = "GLSL",
            .vkscript = "",
            .stages = MODULE_STAGES,
            .has_source = true,
            .read = read_glsl,
        },
    [script_language_hlsl] =
        {
            .name = "HLSL",
            .has_source = true,
            .wants = "shaders in HLSL are not compiled",
        },
    [script_language_opencl] =
        {
            .name = "OPENCL-C",
            .has_source = true,
            .wants = "kernels in OpenCL C are not compiled",
        },
    [script_language_passthrough] =
        {
            .name = "PASSTHROUGH",
            .vkscript = "passthrough",
            .stages = IR_STAGES_VERTEX,
            .read = make_passthrough,
        },
    [script_language_tgsi] =
        {
            .name = "TGSI",
            .vkscript = "tgsi",
            .stages = IR_STAGES_ALL,
            .has_source = true,
            .keeps_end = true,
            .read = read_tgsi,
        },
    [script_language_tgsi_tokens] =
        {
            .name = "TGSI-TOKENS",
            .vkscript = "tgsi-tokens",
            .stages = IR_STAGES_ALL,
            .has_source = true,
            .read = read_tgsi_tokens,
        },
    [script_language_ir] =
        {
            .name = "IR",
            .vkscript = "ir",
            .stages = IR_STAGES_ALL,
            .has_source = true,
            .read = read_ir,
        },
    [script_language_rdna_hex] =
        {
            .name = "RDNA-HEX",
            .vkscript = "rdna-hex",
            .stages = MODULE_STAGES,
            .has_source = true,
            .has_chip = true,
        },
    [script_language_rdna_asm] =
        {
            .name = "RDNA-ASM",
            .vkscript = "rdna-asm",
            .stages = MODULE_STAGES,
            .has_source = true,
            .has_chip = true,
        },
};

/* ---- RDNA code ---- */

bool
script_read_chip(const char *text, size_t size, enum rdna_isa *isa)
{
    for (unsigned i = 0; i < rdna_isa_count; i++) {
        if (script_text_is(text, size, rdna_isa_names[i])) {
            *isa = (enum rdna_isa)i;
            return true;
        }
    }
    return false;
}

bool
script_read_wave_size(const char *text, size_t size, unsigned *wave_size)
{
    *wave_size = script_text_is(text, size, "wave32") ? 32 : 64;
    return *wave_size == 32 || script_text_is(text, size, "wave64");
}

/* Lines "# chip:" and "# wave:" may not say something else than the script. */
static bool
check_header(const struct rdna_code *code, const char *name, const char *expected,
             struct base_diags *diags)
{
    for (uint32_t i = 0; i < code->headers.count; i++) {
        const struct rdna_header *header = &code->headers.data[i];
        const size_t size = strcspn(header->value, " \t");

        if (strcmp(header->name, name) != 0 || script_text_is(header->value, size, expected))
            continue;
        base_error(diags, QD_CODE_SCRIPT_INVALID, base_at_line(header->line, 1),
                   "found %s %.*s, expected %s as the shader's line has it", name,
                   (int)(size < 40 ? size : 40), header->value, expected);
        return false;
    }
    return true;
}

bool
script_read_code(const struct script_shader *shader, struct base_arena *arena,
                 struct script_code *code, struct base_diags *diags)
{
    const struct rdna_code_options options = {
        .kind = shader->language == script_language_rdna_hex ? rdna_code_hex : rdna_code_assembly,
        .has_isa = true,
        .isa = shader->isa,
        .wave_size = shader->wave_size,
    };
    const struct rdna_code *read =
        rdna_code_read(arena, shader->source, shader->size, &options, diags);

    if (!read || !check_header(read, "chip", rdna_isa_names[shader->isa], diags) ||
        !check_header(read, "wave", shader->wave_size == 32 ? "32" : "64", diags))
        return false;
    *code = (struct script_code){read->words, read->count, read->code_count};
    return true;
}

/* ---- all ---- */

bool
script_check_language(struct script *script, struct qd_place place,
                      enum script_language_id language, enum ir_stage stage)
{
    const struct script_language *row = &script_languages[language];

    if (row->wants || (row->stages >> stage & 1) ||
        (!row->has_chip && !(IR_STAGES_PRIMITIVES >> stage & 1)))
        return true;
    return script_refuse(script, place, "%s shaders are not read from %s", ir_stage_name(stage),
                         row->name);
}

struct ir_shader *
script_compile(const struct script_source *source, struct base_arena *arena,
               struct base_diags *diags)
{
    const struct script_language *language = &script_languages[source->shader->language];

    if (language->wants) {
        base_error(diags, QD_CODE_UNSUPPORTED, base_at_nowhere(), "%s", language->wants);
        return NULL;
    }
    if (!(language->stages & 1U << source->stage)) {
        base_error(diags, QD_CODE_UNSUPPORTED, base_at_nowhere(), "%s has no %s shaders",
                   language->name, ir_stage_name(source->stage));
        return NULL;
    }
    struct ir_shader *shader = language->read(source, arena, diags);
    if (shader && shader->stage != source->stage) {
        base_error(diags, QD_CODE_SCRIPT_INVALID, base_at_nowhere(),
                   "found a %s shader, expected a %s shader", ir_stage_name(shader->stage),
                   ir_stage_name(source->stage));
        return NULL;
    }
    return shader;
}
