/* SPDX-License-Identifier: MIT
 *
 * The graph as Graphviz reads it: a box a block, and a frame around each loop.
 */
#include "rdna/cfg.h"

#include "rdna/print.h"

/* As it stands between quotes. */
static void
add_quoted(struct base_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            base_text_add_char(out, '\\');
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            base_text_printf(out, "\\\\x%02x", (unsigned char)*text);
        else
            base_text_add_char(out, *text);
    }
}

static const char *
exit_text(const struct rdna_block *block)
{
    switch ((enum rdna_exit)block->exit) {
    case rdna_exit_next:
    case rdna_exit_end:
        break;
    case rdna_exit_unknown:
        return "to an address that is not known";
    case rdna_exit_invalid:
        return "to words that are no instruction";
    case rdna_exit_outside:
        return "to the end of the code";
    }
    return NULL;
}

static void
print_block(const struct rdna_cfg *cfg, uint32_t index, struct base_text *out)
{
    const struct rdna_block *block = &cfg->blocks[index];
    const char *exit = exit_text(block);
    char text[RDNA_MAX_TEXT];

    base_text_printf(out, "  b%u [label=\"b%u: 0x%x\\llive: ", index, index, 4 * block->start);
    rdna_scalars_print(&block->live_in, out);
    base_text_add_string(out, "\\l");
    for (uint32_t i = 0; i < block->count; i++) {
        rdna_print(&cfg->insts[block->first + i], cfg->isa, cfg->wave_size, text);
        base_text_add_string(out, "  ");
        add_quoted(out, text);
        base_text_add_string(out, "\\l");
    }
    if (exit)
        base_text_printf(out, "%s\\l", exit);
    base_text_printf(out, "\"%s%s];\n", block->is_entry ? " peripheries=2" : "",
                     block->enters_loop ? " color=red" : "");
}

static void
print_edges(const struct rdna_cfg *cfg, uint32_t index, struct base_text *out)
{
    const struct rdna_block *block = &cfg->blocks[index];
    const bool has_both = block->next != RDNA_CFG_NONE && block->target != RDNA_CFG_NONE;

    if (block->next != RDNA_CFG_NONE)
        base_text_printf(out, "  b%u -> b%u;\n", index, block->next);
    if (block->target != RDNA_CFG_NONE)
        base_text_printf(out, "  b%u -> b%u%s;\n", index, block->target,
                         has_both ? " [label=\"taken\"]" : "");
}

static void
close_frames(uint32_t count, struct base_text *out)
{
    for (; count > 0; count--)
        base_text_add_string(out, "  }\n");
}

/* The blocks of each loop, in a list. */
static uint32_t *
list_blocks(const struct rdna_cfg *cfg, struct base_arena *arena, uint32_t **next)
{
    uint32_t *first = base_arena_new_array(arena, uint32_t, (size_t)cfg->loop_count + 1);

    *next = base_arena_new_array(arena, uint32_t, cfg->block_count);
    for (uint32_t i = 0; i <= cfg->loop_count; i++)
        first[i] = RDNA_CFG_NONE;
    for (uint32_t i = cfg->block_count; i-- > 0;) {
        const uint32_t loop = cfg->blocks[i].loop;
        uint32_t *list = &first[loop == RDNA_CFG_NONE ? cfg->loop_count : loop];
        (*next)[i] = *list;
        *list = i;
    }
    return first;
}

void
rdna_cfg_print(const struct rdna_cfg *cfg, const char *name, struct base_text *out)
{
    uint32_t *next, depth = 0;
    const uint32_t *first = list_blocks(cfg, out->arena, &next);

    base_text_add_string(out, "digraph \"");
    add_quoted(out, name);
    base_text_add_string(out, "\" {\n  node [shape=box fontname=monospace];\n");
    for (uint32_t b = first[cfg->loop_count]; b != RDNA_CFG_NONE; b = next[b])
        print_block(cfg, b, out);
    for (uint32_t i = 0; i < cfg->loop_count; i++) {
        const struct rdna_loop *loop = &cfg->loops[i];

        close_frames(depth - loop->depth, out);
        depth = loop->depth + 1;
        base_text_printf(out, "  subgraph cluster_%u {\n  label=\"%s %u at b%u\";\n", i,
                         loop->is_irreducible ? "irreducible region" : "loop", i, loop->header);
        for (uint32_t b = first[i]; b != RDNA_CFG_NONE; b = next[b])
            print_block(cfg, b, out);
    }
    close_frames(depth, out);
    for (uint32_t i = 0; i < cfg->block_count; i++)
        print_edges(cfg, i, out);
    base_text_add_string(out, "}\n");
}
