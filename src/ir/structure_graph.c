/* SPDX-License-Identifier: MIT
 *
 * The structuriser's graph. A cycle that can be entered at several nodes gets one head, a dispatch:
 * all edges to these nodes go there, and it goes on to them.
 *
 * Back edges lead to a node that dominates where they come from. Without them, what is strongly
 * connected yet is such a cycle. Its entries and the targets of edges against the search's order go
 * through the dispatch, so that no cycle is left in it; and a loop whose head stands in the cycle
 * and that would now be entered past the head goes through it too. One round makes the graph
 * reducible.
 */
#include "ir/structure_priv.h"

void
structure_search(struct base_arena *arena, const uint32_t *first, const uint32_t *to,
                 uint32_t node_count, struct structure_search *search)
{
    uint32_t *next = base_arena_new_array(arena, uint32_t, node_count);
    uint32_t *stack = base_arena_new_array(arena, uint32_t, node_count);
    uint32_t depth = 1, post = 0;

    search->preorder = base_arena_new_array(arena, uint32_t, node_count);
    search->postorder = base_arena_new_array(arena, uint32_t, node_count);
    search->parent = base_arena_new_array(arena, uint32_t, node_count);
    search->count = 1;
    /* next is the next target's index plus 1; 0: the node was not found yet. */
    for (uint32_t n = 0; n < node_count; n++)
        search->parent[n] = STRUCTURE_NONE;
    search->preorder[0] = 0;
    next[0] = first[0] + 1;
    stack[0] = 0;
    while (depth > 0) {
        const uint32_t from = stack[depth - 1];

        if (next[from] - 1 == first[from + 1]) {
            search->postorder[post++] = from;
            depth--;
            continue;
        }
        const uint32_t node = to[next[from]++ - 1];
        if (next[node] > 0)
            continue;
        next[node] = first[node] + 1;
        search->parent[node] = from;
        search->preorder[search->count++] = node;
        stack[depth++] = node;
    }
}

/* ---- from the guest's graph ---- */

/* How many targets count. */
static uint32_t
target_count(const struct ir_graph_block *block)
{
    switch (block->end) {
    case ir_graph_jump:
        return 1;
    case ir_graph_branch:
        return 2;
    case ir_graph_switch:
        return block->target_count;
    case ir_graph_return:
    case ir_graph_terminate:
    case ir_graph_unreachable:
        break;
    }
    return 0;
}

static void
read_block(struct ir_structure *s, uint32_t block, uint32_t *stamps)
{
    const struct ir_graph_block *from = &s->graph.blocks[block];
    struct structure_node *node = &s->nodes[block];

    node->first_edge = s->edge_count;
    for (uint32_t i = 0; i < target_count(from); i++) {
        const uint32_t to = from->targets[i];

        if (stamps[to] == block + 1)
            continue;
        stamps[to] = block + 1;
        s->edges[s->edge_count++] = (struct structure_edge){block, to, i, STRUCTURE_NONE, false};
    }
    node->edge_count = s->edge_count - node->first_edge;
}

static void
read_graph(struct ir_structure *s)
{
    const struct ir_graph *graph = &s->graph;
    uint32_t *stamps = base_arena_new_array(s->arena, uint32_t, graph->count);
    size_t targets = 0;

    for (uint32_t block = 0; block < graph->count; block++)
        targets += target_count(&graph->blocks[block]);
    if (targets >= UINT32_MAX / 4)
        base_arena_fail(s->arena, base_arena_out_of_memory);
    s->node_count = graph->count;
    s->nodes = base_arena_new_array(s->arena, struct structure_node, (size_t)s->node_count + 1);
    s->edges = base_arena_new_array(s->arena, struct structure_edge, targets);
    for (uint32_t block = 0; block < graph->count; block++)
        read_block(s, block, stamps);
}

/* ---- what is known of every graph ---- */

static void
find_order(struct ir_structure *s, struct structure_search *search)
{
    uint32_t *first = base_arena_new_array(s->arena, uint32_t, (size_t)s->node_count + 1);
    uint32_t *to = base_arena_new_array(s->arena, uint32_t, s->edge_count);

    for (uint32_t n = 0; n < s->node_count; n++) {
        const struct structure_node *node = &s->nodes[n];

        /* The last target is tried first, so that the first comes first in the order. */
        first[n] = node->first_edge;
        for (uint32_t i = 0; i < node->edge_count; i++)
            to[node->first_edge + i] = s->edges[node->first_edge + node->edge_count - 1 - i].to;
    }
    first[s->node_count] = s->edge_count;
    structure_search(s->arena, first, to, s->node_count, search);
    s->order = base_arena_new_array(s->arena, uint32_t, search->count);
    s->order_count = search->count;
    for (uint32_t n = 0; n < s->node_count; n++)
        s->nodes[n].position = STRUCTURE_NONE;
    for (uint32_t i = 0; i < search->count; i++) {
        const uint32_t n = search->postorder[search->count - 1 - i];

        s->order[i] = n;
        s->nodes[n].position = i;
    }
}

static void
find_preds(struct ir_structure *s)
{
    uint32_t at = 0;

    s->preds = base_arena_new_array(s->arena, uint32_t, s->edge_count);
    for (uint32_t n = 0; n < s->node_count; n++)
        s->nodes[n].pred_count = 0;
    for (uint32_t e = 0; e < s->edge_count; e++)
        if (s->nodes[s->edges[e].from].position != STRUCTURE_NONE)
            s->nodes[s->edges[e].to].pred_count++;
    for (uint32_t n = 0; n < s->node_count; n++) {
        s->nodes[n].first_pred = at;
        at += s->nodes[n].pred_count;
        s->nodes[n].pred_count = 0;
    }
    for (uint32_t e = 0; e < s->edge_count; e++) {
        struct structure_node *to = &s->nodes[s->edges[e].to];

        if (s->nodes[s->edges[e].from].position != STRUCTURE_NONE)
            s->preds[to->first_pred + to->pred_count++] = e;
    }
}

/* Does the edge go against the order? */
static bool
goes_back(const struct ir_structure *s, const struct structure_edge *edge)
{
    return s->nodes[edge->to].position <= s->nodes[edge->from].position;
}

/* True if every edge against the order is a back edge. */
static bool
find_back_edges(struct ir_structure *s)
{
    bool is_reducible = true;

    for (uint32_t i = 0; i < s->order_count; i++) {
        const struct structure_node *node = &s->nodes[s->order[i]];

        for (uint32_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
            struct structure_edge *edge = &s->edges[e];

            edge->is_back = goes_back(s, edge) && structure_dominates(s, edge->to, edge->from);
            is_reducible = is_reducible && (edge->is_back || !goes_back(s, edge));
        }
    }
    return is_reducible;
}

static bool
look_over(struct ir_structure *s)
{
    struct structure_search search;

    find_order(s, &search);
    find_preds(s);
    structure_find_dominators(s, &search);
    return find_back_edges(s);
}

/* ---- cycles with several entries ---- */

struct cycles {
    uint32_t *of;     /* The cycle that a node is in; a node of it by which it is named. */
    uint32_t *counts; /* By that node. */
    bool *is_entry;   /* Goes through the dispatch. */
    uint32_t *dispatch;
};

/* Strongly connected by what is no back edge: what reaches a node backwards of all that no node
 * before it in the order took. */
static void
find_cycles(const struct ir_structure *s, struct cycles *cycles)
{
    uint32_t *stack = base_arena_new_array(s->arena, uint32_t, s->node_count);

    for (uint32_t n = 0; n < s->node_count; n++)
        cycles->of[n] = STRUCTURE_NONE;
    for (uint32_t i = 0; i < s->order_count; i++) {
        const uint32_t name = s->order[i];
        uint32_t depth = 0;

        if (cycles->of[name] != STRUCTURE_NONE)
            continue;
        cycles->of[name] = name;
        cycles->counts[name] = 1;
        stack[depth++] = name;
        while (depth > 0) {
            const struct structure_node *node = &s->nodes[stack[--depth]];

            for (uint32_t p = 0; p < node->pred_count; p++) {
                const struct structure_edge *edge = &s->edges[s->preds[node->first_pred + p]];

                if (edge->is_back || cycles->of[edge->from] != STRUCTURE_NONE)
                    continue;
                cycles->of[edge->from] = name;
                cycles->counts[name]++;
                stack[depth++] = edge->from;
            }
        }
    }
}

/* An entry, and the heads of the loops that it is an entry past. */
static void
add_entry(const struct ir_structure *s, struct cycles *cycles, uint32_t entry)
{
    const uint32_t cycle = cycles->of[entry];

    for (uint32_t n = entry; !cycles->is_entry[n];) {
        cycles->is_entry[n] = true;
        if (s->nodes[n].level == s->root || cycles->of[s->nodes[n].level] != cycle)
            return;
        n = s->nodes[n].level;
    }
}

static void
find_entries(const struct ir_structure *s, struct cycles *cycles)
{
    for (uint32_t i = 0; i < s->order_count; i++) {
        const uint32_t n = s->order[i];
        const struct structure_node *node = &s->nodes[n];

        if (cycles->counts[cycles->of[n]] == 1)
            continue;
        for (uint32_t p = 0; p < node->pred_count; p++) {
            const struct structure_edge *edge = &s->edges[s->preds[node->first_pred + p]];

            if (!edge->is_back && (cycles->of[edge->from] != cycles->of[n] || goes_back(s, edge)))
                add_entry(s, cycles, n);
        }
    }
}

/* Gives each cycle its dispatch. Returns how many entries there are. */
static uint32_t
count_dispatches(const struct ir_structure *s, struct cycles *cycles, uint32_t *dispatch_count)
{
    uint32_t entries = 0;

    *dispatch_count = 0;
    for (uint32_t i = 0; i < s->order_count; i++) {
        const uint32_t n = s->order[i], cycle = cycles->of[n];

        if (!cycles->is_entry[n])
            continue;
        entries++;
        if (cycles->dispatch[cycle] == 0)
            cycles->dispatch[cycle] = s->node_count + (*dispatch_count)++;
    }
    return entries;
}

/* Edges to entries go to the dispatch, whose edges go to the entries. */
static void
add_dispatches(struct ir_structure *s, struct cycles *cycles)
{
    uint32_t dispatch_count;
    const uint32_t entry_count = count_dispatches(s, cycles, &dispatch_count);
    const uint32_t old_count = s->node_count;
    struct structure_node *nodes = base_arena_new_array(s->arena, struct structure_node,
                                                        (size_t)old_count + dispatch_count + 1);
    struct structure_edge *edges =
        base_arena_new_array(s->arena, struct structure_edge, (size_t)s->edge_count + entry_count);

    for (uint32_t e = 0; e < s->edge_count; e++) {
        const uint32_t to = s->edges[e].to;

        edges[e] = s->edges[e];
        if (cycles->is_entry[to]) {
            edges[e].entry = to;
            edges[e].to = cycles->dispatch[cycles->of[to]];
        }
    }
    for (uint32_t n = 0; n < old_count; n++) {
        nodes[n] = (struct structure_node){.first_edge = s->nodes[n].first_edge,
                                           .edge_count = s->nodes[n].edge_count};
        if (cycles->is_entry[n])
            nodes[cycles->dispatch[cycles->of[n]]].edge_count++;
    }
    for (uint32_t n = old_count, at = s->edge_count; n < old_count + dispatch_count; n++) {
        nodes[n].first_edge = at;
        at += nodes[n].edge_count;
        nodes[n].edge_count = 0;
    }
    for (uint32_t n = 0; n < old_count; n++) {
        if (!cycles->is_entry[n])
            continue;
        const uint32_t dispatch = cycles->dispatch[cycles->of[n]];
        struct structure_node *node = &nodes[dispatch];
        edges[node->first_edge + node->edge_count++] =
            (struct structure_edge){dispatch, n, STRUCTURE_NONE, STRUCTURE_NONE, false};
    }
    s->nodes = nodes;
    s->node_count += dispatch_count;
    s->edges = edges;
    s->edge_count += entry_count;
}

static void
untangle(struct ir_structure *s)
{
    struct cycles cycles = {base_arena_new_array(s->arena, uint32_t, s->node_count),
                            base_arena_new_array(s->arena, uint32_t, s->node_count),
                            base_arena_new_array(s->arena, bool, s->node_count),
                            base_arena_new_array(s->arena, uint32_t, s->node_count)};

    structure_find_natural_loops(s);
    find_cycles(s, &cycles);
    find_entries(s, &cycles);
    add_dispatches(s, &cycles);
}

void
structure_analyse(struct ir_structure *s)
{
    read_graph(s);
    if (look_over(s))
        return;
    untangle(s);
    (void)look_over(s);
}
