/* SPDX-License-Identifier: MIT */
#include "graphs.h"

#define MAX_TARGETS 8

/* ---- numbers ---- */

static uint32_t
next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static uint32_t
below(uint64_t *state, uint32_t end)
{
    return next(state) % end;
}

static bool
chance(uint64_t *state, uint32_t percent)
{
    return below(state, 100) < percent;
}

/* ---- what blocks and edges do, to a lane ---- */

#define MIX 0x9e3779b1u

static uint32_t
mix(uint32_t trace, uint32_t number)
{
    return (trace ^ (trace >> 15)) * MIX + number;
}

static uint32_t
edge_number(uint32_t from, uint32_t target)
{
    return from * 64 + target % 64 + 7;
}

static bool
edge_has_effect(const struct graph_trial *trial, uint32_t from, uint32_t target)
{
    return trial->has_edges && (from + target) % 3 != 0;
}

static uint32_t
choose_target(const struct graph_trial *trial, uint32_t block, uint32_t trace)
{
    const struct ir_graph_block *info = &trial->graph.blocks[block];
    uint32_t target = 0;

    if (info->end == ir_graph_branch)
        return trace >> 9 & 1 || info->targets[0] == info->targets[1] ? 0 : 1;
    if (info->end != ir_graph_switch)
        return 0;
    const uint64_t mask = UINT64_MAX >> (64 - ir_type_bits((ir_type_id)trial->selector_type));
    const uint64_t selector = (((uint64_t)0 - (trace >> 9 & 1)) + (trace >> 10 & 7)) & mask;
    for (uint32_t i = info->target_count - 1; i > 0; i--)
        if ((info->cases[i - 1] & mask) == selector)
            target = i;
    /* Edges to one block are one edge. */
    for (uint32_t i = 0; i < target; i++)
        if (info->targets[i] == info->targets[target])
            return i;
    return target;
}

/* False if the lane ends here by its fuel. */
static bool
run_block(const struct graph_trial *trial, uint32_t block, struct graph_lane *lane)
{
    if (lane->fuel == 0)
        return false;
    lane->fuel--;
    lane->trace = mix(lane->trace, block + 1);
    for (unsigned i = 0; i < GRAPH_MAX_USES; i++) {
        const uint32_t use = trial->uses[block][i];

        if (use != block && ir_structure_sees(trial->structure, use, block))
            lane->trace ^= lane->values[use];
    }
    lane->values[block] = lane->trace + lane->input;
    return true;
}

/* After the block: takes the edge. The target's index. */
static uint32_t
run_edge(const struct graph_trial *trial, uint32_t block, struct graph_lane *lane)
{
    const uint32_t target = choose_target(trial, block, lane->trace);

    lane->output = lane->trace;
    if (trial->graph.blocks[block].end == ir_graph_terminate)
        lane->is_dropped = true;
    if (edge_has_effect(trial, block, target))
        lane->trace = mix(lane->trace, edge_number(block, target));
    return target;
}

static bool
goes_on(const struct ir_graph_block *block)
{
    return block->end == ir_graph_jump || block->end == ir_graph_branch ||
           block->end == ir_graph_switch;
}

void
graph_lane_init(const struct graph_trial *trial, struct graph_lane *lane, uint32_t input)
{
    *lane = (struct graph_lane){.input = input, .trace = input, .fuel = GRAPH_FUEL};
    lane->values = base_arena_new_array(trial->arena, uint32_t, trial->graph.count);
}

void
graph_walk(const struct graph_trial *trial, struct graph_lane *lane)
{
    uint32_t block = 0;

    while (run_block(trial, block, lane)) {
        const uint32_t target = run_edge(trial, block, lane);

        if (!goes_on(&trial->graph.blocks[block]))
            return;
        block = trial->graph.blocks[block].targets[target];
    }
}

/* ---- many lanes through a structured graph ---- */

struct running {
    const struct graph_trial *trial;
    struct graph_lane *lanes;
    uint32_t *chosen; /* By lane: where its last block went. */
    uint32_t broken;  /* Lanes that left the innermost loop, */
    uint32_t continued;
    uint32_t left; /* and switch. */
};

static uint32_t run_list(struct running *r, const struct graph_list *list, uint32_t mask);

static uint32_t
run_block_together(struct running *r, uint32_t block, uint32_t mask)
{
    uint32_t alive = 0, after = 0;

    for (uint32_t l = 0; l < 32; l++)
        if (mask >> l & 1 && run_block(r->trial, block, &r->lanes[l]))
            alive |= 1u << l;
    for (uint32_t l = 0; l < 32; l++) {
        if (!(alive >> l & 1))
            continue;
        if (r->trial->has_ballots)
            r->lanes[l].trace = mix(r->lanes[l].trace, alive);
        const uint32_t target = run_edge(r->trial, block, &r->lanes[l]);
        if (!goes_on(&r->trial->graph.blocks[block]))
            continue;
        r->chosen[l] = r->trial->graph.blocks[block].targets[target];
        after |= 1u << l;
    }
    return after;
}

static uint32_t
run_if(struct running *r, const struct graph_statement *statement, uint32_t mask)
{
    const uint32_t first = r->trial->graph.blocks[statement->block].targets[0];
    uint32_t then = 0;

    for (uint32_t l = 0; l < 32; l++)
        if (mask >> l & 1 && r->chosen[l] == first)
            then |= 1u << l;
    const uint32_t after = run_list(r, statement->lists[0], then);
    return after | run_list(r, statement->lists[1], mask & ~then);
}

static uint32_t
run_loop(struct running *r, const struct graph_statement *statement, uint32_t mask)
{
    const struct running outer = *r;
    uint32_t broken;

    r->broken = 0;
    while (mask) {
        r->continued = 0;
        mask = run_list(r, statement->lists[0], mask);
        mask = run_list(r, statement->lists[1], mask | r->continued);
    }
    broken = r->broken;
    *r = outer;
    return broken;
}

static uint32_t
run_switch(struct running *r, const struct graph_statement *statement, uint32_t mask)
{
    const uint32_t outer = r->left;
    uint32_t through = 0, taken = 0;

    r->left = 0;
    for (uint32_t i = 0; i < statement->list_count; i++) {
        for (uint32_t l = 0; l < 32; l++)
            if (mask >> l & 1 && r->chosen[l] == statement->firsts[i]) {
                through |= 1u << l;
                taken |= 1u << l;
            }
        through = run_list(r, statement->lists[i], through);
    }
    through |= r->left | (mask & ~taken);
    r->left = outer;
    return through;
}

static uint32_t
run_list(struct running *r, const struct graph_list *list, uint32_t mask)
{
    for (uint32_t i = 0; i < list->statements.count; i++) {
        const struct graph_statement *statement = &list->statements.data[i];

        switch (statement->kind) {
        case graph_block:
            mask = run_block_together(r, statement->block, mask);
            break;
        case graph_if:
            mask = run_if(r, statement, mask);
            break;
        case graph_loop:
            mask = run_loop(r, statement, mask);
            break;
        case graph_switch:
            mask = run_switch(r, statement, mask);
            break;
        case graph_break:
            r->broken |= mask;
            return 0;
        case graph_continue:
            r->continued |= mask;
            return 0;
        case graph_leave:
            r->left |= mask;
            return 0;
        }
    }
    return mask;
}

void
graph_run(const struct graph_trial *trial, struct graph_lane *lanes, uint32_t lane_count)
{
    uint32_t chosen[32] = {0};
    struct running r = {.trial = trial, .lanes = lanes, .chosen = chosen};

    run_list(&r, trial->program, UINT32_MAX >> (32 - lane_count));
}

/* ---- the same, built ---- */

static ir_ref
build_mix(struct ir_builder *b, ir_ref trace, ir_ref number)
{
    const ir_ref folded = ir_build_ixor(b, trace, ir_build_ushr(b, trace, ir_build_i32(b, 15)));

    return ir_build_iadd(b, ir_build_imul(b, folded, ir_build_i32(b, MIX)), number);
}

static ir_ref
build_selector(const struct graph_trial *trial, struct ir_builder *b, uint32_t block, ir_ref trace)
{
    const ir_ref one = ir_build_i32(b, 1);
    const ir_ref bit = ir_build_iand(b, ir_build_ushr(b, trace, ir_build_i32(b, 9)), one);

    if (trial->graph.blocks[block].end == ir_graph_branch)
        return ir_build_ine(b, bit, ir_build_i32(b, 0));
    const ir_ref low =
        ir_build_iand(b, ir_build_ushr(b, trace, ir_build_i32(b, 10)), ir_build_i32(b, 7));
    const ir_ref value = ir_build_iadd(b, ir_build_ineg(b, bit), low);
    return trial->selector_type == ir_type_i32
               ? value
               : ir_build_convert(b, ir_op_i2i, trial->selector_type, value);
}

static bool
build_block(void *context, struct ir_builder *b, uint32_t block, ir_ref *selector)
{
    struct graph_trial *trial = context;
    const ir_ref fuel = ir_build_read(b, trial->fuel, ir_type_i32);
    const ir_ref is_empty = ir_build_ieq(b, fuel, ir_build_i32(b, 0));
    ir_ref trace;

    trial->firsts[block] = is_empty;
    ir_build_if(b, is_empty);
    ir_build_return(b);
    ir_build_else(b);
    ir_build_endif(b);
    ir_build_write(b, trial->fuel, ir_build_isub(b, fuel, ir_build_i32(b, 1)));
    trace = build_mix(b, ir_build_read(b, trial->trace, ir_type_i32), ir_build_i32(b, block + 1));
    for (unsigned i = 0; i < GRAPH_MAX_USES; i++) {
        const uint32_t use = trial->uses[block][i];

        if (use != block && ir_structure_sees(trial->structure, use, block))
            trace = ir_build_ixor(b, trace, trial->results[use]);
    }
    trial->results[block] = ir_build_iadd(b, trace, trial->input);
    if (trial->has_ballots) {
        const ir_ref all =
            ir_build_op(b, ir_op_ballot, IR_VEC(ir_type_i32, 4), ir_build_bool(b, true), 0, 0);

        trace = build_mix(b, trace, ir_build_op(b, ir_op_extract, ir_type_i32, all, 0, 0));
    }
    ir_build_write(b, trial->trace, trace);
    ir_build_op(b, ir_op_store_output, ir_type_void, trace, 0, 0);
    if (trial->graph.blocks[block].end == ir_graph_branch ||
        trial->graph.blocks[block].end == ir_graph_switch)
        *selector = build_selector(trial, b, block, trace);
    return true;
}

static bool
build_edge(void *context, struct ir_builder *b, uint32_t from, uint32_t target)
{
    const struct graph_trial *trial = context;
    const ir_ref number = ir_build_i32(b, edge_number(from, target));

    if (edge_has_effect(trial, from, target))
        ir_build_write(b, trial->trace,
                       build_mix(b, ir_build_read(b, trial->trace, ir_type_i32), number));
    return true;
}

struct ir_shader *
graph_build(struct graph_trial *trial)
{
    const struct ir_io input = {.type = ir_type_i32, .components = 1, .interp = ir_interp_flat};
    const struct ir_io output = {.type = ir_type_i32, .components = 1};
    struct ir_shader *shader = ir_shader_create(trial->arena, ir_stage_fragment, "graph");
    struct ir_builder b;

    ir_add_input(shader, &input);
    ir_add_output(shader, &output);
    ir_builder_init(&b, shader);
    trial->trace = ir_build_variables(&b, 2, 32);
    trial->fuel = trial->trace + 1;
    trial->input = ir_build_op(&b, ir_op_load_input, ir_type_i32, 0, 0, 0);
    ir_build_write(&b, trial->trace, trial->input);
    ir_build_write(&b, trial->fuel, ir_build_i32(&b, GRAPH_FUEL));
    return ir_structure_build(trial->structure, &b) ? shader : NULL;
}

/* ---- making graphs ---- */

static uint32_t
add_block(struct graph_trial *trial)
{
    struct ir_graph_block *block = base_array_add(trial->arena, &trial->blocks);

    block->end = ir_graph_return;
    block->merge = IR_GRAPH_NONE;
    block->at = trial->blocks.count;
    return trial->blocks.count - 1;
}

void
graph_set_targets(struct graph_trial *trial, uint32_t block, enum ir_graph_end end,
                  const uint32_t *targets, uint32_t count)
{
    struct ir_graph_block *info = &trial->blocks.data[block];
    uint32_t *copy = base_arena_new_array(trial->arena, uint32_t, count);
    uint64_t *cases = base_arena_new_array(trial->arena, uint64_t, count);

    for (uint32_t i = 0; i < count; i++) {
        copy[i] = targets[i];
        cases[i] = (uint64_t)i - 1;
    }
    info->end = end;
    info->targets = copy;
    info->cases = cases;
    info->target_count = count;
}

void
graph_set_jump(struct graph_trial *trial, uint32_t block, uint32_t to)
{
    graph_set_targets(trial, block, ir_graph_jump, &to, 1);
}

void
graph_set_branch(struct graph_trial *trial, uint32_t block, uint32_t yes, uint32_t no)
{
    const uint32_t targets[2] = {yes, no};

    graph_set_targets(trial, block, ir_graph_branch, targets, 2);
}

static void
set_last_end(struct graph_trial *trial, uint32_t block, uint32_t kind)
{
    if (kind < 2)
        trial->blocks.data[block].end = kind ? ir_graph_terminate : ir_graph_unreachable;
}

/* Any block goes to any; or onwards, or back to where all ways come by. */
static void
make_unstructured(struct graph_trial *trial, uint64_t *state)
{
    const uint32_t count = 1 + below(state, chance(state, 20) ? 40 : 12);
    const uint32_t named = chance(state, 50) ? 30 : 0;

    for (uint32_t i = 0; i < count; i++)
        add_block(trial);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kind = below(state, 20);
        uint32_t targets[MAX_TARGETS];
        const uint32_t target_count = kind < 8 ? 1 : kind < 16 ? 2 : 1 + below(state, MAX_TARGETS);

        if (chance(state, named))
            trial->blocks.data[i].merge = below(state, count);
        for (uint32_t t = 0; t < target_count; t++) {
            targets[t] = below(state, count);
            /* Far jumps are rarer in what guests write. */
            if (chance(state, 60))
                targets[t] = (i + 1 + below(state, 3)) % count;
            if (trial->kind == graph_reducible && targets[t] <= i)
                targets[t] = i + 1 < count ? i + 1 + below(state, count - i - 1) : i;
        }
        if (i + 1 == count || kind < 2)
            set_last_end(trial, i, kind);
        else
            graph_set_targets(trial, i,
                              target_count == 1   ? (kind < 8 ? ir_graph_jump : ir_graph_switch)
                              : target_count == 2 ? (kind < 14 ? ir_graph_branch : ir_graph_switch)
                                                  : ir_graph_switch,
                              targets, target_count);
    }
}

/* Is to on every way to from? Walks the graph without it. */
static bool
dominates(const struct graph_trial *trial, uint32_t to, uint32_t from)
{
    bool *seen = base_arena_new_array(trial->arena, bool, trial->blocks.count);
    uint32_t *stack = base_arena_new_array(trial->arena, uint32_t, trial->blocks.count);
    uint32_t depth = 0;

    if (to == 0 || to == from)
        return true;
    seen[0] = seen[to] = true;
    stack[depth++] = 0;
    while (depth > 0) {
        const struct ir_graph_block *block = &trial->blocks.data[stack[--depth]];

        for (uint32_t t = 0; goes_on(block) && t < block->target_count; t++)
            if (!seen[block->targets[t]]) {
                seen[block->targets[t]] = true;
                stack[depth++] = block->targets[t];
            }
    }
    return !seen[from];
}

static void
add_back_edges(struct graph_trial *trial, uint64_t *state)
{
    for (uint32_t i = 0; i < trial->blocks.count; i++) {
        const struct ir_graph_block *block = &trial->blocks.data[i];
        uint32_t *targets = base_arena_new_array(trial->arena, uint32_t, MAX_TARGETS);

        if (!goes_on(block) || !chance(state, 50))
            continue;
        for (uint32_t t = 0; t < block->target_count; t++)
            targets[t] = block->targets[t];
        for (unsigned tries = 0; tries < 4; tries++) {
            const uint32_t to = below(state, i + 1);

            if (to > 0 && dominates(trial, to, i))
                targets[below(state, block->target_count)] = to;
        }
        trial->blocks.data[i].targets = targets;
    }
}

/* ---- structured ones ---- */

struct maker {
    struct graph_trial *trial;
    uint64_t *state;
    uint32_t budget; /* Blocks. */
    uint32_t brk;    /* The innermost loop's merge, IR_GRAPH_NONE outside of loops, */
    uint32_t cont;   /* its continue target, */
    uint32_t leave;  /* and the innermost switch's merge if that is further in. */
};

static uint32_t make_list(struct maker *m, struct graph_list *list, uint32_t block, unsigned depth);

static struct graph_statement *
add_statement(struct maker *m, struct graph_list *list, enum graph_statement_kind kind,
              uint32_t block, uint32_t list_count)
{
    struct base_arena *arena = m->trial->arena;
    struct graph_statement *statement = base_array_add(arena, &list->statements);

    statement->kind = kind;
    statement->block = block;
    statement->list_count = list_count;
    statement->lists = base_arena_new_array(arena, struct graph_list *, list_count);
    for (uint32_t i = 0; i < list_count; i++)
        statement->lists[i] = base_arena_new(arena, struct graph_list);
    return statement;
}

/* A list that begins with a new block and goes on to a block, if it gets to its end. */
static uint32_t
make_branch(struct maker *m, struct graph_list *list, uint32_t to, unsigned depth)
{
    const uint32_t first = add_block(m->trial);
    const uint32_t end = make_list(m, list, first, depth);

    if (end != IR_GRAPH_NONE)
        graph_set_jump(m->trial, end, to);
    return first;
}

/* The block in which control goes on after an if. */
static uint32_t
make_if(struct maker *m, struct graph_list *list, uint32_t block, unsigned depth)
{
    const uint32_t merge = add_block(m->trial);
    const struct graph_statement statement = *add_statement(m, list, graph_if, block, 2);
    uint32_t first = merge, second = merge;

    m->trial->blocks.data[block].merge = merge;
    if (chance(m->state, 80))
        first = make_branch(m, statement.lists[0], merge, depth + 1);
    if (first == merge || chance(m->state, 50))
        second = make_branch(m, statement.lists[1], merge, depth + 1);
    graph_set_branch(m->trial, block, first, second);
    return merge;
}

/* A branch straight out of the loop or on to its next round, as compilers like to make. */
static uint32_t
make_leaving_if(struct maker *m, struct graph_list *list, uint32_t block)
{
    const bool is_break = chance(m->state, 60), is_first = chance(m->state, 50);
    const uint32_t after = add_block(m->trial), to = is_break ? m->brk : m->cont;
    const struct graph_statement statement = *add_statement(m, list, graph_if, block, 2);

    if (is_first)
        graph_set_branch(m->trial, block, to, after);
    else
        graph_set_branch(m->trial, block, after, to);
    (void)add_statement(m, statement.lists[is_first ? 0 : 1],
                        is_break ? graph_break : graph_continue, 0, 0);
    if (m->trial->blocks.data[block].merge == IR_GRAPH_NONE && chance(m->state, 50))
        m->trial->blocks.data[block].merge = after;
    return after;
}

/* A head names the loop's merge, so no if or switch with a merge of its own ends it. */
static uint32_t
make_body(struct maker *m, struct graph_list *list, uint32_t head, unsigned depth)
{
    uint32_t body;

    (void)add_statement(m, list, graph_block, head, 0);
    if (chance(m->state, 40)) {
        body = make_leaving_if(m, list, head);
    } else {
        body = add_block(m->trial);
        graph_set_jump(m->trial, head, body);
    }
    return make_list(m, list, body, depth);
}

static uint32_t
make_loop(struct maker *m, struct graph_list *list, uint32_t block, unsigned depth)
{
    const struct maker outer = *m;
    const uint32_t head = add_block(m->trial), merge = add_block(m->trial);
    const uint32_t cont = add_block(m->trial);
    const struct graph_statement statement = *add_statement(m, list, graph_loop, block, 2);
    uint32_t end;

    graph_set_jump(m->trial, block, head);
    m->trial->blocks.data[head].merge = merge;
    m->brk = merge;
    m->cont = cont;
    m->leave = IR_GRAPH_NONE;
    end = make_body(m, statement.lists[0], head, depth + 1);
    if (end != IR_GRAPH_NONE)
        graph_set_jump(m->trial, end, cont);
    (void)add_statement(m, statement.lists[1], graph_block, cont, 0);
    if (chance(m->state, 40)) {
        const struct graph_statement *last =
            add_statement(m, statement.lists[1], graph_if, cont, 2);
        const bool is_first = chance(m->state, 50);

        (void)add_statement(m, last->lists[is_first ? 0 : 1], graph_break, 0, 0);
        graph_set_branch(m->trial, cont, is_first ? merge : head, is_first ? head : merge);
    } else {
        graph_set_jump(m->trial, cont, head);
    }
    m->brk = outer.brk;
    m->cont = outer.cont;
    m->leave = outer.leave;
    return merge;
}

static uint32_t
make_switch(struct maker *m, struct graph_list *list, uint32_t block, unsigned depth)
{
    const uint32_t merge = add_block(m->trial), count = below(m->state, MAX_TARGETS);
    const struct graph_statement statement = *add_statement(m, list, graph_switch, block, count);
    const uint32_t outer = m->leave;
    uint32_t *firsts = base_arena_new_array(m->trial->arena, uint32_t, (size_t)count + 1);
    uint32_t targets[MAX_TARGETS];
    const uint32_t target_count = 1 + below(m->state, MAX_TARGETS);

    m->trial->blocks.data[block].merge = merge;
    for (uint32_t i = 0; i < count; i++)
        firsts[i] = add_block(m->trial);
    firsts[count] = merge;
    m->leave = merge;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t end = make_list(m, statement.lists[i], firsts[i], depth + 1);
        const bool falls = i + 1 < count && chance(m->state, 40);

        if (end == IR_GRAPH_NONE)
            continue;
        graph_set_jump(m->trial, end, falls ? firsts[i + 1] : merge);
        if (!falls)
            (void)add_statement(m, statement.lists[i], graph_leave, 0, 0);
    }
    m->leave = outer;
    for (uint32_t t = 0; t < target_count; t++)
        targets[t] = firsts[below(m->state, count + 1)];
    graph_set_targets(m->trial, block, ir_graph_switch, targets, target_count);
    for (uint32_t i = list->statements.count; i > 0; i--)
        if (list->statements.data[i - 1].kind == graph_switch) {
            list->statements.data[i - 1].firsts = firsts;
            break;
        }
    return merge;
}

/* False if there is nothing to leave. */
static bool
make_jump(struct maker *m, struct graph_list *list, uint32_t block)
{
    const uint32_t kind = below(m->state, 5);

    if (kind == 0 && m->brk != IR_GRAPH_NONE) {
        graph_set_jump(m->trial, block, m->brk);
        (void)add_statement(m, list, graph_break, 0, 0);
        return true;
    }
    if (kind == 1 && m->cont != IR_GRAPH_NONE) {
        graph_set_jump(m->trial, block, m->cont);
        (void)add_statement(m, list, graph_continue, 0, 0);
        return true;
    }
    if (kind == 2 && m->leave != IR_GRAPH_NONE) {
        graph_set_jump(m->trial, block, m->leave);
        (void)add_statement(m, list, graph_leave, 0, 0);
        return true;
    }
    if (kind == 3)
        m->trial->blocks.data[block].end =
            chance(m->state, 70) ? ir_graph_return : ir_graph_terminate;
    return kind == 3;
}

/* Control is in a block that has no statement yet. The block that it ends in, or none. */
static uint32_t
make_list(struct maker *m, struct graph_list *list, uint32_t block, unsigned depth)
{
    for (;;) {
        (void)add_statement(m, list, graph_block, block, 0);
        if (m->budget == 0 || depth > 6)
            return block;
        m->budget--;
        const uint32_t kind = below(m->state, 20);
        if (kind < 6)
            block = make_if(m, list, block, depth);
        else if (kind < 9)
            block = make_loop(m, list, block, depth);
        else if (kind < 12)
            block = make_switch(m, list, block, depth);
        else if (kind < 14 && m->brk != IR_GRAPH_NONE)
            block = make_leaving_if(m, list, block);
        else if (kind < 17 && depth > 0 && make_jump(m, list, block))
            return IR_GRAPH_NONE;
        else
            return block;
    }
}

static void
make_structured(struct graph_trial *trial, uint64_t *state)
{
    struct maker m = {.trial = trial,
                      .state = state,
                      .budget = 3 + below(state, 25),
                      .brk = IR_GRAPH_NONE,
                      .cont = IR_GRAPH_NONE,
                      .leave = IR_GRAPH_NONE};

    trial->program = base_arena_new(trial->arena, struct graph_list);
    (void)make_list(&m, trial->program, add_block(trial), 0);
}

/* ---- all ---- */

struct graph_trial *
graph_create_empty(struct base_arena *arena, uint32_t count)
{
    struct graph_trial *trial = base_arena_new(arena, struct graph_trial);

    trial->arena = arena;
    trial->kind = graph_wild;
    trial->selector_type = ir_type_i32;
    for (uint32_t i = 0; i < count; i++)
        add_block(trial);
    return trial;
}

void
graph_finish(struct graph_trial *trial)
{
    const uint32_t count = trial->blocks.count;

    trial->uses = base_arena_alloc_array(trial->arena, count, sizeof(*trial->uses));
    trial->firsts = base_arena_new_array(trial->arena, ir_ref, count);
    trial->results = base_arena_new_array(trial->arena, ir_ref, count);
    for (uint32_t i = 0; i < count; i++)
        for (unsigned u = 0; u < GRAPH_MAX_USES; u++)
            trial->uses[i][u] = i;
    trial->graph = (struct ir_graph){trial->blocks.data, count, build_block, build_edge, trial};
    trial->structure = ir_structure_create(&trial->graph, trial->arena);
}

struct graph_trial *
graph_create(struct base_arena *arena, uint64_t seed, enum graph_kind kind, bool has_ballots)
{
    static const enum ir_type types[] = {ir_type_i8, ir_type_i16, ir_type_i32, ir_type_i64};
    struct graph_trial *trial = graph_create_empty(arena, 0);
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)kind;

    (void)next(&state);
    trial->kind = kind;
    trial->seed = seed;
    trial->has_ballots = has_ballots;
    trial->has_edges = chance(&state, 50);
    trial->selector_type = types[below(&state, 4)];
    if (kind == graph_structured)
        make_structured(trial, &state);
    else
        make_unstructured(trial, &state);
    if (kind == graph_reducible)
        add_back_edges(trial, &state);
    graph_finish(trial);
    for (uint32_t i = 0; i < trial->blocks.count; i++)
        for (unsigned u = 0; u < GRAPH_MAX_USES; u++)
            trial->uses[i][u] = below(&state, trial->blocks.count);
    return trial;
}
