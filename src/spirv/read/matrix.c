/* SPDX-License-Identifier: MIT
 *
 * Products of vectors and matrices, and what they are made of. A matrix is its columns in order.
 */
#include "spirv/read/arithmetic.h"

/* Is the operand the left or the right side of a product: a matrix, or a vector that stands for one
 * of one row or one column? */
enum side { SIDE_MATRIX, SIDE_ROW, SIDE_COLUMN };

static const struct product {
    SpvOp opcode;
    enum side left;
    enum side right;
} products[] = {
    {SpvOpVectorTimesMatrix, SIDE_ROW, SIDE_MATRIX},
    {SpvOpMatrixTimesVector, SIDE_MATRIX, SIDE_COLUMN},
    {SpvOpMatrixTimesMatrix, SIDE_MATRIX, SIDE_MATRIX},
    {SpvOpOuterProduct, SIDE_COLUMN, SIDE_ROW},
    {SpvOpDot, SIDE_ROW, SIDE_COLUMN},
};

struct matrix {
    const ir_ref *leaves;
    enum ir_type type;
    uint32_t columns;
    uint32_t rows;
};

static bool
get_matrix(struct spirv_reader *r, const struct read_inst *inst, uint32_t id, enum side side,
           struct matrix *m)
{
    struct read_numbers x;

    if (!read_get_numbers(r, inst, id, ir_class_FLOAT, 0, &x))
        return false;
    *m = (struct matrix){x.leaves, x.type, x.count, 1};
    if (side == SIDE_COLUMN)
        *m = (struct matrix){x.leaves, x.type, 1, x.count};
    if (side != SIDE_MATRIX)
        return true;
    if (x.of->op != SpvOpTypeMatrix)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found %%%u, expected a matrix", id);
    m->columns = x.of->count;
    m->rows = x.count / x.of->count;
    return true;
}

static bool
multiply(struct spirv_reader *r, const struct read_inst *inst, const struct product *product)
{
    struct matrix left, right;
    enum ir_type type;

    if (!read_has_operands(r, inst, 2) ||
        !get_matrix(r, inst, inst->operands[0], product->left, &left) ||
        !get_matrix(r, inst, inst->operands[1], product->right, &right))
        return false;
    if (left.columns != right.rows || left.type != right.type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found %u columns of %s times %u rows of %s, expected as many of one type",
                         left.columns, ir_type_name(left.type), right.rows,
                         ir_type_name(right.type));
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_FLOAT, left.rows * right.columns, &type);
    if (!leaves)
        return false;
    if (type != left.type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a result of type %s, expected %s",
                         ir_type_name(type), ir_type_name(left.type));

    const ir_ref first = r->shader->insts.count;
    for (uint32_t c = 0; c < right.columns; c++)
        for (uint32_t row = 0; row < left.rows; row++)
            leaves[c * left.rows + row] = read_build_products(
                &r->b, left.leaves + row, left.rows, right.leaves + c * right.rows, 1, right.rows);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

static bool
transpose(struct spirv_reader *r, const struct read_inst *inst)
{
    struct matrix m;
    enum ir_type type;

    if (!read_has_operands(r, inst, 1) || !get_matrix(r, inst, inst->operands[0], SIDE_MATRIX, &m))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_FLOAT, m.columns * m.rows, &type);
    if (!leaves)
        return false;
    if (type != m.type)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a result of type %s, expected %s",
                         ir_type_name(type), ir_type_name(m.type));
    for (uint32_t c = 0; c < m.columns; c++)
        for (uint32_t row = 0; row < m.rows; row++)
            leaves[row * m.columns + c] = m.leaves[c * m.rows + row];
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_matrix(struct spirv_reader *r, const struct read_inst *inst)
{
    if (inst->op == SpvOpTranspose)
        return transpose(r, inst);
    if (inst->op == SpvOpMatrixTimesScalar)
        return read_alu(r, inst); /* Scalar by scalar. */
    for (uint32_t i = 0; i < BASE_COUNT(products); i++)
        if (products[i].opcode == inst->op)
            return multiply(r, inst, &products[i]);
    return read_unsupported(r, inst, "it is no product");
}
