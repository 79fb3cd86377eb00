/* SPDX-License-Identifier: MIT
 *
 * Asks LLVM's disassembler, in this process, what words are, and compares length, refusal and text
 * with what src/rdna says.
 *
 *   test-rdna-oracle [-n COUNT] [-s SEED] [-v LINES] [-c FOLDER] [-l]
 *
 *   -n  random instructions, each for the three chips and for one of the wave sizes in turn
 *   -s  another seed than 1
 *   -v  differences to print (20)
 *   -c  every .hex file of FOLDER/rdna, or of QUADRILLE_CORPUS, for the chip and wave size it names
 *   -l  no comparing: lists words and LLVM's text, one of each row and form among the COUNT
 *
 * Exits with 1 if anything differs, and with 77 if there is no corpus.
 */
#include "corpus.h"
#include "random_words.h"
#include "rdna/decode.h"
#include "rdna/print.h"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { text_size = 1024 };

struct oracle {
    LLVMDisasmContextRef contexts[rdna_isa_count][2]; /* Waves of 32 lanes, of 64. */
    uint64_t compared, decoded, differences;
    uint64_t limit; /* Of lines printed. */
};

static void
open_contexts(struct oracle *oracle)
{
    static const char *const features[2] = {"+wavefrontsize32,-wavefrontsize64",
                                            "+wavefrontsize64,-wavefrontsize32"};

    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++)
        for (unsigned wave = 0; wave < 2; wave++) {
            oracle->contexts[isa][wave] = LLVMCreateDisasmCPUFeatures(
                "amdgcn--amdpal", rdna_isa_names[isa], features[wave], NULL, 0, NULL, NULL);
            if (!oracle->contexts[isa][wave]) {
                fprintf(stderr, "oracle: LLVM knows no %s\n", rdna_isa_names[isa]);
                exit(2);
            }
        }
}

static void
close_contexts(struct oracle *oracle)
{
    for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++)
        for (unsigned wave = 0; wave < 2; wave++)
            LLVMDisasmDispose(oracle->contexts[isa][wave]);
}

/* LLVM's text with one space where it has any white space, and without the warnings that it adds as
 * comments. */
static void
normalise(char *text)
{
    char *out = text;
    bool space = false;

    for (const char *in = text; *in && *in != '\n' && *in != ';'; in++) {
        if (isspace((unsigned char)*in)) {
            space = true;
            continue;
        }
        if (space && out > text)
            *out++ = ' ';
        space = false;
        *out++ = *in;
    }
    *out = '\0';
}

/* Words that LLVM reads in a way that docs/rdna-errata.md says is wrong. A literal where a mask
 * should be written was read as 32 bits, so the double that it is as well has lost its bits. */
static bool
is_fault_of_llvm(const struct rdna_inst *inst, const char *theirs)
{
    return inst->sdst == RDNA_LITERAL &&
           rdna_op_infos[inst->row].operands[1].type == rdna_type_f64 &&
           strstr(theirs, "/*Invalid immediate*/");
}

/* LLVM's text of the words, and their bytes; 0 if they are no instruction. */
static size_t
ask(struct oracle *oracle, const uint32_t *words, size_t count, enum rdna_isa isa,
    unsigned wave_size, char *text)
{
    uint8_t bytes[4 * RDNA_MAX_WORDS];

    for (size_t i = 0; i < 4 * count; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    const size_t size = LLVMDisasmInstruction(oracle->contexts[isa][wave_size == 64], bytes,
                                              4 * count, 0, text, text_size);
    if (size)
        normalise(text);
    else
        snprintf(text, text_size, "%s", rdna_op_infos[rdna_op_none].name);
    return size;
}

/* Compares one instruction; gives back its words. */
static size_t
compare(struct oracle *oracle, const uint32_t *words, size_t count, enum rdna_isa isa,
        unsigned wave_size)
{
    char theirs[text_size], ours[RDNA_MAX_TEXT];
    struct rdna_inst inst;

    if (count > RDNA_MAX_WORDS)
        count = RDNA_MAX_WORDS;
    const size_t size = ask(oracle, words, count, isa, wave_size, theirs);
    const size_t word_count = size ? size / 4 : 1;
    const bool decoded = rdna_decode(words, count, isa, wave_size, &inst);
    rdna_print(&inst, isa, wave_size, ours);
    oracle->compared++;
    oracle->decoded += size != 0;
    if (decoded == (size != 0) && word_count == inst.words &&
        (!strcmp(theirs, ours) || is_fault_of_llvm(&inst, theirs)))
        return word_count;
    if (oracle->differences++ < oracle->limit) {
        printf("%s wave%u", rdna_isa_names[isa], wave_size);
        for (size_t i = 0; i < count; i++)
            printf(" %08" PRIx32, words[i]);
        printf("\n  LLVM %zu: %s\n  ours %u: %s\n", word_count, theirs, inst.words, ours);
    }
    return word_count;
}

static void
compare_random(struct oracle *oracle, uint64_t count, uint64_t seed)
{
    struct random_words random = {seed};

    for (uint64_t i = 0; i < count; i++) {
        uint32_t words[RDNA_MAX_WORDS];
        random_instruction(&random, words);
        /* Now and then the program ends soon. */
        const size_t word_count = i / 2 % 8 ? RDNA_MAX_WORDS : 1 + i / 16 % 4;
        for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++)
            compare(oracle, words, word_count, isa, i & 1 ? 64 : 32);
    }
}

/* Lists one instruction of each row and form, and some words that are none. */
static void
list_random(struct oracle *oracle, uint64_t count, uint64_t seed)
{
    static bool seen[rdna_op_count][rdna_form_exp + 1];
    struct random_words random = {seed};
    unsigned refusals = 300;

    for (uint64_t i = 0; i < count; i++) {
        const enum rdna_isa isa = (enum rdna_isa)(i % rdna_isa_count);
        const unsigned wave_size = i & 1 ? 64 : 32;
        uint32_t words[RDNA_MAX_WORDS];
        char text[text_size];
        struct rdna_inst inst;

        random_instruction(&random, words);
        const size_t size = ask(oracle, words, RDNA_MAX_WORDS, isa, wave_size, text);
        rdna_decode(words, RDNA_MAX_WORDS, isa, wave_size, &inst);
        if (size ? seen[inst.row][inst.form] : !refusals)
            continue;
        seen[inst.row][inst.form] = true;
        refusals -= size == 0;
        printf("%s %u", rdna_isa_names[isa], wave_size);
        for (size_t word = 0; word < (size ? size / 4 : RDNA_MAX_WORDS); word++)
            printf(" %08" PRIx32, words[word]);
        printf(" = %s\n", text);
    }
}

/* ---- Files of words ---- */

/* A program as a .hex file has it: comments with '#', words in hexadecimal. */
struct program {
    BASE_ARRAY(uint32_t) words;
    uint32_t constants_at; /* Words from here on are none of the code's. */
    enum rdna_isa isa;
    unsigned wave_size;
};

static void
read_comment(struct program *program, const char *line)
{
    char name[32];
    unsigned number;

    if (sscanf(line, "# chip: %31s", name) == 1) {
        for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++)
            if (!strcmp(name, rdna_isa_names[isa]))
                program->isa = isa;
    } else if (sscanf(line, "# wave: %u", &number) == 1) {
        program->wave_size = number == 32 ? 32 : 64;
    } else if (sscanf(line, "# constants_at: %u", &number) == 1) {
        program->constants_at = number;
    }
}

static void
read_program(struct base_arena *arena, struct program *program, char *text)
{
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        read_comment(program, line);
        for (char *end; *line && *line != '#'; line = end) {
            const uint32_t word = (uint32_t)strtoul(line, &end, 16);
            if (end == line)
                break;
            base_array_push(arena, &program->words, word);
        }
    }
}

static void
compare_folder(struct oracle *oracle, struct base_arena *arena, const char *root,
               const char *folder)
{
    uint32_t count;
    const char **names = corpus_list(arena, root, folder, ".hex", &count);

    for (uint32_t i = 0; i < count; i++) {
        struct program program = {.constants_at = UINT32_MAX, .wave_size = 32};
        size_t size;
        char *text = corpus_read(arena, root, names[i], &size);
        if (!text)
            continue;
        read_program(arena, &program, text);
        uint32_t end = program.words.count;
        if (end > program.constants_at)
            end = program.constants_at;
        for (size_t at = 0; at < end;)
            at +=
                compare(oracle, program.words.data + at, end - at, program.isa, program.wave_size);
    }
}

/* false if there is no corpus. */
static bool
compare_corpus(struct oracle *oracle, const char *fallback)
{
    const char *root = corpus_root(fallback, "rdna");
    struct base_arena arena;

    if (!root) {
        puts("skipped: there is no corpus");
        return false;
    }
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        fprintf(stderr, "oracle: out of memory\n");
        exit(2);
    }
    compare_folder(oracle, &arena, root, ".");
    compare_folder(oracle, &arena, root, "llvm");
    compare_folder(oracle, &arena, root, "radv");
    base_arena_finish(&arena);
    return true;
}

int
main(int argc, char **argv)
{
    struct oracle oracle = {.limit = 20};
    uint64_t count = 0, seed = 1;
    const char *corpus = NULL;
    bool lists = false;

    for (int option; (option = getopt(argc, argv, "n:s:v:c:l")) != -1;) {
        if (option == 'n')
            count = strtoull(optarg, NULL, 10);
        else if (option == 's')
            seed = strtoull(optarg, NULL, 10);
        else if (option == 'v')
            oracle.limit = strtoull(optarg, NULL, 10);
        else if (option == 'c')
            corpus = optarg;
        else if (option == 'l')
            lists = true;
        else
            return 2;
    }
    open_contexts(&oracle);
    if (lists)
        list_random(&oracle, count, seed);
    else
        compare_random(&oracle, count, seed);
    const bool skipped = corpus && !compare_corpus(&oracle, corpus);
    close_contexts(&oracle);
    if (lists || skipped)
        return skipped ? CORPUS_SKIPPED : 0;
    printf("%" PRIu64 " compared, %" PRIu64 " of them instructions, %" PRIu64 " differ\n",
           oracle.compared, oracle.decoded, oracle.differences);
    return oracle.differences != 0;
}
