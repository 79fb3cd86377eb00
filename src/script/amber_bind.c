/* SPDX-License-Identifier: MIT
 *
 * AmberScript: BIND, what a pipeline's shaders and draws are given.
 */
#include "script/script_priv.h"

#include <inttypes.h>
#include <string.h>

static bool
read_level(struct script_amber *amber, uint32_t resource, uint32_t *level)
{
    struct script_lexer *lexer = &amber->lexer;
    const uint32_t levels = amber->script->resources.data[resource].levels;
    const struct script_token token = lexer->token;

    *level = 0;
    if (!script_lexer_accept(lexer, "BASE_MIP_LEVEL"))
        return true;
    if (!script_lexer_uint(lexer, "a level", UINT32_MAX, level))
        return false;
    return *level < levels ||
           script_fail(amber->script, token.place,
                       "found level %" PRIu32 ", expected one below %" PRIu32, *level, levels);
}

/* An extension: "SWIZZLE rrr1" is where a shader's r, g, b and a come from. */
static bool
read_swizzle(struct script_lexer *lexer, uint8_t swizzle[4])
{
    static const char letters[] = "01rgba";
    static const uint8_t values[] = {scene_swizzle_zero, scene_swizzle_one, scene_swizzle_r,
                                     scene_swizzle_g,    scene_swizzle_b,   scene_swizzle_a};

    if (!script_lexer_accept(lexer, "SWIZZLE"))
        return true;
    if (lexer->token.size != 4)
        return script_lexer_fail(lexer, "four letters of rgba01");
    for (unsigned i = 0; i < 4; i++) {
        const char *letter = memchr(letters, lexer->token.text[i], sizeof(letters) - 1);

        if (!letter)
            return script_lexer_fail(lexer, "four letters of rgba01");
        swizzle[i] = values[letter - letters];
    }
    script_lexer_next(lexer);
    return true;
}

static bool
read_color(struct script_amber *amber, struct script_pipeline *pipeline,
           const struct script_attachment *attachment)
{
    struct script_lexer *lexer = &amber->lexer;
    uint32_t location;

    if (!script_lexer_expect(lexer, "LOCATION") ||
        !script_lexer_uint(lexer, "a location below 8", SCENE_MAX_TARGETS - 1, &location))
        return false;
    pipeline->colors[location] = *attachment;
    return read_level(amber, attachment->resource, &pipeline->colors[location].level);
}

/* A number for each of the names. */
static bool
read_list(struct script_lexer *lexer, const char *word, uint32_t count, uint64_t *values)
{
    if (!script_lexer_accept(lexer, word))
        return true;
    for (uint32_t i = 0; i < count; i++) {
        if (!script_lexer_uint64(lexer, "a number for each buffer", UINT64_MAX, &values[i]))
            return false;
    }
    return true;
}

static bool
read_set(struct script_lexer *lexer, struct script_bind *bind)
{
    return script_lexer_expect(lexer, "DESCRIPTOR_SET") &&
           script_lexer_uint(lexer, "a set", UINT32_MAX, &bind->set) &&
           script_lexer_expect(lexer, "BINDING") &&
           script_lexer_uint(lexer, "a binding", UINT32_MAX, &bind->binding);
}

/* What stood at the binding before goes; the new elements come. */
static void
set_binds(struct script_amber *amber, struct script_pipeline *pipeline,
          const struct script_bind *binds, uint32_t count)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < pipeline->binds.count; i++) {
        const struct script_bind *bind = &pipeline->binds.data[i];

        if (bind->set != binds[0].set || bind->binding != binds[0].binding)
            pipeline->binds.data[kept++] = *bind;
    }
    pipeline->binds.count = kept;
    for (uint32_t i = 0; i < count; i++)
        base_array_push(amber->script->arena, &pipeline->binds, binds[i]);
}

/* Names before AS, with what each is bound as still open. */
struct names {
    BASE_ARRAY(struct script_bind) list;
};

static bool
read_descriptors(struct script_amber *amber, struct script_pipeline *pipeline, struct names *names,
                 enum scene_binding_kind kind, bool is_dynamic)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script *script = amber->script;
    struct script_bind *binds = names->list.data;
    const uint32_t count = names->list.count;
    const bool is_buffer = kind == scene_binding_uniform || kind == scene_binding_storage;
    uint64_t *values = base_arena_new_array(script->arena, uint64_t, (size_t)3 * count);
    struct script_bind common = {.kind = kind, .sampler = SCRIPT_NONE};

    if (kind == scene_binding_combined && (!script_lexer_expect(lexer, "SAMPLER") ||
                                           !script_amber_find_sampler(amber, &common.sampler)))
        return false;
    if (script_lexer_is(lexer, "KERNEL"))
        return script_refuse(script, lexer->token.place, "OpenCL C kernels are not run");
    if (!read_set(lexer, &common) || !read_level(amber, binds[0].resource, &common.level))
        return false;
    if ((kind == scene_binding_combined || kind == scene_binding_sampled) &&
        !read_swizzle(lexer, common.swizzle))
        return false;
    if (is_dynamic && !script_lexer_is(lexer, "OFFSET"))
        return script_lexer_fail(lexer, "OFFSET");
    if (is_buffer && (!read_list(lexer, "OFFSET", count, values) ||
                      !read_list(lexer, "DESCRIPTOR_OFFSET", count, values + count) ||
                      !read_list(lexer, "DESCRIPTOR_RANGE", count, values + (size_t)2 * count)))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t offset = values[i] + values[count + i];
        const uint32_t resource = binds[i].resource;

        if (offset < values[i])
            return script_fail(script, binds[i].place, "the offsets are too large");
        common.place = binds[i].place;
        binds[i] = common;
        binds[i].element = i;
        binds[i].resource = resource;
        binds[i].offset = offset;
        binds[i].range = values[(size_t)2 * count + i];
    }
    set_binds(amber, pipeline, binds, count);
    return true;
}

static bool
read_bind_as(struct script_amber *amber, struct script_pipeline *pipeline, struct names *names)
{
    static const struct {
        const char *name;
        enum scene_binding_kind kind;
        bool is_dynamic;
    } kinds[] = {
        {"storage", scene_binding_storage, false},
        {"uniform", scene_binding_uniform, false},
        {"storage_dynamic", scene_binding_storage, true},
        {"uniform_dynamic", scene_binding_uniform, true},
        {"uniform_texel_buffer", scene_binding_uniform_texel, false},
        {"storage_texel_buffer", scene_binding_storage_texel, false},
        {"storage_image", scene_binding_storage_image, false},
        {"sampled_image", scene_binding_sampled, false},
        {"combined_image_sampler", scene_binding_combined, false},
    };
    struct script_lexer *lexer = &amber->lexer;
    const struct script_attachment attachment = {names->list.data[0].resource, 0,
                                                 names->list.data[0].place};

    for (size_t i = 0; i < BASE_COUNT(kinds); i++) {
        if (script_lexer_accept(lexer, kinds[i].name))
            return read_descriptors(amber, pipeline, names, kinds[i].kind, kinds[i].is_dynamic);
    }
    if (names->list.count != 1)
        return script_lexer_fail(lexer, "a kind of descriptor");
    if (script_lexer_accept(lexer, "color"))
        return read_color(amber, pipeline, &attachment);
    if (script_lexer_accept(lexer, "depth_stencil")) {
        pipeline->depth_stencil = attachment;
        return true;
    }
    if (script_lexer_accept(lexer, "push_constant")) {
        pipeline->push = attachment.resource;
        return true;
    }
    if (!script_lexer_is(lexer, "resolve"))
        return script_lexer_fail(lexer, "what the buffer is bound as");
    if (pipeline->resolve_count == SCENE_MAX_TARGETS)
        return script_lexer_fail(lexer, "at most 8 resolve targets");
    pipeline->resolves[pipeline->resolve_count++] = attachment;
    script_lexer_next(lexer);
    return true;
}

static bool
read_names(struct script_amber *amber, bool is_array, bool is_sampler, struct names *names)
{
    struct script_lexer *lexer = &amber->lexer;

    do {
        struct script_bind bind = {.place = lexer->token.place};

        if (names->list.count == SCENE_MAX_BINDINGS)
            return script_lexer_fail(lexer, "fewer elements");
        if (is_sampler ? !script_amber_find_sampler(amber, &bind.sampler)
                       : !script_amber_resource(amber, &bind.resource))
            return false;
        base_array_push(amber->script->arena, &names->list, bind);
    } while (is_array && !script_lexer_is(lexer, "AS") && !script_lexer_is(lexer, "KERNEL") &&
             !script_lexer_is(lexer, "DESCRIPTOR_SET"));
    return true;
}

static bool
read_bind_sampler(struct script_amber *amber, struct script_pipeline *pipeline, bool is_array)
{
    struct script_bind common = {0};
    struct names names = {0};

    if (!read_names(amber, is_array, true, &names))
        return false;
    if (script_lexer_is(&amber->lexer, "KERNEL"))
        return script_refuse(amber->script, amber->lexer.token.place,
                             "OpenCL C kernels are not run");
    if (!read_set(&amber->lexer, &common))
        return false;
    for (uint32_t i = 0; i < names.list.count; i++) {
        struct script_bind *bind = &names.list.data[i];

        bind->kind = scene_binding_sampler;
        bind->set = common.set;
        bind->binding = common.binding;
        bind->element = i;
        bind->resource = SCRIPT_NONE;
    }
    set_binds(amber, pipeline, names.list.data, names.list.count);
    return script_lexer_end_line(&amber->lexer);
}

bool
script_amber_bind(struct script_amber *amber, struct script_pipeline *pipeline)
{
    struct script_lexer *lexer = &amber->lexer;
    struct names names = {0};
    bool is_array;

    if (script_lexer_accept(lexer, "SAMPLER"))
        return read_bind_sampler(amber, pipeline, false);
    if (script_lexer_accept(lexer, "SAMPLER_ARRAY"))
        return read_bind_sampler(amber, pipeline, true);
    if (script_lexer_is(lexer, "ACCELERATION_STRUCTURE"))
        return script_refuse(amber->script, lexer->token.place, "ray tracing is not run");
    is_array = script_lexer_accept(lexer, "BUFFER_ARRAY");
    if (!is_array && !script_lexer_expect(lexer, "BUFFER"))
        return false;
    if (!read_names(amber, is_array, false, &names))
        return false;
    if (script_lexer_is(lexer, "KERNEL"))
        return script_refuse(amber->script, lexer->token.place, "OpenCL C kernels are not run");
    return script_lexer_expect(lexer, "AS") && read_bind_as(amber, pipeline, &names) &&
           script_lexer_end_line(lexer);
}
