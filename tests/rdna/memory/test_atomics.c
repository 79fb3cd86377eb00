/* SPDX-License-Identifier: MIT
 *
 * What atomics make of edge values, and that each row has one.
 */
#include "kit.h"

#include "rdna/wave/atomics.h"

#include <stdio.h>

#define MIN64 UINT64_C(0x8000000000000000)
#define F(value) 0x##value##u

static const struct row {
    enum rdna_atomic atomic;
    unsigned bits;
    uint64_t old, data, other, expected;
} rows[] = {
    {rdna_atomic_swap, 32, 1, 2, 0, 2},
    {rdna_atomic_cmpswap, 32, 5, 9, 5, 9},
    {rdna_atomic_cmpswap, 32, 5, 9, 6, 5},
    {rdna_atomic_add, 32, 0xffffffff, 2, 0, 1},
    {rdna_atomic_add, 64, 0xffffffff, 2, 0, UINT64_C(0x100000001)},
    {rdna_atomic_add, 64, UINT64_MAX, 1, 0, 0},
    {rdna_atomic_sub, 32, 1, 2, 0, 0xffffffff},
    {rdna_atomic_sub, 64, 1, 2, 0, UINT64_MAX},
    {rdna_atomic_rsub, 32, 1, 5, 0, 4},
    {rdna_atomic_csub, 32, 5, 3, 0, 2},
    {rdna_atomic_csub, 32, 3, 5, 0, 0},
    {rdna_atomic_csub, 32, 3, 3, 0, 0},
    {rdna_atomic_smin, 32, 0x80000000, 1, 0, 0x80000000},
    {rdna_atomic_umin, 32, 0x80000000, 1, 0, 1},
    {rdna_atomic_smax, 32, 0x80000000, 1, 0, 1},
    {rdna_atomic_umax, 32, 0x80000000, 1, 0, 0x80000000},
    {rdna_atomic_smin, 64, MIN64, 1, 0, MIN64},
    {rdna_atomic_umin, 64, MIN64, 1, 0, 1},
    {rdna_atomic_smax, 64, 0xffffffff, 1, 0, 0xffffffff}, /* Positive in 64 bits. */
    {rdna_atomic_umax, 64, MIN64, 1, 0, MIN64},
    {rdna_atomic_and, 32, 12, 10, 0, 8},
    {rdna_atomic_or, 32, 12, 10, 0, 14},
    {rdna_atomic_xor, 64, MIN64 | 12, 10, 0, MIN64 | 6},
    {rdna_atomic_inc, 32, 4, 5, 0, 5},
    {rdna_atomic_inc, 32, 5, 5, 0, 0},
    {rdna_atomic_inc, 32, 6, 5, 0, 0},
    {rdna_atomic_inc, 32, 0xffffffff, 0xffffffff, 0, 0},
    {rdna_atomic_dec, 32, 0, 5, 0, 5},
    {rdna_atomic_dec, 32, 5, 5, 0, 4},
    {rdna_atomic_dec, 32, 6, 5, 0, 5},
    {rdna_atomic_dec, 64, UINT64_C(0x100000000), UINT64_MAX, 0, 0xffffffff},
    {rdna_atomic_mskor, 32, 0xff00ff00, 0xffff0000, 0x12340000, 0x1234ff00},
    {rdna_atomic_wrap, 32, 7, 5, 100, 2},
    {rdna_atomic_wrap, 32, 5, 5, 100, 0},
    {rdna_atomic_wrap, 32, 4, 5, 100, 104},
    {rdna_atomic_condxchg, 64, UINT64_C(0x1111111122222222), UINT64_C(0x8000000500000006), 0,
     UINT64_C(0x0000000522222222)},
    {rdna_atomic_condxchg, 64, UINT64_C(0x1111111122222222), UINT64_C(0x00000005ffffffff), 0,
     UINT64_C(0x111111117fffffff)},
    /* Floats: 1.0, 2.0, -0, NaN. */
    {rdna_atomic_fcmpswap, 32, F(3f800000), 7, F(3f800000), 7},
    {rdna_atomic_fcmpswap, 32, F(00000000), 7, F(80000000), 7},
    {rdna_atomic_fcmpswap, 32, F(7fc00000), 7, F(7fc00000), F(7fc00000)},
    {rdna_atomic_fmin, 32, F(3f800000), F(bf800000), 0, F(bf800000)},
    {rdna_atomic_fmax, 32, F(3f800000), F(bf800000), 0, F(3f800000)},
    {rdna_atomic_fmin, 32, F(7fc00000), F(40000000), 0, F(40000000)},
    {rdna_atomic_fmax, 32, F(40000000), F(7fc00000), 0, F(40000000)},
    {rdna_atomic_fmin, 32, F(00000000), F(80000000), 0, F(80000000)},
    {rdna_atomic_fmin, 64, UINT64_C(0x3ff0000000000000), UINT64_C(0xc000000000000000), 0,
     UINT64_C(0xc000000000000000)},
    {rdna_atomic_fmax, 64, UINT64_C(0x3ff0000000000000), UINT64_C(0xc000000000000000), 0,
     UINT64_C(0x3ff0000000000000)},
    {rdna_atomic_fadd, 32, F(3f800000), F(40000000), 0, F(40400000)},
    {rdna_atomic_fadd, 32, F(00000001), F(00000001), 0, F(00000002)},
};

static void
test_edges(void **state)
{
    const struct rdna_mode mode = {.denorm32 = 3, .denorm64_16 = 3};
    bool seen[rdna_atomic_count] = {true};

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct row *r = &rows[i];
        const uint64_t got =
            rdna_atomic_apply(r->atomic, r->bits, &mode, r->old, r->data, r->other);
        if (got != r->expected)
            fail_msg("row %zu: 0x%llx, not 0x%llx", i, (unsigned long long)got,
                     (unsigned long long)r->expected);
        seen[r->atomic] = true;
    }
    for (unsigned i = 0; i < rdna_atomic_count; i++)
        assert_true(seen[i]);
}

/* Rows of the table that change memory by arithmetic have an operation, and no others; the name of
 * the row says which. */
static void
test_rows(void **state)
{
    static const char *const names[rdna_atomic_count] = {
        NULL,
#define RDNA_ATOMIC(name, value) #name,
#define RDNA_ATOMIC_FLOAT(name, value) #name,
#include "rdna/wave/atomics.def"
    };

    (void)state;
    for (unsigned row = 1; row < rdna_op_count; row++) {
        const struct rdna_op_info *info = &rdna_op_infos[row];
        const enum rdna_atomic atomic = rdna_atomic_of(row);
        const char *at = strstr(info->name, "atomic_");

        if (strstr(info->name, "ds_write_src2")) {
            assert_int_equal(atomic, rdna_atomic_swap);
            continue;
        }
        if (!(info->effects & RDNA_ATOMIC)) {
            assert_int_equal(atomic, rdna_atomic_none);
            continue;
        }
        assert_int_not_equal(atomic, rdna_atomic_none);
        if (!at)
            continue;
        char name[32];
        snprintf(name, sizeof(name), "%s", at + strlen("atomic_"));
        if (strstr(name, "_x2"))
            *strstr(name, "_x2") = 0;
        assert_string_equal(names[atomic], name);
    }
    /* Local memory's have names of their own. */
    assert_int_equal(rdna_atomic_of(rdna_op_ds_min_rtn_i64), rdna_atomic_smin);
    assert_int_equal(rdna_atomic_of(rdna_op_ds_max_u32), rdna_atomic_umax);
    assert_int_equal(rdna_atomic_of(rdna_op_ds_min_src2_f32), rdna_atomic_fmin);
    assert_int_equal(rdna_atomic_of(rdna_op_ds_cmpst_f64), rdna_atomic_fcmpswap);
    assert_int_equal(rdna_atomic_of(rdna_op_ds_wrxchg2st64_rtn_b64), rdna_atomic_swap);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
