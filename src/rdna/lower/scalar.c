/* SPDX-License-Identifier: MIT
 *
 * Scalar arithmetic. Rows that are the same on each bit are done on whole words, or on the lane's
 * bits of masks, as the scan says; the rest on whole numbers.
 */
#include "rdna/lower/arith.h"

/* ---- operands ---- */

static bool
writes_exec(const struct rdna_lowering *l)
{
    return l->info->effects & RDNA_W_EXEC;
}

/* An operand as it is read: a word of it, all 64 bits, or the lane's bit. */
enum view { view_word, view_wide, view_bit };

static ir_ref
read_code(struct rdna_lowering *l, unsigned code, enum rdna_type type, enum view view,
          unsigned word, bool from_integer)
{
    if (view == view_bit)
        return rdna_mask_bit(l, code, from_integer);
    const ir_ref low = rdna_scalar_operand(l, code, type, word);
    if (view == view_word || rdna_type_infos[type].registers < 2)
        return low;
    const ir_ref high = rdna_scalar_operand(l, code, type, 1);
    return ir_build_join(&l->b, ir_type_i64, low, high);
}

/* Sources in order, then EXEC; the old destination by itself. */
static void
read_operands(struct rdna_lowering *l, enum view view, unsigned word)
{
    const uint8_t from = l->scan.from_integer[l->index];
    unsigned source = 0;

    l->source_count = 0;
    for (unsigned i = 0; i < l->info->operand_count; i++) {
        const struct rdna_operand *operand = &l->info->operands[i];
        const enum rdna_type type = operand->type;
        switch (operand->kind) {
        case rdna_operand_SS:
        case rdna_operand_SR:
            l->source[l->source_count++] =
                read_code(l, l->inst->src[source], type, view, word,
                          from & (source == 0 ? RDNA_FROM_0 : RDNA_FROM_1));
            source++;
            break;
        case rdna_operand_SD:
            l->source[l->source_count++] = read_code(l, l->inst->dst, type, view, word, false);
            break;
        case rdna_operand_AS:
            l->old = read_code(l, l->inst->dst, type, view, word, false);
            break;
        case rdna_operand_I:
            l->source[l->source_count++] = ir_build_i32(&l->b, (uint32_t)l->inst->imm);
            break;
        }
    }
    if (l->info->effects & RDNA_R_EXEC)
        l->source[l->source_count++] = read_code(
            l, RDNA_EXEC_LO, (enum rdna_type)l->info->operands[0].type, view, word, false);
}

static unsigned
result_registers(const struct rdna_lowering *l)
{
    const enum rdna_operand_kind kind = l->info->operands[0].kind;

    return kind == rdna_operand_DS || kind == rdna_operand_AS
               ? rdna_type_infos[l->info->operands[0].type].registers
               : 0;
}

static bool
is_wrexec(enum rdna_op row)
{
    return row == rdna_op_s_andn1_wrexec_b32 || row == rdna_op_s_andn1_wrexec_b64 ||
           row == rdna_op_s_andn2_wrexec_b32 || row == rdna_op_s_andn2_wrexec_b64;
}

/* ---- rows that are the same on each bit ---- */

/* Where the row writes EXEC, the result is EXEC's; the destination gets what it was. */
static void
do_words(struct rdna_lowering *l, ir_ref results[2], ir_ref saved[2], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        read_operands(l, view_word, i);
        if (writes_exec(l))
            saved[i] = l->source[l->source_count - 1];
        results[i] = l->row->value(l);
    }
}

static void
write_words(struct rdna_lowering *l, const ir_ref results[2], const ir_ref saved[2], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const bool saves = writes_exec(l) && !is_wrexec((enum rdna_op)l->inst->row);
        const unsigned code = l->inst->dst == RDNA_NULL ? RDNA_NULL : l->inst->dst + i;
        rdna_set_scalar(l, code, saves ? saved[i] : results[i]);
        if (writes_exec(l))
            rdna_set_scalar(l, RDNA_EXEC_LO + i, results[i]);
    }
}

static bool
has_scc(const struct rdna_lowering *l)
{
    return !(l->row->flags & RDNA_ROW_NO_SCC);
}

static void
lower_bitwise(struct rdna_lowering *l)
{
    const uint8_t as = rdna_has_bits_alone(l) ? l->scan.as[l->index] : RDNA_AS_INTEGER;
    const unsigned count = result_registers(l);
    ir_ref words[2] = {0, 0}, saved_words[2] = {0, 0}, bit = 0, saved_bit = 0, scc = 0;
    struct ir_builder *b = &l->b;

    if (as & RDNA_AS_INTEGER)
        do_words(l, words, saved_words, count);
    if (as & RDNA_AS_MASK) {
        read_operands(l, view_bit, 0);
        if (writes_exec(l))
            saved_bit = l->source[l->source_count - 1];
        bit = l->row->value(l);
    }
    if (as & RDNA_AS_INTEGER) {
        write_words(l, words, saved_words, count);
        const ir_ref all = count == 2 ? ir_build_ior(b, words[0], words[1]) : words[0];
        scc = ir_build_ine(b, all, ir_build_i32(b, 0));
    }
    if (as & RDNA_AS_MASK) {
        const bool saves = writes_exec(l) && !is_wrexec((enum rdna_op)l->inst->row);
        rdna_set_mask_bit(l, l->inst->dst, saves ? saved_bit : bit);
        if (writes_exec(l))
            rdna_set_mask_bit(l, RDNA_EXEC_LO, bit);
        if (!scc && has_scc(l))
            scc = rdna_vote(l, bit);
    }
    if (has_scc(l))
        rdna_set_scc(l, scc);
}

/* ---- rows on whole numbers ---- */

static void
lower_numbers(struct rdna_lowering *l)
{
    const unsigned count = result_registers(l);

    read_operands(l, view_wide, 0);
    l->new_scc = 0;
    const ir_ref value = l->row->value(l);
    if (count == 0) {
        rdna_set_scc(l, value);
        return;
    }
    if (count == 2) {
        ir_ref words[2];
        ir_build_split(&l->b, value, words);
        rdna_set_scalar(l, l->inst->dst, words[0]);
        rdna_set_scalar(l, l->inst->dst == RDNA_NULL ? RDNA_NULL : l->inst->dst + 1u, words[1]);
    } else {
        rdna_set_scalar(l, l->inst->dst, value);
    }
    if (l->new_scc)
        rdna_set_scc(l, l->new_scc);
}

/* A mask against 0: whether any lane has a bit. */
static void
lower_zero_test(struct rdna_lowering *l)
{
    const ir_ref any = rdna_mask_any(l, l->inst->src[0]);
    const bool equals = l->inst->row == rdna_op_s_cmp_eq_i32 ||
                        l->inst->row == rdna_op_s_cmp_eq_u32 ||
                        l->inst->row == rdna_op_s_cmp_eq_u64;

    rdna_set_scc(l, equals ? ir_build_inot(&l->b, any) : any);
}

void
rdna_lower_scalar(struct rdna_lowering *l)
{
    if (l->row->flags & RDNA_ROW_BITWISE)
        lower_bitwise(l);
    else if (rdna_has_bits_alone(l) && l->scan.as[l->index] == RDNA_AS_MASK)
        lower_zero_test(l);
    else
        lower_numbers(l);
}

/* ---- whole quad mode ---- */

/* Every quad with a bit becomes whole. */
static ir_ref
whole_quads(struct rdna_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref x = l->source[0];

    if (ir_type_of(l->shader, x) == ir_type_bool)
        return ir_op_of(l->shader, x) == ir_op_const
                   ? x
                   : ir_build_op(b, ir_op_quad_any, ir_type_bool, x, 0, 0);
    const ir_ref pairs = OR(x, USHR(x, WORD(1)));
    const ir_ref firsts = AND(OR(pairs, USHR(pairs, WORD(2))), WORD(0x11111111));
    return MUL(firsts, WORD(15));
}

/* A bit of each quad, in the low bits. */
static ir_ref
quad_mask(struct rdna_lowering *l, ir_ref x)
{
    const ir_ref pairs = OR(x, USHR(x, WORD(1)));
    const ir_ref apart = AND(OR(pairs, USHR(pairs, WORD(2))), WORD(0x11111111));
    const ir_ref twos = AND(OR(apart, USHR(apart, WORD(3))), WORD(0x03030303));
    const ir_ref fours = AND(OR(twos, USHR(twos, WORD(6))), WORD(0x000f000f));

    return AND(OR(fours, USHR(fours, WORD(12))), WORD(0xff));
}

static ir_ref
quad_mask_64(struct rdna_lowering *l)
{
    ir_ref words[2];

    ir_build_split(&l->b, A, words);
    const ir_ref low = quad_mask(l, words[0]);
    const ir_ref high = quad_mask(l, words[1]);
    return U64(OR(low, SHL(high, WORD(8))));
}

/* ---- bits ---- */

/* Of a half, which has zeros above. */
static ir_ref
double_bits_of_half(struct rdna_lowering *l, ir_ref half)
{
    const ir_ref bytes = AND(OR(half, SHL(half, WORD(8))), WORD(0x00ff00ff));
    const ir_ref fours = AND(OR(bytes, SHL(bytes, WORD(4))), WORD(0x0f0f0f0f));
    const ir_ref twos = AND(OR(fours, SHL(fours, WORD(2))), WORD(0x33333333));
    const ir_ref ones = AND(OR(twos, SHL(twos, WORD(1))), WORD(0x55555555));

    return OR(ones, SHL(ones, WORD(1)));
}

static ir_ref
double_bits(struct rdna_lowering *l)
{
    const ir_ref low = double_bits_of_half(l, AND(A, WORD(0xffff)));
    const ir_ref high = double_bits_of_half(l, USHR(A, WORD(16)));

    return ir_build_join(&l->b, ir_type_i64, low, high);
}

static ir_ref
reverse_64(struct rdna_lowering *l)
{
    ir_ref words[2];

    ir_build_split(&l->b, A, words);
    const ir_ref low = OP1(bit_reverse, words[1]);
    const ir_ref high = OP1(bit_reverse, words[0]);
    return ir_build_join(&l->b, ir_type_i64, low, high);
}

static ir_ref
count_64(struct rdna_lowering *l, ir_ref x)
{
    ir_ref words[2];

    ir_build_split(&l->b, x, words);
    return ADD(OP1(bit_count, words[0]), OP1(bit_count, words[1]));
}

/* The place in the first of two words that is not 0. No place, -1, stays so. */
static ir_ref
first_of(struct rdna_lowering *l, ir_ref first, ir_ref second)
{
    return SELECT(INE(first, WORD(0)), OP1(find_lsb, first), OR(OP1(find_lsb, second), WORD(32)));
}

static ir_ref
first_low_64(struct rdna_lowering *l, ir_ref x)
{
    ir_ref words[2];

    ir_build_split(&l->b, x, words);
    return first_of(l, words[0], words[1]);
}

static ir_ref
first_high_64(struct rdna_lowering *l, ir_ref x)
{
    ir_ref words[2];

    ir_build_split(&l->b, x, words);
    const ir_ref first = OP1(bit_reverse, words[1]);
    const ir_ref second = OP1(bit_reverse, words[0]);
    return first_of(l, first, second);
}

/* Bits of source 0: source 1 has the first and, from bit 16 on, how many. */
static ir_ref
field(struct rdna_lowering *l, bool sign)
{
    const bool is_wide = ir_type_of(l->shader, A) == ir_type_i64;
    const unsigned size = is_wide ? 64 : 32;
    uint64_t known;

    if (rdna_known_bits(l, B, &known))
        return rdna_field(l, A, (unsigned)known & (size - 1), (unsigned)(known >> 16) & 127, sign);
    const ir_ref count = UMIN(AND(USHR(B, WORD(16)), WORD(127)), WORD(size));
    const ir_ref is_none = IEQ(count, WORD(0));
    const ir_ref unused = is_wide ? U64(SUB(WORD(size), count)) : SUB(WORD(size), count);
    const ir_ref first = is_wide ? U64(B) : B;
    const ir_ref none = is_wide ? WORD64(0) : WORD(0);
    const ir_ref found = sign ? ISHR(SHL(ISHR(A, first), unused), unused)
                              : USHR(SHL(USHR(A, first), unused), unused);
    return SELECT(is_none, none, found);
}

/* ---- hardware registers ---- */

/* MODE is known where the scan knows it; the others say nothing that a translation could. */
static void
lower_getreg(struct rdna_lowering *l)
{
    const uint32_t imm = (uint32_t)l->inst->imm, mode = l->scan.modes[l->index];
    const unsigned offset = imm >> 6 & 31, size = (imm >> 11 & 31) + 1;
    const uint32_t ones = (uint32_t)((UINT64_C(1) << size) - 1);

    if ((imm & 63) != 1 || mode == RDNA_MODE_UNKNOWN)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "what hardware register %u holds is not known",
                    imm & 63);
    else
        rdna_set_scalar(l, l->inst->dst, WORD(mode >> offset & ones));
}

static void
lower_setreg(struct rdna_lowering *l)
{
    const uint32_t imm = (uint32_t)l->inst->imm;

    if ((imm & 63) != 1)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "hardware register %u is not written", imm & 63);
}

/* ---- the rows ---- */

static ir_ref
one_if_scc(struct rdna_lowering *l)
{
    return SELECT(rdna_scc(l), WORD(1), WORD(0));
}

#define SCC rdna_scc(l)

#define BITWISE_ROW(name, flags, expression)                                                       \
    static ir_ref value_##name(struct rdna_lowering *l) { return expression; }
#define NUMBER_ROW(name, expression) BITWISE_ROW(name, 0, expression)
#define WITH_SCC(name, expression, scc)                                                            \
    static ir_ref value_##name(struct rdna_lowering *l)                                            \
    {                                                                                              \
        const ir_ref D = expression;                                                               \
        l->new_scc = scc;                                                                          \
        return D;                                                                                  \
    }
#include "rdna/lower/rows_scalar.def"

const struct rdna_lower_row rdna_rows_scalar[rdna_op_count] = {
#define BITWISE_ROW(name, flags, expression)                                                       \
    [rdna_op_##name] = {rdna_lower_scalar, value_##name, RDNA_ROW_BITWISE | (flags)},
#define NUMBER_ROW(name, expression) [rdna_op_##name] = {rdna_lower_scalar, value_##name, 0},
#define WITH_SCC(name, expression, scc) NUMBER_ROW(name, expression)
#include "rdna/lower/rows_scalar.def"
    [rdna_op_s_getreg_b32] = {lower_getreg, NULL, 0},
    [rdna_op_s_setreg_b32] = {lower_setreg, NULL, 0},
    [rdna_op_s_setreg_imm32_b32] = {lower_setreg, NULL, 0},
};
