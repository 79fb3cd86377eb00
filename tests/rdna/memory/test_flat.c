/* SPDX-License-Identifier: MIT
 *
 * Memory by address: flat, global, scratch.
 */
#include "kit.h"

#define SCRATCH (MAPPED + 0x10000)

static struct rdna_inst
flat_inst(enum rdna_op row)
{
    return (struct rdna_inst){
        .row = (uint16_t)row, .vaddr = V(0), .vdata = V(8), .dst = V(20), .saddr = RDNA_NULL};
}

static void
set_address(struct kit *kit, unsigned lane, uint64_t address)
{
    kit_vector(kit, 0)[lane] = (uint32_t)address;
    kit_vector(kit, 1)[lane] = (uint32_t)(address >> 32);
}

static void
start(struct kit *kit, unsigned wave_size)
{
    kit_start(kit, wave_size);
    kit->group->shared_base = UINT64_C(1) << 48;
    kit->group->shared_limit = kit->group->shared_base + 0xffffffff;
    kit->group->private_base = UINT64_C(2) << 48;
    kit->group->private_limit = kit->group->private_base + 0xffffffff;
    kit->wave->hwregs[rdna_hwreg_flat_scr_lo] = (uint32_t)SCRATCH;
    kit->wave->hwregs[rdna_hwreg_flat_scr_hi] = (uint32_t)(SCRATCH >> 32);
}

static void
test_global(void **state)
{
    struct kit kit;
    struct rdna_inst inst = flat_inst(rdna_op_global_store_dwordx2);

    (void)state;
    start(&kit, 64);
    for (unsigned lane = 0; lane < 64; lane++) {
        set_address(&kit, lane, MAPPED + 0x800 + 8 * lane);
        kit_vector(&kit, 8)[lane] = lane;
        kit_vector(&kit, 9)[lane] = 100 + lane;
    }
    inst.imm = -2048;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED + 8 * 63), 63);
    assert_int_equal(kit_get32(&kit, MAPPED + 8 * 63 + 4), 163);

    /* A scalar base, and a register that is not signed. */
    inst = flat_inst(rdna_op_global_load_dword);
    kit.wave->scalars[10] = (uint32_t)(MAPPED - UINT64_C(0xfffffff0));
    kit.wave->scalars[11] = (uint32_t)((MAPPED - UINT64_C(0xfffffff0)) >> 32);
    inst.saddr = 10;
    inst.imm = 4;
    for (unsigned lane = 0; lane < 64; lane++)
        kit_vector(&kit, 0)[lane] = 0xfffffff0;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[17], 100);

    /* The lane's number alone. */
    inst = flat_inst(rdna_op_global_load_dword_addtid);
    kit.wave->scalars[10] = (uint32_t)MAPPED;
    kit.wave->scalars[11] = (uint32_t)(MAPPED >> 32);
    rdna_set_exec(kit.wave, UINT64_MAX - 2);
    kit_vector(&kit, 20)[1] = 7;
    inst.saddr = 10;
    inst.imm = 8;
    kit_run(&kit, &inst);
    for (unsigned lane = 0; lane < 64; lane++)
        assert_int_equal(kit_vector(&kit, 20)[lane], lane == 1 ? 7 : lane % 2 * 100 + 1 + lane / 2);

    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    kit.wave->scalars[RDNA_EXEC_HI] = 0;
    inst = flat_inst(rdna_op_global_load_dword);
    set_address(&kit, 0, 0x10);
    kit_fails(&kit, &inst, "lane 0: an address that is not mapped, 0x10");
    kit_finish(&kit);
}

static void
test_global_atomics(void **state)
{
    struct kit kit;
    struct rdna_inst inst = flat_inst(rdna_op_global_atomic_umax);

    (void)state;
    start(&kit, 32);
    for (unsigned lane = 0; lane < 32; lane++) {
        set_address(&kit, lane, MAPPED);
        kit_vector(&kit, 8)[lane] = (lane * 5) % 32;
    }
    kit_vector(&kit, 20)[0] = 77;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED), 31);
    assert_int_equal(kit_vector(&kit, 20)[0], 77);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    inst.row = rdna_op_global_atomic_cmpswap;
    inst.glc = true;
    kit_vector(&kit, 8)[0] = 1;
    kit_vector(&kit, 9)[0] = 31;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED), 1);
    assert_int_equal(kit_vector(&kit, 20)[0], 31);
    inst.row = rdna_op_global_atomic_csub;
    kit_vector(&kit, 8)[0] = 5;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED), 0);
    kit_finish(&kit);
}

/* Dword d of lane l lies at (d * lanes + l) * 4. */
static void
test_scratch(void **state)
{
    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        struct rdna_inst inst = flat_inst(rdna_op_scratch_store_dwordx2);

        start(&kit, size);
        for (unsigned lane = 0; lane < size; lane++) {
            kit_vector(&kit, 0)[lane] = 8;
            kit_vector(&kit, 8)[lane] = 0x100 + lane;
            kit_vector(&kit, 9)[lane] = 0x200 + lane;
        }
        inst.imm = 4;
        kit_run(&kit, &inst);
        for (unsigned lane = 0; lane < size; lane++) {
            assert_int_equal(kit_get32(&kit, SCRATCH + (3 * size + lane) * 4), 0x100 + lane);
            assert_int_equal(kit_get32(&kit, SCRATCH + (4 * size + lane) * 4), 0x200 + lane);
        }
        inst = flat_inst(rdna_op_scratch_load_ubyte);
        kit.wave->scalars[9] = 16;
        inst.saddr = 9;
        inst.imm = 1;
        kit_run(&kit, &inst);
        assert_int_equal(kit_vector(&kit, 20)[5], 2);
        inst.saddr = 0x7f; /* Neither. */
        inst.imm = 12;
        kit_run(&kit, &inst);
        assert_int_equal(kit_vector(&kit, 20)[5], 5);
        kit_finish(&kit);
    }
}

static void
test_windows(void **state)
{
    struct kit kit;
    struct rdna_inst inst = flat_inst(rdna_op_flat_store_dword);

    (void)state;
    start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 0x1f;
    set_address(&kit, 0, MAPPED);
    set_address(&kit, 1, (UINT64_C(1) << 48) + 0x20);
    set_address(&kit, 2, (UINT64_C(2) << 48) + 0x40);
    set_address(&kit, 3, (UINT64_C(1) << 48) + 0x100000); /* Past LDS. */
    set_address(&kit, 4, MAPPED + 0x100);
    for (unsigned lane = 0; lane < 5; lane++)
        kit_vector(&kit, 8)[lane] = 0xe0 + lane;
    inst.imm = 8;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED + 8), 0xe0);
    assert_int_equal(kit.group->lds[0x28], 0xe1);
    assert_int_equal(kit_get32(&kit, SCRATCH + (18 * 32 + 2) * 4), 0xe2);
    assert_int_equal(kit_get32(&kit, MAPPED + 0x108), 0xe4);

    inst.row = rdna_op_flat_load_dword;
    kit_run(&kit, &inst);
    for (unsigned lane = 0; lane < 5; lane++)
        assert_int_equal(kit_vector(&kit, 20)[lane], lane == 3 ? 0 : 0xe0 + lane);
    inst.row = rdna_op_flat_atomic_add;
    inst.glc = true;
    kit_run(&kit, &inst);
    assert_int_equal(kit.group->lds[0x28] + 256u * kit.group->lds[0x29], 2 * 0xe1);
    assert_int_equal(kit_vector(&kit, 20)[2], 0xe2);
    kit_finish(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_global),
        cmocka_unit_test(test_global_atomics),
        cmocka_unit_test(test_scratch),
        cmocka_unit_test(test_windows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
