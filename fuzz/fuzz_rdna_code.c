/* SPDX-License-Identifier: MIT
 *
 * RDNA code in files of any kind: it is code or errors, its programs lie within it, and graphs of
 * it hold together and are printed.
 */
#include "rdna/cfg.h"
#include "rdna/code.h"

#include <stdio.h>
#include <stdlib.h>

#define LIMIT ((size_t)256 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
die(const char *what)
{
    fprintf(stderr, "%s\n", what);
    abort();
}

static void
check_block(const struct rdna_cfg *cfg, uint32_t index)
{
    const struct rdna_block *block = &cfg->blocks[index];
    const uint32_t ways[] = {block->next, block->target, block->idom, block->ipdom};

    if (block->start >= block->end || block->end > cfg->count || !block->count ||
        block->first + block->count > cfg->inst_count)
        die("a block outside of the code");
    if (rdna_cfg_find(cfg, block->start) != index)
        die("a block that is not found");
    for (size_t i = 0; i < BASE_COUNT(ways); i++)
        if (ways[i] != RDNA_CFG_NONE && ways[i] >= cfg->block_count)
            die("no block");
    if (block->idom != RDNA_CFG_NONE && !rdna_cfg_dominates(cfg, block->idom, index))
        die("a dominator that is none");
    if (block->loop != RDNA_CFG_NONE && !rdna_cfg_is_in_loop(cfg, index, block->loop))
        die("a block outside of its loop");
}

static void
check_loop(const struct rdna_cfg *cfg, uint32_t index)
{
    const struct rdna_loop *loop = &cfg->loops[index];

    if (!rdna_cfg_is_in_loop(cfg, loop->header, index) || loop->end <= index ||
        loop->end > cfg->loop_count)
        die("a loop without its header");
    if (loop->parent != RDNA_CFG_NONE &&
        (loop->parent >= index || cfg->loops[loop->parent].depth + 1 != loop->depth))
        die("a loop before the one around it");
}

static void
check_graph(const struct rdna_code *code, const struct rdna_program *program,
            struct base_arena *arena)
{
    const struct rdna_cfg_options options = {code->isa, program->wave_size, &program->first, 1};
    const struct rdna_cfg *cfg = rdna_cfg_build(arena, code->words, code->code_count, &options);

    for (uint32_t i = 0; i < cfg->block_count; i++)
        check_block(cfg, i);
    for (uint32_t i = 0; i < cfg->loop_count; i++)
        check_loop(cfg, i);
}

static void
check_code(const struct rdna_code *code, struct base_arena *arena, struct base_diags *diags)
{
    struct base_text text;

    base_text_init(&text, arena);
    if (!code->programs.count || code->code_count > code->count)
        die("code without a program, or with too many words");
    for (uint32_t i = 0; i < code->programs.count; i++) {
        const struct rdna_program *program = &code->programs.data[i];

        if (program->first > program->end || program->end > code->count)
            die("a program outside of the code");
        if (program->wave_size != 32 && program->wave_size != 64)
            die("waves of another size");
        rdna_code_check(code, program, diags);
    }
    check_graph(code, &code->programs.data[0], arena);
    rdna_code_dump(code, NULL, true, &text);
    rdna_code_dump_graphs(code, NULL, "fuzz", &text);
}

static void
try_options(const char *data, size_t size, const struct rdna_code_options *options)
{
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, LIMIT);
    if (BASE_ARENA_CATCH(&arena)) {
        base_diags_init(&diags, &arena, "fuzz");
        const struct rdna_code *code = rdna_code_read(&arena, data, size, options, &diags);

        if ((code == NULL) != (diags.error_count > 0))
            die("code with an error, or neither");
        if (code)
            check_code(code, &arena, &diags);
    }
    base_arena_finish(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct rdna_code_options as_it_says = {.metadata = rdna_find_metadata_reader()};
    const struct rdna_code_options named = {
        .has_isa = true,
        .isa = size % 2 ? rdna_isa_gfx1013 : rdna_isa_gfx1030,
        .wave_size = size % 3 ? 32 : 64,
    };

    try_options((const char *)data, size, &as_it_says);
    try_options((const char *)data, size, &named);
    return 0;
}
