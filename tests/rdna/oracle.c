/* SPDX-License-Identifier: MIT
 *
 * oracle [-n COUNT] [-s SEED] [-v LIMIT] [-i ISA] [FILE.hex...]
 *
 * Asks LLVM's disassembler, in this process, what words are, and compares length, refusal and text
 * with what src/rdna says. COUNT random instructions of each chip and wave size (a multiple of six
 * in all), then every word of the files for the chip and wave size that they name. Prints what
 * differs, LIMIT lines at most. Exits with 1 if anything did.
 */
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

/* Compares one instruction; gives back its words. */
static unsigned
compare(struct oracle *oracle, const uint32_t *words, size_t count, enum rdna_isa isa,
        unsigned wave_size)
{
    uint8_t bytes[4 * RDNA_MAX_WORDS];
    char theirs[text_size], ours[RDNA_MAX_TEXT];
    struct rdna_inst inst;

    if (count > RDNA_MAX_WORDS)
        count = RDNA_MAX_WORDS;
    for (size_t i = 0; i < 4 * count; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    const size_t size = LLVMDisasmInstruction(oracle->contexts[isa][wave_size == 64], bytes,
                                              4 * count, 0, theirs, sizeof(theirs));
    const bool decoded = rdna_decode(words, count, isa, wave_size, &inst);
    rdna_print(&inst, isa, wave_size, ours);
    if (size)
        normalise(theirs);
    else
        snprintf(theirs, sizeof(theirs), "%s", rdna_op_infos[rdna_op_none].name);
    oracle->compared++;
    oracle->decoded += size != 0;
    const size_t words_of = size ? size / 4 : 1;
    if (decoded == (size != 0) && words_of == inst.words &&
        (!strcmp(theirs, ours) || is_fault_of_llvm(&inst, theirs)))
        return inst.words;
    if (oracle->differences++ < oracle->limit) {
        printf("%s wave%u", rdna_isa_names[isa], wave_size);
        for (size_t i = 0; i < count; i++)
            printf(" %08" PRIx32, words[i]);
        printf("\n  LLVM %zu: %s\n  ours %u: %s\n", words_of, theirs, inst.words, ours);
    }
    return (unsigned)words_of;
}

static void
compare_random(struct oracle *oracle, uint64_t count, uint64_t seed, int only)
{
    struct random_words random = {seed};

    for (uint64_t i = 0; i < count; i++) {
        uint32_t words[RDNA_MAX_WORDS];
        random_instruction(&random, words);
        for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++)
            if (only < 0 || only == (int)isa) {
                compare(oracle, words, RDNA_MAX_WORDS, isa, i & 1 ? 64 : 32);
            }
    }
}

/* ---- Files of words ---- */

struct program {
    uint32_t *words;
    size_t count;
    size_t constants_at;
    enum rdna_isa isa;
    unsigned wave_size;
};

static void
read_line(struct program *program, const char *line)
{
    char name[32];
    unsigned long number;

    if (sscanf(line, "# chip: %31s", name) == 1) {
        for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++)
            if (!strcmp(name, rdna_isa_names[isa]))
                program->isa = isa;
    } else if (sscanf(line, "# wave: %lu", &number) == 1) {
        program->wave_size = number == 32 ? 32 : 64;
    } else if (sscanf(line, "# constants_at: %lu", &number) == 1) {
        program->constants_at = number;
    }
    for (char *end; *line && *line != '#' && *line != '\n'; line = end) {
        const uint32_t word = (uint32_t)strtoul(line, &end, 16);
        if (end == line)
            break;
        uint32_t *words = realloc(program->words, (program->count + 1) * sizeof(uint32_t));
        if (!words)
            exit(2);
        program->words = words;
        program->words[program->count++] = word;
    }
}

static void
compare_file(struct oracle *oracle, const char *path)
{
    struct program program = {.constants_at = SIZE_MAX, .wave_size = 32};
    FILE *file = fopen(path, "r");
    char line[4096];

    if (!file) {
        fprintf(stderr, "oracle: cannot read %s\n", path);
        exit(2);
    }
    while (fgets(line, sizeof(line), file))
        read_line(&program, line);
    fclose(file);
    size_t end = program.count;
    if (end > program.constants_at)
        end = program.constants_at;
    for (size_t at = 0; at < end;)
        at += compare(oracle, program.words + at, end - at, program.isa, program.wave_size);
    free(program.words);
}

int
main(int argc, char **argv)
{
    struct oracle oracle = {.limit = 20};
    uint64_t count = 0, seed = 1;
    int only = -1;

    for (int option; (option = getopt(argc, argv, "n:s:v:i:")) != -1;) {
        if (option == '?')
            return 2;
        const uint64_t number = strtoull(optarg, NULL, 10);
        if (option == 'n')
            count = number;
        else if (option == 's')
            seed = number;
        else if (option == 'v')
            oracle.limit = number;
        else
            only = (int)number;
    }
    open_contexts(&oracle);
    compare_random(&oracle, count, seed, only);
    for (int i = optind; i < argc; i++)
        compare_file(&oracle, argv[i]);
    printf("%" PRIu64 " compared, %" PRIu64 " of them instructions, %" PRIu64 " differ\n",
           oracle.compared, oracle.decoded, oracle.differences);
    return oracle.differences != 0;
}
