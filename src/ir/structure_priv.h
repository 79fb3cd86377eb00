/* SPDX-License-Identifier: MIT
 *
 * What the parts of the structuriser share. Nodes are the graph's blocks by their index; behind
 * them come dispatches, which cycles with several entries are given for a head, and last the root
 * of the loops.
 */
#ifndef IR_STRUCTURE_PRIV_H
#define IR_STRUCTURE_PRIV_H

#include "ir/structure.h"

#define STRUCTURE_NONE UINT32_MAX

struct structure_edge {
    uint32_t from;
    uint32_t to;
    uint32_t target; /* Index in the block's targets; STRUCTURE_NONE from a dispatch. */
    uint32_t entry;  /* To a dispatch: the block that it shall go on to; else STRUCTURE_NONE. */
    bool is_back;    /* To a node that dominates from: the head of a loop. */
};

struct structure_node {
    uint32_t first_edge; /* One for each different target, in their order. */
    uint32_t edge_count;
    uint32_t first_pred; /* In preds: edges from reached nodes. */
    uint32_t pred_count;
    uint32_t forward_count; /* Those of them that are not back. */
    uint32_t position;      /* In order; STRUCTURE_NONE if the entry does not reach it. */
    uint32_t idom;
    uint32_t dom_first; /* Preorder in the tree of dominators, */
    uint32_t dom_size;  /* and how many nodes it dominates, itself one of them. */

    /* Loops are named by their heads; the root stands for no loop. */
    bool is_head;
    uint32_t loop;  /* The innermost loop with the node; a head's own. */
    uint32_t level; /* The loop that the node's region stands in: a head's is the one around. */
    uint32_t depth; /* Of heads and the root, in the tree of loops, */
    uint32_t jump;  /* and a loop around, some way up. */
    uint32_t loop_size;
    uint32_t exits_further; /* Edges that leave the loop around a head's too, */
    uint32_t exits_to_head; /* and those that go to its head. */

    /* Where the node is emitted. */
    uint32_t parent;  /* In whose region: a dominator. */
    uint32_t size;    /* Nodes in its region. */
    uint32_t leak;    /* Edges that still are on the way at its region's end. */
    bool is_inline;   /* In a branch of its parent's if; else after the parent's end. */
    uint32_t inside;  /* The first child after its end, by position; for a head: inside the loop, */
    uint32_t outside; /* and after the loop. */
    uint32_t next;    /* Of the same parent's. */
};

enum structure_step_kind {
    structure_step_block,
    structure_step_edge,     /* Of block a: target b. */
    structure_step_if,       /* By the selector of the block before. */
    structure_step_if_case,  /* Does the selector of block a choose the block of its target b? */
    structure_step_switch,   /* Block a's: the selector becomes the place to go to. */
    structure_step_dispatch, /* The entry becomes the place to go to. */
    structure_step_if_goto,  /* Is a the place to go to? */
    structure_step_if_leave, /* Is the place to go to none of the b places from a on? */
    structure_step_else,
    structure_step_endif,
    structure_step_endif_edge, /* Only an edge is in the if: it goes if the edge makes nothing. */
    structure_step_loop,
    structure_step_endloop,
    structure_step_goto,  /* a is the place to go to; not said if nothing asks bag b. */
    structure_step_entry, /* a is the entry that the dispatch goes to. */
    structure_step_break,
    structure_step_continue,
    structure_step_return,
    structure_step_terminate,
    structure_step_nothing
};

struct structure_step {
    enum structure_step_kind kind;
    uint32_t a;
    uint32_t b;
};

/* Edges on the way, as a tree of bags within bags. */
struct structure_bag {
    uint32_t outer; /* The bag that this one went into; STRUCTURE_NONE if none. */
    bool is_asked;  /* Where its edges go to is asked for. */
};

struct ir_structure {
    struct ir_graph graph;
    struct base_arena *arena;
    uint32_t node_count; /* Without the root. */
    uint32_t root;       /* nodes[root] is no node. */
    struct structure_node *nodes;
    struct structure_edge *edges;
    uint32_t edge_count;
    uint32_t *preds;
    uint32_t *order; /* Of reached nodes: forward edges lead onwards. */
    uint32_t order_count;

    BASE_ARRAY(struct structure_step) steps;
    BASE_ARRAY(struct structure_bag) bags;
    bool has_goto;       /* Some step uses the place to go to. */
    uint32_t *block_at;  /* The step that builds the block, STRUCTURE_NONE if none does, */
    uint32_t *block_end; /* and the one that closes the region it stands in. */
};

/* A depth-first search from node 0. first has an element more than there are nodes; the targets of
 * node n are to[first[n]] and on, in the order in which they are tried. */
struct structure_search {
    uint32_t *preorder;
    uint32_t *postorder;
    uint32_t *parent; /* By node; STRUCTURE_NONE for those not found, and for node 0. */
    uint32_t count;   /* Nodes found. */
};

/* structure_graph.c */
void structure_search(struct base_arena *arena, const uint32_t *first, const uint32_t *to,
                      uint32_t node_count, struct structure_search *search);
/* Nodes and edges from the graph; dispatches where cycles have several entries; order, preds,
 * dominators, is_back. */
void structure_analyse(struct ir_structure *s);

/* structure_dominators.c: idom, dom_first, dom_size. Needs preds, order. */
void structure_find_dominators(struct ir_structure *s, const struct structure_search *search);

static inline bool
structure_dominates(const struct ir_structure *s, uint32_t a, uint32_t b)
{
    return s->nodes[b].dom_first - s->nodes[a].dom_first < s->nodes[a].dom_size;
}

/* structure_loops.c */

/* is_head, and as loop the natural loops: what reaches the head by a back edge. A head's own loop
 * is the head, and level the loop around. */
void structure_find_natural_loops(struct ir_structure *s);
/* Loops with what else stands in them, and an order in which every loop is in one piece. */
void structure_find_loops(struct ir_structure *s);
/* The loop around (or the same) that is so deep. */
uint32_t structure_loop_at_depth(const struct ir_structure *s, uint32_t loop, uint32_t depth);

/* The loop whose region an edge ends in: for a back edge the head's own. */
static inline uint32_t
structure_edge_level(const struct ir_structure *s, const struct structure_edge *edge)
{
    return edge->is_back ? edge->to : s->nodes[edge->to].level;
}

/* The outermost loop that a way from inside loop to level leaves. Not for loop == level. */
static inline uint32_t
structure_outermost_left(const struct ir_structure *s, uint32_t loop, uint32_t level)
{
    return structure_loop_at_depth(s, loop, s->nodes[level].depth + 1);
}

/* structure_plan.c: where everything goes, as steps. */
void structure_plan(struct ir_structure *s);

#endif
