/* SPDX-License-Identifier: MIT */
#include "quad_device.h"

#include "cpu/cpu.h"
#include "vulkan/vulkan_device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What a target holds where nothing is drawn; no program writes it to the first word. */
#define NOTHING UINT32_C(0xdeadbeef)

bool
quad_open(struct quad_device *device, const char *name, const char *way)
{
    const struct cpu_options cpu = {.lanes = 32};
    struct vk_options vulkan = {.validate = true};
    struct base_arena arena;
    struct base_diags diags;

    device->name = name;
    device->is_vulkan = strncmp(name, "vulkan", 6) == 0;
    if (!device->is_vulkan) {
        device->device = cpu_device_create(&cpu);
        return true;
    }
    if (strcmp(way, "broadcast") == 0)
        vulkan.quad = spirv_quad_broadcast;
    else if (strcmp(way, "derivatives") == 0)
        vulkan.quad = spirv_quad_derivatives;
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return false;
    base_diags_init(&diags, &arena, name);
    const uint32_t index = name[6] == ':' ? (uint32_t)strtoul(name + 7, NULL, 10) : 0;
    device->device = vk_device_create(index, &vulkan, &diags);
    if (!device->device)
        printf("skipped: %s\n", diags.list.data[0].message);
    base_arena_finish(&arena);
    return device->device != NULL;
}

bool
quad_close(struct quad_device *device)
{
    device->device->destroy(device->device);
    return true;
}

/* ---- shaders ---- */

static ir_ref
corner(struct ir_builder *b, ir_ref index, const float values[3])
{
    ir_ref value = ir_build_f32(b, values[2]);

    for (uint32_t i = 2; i-- > 0;) {
        const ir_ref is_this = ir_build_ieq(b, index, ir_build_i32(b, i));
        value = ir_build_select(b, is_this, ir_build_f32(b, values[i]), value);
    }
    return value;
}

static struct ir_shader *
make_vertex(struct base_arena *arena)
{
    static const float xs[3] = {-0.93f, 0.89f, -0.17f}, ys[3] = {-0.81f, -0.58f, 0.94f};
    struct ir_shader *shader = ir_shader_create(arena, ir_stage_vertex, "triangle");
    const struct ir_io index = {.builtin = ir_builtin_vertex_index,
                                .type = ir_type_i32,
                                .components = 1,
                                .interp = ir_interp_flat};
    const struct ir_io position = {
        .builtin = ir_builtin_position, .type = ir_type_f32, .components = 4};
    const uint32_t in = ir_add_input(shader, &index), out = ir_add_output(shader, &position);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const ir_ref number = ir_build_op(&b, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(in, 0));
    const ir_ref x = corner(&b, number, xs);
    const ir_ref y = corner(&b, number, ys);
    const ir_ref values[4] = {x, y, ir_build_f32(&b, 0), ir_build_f32(&b, 1)};
    for (uint32_t c = 0; c < 4; c++)
        ir_build_op(&b, ir_op_store_output, ir_type_void, values[c], 0, ir_io_imm(out, c));
    return shader;
}

static struct ir_shader *
make_cover(struct base_arena *arena)
{
    struct ir_shader *shader = ir_shader_create(arena, ir_stage_fragment, "cover");
    const struct ir_io colour = {.type = ir_type_i32, .components = 4};
    const uint32_t out = ir_add_output(shader, &colour);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    for (uint32_t c = 0; c < 4; c++) {
        const ir_ref one = ir_build_i32(&b, 1);
        ir_build_op(&b, ir_op_store_output, ir_type_void, one, 0, ir_io_imm(out, c));
    }
    return shader;
}

/* ---- draws ---- */

void
quad_draw(struct quad_device *device, const struct ir_shader *fragment, uint32_t side,
          uint32_t targets, uint32_t *words, bool *is_written, struct base_arena *arena)
{
    struct scene_image images[SCENE_MAX_TARGETS];
    struct scene_view views[SCENE_MAX_TARGETS];
    struct scene_step steps[2 * SCENE_MAX_TARGETS + 1] = {{0}};
    struct scene scene = {.images = images,
                          .image_count = targets,
                          .views = views,
                          .view_count = targets,
                          .steps = steps};
    struct scene_draw draw = scene_draw_default(side, side);
    struct scene_result result = {NULL, 0};
    struct base_diags diags;

    base_diags_init(&diags, arena, device->name);
    draw.vertex = make_vertex(arena);
    draw.fragment = fragment;
    draw.target_count = targets;
    for (uint32_t i = 0; i < targets; i++) {
        images[i] = scene_image_2d_of(scene_format_r32g32b32a32_uint, side, side);
        views[i] = scene_view_of(&scene, i);
        draw.targets[i] = (struct scene_target){.view = i, .resolve = SCENE_NONE};
        steps[i] = (struct scene_step){
            .kind = scene_step_clear,
            .clear = {.view = i, .words = {NOTHING, NOTHING, NOTHING, NOTHING}}};
        steps[targets + 1 + i] = (struct scene_step){.kind = scene_step_read_image, .read = i};
    }
    steps[targets] = (struct scene_step){.kind = scene_step_draw, .draw = draw};
    scene.step_count = 2 * targets + 1;
    if (device->device->run(device->device, &scene, arena, &result, &diags) != scene_status_ok)
        fail_msg("%s: %s", device->name, diags.list.count ? diags.list.data[0].message : "?");
    for (uint32_t pixel = 0; pixel < side * side; pixel++) {
        is_written[pixel] = false;
        for (uint32_t i = 0; i < targets; i++) {
            uint32_t *to = words + (pixel * targets + i) * 4;
            memcpy(to, (const uint32_t *)result.reads[i].data + pixel * 4, 16);
            for (uint32_t c = 0; c < 4; c++)
                is_written[pixel] |= to[c] != NOTHING;
        }
    }
}

void
quad_coverage(struct quad_device *device, uint32_t side, bool *covered, struct base_arena *arena)
{
    uint32_t *words = base_arena_new_array(arena, uint32_t, side * side * 4);

    quad_draw(device, make_cover(arena), side, 1, words, covered, arena);
}
