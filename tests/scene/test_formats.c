/* SPDX-License-Identifier: MIT */
#include "scene/scene.h"

#include "base/bits.h"

#include <cmocka.h>
#include <math.h>

#define ONE 0x3f800000u

static void
test_table(void **state)
{
    static const struct {
        enum scene_format format;
        const char *name;
        unsigned bytes;
        bool is_float;
        unsigned uses;
    } rows[] = {
        {scene_format_none, "none", 0, true, 0},
        {scene_format_r8_unorm, "r8_unorm", 1, true, SCENE_FORMAT_ATTRIBUTE | SCENE_FORMAT_TEXTURE},
        {scene_format_r8g8_unorm, "r8g8_unorm", 2, true,
         SCENE_FORMAT_ATTRIBUTE | SCENE_FORMAT_TEXTURE},
        {scene_format_r8g8b8a8_unorm, "r8g8b8a8_unorm", 4, true,
         SCENE_FORMAT_ATTRIBUTE | SCENE_FORMAT_TEXTURE | SCENE_FORMAT_TARGET},
        {scene_format_b8g8r8a8_unorm, "b8g8r8a8_unorm", 4, true, SCENE_FORMAT_TEXTURE},
        {scene_format_r32_sfloat, "r32_sfloat", 4, true, SCENE_FORMAT_ATTRIBUTE},
        {scene_format_r32g32_sfloat, "r32g32_sfloat", 8, true, SCENE_FORMAT_ATTRIBUTE},
        {scene_format_r32g32b32_sfloat, "r32g32b32_sfloat", 12, true, SCENE_FORMAT_ATTRIBUTE},
        {scene_format_r32g32b32a32_sfloat, "r32g32b32a32_sfloat", 16, true,
         SCENE_FORMAT_ATTRIBUTE | SCENE_FORMAT_TARGET},
        {scene_format_r32_uint, "r32_uint", 4, false, SCENE_FORMAT_ATTRIBUTE},
        {scene_format_r32g32b32a32_uint, "r32g32b32a32_uint", 16, false, SCENE_FORMAT_ATTRIBUTE},
        {scene_format_r32_sint, "r32_sint", 4, false, SCENE_FORMAT_ATTRIBUTE},
        {scene_format_r32g32b32a32_sint, "r32g32b32a32_sint", 16, false, SCENE_FORMAT_ATTRIBUTE},
    };
    (void)state;

    assert_int_equal(BASE_COUNT(rows), scene_format_count);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_format_info *info = &scene_format_infos[rows[i].format];

        assert_string_equal(info->name, rows[i].name);
        assert_int_equal(info->bytes, rows[i].bytes);
        assert_int_equal(info->uses, rows[i].uses);
        assert_int_equal(scene_format_is_float(rows[i].format), rows[i].is_float);
    }
}

/* Every byte in every component, at every alignment; all neighbours untouched. */
static void
test_unorm_bytes(void **state)
{
    static const struct {
        enum scene_format format;
        unsigned components;
        unsigned place[4]; /* In memory, of red, green, blue, alpha. */
    } rows[] = {
        {scene_format_r8_unorm, 1, {0}},
        {scene_format_r8g8_unorm, 2, {0, 1}},
        {scene_format_r8g8b8a8_unorm, 4, {0, 1, 2, 3}},
        {scene_format_b8g8r8a8_unorm, 4, {2, 1, 0, 3}},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (unsigned n = 0; n < 256 * rows[i].components * 4; n++) {
            const unsigned value = n % 256, c = n / 256 % rows[i].components;
            const size_t at = n / 256 / rows[i].components + 4;
            uint8_t bytes[16], expected[16];
            uint32_t words[4];

            memset(expected, 0xa5, sizeof(expected));
            memset(expected + at, 0, rows[i].components);
            expected[at + rows[i].place[c]] = (uint8_t)value;
            scene_format_unpack(rows[i].format, expected + at, words);
            for (unsigned j = 0; j < 4; j++) {
                const float missing = j == 3 && rows[i].components < 4 ? 1.0f : 0.0f;
                const float wanted = j == c ? (float)(value / 255.0) : missing;
                assert_int_equal(words[j], base_bits_of_float(wanted));
            }
            memset(bytes, 0xa5, sizeof(bytes));
            scene_format_pack(rows[i].format, words, bytes + at);
            assert_memory_equal(bytes, expected, sizeof(bytes));
        }
    }
}

static void
test_unorm_edges(void **state)
{
    static const struct {
        uint32_t bits;
        uint8_t expected;
    } rows[] = {
        {0x00000000, 0},   /* 0 */
        {0x80000000, 0},   /* -0 */
        {0x00000001, 0},   /* the least denormal */
        {0x807fffff, 0},   /* a negative denormal */
        {0x3f000000, 128}, /* 0.5, halfway: to even */
        {0x3effffff, 127}, /* the next below */
        {0x3f000001, 128}, /* the next above */
        {0x3f7fffff, 255}, /* below 1 */
        {0x3f800000, 255}, /* 1 */
        {0x3f800001, 255}, /* above 1 */
        {0xbf800000, 0},   /* -1 */
        {0x7f7fffff, 255}, /* the largest */
        {0xff7fffff, 0},   /* the least */
        {0x7f800000, 255}, /* infinity */
        {0xff800000, 0},   /* -infinity */
        {0x7fc00000, 0},   /* NaN */
        {0xffc00000, 0},   /* -NaN */
        {0x7f800001, 0},   /* a signalling NaN */
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const uint32_t words[4] = {rows[i].bits, 0, ONE, rows[i].bits};
        const uint8_t expected[4] = {rows[i].expected, 0, 255, rows[i].expected};
        uint8_t bytes[4];

        scene_format_pack(scene_format_r8g8b8a8_unorm, words, bytes);
        assert_memory_equal(bytes, expected, 4);
    }
}

/* To the nearest, by a formula in doubles. */
static void
test_unorm_sweep(void **state)
{
    (void)state;

    for (uint32_t bits = 0x30000000; bits < 0x3f900000; bits += 997) {
        const uint32_t words[4] = {bits};
        const double scaled = fmin((double)base_float_of_bits(bits), 1) * 255;
        uint8_t byte;

        scene_format_pack(scene_format_r8_unorm, words, &byte);
        if (fabs(byte - scaled) > 0.5 + 1e-5)
            fail_msg("0x%08x gives %d, expected %f", bits, byte, scaled);
    }
}

static void
test_words(void **state)
{
    static const struct {
        enum scene_format format;
        uint32_t expected[4]; /* Of the words below. */
    } rows[] = {
        {scene_format_r32_sfloat, {0x7fc12345, 0, 0, ONE}},
        {scene_format_r32g32_sfloat, {0x7fc12345, 0x80000000, 0, ONE}},
        {scene_format_r32g32b32_sfloat, {0x7fc12345, 0x80000000, 0x00000001, ONE}},
        {scene_format_r32g32b32a32_sfloat, {0x7fc12345, 0x80000000, 0x00000001, 0xffffffff}},
        {scene_format_r32_uint, {0x7fc12345, 0, 0, 1}},
        {scene_format_r32g32b32a32_uint, {0x7fc12345, 0x80000000, 0x00000001, 0xffffffff}},
        {scene_format_r32_sint, {0x7fc12345, 0, 0, 1}},
        {scene_format_r32g32b32a32_sint, {0x7fc12345, 0x80000000, 0x00000001, 0xffffffff}},
    };
    static const uint32_t data[4] = {0x7fc12345, 0x80000000, 0x00000001, 0xffffffff};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const size_t size = scene_format_infos[rows[i].format].bytes;

        for (size_t at = 0; at < 8; at++) {
            uint8_t from[24], to[24], expected[24];
            uint32_t words[4];

            memset(from, 0x5a, sizeof(from));
            memcpy(from + at, data, size);
            scene_format_unpack(rows[i].format, from + at, words);
            assert_memory_equal(words, rows[i].expected, sizeof(words));

            memset(to, 0xa5, sizeof(to));
            memcpy(expected, to, sizeof(to));
            memcpy(expected + at, data, size);
            scene_format_pack(rows[i].format, words, to + at);
            assert_memory_equal(to, expected, sizeof(to));
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),       cmocka_unit_test(test_unorm_bytes),
        cmocka_unit_test(test_unorm_edges), cmocka_unit_test(test_unorm_sweep),
        cmocka_unit_test(test_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
