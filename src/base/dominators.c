/* SPDX-License-Identifier: MIT
 *
 * The algorithm of Lengauer and Tarjan, the simple one.
 */
#include "base/dominators.h"

#define NONE UINT32_MAX

struct dominators {
    uint32_t *semi;
    uint32_t *dom;
    uint32_t *ancestor; /* In the forest of what was linked; NONE for a root. */
    uint32_t *label;
    uint32_t *bucket; /* The first that has this for its semidominator, */
    uint32_t *next;   /* and the one after it. */
    uint32_t *path;
};

static void
init(struct dominators *d, struct base_arena *arena, uint32_t count)
{
    uint32_t **const arrays[] = {&d->semi,   &d->dom,  &d->ancestor, &d->label,
                                 &d->bucket, &d->next, &d->path};

    for (uint32_t i = 0; i < BASE_COUNT(arrays); i++)
        *arrays[i] = base_arena_new_array(arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        d->semi[i] = d->label[i] = i;
        d->ancestor[i] = d->bucket[i] = d->next[i] = NONE;
    }
}

/* The node of the least semidominator on the way up to the root of v's tree. The way is cut short
 * for the next time. */
static uint32_t
eval(struct dominators *d, uint32_t v)
{
    uint32_t count = 0;

    if (d->ancestor[v] == NONE)
        return v;
    for (uint32_t u = v; d->ancestor[d->ancestor[u]] != NONE; u = d->ancestor[u])
        d->path[count++] = u;
    while (count > 0) {
        const uint32_t u = d->path[--count], above = d->ancestor[u];

        if (d->semi[d->label[above]] < d->semi[d->label[u]])
            d->label[u] = d->label[above];
        d->ancestor[u] = d->ancestor[above];
    }
    return d->label[v];
}

uint32_t *
base_find_dominators(struct base_arena *arena, const struct base_graph *graph)
{
    struct dominators d;

    init(&d, arena, graph->count);
    for (uint32_t w = graph->count; w-- > 1;) {
        const uint32_t parent = graph->parent[w];

        for (uint32_t i = graph->first_pred[w]; i < graph->first_pred[w + 1]; i++) {
            const uint32_t u = eval(&d, graph->preds[i]);

            if (d.semi[u] < d.semi[w])
                d.semi[w] = d.semi[u];
        }
        d.next[w] = d.bucket[d.semi[w]];
        d.bucket[d.semi[w]] = w;
        d.ancestor[w] = parent;
        for (uint32_t v = d.bucket[parent]; v != NONE; v = d.next[v]) {
            const uint32_t u = eval(&d, v);

            d.dom[v] = d.semi[u] < d.semi[v] ? u : parent;
        }
        d.bucket[parent] = NONE;
    }
    for (uint32_t w = 1; w < graph->count; w++)
        if (d.dom[w] != d.semi[w])
            d.dom[w] = d.dom[d.dom[w]];
    return d.dom;
}
