/* SPDX-License-Identifier: MIT
 *
 * AmberScript: what stands between PIPELINE and END.
 */
#include "script/script_priv.h"

#include <inttypes.h>

const char *const script_stencil_names[8] = {
    [scene_stencil_keep] = "keep",
    [scene_stencil_zero] = "zero",
    [scene_stencil_replace] = "replace",
    [scene_stencil_increment_clamp] = "increment_and_clamp",
    [scene_stencil_decrement_clamp] = "decrement_and_clamp",
    [scene_stencil_invert] = "invert",
    [scene_stencil_increment_wrap] = "increment_and_wrap",
    [scene_stencil_decrement_wrap] = "decrement_and_wrap",
};

const char *const script_factor_names[19] = {
    [scene_factor_zero] = "zero",
    [scene_factor_one] = "one",
    [scene_factor_src_color] = "src_color",
    [scene_factor_one_minus_src_color] = "one_minus_src_color",
    [scene_factor_dst_color] = "dst_color",
    [scene_factor_one_minus_dst_color] = "one_minus_dst_color",
    [scene_factor_src_alpha] = "src_alpha",
    [scene_factor_one_minus_src_alpha] = "one_minus_src_alpha",
    [scene_factor_dst_alpha] = "dst_alpha",
    [scene_factor_one_minus_dst_alpha] = "one_minus_dst_alpha",
    [scene_factor_constant_color] = "constant_color",
    [scene_factor_one_minus_constant_color] = "one_minus_constant_color",
    [scene_factor_constant_alpha] = "constant_alpha",
    [scene_factor_one_minus_constant_alpha] = "one_minus_constant_alpha",
    [scene_factor_src_alpha_saturate] = "src_alpha_saturate",
    [scene_factor_src1_color] = "src1_color",
    [scene_factor_one_minus_src1_color] = "one_minus_src1_color",
    [scene_factor_src1_alpha] = "src1_alpha",
    [scene_factor_one_minus_src1_alpha] = "one_minus_src1_alpha",
};

/* ---- names of what was declared ---- */

bool
script_amber_resource(struct script_amber *amber, uint32_t *resource)
{
    struct script_token name;

    if (!script_lexer_name(&amber->lexer, "a buffer's name", &name))
        return false;
    *resource = script_find_resource(amber->script, name.text, name.size);
    if (*resource != SCRIPT_NONE)
        return true;
    return script_fail(amber->script, name.place, "found \"%.*s\", expected a declared buffer",
                       (int)name.size, name.text);
}

bool
script_amber_find_sampler(struct script_amber *amber, uint32_t *sampler)
{
    struct script_token name;

    if (!script_lexer_name(&amber->lexer, "a sampler's name", &name))
        return false;
    *sampler = script_find_sampler(amber->script, name.text, name.size);
    if (*sampler != SCRIPT_NONE)
        return true;
    return script_fail(amber->script, name.place, "found \"%.*s\", expected a declared sampler",
                       (int)name.size, name.text);
}

/* A shader that is attached to the pipeline: the stage that it is. */
static struct script_stage *
find_attached(struct script_amber *amber, struct script_pipeline *pipeline)
{
    struct script_token name;

    if (!script_lexer_name(&amber->lexer, "a shader's name", &name))
        return NULL;
    const uint32_t shader = script_find_shader(amber->script, name.text, name.size);
    for (int i = 0; i < ir_stage_count && shader != SCRIPT_NONE; i++) {
        if (pipeline->stages[i].shader == shader)
            return &pipeline->stages[i];
    }
    script_fail(amber->script, name.place, "found \"%.*s\", expected a shader that is attached",
                (int)name.size, name.text);
    return NULL;
}

/* ---- shaders ---- */

static bool
read_constant(struct script_amber *amber, struct script_constant *constant)
{
    static const char *const names[] = {"uint32", "int32", "float"};
    static const enum script_scalar scalars[] = {script_scalar_uint32, script_scalar_int32,
                                                 script_scalar_float};
    struct script_lexer *lexer = &amber->lexer;
    uint32_t choice;

    if (!script_lexer_uint(lexer, "a constant's id", UINT32_MAX, &constant->id) ||
        !script_lexer_expect(lexer, "AS") ||
        !script_lexer_choice(lexer, "a type", names, BASE_COUNT(names), &choice))
        return false;
    constant->scalar = scalars[choice];
    const struct script_token token = lexer->token;
    if (!script_lexer_number(lexer, "a value", &constant->number))
        return false;
    return !constant->number.is_real || script_scalar_is_real(constant->scalar) ||
           script_fail(amber->script, token.place, "found \"%.*s\", expected an integer",
                       (int)token.size, token.text);
}

static bool
read_attach_options(struct script_amber *amber, struct script_stage *stage,
                    struct script_token *type)
{
    struct script_lexer *lexer = &amber->lexer;
    BASE_ARRAY(struct script_constant) constants = {0};

    while (!script_lexer_is_line_end(lexer)) {
        struct script_token name;

        if (script_lexer_accept(lexer, "TYPE")) {
            if (!script_lexer_name(lexer, "a shader stage", type))
                return false;
        } else if (script_lexer_accept(lexer, "ENTRY_POINT")) {
            if (!script_lexer_name(lexer, "an entry point's name", &name))
                return false;
            stage->entry = base_arena_copy_string(amber->script->arena, name.text, name.size);
        } else if (script_lexer_accept(lexer, "SPECIALIZE")) {
            struct script_constant constant;

            if (!read_constant(amber, &constant))
                return false;
            base_array_push(amber->script->arena, &constants, constant);
        } else {
            return script_lexer_fail(lexer, "TYPE, ENTRY_POINT or SPECIALIZE");
        }
    }
    stage->constants = constants.data;
    stage->constant_count = constants.count;
    return script_lexer_end_line(lexer);
}

static bool
read_attach(struct script_amber *amber, struct script_pipeline *pipeline)
{
    struct script *script = amber->script;
    struct script_token name, type = {0};
    struct script_stage stage = {0};

    if (!script_lexer_name(&amber->lexer, "a shader's name", &name))
        return false;
    stage.place = name.place;
    stage.shader = script_find_shader(script, name.text, name.size);
    if (stage.shader == SCRIPT_NONE)
        return script_fail(script, name.place, "found \"%.*s\", expected a declared shader",
                           (int)name.size, name.text);
    if (!read_attach_options(amber, &stage, &type))
        return false;
    const struct script_shader *shader = &script->shaders.data[stage.shader];
    const bool is_multi = strcmp(shader->stage_name, "multi") == 0;
    if (is_multi && !type.size)
        return script_fail(script, name.place, "found a multi shader, expected TYPE behind it");
    const enum ir_stage number =
        type.size
            ? script_find_stage(script, type.place, type.text, type.size)
            : script_find_stage(script, name.place, shader->stage_name, strlen(shader->stage_name));
    if (number == ir_stage_count)
        return false;
    if (!is_multi && script_find_stage(script, name.place, shader->stage_name,
                                       strlen(shader->stage_name)) != number)
        return script_fail(script, type.place, "found a %s shader, expected one for TYPE %s",
                           shader->stage_name, ir_stage_name(number));
    if (pipeline->is_compute != (number == ir_stage_compute))
        return script_fail(script, name.place, "found a %s shader, expected one for a %s pipeline",
                           ir_stage_name(number), pipeline->is_compute ? "compute" : "graphics");
    if (!script_check_language(script, name.place, shader->language, number))
        return false;
    pipeline->stages[number] = stage;
    return true;
}

/* SHADER_OPTIMIZATION and COMPILE_OPTIONS: passes of other compilers change nothing that may be
 * seen. */
static bool
skip_block(struct script_amber *amber, struct script_pipeline *pipeline)
{
    const char *text;
    size_t size;
    struct qd_place place;

    return find_attached(amber, pipeline) &&
           script_lexer_block(&amber->lexer, &text, &size, &place);
}

static bool
read_subgroup(struct script_amber *amber, struct script_pipeline *pipeline)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script_stage *stage = find_attached(amber, pipeline);
    bool value;

    if (!stage || !script_lexer_end_line(lexer))
        return false;
    while (script_lexer_skip_lines(lexer) && !script_lexer_is(lexer, "END")) {
        bool is_good;

        if (script_lexer_accept(lexer, "FULLY_POPULATED") ||
            script_lexer_accept(lexer, "VARYING_SIZE")) {
            is_good = script_lexer_switch(lexer, &value);
        } else if (script_lexer_accept(lexer, "REQUIRED_SIZE")) {
            is_good = true;
            /* The bounds that any device here has. */
            if (script_lexer_accept(lexer, "MIN"))
                stage->subgroup_size = 4;
            else if (script_lexer_accept(lexer, "MAX"))
                stage->subgroup_size = 64;
            else
                is_good =
                    script_lexer_uint(lexer, "a size, MIN or MAX", 128, &stage->subgroup_size);
        } else {
            is_good =
                script_lexer_fail(lexer, "FULLY_POPULATED, VARYING_SIZE, REQUIRED_SIZE or END");
        }
        if (!is_good || !script_lexer_end_line(lexer))
            return false;
    }
    return script_lexer_expect(lexer, "END") && script_lexer_end_line(lexer);
}

/* ---- fixed state ---- */

static bool
read_framebuffer_size(struct script_amber *amber, struct script_pipeline *pipeline)
{
    struct script_lexer *lexer = &amber->lexer;

    pipeline->has_size = true;
    return script_lexer_uint(lexer, "a width up to 16384", SCENE_MAX_SIZE, &pipeline->width) &&
           script_lexer_uint(lexer, "a height up to 16384", SCENE_MAX_SIZE, &pipeline->height) &&
           ((pipeline->width && pipeline->height) ||
            script_lexer_fail(lexer, "a size that is not 0 before this")) &&
           script_lexer_end_line(lexer);
}

static bool
read_viewport(struct script_amber *amber, struct script_pipeline *pipeline)
{
    struct script_lexer *lexer = &amber->lexer;
    struct scene_viewport *viewport = &pipeline->viewport;

    *viewport = (struct scene_viewport){.max_depth = 1};
    pipeline->has_viewport = true;
    if (!script_lexer_float(lexer, "x", &viewport->x) ||
        !script_lexer_float(lexer, "y", &viewport->y) || !script_lexer_expect(lexer, "SIZE") ||
        !script_lexer_float(lexer, "a width", &viewport->width) ||
        !script_lexer_float(lexer, "a height", &viewport->height))
        return false;
    if (script_lexer_accept(lexer, "MIN_DEPTH") &&
        !script_lexer_float(lexer, "a depth", &viewport->min_depth))
        return false;
    if (script_lexer_accept(lexer, "MAX_DEPTH") &&
        !script_lexer_float(lexer, "a depth", &viewport->max_depth))
        return false;
    return script_lexer_end_line(lexer);
}

static bool
read_polygon_mode(struct script_amber *amber, struct script_pipeline *pipeline)
{
    static const char *const names[] = {
        [scene_polygon_fill] = "fill",
        [scene_polygon_line] = "line",
        [scene_polygon_point] = "point",
    };
    uint32_t choice;

    if (!script_lexer_choice(&amber->lexer, "a polygon mode", names, BASE_COUNT(names), &choice))
        return false;
    pipeline->raster.polygon = (enum scene_polygon)choice;
    return script_lexer_end_line(&amber->lexer);
}

static bool
read_provoking_vertex(struct script_amber *amber, struct script_pipeline *pipeline)
{
    static const char *const names[] = {"FIRST", "LAST"};
    uint32_t choice;

    if (!script_lexer_choice(&amber->lexer, "a provoking vertex", names, BASE_COUNT(names),
                             &choice))
        return false;
    pipeline->raster.is_last_provoking = choice == 1;
    return script_lexer_end_line(&amber->lexer);
}

static bool
read_patch_control_points(struct script_amber *amber, struct script_pipeline *pipeline)
{
    return script_lexer_uint(&amber->lexer, "a number of points", IR_MAX_PATCH_VERTICES,
                             &pipeline->patch_vertices) &&
           script_lexer_end_line(&amber->lexer);
}

static bool
read_compare(struct script_lexer *lexer, enum scene_compare *compare)
{
    uint32_t choice;

    if (!script_lexer_choice(lexer, "a comparison", script_compare_names,
                             BASE_COUNT(script_compare_names), &choice))
        return false;
    *compare = (enum scene_compare)choice;
    return true;
}

static bool
read_bounds(struct script_lexer *lexer, struct scene_depth *depth)
{
    if (!script_lexer_expect(lexer, "min") ||
        !script_lexer_float(lexer, "a depth", &depth->min_bounds) ||
        !script_lexer_expect(lexer, "max") ||
        !script_lexer_float(lexer, "a depth", &depth->max_bounds))
        return false;
    /* Bounds that hold every depth test nothing, and so need no feature of the device. */
    depth->has_bounds = depth->min_bounds > 0 || depth->max_bounds < 1;
    return true;
}

static bool
read_bias(struct script_lexer *lexer, struct scene_raster *raster)
{
    raster->has_depth_bias = true;
    return script_lexer_expect(lexer, "constant") &&
           script_lexer_float(lexer, "a factor", &raster->bias_constant) &&
           script_lexer_expect(lexer, "clamp") &&
           script_lexer_float(lexer, "a bound", &raster->bias_clamp) &&
           script_lexer_expect(lexer, "slope") &&
           script_lexer_float(lexer, "a factor", &raster->bias_slope);
}

static bool
read_depth(struct script_amber *amber, struct script_pipeline *pipeline)
{
    struct script_lexer *lexer = &amber->lexer;

    if (!script_lexer_end_line(lexer))
        return false;
    while (script_lexer_skip_lines(lexer) && !script_lexer_is(lexer, "END")) {
        bool is_good;

        if (script_lexer_accept(lexer, "TEST"))
            is_good = script_lexer_switch(lexer, &pipeline->depth.has_test);
        else if (script_lexer_accept(lexer, "WRITE"))
            is_good = script_lexer_switch(lexer, &pipeline->depth.has_write);
        else if (script_lexer_accept(lexer, "COMPARE_OP"))
            is_good = read_compare(lexer, &pipeline->depth.compare);
        else if (script_lexer_accept(lexer, "CLAMP"))
            is_good = script_lexer_switch(lexer, &pipeline->raster.has_depth_clamp);
        else if (script_lexer_accept(lexer, "BOUNDS"))
            is_good = read_bounds(lexer, &pipeline->depth);
        else if (script_lexer_accept(lexer, "BIAS"))
            is_good = read_bias(lexer, &pipeline->raster);
        else
            is_good =
                script_lexer_fail(lexer, "TEST, WRITE, COMPARE_OP, CLAMP, BOUNDS, BIAS or END");
        if (!is_good || !script_lexer_end_line(lexer))
            return false;
    }
    return script_lexer_expect(lexer, "END") && script_lexer_end_line(lexer);
}

static bool
read_stencil_op(struct script_lexer *lexer, enum scene_stencil_op *op)
{
    uint32_t choice;

    if (!script_lexer_choice(lexer, "a stencil op", script_stencil_names,
                             BASE_COUNT(script_stencil_names), &choice))
        return false;
    *op = (enum scene_stencil_op)choice;
    return true;
}

static bool
read_stencil_line(struct script_lexer *lexer, bool *has_stencil, struct scene_stencil *stencil)
{
    if (script_lexer_accept(lexer, "TEST"))
        return script_lexer_switch(lexer, has_stencil);
    if (script_lexer_accept(lexer, "FAIL_OP"))
        return read_stencil_op(lexer, &stencil->fail);
    if (script_lexer_accept(lexer, "PASS_OP"))
        return read_stencil_op(lexer, &stencil->pass);
    if (script_lexer_accept(lexer, "DEPTH_FAIL_OP"))
        return read_stencil_op(lexer, &stencil->depth_fail);
    if (script_lexer_accept(lexer, "COMPARE_OP"))
        return read_compare(lexer, &stencil->compare);
    if (script_lexer_accept(lexer, "COMPARE_MASK"))
        return script_lexer_uint(lexer, "a mask", UINT32_MAX, &stencil->compare_mask);
    if (script_lexer_accept(lexer, "WRITE_MASK"))
        return script_lexer_uint(lexer, "a mask", UINT32_MAX, &stencil->write_mask);
    if (script_lexer_accept(lexer, "REFERENCE"))
        return script_lexer_uint(lexer, "a value", UINT32_MAX, &stencil->reference);
    return script_lexer_fail(lexer, "a stencil setting or END");
}

static bool
read_stencil(struct script_amber *amber, struct script_pipeline *pipeline)
{
    static const char *const faces[] = {"front", "back", "front_and_back"};
    struct script_lexer *lexer = &amber->lexer;
    uint32_t face;

    if (!script_lexer_choice(lexer, "a face", faces, BASE_COUNT(faces), &face) ||
        !script_lexer_end_line(lexer))
        return false;
    struct scene_stencil stencil = face == 1 ? pipeline->depth.back : pipeline->depth.front;
    while (script_lexer_skip_lines(lexer) && !script_lexer_is(lexer, "END")) {
        if (!read_stencil_line(lexer, &pipeline->depth.has_stencil, &stencil) ||
            !script_lexer_end_line(lexer))
            return false;
    }
    if (face != 1)
        pipeline->depth.front = stencil;
    if (face != 0)
        pipeline->depth.back = stencil;
    return script_lexer_expect(lexer, "END") && script_lexer_end_line(lexer);
}

static bool
read_factor(struct script_lexer *lexer, enum scene_factor *factor)
{
    uint32_t choice;

    if (!script_lexer_choice(lexer, "a blend factor", script_factor_names,
                             BASE_COUNT(script_factor_names), &choice))
        return false;
    *factor = (enum scene_factor)choice;
    return true;
}

static bool
read_blend_op(struct script_lexer *lexer, enum scene_blend_op *op)
{
    static const char *const names[] = {
        [scene_blend_add] = "add",
        [scene_blend_subtract] = "subtract",
        [scene_blend_reverse_subtract] = "reverse_subtract",
        [scene_blend_min] = "min",
        [scene_blend_max] = "max",
    };
    const struct script_token token = lexer->token;
    uint32_t choice;

    if (script_choose(&token, names, BASE_COUNT(names), &choice)) {
        *op = (enum scene_blend_op)choice;
        script_lexer_next(lexer);
        return true;
    }
    if (token.kind == script_token_word && !script_lexer_is_number(lexer))
        return script_refuse(lexer->script, token.place, "the blend op %.*s is not known",
                             (int)token.size, token.text);
    return script_lexer_fail(lexer, "a blend op");
}

static bool
read_blend(struct script_amber *amber, struct script_pipeline *pipeline)
{
    struct script_lexer *lexer = &amber->lexer;
    struct scene_target *blend = &pipeline->blend;

    if (!script_lexer_end_line(lexer))
        return false;
    blend->has_blend = true;
    while (script_lexer_skip_lines(lexer) && !script_lexer_is(lexer, "END")) {
        bool is_good;

        if (script_lexer_accept(lexer, "SRC_COLOR_FACTOR"))
            is_good = read_factor(lexer, &blend->src_color);
        else if (script_lexer_accept(lexer, "DST_COLOR_FACTOR"))
            is_good = read_factor(lexer, &blend->dst_color);
        else if (script_lexer_accept(lexer, "SRC_ALPHA_FACTOR"))
            is_good = read_factor(lexer, &blend->src_alpha);
        else if (script_lexer_accept(lexer, "DST_ALPHA_FACTOR"))
            is_good = read_factor(lexer, &blend->dst_alpha);
        else if (script_lexer_accept(lexer, "COLOR_OP"))
            is_good = read_blend_op(lexer, &blend->color_op);
        else if (script_lexer_accept(lexer, "ALPHA_OP"))
            is_good = read_blend_op(lexer, &blend->alpha_op);
        else
            is_good = script_lexer_fail(lexer, "a blend setting or END");
        if (!is_good || !script_lexer_end_line(lexer))
            return false;
    }
    return script_lexer_expect(lexer, "END") && script_lexer_end_line(lexer);
}

/* ---- vertices ---- */

static bool
read_attribute_option(struct script_amber *amber, struct script_attribute *attribute)
{
    static const char *const rates[] = {
        [scene_rate_vertex] = "vertex",
        [scene_rate_instance] = "instance",
    };
    struct script_lexer *lexer = &amber->lexer;
    struct script_token name;
    struct script_type type;
    uint32_t rate;

    if (script_lexer_accept(lexer, "RATE")) {
        if (!script_lexer_choice(lexer, "a rate", rates, BASE_COUNT(rates), &rate))
            return false;
        attribute->rate = (enum scene_rate)rate;
        return true;
    }
    if (script_lexer_accept(lexer, "OFFSET"))
        return script_lexer_uint64(lexer, "an offset in bytes", SCRIPT_MAX_BYTES,
                                   &attribute->offset);
    if (script_lexer_accept(lexer, "STRIDE"))
        return script_lexer_uint(lexer, "a stride in bytes", SCRIPT_MAX_BYTES, &attribute->stride);
    if (!script_lexer_accept(lexer, "FORMAT"))
        return script_lexer_fail(lexer, "RATE, FORMAT, OFFSET or STRIDE");
    if (!script_lexer_name(lexer, "a format", &name))
        return false;
    if (!script_type_parse(name.text, name.size, amber->script->arena, &type))
        return script_fail(amber->script, name.place, "found \"%.*s\", expected a format",
                           (int)name.size, name.text);
    attribute->format = script_type_attribute(&type);
    return attribute->format != scene_format_none ||
           script_refuse(amber->script, name.place, "the vertex format %s is not known", type.name);
}

static bool
read_vertex_data(struct script_amber *amber, struct script_pipeline *pipeline)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script_attribute attribute = {.place = lexer->token.place};

    if (!script_amber_resource(amber, &attribute.resource) ||
        !script_lexer_expect(lexer, "LOCATION") ||
        !script_lexer_uint(lexer, "a location", SCENE_MAX_LOCATIONS - 1, &attribute.location))
        return false;
    const struct script_resource *resource = &amber->script->resources.data[attribute.resource];
    attribute.stride = resource->layout.size;
    attribute.format = script_type_attribute(&resource->type);
    while (!script_lexer_is_line_end(lexer)) {
        if (!read_attribute_option(amber, &attribute))
            return false;
    }
    if (attribute.format == scene_format_none)
        return script_refuse(amber->script, attribute.place, "vertices of %s are not known",
                             resource->type.name);
    for (uint32_t i = 0; i < pipeline->attributes.count; i++) {
        if (pipeline->attributes.data[i].location == attribute.location)
            return script_fail(amber->script, attribute.place,
                               "found location %" PRIu32 " again, expected another",
                               attribute.location);
    }
    base_array_push(amber->script->arena, &pipeline->attributes, attribute);
    return script_lexer_end_line(lexer);
}

static bool
read_index_data(struct script_amber *amber, struct script_pipeline *pipeline)
{
    const struct qd_place place = amber->lexer.token.place;

    if (!script_amber_resource(amber, &pipeline->indices))
        return false;
    const struct script_resource *resource = &amber->script->resources.data[pipeline->indices];
    const struct script_layout *layout = &resource->layout;
    if (layout->leaf_count != 1 || layout->size > 4 ||
        script_scalar_is_real(layout->leaves[0].scalar))
        return script_fail(amber->script, place, "found indices of %s, expected uint8 to uint32",
                           resource->type.name);
    return script_lexer_end_line(&amber->lexer);
}

/* ---- the pipeline ---- */

static bool
refuse_kernel(struct script_amber *amber, struct script_pipeline *pipeline)
{
    (void)pipeline;
    return script_refuse(amber->script, amber->lexer.token.place, "OpenCL C kernels are not run");
}

static const struct {
    const char *name;
    bool is_graphics; /* Not of compute pipelines. */
    bool (*read)(struct script_amber *amber, struct script_pipeline *pipeline);
} lines[] = {
    {"ATTACH", false, read_attach},
    {"BIND", false, script_amber_bind},
    {"BLEND", true, read_blend},
    {"COMPILE_OPTIONS", false, skip_block},
    {"DEPTH", true, read_depth},
    {"FRAMEBUFFER_SIZE", false, read_framebuffer_size},
    {"INDEX_DATA", true, read_index_data},
    {"PATCH_CONTROL_POINTS", true, read_patch_control_points},
    {"POLYGON_MODE", true, read_polygon_mode},
    {"PROVOKING_VERTEX", true, read_provoking_vertex},
    {"SET", false, refuse_kernel},
    {"SHADER_OPTIMIZATION", false, skip_block},
    {"STENCIL", true, read_stencil},
    {"SUBGROUP", false, read_subgroup},
    {"VERTEX_DATA", true, read_vertex_data},
    {"VIEWPORT", true, read_viewport},
};

/* BUFFER name */
static bool
find_buffer(void *context, uint32_t *resource)
{
    struct script_amber *amber = context;

    return script_lexer_expect(&amber->lexer, "BUFFER") && script_amber_resource(amber, resource);
}

static bool
read_line(struct script_amber *amber, struct script_pipeline *pipeline)
{
    const struct script_wave_reader waves = {
        .lexer = &amber->lexer,
        .pipeline = pipeline,
        .is_graphics = !pipeline->is_compute,
        .find_buffer = find_buffer,
        .context = amber,
    };
    bool is_known = false;

    for (size_t i = 0; i < BASE_COUNT(lines); i++) {
        if (pipeline->is_compute && lines[i].is_graphics)
            continue;
        if (script_lexer_accept(&amber->lexer, lines[i].name))
            return lines[i].read(amber, pipeline);
    }
    if (!script_read_wave_line(&waves, &is_known))
        return false;
    if (is_known)
        return script_lexer_end_line(&amber->lexer);
    return script_lexer_fail(&amber->lexer, pipeline->is_compute
                                                ? "a line of a compute pipeline, or END"
                                                : "a line of a graphics pipeline, or END");
}

/* Lists of its own, for what is derived adds to them. */
static void
copy_lists(struct script_amber *amber, struct script_pipeline *pipeline)
{
    const struct script_pipeline parent = *pipeline;

    memset(&pipeline->binds, 0, sizeof(pipeline->binds));
    memset(&pipeline->attributes, 0, sizeof(pipeline->attributes));
    memset(&pipeline->waves.registers, 0, sizeof(pipeline->waves.registers));
    for (uint32_t i = 0; i < parent.binds.count; i++)
        base_array_push(amber->script->arena, &pipeline->binds, parent.binds.data[i]);
    for (uint32_t i = 0; i < parent.attributes.count; i++)
        base_array_push(amber->script->arena, &pipeline->attributes, parent.attributes.data[i]);
    for (uint32_t i = 0; i < parent.waves.registers.count; i++)
        base_array_push(amber->script->arena, &pipeline->waves.registers,
                        parent.waves.registers.data[i]);
}

static bool
read_head(struct script_amber *amber, bool is_derived, struct script_pipeline *pipeline)
{
    static const char *const kinds[] = {"graphics", "compute", "raytracing"};
    struct script_lexer *lexer = &amber->lexer;
    struct script *script = amber->script;
    const struct qd_place place = lexer->token.place;
    struct script_token name, parent;
    uint32_t kind = 0;

    if (!is_derived &&
        !script_lexer_choice(lexer, "a kind of pipeline", kinds, BASE_COUNT(kinds), &kind))
        return false;
    if (kind == 2)
        return script_refuse(script, place, "ray tracing is not run");
    if (!script_lexer_name(lexer, "the pipeline's name", &name))
        return false;
    if (script_find_pipeline(script, name.text, name.size) != SCRIPT_NONE)
        return script_fail(script, name.place,
                           "found a second pipeline \"%.*s\", expected another name",
                           (int)name.size, name.text);
    script_pipeline_init(pipeline);
    pipeline->is_compute = kind == 1;
    if (is_derived) {
        if (!script_lexer_expect(lexer, "FROM") ||
            !script_lexer_name(lexer, "a pipeline's name", &parent))
            return false;
        const uint32_t from = script_find_pipeline(script, parent.text, parent.size);
        if (from == SCRIPT_NONE)
            return script_fail(script, parent.place, "found \"%.*s\", expected a declared pipeline",
                               (int)parent.size, parent.text);
        *pipeline = script->pipelines.data[from];
        copy_lists(amber, pipeline);
    }
    pipeline->name = base_arena_copy_string(script->arena, name.text, name.size);
    pipeline->place = name.place;
    return script_check_room(script, script->pipelines.count, name.place) &&
           script_lexer_end_line(lexer);
}

static bool
check_stages(struct script_amber *amber, const struct script_pipeline *pipeline)
{
    const struct script_stage *stages = pipeline->stages;
    const enum ir_stage needed = pipeline->is_compute ? ir_stage_compute : ir_stage_vertex;

    if (stages[needed].shader != SCRIPT_NONE)
        return true;
    return script_fail(amber->script, pipeline->place, "found no %s shader in %s, expected one",
                       ir_stage_name(needed), pipeline->name);
}

bool
script_amber_pipeline(struct script_amber *amber, bool is_derived)
{
    struct script_lexer *lexer = &amber->lexer;
    struct script_pipeline pipeline;

    if (!read_head(amber, is_derived, &pipeline))
        return false;
    while (script_lexer_skip_lines(lexer) && !script_lexer_is(lexer, "END")) {
        if (!read_line(amber, &pipeline))
            return false;
    }
    if (!script_lexer_expect(lexer, "END") || !check_stages(amber, &pipeline))
        return false;
    if (!pipeline.is_compute)
        script_add_default_target(amber->script, &pipeline);
    base_array_push(amber->script->arena, &amber->script->pipelines, pipeline);
    return script_lexer_end_line(lexer);
}
