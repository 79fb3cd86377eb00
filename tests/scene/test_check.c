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
    struct scene_texture textures[1];
    struct scene_sampler samplers[1];
    struct scene_target targets[3];
    struct scene_draw draws[2];
    struct scene_attribute attributes[2];
    struct scene_binding bindings[2];
    struct ir_shader *vertex;
    struct ir_shader *fragment;
    uint32_t words[64];
};

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
                  &(struct ir_buffer){.name = "const0", .set = 0, .binding = 1, .size = 64});
    ir_add_texture(f->fragment, &(struct ir_texture){
                                    .name = "samp0", .set = 1, .binding = 32, .dim = ir_dim_2d});
}

static void
make_good(struct fixture *f)
{
    base_diags_init(&f->diags, &f->arena, "scene");
    add_shaders(f);
    f->buffers[0] = (struct scene_buffer){f->words, sizeof(f->words)};
    f->buffers[1] = (struct scene_buffer){NULL, 0};
    f->textures[0] = (struct scene_texture){.format = scene_format_r8g8b8a8_unorm,
                                            .width = 5,
                                            .height = 3,
                                            .levels = 3,
                                            .data = f->words,
                                            .size = 4 * (5 * 3 + 2 * 1 + 1 * 1)};
    f->samplers[0] = (struct scene_sampler){.max_lod = 3};
    f->targets[0] = (struct scene_target){scene_format_r8g8b8a8_unorm, 64, 32, {0}};
    f->targets[1] = (struct scene_target){scene_format_r32g32b32a32_sfloat, 64, 32, {0}};
    f->targets[2] = (struct scene_target){scene_format_r8g8b8a8_unorm, 64, 33, {0}};
    f->attributes[0] = (struct scene_attribute){
        .location = 0, .format = scene_format_r32g32b32a32_sfloat, .stride = 16};
    f->attributes[1] = (struct scene_attribute){
        .location = 5, .format = scene_format_r32_uint, .buffer = 1, .offset = UINT64_MAX};
    f->bindings[0] = (struct scene_binding){.binding = 1, .kind = scene_binding_uniform};
    f->bindings[1] = (struct scene_binding){.set = 1, .binding = 32, .kind = scene_binding_texture};
    for (int i = 0; i < 2; i++) {
        f->draws[i] = scene_draw_default(64, 32);
        f->draws[i].vertex = f->vertex;
        f->draws[i].fragment = f->fragment;
        f->draws[i].attributes = f->attributes;
        f->draws[i].attribute_count = 2;
        f->draws[i].bindings = f->bindings;
        f->draws[i].binding_count = 2;
        f->draws[i].targets[1] = 1;
        f->draws[i].target_count = 2;
    }
    f->scene = (struct scene){
        .buffers = f->buffers,
        .buffer_count = 2,
        .textures = f->textures,
        .texture_count = 1,
        .samplers = f->samplers,
        .sampler_count = 1,
        .targets = f->targets,
        .target_count = 3,
        .draws = f->draws,
        .draw_count = 2,
    };
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

CHANGE(buffers, f->scene.buffers = NULL)
CHANGE(textures, f->scene.textures = NULL)
CHANGE(samplers, f->scene.samplers = NULL)
CHANGE(targets, f->scene.targets = NULL)
CHANGE(draws, f->scene.draws = NULL)
CHANGE(buffer_data, f->buffers[1].size = 7)

CHANGE(texture_format_none, f->textures[0].format = scene_format_none)
CHANGE(texture_format_range, f->textures[0].format = FORMAT(999))
CHANGE(texture_format_use, f->textures[0].format = scene_format_r32_sfloat)
CHANGE(texture_width, f->textures[0].width = 0)
CHANGE(texture_height, f->textures[0].height = SCENE_MAX_SIZE + 1)
CHANGE(texture_no_levels, f->textures[0].levels = 0)
CHANGE(texture_levels, f->textures[0].levels = 4)
CHANGE(texture_size, f->textures[0].size -= 1)
CHANGE(texture_large, f->textures[0].width = f->textures[0].height = SCENE_MAX_SIZE)
CHANGE(texture_data, f->textures[0].data = NULL)

CHANGE(sampler_mag, f->samplers[0].mag = (enum scene_filter)2)
CHANGE(sampler_min, f->samplers[0].min = (enum scene_filter)3)
CHANGE(sampler_mip, f->samplers[0].mip = (enum scene_filter)4)
CHANGE(sampler_u, f->samplers[0].wrap_u = (enum scene_wrap)4)
CHANGE(sampler_v, f->samplers[0].wrap_v = (enum scene_wrap)5)
CHANGE(sampler_bias, f->samplers[0].lod_bias = INFINITY)
CHANGE(sampler_lod, f->samplers[0].min_lod = 4)
CHANGE(sampler_nan, f->samplers[0].max_lod = NAN)

CHANGE(target_format, f->targets[2].format = scene_format_b8g8r8a8_unorm)
CHANGE(target_width, f->targets[2].width = UINT32_MAX)
CHANGE(target_height, f->targets[2].height = 0)

CHANGE(topology, d->topology = (enum scene_topology)4)
CHANGE(cull, d->cull = (enum scene_cull)3)
CHANGE(front, d->front = (enum scene_front)2)
CHANGE(vertices, d->first_vertex = 4294967293)
CHANGE(instances, d->first_instance = UINT32_MAX)
CHANGE(vertex_product, d->vertex_count = d->instance_count = 1 << 17)
CHANGE(viewport_width, d->viewport.width = 0)
CHANGE(viewport_width_nan, d->viewport.width = NAN)
CHANGE(viewport_height, d->viewport.height = -16385)
CHANGE(viewport_flat, d->viewport.height = 0)
CHANGE(viewport_x, d->viewport.x = -32769)
CHANGE(viewport_right, d->viewport.x = 32767)
CHANGE(viewport_y, d->viewport.y = 32760)
CHANGE(viewport_up, d->viewport.height = -32; d->viewport.y = -32760)
CHANGE(viewport_depth, d->viewport.max_depth = 1.5f)
CHANGE(scissor, d->scissor.y = -1)
CHANGE(scissor_size, d->scissor.x = 1; d->scissor.width = INT32_MAX)
CHANGE(no_target, d->target_count = 0)
CHANGE(many_targets, d->target_count = 9)
CHANGE(target_index, d->targets[1] = 3)
CHANGE(target_twice, d->targets[1] = 0)
CHANGE(target_sizes, d->targets[1] = 2)

CHANGE(attributes, d->attributes = NULL)
CHANGE(attribute_format, f->attributes[0].format = scene_format_b8g8r8a8_unorm)
CHANGE(attribute_format_range, f->attributes[1].format = FORMAT(-1))
CHANGE(attribute_location, f->attributes[1].location = 64)
CHANGE(attribute_twice, f->attributes[1].location = 0)
CHANGE(attribute_buffer, f->attributes[1].buffer = 2)
CHANGE(attribute_rate, f->attributes[1].rate = (enum scene_rate)2)
CHANGE(bindings, d->bindings = NULL)
CHANGE(binding_count, d->binding_count = 1025)
CHANGE(binding_kind, f->bindings[0].kind = (enum scene_binding_kind)7)
CHANGE(binding_buffer, f->bindings[0].buffer = 2)
CHANGE(binding_texture, f->bindings[1].texture = 1)
CHANGE(binding_sampler, f->bindings[1].sampler = 1)
CHANGE(binding_twice, f->bindings[1].set = 0; f->bindings[1].binding = 1;
       f->bindings[1].kind = scene_binding_uniform)

CHANGE(no_vertex, d->vertex = NULL)
CHANGE(no_fragment, d->fragment = NULL)
CHANGE(vertex_stage, d->vertex = f->fragment)
CHANGE(fragment_stage, d->fragment = f->vertex)
CHANGE(input_location, INPUT(vertex, 1).location = 64)
CHANGE(input_twice, INPUT(vertex, 1).location = 0)
CHANGE(output_twice, OUTPUT(vertex, 1).builtin = ir_builtin_position)
CHANGE(input_missing, INPUT(vertex, 1).location = 6)
CHANGE(input_type, INPUT(vertex, 0).type = ir_type_i32)
CHANGE(input_float, INPUT(vertex, 1).type = ir_type_f32)
CHANGE(varying_missing, OUTPUT(vertex, 1).location = 23)
CHANGE(varying_type, INPUT(fragment, 0).type = ir_type_i32)
CHANGE(output_type, OUTPUT(fragment, 0).type = ir_type_i32)
CHANGE(bound_texture, f->bindings[0].kind = scene_binding_texture)
CHANGE(bound_buffer, f->bindings[1].kind = scene_binding_uniform)
CHANGE(bound_dim, f->fragment->textures.data[0].dim = ir_dim_cube)

/* clang-format off */
static const struct broken broken[] = {
    {change_buffers, "scene 0: found 2 buffers without data, expected their array"},
    {change_textures, "scene 0: found 1 textures without data, expected their array"},
    {change_samplers, "scene 0: found 1 samplers without data, expected their array"},
    {change_targets, "scene 0: found 3 targets without data, expected their array"},
    {change_draws, "scene 0: found 2 draws without data, expected their array"},
    {change_buffer_data, "buffer 1: found 7 bytes without data, expected a pointer to them"},

    {change_texture_format_none, "texture 0: found format none, expected one that serves as a texture"},
    {change_texture_format_range, "texture 0: found format 999, expected one below 13"},
    {change_texture_format_use, "texture 0: found format r32_sfloat, expected one that serves as a texture"},
    {change_texture_width, "texture 0: found a width of 0, expected 1 to 16384"},
    {change_texture_height, "texture 0: found a height of 16385, expected 1 to 16384"},
    {change_texture_no_levels, "texture 0: found 0 levels, expected 1 to 3 at 5 by 3"},
    {change_texture_levels, "texture 0: found 4 levels, expected 1 to 3 at 5 by 3"},
    {change_texture_size, "texture 0: found 71 bytes, expected at least 72"},
    {change_texture_large, "texture 0: found 72 bytes, expected at least 1409286144"},
    {change_texture_data, "texture 0: found 72 bytes without data, expected a pointer to them"},

    {change_sampler_mag, "sampler 0: found mag filter 2, expected one below 2"},
    {change_sampler_min, "sampler 0: found min filter 3, expected one below 2"},
    {change_sampler_mip, "sampler 0: found mip filter 4, expected one below 2"},
    {change_sampler_u, "sampler 0: found wrap mode of u 4, expected one below 4"},
    {change_sampler_v, "sampler 0: found wrap mode of v 5, expected one below 4"},
    {change_sampler_bias, "sampler 0: found a level bias of inf, expected a finite one"},
    {change_sampler_lod, "sampler 0: found levels from 4 to 3, expected a minimum up to the maximum"},
    {change_sampler_nan, "sampler 0: found levels from 0 to nan, expected a minimum up to the maximum"},

    {change_target_format, "target 2: found format b8g8r8a8_unorm, expected one that serves as a target"},
    {change_target_width, "target 2: found a width of 4294967295, expected 1 to 16384"},
    {change_target_height, "target 2: found a height of 0, expected 1 to 16384"},

    {change_topology, "draw 1: found topology 4, expected one below 4"},
    {change_cull, "draw 1: found cull mode 3, expected one below 3"},
    {change_front, "draw 1: found front face 2, expected one below 2"},
    {change_vertices, "draw 1: found 3 vertices from 4294967293 on, expected them below 2^32"},
    {change_instances, "draw 1: found 1 instances from 4294967295 on, expected them below 2^32"},
    {change_vertex_product, "draw 1: found 131072 instances of 131072 vertices, expected at most 268435456 vertices in all"},
    {change_viewport_width, "draw 1: found a viewport width of 0, expected more than 0, up to 16384"},
    {change_viewport_width_nan, "draw 1: found a viewport width of nan, expected more than 0, up to 16384"},
    {change_viewport_height, "draw 1: found a viewport height of -16385, expected one up to 16384 that is not 0"},
    {change_viewport_flat, "draw 1: found a viewport height of 0, expected one up to 16384 that is not 0"},
    {change_viewport_x, "draw 1: found a viewport from x = -32769 to -32705, expected it within -32768 and 32767"},
    {change_viewport_right, "draw 1: found a viewport from x = 32767 to 32831, expected it within -32768 and 32767"},
    {change_viewport_y, "draw 1: found a viewport from y = 32760 to 32792, expected it within -32768 and 32767"},
    {change_viewport_up, "draw 1: found a viewport from y = -32760 to -32792, expected it within -32768 and 32767"},
    {change_viewport_depth, "draw 1: found viewport depths 0 and 1.5, expected them from 0 to 1"},
    {change_scissor, "draw 1: found a scissor at 0, -1, expected no negative coordinate"},
    {change_scissor_size, "draw 1: found a scissor of 2147483647 by 0 at 1, 0, expected it to end at 2147483647 or before"},
    {change_no_target, "draw 1: found 0 targets, expected 1 to 8"},
    {change_many_targets, "draw 1: found 9 targets, expected 1 to 8"},
    {change_target_index, "draw 1: found target 3, expected one below 3"},
    {change_target_twice, "draw 1: found target 0 at locations 0 and 1, expected each target once"},
    {change_target_sizes, "draw 1: found target 2 of 64 by 33, expected 64 by 32 like target 0"},

    {change_attributes, "draw 1: found 2 attributes without data, expected their array"},
    {change_attribute_format, "draw 1, attribute 0: found format b8g8r8a8_unorm, expected one that serves as a vertex attribute"},
    {change_attribute_format_range, "draw 1, attribute 1: found format 4294967295, expected one below 13"},
    {change_attribute_location, "draw 1, attribute 1: found location 64, expected one below 64"},
    {change_attribute_twice, "draw 1, attribute 1: found location 0 again, expected each location once"},
    {change_attribute_buffer, "draw 1, attribute 1: found buffer 2, expected one below 2"},
    {change_attribute_rate, "draw 1, attribute 1: found rate 2, expected one below 2"},
    {change_bindings, "draw 1: found 2 bindings without data, expected their array"},
    {change_binding_count, "draw 1: found binding count 1025, expected one below 1025"},
    {change_binding_kind, "draw 1, binding 0: found kind 7, expected a uniform buffer or a texture"},
    {change_binding_buffer, "draw 1, binding 0: found buffer 2, expected one below 2"},
    {change_binding_texture, "draw 1, binding 1: found texture 1, expected one below 1"},
    {change_binding_sampler, "draw 1, binding 1: found sampler 1, expected one below 1"},
    {change_binding_twice, "draw 1, binding 1: found set 0 binding 1 again, expected each once"},

    {change_no_vertex, "draw 1: found no vertex shader, expected one"},
    {change_no_fragment, "draw 1: found no fragment shader, expected one"},
    {change_vertex_stage, "draw 1: found a fragment shader \"fs\", expected a vertex shader"},
    {change_fragment_stage, "draw 1: found a vertex shader \"vs\", expected a fragment shader"},
    {change_input_location, "draw 1: found location 64 of vertex input \"number\", expected one below 64"},
    {change_input_twice, "draw 1: found location 0 again for vertex input \"number\", expected it once"},
    {change_output_twice, "draw 1: found built-in position again as vertex output \"tint\", expected it once"},
    {change_input_missing, "draw 1: found no attribute at location 6, expected one for vertex input \"number\""},
    {change_input_type, "draw 1: found an attribute of format r32g32b32a32_sfloat at location 0, expected one for vertex input \"place\" of type i32"},
    {change_input_float, "draw 1: found an attribute of format r32_uint at location 5, expected one for vertex input \"number\" of type f32"},
    {change_varying_missing, "draw 1: found fragment input \"tint\" at location 24, expected a vertex output there"},
    {change_varying_type, "draw 1: found fragment input \"tint\" of type i32 at location 24, expected f32 like the vertex output \"tint\""},
    {change_output_type, "draw 1: found fragment output \"colour\" of type i32, expected one for target 0 of format r8g8b8a8_unorm"},
    {change_bound_texture, "draw 1: found a texture at set 0 binding 1, expected the buffer \"const0\" of the vertex shader"},
    {change_bound_buffer, "draw 1: found a buffer at set 1 binding 32, expected the texture \"samp0\" of the fragment shader"},
    {change_bound_dim, "draw 1: found a 2d texture at set 1 binding 32, expected cube for \"samp0\" of the fragment shader"},
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
    change(f, &f->draws[1]);
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
        assert_false(check_changed(&f, broken[i].change));
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
CHANGE(unbound, d->binding_count = 0; d->bindings = NULL)
CHANGE(unbound_cube, f->fragment->textures.data[0].dim = ir_dim_cube; d->binding_count = 1;
       f->draws[0].binding_count = 1)
CHANGE(far_output, OUTPUT(fragment, 0).location = 7; OUTPUT(fragment, 0).type = ir_type_i32)
CHANGE(no_name, INPUT(fragment, 0).name = NULL)
CHANGE(level_one, f->textures[0].levels = 1)

static void
test_good(void **state)
{
    static void (*const changes[])(struct fixture *, struct scene_draw *) = {
        change_nothing,      change_empty_scene,   change_no_instances, change_last_vertex,
        change_scissor_last, change_viewport_most, change_unbound,      change_unbound_cube,
        change_far_output,   change_no_name,       change_level_one,    change_scissor_empty,
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
    assert_int_equal(draw.targets[0], 0);
    assert_int_equal(draw.cull, scene_cull_none);
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
