/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include <cmocka.h>

const float kit_corners[4][2][4] = {
    {{-1, -1, 0, 1}, {1, 0, 0, 1}},
    {{1, -1, 0, 1}, {2, 0, 0, 1}},
    {{-1, 1, 0, 1}, {3, 0, 0, 1}},
    {{1, 1, 0, 1}, {4, 0, 0, 1}},
};

void
kit_init(struct kit *kit)
{
    memset(kit, 0, sizeof(*kit));
    base_arena_init(&kit->arena, 0);
    base_diags_init(&kit->diags, &kit->arena, "scene");
    kit->scene = (struct scene){.buffers = kit->buffers,
                                .buffer_count = BASE_COUNT(kit->buffers),
                                .images = kit->images,
                                .views = kit->views,
                                .steps = kit->steps};
}

void
kit_restart(struct kit *kit)
{
    kit->scene.image_count = kit->scene.view_count = kit->draw_count = 0;
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
kit_image(struct kit *kit, const struct scene_image *image)
{
    const uint32_t number = kit->scene.image_count++;

    assert_in_range(number, 0, KIT_MAX_TARGETS - 1);
    kit->images[number] = *image;
    kit->views[number] = scene_view_of(&kit->scene, number);
    kit->scene.view_count = kit->scene.image_count;
    memset(kit->clears[number], 0, sizeof(kit->clears[number]));
    return number;
}

uint32_t
kit_target(struct kit *kit, enum scene_format format, uint32_t width, uint32_t height)
{
    const struct scene_image image = scene_image_2d_of(format, width, height);

    return kit_image(kit, &image);
}

struct scene_draw *
kit_draw(struct kit *kit, const struct ir_shader *vertex, const struct ir_shader *fragment,
         const float (*vertices)[2][4], uint32_t count)
{
    struct scene_draw *draw = &kit->draws[kit->draw_count];

    assert_in_range(kit->draw_count, 0, KIT_MAX_DRAWS - 1);
    kit->draw_count++;
    for (uint32_t i = 0; i < 2; i++)
        kit->attributes[i] = (struct scene_attribute){.location = i,
                                                      .format = scene_format_r32g32b32a32_sfloat,
                                                      .offset = i * 16,
                                                      .stride = 32};
    kit->buffers[0] = (struct scene_buffer){vertices, count * sizeof(*vertices)};
    *draw = scene_draw_default(kit->images[0].width, kit->images[0].height);
    draw->vertex = vertex;
    draw->fragment = fragment;
    draw->vertex_count = count;
    draw->attributes = kit->attributes;
    draw->attribute_count = 2;
    draw->inputs.bindings = kit->bindings;
    return draw;
}

static struct scene_step *
add_step(struct kit *kit, enum scene_step_kind kind)
{
    struct scene_step *step = &kit->steps[kit->scene.step_count++];

    step->kind = kind;
    return step;
}

void
kit_make_steps(struct kit *kit)
{
    kit->scene.step_count = 0;
    for (uint32_t i = 0; i < kit->scene.image_count; i++) {
        struct scene_step *step = add_step(kit, scene_step_clear);

        step->clear.view = i;
        memcpy(step->clear.words, kit->clears[i], sizeof(step->clear.words));
    }
    for (uint32_t i = 0; i < kit->draw_count; i++)
        add_step(kit, scene_step_draw)->draw = kit->draws[i];
    for (uint32_t i = 0; i < kit->scene.image_count; i++) {
        if (kit->images[i].samples == 1)
            add_step(kit, scene_step_read_image)->read = i;
    }
    for (uint32_t i = 0; i < kit->scene.buffer_count; i++)
        add_step(kit, scene_step_read_buffer)->read = i;
}

void
kit_run(struct kit *kit, uint32_t lanes, uint32_t threads)
{
    struct scene_device *device =
        cpu_device_create(&(struct cpu_options){.lanes = lanes, .threads = threads});

    assert_non_null(device);
    kit_make_steps(kit);
    const enum scene_status status =
        device->run(device, &kit->scene, &kit->arena, &kit->result, &kit->diags);
    device->destroy(device);
    if (status != scene_status_ok)
        fail_msg("%s", kit->diags.list.data[0].message);
}

const struct scene_bytes *
kit_bytes(const struct kit *kit, uint32_t image)
{
    uint32_t read = 0;

    assert_int_equal(kit->images[image].samples, 1);
    for (uint32_t i = 0; i < image; i++)
        read += kit->images[i].samples == 1;
    return &kit->result.reads[read];
}

const struct scene_bytes *
kit_buffer(const struct kit *kit, uint32_t buffer)
{
    return &kit->result.reads[kit->result.read_count - kit->scene.buffer_count + buffer];
}

const float *
kit_pixel(const struct kit *kit, uint32_t target, uint32_t x, uint32_t y)
{
    const struct scene_image *image = &kit->images[target];

    assert_int_equal(image->format, scene_format_r32g32b32a32_sfloat);
    assert_in_range(x, 0, image->width - 1);
    assert_in_range(y, 0, image->height - 1);
    return (const float *)kit_bytes(kit, target)->data + 4 * ((size_t)y * image->width + x);
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
