/* SPDX-License-Identifier: MIT */
#include "spirv/read/arithmetic.h"

#include "base/bits.h"

/* ---- operands and results ---- */

static const char *class_text(enum ir_class class)
{
    switch ((unsigned)class) {
    case ir_class_BOOL:
        return "booleans";
    case ir_class_UINT:
    case ir_class_SINT:
        return "integers";
    case ir_class_I32:
        return "integers of 32 bits";
    case ir_class_I64:
        return "integers of 64 bits";
    case ir_class_FLOAT:
        return "floats";
    case ir_class_BITS:
        return "booleans or integers";
    case ir_class_NUM:
        return "numbers";
    }
    return "scalars";
}

bool
read_has_operands(struct spirv_reader *r, const struct read_inst *inst, uint32_t count)
{
    if (inst->count == count)
        return true;
    return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found %u words of operands, expected %u",
                     inst->count, count);
}

bool
read_get_numbers(struct spirv_reader *r, const struct read_inst *inst, uint32_t id,
                 enum ir_class class, uint32_t count, struct read_numbers *x)
{
    const struct read_value *value = read_get_leaves(r, inst, id);

    if (!value)
        return false;
    *x =
        (struct read_numbers){value->leaves, value->type->leaves, value->type->scalar, value->type};
    if (x->count == 0 || !ir_class_has(class, (ir_type_id)x->type))
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found %%%u of type %s, expected %s", id,
                         x->type == ir_type_void ? "composite" : ir_type_name(x->type),
                         class_text(class));
    if (count > 0 && x->count != count)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found %%%u with %u components, expected %u", id, x->count, count);
    return true;
}

/* The row with what its op says filled in. */
static struct read_row
complete_row(const struct read_row *row)
{
    const struct ir_op_info *info = &ir_op_infos[row->first.op];
    struct read_row complete = *row;

    if (row->count > 0)
        return complete;
    complete.count = info->arity;
    complete.result = info->result;
    for (uint32_t i = 0; i < info->arity; i++)
        complete.operands[i] = i == 0 ? info->operand[0] : ir_class_FIRST;
    if (info->operand[0] == ir_class_RESULT) {
        complete.operands[0] = info->result;
        complete.result = ir_class_FIRST;
    }
    return complete;
}

bool
read_get_operands(struct spirv_reader *r, const struct read_inst *inst, const struct read_row *row,
                  const uint32_t *ids, struct read_numbers *x, uint32_t *count)
{
    const struct read_row complete = complete_row(row);

    *count = 1;
    for (uint32_t i = 0; i < complete.count; i++) {
        const bool is_as_first = complete.operands[i] == ir_class_FIRST;
        const enum ir_class class =
            is_as_first ? ir_class_ANY : (enum ir_class)complete.operands[i];

        if (!read_get_numbers(r, inst, ids[i], class, 0, &x[i]))
            return false;
        if (is_as_first && x[i].type != x[0].type)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found %%%u of type %s, expected %s",
                             ids[i], ir_type_name(x[i].type), ir_type_name(x[0].type));
        if (x[i].count > 1 && *count > 1 && x[i].count != *count)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found %%%u with %u components, expected %u", ids[i], x[i].count,
                             *count);
        if (x[i].count > *count)
            *count = x[i].count;
    }
    return true;
}

ir_ref *
read_new_numbers(struct spirv_reader *r, const struct read_inst *inst, enum ir_class class,
                 uint32_t count, enum ir_type *type)
{
    const struct read_type *of;
    ir_ref *leaves = read_new_leaves(r, inst, &of);

    if (!leaves)
        return NULL;
    if (of->leaves != count || !ir_class_has(class, (ir_type_id)of->scalar)) {
        read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                  "found a result of another type, expected %s, %u of them", class_text(class),
                  count);
        return NULL;
    }
    *type = of->scalar;
    return leaves;
}

uint32_t
read_row_operands(const struct read_row *row)
{
    return complete_row(row).count;
}

static bool
check_class(struct spirv_reader *r, const struct read_inst *inst, enum ir_class class,
            const struct read_numbers *x, enum ir_type type)
{
    if (class == ir_class_FIRST ? type == x[0].type : ir_class_has(class, (ir_type_id)type))
        return true;
    return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a result of type %s, expected %s",
                     type == ir_type_void ? "composite" : ir_type_name(type),
                     class == ir_class_FIRST ? ir_type_name(x[0].type) : class_text(class));
}

bool
read_check_result(struct spirv_reader *r, const struct read_inst *inst, const struct read_row *row,
                  const struct read_numbers *x, enum ir_type type)
{
    return check_class(r, inst, (enum ir_class)complete_row(row).result, x, type);
}

bool
read_check_second(struct spirv_reader *r, const struct read_inst *inst, const struct read_row *row,
                  const struct read_numbers *x, enum ir_type type)
{
    return check_class(r, inst, (enum ir_class)row->second_result, x, type);
}

/* ---- scalar by scalar ---- */

static ir_ref
make(struct ir_builder *b, const struct read_maker *maker, enum ir_type type, const ir_ref *x)
{
    const ir_ref swapped[2] = {x[1], x[0]};
    ir_ref value;

    if (maker->build)
        return maker->build(b, type, x);
    if (ir_op_infos[maker->op].arity == 1 && ir_op_infos[maker->op].operand[0] != ir_class_RESULT)
        return ir_build_convert(b, maker->op, type, x[0]);
    value = ir_build_alu(b, maker->op, maker->how & READ_SWAPPED ? swapped : x);
    return maker->how & READ_NEGATED ? ir_build_inot(b, value) : value;
}

void
read_make_each(struct spirv_reader *r, const struct read_maker *maker, enum ir_type type,
               const struct read_numbers *x, uint32_t operands, uint32_t count, ir_ref *leaves)
{
    for (uint32_t i = 0; i < count; i++) {
        ir_ref scalars[READ_MAX_OPERANDS] = {0};

        for (uint32_t o = 0; o < operands; o++)
            scalars[o] = x[o].leaves[x[o].count == 1 ? 0 : i];
        leaves[i] = make(&r->b, maker, type, scalars);
    }
}

/* The scalar types of a result that is a struct of two. */
static bool
get_member_types(struct spirv_reader *r, const struct read_inst *inst, const struct read_type *type,
                 uint32_t count, enum ir_type types[2])
{
    if (type->op != SpvOpTypeStruct || type->count != 2 || type->members[0]->leaves != count ||
        type->members[1]->leaves != count)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a result of another type, expected a struct of two like the "
                         "operands");
    types[0] = type->members[0]->scalar;
    types[1] = type->members[1]->scalar;
    return true;
}

bool
read_each(struct spirv_reader *r, const struct read_inst *inst, const struct read_row *row,
          const uint32_t *ids)
{
    const uint32_t operands = read_row_operands(row);
    const bool is_pair = row->second_result != ir_class_VOID;
    struct read_numbers x[READ_MAX_OPERANDS];
    const struct read_type *type;
    uint32_t count;

    if (!read_get_operands(r, inst, row, ids, x, &count))
        return false;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    if (!leaves)
        return false;
    enum ir_type types[2] = {type->scalar, ir_type_void};
    if (is_pair) {
        if (!get_member_types(r, inst, type, count, types) ||
            !read_check_second(r, inst, row, x, types[1]))
            return false;
    } else if (type->leaves != count) {
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found a result of %u components, expected %u", type->leaves, count);
    }
    if (!read_check_result(r, inst, row, x, types[0]))
        return false;

    const ir_ref first = r->shader->insts.count;
    read_make_each(r, &row->first, types[0], x, operands, count, leaves);
    if (is_pair)
        read_make_each(r, &row->second, types[1], x, operands, count, leaves + count);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

void
read_mark_precise(struct spirv_reader *r, const struct read_inst *inst, ir_ref first)
{
    if (!read_has_decoration(r, inst->id, SpvDecorationNoContraction, NULL))
        return;
    for (ir_ref ref = first; ref < r->shader->insts.count; ref++) {
        struct ir_inst *made = ir_at(r->shader, ref);
        const struct ir_op_info *info = &ir_op_infos[made->op];

        if (info->result == ir_class_FLOAT ||
            (info->result == ir_class_BOOL && info->operand[0] == ir_class_FLOAT))
            made->flags |= IR_PRECISE;
    }
}

/* ---- pieces of formulas ---- */

enum ir_type
read_type_of(const struct ir_builder *b, ir_ref x)
{
    return ir_type_scalar(ir_type_of(b->shader, x));
}

ir_ref
read_build_float(struct ir_builder *b, enum ir_type type, double value)
{
    if (type == ir_type_f16)
        return ir_build_const(b, type, base_half_from_double(value));
    if (type == ir_type_f32)
        return ir_build_f32(b, (float)value);
    return ir_build_const(b, type, base_bits_of_double(value));
}

ir_ref
read_build_int(struct ir_builder *b, enum ir_type type, int64_t value)
{
    return ir_build_const(b, type, (uint64_t)value);
}

enum ir_type
read_int_type(unsigned bits)
{
    switch (bits) {
    case 8:
        return ir_type_i8;
    case 16:
        return ir_type_i16;
    case 32:
        return ir_type_i32;
    }
    return ir_type_i64;
}

ir_ref
read_build_resized(struct ir_builder *b, enum ir_type type, ir_ref x)
{
    return read_type_of(b, x) == type ? x : ir_build_u2u(b, type, x);
}

ir_ref
read_build_products(struct ir_builder *b, const ir_ref *x, uint32_t x_step, const ir_ref *y,
                    uint32_t y_step, uint32_t count)
{
    ir_ref sum = ir_build_fmul(b, x[0], y[0]);

    for (uint32_t i = 1; i < count; i++)
        sum = ir_build_fadd(b, sum, ir_build_fmul(b, x[i * x_step], y[i * y_step]));
    return sum;
}

ir_ref
read_build_copysign(struct ir_builder *b, ir_ref x, ir_ref sign)
{
    const enum ir_type type = read_type_of(b, x);
    const unsigned bits = ir_type_bits((ir_type_id)type);
    const enum ir_type as = read_int_type(bits);
    const ir_ref mask = ir_build_const(b, as, UINT64_C(1) << (bits - 1));
    const ir_ref magnitude = ir_build_bitcast(b, as, ir_build_fabs(b, x));
    const ir_ref of_sign = ir_build_iand(b, ir_build_bitcast(b, as, sign), mask);

    return ir_build_bitcast(b, type, ir_build_ior(b, magnitude, of_sign));
}

ir_ref
read_build_low(struct ir_builder *b, ir_ref x)
{
    return ir_build_u2u(b, ir_type_i32, x);
}

ir_ref
read_build_high(struct ir_builder *b, ir_ref x)
{
    return ir_build_u2u(b, ir_type_i32, ir_build_ushr(b, x, read_build_int(b, ir_type_i64, 32)));
}

ir_ref
read_build_whole(struct ir_builder *b, ir_ref low, ir_ref high)
{
    const ir_ref up =
        ir_build_ishl(b, ir_build_u2u(b, ir_type_i64, high), read_build_int(b, ir_type_i64, 32));

    return ir_build_ior(b, ir_build_u2u(b, ir_type_i64, low), up);
}
