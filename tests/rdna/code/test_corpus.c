/* SPDX-License-Identifier: MIT
 *
 * The programs of a corpus: all are read by their own headers, and what their graphs are like.
 *
 *   test-rdna-code-corpus CORPUS   QUADRILLE_CORPUS goes before it
 */
#include "kit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static const char *corpus;
static uint32_t straight; /* Programs whose first registers were compared. */

struct shape {
    const char *name;
    uint32_t loops;
    uint32_t irreducible;
    uint32_t depth; /* Of the loops, one in another. */
};

/* What their sources say. */
static const struct shape shapes[] = {
    {"rdna/kyty-dispatcher-irreducible-control-flow.hex", 1, 1, 1},
    {"rdna/aco-cs-loop-break-gfx1010-w64.hex", 1, 0, 1},
    {"rdna/aco-cs-if-nested-gfx1010-w64.hex", 0, 0, 0},
    {"rdna/aco-cs-add-mul-gfx1030-w32.hex", 0, 0, 0},
};

/* What a program is given, "s[0-1] s[2] v[0]", and EXEC. */
static struct rdna_scalars
start_registers(const char *text)
{
    struct rdna_scalars set = {0};
    unsigned first, last;

    for (const char *at = strstr(text, "s["); at; at = strstr(at + 1, "s[")) {
        const int count = sscanf(at, "s[%u-%u", &first, &last);

        assert_true(count >= 1 && first < RDNA_SGPR_COUNT);
        for (unsigned i = first; i <= (count == 2 ? last : first); i++)
            rdna_scalars_add(&set, i);
    }
    rdna_scalars_add(&set, RDNA_EXEC_LO);
    rdna_scalars_add(&set, RDNA_EXEC_HI);
    return set;
}

/* What is read before it is written was given. With branches it need not be: where no lane is on, a
 * value that was never set may be read. */
static void
check_start(const char *name, const struct rdna_code *code, const struct rdna_cfg *cfg)
{
    const char *text = rdna_code_header(code, "start_registers");

    if (!text || cfg->block_count != 1)
        return;
    const struct rdna_scalars given = start_registers(text);
    for (unsigned i = 0; i < RDNA_SCALAR_COUNT; i++)
        if (rdna_scalars_has(&cfg->blocks[0].live_in, i) && !rdna_scalars_has(&given, i))
            fail_msg("%s: register %u is live at the start, expected one of %s", name, i, text);
    straight++;
}

static const struct rdna_cfg *
load_graph(struct kit *kit, const char *folder, const char *name)
{
    size_t size;
    const char *data = kit_load(kit, folder, name, &size);
    const struct rdna_code *code = kit_read(kit, data, size, NULL);

    if (!code)
        fail_msg("%s: %s", name, kit->diags.list.data[0].message);
    const struct rdna_program *program = &code->programs.data[0];
    const struct rdna_cfg_options options = {code->isa, program->wave_size, &program->first, 1};
    const struct rdna_cfg *cfg =
        rdna_cfg_build(&kit->arena, code->words, code->code_count, &options);
    check_start(name, code, cfg);
    return cfg;
}

static void
finds_loops(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(shapes); i++) {
        uint32_t irreducible = 0, depth = 0;
        struct kit kit;

        kit_begin(&kit);
        const struct rdna_cfg *cfg = load_graph(&kit, corpus, shapes[i].name);
        for (uint32_t l = 0; l < cfg->loop_count; l++) {
            irreducible += cfg->loops[l].is_irreducible;
            if (cfg->loops[l].depth >= depth)
                depth = cfg->loops[l].depth + 1;
        }
        if (cfg->loop_count != shapes[i].loops || irreducible != shapes[i].irreducible ||
            depth != shapes[i].depth)
            fail_msg("%s: %u loops, %u irreducible, %u deep", shapes[i].name, cfg->loop_count,
                     irreducible, depth);
        kit_end(&kit);
    }
}

struct counts {
    uint32_t programs, loops, odd;
};

/* Holds of any graph. */
static void
check_graph(const char *name, const struct rdna_cfg *cfg, struct counts *counts)
{
    counts->programs++;
    counts->odd += !cfg->block_count;
    counts->loops += cfg->loop_count;
    for (uint32_t i = 0; i < cfg->block_count; i++) {
        const struct rdna_block *block = &cfg->blocks[i];

        counts->odd += block->exit == rdna_exit_invalid || block->exit == rdna_exit_outside;
        if (block->idom == RDNA_CFG_NONE && !block->is_entry)
            fail_msg("%s: block %u has no dominator", name, i);
        if (rdna_scalars_has(&block->live_in, RDNA_NULL))
            fail_msg("%s: null is live", name);
    }
}

static void
reads_folder(const char *below, uint32_t least, uint32_t most_odd)
{
    char folder[4096];
    struct counts counts = {0};

    snprintf(folder, sizeof(folder), "%s/%s", corpus, below);
    DIR *dir = opendir(folder);
    if (!dir)
        fail_msg("%s cannot be opened", folder);
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        const char *ending = strrchr(entry->d_name, '.');
        struct kit kit;

        if (!ending || strcmp(ending, ".hex") != 0)
            continue;
        kit_begin(&kit);
        check_graph(entry->d_name, load_graph(&kit, folder, entry->d_name), &counts);
        kit_end(&kit);
    }
    closedir(dir);
    print_message("%s: %u programs, %u loops, %u ways to no code\n", below, counts.programs,
                  counts.loops, counts.odd);
    assert_true(counts.programs >= least);
    assert_true(counts.odd <= most_odd);
}

static void
reads_all(void **state)
{
    (void)state;
    reads_folder("rdna", 300, 2);
    reads_folder("rdna/llvm", 100, 0);
    reads_folder("rdna/radv", 2000, 0);
    print_message("%u programs without a branch\n", straight);
    assert_true(straight >= 500);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_loops),
        cmocka_unit_test(reads_all),
    };
    char folder[4096];

    if (argc != 2) {
        fputs("usage: test-rdna-code-corpus CORPUS\n", stderr);
        return 2;
    }
    corpus = getenv("QUADRILLE_CORPUS") ? getenv("QUADRILLE_CORPUS") : argv[1];
    snprintf(folder, sizeof(folder), "%s/rdna", corpus);
    DIR *dir = opendir(folder);
    if (!dir) {
        printf("skip: there is no %s\n", folder);
        return 77;
    }
    closedir(dir);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
