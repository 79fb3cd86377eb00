/* SPDX-License-Identifier: MIT
 *
 * Packed halves. What a row does to each half is what the row of single halves does, so that is
 * asked twice, with the halves for operands.
 */
#include "rdna/lower/arith.h"

#include <string.h>

/* ---- halves ---- */

static ir_ref
unpack_half(struct rdna_lowering *l, ir_ref word, bool is_high)
{
    const ir_ref bits = is_high ? USHR(word, WORD(16)) : word;
    const ir_ref half = BITS(f16, CONVERT(u2u, i16, bits));

    return CONVERT(f2f, f32, half);
}

static ir_ref
unpack(struct rdna_lowering *l, ir_ref word, enum rdna_type type, bool is_high)
{
    if (type == rdna_type_v2f16)
        return unpack_half(l, word, is_high);
    return rdna_field(l, word, is_high ? 16 : 0, 16, type == rdna_type_v2i16);
}

struct packed_row {
    enum rdna_op half;
    bool wraps;
};

/* An operand, which the row of single halves reads flushed. */
static ir_ref
flush_half(struct rdna_lowering *l, enum rdna_type type, ir_ref half)
{
    return type == rdna_type_v2f16 ? rdna_flush_operand(l, half, 16) : half;
}

static ir_ref
find_half(struct rdna_lowering *l, const struct packed_row *row, const ir_ref words[3], ir_ref old,
          bool is_high)
{
    const enum rdna_type type = l->info->operands[0].type;
    const struct rdna_lower_row *half =
        type == rdna_type_v2f16 ? &rdna_rows_float[row->half] : &rdna_rows_integer[row->half];
    const bool is_whole = row->wraps && !l->inst->clamp && !is_high;

    for (unsigned i = 0; i < l->source_count; i++) {
        l->raw[i] = is_whole ? words[i] : unpack(l, words[i], type, is_high);
        l->source[i] = flush_half(l, type, l->raw[i]);
    }
    if (l->info->operands[0].kind == rdna_operand_A)
        l->old = flush_half(l, type, unpack(l, old, type, is_high));
    ir_ref value = half->value(l);
    if (type != rdna_type_v2f16)
        return value;
    if (!(half->flags & RDNA_ROW_PICKS) || l->mode.denorm64_16 & 1)
        value = rdna_flush_result(l, value, 16);
    return CONVERT(u2u, i32, BITS(i16, rdna_to_f16(l, value)));
}

/* Of integers, what is above a result may be anything but in unsigned rows that do not wrap. */
static ir_ref
find_halves(struct rdna_lowering *l, const struct packed_row *row)
{
    const enum rdna_type type = l->info->operands[0].type;
    const ir_ref old = l->old;
    ir_ref words[3];

    memcpy(words, l->source, sizeof(words));
    const ir_ref low = find_half(l, row, words, old, false);
    const ir_ref high = find_half(l, row, words, old, true);
    if (type == rdna_type_v2f16 || (type == rdna_type_v2u16 && !row->wraps))
        return PAIR(low, high);
    return PAIR(AND(low, WORD(0xffff)), high);
}

/* ---- mixes ---- */

/* Sources that are halves were not flushed as such. */
static ir_ref
fma_mix(struct rdna_lowering *l)
{
    rdna_check_rounding(l, 32);
    for (unsigned i = 0; i < 3; i++)
        if (l->inst->op_sel_hi >> i & 1)
            l->source[i] = rdna_flush_operand(l, l->source[i], 16);
    return rdna_flush_result(l, FFMA(A, B, C), 32);
}

/* Products of halves are exact, so that each sum is one fma, the low one first. */
static ir_ref
dot2(struct rdna_lowering *l, ir_ref sum)
{
    for (unsigned i = 0; i < 2; i++) {
        const ir_ref x = rdna_flush_operand(l, unpack_half(l, A, i), 16);
        const ir_ref y = rdna_flush_operand(l, unpack_half(l, B, i), 16);
        sum = FADD(FMUL(x, y), rdna_flush_operand(l, sum, 32));
        if (i == 0)
            sum = rdna_flush_result(l, sum, 32);
    }
    return sum;
}

static ir_ref
widen(struct rdna_lowering *l, ir_ref word, bool sign)
{
    return sign ? I64(word) : U64(word);
}

/* Of fields so wide. Two products of 16 bits are more than 32 hold, which counts where the sum
 * saturates. */
static ir_ref
dot(struct rdna_lowering *l, unsigned width, bool sign, ir_ref addend)
{
    const bool is_wide = width == 16 && l->inst->clamp;
    ir_ref sum = 0;

    for (unsigned first = 0; first < 32; first += width) {
        const ir_ref x = rdna_field(l, A, first, width, sign);
        const ir_ref y = rdna_field(l, B, first, width, sign);
        const ir_ref product = is_wide ? widen(l, MUL(x, y), sign) : MUL(x, y);
        sum = sum ? ADD(sum, product) : product;
    }
    if (!is_wide)
        return sign ? ADD_I32(sum, addend) : ADD_U32(sum, addend);
    sum = ADD(sum, widen(l, addend, sign));
    return sign ? rdna_fit_i32(l, sum) : rdna_fit_u32(l, sum);
}

/* ---- the table ---- */

#define FIND(name, half_row, does_wrap)                                                            \
    static ir_ref value_##name(struct rdna_lowering *l)                                            \
    {                                                                                              \
        static const struct packed_row row = {rdna_op_##half_row, does_wrap};                      \
        return find_halves(l, &row);                                                               \
    }
#define HALVES(name, half) FIND(name, half, false)
#define WRAPS(name, half) FIND(name, half, true)
#define VALUE(name, flags, expression)                                                             \
    static ir_ref value_##name(struct rdna_lowering *l) { return expression; }
#include "rdna/lower/rows_packed.def"

const struct rdna_lower_row rdna_rows_packed[rdna_op_count] = {
#define VALUE(name, flags, expression) [rdna_op_##name] = {rdna_lower_vector, value_##name, flags},
#define HALVES(name, half) VALUE(name, 0, )
#define WRAPS(name, half) VALUE(name, 0, )
#include "rdna/lower/rows_packed.def"
};
