/* SPDX-License-Identifier: MIT
 *
 * The table of how ops are written. The compiler finds a missing row, and one too many.
 */
#include "spirv/spirv_priv.h"

enum {
#define CORE(op, code, flags) has_##op,
#define BITS(op, code, bool_code) has_##op,
#define GLSL(op, code, flags) has_##op,
#define CUSTOM(op, function, code, flags) has_##op,
#include "spirv/ops.def"
    has_none
};

#define HAS(op) _Static_assert(has_##op < has_none, "spirv/ops.def needs a row for " #op);
#define ALU1(op, types, flags, value) HAS(op)
#define ALU2(op, types, flags, value) HAS(op)
#define ALU3(op, types, flags, value) HAS(op)
#define CMP2(op, types, flags, value) HAS(op)
#define CONV(op, to, from, flags, value) HAS(op)
#define OP(op, arity, result, a, b, c, flags, company) HAS(op)
#include "ir/ops.def"

enum {
#define ALU1(op, types, flags, value) arity_##op = 1,
#define ALU2(op, types, flags, value) arity_##op = 2,
#define ALU3(op, types, flags, value) arity_##op = 3,
#define CMP2(op, types, flags, value) arity_##op = 2,
#define CONV(op, to, from, flags, value) arity_##op = 1,
#define OP(op, arity, result, a, b, c, flags, company) arity_##op = (arity),
#include "ir/ops.def"
};

const struct spirv_op_info spirv_op_infos[ir_op_count] = {
#define CORE(op, code, flags)                                                                      \
    [ir_op_##op] = {NULL, SpvOp##code, SpvOp##code, spirv_how_core, arity_##op, flags},
#define BITS(op, code, bool_code)                                                                  \
    [ir_op_##op] = {NULL, SpvOp##code, SpvOp##bool_code, spirv_how_core, arity_##op, SPIRV_NONE},
#define GLSL(op, code, flags)                                                                      \
    [ir_op_##op] = {NULL, GLSLstd450##code, 0, spirv_how_glsl, arity_##op, flags},
#define CUSTOM(op, function, code, flags)                                                          \
    [ir_op_##op] = {spirv_write_##function, SpvOp##code, 0, spirv_how_custom, arity_##op, flags},
#include "spirv/ops.def"
};
