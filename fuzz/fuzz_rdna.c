/* SPDX-License-Identifier: MIT
 *
 * Any words as RDNA instructions, for each chip and wave size: what is decoded lies within the
 * words, has operands that there are, and is written as printable text that fits.
 */
#include "rdna/decode.h"
#include "rdna/print.h"

#include <stdio.h>
#include <stdlib.h>

#define LIMIT ((size_t)64 << 20)
#define MAX_WORDS 4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
die(const char *what, const struct rdna_inst *inst)
{
    fprintf(stderr, "%s: %s\n", what, rdna_op_infos[inst->row].name);
    abort();
}

static void
check_inst(const struct rdna_inst *inst, size_t left)
{
    if (inst->words < 1 || inst->words > RDNA_MAX_WORDS || inst->words > left)
        die("a length", inst);
    if (inst->row >= rdna_op_count || inst->form > rdna_form_exp)
        die("a row", inst);
    if (inst->dst >= 512 || inst->sdst >= 512 || inst->srsrc >= 512 || inst->soffset >= 512)
        die("a register", inst);
    for (unsigned i = 0; i < 4; i++)
        if (inst->src[i] >= 512)
            die("a source", inst);
}

static void
check_text(const struct rdna_inst *inst, const char *text, size_t length)
{
    if (length == 0 || length >= RDNA_MAX_TEXT || strlen(text) != length)
        die("a length of text", inst);
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            die("a character", inst);
}

static void
read_all(const uint32_t *words, size_t count, enum rdna_isa isa, unsigned wave_size)
{
    char text[RDNA_MAX_TEXT];
    struct rdna_inst inst;

    for (size_t at = 0; at < count; at += inst.words) {
        const bool decoded = rdna_decode(words + at, count - at, isa, wave_size, &inst);
        check_inst(&inst, count - at);
        if (decoded != (inst.row != rdna_op_none))
            die("no row", &inst);
        check_text(&inst, text, rdna_print(&inst, isa, wave_size, text));
    }
}

static void
dump(const uint32_t *words, size_t count)
{
    const struct rdna_dump_options options = {rdna_isa_gfx1030, 32, true, true};
    struct base_arena arena;
    struct base_text text;

    base_arena_init(&arena, LIMIT);
    if (BASE_ARENA_CATCH(&arena)) {
        base_text_init(&text, &arena);
        rdna_dump(words, count, &options, &text);
    }
    base_arena_finish(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t all = size / sizeof(uint32_t), count = all < MAX_WORDS ? all : MAX_WORDS;
    /* As large as the words, so that reading past them is seen. */
    uint32_t *words = malloc(count ? count * sizeof(uint32_t) : 1);

    if (!words)
        return 0;
    memcpy(words, data, count * sizeof(uint32_t));
    for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++) {
        read_all(words, count, isa, 32);
        read_all(words, count, isa, 64);
    }
    dump(words, count);
    free(words);
    return 0;
}
