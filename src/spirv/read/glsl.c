/* SPDX-License-Identifier: MIT
 *
 * GLSL.std.450: what works scalar by scalar, and the table of all.
 */
#include "spirv/read/arithmetic.h"

#include <math.h>

/* ---- floats ---- */

static ir_ref
make_fsign(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref zero = read_build_float(b, type, 0);
    const ir_ref below =
        ir_build_select(b, ir_build_flt(b, x[0], zero), read_build_float(b, type, -1), zero);

    return ir_build_select(b, ir_build_flt(b, zero, x[0]), read_build_float(b, type, 1), below);
}

static ir_ref
make_fract(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    (void)type;
    return ir_build_fsub(b, x[0], ir_build_ffloor(b, x[0]));
}

static ir_ref
make_radians(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return ir_build_fmul(b, x[0], read_build_float(b, type, M_PI / 180));
}

static ir_ref
make_degrees(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return ir_build_fmul(b, x[0], read_build_float(b, type, 180 / M_PI));
}

/* What ftrunc leaves, with x's sign also where it is zero; of infinities zero. */
static ir_ref
make_fraction(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref infinity = read_build_float(b, type, (double)INFINITY);
    const ir_ref is_infinite = ir_build_feq(b, ir_build_fabs(b, x[0]), infinity);
    const ir_ref rest = ir_build_fsub(b, x[0], ir_build_ftrunc(b, x[0]));

    return read_build_copysign(
        b, ir_build_select(b, is_infinite, read_build_float(b, type, 0), rest), x[0]);
}

/* NClamp too: of a NaN both give the lower bound. */
static ir_ref
make_fclamp(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    (void)type;
    return ir_build_fmin(b, ir_build_fmax(b, x[0], x[1]), x[2]);
}

static ir_ref
make_fmix(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref rest = ir_build_fsub(b, read_build_float(b, type, 1), x[2]);

    const ir_ref first = ir_build_fmul(b, x[0], rest);
    const ir_ref second = ir_build_fmul(b, x[1], x[2]);

    return ir_build_fadd(b, first, second);
}

static ir_ref
make_step(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return ir_build_select(b, ir_build_flt(b, x[1], x[0]), read_build_float(b, type, 0),
                           read_build_float(b, type, 1));
}

static ir_ref
make_smooth_step(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref way = ir_build_fsub(b, x[1], x[0]);
    const ir_ref t = ir_build_fsat(b, ir_build_fdiv(b, ir_build_fsub(b, x[2], x[0]), way));
    const ir_ref twice = ir_build_fmul(b, read_build_float(b, type, 2), t);
    const ir_ref factor = ir_build_fsub(b, read_build_float(b, type, 3), twice);

    return ir_build_fmul(b, ir_build_fmul(b, t, t), factor);
}

static ir_ref
make_exponent(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const ir_ref exponent = ir_build_ffrexp_exp(b, ir_type_i32, x[0]);

    return type == ir_type_i32 ? exponent : ir_build_i2i(b, type, exponent);
}

static ir_ref
make_ldexp(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return ir_build_fldexp(b, x[0], ir_build_i2f(b, type, x[1]));
}

/* ---- integers ---- */

static ir_ref
make_sabs(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    (void)type;
    return ir_build_imax(b, x[0], ir_build_ineg(b, x[0]));
}

static ir_ref
make_ssign(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return ir_build_imax(b, ir_build_imin(b, x[0], read_build_int(b, type, 1)),
                         read_build_int(b, type, -1));
}

static ir_ref
make_uclamp(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    (void)type;
    return ir_build_umin(b, ir_build_umax(b, x[0], x[1]), x[2]);
}

static ir_ref
make_sclamp(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    (void)type;
    return ir_build_imin(b, ir_build_imax(b, x[0], x[1]), x[2]);
}

/* ---- the place of a bit, in integers of any width, by ops of 32 ---- */

/* An i32 as the result's type; -1 stays -1. */
static ir_ref
place(struct ir_builder *b, enum ir_type type, ir_ref value)
{
    return type == ir_type_i32 ? value : ir_build_i2i(b, type, value);
}

/* Of the half that is looked at first, or else of the other; up is added to the upper one's. */
static ir_ref
place_in_halves(struct ir_builder *b, enum ir_op op, ir_ref x)
{
    const ir_ref low = read_build_low(b, x), high = read_build_high(b, x);
    const ir_ref zero = ir_build_i32(b, 0);
    const ir_ref in_low = ir_build_alu(b, op, &low);
    const ir_ref found = ir_build_iadd(b, ir_build_alu(b, op, &high), ir_build_i32(b, 32));
    const ir_ref has_high = ir_build_ine(b, high, zero), has_low = ir_build_ine(b, low, zero);

    if (op != ir_op_find_lsb)
        return ir_build_select(b, has_high, found, in_low);
    return ir_build_select(b, ir_build_ior(b, has_low, ir_build_inot(b, has_high)), in_low, found);
}

static ir_ref
find(struct ir_builder *b, enum ir_op op, enum ir_type type, ir_ref x)
{
    if (read_type_of(b, x) == ir_type_i64)
        return place(b, type, place_in_halves(b, op, x));
    const ir_ref word = read_build_resized(b, ir_type_i32, x);
    return place(b, type, ir_build_alu(b, op, &word));
}

static ir_ref
make_lsb(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return find(b, ir_op_find_lsb, type, x[0]);
}

static ir_ref
make_umsb(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    return find(b, ir_op_find_umsb, type, x[0]);
}

/* Of a negative number that of its complement. */
static ir_ref
make_smsb(struct ir_builder *b, enum ir_type type, const ir_ref *x)
{
    const enum ir_type of = read_type_of(b, x[0]);

    if (of == ir_type_i32)
        return place(b, type, ir_build_find_smsb(b, x[0]));
    const ir_ref is_negative = ir_build_ilt(b, x[0], read_build_int(b, of, 0));
    return find(b, ir_op_find_umsb, type,
                ir_build_select(b, is_negative, ir_build_inot(b, x[0]), x[0]));
}

/* ---- the table ---- */

enum kind { KIND_NONE, KIND_EACH, KIND_STORE, KIND_WHOLE, KIND_PACK, KIND_UNPACK };

static const struct entry {
    enum kind kind;
    uint32_t operands; /* 0: the row's. */
    struct read_row row;
    bool (*read)(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids);
    struct read_packing packing;
} entries[] = {
#define EACH(name, op) [GLSLstd450##name] = {KIND_EACH, 0, {.first = READ_OP(op)}},
#define MADE(name, to, a, b, c, function)                                                          \
    [GLSLstd450##                                                                                  \
        name] = {KIND_EACH, 0, READ_MADE(READ_HAS(b) + READ_HAS(c), to, a, b, c, VOID, function)},
#define OF_FLOAT(class)                                                                            \
    .row.count = 1, .row.result = ir_class_FIRST, .row.operands = {ir_class_FLOAT},                \
    .row.second_result = ir_class_##class
#define PAIR(name, class, made, second_)                                                           \
    [GLSLstd450##name] = {KIND_EACH, 1, OF_FLOAT(class), .row.first = made, .row.second = second_},
#define STORE(name, class, made, second_)                                                          \
    [GLSLstd450##name] = {KIND_STORE, 2, OF_FLOAT(class), .row.first = made, .row.second = second_},
#define WHOLE(name, operands, function)                                                            \
    [GLSLstd450##name] = {KIND_WHOLE, operands, .read = function},
#define PACK(name, fields, format)                                                                 \
    [GLSLstd450##name] = {KIND_PACK, 1, .packing = {fields, READ_##format}},
#define UNPACK(name, fields, format)                                                               \
    [GLSLstd450##name] = {KIND_UNPACK, 1, .packing = {fields, READ_##format}},
#include "spirv/read/glsl.def"
};

/* The second result goes through a pointer. */
static bool
read_storing(struct spirv_reader *r, const struct read_inst *inst, const struct read_row *row,
             const uint32_t *ids)
{
    struct read_numbers x;
    enum ir_type type;
    uint32_t count;

    if (!read_get_operands(r, inst, row, ids, &x, &count))
        return false;
    const struct read_value *pointer = read_get_value(r, inst, ids[1]);
    ir_ref *leaves = pointer ? read_new_numbers(r, inst, ir_class_FLOAT, count, &type) : NULL;
    if (!leaves || !read_check_result(r, inst, row, &x, type))
        return false;
    const struct read_type *to = pointer->type;
    if (to->op != SpvOpTypePointer || !to->element || to->element->leaves != count)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found %%%u, expected a pointer to %u components", ids[1], count);
    if (!read_check_second(r, inst, row, &x, to->element->scalar))
        return false;

    const ir_ref first = r->shader->insts.count;
    ir_ref *stored = base_arena_new_array(r->arena, ir_ref, count);
    read_make_each(r, &row->first, type, &x, 1, count, leaves);
    read_make_each(r, &row->second, to->element->scalar, &x, 1, count, stored);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return read_store(r, inst, ids[1], stored);
}

bool
read_glsl(struct spirv_reader *r, const struct read_inst *inst)
{
    const uint32_t number = inst->count > 1 ? inst->operands[1] : UINT32_MAX;

    if (number >= BASE_COUNT(entries) || entries[number].kind == KIND_NONE)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found instruction %u of GLSL.std.450, which has none such", number);
    const struct entry *entry = &entries[number];
    const uint32_t *ids = inst->operands + 2;
    if (!read_has_operands(
            r, inst, 2 + (entry->operands ? entry->operands : read_row_operands(&entry->row))))
        return false;
    switch (entry->kind) {
    case KIND_EACH:
        return read_each(r, inst, &entry->row, ids);
    case KIND_STORE:
        return read_storing(r, inst, &entry->row, ids);
    case KIND_WHOLE:
        return entry->read(r, inst, ids);
    case KIND_PACK:
        return read_glsl_pack(r, inst, ids, &entry->packing);
    case KIND_UNPACK:
        return read_glsl_unpack(r, inst, ids, &entry->packing);
    case KIND_NONE:
        break;
    }
    return false;
}
