/* SPDX-License-Identifier: MIT
 *
 * Program control: branches, jumps, barriers, messages, and what has no effect on values.
 */
#include "wave_priv.h"

#include <inttypes.h>

#define EXEC(name) bool rdna_exec_##name(struct rdna_wave *wave, const struct rdna_inst *inst)

/* Bits of the STATUS register that a debugger sets. */
enum { STATUS_COND_DBG_USER = 1u << 20, STATUS_COND_DBG_SYS = 1u << 21 };

static bool
go_to_word(struct rdna_wave *wave, const struct rdna_inst *inst, int64_t word)
{
    if (word < 0 || word >= wave->group->program->word_count)
        return rdna_fault(wave, inst, "the target, word %" PRId64 ", is outside of the code", word);
    wave->pc = (uint32_t)word;
    return true;
}

static bool
branch(struct rdna_wave *wave, const struct rdna_inst *inst, bool taken)
{
    return !taken || go_to_word(wave, inst, (int64_t)wave->pc + inst->imm);
}

static bool
jump(struct rdna_wave *wave, const struct rdna_inst *inst, uint64_t address)
{
    const struct rdna_program *program = wave->group->program;
    const uint64_t bytes = address - program->base;

    if (bytes % 4 || bytes / 4 >= program->word_count)
        return rdna_fault(wave, inst, "the target 0x%" PRIx64 " is no address of the code",
                          address);
    wave->pc = (uint32_t)(bytes / 4);
    return true;
}

static uint64_t
next_address(const struct rdna_wave *wave)
{
    return wave->group->program->base + (uint64_t)wave->pc * 4;
}

/* ---- Branches ---- */

EXEC(s_branch) { return branch(wave, inst, true); }
EXEC(s_cbranch_scc0) { return branch(wave, inst, !wave->scc); }
EXEC(s_cbranch_scc1) { return branch(wave, inst, wave->scc); }
EXEC(s_cbranch_vccz) { return branch(wave, inst, !rdna_get_vcc(wave)); }
EXEC(s_cbranch_vccnz) { return branch(wave, inst, rdna_get_vcc(wave)); }
EXEC(s_cbranch_execz) { return branch(wave, inst, !rdna_get_exec(wave)); }
EXEC(s_cbranch_execnz) { return branch(wave, inst, rdna_get_exec(wave)); }

static bool
has_status(const struct rdna_wave *wave, uint32_t bits)
{
    return (wave->hwregs[rdna_hwreg_status] & bits) == bits;
}

EXEC(s_cbranch_cdbgsys) { return branch(wave, inst, has_status(wave, STATUS_COND_DBG_SYS)); }
EXEC(s_cbranch_cdbguser) { return branch(wave, inst, has_status(wave, STATUS_COND_DBG_USER)); }

EXEC(s_cbranch_cdbgsys_or_user)
{
    return branch(wave, inst,
                  has_status(wave, STATUS_COND_DBG_SYS) || has_status(wave, STATUS_COND_DBG_USER));
}

EXEC(s_cbranch_cdbgsys_and_user)
{
    return branch(wave, inst, has_status(wave, STATUS_COND_DBG_SYS | STATUS_COND_DBG_USER));
}

/* ---- Jumps ---- */

EXEC(s_getpc_b64)
{
    rdna_write_scalar_pair(wave, inst->dst, next_address(wave));
    return true;
}

EXEC(s_setpc_b64)
{
    return jump(wave, inst, rdna_read_scalar(wave, inst, inst->src[0], rdna_type_b64));
}

EXEC(s_rfe_b64) { return rdna_exec_s_setpc_b64(wave, inst); }

EXEC(s_swappc_b64)
{
    const uint64_t target = rdna_read_scalar(wave, inst, inst->src[0], rdna_type_b64);

    rdna_write_scalar_pair(wave, inst->dst, next_address(wave));
    return jump(wave, inst, target);
}

EXEC(s_call_b64)
{
    rdna_write_scalar_pair(wave, inst->dst, next_address(wave));
    return branch(wave, inst, true);
}

/* ---- The body of a loop once for each half of a wave of 64 that has lanes ---- */

EXEC(s_subvector_loop_begin)
{
    uint32_t *exec = &wave->scalars[RDNA_EXEC_LO];

    if (wave->size != 64)
        return rdna_fault(wave, inst, "a wave of 32 has no halves");
    if (!exec[0] && !exec[1])
        return branch(wave, inst, true);
    rdna_write_scalar(wave, inst->dst, exec[0] ? exec[1] : exec[0]);
    if (exec[0])
        exec[1] = 0;
    return true;
}

/* The destination holds the half that is put aside. */
EXEC(s_subvector_loop_end)
{
    uint32_t *exec = &wave->scalars[RDNA_EXEC_LO];
    const uint32_t aside = (uint32_t)rdna_read_scalar(wave, inst, inst->dst, rdna_type_b32);

    if (wave->size != 64)
        return rdna_fault(wave, inst, "a wave of 32 has no halves");
    if (exec[1]) {
        exec[0] = aside;
        return true;
    }
    if (!aside)
        return true;
    rdna_write_scalar(wave, inst->dst, exec[0]);
    exec[1] = aside;
    exec[0] = 0;
    return branch(wave, inst, true);
}

/* ---- The wave stops, for good or for others ---- */

static bool
end(struct rdna_wave *wave)
{
    wave->status = rdna_wave_ended;
    return false;
}

EXEC(s_endpgm) { return (void)inst, end(wave); }
EXEC(s_endpgm_saved) { return (void)inst, end(wave); }
EXEC(s_endpgm_ordered_ps_done) { return (void)inst, end(wave); }
EXEC(s_setkill) { return inst->imm & 1 ? end(wave) : true; }

EXEC(s_barrier)
{
    (void)inst;
    wave->status = rdna_wave_waiting;
    return false;
}

EXEC(s_trap) { return rdna_fault(wave, inst, "there is no handler for trap %d", inst->imm & 0xff); }
EXEC(s_code_end) { return rdna_fault(wave, inst, "execution reached the padding"); }

EXEC(s_sethalt)
{
    return inst->imm & 1 ? rdna_fault(wave, inst, "the wave halts, and nobody starts it again")
                         : true;
}

/* ---- Messages ---- */

EXEC(s_sendmsg)
{
    struct rdna_group *group = wave->group;
    const struct rdna_message message = {
        .wave = wave->index, .message = (uint16_t)inst->imm, .m0 = wave->scalars[RDNA_M0]};

    base_array_push(group->arena, &group->messages, message);
    return true;
}

EXEC(s_sendmsghalt)
{
    rdna_exec_s_sendmsg(wave, inst);
    return rdna_fault(wave, inst, "the wave halts, and nobody starts it again");
}

/* ---- No effect on values ---- */

#define NO_EFFECT(name)                                                                            \
    EXEC(name)                                                                                     \
    {                                                                                              \
        (void)wave, (void)inst;                                                                    \
        return true;                                                                               \
    }
NO_EFFECT(s_nop)
NO_EFFECT(s_wakeup)
NO_EFFECT(s_waitcnt)
NO_EFFECT(s_sleep)
NO_EFFECT(s_setprio)
NO_EFFECT(s_icache_inv)
NO_EFFECT(s_incperflevel)
NO_EFFECT(s_decperflevel)
NO_EFFECT(s_ttracedata)
NO_EFFECT(s_ttracedata_imm)
NO_EFFECT(s_inst_prefetch)
NO_EFFECT(s_clause)
NO_EFFECT(s_wait_idle)
NO_EFFECT(s_waitcnt_depctr)
NO_EFFECT(s_version)
NO_EFFECT(s_waitcnt_vscnt)
NO_EFFECT(s_waitcnt_vmcnt)
NO_EFFECT(s_waitcnt_expcnt)
NO_EFFECT(s_waitcnt_lgkmcnt)
NO_EFFECT(v_nop)
NO_EFFECT(v_pipeflush)
NO_EFFECT(v_clrexcp)

EXEC(v_illegal) { return rdna_fault(wave, inst, "an illegal instruction"); }
