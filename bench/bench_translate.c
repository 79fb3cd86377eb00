/* SPDX-License-Identifier: MIT
 *
 * How fast TGSI text becomes SPIR-V words through the library, on one thread: one long shader, and
 * many short ones. Prints processor time, so that other work on the machine counts less.
 *
 *   bench_translate [INSTRUCTIONS]
 */
#include "bench.h"

#include <quadrille/quadrille.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* One round of instructions as real shaders mix them: mostly arithmetic on whole or half vectors,
 * some scalars, a branch, a constant read. Nothing in it is dead. */
static const char *const body[] = {
    "MUL TEMP[0], IN[0], CONST[1]",
    "MAD TEMP[1].xyz, TEMP[0], CONST[2], TEMP[1]",
    "ADD TEMP[2], TEMP[1], -TEMP[0].yzxw",
    "DP3 TEMP[3].x, TEMP[2], TEMP[1]",
    "MAX TEMP[3].x, TEMP[3].xxxx, IMM[0].yyyy",
    "RSQ TEMP[3].y, TEMP[3].xxxx",
    "MUL TEMP[1].xyz, TEMP[2], TEMP[3].yyyy",
    "MOV TEMP[2].xy, TEMP[1].yxzw",
    "SLT TEMP[3].z, TEMP[2].xxxx, IMM[0].xxxx",
    "LRP TEMP[1], TEMP[3].zzzz, TEMP[1], TEMP[0]",
    "FRC TEMP[2].zw, TEMP[1]",
    "MIN TEMP[0], TEMP[2], |TEMP[1]|",
    "ADD TEMP[1].w, TEMP[0].xxxx, TEMP[2].zzzz",
    "IF TEMP[3].zzzz",
    "MUL TEMP[1].xy, TEMP[1], IMM[0].xxxx",
    "ENDIF",
};
#define BODY_COUNT (sizeof(body) / sizeof(body[0]))

static const char head[] = "FRAG\n"
                           "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                           "DCL OUT[0], COLOR\n"
                           "DCL CONST[0..2]\n"
                           "DCL TEMP[0..3]\n"
                           "IMM[0] FLT32 {0.5, 0.001, 2.0, 1.0}\n"
                           "MOV TEMP[1], IN[0]\n";
static const char tail[] = "MOV OUT[0], TEMP[1]\n"
                           "END\n";

static char *
make_shader(size_t instructions, size_t *size)
{
    char *text = malloc(sizeof(head) + sizeof(tail) + instructions * 64 + 64 * BODY_COUNT);
    char *at = text;

    if (!text)
        exit(1);
    at = stpcpy(at, head);
    /* Whole rounds only, so that every IF is closed. */
    for (size_t i = 0; i < instructions / BODY_COUNT * BODY_COUNT; i++) {
        at = stpcpy(at, body[i % BODY_COUNT]);
        *at++ = '\n';
    }
    at = stpcpy(at, tail);
    *size = (size_t)(at - text);
    return text;
}

/* The number of words. */
static size_t
translate(const char *text, size_t size)
{
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    struct qd_output *out;
    size_t count;

    options.from = QD_FORMAT_TGSI_TEXT;
    if (qd_translate(text, size, &options, &out) != QD_OK) {
        fputs(out ? qd_output_text(out) : "not translated\n", stderr);
        exit(1);
    }
    qd_output_words(out, &count);
    qd_output_free(out);
    return count;
}

/* Repeats until a second has gone by, and gives back the seconds of one. */
static double
measure(const char *text, size_t size)
{
    const double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    unsigned repeats = 0;
    double now;

    do {
        translate(text, size);
        repeats++;
        now = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    } while (now - start < 1);
    return (now - start) / repeats;
}

static long
peak_kib(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void
report(const char *what, size_t instructions)
{
    size_t size;
    char *text = make_shader(instructions, &size);
    const double seconds = measure(text, size);

    printf("%s: %zu instructions, %zu bytes of text, %zu words: %.0f instructions/s, %.1f "
           "shaders/s\n",
           what, instructions, size, translate(text, size), (double)instructions / seconds,
           1 / seconds);
    free(text);
}

int
main(int argc, char **argv)
{
    const size_t most = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 1000000;
    size_t size;

    /* The long shader first: the peak is its own. */
    const long before = peak_kib();
    char *text = make_shader(most, &size);
    translate(text, size);
    const long peak = peak_kib();
    printf("peak memory: %ld KiB for %zu instructions, %.0f bytes an instruction, text included\n",
           peak, most, 1024.0 * (double)(peak - before) / (double)most);
    free(text);
    report("long shader", most);
    report("a tenth of it", most / 10);
    report("short shader", 48);
    return 0;
}
