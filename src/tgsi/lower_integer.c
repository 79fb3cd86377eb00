/* SPDX-License-Identifier: MIT
 *
 * Integer opcodes of several IR ops, component by component.
 */
#include "tgsi/tgsi_priv.h"

static ir_ref
word(struct tgsi_lowering *l, uint32_t value)
{
    return ir_build_i32(&l->b, value);
}

static ir_ref
iabs(struct tgsi_lowering *l, ir_ref x)
{
    return ir_build_imax(&l->b, x, ir_build_ineg(&l->b, x));
}

static ir_ref
sad(struct tgsi_lowering *l, ir_ref x, ir_ref y, ir_ref z)
{
    return ir_build_iadd(&l->b, iabs(l, ir_build_isub(&l->b, x, y)), z);
}

static ir_ref
umad(struct tgsi_lowering *l, ir_ref x, ir_ref y, ir_ref z)
{
    return ir_build_iadd(&l->b, ir_build_imul(&l->b, x, y), z);
}

static ir_ref
issg(struct tgsi_lowering *l, ir_ref x)
{
    return ir_build_imax(&l->b, ir_build_imin(&l->b, x, word(l, 1)), word(l, UINT32_MAX));
}

/* Is the field all of the word? Its width of 32 would else count as 0. */
static ir_ref
is_whole(struct tgsi_lowering *l, ir_ref offset, ir_ref width)
{
    struct ir_builder *b = &l->b;

    const ir_ref is_wide = ir_build_ieq(b, width, word(l, 32));
    const ir_ref is_low = ir_build_ieq(b, offset, word(l, 0));

    return ir_build_iand(b, is_wide, is_low);
}

/* width bits of x from offset on, extended by the sign or by zeroes: to the top and down again. A
 * field that reaches past the top ends there. Five bits of offset and width count. */
static ir_ref
extract_bits(struct tgsi_lowering *l, ir_ref x, ir_ref offset, ir_ref width, enum ir_op shift)
{
    struct ir_builder *b = &l->b;
    const ir_ref whole = is_whole(l, offset, width);
    const ir_ref limit = word(l, 31), zero = word(l, 0), size = word(l, 32);
    offset = ir_build_iand(b, offset, limit);
    width = ir_build_iand(b, width, limit);

    const ir_ref top = ir_build_iadd(b, offset, width);
    const ir_ref up = ir_build_ishl(b, x, ir_build_isub(b, size, top));
    const ir_ref inside =
        ir_build_alu(b, shift, (const ir_ref[]){up, ir_build_isub(b, size, width)});
    const ir_ref past = ir_build_alu(b, shift, (const ir_ref[]){x, offset});
    ir_ref field = ir_build_select(b, ir_build_ult(b, top, size), inside, past);

    field = ir_build_select(b, ir_build_ieq(b, width, zero), zero, field);
    return ir_build_select(b, whole, x, field);
}

/* base with the low width bits of insert at offset. Five bits of offset and width count, but that
 * width 32 is all of the word. */
static ir_ref
insert_bits(struct tgsi_lowering *l, ir_ref base, ir_ref insert, ir_ref offset, ir_ref width)
{
    struct ir_builder *b = &l->b;
    const ir_ref ones = ir_build_isub(b, ir_build_ishl(b, word(l, 1), width), word(l, 1));
    const ir_ref mask = ir_build_ishl(b, ones, offset);
    const ir_ref in = ir_build_iand(b, ir_build_ishl(b, insert, offset), mask);
    const ir_ref rest = ir_build_iand(b, base, ir_build_inot(b, mask));

    const ir_ref both = ir_build_ior(b, in, rest);

    return ir_build_select(b, ir_build_ieq(b, width, word(l, 32)), insert, both);
}

static ir_ref
integer_component(struct tgsi_lowering *l, const ir_ref *s)
{
    switch ((unsigned)l->inst->op) {
    case tgsi_op_BFI:
        return insert_bits(l, s[0], s[1], s[2], s[3]);
    case tgsi_op_IABS:
        return iabs(l, s[0]);
    case tgsi_op_IBFE:
        return extract_bits(l, s[0], s[1], s[2], ir_op_ishr);
    case tgsi_op_ISSG:
        return issg(l, s[0]);
    case tgsi_op_SAD:
        return sad(l, s[0], s[1], s[2]);
    case tgsi_op_UBFE:
        return extract_bits(l, s[0], s[1], s[2], ir_op_ushr);
    case tgsi_op_UMAD:
        return umad(l, s[0], s[1], s[2]);
    }
    return ir_build_undef(&l->b, ir_type_i32);
}

void
tgsi_lower_integer(struct tgsi_lowering *l)
{
    tgsi_lower_each(l, integer_component);
}
