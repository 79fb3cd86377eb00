/* SPDX-License-Identifier: MIT
 *
 * What shaders read: vertex attributes, uniform buffers, textures; inside, outside and where
 * nothing is bound. Results are floats in a target of one pixel a case.
 */
#include "vk_test.h"

#include <math.h>

static struct scene_device *device;

/* A scene of one float target that one draw covers. */
struct wide {
    struct vk_drawing scene;
    struct vk_target target;
    struct scene_draw draw;
};

static void
wide_init(struct vk_test *test, struct wide *wide, uint32_t width)
{
    memset(wide, 0, sizeof(*wide));
    wide->target = (struct vk_target){scene_format_r32g32b32a32_sfloat, width, 1, {-7}};
    wide->draw = scene_draw_default(width, 1);
    wide->draw.vertex = vk_test_whole_target(test);
    wide->scene = (struct vk_drawing){
        .targets = &wide->target, .target_count = 1, .draws = &wide->draw, .draw_count = 1};
}

static void
expect_floats(const struct vk_pictures *result, uint32_t x, const float expected[4])
{
    const float *pixel = vk_test_pixel(result, 0, x, 0);

    for (uint32_t c = 0; c < 4; c++) {
        if (pixel[c] != expected[c])
            fail_msg("pixel %u, component %u is %g, expected %g", x, c, (double)pixel[c],
                     (double)expected[c]);
    }
}

/* ---- attributes ---- */

/* Points, a pixel each by vertex and instance index, that hand location 0 on. Integers are handed
 * on as floats. */
static struct ir_shader *
point_per_vertex(struct vk_test *test, enum ir_type type, uint32_t width)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_vertex, &b);
    const uint32_t input = vk_test_input(shader, 0, type);
    const uint32_t vertex = vk_test_builtin_input(shader, ir_builtin_vertex_index, ir_type_i32, 1);
    const uint32_t instance =
        vk_test_builtin_input(shader, ir_builtin_instance_index, ir_type_i32, 1);
    const uint32_t position = vk_test_builtin_output(shader, ir_builtin_position, 4);
    const uint32_t output = vk_test_output(shader, 0);
    const ir_ref index =
        ir_build_iadd(&b, vk_test_load(&b, vertex, 0), vk_test_load(&b, instance, 0));
    const ir_ref scaled =
        ir_build_fmul(&b, ir_build_u2f(&b, ir_type_f32, index), ir_build_f32(&b, 2 / (float)width));
    const ir_ref x = ir_build_fadd(&b, scaled, ir_build_f32(&b, 1 / (float)width - 1));
    const ir_ref zero = ir_build_f32(&b, 0);
    ir_ref values[4];

    vk_test_store(&b, position, (const ir_ref[]){x, zero, zero, ir_build_f32(&b, 1)});
    for (uint32_t c = 0; c < 4; c++) {
        values[c] = vk_test_load(&b, input, c);
        if (type == ir_type_i32)
            values[c] = ir_build_i2f(&b, ir_type_f32, values[c]);
    }
    vk_test_store(&b, output, values);
    return shader;
}

static const uint8_t bytes[] = {0, 51, 102, 153, 204, 255, 51, 0, 255};
static const float floats[] = {1.5f, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
static const uint32_t words[] = {1, 2, 3, 0xffffffff, 5, 6, 7, 8};

static const struct scene_buffer attribute_buffers[] = {
    {bytes, sizeof(bytes)},        {floats, sizeof(floats)}, {words, sizeof(words)}, {NULL, 0},
    {(const char *)floats + 1, 7}, /* Not aligned, cut off in a component. */
};

struct attribute_row {
    struct scene_attribute attribute;
    uint32_t first;
    float expected[3][4];
};

#define BYTE(n) ((n) / 255.0f)

static const struct attribute_row attribute_rows[] = {
    /* Formats, and what stands for components that they lack. */
    {{0, scene_format_r8_unorm, 0, 1, 1, scene_rate_vertex},
     0,
     {{0.2f, 0, 0, 1}, {0.4f, 0, 0, 1}, {0.6f, 0, 0, 1}}},
    {{0, scene_format_r8g8_unorm, 0, 1, 3, scene_rate_vertex},
     0,
     {{0.2f, 0.4f, 0, 1}, {0.8f, 1, 0, 1}, {0, 1, 0, 1}}},
    {{0, scene_format_r8g8b8a8_unorm, 0, 1, 1, scene_rate_vertex},
     0,
     {{0.2f, 0.4f, 0.6f, 0.8f}, {0.4f, 0.6f, 0.8f, 1}, {0.6f, 0.8f, 1, 0.2f}}},
    {{0, scene_format_r32_sfloat, 1, 4, 8, scene_rate_vertex},
     0,
     {{-2, 0, 0, 1}, {4, 0, 0, 1}, {6, 0, 0, 1}}},
    {{0, scene_format_r32g32_sfloat, 1, 0, 4, scene_rate_vertex},
     0,
     {{1.5f, -2, 0, 1}, {-2, 3, 0, 1}, {3, 4, 0, 1}}},
    {{0, scene_format_r32g32b32_sfloat, 1, 0, 12, scene_rate_vertex},
     0,
     {{1.5f, -2, 3, 1}, {4, 5, 6, 1}, {7, 8, 9, 1}}},
    {{0, scene_format_r32g32b32a32_sfloat, 1, 4, 8, scene_rate_vertex},
     0,
     {{-2, 3, 4, 5}, {4, 5, 6, 7}, {6, 7, 8, 9}}},
    {{0, scene_format_r32_uint, 2, 4, 4, scene_rate_vertex},
     0,
     {{2, 0, 0, 1}, {3, 0, 0, 1}, {-1, 0, 0, 1}}},
    {{0, scene_format_r32g32b32a32_uint, 2, 0, 8, scene_rate_vertex},
     0,
     {{1, 2, 3, -1}, {3, -1, 5, 6}, {5, 6, 7, 8}}},
    {{0, scene_format_r32_sint, 2, 12, 4, scene_rate_vertex},
     0,
     {{-1, 0, 0, 1}, {5, 0, 0, 1}, {6, 0, 0, 1}}},
    {{0, scene_format_r32g32b32a32_sint, 2, 0, 4, scene_rate_vertex},
     0,
     {{1, 2, 3, -1}, {2, 3, -1, 5}, {3, -1, 5, 6}}},
    /* Instances, one element for all, and a first vertex. */
    {{0, scene_format_r32_sfloat, 1, 0, 4, scene_rate_instance},
     0,
     {{1.5f, 0, 0, 1}, {-2, 0, 0, 1}, {3, 0, 0, 1}}},
    {{0, scene_format_r32_sfloat, 1, 4, 0, scene_rate_vertex},
     0,
     {{-2, 0, 0, 1}, {-2, 0, 0, 1}, {-2, 0, 0, 1}}},
    {{0, scene_format_r32_sfloat, 1, 4, 0, scene_rate_instance},
     0,
     {{-2, 0, 0, 1}, {-2, 0, 0, 1}, {-2, 0, 0, 1}}},
    {{0, scene_format_r32_sfloat, 1, 0, 4, scene_rate_vertex},
     2,
     {{3, 0, 0, 1}, {4, 0, 0, 1}, {5, 0, 0, 1}}},
    {{0, scene_format_r32_sfloat, 1, 0, 4, scene_rate_instance},
     2,
     {{3, 0, 0, 1}, {4, 0, 0, 1}, {5, 0, 0, 1}}},
    /* Not whole in the buffer: zeroes. */
    {{0, scene_format_r32g32b32a32_sfloat, 1, 32, 8, scene_rate_vertex},
     0,
     {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}},
    {{0, scene_format_r32g32_sfloat, 1, 1u << 31, 1u << 31, scene_rate_vertex},
     0,
     {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {{0, scene_format_r32g32_sfloat, 1, UINT64_MAX, UINT32_MAX, scene_rate_vertex},
     0,
     {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {{0, scene_format_r8g8b8a8_unorm, 0, 0, UINT32_MAX, scene_rate_vertex},
     0,
     {{0, 0.2f, 0.4f, 0.6f}, {0, 0, 0, 0}, {0, 0, 0, 0}}},
    {{0, scene_format_r8g8b8a8_unorm, 0, 5, 2, scene_rate_vertex},
     0,
     {{1, 0.2f, 0, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}}},
    {{0, scene_format_r32_sfloat, 3, 0, 4, scene_rate_vertex},
     0,
     {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    /* The bytes at 1, 2, 3 of 1.5 are 00 c0 3f, then come those of -2: 00 00 00 c0. */
    {{0, scene_format_r8g8b8a8_unorm, 4, 1, 4, scene_rate_vertex},
     0,
     {{BYTE(0xc0), BYTE(0x3f), 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}},
};

static void
try_attribute(struct vk_test *test, const struct attribute_row *row)
{
    const bool is_int = !scene_format_is_float(row->attribute.format);
    const bool is_instance = row->attribute.rate == scene_rate_instance;
    const uint32_t width = row->first + 3;
    struct wide wide;

    wide_init(test, &wide, width);
    wide.scene.buffers = attribute_buffers;
    wide.scene.buffer_count = BASE_COUNT(attribute_buffers);
    wide.draw.topology = scene_topology_points;
    wide.draw.vertex = point_per_vertex(test, is_int ? ir_type_i32 : ir_type_f32, width);
    wide.draw.fragment = vk_test_showing(test, 1);
    wide.draw.attributes = &row->attribute;
    wide.draw.attribute_count = 1;
    wide.draw.vertex_count = is_instance ? 1 : 3;
    wide.draw.first_vertex = is_instance ? 0 : row->first;
    wide.draw.instance_count = is_instance ? 3 : 1;
    wide.draw.first_instance = is_instance ? row->first : 0;
    const struct vk_pictures result = vk_test_draw(test, device, &wide.scene);
    for (uint32_t i = 0; i < row->first; i++)
        expect_floats(&result, i, wide.target.clear);
    for (uint32_t i = 0; i < 3; i++) {
        const float *pixel = vk_test_pixel(&result, 0, row->first + i, 0);

        for (uint32_t c = 0; c < 4; c++) {
            /* Bytes become floats by a division, whose last bit is the host's. */
            if (fabsf(pixel[c] - row->expected[i][c]) > 1e-7f * fabsf(row->expected[i][c]))
                fail_msg("row %td, vertex %u, component %u is %g, expected %g",
                         row - attribute_rows, i, c, (double)pixel[c], (double)row->expected[i][c]);
        }
    }
}

VK_TEST_CASE(test_attributes)
{
    for (size_t i = 0; i < BASE_COUNT(attribute_rows); i++)
        try_attribute(test, &attribute_rows[i]);
}

/* ---- varyings ---- */

/* Hands on the position and 3, 5, 7, 9 at location 2, of which only so many components are there.
 */
static struct ir_shader *
narrow_vertex_shader(struct vk_test *test, uint8_t components)
{
    static const float numbers[] = {3, 5, 7, 9};
    const struct ir_io io = {.location = 2, .type = ir_type_f32, .components = components};
    struct ir_shader *shader = vk_test_whole_target(test);
    const uint32_t output = ir_add_output(shader, &io);
    struct ir_builder b;

    ir_builder_init(&b, shader);
    for (uint32_t c = 0; c < components; c++)
        ir_build_op(&b, ir_op_store_output, ir_type_void, ir_build_f32(&b, numbers[c]), 0,
                    ir_io_imm(output, c));
    return shader;
}

/* Shows so many components of location 2, and 1 for the others. */
static struct ir_shader *
narrow_fragment_shader(struct vk_test *test, uint8_t components)
{
    const struct ir_io io = {.location = 2, .type = ir_type_f32, .components = components};
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const uint32_t input = ir_add_input(shader, &io);
    const ir_ref one = ir_build_f32(&b, 1);
    ir_ref values[4] = {one, one, one, one};

    for (uint32_t c = 0; c < components; c++)
        values[c] = vk_test_load(&b, input, c);
    vk_test_store(&b, vk_test_output(shader, 0), values);
    return shader;
}

/* Fragment inputs of fewer and of more components than the vertex shader writes. */
VK_TEST_CASE(test_components)
{
    static const float numbers[] = {3, 5, 7, 9};

    for (uint8_t written = 1; written <= 4; written++) {
        for (uint8_t read = 1; read <= 4; read++) {
            struct wide wide;
            float expected[4];

            for (uint32_t c = 0; c < 4; c++)
                expected[c] = c >= read ? 1 : c >= written ? 0 : numbers[c];
            wide_init(test, &wide, 2);
            wide.draw.vertex = narrow_vertex_shader(test, written);
            wide.draw.fragment = narrow_fragment_shader(test, read);
            const struct vk_pictures result = vk_test_draw(test, device, &wide.scene);
            expect_floats(&result, 1, expected);
        }
    }
}

/* ---- uniform buffers ---- */

/* Word x of the buffer in pixel x, read at an offset known only when it runs; offset -4 * x - 4 in
 * the second component, the first word in the third. */
static struct ir_shader *
buffer_shader(struct vk_test *test, uint32_t set, uint32_t binding, uint32_t size)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const struct ir_buffer buffer = {NULL, set, binding, size, ir_buffer_uniform, 1, 0};
    const uint32_t index = ir_add_buffer(shader, &buffer);
    const uint32_t coord = vk_test_builtin_input(shader, ir_builtin_frag_coord, ir_type_f32, 4);
    const uint32_t output = vk_test_output(shader, 0);
    const ir_ref x = ir_build_f2u(&b, ir_type_i32, vk_test_load(&b, coord, 0));
    const ir_ref at = ir_build_imul(&b, x, ir_build_i32(&b, 4));
    const ir_ref before = ir_build_isub(&b, ir_build_i32(&b, (uint32_t)-4), at);
    const ir_ref zero = ir_build_i32(&b, 0);

    vk_test_store(&b, output,
                  (const ir_ref[]){
                      ir_build_load_buffer(&b, ir_type_f32, index, at),
                      ir_build_load_buffer(&b, ir_type_f32, index, before),
                      ir_build_load_buffer(&b, ir_type_f32, index, zero),
                      ir_build_f32(&b, 1),
                  });
    return shader;
}

VK_TEST_CASE(test_uniforms)
{
    static const float numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const struct {
        size_t given; /* Bytes; SIZE_MAX: not bound. */
        uint32_t declared;
    } rows[] = {
        {48, 48}, {48, 16}, {48, 32}, {16, 48}, {18, 32}, {1, 16}, {0, 16}, {SIZE_MAX, 32},
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const bool is_bound = rows[i].given != SIZE_MAX;
        const struct scene_buffer buffers[] = {{NULL, 0}, {numbers, is_bound ? rows[i].given : 0}};
        const uint32_t set = (uint32_t)i % 4;
        const struct scene_binding binding = {
            .set = set, .binding = 5, .kind = scene_binding_uniform, .buffer = 1};
        struct wide wide;

        wide_init(test, &wide, 16);
        wide.scene.buffers = buffers;
        wide.scene.buffer_count = BASE_COUNT(buffers);
        wide.draw.fragment = buffer_shader(test, set, 5, rows[i].declared);
        wide.draw.inputs.bindings = &binding;
        wide.draw.inputs.binding_count = is_bound;
        const struct vk_pictures result = vk_test_draw(test, device, &wide.scene);
        for (uint32_t x = 0; x < 16; x++) {
            float word = 0, first = 0;

            if (is_bound && x * 4 < rows[i].declared && x * 4 + 4 <= rows[i].given)
                word = numbers[x];
            if (is_bound && rows[i].given >= 4)
                first = numbers[0];
            expect_floats(&result, x, (const float[]){word, 0, first, 1});
        }
    }
}

/* One buffer read by draws that declare more and more of it, and two sizes in one draw. */
VK_TEST_CASE(test_shared_uniform)
{
    float numbers[64];
    struct scene_draw draws[3];
    struct vk_target targets[3];
    struct wide wide;
    const struct scene_buffer buffer = {numbers, sizeof(numbers)};
    const struct scene_binding binding = {.kind = scene_binding_uniform};

    for (uint32_t i = 0; i < 64; i++)
        numbers[i] = (float)i + 1;
    wide_init(test, &wide, 64);
    for (uint32_t i = 0; i < 3; i++) {
        targets[i] = wide.target;
        draws[i] = wide.draw;
        draws[i].targets[0].view = i;
        draws[i].fragment = buffer_shader(test, 0, 0, 64u << (i == 2 ? 0 : i));
        draws[i].inputs.bindings = &binding;
        draws[i].inputs.binding_count = 1;
    }
    wide.scene.buffers = &buffer;
    wide.scene.buffer_count = 1;
    wide.scene.targets = targets;
    wide.scene.target_count = 3;
    wide.scene.draws = draws;
    wide.scene.draw_count = 3;
    const struct vk_pictures result = vk_test_draw(test, device, &wide.scene);
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t x = 0; x < 64; x++) {
            const float *pixel = vk_test_pixel(&result, i, x, 0);
            const uint32_t declared = i == 1 ? 32 : 16;
            assert_true(pixel[0] == (x < declared ? (float)x + 1 : 0));
        }
    }
}

/* The first word of the buffer (set 2, binding 1), of which it declares 16 bytes, goes to location
 * 0 four times. */
static struct ir_shader *
reading_vertex_shader(struct vk_test *test)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_whole_target(test);
    const struct ir_buffer buffer = {NULL, 2, 1, 16, ir_buffer_uniform, 1, 0};
    const uint32_t index = ir_add_buffer(shader, &buffer);

    ir_builder_init(&b, shader);
    const ir_ref zero = ir_build_i32(&b, 0);
    const ir_ref word = ir_build_load_buffer(&b, ir_type_f32, index, zero);
    vk_test_store(&b, vk_test_output(shader, 0), (const ir_ref[]){word, word, word, word});
    return shader;
}

/* Location 0, and the third row of the buffer at the same place. */
static struct ir_shader *
reading_fragment_shader(struct vk_test *test)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const struct ir_buffer buffer = {NULL, 2, 1, 48, ir_buffer_uniform, 1, 0};
    const uint32_t index = ir_add_buffer(shader, &buffer);
    const uint32_t input = vk_test_input(shader, 0, ir_type_f32);
    ir_ref values[4] = {vk_test_load(&b, input, 0)};

    for (uint32_t c = 1; c < 4; c++)
        values[c] = ir_build_load_buffer(&b, ir_type_f32, index, ir_build_i32(&b, 32 + 4 * c));
    vk_test_store(&b, vk_test_output(shader, 0), values);
    return shader;
}

/* One buffer in both stages, of which one declares more. */
VK_TEST_CASE(test_uniform_of_both_stages)
{
    static const float numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const struct scene_buffer buffer = {numbers, sizeof(numbers)};
    const struct scene_binding binding = {.set = 2, .binding = 1, .kind = scene_binding_uniform};
    struct wide wide;

    wide_init(test, &wide, 4);
    wide.scene.buffers = &buffer;
    wide.scene.buffer_count = 1;
    wide.draw.vertex = reading_vertex_shader(test);
    wide.draw.fragment = reading_fragment_shader(test);
    wide.draw.inputs.bindings = &binding;
    wide.draw.inputs.binding_count = 1;
    const struct vk_pictures result = vk_test_draw(test, device, &wide.scene);
    for (uint32_t x = 0; x < 4; x++)
        expect_floats(&result, x, (const float[]){1, 10, 11, 12});
}

/* ---- textures ---- */

/* Samples texture (set 1, binding 7) at ((x + 0.5) * step + start, 0.5) and this level. */
static struct ir_shader *
texture_shader(struct vk_test *test, enum ir_dim dim, float start, float step, float level)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const struct ir_image image = {
        .set = 1, .binding = 7, .dim = dim, .kind = ir_image_combined, .count = 1};
    const uint32_t index = ir_add_image(shader, &image);
    const uint32_t coord = vk_test_builtin_input(shader, ir_builtin_frag_coord, ir_type_f32, 4);
    const uint32_t output = vk_test_output(shader, 0);
    const uint32_t dims = dim == ir_dim_1d ? 1 : dim == ir_dim_2d ? 2 : 3;
    const ir_ref u =
        ir_build_fadd(&b, ir_build_fmul(&b, vk_test_load(&b, coord, 0), ir_build_f32(&b, step)),
                      ir_build_f32(&b, start));
    const ir_ref half = ir_build_f32(&b, 0.5f);
    ir_ref operands[4] = {u, half, half};
    ir_ref values[4];

    operands[dims] = ir_build_f32(&b, level);
    const ir_ref sampled = ir_build_list(&b, ir_op_sample, IR_VEC(ir_type_f32, 4), operands,
                                         dims + 1, index | IR_SAMPLE_LOD);
    for (uint32_t c = 0; c < 4; c++)
        values[c] = ir_build_op(&b, ir_op_extract, ir_type_f32, sampled, 0, c);
    vk_test_store(&b, output, values);
    return shader;
}

struct texture_row {
    struct scene_image texture;
    struct scene_sampler sampler;
    float start;
    float step; /* From one pixel to the next. */
    float level;
    float expected[4][4];
};

static const uint8_t texels[] = {
    /* Level 0: 4 by 1. */
    0, 51, 102, 255, 51, 102, 153, 204, 255, 0, 255, 0, 102, 102, 102, 102,
    /* Level 1: 2 by 1. */
    255, 255, 255, 255, 0, 0, 0, 255,
    /* Level 2: 1 by 1. */
    51, 51, 51, 51};

#define NEAREST(wrap_u_)                                                                           \
    {                                                                                              \
        .wrap_u = scene_wrap_##wrap_u_, .wrap_v = scene_wrap_clamp_to_edge, .max_lod = 16          \
    }
#define TEXTURE(format_, width_, levels_)                                                          \
    {                                                                                              \
        scene_format_##format_, scene_image_2d, width_, 1, 1, 1, levels_, 1, texels,               \
            sizeof(texels)                                                                         \
    }

static const struct texture_row texture_rows[] = {
    /* Formats. */
    {TEXTURE(r8g8b8a8_unorm, 4, 1),
     NEAREST(clamp_to_edge),
     0,
     0.25f,
     0,
     {{0, 0.2f, 0.4f, 1}, {0.2f, 0.4f, 0.6f, 0.8f}, {1, 0, 1, 0}, {0.4f, 0.4f, 0.4f, 0.4f}}},
    {TEXTURE(b8g8r8a8_unorm, 4, 1),
     NEAREST(clamp_to_edge),
     0,
     0.25f,
     0,
     {{0.4f, 0.2f, 0, 1}, {0.6f, 0.4f, 0.2f, 0.8f}, {1, 0, 1, 0}, {0.4f, 0.4f, 0.4f, 0.4f}}},
    {TEXTURE(r8_unorm, 4, 1),
     NEAREST(clamp_to_edge),
     0,
     0.25f,
     0,
     {{0, 0, 0, 1}, {0.2f, 0, 0, 1}, {0.4f, 0, 0, 1}, {1, 0, 0, 1}}},
    {TEXTURE(r8g8_unorm, 4, 1),
     NEAREST(clamp_to_edge),
     0,
     0.25f,
     0,
     {{0, 0.2f, 0, 1}, {0.4f, 1, 0, 1}, {0.2f, 0.4f, 0, 1}, {0.6f, 0.8f, 0, 1}}},
    /* Levels, one of an odd size and place too. */
    {TEXTURE(r8g8b8a8_unorm, 4, 3),
     NEAREST(clamp_to_edge),
     0,
     0.25f,
     1,
     {{1, 1, 1, 1}, {1, 1, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {TEXTURE(r8g8b8a8_unorm, 4, 3),
     NEAREST(clamp_to_edge),
     0,
     0.25f,
     2,
     {{0.2f, 0.2f, 0.2f, 0.2f},
      {0.2f, 0.2f, 0.2f, 0.2f},
      {0.2f, 0.2f, 0.2f, 0.2f},
      {0.2f, 0.2f, 0.2f, 0.2f}}},
    {{scene_format_r8_unorm, scene_image_2d, 4, 2, 1, 1, 3, 1, texels, sizeof(texels)},
     NEAREST(clamp_to_edge),
     0,
     0.25f,
     1,
     {{1, 0, 0, 1}, {1, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {{scene_format_r8_unorm, scene_image_2d, 4, 2, 1, 1, 3, 1, texels, sizeof(texels)},
     NEAREST(clamp_to_edge),
     0,
     0.25f,
     2,
     {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}}},
    {TEXTURE(r8_unorm, 3, 2),
     NEAREST(clamp_to_edge),
     0,
     0.25f,
     1,
     {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}}},
    {TEXTURE(r8g8b8a8_unorm, 4, 3),
     {.wrap_u = scene_wrap_clamp_to_edge, .lod_bias = 1, .max_lod = 16},
     0,
     0.25f,
     0,
     {{1, 1, 1, 1}, {1, 1, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {TEXTURE(r8g8b8a8_unorm, 4, 3),
     {.wrap_u = scene_wrap_clamp_to_edge, .min_lod = 1, .max_lod = INFINITY},
     0,
     0.25f,
     0,
     {{1, 1, 1, 1}, {1, 1, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}}},
    {TEXTURE(r8g8b8a8_unorm, 4, 3),
     {.wrap_u = scene_wrap_clamp_to_edge, .min_lod = -INFINITY, .max_lod = 0},
     0,
     0.25f,
     2,
     {{0, 0.2f, 0.4f, 1}, {0.2f, 0.4f, 0.6f, 0.8f}, {1, 0, 1, 0}, {0.4f, 0.4f, 0.4f, 0.4f}}},
    /* Wrap modes, from one texel before the texture on. */
    {TEXTURE(r8g8_unorm, 2, 1),
     NEAREST(repeat),
     -0.5f,
     0.5f,
     0,
     {{0.4f, 1, 0, 1}, {0, 0.2f, 0, 1}, {0.4f, 1, 0, 1}, {0, 0.2f, 0, 1}}},
    {TEXTURE(r8g8_unorm, 2, 1),
     NEAREST(mirrored_repeat),
     -0.5f,
     0.5f,
     0,
     {{0, 0.2f, 0, 1}, {0, 0.2f, 0, 1}, {0.4f, 1, 0, 1}, {0.4f, 1, 0, 1}}},
    {TEXTURE(r8g8_unorm, 2, 1),
     NEAREST(clamp_to_edge),
     -0.5f,
     0.5f,
     0,
     {{0, 0.2f, 0, 1}, {0, 0.2f, 0, 1}, {0.4f, 1, 0, 1}, {0.4f, 1, 0, 1}}},
    {TEXTURE(r8g8b8a8_unorm, 2, 1),
     NEAREST(clamp_to_border),
     -0.5f,
     0.5f,
     0,
     {{0, 0, 0, 0}, {0, 0.2f, 0.4f, 1}, {0.2f, 0.4f, 0.6f, 0.8f}, {0, 0, 0, 0}}},
    /* Filters: half way between texels, and between levels. */
    {TEXTURE(r8_unorm, 4, 1),
     {.mag = scene_filter_linear,
      .min = scene_filter_linear,
      .max_lod = 16,
      .wrap_u = scene_wrap_clamp_to_edge},
     0.125f,
     0.25f,
     0,
     {{0.1f, 0, 0, 1}, {0.3f, 0, 0, 1}, {0.7f, 0, 0, 1}, {1, 0, 0, 1}}},
    {TEXTURE(r8_unorm, 4, 2),
     {.mip = scene_filter_linear, .max_lod = 16, .wrap_u = scene_wrap_clamp_to_edge},
     0,
     0.25f,
     0.5f,
     {{0.1f, 0, 0, 1}, {0.2f, 0, 0, 1}, {0.4f, 0, 0, 1}, {0.7f, 0, 0, 1}}},
};

static void
try_texture(struct vk_test *test, const struct texture_row *row)
{
    const struct scene_binding binding = {
        .set = 1, .binding = 7, .kind = scene_binding_combined, .view = 1};
    struct wide wide;

    wide_init(test, &wide, 4);
    wide.scene.textures = &row->texture;
    wide.scene.texture_count = 1;
    wide.scene.samplers = &row->sampler;
    wide.scene.sampler_count = 1;
    wide.draw.fragment = texture_shader(test, ir_dim_2d, row->start, row->step, row->level);
    wide.draw.inputs.bindings = &binding;
    wide.draw.inputs.binding_count = 1;
    const struct vk_pictures result = vk_test_draw(test, device, &wide.scene);
    for (uint32_t x = 0; x < 4; x++) {
        const float *pixel = vk_test_pixel(&result, 0, x, 0);

        for (uint32_t c = 0; c < 4; c++) {
            /* Hosts filter in steps of 1/256. */
            const bool is_linear =
                row->sampler.mag == scene_filter_linear || row->sampler.mip == scene_filter_linear;
            const float allowed = is_linear ? 0.005f : 1e-6f;
            if (fabsf(pixel[c] - row->expected[x][c]) > allowed)
                fail_msg("row %td, pixel %u, component %u is %g, expected %g", row - texture_rows,
                         x, c, (double)pixel[c], (double)row->expected[x][c]);
        }
    }
}

VK_TEST_CASE(test_textures)
{
    for (size_t i = 0; i < BASE_COUNT(texture_rows); i++)
        try_texture(test, &texture_rows[i]);
}

/* Nothing bound reads as zeroes, in every dimension, with bound textures beside it. */
VK_TEST_CASE(test_unbound_textures)
{
    for (int dim = 0; dim < ir_dim_buffer; dim++) {
        struct wide wide;

        wide_init(test, &wide, 4);
        wide.draw.fragment = texture_shader(test, (enum ir_dim)dim, -1, 0.7f, 0);
        const struct vk_pictures result = vk_test_draw(test, device, &wide.scene);
        for (uint32_t x = 0; x < 4; x++)
            expect_floats(&result, x, (const float[]){0, 0, 0, 0});
    }
}

/* One texture with two samplers, two textures with one sampler, each in a draw of its own. */
VK_TEST_CASE(test_shared_textures)
{
    const struct scene_image textures[] = {
        {scene_format_r8_unorm, scene_image_2d, 2, 1, 1, 1, 1, 1, texels, 2},
        {scene_format_r8_unorm, scene_image_2d, 2, 1, 1, 1, 1, 1, texels + 2, 2},
    };
    const struct scene_sampler samplers[] = {NEAREST(clamp_to_edge), NEAREST(clamp_to_border)};
    static const struct {
        uint32_t texture;
        uint32_t sampler;
        float expected[4]; /* The red component. */
    } rows[] = {
        {0, 0, {0, 0, 0.2f, 0.2f}},
        {0, 1, {0, 0, 0.2f, 0}},
        {1, 1, {0, 0.4f, 1, 0}},
    };
    struct scene_binding bindings[BASE_COUNT(rows)];
    struct scene_draw draws[BASE_COUNT(rows)];
    struct vk_target targets[BASE_COUNT(rows)];
    struct wide wide;

    wide_init(test, &wide, 4);
    wide.draw.fragment = texture_shader(test, ir_dim_2d, -0.5f, 0.5f, 0);
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        bindings[i] = (struct scene_binding){.set = 1,
                                             .binding = 7,
                                             .kind = scene_binding_combined,
                                             .view = BASE_COUNT(rows) + rows[i].texture,
                                             .sampler = rows[i].sampler};
        draws[i] = wide.draw;
        draws[i].inputs.bindings = &bindings[i];
        draws[i].inputs.binding_count = 1;
        draws[i].targets[0].view = i;
        targets[i] = wide.target;
    }
    wide.scene.textures = textures;
    wide.scene.texture_count = 2;
    wide.scene.samplers = samplers;
    wide.scene.sampler_count = 2;
    wide.scene.targets = targets;
    wide.scene.target_count = BASE_COUNT(rows);
    wide.scene.draws = draws;
    wide.scene.draw_count = BASE_COUNT(rows);
    const struct vk_pictures result = vk_test_draw(test, device, &wide.scene);
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        for (uint32_t x = 0; x < 4; x++) {
            const float *pixel = vk_test_pixel(&result, i, x, 0);
            if (fabsf(pixel[0] - rows[i].expected[x]) > 1e-6f)
                fail_msg("row %u, pixel %u is %g, expected %g", i, x, (double)pixel[0],
                         (double)rows[i].expected[x]);
        }
    }
    assert_int_equal(((struct vk_device *)(void *)device)->run.views.count, 2 + BASE_COUNT(rows));
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_components),
        cmocka_unit_test(test_uniforms),
        cmocka_unit_test(test_shared_uniform),
        cmocka_unit_test(test_uniform_of_both_stages),
        cmocka_unit_test(test_textures),
        cmocka_unit_test(test_unbound_textures),
        cmocka_unit_test(test_shared_textures),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
