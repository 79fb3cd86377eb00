/* SPDX-License-Identifier: MIT
 *
 * VkRunner's scripts (.shader_test, .vk_shader_test) and the VkScript of .amber files: sections.
 * OpenGL scripts of the same ending are told apart by what they require.
 */
#include "script/script_priv.h"

#include <inttypes.h>

struct section {
    const char *name; /* Between the brackets. */
    size_t name_size;
    const char *text;
    size_t size;
    uint32_t line; /* Of the first line behind the name's. */
};

/* ---- [require] ---- */

static bool
refuse_opengl(struct script_lexer *lexer)
{
    static const char *const words[] = {"GL", "GLSL", "ES", "SSO", "SPIRV", "SIZE"};
    const struct script_token *token = &lexer->token;
    uint32_t choice;

    if (script_choose(token, words, BASE_COUNT(words), &choice) ||
        (token->size > 3 && memcmp(token->text, "GL_", 3) == 0) || token->text[0] == '!') {
        script_refuse(lexer->script, token->place, "scripts for OpenGL are not run");
        return true;
    }
    return false;
}

static bool
read_size(struct script_lexer *lexer, struct script_pipeline *pipeline)
{
    const struct qd_place place = lexer->token.place;

    if (!script_lexer_uint(lexer, "a width", SCENE_MAX_SIZE, &pipeline->width) ||
        !script_lexer_uint(lexer, "a height", SCENE_MAX_SIZE, &pipeline->height))
        return false;
    pipeline->has_size = true;
    return (pipeline->width && pipeline->height) ||
           script_fail(lexer->script, place, "found an empty framebuffer, expected a size");
}

/* The image of an attachment. */
static bool
read_attachment(struct script_vkscript *vk, const char *name, struct script_attachment *attachment)
{
    struct script *script = vk->script;
    struct script_token format;
    struct script_type type;

    if (!script_lexer_name(&vk->lexer, "an image format", &format))
        return false;
    if (!script_type_parse_format(format.text, format.size, script->arena, &type))
        return script_fail(script, format.place, "found \"%.*s\", expected an image format",
                           (int)format.size, format.text);
    attachment->resource = script_add_image(script, name, &type, format.place);
    attachment->place = format.place;
    return true;
}

/* vulkan 1.1: SPIR-V's version follows. */
static bool
read_version(struct script_vkscript *vk)
{
    static const char *const names[] = {"1.0", "1.1", "1.2", "1.3"};
    static const unsigned minors[] = {0, 3, 5, 6};
    struct script_lexer *lexer = &vk->lexer;
    struct script_token token = lexer->token;
    uint32_t choice;

    /* A patch number changes nothing. */
    if (token.kind == script_token_word && token.size > 3)
        token.size = 3;
    if (!script_choose(&token, names, BASE_COUNT(names), &choice))
        return script_lexer_fail(lexer, "a version of Vulkan, 1.0 to 1.3");
    vk->minor = minors[choice];
    script_lexer_next(lexer);
    return true;
}

static bool
read_requirement(struct script_vkscript *vk)
{
    struct script_lexer *lexer = &vk->lexer;
    struct script_need need;
    struct script_token name;

    if (refuse_opengl(lexer))
        return false;
    if (script_lexer_accept(lexer, "fbsize"))
        return read_size(lexer, &vk->pipeline);
    if (script_lexer_accept(lexer, "framebuffer"))
        return read_attachment(vk, "framebuffer", &vk->pipeline.colors[0]);
    if (script_lexer_accept(lexer, "depthstencil"))
        return read_attachment(vk, "depthstencil", &vk->pipeline.depth_stencil);
    if (script_lexer_accept(lexer, "vulkan"))
        return read_version(vk);
    if (!script_lexer_name(lexer, "a feature's or an extension's name", &name))
        return false;
    need.name = base_arena_copy_string(vk->script->arena, name.text, name.size);
    need.place = name.place;
    base_array_push(vk->script->arena, &vk->script->needs, need);
    return true;
}

static bool
read_require(struct script_vkscript *vk, const struct section *section)
{
    script_lexer_init(&vk->lexer, vk->script, section->text, section->size, section->line);
    while (script_lexer_skip_lines(&vk->lexer)) {
        if (!read_requirement(vk) || !script_lexer_end_line(&vk->lexer))
            return false;
    }
    return !vk->lexer.has_failed;
}

/* ---- shaders ---- */

/* What stands behind "shader": a language, and chip and wave size of those that have one. */
static bool
read_language(struct script_vkscript *vk, const char *text, size_t size, struct qd_place place,
              struct script_shader *shader)
{
    const char *space = memchr(text, ' ', size);
    const size_t first = space ? (size_t)(space - text) : size;
    int i = 0;

    while (i < script_language_count &&
           !(script_languages[i].vkscript &&
             script_text_is(text, script_languages[i].has_chip ? first : size,
                            script_languages[i].vkscript)))
        i++;
    if (i == script_language_count)
        return script_fail(vk->script, place,
                           "found \"%.*s\", expected spirv, binary, passthrough or nothing",
                           (int)size, text);
    shader->language = (enum script_language_id)i;
    if (!script_languages[i].has_chip)
        return true;
    static const char translated[] = " translated";
    const size_t last = sizeof(translated) - 1;
    shader->is_translated = size > last && memcmp(text + size - last, translated, last) == 0;
    if (shader->is_translated)
        size -= last;
    const char *chip = text + (space ? first + 1 : first), *end = text + size;
    const char *wave = memchr(chip, ' ', (size_t)(end - chip));
    if (wave && script_read_chip(chip, (size_t)(wave - chip), &shader->isa) &&
        script_read_wave_size(wave + 1, (size_t)(end - wave - 1), &shader->wave_size))
        return true;
    return script_fail(vk->script, place,
                       "found \"%.*s\", expected a chip and wave32 or wave64, as in %s gfx1013 "
                       "wave32",
                       (int)size, text, script_languages[i].vkscript);
}

/* STAGE shader [LANGUAGE]. *is_shader: it is such a section. */
static bool
read_shader(struct script_vkscript *vk, const struct section *section, bool *is_shader)
{
    static const char word[] = " shader";
    struct script *script = vk->script;
    const struct qd_place place = base_at_line(section->line - 1, 2);
    const char *end = section->name + section->name_size;
    const char *at = section->name;

    *is_shader = false;
    while (at < end &&
           !((size_t)(end - at) >= sizeof(word) - 1 && memcmp(at, word, sizeof(word) - 1) == 0))
        at++;
    if (at == end)
        return true;
    const char *language = at + sizeof(word) - 1;
    if (language < end && *language != ' ')
        return true;
    *is_shader = true;
    while (language < end && *language == ' ')
        language++;
    const enum ir_stage stage =
        script_find_stage(script, place, section->name, (size_t)(at - section->name));
    if (stage == ir_stage_count)
        return false;

    struct script_shader shader = {
        .name = ir_stage_name(stage),
        .stage_name = ir_stage_name(stage),
        .place = base_at_line(section->line, 1),
        .is_inline = true,
        .minor = vk->minor,
        .source = section->text,
        .size = section->size,
    };
    if (!read_language(vk, language, (size_t)(end - language), place, &shader))
        return false;
    if (!script_check_language(script, place, shader.language, stage))
        return false;
    if (vk->pipeline.stages[stage].shader != SCRIPT_NONE)
        return script_refuse(script, place, "several %s shaders are not linked",
                             ir_stage_name(stage));
    vk->pipeline.stages[stage].shader = script->shaders.count;
    vk->pipeline.stages[stage].place = place;
    base_array_push(script->arena, &script->shaders, shader);
    return true;
}

/* ---- [vertex data] ---- */

struct column {
    struct script_layout layout;
    struct script_attribute attribute;
};

struct columns {
    BASE_ARRAY(struct column) list;
    uint32_t stride;
    uint32_t values; /* Of a row. */
};

/* GLTYPE/GLSLTYPE: the scalar in memory, and how many of them. */
static bool
parse_gl_type(const char *name, size_t size, struct base_arena *arena, struct script_type *type)
{
    static const struct {
        const char *name;
        enum script_scalar scalar;
    } rows[] = {
        {"byte", script_scalar_int8},     {"ubyte", script_scalar_uint8},
        {"short", script_scalar_int16},   {"ushort", script_scalar_uint16},
        {"int", script_scalar_int32},     {"uint", script_scalar_uint32},
        {"half", script_scalar_float16},  {"float", script_scalar_float},
        {"double", script_scalar_double},
    };
    const char *slash = memchr(name, '/', size);

    if (!slash)
        return script_type_parse_format(name, size, arena, type);
    const size_t first = (size_t)(slash - name);
    if (!script_type_parse_glsl(slash + 1, size - first - 1, type) || type->columns != 1)
        return false;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (script_text_is(name, first, rows[i].name)) {
            type->scalar = rows[i].scalar;
            return true;
        }
    }
    return false;
}

/* LOC/FORMAT or LOC/GLTYPE/GLSLTYPE. */
static bool
read_column(struct script_vkscript *vk, struct columns *columns)
{
    const struct script_token token = vk->lexer.token;
    const char *slash =
        token.kind == script_token_word ? memchr(token.text, '/', token.size) : NULL;
    struct column column = {.attribute = {.place = token.place}};
    struct script_number location;
    struct script_type type;

    if (!slash)
        return script_lexer_fail(&vk->lexer, "a column, as in 0/R32G32_SFLOAT");
    const size_t first = (size_t)(slash - token.text);
    if (!script_read_number(token.text, first, &location) || location.is_real ||
        location.is_negative || location.bits >= SCENE_MAX_LOCATIONS)
        return script_lexer_fail(&vk->lexer, "a location from 0 to 63 before the slash");
    if (!parse_gl_type(slash + 1, token.size - first - 1, vk->script->arena, &type))
        return script_lexer_fail(&vk->lexer, "a format, or a type of GL and one of GLSL");
    column.attribute.location = (uint32_t)location.bits;
    column.attribute.format = script_type_attribute(&type);
    if (column.attribute.format == scene_format_none)
        return script_refuse(vk->script, token.place, "the vertex format %.*s is not known",
                             (int)token.size, token.text);
    if (!script_layout_make(&type, script_rules_std430, NULL, vk->script->arena, &column.layout))
        return script_lexer_fail(&vk->lexer, "a smaller type");
    for (uint32_t i = 0; i < columns->list.count; i++) {
        if (columns->list.data[i].attribute.location == column.attribute.location)
            return script_lexer_fail(&vk->lexer, "a location that is not used yet");
    }
    const uint32_t align = column.layout.size % 8 == 0 ? 8 : 4;
    column.attribute.offset = (columns->stride + align - 1) / align * align;
    columns->stride = (uint32_t)column.attribute.offset + column.layout.size;
    columns->values += column.layout.leaf_count;
    base_array_push(vk->script->arena, &columns->list, column);
    script_lexer_next(&vk->lexer);
    return true;
}

static bool
read_row(struct script_vkscript *vk, const struct columns *columns,
         struct script_resource *resource)
{
    const struct qd_place place = vk->lexer.token.place;
    const struct script_number *numbers;
    uint32_t count, done = 0;

    if (!script_lexer_numbers(&vk->lexer, false, &numbers, &count))
        return false;
    if (count != columns->values)
        return script_fail(vk->script, place,
                           "found %" PRIu32 " numbers, expected %" PRIu32 " of a vertex", count,
                           columns->values);
    const uint64_t row = resource->count++ * columns->stride;
    for (uint32_t i = 0; i < columns->list.count; i++) {
        const struct column *column = &columns->list.data[i];
        const uint32_t leaves = column->layout.leaf_count;

        if (!script_check_numbers(vk->script, &column->layout, numbers + done, leaves, place) ||
            !script_resource_put(vk->script, resource, &column->layout,
                                 row + column->attribute.offset, numbers + done, leaves, place))
            return false;
        done += leaves;
    }
    return script_resource_grow(vk->script, resource, resource->count * columns->stride, place) &&
           script_lexer_end_line(&vk->lexer);
}

static bool
read_vertex_data(struct script_vkscript *vk, const struct section *section)
{
    struct script *script = vk->script;
    struct script_resource resource =
        script_new_bytes("vertex data", base_at_line(section->line, 1));
    struct columns columns = {0};

    if (vk->pipeline.attributes.count)
        return script_fail(script, resource.place, "found vertex data again, expected it once");
    script_lexer_init(&vk->lexer, script, section->text, section->size, section->line);
    if (!script_lexer_skip_lines(&vk->lexer))
        return true;
    while (!script_lexer_is_line_end(&vk->lexer)) {
        if (!read_column(vk, &columns))
            return false;
    }
    columns.stride = (columns.stride + 7) / 8 * 8;
    while (script_lexer_skip_lines(&vk->lexer)) {
        if (!read_row(vk, &columns, &resource))
            return false;
    }
    for (uint32_t i = 0; i < columns.list.count; i++) {
        struct script_attribute attribute = columns.list.data[i].attribute;

        attribute.resource = script->resources.count;
        attribute.stride = columns.stride;
        base_array_push(script->arena, &vk->pipeline.attributes, attribute);
    }
    base_array_push(script->arena, &script->resources, resource);
    return !vk->lexer.has_failed;
}

/* ---- [indices] ---- */

/* Of 16 bits, as VkRunner has them, so that 65535 is the index that restarts; of 32 where one does
 * not fit. */
static bool
read_indices(struct script_vkscript *vk, const struct section *section)
{
    static const struct script_leaf leaves[] = {{0, script_scalar_uint16},
                                                {0, script_scalar_uint32}};
    static const struct script_layout layouts[] = {{&leaves[0], 1, 2, 2}, {&leaves[1], 1, 4, 4}};
    const struct script_layout *layout = &layouts[0];
    struct script *script = vk->script;
    struct script_resource resource = script_new_bytes("indices", base_at_line(section->line, 1));
    const struct script_number *numbers;
    uint32_t count;

    script_lexer_init(&vk->lexer, script, section->text, section->size, section->line);
    if (!script_lexer_numbers(&vk->lexer, true, &numbers, &count) ||
        !script_check_numbers(script, &layouts[1], numbers, count, resource.place))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i].bits > UINT16_MAX)
            layout = &layouts[1];
    }
    resource.type.scalar = layout->leaves[0].scalar;
    resource.layout = *layout;
    resource.count = count;
    if (!script_resource_put(script, &resource, layout, 0, numbers, count, resource.place))
        return false;
    vk->pipeline.indices = script->resources.count;
    base_array_push(script->arena, &script->resources, resource);
    return script_lexer_is_line_end(&vk->lexer) || script_lexer_fail(&vk->lexer, "a number");
}

/* ---- sections ---- */

static bool
read_section(struct script_vkscript *vk, const struct section *section)
{
    static const struct {
        const char *name;
        bool (*read)(struct script_vkscript *vk, const struct section *section);
    } rows[] = {
        {"require", read_require},
        {"vertex data", read_vertex_data},
        {"indices", read_indices},
    };
    bool is_shader;

    if (script_text_is(section->name, section->name_size, "comment"))
        return true;
    if (script_text_is(section->name, section->name_size, "test"))
        return script_vkscript_test(vk, section->text, section->size, section->line);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (script_text_is(section->name, section->name_size, rows[i].name))
            return rows[i].read(vk, section);
    }
    if (!read_shader(vk, section, &is_shader))
        return false;
    return is_shader ||
           script_fail(vk->script, base_at_line(section->line - 1, 2),
                       "found \"%.*s\", expected a section, as in vertex shader or test",
                       (int)section->name_size, section->name);
}

static const char *
find_line_end(const char *at, const char *end)
{
    const char *line = memchr(at, '\n', (size_t)(end - at));

    return line ? line : end;
}

/* The section whose name stands at the line's start, up to the next one's. False at the end. */
static bool
next_section(const char **at, const char *end, uint32_t *line, struct section *section)
{
    const char *name_end = find_line_end(*at, end);
    const char *close = memchr(*at, ']', (size_t)(name_end - *at));

    if (*at == end)
        return false;
    section->name = *at + 1;
    section->name_size = close ? (size_t)(close - section->name) : 0;
    section->line = ++*line;
    section->text = name_end < end ? name_end + 1 : end;
    for (*at = section->text; *at < end && **at != '['; ++*line) {
        const char *line_end = find_line_end(*at, end);

        *at = line_end < end ? line_end + 1 : end;
    }
    section->size = (size_t)(*at - section->text);
    return true;
}

static bool
check_head(struct script *script, const char **at, const char *end, uint32_t *line)
{
    struct script_lexer lexer;

    /* Comments may stand before the first section. */
    while (*at < end && **at != '[') {
        const char *line_end = find_line_end(*at, end);

        script_lexer_init(&lexer, script, *at, (size_t)(line_end - *at), *line);
        if (!script_lexer_is_line_end(&lexer))
            return script_lexer_fail(&lexer, "#!amber or a section, as in [require]");
        *at = line_end < end ? line_end + 1 : end;
        ++*line;
    }
    return *at < end ||
           script_fail(script, base_at_line(1, 1),
                       "found nothing, expected #!amber or a section, as in [require]");
}

bool
script_read_vkscript(struct script *script, const char *text, size_t size)
{
    struct script_vkscript vk = {.script = script};
    const char *at = text, *end = text + size;
    struct section section;
    uint32_t line = 1;

    script_pipeline_init(&vk.pipeline);
    vk.pipeline.name = "";
    if (!check_head(script, &at, end, &line))
        return false;
    while (next_section(&at, end, &line, &section)) {
        if (!read_section(&vk, &section))
            return false;
    }
    return true;
}
