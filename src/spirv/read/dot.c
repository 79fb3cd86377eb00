/* SPDX-License-Identifier: MIT
 *
 * Dot products of integers.
 */
#include "spirv/read/arithmetic.h"

#define PACKED_COMPONENTS 4
#define PACKED_BITS 8

static const struct dot {
    SpvOp opcode;
    bool is_signed[2]; /* Of the operands; the result has a sign if the first one has. */
    bool accumulates;
} dots[] = {
    {SpvOpSDot, {true, true}, false},        {SpvOpUDot, {false, false}, false},
    {SpvOpSUDot, {true, false}, false},      {SpvOpSDotAccSat, {true, true}, true},
    {SpvOpUDotAccSat, {false, false}, true}, {SpvOpSUDotAccSat, {true, false}, true},
};

/* Component i of an operand, as wide as the result. */
static ir_ref
get_component(struct ir_builder *b, const struct read_numbers *x, uint32_t i, bool is_packed,
              bool is_signed, enum ir_type type)
{
    ir_ref value = is_packed ? x->leaves[0] : x->leaves[i];

    if (is_packed)
        value =
            ir_build_u2u(b, ir_type_i8, ir_build_ushr(b, value, ir_build_i32(b, i * PACKED_BITS)));
    if (read_type_of(b, value) == type)
        return value;
    return is_signed ? ir_build_i2i(b, type, value) : ir_build_u2u(b, type, value);
}

/* The sum that does not leave the range of the type. */
static ir_ref
add_saturated(struct ir_builder *b, enum ir_type type, ir_ref x, ir_ref y, bool is_signed)
{
    const ir_ref sum = ir_build_iadd(b, x, y);

    if (!is_signed)
        return ir_build_select(b, ir_build_ult(b, sum, x), read_build_int(b, type, -1), sum);
    /* Only operands of one sign pass the end, and the sum then has the other. */
    const unsigned bits = ir_type_bits((ir_type_id)type);
    const ir_ref zero = read_build_int(b, type, 0);
    const ir_ref least = ir_build_const(b, type, UINT64_C(1) << (bits - 1));
    const ir_ref most = ir_build_const(b, type, (UINT64_C(1) << (bits - 1)) - 1);
    const ir_ref end = ir_build_select(b, ir_build_ilt(b, x, zero), least, most);
    const ir_ref by_x = ir_build_ixor(b, sum, x);
    const ir_ref by_y = ir_build_ixor(b, sum, y);
    const ir_ref is_past = ir_build_ilt(b, ir_build_iand(b, by_x, by_y), zero);
    return ir_build_select(b, is_past, end, sum);
}

static bool
check_operands(struct spirv_reader *r, const struct read_inst *inst, const struct dot *dot,
               const struct read_numbers x[2], bool *is_packed)
{
    const uint32_t taken = dot->accumulates ? 3 : 2;

    *is_packed = x[0].of->op == SpvOpTypeInt;
    if (x[0].count != x[1].count || x[0].type != x[1].type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found operands of two types, expected one type");
    if (!*is_packed)
        return read_has_operands(r, inst, taken);
    if (inst->count != taken + 1 ||
        inst->operands[taken] != SpvPackedVectorFormatPackedVectorFormat4x8Bit ||
        x[0].type != ir_type_i32)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found scalars, expected vectors, or integers of 32 bits and the format "
                         "PackedVectorFormat4x8Bit");
    return true;
}

bool
read_dot(struct spirv_reader *r, const struct read_inst *inst)
{
    struct read_numbers x[2], accumulator = {0};
    const struct dot *dot = dots;
    enum ir_type type;
    bool is_packed;

    while (dot < dots + BASE_COUNT(dots) && dot->opcode != inst->op)
        dot++;
    if (dot == dots + BASE_COUNT(dots))
        return read_unsupported(r, inst, "it is no dot product of integers");
    if (inst->count < (dot->accumulates ? 3 : 2))
        return read_has_operands(r, inst, dot->accumulates ? 3 : 2);
    if (!read_get_numbers(r, inst, inst->operands[0], ir_class_UINT, 0, &x[0]) ||
        !read_get_numbers(r, inst, inst->operands[1], ir_class_UINT, 0, &x[1]) ||
        !check_operands(r, inst, dot, x, &is_packed) ||
        (dot->accumulates &&
         !read_get_numbers(r, inst, inst->operands[2], ir_class_UINT, 1, &accumulator)))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_UINT, 1, &type);
    if (!leaves)
        return false;
    if (dot->accumulates && accumulator.type != type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found an accumulator of %s, expected %s",
                         ir_type_name(accumulator.type), ir_type_name(type));

    struct ir_builder *b = &r->b;
    ir_ref sum = read_build_int(b, type, 0);
    for (uint32_t i = 0; i < (is_packed ? PACKED_COMPONENTS : x[0].count); i++) {
        const ir_ref p = get_component(b, &x[0], i, is_packed, dot->is_signed[0], type);
        const ir_ref q = get_component(b, &x[1], i, is_packed, dot->is_signed[1], type);

        sum = ir_build_iadd(b, sum, ir_build_imul(b, p, q));
    }
    leaves[0] = dot->accumulates
                    ? add_saturated(b, type, accumulator.leaves[0], sum, dot->is_signed[0])
                    : sum;
    read_set_leaves(r, inst, leaves);
    return true;
}
