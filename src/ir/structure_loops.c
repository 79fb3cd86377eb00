/* SPDX-License-Identifier: MIT
 *
 * Loops, and what stands in them. A natural loop is what reaches its head by a back edge. A loop
 * whose guest names its merge block has more in it: what is reached from inside without passing the
 * merge, such as the way to a return. Everything else that leaves a loop stands after it.
 */
#include "ir/structure_priv.h"

/* ---- natural loops, by Tarjan's method ---- */

static uint32_t
find_root(uint32_t *up, uint32_t n)
{
    while (up[n] != n) {
        up[n] = up[up[n]];
        n = up[n];
    }
    return n;
}

/* What reaches head backwards from its back edges; loops further in count as their heads. */
static void
collect_loop(struct ir_structure *s, uint32_t head, uint32_t *up, uint32_t *stack)
{
    uint32_t depth = 0;

    for (uint32_t n = head;;) {
        const struct structure_node *node = &s->nodes[n];

        for (uint32_t p = 0; p < node->pred_count; p++) {
            const struct structure_edge *edge = &s->edges[s->preds[node->first_pred + p]];
            const uint32_t from = find_root(up, edge->from);

            /* Of the head's edges the back ones, of all others those from outside. */
            if (edge->is_back != (n == head) || from == head)
                continue;
            up[from] = head;
            s->nodes[from].level = head;
            stack[depth++] = from;
        }
        if (depth == 0)
            return;
        n = stack[--depth];
    }
}

void
structure_find_natural_loops(struct ir_structure *s)
{
    uint32_t *up = base_arena_new_array(s->arena, uint32_t, s->node_count);
    uint32_t *stack = base_arena_new_array(s->arena, uint32_t, s->node_count);

    s->root = s->node_count;
    for (uint32_t n = 0; n < s->node_count; n++) {
        up[n] = n;
        s->nodes[n].level = s->root;
    }
    for (uint32_t i = s->order_count; i > 0; i--) {
        struct structure_node *node = &s->nodes[s->order[i - 1]];

        for (uint32_t p = 0; p < node->pred_count; p++)
            node->is_head = node->is_head || s->edges[s->preds[node->first_pred + p]].is_back;
        if (node->is_head)
            collect_loop(s, s->order[i - 1], up, stack);
    }
    for (uint32_t i = 0; i < s->order_count; i++) {
        const uint32_t n = s->order[i];

        s->nodes[n].loop = s->nodes[n].is_head ? n : s->nodes[n].level;
    }
}

/* ---- the tree of loops ---- */

/* jump halves the way up as often as it can: steps to any depth are logarithmic. */
static void
add_loop(struct ir_structure *s, uint32_t head)
{
    struct structure_node *loop = &s->nodes[head];
    const struct structure_node *above = &s->nodes[loop->level];
    const struct structure_node *far = &s->nodes[above->jump];

    loop->depth = above->depth + 1;
    loop->jump = above->depth - far->depth == far->depth - s->nodes[far->jump].depth ? far->jump
                                                                                     : loop->level;
}

uint32_t
structure_loop_at_depth(const struct ir_structure *s, uint32_t loop, uint32_t depth)
{
    while (s->nodes[loop].depth > depth) {
        const uint32_t jump = s->nodes[loop].jump;

        loop = s->nodes[jump].depth >= depth ? jump : s->nodes[loop].level;
    }
    return loop;
}

/* The innermost loop around both. */
static uint32_t
common_loop(const struct ir_structure *s, uint32_t a, uint32_t b)
{
    if (s->nodes[a].depth > s->nodes[b].depth)
        a = structure_loop_at_depth(s, a, s->nodes[b].depth);
    b = structure_loop_at_depth(s, b, s->nodes[a].depth);
    while (a != b) {
        const bool is_far = s->nodes[a].jump != s->nodes[b].jump;

        a = is_far ? s->nodes[a].jump : s->nodes[a].level;
        b = is_far ? s->nodes[b].jump : s->nodes[b].level;
    }
    return a;
}

/* ---- what else stands in a loop ---- */

/* Which blocks name a block as their merge. */
struct namers {
    uint32_t *first; /* By the named block; STRUCTURE_NONE at the end. */
    uint32_t *next;
    uint32_t *open; /* Of each loop the innermost one around it, or itself, that does not say what
                     * is in it; the root for none. */
};

static uint32_t
merge_of(const struct ir_structure *s, uint32_t n)
{
    const uint32_t merge = n < s->graph.count ? s->graph.blocks[n].merge : IR_GRAPH_NONE;

    return merge < s->graph.count ? merge : STRUCTURE_NONE;
}

static bool
is_reached(const struct ir_structure *s, uint32_t n)
{
    return s->nodes[n].position != STRUCTURE_NONE;
}

/* Is the node in the natural loop? Asked before levels change further in. */
static bool
is_in_loop(const struct ir_structure *s, uint32_t n, uint32_t head)
{
    const uint32_t loop = s->nodes[n].loop;

    return s->nodes[loop].depth >= s->nodes[head].depth &&
           structure_loop_at_depth(s, loop, s->nodes[head].depth) == head;
}

static void
find_namers(const struct ir_structure *s, struct namers *namers)
{
    namers->first = base_arena_new_array(s->arena, uint32_t, s->node_count);
    namers->next = base_arena_new_array(s->arena, uint32_t, s->node_count);
    namers->open = base_arena_new_array(s->arena, uint32_t, (size_t)s->node_count + 1);
    for (uint32_t n = 0; n < s->node_count; n++)
        namers->first[n] = STRUCTURE_NONE;
    for (uint32_t i = 0; i < s->order_count; i++) {
        const uint32_t n = s->order[i], merge = merge_of(s, n);

        if (!s->nodes[n].is_head || merge == STRUCTURE_NONE)
            continue;
        namers->next[n] = namers->first[merge];
        namers->first[merge] = n;
    }
}

/* Does the loop's guest say where it ends, and can that be? */
static bool
is_closed(const struct ir_structure *s, uint32_t head)
{
    const uint32_t merge = merge_of(s, head);

    if (merge == STRUCTURE_NONE)
        return false;
    return !is_reached(s, merge) ||
           (merge != head && structure_dominates(s, head, merge) && !is_in_loop(s, merge, head));
}

/* The loop that the node's region stands in: its natural level, or a loop further in that all ways
 * to it come from, that says where it ends, and that does not end here. */
static uint32_t
level_of(const struct ir_structure *s, const struct namers *namers, uint32_t n)
{
    const struct structure_node *node = &s->nodes[n];
    uint32_t level = STRUCTURE_NONE;

    for (uint32_t p = 0; p < node->pred_count; p++) {
        const struct structure_edge *edge = &s->edges[s->preds[node->first_pred + p]];
        const uint32_t loop = s->nodes[edge->from].loop;

        if (!edge->is_back)
            level = level == STRUCTURE_NONE ? loop : common_loop(s, level, loop);
    }
    if (level == STRUCTURE_NONE ||
        s->nodes[namers->open[level]].depth > s->nodes[node->level].depth)
        return node->level;
    for (uint32_t h = namers->first[n]; h != STRUCTURE_NONE; h = namers->next[h]) {
        const uint32_t depth = s->nodes[h].depth;

        if (is_reached(s, h) && depth > s->nodes[node->level].depth &&
            depth <= s->nodes[level].depth && structure_loop_at_depth(s, level, depth) == h)
            level = s->nodes[h].level;
    }
    return level;
}

static void
find_levels(struct ir_structure *s)
{
    struct namers namers;
    uint32_t *open;
    bool *closed = base_arena_new_array(s->arena, bool, s->node_count);

    find_namers(s, &namers);
    open = namers.open;
    s->nodes[s->root] = (struct structure_node){.loop = s->root, .level = s->root, .jump = s->root};
    open[s->root] = s->root;
    for (uint32_t i = 0; i < s->order_count; i++)
        if (s->nodes[s->order[i]].is_head)
            add_loop(s, s->order[i]);
    for (uint32_t i = 0; i < s->order_count; i++)
        if (s->nodes[s->order[i]].is_head)
            closed[s->order[i]] = is_closed(s, s->order[i]);

    /* A node's predecessors, and the head of a loop around, are done before it. */
    for (uint32_t i = 0; i < s->order_count; i++) {
        const uint32_t n = s->order[i];
        struct structure_node *node = &s->nodes[n];

        node->level = level_of(s, &namers, n);
        if (node->is_head) {
            add_loop(s, n);
            open[n] = closed[n] ? open[node->level] : n;
        } else {
            node->loop = node->level;
        }
    }
}

/* ---- the order ---- */

struct adjacency {
    uint32_t *first;
    uint32_t *to;
    uint32_t *counts;
    bool is_filling; /* Else counting. */
};

static void
add_neighbour(struct adjacency *adjacency, uint32_t from, uint32_t to)
{
    if (adjacency->is_filling)
        adjacency->to[adjacency->first[from] + adjacency->counts[from]] = to;
    adjacency->counts[from]++;
}

/* What leaves a loop counts as leaving its head. */
static uint32_t
owner_of(const struct ir_structure *s, uint32_t from, uint32_t level)
{
    const uint32_t loop = s->nodes[from].loop;

    return loop == level ? from : structure_outermost_left(s, loop, level);
}

/* Is the node of this level after or in from's level, and not further in? */
static bool
is_around(const struct ir_structure *s, uint32_t level, uint32_t from)
{
    const uint32_t loop = s->nodes[from].loop;

    return s->nodes[level].depth <= s->nodes[loop].depth &&
           structure_loop_at_depth(s, loop, s->nodes[level].depth) == level;
}

/* What the guest names as a merge. */
static void
add_merges(const struct ir_structure *s, struct adjacency *adjacency, bool is_inner)
{
    for (uint32_t i = 0; i < s->order_count; i++) {
        const uint32_t n = s->order[i], merge = merge_of(s, n);

        if (merge == STRUCTURE_NONE || merge == n || !is_reached(s, merge))
            continue;
        const uint32_t level = s->nodes[merge].level;
        if (structure_dominates(s, n, merge) && is_around(s, level, n) &&
            (s->nodes[n].loop == level) == is_inner)
            add_neighbour(adjacency, owner_of(s, n, level), merge);
    }
}

static void
add_targets(const struct ir_structure *s, struct adjacency *adjacency, bool is_inner)
{
    for (uint32_t i = 0; i < s->order_count; i++) {
        const struct structure_node *node = &s->nodes[s->order[i]];

        for (uint32_t e = node->edge_count; e > 0; e--) {
            const struct structure_edge *edge = &s->edges[node->first_edge + e - 1];
            const uint32_t level = s->nodes[edge->to].level;

            if (!edge->is_back && (node->loop == level) == is_inner)
                add_neighbour(adjacency, owner_of(s, edge->from, level), edge->to);
        }
    }
}

/* What is tried first comes last: first what leaves loops, then all else; of both first merges,
 * then the last target. */
static void
add_neighbours(const struct ir_structure *s, struct adjacency *adjacency)
{
    for (unsigned is_inner = 0; is_inner < 2; is_inner++) {
        add_merges(s, adjacency, is_inner);
        add_targets(s, adjacency, is_inner);
    }
}

/* A search in which a loop's nodes are found through its head alone, after all that leaves it. */
static void
find_loop_order(struct ir_structure *s)
{
    struct structure_search search;
    struct adjacency adjacency = {
        base_arena_new_array(s->arena, uint32_t, (size_t)s->node_count + 1), NULL,
        base_arena_new_array(s->arena, uint32_t, s->node_count), false};
    uint32_t at = 0;

    add_neighbours(s, &adjacency);
    for (uint32_t n = 0; n < s->node_count; n++) {
        adjacency.first[n] = at;
        at += adjacency.counts[n];
        adjacency.counts[n] = 0;
    }
    adjacency.first[s->node_count] = at;
    adjacency.to = base_arena_new_array(s->arena, uint32_t, at);
    adjacency.is_filling = true;
    add_neighbours(s, &adjacency);
    structure_search(s->arena, adjacency.first, adjacency.to, s->node_count, &search);
    for (uint32_t i = 0; i < s->order_count; i++) {
        const uint32_t n = search.postorder[s->order_count - 1 - i];

        s->order[i] = n;
        s->nodes[n].position = i;
    }
}

/* How large loops are, and which edges leave more than one. */
static void
count_loops(struct ir_structure *s)
{
    for (uint32_t i = 0; i < s->order_count; i++) {
        const struct structure_node *node = &s->nodes[s->order[i]];

        for (uint32_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
            const uint32_t level = structure_edge_level(s, &s->edges[e]);

            if (node->loop == level)
                continue;
            /* Counted from the first loop that is left to the last but one: sums below. */
            struct structure_node *last = &s->nodes[structure_outermost_left(s, node->loop, level)];
            s->nodes[node->loop].exits_further++;
            last->exits_further--;
            last->exits_to_head += s->edges[e].is_back;
        }
    }
    for (uint32_t i = s->order_count; i > 0; i--) {
        struct structure_node *node = &s->nodes[s->order[i - 1]];

        if (node->is_head) {
            node->loop_size++;
            s->nodes[node->level].loop_size += node->loop_size;
            s->nodes[node->level].exits_further += node->exits_further;
        } else {
            s->nodes[node->loop].loop_size++;
        }
    }
}

void
structure_find_loops(struct ir_structure *s)
{
    structure_find_natural_loops(s);
    find_levels(s);
    find_loop_order(s);
    count_loops(s);
}
