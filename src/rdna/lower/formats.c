/* SPDX-License-Identifier: MIT
 *
 * Elements of formats, which are known when the translation is made or are not: then a table says
 * where components are, and each is made what it would be as every kind of number.
 */
#include "rdna/lower/memory.h"

enum kind {
    kind_unorm,
    kind_snorm,
    kind_uscaled,
    kind_sscaled,
    kind_uint,
    kind_sint,
    kind_float,
    kind_count
};

enum { FORMATS = 78, SEVEN = 1 << kind_count, SIX = SEVEN - 1, THREE = 1 << kind_uint };

/* A format in a word: six bits for each component's width, its bytes, its kind. */
#define PACK(x, y, z, w) ((x) | (y) << 6 | (z) << 12 | (uint32_t)(w) << 18)
enum { BYTES_AT = 24, KIND_AT = 29 };

struct layout {
    uint8_t first, kind, bytes;
    uint32_t bits;
};

static const struct layout layouts[] = {
#define LAYOUT(first, kinds, bytes, x, y, z, w)                                                    \
    {first, (kinds) == THREE ? kind_uint : kind_unorm, bytes, PACK(x, y, z, w)},
#include "rdna/lower/layouts.def"
};

/* 0: there is no such format. */
static uint32_t
describe(unsigned number)
{
    const struct layout *layout = NULL;

    for (size_t i = 0; i < BASE_COUNT(layouts) && layouts[i].first <= number; i++)
        layout = &layouts[i];
    if (!layout || number >= FORMATS)
        return 0;
    return layout->bits | (uint32_t)layout->bytes << BYTES_AT |
           (layout->kind + number - layout->first) << KIND_AT;
}

static uint32_t
table(struct rdna_lowering *l)
{
    struct rdna_memory *m = rdna_memory_of(l);
    uint64_t *init;

    if (m->formats)
        return m->formats - 1;
    init = base_arena_new_array(l->arena, uint64_t, FORMATS);
    for (unsigned i = 0; i < FORMATS; i++)
        init[i] = describe(i);
    const struct ir_array array = {
        .name = "formats", .type = ir_type_i32, .count = FORMATS, .init = init};
    m->formats = ir_add_array(l->shader, &array) + 1;
    return m->formats - 1;
}

struct rdna_element
rdna_element_of(struct rdna_lowering *l, ir_ref number)
{
    struct rdna_element element;
    uint64_t known;

    const ir_ref word =
        rdna_known_bits(l, number, &known)
            ? WORD(describe((unsigned)known))
            : ir_build_op(&l->b, ir_op_load_array, ir_type_i32, number, 0, table(l));
    for (unsigned i = 0; i < 4; i++)
        element.bits[i] = AND(USHR(word, WORD(6 * i)), WORD(63));
    element.bytes = AND(USHR(word, WORD(BYTES_AT)), WORD(31));
    element.kind = USHR(word, WORD(KIND_AT));
    return element;
}

struct rdna_extent
rdna_element_extent(struct rdna_lowering *l, const struct rdna_element *element)
{
    uint64_t known;

    if (rdna_known_bits(l, element->bytes, &known))
        return (struct rdna_extent){.most = (unsigned)known};
    return (struct rdna_extent){.most = 16, .count = element->bytes};
}

/* ---- parts ---- */

/* count, which is not 0, low bits. */
static ir_ref
ones(struct rdna_lowering *l, ir_ref count)
{
    return USHR(WORD(UINT32_MAX), SUB(WORD(32), count));
}

static ir_ref
sign_extend(struct rdna_lowering *l, ir_ref value, ir_ref count)
{
    const ir_ref places = SUB(WORD(32), count);

    return ISHR(SHL(value, places), places);
}

/* The first bit of a component in its element. */
static ir_ref
start_of(struct rdna_lowering *l, const struct rdna_element *element, unsigned component)
{
    ir_ref at = WORD(0);

    for (unsigned i = 0; i < component; i++)
        at = ADD(at, element->bits[i]);
    return at;
}

static ir_ref
is_kind(struct rdna_lowering *l, const struct rdna_element *element, enum kind kind)
{
    return IEQ(element->kind, WORD(kind));
}

static ir_ref
is_integer(struct rdna_lowering *l, const struct rdna_element *element)
{
    return OR(is_kind(l, element, kind_uint), is_kind(l, element, kind_sint));
}

static ir_ref
one_of(struct rdna_lowering *l, const struct rdna_element *element)
{
    return SELECT(is_integer(l, element), WORD(1), WORD(UINT32_C(0x3f800000)));
}

/* What fn gives for the kinds that the format can be of. */
static ir_ref
by_kind(struct rdna_lowering *l, const struct rdna_element *element, ir_ref value, ir_ref count,
        ir_ref (*fn)(struct rdna_lowering *l, enum kind kind, ir_ref value, ir_ref count))
{
    ir_ref result = value;
    uint64_t known;

    if (rdna_known_bits(l, element->kind, &known))
        return fn(l, (enum kind)known, value, count);
    for (unsigned kind = 0; kind < kind_count; kind++) {
        const ir_ref made = fn(l, (enum kind)kind, value, count);
        result = SELECT(is_kind(l, element, (enum kind)kind), made, result);
    }
    return result;
}

/* ---- halves, and floats of 11 and 10 bits ---- */

static ir_ref
half_to_float(struct rdna_lowering *l, ir_ref half)
{
    const ir_ref value = CONVERT(f2f, f32, BITS(f16, CONVERT(u2u, i16, half)));

    return BITS(i32, value);
}

static ir_ref
float_to_half(struct rdna_lowering *l, ir_ref value)
{
    const ir_ref half = CONVERT(f2f, f16, BITS(f32, value));

    return CONVERT(u2u, i32, BITS(i16, half));
}

/* To nearest, ties to even; what is too large becomes the greatest finite one, what is negative 0.
 * The mantissa has count - 5 bits. */
static ir_ref
to_small_float(struct rdna_lowering *l, ir_ref bits, ir_ref count)
{
    const ir_ref mantissa = SUB(count, WORD(5));
    const ir_ref most = SHL(WORD(31), mantissa);
    const ir_ref drop = SUB(WORD(28), count);
    const ir_ref rebiased = SUB(bits, WORD(UINT32_C(112) << 23));
    const ir_ref half = SUB(SHL(WORD(1), SUB(drop, WORD(1))), WORD(1));
    const ir_ref odd = AND(USHR(rebiased, drop), WORD(1));
    const ir_ref normal = USHR(ADD(rebiased, ADD(half, odd)), drop);
    const ir_ref scale = BITS(f32, SHL(ADD(mantissa, WORD(14 + 127)), WORD(23)));
    const ir_ref scaled = OP2(fmul, BITS(f32, bits), scale);
    const ir_ref tiny = CONVERT(f2u, i32, OP1(fround_even, scaled));
    const ir_ref is_tiny = ULT(bits, WORD(UINT32_C(113) << 23));
    const ir_ref finite = UMIN(SELECT(is_tiny, tiny, normal), SUB(most, WORD(1)));
    const ir_ref infinity = WORD(UINT32_C(0x7f800000));
    const ir_ref positive = SELECT(IEQ(bits, infinity), most, finite);
    const ir_ref signless = SELECT(ILT(bits, WORD(0)), WORD(0), positive);
    const ir_ref is_nan = ULT(infinity, AND(bits, WORD(INT32_MAX)));
    const ir_ref nan = OR(most, SHL(WORD(1), SUB(mantissa, WORD(1))));

    return SELECT(is_nan, nan, signless);
}

/* ---- to registers ---- */

static ir_ref
divide(struct rdna_lowering *l, ir_ref value, ir_ref by)
{
    const ir_ref quotient = OP2(fdiv, value, by);

    if (ir_op_of(l->shader, quotient) == ir_op_fdiv)
        ir_at(l->shader, quotient)->flags |= IR_PRECISE;
    return quotient;
}

static ir_ref
unpack_float(struct rdna_lowering *l, ir_ref bits, ir_ref count)
{
    uint64_t known;

    if (rdna_known_bits(l, count, &known) && known == 32)
        return bits;
    const ir_ref is_half = IEQ(count, WORD(16));
    const ir_ref half = SHL(bits, SELECT(is_half, WORD(0), SUB(WORD(15), count)));
    return SELECT(IEQ(count, WORD(32)), bits, half_to_float(l, half));
}

static ir_ref
unpack_one(struct rdna_lowering *l, enum kind kind, ir_ref bits, ir_ref count)
{
    const ir_ref most = ones(l, count);
    ir_ref value = 0;

    switch (kind) {
    case kind_uint:
        return bits;
    case kind_sint:
        return sign_extend(l, bits, count);
    case kind_float:
        return unpack_float(l, bits, count);
    case kind_unorm:
        value = divide(l, CONVERT(u2f, f32, bits), CONVERT(u2f, f32, most));
        break;
    case kind_snorm: {
        const ir_ref given = CONVERT(i2f, f32, sign_extend(l, bits, count));
        const ir_ref greatest = CONVERT(u2f, f32, USHR(most, WORD(1)));
        const ir_ref quotient = divide(l, given, greatest);
        value = SELECT(FLT(quotient, REAL(-1)), REAL(-1), quotient);
        break;
    }
    case kind_uscaled:
        value = CONVERT(u2f, f32, bits);
        break;
    case kind_sscaled:
        value = CONVERT(i2f, f32, sign_extend(l, bits, count));
        break;
    case kind_count:
        break;
    }
    return BITS(i32, value);
}

static ir_ref
unpack_component(struct rdna_lowering *l, const struct rdna_element *element, unsigned component,
                 const ir_ref words[RDNA_PARTS])
{
    const ir_ref count = element->bits[component];
    const ir_ref missing = component == 3 ? one_of(l, element) : WORD(0);
    uint64_t known;

    if (rdna_known_bits(l, count, &known) && known == 0)
        return missing;
    const ir_ref at = start_of(l, element, component);
    const ir_ref number = USHR(at, WORD(5));
    ir_ref word = words[0];
    for (unsigned i = 1; i <= component; i++)
        word = SELECT(IEQ(number, WORD(i)), words[i], word);
    const ir_ref bits = AND(USHR(word, AND(at, WORD(31))), ones(l, count));
    const ir_ref value = by_kind(l, element, bits, count, unpack_one);
    return SELECT(IEQ(count, WORD(0)), missing, value);
}

static ir_ref
selection(struct rdna_lowering *l, ir_ref dst_sel, unsigned component)
{
    return AND(USHR(dst_sel, WORD(3 * component)), WORD(7));
}

void
rdna_element_unpack(struct rdna_lowering *l, const struct rdna_element *element, ir_ref dst_sel,
                    const ir_ref words[RDNA_PARTS], ir_ref values[4])
{
    ir_ref components[4];

    for (unsigned i = 0; i < 4; i++)
        components[i] = unpack_component(l, element, i, words);
    for (unsigned i = 0; i < 4; i++) {
        const ir_ref select = selection(l, dst_sel, i);
        ir_ref value = SELECT(IEQ(select, WORD(1)), one_of(l, element), WORD(0));
        for (unsigned j = 0; j < 4; j++)
            value = SELECT(IEQ(select, WORD(4 + j)), components[j], value);
        values[i] = value;
    }
}

/* ---- from registers ---- */

/* value, an f32 of 0 to 1, times most, of at most 16 bits: to nearest, ties to even. Of the product
 * of mantissa and most no bit is lost; what floats would give was rounded once already. */
static ir_ref
scale_up(struct rdna_lowering *l, ir_ref value, ir_ref most)
{
    const ir_ref bits = BITS(i32, value);
    const ir_ref mantissa = OR(SHL(bits, WORD(8)), WORD(UINT32_C(1) << 31));
    const ir_ref factor = SHL(most, WORD(16));
    const ir_ref high = OP2(umul_hi, mantissa, factor);
    const ir_ref low = MUL(mantissa, factor);
    const ir_ref drop = SUB(WORD(141), USHR(bits, WORD(23)));
    const ir_ref doubled = USHR(high, drop);
    const ir_ref left = SUB(high, SHL(doubled, drop));
    const ir_ref whole = USHR(doubled, WORD(1));
    const ir_ref is_above = OR(INE(OR(left, low), WORD(0)), INE(AND(whole, WORD(1)), WORD(0)));
    const ir_ref is_half = INE(AND(doubled, WORD(1)), WORD(0));
    const ir_ref rounded = ADD(whole, SELECT(AND(is_half, is_above), WORD(1), WORD(0)));

    return SELECT(ULT(drop, WORD(32)), rounded, WORD(0));
}

static ir_ref
pack_float(struct rdna_lowering *l, ir_ref bits, ir_ref count)
{
    uint64_t known;

    if (rdna_known_bits(l, count, &known) && known == 32)
        return bits;
    if (rdna_known_bits(l, count, &known) && known == 16)
        return float_to_half(l, bits);
    const ir_ref small = to_small_float(l, bits, count);
    if (rdna_known_bits(l, count, &known))
        return small;
    const ir_ref shorter = SELECT(IEQ(count, WORD(16)), float_to_half(l, bits), small);
    return SELECT(IEQ(count, WORD(32)), bits, shorter);
}

static ir_ref
pack_one(struct rdna_lowering *l, enum kind kind, ir_ref bits, ir_ref count)
{
    const ir_ref most = ones(l, count);
    const ir_ref greatest = USHR(most, WORD(1));
    const ir_ref value = BITS(f32, bits);

    switch (kind) {
    case kind_uint:
    case kind_sint:
    case kind_count:
        break;
    case kind_float:
        return pack_float(l, bits, count);
    case kind_unorm:
        return scale_up(l, OP1(fsat, value), most);
    case kind_snorm: {
        const ir_ref size = scale_up(l, OP1(fsat, OP1(fabs, value)), greatest);
        return SELECT(ILT(bits, WORD(0)), OP1(ineg, size), size);
    }
    case kind_uscaled:
        return UMIN(CONVERT(f2u, i32, value), most);
    case kind_sscaled:
        return IMIN(IMAX(CONVERT(f2i, i32, value), NOT(greatest)), greatest);
    }
    return bits;
}

/* The first result that dst_sel would make of the component. */
static ir_ref
unselect(struct rdna_lowering *l, ir_ref dst_sel, unsigned component, const ir_ref values[4])
{
    ir_ref value = WORD(0);

    for (unsigned i = 4; i-- > 0;) {
        const ir_ref is_it = IEQ(selection(l, dst_sel, i), WORD(4 + component));
        value = SELECT(is_it, values[i], value);
    }
    return value;
}

void
rdna_element_pack(struct rdna_lowering *l, const struct rdna_element *element, ir_ref dst_sel,
                  const ir_ref values[4], ir_ref words[RDNA_PARTS])
{
    for (unsigned i = 0; i < RDNA_PARTS; i++)
        words[i] = WORD(0);
    for (unsigned i = 0; i < 4; i++) {
        const ir_ref count = element->bits[i];
        uint64_t known;
        if (rdna_known_bits(l, count, &known) && known == 0)
            continue;
        const ir_ref value = unselect(l, dst_sel, i, values);
        const ir_ref packed = by_kind(l, element, value, count, pack_one);
        const ir_ref at = start_of(l, element, i);
        const ir_ref part = SHL(AND(packed, ones(l, count)), AND(at, WORD(31)));
        const ir_ref there = SELECT(IEQ(count, WORD(0)), WORD(0), part);
        const ir_ref number = USHR(at, WORD(5));
        for (unsigned j = 0; j <= i; j++)
            words[j] = OR(words[j], SELECT(IEQ(number, WORD(j)), there, WORD(0)));
    }
}

/* ---- halves of registers ---- */

ir_ref
rdna_element_to_d16(struct rdna_lowering *l, const struct rdna_element *element, ir_ref value)
{
    const ir_ref low = AND(value, WORD(0xffff));
    uint64_t known;

    const ir_ref is_whole = is_integer(l, element);
    if (rdna_known_bits(l, is_whole, &known) && known)
        return low;
    return SELECT(is_whole, low, float_to_half(l, value));
}

ir_ref
rdna_element_from_d16(struct rdna_lowering *l, const struct rdna_element *element, ir_ref half)
{
    const ir_ref extended = sign_extend(l, half, WORD(16));
    const ir_ref whole = SELECT(is_kind(l, element, kind_sint), extended, half);
    uint64_t known;

    const ir_ref is_whole = is_integer(l, element);
    if (rdna_known_bits(l, is_whole, &known) && known)
        return whole;
    return SELECT(is_whole, whole, half_to_float(l, half));
}
