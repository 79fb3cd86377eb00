/* SPDX-License-Identifier: MIT
 *
 * What pixel shaders take from the rasteriser, and what all graphics stages give.
 */
#include "kernels_valu.h"
#include "wave_priv.h"

bool
rdna_exec_exp(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    struct rdna_group *group = wave->group;
    struct rdna_export *export = base_array_add(group->arena, &group->exports);
    const unsigned registers = inst->compr ? 2 : 4;

    export->wave = wave->index;
    export->target = inst->target;
    export->en = inst->en;
    export->compr = inst->compr;
    export->done = inst->done;
    export->vm = inst->vm;
    export->lanes = rdna_get_exec(wave);
    for (unsigned i = 0; i < registers; i++) {
        /* A register of two halves has two bits. */
        const unsigned bits = inst->compr ? 3u << 2 * i : 1u << i;
        if (inst->en & bits)
            memcpy(export->values[i], rdna_vector(wave, inst->src[i], 0),
                   sizeof(export->values[i]));
    }
    return true;
}

/* Which parameter the row reads, of the first triangle corner or a difference. */
static uint32_t
chosen_parameter(const struct rdna_inst *inst, const struct rdna_parameter *parameter)
{
    switch (inst->src[0] & 3) {
    case 0:
        return parameter->p10;
    case 1:
        return parameter->p20;
    default:
        return parameter->p0;
    }
}

static uint32_t
half_of(const struct rdna_inst *inst, uint32_t value)
{
    return inst->op_sel & 1 ? value >> 16 : value & 0xffff;
}

static uint32_t
modified(const struct rdna_inst *inst, unsigned source, uint32_t value)
{
    if (inst->abs >> source & 1)
        value &= 0x7fffffff;
    return inst->neg >> source & 1 ? value ^ 0x80000000 : value;
}

static uint32_t
interpolate(struct rdna_wave *wave, const struct rdna_inst *inst, const struct rdna_env *env,
            const struct rdna_parameter *parameter, unsigned lane)
{
    const uint32_t old = rdna_vector(wave, inst->dst, 0)[lane];

    if (inst->row == rdna_op_v_interp_mov_f32)
        return rdna_k_v_interp_mov_f32(env, chosen_parameter(inst, parameter));

    const uint32_t at = modified(inst, 0, rdna_vector(wave, inst->src[0], 0)[lane]);
    const uint32_t p0 = half_of(inst, parameter->p0), p10 = half_of(inst, parameter->p10);
    const uint32_t p20 = half_of(inst, parameter->p20);
    switch (inst->row) {
    case rdna_op_v_interp_p1_f32:
        return rdna_k_v_interp_p1_f32(env, at, parameter->p10, parameter->p0);
    case rdna_op_v_interp_p2_f32:
        return rdna_k_v_interp_p2_f32(env, at, parameter->p20, old);
    case rdna_op_v_interp_p1ll_f16:
        return rdna_k_v_interp_p1ll_f16(env, at, p10, p0);
    case rdna_op_v_interp_p1lv_f16: /* P0 is in a register. */
        return rdna_k_v_interp_p1lv_f16(env, at, p10,
                                        half_of(inst, rdna_vector(wave, inst->src[1], 0)[lane]));
    default: /* v_interp_p2_f16 */
        return rdna_k_v_interp_p2_f16(env, at, p20,
                                      modified(inst, 1, rdna_vector(wave, inst->src[1], 0)[lane]));
    }
}

bool
rdna_exec_vintrp(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const struct rdna_group *group = wave->group;
    const struct rdna_env env = {.mode = wave->mode, .clamp = inst->clamp};
    const uint64_t exec = rdna_get_exec(wave);
    const bool halves = inst->row == rdna_op_v_interp_p2_f16;

    if (inst->attr >= group->attribute_count)
        return rdna_fault(wave, inst, "attribute %u of %u", inst->attr, group->attribute_count);
    for (unsigned lane = 0; lane < wave->size; lane++) {
        if (!(exec >> lane & 1))
            continue;
        const uint32_t primitive = wave->primitives[lane];
        if (primitive >= group->primitive_count)
            return rdna_fault(wave, inst, "lane %u is of primitive %u of %u", lane, primitive,
                              group->primitive_count);
        const struct rdna_parameter *parameter =
            &group->parameters[primitive * group->attribute_count + inst->attr][inst->chan];
        uint32_t value = interpolate(wave, inst, &env, parameter, lane);
        uint32_t *result = rdna_vector(wave, inst->dst, 0) + lane;
        if (halves) {
            value = inst->clamp ? rdna_clamp_f16(&env.mode, value) : value;
            *result = (*result & 0xffff0000) | value;
            continue;
        }
        value = rdna_omod_f32(&env.mode, inst->omod, value);
        *result = inst->clamp ? rdna_clamp_f32(&env.mode, value) : value;
    }
    return true;
}
