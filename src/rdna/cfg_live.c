/* SPDX-License-Identifier: MIT
 *
 * Which scalar registers are live. What is live before a block only grows, by one register of 129
 * at least each time, which bounds how often a block is looked at.
 */
#include "rdna/cfg_priv.h"

#define WORDS BASE_COUNT(((struct rdna_scalars *)NULL)->bits)

void
rdna_live_step(const struct rdna_inst *inst, unsigned wave_size, struct rdna_scalars *live)
{
    struct rdna_uses uses;

    rdna_inst_uses(inst, wave_size, &uses);
    for (unsigned i = 0; i < WORDS; i++)
        live->bits[i] = (live->bits[i] & ~uses.writes.bits[i]) | uses.reads.bits[i];
}

/* What a block reads before it writes it, and what it writes. */
struct summary {
    struct rdna_scalars reads;
    struct rdna_scalars writes;
};

static struct summary
summarise(const struct rdna_cfg *cfg, const struct rdna_block *block)
{
    struct summary sum = {0};

    for (uint32_t i = block->count; i-- > 0;) {
        struct rdna_uses uses;

        rdna_inst_uses(&cfg->insts[block->first + i], cfg->wave_size, &uses);
        for (unsigned k = 0; k < WORDS; k++) {
            sum.writes.bits[k] |= uses.writes.bits[k];
            sum.reads.bits[k] = (sum.reads.bits[k] & ~uses.writes.bits[k]) | uses.reads.bits[k];
        }
    }
    return sum;
}

static bool
update(const struct rdna_cfg *cfg, struct rdna_block *block, const struct summary *sum)
{
    static const struct rdna_scalars none;
    const struct rdna_scalars *next =
        block->next == RDNA_CFG_NONE ? &none : &cfg->blocks[block->next].live_in;
    const struct rdna_scalars *target =
        block->target == RDNA_CFG_NONE ? &none : &cfg->blocks[block->target].live_in;
    bool grows = false;

    for (unsigned i = 0; i < WORDS; i++) {
        block->live_out.bits[i] |= next->bits[i] | target->bits[i];
        const uint64_t in = (block->live_out.bits[i] & ~sum->writes.bits[i]) | sum->reads.bits[i];
        grows |= in != block->live_in.bits[i];
        block->live_in.bits[i] = in;
    }
    return grows;
}

/* Whoever goes on from there may read anything. */
static void
add_all(struct rdna_scalars *set)
{
    for (unsigned i = 0; i < RDNA_SCALAR_COUNT; i++)
        if (i != RDNA_NULL)
            rdna_scalars_add(set, i);
}

void
rdna_cfg_find_live(struct rdna_cfg *cfg, struct base_arena *arena, const struct rdna_edges *to)
{
    const uint32_t count = cfg->block_count;
    struct summary *sums = base_arena_new_array(arena, struct summary, count);
    /* A ring: each block is in it once at most. */
    uint32_t *work = base_arena_new_array(arena, uint32_t, count);
    bool *is_waiting = base_arena_new_array(arena, bool, count);
    uint32_t first = 0, waiting = count;

    for (uint32_t i = 0; i < count; i++) {
        sums[i] = summarise(cfg, &cfg->blocks[i]);
        if (cfg->blocks[i].exit == rdna_exit_unknown)
            add_all(&cfg->blocks[i].live_out);
        work[i] = count - 1 - i;
        is_waiting[i] = true;
    }
    while (waiting > 0) {
        const uint32_t node = work[first];

        first = first + 1 == count ? 0 : first + 1;
        waiting--;
        is_waiting[node] = false;
        if (!update(cfg, &cfg->blocks[node], &sums[node]))
            continue;
        for (uint32_t e = to->first[node]; e < to->first[node + 1]; e++) {
            const uint32_t before = to->nodes[e];
            if (before == count || is_waiting[before])
                continue;
            is_waiting[before] = true;
            work[(first + waiting++) % count] = before;
        }
    }
}
