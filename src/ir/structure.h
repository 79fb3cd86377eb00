/* SPDX-License-Identifier: MIT
 *
 * From a graph of basic blocks to the IR's regions, for front ends whose guests jump. Any graph is
 * taken: reducible ones become ifs and loops as they stand; a loop with several entries goes
 * through a dispatch on a variable at its head.
 *
 * Where control joins, lanes that took different ways go on together: every block that is named as
 * a merge block, and every block with several forward predecessors, stands once, behind the
 * regions that lead to it. What must be skipped on the way there is skipped by a variable that
 * names the block to go to; where it cannot be anything else nothing is asked.
 */
#ifndef IR_STRUCTURE_H
#define IR_STRUCTURE_H

#include "ir/ir.h"

enum ir_graph_end {
    ir_graph_jump,   /* To targets[0]. */
    ir_graph_branch, /* To targets[0] if the selector (bool) is true, else to targets[1]. */
    ir_graph_switch, /* To targets[i + 1] if the selector is cases[i], else to targets[0]. */
    ir_graph_return,
    ir_graph_terminate,
    ir_graph_unreachable /* As return. */
};

#define IR_GRAPH_NONE UINT32_MAX

struct ir_graph_block {
    enum ir_graph_end end;
    uint32_t target_count;
    const uint32_t *targets; /* Blocks, by index. The same one may stand there more than once. */
    const uint64_t *cases;   /* target_count - 1, bits of the selector's type. */
    uint32_t merge;          /* Where control that this block splits joins again, IR_GRAPH_NONE if
                              * the guest does not say. */
    uint32_t at;             /* Place in the source, for ir_build_place. */
};

struct ir_graph {
    const struct ir_graph_block *blocks; /* Block 0 is the entry. */
    uint32_t count;
    /* Builds the instructions of a block. selector: what its end chooses by; not touched for other
     * ends. False ends the whole with false. */
    bool (*build_block)(void *context, struct ir_builder *b, uint32_t block, ir_ref *selector);
    /* Called where control leaves block from for targets[target], before the jump: the place to
     * write variables that stand for merges of the guest. May be NULL. */
    bool (*build_edge)(void *context, struct ir_builder *b, uint32_t from, uint32_t target);
    void *context;
};

struct ir_structure;

/* What can be known before anything is built. Blocks that the entry does not reach are left out of
 * everything. Takes time and memory linear in blocks and targets, or nearly so. */
struct ir_structure *ir_structure_create(const struct ir_graph *graph, struct base_arena *arena);
bool ir_structure_is_reached(const struct ir_structure *structure, uint32_t block);
/* Can a value that is made in one block be used in the other as it is? Where not (the def is inside
 * of a loop that the use is outside of, or does not dominate it), the front end passes it through a
 * variable of the builder. */
bool ir_structure_sees(const struct ir_structure *structure, uint32_t def, uint32_t use);
/* Builds everything. The order: a block after its dominators. False if a callback said so. */
bool ir_structure_build(struct ir_structure *structure, struct ir_builder *b);

#endif
