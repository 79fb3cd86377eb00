/* SPDX-License-Identifier: MIT
 *
 * Which function executes which row.
 */
#include "wave_priv.h"

#define EXECUTOR_sop1(name) rdna_exec_##name
#define EXECUTOR_sop2(name) rdna_exec_##name
#define EXECUTOR_sopc(name) rdna_exec_##name
#define EXECUTOR_sopk(name) rdna_exec_##name
#define EXECUTOR_sopp(name) rdna_exec_##name
#define EXECUTOR_vop1(name) rdna_exec_##name
#define EXECUTOR_vop2(name) rdna_exec_##name
#define EXECUTOR_vop3(name) rdna_exec_##name
#define EXECUTOR_vop3p(name) rdna_exec_##name
#define EXECUTOR_vopc(name) rdna_exec_##name
#define EXECUTOR_smem(name) rdna_exec_smem
#define EXECUTOR_vintrp(name) rdna_exec_vintrp
#define EXECUTOR_ds(name) rdna_exec_ds
#define EXECUTOR_mubuf(name) rdna_exec_mubuf
#define EXECUTOR_mtbuf(name) rdna_exec_mtbuf
#define EXECUTOR_mimg(name) rdna_exec_mimg
#define EXECUTOR_flat(name) rdna_exec_flat
#define EXECUTOR_global(name) rdna_exec_flat
#define EXECUTOR_scratch(name) rdna_exec_flat
#define EXECUTOR_exp(name) rdna_exec_exp

/* Rows of vop3 that are vintrp's kind. */
#define rdna_exec_v_interp_p1ll_f16 rdna_exec_vintrp
#define rdna_exec_v_interp_p1lv_f16 rdna_exec_vintrp
#define rdna_exec_v_interp_p2_f16 rdna_exec_vintrp

/* A row without a function does not link. */
rdna_exec *const rdna_executors[rdna_op_count] = {
#define RDNA_OP(family, code, isas, name, forms, operands, effects)                                \
    [rdna_op_##name] = EXECUTOR_##family(name),
#include "rdna/ops.def"
};
