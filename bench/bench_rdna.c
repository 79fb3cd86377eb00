/* SPDX-License-Identifier: MIT
 *
 * How fast RDNA instructions are decoded and written as text, on one thread: all that tests/rdna's
 * sample has, one of each row and form. Prints processor time of the median round.
 *
 *   bench_rdna SAMPLE
 */
#include "bench.h"

#include "base/base.h"
#include "rdna/decode.h"
#include "rdna/print.h"

#include <stdio.h>
#include <string.h>

#define ROUNDS 7
#define REPEATS 100

static BASE_ARRAY(uint32_t) words;
static uint32_t instruction_count;
static uint64_t sink; /* So that nothing is left out. */

/* Adds the words of one line, "CHIP WAVE WORD... = TEXT", if they are an instruction. */
static void
add(struct base_arena *arena, char *line)
{
    char *end = strstr(line, " = "), *at;

    if (line[0] == '#' || !end || end[3] == '<' || strncmp(line, "gfx1030 64 ", 11) != 0)
        return;
    *end = '\0';
    for (char *from = line + 11; *from; from = at) {
        const uint32_t word = (uint32_t)strtoul(from, &at, 16);
        if (at == from)
            break;
        base_array_push(arena, &words, word);
    }
    instruction_count++;
}

static void
run(bool is_printed)
{
    char text[RDNA_MAX_TEXT];
    struct rdna_inst inst;

    for (uint32_t at = 0; at < words.count; at += inst.words) {
        rdna_decode(words.data + at, words.count - at, rdna_isa_gfx1030, 64, &inst);
        sink += inst.row;
        if (is_printed)
            sink += rdna_print(&inst, rdna_isa_gfx1030, 64, text);
    }
}

static void
measure(const char *what, bool is_printed)
{
    double seconds[ROUNDS];

    for (unsigned round = 0; round < ROUNDS; round++) {
        const double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
        for (unsigned i = 0; i < REPEATS; i++)
            run(is_printed);
        seconds[round] = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    const double median = bench_median(seconds, ROUNDS) / REPEATS;
    printf("%s: %u instructions, %u words: %.3f ms, %.1f million instructions/s\n", what,
           instruction_count, words.count, median * 1e3, instruction_count / median / 1e6);
}

int
main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    struct base_arena arena;
    char line[1024];

    if (!file) {
        fprintf(stderr, "usage: bench_rdna SAMPLE\n");
        return 2;
    }
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return 1;
    while (fgets(line, sizeof(line), file))
        add(&arena, line);
    fclose(file);
    measure("decode       ", false);
    measure("decode, write", true);
    base_arena_finish(&arena);
    return sink == 0;
}
