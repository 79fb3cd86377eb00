/* SPDX-License-Identifier: MIT
 *
 * Any text as RDNA assembly, for a chip and wave size that its length chooses: it is refused with
 * an error, or the words are written as a text that becomes the same text again.
 */
#include "rdna/parse.h"
#include "rdna/print.h"

#include <stdio.h>
#include <stdlib.h>

#define LIMIT ((size_t)256 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
die(const char *what, const char *text)
{
    fprintf(stderr, "%s\n%s\n", what, text);
    abort();
}

static bool
has(const char *text, size_t size, const char *word)
{
    const size_t length = strlen(word);

    for (size_t i = 0; i + length <= size; i++)
        if (!memcmp(text + i, word, length))
            return true;
    return false;
}

static bool
has_any(const char *text, size_t size, const char *const *words)
{
    for (; *words; words++)
        if (has(text, size, *words))
            return true;
    return false;
}

/* Data may be words of which LLVM's text does not say all; and so may what is wrong on purpose. */
static const char *const unsaid[] = {".long",  ".int",    ".4byte",       ".quad",
                                     ".8byte", "Invalid", "BITMASK_PERM", NULL};

static void
check_round_trip(struct base_arena *arena, const struct rdna_assembly *code,
                 const struct rdna_dump_options *options)
{
    struct base_text first, second;
    struct base_diags diags;
    struct rdna_assembly again;

    base_text_init(&first, arena);
    base_text_init(&second, arena);
    base_diags_init(&diags, arena, "fuzz");
    rdna_dump(code->words, code->count, options, &first);
    if (!rdna_assemble(base_text_string(&first), first.count, options->isa, options->wave_size,
                       arena, &again, &diags))
        die(diags.list.data[0].message, base_text_string(&first));
    rdna_dump(again.words, again.count, options, &second);
    if (again.count != code->count ||
        strcmp(base_text_string(&first), base_text_string(&second)) != 0)
        die(base_text_string(&second), base_text_string(&first));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct rdna_dump_options options = {
        .isa = (enum rdna_isa)(size % rdna_isa_count),
        .wave_size = size / rdna_isa_count % 2 ? 64 : 32,
    };
    const char *text = (const char *)data;
    struct base_arena arena;
    struct base_diags diags;
    struct rdna_assembly code;

    base_arena_init(&arena, LIMIT);
    if (BASE_ARENA_CATCH(&arena)) {
        base_diags_init(&diags, &arena, "fuzz");
        base_diags_set_text(&diags, text, size);
        const bool good =
            rdna_assemble(text, size, options.isa, options.wave_size, &arena, &code, &diags);
        if (good == (diags.error_count > 0))
            die("a result and errors that differ", "");
        if (code.count > size)
            die("more words than text", "");
        for (uint32_t i = 0; i < code.label_count; i++)
            if (code.labels[i].word > code.count)
                die("a label outside", code.labels[i].name);
        if (good && !has_any(text, size, unsaid))
            check_round_trip(&arena, &code, &options);
    }
    base_arena_finish(&arena);
    return 0;
}
