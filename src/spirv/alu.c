/* SPDX-License-Identifier: MIT
 *
 * Ops whose IR meaning is more than SPIR-V's, which leaves results open or undefined for some
 * operands. A constant operand often shows that the guard is not needed.
 */
#include "spirv/spirv_priv.h"

#include <math.h>

void
spirv_write_nothing(struct spirv_writer *w, const struct ir_inst *inst)
{
    (void)w; /* Constants are made where they are first used. */
    (void)inst;
}

void
spirv_write_copy(struct spirv_writer *w, const struct ir_inst *inst)
{
    w->ids[w->ref] = spirv_id(w, inst->arg[0]);
}

void
spirv_write_vec(struct spirv_writer *w, const struct ir_inst *inst)
{
    uint32_t operands[4] = {0};

    for (uint32_t i = 0; i < inst->arg[1]; i++)
        operands[i] = spirv_id(w, w->shader->list.data[inst->arg[0] + i]);
    const uint32_t type = spirv_type(w, inst->type);
    w->ids[w->ref] = spirv_put_value(w, SpvOpCompositeConstruct, inst->arg[1], type);
    for (uint32_t i = 0; i < inst->arg[1]; i++)
        spirv_put(w, operands[i]);
}

void
spirv_write_extract(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t vector = spirv_id(w, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);

    w->ids[w->ref] = spirv_value2(w, SpvOpCompositeExtract, type, vector, inst->arg[2]);
}

/* Is it a float made a half and a float again? Compilers of hosts drop the two as if nothing were
 * lost. */
static bool
is_quantized(const struct ir_shader *shader, const struct ir_inst *inst)
{
    const struct ir_inst *half = ir_at(shader, inst->arg[0]);

    return inst->op == ir_op_f2f && inst->type == ir_type_f32 && half->op == ir_op_f2f &&
           half->type == ir_type_f16 && ir_type_of(shader, half->arg[0]) == ir_type_f32;
}

static uint32_t
put_precise(struct spirv_writer *w, SpvOp op, uint32_t type, uint32_t a, uint32_t b)
{
    const uint32_t id = spirv_value2(w, op, type, a, b);

    base_array_push(w->arena, &w->precise, id);
    return id;
}

static bool
is_zero(const struct ir_shader *shader, ir_ref ref, bool *is_negative)
{
    if (ir_op_of(shader, ref) != ir_op_const)
        return false;
    const uint64_t sign = UINT64_C(1) << (ir_type_bits(ir_type_of(shader, ref)) - 1);
    const uint64_t bits = ir_const_bits(shader, ref);

    *is_negative = bits & sign;
    return (bits & ~sign) == 0;
}

static double
least_normal(ir_type_id type)
{
    return type == ir_type_f16 ? 0x1p-14 : type == ir_type_f32 ? 0x1p-126 : 0x1p-1022;
}

/* The sign of the product is what is left when everything finite has become too small. */
static uint32_t
multiply_by_zero(struct spirv_writer *w, ir_type_id ir_type, uint32_t value, bool is_negative)
{
    const uint32_t type = spirv_type(w, ir_type);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t small = spirv_float_const(w, ir_type, least_normal(ir_type));
    const double last_value = is_negative ? -least_normal(ir_type) : least_normal(ir_type);
    const uint32_t last = spirv_float_const(w, ir_type, last_value);
    const uint32_t infinity = spirv_float_const(w, ir_type, (double)INFINITY);
    const uint32_t nan = spirv_float_const(w, ir_type, (double)NAN);

    const uint32_t first = put_precise(w, SpvOpFMul, type, value, small);
    const uint32_t second = put_precise(w, SpvOpFMul, type, first, small);
    const uint32_t zero = put_precise(w, SpvOpFMul, type, second, last);
    const uint32_t size = spirv_glsl(w, GLSLstd450FAbs, type, &value, 1);
    const uint32_t is_finite = spirv_value2(w, SpvOpFOrdLessThan, boolean, size, infinity);
    return spirv_select(w, type, is_finite, zero, nan);
}

/* -0 becomes +0. */
static uint32_t
add_plus_zero(struct spirv_writer *w, ir_type_id ir_type, uint32_t value)
{
    const uint32_t type = spirv_type(w, ir_type);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_float_const(w, ir_type, 0);

    const uint32_t is_zero = spirv_value2(w, SpvOpFOrdEqual, boolean, value, zero);
    return spirv_select(w, type, is_zero, zero, value);
}

static uint32_t
add_to_product(struct spirv_writer *w, const struct ir_inst *inst, uint32_t product)
{
    bool is_negative;

    if (!is_zero(w->shader, inst->arg[2], &is_negative)) {
        const uint32_t addend = spirv_id(w, inst->arg[2]);
        return put_precise(w, SpvOpFAdd, spirv_type(w, inst->type), product, addend);
    }
    return is_negative ? product : add_plus_zero(w, inst->type, product);
}

/* Compilers of hosts take anything times a constant 0 for +0, and its sum with one for itself. */
bool
spirv_write_with_zero(struct spirv_writer *w, const struct ir_inst *inst)
{
    const bool is_product = inst->op == ir_op_fmul || inst->op == ir_op_ffma;
    bool is_negative;
    ir_ref other = inst->arg[0];

    if (!is_product && inst->op != ir_op_fadd && inst->op != ir_op_fsub)
        return false;
    if (!is_zero(w->shader, inst->arg[1], &is_negative)) {
        other = inst->arg[1];
        if (inst->op == ir_op_fsub || !is_zero(w->shader, inst->arg[0], &is_negative))
            return false;
    }
    const bool is_plus = inst->op == ir_op_fsub ? is_negative : !is_negative;
    uint32_t value = spirv_id(w, other);
    if (is_product)
        value = multiply_by_zero(w, inst->type, value, is_negative);
    else if (is_plus)
        value = add_plus_zero(w, inst->type, value);
    w->ids[w->ref] = inst->op == ir_op_ffma ? add_to_product(w, inst, value) : value;
    return true;
}

/* What is left of a float that was made a half. OpQuantizeToF16 makes zero of halves that are
 * denormal; of those, adding 0.75 rounds to their step, 2^-24, and taking it away gives them. */
static uint32_t
quantize(struct spirv_writer *w, uint32_t value)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t shift = spirv_float_const(w, ir_type_f32, 0.75);
    const uint32_t least = spirv_float_const(w, ir_type_f32, 0x1p-14);
    const uint32_t sign_bit = spirv_u32(w, UINT32_C(1) << 31);

    const uint32_t size = spirv_glsl(w, GLSLstd450FAbs, f32, &value, 1);
    const uint32_t large = spirv_value1(w, SpvOpQuantizeToF16, f32, size);
    const uint32_t raised = put_precise(w, SpvOpFAdd, f32, size, shift);
    const uint32_t small = put_precise(w, SpvOpFSub, f32, raised, shift);
    const uint32_t is_small = spirv_value2(w, SpvOpFOrdLessThan, boolean, size, least);
    const uint32_t rounded = spirv_select(w, f32, is_small, small, large);
    const uint32_t bits = spirv_value1(w, SpvOpBitcast, u32, value);
    const uint32_t sign = spirv_value2(w, SpvOpBitwiseAnd, u32, bits, sign_bit);
    const uint32_t rounded_bits = spirv_value1(w, SpvOpBitcast, u32, rounded);
    const uint32_t signed_bits = spirv_value2(w, SpvOpBitwiseOr, u32, rounded_bits, sign);
    return spirv_value1(w, SpvOpBitcast, f32, signed_bits);
}

/* SPIR-V has no conversion of a type to itself. */
void
spirv_write_convert(struct spirv_writer *w, const struct ir_inst *inst)
{
    if (is_quantized(w->shader, inst)) {
        const uint32_t whole = spirv_id(w, ir_at(w->shader, inst->arg[0])->arg[0]);

        w->ids[w->ref] = quantize(w, whole);
        return;
    }
    const uint32_t value = spirv_id(w, inst->arg[0]);
    if (ir_type_of(w->shader, inst->arg[0]) == inst->type) {
        w->ids[w->ref] = value;
    } else {
        const uint32_t type = spirv_type(w, inst->type);

        w->ids[w->ref] = spirv_value1(w, spirv_code_of(inst), type, value);
    }
}

/* a > 0 ? min(a, 1) : 0. NClamp alone could keep the sign of -0. */
void
spirv_write_fsat(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_float_const(w, inst->type, 0);
    const uint32_t one = spirv_float_const(w, inst->type, 1);

    const uint32_t above = spirv_value2(w, SpvOpFOrdGreaterThan, boolean, value, zero);
    const uint32_t least = spirv_glsl(w, GLSLstd450NMin, type, (const uint32_t[]){value, one}, 2);
    w->ids[w->ref] = spirv_select(w, type, above, least, zero);
}

static uint64_t
least_int(ir_type_id type)
{
    return UINT64_C(1) << (ir_type_bits(type) - 1);
}

/* An exponent of 0 leaves the sign. Hosts may do to denormals what they like as soon as a float
 * operation sees them, so none does. */
void
spirv_write_flush(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t value = spirv_id(w, inst->arg[0]);

    if (w->denormals_are_hosts || (w->flush_denormals & spirv_floats_of(inst->type))) {
        w->ids[w->ref] = value;
        return;
    }
    const ir_type_id int_type = spirv_int_type(ir_type_bits(inst->type));
    const uint64_t all_exponents = inst->type == ir_type_f16   ? UINT64_C(0x7c00)
                                   : inst->type == ir_type_f32 ? UINT64_C(0x7f800000)
                                                               : UINT64_C(0x7ff0000000000000);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t bits_type = spirv_type(w, int_type);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t exponent_mask = spirv_const(w, int_type, all_exponents);
    const uint32_t sign_mask = spirv_const(w, int_type, least_int(int_type));
    const uint32_t zero = spirv_const(w, int_type, 0);

    const uint32_t bits = spirv_value1(w, SpvOpBitcast, bits_type, value);
    const uint32_t exponent = spirv_value2(w, SpvOpBitwiseAnd, bits_type, bits, exponent_mask);
    const uint32_t is_small = spirv_value2(w, SpvOpIEqual, boolean, exponent, zero);
    const uint32_t sign = spirv_value2(w, SpvOpBitwiseAnd, bits_type, bits, sign_mask);
    const uint32_t flushed = spirv_select(w, bits_type, is_small, sign, bits);
    w->ids[w->ref] = spirv_value1(w, SpvOpBitcast, type, flushed);
}

/* ---- integers ---- */

/* The count is taken modulo the width. */
void
spirv_write_shift(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t mask = ir_type_bits(inst->type) - 1;
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);
    uint64_t known;
    uint32_t count;

    if (spirv_is_const(w, inst->arg[1], &known)) {
        count = spirv_const(w, inst->type, known & mask);
    } else {
        const uint32_t any_count = spirv_id(w, inst->arg[1]);
        const uint32_t mask_id = spirv_const(w, inst->type, mask);

        count = spirv_value2(w, SpvOpBitwiseAnd, type, any_count, mask_id);
    }
    w->ids[w->ref] = spirv_value2(w, spirv_code_of(inst), type, value, count);
}

static uint64_t
all_ones(ir_type_id type)
{
    return UINT64_MAX >> (64 - ir_type_bits(type));
}

/* udiv and urem: all ones where the divisor is 0. */
void
spirv_write_udiv(struct spirv_writer *w, const struct ir_inst *inst)
{
    uint64_t known;
    const bool is_known = spirv_is_const(w, inst->arg[1], &known);

    if (is_known && known == 0) {
        w->ids[w->ref] = spirv_const(w, inst->type, UINT64_MAX);
        return;
    }
    const uint32_t a = spirv_id(w, inst->arg[0]);
    const uint32_t b = spirv_id(w, inst->arg[1]);
    const uint32_t type = spirv_type(w, inst->type);
    if (is_known) {
        w->ids[w->ref] = spirv_value2(w, spirv_code_of(inst), type, a, b);
        return;
    }
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_const(w, inst->type, 0);
    const uint32_t one = spirv_const(w, inst->type, 1);
    const uint32_t ones = spirv_const(w, inst->type, UINT64_MAX);
    const uint32_t is_zero = spirv_value2(w, SpvOpIEqual, boolean, b, zero);
    const uint32_t divisor = spirv_select(w, type, is_zero, one, b);
    const uint32_t result = spirv_value2(w, spirv_code_of(inst), type, a, divisor);
    w->ids[w->ref] = spirv_select(w, type, is_zero, ones, result);
}

/* Is this the least integer by -1, whose quotient does not fit? */
static uint32_t
is_overflow(struct spirv_writer *w, ir_type_id type, uint32_t a, uint32_t b)
{
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t least = spirv_const(w, type, least_int(type));
    const uint32_t ones = spirv_const(w, type, UINT64_MAX);
    const uint32_t is_least = spirv_value2(w, SpvOpIEqual, boolean, a, least);
    const uint32_t is_ones = spirv_value2(w, SpvOpIEqual, boolean, b, ones);

    return spirv_value2(w, SpvOpLogicalAnd, boolean, is_least, is_ones);
}

/* 0 where the divisor is 0. The least integer by -1 is itself, which dividing by 1 gives. */
void
spirv_write_idiv(struct spirv_writer *w, const struct ir_inst *inst)
{
    uint64_t known_a, known_b;
    const bool is_known_a = spirv_is_const(w, inst->arg[0], &known_a);
    const bool is_known_b = spirv_is_const(w, inst->arg[1], &known_b);

    if (is_known_b && known_b == 0) {
        w->ids[w->ref] = spirv_const(w, inst->type, 0);
        return;
    }
    const uint32_t a = spirv_id(w, inst->arg[0]);
    const uint32_t b = spirv_id(w, inst->arg[1]);
    const uint32_t type = spirv_type(w, inst->type);
    if (is_known_b) {
        w->ids[w->ref] = known_b == all_ones(inst->type) ? spirv_value1(w, SpvOpSNegate, type, a)
                                                         : spirv_value2(w, SpvOpSDiv, type, a, b);
        return;
    }
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_const(w, inst->type, 0);
    const uint32_t one = spirv_const(w, inst->type, 1);
    const uint32_t is_zero = spirv_value2(w, SpvOpIEqual, boolean, b, zero);
    uint32_t is_odd = is_zero;
    if (!is_known_a || known_a == least_int(inst->type)) {
        const uint32_t overflows = is_overflow(w, inst->type, a, b);
        is_odd = spirv_value2(w, SpvOpLogicalOr, boolean, is_zero, overflows);
    }
    const uint32_t divisor = spirv_select(w, type, is_odd, one, b);
    const uint32_t quotient = spirv_value2(w, SpvOpSDiv, type, a, divisor);
    w->ids[w->ref] = spirv_select(w, type, is_zero, zero, quotient);
}

/* a - a / b * b: Vulkan leaves OpSRem undefined for negative operands. */
static uint32_t
remainder_of(struct spirv_writer *w, uint32_t type, uint32_t a, uint32_t b)
{
    const uint32_t quotient = spirv_value2(w, SpvOpSDiv, type, a, b);
    const uint32_t product = spirv_value2(w, SpvOpIMul, type, quotient, b);

    return spirv_value2(w, SpvOpISub, type, a, product);
}

/* All ones where the divisor is 0; 0 where it is -1, as if it were 1. */
void
spirv_write_irem(struct spirv_writer *w, const struct ir_inst *inst)
{
    uint64_t known;
    const bool is_known = spirv_is_const(w, inst->arg[1], &known);

    if (is_known && (known == 0 || known == all_ones(inst->type))) {
        w->ids[w->ref] = spirv_const(w, inst->type, known == 0 ? UINT64_MAX : 0);
        return;
    }
    const uint32_t a = spirv_id(w, inst->arg[0]);
    const uint32_t b = spirv_id(w, inst->arg[1]);
    const uint32_t type = spirv_type(w, inst->type);
    if (is_known) {
        w->ids[w->ref] = remainder_of(w, type, a, b);
        return;
    }
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_const(w, inst->type, 0);
    const uint32_t one = spirv_const(w, inst->type, 1);
    const uint32_t ones = spirv_const(w, inst->type, UINT64_MAX);
    const uint32_t is_zero = spirv_value2(w, SpvOpIEqual, boolean, b, zero);
    const uint32_t is_ones = spirv_value2(w, SpvOpIEqual, boolean, b, ones);
    const uint32_t is_odd = spirv_value2(w, SpvOpLogicalOr, boolean, is_zero, is_ones);
    const uint32_t divisor = spirv_select(w, type, is_odd, one, b);
    const uint32_t result = remainder_of(w, type, a, divisor);
    w->ids[w->ref] = spirv_select(w, type, is_zero, ones, result);
}

/* Narrow operands are multiplied in 32 bits, where the whole product fits. */
static uint32_t
narrow_mul_hi(struct spirv_writer *w, const struct ir_inst *inst, uint32_t a, uint32_t b)
{
    const bool is_signed = spirv_code_of(inst) == SpvOpSMulExtended;
    const SpvOp extend = is_signed ? SpvOpSConvert : SpvOpUConvert;
    const SpvOp shift = is_signed ? SpvOpShiftRightArithmetic : SpvOpShiftRightLogical;
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t bits = spirv_u32(w, ir_type_bits(inst->type));

    const uint32_t wide_a = spirv_value1(w, extend, u32, a);
    const uint32_t wide_b = spirv_value1(w, extend, u32, b);
    const uint32_t product = spirv_value2(w, SpvOpIMul, u32, wide_a, wide_b);
    const uint32_t high = spirv_value2(w, shift, u32, product, bits);
    return spirv_value1(w, SpvOpUConvert, type, high);
}

void
spirv_write_mul_hi(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t a = spirv_id(w, inst->arg[0]);
    const uint32_t b = spirv_id(w, inst->arg[1]);

    if (ir_type_bits(inst->type) < 32) {
        w->ids[w->ref] = narrow_mul_hi(w, inst, a, b);
        return;
    }
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t wide_type = spirv_wide_type(w, inst->type);
    const uint32_t product = spirv_value2(w, spirv_code_of(inst), wide_type, a, b);
    w->ids[w->ref] = spirv_value2(w, SpvOpCompositeExtract, type, product, 1);
}

/* ---- floats to integers, saturating ---- */

struct range {
    double low;    /* Least integer of the type. */
    double limit;  /* One past the greatest. */
    double high;   /* The greatest float that is below limit. */
    bool is_exact; /* high converts to the greatest integer. */
};

static struct range
int_range(ir_type_id to, ir_type_id from, bool is_signed)
{
    const int bits = (int)ir_type_bits(to);
    const int digits = from == ir_type_f64 ? 53 : 24;
    struct range range;

    range.limit = ldexp(1, is_signed ? bits - 1 : bits);
    range.low = is_signed ? -range.limit : 0;
    /* Integers next below limit are as far apart as digits tell, and never nearer than 1. */
    const int magnitude = is_signed ? bits - 1 : bits;
    range.high = range.limit - (magnitude > digits ? ldexp(1, magnitude - digits) : 1);
    range.is_exact = magnitude <= digits;
    return range;
}

/* The operand where converting is defined: narrow floats as f32, in which every range has ends;
 * clamped. A NaN comes out as low. */
static uint32_t
clamp_to(struct spirv_writer *w, ir_type_id from, const struct range *range, uint32_t value)
{
    const uint32_t type = spirv_type(w, from);
    const uint32_t low = spirv_float_const(w, from, range->low);
    const uint32_t high = spirv_float_const(w, from, range->high);

    return spirv_glsl(w, GLSLstd450NClamp, type, (const uint32_t[]){value, low, high}, 3);
}

static uint32_t
convert_to_int(struct spirv_writer *w, const struct ir_inst *inst, bool is_signed)
{
    uint32_t value = spirv_id(w, inst->arg[0]);
    ir_type_id from = ir_type_of(w->shader, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t boolean = spirv_type(w, ir_type_bool);

    if (from == ir_type_f16) {
        const uint32_t f32 = spirv_type(w, ir_type_f32);
        value = spirv_value1(w, SpvOpFConvert, f32, value);
        from = ir_type_f32;
    }
    const struct range range = int_range(inst->type, from, is_signed);
    const uint32_t clamped = clamp_to(w, from, &range, value);
    uint32_t result = spirv_value1(w, spirv_code_of(inst), type, clamped);
    if (!range.is_exact) {
        const uint32_t limit = spirv_float_const(w, from, range.limit);
        const uint32_t most =
            spirv_const(w, inst->type, all_ones(inst->type) >> (is_signed ? 1 : 0));
        const uint32_t is_above = spirv_value2(w, SpvOpFOrdGreaterThanEqual, boolean, value, limit);
        result = spirv_select(w, type, is_above, most, result);
    }
    if (is_signed) {
        const uint32_t zero = spirv_const(w, inst->type, 0);
        const uint32_t is_nan = spirv_value2(w, SpvOpFUnordNotEqual, boolean, value, value);
        result = spirv_select(w, type, is_nan, zero, result);
    }
    return result;
}

void
spirv_write_f2i(struct spirv_writer *w, const struct ir_inst *inst)
{
    w->ids[w->ref] = convert_to_int(w, inst, true);
}

void
spirv_write_f2u(struct spirv_writer *w, const struct ir_inst *inst)
{
    w->ids[w->ref] = convert_to_int(w, inst, false);
}

/* Is it neither infinite nor a NaN, for which GLSL.std.450 leaves much open? */
static uint32_t
is_finite(struct spirv_writer *w, ir_type_id type, uint32_t value)
{
    const unsigned bits = ir_type_bits(type);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t type_id = spirv_type(w, type);
    const uint32_t infinity = spirv_const(w, type,
                                          bits == 64   ? UINT64_C(0x7ff) << 52
                                          : bits == 16 ? 0x7c00
                                                       : 0x7f800000);
    const uint32_t size = spirv_glsl(w, GLSLstd450FAbs, type_id, &value, 1);

    return spirv_value2(w, SpvOpFOrdLessThan, boolean, size, infinity);
}

/* A member of FrexpStruct's result. */
void
spirv_write_frexp(struct spirv_writer *w, const struct ir_inst *inst)
{
    const bool is_exponent = inst->op == ir_op_ffrexp_exp;
    const ir_type_id float_type = ir_type_of(w->shader, inst->arg[0]);
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t significand = spirv_type(w, float_type);
    const uint32_t exponent = spirv_type(w, ir_type_i32);
    const uint32_t pair = SPIRV_TYPE(w, SpvOpTypeStruct, significand, exponent);
    const uint32_t both = spirv_glsl(w, GLSLstd450FrexpStruct, pair, &value, 1);

    const uint32_t type = is_exponent ? exponent : significand;
    const uint32_t part = spirv_value2(w, SpvOpCompositeExtract, type, both, is_exponent);
    const uint32_t other = is_exponent ? spirv_u32(w, 0) : value;
    const uint32_t finite = is_finite(w, float_type, value);

    w->ids[w->ref] = spirv_select(w, type, finite, part, other);
}

/* More than the exponents of f64 differ by, and exact in f16. */
#define LDEXP_LIMIT 5000

/* Past the limit every float has become zero or infinity. A NaN counts as 0. */
void
spirv_write_ldexp(struct spirv_writer *w, const struct ir_inst *inst)
{
    static const struct range range = {.low = -LDEXP_LIMIT, .high = LDEXP_LIMIT};
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t whole = spirv_id(w, inst->arg[1]);
    const ir_type_id from = ir_type_of(w->shader, inst->arg[1]);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t i32 = spirv_texel_type(w, ir_texel_i32, 1);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t from_type = spirv_type(w, from);
    const uint32_t zero = spirv_float_const(w, from, 0);
    const uint32_t is_nan = spirv_value2(w, SpvOpFUnordNotEqual, boolean, whole, whole);
    const uint32_t number = spirv_select(w, from_type, is_nan, zero, whole);
    const uint32_t clamped = clamp_to(w, from, &range, number);
    const uint32_t exponent = spirv_value1(w, SpvOpConvertFToS, i32, clamped);

    const uint32_t scaled =
        spirv_glsl(w, GLSLstd450Ldexp, type, (const uint32_t[]){value, exponent}, 2);
    const uint32_t finite = is_finite(w, inst->type, value);

    w->ids[w->ref] = spirv_select(w, type, finite, scaled, value);
}
