/* SPDX-License-Identifier: MIT
 *
 * Numbers as sources: which of them need no literal depends on the type of the operand, and so does
 * what a literal says. The rules are LLVM's.
 */
#include "rdna/parse_priv.h"

#include "base/bits.h"

#include <inttypes.h>
#include <math.h>

/* How a type takes numbers. */
enum numbers {
    numbers_i16,
    numbers_f16,
    numbers_32,
    numbers_v2i16,
    numbers_v2f16,
    numbers_i64,
    numbers_f64
};

static enum numbers
numbers_of(enum rdna_type type)
{
    switch (type) {
    case rdna_type_b16:
    case rdna_type_u16:
    case rdna_type_i16:
        return numbers_i16;
    case rdna_type_e16:
    case rdna_type_f16:
    case rdna_type_mix:
        return numbers_f16;
    case rdna_type_v2u16:
    case rdna_type_v2i16:
        return numbers_v2i16;
    case rdna_type_v2f16:
        return numbers_v2f16;
    case rdna_type_b64:
    case rdna_type_u64:
    case rdna_type_i64:
        return numbers_i64;
    case rdna_type_f64:
        return numbers_f64;
    case rdna_type_none:
    case rdna_type_b8:
    case rdna_type_u8:
    case rdna_type_i8:
    case rdna_type_b32:
    case rdna_type_u32:
    case rdna_type_i32:
    case rdna_type_f32:
    case rdna_type_v4u8:
    case rdna_type_v4i8:
    case rdna_type_v8u4:
    case rdna_type_v8i4:
    case rdna_type_b96:
    case rdna_type_b128:
    case rdna_type_b256:
    case rdna_type_b512:
    case rdna_type_texel:
    case rdna_type_pair:
    case rdna_type_gather:
    case rdna_type_count:
        break;
    }
    return numbers_32;
}

/* The floats of codes 240 to 248. */
static const struct {
    uint16_t f16;
    uint32_t f32;
    uint64_t f64;
} floats[] = {
    {0x3800, 0x3f000000, 0x3fe0000000000000}, {0xb800, 0xbf000000, 0xbfe0000000000000},
    {0x3c00, 0x3f800000, 0x3ff0000000000000}, {0xbc00, 0xbf800000, 0xbff0000000000000},
    {0x4000, 0x40000000, 0x4000000000000000}, {0xc000, 0xc0000000, 0xc000000000000000},
    {0x4400, 0x40800000, 0x4010000000000000}, {0xc400, 0xc0800000, 0xc010000000000000},
    {0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
};

/* The code of a number from -16 to 64; 0 if it is none of them. */
static uint16_t
small_code(int64_t number)
{
    if (number >= 0 && number <= 64)
        return (uint16_t)(RDNA_INT_0 + number);
    return number < 0 && number >= -16 ? (uint16_t)(RDNA_INT_MINUS_1 - 1 - number) : 0;
}

static uint16_t
float_code(enum numbers numbers, uint64_t bits)
{
    for (unsigned i = 0; i < BASE_COUNT(floats); i++)
        if (bits == (numbers == numbers_f16 || numbers == numbers_v2f16 ? floats[i].f16
                     : numbers == numbers_i64 || numbers == numbers_f64 ? floats[i].f64
                                                                        : floats[i].f32))
            return (uint16_t)(RDNA_FLOAT_0_5 + i);
    return 0;
}

/* Whether so many bits hold the number, with a sign or without one. */
static bool
fits(int64_t number, unsigned bits)
{
    const int64_t half = INT64_C(1) << (bits - 1);

    return number >= -half && number < 2 * half;
}

static bool
use_literal(struct rdna_parser *p, const struct rdna_value *value, uint32_t bits,
            bool may_be_literal, uint16_t *code)
{
    if (!may_be_literal)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_LITERAL, value->at,
                            "found a number that needs a literal, expected one that does not");
    if (p->has_literal && p->inst.literal != bits)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_LITERAL, value->at,
                            "found a second literal, 0x%" PRIx32 ", expected the first, 0x%" PRIx32,
                            bits, p->inst.literal);
    p->has_literal = true;
    p->inst.literal = bits;
    *code = RDNA_LITERAL;
    return true;
}

static bool
fail_size(struct rdna_parser *p, const struct rdna_value *value, unsigned bits)
{
    return rdna_fail_at(p, QD_CODE_RDNA_ASM_NUMBER, value->at,
                        "found a number that does not fit the operand's %u bits", bits);
}

/* The bits of a float of less than 64 bits; false if it is too large or too small. */
static bool
narrow(struct rdna_parser *p, const struct rdna_value *value, bool half, uint32_t *bits)
{
    const double real = value->real;

    *bits = half ? base_half_from_double(real) : base_bits_of_float((float)real);
    const double again =
        (double)(half ? base_half_to_float((uint16_t)*bits) : base_float_of_bits(*bits));
    const double least = half ? 0x1p-14 : 0x1p-126;
    const bool tiny = fabs(real) < least && again != real;
    if ((isinf(again) && !isinf(real)) || tiny)
        return fail_size(p, value, half ? 16 : 32);
    return true;
}

static bool
code_real(struct rdna_parser *p, const struct rdna_value *value, enum numbers numbers,
          bool may_be_literal, uint16_t *code)
{
    const uint64_t wide = base_bits_of_double(value->real);
    uint32_t bits;

    if (numbers == numbers_i64 || numbers == numbers_f64) {
        *code = wide ? float_code(numbers, wide) : RDNA_INT_0;
        if (*code)
            return true;
        if (numbers == numbers_i64)
            return rdna_fail_at(p, QD_CODE_RDNA_ASM_NUMBER, value->at,
                                "found a float that needs a literal, expected a whole number");
        /* The low half is zeroes. */
        return use_literal(p, value, (uint32_t)(wide >> 32), may_be_literal, code);
    }
    if (!narrow(p, value, numbers == numbers_f16 || numbers == numbers_v2f16, &bits))
        return false;
    *code = bits ? float_code(numbers, bits) : RDNA_INT_0;
    if (numbers == numbers_i16)
        *code = bits ? 0 : RDNA_INT_0;
    return *code || use_literal(p, value, bits, may_be_literal, code);
}

static bool
code_integer(struct rdna_parser *p, const struct rdna_value *value, enum numbers numbers,
             bool may_be_literal, uint16_t *code)
{
    const int64_t number = value->integer;
    int64_t small = number;
    uint64_t bits = (uint64_t)number;

    switch (numbers) {
    case numbers_i16:
    case numbers_f16:
        if (!fits(number, 16))
            return fail_size(p, value, 16);
        small = (int16_t)number;
        bits = (uint16_t)number;
        break;
    case numbers_32:
    case numbers_v2i16:
    case numbers_v2f16:
        if (!fits(number, 32))
            return fail_size(p, value, 32);
        small = (int32_t)number;
        bits = (uint32_t)number;
        break;
    case numbers_i64:
    case numbers_f64:
        break;
    }
    *code = small_code(small);
    if (!*code && numbers != numbers_i16)
        *code = float_code(numbers, bits);
    if (*code)
        return true;
    if (!fits(number, 32))
        return fail_size(p, value, 32);
    return use_literal(p, value, (uint32_t)number, may_be_literal, code);
}

bool
rdna_code_number(struct rdna_parser *p, const struct rdna_value *value, enum rdna_type type,
                 bool may_be_literal, uint16_t *code)
{
    const enum numbers numbers = numbers_of(type);

    return value->kind == rdna_value_real ? code_real(p, value, numbers, may_be_literal, code)
                                          : code_integer(p, value, numbers, may_be_literal, code);
}

bool
rdna_parse_literal(struct rdna_parser *p, enum rdna_type type)
{
    struct rdna_value value;
    uint32_t bits;
    uint16_t code;

    const uint32_t at = p->token;
    if (!rdna_parse_value(p, &value))
        return false;
    if (value.kind == rdna_value_register || value.neg || value.abs || value.sext)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, at, "found a source, expected a number");
    if (value.kind == rdna_value_real) {
        if (!narrow(p, &value, type == rdna_type_f16, &bits))
            return false;
    } else {
        if (!fits(value.integer, 32))
            return fail_size(p, &value, 32);
        bits = (uint32_t)value.integer;
    }
    /* A source shows half of it. */
    if (type == rdna_type_f16 && p->has_literal && p->inst.literal == (bits & 0xffff))
        p->has_literal = false;
    return use_literal(p, &value, bits, true, &code);
}
