/* SPDX-License-Identifier: MIT
 *
 * Every message says which object it is about, what was found and what was expected.
 */
#include "scene/check_priv.h"

#include <inttypes.h>
#include <math.h>

#define VIEWPORT_MIN (-2.0f * SCENE_MAX_SIZE)
#define VIEWPORT_MAX (2.0f * SCENE_MAX_SIZE - 1)

void
scene_fail(const struct scene_check *check, const char *format, ...)
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

/* An index or enumerator below a limit. */
static bool
check_below(const struct scene_check *check, const char *what, uint32_t found, uint32_t limit)
{
    if (found < limit)
        return true;
    scene_fail(check, "found %s %" PRIu32 ", expected one below %" PRIu32, what, found, limit);
    return false;
}

static bool
check_between(const struct scene_check *check, const char *what, uint32_t found, uint32_t low,
              uint32_t high)
{
    if (found >= low && found <= high)
        return true;
    scene_fail(check, "found a %s of %" PRIu32 ", expected %" PRIu32 " to %" PRIu32, what, found,
               low, high);
    return false;
}

/* Is there such a format, and does it serve for this use? */
static bool
check_format(const struct scene_check *check, enum scene_format format, enum scene_format_use use,
             const char *use_name)
{
    if ((uint32_t)format >= scene_format_count || format == scene_format_none) {
        scene_fail(check, "found format %" PRIu32 ", expected one from 1 to %d", (uint32_t)format,
                   scene_format_count - 1);
        return false;
    }
    if (!(scene_format_infos[format].uses & use)) {
        scene_fail(check, "found format %s, expected one that serves as a %s",
                   scene_format_infos[format].name, use_name);
        return false;
    }
    return true;
}

/* An array of the scene or a step: where there are elements, there is data. */
static bool
check_array(const struct scene_check *check, const char *what, const void *data, uint32_t count)
{
    if (!count || data)
        return true;
    scene_fail(check, "found %" PRIu32 " %s without data, expected their array", count, what);
    return false;
}

/* ---- resources ---- */

static void
check_range(const struct scene_check *check, const char *what, uint32_t buffer, uint64_t at,
            uint64_t size)
{
    if (!check_below(check, "buffer", buffer, check->scene->buffer_count))
        return;
    const uint64_t whole = check->scene->buffers[buffer].size;
    if (at > whole || size > whole - at)
        scene_fail(check,
                   "found %" PRIu64 " bytes of %s at %" PRIu64 ", expected them within buffer "
                   "%" PRIu32 " of %" PRIu64,
                   size, what, at, buffer, whole);
}

static void
check_address(const struct scene_check *check, const struct scene_address *address)
{
    check_range(check, "an address", address->in, address->at, 8);
    check_below(check, "buffer", address->of, check->scene->buffer_count);
    if (address->at % 8 != 0)
        scene_fail(check, "found an address at %" PRIu64 ", expected a multiple of 8", address->at);
}

static bool
check_image_size(const struct scene_check *check, const struct scene_image *image)
{
    const bool is_3d = image->dim == scene_image_3d;
    const uint32_t most = SCENE_MAX_SIZE;
    uint32_t size = image->width > image->height ? image->width : image->height;
    uint32_t levels = 1;

    size = size > image->depth ? size : image->depth;
    while (size >> levels)
        levels++;
    return check_below(check, "dimension", (uint32_t)image->dim, scene_image_3d + 1) &&
           check_between(check, "width", image->width, 1, most) &&
           check_between(check, "height", image->height, 1,
                         image->dim == scene_image_1d ? 1 : most) &&
           check_between(check, "depth", image->depth, 1, is_3d ? most : 1) &&
           check_between(check, "layer count", image->layers, 1, is_3d ? 1 : SCENE_MAX_LAYERS) &&
           check_between(check, "level count", image->levels, 1, levels);
}

static void
check_image(const struct scene_check *check, const struct scene_image *image)
{
    const uint32_t samples = image->samples;

    if (!check_format(check, image->format,
                      (enum scene_format_use)(SCENE_FORMAT_SAMPLED | SCENE_FORMAT_TARGET |
                                              SCENE_FORMAT_DEPTH | SCENE_FORMAT_STORAGE),
                      "image") ||
        !check_image_size(check, image))
        return;
    if (samples < 1 || samples > SCENE_MAX_SAMPLES || (samples & (samples - 1)) != 0)
        scene_fail(check, "found %" PRIu32 " samples, expected a power of two up to %d", samples,
                   SCENE_MAX_SAMPLES);
    else if (samples > 1 && (image->dim != scene_image_2d || image->levels > 1 || image->data))
        scene_fail(check,
                   "found %" PRIu32 " samples, expected a 2D image of one level, without "
                   "data",
                   samples);
    else if (scene_image_size(image) == 0 || scene_image_size(image) > SCENE_MAX_BYTES)
        scene_fail(check, "found an image past %" PRIu64 " bytes", SCENE_MAX_BYTES);
    else if (image->data && image->size < scene_image_size(image))
        scene_fail(check, "found %zu bytes, expected at least %" PRIu64, image->size,
                   scene_image_size(image));
}

/* Which views an image of this dimension may have. */
static bool
dim_fits(const struct scene_image *image, const struct scene_view *view)
{
    switch (view->dim) {
    case ir_dim_1d:
        return image->dim == scene_image_1d;
    case ir_dim_2d: /* Of a 3D image: its slices as a target. */
        return image->dim != scene_image_1d;
    case ir_dim_3d:
        return image->dim == scene_image_3d && !view->is_arrayed;
    case ir_dim_cube:
        return image->dim == scene_image_2d && image->width == image->height &&
               image->samples == 1 && view->layer_count % 6 == 0 &&
               (view->is_arrayed || view->layer_count == 6);
    case ir_dim_buffer:
    case ir_dim_count:
        break;
    }
    return false;
}

static void
check_view(const struct scene_check *check, const struct scene_view *view)
{
    if (!check_below(check, "image", view->image, check->scene->image_count) ||
        !check_below(check, "dimension", (uint32_t)view->dim, ir_dim_count) ||
        !check_below(check, "format", (uint32_t)view->format, scene_format_count))
        return;
    const struct scene_image *image = &check->scene->images[view->image];
    const enum scene_format format = scene_view_format(check->scene, view);
    const bool is_slices = image->dim == scene_image_3d && view->dim != ir_dim_3d;
    const uint32_t layers = is_slices ? image->depth >> view->first_level % 32 : image->layers;

    if (scene_format_infos[format].bytes != scene_format_infos[image->format].bytes)
        scene_fail(check, "found format %s of image format %s, expected one of the same size",
                   scene_format_infos[format].name, scene_format_infos[image->format].name);
    if (view->first_level >= image->levels || view->level_count < 1 ||
        view->level_count > image->levels - view->first_level)
        scene_fail(check, "found %" PRIu32 " levels from %" PRIu32 " on, expected some of %" PRIu32,
                   view->level_count, view->first_level, image->levels);
    /* As VUID-VkImageViewCreateInfo-image-04970 has it: the next level has fewer slices. */
    if (is_slices && view->level_count > 1)
        scene_fail(check, "found %" PRIu32 " levels of slices, expected one", view->level_count);
    if (view->first_layer >= layers || view->layer_count < 1 ||
        view->layer_count > layers - view->first_layer)
        scene_fail(check, "found %" PRIu32 " layers from %" PRIu32 " on, expected some of %" PRIu32,
                   view->layer_count, view->first_layer, layers);
    else if (!dim_fits(image, view))
        scene_fail(check, "found dimension %s, which image %" PRIu32 " cannot have",
                   ir_dim_name(view->dim), view->image);
    else if (!view->is_arrayed && !is_slices && view->dim != ir_dim_cube && view->layer_count > 1)
        scene_fail(check, "found %" PRIu32 " layers, expected one where it is not arrayed",
                   view->layer_count);
    for (unsigned i = 0; i < 4; i++)
        check_below(check, "swizzle", view->swizzle[i], scene_swizzle_a + 1);
}

static void
check_sampler(const struct scene_check *check, const struct scene_sampler *sampler)
{
    const uint32_t filters = scene_filter_linear + 1, wraps = scene_wrap_mirror_clamp_to_edge + 1;

    check_below(check, "mag filter", (uint32_t)sampler->mag, filters);
    check_below(check, "min filter", (uint32_t)sampler->min, filters);
    check_below(check, "mip filter", (uint32_t)sampler->mip, filters);
    check_below(check, "wrap mode of u", (uint32_t)sampler->wrap_u, wraps);
    check_below(check, "wrap mode of v", (uint32_t)sampler->wrap_v, wraps);
    check_below(check, "wrap mode of w", (uint32_t)sampler->wrap_w, wraps);
    check_below(check, "border colour", (uint32_t)sampler->border, scene_border_opaque_white + 1);
    check_below(check, "comparison", (uint32_t)sampler->compare, scene_compare_always + 1);
    if (!isfinite(sampler->lod_bias))
        scene_fail(check, "found a level bias of %g, expected a finite one",
                   (double)sampler->lod_bias);
    if (!(sampler->min_lod <= sampler->max_lod))
        scene_fail(check, "found levels from %g to %g, expected a minimum up to the maximum",
                   (double)sampler->min_lod, (double)sampler->max_lod);
}

/* ---- what steps name ---- */

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
            scene_fail(check, "found location %" PRIu32 " again, expected each location once",
                       attribute->location);
        seen |= UINT64_C(1) << attribute->location;
    }
    check->part = NULL;
}

static void
check_binding(const struct scene_check *check, const struct scene_binding *binding)
{
    const struct scene *scene = check->scene;

    if (binding->kind <= scene_binding_storage_texel && binding->offset % SCENE_ALIGNMENT != 0)
        scene_fail(check, "found an offset of %" PRIu64 ", expected a multiple of %d",
                   binding->offset, SCENE_ALIGNMENT);
    switch (binding->kind) {
    case scene_binding_uniform_texel:
        check_format(check, binding->format, SCENE_FORMAT_TEXEL, "uniform texel buffer");
        check_range(check, "texels", binding->buffer, binding->offset, binding->size);
        break;
    case scene_binding_storage_texel:
        check_format(check, binding->format, SCENE_FORMAT_STORAGE_TEXEL, "storage texel buffer");
        check_range(check, "texels", binding->buffer, binding->offset, binding->size);
        break;
    case scene_binding_uniform:
    case scene_binding_storage:
        check_range(check, "what is bound", binding->buffer, binding->offset, binding->size);
        break;
    case scene_binding_combined:
        check_below(check, "view", binding->view, scene->view_count);
        check_below(check, "sampler", binding->sampler, scene->sampler_count);
        break;
    case scene_binding_sampled:
    case scene_binding_storage_image:
        check_below(check, "view", binding->view, scene->view_count);
        break;
    case scene_binding_sampler:
        check_below(check, "sampler", binding->sampler, scene->sampler_count);
        break;
    default:
        scene_fail(check, "found kind %" PRIu32 ", expected one of a buffer, an image or a sampler",
                   (uint32_t)binding->kind);
    }
}

/* True if what is bound can be looked up. */
static bool
check_inputs(struct scene_check *check, const struct scene_inputs *inputs)
{
    if (!check_below(check, "binding count", inputs->binding_count, SCENE_MAX_BINDINGS + 1) ||
        !check_array(check, "bindings", inputs->bindings, inputs->binding_count))
        return false;
    if (inputs->push_size > SCENE_MAX_PUSH)
        scene_fail(check, "found %" PRIu32 " bytes of push constants, expected at most %d",
                   inputs->push_size, SCENE_MAX_PUSH);
    check_array(check, "bytes of push constants", inputs->push, inputs->push_size);
    const uint32_t errors = check->diags->error_count;
    check->part = "binding";
    for (uint32_t i = 0; i < inputs->binding_count; i++) {
        const struct scene_binding *binding = &inputs->bindings[i];

        check->part_index = i;
        check_below(check, "element", binding->element, SCENE_MAX_BINDINGS);
        check_binding(check, binding);
        if (scene_find_binding(inputs, binding->set, binding->binding, binding->element) != binding)
            scene_fail(check,
                       "found set %" PRIu32 " binding %" PRIu32 " element %" PRIu32
                       " again, expected each once",
                       binding->set, binding->binding, binding->element);
    }
    check->part = NULL;
    return check->diags->error_count == errors;
}

static void
check_indirect(const struct scene_check *check, const struct scene_indirect *indirect,
               uint64_t size)
{
    const uint64_t count = indirect->count;

    if (!indirect->is_used || count == 0)
        return;
    if (indirect->offset % 4 != 0 || indirect->stride % 4 != 0)
        scene_fail(check, "found an indirect offset or stride that is no multiple of 4");
    check_range(check, "indirect arguments", indirect->buffer, indirect->offset,
                (count - 1) * indirect->stride + size);
}

static void
check_viewport(const struct scene_check *check, const struct scene_viewport *v)
{
    const double size = SCENE_MAX_SIZE;

    /* Written so that NaN fails. */
    if (!(v->width > 0 && (double)v->width <= size))
        scene_fail(check, "found a viewport width of %g, expected more than 0, up to %d",
                   (double)v->width, SCENE_MAX_SIZE);
    if (!(fabs((double)v->height) <= size && v->height != 0))
        scene_fail(check, "found a viewport height of %g, expected one up to %d that is not 0",
                   (double)v->height, SCENE_MAX_SIZE);
    if (!(v->x >= VIEWPORT_MIN && v->x + v->width <= VIEWPORT_MAX))
        scene_fail(check, "found a viewport from x = %g to %g, expected it within %g and %g",
                   (double)v->x, (double)(v->x + v->width), (double)VIEWPORT_MIN,
                   (double)VIEWPORT_MAX);
    if (!(fminf(v->y, v->y + v->height) >= VIEWPORT_MIN &&
          fmaxf(v->y, v->y + v->height) <= VIEWPORT_MAX))
        scene_fail(check, "found a viewport from y = %g to %g, expected it within %g and %g",
                   (double)v->y, (double)(v->y + v->height), (double)VIEWPORT_MIN,
                   (double)VIEWPORT_MAX);
    if (!(v->min_depth >= 0 && v->min_depth <= 1 && v->max_depth >= 0 && v->max_depth <= 1))
        scene_fail(check, "found viewport depths %g and %g, expected them from 0 to 1",
                   (double)v->min_depth, (double)v->max_depth);
}

static void
check_scissor(const struct scene_check *check, const struct scene_rect *scissor)
{
    if (scissor->x < 0 || scissor->y < 0)
        scene_fail(check,
                   "found a scissor at %" PRId32 ", %" PRId32 ", expected no negative coordinate",
                   scissor->x, scissor->y);
    else if (scissor->width > (uint32_t)(INT32_MAX - scissor->x) ||
             scissor->height > (uint32_t)(INT32_MAX - scissor->y))
        scene_fail(check,
                   "found a scissor of %" PRIu32 " by %" PRIu32 " at %" PRId32 ", %" PRId32
                   ", expected it to end at %" PRId32 " or before",
                   scissor->width, scissor->height, scissor->x, scissor->y, INT32_MAX);
}

/* A target's view: one level, and no more. */
static bool
check_target_view(const struct scene_check *check, const char *what, uint32_t index,
                  enum scene_format_use use)
{
    if (!check_below(check, what, index, check->scene->view_count))
        return false;
    const struct scene_view *view = &check->scene->views[index];
    if (view->level_count != 1) {
        scene_fail(check, "found view %" PRIu32 " of %" PRIu32 " levels, expected one of one",
                   index, view->level_count);
        return false;
    }
    return check_format(check, scene_view_format(check->scene, view), use, what);
}

/* Is a target like the first one of the draw? */
static void
check_alike(const struct scene_check *check, uint32_t first, uint32_t index, bool same_samples)
{
    const struct scene *scene = check->scene;
    const struct scene_view *views[2] = {&scene->views[first], &scene->views[index]};
    uint32_t sizes[2][3];

    for (unsigned i = 0; i < 2; i++)
        scene_view_size(scene, views[i], sizes[i]);
    if (sizes[0][0] != sizes[1][0] || sizes[0][1] != sizes[1][1])
        scene_fail(check,
                   "found view %" PRIu32 " of %" PRIu32 " by %" PRIu32 ", expected %" PRIu32
                   " by %" PRIu32 " like view %" PRIu32,
                   index, sizes[1][0], sizes[1][1], sizes[0][0], sizes[0][1], first);
    if (same_samples &&
        scene->images[views[0]->image].samples != scene->images[views[1]->image].samples)
        scene_fail(check, "found view %" PRIu32 " with other samples than view %" PRIu32, index,
                   first);
}

static void
check_target(struct scene_check *check, const struct scene_draw *draw, uint32_t location,
             uint32_t *first)
{
    const struct scene_target *target = &draw->targets[location];

    if (target->view == SCENE_NONE ||
        !check_target_view(check, "target", target->view, SCENE_FORMAT_TARGET))
        return;
    if (*first == SCENE_NONE)
        *first = target->view;
    check_alike(check, *first, target->view, true);
    for (uint32_t i = 0; i < location; i++)
        if (draw->targets[i].view == target->view)
            scene_fail(check,
                       "found view %" PRIu32 " at locations %" PRIu32 " and %" PRIu32
                       ", expected each target once",
                       target->view, i, location);
    if (target->resolve != SCENE_NONE &&
        check_target_view(check, "resolve target", target->resolve, SCENE_FORMAT_TARGET)) {
        check_alike(check, *first, target->resolve, false);
        if (check->scene->images[check->scene->views[target->resolve].image].samples != 1)
            scene_fail(check, "found resolve target %" PRIu32 " of more samples than one",
                       target->resolve);
    }
    const uint32_t factors = scene_factor_one_minus_src1_alpha + 1, ops = scene_blend_max + 1;
    check_below(check, "blend factor", (uint32_t)target->src_color, factors);
    check_below(check, "blend factor", (uint32_t)target->dst_color, factors);
    check_below(check, "blend factor", (uint32_t)target->src_alpha, factors);
    check_below(check, "blend factor", (uint32_t)target->dst_alpha, factors);
    check_below(check, "blend operation", (uint32_t)target->color_op, ops);
    check_below(check, "blend operation", (uint32_t)target->alpha_op, ops);
}

/* Also makes sure that the draw's target count and views are good. */
static bool
check_draw_targets(struct scene_check *check, const struct scene_draw *draw)
{
    const uint32_t errors = check->diags->error_count;
    uint32_t first = SCENE_NONE;

    if (draw->target_count > SCENE_MAX_TARGETS) {
        scene_fail(check, "found %" PRIu32 " targets, expected at most %d", draw->target_count,
                   SCENE_MAX_TARGETS);
        return false;
    }
    for (uint32_t i = 0; i < draw->target_count; i++)
        check_target(check, draw, i, &first);
    if (draw->depth_view != SCENE_NONE &&
        check_target_view(check, "depth target", draw->depth_view, SCENE_FORMAT_DEPTH) &&
        first != SCENE_NONE)
        check_alike(check, first, draw->depth_view, true);
    if (first == SCENE_NONE && draw->depth_view == SCENE_NONE) {
        check_between(check, "width", draw->width, 1, SCENE_MAX_SIZE);
        check_between(check, "height", draw->height, 1, SCENE_MAX_SIZE);
    }
    return check->diags->error_count == errors;
}

static void
check_counts(const struct scene_check *check, const struct scene_draw *draw)
{
    if (draw->vertex_count > UINT32_MAX - draw->first_vertex)
        scene_fail(check,
                   "found %" PRIu32 " vertices from %" PRIu32 " on, expected them below 2^32",
                   draw->vertex_count, draw->first_vertex);
    if (draw->instance_count > UINT32_MAX - draw->first_instance)
        scene_fail(check,
                   "found %" PRIu32 " instances from %" PRIu32 " on, expected them below 2^32",
                   draw->instance_count, draw->first_instance);
    if ((uint64_t)draw->vertex_count * draw->instance_count > SCENE_MAX_VERTICES)
        scene_fail(check,
                   "found %" PRIu32 " instances of %" PRIu32 " vertices, expected at most %" PRIu32
                   " vertices in all",
                   draw->instance_count, draw->vertex_count, SCENE_MAX_VERTICES);
    if (draw->index != scene_index_none &&
        check_below(check, "index type", (uint32_t)draw->index, scene_index_u32 + 1))
        check_below(check, "index buffer", draw->index_buffer, check->scene->buffer_count);
    check_indirect(check, &draw->indirect, draw->index == scene_index_none ? 16 : 20);
}

static void
check_subgroup_size(const struct scene_check *check, uint32_t size)
{
    if (size > 128 || (size & (size - 1)) != 0)
        scene_fail(check, "found a subgroup size of %" PRIu32 ", expected a power of two", size);
}

static void
check_states(const struct scene_check *check, const struct scene_draw *draw)
{
    const struct scene_stencil *faces[2] = {&draw->depth.front, &draw->depth.back};

    check_below(check, "topology", (uint32_t)draw->topology, scene_topology_patches + 1);
    check_below(check, "cull mode", (uint32_t)draw->raster.cull, scene_cull_both + 1);
    check_below(check, "front face", (uint32_t)draw->raster.front, scene_front_clockwise + 1);
    check_below(check, "polygon mode", (uint32_t)draw->raster.polygon, scene_polygon_point + 1);
    check_below(check, "depth comparison", (uint32_t)draw->depth.compare, scene_compare_always + 1);
    for (unsigned i = 0; i < 2; i++) {
        check_below(check, "stencil comparison", (uint32_t)faces[i]->compare,
                    scene_compare_always + 1);
        check_below(check, "stencil operation", (uint32_t)faces[i]->fail,
                    scene_stencil_decrement_wrap + 1);
        check_below(check, "stencil operation", (uint32_t)faces[i]->pass,
                    scene_stencil_decrement_wrap + 1);
        check_below(check, "stencil operation", (uint32_t)faces[i]->depth_fail,
                    scene_stencil_decrement_wrap + 1);
    }
    if (!(draw->raster.line_width >= 0 && draw->raster.line_width <= SCENE_MAX_SIZE))
        scene_fail(check, "found a line width of %g, expected 0 to %d",
                   (double)draw->raster.line_width, SCENE_MAX_SIZE);
    check_subgroup_size(check, draw->subgroup_size);
}

static void
check_draw(struct scene_check *check, const struct scene_draw *draw)
{
    check_states(check, draw);
    check_counts(check, draw);
    check_viewport(check, &draw->viewport);
    check_scissor(check, &draw->scissor);
    const bool has_targets = check_draw_targets(check, draw);
    const bool has_attributes =
        check_array(check, "attributes", draw->attributes, draw->attribute_count);
    if (has_attributes)
        check_attributes(check, draw);
    const bool has_inputs = check_inputs(check, &draw->inputs);

    const struct ir_shader *shaders[ir_stage_count];
    bool has_shaders = scene_check_shader(check, draw->vertex, ir_stage_vertex);
    if (has_shaders && has_attributes)
        scene_check_vertex_inputs(check, draw);
    scene_draw_shaders(draw, shaders);
    for (unsigned stage = ir_stage_vertex; stage < ir_stage_count; stage++) {
        if (!shaders[stage])
            continue;
        const bool is_good = stage == ir_stage_vertex
                                 ? has_shaders
                                 : scene_check_shader(check, shaders[stage], (enum ir_stage)stage);
        if (is_good && has_inputs)
            scene_check_shader_bindings(check, &draw->inputs, shaders[stage]);
        if (is_good && stage == ir_stage_fragment && has_targets) {
            scene_check_fragment_inputs(check, draw);
            scene_check_fragment_outputs(check, draw);
        }
        has_shaders &= is_good;
    }
    if (!has_shaders)
        return;
    scene_check_varyings(check, draw);
    scene_check_primitives(check, draw);
}

static void
check_dispatch(struct scene_check *check, const struct scene_dispatch *dispatch)
{
    for (unsigned i = 0; i < 3; i++)
        if (dispatch->groups[i] > UINT32_MAX - dispatch->base[i])
            scene_fail(check,
                       "found %" PRIu32 " workgroups from %" PRIu32 " on, expected them below 2^32",
                       dispatch->groups[i], dispatch->base[i]);
    check_indirect(check, &dispatch->indirect, 12);
    check_subgroup_size(check, dispatch->subgroup_size);
    const bool has_inputs = check_inputs(check, &dispatch->inputs);
    if (scene_check_shader(check, dispatch->shader, ir_stage_compute) && has_inputs)
        scene_check_shader_bindings(check, &dispatch->inputs, dispatch->shader);
}

static void
check_image_copy(const struct scene_check *check, const struct scene_copy *copy)
{
    const uint32_t count = check->scene->image_count;

    if (!check_below(check, "image", copy->from, count) ||
        !check_below(check, "image", copy->to, count))
        return;
    const struct scene_image *from = &check->scene->images[copy->from];
    const struct scene_image *to = &check->scene->images[copy->to];
    if (from->format != to->format || from->dim != to->dim || from->width != to->width ||
        from->height != to->height || from->depth != to->depth || from->layers != to->layers ||
        from->levels != to->levels || from->samples != to->samples)
        scene_fail(check, "found images %" PRIu32 " and %" PRIu32 ", expected two of one kind",
                   copy->from, copy->to);
}

static void
check_step(struct scene_check *check, const struct scene_step *step)
{
    const struct scene *scene = check->scene;

    switch (step->kind) {
    case scene_step_draw:
        check_draw(check, &step->draw);
        break;
    case scene_step_dispatch:
        check_dispatch(check, &step->dispatch);
        break;
    case scene_step_clear:
        check_below(check, "view", step->clear.view, scene->view_count);
        break;
    case scene_step_copy_buffer:
        check_range(check, "a copy", step->copy.from, step->copy.from_at, step->copy.size);
        check_range(check, "a copy", step->copy.to, step->copy.to_at, step->copy.size);
        break;
    case scene_step_copy_image:
        check_image_copy(check, &step->copy);
        break;
    case scene_step_read_buffer:
        check_below(check, "buffer", step->read, scene->buffer_count);
        break;
    case scene_step_read_image:
        if (check_below(check, "image", step->read, scene->image_count) &&
            scene->images[step->read].samples != 1)
            scene_fail(check, "found image %" PRIu32 " of %" PRIu32 " samples, expected one of one",
                       step->read, scene->images[step->read].samples);
        break;
    default:
        scene_fail(check, "found kind %" PRIu32 ", expected a draw, dispatch, clear, copy or read",
                   (uint32_t)step->kind);
    }
}

bool
scene_check(const struct scene *scene, struct base_diags *diags)
{
    struct scene_check check = {.scene = scene, .diags = diags, .what = "scene"};
    const uint32_t errors = diags->error_count;

    if (!check_array(&check, "buffers", scene->buffers, scene->buffer_count) ||
        !check_array(&check, "addresses", scene->addresses, scene->address_count) ||
        !check_array(&check, "images", scene->images, scene->image_count) ||
        !check_array(&check, "views", scene->views, scene->view_count) ||
        !check_array(&check, "samplers", scene->samplers, scene->sampler_count) ||
        !check_array(&check, "steps", scene->steps, scene->step_count))
        return false;

#define EACH(what_, array, count, function)                                                        \
    check.what = what_;                                                                            \
    for (check.index = 0; check.index < scene->count; check.index++)                               \
    function(&check, &scene->array[check.index])
    EACH("address", addresses, address_count, check_address);
    EACH("image", images, image_count, check_image);
    if (diags->error_count != errors)
        return false;
    EACH("view", views, view_count, check_view);
    EACH("sampler", samplers, sampler_count, check_sampler);
    if (diags->error_count != errors)
        return false;
    EACH("step", steps, step_count, check_step);
#undef EACH
    return diags->error_count == errors;
}
