/* SPDX-License-Identifier: MIT
 *
 * Vector arithmetic on integers and bits.
 */
#include "rdna/lower/arith.h"

/* ---- words of the rows ---- */

#define U24(x) AND(x, WORD(0xffffff))
#define I24(x) ISHR(SHL(x, WORD(8)), WORD(8))
/* With clamp, within what a half holds. */
#define FIT(limit, x, bound) (l->inst->clamp ? limit(x, WORD(bound)) : x)
#define FIT_I16(x) (l->inst->clamp ? IMAX(IMIN(x, WORD(0x7fff)), WORD(0xffff8000)) : x)

/* ---- products ---- */

/* addend: 0: none. With clamp, of the whole product. */
static ir_ref
mul_u24(struct rdna_lowering *l, ir_ref addend)
{
    const ir_ref x = U24(A);
    const ir_ref y = U24(B);

    if (!l->inst->clamp)
        return addend ? ADD(MUL(x, y), addend) : MUL(x, y);
    const ir_ref product = MUL(U64(x), U64(y));
    return rdna_fit_u32(l, addend ? ADD(product, U64(addend)) : product);
}

static ir_ref
mul_i24(struct rdna_lowering *l, ir_ref addend)
{
    const ir_ref x = I24(A);
    const ir_ref y = I24(B);

    if (!l->inst->clamp)
        return addend ? ADD(MUL(x, y), addend) : MUL(x, y);
    const ir_ref product = MUL(I64(x), I64(y));
    return rdna_fit_i32(l, addend ? ADD(product, I64(addend)) : product);
}

static ir_ref
mad_u64(struct rdna_lowering *l)
{
    const ir_ref sum = ADD(MUL(U64(A), U64(B)), C);

    l->found = ULT(sum, C);
    return l->inst->clamp ? SELECT(l->found, WORD64(UINT64_MAX), sum) : sum;
}

/* The carry is the sign of the sum that did not wrap. */
static ir_ref
mad_i64(struct rdna_lowering *l)
{
    const ir_ref product = MUL(I64(A), I64(B));
    const ir_ref sum = ADD(product, C);
    const ir_ref wraps = AND(XOR(product, sum), XOR(C, sum));

    l->found = ILT(XOR(sum, wraps), WORD64(0));
    if (!l->inst->clamp)
        return sum;
    const ir_ref limit = SELECT(l->found, WORD64((uint64_t)INT64_MIN), WORD64(INT64_MAX));
    return SELECT(ILT(wraps, WORD64(0)), limit, sum);
}

/* ---- carries ---- */

static ir_ref
one_if_bit(struct rdna_lowering *l)
{
    return SELECT(BIT, WORD(1), WORD(0));
}

static ir_ref
add_with_carry(struct rdna_lowering *l)
{
    const ir_ref sum = ADD(ADD(A, B), one_if_bit(l));

    l->found = SELECT(BIT, UGE(A, sum), ULT(sum, A));
    return l->inst->clamp ? SELECT(l->found, WORD(UINT32_MAX), sum) : sum;
}

static ir_ref
sub_with_borrow(struct rdna_lowering *l, ir_ref x, ir_ref y)
{
    const ir_ref difference = SUB(SUB(x, y), one_if_bit(l));

    l->found = SELECT(BIT, UGE(y, x), ULT(x, y));
    return l->inst->clamp ? SELECT(l->found, WORD(0), difference) : difference;
}

/* ---- bits ---- */

/* C bits of A from B on; five bits of both count. */
static ir_ref
field(struct rdna_lowering *l, bool sign)
{
    uint64_t first, count;

    if (rdna_known_bits(l, C, &count) && rdna_known_bits(l, B, &first))
        return rdna_field(l, A, first & 31, count & 31, sign);
    if (!sign)
        return AND(USHR(A, B), SUB(SHL(WORD(1), C), WORD(1)));
    const ir_ref unused = OP1(ineg, C);
    const ir_ref found = ISHR(SHL(ISHR(A, B), unused), unused);
    return SELECT(IEQ(AND(C, WORD(31)), WORD(0)), WORD(0), found);
}

/* The low word of A and B behind each other, shifted down. A count of 0 is not for A's shift, but
 * where both are the same. */
static ir_ref
align(struct rdna_lowering *l, ir_ref count)
{
    uint64_t known;
    const bool is_some = rdna_known_bits(l, count, &known) && known & 31;

    if (is_some || A == B)
        return OR(USHR(B, count), SHL(A, OP1(ineg, count)));
    return OR(USHR(B, count), SHL(SHL(A, WORD(1)), NOT(count)));
}

/* ---- bytes ---- */

static void
split_bytes(struct rdna_lowering *l, ir_ref word, ir_ref bytes[4])
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = rdna_field(l, word, 8 * i, 8, false);
}

static ir_ref
add_part(struct rdna_lowering *l, ir_ref sum, ir_ref part)
{
    return sum ? OR(sum, part) : part;
}

static unsigned
selector(uint32_t selectors, unsigned i)
{
    return selectors >> 8 * i & 0xff;
}

/* The bytes of a source that go up (or down) by the same number of places, in their new ones. */
static uint32_t
moved_bytes(uint32_t selectors, unsigned source, int places)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < 4; i++) {
        const unsigned select = selector(selectors, i);
        if (select / 4 == source && (int)i - (int)(select % 4) == places)
            mask |= 0xffu << 8 * i;
    }
    return mask;
}

static ir_ref
move_bytes(struct rdna_lowering *l, ir_ref word, int places, uint32_t mask)
{
    const unsigned bits = 8 * (unsigned)(places < 0 ? -places : places);
    const uint32_t all = places < 0 ? UINT32_MAX >> bits : UINT32_MAX << bits;
    const ir_ref moved = places == 0  ? word
                         : places < 0 ? USHR(word, WORD(bits))
                                      : SHL(word, WORD(bits));

    return mask == all ? moved : AND(moved, WORD(mask));
}

/* The bytes that are selected by a number. */
static uint32_t
bytes_of(uint32_t selectors, unsigned least, unsigned most)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < 4; i++)
        if (selector(selectors, i) >= least && selector(selectors, i) <= most)
            mask |= 0xffu << 8 * i;
    return mask;
}

/* With selectors that are known: what goes the same way goes at once. */
static ir_ref
permute_known(struct rdna_lowering *l, uint32_t selectors)
{
    const ir_ref words[2] = {B, A};
    const uint32_t ones = bytes_of(selectors, 13, 255);
    ir_ref sum = ones ? WORD(ones) : 0;

    for (unsigned source = 0; source < 2; source++)
        for (int places = -3; places <= 3; places++) {
            const uint32_t mask = moved_bytes(selectors, source, places);
            if (mask)
                sum = add_part(l, sum, move_bytes(l, words[source], places, mask));
        }
    for (unsigned half = 0; half < 4; half++) {
        const uint32_t mask = bytes_of(selectors, 8 + half, 8 + half);
        if (!mask)
            continue;
        const ir_ref word = half & 1 ? words[half / 2] : SHL(words[half / 2], WORD(16));
        sum = add_part(l, sum, AND(ISHR(word, WORD(31)), WORD(mask)));
    }
    return sum ? sum : WORD(0);
}

/* The signs of the halves of a word, a byte each. */
static ir_ref
signs_of_halves(struct rdna_lowering *l, ir_ref word)
{
    const ir_ref bits = AND(USHR(word, WORD(15)), WORD(0x10001));

    return MUL(AND(OR(bits, USHR(bits, WORD(8))), WORD(0x101)), WORD(0xff));
}

/* The selectors number the bytes of B, of A, of their signs, and of a constant; past that, ones. */
static ir_ref
permute_bytes(struct rdna_lowering *l)
{
    uint64_t known;
    ir_ref selectors[4], sum = 0;

    if (rdna_known_bits(l, C, &known))
        return permute_known(l, (uint32_t)known);
    const ir_ref low_signs = signs_of_halves(l, B);
    const ir_ref signs = PAIR(low_signs, signs_of_halves(l, A));
    split_bytes(l, C, selectors);
    for (unsigned i = 0; i < 4; i++) {
        const ir_ref select = UMIN(selectors[i], WORD(15));
        const ir_ref low = SELECT(ULT(select, WORD(4)), B, A);
        const ir_ref high = SELECT(ULT(select, WORD(12)), signs, WORD(0xffffff00));
        const ir_ref word = SELECT(ULT(select, WORD(8)), low, high);
        const ir_ref byte = AND(USHR(word, SHL(select, WORD(3))), WORD(0xff));
        sum = add_part(l, sum, i ? SHL(byte, WORD(8 * i)) : byte);
    }
    return sum;
}

/* ---- sums of distances ---- */

static ir_ref
distance(struct rdna_lowering *l, ir_ref x, ir_ref y)
{
    return SUB(UMAX(x, y), UMIN(x, y));
}

/* Of four bytes. is_masked: those where the reference is 0 do not count. */
static ir_ref
add_distances(struct rdna_lowering *l, const ir_ref x[4], const ir_ref reference[4], bool is_masked)
{
    ir_ref sum = 0;

    for (unsigned i = 0; i < 4; i++) {
        ir_ref part = distance(l, x[i], reference[i]);
        if (is_masked)
            part = SELECT(INE(reference[i], WORD(0)), part, WORD(0));
        sum = sum ? ADD(sum, part) : part;
    }
    return sum;
}

static ir_ref
sad_u8(struct rdna_lowering *l, bool is_masked)
{
    ir_ref x[4], reference[4];

    split_bytes(l, A, x);
    split_bytes(l, B, reference);
    return add_distances(l, x, reference, is_masked);
}

static ir_ref
sad_u16(struct rdna_lowering *l)
{
    const ir_ref low_a = AND(A, WORD(0xffff));
    const ir_ref low_b = AND(B, WORD(0xffff));
    const ir_ref high_a = USHR(A, WORD(16));
    const ir_ref high_b = USHR(B, WORD(16));
    const ir_ref low = distance(l, low_a, low_b);

    return ADD(low, distance(l, high_a, high_b));
}

/* Four sums, each of a window of A that begins a byte further up. */
static void
find_window_sums(struct rdna_lowering *l, bool is_masked, ir_ref sums[4])
{
    ir_ref words[2], bytes[8], reference[4];

    ir_build_split(&l->b, A, words);
    split_bytes(l, words[0], bytes);
    split_bytes(l, words[1], bytes + 4);
    split_bytes(l, B, reference);
    for (unsigned i = 0; i < 4; i++)
        sums[i] = add_distances(l, bytes + i, reference, is_masked);
}

static ir_ref
qsad_u16(struct rdna_lowering *l, bool is_masked)
{
    ir_ref sums[4], words[2], halves[2];

    find_window_sums(l, is_masked, sums);
    ir_build_split(&l->b, C, words);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned j = 0; j < 2; j++) {
            const ir_ref sum = ADD(rdna_field(l, words[i], 16 * j, 16, false), sums[2 * i + j]);
            halves[j] = l->inst->clamp ? UMIN(sum, WORD(0xffff)) : sum;
        }
        words[i] = PAIR(AND(halves[0], WORD(0xffff)), halves[1]);
    }
    return ir_build_join(&l->b, ir_type_i64, words[0], words[1]);
}

static void
mqsad_in_lane(struct rdna_lowering *l)
{
    const unsigned reg = l->inst->dst - RDNA_VGPR0;
    ir_ref sums[4];

    rdna_read_sources(l);
    find_window_sums(l, true, sums);
    for (unsigned i = 0; i < 4; i++)
        sums[i] = ADD_U32(rdna_source_word(l, 2, i), sums[i]);
    for (unsigned i = 0; i < 4; i++)
        rdna_set_vector(l, (reg + i) & 0xff, sums[i]);
}

static void
lower_mqsad_u32(struct rdna_lowering *l)
{
    rdna_for_lanes(l, false, mqsad_in_lane);
}

/* ---- two destinations ---- */

static void
swap_in_lane(struct rdna_lowering *l)
{
    const unsigned a = l->inst->dst - RDNA_VGPR0, b = l->inst->src[0] - RDNA_VGPR0;
    const ir_ref was_a = rdna_kept_vector(l, a, ir_type_i32);
    const ir_ref was_b = rdna_kept_vector(l, b, ir_type_i32);

    rdna_set_vector(l, a, was_b);
    rdna_set_vector(l, b, was_a);
}

static void
lower_swap(struct rdna_lowering *l)
{
    rdna_for_lanes(l, false, swap_in_lane);
}

/* ---- the table ---- */

#define VALUE(name, flags, expression)                                                             \
    static ir_ref value_##name(struct rdna_lowering *l) { return expression; }
#define WITH_BIT(name, expression, bit)                                                            \
    static ir_ref value_##name(struct rdna_lowering *l)                                            \
    {                                                                                              \
        const ir_ref D = expression;                                                               \
        l->found = bit;                                                                            \
        return D;                                                                                  \
    }
#include "rdna/lower/rows_integer.def"

const struct rdna_lower_row rdna_rows_integer[rdna_op_count] = {
#define VALUE(name, flags, expression) [rdna_op_##name] = {rdna_lower_vector, value_##name, flags},
#define WITH_BIT(name, expression, bit) VALUE(name, 0, expression)
#include "rdna/lower/rows_integer.def"
    [rdna_op_v_mqsad_u32_u8] = {lower_mqsad_u32, NULL, 0},
    [rdna_op_v_swap_b32] = {lower_swap, NULL, 0},
};
