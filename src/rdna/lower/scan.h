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
    /* By place: masks of which a lane that was off at the branch does not know whether its bit is
     * the same on all ways that lead here. */
    struct rdna_scalars *changed;
};

/* Walks from a branch on EXEC as a lane that is off there. False if the lane may be switched on
 * on its way. */
bool rdna_skip_walk(struct rdna_lowering *l, struct rdna_walk *walk, uint32_t branch);

#endif
