/* SPDX-License-Identifier: MIT
 *
 * Scalar arithmetic: one function a row of kernels_salu.def.
 */
#include "kernels_salu.h"
#include "wave_priv.h"

enum { MAX_OPERANDS = 4 };

/* The kernel's operands: sources in order, then what the row reads besides. */
static void
read_operands(const struct rdna_wave *wave, const struct rdna_inst *inst, uint64_t *values)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const struct rdna_operand *old = NULL;
    unsigned count = 0, source = 0;

    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct rdna_operand *operand = &info->operands[i];
        const enum rdna_type type = operand->type;
        if (operand->kind == rdna_operand_SS || operand->kind == rdna_operand_SR)
            values[count++] = rdna_read_scalar(wave, inst, inst->src[source++], type);
        else if (operand->kind == rdna_operand_SD)
            values[count++] = rdna_read_scalar(wave, inst, inst->dst, type);
        else if (operand->kind == rdna_operand_I)
            values[count++] = (uint32_t)inst->imm;
        else if (operand->kind == rdna_operand_AS)
            old = operand;
    }
    if (old)
        values[count++] = rdna_read_scalar(wave, inst, inst->dst, old->type);
    if (info->effects & RDNA_R_EXEC)
        values[count] =
            rdna_read_scalar(wave, inst, RDNA_EXEC_LO, (enum rdna_type)info->operands[0].type);
}

static void
write_sized(struct rdna_wave *wave, unsigned code, enum rdna_type type, uint64_t value)
{
    if (rdna_type_infos[type].registers > 1)
        rdna_write_scalar_pair(wave, code, value);
    else
        rdna_write_scalar(wave, code, (uint32_t)value);
}

static bool
is_wrexec(enum rdna_op row)
{
    return row == rdna_op_s_andn1_wrexec_b32 || row == rdna_op_s_andn1_wrexec_b64 ||
           row == rdna_op_s_andn2_wrexec_b32 || row == rdna_op_s_andn2_wrexec_b64;
}

/* Where the row writes EXEC, the result is EXEC's; saveexec's destination gets what it was. */
static void
write_result(struct rdna_wave *wave, const struct rdna_inst *inst, uint64_t value)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const enum rdna_type type = info->operands[0].type;

    if (!(info->effects & RDNA_W_EXEC)) {
        write_sized(wave, inst->dst, type, value);
        return;
    }
    const uint64_t saved =
        is_wrexec(inst->row) ? value : rdna_read_scalar(wave, inst, RDNA_EXEC_LO, type);
    write_sized(wave, inst->dst, type, saved);
    write_sized(wave, RDNA_EXEC_LO, type, value);
}

#define OPERANDS_W (uint32_t) v[0]
#define OPERANDS_D v[0]
#define OPERANDS_WW (uint32_t) v[0], (uint32_t)v[1]
#define OPERANDS_WD (uint32_t) v[0], v[1]
#define OPERANDS_DW v[0], (uint32_t)v[1]
#define OPERANDS_DD v[0], v[1]
#define OPERANDS_WWB (uint32_t) v[0], (uint32_t)v[1], wave->scc
#define OPERANDS_DDB v[0], v[1], wave->scc

#define WRITE_W(value) write_result(wave, inst, value)
#define WRITE_D(value) write_result(wave, inst, value)
#define WRITE_B(value) wave->scc = value

/* Nothing in MODE concerns the scalar unit. */
static const struct rdna_env no_env;

#define RDNA_KERNEL(result, operands, name, value)                                                 \
    bool rdna_exec_##name(struct rdna_wave *wave, const struct rdna_inst *inst)                    \
    {                                                                                              \
        uint64_t v[MAX_OPERANDS] = {0};                                                            \
        read_operands(wave, inst, v);                                                              \
        WRITE_##result(rdna_k_##name(&no_env, OPERANDS_##operands));                               \
        return true;                                                                               \
    }
#define RDNA_KERNEL_OUT(result, operands, name, value, second)                                     \
    bool rdna_exec_##name(struct rdna_wave *wave, const struct rdna_inst *inst)                    \
    {                                                                                              \
        uint64_t v[MAX_OPERANDS] = {0};                                                            \
        bool scc;                                                                                  \
        read_operands(wave, inst, v);                                                              \
        WRITE_##result(rdna_k_##name(&no_env, OPERANDS_##operands, &scc));                         \
        wave->scc = scc;                                                                           \
        return true;                                                                               \
    }
#include "kernels_salu.def"
