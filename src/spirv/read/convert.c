/* SPDX-License-Identifier: MIT
 *
 * Conversions and bitcasts.
 */
#include "spirv/read/arithmetic.h"

#include <math.h>

/* ---- floats ---- */

/* Rounded to nearest and, where that went up, one step back. Nothing is above an infinity, and all
 * else that became infinite goes back to the largest number. */
static ir_ref
make_towards_zero(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const enum ir_type from = read_type_of(b, x[0]);
    const enum ir_type as = read_int_type(ir_type_bits((ir_type_id)type));
    const ir_ref near = ir_build_f2f(b, type, x[0]);
    const ir_ref back = ir_build_f2f(b, from, near);
    const ir_ref size = ir_build_fabs(b, x[0]);
    const ir_ref is_past = ir_build_flt(b, size, ir_build_fabs(b, back));
    const ir_ref bits = ir_build_bitcast(b, as, near);
    const ir_ref before = ir_build_isub(b, bits, read_build_int(b, as, 1));

    return ir_build_bitcast(b, type, ir_build_select(b, is_past, before, bits));
}

/* What is no normal half becomes zero. */
static ir_ref
make_quantized(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref half = ir_build_f2f(b, type, ir_build_f2f(b, ir_type_f16, x[0]));
    const ir_ref least = read_build_float(b, type, ldexp(1.0, -14));
    const ir_ref zero = read_build_copysign(b, read_build_float(b, type, 0.0), x[0]);

    return ir_build_select(b, ir_build_flt(b, ir_build_fabs(b, x[0]), least), zero, half);
}

#define CONVERT(opcode, op) [SpvOp##opcode] = {.first = READ_OP(op)}

static const struct read_row rows[] = {
    CONVERT(ConvertFToU, f2u),
    CONVERT(ConvertFToS, f2i),
    CONVERT(ConvertSToF, i2f),
    CONVERT(ConvertUToF, u2f),
    CONVERT(UConvert, u2u),
    CONVERT(SConvert, i2i),
    CONVERT(FConvert, f2f),
    [SpvOpQuantizeToF16] = {.count = 1,
                            .result = ir_class_FIRST,
                            .operands = {ir_class_FLOAT},
                            .first = READ_BUILD(make_quantized)},
};

static const struct read_row towards_zero = {.count = 1,
                                             .result = ir_class_FLOAT,
                                             .operands = {ir_class_FLOAT},
                                             .first = READ_BUILD(make_towards_zero)};

static bool
convert_float(struct spirv_reader *r, const struct read_inst *inst)
{
    uint32_t mode = SpvFPRoundingModeRTE;

    if (!read_has_decoration(r, inst->id, SpvDecorationFPRoundingMode, &mode) ||
        mode == SpvFPRoundingModeRTE)
        return read_each(r, inst, &rows[SpvOpFConvert], inst->operands);
    if (mode != SpvFPRoundingModeRTZ)
        return read_unsupported(r, inst, "it rounds neither to nearest even nor towards zero");
    return read_each(r, inst, &towards_zero, inst->operands);
}

/* ---- bits as another type ---- */

/* Scalars from the bits of wider ones, lowest first. */
static void
split(struct ir_builder *b, const ir_ref *from, enum ir_type to, uint32_t count, ir_ref *leaves)
{
    const unsigned bits = ir_type_bits((ir_type_id)to);
    const unsigned from_bits = ir_type_bits((ir_type_id)read_type_of(b, from[0]));
    const enum ir_type wide = read_int_type(from_bits), narrow = read_int_type(bits);

    for (uint32_t i = 0; i < count; i++) {
        const ir_ref word = ir_build_bitcast(b, wide, from[i * bits / from_bits]);
        const ir_ref down = read_build_int(b, wide, (int64_t)(i * bits % from_bits));

        leaves[i] = ir_build_bitcast(b, to, ir_build_u2u(b, narrow, ir_build_ushr(b, word, down)));
    }
}

/* Scalars from the bits of several narrower ones each. */
static void
join(struct ir_builder *b, const ir_ref *from, enum ir_type to, uint32_t count, ir_ref *leaves)
{
    const unsigned bits = ir_type_bits((ir_type_id)to);
    const unsigned from_bits = ir_type_bits((ir_type_id)read_type_of(b, from[0]));
    const enum ir_type wide = read_int_type(bits), narrow = read_int_type(from_bits);
    const uint32_t parts = bits / from_bits;

    for (uint32_t i = 0; i < count; i++) {
        ir_ref whole = read_build_int(b, wide, 0);

        for (uint32_t p = 0; p < parts; p++) {
            const ir_ref part =
                ir_build_u2u(b, wide, ir_build_bitcast(b, narrow, from[i * parts + p]));
            const ir_ref up = read_build_int(b, wide, (int64_t)(p * from_bits));

            whole = ir_build_ior(b, whole, ir_build_ishl(b, part, up));
        }
        leaves[i] = ir_build_bitcast(b, to, whole);
    }
}

/* The type of the leaves of what bits can be taken from: numbers, and pointers that are an address.
 * void for all else. */
static enum ir_type
bits_type(const struct read_type *type)
{
    if (type->op == SpvOpTypePointer && type->storage == SpvStorageClassPhysicalStorageBuffer)
        return ir_type_i64;
    return type->scalar == ir_type_bool || type->leaves > 4 ? ir_type_void : type->scalar;
}

static bool
bitcast(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_value *value = read_get_leaves(r, inst, inst->operands[0]);
    const struct read_type *type;

    if (!value)
        return false;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    if (!leaves)
        return false;
    const enum ir_type from = bits_type(value->type), to = bits_type(type);
    const unsigned from_bits = ir_type_bits((ir_type_id)from), bits = ir_type_bits((ir_type_id)to);

    if (from == ir_type_void || to == ir_type_void ||
        from_bits * value->type->leaves != bits * type->leaves)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a bitcast between types of other kinds or sizes, expected numbers "
                         "or addresses of the same size");
    if (from_bits > bits)
        split(&r->b, value->leaves, to, type->leaves, leaves);
    else if (from_bits < bits)
        join(&r->b, value->leaves, to, type->leaves, leaves);
    else
        for (uint32_t i = 0; i < type->leaves; i++)
            leaves[i] = ir_build_bitcast(&r->b, to, value->leaves[i]);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* OpConvertPtrToU and OpConvertUToPtr: addresses are i64. */
static bool
convert_address(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_value *value = read_get_leaves(r, inst, inst->operands[0]);
    const struct read_type *type;

    if (!value)
        return false;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    if (!leaves)
        return false;
    const bool is_to_address = inst->op == SpvOpConvertUToPtr;
    const struct read_type *address = is_to_address ? type : value->type;
    const struct read_type *number = is_to_address ? value->type : type;

    if (address->op != SpvOpTypePointer ||
        address->storage != SpvStorageClassPhysicalStorageBuffer || number->op != SpvOpTypeInt)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found other types, expected an integer and a pointer to "
                         "PhysicalStorageBuffer");
    leaves[0] =
        read_build_resized(&r->b, is_to_address ? ir_type_i64 : type->scalar, value->leaves[0]);
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_convert(struct spirv_reader *r, const struct read_inst *inst)
{
    if (!read_has_operands(r, inst, 1))
        return false;
    switch ((unsigned)inst->op) {
    case SpvOpFConvert:
        return convert_float(r, inst);
    case SpvOpBitcast:
        return bitcast(r, inst);
    case SpvOpConvertPtrToU:
    case SpvOpConvertUToPtr:
        return convert_address(r, inst);
    }
    if (inst->op >= BASE_COUNT(rows) ||
        (rows[inst->op].first.op == ir_op_none && !rows[inst->op].first.build))
        return read_unsupported(r, inst, "it is no conversion");
    return read_each(r, inst, &rows[inst->op], inst->operands);
}
