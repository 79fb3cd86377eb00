/* SPDX-License-Identifier: MIT
 *
 * Scalar instructions: where operands come from and where results go. Arithmetic itself is the
 * vectors' subject.
 */
#include "kit.h"

/* Of s2 to s5, SCC and EXEC: what s6, s7, SCC and EXEC become. s6 and s7 are 0 before. */
/* clang-format off */
static const struct {
    const char *text;
    uint32_t words[2];
    uint32_t count;
    uint32_t s[4];
    bool scc;
    uint64_t exec;
    uint32_t expected[2];
    bool expected_scc;
    uint64_t expected_exec;
} rows[] = {
    {"s_mov_b32 s6, s2", {0xbe860302}, 1, {0x12345678}, 1, 15, {0x12345678}, 1, 15},
    {"s_mov_b32 s6, -16", {0xbe8603d0}, 1, {0}, 0, 15, {0xfffffff0}, 0, 15},
    {"s_mov_b32 s6, 64", {0xbe8603c0}, 1, {0}, 0, 15, {64}, 0, 15},
    {"s_mov_b32 s6, 0.15915494", {0xbe8603f8}, 1, {0}, 0, 15, {0x3e22f983}, 0, 15},
    {"s_mov_b32 s6, null", {0xbe86037d}, 1, {0}, 0, 15, {0}, 0, 15},
    {"s_mov_b32 null, s2", {0xbefd0302}, 1, {5}, 0, 15, {0}, 0, 15},
    {"s_mov_b64 null, s[2:3]", {0xbefd0402}, 1, {5, 6}, 0, 15, {0}, 0, 15},
    {"s_mov_b32 s6, src_scc", {0xbe8603fd}, 1, {0}, 1, 15, {1}, 1, 15},
    {"s_mov_b32 s6, src_execz", {0xbe8603fc}, 1, {0}, 0, 0, {1}, 0, 0},
    {"s_mov_b32 s6, src_execz", {0xbe8603fc}, 1, {0}, 0, 8, {0}, 0, 8},
    {"s_mov_b32 s6, src_vccz", {0xbe8603fb}, 1, {0}, 0, 8, {1}, 0, 8},
    {"s_mov_b64 s[6:7], -1", {0xbe8604c1}, 1, {0}, 0, 15, {0xffffffff, 0xffffffff}, 0, 15},
    {"s_mov_b64 s[6:7], 1.0", {0xbe8604f2}, 1, {0}, 0, 15, {0, 0x3ff00000}, 0, 15},
    {"s_mov_b64 s[6:7], 0x87654321", {0xbe8604ff, 0x87654321}, 2, {0}, 0, 15, {0x87654321, 0}, 0, 15},
    {"s_ashr_i64 s[6:7], 0x87654321, s4", {0x918604ff, 0x87654321}, 2, {0, 0, 4, 0}, 0, 15, {0xf8765432, 0xffffffff}, 1, 15},
    {"s_cmov_b32 s6, s2", {0xbe860502}, 1, {9}, 1, 15, {9}, 1, 15},
    {"s_cmov_b32 s6, s2", {0xbe860502}, 1, {9}, 0, 15, {0}, 0, 15},
    {"s_cmov_b64 s[6:7], s[2:3]", {0xbe860602}, 1, {9, 8}, 1, 15, {9, 8}, 1, 15},
    {"s_not_b64 s[6:7], s[2:3]", {0xbe860802}, 1, {0xffffffff, 0xffffffff}, 1, 15, {0, 0}, 0, 15},
    {"s_wqm_b32 s6, s2", {0xbe860902}, 1, {0x00010020}, 0, 15, {0x000f00f0}, 1, 15},
    {"s_quadmask_b64 s[6:7], s[2:3]", {0xbe862d02}, 1, {0x00010020, 0x10000000}, 0, 15, {0x00008012, 0}, 1, 15},
    {"s_bitset1_b32 s6, s2", {0xbe861d02}, 1, {3}, 0, 15, {8}, 0, 15},
    {"s_bitset1_b64 s[6:7], s2", {0xbe861e02}, 1, {35}, 0, 15, {0, 8}, 0, 15},
    {"s_bitreplicate_b64_b32 s[6:7], s2", {0xbe863b02}, 1, {0x80000001}, 0, 15, {3, 0xc0000000}, 0, 15},
    {"s_add_u32 s6, s2, s3", {0x80060302}, 1, {0xffffffff, 1}, 0, 15, {0}, 1, 15},
    {"s_addc_u32 s6, s2, s3", {0x82060302}, 1, {1, 2}, 1, 15, {4}, 0, 15},
    {"s_subb_u32 s6, s2, s3", {0x82860302}, 1, {1, 1}, 1, 15, {0xffffffff}, 1, 15},
    {"s_cselect_b32 s6, s2, s3", {0x85060302}, 1, {1, 2}, 0, 15, {2}, 0, 15},
    {"s_cselect_b64 s[6:7], s[2:3], s[4:5]", {0x85860402}, 1, {1, 2, 3, 4}, 1, 15, {1, 2}, 1, 15},
    {"s_lshl_b64 s[6:7], s[2:3], s4", {0x8f860402}, 1, {0x80000000, 0, 1}, 0, 15, {0, 1}, 1, 15},
    {"s_bfe_u64 s[6:7], s[2:3], s4", {0x94860402}, 1, {0, 0xabcd, 0x00100020}, 0, 15, {0xabcd, 0}, 1, 15},
    {"s_bfm_b64 s[6:7], s2, s3", {0x92860302}, 1, {4, 30}, 1, 15, {0xc0000000, 3}, 1, 15},
    {"s_mul_hi_u32 s6, s2, 0x10000", {0x9a86ff02, 0x00010000}, 2, {0x12345678}, 1, 15, {0x1234}, 1, 15},
    {"s_cmp_lt_i32 s2, s3", {0xbf040302}, 1, {0xffffffff, 0}, 0, 15, {0}, 1, 15},
    {"s_cmp_lt_u32 s2, s3", {0xbf0a0302}, 1, {0xffffffff, 0}, 1, 15, {0}, 0, 15},
    {"s_cmp_eq_u64 s[2:3], s[4:5]", {0xbf120402}, 1, {1, 2, 1, 2}, 0, 15, {0}, 1, 15},
    {"s_bitcmp1_b64 s[2:3], s4", {0xbf0f0402}, 1, {0, 1, 32}, 0, 15, {0}, 1, 15},
    {"s_movk_i32 s6, 0x8000", {0xb0068000}, 1, {0}, 0, 15, {0xffff8000}, 0, 15},
    {"s_cmovk_i32 s6, 0x1234", {0xb1061234}, 1, {0}, 1, 15, {0x1234}, 1, 15},
    {"s_cmpk_eq_i32 s2, 0xffff", {0xb182ffff}, 1, {0xffffffff}, 0, 15, {0}, 1, 15},
    {"s_cmpk_eq_u32 s2, 0xffff", {0xb482ffff}, 1, {0xffffffff}, 1, 15, {0}, 0, 15},
    {"s_addk_i32 s6, 0x7fff", {0xb7867fff}, 1, {0}, 1, 15, {0x7fff}, 0, 15},
    {"s_mulk_i32 s6, 0x7fff", {0xb8067fff}, 1, {0}, 1, 15, {0}, 1, 15},
    {"s_and_saveexec_b32 s6, s2", {0xbe863c02}, 1, {0x3c}, 0, 0x0f, {0x0f}, 1, 0x0c},
    {"s_and_saveexec_b32 exec_lo, s2", {0xbefe3c02}, 1, {0x3c}, 0, 0x0f, {0}, 1, 0x0c},
    {"s_andn2_saveexec_b32 s6, s2", {0xbe863f02}, 1, {0x3c}, 0, 0x0f, {0x0f}, 1, 0x30},
    {"s_andn1_saveexec_b32 s6, s2", {0xbe864402}, 1, {0x3c}, 0, 0x0f, {0x0f}, 1, 0x03},
    {"s_orn2_saveexec_b32 s6, s2", {0xbe864002}, 1, {0x3c}, 0, 0x0f, {0x0f}, 1, 0xfffffffc},
    {"s_orn1_saveexec_b32 s6, s2", {0xbe864502}, 1, {0x3c}, 0, 0x0f, {0x0f}, 1, 0xffffffcf},
    {"s_xor_saveexec_b32 s6, s2", {0xbe863e02}, 1, {0x0f}, 1, 0x0f, {0x0f}, 0, 0},
    {"s_andn1_wrexec_b32 s6, s2", {0xbe864602}, 1, {0x3c}, 0, 0x0f, {0x03}, 1, 0x03},
    {"s_andn2_wrexec_b32 s6, s2", {0xbe864702}, 1, {0x3c}, 0, 0x0f, {0x30}, 1, 0x30},
    {"s_and_saveexec_b64 s[6:7], s[2:3]", {0xbe862402}, 1, {0x3c, 3}, 0, 0x60000000f, {0x0f, 6}, 1, 0x20000000c},
};
/* clang-format on */

static void
test_rows(void **state)
{
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 32, 1);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t *s = kit.wave->scalars;
        for (unsigned j = 0; j < 4; j++)
            s[2 + j] = rows[i].s[j];
        s[6] = s[7] = 0;
        rdna_write_scalar_pair(kit.wave, RDNA_EXEC_LO, rows[i].exec);
        kit.wave->scc = rows[i].scc;
        assert_true(kit_execute(&kit, rows[i].words, rows[i].count));
        if (s[6] != rows[i].expected[0] || s[7] != rows[i].expected[1] ||
            kit.wave->scc != rows[i].expected_scc ||
            rdna_get_pair(kit.wave, RDNA_EXEC_LO) != rows[i].expected_exec)
            fail_msg("%s: %08x %08x scc %d exec %llx", rows[i].text, s[6], s[7], kit.wave->scc,
                     (unsigned long long)rdna_get_pair(kit.wave, RDNA_EXEC_LO));
        assert_int_equal(s[RDNA_NULL], 0);
    }
    kit_finish(&kit);
}

/* vccz and execz see the whole mask of a wave of 64, and the low word of one of 32. */
static void
test_zero_masks(void **state)
{
    static const uint32_t vccz[] = {0xbe8603fb}, execz[] = {0xbe8603fc};

    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, NULL, 0, size, 1);
        kit.wave->scalars[RDNA_VCC_LO] = kit.wave->scalars[RDNA_EXEC_LO] = 0;
        kit.wave->scalars[RDNA_VCC_HI] = kit.wave->scalars[RDNA_EXEC_HI] = 1;
        assert_true(kit_execute(&kit, vccz, 1));
        assert_int_equal(kit.wave->scalars[6], size == 32);
        assert_true(kit_execute(&kit, execz, 1));
        assert_int_equal(kit.wave->scalars[6], size == 32);
        kit_finish(&kit);
    }
}

/* ---- Registers named through M0 ---- */

static const struct {
    const char *text;
    uint32_t word;
    uint32_t m0;
    unsigned changed; /* s10 to s19 hold 100 to 109 before; 0 if the wave must stop. */
    uint32_t value;
} moves[] = {
    {"s_movrels_b32 s6, s10", 0xbe862e0a, 3, 6, 103},
    {"s_movrels_b32 s6, s10", 0xbe862e0a, 95, 6, 55},
    {"s_movrels_b32 s6, s10", 0xbe862e0a, 96, 0, 0},
    {"s_movrels_b32 s6, s10", 0xbe862e0a, 0xffffffff, 0, 0},
    {"s_movrels_b64 s[6:7], s[10:11]", 0xbe862f0a, 4, 7, 105},
    {"s_movrels_b64 s[6:7], s[10:11]", 0xbe862f0a, 3, 0, 0},
    {"s_movrels_b64 s[6:7], s[10:11]", 0xbe862f0a, 96, 0, 0},
    {"s_movreld_b32 s6, s10", 0xbe86300a, 5, 11, 100},
    {"s_movreld_b32 s6, s10", 0xbe86300a, 100, 0, 0},
    {"s_movreld_b64 s[6:7], s[10:11]", 0xbe86310a, 6, 13, 101},
    {"s_movrelsd_2_b32 s6, s10", 0xbe86490a, 0x00070002, 13, 102},
    {"s_movrelsd_2_b32 s6, s10", 0xbe86490a, 0x01000002, 0, 0},
};

static void
test_moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(moves); i++) {
        struct kit kit;
        kit_start(&kit, NULL, 0, 32, 1);
        for (unsigned j = 0; j < 10; j++)
            kit.wave->scalars[10 + j] = 100 + j;
        kit.wave->scalars[105] = 55;
        kit.wave->scalars[RDNA_M0] = moves[i].m0;
        assert_int_equal(kit_execute(&kit, &moves[i].word, 1), moves[i].changed != 0);
        if (moves[i].changed && kit.wave->scalars[moves[i].changed] != moves[i].value)
            fail_msg("%s, M0 %x: %u", moves[i].text, moves[i].m0,
                     kit.wave->scalars[moves[i].changed]);
        assert_true(kit.group->fault.is_set == !moves[i].changed);
        kit_finish(&kit);
    }
}

/* ---- Hardware registers ---- */

static void
execute(struct kit *kit, uint32_t first, uint32_t second, uint32_t count)
{
    const uint32_t words[] = {first, second};

    assert_true(kit_execute(kit, words, count));
}

static void
test_mode(void **state)
{
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 32, 1);
    struct rdna_mode *mode = &kit.wave->mode;

    execute(&kit, 0xb906f801, 0, 1); /* s_getreg_b32 s6, hwreg(HW_REG_MODE) */
    assert_int_equal(kit.wave->scalars[6], 0x1c0);

    execute(&kit, 0xbfa40006, 0, 1); /* s_round_mode 0x6 */
    execute(&kit, 0xbfa50009, 0, 1); /* s_denorm_mode 9 */
    assert_int_equal(mode->round32, RDNA_ROUND_DOWN);
    assert_int_equal(mode->round64_16, RDNA_ROUND_UP);
    assert_int_equal(mode->denorm32, RDNA_KEEP_IN);
    assert_int_equal(mode->denorm64_16, RDNA_KEEP_OUT);
    assert_true(mode->dx10_clamp && !mode->ieee);

    /* s_setreg_imm32_b32 hwreg(HW_REG_MODE, 8, 2), 2 */
    execute(&kit, 0xba800a01, 0x00000002, 2);
    assert_true(!mode->dx10_clamp && mode->ieee);
    assert_int_equal(mode->round32, RDNA_ROUND_DOWN);

    /* s_setreg_b32 hwreg(HW_REG_MODE, 12, 8), s2 */
    kit.wave->scalars[2] = 0xfffffa5;
    execute(&kit, 0xb9823b01, 0, 1);
    /* s_getreg_b32 s6, hwreg(HW_REG_MODE, 4, 20) */
    execute(&kit, 0xb9069901, 0, 1);
    assert_int_equal(kit.wave->scalars[6], 0xa529);

    /* s_getreg_b32 s6, hwreg(HW_REG_STATUS, 0, 11): SCC, EXECZ, VCCZ */
    kit.wave->scc = true;
    kit_set_exec(kit.wave, 0);
    execute(&kit, 0xb9065002, 0, 1);
    assert_int_equal(kit.wave->scalars[6], 0x601);
    kit_finish(&kit);
}

/* What there is none of, what cannot be written, and what cannot be had. */
static void
test_bad_registers(void **state)
{
    static const struct {
        uint32_t words[3];
        const char *reason;
    } bad[] = {
        {{0xb9060000, 0xbf810000}, "no hardware register 0"},
        {{0xb906001d, 0xbf810000}, "no hardware register 29"},
        {{0xb982f802, 0xbf810000}, "register 2 cannot be written"},
        {{0xba8005c1, 0x00000001}, "FP16_OVFL"},
    };

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(bad); i++) {
        struct kit kit;
        kit_start(&kit, bad[i].words, 3, 32, 1);
        kit_run_to_fault(&kit, bad[i].reason);
        kit_finish(&kit);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),          cmocka_unit_test(test_zero_masks),
        cmocka_unit_test(test_moves),         cmocka_unit_test(test_mode),
        cmocka_unit_test(test_bad_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
