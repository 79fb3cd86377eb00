/* SPDX-License-Identifier: MIT */
#include "ir/eval.h"
#include "ir/ir.h"

#include "base/bits.h"

/* A constant's bits as the C type that ops.def's expressions have, and back. */
#define VALUE_OF_bool(bits, ctype) ((uint8_t)((bits)&1))
#define VALUE_OF_i8(bits, ctype) ((ctype)(bits))
#define VALUE_OF_i16(bits, ctype) ((ctype)(bits))
#define VALUE_OF_i32(bits, ctype) ((ctype)(bits))
#define VALUE_OF_i64(bits, ctype) ((ctype)(bits))
#define VALUE_OF_f16(bits, ctype) ir_eval_double_of_half((uint16_t)(bits))
#define VALUE_OF_f32(bits, ctype) base_float_of_bits((uint32_t)(bits))
#define VALUE_OF_f64(bits, ctype) base_double_of_bits(bits)

#define BITS_OF_bool(value) ((uint64_t)(value)&1)
#define BITS_OF_i8(value) ((uint64_t)(uint8_t)(value))
#define BITS_OF_i16(value) ((uint64_t)(uint16_t)(value))
#define BITS_OF_i32(value) ((uint64_t)(uint32_t)(value))
#define BITS_OF_i64(value) ((uint64_t)(value))
#define BITS_OF_f16(value) ((uint64_t)ir_eval_half_of_double(value))
#define BITS_OF_f32(value) ((uint64_t)base_bits_of_float(value))
#define BITS_OF_f64(value) base_bits_of_double(value)

#define FOLD1(type, ctype, value)                                                                  \
    case ir_type_##type: {                                                                         \
        enum { IS_HALF = (int)ir_type_##type == (int)ir_type_f16 };                                \
        const ctype a = VALUE_OF_##type(x[0], ctype);                                              \
        *result = BITS_OF_##type((ctype)(value));                                                  \
        return true;                                                                               \
    }
#define FOLD2(type, ctype, value)                                                                  \
    case ir_type_##type: {                                                                         \
        const ctype a = VALUE_OF_##type(x[0], ctype), b = VALUE_OF_##type(x[1], ctype);            \
        *result = BITS_OF_##type((ctype)(value));                                                  \
        return true;                                                                               \
    }
#define FOLD3(type, ctype, value)                                                                  \
    case ir_type_##type: {                                                                         \
        const ctype a = VALUE_OF_##type(x[0], ctype), b = VALUE_OF_##type(x[1], ctype);            \
        const ctype c = VALUE_OF_##type(x[2], ctype);                                              \
        *result = BITS_OF_##type((ctype)(value));                                                  \
        return true;                                                                               \
    }
#define FOLD_CMP(type, ctype, value)                                                               \
    case ir_type_##type: {                                                                         \
        const ctype a = VALUE_OF_##type(x[0], ctype), b = VALUE_OF_##type(x[1], ctype);            \
        *result = (value) ? 1 : 0;                                                                 \
        return true;                                                                               \
    }

#define FOLD_FUNCTION(op, types, fold, value)                                                      \
    static bool fold_##op(enum ir_type type, const uint64_t *x, uint64_t *result)                  \
    {                                                                                              \
        switch ((unsigned)type) {                                                                  \
            IR_EACH_##types(fold, value)                                                           \
        }                                                                                          \
        return false;                                                                              \
    }
#define ALU1(op, types, flags, value) FOLD_FUNCTION(op, types, FOLD1, value)
#define ALU2(op, types, flags, value) FOLD_FUNCTION(op, types, FOLD2, value)
#define ALU3(op, types, flags, value) FOLD_FUNCTION(op, types, FOLD3, value)
#define CMP2(op, types, flags, value) FOLD_FUNCTION(op, types, FOLD_CMP, value)
#include "ir/ops.def"

/* A conversion's operand type picks the inner function, its result type the outer one. */
#define CONV_TO(to, ctype, value)                                                                  \
    case ir_type_##to: {                                                                           \
        typedef ctype TO;                                                                          \
        *result = BITS_OF_##to((TO)(value));                                                       \
        return true;                                                                               \
    }
#define CONV_FROM(from, ctype, to, value)                                                          \
    case ir_type_##from: {                                                                         \
        const ctype a = VALUE_OF_##from(x[0], ctype);                                              \
        switch ((unsigned)type) {                                                                  \
            IR_TO_##to(CONV_TO, value)                                                             \
        }                                                                                          \
        return false;                                                                              \
    }
#define CONV(op, to, from, flags, value)                                                           \
    static bool fold_##op(enum ir_type type, enum ir_type source, const uint64_t *x,               \
                          uint64_t *result)                                                        \
    {                                                                                              \
        switch ((unsigned)source) {                                                                \
            IR_EACH_##from(CONV_FROM, to, value)                                                   \
        }                                                                                          \
        return false;                                                                              \
    }
#include "ir/ops.def"

bool
ir_fold(enum ir_op op, enum ir_type type, const enum ir_type *types, const uint64_t *operands,
        uint64_t *result)
{
    if (ir_op_has(op, IR_OP_INEXACT))
        return false;

    switch ((unsigned)op) {
#define ALU1(op, ...)                                                                              \
    case ir_op_##op:                                                                               \
        return fold_##op(type, operands, result);
#define ALU2(op, ...) ALU1(op, )
#define ALU3(op, ...) ALU1(op, )
#define CMP2(op, ...)                                                                              \
    case ir_op_##op:                                                                               \
        return fold_##op(types[0], operands, result);
#define CONV(op, ...)                                                                              \
    case ir_op_##op:                                                                               \
        return fold_##op(type, types[0], operands, result);
#include "ir/ops.def"
    case ir_op_select:
        *result = operands[operands[0] & 1 ? 1 : 2];
        return true;
    case ir_op_bitcast:
    case ir_op_copy:
        *result = operands[0];
        return true;
    }
    return false;
}
