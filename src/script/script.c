/* SPDX-License-Identifier: MIT */
#include "script/script_priv.h"

#include <inttypes.h>

/* ---- findings ---- */

BASE_PRINTF(4, 0)
static void
report(struct script *script, enum qd_code code, struct qd_place place, const char *format,
       va_list args)
{
    struct base_text text;

    base_text_init(&text, script->arena);
    base_text_vprintf(&text, format, args);
    base_error(script->diags, code, place, "%s", base_text_string(&text));
}

bool
script_fail(struct script *script, struct qd_place place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(script, QD_CODE_SCRIPT_INVALID, place, format, args);
    va_end(args);
    return false;
}

bool
script_refuse(struct script *script, struct qd_place place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(script, QD_CODE_UNSUPPORTED, place, format, args);
    va_end(args);
    return false;
}

/* ---- names ---- */

#define FIND(function, list)                                                                       \
    uint32_t function(const struct script *script, const char *name, size_t size)                  \
    {                                                                                              \
        for (uint32_t i = 0; i < script->list.count; i++) {                                        \
            if (script_text_is(name, size, script->list.data[i].name))                             \
                return i;                                                                          \
        }                                                                                          \
        return SCRIPT_NONE;                                                                        \
    }

FIND(script_find_resource, resources)
FIND(script_find_shader, shaders)
FIND(script_find_sampler, samplers)
FIND(script_find_pipeline, pipelines)

enum ir_stage
script_find_stage(struct script *script, struct qd_place place, const char *name, size_t size)
{
    /* Amber's names and VkRunner's. */
    static const struct {
        const char *name;
        enum ir_stage stage;
    } stages[] = {
        {"vertex", ir_stage_vertex},
        {"tessellation_control", ir_stage_tess_control},
        {"tessellation_evaluation", ir_stage_tess_eval},
        {"tessellation control", ir_stage_tess_control},
        {"tessellation evaluation", ir_stage_tess_eval},
        {"geometry", ir_stage_geometry},
        {"fragment", ir_stage_fragment},
        {"compute", ir_stage_compute},
    };
    /* What Amber knows beyond what is run. */
    static const char *const others[] = {
        "ray_generation", "any_hit", "closest_hit", "miss", "intersection", "call",
    };

    for (size_t i = 0; i < BASE_COUNT(stages); i++) {
        if (script_text_is(name, size, stages[i].name))
            return stages[i].stage;
    }
    for (size_t i = 0; i < BASE_COUNT(others); i++) {
        if (script_text_is(name, size, others[i])) {
            script_refuse(script, place, "the stage %s is not run", others[i]);
            return ir_stage_count;
        }
    }
    script_fail(script, place, "found \"%.*s\", expected a shader stage", (int)size, name);
    return ir_stage_count;
}

/* ---- the model ---- */

void
script_pipeline_init(struct script_pipeline *pipeline)
{
    memset(pipeline, 0, sizeof(*pipeline));
    pipeline->patch_vertices = 3;
    for (int i = 0; i < ir_stage_count; i++)
        pipeline->stages[i].shader = SCRIPT_NONE;
    for (int i = 0; i < SCENE_MAX_TARGETS; i++)
        pipeline->colors[i].resource = pipeline->resolves[i].resource = SCRIPT_NONE;
    pipeline->depth_stencil.resource = SCRIPT_NONE;
    pipeline->push = pipeline->indices = SCRIPT_NONE;
    pipeline->width = pipeline->height = SCRIPT_DEFAULT_SIZE;
    pipeline->depth.compare = scene_compare_always;
    pipeline->depth.max_bounds = 1;
    pipeline->depth.front = (struct scene_stencil){
        .compare = scene_compare_always, .compare_mask = UINT32_MAX, .write_mask = UINT32_MAX};
    pipeline->depth.back = pipeline->depth.front;
    pipeline->blend = (struct scene_target){
        .view = SCENE_NONE,
        .resolve = SCENE_NONE,
        .src_color = scene_factor_one,
        .dst_color = scene_factor_zero,
        .src_alpha = scene_factor_one,
        .dst_alpha = scene_factor_zero,
    };
    pipeline->raster.line_width = 1;
}

struct script_resource
script_new_resource(const char *name, struct qd_place place)
{
    return (struct script_resource){
        .name = name,
        .place = place,
        .dim = scene_image_2d,
        .width = 1,
        .height = 1,
        .depth = 1,
        .levels = 1,
        .samples = 1,
    };
}

struct script_resource
script_new_bytes(const char *name, struct qd_place place)
{
    struct script_resource resource = script_new_resource(name, place);

    resource.type =
        (struct script_type){.name = "", .scalar = script_scalar_uint8, .rows = 1, .columns = 1};
    return resource;
}

uint32_t
script_add_image(struct script *script, const char *name, const struct script_type *type,
                 struct qd_place place)
{
    struct script_resource resource = script_new_resource(name, place);

    resource.type = *type;
    resource.layout = *type->own;
    base_array_push(script->arena, &script->resources, resource);
    return script->resources.count - 1;
}

void
script_add_default_target(struct script *script, struct script_pipeline *pipeline)
{
    static const char name[] = "framebuffer", format[] = "B8G8R8A8_UNORM";
    struct script_type type;

    for (int i = 0; i < SCENE_MAX_TARGETS; i++) {
        if (pipeline->colors[i].resource != SCRIPT_NONE)
            return;
    }
    const bool is_taken = script_find_resource(script, name, sizeof(name) - 1) != SCRIPT_NONE;
    script_type_parse_format(format, sizeof(format) - 1, script->arena, &type);
    pipeline->colors[0].resource =
        script_add_image(script, is_taken ? "" : name, &type, pipeline->place);
    pipeline->colors[0].place = pipeline->place;
}

struct scene_sampler
script_sampler_default(void)
{
    return (struct scene_sampler){
        .wrap_u = scene_wrap_repeat,
        .wrap_v = scene_wrap_repeat,
        .wrap_w = scene_wrap_repeat,
        .max_lod = 1,
        .compare = scene_compare_never,
    };
}

bool
script_check_room(struct script *script, uint32_t count, struct qd_place place)
{
    if (count < SCRIPT_MAX_OBJECTS)
        return true;
    base_error(script->diags, QD_CODE_LIMIT, place,
               "found more than %d of a kind, expected no more", SCRIPT_MAX_OBJECTS);
    return false;
}

struct script_command *
script_add_command(struct script *script, enum script_command_kind kind, struct qd_place place)
{
    if (script->commands.count == SCRIPT_MAX_COMMANDS) {
        base_error(script->diags, QD_CODE_LIMIT, place,
                   "found more than %d commands, expected no more", SCRIPT_MAX_COMMANDS);
        return NULL;
    }
    struct script_command *command = base_array_add(script->arena, &script->commands);
    command->kind = kind;
    command->place = place;
    return command;
}

/* ---- reading ---- */

static bool
is_amber(const char *text, size_t size)
{
    static const char mark[] = "#!amber";

    return size >= sizeof(mark) - 1 && memcmp(text, mark, sizeof(mark) - 1) == 0;
}

struct script *
script_read(const char *text, size_t size, const struct script_files *files,
            struct base_arena *arena, struct base_diags *diags)
{
    struct script *script = base_arena_new(arena, struct script);

    /* Ends are counted from the text, which is to be some place even if it is empty. */
    if (size == 0)
        text = "";
    script->arena = arena;
    script->files = files;
    script->diags = diags;
    if (size > SCRIPT_MAX_BYTES) {
        base_error(diags, QD_CODE_LIMIT, base_at_nowhere(),
                   "found %zu bytes, expected at most %" PRIu64, size, SCRIPT_MAX_BYTES);
        return NULL;
    }
    const bool is_good = is_amber(text, size) ? script_read_amber(script, text, size)
                                              : script_read_vkscript(script, text, size);
    script->diags = NULL;
    return is_good ? script : NULL;
}
