/* SPDX-License-Identifier: MIT
 *
 * Reductions and scans over the active lanes of each cluster. Inactive lanes take part with the
 * op's identity; pairs are combined by the op's own loop over the lanes, at distances of 1, 2, 4
 * and so on. So the order of float sums follows from the size of the group alone.
 */
#include "cpu/interp/interp_priv.h"

/* One reduction or scan at work. to, from and other are the values' arrays: to is written next,
 * from was last. */
struct group_op {
    interp_handler combine;
    uint64_t identity;
    size_t bytes; /* Of an element. */
    size_t cluster;
    uint32_t to;
    uint32_t from;
    uint32_t other;
};

static void
set_element(char *at, uint64_t bits, size_t bytes)
{
    const uint8_t word8 = (uint8_t)bits;
    const uint16_t word16 = (uint16_t)bits;
    const uint32_t word32 = (uint32_t)bits;

    switch (bytes) {
    case 1:
        memcpy(at, &word8, 1);
        break;
    case 2:
        memcpy(at, &word16, 2);
        break;
    case 4:
        memcpy(at, &word32, 4);
        break;
    case 8:
        memcpy(at, &bits, 8);
        break;
    }
}

/* Starts from the active lanes' values and, in the other lanes, the identity. */
static struct group_op
begin(const struct interp_inst *inst, char *base, const struct interp_run *run)
{
    const uint32_t *operands = run->program->operands + inst->c;
    const enum ir_op op = (enum ir_op)(inst->b & 0xff);
    const enum ir_type type = (enum ir_type)operands[2];
    const unsigned cluster_log2 = inst->b >> 8;
    struct group_op g = {
        .combine = run->program->loops->alu[op][type],
        .identity = ir_group_identity(op, type),
        .bytes = type == ir_type_bool ? 1 : ir_type_bits((ir_type_id)type) / 8,
        .cluster = run->lanes,
        .to = inst->d,
        .from = operands[0],
        .other = operands[1],
    };

    if (cluster_log2 > 0 && (size_t)1 << cluster_log2 < run->lanes)
        g.cluster = (size_t)1 << cluster_log2;
    memcpy(base + g.from, base + inst->a, run->padded * g.bytes);
    EACH_LANE_OF(i, ~run->active & interp_all_lanes(run->lanes))
    {
        set_element(base + g.from + i * g.bytes, g.identity, g.bytes);
    }
    return g;
}

/* from op other becomes the next from. */
static void
combine(struct group_op *g, char *base, struct interp_run *run)
{
    const struct interp_inst inst = {g->combine, g->to, g->from, g->other, 0};
    const uint32_t from = g->from;

    g->combine(&inst, base, run);
    g->from = g->to;
    g->to = from;
}

/* other becomes from, moved up by so many lanes in each cluster; what is moved in is the
 * identity. */
static void
move_up(const struct group_op *g, char *base, const struct interp_run *run, size_t by)
{
    for (size_t first = 0; first < run->lanes; first += g->cluster) {
        char *other = base + g->other + first * g->bytes;

        for (size_t i = 0; i < by; i++)
            set_element(other + i * g->bytes, g->identity, g->bytes);
        memcpy(other + by * g->bytes, base + g->from + first * g->bytes,
               (g->cluster - by) * g->bytes);
    }
}

static const struct interp_inst *
end(const struct group_op *g, const struct interp_inst *inst, char *base,
    const struct interp_run *run, uint32_t result)
{
    if (result != inst->d)
        memcpy(base + inst->d, base + result, run->padded * g->bytes);
    return inst + 1;
}

INTERP_HANDLER(interp_reduce)
{
    struct group_op g = begin(inst, base, run);

    for (size_t step = 1; step < g.cluster; step *= 2) {
        for (size_t i = 0; i < run->lanes; i += step)
            memcpy(base + g.other + i * g.bytes, base + g.from + (i ^ step) * g.bytes,
                   step * g.bytes);
        combine(&g, base, run);
    }
    return end(&g, inst, base, run, g.from);
}

static void
scan(struct group_op *g, char *base, struct interp_run *run)
{
    for (size_t step = 1; step < g->cluster; step *= 2) {
        move_up(g, base, run, step);
        combine(g, base, run);
    }
}

INTERP_HANDLER(interp_scan_inclusive)
{
    struct group_op g = begin(inst, base, run);

    scan(&g, base, run);
    return end(&g, inst, base, run, g.from);
}

INTERP_HANDLER(interp_scan_exclusive)
{
    struct group_op g = begin(inst, base, run);

    scan(&g, base, run);
    move_up(&g, base, run, 1);
    return end(&g, inst, base, run, g.other);
}
