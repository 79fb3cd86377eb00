/* SPDX-License-Identifier: MIT
 *
 * Asks LLVM's assembler for the words of texts, and compares them with ours.
 *
 *   test-rdna-asm-llvm-mc [-n COUNT] [-s SEED] [-k KEEP] [-v LINES] [-w SAMPLE | -r SAMPLE] [MC]
 *
 *   -n  random instructions to choose from, each for the three chips and both wave sizes (20000)
 *   -s  another seed than 1
 *   -k  how many of each row and form are chosen (1)
 *   -v  differences to print (20)
 *   -w  writes what LLVM said to a file
 *   -r  compares with such a file; MC is not needed then
 *
 * Each text is asked about a second time without the suffix of its form. Texts that LLVM does not
 * take are passed over: it does not assemble all that it disassembles.
 */
#include "random_words.h"
#include "rdna/encode.h"
#include "rdna/parse.h"
#include "rdna/print.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { max_lines = 400000 };

struct line {
    const char *text;
    bool refused;
    unsigned count;
    uint32_t words[RDNA_MAX_WORDS];
};

/* Texts for one chip and wave size. */
struct batch {
    enum rdna_isa isa;
    unsigned wave_size;
    struct base_arena arena;
    struct line *lines;
    size_t count;
};

struct totals {
    uint64_t lines, refused, differences, limit;
};

static void
add_line(struct batch *batch, const char *text)
{
    if (batch->count == max_lines)
        return;
    batch->lines[batch->count++].text = base_arena_copy_string(&batch->arena, text, strlen(text));
}

/* ---- What to ask ---- */

/* The text without its suffix: the form is then chosen. */
static bool
without_suffix(const char *text, char *out)
{
    static const char *const suffixes[] = {"_e32 ", "_e64 ", "_dpp ", "_sdwa "};

    /* LLVM takes the sign of a constant into it, and then the short form may do. */
    for (const char *at = text; *at; at++)
        if ((at[0] == '|' || at[0] == '(') && (isdigit((unsigned char)at[1]) || at[1] == '-'))
            return false;
    for (unsigned i = 0; i < BASE_COUNT(suffixes); i++) {
        const char *at = strstr(text, suffixes[i]);
        if (!at)
            continue;
        sprintf(out, "%.*s%s", (int)(at - text), text, at + strlen(suffixes[i]) - 1);
        return true;
    }
    return false;
}

/* Which chip and wave size of the six has a row in a sample: any, or the last that can. */
static bool
is_turn_of(const struct batch *batch, const struct rdna_inst *inst)
{
    const unsigned turn = 2u * batch->isa + batch->wave_size / 64;
    const bool last =
        !(rdna_op_infos[inst->row].isas >> (batch->isa + 1)) && batch->wave_size == 64;

    return last || (unsigned)(inst->row + inst->form) % 6 == turn;
}

static void
add_random(struct batch *batch, uint64_t count, uint64_t seed, unsigned keep, bool once)
{
    static unsigned char kept[rdna_op_count][rdna_form_exp + 1];
    struct random_words random = {seed};

    if (!once)
        memset(kept, 0, sizeof(kept));
    for (uint64_t i = 0; i < count; i++) {
        char text[RDNA_MAX_TEXT], other[RDNA_MAX_TEXT];
        uint32_t words[5];
        struct rdna_inst inst;

        random_instruction(&random, words);
        if (!rdna_decode(words, 5, batch->isa, batch->wave_size, &inst) ||
            kept[inst.row][inst.form] >= keep || (once && !is_turn_of(batch, &inst)))
            continue;
        kept[inst.row][inst.form]++;
        rdna_print(&inst, batch->isa, batch->wave_size, text);
        add_line(batch, text);
        if (without_suffix(text, other))
            add_line(batch, other);
    }
}

/* ---- Asking LLVM ---- */

/* "encoding: [0x01,0x02,...]" */
static bool
read_encoding(const char *at, struct line *line)
{
    line->count = 0;
    for (unsigned byte = 0;; byte++) {
        char *end;
        const unsigned long value = strtoul(at, &end, 16);
        if (end == at || byte / 4 == RDNA_MAX_WORDS)
            return false;
        if (byte % 4 == 0)
            line->words[line->count++] = 0;
        line->words[byte / 4] |= (uint32_t)value << 8 * (byte % 4);
        if (*end == ']')
            return byte % 4 == 3;
        at = end + 1;
    }
}

static FILE *
temporary(char *name)
{
    strcpy(name, "/tmp/rdna-asm-XXXXXX");
    const int fd = mkstemp(name);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w+");

    if (!file) {
        perror("mkstemp");
        exit(2);
    }
    return file;
}

static void
read_errors(const char *name, struct batch *batch)
{
    FILE *file = fopen(name, "r");
    char text[4096];

    while (file && fgets(text, sizeof(text), file)) {
        unsigned long number;
        char kind[16];
        if (sscanf(text, "<stdin>:%lu:%*u: %15[a-z]", &number, kind) == 2 &&
            !strcmp(kind, "error") && number <= batch->count)
            batch->lines[number - 1].refused = true;
    }
    if (file)
        fclose(file);
}

static bool
ask(const char *mc, struct batch *batch)
{
    char in[32], out[32], errors[32], command[512], text[4096];
    FILE *in_file = temporary(in), *out_file = temporary(out), *error_file = temporary(errors);
    size_t next = 0;
    bool good = true;

    for (size_t i = 0; i < batch->count; i++)
        fprintf(in_file, "%s\n", batch->lines[i].text);
    fclose(in_file);
    fclose(error_file);
    snprintf(command, sizeof(command),
             "%s -triple=amdgcn--amdpal -mcpu=%s -mattr=%s --show-encoding < %s > %s 2> %s", mc,
             rdna_isa_names[batch->isa],
             batch->wave_size == 64 ? "+wavefrontsize64,-wavefrontsize32"
                                    : "+wavefrontsize32,-wavefrontsize64",
             in, out, errors);
    const int status = system(command);
    if (status == -1)
        good = false;
    read_errors(errors, batch);
    while (good && fgets(text, sizeof(text), out_file)) {
        const char *at = strstr(text, "encoding: [");
        if (!at)
            continue;
        while (next < batch->count && batch->lines[next].refused)
            next++;
        good = next < batch->count && read_encoding(at + 11, &batch->lines[next++]);
    }
    while (next < batch->count && batch->lines[next].refused)
        next++;
    fclose(out_file);
    unlink(in);
    unlink(out);
    unlink(errors);
    return good && next == batch->count;
}

/* ---- Comparing ---- */

static void
print_words(FILE *file, const struct line *line)
{
    for (unsigned i = 0; i < line->count; i++)
        fprintf(file, " %08" PRIx32, line->words[i]);
}

static void
differ(const struct batch *batch, const struct line *line, const struct rdna_assembly *code,
       const struct base_diags *diags)
{
    printf("%s wave%u %s\n    LLVM", rdna_isa_names[batch->isa], batch->wave_size, line->text);
    print_words(stdout, line);
    printf("\n    ours");
    if (diags->error_count)
        printf(" %" PRIu32 ": %s", diags->list.data[0].place.column, diags->list.data[0].message);
    else
        for (uint32_t i = 0; i < code->count; i++)
            printf(" %08" PRIx32, code->words[i]);
    printf("\n");
}

/* LLVM takes one register of compressed exports for two that are written, on or off. */
static bool
is_half_off(const char *text)
{
    return strstr(text, "compr") && strstr(text, "off");
}

static void
compare(const struct batch *batch, const struct line *line, struct totals *totals)
{
    struct base_arena arena;
    struct base_diags diags;
    struct rdna_assembly code;

    totals->lines++;
    totals->refused += line->refused;
    if (line->refused || is_half_off(line->text))
        return;
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        abort();
    base_diags_init(&diags, &arena, "test");
    if ((!rdna_assemble(line->text, strlen(line->text), batch->isa, batch->wave_size, &arena, &code,
                        &diags) ||
         code.count != line->count ||
         memcmp(code.words, line->words, line->count * sizeof(uint32_t)) != 0) &&
        totals->differences++ < totals->limit)
        differ(batch, line, &code, &diags);
    base_arena_finish(&arena);
}

/* ---- Samples ---- */

static void
write_line(FILE *file, const struct batch *batch, const struct line *line)
{
    if (line->refused || is_half_off(line->text))
        return;
    fprintf(file, "%s %u", rdna_isa_names[batch->isa], batch->wave_size);
    print_words(file, line);
    fprintf(file, " = %s\n", line->text);
}

/* A line that write_line() wrote. */
static void
compare_line(char *text, struct totals *totals)
{
    struct batch batch = {.isa = rdna_isa_gfx1010};
    struct line line = {.text = NULL};
    char *words = strchr(text, ' '), *end = strstr(text, " = ");

    if (!words || !end)
        return;
    *words++ = *end = '\0';
    line.text = strtok(end + 3, "\n");
    while (batch.isa < rdna_isa_count && strcmp(text, rdna_isa_names[batch.isa]) != 0)
        batch.isa++;
    batch.wave_size = (unsigned)strtoul(words, &words, 10);
    while (*words && line.count < RDNA_MAX_WORDS)
        line.words[line.count++] = (uint32_t)strtoul(words, &words, 16);
    if (batch.isa < rdna_isa_count && line.text)
        compare(&batch, &line, totals);
}

static bool
compare_sample(const char *name, struct totals *totals)
{
    FILE *file = fopen(name, "r");
    char text[4096];

    if (!file)
        return false;
    while (fgets(text, sizeof(text), file))
        if (text[0] != '#')
            compare_line(text, totals);
    fclose(file);
    return true;
}

/* ---- All of it ---- */

struct options {
    const char *mc;
    uint64_t count, seed;
    unsigned keep;
    FILE *sample;
};

static bool
compare_batch(const struct options *options, enum rdna_isa isa, unsigned wave_size,
              struct totals *totals)
{
    struct batch batch = {.isa = isa, .wave_size = wave_size};

    base_arena_init(&batch.arena, 0);
    if (!BASE_ARENA_CATCH(&batch.arena))
        abort();
    batch.lines = base_arena_new_array(&batch.arena, struct line, max_lines);
    /* A sample has one of each among all chips and wave sizes. */
    add_random(&batch, options->count, options->seed + isa + wave_size, options->keep,
               options->sample != NULL);
    const bool good = ask(options->mc, &batch);
    for (size_t i = 0; good && i < batch.count; i++) {
        compare(&batch, &batch.lines[i], totals);
        if (options->sample)
            write_line(options->sample, &batch, &batch.lines[i]);
    }
    base_arena_finish(&batch.arena);
    return good;
}

static bool
compare_all(const struct options *options, struct totals *totals)
{
    for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++)
        for (unsigned wave_size = 32; wave_size <= 64; wave_size += 32)
            if (!compare_batch(options, isa, wave_size, totals))
                return false;
    return true;
}

int
main(int argc, char **argv)
{
    struct options options = {.mc = "llvm-mc-19", .count = 20000, .seed = 1, .keep = 1};
    struct totals totals = {.limit = 20};
    const char *sample = NULL;
    int option;

    while ((option = getopt(argc, argv, "n:s:k:v:w:r:")) != -1)
        switch (option) {
        case 'n':
            options.count = strtoull(optarg, NULL, 0);
            break;
        case 's':
            options.seed = strtoull(optarg, NULL, 0);
            break;
        case 'k':
            options.keep = (unsigned)strtoul(optarg, NULL, 0);
            break;
        case 'v':
            totals.limit = strtoull(optarg, NULL, 0);
            break;
        case 'w':
            options.sample = fopen(optarg, "w");
            break;
        case 'r':
            sample = optarg;
            break;
        default:
            return 2;
        }
    if (optind < argc)
        options.mc = argv[optind];
    if (options.sample)
        fputs("# Chip, wave size, words that LLVM 19 assembles, and the text.\n", options.sample);
    if (sample ? !compare_sample(sample, &totals) : !compare_all(&options, &totals)) {
        fprintf(stderr, "no answers that are understood\n");
        return 2;
    }
    if (options.sample)
        fclose(options.sample);
    printf("%" PRIu64 " texts, %" PRIu64 " that LLVM refuses, %" PRIu64 " differences\n",
           totals.lines, totals.refused, totals.differences);
    return totals.differences > 0 || totals.lines == totals.refused;
}
