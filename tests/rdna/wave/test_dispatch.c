/* SPDX-License-Identifier: MIT
 *
 * Dispatches: which workgroups run, what their waves begin with, and what stops them.
 */
#include "kit.h"

#include "rdna/wave/dispatch.h"

#include <string.h>

#define END 0xbf810000

/* What the program's first instruction found, in the order of the waves. */
struct found {
    uint32_t count;
    uint32_t id[64][3];
    uint32_t wave[64];
    uint64_t exec[64];
    uint32_t scalars[64][8];
    bool scc[64];
    uint32_t vectors[64][4][RDNA_MAX_LANES];
    uint64_t scratch[64];
    const struct rdna_dispatch *dispatch;
};

static void
look(void *user, const struct rdna_wave *wave, const struct rdna_inst *inst)
{
    struct found *found = user;
    const uint32_t i = found->count;

    if (inst->offset || i == 64)
        return;
    found->count++;
    memcpy(found->id[i], found->dispatch->id, sizeof(found->id[i]));
    found->wave[i] = wave->index;
    found->exec[i] = rdna_get_exec(wave);
    found->scc[i] = wave->scc;
    memcpy(found->scalars[i], wave->scalars, sizeof(found->scalars[i]));
    memcpy(found->vectors[i], wave->vectors, sizeof(found->vectors[i]));
    found->scratch[i] =
        wave->hwregs[rdna_hwreg_flat_scr_lo] | (uint64_t)wave->hwregs[rdna_hwreg_flat_scr_hi] << 32;
}

static enum rdna_group_result
run(struct base_arena *arena, struct rdna_dispatch *dispatch, const uint32_t *words, uint32_t count,
    unsigned wave_size, struct found *found)
{
    memset(found, 0, sizeof(*found));
    found->dispatch = dispatch;
    dispatch->program = rdna_program_new(arena, words, count, rdna_isa_gfx1013, wave_size);
    dispatch->mode = rdna_mode_start();
    dispatch->trace = (struct rdna_trace){.before = look, .user = found};
    return rdna_dispatch_run(arena, dispatch);
}

/* ---- */

static struct found found;

static void
test_starts(void **state)
{
    static const uint32_t words[] = {END};
    static const struct rdna_start starts[] = {
        {rdna_start_value, 0, 0, 77},
        {rdna_start_group_id, 1, 1, 0},
        {rdna_start_group_count, 2, 2, 0},
        {rdna_start_group_size, 0, 3, 0},
        {rdna_start_wave, 0, 4, 0},
        {rdna_start_scratch, 0, 5, 0},
        {rdna_start_scratch, 1, 6, 0},
        {rdna_start_value, 0, RDNA_SCC, 4},
        {rdna_start_value, 0, 7, 1},
        {rdna_start_value, 0, 7, 2},
        {rdna_start_local_id, 1, RDNA_VGPR0, 0},
        {rdna_start_packed_id, 0, RDNA_VGPR0 + 1, 0},
        {rdna_start_local_index, 0, RDNA_VGPR0 + 2, 0},
        {rdna_start_lane, 0, RDNA_VGPR0 + 3, 0},
    };
    struct rdna_dispatch dispatch = {
        .groups = {1, 2, 3},
        .size = {7, 5, 2},
        .scratch = 0x123456789000,
        .scratch_stride = 0x1000,
        .starts = starts,
        .start_count = BASE_COUNT(starts),
        .budget = 100000,
    };
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    assert_int_equal(run(&arena, &dispatch, words, 1, 64, &found), rdna_group_ended);
    assert_int_equal(rdna_dispatch_waves(&dispatch), 2);
    assert_int_equal(found.count, 12);
    for (uint32_t i = 0; i < found.count; i++) {
        const uint32_t group = i / 2, wave = i % 2, *s = found.scalars[i];
        const uint64_t scratch = 0x123456789000 + 0x1000 * wave;

        assert_int_equal(found.wave[i], wave);
        assert_int_equal(found.id[i][0], 0);
        assert_int_equal(found.id[i][1], group % 2);
        assert_int_equal(found.id[i][2], group / 2);
        assert_true(found.exec[i] == (wave ? 0x3f : UINT64_MAX));
        assert_int_equal(s[0], 77);
        assert_int_equal(s[1], group % 2);
        assert_int_equal(s[2], 3);
        assert_int_equal(s[3], 7);
        assert_int_equal(s[4], wave);
        assert_int_equal(s[5], (uint32_t)scratch);
        assert_int_equal(s[6], scratch >> 32);
        assert_int_equal(s[7], 2);
        assert_true(found.scc[i]);
        assert_true(found.scratch[i] == scratch);
        for (uint32_t lane = 0; lane < 64; lane++) {
            const uint32_t index = wave * 64 + lane;
            const uint32_t x = index % 7, y = index / 7 % 5, z = index / 35 % 2;

            assert_int_equal(found.vectors[i][0][lane], y);
            assert_int_equal(found.vectors[i][1][lane], x | y << 10 | z << 20);
            assert_int_equal(found.vectors[i][2][lane], index);
            assert_int_equal(found.vectors[i][3][lane], lane);
        }
    }
    base_arena_finish(&arena);
}

/* EXEC from the list, but for lanes that are no invocations; of waves of 32 as well. */
static void
test_exec(void **state)
{
    static const uint32_t words[] = {END};
    static const struct rdna_start starts[] = {{rdna_start_value, 0, RDNA_EXEC_LO, 0xf0f0f0f0}};
    struct rdna_dispatch dispatch = {
        .groups = {1, 1, 1},
        .size = {44, 1, 1},
        .starts = starts,
        .start_count = 1,
        .budget = 100000,
    };
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    assert_int_equal(run(&arena, &dispatch, words, 1, 32, &found), rdna_group_ended);
    assert_int_equal(found.count, 2);
    assert_true(found.exec[0] == 0xf0f0f0f0);
    assert_true(found.exec[1] == 0x0f0);
    base_arena_finish(&arena);
}

/* A workgroup finds nothing of the one before: registers, SCC, MODE and LDS are new. */
static void
test_fresh(void **state)
{
    static const uint32_t words[] = {
        0x81000081,             /* s_add_i32 s0, 1, s0 */
        0x7e000281,             /* v_mov_b32 v0, 1 */
        0xd8340000,             /* ds_write_b32 v1, v0 */
        0x00000001, 0xbf060000, /* s_cmp_eq_u32 s0, s0 */
        0xb9804041,             /* s_setreg_b32 hwreg(HW_REG_MODE, 1, 9), s0 */
        END,
    };
    struct rdna_dispatch dispatch = {
        .groups = {3, 1, 1},
        .size = {1, 1, 1},
        .lds_size = 16,
        .budget = 100000,
    };
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    assert_int_equal(run(&arena, &dispatch, words, BASE_COUNT(words), 32, &found),
                     rdna_group_ended);
    assert_int_equal(dispatch.group->lds[0], 1);
    assert_int_equal(found.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(found.scalars[i][0], 0);
        assert_int_equal(found.vectors[i][0][0], 0);
        assert_false(found.scc[i]);
        assert_true(found.exec[i] == 1);
    }
    rdna_group_restart(dispatch.group);
    assert_int_equal(dispatch.group->lds[0], 0);
    base_arena_finish(&arena);
}

/* Of all workgroups together; a wave's start counts too. */
static void
test_budget(void **state)
{
    static const uint32_t words[] = {END};
    struct rdna_dispatch dispatch = {.groups = {5, 2, 1}, .size = {64, 1, 1}};
    const uint64_t group = 2 * (RDNA_START_STEPS + 1);
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    dispatch.budget = 10 * group + 3;
    assert_int_equal(run(&arena, &dispatch, words, 1, 32, &found), rdna_group_ended);
    assert_int_equal(dispatch.budget, 3);
    dispatch.budget = 7 * group - 1;
    assert_int_equal(run(&arena, &dispatch, words, 1, 32, &found), rdna_group_out_of_steps);
    assert_int_equal(dispatch.id[0], 1);
    assert_int_equal(dispatch.id[1], 1);
    assert_int_equal(found.count, 13);
    dispatch.budget = 0;
    dispatch.groups[1] = 0;
    assert_int_equal(run(&arena, &dispatch, words, 1, 32, &found), rdna_group_ended);
    assert_int_equal(found.count, 0);
    base_arena_finish(&arena);
}

/* The third workgroup's second wave. */
static void
test_fault(void **state)
{
    static const uint32_t words[] = {
        0x80000100, /* s_add_u32 s0, s0, s1 */
        0xbf068300, /* s_cmp_eq_u32 s0, 3 */
        0xbf840001, /* s_cbranch_scc0 1 */
        0xbf920000, /* s_trap 0 */
        END,
    };
    static const struct rdna_start starts[] = {
        {rdna_start_wave, 0, 0, 0},
        {rdna_start_group_id, 0, 1, 0},
    };
    struct rdna_dispatch dispatch = {
        .groups = {4, 1, 1},
        .size = {64, 1, 1},
        .starts = starts,
        .start_count = BASE_COUNT(starts),
        .budget = 100000,
    };
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    assert_int_equal(run(&arena, &dispatch, words, BASE_COUNT(words), 32, &found),
                     rdna_group_faulted);
    assert_int_equal(dispatch.id[0], 2);
    assert_int_equal(dispatch.group->fault.wave, 1);
    assert_int_equal(dispatch.group->fault.inst.offset, 12);
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_starts), cmocka_unit_test(test_exec),  cmocka_unit_test(test_fresh),
        cmocka_unit_test(test_budget), cmocka_unit_test(test_fault),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
