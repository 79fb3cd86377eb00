/* SPDX-License-Identifier: MIT
 *
 * Dominators of a graph of blocks, and their tree.
 */
#include "base/dominators.h"
#include "ir/structure_priv.h"

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
    uint32_t *parent = base_arena_new_array(s->arena, uint32_t, search->count);
    uint32_t *first_pred = base_arena_new_array(s->arena, uint32_t, (size_t)search->count + 1);
    uint32_t *preds = base_arena_new_array(s->arena, uint32_t, s->edge_count);
    uint32_t pred_count = 0;

    for (uint32_t i = 0; i < search->count; i++)
        number[search->preorder[i]] = i;
    for (uint32_t i = 0; i < search->count; i++) {
        const struct structure_node *node = &s->nodes[search->preorder[i]];

        if (i > 0)
            parent[i] = number[search->parent[search->preorder[i]]];
        first_pred[i] = pred_count;
        for (uint32_t j = 0; j < node->pred_count; j++)
            preds[pred_count++] = number[s->edges[s->preds[node->first_pred + j]].from];
    }
    first_pred[search->count] = pred_count;
    const uint32_t *dom = base_find_dominators(
        s->arena, &(struct base_graph){search->count, parent, first_pred, preds});
    s->nodes[0].idom = STRUCTURE_NONE;
    for (uint32_t i = 1; i < search->count; i++)
        s->nodes[search->preorder[i]].idom = search->preorder[dom[i]];
    number_tree(s);
}
