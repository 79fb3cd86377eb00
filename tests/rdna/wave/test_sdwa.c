/* SPDX-License-Identifier: MIT
 *
 * SDWA: parts of sources and of destinations.
 */
#include "kit.h"

#include <string.h>

/* Selections: bytes 0 to 3, words 4 and 5, all 6. */

static uint32_t
selected(uint32_t value, unsigned select, bool sign)
{
    switch (select) {
    case 0:
    case 1:
    case 2:
    case 3:
        value = value >> select * 8 & 0xff;
        return sign && value >= 0x80 ? value - 0x100 : value;
    case 4:
    case 5:
        value = select == 5 ? value >> 16 : value & 0xffff;
        return sign && value >= 0x8000 ? value - 0x10000 : value;
    }
    return value;
}

static uint32_t
placed(uint32_t old, uint32_t value, unsigned select, unsigned unused)
{
    const unsigned bits = select < 4 ? 8 : 16, at = select < 4 ? select * 8 : (select - 4) * 16;

    if (select == 6)
        return value;
    for (unsigned i = 0; i < 32; i++) {
        const bool within = i >= at && i < at + bits;
        bool bit = false; /* Below the part of a sign-extended result too. */
        if (within)
            bit = value >> (i - at) & 1;
        else if (unused == 1 && i >= at + bits)
            bit = value >> (bits - 1) & 1;
        else if (unused == 2)
            bit = old >> i & 1;
        old = (old & ~(1u << i)) | (uint32_t)bit << i;
    }
    return old;
}

struct sdwa {
    unsigned dst_sel, dst_unused, sel[2];
    bool sext[2];
};

static uint32_t
sdwa_word(const struct sdwa *s)
{
    return 1 | s->dst_sel << 8 | s->dst_unused << 11 | s->sel[0] << 16 |
           (uint32_t)s->sext[0] << 19 | s->sel[1] << 24 | (uint32_t)s->sext[1] << 27;
}

static void
check_integer(struct kit *kit, const struct sdwa *s, uint64_t exec)
{
    /* v_add_nc_u32_sdwa v3, v1, v2 */
    const uint32_t words[] = {kit_vop2(0x25, 3, KIT_SDWA, 2), sdwa_word(s)};
    uint32_t before[RDNA_MAX_LANES];

    for (unsigned v = 1; v < 4; v++)
        kit_randomize(kit->wave->vectors[v]);
    memcpy(before, kit->wave->vectors[3], sizeof(before));
    kit_set_exec(kit->wave, exec);
    assert_true(kit_execute(kit, words, 2));
    for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++) {
        const uint32_t sum = selected(kit->wave->vectors[1][lane], s->sel[0], s->sext[0]) +
                             selected(kit->wave->vectors[2][lane], s->sel[1], s->sext[1]);
        const uint32_t expected =
            exec >> lane & 1 ? placed(before[lane], sum, s->dst_sel, s->dst_unused) : before[lane];
        if (kit->wave->vectors[3][lane] != expected)
            fail_msg("dst_sel %u unused %u sel %u %u: %08x, not %08x", s->dst_sel, s->dst_unused,
                     s->sel[0], s->sel[1], kit->wave->vectors[3][lane], expected);
    }
}

static void
test_selections(void **state)
{
    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, NULL, 0, size, 1);
        for (unsigned i = 0; i < 7 * 3 * 7 * 7 * 4; i++) {
            const struct sdwa s = {
                i % 7, i / 7 % 3, {i / 21 % 7, i / 147 % 7}, {i / 1029 & 1, i / 1029 >> 1}};
            check_integer(&kit, &s, kit_exec(i % KIT_EXECS, size));
        }
        kit_finish(&kit);
    }
}

/* Single instructions of wave32 on v1, v2 and s4, lane 0: what v3 becomes. */
static const struct {
    const char *text;
    uint32_t words[2];
    uint32_t v1, v2, old, expected;
} rows[] = {
    /* neg and abs act at the float's width, after the selection. */
    {"v_add_f16_sdwa v3, -v1, |v2| WORD_1 PRESERVE, WORD_1, WORD_0",
     {0x640604f9, 0x24151501},
     0x3c000000,
     0x0000c000,
     0x12345678,
     0x3c005678},
    {"v_add_f32_sdwa v3, -v1, |v2| DWORD, DWORD, DWORD",
     {0x060604f9, 0x26160601},
     0x3f800000,
     0xc0000000,
     0x12345678,
     0x3f800000},
    /* A byte of a float's bits is a denormal, and flushed. */
    {"v_mul_f32_sdwa v3, v1, v2 DWORD, BYTE_3, DWORD",
     {0x100604f9, 0x06030601},
     0x3f800000,
     0x3f800000,
     0x12345678,
     0x00000000},
    /* A 16-bit result that is put in a whole register has zeros above. */
    {"v_add_f16_sdwa v3, v1, v2 DWORD, WORD_0, WORD_0",
     {0x640604f9, 0x04040601},
     0x3c003c00,
     0x3c003c00,
     0x12345678,
     0x00004000},
    /* omod, then clamp: 0.25 * 4 is 1, 0.75 * 2 is 1. */
    {"v_add_f32_sdwa v3, v1, v2 mul:4 DWORD",
     {0x060604f9, 0x06068601},
     0x3e000000,
     0x3e000000,
     0,
     0x3f800000},
    {"v_add_f32_sdwa v3, v1, v2 clamp mul:2 DWORD",
     {0x060604f9, 0x06066601},
     0x3f000000,
     0x3e800000,
     0,
     0x3f800000},
    /* A scalar goes through the selection, a constant too. */
    {"v_add_nc_u32_sdwa v3, s4, v2 DWORD, BYTE_1, DWORD",
     {0x4a0604f9, 0x06810604},
     0,
     1,
     0,
     0x000000cd},
    {"v_add_nc_u32_sdwa v3, sext(s4), v2 DWORD, BYTE_1, DWORD",
     {0x4a0604f9, 0x06890604},
     0,
     1,
     0,
     0xffffffcd},
    {"v_add_nc_u32_sdwa v3, -1, v2 DWORD, BYTE_1, DWORD",
     {0x4a0604f9, 0x068106c1},
     0,
     1,
     0,
     0x00000100},
    {"v_not_b32_sdwa v3, v1 BYTE_2 PRESERVE, BYTE_0",
     {0x7e066ef9, 0x00001201},
     0x0000005a,
     0,
     0x12345678,
     0x12a55678},
    {"v_mov_b32_sdwa v3, sext(v1) DWORD, WORD_1",
     {0x7e0602f9, 0x000d0601},
     0x80010000,
     0,
     0,
     0xffff8001},
};

static void
test_rows(void **state)
{
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 32, 1);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        kit.wave->vectors[1][0] = rows[i].v1;
        kit.wave->vectors[2][0] = rows[i].v2;
        kit.wave->vectors[3][0] = rows[i].old;
        kit.wave->scalars[4] = 0xabcdcc12;
        assert_true(kit_execute(&kit, rows[i].words, 2));
        if (kit.wave->vectors[3][0] != rows[i].expected)
            fail_msg("%s: %08x, not %08x", rows[i].text, kit.wave->vectors[3][0], rows[i].expected);
    }
    kit_finish(&kit);
}

/* v_cmp_eq_u32_sdwa, to VCC and to s[4:5]; v_cmpx_eq_u32_sdwa, to EXEC. */
static void
test_compares(void **state)
{
    static const struct {
        uint32_t words[2];
        unsigned destination;
    } compares[] = {
        {{0x7d8404f9, 0x04050001}, RDNA_VCC_LO},
        {{0x7d8404f9, 0x04058401}, 4},
        {{0x7da404f9, 0x04050001}, RDNA_EXEC_LO},
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 64, 1);
    for (size_t i = 0; i < BASE_COUNT(compares); i++) {
        const uint64_t exec = UINT64_C(0x0ff0f00f12345678);
        uint64_t equal = 0;
        for (unsigned lane = 0; lane < 64; lane++) {
            kit.wave->vectors[1][lane] = kit_random();
            kit.wave->vectors[2][lane] = kit.wave->vectors[1][lane] >> 16 ^ lane % 3;
            equal |= (uint64_t)(lane % 3 == 0) << lane;
        }
        kit_set_exec(kit.wave, exec);
        assert_true(kit_execute(&kit, compares[i].words, 2));
        assert_true(rdna_get_pair(kit.wave, compares[i].destination) == (equal & exec));
    }
    kit_finish(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selections),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_compares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
