/* SPDX-License-Identifier: MIT
 *
 * How fast a folder of TGSI programs, .tgsi files, is read, and becomes SPIR-V words, from text and
 * from tokens of Mesa 18, on one thread. Prints processor time of the median round. Programs that
 * have no tokens, or are not translated, are left out.
 *
 *   bench_tokens FOLDER
 */
#include "bench.h"

#include "guest/guest.h"
#include "spirv/spirv.h"
#include "tgsi/program.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS 7

struct form {
    const void *data;
    size_t size;
    enum guest_language language;
};

struct shader {
    struct form text;
    struct form tokens;
    uint32_t insts;
    bool is_translated; /* Of both forms. */
};

static struct shader *shaders;
static size_t shader_count;

/* ---- loading ---- */

static void *
keep(const void *data, size_t size)
{
    void *copy = malloc(size + 1);

    if (!copy)
        exit(1);
    memcpy(copy, data, size);
    return copy;
}

static void *
load(const char *path, size_t *size)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");

    if (!file)
        exit(1);
    *size = fread(text, 1, sizeof(text), file);
    fclose(file);
    return keep(text, *size);
}

/* The steps of a translation, or reading alone. False where the shader is not taken. */
static bool
work(const struct form *form, bool is_whole)
{
    const struct guest_options options = {.language = form->language};
    const struct spirv_write_options write = {.target = spirv_target_vulkan1_1};
    const struct tgsi_token_options tokens = {tgsi_tokens_18};
    struct base_arena front, arena;
    struct spirv_module module;
    struct base_diags diags;
    volatile bool is_good = false;

    base_arena_init(&front, 0);
    base_arena_init(&arena, 0);
    if (BASE_ARENA_CATCH(&front) && BASE_ARENA_CATCH(&arena)) {
        base_diags_init(&diags, &arena, "bench");
        if (is_whole) {
            const struct ir_shader *shader =
                guest_read(form->data, form->size, &options, &front, &arena, &diags);
            is_good = shader && spirv_translate(shader, &write, &arena, &module, &diags);
        } else if (form->language == guest_language_tgsi) {
            is_good = tgsi_read_text(&front, form->data, form->size, NULL, &diags) != NULL;
        } else {
            is_good = tgsi_read_tokens(&front, form->data, form->size / sizeof(uint32_t), &tokens,
                                       &diags) != NULL;
        }
    }
    base_arena_finish(&front);
    base_arena_finish(&arena);
    return is_good;
}

/* Adds the program of a text if both forms of it are taken. */
static void
add(const void *text, size_t size)
{
    const struct tgsi_token_options options = {tgsi_tokens_18};
    struct shader shader = {.text = {text, size, guest_language_tgsi}};
    struct base_arena arena;
    struct base_diags diags;
    const uint32_t *words;
    size_t count;

    base_arena_init(&arena, 0);
    if (BASE_ARENA_CATCH(&arena)) {
        base_diags_init(&diags, &arena, "bench");
        const struct tgsi_program *program = tgsi_read_text(&arena, text, size, NULL, &diags);

        if (program && tgsi_write_tokens(program, &options, &arena, &words, &count, &diags)) {
            const size_t bytes = count * sizeof(*words);

            shader.tokens = (struct form){keep(words, bytes), bytes, guest_language_tgsi_tokens};
            shader.insts = program->insts.count;
        }
    }
    base_arena_finish(&arena);
    if (!shader.tokens.data)
        return;
    shader.is_translated = work(&shader.text, true) && work(&shader.tokens, true);
    shaders = realloc(shaders, (shader_count + 1) * sizeof(*shaders));
    if (!shaders)
        exit(1);
    shaders[shader_count++] = shader;
}

static void
load_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    char path[4096];

    if (!dir) {
        fprintf(stderr, "%s: no folder\n", folder);
        exit(1);
    }
    while ((entry = readdir(dir)) != NULL) {
        const char *ending = strrchr(entry->d_name, '.');
        size_t size;

        if (!ending || strcmp(ending, ".tgsi") != 0)
            continue;
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        const void *text = load(path, &size);
        add(text, size);
    }
    closedir(dir);
}

/* ---- measuring ---- */

static void
measure(const char *what, bool is_tokens, bool is_whole)
{
    double seconds[ROUNDS];
    size_t count = 0, insts = 0, bytes = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        const double start = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);

        count = insts = bytes = 0;
        for (size_t i = 0; i < shader_count; i++) {
            const struct form *form = is_tokens ? &shaders[i].tokens : &shaders[i].text;

            if (is_whole && !shaders[i].is_translated)
                continue;
            work(form, is_whole);
            count++;
            insts += shaders[i].insts;
            bytes += form->size;
        }
        seconds[round] = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    const double median = bench_median(seconds, ROUNDS);
    printf("%s: %zu shaders, %zu instructions, %zu bytes: %.2f ms, %.0f instructions/s\n", what,
           count, insts, bytes, median * 1e3, (double)insts / median);
}

int
main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: bench_tokens FOLDER\n");
        return 2;
    }
    load_folder(argv[1]);
    measure("text, read   ", false, false);
    measure("tokens, read ", true, false);
    measure("text, whole  ", false, true);
    measure("tokens, whole", true, true);
    return 0;
}
