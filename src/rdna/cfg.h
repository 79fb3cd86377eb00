/* SPDX-License-Identifier: MIT
 *
 * The control flow graph of a program: what can be reached from where it is entered, blocks, who
 * dominates whom, loops, and which scalar registers are live.
 */
#ifndef RDNA_CFG_H
#define RDNA_CFG_H

#include "rdna/inst.h"

#define RDNA_CFG_NONE UINT32_MAX

/* A set of scalar registers, by code; and SCC. */
struct rdna_scalars {
    uint64_t bits[3];
};

enum { RDNA_SCALAR_SCC = 128, RDNA_SCALAR_COUNT = 129 };

/* How a block ends. */
enum rdna_exit {
    rdna_exit_next,    /* It goes on to its successors. */
    rdna_exit_end,     /* The wave ends. */
    rdna_exit_unknown, /* To an address that nothing here says, besides its successors. */
    rdna_exit_invalid, /* Behind it, or where it may go, is a word that begins no instruction, */
    rdna_exit_outside  /* or the end of the code. */
};

struct rdna_block {
    uint32_t start, end; /* Words; from the first instruction's to the one behind the last's. */
    uint32_t first;      /* Of its instructions, which follow each other. */
    uint32_t count;      /* At least 1. */
    uint32_t next;       /* The block behind it, where control may go on; or RDNA_CFG_NONE. */
    uint32_t target;     /* The block that it branches to. */
    uint8_t exit;        /* enum rdna_exit */
    bool is_entry;       /* The program is entered here. */
    uint32_t idom;       /* RDNA_CFG_NONE: an entry, or what ways from several entries reach. */
    uint32_t ipdom;      /* RDNA_CFG_NONE: only the end of all, or it may never come there. */
    bool reaches_end;    /* There is a way out; false in what runs for ever. */
    uint32_t loop;       /* The innermost that it is in; RDNA_CFG_NONE. */
    bool enters_loop;    /* A way from outside the loop leads here and past its header. */
    struct rdna_scalars live_in;
    struct rdna_scalars live_out;
};

/* Loops are in the order of a walk from the outside in: a loop stands before those in it. */
struct rdna_loop {
    uint32_t header;
    uint32_t parent;     /* The loop around it, or RDNA_CFG_NONE. */
    uint32_t depth;      /* 0 for the outermost. */
    uint32_t end;        /* Behind the last loop in it. */
    bool is_irreducible; /* It can be entered past its header. */
};

struct rdna_cfg {
    const uint32_t *words;
    uint32_t count;
    enum rdna_isa isa;
    unsigned wave_size;
    struct rdna_inst *insts; /* Offsets are filled in. */
    uint32_t inst_count;
    struct rdna_block *blocks; /* In the order of their words. */
    uint32_t block_count;
    struct rdna_loop *loops;
    uint32_t loop_count;
    /* Places in the trees of dominators; see rdna_cfg_dominates. */
    const uint32_t *tree_first, *tree_last;
};

struct rdna_cfg_options {
    enum rdna_isa isa;
    unsigned wave_size;
    const uint32_t *entries; /* Words where the code is entered. */
    uint32_t entry_count;
};

/* ---- cfg.c ---- */

/**
 * Makes the graph of what can be reached. Any words will do: what is no instruction ends a block.
 * Takes time and memory in proportion to the words and instructions, but for a logarithm.
 *
 * \param words  Must outlive the graph.
 */
struct rdna_cfg *rdna_cfg_build(struct base_arena *arena, const uint32_t *words, uint32_t count,
                                const struct rdna_cfg_options *options);

/* The block that begins at a word; RDNA_CFG_NONE. */
uint32_t rdna_cfg_find(const struct rdna_cfg *cfg, uint32_t word);

/* ---- cfg_dominators.c ---- */

/* Does every way to b lead through a? A block dominates itself. */
bool rdna_cfg_dominates(const struct rdna_cfg *cfg, uint32_t a, uint32_t b);

/* ---- cfg_loops.c ---- */

bool rdna_cfg_is_in_loop(const struct rdna_cfg *cfg, uint32_t block, uint32_t loop);

/* ---- scalars.c ---- */

static inline bool
rdna_scalars_has(const struct rdna_scalars *set, unsigned code)
{
    return set->bits[code / 64] >> code % 64 & 1;
}

static inline void
rdna_scalars_add(struct rdna_scalars *set, unsigned code)
{
    set->bits[code / 64] |= UINT64_C(1) << code % 64;
}

/* What an instruction does with scalar registers, VCC, EXEC, M0 and SCC. */
struct rdna_uses {
    struct rdna_scalars reads;
    struct rdna_scalars writes; /* It always does. */
    bool writes_any;            /* It also writes one that M0 names. */
};

void rdna_inst_uses(const struct rdna_inst *inst, unsigned wave_size, struct rdna_uses *uses);

/* "s0 s[4:7] vcc scc"; halves of VCC and EXEC by themselves where only one is there. */
void rdna_scalars_print(const struct rdna_scalars *set, struct base_text *out);

/* ---- cfg_live.c ---- */

/* live is what is live behind the instruction, and becomes what is live before it. */
void rdna_live_step(const struct rdna_inst *inst, unsigned wave_size, struct rdna_scalars *live);

/* ---- cfg_print.c ---- */

/* The graph for Graphviz. */
void rdna_cfg_print(const struct rdna_cfg *cfg, const char *name, struct base_text *out);

#endif
