/* SPDX-License-Identifier: MIT
 *
 * How fast TGSI text becomes SPIR-V words through the library, on one thread: one long shader, and
 * many short ones; a shader that is nearly empty; all of a folder's *.tgsi. Prints processor time,
 * so that other work on the machine counts less.
 *
 *   bench_translate [INSTRUCTIONS [FOLDER]]     0 instructions: the folder alone
 */
#include "bench.h"

#include <quadrille/quadrille.h>

#include <dirent.h>
#include <stdbool.h>
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

/* As one who translates for every draw would, where is_bare. */
static bool is_bare;

/* The number of words; 0 if it is not translated. */
static size_t
try_translate(const char *text, size_t size)
{
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    struct qd_output *out;
    size_t count = 0;

    options.from = QD_FORMAT_TGSI_TEXT;
    if (is_bare)
        options.flags = QD_TRANSLATE_NO_NAMES | QD_TRANSLATE_NO_WARNINGS;
    if (qd_translate(text, size, &options, &out) == QD_OK)
        qd_output_words(out, &count);
    qd_output_free(out);
    return count;
}

static size_t
translate(const char *text, size_t size)
{
    const size_t count = try_translate(text, size);

    if (count == 0) {
        fputs("a shader is not translated\n", stderr);
        exit(1);
    }
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

/* ---- a folder's shaders ---- */

struct shader {
    char *text;
    size_t size;
};

struct folder {
    struct shader *shaders;
    size_t count;
    size_t refused;
    size_t bytes;
    size_t instructions;
};

static char *
read_all(FILE *file, size_t *size)
{
    char *text = NULL;
    size_t room = 0, got;

    *size = 0;
    do {
        room += 1 << 16;
        text = realloc(text, room + 1);
        if (!text)
            exit(1);
        got = fread(text + *size, 1, room - *size, file);
        *size += got;
    } while (got > 0);
    text[*size] = '\0';
    return text;
}

/* Lines that begin with a number and a colon, as Mesa prints instructions. */
static size_t
count_instructions(const char *text, size_t size)
{
    size_t count = 0;

    for (const char *at = text, *end = text + size; at < end;) {
        const char *line = at + strspn(at, " ");

        count += line[strspn(line, "0123456789")] == ':';
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : end;
    }
    return count;
}

static void
add_file(struct folder *folder, FILE *file)
{
    struct shader shader;

    shader.text = read_all(file, &shader.size);
    if (try_translate(shader.text, shader.size) == 0) {
        folder->refused++;
        free(shader.text);
        return;
    }
    folder->shaders = realloc(folder->shaders, (folder->count + 1) * sizeof(shader));
    if (!folder->shaders)
        exit(1);
    folder->shaders[folder->count++] = shader;
    folder->bytes += shader.size;
    folder->instructions += count_instructions(shader.text, shader.size);
}

static void
measure_folder(const struct folder *folder)
{
    const double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    unsigned repeats = 0;
    double now;

    do {
        for (size_t i = 0; i < folder->count; i++)
            translate(folder->shaders[i].text, folder->shaders[i].size);
        repeats++;
        now = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    } while (now - start < 2);
    const double seconds = (now - start) / repeats;
    printf("  %s: %.2f ms, %.0f instructions/s, %.2f us a shader\n",
           is_bare ? "without names and warnings" : "with names and warnings", seconds * 1e3,
           (double)folder->instructions / seconds, seconds * 1e6 / (double)folder->count);
}

static void
report_folder(const char *path)
{
    struct folder folder = {0};
    DIR *dir = opendir(path);
    struct dirent *entry;

    if (!dir) {
        printf("%s: skipped, there is no such folder\n", path);
        return;
    }
    while ((entry = readdir(dir)) != NULL) {
        const size_t size = strlen(entry->d_name);
        char name[4096];

        if (size < 5 || strcmp(entry->d_name + size - 5, ".tgsi") != 0)
            continue;
        snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        FILE *file = fopen(name, "rb");
        if (file) {
            add_file(&folder, file);
            fclose(file);
        }
    }
    closedir(dir);

    printf("folder: %zu files (%zu more are refused), %zu bytes, %zu instructions\n", folder.count,
           folder.refused, folder.bytes, folder.instructions);
    for (int bare = 0; bare < 2; bare++) {
        is_bare = bare != 0;
        measure_folder(&folder);
    }
    for (size_t i = 0; i < folder.count; i++)
        free(folder.shaders[i].text);
    free(folder.shaders);
}

/* The long shader comes first: the peak is its own. */
static void
report_made(size_t most)
{
    const long before = peak_kib();
    size_t size;
    char *text = make_shader(most, &size);
    translate(text, size);
    const long peak = peak_kib();
    printf("peak memory: %ld KiB for %zu instructions, %.0f bytes an instruction, text included\n",
           peak, most, 1024.0 * (double)(peak - before) / (double)most);
    free(text);
    report("long shader", most);
    report("a tenth of it", most / 10);
    report("short shader", 48);
    report("nearly empty shader", 0);
}

int
main(int argc, char **argv)
{
    const size_t most = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 1000000;

    if (most > 0)
        report_made(most);
    if (argc > 2)
        report_folder(argv[2]);
    return 0;
}
