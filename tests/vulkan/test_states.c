/* SPDX-License-Identifier: MIT
 *
 * The state of draws: depth, stencil, blending, masks, samples, layers and polygon modes.
 */
#include "base/bits.h"
#include "vk_job.h"

#include <math.h>

static struct scene_device *device;

/* ---- one target, one draw ---- */

/* Writes push constants 0 to 3 to location 0, 4 to 7 to its second source where that is asked for.
 */
static struct ir_shader *
pushed_shader(struct vk_test *test, bool has_second)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);

    shader->push_size = 32;
    for (uint32_t i = 0; i < 1u + has_second; i++) {
        const struct ir_io io = {.index = i, .type = ir_type_f32, .components = 4};
        const uint32_t output = ir_add_output(shader, &io);
        ir_ref values[4];

        for (uint32_t c = 0; c < 4; c++)
            values[c] = ir_build_op(&b, ir_op_load_push, ir_type_f32,
                                    ir_build_i32(&b, 16 * i + 4 * c), 0, 0);
        vk_test_store(&b, output, values);
    }
    return shader;
}

/* Image 0 is the target, image 1, where there is a format for it, depth. Both are cleared, drawn to
 * once, and read. */
struct drawn {
    struct vk_job job;
    struct scene_draw *draw;
    float pushed[8];
};

static void
drawn_init(struct vk_test *test, struct drawn *drawn, enum scene_format depth, float clear,
           uint32_t stencil)
{
    const struct scene_image color = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, 4, 4);
    const struct scene_image depth_image = scene_image_2d_of(depth, 4, 4);

    vk_job_init(&drawn->job, 1);
    vk_job_add_image(&drawn->job, &color);
    if (depth != scene_format_none) {
        vk_job_add_image(&drawn->job, &depth_image);
        vk_job_add_step(&drawn->job, scene_step_clear)->clear =
            (struct scene_clear){1, {base_bits_of_float(clear), stencil}};
    }
    drawn->draw = &vk_job_add_step(&drawn->job, scene_step_draw)->draw;
    *drawn->draw = scene_draw_default(4, 4);
    drawn->draw->vertex = vk_test_whole_target(test);
    drawn->draw->fragment = pushed_shader(test, false);
    drawn->draw->depth_view = depth != scene_format_none ? 1 : SCENE_NONE;
    drawn->draw->inputs.push = drawn->pushed;
    drawn->draw->inputs.push_size = sizeof(drawn->pushed);
    for (uint32_t i = 0; i < 8; i++)
        drawn->pushed[i] = 1;
    vk_job_read_image(&drawn->job, 0);
    if (depth != scene_format_none)
        vk_job_read_image(&drawn->job, 1);
}

static const float *
drawn_color(struct vk_test *test, const struct drawn *drawn)
{
    return vk_job_run(test, device, &drawn->job).reads[0].data;
}

/* ---- depth ---- */

VK_TEST_CASE(test_depth)
{
    static const struct {
        enum scene_compare compare;
        bool passes[3]; /* For a depth below, at and above what is there. */
    } rows[] = {
        {scene_compare_never, {false, false, false}},
        {scene_compare_less, {true, false, false}},
        {scene_compare_equal, {false, true, false}},
        {scene_compare_less_or_equal, {true, true, false}},
        {scene_compare_greater, {false, false, true}},
        {scene_compare_not_equal, {true, false, true}},
        {scene_compare_greater_or_equal, {false, true, true}},
        {scene_compare_always, {true, true, true}},
    };
    static const float depths[] = {0.25f, 0.5f, 0.75f};

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (uint32_t d = 0; d < 3; d++) {
            for (int has_write = 0; has_write < 2; has_write++) {
                struct drawn drawn;

                drawn_init(test, &drawn, scene_format_d32_sfloat, 0.5f, 0);
                drawn.draw->viewport.min_depth = drawn.draw->viewport.max_depth = depths[d];
                drawn.draw->depth.has_test = true;
                drawn.draw->depth.has_write = has_write;
                drawn.draw->depth.compare = rows[i].compare;
                const struct scene_result result = vk_job_run(test, device, &drawn.job);
                const float color = ((const float *)result.reads[0].data)[20];
                const float depth = ((const float *)result.reads[1].data)[5];
                if (color != (float)rows[i].passes[d] ||
                    depth != (rows[i].passes[d] && has_write ? depths[d] : 0.5f))
                    fail_msg("row %zu, depth %g: colour %g, depth %g", i, (double)depths[d],
                             (double)color, (double)depth);
            }
        }
    }
}

/* Without a test depth is not written; without a target there is no test; depth alone. */
VK_TEST_CASE(test_depth_parts)
{
    struct drawn drawn;

    drawn_init(test, &drawn, scene_format_d16_unorm, 1, 0);
    drawn.draw->depth.has_write = true;
    struct scene_result result = vk_job_run(test, device, &drawn.job);
    assert_int_equal(((const uint16_t *)result.reads[1].data)[0], 0xffff);
    drawn.draw->depth.has_test = true;
    drawn.draw->depth.compare = scene_compare_less;
    drawn.draw->fragment = NULL;
    drawn.draw->target_count = 0;
    result = vk_job_run(test, device, &drawn.job);
    assert_int_equal(((const uint16_t *)result.reads[1].data)[0], 0);
    assert_true(((const float *)result.reads[0].data)[0] == 0);

    drawn_init(test, &drawn, scene_format_none, 0, 0);
    drawn.draw->depth.has_test = true;
    drawn.draw->depth.compare = scene_compare_never;
    assert_true(drawn_color(test, &drawn)[0] == 1);
}

/* Bias moves depth; clamping keeps what is beyond the far plane. */
VK_TEST_CASE(test_depth_raster)
{
    struct drawn drawn;

    drawn_init(test, &drawn, scene_format_d32_sfloat, 1, 0);
    drawn.draw->viewport.min_depth = drawn.draw->viewport.max_depth = 0.5f;
    drawn.draw->depth =
        (struct scene_depth){.has_test = true, .has_write = true, .compare = scene_compare_always};
    drawn.draw->raster.has_depth_bias = true;
    drawn.draw->raster.bias_constant = 65536;
    struct scene_result result = vk_job_run(test, device, &drawn.job);
    /* 65536 units in the last place of 0.5. */
    assert_true(((const float *)result.reads[1].data)[0] == 0.5f + 65536 * 0x1p-24f);
    drawn.draw->raster.bias_clamp = 0x1p-12f;
    result = vk_job_run(test, device, &drawn.job);
    assert_true(((const float *)result.reads[1].data)[0] == 0.5f + 0x1p-12f);
    vk_test_of(device)->features.core.depthBiasClamp = VK_FALSE;
    vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "depthBiasClamp");
    vk_test_of(device)->features.core.depthBiasClamp = VK_TRUE;
}

VK_TEST_CASE(test_depth_bounds)
{
    const VkBool32 has = vk_test_of(device)->features.core.depthBounds;
    struct drawn drawn;

    drawn_init(test, &drawn, scene_format_d32_sfloat, 0.5f, 0);
    drawn.draw->depth.has_bounds = true;
    drawn.draw->depth.min_bounds = 0.6f;
    drawn.draw->depth.max_bounds = 1;
    if (has)
        assert_true(drawn_color(test, &drawn)[0] == 0);
    vk_test_of(device)->features.core.depthBounds = VK_FALSE;
    vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "depthBounds");
    vk_test_of(device)->features.core.depthBounds = has;
}

/* ---- stencil ---- */

static enum scene_format
stencil_format(void)
{
    static const enum scene_format formats[] = {scene_format_d24_unorm_s8_uint,
                                                scene_format_d32_sfloat_s8_uint};

    for (size_t i = 0; i < BASE_COUNT(formats); i++) {
        if (device->has_format(device, formats[i], SCENE_FORMAT_DEPTH, 1))
            return formats[i];
    }
    return scene_format_none;
}

VK_TEST_CASE(test_stencil)
{
    static const struct {
        enum scene_stencil_op op;
        uint8_t before;
        uint8_t after;
    } rows[] = {
        {scene_stencil_keep, 5, 5},
        {scene_stencil_zero, 5, 0},
        {scene_stencil_replace, 5, 0x33},
        {scene_stencil_increment_clamp, 5, 6},
        {scene_stencil_increment_clamp, 255, 255},
        {scene_stencil_decrement_clamp, 5, 4},
        {scene_stencil_decrement_clamp, 0, 0},
        {scene_stencil_invert, 5, 250},
        {scene_stencil_increment_wrap, 255, 0},
        {scene_stencil_decrement_wrap, 0, 255},
    };
    const enum scene_format format = stencil_format();
    const uint32_t bytes = scene_format_infos[format].bytes;

    /* Where the operation stands: what fails is none, stencil, depth. */
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (int failing = 0; failing < 3; failing++) {
            struct scene_stencil face = {.compare = failing == 1 ? scene_compare_never
                                                                 : scene_compare_always,
                                         .compare_mask = 255,
                                         .write_mask = 255,
                                         .reference = 0x33};
            uint32_t words[4];
            struct drawn drawn;

            face.pass = failing == 0 ? rows[i].op : scene_stencil_invert;
            face.fail = failing == 1 ? rows[i].op : scene_stencil_invert;
            face.depth_fail = failing == 2 ? rows[i].op : scene_stencil_invert;
            drawn_init(test, &drawn, format, 0.5f, rows[i].before);
            drawn.draw->raster.front = scene_front_clockwise; /* So is the triangle. */
            drawn.draw->depth = (struct scene_depth){.has_test = true,
                                                     .compare = failing == 2 ? scene_compare_never
                                                                             : scene_compare_always,
                                                     .has_stencil = true,
                                                     .front = face,
                                                     .back = {.compare = scene_compare_never}};
            const struct scene_result result = vk_job_run(test, device, &drawn.job);
            scene_format_unpack(format, (const char *)result.reads[1].data + 5 * bytes, words);
            const float color = ((const float *)result.reads[0].data)[20];
            if (words[1] != rows[i].after || color != (float)(failing == 0))
                fail_msg("row %zu, failing %d: stencil %u, colour %g", i, failing, words[1],
                         (double)color);
        }
    }
}

/* The back face, and masks of reading and writing. */
VK_TEST_CASE(test_stencil_masks)
{
    const enum scene_format format = stencil_format();
    const struct scene_stencil face = {.compare = scene_compare_equal,
                                       .compare_mask = 0x0f,
                                       .write_mask = 0xf1,
                                       .reference = 0xa5,
                                       .pass = scene_stencil_invert};
    uint32_t words[4];
    struct drawn drawn;

    drawn_init(test, &drawn, format, 0.5f, 0x75);
    drawn.draw->raster.front = scene_front_counter_clockwise;
    drawn.draw->depth.has_stencil = true;
    drawn.draw->depth.front = drawn.draw->depth.back = face;
    struct scene_result result = vk_job_run(test, device, &drawn.job);
    scene_format_unpack(format, result.reads[1].data, words);
    assert_int_equal(words[1], 0x84); /* Bits 1 to 3 stay. */

    /* Which face it is depends on the winding alone. */
    for (int front = 0; front < 2; front++) {
        drawn.draw->raster.front = front ? scene_front_clockwise : scene_front_counter_clockwise;
        drawn.draw->depth.front.pass = scene_stencil_zero;
        drawn.draw->depth.front.write_mask = 255;
        result = vk_job_run(test, device, &drawn.job);
        scene_format_unpack(format, result.reads[1].data, words);
        /* The triangle runs clockwise in the window. */
        assert_int_equal(words[1], front ? 0 : 0x84);
    }
}

/* ---- blending ---- */

static const float source[4] = {0.5f, 0.25f, 1, 0.75f};
static const float second[4] = {0.125f, 0.75f, 0.5f, 0.25f};
static const float target[4] = {0.25f, 0.5f, 0.125f, 0.625f};
static const float constant[4] = {0.75f, 0.375f, 0.25f, 0.5f};

/* Vulkan's table of blend factors. */
static float
factor_of(enum scene_factor factor, uint32_t c)
{
    const float alpha = fminf(source[3], 1 - target[3]);
    const float table[] = {
        0,
        1,
        source[c],
        1 - source[c],
        target[c],
        1 - target[c],
        source[3],
        1 - source[3],
        target[3],
        1 - target[3],
        constant[c],
        1 - constant[c],
        constant[3],
        1 - constant[3],
        c == 3 ? 1 : alpha,
        second[c],
        1 - second[c],
        second[3],
        1 - second[3],
    };

    return table[factor];
}

static float
blend_of(enum scene_blend_op op, float src, float dst, uint32_t c)
{
    switch (op) {
    case scene_blend_add:
        return src + dst;
    case scene_blend_subtract:
        return src - dst;
    case scene_blend_reverse_subtract:
        return dst - src;
    case scene_blend_min:
        return fminf(source[c], target[c]);
    case scene_blend_max:
        return fmaxf(source[c], target[c]);
    }
    return NAN;
}

static void
try_blend(struct vk_test *test, const struct scene_target *blended)
{
    const bool has_second = blended->src_color >= scene_factor_src1_color ||
                            blended->dst_color >= scene_factor_src1_color;
    struct scene_step clear = {.kind = scene_step_clear};
    struct drawn drawn;

    drawn_init(test, &drawn, scene_format_none, 0, 0);
    drawn.draw->fragment = pushed_shader(test, has_second);
    memcpy(drawn.pushed, source, sizeof(source));
    memcpy(drawn.pushed + 4, second, sizeof(second));
    memcpy(drawn.draw->blend_constants, constant, sizeof(constant));
    drawn.draw->targets[0] = *blended;
    memcpy(clear.clear.words, target, sizeof(target));
    memmove(drawn.job.steps + 1, drawn.job.steps, 2 * sizeof(clear));
    drawn.job.steps[0] = clear;
    drawn.job.scene.step_count++;
    const float *color = drawn_color(test, &drawn);
    for (uint32_t c = 0; c < 4; c++) {
        const enum scene_factor src = c == 3 ? blended->src_alpha : blended->src_color;
        const enum scene_factor dst = c == 3 ? blended->dst_alpha : blended->dst_color;
        const enum scene_blend_op op = c == 3 ? blended->alpha_op : blended->color_op;
        const float expected =
            blend_of(op, source[c] * factor_of(src, c), target[c] * factor_of(dst, c), c);
        if (fabsf(color[c] - expected) > 1e-6f)
            fail_msg("factors %d and %d, op %d, component %u: %g, expected %g", src, dst, op, c,
                     (double)color[c], (double)expected);
    }
}

VK_TEST_CASE(test_blending)
{
    const uint32_t count = vk_test_of(device)->features.core.dualSrcBlend
                               ? scene_factor_one_minus_src1_alpha + 1u
                               : (uint32_t)scene_factor_src1_color;

    if (!device->has_format(device, scene_format_r32g32b32a32_sfloat, SCENE_FORMAT_BLEND, 1)) {
        print_message("skip: the device does not blend this format\n");
        skip();
    }
    for (uint32_t f = 0; f < count; f++) {
        const enum scene_factor factor = (enum scene_factor)f;
        const enum scene_factor other = (enum scene_factor)((f * 7 + 3) % count);

        try_blend(test, &(struct scene_target){.resolve = SCENE_NONE,
                                               .has_blend = true,
                                               .src_color = factor,
                                               .dst_color = other,
                                               .src_alpha = other,
                                               .dst_alpha = factor});
    }
    for (int op = 0; op <= scene_blend_max; op++)
        try_blend(test, &(struct scene_target){.resolve = SCENE_NONE,
                                               .has_blend = true,
                                               .src_color = scene_factor_src_alpha,
                                               .dst_color = scene_factor_constant_color,
                                               .color_op = (enum scene_blend_op)op,
                                               .src_alpha = scene_factor_one,
                                               .dst_alpha = scene_factor_dst_alpha,
                                               .alpha_op = (enum scene_blend_op)((op + 2) % 5)});
}

VK_TEST_CASE(test_blend_faults)
{
    struct vk_device *vk = vk_test_of(device);
    const VkBool32 has_dual = vk->features.core.dualSrcBlend;
    const VkBool32 has_independent = vk->features.core.independentBlend;
    const struct scene_image color = scene_image_2d_of(scene_format_r8g8b8a8_unorm, 4, 4);
    struct drawn drawn;

    drawn_init(test, &drawn, scene_format_none, 0, 0);
    vk_job_add_image(&drawn.job, &color);
    drawn.draw->target_count = 2;
    drawn.draw->targets[1].view = 1;
    drawn.draw->targets[1].resolve = SCENE_NONE;
    vk->features.core.independentBlend = VK_FALSE;
    vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "independentBlend");
    vk->features.core.independentBlend = has_independent;
    drawn.draw->target_count = 1;
    drawn.draw->fragment = pushed_shader(test, true);
    vk->features.core.dualSrcBlend = VK_FALSE;
    vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "dualSrcBlend");
    vk->features.core.dualSrcBlend = has_dual;
}

/* Integers are not blended anywhere. */
VK_TEST_CASE(test_integer_target)
{
    const struct scene_image image = scene_image_2d_of(scene_format_r32g32b32a32_uint, 4, 4);
    const struct ir_io io = {.component = 1, .type = ir_type_i32, .components = 2};
    struct ir_builder b;
    struct drawn drawn;

    drawn_init(test, &drawn, scene_format_none, 0, 0);
    drawn.job.images[0] = image;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const uint32_t output = ir_add_output(shader, &io);
    for (uint32_t c = 0; c < 2; c++)
        ir_build_op(&b, ir_op_store_output, ir_type_void, ir_build_i32(&b, 0xfffffff0 + c), 0,
                    ir_io_imm(output, c));
    drawn.draw->fragment = shader;
    drawn.draw->targets[0].no_write = 4; /* Of the two that are there, one. */
    const struct scene_result result = vk_job_run(test, device, &drawn.job);
    static const uint32_t expected[4] = {0, 0xfffffff0, 0, 0};
    assert_memory_equal(result.reads[0].data, expected, 16);
    drawn.draw->targets[0].has_blend = true;
    vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS, "blend");
}

/* Integers have no sign in shaders; what is stored has that of the format. */
VK_TEST_CASE(test_signed_target)
{
    static const enum scene_format formats[] = {
        scene_format_r8g8b8a8_sint, scene_format_r16g16b16a16_sint, scene_format_r32g32b32a32_sint};
    static const int32_t values[4] = {-1, -128, 127, 5};
    const struct ir_io io = {.type = ir_type_i32, .components = 4};

    for (size_t i = 0; i < BASE_COUNT(formats); i++) {
        uint32_t words[4];
        struct ir_builder b;
        struct drawn drawn;

        drawn_init(test, &drawn, scene_format_none, 0, 0);
        drawn.job.images[0].format = formats[i];
        struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
        const uint32_t output = ir_add_output(shader, &io);
        for (uint32_t c = 0; c < 4; c++)
            ir_build_op(&b, ir_op_store_output, ir_type_void, ir_build_i32(&b, (uint32_t)values[c]),
                        0, ir_io_imm(output, c));
        drawn.draw->fragment = shader;
        const struct scene_result result = vk_job_run(test, device, &drawn.job);
        scene_format_unpack(formats[i], result.reads[0].data, words);
        assert_memory_equal(words, values, sizeof(values));
    }
}

/* ---- samples ---- */

/* Two of four samples are written; the mean is resolved, a copy of all samples too. */
VK_TEST_CASE(test_samples)
{
    const struct scene_image single = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, 4, 4);
    struct scene_image multiple = single;
    struct drawn drawn;

    multiple.samples = 4;
    drawn_init(test, &drawn, scene_format_none, 0, 0);
    const uint32_t first = vk_job_add_image(&drawn.job, &multiple);
    const uint32_t copied = vk_job_add_image(&drawn.job, &multiple);
    drawn.draw->targets[0].view = first;
    drawn.draw->targets[0].resolve = 0;
    drawn.draw->raster.has_sample_mask = true;
    drawn.draw->raster.sample_mask = 0xa;
    drawn.draw->raster.min_sample_shading =
        vk_test_of(device)->features.core.sampleRateShading ? 1 : 0;
    assert_true(drawn_color(test, &drawn)[0] == 0.5f);

    /* The copy has what the first one has; one sample more of it is drawn, then it is resolved. */
    drawn.job.scene.step_count = 1;
    vk_job_add_step(&drawn.job, scene_step_copy_image)->copy =
        (struct scene_copy){.from = first, .to = copied};
    struct scene_step *again = vk_job_add_step(&drawn.job, scene_step_draw);
    *again = drawn.job.steps[0];
    again->draw.targets[0].view = copied;
    again->draw.raster.sample_mask = 1;
    vk_job_read_image(&drawn.job, 0);
    assert_true(drawn_color(test, &drawn)[0] == 0.75f);
}

/* The samples of an image as a shader sees them, each of its own. */
VK_TEST_CASE(test_sample_fetch)
{
    const struct ir_image declared = {.binding = 1,
                                      .dim = ir_dim_2d,
                                      .kind = ir_image_sampled,
                                      .texel = ir_texel_f32,
                                      .is_multisampled = true,
                                      .count = 1};
    struct scene_image image = scene_image_2d_of(scene_format_r8_unorm, 4, 4);
    struct vk_compute c;
    struct drawn drawn;

    drawn_init(test, &drawn, scene_format_none, 0, 0);
    image.samples = 4;
    drawn.job.images[0] = image;
    drawn.draw->raster.has_sample_mask = true;
    drawn.draw->raster.sample_mask = 0x5;
    drawn.job.scene.step_count--;
    drawn.job.buffers[0].size = 64;

    vk_compute_begin(test, &c, 1, 4);
    const uint32_t index = ir_add_image(c.shader, &declared);
    const ir_ref zero = ir_build_i32(&c.b, 0);
    vk_compute_put_vector(&c,
                          ir_build_list(&c.b, ir_op_fetch, IR_VEC(ir_type_f32, 4),
                                        (const ir_ref[]){zero, zero, c.index}, 3, index),
                          ir_type_f32);
    vk_job_bind(&drawn.job, &(struct scene_binding){.binding = 1, .kind = scene_binding_sampled});
    vk_job_dispatch(&drawn.job, c.shader, 4);
    const uint32_t *words = vk_job_words(test, device, &drawn.job);
    for (uint32_t s = 0; s < 4; s++)
        assert_int_equal(words[4 * s], s % 2 ? 0 : base_bits_of_float(1));
}

/* Alpha of a half covers two of four samples; alpha to one writes 1 for it. */
VK_TEST_CASE(test_alpha)
{
    struct scene_image multiple = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, 4, 4);
    struct drawn drawn;

    multiple.samples = 4;
    drawn_init(test, &drawn, scene_format_none, 0, 0);
    drawn.draw->targets[0].view = vk_job_add_image(&drawn.job, &multiple);
    drawn.draw->targets[0].resolve = 0;
    drawn.draw->raster.has_alpha_to_coverage = true;
    drawn.pushed[3] = 0.5f;
    assert_true(drawn_color(test, &drawn)[0] == 0.5f);
    if (!vk_test_of(device)->features.core.alphaToOne)
        return;
    drawn.draw->raster.has_alpha_to_coverage = false;
    drawn.draw->raster.has_alpha_to_one = true;
    assert_true(drawn_color(test, &drawn)[3] == 1);
}

VK_TEST_CASE(test_resolve_faults)
{
    const struct scene_image other = scene_image_2d_of(scene_format_r8g8b8a8_unorm, 4, 4);
    struct scene_image multiple = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, 4, 4);
    struct drawn drawn;

    multiple.samples = 4;
    drawn_init(test, &drawn, scene_format_none, 0, 0);
    drawn.draw->targets[0].resolve = vk_job_add_image(&drawn.job, &other);
    vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "one sample");
    drawn.draw->targets[0].view = vk_job_add_image(&drawn.job, &multiple);
    vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "another format");
}

/* ---- layers, levels, slices ---- */

/* One part of an image is drawn to; the rest keeps what it has. */
VK_TEST_CASE(test_parts)
{
    static const struct {
        enum scene_image_dim dim;
        uint32_t depth;
        uint32_t layers;
        uint32_t levels;
        uint32_t level;
        uint32_t layer;
        uint32_t first; /* Texels of the image that are drawn to. */
        uint32_t count;
        uint32_t total;
    } rows[] = {
        {scene_image_2d, 1, 3, 1, 0, 1, 16, 16, 48},
        {scene_image_2d, 1, 2, 3, 1, 1, 36, 4, 42},
        {scene_image_3d, 4, 1, 1, 0, 2, 32, 16, 64},
        {scene_image_3d, 4, 1, 2, 1, 1, 68, 4, 72},
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_image image = {scene_format_r32g32b32a32_sfloat,
                                          rows[i].dim,
                                          4,
                                          4,
                                          rows[i].depth,
                                          rows[i].layers,
                                          rows[i].levels,
                                          1,
                                          NULL,
                                          0};
        struct drawn drawn;

        drawn_init(test, &drawn, scene_format_none, 0, 0);
        drawn.job.images[0] = image;
        drawn.job.views[0] = (struct scene_view){.dim = ir_dim_2d,
                                                 .first_level = rows[i].level,
                                                 .level_count = 1,
                                                 .first_layer = rows[i].layer,
                                                 .layer_count = 1};
        drawn.draw->viewport.width = drawn.draw->viewport.height = (float)(4 >> rows[i].level);
        const float *texels = drawn_color(test, &drawn);
        for (uint32_t t = 0; t < rows[i].total; t++) {
            const bool is_drawn = t >= rows[i].first && t < rows[i].first + rows[i].count;
            if (texels[4 * t] != (float)is_drawn)
                fail_msg("row %zu, texel %u is %g", i, t, (double)texels[4 * t]);
        }
    }
}

/* Each instance draws to the layer of its number. */
VK_TEST_CASE(test_layers)
{
    struct ir_shader *vertex = vk_test_whole_target(test);
    const struct ir_io io = {.builtin = ir_builtin_layer, .type = ir_type_i32, .components = 1};
    struct ir_builder b;
    struct drawn drawn;

    ir_builder_init(&b, vertex);
    const uint32_t output = ir_add_output(vertex, &io);
    const uint32_t input = vk_test_builtin_input(vertex, ir_builtin_instance_index, ir_type_i32, 1);
    ir_build_op(&b, ir_op_store_output, ir_type_void, vk_test_load(&b, input, 0), 0,
                ir_io_imm(output, 0));
    drawn_init(test, &drawn, scene_format_none, 0, 0);
    drawn.job.images[0].layers = 4;
    drawn.job.views[0].is_arrayed = true;
    drawn.job.views[0].layer_count = 4;
    drawn.draw->vertex = vertex;
    drawn.draw->first_instance = 1;
    drawn.draw->instance_count = 2;
    if (!vk_test_of(device)->features.core12.shaderOutputLayer) {
        vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS, "");
        return;
    }
    const float *texels = drawn_color(test, &drawn);
    for (uint32_t layer = 0; layer < 4; layer++)
        assert_true(texels[64 * layer] == (float)(layer == 1 || layer == 2));
}

/* ---- polygons ---- */

VK_TEST_CASE(test_polygons)
{
    static const struct {
        enum scene_polygon polygon;
        enum scene_cull cull;
        uint32_t covered;
    } rows[] = {
        {scene_polygon_fill, scene_cull_none,
         15}, /* One is on the last edge, not a top or left one. */
        {scene_polygon_fill, scene_cull_both, 0},
        {scene_polygon_line, scene_cull_none, 4}, /* Its left and upper edges are at the border. */
        {scene_polygon_point, scene_cull_none, 1},
    };
    /* A triangle with corners at pixel centres, two of them beyond the target. */
    static const float corners[3][4] = {
        {-0.75f, -0.75f, 0, 1}, {-0.75f, 2.25f, 0, 1}, {2.25f, -0.75f, 0, 1}};
    const struct scene_attribute attribute = {
        0, scene_format_r32g32b32a32_sfloat, 1, 0, 16, scene_rate_vertex, 0};

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t covered = 0;
        struct drawn drawn;

        drawn_init(test, &drawn, scene_format_none, 0, 0);
        vk_job_add_buffer(&drawn.job, corners, sizeof(corners));
        drawn.draw->raster.polygon = rows[i].polygon;
        drawn.draw->raster.cull = rows[i].cull;
        drawn.draw->vertex = vk_test_passing(test, 0);
        drawn.draw->attributes = &attribute;
        drawn.draw->attribute_count = 1;
        const float *texels = drawn_color(test, &drawn);
        for (uint32_t t = 0; t < 16; t++)
            covered += texels[4 * t] != 0;
        /* Lines: the left column and the top row, whose ends are the host's. */
        if (rows[i].polygon == scene_polygon_line)
            assert_in_range(covered, 6, 8);
        else
            assert_int_equal(covered, rows[i].covered);
    }
}

/* What has a feature of its own is refused without it. */
VK_TEST_CASE(test_raster_faults)
{
    VkPhysicalDeviceFeatures *core = &vk_test_of(device)->features.core;
    const VkPhysicalDeviceFeatures had = *core;
    struct drawn drawn;
    const struct {
        struct scene_raster raster;
        enum scene_topology topology;
        VkBool32 *feature;
        const char *name;
    } rows[] = {
        {{.polygon = scene_polygon_line},
         scene_topology_triangles,
         &core->fillModeNonSolid,
         "fillModeNonSolid"},
        {{.line_width = 2}, scene_topology_lines, &core->wideLines, "wideLines"},
        {{.has_depth_clamp = true}, scene_topology_triangles, &core->depthClamp, "depthClamp"},
        {{.min_sample_shading = 0.5f},
         scene_topology_triangles,
         &core->sampleRateShading,
         "sampleRateShading"},
        {{.has_alpha_to_one = true}, scene_topology_triangles, &core->alphaToOne, "alphaToOne"},
        {{0}, scene_topology_lines_adjacency, &core->geometryShader, "geometryShader"},
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        drawn_init(test, &drawn, scene_format_none, 0, 0);
        drawn.draw->raster = rows[i].raster;
        drawn.draw->topology = rows[i].topology;
        if (*rows[i].feature)
            drawn_color(test, &drawn);
        *rows[i].feature = VK_FALSE;
        vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                     rows[i].name);
        *core = had;
    }
    drawn_init(test, &drawn, scene_format_none, 0, 0);
    drawn.draw->raster.line_width = 1e4f;
    vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_LIMIT, "width 10000");
    vk_test_of(device)->can_draw = false;
    vk_job_fails(test, device, &drawn.job, scene_status_missing, QD_CODE_TARGET_LACKS, "draw");
    vk_test_of(device)->can_draw = true;
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depth),          cmocka_unit_test(test_depth_parts),
        cmocka_unit_test(test_depth_raster),   cmocka_unit_test(test_depth_bounds),
        cmocka_unit_test(test_stencil),        cmocka_unit_test(test_stencil_masks),
        cmocka_unit_test(test_blending),       cmocka_unit_test(test_blend_faults),
        cmocka_unit_test(test_integer_target), cmocka_unit_test(test_signed_target),
        cmocka_unit_test(test_samples),        cmocka_unit_test(test_sample_fetch),
        cmocka_unit_test(test_alpha),          cmocka_unit_test(test_resolve_faults),
        cmocka_unit_test(test_parts),          cmocka_unit_test(test_layers),
        cmocka_unit_test(test_polygons),       cmocka_unit_test(test_raster_faults),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
