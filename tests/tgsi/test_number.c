/* SPDX-License-Identifier: MIT
 *
 * Numbers from text and back: the nearest float, and the shortest text for it.
 */
#include "kit.h"

#include <float.h>
#include <locale.h>

struct f32_row {
    const char *text;
    uint32_t bits;
};

static const struct f32_row f32_rows[] = {
    {"0", 0},
    {"-0", 0x80000000},
    {"+0.0", 0},
    {"1", 0x3f800000},
    {"1.", 0x3f800000},
    {".5", 0x3f000000},
    {"+2", 0x40000000},
    {"-1e3", 0xc47a0000},
    {"1E-3", 0x3a83126f},
    {"0.1", 0x3dcccccd},
    {"00000000000000000000000000000000000000000000000001.50000000000000000000000", 0x3fc00000},
    {"16777217", 0x4b800000}, /* In the middle: to even, down, */
    {"16777219", 0x4b800002}, /* and up. */
    {"16777217.0000000000000000000000000000000000000000000000000000000001", 0x4b800001},
    {"3.4028234663852886e38", 0x7f7fffff},
    {"340282356779733661637539395458142568447", 0x7f7fffff},
    {"340282356779733661637539395458142568448", 0x7f800000}, /* In the middle to what is next. */
    {"1e39", 0x7f800000},
    {"-1e999999999999999999999999999", 0xff800000},
    {"1e-999999999999999999999999999", 0},
    {"0e999999999999999999999999999", 0},
    {"1.1754943508222875e-38", 0x00800000},
    {"1.4012984643248171e-45", 0x00000001},
    {"7.0064923216240853e-46", 0x00000000}, /* Just below the middle, and above. */
    {"7.0064923216240854e-46", 0x00000001},
    {"-1e-46", 0x80000000},
    {"inf", 0x7f800000},
    {"-INF", 0xff800000},
    {"Infinity", 0x7f800000},
    {"nan", 0x7fc00000},
    {"-NaN", 0xffc00000},
    {"0x1.8p1", 0x40400000},
    {"0x1.8e", 0x3fc70000},
    {"0X1P0", 0x3f800000},
    {"0x10.", 0x41800000},
    {"0x.8", 0x3f000000},
    {"-0x1.fffffEp+127", 0xff7fffff},
    {"0x1.ffffffp127", 0x7f800000}, /* In the middle to what is next. */
    {"0x1.fffffefffffffffffffffffffffffffffffp127", 0x7f7fffff},
    {"0x1.000001p0", 0x3f800000}, /* In the middle: to even, down, */
    {"0x1.000003p0", 0x3f800002}, /* and up. */
    {"0x1.0000010000000000000000000000000000000000000000001p0", 0x3f800001},
    {"0x1p-149", 0x00000001},
    {"0x1p-150", 0x00000000},
    {"0x1.0000000000000001p-150", 0x00000001},
    {"0x1p999999999999999999999999999", 0x7f800000},
    {"-0x1p-999999999999999999999999999", 0x80000000},
    {"0x0p999999999999999999999999999", 0},
    {"-0x0.0p0", 0x80000000},
    {"+0xAbC.dEfp-4", 0x432bcdef},
};

static const char *const no_numbers[] = {
    "",        ".",    "-",    "+-1",   "1e",     "1e+",    "1.2.3",     "e5",        "1 ",
    " 1",      "0x10", "1f",   "infin", "nan(1)", "1,5",    "1e5.5",     "--1",       "1_000",
    "\0001",   "0x",   "0x.",  "0xp1",  "0x1p",   "0x1p+",  "0x1.2.3p1", "0x1.8p1.5", "0x1.8pa",
    "0x1.gp1", "1p1",  "x1p1", "-0x10", "0x-1p1", "0x 1p1", "00x1p1",    "0x1.8q1"};

static void
test_parse(void **state)
{
    uint32_t bits;
    uint64_t wide;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(f32_rows); i++) {
        const struct f32_row *row = &f32_rows[i];

        assert_true(tgsi_parse_f32(row->text, strlen(row->text), &bits));
        if (bits != row->bits)
            fail_msg("%s: found %08x, expected %08x", row->text, bits, row->bits);
        assert_true(tgsi_parse_f64(row->text, strlen(row->text), &wide));
    }
    for (uint32_t i = 0; i < BASE_COUNT(no_numbers); i++) {
        assert_false(tgsi_parse_f32(no_numbers[i], strlen(no_numbers[i]), &bits));
        assert_false(tgsi_parse_f64(no_numbers[i], strlen(no_numbers[i]), &wide));
    }
    /* What lies past the size is not looked at. */
    assert_true(tgsi_parse_f32("1.5e5", 3, &bits));
    assert_int_equal(bits, 0x3fc00000);
}

struct f64_row {
    const char *text;
    uint64_t bits;
};

static const struct f64_row f64_rows[] = {
    {"0.1", 0x3fb999999999999a},
    {"0x1.999999999999ap-4", 0x3fb999999999999a},
    {"-0x1.fffffffffffffp1023", 0xffefffffffffffff},
    {"0x1.fffffffffffff8p1023", 0x7ff0000000000000}, /* In the middle to what is next. */
    {"0x1.fffffffffffff7ffp1023", 0x7fefffffffffffff},
    {"0x0.0000000000001p-1022", 1},
    {"0x1p-1075", 0}, /* In the middle to zero. */
    {"0x1.000000000000000000000000001p-1075", 1},
    {"0x123456789abcdef0.p0", 0x43b23456789abcdf},
};

static void
test_parse_double(void **state)
{
    uint64_t bits;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(f64_rows); i++) {
        const struct f64_row *row = &f64_rows[i];

        assert_true(tgsi_parse_f64(row->text, strlen(row->text), &bits));
        if (bits != row->bits)
            fail_msg("%s: found %016llx, expected %016llx", row->text, (unsigned long long)bits,
                     (unsigned long long)row->bits);
    }
}

/* A digit far behind decides. */
static void
test_long(void **state)
{
    static char text[3000];
    static const char middle[] = "16777217.";
    uint32_t bits;
    (void)state;

    memset(text, '0', sizeof(text));
    memcpy(text, middle, sizeof(middle) - 1);
    assert_true(tgsi_parse_f32(text, sizeof(text), &bits));
    assert_int_equal(bits, 0x4b800000);
    text[sizeof(text) - 1] = '1';
    assert_true(tgsi_parse_f32(text, sizeof(text), &bits));
    assert_int_equal(bits, 0x4b800001);
    /* 2999 zeroes behind the point, and a power that makes up for them. */
    memset(text, '0', sizeof(text));
    text[1] = '.';
    memcpy(text + sizeof(text) - 7, "15e2993", 7);
    assert_true(tgsi_parse_f32(text, sizeof(text), &bits));
    assert_int_equal(bits, base_bits_of_float(15.0f));
}

struct print_row {
    uint32_t bits;
    const char *text;
};

static const struct print_row print_rows[] = {
    {0, "0.0"},
    {0x80000000, "-0.0"},
    {0x3f800000, "1.0"},
    {0x40000000, "2.0"},
    {0x41200000, "10.0"},
    {0x42c80000, "100.0"},
    {0x3dcccccd, "0.1"},
    {0x3e99999a, "0.3"},
    {0xbf000000, "-0.5"},
    {0x38d1b717, "0.0001"},
    {0x3727c5ac, "1.0e-5"},
    {0x4b800001, "16777218.0"},
    {0x58635fa9, "1000000000000000.0"},
    {0x5a0e1bca, "1.0e16"},
    {0x7f7fffff, "3.4028235e38"},
    {0x00000001, "1.0e-45"},
    {0x00800000, "1.1754944e-38"},
    {0x7f800000, "inf"},
    {0xff800000, "-inf"},
};

static void
test_print(void **state)
{
    char text[TGSI_NUMBER_SIZE];
    uint64_t wide = 0;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(print_rows); i++) {
        assert_true(tgsi_print_f32(print_rows[i].bits, text));
        assert_string_equal(text, print_rows[i].text);
    }
    assert_false(tgsi_print_f32(0x7f800001, text));
    assert_false(tgsi_print_f32(0xffc00000, text));
    assert_false(tgsi_print_f64(UINT64_C(0x7ff0000000000001), text));
    assert_true(tgsi_print_f64(base_bits_of_double(0.1), text));
    assert_string_equal(text, "0.1");
    assert_true(tgsi_print_f64(base_bits_of_double(-DBL_MAX), text));
    assert_string_equal(text, "-1.7976931348623157e308");
    assert_true(tgsi_print_f64(1, text));
    assert_string_equal(text, "5.0e-324");
    assert_true(tgsi_parse_f64(text, strlen(text), &wide));
    assert_int_equal(wide, 1);
}

static void
test_round_trip(void **state)
{
    char text[TGSI_NUMBER_SIZE];
    uint64_t random = 1;
    uint32_t again32;
    uint64_t again64;
    (void)state;

    for (uint32_t i = 0; i < 20000; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const uint32_t bits32 = (uint32_t)(random >> 32);
        const uint64_t bits64 = random ^ random >> 29;

        if (tgsi_print_f32(bits32, text)) {
            assert_true(tgsi_parse_f32(text, strlen(text), &again32));
            assert_int_equal(again32, bits32);
        }
        if (tgsi_print_f64(bits64, text)) {
            assert_true(tgsi_parse_f64(text, strlen(text), &again64));
            assert_int_equal(again64, bits64);
        }
    }
}

/* A locale with another decimal point changes nothing. */
static void
test_locale(void **state)
{
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    const char *found = NULL;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(locales) && !found; i++)
        found = setlocale(LC_ALL, locales[i]);
    if (!found) {
        print_message("skip: no locale with another decimal point is installed\n");
        skip();
    }
    test_parse(NULL);
    test_print(NULL);
    setlocale(LC_ALL, "C");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),      cmocka_unit_test(test_parse_double),
        cmocka_unit_test(test_long),       cmocka_unit_test(test_print),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_locale),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
