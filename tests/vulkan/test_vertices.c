/* SPDX-License-Identifier: MIT
 *
 * How vertices come about: attributes of every format, indices, instances, indirect draws; data
 * that the host gave and data that steps have written; and what goes on to fragments.
 */
#include "base/bits.h"
#include "vk_job.h"

#include <math.h>

#define WIDTH 16

static struct scene_device *device;

/* ---- points that show an input ----
 *
 * Vertex i of instance j is a point in pixel 4 * j + i, of four words: a location's four components
 * as bits. */

static struct ir_shader *
point_shader(struct vk_test *test, uint32_t location, enum ir_type type)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_vertex, &b);
    const struct ir_io io = {.location = 3, .type = ir_type_i32, .components = 4};
    const uint32_t input = vk_test_input(shader, location, type);
    const uint32_t vertex = vk_test_builtin_input(shader, ir_builtin_vertex_index, ir_type_i32, 1);
    const uint32_t instance =
        vk_test_builtin_input(shader, ir_builtin_instance_index, ir_type_i32, 1);
    const uint32_t position = vk_test_builtin_output(shader, ir_builtin_position, 4);
    const uint32_t output = ir_add_output(shader, &io);
    const ir_ref four = ir_build_i32(&b, 4);
    const ir_ref place = ir_build_iadd(&b, ir_build_imul(&b, vk_test_load(&b, instance, 0), four),
                                       vk_test_load(&b, vertex, 0));
    const ir_ref x = ir_build_fadd(
        &b, ir_build_fmul(&b, ir_build_u2f(&b, ir_type_f32, place), ir_build_f32(&b, 2.0f / WIDTH)),
        ir_build_f32(&b, 1.0f / WIDTH - 1));
    const ir_ref zero = ir_build_f32(&b, 0);
    ir_ref values[4];

    vk_test_store(&b, position, (const ir_ref[]){x, zero, zero, ir_build_f32(&b, 1)});
    for (uint32_t c = 0; c < 4; c++)
        values[c] = ir_build_bitcast(&b, ir_type_i32, vk_test_load(&b, input, c));
    vk_test_store(&b, output, values);
    return shader;
}

static struct ir_shader *
bits_shader(struct vk_test *test)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const struct ir_io io = {.type = ir_type_i32, .components = 4};
    const uint32_t input = vk_test_input(shader, 3, ir_type_i32);
    const uint32_t output = ir_add_output(shader, &io);
    ir_ref values[4];

    for (uint32_t c = 0; c < 4; c++)
        values[c] = vk_test_load(&b, input, c);
    vk_test_store(&b, output, values);
    return shader;
}

struct shown {
    struct vk_job job;
    struct scene_draw *draw;
    struct scene_attribute attribute; /* Location 0, of buffer 1. */
};

static void
shown_init(struct vk_test *test, struct shown *shown, enum scene_format format, const void *data,
           size_t size)
{
    const struct scene_image image = scene_image_2d_of(scene_format_r32g32b32a32_uint, WIDTH, 1);
    const bool is_float =
        scene_format_is_float(format) &&
        scene_format_infos[format].bytes != 8 * scene_format_infos[format].components;

    vk_job_init(&shown->job, 1);
    vk_job_add_image(&shown->job, &image);
    shown->attribute =
        (struct scene_attribute){.format = format,
                                 .buffer = vk_job_add_buffer(&shown->job, data, size),
                                 .stride = scene_format_infos[format].bytes};
    shown->draw = &vk_job_add_step(&shown->job, scene_step_draw)->draw;
    *shown->draw = scene_draw_default(WIDTH, 1);
    shown->draw->vertex = point_shader(test, 0, is_float ? ir_type_f32 : ir_type_i32);
    shown->draw->fragment = bits_shader(test);
    shown->draw->topology = scene_topology_points;
    shown->draw->attributes = &shown->attribute;
    shown->draw->attribute_count = 1;
    vk_job_read_image(&shown->job, 0);
}

static const uint32_t *
shown_words(struct vk_test *test, const struct shown *shown)
{
    return vk_job_run(test, device, &shown->job).reads[0].data;
}

/* The first words of pixels; 0 for those that nothing is drawn to. */
static void
expect_first(const uint32_t *words, const uint32_t expected[WIDTH])
{
    for (uint32_t i = 0; i < WIDTH; i++) {
        if (words[4 * i] != expected[i])
            fail_msg("pixel %u is 0x%x, expected 0x%x", i, words[4 * i], expected[i]);
    }
}

/* ---- formats ---- */

static bool
is_close(uint32_t found, uint32_t expected, bool is_float)
{
    float one, other;

    if (found == expected || !is_float)
        return found == expected;
    memcpy(&one, &found, 4);
    memcpy(&other, &expected, 4);
    return fabsf(one - other) <= 2e-7f * fabsf(other); /* Quotients' last bits are the host's. */
}

static void
try_format(struct vk_test *test, enum scene_format format)
{
    static const uint8_t bytes[] = {0x00, 0x3c, 0xff, 0x80, 0x01, 0x3d, 0x7f, 0xbe,
                                    0x55, 0xaa, 0x12, 0x42, 0xf0, 0x0f, 0x34, 0x35};
    const struct scene_format_info *info = &scene_format_infos[format];
    const bool is_wide = info->components && info->bytes / info->components == 8;
    uint8_t data[96];
    struct shown shown;

    for (uint32_t i = 0; i < sizeof(data); i++)
        data[i] = bytes[(i * 5 + i / 16) % 16];
    shown_init(test, &shown, format, data, 3u * info->bytes);
    for (uint32_t location = 0; location < 2; location++) {
        if (location && !(is_wide && info->components > 2))
            break;
        if (location)
            shown.draw->vertex = point_shader(test, 1, ir_type_i32);
        const uint32_t *words = shown_words(test, &shown);
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t expected[8] = {0};
            uint32_t count = 4;

            if (is_wide) {
                memcpy(expected, data + i * info->bytes, info->bytes);
                count = 2u * info->components - 4 * location;
                count = count > 4 ? 4 : count;
            } else {
                scene_format_unpack(format, data + (size_t)i * info->bytes, expected);
            }
            for (uint32_t c = 0; c < count; c++) {
                const uint32_t wanted = expected[4 * location + c];
                if (!is_close(words[4 * i + c], wanted, scene_format_is_float(format) && !is_wide))
                    fail_msg("%s, vertex %u, component %u: 0x%x, expected 0x%x", info->name, i, c,
                             words[4 * i + c], wanted);
            }
        }
    }
}

VK_TEST_CASE(test_formats)
{
    uint32_t tried = 0;

    for (int f = 1; f < scene_format_count; f++) {
        if (!(scene_format_infos[f].uses & SCENE_FORMAT_ATTRIBUTE))
            continue;
        try_format(test, (enum scene_format)f);
        tried++;
    }
    print_message("%u formats\n", tried);
    assert_true(tried > 40);
}

/* ---- what steps have written ---- */

static const uint32_t numbers[8] = {10, 11, 12, 13, 14, 15, 16, 17};

VK_TEST_CASE(test_written)
{
    static const uint32_t shorts[] = {0, 2};
    struct shown shown;

    for (size_t i = 0; i < BASE_COUNT(shorts); i++) {
        shown_init(test, &shown, scene_format_r32_sint, NULL, sizeof(numbers));
        const uint32_t from = vk_job_add_buffer(&shown.job, numbers, sizeof(numbers));
        shown.job.steps[2] = shown.job.steps[1];
        shown.job.steps[1] = shown.job.steps[0];
        shown.job.steps[0] =
            (struct scene_step){.kind = scene_step_copy_buffer,
                                .copy = {from, 0, shown.attribute.buffer, 0, sizeof(numbers)}};
        shown.job.scene.step_count = 3;
        shown.job.steps[1].draw.attributes = &shown.attribute;
        shown.attribute.offset = 4;
        shown.attribute.stride = 8;
        expect_first(shown_words(test, &shown), (const uint32_t[WIDTH]){11, 13, 15});
        if (!shorts[i])
            continue;
        /* What only the host can put right. */
        shown.attribute.offset = shorts[i];
        vk_job_fails(test, device, &shown.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                     "multiples of 4 bytes");
        shown.attribute.offset = 0;
        shown.attribute.format = scene_format_r16g16_sint;
        vk_job_fails(test, device, &shown.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                     "written by the scene");
    }
}

/* ---- instances ---- */

VK_TEST_CASE(test_instances)
{
    static const struct {
        uint32_t divisor;
        uint32_t first;
        uint32_t count;
        uint32_t expected[4]; /* By instance. */
    } rows[] = {
        {0, 0, 4, {10, 11, 12, 13}}, {1, 1, 3, {0, 11, 12, 13}}, {2, 0, 4, {10, 10, 11, 11}},
        {3, 1, 3, {0, 11, 11, 11}},  {2, 1, 3, {0, 11, 11, 12}},
    };
    const bool has_divisor = device->has_feature(
        device, "VertexAttributeDivisorFeatures.vertexAttributeInstanceRateDivisor");

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t expected[WIDTH] = {0};
        struct shown shown;

        shown_init(test, &shown, scene_format_r32_uint, numbers, sizeof(numbers));
        shown.attribute.rate = scene_rate_instance;
        shown.attribute.divisor = rows[i].divisor;
        shown.draw->vertex_count = 1;
        shown.draw->first_instance = rows[i].first;
        shown.draw->instance_count = rows[i].count;
        for (uint32_t j = 0; j < 4; j++)
            expected[4 * j] = rows[i].expected[j];
        if (rows[i].divisor > 1 && !has_divisor)
            vk_job_fails(test, device, &shown.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                         "InstanceRateDivisor");
        else
            expect_first(shown_words(test, &shown), expected);
    }
}

/* ---- indices ---- */

struct index_row {
    enum scene_index index;
    uint64_t offset;
    uint32_t first;
    uint32_t count;
    int32_t vertex_offset;
    size_t size; /* Of the index buffer. */
    uint32_t expected[WIDTH];
};

/* As bytes: 1, 0, 2, 0, 5, 0, 3, 0, 0, 0, 0, 0. */
static const uint16_t indices[] = {1, 2, 5, 3, 0, 0};

static const struct index_row index_rows[] = {
    {scene_index_u16, 0, 0, 3, 0, 12, {0, 11, 12, 0, 0, 15}},
    {scene_index_u16, 2, 0, 3, 0, 12, {0, 0, 12, 13, 0, 15}},
    {scene_index_u16, 0, 2, 2, 1, 12, {0, 0, 0, 0, 14, 0, 16}},
    {scene_index_u16, 0, 0, 3, -1, 12, {10, 11, 0, 0, 14}},
    {scene_index_u32, 8, 0, 1, 2, 12, {0, 0, 12}},
    {scene_index_u8, 0, 0, 5, 0, 12, {10, 11, 12, 0, 0, 15}},
    {scene_index_u8, 6, 0, 1, 0, 12, {0, 0, 0, 13}},
    /* Past the buffer: 0; at a place that no device takes; both. */
    {scene_index_u16, 0, 0, 6, 0, 4, {10, 11, 12}},
    {scene_index_u16, 3, 0, 1, 0, 4, {10}},
    {scene_index_u16, 100, 0, 2, 3, 12, {0, 0, 0, 13}},
    {scene_index_u32, 4, 0, 2, 0, 12, {10, 0, 0, 0, 0, 0}},
};

static void
try_indices(struct vk_test *test, const struct index_row *row, bool is_written)
{
    uint32_t expected[WIDTH];
    struct shown shown;

    memcpy(expected, row->expected, sizeof(expected));
    shown_init(test, &shown, scene_format_r32_uint, numbers, sizeof(numbers));
    struct scene_draw *draw = shown.draw;
    draw->index = row->index;
    draw->index_offset = row->offset;
    draw->first_vertex = row->first;
    draw->vertex_count = row->count;
    draw->vertex_offset = row->vertex_offset;
    draw->index_buffer = vk_job_add_buffer(&shown.job, is_written ? NULL : indices, row->size);
    if (is_written) {
        const uint32_t from = vk_job_add_buffer(&shown.job, indices, sizeof(indices));
        shown.job.steps[2] = shown.job.steps[1];
        shown.job.steps[1] = shown.job.steps[0];
        shown.job.steps[0] = (struct scene_step){
            .kind = scene_step_copy_buffer, .copy = {from, 0, draw->index_buffer, 0, row->size}};
        shown.job.scene.step_count = 3;
    }
    if (row->index == scene_index_u8 && !vk_test_of(device)->features.index_uint8.indexTypeUint8) {
        vk_job_fails(test, device, &shown.job, scene_status_missing, QD_CODE_TARGET_LACKS,
                     "indexTypeUint8");
        return;
    }
    expect_first(shown_words(test, &shown), expected);
}

VK_TEST_CASE(test_indices)
{
    for (size_t i = 0; i < BASE_COUNT(index_rows); i++) {
        for (int is_written = 0; is_written < 2; is_written++) {
            /* The index there is 3 << 16 | 5, far past the vertices. */
            if (index_rows[i].index == scene_index_u32 && index_rows[i].offset == 4 &&
                !vk_test_of(device)->features.robustness2.robustBufferAccess2)
                continue;
            try_indices(test, &index_rows[i], is_written);
        }
    }
}

/* A strip that begins anew, and does not where that is off. */
VK_TEST_CASE(test_restart)
{
    static const uint16_t strip[] = {0, 1, 0xffff, 2, 3};
    static const float corners[4][4] = {
        {-1, 0, 0, 1}, {-0.5f, 0, 0, 1}, {0, 0, 0, 1}, {0.5f, 0, 0, 1}};
    const struct scene_image image = scene_image_2d_of(scene_format_r8g8b8a8_unorm, 16, 1);
    const struct scene_attribute attribute = {
        0, scene_format_r32g32b32a32_sfloat, 1, 0, 16, scene_rate_vertex, 0};
    struct ir_builder b;
    struct vk_job job;

    vk_job_init(&job, 1);
    vk_job_add_image(&job, &image);
    vk_job_add_buffer(&job, corners, sizeof(corners));
    struct ir_shader *fragment = vk_test_begin(test, ir_stage_fragment, &b);
    const ir_ref one = ir_build_f32(&b, 1);
    vk_test_store(&b, vk_test_output(fragment, 0), (const ir_ref[]){one, one, one, one});
    struct scene_draw *draw = &vk_job_add_step(&job, scene_step_draw)->draw;
    *draw = scene_draw_default(16, 1);
    draw->vertex = vk_test_passing(test, 0);
    draw->fragment = fragment;
    draw->topology = scene_topology_line_strip;
    draw->attributes = &attribute;
    draw->attribute_count = 1;
    draw->index = scene_index_u16;
    draw->index_buffer = vk_job_add_buffer(&job, strip, sizeof(strip));
    draw->vertex_count = 5;
    draw->has_restart = true;
    vk_job_read_image(&job, 0);
    const struct scene_result result = vk_job_run(test, device, &job);
    const uint8_t *pixels = result.reads[0].data;
    for (uint32_t x = 0; x < 16; x++) {
        /* From 0 to 4 and from 8 to 12, whose last pixels are the host's. */
        if (x != 4 && x != 12)
            assert_int_equal(pixels[4 * x], (x < 4 || (x >= 8 && x < 12)) ? 255 : 0);
    }
    /* Lists begin anew only where the device can. */
    draw->topology = scene_topology_lines;
    vk_test_of(device)->features.list_restart.primitiveTopologyListRestart = VK_FALSE;
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "primitiveTopologyListRestart");
    vk_features_finish(&vk_test_of(device)->features);
    assert_true(vk_features_get(vk_test_of(device)));
}

/* ---- indirect ---- */

VK_TEST_CASE(test_indirect)
{
    /* Vertices, instances, first vertex, first instance; a word between. */
    static const uint32_t draws[] = {99, 2, 1, 0, 0, 98, 1, 2, 2, 1, 97};
    /* Indices, instances, first index, vertex offset, first instance. */
    static const uint32_t indexed[] = {2, 1, 1, 2, 0};
    VkPhysicalDeviceFeatures *core = &vk_test_of(device)->features.core;
    const VkBool32 has_multi = core->multiDrawIndirect;
    struct shown shown;

    if (!core->drawIndirectFirstInstance) {
        print_message("skip: the device's indirect draws begin at instance 0\n");
        skip();
    }
    shown_init(test, &shown, scene_format_r32_uint, numbers, sizeof(numbers));
    const uint32_t buffer = vk_job_add_buffer(&shown.job, draws, sizeof(draws));
    shown.draw->indirect = (struct scene_indirect){true, buffer, 4, 20, 2};
    for (int round = 0; round < 2; round++) {
        /* Instances 1 and 2 show vertex 2. */
        expect_first(shown_words(test, &shown),
                     (const uint32_t[WIDTH]){10, 11, 0, 0, 0, 0, 12, 0, 0, 0, 12});
        core->multiDrawIndirect = VK_FALSE; /* One by one. */
    }
    core->multiDrawIndirect = has_multi;

    shown.draw->index = scene_index_u16;
    shown.draw->index_buffer = vk_job_add_buffer(&shown.job, indices, sizeof(indices));
    shown.draw->indirect = (struct scene_indirect){
        true, vk_job_add_buffer(&shown.job, indexed, sizeof(indexed)), 0, 0, 1};
    expect_first(shown_words(test, &shown), (const uint32_t[WIDTH]){0, 0, 0, 0, 14, 0, 0, 17});
    shown.draw->indirect.count = 0;
    expect_first(shown_words(test, &shown), (const uint32_t[WIDTH]){0});
}

/* ---- varyings in parts ---- */

/* The vertex shader's variables at location 0, by first component and count, and the fragment
 * shader's; each component holds its number plus 1. */
struct part_row {
    uint32_t written[3][2];
    uint32_t read[3][2];
};

static const struct part_row part_rows[] = {
    {{{0, 4}}, {{0, 4}}},
    {{{0, 2}, {2, 2}}, {{0, 2}, {2, 2}}},
    {{{0, 2}, {2, 2}}, {{2, 2}}},
    {{{0, 4}}, {{0, 1}, {1, 3}}},
    {{{0, 1}, {1, 1}, {2, 2}}, {{0, 4}}},
    {{{1, 3}}, {{2, 1}}},
    {{{0, 3}}, {{0, 4}}}, /* What is not written is 0. */
    {{{1, 2}}, {{0, 3}}},
};

static bool
is_written(const struct part_row *row, uint32_t c)
{
    for (uint32_t i = 0; i < 3; i++) {
        if (c >= row->written[i][0] && c < row->written[i][0] + row->written[i][1])
            return true;
    }
    return false;
}

static void
try_parts(struct vk_test *test, const struct part_row *row, enum ir_type type)
{
    const struct scene_image image = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, 4, 4);
    struct ir_shader *vertex = vk_test_whole_target(test);
    uint32_t expected[4] = {0};
    struct ir_builder b;
    struct vk_job job;

    ir_builder_init(&b, vertex);
    for (uint32_t i = 0; i < 3 && row->written[i][1]; i++) {
        const struct ir_io io = {.component = row->written[i][0],
                                 .type = type,
                                 .components = (uint8_t)row->written[i][1]};
        const uint32_t output = ir_add_output(vertex, &io);

        for (uint32_t c = 0; c < io.components; c++)
            ir_build_op(&b, ir_op_store_output, ir_type_void,
                        ir_build_const(&b, type, base_bits_of_float((float)(io.component + c + 1))),
                        0, ir_io_imm(output, c));
    }
    struct ir_shader *fragment = vk_test_begin(test, ir_stage_fragment, &b);
    ir_ref values[4];
    for (uint32_t c = 0; c < 4; c++)
        values[c] = ir_build_f32(&b, 0);
    for (uint32_t i = 0; i < 3 && row->read[i][1]; i++) {
        const struct ir_io io = {.component = row->read[i][0],
                                 .type = type,
                                 .components = (uint8_t)row->read[i][1],
                                 .interp = ir_interp_flat};
        const uint32_t input = ir_add_input(fragment, &io);

        for (uint32_t c = 0; c < io.components; c++) {
            values[io.component + c] =
                ir_build_bitcast(&b, ir_type_f32, vk_test_load(&b, input, c));
            if (is_written(row, io.component + c))
                expected[io.component + c] = base_bits_of_float((float)(io.component + c + 1));
        }
    }
    vk_test_store(&b, vk_test_output(fragment, 0), values);
    vk_job_init(&job, 1);
    vk_job_add_image(&job, &image);
    struct scene_draw *draw = &vk_job_add_step(&job, scene_step_draw)->draw;
    *draw = scene_draw_default(4, 4);
    draw->vertex = vertex;
    draw->fragment = fragment;
    vk_job_read_image(&job, 0);
    const uint32_t *words = vk_job_run(test, device, &job).reads[0].data;
    for (uint32_t c = 0; c < 4; c++) {
        if (words[c] != expected[c])
            fail_msg("row %td, component %u is 0x%x, expected 0x%x", row - part_rows, c, words[c],
                     expected[c]);
    }
}

VK_TEST_CASE(test_parts)
{
    for (size_t i = 0; i < BASE_COUNT(part_rows); i++) {
        try_parts(test, &part_rows[i], ir_type_f32);
        try_parts(test, &part_rows[i], ir_type_i32);
    }
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),   cmocka_unit_test(test_written),
        cmocka_unit_test(test_instances), cmocka_unit_test(test_indices),
        cmocka_unit_test(test_restart),   cmocka_unit_test(test_indirect),
        cmocka_unit_test(test_parts),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
