/* SPDX-License-Identifier: MIT
 *
 * Between the files of the wave interpreter.
 */
#ifndef RDNA_WAVE_WAVE_PRIV_H
#define RDNA_WAVE_WAVE_PRIV_H

#include "rdna/decode.h"
#include "wave.h"

/* Executes one instruction. wave->pc is that of the next one already. false if the wave cannot go
 * on at once: its status says why. */
typedef bool rdna_exec(struct rdna_wave *wave, const struct rdna_inst *inst);

/* exec.c: by row. */
extern rdna_exec *const rdna_executors[rdna_op_count];

/* One function for all rows of a family. v_interp_*_f16 are vintrp's too. */
rdna_exec rdna_exec_smem;
rdna_exec rdna_exec_ds;
rdna_exec rdna_exec_mubuf;
rdna_exec rdna_exec_mtbuf;
rdna_exec rdna_exec_mimg;
rdna_exec rdna_exec_flat; /* Global and scratch too. */
rdna_exec rdna_exec_exp;
rdna_exec rdna_exec_vintrp;

/* The others have one each: rdna_exec_<row>. */
#define RDNA_OP(family, code, isas, name, forms, operands, effects) rdna_exec rdna_exec_##name;
#include "rdna/ops/sop1.def"
#include "rdna/ops/sop2.def"
#include "rdna/ops/sopc.def"
#include "rdna/ops/sopk.def"
#include "rdna/ops/sopp.def"
#include "rdna/ops/vop1.def"
#include "rdna/ops/vop2.def"
#include "rdna/ops/vop3.def"
#include "rdna/ops/vop3p.def"
#include "rdna/ops/vopc.def"
#undef RDNA_OP

/* ---- group.c ---- */

/* Stops the wave and its group. reason says what cannot be done. Returns false. */
bool rdna_fault(struct rdna_wave *wave, const struct rdna_inst *inst, const char *reason, ...)
    BASE_PRINTF(3, 4);

/* ---- trace.c ---- */

/* Around an instruction, for the hooks of the group. */
void rdna_trace_before(struct rdna_wave *wave, const struct rdna_inst *inst);
void rdna_trace_after(struct rdna_wave *wave, const struct rdna_inst *inst);

/* ---- shared.c ---- */

/* Behind an instruction of a wave with shared registers. */
void rdna_share(struct rdna_wave *wave);

/* ---- operand.c ---- */

/* A scalar operand or constant: 32 bits for types of one register, else 64. Literals and inline
 * constants are expanded as the type wants it. */
uint64_t rdna_read_scalar(const struct rdna_wave *wave, const struct rdna_inst *inst, unsigned code,
                          enum rdna_type type);

/* The fields of the long form hold registers of either kind: a fault where the row has no choice.
 */
bool rdna_check_sources(struct rdna_wave *wave, const struct rdna_inst *inst);

/* Scalar registers; what is written to RDNA_NULL is lost. A pair writes both, or none. */
void rdna_write_scalar(struct rdna_wave *wave, unsigned code, uint32_t value);
void rdna_write_scalar_pair(struct rdna_wave *wave, unsigned code, uint64_t value);

/* A lane mask: one register or two, as the wave is wide. */
uint64_t rdna_read_mask(const struct rdna_wave *wave, const struct rdna_inst *inst, unsigned code);
void rdna_write_mask(struct rdna_wave *wave, unsigned code, uint64_t mask);

/* The lanes of a vector register, by operand code and how many behind it; wraps past v255. */
static inline uint32_t *
rdna_vector(struct rdna_wave *wave, unsigned code, unsigned behind)
{
    return wave->vectors[(code - RDNA_VGPR0 + behind) & (RDNA_VECTOR_COUNT - 1)];
}

static inline bool
rdna_is_vector(unsigned code)
{
    return code >= RDNA_VGPR0;
}

#endif
