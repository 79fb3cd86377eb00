/* SPDX-License-Identifier: MIT
 *
 * Exports and interpolation.
 */
#include "kit.h"

static void
test_export(void **state)
{
    struct kit kit;
    struct rdna_inst inst = {
        .row = rdna_op_exp, .target = 12, .en = 0xb, .done = true, .src = {V(1), V(2), V(3), V(4)}};

    (void)state;
    kit_start(&kit, 64);
    kit.wave->index = 2;
    for (unsigned r = 1; r < 5; r++)
        for (unsigned lane = 0; lane < 64; lane++)
            kit_vector(&kit, r)[lane] = r * 100 + lane;
    kit.wave->scalars[RDNA_EXEC_HI] = 7;
    kit_run(&kit, &inst);
    inst = (struct rdna_inst){.row = rdna_op_exp,
                              .target = 0,
                              .en = 0xc,
                              .compr = true,
                              .vm = true,
                              .src = {V(1), V(2), V(3), V(4)}};
    kit_run(&kit, &inst);
    assert_int_equal(kit.group->exports.count, 2);
    const struct rdna_export *e = &kit.group->exports.data[0];
    assert_int_equal(e->wave, 2);
    assert_int_equal(e->target, 12);
    assert_int_equal(e->en, 0xb);
    assert_true(e->done && !e->vm && !e->compr);
    assert_true(e->lanes == UINT64_C(0x7ffffffff));
    assert_int_equal(e->values[0][33], 133);
    assert_int_equal(e->values[1][0], 200);
    assert_int_equal(e->values[2][1], 0);
    assert_int_equal(e->values[3][34], 434);
    e++;
    assert_true(!e->done && e->vm && e->compr);
    assert_int_equal(e->values[0][3], 0);
    assert_int_equal(e->values[1][3], 203);
    assert_int_equal(e->values[3][3], 0);
    kit_finish(&kit);
}

static uint32_t
bits(float value)
{
    return base_bits_of_float(value);
}

static void
test_interpolation(void **state)
{
    /* Three attributes of two primitives; 1 + 2 i + 4 j, and 10 + i - j. */
    const struct rdna_parameter parameters[6][4] = {
        [2] = {[1] = {bits(1.0f), bits(2.0f), bits(4.0f)}},
        [5] = {[1] = {bits(10.0f), bits(1.0f), bits(-1.0f)}},
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, 32);
    kit.group->parameters = parameters;
    kit.group->attribute_count = 3;
    kit.group->primitive_count = 2;
    for (unsigned lane = 0; lane < 32; lane++) {
        kit.wave->primitives[lane] = lane >= 16;
        kit_vector(&kit, 0)[lane] = bits((float)lane / 8.0f);
        kit_vector(&kit, 1)[lane] = bits((float)lane / 16.0f);
    }
    kit.wave->scalars[RDNA_EXEC_LO] = 0x7fffffff;
    struct rdna_inst p1 = {
        .row = rdna_op_v_interp_p1_f32, .dst = V(5), .src = {V(0)}, .attr = 2, .chan = 1};
    struct rdna_inst p2 = {
        .row = rdna_op_v_interp_p2_f32, .dst = V(5), .src = {V(1)}, .attr = 2, .chan = 1};
    kit_run(&kit, &p1);
    kit_run(&kit, &p2);
    for (unsigned lane = 0; lane < 31; lane++) {
        const float i = (float)lane / 8.0f, j = (float)lane / 16.0f;
        const float expected = lane < 16 ? 1 + 2 * i + 4 * j : 10 + i - j;
        assert_int_equal(kit_vector(&kit, 5)[lane], bits(expected));
    }
    assert_int_equal(kit_vector(&kit, 5)[31], 0);

    /* p10, p20, p0. */
    static const float chosen[] = {2.0f, 4.0f, 1.0f};
    for (unsigned i = 0; i < 3; i++) {
        const struct rdna_inst mov = {
            .row = rdna_op_v_interp_mov_f32, .dst = V(6), .src = {V(i)}, .attr = 2, .chan = 1};
        kit_run(&kit, &mov);
        assert_int_equal(kit_vector(&kit, 6)[9], bits(chosen[i]));
    }

    /* The long form's modifiers. */
    p1.neg = 1;
    p1.clamp = true;
    kit_run(&kit, &p1);
    assert_int_equal(kit_vector(&kit, 5)[2], bits(0.5f));
    assert_int_equal(kit_vector(&kit, 5)[8], 0);

    p1.attr = 3;
    kit_fails(&kit, &p1, "attribute 3 of 3");
    kit.wave->primitives[4] = 2;
    p1.attr = 2;
    kit_fails(&kit, &p1, "lane 4 is of primitive 2 of 2");
    kit_finish(&kit);
}

/* Halves: 1 + 2 i + 4 j below, 8 + 16 i + 32 j above. */
static void
test_halves(void **state)
{
    const struct rdna_parameter parameters[1][4] = {{{0x48003c00, 0x4c004000, 0x50004400}}};
    struct kit kit;

    (void)state;
    kit_start(&kit, 32);
    kit.group->parameters = parameters;
    kit.group->attribute_count = kit.group->primitive_count = 1;
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    kit_vector(&kit, 0)[0] = bits(0.5f);
    kit_vector(&kit, 1)[0] = bits(0.25f);
    for (uint8_t high = 0; high < 2; high++) {
        const float scale = high ? 8.0f : 1.0f;
        struct rdna_inst inst = {
            .row = rdna_op_v_interp_p1ll_f16, .dst = V(5), .src = {V(0)}, .op_sel = high};
        kit_run(&kit, &inst);
        assert_int_equal(kit_vector(&kit, 5)[0], bits(scale * 2.0f));
        inst = (struct rdna_inst){
            .row = rdna_op_v_interp_p2_f16, .dst = V(6), .src = {V(1), V(5)}, .op_sel = high};
        kit_vector(&kit, 6)[0] = 0xabcd1234;
        kit_run(&kit, &inst);
        assert_int_equal(kit_vector(&kit, 6)[0], 0xabcd0000u | (high ? 0x4e00 : 0x4200));
        inst = (struct rdna_inst){
            .row = rdna_op_v_interp_p1lv_f16, .dst = V(5), .src = {V(0), V(7)}, .op_sel = high};
        kit_vector(&kit, 7)[0] = 0x3c000000; /* Above 1, below 0. */
        kit_run(&kit, &inst);
        assert_int_equal(kit_vector(&kit, 5)[0], bits(high ? 9.0f : 1.0f));
    }
    kit_finish(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_export),
        cmocka_unit_test(test_interpolation),
        cmocka_unit_test(test_halves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
