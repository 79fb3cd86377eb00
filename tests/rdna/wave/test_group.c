/* SPDX-License-Identifier: MIT
 *
 * Whole programs: branches, calls, barriers, turns and budgets, faults, traces.
 */
#include "kit.h"

#include <string.h>

/* ---- Branches: s6 gets 1 where the branch is taken ---- */

static const struct {
    const char *text;
    uint32_t word;
    bool scc;
    uint64_t vcc, exec;
    bool taken32, taken64;
} branches[] = {
    {"s_branch", 0xbf820001, false, 0, 0, true, true},
    {"s_cbranch_scc0", 0xbf840001, false, 0, 0, true, true},
    {"s_cbranch_scc0", 0xbf840001, true, 0, 0, false, false},
    {"s_cbranch_scc1", 0xbf850001, true, 0, 0, true, true},
    {"s_cbranch_scc1", 0xbf850001, false, 0, 0, false, false},
    {"s_cbranch_vccz", 0xbf860001, false, 0, 1, true, true},
    {"s_cbranch_vccz", 0xbf860001, false, UINT64_C(1) << 32, 1, true, false},
    {"s_cbranch_vccnz", 0xbf870001, false, 1, 0, true, true},
    {"s_cbranch_vccnz", 0xbf870001, false, UINT64_C(1) << 63, 0, false, true},
    {"s_cbranch_execz", 0xbf880001, false, 1, 0, true, true},
    {"s_cbranch_execz", 0xbf880001, false, 1, 2, false, false},
    {"s_cbranch_execnz", 0xbf890001, false, 0, UINT64_C(1) << 40, false, true},
    {"s_cbranch_cdbgsys", 0xbf970001, true, 1, 1, false, false},
    {"s_cbranch_cdbguser", 0xbf980001, true, 1, 1, false, false},
    {"s_cbranch_cdbgsys_or_user", 0xbf990001, true, 1, 1, false, false},
    {"s_cbranch_cdbgsys_and_user", 0xbf9a0001, true, 1, 1, false, false},
};

static void
test_branches(void **state)
{
    (void)state;
    for (unsigned size = 32; size <= 64; size += 32)
        for (size_t i = 0; i < BASE_COUNT(branches); i++) {
            const uint32_t words[] = {
                0xbe860381,                   /* s_mov_b32 s6, 1 */
                branches[i].word, 0xbe860380, /* s_mov_b32 s6, 0 */
                0xbf810000,                   /* s_endpgm */
            };
            struct kit kit;
            kit_start(&kit, words, BASE_COUNT(words), size, 1);
            kit.wave->scc = branches[i].scc;
            rdna_write_scalar_pair(kit.wave, RDNA_VCC_LO, branches[i].vcc);
            rdna_write_scalar_pair(kit.wave, RDNA_EXEC_LO, branches[i].exec);
            kit_run(&kit);
            if (kit.wave->scalars[6] != (size == 32 ? branches[i].taken32 : branches[i].taken64))
                fail_msg("%s, %u lanes", branches[i].text, size);
            kit_finish(&kit);
        }
}

/* A debugger's bits of STATUS. */
static void
test_debug_branches(void **state)
{
    static const uint32_t words[] = {
        0xbf970001, /* s_cbranch_cdbgsys 1 */
        0xbf810000, /* s_endpgm */
        0xbf990001, /* s_cbranch_cdbgsys_or_user 1 */
        0xbf810000, /* s_endpgm */
        0xbf9a0002, /* s_cbranch_cdbgsys_and_user 2 */
        0xbe860381, /* s_mov_b32 s6, 1 */
        0xbf810000, /* s_endpgm */
        0xbf980001, /* s_cbranch_cdbguser 1 */
        0xbf810000, /* s_endpgm */
        0xbe860382, /* s_mov_b32 s6, 2 */
        0xbf810000, /* s_endpgm */
    };

    (void)state;
    for (uint32_t both = 0; both < 2; both++) {
        struct kit kit;
        kit_start(&kit, words, BASE_COUNT(words), 32, 1);
        kit.wave->hwregs[rdna_hwreg_status] = 1u << 21 | both << 20;
        kit_run(&kit);
        assert_int_equal(kit.wave->scalars[6], both ? 2 : 1);
        kit_finish(&kit);
    }
}

/* ---- Jumps ---- */

static void
test_calls(void **state)
{
    static const uint32_t words[] = {
        0xbe8a1f00, /* s_getpc_b64 s[10:11] */
        0xbb0c0007, /* s_call_b64 s[12:13], 7 */
        0x800eb80a, /* s_add_u32 s14, s10, 56 */
        0xbe8f030b, /* s_mov_b32 s15, s11 */
        0xbe90210e, /* s_swappc_b64 s[16:17], s[14:15] */
        0xb7860100, /* s_addk_i32 s6, 0x100 */
        0xbf810000, /* s_endpgm */
        0xbf9f0000, /* s_code_end */
        0xbf9f0000, /* s_code_end */
        0xb7860001, /* s_addk_i32 s6, 1 */
        0xbe80200c, /* s_setpc_b64 s[12:13] */
        0xbf9f0000, /* s_code_end */
        0xbf9f0000, /* s_code_end */
        0xbf9f0000, /* s_code_end */
        0xbf9f0000, /* s_code_end */
        0xb7860010, /* s_addk_i32 s6, 16 */
        0xbe802010, /* s_setpc_b64 s[16:17] */
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, words, BASE_COUNT(words), 32, 1);
    struct rdna_program program = *kit.group->program;
    program.base = UINT64_C(0x123456789000);
    kit.group->program = &program;
    kit_run(&kit);
    assert_int_equal(kit.wave->scalars[6], 0x111);
    assert_true(rdna_get_pair(kit.wave, 10) == program.base + 4);
    assert_true(rdna_get_pair(kit.wave, 12) == program.base + 8);
    kit_finish(&kit);
}

/* Both halves of a wave of 64, one of them, or none: v1 counts the passes of each lane. */
static void
test_subvector_loop(void **state)
{
    static const uint32_t words[] = {
        0xbd860004, /* s_subvector_loop_begin s6, 4 */
        0x4a020281, /* v_add_nc_u32_e32 v1, 1, v1 */
        0xb7870001, /* s_addk_i32 s7, 1 */
        0x88887e08, /* s_or_b64 s[8:9], s[8:9], exec */
        0xbe06fffc, /* s_subvector_loop_end s6, 0xfffc */
        0xbf810000, /* s_endpgm */
    };
    static const struct {
        uint64_t exec;
        uint32_t passes;
    } loops[] = {
        {UINT64_C(0xf0000000f), 2},
        {UINT64_C(0x00000000f), 1},
        {UINT64_C(0xf00000000), 1},
        {0, 0},
    };

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(loops); i++) {
        struct kit kit;
        kit_start(&kit, words, BASE_COUNT(words), 64, 1);
        kit_set_exec(kit.wave, loops[i].exec);
        kit_run(&kit);
        assert_int_equal(kit.wave->scalars[7], loops[i].passes);
        assert_true(rdna_get_exec(kit.wave) == loops[i].exec);
        assert_true(rdna_get_pair(kit.wave, 8) == loops[i].exec);
        for (unsigned lane = 0; lane < 64; lane++)
            assert_int_equal(kit.wave->vectors[1][lane], loops[i].exec >> lane & 1);
        kit_finish(&kit);
    }
}

/* ---- Waves together ---- */

/* Each wave writes its number to shared memory, and reads its neighbours' after the barrier. */
static void
test_barrier(void **state)
{
    static const uint32_t words[] = {
        0xbf068302,             /* s_cmp_eq_u32 s2, 3 */
        0xbf850009,             /* s_cbranch_scc1 9 */
        0x7e040202,             /* v_mov_b32_e32 v2, s2 */
        0x34060482,             /* v_lshlrev_b32_e32 v3, 2, v2 */
        0xd8340004, 0x00000203, /* ds_write_b32 v3, v2 offset:4 */
        0xbf8a0000,             /* s_barrier */
        0xd8d80000, 0x04000003, /* ds_read_b32 v4, v3 */
        0xd8d80008, 0x05000003, /* ds_read_b32 v5, v3 offset:8 */
        0xbf810000,             /* s_endpgm */
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, words, BASE_COUNT(words), 32, 4);
    for (uint32_t i = 0; i < 4; i++)
        kit.group->waves[i].scalars[2] = i; /* The last ends at once, and is not waited for. */
    kit_run(&kit);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(kit.group->waves[i].vectors[4][0], i ? i - 1 : 0);
        assert_int_equal(kit.group->waves[i].vectors[5][0], i < 2 ? i + 1 : 0);
    }
    kit_finish(&kit);
}

/* Wave 0 waits in a loop for what wave 1 writes. */
static void
test_waiting_in_a_loop(void **state)
{
    static const uint32_t words[] = {
        0xbf068102,             /* s_cmp_eq_u32 s2, 1 */
        0xbf850006,             /* s_cbranch_scc1 6 */
        0xd8d80000, 0x01000000, /* ds_read_b32 v1, v0 */
        0x7e060501,             /* v_readfirstlane_b32 s3, v1 */
        0xbf068703,             /* s_cmp_eq_u32 s3, 7 */
        0xbf84fffb,             /* s_cbranch_scc0 0xfffb */
        0xbf810000,             /* s_endpgm */
        0x7e020287,             /* v_mov_b32_e32 v1, 7 */
        0xd8340000, 0x00000100, /* ds_write_b32 v0, v1 */
        0xbf810000,             /* s_endpgm */
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, words, BASE_COUNT(words), 32, 2);
    kit.group->waves[1].scalars[2] = 1;
    /* Turns go on where the budget cut them. */
    for (unsigned i = 0; i < 2000; i++)
        if (rdna_group_run(kit.group, 1) == rdna_group_ended)
            break;
    assert_int_equal(kit.group->waves[0].status, rdna_wave_ended);
    assert_int_equal(kit.wave->scalars[3], 7);
    kit_finish(&kit);
}

/* What a half writes to a shared register the other reads; the upper half is last. */
static void
test_shared_registers(void **state)
{
    static const uint32_t words[] = {
        0xbefe03c1, 0xbeff0380, /* s_mov_b32 exec_lo, -1; exec_hi, 0 */
        0x7e100300,             /* v_mov_b32 v8, v0 */
        0xbefe0380, 0xbeff03c1, /* s_mov_b32 exec_lo, 0; exec_hi, -1 */
        0x7e120300,             /* v_mov_b32 v9, v0 */
        0x7e020308,             /* v_mov_b32 v1, v8 */
        0xbefe03c1, 0xbeff0380, /* s_mov_b32 exec_lo, -1; exec_hi, 0 */
        0x7e020309,             /* v_mov_b32 v1, v9 */
        0xbeff03c1,             /* s_mov_b32 exec_hi, -1 */
        0x7e140300,             /* v_mov_b32 v10, v0 */
        0x7e160300,             /* v_mov_b32 v11, v0 */
        0xbf810000,             /* s_endpgm */
    };

    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, words, BASE_COUNT(words), size, 1);
        for (unsigned lane = 0; lane < size; lane++)
            kit.wave->vectors[0][lane] = 100 + lane;
        rdna_wave_share(kit.wave, 8, 3);
        kit_run(&kit);
        for (unsigned lane = 0; lane < size; lane++) {
            const bool shares = size == 64;
            assert_int_equal(kit.wave->vectors[1][lane], shares ? 100 + (lane ^ 32) : 0);
            assert_int_equal(kit.wave->vectors[10][lane], 100 + (shares ? lane | 32 : lane));
            assert_int_equal(kit.wave->vectors[11][lane], 100 + lane);
        }
        kit_finish(&kit);
    }
}

static void
test_budget(void **state)
{
    static const uint32_t words[] = {
        0x80068106, /* s_add_u32 s6, s6, 1 */
        0xbf82fffe, /* s_branch 0xfffe */
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, words, BASE_COUNT(words), 32, 3);
    assert_int_equal(rdna_group_run(kit.group, 0), rdna_group_out_of_steps);
    assert_int_equal(rdna_group_run(kit.group, 100001), rdna_group_out_of_steps);
    assert_int_equal(kit.group->steps, 100001);
    assert_int_equal(rdna_group_run(kit.group, 9), rdna_group_out_of_steps);
    assert_int_equal(kit.group->steps, 100010);
    assert_true(kit.group->waves[2].scalars[6] > 15000);
    kit_finish(&kit);
}

static void
test_no_waves(void **state)
{
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 32, 0);
    kit_run(&kit);
    kit_finish(&kit);
}

static void
test_messages(void **state)
{
    static const uint32_t words[] = {
        0xbefc03ff, 0x00003003, /* s_mov_b32 m0, 0x3003 */
        0xbf900009,             /* s_sendmsg sendmsg(MSG_GS_ALLOC_REQ) */
        0xbf810000,             /* s_endpgm */
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, words, BASE_COUNT(words), 32, 1);
    kit_run(&kit);
    assert_int_equal(kit.group->messages.count, 1);
    assert_int_equal(kit.group->messages.data[0].message, 9);
    assert_int_equal(kit.group->messages.data[0].m0, 0x3003);
    kit_finish(&kit);
}

/* ---- Faults ---- */

/* Second words of a program that begins with s_nop. */
static const struct {
    uint32_t word;
    const char *text;
} faults[] = {
    {0xffffffff, "0x4: wave 0: .long 0xffffffff: no instruction of gfx1013"},
    {0xbf800000, "0x8: wave 0: end of the code: execution went past the last word"},
    {0xbf820001, "s_branch 1: the target, word 3, is outside of the code"},
    {0xbf82fffd, "the target, word -1, is outside of the code"},
    {0xbe802002, "s_setpc_b64 s[2:3]: the target 0x1 is no address of the code"},
    {0xbe802004, "the target 0x100000000 is no address of the code"},
    {0xbf920002, "s_trap 2: there is no handler for trap 2"},
    {0xbf9f0000, "s_code_end: execution reached the padding"},
    {0xbf8d0001, "the wave halts"},
    {0xbf910001, "the wave halts"},
    {0xbd860000, "a wave of 32 has no halves"},
    {0xbe060000, "a wave of 32 has no halves"},
    {0, "v_illegal: an illegal instruction"},
};

static void
test_faults(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(faults); i++) {
        const uint32_t words[] = {0xbf800000, faults[i].word};
        struct kit kit;
        kit_start(&kit, words, 2, 32, 2);
        kit.wave->scalars[2] = kit.wave->scalars[5] = 1;
        kit_run_to_fault(&kit, faults[i].text);
        /* Nothing goes on after that. */
        const uint64_t steps = kit.group->steps;
        assert_int_equal(rdna_group_run(kit.group, 10), rdna_group_faulted);
        assert_int_equal(kit.group->steps, steps);
        kit_finish(&kit);
    }
}

/* Fields that can hold what the instruction does not take. */
static void
test_operand_faults(void **state)
{
    static const struct {
        uint32_t words[3];
        const char *reason;
    } operands[] = {
        /* v_permlanex16_b32 v1, v5, v3, v4; v_cndmask_b32_e64 v1, v2, v3, v4 */
        {{0xd7780001, 0x04120705, 0xbf810000}, "a vector register stands for a scalar operand"},
        {{0xd5010001, 0x04120702, 0xbf810000}, "a vector register stands for a scalar operand"},
        /* v_swap_b32 v1, s2; v_cmp_eq_u32_e64 scc, v1, v2 */
        {{0x7e02ca02, 0xbf810000}, "a scalar operand stands for a vector register"},
        {{0xd4c200fd, 0x00020501, 0xbf810000}, "a constant cannot be written"},
    };

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(operands); i++) {
        struct kit kit;
        kit_start(&kit, operands[i].words, 3, 32, 1);
        kit_run_to_fault(&kit, operands[i].reason);
        kit_finish(&kit);
    }
}

/* What ends a wave, or does nothing. */
static void
test_ends(void **state)
{
    static const uint32_t ends[] = {
        0xbf810000, /* s_endpgm */
        0xbf9b0000, /* s_endpgm_saved */
        0xbf9e0000, /* s_endpgm_ordered_ps_done */
        0xbf8b0001, /* s_setkill 1 */
    };
    static const uint32_t nothing[] = {
        0xbf800003, /* s_nop 3 */
        0xbf8e0001, /* s_sleep 1 */
        0xbf8c0000, /* s_waitcnt 0 */
        0xbf8d0000, /* s_sethalt 0 */
        0xbf8b0000, /* s_setkill 0 */
        0xbfa10003, /* s_clause 0x3 */
        0xbfa00001, /* s_inst_prefetch 0x1 */
        0xbbfd0000, /* s_waitcnt_vscnt null, 0x0 */
        0xbf930000, /* s_icache_inv */
        0x7e000000, /* v_nop */
        0x7e008200, /* v_clrexcp */
        0x7e003600, /* v_pipeflush */
        0xb0800005, /* s_version 0x5 */
        0xbf810000, /* s_endpgm */
    };
    struct kit kit;

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(ends); i++) {
        kit_start(&kit, &ends[i], 1, 32, 1);
        kit_run(&kit);
        assert_int_equal(kit.group->steps, 1);
        kit_finish(&kit);
    }
    kit_start(&kit, nothing, BASE_COUNT(nothing), 32, 1);
    kit_run(&kit);
    assert_int_equal(kit.group->steps, BASE_COUNT(nothing));
    kit_finish(&kit);
}

/* ---- Traces ---- */

struct seen {
    uint32_t before, after;
    uint32_t offsets[8];
    uint16_t codes[8];
    uint64_t lanes[8];
    uint32_t changes;
};

static void
see_before(void *user, const struct rdna_wave *wave, const struct rdna_inst *inst)
{
    struct seen *seen = user;

    assert_int_equal(wave->pc * 4, inst->offset);
    seen->offsets[seen->before++] = inst->offset;
}

static void
see_after(void *user, const struct rdna_wave *wave, const struct rdna_inst *inst,
          const struct rdna_change *changes, uint32_t count)
{
    struct seen *seen = user;

    (void)wave;
    assert_int_equal(seen->offsets[seen->after++], inst->offset);
    for (uint32_t i = 0; i < count; i++) {
        seen->codes[seen->changes] = changes[i].code;
        seen->lanes[seen->changes++] = changes[i].lanes;
    }
}

static void
test_trace(void **state)
{
    static const uint32_t words[] = {
        0x8006c102, /* s_add_u32 s6, s2, -1 */
        0x7e060206, /* v_mov_b32_e32 v3, s6 */
        0x7d880085, /* v_cmp_gt_u32_e32 vcc_lo, 5, v0 */
        0xbf810000, /* s_endpgm */
    };
    struct seen seen = {0};
    struct kit kit;

    (void)state;
    kit_start(&kit, words, BASE_COUNT(words), 32, 1);
    kit.wave->scalars[2] = 3;
    kit_set_exec(kit.wave, 0xf0);
    kit.group->trace = (struct rdna_trace){see_before, see_after, &seen};
    kit_run(&kit);
    assert_int_equal(seen.before, 4);
    assert_int_equal(seen.after, 4);
    assert_int_equal(seen.changes, 4);
    assert_int_equal(seen.codes[0], 6);
    assert_int_equal(seen.codes[1], RDNA_SCC);
    assert_int_equal(seen.codes[2], RDNA_VGPR0 + 3);
    assert_int_equal(seen.lanes[2], 0xf0);
    assert_int_equal(seen.codes[3], RDNA_VCC_LO);
    kit_finish(&kit);
}

/* ---- Rows ---- */

static void
test_every_row_executes(void **state)
{
    (void)state;
    for (unsigned row = 1; row < rdna_op_count; row++)
        if (!rdna_executors[row])
            fail_msg("%s has no function", rdna_op_infos[row].name);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_branches),
        cmocka_unit_test(test_debug_branches),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_subvector_loop),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_waiting_in_a_loop),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_no_waves),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_operand_faults),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_shared_registers),
        cmocka_unit_test(test_trace),
        cmocka_unit_test(test_every_row_executes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
