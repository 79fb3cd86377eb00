/* SPDX-License-Identifier: MIT
 *
 * Buffers: addresses, bounds, swizzles, formats, atomics; and scalar loads of them.
 */
#include "kit.h"

/* s[4:7] is the descriptor, s8 the scalar offset; v0 the index, v1 the offset (v0 if alone); data
 * from v8 on. */
#define RSRC 4

static struct rdna_inst
buffer_inst(enum rdna_op row)
{
    return (struct rdna_inst){.row = (uint16_t)row,
                              .vaddr = V(0),
                              .vdata = V(8),
                              .dst = V(8),
                              .srsrc = RSRC,
                              .soffset = 8};
}

static void
fill_words(struct kit *kit, uint64_t address, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        kit_put32(kit, address + 4 * i, 0x1000 + i);
}

static void
test_addresses(void **state)
{
    struct kit kit;
    struct rdna_inst inst = buffer_inst(rdna_op_buffer_load_dword);

    (void)state;
    kit_start(&kit, 32);
    fill_words(&kit, MAPPED, 0x1000);
    kit_set_buffer(&kit, RSRC,
                   &(struct kit_buffer){.base = MAPPED, .stride = 48, .records = 64, .oob = 1});
    kit.wave->scalars[8] = 16;
    inst.imm = 8;
    inst.idxen = inst.offen = true;
    for (unsigned lane = 0; lane < 32; lane++) {
        kit_vector(&kit, 0)[lane] = lane * 2;
        kit_vector(&kit, 1)[lane] = lane % 3 * 4;
    }
    kit_run(&kit, &inst);
    for (unsigned lane = 0; lane < 32; lane++)
        assert_int_equal(kit_vector(&kit, 8)[lane],
                         0x1000 + (16 + 8 + lane % 3 * 4 + 48 * 2 * lane) / 4);

    /* One register alone is the index, or the offset. */
    inst.offen = false;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 8)[5], 0x1000 + (16 + 8 + 48 * 10) / 4);
    inst.offen = true;
    inst.idxen = false;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 8)[6], 0x1000 + (16 + 8 + 12) / 4);

    /* Neither; the lane's number is added to the index; an inline constant for the offset. */
    inst.offen = false;
    inst.soffset = RDNA_INT_0 + 4;
    kit_set_buffer(&kit, RSRC,
                   &(struct kit_buffer){
                       .base = MAPPED, .stride = 48, .records = 64, .oob = 1, .add_tid = true});
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 8)[7], 0x1000 + (8 + 4 + 48 * 7) / 4);
    kit_finish(&kit);
}

/* For each rule: index, offset, and whether that is inside. Stride 16, 8 records. */
static void
test_bounds(void **state)
{
    static const struct {
        uint32_t oob, stride, records, index, offset;
        bool swizzled, inside;
    } rows[] = {
        {0, 16, 8, 7, 12, false, true},
        {0, 16, 8, 8, 0, false, false},
        {0, 16, 8, 0, 16, false, false},
        {0, 16, 8, 0, 15, false, true},
        {1, 16, 8, 7, 64, false, true},
        {1, 16, 8, 8, 0, false, false},
        {1, 16, 8, 0xffffffff, 0, false, false},
        {2, 16, 8, 100, 100, false, true},
        {2, 16, 0, 0, 0, false, false},
        {3, 0, 8, 0, 7, false, true},
        {3, 0, 8, 0, 8, false, false},
        {3, 0, 8, 5, 4, false, true},
        {3, 0, 8, 0, 0xfffffffc, false, false},
        /* Swizzled by 8: index 1 is 4 bytes on, offset 4 is 32. */
        {3, 16, 37, 1, 4, true, true},
        {3, 16, 36, 1, 4, true, false},
        {3, 16, 129, 8, 0, true, true},
        {3, 16, 128, 8, 0, true, false},
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, 32);
    for (unsigned i = 0; i < 0x800; i++)
        kit_put32(&kit, MAPPED + 4 * i, 0x55555555);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct rdna_inst inst = buffer_inst(rdna_op_buffer_load_ubyte);
        kit_set_buffer(&kit, RSRC,
                       &(struct kit_buffer){.base = MAPPED,
                                            .stride = rows[i].stride,
                                            .records = rows[i].records,
                                            .swizzled = rows[i].swizzled,
                                            .oob = rows[i].oob});
        inst.idxen = inst.offen = true;
        kit.wave->scalars[RDNA_EXEC_LO] = 1;
        kit_vector(&kit, 0)[0] = rows[i].index;
        kit_vector(&kit, 1)[0] = rows[i].offset;
        kit_vector(&kit, 8)[0] = 77;
        kit_run(&kit, &inst);
        if (kit_vector(&kit, 8)[0] != (rows[i].inside ? 0x55u : 0))
            fail_msg("load, row %zu", i);

        /* Formats have no w where they are outside. */
        inst.row = rdna_op_tbuffer_load_format_xyzw;
        inst.format = 5;
        kit_run(&kit, &inst);
        assert_int_equal(kit_vector(&kit, 8)[0], rows[i].inside ? 0x55 : 0);
        assert_int_equal(kit_vector(&kit, 11)[0], rows[i].inside ? 1 : 0);

        /* Atomics return 0 and change nothing; stores change nothing. */
        if (rows[i].inside)
            continue;
        inst.row = rdna_op_buffer_atomic_add;
        inst.glc = true;
        kit_vector(&kit, 8)[0] = 1;
        kit_run(&kit, &inst);
        assert_int_equal(kit_vector(&kit, 8)[0], 0);
        inst.row = rdna_op_buffer_store_dword;
        kit_run(&kit, &inst);
        inst.row = rdna_op_tbuffer_store_format_x;
        kit_run(&kit, &inst);
        for (unsigned j = 0; j < 0x800; j++)
            assert_int_equal(kit_get32(&kit, MAPPED + 4 * j), 0x55555555);
    }
    kit_finish(&kit);
}

/* Of four dwords, those that are inside. */
static void
test_bounds_per_dword(void **state)
{
    struct kit kit;
    struct rdna_inst inst = buffer_inst(rdna_op_buffer_load_dwordx4);

    (void)state;
    kit_start(&kit, 32);
    fill_words(&kit, MAPPED, 16);
    kit_set_buffer(&kit, RSRC, &(struct kit_buffer){.base = MAPPED, .records = 24, .oob = 3});
    inst.imm = 16;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 8)[3], 0x1004);
    assert_int_equal(kit_vector(&kit, 9)[3], 0x1005);
    assert_int_equal(kit_vector(&kit, 10)[3], 0);
    assert_int_equal(kit_vector(&kit, 11)[3], 0);
    inst.row = rdna_op_buffer_store_dwordx4;
    for (unsigned i = 0; i < 4; i++)
        kit_vector(&kit, 8 + i)[0] = 0x77 + i;
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED + 20), 0x78);
    assert_int_equal(kit_get32(&kit, MAPPED + 24), 0x1006);
    /* A format's element is in or out as a whole. */
    inst.row = rdna_op_tbuffer_load_format_xyzw;
    inst.format = 75;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 10)[0], 0x1006);
    kit_finish(&kit);
}

static void
test_swizzle(void **state)
{
    static const uint32_t strides[4] = {8, 16, 32, 64};
    struct kit kit;

    (void)state;
    for (unsigned code = 0; code < 4; code++) {
        struct rdna_inst inst = buffer_inst(rdna_op_buffer_load_dwordx2);
        const uint32_t count = strides[code], stride = 20;

        kit_start(&kit, 64);
        fill_words(&kit, MAPPED, 0x1000);
        kit_set_buffer(&kit, RSRC,
                       &(struct kit_buffer){.base = MAPPED,
                                            .stride = stride,
                                            .records = 1000,
                                            .index_stride_code = code,
                                            .swizzled = true,
                                            .oob = 1});
        inst.idxen = inst.offen = true;
        kit.wave->scalars[8] = 64; /* Outside of the swizzle. */
        for (unsigned lane = 0; lane < 64; lane++) {
            kit_vector(&kit, 0)[lane] = lane * 3;
            kit_vector(&kit, 1)[lane] = lane % 4 * 4;
        }
        kit_run(&kit, &inst);
        for (unsigned lane = 0; lane < 64; lane++) {
            for (unsigned part = 0; part < 2; part++) {
                const uint32_t index = lane * 3, offset = lane % 4 * 4 + 4 * part;
                const uint32_t address = 64 + index / count * stride * count +
                                         offset / 4 * 4 * count + index % count * 4 + offset % 4;
                assert_int_equal(kit_vector(&kit, 8 + part)[lane], 0x1000 + address / 4);
            }
        }
        kit_finish(&kit);
    }
}

static void
test_widths(void **state)
{
    static const struct {
        enum rdna_op row;
        uint32_t expected;
    } loads[] = {
        {rdna_op_buffer_load_ubyte, 0x84},
        {rdna_op_buffer_load_sbyte, 0xffffff84},
        {rdna_op_buffer_load_ushort, 0xa384},
        {rdna_op_buffer_load_sshort, 0xffffa384},
        {rdna_op_buffer_load_ubyte_d16, 0x77770084},
        {rdna_op_buffer_load_sbyte_d16, 0x7777ff84},
        {rdna_op_buffer_load_ubyte_d16_hi, 0x00847777},
        {rdna_op_buffer_load_sbyte_d16_hi, 0xff847777},
        {rdna_op_buffer_load_short_d16, 0x7777a384},
        {rdna_op_buffer_load_short_d16_hi, 0xa3847777},
    };
    static const struct {
        enum rdna_op row;
        uint32_t expected;
    } stores[] = {
        {rdna_op_buffer_store_byte, 0xc2b1a3ef},  {rdna_op_buffer_store_byte_d16_hi, 0xc2b1a3ad},
        {rdna_op_buffer_store_short, 0xc2b1beef}, {rdna_op_buffer_store_short_d16_hi, 0xc2b1dead},
        {rdna_op_buffer_store_dword, 0xdeadbeef},
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 4;
    kit_set_buffer(&kit, RSRC, &(struct kit_buffer){.base = MAPPED, .records = 256, .oob = 3});
    kit_put32(&kit, MAPPED, 0xc2b1a384);
    for (size_t i = 0; i < BASE_COUNT(loads); i++) {
        const struct rdna_inst inst = buffer_inst(loads[i].row);
        kit_vector(&kit, 8)[2] = kit_vector(&kit, 8)[3] = 0x77777777;
        kit_run(&kit, &inst);
        assert_int_equal(kit_vector(&kit, 8)[2], loads[i].expected);
        assert_int_equal(kit_vector(&kit, 8)[3], 0x77777777);
    }
    for (size_t i = 0; i < BASE_COUNT(stores); i++) {
        const struct rdna_inst inst = buffer_inst(stores[i].row);
        kit_put32(&kit, MAPPED, 0xc2b1a384);
        kit_vector(&kit, 8)[2] = 0xdeadbeef;
        kit_run(&kit, &inst);
        assert_int_equal(kit_get32(&kit, MAPPED), stores[i].expected);
    }
    kit_finish(&kit);
}

static void
test_formats(void **state)
{
    struct kit kit;
    struct rdna_inst inst = buffer_inst(rdna_op_buffer_load_format_xyzw);

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    kit_put32(&kit, MAPPED, 0xff00ff80);
    kit_set_buffer(&kit, RSRC,
                   &(struct kit_buffer){.base = MAPPED, .records = 256, .format = 56, .oob = 3});
    kit_run(&kit, &inst);
    const uint32_t expected[4] = {base_bits_of_float(128 / 255.0f), 0x3f800000, 0, 0x3f800000};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(kit_vector(&kit, 8 + i)[0], expected[i]);

    /* Halves, two a register; the status after them. */
    inst.row = rdna_op_buffer_load_format_d16_xyz;
    inst.tfe = true;
    kit_vector(&kit, 10)[0] = kit_vector(&kit, 11)[0] = 9;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 8)[0], 0x3c003804);
    assert_int_equal(kit_vector(&kit, 9)[0], 0);
    assert_int_equal(kit_vector(&kit, 10)[0], 0);
    assert_int_equal(kit_vector(&kit, 11)[0], 9);
    inst.tfe = false;
    inst.row = rdna_op_buffer_load_format_d16_hi_x;
    kit_vector(&kit, 8)[0] = 0x11112222;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 8)[0], 0x38042222);

    /* The instruction's format counts, not the descriptor's. */
    inst.row = rdna_op_tbuffer_store_format_xy;
    inst.format = 23; /* 16_16_UNORM */
    kit_vector(&kit, 8)[0] = base_bits_of_float(1.0f);
    kit_vector(&kit, 9)[0] = base_bits_of_float(0.0f);
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED), 0xffff);
    inst.row = rdna_op_tbuffer_store_format_d16_xyzw;
    inst.format = 61; /* 8_8_8_8_SINT */
    kit_vector(&kit, 8)[0] = 0x0002ffff;
    kit_vector(&kit, 9)[0] = 0x00040003;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED), 0x040302ff);

    inst.row = rdna_op_tbuffer_load_format_x;
    inst.format = 78;
    kit_fails(&kit, &inst, "format 78");
    kit.wave->scalars[RSRC + 3] |= 1u << 30;
    kit_fails(&kit, &inst, "type is 1");
    kit_finish(&kit);
}

static void
test_atomics(void **state)
{
    struct kit kit;
    struct rdna_inst inst = buffer_inst(rdna_op_buffer_atomic_add);

    (void)state;
    kit_start(&kit, 32);
    kit_set_buffer(&kit, RSRC, &(struct kit_buffer){.base = MAPPED, .records = 256, .oob = 3});
    kit_put32(&kit, MAPPED, 100);
    for (unsigned lane = 0; lane < 32; lane++)
        kit_vector(&kit, 8)[lane] = 1;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED), 132);
    assert_int_equal(kit_vector(&kit, 8)[31], 1); /* Nothing returned without glc. */
    inst.glc = true;
    kit_run(&kit, &inst);
    for (unsigned lane = 0; lane < 32; lane++)
        assert_int_equal(kit_vector(&kit, 8)[lane], 132 + lane);

    /* The new value first, then the one to compare. */
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    inst.row = rdna_op_buffer_atomic_cmpswap;
    kit_vector(&kit, 8)[0] = 7;
    kit_vector(&kit, 9)[0] = 164;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED), 7);
    assert_int_equal(kit_vector(&kit, 8)[0], 164);
    assert_int_equal(kit_vector(&kit, 9)[0], 164);
    inst.row = rdna_op_buffer_atomic_cmpswap_x2;
    kit_put32(&kit, MAPPED + 8, 1);
    kit_put32(&kit, MAPPED + 12, 2);
    inst.imm = 8;
    const uint32_t operands[4] = {3, 4, 1, 2};
    for (unsigned i = 0; i < 4; i++)
        kit_vector(&kit, 8 + i)[0] = operands[i];
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED + 8), 3);
    assert_int_equal(kit_get32(&kit, MAPPED + 12), 4);
    assert_int_equal(kit_vector(&kit, 8)[0], 1);
    assert_int_equal(kit_vector(&kit, 9)[0], 2);

    inst.imm = 4;
    kit_fails(&kit, &inst, "misaligned");
    inst.row = rdna_op_buffer_atomic_add;
    inst.imm = 2;
    kit_fails(&kit, &inst, "misaligned");
    kit_finish(&kit);
}

static void
test_faults(void **state)
{
    struct kit kit;
    struct rdna_inst inst = buffer_inst(rdna_op_buffer_store_dword);

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 8;
    kit_set_buffer(&kit, RSRC, &(struct kit_buffer){.base = READ_ONLY, .records = 4, .oob = 3});
    kit_fails(&kit, &inst, "lane 3: a write to read-only memory, 0x123400020000");
    inst.row = rdna_op_buffer_load_dword;
    kit_run(&kit, &inst);
    kit_set_buffer(&kit, RSRC, &(struct kit_buffer){.base = 0x1000, .records = 4, .oob = 3});
    kit_fails(&kit, &inst, "lane 3: an address that is not mapped, 0x1000");
    kit.wave->scalars[RDNA_EXEC_LO] = 0;
    kit_run(&kit, &inst);
    kit_finish(&kit);
}

/* M0, the offset, and four bytes a lane. */
static void
test_load_to_lds(void **state)
{
    struct kit kit;
    struct rdna_inst inst = buffer_inst(rdna_op_buffer_load_sbyte);

    (void)state;
    kit_start(&kit, 32);
    kit_set_buffer(&kit, RSRC, &(struct kit_buffer){.base = MAPPED, .records = 256, .oob = 3});
    kit_put32(&kit, MAPPED, 0x8000);
    kit.wave->scalars[RDNA_M0] = 0xabcd0100;
    kit.wave->scalars[RDNA_EXEC_LO] = 0x20;
    inst.imm = 1;
    inst.lds = true;
    kit_run(&kit, &inst);
    const uint8_t expected[4] = {0x80, 0xff, 0xff, 0xff};
    assert_memory_equal(kit.group->lds + 0x101 + 20, expected, 4);
    assert_int_equal(kit.group->lds[0x100 + 20], 0);
    assert_int_equal(kit_vector(&kit, 8)[5], 0);
    kit_finish(&kit);
}

/* ---- Scalar memory ---- */

static struct rdna_inst
scalar_inst(enum rdna_op row)
{
    return (struct rdna_inst){.row = (uint16_t)row, .dst = 20, .sbase = RSRC, .soffset = RDNA_NULL};
}

static void
set_base(struct kit *kit, uint64_t base)
{
    kit->wave->scalars[RSRC] = (uint32_t)base;
    kit->wave->scalars[RSRC + 1] = (uint32_t)(base >> 32);
}

static void
test_scalar(void **state)
{
    struct kit kit;
    struct rdna_inst inst = scalar_inst(rdna_op_s_load_dwordx2);

    (void)state;
    kit_start(&kit, 64);
    fill_words(&kit, MAPPED, 64);
    kit.wave->scalars[RDNA_EXEC_LO] = kit.wave->scalars[RDNA_EXEC_HI] = 0; /* No matter. */
    set_base(&kit, MAPPED + 64);
    inst.imm = -8;
    kit_run(&kit, &inst);
    assert_int_equal(kit.wave->scalars[20], 0x100e);
    assert_int_equal(kit.wave->scalars[21], 0x100f);
    /* Register and number; the last two bits are dropped. */
    kit.wave->scalars[9] = 19;
    inst.soffset = 9;
    kit_run(&kit, &inst);
    assert_int_equal(kit.wave->scalars[20], 0x1012);
    /* The base may be overwritten. */
    inst = scalar_inst(rdna_op_s_load_dwordx4);
    inst.dst = RSRC;
    kit_run(&kit, &inst);
    assert_int_equal(kit.wave->scalars[RSRC], 0x1010);
    assert_int_equal(kit.wave->scalars[RSRC + 3], 0x1013);

    inst = scalar_inst(rdna_op_s_store_dword);
    set_base(&kit, MAPPED);
    kit.wave->scalars[20] = 0xfeed;
    inst.imm = 12;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED + 12), 0xfeed);
    inst = scalar_inst(rdna_op_s_atomic_add);
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED), 0x1000 + 0xfeed);
    inst.glc = true;
    kit_run(&kit, &inst);
    assert_int_equal(kit.wave->scalars[20], 0x1000 + 0xfeed);
    inst.row = rdna_op_s_atomic_cmpswap_x2;
    kit.wave->scalars[20] = 1;
    kit.wave->scalars[21] = 2;
    kit.wave->scalars[22] = 0x1002;
    kit.wave->scalars[23] = 0xfeed;
    inst.imm = 8;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED + 8), 1);
    assert_int_equal(kit_get32(&kit, MAPPED + 12), 2);
    assert_int_equal(kit.wave->scalars[20], 0x1002);
    set_base(&kit, 64);
    inst = scalar_inst(rdna_op_s_load_dword);
    kit_fails(&kit, &inst, "an address that is not mapped, 0x40");
    kit_finish(&kit);
}

static void
test_scalar_buffers(void **state)
{
    struct kit kit;
    struct rdna_inst inst = scalar_inst(rdna_op_s_buffer_load_dwordx4);

    (void)state;
    kit_start(&kit, 32);
    fill_words(&kit, MAPPED, 64);
    kit_set_buffer(&kit, RSRC,
                   &(struct kit_buffer){.base = MAPPED, .records = 20, .swizzled = true});
    inst.imm = 12;
    kit_run(&kit, &inst);
    assert_int_equal(kit.wave->scalars[20], 0x1003);
    assert_int_equal(kit.wave->scalars[21], 0x1004);
    assert_int_equal(kit.wave->scalars[22], 0);
    assert_int_equal(kit.wave->scalars[23], 0);
    /* With a stride there are so many bytes more. */
    kit_set_buffer(&kit, RSRC, &(struct kit_buffer){.base = MAPPED, .stride = 4, .records = 6});
    kit_run(&kit, &inst);
    assert_int_equal(kit.wave->scalars[22], 0x1005);
    assert_int_equal(kit.wave->scalars[23], 0);
    /* The number is not signed. */
    inst.imm = -4;
    kit_run(&kit, &inst);
    assert_int_equal(kit.wave->scalars[20], 0);
    kit_finish(&kit);
}

static void
test_scalar_others(void **state)
{
    struct kit kit;

    (void)state;
    kit_start(&kit, 32);
    kit.group->steps = UINT64_C(0x123456789);
    kit.wave->index = 3;
    struct rdna_inst inst = scalar_inst(rdna_op_s_memtime);
    kit_run(&kit, &inst);
    assert_int_equal(rdna_get_pair(kit.wave, 20), UINT64_C(0x123456789));
    inst = scalar_inst(rdna_op_s_get_waveid_in_workgroup);
    kit_run(&kit, &inst);
    assert_int_equal(kit.wave->scalars[20], 3);
    assert_int_equal(kit.wave->scalars[21], 1);
    static const enum rdna_op nothing[] = {rdna_op_s_gl1_inv,          rdna_op_s_dcache_inv,
                                           rdna_op_s_dcache_wb,        rdna_op_s_atc_probe,
                                           rdna_op_s_atc_probe_buffer, rdna_op_s_dcache_discard,
                                           rdna_op_buffer_gl0_inv};
    for (size_t i = 0; i < BASE_COUNT(nothing); i++) {
        inst = scalar_inst(nothing[i]);
        kit_run(&kit, &inst);
        assert_int_equal(kit.wave->scalars[20], 3);
    }
    kit_finish(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_bounds_per_dword), cmocka_unit_test(test_swizzle),
        cmocka_unit_test(test_widths),           cmocka_unit_test(test_formats),
        cmocka_unit_test(test_atomics),          cmocka_unit_test(test_faults),
        cmocka_unit_test(test_load_to_lds),      cmocka_unit_test(test_scalar),
        cmocka_unit_test(test_scalar_buffers),   cmocka_unit_test(test_scalar_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
