/* SPDX-License-Identifier: MIT
 *
 * Control flow: the graph of the program to the IR's regions, and what a branch goes by. In the
 * company of the quad that is a vote of the quad, so that no read of a neighbour finds it gone.
 */
#include "ir/structure.h"
#include "rdna/lower/lower_priv.h"

static const struct rdna_inst *
last_of(const struct rdna_lowering *l, uint32_t block)
{
    const struct rdna_block *at = &l->cfg->blocks[block];

    return &l->cfg->insts[at->first + at->count - 1];
}

static bool
is_flow(const struct rdna_inst *inst)
{
    return rdna_op_infos[inst->row].effects & (RDNA_BRANCH | RDNA_JUMP | RDNA_END);
}

/* Is the branch taken? */
static ir_ref
condition(struct rdna_lowering *l)
{
    struct ir_builder *b = &l->b;

    switch ((unsigned)l->inst->row) {
    case rdna_op_s_cbranch_scc0:
        return ir_build_inot(b, rdna_scc(l));
    case rdna_op_s_cbranch_scc1:
        return rdna_scc(l);
    case rdna_op_s_cbranch_vccz:
        return ir_build_inot(b, rdna_vccnz(l));
    case rdna_op_s_cbranch_vccnz:
        return rdna_vccnz(l);
    case rdna_op_s_cbranch_execz:
        return ir_build_inot(b, rdna_mask_any(l, RDNA_EXEC_LO));
    case rdna_op_s_cbranch_execnz:
        return rdna_mask_any(l, RDNA_EXEC_LO);
    }
    rdna_refuse(l, QD_CODE_UNSUPPORTED, "is not translated");
    return ir_build_bool(b, false);
}

static bool
build_block(void *context, struct ir_builder *b, uint32_t index, ir_ref *selector)
{
    struct rdna_lowering *l = context;
    const struct rdna_block *block = &l->cfg->blocks[index];
    const struct rdna_inst *last = last_of(l, index);

    (void)b;
    for (uint32_t i = 0; i + 1 < block->count; i++)
        rdna_lower_inst(l, block->first + i);
    if (!is_flow(last)) {
        rdna_lower_inst(l, block->first + block->count - 1);
        return true;
    }
    l->index = block->first + block->count - 1;
    l->inst = last;
    l->info = &rdna_op_infos[last->row];
    ir_build_place(&l->b, last->offset);
    if (block->exit == rdna_exit_end)
        rdna_shell_end(l);
    else if (rdna_op_infos[last->row].effects & RDNA_COND && block->next != block->target)
        *selector = condition(l);
    else if (rdna_op_infos[last->row].effects & RDNA_JUMP)
        rdna_lower_inst(l, l->index);
    return true;
}

/* Where one lane goes by its own bit of EXEC, it is on behind the branch. Where both ways are one,
 * it need not be. */
static bool
build_edge(void *context, struct ir_builder *b, uint32_t from, uint32_t target)
{
    struct rdna_lowering *l = context;
    const struct rdna_inst *last = last_of(l, from);
    const bool taken = target == 0;

    const struct rdna_block *block = &l->cfg->blocks[from];

    if (l->company != rdna_company_lane || block->next == block->target)
        return true;
    if ((last->row == rdna_op_s_cbranch_execz && !taken) ||
        (last->row == rdna_op_s_cbranch_execnz && taken))
        rdna_set_mask_bit(l, RDNA_EXEC_LO, ir_build_bool(b, true));
    return true;
}

static void
make_block(struct rdna_lowering *l, uint32_t index, struct ir_graph_block *out)
{
    const struct rdna_block *block = &l->cfg->blocks[index];
    uint32_t *targets = base_arena_new_array(l->arena, uint32_t, 2);
    const bool is_conditional =
        rdna_op_infos[last_of(l, index)->row].effects & RDNA_COND && block->next != block->target;

    *out = (struct ir_graph_block){.targets = targets, .merge = IR_GRAPH_NONE};
    out->at = l->cfg->insts[block->first].offset;
    if (block->exit == rdna_exit_end) {
        out->end = ir_graph_return;
    } else if (is_conditional && block->target != RDNA_CFG_NONE && block->next != RDNA_CFG_NONE) {
        out->end = ir_graph_branch;
        out->target_count = 2;
        targets[0] = block->target;
        targets[1] = block->next;
        out->merge = block->ipdom == RDNA_CFG_NONE ? IR_GRAPH_NONE : block->ipdom;
    } else {
        out->end = ir_graph_jump;
        out->target_count = 1;
        targets[0] = block->target != RDNA_CFG_NONE ? block->target : block->next;
    }
}

bool
rdna_lower_flow(struct rdna_lowering *l)
{
    const uint32_t count = l->cfg->block_count;
    struct ir_graph_block *blocks =
        base_arena_new_array(l->arena, struct ir_graph_block, count + 1);
    struct ir_graph graph = {.blocks = blocks,
                             .count = count,
                             .build_block = build_block,
                             .build_edge = build_edge,
                             .context = l};

    for (uint32_t i = 0; i < count; i++)
        make_block(l, i, &blocks[i]);
    struct ir_structure *structure = ir_structure_create(&graph, l->arena);
    return ir_structure_build(structure, &l->b);
}

/* ---- rows without an effect on values, barriers ---- */

static void
do_nothing(struct rdna_lowering *l)
{
    (void)l;
}

static void
lower_barrier(struct rdna_lowering *l)
{
    const uint32_t memory = IR_BARRIER_ACQUIRE | IR_BARRIER_RELEASE | IR_BARRIER_BUFFER |
                            IR_BARRIER_SHARED | IR_BARRIER_IMAGE;

    if (l->options->stage != ir_stage_compute) {
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "there are no workgroups outside of compute");
        return;
    }
    ir_build_op(&l->b, ir_op_barrier, ir_type_void, 0, 0,
                ir_barrier_imm(ir_scope_workgroup, ir_scope_workgroup, memory));
}

/* Also of s_swappc and s_call: the way back. */
static void
write_pc(struct rdna_lowering *l)
{
    const uint64_t pc = l->options->code_address + l->inst->offset + 4;

    rdna_set_scalar(l, l->inst->dst, ir_build_i32(&l->b, (uint32_t)pc));
    rdna_set_scalar(l, l->inst->dst == RDNA_NULL ? RDNA_NULL : l->inst->dst + 1u,
                    ir_build_i32(&l->b, (uint32_t)(pc >> 32)));
}

static void
lower_getpc(struct rdna_lowering *l)
{
    if (l->options->has_data)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "data behind the code is not translated");
    write_pc(l);
}

#define NOTHING(name) [rdna_op_##name] = {do_nothing, NULL, 0}

const struct rdna_lower_row rdna_rows_flow[rdna_op_count] = {
    NOTHING(s_nop),
    NOTHING(s_wakeup),
    NOTHING(s_waitcnt),
    NOTHING(s_sleep),
    NOTHING(s_setprio),
    NOTHING(s_icache_inv),
    NOTHING(s_incperflevel),
    NOTHING(s_decperflevel),
    NOTHING(s_ttracedata),
    NOTHING(s_ttracedata_imm),
    NOTHING(s_inst_prefetch),
    NOTHING(s_clause),
    NOTHING(s_wait_idle),
    NOTHING(s_waitcnt_depctr),
    NOTHING(s_version),
    NOTHING(s_waitcnt_vscnt),
    NOTHING(s_waitcnt_vmcnt),
    NOTHING(s_waitcnt_expcnt),
    NOTHING(s_waitcnt_lgkmcnt),
    NOTHING(v_nop),
    NOTHING(v_pipeflush),
    NOTHING(v_clrexcp),
    /* The scan knows what MODE is behind them. */
    NOTHING(s_round_mode),
    NOTHING(s_denorm_mode),
    [rdna_op_s_barrier] = {lower_barrier, NULL, 0},
    [rdna_op_s_getpc_b64] = {lower_getpc, NULL, 0},
    [rdna_op_s_swappc_b64] = {write_pc, NULL, 0},
    [rdna_op_s_call_b64] = {write_pc, NULL, 0},
    [rdna_op_s_setpc_b64] = {do_nothing, NULL, 0},
    /* The graph's, which look up nothing here. */
    NOTHING(s_branch),
    NOTHING(s_cbranch_scc0),
    NOTHING(s_cbranch_scc1),
    NOTHING(s_cbranch_vccz),
    NOTHING(s_cbranch_vccnz),
    NOTHING(s_cbranch_execz),
    NOTHING(s_cbranch_execnz),
    NOTHING(s_endpgm),
};
