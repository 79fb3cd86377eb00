/* SPDX-License-Identifier: MIT */
#include "rdna/decode.h"
#include "rdna/print.h"

#include <stdio.h>

/* Where comments begin. */
enum { comment_column = 56 };

enum { mark_start = 1, mark_target = 2, mark_label = mark_start | mark_target };

struct dump {
    const uint32_t *words;
    size_t count;
    const struct rdna_dump_options *options;
    uint8_t *marks; /* Of each word; NULL without labels. */
    struct base_text *out;
};

/* The word that an instruction branches to; false if it does not, or to none of the program's. */
static bool
branch_target(const struct dump *dump, const struct rdna_inst *inst, size_t at, size_t *target)
{
    if (!(rdna_op_infos[inst->row].effects & RDNA_BRANCH))
        return false;
    const int64_t to = (int64_t)at + inst->words + inst->imm;
    if (to < 0 || (uint64_t)to > dump->count)
        return false;
    *target = (size_t)to;
    return true;
}

/* Only where an instruction begins is there a label to go to. */
static void
find_targets(struct dump *dump)
{
    struct rdna_inst inst;

    dump->marks = base_arena_new_array(dump->out->arena, uint8_t, dump->count + 1);
    for (size_t at = 0, target; at < dump->count; at += inst.words) {
        dump->marks[at] |= mark_start;
        if (rdna_decode(dump->words + at, dump->count - at, dump->options->isa,
                        dump->options->wave_size, &inst) &&
            branch_target(dump, &inst, at, &target))
            dump->marks[target] |= mark_target;
    }
    dump->marks[dump->count] |= mark_start;
}

static void
write_label(struct dump *dump, size_t at)
{
    if (dump->marks && dump->marks[at] == mark_label)
        base_text_printf(dump->out, "L_%zx:\n", 4 * (dump->options->base + at));
}

/* Puts a label in the place of the number that ends the text of a branch. */
static size_t
name_target(const struct dump *dump, char *text, size_t length, size_t target)
{
    while (length && text[length - 1] != ' ')
        length--;
    return length + (size_t)snprintf(text + length, RDNA_MAX_TEXT - length, "L_%zx",
                                     4 * (dump->options->base + target));
}

static void
write_comment(struct dump *dump, size_t at, unsigned words, size_t column)
{
    do
        base_text_add_char(dump->out, ' ');
    while (++column < comment_column);
    base_text_printf(dump->out, "; %06zx:", 4 * (dump->options->base + at));
    for (unsigned i = 0; i < words; i++)
        base_text_printf(dump->out, " %08x", (unsigned)dump->words[at + i]);
}

/* Gives back how many words it was. */
static unsigned
write_instruction(struct dump *dump, size_t at)
{
    const struct rdna_dump_options *options = dump->options;
    char text[RDNA_MAX_TEXT];
    struct rdna_inst inst;
    size_t length, target;

    if (rdna_decode(dump->words + at, dump->count - at, options->isa, options->wave_size, &inst)) {
        length = rdna_print(&inst, options->isa, options->wave_size, text);
        if (dump->marks && branch_target(dump, &inst, at, &target) &&
            dump->marks[target] == mark_label)
            length = name_target(dump, text, length, target);
    } else {
        length = (size_t)snprintf(text, sizeof(text), ".long 0x%08x", (unsigned)dump->words[at]);
    }
    base_text_add_char(dump->out, '\t');
    base_text_add(dump->out, text, length);
    if (options->comments)
        write_comment(dump, at, inst.words, length + 8);
    base_text_add_char(dump->out, '\n');
    return inst.words;
}

void
rdna_dump(const uint32_t *words, size_t count, const struct rdna_dump_options *options,
          struct base_text *out)
{
    struct dump dump = {words, count, options, NULL, out};

    if (options->labels)
        find_targets(&dump);
    for (size_t at = 0; at < count;) {
        write_label(&dump, at);
        at += write_instruction(&dump, at);
    }
    write_label(&dump, count);
}
