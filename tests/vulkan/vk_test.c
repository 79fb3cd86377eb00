/* SPDX-License-Identifier: MIT */
#include "vk_test.h"

#include "base/bits.h"

#include <stdio.h>
#include <stdlib.h>

void
vk_test_init(struct vk_test *test)
{
    base_arena_init(&test->arena, 0);
    base_diags_init(&test->diags, &test->arena, "test");
}

void
vk_test_finish(struct vk_test *test)
{
    base_arena_finish(&test->arena);
}

static void
show(struct vk_test *test)
{
    for (uint32_t i = 0; i < test->diags.list.count; i++) {
        struct base_text text;

        base_text_init(&text, &test->arena);
        base_diag_print_text(&test->diags.list.data[i], "test", &text);
        print_error("%s", base_text_string(&text));
    }
}

void
vk_test_no_errors(struct vk_test *test)
{
    if (!test->diags.error_count)
        return;
    show(test);
    fail_msg("%u errors", test->diags.error_count);
}

void
vk_test_error(struct vk_test *test, enum qd_code code, const char *text)
{
    const struct qd_diagnostic *first = test->diags.list.data;

    if (test->diags.list.count && first->code == code && first->severity == QD_SEVERITY_ERROR &&
        strstr(first->message, text))
        return;
    show(test);
    fail_msg("expected an error %s with \"%s\"", base_code_name(code), text);
}

struct scene_device *
vk_test_device(int argc, char **argv)
{
    const uint32_t index = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    const uint32_t minor = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 3;
    const struct vk_options options = {.validate = true};
    const struct vk_device_options more = {VK_LOADER_NAME, VK_TIMEOUT_NS,
                                           VK_MAKE_API_VERSION(0, 1, minor, 0)};
    struct vk_test test;

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        exit(1);
    struct scene_device *device = vk_device_open(index, &options, &more, &test.diags);
    if (!device && test.diags.list.count) {
        const struct qd_diagnostic *first = test.diags.list.data;
        const bool is_missing = first->code == QD_CODE_DEVICE_MISSING;

        printf("%s%s\n", is_missing ? "skip: " : "", first->message);
        exit(is_missing ? 77 : 1);
    }
    if (!device)
        exit(1);
    printf("device: %s, %s\n", device->description,
           vk_device_is_validating(device) ? "with the validation layer"
                                           : "without the validation layer");
    vk_test_finish(&test);
    return device;
}

uint32_t
vk_test_index(const struct scene_device *device)
{
    return (uint32_t)strtoul(device->name + strlen("vulkan:"), NULL, 10);
}

bool
vk_test_close(struct scene_device *device)
{
    const uint32_t messages = vk_device_close(device);

    if (messages)
        printf("the validation layer had %u messages when the device was closed\n", messages);
    return messages == 0;
}

/* ---- drawings ---- */

/* What a drawing is as a scene. */
static struct scene
make_scene(struct vk_test *test, const struct vk_drawing *drawing)
{
    const uint32_t targets = drawing->target_count;
    const uint32_t images = targets + drawing->texture_count;
    struct scene_image *image = base_arena_new_array(&test->arena, struct scene_image, images);
    struct scene_view *view = base_arena_new_array(&test->arena, struct scene_view, images);
    struct scene_step *steps =
        base_arena_new_array(&test->arena, struct scene_step, 2 * targets + drawing->draw_count);
    struct scene scene = {
        .buffers = drawing->buffers,
        .buffer_count = drawing->buffer_count,
        .images = image,
        .image_count = images,
        .views = view,
        .view_count = images,
        .samplers = drawing->samplers,
        .sampler_count = drawing->sampler_count,
        .steps = steps,
    };

    for (uint32_t i = 0; i < images; i++) {
        image[i] = i >= targets
                       ? drawing->textures[i - targets]
                       : scene_image_2d_of(drawing->targets[i].format, drawing->targets[i].width,
                                           drawing->targets[i].height);
        view[i] = scene_view_of(&scene, i);
    }
    for (uint32_t i = 0; i < targets; i++) {
        struct scene_step *step = &steps[scene.step_count++];

        step->kind = scene_step_clear;
        step->clear.view = i;
        for (uint32_t c = 0; c < 4; c++)
            step->clear.words[c] = base_bits_of_float(drawing->targets[i].clear[c]);
    }
    for (uint32_t i = 0; i < drawing->draw_count; i++) {
        steps[scene.step_count].kind = scene_step_draw;
        steps[scene.step_count++].draw = drawing->draws[i];
    }
    for (uint32_t i = 0; i < targets; i++) {
        steps[scene.step_count].kind = scene_step_read_image;
        steps[scene.step_count++].read = i;
    }
    return scene;
}

enum scene_status
vk_test_try(struct vk_test *test, struct scene_device *device, const struct vk_drawing *drawing,
            struct vk_pictures *pictures)
{
    const struct scene scene = make_scene(test, drawing);
    struct scene_result result;

    memset(pictures, 0, sizeof(*pictures));
    const enum scene_status status =
        device->run(device, &scene, &test->arena, &result, &test->diags);
    if (status != scene_status_ok) {
        assert_null(result.reads);
        assert_int_equal(result.read_count, 0);
        return status;
    }
    assert_int_equal(result.read_count, drawing->target_count);
    pictures->images = base_arena_new_array(&test->arena, struct vk_picture, drawing->target_count);
    pictures->image_count = drawing->target_count;
    for (uint32_t i = 0; i < drawing->target_count; i++) {
        pictures->images[i] = (struct vk_picture){
            drawing->targets[i].format, drawing->targets[i].width, drawing->targets[i].height,
            result.reads[i].data, result.reads[i].size};
    }
    return status;
}

static void
verify(struct vk_test *test, const struct ir_shader *shader)
{
    if (shader)
        ir_verify(shader, &test->diags);
}

struct vk_pictures
vk_test_draw(struct vk_test *test, struct scene_device *device, const struct vk_drawing *drawing)
{
    struct vk_pictures pictures;

    for (uint32_t i = 0; i < drawing->draw_count; i++) {
        verify(test, drawing->draws[i].vertex);
        verify(test, drawing->draws[i].fragment);
    }
    vk_test_no_errors(test);
    const enum scene_status status = vk_test_try(test, device, drawing, &pictures);
    vk_test_no_errors(test);
    assert_int_equal(status, scene_status_ok);
    return pictures;
}

const void *
vk_test_pixel(const struct vk_pictures *pictures, uint32_t i, uint32_t x, uint32_t y)
{
    const struct vk_picture *picture = &pictures->images[i];
    const size_t bytes = scene_format_infos[picture->format].bytes;

    assert_true(x < picture->width && y < picture->height);
    return (const char *)picture->data + ((size_t)y * picture->width + x) * bytes;
}

struct scene_result
vk_test_run(struct vk_test *test, struct scene_device *device, const struct scene *scene)
{
    struct scene_result result;

    for (uint32_t i = 0; i < scene->step_count; i++) {
        const struct scene_step *step = &scene->steps[i];

        if (step->kind == scene_step_draw) {
            verify(test, step->draw.vertex);
            verify(test, step->draw.fragment);
        } else if (step->kind == scene_step_dispatch) {
            verify(test, step->dispatch.shader);
        }
    }
    vk_test_no_errors(test);
    const enum scene_status status =
        device->run(device, scene, &test->arena, &result, &test->diags);
    vk_test_no_errors(test);
    assert_int_equal(status, scene_status_ok);
    return result;
}

/* ---- shaders ---- */

struct ir_shader *
vk_test_begin(struct vk_test *test, enum ir_stage stage, struct ir_builder *b)
{
    struct ir_shader *shader = ir_shader_create(&test->arena, stage, "test");

    ir_builder_init(b, shader);
    return shader;
}

uint32_t
vk_test_input(struct ir_shader *shader, uint32_t location, enum ir_type type)
{
    const struct ir_io io = {
        .location = location,
        .type = type,
        .components = 4,
        .interp = type == ir_type_i32 ? ir_interp_flat : ir_interp_perspective,
    };

    return ir_add_input(shader, &io);
}

uint32_t
vk_test_output(struct ir_shader *shader, uint32_t location)
{
    const struct ir_io io = {.location = location, .type = ir_type_f32, .components = 4};

    return ir_add_output(shader, &io);
}

uint32_t
vk_test_builtin_input(struct ir_shader *shader, enum ir_builtin builtin, enum ir_type type,
                      uint8_t components)
{
    const struct ir_io io = {
        .builtin = builtin,
        .type = type,
        .components = components,
        .interp = type == ir_type_i32 ? ir_interp_flat : ir_interp_perspective,
    };

    return ir_add_input(shader, &io);
}

uint32_t
vk_test_builtin_output(struct ir_shader *shader, enum ir_builtin builtin, uint8_t components)
{
    const struct ir_io io = {.builtin = builtin, .type = ir_type_f32, .components = components};

    return ir_add_output(shader, &io);
}

ir_ref
vk_test_load(struct ir_builder *b, uint32_t input, uint32_t component)
{
    return ir_build_op(b, ir_op_load_input, (ir_type_id)b->shader->inputs.data[input].type, 0, 0,
                       ir_io_imm(input, component));
}

void
vk_test_store(struct ir_builder *b, uint32_t output, const ir_ref values[4])
{
    for (uint32_t c = 0; c < 4; c++)
        ir_build_op(b, ir_op_store_output, ir_type_void, values[c], 0, ir_io_imm(output, c));
}

struct ir_shader *
vk_test_whole_target(struct vk_test *test)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_vertex, &b);
    const uint32_t input = vk_test_builtin_input(shader, ir_builtin_vertex_index, ir_type_i32, 1);
    const uint32_t output = vk_test_builtin_output(shader, ir_builtin_position, 4);
    const ir_ref index = vk_test_load(&b, input, 0);
    const ir_ref one = ir_build_i32(&b, 1);
    const ir_ref right = ir_build_u2f(&b, ir_type_f32, ir_build_iand(&b, index, one));
    const ir_ref down = ir_build_u2f(&b, ir_type_f32, ir_build_ushr(&b, index, one));
    const ir_ref four = ir_build_f32(&b, 4);
    const ir_ref minus = ir_build_f32(&b, -1);
    const ir_ref position[4] = {
        ir_build_fadd(&b, ir_build_fmul(&b, right, four), minus),
        ir_build_fadd(&b, ir_build_fmul(&b, down, four), minus),
        ir_build_f32(&b, 0),
        ir_build_f32(&b, 1),
    };

    vk_test_store(&b, output, position);
    return shader;
}

static void
pass(struct ir_builder *b, uint32_t input, uint32_t output)
{
    ir_ref values[4];

    for (uint32_t c = 0; c < 4; c++)
        values[c] = vk_test_load(b, input, c);
    vk_test_store(b, output, values);
}

struct ir_shader *
vk_test_passing(struct vk_test *test, uint32_t count)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_vertex, &b);

    pass(&b, vk_test_input(shader, 0, ir_type_f32),
         vk_test_builtin_output(shader, ir_builtin_position, 4));
    for (uint32_t i = 0; i < count; i++)
        pass(&b, vk_test_input(shader, i + 1, ir_type_f32), vk_test_output(shader, i));
    return shader;
}

struct ir_shader *
vk_test_showing(struct vk_test *test, uint32_t count)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);

    for (uint32_t i = 0; i < count; i++)
        pass(&b, vk_test_input(shader, i, ir_type_f32), vk_test_output(shader, i));
    return shader;
}
