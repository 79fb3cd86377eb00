/* SPDX-License-Identifier: MIT
 *
 * AmberScript, top level: a table of commands, each with its function.
 */
#include "script/script_priv.h"

#include <inttypes.h>

/* ---- shaders ---- */

bool
script_amber_read_file(struct script_amber *amber, const struct script_token *name,
                       const char **data, size_t *size)
{
    const struct script_files *files = amber->script->files;
    const char *path = base_arena_copy_string(amber->script->arena, name->text, name->size);

    if (!files || !files->read(files->context, path, data, size))
        return script_fail(amber->script, name->place, "the file \"%s\" cannot be read", path);
    return true;
}

static bool
find_virtual_file(struct script_amber *amber, const struct script_token *name,
                  struct script_shader *shader)
{
    for (uint32_t i = 0; i < amber->virtual_files.count; i++) {
        const struct script_virtual_file *file = &amber->virtual_files.data[i];

        if (script_text_is(name->text, name->size, file->name)) {
            shader->source = file->text;
            shader->size = file->size;
            return true;
        }
    }
    return script_fail(amber->script, name->place, "found \"%.*s\", expected a virtual file",
                       (int)name->size, name->text);
}

/* spv1.3, vulkan1.1, vulkan1.1spv1.4 or universal1.0: the minor version of SPIR-V. */
static bool
parse_environment(struct script_lexer *lexer, unsigned *minor)
{
    static const struct {
        const char *name;
        unsigned minor;
    } rows[] = {
        {"spv1.0", 0},       {"spv1.1", 1},          {"spv1.2", 2},       {"spv1.3", 3},
        {"spv1.4", 4},       {"spv1.5", 5},          {"spv1.6", 6},       {"vulkan1.0", 0},
        {"vulkan1.1", 3},    {"vulkan1.1spv1.4", 4}, {"vulkan1.2", 5},    {"vulkan1.3", 6},
        {"universal1.0", 0}, {"universal1.1", 1},    {"universal1.2", 2}, {"universal1.3", 3},
        {"universal1.4", 4}, {"universal1.5", 5},    {"universal1.6", 6},
    };
    struct script_token name;

    if (!script_lexer_name(lexer, "a target environment", &name))
        return false;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (script_text_is(name.text, name.size, rows[i].name)) {
            *minor = rows[i].minor;
            return true;
        }
    }
    return script_refuse(lexer->script, name.place, "the target environment %.*s is not known",
                         (int)name.size, name.text);
}

static bool
parse_language(struct script_lexer *lexer, struct script_shader *shader)
{
    for (int i = 0; i < script_language_count; i++) {
        const char *name = script_languages[i].name;

        if (name && script_lexer_accept(lexer, name)) {
            shader->language = (enum script_language_id)i;
            return true;
        }
    }
    return script_lexer_fail(lexer, "a shader language, as in GLSL or SPIRV-ASM");
}

/* gfx1013 wave32 [TRANSLATED] */
static bool
parse_chip(struct script_lexer *lexer, struct script_shader *shader)
{
    const struct script_token chip = lexer->token;

    if (chip.kind != script_token_word || !script_read_chip(chip.text, chip.size, &shader->isa))
        return script_lexer_fail(lexer, "gfx1010, gfx1013 or gfx1030");
    script_lexer_next(lexer);
    const struct script_token wave = lexer->token;
    if (wave.kind != script_token_word ||
        !script_read_wave_size(wave.text, wave.size, &shader->wave_size))
        return script_lexer_fail(lexer, "wave32 or wave64");
    script_lexer_next(lexer);
    shader->is_translated = script_lexer_accept(lexer, "TRANSLATED");
    return true;
}

/* What stands behind the language: the source, here or elsewhere. */
static bool
parse_source(struct script_amber *amber, struct script_shader *shader)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script_token name;

    if (script_languages[shader->language].has_chip && !parse_chip(lexer, shader))
        return false;
    if (script_lexer_accept(lexer, "TARGET_ENV") && !parse_environment(lexer, &shader->minor))
        return false;
    if (script_lexer_accept(lexer, "VIRTUAL_FILE"))
        return script_lexer_name(lexer, "a virtual file's name", &name) &&
               find_virtual_file(amber, &name, shader) && script_lexer_end_line(lexer);
    if (script_lexer_accept(lexer, "FILE"))
        return script_lexer_name(lexer, "a file's name", &name) &&
               script_amber_read_file(amber, &name, &shader->source, &shader->size) &&
               script_lexer_end_line(lexer);
    if (!script_lexer_block(lexer, &shader->source, &shader->size, &shader->place))
        return false;
    shader->is_inline = true;
    if (script_languages[shader->language].keeps_end)
        shader->size += 3;
    return true;
}

static bool
read_shader(struct script_amber *amber)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script *script = amber->script;
    struct script_shader shader = {0};
    struct script_token stage, name;

    if (!script_lexer_name(lexer, "a shader stage", &stage))
        return false;
    const bool is_multi = script_text_is(stage.text, stage.size, "multi");
    const enum ir_stage number =
        is_multi ? ir_stage_count : script_find_stage(script, stage.place, stage.text, stage.size);
    if (number == ir_stage_count && !is_multi)
        return false;
    if (!script_lexer_name(lexer, "the shader's name", &name) || !parse_language(lexer, &shader) ||
        (!is_multi && !script_check_language(script, stage.place, shader.language, number)))
        return false;
    if (script_find_shader(script, name.text, name.size) != SCRIPT_NONE)
        return script_fail(script, name.place,
                           "found a second shader \"%.*s\", expected another name", (int)name.size,
                           name.text);
    if (!script_check_room(script, script->shaders.count, name.place))
        return false;
    shader.name = base_arena_copy_string(script->arena, name.text, name.size);
    shader.stage_name = base_arena_copy_string(script->arena, stage.text, stage.size);
    shader.place = name.place;
    const bool is_good = script_languages[shader.language].has_source
                             ? parse_source(amber, &shader)
                             : script_lexer_end_line(lexer);
    if (is_good)
        base_array_push(script->arena, &script->shaders, shader);
    return is_good;
}

static bool
read_virtual_file(struct script_amber *amber)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script_virtual_file file;
    struct script_token name;
    struct qd_place place;

    if (!script_lexer_name(lexer, "the virtual file's name", &name) ||
        !script_check_room(amber->script, amber->virtual_files.count, name.place) ||
        !script_lexer_block(lexer, &file.text, &file.size, &place))
        return false;
    file.name = base_arena_copy_string(amber->script->arena, name.text, name.size);
    base_array_push(amber->script->arena, &amber->virtual_files, file);
    return true;
}

/* ---- what a device must have ---- */

static bool
read_need(struct script_amber *amber)
{
    struct script_need need;
    struct script_token name;

    if (!script_lexer_name(&amber->lexer, "a name", &name))
        return false;
    need.name = base_arena_copy_string(amber->script->arena, name.text, name.size);
    need.place = name.place;
    base_array_push(amber->script->arena, &amber->script->needs, need);
    return script_lexer_end_line(&amber->lexer);
}

/* The loader's business. */
static bool
read_instance_extension(struct script_amber *amber)
{
    struct script_token name;

    return script_lexer_name(&amber->lexer, "an extension's name", &name) &&
           script_lexer_end_line(&amber->lexer);
}

/* SET ENGINE_DATA fence_timeout_ms n: the runner has a limit of its own. */
static bool
read_set(struct script_amber *amber)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script_token name;
    uint32_t value;

    return script_lexer_expect(lexer, "ENGINE_DATA") && script_lexer_name(lexer, "a name", &name) &&
           script_lexer_uint(lexer, "a number", UINT32_MAX, &value) && script_lexer_end_line(lexer);
}

/* ---- REPEAT ---- */

static bool
read_commands(struct script_amber *amber)
{
    while (script_lexer_skip_lines(&amber->lexer)) {
        bool is_known;

        if (script_lexer_accept(&amber->lexer, "END"))
            return script_lexer_end_line(&amber->lexer);
        if (!script_amber_command(amber, &is_known))
            return false;
        if (!is_known)
            return script_lexer_fail(&amber->lexer, "a command that can be repeated, or END");
    }
    return script_lexer_fail(&amber->lexer, "END");
}

static bool
read_repeat(struct script_amber *amber)
{
    struct script *script = amber->script;
    const struct qd_place place = amber->lexer.token.place;
    const uint32_t first = script->commands.count;
    uint32_t times;

    if (!script_lexer_uint(&amber->lexer, "how often, from 1 on", UINT32_MAX, &times) ||
        !script_lexer_end_line(&amber->lexer) || !read_commands(amber))
        return false;
    if (times == 0)
        return script_fail(script, place, "found REPEAT 0, expected 1 at least");
    const uint32_t count = script->commands.count - first;
    for (uint32_t i = 1; count && i < times; i++) {
        for (uint32_t k = 0; k < count; k++) {
            const struct script_command copy = script->commands.data[first + k];
            struct script_command *command = script_add_command(script, copy.kind, copy.place);

            if (!command)
                return false;
            *command = copy;
        }
    }
    return true;
}

/* ---- the script ---- */

static bool
read_pipeline(struct script_amber *amber)
{
    return script_amber_pipeline(amber, false);
}

static bool
read_derived_pipeline(struct script_amber *amber)
{
    return script_amber_pipeline(amber, true);
}

static bool
refuse_ray_tracing(struct script_amber *amber)
{
    return script_refuse(amber->script, amber->lexer.token.place, "ray tracing is not run");
}

static const struct {
    const char *name;
    bool (*read)(struct script_amber *amber);
} commands[] = {
    {"ACCELERATION_STRUCTURE", refuse_ray_tracing},
    {"BUFFER", script_amber_buffer},
    {"DERIVE_PIPELINE", read_derived_pipeline},
    {"DEVICE_EXTENSION", read_need},
    {"DEVICE_FEATURE", read_need},
    {"DEVICE_PROPERTY", read_need},
    {"IMAGE", script_amber_image},
    {"INSTANCE_EXTENSION", read_instance_extension},
    {"PIPELINE", read_pipeline},
    {"REPEAT", read_repeat},
    {"SAMPLER", script_amber_sampler},
    {"SET", read_set},
    {"SHADER", read_shader},
    {"STRUCT", script_amber_struct},
    {"VIRTUAL_FILE", read_virtual_file},
};

static bool
read_command(struct script_amber *amber)
{
    bool is_known;

    for (size_t i = 0; i < BASE_COUNT(commands); i++) {
        if (script_lexer_accept(&amber->lexer, commands[i].name))
            return commands[i].read(amber);
    }
    if (!script_amber_command(amber, &is_known))
        return false;
    return is_known || script_lexer_fail(&amber->lexer, "a command");
}

bool
script_read_amber(struct script *script, const char *text, size_t size)
{
    struct script_amber amber = {.script = script};

    script_lexer_init(&amber.lexer, script, text, size, 1);
    while (script_lexer_skip_lines(&amber.lexer)) {
        if (!read_command(&amber) || amber.lexer.has_failed)
            return false;
    }
    return !amber.lexer.has_failed;
}
