/* SPDX-License-Identifier: MIT
 *
 * Fetches, loads, stores and atomics: where texels lie, what is outside, every format there and
 * back, and threads that meet in one image.
 */
#include "kit.h"

#include <pthread.h>

#define R32UI scene_format_r32_uint

/* One lane's access, or a lane of several. */
struct spot {
    int32_t at[3];
    int32_t layer;
    int32_t lod;
    int32_t sample;
};

static struct cpu_access
access_of(const struct spot *spot, void *result)
{
    struct cpu_access access = {.mask = 1,
                                .lanes = 1,
                                .layer = (const uint32_t *)&spot->layer,
                                .lod = (const uint32_t *)&spot->lod,
                                .sample = (const uint32_t *)&spot->sample,
                                .result = result,
                                .stride = 1};

    for (unsigned i = 0; i < 3; i++)
        access.coordinates[i] = (const uint32_t *)&spot->at[i];
    return access;
}

static uint32_t
fetch_red(const struct cpu_image_view *view, const struct spot *spot)
{
    uint32_t words[4] = {99, 99, 99, 99};
    const struct cpu_access access = access_of(spot, words);

    cpu_image_fetch(view, &access);
    return words[0];
}

/* Every access to this place: does the texel hold it, and nothing else read or write it? */
static void
check_spot(const struct cpu_image_view *view, const struct spot *spot, uint32_t expected)
{
    const uint32_t zeroes[4] = {0}, value[4] = {4321, 0, 0, 0};
    uint32_t words[4] = {99, 99, 99, 99};
    struct cpu_access access = access_of(spot, words);

    cpu_image_fetch(view, &access);
    assert_int_equal(words[0], expected);
    if (!expected)
        assert_memory_equal(words, zeroes, sizeof(words));
    memset(words, 0x55, sizeof(words));
    cpu_image_load(view, &access);
    assert_int_equal(words[0], expected);
    for (unsigned c = 0; c < 4; c++)
        access.value[c] = &value[c];
    cpu_image_atomic(view, ir_op_copy, false, &access);
    assert_int_equal(words[0], expected);
    assert_int_equal(fetch_red(view, spot), expected ? 4321 : 0);
    access.value[0] = &expected;
    cpu_image_store(view, &access);
    assert_int_equal(fetch_red(view, spot), expected);
}

/* ---- where texels lie ---- */

static void
test_places(void **state)
{
    static const struct {
        struct scene_image image; /* format: R32UI. */
        struct scene_view view;
        struct spot spot;
        uint32_t expected; /* Element, from 1; 0: outside. */
    } rows[] = {
#define IMAGE(d, w, h, z, layer, level, sample)                                                    \
    {R32UI, scene_image_##d, w, h, z, layer, level, sample, NULL, 0}
#define VIEW(d, arrayed, level, levels, layer, layers)                                             \
    {                                                                                              \
        0, scene_format_none, ir_dim_##d, arrayed, level, levels, layer, layers, {0}, false        \
    }
        {IMAGE(1d, 5, 1, 1, 1, 1, 1), VIEW(1d, false, 0, 1, 0, 1), {{3}, 0, 0, 0}, 4},
        {IMAGE(1d, 5, 1, 1, 1, 1, 1), VIEW(1d, false, 0, 1, 0, 1), {{5}, 0, 0, 0}, 0},
        {IMAGE(1d, 5, 1, 1, 1, 1, 1), VIEW(1d, false, 0, 1, 0, 1), {{-1}, 0, 0, 0}, 0},
        {IMAGE(1d, 5, 1, 1, 3, 1, 1), VIEW(1d, true, 0, 1, 1, 2), {{4}, 1, 0, 0}, 15},
        {IMAGE(1d, 5, 1, 1, 3, 1, 1), VIEW(1d, true, 0, 1, 1, 2), {{4}, 2, 0, 0}, 0},
        {IMAGE(1d, 5, 1, 1, 3, 1, 1), VIEW(1d, true, 0, 1, 1, 2), {{4}, -1, 0, 0}, 0},
        {IMAGE(2d, 4, 3, 1, 1, 1, 1), VIEW(2d, false, 0, 1, 0, 1), {{2, 1}, 0, 0, 0}, 7},
        {IMAGE(2d, 4, 3, 1, 1, 1, 1), VIEW(2d, false, 0, 1, 0, 1), {{3, 2}, 0, 0, 0}, 12},
        {IMAGE(2d, 4, 3, 1, 1, 1, 1), VIEW(2d, false, 0, 1, 0, 1), {{0, 3}, 0, 0, 0}, 0},
        {IMAGE(2d, 4, 3, 1, 1, 1, 1), VIEW(2d, false, 0, 1, 0, 1), {{4, 0}, 0, 0, 0}, 0},
        {IMAGE(2d, 4, 3, 1, 1, 1, 1), VIEW(2d, false, 0, 1, 0, 1), {{0, INT32_MIN}, 0, 0, 0}, 0},
        {IMAGE(2d, 4, 3, 1, 1, 1, 1), VIEW(2d, false, 0, 1, 0, 1), {{INT32_MAX, 0}, 0, 0, 0}, 0},
        {IMAGE(2d, 4, 3, 1, 1, 1, 1), VIEW(2d, false, 0, 1, 0, 1), {{0, 0}, 0, 1, 0}, 0},
        {IMAGE(2d, 4, 3, 1, 1, 1, 1), VIEW(2d, false, 0, 1, 0, 1), {{0, 0}, 0, -1, 0}, 0},
        {IMAGE(2d, 4, 3, 1, 1, 1, 1), VIEW(2d, false, 0, 1, 0, 1), {{0, 0}, 0, 0, 1}, 0},
        /* Levels of 4x3, 2x1 and 1x1, two layers each: at 0, 24 and 28. */
        {IMAGE(2d, 4, 3, 1, 2, 3, 1), VIEW(2d, true, 0, 3, 0, 2), {{3, 2}, 1, 0, 0}, 24},
        {IMAGE(2d, 4, 3, 1, 2, 3, 1), VIEW(2d, true, 0, 3, 0, 2), {{1, 0}, 1, 1, 0}, 28},
        {IMAGE(2d, 4, 3, 1, 2, 3, 1), VIEW(2d, true, 0, 3, 0, 2), {{1, 1}, 1, 1, 0}, 0},
        {IMAGE(2d, 4, 3, 1, 2, 3, 1), VIEW(2d, true, 1, 2, 1, 1), {{0, 0}, 0, 1, 0}, 30},
        {IMAGE(2d, 4, 3, 1, 2, 3, 1), VIEW(2d, true, 1, 2, 1, 1), {{0, 0}, 0, 2, 0}, 0},
        /* Samples. */
        {IMAGE(2d, 2, 2, 1, 1, 1, 4), VIEW(2d, false, 0, 1, 0, 1), {{1, 1}, 0, 0, 2}, 15},
        {IMAGE(2d, 2, 2, 1, 2, 1, 4), VIEW(2d, true, 0, 1, 1, 1), {{1, 0}, 0, 0, 3}, 24},
        {IMAGE(2d, 2, 2, 1, 1, 1, 4), VIEW(2d, false, 0, 1, 0, 1), {{1, 1}, 0, 0, 4}, 0},
        {IMAGE(2d, 2, 2, 1, 1, 1, 4), VIEW(2d, false, 0, 1, 0, 1), {{1, 1}, 0, 0, -1}, 0},
        /* Cubes: the layer is the face. */
        {IMAGE(2d, 2, 2, 1, 12, 1, 1), VIEW(cube, false, 0, 1, 6, 6), {{1, 1}, 2, 0, 0}, 36},
        {IMAGE(2d, 2, 2, 1, 12, 1, 1), VIEW(cube, true, 0, 1, 0, 12), {{0, 1}, 11, 0, 0}, 47},
        {IMAGE(2d, 2, 2, 1, 12, 1, 1), VIEW(cube, true, 0, 1, 0, 12), {{0, 1}, 12, 0, 0}, 0},
        /* 3D: 3x2x2, then 1x1x1; and its slices as layers. */
        {IMAGE(3d, 3, 2, 2, 1, 2, 1), VIEW(3d, false, 0, 2, 0, 1), {{2, 1, 1}, 0, 0, 0}, 12},
        {IMAGE(3d, 3, 2, 2, 1, 2, 1), VIEW(3d, false, 0, 2, 0, 1), {{0, 0, 0}, 0, 1, 0}, 13},
        {IMAGE(3d, 3, 2, 2, 1, 2, 1), VIEW(3d, false, 0, 2, 0, 1), {{0, 0, 1}, 0, 1, 0}, 0},
        {IMAGE(3d, 3, 2, 2, 1, 2, 1), VIEW(3d, false, 0, 2, 0, 1), {{0, 0, 2}, 0, 0, 0}, 0},
        {IMAGE(3d, 3, 2, 2, 1, 2, 1), VIEW(3d, false, 0, 2, 0, 1), {{0, 0, -1}, 0, 0, 0}, 0},
        {IMAGE(3d, 3, 2, 2, 1, 1, 1), VIEW(2d, false, 0, 1, 1, 1), {{2, 1}, 0, 0, 0}, 12},
        {IMAGE(3d, 3, 2, 2, 1, 1, 1), VIEW(2d, true, 0, 1, 0, 2), {{0, 0}, 1, 0, 0}, 7},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const size_t size = (size_t)scene_image_size(&rows[i].image);
        uint32_t *data = malloc(size), *copy = malloc(size); /* Of its size, for the sanitizer. */

        for (uint32_t k = 0; k < size / 4; k++)
            data[k] = copy[k] = k + 1;
        const struct cpu_image_view view = cpu_image_view_of(&rows[i].image, &rows[i].view, data);

        assert_int_not_equal(view.levels, 0);
        check_spot(&view, &rows[i].spot, rows[i].expected);
        assert_memory_equal(data, copy, size);
        free(data);
        free(copy);
    }
}

static void
test_offset(void **state)
{
    static const uint32_t texels[4] = {1, 2, 3, 4};
    const struct cpu_image_view view = kit_view_2d(R32UI, 2, 2, 1, texels);
    static const int32_t offsets[][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {INT32_MAX, 0}, {1, -1}};
    static const uint32_t expected[] = {1, 2, 3, 0, 0, 0};
    const struct spot spot = {{0}, 0, 0, 0};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(offsets); i++) {
        uint32_t words[4];
        struct cpu_access access = access_of(&spot, words);

        access.offset[0] = (const uint32_t *)&offsets[i][0];
        access.offset[1] = (const uint32_t *)&offsets[i][1];
        cpu_image_fetch(&view, &access);
        assert_int_equal(words[0], expected[i]);
    }
}

static void
test_sizes(void **state)
{
    static const struct {
        struct scene_image image;
        struct scene_view view;
        uint32_t level;
        uint32_t size[4];
    } rows[] = {
        {IMAGE(1d, 5, 1, 1, 1, 1, 1), VIEW(1d, false, 0, 1, 0, 1), 0, {5}},
        {IMAGE(1d, 5, 1, 1, 3, 2, 1), VIEW(1d, true, 0, 2, 1, 2), 1, {2, 2}},
        {IMAGE(2d, 5, 7, 1, 1, 3, 1), VIEW(2d, false, 1, 2, 0, 1), 0, {2, 3}},
        {IMAGE(2d, 5, 7, 1, 1, 3, 1), VIEW(2d, false, 1, 2, 0, 1), 1, {1, 1}},
        {IMAGE(2d, 5, 7, 1, 1, 3, 1), VIEW(2d, false, 1, 2, 0, 1), 2, {0}},
        {IMAGE(2d, 5, 7, 1, 1, 3, 1), VIEW(2d, false, 1, 2, 0, 1), UINT32_MAX, {0}},
        {IMAGE(2d, 5, 7, 1, 4, 1, 1), VIEW(2d, true, 0, 1, 1, 3), 0, {5, 7, 3}},
        {IMAGE(2d, 4, 4, 1, 12, 1, 1), VIEW(cube, false, 0, 1, 0, 6), 0, {4, 4}},
        {IMAGE(2d, 4, 4, 1, 12, 1, 1), VIEW(cube, true, 0, 1, 0, 12), 0, {4, 4, 2}},
        {IMAGE(3d, 5, 7, 3, 1, 2, 1), VIEW(3d, false, 0, 2, 0, 1), 0, {5, 7, 3}},
        {IMAGE(3d, 5, 7, 3, 1, 2, 1), VIEW(3d, false, 0, 2, 0, 1), 1, {2, 3, 1}},
    };
    static uint32_t data[1024];
    const struct cpu_image_view null = {0};
    uint32_t size[4] = {1, 1, 1, 1};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct cpu_image_view view = cpu_image_view_of(&rows[i].image, &rows[i].view, data);

        cpu_image_size(&view, rows[i].level, size);
        assert_memory_equal(size, rows[i].size, sizeof(size));
        assert_int_equal(view.levels, rows[i].view.level_count);
    }
    cpu_image_size(&null, 0, size);
    assert_memory_equal(size, ((const uint32_t[4]){0}), sizeof(size));
}

/* ---- formats ---- */

/* What is stored is what pack and unpack make of it, in images and buffers, and nothing beside the
 * texel changes. */
static void
test_formats(void **state)
{
    static const uint32_t floats[4] = {0x3e99999a, 0xbf19999a, 0x3f800000, 0x3f333333};
    static const uint32_t integers[4] = {7, 0xfffffffd, 100, 1};
    (void)state;

    for (unsigned format = 1; format < scene_format_count; format++) {
        const uint32_t *value = scene_format_is_float(format) ? floats : integers;
        const size_t bytes = scene_format_infos[format].bytes;
        uint8_t *data = malloc(3 * bytes), *expected = malloc(3 * bytes);
        const struct spot spot = {{1}, 0, 0, 0};
        const bool is_depth =
            scene_format_infos[format].has_depth || scene_format_infos[format].has_stencil;

        memset(data, 0xa5, 3 * bytes);
        memset(expected, 0xa5, 3 * bytes);
        scene_format_pack(format, value, expected + bytes);
        for (unsigned i = 0; i < 2; i++) {
            const struct cpu_image_view view =
                i ? cpu_texel_view_of(format, data, 3 * bytes) : kit_view_2d(format, 3, 1, 1, data);
            uint32_t words[4], wanted[4];
            struct cpu_access access = access_of(&spot, words);

            memset(data + bytes, 0, bytes);
            for (unsigned c = 0; c < 4; c++)
                access.value[c] = &value[c];
            cpu_image_store(&view, &access);
            assert_memory_equal(data, expected, 3 * bytes);
            scene_format_unpack(format, expected + bytes, wanted);
            cpu_image_load(&view, &access);
            assert_memory_equal(words, wanted, sizeof(words));
            memset(words, 0, sizeof(words));
            cpu_image_fetch(&view, &access);
            if (!is_depth)
                assert_memory_equal(words, wanted, sizeof(words));
        }
        free(data);
        free(expected);
    }
}

/* The shader's format holds where texels have as many bytes. */
static void
test_declared_format(void **state)
{
    static const struct {
        enum scene_format format;
        enum ir_image_format declared;
        uint32_t bits;
        uint32_t red;
    } rows[] = {
        {scene_format_r8g8b8a8_unorm, ir_image_format_unknown, 0xffffffff, 0x3f800000},
        {scene_format_r8g8b8a8_unorm, ir_image_format_r32ui, 0xffffffff, 0xffffffff},
        {scene_format_r8g8b8a8_unorm, ir_image_format_rgba8ui, 0xffffffff, 0xff},
        {scene_format_r32_uint, ir_image_format_rgba8, 0xffffffff, 0x3f800000},
        {scene_format_r32_uint, ir_image_format_rgba32f, 0xffffffff, 0xffffffff},
        {scene_format_r32_uint, ir_image_format_r64ui, 0xffffffff, 0xffffffff},
    };
    const struct spot spot = {{0}, 0, 0, 0};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t texel = rows[i].bits, words[4], zeroes[4] = {0};
        const struct cpu_image_view view = kit_view_2d(rows[i].format, 1, 1, 1, &texel);
        struct cpu_access access = access_of(&spot, words);

        access.format = rows[i].declared;
        cpu_image_load(&view, &access);
        assert_int_equal(words[0], rows[i].red);
        for (unsigned c = 0; c < 4; c++)
            access.value[c] = &words[c];
        texel = 0;
        cpu_image_store(&view, &access);
        assert_int_equal(texel, rows[i].bits);
        for (unsigned c = 0; c < 4; c++)
            access.value[c] = &zeroes[c];
        cpu_image_store(&view, &access);
        assert_int_equal(texel, 0);
    }
}

static void
test_swizzle(void **state)
{
    _Alignas(16) static const uint8_t texel[4] = {10, 20, 30, 40};
    const struct scene_image image =
        kit_image(scene_format_r8g8b8a8_uint, scene_image_2d, 1, 1, 1, 1, 1);
    const struct scene_view of = {
        .dim = ir_dim_2d,
        .level_count = 1,
        .layer_count = 1,
        .swizzle = {scene_swizzle_a, scene_swizzle_one, scene_swizzle_same, scene_swizzle_zero}};
    const struct cpu_image_view view = cpu_image_view_of(&image, &of, (void *)texel);
    const struct spot spot = {{0}, 0, 0, 0};
    uint32_t words[4];
    const struct cpu_access access = access_of(&spot, words);
    (void)state;

    cpu_image_fetch(&view, &access);
    assert_memory_equal(words, ((const uint32_t[4]){40, 1, 30, 0}), sizeof(words));
    cpu_image_load(&view, &access);
    assert_memory_equal(words, ((const uint32_t[4]){10, 20, 30, 40}), sizeof(words));
}

/* ---- texel buffers ---- */

static void
test_buffers(void **state)
{
    static const struct {
        size_t size;
        size_t at; /* Where it starts, of any alignment. */
        int32_t index;
        uint32_t expected;
        uint32_t texels;
    } rows[] = {
        {8, 0, 1, 0x07060504, 2}, {11, 0, 1, 0x07060504, 2}, {11, 0, 2, 0, 2},
        {3, 0, 0, 0, 0},          {0, 0, 0, 0, 0},           {8, 1, 1, 0x08070605, 2},
        {8, 2, 0, 0x05040302, 2}, {8, 0, -1, 0, 2},          {8, 0, INT32_MAX, 0, 2},
        {8, 0, INT32_MIN, 0, 2},
    };
    const uint32_t value = 0xaabbccdd;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint8_t *data = malloc(rows[i].at + rows[i].size + 1);
        const struct spot spot = {{rows[i].index}, 0, 0, 0};
        uint32_t words[4], size[4];
        struct cpu_access access = access_of(&spot, words);

        for (size_t k = 0; k < rows[i].at + rows[i].size; k++)
            data[k] = (uint8_t)k;
        const struct cpu_image_view view =
            cpu_texel_view_of(R32UI, data + rows[i].at, rows[i].size);

        cpu_image_size(&view, 0, size);
        assert_int_equal(size[0], rows[i].texels);
        assert_int_equal(size[1], 0);
        cpu_image_fetch(&view, &access);
        assert_int_equal(words[0], rows[i].expected);
        cpu_image_load(&view, &access);
        assert_int_equal(words[0], rows[i].expected);
        access.value[0] = &value;
        cpu_image_store(&view, &access);
        cpu_image_load(&view, &access);
        assert_int_equal(words[0], rows[i].expected ? value : 0);
        free(data);
    }
}

/* ---- atomics ---- */

static void
test_atomics(void **state)
{
    static const struct {
        enum ir_op op;
        bool is_float;
        uint32_t old;
        uint32_t value;
        uint32_t comparator;
        uint32_t expected;
    } rows[] = {
        {ir_op_iadd, false, 5, 7, 0, 12},
        {ir_op_iadd, false, 0xffffffff, 2, 0, 1},
        {ir_op_imin, false, 5, 0xfffffffe, 0, 0xfffffffe},
        {ir_op_imax, false, 5, 0xfffffffe, 0, 5},
        {ir_op_imax, false, 0x80000000, 0x7fffffff, 0, 0x7fffffff},
        {ir_op_umin, false, 5, 0xfffffffe, 0, 5},
        {ir_op_umax, false, 5, 0xfffffffe, 0, 0xfffffffe},
        {ir_op_iand, false, 12, 10, 0, 8},
        {ir_op_ior, false, 12, 10, 0, 14},
        {ir_op_ixor, false, 12, 10, 0, 6},
        {ir_op_copy, false, 12, 10, 0, 10},
        {ir_op_select, false, 12, 10, 12, 10},
        {ir_op_select, false, 12, 10, 11, 12},
        {ir_op_imul, false, 12, 10, 0, 12}, /* No atomic. */
        {ir_op_fadd, false, 12, 10, 0, 12},
        {ir_op_fadd, true, 0x3f800000, 0x40000000, 0, 0x40400000},
        {ir_op_fmin, true, 0x3f800000, 0xc0000000, 0, 0xc0000000},
        {ir_op_fmax, true, 0x3f800000, 0xc0000000, 0, 0x3f800000},
        {ir_op_fmin, true, 0x7fc00000, 0x3f800000, 0, 0x3f800000},
        {ir_op_fmax, true, 0x3f800000, 0x7fc00000, 0, 0x3f800000},
        {ir_op_copy, true, 0x3f800000, 0x7fc00001, 0, 0x7fc00001},
        {ir_op_iadd, true, 12, 10, 0, 12},
    };
    const struct spot spot = {{1}, 0, 0, 0};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const bool is_done =
            ir_atomic_has(rows[i].op, rows[i].is_float ? ir_type_f32 : ir_type_i32);
        uint32_t texels[3] = {1, rows[i].old, 3}, result = 99;
        const struct cpu_image_view view =
            kit_view_2d(rows[i].is_float ? scene_format_r32_sfloat : R32UI, 3, 1, 1, texels);
        struct cpu_access access = access_of(&spot, &result);

        access.value[0] = &rows[i].value;
        access.comparator = &rows[i].comparator;
        cpu_image_atomic(&view, rows[i].op, rows[i].is_float, &access);
        assert_int_equal(texels[1], rows[i].expected);
        assert_int_equal(result, is_done ? rows[i].old : 0);
        assert_true(texels[0] == 1 && texels[2] == 3);
    }
}

static void
test_wide(void **state)
{
    static const struct {
        enum ir_op op;
        uint64_t old;
        uint64_t value;
        uint64_t expected;
    } rows[] = {
        {ir_op_iadd, 0xffffffff, 1, UINT64_C(0x100000000)},
        {ir_op_imin, 5, UINT64_MAX, UINT64_MAX},
        {ir_op_umax, 5, UINT64_MAX, UINT64_MAX},
        {ir_op_imax, 5, UINT64_MAX, 5},
        {ir_op_ixor, UINT64_MAX, 1, UINT64_MAX - 1},
        {ir_op_select, 77, UINT64_C(0x100000005), UINT64_C(0x100000005)},
        {ir_op_select, 78, UINT64_C(0x100000005), 78},
    };
    static const uint64_t comparator = 77;
    const struct spot spot = {{1}, 0, 0, 0};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint64_t texels[2] = {1, rows[i].old}, result[4] = {99, 99, 99, 99};
        const struct cpu_image_view view = kit_view_2d(scene_format_r64_uint, 2, 1, 1, texels);
        struct cpu_access access = access_of(&spot, result);

        access.is_wide = true;
        access.value[0] = &rows[i].value;
        access.comparator = &comparator;
        cpu_image_atomic(&view, rows[i].op, false, &access);
        assert_true(result[0] == rows[i].old && texels[1] == rows[i].expected && texels[0] == 1);
        cpu_image_load(&view, &access);
        assert_true(result[0] == rows[i].expected && !result[1] && !result[2] && result[3] == 1);
        cpu_image_store(&view, &access);
        assert_true(texels[1] == rows[i].value);
    }
    /* Of other formats the words, and no atomics. */
    uint32_t texel = 0xfffffff0;
    uint64_t result[4], value = UINT64_C(0x500000006);
    const struct spot first = {{0}, 0, 0, 0};
    const struct cpu_image_view narrow = kit_view_2d(R32UI, 1, 1, 1, &texel);
    struct cpu_access access = access_of(&first, result);

    access.is_wide = true;
    access.value[0] = &value;
    cpu_image_load(&narrow, &access);
    assert_true(result[0] == 0xfffffff0 && result[3] == 1);
    cpu_image_atomic(&narrow, ir_op_copy, false, &access);
    assert_true(result[0] == 0 && texel == 0xfffffff0);
    cpu_image_store(&narrow, &access);
    assert_int_equal(texel, 6);
}

static void
test_no_atomics(void **state)
{
    static const enum scene_format formats[] = {scene_format_r8g8b8a8_uint, scene_format_r16_uint,
                                                scene_format_r32g32_uint, scene_format_r64_uint,
                                                scene_format_d32_sfloat};
    const struct spot spot = {{0}, 0, 0, 0};
    const uint32_t value = 5;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(formats); i++) {
        uint64_t texel = 3;
        uint32_t result = 9;
        const struct cpu_image_view view = kit_view_2d(formats[i], 1, 1, 1, &texel);
        struct cpu_access access = access_of(&spot, &result);

        access.value[0] = &value;
        cpu_image_atomic(&view, ir_op_iadd, false, &access);
        assert_true(texel == 3 && result == 0);
    }
    /* Nor where the texel is not aligned. */
    uint8_t bytes[12] = {0};
    uint32_t result = 9;
    const struct cpu_image_view view = cpu_texel_view_of(R32UI, bytes + 1, 8);
    struct cpu_access access = access_of(&spot, &result);

    access.value[0] = &value;
    if ((uintptr_t)view.level[0].data % 4) {
        cpu_image_atomic(&view, ir_op_iadd, false, &access);
        assert_true(bytes[1] == 0 && result == 0);
    }
}

/* ---- lanes ---- */

static void
test_masks(void **state)
{
    uint32_t texels[64] = {0}, x[64], values[64], result[4][64];
    const struct cpu_image_view view = kit_view_2d(R32UI, 64, 1, 1, texels);
    struct cpu_access access = {.mask = UINT64_C(0x8000000100000005),
                                .lanes = 64,
                                .coordinates = {x},
                                .value = {values},
                                .result = result,
                                .stride = 64};
    (void)state;

    for (uint32_t i = 0; i < 64; i++) {
        x[i] = 63 - i;
        values[i] = 100 + i;
    }
    memset(result, 0x77, sizeof(result));
    cpu_image_store(&view, &access);
    cpu_image_load(&view, &access);
    for (uint32_t i = 0; i < 64; i++) {
        const bool is_in = i == 0 || i == 2 || i == 32 || i == 63;

        assert_int_equal(texels[63 - i], is_in ? 100 + i : 0);
        assert_int_equal(result[0][i], is_in ? 100 + i : 0x77777777);
        assert_int_equal(result[3][i], is_in ? 1 : 0x77777777);
    }
    /* Lanes that meet in one texel each count. */
    memset(x, 0, sizeof(x));
    texels[0] = 0;
    access.mask = UINT64_C(0xffff00ff);
    cpu_image_atomic(&view, ir_op_iadd, false, &access);
    uint32_t sum = 0;

    for (uint32_t i = 0; i < 64; i++)
        sum += access.mask >> i & 1 ? values[i] : 0;
    assert_int_equal(texels[0], sum);
}

/* Null views and dimensions' mismatches of any kind. */
static void
test_null(void **state)
{
    const struct cpu_image_view null = {0};
    const struct spot spot = {{0}, 0, 0, 0};
    (void)state;

    check_spot(&null, &spot, 0);
    assert_int_equal(cpu_texel_view_of(R32UI, NULL, 64).levels, 0);
    assert_int_equal(cpu_texel_view_of(scene_format_none, (void *)(uintptr_t)&spot, 4).levels, 0);
}

/* ---- threads ---- */

struct worker {
    const struct cpu_image_view *view;
    const struct cpu_image_view *bytes; /* The same memory. */
};

static void *
work(void *argument)
{
    const struct worker *worker = argument;
    const struct scene_sampler sampler = {.mag = LINEAR, .min = LINEAR, .max_lod = 1};
    const struct kit_lane lane = {.coordinates = {0.4f, 0}};
    const struct spot spot = {{1}, 0, 0, 0}, stored = {{0}, 0, 0, 0};
    const uint32_t one = 1;

    for (int i = 0; i < 3000; i++) {
        uint32_t words[4];
        struct cpu_access access = access_of(&spot, words);

        access.value[0] = &one;
        cpu_image_atomic(worker->view, ir_op_iadd, false, &access);
        access = access_of(&stored, words);
        for (unsigned c = 0; c < 4; c++)
            access.value[c] = &one;
        cpu_image_store(worker->view, &access);
        cpu_image_fetch(worker->view, &access);
        kit_run(kit_sample, worker->bytes, &sampler, &lane, 0, words);
    }
    return NULL;
}

/* Racing accesses are the shader's affair; here no count is lost and the sanitizer is silent. */
static void
test_threads(void **state)
{
    uint32_t texels[4] = {0};
    const struct cpu_image_view view = kit_view_2d(R32UI, 4, 1, 1, texels);
    const struct cpu_image_view bytes = kit_view_2d(scene_format_r8g8b8a8_unorm, 4, 1, 1, texels);
    struct worker worker = {&view, &bytes};
    pthread_t threads[3];
    (void)state;

    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &worker), 0);
    for (unsigned i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(texels[1], 9000);
    assert_int_equal(texels[0], 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_offset),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_declared_format),
        cmocka_unit_test(test_swizzle),
        cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_wide),
        cmocka_unit_test(test_no_atomics),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
