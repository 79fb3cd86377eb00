/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include "base/bits.h"

#include <cmocka.h>
#include <math.h>

/* The value of a finite half by the definition of IEEE 754, section 3.4. */
static double
value_of_half(uint32_t half)
{
    const double sign = half & 0x8000 ? -1 : 1;
    const int exponent = (int)(half >> 10 & 0x1f);
    const int mantissa = (int)(half & 0x3ff);

    return sign * (exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24));
}

/* What a number rounds to, by arithmetic on its value alone: to a multiple of the step between
 * halves there. nearbyint rounds ties to even. */
static double
round_to_half(double value)
{
    if (isinf(value))
        return value;

    const int exponent = value == 0 ? -14 : ilogb(value);
    const double step = ldexp(1, (exponent < -14 ? -14 : exponent) - 10);
    const double rounded = nearbyint(value / step) * step;

    return fabs(rounded) > 65504 ? copysign((double)INFINITY, value) : rounded;
}

static void
check_float(float value)
{
    const uint16_t half = base_half_from_float(value);

    if (isnan(value)) {
        assert_int_equal(half & 0x7c00, 0x7c00);
        assert_int_not_equal(half & 0x3ff, 0);
    } else {
        const double expected = round_to_half((double)value);
        if (isinf(expected) ? (half & 0x7fff) != 0x7c00 : value_of_half(half) != expected)
            fail_msg("%a became 0x%04x", (double)value, (unsigned)half);
        if ((half & 0x7c00) == 0x7c00 && !isinf(expected))
            fail_msg("%a became 0x%04x", (double)value, (unsigned)half);
    }
    assert_int_equal(half >> 15, base_bits_of_float(value) >> 31);
}

/* Doubles just beside the middle between two halves, and far beside it: one rounding only. */
static void
test_doubles(void **state)
{
    (void)state;
    for (uint32_t half = 0; half < 0x7bff; half++) {
        const double low = value_of_half(half), high = value_of_half(half + 1);
        const double middle = (low + high) / 2;
        const double values[] = {low,
                                 middle,
                                 nextafter(middle, 0),
                                 nextafter(middle, high),
                                 middle * (1 + 0x1p-30),
                                 middle * (1 - 0x1p-30),
                                 nextafter(low, high)};

        for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                const double value = sign * values[i];
                const uint16_t found = base_half_from_double(value);

                if (value_of_half(found) != round_to_half(value) || found >> 15 != (sign < 0))
                    fail_msg("%a became 0x%04x", value, (unsigned)found);
            }
        }
    }
    assert_int_equal(base_half_from_double(65519.99999999999), 0x7bff);
    assert_int_equal(base_half_from_double(65520), 0x7c00);
    assert_int_equal(base_half_from_double(1e300), 0x7c00);
    assert_int_equal(base_half_from_double(-1e300), 0xfc00);
    assert_int_equal(base_half_from_double((double)INFINITY), 0x7c00);
    assert_int_equal(base_half_from_double(4e-324), 0);
    assert_int_equal(base_half_from_double(-4e-324), 0x8000);
    assert_true((base_half_from_double((double)NAN) & 0x7fff) > 0x7c00);
}

static void
test_known(void **state)
{
    static const struct {
        uint32_t bits;
        uint16_t half;
    } rows[] = {
        {0x00000000, 0x0000}, {0x80000000, 0x8000}, /* +0, -0 */
        {0x00000001, 0x0000}, {0x807fffff, 0x8000}, /* float denormals */
        {0x3f800000, 0x3c00}, {0xbf800000, 0xbc00}, /* 1, -1 */
        {0x3eaaaaab, 0x3555},                       /* 1/3 */
        {0x477fe000, 0x7bff},                       /* 65504, the greatest */
        {0x477fefff, 0x7bff},                       /* just under 65520 */
        {0x477ff000, 0x7c00},                       /* 65520, a tie: infinity */
        {0xc77ff000, 0xfc00}, {0x7f7fffff, 0x7c00}, /* -65520, FLT_MAX */
        {0x7f800000, 0x7c00}, {0xff800000, 0xfc00}, /* infinities */
        {0x38800000, 0x0400},                       /* 2^-14, the least normal */
        {0x387fffff, 0x0400},                       /* rounds up to it */
        {0x387fc000, 0x03ff},                       /* the greatest denormal */
        {0x387fe000, 0x0400},                       /* a tie: to the even one */
        {0x33800000, 0x0001},                       /* 2^-24, the least */
        {0x33000000, 0x0000},                       /* 2^-25, a tie: zero */
        {0x33000001, 0x0001}, {0xb3000001, 0x8001}, /* just over it */
        {0x32ffffff, 0x0000}, {0x33c00000, 0x0002}, /* 1.5 * 2^-24, a tie: two */
        {0x3f801000, 0x3c00}, {0x3f803000, 0x3c02}, /* ties at 1 */
        {0x3f801001, 0x3c01}, {0x3f800fff, 0x3c00},
        {0x3ffff000, 0x4000},                       /* the carry goes into the exponent */
        {0x7fc00000, 0x7e00}, {0xffc00000, 0xfe00}, /* quiet NaNs */
        {0x7f800001, 0x7e00}, {0x7fffffff, 0x7fff}, /* a payload that is too low, all ones */
        {0x7f802000, 0x7c01},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const float value = base_float_of_bits(rows[i].bits);
        assert_int_equal(base_half_from_float(value), rows[i].half);
        check_float(value);
    }
}

static void
test_every_half(void **state)
{
    (void)state;

    for (uint32_t half = 0; half < 65536; half++) {
        const float value = base_half_to_float((uint16_t)half);
        const bool special = (half & 0x7c00) == 0x7c00;

        assert_int_equal(base_bits_of_float(value) >> 31, half >> 15);
        if (special && half & 0x3ff)
            assert_true(isnan(value));
        else if (special)
            assert_true(isinf(value));
        else if ((double)value != value_of_half(half))
            fail_msg("0x%04x became %a", half, (double)value);
        assert_int_equal(base_half_from_float(value), half);
    }
}

/* At every half, at every middle between two, and at the floats next to both. */
static void
test_rounding_edges(void **state)
{
    (void)state;

    for (uint32_t half = 0; half < 0x7c00; half++) {
        const double low = value_of_half(half);
        const double high = half == 0x7bff ? 65536 : value_of_half(half + 1);
        const float at[] = {(float)low, (float)((low + high) / 2)};

        for (size_t i = 0; i < BASE_COUNT(at); i++) {
            const float near[] = {nextafterf(at[i], -1e30f), at[i], nextafterf(at[i], 1e30f)};
            for (size_t j = 0; j < BASE_COUNT(near); j++) {
                check_float(near[j]);
                check_float(-near[j]);
            }
        }
    }
}

static void
test_all_over(void **state)
{
    (void)state;

    /* A prime step, so that all bits vary. */
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 4099)
        check_float(base_float_of_bits((uint32_t)bits));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),      cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_every_half), cmocka_unit_test(test_rounding_edges),
        cmocka_unit_test(test_all_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
