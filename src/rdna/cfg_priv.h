/* SPDX-License-Identifier: MIT
 *
 * What the parts of the control flow graph share.
 */
#ifndef RDNA_CFG_PRIV_H
#define RDNA_CFG_PRIV_H

#include "rdna/cfg.h"

/* ---- cfg_target.c ---- */

/* Instructions on one straight way to a jump, in their order. */
struct rdna_way {
    const struct rdna_inst *insts;
    uint32_t count;
};

/* The longest that is looked at. */
#define RDNA_MAX_WAY 64

/**
 * The byte offset that the way's last instruction, a jump, goes to.
 *
 * \return false if the instructions before it do not make the address of s_getpc_b64's.
 */
bool rdna_find_target(const struct rdna_way *way, unsigned wave_size, uint64_t *target);

/* ---- cfg_dominators.c ---- */

/* Edges of a graph, by node: those of node i are from first[i] to first[i + 1]. */
struct rdna_edges {
    uint32_t *first;
    uint32_t *nodes;
};

/* The edges turned around. */
struct rdna_edges rdna_turn_edges(struct base_arena *arena, const struct rdna_edges *edges,
                                  uint32_t count);
/* Of each node that can be reached from root its immediate dominator; RDNA_CFG_NONE of root and of
 * the others. */
uint32_t *rdna_find_dominators(struct base_arena *arena, uint32_t count, uint32_t root,
                               const struct rdna_edges *from, const struct rdna_edges *to);
/* Numbers the nodes of a tree, so that those below one are from first to last. */
void rdna_number_tree(struct base_arena *arena, const uint32_t *parent, uint32_t count,
                      uint32_t root, uint32_t **first, uint32_t **last);
/* Fills in idom, ipdom and reaches_end. from has the blocks, and one more node before all of the
 * entries. */
void rdna_cfg_find_dominators(struct rdna_cfg *cfg, struct base_arena *arena,
                              const struct rdna_edges *from, const struct rdna_edges *to);

/* ---- cfg_loops.c ---- */

void rdna_cfg_find_loops(struct rdna_cfg *cfg, struct base_arena *arena,
                         const struct rdna_edges *from, const struct rdna_edges *to);

/* ---- cfg_live.c ---- */

void rdna_cfg_find_live(struct rdna_cfg *cfg, struct base_arena *arena,
                        const struct rdna_edges *to);

#endif
