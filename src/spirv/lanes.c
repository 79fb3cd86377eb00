/* SPDX-License-Identifier: MIT
 *
 * Derivatives, subgroups and helpers.
 */
#include "spirv/spirv_priv.h"

uint32_t
spirv_group_scope(struct spirv_writer *w)
{
    spirv_need(w, spirv_capability_GroupNonUniform);
    return spirv_u32(w, SpvScopeSubgroup);
}

/* ---- helpers ---- */

void
spirv_write_is_helper(struct spirv_writer *w, const struct ir_inst *inst)
{
    (void)inst;
    w->ids[w->ref] = spirv_load_helper(w);
}

void
spirv_write_demote(struct spirv_writer *w, const struct ir_inst *inst)
{
    uint64_t known;
    const bool is_known = spirv_is_const(w, inst->arg[0], &known);

    if (is_known && !known)
        return;
    spirv_need(w, spirv_capability_DemoteToHelperInvocation);
    if (is_known) {
        spirv_put_op(w, SpvOpDemoteToHelperInvocation, 1);
        return;
    }
    const uint32_t condition = spirv_id(w, inst->arg[0]);
    const struct spirv_guard guard = spirv_open_guard(w, condition);
    spirv_put_op(w, SpvOpDemoteToHelperInvocation, 1);
    spirv_close_guard(w, &guard, ir_type_void, 0);
}

/* ---- derivatives ---- */

/* SPIR-V differentiates floats of 32 bits. The difference of two f16 values rounds once either
 * way. */
void
spirv_write_derivative(struct spirv_writer *w, const struct ir_inst *inst)
{
    const SpvOp code = spirv_code_of(inst);
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);

    spirv_need(w, spirv_capability_DerivativeControl);
    if (inst->type == ir_type_f32) {
        w->ids[w->ref] = spirv_value1(w, code, type, value);
        return;
    }
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t wide = spirv_value1(w, SpvOpFConvert, f32, value);
    const uint32_t difference = spirv_value1(w, code, f32, wide);
    w->ids[w->ref] = spirv_value1(w, SpvOpFConvert, type, difference);
}

/* ---- subgroups ---- */

void
spirv_write_vote(struct spirv_writer *w, const struct ir_inst *inst)
{
    const ir_type_id type = ir_type_of(w->shader, inst->arg[0]);
    uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t scope = spirv_group_scope(w);

    spirv_need(w, spirv_capability_GroupNonUniformVote);
    /* As floats -0 would equal 0, and NaN nothing. */
    if (ir_type_is_float(type)) {
        const uint32_t bits = spirv_type(w, spirv_int_type(ir_type_bits(type)));
        value = spirv_value1(w, SpvOpBitcast, bits, value);
    }
    w->ids[w->ref] = spirv_value2(w, spirv_code_of(inst), boolean, scope, value);
}

void
spirv_write_ballot(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t scope = spirv_group_scope(w);

    spirv_need(w, spirv_capability_GroupNonUniformBallot);
    w->ids[w->ref] = spirv_value2(w, spirv_code_of(inst), type, scope, value);
}

void
spirv_write_shuffle(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t lane = spirv_id(w, inst->arg[1]);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t scope = spirv_group_scope(w);

    spirv_need(w, spirv_capability_GroupNonUniformShuffle);
    w->ids[w->ref] = spirv_value3(w, SpvOpGroupNonUniformShuffle, type, scope, value, lane);
}

/* The opcode of a reduction. */
static SpvOp
group_code(enum ir_op op, bool is_bool)
{
    static const SpvOp codes[ir_op_count] = {
#define GROUP(op, code) [ir_op_##op] = SpvOpGroupNonUniform##code,
#include "spirv/combining.def"
    };
    static const SpvOp bool_codes[ir_op_count] = {
#define GROUP_BOOL(op, code) [ir_op_##op] = SpvOpGroupNonUniform##code,
#include "spirv/combining.def"
    };

    return is_bool ? bool_codes[op] : codes[op];
}

void
spirv_write_group(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const uint32_t cluster = imm >> 8;
    const bool is_clustered = cluster != 0;
    const SpvGroupOperation operation =
        inst->op == ir_op_scan_inclusive   ? SpvGroupOperationInclusiveScan
        : inst->op == ir_op_scan_exclusive ? SpvGroupOperationExclusiveScan
        : is_clustered                     ? SpvGroupOperationClusteredReduce
                                           : SpvGroupOperationReduce;
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);
    const uint32_t scope = spirv_group_scope(w);
    const uint32_t size = is_clustered ? spirv_u32(w, 1u << cluster) : 0;

    spirv_need(w, is_clustered ? spirv_capability_GroupNonUniformClustered
                               : spirv_capability_GroupNonUniformArithmetic);
    w->ids[w->ref] =
        spirv_put_value(w, group_code((enum ir_op)(imm & 0xff), inst->type == ir_type_bool),
                        is_clustered ? 4 : 3, type);
    spirv_put(w, scope);
    spirv_put(w, (uint32_t)operation);
    spirv_put(w, value);
    if (is_clustered)
        spirv_put(w, size);
}
