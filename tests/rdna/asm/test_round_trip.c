/* SPDX-License-Identifier: MIT
 *
 * Words, text of them, words of the text: the same, but for bits that the text does not say.
 *
 *   test-rdna-asm-round-trip [-n COUNT] [-s SEED] [-v LINES] [-c FOLDER]
 *
 *   -n  random instructions, each for the three chips and both wave sizes
 *   -s  another seed than 1
 *   -v  differences to print (20)
 *   -c  every .hex file of FOLDER/rdna, or of QUADRILLE_CORPUS, for the chip and wave size it names
 *
 * Exits with 1 if anything differs, and with 77 if there is no corpus.
 */
#include "programs.h"
#include "random_words.h"
#include "rdna/encode.h"
#include "rdna/parse.h"
#include "rdna/print.h"
#include "said.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct trip {
    uint64_t instructions, same_words, differences;
    uint64_t limit; /* Of lines printed. */
};

static void
differ(struct trip *trip, enum rdna_isa isa, unsigned wave_size, const uint32_t *words,
       unsigned count, const char *text, const char *what)
{
    if (trip->differences++ >= trip->limit)
        return;
    printf("%s wave%u", rdna_isa_names[isa], wave_size);
    for (unsigned i = 0; i < count; i++)
        printf(" %08" PRIx32, words[i]);
    printf("\n    %s\n    %s\n", text, what);
}

static bool
assemble(struct base_arena *arena, const char *text, enum rdna_isa isa, unsigned wave_size,
         struct rdna_assembly *code, char *error, size_t error_size)
{
    struct base_diags diags;

    base_diags_init(&diags, arena, "test");
    if (rdna_assemble(text, strlen(text), isa, wave_size, arena, code, &diags))
        return true;
    snprintf(error, error_size, "%" PRIu32 ": %s", diags.list.data[0].place.column,
             diags.list.data[0].message);
    return false;
}

/* The words that the record is written as are decoded to the record. */
static void
check_encode(struct trip *trip, const struct rdna_inst *inst, enum rdna_isa isa, unsigned wave_size,
             const uint32_t *words, const char *text)
{
    uint32_t again[RDNA_MAX_WORDS];
    struct rdna_inst decoded;

    const unsigned count = rdna_encode(inst, isa, again);
    char what[128];
    int at = snprintf(what, sizeof(what), "encoded as");
    for (unsigned i = 0; i < count; i++)
        at += snprintf(what + at, sizeof(what) - (size_t)at, " %08" PRIx32, again[i]);
    if (count != inst->words || !rdna_decode(again, count, isa, wave_size, &decoded) ||
        !is_said_same(inst, &decoded))
        differ(trip, isa, wave_size, words, inst->words, text, what);
}

/* Several masks of a swizzle do the same, and one of them is written. */
static bool
is_mask(const char *text)
{
    return strstr(text, "BITMASK_PERM") != NULL;
}

/* One text for several instructions: a literal that is an inline constant too, and what has
 * no operands in any form. */
static bool
is_said_otherwise(const struct rdna_inst *inst, const char *text)
{
    if (is_mask(text) || is_cut(inst) || !rdna_op_infos[inst->row].operand_count ||
        strstr(text, "/*Invalid immediate"))
        return true;
    for (unsigned i = 0; i < 3; i++)
        if (inst->src[i] == RDNA_LITERAL && !strstr(text, "0x"))
            return true;
    return false;
}

/* Texts that are not assembled: LLVM writes them for what there is not, or leaves out what it is.
 */
static bool
is_left_out(const struct rdna_inst *inst, const char *text)
{
    return strstr(text, "/* ") || inst->soffset == RDNA_LITERAL || is_cut(inst);
}

static void
check(struct trip *trip, const uint32_t *words, const struct rdna_inst *inst, enum rdna_isa isa,
      unsigned wave_size)
{
    char text[RDNA_MAX_TEXT], again[RDNA_MAX_TEXT], what[RDNA_MAX_TEXT + 64];
    struct rdna_inst decoded;
    struct rdna_assembly code;
    struct base_arena arena;

    trip->instructions++;
    rdna_print(inst, isa, wave_size, text);
    check_encode(trip, inst, isa, wave_size, words, text);
    if (is_left_out(inst, text))
        return;
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    if (!assemble(&arena, text, isa, wave_size, &code, what, sizeof(what))) {
        differ(trip, isa, wave_size, words, inst->words, text, what);
    } else {
        rdna_decode(code.words, code.count, isa, wave_size, &decoded);
        rdna_print(&decoded, isa, wave_size, again);
        snprintf(what, sizeof(what), "assembled as %08" PRIx32 " %08" PRIx32 " %s", code.words[0],
                 code.count > 1 ? code.words[1] : 0, again);
        if (decoded.words != code.count || (strcmp(text, again) != 0 && !is_mask(text)) ||
            (!is_said_same(inst, &decoded) && !is_said_otherwise(inst, text)))
            differ(trip, isa, wave_size, words, inst->words, text, what);
        trip->same_words +=
            inst->words == code.count && !memcmp(words, code.words, code.count * sizeof(*words));
    }
    base_arena_finish(&arena);
}

static void
check_random(struct trip *trip, uint64_t count, uint64_t seed)
{
    struct random_words random = {seed};

    for (uint64_t i = 0; i < count; i++) {
        uint32_t words[5];
        struct rdna_inst inst;

        random_instruction(&random, words);
        for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++)
            for (unsigned wave_size = 32; wave_size <= 64; wave_size += 32)
                if (rdna_decode(words, 5, isa, wave_size, &inst))
                    check(trip, words, &inst, isa, wave_size);
    }
}

static void
check_program(struct base_arena *arena, const char *root, const struct program *program,
              void *context)
{
    (void)arena;
    (void)root;
    for (uint32_t at = 0; at < program->words.count;) {
        struct rdna_inst inst;
        if (rdna_decode(program->words.data + at, program->words.count - at, program->isa,
                        program->wave_size, &inst))
            check(context, program->words.data + at, &inst, program->isa, program->wave_size);
        at += inst.words;
    }
}

int
main(int argc, char **argv)
{
    struct trip trip = {.limit = 20};
    const char *corpus = NULL;
    uint64_t count = 0, seed = 1;
    int option;

    while ((option = getopt(argc, argv, "n:s:v:c:")) != -1)
        switch (option) {
        case 'n':
            count = strtoull(optarg, NULL, 0);
            break;
        case 's':
            seed = strtoull(optarg, NULL, 0);
            break;
        case 'v':
            trip.limit = strtoull(optarg, NULL, 0);
            break;
        case 'c':
            corpus = optarg;
            break;
        default:
            return 2;
        }
    if (corpus) {
        const char *root = corpus_root(corpus, "rdna");
        if (!root) {
            puts("skipped: there is no corpus");
            return CORPUS_SKIPPED;
        }
        programs_for_each(root, check_program, &trip);
    }
    check_random(&trip, count, seed);
    printf("%" PRIu64 " instructions, %" PRIu64 " of the same words, %" PRIu64 " differences\n",
           trip.instructions, trip.same_words, trip.differences);
    return trip.differences > 0 || !trip.instructions;
}
