/* SPDX-License-Identifier: MIT
 *
 * Formats against what their names say: an oracle reads letters, bits and numeric format out of
 * the name and computes in double.
 */
#include "scene/scene.h"

#include "base/bits.h"

#include <cmocka.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#define ONE 0x3f800000u

static uint32_t
float_bits(double value)
{
    return base_bits_of_float((float)value);
}

static uint64_t random_state = 1;

static uint32_t
random_word(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 32);
}

/* ---- names ---- */

struct named {
    unsigned count;
    char letters[4]; /* In the name's order. */
    unsigned bits[4];
    unsigned first[4]; /* Bit in the texel, read as one little-endian number. */
    unsigned total;
    char numeric[8];
};

/* "a2r10g10b10_unorm_pack32": packed formats are named from the highest bit down. */
static struct named
parse_name(const char *name)
{
    struct named result = {0};
    const bool is_packed = strstr(name, "_pack") != NULL;
    char *end;

    while (*name != '_') {
        const unsigned n = result.count++;

        result.letters[n] = *name;
        result.bits[n] = (unsigned)strtoul(name + 1, &end, 10);
        result.total += result.bits[n];
        name = end;
    }
    name++;
    for (unsigned i = 0; isalpha((unsigned char)*name) && i < sizeof(result.numeric) - 1; i++)
        result.numeric[i] = *name++;
    for (unsigned n = 0, at = 0; n < result.count; n++) {
        const unsigned c = is_packed ? result.count - 1 - n : n;

        result.first[c] = at;
        at += result.bits[c];
    }
    return result;
}

static bool
is_depth(const char *name)
{
    return name[0] == 'd' || name[0] == 's' || name[0] == 'x';
}

static bool
is_64(const struct named *named)
{
    return named->bits[0] == 64;
}

static unsigned
place_of(char letter)
{
    return letter == 'r' ? 0 : letter == 'g' ? 1 : letter == 'b' ? 2 : 3;
}

/* for (format, each colour format but the one with a shared exponent). */
#define EACH_COLOR(format, named)                                                                  \
    for (unsigned format = 1; format < scene_format_count; format++)                               \
        for (struct named named = parse_name(scene_format_infos[format].name);                     \
             named.count && !is_depth(scene_format_infos[format].name) && named.letters[0] != 'e'; \
             named.count = 0)

static void
test_table(void **state)
{
    unsigned count = 0;
    (void)state;

    assert_int_equal(scene_format_count, 131);
    assert_string_equal(scene_format_infos[scene_format_none].name, "none");
    assert_int_equal(scene_format_infos[scene_format_none].bytes, 0);
    EACH_COLOR(format, named)
    {
        const struct scene_format_info *info = &scene_format_infos[format];
        static const char *const numerics[] = {"unorm", "snorm",  "uscaled", "sscaled", "uint",
                                               "sint",  "ufloat", "sfloat",  "srgb"};

        assert_int_equal(info->bytes * 8, named.total);
        assert_int_equal(info->components, named.count);
        assert_string_equal(numerics[info->numeric], named.numeric);
        assert_false(info->has_depth || info->has_stencil);
        assert_int_equal(scene_format_is_float(format),
                         strcmp(named.numeric, "uint") && strcmp(named.numeric, "sint"));
        count++;
    }
    assert_int_equal(count, 131 - 1 - 7 - 1);
}

static void
test_depth_table(void **state)
{
    static const struct {
        enum scene_format format;
        const char *name;
        unsigned bytes;
        enum scene_numeric numeric;
        bool has_depth;
        bool has_stencil;
    } rows[] = {
        {scene_format_d16_unorm, "d16_unorm", 2, scene_numeric_unorm, true, false},
        {scene_format_x8_d24_unorm_pack32, "x8_d24_unorm_pack32", 4, scene_numeric_unorm, true,
         false},
        {scene_format_d32_sfloat, "d32_sfloat", 4, scene_numeric_sfloat, true, false},
        {scene_format_s8_uint, "s8_uint", 1, scene_numeric_uint, false, true},
        {scene_format_d16_unorm_s8_uint, "d16_unorm_s8_uint", 4, scene_numeric_unorm, true, true},
        {scene_format_d24_unorm_s8_uint, "d24_unorm_s8_uint", 4, scene_numeric_unorm, true, true},
        {scene_format_d32_sfloat_s8_uint, "d32_sfloat_s8_uint", 8, scene_numeric_sfloat, true,
         true},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct scene_format_info *info = &scene_format_infos[rows[i].format];

        assert_string_equal(info->name, rows[i].name);
        assert_int_equal(info->bytes, rows[i].bytes);
        assert_int_equal(info->components, 0);
        assert_int_equal(info->numeric, rows[i].numeric);
        assert_int_equal(info->has_depth, rows[i].has_depth);
        assert_int_equal(info->has_stencil, rows[i].has_stencil);
        assert_true(info->uses & SCENE_FORMAT_DEPTH);
    }
}

/* What Vulkan 1.0 requires: the specification's tables "Mandatory format support". */
static void
test_required(void **state)
{
#define V SCENE_FORMAT_ATTRIBUTE
#define S SCENE_FORMAT_SAMPLED
#define L (SCENE_FORMAT_SAMPLED | SCENE_FORMAT_LINEAR)
#define T SCENE_FORMAT_TARGET
#define B (SCENE_FORMAT_TARGET | SCENE_FORMAT_BLEND)
#define D SCENE_FORMAT_DEPTH
#define I SCENE_FORMAT_STORAGE
#define U SCENE_FORMAT_TEXEL
#define X SCENE_FORMAT_STORAGE_TEXEL
#define A (SCENE_FORMAT_ATOMIC | SCENE_FORMAT_STORAGE_TEXEL_ATOMIC)
    static const struct {
        const char *name;
        unsigned uses;
    } rows[] = {
        {"b4g4r4a4_unorm_pack16", L},
        {"r5g6b5_unorm_pack16", L | B},
        {"a1r5g5b5_unorm_pack16", L | B},
        {"r8_unorm", L | B | V | U},
        {"r8_snorm", L | V | U},
        {"r8_uint", S | T | V | U},
        {"r8_sint", S | T | V | U},
        {"r8g8_unorm", L | B | V | U},
        {"r8g8_snorm", L | V | U},
        {"r8g8_uint", S | T | V | U},
        {"r8g8_sint", S | T | V | U},
        {"r8g8b8a8_unorm", L | I | B | V | U | X},
        {"r8g8b8a8_snorm", L | I | V | U | X},
        {"r8g8b8a8_uint", S | I | T | V | U | X},
        {"r8g8b8a8_sint", S | I | T | V | U | X},
        {"r8g8b8a8_srgb", L | B},
        {"b8g8r8a8_unorm", L | B | V | U},
        {"b8g8r8a8_srgb", L | B},
        {"a8b8g8r8_unorm_pack32", L | B | V | U | X},
        {"a8b8g8r8_snorm_pack32", L | V | U | X},
        {"a8b8g8r8_uint_pack32", S | T | V | U | X},
        {"a8b8g8r8_sint_pack32", S | T | V | U | X},
        {"a8b8g8r8_srgb_pack32", L | B},
        {"a2b10g10r10_unorm_pack32", L | B | V | U},
        {"a2b10g10r10_uint_pack32", S | T | U},
        {"r16_unorm", V},
        {"r16_snorm", V},
        {"r16_uint", S | T | V | U},
        {"r16_sint", S | T | V | U},
        {"r16_sfloat", L | B | V | U},
        {"r16g16_unorm", V},
        {"r16g16_snorm", V},
        {"r16g16_uint", S | T | V | U},
        {"r16g16_sint", S | T | V | U},
        {"r16g16_sfloat", L | B | V | U},
        {"r16g16b16a16_unorm", V},
        {"r16g16b16a16_snorm", V},
        {"r16g16b16a16_uint", S | I | T | V | U | X},
        {"r16g16b16a16_sint", S | I | T | V | U | X},
        {"r16g16b16a16_sfloat", L | I | B | V | U | X},
        {"r32_uint", S | I | A | T | V | U | X},
        {"r32_sint", S | I | A | T | V | U | X},
        {"r32_sfloat", S | I | T | V | U | X},
        {"r32g32_uint", S | I | T | V | U | X},
        {"r32g32_sint", S | I | T | V | U | X},
        {"r32g32_sfloat", S | I | T | V | U | X},
        {"r32g32b32_uint", V},
        {"r32g32b32_sint", V},
        {"r32g32b32_sfloat", V},
        {"r32g32b32a32_uint", S | I | T | V | U | X},
        {"r32g32b32a32_sint", S | I | T | V | U | X},
        {"r32g32b32a32_sfloat", S | I | T | V | U | X},
        {"b10g11r11_ufloat_pack32", L | U},
        {"e5b9g9r9_ufloat_pack32", L},
        {"d16_unorm", S | D},
        {"x8_d24_unorm_pack32", D},
        {"d32_sfloat", S | D},
        {"d24_unorm_s8_uint", D},
        {"d32_sfloat_s8_uint", D},
    };
#undef V
#undef S
#undef L
#undef T
#undef B
#undef D
#undef I
#undef U
#undef X
#undef A
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        unsigned format = 0;

        while (format < scene_format_count && strcmp(scene_format_infos[format].name, rows[i].name))
            format++;
        assert_true(format < scene_format_count);
        if (rows[i].uses & ~(unsigned)scene_format_infos[format].uses)
            fail_msg("%s lacks uses 0x%x", rows[i].name,
                     rows[i].uses & ~(unsigned)scene_format_infos[format].uses);
    }
    for (unsigned format = 1; format < scene_format_count; format++)
        assert_true(scene_format_infos[format].uses);
}

/* ---- every code ---- */

static double
srgb_to_linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* The value of a code, as 32 bits. */
static uint32_t
expected_word(const char *numeric, char letter, uint64_t code, unsigned bits)
{
    const double most = ldexp(1, (int)bits) - 1, half = ldexp(1, (int)bits - 1);
    const double value = (double)code, as_signed = value >= half ? value - 2 * half : value;

    if (!strcmp(numeric, "uint"))
        return (uint32_t)code;
    if (!strcmp(numeric, "sint"))
        return (uint32_t)(int32_t)as_signed;
    if (!strcmp(numeric, "uscaled"))
        return float_bits(value);
    if (!strcmp(numeric, "sscaled"))
        return float_bits(as_signed);
    if (!strcmp(numeric, "snorm"))
        return float_bits(fmax(as_signed / (half - 1), -1));
    if (!strcmp(numeric, "srgb") && letter != 'a')
        return float_bits(srgb_to_linear(value / 255));
    if (!strcmp(numeric, "unorm") || !strcmp(numeric, "srgb"))
        return float_bits(value / most);
    if (bits == 32)
        return (uint32_t)code;
    /* Floats with five bits of exponent. */
    const unsigned mantissa_bits = !strcmp(numeric, "ufloat") ? bits - 5 : 10;
    const double mantissa = (double)(code & ((UINT64_C(1) << mantissa_bits) - 1));
    const int exponent = (int)(code >> mantissa_bits & 31);
    const double sign = code >> mantissa_bits >> 5 ? -1 : 1;
    const double unit = ldexp(1, -(int)mantissa_bits);

    if (exponent == 31)
        return float_bits(mantissa != 0.0 ? (double)NAN : sign * (double)INFINITY);
    if (exponent == 0)
        return float_bits(sign * ldexp(mantissa * unit, -14));
    return float_bits(sign * ldexp(1 + mantissa * unit, exponent - 15));
}

static bool
same_word(uint32_t a, uint32_t b, bool is_float)
{
    return a == b || (is_float && isnan(base_float_of_bits(a)) && isnan(base_float_of_bits(b)));
}

/* What packing the code's value gives. */
static uint64_t
canonical(const char *numeric, uint64_t code, unsigned bits)
{
    const uint64_t least = UINT64_C(1) << (bits - 1);

    return !strcmp(numeric, "snorm") && code == least && bits > 1 ? least + 1 : code;
}

static void
put_bits(uint8_t *data, unsigned first, unsigned bits, uint64_t code)
{
    for (unsigned i = 0; i < bits; i++)
        data[(first + i) / 8] |= (uint8_t)((code >> i & 1) << (first + i) % 8);
}

static void
check_code(unsigned format, const struct named *named, unsigned n, uint64_t code)
{
    const struct scene_format_info *info = &scene_format_infos[format];
    const bool is_float = scene_format_is_float(format);
    const unsigned c = place_of(named->letters[n]);
    uint8_t data[40], expected[40], found[40];
    const size_t at = 1 + code % 4; /* Any alignment. */
    uint32_t words[4];

    memset(data, 0xa5, sizeof(data));
    memset(data + at, 0, info->bytes);
    memcpy(expected, data, sizeof(data));
    put_bits(data + at, named->first[n], named->bits[n], code);
    put_bits(expected + at, named->first[n], named->bits[n],
             canonical(named->numeric, code, named->bits[n]));
    scene_format_unpack(format, data + at, words);
    for (unsigned i = 0; i < 4; i++) {
        uint32_t wanted = 0;

        if (i == c)
            wanted = expected_word(named->numeric, named->letters[n], code, named->bits[n]);
        else if (i == 3 && named->count < 4)
            wanted = is_float ? ONE : 1;
        if (!same_word(words[i], wanted, is_float))
            fail_msg("%s, code 0x%x of %c, component %u: found 0x%08x, expected 0x%08x", info->name,
                     (unsigned)code, named->letters[n], i, words[i], wanted);
    }
    memset(found, 0xa5, sizeof(found));
    scene_format_pack(format, words, found + at);
    if (is_float && isnan(base_float_of_bits(words[c]))) {
        scene_format_unpack(format, found + at, words);
        assert_true(isnan(base_float_of_bits(words[c])));
        memcpy(found + at, expected + at, info->bytes);
    }
    if (memcmp(found, expected, sizeof(found)))
        fail_msg("%s, code 0x%x of %c is packed as another", info->name, (unsigned)code,
                 named->letters[n]);
}

/* All codes of up to 16 bits; edges and some more of 32. */
static void
test_codes(void **state)
{
    static const uint32_t edges[] = {0,          1,          0x7fffffff, 0x80000000, 0xffffffff,
                                     0x7f800000, 0x7fc12345, 0xff800001, 0x00400000, 0x3f800000};
    (void)state;

    EACH_COLOR(format, named)
    {
        for (unsigned n = 0; n < named.count && !is_64(&named); n++) {
            const unsigned bits = named.bits[n];

            for (uint64_t code = 0; bits <= 16 && code < UINT64_C(1) << bits; code++)
                check_code(format, &named, n, code);
            for (size_t i = 0; bits == 32 && i < BASE_COUNT(edges); i++)
                check_code(format, &named, n, edges[i]);
            for (unsigned i = 0; bits == 32 && i < 100; i++)
                check_code(format, &named, n, random_word());
        }
    }
}

/* ---- rounding ---- */

static uint64_t
pack_one(enum scene_format format, unsigned c, uint32_t word)
{
    uint32_t words[4] = {0};
    uint8_t data[32] = {0};
    uint64_t code;

    words[c] = word;
    scene_format_pack(format, words, data);
    memcpy(&code, data, sizeof(code));
    return code;
}

static void
test_fixed_edges(void **state)
{
    static const struct {
        enum scene_format format;
        uint32_t word;
        uint32_t code;
    } rows[] = {
        /* UNORM: halfway is to even. */
        {scene_format_r8_unorm, 0x00000000, 0},
        {scene_format_r8_unorm, 0x80000000, 0},
        {scene_format_r8_unorm, 0x00000001, 0},
        {scene_format_r8_unorm, 0x807fffff, 0},
        {scene_format_r8_unorm, 0x3f000000, 128},
        {scene_format_r8_unorm, 0x3effffff, 127},
        {scene_format_r8_unorm, 0x3f7fffff, 255},
        {scene_format_r8_unorm, ONE, 255},
        {scene_format_r8_unorm, 0x3f800001, 255},
        {scene_format_r8_unorm, 0xbf800000, 0},
        {scene_format_r8_unorm, 0x7f7fffff, 255},
        {scene_format_r8_unorm, 0xff7fffff, 0},
        {scene_format_r8_unorm, 0x7f800000, 255},
        {scene_format_r8_unorm, 0xff800000, 0},
        {scene_format_r8_unorm, 0x7fc00000, 0},
        {scene_format_r8_unorm, 0xffc00000, 0},
        {scene_format_r8_unorm, 0x7f800001, 0},
        {scene_format_r16_unorm, 0x3f000000, 32768},
        {scene_format_r16_unorm, 0x3effffff, 32767},
        {scene_format_r16_unorm, 0x7fc00000, 0},
        {scene_format_r4g4_unorm_pack8, 0x3f000000, 8 << 4},
        {scene_format_r5g6b5_unorm_pack16, 0x3f000000, 16 << 11},
        /* SNORM */
        {scene_format_r8_snorm, 0x3f000000, 64},
        {scene_format_r8_snorm, 0xbf000000, 0xc0},
        {scene_format_r8_snorm, 0x3effffff, 63},
        {scene_format_r8_snorm, 0xbf800000, 0x81},
        {scene_format_r8_snorm, 0xc0000000, 0x81},
        {scene_format_r8_snorm, 0xff800000, 0x81},
        {scene_format_r8_snorm, 0x7f800000, 127},
        {scene_format_r8_snorm, 0x7fc00000, 0},
        {scene_format_r8_snorm, 0x80000000, 0},
        {scene_format_r16_snorm, 0x3f000000, 16384},
        {scene_format_r16_snorm, 0xff7fffff, 0x8001},
        /* SCALED: 0.5, 1.5, 2.5, -0.5, 255.5, 3e9, -129, NaN */
        {scene_format_r8_uscaled, 0x3f000000, 0},
        {scene_format_r8_uscaled, 0x3fc00000, 2},
        {scene_format_r8_uscaled, 0x40200000, 2},
        {scene_format_r8_uscaled, 0xbf000000, 0},
        {scene_format_r8_uscaled, 0x437f8000, 255},
        {scene_format_r8_uscaled, 0x4f32d05e, 255},
        {scene_format_r8_uscaled, 0x7fc00000, 0},
        {scene_format_r8_sscaled, 0xc3010000, 0x80},
        {scene_format_r8_sscaled, 0xbfc00000, 0xfe},
        {scene_format_r8_sscaled, 0x4f32d05e, 127},
        {scene_format_r8_sscaled, 0x7fc00000, 0},
        /* Integers are clamped. */
        {scene_format_r8_uint, 256, 255},
        {scene_format_r8_uint, 0xffffffff, 255},
        {scene_format_r8_sint, 128, 127},
        {scene_format_r8_sint, 0xffffff7f, 0x80},
        {scene_format_r8_sint, 0xffffffff, 0xff},
        {scene_format_r8_sint, 0x80000000, 0x80},
        {scene_format_r16_uint, 0x10000, 0xffff},
        {scene_format_r16_sint, 0x8000, 0x7fff},
        {scene_format_r16_sint, 0xffff7fff, 0x8000},
        {scene_format_a2b10g10r10_uint_pack32, 1024, 1023},
        {scene_format_a2b10g10r10_sint_pack32, 0x80000000, 512},
        {scene_format_a2r10g10b10_uint_pack32, 0xffffffff, 1023u << 20},
        /* Halves: 65504, 65519.996, 65520, NaN below. */
        {scene_format_r16_sfloat, 0x477fe000, 0x7bff},
        {scene_format_r16_sfloat, 0x477fefff, 0x7bff},
        {scene_format_r16_sfloat, 0x477ff000, 0x7c00},
        {scene_format_r16_sfloat, 0x80000000, 0x8000},
        /* 11 bits: -0, -1, -inf, inf, 65024, the next, the largest, the least float, 2^-20, half
         * of it, and the next above that. */
        {scene_format_b10g11r11_ufloat_pack32, 0x80000000, 0},
        {scene_format_b10g11r11_ufloat_pack32, 0xbf800000, 0},
        {scene_format_b10g11r11_ufloat_pack32, 0xff800000, 0},
        {scene_format_b10g11r11_ufloat_pack32, 0x7f800000, 0x7c0},
        {scene_format_b10g11r11_ufloat_pack32, 0x477e0000, 0x7bf},
        {scene_format_b10g11r11_ufloat_pack32, 0x477e0001, 0x7bf},
        {scene_format_b10g11r11_ufloat_pack32, 0x477fffff, 0x7bf},
        {scene_format_b10g11r11_ufloat_pack32, 0x7f7fffff, 0x7bf},
        {scene_format_b10g11r11_ufloat_pack32, 0x00000001, 0},
        {scene_format_b10g11r11_ufloat_pack32, 0x35800000, 1},
        {scene_format_b10g11r11_ufloat_pack32, 0x35000000, 0},
        {scene_format_b10g11r11_ufloat_pack32, 0x35000001, 1},
        {scene_format_b10g11r11_ufloat_pack32, ONE, 0x3c0},
        /* sRGB: 0, 1, NaN, out of range. */
        {scene_format_r8_srgb, 0x00000000, 0},
        {scene_format_r8_srgb, ONE, 255},
        {scene_format_r8_srgb, 0x40000000, 255},
        {scene_format_r8_srgb, 0xbf800000, 0},
        {scene_format_r8_srgb, 0x7fc00000, 0},
        {scene_format_r8_srgb, 0x7f800000, 255},
        {scene_format_r8_srgb, 0x3f000000, 188},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const uint64_t code = pack_one(rows[i].format, 0, rows[i].word);

        if (code != rows[i].code)
            fail_msg("row %u, %s, 0x%08x: found 0x%x, expected 0x%x", (unsigned)i,
                     scene_format_infos[rows[i].format].name, rows[i].word, (unsigned)code,
                     rows[i].code);
    }
    assert_true(pack_one(scene_format_b10g11r11_ufloat_pack32, 0, 0x7fc00000) > 0x7c0);
    assert_true(pack_one(scene_format_b10g11r11_ufloat_pack32, 0, 0xffc00000) > 0x7c0);
    assert_true(pack_one(scene_format_b10g11r11_ufloat_pack32, 0, 0x7f800001) > 0x7c0);
}

/* To the nearest code, by a formula in doubles. */
static void
test_fixed_sweep(void **state)
{
    static const struct {
        enum scene_format format;
        double most;
        bool is_signed;
    } rows[] = {
        {scene_format_r8_unorm, 255, false},    {scene_format_r16_unorm, 65535, false},
        {scene_format_r8_snorm, 127, true},     {scene_format_r16_snorm, 32767, true},
        {scene_format_d16_unorm, 65535, false}, {scene_format_x8_d24_unorm_pack32, 16777215, false},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (uint32_t bits = 0x30000000; bits < 0x3f900000; bits += 9973) {
            const double value = fmin((double)base_float_of_bits(bits), 1) * rows[i].most;
            const uint32_t negated = rows[i].is_signed ? bits | 0x80000000 : 0xbf000000;
            const uint64_t code = pack_one(rows[i].format, 0, bits);
            const uint64_t mirrored = pack_one(rows[i].format, 0, negated);

            assert_true((double)code == nearbyint(value));
            assert_int_equal(mirrored,
                             rows[i].is_signed ? -code & (rows[i].most > 127 ? 0xffff : 0xff) : 0);
        }
    }
}

/* Between two codes next to each other the nearer is taken, and halfway the even one. */
static void
test_small_floats(void **state)
{
    (void)state;

    for (unsigned c = 0; c < 3; c += 2) { /* Red has 11 bits, blue 10. */
        const unsigned bits = c == 0 ? 11 : 10, shift = c == 0 ? 0 : 22;

        for (uint32_t code = 0; code + 1 < 31u << (bits - 5); code++) {
            const double low = (double)base_float_of_bits(expected_word("ufloat", 'r', code, bits));
            const double high =
                (double)base_float_of_bits(expected_word("ufloat", 'r', code + 1, bits));
            const float middle = (float)((low + high) / 2); /* Exact. */
            const enum scene_format format = scene_format_b10g11r11_ufloat_pack32;

            assert_int_equal(pack_one(format, c, base_bits_of_float(middle)) >> shift,
                             code + (code & 1));
            assert_int_equal(pack_one(format, c, base_bits_of_float(middle) - 1) >> shift, code);
            assert_int_equal(pack_one(format, c, base_bits_of_float(middle) + 1) >> shift,
                             code + 1);
        }
    }
}

static double
linear_to_srgb(double c)
{
    return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

/* Near to every place where the code changes, and anywhere. */
static void
test_srgb(void **state)
{
    (void)state;

    for (unsigned code = 0; code < 255; code++) {
        const uint32_t edge = float_bits(srgb_to_linear((code + 0.5) / 255));

        for (uint32_t bits = edge - 40; bits <= edge + 40; bits++) {
            const double exact = linear_to_srgb((double)base_float_of_bits(bits)) * 255;
            const uint64_t found = pack_one(scene_format_r8_srgb, 0, bits);

            /* The formula itself is sure to some 1e-13 alone. */
            if (fabs(exact - code - 0.5) > 1e-11)
                assert_int_equal(found, (unsigned)nearbyint(exact));
        }
    }
    for (unsigned i = 0; i < 100000; i++) {
        const float value = (float)(random_word() >> 8) * 0x1p-24f;
        const uint64_t found = pack_one(scene_format_r8_srgb, 0, base_bits_of_float(value));

        assert_true(fabs((double)found - linear_to_srgb((double)value) * 255) <= 0.5 + 1e-9);
    }
}

/* ---- E5B9G9R9 ---- */

/* "RGB to Shared Exponent Conversion", word by word. */
static uint32_t
shared_by_the_book(const float rgb[3])
{
    const double most_shared = 511.0 / 512 * 65536;
    double clamped[3], max = 0;
    uint32_t result = 0;

    for (unsigned c = 0; c < 3; c++) {
        clamped[c] = rgb[c] > 0 ? fmin((double)rgb[c], most_shared) : 0; /* NaN: 0 */
        max = fmax(max, clamped[c]);
    }
    double exponent = fmax(-16, max > 0 ? floor(log2(max)) : -16) + 1 + 15;

    if (floor(max / exp2(exponent - 15 - 9) + 0.5) == 512)
        exponent++;
    for (unsigned c = 0; c < 3; c++)
        result |= (uint32_t)floor(clamped[c] / exp2(exponent - 15 - 9) + 0.5) << 9 * c;
    return result | (uint32_t)exponent << 27;
}

static void
check_shared(const float rgb[3])
{
    const uint32_t words[4] = {base_bits_of_float(rgb[0]), base_bits_of_float(rgb[1]),
                               base_bits_of_float(rgb[2]), 0};
    uint32_t code;

    scene_format_pack(scene_format_e5b9g9r9_ufloat_pack32, words, &code);
    if (code != shared_by_the_book(rgb))
        fail_msg("%g, %g, %g: found 0x%08x, expected 0x%08x", (double)rgb[0], (double)rgb[1],
                 (double)rgb[2], code, shared_by_the_book(rgb));
}

static void
test_shared_exponent(void **state)
{
    static const float edges[] = {0,      -1,        1,        0.5f, 65408,    65409,
                                  1e9f,   -INFINITY, INFINITY, NAN,  0x1p-24f, 0x1p-25f,
                                  1e-40f, 511,       511.5f,   1023};
    (void)state;

    assert_int_equal(scene_format_infos[scene_format_e5b9g9r9_ufloat_pack32].components, 3);
    for (uint32_t exponent = 0; exponent < 32; exponent++) {
        for (uint32_t mantissa = 0; mantissa < 512; mantissa++) {
            const uint32_t code = exponent << 27 | mantissa << 9 | (mantissa ^ 511);
            uint32_t words[4], back[4], packed;

            scene_format_unpack(scene_format_e5b9g9r9_ufloat_pack32, &code, words);
            assert_int_equal(words[0], float_bits(ldexp(mantissa ^ 511, (int)exponent - 24)));
            assert_int_equal(words[1], float_bits(ldexp(mantissa, (int)exponent - 24)));
            assert_int_equal(words[2], 0);
            assert_int_equal(words[3], ONE);
            /* Another exponent may do, but the values stay. */
            scene_format_pack(scene_format_e5b9g9r9_ufloat_pack32, words, &packed);
            scene_format_unpack(scene_format_e5b9g9r9_ufloat_pack32, &packed, back);
            assert_memory_equal(back, words, sizeof(words));
        }
    }
    for (size_t i = 0; i < BASE_COUNT(edges); i++) {
        for (size_t k = 0; k < BASE_COUNT(edges); k++)
            check_shared((const float[3]){edges[i], edges[k], 0.75f});
    }
    for (unsigned i = 0; i < 100000; i++) {
        float rgb[3];

        for (unsigned c = 0; c < 3; c++)
            rgb[c] = ldexpf((float)(random_word() >> 8), (int)(random_word() % 48) - 50);
        check_shared(rgb);
    }
}

/* ---- depth, stencil, 64 bits ---- */

static void
test_depth(void **state)
{
    static const struct {
        enum scene_format format;
        uint32_t words[4]; /* Unpacked. */
        uint8_t bytes[8];
    } rows[] = {
        {scene_format_d16_unorm, {0x3f800000, 0, 0, ONE}, {0xff, 0xff}},
        {scene_format_x8_d24_unorm_pack32, {0x3f800000, 0, 0, ONE}, {0xff, 0xff, 0xff, 0}},
        {scene_format_d32_sfloat, {0x3f400000, 0, 0, ONE}, {0, 0, 0x40, 0x3f}},
        {scene_format_d32_sfloat, {0xc0000000, 0, 0, ONE}, {0, 0, 0, 0xc0}},
        {scene_format_s8_uint, {0, 0xa7, 0, 1}, {0xa7}},
        {scene_format_d16_unorm_s8_uint, {0x3f800000, 0x12, 0, ONE}, {0xff, 0xff, 0x12, 0}},
        {scene_format_d24_unorm_s8_uint, {0x3f800000, 0x12, 0, ONE}, {0xff, 0xff, 0xff, 0x12}},
        {scene_format_d24_unorm_s8_uint, {0, 0xff, 0, ONE}, {0, 0, 0, 0xff}},
        {scene_format_d32_sfloat_s8_uint, {0x3f400000, 0x12, 0, ONE}, {0, 0, 0x40, 0x3f, 0x12}},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint8_t bytes[8] = {0};
        uint32_t words[4];

        scene_format_unpack(rows[i].format, rows[i].bytes, words);
        assert_memory_equal(words, rows[i].words, sizeof(words));
        scene_format_pack(rows[i].format, rows[i].words, bytes);
        assert_memory_equal(bytes, rows[i].bytes, sizeof(bytes));
    }
    assert_int_equal(pack_one(scene_format_s8_uint, 1, 256), 255);
    assert_int_equal(pack_one(scene_format_d24_unorm_s8_uint, 0, 0x7fc00000), 0);
    /* Every code of 24 bits comes back. */
    for (uint32_t code = 0; code < 1u << 24; code += 251) {
        uint32_t words[4], back;

        scene_format_unpack(scene_format_d24_unorm_s8_uint, &code, words);
        scene_format_pack(scene_format_d24_unorm_s8_uint, words, &back);
        assert_int_equal(back, code);
    }
}

static void
test_wide(void **state)
{
    static const uint64_t data[4] = {UINT64_C(0x8000000000000001), UINT64_C(0x3ff0000000000000),
                                     UINT64_C(0x7ff8000000000123), UINT64_C(0xffffffffffffffff)};
    (void)state;

    EACH_COLOR(format, named)
    {
        const bool is_float = scene_format_is_float(format);
        const uint64_t one = is_float ? UINT64_C(0x3ff0000000000000) : 1;
        uint8_t bytes[33], found[33];
        uint32_t words[8];

        if (!is_64(&named))
            continue;
        memset(bytes, 0xa5, sizeof(bytes));
        memset(found, 0xa5, sizeof(found));
        memcpy(bytes + 1, data, named.total / 8);
        scene_format_unpack_wide(format, bytes + 1, words);
        for (unsigned c = 0; c < 4; c++) {
            const uint64_t value = c < named.count ? data[c] : c == 3 ? one : 0;

            assert_int_equal(words[2 * c], (uint32_t)value);
            assert_int_equal(words[2 * c + 1], (uint32_t)(value >> 32));
        }
        scene_format_pack_wide(format, words, found + 1);
        assert_memory_equal(found, bytes, sizeof(bytes));
        /* By words of 32 bits: what of the value they can hold. */
        scene_format_unpack(format, bytes + 1, words);
        assert_int_equal(words[0], is_float ? float_bits(base_double_of_bits(data[0])) : 1);
        if (named.count < 4)
            assert_int_equal(words[3], is_float ? ONE : 1);
    }
    assert_int_equal(pack_one(scene_format_r64_sint, 0, 0xfffffffe), UINT64_C(-2));
    assert_int_equal(pack_one(scene_format_r64_uint, 0, 0xfffffffe), 0xfffffffe);
    assert_int_equal(pack_one(scene_format_r64_sfloat, 0, 0xbf800000),
                     UINT64_C(0xbff0000000000000));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_depth_table),
        cmocka_unit_test(test_required),
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_fixed_edges),
        cmocka_unit_test(test_fixed_sweep),
        cmocka_unit_test(test_small_floats),
        cmocka_unit_test(test_srgb),
        cmocka_unit_test(test_shared_exponent),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_wide),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
