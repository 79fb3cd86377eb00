/* SPDX-License-Identifier: MIT
 *
 * Dominators by the algorithm of Lengauer and Tarjan, the simple one: O(m log n) for any graph.
 * Here nodes are named by their place in the search's preorder.
 */
#include "ir/structure_priv.h"

struct dominators {
    uint32_t *semi;
    uint32_t *dom;
    uint32_t *parent;
    uint32_t *ancestor; /* In the forest of what was linked; STRUCTURE_NONE for a root. */
    uint32_t *label;
    uint32_t *bucket; /* The first that has this for its semidominator, */
    uint32_t *next;   /* and the one after it. */
    uint32_t *path;
};

/* The node of the least semidominator on the way up to the root of v's tree. The way is cut short
 * for the next time. */
static uint32_t
eval(struct dominators *d, uint32_t v)
{
    uint32_t count = 0;

    if (d->ancestor[v] == STRUCTURE_NONE)
        return v;
    for (uint32_t u = v; d->ancestor[d->ancestor[u]] != STRUCTURE_NONE; u = d->ancestor[u])
        d->path[count++] = u;
    while (count > 0) {
        const uint32_t u = d->path[--count], above = d->ancestor[u];

        if (d->semi[d->label[above]] < d->semi[d->label[u]])
            d->label[u] = d->label[above];
        d->ancestor[u] = d->ancestor[above];
    }
    return d->label[v];
}

static void
init(struct dominators *d, struct base_arena *arena, uint32_t count)
{
    uint32_t **const arrays[] = {&d->semi,  &d->dom,    &d->parent, &d->ancestor,
                                 &d->label, &d->bucket, &d->next,   &d->path};

    for (uint32_t i = 0; i < BASE_COUNT(arrays); i++)
        *arrays[i] = base_arena_new_array(arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        d->semi[i] = d->label[i] = i;
        d->ancestor[i] = d->bucket[i] = d->next[i] = STRUCTURE_NONE;
    }
}

/* number: of nodes, in preorder. */
static void
run(struct dominators *d, const struct ir_structure *s, const struct structure_search *search,
    const uint32_t *number)
{
    for (uint32_t w = search->count - 1; w > 0; w--) {
        const struct structure_node *node = &s->nodes[search->preorder[w]];
        const uint32_t parent = d->parent[w];

        for (uint32_t i = 0; i < node->pred_count; i++) {
            const uint32_t from = s->edges[s->preds[node->first_pred + i]].from;
            const uint32_t u = eval(d, number[from]);

            if (d->semi[u] < d->semi[w])
                d->semi[w] = d->semi[u];
        }
        d->next[w] = d->bucket[d->semi[w]];
        d->bucket[d->semi[w]] = w;
        d->ancestor[w] = parent;
        for (uint32_t v = d->bucket[parent]; v != STRUCTURE_NONE; v = d->next[v]) {
            const uint32_t u = eval(d, v);

            d->dom[v] = d->semi[u] < d->semi[v] ? u : parent;
        }
        d->bucket[parent] = STRUCTURE_NONE;
    }
    for (uint32_t w = 1; w < search->count; w++)
        if (d->dom[w] != d->semi[w])
            d->dom[w] = d->dom[d->dom[w]];
}

/* dom_first and dom_size. A node's dominator stands before it in the order. */
static void
number_tree(struct ir_structure *s)
{
    uint32_t *at = base_arena_new_array(s->arena, uint32_t, s->node_count);

    for (uint32_t i = 0; i < s->order_count; i++)
        s->nodes[s->order[i]].dom_size = 1;
    for (uint32_t i = s->order_count - 1; i > 0; i--) {
        const struct structure_node *node = &s->nodes[s->order[i]];

        s->nodes[node->idom].dom_size += node->dom_size;
    }
    s->nodes[0].dom_first = 0;
    at[0] = 1;
    for (uint32_t i = 1; i < s->order_count; i++) {
        const uint32_t n = s->order[i];
        struct structure_node *node = &s->nodes[n];

        node->dom_first = at[node->idom];
        at[node->idom] += node->dom_size;
        at[n] = node->dom_first + 1;
    }
}

void
structure_find_dominators(struct ir_structure *s, const struct structure_search *search)
{
    uint32_t *number = base_arena_new_array(s->arena, uint32_t, s->node_count);
    struct dominators d;

    init(&d, s->arena, search->count);
    for (uint32_t i = 0; i < search->count; i++)
        number[search->preorder[i]] = i;
    for (uint32_t i = 1; i < search->count; i++)
        d.parent[i] = number[search->parent[search->preorder[i]]];
    run(&d, s, search, number);
    s->nodes[0].idom = STRUCTURE_NONE;
    for (uint32_t i = 1; i < search->count; i++)
        s->nodes[search->preorder[i]].idom = search->preorder[d.dom[i]];
    number_tree(s);
}
