/* SPDX-License-Identifier: MIT
 *
 * Reads of other lanes: DPP16, DPP8, permlane, against a model that says for one lane what it gets.
 */
#include "kit.h"

#include <string.h>

/* ---- The model ---- */

enum { NO_LANE = -1, NO_CONTROL = -2 };

/* What a DPP16 control makes lane l read. */
static int
source_of(unsigned control, int l)
{
    const int row = l & ~15, i = l & 15, n = (int)(control & 15);

    if (control <= 0xff)
        return (l & ~3) + (int)(control >> 2 * (l & 3) & 3);
    if (control >= 0x101 && control <= 0x10f)
        return i + n > 15 ? NO_LANE : row + i + n;
    if (control >= 0x111 && control <= 0x11f)
        return i - n < 0 ? NO_LANE : row + i - n;
    if (control >= 0x121 && control <= 0x12f)
        return row + (i - n + 16) % 16;
    if (control == 0x140)
        return row + 15 - i;
    if (control == 0x141)
        return (l & ~7) + 7 - (l & 7);
    if (control >= 0x150 && control <= 0x15f)
        return row + n;
    if (control >= 0x160 && control <= 0x16f)
        return row + (i ^ n);
    return NO_CONTROL;
}

/* The rule of one lane: written or not, and the value of source 0. */
struct outcome {
    bool written;
    uint32_t value;
};

static struct outcome
outcome_of(int source, uint64_t exec, bool fi, bool bc, const uint32_t *values)
{
    if (source == NO_LANE)
        return (struct outcome){bc, 0};
    if (exec >> source & 1 || fi)
        return (struct outcome){true, values[source]};
    return (struct outcome){bc, 0};
}

/* ---- DPP16 ---- */

struct dpp16 {
    unsigned control, rows, banks;
    bool fi, bc;
};

static uint32_t
dpp16_word(const struct dpp16 *dpp, unsigned src0)
{
    return src0 | dpp->control << 8 | (uint32_t)dpp->fi << 18 | (uint32_t)dpp->bc << 19 |
           dpp->banks << 24 | dpp->rows << 28;
}

static struct outcome
dpp16_outcome(const struct dpp16 *dpp, unsigned lane, uint64_t exec, const uint32_t *values)
{
    const bool in_row = dpp->rows >> lane / 16 & 1, in_bank = dpp->banks >> lane % 16 / 4 & 1;

    if (!(exec >> lane & 1) || !in_row || !in_bank)
        return (struct outcome){false, 0};
    return outcome_of(source_of(dpp->control, (int)lane), exec, dpp->fi, dpp->bc, values);
}

/* An instruction of v1 (permuted) and v2, and what it makes of a lane. */
struct form {
    const char *name;
    uint32_t word; /* With v1 in src0's place in the second word. */
    unsigned destination;
    uint32_t (*result)(uint32_t src0, uint32_t src1, uint32_t old, bool vcc);
    bool (*carry)(uint32_t src0, uint32_t src1, bool vcc);
};

static uint32_t
move(uint32_t a, uint32_t b, uint32_t old, bool vcc)
{
    return (void)b, (void)old, (void)vcc, a;
}

static uint32_t
subtract(uint32_t a, uint32_t b, uint32_t old, bool vcc)
{
    return (void)old, (void)vcc, a - b;
}

static uint32_t
choose(uint32_t a, uint32_t b, uint32_t old, bool vcc)
{
    return (void)old, vcc ? b : a;
}

static uint32_t
add_carry(uint32_t a, uint32_t b, uint32_t old, bool vcc)
{
    return (void)old, a + b + vcc;
}

static bool
carry(uint32_t a, uint32_t b, bool vcc)
{
    return (uint64_t)a + b + vcc > UINT32_MAX;
}

/* Of the registers' low bytes, which are all that is not 0 then: -1 to a byte is its float. */
static uint32_t
convert_byte(uint32_t a, uint32_t b, uint32_t old, bool vcc)
{
    return (void)b, (void)old, (void)vcc, base_bits_of_float((float)(a & 0xff));
}

static uint32_t
half_to_unsigned(uint32_t a, uint32_t b, uint32_t old, bool vcc)
{
    const float value = base_half_to_float((uint16_t)a);
    const float limited = value > 65535.0f ? 65535.0f : value;

    (void)b, (void)vcc;
    return (old & 0xffff0000) | (value > 0.0f ? (uint32_t)limited : 0);
}

static const struct form forms[] = {
    {"v_mov_b32 v3", 0x7e000200 | 3 << 17 | KIT_DPP16, 3, move, NULL},
    {"v_mov_b32 v1, in place", 0x7e000200 | 1 << 17 | KIT_DPP16, 1, move, NULL},
    {"v_sub_nc_u32 v3", 0x26u << 25 | 3 << 17 | 2 << 9 | KIT_DPP16, 3, subtract, NULL},
    {"v_sub_nc_u32 v2", 0x26u << 25 | 2 << 17 | 2 << 9 | KIT_DPP16, 2, subtract, NULL},
    {"v_cndmask_b32 v3", 0x01u << 25 | 3 << 17 | 2 << 9 | KIT_DPP16, 3, choose, NULL},
    {"v_add_co_ci_u32 v3", 0x28u << 25 | 3 << 17 | 2 << 9 | KIT_DPP16, 3, add_carry, carry},
    {"v_cvt_f32_ubyte0 v3", 0x7e000000 | 3 << 17 | 0x11 << 9 | KIT_DPP16, 3, convert_byte, NULL},
    {"v_cvt_u16_f16 v3", 0x7e000000 | 3 << 17 | 0x52 << 9 | KIT_DPP16, 3, half_to_unsigned, NULL},
};

static void
check_lanes(const struct kit *kit, const struct form *form, const struct dpp16 *dpp, uint64_t exec,
            uint64_t vcc, const struct rdna_wave *before)
{
    uint64_t carries = 0;

    for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++) {
        struct outcome outcome = {false, 0};
        if (lane < kit->wave->size)
            outcome = dpp16_outcome(dpp, lane, exec, before->vectors[1]);
        const uint32_t b = before->vectors[2][lane];
        const uint32_t old = before->vectors[form->destination][lane];
        const bool bit = vcc >> lane & 1;
        const uint32_t expected = outcome.written ? form->result(outcome.value, b, old, bit) : old;
        const uint32_t got = kit->wave->vectors[form->destination][lane];
        if (got != expected)
            fail_msg("%s control 0x%x fi %d bc %d rows %x banks %x exec %llx lane %u: %08x, not "
                     "%08x",
                     form->name, dpp->control, dpp->fi, dpp->bc, dpp->rows, dpp->banks,
                     (unsigned long long)exec, lane, got, expected);
        if (form->carry)
            carries |= (uint64_t)(outcome.written ? form->carry(outcome.value, b, bit)
                                                  : exec >> lane & 1 && bit)
                       << lane;
    }
    if (form->carry && rdna_get_vcc(kit->wave) != carries)
        fail_msg("%s control 0x%x: VCC %llx, not %llx", form->name, dpp->control,
                 (unsigned long long)rdna_get_vcc(kit->wave), (unsigned long long)carries);
}

/* One form, one DPP, all EXEC patterns. */
static void
check_dpp16(struct kit *kit, const struct form *form, const struct dpp16 *dpp)
{
    static struct rdna_wave before;
    const uint32_t words[2] = {form->word, dpp16_word(dpp, 1)};

    for (unsigned e = 0; e < KIT_EXECS; e++) {
        const uint64_t exec = kit_exec(e, kit->wave->size);
        const uint64_t vcc = kit_exec(KIT_EXECS - 1, kit->wave->size);
        for (unsigned v = 1; v < 4; v++)
            kit_randomize(kit->wave->vectors[v]);
        kit_set_exec(kit->wave, exec);
        kit_set_vcc(kit->wave, vcc);
        memcpy(before.vectors, kit->wave->vectors, 4 * sizeof(before.vectors[0]));
        assert_true(kit_execute(kit, words, 2));
        check_lanes(kit, form, dpp, exec, vcc, &before);
        assert_true(rdna_get_exec(kit->wave) == exec);
    }
}

static void
check_controls(struct kit *kit, const struct form *form)
{
    for (unsigned control = 0; control < 0x200; control++) {
        if (source_of(control, 0) == NO_CONTROL)
            continue;
        for (unsigned pair = 0; pair < 4; pair++) {
            struct dpp16 dpp = {control, 15, 15, pair & 1, pair >> 1};
            check_dpp16(kit, form, &dpp);
            dpp.rows = kit_random() & 15;
            dpp.banks = kit_random() & 15;
            check_dpp16(kit, form, &dpp);
        }
    }
}

/* Every mask of rows with every mask of banks. */
static void
check_masks(struct kit *kit, const struct form *form)
{
    static const unsigned controls[] = {0xe4, 0x1b, 0x101, 0x118, 0x127, 0x140, 0x153, 0x165};

    for (unsigned masks = 0; masks < 256; masks++)
        for (unsigned pair = 0; pair < 4; pair++) {
            const struct dpp16 dpp = {controls[masks % BASE_COUNT(controls)], masks >> 4,
                                      masks & 15, pair & 1, pair >> 1};
            check_dpp16(kit, form, &dpp);
        }
}

static void
test_dpp16(void **state)
{
    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, NULL, 0, size, 1);
        for (size_t i = 0; i < BASE_COUNT(forms); i++) {
            check_controls(&kit, &forms[i]);
            check_masks(&kit, &forms[i]);
        }
        kit_finish(&kit);
    }
}

/* Controls that there are none of stop the wave, by name. */
static void
test_no_control(void **state)
{
    (void)state;
    for (unsigned control = 0x100; control < 0x200; control++) {
        const struct dpp16 dpp = {control, 15, 15, false, false};
        const uint32_t words[] = {kit_vop1(1, 3, KIT_DPP16), dpp16_word(&dpp, 1), 0xbf810000};
        struct kit kit;
        if (source_of(control, 0) != NO_CONTROL)
            continue;
        kit_start(&kit, words, BASE_COUNT(words), 32, 1);
        kit_run_to_fault(&kit, "there is no DPP control");
        kit_finish(&kit);
    }
}

/* Modifiers act on what was permuted: v_sub_f32_dpp v3, -v1, |v2| quad_perm:[1,0,3,2]. */
static void
test_modifiers(void **state)
{
    const uint32_t words[] = {kit_vop2(4, 3, KIT_DPP16, 2), 0xff90b101};
    struct kit kit;

    (void)state;
    kit_start(&kit, NULL, 0, 32, 1);
    for (unsigned i = 0; i < 32; i++) {
        kit.wave->vectors[1][i] = base_bits_of_float((float)i);
        kit.wave->vectors[2][i] = base_bits_of_float(-0.5f);
    }
    assert_true(kit_execute(&kit, words, 2));
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(kit.wave->vectors[3][i], base_bits_of_float(-(float)(i ^ 1) - 0.5f));
    kit_finish(&kit);
}

/* ---- DPP8 ---- */

static void
check_dpp8(struct kit *kit, uint32_t selectors, bool fi, uint64_t exec)
{
    const uint32_t words[] = {kit_vop1(1, 3, fi ? KIT_DPP8_FI : KIT_DPP8), selectors << 8 | 1};
    uint32_t before[RDNA_MAX_LANES];

    kit_randomize(kit->wave->vectors[1]);
    kit_randomize(kit->wave->vectors[3]);
    memcpy(before, kit->wave->vectors[3], sizeof(before));
    kit_set_exec(kit->wave, exec);
    assert_true(kit_execute(kit, words, 2));
    for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++) {
        const unsigned source = (lane & ~7u) + (selectors >> 3 * (lane & 7) & 7);
        uint32_t expected = before[lane];
        if (exec >> lane & 1)
            expected = fi || exec >> source & 1 ? kit->wave->vectors[1][source] : 0;
        assert_int_equal(kit->wave->vectors[3][lane], expected);
    }
}

static void
test_dpp8(void **state)
{
    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, NULL, 0, size, 1);
        for (unsigned i = 0; i < 500; i++)
            check_dpp8(&kit, kit_random() & 0xffffff, i & 1, kit_exec(i / 2 % KIT_EXECS, size));
        kit_finish(&kit);
    }
}

/* ---- v_permlane16, v_permlanex16 ---- */

struct permlane {
    bool other_row, fi, bc;
    uint64_t selectors;
};

static void
check_permlane(struct kit *kit, const struct permlane *p, uint64_t exec)
{
    /* v_permlane(x)16_b32 v3, v1, s2, s3 */
    const uint32_t words[] = {(p->other_row ? 0xd7780003 : 0xd7770003) | (uint32_t)p->fi << 11 |
                                  (uint32_t)p->bc << 12,
                              0x000c0501};
    uint32_t before[RDNA_MAX_LANES];

    kit_randomize(kit->wave->vectors[1]);
    kit_randomize(kit->wave->vectors[3]);
    memcpy(before, kit->wave->vectors[3], sizeof(before));
    kit->wave->scalars[2] = (uint32_t)p->selectors;
    kit->wave->scalars[3] = (uint32_t)(p->selectors >> 32);
    kit_set_exec(kit->wave, exec);
    assert_true(kit_execute(kit, words, 2));
    for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++) {
        const unsigned row = p->other_row ? (lane ^ 16) & ~15u : lane & ~15u;
        const unsigned source = row + (p->selectors >> 4 * (lane & 15) & 15);
        uint32_t expected = before[lane];
        if (exec >> lane & 1) {
            const struct outcome outcome =
                outcome_of((int)source, exec, p->fi, p->bc, kit->wave->vectors[1]);
            expected = outcome.written ? outcome.value : expected;
        }
        assert_int_equal(kit->wave->vectors[3][lane], expected);
    }
}

static void
test_permlane(void **state)
{
    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, NULL, 0, size, 1);
        for (unsigned i = 0; i < 800; i++) {
            const struct permlane p = {i & 1, i >> 1 & 1, i >> 2 & 1, kit_random64()};
            check_permlane(&kit, &p, kit_exec(i / 8 % KIT_EXECS, size));
        }
        kit_finish(&kit);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dpp16),     cmocka_unit_test(test_no_control),
        cmocka_unit_test(test_modifiers), cmocka_unit_test(test_dpp8),
        cmocka_unit_test(test_permlane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
