/* SPDX-License-Identifier: MIT
 *
 * Random graphs of blocks, each in two forms: built by the structuriser, and walked block by block.
 * A lane mixes the number of each block and edge that it comes by into its trace. Where it goes
 * follows from the trace. Its fuel ends it at last.
 */
#ifndef GRAPHS_H
#define GRAPHS_H

#include "ir/structure.h"

#define GRAPH_MAX_USES 2
#define GRAPH_FUEL 120

enum graph_kind {
    graph_structured, /* As a compiler makes them, with merges named. */
    graph_reducible,  /* Edges onwards, and back to dominators. */
    graph_wild,
    graph_kind_count
};

struct graph_statement;
struct graph_list {
    BASE_ARRAY(struct graph_statement) statements;
};

/* A structured graph as it was before it became blocks. */
enum graph_statement_kind {
    graph_block,
    graph_if,     /* By the block before: lists[0] or lists[1]. */
    graph_loop,   /* lists[0] is the body, lists[1] what a continue goes on with. */
    graph_switch, /* By the block before; one list for each of its block's targets in a row. */
    graph_break,
    graph_continue,
    graph_leave /* The switch. */
};

struct graph_statement {
    enum graph_statement_kind kind;
    uint32_t block;
    uint32_t list_count;
    struct graph_list **lists;
    const uint32_t *firsts; /* switch: the first block of each list. */
};

struct graph_trial {
    struct ir_graph graph;
    struct base_arena *arena;
    struct ir_structure *structure;
    enum graph_kind kind;
    uint64_t seed;
    BASE_ARRAY(struct ir_graph_block) blocks;
    struct graph_list *program;       /* Of structured graphs. */
    bool has_edges;                   /* Edges make something. */
    bool has_ballots;                 /* Lanes mix in which of them are there. */
    enum ir_type selector_type;       /* Of switches. */
    uint32_t (*uses)[GRAPH_MAX_USES]; /* Blocks whose values a block uses if it sees them. */
    /* While building: */
    uint32_t trace; /* Variables. */
    uint32_t fuel;
    ir_ref input;
    ir_ref *firsts;  /* The first instruction of each block, */
    ir_ref *results; /* and its value. */
};

struct graph_lane {
    uint32_t input;
    uint32_t trace;
    uint32_t fuel;
    bool is_dropped;
    uint32_t output;
    uint32_t *values; /* The last that each block made. */
};

/* The same seed gives the same graph. */
struct graph_trial *graph_create(struct base_arena *arena, uint64_t seed, enum graph_kind kind,
                                 bool has_ballots);
struct ir_shader *graph_build(struct graph_trial *trial);
void graph_lane_init(const struct graph_trial *trial, struct graph_lane *lane, uint32_t input);
/* Walks the graph with one lane; not for those with ballots. */
void graph_walk(const struct graph_trial *trial, struct graph_lane *lane);
/* Runs a structured graph with up to 32 lanes, all that are together at once. */
void graph_run(const struct graph_trial *trial, struct graph_lane *lanes, uint32_t lane_count);

/* For graphs that a test makes by itself: a trial with count blocks that all return. */
struct graph_trial *graph_create_empty(struct base_arena *arena, uint32_t count);
void graph_set_targets(struct graph_trial *trial, uint32_t block, enum ir_graph_end end,
                       const uint32_t *targets, uint32_t count);
void graph_set_jump(struct graph_trial *trial, uint32_t block, uint32_t to);
void graph_set_branch(struct graph_trial *trial, uint32_t block, uint32_t yes, uint32_t no);
void graph_finish(struct graph_trial *trial);

#endif
