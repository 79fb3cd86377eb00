/* SPDX-License-Identifier: MIT */
#include "scene/scene.h"

struct scene_draw
scene_draw_default(uint32_t width, uint32_t height)
{
    return (struct scene_draw){
        .topology = scene_topology_triangles,
        .vertex_count = 3,
        .instance_count = 1,
        .viewport = {.width = (float)width, .height = (float)height, .max_depth = 1.0f},
        .targets = {{.resolve = SCENE_NONE}},
        .target_count = 1,
        .depth_view = SCENE_NONE,
    };
}

/* ---- stages ---- */

void
scene_draw_shaders(const struct scene_draw *draw, const struct ir_shader *shaders[ir_stage_count])
{
    shaders[ir_stage_vertex] = draw->vertex;
    shaders[ir_stage_tess_control] = draw->tess_control;
    shaders[ir_stage_tess_eval] = draw->tess_eval;
    shaders[ir_stage_geometry] = draw->geometry;
    shaders[ir_stage_fragment] = draw->fragment;
    shaders[ir_stage_compute] = NULL;
}

const struct ir_shader *
scene_draw_last_shader(const struct scene_draw *draw)
{
    return draw->geometry ? draw->geometry : draw->tess_eval ? draw->tess_eval : draw->vertex;
}

static enum ir_primitive
primitive_of_topology(enum scene_topology topology)
{
    switch (topology) {
    case scene_topology_points:
        return ir_primitive_points;
    case scene_topology_lines:
    case scene_topology_line_strip:
    case scene_topology_lines_adjacency:
    case scene_topology_line_strip_adjacency:
        return ir_primitive_line_strip;
    case scene_topology_triangles:
    case scene_topology_triangle_strip:
    case scene_topology_triangle_fan:
    case scene_topology_triangles_adjacency:
    case scene_topology_triangle_strip_adjacency:
    case scene_topology_patches:
        break;
    }
    return ir_primitive_triangle_strip;
}

enum ir_primitive
scene_draw_primitive(const struct scene_draw *draw)
{
    const struct ir_shader *eval = draw->tess_eval;

    if (draw->geometry)
        return draw->geometry->output_primitive;
    if (!eval)
        return primitive_of_topology(draw->topology);
    return eval->is_point_mode                              ? ir_primitive_points
           : eval->input_primitive == ir_primitive_isolines ? ir_primitive_line_strip
                                                            : ir_primitive_triangle_strip;
}

/* ---- formats ---- */

static char
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
is_name(const char *text, size_t size, const char *name)
{
    for (size_t i = 0; i < size; i++)
        if (!name[i] || lower(text[i]) != name[i])
            return false;
    return name[size] == '\0';
}

enum scene_format
scene_format_find(const char *name, size_t size)
{
    static const char prefix[] = "vk_format_";
    const size_t skipped = sizeof(prefix) - 1;

    if (size > skipped && is_name(name, skipped, prefix)) {
        name += skipped;
        size -= skipped;
    }
    for (unsigned i = scene_format_none + 1; i < scene_format_count; i++)
        if (is_name(name, size, scene_format_infos[i].name))
            return (enum scene_format)i;
    return scene_format_none;
}

enum scene_format
scene_format_of_image(enum ir_image_format format)
{
    static const enum scene_format formats[ir_image_format_count] = {
        [ir_image_format_rgba32f] = scene_format_r32g32b32a32_sfloat,
        [ir_image_format_rgba16f] = scene_format_r16g16b16a16_sfloat,
        [ir_image_format_r32f] = scene_format_r32_sfloat,
        [ir_image_format_rgba8] = scene_format_r8g8b8a8_unorm,
        [ir_image_format_rgba8_snorm] = scene_format_r8g8b8a8_snorm,
        [ir_image_format_rg32f] = scene_format_r32g32_sfloat,
        [ir_image_format_rg16f] = scene_format_r16g16_sfloat,
        [ir_image_format_r11f_g11f_b10f] = scene_format_b10g11r11_ufloat_pack32,
        [ir_image_format_r16f] = scene_format_r16_sfloat,
        [ir_image_format_rgba16] = scene_format_r16g16b16a16_unorm,
        [ir_image_format_rgb10_a2] = scene_format_a2b10g10r10_unorm_pack32,
        [ir_image_format_rg16] = scene_format_r16g16_unorm,
        [ir_image_format_rg8] = scene_format_r8g8_unorm,
        [ir_image_format_r16] = scene_format_r16_unorm,
        [ir_image_format_r8] = scene_format_r8_unorm,
        [ir_image_format_rgba16_snorm] = scene_format_r16g16b16a16_snorm,
        [ir_image_format_rg16_snorm] = scene_format_r16g16_snorm,
        [ir_image_format_rg8_snorm] = scene_format_r8g8_snorm,
        [ir_image_format_r16_snorm] = scene_format_r16_snorm,
        [ir_image_format_r8_snorm] = scene_format_r8_snorm,
        [ir_image_format_rgba32i] = scene_format_r32g32b32a32_sint,
        [ir_image_format_rgba16i] = scene_format_r16g16b16a16_sint,
        [ir_image_format_rgba8i] = scene_format_r8g8b8a8_sint,
        [ir_image_format_r32i] = scene_format_r32_sint,
        [ir_image_format_rg32i] = scene_format_r32g32_sint,
        [ir_image_format_rg16i] = scene_format_r16g16_sint,
        [ir_image_format_rg8i] = scene_format_r8g8_sint,
        [ir_image_format_r16i] = scene_format_r16_sint,
        [ir_image_format_r8i] = scene_format_r8_sint,
        [ir_image_format_rgba32ui] = scene_format_r32g32b32a32_uint,
        [ir_image_format_rgba16ui] = scene_format_r16g16b16a16_uint,
        [ir_image_format_rgba8ui] = scene_format_r8g8b8a8_uint,
        [ir_image_format_r32ui] = scene_format_r32_uint,
        [ir_image_format_rgb10a2ui] = scene_format_a2b10g10r10_uint_pack32,
        [ir_image_format_rg32ui] = scene_format_r32g32_uint,
        [ir_image_format_rg16ui] = scene_format_r16g16_uint,
        [ir_image_format_rg8ui] = scene_format_r8g8_uint,
        [ir_image_format_r16ui] = scene_format_r16_uint,
        [ir_image_format_r8ui] = scene_format_r8_uint,
        [ir_image_format_r64ui] = scene_format_r64_uint,
        [ir_image_format_r64i] = scene_format_r64_sint,
    };

    return formats[format];
}

/* ---- images ---- */

struct scene_image
scene_image_2d_of(enum scene_format format, uint32_t width, uint32_t height)
{
    return (struct scene_image){
        .format = format,
        .dim = scene_image_2d,
        .width = width,
        .height = height,
        .depth = 1,
        .layers = 1,
        .levels = 1,
        .samples = 1,
    };
}

uint32_t
scene_level_extent(uint32_t size, uint32_t level)
{
    return level < 32 && size >> level ? size >> level : 1;
}

/* 0 where the product does not fit. */
static uint64_t
multiply(uint64_t a, uint64_t b)
{
    uint64_t product;

    return __builtin_mul_overflow(a, b, &product) ? 0 : product;
}

uint64_t
scene_image_level_size(const struct scene_image *image, uint32_t level)
{
    uint64_t size = scene_format_infos[image->format].bytes;

    size = multiply(size, image->samples);
    size = multiply(size, scene_level_extent(image->width, level));
    size = multiply(size, scene_level_extent(image->height, level));
    size = multiply(size, scene_level_extent(image->depth, level));
    return multiply(size, image->layers);
}

uint64_t
scene_image_level_at(const struct scene_image *image, uint32_t level)
{
    uint64_t at = 0;

    for (uint32_t i = 0; i < level; i++) {
        const uint64_t size = scene_image_level_size(image, i);

        if (!size || __builtin_add_overflow(at, size, &at))
            return 0;
    }
    return at;
}

uint64_t
scene_image_size(const struct scene_image *image)
{
    return scene_image_level_at(image, image->levels);
}

/* ---- views ---- */

struct scene_view
scene_view_of(const struct scene *scene, uint32_t image)
{
    static const enum ir_dim dims[] = {
        [scene_image_1d] = ir_dim_1d,
        [scene_image_2d] = ir_dim_2d,
        [scene_image_3d] = ir_dim_3d,
    };
    const struct scene_image *of = &scene->images[image];

    return (struct scene_view){
        .image = image,
        .dim = dims[of->dim],
        .is_arrayed = of->layers > 1,
        .level_count = of->levels,
        .layer_count = of->layers,
    };
}

void
scene_view_size(const struct scene *scene, const struct scene_view *view, uint32_t size[3])
{
    const struct scene_image *image = &scene->images[view->image];

    size[0] = scene_level_extent(image->width, view->first_level);
    size[1] = scene_level_extent(image->height, view->first_level);
    size[2] = image->dim == scene_image_3d && view->dim == ir_dim_3d
                  ? scene_level_extent(image->depth, view->first_level)
                  : view->layer_count;
}

enum scene_format
scene_view_format(const struct scene *scene, const struct scene_view *view)
{
    return view->format != scene_format_none ? view->format : scene->images[view->image].format;
}

void
scene_clear_texel(const struct scene_clear *clear, enum scene_format format, void *texel)
{
    uint32_t wide[8] = {0};

    if (!scene_format_is_wide(format)) {
        scene_format_pack(format, clear->words, texel);
        return;
    }
    memcpy(wide, clear->words, sizeof(clear->words));
    scene_format_pack_wide(format, wide, texel);
}

uint32_t
scene_draw_samples(const struct scene *scene, const struct scene_draw *draw)
{
    uint32_t view = draw->depth_view;

    for (uint32_t i = 0; i < draw->target_count && view == SCENE_NONE; i++)
        view = draw->targets[i].view;
    return view == SCENE_NONE ? 1 : scene->images[scene->views[view].image].samples;
}

/* ---- what a draw names ---- */

const struct scene_attribute *
scene_find_attribute(const struct scene_draw *draw, uint32_t location)
{
    for (uint32_t i = 0; i < draw->attribute_count; i++) {
        if (draw->attributes[i].location == location)
            return &draw->attributes[i];
    }
    return NULL;
}

const struct scene_binding *
scene_find_binding(const struct scene_inputs *inputs, uint32_t set, uint32_t binding,
                   uint32_t element)
{
    for (uint32_t i = 0; i < inputs->binding_count; i++) {
        const struct scene_binding *found = &inputs->bindings[i];

        if (found->set == set && found->binding == binding && found->element == element)
            return found;
    }
    return NULL;
}

uint32_t
scene_count_elements(const struct scene_inputs *inputs, uint32_t set, uint32_t binding)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < inputs->binding_count; i++) {
        const struct scene_binding *found = &inputs->bindings[i];

        if (found->set == set && found->binding == binding && found->element >= count)
            count = found->element + 1;
    }
    return count;
}
