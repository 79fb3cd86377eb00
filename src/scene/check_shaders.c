/* SPDX-License-Identifier: MIT
 *
 * Shaders and what they meet: attributes, each other, targets, bindings.
 */
#include "scene/check_priv.h"

#include <inttypes.h>

static const char *
name_of(const char *name)
{
    return name ? name : "";
}

/* ---- shaders by themselves ---- */

static bool
check_locations(const struct scene_check *check, const struct ir_shader *shader, const char *what,
                const struct ir_io *ios, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ios[i].builtin != ir_builtin_none || ios[i].location < SCENE_MAX_LOCATIONS)
            continue;
        scene_fail(check, "found location %" PRIu32 " of %s %s \"%s\", expected one below %d",
                   ios[i].location, ir_stage_name(shader->stage), what, name_of(ios[i].name),
                   SCENE_MAX_LOCATIONS);
        return false;
    }
    return true;
}

bool
scene_check_shader(const struct scene_check *check, const struct ir_shader *shader,
                   enum ir_stage stage)
{
    if (!shader) {
        scene_fail(check, "found no %s shader, expected one", ir_stage_name(stage));
        return false;
    }
    if (shader->stage != stage) {
        scene_fail(check, "found a %s shader \"%s\", expected a %s shader",
                   ir_stage_name(shader->stage), shader->name, ir_stage_name(stage));
        return false;
    }
    return check_locations(check, shader, "input", shader->inputs.data, shader->inputs.count) &&
           check_locations(check, shader, "output", shader->outputs.data, shader->outputs.count);
}

/* ---- inputs and outputs ---- */

/* The attribute that feeds a location: its own, or the one before whose 64-bit components take two
 * locations. */
static const struct scene_attribute *
find_feeder(const struct scene_draw *draw, uint32_t location)
{
    const struct scene_attribute *attribute = scene_find_attribute(draw, location);

    if (attribute || location == 0)
        return attribute;
    attribute = scene_find_attribute(draw, location - 1);
    if (attribute && (uint32_t)attribute->format < scene_format_count &&
        scene_format_is_wide(attribute->format) &&
        scene_format_infos[attribute->format].components > 2)
        return attribute;
    return NULL;
}

void
scene_check_vertex_inputs(const struct scene_check *check, const struct scene_draw *draw)
{
    for (uint32_t i = 0; i < draw->vertex->inputs.count; i++) {
        const struct ir_io *input = &draw->vertex->inputs.data[i];

        if (input->builtin != ir_builtin_none)
            continue;
        const struct scene_attribute *attribute = find_feeder(draw, input->location);
        if (!attribute) {
            scene_fail(check,
                       "found no attribute at location %" PRIu32 ", expected one for vertex input "
                       "\"%s\"",
                       input->location, name_of(input->name));
            continue;
        }
        if ((uint32_t)attribute->format >= scene_format_count)
            continue;
        const bool is_float =
            scene_format_is_float(attribute->format) && !scene_format_is_wide(attribute->format);
        if (is_float != (input->type == ir_type_f32))
            scene_fail(check,
                       "found an attribute of format %s at location %" PRIu32 ", expected one for "
                       "vertex input \"%s\" of type %s",
                       scene_format_infos[attribute->format].name, input->location,
                       name_of(input->name), ir_type_name(input->type));
    }
}

/* The output that writes some component of the input. Only what goes to stream 0 goes on. */
static const struct ir_io *
find_output(const struct ir_shader *shader, const struct ir_io *input)
{
    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        const struct ir_io *output = &shader->outputs.data[i];

        if (output->builtin == ir_builtin_none && output->location == input->location &&
            output->is_patch == input->is_patch && output->stream == 0 &&
            output->component < input->component + input->components &&
            input->component < output->component + output->components)
            return output;
    }
    return NULL;
}

static void
check_inputs(const struct scene_check *check, const struct ir_shader *from,
             const struct ir_shader *to)
{
    const char *from_name = ir_stage_name(from->stage), *to_name = ir_stage_name(to->stage);

    for (uint32_t i = 0; i < to->inputs.count; i++) {
        const struct ir_io *input = &to->inputs.data[i];

        if (input->builtin != ir_builtin_none)
            continue;
        const struct ir_io *output = find_output(from, input);
        if (!output)
            scene_fail(check,
                       "found %s input \"%s\" at location %" PRIu32 ", expected a %s output there",
                       to_name, name_of(input->name), input->location, from_name);
        else if (output->type != input->type)
            scene_fail(check,
                       "found %s input \"%s\" of type %s at location %" PRIu32
                       ", expected %s like the %s output \"%s\"",
                       to_name, name_of(input->name), ir_type_name(input->type), input->location,
                       ir_type_name(output->type), from_name, name_of(output->name));
    }
}

void
scene_check_varyings(const struct scene_check *check, const struct scene_draw *draw)
{
    const struct ir_shader *shaders[ir_stage_count];
    const struct ir_shader *from = draw->vertex;

    scene_draw_shaders(draw, shaders);
    for (unsigned stage = ir_stage_vertex + 1; stage < ir_stage_count; stage++) {
        if (!shaders[stage])
            continue;
        check_inputs(check, from, shaders[stage]);
        from = shaders[stage];
    }
}

/* ---- primitives ---- */

/* What a geometry shader behind no other gets. */
static enum ir_primitive
primitive_of(enum scene_topology topology)
{
    switch (topology) {
    case scene_topology_points:
        return ir_primitive_points;
    case scene_topology_lines:
    case scene_topology_line_strip:
        return ir_primitive_lines;
    case scene_topology_lines_adjacency:
    case scene_topology_line_strip_adjacency:
        return ir_primitive_lines_adjacency;
    case scene_topology_triangles_adjacency:
    case scene_topology_triangle_strip_adjacency:
        return ir_primitive_triangles_adjacency;
    case scene_topology_triangles:
    case scene_topology_triangle_strip:
    case scene_topology_triangle_fan:
    case scene_topology_patches:
        break;
    }
    return ir_primitive_triangles;
}

static enum ir_primitive
primitive_of_patches(const struct ir_shader *eval)
{
    return eval->is_point_mode                              ? ir_primitive_points
           : eval->input_primitive == ir_primitive_isolines ? ir_primitive_lines
                                                            : ir_primitive_triangles;
}

void
scene_check_primitives(const struct scene_check *check, const struct scene_draw *draw)
{
    const bool has_patches = draw->topology == scene_topology_patches;

    if (!draw->tess_control != !draw->tess_eval)
        scene_fail(check,
                   "found a %s shader alone, expected one for the other half of "
                   "tessellation too",
                   ir_stage_name(draw->tess_eval ? ir_stage_tess_eval : ir_stage_tess_control));
    else if (has_patches != (draw->tess_eval != NULL))
        scene_fail(check, has_patches ? "found patches, expected shaders that tessellate them"
                                      : "found shaders that tessellate, expected patches");
    if (has_patches && (draw->patch_vertices < 1 || draw->patch_vertices > IR_MAX_PATCH_VERTICES))
        scene_fail(check, "found patches of %" PRIu32 " vertices, expected 1 to %d",
                   draw->patch_vertices, IR_MAX_PATCH_VERTICES);
    if (!draw->geometry)
        return;
    const enum ir_primitive given =
        draw->tess_eval ? primitive_of_patches(draw->tess_eval) : primitive_of(draw->topology);
    if (draw->geometry->input_primitive != given)
        scene_fail(check, "found a geometry shader that takes %s, expected one that takes %s",
                   ir_primitive_name(draw->geometry->input_primitive), ir_primitive_name(given));
}

void
scene_check_fragment_outputs(const struct scene_check *check, const struct scene_draw *draw)
{
    for (uint32_t i = 0; i < draw->fragment->outputs.count; i++) {
        const struct ir_io *output = &draw->fragment->outputs.data[i];

        if (output->builtin != ir_builtin_none || output->location >= draw->target_count ||
            draw->targets[output->location].view == SCENE_NONE)
            continue;
        const uint32_t view = draw->targets[output->location].view;
        const enum scene_format format =
            scene_view_format(check->scene, &check->scene->views[view]);
        if (scene_format_is_float(format) != (output->type == ir_type_f32))
            scene_fail(check,
                       "found fragment output \"%s\" of type %s, expected one for view %" PRIu32
                       " of format %s",
                       name_of(output->name), ir_type_name(output->type), view,
                       scene_format_infos[format].name);
    }
}

/* ---- bindings ---- */

static const char *
kind_name(enum scene_binding_kind kind)
{
    static const char *const names[] = {
        [scene_binding_uniform] = "uniform buffer",
        [scene_binding_storage] = "storage buffer",
        [scene_binding_uniform_texel] = "uniform texel buffer",
        [scene_binding_storage_texel] = "storage texel buffer",
        [scene_binding_combined] = "combined image",
        [scene_binding_sampled] = "sampled image",
        [scene_binding_sampler] = "sampler",
        [scene_binding_storage_image] = "storage image",
    };

    return names[kind];
}

/* Is what is bound of the kind that the shader's variable wants? */
static bool
check_kind(const struct scene_check *check, const struct scene_binding *binding,
           enum scene_binding_kind kind, const char *name)
{
    if (binding->kind == kind)
        return true;
    scene_fail(check, "found a %s at set %" PRIu32 " binding %" PRIu32 ", expected a %s for \"%s\"",
               kind_name(binding->kind), binding->set, binding->binding, kind_name(kind),
               name_of(name));
    return false;
}

static void
check_texels(const struct scene_check *check, const struct ir_image *image,
             enum scene_format format, const char *what, uint32_t index)
{
    const struct scene_format_info *info = &scene_format_infos[format];
    const bool is_wide = scene_format_is_wide(format);

    if (scene_format_is_float(format) == (image->texel == ir_texel_f32) &&
        (image->texel == ir_texel_f32 || is_wide == (ir_texel_type(image->texel) == ir_type_i64)))
        return;
    scene_fail(check, "found %s %" PRIu32 " of format %s, expected one for texels of %s for \"%s\"",
               what, index, info->name, ir_texel_name(image->texel), name_of(image->name));
}

static void
check_image(const struct scene_check *check, const struct scene_binding *binding,
            const struct ir_image *image)
{
    if (image->kind == ir_image_input) {
        scene_fail(check,
                   "found a %s at set %" PRIu32 " binding %" PRIu32 ", expected none: \"%s\" is a "
                   "colour target",
                   kind_name(binding->kind), binding->set, binding->binding, name_of(image->name));
        return;
    }
    if (!check_kind(check, binding, scene_binding_kind_of(image), image->name))
        return;
    if (image->dim == ir_dim_buffer) {
        check_texels(check, image, binding->format, "buffer", binding->buffer);
        return;
    }
    const struct scene_view *view = &check->scene->views[binding->view];
    const bool is_multisampled = check->scene->images[view->image].samples > 1;
    if (view->dim != image->dim || view->is_arrayed != image->is_arrayed ||
        is_multisampled != image->is_multisampled) {
        scene_fail(check, "found view %" PRIu32 " of %s%s%s, expected %s%s%s for \"%s\"",
                   binding->view, ir_dim_name(view->dim), view->is_arrayed ? " arrayed" : "",
                   is_multisampled ? " multisampled" : "", ir_dim_name(image->dim),
                   image->is_arrayed ? " arrayed" : "",
                   image->is_multisampled ? " multisampled" : "", name_of(image->name));
        return;
    }
    /* A stencil view gives integers whatever the format's depth is. */
    if (!view->is_stencil)
        check_texels(check, image, scene_view_format(check->scene, view), "view", binding->view);
}

void
scene_check_shader_bindings(const struct scene_check *check, const struct scene_inputs *inputs,
                            const struct ir_shader *shader)
{
    for (uint32_t b = 0; b < inputs->binding_count; b++) {
        const struct scene_binding *binding = &inputs->bindings[b];

        for (uint32_t i = 0; i < shader->buffers.count; i++) {
            const struct ir_buffer *buffer = &shader->buffers.data[i];

            if (buffer->set == binding->set && buffer->binding == binding->binding)
                check_kind(check, binding,
                           buffer->kind == ir_buffer_uniform ? scene_binding_uniform
                                                             : scene_binding_storage,
                           buffer->name);
        }
        for (uint32_t i = 0; i < shader->images.count; i++) {
            const struct ir_image *image = &shader->images.data[i];

            if (image->set == binding->set && image->binding == binding->binding)
                check_image(check, binding, image);
        }
        for (uint32_t i = 0; i < shader->samplers.count; i++) {
            const struct ir_sampler *sampler = &shader->samplers.data[i];

            if (sampler->set == binding->set && sampler->binding == binding->binding)
                check_kind(check, binding, scene_binding_sampler, sampler->name);
        }
    }
}

/* ---- targets that are read ---- */

static void
check_input(const struct scene_check *check, const struct scene_draw *draw,
            const struct ir_image *image)
{
    const uint32_t number = image->attachment;
    const char *name = name_of(image->name);

    if (number >= draw->target_count || draw->targets[number].view == SCENE_NONE) {
        scene_fail(check, "found no target %" PRIu32 ", which the shader reads as \"%s\"", number,
                   name);
        return;
    }
    const struct scene_view *view = &check->scene->views[draw->targets[number].view];
    const struct scene_image *target = &check->scene->images[view->image];
    if (target->dim != scene_image_2d || (target->samples > 1) != image->is_multisampled)
        scene_fail(check,
                   "found target %" PRIu32 " of %" PRIu32
                   " samples, expected a 2D image of %s for \"%s\"",
                   number, target->samples, image->is_multisampled ? "several" : "one", name);
    else
        check_texels(check, image, scene_view_format(check->scene, view), "target", number);
}

void
scene_check_fragment_inputs(const struct scene_check *check, const struct scene_draw *draw)
{
    for (uint32_t i = 0; i < draw->fragment->images.count; i++)
        if (draw->fragment->images.data[i].kind == ir_image_input)
            check_input(check, draw, &draw->fragment->images.data[i]);
}
