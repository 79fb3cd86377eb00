/* SPDX-License-Identifier: MIT
 *
 * Vector arithmetic on integers and bits. Where the clamp bit is set, sums and products saturate.
 */
#include "rdna/lower/arith.h"

#define NOT_0(x) INE(x, WORD(0))
#define IS_NEGATIVE(x) ILT(x, WORD(0))
#define LEAST UINT32_C(0x80000000)

/* ---- sums ---- */

static ir_ref
add_unsigned(struct rdna_lowering *l, ir_ref a, ir_ref b)
{
    const ir_ref sum = ADD(a, b);

    return l->inst->clamp ? SELECT(ULT(sum, a), WORD(UINT32_MAX), sum) : sum;
}

static ir_ref
sub_unsigned(struct rdna_lowering *l, ir_ref a, ir_ref b)
{
    const ir_ref difference = SUB(a, b);

    return l->inst->clamp ? SELECT(ULT(a, b), WORD(0), difference) : difference;
}

/* The limit on the side of a. */
static ir_ref
limit(struct rdna_lowering *l, ir_ref a)
{
    return SELECT(IS_NEGATIVE(a), WORD(LEAST), WORD(INT32_MAX));
}

static ir_ref
add_signed(struct rdna_lowering *l, ir_ref a, ir_ref b)
{
    const ir_ref sum = ADD(a, b);

    if (!l->inst->clamp)
        return sum;
    const ir_ref wraps = IS_NEGATIVE(AND(XOR(a, sum), XOR(b, sum)));
    return SELECT(wraps, limit(l, a), sum);
}

static ir_ref
sub_signed(struct rdna_lowering *l, ir_ref a, ir_ref b)
{
    const ir_ref difference = SUB(a, b);

    if (!l->inst->clamp)
        return difference;
    const ir_ref wraps = IS_NEGATIVE(AND(XOR(a, b), XOR(a, difference)));
    return SELECT(wraps, limit(l, a), difference);
}

static ir_ref
own_bit(struct rdna_lowering *l)
{
    return SELECT(BIT, WORD(1), WORD(0));
}

static ir_ref
add_with_carry(struct rdna_lowering *l)
{
    const ir_ref part = ADD(A, B);
    const ir_ref sum = ADD(part, own_bit(l));

    l->found = OR(ULT(part, A), ULT(sum, part));
    return l->inst->clamp ? SELECT(l->found, WORD(UINT32_MAX), sum) : sum;
}

static ir_ref
sub_with_borrow(struct rdna_lowering *l, ir_ref a, ir_ref b)
{
    const ir_ref borrow = own_bit(l);
    const ir_ref part = SUB(a, b);
    const ir_ref difference = SUB(part, borrow);

    l->found = OR(ULT(a, b), ULT(part, borrow));
    return l->inst->clamp ? SELECT(l->found, WORD(0), difference) : difference;
}

/* ---- 16 bits, in 32 that hold the whole of them ---- */

static ir_ref
in_i16(struct rdna_lowering *l, ir_ref x)
{
    return IMAX(IMIN(x, WORD(INT16_MAX)), WORD((uint32_t)INT16_MIN));
}

static ir_ref
fit_i16(struct rdna_lowering *l, ir_ref x)
{
    return l->inst->clamp ? in_i16(l, x) : x;
}

/* Of differences, which have a sign. */
static ir_ref
fit_u16(struct rdna_lowering *l, ir_ref x)
{
    return l->inst->clamp ? IMAX(x, WORD(0)) : x;
}

/* Of sums and products, which fill 32 bits. */
static ir_ref
fit_sum_u16(struct rdna_lowering *l, ir_ref x)
{
    return l->inst->clamp ? UMIN(x, WORD(0xffff)) : x;
}

static ir_ref
pack(struct rdna_lowering *l, ir_ref low, ir_ref high)
{
    return OR(AND(low, WORD(0xffff)), SHL(high, WORD(16)));
}

/* ---- products ---- */

static ir_ref
low_24(struct rdna_lowering *l, ir_ref x)
{
    return AND(x, WORD(0xffffff));
}

static ir_ref
signed_24(struct rdna_lowering *l, ir_ref x)
{
    return ISHR(SHL(x, WORD(8)), WORD(8));
}

/* a b + c; c may be 0, which is none. */
static ir_ref
mad_unsigned(struct rdna_lowering *l, ir_ref a, ir_ref b, ir_ref c)
{
    const ir_ref product = MUL(a, b);
    const ir_ref sum = c ? ADD(product, c) : product;

    if (!l->inst->clamp)
        return sum;
    ir_ref is_over = NOT_0(OP2(umul_hi, a, b));
    if (c)
        is_over = OR(is_over, ULT(sum, product));
    return SELECT(is_over, WORD(UINT32_MAX), sum);
}

static ir_ref
mad_signed(struct rdna_lowering *l, ir_ref a, ir_ref b, ir_ref c)
{
    const ir_ref product = MUL(a, b);
    const ir_ref sum = c ? ADD(product, c) : product;

    if (!l->inst->clamp)
        return sum;
    ir_ref high = OP2(imul_hi, a, b);
    if (c) {
        const ir_ref carry = SELECT(ULT(sum, product), WORD(1), WORD(0));
        high = ADD(ADD(high, ISHR(c, WORD(31))), carry);
    }
    return SELECT(IEQ(high, ISHR(sum, WORD(31))), sum, limit(l, high));
}

/* Of 64 bits: the product in two words. */
static ir_ref
wide_product(struct rdna_lowering *l, enum ir_op high)
{
    const ir_ref low = MUL(A, B);

    return ir_build_join(&l->b, ir_type_i64, low, ir_build_alu3(&l->b, high, A, B, 0));
}

static ir_ref
wide(struct rdna_lowering *l, uint64_t value)
{
    return ir_build_const(&l->b, ir_type_i64, value);
}

static ir_ref
mad_u64(struct rdna_lowering *l)
{
    const ir_ref sum = ADD(wide_product(l, ir_op_umul_hi), C);

    l->found = ULT(sum, C);
    return l->inst->clamp ? SELECT(l->found, wide(l, UINT64_MAX), sum) : sum;
}

/* The bit is the sign of the sum that did not wrap. */
static ir_ref
mad_i64(struct rdna_lowering *l)
{
    const ir_ref product = wide_product(l, ir_op_imul_hi);
    const ir_ref sum = ADD(product, C);
    const ir_ref wraps = ILT(AND(XOR(product, sum), XOR(C, sum)), wide(l, 0));

    l->found = XOR(ILT(sum, wide(l, 0)), wraps);
    if (!l->inst->clamp)
        return sum;
    const ir_ref end = SELECT(l->found, wide(l, (uint64_t)INT64_MIN), wide(l, (uint64_t)INT64_MAX));
    return SELECT(wraps, end, sum);
}

/* ---- fields ---- */

static ir_ref
bits_of(struct rdna_lowering *l, ir_ref word, unsigned first, unsigned count, bool sign)
{
    const ir_ref up = SHL(word, WORD(32 - first - count));

    return sign ? ISHR(up, WORD(32 - count)) : USHR(up, WORD(32 - count));
}

static ir_ref
byte_of(struct rdna_lowering *l, ir_ref word, unsigned byte)
{
    return bits_of(l, word, 8 * byte, 8, false);
}

/* Bits of source 0 from B & 31 on, C & 31 of them; those past the end are not there. */
static ir_ref
field(struct rdna_lowering *l, bool is_signed)
{
    const ir_ref first = AND(B, WORD(31));
    const ir_ref count = UMIN(AND(C, WORD(31)), SUB(WORD(32), first));
    const ir_ref up = SHL(A, SUB(SUB(WORD(32), first), count));
    const ir_ref shift = SUB(WORD(32), count);
    const ir_ref found = is_signed ? ISHR(up, shift) : USHR(up, shift);

    return SELECT(NOT_0(count), found, WORD(0));
}

/* Of sources 0 and 1 as one, 32 bits from count on. */
static ir_ref
align(struct rdna_lowering *l, ir_ref count, uint32_t mask)
{
    const ir_ref by = AND(count, WORD(mask));
    const ir_ref high = SHL(A, SUB(WORD(32), by));
    const ir_ref both = OR(USHR(B, by), high);

    return SELECT(NOT_0(by), both, B);
}

/* Each byte of the selector names one of the eight bytes, a sign of a half, 0 or 0xff. */
static ir_ref
permute_bytes(struct rdna_lowering *l)
{
    ir_ref result = WORD(0);

    for (unsigned i = 0; i < 4; i++) {
        const ir_ref selector = byte_of(l, C, i);
        const ir_ref shift = SHL(AND(selector, WORD(3)), WORD(3));
        const ir_ref is_low = IEQ(AND(selector, WORD(4)), WORD(0));
        const ir_ref byte = AND(USHR(SELECT(is_low, B, A), shift), WORD(0xff));
        /* 8 and 9 are of source 1, 10 and 11 of source 0; even ones of the low half. */
        const ir_ref of_1 = IEQ(AND(selector, WORD(2)), WORD(0));
        const ir_ref is_upper = NOT_0(AND(selector, WORD(1)));
        const ir_ref half = SELECT(of_1, B, A);
        const ir_ref up = SELECT(is_upper, half, SHL(half, WORD(16)));
        const ir_ref sign = AND(ISHR(up, WORD(31)), WORD(0xff));
        const ir_ref fixed = SELECT(IEQ(selector, WORD(12)), WORD(0), WORD(0xff));
        const ir_ref other = SELECT(ULT(selector, WORD(12)), sign, fixed);
        const ir_ref chosen = SELECT(ULT(selector, WORD(8)), byte, other);
        result = OR(result, SHL(chosen, WORD(8 * i)));
    }
    return result;
}

/* Averages of bytes, rounded up where the byte of C is odd. */
static ir_ref
average_bytes(struct rdna_lowering *l)
{
    ir_ref result = WORD(0);

    for (unsigned i = 0; i < 4; i++) {
        const ir_ref sum = ADD(byte_of(l, A, i), byte_of(l, B, i));
        const ir_ref up = AND(USHR(C, WORD(8 * i)), WORD(1));
        result = OR(result, SHL(USHR(ADD(sum, up), WORD(1)), WORD(8 * i)));
    }
    return result;
}

/* ---- distances ---- */

static ir_ref
distance(struct rdna_lowering *l, ir_ref a, ir_ref b)
{
    return SUB(UMAX(a, b), UMIN(a, b));
}

static ir_ref
distance_of_halves(struct rdna_lowering *l)
{
    const ir_ref low = distance(l, AND(A, WORD(0xffff)), AND(B, WORD(0xffff)));

    return ADD(low, distance(l, USHR(A, WORD(16)), USHR(B, WORD(16))));
}

/* To the bytes of source 1. Masked, its bytes that are 0 do not count. */
static ir_ref
distance_of_bytes(struct rdna_lowering *l, ir_ref a, bool masked)
{
    ir_ref sum = WORD(0);

    for (unsigned i = 0; i < 4; i++) {
        const ir_ref reference = byte_of(l, B, i);
        ir_ref part = distance(l, byte_of(l, a, i), reference);
        if (masked)
            part = SELECT(NOT_0(reference), part, WORD(0));
        sum = ADD(sum, part);
    }
    return sum;
}

/* Of the window that begins so many bytes further up. */
static ir_ref
distance_of_window(struct rdna_lowering *l, const ir_ref words[2], unsigned i, bool masked)
{
    ir_ref window = words[0];

    if (i)
        window = OR(USHR(words[0], WORD(8 * i)), SHL(words[1], WORD(32 - 8 * i)));
    return distance_of_bytes(l, window, masked);
}

/* Four sums of 16 bits. */
static ir_ref
distances(struct rdna_lowering *l, bool masked)
{
    ir_ref windows[2], sums[2], halves[4];

    ir_build_split(&l->b, A, windows);
    ir_build_split(&l->b, C, sums);
    for (unsigned i = 0; i < 4; i++) {
        const ir_ref before = bits_of(l, sums[i / 2], 16 * (i % 2), 16, false);
        halves[i] = fit_sum_u16(l, ADD(before, distance_of_window(l, windows, i, masked)));
    }
    const ir_ref low = pack(l, halves[0], halves[1]);
    return ir_build_join(&l->b, ir_type_i64, low, pack(l, halves[2], halves[3]));
}

/* And four of 32. */
static void
four_distances(struct rdna_lowering *l)
{
    ir_ref windows[2], sums[4];

    rdna_read_sources(l);
    ir_build_split(&l->b, A, windows);
    for (unsigned i = 0; i < 4; i++)
        sums[i] =
            add_unsigned(l, rdna_source_word(l, 2, i), distance_of_window(l, windows, i, true));
    for (unsigned i = 0; i < 4; i++)
        rdna_set_vector(l, (l->inst->dst - RDNA_VGPR0 + i) & 0xff, sums[i]);
}

static void
lower_four_distances(struct rdna_lowering *l)
{
    rdna_for_lanes(l, false, four_distances);
}

/* ---- the rest ---- */

/* Two halves with a sign to bytes. */
static ir_ref
saturate_bytes(struct rdna_lowering *l)
{
    ir_ref bytes[2];

    for (unsigned i = 0; i < 2; i++) {
        const ir_ref half = bits_of(l, A, 16 * i, 16, true);
        bytes[i] = IMAX(IMIN(half, WORD(0xff)), WORD(0));
    }
    return OR(bytes[0], SHL(bytes[1], WORD(8)));
}

/* Sums of products never leave 32 bits but for the addend, and for two halves. */
ir_ref
rdna_dot(struct rdna_lowering *l, unsigned width, bool is_signed, ir_ref addend)
{
    ir_ref low = addend, high = is_signed ? ISHR(addend, WORD(31)) : WORD(0);

    for (unsigned i = 0; i < 32; i += width) {
        const ir_ref a = bits_of(l, A, i, width, is_signed);
        const ir_ref b = bits_of(l, B, i, width, is_signed);
        const ir_ref product = MUL(a, b);
        const ir_ref sum = ADD(low, product);
        if (l->inst->clamp) {
            const ir_ref above = is_signed ? ISHR(product, WORD(31)) : WORD(0);
            const ir_ref carry = SELECT(ULT(sum, low), WORD(1), WORD(0));
            high = ADD(ADD(high, above), carry);
        }
        low = sum;
    }
    if (!l->inst->clamp)
        return low;
    if (!is_signed)
        return SELECT(NOT_0(high), WORD(UINT32_MAX), low);
    return SELECT(IEQ(high, ISHR(low, WORD(31))), low, limit(l, high));
}

static void
swap(struct rdna_lowering *l)
{
    const unsigned a = l->inst->dst - RDNA_VGPR0, b = l->inst->src[0] - RDNA_VGPR0;
    const ir_ref was_a = rdna_vector(l, a, ir_type_i32);
    const ir_ref was_b = rdna_vector(l, b, ir_type_i32);

    rdna_set_vector(l, a, was_b);
    rdna_set_vector(l, b, was_a);
}

static void
lower_swap(struct rdna_lowering *l)
{
    rdna_for_lanes(l, false, swap);
}

#define VALUE(name, flags, expression)                                                             \
    static ir_ref value_##name(struct rdna_lowering *l) { return expression; }
#define WITH_BIT(name, expression, bit)                                                            \
    static ir_ref value_##name(struct rdna_lowering *l)                                            \
    {                                                                                              \
        const ir_ref D = expression;                                                               \
        l->found = bit;                                                                            \
        return D;                                                                                  \
    }
#define LOWER(name, function)
#include "rdna/lower/rows_integer.def"

const struct rdna_lower_row rdna_rows_integer[rdna_op_count] = {
#define VALUE(name, flags, expression) [rdna_op_##name] = {rdna_lower_vector, value_##name, flags},
#define WITH_BIT(name, expression, bit) VALUE(name, 0, expression)
#define LOWER(name, function) [rdna_op_##name] = {function, NULL, 0},
#include "rdna/lower/rows_integer.def"
};
