/* SPDX-License-Identifier: MIT
 *
 * What a pipeline's draws and dispatches share, made once when it is first used: shaders, what is
 * bound, targets. A draw is a copy of that with its vertices.
 */
#include "script/script_priv.h"

#include <string.h>

#include <inttypes.h>

/* ---- shaders ---- */

static uint64_t
constant_bits(const struct script_constant *constant)
{
    uint64_t bits = 0;
    unsigned char bytes[8] = {0};

    script_store(constant->scalar, &constant->number, bytes);
    for (unsigned i = 0; i < sizeof(bytes); i++)
        bits |= (uint64_t)bytes[i] << 8 * i;
    return bits;
}

static struct ir_shader *
compile(struct script_builder *b, const struct script_stage *stage, enum ir_stage number,
        struct base_diags *diags)
{
    struct spirv_constant *constants =
        base_arena_new_array(b->arena, struct spirv_constant, stage->constant_count);
    const struct script_source source = {
        .shader = &b->script->shaders.data[stage->shader],
        .stage = number,
        .entry = stage->entry,
        .constants = constants,
        .constant_count = stage->constant_count,
    };

    for (uint32_t i = 0; i < stage->constant_count; i++)
        constants[i] = (struct spirv_constant){.id = stage->constants[i].id,
                                               .bits = constant_bits(&stage->constants[i])};
    return script_compile(&source, b->arena, diags);
}

/* Is it this build that lacks the language, and not the shader that is wrong? */
static bool
is_lacking(enum script_language_id language)
{
    if (script_languages[language].wants)
        return true;
    return (language == script_language_glsl && !script_has_glsl()) ||
           (language == script_language_spirv_asm && !spirv_has_tools());
}

/* The same shader of the same entry point is compiled once. */
static struct ir_shader *
find_compiled(struct script_builder *b, const struct script_stage *stage, enum ir_stage number)
{
    for (uint32_t i = 0; i < b->compiled.count && stage->constant_count == 0; i++) {
        const struct script_compiled *compiled = &b->compiled.data[i];
        const char *entry = stage->entry ? stage->entry : "main";

        if (compiled->shader == stage->shader && compiled->stage == number &&
            strcmp(compiled->entry, entry) == 0)
            return compiled->ir;
    }
    return NULL;
}

static bool
check_no_entry(struct script_builder *b, const struct script_stage *stage)
{
    return (!stage->entry && !stage->constant_count) ||
           script_end(b, script_outcome_fail, stage->place,
                      "found an entry point or a constant's value, which RDNA code has not");
}

/* A place in the source becomes one in the script. */
static void
fail_shader(struct script_builder *b, const struct script_shader *shader, struct base_diags *diags)
{
    const enum script_outcome outcome =
        is_lacking(shader->language) ? script_outcome_skip : script_outcome_fail;
    struct qd_place place = shader->place;

    for (uint32_t i = 0; i < diags->list.count && shader->is_inline; i++) {
        struct qd_diagnostic *finding = &diags->list.data[i];

        if (finding->severity != QD_SEVERITY_ERROR)
            continue;
        if (finding->place.kind == QD_PLACE_TEXT) {
            place = base_at_line(place.line + finding->place.line - 1, finding->place.column);
            finding->place = base_at_nowhere();
        }
        break;
    }
    script_end(b, outcome, place, "shader %s: %s", shader->name, script_reason_of(diags, b->arena));
}

static bool
is_rdna(const struct script_builder *b, const struct script_stage *stage)
{
    return stage->shader != SCRIPT_NONE &&
           script_languages[b->script->shaders.data[stage->shader].language].has_chip;
}

/* RDNA code depends on how the pipeline's waves begin. */
static struct ir_shader *
translate(struct script_builder *b, const struct script_pipeline *pipeline, enum ir_stage number)
{
    const struct script_stage *stage = &pipeline->stages[number];
    const struct script_shader *source = &b->script->shaders.data[stage->shader];
    struct base_diags diags;

    if (!check_no_entry(b, stage))
        return NULL;
    base_diags_init(&diags, b->arena, source->name);
    struct ir_shader *shader = script_translate_waves(b, pipeline, number, &diags);
    if (!shader)
        fail_shader(b, source, &diags);
    return shader;
}

static struct ir_shader *
get_shader(struct script_builder *b, const struct script_pipeline *pipeline, enum ir_stage number)
{
    const struct script_stage *stage = &pipeline->stages[number];
    struct ir_shader *shader = find_compiled(b, stage, number);
    struct base_diags diags;

    if (shader)
        return shader;
    if (is_rdna(b, stage))
        return translate(b, pipeline, number);
    const struct script_shader *source = &b->script->shaders.data[stage->shader];
    base_diags_init(&diags, b->arena, source->name);
    shader = compile(b, stage, number, &diags);
    if (!shader) {
        fail_shader(b, source, &diags);
        return NULL;
    }
    if (stage->constant_count == 0) {
        const struct script_compiled compiled = {stage->shader, number,
                                                 stage->entry ? stage->entry : "main", shader};
        base_array_push(b->arena, &b->compiled, compiled);
    }
    return shader;
}

/* ---- what is bound ---- */

static uint32_t
add_view(struct script_builder *b, uint32_t image, uint32_t first_level, uint32_t level_count)
{
    static const enum ir_dim dims[] = {
        [scene_image_1d] = ir_dim_1d,
        [scene_image_2d] = ir_dim_2d,
        [scene_image_3d] = ir_dim_3d,
    };
    const struct scene_view view = {
        .image = image,
        .dim = dims[b->images.data[image].dim],
        .first_level = first_level,
        .level_count = level_count,
        .layer_count = 1,
    };

    base_array_push(b->arena, &b->views, view);
    return b->views.count - 1;
}

static bool
bind_texels(struct script_builder *b, const struct script_bind *bind, struct scene_binding *binding)
{
    struct script_type type = b->script->resources.data[bind->resource].type;
    const unsigned uses =
        bind->kind == scene_binding_uniform_texel ? SCENE_FORMAT_TEXEL : SCENE_FORMAT_STORAGE_TEXEL;

    type.format = script_type_attribute(&type);
    binding->format = type.format;
    return script_check_format(b, &type, uses, 1, bind->place);
}

static bool
make_binding(struct script_builder *b, const struct script_bind *bind,
             struct scene_binding *binding)
{
    *binding = (struct scene_binding){
        .set = bind->set,
        .binding = bind->binding,
        .element = bind->element,
        .kind = bind->kind,
        .buffer = SCENE_NONE,
        .view = SCENE_NONE,
        .sampler = SCENE_NONE,
        .offset = bind->offset,
        .size = bind->range,
    };
    if (bind->kind == scene_binding_combined || bind->kind == scene_binding_sampler)
        binding->sampler = bind->sampler;
    if (bind->kind == scene_binding_sampler)
        return true;

    const struct script_place *place = &b->places[bind->resource];
    binding->buffer = place->buffer;
    if (place->image != SCENE_NONE) {
        const bool is_storage = bind->kind == scene_binding_storage_image;
        const uint32_t levels = b->images.data[place->image].levels;

        binding->view =
            add_view(b, place->image, bind->level, is_storage ? 1 : levels - bind->level);
        memcpy(b->views.data[binding->view].swizzle, bind->swizzle, sizeof(bind->swizzle));
    } else if (bind->offset > b->buffers.data[place->buffer].size) {
        return script_end(b, script_outcome_fail, bind->place,
                          "found offset %" PRIu64 " in a buffer of %zu bytes", bind->offset,
                          b->buffers.data[place->buffer].size);
    }
    if (bind->kind == scene_binding_uniform_texel || bind->kind == scene_binding_storage_texel)
        return bind_texels(b, bind, binding);
    return true;
}

/* What registers of translated code address is bound, if the script does not bind it. */
static bool
make_window(const struct script_builder *b, const struct script_pipeline *pipeline,
            struct scene_binding *binding)
{
    bool is_bound;
    const uint32_t window = script_wave_window(pipeline, &is_bound);

    if (is_bound || window == SCRIPT_NONE)
        return false;
    *binding = (struct scene_binding){.set = RDNA_SET,
                                      .binding = RDNA_BINDING_WINDOW,
                                      .kind = scene_binding_storage,
                                      .buffer = b->places[window].buffer,
                                      .view = SCENE_NONE,
                                      .sampler = SCENE_NONE};
    return true;
}

static bool
make_inputs(struct script_builder *b, const struct script_pipeline *pipeline,
            struct scene_inputs *inputs)
{
    const uint32_t count = pipeline->binds.count;
    struct scene_binding *bindings =
        base_arena_new_array(b->arena, struct scene_binding, count + 1);

    for (uint32_t i = 0; i < count; i++) {
        if (!make_binding(b, &pipeline->binds.data[i], &bindings[i]))
            return false;
    }
    inputs->bindings = bindings;
    inputs->binding_count = count + make_window(b, pipeline, &bindings[count]);
    if (pipeline->push == SCRIPT_NONE)
        return true;
    const struct script_resource *push = &b->script->resources.data[pipeline->push];
    if (push->size > SCENE_MAX_PUSH)
        return script_end(b, script_outcome_fail, pipeline->place,
                          "found %" PRIu64 " bytes of push constants, expected at most %d",
                          push->size, SCENE_MAX_PUSH);
    inputs->push = push->data;
    inputs->push_size = (uint32_t)push->size;
    return true;
}

/* ---- targets ---- */

static void
make_targets(struct script_builder *b, const struct script_pipeline *pipeline,
             struct scene_draw *draw)
{
    uint32_t resolved = 0;

    for (uint32_t i = 0; i < SCENE_MAX_TARGETS; i++) {
        const struct script_attachment *color = &pipeline->colors[i];
        struct scene_target *target = &draw->targets[i];

        *target = pipeline->blend;
        target->view = target->resolve = SCENE_NONE;
        if (color->resource == SCRIPT_NONE)
            continue;
        draw->target_count = i + 1;
        target->view = add_view(b, b->places[color->resource].image, color->level, 1);
        /* Resolve targets go with the colour targets in their order. */
        if (resolved < pipeline->resolve_count) {
            const struct script_attachment *resolve = &pipeline->resolves[resolved++];
            target->resolve = add_view(b, b->places[resolve->resource].image, resolve->level, 1);
        }
    }
}

/* Tests need something to test against. */
static bool
make_depth(struct script_builder *b, const struct script_pipeline *pipeline,
           const struct script_extent *extent, struct scene_draw *draw)
{
    draw->depth_view = SCENE_NONE;
    draw->depth = pipeline->depth;
    if (pipeline->depth_stencil.resource != SCRIPT_NONE) {
        draw->depth_view = add_view(b, b->places[pipeline->depth_stencil.resource].image, 0, 1);
        return true;
    }
    if (!pipeline->depth.has_test && !pipeline->depth.has_stencil && !pipeline->depth.has_bounds)
        return true;
    struct scene_image image = scene_image_2d_of(
        pipeline->depth.has_stencil ? scene_format_d32_sfloat_s8_uint : scene_format_d32_sfloat,
        extent->width, extent->height);
    const struct script_type type = {
        .name = scene_format_infos[image.format].name, .is_format = true, .format = image.format};
    for (uint32_t i = 0; i < draw->target_count; i++) {
        if (draw->targets[i].view != SCENE_NONE)
            image.samples = b->images.data[b->views.data[draw->targets[i].view].image].samples;
    }
    if (!script_check_format(b, &type, SCENE_FORMAT_DEPTH, image.samples, pipeline->place))
        return false;
    image.size = (size_t)scene_image_size(&image);
    base_array_push(b->arena, &b->images, image);
    draw->depth_view = add_view(b, b->images.count - 1, 0, 1);
    return true;
}

/* ---- pipelines ---- */

uint32_t
script_subgroup_size(const struct script_builder *b, const struct script_pipeline *pipeline)
{
    for (int i = 0; i < ir_stage_count; i++) {
        if (pipeline->stages[i].subgroup_size)
            return pipeline->stages[i].subgroup_size;
    }
    return b->options->subgroup_size;
}

/* Is it a compute pipeline of RDNA code for the wave interpreter? */
static bool
has_waves(const struct script_builder *b, const struct script_pipeline *pipeline)
{
    const struct script_stage *stage = &pipeline->stages[ir_stage_compute];

    return pipeline->is_compute && is_rdna(b, stage) &&
           !b->script->shaders.data[stage->shader].is_translated;
}

static bool
check_wave_lines(struct script_builder *b, const struct script_pipeline *pipeline)
{
    for (int i = 0; i < ir_stage_count; i++)
        if (is_rdna(b, &pipeline->stages[i]))
            return true;
    return pipeline->waves.place.kind == QD_PLACE_NONE ||
           script_end(b, script_outcome_fail, pipeline->waves.place,
                      "found how waves begin, expected a shader of RDNA code besides");
}

/* RDNA code runs as it is. */
static bool
prepare_waves(struct script_builder *b, const struct script_pipeline *pipeline,
              struct script_ready *ready)
{
    const struct script_stage *stage = &pipeline->stages[ir_stage_compute];
    struct script_wave_code *waves = base_arena_new(b->arena, struct script_wave_code);
    struct base_diags diags;

    waves->pipeline = pipeline;
    waves->shader = &b->script->shaders.data[stage->shader];
    if (!check_no_entry(b, stage))
        return false;
    ready->waves = waves;
    base_diags_init(&diags, b->arena, waves->shader->name);
    if (!script_read_code(waves->shader, b->arena, &waves->code, &diags)) {
        fail_shader(b, waves->shader, &diags);
        return false;
    }
    return script_check_waves(b, waves);
}

static bool
prepare_dispatch(struct script_builder *b, const struct script_pipeline *pipeline,
                 struct script_ready *ready)
{
    struct scene_dispatch *dispatch = &ready->dispatch;

    if (has_waves(b, pipeline))
        return prepare_waves(b, pipeline, ready);
    if (!check_wave_lines(b, pipeline))
        return false;
    dispatch->shader = get_shader(b, pipeline, ir_stage_compute);
    dispatch->subgroup_size = script_subgroup_size(b, pipeline);
    return dispatch->shader && make_inputs(b, pipeline, &dispatch->inputs);
}

/* NULL where the pipeline has none of that stage. */
static bool
get_stage(struct script_builder *b, const struct script_pipeline *pipeline, enum ir_stage stage,
          const struct ir_shader **shader)
{
    if (pipeline->stages[stage].shader == SCRIPT_NONE)
        return true;
    *shader = get_shader(b, pipeline, stage);
    return *shader != NULL;
}

static bool
prepare_draw(struct script_builder *b, const struct script_pipeline *pipeline,
             const struct script_extent *extent, struct script_ready *ready)
{
    struct scene_draw *draw = &ready->draw;

    /* Whoever draws has some; a pipeline that is only cleared may do without. */
    if (!check_wave_lines(b, pipeline) || !get_stage(b, pipeline, ir_stage_vertex, &draw->vertex) ||
        !get_stage(b, pipeline, ir_stage_tess_control, &draw->tess_control) ||
        !get_stage(b, pipeline, ir_stage_tess_eval, &draw->tess_eval) ||
        !get_stage(b, pipeline, ir_stage_geometry, &draw->geometry) ||
        !get_stage(b, pipeline, ir_stage_fragment, &draw->fragment))
        return false;
    draw->patch_vertices = pipeline->patch_vertices;
    draw->subgroup_size = script_subgroup_size(b, pipeline);
    draw->raster = pipeline->raster;
    draw->has_restart = pipeline->has_restart;
    memcpy(draw->blend_constants, pipeline->blend_constants, sizeof(draw->blend_constants));
    draw->viewport = pipeline->has_viewport
                         ? pipeline->viewport
                         : (struct scene_viewport){.width = (float)extent->width,
                                                   .height = (float)extent->height,
                                                   .max_depth = 1};
    draw->width = extent->width;
    draw->height = extent->height;
    if (!make_inputs(b, pipeline, &draw->inputs))
        return false;
    make_targets(b, pipeline, draw);
    return make_depth(b, pipeline, extent, draw);
}

static void
say_untraced(struct script_builder *b, const struct script_pipeline *pipeline)
{
    const struct script_trace *trace = b->options->trace;
    const char *text = base_arena_printf(b->arena, "pipeline %s is not traced: only RDNA code is\n",
                                         pipeline->name);

    trace->write(trace->context, text, strlen(text));
}

const struct script_ready *
script_prepare(struct script_builder *b, uint32_t number)
{
    const struct script_pipeline *pipeline = &b->script->pipelines.data[number];

    if (b->ready[number])
        return b->ready[number];
    struct script_ready *ready = base_arena_new(b->arena, struct script_ready);
    if (b->options->trace && !has_waves(b, pipeline))
        say_untraced(b, pipeline);
    if (pipeline->is_compute ? !prepare_dispatch(b, pipeline, ready)
                             : !prepare_draw(b, pipeline, &b->extents[number], ready))
        return NULL;
    b->ready[number] = ready;
    return ready;
}

static void
add_waves(struct script_builder *b, const struct script_wave_code *code,
          const struct script_command *command)
{
    struct script_wave_step *step = base_array_add(b->arena, &b->plan->waves);

    step->at = b->steps.count;
    step->place = command->place;
    step->code = code;
    memcpy(step->groups, command->dispatch.groups, sizeof(step->groups));
    b->change++;
}

bool
script_build_dispatch(struct script_builder *b, const struct script_command *command)
{
    const struct script_ready *ready = script_prepare(b, command->dispatch.pipeline);

    if (!ready)
        return false;
    if (ready->waves) {
        add_waves(b, ready->waves, command);
        return true;
    }
    struct scene_step *step = script_add_step(b, scene_step_dispatch);
    step->dispatch = ready->dispatch;
    memcpy(step->dispatch.groups, command->dispatch.groups, sizeof(step->dispatch.groups));
    return true;
}

/* ---- vertices ---- */

/* From pixels to clip coordinates, rounded as Amber rounds. */
static struct script_draw
to_clip(const struct script_draw *shape, const struct script_extent *extent)
{
    struct script_draw clip = *shape;

    if (!shape->is_ortho)
        return clip;
    clip.x = shape->x / (float)extent->width * 2 - 1;
    clip.y = shape->y / (float)extent->height * 2 - 1;
    clip.width = shape->width / (float)extent->width * 2;
    clip.height = shape->height / (float)extent->height * 2;
    return clip;
}

static void
put_vertex(float **at, uint32_t components, float x, float y)
{
    (*at)[0] = x;
    (*at)[1] = y;
    *at += components; /* z stays 0. */
}

/* Amber begins at the bottom left, VkRunner at the top left. */
static void
put_rect(float *at, const struct script_draw *clip)
{
    const float x0 = clip->x, x1 = clip->x + clip->width;
    const float y0 = clip->y, y1 = clip->y + clip->height;
    const uint32_t components = clip->is_3d ? 3 : 2;

    if (clip->is_3d) {
        put_vertex(&at, components, x0, y0);
        put_vertex(&at, components, x1, y0);
        put_vertex(&at, components, x0, y1);
        put_vertex(&at, components, x1, y1);
    } else {
        put_vertex(&at, components, x0, y1);
        put_vertex(&at, components, x0, y0);
        put_vertex(&at, components, x1, y1);
        put_vertex(&at, components, x1, y0);
    }
}

static void
put_grid(float *at, const struct script_draw *clip)
{
    const float width = clip->width / (float)clip->columns;
    const float height = clip->height / (float)clip->rows;

    for (uint32_t row = 0; row < clip->rows; row++) {
        for (uint32_t column = 0; column < clip->columns; column++) {
            const float x0 = clip->x + width * (float)column;
            const float y0 = clip->y + height * (float)row;
            const float x1 = clip->x + width * (float)(column + 1);
            const float y1 = clip->y + height * (float)(row + 1);

            put_vertex(&at, 2, x1, y1);
            put_vertex(&at, 2, x0, y1);
            put_vertex(&at, 2, x0, y0);
            put_vertex(&at, 2, x1, y1);
            put_vertex(&at, 2, x0, y0);
            put_vertex(&at, 2, x1, y0);
        }
    }
}

/* A rectangle or a grid: vertices of its own at location 0. */
static bool
draw_shape(struct script_builder *b, const struct script_draw *shape, struct scene_draw *draw)
{
    const struct script_draw clip = to_clip(shape, &b->extents[shape->pipeline]);
    const uint32_t components = shape->is_3d ? 3 : 2;
    const uint32_t count = shape->shape == script_shape_rect ? 4 : 6 * shape->columns * shape->rows;
    float *data = base_arena_new_array(b->arena, float, (size_t)components *count);
    const struct scene_buffer buffer = {data, sizeof(float) * components * count};
    struct scene_attribute *attribute = base_arena_new(b->arena, struct scene_attribute);

    if (shape->shape == script_shape_rect)
        put_rect(data, &clip);
    else
        put_grid(data, &clip);
    attribute->format = shape->is_3d ? scene_format_r32g32b32_sfloat : scene_format_r32g32_sfloat;
    attribute->buffer = b->buffers.count;
    attribute->stride = components * (uint32_t)sizeof(float);
    base_array_push(b->arena, &b->buffers, buffer);
    draw->attributes = attribute;
    draw->attribute_count = 1;
    draw->vertex_count = count;
    return true;
}

static bool
make_attributes(struct script_builder *b, const struct script_pipeline *pipeline,
                struct scene_draw *draw)
{
    const uint32_t count = pipeline->attributes.count;
    struct scene_attribute *attributes =
        base_arena_new_array(b->arena, struct scene_attribute, count);

    for (uint32_t i = 0; i < count; i++) {
        const struct script_attribute *from = &pipeline->attributes.data[i];
        const struct script_type type = {.name = scene_format_infos[from->format].name,
                                         .format = from->format};

        if (!script_check_format(b, &type, SCENE_FORMAT_ATTRIBUTE, 1, from->place))
            return false;
        attributes[i] = (struct scene_attribute){
            .location = from->location,
            .format = from->format,
            .buffer = b->places[from->resource].buffer,
            .offset = from->offset,
            .stride = from->stride,
            .rate = from->rate,
        };
    }
    draw->attributes = attributes;
    draw->attribute_count = count;
    return true;
}

/* Elements behind the first, unless a number is given. */
static uint32_t
count_or_rest(const struct script_draw *shape, uint64_t elements, uint32_t first)
{
    if (shape->has_count)
        return shape->count;
    const uint64_t rest = elements > first ? elements - first : 0;
    return rest < SCENE_MAX_VERTICES ? (uint32_t)rest : SCENE_MAX_VERTICES;
}

static bool
draw_array(struct script_builder *b, const struct script_draw *shape, struct scene_draw *draw)
{
    const struct script_pipeline *pipeline = &b->script->pipelines.data[shape->pipeline];
    uint64_t elements = 0;

    if (!make_attributes(b, pipeline, draw))
        return false;
    draw->first_instance = shape->first_instance;
    draw->instance_count = shape->instance_count;
    if (shape->is_indexed) {
        const struct script_resource *indices = &b->script->resources.data[pipeline->indices];

        draw->index = indices->layout.size == 1   ? scene_index_u8
                      : indices->layout.size == 2 ? scene_index_u16
                                                  : scene_index_u32;
        draw->index_buffer = b->places[pipeline->indices].buffer;
        draw->vertex_offset = (int32_t)shape->first;
        draw->vertex_count = count_or_rest(shape, indices->count, 0);
        return true;
    }
    if (pipeline->attributes.count)
        elements = b->script->resources.data[pipeline->attributes.data[0].resource].count;
    draw->first_vertex = shape->first;
    draw->vertex_count = count_or_rest(shape, elements, shape->first);
    return true;
}

bool
script_build_draw(struct script_builder *b, const struct script_command *command)
{
    const struct script_draw *shape = &command->draw;
    const struct script_ready *ready = script_prepare(b, shape->pipeline);

    if (!ready)
        return false;
    struct scene_draw draw = ready->draw;
    draw.topology = shape->topology;
    /* Both formats' rectangles are patches of their four corners. */
    if (shape->topology == scene_topology_patches && shape->shape == script_shape_rect)
        draw.patch_vertices = 4;
    draw.instance_count = 1;
    if (shape->shape == script_shape_array ? !draw_array(b, shape, &draw)
                                           : !draw_shape(b, shape, &draw))
        return false;
    script_add_step(b, scene_step_draw)->draw = draw;
    return true;
}
