/* SPDX-License-Identifier: MIT
 *
 * What is made for a shader's image passes the scene's check there, whatever the image is, and for
 * another kind of image it does not.
 */
#include "scene/scene.h"

#include <cmocka.h>

static struct base_arena arena;

static const enum ir_texel texels[] = {ir_texel_f32, ir_texel_i32, ir_texel_u32};

#define KINDS 12
#define SIDE 8
#define COUNT 3

/* Dimension and array, and multisampled 2D. */
static struct ir_image
image_of(unsigned kind, enum ir_image_kind use, enum ir_texel texel)
{
    struct ir_image image = {.name = "image", .kind = use, .texel = texel, .count = 1};

    image.is_arrayed = kind % 2;
    image.is_multisampled = kind / 2 == 5;
    image.dim = image.is_multisampled ? ir_dim_2d : (enum ir_dim)(kind / 2);
    return image;
}

static bool
is_kind(unsigned kind)
{
    const struct ir_image image = image_of(kind, ir_image_sampled, ir_texel_f32);

    return !(image.is_arrayed && (image.dim == ir_dim_3d || image.dim == ir_dim_buffer));
}

/* Does the check take what is made for one image where a shader has another? */
static bool
takes(const struct ir_image *made_for, const struct ir_image *declared)
{
    const enum scene_format format = scene_format_for(made_for, scene_format_r8g8b8a8_unorm);
    const struct scene_buffer buffer = {.size = 256};
    const struct scene_sampler sampler = {0};
    struct ir_shader *shader = ir_shader_create(&arena, ir_stage_compute, "");
    struct scene_binding binding = {.kind = scene_binding_kind_of(made_for), .format = format};
    struct scene_image image = scene_image_2d_of(format, 1, 1);
    struct scene_view view = {.dim = ir_dim_2d, .level_count = 1, .layer_count = 1};
    struct scene_step step = {.kind = scene_step_dispatch};
    const struct scene scene = {.buffers = &buffer,
                                .buffer_count = 1,
                                .images = &image,
                                .image_count = 1,
                                .views = &view,
                                .view_count = 1,
                                .samplers = &sampler,
                                .sampler_count = 1,
                                .steps = &step,
                                .step_count = 1};
    struct base_diags diags;

    if (made_for->dim != ir_dim_buffer) {
        image = scene_image_for(made_for, format, SIDE, COUNT);
        view = scene_view_for(made_for, &image, 0);
    }
    ir_add_image(shader, declared);
    step.dispatch.shader = shader;
    step.dispatch.inputs.bindings = &binding;
    step.dispatch.inputs.binding_count = 1;
    base_diags_init(&diags, &arena, "");
    return scene_check(&scene, &diags);
}

static void
test_images(void **state)
{
    const enum ir_image_kind uses[] = {ir_image_combined, ir_image_sampled, ir_image_storage};
    unsigned taken = 0;
    (void)state;

    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned u = 0; u < BASE_COUNT(uses); u++)
            for (unsigned t = 0; t < BASE_COUNT(texels); t++) {
                const struct ir_image image = image_of(kind, uses[u], texels[t]);

                /* A buffer is never combined with a sampler. */
                if (!is_kind(kind) || (image.dim == ir_dim_buffer && u == 0))
                    continue;
                if (!takes(&image, &image))
                    fail_msg("kind %u, use %u, texel %u", kind, u, t);
                taken++;
            }
    assert_int_equal(taken, (10 * 3 - 1) * BASE_COUNT(texels));
}

static void
test_others(void **state)
{
    (void)state;

    for (unsigned a = 0; a < KINDS; a++)
        for (unsigned b = 0; b < KINDS; b++) {
            const struct ir_image images[] = {image_of(a, ir_image_sampled, ir_texel_f32),
                                              image_of(b, ir_image_sampled, ir_texel_f32)};

            if (is_kind(a) && is_kind(b) && takes(&images[0], &images[1]) != (a == b))
                fail_msg("kinds %u and %u", a, b);
        }
    for (unsigned t = 1; t < BASE_COUNT(texels); t++) {
        const struct ir_image floats = image_of(2, ir_image_sampled, ir_texel_f32);
        const struct ir_image integers = image_of(2, ir_image_sampled, texels[t]);

        assert_false(takes(&floats, &integers));
        assert_false(takes(&integers, &floats));
    }
}

static void
test_layers(void **state)
{
    static const struct {
        unsigned kind;
        uint32_t height, depth, layers, samples;
    } rows[] = {
        {0, 1, 1, 1, 1},        {1, 1, 1, COUNT, 1},        {2, SIDE, 1, 1, 1},
        {3, SIDE, 1, COUNT, 1}, {4, SIDE, COUNT, 1, 1},     {6, SIDE, 1, 6, 1},
        {10, SIDE, 1, 1, 4},    {7, SIDE, 1, 6 * COUNT, 1}, {11, SIDE, 1, COUNT, 4},
    };
    (void)state;

    for (unsigned i = 0; i < BASE_COUNT(rows); i++) {
        const struct ir_image image = image_of(rows[i].kind, ir_image_sampled, ir_texel_f32);
        const struct scene_image made =
            scene_image_for(&image, scene_format_d32_sfloat, SIDE, COUNT);

        assert_int_equal(made.width, SIDE);
        assert_int_equal(made.height, rows[i].height);
        assert_int_equal(made.depth, rows[i].depth);
        assert_int_equal(made.layers, rows[i].layers);
        assert_int_equal(made.samples, rows[i].samples);
        assert_int_equal(made.levels, 1);
    }
}

static void
test_uses(void **state)
{
    struct ir_shader *shader = ir_shader_create(&arena, ir_stage_fragment, "");
    const struct ir_image image = image_of(2, ir_image_sampled, ir_texel_f32);
    const struct ir_sampler sampler = {.name = "sampler", .count = 1};
    struct ir_builder b;
    (void)state;

    ir_builder_init(&b, shader);
    for (unsigned i = 0; i < 4; i++) {
        ir_add_image(shader, &image);
        ir_add_sampler(shader, &sampler);
    }
    const ir_ref zero = ir_build_f32(&b, 0);
    const ir_ref operands[] = {zero, zero, zero};
    ir_build_list(&b, ir_op_sample, IR_VEC(ir_type_f32, 4), operands, 2, 1 | IR_IMAGE_SAMPLER(0));
    ir_build_list(&b, ir_op_sample, (ir_type_id)ir_type_f32, operands, 3,
                  0 | IR_IMAGE_SAMPLER(1) | IR_SAMPLE_DREF);
    ir_build_list(&b, ir_op_gather, IR_VEC(ir_type_f32, 4), operands, 3,
                  2 | IR_IMAGE_SAMPLER(1) | IR_SAMPLE_DREF);
    ir_build_list(&b, ir_op_sample, IR_VEC(ir_type_f32, 4), operands, 2, 2 | IR_IMAGE_SAMPLER(2));
    const struct scene_uses uses = scene_find_uses(shader, &arena);
    assert_int_equal(uses.images[0], SCENE_USE_COMPARED);
    assert_int_equal(uses.images[1], SCENE_USE_PLAIN);
    assert_int_equal(uses.images[2], SCENE_USE_COMPARED | SCENE_USE_PLAIN);
    assert_int_equal(uses.images[3], 0);
    assert_int_equal(uses.samplers[0], SCENE_USE_PLAIN);
    assert_int_equal(uses.samplers[1], SCENE_USE_COMPARED);
    assert_int_equal(uses.samplers[2], SCENE_USE_PLAIN);
    assert_int_equal(uses.samplers[3], 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_uses),
    };

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    base_arena_finish(&arena);
    return failed;
}
