/* SPDX-License-Identifier: MIT
 *
 * Constants. A specialisation constant has the value that the caller gives for its SpecId, or its
 * own; an operation on them goes through the family that its opcode belongs to, like any other, and
 * what the family has built is folded and taken out again.
 */
#include "spirv/read/read_priv.h"

#include "base/bits.h"

#include <inttypes.h>

bool
read_const_bits(const struct spirv_reader *r, ir_ref ref, uint64_t *bits)
{
    if (!ref || ir_op_of(r->shader, ref) != ir_op_const)
        return false;
    *bits = ir_const_bits(r->shader, ref);
    return true;
}

static uint64_t
bits_of_number(enum ir_type type, double number)
{
    switch (type) {
    case ir_type_f16:
        return base_half_from_double(number);
    case ir_type_f64:
        return base_bits_of_double(number);
    default:
        return base_bits_of_float((float)number);
    }
}

/* Puts the value that the caller gives for a specialization constant, if any, into bits. False with
 * an error where it is none of the type. */
static bool
take_given(struct spirv_reader *r, const struct read_inst *inst, enum ir_type type, uint64_t *bits)
{
    const bool is_float = ir_type_is_float((ir_type_id)type);
    const struct spirv_constant *given = NULL;
    uint32_t spec_id;

    if (!read_has_decoration(r, inst->id, SpvDecorationSpecId, &spec_id))
        return true;
    for (size_t i = 0; i < r->options->constant_count; i++)
        if (r->options->constants[i].id == spec_id)
            given = &r->options->constants[i];
    if (!given)
        return true;
    switch (given->kind) {
    case spirv_constant_bits:
        *bits = given->bits;
        break;
    case spirv_constant_whole:
        *bits = is_float ? bits_of_number(type, (double)(int64_t)given->bits) : given->bits;
        break;
    case spirv_constant_real:
        if (!is_float)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found %g for specialization constant %" PRIu32
                             ", expected a whole number",
                             given->number, spec_id);
        *bits = bits_of_number(type, given->number);
        break;
    }
    return true;
}

static bool
make_scalar(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *type;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    const bool is_spec = inst->op == SpvOpSpecConstant || inst->op == SpvOpSpecConstantTrue ||
                         inst->op == SpvOpSpecConstantFalse;
    const bool is_number = inst->op == SpvOpConstant || inst->op == SpvOpSpecConstant;
    uint64_t bits;

    if (!leaves)
        return false;
    const uint32_t words = ir_type_bits((ir_type_id)type->scalar) == 64 ? 2 : 1;
    if (is_number ? type->op != SpvOpTypeInt && type->op != SpvOpTypeFloat
                  : type->op != SpvOpTypeBool)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found type %" PRIu32 ", expected %s",
                         type->id, is_number ? "an integer or a float" : "OpTypeBool");
    if (is_number && inst->count != words)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found %" PRIu32 " words of a literal, expected %" PRIu32, inst->count,
                         words);
    if (is_number)
        bits = inst->operands[0] | (words == 2 ? (uint64_t)inst->operands[1] << 32 : 0);
    else
        bits = inst->op == SpvOpConstantTrue || inst->op == SpvOpSpecConstantTrue;
    if (is_spec && !take_given(r, inst, type->scalar, &bits))
        return false;
    if (!is_number)
        bits = bits != 0;
    leaves[0] = ir_build_const(&r->b, type->scalar, bits);
    read_set_leaves(r, inst, leaves);
    return true;
}

static bool
make_composite(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *type;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    uint32_t at = 0;

    if (!leaves)
        return false;
    if (inst->count != type->count)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found %" PRIu32 " constituents, expected %" PRIu32, inst->count,
                         type->count);
    for (uint32_t i = 0; i < inst->count; i++) {
        const struct read_value *part = read_get_leaves(r, inst, inst->operands[i]);

        if (!part)
            return false;
        if (part->type->leaves > type->leaves - at)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found constituents of more than %" PRIu32 " scalars", type->leaves);
        if (part->type->leaves > 0)
            memcpy(leaves + at, part->leaves, part->type->leaves * sizeof(*leaves));
        at += part->type->leaves;
    }
    if (at < type->leaves)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found constituents of %" PRIu32 " scalars, expected %" PRIu32, at,
                         type->leaves);
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_make_null(struct spirv_reader *r, const struct read_inst *inst)
{
    const struct read_type *type;
    ir_ref *leaves = read_new_leaves(r, inst, &type);

    if (!leaves)
        return false;
    const uint8_t *types = read_leaf_types(r, type);
    for (uint32_t i = 0; i < type->leaves; i++)
        leaves[i] = inst->op == SpvOpUndef ? ir_build_undef(&r->b, types[i])
                                           : ir_build_const(&r->b, (enum ir_type)types[i], 0);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* ---- operations on constants ---- */

/* The constant that an instruction comes to, given those of the ones before it; 0 if it does not.
 */
static ir_ref
fold(struct spirv_reader *r, ir_ref ref, ir_ref first, const ir_ref *folded)
{
    const enum ir_op op = ir_op_of(r->shader, ref);
    enum ir_type types[3] = {ir_type_void, ir_type_void, ir_type_void};
    uint64_t bits[3] = {0, 0, 0}, result;

    if (op == ir_op_const || op == ir_op_undef)
        return ref;
    if (ir_op_has(op, IR_OP_LIST))
        return 0;
    for (uint32_t i = 0; i < ir_operand_count(r->shader, ref); i++) {
        ir_ref operand = ir_operand(r->shader, ref, i);

        if (operand >= first)
            operand = folded[operand - first];
        if (!operand)
            return 0;
        types[i] = ir_type_scalar(ir_type_of(r->shader, operand));
        bits[i] =
            ir_op_of(r->shader, operand) == ir_op_const ? ir_const_bits(r->shader, operand) : 0;
    }
    const enum ir_type type = ir_type_scalar(ir_type_of(r->shader, ref));
    if (!ir_fold(op, type, types, bits, &result))
        return 0;
    return ir_build_const(&r->b, type, result);
}

/* Replaces what was built from first on by constants. */
static bool
fold_all(struct spirv_reader *r, const struct read_inst *inst, ir_ref first)
{
    struct read_slot *slot = read_find_slot(r, inst->id);
    const ir_ref end = r->shader->insts.count;
    ir_ref *folded = base_arena_new_array(r->arena, ir_ref, end - first);

    for (ir_ref ref = first; ref < end; ref++)
        folded[ref - first] = fold(r, ref, first, folded);
    for (ir_ref ref = first; ref < end; ref++)
        if (folded[ref - first] != ref)
            ir_remove(r->shader, ref);
    if (!slot || slot->value.kind != read_kind_leaves)
        return read_unsupported(r, inst, "its operation has no constant result");
    for (uint32_t i = 0; i < slot->value.type->leaves; i++) {
        ir_ref *leaf = &slot->value.leaves[i];

        if (*leaf >= first)
            *leaf = folded[*leaf - first];
        if (!*leaf)
            return read_unsupported(r, inst, "its operation has no constant result");
    }
    return true;
}

static bool
is_constant_family(enum read_family family)
{
    return family == read_family_alu || family == read_family_convert ||
           family == read_family_composite;
}

static bool
make_operation(struct spirv_reader *r, const struct read_inst *inst)
{
    const ir_ref first = r->shader->insts.count;
    const struct read_opcode *opcode = read_find_opcode((SpvOp)inst->operands[0]);
    struct read_inst operation = *inst;

    if (!opcode || !is_constant_family(opcode->family) || !opcode->has_type)
        return read_fail(r, inst, QD_CODE_UNSUPPORTED,
                         "found the operation %s (%" PRIu32 "), which constants do not have",
                         opcode ? opcode->name : "?", inst->operands[0]);
    operation.op = opcode->op;
    operation.operands++;
    operation.count--;
    return read_check_operands(r->module, &operation) && read_dispatch(r, &operation) &&
           fold_all(r, inst, first);
}

bool
read_is_constant(SpvOp op)
{
    return op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp;
}

bool
read_make_constant(struct spirv_reader *r, const struct read_inst *inst)
{
    switch ((int)inst->op) {
    case SpvOpConstantComposite:
    case SpvOpSpecConstantComposite:
        return make_composite(r, inst);
    case SpvOpConstantNull:
        return read_make_null(r, inst);
    case SpvOpSpecConstantOp:
        return make_operation(r, inst);
    default:
        return make_scalar(r, inst);
    }
}
