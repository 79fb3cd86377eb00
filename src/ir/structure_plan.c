/* SPDX-License-Identifier: MIT
 *
 * Where every node goes, as a list of steps. A node's region is its instructions, its end, and the
 * regions of the nodes that it dominates and no node below it does. A node with one edge to it from
 * an if stands in that branch. All others come one after the other behind the end: after a loop if
 * they are not in it. So control that parted has met again where they begin.
 *
 * Edges to a node that comes later are on the way: a bag holds those that come to one place. Where
 * all of them go to the next node nothing is asked; else the node stands in an if on the place to
 * go to. Whether an edge must say where it goes to follows: the bag it was in was asked.
 *
 * If one side of an if lets nothing through, the other may as well stand behind the if, where
 * regions do not grow deep.
 */
#include "ir/structure_priv.h"

/* ---- where nodes stand ---- */

static void
find_parents(struct ir_structure *s)
{
    for (uint32_t i = 1; i < s->order_count; i++) {
        struct structure_node *node = &s->nodes[s->order[i]];
        const uint32_t loop = s->nodes[node->idom].loop;

        node->parent =
            loop == node->level ? node->idom : structure_outermost_left(s, loop, node->level);
    }
}

/* Counts forward edges, and those that leave each region on the way. */
static void
count_edges(struct ir_structure *s)
{
    for (uint32_t i = 0; i < s->order_count; i++) {
        struct structure_node *node = &s->nodes[s->order[i]];

        for (uint32_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
            const struct structure_edge *edge = &s->edges[e];
            struct structure_node *to = &s->nodes[edge->to];

            if (edge->is_back)
                continue;
            to->forward_count++;
            /* On the way from here, or from where the last loop was left, to the parent. */
            if (node->loop == to->level)
                node->leak++;
            else
                s->nodes[structure_outermost_left(s, node->loop, to->level)].leak++;
            s->nodes[to->parent].leak--;
        }
    }
    for (uint32_t i = s->order_count; i > 0; i--) {
        struct structure_node *node = &s->nodes[s->order[i - 1]];

        node->size++;
        if (i == 1)
            break;
        s->nodes[node->parent].size += node->size;
        s->nodes[node->parent].leak += node->leak;
    }
}

static bool
is_if(const struct ir_structure *s, uint32_t n)
{
    return n < s->graph.count && s->nodes[n].edge_count == 2;
}

/* May the edge's node stand in the branch? */
static bool
can_nest(const struct ir_structure *s, const struct structure_edge *edge)
{
    const struct structure_node *to = &s->nodes[edge->to];

    return !edge->is_back && to->forward_count == 1 && s->nodes[edge->from].loop == to->level;
}

/* Does the side of an if let something through to what comes after the if? */
static bool
leaks(const struct ir_structure *s, const struct structure_edge *edge)
{
    if (can_nest(s, edge))
        return s->nodes[edge->to].leak > 0;
    return s->nodes[edge->from].loop == structure_edge_level(s, edge) && !edge->is_back;
}

static void
choose_branches(struct ir_structure *s, uint32_t n)
{
    const struct structure_edge *edges = &s->edges[s->nodes[n].first_edge];
    bool nests[2] = {can_nest(s, &edges[0]), can_nest(s, &edges[1])};
    const bool leak[2] = {leaks(s, &edges[0]), leaks(s, &edges[1])};

    /* The larger side behind, if either could go there. */
    const bool is_first_larger =
        nests[0] && nests[1] && s->nodes[edges[0].to].size > s->nodes[edges[1].to].size;
    if (nests[1] && !leak[0] && !(is_first_larger && !leak[1]))
        nests[1] = false;
    else if (nests[0] && !leak[1])
        nests[0] = false;
    for (unsigned i = 0; i < 2; i++)
        if (nests[i])
            s->nodes[edges[i].to].is_inline = true;
}

static void
find_children(struct ir_structure *s)
{
    for (uint32_t i = 0; i < s->order_count; i++) {
        struct structure_node *node = &s->nodes[s->order[i]];

        node->inside = node->outside = node->next = STRUCTURE_NONE;
        if (is_if(s, s->order[i]))
            choose_branches(s, s->order[i]);
    }
    for (uint32_t i = s->order_count; i > 1; i--) {
        const uint32_t n = s->order[i - 1];
        struct structure_node *node = &s->nodes[n], *parent = &s->nodes[node->parent];
        uint32_t *list = parent->loop == node->level ? &parent->inside : &parent->outside;

        if (node->is_inline)
            continue;
        node->next = *list;
        *list = n;
    }
}

/* ---- steps ---- */

/* Edges on the way to nodes that come later: how many, and the bag that they are in. */
struct way {
    uint32_t count;
    uint32_t bag;
};

enum task_kind { task_block, task_children, task_edge, task_else, task_endif, task_endloop };

struct task {
    enum task_kind kind;
    uint32_t a; /* The node; of task_children the first of them; of task_edge the edge. */
};

struct plan {
    struct ir_structure *s;
    BASE_ARRAY(struct task) tasks;
    BASE_ARRAY(struct way) ways; /* What other branches of open ifs let through. */
    struct way way;              /* What is on the way here. */
    struct way *breaks;          /* By loop: what has left it. */
};

static void
step(struct plan *plan, enum structure_step_kind kind, uint32_t a, uint32_t b)
{
    const struct structure_step next = {kind, a, b};

    base_array_push(plan->s->arena, &plan->s->steps, next);
}

static void
push_task(struct plan *plan, enum task_kind kind, uint32_t a)
{
    const struct task task = {kind, a};

    base_array_push(plan->s->arena, &plan->tasks, task);
}

static uint32_t
add_bag(struct plan *plan)
{
    const struct structure_bag bag = {STRUCTURE_NONE, false};

    base_array_push(plan->s->arena, &plan->s->bags, bag);
    return plan->s->bags.count - 1;
}

static struct way
join(struct plan *plan, struct way a, struct way b)
{
    if (a.count == 0 || b.count == 0)
        return a.count == 0 ? b : a;
    const struct way both = {a.count + b.count, add_bag(plan)};
    plan->s->bags.data[a.bag].outer = both.bag;
    plan->s->bags.data[b.bag].outer = both.bag;
    return both;
}

static void
step_if_goto(struct plan *plan, uint32_t node)
{
    plan->s->has_goto = true;
    step(plan, structure_step_if_goto, plan->s->nodes[node].position, 0);
}

/* Leaves the innermost loop with what is on the way, count edges of it. */
static void
step_break(struct plan *plan, uint32_t loop, uint32_t count)
{
    struct way way = plan->way;

    way.count = count;
    plan->breaks[loop] = join(plan, plan->breaks[loop], way);
    step(plan, structure_step_break, 0, 0);
}

static void
take_edge(struct plan *plan, const struct structure_edge *edge, bool is_said)
{
    struct ir_structure *s = plan->s;
    const struct structure_node *from = &s->nodes[edge->from], *to = &s->nodes[edge->to];

    plan->way = (struct way){0, STRUCTURE_NONE};
    if (edge->target != STRUCTURE_NONE)
        step(plan, structure_step_edge, edge->from, edge->target);
    if (edge->entry != STRUCTURE_NONE)
        step(plan, structure_step_entry, s->nodes[edge->entry].position, 0);
    if (edge->is_back && from->loop == edge->to) {
        step(plan, structure_step_continue, 0, 0);
        return;
    }
    if (to->is_inline && !edge->is_back) {
        push_task(plan, task_block, edge->to);
        return;
    }
    plan->way = (struct way){1, add_bag(plan)};
    if (!is_said || edge->entry != STRUCTURE_NONE)
        step(plan, structure_step_goto, to->position, plan->way.bag);
    if (from->loop != structure_edge_level(s, edge)) {
        step_break(plan, from->loop, 1);
        plan->way.count = 0;
    }
}

/* Is the node's only edge one that its block needs not be asked about: nobody else comes there? */
static bool
is_case_of_its_own(const struct ir_structure *s, const struct structure_edge *edge)
{
    return can_nest(s, edge) && edge->entry == STRUCTURE_NONE;
}

/* The place to go to is computed. Edges that others share make what they make in ifs of their own;
 * those that leave the region leave it there. */
static void
plan_switch(struct plan *plan, uint32_t n)
{
    struct ir_structure *s = plan->s;
    const struct structure_node *node = &s->nodes[n];
    struct way all = {0, STRUCTURE_NONE};

    s->has_goto = true;
    step(plan, structure_step_switch, n, 0);
    for (uint32_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
        const struct structure_edge *edge = &s->edges[e];

        if (is_case_of_its_own(s, edge)) {
            plan->way = (struct way){1, add_bag(plan)};
        } else {
            step_if_goto(plan, edge->entry == STRUCTURE_NONE ? edge->to : edge->entry);
            take_edge(plan, edge, true);
            step(plan, structure_step_else, 0, 0);
            step(plan, structure_step_endif_edge, 0, 0);
        }
        all = join(plan, all, plan->way);
    }
    plan->way = all;
}

static void
plan_dispatch(struct plan *plan, uint32_t n)
{
    const struct structure_node *node = &plan->s->nodes[n];

    plan->s->has_goto = true;
    step(plan, structure_step_dispatch, 0, 0);
    plan->way = (struct way){node->edge_count, add_bag(plan)};
}

static void
plan_end(struct plan *plan, uint32_t n)
{
    struct ir_structure *s = plan->s;
    const struct structure_node *node = &s->nodes[n];

    if (n >= s->graph.count) {
        plan_dispatch(plan, n);
    } else if (node->edge_count == 0) {
        step(plan,
             s->graph.blocks[n].end == ir_graph_terminate ? structure_step_terminate
                                                          : structure_step_return,
             0, 0);
    } else if (node->edge_count == 1) {
        take_edge(plan, &s->edges[node->first_edge], false);
    } else if (node->edge_count == 2) {
        /* A switch asks whether it is another case than the default. */
        const bool is_switch = s->graph.blocks[n].end == ir_graph_switch;
        const uint32_t first = node->first_edge + is_switch;

        step(plan, is_switch ? structure_step_if_case : structure_step_if, n,
             s->edges[first].target);
        push_task(plan, task_endif, 0);
        push_task(plan, task_edge, node->first_edge + !is_switch);
        push_task(plan, task_else, 0);
        push_task(plan, task_edge, first);
    } else {
        plan_switch(plan, n);
    }
}

static void
plan_block(struct plan *plan, uint32_t n)
{
    struct ir_structure *s = plan->s;
    const struct structure_node *node = &s->nodes[n];

    plan->way = (struct way){0, STRUCTURE_NONE};
    if (node->is_head) {
        push_task(plan, task_children, node->outside);
        push_task(plan, task_endloop, n);
        step(plan, structure_step_loop, 0, 0);
    }
    push_task(plan, task_children, node->inside);
    if (n < s->graph.count) {
        s->block_at[n] = s->steps.count;
        step(plan, structure_step_block, n, 0);
    }
    plan_end(plan, n);
}

/* The edge of a switch that only this node is reached by was left for here. */
static void
plan_case_edge(struct plan *plan, uint32_t n)
{
    const struct ir_structure *s = plan->s;
    const struct structure_node *node = &s->nodes[n];

    for (uint32_t p = 0; p < node->pred_count; p++) {
        const struct structure_edge *edge = &s->edges[s->preds[node->first_pred + p]];

        if (!edge->is_back && edge->from < s->graph.count && s->nodes[edge->from].edge_count > 2 &&
            is_case_of_its_own(s, edge))
            step(plan, structure_step_edge, edge->from, edge->target);
    }
}

static void
plan_children(struct plan *plan, uint32_t n)
{
    struct ir_structure *s = plan->s;

    if (n == STRUCTURE_NONE)
        return;
    const struct structure_node *node = &s->nodes[n];
    push_task(plan, task_children, node->next);
    if (plan->way.count != node->forward_count) {
        plan->way.count -= node->forward_count;
        s->bags.data[plan->way.bag].is_asked = true;
        base_array_push(s->arena, &plan->ways, plan->way);
        step_if_goto(plan, n);
        push_task(plan, task_endif, 1);
    }
    plan_case_edge(plan, n);
    push_task(plan, task_block, n);
}

/* What left a loop may have to leave the one around it too, or begin that anew. */
static void
plan_exits(struct plan *plan, uint32_t head)
{
    struct ir_structure *s = plan->s;
    const struct structure_node *node = &s->nodes[head], *around = &s->nodes[node->level];
    const uint32_t further = node->exits_further, to_head = node->exits_to_head;
    const bool is_asked = further < plan->way.count;

    if (further > 0) {
        if (is_asked) {
            s->bags.data[plan->way.bag].is_asked = true;
            s->has_goto = true;
            step(plan, structure_step_if_leave, around->position, around->loop_size);
        }
        step_break(plan, node->level, further);
        if (is_asked) {
            step(plan, structure_step_else, 0, 0);
            step(plan, structure_step_endif, 0, 0);
        }
        plan->way.count -= further;
    }
    if (to_head == 0)
        return;
    const bool is_head_asked = to_head < plan->way.count;
    if (is_head_asked) {
        s->bags.data[plan->way.bag].is_asked = true;
        step_if_goto(plan, node->level);
    }
    step(plan, structure_step_continue, 0, 0);
    if (is_head_asked) {
        step(plan, structure_step_else, 0, 0);
        step(plan, structure_step_endif, 0, 0);
    }
    plan->way.count -= to_head;
}

static void
run_task(struct plan *plan, struct task task)
{
    struct ir_structure *s = plan->s;

    switch (task.kind) {
    case task_block:
        plan_block(plan, task.a);
        break;
    case task_children:
        plan_children(plan, task.a);
        break;
    case task_edge:
        take_edge(plan, &s->edges[task.a], false);
        break;
    case task_else:
        base_array_push(s->arena, &plan->ways, plan->way);
        step(plan, structure_step_else, 0, 0);
        break;
    case task_endif:
        if (task.a) /* Of an if on the place to go to: the other branch is empty. */
            step(plan, structure_step_else, 0, 0);
        step(plan, structure_step_endif, 0, 0);
        plan->way = join(plan, plan->ways.data[--plan->ways.count], plan->way);
        break;
    case task_endloop:
        step(plan, structure_step_endloop, 0, 0);
        plan->way = plan->breaks[task.a];
        plan_exits(plan, task.a);
        break;
    }
}

/* ---- what is known when all steps are ---- */

/* A continue after which the loop ends anyway is none. Backwards: is_tail says whether nothing but
 * the loop's end comes after. */
static void
drop_continues(struct ir_structure *s)
{
    BASE_ARRAY(bool) tails = {0}; /* Of the open ifs, seen from their ends. */
    bool is_tail = false;

    for (uint32_t i = s->steps.count; i > 0; i--) {
        struct structure_step *at = &s->steps.data[i - 1];

        switch ((unsigned)at->kind) {
        case structure_step_endif:
        case structure_step_endif_edge:
            base_array_push(s->arena, &tails, is_tail);
            break;
        case structure_step_else:
            is_tail = tails.data[tails.count - 1];
            break;
        case structure_step_if:
        case structure_step_if_case:
        case structure_step_if_goto:
        case structure_step_if_leave:
            tails.count--;
            is_tail = false;
            break;
        case structure_step_endloop:
            is_tail = true;
            break;
        case structure_step_continue:
            if (is_tail)
                at->kind = structure_step_nothing;
            is_tail = false;
            break;
        case structure_step_block:
        case structure_step_edge:
        case structure_step_switch:
        case structure_step_dispatch:
        case structure_step_loop:
        case structure_step_goto:
        case structure_step_entry:
        case structure_step_break:
        case structure_step_return:
        case structure_step_terminate:
            is_tail = false;
            break;
        }
    }
}

/* Where each block's region ends. */
static void
find_ends(struct ir_structure *s)
{
    BASE_ARRAY(uint32_t) ends = {0};

    base_array_push(s->arena, &ends, s->steps.count);
    for (uint32_t i = s->steps.count; i > 0; i--) {
        const struct structure_step *at = &s->steps.data[i - 1];

        switch ((unsigned)at->kind) {
        case structure_step_endif:
        case structure_step_endif_edge:
        case structure_step_endloop:
            base_array_push(s->arena, &ends, i - 1);
            break;
        case structure_step_else:
            ends.data[ends.count - 1] = i - 1;
            break;
        case structure_step_if:
        case structure_step_if_case:
        case structure_step_if_goto:
        case structure_step_if_leave:
        case structure_step_loop:
            ends.count--;
            break;
        case structure_step_block:
            s->block_end[at->a] = ends.data[ends.count - 1];
            break;
        }
    }
}

/* An edge is asked if any bag that it was in is. Outer bags have higher numbers. */
static void
find_asked(struct ir_structure *s)
{
    for (uint32_t i = s->bags.count; i > 0; i--) {
        struct structure_bag *bag = &s->bags.data[i - 1];

        if (bag->outer != STRUCTURE_NONE && s->bags.data[bag->outer].is_asked)
            bag->is_asked = true;
    }
}

void
structure_plan(struct ir_structure *s)
{
    struct plan plan = {.s = s};

    plan.breaks = base_arena_new_array(s->arena, struct way, s->node_count);
    for (uint32_t n = 0; n < s->graph.count; n++)
        s->block_at[n] = STRUCTURE_NONE;
    find_parents(s);
    count_edges(s);
    find_children(s);
    push_task(&plan, task_block, 0);
    while (plan.tasks.count > 0) {
        const struct task task = plan.tasks.data[--plan.tasks.count];

        run_task(&plan, task);
    }
    drop_continues(s);
    find_ends(s);
    find_asked(s);
}
