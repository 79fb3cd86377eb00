/* SPDX-License-Identifier: MIT
 *
 * What the arithmetic families share. Most operations work scalar by scalar: a row says what they
 * take and what makes one scalar of the result, and read_each does so for all of them.
 */
#ifndef SPIRV_READ_ARITHMETIC_H
#define SPIRV_READ_ARITHMETIC_H

#include "spirv/read/read.h"

#define READ_MAX_OPERANDS 4

enum read_how {
    READ_PLAIN = 0,
    READ_SWAPPED = 1 << 0, /* The operands change places. */
    READ_NEGATED = 1 << 1, /* The result, a bool, is inverted. */
    READ_BOTH = READ_SWAPPED | READ_NEGATED
};

/* What makes a scalar of type, from one scalar of each operand: an op of the IR, or a function. */
struct read_maker {
    enum ir_op op;
    enum read_how how;
    ir_ref (*build)(struct ir_builder *b, enum ir_type type, const ir_ref *x);
};

/* An operation. Classes are those of the scalars; FIRST is the type of operand 0. Rows whose first
 * maker is an op and that say no classes have those of the op. An operand of one scalar goes with
 * every scalar of the others. */
struct read_row {
    uint8_t count; /* Operands. */
    uint8_t result;
    uint8_t operands[READ_MAX_OPERANDS];
    uint8_t second_result; /* Where there are two results; VOID if not. */
    struct read_maker first;
    struct read_maker second; /* A result that is a struct of two has them in order. */
};

#define READ_OP(op)                                                                                \
    {                                                                                              \
        ir_op_##op, READ_PLAIN, NULL                                                               \
    }
#define READ_BUILD(function)                                                                       \
    {                                                                                              \
        ir_op_none, READ_PLAIN, function                                                           \
    }

/* A row whose first maker is a function; more: how many operands there are after the first. */
#define READ_HAS(class) (ir_class_##class != ir_class_VOID)
#define READ_MADE(more, to, a, b, c, d, function)                                                  \
    {                                                                                              \
        .count = 1 + more, .result = ir_class_##to,                                                \
        .operands = {ir_class_##a, ir_class_##b, ir_class_##c, ir_class_##d},                      \
        .first = READ_BUILD(function)                                                              \
    }

/* An operand. */
struct read_numbers {
    const ir_ref *leaves;
    uint32_t count;
    enum ir_type type;
    const struct read_type *of;
};

/* False with an error unless inst has so many operands. */
bool read_has_operands(struct spirv_reader *r, const struct read_inst *inst, uint32_t count);
/* An operand, a scalar, vector or matrix, whose scalars are of the class; count: of how many, 0 is
 * any number. False with an error if it is none such. */
bool read_get_numbers(struct spirv_reader *r, const struct read_inst *inst, uint32_t id,
                      enum ir_class class, uint32_t count, struct read_numbers *x);
/* All operands of a row, and how many scalars each has that has not one. */
bool read_get_operands(struct spirv_reader *r, const struct read_inst *inst,
                       const struct read_row *row, const uint32_t *ids, struct read_numbers *x,
                       uint32_t *count);
/* The scalars that a maker makes of them. */
void read_make_each(struct spirv_reader *r, const struct read_maker *maker, enum ir_type type,
                    const struct read_numbers *x, uint32_t operands, uint32_t count,
                    ir_ref *leaves);
/* The room for a result of count scalars of the class. NULL with an error if the type is none
 * such. */
ir_ref *read_new_numbers(struct spirv_reader *r, const struct read_inst *inst, enum ir_class class,
                         uint32_t count, enum ir_type *type);
/* Is a result of this type what the row gives, given its operands? False with an error. */
bool read_check_result(struct spirv_reader *r, const struct read_inst *inst,
                       const struct read_row *row, const struct read_numbers *x, enum ir_type type);
bool read_check_second(struct spirv_reader *r, const struct read_inst *inst,
                       const struct read_row *row, const struct read_numbers *x, enum ir_type type);
/* How many operands it takes. */
uint32_t read_row_operands(const struct read_row *row);
/* The whole of an instruction that works scalar by scalar. */
bool read_each(struct spirv_reader *r, const struct read_inst *inst, const struct read_row *row,
               const uint32_t *ids);

/* OpSelect. */
bool read_select(struct spirv_reader *r, const struct read_inst *inst);

/* What NoContraction on the result asks for, of the instructions that were made from first on. */
void read_mark_precise(struct spirv_reader *r, const struct read_inst *inst, ir_ref first);

/* ---- glsl_whole.c, glsl_pack.c: GLSL.std.450's instructions that take their operands whole ----
 */

enum read_format { READ_SNORM, READ_UNORM, READ_HALF };

/* Floats as fields of a word of 32 bits. */
struct read_packing {
    uint32_t fields;
    enum read_format format;
};

bool read_glsl_pack(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids,
                    const struct read_packing *packing);
bool read_glsl_unpack(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids,
                      const struct read_packing *packing);
#define WHOLE(name, operands, function)                                                            \
    bool function(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids);
#include "spirv/read/glsl.def"

/* ---- pieces of formulas ---- */

enum ir_type read_type_of(const struct ir_builder *b, ir_ref x);
ir_ref read_build_float(struct ir_builder *b, enum ir_type type, double value);
ir_ref read_build_int(struct ir_builder *b, enum ir_type type, int64_t value);
/* The integer type of so many bits. */
enum ir_type read_int_type(unsigned bits);
/* An integer without sign of another width. */
ir_ref read_build_resized(struct ir_builder *b, enum ir_type type, ir_ref x);
/* The sum of x[i * x_step] * y[i * y_step], from left to right. */
ir_ref read_build_products(struct ir_builder *b, const ir_ref *x, uint32_t x_step, const ir_ref *y,
                           uint32_t y_step, uint32_t count);
/* x with the sign of another float of its type. */
ir_ref read_build_copysign(struct ir_builder *b, ir_ref x, ir_ref sign);
/* Half of an i64, as i32. */
ir_ref read_build_low(struct ir_builder *b, ir_ref x);
ir_ref read_build_high(struct ir_builder *b, ir_ref x);
/* ... and whole again. */
ir_ref read_build_whole(struct ir_builder *b, ir_ref low, ir_ref high);

#endif
