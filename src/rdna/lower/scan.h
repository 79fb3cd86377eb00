/* SPDX-License-Identifier: MIT
 *
 * Between scan.c and skip.c.
 */
#ifndef RDNA_LOWER_SCAN_H
#define RDNA_LOWER_SCAN_H

#include "rdna/lower/lower_priv.h"

/* The blocks that can be reached from a branch, up to where its ways have all joined. */
struct rdna_walk {
    BASE_ARRAY(uint32_t) blocks;
    uint32_t end;            /* Where the walk ends; RDNA_CFG_NONE. */
    uint32_t *stamps, stamp; /* By block of the graph: stamp where it is one of them. */
    uint32_t *places;        /* By block of the graph: its place in blocks. */
    uint64_t visits;         /* Is counted up. */
    /* By place: masks of which the lane's bit may not be the same on all ways that lead here. */
    struct rdna_scalars *changed;
};

/* Walks both ways from a branch on a mask, as a lane that has no bit in it. False if it may do
 * something before they join, so that it counts which way it goes. is_by_exec: it is off already
 * where the branch stands. */
bool rdna_skip_walk(struct rdna_lowering *l, struct rdna_walk *walk, uint32_t branch,
                    bool *is_by_exec);

#endif
