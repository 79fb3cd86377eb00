/* SPDX-License-Identifier: MIT
 *
 * What can be reached, and blocks of it. Words are looked at one by one and never followed by
 * recursion, and each at most a few times.
 */
#include "rdna/cfg_priv.h"
#include "rdna/decode.h"

#include <stdlib.h>

enum {
    SEEN = 1,    /* An instruction begins here, or something goes here as if one did. */
    LEADER = 2,  /* A block begins here. */
    NO_CODE = 4, /* It is none. */
    PADDING = 8  /* It is s_code_end, which stands behind code. */
};

struct jump {
    uint32_t word;
    uint32_t target; /* RDNA_CFG_NONE */
    bool is_certain; /* Whichever way leads to the jump. */
};

struct scan {
    struct base_arena *arena;
    struct rdna_cfg *cfg;
    uint8_t *flags;   /* Of each word. */
    uint32_t *before; /* Where the only instruction begins that goes on to this one; later the block
                         that begins here. */
    BASE_ARRAY(uint32_t) work;
    BASE_ARRAY(struct jump) jumps;
    BASE_ARRAY(struct rdna_inst) insts;
    BASE_ARRAY(struct rdna_block) blocks;
};

static bool
decode(const struct rdna_cfg *cfg, uint32_t at, struct rdna_inst *inst)
{
    if (!rdna_decode(cfg->words + at, cfg->count - at, cfg->isa, cfg->wave_size, inst))
        return false;
    inst->offset = 4 * at;
    return true;
}

static uint32_t
effects_of(const struct rdna_inst *inst)
{
    return rdna_op_infos[inst->row].effects;
}

/* Control may go on behind it; calls come back there. */
static bool
goes_on(const struct rdna_inst *inst)
{
    const uint32_t effects = effects_of(inst);

    if (effects & RDNA_END)
        return false;
    return !(effects & (RDNA_BRANCH | RDNA_JUMP)) || effects & (RDNA_COND | RDNA_R_PC);
}

/* The word that a branch goes to; RDNA_CFG_NONE outside of the code. */
static uint32_t
target_of(const struct rdna_cfg *cfg, const struct rdna_inst *inst)
{
    const int64_t word = (int64_t)(inst->offset / 4) + inst->words + inst->imm;

    return word >= 0 && word < cfg->count ? (uint32_t)word : RDNA_CFG_NONE;
}

static void
add_work(struct scan *scan, uint32_t word)
{
    if (word == RDNA_CFG_NONE)
        return;
    if (!(scan->flags[word] & SEEN))
        base_array_push(scan->arena, &scan->work, word);
    scan->flags[word] |= LEADER;
}

/* Follows the code from a word on up to where it does not go on or was before. */
static void
follow(struct scan *scan, uint32_t at)
{
    const struct rdna_cfg *cfg = scan->cfg;
    struct rdna_inst inst;

    while (at < cfg->count && !(scan->flags[at] & SEEN)) {
        scan->flags[at] |= SEEN;
        if (!decode(cfg, at, &inst)) {
            scan->flags[at] |= NO_CODE;
            return;
        }
        if (inst.row == rdna_op_s_code_end) {
            scan->flags[at] |= NO_CODE | PADDING;
            return;
        }
        const uint32_t next = at + inst.words, effects = effects_of(&inst);
        if (effects & RDNA_BRANCH)
            add_work(scan, target_of(cfg, &inst));
        if (effects & RDNA_JUMP) {
            struct jump *jump = base_array_add(scan->arena, &scan->jumps);
            *jump = (struct jump){.word = at, .target = RDNA_CFG_NONE};
        }
        if (!goes_on(&inst))
            return;
        if (next < cfg->count && effects & (RDNA_BRANCH | RDNA_JUMP))
            scan->flags[next] |= LEADER;
        if (next < cfg->count && !(scan->flags[next] & SEEN))
            scan->before[next] = at;
        else if (next < cfg->count)
            scan->flags[next] |= LEADER;
        at = next;
    }
}

/* Looks for the target of a jump in the instructions of its block. */
static uint32_t
find_jump_target(struct scan *scan, const struct jump *jump)
{
    const struct rdna_cfg *cfg = scan->cfg;
    uint32_t words[RDNA_MAX_WAY], count = 0;
    struct rdna_inst insts[RDNA_MAX_WAY];
    struct rdna_way way = {insts, 0};
    uint64_t target;

    for (uint32_t at = jump->word;; at = scan->before[at]) {
        words[count++] = at;
        if (scan->flags[at] & LEADER || count == RDNA_MAX_WAY)
            break;
    }
    while (count > 0)
        decode(cfg, words[--count], &insts[way.count++]);
    if (insts[way.count - 1].row == rdna_op_s_rfe_b64 ||
        !rdna_find_target(&way, cfg->wave_size, &target) || target % 4 != 0 ||
        target / 4 >= cfg->count)
        return RDNA_CFG_NONE;
    return (uint32_t)(target / 4);
}

static void
scan_code(struct scan *scan, const struct rdna_cfg_options *options)
{
    uint32_t asked = 0;

    for (uint32_t i = 0; i < options->entry_count; i++)
        if (options->entries[i] < scan->cfg->count)
            add_work(scan, options->entries[i]);
    /* What a jump leads to may hold more jumps. */
    while (scan->work.count > 0 || asked < scan->jumps.count) {
        if (scan->work.count > 0) {
            follow(scan, scan->work.data[--scan->work.count]);
            continue;
        }
        struct jump *jump = &scan->jumps.data[asked++];
        jump->target = find_jump_target(scan, jump);
        add_work(scan, jump->target);
    }
    /* Ways that were found later may lead past what made the address. */
    for (uint32_t i = 0; i < scan->jumps.count; i++) {
        struct jump *jump = &scan->jumps.data[i];
        jump->is_certain =
            jump->target != RDNA_CFG_NONE && find_jump_target(scan, jump) == jump->target;
    }
}

/* ---- blocks ---- */

static int
compare_jumps(const void *a, const void *b)
{
    const struct jump *x = a, *y = b;

    return x->word < y->word ? -1 : x->word > y->word;
}

static bool
is_code(const struct scan *scan, uint32_t word)
{
    return word < scan->cfg->count && !(scan->flags[word] & NO_CODE);
}

static void
add_exit(struct rdna_block *block, enum rdna_exit exit)
{
    if (block->exit == rdna_exit_next || exit == rdna_exit_unknown)
        block->exit = (uint8_t)exit;
}

/* Control goes from the block to a word, which is set to be a block later. */
static void
add_way(const struct scan *scan, struct rdna_block *block, uint32_t word, uint32_t *way)
{
    if (is_code(scan, word))
        *way = word;
    else if (word < scan->cfg->count && !(scan->flags[word] & PADDING))
        add_exit(block, rdna_exit_invalid);
    else
        add_exit(block, rdna_exit_outside);
}

static void
end_block(struct scan *scan, struct rdna_block *block, const struct rdna_inst *last)
{
    const uint32_t effects = effects_of(last);

    if (goes_on(last))
        add_way(scan, block, block->end, &block->next);
    if (effects & RDNA_END)
        add_exit(block, rdna_exit_end);
    if (effects & RDNA_BRANCH)
        add_way(scan, block, target_of(scan->cfg, last), &block->target);
    if (effects & RDNA_JUMP) {
        const struct jump key = {.word = last->offset / 4};
        const struct jump *jump =
            bsearch(&key, scan->jumps.data, scan->jumps.count, sizeof(key), compare_jumps);
        if (jump->target != RDNA_CFG_NONE)
            add_way(scan, block, jump->target, &block->target);
        if (!jump->is_certain)
            add_exit(block, rdna_exit_unknown);
    }
}

static void
make_block(struct scan *scan, uint32_t start)
{
    const struct rdna_cfg *cfg = scan->cfg;
    struct rdna_block *block = base_array_add(scan->arena, &scan->blocks);
    struct rdna_inst inst;

    *block = (struct rdna_block){
        .start = start,
        .end = start,
        .first = scan->insts.count,
        .next = RDNA_CFG_NONE,
        .target = RDNA_CFG_NONE,
        .idom = RDNA_CFG_NONE,
        .ipdom = RDNA_CFG_NONE,
        .loop = RDNA_CFG_NONE,
    };
    do {
        decode(cfg, block->end, &inst);
        base_array_push(scan->arena, &scan->insts, inst);
        block->end += inst.words;
        block->count++;
    } while (!(effects_of(&inst) & (RDNA_BRANCH | RDNA_JUMP | RDNA_END)) &&
             is_code(scan, block->end) && !(scan->flags[block->end] & LEADER));
    end_block(scan, block, &inst);
}

static void
make_blocks(struct scan *scan, const struct rdna_cfg_options *options)
{
    struct rdna_cfg *cfg = scan->cfg;

    if (scan->jumps.count)
        qsort(scan->jumps.data, scan->jumps.count, sizeof(*scan->jumps.data), compare_jumps);
    for (uint32_t at = 0; at < cfg->count; at++)
        if ((scan->flags[at] & (SEEN | LEADER | NO_CODE)) == (SEEN | LEADER))
            make_block(scan, at);
    cfg->blocks = scan->blocks.data;
    cfg->block_count = scan->blocks.count;
    cfg->insts = scan->insts.data;
    cfg->inst_count = scan->insts.count;
    /* Words become blocks. */
    for (uint32_t i = 0; i < cfg->block_count; i++)
        scan->before[cfg->blocks[i].start] = i;
    for (uint32_t i = 0; i < cfg->block_count; i++) {
        struct rdna_block *block = &cfg->blocks[i];
        if (block->next != RDNA_CFG_NONE)
            block->next = scan->before[block->next];
        if (block->target != RDNA_CFG_NONE)
            block->target = scan->before[block->target];
    }
    for (uint32_t i = 0; i < options->entry_count; i++)
        if (is_code(scan, options->entries[i]))
            cfg->blocks[scan->before[options->entries[i]]].is_entry = true;
}

uint32_t
rdna_cfg_find(const struct rdna_cfg *cfg, uint32_t word)
{
    uint32_t first = 0, end = cfg->block_count;

    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;

        if (cfg->blocks[middle].start == word)
            return middle;
        if (cfg->blocks[middle].start < word)
            first = middle + 1;
        else
            end = middle;
    }
    return RDNA_CFG_NONE;
}

/* ---- edges ---- */

static void
add_edge(struct rdna_edges *edges, uint32_t *count, uint32_t node)
{
    if (node != RDNA_CFG_NONE)
        edges->nodes[(*count)++] = node;
}

/* Of the blocks, and of one more node that goes to all entries. */
static struct rdna_edges
find_edges(const struct rdna_cfg *cfg, struct base_arena *arena)
{
    const uint32_t count = cfg->block_count;
    struct rdna_edges edges = {
        .first = base_arena_new_array(arena, uint32_t, (size_t)count + 2),
        .nodes = base_arena_new_array(arena, uint32_t, (size_t)count * 3),
    };
    uint32_t used = 0;

    for (uint32_t i = 0; i < count; i++) {
        edges.first[i] = used;
        add_edge(&edges, &used, cfg->blocks[i].next);
        if (cfg->blocks[i].target != cfg->blocks[i].next)
            add_edge(&edges, &used, cfg->blocks[i].target);
    }
    edges.first[count] = used;
    for (uint32_t i = 0; i < count; i++)
        if (cfg->blocks[i].is_entry)
            add_edge(&edges, &used, i);
    edges.first[count + 1] = used;
    return edges;
}

struct rdna_cfg *
rdna_cfg_build(struct base_arena *arena, const uint32_t *words, uint32_t count,
               const struct rdna_cfg_options *options)
{
    struct rdna_cfg *cfg = base_arena_new(arena, struct rdna_cfg);
    struct scan scan = {
        .arena = arena,
        .cfg = cfg,
        .flags = base_arena_new_array(arena, uint8_t, count),
        .before = base_arena_new_array(arena, uint32_t, count),
    };

    cfg->words = words;
    cfg->count = count;
    cfg->isa = options->isa;
    cfg->wave_size = options->wave_size;
    scan_code(&scan, options);
    make_blocks(&scan, options);
    base_arena_free(arena, scan.flags, count);
    base_arena_free(arena, scan.before, (size_t)count * sizeof(*scan.before));

    const struct rdna_edges from = find_edges(cfg, arena);
    const struct rdna_edges to = rdna_turn_edges(arena, &from, cfg->block_count + 1);
    rdna_cfg_find_dominators(cfg, arena, &from, &to);
    rdna_cfg_find_loops(cfg, arena, &from, &to);
    rdna_cfg_find_live(cfg, arena, &to);
    return cfg;
}
