/* SPDX-License-Identifier: MIT
 *
 * The words in which rows are written. l is the lowering. Operands are made from left to right,
 * whatever the compiler: each is pushed before the next is made, and the operation pops them.
 */
#ifndef RDNA_LOWER_ARITH_H
#define RDNA_LOWER_ARITH_H

#include "rdna/lower/lower_priv.h"

void rdna_push(struct rdna_lowering *l, ir_ref value);
ir_ref rdna_pop(struct rdna_lowering *l);
ir_ref rdna_op1(struct rdna_lowering *l, enum ir_op op);
ir_ref rdna_op2(struct rdna_lowering *l, enum ir_op op);
ir_ref rdna_op3(struct rdna_lowering *l, enum ir_op op);
ir_ref rdna_precise2(struct rdna_lowering *l, enum ir_op op);
ir_ref rdna_exact2(struct rdna_lowering *l, enum ir_op op);
ir_ref rdna_fma3(struct rdna_lowering *l);
ir_ref rdna_fma_half3(struct rdna_lowering *l);
ir_ref rdna_convert(struct rdna_lowering *l, enum ir_op op, enum ir_type to);
ir_ref rdna_add_u32(struct rdna_lowering *l);
ir_ref rdna_add_i32(struct rdna_lowering *l);
ir_ref rdna_sub_u32(struct rdna_lowering *l);
ir_ref rdna_sub_i32(struct rdna_lowering *l);

#define OP1(op, x) (rdna_push(l, x), rdna_op1(l, ir_op_##op))
#define OP2(op, x, y) (rdna_push(l, x), rdna_push(l, y), rdna_op2(l, ir_op_##op))
#define OP3(op, x, y, z)                                                                           \
    (rdna_push(l, x), rdna_push(l, y), rdna_push(l, z), rdna_op3(l, ir_op_##op))
/* Rounded arithmetic: rdna_precise. */
#define PRECISE2(op, x, y) (rdna_push(l, x), rdna_push(l, y), rdna_precise2(l, ir_op_##op))
/* The same to nearest whatever MODE says: rdna_exact. */
#define EXACT2(op, x, y) (rdna_push(l, x), rdna_push(l, y), rdna_exact2(l, ir_op_##op))
#define CONVERT(op, to, x) (rdna_push(l, x), rdna_convert(l, ir_op_##op, ir_type_##to))

/* Operands. */
#define A l->source[0]
#define B l->source[1]
#define C l->source[2]
#define OLD l->old
#define BIT l->bit
#define WORD(value) rdna_i32(l, value)
#define WORD64(value) ir_build_const(&l->b, ir_type_i64, value)
#define REAL(value) rdna_f32(l, value)

/* Integers. */
#define ADD(x, y) OP2(iadd, x, y)
#define SUB(x, y) OP2(isub, x, y)
#define MUL(x, y) OP2(imul, x, y)
#define AND(x, y) OP2(iand, x, y)
#define OR(x, y) OP2(ior, x, y)
#define XOR(x, y) OP2(ixor, x, y)
#define NOT(x) OP1(inot, x)
#define SHL(x, y) OP2(ishl, x, y)
#define USHR(x, y) OP2(ushr, x, y)
#define ISHR(x, y) OP2(ishr, x, y)
#define UMIN(x, y) OP2(umin, x, y)
#define UMAX(x, y) OP2(umax, x, y)
#define IMIN(x, y) OP2(imin, x, y)
#define IMAX(x, y) OP2(imax, x, y)
#define IEQ(x, y) OP2(ieq, x, y)
#define INE(x, y) OP2(ine, x, y)
#define ILT(x, y) OP2(ilt, x, y)
#define IGE(x, y) OP2(ige, x, y)
#define ULT(x, y) OP2(ult, x, y)
#define UGE(x, y) OP2(uge, x, y)
#define SELECT(c, x, y) OP3(select, c, x, y)
#define UMUL_HI(x, y) OP2(umul_hi, x, y)
#define IMUL_HI(x, y) OP2(imul_hi, x, y)
/* Of 64 bits, with zeros or the sign above; and the low word of such. */
#define U64(x) CONVERT(u2u, i64, x)
#define I64(x) CONVERT(i2i, i64, x)
#define LOW(x) CONVERT(u2u, i32, x)
/* The first has zeros above. */
#define PAIR(low, high) OR(low, SHL(high, WORD(16)))
/* Sums and differences of words, which saturate with clamp. */
#define ADD_U32(x, y) (rdna_push(l, x), rdna_push(l, y), rdna_add_u32(l))
#define ADD_I32(x, y) (rdna_push(l, x), rdna_push(l, y), rdna_add_i32(l))
#define SUB_U32(x, y) (rdna_push(l, x), rdna_push(l, y), rdna_sub_u32(l))
#define SUB_I32(x, y) (rdna_push(l, x), rdna_push(l, y), rdna_sub_i32(l))

/* Floats. */
#define FADD(x, y) PRECISE2(fadd, x, y)
#define FSUB(x, y) PRECISE2(fsub, x, y)
#define FMUL(x, y) PRECISE2(fmul, x, y)
#define FFMA(x, y, z) (rdna_push(l, x), rdna_push(l, y), rdna_push(l, z), rdna_fma3(l))
/* Of halves: rdna_fma_half. */
#define FFMA16(x, y, z) (rdna_push(l, x), rdna_push(l, y), rdna_push(l, z), rdna_fma_half3(l))
#define FNEG(x) OP1(fneg, x)
#define FABS(x) OP1(fabs, x)
#define FEQ(x, y) OP2(feq, x, y)
#define FNE(x, y) OP2(fne, x, y)
#define FLT(x, y) OP2(flt, x, y)
#define FGE(x, y) OP2(fge, x, y)
#define BITS(type, x) CONVERT(bitcast, type, x)

#endif
