/* SPDX-License-Identifier: MIT
 *
 * Comparisons.
 */
#include "rdna/lower/arith.h"

/* ---- classes of floats ---- */

/* Where a format has its parts. */
struct format {
    enum ir_type bits;
    uint64_t infinity, quiet;
    unsigned sign;
};

static const struct format format_f16 = {ir_type_i32, 0x7c00, 0x200, 15};
static const struct format format_f32 = {ir_type_i32, 0x7f800000, 0x400000, 31};
static const struct format format_f64 = {ir_type_i64, UINT64_C(0x7ff0000000000000),
                                         UINT64_C(0x8000000000000), 63};

/* The bits of source 0. A half that travels as f32 has lost nothing but whether a NaN was quiet,
 * so those are read again. */
static ir_ref
float_bits(struct rdna_lowering *l, const struct format *format)
{
    if (format == &format_f16)
        return rdna_half_bits(l, 0);
    return ir_build_bitcast(&l->b, format->bits, l->raw[0]);
}

static ir_ref
number(struct rdna_lowering *l, const struct format *format, uint64_t value)
{
    return ir_build_const(&l->b, format->bits, value);
}

/* Which bit of the mask stands for the number: 0 signalling NaN, 1 quiet NaN, 2 to 9 from minus
 * infinity up to infinity, normal, denormal, zero. */
static ir_ref
class_of(struct rdna_lowering *l, const struct format *format)
{
    const ir_ref x = float_bits(l, format);
    const uint64_t sign = UINT64_C(1) << format->sign;
    const ir_ref is_negative = INE(AND(x, number(l, format, sign)), number(l, format, 0));
    const ir_ref size = AND(x, number(l, format, sign - 1));
    const ir_ref infinity = number(l, format, format->infinity);
    const ir_ref is_quiet = INE(AND(x, number(l, format, format->quiet)), number(l, format, 0));
    const ir_ref exponent = AND(x, infinity);
    const ir_ref is_zero = IEQ(size, number(l, format, 0));
    const ir_ref is_small = IEQ(exponent, number(l, format, 0));
    const ir_ref small = SELECT(is_zero, WORD(5), WORD(4));
    const ir_ref large = SELECT(IEQ(size, infinity), WORD(2), WORD(3));
    const ir_ref below = SELECT(is_small, small, large);
    const ir_ref place = SELECT(is_negative, below, SUB(WORD(11), below));
    const ir_ref nan = SELECT(is_quiet, WORD(1), WORD(0));

    return SELECT(ULT(infinity, size), nan, place);
}

/* ---- masks that are known ---- */

/* Of the numbers of one sign in the order of their bits: zero, denormal, normal, infinity,
 * signalling and quiet NaN. */
enum { RANGES = 6 };

static uint64_t
first_of(const struct format *format, unsigned range)
{
    const uint64_t infinity = format->infinity;
    const uint64_t firsts[RANGES] = {
        0, 1, format->quiet << 1, infinity, infinity + 1, infinity | format->quiet};
    const uint64_t sign = UINT64_C(1) << format->sign;

    return range < RANGES ? firsts[range] : firsts[range - RANGES] | sign;
}

static bool
wants(uint64_t mask, unsigned range)
{
    static const uint8_t bits[2 * RANGES] = {6, 7, 8, 9, 0, 1, 5, 4, 3, 2, 0, 1};

    return mask >> bits[range] & 1;
}

/* Is x in ranges from first up to the one before last, which may be behind all? */
static ir_ref
is_between(struct rdna_lowering *l, const struct format *format, ir_ref x, unsigned first,
           unsigned last, unsigned count)
{
    const uint64_t least = first_of(format, first);

    if (first == 0 && last == count)
        return ir_build_bool(&l->b, true);
    if (last == count)
        return UGE(x, number(l, format, least));
    const uint64_t size = first_of(format, last) - least;
    if (size == 1)
        return IEQ(x, number(l, format, least));
    return ULT(SUB(x, number(l, format, least)), number(l, format, size));
}

static ir_ref
is_in_known_class(struct rdna_lowering *l, const struct format *format, uint64_t mask)
{
    ir_ref x = float_bits(l, format), found = 0;
    unsigned count = RANGES;

    for (unsigned i = 0; i < RANGES; i++)
        if (wants(mask, i) != wants(mask, RANGES + i))
            count = 2 * RANGES;
    if (count == RANGES)
        x = AND(x, number(l, format, (UINT64_C(1) << format->sign) - 1));
    for (unsigned i = 0; i < count;) {
        const unsigned first = i++;
        if (!wants(mask, first))
            continue;
        while (i < count && wants(mask, i))
            i++;
        const ir_ref part = is_between(l, format, x, first, i, count);
        found = found ? OR(found, part) : part;
    }
    return found ? found : ir_build_bool(&l->b, false);
}

static ir_ref
is_in_class(struct rdna_lowering *l, const struct format *format)
{
    uint64_t known;

    if (rdna_known_bits(l, B, &known))
        return is_in_known_class(l, format, known);
    const ir_ref place = class_of(l, format);
    return INE(AND(USHR(B, place), WORD(1)), WORD(0));
}

/* ---- rows ---- */

#define NEVER ir_build_bool(&l->b, false)
#define ALWAYS ir_build_bool(&l->b, true)
#define CLASS(type) is_in_class(l, &format_##type)

#define ROW(name, flags, expression)                                                               \
    static ir_ref find_##name(struct rdna_lowering *l)                                             \
    {                                                                                              \
        l->found = expression;                                                                     \
        return l->found;                                                                           \
    }
#include "rdna/lower/rows_compare.def"

const struct rdna_lower_row rdna_rows_compare[rdna_op_count] = {
#define ROW(name, flags, expression)                                                               \
    [rdna_op_v_cmp_##name] = {rdna_lower_vector, find_##name, flags},                              \
    [rdna_op_v_cmpx_##name] = {rdna_lower_vector, find_##name, flags},
#include "rdna/lower/rows_compare.def"
};
