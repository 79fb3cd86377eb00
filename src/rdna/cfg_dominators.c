/* SPDX-License-Identifier: MIT
 *
 * Dominators of a graph of blocks, from its entry and from its end, and their trees.
 */
#include "base/dominators.h"
#include "rdna/cfg_priv.h"

struct rdna_edges
rdna_turn_edges(struct base_arena *arena, const struct rdna_edges *edges, uint32_t count)
{
    const uint32_t total = edges->first[count];
    struct rdna_edges turned = {
        .first = base_arena_new_array(arena, uint32_t, (size_t)count + 1),
        .nodes = base_arena_new_array(arena, uint32_t, total),
    };

    for (uint32_t e = 0; e < total; e++)
        turned.first[edges->nodes[e]]++;
    /* Ends first; filling them from behind makes them beginnings. */
    for (uint32_t i = 1; i <= count; i++)
        turned.first[i] += turned.first[i - 1];
    for (uint32_t i = count; i-- > 0;)
        for (uint32_t e = edges->first[i + 1]; e-- > edges->first[i];)
            turned.nodes[--turned.first[edges->nodes[e]]] = i;
    turned.first[count] = total;
    return turned;
}

/* A search in depth. Nodes are named by their place in preorder from here on. */
struct search {
    uint32_t *number; /* Of a node; RDNA_CFG_NONE. */
    uint32_t *node;   /* Of a number. */
    uint32_t *parent; /* By number. */
    uint32_t count;
};

static void
enter(struct search *search, uint32_t node, uint32_t parent)
{
    search->number[node] = search->count;
    search->node[search->count] = node;
    search->parent[search->count++] = parent;
}

static struct search
run_search(struct base_arena *arena, uint32_t count, uint32_t root, const struct rdna_edges *from)
{
    struct search search = {
        .number = base_arena_new_array(arena, uint32_t, count),
        .node = base_arena_new_array(arena, uint32_t, count),
        .parent = base_arena_new_array(arena, uint32_t, count),
    };
    uint32_t *stack = base_arena_new_array(arena, uint32_t, count);
    uint32_t *at = base_arena_new_array(arena, uint32_t, count); /* The next edge of each. */
    uint32_t depth = 0;

    for (uint32_t i = 0; i < count; i++) {
        search.number[i] = RDNA_CFG_NONE;
        at[i] = from->first[i];
    }
    enter(&search, root, 0);
    stack[depth++] = root;
    while (depth > 0) {
        const uint32_t node = stack[depth - 1];

        if (at[node] == from->first[node + 1]) {
            depth--;
            continue;
        }
        const uint32_t next = from->nodes[at[node]++];
        if (search.number[next] == RDNA_CFG_NONE) {
            enter(&search, next, search.number[node]);
            stack[depth++] = next;
        }
    }
    return search;
}

uint32_t *
rdna_find_dominators(struct base_arena *arena, uint32_t count, uint32_t root,
                     const struct rdna_edges *from, const struct rdna_edges *to)
{
    const struct search search = run_search(arena, count, root, from);
    uint32_t *first_pred = base_arena_new_array(arena, uint32_t, (size_t)search.count + 1);
    uint32_t *preds = base_arena_new_array(arena, uint32_t, to->first[count]);
    uint32_t *result = base_arena_new_array(arena, uint32_t, count);
    uint32_t pred_count = 0;

    for (uint32_t w = 0; w < search.count; w++) {
        const uint32_t node = search.node[w];

        first_pred[w] = pred_count;
        for (uint32_t e = to->first[node]; e < to->first[node + 1]; e++)
            if (search.number[to->nodes[e]] != RDNA_CFG_NONE)
                preds[pred_count++] = search.number[to->nodes[e]];
    }
    first_pred[search.count] = pred_count;
    const uint32_t *dom = base_find_dominators(
        arena, &(struct base_graph){search.count, search.parent, first_pred, preds});
    for (uint32_t i = 0; i < count; i++)
        result[i] = RDNA_CFG_NONE;
    for (uint32_t w = 1; w < search.count; w++)
        result[search.node[w]] = search.node[dom[w]];
    return result;
}

void
rdna_number_tree(struct base_arena *arena, const uint32_t *parent, uint32_t count, uint32_t root,
                 uint32_t **first, uint32_t **last)
{
    struct rdna_edges up = {
        .first = base_arena_new_array(arena, uint32_t, (size_t)count + 1),
        .nodes = base_arena_new_array(arena, uint32_t, count),
    };
    uint32_t used = 0;

    for (uint32_t i = 0; i < count; i++) {
        up.first[i] = used;
        if (parent[i] != RDNA_CFG_NONE)
            up.nodes[used++] = parent[i];
    }
    up.first[count] = used;
    const struct rdna_edges down = rdna_turn_edges(arena, &up, count);
    const struct search search = run_search(arena, count, root, &down);
    *first = search.number;
    *last = base_arena_new_array(arena, uint32_t, count);
    for (uint32_t w = search.count; w-- > 0;) {
        const uint32_t node = search.node[w];

        if ((*last)[node] < w)
            (*last)[node] = w;
        if (w > 0 && (*last)[search.node[search.parent[w]]] < (*last)[node])
            (*last)[search.node[search.parent[w]]] = (*last)[node];
    }
}

bool
rdna_cfg_dominates(const struct rdna_cfg *cfg, uint32_t a, uint32_t b)
{
    return cfg->tree_first[a] <= cfg->tree_first[b] && cfg->tree_first[b] <= cfg->tree_last[a];
}

/* All turned around, and one more node behind all ways out. */
static struct rdna_edges
edges_from_end(const struct rdna_cfg *cfg, struct base_arena *arena, const struct rdna_edges *to)
{
    const uint32_t count = cfg->block_count;
    struct rdna_edges edges = {
        .first = base_arena_new_array(arena, uint32_t, (size_t)count + 2),
        .nodes = base_arena_new_array(arena, uint32_t, (size_t)to->first[count] + count),
    };
    uint32_t used = 0;

    for (uint32_t i = 0; i < count; i++) {
        edges.first[i] = used;
        for (uint32_t e = to->first[i]; e < to->first[i + 1]; e++)
            if (to->nodes[e] < count)
                edges.nodes[used++] = to->nodes[e];
    }
    edges.first[count] = used;
    for (uint32_t i = 0; i < count; i++)
        if (cfg->blocks[i].exit != rdna_exit_next)
            edges.nodes[used++] = i;
    edges.first[count + 1] = used;
    return edges;
}

void
rdna_cfg_find_dominators(struct rdna_cfg *cfg, struct base_arena *arena,
                         const struct rdna_edges *from, const struct rdna_edges *to)
{
    const uint32_t count = cfg->block_count;
    const uint32_t *idom = rdna_find_dominators(arena, count + 1, count, from, to);
    const struct rdna_edges end_from = edges_from_end(cfg, arena, to);
    const struct rdna_edges end_to = rdna_turn_edges(arena, &end_from, count + 1);
    const uint32_t *ipdom = rdna_find_dominators(arena, count + 1, count, &end_from, &end_to);
    uint32_t *first, *last;

    rdna_number_tree(arena, idom, count + 1, count, &first, &last);
    cfg->tree_first = first;
    cfg->tree_last = last;
    for (uint32_t i = 0; i < count; i++) {
        struct rdna_block *block = &cfg->blocks[i];
        block->idom = idom[i] < count ? idom[i] : RDNA_CFG_NONE;
        block->ipdom = ipdom[i] < count ? ipdom[i] : RDNA_CFG_NONE;
        block->reaches_end = ipdom[i] != RDNA_CFG_NONE;
    }
}
