/* SPDX-License-Identifier: MIT
 *
 * Every message says which object it is about, what was found and what was expected.
 */
#include "scene/scene.h"

#include <inttypes.h>
#include <math.h>

#define VIEWPORT_MIN (-2.0f * SCENE_MAX_SIZE)
#define VIEWPORT_MAX (2.0f * SCENE_MAX_SIZE - 1)

struct scene_check {
    const struct scene *scene;
    struct base_diags *diags;
    const char *what; /* The object at hand, its index, */
    uint32_t index;
    const char *part; /* its part at hand or NULL, and that one's index. */
    uint32_t part_index;
};

BASE_PRINTF(2, 3) static void fail(const struct scene_check *check, const char *format, ...)
{
    struct base_text text;
    va_list args;

    base_text_init(&text, check->diags->arena);
    base_text_printf(&text, "%s %" PRIu32, check->what, check->index);
    if (check->part)
        base_text_printf(&text, ", %s %" PRIu32, check->part, check->part_index);
    base_text_add_string(&text, ": ");
    va_start(args, format);
    base_text_vprintf(&text, format, args);
    va_end(args);
    base_error(check->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(), "%s",
               base_text_string(&text));
}

static void
check_below(const struct scene_check *check, const char *what, uint32_t found, uint32_t limit)
{
    if (found >= limit)
        fail(check, "found %s %" PRIu32 ", expected one below %" PRIu32, what, found, limit);
}

static void
check_size(const struct scene_check *check, const char *what, uint32_t found)
{
    if (found < 1 || found > SCENE_MAX_SIZE)
        fail(check, "found a %s of %" PRIu32 ", expected 1 to %d", what, found, SCENE_MAX_SIZE);
}

static bool
check_format(const struct scene_check *check, enum scene_format format, enum scene_format_use use,
             const char *use_name)
{
    if ((uint32_t)format >= scene_format_count) {
        fail(check, "found format %" PRIu32 ", expected one below %d", (uint32_t)format,
             scene_format_count);
        return false;
    }
    if (!(scene_format_infos[format].uses & use)) {
        fail(check, "found format %s, expected one that serves as a %s",
             scene_format_infos[format].name, use_name);
        return false;
    }
    return true;
}

/* An array of the scene or a draw: where there are elements, there is data. */
static bool
check_array(const struct scene_check *check, const char *what, const void *data, uint32_t count)
{
    if (!count || data)
        return true;
    fail(check, "found %" PRIu32 " %s without data, expected their array", count, what);
    return false;
}

/* ---- resources ---- */

static void
check_buffer(const struct scene_check *check, const struct scene_buffer *buffer)
{
    if (buffer->size && !buffer->data)
        fail(check, "found %zu bytes without data, expected a pointer to them", buffer->size);
}

/* Bytes of all levels. Sizes are checked already, so that 64 bits hold the sum. */
static uint64_t
texture_bytes(const struct scene_texture *texture)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < texture->levels; i++) {
        const uint64_t width = texture->width >> i ? texture->width >> i : 1;
        const uint64_t height = texture->height >> i ? texture->height >> i : 1;
        bytes += width * height * scene_format_infos[texture->format].bytes;
    }
    return bytes;
}

static void
check_texture(const struct scene_check *check, const struct scene_texture *texture)
{
    const uint32_t errors = check->diags->error_count;
    const uint32_t size = texture->width > texture->height ? texture->width : texture->height;
    uint32_t levels = 1;

    check_format(check, texture->format, SCENE_FORMAT_TEXTURE, "texture");
    check_size(check, "width", texture->width);
    check_size(check, "height", texture->height);
    if (check->diags->error_count != errors)
        return;

    while (size >> levels)
        levels++;
    if (texture->levels < 1 || texture->levels > levels) {
        fail(check,
             "found %" PRIu32 " levels, expected 1 to %" PRIu32 " at %" PRIu32 " by %" PRIu32,
             texture->levels, levels, texture->width, texture->height);
        return;
    }
    const uint64_t bytes = texture_bytes(texture);
    if (texture->size < bytes)
        fail(check, "found %zu bytes, expected at least %" PRIu64, texture->size, bytes);
    else if (!texture->data)
        fail(check, "found %zu bytes without data, expected a pointer to them", texture->size);
}

static void
check_sampler(const struct scene_check *check, const struct scene_sampler *sampler)
{
    check_below(check, "mag filter", (uint32_t)sampler->mag, scene_filter_linear + 1);
    check_below(check, "min filter", (uint32_t)sampler->min, scene_filter_linear + 1);
    check_below(check, "mip filter", (uint32_t)sampler->mip, scene_filter_linear + 1);
    check_below(check, "wrap mode of u", (uint32_t)sampler->wrap_u, scene_wrap_clamp_to_border + 1);
    check_below(check, "wrap mode of v", (uint32_t)sampler->wrap_v, scene_wrap_clamp_to_border + 1);
    if (!isfinite(sampler->lod_bias))
        fail(check, "found a level bias of %g, expected a finite one", (double)sampler->lod_bias);
    if (!(sampler->min_lod <= sampler->max_lod))
        fail(check, "found levels from %g to %g, expected a minimum up to the maximum",
             (double)sampler->min_lod, (double)sampler->max_lod);
}

static void
check_target(const struct scene_check *check, const struct scene_target *target)
{
    check_format(check, target->format, SCENE_FORMAT_TARGET, "target");
    check_size(check, "width", target->width);
    check_size(check, "height", target->height);
}

/* ---- what a draw names ---- */

static const struct ir_io *
find_location(const struct ir_io *ios, uint32_t count, uint32_t location)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ios[i].builtin == ir_builtin_none && ios[i].location == location)
            return &ios[i];
    }
    return NULL;
}

static void
check_attributes(struct scene_check *check, const struct scene_draw *draw)
{
    uint64_t seen = 0;

    check->part = "attribute";
    for (uint32_t i = 0; i < draw->attribute_count; i++) {
        const struct scene_attribute *attribute = &draw->attributes[i];

        check->part_index = i;
        check_format(check, attribute->format, SCENE_FORMAT_ATTRIBUTE, "vertex attribute");
        check_below(check, "location", attribute->location, SCENE_MAX_LOCATIONS);
        check_below(check, "buffer", attribute->buffer, check->scene->buffer_count);
        check_below(check, "rate", (uint32_t)attribute->rate, scene_rate_instance + 1);
        if (attribute->location >= SCENE_MAX_LOCATIONS)
            continue;
        if (seen >> attribute->location & 1)
            fail(check, "found location %" PRIu32 " again, expected each location once",
                 attribute->location);
        seen |= UINT64_C(1) << attribute->location;
    }
    check->part = NULL;
}

static void
check_bindings(struct scene_check *check, const struct scene_draw *draw)
{
    check->part = "binding";
    for (uint32_t i = 0; i < draw->binding_count; i++) {
        const struct scene_binding *binding = &draw->bindings[i];

        check->part_index = i;
        switch (binding->kind) {
        case scene_binding_uniform:
            check_below(check, "buffer", binding->buffer, check->scene->buffer_count);
            break;
        case scene_binding_texture:
            check_below(check, "texture", binding->texture, check->scene->texture_count);
            check_below(check, "sampler", binding->sampler, check->scene->sampler_count);
            break;
        default:
            fail(check, "found kind %" PRIu32 ", expected a uniform buffer or a texture",
                 (uint32_t)binding->kind);
        }
        if (scene_find_binding(draw, binding->set, binding->binding) != binding)
            fail(check, "found set %" PRIu32 " binding %" PRIu32 " again, expected each once",
                 binding->set, binding->binding);
    }
    check->part = NULL;
}

static void
check_viewport(const struct scene_check *check, const struct scene_viewport *v)
{
    const double size = SCENE_MAX_SIZE;

    /* Written so that NaN fails. */
    if (!(v->width > 0 && (double)v->width <= size))
        fail(check, "found a viewport width of %g, expected more than 0, up to %d",
             (double)v->width, SCENE_MAX_SIZE);
    if (!(fabs((double)v->height) <= size && v->height != 0))
        fail(check, "found a viewport height of %g, expected one up to %d that is not 0",
             (double)v->height, SCENE_MAX_SIZE);
    if (!(v->x >= VIEWPORT_MIN && v->x + v->width <= VIEWPORT_MAX))
        fail(check, "found a viewport from x = %g to %g, expected it within %g and %g",
             (double)v->x, (double)(v->x + v->width), (double)VIEWPORT_MIN, (double)VIEWPORT_MAX);
    if (!(fminf(v->y, v->y + v->height) >= VIEWPORT_MIN &&
          fmaxf(v->y, v->y + v->height) <= VIEWPORT_MAX))
        fail(check, "found a viewport from y = %g to %g, expected it within %g and %g",
             (double)v->y, (double)(v->y + v->height), (double)VIEWPORT_MIN, (double)VIEWPORT_MAX);
    if (!(v->min_depth >= 0 && v->min_depth <= 1 && v->max_depth >= 0 && v->max_depth <= 1))
        fail(check, "found viewport depths %g and %g, expected them from 0 to 1",
             (double)v->min_depth, (double)v->max_depth);
}

static void
check_scissor(const struct scene_check *check, const struct scene_rect *scissor)
{
    if (scissor->x < 0 || scissor->y < 0)
        fail(check, "found a scissor at %" PRId32 ", %" PRId32 ", expected no negative coordinate",
             scissor->x, scissor->y);
    else if (scissor->width > (uint32_t)(INT32_MAX - scissor->x) ||
             scissor->height > (uint32_t)(INT32_MAX - scissor->y))
        fail(check,
             "found a scissor of %" PRIu32 " by %" PRIu32 " at %" PRId32 ", %" PRId32
             ", expected it to end at %" PRId32 " or before",
             scissor->width, scissor->height, scissor->x, scissor->y, INT32_MAX);
}

/* Also makes sure that the draw's target count and indices are good. */
static bool
check_draw_targets(const struct scene_check *check, const struct scene_draw *draw)
{
    const uint32_t errors = check->diags->error_count;

    if (draw->target_count < 1 || draw->target_count > SCENE_MAX_TARGETS) {
        fail(check, "found %" PRIu32 " targets, expected 1 to %d", draw->target_count,
             SCENE_MAX_TARGETS);
        return false;
    }
    for (uint32_t i = 0; i < draw->target_count; i++)
        check_below(check, "target", draw->targets[i], check->scene->target_count);
    if (check->diags->error_count != errors)
        return false;

    const struct scene_target *first = &check->scene->targets[draw->targets[0]];
    for (uint32_t i = 1; i < draw->target_count; i++) {
        const struct scene_target *target = &check->scene->targets[draw->targets[i]];

        for (uint32_t j = 0; j < i; j++) {
            if (draw->targets[j] == draw->targets[i])
                fail(check,
                     "found target %" PRIu32 " at locations %" PRIu32 " and %" PRIu32
                     ", expected each target once",
                     draw->targets[i], j, i);
        }
        if (target->width != first->width || target->height != first->height)
            fail(check,
                 "found target %" PRIu32 " of %" PRIu32 " by %" PRIu32 ", expected %" PRIu32
                 " by %" PRIu32 " like target %" PRIu32,
                 draw->targets[i], target->width, target->height, first->width, first->height,
                 draw->targets[0]);
    }
    return check->diags->error_count == errors;
}

static void
check_counts(const struct scene_check *check, const struct scene_draw *draw)
{
    if (draw->vertex_count > UINT32_MAX - draw->first_vertex)
        fail(check, "found %" PRIu32 " vertices from %" PRIu32 " on, expected them below 2^32",
             draw->vertex_count, draw->first_vertex);
    if (draw->instance_count > UINT32_MAX - draw->first_instance)
        fail(check, "found %" PRIu32 " instances from %" PRIu32 " on, expected them below 2^32",
             draw->instance_count, draw->first_instance);
    if ((uint64_t)draw->vertex_count * draw->instance_count > SCENE_MAX_VERTICES)
        fail(check,
             "found %" PRIu32 " instances of %" PRIu32 " vertices, expected at most %" PRIu32
             " vertices in all",
             draw->instance_count, draw->vertex_count, SCENE_MAX_VERTICES);
}

/* ---- shaders ---- */

static const char *
name_of(const char *name)
{
    return name ? name : "";
}

/* Locations in range, each once; built-ins each once. */
static bool
check_ios(const struct scene_check *check, const struct ir_shader *shader, const char *what,
          const struct ir_io *ios, uint32_t count)
{
    const char *stage = ir_stage_name(shader->stage);
    uint64_t locations = 0;
    uint64_t builtins = 0;

    for (uint32_t i = 0; i < count; i++) {
        const struct ir_io *io = &ios[i];
        const bool is_builtin = io->builtin != ir_builtin_none;
        uint64_t *seen = is_builtin ? &builtins : &locations;
        const uint32_t number = is_builtin ? (uint32_t)io->builtin : io->location;

        if (number >= SCENE_MAX_LOCATIONS) {
            fail(check, "found location %" PRIu32 " of %s %s \"%s\", expected one below %d", number,
                 stage, what, name_of(io->name), SCENE_MAX_LOCATIONS);
            return false;
        }
        if (*seen >> number & 1) {
            if (is_builtin)
                fail(check, "found built-in %s again as %s %s \"%s\", expected it once",
                     ir_builtin_name(io->builtin), stage, what, name_of(io->name));
            else
                fail(check, "found location %" PRIu32 " again for %s %s \"%s\", expected it once",
                     number, stage, what, name_of(io->name));
            return false;
        }
        *seen |= UINT64_C(1) << number;
    }
    return true;
}

static bool
check_shader(const struct scene_check *check, const struct ir_shader *shader, enum ir_stage stage)
{
    if (!shader) {
        fail(check, "found no %s shader, expected one", ir_stage_name(stage));
        return false;
    }
    if (shader->stage != stage) {
        fail(check, "found a %s shader \"%s\", expected a %s shader", ir_stage_name(shader->stage),
             shader->name, ir_stage_name(stage));
        return false;
    }
    return check_ios(check, shader, "input", shader->inputs.data, shader->inputs.count) &&
           check_ios(check, shader, "output", shader->outputs.data, shader->outputs.count);
}

static void
check_vertex_inputs(const struct scene_check *check, const struct scene_draw *draw)
{
    for (uint32_t i = 0; i < draw->vertex->inputs.count; i++) {
        const struct ir_io *input = &draw->vertex->inputs.data[i];

        if (input->builtin != ir_builtin_none)
            continue;
        const struct scene_attribute *attribute = scene_find_attribute(draw, input->location);
        if (!attribute) {
            fail(check,
                 "found no attribute at location %" PRIu32 ", expected one for vertex input "
                 "\"%s\"",
                 input->location, name_of(input->name));
            continue;
        }
        if ((uint32_t)attribute->format >= scene_format_count)
            continue;
        if (scene_format_is_float(attribute->format) != (input->type == ir_type_f32))
            fail(check,
                 "found an attribute of format %s at location %" PRIu32 ", expected one for "
                 "vertex input \"%s\" of type %s",
                 scene_format_infos[attribute->format].name, input->location, name_of(input->name),
                 ir_type_name(input->type));
    }
}

static void
check_varyings(const struct scene_check *check, const struct scene_draw *draw)
{
    const struct ir_shader *vertex = draw->vertex;

    for (uint32_t i = 0; i < draw->fragment->inputs.count; i++) {
        const struct ir_io *input = &draw->fragment->inputs.data[i];

        if (input->builtin != ir_builtin_none)
            continue;
        const struct ir_io *output =
            find_location(vertex->outputs.data, vertex->outputs.count, input->location);
        if (!output)
            fail(check,
                 "found fragment input \"%s\" at location %" PRIu32 ", expected a vertex output "
                 "there",
                 name_of(input->name), input->location);
        else if (output->type != input->type)
            fail(check,
                 "found fragment input \"%s\" of type %s at location %" PRIu32
                 ", expected %s like the vertex output \"%s\"",
                 name_of(input->name), ir_type_name(input->type), input->location,
                 ir_type_name(output->type), name_of(output->name));
    }
}

static void
check_fragment_outputs(const struct scene_check *check, const struct scene_draw *draw)
{
    for (uint32_t i = 0; i < draw->fragment->outputs.count; i++) {
        const struct ir_io *output = &draw->fragment->outputs.data[i];

        if (output->builtin != ir_builtin_none || output->location >= draw->target_count)
            continue;
        const uint32_t target = draw->targets[output->location];
        const enum scene_format format = check->scene->targets[target].format;
        if ((uint32_t)format < scene_format_count &&
            scene_format_is_float(format) != (output->type == ir_type_f32))
            fail(check,
                 "found fragment output \"%s\" of type %s, expected one for target %" PRIu32
                 " of format %s",
                 name_of(output->name), ir_type_name(output->type), target,
                 scene_format_infos[format].name);
    }
}

/* What the shader takes a binding for is what the draw binds there. */
static void
check_shader_bindings(const struct scene_check *check, const struct scene_draw *draw,
                      const struct ir_shader *shader)
{
    const char *stage = ir_stage_name(shader->stage);

    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];
        const struct scene_binding *binding =
            scene_find_binding(draw, buffer->set, buffer->binding);

        if (binding && binding->kind != scene_binding_uniform)
            fail(check,
                 "found a texture at set %" PRIu32 " binding %" PRIu32 ", expected the buffer "
                 "\"%s\" of the %s shader",
                 buffer->set, buffer->binding, name_of(buffer->name), stage);
    }
    for (uint32_t i = 0; i < shader->textures.count; i++) {
        const struct ir_texture *texture = &shader->textures.data[i];
        const struct scene_binding *binding =
            scene_find_binding(draw, texture->set, texture->binding);

        if (binding && binding->kind != scene_binding_texture)
            fail(check,
                 "found a buffer at set %" PRIu32 " binding %" PRIu32 ", expected the texture "
                 "\"%s\" of the %s shader",
                 texture->set, texture->binding, name_of(texture->name), stage);
        else if (binding && texture->dim != ir_dim_2d)
            fail(check,
                 "found a 2d texture at set %" PRIu32 " binding %" PRIu32 ", expected %s for "
                 "\"%s\" of the %s shader",
                 texture->set, texture->binding, ir_dim_name(texture->dim), name_of(texture->name),
                 stage);
    }
}

static void
check_draw(struct scene_check *check, const struct scene_draw *draw)
{
    check_below(check, "topology", (uint32_t)draw->topology, scene_topology_triangle_fan + 1);
    check_below(check, "cull mode", (uint32_t)draw->cull, scene_cull_back + 1);
    check_below(check, "front face", (uint32_t)draw->front, scene_front_clockwise + 1);
    check_counts(check, draw);
    check_viewport(check, &draw->viewport);
    check_scissor(check, &draw->scissor);
    const bool has_targets = check_draw_targets(check, draw);

    check_below(check, "binding count", draw->binding_count, SCENE_MAX_BINDINGS + 1);
    const bool has_arrays =
        draw->binding_count <= SCENE_MAX_BINDINGS &&
        check_array(check, "attributes", draw->attributes, draw->attribute_count) &&
        check_array(check, "bindings", draw->bindings, draw->binding_count);
    if (has_arrays) {
        check_attributes(check, draw);
        check_bindings(check, draw);
    }

    const bool has_vertex = check_shader(check, draw->vertex, ir_stage_vertex);
    const bool has_fragment = check_shader(check, draw->fragment, ir_stage_fragment);
    if (has_vertex && has_arrays) {
        check_vertex_inputs(check, draw);
        check_shader_bindings(check, draw, draw->vertex);
    }
    if (has_fragment && has_arrays)
        check_shader_bindings(check, draw, draw->fragment);
    if (has_vertex && has_fragment)
        check_varyings(check, draw);
    if (has_fragment && has_targets)
        check_fragment_outputs(check, draw);
}

bool
scene_check(const struct scene *scene, struct base_diags *diags)
{
    struct scene_check check = {.scene = scene, .diags = diags, .what = "scene"};
    const uint32_t errors = diags->error_count;

    if (!check_array(&check, "buffers", scene->buffers, scene->buffer_count) ||
        !check_array(&check, "textures", scene->textures, scene->texture_count) ||
        !check_array(&check, "samplers", scene->samplers, scene->sampler_count) ||
        !check_array(&check, "targets", scene->targets, scene->target_count) ||
        !check_array(&check, "draws", scene->draws, scene->draw_count))
        return false;

#define EACH(what_, array, count, function)                                                        \
    check.what = what_;                                                                            \
    for (check.index = 0; check.index < scene->count; check.index++)                               \
    function(&check, &scene->array[check.index])
    EACH("buffer", buffers, buffer_count, check_buffer);
    EACH("texture", textures, texture_count, check_texture);
    EACH("sampler", samplers, sampler_count, check_sampler);
    EACH("target", targets, target_count, check_target);
    EACH("draw", draws, draw_count, check_draw);
#undef EACH
    return diags->error_count == errors;
}
