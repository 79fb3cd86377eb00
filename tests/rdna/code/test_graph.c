/* SPDX-License-Identifier: MIT
 *
 * Graphs against a reference that goes all ways; targets of computed jumps; programs that are made
 * to be slow.
 */
#include "kit.h"
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>

enum { PROGRAMS = 6000 };

/* A program's model and its graph. */
struct both {
    struct kit kit;
    struct model model;
    const struct rdna_cfg *cfg;
    uint64_t seed;
};

#define expect(both, what, condition)                                                              \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("program %llu: %s", (unsigned long long)(both)->seed, what);                  \
    } while (0)

static void
begin(struct both *b, uint64_t seed)
{
    static const uint32_t entry = 0;
    const unsigned wave_size = seed % 2 ? 32 : 64;
    const struct rdna_cfg_options options = {rdna_isa_gfx1013, wave_size, &entry, 1};

    kit_begin(&b->kit);
    b->seed = seed;
    model_make(&b->model, seed, wave_size);
    uint32_t *words = base_arena_new_array(&b->kit.arena, uint32_t, b->model.count);
    memcpy(words, b->model.words, b->model.count * sizeof(*words));
    b->cfg = rdna_cfg_build(&b->kit.arena, words, b->model.count, &options);
}

/* The first word of a block. */
static int
word_of(const struct both *b, uint32_t block)
{
    return (int)b->cfg->blocks[block].start;
}

/* ---- blocks ---- */

static bool
leads(const struct model *m, uint32_t word)
{
    uint32_t ways = word == 0, straight = 0;

    for (uint32_t i = 0; i < m->count; i++) {
        if (!model_reaches(m, 0, (int)i, -1, NULL))
            continue;
        ways += m->next[i] == (int)word || m->target[i] == (int)word;
        straight += m->next[i] == (int)word && !m->is_branch[i];
    }
    return ways != 1 || !straight;
}

static void
check_blocks(const struct both *b)
{
    const struct model *m = &b->model;
    const struct rdna_cfg *cfg = b->cfg;
    uint32_t block = 0;

    for (uint32_t i = 0; i < m->count; i++) {
        if (!model_reaches(m, 0, (int)i, -1, NULL)) {
            expect(b, "a block that nothing reaches", rdna_cfg_find(cfg, i) == RDNA_CFG_NONE);
            continue;
        }
        if (leads(m, i)) {
            expect(b, "no block where one begins", rdna_cfg_find(cfg, i) == block);
            block++;
        }
        const struct rdna_block *in = &cfg->blocks[block - 1];
        expect(b, "an instruction in no block", i >= in->start && i < in->end);
        expect(b, "an instruction out of place",
               cfg->insts[in->first + i - in->start].offset == 4 * i);
        if (i + 1 < in->end)
            continue;
        expect(b, "another way on",
               in->next ==
                   (m->next[i] < 0 ? RDNA_CFG_NONE : rdna_cfg_find(cfg, (uint32_t)m->next[i])));
        expect(b, "another way to branch",
               in->target ==
                   (m->target[i] < 0 ? RDNA_CFG_NONE : rdna_cfg_find(cfg, (uint32_t)m->target[i])));
        expect(b, "another way out", m->leaves[i] == (in->exit != rdna_exit_next));
        expect(b, "a jump that is known", m->reads_all[i] == (in->exit == rdna_exit_unknown));
    }
    expect(b, "another number of blocks", block == cfg->block_count);
}

/* ---- dominators: a block dominates those that cannot be reached without it ---- */

static bool
dominates(const struct both *b, uint32_t x, uint32_t y)
{
    return x == y || !model_reaches(&b->model, 0, word_of(b, y), word_of(b, x), NULL);
}

static bool
is_behind(const struct both *b, uint32_t x, uint32_t y)
{
    return x == y || !model_leaves(&b->model, word_of(b, y), word_of(b, x));
}

static void
check_dominators(const struct both *b)
{
    const struct rdna_cfg *cfg = b->cfg;

    for (uint32_t y = 0; y < cfg->block_count; y++) {
        const struct rdna_block *block = &cfg->blocks[y];
        const bool leaves = model_leaves(&b->model, word_of(b, y), -1);
        uint32_t above = 0, behind = 0;

        for (uint32_t x = 0; x < cfg->block_count; x++) {
            const bool expected = dominates(b, x, y);
            expect(b, "other dominators", rdna_cfg_dominates(cfg, x, y) == expected);
            above += expected && x != y;
            /* The immediate one is dominated by all others. */
            if (expected && x != y)
                expect(b, "another immediate dominator",
                       block->idom != RDNA_CFG_NONE && dominates(b, x, block->idom));
            if (leaves && x != y && is_behind(b, x, y)) {
                behind++;
                expect(b, "another immediate post-dominator",
                       block->ipdom != RDNA_CFG_NONE && is_behind(b, x, block->ipdom));
            }
        }
        expect(b, "a dominator of the entry", (block->idom == RDNA_CFG_NONE) == !above);
        expect(b, "a dominator that is none",
               !above || (block->idom != y && dominates(b, block->idom, y)));
        expect(b, "another end", block->reaches_end == leaves);
        expect(b, "a post-dominator of nothing", (block->ipdom == RDNA_CFG_NONE) == !behind);
        expect(b, "a post-dominator that is none",
               !behind || (block->ipdom != y && is_behind(b, block->ipdom, y)));
    }
}

/* ---- loops: what can reach itself, and within that the same without the header ---- */

/* The blocks of a set that x can reach and be reached by within it, each by way of its words. */
static uint32_t
component(const struct both *b, const bool *set, uint32_t x, bool *out)
{
    const struct rdna_cfg *cfg = b->cfg;
    bool words[MAX_NODES] = {false};
    uint32_t count = 0;

    for (uint32_t i = 0; i < cfg->block_count; i++)
        for (uint32_t w = cfg->blocks[i].start; set[i] && w < cfg->blocks[i].end; w++)
            words[w] = true;
    for (uint32_t y = 0; y < cfg->block_count; y++) {
        out[y] = set[y] && model_reaches(&b->model, word_of(b, x), word_of(b, y), -1, words) &&
                 model_reaches(&b->model, word_of(b, y), word_of(b, x), -1, words);
        count += out[y];
    }
    return count;
}

static bool
goes_to_itself(const struct both *b, uint32_t x)
{
    return b->cfg->blocks[x].next == x || b->cfg->blocks[x].target == x;
}

/* The loop of x among those directly in around; RDNA_CFG_NONE. */
static uint32_t
loop_below(const struct rdna_cfg *cfg, uint32_t x, uint32_t around)
{
    uint32_t loop = cfg->blocks[x].loop;

    while (loop != RDNA_CFG_NONE && cfg->loops[loop].parent != around)
        loop = cfg->loops[loop].parent;
    return loop;
}

/* The loops directly in a set of blocks are its components. */
static void
check_loops_in(const struct both *b, const bool *set, uint32_t around)
{
    const struct rdna_cfg *cfg = b->cfg;
    bool body[MAX_NODES];

    for (uint32_t x = 0; x < cfg->block_count; x++) {
        if (!set[x])
            continue;
        const uint32_t loop = loop_below(cfg, x, around);
        const bool is_loop = component(b, set, x, body) > 1 || goes_to_itself(b, x);
        expect(b, "another loop", is_loop == (loop != RDNA_CFG_NONE));
        for (uint32_t y = 0; y < cfg->block_count; y++)
            if (is_loop && set[y])
                expect(b, "another block in a loop", rdna_cfg_is_in_loop(cfg, y, loop) == body[y]);
    }
}

static void
check_loops(const struct both *b)
{
    const struct rdna_cfg *cfg = b->cfg;
    bool set[MAX_NODES];

    memset(set, true, sizeof(set));
    check_loops_in(b, set, RDNA_CFG_NONE);
    for (uint32_t l = 0; l < cfg->loop_count; l++) {
        const struct rdna_loop *loop = &cfg->loops[l];
        bool is_entered = false;

        expect(b, "a header outside", rdna_cfg_is_in_loop(cfg, loop->header, l));
        expect(b, "another depth",
               loop->depth ==
                   (loop->parent == RDNA_CFG_NONE ? 0 : cfg->loops[loop->parent].depth + 1));
        for (uint32_t x = 0; x < cfg->block_count; x++) {
            set[x] = rdna_cfg_is_in_loop(cfg, x, l) && x != loop->header;
            is_entered |= set[x] && !dominates(b, loop->header, x);
        }
        expect(b, "another kind of loop", loop->is_irreducible == is_entered);
        check_loops_in(b, set, l);
    }
    for (uint32_t x = 0; x < cfg->block_count; x++) {
        const struct rdna_block *block = &cfg->blocks[x];
        bool enters = false;

        for (uint32_t y = 0; y < cfg->block_count && block->loop != RDNA_CFG_NONE; y++)
            enters |= (cfg->blocks[y].next == x || cfg->blocks[y].target == x) &&
                      !rdna_cfg_is_in_loop(cfg, y, block->loop);
        enters |= x == 0 && block->loop != RDNA_CFG_NONE;
        if (block->loop != RDNA_CFG_NONE && cfg->loops[block->loop].header == x)
            enters = false;
        expect(b, "another way into a loop", block->enters_loop == enters);
    }
}

/* ---- liveness ---- */

static void
check_live(const struct both *b)
{
    const struct rdna_cfg *cfg = b->cfg;

    for (uint32_t x = 0; x < cfg->block_count; x++) {
        const struct rdna_block *block = &cfg->blocks[x];
        struct rdna_scalars live = block->live_out;

        for (uint32_t i = block->count; i-- > 0;) {
            rdna_live_step(&cfg->insts[block->first + i], cfg->wave_size, &live);
            for (unsigned reg = 0; reg < RDNA_SCALAR_COUNT; reg++) {
                const bool expected =
                    reg != RDNA_NULL && model_is_live(&b->model, (int)(block->start + i), reg);
                expect(b, "other live registers", rdna_scalars_has(&live, reg) == expected);
            }
        }
        expect(b, "another set before the block",
               memcmp(&live, &block->live_in, sizeof(live)) == 0);
    }
}

static void
is_as_the_reference_says(void **state)
{
    uint32_t loops = 0, irreducible = 0, deep = 0;
    (void)state;

    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        struct both b;

        begin(&b, seed);
        check_blocks(&b);
        check_dominators(&b);
        check_loops(&b);
        check_live(&b);
        for (uint32_t i = 0; i < b.cfg->loop_count; i++) {
            loops++;
            irreducible += b.cfg->loops[i].is_irreducible;
            deep += b.cfg->loops[i].depth > 1;
        }
        kit_end(&b.kit);
    }
    /* The programs are worth it. */
    assert_true(loops > 1000 && irreducible > 100 && deep > 100);
}

/* ---- computed jumps ---- */

#define GETPC 0xbe801f00       /* s_getpc_b64 s[0:1] */
#define ADD 0x8000ff00         /* s_add_u32 s0, s0, literal */
#define ADDC 0x82018001        /* s_addc_u32 s1, s1, 0 */
#define ADDC_MINUS 0x8201c101  /* s_addc_u32 s1, s1, -1 */
#define SUB 0x8080ff00         /* s_sub_u32 s0, s0, literal */
#define SUBB 0x82818001        /* s_subb_u32 s1, s1, 0 */
#define SETPC 0xbe802000       /* s_setpc_b64 s[0:1] */
#define SWAPPC 0xbe9e2100      /* s_swappc_b64 s[30:31], s[0:1] */
#define MOV_LITERAL 0xbe8003ff /* s_mov_b32 s0, literal */
#define MOVRELD 0xbe823004     /* s_movreld_b32 s2, s4 */
#define NOP 0xbf800000
#define END 0xbf810000
#define CODE_END 0xbf9f0000

static const struct {
    const char *what;
    uint32_t words[12];
    uint32_t count;
    uint32_t block;  /* The word of the jump's block, */
    uint32_t target; /* and where it goes. */
    enum rdna_exit exit;
} jumps[] = {
    {"forward", {GETPC, ADD, 16, ADDC, SETPC, END, END}, 7, 0, 5, rdna_exit_next},
    {"back", {NOP, GETPC, ADD, 0xfffffff8, ADDC_MINUS, SETPC}, 6, 0, 0, rdna_exit_next},
    {"back by a difference", {NOP, GETPC, SUB, 8, SUBB, SETPC}, 6, 0, 0, rdna_exit_next},
    {"a call", {GETPC, ADD, 20, ADDC, SWAPPC, END, END}, 7, 0, 6, rdna_exit_next},
    {"no address", {MOV_LITERAL, 16, SETPC, END, END}, 5, 0, RDNA_CFG_NONE, rdna_exit_unknown},
    {"overwritten",
     {GETPC, ADD, 20, ADDC, MOVRELD, SETPC, END},
     7,
     0,
     RDNA_CFG_NONE,
     rdna_exit_unknown},
    {"outside", {GETPC, ADD, 4000, ADDC, SETPC}, 5, 0, RDNA_CFG_NONE, rdna_exit_unknown},
    {"no whole word", {GETPC, ADD, 18, ADDC, SETPC, END}, 6, 0, RDNA_CFG_NONE, rdna_exit_unknown},
    /* s_cbranch_scc1 past what makes the address: it may be another one. */
    {"joined",
     {0xbf850004, GETPC, ADD, 16, ADDC, SETPC, END},
     7,
     5,
     RDNA_CFG_NONE,
     rdna_exit_unknown},
    /* The jump's own target leads past it, which is known only then. */
    {"joined by itself", {GETPC, ADD, 12, ADDC, SETPC, END}, 6, 4, 4, rdna_exit_unknown},
    {"padding", {NOP, CODE_END, CODE_END}, 3, 0, RDNA_CFG_NONE, rdna_exit_outside},
    {"no instruction", {NOP, 0xffffffff, END}, 3, 0, RDNA_CFG_NONE, rdna_exit_invalid},
    {"past the end", {0xbf820001, END, 0x7e000280, END}, 4, 0, 2, rdna_exit_next},
};

static void
follows_computed_jumps(void **state)
{
    static const uint32_t entry = 0;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(jumps); i++) {
        const struct rdna_cfg_options options = {rdna_isa_gfx1013, 64, &entry, 1};
        struct kit kit;

        kit_begin(&kit);
        const struct rdna_cfg *cfg =
            rdna_cfg_build(&kit.arena, jumps[i].words, jumps[i].count, &options);
        const uint32_t index = rdna_cfg_find(cfg, jumps[i].block);
        if (index == RDNA_CFG_NONE)
            fail_msg("%s: no block at word %u", jumps[i].what, jumps[i].block);
        const struct rdna_block *block = &cfg->blocks[index];
        const uint32_t target =
            block->target == RDNA_CFG_NONE ? RDNA_CFG_NONE : cfg->blocks[block->target].start;
        if (target != jumps[i].target || block->exit != jumps[i].exit)
            fail_msg("%s: goes to %u, exit %u", jumps[i].what, target, block->exit);
        kit_end(&kit);
    }
}

/* Nothing that can be entered is no graph, and no fault. */
static void
takes_no_code(void **state)
{
    static const uint32_t words[] = {0xffffffff, END}, entries[] = {0, 7};
    const struct rdna_cfg_options options = {rdna_isa_gfx1013, 64, entries, 2};
    struct base_text text;
    struct kit kit;
    (void)state;

    kit_begin(&kit);
    const struct rdna_cfg *cfg = rdna_cfg_build(&kit.arena, words, 2, &options);
    assert_int_equal(cfg->block_count, 0);
    assert_int_equal(cfg->loop_count, 0);
    base_text_init(&text, &kit.arena);
    rdna_cfg_print(cfg, "a \"name\"", &text);
    assert_non_null(strstr(text.data, "digraph \"a \\\"name\\\"\""));
    kit_end(&kit);
}

/* ---- programs that are made to be slow ---- */

enum { HOSTILE = 120000 };

/* s_cbranch_scc0 from one word to another. */
static uint32_t
branch(int64_t from, int64_t to)
{
    return 0xbf840000 | ((uint32_t)(to - from - 1) & 0xffff);
}

static int64_t
hostile_target(int pattern, int64_t at, uint64_t *random)
{
    const int64_t far = 32000, period = 2 * far;

    switch (pattern) {
    case 0: /* Loops in loops. */
        return at % period < far ? at + 1 : at - 2 * (at % period - far) - 1;
    case 1: /* Anywhere. */
        return at + (int64_t)(kit_random(random) % (2 * far)) - far;
    case 2: /* Back past where it was entered from. */
        return at % 2 ? at - (at % far) / 2 : at + 3;
    case 3: /* Loops that are entered everywhere. */
        return at % 3 ? at + (at * 7) % 1000 : at - at % far;
    default: /* Back a little. */
        return at - 2;
    }
}

static void
takes_hostile_programs(void **state)
{
    static const uint32_t entry = 0;
    (void)state;

    for (int pattern = 0; pattern < 5; pattern++) {
        const struct rdna_cfg_options options = {rdna_isa_gfx1013, 64, &entry, 1};
        uint64_t random = 7;
        struct kit kit;

        kit_begin(&kit);
        uint32_t *words = base_arena_new_array(&kit.arena, uint32_t, HOSTILE);
        for (int64_t i = 0; i < HOSTILE; i++)
            words[i] = branch(i, hostile_target(pattern, i, &random));
        const struct rdna_cfg *cfg = rdna_cfg_build(&kit.arena, words, HOSTILE, &options);
        assert_int_equal(cfg->block_count, HOSTILE);
        kit_end(&kit);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_as_the_reference_says),
        cmocka_unit_test(follows_computed_jumps),
        cmocka_unit_test(takes_no_code),
        cmocka_unit_test(takes_hostile_programs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
