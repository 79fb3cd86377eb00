/* SPDX-License-Identifier: MIT
 *
 * Numbers, data types and where they lie.
 */
#include "script/script_priv.h"

#include "base/bits.h"

#include <cmocka.h>
#include <math.h>

static void
test_integers(void **state)
{
    static const struct {
        const char *text;
        uint64_t bits;
        bool is_negative;
    } rows[] = {
        {"0", 0, false},
        {"-0", 0, false},
        {"+7", 7, false},
        {"-1", UINT64_MAX, true},
        {"0x0", 0, false},
        {"0xFFFFFFFFFFFFFFFF", UINT64_MAX, false},
        {"-0x10", (uint64_t)-16, true},
        {"18446744073709551615", UINT64_MAX, false},
        {"-9223372036854775808", UINT64_C(1) << 63, true},
        {"2155905152", 2155905152, false},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct script_number number;

        if (!script_read_number(rows[i].text, strlen(rows[i].text), &number))
            fail_msg("%s is not read", rows[i].text);
        assert_false(number.is_real);
        assert_int_equal(number.bits, rows[i].bits);
        assert_int_equal(number.is_negative, rows[i].is_negative);
    }
}

static void
test_reals(void **state)
{
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        {"0.5", 0.5},
        {"-.25", -0.25},
        {"1e3", 1000},
        {"1.", 1},
        {"0x1p-3", 0.125},
        {"4.9406564584124654e-324", 0x1p-1074},
        {"1e400", HUGE_VAL},
        {"-inf", -HUGE_VAL},
        {"Infinity", HUGE_VAL},
        {"0.1", 0.1},
        /* Past 64 bits an integer is a number all the same. */
        {"18446744073709551616", 0x1p64},
    };
    struct script_number number;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (!script_read_number(rows[i].text, strlen(rows[i].text), &number))
            fail_msg("%s is not read", rows[i].text);
        assert_true(number.is_real);
        assert_true(number.real == rows[i].value);
    }
    assert_true(script_read_number("NaN", 3, &number));
    assert_true(isnan(number.real));
    assert_true(script_read_number("-0.0", 4, &number));
    assert_true(signbit(number.real));
}

static void
test_no_numbers(void **state)
{
    static const char *const texts[] = {
        "",
        "-",
        "+",
        ".",
        "x",
        "0x",
        "0xg",
        "1a",
        "--1",
        "1 2",
        "nanx",
        "1.2.3",
        "5%",
        /* Below what 64 bits hold, and not to be another number. */
        "-18446744073709551615",
    };
    struct script_number number;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(texts); i++) {
        if (script_read_number(texts[i], strlen(texts[i]), &number))
            fail_msg("%s is read", texts[i]);
    }
}

static void
test_store(void **state)
{
    static const struct {
        enum script_scalar scalar;
        const char *text;
        uint64_t bits;
    } rows[] = {
        {script_scalar_int8, "-128", 0x80},
        {script_scalar_uint8, "511", 0xff},
        {script_scalar_int16, "-32768", 0x8000},
        {script_scalar_uint32, "-1", 0xffffffff},
        {script_scalar_int64, "-9223372036854775808", UINT64_C(1) << 63},
        {script_scalar_uint64, "18446744073709551615", UINT64_MAX},
        {script_scalar_float16, "65504", 0x7bff},
        {script_scalar_float16, "1e9", 0x7c00},
        {script_scalar_float, "0.1", 0x3dcccccd},
        {script_scalar_float, "16777217", 0x4b800000},
        /* Once, and not by way of double: to even at 2^60 + 2^36 + 1. */
        {script_scalar_float, "1152921573326323713", 0x5d800001},
        {script_scalar_float, "-inf", 0xff800000},
        {script_scalar_double, "-0.0", UINT64_C(1) << 63},
        {script_scalar_int32, "3e9", 3000000000u},
        {script_scalar_int32, "nan", 0},
        {script_scalar_int64, "1e300", UINT64_MAX},
        {script_scalar_int64, "-1e300", UINT64_C(1) << 63},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const unsigned size = script_scalar_size(rows[i].scalar);
        unsigned char bytes[9] = {[8] = 0x5a};
        struct script_number number;
        uint64_t bits = 0;

        memset(bytes, 0x5a, sizeof(bytes));
        assert_true(script_read_number(rows[i].text, strlen(rows[i].text), &number));
        script_store(rows[i].scalar, &number, bytes);
        for (unsigned k = 0; k < size; k++)
            bits |= (uint64_t)bytes[k] << 8 * k;
        if (bits != rows[i].bits)
            fail_msg("%s: 0x%llx", rows[i].text, (unsigned long long)bits);
        assert_int_equal(bytes[size], 0x5a);
    }
}

static void
test_load(void **state)
{
    const unsigned char bytes[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    (void)state;

    assert_true(script_load(script_scalar_int8, bytes).real == -1);
    assert_true(script_load(script_scalar_uint8, bytes).real == 255);
    assert_true(script_load(script_scalar_int32, bytes).is_negative);
    assert_int_equal(script_load(script_scalar_int16, bytes).bits, UINT64_MAX);
    assert_int_equal(script_load(script_scalar_uint64, bytes).bits, UINT64_MAX);
    assert_true(isnan(script_load(script_scalar_float, bytes).real));
    assert_true(isnan(script_load(script_scalar_float16, bytes).real));
}

/* ---- layouts ---- */

static void
test_layouts(void **state)
{
    static const struct {
        const char *name;
        enum script_rules rules;
        uint32_t size;
        uint32_t leaves;
        uint32_t last; /* Where the last leaf lies. */
    } rows[] = {
        {"int8", script_rules_std430, 1, 1, 0},
        {"float", script_rules_std140, 4, 1, 0},
        {"float[]", script_rules_std140, 16, 1, 0},
        {"float[]", script_rules_std430, 4, 1, 0},
        {"vec2<int16>", script_rules_std430, 4, 2, 2},
        {"vec3<float>", script_rules_std430, 16, 3, 8},
        {"vec3<double>", script_rules_std430, 32, 3, 16},
        {"vec4<uint8>[]", script_rules_std140, 16, 4, 3},
        {"mat2x3<float>", script_rules_std430, 32, 6, 24},
        {"mat3x2<float>", script_rules_std430, 24, 6, 20},
        {"mat3x2<float>", script_rules_std140, 48, 6, 36},
        {"mat4x4<double>", script_rules_std430, 128, 16, 120},
        {"R8G8B8_SNORM", script_rules_std430, 3, 3, 2},
        {"R8G8B8A8_UNORM", script_rules_std140, 4, 4, 3},
        {"A2B10G10R10_UNORM_PACK32", script_rules_std430, 4, 1, 0},
        {"R5G6B5_UNORM_PACK16", script_rules_std430, 2, 1, 0},
        {"R64G64_SFLOAT", script_rules_std430, 16, 2, 8},
        {"R16G16B16_SFLOAT", script_rules_std430, 6, 3, 4},
    };
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct script_layout layout;
        struct script_type type;

        if (!script_type_parse(rows[i].name, strlen(rows[i].name), &arena, &type))
            fail_msg("%s is no type", rows[i].name);
        assert_true(script_layout_make(&type, rows[i].rules, NULL, &arena, &layout));
        if (layout.size != rows[i].size || layout.leaf_count != rows[i].leaves ||
            layout.leaves[layout.leaf_count - 1].at != rows[i].last)
            fail_msg("%s: size %u, %u leaves, the last at %u", rows[i].name, layout.size,
                     layout.leaf_count, layout.leaves[layout.leaf_count - 1].at);
    }
    base_arena_finish(&arena);
}

static void
test_no_types(void **state)
{
    static const char *const names[] = {
        "",           "int",          "vec5<float>", "vec2<int>", "mat1x2<float>",
        "vec2<float", "float[",       "float[0]",    "float[-1]", "[]",
        "R8_UNORMX",  "R8G8",         "R0_UNORM",    "UNORM",     "R8_UNORM_PACK",
        "mat2x2<>",   "float[70000]", "VK_FORMAT_",  "R8__UNORM", "_R8_UNORM",
    };
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        struct script_type type;

        if (script_type_parse(names[i], strlen(names[i]), &arena, &type))
            fail_msg("%s is a type", names[i]);
    }
    base_arena_finish(&arena);
}

static void
test_glsl_types(void **state)
{
    static const struct {
        const char *name;
        enum script_scalar scalar;
        uint32_t columns, rows;
    } rows[] = {
        {"int", script_scalar_int32, 1, 1},         {"uint8_t", script_scalar_uint8, 1, 1},
        {"float16_t", script_scalar_float16, 1, 1}, {"dvec3", script_scalar_double, 1, 3},
        {"u64vec2", script_scalar_uint64, 1, 2},    {"vec4", script_scalar_float, 1, 4},
        {"mat3", script_scalar_float, 3, 3},        {"dmat2x4", script_scalar_double, 2, 4},
        {"i8vec2", script_scalar_int8, 1, 2},
    };
    static const char *const bad[] = {"vec1", "vec5", "imat2", "mat2x", "mat5",
                                      "",     "bool", "ivec",  "vec44"};
    struct script_type type;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        assert_true(script_type_parse_glsl(rows[i].name, strlen(rows[i].name), &type));
        assert_int_equal(type.scalar, rows[i].scalar);
        assert_int_equal(type.columns, rows[i].columns);
        assert_int_equal(type.rows, rows[i].rows);
    }
    for (size_t i = 0; i < BASE_COUNT(bad); i++) {
        if (script_type_parse_glsl(bad[i], strlen(bad[i]), &type))
            fail_msg("%s is a type", bad[i]);
    }
}

static void
test_attributes(void **state)
{
    static const struct {
        const char *name;
        enum scene_format format;
    } rows[] = {
        {"float", scene_format_r32_sfloat},
        {"vec2<float>", scene_format_r32g32_sfloat},
        {"vec3<int8>", scene_format_r8g8b8_sint},
        {"vec4<uint16>", scene_format_r16g16b16a16_uint},
        {"vec2<double>", scene_format_r64g64_sfloat},
        {"R8G8B8A8_UNORM", scene_format_r8g8b8a8_unorm},
        {"mat2x2<float>", scene_format_none},
    };
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct script_type type;

        assert_true(script_type_parse(rows[i].name, strlen(rows[i].name), &arena, &type));
        if (script_type_attribute(&type) != rows[i].format)
            fail_msg("%s is %d", rows[i].name, (int)script_type_attribute(&type));
    }
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),   cmocka_unit_test(test_reals),
        cmocka_unit_test(test_no_numbers), cmocka_unit_test(test_store),
        cmocka_unit_test(test_load),       cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_no_types),   cmocka_unit_test(test_glsl_types),
        cmocka_unit_test(test_attributes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
