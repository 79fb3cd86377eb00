/* SPDX-License-Identifier: MIT
 *
 * What changes nothing, or only what can be said in a line.
 */
#include "rows.h"

#include <stdio.h>
#include <string.h>

static const char *const without_effect[] = {
    "s_nop 0",
    "s_nop 15",
    "s_wakeup",
    "s_waitcnt 0",
    "s_waitcnt vmcnt(3) & expcnt(1) & lgkmcnt(7)",
    "s_sethalt 0",
    "s_sleep 127",
    "s_setprio 3",
    "s_setkill 0",
    "s_icache_inv",
    "s_incperflevel 9",
    "s_decperflevel 9",
    "s_ttracedata",
    "s_ttracedata_imm 0x9b1e",
    "s_inst_prefetch 0x3",
    "s_clause 0x3e",
    "s_wait_idle",
    "s_waitcnt_depctr 0x1f",
    "s_version 0x2006",
    "s_waitcnt_vscnt null, 0x0",
    "s_waitcnt_vmcnt s5, 0x3f",
    "s_waitcnt_expcnt null, 0x7",
    "s_waitcnt_lgkmcnt s105, 0x0",
    "s_gl1_inv",
    "s_dcache_inv",
    "s_dcache_wb",
    "s_dcache_discard s[10:11], 0x10",
    "s_dcache_discard_x2 s[10:11], s4",
    "s_atc_probe 60, s[10:11], 0x10",
    "s_atc_probe_buffer 28, s[12:15], s6",
    "buffer_gl0_inv",
    "buffer_gl1_inv",
    "ds_nop",
    "v_nop",
    "v_pipeflush",
    "v_clrexcp",
};

static const struct {
    const char *text, *reason;
} faults[] = {
    {"ds_gws_sema_release_all offset:1 gds", "the global wave sync is not there"},
    {"ds_gws_init v0 offset:4 gds", "the global wave sync is not there"},
    {"ds_gws_sema_v offset:0 gds", "the global wave sync is not there"},
    {"ds_gws_sema_br v0 offset:2 gds", "the global wave sync is not there"},
    {"ds_gws_sema_p offset:3 gds", "the global wave sync is not there"},
    {"ds_gws_barrier v0 offset:3 gds", "the global wave sync is not there"},
    {"s_sendmsghalt sendmsg(MSG_INTERRUPT)", "the wave halts"},
    {"s_sethalt 1", "the wave halts"},
    {"s_trap 0x2", "there is no handler for trap 2"},
    {"s_code_end", "padding"},
    {"s_rfe_b64 s[10:11]", "is no address of the code"},
};

static enum rdna_op
row_of(const char *text)
{
    const size_t size = strcspn(text, " ");

    for (unsigned i = 1; i < rdna_op_count; i++)
        if (strlen(rdna_op_infos[i].name) == size && !memcmp(rdna_op_infos[i].name, text, size))
            return (enum rdna_op)i;
    return rdna_op_none;
}

static bool
begin(struct rows *rows, const char *text)
{
    rows->row = row_of(text);
    rows_begin(rows);
    return rows_has(rows, rows->row);
}

/* The clock is the number of instructions, this one too. */
static void
try_clock(struct rows *rows, const char *text)
{
    for (unsigned i = 0; i < 2 && begin(rows, text); i++) {
        const uint64_t now = rows_steps(rows) + 1;
        rows_expect(rows);
        rows->after.scalars[40] = (uint32_t)now;
        rows->after.scalars[41] = (uint32_t)(now >> 32);
        rows_run(rows, text);
    }
}

void
rows_without_effect(struct rows *rows)
{
    const char *wave_id = "s_get_waveid_in_workgroup s40", *jump = "s_rfe_b64 s[10:11]";

    for (size_t i = 0; i < BASE_COUNT(without_effect); i++)
        for (unsigned j = 0; j < 2 && begin(rows, without_effect[i]); j++) {
            rows->before.scc = j;
            rows_set_exec(rows, j ? 0 : UINT64_MAX);
            rows_expect(rows);
            rows_run(rows, without_effect[i]);
        }
    for (size_t i = 0; i < BASE_COUNT(faults); i++)
        if (begin(rows, faults[i].text))
            rows_fault(rows, faults[i].text, faults[i].reason);
    try_clock(rows, "s_memtime s[40:41]");
    try_clock(rows, "s_memrealtime s[40:41]");
    if (begin(rows, wave_id)) {
        rows_expect(rows);
        rows->after.scalars[40] = WAVE_INDEX;
        rows_run(rows, wave_id);
    }
    for (unsigned word = 1; word < 8 && begin(rows, jump); word += 2) {
        rows_set_pair(rows, 10, CODE + 4 * word);
        rows_expect(rows);
        rows->after.pc = word;
        rows_run(rows, jump);
    }
}
