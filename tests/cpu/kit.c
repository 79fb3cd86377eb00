/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include <cmocka.h>

void
kit_init(struct kit *kit)
{
    memset(kit, 0, sizeof(*kit));
    base_arena_init(&kit->arena, 0);
    base_diags_init(&kit->diags, &kit->arena, "scene");
    kit->scene = (struct scene){.buffers = kit->buffers,
                                .buffer_count = BASE_COUNT(kit->buffers),
                                .targets = kit->targets,
                                .draws = kit->draws};
}

void
kit_finish(struct kit *kit)
{
    base_arena_finish(&kit->arena);
}

/* ---- shaders ---- */

void
kit_start(struct kit *kit, struct kit_shader *s, enum ir_stage stage)
{
    s->shader = ir_shader_create(&kit->arena, stage, stage == ir_stage_vertex ? "vs" : "fs");
    ir_builder_init(&s->builder, s->shader);
}

uint32_t
kit_input(struct kit_shader *s, uint32_t location, enum ir_interp interp)
{
    return ir_add_input(s->shader, &(struct ir_io){.location = location,
                                                   .type = ir_type_f32,
                                                   .components = 4,
                                                   .interp = interp});
}

uint32_t
kit_output(struct kit_shader *s, uint32_t location)
{
    return ir_add_output(
        s->shader, &(struct ir_io){.location = location, .type = ir_type_f32, .components = 4});
}

uint32_t
kit_builtin_input(struct kit_shader *s, enum ir_builtin builtin, enum ir_type type,
                  uint8_t components)
{
    return ir_add_input(
        s->shader,
        &(struct ir_io){.builtin = builtin,
                        .type = type,
                        .components = components,
                        .interp = type == ir_type_i32 ? ir_interp_flat : ir_interp_perspective});
}

uint32_t
kit_builtin_output(struct kit_shader *s, enum ir_builtin builtin, uint8_t components)
{
    return ir_add_output(
        s->shader,
        &(struct ir_io){.builtin = builtin, .type = ir_type_f32, .components = components});
}

ir_ref
kit_load(struct kit_shader *s, enum ir_type type, uint32_t input, uint32_t component)
{
    return ir_build_op(&s->builder, ir_op_load_input, (ir_type_id)type, 0, 0,
                       ir_io_imm(input, component));
}

void
kit_store(struct kit_shader *s, uint32_t output, uint32_t component, ir_ref value)
{
    ir_build_op(&s->builder, ir_op_store_output, ir_type_void, value, 0,
                ir_io_imm(output, component));
}

void
kit_copy(struct kit_shader *s, uint32_t output, uint32_t input)
{
    for (uint32_t c = 0; c < 4; c++)
        kit_store(s, output, c, kit_load(s, ir_type_f32, input, c));
}

const struct ir_shader *
kit_end(struct kit *kit, struct kit_shader *s)
{
    if (!ir_verify(s->shader, &kit->diags))
        fail_msg("%s", kit->diags.list.data[0].message);
    return s->shader;
}

const struct ir_shader *
kit_pass_vertex(struct kit *kit, uint32_t varyings)
{
    struct kit_shader s;

    kit_start(kit, &s, ir_stage_vertex);
    kit_copy(&s, kit_builtin_output(&s, ir_builtin_position, 4),
             kit_input(&s, 0, ir_interp_perspective));
    for (uint32_t i = 0; i < varyings; i++)
        kit_copy(&s, kit_output(&s, i), kit_input(&s, i + 1, ir_interp_perspective));
    return kit_end(kit, &s);
}

const struct ir_shader *
kit_pass_fragment(struct kit *kit, enum ir_interp interp)
{
    struct kit_shader s;

    kit_start(kit, &s, ir_stage_fragment);
    kit_copy(&s, kit_output(&s, 0), kit_input(&s, 0, interp));
    return kit_end(kit, &s);
}

/* ---- scenes ---- */

uint32_t
kit_target(struct kit *kit, enum scene_format format, uint32_t width, uint32_t height)
{
    assert_in_range(kit->scene.target_count, 0, KIT_MAX_TARGETS - 1);
    kit->targets[kit->scene.target_count] =
        (struct scene_target){.format = format, .width = width, .height = height};
    return kit->scene.target_count++;
}

struct scene_draw *
kit_draw(struct kit *kit, const struct ir_shader *vertex, const struct ir_shader *fragment,
         const float (*vertices)[2][4], uint32_t count)
{
    struct scene_draw *draw = &kit->draws[kit->scene.draw_count];

    assert_in_range(kit->scene.draw_count, 0, KIT_MAX_DRAWS - 1);
    kit->scene.draw_count++;
    for (uint32_t i = 0; i < 2; i++)
        kit->attributes[i] = (struct scene_attribute){.location = i,
                                                      .format = scene_format_r32g32b32a32_sfloat,
                                                      .offset = i * 16,
                                                      .stride = 32};
    kit->buffers[0] = (struct scene_buffer){vertices, count * sizeof(*vertices)};
    *draw = scene_draw_default(kit->targets[0].width, kit->targets[0].height);
    draw->vertex = vertex;
    draw->fragment = fragment;
    draw->vertex_count = count;
    draw->attributes = kit->attributes;
    draw->attribute_count = 2;
    draw->bindings = kit->bindings;
    return draw;
}

void
kit_run(struct kit *kit, uint32_t lanes, uint32_t threads)
{
    struct scene_device *device =
        cpu_device_create(&(struct cpu_options){.lanes = lanes, .threads = threads});

    assert_non_null(device);
    const enum scene_status status =
        device->draw(device, &kit->scene, &kit->arena, &kit->result, &kit->diags);
    device->destroy(device);
    if (status != scene_status_ok)
        fail_msg("%s", kit->diags.list.data[0].message);
    assert_int_equal(kit->result.image_count, kit->scene.target_count);
}

const float *
kit_pixel(const struct kit *kit, uint32_t target, uint32_t x, uint32_t y)
{
    const struct scene_image *image = &kit->result.images[target];

    assert_int_equal(image->format, scene_format_r32g32b32a32_sfloat);
    assert_in_range(x, 0, image->width - 1);
    assert_in_range(y, 0, image->height - 1);
    return (const float *)image->data + 4 * ((size_t)y * image->width + x);
}

void
kit_assert_pixel(const struct kit *kit, uint32_t target, uint32_t x, uint32_t y, float r, float g,
                 float b, float a)
{
    const float expected[4] = {r, g, b, a};
    const float *found = kit_pixel(kit, target, x, y);

    if (memcmp(found, expected, sizeof(expected)) != 0)
        fail_msg("target %u pixel %u, %u: found %.9g, %.9g, %.9g, %.9g, expected %.9g, %.9g, "
                 "%.9g, %.9g",
                 target, x, y, (double)found[0], (double)found[1], (double)found[2],
                 (double)found[3], (double)r, (double)g, (double)b, (double)a);
}

const float kit_whole[3][2][4] = {
    {{-1, -1, 0, 1}, {0, 0, 7, 1}},
    {{3, -1, 0, 1}, {32, 0, 7, 1}},
    {{-1, 3, 0, 1}, {0, 32, 7, 1}},
};
