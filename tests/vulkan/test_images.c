/* SPDX-License-Identifier: MIT
 *
 * Images: what goes in and out of each format, levels and layers; clears and copies; how shaders
 * see them, in every dimension, through views and samplers; storage images; nothing bound.
 */
#include "base/bits.h"
#include "vk_job.h"

#include <math.h>

static struct scene_device *device;

static struct scene_image
image_of(enum scene_format format, enum scene_image_dim dim, uint32_t width, uint32_t height,
         uint32_t depth, uint32_t layers, uint32_t levels)
{
    return (struct scene_image){format, dim, width, height, depth, layers, levels, 1, NULL, 0};
}

/* Bytes for the image: each texel another one, and none of them odd for its format. */
static void
fill_image(struct vk_test *test, struct scene_image *image)
{
    const size_t size = (size_t)scene_image_size(image);
    const size_t bytes = scene_format_infos[image->format].bytes;
    char *data = base_arena_alloc(&test->arena, size);

    for (size_t i = 0; i < size / bytes; i++) {
        /* Depth within 0 and 1; fractions of it are enough for others too. */
        const float value = (float)((i * 37 + 11) % 97) / 97;
        const uint32_t integer = (uint32_t)(i * 37 + 11) % 97;
        uint32_t words[8] = {base_bits_of_float(value), integer, base_bits_of_float(1 - value),
                             integer + 1};

        if (!scene_format_is_float(image->format) ||
            (scene_format_infos[image->format].has_stencil &&
             !scene_format_infos[image->format].has_depth))
            words[0] = integer, words[2] = integer + 2;
        else if (!scene_format_infos[image->format].has_stencil)
            words[1] = base_bits_of_float(value / 2), words[3] = base_bits_of_float(value / 3);
        if (scene_format_infos[image->format].components &&
            bytes / scene_format_infos[image->format].components == 8)
            scene_format_pack_wide(image->format, words, data + i * bytes);
        else
            scene_format_pack(image->format, words, data + i * bytes);
    }
    image->data = data;
    image->size = size;
}

/* ---- in and out ---- */

static bool
has_any_use(enum scene_format format)
{
    return device->has_format(device, format, SCENE_FORMAT_SAMPLED, 1) ||
           device->has_format(device, format, SCENE_FORMAT_DEPTH, 1) ||
           device->has_format(device, format, SCENE_FORMAT_STORAGE, 1);
}

static void
try_round_trip(struct vk_test *test, struct scene_image image)
{
    struct vk_job job;

    fill_image(test, &image);
    vk_job_init(&job, 1);
    const uint32_t first = vk_job_add_image(&job, &image);
    struct scene_image empty = image;
    empty.data = NULL;
    const uint32_t second = vk_job_add_image(&job, &empty);
    vk_job_read_image(&job, second);
    vk_job_add_step(&job, scene_step_copy_image)->copy =
        (struct scene_copy){.from = first, .to = second};
    vk_job_read_image(&job, first);
    vk_job_read_image(&job, second);
    const struct scene_result result = vk_job_run(test, device, &job);
    char *zeroes = base_arena_alloc(&test->arena, image.size);
    memset(zeroes, 0, image.size);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(result.reads[i].size, image.size);
        if (memcmp(result.reads[i].data, i ? image.data : zeroes, image.size) != 0)
            fail_msg("%s: read %u is not what was there", scene_format_infos[image.format].name, i);
    }
}

/* Every format that the device has in any way. */
VK_TEST_CASE(test_formats)
{
    uint32_t tried = 0;

    for (int f = 1; f < scene_format_count; f++) {
        const enum scene_format format = (enum scene_format)f;

        if (!has_any_use(format) ||
            !(scene_format_infos[f].uses &
              (SCENE_FORMAT_SAMPLED | SCENE_FORMAT_DEPTH | SCENE_FORMAT_STORAGE)))
            continue;
        try_round_trip(test, image_of(format, scene_image_2d, 5, 3, 1, 1, 1));
        tried++;
    }
    print_message("%u formats\n", tried);
    assert_true(tried > 40);
}

/* Levels, layers and slices, odd sizes too. */
VK_TEST_CASE(test_shapes)
{
    static const struct {
        enum scene_image_dim dim;
        uint32_t size[3];
        uint32_t layers;
        uint32_t levels;
    } rows[] = {
        {scene_image_1d, {7, 1, 1}, 1, 3},  {scene_image_1d, {5, 1, 1}, 4, 1},
        {scene_image_2d, {9, 5, 1}, 1, 4},  {scene_image_2d, {4, 6, 1}, 3, 2},
        {scene_image_2d, {4, 4, 1}, 12, 3}, {scene_image_3d, {5, 3, 7}, 1, 3},
        {scene_image_3d, {1, 1, 1}, 1, 1},
    };
    static const enum scene_format formats[] = {scene_format_r8_unorm, scene_format_r16g16_sfloat,
                                                scene_format_r32g32b32a32_uint};

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (size_t f = 0; f < BASE_COUNT(formats); f++)
            try_round_trip(test, image_of(formats[f], rows[i].dim, rows[i].size[0], rows[i].size[1],
                                          rows[i].size[2], rows[i].layers, rows[i].levels));
    }
    /* Depth and stencil with levels and layers. */
    if (device->has_format(device, scene_format_d32_sfloat_s8_uint, SCENE_FORMAT_DEPTH, 1))
        try_round_trip(test,
                       image_of(scene_format_d32_sfloat_s8_uint, scene_image_2d, 5, 3, 1, 2, 2));
    if (device->has_format(device, scene_format_d16_unorm, SCENE_FORMAT_DEPTH, 1))
        try_round_trip(test, image_of(scene_format_d16_unorm, scene_image_2d, 3, 3, 1, 3, 2));
}

/* ---- clears ---- */

static void
set_words(enum scene_format format, uint32_t words[4])
{
    static const float values[] = {0.2f, 0.75f, 1, 0.4f};

    for (uint32_t c = 0; c < 4; c++)
        words[c] = scene_format_is_float(format) ? base_bits_of_float(values[c]) : 7 * (c + 1);
    if (scene_format_infos[format].has_stencil)
        words[1] = 200;
    if (scene_format_infos[format].has_stencil && !scene_format_infos[format].has_depth)
        words[0] = 0;
}

/* Every format: the whole, by the format's own conversion. */
VK_TEST_CASE(test_clear_formats)
{
    for (int f = 1; f < scene_format_count; f++) {
        const enum scene_format format = (enum scene_format)f;
        const struct scene_format_info *info = &scene_format_infos[f];
        const struct scene_image image = image_of(format, scene_image_2d, 3, 2, 1, 1, 1);
        char expected[32] = {0};
        struct vk_job job;

        if (!has_any_use(format) ||
            !(info->uses & (SCENE_FORMAT_SAMPLED | SCENE_FORMAT_DEPTH | SCENE_FORMAT_STORAGE)))
            continue;
        vk_job_init(&job, 1);
        vk_job_add_image(&job, &image);
        struct scene_clear *clear = &vk_job_add_step(&job, scene_step_clear)->clear;
        clear->view = 0;
        set_words(format, clear->words);
        vk_job_read_image(&job, 0);
        const struct scene_result result = vk_job_run(test, device, &job);
        if (info->components && info->bytes / info->components == 8)
            scene_format_pack_wide(format, (const uint32_t[8]){clear->words[0], clear->words[1]},
                                   expected);
        else
            scene_format_pack(format, clear->words, expected);
        for (uint32_t t = 0; t < 6; t++) {
            if (memcmp((const char *)result.reads[0].data + (size_t)t * info->bytes, expected,
                       info->bytes) != 0)
                fail_msg("%s: texel %u is not as it was cleared", info->name, t);
        }
    }
}

/* Parts: a level and some layers, some slices of a volume, through a view of another format. */
VK_TEST_CASE(test_clear_parts)
{
    struct scene_image layered = image_of(scene_format_r8_uint, scene_image_2d, 4, 4, 1, 3, 2);
    struct scene_image volume = image_of(scene_format_r8_unorm, scene_image_3d, 2, 2, 4, 1, 1);
    struct scene_image plain = image_of(scene_format_r32_uint, scene_image_2d, 1, 1, 1, 1, 1);
    struct vk_job job;

    vk_job_init(&job, 1);
    vk_job_add_image(&job, &layered);
    vk_job_add_image(&job, &volume);
    vk_job_add_image(&job, &plain);
    struct scene_view view = job.views[0];
    view.first_level = view.level_count = 1;
    view.first_layer = 1;
    view.layer_count = 2;
    vk_job_add_step(&job, scene_step_clear)->clear =
        (struct scene_clear){vk_job_add_view(&job, &view), {9}};
    view = job.views[1];
    view.dim = ir_dim_2d;
    view.is_arrayed = true;
    view.first_layer = 1;
    view.layer_count = 2;
    vk_job_add_step(&job, scene_step_clear)->clear =
        (struct scene_clear){vk_job_add_view(&job, &view), {base_bits_of_float(1)}};
    view = job.views[2];
    view.format = scene_format_r8g8b8a8_unorm;
    vk_job_add_step(&job, scene_step_clear)->clear = (struct scene_clear){
        vk_job_add_view(&job, &view),
        {base_bits_of_float(1), base_bits_of_float(0), base_bits_of_float(0.2f), 0}};
    for (uint32_t i = 0; i < 3; i++)
        vk_job_read_image(&job, i);
    const struct scene_result result = vk_job_run(test, device, &job);
    const uint8_t *bytes = result.reads[0].data;
    for (uint32_t i = 0; i < 60; i++) /* Level 1 begins at 48, its layer 1 at 52. */
        assert_int_equal(bytes[i], i >= 52 ? 9 : 0);
    bytes = result.reads[1].data;
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(bytes[i], i >= 4 && i < 12 ? 255 : 0);
    assert_memory_equal(result.reads[2].data, ((const uint8_t[]){255, 0, 51, 0}), 4);
}

VK_TEST_CASE(test_clear_depth)
{
    const struct scene_image image =
        image_of(scene_format_d32_sfloat, scene_image_2d, 1, 1, 1, 1, 1);
    struct vk_job job;

    vk_job_init(&job, 1);
    vk_job_add_image(&job, &image);
    vk_job_add_step(&job, scene_step_clear)->clear =
        (struct scene_clear){0, {base_bits_of_float(1.5f)}};
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS, "cleared to 1.5");
    job.steps[0].clear.words[0] = base_bits_of_float(NAN);
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS, "0 to 1");
}

/* ---- what shaders see ---- */

/* Numbers of an image: 1 for its first texel, and so on. */
static void
number_image(struct vk_test *test, struct scene_image *image)
{
    const size_t count = (size_t)scene_image_size(image) / 4;
    uint32_t *texels = base_arena_new_array(&test->arena, uint32_t, count);

    for (size_t i = 0; i < count; i++)
        texels[i] = (uint32_t)i + 1;
    image->data = texels;
    image->size = count * 4;
}

/* Invocation i fetches the texel of these coordinates, which come from a buffer of four words each
 * at binding 2, of the image at binding 1; for storage images it also adds 1000 to it. */
static struct ir_shader *
fetching_shader(struct vk_test *test, const struct ir_image *image)
{
    const enum ir_op op = image->kind == ir_image_storage ? ir_op_image_load : ir_op_fetch;
    const uint32_t lod = image->kind == ir_image_storage ? 0 : IR_SAMPLE_LOD;
    const struct ir_image_operands at = ir_image_operands_of(op, image, lod);
    struct vk_compute c;
    struct ir_builder *b = &c.b;
    ir_ref operands[9];
    ir_ref words[4];

    vk_compute_begin(test, &c, 1, 4);
    const uint32_t places = vk_compute_buffer(&c, ir_buffer_storage, 2, 0);
    const uint32_t index = ir_add_image(c.shader, image);
    for (uint32_t i = 0; i < 4; i++) {
        const ir_ref place = ir_build_iadd(b, ir_build_imul(b, c.index, ir_build_i32(b, 16)),
                                           ir_build_i32(b, 4 * i));
        words[i] = ir_build_load_buffer(b, ir_type_i32, places, place);
    }
    for (uint32_t i = 0; i < at.coordinate_count; i++)
        operands[i] = words[i];
    if (lod)
        operands[at.lod] = words[3];
    const ir_ref texel =
        ir_build_list(b, op, IR_VEC(ir_type_i32, 4), operands, at.count, index | lod);
    vk_compute_put_vector(&c, texel, ir_type_i32);
    if (image->kind == ir_image_storage) {
        const ir_ref red = ir_build_op(b, ir_op_extract, ir_type_i32, texel, 0, 0);
        const ir_ref more = ir_build_iadd(b, red, ir_build_i32(b, 1000));
        for (uint32_t i = 0; i < 4; i++)
            operands[at.coordinate_count + i] = more;
        ir_build_list(b, ir_op_image_store, ir_type_void, operands, at.coordinate_count + 4u,
                      index);
    }
    return c.shader;
}

struct fetch_row {
    enum ir_dim dim;
    bool is_arrayed;
    enum scene_image_dim image;
    uint32_t size[3];
    uint32_t layers;
    uint32_t levels;
    uint32_t first_level;
    uint32_t first_layer;
    uint32_t layer_count;
    uint32_t places[3][4]; /* Coordinates, and in the fourth the level. */
    uint32_t expected[3];  /* 0: outside. */
};

static const struct fetch_row fetch_rows[] = {
    {ir_dim_1d,
     false,
     scene_image_1d,
     {8, 1, 1},
     1,
     2,
     0,
     0,
     1,
     {{3, 0, 0, 0}, {2, 0, 0, 1}, {7, 0, 0, 0}},
     {4, 11, 8}},
    {ir_dim_1d,
     true,
     scene_image_1d,
     {4, 1, 1},
     3,
     1,
     0,
     1,
     2,
     {{0, 0, 0, 0}, {3, 1, 0, 0}, {1, 0, 0, 0}},
     {5, 12, 6}},
    {ir_dim_2d,
     false,
     scene_image_2d,
     {4, 4, 1},
     1,
     3,
     1,
     0,
     1,
     {{0, 0, 0, 0}, {1, 1, 0, 0}, {0, 0, 0, 1}},
     {17, 20, 21}},
    {ir_dim_2d,
     true,
     scene_image_2d,
     {2, 2, 1},
     4,
     1,
     0,
     1,
     3,
     {{0, 0, 0, 0}, {1, 0, 2, 0}, {1, 1, 1, 0}},
     {5, 14, 12}},
    {ir_dim_2d,
     false,
     scene_image_2d,
     {2, 2, 1},
     4,
     1,
     0,
     3,
     1,
     {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}},
     {13, 14, 16}},
    {ir_dim_3d,
     false,
     scene_image_3d,
     {3, 2, 2},
     1,
     2,
     0,
     0,
     1,
     {{0, 0, 0, 0}, {2, 1, 1, 0}, {0, 0, 0, 1}},
     {1, 12, 13}},
};

static void
try_fetch(struct vk_test *test, const struct fetch_row *row, bool is_storage)
{
    const struct ir_image declared = {
        .binding = 1,
        .dim = row->dim,
        .kind = is_storage ? ir_image_storage : ir_image_sampled,
        .texel = ir_texel_u32,
        .format = is_storage ? ir_image_format_r32ui : ir_image_format_unknown,
        .is_arrayed = row->is_arrayed,
        .count = 1,
    };
    struct scene_image image = image_of(scene_format_r32_uint, row->image, row->size[0],
                                        row->size[1], row->size[2], row->layers, row->levels);
    const struct scene_view view = {.image = 0,
                                    .dim = row->dim,
                                    .is_arrayed = row->is_arrayed,
                                    .first_level = row->first_level,
                                    .level_count = is_storage ? 1 : row->levels - row->first_level,
                                    .first_layer = row->first_layer,
                                    .layer_count = row->layer_count};
    uint32_t places[3][4];
    struct vk_job job;

    /* A storage image has no levels but the view's first, so it is read outside. */
    memcpy(places, row->places, sizeof(places));
    for (uint32_t i = 0; i < 3; i++)
        places[i][0] = is_storage && places[i][3] ? 1000 : places[i][0];
    number_image(test, &image);
    vk_job_init(&job, 12);
    vk_job_add_image(&job, &image);
    vk_job_bind(&job, &(struct scene_binding){.binding = 1,
                                              .kind = is_storage ? scene_binding_storage_image
                                                                 : scene_binding_sampled,
                                              .view = vk_job_add_view(&job, &view)});
    vk_job_bind(&job,
                &(struct scene_binding){.binding = 2,
                                        .kind = scene_binding_storage,
                                        .buffer = vk_job_add_buffer(&job, places, sizeof(places))});
    vk_job_dispatch(&job, fetching_shader(test, &declared), 3);
    vk_job_read_image(&job, 0);
    const uint32_t *words = vk_job_words(test, device, &job);
    for (uint32_t i = 0; i < 3; i++) {
        if (is_storage && row->places[i][3])
            continue;
        if (words[4 * i] != row->expected[i])
            fail_msg("row %td, place %u: found %u, expected %u", row - fetch_rows, i, words[4 * i],
                     row->expected[i]);
        assert_int_equal(words[4 * i + 3], 1);
    }
    if (!is_storage)
        return;
    const struct scene_result result = vk_job_run(test, device, &job);
    const uint32_t *texels = result.reads[0].data;
    for (uint32_t i = 0; i < 3; i++) {
        if (!row->places[i][3])
            assert_int_equal(texels[row->expected[i] - 1], row->expected[i] + 1000);
    }
}

VK_TEST_CASE(test_fetch)
{
    for (size_t i = 0; i < BASE_COUNT(fetch_rows); i++) {
        try_fetch(test, &fetch_rows[i], false);
        try_fetch(test, &fetch_rows[i], true);
    }
}

/* Swizzles, a view of another format, stencil and depth of one image. */
VK_TEST_CASE(test_views)
{
    static const uint8_t bytes[] = {1, 2, 3, 4};
    const struct ir_image declared = {.binding = 1,
                                      .dim = ir_dim_2d,
                                      .kind = ir_image_sampled,
                                      .texel = ir_texel_u32,
                                      .count = 1};
    struct scene_image image = image_of(scene_format_r8g8b8a8_uint, scene_image_2d, 1, 1, 1, 1, 1);
    static const struct {
        enum scene_format format;
        uint8_t swizzle[4];
        uint32_t expected[4];
    } rows[] = {
        {scene_format_none, {0}, {1, 2, 3, 4}},
        {scene_format_none,
         {scene_swizzle_a, scene_swizzle_zero, scene_swizzle_one, scene_swizzle_g},
         {4, 0, 1, 2}},
        {scene_format_none,
         {scene_swizzle_same, scene_swizzle_r, scene_swizzle_b, scene_swizzle_same},
         {1, 1, 3, 4}},
        {scene_format_r32_uint, {0}, {0x04030201, 0, 0, 1}},
        {scene_format_r16g16_uint, {0}, {0x0201, 0x0403, 0, 1}},
    };

    image.data = bytes;
    image.size = sizeof(bytes);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct vk_job job;

        vk_job_init(&job, 4);
        vk_job_add_image(&job, &image);
        struct scene_view view = job.views[0];
        view.format = rows[i].format;
        memcpy(view.swizzle, rows[i].swizzle, sizeof(view.swizzle));
        vk_job_bind(&job, &(struct scene_binding){.binding = 1,
                                                  .kind = scene_binding_sampled,
                                                  .view = vk_job_add_view(&job, &view)});
        vk_job_dispatch(&job, fetching_shader(test, &declared), 1);
        const uint32_t *words = vk_job_words(test, device, &job);
        for (uint32_t c = 0; c < 4; c++) {
            if (words[c] != rows[i].expected[c])
                fail_msg("row %zu, component %u is 0x%x, expected 0x%x", i, c, words[c],
                         rows[i].expected[c]);
        }
    }
}

/* Samples an image with a sampler of its own, at coordinates in words of a buffer at binding 2. */
static struct ir_shader *
sampling_shader(struct vk_test *test, const struct ir_image *image, bool compares)
{
    const struct ir_sampler sampler = {.binding = 3, .count = 1};
    const bool is_combined = image->kind == ir_image_combined;
    const enum ir_type type = ir_texel_type(image->texel);
    const uint32_t bits = IR_SAMPLE_LOD | (compares ? IR_SAMPLE_DREF : 0);
    const struct ir_image_operands at = ir_image_operands_of(ir_op_sample, image, bits);
    struct vk_compute c;
    struct ir_builder *b = &c.b;
    ir_ref operands[9];

    vk_compute_begin(test, &c, 1, 4);
    const uint32_t places = vk_compute_buffer(&c, ir_buffer_storage, 2, 0);
    const uint32_t index = ir_add_image(c.shader, image);
    const uint32_t imm = is_combined ? 0u : IR_IMAGE_SAMPLER(ir_add_sampler(c.shader, &sampler));
    for (uint32_t i = 0; i < at.coordinate_count; i++)
        operands[i] = ir_build_load_buffer(b, ir_type_f32, places, ir_build_i32(b, 4 * i));
    if (compares)
        operands[at.dref] = ir_build_load_buffer(b, ir_type_f32, places, ir_build_i32(b, 16));
    operands[at.lod] = ir_build_f32(b, 0);
    if (compares) {
        vk_compute_put(
            &c, 0,
            ir_build_list(b, ir_op_sample, ir_type_f32, operands, at.count, index | bits | imm));
        return c.shader;
    }
    const ir_ref texel =
        ir_build_list(b, ir_op_sample, IR_VEC(type, 4), operands, at.count, index | bits | imm);
    vk_compute_put_vector(&c, texel, type);
    return c.shader;
}

/* Faces of cubes and cube arrays, combined and with a sampler apart. */
VK_TEST_CASE(test_cubes)
{
    static const float places[][4] = {{1, 0, 0, 0},  {-1, 0, 0, 0}, {0, 1, 0, 0},
                                      {0, -1, 0, 1}, {0, 0, 1, 1},  {0, 0, -1, 1}};
    struct scene_image image = image_of(scene_format_r32_uint, scene_image_2d, 1, 1, 1, 12, 1);

    number_image(test, &image);
    for (int is_arrayed = 0; is_arrayed < 2; is_arrayed++) {
        for (int is_combined = 0; is_combined < 2; is_combined++) {
            const struct ir_image declared = {.binding = 1,
                                              .dim = ir_dim_cube,
                                              .kind = is_combined ? ir_image_combined
                                                                  : ir_image_sampled,
                                              .texel = ir_texel_u32,
                                              .is_arrayed = is_arrayed,
                                              .count = 1};
            struct ir_shader *shader = sampling_shader(test, &declared, false);

            for (uint32_t i = 0; i < BASE_COUNT(places); i++) {
                struct vk_job job;

                vk_job_init(&job, 4);
                vk_job_add_image(&job, &image);
                struct scene_view view = job.views[0];
                view.dim = ir_dim_cube;
                view.is_arrayed = is_arrayed;
                view.first_layer = is_arrayed ? 0 : 6;
                view.layer_count = is_arrayed ? 12 : 6;
                vk_job_add_sampler(&job, &(struct scene_sampler){.max_lod = 1});
                vk_job_bind(&job,
                            &(struct scene_binding){.binding = 1,
                                                    .kind = is_combined ? scene_binding_combined
                                                                        : scene_binding_sampled,
                                                    .view = vk_job_add_view(&job, &view)});
                vk_job_bind(&job, &(struct scene_binding){
                                      .binding = 2,
                                      .kind = scene_binding_storage,
                                      .buffer = vk_job_add_buffer(&job, places[i], 16)});
                if (!is_combined)
                    vk_job_bind(
                        &job, &(struct scene_binding){.binding = 3, .kind = scene_binding_sampler});
                vk_job_dispatch(&job, shader, 1);
                const uint32_t layer = is_arrayed ? (uint32_t)places[i][3] : 1;
                assert_int_equal(vk_job_words(test, device, &job)[0], 6 * layer + i + 1);
            }
        }
    }
}

/* The size of an array of cubes counts the cubes, not their faces, from the view's first one on. */
VK_TEST_CASE(test_cube_sizes)
{
    const struct ir_image cubes = {.binding = 1,
                                   .dim = ir_dim_cube,
                                   .kind = ir_image_sampled,
                                   .texel = ir_texel_u32,
                                   .is_arrayed = true,
                                   .count = 1};
    const struct scene_image image =
        image_of(scene_format_r32_uint, scene_image_2d, 4, 4, 1, 24, 2);
    const uint32_t expected[4] = {2, 2, 3, 0};
    struct vk_compute c;
    struct vk_job job;

    vk_compute_begin(test, &c, 1, 4);
    const uint32_t index = ir_add_image(c.shader, &cubes);
    const ir_ref level = ir_build_i32(&c.b, 1);
    vk_compute_put_vector(&c,
                          ir_build_list(&c.b, ir_op_image_size, IR_VEC(ir_type_i32, 4), &level, 1,
                                        index | IR_SAMPLE_LOD),
                          ir_type_i32);
    vk_job_init(&job, 4);
    vk_job_add_image(&job, &image);
    struct scene_view view = job.views[0];
    view.dim = ir_dim_cube;
    view.is_arrayed = true;
    view.first_layer = 6;
    view.layer_count = 18;
    vk_job_bind(&job, &(struct scene_binding){.binding = 1,
                                              .kind = scene_binding_sampled,
                                              .view = vk_job_add_view(&job, &view)});
    vk_job_dispatch(&job, c.shader, 1);
    assert_memory_equal(vk_job_words(test, device, &job), expected, sizeof(expected));
}

/* Samples of one texel and of what is beside it: wrap modes and border colours of floats and
 * integers. */
VK_TEST_CASE(test_borders)
{
    static const uint32_t half = 0x3f000000;
    static const struct {
        enum scene_format format;
        enum scene_border border;
        uint32_t expected[4];
    } rows[] = {
        {scene_format_r32g32b32a32_sfloat, scene_border_transparent_black, {0, 0, 0, 0}},
        {scene_format_r32g32b32a32_sfloat, scene_border_opaque_black, {0, 0, 0, 0x3f800000}},
        {scene_format_r32g32b32a32_sfloat,
         scene_border_opaque_white,
         {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000}},
        {scene_format_r32g32b32a32_uint, scene_border_transparent_black, {0, 0, 0, 0}},
        {scene_format_r32g32b32a32_uint, scene_border_opaque_black, {0, 0, 0, 1}},
        {scene_format_r32g32b32a32_uint, scene_border_opaque_white, {1, 1, 1, 1}},
    };
    const float outside[4] = {-0.5f, 0.5f};
    const uint32_t texel[4] = {half, half, half, half};

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (int is_combined = 0; is_combined < 2; is_combined++) {
            const struct ir_image declared = {
                .binding = 1,
                .dim = ir_dim_2d,
                .kind = is_combined ? ir_image_combined : ir_image_sampled,
                .texel = scene_format_is_float(rows[i].format) ? ir_texel_f32 : ir_texel_u32,
                .count = 1};
            struct scene_image image = image_of(rows[i].format, scene_image_2d, 1, 1, 1, 1, 1);
            struct vk_job job;

            image.data = texel;
            image.size = sizeof(texel);
            vk_job_init(&job, 4);
            vk_job_add_image(&job, &image);
            vk_job_add_sampler(&job, &(struct scene_sampler){.wrap_u = scene_wrap_clamp_to_border,
                                                             .wrap_v = scene_wrap_clamp_to_border,
                                                             .border = rows[i].border});
            vk_job_bind(&job, &(struct scene_binding){.binding = 1,
                                                      .kind = is_combined ? scene_binding_combined
                                                                          : scene_binding_sampled});
            vk_job_bind(&job,
                        &(struct scene_binding){.binding = 2,
                                                .kind = scene_binding_storage,
                                                .buffer = vk_job_add_buffer(&job, outside, 16)});
            if (!is_combined)
                vk_job_bind(&job,
                            &(struct scene_binding){.binding = 3, .kind = scene_binding_sampler});
            vk_job_dispatch(&job, sampling_shader(test, &declared, false), 1);
            const uint32_t *words = vk_job_words(test, device, &job);
            for (uint32_t c = 0; c < 4; c++) {
                if (words[c] != rows[i].expected[c])
                    fail_msg("row %zu, component %u is 0x%x, expected 0x%x", i, c, words[c],
                             rows[i].expected[c]);
            }
        }
    }
}

/* Comparisons with depth; stencil of the same image; unnormalized coordinates. */
VK_TEST_CASE(test_depth_samples)
{
    const struct ir_image depth = {.binding = 1,
                                   .dim = ir_dim_2d,
                                   .kind = ir_image_combined,
                                   .texel = ir_texel_f32,
                                   .count = 1};
    struct scene_image image =
        image_of(scene_format_d32_sfloat_s8_uint, scene_image_2d, 2, 1, 1, 1, 1);
    static const struct {
        enum scene_compare compare;
        float x;
        float reference;
        float expected;
    } rows[] = {
        {scene_compare_less, 0.25f, 0.2f, 1},    {scene_compare_less, 0.25f, 0.3f, 0},
        {scene_compare_greater, 0.75f, 0.8f, 1}, {scene_compare_greater, 0.75f, 0.7f, 0},
        {scene_compare_equal, 0.75f, 0.75f, 1},  {scene_compare_never, 0.25f, 0.2f, 0},
        {scene_compare_always, 0.25f, 0.9f, 1},  {scene_compare_not_equal, 0.25f, 0.25f, 0},
    };
    char texels[16] = {0};

    if (!device->has_format(device, image.format, SCENE_FORMAT_DEPTH | SCENE_FORMAT_SAMPLED, 1)) {
        print_message("skip: the device has no such depth\n");
        skip();
    }
    scene_format_pack(image.format, (const uint32_t[4]){base_bits_of_float(0.25f), 33}, texels);
    scene_format_pack(image.format, (const uint32_t[4]){base_bits_of_float(0.75f), 44}, texels + 8);
    image.data = texels;
    image.size = sizeof(texels);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const float place[5] = {rows[i].x, 0.5f, 0, 0, rows[i].reference};
        struct vk_job job;

        vk_job_init(&job, 4);
        vk_job_add_image(&job, &image);
        vk_job_add_sampler(&job, &(struct scene_sampler){.wrap_u = scene_wrap_clamp_to_edge,
                                                         .wrap_v = scene_wrap_clamp_to_edge,
                                                         .has_compare = true,
                                                         .compare = rows[i].compare});
        vk_job_bind(&job, &(struct scene_binding){.binding = 1, .kind = scene_binding_combined});
        vk_job_bind(
            &job, &(struct scene_binding){.binding = 2,
                                          .kind = scene_binding_storage,
                                          .buffer = vk_job_add_buffer(&job, place, sizeof(place))});
        vk_job_dispatch(&job, sampling_shader(test, &depth, true), 1);
        if (vk_job_words(test, device, &job)[0] != base_bits_of_float(rows[i].expected))
            fail_msg("row %zu is wrong", i);
    }

    const struct ir_image stencil = {.binding = 1,
                                     .dim = ir_dim_2d,
                                     .kind = ir_image_sampled,
                                     .texel = ir_texel_u32,
                                     .count = 1};
    static const uint32_t place[4] = {1, 0, 0, 0};
    struct vk_job job;
    vk_job_init(&job, 4);
    vk_job_add_image(&job, &image);
    struct scene_view view = job.views[0];
    view.is_stencil = true;
    vk_job_bind(&job, &(struct scene_binding){.binding = 1,
                                              .kind = scene_binding_sampled,
                                              .view = vk_job_add_view(&job, &view)});
    vk_job_bind(&job,
                &(struct scene_binding){.binding = 2,
                                        .kind = scene_binding_storage,
                                        .buffer = vk_job_add_buffer(&job, place, sizeof(place))});
    vk_job_dispatch(&job, fetching_shader(test, &stencil), 1);
    assert_int_equal(vk_job_words(test, device, &job)[0], 44);
}

VK_TEST_CASE(test_unnormalized)
{
    const struct ir_image declared = {.binding = 1,
                                      .dim = ir_dim_2d,
                                      .kind = ir_image_combined,
                                      .texel = ir_texel_u32,
                                      .count = 1};
    struct scene_image image = image_of(scene_format_r32_uint, scene_image_2d, 4, 4, 1, 1, 1);
    const float place[4] = {2.5f, 1.5f};
    struct vk_job job;

    number_image(test, &image);
    vk_job_init(&job, 4);
    vk_job_add_image(&job, &image);
    vk_job_add_sampler(&job, &(struct scene_sampler){.wrap_u = scene_wrap_clamp_to_edge,
                                                     .wrap_v = scene_wrap_clamp_to_edge,
                                                     .wrap_w = scene_wrap_clamp_to_edge,
                                                     .is_unnormalized = true});
    vk_job_bind(&job, &(struct scene_binding){.binding = 1, .kind = scene_binding_combined});
    vk_job_bind(&job, &(struct scene_binding){.binding = 2,
                                              .kind = scene_binding_storage,
                                              .buffer = vk_job_add_buffer(&job, place, 16)});
    vk_job_dispatch(&job, sampling_shader(test, &declared, false), 1);
    assert_int_equal(vk_job_words(test, device, &job)[0], 7);
}

/* ---- nothing bound ---- */

VK_TEST_CASE(test_unbound)
{
    static const enum ir_texel texels[] = {ir_texel_u32, ir_texel_i32};
    static const uint32_t places[2][4] = {{0, 0, 0, 0}, {0, 0, 0, 0}};

    for (int dim = 0; dim < ir_dim_buffer; dim++) {
        for (int is_arrayed = 0; is_arrayed < 2; is_arrayed++) {
            for (int kind = 0; kind < 2; kind++) {
                const struct ir_image declared = {
                    .binding = 1,
                    .dim = (enum ir_dim)dim,
                    .kind = kind ? ir_image_storage : ir_image_sampled,
                    .texel = texels[is_arrayed],
                    .format = !kind        ? ir_image_format_unknown
                              : is_arrayed ? ir_image_format_rgba32i
                                           : ir_image_format_rgba32ui,
                    .is_arrayed = is_arrayed,
                    .count = 1,
                };
                struct vk_job job;

                if ((dim == ir_dim_3d && is_arrayed) || (dim == ir_dim_cube && !kind))
                    continue;
                vk_job_init(&job, 8);
                vk_job_bind(&job, &(struct scene_binding){
                                      .binding = 2,
                                      .kind = scene_binding_storage,
                                      .buffer = vk_job_add_buffer(&job, places, sizeof(places))});
                vk_job_dispatch(&job, fetching_shader(test, &declared), 1);
                const uint32_t *words = vk_job_words(test, device, &job);
                for (uint32_t c = 0; c < 4; c++)
                    assert_int_equal(words[c], 0);
            }
        }
    }
}

/* Sampled with a comparison, combined or with a sampler, bound or not. */
VK_TEST_CASE(test_unbound_comparison)
{
    const float place[5] = {0.5f, 0.5f, 0, 0, 0.5f};

    for (int is_combined = 0; is_combined < 2; is_combined++) {
        const struct ir_image declared = {.binding = 1,
                                          .dim = ir_dim_2d,
                                          .kind =
                                              is_combined ? ir_image_combined : ir_image_sampled,
                                          .texel = ir_texel_f32,
                                          .count = 1};
        struct vk_job job;

        vk_job_init(&job, 4);
        vk_job_bind(
            &job, &(struct scene_binding){.binding = 2,
                                          .kind = scene_binding_storage,
                                          .buffer = vk_job_add_buffer(&job, place, sizeof(place))});
        vk_job_dispatch(&job, sampling_shader(test, &declared, true), 1);
        assert_int_equal(vk_job_words(test, device, &job)[0], 0);
    }
}

/* ---- what the device lacks ---- */

VK_TEST_CASE(test_lacking)
{
    struct vk_device *vk = vk_test_of(device);
    const VkBool32 has_cubes = vk->features.core.imageCubeArray;
    struct scene_image image = image_of(scene_format_r8_unorm, scene_image_2d, 1, 1, 1, 1, 1);
    struct vk_job job;

    vk_job_init(&job, 1);
    image.samples = 16;
    vk_job_add_image(&job, &image);
    if (!device->has_format(device, image.format, SCENE_FORMAT_SAMPLED, 16))
        vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS, "16 samples");
    job.images[0] = image_of(scene_format_r8_unorm, scene_image_3d, 1, 1, SCENE_MAX_SIZE, 1, 1);
    job.views[0].dim = ir_dim_3d;
    if (vk->properties.limits.maxImageDimension3D < SCENE_MAX_SIZE)
        vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_LIMIT, "1 by 1 by 16384");

    const struct ir_image declared = {.binding = 1,
                                      .dim = ir_dim_cube,
                                      .kind = ir_image_sampled,
                                      .texel = ir_texel_f32,
                                      .is_arrayed = true,
                                      .count = 1};
    image = image_of(scene_format_r8_unorm, scene_image_2d, 1, 1, 1, 12, 1);
    vk_job_init(&job, 4);
    vk_job_add_image(&job, &image);
    job.views[0].dim = ir_dim_cube;
    job.views[0].is_arrayed = true;
    vk_job_bind(&job, &(struct scene_binding){.binding = 1, .kind = scene_binding_sampled});
    vk_job_dispatch(&job, sampling_shader(test, &declared, false), 1);
    vk->features.core.imageCubeArray = VK_FALSE;
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS, "CubeArray");
    vk->features.core.imageCubeArray = has_cubes;
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),       cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_clear_formats), cmocka_unit_test(test_clear_parts),
        cmocka_unit_test(test_clear_depth),   cmocka_unit_test(test_fetch),
        cmocka_unit_test(test_views),         cmocka_unit_test(test_cubes),
        cmocka_unit_test(test_cube_sizes),    cmocka_unit_test(test_borders),
        cmocka_unit_test(test_depth_samples), cmocka_unit_test(test_unnormalized),
        cmocka_unit_test(test_unbound),       cmocka_unit_test(test_unbound_comparison),
        cmocka_unit_test(test_lacking),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
