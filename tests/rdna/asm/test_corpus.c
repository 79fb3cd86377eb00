/* SPDX-License-Identifier: MIT
 *
 * The texts of the corpus, which drivers and LLVM's tools wrote, become the words that stand beside
 * them, whole programs with their labels at a time. And the words of all programs, as rdna_dump()
 * writes them with labels, become the same words again.
 *
 *   test-rdna-asm-corpus FOLDER
 */
#include "programs.h"
#include "rdna/parse.h"
#include "rdna/print.h"
#include "said.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct totals {
    unsigned texts, dumps;
    uint64_t words, differences;
};

static void
differ(struct totals *totals, const char *name, const char *what, const char *more)
{
    if (totals->differences++ < 20)
        printf("%s: %s %s\n", name, what, more);
}

/* Of the same text, too: a literal may be an inline constant, and branches be nearer then. */
static bool
is_same(const struct rdna_inst *ours, const struct rdna_inst *theirs, const struct program *program)
{
    char text[RDNA_MAX_TEXT], other[RDNA_MAX_TEXT];

    if (is_said_same(ours, theirs))
        return true;
    if (ours->row == theirs->row && rdna_op_infos[ours->row].effects & RDNA_BRANCH)
        return ours->dst == theirs->dst;
    rdna_print(ours, program->isa, program->wave_size, text);
    rdna_print(theirs, program->isa, program->wave_size, other);
    return !strcmp(text, other);
}

static void
compare(struct base_arena *arena, const struct program *program, const char *what, const char *text,
        size_t size, struct totals *totals)
{
    struct base_diags diags;
    struct base_text message;
    struct rdna_assembly code;
    char difference[96];

    base_diags_init(&diags, arena, program->name);
    base_diags_set_text(&diags, text, size);
    if (!rdna_assemble(text, size, program->isa, program->wave_size, arena, &code, &diags)) {
        base_text_init(&message, arena);
        base_diag_print_text(&diags.list.data[0], program->name, &message);
        differ(totals, program->name, what, base_text_string(&message));
        return;
    }
    const uint32_t count = program->words.count;
    uint32_t at = 0, expected = 0;
    while (at < code.count && expected < count) {
        struct rdna_inst ours, theirs;
        rdna_decode(code.words + at, code.count - at, program->isa, program->wave_size, &ours);
        rdna_decode(program->words.data + expected, count - expected, program->isa,
                    program->wave_size, &theirs);
        if (ours.row == rdna_op_none ? code.words[at] != program->words.data[expected]
                                     : !is_same(&ours, &theirs, program)) {
            snprintf(difference, sizeof(difference),
                     "word %" PRIu32 " is %08" PRIx32 ", expected %08" PRIx32, expected,
                     code.words[at], program->words.data[expected]);
            differ(totals, program->name, what, difference);
            return;
        }
        at += ours.words;
        expected += theirs.words;
    }
    if (at != code.count || expected != count)
        differ(totals, program->name, what, "ends elsewhere");
    totals->words += code.count;
}

/* LLVM's back end in the driver leaves out its labels; and lines that are the same are counted. */
static bool
is_whole(const char *text)
{
    return !strstr(text, " .LBB") && !strstr(text, "(then repeated");
}

/* LLVM 15 wrote some packed constants as it would have read others. */
static bool
is_of_its_time(const char *name)
{
    return strstr(name, "cts-compute_pk") != NULL;
}

/* Lines of objdump and data of the driver, which are no assembly, become empty ones. false if there
 * was data, which is among the words too. */
static bool
blank_headings(char *text)
{
    bool whole = true;

    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        const size_t size = next ? (size_t)(next++ - line) : strlen(line);
        const char first = line[strspn(line, " ")];
        whole &= first != '[';
        if (!strncmp(line, "Disassembly", 11) || (first && strchr("0123456789[", first)))
            memset(line, ' ', size);
    }
    return whole;
}

static void
check(struct base_arena *arena, const char *root, const struct program *program, void *context)
{
    const struct rdna_dump_options options = {program->isa, program->wave_size, true, true};
    struct totals *totals = context;
    struct base_text dump;
    size_t size;

    base_text_init(&dump, arena);
    rdna_dump(program->words.data, program->words.count, &options, &dump);
    compare(arena, program, "the dump:", dump.data, dump.count, totals);
    totals->dumps++;

    const size_t length = strlen(program->name) - strlen(".hex");
    const char *name = base_arena_printf(arena, "%.*s.s", (int)length, program->name);
    char *text = corpus_read(arena, root, name, &size);
    if (!text || !is_whole(text) || is_of_its_time(program->name) || !blank_headings(text))
        return;
    compare(arena, program, "the text:", text, size, totals);
    totals->texts++;
}

int
main(int argc, char **argv)
{
    const char *root = corpus_root(argc > 1 ? argv[1] : "", "rdna");
    struct totals totals = {0};

    if (!root) {
        puts("skipped: there is no corpus");
        return CORPUS_SKIPPED;
    }
    programs_for_each(root, check, &totals);
    printf("%u texts, %u dumps, %" PRIu64 " words, %" PRIu64 " differences\n", totals.texts,
           totals.dumps, totals.words, totals.differences);
    return totals.differences > 0 || !totals.dumps;
}
