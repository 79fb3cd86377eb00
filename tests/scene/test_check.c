/* SPDX-License-Identifier: MIT
 *
 * Each broken scene is a good one with one thing changed, and has a message of its own.
 */
#include "scene/scene.h"

#include <cmocka.h>
#include <math.h>

struct fixture {
    struct base_arena arena;
    struct base_diags diags;
    struct scene scene;
    struct scene_buffer buffers[2];
    struct scene_address addresses[1];
    struct scene_image images[4]; /* A texture, two targets, depth. */
    struct scene_view views[6];   /* All of these; a taller one; depth again; a texture's level. */
    struct scene_sampler samplers[1];
    struct scene_step steps[8];
    struct scene_attribute attributes[2];
    struct scene_binding bindings[10];
    struct ir_shader *vertex;
    struct ir_shader *fragment;
    struct ir_shader *compute;
    struct ir_shader *control;
    struct ir_shader *eval;
    struct ir_shader *geometry;
    uint32_t words[64];
};

/* One of each kind, at the bindings of make_good. */
static void
add_resources(struct ir_shader *shader)
{
    static const struct ir_image images[] = {
        {.name = "samp0", .set = 1, .binding = 32, .dim = ir_dim_2d, .count = 1},
        {.name = "texels", .set = 1, .binding = 3, .dim = ir_dim_buffer, .kind = ir_image_sampled},
        {.name = "stored texels",
         .set = 1,
         .binding = 4,
         .dim = ir_dim_buffer,
         .kind = ir_image_storage,
         .texel = ir_texel_u32},
        {.name = "alone", .set = 1, .binding = 5, .dim = ir_dim_2d, .kind = ir_image_sampled},
        {.name = "written", .set = 1, .binding = 7, .dim = ir_dim_2d, .kind = ir_image_storage},
    };

    ir_add_buffer(shader, &(struct ir_buffer){
                              .name = "store", .set = 1, .binding = 1, .kind = ir_buffer_storage});
    for (size_t i = 0; i < BASE_COUNT(images); i++)
        ir_add_image(shader, &images[i]);
    ir_add_sampler(shader, &(struct ir_sampler){.name = "sampler", .set = 1, .binding = 6});
}

static void
add_shaders(struct fixture *f)
{
    f->vertex = ir_shader_create(&f->arena, ir_stage_vertex, "vs");
    f->fragment = ir_shader_create(&f->arena, ir_stage_fragment, "fs");
    ir_add_input(
        f->vertex,
        &(struct ir_io){.name = "place", .location = 0, .type = ir_type_f32, .components = 4});
    ir_add_input(
        f->vertex,
        &(struct ir_io){.name = "number", .location = 5, .type = ir_type_i32, .components = 1});
    ir_add_input(f->vertex, &(struct ir_io){.name = "index",
                                            .builtin = ir_builtin_vertex_index,
                                            .type = ir_type_i32,
                                            .components = 1});
    ir_add_output(f->vertex, &(struct ir_io){.name = "position",
                                             .builtin = ir_builtin_position,
                                             .type = ir_type_f32,
                                             .components = 4});
    ir_add_output(
        f->vertex,
        &(struct ir_io){.name = "tint", .location = 24, .type = ir_type_f32, .components = 4});
    ir_add_input(
        f->fragment,
        &(struct ir_io){.name = "tint", .location = 24, .type = ir_type_f32, .components = 4});
    ir_add_input(f->fragment, &(struct ir_io){.name = "where",
                                              .builtin = ir_builtin_frag_coord,
                                              .type = ir_type_f32,
                                              .components = 4});
    ir_add_output(
        f->fragment,
        &(struct ir_io){.name = "colour", .location = 0, .type = ir_type_f32, .components = 4});
    ir_add_buffer(f->vertex,
                  &(struct ir_buffer){.name = "const0", .binding = 1, .size = 64, .count = 1});
    f->compute = ir_shader_create(&f->arena, ir_stage_compute, "cs");
    add_resources(f->fragment);
}

static void
make_bindings(struct fixture *f)
{
    static const struct scene_binding bindings[] = {
        {.binding = 1, .kind = scene_binding_uniform},
        {.set = 1, .binding = 32, .kind = scene_binding_combined},
        {.set = 1, .binding = 1, .kind = scene_binding_storage, .offset = 16, .size = 32},
        {.set = 1, .binding = 1, .element = 3, .kind = scene_binding_storage, .buffer = 1},
        {.set = 1,
         .binding = 3,
         .kind = scene_binding_uniform_texel,
         .format = scene_format_r32g32b32a32_sfloat},
        {.set = 1,
         .binding = 4,
         .kind = scene_binding_storage_texel,
         .format = scene_format_r32_uint},
        {.set = 1, .binding = 5, .kind = scene_binding_sampled},
        {.set = 1, .binding = 6, .kind = scene_binding_sampler},
        {.set = 1, .binding = 7, .kind = scene_binding_storage_image, .view = 5},
        {.set = 2, .binding = 7, .kind = scene_binding_storage_image, .view = 5},
    };

    memcpy(f->bindings, bindings, sizeof(bindings));
}

static void
make_resources(struct fixture *f)
{
    f->buffers[0] = (struct scene_buffer){f->words, sizeof(f->words)};
    f->buffers[1] = (struct scene_buffer){NULL, 0};
    f->addresses[0] = (struct scene_address){.in = 0, .at = 248, .of = 1};
    f->images[0] = scene_image_2d_of(scene_format_r8g8b8a8_unorm, 5, 3);
    f->images[0].levels = 3;
    f->images[0].data = f->words;
    f->images[0].size = 4 * (5 * 3 + 2 * 1 + 1 * 1);
    f->images[1] = scene_image_2d_of(scene_format_r8g8b8a8_unorm, 64, 32);
    f->images[2] = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, 64, 32);
    f->images[3] = scene_image_2d_of(scene_format_d32_sfloat, 64, 32);
    f->samplers[0] = (struct scene_sampler){.max_lod = 3};
    f->scene = (struct scene){
        .buffers = f->buffers,
        .buffer_count = 2,
        .addresses = f->addresses,
        .address_count = 1,
        .images = f->images,
        .image_count = 4,
        .views = f->views,
        .view_count = 6,
        .samplers = f->samplers,
        .sampler_count = 1,
        .steps = f->steps,
        .step_count = 8,
    };
    for (uint32_t i = 0; i < 4; i++)
        f->views[i < 3 ? i : 4] = scene_view_of(&f->scene, i);
    f->views[3] = f->views[1];
    f->views[5] = f->views[0];
    f->views[5].first_level = 1;
    f->views[5].level_count = 1;
}

static void
make_good(struct fixture *f)
{
    base_diags_init(&f->diags, &f->arena, "scene");
    add_shaders(f);
    make_resources(f);
    make_bindings(f);
    f->attributes[0] = (struct scene_attribute){
        .location = 0, .format = scene_format_r32g32b32a32_sfloat, .stride = 16};
    f->attributes[1] = (struct scene_attribute){
        .location = 5, .format = scene_format_r32_uint, .buffer = 1, .offset = UINT64_MAX};
    for (int i = 0; i < 2; i++) {
        struct scene_draw *draw = &f->steps[i].draw;

        f->steps[i].kind = scene_step_draw;
        *draw = scene_draw_default(64, 32);
        draw->vertex = f->vertex;
        draw->fragment = f->fragment;
        draw->attributes = f->attributes;
        draw->attribute_count = 2;
        draw->inputs.bindings = f->bindings;
        draw->inputs.binding_count = BASE_COUNT(f->bindings);
        draw->targets[0].view = 1;
        draw->targets[1] = (struct scene_target){.view = 2, .resolve = SCENE_NONE};
        draw->target_count = 2;
    }
    f->steps[2].kind = scene_step_dispatch;
    f->steps[2].dispatch = (struct scene_dispatch){.shader = f->compute, .groups = {1, 1, 1}};
    f->steps[3].kind = scene_step_clear;
    f->steps[4].kind = scene_step_copy_buffer;
    f->steps[4].copy = (struct scene_copy){.size = 8};
    f->steps[5].kind = scene_step_copy_image;
    f->steps[5].copy = (struct scene_copy){.from = 1, .to = 1};
    f->steps[6].kind = scene_step_read_buffer;
    f->steps[7].kind = scene_step_read_image;
    f->steps[7].read = 1;
}

/* A target that the fragments read. */
static void
add_input_image(struct fixture *f, uint32_t attachment, uint32_t binding, enum ir_texel texel,
                bool is_multisampled)
{
    ir_add_image(f->fragment, &(struct ir_image){.name = "old",
                                                 .kind = ir_image_input,
                                                 .set = 1,
                                                 .binding = binding,
                                                 .dim = ir_dim_2d,
                                                 .texel = texel,
                                                 .is_multisampled = is_multisampled,
                                                 .attachment = attachment,
                                                 .count = 1});
}

static struct ir_shader *
add_stage(struct fixture *f, enum ir_stage stage, const char *name)
{
    struct ir_shader *shader = ir_shader_create(&f->arena, stage, name);
    const struct ir_io io = {.name = "tint", .location = 24, .type = ir_type_f32, .components = 4};

    ir_add_input(shader, &io);
    ir_add_output(shader, &io);
    shader->input_primitive = ir_primitive_triangles;
    return shader;
}

/* Both halves hand on the vertices' value, and between them goes one of the patch, at the same
 * location. */
static void
tessellate(struct fixture *f, struct scene_draw *draw)
{
    const struct ir_io io = {
        .name = "whole", .location = 24, .type = ir_type_f32, .components = 2, .is_patch = true};

    f->control = add_stage(f, ir_stage_tess_control, "ts");
    f->eval = add_stage(f, ir_stage_tess_eval, "es");
    ir_add_output(f->control, &io);
    ir_add_input(f->eval, &io);
    draw->tess_control = f->control;
    draw->tess_eval = f->eval;
    draw->topology = scene_topology_patches;
    draw->patch_vertices = 32;
}

static void
add_geometry(struct fixture *f, struct scene_draw *draw)
{
    f->geometry = add_stage(f, ir_stage_geometry, "gs");
    draw->geometry = f->geometry;
}

/* change is a statement about f and d, draw 1. */
struct broken {
    void (*change)(struct fixture *f, struct scene_draw *d);
    const char *message;
};

#define CHANGE(name, change)                                                                       \
    static void change_##name(struct fixture *f, struct scene_draw *d)                             \
    {                                                                                              \
        (void)f, (void)d;                                                                          \
        change;                                                                                    \
    }
#define FORMAT(number) ((enum scene_format)(number))
#define INPUT(stage, i) f->stage->inputs.data[i]
#define OUTPUT(stage, i) f->stage->outputs.data[i]

#define BIND(i, what) f->bindings[i].kind = scene_binding_##what

CHANGE(buffers, f->scene.buffers = NULL)
CHANGE(addresses, f->scene.addresses = NULL)
CHANGE(images, f->scene.images = NULL)
CHANGE(views, f->scene.views = NULL)
CHANGE(samplers, f->scene.samplers = NULL)
CHANGE(steps, f->scene.steps = NULL)
CHANGE(address_in, f->addresses[0].in = 2)
CHANGE(address_at, f->addresses[0].at = 252)
CHANGE(address_end, f->addresses[0].at = 256)
CHANGE(address_of, f->addresses[0].of = 9)
CHANGE(image_format, f->images[0].format = FORMAT(0))
CHANGE(image_range, f->images[0].format = FORMAT(9999))
CHANGE(image_dim, f->images[0].dim = (enum scene_image_dim)3)
CHANGE(image_width, f->images[0].width = 0)
CHANGE(image_height, f->images[0].height = 16385)
CHANGE(image_1d, f->images[0].dim = scene_image_1d)
CHANGE(image_depth, f->images[0].depth = 2)
CHANGE(image_layers, f->images[0].layers = 2049)
CHANGE(image_3d_layers, f->images[0].dim = scene_image_3d; f->images[0].layers = 2)
CHANGE(image_no_levels, f->images[0].levels = 0)
CHANGE(image_levels, f->images[0].levels = 4)
CHANGE(image_samples, f->images[0].samples = 3)
CHANGE(image_many_samples, f->images[0].samples = 32)
CHANGE(image_sampled_levels, f->images[0].samples = 4)
CHANGE(image_size, f->images[0].size -= 1)
CHANGE(image_large, f->images[0].width = f->images[0].height = 16384; f->images[0].layers = 64;
       f->images[0].levels = 1)
CHANGE(view_image, f->views[0].image = 4)
CHANGE(view_dim, f->views[0].dim = ir_dim_count)
CHANGE(view_format, f->views[0].format = FORMAT(scene_format_count))
CHANGE(view_bytes, f->views[0].format = scene_format_r8_unorm)
CHANGE(view_levels, f->views[0].level_count = 4)
CHANGE(view_first_level, f->views[0].first_level = 3)
CHANGE(view_layers, f->views[0].layer_count = 2)
CHANGE(view_no_layers, f->views[0].layer_count = 0)
CHANGE(view_slices, f->images[0].dim = scene_image_3d)
CHANGE(view_cube, f->views[0].dim = ir_dim_cube)
CHANGE(view_buffer, f->views[0].dim = ir_dim_buffer)
CHANGE(view_3d, f->views[0].dim = ir_dim_3d)
CHANGE(view_arrayed, f->images[0].layers = 2; f->images[0].size = 144; f->views[0].layer_count = 2)
CHANGE(view_swizzle, f->views[0].swizzle[2] = 7)
CHANGE(sampler_mag, f->samplers[0].mag = (enum scene_filter)2)
CHANGE(sampler_min, f->samplers[0].min = (enum scene_filter)3)
CHANGE(sampler_mip, f->samplers[0].mip = (enum scene_filter)4)
CHANGE(sampler_u, f->samplers[0].wrap_u = (enum scene_wrap)5)
CHANGE(sampler_v, f->samplers[0].wrap_v = (enum scene_wrap)5)
CHANGE(sampler_w, f->samplers[0].wrap_w = (enum scene_wrap)5)
CHANGE(sampler_border, f->samplers[0].border = (enum scene_border)3)
CHANGE(sampler_compare, f->samplers[0].compare = (enum scene_compare)8)
CHANGE(sampler_bias, f->samplers[0].lod_bias = INFINITY)
CHANGE(sampler_lod, f->samplers[0].min_lod = 4)
CHANGE(sampler_nan, f->samplers[0].max_lod = NAN)
CHANGE(topology, d->topology = (enum scene_topology)11)
CHANGE(cull, d->raster.cull = (enum scene_cull)4)
CHANGE(front, d->raster.front = (enum scene_front)2)
CHANGE(polygon, d->raster.polygon = (enum scene_polygon)3)
CHANGE(line_width, d->raster.line_width = NAN)
CHANGE(depth_compare, d->depth.compare = (enum scene_compare)8)
CHANGE(stencil_compare, d->depth.back.compare = (enum scene_compare)8)
CHANGE(stencil_fail, d->depth.front.fail = (enum scene_stencil_op)8)
CHANGE(stencil_pass, d->depth.front.pass = (enum scene_stencil_op)9)
CHANGE(stencil_depth_fail, d->depth.front.depth_fail = (enum scene_stencil_op)10)
CHANGE(subgroup, d->subgroup_size = 24)
CHANGE(vertices, d->first_vertex = 4294967293)
CHANGE(instances, d->first_instance = 4294967295)
CHANGE(vertex_product, d->vertex_count = d->instance_count = 131072)
CHANGE(index_type, d->index = (enum scene_index)4)
CHANGE(index_buffer, d->index = scene_index_u16; d->index_buffer = 2)
CHANGE(indirect_end, d->indirect = ((struct scene_indirect){true, 0, 244, 16, 1}))
CHANGE(indirect_align, d->indirect = ((struct scene_indirect){true, 0, 2, 16, 1}))
CHANGE(viewport_width, d->viewport.width = 0)
CHANGE(viewport_width_nan, d->viewport.width = NAN)
CHANGE(viewport_height, d->viewport.height = -16385)
CHANGE(viewport_flat, d->viewport.height = 0)
CHANGE(viewport_x, d->viewport.x = -32769)
CHANGE(viewport_right, d->viewport.x = 32767)
CHANGE(viewport_y, d->viewport.y = 32760)
CHANGE(viewport_up, d->viewport.y = -32760; d->viewport.height = -32)
CHANGE(viewport_depth, d->viewport.max_depth = 1.5f)
CHANGE(scissor, d->scissor.y = -1)
CHANGE(scissor_size, d->scissor = ((struct scene_rect){1, 0, INT32_MAX, 0}))
CHANGE(many_targets, d->target_count = 9)
CHANGE(target_view, d->targets[0].view = 6)
CHANGE(target_format, d->targets[0].view = 4)
CHANGE(target_levels, d->targets[0].view = 0)
CHANGE(target_twice, d->targets[1].view = 1)
CHANGE(target_sizes, f->images[2].height = 33)
CHANGE(target_samples, f->images[2].samples = 4)
CHANGE(resolve_samples, f->images[1].samples = 4; f->images[2].samples = 4;
       d->targets[0].resolve = 2)
CHANGE(blend_factor, d->targets[0].src_color = (enum scene_factor)19)
CHANGE(blend_op, d->targets[1].alpha_op = (enum scene_blend_op)5)
CHANGE(depth_format, d->depth_view = 1)
CHANGE(depth_size, f->images[3].height = 31; d->depth_view = 4)
CHANGE(no_target_size, d->target_count = 0)
CHANGE(attributes, d->attributes = NULL)
CHANGE(attribute_format, f->attributes[0].format = scene_format_d16_unorm)
CHANGE(attribute_format_range, f->attributes[1].format = FORMAT(-1))
CHANGE(attribute_location, f->attributes[1].location = 64)
CHANGE(attribute_twice, f->attributes[1].location = 0)
CHANGE(attribute_buffer, f->attributes[1].buffer = 2)
CHANGE(attribute_rate, f->attributes[1].rate = (enum scene_rate)2)
CHANGE(bindings, d->inputs.bindings = NULL)
CHANGE(binding_count, d->inputs.binding_count = 1025)
CHANGE(push_size, d->inputs.push = f->words; d->inputs.push_size = 257)
CHANGE(push, d->inputs.push_size = 4)
CHANGE(binding_kind, f->bindings[0].kind = (enum scene_binding_kind)8)
CHANGE(binding_element, f->bindings[0].element = 1024)
CHANGE(binding_buffer, f->bindings[0].buffer = 2)
CHANGE(binding_range, f->bindings[0].offset = 208; f->bindings[0].size = 57)
CHANGE(binding_offset, f->bindings[2].offset = 8)
CHANGE(binding_view, f->bindings[1].view = 6)
CHANGE(binding_sampler, f->bindings[1].sampler = 1)
CHANGE(binding_texel, f->bindings[4].format = scene_format_d16_unorm)
CHANGE(binding_storage_texel, f->bindings[5].format = scene_format_d16_unorm)
CHANGE(binding_sampled, f->bindings[6].view = 6)
CHANGE(binding_storage_image, f->bindings[8].view = 6)
CHANGE(binding_only_sampler, f->bindings[7].sampler = 1)
CHANGE(binding_twice, f->bindings[1].set = 0; f->bindings[1].binding = 1)
CHANGE(no_vertex, d->vertex = NULL)
CHANGE(vertex_stage, d->vertex = f->fragment)
CHANGE(fragment_stage, d->fragment = f->vertex)
CHANGE(input_location, INPUT(vertex, 1).location = 64)
CHANGE(input_missing, INPUT(vertex, 1).location = 6)
CHANGE(input_type, INPUT(vertex, 0).type = ir_type_i32)
CHANGE(input_float, INPUT(vertex, 1).type = ir_type_f32)
CHANGE(input_wide, f->attributes[0].format = scene_format_r64g64_sfloat)
CHANGE(varying_missing, OUTPUT(vertex, 1).location = 25)
CHANGE(varying_component, OUTPUT(vertex, 1).component = 2; OUTPUT(vertex, 1).components = 2;
       INPUT(fragment, 0).components = 2)
CHANGE(varying_type, INPUT(fragment, 0).type = ir_type_i32)
CHANGE(control_alone, tessellate(f, d); d->tess_eval = NULL)
CHANGE(eval_alone, tessellate(f, d); d->tess_control = NULL)
CHANGE(control_stage, tessellate(f, d); d->tess_control = f->eval)
CHANGE(no_patches, tessellate(f, d); d->topology = scene_topology_triangles)
CHANGE(patches_alone, d->topology = scene_topology_patches; d->patch_vertices = 3)
CHANGE(empty_patches, tessellate(f, d); d->patch_vertices = 0)
CHANGE(large_patches, tessellate(f, d); d->patch_vertices = 33)
CHANGE(patch_missing, tessellate(f, d); OUTPUT(control, 1).is_patch = false;
       OUTPUT(control, 1).location = 9)
CHANGE(patch_type, tessellate(f, d); INPUT(eval, 1).type = ir_type_i32)
CHANGE(control_missing, tessellate(f, d); INPUT(control, 0).location = 3)
CHANGE(geometry_lines, add_geometry(f, d); d->topology = scene_topology_line_strip)
CHANGE(geometry_adjacency, add_geometry(f, d); d->topology = scene_topology_triangles_adjacency)
CHANGE(geometry_points, tessellate(f, d); add_geometry(f, d); f->eval->is_point_mode = true)
CHANGE(geometry_stream, add_geometry(f, d); OUTPUT(geometry, 0).stream = 1)
CHANGE(output_type, OUTPUT(fragment, 0).type = ir_type_i32)
CHANGE(bound_uniform, BIND(0, storage))
CHANGE(bound_combined, BIND(1, sampled))
CHANGE(bound_storage, BIND(2, uniform))
CHANGE(bound_texels, BIND(4, uniform))
CHANGE(bound_storage_texels, BIND(5, uniform))
CHANGE(bound_sampled, BIND(6, combined))
CHANGE(bound_sampler, BIND(7, uniform))
CHANGE(bound_storage_image, BIND(8, sampled))
CHANGE(bound_dim, f->fragment->images.data[0].dim = ir_dim_cube)
CHANGE(bound_arrayed, f->fragment->images.data[0].is_arrayed = true)
CHANGE(bound_samples, f->fragment->images.data[3].is_multisampled = true)
CHANGE(target_read_none, add_input_image(f, 2, 99, ir_texel_f32, false))
CHANGE(target_read_samples, add_input_image(f, 0, 99, ir_texel_f32, true))
CHANGE(target_read_type, add_input_image(f, 0, 99, ir_texel_u32, false))
CHANGE(target_read_bound, add_input_image(f, 0, 32, ir_texel_f32, false))
CHANGE(bound_texel_type, f->fragment->images.data[0].texel = ir_texel_u32)
CHANGE(bound_buffer_type, f->fragment->images.data[1].texel = ir_texel_i32)
CHANGE(dispatch_shader, f->steps[2].dispatch.shader = NULL)
CHANGE(dispatch_stage, f->steps[2].dispatch.shader = f->vertex)
CHANGE(dispatch_base, f->steps[2].dispatch.base[1] = UINT32_MAX)
CHANGE(dispatch_indirect,
       f->steps[2].dispatch.indirect = ((struct scene_indirect){true, 0, 248, 0, 1}))
CHANGE(dispatch_subgroup, f->steps[2].dispatch.subgroup_size = 256)
CHANGE(clear, f->steps[3].clear.view = 6)
CHANGE(copy_from, f->steps[4].copy.from_at = 250)
CHANGE(copy_to, f->steps[4].copy.to = 1)
CHANGE(copy_image, f->steps[5].copy.to = 4)
CHANGE(copy_kinds, f->steps[5].copy.to = 2)
CHANGE(read_buffer, f->steps[6].read = 2)
CHANGE(read_image, f->steps[7].read = 4)
CHANGE(read_samples, f->images[1].samples = 2; f->images[2].samples = 2)
CHANGE(step_kind, f->steps[3].kind = (enum scene_step_kind)7)

/* clang-format off */
static const struct broken broken[] = {
    {change_buffers, "scene 0: found 2 buffers without data, expected their array"},
    {change_addresses, "scene 0: found 1 addresses without data, expected their array"},
    {change_images, "scene 0: found 4 images without data, expected their array"},
    {change_views, "scene 0: found 6 views without data, expected their array"},
    {change_samplers, "scene 0: found 1 samplers without data, expected their array"},
    {change_steps, "scene 0: found 8 steps without data, expected their array"},
    {change_address_in, "address 0: found buffer 2, expected one below 2"},
    {change_address_at, "address 0: found an address at 252, expected a multiple of 8"},
    {change_address_end, "address 0: found 8 bytes of an address at 256, expected them within buffer 0 of 256"},
    {change_address_of, "address 0: found buffer 9, expected one below 2"},
    {change_image_format, "image 0: found format 0, expected one from 1 to 130"},
    {change_image_range, "image 0: found format 9999, expected one from 1 to 130"},
    {change_image_dim, "image 0: found dimension 3, expected one below 3"},
    {change_image_width, "image 0: found a width of 0, expected 1 to 16384"},
    {change_image_height, "image 0: found a height of 16385, expected 1 to 16384"},
    {change_image_1d, "image 0: found a height of 3, expected 1 to 1"},
    {change_image_depth, "image 0: found a depth of 2, expected 1 to 1"},
    {change_image_layers, "image 0: found a layer count of 2049, expected 1 to 2048"},
    {change_image_3d_layers, "image 0: found a layer count of 2, expected 1 to 1"},
    {change_image_no_levels, "image 0: found a level count of 0, expected 1 to 3"},
    {change_image_levels, "image 0: found a level count of 4, expected 1 to 3"},
    {change_image_samples, "image 0: found 3 samples, expected a power of two up to 16"},
    {change_image_many_samples, "image 0: found 32 samples, expected a power of two up to 16"},
    {change_image_sampled_levels, "image 0: found 4 samples, expected a 2D image of one level, without data"},
    {change_image_size, "image 0: found 71 bytes, expected at least 72"},
    {change_image_large, "image 0: found an image past 17179869184 bytes"},
    {change_view_image, "view 0: found image 4, expected one below 4"},
    {change_view_dim, "view 0: found dimension 5, expected one below 5"},
    {change_view_format, "view 0: found format 131, expected one below 131"},
    {change_view_bytes, "view 0: found format r8_unorm of image format r8g8b8a8_unorm, expected one of the same size"},
    {change_view_levels, "view 0: found 4 levels from 0 on, expected some of 3"},
    {change_view_first_level, "view 0: found 3 levels from 3 on, expected some of 3"},
    {change_view_layers, "view 0: found 2 layers from 0 on, expected some of 1"},
    {change_view_no_layers, "view 0: found 0 layers from 0 on, expected some of 1"},
    {change_view_slices, "view 0: found 3 levels of slices, expected one"},
    {change_view_cube, "view 0: found dimension cube, which image 0 cannot have"},
    {change_view_buffer, "view 0: found dimension buffer, which image 0 cannot have"},
    {change_view_3d, "view 0: found dimension 3d, which image 0 cannot have"},
    {change_view_arrayed, "view 0: found 2 layers, expected one where it is not arrayed"},
    {change_view_swizzle, "view 0: found swizzle 7, expected one below 7"},
    {change_sampler_mag, "sampler 0: found mag filter 2, expected one below 2"},
    {change_sampler_min, "sampler 0: found min filter 3, expected one below 2"},
    {change_sampler_mip, "sampler 0: found mip filter 4, expected one below 2"},
    {change_sampler_u, "sampler 0: found wrap mode of u 5, expected one below 5"},
    {change_sampler_v, "sampler 0: found wrap mode of v 5, expected one below 5"},
    {change_sampler_w, "sampler 0: found wrap mode of w 5, expected one below 5"},
    {change_sampler_border, "sampler 0: found border colour 3, expected one below 3"},
    {change_sampler_compare, "sampler 0: found comparison 8, expected one below 8"},
    {change_sampler_bias, "sampler 0: found a level bias of inf, expected a finite one"},
    {change_sampler_lod, "sampler 0: found levels from 4 to 3, expected a minimum up to the maximum"},
    {change_sampler_nan, "sampler 0: found levels from 0 to nan, expected a minimum up to the maximum"},
    {change_topology, "step 1: found topology 11, expected one below 11"},
    {change_cull, "step 1: found cull mode 4, expected one below 4"},
    {change_front, "step 1: found front face 2, expected one below 2"},
    {change_polygon, "step 1: found polygon mode 3, expected one below 3"},
    {change_line_width, "step 1: found a line width of nan, expected 0 to 16384"},
    {change_depth_compare, "step 1: found depth comparison 8, expected one below 8"},
    {change_stencil_compare, "step 1: found stencil comparison 8, expected one below 8"},
    {change_stencil_fail, "step 1: found stencil operation 8, expected one below 8"},
    {change_stencil_pass, "step 1: found stencil operation 9, expected one below 8"},
    {change_stencil_depth_fail, "step 1: found stencil operation 10, expected one below 8"},
    {change_subgroup, "step 1: found a subgroup size of 24, expected a power of two"},
    {change_vertices, "step 1: found 3 vertices from 4294967293 on, expected them below 2^32"},
    {change_instances, "step 1: found 1 instances from 4294967295 on, expected them below 2^32"},
    {change_vertex_product, "step 1: found 131072 instances of 131072 vertices, expected at most 268435456 vertices in all"},
    {change_index_type, "step 1: found index type 4, expected one below 4"},
    {change_index_buffer, "step 1: found index buffer 2, expected one below 2"},
    {change_indirect_end, "step 1: found 16 bytes of indirect arguments at 244, expected them within buffer 0 of 256"},
    {change_indirect_align, "step 1: found an indirect offset or stride that is no multiple of 4"},
    {change_viewport_width, "step 1: found a viewport width of 0, expected more than 0, up to 16384"},
    {change_viewport_width_nan, "step 1: found a viewport width of nan, expected more than 0, up to 16384"},
    {change_viewport_height, "step 1: found a viewport height of -16385, expected one up to 16384 that is not 0"},
    {change_viewport_flat, "step 1: found a viewport height of 0, expected one up to 16384 that is not 0"},
    {change_viewport_x, "step 1: found a viewport from x = -32769 to -32705, expected it within -32768 and 32767"},
    {change_viewport_right, "step 1: found a viewport from x = 32767 to 32831, expected it within -32768 and 32767"},
    {change_viewport_y, "step 1: found a viewport from y = 32760 to 32792, expected it within -32768 and 32767"},
    {change_viewport_up, "step 1: found a viewport from y = -32760 to -32792, expected it within -32768 and 32767"},
    {change_viewport_depth, "step 1: found viewport depths 0 and 1.5, expected them from 0 to 1"},
    {change_scissor, "step 1: found a scissor at 0, -1, expected no negative coordinate"},
    {change_scissor_size, "step 1: found a scissor of 2147483647 by 0 at 1, 0, expected it to end at 2147483647 or before"},
    {change_many_targets, "step 1: found 9 targets, expected at most 8"},
    {change_target_view, "step 1: found target 6, expected one below 6"},
    {change_target_format, "step 1: found format d32_sfloat, expected one that serves as a target"},
    {change_target_levels, "step 1: found view 0 of 3 levels, expected one of one"},
    {change_target_twice, "step 1: found view 1 at locations 0 and 1, expected each target once"},
    {change_target_sizes, "step 1: found view 2 of 64 by 33, expected 64 by 32 like view 1"},
    {change_target_samples, "step 1: found view 2 with other samples than view 1"},
    {change_resolve_samples, "step 1: found resolve target 2 of more samples than one"},
    {change_blend_factor, "step 1: found blend factor 19, expected one below 19"},
    {change_blend_op, "step 1: found blend operation 5, expected one below 5"},
    {change_depth_format, "step 1: found format r8g8b8a8_unorm, expected one that serves as a depth target"},
    {change_depth_size, "step 1: found view 4 of 64 by 31, expected 64 by 32 like view 1"},
    {change_no_target_size, "step 1: found a width of 0, expected 1 to 16384"},
    {change_attributes, "step 1: found 2 attributes without data, expected their array"},
    {change_attribute_format, "step 1, attribute 0: found format d16_unorm, expected one that serves as a vertex attribute"},
    {change_attribute_format_range, "step 1, attribute 1: found format 4294967295, expected one from 1 to 130"},
    {change_attribute_location, "step 1, attribute 1: found location 64, expected one below 64"},
    {change_attribute_twice, "step 1, attribute 1: found location 0 again, expected each location once"},
    {change_attribute_buffer, "step 1, attribute 1: found buffer 2, expected one below 2"},
    {change_attribute_rate, "step 1, attribute 1: found rate 2, expected one below 2"},
    {change_bindings, "step 1: found 10 bindings without data, expected their array"},
    {change_binding_count, "step 1: found binding count 1025, expected one below 1025"},
    {change_push_size, "step 1: found 257 bytes of push constants, expected at most 256"},
    {change_push, "step 1: found 4 bytes of push constants without data, expected their array"},
    {change_binding_kind, "step 1, binding 0: found kind 8, expected one of a buffer, an image or a sampler"},
    {change_binding_element, "step 1, binding 0: found element 1024, expected one below 1024"},
    {change_binding_buffer, "step 1, binding 0: found buffer 2, expected one below 2"},
    {change_binding_range, "step 1, binding 0: found 57 bytes of what is bound at 208, expected them within buffer 0 of 256"},
    {change_binding_offset, "step 1, binding 2: found an offset of 8, expected a multiple of 16"},
    {change_binding_view, "step 1, binding 1: found view 6, expected one below 6"},
    {change_binding_sampler, "step 1, binding 1: found sampler 1, expected one below 1"},
    {change_binding_texel, "step 1, binding 4: found format d16_unorm, expected one that serves as a uniform texel buffer"},
    {change_binding_storage_texel, "step 1, binding 5: found format d16_unorm, expected one that serves as a storage texel buffer"},
    {change_binding_sampled, "step 1, binding 6: found view 6, expected one below 6"},
    {change_binding_storage_image, "step 1, binding 8: found view 6, expected one below 6"},
    {change_binding_only_sampler, "step 1, binding 7: found sampler 1, expected one below 1"},
    {change_binding_twice, "step 1, binding 1: found set 0 binding 1 element 0 again, expected each once"},
    {change_no_vertex, "step 1: found no vertex shader, expected one"},
    {change_vertex_stage, "step 1: found a fragment shader \"fs\", expected a vertex shader"},
    {change_fragment_stage, "step 1: found a vertex shader \"vs\", expected a fragment shader"},
    {change_input_location, "step 1: found location 64 of vertex input \"number\", expected one below 64"},
    {change_input_missing, "step 1: found no attribute at location 6, expected one for vertex input \"number\""},
    {change_input_type, "step 1: found an attribute of format r32g32b32a32_sfloat at location 0, expected one for vertex input \"place\" of type i32"},
    {change_input_float, "step 1: found an attribute of format r32_uint at location 5, expected one for vertex input \"number\" of type f32"},
    {change_input_wide, "step 1: found an attribute of format r64g64_sfloat at location 0, expected one for vertex input \"place\" of type f32"},
    {change_varying_missing, "step 1: found fragment input \"tint\" at location 24, expected a vertex output there"},
    {change_varying_component, "step 1: found fragment input \"tint\" at location 24, expected a vertex output there"},
    {change_varying_type, "step 1: found fragment input \"tint\" of type i32 at location 24, expected f32 like the vertex output \"tint\""},
    {change_control_alone, "step 1: found a tess_control shader alone, expected one for the other half of tessellation too"},
    {change_eval_alone, "step 1: found a tess_eval shader alone, expected one for the other half of tessellation too"},
    {change_control_stage, "step 1: found a tess_eval shader \"es\", expected a tess_control shader"},
    {change_no_patches, "step 1: found shaders that tessellate, expected patches"},
    {change_patches_alone, "step 1: found patches, expected shaders that tessellate them"},
    {change_empty_patches, "step 1: found patches of 0 vertices, expected 1 to 32"},
    {change_large_patches, "step 1: found patches of 33 vertices, expected 1 to 32"},
    {change_patch_missing, "step 1: found tess_eval input \"whole\" at location 24, expected a tess_control output there"},
    {change_patch_type, "step 1: found tess_eval input \"whole\" of type i32 at location 24, expected f32 like the tess_control output \"whole\""},
    {change_control_missing, "step 1: found tess_control input \"tint\" at location 3, expected a vertex output there"},
    {change_geometry_lines, "step 1: found a geometry shader that takes triangles, expected one that takes lines"},
    {change_geometry_adjacency, "step 1: found a geometry shader that takes triangles, expected one that takes triangles_adjacency"},
    {change_geometry_points, "step 1: found a geometry shader that takes triangles, expected one that takes points"},
    {change_geometry_stream, "step 1: found fragment input \"tint\" at location 24, expected a geometry output there"},
    {change_output_type, "step 1: found fragment output \"colour\" of type i32, expected one for view 1 of format r8g8b8a8_unorm"},
    {change_bound_uniform, "step 1: found a storage buffer at set 0 binding 1, expected a uniform buffer for \"const0\""},
    {change_bound_combined, "step 1: found a sampled image at set 1 binding 32, expected a combined image for \"samp0\""},
    {change_bound_storage, "step 1: found a uniform buffer at set 1 binding 1, expected a storage buffer for \"store\""},
    {change_bound_texels, "step 1: found a uniform buffer at set 1 binding 3, expected a uniform texel buffer for \"texels\""},
    {change_bound_storage_texels, "step 1: found a uniform buffer at set 1 binding 4, expected a storage texel buffer for \"stored texels\""},
    {change_bound_sampled, "step 1: found a combined image at set 1 binding 5, expected a sampled image for \"alone\""},
    {change_bound_sampler, "step 1: found a uniform buffer at set 1 binding 6, expected a sampler for \"sampler\""},
    {change_bound_storage_image, "step 1: found a sampled image at set 1 binding 7, expected a storage image for \"written\""},
    {change_bound_dim, "step 1: found view 0 of 2d, expected cube for \"samp0\""},
    {change_bound_arrayed, "step 1: found view 0 of 2d, expected 2d arrayed for \"samp0\""},
    {change_bound_samples, "step 1: found view 0 of 2d, expected 2d multisampled for \"alone\""},
    {change_target_read_none, "step 1: found no target 2, which the shader reads as \"old\""},
    {change_target_read_samples, "step 1: found target 0 of 1 samples, expected a 2D image of several for \"old\""},
    {change_target_read_type, "step 1: found target 0 of format r8g8b8a8_unorm, expected one for texels of u32 for \"old\""},
    {change_target_read_bound, "step 1: found a combined image at set 1 binding 32, expected none: \"old\" is a colour target"},
    {change_bound_texel_type, "step 1: found view 0 of format r8g8b8a8_unorm, expected one for texels of u32 for \"samp0\""},
    {change_bound_buffer_type, "step 1: found buffer 0 of format r32g32b32a32_sfloat, expected one for texels of i32 for \"texels\""},
    {change_dispatch_shader, "step 2: found no compute shader, expected one"},
    {change_dispatch_stage, "step 2: found a vertex shader \"vs\", expected a compute shader"},
    {change_dispatch_base, "step 2: found 1 workgroups from 4294967295 on, expected them below 2^32"},
    {change_dispatch_indirect, "step 2: found 12 bytes of indirect arguments at 248, expected them within buffer 0 of 256"},
    {change_dispatch_subgroup, "step 2: found a subgroup size of 256, expected a power of two"},
    {change_clear, "step 3: found view 6, expected one below 6"},
    {change_copy_from, "step 4: found 8 bytes of a copy at 250, expected them within buffer 0 of 256"},
    {change_copy_to, "step 4: found 8 bytes of a copy at 0, expected them within buffer 1 of 0"},
    {change_copy_image, "step 5: found image 4, expected one below 4"},
    {change_copy_kinds, "step 5: found images 1 and 2, expected two of one kind"},
    {change_read_buffer, "step 6: found buffer 2, expected one below 2"},
    {change_read_image, "step 7: found image 4, expected one below 4"},
    {change_read_samples, "step 7: found image 1 of 2 samples, expected one of one"},
    {change_step_kind, "step 3: found kind 7, expected a draw, dispatch, clear, copy or read"},
};
/* clang-format on */

static bool
check_changed(struct fixture *f, void (*change)(struct fixture *f, struct scene_draw *d))
{
    memset(f, 0, sizeof(*f));
    base_arena_init(&f->arena, 0);
    if (!BASE_ARENA_CATCH(&f->arena))
        fail_msg("ran out");
    make_good(f);
    change(f, &f->steps[1].draw);
    return scene_check(&f->scene, &f->diags);
}

static bool
has_message(const struct base_diags *diags, const char *message)
{
    bool found = false;

    for (uint32_t i = 0; i < diags->list.count; i++) {
        const struct qd_diagnostic *diag = &diags->list.data[i];

        assert_int_equal(diag->code, QD_CODE_SCENE_INVALID);
        assert_int_equal(diag->severity, QD_SEVERITY_ERROR);
        assert_int_equal(diag->place.kind, QD_PLACE_NONE);
        found |= strcmp(diag->message, message) == 0;
    }
    return found;
}

static void
test_broken(void **state)
{
    static struct fixture f;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(broken); i++) {
        if (check_changed(&f, broken[i].change))
            fail_msg("row %zu is taken, expected \"%s\"", i, broken[i].message);
        if (!has_message(&f.diags, broken[i].message))
            fail_msg("row %zu: found \"%s\", expected \"%s\"", i, f.diags.list.data[0].message,
                     broken[i].message);
        base_arena_finish(&f.arena);
    }
}

/* Odd, and allowed. change keeps the scene good. */
CHANGE(nothing, (void)0)
CHANGE(empty_scene, f->scene = (struct scene){0})
CHANGE(no_instances, d->instance_count = 0)
CHANGE(last_vertex, d->first_vertex = 4294967292)
CHANGE(scissor_empty, d->scissor.width = 3)
CHANGE(scissor_last, d->scissor = ((struct scene_rect){1, 2, INT32_MAX - 1, INT32_MAX - 2}))
CHANGE(viewport_most, d->viewport = ((struct scene_viewport){-32768, 32767, 16384, -16384, 1, 0}))
CHANGE(unbound, d->inputs.binding_count = 0; d->inputs.bindings = NULL)
CHANGE(unbound_cube, f->fragment->images.data[0].dim = ir_dim_cube; f->bindings[1].binding = 33)
CHANGE(far_output, OUTPUT(fragment, 0).location = 7; OUTPUT(fragment, 0).type = ir_type_i32)
CHANGE(no_output, d->targets[0].view = f->steps[0].draw.targets[0].view = SCENE_NONE;
       OUTPUT(fragment, 0).type = ir_type_i32)
CHANGE(no_name, INPUT(fragment, 0).name = NULL)
CHANGE(no_fragment, d->fragment = NULL)
CHANGE(no_targets, d->target_count = 0; d->width = d->height = 7)
CHANGE(depth_alone, d->target_count = 0; d->depth_view = 4)
CHANGE(no_groups, f->steps[2].dispatch.groups[0] = 0)
CHANGE(wide, f->attributes[0].format = scene_format_r64g64b64_sfloat;
       INPUT(vertex, 0).type = ir_type_i32; INPUT(vertex, 1).location = 1;
       f->attributes[1].location = 9)
CHANGE(slices, f->images[1] = scene_image_2d_of(scene_format_r8g8b8a8_unorm, 64, 32);
       f->images[1].dim = scene_image_3d; f->images[1].depth = 4; f->views[1].first_layer = 3;
       f->views[3].first_layer = 2)

CHANGE(tessellation, tessellate(f, d))
CHANGE(geometry, add_geometry(f, d))
CHANGE(all_stages, tessellate(f, d); add_geometry(f, d))
CHANGE(isolines, tessellate(f, d); add_geometry(f, d);
       f->eval->input_primitive = ir_primitive_isolines;
       f->geometry->input_primitive = ir_primitive_lines)

static void
test_good(void **state)
{
    static void (*const changes[])(struct fixture *, struct scene_draw *) = {
        change_nothing,      change_empty_scene,   change_no_instances, change_last_vertex,
        change_scissor_last, change_viewport_most, change_unbound,      change_unbound_cube,
        change_far_output,   change_no_name,       change_no_output,    change_scissor_empty,
        change_no_fragment,  change_no_targets,    change_depth_alone,  change_no_groups,
        change_wide,         change_slices,        change_tessellation, change_geometry,
        change_all_stages,   change_isolines,
    };
    static struct fixture f;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(changes); i++) {
        if (!check_changed(&f, changes[i]))
            fail_msg("row %zu: %s", i, f.diags.list.data[0].message);
        assert_int_equal(f.diags.error_count, 0);
        base_arena_finish(&f.arena);
    }
}

static void
test_default(void **state)
{
    const struct scene_draw draw = scene_draw_default(640, 480);
    (void)state;

    assert_int_equal(draw.topology, scene_topology_triangles);
    assert_int_equal(draw.vertex_count, 3);
    assert_int_equal(draw.instance_count, 1);
    assert_int_equal(draw.target_count, 1);
    assert_int_equal(draw.targets[0].view, 0);
    assert_true(draw.targets[0].resolve == SCENE_NONE);
    assert_true(draw.depth_view == SCENE_NONE);
    assert_int_equal(draw.raster.cull, scene_cull_none);
    assert_true(draw.viewport.x == 0 && draw.viewport.y == 0);
    assert_true(draw.viewport.width == 640 && draw.viewport.height == 480);
    assert_true(draw.viewport.min_depth == 0 && draw.viewport.max_depth == 1);
    assert_int_equal(draw.scissor.width, 0);
    assert_int_equal(draw.scissor.height, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_default),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
