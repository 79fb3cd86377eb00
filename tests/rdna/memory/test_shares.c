/* SPDX-License-Identifier: MIT
 *
 * LDS and GDS, and the permutes that go through their crossbar.
 */
#include "kit.h"

/* v0 is the address, v8 and v12 the data, v20 on the result. */
static struct rdna_inst
ds_inst(enum rdna_op row, unsigned offset)
{
    return (struct rdna_inst){.row = (uint16_t)row,
                              .vaddr = V(0),
                              .vdata = V(8),
                              .vdata1 = V(12),
                              .dst = V(20),
                              .imm = (int32_t)offset};
}

static uint32_t
lds_word(const struct kit *kit, unsigned address)
{
    uint32_t value;

    memcpy(&value, kit->group->lds + address, sizeof(value));
    return value;
}

static void
set_lds(struct kit *kit, unsigned address, uint32_t value)
{
    memcpy(kit->group->lds + address, &value, sizeof(value));
}

static void
test_reads(void **state)
{
    static const struct {
        enum rdna_op row;
        unsigned offset, registers;
        uint32_t expected[5]; /* One more than any row writes. */
    } rows[] = {
        {rdna_op_ds_read_b32, 4, 1, {0x87654321}},
        {rdna_op_ds_read_b64, 0, 2, {0x1000, 0x87654321}},
        {rdna_op_ds_read_b96, 4, 3, {0x87654321, 0x1002, 0x1003}},
        {rdna_op_ds_read_b128, 4, 4, {0x87654321, 0x1002, 0x1003, 0x1004}},
        {rdna_op_ds_read_u8, 7, 1, {0x87}},
        {rdna_op_ds_read_i8, 7, 1, {0xffffff87}},
        {rdna_op_ds_read_u16, 6, 1, {0x8765}},
        {rdna_op_ds_read_i16, 6, 1, {0xffff8765}},
        {rdna_op_ds_read_u8_d16, 7, 1, {0x77770087}},
        {rdna_op_ds_read_i8_d16_hi, 7, 1, {0xff877777}},
        {rdna_op_ds_read_u16_d16, 6, 1, {0x77778765}},
        {rdna_op_ds_read_u16_d16_hi, 6, 1, {0x87657777}},
        {rdna_op_ds_read2_b32, 1 | 3 << 8, 2, {0x87654321, 0x1003}},
        {rdna_op_ds_read2_b64, 1 | 2 << 8, 4, {0x1002, 0x1003, 0x1004, 0x1005}},
        {rdna_op_ds_read2st64_b32, 1 | 2 << 8, 2, {0x1040, 0x1080}},
        {rdna_op_ds_read2st64_b64, 1 | 2 << 8, 4, {0x1080, 0x1081, 0x1100, 0x1101}},
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, 64);
    for (unsigned i = 0; i < 1024; i++)
        set_lds(&kit, 4 * i, i == 1 ? 0x87654321 : 0x1000 + i);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct rdna_inst inst = ds_inst(rows[i].row, rows[i].offset);
        for (unsigned r = 0; r < 5; r++)
            kit_vector(&kit, 20 + r)[63] = 0x77777777;
        kit_run(&kit, &inst);
        for (unsigned r = 0; r < 5; r++)
            if (kit_vector(&kit, 20 + r)[63] !=
                (r < rows[i].registers ? rows[i].expected[r] : 0x77777777))
                fail_msg("%s, register %u: 0x%x", rdna_op_infos[inst.row].name, r,
                         kit_vector(&kit, 20 + r)[63]);
    }
    kit_finish(&kit);
}

static void
test_writes(void **state)
{
    static const struct {
        enum rdna_op row;
        unsigned offset;
        struct {
            unsigned address;
            uint32_t value;
        } expected[4];
    } rows[] = {
        {rdna_op_ds_write_b32, 4, {{4, 0xa0}}},
        {rdna_op_ds_write_b64, 8, {{8, 0xa0}, {12, 0xa1}}},
        {rdna_op_ds_write_b96, 8, {{8, 0xa0}, {12, 0xa1}, {16, 0xa2}}},
        {rdna_op_ds_write_b128, 16, {{16, 0xa0}, {20, 0xa1}, {24, 0xa2}, {28, 0xa3}}},
        {rdna_op_ds_write_b8, 5, {{4, 0xa000}}},
        {rdna_op_ds_write_b16, 6, {{4, 0xa00000}}},
        {rdna_op_ds_write2_b32, 1 | 3 << 8, {{4, 0xa0}, {12, 0xb0}}},
        {rdna_op_ds_write2_b64, 1 | 3 << 8, {{8, 0xa0}, {12, 0xa1}, {24, 0xb0}, {28, 0xb1}}},
        {rdna_op_ds_write2st64_b32, 1 | 2 << 8, {{256, 0xa0}, {512, 0xb0}}},
        {rdna_op_ds_write2st64_b64, 0 | 2 << 8, {{0, 0xa0}, {4, 0xa1}, {1024, 0xb0}, {1028, 0xb1}}},
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 2;
    for (unsigned r = 0; r < 4; r++) {
        kit_vector(&kit, 8 + r)[1] = 0xa0 + r;
        kit_vector(&kit, 12 + r)[1] = 0xb0 + r;
    }
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct rdna_inst inst = ds_inst(rows[i].row, rows[i].offset);
        unsigned total = 0;
        memset(kit.group->lds, 0, kit.group->lds_size);
        kit_run(&kit, &inst);
        for (unsigned j = 0; j < 4; j++)
            if (rows[i].expected[j].value) {
                assert_int_equal(lds_word(&kit, rows[i].expected[j].address),
                                 rows[i].expected[j].value);
                total++;
            }
        for (unsigned j = 0; j < 1024; j++)
            total -= lds_word(&kit, 4 * j) != 0;
        assert_int_equal(total, 0);
    }
    /* The upper half. */
    struct rdna_inst inst = ds_inst(rdna_op_ds_write_b8_d16_hi, 2);
    kit_vector(&kit, 8)[1] = 0x12345678;
    memset(kit.group->lds, 0, 8);
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0), 0x340000);
    inst.row = rdna_op_ds_write_b16_d16_hi;
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0), 0x12340000);
    kit_finish(&kit);
}

/* Reads past the end are 0, writes vanish; the address wraps at 32 bits before that. */
static void
test_bounds(void **state)
{
    struct kit kit;
    struct rdna_inst inst = ds_inst(rdna_op_ds_read_b64, 0);

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    set_lds(&kit, 4092, 0x55);
    kit_vector(&kit, 0)[0] = 4092;
    kit_vector(&kit, 21)[0] = 9;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], 0x55);
    assert_int_equal(kit_vector(&kit, 21)[0], 0);
    inst = ds_inst(rdna_op_ds_write_b32, 0);
    kit_vector(&kit, 0)[0] = 4096;
    kit_run(&kit, &inst);
    inst = ds_inst(rdna_op_ds_add_rtn_u32, 0);
    kit_vector(&kit, 20)[0] = 9;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], 0);
    set_lds(&kit, 8, 0x66);
    kit_vector(&kit, 0)[0] = 0xfffffff8;
    inst = ds_inst(rdna_op_ds_read_b32, 16);
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], 0x66);
    kit_finish(&kit);
}

static void
test_atomics(void **state)
{
    struct kit kit;
    struct rdna_inst inst = ds_inst(rdna_op_ds_add_rtn_u32, 0);

    (void)state;
    kit_start(&kit, 64);
    for (unsigned lane = 0; lane < 64; lane++)
        kit_vector(&kit, 8)[lane] = 2;
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0), 128);
    assert_int_equal(kit_vector(&kit, 20)[40], 80);
    inst.row = rdna_op_ds_sub_u32;
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0), 0);
    assert_int_equal(kit_vector(&kit, 20)[40], 80);

    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    kit.wave->scalars[RDNA_EXEC_HI] = 0;
    /* The value to compare first, then the new one. */
    set_lds(&kit, 0, 5);
    kit_vector(&kit, 8)[0] = 5;
    kit_vector(&kit, 12)[0] = 6;
    inst.row = rdna_op_ds_cmpst_rtn_b32;
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0), 6);
    assert_int_equal(kit_vector(&kit, 20)[0], 5);
    inst.row = rdna_op_ds_cmpst_b32;
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0), 6);
    /* (old & ~first) | second */
    set_lds(&kit, 0, 0xffff);
    kit_vector(&kit, 8)[0] = 0x0ff0;
    kit_vector(&kit, 12)[0] = 0x0120;
    inst.row = rdna_op_ds_mskor_b32;
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0), 0xf12f);
    inst.row = rdna_op_ds_wrap_rtn_b32;
    set_lds(&kit, 0, 3);
    kit_vector(&kit, 8)[0] = 4;
    kit_vector(&kit, 12)[0] = 10;
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0), 13);
    /* Two at once. */
    inst = ds_inst(rdna_op_ds_wrxchg2_rtn_b32, 1 | 4 << 8);
    set_lds(&kit, 4, 0x44);
    set_lds(&kit, 16, 0x16);
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 4), 4);
    assert_int_equal(lds_word(&kit, 16), 10);
    assert_int_equal(kit_vector(&kit, 20)[0], 0x44);
    assert_int_equal(kit_vector(&kit, 21)[0], 0x16);
    /* 64 bits. */
    inst = ds_inst(rdna_op_ds_add_rtn_u64, 24);
    set_lds(&kit, 24, 0xffffffff);
    set_lds(&kit, 28, 1);
    kit_vector(&kit, 8)[0] = 2;
    kit_vector(&kit, 9)[0] = 0;
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 24), 1);
    assert_int_equal(lds_word(&kit, 28), 2);
    assert_int_equal(kit_vector(&kit, 20)[0], 0xffffffff);
    assert_int_equal(kit_vector(&kit, 21)[0], 1);
    inst.imm = 4;
    kit_fails(&kit, &inst, "misaligned");

    /* The operand is in memory: three dwords on, and two back. */
    set_lds(&kit, 32, 10);
    set_lds(&kit, 44, 7);
    set_lds(&kit, 24, 3);
    kit_vector(&kit, 0)[0] = 32;
    inst = ds_inst(rdna_op_ds_add_src2_u32, 3);
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 32), 17);
    inst = ds_inst(rdna_op_ds_write_src2_b32, 0x7ffe);
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 32), 3);
    kit_finish(&kit);
}

static void
test_m0(void **state)
{
    struct kit kit;
    struct rdna_inst inst = ds_inst(rdna_op_ds_write_addtid_b32, 8);

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_M0] = 0xffff0040;
    kit.wave->scalars[RDNA_EXEC_LO] = 0xf0;
    for (unsigned lane = 0; lane < 32; lane++)
        kit_vector(&kit, 8)[lane] = 0x100 + lane;
    kit_run(&kit, &inst);
    for (unsigned lane = 0; lane < 32; lane++)
        assert_int_equal(lds_word(&kit, 0x48 + 4 * lane), lane / 4 == 1 ? 0x100 + lane : 0);
    inst.row = rdna_op_ds_read_addtid_b32;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[6], 0x106);

    /* So many as are enabled; each lane gets the old value. */
    inst = ds_inst(rdna_op_ds_append, 4);
    set_lds(&kit, 0x44, 100);
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0x44), 104);
    assert_int_equal(kit_vector(&kit, 20)[7], 100);
    assert_int_equal(kit_vector(&kit, 20)[8], 0);
    inst.row = rdna_op_ds_consume;
    kit_run(&kit, &inst);
    assert_int_equal(lds_word(&kit, 0x44), 100);
    assert_int_equal(kit_vector(&kit, 20)[4], 104);

    /* GDS: base above, size below. */
    inst = ds_inst(rdna_op_ds_write_b32, 0);
    inst.gds = true;
    kit.wave->scalars[RDNA_M0] = 0x100 << 16 | 0x20;
    kit_vector(&kit, 0)[4] = 0x1c;
    kit_vector(&kit, 0)[5] = 0x20;
    kit_run(&kit, &inst);
    uint32_t value;
    memcpy(&value, kit.group->gds + 0x11c, 4);
    assert_int_equal(value, 0x104);
    memcpy(&value, kit.group->gds + 0x120, 4);
    assert_int_equal(value, 0);
    inst = ds_inst(rdna_op_ds_gws_barrier, 0);
    inst.gds = true;
    kit_fails(&kit, &inst, "wave sync");
    kit_finish(&kit);
}

static void
test_swizzle(void **state)
{
    static const unsigned patterns[] = {0x80a0, 0x8000 | 0x1b, 0x1f,  0x041f,
                                        0x7c1f, 0x0200,        0x03e0};

    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, size);
        for (unsigned lane = 0; lane < size; lane++)
            kit_vector(&kit, 0)[lane] = 1000 + lane;
        kit.wave->scalars[RDNA_EXEC_LO] = 0xfffffff7;
        for (size_t i = 0; i < BASE_COUNT(patterns); i++) {
            const struct rdna_inst inst = ds_inst(rdna_op_ds_swizzle_b32, patterns[i]);
            const unsigned p = patterns[i];
            kit_run(&kit, &inst);
            for (unsigned lane = 0; lane < size; lane++) {
                const unsigned in = lane % 32;
                unsigned from = (((in & p % 32) | p / 32 % 32) ^ p / 1024) % 32;
                if (p >= 0x8000)
                    from = in / 4 * 4 + (p >> in % 4 * 2) % 4;
                from += lane / 32 * 32;
                if (lane != 3)
                    assert_int_equal(kit_vector(&kit, 20)[lane], from == 3 ? 0 : 1000 + from);
                else
                    assert_int_equal(kit_vector(&kit, 20)[lane], 0);
            }
        }
        const struct rdna_inst other = ds_inst(rdna_op_ds_swizzle_b32, 0xe000);
        kit_fails(&kit, &other, "swizzle 0xe000");
        kit_finish(&kit);
    }
}

static void
test_permutes(void **state)
{
    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, size);
        for (unsigned lane = 0; lane < size; lane++) {
            kit_vector(&kit, 0)[lane] = (lane * 7 + 3) * 4 + lane % 4; /* Also past 32. */
            kit_vector(&kit, 8)[lane] = 1000 + lane;
            kit_vector(&kit, 20)[lane] = 1;
        }
        kit.wave->scalars[RDNA_EXEC_LO] = ~4u;
        struct rdna_inst inst = ds_inst(rdna_op_ds_bpermute_b32, 4);
        kit_run(&kit, &inst);
        for (unsigned lane = 0; lane < size; lane++) {
            const unsigned from = lane / 32 * 32 + (lane * 7 + 4) % 32;
            assert_int_equal(kit_vector(&kit, 20)[lane], lane == 2   ? 1
                                                         : from == 2 ? 0
                                                                     : 1000 + from);
        }
        /* Each lane writes one: the last of those that meet counts, and 0 where none does. */
        inst.row = rdna_op_ds_permute_b32;
        inst.imm = 0;
        for (unsigned lane = 0; lane < size; lane++)
            kit_vector(&kit, 0)[lane] = lane % 32 / 2 * 4;
        kit_run(&kit, &inst);
        for (unsigned lane = 0; lane < size; lane++)
            if (lane != 2)
                assert_int_equal(kit_vector(&kit, 20)[lane],
                                 lane % 32 < 16 ? 1000 + lane / 32 * 32 + lane % 32 * 2 + 1 : 0);
        kit_finish(&kit);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),    cmocka_unit_test(test_writes),
        cmocka_unit_test(test_bounds),   cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_m0),       cmocka_unit_test(test_swizzle),
        cmocka_unit_test(test_permutes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
