/* SPDX-License-Identifier: MIT
 *
 * What ops.def's expressions compute, against a second statement of each op's meaning: integers by
 * arithmetic wide enough never to wrap, floats by asking whether the result is the nearest one to
 * the exact value, which a fixed-point number of 4,480 bits holds.
 */
#include "exact.h"

#include <cmocka.h>
#include <inttypes.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

/* ---- what each op means ---- */

struct trial {
    enum ir_op op;
    enum ir_type type;    /* Of the result. */
    enum ir_type from[3]; /* Of the operands. */
    uint64_t x[3];
    uint64_t result;
};

static const struct exact_parts one = {false, 1, 0};

static bool
is_signed_infinity(const struct exact_format *f, uint64_t bits, bool is_minus)
{
    return bits == (exact_infinity(f) | (is_minus ? exact_sign_bit(f) : 0));
}

/* a * b + c. */
static bool
is_fma(const struct exact_format *f, uint64_t a, uint64_t b, uint64_t c, uint64_t result)
{
    const bool is_minus = exact_is_negative(f, a) != exact_is_negative(f, b);
    const bool is_infinite_product = exact_is_infinite(f, a) || exact_is_infinite(f, b);

    if (exact_is_nan(f, a) || exact_is_nan(f, b) || exact_is_nan(f, c))
        return exact_is_nan(f, result);
    if (is_infinite_product) {
        if (exact_is_zero(f, a) || exact_is_zero(f, b) ||
            (exact_is_infinite(f, c) && exact_is_negative(f, c) != is_minus))
            return exact_is_nan(f, result);
        return is_signed_infinity(f, result, is_minus);
    }
    if (exact_is_infinite(f, c))
        return result == c;
    const struct exact_real real = {exact_kind_sum, exact_parts_of(f, a), exact_parts_of(f, b),
                                    exact_parts_of(f, c)};
    return exact_is_nearest(f, &real, result);
}

static bool
is_quotient(const struct exact_format *f, uint64_t a, uint64_t b, uint64_t result)
{
    const bool is_minus = exact_is_negative(f, a) != exact_is_negative(f, b);

    if (exact_is_nan(f, a) || exact_is_nan(f, b) ||
        (exact_is_infinite(f, a) && exact_is_infinite(f, b)) ||
        (exact_is_zero(f, a) && exact_is_zero(f, b)))
        return exact_is_nan(f, result);
    if (exact_is_infinite(f, a) || exact_is_zero(f, b))
        return is_signed_infinity(f, result, is_minus);
    if (exact_is_infinite(f, b))
        return result == (is_minus ? exact_sign_bit(f) : 0);
    const struct exact_real real = {exact_kind_quotient, exact_parts_of(f, a), exact_parts_of(f, b),
                                    one};
    return exact_is_nearest(f, &real, result);
}

static bool
is_root(const struct exact_format *f, uint64_t a, uint64_t result)
{
    if (exact_is_nan(f, a) || (exact_is_negative(f, a) && !exact_is_zero(f, a)))
        return exact_is_nan(f, result);
    if (exact_is_infinite(f, a))
        return result == a;
    const struct exact_real real = {exact_kind_root, exact_parts_of(f, a), one, one};
    return exact_is_nearest(f, &real, result);
}

/* A float made an integer: down, up, towards zero or to the nearest, ties to even. */
static bool
is_rounded(const struct exact_format *f, enum ir_op op, uint64_t a, uint64_t result)
{
    if (exact_is_nan(f, a))
        return exact_is_nan(f, result);
    struct exact_parts parts = exact_parts_of(f, a);
    if (exact_is_infinite(f, a) || parts.exponent >= 0)
        return result == a;
    const unsigned shift = parts.exponent < -60 ? 60 : (unsigned)-parts.exponent;
    const uint64_t rest = parts.integer & exact_mask(shift), half = UINT64_C(1) << (shift - 1);
    uint64_t integer = parts.integer >> shift;
    if (op == ir_op_ffloor)
        integer += rest && parts.is_negative;
    else if (op == ir_op_fceil)
        integer += rest && !parts.is_negative;
    else if (op == ir_op_fround_even)
        integer += rest > half || (rest == half && integer % 2);
    return result == exact_bits_of(f, (struct exact_parts){parts.is_negative, integer, 0});
}

/* Integers in the order of the floats; both zeroes are 0. */
static int64_t
order_of(const struct exact_format *f, uint64_t bits)
{
    const int64_t magnitude = (int64_t)(bits & ~exact_sign_bit(f));

    return exact_is_negative(f, bits) ? -magnitude : magnitude;
}

static bool
is_extreme(const struct exact_format *f, const struct trial *t, bool is_max)
{
    const uint64_t a = t->x[0], b = t->x[1];

    if (exact_is_nan(f, a) && exact_is_nan(f, b))
        return exact_is_nan(f, t->result);
    if (exact_is_nan(f, a) || exact_is_nan(f, b))
        return t->result == (exact_is_nan(f, a) ? b : a);
    if (order_of(f, a) == order_of(f, b))
        return t->result == a || t->result == b;
    return t->result == ((order_of(f, a) < order_of(f, b)) == is_max ? b : a);
}

static bool
is_saturated(const struct exact_format *f, uint64_t a, uint64_t result)
{
    const uint64_t bits_of_one = (uint64_t)f->bias << f->mantissa;

    if (exact_is_nan(f, a) || order_of(f, a) <= 0)
        return result == 0;
    return result == (order_of(f, a) > order_of(f, bits_of_one) ? bits_of_one : a);
}

/* The bit before the point is that of a normal number. */
static bool
is_flushed(const struct exact_format *f, uint64_t a, uint64_t result)
{
    if (exact_is_nan(f, a) || exact_is_infinite(f, a) ||
        exact_parts_of(f, a).integer >> f->mantissa)
        return result == a;
    return result == (a & exact_sign_bit(f));
}

/* A finite number other than zero as a power of two times one from 0.5 to 1. */
static struct exact_parts
fraction_of(const struct exact_format *f, uint64_t a, int *exponent)
{
    const struct exact_parts parts = exact_parts_of(f, a);
    int bits = 0;

    while (bits < 64 && parts.integer >> bits)
        bits++;
    *exponent = parts.exponent + bits;
    return (struct exact_parts){parts.is_negative, parts.integer, -bits};
}

static bool
is_fraction(const struct exact_format *f, uint64_t a, uint64_t result)
{
    int exponent;

    if (exact_is_nan(f, a))
        return exact_is_nan(f, result);
    if (exact_is_infinite(f, a) || exact_is_zero(f, a))
        return result == a;
    return result == exact_bits_of(f, fraction_of(f, a, &exponent));
}

static int
exponent_of(const struct exact_format *f, uint64_t a)
{
    int exponent = 0;

    if (!exact_is_nan(f, a) && !exact_is_infinite(f, a) && !exact_is_zero(f, a))
        (void)fraction_of(f, a, &exponent);
    return exponent;
}

/* a * 2^b. What it is of a b that is no integer is open. */
static bool
is_scaled(const struct exact_format *f, uint64_t a, uint64_t b, uint64_t result)
{
    const struct exact_parts by = exact_parts_of(f, b);
    struct exact_real real = {exact_kind_sum, exact_parts_of(f, a), one, {false, 0, 0}};
    const int shift = by.exponent < -60 ? 60 : -by.exponent;
    /* Past this, every number but zero has become zero or infinite. */
    const int64_t most = 5000;
    int64_t exponent = most;

    if (exact_is_nan(f, a))
        return exact_is_nan(f, result);
    if (exact_is_nan(f, b) || exact_is_infinite(f, b) ||
        (shift > 0 && (by.integer & exact_mask((unsigned)shift))))
        return true;
    if (exact_is_infinite(f, a) || exact_is_zero(f, a))
        return result == a;
    if (shift > 0)
        exponent = (int64_t)(by.integer >> shift);
    else if (-shift < 10)
        exponent = (int64_t)(by.integer << -shift);
    exponent = exponent < most ? exponent : most;
    exponent = real.a.exponent + (by.is_negative ? -exponent : exponent);
    /* As far as the fixed-point numbers reach. */
    real.a.exponent = (int)(exponent < -2200 ? -2200 : exponent > 1900 ? 1900 : exponent);
    real.c.is_negative = real.a.is_negative;
    return exact_is_nearest(f, &real, result);
}

static bool
is_float_op(const struct trial *t)
{
    const struct exact_format *f = exact_format_of(t->type);
    const uint64_t a = t->x[0], b = t->x[1], result = t->result;
    const uint64_t bits_of_one = (uint64_t)f->bias << f->mantissa;
    /* Zero with the sign of the product, so that adding it changes nothing. */
    const uint64_t nothing = (a ^ b) & exact_sign_bit(f);

    switch ((unsigned)t->op) {
    case ir_op_fneg:
        return result == (a ^ exact_sign_bit(f));
    case ir_op_fabs:
        return result == (a & ~exact_sign_bit(f));
    case ir_op_fsat:
        return is_saturated(f, a, result);
    case ir_op_fflush:
        return is_flushed(f, a, result);
    case ir_op_ffloor:
    case ir_op_fceil:
    case ir_op_ftrunc:
    case ir_op_fround_even:
        return is_rounded(f, t->op, a, result);
    case ir_op_fsqrt:
        return is_root(f, a, result);
    case ir_op_fadd:
        return is_fma(f, a, bits_of_one, b, result);
    case ir_op_fsub:
        return is_fma(f, a, bits_of_one, b ^ exact_sign_bit(f), result);
    case ir_op_fmul:
        return is_fma(f, a, b, nothing, result);
    case ir_op_fdiv:
        return is_quotient(f, a, b, result);
    case ir_op_fmin:
        return is_extreme(f, t, false);
    case ir_op_fmax:
        return is_extreme(f, t, true);
    case ir_op_ffma:
        return is_fma(f, a, b, t->x[2], result);
    case ir_op_ffrexp_sig:
        return is_fraction(f, a, result);
    case ir_op_fldexp:
        return is_scaled(f, a, b, result);
    }
    fail_msg("%s has no meaning in this test", ir_op_infos[t->op].name);
    return false;
}

static bool
float_compares(const struct trial *t)
{
    const struct exact_format *f = exact_format_of(t->from[0]);
    const int64_t a = order_of(f, t->x[0]), b = order_of(f, t->x[1]);

    if (exact_is_nan(f, t->x[0]) || exact_is_nan(f, t->x[1]))
        return t->op == ir_op_fne;
    switch ((unsigned)t->op) {
    case ir_op_feq:
        return a == b;
    case ir_op_fne:
        return a != b;
    case ir_op_flt:
        return a < b;
    case ir_op_fge:
        return a >= b;
    }
    fail_msg("%s has no meaning in this test", ir_op_infos[t->op].name);
    return false;
}

static wide
signed_of(uint64_t bits, unsigned width)
{
    return bits >> (width - 1) ? (wide)bits - ((wide)1 << width) : (wide)bits;
}

/* Which bits are set, one by one. */
static wide
bit_op(enum ir_op op, uint32_t a)
{
    const uint32_t sign = a >> 31;
    int count = 0, lowest = -1, highest = -1, differs = -1;
    uint32_t reversed = 0;

    for (int i = 31; i >= 0; i--) {
        const uint32_t bit = a >> i & 1;

        count += (int)bit;
        reversed |= bit << (31 - i);
        lowest = bit ? i : lowest;
        highest = bit && highest < 0 ? i : highest;
        differs = bit != sign && differs < 0 ? i : differs;
    }
    switch ((unsigned)op) {
    case ir_op_bit_count:
        return count;
    case ir_op_bit_reverse:
        return reversed;
    case ir_op_find_lsb:
        return lowest;
    case ir_op_find_umsb:
        return highest;
    case ir_op_find_smsb:
        return differs;
    }
    fail_msg("%s has no meaning in this test", ir_op_infos[op].name);
    return 0;
}

/* Integers of width bits: u, v without sign, s, r with one. The result is cut to its type. */
static wide
integer_op(const struct trial *t, unsigned width)
{
    const wide u = t->x[0], v = t->x[1];
    const wide s = signed_of(t->x[0], width), r = signed_of(t->x[1], width);
    const unsigned count = (unsigned)(v % width);

    switch ((unsigned)t->op) {
    case ir_op_ineg:
        return -s;
    case ir_op_inot:
        return -1 - u;
    case ir_op_iadd:
        return u + v;
    case ir_op_isub:
        return u - v;
    case ir_op_imul:
        return (wide)((uwide)u * (uwide)v);
    case ir_op_imul_hi:
        return s * r >> width;
    case ir_op_umul_hi:
        return (wide)((uwide)u * (uwide)v >> width);
    case ir_op_idiv:
        return r == 0 ? 0 : s / r;
    case ir_op_udiv:
        return v == 0 ? -1 : u / v;
    case ir_op_irem:
        return r == 0 ? -1 : s - s / r * r;
    case ir_op_urem:
        return v == 0 ? -1 : u - u / v * v;
    case ir_op_imin:
        return s < r ? s : r;
    case ir_op_imax:
        return s < r ? r : s;
    case ir_op_umin:
        return u < v ? u : v;
    case ir_op_umax:
        return u < v ? v : u;
    case ir_op_iand:
        return u & v;
    case ir_op_ior:
        return u | v;
    case ir_op_ixor:
        return (u | v) - (u & v);
    case ir_op_ishl:
        return u * ((wide)1 << count);
    case ir_op_ishr: /* Rounds down. */
        return (s - (s < 0 ? ((wide)1 << count) - 1 : 0)) / ((wide)1 << count);
    case ir_op_ushr:
        return u / ((wide)1 << count);
    case ir_op_ieq:
        return u == v;
    case ir_op_ine:
        return u != v;
    case ir_op_ilt:
        return s < r;
    case ir_op_ige:
        return s >= r;
    case ir_op_ult:
        return u < v;
    case ir_op_uge:
        return u >= v;
    case ir_op_i2i:
        return s;
    case ir_op_u2u:
        return u;
    }
    return bit_op(t->op, (uint32_t)t->x[0]);
}

/* Towards zero, kept in the range of the integers of width bits. */
static wide
integer_of_float(const struct trial *t, unsigned width, bool has_sign)
{
    const struct exact_format *f = exact_format_of(t->from[0]);
    const struct exact_parts parts = exact_parts_of(f, t->x[0]);
    const wide most = ((wide)1 << (has_sign ? width - 1 : width)) - 1;
    const wide least = has_sign ? -most - 1 : 0;
    wide value;

    if (exact_is_nan(f, t->x[0]))
        return 0;
    if (exact_is_infinite(f, t->x[0]) || parts.exponent > 64)
        value = (wide)1 << 100;
    else if (parts.exponent >= 0)
        value = (wide)parts.integer << parts.exponent;
    else
        value = parts.exponent < -63 ? 0 : parts.integer >> -parts.exponent;
    if (parts.is_negative)
        value = -value;
    return value > most ? most : value < least ? least : value;
}

/* A float's or an integer's value as the nearest float. */
static bool
is_converted_to_float(const struct trial *t)
{
    const struct exact_format *to = exact_format_of(t->type);
    const unsigned width = ir_type_bits((ir_type_id)t->from[0]);
    struct exact_real real = {exact_kind_sum, one, one, {false, 0, 0}};

    if (t->op == ir_op_f2f) {
        const struct exact_format *from = exact_format_of(t->from[0]);

        if (exact_is_nan(from, t->x[0]))
            return exact_is_nan(to, t->result);
        if (exact_is_infinite(from, t->x[0]))
            return is_signed_infinity(to, t->result, exact_is_negative(from, t->x[0]));
        real.a = exact_parts_of(from, t->x[0]);
        real.c.is_negative = real.a.is_negative;
    } else {
        const wide value = t->op == ir_op_i2f ? signed_of(t->x[0], width) : (wide)t->x[0];

        real.a.is_negative = value < 0;
        real.a.integer = (uint64_t)(value < 0 ? -value : value);
    }
    return exact_is_nearest(to, &real, t->result);
}

static bool
is_right(const struct trial *t)
{
    const unsigned width = ir_type_bits((ir_type_id)t->from[0]);
    const unsigned to_width = ir_type_bits((ir_type_id)t->type);

    switch ((unsigned)t->op) {
    case ir_op_bitcast:
    case ir_op_copy:
        return t->result == t->x[0];
    case ir_op_select:
        return t->result == (t->x[0] ? t->x[1] : t->x[2]);
    case ir_op_f2i:
    case ir_op_f2u:
        return t->result ==
               ((uint64_t)integer_of_float(t, to_width, t->op == ir_op_f2i) & exact_mask(to_width));
    case ir_op_i2f:
    case ir_op_u2f:
    case ir_op_f2f:
        return is_converted_to_float(t);
    case ir_op_ffrexp_exp:
        return t->result == (uint32_t)exponent_of(exact_format_of(t->from[0]), t->x[0]);
    }
    if (ir_type_is_float((ir_type_id)t->type))
        return is_float_op(t);
    if (ir_type_is_float((ir_type_id)t->from[0]))
        return t->result == float_compares(t);
    return t->result == ((uint64_t)integer_op(t, width) & exact_mask(to_width));
}

static void
check(struct trial *t)
{
    if (!ir_fold(t->op, t->type, t->from, t->x, &t->result))
        fail_msg("%s.%s of %s is not folded", ir_op_infos[t->op].name, ir_type_name(t->type),
                 ir_type_name(t->from[0]));
    if (!is_right(t))
        fail_msg("%s.%s of %s 0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 " gave 0x%" PRIx64,
                 ir_op_infos[t->op].name, ir_type_name(t->type), ir_type_name(t->from[0]), t->x[0],
                 t->x[1], t->x[2], t->result);
}

/* ---- operands ---- */

static const uint64_t integers[] = {0,
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
                                    0x7e,
                                    0x7f,
                                    0x80,
                                    0x81,
                                    0xfe,
                                    0xff,
                                    0x100,
                                    0x7fff,
                                    0x8000,
                                    0x8001,
                                    0xffff,
                                    0x10000,
                                    0xfffeff,
                                    0x1000001,
                                    0x1000003,
                                    0x7fffffff,
                                    0x80000000,
                                    0x80000001,
                                    0xfffffffe,
                                    0xffffffff,
                                    0x100000000,
                                    UINT64_C(0x20000000000001),
                                    UINT64_C(0x5555555555555555),
                                    UINT64_C(0x7fffffffffffffff),
                                    UINT64_C(0x8000000000000000),
                                    UINT64_C(0x8000000000000001),
                                    UINT64_C(0xfffffffffffffbff),
                                    UINT64_C(0xffffffffffffff80),
                                    UINT64_C(0xfffffffffffffffe),
                                    UINT64_C(0xffffffffffffffff)};

/* Floats by what they are: integer * 2^exponent. Each comes with both signs, in each format that
 * has it. */
static const struct exact_parts numbers[] = {
    {false, 0, 0},          {false, 1, 0},          {false, 2, 0},        {false, 3, 0},
    {false, 1, -1},         {false, 3, -1},         {false, 5, -1},       {false, 7, -1},
    {false, 1, -2},         {false, 1023, -10},     {false, 1025, -10},   {false, 2047, -11},
    {false, 127, 0},        {false, 255, -1},       {false, 128, 0},      {false, 257, -1},
    {false, 255, 0},        {false, 511, -1},       {false, 256, 0},      {false, 32767, 0},
    {false, 65535, -1},     {false, 65504, 0},      {false, 1, -14},      {false, 1, -24},
    {false, 1023, -24},     {false, 1, 23},         {false, 8388607, -1}, {false, 16777215, 0},
    {false, 16777215, -24}, {false, 8388609, -23},  {false, 1, 31},       {false, 16777215, 7},
    {false, 1, 32},         {false, 16777215, 8},   {false, 1, 63},       {false, 1, 64},
    {false, 16777215, 40},  {false, 16777215, 104}, {false, 1, -126},     {false, 1, -149},
    {false, 8388607, -149}, {false, 65519, 0},      {false, 65520, 0},    {false, 2049, -25},
    {false, 1, -25},        {false, 3, -25},        {false, 1, 1023},     {false, 1, -1022},
    {false, 1, -1074},
};

static const uint64_t many_ones = UINT64_C(0x1fffffffffffff);

#define MAX_OPERANDS 160

struct operands {
    uint32_t count;
    uint64_t bits[MAX_OPERANDS];
};

static void
add_operand(struct operands *operands, uint64_t bits)
{
    for (uint32_t i = 0; i < operands->count; i++)
        if (operands->bits[i] == bits)
            return;
    assert_true(operands->count < MAX_OPERANDS);
    operands->bits[operands->count++] = bits;
}

static void
add_number(struct operands *operands, const struct exact_format *f, struct exact_parts number)
{
    const uint64_t bits = exact_bits_of(f, number);
    const struct exact_parts back = exact_parts_of(f, bits);

    if (bits >= exact_infinity(f))
        return;
    if (!exact_is_same(number, back))
        return;
    add_operand(operands, bits);
    add_operand(operands, bits | exact_sign_bit(f));
}

static struct operands
operands_of(enum ir_type type)
{
    struct operands operands = {0};

    if (type == ir_type_bool) {
        add_operand(&operands, 0);
        add_operand(&operands, 1);
    } else if (ir_type_is_int((ir_type_id)type)) {
        for (uint32_t i = 0; i < BASE_COUNT(integers); i++)
            add_operand(&operands, integers[i] & exact_mask(ir_type_bits((ir_type_id)type)));
    } else {
        const struct exact_format *f = exact_format_of(type);
        const uint64_t most = exact_infinity(f) - 1;

        for (uint32_t i = 0; i < BASE_COUNT(numbers); i++)
            add_number(&operands, f, numbers[i]);
        add_number(&operands, f, (struct exact_parts){false, many_ones, -53});
        add_number(&operands, f, (struct exact_parts){false, many_ones, 10});
        add_number(&operands, f, (struct exact_parts){false, many_ones, 11});
        add_operand(&operands, most);
        add_operand(&operands, most | exact_sign_bit(f));
        add_operand(&operands, most + 1);
        add_operand(&operands, (most + 1) | exact_sign_bit(f));
        add_operand(&operands, most + 2); /* A signalling NaN. */
        add_operand(&operands, exact_mask(ir_type_bits((ir_type_id)type)));
        add_operand(&operands, (most + 1) | (UINT64_C(1) << (f->mantissa - 1)));
    }
    return operands;
}

/* splitmix64 */
static uint64_t
next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Floats of like size, so that they do not lose one another. */
static uint64_t
random_operand(enum ir_type type, uint64_t *state)
{
    const unsigned width = ir_type_bits((ir_type_id)type);
    const uint64_t bits = next_random(state) & exact_mask(width);

    if (!ir_type_is_float((ir_type_id)type) || next_random(state) % 4 == 0)
        return bits;
    const struct exact_format *f = exact_format_of(type);
    const uint64_t range = (uint64_t)f->mantissa + 8;
    const uint64_t exponent = (uint64_t)f->bias - range / 2 + next_random(state) % range;
    return (bits & (exact_sign_bit(f) | exact_mask((unsigned)f->mantissa))) |
           (exponent < 1 ? 1 : exponent) << f->mantissa;
}

/* ---- each op with each choice of types ---- */

static void
check_edges(struct trial *t, uint32_t arity)
{
    const struct operands a = operands_of(t->from[0]);
    const struct operands none = {.count = 1};
    const struct operands b = arity > 1 ? operands_of(t->from[1]) : none;
    const struct operands c = arity > 2 ? operands_of(t->from[2]) : none;

    /* Of three operands, every second and third will do. */
    for (uint32_t i = 0; i < a.count; i++) {
        for (uint32_t j = arity > 2 ? i % 2 : 0; j<b.count; j += arity> 2 ? 2 : 1) {
            for (uint32_t k = arity > 2 ? j % 3 : 0; k<c.count; k += arity> 2 ? 3 : 1) {
                t->x[0] = a.bits[i];
                t->x[1] = b.bits[j];
                t->x[2] = c.bits[k];
                check(t);
            }
        }
    }
}

static void
check_random(struct trial *t, uint32_t arity)
{
    uint64_t state = (uint64_t)t->op << 8 | (uint64_t)t->type;

    for (uint32_t i = 0; i < 3000; i++) {
        for (uint32_t o = 0; o < arity; o++)
            t->x[o] = random_operand(t->from[o], &state);
        check(t);
    }
}

/* Each value of a narrow type, where there is one operand alone. */
static void
check_all(struct trial *t)
{
    const unsigned width = ir_type_bits((ir_type_id)t->from[0]);

    for (uint64_t bits = 0; width <= 16 && bits <= exact_mask(width); bits++) {
        t->x[0] = bits;
        check(t);
    }
}

static bool
is_computed(enum ir_op op)
{
    return ir_op_has(op, IR_OP_PURE) && ir_op_infos[op].arity > 0 && !ir_op_has(op, IR_OP_IMM);
}

/* Sets the types of the trial: result type and operand 0's type are given, the rest follows. False
 * if the op does not take them. */
static bool
set_types(struct trial *t, enum ir_op op, enum ir_type type, enum ir_type from)
{
    const struct ir_op_info *info = &ir_op_infos[op];

    memset(t, 0, sizeof(*t));
    t->op = op;
    t->type = type;
    for (uint32_t i = 0; i < info->arity; i++) {
        const enum ir_class class = (enum ir_class)info->operand[i];

        t->from[i] = class == ir_class_RESULT ? type : class == ir_class_FIRST ? t->from[0] : from;
        if (class != ir_class_RESULT && class != ir_class_FIRST &&
            !ir_class_has(class, (ir_type_id)t->from[i]))
            return false;
    }
    if (t->from[0] != from || !ir_class_has((enum ir_class)info->result, (ir_type_id)type))
        return false;
    return op != ir_op_bitcast || ir_type_bits((ir_type_id)type) == ir_type_bits((ir_type_id)from);
}

static void
test_each_op(void **state)
{
    (void)state;

    for (unsigned op = ir_op_none + 1; op < ir_op_count; op++) {
        uint32_t choices = 0;

        if (!is_computed((enum ir_op)op) || ir_op_has((enum ir_op)op, IR_OP_INEXACT))
            continue;
        for (unsigned type = ir_type_void + 1; type < ir_type_count; type++) {
            for (unsigned from = ir_type_void + 1; from < ir_type_count; from++) {
                struct trial t;

                if (!set_types(&t, (enum ir_op)op, (enum ir_type)type, (enum ir_type)from))
                    continue;
                check_edges(&t, ir_op_infos[op].arity);
                check_random(&t, ir_op_infos[op].arity);
                if (ir_op_infos[op].arity == 1)
                    check_all(&t);
                choices++;
            }
        }
        if (choices == 0)
            fail_msg("%s takes no types", ir_op_infos[op].name);
    }
}

static void
test_refused(void **state)
{
    static const enum ir_type from[3] = {ir_type_f32, ir_type_f32, ir_type_f32};
    static const uint64_t x[3] = {0x3f800000, 0x3f800000, 0x3f800000};
    uint64_t result;
    (void)state;

    for (unsigned op = ir_op_none; op < ir_op_count; op++)
        if (!is_computed((enum ir_op)op) || ir_op_has((enum ir_op)op, IR_OP_INEXACT))
            assert_false(ir_fold((enum ir_op)op, ir_type_f32, from, x, &result));
    assert_false(ir_fold(ir_op_fadd, ir_type_i32, from, x, &result));
    assert_false(ir_fold(ir_op_fadd, ir_type_bool, from, x, &result));
    assert_false(ir_fold(ir_op_iadd, ir_type_f32, from, x, &result));
    assert_false(ir_fold(ir_op_iadd, ir_type_bool, from, x, &result));
    assert_false(ir_fold(ir_op_ilt, ir_type_bool, from, x, &result));
    assert_false(ir_fold(ir_op_f2i, ir_type_f32, from, x, &result));
    assert_false(ir_fold(ir_op_i2f, ir_type_f32, from, x, &result));
}

/* Results that are known from elsewhere: the standard's examples, the manuals' tables. */
static void
test_known(void **state)
{
    static const struct {
        enum ir_op op;
        enum ir_type type, from;
        uint64_t x[3];
        uint64_t expected;
    } rows[] = {
        {ir_op_fadd, ir_type_f32, ir_type_f32, {0x3f800000, 0x33800000}, 0x3f800000}, /* A tie. */
        {ir_op_fadd, ir_type_f32, ir_type_f32, {0x3f800001, 0x33800000}, 0x3f800002},
        {ir_op_fadd, ir_type_f32, ir_type_f32, {0x7f7fffff, 0x7f7fffff}, 0x7f800000},
        {ir_op_fadd, ir_type_f32, ir_type_f32, {0x80000000, 0x80000000}, 0x80000000},
        {ir_op_fsub, ir_type_f32, ir_type_f32, {0x3f800000, 0x3f800000}, 0x00000000},
        {ir_op_fsub, ir_type_f32, ir_type_f32, {0x00800000, 0x00000001}, 0x007fffff},
        {ir_op_fmul, ir_type_f32, ir_type_f32, {0x00000001, 0x3f000000}, 0x00000000},
        {ir_op_fmul, ir_type_f32, ir_type_f32, {0x00000003, 0x3f000000}, 0x00000002},
        {ir_op_fdiv, ir_type_f32, ir_type_f32, {0x3f800000, 0x80000000}, 0xff800000},
        {ir_op_fdiv, ir_type_f32, ir_type_f32, {0x3f800000, 0x40400000}, 0x3eaaaaab},
        {ir_op_fdiv,
         ir_type_f64,
         ir_type_f64,
         {0x3ff0000000000000, 0x4008000000000000},
         0x3fd5555555555555},
        {ir_op_fsqrt, ir_type_f32, ir_type_f32, {0x40000000}, 0x3fb504f3},
        {ir_op_fsqrt, ir_type_f32, ir_type_f32, {0x80000000}, 0x80000000},
        {ir_op_fsat, ir_type_f32, ir_type_f32, {0x7fc00000}, 0},
        {ir_op_fsat, ir_type_f32, ir_type_f32, {0x80000000}, 0},
        {ir_op_fsat, ir_type_f32, ir_type_f32, {0x7f800000}, 0x3f800000},
        {ir_op_fflush, ir_type_f32, ir_type_f32, {0x007fffff}, 0},
        {ir_op_fflush, ir_type_f32, ir_type_f32, {0x80000001}, 0x80000000},
        {ir_op_fflush, ir_type_f32, ir_type_f32, {0x80000000}, 0x80000000},
        {ir_op_fflush, ir_type_f32, ir_type_f32, {0x00800000}, 0x00800000},
        {ir_op_fflush, ir_type_f32, ir_type_f32, {0xff800000}, 0xff800000},
        {ir_op_fflush, ir_type_f32, ir_type_f32, {0x7f800001}, 0x7f800001},
        {ir_op_fflush, ir_type_f32, ir_type_f32, {0xffc12345}, 0xffc12345},
        {ir_op_fflush, ir_type_f16, ir_type_f16, {0x83ff}, 0x8000},
        {ir_op_fflush, ir_type_f16, ir_type_f16, {0x0400}, 0x0400},
        {ir_op_fflush, ir_type_f16, ir_type_f16, {0xfc01}, 0xfc01},
        {ir_op_fflush,
         ir_type_f64,
         ir_type_f64,
         {UINT64_C(0x800fffffffffffff)},
         UINT64_C(0x8000000000000000)},
        {ir_op_fflush,
         ir_type_f64,
         ir_type_f64,
         {UINT64_C(0x3f00000000000001)}, /* No double that a half is. */
         UINT64_C(0x3f00000000000001)},
        {ir_op_fflush,
         ir_type_f64,
         ir_type_f64,
         {UINT64_C(0x7ff0000000000001)},
         UINT64_C(0x7ff0000000000001)},
        {ir_op_fmin, ir_type_f32, ir_type_f32, {0x7fc00000, 0x3f800000}, 0x3f800000},
        {ir_op_fmax, ir_type_f32, ir_type_f32, {0x3f800000, 0x7fc00000}, 0x3f800000},
        {ir_op_fround_even, ir_type_f32, ir_type_f32, {0x3f000000}, 0},
        {ir_op_fround_even, ir_type_f32, ir_type_f32, {0x3fc00000}, 0x40000000},
        {ir_op_fround_even, ir_type_f32, ir_type_f32, {0x40200000}, 0x40000000},
        {ir_op_fround_even, ir_type_f32, ir_type_f32, {0xbf000000}, 0x80000000},
        {ir_op_fceil, ir_type_f32, ir_type_f32, {0xbf000000}, 0x80000000},
        {ir_op_ffloor, ir_type_f32, ir_type_f32, {0x80000001}, 0xbf800000},
        /* (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24, which two roundings lose. */
        {ir_op_ffma, ir_type_f32, ir_type_f32, {0x3f800800, 0x3f800800, 0xbf801000}, 0x33800000},
        /* 2^-11 + 2^-21 more than 1 is past the middle of 1 and the next half. */
        {ir_op_ffma, ir_type_f16, ir_type_f16, {0x1001, 0x3c00, 0x3c00}, 0x3c01},
        /* 1 + 2^-10 and 2^-11 - 2^-31 is before the middle, though as f32 it is in it. */
        {ir_op_ffma, ir_type_f16, ir_type_f16, {0x2801, 0x23fe, 0x3c01}, 0x3c01},
        {ir_op_flt, ir_type_bool, ir_type_f32, {0x80000000, 0}, 0},
        {ir_op_feq, ir_type_bool, ir_type_f32, {0x80000000, 0}, 1},
        {ir_op_fne, ir_type_bool, ir_type_f32, {0x7fc00000, 0x7fc00000}, 1},
        {ir_op_fge, ir_type_bool, ir_type_f32, {0x7fc00000, 0}, 0},
        {ir_op_ineg, ir_type_i32, ir_type_i32, {0x80000000}, 0x80000000},
        {ir_op_inot, ir_type_bool, ir_type_bool, {0}, 1},
        {ir_op_imul_hi, ir_type_i32, ir_type_i32, {0xffffffff, 0xffffffff}, 0},
        {ir_op_umul_hi, ir_type_i32, ir_type_i32, {0xffffffff, 0xffffffff}, 0xfffffffe},
        {ir_op_imul_hi, ir_type_i64, ir_type_i64, {UINT64_MAX, 1}, UINT64_MAX},
        {ir_op_idiv, ir_type_i32, ir_type_i32, {0x80000000, 0xffffffff}, 0x80000000},
        {ir_op_idiv, ir_type_i32, ir_type_i32, {5, 0}, 0},
        {ir_op_udiv, ir_type_i32, ir_type_i32, {5, 0}, 0xffffffff},
        {ir_op_irem, ir_type_i32, ir_type_i32, {0x80000000, 0xffffffff}, 0},
        {ir_op_irem, ir_type_i32, ir_type_i32, {5, 0}, 0xffffffff},
        {ir_op_irem, ir_type_i32, ir_type_i32, {0xfffffffb, 3}, 0xfffffffe},
        {ir_op_urem, ir_type_i8, ir_type_i8, {5, 0}, 0xff},
        {ir_op_ishl, ir_type_i32, ir_type_i32, {1, 33}, 2},
        {ir_op_ushr, ir_type_i32, ir_type_i32, {0x80000000, 63}, 1},
        {ir_op_ishr, ir_type_i32, ir_type_i32, {0x80000000, 255}, 0xffffffff},
        {ir_op_ishl, ir_type_i64, ir_type_i64, {1, 255}, UINT64_C(1) << 63},
        {ir_op_ishl, ir_type_i8, ir_type_i8, {0xff, 12}, 0xf0},
        {ir_op_f2u, ir_type_i32, ir_type_f32, {0xbf800000}, 0},          /* -1 */
        {ir_op_f2u, ir_type_i32, ir_type_f32, {0x4f800000}, 0xffffffff}, /* 2^32 */
        {ir_op_f2i, ir_type_i32, ir_type_f32, {0x7fc00000}, 0},
        {ir_op_f2i, ir_type_i32, ir_type_f32, {0x4f000000}, 0x7fffffff}, /* 2^31 */
        {ir_op_f2i, ir_type_i32, ir_type_f32, {0xcf000000}, 0x80000000},
        {ir_op_f2i, ir_type_i32, ir_type_f32, {0xff800000}, 0x80000000},
        {ir_op_f2i, ir_type_i8, ir_type_f32, {0xc3008000}, 0x80},        /* -128.5 */
        {ir_op_u2f, ir_type_f32, ir_type_i32, {0x01000001}, 0x4b800000}, /* A tie. */
        {ir_op_u2f, ir_type_f32, ir_type_i32, {0xffffffff}, 0x4f800000},
        {ir_op_i2f, ir_type_f32, ir_type_i32, {0xffffffff}, 0xbf800000},
        {ir_op_f2f, ir_type_f16, ir_type_f32, {0x477fefff}, 0x7bff}, /* Below 65520. */
        {ir_op_f2f, ir_type_f16, ir_type_f32, {0x477ff000}, 0x7c00},
        /* 1 + 2^-11 + 2^-40 is past the middle, though as f32 it is not. */
        {ir_op_f2f, ir_type_f16, ir_type_f64, {UINT64_C(0x3ff0020000001000)}, 0x3c01},
        {ir_op_f2f, ir_type_f16, ir_type_f64, {UINT64_C(0x3ff0020000000000)}, 0x3c00},
        {ir_op_i2i, ir_type_i64, ir_type_i8, {0x80}, UINT64_C(0xffffffffffffff80)},
        {ir_op_u2u, ir_type_i64, ir_type_i8, {0x80}, 0x80},
        {ir_op_bitcast, ir_type_i32, ir_type_f32, {0x7f800001}, 0x7f800001},
        {ir_op_bit_count, ir_type_i32, ir_type_i32, {0x80000001}, 2},
        {ir_op_bit_reverse, ir_type_i32, ir_type_i32, {0x00000013}, 0xc8000000},
        {ir_op_find_lsb, ir_type_i32, ir_type_i32, {0}, 0xffffffff},
        {ir_op_find_lsb, ir_type_i32, ir_type_i32, {0x80000000}, 31},
        {ir_op_find_umsb, ir_type_i32, ir_type_i32, {0}, 0xffffffff},
        {ir_op_find_umsb, ir_type_i32, ir_type_i32, {0x00010000}, 16},
        {ir_op_find_smsb, ir_type_i32, ir_type_i32, {0xffffffff}, 0xffffffff},
        {ir_op_find_smsb, ir_type_i32, ir_type_i32, {0x80000000}, 30},
        {ir_op_find_smsb, ir_type_i32, ir_type_i32, {0xfffffffe}, 0},
        {ir_op_ffrexp_sig, ir_type_f32, ir_type_f32, {0x80000001}, 0xbf000000}, /* Denormal. */
        {ir_op_ffrexp_exp, ir_type_i32, ir_type_f32, {0x80000001}, (uint32_t)-148},
        {ir_op_ffrexp_exp, ir_type_i32, ir_type_f32, {0x7f800000}, 0},
        {ir_op_ffrexp_exp, ir_type_i32, ir_type_f16, {0x0001}, (uint32_t)-23},
        {ir_op_ffrexp_exp, ir_type_i32, ir_type_f64, {1}, (uint32_t)-1073},
        {ir_op_fldexp, ir_type_f32, ir_type_f32, {0x3f800000, 0x43160000}, 0x7f800000}, /* 2^150 */
        {ir_op_fldexp, ir_type_f32, ir_type_f32, {0x00000001, 0x438a0000}, 0x7f000000}, /* 2^276 */
        /* Just below 2, times the least number, its half and its quarter: one rounding. */
        {ir_op_fldexp, ir_type_f32, ir_type_f32, {0x3fffffff, 0xc3150000}, 2}, /* 2^-149 */
        {ir_op_fldexp, ir_type_f32, ir_type_f32, {0x3fffffff, 0xc3160000}, 1},
        {ir_op_fldexp, ir_type_f32, ir_type_f32, {0x3fffffff, 0xc3170000}, 0},
        {ir_op_fldexp, ir_type_f16, ir_type_f16, {0x3fff, 0xce00}, 2}, /* 2^-24 */
        {ir_op_fldexp, ir_type_f16, ir_type_f16, {0x3fff, 0xce80}, 0}, /* 2^-26 */
        {ir_op_fldexp,
         ir_type_f64,
         ir_type_f64,
         {UINT64_C(0x3fffffffffffffff), UINT64_C(0xc090c80000000000)}, /* 2^-1074 */
         2},
        {ir_op_fldexp,
         ir_type_f64,
         ir_type_f64,
         {UINT64_C(0x3fffffffffffffff), UINT64_C(0xc090d00000000000)}, /* 2^-1076 */
         0},
        /* Just above a half: one rounding down would have made it a tie. */
        {ir_op_fldexp,
         ir_type_f64,
         ir_type_f64,
         {UINT64_C(0x3ff0000000000001), UINT64_C(0xc090cc0000000000)}, /* 2^-1075 */
         1},
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        const enum ir_type from[3] = {rows[i].from, rows[i].from, rows[i].from};
        uint64_t result = 0;

        assert_true(ir_fold(rows[i].op, rows[i].type, from, rows[i].x, &result));
        if (result != rows[i].expected)
            fail_msg("row %u, %s: 0x%" PRIx64 ", expected 0x%" PRIx64, i,
                     ir_op_infos[rows[i].op].name, result, rows[i].expected);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_each_op),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
