/* SPDX-License-Identifier: MIT */
#include "branches.h"

#include "corpus.h"

struct label {
    const char *name; /* Up to the end of its word. */
    uint32_t at;
};

struct branch {
    const char *label;
    uint32_t at;
};

struct listing {
    BASE_ARRAY(struct label) labels;
    BASE_ARRAY(struct branch) branches;
    uint32_t words;
};

/* SOPP's branches: s_branch, s_cbranch_scc0 and so on. */
static bool
is_branch(uint32_t word)
{
    const uint32_t op = word >> 16;

    return op == 0xbf82 || (op >= 0xbf84 && op <= 0xbf89);
}

bool
branches_are_empty(const struct kit_program *program)
{
    if (!program->is_llvm)
        return false;
    for (uint32_t i = 0; i < program->word_count; i++)
        if (is_branch(program->words[i]) && (program->words[i] & 0xffff) == 0)
            return true;
    return false;
}

static size_t
word_length(const char *text)
{
    return strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
}

/* "BB0_2:" is a label; "s_branch .LBB0_2 ; BF820000" an instruction with its words. */
static void
read_line(struct base_arena *arena, struct listing *listing, const char *line)
{
    const size_t size = strcspn(line, "\n"), length = word_length(line);
    const char *words = memchr(line, ';', size);
    const char *label = strstr(line, ".LBB");

    if (length > 0 && line[length] == ':') {
        const struct label added = {line, listing->words};
        base_array_push(arena, &listing->labels, added);
        return;
    }
    if (!words || words == line)
        return;
    if (label && label < words) {
        const struct branch added = {label + strlen(".L"), listing->words};
        base_array_push(arena, &listing->branches, added);
    }
    for (words++; words < line + size; words += strspn(words, " ")) {
        const size_t digits = word_length(words);
        listing->words += digits == 8;
        words += digits ? digits : 1;
    }
}

static const struct label *
find_label(const struct listing *listing, const char *name)
{
    const size_t length = word_length(name);

    for (uint32_t i = 0; i < listing->labels.count; i++) {
        const char *other = listing->labels.data[i].name;

        if (word_length(other) == length && memcmp(other, name, length) == 0)
            return &listing->labels.data[i];
    }
    return NULL;
}

bool
branches_fill(struct base_arena *arena, const char *root, struct kit_program *program)
{
    struct listing listing = {0};
    size_t size;
    const char *text =
        corpus_read(arena, root, base_arena_printf(arena, "%s.s", program->name), &size);
    uint32_t *words = base_arena_new_array(arena, uint32_t, program->word_count);

    if (!text)
        return false;
    for (const char *line = text; *line; line += *line == '\n') {
        read_line(arena, &listing, line);
        line += strcspn(line, "\n");
    }
    memcpy(words, program->words, program->word_count * sizeof(*words));
    if (listing.words > program->word_count)
        return false;
    for (uint32_t i = 0; i < listing.branches.count; i++) {
        const struct branch *branch = &listing.branches.data[i];
        const struct label *label = find_label(&listing, branch->label);

        if (!label || !is_branch(words[branch->at]))
            return false;
        words[branch->at] =
            (words[branch->at] & 0xffff0000) | ((label->at - branch->at - 1) & 0xffff);
    }
    program->words = words;
    return !branches_are_empty(program);
}
