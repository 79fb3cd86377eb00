/* SPDX-License-Identifier: MIT
 *
 * AmberScript: BUFFER, IMAGE, SAMPLER, STRUCT.
 */
#include "script/script_priv.h"

#include <inttypes.h>

/* ---- types ---- */

/* A struct's name, or [] behind one. */
static bool
find_struct(struct script_amber *amber, const struct script_token *name, struct script_type *type)
{
    const bool is_array = name->size > 2 && memcmp(name->text + name->size - 2, "[]", 2) == 0;
    const size_t size = name->size - (is_array ? 2 : 0);

    for (uint32_t i = 0; i < amber->structs.count; i++) {
        if (script_text_is(name->text, size, amber->structs.data[i].name)) {
            *type = amber->structs.data[i];
            type->is_array = is_array;
            return true;
        }
    }
    return false;
}

static bool
parse_type(struct script_amber *amber, struct script_type *type)
{
    struct script_token name;

    if (!script_lexer_name(&amber->lexer, "a data type", &name))
        return false;
    if (find_struct(amber, &name, type) ||
        script_type_parse(name.text, name.size, amber->script->arena, type))
        return true;
    return script_fail(amber->script, name.place,
                       "found \"%.*s\", expected a data type, as in int32 or vec4<float>",
                       (int)name.size, name.text);
}

static bool
parse_format(struct script_amber *amber, struct script_type *type)
{
    struct script_token name;

    if (!script_lexer_name(&amber->lexer, "an image format", &name))
        return false;
    if (script_type_parse_format(name.text, name.size, amber->script->arena, type))
        return true;
    return script_fail(amber->script, name.place, "found \"%.*s\", expected an image format",
                       (int)name.size, name.text);
}

/* ---- what data starts as ---- */

static bool
set_count(struct script_amber *amber, struct script_resource *resource, uint64_t count,
          struct qd_place place)
{
    resource->count = count;
    if (count > SCRIPT_MAX_BYTES / resource->layout.size)
        return script_fail(amber->script, place,
                           "found %" PRIu64 " elements of %" PRIu32
                           " bytes, expected at most %" PRIu64 " bytes",
                           count, resource->layout.size, SCRIPT_MAX_BYTES);
    return script_resource_grow(amber->script, resource, count * resource->layout.size, place);
}

static bool
put_numbers(struct script_amber *amber, struct script_resource *resource,
            const struct script_number *numbers, uint32_t count, struct qd_place place)
{
    const struct script_layout *layout = &resource->layout;

    if (count == 0)
        return script_fail(amber->script, place, "found no data, expected some");
    if (count % layout->leaf_count != 0)
        return script_fail(amber->script, place,
                           "found %" PRIu32 " numbers, expected a multiple of %" PRIu32, count,
                           layout->leaf_count);
    return script_check_numbers(amber->script, layout, numbers, count, place) &&
           set_count(amber, resource, count / layout->leaf_count, place) &&
           script_resource_put(amber->script, resource, layout, 0, numbers, count, place);
}

static bool
read_data(struct script_amber *amber, struct script_resource *resource)
{
    struct script_lexer *lexer = &amber->lexer;
    const struct qd_place place = lexer->token.place;
    const struct script_number *numbers;
    uint32_t count;

    return script_lexer_numbers(lexer, true, &numbers, &count) &&
           script_lexer_expect(lexer, "END") && script_lexer_end_line(lexer) &&
           put_numbers(amber, resource, numbers, count, place);
}

/* Every number of every element. */
static bool
read_fill(struct script_amber *amber, struct script_resource *resource, uint64_t count)
{
    struct script_lexer *lexer = &amber->lexer;
    const struct qd_place place = lexer->token.place;
    const struct script_layout *layout = &resource->layout;
    struct script_number number;

    if (!script_lexer_number(lexer, "a number to fill with", &number) ||
        !script_lexer_end_line(lexer) ||
        !script_check_numbers(amber->script, layout, &number, 1, place) ||
        !set_count(amber, resource, count, place))
        return false;
    for (uint32_t i = 0; count && i < layout->leaf_count; i++)
        script_store(layout->leaves[i].scalar, &number, resource->data + layout->leaves[i].at);
    for (uint64_t done = 1, more; done < count; done += more) {
        more = done < count - done ? done : count - done;
        memcpy(resource->data + done * layout->size, resource->data, more * layout->size);
    }
    return true;
}

static bool
read_series(struct script_amber *amber, struct script_resource *resource, uint64_t count)
{
    struct script_lexer *lexer = &amber->lexer;
    const struct qd_place place = lexer->token.place;
    const struct script_layout *layout = &resource->layout;
    struct script_number value, step;

    if (!script_lexer_number(lexer, "a number to start from", &value) ||
        !script_lexer_expect(lexer, "INC_BY") ||
        !script_lexer_number(lexer, "a number to go on by", &step) || !script_lexer_end_line(lexer))
        return false;
    if (layout->leaf_count != 1)
        return script_fail(amber->script, place, "found a series of %s, expected one number each",
                           resource->type.name);
    const enum script_scalar scalar = layout->leaves[0].scalar;
    if (!script_check_numbers(amber->script, layout, &value, 1, place) ||
        !script_check_numbers(amber->script, layout, &step, 1, place) ||
        !set_count(amber, resource, count, place))
        return false;
    if (script_scalar_is_real(scalar)) {
        value = script_number_of(value.real);
        step = script_number_of(step.real);
    }
    for (uint64_t i = 0; i < count; i++) {
        script_store(scalar, &value, resource->data + i * layout->size);
        value.real += step.real;
        value.bits += step.bits;
    }
    return true;
}

/* Numbers of a file, END or not. */
static bool
read_text_file(struct script_amber *amber, struct script_resource *resource, const char *data,
               size_t size, struct qd_place place)
{
    const struct script_number *numbers;
    struct script_lexer lexer;
    uint32_t count;

    script_lexer_init(&lexer, amber->script, data, size, 1);
    if (!script_lexer_numbers(&lexer, true, &numbers, &count)) {
        base_add_note(amber->script->diags, "the place counts in the file named at %u:%u",
                      (unsigned)place.line, (unsigned)place.column);
        return false;
    }
    return put_numbers(amber, resource, numbers, count, place);
}

static bool
read_png_file(struct script_amber *amber, struct script_resource *resource,
              const struct script_token *name)
{
    struct script *script = amber->script;
    const struct script_files *files = script->files;
    const char *path = base_arena_copy_string(script->arena, name->text, name->size);
    const unsigned char *texels;

    if (!files || !files->read_png ||
        !files->read_png(files->context, path, &resource->width, &resource->height, &texels))
        return script_fail(script, name->place, "the image \"%s\" cannot be read", path);
    const enum scene_format format = resource->type.format;
    if (!resource->type.is_format || format == scene_format_none)
        return script_refuse(script, name->place, "PNG images are not read as %s",
                             resource->type.name);
    resource->is_sized = true;
    const uint64_t count = (uint64_t)resource->width * resource->height;
    if (!set_count(amber, resource, count, name->place))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t words[4];

        scene_format_unpack(scene_format_r8g8b8a8_unorm, texels + 4 * i, words);
        scene_format_pack(format, words, resource->data + i * resource->layout.size);
    }
    return true;
}

static bool
read_file(struct script_amber *amber, struct script_resource *resource)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script *script = amber->script;
    const bool is_text = script_lexer_accept(lexer, "TEXT");
    const bool is_binary = !is_text && script_lexer_accept(lexer, "BINARY");
    struct script_token name;
    const char *data;
    size_t size;

    if (!is_text && !is_binary)
        script_lexer_accept(lexer, "PNG");
    if (!script_lexer_name(lexer, "a file's name", &name) || !script_lexer_end_line(lexer))
        return false;
    if (!is_text && !is_binary)
        return read_png_file(amber, resource, &name);
    if (!script_amber_read_file(amber, &name, &data, &size))
        return false;
    if (is_text)
        return read_text_file(amber, resource, data, size, name.place);
    if (size == 0 || size % resource->layout.size != 0)
        return script_fail(script, name.place, "found %zu bytes, expected a multiple of %" PRIu32,
                           size, resource->layout.size);
    if (!set_count(amber, resource, size / resource->layout.size, name.place))
        return false;
    memcpy(resource->data, data, size);
    return true;
}

/* FILL or SERIES_FROM. */
static bool
read_pattern(struct script_amber *amber, struct script_resource *resource, uint64_t count)
{
    if (script_lexer_accept(&amber->lexer, "FILL"))
        return read_fill(amber, resource, count);
    if (script_lexer_accept(&amber->lexer, "SERIES_FROM"))
        return read_series(amber, resource, count);
    return script_lexer_fail(&amber->lexer, "FILL or SERIES_FROM");
}

/* ---- BUFFER ---- */

static bool
read_extent(struct script_lexer *lexer, const char *what, uint32_t *extent)
{
    const struct script_token token = lexer->token;

    if (!script_lexer_uint(lexer, what, SCENE_MAX_SIZE, extent))
        return false;
    return *extent > 0 ||
           script_fail(lexer->script, token.place, "found 0, expected a positive %s", what);
}

static bool
read_buffer_data(struct script_amber *amber, struct script_resource *resource)
{
    struct script_lexer *lexer = &amber->lexer;
    enum script_rules rules = script_rules_std430;
    uint32_t count;

    if (!parse_type(amber, &resource->type))
        return false;
    if (script_lexer_accept(lexer, "STD140"))
        rules = script_rules_std140;
    else
        script_lexer_accept(lexer, "STD430");
    if (!script_layout_make(&resource->type, rules, NULL, amber->script->arena, &resource->layout))
        return script_fail(amber->script, resource->place, "the type of %s is too large",
                           resource->name);
    if (script_lexer_accept(lexer, "DATA"))
        return read_data(amber, resource);
    if (script_lexer_accept(lexer, "WIDTH")) {
        if (!read_extent(lexer, "width", &resource->width) ||
            !script_lexer_expect(lexer, "HEIGHT") ||
            !read_extent(lexer, "height", &resource->height))
            return false;
        resource->is_sized = true;
        return read_pattern(amber, resource, (uint64_t)resource->width * resource->height);
    }
    if (!script_lexer_accept(lexer, "SIZE"))
        return script_lexer_fail(lexer, "DATA, SIZE or WIDTH");
    if (!script_lexer_uint(lexer, "a number of elements", UINT32_MAX, &count))
        return false;
    if (script_lexer_accept(lexer, "FILE"))
        return read_file(amber, resource);
    return read_pattern(amber, resource, count);
}

static bool
read_levels_and_samples(struct script_lexer *lexer, struct script_resource *resource,
                        bool *is_known)
{
    *is_known = true;
    if (script_lexer_accept(lexer, "MIP_LEVELS"))
        return script_lexer_uint(lexer, "a number of levels from 1 to 15", 15, &resource->levels) &&
               (resource->levels > 0 || script_lexer_fail(lexer, "levels from 1 on before this"));
    if (script_lexer_accept(lexer, "SAMPLES")) {
        const struct script_token token = lexer->token;
        if (!script_lexer_uint(lexer, "a number of samples", 64, &resource->samples))
            return false;
        const uint32_t samples = resource->samples;
        return (samples > 0 && (samples & (samples - 1)) == 0) ||
               script_fail(lexer->script, token.place,
                           "found %" PRIu32 " samples, expected a power of two up to 64", samples);
    }
    *is_known = false;
    return true;
}

static bool
read_buffer_format(struct script_amber *amber, struct script_resource *resource)
{
    struct script_lexer *lexer = &amber->lexer;
    bool is_known;

    if (!parse_format(amber, &resource->type))
        return false;
    resource->layout = *resource->type.own;
    do {
        if (!read_levels_and_samples(lexer, resource, &is_known))
            return false;
    } while (is_known);
    if (script_lexer_accept(lexer, "FILE"))
        return read_file(amber, resource);
    return script_lexer_end_line(lexer);
}

static bool
begin_resource(struct script_amber *amber, struct script_resource *resource)
{
    struct script *script = amber->script;
    struct script_token name;

    if (!script_lexer_name(&amber->lexer, "a name", &name))
        return false;
    if (script_find_resource(script, name.text, name.size) != SCRIPT_NONE)
        return script_fail(script, name.place,
                           "found a second buffer \"%.*s\", expected another name", (int)name.size,
                           name.text);
    *resource = script_new_resource(base_arena_copy_string(script->arena, name.text, name.size),
                                    name.place);
    return script_check_room(script, script->resources.count, name.place);
}

bool
script_amber_buffer(struct script_amber *amber)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script_resource resource;
    bool is_good = false;

    if (!begin_resource(amber, &resource))
        return false;
    if (script_lexer_accept(lexer, "DATA_TYPE"))
        is_good = read_buffer_data(amber, &resource);
    else if (script_lexer_accept(lexer, "FORMAT"))
        is_good = read_buffer_format(amber, &resource);
    else
        script_lexer_fail(lexer, "DATA_TYPE or FORMAT");
    if (is_good)
        base_array_push(amber->script->arena, &amber->script->resources, resource);
    return is_good;
}

/* ---- IMAGE ---- */

/* Images of a data type have the format that such a vertex attribute has. */
static bool
parse_image_type(struct script_amber *amber, struct script_type *type)
{
    const struct qd_place place = amber->lexer.token.place;

    if (!parse_type(amber, type))
        return false;
    const enum scene_format format = script_type_attribute(type);
    if (format == scene_format_none)
        return script_refuse(amber->script, place, "images of %s are not known", type->name);
    const char *name = scene_format_infos[format].name;
    return script_type_parse_format(name, strlen(name), amber->script->arena, type);
}

static bool
read_image_option(struct script_amber *amber, struct script_resource *resource, bool *is_known)
{
    static const char *const dims[] = {"DIM_1D", "DIM_2D", "DIM_3D"};
    struct script_lexer *lexer = &amber->lexer;
    uint32_t dim;

    *is_known = true;
    if (script_lexer_accept(lexer, "DATA_TYPE"))
        return parse_image_type(amber, &resource->type);
    if (script_lexer_accept(lexer, "FORMAT"))
        return parse_format(amber, &resource->type);
    if (script_lexer_accept(lexer, "WIDTH"))
        return read_extent(lexer, "width", &resource->width);
    if (script_lexer_accept(lexer, "HEIGHT"))
        return read_extent(lexer, "height", &resource->height);
    if (script_lexer_accept(lexer, "DEPTH"))
        return read_extent(lexer, "depth", &resource->depth);
    if (script_choose(&lexer->token, dims, BASE_COUNT(dims), &dim)) {
        resource->dim = (enum scene_image_dim)dim;
        script_lexer_next(lexer);
        return true;
    }
    return read_levels_and_samples(lexer, resource, is_known);
}

static bool
check_image_size(struct script_amber *amber, const struct script_resource *resource)
{
    const char *wanted = !resource->type.name    ? "a FORMAT or DATA_TYPE"
                         : resource->width == 0  ? "WIDTH"
                         : resource->height == 0 ? "HEIGHT"
                         : resource->depth == 0  ? "DEPTH"
                                                 : NULL;

    return !wanted || script_lexer_fail(&amber->lexer, wanted);
}

bool
script_amber_image(struct script_amber *amber)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script_resource resource;
    bool is_known, is_good;

    if (!begin_resource(amber, &resource))
        return false;
    resource.is_sized = true;
    resource.width = resource.height = resource.depth = 0;
    do {
        if (!read_image_option(amber, &resource, &is_known))
            return false;
    } while (is_known);
    if (resource.dim != scene_image_3d)
        resource.depth = 1;
    if (resource.dim == scene_image_1d)
        resource.height = 1;
    if (!check_image_size(amber, &resource))
        return false;
    resource.layout = *resource.type.own;
    const uint64_t count = (uint64_t)resource.width * resource.height * resource.depth;
    if (script_lexer_accept(lexer, "DATA")) {
        is_good = read_data(amber, &resource);
        if (is_good && resource.count != count)
            return script_fail(amber->script, resource.place,
                               "found %" PRIu64 " texels, expected %" PRIu64, resource.count,
                               count);
    } else if (script_lexer_accept(lexer, "FILE")) {
        is_good = read_file(amber, &resource);
    } else if (script_lexer_is_line_end(lexer)) {
        is_good = script_lexer_end_line(lexer);
    } else {
        is_good = read_pattern(amber, &resource, count);
    }
    if (is_good)
        base_array_push(amber->script->arena, &amber->script->resources, resource);
    return is_good;
}

/* ---- SAMPLER ---- */

const char *const script_compare_names[8] = {
    [scene_compare_never] = "never",
    [scene_compare_less] = "less",
    [scene_compare_equal] = "equal",
    [scene_compare_less_or_equal] = "less_or_equal",
    [scene_compare_greater] = "greater",
    [scene_compare_not_equal] = "not_equal",
    [scene_compare_greater_or_equal] = "greater_or_equal",
    [scene_compare_always] = "always",
};

static bool
read_filter(struct script_lexer *lexer, enum scene_filter *filter)
{
    static const char *const names[] = {"nearest", "linear"};
    uint32_t choice;

    if (!script_lexer_choice(lexer, "a filter", names, BASE_COUNT(names), &choice))
        return false;
    *filter = (enum scene_filter)choice;
    return true;
}

static bool
read_wrap(struct script_lexer *lexer, enum scene_wrap *wrap)
{
    static const char *const names[] = {
        [scene_wrap_repeat] = "repeat",
        [scene_wrap_mirrored_repeat] = "mirrored_repeat",
        [scene_wrap_clamp_to_edge] = "clamp_to_edge",
        [scene_wrap_clamp_to_border] = "clamp_to_border",
        [scene_wrap_mirror_clamp_to_edge] = "mirror_clamp_to_edge",
    };
    uint32_t choice;

    if (!script_lexer_choice(lexer, "an address mode", names, BASE_COUNT(names), &choice))
        return false;
    *wrap = (enum scene_wrap)choice;
    return true;
}

/* Integers and floats have borders of the same values here. */
static bool
read_border(struct script_lexer *lexer, enum scene_border *border)
{
    static const char *const names[] = {
        "float_transparent_black", "float_opaque_black", "float_opaque_white",
        "int_transparent_black",   "int_opaque_black",   "int_opaque_white",
    };
    uint32_t choice;

    if (!script_lexer_choice(lexer, "a border colour", names, BASE_COUNT(names), &choice))
        return false;
    *border = (enum scene_border)(choice % 3);
    return true;
}

static bool
read_sampler_option(struct script_lexer *lexer, struct scene_sampler *sampler)
{
    uint32_t choice;

    if (script_lexer_accept(lexer, "MAG_FILTER"))
        return read_filter(lexer, &sampler->mag);
    if (script_lexer_accept(lexer, "MIN_FILTER"))
        return read_filter(lexer, &sampler->min);
    if (script_lexer_accept(lexer, "MIPMAP_MODE"))
        return read_filter(lexer, &sampler->mip);
    if (script_lexer_accept(lexer, "ADDRESS_MODE_U"))
        return read_wrap(lexer, &sampler->wrap_u);
    if (script_lexer_accept(lexer, "ADDRESS_MODE_V"))
        return read_wrap(lexer, &sampler->wrap_v);
    if (script_lexer_accept(lexer, "ADDRESS_MODE_W"))
        return read_wrap(lexer, &sampler->wrap_w);
    if (script_lexer_accept(lexer, "BORDER_COLOR"))
        return read_border(lexer, &sampler->border);
    if (script_lexer_accept(lexer, "MIN_LOD"))
        return script_lexer_float(lexer, "a level", &sampler->min_lod);
    if (script_lexer_accept(lexer, "MAX_LOD"))
        return script_lexer_float(lexer, "a level", &sampler->max_lod);
    if (script_lexer_accept(lexer, "NORMALIZED_COORDS")) {
        sampler->is_unnormalized = false;
        return true;
    }
    if (script_lexer_accept(lexer, "UNNORMALIZED_COORDS")) {
        /* The levels that Vulkan asks for there. */
        sampler->is_unnormalized = true;
        sampler->min_lod = sampler->max_lod = 0;
        return true;
    }
    if (script_lexer_accept(lexer, "COMPARE"))
        return script_lexer_switch(lexer, &sampler->has_compare);
    if (script_lexer_accept(lexer, "COMPARE_OP")) {
        if (!script_lexer_choice(lexer, "a comparison", script_compare_names,
                                 BASE_COUNT(script_compare_names), &choice))
            return false;
        sampler->compare = (enum scene_compare)choice;
        return true;
    }
    return script_lexer_fail(lexer, "a sampler's option");
}

bool
script_amber_sampler(struct script_amber *amber)
{
    struct script *script = amber->script;
    struct script_sampler sampler = {.sampler = script_sampler_default()};
    struct script_token name;

    if (!script_lexer_name(&amber->lexer, "the sampler's name", &name))
        return false;
    if (script_find_sampler(script, name.text, name.size) != SCRIPT_NONE)
        return script_fail(script, name.place,
                           "found a second sampler \"%.*s\", expected another name", (int)name.size,
                           name.text);
    while (!script_lexer_is_line_end(&amber->lexer)) {
        if (!read_sampler_option(&amber->lexer, &sampler.sampler))
            return false;
    }
    if (sampler.sampler.max_lod < sampler.sampler.min_lod)
        return script_fail(script, name.place, "found MAX_LOD below MIN_LOD, expected no less");
    sampler.name = base_arena_copy_string(script->arena, name.text, name.size);
    if (!script_check_room(script, script->samplers.count, name.place))
        return false;
    base_array_push(script->arena, &script->samplers, sampler);
    return script_lexer_end_line(&amber->lexer);
}

/* ---- STRUCT ---- */

static bool
read_member(struct script_amber *amber, struct script_struct *builder)
{
    struct script_lexer *lexer = &amber->lexer;
    const struct qd_place place = lexer->token.place;
    struct script_strides strides = {0};
    uint32_t offset = SCRIPT_NO_OFFSET;
    struct script_type type;
    struct script_token name;

    if (!parse_type(amber, &type) || !script_lexer_name(lexer, "the member's name", &name))
        return false;
    while (!script_lexer_is_line_end(lexer)) {
        bool is_good;

        if (script_lexer_accept(lexer, "OFFSET"))
            is_good = script_lexer_uint(lexer, "an offset in bytes", SCRIPT_MAX_BYTES, &offset);
        else if (script_lexer_accept(lexer, "ARRAY_STRIDE"))
            is_good = script_lexer_uint(lexer, "a stride", SCRIPT_MAX_BYTES, &strides.array);
        else if (script_lexer_accept(lexer, "MATRIX_STRIDE"))
            is_good = script_lexer_uint(lexer, "a stride", SCRIPT_MAX_BYTES, &strides.matrix);
        else
            is_good = script_lexer_fail(lexer, "OFFSET, ARRAY_STRIDE or MATRIX_STRIDE");
        if (!is_good)
            return false;
    }
    if (type.is_array && !type.count)
        return script_fail(amber->script, place, "found an array without a size, expected one");
    if (!script_struct_add(builder, &type, offset, &strides))
        return script_fail(amber->script, place,
                           "the member overlaps with others or with itself, or is too large");
    return script_lexer_end_line(lexer);
}

bool
script_amber_struct(struct script_amber *amber)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script *script = amber->script;
    struct script_struct builder;
    struct script_token name;
    struct script_type type;
    uint32_t stride = 0;

    if (!script_lexer_name(lexer, "the struct's name", &name) ||
        !script_check_room(script, amber->structs.count, name.place))
        return false;
    if (find_struct(amber, &name, &type) ||
        script_type_parse(name.text, name.size, script->arena, &type))
        return script_fail(script, name.place,
                           "found a second type \"%.*s\", expected another name", (int)name.size,
                           name.text);
    if (script_lexer_accept(lexer, "STRIDE") &&
        !script_lexer_uint(lexer, "a stride", SCRIPT_MAX_BYTES, &stride))
        return false;
    if (!script_lexer_end_line(lexer))
        return false;
    script_struct_init(&builder, script->arena);
    while (script_lexer_skip_lines(lexer) && !script_lexer_is(lexer, "END")) {
        if (!read_member(amber, &builder))
            return false;
    }
    if (!script_lexer_expect(lexer, "END"))
        return false;
    if (!script_struct_finish(&builder, stride, &type))
        return script_fail(
            script, name.place,
            "found no members, or a stride below their size, expected some and more");
    type.name = base_arena_copy_string(script->arena, name.text, name.size);
    base_array_push(script->arena, &amber->structs, type);
    return script_lexer_end_line(lexer);
}
