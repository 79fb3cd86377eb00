/* SPDX-License-Identifier: MIT
 *
 * The sparse memory.
 */
#include "kit.h"

static void
test_ranges(void **state)
{
    struct rdna_memory memory;

    (void)state;
    rdna_memory_init(&memory, 1 << 16);
    assert_false(rdna_memory_map(&memory, 0, 0, true));
    assert_false(rdna_memory_map(&memory, UINT64_C(1) << 48, 1, true));
    assert_false(rdna_memory_map(&memory, (UINT64_C(1) << 48) - 16, 17, true));
    assert_true(rdna_memory_map(&memory, (UINT64_C(1) << 48) - 16, 16, true));
    assert_true(rdna_memory_map(&memory, 0x1000, 0x100, true));
    assert_false(rdna_memory_map(&memory, 0x10ff, 1, true));
    assert_false(rdna_memory_map(&memory, 0xf00, 0x101, true));
    assert_false(rdna_memory_map(&memory, 0, UINT64_C(1) << 47, false));
    assert_true(rdna_memory_map(&memory, 0xf00, 0x100, false));
    assert_true(rdna_memory_map(&memory, UINT64_C(1) << 40, UINT64_C(1) << 46, true));
    rdna_memory_finish(&memory);
}

static void
test_accesses(void **state)
{
    static const struct {
        uint64_t address;
        size_t size;
        enum rdna_access read, write;
    } rows[] = {
        {0x1000, 16, rdna_access_ok, rdna_access_ok},
        {0xfff, 1, rdna_access_ok, rdna_access_read_only},
        {0xff8, 16, rdna_access_ok, rdna_access_read_only}, /* Over both. */
        {0xeff, 1, rdna_access_unmapped, rdna_access_unmapped},
        {0xeff, 2, rdna_access_unmapped, rdna_access_unmapped},
        {0x10ff, 1, rdna_access_ok, rdna_access_ok},
        {0x10ff, 2, rdna_access_unmapped, rdna_access_unmapped},
        {UINT64_MAX, 1, rdna_access_unmapped, rdna_access_unmapped},
        {UINT64_MAX - 3, 8, rdna_access_unmapped, rdna_access_unmapped},
        {UINT64_C(1) << 48, 4, rdna_access_unmapped, rdna_access_unmapped},
        {(UINT64_C(1) << 40) + 4090, 16, rdna_access_ok, rdna_access_ok}, /* Over two pages. */
    };
    struct rdna_memory memory;

    (void)state;
    rdna_memory_init(&memory, 1 << 16);
    assert_true(rdna_memory_map(&memory, 0xf00, 0x100, false));
    assert_true(rdna_memory_map(&memory, 0x1000, 0x100, true));
    assert_true(rdna_memory_map(&memory, UINT64_C(1) << 40, 0x2000, true));
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint8_t data[16], back[16];

        memset(data, 0x5a, sizeof(data));
        assert_int_equal(rdna_memory_read(&memory, rows[i].address, data, rows[i].size),
                         rows[i].read);
        for (size_t j = 0; j < rows[i].size; j++) /* Zeros, or nothing was done. */
            assert_int_equal(data[j], rows[i].read == rdna_access_ok ? 0 : 0x5a);
        for (uint8_t j = 0; j < 16; j++)
            data[j] = (uint8_t)(j + 1);
        assert_int_equal(rdna_memory_write(&memory, rows[i].address, data, rows[i].size),
                         rows[i].write);
        if (rows[i].write != rdna_access_ok)
            continue;
        assert_int_equal(rdna_memory_read(&memory, rows[i].address, back, rows[i].size),
                         rdna_access_ok);
        assert_memory_equal(back, data, rows[i].size);
        memset(data, 0, sizeof(data));
        assert_int_equal(rdna_memory_write(&memory, rows[i].address, data, rows[i].size),
                         rdna_access_ok);
    }
    rdna_memory_finish(&memory);
}

/* Pages that are only read cost nothing; written ones count. */
static void
test_limit(void **state)
{
    struct rdna_memory memory;
    const uint32_t value = 0x01020304;
    uint32_t back;

    (void)state;
    rdna_memory_init(&memory, 3 * 4096);
    assert_true(rdna_memory_map(&memory, 0, UINT64_C(1) << 47, true));
    for (uint64_t i = 0; i < 1000; i++)
        assert_int_equal(rdna_memory_read(&memory, i << 30, &back, 4), rdna_access_ok);
    for (uint64_t i = 0; i < 3; i++)
        assert_int_equal(rdna_memory_write(&memory, i << 40, &value, 4), rdna_access_ok);
    assert_int_equal(rdna_memory_write(&memory, UINT64_C(9) << 40, &value, 4),
                     rdna_access_no_memory);
    assert_int_equal(rdna_memory_write(&memory, UINT64_C(2) << 40, &value, 4), rdna_access_ok);
    assert_int_equal(rdna_memory_read(&memory, UINT64_C(1) << 40, &back, 4), rdna_access_ok);
    assert_int_equal(back, value);
    /* Over a page that is there and one that cannot be: nothing is written. */
    assert_int_equal(rdna_memory_write(&memory, 4094, &value, 4), rdna_access_no_memory);
    assert_int_equal(rdna_memory_read(&memory, 4094, &back, 2), rdna_access_ok);
    assert_int_equal((uint16_t)back, 0);
    rdna_memory_finish(&memory);
}

static void
test_many_pages(void **state)
{
    struct rdna_memory memory;

    (void)state;
    rdna_memory_init(&memory, 4096 * 500);
    assert_true(rdna_memory_map(&memory, 0, UINT64_C(1) << 48, true));
    for (uint32_t i = 0; i < 500; i++)
        assert_int_equal(rdna_memory_write(&memory, (uint64_t)i * 0x87654321f, &i, 4),
                         rdna_access_ok);
    for (uint32_t i = 0; i < 500; i++) {
        uint32_t back;
        assert_int_equal(rdna_memory_read(&memory, (uint64_t)i * 0x87654321f, &back, 4),
                         rdna_access_ok);
        assert_int_equal(back, i);
    }
    rdna_memory_finish(&memory);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_many_pages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
