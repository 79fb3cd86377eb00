/* SPDX-License-Identifier: MIT
 *
 * Structured control flow. The IR's regions are SPIR-V's constructs almost as they stand. What
 * differs: a loop has one block that goes back to its head, so that merges at the head choose there
 * between all that continues; and code that control cannot reach is not written, while the blocks
 * that a construct names always are.
 */
#include "spirv/spirv_priv.h"

#include <inttypes.h>

static struct spirv_scope *
innermost(struct spirv_writer *w)
{
    return &w->scopes.data[w->scopes.count - 1];
}

static struct spirv_scope *
innermost_loop(struct spirv_writer *w)
{
    struct spirv_scope *scope = innermost(w);

    while (!scope->is_loop)
        scope--;
    return scope;
}

/* In unreachable code regions are only counted. */
static bool
skips_opening(struct spirv_writer *w)
{
    if (w->block)
        return false;
    w->dead_scopes++;
    return true;
}

/* A label that construct and branches name, where no branch leads. */
static void
put_unreachable(struct spirv_writer *w, uint32_t block)
{
    spirv_put_label(w, block);
    spirv_put_op(w, SpvOpUnreachable, 1);
    w->block = 0;
}

/* Ends the open block with a branch; the marker is the edge that merges know it by. */
static void
leave_block(struct spirv_writer *w, ir_ref marker, uint32_t target, uint32_t *edges)
{
    w->ids[marker] = w->block;
    spirv_put_branch(w, target);
    w->block = 0;
    (*edges)++;
}

static void
join(struct spirv_writer *w, const struct spirv_scope *scope)
{
    w->join_edges = scope->merge_edges;
    if (scope->merge_edges)
        spirv_put_label(w, scope->merge);
    else
        put_unreachable(w, scope->merge);
}

/* ---- merges ---- */

static void
count_is_wrong(struct spirv_writer *w, ir_ref merge, uint32_t found, uint32_t expected)
{
    base_error(w->diags, QD_CODE_INTERNAL, ir_place_of(w->shader, merge),
               "found a merge of %" PRIu32 " edges, expected %" PRIu32, found, expected);
    w->failed = true;
}

/* An OpPhi with this id over a merge's edges that control takes, save from one marker. */
static void
put_phi(struct spirv_writer *w, ir_ref merge, uint32_t id, ir_ref save, uint32_t expected)
{
    const struct ir_inst *inst = ir_at(w->shader, merge);
    const uint32_t *pairs = w->shader->list.data + inst->arg[0];
    const uint32_t type = spirv_type(w, inst->type);
    uint32_t found = 0;

    if (inst->arg[1] > SPIRV_MAX_WORDS - 3) {
        base_error(w->diags, QD_CODE_LIMIT, ir_place_of(w->shader, merge),
                   "found a merge of %" PRIu32 " edges, expected at most %d", inst->arg[1] / 2,
                   (SPIRV_MAX_WORDS - 3) / 2);
        w->failed = true;
        return;
    }
    spirv_reserve(w, 3 + inst->arg[1] + SPIRV_INST_ROOM);
    spirv_put_op(w, SpvOpPhi, 3 + 2 * expected);
    spirv_put(w, type);
    spirv_put(w, id);
    for (uint32_t i = 0; i < inst->arg[1]; i += 2) {
        const uint32_t block = w->ids[pairs[i]];

        if (!block || pairs[i] == save)
            continue;
        const uint32_t value = spirv_id(w, pairs[i + 1]);
        spirv_put(w, value);
        spirv_put(w, block);
        found++;
    }
    if (found != expected)
        count_is_wrong(w, merge, found, expected);
}

/* A merge behind endif or endloop. Those at a loop's head are written with the loop. */
void
spirv_write_merge(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t id = spirv_new_id(w);
    (void)inst;

    w->ids[w->ref] = id;
    put_phi(w, w->ref, id, 0, w->join_edges);
}

/* ---- if ---- */

void
spirv_write_if(struct spirv_writer *w, const struct ir_inst *inst)
{
    if (skips_opening(w))
        return;

    const ir_ref marker_else = ir_partner(w->shader, w->ref);
    const ir_ref marker_endif = ir_partner(w->shader, marker_else);
    struct spirv_scope *scope = base_array_add(w->arena, &w->scopes);
    const uint32_t condition = spirv_id(w, inst->arg[0]);
    const uint32_t first = spirv_new_id(w);

    scope->marker = w->ref;
    /* Two edges from one block to one other would be one edge to a phi. */
    scope->has_else = ir_next(w->shader, marker_else) != marker_endif;
    scope->from = w->block;
    scope->other = scope->has_else ? spirv_new_id(w) : 0;
    scope->merge = spirv_new_id(w);

    spirv_put_op(w, SpvOpSelectionMerge, 3);
    spirv_put(w, scope->merge);
    spirv_put(w, SpvSelectionControlMaskNone);
    spirv_put_op(w, SpvOpBranchConditional, 4);
    spirv_put(w, condition);
    spirv_put(w, first);
    spirv_put(w, scope->has_else ? scope->other : scope->merge);
    spirv_put_label(w, first);
}

void
spirv_write_else(struct spirv_writer *w, const struct ir_inst *inst)
{
    (void)inst;
    if (w->dead_scopes > 0)
        return;

    struct spirv_scope *scope = innermost(w);
    if (w->block)
        leave_block(w, w->ref, scope->merge, &scope->merge_edges);
    if (scope->has_else)
        spirv_put_label(w, scope->other);
}

void
spirv_write_endif(struct spirv_writer *w, const struct ir_inst *inst)
{
    (void)inst;
    if (w->dead_scopes > 0) {
        w->dead_scopes--;
        return;
    }

    struct spirv_scope *scope = innermost(w);
    if (!scope->has_else) {
        w->ids[w->ref] = scope->from;
        scope->merge_edges++;
    } else if (w->block) {
        leave_block(w, w->ref, scope->merge, &scope->merge_edges);
    }
    join(w, scope);
    w->scopes.count--;
}

/* ---- loop ---- */

static ir_ref
next_merge(const struct spirv_writer *w, ir_ref ref)
{
    const ir_ref next = ir_next(w->shader, ref);

    return next && ir_op_of(w->shader, next) == ir_op_merge ? next : 0;
}

/* The value that a head merge has when the loop is entered. */
static uint32_t
entry_value(struct spirv_writer *w, ir_ref merge, ir_ref loop)
{
    const struct ir_inst *inst = ir_at(w->shader, merge);
    const uint32_t *pairs = w->shader->list.data + inst->arg[0];

    for (uint32_t i = 0; i < inst->arg[1]; i += 2)
        if (pairs[i] == loop)
            return spirv_id(w, pairs[i + 1]);
    count_is_wrong(w, merge, 0, 1);
    return spirv_zero(w, inst->type);
}

/* What a merge at the head is in the next round comes from a phi in the block that continues,
 * whose id is taken here. */
static void
put_heads(struct spirv_writer *w, struct spirv_scope *scope, uint32_t before)
{
    uint32_t count = 0;

    for (ir_ref merge = next_merge(w, scope->marker); merge; merge = next_merge(w, merge))
        count++;
    scope->head_values = w->next_id;
    w->next_id += count;

    for (uint32_t i = 0; i < count; i++) {
        w->ref = next_merge(w, w->ref);
        const uint32_t entry = entry_value(w, w->ref, scope->marker);
        const uint32_t type = spirv_type(w, ir_type_of(w->shader, w->ref));

        spirv_reserve(w, SPIRV_INST_ROOM);
        w->ids[w->ref] = spirv_put_value(w, SpvOpPhi, 4, type);
        spirv_put(w, entry);
        spirv_put(w, before);
        spirv_put(w, scope->head_values + i);
        spirv_put(w, scope->continued);
    }
}

void
spirv_write_loop(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t before = w->block;
    (void)inst;

    if (skips_opening(w))
        return;

    struct spirv_scope *scope = base_array_add(w->arena, &w->scopes);
    scope->marker = w->ref;
    scope->is_loop = true;
    scope->other = spirv_new_id(w);
    scope->continued = spirv_new_id(w);
    scope->merge = spirv_new_id(w);
    const uint32_t body = spirv_new_id(w);

    w->ids[w->ref] = before;
    spirv_put_branch(w, scope->other);
    spirv_put_label(w, scope->other);
    put_heads(w, scope, before);
    spirv_reserve(w, SPIRV_INST_ROOM);
    spirv_put_op(w, SpvOpLoopMerge, 4);
    spirv_put(w, scope->merge);
    spirv_put(w, scope->continued);
    spirv_put(w, SpvLoopControlMaskNone);
    spirv_put_branch(w, body);
    spirv_put_label(w, body);
}

/* The one block that goes back to the head. */
static void
put_continued(struct spirv_writer *w, const struct spirv_scope *scope)
{
    uint32_t id = scope->head_values;

    spirv_put_label(w, scope->continued);
    for (ir_ref merge = next_merge(w, scope->marker); merge; merge = next_merge(w, merge), id++) {
        spirv_reserve(w, SPIRV_INST_ROOM);
        if (scope->continue_edges) {
            put_phi(w, merge, id, scope->marker, scope->continue_edges);
            continue;
        }
        /* Nothing continues, but the head names a value. */
        const uint32_t type = spirv_type(w, ir_type_of(w->shader, merge));
        spirv_put_op(w, SpvOpUndef, 3);
        spirv_put(w, type);
        spirv_put(w, id);
    }
    spirv_put_branch(w, scope->other);
    w->block = 0;
}

void
spirv_write_endloop(struct spirv_writer *w, const struct ir_inst *inst)
{
    (void)inst;
    if (w->dead_scopes > 0) {
        w->dead_scopes--;
        return;
    }

    struct spirv_scope *scope = innermost(w);
    if (w->block)
        leave_block(w, w->ref, scope->continued, &scope->continue_edges);
    put_continued(w, scope);
    join(w, scope);
    w->scopes.count--;
}

/* ---- jumps ---- */

void
spirv_write_break(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct spirv_scope *loop = innermost_loop(w);
    (void)inst;

    leave_block(w, w->ref, loop->merge, &loop->merge_edges);
}

void
spirv_write_continue(struct spirv_writer *w, const struct ir_inst *inst)
{
    struct spirv_scope *loop = innermost_loop(w);
    (void)inst;

    leave_block(w, w->ref, loop->continued, &loop->continue_edges);
}

void
spirv_write_return(struct spirv_writer *w, const struct ir_inst *inst)
{
    (void)inst;
    spirv_put_op(w, SpvOpReturn, 1);
    w->block = 0;
}

void
spirv_write_terminate(struct spirv_writer *w, const struct ir_inst *inst)
{
    (void)inst;
    spirv_put_op(w, w->target >= spirv_target_vulkan1_3 ? SpvOpTerminateInvocation : SpvOpKill, 1);
    w->block = 0;
}
