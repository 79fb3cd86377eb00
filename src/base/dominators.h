/* SPDX-License-Identifier: MIT
 *
 * Dominators of a graph.
 */
#ifndef BASE_DOMINATORS_H
#define BASE_DOMINATORS_H

#include "base/base.h"

/* Nodes are named by their place in the preorder of a search in depth; the root is 0. */
struct base_graph {
    uint32_t count;
    const uint32_t *parent;     /* In the search's tree. */
    const uint32_t *first_pred; /* count + 1 of them: where a node's predecessors begin. */
    const uint32_t *preds;
};

/* The immediate dominator of each node; the root's is the root. At most O(m log n) for m edges and
 * n nodes, whatever the graph. */
uint32_t *base_find_dominators(struct base_arena *arena, const struct base_graph *graph);

#endif
