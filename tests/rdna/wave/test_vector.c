/* SPDX-License-Identifier: MIT
 *
 * Vector instructions: operands of all kinds and widths, modifiers, halves, masks. Arithmetic
 * itself is the vectors' subject.
 */
#include "kit.h"

#include <string.h>

/* In lane 0 of v1 to v4: what v6 and v7 become. s2 is 1.0, s[4:5] 2.0 as a double, s6 0, SCC and
 * VCC's bit 1. */
/* clang-format off */
static const struct {
    const char *text;
    uint32_t words[3];
    uint32_t count;
    uint32_t v[4];
    uint32_t old[2];
    uint32_t expected[2];
} rows[] = {
    {"v_add_f16 v6, v1, v2", {0x640c0501}, 1, {0x55553c00, 0x66664000}, {0x12345678}, {0x12344200}},
    {"v_mul_lo_u16 v6, v1, v2", {0xd7050006, 0x00020501}, 2, {0x55550003, 0x66660005}, {0x12345678}, {0x1234000f}},
    {"v_cvt_f16_f32 v6, v1", {0x7e0c1501}, 1, {0x3f800000}, {0x12345678}, {0x12343c00}},
    {"v_cvt_f32_f16 v6, v1", {0x7e0c1701}, 1, {0x40003c00}, {0x12345678}, {0x3f800000}},
    {"v_add_nc_u16 v6, v1, v2 op_sel:[1,0,1]", {0xd7034806, 0x00020501}, 2, {0x00030001, 0x00500010}, {0x12345678}, {0x00135678}},
    {"v_lshlrev_b16 v6, v1, v2", {0xd7145006, 0x00020501}, 2, {0x00000003, 0x00500010}, {0x12345678}, {0x02805678}},
    {"v_fma_f16 v6, v1, v2, v3 op_sel:[0,1,1,0]", {0xd74b3006, 0x040e0501}, 2, {0x00003c00, 0x40000000, 0x44000000}, {0x12345678}, {0x12344600}},
    {"v_fma_f16 v6, -v1, |v2|, v3", {0xd74b0206, 0x240e0501}, 2, {0x3c00, 0xc000, 0x4400}, {0}, {0x4000}},
    {"v_mad_u32_u16 v6, v1, v2, v3 op_sel:[1,0,0,0]", {0xd7730806, 0x040e0501}, 2, {0x00030001, 0x00050007, 0x10000}, {0xffffffff}, {0x00010015}},
    {"v_pack_b32_f16 v6, v1, v2 op_sel:[1,0,0]", {0xd7110806, 0x00020501}, 2, {0x11112222, 0x33334444}, {0}, {0x44441111}},
    {"v_add_f16 v6, 1.0, v1", {0x640c02f2}, 1, {0x3c00}, {0}, {0x4000}},
    {"v_add_f16 v6, 0x3c01, v1", {0x640c02ff, 0x00003c01}, 2, {0}, {0}, {0x3c01}},
    {"v_add_nc_u16 v6, v1, -1", {0xd7030006, 0x00018301}, 2, {5}, {0xaaaa0000}, {0xaaaa0004}},
    {"v_ldexp_f16 v6, v1, v2", {0x760c0501}, 1, {0x3c00, 0xaaaa0002}, {0}, {0x4400}},
    {"v_pk_add_f16 v6, v1, v2", {0xcc0f4006, 0x18020501}, 2, {0x40003c00, 0x3c004000}, {0}, {0x42004200}},
    {"v_pk_add_f16 v6, v1, v2 op_sel:[1,0] op_sel_hi:[0,1]", {0xcc0f4806, 0x10020501}, 2, {0x40003c00, 0x3c004000}, {0}, {0x40004400}},
    {"v_pk_add_f16 v6, v1, v2 neg_lo:[1,0] neg_hi:[0,1]", {0xcc0f4206, 0x38020501}, 2, {0x40003c00, 0x3c004000}, {0}, {0x3c003c00}},
    {"v_pk_add_f16 v6, v1, 1.0", {0xcc0f4006, 0x1801e501}, 2, {0x3c003c00}, {0}, {0x3c004000}},
    {"v_pk_add_f16 v6, v1, 1.0 op_sel_hi:[1,0]", {0xcc0f4006, 0x0801e501}, 2, {0x3c003c00}, {0}, {0x40004000}},
    {"v_pk_add_u16 v6, v1, -1", {0xcc0a4006, 0x18018301}, 2, {0x00050007}, {0}, {0x00040006}},
    {"v_pk_add_u16 v6, v1, 5", {0xcc0a4006, 0x18010b01}, 2, {0x00050007}, {0}, {0x0005000c}},
    {"v_pk_mul_f16 v6, v1, 0x40003c00", {0xcc104006, 0x1801ff01, 0x40003c00}, 3, {0x3c003c00}, {0}, {0x40003c00}},
    {"v_pk_add_u16 v6, v1, v2 clamp", {0xcc0ac006, 0x18020501}, 2, {0xffff0001, 0x00010001}, {0}, {0xffff0002}},
    {"v_pk_add_f16 v6, v1, v2 clamp", {0xcc0fc006, 0x18020501}, 2, {0x3c00bc00, 0x3c003800}, {0}, {0x3c000000}},
    {"v_pk_fmac_f16 v6, v1, v2", {0x780c0501}, 1, {0x3c004000, 0x40004000}, {0x3c003c00}, {0x42004500}},
    {"v_fma_mix_f32 v6, v1, v2, v3", {0xcc200006, 0x040e0501}, 2, {0x40000000, 0x40400000, 0x3f800000}, {0}, {0x40e00000}},
    {"v_fma_mix_f32 v6, v1, -v2, |v3| op_sel:[1,0,0] op_sel_hi:[1,0,0]", {0xcc200c06, 0x4c0e0501}, 2, {0x40000000, 0x40400000, 0xbf800000}, {0}, {0xc0a00000}},
    {"v_fma_mix_f32 v6, v1, 1.0, v2 op_sel_hi:[0,1,0]", {0xcc200006, 0x1409e501}, 2, {0x40000000, 0x40400000}, {0}, {0x40a00000}},
    {"v_fma_mixlo_f16 v6, v1, v2, v3", {0xcc210006, 0x040e0501}, 2, {0x40000000, 0x40400000, 0x3f800000}, {0x12345678}, {0x12344700}},
    {"v_fma_mixhi_f16 v6, v1, v2, v3", {0xcc220006, 0x040e0501}, 2, {0x40000000, 0x40400000, 0x3f800000}, {0x12345678}, {0x47005678}},
    {"v_fma_mixhi_f16 v6, v1, v2, v3 clamp", {0xcc228006, 0x040e0501}, 2, {0x40000000, 0x40400000, 0x3f800000}, {0x12345678}, {0x3c005678}},
    {"v_add_f64 v[6:7], -v[1:2], |v[3:4]|", {0xd5640206, 0x20020701}, 2, {0, 0x3ff00000, 0, 0xc0000000}, {9, 9}, {0, 0x3ff00000}},
    {"v_add_f64 v[6:7], v[1:2], 0.5", {0xd5640006, 0x0001e101}, 2, {0, 0x3ff00000}, {9, 9}, {0, 0x3ff80000}},
    {"v_add_f64 v[6:7], v[1:2], s[4:5]", {0xd5640006, 0x00000901}, 2, {0, 0x3ff00000}, {9, 9}, {0, 0x40080000}},
    {"v_add_f64 v[6:7], v[1:2], v[3:4] clamp", {0xd5648006, 0x00020701}, 2, {0, 0x3ff00000, 0, 0x3ff00000}, {9, 9}, {0, 0x3ff00000}},
    {"v_mul_f64 v[6:7], v[1:2], 2", {0xd5650006, 0x00010501}, 2, {0, 0x7fd00000}, {9, 9}, {0, 0x3cc00000}},
    {"v_cvt_f64_i32 v[6:7], v1", {0x7e0c0901}, 1, {0xfffffffe}, {9, 9}, {0, 0xc0000000}},
    {"v_cvt_i32_f64 v6, v[1:2]", {0x7e0c0701}, 1, {0, 0xc0000000}, {9}, {0xfffffffe}},
    {"v_lshlrev_b64 v[6:7], 36, v[1:2]", {0xd6ff0006, 0x000202a4}, 2, {0x12345678, 0}, {9, 9}, {0, 0x23456780}},
    {"v_ashrrev_i64 v[6:7], v3, v[1:2]", {0xd7010006, 0x00020303}, 2, {0, 0x80000000, 32}, {9, 9}, {0x80000000, 0xffffffff}},
    {"v_mad_u64_u32 v[6:7], vcc_lo, v1, v2, v[3:4]", {0xd5766a06, 0x040e0501}, 2, {0xffffffff, 2, 1, 0}, {9, 9}, {0xffffffff, 1}},
    {"v_qsad_pk_u16_u8 v[6:7], v[1:2], v3, v[4:5]", {0xd5720006, 0x04120701}, 2, {0x03020100, 0, 0, 0x00010002}, {9, 9}, {0x00070008, 0x00030005}},
    {"v_fmac_f32 v6, v1, v2", {0x560c0501}, 1, {0x40000000, 0x40400000}, {0x3f800000}, {0x40e00000}},
    {"v_fmac_f32 v6, v1, -v2", {0xd52b0006, 0x40020501}, 2, {0x40000000, 0x40400000}, {0x3f800000}, {0xc0a00000}},
    {"v_fmac_f16 v6, v1, v2", {0x6c0c0501}, 1, {0x4000, 0x4200}, {0x12343c00}, {0x12344700}},
    {"v_mac_f32 v6, v1, v2", {0x3e0c0501}, 1, {0x40000000, 0x40400000}, {0x3f800000}, {0x40e00000}},
    {"v_fmamk_f32 v6, v1, 0x40800000, v2", {0x580c0501, 0x40800000}, 2, {0x40000000, 0x40400000}, {0}, {0x41300000}},
    {"v_fmaak_f32 v6, v1, v2, 0x40800000", {0x5a0c0501, 0x40800000}, 2, {0x40000000, 0x40400000}, {0}, {0x41200000}},
    {"v_madak_f32 v6, 0x40800000, v2, 0x40800000", {0x420c04f6, 0x40800000}, 2, {0, 0x40400000}, {0}, {0x41800000}},
    {"v_fmaak_f16 v6, v1, v2, 0x4400", {0x700c0501, 0x00004400}, 2, {0x4000, 0x4200}, {0x12345678}, {0x12344900}},
    {"v_cndmask_b32 v6, v1, v2, vcc_lo", {0x020c0501}, 1, {1, 2}, {0}, {2}},
    {"v_cndmask_b32 v6, -v1, v2, s6", {0xd5010006, 0x201a0501}, 2, {0x3f800000, 2}, {0}, {0xbf800000}},
    {"v_div_fmas_f32 v6, v1, v2, v3", {0xd56f0006, 0x040e0501}, 2, {0x3f800000, 0x3f800000, 0x3f800000}, {0}, {0x20000000}},
    {"v_add_f32 v6, s2, v1", {0x060c0202}, 1, {0x3f800000}, {0}, {0x40000000}},
    {"v_add_f32 v6, 0x40490fdb, v1", {0x060c02ff, 0x40490fdb}, 2, {0}, {0}, {0x40490fdb}},
    {"v_add_f32 v6, -s2, |v1|", {0xd5030206, 0x20020202}, 2, {0xc0000000}, {0}, {0x3f800000}},
    {"v_add_f32 v6, v1, v2 mul:4", {0xd5030006, 0x10020501}, 2, {0x3f800000, 0x3f800000}, {0}, {0x41000000}},
    {"v_add_f32 v6, v1, v2 clamp div:2", {0xd5038006, 0x18020501}, 2, {0x3f800000, 0x3e800000}, {0}, {0x3f200000}},
    {"v_max_f32 v6, v1, v1 clamp", {0xd5108006, 0x00020301}, 2, {0x7fc00000}, {9}, {0}},
    {"v_add_nc_u32 v6, v1, v2 clamp", {0xd5258006, 0x00020501}, 2, {0xfffffff0, 0x20}, {0}, {0xffffffff}},
    {"v_sub_nc_i32 v6, v1, v2 clamp", {0xd7768006, 0x00020501}, 2, {0x80000000, 1}, {0}, {0x80000000}},
    {"v_cvt_pkrtz_f16_f32 v6, v1, v2", {0x5e0c0501}, 1, {0x3f800000, 0x40000000}, {0}, {0x40003c00}},
    {"v_mul_f32 v6, v1, v2", {0x100c0501}, 1, {0x00400000, 0x40000000}, {9}, {0}},
    {"v_mov_b32 v6, src_scc", {0x7e0c02fd}, 1, {0}, {0}, {1}},
    {"v_mov_b32 v6, src_execz", {0x7e0c02fc}, 1, {0}, {9}, {0}},
    {"v_mov_b32 v6, null", {0x7e0c027d}, 1, {0}, {9}, {0}},
    {"v_mov_b32 v6, src_shared_base", {0x7e0c02eb}, 1, {0}, {9}, {0x89abcdef}},
    {"v_mov_b32 v6, src_pops_exiting_wave_id", {0x7e0c02ef}, 1, {0}, {9}, {77}},
    {"v_mov_b32 v6, src_lds_direct", {0x7e0c02fe}, 1, {0}, {9}, {0xffffff80}},
    {"v_lshl_add_u32 v6, v1, 4, v2", {0xd7460006, 0x04090901}, 2, {3, 5}, {0}, {0x35}},
    {"v_bfe_u32 v6, v1, 8, 8", {0xd5480006, 0x02211101}, 2, {0x12345678}, {0}, {0x56}},
};
/* clang-format on */

static void
set_surroundings(struct kit *kit)
{
    kit->wave->scalars[2] = 0x3f800000;
    kit->wave->scalars[5] = 0x40000000;
    kit->wave->scalars[RDNA_M0] = 4u << 16 | 16; /* A signed byte at 16 for src_lds_direct. */
    kit->wave->scc = true;
    kit->group->lds[16] = 0x80;
    kit->group->shared_base = UINT64_C(0x0123456789abcdef);
    kit->group->pops_exiting_wave_id = 77;
}

static void
test_rows(void **state)
{
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 32, 1);
    set_surroundings(&kit);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t(*v)[RDNA_MAX_LANES] = kit.wave->vectors;
        for (unsigned j = 0; j < 4; j++)
            v[1 + j][0] = rows[i].v[j];
        v[6][0] = rows[i].old[0];
        v[7][0] = rows[i].old[1];
        v[6][1] = v[7][1] = 0xdead;
        kit_set_exec(kit.wave, 1);
        kit_set_vcc(kit.wave, 1);
        assert_true(kit_execute(&kit, rows[i].words, rows[i].count));
        if (v[6][0] != rows[i].expected[0] || v[7][0] != rows[i].expected[1])
            fail_msg("%s: %08x %08x, not %08x %08x", rows[i].text, v[6][0], v[7][0],
                     rows[i].expected[0], rows[i].expected[1]);
        assert_true(v[6][1] == 0xdead && v[7][1] == 0xdead); /* A lane that is off. */
    }
    kit_finish(&kit);
}

/* ---- Masks ---- */

/* Compares of v1 with v2, and additions with a carry: where the mask goes. */
static const struct {
    const char *text;
    uint32_t words32[2], words64[2];
    uint32_t count;
    unsigned destination;
    bool carries, reads; /* v_add_co; the carry in of s[8:9], too. */
} masks[] = {
    {"v_cmp_lt_u32 vcc", {0x7d820501}, {0x7d820501}, 1, RDNA_VCC_LO, false, false},
    {"v_cmp_lt_u32 s[4:5]", {0xd4c10004, 0x00020501}, {0xd4c10004, 0x00020501}, 2, 4, false, false},
    {"v_cmpx_lt_u32", {0x7da20501}, {0x7da20501}, 1, RDNA_EXEC_LO, false, false},
    {"v_cmpx_lt_u32_e64",
     {0xd4d1007e, 0x00020501},
     {0xd4d1007e, 0x00020501},
     2,
     RDNA_EXEC_LO,
     false,
     false},
    {"v_add_co_u32", {0xd70f0403, 0x00020501}, {0xd70f0403, 0x00020501}, 2, 4, true, false},
    {"v_add_co_ci_u32", {0xd5280403, 0x00220501}, {0xd5280403, 0x00220501}, 2, 4, true, true},
    {"v_add_co_u32 null",
     {0xd70f7d03, 0x00020501},
     {0xd70f7d03, 0x00020501},
     2,
     RDNA_NULL,
     true,
     false},
};

static uint64_t
expected_mask(const struct rdna_wave *wave, size_t row, uint64_t exec, uint64_t carry_in)
{
    uint64_t mask = 0;

    for (unsigned lane = 0; lane < wave->size; lane++) {
        const uint64_t a = wave->vectors[1][lane], b = wave->vectors[2][lane];
        const uint64_t in = masks[row].reads ? carry_in >> lane & 1 : 0;
        const bool bit = masks[row].carries ? (a + b + in) >> 32 : a < b;
        mask |= (uint64_t)(bit && exec >> lane & 1) << lane;
    }
    return masks[row].destination == RDNA_NULL ? 0 : mask;
}

static void
check_mask(struct kit *kit, size_t row, uint64_t exec)
{
    struct rdna_wave *wave = kit->wave;
    const bool wide = wave->size == 64;
    const unsigned to = masks[row].destination;
    const uint64_t carry_in = kit_random64();

    kit_randomize(wave->vectors[1]);
    kit_randomize(wave->vectors[2]);
    rdna_write_scalar_pair(wave, 8, carry_in);
    rdna_write_scalar_pair(wave, 4, UINT64_MAX);
    rdna_write_scalar_pair(wave, RDNA_VCC_LO, UINT64_C(0x1234567800000000));
    wave->scalars[RDNA_EXEC_HI] = 0x12345678;
    kit_set_exec(wave, exec);
    const uint64_t expected = expected_mask(wave, row, exec, carry_in);
    assert_true(kit_execute(kit, wide ? masks[row].words64 : masks[row].words32, masks[row].count));
    if (rdna_read_mask(wave, &(struct rdna_inst){0}, to) != expected)
        fail_msg("%s of %u lanes", masks[row].text, wave->size);
    if (!wide) { /* The high halves are registers like others. */
        assert_int_equal(wave->scalars[RDNA_VCC_HI], 0x12345678);
        assert_int_equal(wave->scalars[RDNA_EXEC_HI], 0x12345678);
        assert_int_equal(wave->scalars[5], UINT32_MAX);
    }
    if (masks[row].carries)
        for (unsigned lane = 0; lane < wave->size; lane++)
            if (exec >> lane & 1)
                assert_int_equal(wave->vectors[3][lane],
                                 wave->vectors[1][lane] + wave->vectors[2][lane] +
                                     (masks[row].reads && carry_in >> lane & 1));
}

static void
test_masks(void **state)
{
    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, NULL, 0, size, 1);
        for (size_t row = 0; row < BASE_COUNT(masks); row++)
            for (unsigned e = 0; e < KIT_EXECS; e++)
                check_mask(&kit, row, kit_exec(e, size));
        kit_finish(&kit);
    }
}

/* The carry of div_scale, and the mask that div_fmas reads, of single lanes. */
static void
test_division_masks(void **state)
{
    /* v_div_scale_f32 v3, vcc, v1, v1, v2; v_div_fmas_f32 v4, v1, v1, v1 */
    static const uint32_t scale[] = {0xd56d6a03, 0x040a0301}, fmas[] = {0xd56f0004, 0x04060301};
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 32, 1);
    for (unsigned lane = 0; lane < 32; lane++) {
        kit.wave->vectors[1][lane] = 0x3f800000;
        /* 2^100 over 1 needs scaling back. */
        kit.wave->vectors[2][lane] = lane & 1 ? 0x71800000 : 0x3f800000;
    }
    kit_set_exec(kit.wave, 0x0000ffff);
    assert_true(kit_execute(&kit, scale, 2));
    assert_int_equal(kit.wave->scalars[RDNA_VCC_LO], 0x0000aaaa);
    assert_true(kit_execute(&kit, fmas, 2));
    for (unsigned lane = 0; lane < 16; lane++)
        assert_int_equal(kit.wave->vectors[4][lane], lane & 1 ? 0x20000000 : 0x40000000);
    kit_finish(&kit);
}

/* ---- Between lanes and scalar registers ---- */

static void
test_single_lanes(void **state)
{
    static const uint32_t first[] = {0x7e0c0501};             /* v_readfirstlane_b32 s6, v1 */
    static const uint32_t read[] = {0xd7600006, 0x00000501};  /* v_readlane_b32 s6, v1, s2 */
    static const uint32_t write[] = {0xd7610003, 0x00000404}; /* v_writelane_b32 v3, s4, s2 */

    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, NULL, 0, size, 1);
        kit_randomize(kit.wave->vectors[1]);
        kit.wave->scalars[4] = 0x1234;
        for (unsigned n = 0; n < 130; n++) {
            const uint64_t exec = n < size ? UINT64_C(1) << n | UINT64_C(1) << (size - 1) : 0;
            kit_set_exec(kit.wave, exec);
            kit.wave->scalars[2] = n;
            assert_true(kit_execute(&kit, first, 1));
            assert_int_equal(kit.wave->scalars[6], kit.wave->vectors[1][n < size ? n : 0]);
            assert_true(kit_execute(&kit, read, 2));
            assert_int_equal(kit.wave->scalars[6], kit.wave->vectors[1][n % size]);
            memset(kit.wave->vectors[3], 0, sizeof(kit.wave->vectors[3]));
            assert_true(kit_execute(&kit, write, 2));
            for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++)
                assert_int_equal(kit.wave->vectors[3][lane], lane == n % size ? 0x1234 : 0);
        }
        kit_finish(&kit);
    }
}

static void
test_lane_counts(void **state)
{
    /* v_mbcnt_lo_u32_b32 v3, s2, v1; v_mbcnt_hi_u32_b32 v4, s3, v3 */
    static const uint32_t low[] = {0xd7650003, 0x00020202}, high[] = {0xd7660004, 0x00020603};

    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, NULL, 0, size, 1);
        const uint64_t mask = kit_random64();
        rdna_write_scalar_pair(kit.wave, 2, mask);
        kit_randomize(kit.wave->vectors[1]);
        assert_true(kit_execute(&kit, low, 2));
        assert_true(kit_execute(&kit, high, 2));
        for (unsigned lane = 0; lane < size; lane++) {
            uint32_t count = kit.wave->vectors[1][lane];
            for (unsigned below = 0; below < lane; below++)
                count += mask >> below & 1;
            assert_int_equal(kit.wave->vectors[4][lane], count);
        }
        kit_finish(&kit);
    }
}

/* ---- Swaps, and registers named through M0 ---- */

static const struct {
    const char *text;
    uint32_t words[2];
    uint32_t count;
    uint32_t m0;
    unsigned to, from; /* Register to has what register from had. */
} moves[] = {
    {"v_swap_b32 v10, v11", {0x7e14cb0b}, 1, 0, 10, 11},
    {"v_swap_b32 v10, v11", {0x7e14cb0b}, 1, 0, 11, 10},
    {"v_swaprel_b32 v10, v11", {0x7e14d10b}, 1, 0x00020003, 12, 14},
    {"v_swaprel_b32 v10, v11", {0x7e14d10b}, 1, 0x00020003, 14, 12},
    {"v_movrels_b32 v10, v11", {0x7e14870b}, 1, 4, 10, 15},
    {"v_movrels_b32 v10, v11", {0x7e14870b}, 1, 245, 10, 0},
    {"v_movrels_b32_e64 v10, v11", {0xd5c3000a, 0x0000010b}, 2, 4, 10, 15},
    {"v_movreld_b32 v10, v11", {0x7e14850b}, 1, 5, 15, 11},
    {"v_movreld_b32 v10, v11", {0x7e14850b}, 1, 246, 10, 10},
    {"v_movrelsd_b32 v10, v11", {0x7e14890b}, 1, 2, 12, 13},
    {"v_movrelsd_2_b32 v10, v11", {0x7e14910b}, 1, 0x00050001, 15, 12},
};

static void
test_moves(void **state)
{
    static struct rdna_wave before;
    const uint64_t exec = 0x0f0ff0f0;
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 32, 1);
    kit_set_exec(kit.wave, exec);
    for (size_t i = 0; i < BASE_COUNT(moves); i++) {
        for (unsigned v = 0; v < 20; v++)
            kit_randomize(kit.wave->vectors[v]);
        memcpy(before.vectors, kit.wave->vectors, sizeof(before.vectors));
        kit.wave->scalars[RDNA_M0] = moves[i].m0;
        assert_true(kit_execute(&kit, moves[i].words, moves[i].count));
        for (unsigned lane = 0; lane < 32; lane++) {
            const unsigned from = exec >> lane & 1 ? moves[i].from : moves[i].to;
            if (kit.wave->vectors[moves[i].to][lane] != before.vectors[from][lane])
                fail_msg("%s, M0 %x, lane %u", moves[i].text, moves[i].m0, lane);
        }
    }
    kit_finish(&kit);
}

/* A wave that was given fewer registers. */
static void
test_few_registers(void **state)
{
    static const uint32_t swaprel[] = {0x7e14d10b}, movrels[] = {0x7e14870b};
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 32, 1);
    kit.wave->vector_count = 16;
    kit.wave->vectors[0][0] = 7;
    kit.wave->vectors[16][0] = 8;
    kit.wave->scalars[RDNA_M0] = 5;
    assert_true(kit_execute(&kit, movrels, 1));
    assert_int_equal(kit.wave->vectors[10][0], 7);
    assert_false(kit_execute(&kit, swaprel, 1));
    assert_int_equal(kit.wave->status, rdna_wave_faulted);
    kit_finish(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),           cmocka_unit_test(test_masks),
        cmocka_unit_test(test_division_masks), cmocka_unit_test(test_single_lanes),
        cmocka_unit_test(test_lane_counts),    cmocka_unit_test(test_moves),
        cmocka_unit_test(test_few_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
