/* SPDX-License-Identifier: MIT
 *
 * Every format: elements and what their components are.
 */
#include "kit.h"

#include "rdna/wave/formats.h"

#include <math.h>

static const struct row {
    unsigned number;
    uint32_t element[4];
    uint32_t components[4];
    bool packs;
} rows[] = {
#include "formats_rows.h"
};

static void
test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct rdna_texel_format *format = rdna_texel_format(rows[i].number);
        uint8_t element[16], packed[16];
        uint32_t components[4];

        assert_non_null(format);
        for (unsigned j = 0; j < 16; j++)
            element[j] = (uint8_t)(rows[i].element[j / 4] >> 8 * (j % 4));
        rdna_texel_unpack(format, element, components);
        for (unsigned c = 0; c < 4; c++)
            if (components[c] != rows[i].components[c])
                fail_msg("format %u, component %u: 0x%08x, not 0x%08x", rows[i].number, c,
                         components[c], rows[i].components[c]);
        if (!rows[i].packs)
            continue;
        rdna_texel_pack(format, rows[i].components, packed);
        for (unsigned j = 0; j < format->bytes; j++)
            if (packed[j] != element[j])
                fail_msg("format %u, byte %u: 0x%02x, not 0x%02x", rows[i].number, j, packed[j],
                         element[j]);
    }
}

/* All numbers below 78 but 0 are formats, each with a row above; of the others, those named. */
static void
test_complete(void **state)
{
    bool seen[512] = {false};

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        seen[rows[i].number] = true;
    for (unsigned i = 128; i <= 132; i++)
        seen[i] = i != 131; /* Tested by themselves below. */
    for (unsigned i = 0; i < BASE_COUNT(seen); i++)
        assert_int_equal(seen[i], rdna_texel_format(i) != NULL);
    for (unsigned i = 1; i < 78; i++)
        assert_true(seen[i]);
}

struct packing {
    unsigned number;
    float value;
    uint32_t bits;
};

/* Out of range, half way, NaN: what x becomes. */
static void
test_packing(void **state)
{
    static const struct packing packings[] = {
        {1, 2.0f, 255},
        {1, -1.0f, 0},
        {1, NAN, 0},
        {1, 0.5f, 128},
        {1, 127.4f / 255, 127},
        {2, -2.0f, 0x81},
        {2, 2.0f, 0x7f},
        {2, NAN, 0},
        {2, -0.25f, 0xe0},
        {7, 1.5f, 0xffff},
        {8, -1.0f, 0x8001},
        {3, 300.0f, 255},
        {3, 2.75f, 2},
        {4, -200.0f, 0x80},
        {4, -2.75f, 0xfe},
        {13, 65520.0f, 0x7c00},
        {13, 1.0009766f, 0x3c01},
        {36, 65024.0f, 0x7bf},
        {36, 1e6f, 0x7bf},
        {36, INFINITY, 0x7c0},
        {36, -1.0f, 0},
        {36, 1.0f, 0x3c0},
        {36, 0x1p-20f, 1},
        {36, 0x1p-21f, 0},
        {36, 1.0234375f, 0x3c2},
        {43, 1.0f, 0x1e0},
        {43, 64512.0f, 0x3df},
        {43, 0x1.0p-14f, 0x20},
        {128, 0.0f, 0},
        {128, 1.0f, 255},
        {128, 0.2122307f, 127},
    };

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(packings); i++) {
        const struct packing *p = &packings[i];
        const uint32_t values[4] = {base_bits_of_float(p->value)};
        uint8_t element[16] = {0};

        rdna_texel_pack(rdna_texel_format(p->number), values, element);
        const uint32_t bits = element[0] | (uint32_t)element[1] << 8;
        if (bits != p->bits)
            fail_msg("format %u: %g gives 0x%x, not 0x%x", p->number, (double)p->value, bits,
                     p->bits);
    }
}

static void
test_srgb(void **state)
{
    /* Of 255ths, by the definition of the sRGB standard. */
    static const struct {
        uint8_t bits;
        double value;
    } curve[] = {{0, 0.0},           {10, 10 / 255.0 / 12.92}, {11, 0.003346536},
                 {128, 0.215860501}, {188, 0.502886458},       {255, 1.0}};
    uint32_t values[4];

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(curve); i++) {
        const uint8_t element[4] = {curve[i].bits, 0, curve[i].bits, 128};
        rdna_texel_unpack(rdna_texel_format(130), element, values);
        assert_true(fabs((double)base_float_of_bits(values[0]) - curve[i].value) < 1e-6);
        assert_int_equal(values[0], values[2]);
        assert_int_equal(values[3], base_bits_of_float(128.0f / 255.0f)); /* Alpha is linear. */
    }
    for (unsigned bits = 0; bits < 256; bits++) {
        const uint8_t element[2] = {(uint8_t)bits, (uint8_t)(255 - bits)};
        uint8_t back[2];
        rdna_texel_unpack(rdna_texel_format(129), element, values);
        rdna_texel_pack(rdna_texel_format(129), values, back);
        assert_memory_equal(back, element, 2);
    }
}

/* 5_9_9_9: nine bits each, times 2^(e - 24). */
static void
test_shared_exponent(void **state)
{
    static const struct {
        float x, y, z;
        uint32_t bits;
    } shared[] = {
        {0.0f, 0.0f, 0.0f, 0},
        {1.0f, 0.5f, 0.25f, 16u << 27 | 64u << 18 | 128u << 9 | 256},
        {65408.0f, 0.0f, 65408.0f, 31u << 27 | 511u << 18 | 511},
        {0x1p-24f, 0.0f, 0x1p-23f, 2u << 18 | 1},
        {511.0f, 1.0f, 0.0f, 24u << 27 | 1u << 9 | 511},
    };
    uint8_t element[4];

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(shared); i++) {
        uint32_t values[4] = {base_bits_of_float(shared[i].x), base_bits_of_float(shared[i].y),
                              base_bits_of_float(shared[i].z)};
        uint32_t back[4];
        rdna_texel_pack(rdna_texel_format(132), values, element);
        uint32_t bits;
        memcpy(&bits, element, 4);
        assert_int_equal(bits, shared[i].bits);
        rdna_texel_unpack(rdna_texel_format(132), element, back);
        assert_memory_equal(back, values, 12);
        assert_int_equal(back[3], 0x3f800000);
    }
    const uint32_t odd[4] = {base_bits_of_float(1e9f), base_bits_of_float(-4.0f), 0x7fc00000};
    uint32_t back[4];
    rdna_texel_pack(rdna_texel_format(132), odd, element);
    rdna_texel_unpack(rdna_texel_format(132), element, back);
    assert_int_equal(back[0], base_bits_of_float(65408.0f));
    assert_int_equal(back[1], 0);
    assert_int_equal(back[2], 0);
}

static void
test_selection(void **state)
{
    const struct rdna_texel_format *floats = rdna_texel_format(77), *ints = rdna_texel_format(75);
    uint32_t values[4] = {10, 20, 30, 40};

    (void)state;
    rdna_texel_select(floats, 6 | 5 << 3 | 0 << 6 | 1 << 9, values); /* z y 0 1 */
    const uint32_t selected[4] = {30, 20, 0, 0x3f800000};
    assert_memory_equal(values, selected, sizeof(values));
    rdna_texel_select(ints, 7 | 1 << 3 | 4 << 6 | 1 << 9, values); /* w 1 x 1 */
    const uint32_t integers[4] = {0x3f800000, 1, 30, 1};
    assert_memory_equal(values, integers, sizeof(values));
    /* A store to z y x w. */
    uint32_t stored[4] = {1, 2, 3, 4};
    rdna_texel_unselect(6 | 5 << 3 | 4 << 6 | 7 << 9, stored);
    const uint32_t components[4] = {3, 2, 1, 4};
    assert_memory_equal(stored, components, sizeof(stored));
}

static void
test_d16(void **state)
{
    const struct rdna_texel_format *flt = rdna_texel_format(77);
    const struct rdna_texel_format *uint = rdna_texel_format(75), *sint = rdna_texel_format(76);

    (void)state;
    assert_int_equal(rdna_texel_to_d16(flt, base_bits_of_float(-2.0f)), 0xc000);
    assert_int_equal(rdna_texel_from_d16(flt, 0x3800), base_bits_of_float(0.5f));
    assert_int_equal(rdna_texel_to_d16(uint, 0x12345678), 0x5678);
    assert_int_equal(rdna_texel_from_d16(uint, 0x8001), 0x8001);
    assert_int_equal(rdna_texel_from_d16(sint, 0x8001), 0xffff8001);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_packing),
        cmocka_unit_test(test_srgb),
        cmocka_unit_test(test_shared_exponent),
        cmocka_unit_test(test_selection),
        cmocka_unit_test(test_d16),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
