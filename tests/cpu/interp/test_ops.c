/* SPDX-License-Identifier: MIT
 *
 * Every row of ops.def that has a value, for each type and group size, on edge values. What is
 * expected comes from formulas written apart from ops.def: integers as numbers of 128 bits, floats
 * as double and long double.
 */
#include "interp_test.h"

#include <math.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;

/* ---- numbers of a type ---- */

static unsigned
bits_of(enum ir_type type)
{
    return ir_type_bits((ir_type_id)type);
}

static uint64_t
cut(wide number, enum ir_type type)
{
    const unsigned bits = bits_of(type);

    return bits == 64 ? (uint64_t)number : (uint64_t)number & ((UINT64_C(1) << bits) - 1);
}

static wide
signed_of(uint64_t word, enum ir_type type)
{
    const wide half = (wide)1 << (bits_of(type) - 1);
    const wide number = (wide)word;

    return number >= half ? number - 2 * half : number;
}

static double
half_value(uint64_t half)
{
    const double sign = half & 0x8000 ? -1 : 1;
    const int exponent = (int)(half >> 10 & 0x1f), mantissa = (int)(half & 0x3ff);

    if (exponent == 31)
        return mantissa ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24));
}

/* The half nearest to a number, found by its steps. */
static uint64_t
half_nearest(long double number)
{
    const uint64_t sign = signbit(number) ? 0x8000 : 0;
    const long double size = fabsl(number);

    if (isnan(number))
        return 0x7e00;
    if (size >= 65520)
        return sign | 0x7c00;
    int exponent = size < 0x1p-14L ? -14 : ilogbl(size);
    const long double steps = nearbyintl(ldexpl(size, 10 - exponent));
    return sign | ((uint64_t)steps + (size < 0x1p-14L ? 0 : (uint64_t)(exponent + 14) * 1024));
}

static double
float_of(uint64_t word, enum ir_type type)
{
    if (type == ir_type_f16)
        return half_value(word);
    return type == ir_type_f32 ? (double)base_float_of_bits((uint32_t)word)
                               : base_double_of_bits(word);
}

/* Double to float rounds once where number is exact, or has twice the bits of a float. */
static uint64_t
word_of_float(long double number, enum ir_type type)
{
    if (type == ir_type_f16)
        return half_nearest(number);
    return type == ir_type_f32 ? base_bits_of_float((float)number)
                               : base_bits_of_double((double)number);
}

/* ---- what each op gives ---- */

static bool
expect_int(enum ir_op op, enum ir_type type, const uint64_t *x, uint64_t *result)
{
    const wide a = (wide)x[0], b = (wide)x[1];
    const wide sa = signed_of(x[0], type), sb = signed_of(x[1], type);
    const unsigned bits = bits_of(type), count = (unsigned)(x[1] % bits);
    wide r = 0;

    switch ((unsigned)op) {
    case ir_op_ineg:
        r = -a;
        break;
    case ir_op_inot:
        r = -a - 1;
        break;
    case ir_op_iadd:
        r = a + b;
        break;
    case ir_op_isub:
        r = a - b;
        break;
    case ir_op_imul:
        r = (wide)((unsigned long long)a * (unsigned long long)b);
        break;
    case ir_op_imul_hi:
        r = (sa * sb) >> bits;
        break;
    case ir_op_umul_hi:
        /* The product of two 64-bit numbers less than 2^128, by halves that do not overflow. */
        r = (a * (b >> 32) + (a * (b & UINT32_MAX) >> 32)) >> (bits == 64 ? 32 : 0);
        r = bits == 64 ? r : (a * b) >> bits;
        break;
    case ir_op_idiv:
        r = sb == 0 ? 0 : sa / sb;
        break;
    case ir_op_udiv:
        r = b == 0 ? -1 : a / b;
        break;
    case ir_op_irem:
        r = sb == 0 ? -1 : sa % sb;
        break;
    case ir_op_urem:
        r = b == 0 ? -1 : a % b;
        break;
    case ir_op_imin:
        r = sa < sb ? sa : sb;
        break;
    case ir_op_imax:
        r = sa < sb ? sb : sa;
        break;
    case ir_op_umin:
        r = a < b ? a : b;
        break;
    case ir_op_umax:
        r = a < b ? b : a;
        break;
    case ir_op_iand:
        for (unsigned i = 0; i < bits; i++)
            r += (wide)(a >> i & 1 && b >> i & 1) << i;
        break;
    case ir_op_ior:
        for (unsigned i = 0; i < bits; i++)
            r += (wide)(a >> i & 1 || b >> i & 1) << i;
        break;
    case ir_op_ixor:
        for (unsigned i = 0; i < bits; i++)
            r += (wide)((a >> i & 1) != (b >> i & 1)) << i;
        break;
    case ir_op_ishl:
        r = a;
        for (unsigned i = 0; i < count; i++)
            r = (wide)cut(r * 2, type);
        break;
    case ir_op_ishr:
        r = sa;
        for (unsigned i = 0; i < count; i++)
            r = r >= 0 ? r / 2 : (r - 1) / 2;
        break;
    case ir_op_ushr:
        r = a;
        for (unsigned i = 0; i < count; i++)
            r /= 2;
        break;
    case ir_op_ieq:
        *result = a == b;
        return true;
    case ir_op_ine:
        *result = a != b;
        return true;
    case ir_op_ilt:
        *result = sa < sb;
        return true;
    case ir_op_ige:
        *result = sa >= sb;
        return true;
    case ir_op_ult:
        *result = a < b;
        return true;
    case ir_op_uge:
        *result = a >= b;
        return true;
    case ir_op_bit_count:
        for (unsigned i = 0; i < bits; i++)
            r += a >> i & 1;
        break;
    case ir_op_bit_reverse:
        for (unsigned i = 0; i < bits; i++)
            r = r * 2 + (a >> i & 1);
        break;
    case ir_op_find_lsb:
        r = -1;
        for (unsigned i = bits; i > 0; i--)
            r = a >> (i - 1) & 1 ? (wide)(i - 1) : r;
        break;
    case ir_op_find_umsb:
        r = -1;
        for (unsigned i = 0; i < bits; i++)
            r = a >> i & 1 ? (wide)i : r;
        break;
    case ir_op_find_smsb:
        r = -1;
        for (unsigned i = 0; i < bits; i++)
            r = (sa >> i & 1) != (sa < 0) ? (wide)i : r;
        break;
    default:
        return false;
    }
    *result = cut(r, type);
    return true;
}

/* The floor of a number by its steps, so that no library function is tested with itself. */
static double
floor_of(double a)
{
    if (!(fabs(a) < 0x1p52) || a == 0)
        return a;
    const double near = (double)(int64_t)a;
    return copysign(near > a ? near - 1 : near, a);
}

static double
even_of(double a)
{
    const double low = floor_of(a), over = a - low;

    if (!(fabs(a) < 0x1p52) || a == 0)
        return a;
    const bool up = over > 0.5 || (over == 0.5 && fmod(low, 2) != 0);
    return copysign(up ? low + 1 : low, a);
}

/* The product and the sum as one, with a rounding to odd that the last rounding cannot see. */
static long double
fused(enum ir_type type, double a, double b, double c)
{
    if (type == ir_type_f64)
        return (long double)fma(a, b, c);
    const double product = a * b; /* Exact: 22 or 48 bits. */
    const double sum = product + c;

    if (isnan(sum) || isinf(sum))
        return (long double)sum;
    /* What the sum lost, exactly: Knuth's two-sum. */
    const double part = sum - product;
    const double lost = (product - (sum - part)) + (c - part);
    if (lost == 0)
        return (long double)sum;
    const double toward = nextafter(sum, lost > 0 ? (double)INFINITY : -(double)INFINITY);
    uint64_t word = base_bits_of_double(sum);
    return (long double)(word & 1 ? sum : toward);
}

/* What C's library has by that name, in more bits. */
static bool
expect_function(enum ir_op op, long double a, long double b, long double *r)
{
    switch ((unsigned)op) {
#define FUNCTION(name)                                                                             \
    case ir_op_f##name:                                                                            \
        *r = name##l(a);                                                                           \
        return true;
        FUNCTION(exp2)
        FUNCTION(log2)
        FUNCTION(sin)
        FUNCTION(cos)
        FUNCTION(tan)
        FUNCTION(asin)
        FUNCTION(acos)
        FUNCTION(atan)
        FUNCTION(sinh)
        FUNCTION(cosh)
        FUNCTION(tanh)
        FUNCTION(asinh)
        FUNCTION(acosh)
        FUNCTION(atanh)
        FUNCTION(exp)
        FUNCTION(log)
    case ir_op_frsqrt:
        *r = 1 / sqrtl(a);
        return true;
    case ir_op_fpow:
        *r = powl(a, b);
        return true;
    case ir_op_fatan2:
        *r = atan2l(a, b);
        return true;
    }
    return false;
}

/* a 2^b, where b's part behind the point is cut off; past these bounds nothing changes any more. */
static long double
scaled(long double a, double b)
{
    return isnan(b) ? a : ldexpl(a, (int)fmax(-6000, fmin(6000, trunc(b))));
}

static int
exponent_of(double a)
{
    return a == 0 || !isfinite(a) ? 0 : ilogb(a) + 1;
}

static double
least_normal(enum ir_type type)
{
    return type == ir_type_f16 ? 0x1p-14 : type == ir_type_f32 ? 0x1p-126 : 0x1p-1022;
}

static bool
expect_float(enum ir_op op, enum ir_type type, const uint64_t *x, uint64_t *result)
{
    const double a = float_of(x[0], type), b = float_of(x[1], type), c = float_of(x[2], type);
    const uint64_t sign = UINT64_C(1) << (bits_of(type) - 1);
    const long double la = (long double)a, lb = (long double)b;
    long double r;

    switch ((unsigned)op) {
    case ir_op_fneg:
        *result = x[0] ^ sign;
        return true;
    case ir_op_fabs:
        *result = x[0] & ~sign;
        return true;
    case ir_op_fflush:
        *result = fabs(a) < least_normal(type) ? x[0] & sign : x[0];
        return true;
    case ir_op_feq:
        *result = a == b;
        return true;
    case ir_op_fne:
        *result = !(a == b);
        return true;
    case ir_op_flt:
        *result = a < b;
        return true;
    case ir_op_fge:
        *result = a > b || a == b;
        return true;
    case ir_op_fsat:
        r = isnan(a) || a <= 0 ? 0 : a >= 1 ? 1 : la;
        break;
    case ir_op_ffloor:
        r = (long double)floor_of(a);
        break;
    case ir_op_fceil:
        r = (long double)-floor_of(-a);
        break;
    case ir_op_ftrunc:
        r = (long double)(signbit(a) ? -floor_of(-a) : floor_of(a));
        break;
    case ir_op_fround_even:
        r = (long double)even_of(a);
        break;
    case ir_op_fsqrt:
        r = (long double)sqrt(a);
        break;
    case ir_op_ffrexp_sig:
        r = ldexpl(la, -exponent_of(a));
        break;
    case ir_op_fldexp:
        r = scaled(la, b);
        break;
    case ir_op_fadd:
        r = (long double)(a + b);
        break;
    case ir_op_fsub:
        r = (long double)(a - b);
        break;
    case ir_op_fmul:
        r = (long double)(a * b);
        break;
    case ir_op_fdiv:
        r = (long double)(a / b);
        break;
    case ir_op_fmin:
        r = isnan(a) ? lb : isnan(b) || a <= b ? la : lb;
        break;
    case ir_op_fmax:
        r = isnan(a) ? lb : isnan(b) || a >= b ? la : lb;
        break;
    case ir_op_ffma:
        r = fused(type, a, b, c);
        break;
    default:
        if (!expect_function(op, la, lb, &r))
            return false;
        break;
    }
    *result = word_of_float(r, type);
    return true;
}

static bool
expect_conversion(enum ir_op op, enum ir_type to, enum ir_type from, uint64_t x, uint64_t *result)
{
    const wide limit = (wide)1 << (bits_of(to) - 1);
    const bool is_from_float = ir_type_is_float((ir_type_id)from);
    const long double a = is_from_float ? (long double)float_of(x, from) : 0;

    switch ((unsigned)op) {
    case ir_op_f2i:
        *result = isnan(a)                   ? 0
                  : a >= (long double)limit  ? cut(limit - 1, to)
                  : a <= -(long double)limit ? cut(-limit, to)
                                             : cut((wide)a, to);
        return true;
    case ir_op_f2u:
        *result = isnan(a) || a <= 0            ? 0
                  : a >= 2 * (long double)limit ? cut(2 * limit - 1, to)
                                                : cut((wide)a, to);
        return true;
    case ir_op_i2f:
        *result = word_of_float((long double)signed_of(x, from), to);
        return true;
    case ir_op_u2f:
        *result = word_of_float((long double)x, to);
        return true;
    case ir_op_f2f:
        *result = word_of_float(a, to);
        return true;
    case ir_op_ffrexp_exp:
        *result = cut(exponent_of((double)a), to);
        return true;
    case ir_op_i2i:
        *result = cut(signed_of(x, from), to);
        return true;
    case ir_op_u2u:
        *result = cut((wide)x, to);
        return true;
    default:
        return false;
    }
}

/* ---- comparing ---- */

static bool
is_nan(uint64_t word, enum ir_type type)
{
    return ir_type_is_float((ir_type_id)type) && isnan(float_of(word, type));
}

/* INEXACT ops: a few units in the last place of float, and the last place of half. */
static bool
is_near(uint64_t found, uint64_t expected, enum ir_type type)
{
    static const double tolerances[ir_type_count] = {
        [ir_type_f16] = 0x1p-10, [ir_type_f32] = 0x1p-21, [ir_type_f64] = 0x1p-50};
    const double f = float_of(found, type), e = float_of(expected, type);

    return f == e || fabs(f - e) <= fabs(e) * tolerances[type] ||
           (type == ir_type_f16 && fabs(f - e) <= 0x1p-24);
}

static bool
is_good(enum ir_op op, enum ir_type type, uint64_t found, uint64_t expected)
{
    const bool is_float = ir_type_is_float((ir_type_id)type);

    if (found == expected)
        return true;
    if (is_nan(expected, type) && is_nan(found, type))
        return op != ir_op_fneg && op != ir_op_fabs;
    if (ir_op_has(op, IR_OP_INEXACT))
        return is_near(found, expected, type);
    /* Of two zeroes either. */
    return (op == ir_op_fmin || op == ir_op_fmax) && is_float && float_of(found, type) == 0 &&
           float_of(expected, type) == 0;
}

/* ---- operands ---- */

#define MAX_VALUES 40

static uint32_t
int_values(enum ir_type type, uint64_t values[MAX_VALUES])
{
    const unsigned bits = bits_of(type);
    const uint64_t least = UINT64_C(1) << (bits - 1);
    const uint64_t some[] = {0,
                             1,
                             2,
                             3,
                             7,
                             8,
                             15,
                             16,
                             31,
                             32,
                             33,
                             63,
                             64,
                             65,
                             100,
                             127,
                             128,
                             255,
                             256,
                             0x7fff,
                             0x8000,
                             0xffff,
                             0x12345,
                             UINT32_MAX,
                             least,
                             least - 1,
                             least + 1,
                             UINT64_MAX,
                             -UINT64_C(2),
                             -UINT64_C(7),
                             -UINT64_C(128),
                             0x5555555555555555,
                             0xaaaaaaaaaaaaaaaa,
                             0x123456789abcdef0,
                             0x8000000080000000};
    uint32_t count = 0;

    if (type == ir_type_bool) {
        values[0] = 0;
        values[1] = 1;
        return 2;
    }
    for (uint32_t i = 0; i < BASE_COUNT(some); i++) {
        const uint64_t value = cut((wide)some[i], type);
        bool is_new = true;

        for (uint32_t j = 0; j < count; j++)
            is_new = is_new && values[j] != value;
        if (is_new)
            values[count++] = value;
    }
    return count;
}

static uint32_t
float_values(enum ir_type type, uint64_t values[MAX_VALUES])
{
    static const double some[] = {
        0.0,     1.0,    0.5,        0.49999997,   0.75,         1.5,
        2.5,     3.5,    0.1,        3.0,          255.0,        1000.3,
        65504.0, 2049.0, 16777217.0, 2147483648.0, 4294967040.0, 9223372036854775808.0,
        1e-8,    6.1e-5, 127.5};
    static const uint64_t f16s[] = {0x7c00, 0x7e00, 1, 0x3ff, 0x400, 0x7bff};
    static const uint64_t f32s[] = {0x7f800000, 0x7fc00000, 1, 0x7fffff, 0x800000, 0x7f7fffff};
    static const uint64_t f64s[] = {0x7ff0000000000000, 0x7ff8000000000000, 1,
                                    0xfffffffffffff,    0x10000000000000,   0x7fefffffffffffff};
    const uint64_t *special = type == ir_type_f16 ? f16s : type == ir_type_f32 ? f32s : f64s;
    uint32_t count = 0;

    for (uint32_t i = 0; i < 17; i++)
        values[count++] = word_of_float((long double)(i % 3 == 2 ? -some[i] : some[i]), type);
    for (uint32_t i = 0; i < 6; i++)
        values[count++] = special[i];
    for (uint32_t i = 0; i < 6; i++)
        values[count++] = special[i] | UINT64_C(1) << (bits_of(type) - 1);
    for (uint32_t i = 17; i < BASE_COUNT(some); i++)
        values[count++] = word_of_float((long double)-some[i], type);
    values[count++] = UINT64_C(1) << (bits_of(type) - 1);
    values[count++] = word_of_float(-1.0L, type);
    return count;
}

static uint32_t
values_of(enum ir_type type, uint64_t values[MAX_VALUES])
{
    return ir_type_is_float((ir_type_id)type) ? float_values(type, values)
                                              : int_values(type, values);
}

/* An operand from a constant array, by an index; arrays have no bools. */
static ir_ref
build_operand(struct test_shader *t, enum ir_type type, const uint64_t *words, uint32_t count,
              ir_ref index)
{
    const enum ir_type stored = type == ir_type_bool ? ir_type_i32 : type;
    const struct ir_array array = {.type = stored, .count = count, .init = words};
    const ir_ref value = ir_build_op(&t->b, ir_op_load_array, (ir_type_id)stored, index, 0,
                                     ir_add_array(t->shader, &array));

    return type == ir_type_bool ? ir_build_ine(&t->b, value, ir_build_i32(&t->b, 0)) : value;
}

/* ---- the test of one op ---- */

struct op_case {
    enum ir_op op;
    enum ir_type to; /* Of the result. */
    enum ir_type from;
    uint32_t arity;
    uint32_t count; /* Combinations of operands. */
    uint64_t *words[3];
    uint64_t *expected;
};

static void
make_combinations(struct op_case *c)
{
    uint64_t values[MAX_VALUES];
    const uint32_t value_count = values_of(c->from, values);
    /* Three operands: not all of the last. */
    const uint32_t thirds = c->arity == 3 ? 7 : 1;

    c->count = value_count * (c->arity > 1 ? value_count : 1) * thirds;
    for (uint32_t i = 0; i < 3; i++)
        c->words[i] = calloc(c->count, sizeof(uint64_t));
    c->expected = calloc(c->count, sizeof(uint64_t));
    for (uint32_t i = 0; i < c->count; i++) {
        c->words[0][i] = values[i % value_count];
        c->words[1][i] = values[i / value_count % value_count];
        c->words[2][i] = values[i / value_count / value_count * 5 % value_count];
    }
}

static void
expect_all(struct op_case *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const uint64_t x[3] = {c->words[0][i], c->words[1][i], c->words[2][i]};
        const bool is_known = expect_int(c->op, c->from, x, &c->expected[i]) ||
                              expect_float(c->op, c->from, x, &c->expected[i]) ||
                              expect_conversion(c->op, c->to, c->from, x[0], &c->expected[i]);

        if (!is_known)
            fail_msg("the test has no formula for %s", ir_op_infos[c->op].name);
    }
}

static void
check_run(const struct op_case *c, const struct test_run *run, uint32_t output, uint32_t first)
{
    const uint32_t *low = test_output(run, output), *high = test_output(run, output + 1);

    for (uint32_t lane = 0; lane < run->lanes && first + lane < c->count; lane++) {
        const uint32_t i = first + lane;
        const uint64_t found = low[lane] | (bits_of(c->to) == 64 ? (uint64_t)high[lane] << 32 : 0);

        if (!is_good(c->op, c->to, found, c->expected[i]))
            fail_msg("%s.%s of %s %llx, %llx, %llx with %u lanes: found %llx, expected %llx",
                     ir_op_infos[c->op].name, ir_type_name(c->to), ir_type_name(c->from),
                     (unsigned long long)c->words[0][i], (unsigned long long)c->words[1][i],
                     (unsigned long long)c->words[2][i], run->lanes, (unsigned long long)found,
                     (unsigned long long)c->expected[i]);
    }
}

static void
check_op(struct op_case *c)
{
    struct test_shader t;
    ir_ref x[3];

    make_combinations(c);
    expect_all(c);
    test_shader_init(&t, ir_stage_vertex);
    const uint32_t input = test_add_input(&t, ir_type_i32);
    const ir_ref index = test_load(&t, ir_type_i32, input);
    for (uint32_t i = 0; i < c->arity; i++)
        x[i] = build_operand(&t, c->from, c->words[i], c->count, index);
    const ir_ref value = c->to != c->from && c->arity == 1
                             ? ir_build_convert(&t.b, c->op, c->to, x[0])
                             : ir_build_alu(&t.b, c->op, x);
    assert_int_equal(ir_type_of(t.shader, value), c->to);
    const uint32_t output = test_output_bits(&t, value);
    test_verify(&t);

    EACH_CONFIG(config)
    {
        struct test_run run;

        test_run_init(&run, &t, config);
        for (uint32_t first = 0; first < c->count; first += config.lanes) {
            for (uint32_t i = 0; i < config.lanes; i++)
                test_input(&run, input)[i] = first + i;
            test_run(&run, UINT64_MAX);
            check_run(c, &run, output, first);
        }
        test_run_finish(&run);
    }
    test_shader_finish(&t);
    for (uint32_t i = 0; i < 3; i++)
        free(c->words[i]);
    free(c->expected);
}

static void
check_alu(enum ir_op op, enum ir_class types, uint32_t arity, bool is_compare)
{
    uint32_t count = 0;

    for (enum ir_type type = ir_type_void + 1; type < ir_type_count; type++) {
        struct op_case c = {
            .op = op, .to = is_compare ? ir_type_bool : type, .from = type, .arity = arity};

        if (!ir_class_has(types, (ir_type_id)type))
            continue;
        check_op(&c);
        count++;
    }
    assert_in_range(count, types == ir_class_I32 ? 1 : 3, 5);
}

static void
test_alu(void **state)
{
    (void)state;
#define ALU1(op, types, flags, value) check_alu(ir_op_##op, ir_class_##types, 1, false);
#define ALU2(op, types, flags, value) check_alu(ir_op_##op, ir_class_##types, 2, false);
#define ALU3(op, types, flags, value) check_alu(ir_op_##op, ir_class_##types, 3, false);
#include "ir/ops.def"
}

static void
test_compare(void **state)
{
    (void)state;
#define CMP2(op, types, flags, value) check_alu(ir_op_##op, ir_class_##types, 2, true);
#include "ir/ops.def"
}

static void
check_conversion(enum ir_op op, enum ir_class to_class, enum ir_class from_class)
{
    for (enum ir_type to = ir_type_void + 1; to < ir_type_count; to++) {
        for (enum ir_type from = ir_type_void + 1; from < ir_type_count; from++) {
            struct op_case c = {.op = op, .to = to, .from = from, .arity = 1};

            if (to != from && ir_class_has(to_class, (ir_type_id)to) &&
                ir_class_has(from_class, (ir_type_id)from))
                check_op(&c);
        }
    }
}

static void
test_conversions(void **state)
{
    (void)state;
#define CONV(op, to, from, flags, value)                                                           \
    check_conversion(ir_op_##op, ir_class_##to, ir_class_##from);
#include "ir/ops.def"
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alu),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_conversions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
