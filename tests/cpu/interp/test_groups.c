/* SPDX-License-Identifier: MIT
 *
 * Reductions and scans: every op on every type, in clusters of every size, over whole groups and
 * parts of them.
 */
#include "interp_test.h"

#include <math.h>

/* ---- numbers, by formulas apart from ops.def ---- */

static double
float_of(uint64_t word, enum ir_type type)
{
    return type == ir_type_f16   ? (double)base_half_to_float((uint16_t)word)
           : type == ir_type_f32 ? (double)base_float_of_bits((uint32_t)word)
                                 : base_double_of_bits(word);
}

static uint64_t
word_of(double value, enum ir_type type)
{
    return type == ir_type_f16   ? base_half_from_double(value)
           : type == ir_type_f32 ? base_bits_of_float((float)value)
                                 : base_bits_of_double(value);
}

static uint64_t
cut(uint64_t word, enum ir_type type)
{
    const unsigned bits = ir_type_bits((ir_type_id)type);

    return bits == 64 ? word : word & ((UINT64_C(1) << bits) - 1);
}

static int64_t
signed_of(uint64_t word, enum ir_type type)
{
    const unsigned unused = 64 - ir_type_bits((ir_type_id)type);

    return (int64_t)(word << unused) >> unused;
}

static uint64_t
applied(enum ir_op op, enum ir_type type, uint64_t a, uint64_t b)
{
    const bool is_float = ir_type_is_float((ir_type_id)type);
    const double x = is_float ? float_of(a, type) : 0, y = is_float ? float_of(b, type) : 0;
    const bool is_less = signed_of(a, type) < signed_of(b, type);

    switch ((unsigned)op) {
    case ir_op_iadd:
        return cut(a + b, type);
    case ir_op_imul:
        return cut(a * b, type);
    case ir_op_imin:
        return is_less ? a : b;
    case ir_op_imax:
        return is_less ? b : a;
    case ir_op_umin:
        return a < b ? a : b;
    case ir_op_umax:
        return a < b ? b : a;
    case ir_op_iand:
        return a & b;
    case ir_op_ior:
        return a | b;
    case ir_op_ixor:
        return a ^ b;
    case ir_op_fadd:
        return word_of(x + y, type);
    case ir_op_fmul:
        return word_of(x * y, type);
    case ir_op_fmin:
        return x < y ? a : b;
    }
    return x > y ? a : b;
}

/* What x op this is x. */
static uint64_t
identity_of(enum ir_op op, enum ir_type type)
{
    const uint64_t ones = cut(UINT64_MAX, type), sign = ones ^ ones >> 1;

    switch ((unsigned)op) {
    case ir_op_imul:
        return 1;
    case ir_op_imin:
        return ones >> 1;
    case ir_op_imax:
        return sign;
    case ir_op_umin:
    case ir_op_iand:
        return ones;
    case ir_op_fmul:
        return word_of(1, type);
    case ir_op_fmin:
        return word_of((double)INFINITY, type);
    case ir_op_fmax:
        return word_of(-(double)INFINITY, type);
    }
    return 0; /* Of fadd too, as SPIR-V says, though -0 + 0 is 0. */
}

/* ---- one op ---- */

struct group_case {
    enum ir_op op;
    enum ir_type type;
    uint32_t cluster_log2;
};

static const enum ir_op kinds[] = {ir_op_reduce, ir_op_scan_inclusive, ir_op_scan_exclusive};

/* From i32: whole numbers that floats of 16 bits add and multiply without rounding. */
static ir_ref
make_value(struct test_shader *t, enum ir_type type, ir_ref word)
{
    if (type == ir_type_bool)
        return ir_build_ine(&t->b, word, ir_build_i32(&t->b, 0));
    if (ir_type_is_float((ir_type_id)type))
        return ir_build_i2f(&t->b, type, word);
    return type == ir_type_i32 ? word : ir_build_i2i(&t->b, type, word);
}

static uint64_t
value_of(enum ir_type type, uint32_t word)
{
    if (type == ir_type_bool)
        return word != 0;
    if (ir_type_is_float((ir_type_id)type))
        return word_of((double)(int32_t)word, type);
    return cut((uint64_t)(int64_t)(int32_t)word, type);
}

static uint64_t
expect(const struct group_case *c, enum ir_op kind, const uint32_t *words, uint64_t active,
       uint32_t lanes, uint32_t lane)
{
    const uint32_t cluster =
        c->cluster_log2 && 1u << c->cluster_log2 < lanes ? 1u << c->cluster_log2 : lanes;
    const uint32_t first = lane / cluster * cluster;
    const uint32_t end = kind == ir_op_reduce           ? first + cluster
                         : kind == ir_op_scan_inclusive ? lane + 1
                                                        : lane;
    uint64_t result = identity_of(c->op, c->type);

    for (uint32_t i = first; i < end; i++)
        if (active >> i & 1)
            result = applied(c->op, c->type, result, value_of(c->type, words[i]));
    return result;
}

static void
fill_words(const struct group_case *c, uint32_t *words, uint32_t lanes, uint64_t *random)
{
    const bool is_float = ir_type_is_float((ir_type_id)c->type);

    for (uint32_t i = 0; i < lanes; i++) {
        words[i] = test_random(random) << 1;
        if (c->type == ir_type_bool)
            words[i] = test_random(random) % 4 != 0;
        if (is_float)
            words[i] = test_random(random) % 16 - 8;
        if (c->op == ir_op_fmul)
            words[i] = test_random(random) % 2 ? 1 : UINT32_MAX;
    }
}

static void
check_group(const struct group_case *c)
{
    const bool is_wide = ir_type_bits((ir_type_id)c->type) == 64;
    struct test_shader t_, *t = &t_;
    uint32_t outputs[BASE_COUNT(kinds)];

    test_shader_init(t, ir_stage_compute);
    const uint32_t input = test_add_input(t, ir_type_i32), flag = test_add_input(t, ir_type_i32);
    const ir_ref value = make_value(t, c->type, test_load(t, ir_type_i32, input));
    ir_build_if(&t->b,
                ir_build_ine(&t->b, test_load(t, ir_type_i32, flag), ir_build_i32(&t->b, 0)));
    for (uint32_t i = 0; i < BASE_COUNT(kinds); i++)
        outputs[i] = test_output_bits(t, ir_build_op(&t->b, kinds[i], (ir_type_id)c->type, value, 0,
                                                     IR_GROUP(c->op, c->cluster_log2)));
    ir_build_else(&t->b);
    ir_build_endif(&t->b);
    EACH_CONFIG(config)
    {
        uint64_t random = c->op;
        struct test_run run;

        test_run_init(&run, t, config);
        for (uint32_t n = 0; n < 6; n++) {
            /* All lanes, the first ones, some, and one. */
            uint64_t active = n == 0   ? UINT64_MAX
                              : n == 1 ? interp_all_lanes(config.lanes / 2 + 1)
                              : n == 5 ? UINT64_C(1) << (config.lanes - 2)
                                       : UINT64_C(0x100000001) * (n + 1) * 0x71357;

            fill_words(c, test_input(&run, input), config.lanes, &random);
            for (uint32_t i = 0; i < config.lanes; i++) {
                test_input(&run, flag)[i] = n < 3 || test_random(&random) % 3;
                if (!test_input(&run, flag)[i])
                    active &= ~(UINT64_C(1) << i);
            }
            run.group.helpers = UINT64_C(0x11111111); /* They count. */
            test_run(&run, n < 3 ? active : UINT64_MAX);
            if (n >= 3)
                active = 0;
            for (uint32_t i = 0; i < config.lanes && n >= 3; i++)
                active |= (uint64_t)(test_input(&run, flag)[i] != 0) << i;
            for (uint32_t k = 0; k < 3 * config.lanes; k++) {
                const uint32_t lane = k % config.lanes, kind = k / config.lanes;
                const uint64_t e =
                    expect(c, kinds[kind], test_input(&run, input), active, config.lanes, lane);

                if (!(active >> lane & 1))
                    continue;
                /* Zeroes of both signs are one number. */
                if (ir_type_is_float((ir_type_id)c->type) && float_of(e, c->type) == 0 &&
                    kinds[kind] != ir_op_scan_exclusive)
                    continue;
                assert_int_equal(test_output(&run, outputs[kind])[lane], (uint32_t)e);
                if (is_wide)
                    assert_int_equal(test_output(&run, outputs[kind] + 1)[lane],
                                     (uint32_t)(e >> 32));
            }
        }
        test_run_finish(&run);
    }
    test_shader_finish(t);
}

static void
test_groups(void **state)
{
    uint32_t count = 0;
    (void)state;

    for (enum ir_op op = 0; op < ir_op_count; op++)
        for (enum ir_type type = ir_type_void + 1; type < ir_type_count; type++)
            for (uint32_t log2 = 0; log2 <= 6 && ir_group_has(op, type); log2++) {
                const struct group_case c = {op, type, log2};

                check_group(&c);
                count++;
            }
    /* Nine ops of four integer types, four of three floats, three of bool; 7 clusters. */
    assert_int_equal(count, 7 * (9 * 4 + 4 * 3 + 3));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
