/* SPDX-License-Identifier: MIT
 *
 * Loops by Havlak's algorithm with Ramalingam's change, which makes it near linear: edges that are
 * not of the search's tree are looked at where the ways to their two ends part.
 */
#include "rdna/cfg_priv.h"

/* A list of edges of a node, by index into links. */
struct link {
    uint32_t node;
    uint32_t other; /* The other end, where the list is of whole edges. */
    uint32_t next;
};

struct search {
    struct base_arena *arena;
    struct rdna_cfg *cfg;
    const struct rdna_edges *from;
    uint32_t count;  /* Nodes; the last goes to the entries. */
    uint32_t *order; /* Nodes in preorder. */
    uint32_t order_count;
    uint8_t *state;      /* enum state */
    uint32_t *above;     /* For find: of whole subtrees while searching, of loops later. */
    uint32_t *back;      /* Lists of the nodes that go back to this one, */
    uint32_t *enters;    /* of those that go to it else, */
    uint32_t *crossings; /* and of the edges that part here. */
    uint32_t *header;    /* Of the innermost loop around a node, without the one it heads. */
    uint8_t *heads;      /* It is the header of a loop. */
    uint8_t *in_body;
    BASE_ARRAY(struct link) links;
};

enum state { state_new, state_open, state_done };

static void
add_link(struct search *s, uint32_t *list, uint32_t node, uint32_t other)
{
    struct link *link = base_array_add(s->arena, &s->links);

    *link = (struct link){.node = node, .other = other, .next = *list};
    *list = s->links.count - 1;
}

/* The root of a node's tree. Ways are halved while they are gone. */
static uint32_t
find(struct search *s, uint32_t node)
{
    while (s->above[node] != node) {
        s->above[node] = s->above[s->above[node]];
        node = s->above[node];
    }
    return node;
}

static void
init(struct search *s)
{
    uint32_t **const arrays[] = {&s->order,  &s->above,     &s->back,
                                 &s->enters, &s->crossings, &s->header};

    for (uint32_t i = 0; i < BASE_COUNT(arrays); i++) {
        *arrays[i] = base_arena_new_array(s->arena, uint32_t, s->count);
        memset(*arrays[i], 0xff, s->count * sizeof(uint32_t));
    }
    s->state = base_arena_new_array(s->arena, uint8_t, s->count);
    s->heads = base_arena_new_array(s->arena, uint8_t, s->count);
    s->in_body = base_arena_new_array(s->arena, uint8_t, s->count);
    for (uint32_t i = 0; i < s->count; i++)
        s->above[i] = i;
}

/* An edge to a node that was seen. Nodes that are done were joined to their parents, so the first
 * above that is not done is where the ways part. */
static void
add_seen(struct search *s, uint32_t node, uint32_t next)
{
    if (s->state[next] == state_open)
        add_link(s, &s->back[next], node, 0);
    else
        add_link(s, &s->crossings[find(s, next)], node, next);
}

static void
run_search(struct search *s)
{
    const struct rdna_edges *from = s->from;
    uint32_t *stack = base_arena_new_array(s->arena, uint32_t, s->count);
    uint32_t *at = base_arena_new_array(s->arena, uint32_t, s->count);
    uint32_t depth = 0;

    memcpy(at, from->first, s->count * sizeof(*at));
    stack[depth++] = s->count - 1;
    s->state[s->count - 1] = state_open;
    s->order[s->order_count++] = s->count - 1;
    while (depth > 0) {
        const uint32_t node = stack[depth - 1];

        if (at[node] == from->first[node + 1]) {
            s->state[node] = state_done;
            if (--depth > 0)
                s->above[node] = stack[depth - 1];
            continue;
        }
        const uint32_t next = from->nodes[at[node]++];
        if (s->state[next] != state_new) {
            add_seen(s, node, next);
            continue;
        }
        add_link(s, &s->enters[next], node, 0);
        s->state[next] = state_open;
        s->order[s->order_count++] = next;
        stack[depth++] = next;
    }
    for (uint32_t i = 0; i < s->count; i++)
        s->above[i] = i;
}

/* Gathers the loop of a header: what leads to the nodes that go back to it. Loops in it count as
 * one node, their header. */
static void
find_loop(struct search *s, uint32_t header, uint32_t *body)
{
    uint32_t count = 0;

    for (uint32_t l = s->back[header]; l != RDNA_CFG_NONE; l = s->links.data[l].next) {
        const uint32_t node = find(s, s->links.data[l].node);

        s->heads[header] = true;
        if (node != header && !s->in_body[node]) {
            s->in_body[node] = true;
            body[count++] = node;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t l = s->enters[body[i]]; l != RDNA_CFG_NONE; l = s->links.data[l].next) {
            const uint32_t node = find(s, s->links.data[l].node);
            if (node != header && !s->in_body[node]) {
                s->in_body[node] = true;
                body[count++] = node;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        s->header[body[i]] = header;
        s->above[body[i]] = header;
    }
}

static void
find_loops(struct search *s)
{
    uint32_t *body = base_arena_new_array(s->arena, uint32_t, s->count);

    for (uint32_t i = s->order_count; i-- > 0;) {
        const uint32_t node = s->order[i];

        for (uint32_t l = s->crossings[node]; l != RDNA_CFG_NONE; l = s->links.data[l].next) {
            const uint32_t start = find(s, s->links.data[l].node);
            const uint32_t end = find(s, s->links.data[l].other);
            if (start != end)
                add_link(s, &s->enters[end], start, 0);
        }
        find_loop(s, node, body);
    }
}

/* Does a way lead back to the header that did not come by it? */
static bool
is_irreducible(const struct search *s, uint32_t header)
{
    for (uint32_t l = s->back[header]; l != RDNA_CFG_NONE; l = s->links.data[l].next)
        if (!rdna_cfg_dominates(s->cfg, header, s->links.data[l].node))
            return true;
    return false;
}

/* Loops in preorder of their headers stand before those in them; a walk of the tree of loops then
 * puts the loops of one together. */
static void
list_loops(struct search *s)
{
    struct rdna_cfg *cfg = s->cfg;
    uint32_t *parents = base_arena_new_array(s->arena, uint32_t, s->count);
    uint32_t *first, *last;

    /* The tree of all nodes below the headers around them. */
    memcpy(parents, s->header, s->count * sizeof(*parents));
    for (uint32_t i = 0; i + 1 < s->count; i++)
        if (parents[i] == RDNA_CFG_NONE)
            parents[i] = s->count - 1;
    rdna_number_tree(s->arena, parents, s->count, s->count - 1, &first, &last);

    uint32_t *by_number = base_arena_new_array(s->arena, uint32_t, s->count);
    uint32_t *loop_of = base_arena_new_array(s->arena, uint32_t, s->count);
    for (uint32_t i = 0; i < s->count; i++)
        by_number[first[i]] = i;
    for (uint32_t n = 0; n < s->count; n++)
        cfg->loop_count += s->heads[by_number[n]];
    cfg->loops = base_arena_new_array(s->arena, struct rdna_loop, cfg->loop_count);
    uint32_t count = 0;
    for (uint32_t n = 1; n < s->count; n++) {
        const uint32_t node = by_number[n], around = s->header[node];
        struct rdna_block *block = &cfg->blocks[node];

        block->loop = around == RDNA_CFG_NONE ? RDNA_CFG_NONE : loop_of[around];
        if (!s->heads[node])
            continue;
        struct rdna_loop *loop = &cfg->loops[count];
        *loop = (struct rdna_loop){
            .header = node,
            .parent = block->loop,
            .depth = block->loop == RDNA_CFG_NONE ? 0 : cfg->loops[block->loop].depth + 1,
            .is_irreducible = is_irreducible(s, node),
        };
        block->loop = loop_of[node] = count++;
    }
    /* Loops stand in one piece, so that the last in each is the last in its last. */
    for (uint32_t i = count; i-- > 0;) {
        struct rdna_loop *loop = &cfg->loops[i];
        if (loop->end <= i)
            loop->end = i + 1;
        if (loop->parent != RDNA_CFG_NONE && cfg->loops[loop->parent].end < loop->end)
            cfg->loops[loop->parent].end = loop->end;
    }
}

bool
rdna_cfg_is_in_loop(const struct rdna_cfg *cfg, uint32_t block, uint32_t loop)
{
    const uint32_t inner = cfg->blocks[block].loop;

    return inner != RDNA_CFG_NONE && inner >= loop && inner < cfg->loops[loop].end;
}

static void
find_entered(struct rdna_cfg *cfg, const struct rdna_edges *to)
{
    for (uint32_t i = 0; i < cfg->block_count; i++) {
        struct rdna_block *block = &cfg->blocks[i];

        if (block->loop == RDNA_CFG_NONE || cfg->loops[block->loop].header == i)
            continue;
        for (uint32_t e = to->first[i]; e < to->first[i + 1]; e++)
            if (to->nodes[e] == cfg->block_count ||
                !rdna_cfg_is_in_loop(cfg, to->nodes[e], block->loop))
                block->enters_loop = true;
    }
}

void
rdna_cfg_find_loops(struct rdna_cfg *cfg, struct base_arena *arena, const struct rdna_edges *from,
                    const struct rdna_edges *to)
{
    struct search s = {
        .arena = arena,
        .cfg = cfg,
        .from = from,
        .count = cfg->block_count + 1,
    };

    init(&s);
    run_search(&s);
    find_loops(&s);
    list_loops(&s);
    find_entered(cfg, to);
}
